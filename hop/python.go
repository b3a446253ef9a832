package hop

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// pythonHops returns the hops of servers and frameworks in Python. They hold the text
// of a request as one character per octet until it is decoded, which is why octets
// beyond ASCII come out as the UTF-8 of their Latin-1 characters.
func pythonHops() []*Hop {
	hop := func(name, version, config string, steps ...[]step) *Hop {
		return model(name, version, config, steps...)
	}
	gunicorn := func(forms ...step) []step {
		return slices.Concat([]step{refuse{status: 400, octets: percent.ByteSet{}.Add(" "), tail: true}}, forms, []step{&pythonURL{400}, latin1, decode{}})
	}
	gunicorn20, gunicorn26 := gunicorn(), gunicorn(form{`answer 400 unless the target begins with / or has "://"`, gunicornForm})
	waitress := func(space step) []step {
		return []step{
			refuse{status: 400, octets: percent.ByteSet{}.Add("\n\r"), tail: true},
			space,
			when(hasPrefix("//"), nil, []step{refuse{status: 400, octets: percent.ASCII.Complement(), tail: true}}),
			when(hasPrefix("//"), []step{split{"?#"}, &dropFragment{}}, []step{&pythonURL{}}),
			decode{},
			slashesToOne,
		}
	}
	werkzeug := func(url ...step) []step {
		return slices.Concat([]step{lineFeed, trimWhiteSpace, refuse{status: 400, octets: pythonSpace, tail: true}, slashesToOne}, url, []step{latin1, decode{}, replaceMalformed})
	}
	werkzeug2, werkzeug3 := werkzeug(&werkzeugURL{}), werkzeug(&pythonURL{}, form{"close the connection if a port is no number up to 65535", werkzeugPort})
	flask := func(query form) []step {
		return []step{
			when(is(""), []step{&dropEmptyQuery{}, query, replace{"", "/"}, answer{308, true}}, nil),
			oneSlash,
			when(lineFeedAfter(2), []step{answer{status: 404}}, nil),
			replaceMalformed,
			rule, app,
		}
	}
	uvicorn := []step{
		refuse{status: 400, octets: controls.Add(" ").Union(percent.ASCII.Complement()), tail: true},
		split{"?"},
		decode{},
		replaceMalformed,
	}
	django := func(version string, gunicorn []step) *Hop {
		return hop("django:gunicorn", version, "re_path(r\"(?s)^(.*)$\", show), rule: request.path_info, app: the group after /\nstarted by gunicorn", gunicorn, []step{
			when(is(""), []step{replace{"", "/"}}, nil),
			when(hasPrefix("/"), nil, []step{answer{status: 404}}),
			escapeMalformed,
			rule, app,
		})
	}
	starlette := func(version string, escaped bool) *Hop {
		return hop("starlette:uvicorn", version, "Route(\"/{path:path}\", show), rule: request.url.path, app: request.path_params[\"path\"] after /\nstarted by uvicorn", uvicorn, []step{
			when(is(""), []step{&dropEmptyQuery{}, starletteQuery, replace{"", "/"}, answer{307, true}}, nil),
			when(includes{substring: "\n/"}, []step{&mayRedirect{"a line feed before a slash, which may be redirected"}}, nil),
			when(both{hasPrefix("/"), &oneLine{}}, nil, []step{answer{status: 404}}),
			starletteRule{escaped},
			&dropLineFeed{},
			app,
		})
	}
	const (
		wsgi        = `app: environ["PATH_INFO"]`
		route       = "@app.route(\"/<path:path>\"), rule: request.path, app: path after /\nstarted by "
		werkzeugRun = "run_simple(host, port, app), " + wsgi
	)
	return []*Hop{
		hop("gunicorn:WSGI", "20.1.0, 23.0.0", "gunicorn app, "+wsgi, gunicorn20, []step{app}),
		hop("gunicorn:WSGI", "26.2.2", "gunicorn app, "+wsgi, gunicorn26, []step{app}),
		hop("waitress:WSGI", "2.1.2", "waitress.serve(app), "+wsgi, waitress(spaceEmpties), []step{app}),
		hop("waitress:WSGI", "3.0.2", "waitress.serve(app), "+wsgi, waitress(refuse{status: 400, octets: percent.ByteSet{}.Add(" "), tail: true}), []step{app}),
		hop("werkzeug:run_simple", "2.2.2", werkzeugRun, werkzeug2, []step{app}),
		hop("werkzeug:run_simple", "3.1.3, 3.1.9", werkzeugRun, werkzeug3, []step{app}),
		hop("flask:gunicorn", "2.2.2", route+"gunicorn", gunicorn20, flask(form{flask2Query + "; answer 400 to control characters that stay", flask2Gunicorn})),
		hop("flask:gunicorn", "3.1.1", route+"gunicorn", gunicorn20, flask(form{flask3Query, flask3(replaceMalformed)})),
		hop("flask:gunicorn", "3.1.3", route+"gunicorn", gunicorn26, flask(form{flask3Query, flask3(replaceMalformed)})),
		hop("flask:werkzeug", "2.2.2", route+"werkzeug's run_simple", werkzeug2, flaskHost, flask(form{flask2Query, flask2(latin1)})),
		hop("flask:werkzeug", "3.1.1, 3.1.3", route+"werkzeug's run_simple", werkzeug3, flaskHost, flask(form{flask3Query, flask3(latin1)})),
		django("3.2.25, 4.2.30", gunicorn20),
		django("5.2.18", gunicorn26),
		hop("uvicorn:ASGI", "0.17.6, 0.32.0, 0.53.0", `uvicorn app, app: scope["path"]`, uvicorn, []step{app}),
		starlette("0.26.1, 0.46.1", false),
		starlette("1.9.0", true),
	}
}

