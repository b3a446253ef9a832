package dialect

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/rule"
	"github.com/pct-encoded/percent/internal/words"
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
	keyKept Key = iota + 1
	keySpace
	keyHex
	keyEscapes
	KeyMalformed // the first of those about decoding; exported to find where they begin
	keyPlus
	keyRaw
	keyUTF8
	keyPreserved
	keyNUL
	keyBOM
	keyRemoved
	keyNewlines
	keyForm
	keyDot
	keySegments
	keyColon
	keyEmpty
	keyStray
	keySurrogates
	keyInvalid
	keyNonchars
	keyPoints
	keyBeyond
	keyRewritten
	keyRefused
	keyCharset
	keyBanned
	keyTrimmed
	keyTrailing
	keySqueezed
	keyQuoted
	keyBrackets
	keyParts
	keyDoubled
	keyPlusKept
	keyDecRemoved
	keyDigits
	keyUnicode
	keyTruncated
	keyUpper
	keyForbidden
	keyStable
	keyRawText
	keyLax
	keyDecNUL
	keyEnds
	keyPlusQuery
	keyBlank
	keyDecBOM
	keyLines
	keyShown
	keyDecoded
	keyFirst
	keyOrigin
	keyInQuery
	keyInFragment
	keyEmptyQuery
	keyOutside
	keyDirection
)

var keyNames = [...]string{
	keyKept:       "kept set",
	keySpace:      "space",
	keyHex:        "hexadecimal digits",
	keyEscapes:    "existing escapes",
	KeyMalformed:  "malformed escape",
	keyPlus:       "'+'",
	keyRaw:        "unescaped bytes",
	keyUTF8:       "decoded invalid UTF-8",
	keyPreserved:  "preserved escapes",
	keyNUL:        "NUL",
	keyBOM:        "byte order mark",
	keyRemoved:    "removed characters",
	keyNewlines:   "line breaks",
	keyForm:       "normalization",
	keyDot:        "text of full stops",
	keySegments:   "path segments",
	keyColon:      "colon in the first segment",
	keyEmpty:      "empty text",
	keyStray:      "stray '%'",
	keySurrogates: "lone surrogate",
	keyInvalid:    "invalid UTF-8",
	keyNonchars:   "noncharacters",
	keyPoints:     "kept characters beyond ASCII",
	keyBeyond:     "characters beyond ASCII",
	keyRewritten:  "rewritten characters",
	keyRefused:    "refused characters",
	keyCharset:    "charset",
	keyBanned:     "characters refused anywhere",
	keyTrimmed:    "characters dropped from both ends",
	keyTrailing:   "characters dropped from the end",
	keySqueezed:   "characters whose runs become a space",
	keyBrackets:   "%5B and %5D",
	keyParts:      "escapes judged apart from",
	keyQuoted:     "quotation mark at the beginning",
	keyDoubled:    "%%",
	keyPlusKept:   "'+' in a text that is left as it is",
	keyDecRemoved: "characters dropped before decoding",
	keyDigits:     "digits of an escape",
	keyUnicode:    "%uHHHH",
	keyTruncated:  "truncated escape",
	keyUpper:      "case of preserved escapes",
	keyForbidden:  "forbidden escapes",
	keyStable:     "decoding",
	keyRawText:    "unescaped text",
	keyLax:        "octets accepted as UTF-8",
	keyDecNUL:     "decoded NUL",
	keyEnds:       "characters that end the text",
	keyPlusQuery:  "'+' in a query",
	keyBlank:      "escapes that become a space",
	keyDecBOM:     "decoded byte order mark",
	keyLines:      "decoded line breaks",
	keyShown:      "decoded escapes",
	keyDecoded:    "decoded characters that XML does not allow",
	keyFirst:      "characters of which the first stays",
	keyOrigin:     "what stands before the path in a text with \"://\"",
	keyInQuery:    "kept set after '?'",
	keyInFragment: "kept set after '#'",
	keyEmptyQuery: "'?' before '#'",
	keyOutside:    "refused characters beyond ASCII",
	keyDirection:  "operations",
}

// String returns the name, or "" for the zero value.
func (k Key) String() string { return words.Of(keyNames[:], k) }

