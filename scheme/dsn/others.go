package dsn

import (
	"encoding/json"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

func clickHouseRows(r *rows) {
	r.text("clickhouse-driver|0.2.5, 0.2.11|Client.from_url, of Python", clickHousePython)
	r.octets("clickhouse-go|2.34.0|clickhouse.ParseDSN", clickHouseGo(234).read, protocolOf("native"))
	r.octets("clickhouse-go|2.42.0|clickhouse.ParseDSN", clickHouseGo(242).read, protocolOf("native"))
	r.octets("clickhouse-go|2.48.0|clickhouse.ParseDSN", clickHouseGo(248).read, protocolOf("native"))
	r.octets("clickhouse-go|2.51.0|clickhouse.ParseDSN", clickHouseGo(251).read, protocolOf("native"))
}

func clickHouseHTTPRows(r *rows) {
	r.octets("clickhouse-go|2.34.0|clickhouse.ParseDSN", clickHouseGo(234).read, protocolOf("http"))
	r.octets("clickhouse-go|2.42.0|clickhouse.ParseDSN", clickHouseGo(242).read, protocolOf("http"))
	r.octets("clickhouse-go|2.48.0|clickhouse.ParseDSN", clickHouseGo(248).read, protocolOf("http"))
	r.octets("clickhouse-go|2.51.0|clickhouse.ParseDSN", clickHouseGo(251).read, protocolOf("http"))
	r.text("clickhouse-js|1.12.1, 1.23.1|@clickhouse/client createClient", clickHouseJS)
}

func sqlServerRows(r *rows) {
	r.octets("go-mssqldb|0.12.0, 0.17.0|msdsn.Parse", goMSSQL(12).read)
	r.octets("go-mssqldb|0.21.0, 1.1.0|msdsn.Parse", goMSSQL(18).read)
	r.octets("go-mssqldb|1.6.0, 1.9.8|msdsn.Parse", goMSSQL(106).read)
	r.octets("go-mssqldb|1.10.0, 1.11.2|msdsn.Parse", goMSSQL(110).read)
	r.text("mssql|8.1.4, 12.7.14|ConnectionPool.parseConnectionString, which reads no URI", mssqlNode)
}

func smtpRows(r *rows) {
	r.text("nodemailer|4.7.0, 6.0.0, 8.0.11|createTransport", nodemailerBefore, nodemailer)
	r.text("nodemailer|10.0.16, 10.6.1|createTransport", nodemailerURL, nodemailer)
}

// clickHouseGo is ParseDSN of clickhouse-go in a version, such as 248 for 2.48. Since 2.44 it has a
// net/url of its own, which takes several hosts with ports since 2.50. Before that, values of
// settings were made lower case.
type clickHouseGo int

func (version clickHouseGo) read(s *state) {
	if version < 244 {
		if _, err := url.Parse(s.uri); err != nil {
			s.refuseGo(err)
			return
		}
	}
	before, fragment, _ := cutText(s.uri, "#")
	if i := firstIndex(before, ':'); i > 0 && isScheme(before[:i]) {
		s.scheme = pct.Lower(before[:i])
	}
	var hosts []string
	rest, query, _ := cutText(before, "?")
	head, authority, found := cutText(rest, "//")
	if !found || holds(head, "/") || head != "" && firstIndex(head, ':') != len(head)-1 {
		s.refuse("parse")
		if u, err := url.Parse(s.uri); err == nil && u.Host == "" {
			s.Error = "parse dsn address failed"
		}
		return
	}
	authority, path := cutAny(authority, "/")
	info, list, ok := cutLast(authority, "@")
	if !ok {
		info, list = "", authority
	} else {
		info += "@"
	}
	lists := []string{list}
	if version >= 250 {
		lists = splitText(list, ",")
	}
	for _, host := range lists {
		if host == "" && holds(list, ",") {
			s.refuse("parse")
			return
		}
		if lastIndex(host, '[') > 0 {
			s.unknown()
		}
		one, err := url.Parse("x://" + host)
		if err != nil || s.scheme == "" && head != "" {
			s.refuse("parse")
			return
		}
		hosts = append(hosts, one.Host)
	}
	u, err := url.Parse("x://" + info + "h" + path + "?" + query + "#" + fragment)
	if err != nil {
		s.refuse("parse")
		return
	}
	if joinCommas(hosts) == "" {
		s.refuse("parse dsn address failed")
		return
	}
	var names, ports []string
	for _, host := range splitText(joinCommas(hosts), ",") {
		name, port, err := net.SplitHostPort(host)
		if err != nil {
			name, port = host, ""
		}
		names, ports = append(names, name), append(ports, port)
	}
	put(&s.Host, joinCommas(names))
	put(&s.Port, joinCommas(ports))
	s.User, s.Password, s.Database = present(""), present(""), present(withoutPrefix(u.Path, "/"))
	if u.User != nil {
		password, _ := u.User.Password()
		s.User, s.Password = present(u.User.Username()), present(password)
	}
	s.query = query
	parametersGo(s)
	if s.move("username password - - -"); version >= 236 {
		s.move("- - - - database")
	}
	secure := false
	for _, o := range slices.Clone(s.options) {
		truth, err := strconv.ParseBool(o.Value)
		_, number := strconv.Atoi(o.Value)
		_, duration := time.ParseDuration(o.Value)
		wrong := false
		switch o.Name {
		case "secure":
			secure, wrong = truth || o.Value == "", err != nil && o.Value != ""
		case "skip_verify":
			wrong = err != nil && o.Value != ""
		case "dial_timeout", "read_timeout", "conn_max_lifetime":
			wrong = duration != nil
		case "max_compression_buffer", "max_open_conns", "max_idle_conns":
			wrong = number != nil
		case "debug", "compress", "connection_open_strategy", "client_info_product", "http_path":
		case "compress_level", "block_buffer_size", "tls_server_name", "http_proxy":
			s.unknown()
		default:
			if version < 250 {
				o.Value = strings.ToLower(o.Value)
			} else if oneOf(o.Name, "hosts alt_hosts") {
				s.unknown()
			}
			switch pct.Lower(o.Value) {
			case "true":
				o.Value = "1"
			case "false":
				o.Value = "0"
			default:
				if n, err := strconv.Atoi(o.Value); err == nil {
					o.Value = strconv.Itoa(n)
				}
			}
			s.set(o.Name, o.Value)
			continue
		}
		if wrong {
			s.refuse("")
		}
		s.take(o.Name)
	}
	if secure {
		s.set("tls", "true")
	}
	switch {
	case s.scheme == "http" && secure:
		s.refuse("clickhouse [dsn parse]: http with TLS specify")
	case s.scheme == "https" && !secure:
		s.refuse("clickhouse [dsn parse]: https without TLS")
	}
	if protocol := map[bool]string{true: "http", false: "native"}[s.scheme == "http" || s.scheme == "https"]; s.Verdict == reader.Read {
		s.setFirst("protocol", protocol)
	}
}

// protocolOf removes the protocol of a family, which recordings do not show.
//
//go:noinline
func protocolOf(known string) step { return func(s *state) { s.knownOptions("protocol " + known) } }

// clickHouseJS is createClient of the client for Node.js.
func clickHouseJS(s *state) {
	if splitNode(s); s.Verdict == reader.Refused {
		s.Error = "ClickHouse URL is malformed. Expected format"
		return
	}
	if s.scheme != "http" && s.scheme != "https" {
		s.refuse("ClickHouse URL protocol must be either http or https. Got")
		return
	}
	s.Host, s.Port = present(s.hostPort), present(s.Port.Text)
	if s.User.Text = s.decode(s.User.Text, jsDecoder); s.User.Text == "" {
		s.User.Text = "default"
	}
	s.Password.Text = s.decode(s.Password.Text, jsDecoder)
	put(&s.Database, "default")
	if len(strings.TrimSpace(s.path)) > 1 {
		s.Database.Text = s.path[1:]
	}
	counts := map[string]int{}
	query := s.query
	parametersWeb(s)
	for _, pair := range splitText(query, "&") {
		name, _, _ := cutText(pair, "=")
		counts[s.decode(name, formDecoder)]++
	}
	options := s.options
	s.options, s.index = nil, nil
	for _, o := range options {
		name, ok := afterPrefix(o.Name, "clickhouse_setting_")
		if !ok {
			name, ok = afterPrefix(o.Name, "ch_")
		}
		switch {
		case ok && counts[o.Name] > 1:
			s.refuse("Cannot convert undefined or null to object")
		case ok:
			s.set(name, o.Value)
		case beginsWith(o.Name, "http_header_") || oneOf(o.Name, "application session_id"):
		case oneOf(o.Name, "pathname request_timeout max_open_connections compression_request compression_response log_level keep_alive_enabled keep_alive_idle_socket_ttl access_token"):
			s.unknown()
		default:
			s.refuse("Unknown URL parameters")
		}
	}
}

// goMSSQL is msdsn.Parse of go-mssqldb since a version, such as 106 for 1.6.
type goMSSQL int

func (version goMSSQL) read(s *state) {
	for _, p := range all(s) {
		p.Present = true
	}
	s.Port.Text, s.Host.Text = "0", "localhost"
	if !beginsWith(s.uri, "sqlserver://") {
		// Keywords and values.
		if holds(s.uri, "=") || beginsWith(s.uri, "odbc:") {
			for _, known := range []string{"server", "user", "password", "database", "port", "encrypt", "pwd", "uid", "data source", "odbc:", "address", "addr", "initial catalog", "log", "timeout", "protocol", "=", ";"} {
				name, _, _ := cutText(pct.Lower(s.uri), "=")
				if endsWith(strings.TrimSpace(name), known) && known != "=" && known != ";" {
					s.unknown()
				}
			}
			if holds(s.uri, ";") {
				s.unknown()
			}
		}
		s.set("instance", "")
		return
	}
	const message = "unable to parse connection string: invalid URL format"
	u, err := url.Parse(s.uri)
	if err != nil && version < 110 {
		s.refuseGo(err)
		return
	}
	if err != nil {
		s.refuse(message)
		return
	}
	if u.User != nil {
		s.User.Text = u.User.Username()
		s.Password.Text, _ = u.User.Password()
	}
	host, port, err := net.SplitHostPort(u.Host)
	if err != nil {
		host = u.Host
	}
	given := map[string]bool{"server": true, "port": port != "", "user id": u.User != nil}
	if _, ok := u.User.Password(); u.User != nil && ok {
		given["password"] = true
	}
	server := host
	if len(u.Path) > 0 {
		server += "\\" + u.Path[1:]
	}
	values, _ := url.ParseQuery(u.RawQuery)
	for name, list := range values {
		lower := strings.ToLower(name)
		switch {
		case version < 110 && len(values) > 1 && lower != name && values.Has(lower):
			s.unknown() // either counts
		case len(list) > 1 || version >= 110 && given[lower]:
			s.refuse("key")
		}
		given[lower] = true
		switch lower {
		case "server":
			server = list[0]
		case "database":
			s.Database.Text = list[0]
		case "user id":
			s.User.Text = list[0]
		case "password":
			s.Password.Text = list[0]
		case "port":
			port = list[0]
			if port == "" {
				s.refuse("invalid tcp port")
			}
		case "encrypt":
			value, ok := map[string]string{"mandatory": "1", "yes": "1", "1": "1", "t": "1", "true": "1", "disable": "3", "strict": "4", "optional": "0", "no": "0", "0": "0", "f": "0", "false": "0"}[strings.ToLower(list[0])]
			if version < 106 {
				truth, err := strconv.ParseBool(list[0])
				if value, ok = "0", err == nil; truth {
					value = "1"
				}
				if strings.EqualFold(list[0], "DISABLE") {
					value, ok = "3", true
				}
			}
			if !ok {
				s.refuse("invalid encrypt")
			}
			s.set("encrypt", value)
		case "protocol":
			if list[0] == "tcp" || version < 18 {
				continue
			}
			if list[0] == "admin" {
				s.unknown()
			}
			s.refuse("No protocol handler is available for protocol")
		case "log", "timezone", "packet size", "connection timeout", "keepalive", "dial timeout", "failoverport", "disableretry", "trustservercertificate", "certificate", "servercertificate", "hostnameincertificate",
			"columnencryption", "multisubnetfailover", "guid conversion", "epa enabled", "tlsmin", "applicationintent":
			s.unknown()
		}
	}
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil {
			s.refuse("invalid tcp port")
		}
		s.Port.Text = strconv.FormatUint(n, 10)
	}
	name, instance, _ := cutText(server, `\`)
	if s.Host.Text = name; name == "." || strings.ToUpper(name) == "(LOCAL)" || name == "" {
		s.Host.Text = "localhost"
	}
	if s.set("instance", instance); instance == "inst" {
		s.take("instance")
	}
}

// nodemailerBefore is how nodemailer took a URI apart with url.parse of Node.js.
func nodemailerBefore(s *state) {
	s.read(nodeLegacy.Get().Read(s.uri), "")
	s.Error = ""
	auth := s.User.Text != ""
	s.User.Text, s.Password.Text, _ = cutText(s.User.Text, ":")
	s.User.Present, s.Password.Present = auth, auth
	if scheme, _, ok := cutText(pct.Lower(s.uri), ":"); !ok || !oneOf(scheme, "smtp smtps direct") {
		s.refuse("")
	}
}

// nodemailerURL is how nodemailer takes a URI apart.
func nodemailerURL(s *state) {
	if scheme, _, ok := cutText(pct.Lower(s.uri), ":"); !ok || !oneOf(scheme, "smtp smtps direct") {
		s.refuse("Cannot create property ")
		return
	}
	input := strings.TrimFunc(s.uri, func(c rune) bool { return c <= ' ' })
	normalized := input
	if i := firstIndex(input, ':'); i > 0 && isScheme(input[:i]) && !beginsWith(input[i+1:], "//") && len(input) > i+1 {
		normalized = input[:i] + "://" + input[i+1:]
	}
	if s.node(normalized); s.Verdict == reader.Refused {
		s.Verdict, s.Error = reader.Read, ""
		s.nodemailerLegacy(normalized)
	} else if s.Verdict == reader.Read {
		host := s.Host.Text
		if !beginsWith(s.hostPort, "[") && host != "" {
			if decoded, err := jsDecoder.Decode(host); err == nil {
				host = decoded
			}
			if holdsAny(host, "\x00\t\n\r #/:<>?@[\\]^|") || strings.ContainsFunc(host, func(c rune) bool { return c < ' ' || c == 0x7F }) {
				s.refuse("Invalid URL")
			}
			own := state{}
			own.Verdict = reader.Read
			if own.node("http://" + host + "/"); own.Verdict == reader.Refused {
				s.refuse("Invalid URL")
			} else if own.Verdict == reader.Unknown {
				s.unknown()
			}
			host = own.hostPort
		}
		s.Host.Text = host
		for _, p := range credentials(s) {
			if decoded, err := jsDecoder.Decode(p.Text); err == nil {
				p.Text = decoded
			}
		}
	}
	auth := s.User.Text+s.Password.Text != ""
	s.User.Present, s.Password.Present = auth, auth
}

// nodemailer is the rest of parseConnectionUrl.
func nodemailer(s *state) {
	if s.Verdict != reader.Read {
		return
	}
	s.Host.Present = s.Host.Text != ""
	if n := trimZeros(s.Port.Text); n == "0" || n == "" {
		s.Port = reader.Part{}
	} else {
		put(&s.Port, n)
	}
	parametersLegacy(s)
	options := s.options
	s.options, s.index = nil, nil
	tls := map[string]any{}
	for _, o := range options {
		value, isNumber := s.looseNumber(o.Value)
		name, isTLS := afterPrefix(o.Name, "tls.")
		switch {
		case isTLS:
			tls[name] = value
			if isNumber {
				tls[name] = json.Number(value)
			} else if oneOf(value, "true false") {
				tls[name] = value == "true"
			}
		case holds(o.Name, "."):
		case o.Name == "secure" && oneOf(s.scheme, "smtp smtps"), o.Name == "direct" && s.scheme == "direct", oneOf(o.Name, "url auth") && s.User.Present,
			o.Name == "host" && s.Host.Present, o.Name == "port" && s.Port.Present, isPrototype(o.Name):
		case oneOf(o.Name, "pool service sendmail streamTransport jsonTransport SES auth transport"):
			s.unknown()
		case o.Name == "host":
			put(&s.Host, value)
		case o.Name == "port":
			put(&s.Port, value)
		default:
			s.set(o.Name, value)
		}
	}
	if len(tls) > 0 {
		b, err := json.Marshal(tls)
		if err != nil || len(tls) > 1 {
			s.unknown()
		}
		s.set("tls", string(b))
	}
	switch s.scheme {
	case "smtps":
		s.set("secure", "true")
	case "direct":
		s.set("direct", "true")
	}
}

// isPrototype reports whether every object of ECMAScript has a name.
func isPrototype(name string) bool {
	return oneOf(name, "constructor toString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString") || beginsWith(name, "__")
}

// looseNumber is Number(v), where isNaN(v) is false, or else v.
func (s *state) looseNumber(v string) (text string, ok bool) {
	trimmed := strings.TrimFunc(v, unicode.IsSpace)
	switch {
	case trimmed == "":
		return "0", true
	case isDigits(trimmed) && len(trimmed) < 16:
		return trimZeros(trimmed), true
	case isDigits(trimmed[1:]) && (trimmed[0] == '-' || trimmed[0] == '+') && len(trimmed) < 16:
		n := trimZeros(trimmed[1:])
		if trimmed[0] == '-' && n != "0" {
			n = "-" + n
		}
		return n, true
	}
	if _, err := strconv.ParseFloat(trimmed, 64); err == nil && !holdsAny(trimmed, "nN_") || len(trimmed) > 2 && trimmed[0] == '0' && strings.ContainsRune("xXoObB", rune(trimmed[1])) {
		s.unknown()
	}
	return v, false
}

// nodemailerLegacy is legacyParse: url.parse, where it has the host that is written.
func (s *state) nodemailerLegacy(uri string) {
	own := state{}
	own.Verdict = reader.Read
	own.read(nodeLegacy.Get().Read(uri), "")
	if own.Verdict != reader.Read {
		s.Verdict, s.Error = own.Verdict, ""
		return
	}
	flat := replaced(uri, `\`, "/")
	scheme, rest, ok := cutText(flat, "//")
	ok = ok && (scheme == "" || endsWith(scheme, ":") && strings.Trim(pct.Lower(scheme[:len(scheme)-1]), "abcdefghijklmnopqrstuvwxyz0123456789+-.") == "")
	hosted := own.Host.Text != ""
	switch {
	case ok && (scheme != "" || hosted):
		written, _ := cutAny(rest, "/?#")
		written = written[lastIndex(written, '@')+1:]
		host := own.Host.Text
		if holds(host, ":") {
			host = "[" + host + "]"
		}
		if own.Port.Present && own.Port.Text != "" {
			host += ":" + own.Port.Text
		}
		if !pct.ASCII(written) && (holds(host, "xn--") || strings.ContainsAny(written, "。．｡")) {
			s.unknown() // it compares Punycode
		}
		literal, _, _ := cutText(withoutPrefix(written, "["), "]")
		address, _ := netip.ParseAddr(literal)
		if written == "" || strings.ContainsFunc(written, func(c rune) bool { return c < ' ' || c == 0x7F }) || pct.Lower(host) != pct.Lower(written) || beginsWith(written, "[") && !address.Is6() {
			s.refuse("Invalid URL")
			return
		}
	case hosted:
		s.refuse("Invalid URL")
		return
	}
	user, password, _ := cutText(own.User.Text, ":")
	s.User.Text, s.Password.Text, s.Host.Text, s.Port.Text = user, password, own.Host.Text, own.Port.Text
	s.scheme, s.query, s.path = own.scheme, own.query, own.path
}
