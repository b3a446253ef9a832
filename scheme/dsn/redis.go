package dsn

import (
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

func redisRows(r *rows) {
	r.octets("predis|1.1.10|Predis\\Connection\\Parameters::create", predis)
	r.octets("redis-cli|7.0.15|redis-cli -u", redisCLI(false))
	r.octets("redis-cli|8.0.6|redis-cli -u", redisCLI(true))
	r.octets("redis-rb|4.8.0|Redis.new", splitRuby(ruby31), redisRuby4)
	r.octets("redis-rb|6.0.0|Redis.new", splitRuby(ruby33), redisRuby)
	for _, x := range []struct {
		versions string
		goRedis
	}{
		{"6.15.9", 600},
		{"7.4.1", 700},
		{"8.11.3", 804},
		{"8.11.5", 811},
		{"9.0.0", 900},
		{"9.0.5", 901},
		{"9.7.3", 903},
		{"9.16.0", 908},
		{"9.17.0", 917},
		{"9.21.0", 918},
		{"9.22.0", 922},
		{"9.23.0", 923},
	} {
		r.octets("go-redis|"+x.versions+"|redis.ParseURL", splitGo(x.read))
	}
	r.text("ioredis|4.27.11, 4.31.0|new Redis", ioredisLegacy, ioredisUnnamed, ioredis("family 4 keepAlive 0"))
	r.text("ioredis|5.0.0, 5.10.1|new Redis", ioredisLegacy, ioredisFamily, ioredis("keepAlive 0"))
	r.text("ioredis|5.11.0|new Redis", ioredisWeb(false), ioredis("family 0 keepAlive 0"))
	r.text("ioredis|5.11.1|new Redis", ioredisWeb(true), ioredis("family 0 keepAlive 0"))
	r.text("ioredis|6.0.0|new Redis", ioredisWeb(true), ioredis("family 0 protocol 3"))
	r.text("node-redis|4.7.1|createClient", nodeRedis(407).read)
	r.text("node-redis|5.8.0|createClient", nodeRedis(508).read)
	r.text("node-redis|6.3.1|createClient", nodeRedis(603).read)
	r.octets("redigo|1.8.2, 1.8.4|redis.DialURL", splitGo(redigo(182).read))
	r.octets("redigo|1.8.5, 1.9.2|redis.DialURL", splitGo(redigo(185).read))
	r.octets("redigo|1.9.3|redis.DialURL", splitGo(redigo(193).read))
	r.text("redis-py|4.3.4|redis.from_url", redisPy)
	r.text("redis-py|6.1.0, 6.4.0|redis.from_url", redisPy6, redisPy)
	r.octets("rueidis|1.0.50|rueidis.ParseURL", splitGo(rueidis(34).read))
	r.octets("rueidis|1.0.53, 1.0.77|rueidis.ParseURL", splitGo(rueidis(53).read))
	r.octets("rueidis|1.0.78, 1.0.79|rueidis.ParseURL", splitGo(rueidis(78).read))
}

// goRedis is ParseURL of go-redis since a version, such as 908 for 9.8; 811 is 8.11.4, 901 is
// 9.0.5, and 918 is 9.17.1.
type goRedis int

// sinceGoRedis has the options behind the version with which they came.
const sinceGoRedis = "811 read_timeout dial_timeout write_timeout min_retry_backoff max_retry_backoff pool_timeout idle_timeout max_conn_age max_retries pool_size min_idle_conns pool_fifo 900 client_name max_idle_conns conn_max_idle_time conn_max_lifetime 901 protocol 903 max_active_conns 917 max_concurrent_dials 918 conn_max_lifetime_jitter 923 pipeline_pool_size pipeline_read_buffer_size pipeline_write_buffer_size"

// knows reports whether an option is known.
func (version goRedis) knows(name string) bool {
	return int(version) >= since(name, sinceGoRedis) || name == "idle_check_frequency" && version == 811
}

func (version goRedis) read(s *state, u *url.URL) {
	s.User.Present, s.Password.Present, s.Database = true, true, present("0")
	invalid := "redis: invalid"
	if version < 800 {
		invalid = ""
	}
	if version < 700 {
		s.User.Text = ""
	}
	unix := u.Scheme == "unix" && version >= 800
	switch {
	case u.Scheme == "redis" || u.Scheme == "rediss":
		if version < 811 && len(u.Query()) > 0 {
			s.refuse("no options supported")
		}
		host, port := u.Hostname(), u.Port()
		if version < 922 {
			var err error
			if host, port, err = net.SplitHostPort(u.Host); err != nil {
				host = u.Host
			}
		}
		s.joinCommas(host, port)
		segments := strings.FieldsFunc(u.Path, func(c rune) bool { return c == '/' })
		if len(segments) > 1 {
			s.refuse(invalid)
			return
		}
		for _, segment := range segments {
			s.atoi(segment, invalid)
		}
	case unix:
		if strings.TrimSpace(u.Path) == "" {
			s.refuse("redis: empty unix socket path")
		}
		s.address(u.Path)
	default:
		s.refuse(invalid)
	}
	values, _ := url.ParseQuery(u.RawQuery)
	for name, list := range values {
		if s.set(name, list[len(list)-1]); version < 811 {
			s.set(name, list[0])
		}
	}
	if v, ok := s.take("db"); ok && v != "" {
		s.atoi(v, invalid)
	}
	if version < 811 {
		s.options, s.index = nil, nil
	}
	skips := u.Scheme == "rediss" && version >= 908
	for _, o := range s.options {
		valid := true
		_, err := strconv.Atoi(o.Value)
		number := o.Value == "" || err == nil
		switch {
		case o.Name == "skip_verify" && skips, o.Name == "pool_fifo":
			valid = oneOf(o.Value, "true 1 false 0 ")
		case o.Name == "client_name":
		case endsWith(o.Name, "timeout") || endsWith(o.Name, "backoff") || oneOf(o.Name, "conn_max_idle_time conn_max_lifetime max_conn_age conn_max_lifetime_jitter idle_check_frequency"):
			_, err := time.ParseDuration(o.Value)
			valid = number || err == nil
		default:
			valid = number
		}
		switch {
		case version.knows(o.Name) || o.Name == "skip_verify" && skips:
		case valid:
			s.refuse("redis: unexpected option")
		default:
			s.refuse("")
		}
		if !valid {
			s.refuse("")
		}
	}
	for name, other := range map[string]string{"idle_timeout": "conn_max_idle_time", "max_conn_age": "conn_max_lifetime"} {
		_, old := s.option(name)
		if _, ok := s.option(other); old && ok && version >= 900 {
			s.refuse("redis: unexpected option")
		}
	}
	if d, ok := s.option("read_timeout"); ok {
		n, err := strconv.Atoi(d)
		parsed, _ := time.ParseDuration(d)
		if d == "" {
			parsed = 0
		} else if parsed = max(parsed, time.Duration(n)*time.Second); err == nil && n <= 0 {
			parsed = -1
		} else if err != nil {
			if parsed, _ = time.ParseDuration(d); parsed <= 0 && version >= 922 {
				parsed = -1
			}
		}
		s.set("read_timeout", parsed.String())
	}
	for _, name := range []string{"protocol", "max_retries"} {
		if v, ok := s.option(name); ok {
			n, _ := strconv.Atoi(v)
			s.set(name, strconv.Itoa(n))
		}
	}
	only("client_name protocol max_retries read_timeout")(s)
	if u.Scheme == "rediss" {
		s.set("tls", "true")
	}
	s.knownOptions("client_name  protocol 0 max_retries 0 read_timeout 0s")
}

// atoi makes a number the database.
func (s *state) atoi(text, message string) {
	n, err := strconv.Atoi(text)
	if err != nil {
		s.refuse(message)
	}
	put(&s.Database, strconv.Itoa(n))
}

// joined sets host and port, which are localhost and 6379 unless given, as recordings split
// what net.JoinHostPort makes of them.
func (s *state) joinCommas(host, port string) {
	if host == "" {
		host = "localhost"
	}
	if port == "" {
		port = "6379"
	}
	s.address(net.JoinHostPort(host, port))
}

// rueidis is ParseURL of rueidis since a version 1.0.x.
type rueidis int

func (patch rueidis) read(s *state, u *url.URL) {
	s.User.Present, s.Password.Present, s.Database = true, true, present("0")
	if !oneOf(u.Scheme, "unix redis rediss") && (patch < 53 || !oneOf(u.Scheme, "valkey valkeys")) {
		s.refuse("redis: invalid URL scheme")
		return
	}
	q := u.Query()
	if len(q["addr"]) > 0 {
		s.unknown()
	}
	if u.Scheme == "unix" {
		s.address(strings.TrimSpace(u.Path))
	} else {
		host, port, _ := net.SplitHostPort(u.Host)
		if host == "" {
			if host = u.Host; patch >= 78 {
				host = u.Hostname()
			}
		}
		s.joinCommas(host, port)
		switch segments := splitText(u.Path, "/"); {
		case len(segments) == 2:
			s.atoi(segments[1], "redis: invalid database number")
		case len(segments) > 2:
			s.refuse("redis: invalid URL path")
		}
	}
	if q.Has("db") {
		s.atoi(q.Get("db"), "redis: invalid database number")
	}
	for _, name := range []string{"dial_timeout", "write_timeout"} {
		if _, err := time.ParseDuration(q.Get(name)); q.Has(name) && err != nil {
			s.refuse("redis: invalid")
		}
	}
	if _, err := strconv.ParseBool(q.Get("skip_verify")); patch >= 53 && q.Get("skip_verify") != "" && err != nil && (u.Scheme == "rediss" || u.Scheme == "valkeys") {
		s.refuse("invalid skip verify")
	}
	if v := q.Get("client_name"); v != "" {
		s.set("client_name", v)
	}
	if q.Get("protocol") == "2" {
		s.set("resp2", "true")
	}
	if u.Scheme == "rediss" || u.Scheme == "valkeys" {
		s.set("tls", "true")
	}
}

// redigo is DialURL of redigo since a version, such as 193 for 1.9.3: what it sends.
type redigo int

func (version redigo) read(s *state, u *url.URL) {
	switch {
	case !oneOf(u.Scheme, "redis rediss") && (version < 193 || !oneOf(u.Scheme, "valkey valkeys")):
		s.refuse("invalid redis URL scheme")
		return
	case u.Opaque != "":
		s.refuse("invalid redis URL, url is opaque")
		return
	}
	if endsWith(u.Scheme, "s") && u.Scheme != "redis" {
		s.unknown() // it was recorded without TLS
	}
	host, port, err := net.SplitHostPort(u.Host)
	if err != nil {
		host, port = u.Host, "6379"
	}
	if host == "" {
		host = "localhost"
	}
	s.address(net.JoinHostPort(host, port))
	if s.User.Present && !s.Password.Present && version > 182 {
		s.Password, s.User = s.User, reader.Part{}
	}
	s.User.Present, s.Password.Present = s.User.Text != "", s.Password.Text != ""
	if !s.Password.Present {
		s.User = reader.Part{} // it sends no AUTH
	}
	at := lastIndex(u.Path, '/')
	digits := u.Path[at+1:]
	switch {
	case at < 0 && u.Path == "":
	case at < 0 || strings.Trim(digits, "0123456789") != "":
		s.refuse("invalid database")
	case digits != "":
		n, err := strconv.Atoi(digits)
		if err != nil {
			s.refuse("invalid database")
		}
		if n != 0 {
			put(&s.Database, strconv.Itoa(n))
		}
	}
}

// redisPy6 is what parse_url of redis-py does besides since version 5.
func redisPy6(s *state) {
	if !beginsWith(s.uri, "redis://") && !beginsWith(s.uri, "rediss://") && !beginsWith(s.uri, "unix://") {
		s.refuse("Redis URL must specify one of the following schemes")
	}
	s.set("\xfftimeout", "") // it is a number
}

// redisPy is parse_url of redis-py.
func redisPy(s *state) {
	if splitPython(s); s.Verdict != reader.Read {
		return
	}
	_, number := s.take("\xfftimeout")
	parametersPython{first: true}.do(s)
	for _, o := range s.options {
		s.set(o.Name, s.decode(o.Value, pythonDecoder))
	}
	if v, ok := s.option("timeout"); ok && number {
		if s.set("timeout", trimZeros(v)+".0"); !isDigits(v) || len(v) > 15 {
			if _, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil || !pct.ASCII(v) || holds(v, "_") {
				s.unknown()
			}
			s.refuse("Invalid value for")
		}
	}
	for _, name := range []string{"max_connections", "health_check_interval", "db"} {
		if v, ok := s.option(name); ok {
			before := s.Verdict
			if s.set(name, s.intPython(v)); before == reader.Read && s.Verdict == reader.Refused {
				s.Error = "Invalid value for"
			}
		}
	}
	for _, o := range s.options {
		if oneOf(o.Name, "socket_timeout socket_connect_timeout socket_keepalive retry_on_timeout retry_on_error ssl_check_hostname") {
			s.unknown()
		}
	}
	// Parts have the last word, before those of the query.
	give := func(name string, p reader.Part, decode bool) {
		if p.Text == "" {
			return
		}
		if decode {
			p.Text = s.decode(p.Text, pythonDecoder)
		}
		s.set(name, p.Text)
	}
	user, password, name := s.User, s.Password, s.Host
	host := "host"
	switch s.scheme {
	case "unix":
		give("path", present(s.path), true)
		s.set("connection_class", "<class 'redis.connection.UnixDomainSocketConnection'>")
	case "redis", "rediss":
		give("host", name, true)
		if portPython(s); s.Port.Text != "0" {
			give("port", s.Port, false)
		}
		if _, ok := s.option("db"); !ok && s.path != "" {
			own := state{}
			own.Verdict = reader.Read
			if n := own.intPython(replaced(s.decode(s.path, pythonDecoder), "/", "")); own.Verdict == reader.Read {
				s.set("db", n)
			} else if own.Verdict == reader.Unknown {
				s.unknown()
			}
		}
		if s.scheme == "rediss" {
			s.set("connection_class", "<class 'redis.connection.SSLConnection'>")
		}
	default:
		s.refuse("Redis URL must specify one of the following schemes")
	}
	give("username", user, true)
	give("password", password, true)
	s.User, s.Password, s.Host, s.Port = reader.Part{}, reader.Part{}, reader.Part{}, reader.Part{}
	if _, ok := s.option("path"); ok {
		host = "path"
	}
	s.move("username password " + host + " port db")
}

// nodeRedis is parseURL of node-redis in a version, such as 508 for 5.8, and what createClient
// does behind it.
type nodeRedis int

func (version nodeRedis) read(s *state) {
	if version < 500 && s.uri != "" {
		defer defaults("-", "-", "-", "6379", "-")(s)
	}
	if beginsWith(s.uri, "unix:") && version > 600 {
		s.nodeRedisUnix()
		return
	}
	if s.uri == "" {
		return
	}
	if splitNode(s); s.Verdict != reader.Read {
		return
	}
	if s.scheme != "redis" && s.scheme != "rediss" {
		if s.refuse("Invalid protocol"); version > 600 {
			s.Error = "Protocol - "
		}
		return
	}
	s.Host = reader.Part{Text: s.hostPort, Present: true}
	if in, ok := afterPrefix(s.hostPort, "["); ok && version > 600 && strings.Trim(withoutSuffix(in, "]"), "0123456789abcdef:") == "" {
		s.Host.Text = withoutSuffix(in, "]")
	}
	s.Port.Present = s.Port.Text != ""
	for _, p := range credentials(s) {
		p.Text, p.Present = s.decode(p.Text, jsDecoder), p.Text != ""
	}
	if len(s.path) > 1 {
		put(&s.Database, s.number(s.path[1:], "Invalid pathname"))
	}
	if s.scheme == "rediss" {
		s.set("tls", "true")
	}
}

// number is String(Number(text)), or refuses what is none.
func (s *state) number(text, message string) string {
	text = strings.TrimFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\n\v\f\r\u00a0\ufeff\u2028\u2029", c) })
	switch digits := strings.TrimLeft(text, "+-"); {
	case text == "":
		return "0"
	case isDigits(digits) && len(digits) >= len(text)-1 && len(digits) < 16:
		sign := ""
		if digits = trimZeros(digits); beginsWith(text, "-") && digits != "0" {
			sign = "-"
		}
		return sign + digits
	case holdsAny(text[:1], ".0123456789+-I"):
		if _, err := strconv.ParseFloat(text, 64); err == nil || beginsWith(text, "0") {
			s.unknown()
		}
	}
	s.refuse(message)
	return ""
}

var unixPattern = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^unix://(?:([^:@/]*)(?::([^@/]*))?@)?(/[^?#]*)(?:\?([^#]*))?(?:#.*)?$`)
}}

