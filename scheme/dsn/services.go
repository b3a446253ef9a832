package dsn

import (
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

func natsRows(r *rows) {
	r.octets("nats.go|1.28.0, 1.35.0|nats.Connect", natsGo(28).read)
	r.octets("nats.go|1.39.1, 1.54.0|nats.Connect", natsGo(39).read)
	r.octets("nats.go|1.55.0|nats.Connect", natsGo(55).read)
	r.text("nats.js|2.7.1, 2.29.3|connect({servers}), which reads no user", natsJS)
}

func oracleRows(r *rows) {
	r.octets("go-ora|2.8.24|configurations.ParseConfig", splitGo(oracleGo))
}

func couchbaseRows(r *rows) {
	r.text("couchbase-node|3.2.7, 4.7.1|ConnSpec.parse, which reads no user", couchbase(false))
	r.octets("gocbconnstr|2.0.0|gocbconnstr.Parse, of gocb, which reads no user", couchbase(true))
}

func elasticsearchRows(r *rows) {
	r.text("elasticsearch-js|9.5.1|new Client({node})", elasticsearchJS).databasePrefix = "/"
	r.text("elasticsearch-py|7.17.6|Elasticsearch(uri)", elasticsearchPython7).databasePrefix = "/"
	r.text("elasticsearch-py|9.5.1|Elasticsearch(uri)", elasticsearchPython).databasePrefix = "/"
}

func libSQLRows(r *rows) {
	r.text("libsql-js|0.8.1, 0.18.0|createClient of @libsql/client", libSQL).databasePrefix = "/"
}

// natsGo is Connect of nats.go since a version 1.x: a list of URLs, of which it dials the first and
// reads all. Before 1.55 it wrote a port that is missing at the end of the URL, even behind a path.
type natsGo int

func (minor natsGo) read(s *state) {
	var first *url.URL
	for _, text := range splitText(s.uri, ",") {
		if text = strings.TrimSpace(text); minor == 39 {
			text = withoutSuffix(text, "/")
		}
		if text == "" {
			continue
		}
		if !holds(text, "://") {
			text = "nats://" + text
		}
		u, err := url.Parse(text)
		if err != nil {
			s.refuse("parse")
			return
		}
		web := oneOf(u.Scheme, "ws wss")
		if u.Port() == "" {
			port := "4222"
			if web {
				port = map[string]string{"ws": "80", "wss": "443"}[u.Scheme]
			}
			if minor >= 55 {
				u.Host = withoutSuffix(u.Host, ":") + ":" + port
			} else if u, err = url.Parse(withoutSuffix(text, ":") + ":" + port); err != nil {
				s.refuse("parse")
				return
			}
		}
		if first == nil {
			first = u
		} else if web != oneOf(first.Scheme, "ws wss") {
			s.refuse("")
		}
	}
	if first == nil || oneOf(first.Scheme, "tls ws wss") {
		s.unknown()
		return
	}
	s.address(first.Host)
	if first.User == nil {
		return
	}
	user := string([]rune(first.User.Username())) // JSON
	if password, ok := first.User.Password(); ok {
		s.User, s.Password = reader.Part{Text: user, Present: user != ""}, reader.Part{Text: string([]rune(password)), Present: password != ""}
	} else if user != "" {
		s.set("auth_token", user)
	}
}

// natsJS is hostPort of nats.js.
func natsJS(s *state) {
	text := strings.TrimFunc(s.uri, isSpaceJS)
	if i := strings.LastIndex(text, "://"); i >= 0 {
		text = text[i+3:]
	}
	if holdsAny(s.uri, "\n\r\u2028\u2029") || holds(strings.ToUpper(text), "::FFFF:") {
		s.unknown()
		return
	}
	name := func(text string) bool {
		return !holds(text, "[") && !holds(text, "::") && (holds(text, ".") || strings.Count(text, ":") < 2)
	}
	if !name(text) && !holds(text, "[") {
		text = "[" + text + "]"
	}
	before := ":"
	if !name(text) {
		before = "]:"
	}
	port := 4222
	for i := range text {
		rest, ok := afterPrefix(text[i:], before)
		if digits := len(rest) - len(strings.TrimLeft(rest, "0123456789")); ok && digits > 0 {
			var err error
			if port, err = strconv.Atoi(rest[:digits]); err != nil {
				s.unknown()
			}
			break
		}
	}
	scheme := "http://"
	if port == 80 {
		scheme = "https://"
	}
	if s.node(scheme + text); s.Verdict == reader.Refused {
		s.Error = "Invalid URL"
		return
	}
	s.User, s.Password, s.Port = reader.Part{}, reader.Part{}, present(strconv.Itoa(port))
}

func isSpaceJS(c rune) bool {
	return strings.ContainsRune(" \t\n\v\f\r\u00a0\ufeff\u2028\u2029\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", c)
}

// oracleGo is ParseConfig of go-ora.
func oracleGo(s *state, u *url.URL) {
	for _, p := range all(s) {
		p.Present = true
	}
	host, port, err := net.SplitHostPort(u.Host)
	if err != nil {
		s.refuse("")
		return
	}
	if host != "" {
		n, err := strconv.Atoi(port)
		if err != nil {
			n = 1521
		}
		s.Host.Text, s.Port.Text = host, strconv.Itoa(n)
	}
	s.Database.Text = strings.Trim(u.Path, "/")
	parametersGo(s)
	options := s.options
	s.options, s.index = nil, nil
	for _, o := range options {
		switch upper := strings.ToUpper(o.Name); upper {
		case "SERVICE NAME":
			s.Database.Text = o.Value
		case "SID":
			s.set("sid", o.Value)
		case "INSTANCE NAME":
			s.set("instance", o.Value)
		case "TIMEOUT", "CONNECT TIMEOUT", "CONNECTION TIMEOUT":
			if _, err := strconv.Atoi(o.Value); err != nil {
				s.refuse("CONNECTION TIMEOUT value must be an integer")
			}
		case "SSL", "SSL VERIFY", "CID", "OS USER", "OS PASS", "OS PASSWORD", "DOMAIN", "LANGUAGE", "TERRITORY", "PROGRAM", "SERVER LOCATION", "UNIX SOCKET", "PROXY CLIENT NAME", "PREFETCH_ROWS", "TRACE FILE", "TRACE DIR", "DBA PRIVILEGE":
		case "CONNSTR", "SERVER", "WALLET", "WALLET PASSWORD", "AUTH TYPE", "OS HASH", "OS PASSHASH", "OS PASSWORD HASH", "AUTH SERV", "ENCRYPTION", "DATA INTEGRITY", "TRACE FOLDER", "TRACE DIRECTORY",
			"USE_OOB", "ENABLE_OOB", "ENABLE URGENT DATA TRANSPORT", "FAILOVER", "RETRYTIME", "RE-TRY TIME", "RETRY TIME", "LOB FETCH", "CHARSET", "CLIENT CHARSET":
			s.unknown()
		default:
			s.refuse("unknown URL option: ")
		}
	}
	if len(options) > 1 && s.Verdict == reader.Refused {
		s.Error = "" // it takes them in any order
	}
	if sid, _ := s.option("sid"); s.Host.Text == "" {
		s.refuse("empty connection servers")
	} else if s.Database.Text+sid == "" {
		s.refuse("empty SID and service name")
	}
	s.knownOptions("sid  instance ")
}

// The expressions of both drivers of Couchbase.
var (
	couchbaseParts = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
		return regexp.MustCompile(`((.*)://)?(([^/?:]*)(:([^/?:@]*))?@)?([^/?]*)(/([^?]*))?(\?(.*))?`)
	}}
	couchbaseHosts = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
		return regexp.MustCompile(`((\[[^\]]+\]+)|([^;,:]+))(:([0-9]*))?(;,)?`)
	}}
)

