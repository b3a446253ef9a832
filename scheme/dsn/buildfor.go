package dsn

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/reader"
)

// A NotReadError reports that no connection string was found that a driver reads as it is
// meant, as far as its model knows, or all of several drivers.
type NotReadError struct {
	Part   string // "user", "password", "host", "port", "database", "options", or "" for no part alone
	Driver Driver // the first that does not
	others bool   // there are other drivers
}

// Error names the part and the driver, and no value.
func (e *NotReadError) Error() string {
	what := e.Part
	if what == "" {
		what = "combination of values"
	}
	text := "dsn: no connection string was found that has this " + what + " for " + e.Driver.String()
	if e.others {
		text += " and for the others"
	}
	return text
}

// BuildFor returns a connection string in which each of some drivers reads what d has, by
// their models: a URI with as few raw octets as all of them allow or, if there is none, one
// with the hosts as parameters, keywords and values of PostgreSQL, or the form of Go's driver
// of MySQL. For JDBC the scheme is such as "jdbc:postgresql". The error is a [*NotReadError], or one of [DSN.Build].
func BuildFor(drivers []Driver, d DSN) (string, error) {
	if _, err := d.Build(); err != nil && d.Format() != 0 {
		return "", err
	}
	// The spelling of each part, all others being plain.
	var spellings [5]spelling
	for _, part := range []int{0, passwordPart, 4} {
		for _, spell := range allSpellings {
			one := plainly(d, part)
			chosen := [5]spelling{}
			chosen[part] = spell
			if _, ok := refusedBy(drivers, one, one.write(chosen, inAuthority)); ok {
				spellings[part] = spell
				break
			}
		}
	}
	var failed *NotReadError
	for _, form := range []func(DSN, [5]spelling) string{
		func(d DSN, s [5]spelling) string { return d.write(s, inAuthority) },
		func(d DSN, s [5]spelling) string { return d.write(s, inQuery) },
		keywords, goMySQLForm,
	} {
		text := form(d, spellings)
		if text == "" {
			continue
		}
		e, ok := refusedBy(drivers, d, text)
		if ok {
			return text, nil
		}
		if failed == nil {
			failed = e
		}
	}
	// Which part it is shows alone.
	for _, part := range []int{0, passwordPart, 4} {
		one := plainly(d, part)
		if e, ok := refusedBy(drivers, one, one.write(spellings, inAuthority)); !ok {
			if e.Part == "" {
				e.Part = PartNames[part]
			}
			return "", e
		}
	}
	return "", failed
}

// plainly returns d with plain texts but for one part.
func plainly(d DSN, part int) DSN {
	one := DSN{Scheme: d.Scheme, Userinfo: d.Userinfo, User: "u", Password: "p", Hosts: []Host{{Name: "h"}}, Path: d.Path, Database: "d"}
	if d.Format() == Redis {
		one.Database = "1"
	}
	switch part {
	case 0:
		one.User = d.User
	case passwordPart:
		one.Password, one.User = d.Password, d.User
		if d.User != "" {
			one.User = "u"
		}
	case 4:
		one.Database = d.Database
	}
	if d.Userinfo == NoUserinfo {
		one.User, one.Password = "", ""
	}
	if d.Userinfo == UserOnly {
		one.Password = ""
	}
	if d.Path == NoPath {
		one.Database = ""
	}
	return one
}

// refusedBy returns the first driver that does not read in a text what d has.
func refusedBy(drivers []Driver, d DSN, text string) (*NotReadError, bool) {
	for _, driver := range drivers {
		if part, ok := driver.reads(d, text); !ok {
			return &NotReadError{part, driver, len(drivers) > 1}, false
		}
	}
	return nil, true
}

// reads reports whether a driver reads in a text what d has, and else which part it does not.
func (dr Driver) reads(d DSN, text string) (part string, ok bool) {
	r := dr.Read(text)
	if r.Verdict != reader.Read {
		return "", false
	}
	if d.Format() == Redis && d.Database == "0" && r.Database.Text == "" {
		r.Database.Text = "0"
	}
	var names, ports, wantNames, wantPorts []string
	names, ports = splitText(r.Host.Text, ","), splitText(r.Port.Text, ",")
	for _, h := range d.Hosts {
		wantNames, wantPorts = append(wantNames, h.Name), append(wantPorts, h.Port)
	}
	name := func(s string) string {
		if i := strings.LastIndex(s, "/.s.PGSQL."); i >= 0 {
			s = s[:i]
		}
		if i := lastIndex(s, ':'); dr.row.portInHost && i > lastIndex(s, ']') {
			s = s[:i]
		}
		return strings.ToLower(withoutSuffix(withoutPrefix(s, "["), "]"))
	}
	switch {
	case d.Userinfo != NoUserinfo && r.User.Text != d.User && !(d.User == "" && d.Format() == Redis && r.User.Text == "default"):
		return "user", false
	case d.Userinfo == UserAndPassword && r.Password.Text != d.Password:
		return "password", false
	case d.Path == HasPath && withoutPrefix(r.Database.Text, dr.row.databasePrefix) != d.Database && d.Database != "":
		return "database", false
	}
	if len(d.Hosts) > 0 && !slices.EqualFunc(names, wantNames, func(a, b string) bool { return name(a) == strings.ToLower(b) }) {
		return "host", false
	}
	for i, want := range wantPorts {
		if dr.row.portInHost {
			if want != "" && !endsWith(names[i], ":"+want) {
				return "port", false
			}
			continue
		}
		if got := ports[min(i, len(ports)-1)]; dr.port(got) != dr.port(want) && !beginsWith(wantNames[i], "/") {
			return "port", false
		}
	}
	for _, p := range d.Params {
		for _, o := range r.Options {
			if o.Name == p.Name && o.Value != p.Value {
				return "options", false
			}
		}
	}
	return "", true
}

