package dsn

import (
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/reader"
)

func mysqlRows(r *rows) {
	frameworkRows(r, false)
	rubyRows(r, "mysql", "mysql2")
	r.text("mysql2|2.3.3, 3.0.1|mysql2 createConnection", mysql2{brackets: true, anyPort: true}.read)
	r.text("mysql2|3.1.0, 3.6.4|mysql2 createConnection", mysql2{brackets: true}.read)
	r.text("mysql2|3.6.5, 3.19.0|mysql2 createConnection", mysql2{brackets: true, decodes: true}.read)
	r.text("mysql2|3.19.1, 3.24.4|mysql2 createConnection", mysql2{brackets: true, decodes: true, partsFirst: true}.read)
	r.text("mysql2|3.24.5, 3.24.6|mysql2 createConnection", mysql2{decodes: true, partsFirst: true}.read)
	r.text("sqlalchemy|1.4.46, 2.0.40, 2.0.52|SQLAlchemy make_url, with mysqlclient or PyMySQL", sqlAlchemy, sqlAlchemyMySQL)
}

func mysqlGoRows(r *rows) {
	r.octets("go-sql-driver|1.5.0, 1.6.0|mysql.ParseDSN", goMySQL(5).read)
	r.octets("go-sql-driver|1.7.0, 1.7.1|mysql.ParseDSN", goMySQL(7).read)
	r.octets("go-sql-driver|1.8.0, 1.8.1|mysql.ParseDSN", goMySQL(8).read)
	r.octets("go-sql-driver|1.9.0, 1.10.1|mysql.ParseDSN", goMySQL(9).read)
}

func mariaDBRows(r *rows) {
	r.text("mariadb|2.5.6, 3.2.0|mariadb createConnection", mariaDBExpression, mariaDB{anyText: true, strict: true}.read)
	r.text("mariadb|3.2.1, 3.4.0|mariadb createConnection", mariaDBExpression, mariaDB{anyText: true}.read)
	r.text("mariadb|3.4.1, 3.5.3|mariadb createConnection", mariaDBExpression, mariaDB{}.read)
	r.text("mariadb|3.5.4|mariadb createConnection", mariaDBWeb, mariaDB{}.read)
}

// mysql2 is ConnectionConfig of mysql2, whose hosts had brackets once, which did not decode
// and took any port, and for which options counted more than parts.
type mysql2 struct{ brackets, anyPort, decodes, partsFirst bool }

func (m mysql2) read(s *state) {
	if splitNode(s); s.Verdict != reader.Read {
		return
	}
	if m.brackets {
		s.Host.Text = s.hostPort
	}
	put(&s.Database, drop1(s.path))
	if m.decodes {
		for _, p := range []*reader.Part{&s.Host, &s.Database, &s.User, &s.Password} {
			p.Text = s.decode(p.Text, jsDecoder)
		}
	}
	pairs, err := form.Parse(s.query)
	if err != nil {
		s.unknown()
	}
	for _, p := range pairs {
		if m.partsFirst {
			s.setFirst(p.Name, p.Value)
		} else {
			s.set(p.Name, p.Value)
		}
		if beginsWith(strings.TrimSpace(p.Value), `"`) && holds(mysql2Options, " "+p.Name+" ") {
			s.unknown() // a string of JSON, which is true even if it is "0"
		}
	}
	if m.partsFirst {
		drop("user password host port database")(s)
	}
	s.jsonOptions()
	_, number := s.option("port")
	s.move("user password host port database")
	if !m.anyPort {
		s.Port.Text = parseInt(s.Port.Text)
	}
	if s.Port.Text == "NaN" || s.Port.Text == "0" && (number || !m.anyPort) {
		s.Port.Text = ""
	}
	s.mysql2Options()
}

// What people write for ssl.
const (
	checkedTLS   = `{"rejectUnauthorized":true}`
	uncheckedTLS = `{"rejectUnauthorized":false}`
)

// mysql2Options sets the defaults and makes the options those that mysql2 shows.
func (s *state) mysql2Options() {
	absentIfEmpty(func(s *state) []*reader.Part { return []*reader.Part{&s.User, &s.Password} })(s)
	defaults("-", "-", "localhost", "3306", "-")(s)
	secure, ok := s.option("ssl")
	if secure == "{}" {
		secure = checkedTLS
	}
	if v := secure; ok && v != "false" && v != "0" && v != checkedTLS && v != uncheckedTLS {
		switch {
		case v == "Amazon RDS" || beginsWith(v, "{") || beginsWith(v, "[") || beginsWith(v, "__"):
			s.unknown()
		case v == "true" || v != "" && strings.Trim(v, "-.0123456789") == "":
			s.refuse("SSL profile must be an object, instead it")
		}
		s.refuse("Unknown SSL profile")
	}
	shown := s.mysql2Shown()
	if secure == checkedTLS || secure == uncheckedTLS {
		shown = append(shown, Param{"ssl", secure})
	}
	if s.Verdict == reader.Read {
		s.options = shown
	} else {
		s.options = nil
	}
}

