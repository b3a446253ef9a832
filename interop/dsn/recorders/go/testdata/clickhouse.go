package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ClickHouse/clickhouse-go/v2"
)

func init() {
	drivers = append(drivers,
		driver{"clickhouse", "clickhouse-go", "github.com/ClickHouse/clickhouse-go/v2", "clickhouse.ParseDSN(uri)", readClickHouse},
		driver{"clickhouse-http", "clickhouse-go", "github.com/ClickHouse/clickhouse-go/v2", "clickhouse.ParseDSN(uri)", readClickHouse},
	)
}

func readClickHouse(uri string) (*answer, error) {
	o, err := clickhouse.ParseDSN(uri)
	if err != nil {
		return nil, err
	}
	options := map[string]string{"tls": strconv.FormatBool(o.TLS != nil), "protocol": o.Protocol.String()}
	for name, value := range o.Settings {
		options[name] = fmt.Sprint(value)
	}
	var hosts, ports []string
	for _, addr := range o.Addr {
		host, port := split(addr)
		hosts, ports = append(hosts, host), append(ports, port)
	}
	return of(o.Auth.Username, o.Auth.Password, strings.Join(hosts, ","), strings.Join(ports, ","), o.Auth.Database, options), nil
}
