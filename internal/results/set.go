package results

import (
	"fmt"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect/sets"
)

// A Set is the octets that an expression stands for.
type Set struct {
	Expression string
	percent.ByteSet
	Listed bool // the page has a line for each octet
}

// JSON returns the octets.
func (s Set) JSON() any { return setJSON{s.Expression, s.Len(), s.String(), octetsOf(s.ByteSet)} }

// Page returns the set as a class in brackets, or its octets.
func (s Set) Page(Style) string {
	if !s.Listed {
		return s.String() + "\n"
	}
	page := ""
	for _, o := range octetsOf(s.ByteSet) {
		page += o + "\n"
	}
	return page
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