func (s *state) nodeRedisUnix() {
	m := unixPattern.Get().FindStringSubmatch(s.uri)
	if m == nil || m[3] == "/" {
		s.refuse("Invalid unix URL")
		return
	}
	for i, p := range []*reader.Part{&s.User, &s.Password, &s.Host} {
		*p = reader.Part{Text: s.decode(m[i+1], jsDecoder), Present: m[i+1] != ""}
	}
	s.query = m[4]
	parametersWeb(s)
	if v, ok := s.option("db"); ok && v != "" {
		put(&s.Database, s.number(v, "Invalid"))
	}
	s.options, s.index = nil, nil
}

// ioredisWeb is parseURL of ioredis since 5.11.
//
//go:noinline
func ioredisWeb(relative bool) step { return func(s *state) { s.ioredisWeb(relative) } }

func (s *state) ioredisWeb(relative bool) {
	uri := s.uri
	if s.ioredisNumber() {
		return
	}
	lower := pct.Lower(uri)
	known := beginsWith(lower, "redis://") || beginsWith(lower, "rediss://")
	relative = relative && beginsWith(uri, "//")
	switch {
	case beginsWith(uri, "/") && !relative:
		s.Host.Text, s.query, _ = cutText(uri, "?")
		put(&s.Host, s.Host.Text)
		s.set("\xffpath", s.Host.Text)
		parametersWeb(s)
		return
	case relative:
		uri = "redis:" + uri
	case !known:
		uri = "redis://" + uri
	}
	if s.node(uri); s.Verdict != reader.Read {
		return
	}
	auth := s.User.Text+s.Password.Text != ""
	for _, p := range credentials(s) {
		p.Text, p.Present = s.decode(p.Text, jsDecoder), auth
	}
	s.Host = reader.Part{Text: withoutSuffix(withoutPrefix(s.hostPort, "["), "]"), Present: s.hostPort != ""}
	s.Port.Present = s.Port.Text != ""
	if s.path != "" && s.path != "/" {
		if known || relative {
			put(&s.Database, s.path[1:])
		} else {
			s.set("\xffpath", s.path)
		}
	}
	parametersWeb(s)
}