// couchbase is Parse of gocbconnstr, which ConnSpec.parse of the client for Node.js follows.
//
//go:noinline
func couchbase(octets bool) step {
	return func(s *state) {
		if !octets && holdsAny(s.uri, "\r\u2028\u2029") {
			s.unknown() // what a "." of its expression does not match
		}
		if s.uri == "" && !octets {
			s.Host, s.Port, s.Database = present("localhost"), present("0"), present("")
			return
		}
		m := couchbaseParts.Get().FindStringSubmatch(s.uri)
		var hosts, ports []string
		for _, h := range couchbaseHosts.Get().FindAllStringSubmatch(m[7], -1) {
			port := "0"
			if octets {
				port = "-1"
			}
			if h[5] != "" {
				if port = trimZeros(h[5]); len(port) > 15 {
					s.unknown()
				}
			}
			hosts, ports = append(hosts, h[1]), append(ports, port)
		}
		if m[7] == "" && !octets {
			s.refuse("a connection string with no hosts is illegal")
			return
		}
		s.Host, s.Port, s.Database = present(joinCommas(hosts)), present(joinCommas(ports)), present(m[9])
		if !octets {
			s.couchbaseOptions(m[11])
			return
		}
		bucket, err := url.QueryUnescape(m[9])
		values, bad := url.ParseQuery(m[11])
		if err != nil {
			s.refuse("invalid URL escape")
		} else if bad != nil {
			s.refuse("")
		}
		s.Database.Text = bucket
		for name, list := range values {
			s.set(name, joinCommas(list))
		}
	}
}

