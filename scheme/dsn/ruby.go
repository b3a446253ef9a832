package dsn

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

// The parsers of Ruby that drivers call.
var (
	ruby31 = lookedUp("ruby.uri@3.1.7")
	ruby33 = lookedUp("ruby.uri@3.3.8")
)

// splitRuby takes a URI apart as URI.parse of Ruby does.
//
//go:noinline
func splitRuby(parser *lazy.Value[reader.Reader]) step {
	return func(s *state) {
		r := parser.Get().Read(s.uri)
		s.read(r, "")
		s.Host.Present = s.Host.Text != "" || parser == ruby33 && r.Host.Present
		s.Port.Present = s.Port.Text != ""
	}
}

// rubyRows returns the drivers of Ruby for PostgreSQL or MySQL.
func rubyRows(r *rows, adapter, adapter7 string) {
	sequel := sequel{adapter}.read
	driver := map[string]string{"postgresql": "pdo_pgsql", "mysql": "pdo_mysql"}[adapter]
	r.octets("doctrine|3.6.1|DsnParser::parse of Doctrine DBAL", doctrine(driver))
	r.octets("activerecord|6.1.7.10|ActiveRecord's DATABASE_URL", activeRecord{adapter, false}.read)
	r.octets("activerecord|7.2.4|ActiveRecord's DATABASE_URL", activeRecord{adapter7, true}.read)
	r.octets("sequel|5.63.0|Sequel.connect", splitRuby(ruby31), sequel)
	r.octets("sequel|5.109.0|Sequel.connect", splitRuby(ruby33), sequel)
}

// nullRuby stands for nil.
const nullRuby = "\xffnil\xff"

// sequel is connect of Sequel. Adapters that it has are known by their scheme.
type sequel struct{ scheme string }

// settingsSequel are options that Sequel itself reads.
const settingsSequel = "adapter servers extensions preconnect_extensions max_connections pool_timeout pool_class single_threaded preconnect logger loggers sql_log_level log_warn_duration log_connection_info cache_schema check_string_typecast_bytesize default_string_column_size quote_identifiers keep_reference test after_connect before_preconnect connect_sqls name identifier_input_method identifier_output_method adapter_class uri orig_opts url"

func (q sequel) read(s *state) {
	switch {
	case beginsWith(s.uri, "jdbc:") || beginsWith(s.uri, "do:"):
		s.refuse("")
	case q.scheme == "postgresql" && !oneOf(s.scheme, "postgresql postgres"), q.scheme == "mysql" && !oneOf(s.scheme, "mysql mysql2"):
		if oneOf(s.scheme, "postgres postgresql mysql mysql2 sqlite mock amalgalite ado ibmdb odbc oracle sqlanywhere tinytds trilogy ") {
			s.unknown()
		}
		s.refuse("")
	}
	if i := firstIndex(s.path, '/'); i >= 0 && (i == 0 || s.hostPort != "") {
		put(&s.Database, s.path[i+1:])
	}
	for _, pair := range splitText(s.query, "&") {
		fields := splitText(pair, "=")
		value := nullRuby
		if len(fields) > 1 && (fields[1] != "" || strings.Trim(pair[len(fields[0]):], "=") != "") {
			value = fields[1]
		}
		if fields[0] == "username" {
			s.unknown()
		}
		if fields[0] != "" {
			s.set(fields[0], value)
		}
	}
	s.move("user password host port database")
	for _, p := range all(s) {
		if p.Text = s.decode(p.Text, lenientOctets); p.Text == nullRuby {
			*p = reader.Part{}
		}
	}
	options := s.options
	s.options, s.index = nil, nil
	for _, o := range options {
		if oneOf(o.Name, settingsSequel) {
			s.unknown()
		}
		if o.Value != nullRuby {
			s.set(o.Name, s.decode(o.Value, lenientOctets))
		}
	}
}

// activeRecord is ConnectionUrlResolver. adapter is that of the first scheme, and optionsFirst
// is set if options come before the parts.
type activeRecord struct {
	adapter      string
	optionsFirst bool
}

// uri2396 is the expression of Ruby's parser for RFC 2396: scheme, opaque part, userinfo, host,
// port, registry, path, query.
var uri2396 = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	const (
		escape = `%[a-fA-F\d]{2}`
		mark   = `\-_.!~*'()a-zA-Z\d`
		uric   = `(?:[` + mark + `;/?:@&=+$,\[\]]|` + escape + `)`
		pchar  = `(?:[` + mark + `:@&=+$,;/]|` + escape + `)`
		server = `(?:(?:((?:[` + mark + `;:&=+$,]|` + escape + `)*)@)?((?:[a-zA-Z0-9\-.]|` + escape + `)+|\[[0-9a-fA-F:.]*\])(?::(\d*))?)?`
	)
	return regexp.MustCompile(`^\s*(?:([a-zA-Z][\-+.a-zA-Z\d]*):(?:((?:[` + mark + `;?:@&=+$,]|` + escape + `)` + uric + `*)|(?://(?:` + server + `|((?:[` + mark + `$,;:@&=+]|` + escape + `)+)))?(/` + pchar + `*)?(?:\?(` + uric + `*))?))(?:#` + uric + `*)?\s*$`)
}}

