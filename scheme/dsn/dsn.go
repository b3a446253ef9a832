// Package dsn reads and writes the connection URIs of databases and brokers,
// whose passwords often hold the characters that delimit a URI.
//
//	d, _ := dsn.Parse("postgresql://app@db.example/shop")
//	d.Userinfo, d.Password = dsn.UserAndPassword, "p@ss:w/rd%"
//	d.Build() // "postgresql://app:p%40ss%3Aw%2Frd%25@db.example/shop", nil
//
// The scheme says what is known about the rest: PostgreSQL (libpq 15), MySQL
// and its X protocol, MongoDB (the drivers' Connection String specification),
// AMQP 0-9-1 (the RabbitMQ URI specification) and Redis (the registration of its
// scheme). The specifications and libpq decode strictly, every component once, and read
// '+' as itself; drivers differ, so test the one that you use. Of 30 that were run on 188
// URIs (in November 2026; psycopg2 2.9.5 for libpq 15.18, pgx 5.13.0, lib/pq 1.12.3,
// asyncpg 0.27.0, SQLAlchemy 1.4.46, node-postgres 8.23.1, postgres.js 3.4.9, mysql2 3.24.6,
// mariadb 3.5.4, mongodb 7.9.0, mongo-driver 2.10.0, pymongo 3.11.0, ioredis 5.11.1,
// node-redis 6.3.1, go-redis 9.23.0, rueidis 1.0.79, redigo 1.9.3, redis-py 4.3.4,
// redis-cli 7.0.15, amqplib 2.3.1, amqp091-go 1.16.0, pika 1.2.0, kombu 5.2.4, librabbitmq
// 0.11.0 and others):
//
//   - The user and the password that [DSN.Build] writes are read as they were meant, but
//     by librabbitmq, which refuses escapes beyond ASCII, mongodb-connection-string-url,
//     which hands them on as they are, and Go's MySQL driver, which reads no URI. A raw '+'
//     in them is a space to pymongo.
//   - A '+' in a parameter is a space to 8 of 11 drivers of PostgreSQL (not to libpq,
//     psycopg 3 and pgx), to 4 of 5 of MySQL and to all four of MongoDB. All read %2B,
//     which Build writes, as '+'.
//   - The database is decoded by 5 of 11 drivers of PostgreSQL and by 2 of 5 of MySQL. Three
//     of PostgreSQL (node-postgres and what uses its parser) leave escapes of delimiters,
//     such as %2F, and the other six decode nothing.
//   - "redis://secret@h" has a password for redis-cli and redigo, and a user for the other
//     six clients; redis-cli logs in as the user "" with "redis://:secret@h". All eight log
//     in with "redis://default:secret@h", which Redis understands from version 6 on.
//   - "amqp://h/" is the virtual host "" for the specification and librabbitmq, and "/" for
//     the four other clients. All five read "amqp://h/%2F" as "/".
//
// [ParseSQLite] is for the URI filenames of SQLite, which are decoded leniently. The strings
// of JDBC, of ODBC and of Go's MySQL driver are not URIs and have rules of their own.
//
// The API of this package may still change.
package dsn

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// A Format is the set of rules that a scheme stands for.
type Format uint8

// The formats.
const (
	_          Format = iota
	PostgreSQL        // postgresql:, postgres:; several hosts; no NUL
	MySQL             // mysql:, mysqlx:
	MongoDB           // mongodb:, mongodb+srv:; several hosts, one without a port for the latter; one ':' in userinfo; no / \ " $ and space in a database
	AMQP              // amqp:, amqps:; one path segment, the virtual host
	Redis             // redis:, rediss:
)

var formatNames = []string{"unknown", "PostgreSQL", "MySQL", "MongoDB", "AMQP", "Redis"}

// String returns the name of the database, such as "PostgreSQL".
func (f Format) String() string { return words.Of(formatNames, f) }

var schemes = lazy.Value[map[string]Format]{Make: func() map[string]Format {
	return map[string]Format{
		"postgresql": PostgreSQL, "postgres": PostgreSQL, "mysql": MySQL, "mysqlx": MySQL,
		"mongodb": MongoDB, "mongodb+srv": MongoDB, "amqp": AMQP, "amqps": AMQP, "redis": Redis, "rediss": Redis,
	}
}}

