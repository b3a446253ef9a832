package results

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/scheme/dsn"
)

// A DSNSeen is what drivers read in a connection URI. `percent schema "dsn see"` describes
// its objects, one for each driver.
type DSNSeen struct {
	title   string
	drivers []dsn.Driver
	read    []DriverReading
	bare    bool // it has lost its scheme
}

// A DriverReading is what a driver reads. Params stand for Options if a name is not UTF-8. Hidden are the names of the parts that are not
// shown, because they hold some of a password.
type DriverReading struct {
	Driver     string            `json:"driver"`
	Version    string            `json:"version"`
	Scheme     string            `json:"scheme,omitempty"`
	Verdict    string            `json:"verdict"`
	User       *string           `json:"user,omitempty"`
	Password   *string           `json:"password,omitempty"`
	PasswordIs string            `json:"password_is,omitempty"`
	Host       *string           `json:"host,omitempty"`
	Port       *string           `json:"port,omitempty"`
	Database   *string           `json:"database,omitempty"`
	Options    *strictjson.Pairs `json:"options,omitempty"`
	Params     []dsnParam        `json:"params,omitempty"`
	Hidden     []string          `json:"hidden,omitempty"`
	Error      string            `json:"error,omitempty"`

	compared string // what groups it
	port     string // with defaults
	options  []dsn.Param
}

type dsnParam struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// bareText is said of a text that has lost its scheme.
const bareText = "It has no scheme, so only Go's MySQL driver is asked. A URI begins with a scheme, such as postgresql://."

// isBare reports whether a text is read as the form of Go's MySQL driver only because it has
// no scheme: that form has an address in brackets, or begins with a slash.
func isBare(uri string, drivers []dsn.Driver) bool {
	return len(drivers) > 0 && !slices.ContainsFunc(drivers, func(d dsn.Driver) bool { return d.Name() != "go-sql-driver" }) && dsn.SchemeOf(uri) == "" && !strings.Contains(uri, "(") && !strings.HasPrefix(uri, "/")
}

// NewDSNSeen returns what drivers read in a URI, with the password or without.
func NewDSNSeen(uri string, drivers []dsn.Driver, showPassword bool) DSNSeen {
	v := DSNSeen{title: uri, drivers: drivers, bare: isBare(uri, drivers)}
	if !showPassword {
		v.title = dsn.Hidden(uri)
	}
	for _, d := range drivers {
		v.read = append(v.read, newDriverReading(uri, d, showPassword))
	}
	return v
}

func newDriverReading(uri string, d dsn.Driver, showPassword bool) DriverReading {
	r := d.Read(uri)
	x := DriverReading{Driver: d.Name(), Version: d.Version(), Scheme: dsn.SchemeOf(uri), Verdict: r.Verdict.String(), Error: r.Error}
	x.compared = x.Verdict
	if r.Verdict != reader.Read {
		x.compared += "\x00" + r.Error
		return x
	}
	x.compared = d.Compared(r)
	x.port = d.Ports(r)
	if !showPassword {
		x.Hidden = d.Exposes(uri)
	}
	fields := [...]**string{&x.User, &x.Password, &x.Host, &x.Port, &x.Database}
	for i, p := range r.Parts() {
		if p.Present && !slices.Contains(x.Hidden, dsn.PartNames[i]) && (p != &r.Password || showPassword) {
			*fields[i] = &p.Text
		}
	}
	x.PasswordIs = dsn.ComparePassword(uri, r.Password)
	if len(r.Options) > 0 && !slices.Contains(x.Hidden, "options") {
		x.options = r.Options
		pairs, named := strictjson.Pairs{}, true
		for _, o := range r.Options {
			pairs = append(pairs, strictjson.Pair{Key: o.Name, Value: o.Value})
			x.Params = append(x.Params, dsnParam(o))
			named = named && utf8.ValidString(o.Name)
		}
		if named {
			x.Options, x.Params = &pairs, nil
		}
	}
	return x
}

// Title returns the URI without what may be a password.
func (v DSNSeen) Title() string { return v.title }

// JSON returns the readings.
func (v DSNSeen) JSON() any { return v.read }

// Objects returns the readings, one for each driver.
func (v DSNSeen) Objects() []any {
	list := make([]any, len(v.read))
	for i := range v.read {
		list[i] = v.read[i]
	}
	return list
}

