package dialect

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/words"
)

// A History is what a function of a program answered in each version that was
// recorded.
type History struct {
	// ID is that of the implementation, such as "php.rawurlencode".
	ID string
	// Language and Call are as in [Implementation].
	Language, Call string
	Units          Units
	// Encodes reports whether the function encodes; otherwise it decodes.
	Encodes bool
	// Spans are the ranges of versions, oldest first.
	Spans []Span
}

// A Span is a range of consecutive versions that answered every input alike.
type Span struct {
	// From is the version that brought the behaviour: as a changelog has it, or else
	// the first that was recorded with it. It is empty for the oldest span.
	From string
	// Until is the From of the next span, and empty for the newest.
	Until string
	// First and Last are the first and the last version that were recorded.
	First, Last string
	// Program is what the last version recorded says of itself, such as "PHP 5.2.17".
	Program string
	// Recorded is the day on which it was recorded, such as 2026-11-21.
	Recorded string
	// Date is when From was released, such as 2009-06-30, or empty if no source says so.
	Date string
	// Source is the changelog or manual that states the change, if one does.
	Source string
	// Dialect is the ID of the dialect that the versions follow, or empty if none
	// gives the recorded result for every input.
	Dialect string
	// Examples are inputs that the span before answered otherwise: the input, what
	// the span before it answered, what this one does. They are quoted as in Go; an
	// answer that is empty was a failure.
	Examples [][3]string
}

// String says which versions the span has: "before 5.3", "5.3 and later",
// "3.7 to before 3.14" or, when nothing changed, "5.2 to 8.5".
//
//go:noinline
func (s *Span) String() string {
	switch {
	case s.From == "" && s.Until == "":
		if s.First == s.Last {
			return s.First
		}
		return s.First + " to " + s.Last
	case s.From == "":
		return "before " + s.Until
	case s.Until == "":
		return s.From + " and later"
	}
	return s.From + " to before " + s.Until
}

// Histories iterates over all histories, sorted by ID.
func Histories() iter.Seq[*History] {
	return func(yield func(*History) bool) {
		list := histories.Get()
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// Program returns the name of the program, such as "Node.js".
func (h *History) Program() string {
	name, _, _ := strings.Cut(h.Spans[len(h.Spans)-1].Program, " ")
	switch {
	case name == "node":
		return "Node.js"
	case name == "CPython":
		return "Python"
	case strings.HasPrefix(name, "go1"):
		return "Go"
	}
	return name
}

// LookupHistory returns the history of the function with that ID. Case does not
// matter. The error is an *UnknownError.
func LookupHistory(id string) (*History, error) {
	if h := lookupHistory(id); h != nil {
		return h, nil
	}
	return nil, &UnknownError{Name: id, Suggestions: suggest(id)}
}

func lookupHistory(id string) *History {
	for h := range Histories() {
		if strings.EqualFold(h.ID, id) {
			return h
		}
	}
	return nil
}

// At returns the span of that version: one that was recorded, a release of one, or one
// that lies between two with the same behaviour. Between two that differ, only a
// changelog tells; if none does, At returns an error, as it does for versions older
// than the first that was recorded.
func (h *History) At(version string) (*Span, error) {
	last := &h.Spans[len(h.Spans)-1]
	if !looksLikeVersion(version) {
		return nil, fmt.Errorf("dialect: %q is not a version such as %s", version, last.Last)
	}
	for i := range h.Spans {
		s := &h.Spans[i]
		if releaseOf(version, s.First) || releaseOf(version, s.Last) ||
			compareVersions(version, s.First) >= 0 && compareVersions(version, s.Last) <= 0 {
			return s, nil
		}
	}
	if compareVersions(version, last.Last) > 0 {
		return nil, fmt.Errorf("dialect: %s was recorded up to version %s, not in %q", h.ID, last.Last, version)
	}
	for i := 1; i < len(h.Spans); i++ {
		before, s := &h.Spans[i-1], &h.Spans[i]
		if compareVersions(version, before.Last) < 0 || compareVersions(version, s.First) > 0 {
			continue
		}
		if s.Source == "" {
			return nil, fmt.Errorf("dialect: %s was recorded in %s and in %s, which differ, not in %q", h.ID, before.Last, s.First, version)
		}
		if compareVersions(version, s.From) < 0 {
			return before, nil
		}
		return s, nil
	}
	return nil, fmt.Errorf("dialect: %s was recorded from version %s on, not in %q", h.ID, h.Spans[0].First, version)
}

// looksLikeVersion reports whether s begins with a number and has letters and digits
// between single dots and hyphens, as in 3.14, 2022-09 and 3.6.0rc1, but no x for any number.
func looksLikeVersion(s string) bool {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c|0x20 == 'x' && s[i-1] == '.':
			return false
		case '0' <= c && c <= '9', 'a' <= c|0x20 && c|0x20 <= 'z':
		case c != '.' && c != '-' || i+1 == len(s) || s[i+1] == '.' || s[i+1] == '-':
			return false
		}
	}
	return true
}

