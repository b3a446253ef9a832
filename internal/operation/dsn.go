package operation

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/scheme/dsn"
)

// dsnRows returns the rows of what drivers do with connection URIs.
func dsnRows() []row {
	return []row{
		{"dsn see", func() *Operation {
			return &Operation{
				Choices: []Choice{
					forDrivers("ask only these `DRIVERS`, such as pgx or pgx@5.10.0, separated by commas"),
					toggle("show-password", "print passwords", func(r *Request) *bool { return &r.ShowPassword }),
				},
				run: seenDSN,
			}
		}},
		{"dsn check", func() *Operation {
			return &Operation{Choices: []Choice{forDrivers("ask only these `DRIVERS`, such as pgx or pgx@5.10.0, separated by commas")}, run: checkedDSN}
		}},
	}
}

// forDrivers returns the choice of drivers.
func forDrivers(help string) Choice {
	return list("for", help, func(r *Request) *[]string { return &r.For }).separated().filled("the name of a driver, such as pgx")
}

// longestDSN is how long a connection URI may be, in bytes, that drivers are asked about: each
// reads it, several times for check.
const (
	longestDSN                = 64 << 10
	tooLongDSN percent.Reason = "more than 65536 bytes"
)

// seenDSN returns what drivers read in a connection URI.
func seenDSN(c *Call) (results.Result, error) {
	uri := c.Values[0]
	if from, to, ok := uriIn(uri); ok {
		uri = uri[from:to]
	}
	drivers, err := driversFor(uri, c.For)
	if err != nil {
		return nil, err
	}
	return results.NewDSNSeen(uri, drivers, c.ShowPassword), nil
}

// checkedDSN returns what is wrong with a connection URI.
func checkedDSN(c *Call) (results.Result, error) {
	line := c.Values[0]
	from, to, ok := uriIn(line)
	if !ok {
		return results.DSNCheck{}, nil
	}
	uri := line[from:to]
	if from > 0 && len(c.For) == 0 && dsn.DriversFor(uri) == nil {
		return results.NewDSNCheck(uri, nil, nil, false).At(line[:from]), nil // other lines may have others
	}
	drivers, err := driversFor(uri, c.For)
	if err != nil {
		return nil, err
	}
	named := len(c.For) > 0
	if !named {
		drivers = connecting(drivers)
	}
	check := results.NewDSNCheck(uri, drivers, newest(drivers), named).At(line[:from])
	if name, _, _ := strings.Cut(line, "="); strings.TrimSpace(name) == "sqlalchemy.url" {
		check = check.InINI(uri)
	}
	return check, nil
}

// lines are those of files with variables, such as .env and Compose files.
var lines = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:-\s+)?(?:export\s+)?["']?([A-Za-z_][\w.-]*)["']?(\s*=\s*|:\s+)`)
}}

// uriIn returns where in a line the connection string is, or false if it is blank, a comment or
// a variable in capital letters without a URI. A value between quotation marks is what is between
// them; without, a " #" begins a comment.
func uriIn(line string) (from, to int, ok bool) {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" || trimmed[0] == '#' {
		return 0, 0, false
	}
	m := lines.Get().FindStringSubmatchIndex(line)
	if m == nil {
		return 0, len(line), mayConnect(trimmed)
	}
	from, to = m[1], len(line)
	if rest := strings.TrimRight(line[from:], " \t\r,"); rest != "" && strings.Contains(`"'`, rest[:1]) {
		if end := strings.LastIndexByte(rest, rest[0]); end > 0 {
			from, to = from+1, from+end
		}
	} else if end := strings.Index(line[from:], " #"); end >= 0 {
		to = from + end
	}
	to = from + len(strings.TrimRight(line[from:to], " \t\r"))
	switch name := line[m[2]:m[3]]; {
	case dsn.SchemeOf(line[from:to]) != "":
		return from, to, true
	case len(name) > 1 && name == strings.ToUpper(name) && strings.Contains(line[m[4]:m[5]], "=") && !strings.Contains(line, ";") && name != "PWD":
		return 0, 0, false
	}
	return 0, len(line), mayConnect(trimmed)
}

