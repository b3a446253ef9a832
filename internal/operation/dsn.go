package operation

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
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
	}
}

// forDrivers returns the choice of drivers.
func forDrivers(help string) Choice {
	return list("for", help, func(r *Request) *[]string { return &r.For }).separated().filled("the name of a driver, such as pgx")
}

// seenDSN returns what drivers read in a connection URI.
func seenDSN(c *Call) (results.Result, error) {
	drivers, err := driversFor(c.Values[0], c.For)
	if err != nil {
		return nil, err
	}
	return results.NewDSNSeen(c.Values[0], drivers, c.ShowPassword), nil
}

// driversFor returns the drivers with some names, of those for the scheme of a URI if there
// are any, or else all of the scheme.
func driversFor(uri string, names []string) ([]dsn.Driver, error) {
	scheme := dsn.SchemeOf(uri)
	of := dsn.DriversOf(scheme)
	if len(names) == 0 {
		if of == nil {
			return nil, usage("the schemes are "+strings.Join(dsn.Schemes(), ", ")+"; --for names drivers", "no driver of the scheme %q was recorded", scheme)
		}
		return of, nil
	}
	if of == nil {
		of = dsn.Drivers()
	}
	var list []dsn.Driver
	for _, name := range names {
		found, err := driversNamed(of, strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// driversNamed returns those of some drivers that have a name, which may have a version.
func driversNamed(of []dsn.Driver, name string) ([]dsn.Driver, error) {
	base, version, versioned := strings.Cut(name, "@")
	var found []dsn.Driver
	var known []string
	for _, d := range of {
		known = append(known, d.Name())
		if strings.EqualFold(d.Name(), base) && (!versioned || slices.Contains(d.Versions(), version)) {
			found = append(found, d)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	suggestion := words.Nearest(strings.ToLower(base), known)
	for _, d := range of {
		if strings.EqualFold(d.Name(), base) {
			suggestion = d.String()
		}
	}
	slices.Sort(known)
	return nil, usage(words.DidYouMean(suggestion, "the drivers are "+strings.Join(slices.Compact(known), ", ")), "--for: no driver is called %q", name)
}