// mysql2Shown returns the options that mysql2 shows, as it shows them.
func (s *state) mysql2Shown() (shown []Param) {
	for _, o := range s.options {
		falsy := oneOf(o.Value, "0 false ")
		switch {
		case !holds(mysql2Options, " "+o.Name+" ") || o.Name == "ssl":
		case o.Name == "charset":
			number, known := mysql2Charsets[strings.ToLower(o.Value)]
			switch {
			case falsy:
			case known:
				if number != "" {
					shown = append(shown, Param{Name: "charsetNumber", Value: number})
				}
			case !isUnknownCharset(o.Value):
				s.unknown()
			case strings.Trim(o.Value, "-.0123456789") == "" || oneOf(o.Value[:1], "{ [") || o.Value == "true":
				s.refuse("")
			default:
				s.refuse("Unknown charset")
			}
		case o.Name == "timezone" && (falsy || o.Value == "local"):
		case o.Name == "timezone" && (o.Value == "Z" || len(o.Value) == 6 && strings.Trim(o.Value[:1], "+-") == "" && o.Value[3] == ':' && isDigits(o.Value[1:3]+o.Value[4:])):
			shown = append(shown, o)
		case o.Name == "connectTimeout" && isDigits(o.Value) && o.Value != "10000":
			shown = append(shown, o)
		case holds(mysql2Switches, " "+o.Name+" "):
			if !falsy {
				shown = append(shown, o)
			}
		default:
			s.unknown()
		}
	}
	return shown
}

// mysql2Charsets are the numbers of the character sets that people name; the last is the one
// without an option.
var mysql2Charsets = map[string]string{
	"utf8": "33", "utf8_general_ci": "33", "utf8mb4": "45", "utf8mb4_general_ci": "45", "utf8mb4_bin": "46", "utf8mb4_0900_ai_ci": "255",
	"latin1": "8", "latin1_swedish_ci": "8", "ascii": "11", "binary": "63", "utf8mb4_unicode_ci": "",
}

// mysql2Switches are the options that mysql2 shows as they are, unless they are false.
const mysql2Switches = ` multipleStatements dateStrings supportBigNumbers bigNumberStrings decimalNumbers namedPlaceholders rowsAsArray jsonStrings compress stringifyObjects insecureAuth gracefulEnd `

// mysql2Options are the options that mysql2 reads.
const mysql2Options = ` ssl charset stream localAddress socketPath password1 password2 password3 passwordSha1 connectTimeout insecureAuth infileStreamFactory supportBigNumbers bigNumberStrings decimalNumbers dateStrings debug trace stringifyObjects enableKeepAlive keepAliveInitialDelay timezone queryFormat multipleStatements rowsAsArray namedPlaceholders nestTables typeCast disableEval enableCleartextPlugin charsetNumber compress authPlugins authSwitchHandler flags connectAttributes maxPreparedStatements jsonStrings gracefulEnd isServer `

// isUnknownCharset reports whether a text is certainly no name of a character set: the names of
// MySQL are words of letters, digits and underscores that begin with one of their families.
func isUnknownCharset(v string) bool {
	v = strings.ToLower(v)
	for _, family := range strings.Fields("utf ucs latin ascii big5 cp dec8 eucjp euckr gb greek hebrew hp8 keybcs2 koi8 mac sjis swe7 tis620 ujis armscii8 binary geostd8 unicode") {
		if beginsWith(v, family) {
			return false
		}
	}
	return true
}

// sqlAlchemyMySQL is the dialect with mysqlclient or PyMySQL.
func sqlAlchemyMySQL(s *state) {
	client := oneOf(s.scheme, "mysql mysql+mysqldb mariadb mariadb+mysqldb")
	if s.Verdict == reader.Read && !client && !oneOf(s.scheme, "mysql+pymysql mariadb+pymysql") {
		if _, dialect, ok := cutText(s.scheme, "+"); ok && oneOf(dialect, "aiomysql asyncmy cymysql mariadbconnector mysqlconnector oursql pyodbc") {
			s.unknown()
		}
		s.refuse("Can't load plugin: sqlalchemy.dialects:")
	}
	if s.Port.Text == "0" {
		s.Port = reader.Part{}
	}
	for _, name := range []string{"compress", "client_flag", "local_infile", "use_unicode", "read_timeout", "write_timeout", "connect_timeout"} {
		if v, ok := s.option(name); ok {
			if s.lists[name] != nil && !oneOf(name, "compress local_infile use_unicode") {
				s.refuse("int() argument must be")
			}
			if !isDigits(v) || name == "compress" || name == "use_unicode" {
				s.unknown()
			}
			s.set(name, trimZeros(v))
		}
	}
	for _, o := range s.options {
		if beginsWith(o.Name, "ssl_") {
			s.unknown()
		}
	}
	if client {
		s.nameParts("user", "passwd", "db")
	} else {
		s.nameParts("user", "password", "database")
	}
}