// mayConnect reports whether a line without a URI behind a name may be a connection string:
// other lines of a file, such as "services:", are not.
func mayConnect(text string) bool {
	_, rest, _ := strings.Cut(text, ":")
	switch {
	case strings.ContainsAny(text, "@(/"):
		return true
	case dsn.SchemeOf(text) != "":
		return strings.TrimSpace(rest) != ""
	}
	drivers := dsn.DriversFor(text)
	return len(drivers) > 0 && drivers[0].Name() != "go-sql-driver"
}

// connecting returns the drivers without a parser that gives the parts as they are written, so
// that who calls it decodes them.
func connecting(drivers []dsn.Driver) []dsn.Driver {
	return slices.DeleteFunc(drivers, func(d dsn.Driver) bool { return d.Name() == "mongodb-connection-string-url" })
}

// buildDSN builds a connection string for the drivers of a request, for the driver that an
// object of "dsn see" has or, if there is none, for all, with a hint about those that read it
// otherwise.
func buildDSN(c *Call) (results.Result, error) {
	hint := ""
	if _, err := driversOf(nil, c.For); err != nil {
		return nil, err
	}
	text, err := protocols.DSNBy(func(d dsn.DSN, driver, version string) (string, error) {
		names := c.For
		if driver != "" {
			if version != "" {
				driver += "@" + version
			}
			seen, err := driversNamed(dsn.DriversOf(d.Scheme), driver)
			if err != nil {
				seen, err = driversNamed(dsn.Drivers(), driver)
			}
			if err != nil {
				return "", err
			}
			if d.Scheme == "" {
				d.Scheme = schemeFor(seen[0])
			}
			if len(names) == 0 {
				return builtAsSeen(newest(seen)[:1], d)
			}
		}
		all := dsn.DriversOf(d.Scheme)
		if len(names) == 0 {
			drivers := newest(connecting(all))
			text, err := builtForMost(d, drivers)
			strangers := dsn.Check(text, drivers).Strangers
			drivers = slices.DeleteFunc(drivers, func(d dsn.Driver) bool { return slices.Contains(strangers, d) })
			if others := misread(drivers, d, text); err == nil && len(others) > 0 {
				hint = "read otherwise by " + someDrivers(others) + ": `percent dsn see` says how, and --for takes the names of drivers"
			}
			return text, err
		}
		drivers, err := driversOf(all, names)
		if err != nil {
			return "", err
		}
		text, err := builtFor(newest(drivers), d)
		if others := misread(drivers, d, text); err == nil && len(others) > 0 {
			hint = "read otherwise by " + someDrivers(others) + ": --for takes versions, too"
		}
		return text, err
	}).Build(c.Values[0])
	return results.Value{Text: text, Hint: hint}, err
}

// misread returns the drivers that are known not to read in a text what d has.
func misread(drivers []dsn.Driver, d dsn.DSN, text string) []dsn.Driver {
	return slices.DeleteFunc(dsn.Misread(drivers, d, text), func(d dsn.Driver) bool { return d.Read(text).Verdict == reader.Unknown })
}

// builtForMost returns what d builds or, of a scheme that only drivers know, a string that the
// most of them read as it is meant.
func builtForMost(d dsn.DSN, drivers []dsn.Driver) (string, error) {
	if _, ok := dsn.FormatOf(d.Scheme); ok || len(drivers) == 0 {
		return d.Build()
	}
	var best string
	var refused error
	fewest := len(drivers)
	for i := range drivers {
		text, err := dsn.BuildFor(drivers[i:i+1], d)
		if err == nil {
			together, err := dsn.BuildFor(slices.DeleteFunc(slices.Clone(drivers), func(o dsn.Driver) bool { return len(dsn.Misread([]dsn.Driver{o}, d, text)) > 0 }), d)
			if err == nil {
				text = together
			}
		} else if refused == nil {
			refused = err
		}
		if n := len(dsn.Misread(drivers, d, text)); err == nil && n < fewest {
			best, fewest = text, n
		}
	}
	if best == "" {
		return "", errors.New(strings.TrimPrefix(refused.Error(), "dsn: "))
	}
	return best, nil
}

