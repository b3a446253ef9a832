package hop

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/program"
)

// A condition holds for a path or does not.
type condition interface {
	text() string
	holds(path string) bool
}

// hasPrefix holds for paths with the prefix.
type hasPrefix string

func (c hasPrefix) text() string           { return "begins with " + string(c) }
func (c hasPrefix) holds(path string) bool { return strings.HasPrefix(path, string(c)) }

// hasSuffix holds for paths with the suffix.
type hasSuffix string

func (c hasSuffix) text() string           { return "ends with " + shown(string(c)) }
func (c hasSuffix) holds(path string) bool { return strings.HasSuffix(path, string(c)) }

// below holds for a path and the paths below it.
type below string

func (c below) text() string { return "is " + string(c) + " or below it" }

func (c below) holds(path string) bool {
	rest, ok := strings.CutPrefix(path, string(c))
	return ok && (rest == "" || rest[0] == '/')
}

// ignoreCase are the frameworks whose routes ignore the case of letters unless they are told
// otherwise.
var ignoreCase = []string{"express4:app.get", "express5:app.get", "koa-router:router.get", "fiber:Get"}

// IgnoresCase reports whether routes of the hop ignore the case of letters by default, so that
// one for /admin serves /ADMIN, too.
func (h *Hop) IgnoresCase() bool { return slices.Contains(ignoreCase, h.Name()) }

// serves returns the condition that the hop serves one of some paths, or a path below it.
func (h *Hop) serves(paths []string, ignoreCase bool) condition {
	if len(paths) == 1 && !ignoreCase {
		return below(paths[0])
	}
	return folded(paths, `(?:/|\z)`, ignoreCase)
}

// denies returns the condition that a rule of the hop holds that is for paths which begin with
// prefix. Matchers of Caddy ignore the case of letters, as rules of those do whose routes do.
func (h *Hop) denies(prefix string) condition {
	if !h.IgnoresCase() && !h.folds && !strings.HasPrefix(h.Name(), "caddy:") {
		return hasPrefix(prefix)
	}
	return folded([]string{prefix}, "", true)
}

// rule returns the condition of the rule that a search supposes, or nil if the hop is one of a
// file that refuses prefix, and what is below it, by itself.
func (h *Hop) rule(prefix string) condition {
	if h.Provenance() == program.Composed {
		open := false
		for _, target := range []string{prefix, prefix + "/", prefix + "/x"} {
			r := h.Apply(target)
			open = open || r.Unknown != "" || r.Status == 200
		}
		if !open {
			return nil
		}
	}
	return h.denies(prefix)
}

// folded holds for paths that begin with one of some, in any case of letters if that is to be
// ignored, and go on as a regular expression says.
func folded(paths []string, rest string, ignoreCase bool) condition {
	source := "^(?:"
	if ignoreCase {
		source = "(?i)" + source
	}
	for i, path := range paths {
		if i > 0 {
			source += "|"
		}
		source += regexp.QuoteMeta(path)
	}
	source += ")" + rest
	tree, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		panic(err) // a quoted text parses
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		panic(err)
	}
	return matches{source: source, pattern: regexp.MustCompile(source), program: program}
}

// is holds for one path.
type is string

func (c is) text() string           { return "is " + string(c) }
func (c is) holds(path string) bool { return path == string(c) }

// only holds for paths without octets outside the set.
type only percent.ByteSet

func (c only) text() string {
	return "has only " + set(percent.ByteSet(c))
}

func (c only) holds(path string) bool { return !has(path, percent.ByteSet(c).Complement()) }

// includes holds for paths that contain the text, ignoring case if fold is set.
type includes struct {
	substring string
	fold      bool
}

func (c includes) text() string { return "contains " + shown(c.substring) }

// shown returns a text for people, quoted unless all of it is visible ASCII.
func shown(text string) string {
	if has(text, visible.Complement()) {
		return strconv.Quote(text)
	}
	return text
}

func (c includes) holds(path string) bool { return contains(path, c.substring, c.fold) }

// wellFormed holds for paths without malformed escapes.
type wellFormed struct{}

func (*wellFormed) text() string { return "has no malformed escape" }

func (*wellFormed) holds(path string) bool {
	_, ok := decode{malformed: 1}.decoded(path)
	return ok
}

// clean holds for paths that Go's path.Clean does not change, except for a trailing
// slash.
type clean struct{}

func (*clean) text() string { return `has no "//" and no segment "." or ".."` }

func (*clean) holds(path string) bool {
	if path == "" || path == "/" {
		return path != ""
	}
	path = strings.TrimSuffix(path, "/")
	for segment := range strings.SplitSeq(path[1:], "/") {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return true
}

// both holds if two conditions do.
type both struct{ a, b condition }

func (c both) text() string           { return c.a.text() + " and " + c.b.text() }
func (c both) holds(path string) bool { return c.a.holds(path) && c.b.holds(path) }

// either holds if at least one of two conditions does.
type either struct{ a, b condition }

func (c either) holds(path string) bool { return c.a.holds(path) || c.b.holds(path) }

// text goes along a chain of conditions, so that it takes no more than the text.
func (c either) text() string {
	texts := []string{c.b.text()}
	for {
		next, ok := c.a.(either)
		if !ok {
			texts = append(texts, c.a.text())
			slices.Reverse(texts)
			return strings.Join(texts, " or ")
		}
		c = next
		texts = append(texts, c.b.text())
	}
}

// not holds if a condition does not.
type not struct{ condition }

func (c not) text() string           { return "not: " + c.condition.text() }
func (c not) holds(path string) bool { return !c.condition.holds(path) }

// answer ends with a status. If location is set, it redirects to the path, with the
// split-off query, behind the host that was set aside.
type answer struct {
	status   int
	location bool
}

func (s answer) words() Step {
	if s.location {
		return Step{"redirect", fmt.Sprintf("redirect there with status %d", s.status)}
	}
	return Step{"answer", fmt.Sprintf("answer %d", s.status)}
}

func (s answer) do(r *request) {
	r.end(s.status)
	if s.location {
		if r.result.Location = r.host + r.path + r.tail; strings.Contains(r.result.Location, foreignPart) {
			r.unknown("a redirect with a variable that is not of the target")
		}
	}
}

// A form removes what may precede the path of a target. Each server has its own, since
// no two accept the same targets in absolute form.
type form struct {
	text string
	take func(*request)
}

func (s form) words() Step   { return Step{"form", s.text} }
func (s form) do(r *request) { s.take(r) }

// absolute splits a target into scheme, authority and the rest, which begins with one of
// "/?#" or is empty. It reports false for one that does not begin with a scheme and "://".
func absolute(target string) (scheme, authority, rest string, ok bool) {
	scheme, rest, ok = strings.Cut(target, "://")
	if !ok || scheme == "" || !isLetter(scheme[0]) {
		return "", "", "", false
	}
	for i := range len(scheme) {
		if c := scheme[i]; !isLetter(c) && !isDigit(c) && c != '+' && c != '-' && c != '.' {
			return "", "", "", false
		}
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return scheme, rest[:i], rest[i:], true
	}
	return scheme, rest, "", true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// plainHost reports whether an authority is a name or an IPv4 address, with or without
// a port, that no server objects to.
func plainHost(authority string) bool {
	host, port, _ := strings.Cut(authority, ":")
	if host == "" {
		return false
	}
	for i := range len(host) {
		if c := host[i]; !isLetter(c) && !isDigit(c) && c != '.' && c != '-' {
			return false
		}
	}
	for i := range len(port) {
		if !isDigit(port[i]) {
			return false
		}
	}
	return true
}