// Choices returns the choices of the dialect: those of package percent, and any
// that go beyond them, in the order in which they are applied.
func (d *Dialect) Choices() []Choice {
	e := d.Base()
	list := make([]Choice, 0, 16) // few have more
	add := func(key Key, value string) { list = append(list, Choice{Key: key, Value: value}) }
	beyond := func(key Key, value string) { list = append(list, Choice{Key: key, Value: value, Beyond: true}) }
	enc, dec := d.rule.Encode, d.rule.Decode
	if dec == nil {
		dec = &rule.Decode{}
	}
	if d.Encodes() {
		add(keyKept, e.Kept().String())
		if e.Space() == percent.SpacePlus {
			add(keySpace, "is written as '+'")
		} else if e.Kept().Contains(' ') {
			add(keySpace, "is kept")
		} else {
			add(keySpace, "is written as %20")
		}
		if e.Hex() == percent.HexLower {
			add(keyHex, "are written in lower case")
		} else {
			add(keyHex, "are written in upper case")
		}
		switch {
		case enc != nil && enc.Escapes > rule.EscapesKept:
			beyond(keyEscapes, enc.Escapes.String())
		case e.Escapes() == percent.EscapesKept:
			add(keyEscapes, rule.EscapesKept.String())
		case e.Kept().Contains('%'):
			add(keyEscapes, "'%' is kept")
		default:
			add(keyEscapes, rule.EscapesData.String())
		}
		if enc != nil {
			encodeChoices(enc, beyond)
		}
	} else {
		beyond(keyDirection, "decoding only")
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
		add(keyPlus, "is a space")
	} else {
		add(keyPlus, "is itself")
	}
	if e.Raw() == percent.AllBytes {
		add(keyRaw, "are all accepted")
	} else {
		add(keyRaw, "are accepted if in "+e.Raw().String())
	}
	switch {
	case dec.UTF8 > rule.UTF8Refused:
		beyond(keyUTF8, dec.UTF8.String())
	default:
		add(keyUTF8, [...]rule.UTF8Rule{rule.UTF8Kept, rule.UTF8Replaced, rule.UTF8Refused}[e.InvalidUTF8()].String())
	}
	if e.Preserved() == (percent.ByteSet{}) {
		add(keyPreserved, "none")
	} else {
		add(keyPreserved, e.Preserved().String())
	}
	decodeChoices(dec, beyond)
	return list
}

// encodeChoices passes the choices of r that package percent lacks to beyond.
func encodeChoices(r *rule.Encode, beyond func(Key, string)) {
	tell(beyond, keyNUL, r.NUL)
	tell(beyond, keyBOM, r.BOM)
	if r.Removed != "" {
		beyond(keyRemoved, list(strings.Split(r.Removed, "")))
	}
	tell(beyond, keyNewlines, r.Newlines)
	tell(beyond, keyForm, r.Form)
	tell(beyond, keyEmpty, r.Empty)
	tell(beyond, keyDot, r.Dot)
	tell(beyond, keySegments, r.Segments)
	if r.Colon != "" {
		beyond(keyColon, "puts "+strconv.Quote(r.Colon)+" before the text")
	}
	tell(beyond, keyStray, r.Stray)
	if pairs := r.Pairs(); pairs != nil {
		var list []string
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, strconv.Quote(pairs[i])+" becomes "+strconv.Quote(pairs[i+1]))
		}
		beyond(keyRewritten, strings.Join(list, ", "))
	}
	name(beyond, keyRefused, r.Refused)
	name(beyond, keyFirst, r.First)
	flag(beyond, keyOrigin, r.Origin, "stays")
	name(beyond, keyInQuery, r.InQuery)
	name(beyond, keyInFragment, r.InFragment)
	name(beyond, keyParts, r.Parts)
	flag(beyond, keyEmptyQuery, r.EmptyQuery, "is dropped")
	tell(beyond, keyOutside, r.Outside)
	tell(beyond, keySurrogates, r.Surrogates)
	tell(beyond, keyInvalid, r.Invalid)
	tell(beyond, keyPoints, r.Points)
	tell(beyond, keyNonchars, r.Nonchars)
	tell(beyond, keyBeyond, r.Beyond)
	if r.Charset != "" {
		beyond(keyCharset, r.Charset+", with numeric character references for what it lacks")
	}
}

// decodeChoices passes the choices of r that package percent lacks to beyond.
func decodeChoices(r *rule.Decode, beyond func(Key, string)) {
	name(beyond, keyBanned, r.Banned)
	name(beyond, keyTrimmed, r.Trimmed)
	name(beyond, keyTrailing, r.Trailing)
	name(beyond, keySqueezed, r.Squeezed)
	flag(beyond, keyQuoted, r.Quoted, "is removed, and the last character with it")
	flag(beyond, keyBrackets, r.Brackets, "are decoded in any case")
	flag(beyond, keyDoubled, r.Doubled, "is '%'")
	flag(beyond, keyPlusKept, r.PlusKept, "stays")
	name(beyond, keyDecRemoved, r.Removed)
	name(beyond, keyEnds, r.Ends)
	tell(beyond, keyUnicode, r.Unicode)
	tell(beyond, keyDigits, r.Hex)
	tell(beyond, keyTruncated, r.Truncated)
	flag(beyond, keyUpper, r.Upper, "becomes upper")
	name(beyond, keyForbidden, r.Forbidden)
	flag(beyond, keyStable, r.Stable, "goes on until nothing changes")
	if r.Raw > rule.RawRefused {
		beyond(keyRawText, r.Raw.String())
	}
	tell(beyond, keyLax, r.Lax)
	flag(beyond, keyPlusQuery, r.PlusQuery, "is a space after '?'")
	name(beyond, keyBlank, r.Blank)
	flag(beyond, keyDecBOM, r.BOM, "is removed from the beginning")
	tell(beyond, keyShown, r.Shown)
	tell(beyond, keyDecoded, r.Decoded)
	tell(beyond, keyLines, r.Lines)
	tell(beyond, keyDecNUL, r.NUL)
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
