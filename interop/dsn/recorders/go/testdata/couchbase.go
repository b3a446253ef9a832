package main

import (
	"strconv"
	"strings"

	"github.com/couchbaselabs/gocbconnstr/v2"
)

func init() {
	drivers = append(drivers, driver{"couchbase", "gocbconnstr", "github.com/couchbaselabs/gocbconnstr/v2", "gocbconnstr.Parse(uri)", readCouchbase})
}

func readCouchbase(uri string) (*answer, error) {
	s, err := gocbconnstr.Parse(uri)
	if err != nil {
		return nil, err
	}
	var hosts, ports []string
	for _, a := range s.Addresses {
		hosts, ports = append(hosts, a.Host), append(ports, strconv.Itoa(a.Port))
	}
	a := &answer{options: map[string]string{}}
	a.set(2, strings.Join(hosts, ","))
	a.set(3, strings.Join(ports, ","))
	a.set(4, s.Bucket)
	for name, values := range s.Options {
		a.options[name] = strings.Join(values, ",")
	}
	return a, nil
}