// A spelling is how a part is written.
type spelling uint8

const (
	escaped spelling = iota // everything but unreserved octets
	beyond                  // characters beyond ASCII as they are
	slashed                 // slashes as they are
	asIs                    // everything as it is
)

var allSpellings = [...]spelling{escaped, beyond, slashed, asIs}

func (s spelling) write(text string) string {
	switch s {
	case beyond:
		return beyondEncoder.Encode(text)
	case slashed:
		return slashedEncoder.Encode(text)
	case asIs:
		return text
	}
	return percent.RFC3986.Encode(text)
}

// A placement is where the hosts stand.
type placement bool

const (
	inAuthority placement = false
	inQuery     placement = true
)

// write returns d as a URI. User and password are parameters of JDBC, and the database is one
// of SQL Server, whose path is an instance.
func (d DSN) write(s [5]spelling, hosts placement) string {
	text := d.Scheme + "://"
	var pairs []Param // as they are written
	add := func(name, value string) { pairs = append(pairs, Param{name, value}) }
	if beginsWith(d.Scheme, "jdbc:") {
		if d.Userinfo != NoUserinfo {
			add("user", s[0].write(d.User))
		}
		if d.Userinfo == UserAndPassword {
			add("password", s[passwordPart].write(d.Password))
		}
	} else if d.Userinfo != NoUserinfo {
		user := s[0].write(d.User)
		if user == "" && d.Format() == Redis && d.Password != "" {
			user = "default"
		}
		if text += user; d.Userinfo == UserAndPassword {
			text += ":" + s[passwordPart].write(d.Password)
		}
		text += "@"
	}
	var names, ports, authority []string
	for _, h := range d.Hosts {
		names, ports = append(names, h.Name), append(ports, h.Port)
		name := percent.RFC3986.Encode(h.Name)
		if holds(h.Name, ":") {
			name = "[" + addressEncoder.Encode(h.Name) + "]"
		}
		if h.Port != "" {
			name += ":" + h.Port
		}
		authority = append(authority, name)
	}
	if hosts == inAuthority {
		text += joinCommas(authority)
	}
	if d.Path == HasPath {
		if oneOf(d.Scheme, "sqlserver mssql") {
			add("database", s[4].write(d.Database))
		} else {
			text += "/" + s[4].write(d.Database)
		}
	} else if hosts == inQuery {
		text += "/"
	}
	for _, p := range d.Params {
		add(percent.RFC3986.Encode(p.Name), queryEncoder.Encode(p.Value))
	}
	if hosts == inQuery {
		add("host", queryEncoder.Encode(joinCommas(names)))
		if strings.Trim(strings.Join(ports, ""), ",") != "" {
			add("port", joinCommas(ports))
		}
	}
	return text + query(pairs)
}

// query returns parameters as a query, or "".
func query(pairs []Param) string {
	var b strings.Builder
	for i, p := range pairs {
		b.WriteByte("?&"[min(i, 1)])
		b.WriteString(p.Name + "=" + p.Value)
	}
	return b.String()
}

// keywords returns d as keywords and values of PostgreSQL, or "" for another server.
func keywords(d DSN, _ [5]spelling) string {
	if d.Format() != PostgreSQL {
		return ""
	}
	var names, ports []string
	for _, h := range d.Hosts {
		names, ports = append(names, h.Name), append(ports, h.Port)
	}
	var list []string
	escaper := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	for _, p := range append([]Param{
		{"host", joinCommas(names)}, {"port", strings.Trim(joinCommas(ports), ",")}, {"user", d.User}, {"password", d.Password}, {"dbname", d.Database},
	}, d.Params...) {
		if p.Value != "" {
			list = append(list, p.Name+"='"+escaper.Replace(p.Value)+"'")
		}
	}
	return strings.Join(list, " ")
}

// goMySQLForm returns d in the form of Go's driver of MySQL, or "" for another server.
func goMySQLForm(d DSN, _ [5]spelling) string {
	if d.Format() != MySQL || len(d.Hosts) > 1 {
		return ""
	}
	text := ""
	if d.Userinfo != NoUserinfo {
		if text = d.User; d.Userinfo == UserAndPassword {
			text += ":" + d.Password
		}
		text += "@"
	}
	network, addr := "tcp", ""
	if len(d.Hosts) == 1 {
		h := d.Hosts[0]
		if addr = h.Name; beginsWith(addr, "/") {
			network = "unix"
		} else if holds(addr, ":") {
			addr = "[" + addr + "]"
		}
		if h.Port != "" {
			addr += ":" + h.Port
		}
	}
	var pairs []Param
	for _, p := range d.Params {
		pairs = append(pairs, Param{p.Name, percent.RFC3986.Encode(p.Value)})
	}
	return text + network + "(" + addr + ")/" + percent.RFC3986.Encode(d.Database) + query(pairs)
}

// Misread returns the drivers that do not read in a text what d has, by their models.
func Misread(drivers []Driver, d DSN, text string) []Driver {
	return slices.DeleteFunc(slices.Clone(drivers), func(dr Driver) bool {
		_, ok := dr.reads(d, text)
		return ok
	})
}
