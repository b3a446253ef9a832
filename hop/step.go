package hop

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A request is the state that the steps of a hop work on.
type request struct {
	target string // the original target
	before string // what preceded the path, for a step that restores it
	origin string // the target without what precedes its path
	path   string // the path after the steps so far
	host   string // the scheme and the host that a redirect has before the path
	tail   string // the split-off query and fragment, with their delimiter
	noted  bool   // what a step noted for a later one
	plus   bool   // noteEscapes has noted a plus sign
	result Result
	done   bool

	// What steps of texts (text.go) know: the last regular expression that matched, and on
	// what; variables; whether the request is internal, the path changed within, and the
	// location of another path; how often a loop began again; and how many results were
	// forked off.
	matched   *matches
	subject   string
	variables map[string]string
	internal  bool
	changed   bool
	moved     bool
	jumps     int
	forks     *int
	paged     bool            // a page stands in for an answer
	served    bool            // the application is that for files
	known     map[string]bool // conditions of forks
	given     string          // those that were taken to hold, in words
	reach     reach           // of these
	who       string          // of these, as in Result
}

// end ends the steps with a status.
//
//go:noinline
func (r *request) end(status int) {
	r.result.Status, r.done = status, true
	r.result.App, r.result.Forward = Part{}, Part{}
}

// unknown ends the steps: the model does not know the result.
//
//go:noinline
func (r *request) unknown(class string) {
	r.result.Unknown, r.done = class, true
}

// A step is one thing that a hop does. Steps can be compared with ==.
type step interface {
	words() Step
	do(*request)
}

// split cuts the path before the first octet of at. The rest is the tail.
type split struct{ at string }

func (s split) words() Step {
	return Step{"split", "split off what begins at the first " + listed(s.at)}
}

func (s split) do(r *request) {
	if i := strings.IndexAny(r.path, s.at); i >= 0 {
		r.path, r.tail = r.path[:i], r.path[i:]+r.tail
	}
}

// dropEmptyQuery drops a tail that is nothing but a question mark.
type dropEmptyQuery struct{}

func (*dropEmptyQuery) words() Step { return Step{"query", "drop the ? of an empty query"} }

func (*dropEmptyQuery) do(r *request) {
	if r.tail == "?" {
		r.tail = ""
	}
}

// trimEnd drops octets at the end of the target.
type trimEnd struct{ octets string }

func (s trimEnd) words() Step {
	return Step{"spaces", "drop any of " + set(percent.ByteSet{}.Add(s.octets)) + " at the end of the target"}
}

func (s trimEnd) do(r *request) {
	r.path = strings.TrimRight(r.path, s.octets)
	r.origin = r.path
}

// trimAround drops octets around the target.
type trimAround struct{ octets string }

func (s trimAround) words() Step {
	return Step{"spaces", "drop any of " + set(percent.ByteSet{}.Add(s.octets)) + " around the target"}
}

func (s trimAround) do(r *request) {
	r.path = strings.Trim(r.path, s.octets)
	if r.origin = r.path; r.path == "" {
		r.unknown("no target at all")
	}
}

// dropFragment drops everything from the first # of the tail or, if nothing was split
// off, of the path.
type dropFragment struct{}

func (*dropFragment) words() Step { return Step{"fragment", "drop everything from the first # on"} }

func (*dropFragment) do(r *request) {
	if i := strings.IndexByte(r.path, '#'); i >= 0 {
		r.path, r.tail = r.path[:i], ""
	}
	if i := strings.IndexByte(r.tail, '#'); i >= 0 {
		r.tail = r.tail[:i]
	}
}

// decode decodes the escapes of the path, once. malformed is the status for a % without
// two digits, or 0 to keep it. Escapes of the octets in kept stay as they are.
type decode struct {
	malformed int
	kept      percent.ByteSet
}

func (s decode) words() Step {
	text := "decode escapes once"
	if n := s.kept.Len(); n > 0 {
		text += ", but not those of " + set(s.kept)
	}
	if s.malformed == 0 {
		return Step{"decode", text + "; keep malformed ones"}
	}
	return Step{"decode", fmt.Sprintf("%s; answer %d to malformed ones", text, s.malformed)}
}

func (s decode) do(r *request) {
	if path, ok := s.decoded(r.path); ok {
		r.path = path
	} else {
		r.end(s.malformed)
	}
}

func (s decode) decoded(path string) (string, bool) {
	i := strings.IndexByte(path, '%')
	if i < 0 {
		return path, true
	}
	b := append(make([]byte, 0, len(path)), path[:i]...)
	for ; i < len(path); i++ {
		if path[i] != '%' {
			b = append(b, path[i])
			continue
		}
		c, ok := escape(path[i:])
		switch {
		case !ok && s.malformed != 0:
			return "", false
		case !ok:
			b = append(b, '%')
		case s.kept.Contains(c):
			b = append(b, path[i:i+3]...)
			i += 2
		default:
			b = append(b, c)
			i += 2
		}
	}
	return string(b), true
}

