package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// goRouterHops returns the hops of routers on Go's net/http.
func goRouterHops() []*Hop {
	hop := func(name, version, config string, steps ...step) *Hop {
		return model(name, version, config, goTarget(), steps)
	}
	none := func(status int) step { return when(is("*"), []step{answer{status: status}}, nil) }
	noPath := when(not{hasPrefix("/")}, []step{answer{status: 404}}, nil)
	redirectEmpty := when(is(""), []step{replace{"", "/"}, &goWhole{}, &goQuery{}, answer{301, true}}, nil)
	gorillaClean := when(not{&clean{}}, []step{goClean{true}, goEncode, &goWhole{}, answer{301, true}}, nil)
	return []*Hop{
		hop("chi:Get", "5.5.0", "r.Get(\"/*\", …), rule: r.URL.RawPath, or r.URL.Path where that is empty, app: chi.URLParam(r, \"*\") after /",
			none(404), goRawPath(), rule, when(is(""), []step{replace{"", "/"}}, nil), app),
		hop("chi:CleanPath", "5.5.0", "r.Use(middleware.CleanPath)\nr.Get(\"/*\", …), rule: r.URL.RawPath, or r.URL.Path where that is empty, app: chi.URLParam(r, \"*\") after /",
			noPath, goRawPath(), rule, goClean{}, app),
		hop("gorilla:HandleFunc", "1.8.1", "r.HandleFunc(\"/{path:(?s:.*)}\", …), rule: r.URL.Path, app: mux.Vars(r)[\"path\"] after /",
			decode{malformed: 400}, gorillaClean, rule, app),
		hop("gorilla:UseEncodedPath", "1.8.1", "r.UseEncodedPath()\nr.HandleFunc(\"/{path:(?s:.*)}\", …), rule: r.URL.EscapedPath(), app: mux.Vars(r)[\"path\"] after /",
			goEscaped(), gorillaClean, rule, app),
		hop("gorilla:SkipClean", "1.8.1", "r.SkipClean(true)\nr.HandleFunc(\"/{path:(?s:.*)}\", …), rule: r.URL.Path, app: mux.Vars(r)[\"path\"] after /",
			decode{malformed: 400}, noPath, rule, app),
		hop("gin:GET", "1.12.0", "r.GET(\"/*path\", …), rule: c.Request.URL.Path, app: c.Param(\"path\")",
			none(404), redirectEmpty, decode{malformed: 400}, rule, app),
		hop("gin:UseRawPath", "1.12.0", "r.UseRawPath = true\nr.GET(\"/*path\", …), rule: c.Request.URL.RawPath, or Path where that is empty, app: c.Param(\"path\")",
			none(404), redirectEmpty,
			when(canonical(goKept), []step{decode{malformed: 400}, rule}, []step{rule, swap{'+', ' '}, decode{malformed: 400}}), app),
		hop("gin:UseEscapedPath", "1.12.0", "r.UseEscapedPath = true\nr.GET(\"/*path\", …), rule: c.Request.URL.EscapedPath(), app: c.Param(\"path\")",
			none(404), redirectEmpty, goEscaped(), rule, swap{'+', ' '}, decode{malformed: 400}, app),
		hop("gin:RemoveExtraSlash", "1.12.0", "r.RemoveExtraSlash = true\nr.GET(\"/*path\", …), rule: c.Request.URL.Path, app: c.Param(\"path\")",
			decode{malformed: 400}, rule, when(hasSuffix("/."), []step{&appendText{"/"}}, nil), goClean{true}, app),
		hop("gin:UnescapePathValues=false", "1.12.0", "r.UseRawPath, r.UnescapePathValues = true, false\nr.GET(\"/*path\", …), rule: c.Request.URL.RawPath, or Path where that is empty, app: c.Param(\"path\")",
			none(404), redirectEmpty, when(canonical(goKept), []step{decode{malformed: 400}}, nil), rule, app),
		hop("echo:GET", "4.16.0", "e.GET(\"/*\", …), rule: echo.GetPath(c.Request()), app: c.Param(\"*\") after /",
			goRawPath(), noPath, rule, app),
		hop("httprouter:GET", "1.3.0", "r.GET(\"/*path\", …), rule: r.URL.Path, app: p.ByName(\"path\")",
			none(405), redirectEmpty, decode{malformed: 400}, rule, app),
	}
}

// fasthttpHops returns the hops of fasthttp, which does not use net/http, and of Fiber.
func fasthttpHops() []*Hop {
	hop := func(name, version, config string, steps ...step) *Hop {
		return model(name, version, config, []step{
			lineFeed,
			refuse{status: 400, octets: controls.Add(" "), tail: true},
			form{`answer 400 unless the target begins with / or with a scheme and "://"`, fasthttpForm},
		}, steps)
	}
	return []*Hop{
		hop("fasthttp:RequestCtx", "1.78.0", "func(c *fasthttp.RequestCtx), rule: c.RequestURI(), app: c.Path()",
			&fasthttpHost{}, &showTarget{}, split{"?#"},
			when(hasPrefix("/"), nil, []step{replace{"", "/"}}), decode{}, &merge{}, dots{}, app),
		hop("fiber:Get", "2.52.15", "f.Get(\"/*\", …), rule: c.Path(), app: c.Params(\"*\") after /",
			&fasthttpHost{}, split{"?#"}, rule, when(is(""), []step{replace{"", "/"}}, nil), app),
	}
}

func fasthttpForm(r *request) {
	if scheme, _, ok := strings.Cut(r.path, "://"); !strings.HasPrefix(r.path, "/") && (!ok || !goScheme(scheme)) {
		r.end(400)
	}
}

