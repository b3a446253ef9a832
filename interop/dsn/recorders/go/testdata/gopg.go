package main

import (
	"github.com/go-pg/pg/v10"
)

func init() {
	drivers = append(drivers,
		driver{"postgresql", "go-pg", "github.com/go-pg/pg/v10", "pg.ParseURL(uri)", func(uri string) (*answer, error) {
			o, err := pg.ParseURL(uri)
			if err != nil {
				return nil, err
			}
			host, port := split(o.Addr)
			return of(o.User, o.Password, host, port, o.Database, map[string]string{"application_name": o.ApplicationName}), nil
		}},
	)
}