// FormatOf returns the format that a scheme stands for, in any case, and whether it is
// one of a database or a broker that this package knows.
func FormatOf(scheme string) (f Format, ok bool) {
	f, ok = schemes.Get()[strings.ToLower(scheme)]
	return f, ok
}

func (f Format) severalHosts() bool { return f == PostgreSQL || f == MongoDB }

const (
	mongoSRV  = "mongodb+srv"
	mongoName = "/\\ \"$" // what the name of a database cannot hold
)

// checkMongo checks what the Connection String specification of MongoDB demands
// beyond the syntax. It returns the index of a wrong host and that of a wrong byte
// in the database, or -1.
func (d *DSN) checkMongo() (host, database int) {
	host = slices.IndexFunc(d.Hosts, func(h Host) bool {
		return h.Name == "" || h.Port != "" && (strings.Trim(h.Port, "0") == "" || d.Scheme == mongoSRV)
	})
	if d.Scheme == mongoSRV && len(d.Hosts) > 1 && host != 0 {
		host = 1
	}
	return host, strings.IndexAny(d.Database, mongoName)
}

// A DSN is the content of a connection URI, decoded.
type DSN struct {
	Scheme   string // in lower case
	Userinfo UserinfoKind
	User     string
	Password string
	Hosts    []Host // one, or several where the format knows that
	Path     PathKind
	Database string // the database, its number, or the virtual host, if Path is HasPath
	Params   []Param
}

// Format returns the format that the scheme of d stands for, or 0.
//
//go:noinline
func (d DSN) Format() Format { return schemes.Get()[d.Scheme] }

// UserinfoKind says what is before the '@'.
type UserinfoKind uint8

// The kinds of userinfo.
const (
	NoUserinfo      UserinfoKind = iota // no '@'
	UserOnly                            // user@
	UserAndPassword                     // user:password@, either of which may be empty
)

var userinfoKindNames = []string{"none", "user", "user and password"}

// String returns "none", "user" or "user and password".
func (u UserinfoKind) String() string { return words.Of(userinfoKindNames, u) }

// PathKind says whether there is a path. For AMQP no path is the default
// virtual host and an empty one is the virtual host named "".
type PathKind uint8

// The kinds of paths.
const (
	NoPath  PathKind = iota
	HasPath          // a '/' and Database after it
)

var pathKindNames = []string{"none", "path"}

// String returns "none" or "path".
func (p PathKind) String() string { return words.Of(pathKindNames, p) }

// A Host is a name, an address or the path of a socket, with a port or "".
type Host struct {
	Name string // an IPv6 address is without brackets
	Port string // digits
}

// A Param is a parameter after the question mark.
type Param struct {
	Name, Value string
}

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape and
// percent.InvalidByte.
const (
	UnknownScheme percent.Reason = "unknown scheme"
	MissingSlash  percent.Reason = "missing '//'"        // after the scheme
	InvalidPort   percent.Reason = "invalid port"        // not 0 to 65535
	InvalidHost   percent.Reason = "invalid host"        // no address in the brackets, one host too many, or none
	ForbiddenNUL  percent.Reason = "forbidden value %00" // what libpq says of it
	MissingName   percent.Reason = "missing name"        // of a parameter
	MissingEquals percent.Reason = "missing '='"         // between name and value of a parameter
)

const syntax pct.Format = "dsn"

// parser reads a URI.
type parser struct {
	s      string
	format Format
}

func (p parser) fail(i, end int, r percent.Reason) error {
	text := p.s[i:min(end, len(p.s))]
	worded := r == InvalidPort && strings.Trim(text, ":+-0123456789") != "" || r == UnknownScheme && !isScheme(text)
	if worded || (r == InvalidPort || r == InvalidHost) && strings.IndexByte(p.s[min(end, len(p.s)):], '@') >= 0 {
		end = i // it may be the beginning of a password, which no message may show
	}
	return syntax.Error(p.s, i, end, r)
}

