package results

import (
	"fmt"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect/sets"
)

// Set is a set of octets. `percent schema set` describes it.
type Set struct {
	Input  string   `json:"input"`
	Count  int      `json:"count"`
	Set    string   `json:"set"`
	Octets []string `json:"octets"`
}

// NewSet returns the view of s, which an expression stands for.
func NewSet(expression string, s percent.ByteSet) Set {
	return Set{expression, s.Len(), s.String(), Octets(s)}
}

// Octets returns the octets of s in hexadecimal digits.
func Octets(s percent.ByteSet) []string {
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
