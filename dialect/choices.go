package dialect

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/rule"
)

// A Choice is one decision that a dialect makes.
type Choice struct {
	// Key is the question that is decided.
	Key Key
	// Value is the answer, worded to follow the text of Key: "is an error".
	Value string
	// Beyond is true if package percent does not offer the choice.
	Beyond bool
}

// String returns the choice as a clause: "lone surrogate is an error".
func (c Choice) String() string { return c.Key.String() + " " + c.Value }

// A Key names the subject of a choice, such as "lone surrogate".
type Key uint8

// The keys of the choices. None of them is zero.
const (
	KeyKept Key = iota + 1
	KeySpace
	KeyHex
	KeyEscapes
	KeyMalformed
	KeyPlus
	KeyRaw
	KeyUTF8
	KeyPreserved
	KeyNUL
	KeyBOM
	KeyRemoved
	KeyNewlines
	KeyForm
	KeyDot
	KeySegments
	KeyColon
	KeyEmpty
	KeyStray
	KeySurrogates
	KeyInvalid
	KeyNonchars
	KeyPoints
	KeyBeyond
	KeyRewritten
	KeyRefused
	KeyCharset
	KeyBanned
	KeyTrimmed
	KeyTrailing
	KeySqueezed
	KeyQuoted
	KeyBrackets
	KeyParts
	KeyDoubled
	KeyPlusKept
	KeyDecRemoved
	KeyDigits
	KeyUnicode
	KeyTruncated
	KeyUpper
	KeyForbidden
	KeyStable
	KeyRawText
	KeyLax
	KeyDecNUL
	KeyEnds
	KeyPlusQuery
	KeyBlank
	KeyDecBOM
	KeyLines
	KeyShown
	KeyDecoded
	KeyFirst
	KeyOrigin
	KeyInQuery
	KeyInFragment
	KeyEmptyQuery
	KeyOutside
	KeyDirection
)

var keyNames = [...]string{
	KeyKept:       "kept set",
	KeySpace:      "space",
	KeyHex:        "hexadecimal digits",
	KeyEscapes:    "existing escapes",
	KeyMalformed:  "malformed escape",
	KeyPlus:       "'+'",
	KeyRaw:        "unescaped bytes",
	KeyUTF8:       "decoded invalid UTF-8",
	KeyPreserved:  "preserved escapes",
	KeyNUL:        "NUL",
	KeyBOM:        "byte order mark",
	KeyRemoved:    "removed characters",
	KeyNewlines:   "line breaks",
	KeyForm:       "normalization",
	KeyDot:        "text of full stops",
	KeySegments:   "path segments",
	KeyColon:      "colon in the first segment",
	KeyEmpty:      "empty text",
	KeyStray:      "stray '%'",
	KeySurrogates: "lone surrogate",
	KeyInvalid:    "invalid UTF-8",
	KeyNonchars:   "noncharacters",
	KeyPoints:     "kept characters beyond ASCII",
	KeyBeyond:     "characters beyond ASCII",
	KeyRewritten:  "rewritten characters",
	KeyRefused:    "refused characters",
	KeyCharset:    "charset",
	KeyBanned:     "characters refused anywhere",
	KeyTrimmed:    "characters dropped from both ends",
	KeyTrailing:   "characters dropped from the end",
	KeySqueezed:   "characters whose runs become a space",
	KeyBrackets:   "%5B and %5D",
	KeyParts:      "escapes judged apart from",
	KeyQuoted:     "quotation mark at the beginning",
	KeyDoubled:    "%%",
	KeyPlusKept:   "'+' in a text that is left as it is",
	KeyDecRemoved: "characters dropped before decoding",
	KeyDigits:     "digits of an escape",
	KeyUnicode:    "%uHHHH",
	KeyTruncated:  "truncated escape",
	KeyUpper:      "case of preserved escapes",
	KeyForbidden:  "forbidden escapes",
	KeyStable:     "decoding",
	KeyRawText:    "unescaped text",
	KeyLax:        "octets accepted as UTF-8",
	KeyDecNUL:     "decoded NUL",
	KeyEnds:       "characters that end the text",
	KeyPlusQuery:  "'+' in a query",
	KeyBlank:      "escapes that become a space",
	KeyDecBOM:     "decoded byte order mark",
	KeyLines:      "decoded line breaks",
	KeyShown:      "decoded escapes",
	KeyDecoded:    "decoded characters that XML does not allow",
	KeyFirst:      "characters of which the first stays",
	KeyOrigin:     "what stands before the path in a text with \"://\"",
	KeyInQuery:    "kept set after '?'",
	KeyInFragment: "kept set after '#'",
	KeyEmptyQuery: "'?' before '#'",
	KeyOutside:    "refused characters beyond ASCII",
	KeyDirection:  "operations",
}

