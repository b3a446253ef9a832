package compare

import (
	"slices"
	"strings"

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

// SignedSecret looks for the single mistake that a signer made with a secret. encode
// is how the secret is written in the key of the signature: percent.OAuth1.Encode,
// or nil for as it is. accepts reports whether the signature was made with a text in
// its place; it is called a dozen times. The mistake, nil if there is none that can be
// guessed, is on the side of the signer, and holds nothing of the secret.
func SignedSecret(secret string, encode func(string) string, accepts func(text string) bool) *Mistake {
	encoded := encode
	if encode == nil {
		encoded = func(s string) string { return s }
	}
	right := encoded(secret)
	ways := []struct{ id, text string }{
		{LineEnd, encoded(secret + "\n")},
		{LineEnd, encoded(secret + "\r\n")},
		{LineEnd, right + "\n"},
		{WhitespaceTrimmed, encoded(strings.TrimSpace(secret))},
		{PlusAsSpace, encoded(strings.ReplaceAll(secret, "+", " "))},
	}
	if encode == nil {
		ways = append(ways, []struct{ id, text string }{
			{ReservedEscaped, percent.RFC3986.Encode(secret)},
			{FormEncoding, percent.Form.Encode(secret)},
		}...)
	} else {
		ways = append(ways, []struct{ id, text string }{
			{MissingEncoding, secret},
			{DoubleEncoding, encoded(right)},
			{ReservedUnescaped, percent.New(percent.Unreserved.Add("!'()*")).Encode(secret)},
			{SpaceAsPlus, strings.ReplaceAll(right, "%20", "+")},
			{FormEncoding, percent.Form.Encode(secret)},
			{HexCase, percent.OAuth1.WithHex(percent.HexLower).Encode(secret)},
		}...)
	}
	for _, w := range ways {
		if w.text != right && accepts(w.text) {
			return &Mistake{ID: w.id, Side: Second, apply: func(s string) (string, bool) { return s, false }}
		}
	}
	return nil
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
