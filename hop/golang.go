package hop

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/pct-encoded/percent"
)

// goHops returns the hops of Go's standard library: net/http reads the request line with
// net/url.ParseRequestURI.
func goHops() []*Hop {
	hop := func(name, config string, steps ...step) *Hop {
		return model("go:"+name, "1.26.8", config, goTarget(), steps)
	}
	return []*Hop{
		hop("http.ServeMux", "mux.HandleFunc(\"/\", show)\nmux.HandleFunc(\"/admin\", show)\nmux.HandleFunc(\"/static/\", show)\nmux.HandleFunc(\"/api/v1/{id...}\", show)",
			when(is("*"), []step{answer{status: 400}}, nil),
			goEscaped(), &goMuxSlash{},
			when(not{&clean{}}, []step{goClean{true}, goEncode, &dropEmptyQuery{}, &goQuery{}, answer{307, true}}, nil),
			rule, decode{malformed: 400}, app),
		hop("http.FileServer", "http.FileServer(http.Dir(\"/srv/www\"))",
			decode{malformed: 400}, rule, goIndex(), goClean{}, app),
		hop("http.StripPrefix", "http.StripPrefix(\"/static\", http.FileServer(http.Dir(\"/srv/files\")))",
			decode{malformed: 400}, rule, raw{}, split{"?"},
			when(not{hasPrefix("/static")}, []step{answer{status: 404}}, nil),
			replace{"/static", ""}, decode{malformed: 400}, goIndex(), goClean{}, app),
		hop("httputil.ReverseProxy=Director", "httputil.NewSingleHostReverseProxy(&url.URL{Scheme: \"http\", Host: \"UPSTREAM\", Path: \"/v2\"})",
			append(goProxy(), replace{"/", "/v2/"}, forward)...),
		hop("httputil.ReverseProxy=SetURL", "&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {\n\tr.SetURL(&url.URL{Scheme: \"http\", Host: \"UPSTREAM\"})\n}}",
			append(goProxy(), &goCleanQuery{}, forward)...),
		hop("http.StripPrefix=ReverseProxy", "http.StripPrefix(\"/api\", &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {\n\tr.SetURL(&url.URL{Scheme: \"http\", Host: \"UPSTREAM\"})\n}})\n// rule: r.URL.Path before StripPrefix",
			decode{malformed: 400}, rule, raw{}, split{"?"},
			when(not{hasPrefix("/api")}, []step{answer{status: 404}}, nil), replace{"/api", ""},
			when(hasPrefix("/"), nil, []step{replace{"", "/"}}), goEscaped(), &goCleanQuery{}, forward),
	}
}

// goProxy returns the steps of a ReverseProxy up to the path that it joins to that of its
// target.
func goProxy() []step {
	return []step{
		decode{malformed: 400},
		rule,
		raw{},
		split{"?"},
		when(is(""), []step{replace{"", "/"}}, nil),
		when(is("*"), []step{replace{"*", "/%2A"}}, nil),
		goEscaped(),
	}
}

// goTarget returns the steps up to the path without the query, with its
// escapes.
//
//go:noinline
func goTarget() []step {
	return []step{
		lineFeed,
		refuse{status: 400, octets: controls.Add(" "), tail: true},
		form{`answer 400 unless the target is *, begins with / or with a scheme and a colon`, goForm},
		split{"?"},
		&checkEscapes{400},
	}
}

// goForm is the beginning of net/url.parse. A target that is opaque there, such as "a:b",
// has an empty path, and is passed on without its scheme.
func goForm(r *request) {
	if r.path == "*" || strings.HasPrefix(r.path, "/") {
		return
	}
	i := 0
	for i < len(r.path) && (isLetter(r.path[i]) || i > 0 && (isDigit(r.path[i]) || strings.IndexByte("+-.", r.path[i]) >= 0)) {
		i++
	}
	if i == 0 || i == len(r.path) || r.path[i] != ':' {
		r.end(400)
		return
	}
	rest := r.path[i+1:]
	switch {
	case strings.HasPrefix(rest, "//"):
		rest = rest[2:]
		authority := rest
		if i := strings.IndexAny(authority, "/?"); i >= 0 {
			authority, rest = authority[:i], authority[i:]
		} else {
			rest = ""
		}
		i := strings.LastIndexByte(authority, '@')
		user, host := authority[:max(i, 0)], authority[i+1:]
		switch {
		case !goHost(host), has(user, goUser.Complement()), !(&wellFormed{}).holds(user):
			r.end(400)
			return
		case strings.ContainsAny(host, "[]") && host != "[::1]":
			r.unknown("a host with brackets in a target in absolute form")
			return
		}
	case !strings.HasPrefix(rest, "/"):
		opaque, _, hasQuery := strings.Cut(rest, "?")
		r.origin, r.path = rest, ""
		if opaque != "" && hasQuery {
			r.unknown("a query after a target such as a:b")
		}
		return
	}
	r.origin, r.path = rest, rest
}

// goHost reports whether net/url accepts a host without brackets, and a port. Only octets beyond
// ASCII, and the percent sign itself, may be escaped. It accepts all with brackets.
func goHost(authority string) bool {
	if strings.ContainsAny(authority, "[]") {
		return true
	}
	host, port, _ := strings.Cut(authority, ":")
	for i := range len(host) {
		if host[i] != '%' {
			continue
		}
		if c, ok := escape(host[i:]); !ok || c < 0x80 && c != '%' {
			return false
		}
	}
	return !has(host, goHostSet.Complement()) && !has(port, digits.Complement())
}

