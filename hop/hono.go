package hop

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/weburl"
)

// honoHops returns the hop of Hono on its server for Node.js, which parses the target with
// the URL of Node.js and decodes the path that this gives.
func honoHops() []*Hop {
	return []*Hop{{
		Program: recorded("hono:app.get", "4.13.19", "app.get(\"/:path{.*}\", …), rule: c.req.path, app: c.req.param(\"path\") after /"),
		steps: append(llhttp(),
			form{`answer 400 unless the target begins with / or with http:// or https:// and a host`, honoForm},
			&refuseBackslash{},
			&honoURL{},
			honoPath,
			when(either{either{includes{substring: "\n"}, includes{substring: "\r"}}, either{includes{substring: "\u2028"}, includes{substring: "\u2029"}}}, []step{answer{status: 404}}, nil),
			rule,
			honoParameter,
			app,
		),
	}}
}

// honoForm leaves a target as it is.
func honoForm(r *request) {
	scheme, rest, _ := strings.Cut(r.path, "://")
	if strings.HasPrefix(r.path, "/") || (scheme == "http" || scheme == "https") && rest != "" {
		return
	}
	r.end(400)
}

// refuseBackslash answers 400 to a backslash before a question mark.
type refuseBackslash struct{}

func (*refuseBackslash) words() Step { return Step{"refuse", `answer 400 to \ before a ?`} }

func (*refuseBackslash) do(r *request) {
	if path, _ := cutAny(r.path, "?"); strings.Contains(path, `\`) {
		r.end(400)
	}
}

// honoURL is the path that the URL of Node.js gives, of the target behind http://h.test.
type honoURL struct{}

func (*honoURL) words() Step {
	return Step{"url", `parse as the URL Standard says: resolve ".", ".." and their escapes, drop ".." at the root, escape what may not stand in a path; split off query and fragment`}
}

func (*honoURL) do(r *request) {
	target := r.path
	if strings.HasPrefix(target, "/") {
		target = "http://h.test" + target
	}
	u, err := weburl.Parse(markCaret(target))
	if err != nil {
		r.end(400)
		return
	}
	r.path, r.tail = unmarkCaret(u.Pathname()), u.Search()+u.Hash()
}

// honoPath is getPath of Hono.
var honoPath = &change{"decode", "decode runs of escapes that are UTF-8 once, but not escapes of #, $, %, &, +, comma, /, :, ;, =, ? and @; a % that begins no escape is one of these where the result would be another path", func(path string) string {
	decoded := honoDecode(path, true)
	if !(&wellFormed{}).holds(path) {
		var u weburl.URL
		base, err := weburl.Parse("http://localhost")
		if err == nil {
			u, err = base.WithPathname(strings.NewReplacer(`\`, "%5C", "\t", "%09", "\n", "%0A", "\r", "%0D").Replace(markCaret(decoded)))
		}
		if err != nil {
			panic("hop: " + err.Error())
		}
		if honoDecode(unmarkCaret(u.Pathname()), true) != decoded {
			return honoDecode(normalizePercent(path), true)
		}
	}
	return decoded
}}

// honoParameter is what req.param makes of the path.
var honoParameter = &change{"decode", "decode runs of escapes that are UTF-8 once", func(path string) string { return honoDecode(path, false) }}

// honoDecode decodes the runs of escapes that are UTF-8, except for those of delimiters
// if reserved is set.
func honoDecode(path string, reserved bool) string {
	s := decode{}
	if reserved {
		s.kept = fastifyKept
	}
	var b strings.Builder
	for path != "" {
		n := 0
		for strings.HasPrefix(path[n:], "%") {
			if _, ok := escape(path[n:]); !ok {
				break
			}
			n += 3
		}
		if run, _ := (decode{}).decoded(path[:n]); n == 0 || !utf8.ValidString(run) {
			n = max(n, 1)
			b.WriteString(path[:n])
		} else {
			run, _ = s.decoded(path[:n])
			b.WriteString(run)
		}
		path = path[n:]
	}
	return b.String()
}

// normalizePercent escapes every % that begins no escape.
func normalizePercent(path string) string {
	var b strings.Builder
	for i := range len(path) {
		b.WriteByte(path[i])
		if _, ok := escape(path[i:]); path[i] == '%' && !ok {
			b.WriteString("25")
		}
	}
	return b.String()
}

// markCaret marks a ^ and the escape that it would become: URL in Node.js 20 keeps ^ in
// paths.
func markCaret(text string) string {
	return strings.NewReplacer("^", "%5E1", "%5E", "%5E0").Replace(text)
}

func unmarkCaret(text string) string {
	return strings.NewReplacer("%5E1", "^", "%5E0", "%5E").Replace(text)
}

// runDecoder is honoDecode. At the beginning of a run of escapes it guesses whether they are
// UTF-8. The state is whether they are, whether octets of them were not, and what
// utf8Next returned, and below that the state of a decoder.
type runDecoder struct{ kept percent.ByteSet }

func (m *runDecoder) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const outside, valid, invalid = 0, 1 << 16, 2 << 16 // the guess for the run
	const bad = 15                                      // instead of a state of utf8Next
	run, text, digit := s&^0xffff, s>>12&15, s&0xfff
	hex := pct.Hex(byte(in)) < 16
	raw := func(held ...symbol) []symbol { return append(held, in) }
	switch {
	case digit >= 2 && hex:
		c := pct.Hex(byte(digit-2))<<4 | pct.Hex(byte(in))
		after, ok := uint32(bad), false
		if text != bad {
			if after, ok = utf8Next(text, c); !ok {
				after = bad
			}
		}
		switch {
		case run == invalid || m.kept.Contains(c) && ok:
			emit(run|after<<12, raw('%', symbol(digit-2))...)
		case ok:
			emit(run|after<<12, symbol(c))
		}
	case digit == 1 && hex:
		emit(run | text<<12 | 2 + uint32(in))
	case digit != 0: // the run ends in a malformed escape
		if !m.ended(run | text<<12) {
			return
		}
		held := []symbol{'%'}
		if digit >= 2 {
			held = append(held, symbol(digit-2))
		}
		if in != '%' {
			emit(outside, append(held, in)...)
			return
		}
		emit(valid|1, held...)
		emit(invalid|1, held...)
	case in == '%' && run == outside:
		emit(valid | 1)
		emit(invalid | 1)
	case in == '%':
		emit(s | 1)
	case m.ended(s):
		emit(outside, in)
	}
}

// ended reports whether a run may end: it was guessed right.
func (*runDecoder) ended(s uint32) bool {
	const valid, invalid = 1, 2
	text := s >> 12 & 15
	return s&0xfff == 0 && (s>>16 == 0 || s>>16 == valid && text == 0 || s>>16 == invalid && text != 0)
}

func (m *runDecoder) end(s uint32, emit func(...symbol)) {
	switch digit := s & 0xfff; {
	case !m.ended(s &^ 0xfff), digit == 0 && !m.ended(s):
	case digit == 0:
		emit()
	case digit == 1:
		emit('%')
	default:
		emit('%', symbol(digit-2))
	}
}

func (m *runDecoder) classes() []percent.ByteSet { return append(octetsOfUTF8.Get(), m.kept) }

func (*refuseBackslash) follow(v *variant) []*variant {
	return v.on(splitter("?"), inPath{refuser(percent.ByteSet{}.Add(`\`))}, &unmarker{})
}

func (*honoURL) follow(v *variant) []*variant {
	return v.with(splitter("?#")).resolved(resolver{clamp: true, escaped: true}, encoder{kept: standardKept})
}
