package dsn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/program"
)

// families are the kinds of servers, as the recordings name them.
var families = lazy.Value[[]*family]{Make: func() []*family {
	return []*family{
		newFamily("postgresql", "postgresql postgres cockroachdb pgsql", "5432", postgresqlRows),
		newFamily("mysql", "mysql mysqlx mysql2", "3306", mysqlRows),
		newFamily("mysql-go", "", "3306", mysqlGoRows),
		newFamily("redis", "redis rediss valkey valkeys unix", "6379", redisRows),
		newFamily("amqp", "amqp amqps pyamqp", "5672", amqpRows),
		newFamily("mongodb", "mongodb mongodb+srv", "27017", mongoDBRows),
		newFamily("clickhouse", "clickhouse", "9000", clickHouseRows),
		newFamily("clickhouse-http", "http https", "8123", clickHouseHTTPRows),
		newFamily("sqlserver", "sqlserver mssql", "1433", sqlServerRows),
		newFamily("smtp", "smtp smtps direct", "", smtpRows),
		newFamily("mariadb", "mariadb", "3306", mariaDBRows),
		newFamily("jdbc-postgresql", "jdbc:postgresql", "5432", jdbcPostgreSQLRows),
		newFamily("jdbc-mariadb", "jdbc:mariadb", "3306", jdbcMariaDBRows),
		newFamily("nats", "nats", "4222", natsRows),
		newFamily("oracle", "oracle", "1521", oracleRows),
		newFamily("couchbase", "couchbase couchbases", "", couchbaseRows),
		newFamily("elasticsearch", "elasticsearch", "9200", elasticsearchRows),
		newFamily("libsql", "libsql", "", libSQLRows),
	}
}}

//go:noinline
func newFamily(name, schemes, port string, rows func() []row) *family {
	f := &family{name: name, schemes: schemes, port: port}
	f.drivers.Kind = "driver"
	f.drivers.Make = func() []Driver {
		rows := rows()
		list := make([]Driver, len(rows))
		for i := range rows {
			rows[i].family = f
			list[i] = Driver{&rows[i].Program, &rows[i]}
			for j := i; j > 0 && list[j].Name() < list[j-1].Name(); j-- {
				list[j], list[j-1] = list[j-1], list[j]
			}
		}
		return list
	}
	return f
}

// recorded returns a driver of which interop/dsn has a recording of each version.
//
//go:noinline
func recorded(name, versions, subject string) program.Program {
	return program.Record(name, versions, subject)
}

// Drivers returns all drivers, by the kind of their server and then sorted by name, the versions of one from the oldest on.
func Drivers() []Driver {
	var all []Driver
	for _, f := range families.Get() {
		all = append(all, f.drivers.All()...)
	}
	return all
}

// DriversOf returns the drivers for a scheme, such as "postgresql", in any case, with or
// without the name of a driver, as in "postgresql+psycopg2" and "jdbc:postgresql". The scheme
// "" is for what is no URI, which Go's driver of MySQL reads.
func DriversOf(scheme string) []Driver {
	if f := familyOf(scheme); f != nil {
		return slices.Clone(f.drivers.All())
	}
	return nil
}

func familyOf(scheme string) *family {
	jdbc := strings.ToLower(scheme)
	whole := withoutPrefix(jdbc, "jdbc:")
	scheme, _, _ = cutText(whole, "+")
	for _, name := range []string{jdbc, whole, scheme} {
		for _, f := range families.Get() {
			if slices.Contains(splitText(f.schemes, " "), name) {
				return f
			}
		}
	}
	return nil
}

// SchemeOf returns the scheme of a connection URI, or "": what stands before "://" or, if
// there are drivers for it, before the first ":".
func SchemeOf(uri string) string {
	scheme, _ := schemeOf(uri)
	return scheme
}

// schemeOf returns the scheme, and where what is behind it begins.
func schemeOf(uri string) (scheme string, end int) {
	start := len(uri) - len(strings.TrimLeft(uri, c0AndSpace))
	uri = uri[start:]
	if before, _, ok := cutText(uri, "://"); ok && isScheme(replaced(withoutPrefix(before, "jdbc:"), "_", "-")) {
		return before, start + len(before) + len("://")
	}
	if before, _, ok := cutText(uri, ":"); ok && familyOf(before) != nil {
		return before, start + len(before) + len(":")
	}
	return "", 0
}

// Schemes returns the schemes of URIs that drivers were recorded for.
func Schemes() []string {
	var list []string
	for _, f := range families.Get() {
		for _, scheme := range splitText(f.schemes, " ") {
			if scheme != "" && !slices.Contains(list, scheme) {
				list = append(list, scheme)
			}
		}
	}
	return list
}

// Compared returns a reading in a form that is equal for readings that mean the same to the
// server: a missing port is that of the server, and an empty part is none.
func (d Driver) Compared(r Reading) string {
	if r.Database.Text == "" && d.row.family.name == "redis" {
		r.Database.Text = "0"
	}
	// A part can hold any octet.
	return fmt.Sprintf("%q", []string{r.User.Text, r.Password.Text, pct.Lower(r.Host.Text), d.Ports(r), r.Database.Text})
}

// Ports returns the ports of a reading, one for each host and separated by commas: that of
// the server where there is none.
func (d Driver) Ports(r Reading) string {
	ports := splitText(r.Port.Text, ",")
	for i, port := range ports {
		if ports[i] = trimZeros(port); port == "" {
			ports[i] = d.row.family.port
		}
	}
	for n := strings.Count(r.Host.Text, ","); len(ports) <= n; {
		ports = append(ports, ports[0])
	}
	return joinCommas(ports)
}
