package main

import (
	"encoding/json"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

func init() {
	drivers = append(drivers, driver{"nats", "nats.go", "github.com/nats-io/nats.go", "nats.Connect(uri): what it dials and sends", readNATS})
}

var errDialed = errors.New("dialed before")

// dialer is a server of NATS at the other end of a pipe, which reads CONNECT.
type dialer struct {
	a    *answer
	done chan struct{}
}

func (d *dialer) Dial(_, addr string) (net.Conn, error) {
	if d.a.parts[2] != nil {
		return nil, errDialed
	}
	host, port := split(addr)
	d.a.set(2, host)
	d.a.set(3, port)
	near, far := net.Pipe()
	go func() {
		defer close(d.done)
		defer far.Close()
		far.SetDeadline(time.Now().Add(5 * time.Second))
		far.Write([]byte("INFO {\"server_id\":\"x\",\"version\":\"2.0.0\",\"max_payload\":1048576}\r\n"))
		text := ""
		b := make([]byte, 1<<16)
		for !strings.Contains(text, "PING") {
			n, err := far.Read(b)
			if err != nil {
				break
			}
			text += string(b[:n])
		}
		line, _, _ := strings.Cut(text, "\r\n")
		var sent struct {
			User  *string `json:"user"`
			Pass  *string `json:"pass"`
			Token *string `json:"auth_token"`
		}
		if json.Unmarshal([]byte(strings.TrimPrefix(line, "CONNECT ")), &sent) == nil {
			d.a.parts[0], d.a.parts[1] = sent.User, sent.Pass
			if sent.Token != nil {
				d.a.options["auth_token"] = *sent.Token
			}
		}
	}()
	return near, nil
}

func (d *dialer) SkipTLSHandshake() bool { return true }

func readNATS(uri string) (*answer, error) {
	d := &dialer{&answer{options: map[string]string{}}, make(chan struct{})}
	c, err := nats.Connect(uri, nats.SetCustomDialer(d), nats.NoReconnect(), nats.SkipHostLookup(), nats.DontRandomize())
	if c != nil {
		c.Close()
	}
	if d.a.parts[2] == nil {
		return nil, err
	}
	<-d.done
	return d.a, nil
}
