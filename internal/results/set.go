package results

import (
	"fmt"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect/sets"
)

// A Set is the octets that an expression stands for.
type Set struct {
	Expression string
	percent.ByteSet
	Listed bool // the page has a line for each octet
	ABNF   bool // the page is a rule of ABNF
}

// JSON returns the octets.
func (s Set) JSON() any { return setJSON{s.Expression, s.Len(), s.String(), octetsOf(s.ByteSet)} }

// Page returns the set as a class in brackets, as ABNF, or its octets.
func (s Set) Page(Style) string {
	switch {
	case s.ABNF:
		return abnf(s.ByteSet) + "\n"
	case !s.Listed:
		return s.String() + "\n"
	}
	page := ""
	for _, o := range octetsOf(s.ByteSet) {
		page += o + "\n"
	}
	return page
}

// abnf returns the right side of a rule of ABNF: values and ranges of them, which are
// case-sensitive, unlike strings.
func abnf(s percent.ByteSet) string {
	var parts []string
	for from := 0; from < 256; from++ {
		if !s.Contains(byte(from)) {
			continue
		}
		to := from
		for to < 255 && s.Contains(byte(to+1)) {
			to++
		}
		part := fmt.Sprintf("%%x%02X", from)
		if to > from {
			part += fmt.Sprintf("-%02X", to)
		}
		parts = append(parts, part)
		from = to
	}
	return strings.Join(parts, " / ")
}

// A setJSON is a set of octets. `percent schema set` describes it.
type setJSON struct {
	Input  string   `json:"input"`
	Count  int      `json:"count"`
	Set    string   `json:"set"`
	Octets []string `json:"octets"`
}

// octetsOf returns the octets of s in hexadecimal digits.
func octetsOf(s percent.ByteSet) []string {
	list := []string{}
	for o := range s.All() {
		list = append(list, fmt.Sprintf("%02X", o))
	}
	return list
}

// Class is a set that has a name.
type Class struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Source  string   `json:"source"`
	Count   int      `json:"count"`
	Set     string   `json:"set"`
	Aliases []string `json:"aliases,omitempty"`
}

// Classes is a list of sets that have names.
type Classes []Class

// NewClasses returns all of them.
func NewClasses() Classes {
	var list Classes
	for c := range sets.Classes() {
		list = append(list, Class{c.Name, c.Title, c.Source, c.Set.Len(), c.Set.String(), c.Aliases})
	}
	return list
}