// String returns the name, or "" for the zero value.
func (k Key) String() string { return keyNames[k] }

// Choices returns the choices of the dialect: those of package percent, and any
// that go beyond them, in the order in which they are applied.
func (d *Dialect) Choices() []Choice {
	e := d.Base()
	var list []Choice
	add := func(key Key, value string) { list = append(list, Choice{Key: key, Value: value}) }
	beyond := func(key Key, value string) { list = append(list, Choice{Key: key, Value: value, Beyond: true}) }
	enc, dec := d.rule.Encode, d.rule.Decode
	if dec == nil {
		dec = &rule.Decode{}
	}
	if d.Encodes() {
		add(KeyKept, e.Kept().String())
		if e.Space() == percent.SpacePlus {
			add(KeySpace, "is written as '+'")
		} else if e.Kept().Contains(' ') {
			add(KeySpace, "is kept")
		} else {
			add(KeySpace, "is written as %20")
		}
		if e.Hex() == percent.HexLower {
			add(KeyHex, "are written in lower case")
		} else {
			add(KeyHex, "are written in upper case")
		}
		switch {
		case enc != nil && enc.Escapes > rule.EscapesKept:
			beyond(KeyEscapes, enc.Escapes.String())
		case e.Escapes() == percent.EscapesKept:
			add(KeyEscapes, rule.EscapesKept.String())
		case e.Kept().Contains('%'):
			add(KeyEscapes, "'%' is kept")
		default:
			add(KeyEscapes, rule.EscapesData.String())
		}
		if enc != nil {
			encodeChoices(enc, beyond)
		}
	} else {
		beyond(KeyDirection, "decoding only")
	}
	switch {
	case dec.Malformed > rule.MalformedKept:
		beyond(KeyMalformed, dec.Malformed.String())
	case e.Malformed() == percent.MalformedKept:
		add(KeyMalformed, rule.MalformedKept.String())
	default:
		add(KeyMalformed, rule.MalformedRefused.String())
	}
	if e.Plus() == percent.PlusIsSpace {
		add(KeyPlus, "is a space")
	} else {
		add(KeyPlus, "is itself")
	}
	if e.Raw() == percent.AllBytes {
		add(KeyRaw, "are all accepted")
	} else {
		add(KeyRaw, "are accepted if in "+e.Raw().String())
	}
	switch {
	case dec.UTF8 > rule.UTF8Refused:
		beyond(KeyUTF8, dec.UTF8.String())
	default:
		add(KeyUTF8, [...]rule.UTF8Rule{rule.UTF8Kept, rule.UTF8Replaced, rule.UTF8Refused}[e.InvalidUTF8()].String())
	}
	if e.Preserved() == (percent.ByteSet{}) {
		add(KeyPreserved, "none")
	} else {
		add(KeyPreserved, e.Preserved().String())
	}
	decodeChoices(dec, beyond)
	return list
}