// Parse parses a connection URI. A raw '@' in a password is an error, and so is
// a raw '/', which makes a bad port of what is before it: nothing is guessed. A raw
// '?' before the first '@' is part of the user or the password for PostgreSQL, as
// libpq reads it, and begins the parameters for the others. A '#' is an error, although
// libpq reads it as data. An address in brackets
// is decoded, too: %25 is before its zone. For PostgreSQL an escaped ',' in a host is
// an error, because libpq splits its hosts after it has decoded them, and so is a
// second '=' in a parameter. The error is a *percent.SyntaxError. Its Bytes never
// hold more of a password than a byte or an escape.
//
// Case does not matter in a scheme, by RFC 3986. libpq knows postgresql:
// and postgres: in lower case only, which is what Build writes.
func Parse(s string) (DSN, error) {
	var d DSN
	scheme, rest, ok := strings.Cut(s, ":")
	d.Scheme = pct.Lower(scheme)
	p := parser{s, d.Format()}
	if !ok || p.format == 0 {
		return d, p.fail(0, len(scheme), UnknownScheme)
	}
	at := len(scheme) + 1
	if !strings.HasPrefix(rest, "//") {
		return d, p.fail(at, at+1, MissingSlash)
	}
	at += 2
	if i := strings.IndexByte(s, '#'); i >= 0 {
		return d, p.fail(i, i+1, percent.InvalidByte)
	}
	end := len(s)
	from := at // where a '?' can stand
	if p.format == PostgreSQL {
		// libpq looks for the first '@' up to the first slash, and then for a '?'.
		from += max(0, strings.IndexByte(s[at:at+pct.Until(s[at:], '/')], '@'))
	}
	question := strings.IndexByte(s[from:], '?')
	if question >= 0 {
		question += from
		end = question
	}
	authority := at + pct.Until(s[at:end], '/')
	var err error
	if i := strings.LastIndexByte(s[at:authority], '@'); i >= 0 {
		if err = p.userinfo(&d, at, at+i); err != nil {
			return d, err
		}
		at += i + 1
	}
	if d.Hosts, err = p.hosts(at, authority); err != nil {
		return d, err
	}
	if authority < end {
		d.Path = HasPath
		if i := strings.IndexByte(s[authority+1:end], '/'); i >= 0 && p.format == AMQP {
			return d, p.fail(authority+1+i, authority+2+i, percent.InvalidByte)
		}
		if d.Database, err = p.decode(authority+1, end, databaseReader); err != nil {
			return d, err
		}
	}
	if p.format == MongoDB {
		if err = p.mongo(&d, at, authority); err != nil {
			return d, err
		}
	}
	if question >= 0 {
		d.Params, err = p.params(question + 1)
	}
	return d, err
}

// mongo returns the error for what checkMongo finds. The hosts begin at at, the
// database after the slash at authority.
func (p parser) mongo(d *DSN, at, authority int) error {
	host, database := d.checkMongo()
	if len(d.Hosts) == 0 {
		return p.fail(at, at+1, InvalidHost)
	}
	if host >= 0 {
		for range host {
			at += strings.IndexByte(p.s[at:], ',') + 1
		}
		end := at + pct.Until(p.s[at:authority], ',')
		reason := InvalidHost
		if d.Hosts[host].Port != "" && d.Hosts[host].Name != "" && (d.Scheme != mongoSRV || host == 0) {
			reason = InvalidPort
			at = strings.LastIndexByte(p.s[:end], ':') + 1
		}
		return p.fail(at, end, reason)
	}
	if database >= 0 {
		at = pct.Index(p.s, authority+1, database)
		return p.fail(at, pct.Unit(p.s, at), percent.InvalidByte)
	}
	return nil
}

func (p parser) userinfo(d *DSN, at, end int) (err error) {
	d.Userinfo = UserOnly
	user := end
	if i := strings.IndexByte(p.s[at:end], ':'); i >= 0 {
		d.Userinfo = UserAndPassword
		user = at + i
		if d.Password, err = p.decode(user+1, end, p.passwordReader()); err != nil {
			return err
		}
	}
	d.User, err = p.decode(at, user, p.userReader())
	return err
}

func (p parser) userReader() *percent.Encoding {
	if p.format == PostgreSQL {
		return libpqReader
	}
	return userinfoReader
}

