package dsn

import (
	"cmp"
	"slices"
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

// knownMSSQL are keywords of mssql for Node.js that are no part of an answer, or of one that is
// not known.
const knownMSSQL = "applicationintent;authentication;connection timeout;connect timeout;timeout;connectretryinterval;client id;client secret;current language;language;max pool size;min pool size;msi endpoint;msi secret;multisubnetfailover;packet size;tenant id;token;transaction binding;trustservercertificate;workstation id;wsid;request timeout;stream;useutc;parsejson"

// mssqlNode is parseConnectionString of mssql, which reads keywords and values. A URI is a
// keyword up to its first "=".
func mssqlNode(s *state) {
	given := ""
	for _, o := range s.pairsMSSQL() {
		value := o.Value
		name := cmp.Or(map[string]string{"addr": "data source", "address": "data source", "server": "data source", "network address": "data source", "uid": "user id", "pwd": "password", "database": "initial catalog"}[o.Name], o.Name)
		if again := ";" + name + ";"; holds(given, again) {
			s.unknown() // under two names, of which one counts
		} else {
			given += again
		}
		switch name {
		case "data source":
			s.serverMSSQL(value)
		case "user id":
			domain, user, ok := cutLast(value, `\`)
			if !ok {
				domain, user = "", value
			}
			if put(&s.User, user); domain != "" {
				s.set("domain", domain)
			}
			if user == "" || ok && domain == "" || holds(value, "\n") {
				s.unknown()
			}
		case "password":
			put(&s.Password, value)
		case "initial catalog":
			put(&s.Database, value)
		case "encrypt":
			s.set("encrypt", strconv.FormatBool(!oneOf(pct.Lower(value), "false no 0 ")))
		default:
			if slices.Contains(splitText(knownMSSQL, ";"), o.Name) {
				s.unknown()
			}
		}
	}
}

// serverMSSQL reads the name of a server, an instance and a port.
func (s *state) serverMSSQL(value string) {
	lower := pct.Lower(value)
	if beginsWith(lower, "np:") {
		s.refuse("Connection via Named Pipes is not supported.")
	}
	if beginsWith(lower, "tcp:") {
		value = value[4:]
	}
	server, instance, ok := cutLast(value, `\`)
	if !ok {
		server, instance = value, ""
	}
	server, port, listed := cutLast(server, ",")
	if !listed {
		port = "1433"
	}
	if ok && instance == "" || holdsAny(value, "\n\r") || holds(instance, ",") || strings.TrimSpace(server) != server || strings.TrimSpace(instance) != instance || server == "" {
		s.unknown() // in which versions differ
	}
	if oneOf(pct.Lower(server), ". (.) (localdb) (local)") {
		server = "localhost"
	}
	put(&s.Host, server)
	put(&s.Port, parseInt(port))
	if instance != "" {
		s.set("instanceName", instance)
	}
}

// pairsMSSQL returns the keywords in lower case, and the values, the last of each. A delimiter that
// stands twice is itself, and values may be quoted.
func (s *state) pairsMSSQL() (list []Param) {
	rest, quotes, delimiter, key := s.uri, "", byte('='), ""
	for {
		rest = strings.TrimLeftFunc(rest, isSpaceJS)
		end := delimiter
		i := 0
		if quotes != "" && rest != "" {
			if at := firstIndex(quotes, rest[0]); at >= 0 {
				end, i = "\"'}"[at], 1
			}
		}
		quoted := i > 0
		var value []byte
		for first := !quoted; ; first = false {
			if i == len(rest) {
				if quoted {
					s.refuse("Connection string terminated unexpectedly")
				}
				break
			}
			c := rest[i]
			if i++; c == end && !first {
				if i == len(rest) || rest[i] != end {
					break
				}
				i++
			}
			value = append(value, c)
		}
		text := string(value)
		more := len(value) < len(rest) && i > 0 && rest[i-1] == end
		rest = rest[i:]
		if quoted {
			var behind string
			behind, rest, more = cutText(rest, ";")
			if strings.TrimFunc(behind, isSpaceJS) != "" {
				s.refuse("Malformed connection string")
			}
		} else {
			text = strings.TrimFunc(text, isSpaceJS)
		}
		if delimiter == '=' {
			key, delimiter, quotes = strings.ToLower(text), ';', "\"'{"
		} else {
			list = append(slices.DeleteFunc(list, func(o Param) bool { return o.Name == key }), Param{key, text})
			delimiter, quotes = '=', ""
		}
		if !more || s.Verdict != reader.Read {
			return list
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
