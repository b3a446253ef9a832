// Package fragment reads and writes fragments of URLs that have a syntax of
// their own: JSON Pointers (RFC 6901 section 6, April 2013), text directives
// (URL Fragment Text Directives, the report of the Web Platform Incubator
// Community Group of 2026) and media fragments (Media Fragments URI 1.0,
// September 2012).
//
//	fragment.ParseJSONPointer("/a~1b/c%25d") // ["a/b" "c%d"], nil
//	fragment.BuildTextDirectives(fragment.TextDirective{Start: "a-b,c&d"}) // ":~:text=a%2Db%2Cc%26d", nil
//
// A fragment is without its '#'. All of them are split first and decoded then,
// and '+' is itself in all of them. [Indicated] is for fragments that have none
// of these and name an element of an HTML document.
package fragment

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/scan"
)

// The encodings of the three.
var (
	// JSONPointerEncoding keeps what a fragment holds (RFC 3986 section 3.5).
	JSONPointerEncoding = percent.Fragment
	// TextEncoding keeps TextDirectiveExplicitChar without the bytes that a URL
	// does not hold: letters, digits and ! $ ' ( ) * + . / : ; = ? @ _ ~
	TextEncoding = percent.New(percent.FragmentSet.Remove("&-,"))
	// MediaEncoding keeps what a fragment holds, without '&' and '='.
	MediaEncoding = percent.New(percent.FragmentSet.Remove("&="))
)

// A Reason says what is wrong with a fragment, or with what is to become one.
type Reason string

// The reasons of a SyntaxError.
const (
	InvalidEscape    Reason = "invalid escape"    // a '%' without two hexadecimal digits
	InvalidByte      Reason = "invalid byte"      // one that must be escaped
	InvalidUTF8      Reason = "invalid UTF-8"     // in decoded octets, or in text to be written
	MissingSlash     Reason = "missing slash"     // at the beginning of a JSON Pointer
	InvalidTilde     Reason = "invalid tilde"     // without 0 or 1 behind it
	InvalidDirective Reason = "invalid directive" // too many parts, none, an empty one, or one with a '-'
)

// A SyntaxError tells where and why a fragment is refused. For text that is to
// be written the offset is in that text.
type SyntaxError struct {
	Offset int64  // index, in bytes from 0, of the first offending byte in what was passed
	Bytes  string // the offending bytes; "" at the end
	Reason Reason // what is wrong with them
}

// Error returns a text such as
//
//	fragment: invalid escape "%zz" at byte 17
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("fragment: %s %q at byte %d", e.Reason, e.Bytes, e.Offset)
}

func fromCodec(err error, offset int) *SyntaxError {
	var e *percent.SyntaxError
	errors.As(err, &e)
	reason := InvalidEscape
	switch e.Reason {
	case percent.RawByte:
		reason = InvalidByte
	case percent.InvalidUTF8:
		reason = InvalidUTF8
	}
	return &SyntaxError{Offset: e.Offset + int64(offset), Bytes: e.Bytes, Reason: reason}
}

func checkUTF8(s string) error {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return &SyntaxError{Offset: int64(i), Bytes: s[i : i+1], Reason: InvalidUTF8}
			}
		}
	}
	return nil
}

var pointerReader = percent.Fragment.
	WithRaw(percent.FragmentSet.Union(percent.ASCII.Complement())).
	WithInvalidUTF8(percent.InvalidUTF8Refused)