// lookupVersion returns the dialect of a name such as "php@5.2.rawurlencode", or of a
// function of which only versions are recorded, or nil and the reason.
func lookupVersion(name string) (*Dialect, error) {
	h, version := splitVersion(name)
	switch {
	case h == nil:
		return nil, nil
	case version == "":
		return h.dialect(&h.Spans[len(h.Spans)-1])
	}
	s, err := h.At(version)
	if err != nil {
		return nil, err
	}
	return h.dialect(s)
}

func isVersion(name string) bool {
	h, _ := splitVersion(name)
	return h != nil
}

// splitVersion returns the history that name means, with the version that stands between
// the program and the function, or nil.
func splitVersion(name string) (*History, string) {
	program, rest, versioned := strings.Cut(name, "@")
	if !versioned {
		return lookupHistory(name), ""
	}
	// Of querystring.escape and escape, the longer is meant.
	var found *History
	version := ""
	for h := range Histories() {
		function, ok := words.FunctionOf(h.ID, h.Program(), program)
		if !ok {
			continue
		}
		v := rest
		if function != "" {
			at := len(rest) - len(function) - 1
			if at <= 0 || rest[at] != '.' || !strings.EqualFold(rest[at+1:], function) {
				continue
			}
			v = rest[:at]
		}
		if found == nil || len(v) < len(version) {
			found, version = h, v
		}
	}
	return found, version
}

// dialect returns what --as NAME codes by.
func (h *History) dialect(s *Span) (*Dialect, error) {
	if s.Dialect == "" {
		return nil, fmt.Errorf("dialect: no dialect does what %s did in version %s", h.ID, s.First)
	}
	d := *byName.Get()[strings.ToLower(s.Dialect)]
	if !h.Encodes && d.Encodes() {
		// This copy differs from the dialect only in that it does not encode.
		d.sibling = d.ID
	}
	return &d, nil
}

// releaseOf reports whether version is recorded, or a release of it: "5.2.17" is one
// of "5.2".
func releaseOf(version, recorded string) bool {
	rest, found := strings.CutPrefix(version, recorded)
	return found && (rest == "" || rest[0] == '.')
}

// compareVersions compares versions by their numbers, which dots and hyphens separate.
func compareVersions(a, b string) int {
	separator := func(r rune) bool { return r == '.' || r == '-' }
	as, bs := strings.FieldsFunc(a, separator), strings.FieldsFunc(b, separator)
	for i := range max(len(as), len(bs)) {
		number := func(list []string) int {
			if i >= len(list) {
				return 0
			}
			n, err := strconv.Atoi(list[i])
			if errors.Is(err, strconv.ErrRange) {
				return math.MaxInt
			}
			if err != nil {
				return -1
			}
			return n
		}
		if c := cmp.Compare(number(as), number(bs)); c != 0 {
			return c
		}
	}
	return 0
}

// histories is historyTable, parsed.
var histories = lazy.Value[[]History]{Make: func() []History {
	var list []History
	var h *History
	for line := range strings.Lines(historyTable) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch line[0] {
		case '=':
			list = append(list, History{ID: f[0][1:], Encodes: f[1][0] == 'e', Units: Units(strings.IndexByte("btu", f[1][1])), Language: f[2], Call: f[3]})
			h = &list[len(list)-1]
		case '!':
			s := &h.Spans[len(h.Spans)-1]
			s.Examples = append(s.Examples, [3]string{f[0][1:], f[1], f[2]})
		default:
			s := Span{From: f[0], Date: f[1], Program: f[2], Recorded: f[3], First: f[4], Last: f[5], Dialect: f[6], Source: f[7]}
			if n := len(h.Spans); n > 0 {
				h.Spans[n-1].Until = s.From
			} else {
				s.From, s.Date = "", ""
			}
			h.Spans = append(h.Spans, s)
		}
	}
	return list
}}
