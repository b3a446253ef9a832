package main

import (
	"strconv"

	"github.com/jackc/pgx/v5"
)

func init() {
	drivers = append(drivers, driver{"postgresql", "pgx", "github.com/jackc/pgx/v5", "pgx.ParseConfig(uri)", readPGX})
}

func readPGX(uri string) (*answer, error) {
	c, err := pgx.ParseConfig(uri)
	if err != nil {
		return nil, err
	}
	a := &answer{options: c.RuntimeParams}
	a.set(0, c.User)
	a.set(1, c.Password)
	host, port := c.Host, strconv.Itoa(int(c.Port))
	lastHost, lastPort := c.Host, c.Port
	for _, f := range c.Fallbacks {
		if f.Host != lastHost || f.Port != lastPort {
			host, port = host+","+f.Host, port+","+strconv.Itoa(int(f.Port))
			lastHost, lastPort = f.Host, f.Port
		}
	}
	a.set(2, host)
	a.set(3, port)
	a.set(4, c.Database)
	return a, nil
}
