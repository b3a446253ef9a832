package dsn

import (
	"cmp"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

func mongoDBRows(r *rows) {
	r.octets("libmongoc|1.23.1|mongoc_uri_new", libMongoC)
	r.octets("mongo-ruby|2.26.0|Mongo::URI.get, of Ruby's driver", mongoRuby).portInHost = true
	r.octets("mongo-driver|1.8.3|connstring.ParseAndValidate, of Go's driver", mongoGo{url.QueryUnescape}.read).portInHost = true
	r.octets("mongo-driver|1.10.2, 1.17.10, 2.0.0, 2.10.0|connstring.ParseAndValidate, of Go's driver", mongoGo{url.PathUnescape}.read).portInHost = true
	r.text("mongodb|5.2.0, 5.9.2|Node.js new MongoClient", mongoNodeSplit(false), mongoNode(5).read)
	r.text("mongodb|6.0.0, 6.21.0|Node.js new MongoClient", mongoNodeSplit(false), mongoNode(6).read)
	r.text("mongodb|7.0.0, 7.9.0|Node.js new MongoClient, with mongodb-connection-string-url 7.0.2", mongoNodeSplit(true), mongoNode(7).read)
	for _, u := range []struct {
		versions string
		steps    []step
	}{{"2.6.0, 3.0.1", []step{mongoNodeSplit(false), mongoNodeURL, withoutCaret}}, {"3.0.2, 7.0.1", []step{mongoNodeSplit(false), mongoNodeURL}}, {"7.0.2", []step{mongoNodeSplit(true), mongoNodeURL}}} {
		hosts := r.text("mongodb-connection-string-url|"+u.versions+"|new ConnectionString, of Compass and mongosh", u.steps...)
		hosts.portInHost, hosts.databasePrefix = true, "/"
	}
	r.text("pymongo|3.11.0|pymongo.uri_parser.parse_uri", pymongo(311).read)
	r.text("pymongo|4.10.1|pymongo.uri_parser.parse_uri", pymongo(410).read)
	r.text("pymongo|4.19.0|pymongo.uri_parser.parse_uri", pymongo(419).read)
}

// mongoNumbers and mongoTruths are options of Go's driver, in lower case.
const (
	mongoNumbers = "connecttimeoutms heartbeatintervalms heartbeatfrequencyms localthresholdms maxidletimems maxpoolsize minpoolsize maxconnecting maxstaleness maxstalenessseconds serverselectiontimeoutms sockettimeoutms wtimeoutms maxadaptiveretries zlibcompressionlevel zstdcompressionlevel timeoutms"
	mongoTruths  = "journal loadbalanced retrywrites retryreads tlsinsecure sslinsecure tlsdisableocspendpointcheck enableoverloadretargeting directconnection"
)

// plainMongo says what the value of an option that all drivers have is, if it is an ordinary
// one: "truth", "number", "milliseconds", "word" or, where drivers keep it in forms of their
// own, the name itself. The name is in lower case.
func (s *state) plainMongo(name, value string) string {
	number := isDigits(value) && len(value) < 10 && value[0] != '0'
	switch {
	case oneOf(name, "retrywrites retryreads journal") && oneOf(value, "true false"),
		name == "directconnection" && (value == "false" || value == "true" && !holds(s.uri, ",") && !holds(s.uri, "+srv:")):
		return "truth"
	case oneOf(name, "maxpoolsize wtimeoutms") && number, name == "minpoolsize" && value == "1", name == "zlibcompressionlevel" && number && len(value) == 1:
		return "number"
	case oneOf(name, "connecttimeoutms sockettimeoutms serverselectiontimeoutms maxidletimems heartbeatfrequencyms waitqueuetimeoutms") && number && (name[0] != 'h' || len(value) > 3):
		return "milliseconds"
	case name == "readconcernlevel" && oneOf(value, "local majority available linearizable snapshot"), name == "compressors" && value == "zlib", name == "localthresholdms" && number, name == "loadbalanced" && value == "false":
		return name
	case name == "authmechanism" && oneOf(value, "SCRAM-SHA-1 SCRAM-SHA-256") && holds(s.uri, "@"),
		name == "readpreference" && oneOf(value, "primary primaryPreferred secondary secondaryPreferred nearest"):
		return "word"
	}
	return ""
}

// mongoGo is connstring.ParseAndValidate of Go's driver, and how it decodes user and password: a
// "+" was a space.
type mongoGo struct {
	decode func(string) (string, error)
}

func (m mongoGo) read(s *state) {
	rest, ok := afterPrefix(s.uri, "mongodb://")
	if service, srv := afterPrefix(s.uri, "mongodb+srv://"); srv {
		rest, ok = service, true
	}
	if !ok {
		s.refuse("scheme must be")
		return
	}
	unescape := func(text string) string {
		decoded, err := m.decode(text)
		if err != nil {
			s.refuse("invalid")
		}
		return decoded
	}
	if info, after, ok := cutText(rest, "@"); ok {
		user, password, set := cutText(info, ":")
		switch {
		case holds(user, "/"):
			s.refuse("unescaped slash in username")
		case holds(password, ":"):
			unescape(user)
			s.refuse("unescaped colon in password")
		case holds(password, "/"):
			unescape(user)
			s.refuse("unescaped slash in password")
		}
		s.User, rest = present(unescape(user)), after
		s.Password = reader.Part{Text: unescape(password), Present: set}
	}
	hosts, tail := cutAny(rest, "/?@")
	if !beginsWith(tail, "@") && holds(s.uri, "+srv:") {
		s.unknown() // needs the Domain Name System
		return
	}
	switch {
	case beginsWith(tail, "@"):
		s.refuse("unescaped @ sign in user info")
	case beginsWith(tail, "?"):
		s.refuse("must have a / before the query")
	}
	var list []string
	for _, host := range splitText(hosts, ",") {
		decoded, err := url.QueryUnescape(host)
		_, port, bad := net.SplitHostPort(decoded)
		n, invalid := strconv.Atoi(port)
		switch {
		case host == "":
			continue
		case err != nil, bad != nil && !holds(bad.Error(), "missing port") && !endsWith(decoded, ".sock"), bad == nil && port != "" && (invalid != nil || n <= 0 || n > 65535):
			s.refuse("invalid host")
		}
		list = append(list, decoded)
	}
	if s.Verdict != reader.Read {
		return
	}
	put(&s.Host, joinCommas(list))
	name, query, _ := cutText(withoutPrefix(tail, "/"), "?")
	decoded, err := url.QueryUnescape(name)
	if err != nil {
		s.refuse("invalid database")
	}
	s.Database = reader.Part{Text: decoded, Present: decoded != ""}
	source, sourced := "", false
	acknowledged := "0" // the number of w, which a word leaves
	for _, pair := range strings.FieldsFunc(query, func(c rune) bool { return c == ';' || c == '&' }) {
		name, value, ok := cutText(pair, "=")
		if !ok || name == "" {
			s.refuse("invalid option")
			return
		}
		name, err1 := url.QueryUnescape(name)
		value, err2 := url.QueryUnescape(value)
		if err1 != nil || err2 != nil {
			s.refuse("invalid option")
			return
		}
		n, err := strconv.Atoi(value)
		number := err == nil && n >= 0
		switch lower := strings.ToLower(name); {
		case lower == "appname":
			s.set("appName", value)
		case lower == "authsource":
			source, sourced = value, true // the last counts
		case lower == "replicaset":
			s.set("replicaSet", value)
		case lower == "w":
			switch {
			case err == nil && n < 0:
				s.refuse("invalid value for")
			case err == nil:
				acknowledged = strconv.Itoa(n)
				s.set("w", acknowledged)
			default:
				s.set("w", value+acknowledged)
			}
		case lower == "ssl" || lower == "tls":
			if value != "true" && value != "false" {
				s.refuse("invalid value for")
			}
			if before, ok := s.option("tls"); ok && before != value {
				s.refuse("tls and ssl options, when both specified, must be equivalent")
			}
			s.set("tls", value)
		case oneOf(lower, mongoNumbers):
			if !number {
				s.refuse("invalid value for")
			}
			if s.plainMongo(lower, value) == "" {
				s.unknown()
			}
		case oneOf(lower, mongoTruths) || beginsWith(lower, "auth") || beginsWith(lower, "ssl") || beginsWith(lower, "tls") || beginsWith(lower, "srv") || beginsWith(lower, "proxy") ||
			oneOf(lower, "connect compressors readpreferencetags servermonitoringmode"):
			if lower != "sslmode" && lower != "tlsmode" && s.plainMongo(lower, value) == "" {
				s.unknown()
			}
		}
	}
	switch {
	case sourced && source == "":
		s.refuse("authSource must be non-empty when supplied in a URI")
	case len(list) == 0:
		s.refuse("must have at least 1 host")
	}
	if source == "" && (s.User.Text != "" || s.Password.Present) {
		if source = s.Database.Text; source == "" {
			source = "admin"
		}
	}
	if s.Password.Present && s.User.Text == "" || s.User.Present && s.User.Text == "" {
		s.refuse("")
	}
	s.set("authSource", source)
	s.knownOptions("tls false w 0 appName  replicaSet  authSource db")
}

// mongoNodeSplit is HOSTS_REGEX of mongodb-connection-string-url, and its checks. One that is
// not strict takes a second "@" before the path, and what stands for the hosts into the password.
func mongoNodeSplit(strict bool) step {
	return func(s *state) { s.mongoNodeSplit(strict) }
}

func (s *state) mongoNodeSplit(strict bool) {
	uri := s.uri
	if !beginsWith(uri, "mongodb://") && !beginsWith(uri, "mongodb+srv://") {
		s.refuse("Invalid scheme, expected connection string to start with")
		return
	}
	scheme, rest, _ := cutText(uri, "://")
	user, after := cutAny(rest, ":@")
	password, hasUser, hasPassword := "", false, false
	switch {
	case beginsWith(after, "@"):
		hasUser, rest = true, after[1:]
	case beginsWith(after, ":"):
		if p, behind, ok := cutText(after[1:], "@"); ok {
			password, hasUser, hasPassword, rest = p, true, true, behind
		}
	}
	if !hasUser {
		user = ""
	}
	if beginsWith(rest, ":") {
		if hasUser {
			// The group of the user is optional: without it, hosts end at the "@".
			hosts, _ := cutAny(uri[len(scheme)+3:], "/?@")
			if beginsWith(hosts, ":") {
				s.refuse("Invalid connection string")
			} else {
				user, password, hasUser, hasPassword = "", "", false, false
				rest = uri[len(scheme)+3:]
			}
		} else {
			s.refuse("Invalid connection string")
		}
	}
	hosts, tail := cutAny(rest, "/?@")
	if s.Verdict != reader.Read {
		return
	}
	if hosts == "" {
		s.refuse("Protocol and host list are required in")
		return
	}
	s.decode(user, jsDecoder)
	s.decode(password, jsDecoder)
	const illegal = ":/?#[]@"
	free := rest
	if hasUser {
		free = uri[len(scheme)+3:]
	}
	upToSlash, _ := cutAny(tail, "/?")
	switch {
	case holdsAny(user, illegal):
		s.refuse("Username contains unescaped characters")
	case (user == "" || password == "") && (beginsWith(free, "@") || beginsWith(free, ":")):
		s.refuse("URI contained empty userinfo section")
	case holdsAny(password, illegal):
		s.refuse("Password contains unescaped characters")
	case strict && holds(upToSlash, "@"):
		s.refuse("Invalid connection string")
	}
	if s.Verdict != reader.Read {
		return
	}
	tail, _, _ = cutText(tail, "\n")
	auth := ""
	if hasUser {
		if auth = user; hasPassword {
			auth += ":" + password
		}
		if auth != "" {
			auth += "@"
		}
	}
	if units := utf16.Encode([]rune(strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(auth))); strings.ContainsFunc(auth, func(c rune) bool { return c > 0xFFFF }) {
		if strings.Count(auth, "@") > 1 {
			s.unknown()
		}
		auth = lossy(units[:len(units)-1]) + "@"
	}
	if s.web(npmURL, scheme+"://"+auth+"__this_is_a_placeholder__"+tail); s.Verdict != reader.Read {
		return
	}
	s.hostPort = hosts
	list := splitText(hosts, ",")
	if scheme == "mongodb+srv" {
		if len(list) != 1 {
			s.refuse("mongodb+srv URI cannot have multiple service names")
		} else if holds(hosts, ":") {
			s.refuse("mongodb+srv URI cannot have port number")
		}
	}
	if s.path == "" {
		s.path = "/"
	}
}

// lossy is how whatwg-url reads a text: as many code points as it has, but one from each code
// unit on, so that what is behind an emoji is lost.
func lossy(units []uint16) string {
	var b strings.Builder
	for i := range utf8.RuneCountInString(string(utf16.Decode(units))) {
		b.WriteRune(utf16.Decode(units[i:min(i+2, len(units))])[0])
	}
	return b.String()
}

// withoutCaret knows nothing of "^", which parsers of before 2024 did not escape in a path.
func withoutCaret(s *state) {
	if holds(s.Database.Text, "%5E") {
		s.unknown()
	}
}

// mongoNodeURL is what ConnectionString has: nothing is decoded.
func mongoNodeURL(s *state) {
	if s.Verdict != reader.Read {
		return
	}
	s.Host, s.Port, s.Database = present(s.hostPort), reader.Part{}, present(s.path)
	parametersWeb(s)
}

// mongoNode is parseOptions of the driver of Node.js since a version.
type mongoNode int

func (version mongoNode) read(s *state) {
	if s.Verdict != reader.Read {
		return
	}
	srv := s.scheme == "mongodb+srv"
	var names, ports []string
	for _, host := range splitText(s.hostPort, ",") {
		name, port := s.mongoNodeHost(host)
		names, ports = append(names, name), append(ports, port)
	}
	if srv {
		s.Host, s.Port = present(s.hostPort), reader.Part{}
	} else {
		put(&s.Host, joinCommas(names))
		put(&s.Port, joinCommas(ports))
	}
	database := s.decode(withoutPrefix(s.path, "/"), jsDecoder)
	hasUser := s.User.Text != ""
	if hasUser {
		s.User.Text, s.Password.Text = s.decode(s.User.Text, jsDecoder), s.decode(s.Password.Text, jsDecoder)
	} else {
		s.User, s.Password = reader.Part{}, reader.Part{}
	}
	source := "admin"
	if database != "" {
		source = database
	}
	for _, o := range version.options(s) {
		value := o.values[0]
		switch o.name {
		case "appname":
			s.set("appName", value)
			if len(value) > 128 {
				s.unknown()
			}
		case "authsource":
			source = value
		case "replicaset":
			s.set("replicaSet", value)
		case "w":
			if s.set("w", value); !isDigits(value) && value != "majority" {
				s.unknown()
			}
		case "ssl", "tls":
			for _, value := range o.values {
				value = pct.Lower(value)
				switch {
				case version < 6 && oneOf(value, "t 1 y yes"):
					value = "true"
				case version < 6 && oneOf(value, "f 0 n no -1"):
					value = "false"
				}
				if before, ok := s.option("tls"); !oneOf(value, "true false") || ok && before != value {
					s.refuse("")
				}
				s.set("tls", value)
			}
		case "readpreference":
			if !oneOf(value, "primary primaryPreferred secondary secondaryPreferred nearest") {
				s.unknown()
			}
		case "dbname":
			if database == "" {
				s.unknown()
			}
		default:
			if s.plainMongo(o.name, value) == "" {
				s.unknown()
			}
		}
	}
	if hasUser {
		if source != "db" {
			s.set("authSource", source)
		}
	}
	if !hasUser {
		s.take("authSource")
	}
	if database == "" {
		database = "test"
	}
	put(&s.Database, database)
	if _, ok := s.option("tls"); srv && !ok {
		s.set("tls", "true")
	}
}

// options returns the options in lower case: the values of a name are those of its first
// spelling. Until version 6 one may have several, of which the first counts.
func (version mongoNode) options(s *state) (list []named) {
	pairs, err := form.Parse(s.query)
	if err != nil {
		s.unknown()
	}
	spelled := map[string]string{}
	for _, p := range pairs {
		lower := pct.Lower(p.Name)
		i := slices.IndexFunc(list, func(o named) bool { return o.name == lower })
		if i < 0 {
			i, list = len(list), append(list, named{name: lower})
			spelled[lower] = p.Name
		}
		if spelled[lower] == p.Name {
			list[i].values = append(list[i].values, p.Value)
		}
	}
	for _, o := range list {
		tags := version >= 6 && holds(o.name, "readpreferencetags") || version >= 7 && o.name == "timeoutms"
		if !tags && (version >= 6 && len(o.values) > 1 || slices.Contains(o.values, "")) {
			s.refuse("URI ")
		}
	}
	for _, o := range list {
		if !oneOf(o.name, "appname authsource replicaset w ssl tls readpreference dbname") && !isMongoNodeOption(o.name) {
			s.refuse("")
		}
	}
	return list
}

// isMongoNodeOption reports whether the driver of Node.js may have an option, in lower case.
func isMongoNodeOption(name string) bool {
	for _, word := range strings.Fields("auth auto tls ssl srv fieldsasraw hints index name psk reject request runtime sni proxy read write retry max min wait server socket compress connect direct driver enable family force heartbeat ignore journal keep load local log mongodb monitor no pk promote raw serialize time use validate bson w zlib zstd fsync check ca cert crl key pass pfx ecdh alpn allow host lookup min secure session ciphers cursor custom db") {
		if beginsWith(name, word) && name != "sslmode" && name != "host" && name != "port" && name != "db" && name != "dbname" && name != "database" && name != "password" && name != "max_retries" && name != "read_timeout" && name != "connect_timeout" && name != "timeout" && name != "secure" && name != "heartbeat" {
			return true
		}
	}
	return name == "j"
}

// mongoNodeHost is HostAddress.
func (s *state) mongoNodeHost(host string) (name, port string) {
	//percent:ignore escaped-by-hand the driver does
	escaped := replaced(host, " ", "%20")
	if endsWith(escaped, ".sock") {
		return s.decode(escaped, jsDecoder), ""
	}
	own := state{}
	own.Verdict = reader.Read
	if escaped == "" {
		return "", "27017"
	}
	if before, _ := cutAny(escaped, "?#"); before == "" {
		return "", "27017"
	}
	if own.node("iLoveJS://" + escaped); own.Verdict != reader.Read {
		s.Verdict, s.Error = own.Verdict, "Unable to parse"
		return "", ""
	}
	name = s.decode(own.Host.Text, jsDecoder)
	if beginsWith(own.hostPort, "[") {
		name = own.Host.Text
	}
	switch {
	case own.Port.Text == "0":
		s.refuse("")
	case own.Port.Text == "":
		return strings.ToLower(name), "27017"
	}
	return strings.ToLower(name), own.Port.Text
}

// hasOddEscapes reports whether a "%" is not that of an escape.
func hasOddEscapes(s string) bool {
	_, err := goDecoder.Decode(s)
	return err != nil
}

// unquotedPercent reports whether unquote_plus leaves a "%" and the two characters behind it.
func (s *state) unquotedPercent(text string) bool {
	for i := range text {
		if text[i] != '%' {
			continue
		}
		end := i + 1
		for range 2 {
			_, n := utf8.DecodeRuneInString(text[end:])
			end += n
		}
		if s.decode(text[i:end], formDecoder) == text[i:end] {
			return true
		}
	}
	return false
}

// pymongo is parse_uri of pymongo. Version 4 wants escapes in the userinfo to be none or
// whole, and needs no slash before the options. 410 decodes hosts before it takes them apart.
type pymongo int

func (version pymongo) read(s *state) {
	four := version >= 400
	rest, ok := afterPrefix(s.uri, "mongodb://")
	if service, srv := afterPrefix(s.uri, "mongodb+srv://"); srv {
		rest, ok = service, true
		defer s.needsDNS()
	}
	if !ok {
		s.refuse("Invalid URI scheme: URI must begin with")
		return
	}
	if rest == "" {
		s.refuse("Must provide at least one hostname or IP")
		return
	}
	hosts, path, _ := cutText(rest, "/")
	if hosts == "" && !four {
		hosts, path = path, ""
	}
	if path == "" && holds(hosts, "?") && !four {
		s.refuse("A ")
	}
	name, query, _ := cutText(path, "?")
	if four {
		hosts, query, _ = cutText(rest, "?")
		hosts, name, _ = cutText(hosts, "/")
	}
	if name != "" {
		name = s.decode(name, formDecoder)
		put(&s.Database, name)
		name, _, _ = cutText(name, ".")
		if holdsAny(name, `/ "$`) {
			s.refuse("Bad database name")
		}
	}
	if query != "" {
		version.options(s, query)
	}
	if four {
		for i := range s.options {
			switch o := &s.options[i]; {
			case o.Name == "ssl":
				o.Name = "tls"
			case version == 419:
				o.Name = cmp.Or(pymongoNames[o.Name], o.Name)
			}
		}
	}
	if info, after, ok := cutLast(hosts, "@"); ok {
		user, password, _ := cutText(info, ":")
		switch {
		case holds(info, "@") || holds(password, ":") || four && s.unquotedPercent(info):
			s.refuse("Username and password must be escaped according to RFC 3986")
		case user == "":
			s.refuse("The empty string is not valid username")
		}
		s.User, s.Password, hosts = present(s.decode(user, formDecoder)), present(s.decode(password, formDecoder)), after
	}
	if holds(hosts, "/") {
		s.refuse("Any ")
	}
	decoded := version == 410
	if decoded {
		hosts = s.decode(hosts, formDecoder)
	}
	var names, ports []string
	for _, entity := range splitText(hosts, ",") {
		name, port := entity, "27017"
		switch {
		case entity == "":
			s.refuse("Empty host")
			return
		case endsWith(entity, ".sock"):
			if !decoded {
				entity = s.decode(entity, formDecoder)
			}
			names, ports = append(names, entity), append(ports, "")
			continue
		case entity[0] == '[':
			if !decoded {
				entity = replaced(entity, "%25", "%")
			}
			if !holds(entity, "]") {
				s.refuse("an IPv6 address literal must be enclosed in")
				return
			}
			if i := strings.Index(entity, "]:"); i >= 0 {
				name, port = entity[1:i], entity[i+2:]
			} else {
				runes := []rune(entity)
				name = string(runes[1:max(1, len(runes)-1)])
			}
		case holds(entity, "%") && !decoded:
			s.refuse("Percent-encoding is only allowed in Unix domain socket paths and IPv6 zone indexes")
		case strings.Count(entity, ":") > 1:
			s.refuse("Reserved characters such as")
		case holds(entity, ":"):
			name, port, _ = cutText(entity, ":")
		}
		if n, err := strconv.Atoi(port); !isDigits(port) || err != nil || n == 0 || n > 65535 {
			if !pct.ASCII(port) && !strings.ContainsFunc(port, func(c rune) bool { return !unicode.IsNumber(c) }) {
				s.unknown() // digits of other scripts
			}
			s.refuse("Port ")
		}
		names, ports = append(names, strings.ToLower(name)), append(ports, trimZeros(port))
	}
	put(&s.Host, joinCommas(names))
	put(&s.Port, joinCommas(ports))
}

// needsDNS leaves of a URI that needs the Domain Name System only that it is refused.
func (s *state) needsDNS() {
	if s.Error = ""; s.Verdict == reader.Read {
		s.unknown()
	}
}

// pymongoNames are how pymongo 4.19 spells options.
var pymongoNames = map[string]string{
	"authsource": "authSource", "replicaset": "replicaSet", "retrywrites": "retryWrites", "retryreads": "retryReads", "directconnection": "directConnection", "maxpoolsize": "maxPoolSize", "wtimeoutms": "wTimeoutMS",
	"connecttimeoutms": "connectTimeoutMS", "sockettimeoutms": "socketTimeoutMS", "serverselectiontimeoutms": "serverSelectionTimeoutMS", "maxidletimems": "maxIdleTimeMS", "authmechanism": "authMechanism", "readpreference": "readPreference", "readconcernlevel": "readConcernLevel",
	"heartbeatfrequencyms": "heartbeatFrequencyMS", "localthresholdms": "localThresholdMS", "minpoolsize": "minPoolSize", "waitqueuetimeoutms": "waitQueueTimeoutMS", "zlibcompressionlevel": "zlibCompressionLevel", "loadbalanced": "loadBalanced",
}

// seconds is how Python and Ruby write milliseconds in seconds.
func seconds(milliseconds string) string {
	n, _ := strconv.Atoi(milliseconds)
	text := strconv.FormatFloat(float64(n)/1000, 'f', -1, 64)
	if n%1000 == 0 {
		text += ".0"
	}
	return text
}

// options is split_options.
func (version pymongo) options(s *state, query string) {
	separator := "&"
	switch {
	case holds(query, "&") && holds(query, ";"):
		s.refuse("Can not mix")
		return
	case holds(query, ";"):
		separator = ";"
	case !holds(query, "&") && !holds(query, "="):
		s.refuse("MongoDB URI options are key=value pairs")
		return
	}
	pairs := splitText(query, separator)
	if len(pairs) == 1 {
		pairs = strings.FieldsFunc(query, isSpacePython)
	}
	for _, pair := range pairs {
		name, value, ok := cutText(pair, "=")
		if !ok || holds(value, "=") {
			s.refuse("MongoDB URI options are key=value pairs")
			return
		}
		if pct.Lower(name) != "readpreferencetags" {
			value = s.decode(value, formDecoder)
		}
		s.set(name, value)
	}
	for _, o := range slices.Clone(s.options) {
		switch lower := pct.Lower(o.Name); lower {
		case "appname":
			if len(o.Value) > 128 {
				s.unknown()
			}
			s.take(o.Name)
			s.set("appname", o.Value)
		case "authsource":
			if o.Value == "" {
				s.refuse("")
			}
			s.take(o.Name)
			s.set("authsource", o.Value)
		case "replicaset":
			s.take(o.Name)
			s.set("replicaset", o.Value)
		case "w":
			s.take(o.Name)
			s.set("w", o.Value)
			if isDigits(withoutPrefix(o.Value, "-")) {
				s.set("w", s.intPython(o.Value))
				if beginsWith(o.Value, "-") {
					s.unknown()
				}
			}
		case "ssl", "tls":
			if !oneOf(o.Value, "true false") {
				s.refuse("The value of")
			}
			s.take(o.Name)
			if before, ok := s.option("ssl"); ok && o.Name != "ssl" && pct.Lower(before) != o.Value {
				s.refuse("")
			}
			s.set("ssl", pythonTruth(o.Value))
		default:
			value := o.Value
			switch s.plainMongo(lower, value) {
			case "truth":
				value = pythonTruth(value)
			case "milliseconds":
				value = seconds(value)
			case "localthresholdms":
				value += ".0"
			case "compressors":
				value = "['" + value + "']"
			case "loadbalanced":
				if value = pythonTruth(value); version < 400 {
					s.unknown()
				}
			case "":
				if isPymongoOption(lower) {
					s.unknown()
				}
				s.refuse("Unknown option")
				continue
			}
			if o.Name != lower {
				s.take(o.Name)
			}
			s.set(lower, value)
		}
	}
}

func pythonTruth(v string) string { return strings.ToUpper(v[:min(1, len(v))]) + v[min(1, len(v)):] }

// isPymongoOption reports whether pymongo may have an option, in lower case.
func isPymongoOption(name string) bool {
	for _, word := range strings.Fields("auth compress connecttimeout direct driver event fsync heartbeat j load localthreshold max min password read replica retry server socket ssl_ tls tz unicode uuid username wait w zlib connect datetime enable srv timeoutms document_class type_registry auto host") {
		if beginsWith(name, word) && name != "host" && name != "connect_timeout" && name != "max_retries" && name != "read_timeout" && name != "readonly" {
			return true
		}
	}
	return false
}

// isSpacePython is str.isspace of a character.
func isSpacePython(c rune) bool { return unicode.IsSpace(c) || 0x1C <= c && c <= 0x1F }