// Page returns the drivers by what they read: those that differ from the largest group first,
// and those that refuse the URI last.
func (v DSNSeen) Page(s Style) string {
	answers := make([]string, len(v.read))
	index := map[dsn.Driver]int{}
	for i := range v.read {
		answers[i] = v.read[i].compared
		index[v.drivers[i]] = i
	}
	groups := program.Groups(v.drivers, answers)
	rank := func(g program.Group[dsn.Driver, string]) int {
		return map[string]int{"read": 0, "refused": 1, "not known": 2}[v.read[index[g.Programs[0]]].Verdict]
	}
	sort.SliceStable(groups, func(i, j int) bool {
		a, b := groups[i], groups[j]
		return cmp.Or(rank(a)-rank(b), len(a.Programs)-len(b.Programs)) < 0
	})
	readers := 0
	for _, g := range groups {
		if rank(g) == 0 {
			readers++
		}
	}
	var b strings.Builder
	for i, g := range groups {
		x := v.read[index[g.Programs[0]]]
		mark := "  "
		if i < readers-1 {
			mark = s.Warning("!") + " "
		}
		b.WriteString(mark + s.WrapText(x.head(s), 2) + "\n")
		names, _ := s.Wrap(driverNames(g.Programs, v.drivers), "    ", 0)
		b.WriteString(names)
		v.options(&b, s, g.Programs, index)
	}
	if v.bare {
		b.WriteString(s.WrapText(bareText, 2) + "\n")
	}
	return b.String()
}

// optionEnd separates options in a text: no text that is shown has it.
const optionEnd = "\x00"

// options writes which drivers of a group read which options.
func (v DSNSeen) options(b *strings.Builder, s Style, drivers []dsn.Driver, index map[dsn.Driver]int) {
	texts := make([]string, len(drivers))
	for i, d := range drivers {
		x := v.read[index[d]]
		if slices.Contains(x.Hidden, "options") {
			texts[i] = "options that hold some of the password"
		} else {
			var list []string
			for _, o := range x.options {
				list = append(list, term.Shown(o.Name)+" "+quoted(o.Value))
			}
			texts[i] = strings.Join(list, optionEnd)
		}
	}
	for _, g := range program.Groups(drivers, texts) {
		if g.Answer == "" {
			continue
		}
		options := strings.Split(g.Answer, optionEnd)
		if len(g.Programs) < len(drivers) {
			names := driverNames(g.Programs, v.drivers)
			options[len(options)-1] += " in " + names[0]
			options = append(options, names[1:]...)
		}
		text, _ := s.Wrap(options, "      ", 0)
		b.WriteString(text)
	}
}

// driverNames returns the names of drivers with their versions: those of one that follow each
// other in all are one range.
func driverNames(drivers, all []dsn.Driver) (names []string) {
	for i := 0; i < len(drivers); i++ {
		d := drivers[i]
		if d.Pinned() {
			names = append(names, d.String())
			continue
		}
		at := slices.Index(all, d)
		first, last := d.Versions()[0], d.Version()
		for ; i+1 < len(drivers) && at+1 < len(all) && drivers[i+1] == all[at+1] && all[at+1].Name() == d.Name() && all[at+1].Family() == d.Family(); at++ {
			i++
			last = drivers[i].Version()
		}
		if first != last {
			last = first + " to " + last
		}
		names = append(names, d.Name()+"@"+last)
	}
	return names
}

func quoted(s string) string {
	if strings.ContainsAny(s, " ,") {
		return `"` + term.Shown(s) + `"`
	}
	return term.Shown(s)
}

// head returns what is read in words.
func (x DriverReading) head(s Style) string {
	switch x.Verdict {
	case "refused":
		if x.Error != "" {
			return "refuse it: " + x.Error
		}
		return "refuse it"
	case "not known":
		return "not known"
	}
	text := func(name string, value *string) string {
		switch {
		case slices.Contains(x.Hidden, name):
			return name + " with some of the password"
		case value == nil || *value == "":
			return "no " + name
		}
		return name + " " + s.Bold(quoted(*value))
	}
	password := "password " + x.PasswordIs
	if x.Password != nil && *x.Password != "" {
		password = "password " + s.Bold(quoted(*x.Password))
	} else if x.PasswordIs == "none" {
		password = "no password"
	}
	port := x.Port
	if !slices.Contains(x.Hidden, "port") {
		port = &x.port
	}
	return strings.Join([]string{text("user", x.User), password, text("host", x.Host), text("port", port), text("database", x.Database)}, "; ")
}