// starletteQuery is what RedirectResponse does to the query of a redirect.
var starletteQuery = form{"escape the query", func(r *request) {
	r.tail = encode{kept: percent.Unreserved.Add(":/%#?=@[]!$&'()*+,;")}.encoded(r.tail)
}}

const (
	flask2Query = "escape the query if it has octets beyond ASCII or white space"
	flask3Query = "escape the query"
)

// flask2 is what werkzeug 2 does to the query of a redirect, which it reads in the charset.
func flask2(charset *change) func(*request) {
	return func(r *request) {
		if has(r.tail, percent.ASCII.Complement().Add(" \t\n\v\f\r")) {
			r.tail = encode{kept: percent.Unreserved.Add(":/?#[]@!$&'()*+,;=%")}.encoded(charset.of(r.tail))
		}
	}
}

func flask2Gunicorn(r *request) {
	if flask2(replaceMalformed)(r); has(r.tail, controls) {
		r.end(400)
	}
}

// flask3 is what werkzeug 3 does to it.
func flask3(charset *change) func(*request) {
	return func(r *request) {
		r.tail = encode{kept: percent.Unreserved.Add("%!$&'()*+,/:;=?@")}.encoded(charset.of(withoutLineEnds(r.tail)))
	}
}

// flaskHost leaves a host open that IDNA may refuse.
var flaskHost = []step{form{"not described: a host beyond ASCII, or with an empty label", func(r *request) {
	_, host, _, ok := absolute(r.origin)
	if ok && (has(host, percent.ASCII.Complement()) || strings.HasPrefix(host, ".") || strings.Contains(host, "..")) {
		r.unknown("a host beyond ASCII, or with an empty label")
	}
}}}

func gunicornForm(r *request) {
	if !strings.HasPrefix(r.path, "/") && !strings.Contains(r.path, "://") {
		r.end(400)
	}
}

func werkzeugPort(r *request) {
	_, rest, ok := strings.Cut(r.origin, "://")
	authority, _ := cutAny(rest, "/?#")
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	if i := strings.IndexByte(authority, ']'); i >= 0 {
		authority = authority[i+1:]
	}
	_, port, _ := strings.Cut(authority, ":")
	if n, err := strconv.ParseUint(port, 10, 64); ok && !strings.HasPrefix(r.origin, "/") && port != "" && (err != nil || n > 65535) {
		(&closeUnseen{}).do(r)
	}
}