// goScheme reports whether Go's packages read a text as a scheme.
func goScheme(s string) bool {
	return s != "" && isLetter(s[0]) && !has(s, letters.Union(digits).Add("+-.").Complement())
}

// showTarget matches rules against the original target.
type showTarget struct{}

func (*showTarget) words() Step { return Step{"rule", "match rules against the target"} }

func (*showTarget) do(r *request) { r.result.Rule = Part{strings.TrimRight(r.target, " "), true} }

func (*showTarget) follow(v *variant) []*variant {
	c := v.copied()
	c.rule = -1
	return []*variant{c}
}

// fasthttpHost is splitHostURI of fasthttp.
type fasthttpHost struct{}

func (*fasthttpHost) words() Step {
	return Step{"form", `remove what precedes the path of a target with "://" that begins with a scheme or with "//"`}
}

func (*fasthttpHost) do(r *request) {
	if strings.HasPrefix(r.path, "/") && !strings.HasPrefix(r.path, "//") || !strings.Contains(r.path, "://") {
		return
	}
	_, rest, _ := strings.Cut(r.path, "//")
	authority, rest := cutAny(rest, "/?#")
	if rest == "" {
		rest = "/"
	}
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		if has(authority[:i], fasthttpUserinfo.Complement()) {
			r.end(400)
			return
		}
		authority = authority[i+1:]
	}
	switch {
	case strings.HasPrefix(authority, "[") && authority != "[::1]":
		r.unknown("an IP literal in a target in absolute form")
	case authority != "[::1]" && strings.ContainsAny(authority, "[]"), !goHost(authority):
		r.end(400)
	default:
		r.origin, r.path = rest, rest
	}
}

func (*fasthttpHost) follow(v *variant) []*variant {
	host := both{hasPrefix("//"), includes{substring: "://"}}
	var list []*variant
	for _, w := range v.where(host, true) {
		list = append(list, w.on(&authorityDropper{})...)
		list = append(list, w.mores("user information and odd hosts in front of fasthttp").on(&authorityDropper{odd: true})...)
	}
	return append(list, v.where(host, false)...)
}

// authorityDropper drops two slashes and an authority that goHost accepts or, with odd,
// any.
type authorityDropper struct{ odd bool }

func (m *authorityDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const host, port, path = 2, 3, 4
	switch {
	case s < host && in == '/':
		emit(s + 1)
	case s == path, s >= host && (in == '/' || in == '?' || in == '#'):
		emit(path, in)
	case s == host && in == ':':
		emit(port)
	case m.odd && s >= host:
		emit(host)
	case s == host && in != '%' && goHostSet.Contains(byte(in)), s == port && isDigit(byte(in)):
		emit(s)
	}
}

func (*authorityDropper) end(s uint32, emit func(...symbol)) {
	switch s {
	case 2, 3:
		emit('/')
	case 4:
		emit()
	}
}

func (*authorityDropper) classes() []percent.ByteSet {
	return append([]percent.ByteSet{goHostSet, digits}, each("%:/?#")...)
}

var fasthttpUserinfo = percent.Unreserved.Add("!$&'()*+,;=:%@")

// goRawPath is URL.RawPath, or URL.Path where net/url keeps no other spelling.
func goRawPath() step {
	return when(canonical(goKept), []step{decode{malformed: 400}}, nil)
}

// goWhole puts the scheme and the host of a target in absolute form in front, as
// URL.String does. Those of http, which are taken for those of the request, are left out.
type goWhole struct{}

func (*goWhole) words() Step {
	return Step{"url", "prepend the scheme and the host of the target, if it has them"}
}

func (*goWhole) do(r *request) {
	scheme, rest, ok := strings.Cut(strings.TrimSuffix(r.target, r.origin), ":")
	if !ok {
		return
	}
	scheme = strings.ToLower(scheme)
	switch {
	case rest == "" && r.origin != "" && r.origin[0] != '/' && r.origin[0] != '?': // such as a:b
		opaque, _ := cutAny(r.origin, "?")
		r.path = scheme + ":" + opaque
	case scheme == "http" && !strings.HasPrefix(r.origin, "/") && rest == "", scheme == "http" && rest != "":
	default:
		r.path = scheme + ":" + encode{kept: percent.ASCII}.encoded(rest) + r.path
	}
}

// canonical holds for paths in which the octets of the set are unescaped and all others
// are escapes with upper-case digits.
type canonical percent.ByteSet

func (c canonical) text() string {
	return "has no escapes but those, with digits of upper case, of octets beside " + set(percent.ByteSet(c)) + ", and none of these octets as they are"
}

func (c canonical) holds(path string) bool {
	decoded, ok := decode{malformed: 1}.decoded(path)
	return ok && encode{kept: percent.ByteSet(c)}.encoded(decoded) == path
}

// The state of canonical is 0 at an octet, 1 after a %, and 2 and the digit after % and a
// digit.
func (c canonical) step(s uint32, in byte) uint32 {
	digit := isDigit(in) || 'A' <= in && in <= 'F'
	switch {
	case s == 0 && in == '%':
		return 1
	case s == 0 && percent.ByteSet(c).Contains(in):
		return 0
	case s == 1 && digit:
		return 2 + uint32(in)
	case s >= 2 && digit && !percent.ByteSet(c).Contains(pct.Hex(byte(s-2))<<4|pct.Hex(in)):
		return 0
	}
	return never
}

func (c canonical) holdsAt(s uint32) bool { return s == 0 }

func (c canonical) classes() []percent.ByteSet { return []percent.ByteSet{percent.ByteSet(c)} }