func (p parser) passwordReader() *percent.Encoding {
	if p.format == MongoDB {
		return colonlessReader
	}
	return p.userReader()
}

func (p parser) hosts(at, end int) ([]Host, error) {
	if at == end {
		return nil, nil
	}
	var list []Host
	for i := at; i <= end; {
		n := pct.Until(p.s[i:end], ',')
		if len(list) == 1 && !p.format.severalHosts() {
			return list, p.fail(i-1, i, InvalidHost)
		}
		h, err := p.host(i, i+n)
		if err != nil {
			return list, err
		}
		list = append(list, h)
		i += n + 1
	}
	if len(list) == 1 && list[0] == (Host{}) {
		return nil, nil // a colon alone
	}
	return list, nil
}

func (p parser) host(i, end int) (h Host, err error) {
	name := end
	if i < end && p.s[i] == '[' {
		n := strings.IndexByte(p.s[i:end], ']')
		if n < 0 {
			return h, p.fail(i, end, InvalidHost)
		}
		if h.Name, err = p.decode(i+1, i+n, addressReader); err != nil {
			return h, err
		}
		if addr, err := netip.ParseAddr(h.Name); err != nil || !addr.Is6() {
			return h, p.fail(i, i+n+1, InvalidHost)
		}
		name = i + n + 1
		if name < end && p.s[name] != ':' {
			return h, p.fail(name, name+1, InvalidHost)
		}
	} else {
		if n := strings.IndexByte(p.s[i:end], ':'); n >= 0 {
			name = i + n
		}
		if h.Name, err = p.decode(i, name, hostReader); err != nil {
			return h, err
		}
	}
	if p.format == PostgreSQL && strings.IndexByte(h.Name, ',') >= 0 {
		at := i
		for !strings.EqualFold(p.s[at:at+len("%2C")], "%2C") {
			at++
		}
		return h, p.fail(at, at+len("%2C"), percent.InvalidByte)
	}
	if name < end {
		h.Port = p.s[name+1 : end]
		if !validPort(h.Port) {
			return h, p.fail(name+1, end, InvalidPort)
		}
	}
	return h, nil
}

func validPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil || s == ""
}

func (p parser) params(at int) ([]Param, error) {
	var list []Param
	for i := at; i < len(p.s); {
		n := pct.Until(p.s[i:], '&')
		name, _, ok := strings.Cut(p.s[i:i+n], "=")
		switch {
		case name == "":
			return list, p.fail(i, i+1, MissingName)
		case !ok:
			return list, p.fail(i+n, i+n+1, MissingEquals)
		}
		var param Param
		var err error
		if param.Name, err = p.decode(i, i+len(name), nameReader); err != nil {
			return list, err
		}
		reader := valueReader
		if p.format == PostgreSQL {
			reader = equalsReader
		}
		if param.Value, err = p.decode(i+len(name)+1, i+n, reader); err != nil {
			return list, err
		}
		list = append(list, param)
		i += n + 1
	}
	return list, nil
}

// The readers of the parts: what they accept unescaped.
var (
	userinfoReader  = readerOf(percent.UserinfoSet)
	libpqReader     = readerOf(percent.UserinfoSet.Add("?"))
	colonlessReader = readerOf(percent.UserinfoSet.Remove(":"))
	hostReader      = readerOf(percent.RegNameSet)
	addressReader   = readerOf(percent.RegNameSet.Add(":"))
	databaseReader  = readerOf(percent.PathSet)
	nameReader      = readerOf(percent.QuerySet)
	valueReader     = readerOf(percent.QuerySet.Add("[]"))
	equalsReader    = readerOf(percent.QuerySet.Add("[]").Remove("="))
)

// readerOf returns an encoding whose decoder takes raw bytes of allowed and those
// beyond ASCII.
func readerOf(allowed percent.ByteSet) *percent.Encoding {
	return percent.RFC3986.WithRaw(percent.ASCII.Complement().Union(allowed))
}

