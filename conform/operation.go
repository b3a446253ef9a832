package conform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/rule"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// An Operation is the operation that a program is tested on.
type Operation uint8

// The operations. Encode and Decode need a dialect and work on text. The inputs of all
// others are JSON, and so are the answers of some: see ValueAnswers.
const (
	Encode     Operation = iota // text to encoded text
	Decode                      // encoded text to text
	FormEncode                  // pairs to application/x-www-form-urlencoded
	FormDecode                  // application/x-www-form-urlencoded to pairs
	URL                         // the URL parser of the URL Standard
	URI                         // the parser and the resolution of RFC 3986
	Template                    // the expansion of URI Templates, RFC 6570
	OAuth1                      // the signature base string of RFC 5849
	SigV4                       // the canonical request of AWS Signature Version 4
)

var operationNames = []string{"encode", "decode", "form-encode", "form-decode", "url", "uri", "template", "oauth1", "sigv4"}

// String returns the name of the operation, such as "form-decode".
func (o Operation) String() string { return words.Of(operationNames, o) }

// Values reports whether inputs are JSON rather than text.
func (o Operation) Values() bool { return o > Decode }

// ValueAnswers reports whether answers are JSON rather than text.
func (o Operation) ValueAnswers() bool { return o == FormDecode || o == URL || o == URI }

// A Want is the answer of a conforming program to an input.
type Want struct {
	// Output is the answer, JSON for an operation with ValueAnswers.
	Output string
	// Refusal is the reason why the input must be refused, or "".
	Refusal string
}

// Refused reports whether the input must be refused.
func (w Want) Refused() bool { return w.Refusal != "" }

// String returns the wanted answer in quotation marks, or the wanted error.
func (w Want) String() string {
	if w.Refused() {
		return "an error: " + w.Refusal
	}
	return fmt.Sprintf("%q", w.Output)
}

// Quote returns text of the suite as a Go string literal. If the units of the suite are
// those of UTF-16, lone surrogates are written as \uD83D and the like.
func (s *Suite) Quote(text string) string { return quote(text, s.Options.Units) }

func quote(text string, units dialect.Units) string {
	if units != dialect.UnitsUTF16 || unitsOf(text) != dialect.UnitsUTF16 {
		return strconv.Quote(text)
	}
	var b strings.Builder
	b.WriteByte('"')
	for text != "" {
		r, n, _ := wtf8.Decode(text)
		if wtf8.IsSurrogate(r) {
			fmt.Fprintf(&b, `\u%04X`, r)
		} else {
			q := strconv.Quote(text[:n])
			b.WriteString(q[1 : len(q)-1])
		}
		text = text[n:]
	}
	b.WriteByte('"')
	return b.String()
}

// wanted turns the result of one of our own coders into a Want.
func wanted(out []byte, err error) Want {
	if err == nil {
		return Want{Output: string(out)}
	}
	return Want{Refusal: refusal(err)}
}

// refusal returns the reason of an error from one of our own coders.
func refusal(err error) string {
	if syntax, ok := err.(*percent.SyntaxError); ok && syntax.Reason != "" {
		return string(syntax.Reason)
	}
	return err.Error()
}

// coder returns the function of d for an operation of programs that take the units.
func coder(o Operation, d *dialect.Dialect, units dialect.Units) func(dst, src []byte) ([]byte, error) {
	switch {
	case o == Encode:
		return d.AppendEncode
	case decodesToText(d, units):
		return ruleOf(o, d, units).AppendDecode
	}
	return d.AppendDecode
}

// toText lists the dialects whose specification decodes to text, with U+FFFD for
// invalid UTF-8, although the catalogue decodes to octets so that nothing is lost: the
// parser of the URL Standard, section 5.1, and "percent-decode a text directive term"
// of URL Fragment Text Directives. Both say "UTF-8 decode without BOM".
var toText = []string{"whatwg.form", "form.percent20", "text-fragment"}

// decodesToText reports whether a conforming program that takes the units answers
// with text although the catalogue decodes to octets.
func decodesToText(d *dialect.Dialect, units dialect.Units) bool {
	return units != dialect.UnitsBytes && slices.Contains(toText, d.ID)
}

// ruleOf returns the rule that coder follows.
func ruleOf(o Operation, d *dialect.Dialect, units dialect.Units) *rule.Rule {
	r := rule.Of(d.ID)
	if o == Encode || !decodesToText(d, units) {
		return r
	}
	decode := r.DecodeOf()
	decode.UTF8, decode.Raw = rule.UTF8Replaced, rule.RawLoneReplaced
	encode := r.EncodeOf()
	return &rule.Rule{Encode: &encode, Decode: &decode}
}
