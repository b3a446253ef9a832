package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// nghttpxHops returns the hop of nghttpx: llhttp reads the request line, and
// rewrite_clean_path rewrites the path. Newer versions leave * to OPTIONS.
func nghttpxHops() []*Hop {
	return []*Hop{
		nghttpxOf("1.52.0, 1.64.0"),
		nghttpxOf("1.70.0", when(hasPrefix("*"), []step{answer{status: 400}}, nil)),
	}
}

func nghttpxOf(versions string, star ...step) *Hop {
	return model("nghttpx:backend", versions, "backend=127.0.0.1,UPSTREAM_PORT",
		llhttp(), star, []step{
			form{`remove a scheme and a host; answer 400 to a host with octets other than letters, digits, dots and hyphens`, nghttpxForm},
			when(hasPrefix("/"), []step{
				split{"?#"},
				&dropFragment{},
				&dropEmptyQuery{},
				normalize{decoded: percent.Unreserved, kept: percent.AllBytes},
				&nghttpxMerge{},
				dots{},
			}, nil),
			forward,
		})
}

func nghttpxForm(r *request) {
	_, rest, ok := strings.Cut(r.path, "://")
	if strings.HasPrefix(r.path, "/") || strings.HasPrefix(r.path, "*") || !ok {
		return
	}
	authority, rest := cutAny(rest, "/?#")
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		authority = authority[i+1:]
	}
	host, port, hasPort := strings.Cut(authority, ":")
	switch {
	case strings.Contains(authority, "[") && authority != "[::1]":
		r.unknown("an IP literal in a target in absolute form")
		return
	case authority == "[::1]":
	case host == "", has(host, apacheAlnum.Add("-.").Complement()), hasPort && (port == "" || has(port, digits.Complement())):
		r.end(400)
		return
	}
	if !strings.HasPrefix(rest, "/") {
		rest = "/" + rest
	}
	r.origin, r.path = rest, rest
}

// nghttpxMerge merges slashes as path_join does: those after a dot segment become two.
type nghttpxMerge struct{}

func (*nghttpxMerge) words() Step {
	return Step{"slashes", `merge consecutive slashes, but into two after "." and ".."`}
}

func (*nghttpxMerge) do(r *request) {
	var b []byte
	s := uint32(0)
	for i := range len(r.path) {
		(&nghttpxMerger{}).next(s, symbol(r.path[i]), func(next uint32, out ...symbol) {
			s = next
			for _, c := range out {
				b = append(b, byte(c))
			}
		})
	}
	r.path = string(b)
}

func (*nghttpxMerge) follow(v *variant) []*variant { return v.onPath(&nghttpxMerger{}) }

// nghttpxMerger is nghttpxMerge.
type nghttpxMerger struct{}

func (*nghttpxMerger) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const start, one, two, other, afterDots = 1, 2, 3, 4, 5
	switch {
	case in == '/' && s == start:
		emit(start)
	case in == '/' && (s == one || s == two):
		emit(afterDots, in)
	case in == '/':
		emit(start, in)
	case in == '.' && (s == start || s == afterDots):
		emit(one, in)
	case in == '.' && s == one:
		emit(two, in)
	default:
		emit(other, in)
	}
}

func (*nghttpxMerger) end(_ uint32, emit func(...symbol)) { emit() }
