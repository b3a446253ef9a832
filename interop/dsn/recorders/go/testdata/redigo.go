package main

import (
	"bufio"
	"fmt"
	"net"
	"strconv"
	"sync"

	"github.com/gomodule/redigo/redis"
)

func init() {
	drivers = append(drivers,
		driver{"redis", "redigo", "github.com/gomodule/redigo", "redis.DialURL(uri): what it dials and sends", readRedigo},
	)
}

// readRedigo lets redigo dial a pipe, at whose other end every command is answered with +OK.
func readRedigo(uri string) (*answer, error) {
	a := &answer{options: map[string]string{}}
	var mu sync.Mutex
	c, err := redis.DialURL(uri, redis.DialUseTLS(false), redis.DialNetDial(func(network, addr string) (net.Conn, error) {
		host, port := split(addr)
		a.set(2, host)
		a.set(3, port)
		near, far := net.Pipe()
		go func() {
			defer far.Close()
			in := bufio.NewReader(far)
			for {
				args, err := command(in)
				if err != nil {
					return
				}
				mu.Lock()
				switch {
				case args[0] == "AUTH" && len(args) == 2:
					a.set(1, args[1])
				case args[0] == "AUTH" && len(args) == 3:
					a.set(0, args[1])
					a.set(1, args[2])
				case args[0] == "SELECT":
					a.set(4, args[1])
				}
				mu.Unlock()
				fmt.Fprint(far, "+OK\r\n")
			}
		}()
		return near, nil
	}))
	if err != nil {
		return nil, err
	}
	c.Close()
	mu.Lock()
	defer mu.Unlock()
	return a, nil
}

// command reads a command of Redis.
func command(in *bufio.Reader) ([]string, error) {
	number := func() (int, error) {
		line, err := in.ReadString('\n')
		if err != nil || len(line) < 3 {
			return 0, fmt.Errorf("no line")
		}
		return strconv.Atoi(line[1 : len(line)-2])
	}
	n, err := number()
	if err != nil {
		return nil, err
	}
	args := make([]string, n)
	for i := range args {
		size, err := number()
		if err != nil {
			return nil, err
		}
		b := make([]byte, size+2)
		for read := 0; read < len(b); {
			n, err := in.Read(b[read:])
			if err != nil {
				return nil, err
			}
			read += n
		}
		args[i] = string(b[:size])
	}
	return args, nil
}
