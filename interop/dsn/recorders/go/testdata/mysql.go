package main

import (
	"strconv"

	"github.com/go-sql-driver/mysql"
)

func init() {
	drivers = append(drivers,
		driver{"mysql-go", "go-sql-driver", "github.com/go-sql-driver/mysql", "mysql.ParseDSN(uri)", readMySQL},
	)
}

func readMySQL(dsn string) (*answer, error) {
	c, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	o := map[string]string{"net": c.Net, "collation": c.Collation, "tls": c.TLSConfig, "timeout": c.Timeout.String(), "parseTime": strconv.FormatBool(c.ParseTime)}
	for name, value := range c.Params {
		o[name] = value
	}
	host, port := split(c.Addr)
	return of(c.User, c.Passwd, host, port, c.DBName, o), nil
}
