package dsn

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

func postgresqlRows(r *rows) {
	keywords := keywordSplitter{space: isSpaceC}.split
	steps := []step{libpq{decodeLibpq, knownToLibpq, keywords}.split, noNUL, allKnownToLibpq, moveLibpq}
	steps18 := []step{libpq{decodeSpaced, knownToLibpq18, keywords}.split, noNUL, allKnownToLibpq18, moveLibpq}
	python := []step{libpq{decodeLibpq, knownToLibpq, keywordSplitter{space: isSpaceC, missing: "missing"}.split}.split, allKnownToLibpq, moveLibpq, utf8Python}
	python18 := []step{libpq{decodeSpaced, knownToLibpq18, keywordSplitter{space: isSpaceC, missing: "missing"}.split}.split, allKnownToLibpq18, moveLibpq, utf8Python}
	frameworkRows(r, true)
	rubyRows(r, "postgresql", "postgresql")
	r.text("asyncpg|0.27.0|asyncpg.connect(dsn)", asyncpg)
	r.text("asyncpg|0.30.0, 0.31.0|asyncpg.connect(dsn)", asyncpg, asyncpgSession)
	r.octets("libpq|15.18, 17.12|PQconninfoParse, of psql as well", steps...)
	r.octets("libpq|18.6|PQconninfoParse, of psql as well", steps18...)
	r.text("pg|8.3.3, 8.23.1|node-postgres new Client, with pg-connection-string 2.14.1", pgConnectionString{}.read, pg)
	r.text("pg-connection-string|2.4.0, 2.5.0|pg-connection-string parse", pgConnectionLegacy)
	r.text("pg-connection-string|2.6.0|pg-connection-string parse", pgConnectionString{brackets: true, ownPort: true, hostInPath: true}.read)
	r.text("pg-connection-string|2.6.1|pg-connection-string parse", pgConnectionString{brackets: true, ownPort: true}.read)
	r.text("pg-connection-string|2.6.2, 2.14.0|pg-connection-string parse", pgConnectionString{brackets: true}.read)
	r.text("pg-connection-string|2.14.1|pg-connection-string parse", pgConnectionString{}.read)
	for _, x := range []struct {
		versions string
		pgx
	}{
		{"4.18.3", 418}, {"5.3.0, 5.7.4", 503}, {"5.7.5, 5.8.0", 507}, {"5.9.0, 5.9.1", 509}, {"5.9.2", 519}, {"5.10.0", 520},
	} {
		r.octets("pgx|"+x.versions+"|pgx.ParseConfig", prefixed(splitGo(x.url), x.keywords), x.pgx.read)
	}
	r.octets("pgx|5.11.0|pgx.ParseConfig", libpq{decodeSpaced, anyOption, pgxKeywords}.split, pgx(521).read)
	r.octets("pgx|5.12.0, 5.13.0|pgx.ParseConfig", libpq{decodeSpaced, anyOption, pgxKeywords}.split, pgx(522).read)
	r.text("postgres.js|3.2.4, 3.3.2|postgres(uri)", postgresJS{raw: true, strict: true}.read)
	r.text("postgres.js|3.3.3, 3.3.5|postgres(uri)", postgresJS{strict: true}.read)
	r.text("postgres.js|3.4.0, 3.4.9|postgres(uri)", postgresJS{}.read)
	spaced := splitGo(pqGo{" ", `\ `, "'", `\'`, `\`, `\\`}.url)
	quoted := splitGo(pqGo{"'", `\'`, `\`, `\\`}.url)
	eleven := pq{true, "disable require verify-full verify-ca", " service min_protocol_version max_protocol_version ssl_min_protocol_version ssl_max_protocol_version"}
	r.octets("pq|1.2.0, 1.5.2|pq.NewConnector", prefixed(spaced, nil), pqOptions)
	r.octets("pq|1.7.0, 1.9.0|pq.NewConnector", prefixed(spaced, nil), pqOptions, pqUnix)
	r.octets("pq|1.10.0, 1.10.9|pq.NewConnector", prefixed(quoted, nil), pqOptions, pqUnix)
	r.octets("pq|1.11.0, 1.11.1|pq.NewConfig", prefixed(quoted, nil), eleven.read)
	eleven.stray = false
	r.octets("pq|1.11.2|pq.NewConfig", prefixed(quoted, nil), eleven.read)
	r.octets("pq|1.12.0, 1.12.3|pq.NewConfig", prefixed(quoted, nil), pq{modes: "disable allow prefer require verify-full verify-ca"}.read)
	r.text("psycopg|3.1.7, 3.2.6|psycopg.connect, with libpq 15 and 17", python...)
	r.text("psycopg|3.3.5|psycopg.connect, with libpq 18", python18...)
	r.text("psycopg2|2.9.5, 2.9.10|psycopg2.connect, with libpq 15 and 17", python...)
	r.text("psycopg2|2.9.13|psycopg2.connect, with libpq 18", python18...)
	r.text("sqlalchemy|1.4.46|SQLAlchemy make_url, with psycopg2", sqlAlchemy, sqlAlchemyPostgreSQL)
	r.text("sqlalchemy|2.0.40, 2.0.52|SQLAlchemy make_url, with psycopg2", sqlAlchemy, sqlAlchemyHosts)
	r.octets("go-pg|10.11.0|pg.ParseURL", splitGo(goPG))
}

// goPG is ParseURL of go-pg.
func goPG(s *state, u *url.URL) {
	if u.Scheme != "postgres" && u.Scheme != "postgresql" {
		s.refuse("pg: invalid scheme")
		return
	}
	addr := u.Host
	if !holds(addr, ":") {
		addr += ":5432"
	}
	s.address(addr)
	if strings.Trim(u.Path, "/") == "" {
		s.refuse("pg: database name not provided")
		return
	}
	put(&s.Database, u.Path[1:])
	if s.User.Text == "" {
		put(&s.User, "postgres")
	}
	s.Password.Present = true
	if _, err := url.ParseQuery(u.RawQuery); err != nil {
		s.refuseGo(err)
	}
	parametersGo(s)
	if mode, ok := s.take("sslmode"); ok && !oneOf(mode, "verify-ca verify-full allow prefer require disable") {
		s.refuse("pg: sslmode")
	}
	if v, ok := s.take("connect_timeout"); ok {
		if _, err := strconv.Atoi(v); err != nil {
			s.refuse("pg: cannot parse connect_timeout option as int")
		}
	}
	for _, o := range s.options {
		if o.Name != "application_name" {
			s.refuse("pg: options other than")
		}
	}
	s.knownOptions("application_name ")
}

func isPostgreSQL(uri string) bool {
	return beginsWith(uri, "postgres://") || beginsWith(uri, "postgresql://")
}

// prefixed is for those that read a URI only if it begins as one of PostgreSQL.
//
//go:noinline
func prefixed(uri, others step) step {
	return func(s *state) {
		if isPostgreSQL(s.uri) {
			uri(s)
		} else if others != nil {
			others(s)
		}
	}
}

// decodeLibpq is conninfo_uri_decode of libpq 15.
func decodeLibpq(s *state, text string) string {
	decoded := s.decode(text, libpqDecoder)
	if firstIndex(decoded, 0) >= 0 {
		s.refuse("forbidden value %00 in percent-encoded value")
	}
	return decoded
}

// decodeSpaced is that of libpq 18: spaces at the ends are dropped, and others refused.
func decodeSpaced(s *state, text string) string {
	text = strings.Trim(text, " ")
	if holds(text, " ") {
		s.refuse("unexpected spaces found in")
	}
	return decodeLibpq(s, text)
}

// anyOption is for drivers that take options that they do not know.
func anyOption(*state, string) {}

// optionsLibpq are the parameters of libpq 15.
const optionsLibpq = "service user password passfile connect_timeout dbname host hostaddr port client_encoding options application_name fallback_application_name keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout sslmode sslcompression sslcert sslkey sslpassword sslrootcert sslcrl sslcrldir sslsni requirepeer ssl_min_protocol_version ssl_max_protocol_version gssencmode krbsrvname gsslib replication target_session_attrs channel_binding"

func knownToLibpq(s *state, name string) {
	if name == "requiressl" {
		s.unknown()
	}
	if !oneOf(name, optionsLibpq) {
		message := "invalid connection option"
		if isPostgreSQL(s.uri) {
			message = "invalid URI query parameter"
		}
		s.refuse(message)
	}
}

func allKnownToLibpq(s *state) {
	for _, o := range s.options {
		knownToLibpq(s, o.Name)
	}
}

// optionsLibpq18 are those that libpq 18 has besides.
const optionsLibpq18 = "servicefile require_auth sslcertmode sslnegotiation min_protocol_version max_protocol_version load_balance_hosts gssdelegation sslkeylogfile scram_client_key scram_server_key oauth_issuer oauth_client_id oauth_client_secret oauth_scope"

func knownToLibpq18(s *state, name string) {
	if !oneOf(name, optionsLibpq18) {
		knownToLibpq(s, name)
	}
}

func allKnownToLibpq18(s *state) {
	for _, o := range s.options {
		knownToLibpq18(s, o.Name)
	}
}

// noNUL refuses what cannot be handed to a function of C.
func noNUL(s *state) {
	if firstIndex(s.uri, 0) >= 0 {
		s.refuse("")
	}
}

func moveLibpq(s *state) { s.move("user password host port dbname") }

// utf8Python refuses values that are not UTF-8.
func utf8Python(s *state) {
	valid := true
	for _, p := range s.Parts() {
		valid = valid && pct.InvalidUTF8(p.Text) < 0
	}
	for _, o := range s.options {
		valid = valid && pct.InvalidUTF8(o.Value) < 0
	}
	if !valid {
		s.refuse("")
	}
}

// pgx is ParseConfig of pgx since a version, such as 417 for 4.17; 519 is 5.9.2 and 520 is 5.10.
type pgx int

// url is parseURLSettings before 5.11.
func (version pgx) url(s *state, u *url.URL) {
	var hosts, ports []string
	for _, part := range splitText(u.Host, ",") {
		bare := strings.Trim(part, "[]")
		if part == "" {
			continue
		}
		if net.ParseIP(bare) != nil || !holds(part, ":") {
			hosts = append(hosts, bare)
			continue
		}
		host, port, err := net.SplitHostPort(part)
		if err != nil {
			s.refuse("failed to split host:port in")
			return
		}
		if host != "" {
			hosts = append(hosts, host)
		}
		if port != "" {
			ports = append(ports, port)
		}
	}
	s.Host.Text, s.Port.Text = joinCommas(hosts), joinCommas(ports)
	s.Database.Text = strings.TrimLeft(u.Path, "/")
	s.Host.Present, s.Port.Present, s.User.Present = len(hosts) > 0, len(ports) > 0, s.User.Present && (s.User.Text != "" || version < 509)
	parametersGo(s)
}

// machine is the host that pgx takes if there is none: a folder for sockets if it has one.
const machine = "/var/run/postgresql"

// sincePGX has the options that pgx does not send behind the version since which it knows them.
const sincePGX = "0 host port database user password passfile connect_timeout sslmode sslkey sslcert sslrootcert target_session_attrs service servicefile krbspn krbsrvname sslpassword sslsni 507 sslnegotiation 509 min_protocol_version max_protocol_version channel_binding 520 require_auth 522 sslcertmode"

// knows reports whether an option is known.
func (version pgx) knows(name string) bool {
	return int(version) >= since(name, sincePGX) || name == "min_read_buffer_size" && version < 503
}

// pgxKeywords is parseKeywordValueSettings of pgx.
func pgxKeywords(s *state) {
	if firstIndex(s.uri, 0) >= 0 {
		s.refuse("forbidden NUL byte in connection string")
	}
	keywordSplitter{space: isSpaceC}.split(s)
	if _, ok := s.option(""); ok {
		s.refuse("invalid keyword/value")
	}
	if v, ok := s.option("user"); ok && v == "" {
		s.take("user")
	}
}

// keywords is the same before 5.11, to which only \\ and \' are escapes. Before 5.10 no space
// stands at the start, and one at the end.
func (version pgx) keywords(s *state) {
	const spaces = " \t\n\r\v\f"
	trimmed := func(rest string) string {
		if version < 520 {
			return rest
		}
		return strings.TrimLeft(rest, spaces)
	}
	for rest := trimmed(s.uri); rest != ""; {
		name, value, ok := cutText(rest, "=")
		if name = strings.Trim(name, spaces); !ok || name == "" {
			s.refuse("invalid ")
			return
		}
		value, quoted := afterPrefix(strings.TrimLeft(value, spaces), "'")
		i := 0
		for ; i < len(value) && (quoted || !isSpaceC(rune(value[i]))) && (!quoted || value[i] != '\''); i++ {
			if value[i] == '\\' {
				i++
			}
		}
		if i > len(value) || quoted && i == len(value) {
			s.refuse("")
			return
		}
		rest = trimmed(value[min(i+1, len(value)):])
		if value = replaced(replaced(value[:i], `\\`, `\`), `\'`, "'"); name != "user" || value != "" || version < 509 {
			s.set(name, value)
		}
	}
}

// read is ParseConfigWithOptions behind the URI. Since 5.11 ports are one, or one for each host,
// and an empty host or port is the default.
func (version pgx) read(s *state) {
	matched := version >= 521
	if v, ok := s.take("dbname"); ok {
		s.set("database", v)
	}
	s.move("user password host port database")
	if !s.Host.Present {
		s.Host.Text = machine
	}
	if !s.Port.Present {
		s.Port.Text = "5432"
	}
	value := func(name string) string { v, _ := s.option(name); return v }
	if value("sslcert")+value("sslkey")+value("sslrootcert")+value("require_auth")+value("passfile") != "" {
		s.unknown()
	}
	if v, ok := s.option("service"); ok && v != "\x00" {
		s.refuse("failed to read service")
	}
	if v, ok := s.option("connect_timeout"); ok {
		if n, err := strconv.ParseInt(v, 10, 64); err != nil || n < 0 {
			s.refuse("invalid connect_timeout")
		}
	}
	hosts, ports := splitText(s.Host.Text, ","), splitText(s.Port.Text, ",")
	if matched && len(ports) > 1 && len(ports) != len(hosts) {
		s.refuse("could not match")
		return
	}
	for i, host := range hosts {
		if host == "" && matched {
			hosts[i] = machine
		}
		port := ports[0]
		if i < len(ports) {
			port = ports[i]
		}
		if port == "" && matched {
			port = "5432"
		}
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			s.refuse("invalid port")
			return
		}
		if i < len(ports) {
			ports[i] = strconv.FormatUint(n, 10)
		} else {
			ports = append(ports, strconv.FormatUint(n, 10))
		}
		if !beginsWith(hosts[i], "/") && !oneOf(value("sslmode"), "disable allow prefer require verify-ca verify-full ") {
			s.refuse("failed to configure TLS")
		}
	}
	ports = ports[:len(hosts)]
	// Those of one host that follow each other are alternatives with and without TLS.
	n := 0
	for i := range hosts {
		if i == 0 || hosts[i] != hosts[n-1] || ports[i] != ports[n-1] {
			hosts[n], ports[n] = hosts[i], ports[i]
			n++
		}
	}
	hosts, ports = hosts[:n], ports[:n]
	put(&s.Host, joinCommas(hosts))
	put(&s.Port, joinCommas(ports))
	s.oneOf("target_session_attrs", "any read-write read-only primary standby prefer-standby", "unknown target_session_attrs value")
	if v, ok := s.option("min_read_buffer_size"); ok && version < 503 {
		if _, err := strconv.ParseInt(v, 10, 32); err != nil {
			s.refuse("cannot parse min_read_buffer_size")
		}
	}
	if version >= 509 {
		for _, name := range []string{"min_protocol_version", "max_protocol_version"} {
			s.oneOf(name, "3.0 3.2 latest ", "invalid "+name)
		}
		if lowest, highest := value("min_protocol_version"), value("max_protocol_version"); oneOf(lowest, "3.2 latest") && oneOf(highest, "3.0 ") && (highest != "" || version == 509) {
			s.refuse("min_protocol_version cannot be greater than max_protocol_version")
		}
		s.oneOf("channel_binding", "prefer disable require ", "unknown channel_binding value")
	}
	if version >= 522 {
		s.oneOf("sslcertmode", "disable allow require", "invalid sslcertmode")
	}
	modes := map[string]string{"default_query_exec_mode": "cache_statement cache_describe describe_exec exec simple_protocol"}
	numbers := "statement_cache_capacity description_cache_capacity"
	if version < 500 {
		modes = map[string]string{"statement_cache_mode": "prepare describe", "prefer_simple_protocol": "1 t T TRUE true True 0 f F FALSE false False"}
		numbers = "statement_cache_capacity"
	}
	for name, words := range modes {
		s.oneOf(name, words, "invalid "+name[:len("statement_cache_mod")])
	}
	for _, name := range splitText(numbers, " ") {
		if v, ok := s.option(name); ok {
			if _, err := strconv.ParseInt(v, 10, 32); err != nil {
				s.refuse("cannot parse " + name)
			}
		}
	}
	s.keep(func(o Param) bool {
		_, mode := modes[o.Name]
		return !mode && (o.Name == "" || !oneOf(o.Name, numbers)) && !version.knows(o.Name)
	})
	s.Password.Present, s.Database.Present = true, true
}

// pqGo is convertURL of lib/pq: the URI becomes keywords and values, in which some texts stand
// for others.
type pqGo []string

func (escapes pqGo) url(s *state, u *url.URL) {
	quote := "'"
	if escapes[0] == " " {
		quote = ""
	}
	var list []string
	add := func(name, value string) {
		if value != "" {
			list = append(list, name+"="+quote+strings.NewReplacer(escapes...).Replace(value)+quote)
		}
	}
	if u.User != nil {
		add("user", s.User.Text)
		add("password", s.Password.Text)
	}
	if host, port, err := net.SplitHostPort(u.Host); err != nil {
		add("host", u.Host)
	} else {
		add("host", host)
		add("port", port)
	}
	if u.Path != "" {
		add("dbname", u.Path[1:])
	}
	parametersGo(s)
	for _, o := range s.options {
		add(o.Name, o.Value)
	}
	slices.Sort(list)
	*s = state{uri: strings.Join(list, " "), Reading: Reading{Verdict: s.Verdict}}
}

// pqOptions is NewConnector of lib/pq before 1.11, which looks at nothing else.
func pqOptions(s *state) {
	s.options, s.index = nil, nil
	s.uri = string([]rune(s.uri)) // it scans runes
	if (keywordSplitter{unicode.IsSpace, "missing", true}).split(s); s.Verdict != reader.Read {
		return
	}
	if v, ok := s.take("client_encoding"); ok && !isUTF8PQ(v) {
		s.refuse("client_encoding must be absent or 'UTF8'")
	}
	if v, ok := s.take("datestyle"); ok && v != "ISO, MDY" {
		s.refuse("setting datestyle must be absent or")
	}
	if v, ok := s.option("fallback_application_name"); ok {
		s.setFirst("application_name", v)
	}
	s.move("user password host port dbname")
	if !s.Host.Present {
		put(&s.Host, "localhost")
	}
	if !s.Port.Present {
		put(&s.Port, "5432")
	}
	s.knownOptions("extra_float_digits 2")
}

func pqUnix(s *state) {
	if beginsWith(s.Host.Text, "/") {
		s.set("sslmode", "disable")
	}
}

// isUTF8PQ is isUTF8 of lib/pq.
func isUTF8PQ(name string) bool {
	name = strings.Map(func(c rune) rune {
		if c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
			return unicode.ToLower(c)
		}
		return -1
	}, name)
	return name == "utf8" || name == "unicode"
}

// pq is NewConfig of lib/pq: whether it sends "database" as an option dbname, the modes of TLS, and
// options that it does not know yet, each behind a space.
type pq struct {
	stray          bool
	modes, unknown string
}

// words returns the words that an option of lib/pq may have, or "" for any text.
func (p pq) words(name string) string {
	if holds(p.unknown, " "+name) {
		return ""
	}
	switch name {
	case "sslmode":
		return p.modes
	case "sslnegotiation":
		return "postgres direct"
	case "target_session_attrs":
		return "any read-write read-only primary standby prefer-standby"
	case "load_balance_hosts":
		return "disable random"
	case "min_protocol_version", "max_protocol_version":
		return "3.0 3.2 latest"
	case "ssl_min_protocol_version", "ssl_max_protocol_version":
		return "TLSv1.0 TLSv1.1 TLSv1.2 TLSv1.3"
	}
	return ""
}

// The options of lib/pq that are texts, and those that are true or false.
const (
	textPQ = "passfile sslcert sslkey sslrootcert krbsrvname krbspn client_encoding datestyle tz geqo service"
	boolPQ = "sslsni sslinline binary_parameters disable_prepared_binary_result"
)

// read is setFromTag of lib/pq, and what NewConfig does behind it.
func (p pq) read(s *state) {
	s.options, s.index = nil, nil
	s.uri = string([]rune(s.uri)) // it scans runes
	if (keywordSplitter{unicode.IsSpace, "missing", true}).split(s); s.Verdict != reader.Read {
		return
	}
	port, hasPort := s.option("port")
	s.move("user password host port dbname")
	if v, ok := s.take("database"); ok && p.stray {
		s.set("dbname", v)
	} else if ok {
		put(&s.Database, v)
	}
	if s.Host.Present {
		hosts := splitText(s.Host.Text, ",")
		for i := 1; i < len(hosts); i++ {
			if hosts[i] == "" {
				hosts[i] = "localhost"
			}
		}
		s.Host.Text = joinCommas(hosts)
	} else {
		put(&s.Host, "localhost")
	}
	hosts := strings.Count(s.Host.Text, ",") + 1
	ports := splitText(port, ",")
	if !hasPort {
		ports = []string{"5432"}
	}
	for i, p := range ports {
		if p == "" && i > 0 {
			p = "5432"
		}
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil {
			s.refuse("pq: wrong value for")
		}
		ports[i] = strconv.FormatUint(n, 10)
	}
	if hosts > 1 && len(ports) > 1 && hosts != len(ports) {
		s.refuse("pq: could not match")
	}
	for len(ports) < hosts {
		ports = append(ports, ports[0])
	}
	put(&s.Port, joinCommas(ports[:hosts]))
	if v, ok := s.option("hostaddr"); ok {
		if _, err := netip.ParseAddr(v); err != nil && !holds(v, ",") {
			s.refuse("pq: wrong value for")
		}
		s.unknown()
	}
	for _, o := range s.options {
		words := p.words(o.Name)
		wrong := words != "" && !oneOf(o.Value, words)
		if oneOf(o.Name, boolPQ) {
			wrong = !oneOf(o.Value, "1 t T true TRUE True yes on 0 f F false FALSE False no off")
		}
		if o.Name == "connect_timeout" {
			_, err := strconv.ParseInt(o.Value, 10, 64)
			wrong = err != nil
		}
		if wrong {
			s.refuse("pq: wrong value for")
		}
	}
	value := func(name string) string { v, _ := s.option(name); return v }
	encoding, encoded := s.option("client_encoding")
	style, styled := s.option("datestyle")
	switch {
	case encoded && !isUTF8PQ(encoding):
		s.refuse("pq: unsupported client_encoding")
	case styled && style != "ISO, MDY":
		s.refuse("pq: unsupported datestyle")
	case value("service") != "" || value("min_protocol_version") != "" || value("max_protocol_version") != "" || value("sslnegotiation") == "direct" || value("sslrootcert") == "system":
		s.unknown()
	}
	if v, ok := s.option("fallback_application_name"); ok {
		s.setFirst("application_name", v)
	}
	drop(boolPQ)(s)
	s.keep(func(o Param) bool {
		if holds(p.unknown, " "+o.Name) {
			return true
		}
		return !oneOf(o.Name, textPQ) && p.words(o.Name) == "" && o.Name != "connect_timeout" && (o.Value != "" || !oneOf(o.Name, "application_name options fallback_application_name"))
	})
	s.Password.Present, s.Database.Present = true, true
	s.User.Present = s.User.Text != ""
}

// pgConnectionString is parse of pg-connection-string. Once hosts had brackets, the port of
// the authority counted more than that of the options, and its host stood before the database
// beside one of the options.
type pgConnectionString struct{ brackets, ownPort, hostInPath bool }

func (p pgConnectionString) read(s *state) {
	uri, ok := s.escapedPG()
	if !ok {
		return
	}
	dummy := false
	s.relative(uri)
	if s.Verdict == reader.Refused {
		s.Verdict, dummy = reader.Read, true
		s.relative(strings.Replace(uri, "@/", "@___DUMMY___/", 1))
	}
	if s.Verdict != reader.Read {
		return
	}
	parametersWeb(s)
	user, password, name, port := s.User.Text, s.Password.Text, s.Host.Text, s.Port.Text
	pick := func(option, own string, d decoder) reader.Part {
		if v, _ := s.take(option); v != "" {
			return present(v)
		}
		return present(s.decode(own, d))
	}
	s.User, s.Password = pick("user", user, jsDecoder), pick("password", password, jsDecoder)
	if s.scheme == "socket" {
		s.unknown()
		return
	}
	if p.brackets {
		name = s.hostPort
	}
	if dummy {
		name = ""
	}
	if h, _ := s.take("host"); h != "" {
		put(&s.Host, h)
		if p.hostInPath && name != "" || len(name) >= 3 && strings.EqualFold(name[:3], "%2f") {
			s.path = name + s.path
			if !beginsWith(s.path, "/") {
				s.path = "/" + s.path
			}
		}
	} else {
		put(&s.Host, s.decode(name, jsDecoder))
	}
	if given, _ := s.take("port"); given != "" && !p.ownPort {
		port = given
	}
	put(&s.Port, port)
	s.take("database")
	if path := s.path; len(path) > 1 {
		put(&s.Database, s.decode(path[1:], jsWhole))
	}
	tlsPG(s)
}

// escapedPG returns the URI with its odd escapes mended, or reads a path of a socket.
func (s *state) escapedPG() (uri string, ok bool) {
	uri = s.uri
	if beginsWith(uri, "/") {
		fields := splitText(uri, " ")
		put(&s.Host, fields[0])
		if len(fields) > 1 {
			put(&s.Database, fields[1])
		}
		return "", false
	}
	if hasOddEscape(uri) {
		uri = unescapeDigits(encodeURI(uri))
	}
	return uri, true
}

// pgConnectionLegacy is parse of pg-connection-string when it called url.parse.
func pgConnectionLegacy(s *state) {
	uri, ok := s.escapedPG()
	if !ok {
		return
	}
	r := nodeLegacy.Get().Read(uri)
	s.read(r, "")
	if s.Verdict != reader.Read {
		s.Error = ""
		return
	}
	for _, o := range pairsLegacy(s.query) {
		s.set(o.name, o.values[len(o.values)-1])
	}
	s.Host.Present = r.Host.Present
	s.User.Text, s.Password.Text, _ = cutText(s.User.Text, ":")
	s.User.Present, s.Password.Present = true, true
	s.take("user")
	s.take("password")
	s.take("port")
	s.take("database")
	if s.scheme == "socket" {
		s.unknown()
		return
	}
	if h, _ := s.take("host"); h != "" {
		put(&s.Host, h)
	}
	path := s.path
	if s.Host.Text == "" && len(path) >= 3 && strings.EqualFold(path[:3], "%2f") {
		name, after, _ := cutText(path, "/")
		put(&s.Host, s.decode(name, jsDecoder))
		path = after
	} else if beginsWith(path, "/") {
		path = path[1:]
	}
	if path != "" {
		put(&s.Database, s.decode(path, jsWhole))
	}
	tlsPG(s)
}

// tlsPG reads the options of TLS.
func tlsPG(s *state) {
	value := func(name string) string { v, _ := s.option(name); return v }
	switch value("ssl") {
	case "1":
		s.set("ssl", "true")
	case "0":
		s.set("ssl", "false")
	}
	mode := value("sslmode")
	if value("sslcert")+value("sslkey")+value("sslrootcert") != "" || value("uselibpqcompat") == "true" {
		s.unknown()
	}
	switch mode {
	case "":
	case "disable":
		s.set("ssl", "false")
	case "no-verify":
		s.set("ssl", `{"rejectUnauthorized":false}`)
	default:
		s.set("ssl", "{}")
	}
	if _, ok := s.option("ssl"); !ok && value("sslnegotiation") == "direct" {
		s.set("ssl", "true")
	}
}

// relative takes a URI apart as new URL(uri, "postgres://base") does.
func (s *state) relative(uri string) {
	trimmed := strings.Trim(uri, c0AndSpace)
	if i := firstIndex(trimmed, ':'); i > 0 && isScheme(trimmed[:i]) {
		s.node(uri)
		return
	}
	switch {
	case beginsWith(trimmed, "//"):
		uri = "postgres:" + trimmed
	case trimmed == "", firstIndex("/?#", trimmed[0]) >= 0:
		uri = "postgres://base" + trimmed
	default:
		uri = "postgres://base/" + trimmed
	}
	s.node(uri)
}

const c0AndSpace = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "

// hasOddEscape is / |%[^a-f0-9]|%[a-f0-9][^a-f0-9]/i.
func hasOddEscape(s string) bool {
	for i := range len(s) {
		if s[i] == ' ' || s[i] == '%' && (i+1 < len(s) && !pct.IsHex(s[i+1]) || i+2 < len(s) && !pct.IsHex(s[i+2])) {
			return true
		}
	}
	return false
}

// unescapeDigits is replace(/%25(\d\d)/g, "%$1").
func unescapeDigits(s string) string {
	var b strings.Builder
	for {
		before, after, ok := cutText(s, "%25")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		b.WriteByte('%')
		if len(after) < 2 || !isDigits(after[:2]) {
			b.WriteString("25")
		}
		s = after
	}
}

// encodeURI is that of ECMAScript.
func encodeURI(s string) string { return jsEncoder.Encode(s) }

// pg is ConnectionParameters of node-postgres.
func pg(s *state) {
	absentIfEmpty(all)(s)
	if !s.Database.Present {
		s.Database = s.User
	}
	defaults("-", "-", "localhost", "5432", "-")(s)
	s.Port.Text = parseInt(s.Port.Text)
	only("ssl options sslnegotiation client_encoding replication application_name fallback_application_name statement_timeout lock_timeout idle_in_transaction_session_timeout query_timeout")(s)
	value := func(name string) string { v, _ := s.option(name); return v }
	s.keep(func(o Param) bool { return o.Value != "" || o.Name == "ssl" })
	if v := value("sslnegotiation"); !oneOf(v, "postgres direct ") {
		s.refuse("Invalid sslnegotiation value")
	}
	switch value("ssl") {
	case "no-verify":
		s.set("ssl", `{"rejectUnauthorized":false}`)
	case "false":
		s.take("ssl")
	}
}

// parseInt is that of ECMAScript, for numbers in decimals.
func parseInt(s string) string {
	s = strings.TrimLeftFunc(s, func(c rune) bool { return c != 0x85 && unicode.IsSpace(c) || c == 0xFEFF })
	sign := ""
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, s = withoutPrefix(s[:1], "+"), s[1:]
	}
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if n == 0 {
		return "NaN"
	}
	return sign + trimZeros(s[:n])
}

