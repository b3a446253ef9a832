// Package fragment reads and writes fragments of URLs that have a syntax of
// their own: JSON Pointers (RFC 6901 section 6, April 2013), text directives
// (URL Fragment Text Directives, the report of the Web Platform Incubator
// Community Group of 2026) and media fragments (Media Fragments URI 1.0,
// September 2012).
//
//	fragment.ParseJSONPointer("/a~1b/c%25d") // ["a/b" "c%d"], nil
//	fragment.BuildTextDirectives(fragment.TextDirective{Start: "a-b,c&d"}) // ":~:text=a%2Db%2Cc%26d", nil
//
// A fragment is without its '#'. A JSON Pointer is decoded before it is split, the
// others are split first; '+' is itself in all of them. [Indicated] is for fragments
// that name an element of an HTML document.
//
// The API of this package may still change.
package fragment

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// JSONPointerEncoding keeps what a fragment holds (RFC 3986 section 3.5). Its
// decoder refuses what is not UTF-8: a pointer is text (RFC 6901 section 6).
var JSONPointerEncoding = percent.Fragment.WithInvalidUTF8(percent.InvalidUTF8Refused)

// TextEncoding keeps TextDirectiveExplicitChar without the bytes that a URL
// does not hold: letters, digits and ! $ ' ( ) * + . / : ; = ? @ _ ~
var TextEncoding = percent.New(percent.FragmentSet.Remove("&-,"))

// mediaEncoding keeps what a fragment holds, without '&' and '='.
var mediaEncoding = percent.New(percent.FragmentSet.Remove("&="))

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape,
// percent.InvalidByte and percent.InvalidUTF8.
const (
	MissingSlash     percent.Reason = "missing slash" // at the beginning of a JSON Pointer
	InvalidTilde     percent.Reason = "invalid tilde" // without 0 or 1 after it
	TooManyPairs     percent.Reason = "more than 65536 pairs"
	InvalidDirective percent.Reason = "invalid directive" // too many parts or none, an empty part, or one with a '-'
)

const syntax pct.Format = "fragment"

var pointerReader = JSONPointerEncoding.WithRaw(percent.FragmentSet.Union(percent.ASCII.Complement()))

// ParseJSONPointer returns the reference tokens of a JSON Pointer in a fragment:
// percent-decoded, then ~1 and ~0 undone. The empty fragment has none and
// stands for the whole document. The error is a *percent.SyntaxError.
func ParseJSONPointer(fragment string) ([]string, error) {
	if fragment == "" {
		return nil, nil
	}
	// An escaped slash or tilde counts like a raw one.
	pointer, err := syntax.Decode(pointerReader, fragment, 0, len(fragment))
	if err != nil {
		return nil, err
	}
	if pointer[0] != '/' {
		return nil, syntax.Error(fragment, 0, 1, MissingSlash)
	}
	for i := range len(pointer) {
		if pointer[i] == '~' && (i+1 == len(pointer) || pointer[i+1] != '0' && pointer[i+1] != '1') {
			at := pct.Index(fragment, 0, i)
			return nil, syntax.Error(fragment, at, pct.Unit(fragment, at), InvalidTilde)
		}
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, token := range tokens {
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
	}
	return tokens, nil
}

// BuildJSONPointer returns a fragment for reference tokens. The error, a
// *percent.SyntaxError, reports a token that is not UTF-8.
func BuildJSONPointer(tokens ...string) (string, error) {
	var b []byte
	for i, token := range tokens {
		if err := syntax.UTF8(token); err != nil {
			return "", pct.In(pct.Nth(i)+" token", err)
		}
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
		b = JSONPointerEncoding.AppendEncode(append(b, '/'), []byte(token))
	}
	return string(b), nil
}

// A TextDirective says which text to scroll to: Start, or everything from Start
// to End, between Prefix and Suffix. All but Start may be empty.
type TextDirective struct {
	Prefix, Start, End, Suffix string
}

const directives = ":~:"

// ParseTextDirectives returns the fragment without its directives and the text
// directives in it. As in browsers, malformed escapes stay and what is not UTF-8
// becomes U+FFFD, and directives other than text are ignored. The error, a
// *percent.SyntaxError, reports the first one whose syntax makes browsers ignore it,
// such as one with an empty part or with a '-' that is neither escaped nor next to
// the comma of a prefix or suffix ("parse a text directive"); the others are
// returned all the same.
//
// Spec divergence (mistakes in the grammar and in an example): PercentEncodedByte
// of the specification takes any two letters or digits for an escape; here they
// have to be hexadecimal digits. The example in Arabic shows a word with a vowel
// sign, U+0650, and its encoding without; here it stays.
func ParseTextDirectives(fragment string) (rest string, list []TextDirective, err error) {
	i := strings.Index(fragment, directives)
	if i < 0 {
		return fragment, nil, nil
	}
	rest = fragment[:i]
	for i += len(directives); i <= len(fragment); {
		n := pct.Until(fragment[i:], '&')
		if value, ok := strings.CutPrefix(fragment[i:i+n], "text="); ok {
			if d, ok := parseText(value); ok {
				list = append(list, d)
			} else if err == nil {
				err = syntax.Error(fragment, i+len("text="), i+n, InvalidDirective)
			}
		}
		i += n + 1
	}
	return rest, list, err
}

func parseText(value string) (d TextDirective, ok bool) {
	parts := strings.Split(value, ",")
	if s, ok := strings.CutSuffix(parts[0], "-"); ok {
		if !textPart(s) {
			return d, false
		}
		d.Prefix = decodeText(s)
		parts = parts[1:]
	}
	if len(parts) > 0 {
		if s, ok := strings.CutPrefix(parts[len(parts)-1], "-"); ok {
			if !textPart(s) {
				return d, false
			}
			d.Suffix = decodeText(s)
			parts = parts[:len(parts)-1]
		}
	}
	if len(parts) < 1 || len(parts) > 2 || slices.ContainsFunc(parts, func(s string) bool { return !textPart(s) }) {
		return d, false
	}
	d.Start = decodeText(parts[0])
	if len(parts) == 2 {
		d.End = decodeText(parts[1])
	}
	return d, true
}

// textPart reports whether s is one of the four parts of a text directive.
func textPart(s string) bool { return s != "" && !strings.Contains(s, "-") }

var textReader = percent.RFC3986.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Replaced)

