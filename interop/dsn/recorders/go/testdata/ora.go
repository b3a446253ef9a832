package main

import (
	"strconv"
	"strings"

	"github.com/sijms/go-ora/v2/configurations"
)

func init() {
	drivers = append(drivers, driver{"oracle", "go-ora", "github.com/sijms/go-ora/v2", "configurations.ParseConfig(uri)", readOracle})
}

func readOracle(uri string) (*answer, error) {
	c, err := configurations.ParseConfig(uri)
	if err != nil {
		return nil, err
	}
	var hosts, ports []string
	for _, s := range c.Servers {
		hosts, ports = append(hosts, s.Addr), append(ports, strconv.Itoa(s.Port))
	}
	a := of(c.UserID, c.Password, strings.Join(hosts, ","), strings.Join(ports, ","), c.ServiceName, map[string]string{"sid": c.SID, "instance": c.InstanceName})
	return a, nil
}
