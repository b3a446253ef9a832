package main

import (
	"fmt"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/connstring"
)

func init() {
	drivers = append(drivers,
		driver{"mongodb", "mongo-driver", "go.mongodb.org/mongo-driver/v2", "connstring.ParseAndValidate(uri)", func(uri string) (*answer, error) {
			if strings.HasPrefix(uri, "mongodb+srv:") {
				return nil, fmt.Errorf("not recorded: needs DNS")
			}
			c, err := connstring.ParseAndValidate(uri)
			if err != nil {
				return nil, err
			}
			a := &answer{options: map[string]string{"authSource": c.AuthSource, "appName": c.AppName, "replicaSet": c.ReplicaSet, "tls": strconv.FormatBool(c.SSL), "w": c.WString + strconv.Itoa(c.WNumber)}}
			if c.UsernameSet || c.Username != "" {
				a.set(0, c.Username)
			}
			if c.PasswordSet || c.Password != "" {
				a.set(1, c.Password)
			}
			a.set(2, strings.Join(c.Hosts, ","))
			if c.Database != "" {
				a.set(4, c.Database)
			}
			return a, nil
		}},
	)
}
