package dialect

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
)

// A Choice is one thing that a dialect settles.
type Choice struct {
	// Name is what is settled, such as "lone surrogate".
	Name string
	// Value is how, in words that go on where Name ends: "is an error".
	Value string
	// Beyond says that it is none of the five choices of package percent.
	Beyond bool
}

// The names of the choices.
const (
	choiceKept       = "kept set"
	choiceSpace      = "space"
	choiceHex        = "hexadecimal digits"
	choiceEscapes    = "existing escapes"
	choiceMalformed  = "malformed escape"
	choicePlus       = "'+'"
	choiceRaw        = "unescaped bytes"
	choiceUTF8       = "decoded invalid UTF-8"
	choicePreserved  = "preserved escapes"
	choiceNUL        = "NUL"
	choiceBOM        = "byte order mark"
	choiceRemoved    = "removed characters"
	choiceNewlines   = "line breaks"
	choiceForm       = "normalization"
	choiceDot        = "text of full stops"
	choiceSegments   = "path segments"
	choiceColon      = "colon in the first segment"
	choiceEmpty      = "empty text"
	choiceStray      = "stray '%'"
	choiceSurrogates = "lone surrogate"
	choiceInvalid    = "invalid UTF-8"
	choiceNonchars   = "noncharacters"
	choicePoints     = "kept characters beyond ASCII"
	choiceBeyond     = "characters beyond ASCII"
	choiceRewritten  = "rewritten characters"
	choiceRefused    = "refused characters"
	choiceCharset    = "charset"
	choiceAround     = "what is put around"
	choiceBanned     = "characters refused anywhere"
	choiceTrimmed    = "characters dropped from both ends"
	choiceTrailing   = "characters dropped from the end"
	choiceSqueezed   = "characters whose runs become a space"
	choiceQuoted     = "quotation mark at the beginning"
	choiceDoubled    = "%%"
	choicePlusKept   = "'+' in a text that is left as it is"
	choiceDecRemoved = "characters dropped before decoding"
	choiceDigits     = "digits of an escape"
	choiceUnicode    = "%uHHHH"
	choiceTruncated  = "truncated escape"
	choiceUpper      = "case of preserved escapes"
	choiceForbidden  = "forbidden escapes"
	choicePlusLate   = "%2B"
	choiceStable     = "decoding"
	choiceRawText    = "unescaped text"
	choiceLax        = "octets accepted as UTF-8"
	choiceDecNUL     = "decoded NUL"
	choiceEnds       = "characters that end the text"
	choicePlusQuery  = "'+' in a query"
	choiceBlank      = "escapes that become a space"
	choiceDecBOM     = "decoded byte order mark"
	choiceLines      = "decoded line breaks"
	choiceShown      = "decoded escapes"
	choiceDecoded    = "decoded characters that XML does not allow"
	choiceFirst      = "characters of which the first stays"
	choiceOrigin     = "what stands before the path in a text with \"://\""
	choiceInQuery    = "kept set behind '?'"
	choiceInFragment = "kept set behind '#'"
	choiceEmptyQuery = "'?' before '#'"
	choiceOutside    = "refused characters beyond ASCII"
	choiceDirection  = "operations"
)