// escape returns the octet of the escape that s begins with, which must begin with %.
func escape(s string) (byte, bool) {
	if len(s) < 3 {
		return 0, false
	}
	hi, lo := pct.Hex(s[1]), pct.Hex(s[2])
	return hi<<4 | lo, hi < 16 && lo < 16
}

// merge merges consecutive slashes.
type merge struct{}

func (*merge) words() Step { return Step{"slashes", "merge consecutive slashes"} }

func (*merge) do(r *request) { r.path = merged(r.path) }

func merged(path string) string {
	i := strings.Index(path, "//")
	if i < 0 {
		return path
	}
	b := append(make([]byte, 0, len(path)), path[:i]...)
	for ; i < len(path); i++ {
		if path[i] != '/' || len(b) == 0 || b[len(b)-1] != '/' {
			b = append(b, path[i])
		}
	}
	return string(b)
}

// swap replaces one octet with another.
type swap struct{ old, by byte }

func (s swap) words() Step {
	return Step{"octet", "read every " + octet(s.old) + " as " + octet(s.by)}
}

func (s swap) do(r *request) {
	r.path = strings.ReplaceAll(r.path, string([]byte{s.old}), string([]byte{s.by}))
}

// backslash replaces every backslash with a slash.
var backslash = swap{'\\', '/'}

// dots resolves the segments "." and "..": the path of RFC 3986 section 5.2.4, where an
// empty segment counts as one. above is the status for a ".." at the root, or 0 to drop
// it. With bare, no slash is left at the end if the last segment was a dot segment, and
// with keep a ".." at the root stays. With only, a "." is a segment like others.
type dots struct {
	above int
	bare  bool
	keep  bool
	only  bool
}

func (s dots) words() Step {
	text := `resolve "." and "..", `
	if s.only {
		text = `resolve "..", `
	}
	if s.bare {
		text += "without a slash at the end if one of them was the last segment, "
	}
	switch {
	case s.keep:
		return Step{"dots", text + `and keep ".." at the root`}
	case s.above == 0:
		return Step{"dots", text + `and drop ".." at the root`}
	}
	return Step{"dots", fmt.Sprintf(`%sand answer %d to ".." at the root`, text, s.above)}
}

func (s dots) do(r *request) {
	if s.keep || s.only {
		r.path = resolvedBut(r.path, s.keep, s.only)
		return
	}
	if path, ok := resolved(r.path, s.above == 0); ok {
		if s.bare && (strings.HasSuffix(r.path, "/.") || strings.HasSuffix(r.path, "/..")) && len(path) > 1 {
			path = strings.TrimSuffix(path, "/")
		}
		r.path = path
	} else {
		r.end(s.above)
	}
}

// resolved resolves the dot segments of a path that begins with a slash. It reports
// false for a ".." at the root, unless clamp is set, which drops it.
func resolved(path string, clamp bool) (string, bool) {
	if !strings.Contains(path, "/.") {
		return path, true
	}
	b := make([]byte, 0, len(path))
	for rest := path; rest != ""; {
		// rest begins with a slash.
		end := strings.IndexByte(rest[1:], '/') + 1
		if end == 0 {
			end = len(rest)
		}
		segment := rest[1:end]
		rest = rest[end:]
		switch {
		case segment == "..":
			i := bytes.LastIndexByte(b, '/')
			if i < 0 {
				if !clamp {
					return "", false
				}
				i = 0
			}
			b = b[:i]
		case segment != ".":
			b = append(append(b, '/'), segment...)
			continue
		}
		if rest == "" {
			b = append(b, '/')
		}
	}
	return string(b), true
}

// resolvedBut is resolved, but with keep it keeps every ".." at the root, and with only a "."
// is a segment like others.
func resolvedBut(path string, keep, only bool) string {
	above := 0
	var kept []string
	segments := strings.Split(path, "/")[1:]
	for i, segment := range segments {
		switch {
		case segment == "..":
			if len(kept) == 0 {
				if keep {
					above++
				}
			} else {
				kept = kept[:len(kept)-1]
			}
		case segment != "." || only:
			kept = append(kept, segment)
			continue
		}
		if i == len(segments)-1 {
			kept = append(kept, "")
		}
	}
	rooted := strings.Repeat("/..", above)
	if len(kept) == 0 {
		return rooted
	}
	return rooted + "/" + strings.Join(kept, "/")
}

// cut removes from every segment everything from the first octet at on.
type cut struct{ at byte }

func (s cut) words() Step {
	return Step{"parameters", fmt.Sprintf("cut what begins with a %c from every segment", s.at)}
}

func (s cut) do(r *request) {
	if strings.IndexByte(r.path, s.at) < 0 {
		return
	}
	b := make([]byte, 0, len(r.path))
	cutting := false
	for i := range len(r.path) {
		switch c := r.path[i]; {
		case c == '/':
			cutting = false
		case c == s.at:
			cutting = true
		}
		if !cutting {
			b = append(b, r.path[i])
		}
	}
	r.path = string(b)
}

