package main

import (
	"strconv"

	"github.com/redis/go-redis/v9"
)

func init() {
	drivers = append(drivers,
		driver{"redis", "go-redis", "github.com/redis/go-redis/v9", "redis.ParseURL(uri)", func(uri string) (*answer, error) {
			o, err := redis.ParseURL(uri)
			if err != nil {
				return nil, err
			}
			host, port := split(o.Addr)
			return of(field(o, "Username"), o.Password, host, port, strconv.Itoa(o.DB), map[string]string{
				"client_name": field(o, "ClientName"), "protocol": field(o, "Protocol"), "max_retries": strconv.Itoa(o.MaxRetries),
				"read_timeout": o.ReadTimeout.String(), "tls": strconv.FormatBool(o.TLSConfig != nil),
			}), nil
		}},
	)
}
