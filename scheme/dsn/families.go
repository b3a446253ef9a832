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
		newFamily("postgresql", "postgresql postgres cockroachdb pgsql", "5432", "user password host port dbname,user password host port database", postgresqlRows),
		newFamily("mysql", "mysql mysqlx mysql2 mariadb", "3306", "user password host port database", mysqlRows),
		newFamily("mysql-go", "", "3306", "", mysqlGoRows),
		newFamily("redis", "redis rediss valkey valkeys unix", "6379", "username password - - db", redisRows),
		newFamily("amqp", "amqp amqps pyamqp", "5672", "", amqpRows),
		newFamily("mongodb", "mongodb mongodb+srv", "27017", "", mongoDBRows),
		newFamily("clickhouse", "clickhouse", "9000", "username password - - database", clickHouseRows),
		newFamily("clickhouse-http", "http https", "8123", "username password - - database", clickHouseHTTPRows),
		newFamily("sqlserver", "sqlserver mssql", "1433", "user password - - database", sqlServerRows),
		newFamily("smtp", "smtp smtps direct", "", "", smtpRows),
		newFamily("mariadb", "mariadb", "3306", "user password host port database", mariaDBRows),
		newFamily("jdbc-postgresql", "jdbc:postgresql", "5432", "user password - - -", jdbcPostgreSQLRows),
		newFamily("jdbc-mariadb", "jdbc:mariadb", "3306", "user password - - -", jdbcMariaDBRows),
		newFamily("nats", "nats", "4222", "", natsRows),
		newFamily("oracle", "oracle", "1521", "", oracleRows),
		newFamily("couchbase", "couchbase couchbases", "", "", couchbaseRows),
		newFamily("elasticsearch", "elasticsearch http https", "9200", "", elasticsearchRows),
		newFamily("libsql", "libsql", "", "", libSQLRows),
		newFamily("sqlite", "file", "", "", sqliteRows),
	}
}}

//go:noinline
func newFamily(name, schemes, port, params string, add func(*rows)) *family {
	f := &family{name: name, schemes: schemes, port: port, params: params}
	f.drivers.Kind = "driver"
	f.drivers.Make = func() []Driver {
		var rows rows
		add(&rows)
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

// rows are the drivers of a family. Of each version of a driver interop/dsn has a recording.
type rows []row

// octets adds a driver: its name, its versions and what was called, separated by "|".
//
//go:noinline
func (r *rows) octets(named string, steps ...step) *row {
	part := splitText(named, "|")
	*r = append(*r, row{Program: program.Record(part[0], part[1], part[2]), steps: steps})
	return &(*r)[len(*r)-1]
}

// text adds a driver that takes Unicode.
//
//go:noinline
func (r *rows) text(named string, steps ...step) *row {
	added := r.octets(named, steps...)
	added.text = true
	return added
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
// without the name of a driver, as in "postgresql+psycopg2". Those of JDBC have their own, such
// as "jdbc:postgresql". The scheme "" is for what is no URI, which Go's driver of MySQL reads.
// There are none for a driver of which none reads anything, as in "mssql+pyodbc".
func DriversOf(scheme string) (drivers []Driver) {
	for _, f := range familiesOf(scheme) {
		drivers = append(drivers, f.drivers.All()...)
	}
	if holds(scheme, "+") && !slices.ContainsFunc(drivers, func(d Driver) bool { return d.takes(scheme) }) {
		return nil
	}
	return drivers
}

// A stringForm is what a connection string is.
type stringForm uint8

const (
	aURI       stringForm = iota
	keywordish            // keywords and values of PostgreSQL
	semicolons            // "Server=h;Password=p", of SQL Server and others
	goMySQLish            // what Go's driver of MySQL reads, or nothing that is known
	assignment            // a URI behind the name of a variable and "="
)

// formOf returns what a connection string seems to be.
func formOf(text string) stringForm {
	if SchemeOf(text) != "" || beginsWith(pct.Lower(text), "jdbc:") {
		return aURI
	}
	name, value, ok := cutText(text, "=")
	switch name = strings.TrimSpace(name); {
	case !ok || name == "" || strings.Trim(pct.Lower(name), "abcdefghijklmnopqrstuvwxyz0123456789_ ") != "":
		return goMySQLish
	case SchemeOf(strings.TrimLeft(value, `"'`)) != "":
		return assignment
	case holds(value, ";"):
		return semicolons
	}
	return keywordish
}

// DriversFor returns the drivers for a connection string, by its scheme or its form. There are
// none if it is a variable's assignment, such as "DATABASE_URL=mysql://h", or of PHP's PDO, such
// as "mysql:host=h".
func DriversFor(text string) []Driver {
	scheme := SchemeOf(text)
	switch formOf(text) {
	case keywordish:
		scheme = "postgresql"
	case semicolons:
		scheme = "sqlserver"
	case aURI:
		if scheme == "" || isPDO(text) {
			return nil
		}
	case assignment:
		return nil
	}
	return DriversOf(scheme)
}

// isPDO reports whether a connection string is that of PHP's PDO: "mysql:host=h;dbname=d", in
// which nothing is percent-decoded, and which is no URI.
func isPDO(text string) bool {
	scheme, rest, _ := cutText(text, ":")
	name, _, ok := cutText(rest, "=")
	return ok && oneOf(pct.Lower(scheme), "mysql pgsql sqlsrv oci dblib") && oneOf(pct.Lower(name), "host unix_socket dbname port charset user password server database sslmode")
}

// familiesOf returns the families of a scheme.
func familiesOf(scheme string) (list []*family) {
	whole := pct.Lower(scheme)
	plain, _, _ := cutText(whole, "+")
	for _, name := range []string{whole, plain} {
		for _, f := range families.Get() {
			if slices.Contains(splitText(f.schemes, " "), name) {
				list = append(list, f)
			}
		}
		if list != nil {
			break
		}
	}
	return list
}

// SchemeOf returns the scheme of a connection URI, or "": what stands before "://" or, if
// there are drivers for it, before the first ":".
//
//go:noinline
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
	if before, _, ok := cutText(uri, ":"); ok && familiesOf(before) != nil {
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

// port returns a port, or that of the server for one that is missing. It is 0 then to
// go-mssqldb.
func (d Driver) port(port string) string {
	if f := d.row.family; port == "" || port == "0" && f.name == "sqlserver" {
		return f.port
	}
	return port
}

// Ports returns the ports of a reading, one for each host and separated by commas: that of
// the server where there is none.
func (d Driver) Ports(r Reading) string {
	ports := splitText(r.Port.Text, ",")
	for i, port := range ports {
		ports[i] = d.port(trimZeros(port))
	}
	for n := strings.Count(r.Host.Text, ","); len(ports) <= n; {
		ports = append(ports, ports[0])
	}
	return joinCommas(ports)
}