// couchbaseOptions reads what ([^=]*)=([^&?]*)[&?]? matches.
func (s *state) couchbaseOptions(query string) {
	for {
		name, rest, ok := cutText(query, "=")
		if !ok {
			return
		}
		value, after := cutAny(rest, "&?")
		query = withoutPrefix(withoutPrefix(after, "&"), "?")
		if beginsWith(after, "&?") {
			query = after[1:]
		}
		// querystring.unescape keeps malformed escapes, and then has octets of its own.
		if hasOddEscapes(name) || hasOddEscapes(value) {
			if !pct.ASCII(name + value) {
				s.unknown()
			}
		}
		name, value = s.decode(name, pythonDecoder), s.decode(value, pythonDecoder)
		if _, ok := s.option(name); ok {
			s.unknown() // a list
		}
		s.set(name, value)
	}
}

// elasticsearchJS is the first connection of the client for Node.js.
func elasticsearchJS(s *state) {
	if splitNode(s); s.Verdict == reader.Refused {
		s.Error = "Invalid URL"
		return
	}
	if s.Host.Text = s.hostPort; !oneOf(s.scheme, "http https") {
		s.unknown()
	}
	s.User.Text, s.Password.Text = s.decode(s.User.Text, jsDecoder), s.decode(s.Password.Text, jsDecoder)
	s.basic()
	if s.Port.Present, s.Database = true, present(s.path); s.scheme != "http" {
		s.set("protocol", s.scheme+":")
	}
}

// basic is how recordings split the credentials of Basic authentication. Without a user and a
// password there are none.
func (s *state) basic() {
	both := s.User.Text != "" && s.Password.Text != ""
	user, password, _ := cutText(s.User.Text+":"+s.Password.Text, ":")
	if s.User, s.Password = present(user), present(password); !both {
		s.User, s.Password = reader.Part{}, reader.Part{}
	}
}

// elasticsearchPython7 is Elasticsearch of the client for Python before version 8.
func elasticsearchPython7(s *state) {
	if !holds(s.uri, "://") {
		s.uri = "//" + s.uri
	}
	if splitPython(s); s.Verdict != reader.Read {
		return
	}
	if portPython(s); s.Port.Text == "0" {
		s.Port = reader.Part{}
	}
	if s.scheme == "https" {
		s.set("use_ssl", "True")
		if !s.Port.Present {
			put(&s.Port, "443")
		}
	}
	given := s.User.Text+s.Password.Text != ""
	if given && !s.Password.Present {
		s.refuse("")
	}
	user, password, _ := cutText(s.decode(s.User.Text, pythonDecoder)+":"+s.decode(s.Password.Text, pythonDecoder), ":")
	if s.User, s.Password = present(user), present(password); !given {
		s.User, s.Password = reader.Part{}, reader.Part{}
	}
	if i := lastIndex(s.path, '/') + 1; holds(s.path[i:], ";") {
		s.path = s.path[:i+firstIndex(s.path[i:], ';')] // the parameters of urlparse
	}
	if s.path != "" && s.path != "/" {
		put(&s.Database, s.path)
	}
}