// A DSNCheck is what is wrong with a connection URI.
type DSNCheck struct {
	title    string
	bare     bool // it has lost its scheme
	shell    string
	Problems []DSNProblem `json:"problems"`
	Drivers  int          `json:"drivers"`
	Foreign  []string     `json:"foreign_scheme,omitempty"`
	Refuse   []string     `json:"refuse,omitempty"`
	Other    []string     `json:"other_password,omitempty"`
	Raw      []string     `json:"database_not_decoded,omitempty"`
	Unknown  []string     `json:"unknown,omitempty"`
	Twice    []int        `json:"encoded_twice,omitempty"` // the bytes where it seems so
	doubled  bool         // a "%" that stands twice
	Options  []string     `json:"refused_options,omitempty"` // for which drivers refuse it
	said     []string     // by those that refuse it
	dollars  bool         // a "$" that stands twice
	reading  int          // how many drivers read it
	options  bool         // it has some
	unfilled bool         // the password is a placeholder
	ini      bool         // configparser refuses it
	fault    Verdict
	ranges   [5][]string // of versions: who refuse it, read other passwords, are strangers, do not decode the database, and are not known
}

// A DSNProblem is an octet that drivers read otherwise than as itself.
type DSNProblem struct {
	Offset  int    `json:"offset"`
	Part    string `json:"part"`
	Octet   string `json:"octet"`
	Write   string `json:"write,omitempty"`
	Refuse  int    `json:"refuse"`
	Misread int    `json:"misread"`
	Older   bool   `json:"older,omitempty"` // only versions that decide nothing do
	of      int
	escape  bool // it is of an escape
}

// NewDSNCheck returns what is wrong with a URI for drivers. Those that decide, which are some of
// them, are the ones for which there is a verdict. If they were named, it is a fault that one of
// them does not read the URI as it is written, and else that most do not.
func NewDSNCheck(uri string, drivers, decide []dsn.Driver, named bool) DSNCheck {
	v := DSNCheck{title: dsn.Hidden(uri), bare: isBare(uri, drivers), shell: dsn.ShellOctets(uri), Problems: []DSNProblem{}, Drivers: len(drivers)}
	c := dsn.Check(uri, drivers)
	for i, of := range [...][]dsn.Driver{c.Refusing, c.Otherwise, c.Strangers, c.Undecoded, c.Unknown} {
		v.ranges[i] = driverNames(of, drivers)
		for _, d := range of {
			list := [...]*[]string{&v.Refuse, &v.Other, &v.Foreign, &v.Raw, &v.Unknown}[i]
			*list = append(*list, d.String())
		}
	}
	v.reading = len(drivers) - len(c.Strangers) - len(c.Refusing) - len(c.Unknown)
	now := dsn.Check(uri, decide)
	v.fault = judged(now, len(decide), named)
	if len(c.Problems) == 0 {
		v.reasons(uri, c.Refusing)
	}
	for _, p := range c.Problems {
		older := !slices.ContainsFunc(now.Problems, func(q dsn.Problem) bool { return q.Offset == p.Offset })
		x := DSNProblem{p.Offset, p.Part, p.Text, percent.RFC3986.Encode(p.Text), p.Refused, p.Misread, older, p.Of, strings.HasPrefix(p.Text, "%") && isEscape(uri[p.Offset:])}
		if p.Part == "port" {
			x.Octet, x.Write = "", ""
		}
		v.Problems = append(v.Problems, x)
		v.doubled = v.doubled || strings.HasPrefix(uri[p.Offset:], "%%")
	}
	v.Twice, v.options = c.Twice, strings.Contains(uri, "?")
	password, _ := dsn.WrittenPassword(uri)
	v.dollars = strings.Contains(password, "$$")
	if n := len(password); n > 2 && slices.Contains([]string{"<>", "[]", "{}"}, password[:1]+password[n-1:]) {
		v.unfilled, v.fault = true, Found
	}
	return v
}

// InINI returns v of a URI in a file that Python's configparser reads, in which "%" stands twice.
func (v DSNCheck) InINI(uri string) DSNCheck {
	if strings.Contains(strings.ReplaceAll(uri, "%%", ""), "%") {
		v.ini, v.fault = true, Found
	}
	return v
}