// Choices returns what the dialect settles: the five choices of package
// percent, and those beyond them that it makes, in the order in which they are
// applied.
func (d *Dialect) Choices() []Choice {
	e := d.Base()
	var list []Choice
	add := func(name, value string) { list = append(list, Choice{Name: name, Value: value}) }
	beyond := func(name, value string) { list = append(list, Choice{Name: name, Value: value, Beyond: true}) }
	var r rule
	if d.rule != nil {
		r = *d.rule
	}
	if d.Encodes() {
		add(choiceKept, e.Kept().String())
		if e.Space() == percent.SpacePlus {
			add(choiceSpace, "is written as '+'")
		} else if e.Kept().Contains(' ') {
			add(choiceSpace, "is kept")
		} else {
			add(choiceSpace, "is written as %20")
		}
		if e.Hex() == percent.HexLower {
			add(choiceHex, "are written in lower case")
		} else {
			add(choiceHex, "are written in upper case")
		}
		switch {
		case r.encode != nil && r.encode.escapes > escapesKept:
			beyond(choiceEscapes, escapesTexts[r.encode.escapes])
		case e.Escapes() == percent.TripletsKept:
			add(choiceEscapes, escapesTexts[escapesKept])
		case e.Kept().Contains('%'):
			add(choiceEscapes, "'%' is kept")
		default:
			add(choiceEscapes, escapesTexts[escapesData])
		}
		if r.encode != nil {
			r.encode.choices(beyond)
		}
	} else {
		beyond(choiceDirection, "decoding only")
	}
	dec := r.decode
	if dec == nil {
		dec = &decodeRule{}
	}
	switch {
	case dec.malformed > malformedKept:
		beyond(choiceMalformed, malformedTexts[dec.malformed])
	case e.Malformed() == percent.MalformedKept:
		add(choiceMalformed, malformedTexts[malformedKept])
	default:
		add(choiceMalformed, malformedTexts[malformedRefused])
	}
	if e.Plus() == percent.PlusIsSpace {
		add(choicePlus, "is a space")
	} else {
		add(choicePlus, "is itself")
	}
	if e.Raw() == percent.AllBytes {
		add(choiceRaw, "are all accepted")
	} else {
		add(choiceRaw, "are accepted if in "+e.Raw().String())
	}
	switch {
	case dec.utf8 > utf8Refused:
		beyond(choiceUTF8, utf8Texts[dec.utf8])
	default:
		add(choiceUTF8, utf8Texts[[...]utf8Rule{utf8Kept, utf8Replaced, utf8Refused}[e.InvalidUTF8()]])
	}
	if e.Preserved() == (percent.ByteSet{}) {
		add(choicePreserved, "none")
	} else {
		add(choicePreserved, e.Preserved().String())
	}
	dec.choices(beyond)
	return list
}

// choices tells what r says beyond the five choices.
func (r *encodeRule) choices(beyond func(name, value string)) {
	tell(beyond, choiceNUL, r.nul, nulTexts[:])
	tell(beyond, choiceBOM, r.bom, bomTexts[:])
	if r.removed != "" {
		beyond(choiceRemoved, list(strings.Split(r.removed, "")))
	}
	tell(beyond, choiceNewlines, r.newlines, newlineTexts[:])
	tell(beyond, choiceForm, r.form, formTexts[:])
	tell(beyond, choiceEmpty, r.empty, emptyTexts[:])
	tell(beyond, choiceDot, r.dot, dotTexts[:])
	tell(beyond, choiceSegments, r.segments, segmentTexts[:])
	if r.colon != "" {
		beyond(choiceColon, "puts "+strconv.Quote(r.colon)+" before the text")
	}
	tell(beyond, choiceStray, r.stray, strayTexts[:])
	if len(r.rewritten) > 0 {
		var pairs []string
		for i := 0; i < len(r.rewritten); i += 2 {
			pairs = append(pairs, strconv.Quote(r.rewritten[i])+" becomes "+strconv.Quote(r.rewritten[i+1]))
		}
		beyond(choiceRewritten, strings.Join(pairs, ", "))
	}
	if r.refused != "" {
		beyond(choiceRefused, r.refused)
	}
	if r.first != "" {
		beyond(choiceFirst, r.first)
	}
	if r.origin {
		beyond(choiceOrigin, "stays")
	}
	if r.inQuery != "" {
		beyond(choiceInQuery, r.inQuery)
	}
	if r.inFragment != "" {
		beyond(choiceInFragment, r.inFragment)
	}
	if r.emptyQuery {
		beyond(choiceEmptyQuery, "is dropped")
	}
	tell(beyond, choiceOutside, r.outside, outsideTexts[:])
	tell(beyond, choiceSurrogates, r.surrogates, surrogateTexts[:])
	tell(beyond, choiceInvalid, r.invalid, invalidTexts[:])
	tell(beyond, choicePoints, r.points, pointTexts[:])
	tell(beyond, choiceNonchars, r.nonchars, noncharTexts[:])
	tell(beyond, choiceBeyond, r.beyond, beyondTexts[:])
	if r.charset != "" {
		beyond(choiceCharset, r.charset+", with numeric character references for what it lacks")
	}
	if r.prefix+r.suffix != "" {
		beyond(choiceAround, strconv.Quote(r.prefix)+" and "+strconv.Quote(r.suffix))
	}
}

