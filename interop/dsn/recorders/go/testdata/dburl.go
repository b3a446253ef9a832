package main

import (
	"github.com/xo/dburl"
)

func init() {
	drivers = append(drivers,
		driver{"postgresql", "dburl", "github.com/xo/dburl", "dburl.Parse(uri).DSN, as pgx.ParseConfig reads it", func(uri string) (*answer, error) {
			u, err := dburl.Parse(uri)
			if err != nil {
				return nil, err
			}
			return readPGX(u.DSN)
		}},
		driver{"mysql", "dburl", "github.com/xo/dburl", "dburl.Parse(uri).DSN, as mysql.ParseDSN reads it", func(uri string) (*answer, error) {
			u, err := dburl.Parse(uri)
			if err != nil {
				return nil, err
			}
			return readMySQL(u.DSN)
		}},
	)
}