var urllib3 = lookedUp("urllib3.parse_url")

// elasticsearchPython is Elasticsearch of the client for Python since version 8.
func elasticsearchPython(s *state) {
	r := urllib3.Get().Read(s.uri)
	if s.read(r, ""); s.Verdict == reader.Unknown {
		return
	}
	const message = "URL must include a 'scheme', 'host', and 'port' component"
	switch {
	case s.Verdict == reader.Refused:
		s.Error = ""
		return
	case s.scheme == "https" && s.Port.Text == "":
		s.Port.Text = "443"
	case s.scheme == "" || r.Host.Text == "" || s.Port.Text == "":
		s.refuse(message)
		return
	}
	given := s.User.Text != ""
	s.User.Text, s.Password.Text, _ = cutText(s.User.Text, ":") // the parser leaves it whole
	user, password, _ := cutText(s.decode(s.User.Text, pythonDecoder)+":"+s.decode(s.Password.Text, pythonDecoder), ":")
	if s.User, s.Password = present(user), present(password); !given {
		s.User, s.Password = reader.Part{}, reader.Part{}
	}
	s.Host, s.Port, s.Database = present(strings.Trim(r.Host.Text, "[]")), present(trimZeros(s.Port.Text)), present("")
	if path := s.path; path != "" && path != "/" {
		s.Database.Text = "/" + strings.Trim(path, "/")
	}
	if s.scheme != "http" {
		s.set("scheme", s.scheme)
	}
}

// The expressions of parseUri of @libsql/core, in which a "." is any character.
var (
	libSQLParts = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
		return regexp.MustCompile(`^([A-Za-z][A-Za-z.+-]*):(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(?s:.*))?$`)
	}}
	libSQLAuthority = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
		return regexp.MustCompile(`^(([^:]*)(:((?s:.*)))?@)?(([^:\[\]]*)|(\[([^\[\]]*)\]))(:([0-9]*))?$`)
	}}
)

// libSQL is expandConfig of @libsql/core.
func libSQL(s *state) {
	if s.uri == ":memory:" {
		s.uri = "file::memory:"
	}
	m := libSQLParts.Get().FindStringSubmatchIndex(s.uri)
	if m == nil {
		s.refuse("URL_INVALID")
		return
	}
	part := func(text string, m []int, i int) (string, bool) {
		if m[2*i] < 0 {
			return "", false
		}
		return text[m[2*i]:m[2*i+1]], true
	}
	s.scheme, _ = part(s.uri, m, 1)
	s.scheme = pct.Lower(s.scheme)
	authority, hasAuthority := part(s.uri, m, 3)
	s.path, _ = part(s.uri, m, 4)
	s.query, _ = part(s.uri, m, 6)
	_, fragment := part(s.uri, m, 7)
	if hasAuthority {
		a := libSQLAuthority.Get().FindStringSubmatchIndex(authority)
		if a == nil {
			s.refuse("URL_INVALID")
			return
		}
		s.User.Text, s.User.Present = part(authority, a, 2)
		s.Password.Text, s.Password.Present = part(authority, a, 4)
		name, ok := part(authority, a, 8)
		if !ok {
			name, _ = part(authority, a, 5)
		}
		put(&s.Host, name)
		s.Port.Text, _ = part(authority, a, 10)
		if s.Port.Present = s.Port.Text != ""; s.Port.Present {
			s.Port.Text = parseInt(s.Port.Text)
		}
	}
	put(&s.Database, s.path)
	for _, p := range []*reader.Part{&s.User, &s.Password, &s.Host, &s.Database} {
		p.Text = s.decode(p.Text, jsDecoder)
	}
	if s.Verdict == reader.Refused {
		s.Error = "URL_INVALID"
	}
	s.libSQLOptions(fragment)
}

