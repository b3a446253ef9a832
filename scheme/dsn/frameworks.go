package dsn

import (
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

// frameworkRows returns the rows of programs that hand on to drivers, for a family.
func frameworkRows(r *rows, postgresql bool) {
	steps := func(own step, mysql ...step) []step {
		if postgresql {
			return []step{own}
		}
		return mysql
	}
	r.octets("dburl|0.58.0|github.com/xo/dburl, with pgx or go-sql-driver", steps(dburlPostgreSQL, dburlMySQL)...)
	r.text("dj-database-url|0.5.0|dj_database_url.parse, of Django", djDatabaseURL)
	r.text("dj-database-url|3.1.2|dj_database_url.parse, of Django", djDatabaseURL3)
	r.text("django-environ|0.4.4|environ.Env.db_url_config, of Django", djangoEnviron)
	r.text("django-environ|0.12.0|environ.Env.db_url_config, of Django", djangoEnviron12)
	r.text("knex|3.3.0|knex({connection: uri})", knex)
	r.text("peewee|3.14.10, 3.17.7, 3.18.3|playhouse.db_url.parse", peewee)
	r.text("sequelize|6.37.8|new Sequelize(uri)", steps(sequelize{true}.read, sequelize{false}.read)...)
	r.text("typeorm|0.2.45, 0.3.31, 1.1.1|TypeORM DataSource url", typeORM)
}

// typeORM is DriverUtils.parseConnectionUrl.
func typeORM(s *state) {
	if s.uri == "" {
		return
	}
	// Without "//", indexOf is -1.
	base, after, slash := cutText(s.uri[min(len(s.uri), max(1, strings.Index(s.uri, "//")+2)):], "/")
	if !holds(s.uri, "//") {
		first, _ := cutRune(s.uri)
		base, after, slash = cutText(s.uri[len(first):], "/")
	}
	after, _, _ = cutText(after, "?")
	s.Database = reader.Part{Text: after, Present: slash && after != ""}
	info, hostPort, ok := cutLast(base, "@")
	if !ok {
		info, hostPort = "", base
	}
	user, password, _ := cutText(info, ":")
	s.User, s.Password = present(s.decode(user, jsDecoder)), present(s.decode(password, jsDecoder))
	parts := splitText(hostPort, ":")
	put(&s.Host, parts[0])
	if len(parts) > 1 && parts[1] != "" {
		put(&s.Port, parseInt(parts[1]))
	}
}

// cutRune cuts the first character off.
//
//go:noinline
func cutRune(s string) (first, rest string) {
	for i := range s {
		if i > 0 {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// sequelize is the constructor of Sequelize: url.parse of Node.js, and for PostgreSQL
// pg-connection-string for the options.
type sequelize struct{ postgresql bool }

func (q sequelize) read(s *state) {
	uri := s.uri
	s.read(nodeLegacy.Get().Read(uri), "")
	user := s.User
	switch {
	case s.Verdict != reader.Read:
		s.Error = ""
		return
	case s.scheme == "":
		s.refuse("Cannot read properties of null")
	case q.postgresql && !oneOf(s.scheme, "postgres postgresql"), !q.postgresql && !oneOf(s.scheme, "mysql mariadb"):
		if oneOf(s.scheme, "mssql mariadb mysql oracle postgres postgresql db2 sqlite snowflake") {
			s.unknown()
		}
		s.refuse("The dialect")
	}
	s.Database, s.Port.Present = present(withoutPrefix(s.path, "/")), s.Port.Text != ""
	s.User.Text, s.Password.Text, _ = cutText(user.Text, ":")
	parametersLegacy(s)
	if h, _ := s.option("host"); h != "" {
		put(&s.Host, h)
	}
	if q.postgresql {
		own := state{uri: uri}
		own.Verdict = reader.Read
		if (pgConnectionString{}).read(&own); own.Verdict != reader.Read {
			s.Verdict, s.Error = own.Verdict, own.Error
			return
		}
		own.give("user", own.User, "u")
		own.give("password", own.Password, "p")
		own.give("port", own.Port, "5432")
		own.give("database", own.Database, "db")
		for _, name := range []string{"user", "password", "port", "database"} {
			s.take(name)
		}
		for _, o := range own.options {
			s.set(o.Name, o.Value)
		}
	}
	s.take("host")
	absentIfEmpty(func(s *state) []*reader.Part { return []*reader.Part{&s.User, &s.Password, &s.Database} })(s)
	if s.Port.Text == "" {
		put(&s.Port, s.defaultPort())
	}
}

// give makes a part an option, if it differs from that of the first recorded URI.
func (s *state) give(name string, p reader.Part, known string) {
	if p.Present && p.Text != known {
		s.set(name, p.Text)
	}
}

func (s *state) defaultPort() string {
	if s.scheme == "mysql" || s.scheme == "mariadb" {
		return "3306"
	}
	return "5432"
}

// parametersLegacy sets the options to those of querystring.parse, to which one that appears
// several times is a list.
func parametersLegacy(s *state) {
	for _, o := range pairsLegacy(s.query) {
		s.set(o.name, listJS(o.values))
	}
}

// A named is an option with its values.
type named struct {
	name   string
	values []string
}

// pairsLegacy is querystring.parse.
func pairsLegacy(query string) (list []named) {
	n := 0
	for _, pair := range splitText(query, "&") {
		if pair == "" {
			continue
		}
		if n++; n > maxKeysLegacy {
			break
		}
		name, value, _ := cutText(pair, "=")
		name, value = unescapeLegacy(name), unescapeLegacy(value)
		i := slices.IndexFunc(list, func(o named) bool { return o.name == name })
		if i < 0 {
			i, list = len(list), append(list, named{name: name})
		}
		list[i].values = append(list[i].values, value)
	}
	return list
}

// listJS is JSON.stringify of a list of several texts. One text is itself.
func listJS(values []string) string {
	if len(values) == 1 {
		return values[0]
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(values) != nil {
		return ""
	}
	return lineSeparators.Get().Replace(withoutSuffix(b.String(), "\n"))
}

// lineSeparators writes two characters raw, as ECMAScript does, and leaves backslashes alone.
var lineSeparators = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029")
}}

// unescapeLegacy is how querystring.parse decodes: only what holds an escape, and where
// decodeURIComponent fails, each unit of UTF-16 that is no escape is an octet.
func unescapeLegacy(text string) string {
	text = replaced(text, "+", " ")
	escapes := 0
	for i := range len(text) {
		if _, ok := pct.Octet(text[i:]); ok {
			escapes++
		}
	}
	if escapes == 0 {
		return text
	}
	return unescapeNode(text)
}

// unescapeNode is querystring.unescape.
func unescapeNode(text string) string {
	if decoded, err := jsDecoder.Decode(text); err == nil {
		return decoded
	}
	var b []byte
	for text != "" {
		if c, ok := pct.Octet(text); ok {
			b, text = append(b, c), text[3:]
			continue
		}
		r, n := utf8.DecodeRuneInString(text)
		for _, unit := range utf16.AppendRune(nil, r) {
			b = append(b, byte(unit))
		}
		text = text[n:]
	}
	text, _ = pythonDecoder.Decode(percent.RFC3986.Encode(string(b)))
	return text
}

// maxKeysLegacy is the standard maxKeys of querystring.parse.
const maxKeysLegacy = 1000

// knex is parseConnectionString of knex.
func knex(s *state) {
	whole := s.uri
	if s.node(whole); s.Verdict == reader.Refused {
		s.Verdict, s.Error = reader.Read, ""
		s.User, s.Password, s.Host, s.Port = reader.Part{}, reader.Part{}, reader.Part{}, reader.Part{}
		s.set("filename", whole)
		return
	}
	if s.scheme == "postgres" || s.scheme == "postgresql" {
		*s = state{uri: whole, Reading: Reading{Verdict: s.Verdict}}
		pgConnectionString{brackets: true}.read(s) // of before 2.14.1, which it comes with
		return
	}
	put(&s.Database, withoutPrefix(s.path, "/"))
	s.Host = reader.Part{Text: s.hostPort, Present: s.hostPort != ""}
	s.Port.Present = s.Port.Text != ""
	s.User.Present = s.User.Text+s.Password.Text != ""
	s.Password.Present = s.Password.Text != ""
	s.User.Text, s.Password.Text = s.decode(s.User.Text, jsDecoder), s.decode(s.Password.Text, jsDecoder)
	parametersWeb(s)
	if oneOf(s.scheme, "mysql mariadb mssql") {
		s.jsonOptions()
	}
	s.move("user password host port database")
}

// jsonOptions reads the options that are JSON as such, and removes null.
func (s *state) jsonOptions() {
	for i := range s.options {
		o := &s.options[i]
		var v any
		if json.Unmarshal([]byte(o.Value), &v) != nil {
			continue
		}
		switch v := v.(type) {
		case string:
			o.Value = v
		case bool:
			o.Value = strconv.FormatBool(v)
		case nil:
			o.Value = nullJSON
		case float64:
			if o.Value = strconv.FormatFloat(v, 'f', -1, 64); v >= 1e21 || v <= -1e21 || v != 0 && v > -1e-6 && v < 1e-6 {
				s.unknown()
			} else if v == 0 {
				o.Value = "0"
			}
		default:
			compact, err := json.Marshal(v)
			if err != nil || !oneOf(string(compact), checkedTLS+" "+uncheckedTLS) && (holdsAny(o.Value, ".eE<>&") || len(o.Value) > 0 && strings.Count(o.Value, `":`) > 1) {
				s.unknown()
			}
			o.Value = string(compact)
		}
	}
	s.keep(func(o Param) bool { return o.Value != nullJSON })
}

// nullJSON stands for null, which no text in UTF-8 is.
const nullJSON = "\xff"

// djDatabaseURL is parse of dj-database-url.
func djDatabaseURL(s *state) {
	if splitPython(s); s.Verdict != reader.Read {
		return
	}
	path, own, ok := cutText(drop1(s.path), "?")
	if ok && s.query == "" {
		s.query, path = own, path+""
	}
	parametersPython{}.do(s)
	if holds(pct.Lower(s.Host.Text), "%2f") {
		_, name, ok := cutLast(s.authority, "@")
		if !ok {
			name = s.authority
		}
		name, _, _ = cutText(name, ":")
		s.Host.Text = strings.NewReplacer("%2f", "/", "%2F", "/").Replace(name)
	}
	if !oneOf(s.scheme, "postgres postgresql pgsql postgis mysql mysql2 mysqlgis mysql-connector mssql spatialite sqlite oracle oraclegis redshift") {
		s.refuse(s.keyError())
		return
	}
	if s.scheme == "sqlite" {
		s.unknown()
	}
	if portPython(s); s.Port.Text == "0" {
		s.Port.Text = ""
	}
	put(&s.Database, path)
	for _, p := range []*reader.Part{&s.Database, &s.User, &s.Password} {
		p.Text = s.decode(p.Text, pythonDecoder)
	}
	for _, p := range all(s) {
		p.Present = true
	}
	s.djOptions()
}

// djOptions is what the options become that Django does not have.
func (s *state) djOptions() {
	if v, ok := s.take("ssl-ca"); ok {
		if s.scheme == "mysql" {
			s.unknown()
		}
		s.set("ssl-ca", v)
	}
	if v, ok := s.take("currentSchema"); ok {
		if oneOf(s.scheme, "postgres postgresql pgsql postgis redshift") {
			s.set("options", "-c search_path="+v)
		} else {
			s.set("currentSchema", v)
		}
	}
}

// djDatabaseURL3 is parse of dj-database-url since version 2.
func djDatabaseURL3(s *state) {
	splitPython(s)
	parametersPython{}.do(s)
	if s.Verdict == reader.Read && !oneOf(s.scheme, "postgres postgresql pgsql postgis mysql mysql2 mysqlgis mysql-connector mssql mssqlms spatialite sqlite oracle oraclegis redshift cockroach timescale timescalegis") {
		s.refuse("Scheme")
		return
	}
	if portPython(s); s.Verdict == reader.Refused {
		s.Error = "This string is not a valid url, possibly because some of its parts"
		return
	}
	if s.scheme == "sqlite" {
		s.unknown()
	}
	if s.Port.Text == "0" {
		s.Port.Text = ""
	}
	s.Database.Text = drop1(s.path)
	for _, p := range all(s) {
		p.Text, p.Present = s.decode(p.Text, pythonDecoder), true
	}
	cast := func(v string) (string, bool) {
		switch lower := strings.ToLower(v); {
		case lower == "true", lower == "false":
			return strings.ToUpper(lower[:1]) + lower[1:], true
		case isDigits(v):
			return trimZeros(v), true
		}
		return s.castInt(v), false
	}
	given := s.values()
	for i := range s.options {
		o := &s.options[i]
		if values := given[o.Name]; len(values) > 1 {
			for j, v := range values {
				text, ok := cast(v)
				if !ok {
					text = reprPython(v)
				}
				values[j] = text
			}
			o.Value = "[" + strings.Join(values, ", ") + "]"
		} else {
			o.Value, _ = cast(o.Value)
		}
	}
	s.djOptions()
}

// values returns the values of options that are not empty, as parse_qs of Python does.
func (s *state) values() map[string][]string {
	all := map[string][]string{}
	for _, pair := range splitText(s.query, "&") {
		if n, v, _ := cutText(pair, "="); v != "" {
			n = s.decode(n, formDecoder)
			all[n] = append(all[n], s.decode(v, formDecoder))
		}
	}
	return all
}

// reprPython is repr of Python for a text.
func reprPython(v string) string {
	var b strings.Builder
	quote := '\''
	if holds(v, "'") && !holds(v, `"`) {
		quote = '"'
	}
	b.WriteRune(quote)
	for _, c := range v {
		switch {
		case c == quote || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case unicode.IsPrint(c):
			b.WriteRune(c)
		case c == '\t' || c == '\n' || c == '\r':
			b.WriteString(strings.Trim(strconv.QuoteRune(c), "'"))
		case c <= 0xFF:
			fmt.Fprintf(&b, `\x%02x`, c)
		case c <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			fmt.Fprintf(&b, `\U%08x`, c)
		}
	}
	b.WriteRune(quote)
	return b.String()
}

// keyError is the message of a KeyError, which is nothing but the scheme.
func (s *state) keyError() string { return "" }

// drop1 is s[1:] of Python.
//
//go:noinline
func drop1(s string) string {
	_, rest := cutRune(s)
	return rest
}

// environSchemes are those of django-environ.
const environSchemes = "postgres postgresql psql pgsql postgis mysql mysql2 mysql-connector mysqlgis oracle pyodbc redshift spatialite sqlite ldap"

// djangoEnviron is Env.db_url_config of django-environ.
func djangoEnviron(s *state) {
	if splitPython(s); s.Verdict != reader.Read {
		return
	}
	if portPython(s); s.Port.Text == "0" {
		s.Port.Text = ""
	}
	path, _, _ := cutText(drop1(s.path), "?")
	if i := lastIndex(path, '/') + 1; holds(path[i:], ";") {
		path = path[:i+firstIndex(path[i:], ';')] // the parameters of urlparse
	}
	put(&s.Database, path)
	for _, p := range []*reader.Part{&s.Database, &s.User, &s.Password} {
		p.Text = s.decode(p.Text, formDecoder)
	}
	for _, p := range all(s) {
		p.Present = true
	}
	s.environOptions()
	if !oneOf(s.scheme, environSchemes) {
		if s.Verdict == reader.Read {
			*s = state{Reading: Reading{Verdict: reader.Read}}
		}
		return
	}
	if oneOf(s.scheme, "sqlite ldap oracle") {
		s.unknown()
	}
}

// environOptions reads the options.
func (s *state) environOptions() {
	parametersPython{first: true}.do(s)
	s.keep(func(o Param) bool {
		return !oneOf(strings.ToUpper(o.Name), "CONN_MAX_AGE ATOMIC_REQUESTS AUTOCOMMIT")
	})
	for i := range s.options {
		s.options[i].Value = s.castInt(s.options[i].Value)
	}
}

// djangoEnviron12 is Env.db_url_config of django-environ since about version 0.9.
func djangoEnviron12(s *state) {
	uri := s.uri
	splitPython(s)
	if s.Verdict == reader.Refused {
		*s = state{uri: environEncoder.Encode(uri), Reading: Reading{Verdict: reader.Read}}
		splitPython(s)
	}
	if s.Verdict != reader.Read {
		return
	}
	if s.path == "" {
		text := s.unsplitPython()
		*s = state{uri: environEncoder.Encode(text), Reading: Reading{Verdict: reader.Read}}
		splitPython(s)
	}
	path, _, _ := cutText(drop1(s.path), "?")
	path = s.decode(path, formDecoder)
	postgresql := oneOf(s.scheme, "postgres postgresql psql pgsql postgis")
	_, hosts, ok := cutLast(s.authority, "@")
	if !ok {
		hosts = s.authority
	}
	switch {
	case postgresql && holds(hosts, ","):
		var names, ports []string
		for _, host := range splitText(hosts, ",") {
			name, port, _ := cutLast(host, ":")
			if names = append(names, name); port != "" {
				ports = append(ports, port)
			}
		}
		s.Host.Text, s.Port.Text = joinCommas(names), s.castInt(joinCommas(ports))
	default:
		own := state{Reading: s.Reading}
		if portPython(&own); own.Verdict == reader.Refused {
			own.Port.Text = ""
		} else if own.Verdict == reader.Unknown {
			s.unknown()
		}
		s.Port = own.Port
	}
	if s.Port.Text == "0" {
		s.Port.Text = ""
	}
	s.User.Text, s.Password.Text, s.Database.Text = s.decode(s.User.Text, pythonDecoder), s.decode(s.Password.Text, pythonDecoder), path
	if beginsWith(path, "/") && (postgresql || holds(path, "cloudsql")) {
		s.Host.Text, s.Database.Text, _ = cutLast(path, "/")
	}
	for _, p := range all(s) {
		p.Present = true
	}
	s.environOptions()
	if oneOf(s.scheme, "sqlite ldap oracle") {
		s.unknown()
	}
	if s.scheme == "" && s.Verdict == reader.Read {
		*s = state{Reading: Reading{Verdict: reader.Read}}
	}
}

// unsplitPython is urlunparse, for a URI without a path.
func (s *state) unsplitPython() string {
	text := ""
	if s.scheme != "" {
		text = s.scheme + ":"
	}
	if s.authority != "" || oneOf(s.scheme, environSchemes) {
		text += "//" + s.authority
	}
	if s.query != "" {
		text += "?" + s.query
	}
	if s.fragment != "" {
		text += "#" + s.fragment
	}
	return text
}

// castInt is str(int(v)) of digits.
func (s *state) castInt(v string) string {
	if isDigits(v) {
		return trimZeros(v)
	}
	if !pct.ASCII(v) && !strings.ContainsFunc(v, func(c rune) bool { return !unicode.IsNumber(c) }) {
		s.unknown()
	}
	return v
}

// peewee is parse of playhouse.db_url.
func peewee(s *state) {
	if splitPython(s); s.Verdict != reader.Read {
		return
	}
	path, own, ok := cutText(drop1(s.path), "?")
	if ok {
		s.query = own
	}
	if i := lastIndex(path, '/') + 1; s.scheme == "" && holds(path[i:], ";") {
		path = path[:i+firstIndex(path[i:], ';')] // the parameters of urlparse
	} else if holds(path[i:], ";") {
		s.unknown() // it depends on whether django-environ is in the same program
	}
	put(&s.Database, path)
	if portPython(s); s.Port.Text == "0" {
		s.Port.Text = ""
	}
	absentIfEmpty(func(s *state) []*reader.Part { return []*reader.Part{&s.User, &s.Password, &s.Host, &s.Port} })(s)
	parametersPython{blank: true}.do(s)
	for i := range s.options {
		o := &s.options[i]
		whole, fraction, ok := cutText(o.Value, ".")
		switch v := strings.ToLower(o.Value); {
		case v == "false", v == "true":
			o.Value = strings.ToUpper(v[:1]) + v[1:]
		case v == "null", v == "none":
			o.Value = nullJSON
		case ok && isDigits(whole) && isDigits(fraction):
			if len(whole)+len(fraction) > 15 {
				s.unknown()
			}
			if fraction = strings.TrimRight(fraction, "0"); fraction == "" {
				fraction = "0"
			}
			o.Value = trimZeros(whole) + "." + fraction
		default:
			o.Value = s.castInt(o.Value)
		}
	}
	password := "password"
	if _, ok := s.option("passwd"); ok || s.scheme == "mysql" && s.Password.Present {
		password = "passwd"
	}
	if password == "passwd" && s.scheme != "mysql" && s.Password.Present {
		s.setFirst("password", s.Password.Text)
	}
	s.move("user " + password + " host port database")
	for _, p := range all(s) {
		if p.Text == nullJSON {
			*p = reader.Part{}
		}
	}
	s.keep(func(o Param) bool { return o.Value != nullJSON })
}

// dburl is Parse of dburl: it returns the URI, with the transport as its scheme, or refuses.
func dburl(s *state, schemes string, unix bool) *url.URL {
	for range 2 {
		u, err := url.Parse(s.uri)
		if err != nil {
			s.refuseGo(err)
			return nil
		}
		scheme, transport, explicit := cutText(u.Scheme, "+")
		if !oneOf(scheme, schemes) {
			switch {
			case u.Scheme == "":
				_, extension, dotted := cutLast(s.uri, ".")
				if dotted && strings.Trim(pct.Lower(extension), "abcdefghijklmnopqrstuvwxyz0123456789") == "" || beginsWith(s.uri, ".") || beginsWith(s.uri, "/") && !beginsWith(s.uri, "//") {
					s.unknown() // it looks at the file
				}
				s.refuse("invalid database scheme")
			case oneOf(scheme, "mysql postgres postgresql sqlite file mssql sqlserver"):
				s.unknown()
			default:
				s.refuse("unknown database scheme")
			}
			return nil
		}
		if u.Opaque != "" {
			info, query, fragment := "", "", ""
			if u.RawQuery != "" {
				query = "?" + u.RawQuery
			}
			if u.Fragment != "" {
				fragment = "#" + u.Fragment
			}
			s.uri = s.uri[:len(u.Scheme)] + "://" + info + u.Opaque + query + fragment
			continue
		}
		if !explicit {
			transport = "tcp"
			if u.Host == "." || u.Host == "" && withoutPrefix(u.Path, "/") != "" {
				transport = "unix"
			}
		}
		if explicit && (transport != "unix" || !unix) && !(oneOf(transport, "tcp udp") && oneOf(scheme, "mysql mariadb")) || transport == "unix" && !unix {
			s.refuse("invalid transport protocol")
			return nil
		}
		s.scheme, u.Scheme = scheme, transport
		return u
	}
	s.unknown()
	return nil
}

// dburlPostgreSQL is GenPgx, which pgx reads.
func dburlPostgreSQL(s *state) {
	u := dburl(s, "postgres pg postgresql pgsql cockroachdb cockroach cr crdb cdb", true)
	if u == nil {
		return
	}
	host, port, database := u.Hostname(), u.Port(), withoutPrefix(u.Path, "/")
	q := u.Query()
	if beginsWith(s.scheme, "c") {
		if u.Scheme == "unix" {
			s.unknown()
		}
		if host == "" {
			host = "localhost"
		}
		if port == "" {
			port = "26257"
		}
		if !q.Has("sslmode") {
			q.Set("sslmode", "disable")
		}
	}
	if host == "." {
		s.refuse("")
	}
	if u.Scheme == "unix" {
		if host == "" {
			database = "/" + database
		}
		folder := cleanPath(host, database)
		if root, _, _ := cutText(withoutPrefix(folder, "/"), "/"); !beginsWith(folder, "/") || oneOf(root, "tmp var run home usr etc opt srv mnt dev private data root") || beginsWith(root, ":") {
			s.unknown() // it looks for folders
		}
		q.Set("host", folder)
		q.Set("port", "")
		host, port, database = "", "", ""
	}
	escape := func(text string) string { return replaced(url.QueryEscape(text), "+", "%20") }
	text := "postgres://"
	if u.User != nil {
		text += escape(u.User.Username())
		if password, _ := u.User.Password(); password != "" {
			text += ":" + escape(password)
		}
		text += "@"
	}
	if holds(host, ":") {
		host = "[" + host + "]"
	}
	if text += host; port != "" {
		text += ":" + port
	}
	if database != "" {
		text += "/" + escape(database)
	}
	var list []string
	for _, name := range sortedKeys(q) {
		if value := strings.Join(q[name], ","); value != "" {
			list = append(list, escape(name)+"="+escape(value))
		}
	}
	if len(list) > 0 {
		text += "?" + strings.Join(list, "&")
	}
	*s = state{uri: text, Reading: Reading{Verdict: s.Verdict}}
	libpq{decodeSpaced, anyOption, nil}.split(s)
	pgx(522).read(s)
}

func sortedKeys(q url.Values) []string {
	var names []string
	for name := range q {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// dburlMySQL is GenMysql, which Go's driver of MySQL reads.
func dburlMySQL(s *state) {
	u := dburl(s, "mysql mariadb maria percona aurora my", true)
	if u == nil {
		return
	}
	host, port, database := u.Hostname(), u.Port(), withoutPrefix(u.Path, "/")
	text := ""
	if u.User != nil && u.User.Username() != "" {
		text = u.User.Username()
		if password, ok := u.User.Password(); ok {
			text += ":" + password
		}
		text += "@"
	}
	if u.Scheme == "unix" {
		if host == "" {
			database = "/" + database
		}
		host, database, port = cleanPath(host, database), "", ""
	} else if host == "" {
		host = "localhost"
	}
	if port != "" {
		port = ":" + port
	}
	q := u.Query()
	for name, value := range map[string]string{"parseTime": "true", "loc": "Local", "sql_mode": "ansi"} {
		if q.Get(name) == "" {
			q.Set(name, value)
		}
	}
	text += u.Scheme + "(" + host + port + ")/" + database + "?" + q.Encode()
	*s = state{uri: text, Reading: Reading{Verdict: reader.Read}}
	if goMySQL(9).read(s); s.Verdict != reader.Read {
		return
	}
	s.knownOptions("parseTime true sql_mode ansi loc Local")
}

// knownOptions removes options with the values that the driver has for a URI without any.
func (s *state) knownOptions(list string) {
	pairs := splitText(list, " ")
	s.keep(func(o Param) bool {
		for i := 0; i < len(pairs); i += 2 {
			if o.Name == pairs[i] && o.Value == pairs[i+1] {
				return false
			}
		}
		return true
	})
}

// cleanPath is path.Join of two.
func cleanPath(a, b string) string {
	joined := a + "/" + b
	if a == "" {
		joined = b
	}
	var list []string
	for _, segment := range splitText(joined, "/") {
		switch segment {
		case "", ".":
		case "..":
			if len(list) > 0 {
				list = list[:len(list)-1]
			}
		default:
			list = append(list, segment)
		}
	}
	text := strings.Join(list, "/")
	if beginsWith(joined, "/") {
		text = "/" + text
	}
	return text
}

// splitHostPort is how recordings split an address of Go.
func (s *state) address(addr string) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		host, port = addr, ""
	}
	put(&s.Host, host)
	put(&s.Port, port)
}
