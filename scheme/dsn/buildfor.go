package dsn

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

// A NotReadError reports that no connection string was found that a driver reads as it is
// meant, as far as its model knows, or all of several drivers.
type NotReadError struct {
	Part   string // "user", "password", "host", "port", "database", "options", or "" for no part alone
	Driver Driver // the first that does not
	others bool   // there are other drivers
	unsure bool   // the model does not know
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
	if e.unsure {
		text += ", of which it is not known what it reads"
	}
	return text
}

// BuildFor returns a connection string in which each of some drivers reads what d has, by
// their models: a URI with as few octets raw as all of them allow or, if there is none, one
// with parts as parameters, keywords and values of PostgreSQL, or the form of Go's driver
// of MySQL. For JDBC the scheme is such as "jdbc:postgresql". The error is a [*NotReadError], or one of [DSN.Build].
func BuildFor(drivers []Driver, d DSN) (string, error) {
	var failed, unfit *NotReadError
	if len(drivers) > 0 {
		d.Database = withoutPrefix(d.Database, drivers[0].row.databasePrefix)
	}
	for _, write := range writers(drivers) {
		plain := plainly(d, -1, "")
		if e, ok := refusedBy(drivers, plain, write(plain, &spellings{})); !ok {
			unfit = cmp.Or(unfit, e)
			continue
		}
		text, e := write.search(drivers, d)
		if e == nil {
			return text, nil
		}
		failed = cmp.Or(failed, e)
	}
	if _, err := d.Build(); err != nil && d.Format() != 0 {
		return "", err
	}
	return "", cmp.Or(failed, unfit)
}

// A writer writes d with the spellings of its parts, or "" if it cannot.
type writer func(d DSN, s *spellings) string

// writers returns what writes connection strings for drivers, the plainest first: URIs with
// the user and the password, the hosts or the database as parameters, as the families of the
// drivers name them, and other forms.
func writers(drivers []Driver) []writer {
	places := []placement{{}}
	for _, dr := range drivers {
		for _, five := range splitText(dr.row.family.params, ",") {
			names := strings.Fields(five)
			for in := 1; in < 8 && names != nil; in++ {
				var p placement
				for i, name := range names {
					if bit := [...]int{1, 1, 2, 2, 4}[i]; in&bit != 0 && name != "-" {
						p[i] = name
					}
				}
				if !slices.Contains(places, p) {
					places = append(places, p)
				}
			}
		}
	}
	list := make([]writer, 0, len(places)+2)
	for _, p := range places {
		list = append(list, p.write)
	}
	return append(list, keywords, goMySQLForm)
}

// search returns d written so that drivers read it.
func (write writer) search(drivers []Driver, d DSN) (string, *NotReadError) {
	var s spellings
	for _, part := range spelled {
		text := *d.text(part)
		if part == hostPart {
			text = d.hostNames()
		}
		for text != "" {
			unit, class := nextUnit(text)
			text = text[len(unit):]
			if class == unreserved || s.parts[part][class] != 0 {
				continue
			}
			if class == '%' && len(text) > 1 && pct.IsHex(text[0]) && pct.IsHex(text[1]) {
				unit += text[:2] // which matters where it is raw
			}
			one := plainly(d, part, "x"+unit+"x")
			var first *NotReadError
			for s.parts[part][class] = escaped; ; s.parts[part][class]++ {
				if s.parts[part][class] == ways {
					first.Part = PartNames[part]
					return "", first
				}
				e, ok := refusedBy(drivers, one, write(one, &s))
				if ok {
					break
				}
				first = cmp.Or(first, e)
			}
		}
	}
	var failed *NotReadError
	read := ""
	for s.params = range paramEncoders {
		text := write(d, &s)
		e, ok := refusedBy(drivers, d, text)
		switch {
		case ok && d.paramsRead(drivers, text):
			return text, nil
		case ok && read == "":
			read = text
		}
		failed = cmp.Or(failed, e)
	}
	if read != "" {
		return read, nil
	}
	// Which part it is shows alone.
	for _, part := range spelled {
		one := plainly(d, part, *d.text(part))
		if e, ok := refusedBy(drivers, one, write(one, &s)); !ok && failed.Part == "" {
			e.Part = PartNames[part]
			return "", e
		}
	}
	return "", failed
}