// isEscape reports whether a text begins with a percent-escape.
func isEscape(s string) bool {
	_, ok := pct.Octet(s)
	return ok
}

// At returns v of a line with a text before the URI.
func (v DSNCheck) At(before string) DSNCheck {
	v.title = strings.TrimLeft(strings.TrimRight(before, `"'`), " \t") + v.title
	for i := range v.Problems {
		v.Problems[i].Offset += len(before)
	}
	for i := range v.Twice {
		v.Twice[i] += len(before)
	}
	return v
}

// Omitted reports whether there is no connection string in a line.
func (v DSNCheck) Omitted() bool { return v.Problems == nil }

// Title returns the URI without what may be a password.
func (v DSNCheck) Title() string { return v.title }

// JSON returns v.
func (v DSNCheck) JSON() any { return v }

// Judge reports whether there is a problem, or whether it is not known that a driver reads the
// string.
func (v DSNCheck) Judge() Verdict {
	if v.Omitted() {
		return Undecided
	}
	return v.fault
}

// reasons finds the options without which drivers read a URI that they refuse, and what they say.
func (v *DSNCheck) reasons(uri string, refusing []dsn.Driver) {
	for _, d := range refusing {
		text := strings.TrimSpace(d.Read(uri).Error)
		if strings.Contains(text, " ") && !slices.Contains(v.said, text) {
			v.said = append(v.said, text)
		}
	}
	before, query, _ := strings.Cut(uri, "?")
	shown := "&" + strings.ReplaceAll(dsn.Hidden(uri), "?", "&")
	pairs := strings.Split(query, "&")
	const most = 16 // each asks all drivers
	for _, pair := range pairs[:min(most, len(pairs))] {
		name, _, _ := strings.Cut(pair, "=")
		if name == "" || !strings.Contains(shown, "&"+name+"=") || slices.Contains(v.Options, name) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(pairs), func(p string) bool { return strings.HasPrefix(p, name+"=") })
		for _, d := range refusing {
			// Of several that are wrong, each alone is tried as well.
			if d.Read(before+"?"+strings.Join(others, "&")).Verdict == reader.Read || d.Read(before).Verdict == reader.Read && d.Read(before+"?"+pair).Verdict == reader.Refused {
				v.Options = append(v.Options, name)
				break
			}
		}
	}
}

// prismaOptions are parameters that Prisma reads, and few drivers know.
var prismaOptions = []string{"schema", "connection_limit", "pool_timeout", "socket_timeout", "pgbouncer", "statement_cache_size", "sslaccept", "sslidentity"}

// judged returns the verdict on what drivers do that decide.
func judged(c dsn.Checked, drivers int, named bool) Verdict {
	reading := drivers - len(c.Strangers) - len(c.Refusing) - len(c.Unknown)
	wrong := len(c.Refusing) + len(c.Otherwise)
	switch {
	case drivers == 0:
		return Undecided
	case len(c.Problems) > 0:
		return Found
	case reading == 0 && len(c.Refusing) == 0 && len(c.Unknown) > 0:
		return Undecided
	case named:
		return foundIf(wrong+len(c.Strangers)+len(c.Undecoded) > 0)
	}
	return foundIf(reading == 0 || wrong > reading-len(c.Otherwise))
}

// effects are what a raw octet does where RFC 3986 gives it a meaning.
var effects = map[string]string{
	"#": "begins a fragment, so that what is before it may be read as a port", "/": "ends the authority, so that what is before it may be read as a port", "?": "begins the options, so that what is before it may be read as a port", "@": "may end the user and the password", ":": "may begin the password or the port",
	"[": "may begin an address", "]": "may end an address", "%": "begins no escape", "+": "is a space to some", " ": "stands in no URI", "&": "ends the value",
}

// reason returns what is known of why drivers refuse the URI, if that is asked.
func (v DSNCheck) reason(of int) (text string) {
	if of > 0 {
		return ""
	}
	if len(v.said) > 0 {
		text = " They say: " + strings.Join(v.said, " …; ") + " …"
	}
	if len(v.Options) > 0 {
		text += " Refused options: " + term.Shown(strings.Join(v.Options, ", ")) + "."
	}
	if slices.ContainsFunc(v.Options, func(o string) bool { return slices.Contains(prismaOptions, o) }) {
		text += " Prisma reads such: leave them out for others."
	}
	return text
}