// builtFor returns a string that drivers read as it is meant, or says for which of them there
// is one.
func builtFor(drivers []dsn.Driver, d dsn.DSN) (string, error) {
	text, err := dsn.BuildFor(drivers, d)
	var not *dsn.NotReadError
	if !errors.As(err, &not) {
		return text, err
	}
	message := strings.TrimPrefix(err.Error(), "dsn: ")
	var works []dsn.Driver
	for _, driver := range drivers {
		if _, err := dsn.BuildFor(append(slices.Clone(works), driver), d); err == nil {
			works = append(works, driver)
		}
	}
	if len(works) > 0 {
		message += "; there is one for " + someDrivers(works)
	}
	if strings.HasPrefix(d.Scheme, "jdbc:") && (not.Part == "user" || not.Part == "password") {
		message += "; DriverManager.getConnection(url, user, password) takes both as they are"
	}
	return "", errors.New(message)
}

// builtAsSeen returns a string in which the driver reads the options that it was seen to read.
func builtAsSeen(driver []dsn.Driver, d dsn.DSN) (string, error) {
	text, err := builtFor(driver, d)
	if err != nil {
		return text, err
	}
	read := driver[0].Read(text).Options
	for _, p := range d.Params {
		if !slices.Contains(read, p) {
			return "", (&dsn.NotReadError{Part: "options", Driver: driver[0]})
		}
	}
	return text, nil
}

// schemeFor returns a scheme that a driver is for.
func schemeFor(d dsn.Driver) string {
	for _, scheme := range dsn.Schemes() {
		if slices.ContainsFunc(dsn.DriversOf(scheme), func(o dsn.Driver) bool { return o.Name() == d.Name() && o.Family() == d.Family() }) {
			return scheme
		}
	}
	return "mysql" // Go's driver, which reads no URI
}

// DSNHint returns a hint for a connection URI that dsn.Parse refuses, or "".
func DSNHint(err error) string {
	var bad *percent.SyntaxError
	switch errors.As(err, &bad); {
	case bad == nil:
	case bad.Reason == percent.InvalidByte:
		return "`percent dsn check` says what to write for each octet, and what drivers would read"
	case bad.Reason == dsn.UnknownScheme:
		known := slices.DeleteFunc(dsn.Schemes(), func(s string) bool { _, ok := dsn.FormatOf(s); return !ok })
		return words.DidYouMean(words.Nearest(bad.Bytes, known), "the schemes are "+strings.Join(known, ", "))
	}
	return ""
}

