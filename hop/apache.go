package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/pct"
)

// apacheHops returns the hops of Apache httpd: ap_parse_request_line reads the request
// line, ap_process_request_internal makes the path, and proxy_http_canon the target
// that is passed on.
func apacheHops() []*Hop {
	const pass = "ProxyPass \"/\" \"http://UPSTREAM/\""
	const rewrite = "RewriteEngine On\nRewriteRule \"^/static/(.*)$\" \"http://UPSTREAM/files/$1\" [P]\nRewriteRule \"^/(.*)$\" \"http://UPSTREAM/app?path=$1\" [P]"
	hop := func(name, config string, steps ...[]step) *Hop {
		return model("apache:"+name, "2.4.69, 2.4.71", config, steps...)
	}
	refuseSlash, keepSlash, decodeSlash := apacheSlashes("off"), apacheSlashes("nodecode"), apacheSlashes("on")
	canonical, keeping := []step{apacheEncode, forward}, []step{&apacheKeep{}, forward}
	see := []step{rule}
	argument := encode{kept: apacheAlnum.Add("_ "), lower: true}
	return []*Hop{
		hop("ProxyPass", pass, apacheTarget(), refuseSlash, see, canonical),
		hop("nocanon", pass+" nocanon", apacheTarget(), refuseSlash, see, apacheRaw(apacheEncode)),
		hop("AllowEncodedSlashes=On", "AllowEncodedSlashes On\n"+pass, apacheTarget(), decodeSlash, see, canonical),
		hop("AllowEncodedSlashes=NoDecode", "AllowEncodedSlashes NoDecode\n"+pass, apacheTarget(), keepSlash, see, keeping),
		hop("Location", "AllowEncodedSlashes NoDecode\n"+pass+apacheLocations, apacheTarget(), keepSlash, see, canonical),
		hop("AllowEncodedSlashes=NoDecode,nocanon", "AllowEncodedSlashes NoDecode\n"+pass+" nocanon", apacheTarget(), keepSlash, see, apacheRaw(&apacheKeep{})),
		hop("ProxyPassMatch", "ProxyPassMatch \"^/static/(.*)$\" \"http://UPSTREAM/files/$1\"\n"+pass,
			apacheTarget(), refuseSlash, see, []step{replace{"/static/", "/files/"}}, canonical),
		hop("RewriteRule", rewrite, apacheTarget(), refuseSlash, see, []step{when(
			hasPrefix("/static/"),
			[]step{refuse{status: 403, octets: percent.ByteSet{}.Add("?")}, replace{"/static/", "/files/"}, apacheEncode},
			[]step{&dropTail{}, refuse{status: 403, octets: controls.Add(" ")}, replace{"/", "/app?path="}, &dropAmpersand{}},
		), forward}),
		hop("RewriteRule=B", strings.ReplaceAll(rewrite, "[P]", "[P,B]"), apacheTarget(), refuseSlash, see, []step{when(
			hasPrefix("/static/"),
			[]step{replace{"/static/", ""}, argument, swap{' ', '+'}, replace{"", "/files/"}, apacheEncode},
			[]step{&dropTail{}, replace{"/", ""}, argument, swap{' ', '+'}, replace{"", "/app?path="}},
		), forward}),
		hop("Alias", "DocumentRoot \"/srv/www\"\nAlias \"/static\" \"/srv/files\"\nAlias \"/api/v1/\" \"/srv/files/\"",
			apacheTarget(), refuseSlash, see, []step{when(hasPrefix("/static/"), []step{replace{"/static/", "/"}, &firstSegment{}, replace{"/", "/srv/files/"}}, []step{
				when(hasPrefix("/api/v1/"), []step{replace{"/api/v1/", "/"}, &firstSegment{}, replace{"/", "/srv/files/"}}, []step{
					when(is("/static"), []step{replace{"/static", "/srv/files"}}, []step{&firstSegment{}, replace{"/", "/srv/www/"}}),
				}),
			}), app}),
	}
}

// apacheSlashes returns the steps that decode a path, for an argument of
// AllowEncodedSlashes in lower case.
func apacheSlashes(allowed string) []step {
	switch allowed {
	case "on":
		return []step{refuseText{404, "%00", false}, decode{malformed: 400}, &merge{}, dots{}}
	case "nodecode":
		return []step{refuseText{404, "%00", false}, decode{malformed: 400, kept: percent.ByteSet{}.Add("/")}}
	}
	return []step{refuseText{404, "%00", false}, refuseText{404, "%2f", true}, decode{malformed: 400}}
}