// choices tells what r says beyond the five choices.
func (r *decodeRule) choices(beyond func(name, value string)) {
	if r.banned != "" {
		beyond(choiceBanned, r.banned)
	}
	if r.trimmed != "" {
		beyond(choiceTrimmed, r.trimmed)
	}
	if r.trailing != "" {
		beyond(choiceTrailing, r.trailing)
	}
	if r.squeezed != "" {
		beyond(choiceSqueezed, r.squeezed)
	}
	if r.quoted {
		beyond(choiceQuoted, "is removed, and the last character with it")
	}
	if r.doubled {
		beyond(choiceDoubled, "is '%'")
	}
	if r.plusKept {
		beyond(choicePlusKept, "stays")
	}
	if r.removed != "" {
		beyond(choiceDecRemoved, r.removed)
	}
	if r.ends != "" {
		beyond(choiceEnds, r.ends)
	}
	tell(beyond, choiceUnicode, r.unicode, unicodeTexts[:])
	if r.hex != 0 {
		kinds := []string{"two hexadecimal digits"}
		for i, text := range hexTexts {
			if r.hex&(1<<i) != 0 {
				kinds = append(kinds, text)
			}
		}
		beyond(choiceDigits, strings.Join(kinds, "; "))
	}
	if r.truncated == truncatedRefused {
		beyond(choiceTruncated, malformedTexts[malformedRefused])
	} else {
		tell(beyond, choiceTruncated, r.truncated, malformedTexts[:])
	}
	if r.upper {
		beyond(choiceUpper, "becomes upper")
	}
	if r.forbidden != "" {
		beyond(choiceForbidden, r.forbidden)
	}
	if r.plusLate {
		beyond(choicePlusLate, "is a space too")
	}
	if r.stable {
		beyond(choiceStable, "goes on until nothing changes")
	}
	if r.raw > rawRefused {
		beyond(choiceRawText, rawTexts[r.raw])
	}
	if r.lax != laxNone {
		var kinds []string
		for i, text := range [...]string{"surrogates", "overlong forms, in which preserved escapes stay too", "pairs of surrogates", "up to F7", "up to FD", "C0 80", "but nothing above U+FFFF", "but what is above U+10FFFF is an error", "but surrogates and what is above U+10FFFF are an error"} {
			if r.lax&(1<<i) != 0 {
				kinds = append(kinds, text)
			}
		}
		beyond(choiceLax, strings.Join(kinds, ", "))
	}
	if r.plusQuery {
		beyond(choicePlusQuery, "is a space after '?'")
	}
	if r.blank != "" {
		beyond(choiceBlank, r.blank)
	}
	if r.bom {
		beyond(choiceDecBOM, "is removed from the beginning")
	}
	tell(beyond, choiceShown, r.shown, shownTexts[:])
	tell(beyond, choiceDecoded, r.decoded, decodedTexts[:])
	tell(beyond, choiceLines, r.lines, lineTexts[:])
	tell(beyond, choiceDecNUL, r.nul, nulTexts[:])
}

// tell tells a choice that is not the one of package percent.
func tell[T ~uint8](beyond func(name, value string), name string, value T, texts []string) {
	if value != 0 {
		beyond(name, texts[value])
	}
}

// list returns characters in quotation marks, separated by commas.
func list(chars []string) string {
	for i, c := range chars {
		chars[i] = strconv.Quote(c)
	}
	return strings.Join(chars, ", ")
}

func sameChoices(a, b []Choice) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
