package hop

import (
	"fmt"
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
	gunicorn := []step{
		refuse{status: 400, octets: percent.ByteSet{}.Add(" "), tail: true},
		&pythonURL{},
		latin1,
		decode{},
	}
	waitress := []step{
		refuse{status: 400, octets: percent.ByteSet{}.Add("\n\r"), tail: true},
		spaceEmpties,
		when(hasPrefix("//"), nil, []step{refuse{status: 400, octets: percent.ASCII.Complement(), tail: true}}),
		when(hasPrefix("//"), []step{split{"?#"}, &dropFragment{}}, []step{&pythonURL{}}),
		decode{},
		slashesToOne,
	}
	werkzeug := []step{
		lineFeed,
		trimWhiteSpace,
		refuse{status: 400, octets: pythonSpace, tail: true},
		slashesToOne,
		&werkzeugURL{},
		latin1,
		decode{},
		replaceMalformed,
	}
	flask := []step{
		when(is(""), []step{&dropEmptyQuery{}, replace{"", "/"}, answer{308, true}}, nil),
		oneSlash,
		when(lineFeedAfter(2), []step{answer{status: 404}}, nil),
		replaceMalformed,
		rule, app,
	}
	uvicorn := []step{
		refuse{status: 400, octets: controls.Add(" ").Union(percent.ASCII.Complement()), tail: true},
		split{"?"},
		decode{},
		replaceMalformed,
	}
	return []*Hop{
		hop("gunicorn:WSGI", "20.1.0", `gunicorn app, app: environ["PATH_INFO"]`, gunicorn, []step{app}),
		hop("waitress:WSGI", "2.1.2", `waitress.serve(app), app: environ["PATH_INFO"]`, waitress, []step{app}),
		hop("werkzeug:run_simple", "2.2.2", `run_simple(host, port, app), app: environ["PATH_INFO"]`, werkzeug, []step{app}),
		hop("flask:gunicorn", "2.2.2", "@app.route(\"/<path:path>\"), rule: request.path, app: path after /\nstarted by gunicorn", gunicorn, flask),
		hop("flask:werkzeug", "2.2.2", "@app.route(\"/<path:path>\"), rule: request.path, app: path after /\nstarted by werkzeug's run_simple", werkzeug, flask),
		hop("django:gunicorn", "3.2.25", "re_path(r\"(?s)^(.*)$\", show), rule: request.path_info, app: the group after /\nstarted by gunicorn", gunicorn, []step{
			when(is(""), []step{replace{"", "/"}}, nil),
			when(hasPrefix("/"), nil, []step{answer{status: 404}}),
			escapeMalformed,
			rule, app,
		}),
		hop("uvicorn:ASGI", "0.17.6", `uvicorn app, app: scope["path"]`, uvicorn, []step{app}),
		hop("starlette:uvicorn", "0.26.1", "Route(\"/{path:path}\", show), rule: request.url.path, app: request.path_params[\"path\"] after /\nstarted by uvicorn", uvicorn, []step{
			when(is(""), []step{&dropEmptyQuery{}, replace{"", "/"}, answer{307, true}}, nil),
			when(includes{substring: "\n/"}, []step{&mayRedirect{"a line feed before a slash, which may be redirected"}}, nil),
			when(both{hasPrefix("/"), &oneLine{}}, nil, []step{answer{status: 404}}),
			&starletteRule{},
			&dropLineFeed{},
			app,
		}),
	}
}

// pythonSpace are the octets that str.split treats as white space in Latin-1 text.
var pythonSpace = percent.ByteSet{}.Add("\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0")

// pythonURL is the path that urllib.parse.urlsplit finds, except that two slashes at
// the beginning of the target belong to the path.
type pythonURL struct{}

func (*pythonURL) words() Step {
	return Step{"url", `drop tabs and line ends, remove a scheme and "//" with an authority, and split off query and fragment`}
}

func (*pythonURL) do(r *request) {
	path := withoutLineEnds(r.path)
	if strings.HasPrefix(r.path, "//") {
		r.path, r.tail = cutAny(path, "?#")
		(&dropFragment{}).do(r)
		return
	}
	if i := strings.IndexByte(path, ':'); i > 0 && !has(path[:i], pythonScheme.Complement()) {
		path = path[i+1:]
	}
	splitAuthority(r, path)
}

// splitAuthority removes and returns an authority, and splits off the query.
func splitAuthority(r *request, path string) (authority string) {
	if rest, ok := strings.CutPrefix(path, "//"); ok {
		authority, path = cutAny(rest, "/?#")
		if strings.Contains(authority, "[") != strings.Contains(authority, "]") {
			r.end(500)
			return ""
		}
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
	if authority := splitAuthority(r, path); !ok && authority != "" {
		r.path = "/" + authority + r.path
	}
}

var (
	digits         = percent.ByteSet{}.AddRange('0', '9')
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
// parsed again with a query and a fragment.
type starletteRule struct{}

func (*starletteRule) words() Step {
	return Step{"rule", "match rules against the path without tabs and line ends, up to the first ? or # of the decoded path"}
}

func (*starletteRule) do(r *request) {
	path, _ := cutAny(withoutLineEnds(r.path), "?#")
	r.result.Rule = Part{path, true}
}

// withoutLineEnds drops tabs and line ends, as urlsplit does.
func withoutLineEnds(path string) string {
	if !strings.ContainsAny(path, "\t\n\r") {
		return path
	}
	return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(path)
}