// apacheLocations are the sections that the hop Location was recorded with.
const apacheLocations = "\n<Location \"/\">\n\tHeader always set X-At /\n</Location>\n<Location \"/admin\">\n\tHeader always set X-At /admin\n</Location>\n<Location \"/static/\">\n\tHeader always set X-At /static/\n</Location>\n<Location \"/api/v1/\">\n\tHeader always set X-At /api/v1/\n</Location>"

// apacheRaw returns the steps that pass a target on with nocanon, or else as canonical
// writes it.
func apacheRaw(canonical step) []step {
	return []step{whenMade(
		[]step{&original{}},
		both{hasPrefix("/"), not{hasPrefix("//")}},
		[]step{raw{}},
		[]step{canonical},
	), forward}
}

// apacheTarget returns the steps up to a path in which only unreserved characters were
// decoded.
//
//go:noinline
func apacheTarget() []step { return apacheTargetOf("http") }

// apacheTargetOf is apacheTarget for a server of http or, with TLS, of https.
func apacheTargetOf(scheme string) []step {
	return []step{
		lineFeed,
		refuse{status: 400, octets: controls.Add(" #"), tail: true},
		form{`answer 400 unless the target begins with /, with ? and without a : before its first /, or with http or https, a colon and a path or "//" and a host; remove what precedes the path`, apacheForm(scheme)},
		split{"?"},
		when(is(""), []step{replace{"", "/"}}, nil),
		decode{malformed: 400, kept: percent.Unreserved.Complement()},
		&merge{},
		dots{above: 400},
	}
}

// apacheForms is how many steps of apacheTargetOf come before the path of a target.
const apacheForms = 4

// apacheForm returns what reads the form of a target. Only with the scheme of the server
// does Apache look at the host of an absolute one.
func apacheForm(own string) func(r *request) {
	return func(r *request) {
		if strings.HasPrefix(r.path, "/") {
			return
		}
		if strings.HasPrefix(r.path, "?") {
			// APR takes what precedes a ":" for a scheme.
			if first, _, _ := strings.Cut(r.path, "/"); strings.Contains(first, ":") {
				r.end(400)
			}
			return
		}
		scheme, rest, ok := strings.Cut(r.path, ":")
		if scheme = strings.ToLower(scheme); !ok || scheme != "http" && scheme != "https" {
			r.end(400)
			return
		}
		if after, ok := strings.CutPrefix(rest, "//"); ok {
			authority, path := cutAny(after, "/?")
			host, port, _ := strings.Cut(authority, ":")
			switch {
			case strings.Contains(authority, "[") && authority != "[::1]":
				r.unknown("an IP literal in a target in absolute form")
				return
			case authority == "[::1]":
			case strings.Contains(authority, "@"), has(port, digits.Complement()),
				scheme == own && (has(host, apacheAlnum.Add("-._").Complement()) || strings.Contains(host, "..") || host == "."):
				r.end(400)
				return
			}
			rest = path
		}
		if rest != "" && rest[0] != '/' && rest[0] != '?' {
			r.end(400)
			return
		}
		r.origin, r.path = rest, rest
	}
}

var (
	apacheAlnum  = letters.Union(digits)
	apacheEncode = encode{kept: plan.ApacheKept}
)

// apacheEscape is what redirects are escaped with.
var apacheEscape = encode{kept: plan.ApacheKept, lower: true}

// encodeTail escapes the query. It comes before redirects.
type encodeTail struct{ encode }

func (s *encodeTail) words() Step {
	return Step{"query", "in the query, " + s.encode.words().Text}
}

func (s *encodeTail) do(r *request) {
	if query, ok := strings.CutPrefix(r.tail, "?"); ok {
		r.tail = "?" + s.encoded(query)
	}
}

func (s *encodeTail) follow(*variant) []*variant { return nil }

// dropQueryEnd drops an & at the end of the query, and then a query that is empty.
type dropQueryEnd struct{}

func (*dropQueryEnd) words() Step { return Step{"query", "drop an & at the end of the query"} }