func (s *state) libSQLOptions(fragment bool) {
	if s.scheme == "file" && s.Database.Text == ":memory:" {
		s.unknown()
	}
	tls := ""
	for _, pair := range splitText(s.query, "&") {
		if pair == "" {
			continue
		}
		name, value, _ := cutText(pair, "=")
		before := s.Verdict
		name, value = s.decode(replaced(name, "+", " "), jsDecoder), s.decode(replaced(value, "+", " "), jsDecoder)
		switch {
		case before == reader.Read && s.Verdict == reader.Refused:
			s.Error = "URL_INVALID"
		case name == "authToken":
			s.set(name, value)
		case name == "tls" && oneOf(value, "0 1"):
			tls = value
		case name == "tls":
			s.refuse("URL_INVALID")
		default:
			s.refuse("")
		}
	}
	scheme := s.scheme
	if scheme == "libsql" {
		if scheme = "https"; tls == "0" {
			if scheme = "http"; !s.Port.Present {
				s.refuse("URL_INVALID")
			}
		}
	}
	if !oneOf(scheme, "http ws https wss file") {
		s.refuse("URL_SCHEME_NOT_SUPPORTED")
	}
	if fragment {
		s.refuse("URL_INVALID")
	}
	if scheme != "https" {
		s.set("scheme", scheme)
	}
	if tls == "0" || tls == "" && oneOf(scheme, "http ws") {
		s.set("tls", "false")
	}
}

// clickHousePython is Client.from_url of clickhouse-driver.
func clickHousePython(s *state) {
	if splitPython(s); s.Verdict != reader.Read {
		return
	}
	portPython(s)
	secure := s.scheme == "clickhouses"
	s.Database.Text = withoutPrefix(s.path, "/")
	if i := firstIndex(s.path, '/'); i > 0 {
		s.Database.Text = s.path[:i] + s.path[i+1:]
	}
	s.User.Text, s.Password.Text = s.decode(s.User.Text, pythonDecoder), s.decode(s.Password.Text, pythonDecoder)
	s.Password.Present = true
	parametersPython{first: true}.do(s)
	for _, o := range s.options {
		if oneOf(o.Name, "compression secure use_numpy round_robin client_name connect_timeout send_receive_timeout sync_request_timeout compress_block_size settings_is_important tcp_keepalive client_revision verify check_hostname ssl_version ca_certs ciphers keyfile keypass certfile server_hostname alt_hosts insert_block_size strings_as_bytes strings_encoding opentelemetry_traceparent opentelemetry_tracestate quota_key input_format_null_as_default namedtuple_as_json server_side_params") {
			if o.Name != "connect_timeout" && o.Name != "secure" {
				s.unknown()
			}
		}
	}
	if v, ok := s.take("secure"); ok {
		switch lower := pct.Lower(strings.TrimSpace(v)); {
		case oneOf(lower, "true yes t y on 1 enabled"):
			secure = true
		case oneOf(lower, "false no f n off 0"):
			secure = false
		default:
			s.refuse("")
		}
	}
	if v, ok := s.take("connect_timeout"); ok {
		if !s.floatPython(v) {
			s.refuse("could not convert string to float")
		} else if s.set("connect_timeout", trimZeros(v)+".0"); !isDigits(v) || len(v) > 15 {
			s.unknown()
		}
	}
	if secure {
		s.set("secure", "True")
	}
	if s.Port.Text == "0" || s.Port.Text == "" {
		put(&s.Port, map[bool]string{true: "9440", false: "9000"}[secure])
	}
	if !s.User.Present {
		put(&s.User, "default")
	}
	s.Database.Present = true
	if s.Host.Text == "" {
		s.Host = reader.Part{}
	}
}