// nameParts gives the parts the names that the driver has, unless options have them.
func (s *state) nameParts(user, password, database string) {
	for i, name := range []string{user, password, "host", "port", database} {
		p := s.Parts()[i]
		if p.Present {
			s.setFirst(name, p.Text)
		}
		*p = reader.Part{}
	}
	_, hasDatabase := s.option("database")
	_, hasDB := s.option("db")
	_, hasPasswd := s.option("passwd")
	switch {
	case hasDatabase:
		s.move("user password host port database")
	case hasDB || hasPasswd:
		s.move("user passwd host port db")
	default:
		s.move("user password host port dbname")
	}
}

// goMySQL is ParseDSN of Go's driver since a version 1.x: the last slash counts, and only
// parameters are decoded and, since 1.8, the database.
type goMySQL int

func (minor goMySQL) read(s *state) {
	text := s.uri
	for _, p := range all(s) {
		p.Present = true
	}
	network, addr := "", ""
	left, right, ok := cutLast(text, "/")
	if ok {
		info, rest, at := cutLast(left, "@")
		if !at {
			rest = left
		} else {
			s.User.Text, s.Password.Text, _ = cutText(info, ":")
		}
		network = rest
		if before, in, ok := cutText(rest, "("); ok {
			network = before
			switch {
			case endsWith(in, ")"):
				addr = in[:len(in)-1]
			case holds(in, ")"):
				s.refuse("invalid DSN: did you forget to escape a param value?")
			default:
				s.refuse("invalid DSN: network address not terminated")
			}
		}
		name, query, _ := cutText(right, "?")
		minor.parameters(s, query)
		if s.Database.Text = name; minor >= 8 {
			decoded, err := url.PathUnescape(name)
			if err != nil {
				s.refuse("invalid dbname")
			}
			s.Database.Text = decoded
		}
	} else if text != "" {
		s.refuse("invalid DSN: missing the slash separating the database name")
	}
	if network == "" {
		network = "tcp"
	}
	switch {
	case addr == "" && network == "tcp":
		addr = "127.0.0.1:3306"
	case addr == "" && network == "unix":
		addr = "/tmp/mysql.sock"
	case addr == "":
		s.refuse("default addr for network")
	case network == "tcp":
		if _, _, err := net.SplitHostPort(addr); err != nil {
			addr = net.JoinHostPort(addr, "3306")
		}
	}
	if v, _ := s.option("tls"); !oneOf(v, "true false skip-verify preferred ") {
		s.refuse("invalid value / unknown config name")
	}
	if v, _ := s.take("serverPubKey"); v != "" {
		s.refuse("invalid value / unknown server pub key name")
	}
	s.address(addr)
	if s.set("net", network); network == "tcp" {
		s.take("net")
	}
	s.knownOptions("timeout 0s parseTime false")
}

// parameters reads the parameters, of which recordings have some.
func (minor goMySQL) parameters(s *state, query string) {
	since := map[string]goMySQL{"allowFallbackToPlaintext": 7, "timeTruncate": 8, "connectionAttributes": 8, "charset": 9}
	for _, pair := range splitText(query, "&") {
		name, value, ok := cutText(pair, "=")
		if !ok || s.Verdict != reader.Read {
			continue
		}
		truth, isTruth := map[string]string{"1": "true", "true": "true", "TRUE": "true", "True": "true", "0": "false", "false": "false", "FALSE": "false", "False": "false"}[value]
		known := name
		if minor < since[name] {
			known = ""
		}
		switch known {
		case "allowAllFiles", "allowCleartextPasswords", "allowFallbackToPlaintext", "allowNativePasswords", "allowOldPasswords", "checkConnLiveness",
			"clientFoundRows", "columnsWithAlias", "compress", "interpolateParams", "multiStatements", "rejectReadOnly", "parseTime":
			if name == "compress" && minor < 9 {
				s.refuse("compression not implemented yet")
			}
			if !isTruth {
				s.refuse("invalid bool value")
			}
			if name == "parseTime" {
				s.set(name, truth)
			}
		case "charset", "loc":
			if name == "loc" && !oneOf(value, "Local UTC ") {
				s.unknown()
			}
		case "collation":
			known := ""
			if minor < 8 {
				known = "utf8mb4_general_ci"
			}
			if s.set(name, value); value == known {
				s.take(name)
			}
		case "timeTruncate", "readTimeout", "writeTimeout", "timeout":
			d, err := time.ParseDuration(value)
			if err != nil {
				s.refuseQuoting(err)
			}
			if name == "timeout" {
				s.set(name, d.String())
			}
		case "maxAllowedPacket":
			if _, err := strconv.Atoi(value); err != nil {
				s.refuse("strconv.Atoi: parsing")
			}
		case "strict":
			s.unknown()
		case "tls":
			if isTruth {
				value = truth
			} else if v := strings.ToLower(value); oneOf(v, "skip-verify preferred") {
				value = v
			}
			s.set(name, value)
		case "connectionAttributes":
			if _, err := url.QueryUnescape(value); err != nil {
				s.refuse("invalid connectionAttributes value")
			}
		default:
			decoded, err := url.QueryUnescape(value)
			if err != nil {
				s.refuseQuoting(err)
			}
			s.set(name, decoded)
		}
	}
}