func (*dropQueryEnd) do(r *request) {
	if r.tail = strings.TrimSuffix(r.tail, "&"); r.tail == "?" {
		r.tail = ""
	}
}

func (*dropQueryEnd) follow(v *variant) []*variant { return []*variant{v} }

// apacheKeep is apacheEncode with AllowEncodedSlashes NoDecode: escapes of slashes stay as
// they are, and so does what was decoded to one of them.
type apacheKeep struct{}

func (*apacheKeep) words() Step {
	return Step{"encode", "answer 400 to malformed escapes, and escape all octets but " + set(apacheEncode.kept) + " and the % of %2F"}
}

func (*apacheKeep) do(r *request) {
	if _, ok := (decode{malformed: 400}).decoded(r.path); !ok {
		r.end(400)
		return
	}
	var b strings.Builder
	for i := 0; i < len(r.path); i++ {
		if strings.EqualFold(r.path[i:min(i+3, len(r.path))], "%2f") {
			b.WriteString(r.path[i : i+3])
			i += 2
			continue
		}
		b.WriteString(apacheEncode.encoded(r.path[i : i+1]))
	}
	r.path = b.String()
}

// slashKeeper is apacheKeep.
type slashKeeper struct{}

func (*slashKeeper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	hex := pct.Hex(byte(in)) < 16
	switch {
	case s == 0 && in == '%':
		emit(1)
	case s == 0:
		emit(0, text(apacheEncode.encoded(string([]byte{byte(in)})))...)
	case s == 1 && hex:
		emit(2 + uint32(in))
	case s > 1 && s-2 == '2' && in|0x20 == 'f':
		emit(0, '%', '2', in)
	case s > 1 && hex:
		emit(0, append(text("%25"), symbol(s-2), in)...)
	}
}

func (*slashKeeper) end(s uint32, emit func(...symbol)) {
	if s == 0 {
		emit()
	}
}

func (*slashKeeper) classes() []percent.ByteSet {
	return append(each("%2fF"), apacheEncode.kept)
}

// dropTail drops the split-off tail.
type dropTail struct{}

func (*dropTail) words() Step   { return Step{"query", "drop the query"} }
func (*dropTail) do(r *request) { r.tail = "" }

// dropAmpersand drops an & at the end.
type dropAmpersand struct{}

func (*dropAmpersand) words() Step   { return Step{"query", "drop an & at the end"} }
func (*dropAmpersand) do(r *request) { r.path = strings.TrimSuffix(r.path, "&") }

// firstSegment keeps the first segment, an existing or missing file: the folders have
// no subfolders.
type firstSegment struct{}

func (*firstSegment) words() Step { return Step{"file", "cut after the first segment in the folder"} }

func (*firstSegment) do(r *request) {
	if i := strings.IndexByte(r.path[min(1, len(r.path)):], '/'); i >= 0 {
		r.path = r.path[:i+1]
	}
}

// tailDropper is dropTail.
type tailDropper struct{}

func (*tailDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case in == mark:
		emit(1, mark)
	case s == 1:
		emit(1)
	default:
		emit(0, in)
	}
}

func (*tailDropper) end(_ uint32, emit func(...symbol)) { emit() }

// lastDropper drops an octet of a kind at the end.
type lastDropper byte

func (m lastDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	var held []symbol
	if s == 1 {
		held = []symbol{symbol(m)}
	}
	if byte(in) == byte(m) {
		emit(1, held...)
		return
	}
	emit(0, append(held, in)...)
}

func (lastDropper) end(_ uint32, emit func(...symbol)) { emit() }

func (m lastDropper) classes() []percent.ByteSet { return each(string([]byte{byte(m)})) }

// segmentCutter is firstSegment.
type segmentCutter struct{}

func (*segmentCutter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case s == 0:
		emit(1, in)
	case s == 2 || in == '/':
		emit(2)
	default:
		emit(1, in)
	}
}

func (*segmentCutter) end(_ uint32, emit func(...symbol)) { emit() }

func (*apacheKeep) follow(v *variant) []*variant    { return v.onPath(&slashKeeper{}) }
func (*dropTail) follow(v *variant) []*variant      { return v.on(&tailDropper{}) }
func (*dropAmpersand) follow(v *variant) []*variant { return v.onPath(lastDropper('&')) }
func (*firstSegment) follow(v *variant) []*variant  { return v.onPath(&segmentCutter{}) }