// ioredisNumber reads a port.
func (s *state) ioredisNumber() bool {
	if s.uri == "" || !isDigits(withoutPrefix(s.uri, "-")) {
		return false
	}
	put(&s.Port, s.uri)
	return true
}

// ioredisLegacy is parseURL of ioredis before 5.11: url.parse of Node.js.
func ioredisLegacy(s *state) {
	if s.ioredisNumber() {
		return
	}
	uri := strings.TrimLeft(s.uri, c0AndSpace)
	before, after := cutAny(uri, "?#")
	uri = replaced(before, `\`, "/") + after
	if i := firstIndex(uri, ':'); (i <= 0 || !beginsWith(uri[i+1:], "//") || strings.Trim(pct.Lower(uri[:i]), "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "") && !beginsWith(uri, "/") {
		uri = "//" + uri
	}
	relative := beginsWith(uri, "//")
	if relative {
		uri = "x:" + uri
	} else if beginsWith(uri, "/") {
		// A path, which may have a query.
		path, query, _ := cutText(uri, "?")
		if holdsAny(uri, "#\\ \"'<>^`{|}") {
			s.unknown()
		}
		s.set("\xffpath", path)
		s.query = query
		s.parametersIORedis()
		return
	}
	s.read(nodeLegacy.Get().Read(uri), "")
	if s.Verdict != reader.Read {
		s.Error = ""
		return
	}
	auth := s.User
	s.User, s.Password = reader.Part{}, reader.Part{}
	if auth.Text != "" {
		user, password, _ := cutText(auth.Text, ":")
		put(&s.User, user)
		put(&s.Password, password)
	}
	s.Port.Present = s.Port.Text != ""
	s.Host.Present = s.Host.Text != "" || s.Port.Present || holds(uri, "[]")
	if s.path != "" {
		if !relative && (s.scheme == "redis" || s.scheme == "rediss") {
			if len(s.path) > 1 {
				put(&s.Database, s.path[1:])
			}
		} else {
			s.set("\xffpath", s.path)
		}
	}
	s.parametersIORedis()
}