// valuesOf returns the values of options by name.
func valuesOf(options []Param) map[string]string {
	values := make(map[string]string, len(options))
	for _, o := range options {
		values[o.Name] = o.Value
	}
	return values
}

// paramsRead reports whether each driver reads all parameters of d as options. A value that is
// the default of a driver is no option, and some have names of their own.
func (d *DSN) paramsRead(drivers []Driver, text string) bool {
	for _, driver := range drivers {
		options := valuesOf(driver.Read(text).Options)
		for _, p := range d.Params {
			if value, ok := options[p.Name]; !ok || value != p.Value {
				return false
			}
		}
	}
	return true
}

// spelled are the parts whose characters are written in several ways.
var spelled = [...]int{0, passwordPart, hostPart, databasePart}

// text returns one of the spelled parts of d, which can be set: of the hosts the first name.
func (d *DSN) text(part int) *string {
	switch {
	case part == 0:
		return &d.User
	case part == passwordPart:
		return &d.Password
	case part == databasePart:
		return &d.Database
	case len(d.Hosts) == 0:
		return new(string)
	}
	return &d.Hosts[0].Name
}

// hostNames returns the names of the hosts without addresses in brackets.
func (d *DSN) hostNames() string {
	var b strings.Builder
	for _, h := range d.Hosts {
		if !holds(h.Name, ":") {
			b.WriteString(h.Name)
		}
	}
	return b.String()
}

// plainly returns d with plain texts but for one part, which is a text.
func plainly(d DSN, part int, text string) DSN {
	one := DSN{Scheme: d.Scheme, Userinfo: d.Userinfo, User: "u", Password: "p", Hosts: []Host{{Name: "h"}}, Path: d.Path, Database: "d"}
	if d.Format() == Redis {
		one.Database = "1"
	}
	switch {
	case len(d.Hosts) == 0:
		one.Hosts = nil
	case d.Scheme == mongoSRV:
		one.Hosts[0].Name = "h.example.com"
	default:
		one.Hosts[0].Port = d.Hosts[0].Port
	}
	for _, i := range spelled {
		if to, from := one.text(i), d.text(i); *from == "" && i != hostPart {
			*to = ""
		} else if i == part {
			*to = text
		}
	}
	return one
}