// characters2396 is what has no other characters than those of RFC 2396.
var characters2396 = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:[\-_.!~*'()a-zA-Z\d;/?:@&=+$,\[\]#]|%[a-fA-F\d]{2})*\s*$`)
}}

func (a activeRecord) read(s *state) {
	m := uri2396.Get().FindStringSubmatch(s.uri)
	switch {
	case m == nil && !holds(s.uri, "://") && characters2396.Get().MatchString(s.uri):
		s.unknown() // a reference
		return
	case m == nil:
		s.refuse("")
		return
	case m[6] != "" || m[2]+m[4]+m[7] == "" || m[4] == "[]":
		s.refuse("")
		return
	}
	s.scheme = pct.Lower(m[1])
	opaque, query, _ := cutText(m[2], "?")
	if opaque == "" {
		query = m[8]
		user, password, _ := cutText(m[3], ":")
		s.User.Text, s.Password.Text, s.Host.Text, s.Port.Text = user, password, withoutSuffix(withoutPrefix(m[4], "["), "]"), trimZeros(m[5])
		s.Database.Text = withoutPrefix(m[7], "/")
	} else {
		s.Database.Text = opaque
	}
	absentIfEmpty(all)(s)
	adapter := replaced(s.scheme, "-", "_")
	switch {
	case adapter == "postgres":
		adapter = "postgresql"
	case a.optionsFirst && adapter == "mysql":
		adapter = "mysql2"
	case beginsWith(adapter, "sqlite"):
		s.unknown()
	}
	if query = strings.TrimRight(query, "&"); beginsWith(query, "&") || holds(query, "&&") {
		s.refuse("")
	}
	for _, pair := range splitText(query, "&") {
		if name, value, _ := cutText(pair, "="); pair != "" {
			s.set(replaced(name, "'", "%27"), value)
		}
	}
	five := "username password host port database"
	if a.optionsFirst || opaque != "" {
		s.move(five)
	}
	s.keep(func(o Param) bool { return o.Value != "" && !oneOf(o.Name, five) })
	s.setFirst("adapter", adapter)
	if !a.optionsFirst {
		s.set("adapter", adapter)
	}
	for _, p := range all(s) {
		p.Text = s.decode(p.Text, lenientOctets)
	}
	for i := range s.options {
		s.options[i].Value = s.decode(s.options[i].Value, lenientOctets)
	}
	absentIfEmpty(all)(s)
	s.knownOptions("adapter " + a.adapter)
}

// leadingInt is String#to_i of Ruby.
func leadingInt(s string) string {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	sign := ""
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, s = withoutPrefix(s[:1], "+"), s[1:]
	}
	n := 0
	for n < len(s) && ('0' <= s[n] && s[n] <= '9' || s[n] == '_' && n > 0 && s[n-1] != '_' && n+1 < len(s) && '0' <= s[n+1] && s[n+1] <= '9') {
		n++
	}
	if s = trimZeros(replaced(s[:n], "_", "")); s == "" || s == "0" {
		return "0"
	}
	return sign + s
}

// redisRuby4 is Redis.new of redis-rb before version 5.
func redisRuby4(s *state) {
	switch s.scheme {
	case "unix":
		s.Host, s.Port, s.User, s.Password, s.Database = present(s.path), reader.Part{}, reader.Part{}, reader.Part{}, present("0")
		return
	case "redis", "rediss":
	default:
		s.refuse("")
		return
	}
	put(&s.Database, leadingInt(withoutPrefix(s.path, "/")))
	if s.path == "" || !beginsWith(s.path, "/") && s.hostPort == "" {
		s.Database.Text = "0"
	}
	for _, p := range credentials(s) {
		p.Text = s.decode(p.Text, plusOctets)
		p.Present = p.Text != ""
	}
	defaults("-", "-", "127.0.0.1", "6379", "0")(s)
	if s.scheme == "rediss" {
		s.set("ssl", "true")
	}
}