// pythonSpace are the octets that str.split treats as white space in Latin-1 text.
var pythonSpace = percent.ByteSet{}.Add("\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0")

// pythonURL is the path that urllib.parse.urlsplit finds, except that two slashes at
// the beginning of the target belong to the path. The status is the answer to brackets in
// an authority that are not those of an IP literal; 0 closes the connection.
type pythonURL struct{ status int }

func (*pythonURL) words() Step {
	return Step{"url", `drop tabs and line ends, remove a scheme and "//" with an authority, and split off query and fragment`}
}

func (s *pythonURL) do(r *request) {
	path := withoutLineEnds(r.path)
	if strings.HasPrefix(r.path, "//") {
		r.path, r.tail = cutAny(path, "?#")
		(&dropFragment{}).do(r)
		return
	}
	if i := strings.IndexByte(path, ':'); i > 0 && isLetter(path[0]) && !has(path[:i], pythonScheme.Complement()) {
		path = path[i+1:]
	}
	if authority := splitAuthority(r, path); !pythonBrackets(authority) {
		if s.status == 0 {
			(&closeUnseen{}).do(r)
		} else {
			r.end(s.status)
		}
	}
}

// pythonBrackets reports whether an authority has no brackets, or those of an IP literal.
func pythonBrackets(authority string) bool {
	if !strings.ContainsAny(authority, "[]") {
		return true
	}
	host, ok := strings.CutPrefix(authority[strings.LastIndexByte(authority, '@')+1:], "[")
	host, port, closed := strings.Cut(host, "]")
	if !ok || !closed || port != "" && port[0] != ':' {
		return false
	}
	if version, ok := strings.CutPrefix(host, "v"); ok {
		version, rest, _ := strings.Cut(version, ".")
		return version != "" && rest != "" && !has(version, hexDigits.Complement())
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Is6()
}

// splitAuthority removes and returns an authority, and splits off the query.
func splitAuthority(r *request, path string) (authority string) {
	if rest, ok := strings.CutPrefix(path, "//"); ok {
		authority, path = cutAny(rest, "/?#")
	}
	r.path, r.tail = cutAny(path, "?#")
	(&dropFragment{}).do(r)
	return authority
}

// werkzeugURL is the path that werkzeug.urls.url_parse finds, which leaves a scheme before
// nothing but digits.
type werkzeugURL struct{}

func (*werkzeugURL) words() Step {
	return Step{"url", `remove a scheme, unless only digits follow, and "//" with an authority, which stays after a slash if there is no scheme; split off query and fragment`}
}

func (*werkzeugURL) do(r *request) {
	path := r.path
	scheme, rest, ok := strings.Cut(path, ":")
	if ok = ok && scheme != "" && !has(scheme, werkzeugScheme.Complement()) && (rest == "" || has(rest, digits.Complement())); ok {
		path = rest
	}
	authority := splitAuthority(r, path)
	switch {
	case strings.Contains(authority, "[") != strings.Contains(authority, "]"):
		(&closeUnseen{}).do(r)
	case !ok && authority != "":
		r.path = "/" + authority + r.path
	}
}

var (
	digits         = percent.ByteSet{}.AddRange('0', '9')
	hexDigits      = digits.AddRange('a', 'f').AddRange('A', 'F')
	werkzeugScheme = pythonScheme.Add(",")
)

// lineFeedAfter holds for paths with a line feed after that many octets.
type lineFeedAfter int

func (c lineFeedAfter) text() string {
	return fmt.Sprintf("has a line feed after its first %d octets", int(c))
}

func (c lineFeedAfter) holds(path string) bool {
	return strings.Contains(path[min(int(c), len(path)):], "\n")
}

var pythonScheme = percent.ByteSet{}.AddRange('A', 'Z').AddRange('a', 'z').AddRange('0', '9').Add("+-.")

// cutAny cuts s before the first octet of at.
//
//go:noinline
func cutAny(s, at string) (before, rest string) {
	if i := strings.IndexAny(s, at); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// A change changes the path as its text describes.
type change struct {
	name, text string
	of         func(path string) string
}

func (c *change) words() Step   { return Step{c.name, c.text} }
func (c *change) do(r *request) { r.path = c.of(r.path) }

var (
	latin1 = &change{"charset", "read octets as Latin-1, and write them in UTF-8", func(path string) string {
		var b strings.Builder
		for i := range len(path) {
			b.WriteRune(rune(path[i]))
		}
		return b.String()
	}}
	replaceMalformed = &change{"charset", "write U+FFFD for invalid UTF-8", func(path string) string {
		return unlessUTF8(path, func(b []byte, _ string) []byte { return append(b, "\uFFFD"...) })
	}}
	escapeMalformed = &change{"charset", "escape octets that are not UTF-8", func(path string) string {
		return unlessUTF8(path, func(b []byte, part string) []byte { return append(b, encode{}.encoded(part)...) })
	}}
	trimWhiteSpace = &change{"spaces", "drop white space of Latin-1 around it", func(path string) string {
		for path != "" && pythonSpace.Contains(path[0]) {
			path = path[1:]
		}
		for path != "" && pythonSpace.Contains(path[len(path)-1]) {
			path = path[:len(path)-1]
		}
		return path
	}}
	spaceEmpties = &change{"spaces", "treat a target with a space as empty", func(path string) string {
		if strings.Contains(path, " ") {
			return ""
		}
		return path
	}}
	oneSlash = &change{"slashes", "begin with one slash", func(path string) string {
		return "/" + strings.TrimLeft(path, "/")
	}}
	slashesToOne = &change{"slashes", "merge two or more leading slashes", func(path string) string {
		if strings.HasPrefix(path, "//") {
			return "/" + strings.TrimLeft(path, "/")
		}
		return path
	}}
)

// unlessUTF8 returns text with its invalid UTF-8 written by write, one maximal
// subpart after the other (the Unicode Standard, section 3.9).
func unlessUTF8(text string, write func(b []byte, part string) []byte) string {
	var b []byte
	for text != "" {
		n, valid, _ := wtf8.Subsequence(text)
		if valid {
			b = append(b, text[:n]...)
		} else {
			b = write(b, text[:n])
		}
		text = text[n:]
	}
	return string(b)
}

// mayRedirect ends the steps where the result is a redirect or 404, and not described.
type mayRedirect struct{ class string }

func (s *mayRedirect) words() Step              { return Step{"unknown", "not described: " + s.class} }
func (s *mayRedirect) do(r *request)            { r.unknown(s.class) }
func (*mayRedirect) follow(*variant) []*variant { return nil }

// starletteRule shows request.url.path: the path found in the decoded path when that is
// parsed again with a query and a fragment. Newer versions escape "?", "#" and "\" before.
type starletteRule struct{ escaped bool }

func (s starletteRule) words() Step {
	if s.escaped {
		return Step{"rule", `match rules against the decoded path without tabs and line ends, with ?, # and \ escaped`}
	}
	return Step{"rule", "match rules against the path without tabs and line ends, up to the first ? or # of the decoded path"}
}

func (s starletteRule) do(r *request) {
	path := withoutLineEnds(r.path)
	if s.escaped {
		//percent:ignore escaped-by-hand Starlette escapes these three
		path = strings.NewReplacer("?", "%3F", "#", "%23", `\`, "%5C").Replace(path)
	} else {
		path, _ = cutAny(path, "?#")
	}
	r.result.Rule = Part{path, true}
}

// withoutLineEnds drops tabs and line ends, as urlsplit does.
func withoutLineEnds(path string) string {
	if !strings.ContainsAny(path, "\t\n\r") {
		return path
	}
	return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(path)
}
