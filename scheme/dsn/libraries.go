package dsn

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

// atoi is that of C.
func atoi(s string) string {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	n, sign := 0, ""
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, s = withoutPrefix(s[:1], "+"), s[1:]
	}
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	if s = trimZeros(s[:n]); s == "" || s == "0" {
		return "0"
	}
	return sign + s
}

// redisCLI is parseRedisUri of redis-cli, and what it sends. Since version 8 hosts may be in
// brackets, and ports are checked.
//
//go:noinline
func redisCLI(eight bool) step {
	return func(s *state) {
		lower := pct.Lower(s.uri)
		switch {
		case beginsWith(lower, "rediss://"):
			s.unknown()
			return
		case firstIndex(s.uri, 0) >= 0:
			s.refuse("")
			return
		case !beginsWith(lower, "redis://"):
			s.refuse("Invalid URI scheme")
			return
		}
		defer defaults("-", "-", "-", "6379", "-")(s)
		rest := s.uri[len("redis://"):]
		put(&s.Host, "127.0.0.1")
		if info, after, ok := cutText(rest, "@"); ok {
			user, password, both := cutText(info, ":")
			if rest = after; !both {
				password = user
			} else {
				put(&s.User, s.redisText(user))
			}
			put(&s.Password, s.redisText(password))
		}
		if rest == "" {
			return
		}
		hosts, path, _ := cutText(rest, "/")
		switch in, ok := afterPrefix(rest, "["); {
		case rest[0] == '/':
		case ok && eight:
			name, after := cutAny(in, "]/")
			put(&s.Host, name)
			if port, ok := afterPrefix(after, "]:"); ok {
				put(&s.Port, atoi(port))
			}
		default:
			name, port, ok := cutText(rest, ":")
			if !ok {
				name = hosts
			} else {
				put(&s.Port, atoi(port))
			}
			put(&s.Host, name)
		}
		if n := s.Port.Text; eight && (beginsWith(n, "-") || len(n) > 5 || len(n) == 5 && n > "65535") {
			s.refuse("Invalid server port.")
		}
		if n := atoi(path); n != "0" {
			put(&s.Database, n)
		}
		if len(s.Database.Text) > 9 || len(s.Port.Text) > 9 {
			s.unknown()
		}
	}
}

// redisText decodes a text of redis-cli, which ends at NUL.
func (s *state) redisText(text string) string {
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		switch _, ok := pct.Octet(text[i:]); {
		case i == len(text)-1:
			s.refuse("Incomplete URI encoding")
		case !ok:
			s.refuse("Illegal character in URI encoding")
		}
		i += 2
	}
	text, _, _ = cutText(s.decode(text, lenientOctets), "\x00")
	return text
}

// rabbitMQ is amqp_parse_url of librabbitmq, which has parts as strings of C.
func rabbitMQ(s *state) {
	const message = "could not parse AMQP URL"
	rest, ok := afterPrefix(s.uri, "amqp://")
	s.User, s.Password, s.Host, s.Port, s.Database = present("guest"), present("guest"), present("localhost"), present("5672"), present("/")
	if !ok {
		if rest, ok = afterPrefix(s.uri, "amqps://"); ok {
			s.Port.Text = "5671"
			s.set("ssl", "1")
		}
	}
	if !ok || firstIndex(s.uri, 0) >= 0 {
		s.refuse(message)
		return
	}
	// next returns what is before the next delimiter, and the delimiter, 0 at the end.
	next := func(delimiters string) (text string, delimiter byte) {
		text, rest = cutAny(rest, delimiters)
		if rest != "" {
			delimiter, rest = rest[0], rest[1:]
		}
		for i := range text {
			if c, ok := pct.Octet(text[i:]); text[i] == '%' && (!ok || c >= 0x80) {
				s.refuse(message)
			}
		}
		text, _, _ = cutText(s.decode(text, lenientOctets), "\x00")
		return text, delimiter
	}
	const all = ":@/?#[]"
	host, delimiter := next(all)
	port, hasPort := "", false
	if delimiter == ':' {
		hasPort = true
		port, delimiter = next(all)
	}
	if delimiter == '@' {
		if s.User.Text = host; hasPort {
			s.Password.Text = port
		}
		hasPort = false
		host, delimiter = next(all)
	}
	if delimiter == '[' {
		before := host
		if host, delimiter = next("/?#[]"); before != "" || hasPort || delimiter != ']' {
			s.refuse(message)
		}
		var after string
		if after, delimiter = next(all); after != "" {
			s.refuse(message)
		}
		s.Host.Text = host
	} else if host != "" {
		s.Host.Text = host
	}
	if delimiter == ':' {
		hasPort = true
		port, delimiter = next(all)
	}
	if hasPort {
		n, err := strconv.ParseInt(strings.TrimLeft(port, " \t\n\v\f\r"), 10, 64)
		if err != nil || n < 0 || n > 65535 {
			s.refuse(message)
		}
		s.Port.Text = strconv.FormatInt(n, 10)
	}
	if delimiter == '/' {
		s.Database.Text, delimiter = next(all)
	}
	if delimiter != 0 {
		s.refuse(message)
	}
}

