package charset

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

//go:generate go run gen.go

// A Charset is one encoding of the Encoding Standard: a set of characters and
// the bytes they are written as. The values of this package are the only
// ones, are immutable, and can be compared with ==. All methods are safe for
// concurrent use.
type Charset struct {
	name   string
	labels []string
	index  *index
	kind   kind
	fast   fastTables
}

type kind uint8

const (
	utf8Kind kind = iota
	singleByte
	gbkKind
	gb18030Kind
	big5Kind
	eucjpKind
	iso2022jpKind
	shiftjisKind
	euckrKind
	replacementKind
	utf16BE
	utf16LE
	xuserdefinedKind
)

// Name returns the name that the Encoding Standard gives c, in its spelling:
// "Shift_JIS", "windows-1252".
func (c *Charset) Name() string { return c.name }

// String returns the name of c.
func (c *Charset) String() string { return c.name }

// Labels returns the labels of c, lower case and in the order of the Encoding
// Standard. The caller owns the slice.
func (c *Charset) Labels() []string { return slices.Clone(c.labels) }

// Output returns the charset to encode with where c was asked for: UTF-8 for
// UTF-16BE, UTF-16LE and replacement, which only decode, and c itself
// otherwise ("get an output encoding", Encoding Standard section 4.3).
func (c *Charset) Output() *Charset {
	switch c.kind {
	case replacementKind, utf16BE, utf16LE:
		return UTF8
	}
	return c
}

// asciiTransparent reports whether every byte below 0x80 that does not follow
// a lead byte stands for itself.
func (c *Charset) asciiTransparent() bool {
	switch c.kind {
	case iso2022jpKind, replacementKind, utf16BE, utf16LE:
		return false
	}
	return true
}

// All returns every charset, in the order of the Encoding Standard. The caller
// owns the slice.
func All() []*Charset { return slices.Clone(all[:]) }

var byLabel = lazy.Value[map[string]*Charset]{Make: func() map[string]*Charset {
	m := make(map[string]*Charset)
	for _, c := range all {
		for _, l := range c.labels {
			m[l] = c
		}
	}
	return m
}}

// Lookup returns the charset that label names. As "get an encoding" does
// (Encoding Standard section 4.2), it ignores ASCII whitespace around the
// label and the case of ASCII letters, and nothing else: "utf_8" and "cp932"
// are not labels. The error is a *LabelError.
//
// Labels follow the web, not the registry of IANA: "iso-8859-1" and "ascii"
// name windows-1252, "gb2312" names GBK, "utf-16" names UTF-16LE.
func Lookup(label string) (*Charset, error) {
	l := pct.Lower(strings.Trim(label, "\t\n\f\r "))
	if c, ok := byLabel.Get()[l]; ok {
		return c, nil
	}
	return nil, &LabelError{Label: label, Suggestions: suggest(l)}
}

// A LabelError says that a label names no charset.
type LabelError struct {
	Label       string   // the label as it was passed
	Suggestions []string // labels that may be meant, the likeliest first; at most three
}

// Error names the unknown label and, where there is one, the label that is
// nearly the same.
func (e *LabelError) Error() string {
	s := "charset: unknown label " + excerpt.Quoted(e.Label, excerpt.InMessage)
	for i, l := range e.Suggestions {
		if i == 0 {
			s += ", did you mean "
		} else {
			s += " or "
		}
		s += fmt.Sprintf("%q", l)
	}
	if len(e.Suggestions) > 0 {
		s += "?"
	}
	return s
}

// otherNames are labels in wide use that the Encoding Standard does not have, and
// that suggest would not find.
var otherNames = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"cp932":        "shift_jis",
		"cp936":        "gbk",
		"cp949":        "windows-949",
		"cp950":        "big5",
		"cp51932":      "euc-jp",
		"cp65001":      "utf-8",
		"ms936":        "gbk",
		"ms949":        "windows-949",
		"ms950":        "big5",
		"ujis":         "euc-jp",
		"jis":          "iso-2022-jp",
		"uhc":          "windows-949",
		"euccn":        "gb2312",
		"tis620":       "tis-620",
		"hkscs":        "big5-hkscs",
		"ansi":         "windows-1252",
		"macroman":     "x-mac-roman",
		"maccyrillic":  "x-mac-cyrillic",
		"utf16":        "utf-16",
		"windows31j":   "windows-31j",
		"win31j":       "windows-31j",
		"iso8859":      "iso-8859-1",
		"utf8mb3":      "utf-8",
		"utf8mb4":      "utf-8",
		"utf8sig":      "utf-8",
		"sjiswin":      "shift_jis",
		"eucjpwin":     "euc-jp",
		"latin7":       "iso-8859-13",
		"latin8":       "iso-8859-14",
		"latin9":       "iso-8859-15",
		"latin10":      "iso-8859-16",
		"unicode11utf": "unicode-1-1-utf-8",
	}
}}

// suggest returns up to three labels near l: first those that differ only in
// punctuation, then those a few edits away.
func suggest(l string) []string {
	if len(l) > 64 {
		return nil
	}
	key := alnum(l)
	if other, ok := otherNames.Get()[key]; ok {
		return []string{other}
	}
	type near struct {
		label string
		cost  int
	}
	var found []near
	limit := 1 + len(key)/5
	for _, c := range all {
		best := near{cost: limit + 1}
		for _, label := range c.labels {
			if cost := pct.Distance(key, alnum(label)); cost < best.cost ||
				cost == best.cost && label == pct.Lower(c.name) {
				best = near{label, cost}
			}
		}
		if best.cost <= limit {
			found = append(found, best)
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].cost < found[j].cost })
	var out []string
	for _, n := range found {
		if n.cost == found[0].cost && len(out) < 3 {
			out = append(out, n.label)
		}
	}
	return out
}

func alnum(s string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// SniffBOM returns the charset that the byte order mark at the start of b
// announces and the length of the mark, or nil and 0. No decoder of this
// package removes a byte order mark: for "decode" or "UTF-8 decode" of the
// Encoding Standard (section 6), skip it first.
func SniffBOM(b []byte) (c *Charset, n int) {
	switch {
	case len(b) >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF:
		return UTF8, 3
	case len(b) >= 2 && b[0] == 0xFE && b[1] == 0xFF:
		return UTF16BE, 2
	case len(b) >= 2 && b[0] == 0xFF && b[1] == 0xFE:
		return UTF16LE, 2
	}
	return nil, 0
}