// decode decodes s[i:end].
func (p parser) decode(i, end int, e *percent.Encoding) (string, error) {
	text, err := e.Decode(p.s[i:end])
	if err != nil {
		return "", syntax.Shift(err, p.s, i)
	}
	if p.format == PostgreSQL && strings.IndexByte(text, 0) >= 0 {
		at := i + strings.Index(p.s[i:end], "%00")
		return "", p.fail(at, at+3, ForbiddenNUL)
	}
	return text, nil
}

// Build returns d as a URI, without the parts that d does not have. For Redis, a password
// without a user gets the user "default", whose password it is: redis-cli does not log in
// by a URI with an empty user. The error, a
// *percent.SyntaxError, reports an unknown scheme, an invalid port, several hosts
// where the format has one, a parameter without a name, NUL in a URI of PostgreSQL
// and ',' in the name of its hosts, which libpq takes for the end of the name, and
// for MongoDB a host or database that its drivers refuse.
func (d DSN) Build() (string, error) {
	format := schemes.Get()[pct.Lower(d.Scheme)]
	if format == 0 {
		return "", pct.In("Scheme", syntax.Error(d.Scheme, 0, len(d.Scheme), UnknownScheme))
	}
	if len(d.Hosts) > 1 && !format.severalHosts() {
		return "", pct.In("2nd host", syntax.Error(d.Hosts[1].Name, 0, len(d.Hosts[1].Name), InvalidHost))
	}
	if format == MongoDB {
		d.Scheme = pct.Lower(d.Scheme)
		host, database := d.checkMongo()
		switch {
		case len(d.Hosts) == 0:
			return "", syntax.Missing("Hosts", InvalidHost)
		case host >= 0:
			return "", pct.In(pct.Nth(host)+" host", syntax.Error(d.Hosts[host].Name, 0, len(d.Hosts[host].Name), InvalidHost))
		case database >= 0:
			return "", pct.In("Database", syntax.Error(d.Database, database, database+1, percent.InvalidByte))
		}
	}
	b := append([]byte(pct.Lower(d.Scheme)), "://"...)
	var bad error
	add := func(field, before, s string) {
		if i := strings.IndexByte(s, 0); i >= 0 && format == PostgreSQL && bad == nil {
			bad = pct.In(field, syntax.Error(s, i, i+1, ForbiddenNUL))
		}
		b = percent.RFC3986.AppendEncode(append(b, before...), []byte(s))
	}
	if format == Redis && d.Userinfo == UserAndPassword && d.User == "" && d.Password != "" {
		d.User = "default" // redis-cli 7.0.15 logs in as the user "" with "redis://:password@host"
	}
	if d.Userinfo != NoUserinfo {
		add("User", "", d.User)
		if d.Userinfo == UserAndPassword {
			add("Password", ":", d.Password)
		}
		b = append(b, '@')
	}
	for i, h := range d.Hosts {
		host := "Host"
		if len(d.Hosts) > 1 {
			host = pct.Nth(i) + " host"
		}
		if i > 0 {
			b = append(b, ',')
		}
		if at := strings.IndexByte(h.Name, ','); at >= 0 && format == PostgreSQL {
			return "", pct.In(host, syntax.Error(h.Name, at, at+1, percent.InvalidByte))
		}
		if addr, err := netip.ParseAddr(h.Name); err == nil && addr.Is6() {
			address, zone, _ := strings.Cut(h.Name, "%")
			b = append(append(b, '['), address...)
			if zone != "" {
				add(host, "%25", zone)
			}
			b = append(b, ']')
		} else {
			add(host, "", h.Name)
		}
		if !validPort(h.Port) {
			return "", pct.In(host+", port", syntax.Error(h.Port, 0, len(h.Port), InvalidPort))
		}
		if h.Port != "" {
			b = append(append(b, ':'), h.Port...)
		}
	}
	if d.Path == HasPath {
		add("Database", "/", d.Database)
	}
	separator := "?"
	for i, p := range d.Params {
		if p.Name == "" {
			return "", syntax.Missing(pct.Nth(i)+" parameter", MissingName)
		}
		add(pct.Nth(i)+" parameter, name", separator, p.Name)
		add(p.Name, "=", p.Value)
		separator = "&"
	}
	if bad != nil {
		return "", bad
	}
	return string(b), nil
}