// mariaDBPattern is urlFormat of mariadb before 3.5.4.
var mariaDBPattern = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`mariadb://(([^/@:]+)?(:([^/]+))?@)?(([^/:]+)(:([0-9]+))?)/([^?]+)(\?(.*))?$`)
}}

func mariaDBExpression(s *state) {
	m := mariaDBPattern.Get().FindStringSubmatch(s.uri)
	if m == nil {
		s.refuse("error parsing connection string")
		return
	}
	some := func(text string) reader.Part {
		return reader.Part{Text: s.decode(text, jsDecoder), Present: text != ""}
	}
	s.User, s.Password, s.Host, s.Port, s.Database = some(m[2]), some(m[4]), some(m[6]), some(m[8]), some(m[9])
	s.query = m[11]
}

func mariaDBWeb(s *state) {
	splitNode(s)
	s.Error = "error parsing connection string"
	if s.Verdict == reader.Read && (s.scheme != "mariadb" || withoutPrefix(s.path, "/") == "") {
		s.refuse(s.Error)
		return
	}
	put(&s.Database, withoutPrefix(s.path, "/"))
	s.Port.Present = s.Port.Text != ""
	for _, p := range []*reader.Part{&s.User, &s.Password, &s.Database} {
		p.Text, p.Present = s.decode(p.Text, jsDecoder), p.Text != ""
	}
}

// mariaDB is the parameters and the options of ConnectionOptions, which took any port
// and any text for ssl once, and before that refused a character set that it did not know.
type mariaDB struct{ anyText, strict bool }

func (m mariaDB) read(s *state) {
	if s.Verdict != reader.Read {
		return
	}
	if s.query != "" {
		for _, pair := range splitText(s.query, "&") {
			name, value, ok := cutText(pair, "=")
			if len(name) == 1 && ok {
				continue // equalIdx !== 1
			}
			if !ok {
				name, value = withoutSuffix(pair, lastUnit(pair)), pair
			}
			if value == "" {
				s.set(name, nullJSON)
				continue
			}
			s.set(name, s.decode(value, jsDecoder))
		}
	}
	s.move("user password host port database")
	for _, p := range all(s) {
		if p.Text == nullJSON {
			*p = reader.Part{}
		}
	}
	if s.Port.Present && (!m.anyText || isDigits(s.Port.Text)) {
		if strings.TrimSpace(s.Port.Text) == "" {
			s.Port.Text = "0" // Number(" ")
		} else if s.Port.Text = parseInt(s.Port.Text); s.Port.Text == "0" {
			s.Port = reader.Part{}
		}
	}
	s.keep(func(o Param) bool { return o.Value != nullJSON })
	defaults("-", "-", "localhost", "3306", "-")(s)
	for _, o := range s.options {
		switch o.Name {
		case "ssl":
			if o.Value != "true" && !m.anyText {
				s.set("ssl", "false")
			}
		case "multipleStatements":
			if o.Value == "true" {
				s.set(o.Name, "true")
			} else {
				s.set(o.Name, "false")
			}
		case "charset":
			if !isUnknownCharset(o.Value) {
				s.unknown()
			} else if m.strict {
				s.refuse("Unknown charset")
			}
		case "collation", "charsetNumber", "connectTimeout", "socketPath", "connectAttributes", "debugLen", "logger":
			s.unknown()
		}
	}
	only("ssl multipleStatements")(s)
	s.knownOptions("multipleStatements false")
}

// lastUnit returns the last character.
func lastUnit(s string) string {
	last := ""
	for i := range s {
		last = s[i:]
	}
	return last
}