// unknownText says what is not known of drivers: of a URI with options, only what they do with
// those.
func (v DSNCheck) unknownText() string {
	if v.options {
		return "are not known to read it with its options; the user and the password are looked at without them"
	}
	return "are not known to read it"
}

// Page returns a line for each problem, and what drivers do.
func (v DSNCheck) Page(s Style) string {
	if v.Omitted() {
		return "No connection URI stands here.\n"
	}
	if v.Drivers == 0 {
		return s.WrapText("No driver of this scheme was recorded: nothing is known of it.", 2) + "\n"
	}
	var b strings.Builder
	for _, p := range v.Problems {
		if p.Part == "port" {
			fmt.Fprintf(&b, "byte %d: what stands here is no port; ':', '/' and '@' before it, in a password, are written %%3A, %%2F and %%40\n", p.Offset)
			continue
		}
		text := fmt.Sprintf("byte %d, in the %s: %s", p.Offset, strings.TrimSuffix(p.Part, "s"), s.Bold(term.Shown(p.Octet)))
		if p.Octet[0] >= utf8.RuneSelf {
			text += " is no character of a URI"
		} else if p.escape {
			text += " begins an escape that is not UTF-8"
		} else if effect, _, _ := strings.Cut(effects[p.Octet], ","); p.Part != "password" && effect != "" {
			text += " " + effect
		} else {
			text += " " + cmp.Or(effects[p.Octet], "is not itself to some")
		}
		text += "; write " + p.Write + "."
		if p.Older {
			text += " Only versions that are not the newest read it otherwise."
		}
		if p.Refuse > 0 {
			text += fmt.Sprintf(" %d of %d driver versions refuse the URI.", p.Refuse, p.of)
		}
		if p.Misread > 0 {
			text += fmt.Sprintf(" %d of %d read other values.", p.Misread, p.of)
		}
		b.WriteString(s.WrapText(text, 2) + "\n")
	}
	if v.doubled {
		b.WriteString(s.WrapText("%% is one % only to Python's configparser, systemd and printf: drivers read both.", 2) + "\n")
	}
	if v.unfilled {
		b.WriteString(s.WrapText("The password looks like a placeholder that was not filled in.", 2) + "\n")
	}
	if v.ini {
		b.WriteString(s.WrapText("Python's configparser, by which Alembic reads this file, refuses a single %: write each % of the URI twice.", 2) + "\n")
	}
	if v.dollars {
		b.WriteString(s.WrapText("$$ is one $ only to Compose: drivers read both.", 2) + "\n")
	}
	for _, at := range v.Twice {
		b.WriteString(s.WrapText(fmt.Sprintf("byte %d: %%25 before two hexadecimal digits: encoded twice? Drivers decode once, and read an escape.", at), 2) + "\n")
	}
	other := "read another password than the one that is written, or none"
	if len(v.Problems) > 0 {
		other = "read another password or none even if all that is escaped"
	}
	for i, x := range []struct {
		names []string
		do    string
	}{
		{v.Refuse, "refuse it, whatever is escaped"},
		{v.Other, other},
		{v.Foreign, "read nothing of this scheme"},
		{v.Raw, "do not decode the host or the database"},
		{v.Unknown, v.unknownText()},
	} {
		if len(x.names) > 0 {
			b.WriteString(s.WrapText(fmt.Sprintf("%d of %d driver versions %s: %s.", len(x.names), v.Drivers, x.do, strings.Join(v.ranges[i], ", "))+v.reason(i), 2) + "\n")
		}
	}
	wrong := len(v.Raw)
	for _, name := range v.Other {
		if !slices.Contains(v.Raw, name) {
			wrong++
		}
	}
	if n := v.reading - wrong; len(v.Problems) == 0 && n > 0 {
		b.WriteString(s.WrapText(fmt.Sprintf("%d of %d driver versions read every octet as it is meant.", n, v.Drivers), 2) + "\n")
	}
	if v.bare {
		b.WriteString(s.WrapText(bareText, 2) + "\n")
	}
	if v.shell != "" {
		text := "A shell reads " + term.Shown(v.shell) + " between double quotation marks: put the URI between single ones."
		if strings.Contains(v.shell, "$") {
			text += " Compose and most readers of .env files replace what begins with $, too: %24 is right in all, for drivers that decode."
		}
		b.WriteString(s.WrapText(text, 2) + "\n")
	}
	return b.String()
}
