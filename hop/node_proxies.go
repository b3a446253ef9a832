package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/reader"
)

// nodeProxyHops returns the hops of http-proxy, Fastify and its middie.
func nodeProxyHops() []*Hop {
	hop := func(name, version, config string, steps ...step) *Hop {
		return model(name, version, config, llhttp(), steps)
	}
	find := func(more ...step) []step {
		return join([]step{
			form{`if the target begins with http or https and "://": answer 400 to an empty host and to a #, and remove scheme and host`, fastifyForm},
			split{"?#"},
			decode{malformed: 400},
			&refuseMalformed{400},
		}, more, []step{&showTarget{}, app})
	}
	// middie compares the path with its escapes decoded, except for those of
	// delimiters.
	middie := whenMade(
		[]step{&original{}, form{"remove a scheme and a host", fastifyForm}, split{"?#"}, decode{kept: fastifyKept}, asciiLower},
		below("/admin"),
		[]step{answer{status: 403}},
		nil,
	)
	return []*Hop{
		hop("http-proxy:target", "1.18.1", "httpProxy.createProxyServer({ target: \"http://UPSTREAM\" }), rule: req.url",
			rule, &urlParse{}, replace{"", "/"}, &merge{}, httpProxyScheme, forward),
		hop("http-proxy-middleware:app.use", "4.2.2", "app.use(\"/api\", createProxyMiddleware({ target: \"http://UPSTREAM\" })), in Express 5, rule: req.path before",
			&parseURL{missing: 404}, rule, whenMade([]step{asciiLower}, below("/api"), []step{raw{}, &unmounted{"/api"}, forward}, []step{answer{status: 404}})),
		hop("fastify:app.get", "5.12.8", "app.get(\"/*\", …), rule: request.url, app: request.params[\"*\"] after /", find()...),
		hop("middie:app.use", "9.3.6", "app.use(\"/admin\", …) answers with 403\napp.get(\"/*\", …), rule: request.url, app: request.params[\"*\"] after /",
			find(middie)...),
	}
}

// unmounted is the target that Express hands to what is mounted at a prefix, as http-proxy-middleware
// passes it on: the scheme and the host of one in absolute form become part of the path.
type unmounted struct{ at string }

func (s *unmounted) words() Step {
	return Step{"prefix", "take the target without " + s.at + ", and add a slash to what does not begin with one, a scheme and a host among them"}
}

func (s *unmounted) do(r *request) {
	front := 0
	if !strings.HasPrefix(r.path, "/") {
		if _, rest, ok := strings.Cut(r.path, "://"); ok {
			authority, _ := cutAny(rest, "/")
			front = len(r.path) - len(rest) + len(authority)
		}
	}
	r.path, r.tail = r.path[:front]+r.path[min(front+len(s.at), len(r.path)):], ""
	if !strings.HasPrefix(r.path, "/") {
		r.path = "/" + r.path
	}
}

// unmounter is unmounted. The state is how many octets were dropped, and then one more.
type unmounter string

func (m unmounter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case int(s) < len(m):
		emit(s + 1)
	case int(s) == len(m) && in != '/':
		emit(s+1, '/', in)
	default:
		emit(uint32(len(m)+1), in)
	}
}

func (m unmounter) end(s uint32, emit func(...symbol)) {
	if int(s) == len(m) {
		emit('/')
		return
	}
	emit()
}

func (s *unmounted) follow(v *variant) []*variant {
	list := v.slashed()
	return append(list[0].on(unmounter(s.at)), list[1])
}

// fastifyKept are the octets whose escapes decodeURI leaves, and %.
var fastifyKept = percent.ByteSet{}.Add("#$%&+,/:;=?@")

// urlParse is the result of Node.js's url.parse for a target.
type urlParse struct{}

func (*urlParse) words() Step {
	return Step{"url", `parse with url.parse, which reads \ as / and, if the target has an @ or a #, escapes what may not stand in a path; drop everything from the first # on`}
}

