package main

import (
	"strconv"
	"strings"

	"github.com/redis/rueidis"
)

func init() {
	drivers = append(drivers,
		driver{"redis", "rueidis", "github.com/redis/rueidis", "rueidis.ParseURL(uri)", func(uri string) (*answer, error) {
			o, err := rueidis.ParseURL(uri)
			if err != nil {
				return nil, err
			}
			host, port := split(strings.Join(o.InitAddress, ","))
			return of(o.Username, o.Password, host, port, strconv.Itoa(o.SelectDB), map[string]string{
				"client_name": o.ClientName, "tls": strconv.FormatBool(o.TLSConfig != nil), "resp2": strconv.FormatBool(o.AlwaysRESP2),
			}), nil
		}},
	)
}