// encodeChoices passes the choices of r that package percent lacks to beyond.
func encodeChoices(r *rule.Encode, beyond func(Key, string)) {
	tell(beyond, KeyNUL, r.NUL)
	tell(beyond, KeyBOM, r.BOM)
	if r.Removed != "" {
		beyond(KeyRemoved, list(strings.Split(r.Removed, "")))
	}
	tell(beyond, KeyNewlines, r.Newlines)
	tell(beyond, KeyForm, r.Form)
	tell(beyond, KeyEmpty, r.Empty)
	tell(beyond, KeyDot, r.Dot)
	tell(beyond, KeySegments, r.Segments)
	if r.Colon != "" {
		beyond(KeyColon, "puts "+strconv.Quote(r.Colon)+" before the text")
	}
	tell(beyond, KeyStray, r.Stray)
	if pairs := r.Pairs(); pairs != nil {
		var list []string
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, strconv.Quote(pairs[i])+" becomes "+strconv.Quote(pairs[i+1]))
		}
		beyond(KeyRewritten, strings.Join(list, ", "))
	}
	name(beyond, KeyRefused, r.Refused)
	name(beyond, KeyFirst, r.First)
	flag(beyond, KeyOrigin, r.Origin, "stays")
	name(beyond, KeyInQuery, r.InQuery)
	name(beyond, KeyInFragment, r.InFragment)
	name(beyond, KeyParts, r.Parts)
	flag(beyond, KeyEmptyQuery, r.EmptyQuery, "is dropped")
	tell(beyond, KeyOutside, r.Outside)
	tell(beyond, KeySurrogates, r.Surrogates)
	tell(beyond, KeyInvalid, r.Invalid)
	tell(beyond, KeyPoints, r.Points)
	tell(beyond, KeyNonchars, r.Nonchars)
	tell(beyond, KeyBeyond, r.Beyond)
	if r.Charset != "" {
		beyond(KeyCharset, r.Charset+", with numeric character references for what it lacks")
	}
}

// decodeChoices passes the choices of r that package percent lacks to beyond.
func decodeChoices(r *rule.Decode, beyond func(Key, string)) {
	name(beyond, KeyBanned, r.Banned)
	name(beyond, KeyTrimmed, r.Trimmed)
	name(beyond, KeyTrailing, r.Trailing)
	name(beyond, KeySqueezed, r.Squeezed)
	flag(beyond, KeyQuoted, r.Quoted, "is removed, and the last character with it")
	flag(beyond, KeyBrackets, r.Brackets, "are decoded in any case")
	flag(beyond, KeyDoubled, r.Doubled, "is '%'")
	flag(beyond, KeyPlusKept, r.PlusKept, "stays")
	name(beyond, KeyDecRemoved, r.Removed)
	name(beyond, KeyEnds, r.Ends)
	tell(beyond, KeyUnicode, r.Unicode)
	tell(beyond, KeyDigits, r.Hex)
	tell(beyond, KeyTruncated, r.Truncated)
	flag(beyond, KeyUpper, r.Upper, "becomes upper")
	name(beyond, KeyForbidden, r.Forbidden)
	flag(beyond, KeyStable, r.Stable, "goes on until nothing changes")
	if r.Raw > rule.RawRefused {
		beyond(KeyRawText, r.Raw.String())
	}
	tell(beyond, KeyLax, r.Lax)
	flag(beyond, KeyPlusQuery, r.PlusQuery, "is a space after '?'")
	name(beyond, KeyBlank, r.Blank)
	flag(beyond, KeyDecBOM, r.BOM, "is removed from the beginning")
	tell(beyond, KeyShown, r.Shown)
	tell(beyond, KeyDecoded, r.Decoded)
	tell(beyond, KeyLines, r.Lines)
	tell(beyond, KeyDecNUL, r.NUL)
}

// tell, name and flag report a choice if it is not the default: tell for a rule,
// name for a set or other text, flag for an option that is on or off.
func tell[T interface {
	comparable
	fmt.Stringer
}](beyond func(Key, string), key Key, value T) {
	var none T
	if value != none {
		beyond(key, value.String())
	}
}

func name(beyond func(Key, string), key Key, value string) {
	if value != "" {
		beyond(key, value)
	}
}

func flag(beyond func(Key, string), key Key, on bool, value string) {
	if on {
		beyond(key, value)
	}
}

// list returns characters in quotation marks, separated by commas.
func list(chars []string) string {
	for i, c := range chars {
		chars[i] = strconv.Quote(c)
	}
	return strings.Join(chars, ", ")
}
