package dsn

import (
	"net/url"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// SQLite is the content of a URI filename of SQLite, decoded.
type SQLite struct {
	// Path is the name of the file; "" is a temporary database. A relative one
	// does not begin with a slash.
	Path string
	// Params are the parameters after the question mark in their order, such as
	// mode=ro. SQLite takes the first of several values.
	Params []Param
}

func sqliteRows(r *rows) {
	r.octets("sqlite|3.40.1|sqlite3_open_v2 with SQLITE_OPEN_URI", sqliteFile)
	r.octets("go-sqlite3|1.14.53|SQLiteDriver.Open", goSQLite, sqliteFile)
	r.octets("modernc-sqlite|1.62.0|sql.Open", goSQLite, sqliteFile)
}

// goSQLite is what drivers of Go do before SQLite gets the text, up to a NUL: they want a query
// of net/url, and cut it from a name that is no URI. Parameters with "_" are the
// driver's own, and one without a name is any of them to go-sqlite3.
func goSQLite(s *state) {
	if i := firstIndex(s.uri, '?'); i >= 1 {
		query, err := url.ParseQuery(s.uri[i+1:])
		if err != nil {
			s.refuseQuoting(err)
		}
		for name := range query {
			if name == "" || beginsWith(name, "_") || name == "vfs" {
				s.unknown()
			}
		}
		if !beginsWith(s.uri, fileScheme) {
			s.uri = s.uri[:i]
		}
	}
	s.uri, _, _ = cutText(s.uri, "\x00")
}

// sqliteModes are the values of parameters that SQLite itself takes.
var sqliteModes = [...]struct{ name, values, message string }{
	{"mode", "ro rw rwc memory", "no such access mode"}, {"cache", "shared private", "no such cache mode"},
}

// sqliteFile is what a VFS of SQLite is asked for: no name is a temporary database.
func sqliteFile(s *state) {
	d, err := ParseSQLite(s.uri)
	if bad, ok := err.(*percent.SyntaxError); ok {
		switch bad.Reason {
		case InvalidHost:
			s.refuse("invalid uri authority")
		case ForbiddenNUL:
			s.refuse("")
		default: // a name
			d.Path = s.uri
		}
		if firstIndex(s.uri, 0) >= 0 {
			s.refuse("")
		}
	}
	for _, p := range d.Params {
		for _, m := range sqliteModes {
			if p.Name == m.name && !oneOf(p.Value, m.values) {
				s.refuse(m.message)
			}
		}
		if s.setFirst(p.Name, p.Value); p.Name == "vfs" {
			s.unknown() // which there are
		}
	}
	if mode, _ := s.option("mode"); mode == "memory" || d.Path == "" || d.Path == ":memory:" {
		s.options = nil // no file is opened
	} else {
		put(&s.Database, d.Path)
	}
}

// The encodings of the parts of a URI filename. Both escape everything but
// unreserved characters; the path keeps '/'.
var (
	sqlitePath  = percent.RFC3986.WithKept(percent.Unreserved.Add("/"))
	sqliteParam = percent.RFC3986
)

const (
	fileScheme = "file:"
	localhost  = "localhost"
)

// ParseSQLite reads a URI filename as SQLite 3 does (sqlite.org/uri.html, and
// what version 3.40.1 was seen to do): %HH is decoded in the path and in
// parameters, %00 ends the path, name or value that it stands in, '+' and a
// malformed escape stay as they are, and a '#' ends the whole. A parameter
// without a name is ignored. The authority may be empty or localhost.
//
// The error, a *percent.SyntaxError, reports text that does not begin with file: in
// lower case, which SQLite takes for an ordinary name, another authority, and NUL,
// which SQLite cannot be given.
func ParseSQLite(s string) (SQLite, error) {
	var d SQLite
	if !strings.HasPrefix(s, fileScheme) {
		return d, syntax.Error(s, 0, len(fileScheme), UnknownScheme)
	}
	if i := strings.IndexByte(s, 0); i >= 0 {
		return d, syntax.Error(s, i, i+1, ForbiddenNUL)
	}
	at := len(fileScheme)
	if strings.HasPrefix(s[at:], "//") {
		at += 2
		n := pct.Until(s[at:], '/')
		if authority := s[at : at+n]; authority != "" && authority != localhost {
			return d, syntax.Error(s, at, at+n, InvalidHost)
		}
		at += n
	}
	rest, _, _ := strings.Cut(s[at:], "#")
	path, query, _ := strings.Cut(rest, "?")
	d.Path = decodeSQLite(path)
	for query != "" {
		var param string
		param, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(param, "=")
		if name = decodeSQLite(name); name != "" {
			d.Params = append(d.Params, Param{name, decodeSQLite(value)})
		}
	}
	return d, nil
}

var sqliteReader = percent.RFC3986.WithMalformed(percent.MalformedKept)

func decodeSQLite(s string) string {
	text, _ := sqliteReader.Decode(s)
	text, _, _ = strings.Cut(text, "\x00")
	return text
}

// Build returns d as a URI filename. The error, a *percent.SyntaxError, reports NUL,
// which no part can hold, and a parameter without a name.
func (d SQLite) Build() (string, error) {
	b := []byte(fileScheme)
	if strings.HasPrefix(d.Path, "/") {
		b = append(b, "//"...) // an authority, so that a path may begin with two slashes
	}
	var bad error
	add := func(field string, e *percent.Encoding, s string) {
		if i := strings.IndexByte(s, 0); i >= 0 && bad == nil {
			bad = pct.In(field, syntax.Error(s, i, i+1, ForbiddenNUL))
		}
		b = e.AppendEncode(b, []byte(s))
	}
	add("Path", sqlitePath, d.Path)
	separator := byte('?')
	for i, p := range d.Params {
		if p.Name == "" {
			return "", syntax.Missing(pct.Nth(i)+" parameter", MissingName)
		}
		b = append(b, separator)
		separator = '&'
		add(pct.Nth(i)+" parameter, name", sqliteParam, p.Name)
		b = append(b, '=')
		add(p.Name, sqliteParam, p.Value)
	}
	if bad != nil {
		return "", bad
	}
	return string(b), nil
}