// refuse answers with status if the path or, with tail, also the tail has an octet of
// the set. Status 0 closes the connection.
type refuse struct {
	status int
	octets percent.ByteSet
	tail   bool
}

func (s refuse) words() Step {
	where := " in the path"
	if s.tail {
		where = ""
	}
	if s.status == 0 {
		return Step{"refuse", "close the connection at any of " + set(s.octets) + where}
	}
	return Step{"refuse", fmt.Sprintf("answer %d to any of %s%s", s.status, set(s.octets), where)}
}

func (s refuse) do(r *request) {
	if has(r.path, s.octets) || s.tail && has(r.tail, s.octets) {
		r.end(s.status)
	}
}

// refuseTail answers with status if the tail has an octet of the set.
type refuseTail struct {
	status int
	octets percent.ByteSet
}

func (s *refuseTail) words() Step {
	return Step{"refuse", fmt.Sprintf("answer %d to any of %s in the query", s.status, set(s.octets))}
}

func (s *refuseTail) do(r *request) {
	if has(r.tail, s.octets) {
		r.end(s.status)
	}
}

//go:noinline
func has(text string, octets percent.ByteSet) bool {
	for i := range len(text) {
		if octets.Contains(text[i]) {
			return true
		}
	}
	return false
}

// refuseText answers with status if the path contains text, ignoring case if fold is
// set.
type refuseText struct {
	status int
	text   string
	fold   bool
}

func (s refuseText) words() Step {
	return Step{"refuse", fmt.Sprintf("answer %d to %s in the path", s.status, s.text)}
}

func (s refuseText) do(r *request) {
	if contains(r.path, s.text, s.fold) {
		r.end(s.status)
	}
}

func contains(path, text string, fold bool) bool {
	if fold {
		path, text = strings.ToLower(path), strings.ToLower(text)
	}
	return strings.Contains(path, text)
}

// encode writes the octets of the path that are not in kept as escapes.
type encode struct {
	kept  percent.ByteSet
	lower bool
}

func (s encode) words() Step {
	text := "escape all octets but " + set(s.kept)
	if s.lower {
		text += ", with digits of lower case"
	}
	return Step{"encode", text}
}

func (s encode) do(r *request) { r.path = s.encoded(r.path) }

func (s encode) encoded(path string) string {
	i := 0
	for i < len(path) && s.kept.Contains(path[i]) {
		i++
	}
	if i == len(path) {
		return path
	}
	digits := pct.UpperHex
	if s.lower {
		digits = pct.LowerHex
	}
	b := append(make([]byte, 0, len(path)+16), path[:i]...)
	for ; i < len(path); i++ {
		if c := path[i]; s.kept.Contains(c) {
			b = append(b, c)
		} else {
			b = append(b, '%', digits[c>>4], digits[c&15])
		}
	}
	return string(b)
}

// raw restores the original path and tail.
type raw struct{}

func (raw) words() Step { return Step{"raw", "take the original target"} }

func (raw) do(r *request) { r.path, r.tail = r.origin, "" }

// replace replaces the prefix old with by, if the path has it.
type replace struct{ old, by string }

func (s replace) words() Step {
	switch {
	case s.by == "":
		return Step{"prefix", "remove the prefix " + s.old}
	case s.old == "":
		return Step{"prefix", "put " + s.by + " in front of the path"}
	}
	return Step{"prefix", "replace the prefix " + s.old + " with " + s.by}
}

func (s replace) do(r *request) {
	if rest, ok := strings.CutPrefix(r.path, s.old); ok {
		r.path = s.by + rest
	}
}

// replaceWhole replaces the path.
type replaceWhole struct{ by string }

func (s replaceWhole) words() Step {
	if s.by == "" {
		return Step{"path", "drop the path"}
	}
	return Step{"path", "replace the path with " + s.by}
}

func (s replaceWhole) do(r *request) { r.path = s.by }

// A see shows the path at this step.
type see uint8

const (
	rule see = iota
	forward
	app
)

func (s see) words() Step {
	return []Step{
		{"rule", "match rules against the path"},
		{"forward", "pass the path on, with the split-off part"},
		{"app", "give the path to the application"},
	}[s]
}

func (s see) do(r *request) {
	switch s {
	case rule:
		r.result.Rule = Part{r.path, true}
	case forward:
		r.result.Forward = Part{r.path + r.tail, true}
	case app:
		r.result.App = Part{r.path, true}
	}
}

// set returns a set of octets for people.
func set(s percent.ByteSet) string {
	if s.Complement().Len() < s.Len() {
		return "all octets but " + set(s.Complement())
	}
	return s.String()
}

// octet returns an octet for people.
func octet(c byte) string {
	if visible.Contains(c) {
		return string([]byte{c})
	}
	return fmt.Sprintf("%%%02X", c)
}

// listed returns the octets of text for people.
func listed(text string) string { return strings.Join(strings.Split(text, ""), " or ") }

// join returns the steps of the lists, one after the other.
//
//go:noinline
func join(lists ...[]step) []step { return slices.Concat(lists...) }
