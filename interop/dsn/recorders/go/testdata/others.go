//go:build !before

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"

	clickhouse "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/go-pg/pg/v10"
	"github.com/go-sql-driver/mysql"
	"github.com/gomodule/redigo/redis"
	"github.com/microsoft/go-mssqldb/msdsn"
	amqp "github.com/rabbitmq/amqp091-go"
	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/rueidis"
	"github.com/xo/dburl"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/connstring"
)

// of returns an answer of a driver that has a text, "" where it has none, for each part.
func of(user, password, host, port, database string, options map[string]string) *answer {
	a := &answer{options: options}
	for i, text := range []string{user, password, host, port, database} {
		a.set(i, text)
	}
	return a
}

func split(addr string) (host, port string) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr, ""
	}
	return host, port
}

func init() {
	drivers = append(drivers,
		driver{"postgresql", "go-pg", "github.com/go-pg/pg/v10", "pg.ParseURL(uri)", func(uri string) (*answer, error) {
			o, err := pg.ParseURL(uri)
			if err != nil {
				return nil, err
			}
			host, port := split(o.Addr)
			return of(o.User, o.Password, host, port, o.Database, map[string]string{"application_name": o.ApplicationName}), nil
		}},
		driver{"postgresql", "dburl", "github.com/xo/dburl", "dburl.Parse(uri).DSN, as pgx.ParseConfig reads it", func(uri string) (*answer, error) {
			u, err := dburl.Parse(uri)
			if err != nil {
				return nil, err
			}
			return readPGX(u.DSN)
		}},
		driver{"mysql", "dburl", "github.com/xo/dburl", "dburl.Parse(uri).DSN, as mysql.ParseDSN reads it", func(uri string) (*answer, error) {
			u, err := dburl.Parse(uri)
			if err != nil {
				return nil, err
			}
			return readMySQL(u.DSN)
		}},
		driver{"mysql-go", "go-sql-driver", "github.com/go-sql-driver/mysql", "mysql.ParseDSN(uri)", readMySQL},
		driver{"redis", "go-redis", "github.com/redis/go-redis/v9", "redis.ParseURL(uri)", func(uri string) (*answer, error) {
			o, err := goredis.ParseURL(uri)
			if err != nil {
				return nil, err
			}
			host, port := split(o.Addr)
			return of(o.Username, o.Password, host, port, strconv.Itoa(o.DB), map[string]string{
				"client_name": o.ClientName, "protocol": strconv.Itoa(o.Protocol), "max_retries": strconv.Itoa(o.MaxRetries),
				"read_timeout": o.ReadTimeout.String(), "tls": strconv.FormatBool(o.TLSConfig != nil),
			}), nil
		}},
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
		driver{"redis", "redigo", "github.com/gomodule/redigo", "redis.DialURL(uri): what it dials and sends", readRedigo},
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
		driver{"amqp", "amqp091-go", "github.com/rabbitmq/amqp091-go", "amqp091.ParseURI(uri)", func(uri string) (*answer, error) {
			u, err := amqp.ParseURI(uri)
			if err != nil {
				return nil, err
			}
			beat, _ := json.Marshal(u.Heartbeat)
			return of(u.Username, u.Password, u.Host, strconv.Itoa(u.Port), u.Vhost, map[string]string{"heartbeat": string(beat), "channel_max": strconv.Itoa(int(u.ChannelMax))}), nil
		}},
		driver{"clickhouse", "clickhouse-go", "github.com/ClickHouse/clickhouse-go/v2", "clickhouse.ParseDSN(uri)", readClickHouse},
		driver{"clickhouse-http", "clickhouse-go", "github.com/ClickHouse/clickhouse-go/v2", "clickhouse.ParseDSN(uri)", readClickHouse},
		driver{"sqlserver", "go-mssqldb", "github.com/microsoft/go-mssqldb", "msdsn.Parse(uri)", func(uri string) (*answer, error) {
			c, err := msdsn.Parse(uri)
			if err != nil {
				return nil, err
			}
			o := map[string]string{"instance": c.Instance, "encrypt": fmt.Sprint(c.Encryption)}
			return of(c.User, c.Password, c.Host, strconv.FormatUint(c.Port, 10), c.Database, o), nil
		}},
	)
}

func readMySQL(dsn string) (*answer, error) {
	c, err := mysql.ParseDSN(dsn)
	if err != nil {
		return nil, err
	}
	o := map[string]string{"net": c.Net, "collation": c.Collation, "tls": c.TLSConfig, "timeout": c.Timeout.String(), "parseTime": strconv.FormatBool(c.ParseTime)}
	for name, value := range c.Params {
		o[name] = value
	}
	host, port := split(c.Addr)
	return of(c.User, c.Passwd, host, port, c.DBName, o), nil
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
