package main

import (
	"strconv"

	amqp "github.com/rabbitmq/amqp091-go"
)

func init() {
	drivers = append(drivers,
		driver{"amqp", "amqp091-go", "github.com/rabbitmq/amqp091-go", "amqp091.ParseURI(uri)", func(uri string) (*answer, error) {
			u, err := amqp.ParseURI(uri)
			if err != nil {
				return nil, err
			}
			return of(u.Username, u.Password, u.Host, strconv.Itoa(u.Port), u.Vhost, map[string]string{"heartbeat": field(u, "Heartbeat"), "channel_max": field(u, "ChannelMax")}), nil
		}},
	)
}