// refusedBy returns the first driver that does not read in a text what d has.
func refusedBy(drivers []Driver, d DSN, text string) (*NotReadError, bool) {
	for _, driver := range drivers {
		if part, ok := driver.reads(d, text); !ok {
			return &NotReadError{part, driver, len(drivers) > 1, driver.Read(text).Verdict == reader.Unknown}, false
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
	case d.Path == HasPath && withoutPrefix(r.Database.Text, dr.row.databasePrefix) != d.Database && (d.Database != "" || d.Format() == AMQP):
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
	if len(d.Params) > 0 {
		options := valuesOf(r.Options)
		for _, p := range d.Params {
			if value, ok := options[p.Name]; ok && value != p.Value {
				return "options", false
			}
		}
	}
	return "", true
}

// spellings are how the parts are written, and with which of paramEncoders the parameters are.
type spellings struct {
	parts  [5]spelling
	params int
}

// A spelling is how a part is written: the way for each class of characters.
type spelling [classes]way

// The classes of characters: each of ASCII is one.
const (
	latin      = 128 + iota // U+0080 to U+00FF
	wide                    // all others
	invalid                 // an octet that is not UTF-8
	unreserved              // of RFC 3986
	classes
)

// A way is how a character is written.
type way uint8

const (
	_       way = iota // not chosen: escaped
	escaped            // its octets are
	raw                // as it is
	twice              // escaped, and the escapes as well
	latin1             // its code is, as escape("é") of JavaScript does
	plus               // "+" for a space
	ways
)

// nextUnit returns the character that a text begins with, or an octet that is not UTF-8, and its class.
func nextUnit(text string) (unit string, class int) {
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case r == utf8.RuneError && n == 1:
		class = invalid
	case r > 0xFF:
		class = wide
	case r > 0x7F:
		class = latin
	case isUnreserved(text[0]):
		class = unreserved
	default:
		class = int(r)
	}
	return text[:n], class
}

func (s *spelling) write(text string) string {
	var b []byte
	for text != "" {
		unit, class := nextUnit(text)
		text = text[len(unit):]
		switch w := s[class]; {
		case w == raw:
			b = append(b, unit...)
		case w == twice:
			//percent:ignore encoded-twice for drivers that decode twice
			b = append(b, percent.RFC3986.Encode(percent.RFC3986.Encode(unit))...)
		case w == latin1 && class == latin:
			b = pct.AppendEscape(b, unit[0]<<6|unit[1]&0x3F)
		case w == plus && class == ' ':
			b = append(b, '+')
		default:
			b = append(b, percent.RFC3986.Encode(unit)...)
		}
	}
	return string(b)
}

// paramEncoders are how the values of parameters are written, and nameEncoders their names.
var (
	paramEncoders = [...]func(string) string{queryEncoder.Encode, percent.RFC3986.Encode, asIs}
	nameEncoders  = [...]func(string) string{percent.RFC3986.Encode, percent.RFC3986.Encode, asIs}
)

func asIs(text string) string { return text }

// A placement is where the parts of a URI stand: a part that has a name is a parameter.
type placement [5]string

// write returns d as a URI.
func (p placement) write(d DSN, s *spellings) string {
	if d.Scheme+":" == fileScheme {
		text, _ := SQLite{d.Database, d.Params}.Build()
		return text
	}
	text := d.Scheme + "://"
	var pairs []Param // as they are written
	add := func(name, value string) { pairs = append(pairs, Param{name, value}) }
	user, password := s.parts[0].write(d.User), s.parts[passwordPart].write(d.Password)
	if user == "" && d.Format() == Redis && d.Password != "" {
		user = "default"
	}
	switch {
	case d.Userinfo == NoUserinfo:
	case p[0] != "":
		if add(p[0], user); d.Userinfo == UserAndPassword {
			add(p[passwordPart], password)
		}
	default:
		if text += user; d.Userinfo == UserAndPassword {
			text += ":" + password
		}
		text += "@"
	}
	var names, ports, authority []string
	for _, h := range d.Hosts {
		names, ports = append(names, h.Name), append(ports, h.Port)
		name := s.parts[hostPart].write(h.Name)
		if holds(h.Name, ":") {
			name = "[" + addressEncoder.Encode(h.Name) + "]"
		}
		if h.Port != "" {
			name += ":" + h.Port
		}
		authority = append(authority, name)
	}
	if p[hostPart] == "" {
		text += joinCommas(authority)
	}
	database := s.parts[databasePart].write(d.Database)
	switch {
	case d.Path == HasPath && p[databasePart] != "":
		add(p[databasePart], database)
	case d.Path == HasPath:
		text += "/" + database
	case p[hostPart] != "":
		text += "/"
	}
	for _, x := range d.Params {
		if x.Name == "instance" && d.Scheme == "sqlserver" && (p[databasePart] != "" || d.Path == NoPath) {
			text += "/" + percent.RFC3986.Encode(x.Value)
			continue
		}
		add(nameEncoders[s.params](x.Name), paramEncoders[s.params](x.Value))
	}
	if p[hostPart] != "" {
		add(p[hostPart], queryEncoder.Encode(joinCommas(names)))
		if strings.Trim(strings.Join(ports, ""), ",") != "" {
			add(p[portPart], joinCommas(ports))
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
func keywords(d DSN, _ *spellings) string {
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
func goMySQLForm(d DSN, _ *spellings) string {
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
