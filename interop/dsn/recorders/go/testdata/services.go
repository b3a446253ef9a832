//go:build !before

package main

import (
	"encoding/json"
	"errors"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/couchbaselabs/gocbconnstr/v2"
	"github.com/nats-io/nats.go"
	"github.com/sijms/go-ora/v2/configurations"
)

func init() {
	drivers = append(drivers,
		driver{"nats", "nats.go", "github.com/nats-io/nats.go", "nats.Connect(uri): what it dials and sends", readNATS},
		driver{"oracle", "go-ora", "github.com/sijms/go-ora/v2", "configurations.ParseConfig(uri)", readOracle},
		driver{"couchbase", "gocbconnstr", "github.com/couchbaselabs/gocbconnstr/v2", "gocbconnstr.Parse(uri)", readCouchbase},
	)
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