//go:noinline
func decodeText(s string) string {
	text, _ := textReader.Decode(s)
	return text
}

// BuildTextDirectives returns directives as a fragment, with the delimiter :~:
// in front. The error, a *percent.SyntaxError, reports a directive without a Start
// and text that is not UTF-8.
func BuildTextDirectives(list ...TextDirective) (string, error) {
	b := []byte(directives)
	for i, d := range list {
		if d.Start == "" {
			return "", syntax.Missing(pct.Nth(i)+" directive, Start", InvalidDirective)
		}
		for j, s := range [...]string{d.Prefix, d.Start, d.End, d.Suffix} {
			if err := syntax.UTF8(s); err != nil {
				return "", pct.In(pct.Nth(i)+" directive, "+[...]string{"Prefix", "Start", "End", "Suffix"}[j], err)
			}
		}
		if i > 0 {
			b = append(b, '&')
		}
		b = append(b, "text="...)
		if d.Prefix != "" {
			b = append(TextEncoding.AppendEncode(b, []byte(d.Prefix)), "-,"...)
		}
		b = TextEncoding.AppendEncode(b, []byte(d.Start))
		if d.End != "" {
			b = TextEncoding.AppendEncode(append(b, ','), []byte(d.End))
		}
		if d.Suffix != "" {
			b = TextEncoding.AppendEncode(append(b, ",-"...), []byte(d.Suffix))
		}
	}
	return string(b), nil
}

// A MediaPair is a name with its value in a media fragment.
type MediaPair struct {
	Name, Value string
}

var mediaReader = percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Refused)

// maxMediaPairs is how many pairs, malformed ones included, ParseMedia reads.
const maxMediaPairs = 1 << 16

// ParseMedia returns the pairs of a media fragment, each decoded, in their
// order. A pair with a malformed escape or invalid UTF-8, without a name or without
// '=', is left out and reported as a *percent.SyntaxError. Where there are more than
// 65,536 pairs, the last error has the reason TooManyPairs, and what is from its offset
// on was not read.
func ParseMedia(fragment string) ([]MediaPair, []error) {
	var list []MediaPair
	var errs []error
	for i := 0; i <= len(fragment); {
		n := pct.Until(fragment[i:], '&')
		part := fragment[i : i+n]
		name, _, ok := strings.Cut(part, "=")
		var pair MediaPair
		switch {
		case part == "":
		case len(list)+len(errs) == maxMediaPairs:
			return list, append(errs, syntax.Error(fragment, i, i+n, TooManyPairs))
		case !ok || name == "":
			errs = append(errs, syntax.Error(fragment, i, i+n, InvalidDirective))
		default:
			var err, err2 error
			equals := i + len(name)
			pair.Name, err = syntax.Decode(mediaReader, fragment, i, equals)
			pair.Value, err2 = syntax.Decode(mediaReader, fragment, equals+1, i+n)
			switch {
			case err != nil:
				errs = append(errs, err)
			case err2 != nil:
				errs = append(errs, err2)
			default:
				list = append(list, pair)
			}
		}
		i += n + 1
	}
	return list, errs
}

// BuildMedia returns pairs as a fragment. The error, a *percent.SyntaxError, reports a
// pair without a name and text that is not UTF-8.
func BuildMedia(pairs ...MediaPair) (string, error) {
	var b []byte
	for i, p := range pairs {
		if p.Name == "" {
			return "", syntax.Missing(pct.Nth(i)+" pair, name", InvalidDirective)
		}
		for _, s := range [...]string{p.Name, p.Value} {
			if err := syntax.UTF8(s); err != nil {
				return "", pct.In(pct.Nth(i)+" pair", err)
			}
		}
		if i > 0 {
			b = append(b, '&')
		}
		b = append(mediaEncoding.AppendEncode(b, []byte(p.Name)), '=')
		b = mediaEncoding.AppendEncode(b, []byte(p.Value))
	}
	return string(b), nil
}