// ParseJSONPointer returns the reference tokens of a JSON Pointer in a fragment:
// percent-decoded, then ~1 and ~0 undone. The empty fragment has none and
// stands for the whole document. The error is a *SyntaxError.
func ParseJSONPointer(fragment string) ([]string, error) {
	if fragment == "" {
		return nil, nil
	}
	// A slash and a tilde count even as escapes: the pointer is decoded as a
	// whole before it is read.
	pointer, err := pointerReader.Decode(fragment)
	if err != nil {
		return nil, fromCodec(err, 0)
	}
	if pointer[0] != '/' {
		return nil, &SyntaxError{Bytes: fragment[:1], Reason: MissingSlash}
	}
	for i := range len(pointer) {
		if pointer[i] == '~' && (i+1 == len(pointer) || pointer[i+1] != '0' && pointer[i+1] != '1') {
			at := 0
			for range i {
				at += unit(fragment[at:])
			}
			return nil, &SyntaxError{Offset: int64(at), Bytes: fragment[at : at+unit(fragment[at:])], Reason: InvalidTilde}
		}
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, token := range tokens {
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
	}
	return tokens, nil
}

// unit returns the length of the escape or byte at the front of s.
func unit(s string) int {
	if s[0] == '%' {
		return 3
	}
	return 1
}

// BuildJSONPointer returns a fragment for reference tokens. The error, a
// *SyntaxError, is for a token that is not UTF-8.
func BuildJSONPointer(tokens ...string) (string, error) {
	var b []byte
	for _, token := range tokens {
		if err := checkUTF8(token); err != nil {
			return "", err
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
// becomes U+FFFD, and directives other than text are passed over. The error, a
// *SyntaxError, is for the first one that browsers ignore for its syntax, such as
// one with an empty part or with a '-' that is neither escaped nor next to the
// comma of a prefix or suffix ("parse a text directive"); the others come with it.
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
		n := scan.Until(fragment[i:], '&')
		if value, ok := strings.CutPrefix(fragment[i:i+n], "text="); ok {
			if d, ok := parseText(value); ok {
				list = append(list, d)
			} else if err == nil {
				err = &SyntaxError{Offset: int64(i + len("text=")), Bytes: value, Reason: InvalidDirective}
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

func decodeText(s string) string {
	text, _ := textReader.Decode(s)
	return text
}

// BuildTextDirectives returns directives as a fragment, with the delimiter :~:
// in front. The error, a *SyntaxError, is for a directive without a Start and
// for text that is not UTF-8.
func BuildTextDirectives(list ...TextDirective) (string, error) {
	b := []byte(directives)
	for i, d := range list {
		if d.Start == "" {
			return "", &SyntaxError{Reason: InvalidDirective}
		}
		for _, s := range []string{d.Prefix, d.Start, d.End, d.Suffix} {
			if err := checkUTF8(s); err != nil {
				return "", err
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

// ParseMedia returns the pairs of a media fragment, each decoded, in their
// order. A pair that cannot be read, for a malformed escape, for what is not
// UTF-8, or for want of a name or of '=', is left out and reported.
func ParseMedia(fragment string) ([]MediaPair, []*SyntaxError) {
	var list []MediaPair
	var errs []*SyntaxError
	for i := 0; i <= len(fragment); {
		n := scan.Until(fragment[i:], '&')
		part := fragment[i : i+n]
		name, value, ok := strings.Cut(part, "=")
		var pair MediaPair
		switch {
		case part == "":
		case !ok || name == "":
			errs = append(errs, &SyntaxError{Offset: int64(i), Bytes: part, Reason: InvalidDirective})
		default:
			var err, err2 error
			pair.Name, err = mediaReader.Decode(name)
			pair.Value, err2 = mediaReader.Decode(value)
			switch {
			case err != nil:
				errs = append(errs, fromCodec(err, i))
			case err2 != nil:
				errs = append(errs, fromCodec(err2, i+len(name)+1))
			default:
				list = append(list, pair)
			}
		}
		i += n + 1
	}
	return list, errs
}

// BuildMedia returns pairs as a fragment. The error, a *SyntaxError, is for a
// pair without a name and for what is not UTF-8.
func BuildMedia(pairs ...MediaPair) (string, error) {
	var b []byte
	for i, p := range pairs {
		if p.Name == "" {
			return "", &SyntaxError{Reason: InvalidDirective}
		}
		for _, s := range []string{p.Name, p.Value} {
			if err := checkUTF8(s); err != nil {
				return "", err
			}
		}
		if i > 0 {
			b = append(b, '&')
		}
		b = append(MediaEncoding.AppendEncode(b, []byte(p.Name)), '=')
		b = MediaEncoding.AppendEncode(b, []byte(p.Value))
	}
	return string(b), nil
}