// redisRuby is Redis.new of redis-rb since version 5.
func redisRuby(s *state) {
	unix := oneOf(s.scheme, "unix ")
	if !unix && !oneOf(s.scheme, "redis rediss") {
		s.refuse("Unknown URL scheme")
		return
	}
	user, password := s.User, s.Password
	if !password.Present {
		s.User = reader.Part{}
	}
	switch {
	case user.Present && !password.Present:
		put(&s.Password, s.decode(user.Text, plusOctets))
	case user.Present:
		s.Password.Text = s.decode(password.Text, plusOctets)
	}
	db := withoutPrefix(s.path, "/")
	if opaque := s.path != "" && s.path[0] != '/' && s.hostPort == ""; unix || opaque || db == "" {
		db = ""
		for _, pair := range splitText(s.query, "&") {
			if name, value, _ := cutText(pair, "="); s.decode(name, plusOctets) == "db" {
				db = s.decode(value, plusOctets)
				break
			}
		}
	}
	put(&s.Database, "0")
	if db != "" {
		n, err := strconv.ParseInt(db, 0, 64)
		if err != nil {
			s.refuse("invalid value for Integer()")
		}
		s.Database.Text = strconv.FormatInt(n, 10)
	}
	if unix {
		s.unknown()
	}
	defaults("default", "-", "localhost", "6379", "-")(s)
	if s.scheme == "rediss" {
		s.set("ssl", "true")
	}
}

// bunny is Bunny.new, in which escapes are decoded by d.
type bunny struct{ d decoder }

func (b bunny) read(s *state) {
	if !oneOf(s.scheme, "amqp amqps") {
		s.refuse("Connection URI must use amqp or amqps schema")
		return
	}
	for _, p := range credentials(s) {
		p.Text = s.decode(p.Text, b.d)
	}
	if path, ok := afterPrefix(s.path, "/"); ok {
		if holds(path, "/") {
			s.refuse("")
		}
		put(&s.Database, s.decode(path, b.d))
	}
	if s.Host.Present = s.Host.Text != ""; holds(s.Host.Text, ":") {
		s.Host.Text = "[" + s.Host.Text + "]"
	} else if holds(s.uri, "@["+s.Host.Text+"]") || holds(s.uri, "://["+s.Host.Text+"]") {
		s.refuse("")
	}
	if s.scheme == "amqps" && s.Port.Text == "" {
		put(&s.Port, "5671")
	}
	if s.hasQuery {
		s.bunnyOptions(b.d)
	}
	for i, text := range []string{"guest", "guest", "127.0.0.1", "5672", "/"} {
		if p := s.Parts()[i]; !p.Present {
			put(p, text)
		}
	}
}

func (s *state) bunnyOptions(d decoder) {
	query := s.query
	if d == plusOctets {
		query = replaced(query, ";", "&") // as CGI.parse did
	}
	s.set("channel_max", "0")
	values := map[string]int{} // how many an option has
	for _, pair := range splitText(query, "&") {
		name, value, ok := cutText(pair, "=")
		if name = s.decode(name, plusOctets); oneOf(name, "verify fail_if_no_peer_cert cacertfile certfile keyfile") {
			if s.scheme != "amqps" {
				s.refuse("The option '" + name + "' can only be used in URIs that use amqps schema")
			}
			s.unknown() // files may be read
		}
		if !oneOf(name, "channel_max heartbeat connection_timeout auth_mechanism") {
			continue
		}
		values[name] += 0
		if !ok && d == plusOctets {
			continue // CGI.parse knows no value without "="
		}
		if values[name]++; name == "channel_max" {
			s.set(name, leadingInt(s.decode(value, plusOctets)))
		}
	}
	for _, n := range values {
		if n != 1 {
			s.refuse("undefined method")
		}
	}
}

