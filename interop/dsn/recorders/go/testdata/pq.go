package main

import (
	"strconv"

	"github.com/lib/pq"
)

func init() {
	drivers = append(drivers, driver{"postgresql", "pq", "github.com/lib/pq", "pq.NewConfig(uri)", func(uri string) (*answer, error) {
		c, err := pq.NewConfig(uri)
		if err != nil {
			return nil, err
		}
		a := &answer{options: map[string]string{}}
		for name, value := range c.Runtime {
			a.options[name] = value
		}
		for name, value := range map[string]string{
			"application_name": c.ApplicationName, "options": c.Options, "fallback_application_name": c.FallbackApplicationName,
		} {
			if value != "" {
				a.options[name] = value
			}
		}
		host, port := c.Host, strconv.Itoa(int(c.Port))
		for _, m := range c.Multi {
			host, port = host+","+m.Host, port+","+strconv.Itoa(int(m.Port))
		}
		a.set(0, c.User)
		a.set(1, c.Password)
		a.set(2, host)
		a.set(3, port)
		a.set(4, c.Database)
		return a, nil
	}})
}
