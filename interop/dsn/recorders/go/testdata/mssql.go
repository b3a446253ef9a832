package main

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/microsoft/go-mssqldb/msdsn"
)

func init() {
	drivers = append(drivers,
		driver{"sqlserver", "go-mssqldb", "github.com/microsoft/go-mssqldb", "msdsn.Parse(uri)", func(uri string) (*answer, error) {
			// Older versions return the parameters as well, between the two.
			results := reflect.ValueOf(msdsn.Parse).Call([]reflect.Value{reflect.ValueOf(uri)})
			if err, _ := results[len(results)-1].Interface().(error); err != nil {
				return nil, err
			}
			c := results[0].Interface().(msdsn.Config)
			o := map[string]string{"instance": c.Instance, "encrypt": fmt.Sprint(c.Encryption)}
			return of(c.User, c.Password, c.Host, strconv.FormatUint(c.Port, 10), c.Database, o), nil
		}},
	)
}