func (*urlParse) do(r *request) {
	u := legacy.Get().Read(r.path)
	switch {
	case u.Verdict == reader.Unknown:
		r.unknown("a target that the model of url.parse does not describe")
	case u.Verdict == reader.Refused:
		r.end(500)
	default:
		r.path, r.tail = u.Path.Text, ""
		if u.Query.Present {
			r.tail = "?" + u.Query.Text
		}
	}
}

// httpProxyScheme is what urlJoin of http-proxy does to the first place that may be a
// scheme.
var httpProxyScheme = &change{"slashes", "write the first http:/ and the first https:/ with two slashes", func(path string) string {
	return strings.Replace(strings.Replace(path, "http:/", "http://", 1), "https:/", "https://", 1)
}}

// fastifyForm is getPathFromAbsoluteUrl of find-my-way.
func fastifyForm(r *request) {
	if strings.HasPrefix(r.path, "/") {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, "://")
	switch {
	case !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https"):
		r.unknown("a target that begins neither with a slash nor with http or https")
	case rest == "" || strings.IndexByte("/?", rest[0]) >= 0, strings.Contains(rest, "#"):
		r.end(400)
	default:
		switch standard.Get().Read(latin1.of(r.path)).Verdict {
		case reader.Unknown:
			r.unknown("a host that the model of the URL Standard does not describe")
			return
		case reader.Refused:
			r.end(400)
			return
		}
		_, path := cutAny(rest, "/?")
		if !strings.HasPrefix(path, "/") {
			path = "/" + path
		}
		r.origin, r.path = path, path
	}
}

func (*urlParse) follow(v *variant) []*variant {
	var list []*variant
	for _, w := range urlParsed(v) {
		list = append(list, w.on(&fragmentDropper{})...)
	}
	return list
}

// urlParsed returns the ways in which url.parse splits a target that begins with a
// slash. A target with user information after two slashes, which it reads as an
// authority, is not followed.
func urlParsed(v *variant) []*variant {
	slashes := []machine{splitter("?#"), inPath{swapper(backslash)}}
	escapes := encoder{kept: visible.Remove("\"'<>\\^`{|}").Union(percent.ASCII.Complement())}
	odd := either{includes{substring: "@"}, hasPrefix("///")}
	var list []*variant
	for _, w := range v.where(includes{substring: "#"}, false) {
		w = w.with(slashes...)
		list = append(list, w.where(odd, false)...)
		for _, w := range w.where(odd, true) {
			list = append(list, escaped(w, escapes)...)
		}
	}
	for _, w := range v.where(includes{substring: "#"}, true) {
		list = append(list, escaped(w.with(slashes...), escapes)...)
	}
	return list
}

func escaped(v *variant, escapes machine) (list []*variant) {
	for _, w := range v.where(&urlParseHost{}, false) {
		list = append(list, w.with(unmarked{escapes}))
	}
	for _, w := range v.where(&urlParseHost{}, true) {
		w = w.mores("user information in front of url.parse of Node.js").with(unmarked{escapes})
		list = append(list, w.with(inPath{endKeeper("")}), w.with(inPath{endKeeper("/")}))
	}
	return list
}

// urlParseHost holds for paths that begin with two slashes, user information and a host.
type urlParseHost struct{}

func (*urlParseHost) text() string {
	return "begins with two slashes, user information, an @ and a host"
}

func (*urlParseHost) holds(path string) bool {
	rest, ok := strings.CutPrefix(path, "//")
	user, host, at := strings.Cut(rest, "@")
	return ok && at && user != "" && !strings.Contains(user, "/") && host != "" && host[0] != '/' && host[0] != '@'
}

func (*urlParseHost) step(s uint32, in byte) uint32 {
	const user, begun, host = 2, 3, 4
	switch {
	case s < user && in == '/':
		return s + 1
	case s == user && in != '/' && in != '@', s == begun && in != '/' && in != '@':
		return begun
	case s == begun && in == '@':
		return host
	case s == host && in != '/' && in != '@':
		return always
	}
	return never
}

func (*urlParseHost) holdsAt(uint32) bool { return false }

func (*urlParseHost) classes() []percent.ByteSet { return each("@") }
