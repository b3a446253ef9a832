package compare

import (
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/internal/text"
)

// Signed looks for the text that a signer signed who made a single mistake. right
// is the text that should have been signed, of a format that is signed, and
// accepts reports whether the signature is that of a text. It returns what was
// signed, and the comparison of right with it, whose mistakes are all in what was
// signed; nil if no single mistake that can be guessed explains the signature, or
// if right is longer than 128 KiB.
//
// accepts is called once for each text that comes into question: some hundreds of
// times for a request with ten parameters.
func Signed(right string, f Format, accepts func(text string) bool) (c *Comparison, signed string) {
	if len(right) > maxCompared {
		return nil, ""
	}
	seen := map[string]bool{right: true}
	for _, hint := range encoders {
		for _, m := range candidates(right, hint, f, true) {
			wrong, ok := m.apply(right)
			if !ok || seen[wrong] {
				continue
			}
			seen[wrong] = true
			if !accepts(wrong) {
				continue
			}
			c := Compare(right, wrong, f)
			c.Mistakes = slices.DeleteFunc(c.Mistakes, func(m Mistake) bool { return m.Side == First })
			if len(c.Mistakes) == 0 {
				m.Side = Second
				c.Mistakes = []Mistake{m}
			}
			return c, wrong
		}
	}
	return nil, ""
}

// encoders are what wrong encoders of all kinds write: what they leave alone as
// it is, and what they escape although they need not.
var encoders = []string{
	"",
	"!'()*",               // JavaScript's encodeURIComponent
	"*%7E",                // Java's URLEncoder
	"%7E",                 // PHP's rawurlencode before 5.3
	"*",                   //
	"!()*",                // .NET's WebUtility
	"/",                   // Python's quote
	"/%7E",                // and that of Python 2
	"!#$&'()*+,/:;=?@",    // JavaScript's encodeURI
	"*+@/",                // and its escape
	"!$&'()*+,;=:@/",      // a path of RFC 3986
	"!$&'()*+,;=:@/?[]",   // a query
	"%2D%2E%5F%7E",        // all punctuation
	",", ":", "@", "@:/,", // what templates and routers leave alone
}

// every returns the indices of all pairs.
func every(p pairs) []int {
	list := make([]int, len(p))
	for i := range list {
		list[i] = i
	}
	return list
}

// formChanges is changes with what an encoder for forms writes, which is several
// mistakes in one.
func formChanges(right, wrong, delimiters string) []change {
	list := changes(right, wrong, delimiters)
	form := change{id: FormEncoding, make: func(s string) string {
		decoded := text.Decode(s)
		return percent.Form.Encode(decoded)
	}, encoder: true}
	if form.make(right) != right {
		list = append(list, form)
	}
	return list
}