// someDrivers returns the names of the first drivers, and how many more there are.
func someDrivers(drivers []dsn.Driver) string {
	const most = 5
	var names []string
	for _, d := range drivers[:min(most, len(drivers))] {
		names = append(names, d.String())
	}
	text := strings.Join(names, ", ")
	if n := len(drivers) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// driversFor returns the drivers with some names, of those for the scheme of a URI if there
// are any, or else all of the scheme.
func driversFor(uri string, names []string) ([]dsn.Driver, error) {
	if len(uri) > longestDSN {
		return nil, &percent.SyntaxError{Format: "dsn", Offset: longestDSN, Reason: tooLongDSN}
	}
	scheme := dsn.SchemeOf(uri)
	of := dsn.DriversFor(uri)
	if len(names) == 0 {
		if of == nil {
			if scheme != "" && dsn.DriversOf(scheme) != nil {
				return nil, usage("nothing in it is percent-decoded; the user and the password are arguments of their own", "this is a connection string of PHP's PDO, which is no URI")
			}
			if scheme == "" {
				scheme, _, _ = strings.Cut(strings.ToLower(uri), ":")
			}
			return nil, usage("the schemes are "+strings.Join(dsn.Schemes(), ", ")+"; --for names drivers", "no driver of the scheme %q was recorded", scheme)
		}
		return of, nil
	}
	return driversOf(of, names)
}

// driversOf returns the drivers with some names, of a list if it has any with the name, or
// else of all.
func driversOf(of []dsn.Driver, names []string) ([]dsn.Driver, error) {
	var list []dsn.Driver
	for _, name := range names {
		found, err := driversNamed(of, strings.TrimSpace(name))
		if err != nil {
			var other error
			if found, other = driversNamed(dsn.Drivers(), strings.TrimSpace(name)); other != nil {
				if len(of) == 0 {
					err = other
				}
				return nil, err
			}
		}
		for _, d := range found {
			if !slices.ContainsFunc(list, func(o dsn.Driver) bool { return o.String() == d.String() && o.Family() == d.Family() }) {
				list = append(list, d)
			}
		}
	}
	return list, nil
}

// driversNamed returns those of some drivers that have a name, which may have a version: one
// that was recorded, or that lies between two that read alike.
func driversNamed(of []dsn.Driver, name string) ([]dsn.Driver, error) {
	base, version, versioned := strings.Cut(name, "@")
	families := map[string][]dsn.Driver{}
	var found []dsn.Driver
	var known, versions []string
	for _, d := range of {
		known = append(known, d.Name())
		if !strings.EqualFold(d.Name(), base) {
			continue
		}
		if versions = append(versions, d.Span()); !versioned {
			found = append(found, d)
		}
		families[d.Family()] = append(families[d.Family()], d)
	}
	for _, family := range slices.Sorted(maps.Keys(families)) {
		list := program.List[dsn.Driver]{Make: func() []dsn.Driver { return families[family] }}
		if d, ok := list.Near(families[family][0].Name(), version); ok && versioned {
			found = append(found, d)
		}
	}
	switch {
	case len(found) > 0:
		return found, nil
	case len(versions) > 0 && !program.IsVersion(version):
		return nil, usage("recorded are "+strings.Join(versions, ", "), "--for: %q is no version of %s: one is numbers with full stops, not a range", version, base)
	case len(versions) > 0:
		return nil, usage("recorded are "+strings.Join(versions, ", "), "--for: what %s reads is not known", name)
	}
	if hint := handsOn(strings.ToLower(base)); hint != "" {
		return nil, usage(hint, "--for: %s was not recorded", base)
	}
	slices.Sort(known)
	return nil, usage(words.DidYouMean(words.Nearest(strings.ToLower(base), known), "the drivers are "+strings.Join(slices.Compact(known), ", ")), "--for: no driver is called %q", name)
}

// handed are programs and libraries that give a connection URI to a driver, behind its name.
const handed = `libpq: psql pg_dump pg_restore pgbench
pg for PostgreSQL, mariadb for MySQL: prisma
pgx: gorm
sqlalchemy: alembic flask-sqlalchemy
mongodb: mongoose
ioredis: bullmq
kombu: celery
activerecord: rails
dj-database-url or django-environ: django
pgjdbc: hibernate hikari hikaricp
pg, postgres.js or mysql2: drizzle drizzle-orm`

// handsOn returns a hint for a program that is no driver.
func handsOn(name string) string {
	for line := range strings.Lines(handed) {
		drivers, names, _ := strings.Cut(line, ": ")
		if !slices.Contains(strings.Fields(names), name) {
			continue
		}
		if name == "prisma" {
			return "Prisma 7 gives the URI to a driver adapter, and so to " + drivers + ": --for takes these; its engines up to 6 were not recorded"
		}
		return name + " gives the URI to a driver: --for " + drivers
	}
	return ""
}

// newest returns the drivers without those that have a newer version among them.
func newest(drivers []dsn.Driver) (list []dsn.Driver) {
	for i, d := range drivers {
		if i+1 == len(drivers) || drivers[i+1].Name() != d.Name() || drivers[i+1].Family() != d.Family() || d.Pinned() {
			list = append(list, d)
		}
	}
	return list
}
