// Package words holds what the String and Lookup functions of enumerations share.
package words

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
)

// Unknown is what String returns for a value that is none of the enumeration.
const Unknown = "unknown"

// Of returns the word for i, or Unknown if there is none.
//
//go:noinline
func Of[T ~uint8](list []string, i T) string {
	if int(i) < len(list) {
		return list[i]
	}
	return Unknown
}

// Lookup returns the value with that word; "" is not a word, even where a value is
// written as nothing. The error for an unknown word begins with the name of the
// package and lists the words.
func Lookup[T ~uint8](pkg, kind string, list []string, word string) (T, error) {
	if i := slices.Index(list, word); i >= 0 && word != "" {
		return T(i), nil
	}
	if list[0] == "" {
		list = list[1:]
	}
	return 0, pct.Format(pkg).Unknown(kind, word, list)
}

// An Enumeration is a type whose values from 0 on have words.
type Enumeration interface {
	~uint8
	fmt.Stringer
}

// All returns the words of an enumeration, which are those of its String. The first is
// Unknown where the constants begin with 1.
func All[T Enumeration]() []string {
	var list []string
	for i := range 256 {
		word := T(i).String()
		if word == Unknown && i > 0 {
			break
		}
		list = append(list, word)
	}
	return list
}

// Value returns the value whose String is word, or false if there is none; "" is not a
// word. Front ends read their choices with it, so that a word is written down once.
func Value[T Enumeration](word string) (T, bool) {
	for i := range 256 {
		switch its := T(i).String(); {
		case its == Unknown && i > 0:
			return 0, false
		case its == word && word != "":
			return T(i), true
		}
	}
	return 0, false
}

// Nearest returns the one of names that a slip of the hand turns into name, or
// "". Case is such a slip.
func Nearest(name string, names []string) string {
	best, distance := "", 1+min(len(name), 12)/4
	if len(name) > 64 {
		return ""
	}
	for _, n := range names {
		if strings.EqualFold(name, n) {
			return n
		}
		if d := pct.Distance(name, n); d <= distance && d < max(len(name), len(n)) {
			if best == "" || d < distance {
				best, distance = n, d
			}
		} else if best == "" && len(name) >= 2 && strings.HasPrefix(n, name) {
			best = n
		}
	}
	return best
}

// DidYouMean returns a hint with the question in front whether near was meant, or
// the hint alone if near is "".
func DidYouMean(near, hint string) string {
	if near == "" {
		return hint
	}
	return "did you mean " + near + "? " + hint
}