// parametersIORedis marks lists, which are no numbers.
func (s *state) parametersIORedis() {
	for _, o := range pairsLegacy(s.query) {
		value := listJS(o.values)
		if len(o.values) > 1 && oneOf(o.name, "port db") {
			value = listMark + value
		}
		s.set(o.name, value)
	}
}

// listMark stands before a list, as no text in UTF-8 does.
const listMark = "\xff"

// ioredisUnnamed drops the user of the URI, as ioredis 4 does unless an option allows it.
func ioredisUnnamed(s *state) {
	if v, _ := s.take("allowUsernameInURI"); oneOf(v, "false ") {
		s.User = reader.Part{}
	}
}

// ioredisFamily does not know which family is the default: it was 4 once, and is 0.
func ioredisFamily(s *state) {
	if v, ok := s.option("family"); ok && oneOf(v, "0 4") {
		s.unknown()
	}
}

// ioredis is what the options of Redis become. known are some that it has unless told otherwise.
func ioredis(known string) step {
	return func(s *state) {
		s.ioredis()
		s.knownOptions("connectTimeout 10000 noDelay true maxRetriesPerRequest 20 " + known)
	}
}

func (s *state) ioredis() {
	if s.Verdict != reader.Read {
		return
	}
	path, hasPath := s.take("\xffpath")
	if own, ok := s.take("path"); ok && !hasPath {
		path, hasPath = own, true
	}
	for i, name := range []string{"username", "password", "host", "port", "db"} {
		if v, ok := s.take(name); ok && !s.Parts()[i].Present {
			*s.Parts()[i] = present(v)
		}
	}
	for i, text := range []string{"", "", "localhost", "6379", "0"} {
		if p := s.Parts()[i]; text != "" && !p.Present {
			put(p, text)
		}
	}
	for _, p := range []*reader.Part{&s.Port, &s.Database} {
		list, ok := afterPrefix(p.Text, listMark)
		if p.Text = parseInt(p.Text); ok {
			p.Text = list
		}
	}
	if hasPath && path != "" {
		put(&s.Host, path)
	}
	if beginsWith(s.uri, "rediss://") {
		s.setFirst("tls", "true")
	}
	if v, ok := s.option("tls"); ok && v != "true" && beginsWith(v, "Redis") {
		s.unknown()
	}
	drop("lazyConnect retryStrategy sentinelRetryStrategy")(s)
	for _, o := range s.options {
		switch {
		case oneOf(o.Name, "keepAlive connectTimeout family maxRetriesPerRequest") && (isDigits(o.Value) && trimZeros(o.Value) == o.Value || o.Value == "null" && o.Name[0] == 'm'):
			continue
		case o.Name == "noDelay" && oneOf(o.Value, "true false"):
			continue
		}
		if oneOf(o.Name, "keepAlive connectTimeout noDelay family connectionName sentinels name role keyPrefix natMap enableTLSForSentinelMode readOnly stringNumbers maxRetriesPerRequest") && o.Name != "name" {
			s.unknown()
		}
	}
}