// mongoRuby is URI.get of the driver of Ruby.
func mongoRuby(s *state) {
	scheme, rest, _ := cutText(s.uri, "://")
	if scheme == "mongodb+srv" {
		defer s.needsDNS()
		scheme = "mongodb"
	}
	if scheme != "mongodb" || rest == "" {
		s.refuse("")
		return
	}
	before, query, hasQuery := cutText(rest, "?")
	hosts, database, _ := cutText(before, "/")
	if holds(query, "?") || holds(database, "/") || before == "" {
		s.refuse("")
	}
	if info, after, ok := cutText(hosts, "@"); ok {
		user, password, _ := cutText(info, ":")
		s.User, s.Password, hosts = present(s.mongoRubyPart(user)), reader.Part{Text: s.mongoRubyPart(password), Present: password != ""}, after
	}
	if hosts == "" || holds(hosts, "@") || holdsAny(database, ":/@") {
		s.refuse("")
		return
	}
	var list []string
	if hosts = strings.TrimRight(hosts, ","); hosts != "" {
		for _, host := range splitText(hosts, ",") {
			list = append(list, s.mongoRubyHost(s.decode(host, lenientOctets)))
		}
	}
	put(&s.Host, joinCommas(list))
	put(&s.Database, "admin")
	if database != "" {
		s.Database.Text = s.decode(database, lenientOctets)
	}
	if !hasQuery {
		return
	}
	for _, pair := range splitText(strings.TrimRight(query, "&"), "&") {
		name, value, ok := cutText(pair, "=")
		if pair == "" {
			continue
		}
		if !ok {
			s.refuse("")
			return
		}
		name, value = pct.Lower(s.decode(name, lenientOctets)), s.decode(value, lenientOctets)
		if pct.InvalidUTF8(name) >= 0 {
			s.refuse("")
		}
		switch name {
		case "appname":
			s.setFirst("app_name", value)
		case "replicaset":
			s.setFirst("replica_set", value)
		case "ssl", "tls":
			before, ok := s.option("ssl")
			if !oneOf(value, "true false") || ok && before != value {
				s.refuse("")
			}
			s.set("ssl", value)
		case "authsource":
			if s.setFirst("auth_source", value); value == "$external" {
				s.unknown()
			}
		default:
			kind := s.plainMongo(name, value)
			own, ok := mongoRubyNames[name]
			switch {
			case name == "w" && value == "majority":
				s.setFirst("write_concern", `{"w"=>:majority}`)
			case name == "w" && len(value) == 1 && isDigits(value):
				s.setFirst("write_concern", `{"w"=>`+value+"}")
			case kind == "word" && name == "readpreference":
				mode, rest, _ := cutText(value, "P")
				if rest != "" {
					mode += "_p" + rest
				}
				s.setFirst("read", `{"mode"=>:`+mode+"}")
			case kind == "word":
				s.setFirst("auth_mech", map[string]string{"SCRAM-SHA-1": "scram", "SCRAM-SHA-256": "scram256"}[value])
			case kind == "readconcernlevel":
				s.setFirst("read_concern", `{"level"=>:`+value+"}")
			case kind == "compressors":
				s.setFirst(name, `["`+value+`"]`)
			case ok && (kind == "milliseconds" || kind == "localthresholdms"):
				s.setFirst(own, seconds(value))
			case ok && kind != "":
				s.setFirst(own, value)
			case oneOf(name, mongoNumbers) || oneOf(name, mongoTruths) || oneOf(name, "w j journal fsync connect compressors authmechanism authmechanismproperties readpreference readpreferencetags readconcernlevel srvmaxhosts srvservicename servermonitoringmode waitqueuetimeoutms wtimeout") ||
				beginsWith(name, "tls") && name != "tlsmode" || beginsWith(name, "ssl") && name != "sslmode":
				s.unknown()
			}
		}
	}
}

// mongoRubyNames are options of Ruby's driver, by the names in a URI.
var mongoRubyNames = map[string]string{
	"retrywrites": "retry_writes", "retryreads": "retry_reads", "directconnection": "direct_connection", "maxpoolsize": "max_pool_size", "connecttimeoutms": "connect_timeout",
	"sockettimeoutms": "socket_timeout", "serverselectiontimeoutms": "server_selection_timeout", "maxidletimems": "max_idle_time",
	"heartbeatfrequencyms": "heartbeat_frequency", "localthresholdms": "local_threshold", "minpoolsize": "min_pool_size", "waitqueuetimeoutms": "wait_queue_timeout", "zlibcompressionlevel": "zlib_compression_level", "loadbalanced": "load_balanced",
}

// mongoRubyPart decodes the user or the password.
func (s *state) mongoRubyPart(text string) string {
	decoded := s.decode(text, lenientOctets)
	if holdsAny(text, ":/@") || pct.InvalidUTF8(decoded) >= 0 || holds(decoded, "%") && goDecoder.Encode(decoded) != text {
		s.refuse("")
	}
	return decoded
}

// mongoRubyHost is validate_address_str!.
func (s *state) mongoRubyHost(host string) string {
	if pct.InvalidUTF8(host) >= 0 {
		s.refuse("")
	}
	name, port, hasPort := cutText(host, ":")
	if in, after, ok := cutText(withoutPrefix(host, "["), "]"); ok && beginsWith(host, "[") && in != "" && strings.Trim(in, "0123456789:") == "" && (after == "" || after[0] == ':' && isDigits(after[1:])) {
		name, port, hasPort = "h", withoutPrefix(after, ":"), after != ""
	} else if beginsWith(host, "/") || endsWith(host, ".sock") {
		return host
	} else if host == "" || holdsAny(host, "/[]") || holds(port, ":") || name == "" || name[0] == '.' || endsWith(name, ".") || holds(name, "..") {
		s.refuse("")
	}
	if n := leadingInt(port); hasPort && port != "" && (n == "0" || n[0] == '-' || len(n) > 5 || len(n) == 5 && n > "65535") {
		s.refuse("")
	}
	return host
}
