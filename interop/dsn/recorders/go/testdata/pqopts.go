//go:build ignore

package main

import (
	"reflect"

	"github.com/lib/pq"
)

func init() {
	drivers = append(drivers, driver{"postgresql", "pq", "github.com/lib/pq", "pq.NewConnector(uri): its options", func(uri string) (*answer, error) {
		c, err := pq.NewConnector(uri)
		if err != nil {
			return nil, err
		}
		a := &answer{options: map[string]string{}}
		for opts := reflect.ValueOf(c).Elem().FieldByName("opts").MapRange(); opts.Next(); {
			name, value := opts.Key().String(), opts.Value().String()
			switch name {
			case "user":
				a.set(0, value)
			case "password":
				a.set(1, value)
			case "host":
				a.set(2, value)
			case "port":
				a.set(3, value)
			case "dbname":
				a.set(4, value)
			default:
				a.options[name] = value
			}
		}
		return a, nil
	}})
}