// nothing is for a driver that reads nothing in a URI.
func nothing(s *state) {
	if _, value, _ := cutText(s.uri, "="); strings.IndexAny(strings.TrimSpace(value), `'"{`) == 0 {
		s.unknown()
	}
	if holdsAny(s.uri, ";") && holds(s.uri, "=") {
		for _, name := range []string{"server", "data source", "addr", "address", "network address", "user", "uid", "user id", "password", "pwd", "database", "initial catalog", "encrypt", "timeout", "connection", "trust", "multi", "application", "port", "authentication", "packet", "pool", "domain", "client", "token", "msi", "tenant", "failover"} {
			if holds(pct.Lower(s.uri), name) {
				s.unknown()
			}
		}
	}
}

// The parser of PHP that drivers call.
var phpURL = lookedUp("php.parse_url@8.2.36")

// splitPHP takes a URI apart as parse_url of PHP does.
func (s *state) splitPHP(uri string) reader.Reading {
	r := phpURL.Get().Read(uri)
	s.read(r, "")
	s.Host = reader.Part{Text: r.Host.Text, Present: r.Host.Present}
	return r
}

// phpNames makes names of variables.
var phpNames = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer(" ", "_", ".", "_", "[", "_")
}}

// parametersPHP sets the options to those of parse_str. Lists are not known.
func (s *state) parametersPHP() {
	numbers := 0
	for _, pair := range splitText(s.query, "&") {
		name, value, _ := cutText(pair, "=")
		name, value = s.decode(name, plusOctets), s.decode(value, plusOctets)
		name = strings.TrimLeft(name, " ")
		name, _, _ = cutText(name, "\x00")
		open := firstIndex(name, '[')
		if name == "" || open == 0 {
			continue
		}
		if open > 0 && firstIndex(name[open:], ']') > 0 {
			s.unknown()
		}
		if n, err := strconv.ParseInt(name, 10, 64); err == nil && strconv.FormatInt(n, 10) == name {
			name = strconv.Itoa(numbers) // array_merge counts anew
			numbers++
		}
		s.set(phpNames.Get().Replace(name), value)
	}
}

// predis is Parameters::create of Predis.
func predis(s *state) {
	uri := s.uri
	if len(uri) >= 7 && strings.EqualFold(uri[:7], "unix://") {
		s.unknown()
		return
	}
	r := s.splitPHP(uri)
	if s.Verdict != reader.Read {
		s.Error = ""
		return
	}
	if holds(s.Host.Text, "[") && holds(s.Host.Text, "]") {
		s.Host.Text = s.Host.Text[1 : len(s.Host.Text)-1]
	}
	for _, p := range []struct {
		name string
		part reader.Part
	}{{"scheme", reader.Part{}}, {"user", r.User}, {"pass", r.Password}, {"path", r.Path}, {"fragment", r.Fragment}} {
		if p.part.Present {
			s.set(p.name, p.part.Text)
		}
	}
	s.User, s.Password = reader.Part{}, reader.Part{}
	s.parametersPHP()
	if len(uri) >= 5 && strings.EqualFold(uri[:5], "redis") {
		if v, ok := s.take("user"); ok && v != "" {
			s.set("username", v)
		}
		if v, ok := s.take("pass"); ok && v != "" {
			s.set("password", v)
		}
		path, _ := s.option("path")
		if number, rest := cutAny(withoutPrefix(path, "/"), "/"); beginsWith(path, "/") {
			digits := len(number) - len(strings.TrimLeft(number, "0123456789"))
			if digits > 0 {
				s.set("database", number[:digits])
				if s.take("path"); digits == len(number) && rest != "" {
					s.set("path", rest)
				}
			}
		}
	}
	s.take("scheme")
	s.move("username password host port database")
	for i, text := range []string{"", "", "127.0.0.1", "6379"} {
		if p := s.Parts()[i]; text != "" && !p.Present {
			put(p, text)
		}
	}
}

// doctrine is DsnParser of Doctrine. driver is that of the first scheme.
//
//go:noinline
func doctrine(driver string) step {
	return func(s *state) {
		r := s.splitPHP(s.uri)
		if s.Verdict != reader.Read {
			s.Error = ""
			return
		}
		if r.Scheme.Present && r.Scheme.Text != "" {
			name := replaced(s.decode(r.Scheme.Text, lenientOctets), "-", "_")
			switch {
			case oneOf(name, "postgresql postgres pgsql"):
				name = "pdo_pgsql"
			case oneOf(name, "mysql mariadb"):
				name = "pdo_mysql"
			case holds(name, "sqlite"):
				s.unknown()
			}
			s.set("driver", name)
		}
		if r.Path.Present {
			path := s.decode(r.Path.Text, lenientOctets)
			put(&s.Database, path[min(1, len(path)):])
		}
		for _, p := range []*reader.Part{&s.User, &s.Password, &s.Host} {
			p.Text = s.decode(p.Text, lenientOctets)
		}
		s.query, _, _ = cutText(s.decode(r.Query.Text, lenientOctets), "\x00")
		s.parametersPHP()
		s.move("user password host port dbname")
		s.knownOptions("driver " + driver)
	}
}
