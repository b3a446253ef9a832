package compare

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/internal/text"
)

// Signed looks for the text that was signed by a signer who made a single mistake.
// right is the text that should have been signed, of a format that is signed, and
// accepts reports whether the signature is that of a text. Signed returns what was
// signed, and the comparison of right with it, in which all mistakes are in what was
// signed. c is nil if no single mistake that can be guessed explains the signature, or
// if right is longer than 128 KiB.
//
// It calls accepts once for each possible text: some hundreds of times for a request
// with ten parameters.
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
// is how the key of the signature holds the secret: percent.OAuth1.Encode, or nil for
// unencoded. accepts reports whether the signature was made with a text in place of
// the secret; it is called a dozen times. The mistake, nil if none can be guessed, is
// on the side of the signer, and contains nothing of the secret.
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
			return &Mistake{ID: w.id, Side: Second}
		}
	}
	return nil
}

// encoders show what wrong encoders of all kinds do: the characters that they leave
// alone, and escapes of those that they need not escape.
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

// formChanges is changes with that of an encoder for forms, which makes several
// mistakes at once.
func formChanges(right, wrong, delimiters string) []change {
	list := changes(right, wrong, delimiters)
	form := change{id: FormEncoding, make: func(s string) string { return percent.Form.Encode(text.Decode(s)) }, encoder: true}
	if form.make(right) != right {
		list = append(list, form)
	}
	return list
}