// goHostSet are the octets that net/url accepts in a host, and goUser those before an @.
var (
	goHostSet = percent.Unreserved.Add("!\"$%&'()*+,;<=>").Union(percent.ASCII.Complement())
	goUser    = percent.Unreserved.Add(":!$&'()*+,;=%@")
)

// goEncoded are the octets that may stand in URL.RawPath, and goKept those that
// URL.EscapedPath writes as they are.
var (
	goKept    = percent.Unreserved.Add("$&+,/:;=@")
	goEncoded = goKept.Add("!'()*[]%")
	goEncode  = encode{kept: goKept}
)

// goEscaped is URL.EscapedPath.
//
//go:noinline
func goEscaped() step {
	return when(not{only(goEncoded)}, []step{decode{malformed: 400}, goEncode}, nil)
}

// checkEscapes answers malformed escapes with status, and decodes nothing.
type checkEscapes struct{ status int }

func (s *checkEscapes) words() Step {
	return Step{"escapes", fmt.Sprintf("answer %d to malformed escapes", s.status)}
}

func (s *checkEscapes) do(r *request) {
	if _, ok := (decode{malformed: s.status}).decoded(r.path); !ok {
		r.end(s.status)
	}
}

// goClean is path.Clean which, with keepSlash, keeps a trailing slash.
type goClean struct{ keepSlash bool }

func (s goClean) words() Step {
	if s.keepSlash {
		return Step{"clean", `merge slashes, resolve "." and "..", drop ".." at the root`}
	}
	return Step{"clean", `merge slashes, resolve "." and "..", drop ".." at the root and a slash at the end`}
}

func (s goClean) do(r *request) {
	slash := s.keepSlash && strings.HasSuffix(r.path, "/")
	r.path = path.Clean("/" + r.path)
	if slash && r.path != "/" {
		r.path += "/"
	}
}

// goMuxSlash is the redirect of ServeMux from a path without a slash at the end to the
// pattern that has one: here of /static/ and /api/v1/.
type goMuxSlash struct{}

func (*goMuxSlash) words() Step {
	return Step{"redirect", "redirect /static and /api/v1 to the path with a slash at the end"}
}

func (*goMuxSlash) do(r *request) {
	p := request{path: r.path}
	goClean{true}.do(&p)
	decode{kept: percent.ByteSet{}.Add("/")}.do(&p)
	if p.path != "/static" && p.path != "/api/v1" {
		return
	}
	decode{}.do(r)
	goClean{true}.do(r)
	r.path += "/"
	goEncode.do(r)
	(&dropEmptyQuery{}).do(r)
	(&goQuery{}).do(r)
	answer{307, true}.do(r)
}

// goQuery is the change that http.Redirect makes to a query: octets beyond ASCII
// become escapes.
type goQuery struct{}

func (*goQuery) words() Step { return Step{"query", "escape octets beyond ASCII in the query"} }

func (*goQuery) do(r *request) {
	r.tail = encode{kept: percent.ASCII, lower: true}.encoded(r.tail)
}

// goIndex is the redirect of FileServer from index.html to its folder.
func goIndex() step {
	return when(hasSuffix("/index.html"), []step{&goIndexRedirect{}}, nil)
}

type goIndexRedirect struct{}

func (*goIndexRedirect) words() Step { return Step{"redirect", "redirect to ./ with status 301"} }

func (*goIndexRedirect) do(r *request) {
	query := strings.TrimPrefix(r.tail, "?")
	if query != "" {
		query = "?" + query
	}
	r.end(301)
	r.result.Location = "./" + query
}

// goCleanQuery is what ReverseProxy with Rewrite does to a query with a semicolon or malformed
// escapes: it leaves the fields with them out, and writes the others anew, sorted by name.
type goCleanQuery struct{}

func (*goCleanQuery) words() Step {
	return Step{"query", "from a query with ; or malformed escapes take the fields without, sort them by name and encode them anew"}
}

func (*goCleanQuery) do(r *request) {
	if _, ok := (decode{malformed: 400}).decoded(r.tail); ok && !strings.Contains(r.tail, ";") {
		return
	}
	query, _ := url.ParseQuery(strings.TrimPrefix(r.tail, "?"))
	r.tail = ""
	if len(query) > 0 {
		r.tail = "?" + query.Encode()
	}
}

// queryChecker passes the targets whose query goCleanQuery leaves as it is or, if changes is true,
// the others. The state is 0 in the path, then above that of wellFormed, and dirty from where
// the query is changed in any case.
type queryChecker struct{ changes bool }

func (m queryChecker) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const dirty = 4
	switch {
	case in == mark:
		s = 1
	case s == 0 || s == dirty:
	case in == ';':
		s = dirty
	default:
		if s = (&wellFormed{}).step(s-1, byte(in)) + 1; s == never+1 {
			s = dirty
		}
	}
	if s != dirty || m.changes {
		emit(s, in)
	}
}

func (m queryChecker) end(s uint32, emit func(...symbol)) {
	if (s > 1) == m.changes {
		emit()
	}
}

func (queryChecker) classes() []percent.ByteSet { return each(";%") }