// postgresJS is parseUrl and parseOptions of postgres.js, which once did not decode user and
// password. One that is strict refuses no URI at all.
type postgresJS struct{ raw, strict bool }

func (p postgresJS) read(s *state) {
	if s.uri == "" {
		if p.strict {
			s.refuse("")
		}
		s.Password, s.Host, s.Port = present(""), present("localhost"), present("5432")
		return
	}
	host := s.uri
	if i := strings.Index(host, "://"); i >= 0 {
		host = host[i+3:]
	} else {
		host = host[min(2, len(host)):]
	}
	host, _ = cutAny(host, "?/")
	if i := firstIndex(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	host = s.decode(host, jsDecoder)
	first, _, several := cutText(host, ",")
	if s.Verdict != reader.Read {
		return
	}
	uri := s.uri
	if before, after, ok := cutText(uri, host); ok { // String.replace, in which "$" is special
		uri = before + strings.NewReplacer("$$", "$", "$&", host, "$`", before, "$'", after).Replace(first) + after
	}
	if s.node(uri); s.Verdict != reader.Read {
		return
	}
	if !p.raw {
		s.User.Text, s.Password.Text = s.decode(s.User.Text, jsDecoder), s.decode(s.Password.Text, jsDecoder)
	}
	parametersWeb(s)
	if !several {
		if host = s.hostPort; host == "" {
			host = "localhost"
		}
	}
	port := s.Port.Text
	if port == "" {
		port = "5432"
	}
	var hosts, ports []string
	for _, one := range splitText(host, ",") {
		parts := splitText(one, ":")
		own := port
		if len(parts) > 1 && parts[1] != "" {
			own = parts[1]
		}
		hosts, ports = append(hosts, parts[0]), append(ports, parseInt(own))
	}
	put(&s.Host, joinCommas(hosts))
	put(&s.Port, joinCommas(ports))
	if holds(host, "/") {
		s.Host.Text = host + "/.s.PGSQL." + port
	}
	s.User.Present = s.User.Text != ""
	s.Database = s.User
	if len(s.path) > 1 {
		put(&s.Database, s.path[1:])
	}
	if v, _ := s.option("target_session_attrs"); !oneOf(v, "read-write read-only primary standby prefer-standby ") {
		s.refuse("target_session_attrs")
	}
	ssl, _ := s.option("ssl")
	if mode, _ := s.option("sslmode"); mode != "" {
		s.take("sslmode")
		ssl = mode
	}
	if v, _ := s.option("sslrootcert"); v == "system" {
		ssl = "verify-full"
	}
	drop("max ssl sslnegotiation idle_timeout connect_timeout max_lifetime max_pipeline backoff keep_alive prepare debug fetch_types publications target_session_attrs")(s)
	if !oneOf(ssl, "disable false ") {
		s.set("ssl", ssl)
	}
}

// sqlAlchemy is _parse_url, whose regular expression may end before the URI does.
func sqlAlchemy(s *state) {
	name, rest, ok := cutText(s.uri, "://")
	if !ok || name == "" || strings.ContainsFunc(name, func(c rune) bool { return c != '+' && c != '_' && !unicode.IsLetter(c) && !unicode.IsNumber(c) }) {
		s.refuse("Could not parse SQLAlchemy URL from")
		return
	}
	s.scheme = name
	user, after := cutAny(rest, ":/")
	password, behind, found := cutText(withoutPrefix(after, ":"), "@")
	if beginsWith(after, ":") && found {
		s.User, s.Password, rest = present(user), present(password), behind
	} else if before, _, found := cutLast(user, "@"); found {
		s.User, rest = present(before), rest[len(before)+1:]
	}
	s.User.Text, s.Password.Text = s.decode(s.User.Text, pythonDecoder), s.decode(s.Password.Text, pythonDecoder)
	before, _ := cutAny(rest, "/?")
	if in, _, ok := cutLast(before, "]"); ok && beginsWith(in, "[") && len(in) > 1 {
		s.Host, rest = present(in[1:]), rest[len(in)+1:]
	} else {
		s.Host.Text, rest = cutAny(rest, "/:?")
	}
	if beginsWith(rest, ":") {
		s.Port.Text, rest = cutAny(rest[1:], "/?")
		s.Port.Text = s.intPython(s.Port.Text)
	}
	if beginsWith(rest, "/") {
		s.Database.Text, rest, s.hasQuery = cutText(rest[1:], "?")
	} else {
		rest, s.hasQuery = afterPrefix(rest, "?")
	}
	if s.hasQuery {
		s.query, _, _ = cutText(rest, "\n")
	}
	absentIfEmpty(all)(s)
	s.listsPython()
}

// listsPython sets the options to those of parse_qsl, as tuples where there are several.
func (s *state) listsPython() {
	s.lists = s.values()
	for name, list := range s.lists {
		if len(list) == 1 {
			delete(s.lists, name)
			s.set(name, list[0])
		} else {
			var texts []string
			for _, v := range list {
				texts = append(texts, reprPython(v))
			}
			s.set(name, "("+strings.Join(texts, ", ")+")")
		}
	}
}

// intPython is str(int(text)).
func (s *state) intPython(text string) string {
	if !pct.ASCII(text) && !strings.ContainsFunc(text, func(c rune) bool {
		return !unicode.IsNumber(c) && !unicode.IsSpace(c) && !strings.ContainsRune("+-_", c)
	}) {
		s.unknown() // digits of other scripts
	}
	digits := strings.Trim(text, " \t\n\v\f\r")
	sign := ""
	if digits != "" && (digits[0] == '-' || digits[0] == '+') {
		sign, digits = withoutPrefix(digits[:1], "+"), digits[1:]
	}
	if holds(digits, "__") || beginsWith(digits, "_") || endsWith(digits, "_") {
		digits = ""
	}
	digits = replaced(digits, "_", "")
	if !isDigits(digits) {
		s.refuse("invalid literal for int() with base 10")
	}
	if digits = trimZeros(digits); digits == "0" {
		sign = ""
	}
	return sign + digits
}

// floatPython reports whether float(text) is a number.
func (s *state) floatPython(text string) bool {
	text = strings.TrimSpace(text)
	if (!pct.ASCII(text) || holds(text, "_")) && !strings.ContainsFunc(text, func(c rune) bool {
		return !unicode.IsNumber(c) && !strings.ContainsRune("+-._eE", c)
	}) {
		s.unknown() // digits of other scripts, and separators
	}
	_, err := strconv.ParseFloat(text, 64)
	return (err == nil || errors.Is(err, strconv.ErrRange)) && !holdsAny(text, "xX")
}

// sqlAlchemyHosts is the dialect with psycopg2 since SQLAlchemy 2.
func sqlAlchemyHosts(s *state) {
	host, hasHost := s.option("host")
	port, hasPort := s.option("port")
	name, number, joined := cutText(host, ":")
	switch hosts := s.lists["host"]; {
	case hosts != nil:
		hosts, ports := s.hostsPython(hosts)
		if hasPort {
			s.refuse("Can't mix 'multihost' formats together")
		}
		s.portsPython(ports)
		s.set("host", joinCommas(hosts))
		s.set("port", joinCommas(ports))
	case hasPort:
		hosts, ports := strings.Count(host, ",")+1, s.lists["port"]
		if ports == nil {
			ports = splitText(port, ",")
		}
		s.portsPython(ports)
		switch joined := joinCommas(ports); {
		case !hasHost && len(ports) > 1, hasHost && hosts != len(ports):
			s.refuse("number of hosts and ports don't match")
		case hasHost && joined != "":
			s.set("port", joined)
		}
	case joined && (number == "" || isDigits(number)) && strings.Trim(pct.Lower(name), "abcdefghijklmnopqrstuvwxyz0123456789-.") == "":
		s.set("host", name)
		if number = trimZeros(number); number != "" && number != "0" {
			s.set("port", number)
		}
	case holds(host, ","):
		s.set("port", strings.Repeat(",", strings.Count(host, ",")))
	}
	if s.postgresqlOfSQLAlchemy("psycopg2 asyncpg psycopg psycopg_async"); s.Verdict == reader.Read {
		s.nameParts("user", "password", "dbname")
	}
}

// hostsPython splits the values of several host options.
func (s *state) hostsPython(list []string) (hosts, ports []string) {
	short := false
	for _, token := range list {
		name, port, _ := cutText(token, ":")
		port, _, more := cutText(port, ":")
		hosts, ports, short = append(hosts, name), append(ports, port), short || !more
	}
	if !short {
		s.refuse("too many values to unpack")
	}
	return hosts, ports
}

// portsPython makes ports numbers, as int does, and 0 none.
func (s *state) portsPython(ports []string) {
	for i := range ports {
		own := state{}
		if own.Verdict = reader.Read; ports[i] != "" {
			ports[i] = own.intPython(ports[i])
		}
		if own.Verdict == reader.Refused {
			s.refuse("Received non-integer port arguments")
		} else if own.Verdict == reader.Unknown {
			s.unknown()
		}
		if ports[i] == "0" {
			ports[i] = ""
		}
	}
}

// sqlAlchemyPostgreSQL is the dialect with psycopg2.
func sqlAlchemyPostgreSQL(s *state) {
	if list := s.lists["host"]; list != nil {
		hosts, ports := s.hostsPython(list)
		if _, ok := s.option("port"); ok || s.Port.Present && s.Port.Text != "0" {
			s.refuse("Can't mix 'multihost' formats together")
		}
		s.set("host", joinCommas(hosts))
		s.set("port", joinCommas(ports))
	}
	s.postgresqlOfSQLAlchemy("psycopg2")
	s.move("user password host port database")
	if !s.Database.Present {
		s.move("- - - - dbname")
	}
}

// postgresqlOfSQLAlchemy is what some dialects do alike, but asyncpg with hosts as options.
func (s *state) postgresqlOfSQLAlchemy(dialects string) {
	dialect, ok := afterPrefix(s.scheme, "postgresql+")
	if !ok && s.scheme != "postgresql" || ok && !oneOf(dialect, dialects) {
		if ok && oneOf(dialect, "asyncpg pg8000 psycopg2cffi pygresql pypostgresql") {
			s.unknown() // some versions have them
		}
		s.refuse("Can't load plugin: sqlalchemy.dialects:")
	}
	if host, ok := s.option("host"); ok && endsWith(s.scheme, "+asyncpg") && holds(host, ",") {
		s.unknown()
	}
	if s.Port.Text == "0" {
		s.Port = reader.Part{}
	}
	if v, ok := s.option("host"); ok && beginsWith(v, "[") {
		s.unknown()
	}
}

func asyncpg(s *state) {
	if splitPython(s); s.Verdict != reader.Read {
		return
	}
	if s.uri != "" && s.scheme != "postgresql" && s.scheme != "postgres" {
		s.refuse("invalid DSN: scheme is expected to be either")
		return
	}
	info, hosts, ok := cutText(s.authority, "@")
	if !ok {
		info, hosts = "", s.authority
	}
	user, password, _ := cutText(info, ":")
	s.User, s.Password, s.Host, s.Port = reader.Part{}, reader.Part{}, reader.Part{}, reader.Part{}
	s.asyncpgHosts(hosts, "", true)
	if s.path != "" {
		put(&s.Database, s.decode(withoutPrefix(s.path, "/"), pythonDecoder))
	}
	if user != "" {
		put(&s.User, s.decode(user, pythonDecoder))
	}
	if password != "" {
		put(&s.Password, s.decode(password, pythonDecoder))
	}
	if s.Verdict == reader.Refused {
		s.Error = "" // later versions read the options first
	}
	parametersPython{strict: true}.do(s)
	port, _ := s.take("port")
	if !s.Port.Present && port != "" {
		put(&s.Port, port)
	}
	if name, _ := s.take("host"); !s.Host.Present && name != "" {
		s.asyncpgHosts(name, s.Port.Text, false)
	}
	for _, name := range []string{"dbname", "database"} {
		if v, ok := s.take(name); ok && !s.Database.Present {
			put(&s.Database, v)
		}
	}
	for _, o := range []struct {
		name string
		part *reader.Part
	}{{"user", &s.User}, {"password", &s.Password}} {
		if v, ok := s.take(o.name); ok && !o.part.Present {
			put(o.part, v)
		}
	}
	if !s.Database.Present {
		s.Database = s.User
	}
	s.asyncpgAddresses()
	mode, moded := s.take("sslmode")
	if moded && !oneOf(mode, "disable allow prefer require verify-ca verify-full verify_ca verify_full") {
		s.refuse("`sslmode` parameter must be one of")
	}
	if oneOf(mode, "verify-ca verify-full") {
		s.refuse("root certificate file")
	}
	for _, name := range []string{"sslcert", "sslkey", "sslrootcert", "sslcrl", "sslpassword", "ssl_min_protocol_version", "ssl_max_protocol_version", "passfile"} {
		if _, ok := s.take(name); ok {
			s.unknown()
		}
	}
}

// asyncpgSession reads what asyncpg made parameters of its own since version 0.27.
func asyncpgSession(s *state) {
	s.oneOf("target_session_attrs", "any primary standby read-write read-only prefer-standby", "target_session_attrs is expected to be one of")
	s.oneOf("gsslib", "gssapi sspi", "gsslib parameter must be either")
	if _, ok := s.option("sslnegotiation"); ok {
		s.unknown()
	}
	drop("target_session_attrs krbsrvname gsslib")(s)
}

// hostSeparator cannot be in the name of a host, where a comma may be decoded.
const hostSeparator = "\xff"

// asyncpgHosts is _parse_hostlist.
func (s *state) asyncpgHosts(list, port string, decode bool) {
	if list == "" {
		return
	}
	var hosts, ports []string
	for _, spec := range splitText(list, ",") {
		var name, own string
		switch {
		case spec == "":
			s.refuse("string index out of range")
			return
		case spec[0] == '/':
			name = spec
		case spec[0] == '[':
			in, after, ok := cutText(spec[1:], "]")
			if !ok || in == "" {
				s.refuse("invalid IPv6 address in the connection URI")
				return
			}
			name = in
			if digits := withoutPrefix(after, ":"); len(digits) < len(after) {
				own = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
			}
		default:
			name, own, _ = cutText(spec, ":")
		}
		if decode {
			name, own = s.decode(name, pythonDecoder), s.decode(own, pythonDecoder)
		}
		if own == "" {
			own = "5432"
		}
		hosts, ports = append(hosts, name), append(ports, s.intPython(own))
	}
	put(&s.Host, strings.Join(hosts, hostSeparator))
	if port == "" {
		put(&s.Port, joinCommas(ports))
	}
}

// asyncpgAddresses makes the lists of addresses.
func (s *state) asyncpgAddresses() {
	hosts := []string{"/run/postgresql", "/var/run/postgresql", "/tmp", "/private/tmp", "localhost"}
	if s.Host.Present {
		hosts = splitText(s.Host.Text, hostSeparator)
	}
	ports := []string{"5432"}
	if s.Port.Present {
		ports = splitText(s.Port.Text, ",")
	}
	if len(ports) > 1 && len(ports) != len(hosts) {
		s.refuse("could not match")
		return
	}
	for i, p := range ports {
		ports[i] = s.intPython(p)
	}
	for len(ports) < len(hosts) {
		ports = append(ports, ports[0])
	}
	for i, name := range hosts {
		if beginsWith(name, "/") {
			if !holds(name, ".s.PGSQL.") {
				hosts[i] = withoutSuffix(name, "/") + "/.s.PGSQL." + ports[i]
			}
			ports[i] = ""
		}
	}
	put(&s.Host, joinCommas(hosts))
	put(&s.Port, joinCommas(ports))
}
