package dialect

import (
	"github.com/pct-encoded/percent"
)

// A rule is what a dialect says, as data. What the five choices of package
// percent cannot say is a field of its own, and has one value for "as the five
// choices say", which is its zero value.
//
// The encoder applies its part in the order of the fields from nul to suffix,
// the decoder in that from removed to ends. Sets are written as ByteSet.String
// writes them.
type rule struct {
	encode *encodeRule // nil: the dialect decodes only
	decode *decodeRule // nil: decoding as percent.New does it, with '+' read as it is written
}

type encodeRule struct {
	// The five choices.
	kept    string // set
	plus    bool   // a space is written as '+'
	lower   bool
	escapes escapesRule

	nul        nulRule
	bom        bomRule
	newlines   newlineRule
	form       formRule
	stray      strayRule
	surrogates surrogateRule
	invalid    invalidRule
	points     pointRule // code points beyond ASCII that are written as they are
	nonchars   noncharRule
	beyond     beyondRule
	removed    string // dropped before anything else is looked at
	dot        dotRule
	segments   segmentRule
	colon      string      // what is put before a text whose first segment holds ':'
	empty      emptyRule   // what becomes of a text without a character
	rewritten  []string    // pairs: an ASCII character or U+0080 to U+00FF, and what is written for it
	refused    string      // set: an error
	first      string      // set: the first of these stays
	origin     bool        // what stands before the path of a text with "://" stays
	inQuery    string      // set: kept behind '?' instead, where nothing is rewritten
	inFragment string      // set: kept behind '#' instead, where nothing is rewritten
	emptyQuery bool        // '?' with nothing between it and '#' is dropped
	outside    outsideRule // characters beyond ASCII that are an error
	charset    string      // the label of the charset that text is written in, UTF-8 when empty; a character that it lacks becomes a numeric character reference
	prefix     string
	suffix     string
}

type decodeRule struct {
	banned     string // set: an error when unescaped, behind what ends the text too
	trimmed    string // set: dropped from both ends, after what ends the text
	trailing   string // set: dropped from the end, after what ends the text
	squeezed   string // set: a run of these is one space
	quoted     bool   // '"' at the beginning goes, and the last character with it
	removed    string // set: dropped before anything else is looked at
	doubled    bool   // '%%' is '%'
	stable     bool   // what has been decoded is decoded again, until nothing changes
	hex        hexRule
	unicode    unicodeRule
	malformed  malformedRule
	truncated  malformedRule // of an escape cut by the end, when not as malformed
	preserved  string        // set: escapes of these stay
	upper      bool          // preserved escapes get upper-case digits
	forbidden  string        // set: escapes of these are an error
	plus       bool          // '+' is a space
	plusLate   bool          // so is an escaped one
	plusKept   bool          // but not in a text that is left as it is
	rawRefused string        // set: an error when unescaped
	raw        rawRule
	utf8       utf8Rule
	lax        laxRule
	nul        nulRule
	ends       string // set: the text ends before one of these, unescaped
	plusQuery  bool   // '+' is a space after an unescaped '?'
	blank      string // set: escapes of these become a space
	bom        bool   // a byte order mark that begins the result is removed
	lines      lineRule
	shown      shownRule
	decoded    decodedRule
}

// lineRule is what a decoder makes of line breaks in the result.
type lineRule uint8

const (
	linesPlain lineRule = iota
	linesLF
	linesEscaped
)

var lineTexts = [...]string{
	linesPlain:   "stay",
	linesLF:      "become LF: CRLF and CR",
	linesEscaped: "become LF if they are an escaped CRLF",
}

// shownRule is which escapes a decoder decodes at all.
type shownRule uint8

const (
	shownPlain shownRule = iota
	shownIRI
)

var shownTexts = [...]string{
	shownPlain: "all that are not preserved",
	shownIRI: "those of unreserved characters, unless '%' before them would become an escape, and of the characters beyond ASCII " +
		"that an IRI may hold outside its query, but for bidirectional controls; of the others, those above %7F get upper-case digits",
}

// decodedRule is what a decoder makes of characters in the result that XML
// does not allow.
type decodedRule uint8

const (
	decodedPlain decodedRule = iota
	decodedXMLReplaced
	decodedXMLRefused
	decodedFFFEReplaced
)

var decodedTexts = [...]string{
	decodedPlain:        "are characters like others",
	decodedXMLReplaced:  "become U+FFFD",
	decodedXMLRefused:   "are an error",
	decodedFFFEReplaced: "become U+FFFD if U+FFFE or U+FFFF",
}

// escapesRule is what an encoder makes of escapes that are there already.
type escapesRule uint8

const (
	escapesData            escapesRule = iota // '%' is data
	escapesKept                               // valid ones stay
	escapesUpper                              // valid ones stay, with upper-case digits
	escapesIfAll                              // they stay when every '%' of the text begins one
	escapesIfAllUpper                         // the same, with upper-case digits
	escapesDecoded                            // valid ones are decoded first
	escapesUnreservedAll                      // escapesUnreserved when every '%' begins an escape, data otherwise
	escapesAny                                // a text that holds a valid escape stays as it is
	escapesSlash                              // %2F stays, with an upper-case digit
	escapesPieces                             // valid ones stay, and what stands between them if it holds '%' and a digit
	escapesRequote                            // those of unreserved characters are decoded unless some '%' is quite wrong
	escapesUnreservedUpper                    // like escapesUnreserved, with upper-case digits
)

var escapesTexts = [...]string{
	escapesData:            "'%' is data",
	escapesKept:            "valid escapes stay",
	escapesUpper:           "valid escapes stay, with upper-case digits",
	escapesIfAll:           "escapes stay if every '%' of the text begins one, otherwise '%' is data",
	escapesIfAllUpper:      "escapes stay, with upper-case digits, if every '%' of the text begins one; otherwise '%' is data",
	escapesSlash:           "'%' is data, but %2F stays, with an upper-case digit",
	escapesPieces:          "valid escapes stay, and what stands between two of them if it holds '%' and a hexadecimal digit",
	escapesRequote:         "valid escapes stay, but those of unreserved characters are decoded; where a '%' stands before two letters or digits that are not hexadecimal, every '%' is data",
	escapesUnreservedUpper: "valid escapes stay, with upper-case digits, but those of unreserved characters are decoded",
	escapesDecoded:         "valid escapes are decoded first",
	escapesUnreservedAll:   "escapes stay, with upper-case digits, those of unreserved characters decoded, if every '%' of the text begins one; otherwise '%' is data",
	escapesAny:             "a text that holds a valid escape is left as it is",
}

// strayRule is what becomes of a '%' that begins no escape, where escapes stay.
type strayRule uint8

const (
	strayEscaped strayRule = iota
	strayKept
	strayRefused
	strayAlnum
)

var strayTexts = [...]string{
	strayEscaped: "becomes %25",
	strayKept:    "stays",
	strayRefused: "is an error",
	strayAlnum:   "stays before two letters or digits, else becomes %25",
}

// nulRule is what becomes of NUL.
type nulRule uint8

const (
	nulPlain nulRule = iota
	nulEnds
)

var nulTexts = [...]string{
	nulPlain: "is an octet like any other",
	nulEnds:  "ends the text",
}

// emptyRule is what an encoder makes of a text without a character.
type emptyRule uint8

const (
	emptyPlain emptyRule = iota
	emptyRefused
)

var emptyTexts = [...]string{
	emptyPlain:   "stays empty",
	emptyRefused: "is an error",
}

// dotRule is what an encoder makes of a text that is one or two full stops.
type dotRule uint8

const (
	dotPlain dotRule = iota
	dotEmpty
	dotEmptyRefused
)

var dotTexts = [...]string{
	dotPlain:        "is like any other",
	dotEmpty:        "becomes empty",
	dotEmptyRefused: "becomes empty, and two of them are an error",
}

// segmentRule is what an encoder makes of the segments of a path between
// slashes.
type segmentRule uint8

const (
	segmentsPlain segmentRule = iota
	segmentsDots
	segmentsDotsDecoded
	segmentsEmpty
	segmentsEmptyDot
	segmentsEmptyDots
)

var segmentTexts = [...]string{
	segmentsPlain:       "stay",
	segmentsDots:        "'.' is removed, '..' with the segment before it",
	segmentsDotsDecoded: "'.' is removed, '..' with the segment before it, %2e counting as '.'",
	segmentsEmpty:       "empty ones are removed",
	segmentsEmptyDot:    "empty ones and '.' are removed",
	segmentsEmptyDots:   "empty ones and '.' are removed, '..' with the segment before it",
}

// bomRule is what becomes of a byte order mark.
type bomRule uint8

const (
	bomPlain bomRule = iota
	bomEither
)

var bomTexts = [...]string{
	bomPlain:  "is text",
	bomEither: "is removed from the beginning, and U+FFFE too",
}

// newlineRule is what becomes of line breaks before encoding.
type newlineRule uint8

const (
	newlinesPlain newlineRule = iota
	newlinesCRLF
	newlinesLoneLF
	newlinesUpper
)

var newlineTexts = [...]string{
	newlinesPlain:  "stay as they are",
	newlinesCRLF:   "CR, LF and CRLF become CRLF",
	newlinesLoneLF: "CR LF and LF become CR LF, CR stays",
	newlinesUpper:  "CRLF and LF become %0D%0A, a lone CR stays",
}

// formRule is the Unicode normalization before encoding.
type formRule uint8

const (
	formPlain formRule = iota
	formNFC
	formNFKC
	formNFCText
	formNFKCOld
)

var formTexts = [...]string{
	formPlain:   "none",
	formNFC:     "NFC",
	formNFKC:    "NFKC",
	formNFKCOld: "NFKC, but U+205F and what is above U+FFFF stays",
	formNFCText: "NFC, but spaces and controls beyond ASCII stay",
}

// surrogateRule is what becomes of a lone surrogate, which stands in the text
// as the three octets that UTF-8 would have for it.
type surrogateRule uint8

const (
	surrogatesPlain surrogateRule = iota
	surrogatesRefused
	surrogatesReplaced
	surrogatesQuestion
	surrogatesRaw
	surrogatesRawReplaced
	surrogatesHighRefusedLowDropped
	surrogatesHighDroppedLowQuestion
	surrogatesJoined
	surrogatesEmpty
	surrogatesUnchanged
	surrogatesDroppedIfChanged
	surrogatesRawQuestion
	surrogatesEscapedQuestion
)

var surrogateTexts = [...]string{
	surrogatesPlain:                  "is three octets like any others",
	surrogatesRefused:                "is an error",
	surrogatesReplaced:               "becomes U+FFFD",
	surrogatesQuestion:               "becomes '?', encoded like one",
	surrogatesRaw:                    "stays",
	surrogatesRawReplaced:            "becomes U+FFFD, unescaped",
	surrogatesHighRefusedLowDropped:  "is an error if high, dropped if low",
	surrogatesHighDroppedLowQuestion: "is dropped if high, becomes '?' if low",
	surrogatesJoined:                 "is joined with the code unit after it, an error at the end",
	surrogatesEmpty:                  "makes the result empty",
	surrogatesUnchanged:              "leaves the whole text as it is",
	surrogatesEscapedQuestion:        "becomes %3F",
	surrogatesRawQuestion:            "becomes an unescaped '?', but stays in a text that needs no escape",
	surrogatesDroppedIfChanged:       "is dropped, but stays in a text that needs no escape",
}

// invalidRule is what an encoder makes of octets that are not UTF-8.
type invalidRule uint8

const (
	invalidPlain invalidRule = iota
	invalidReplacedEach
	invalidReplacedLong
	invalidSurrogates
)

var invalidTexts = [...]string{
	invalidPlain:        "is octets like any others",
	invalidReplacedLong: "becomes U+FFFD for each first octet, E0 to FD, with as many continuation octets as it announces, and for each other octet",
	invalidSurrogates:   "becomes the lone surrogate U+DC00 plus the octet",
	invalidReplacedEach: "becomes U+FFFD for each octet",
}

// noncharRule is what an encoder makes of noncharacters.
type noncharRule uint8

const (
	noncharsPlain noncharRule = iota
	noncharsReplaced
	noncharsHigh
	noncharsFFFE
)

var noncharTexts = [...]string{
	noncharsPlain:    "are like other code points",
	noncharsReplaced: "become U+FFFD",
	noncharsFFFE:     "become U+FFFD if U+FFFE or U+FFFF",
	noncharsHigh:     "lose their second surrogate, above U+FFFF",
}

// outsideRule is which characters beyond ASCII an encoder refuses.
type outsideRule uint8

const (
	outsideNone outsideRule = iota
	outsideIRI
)

var outsideTexts = [...]string{
	outsideNone: "none",
	outsideIRI:  "all that no IRI may hold, which bidirectional controls and invalid UTF-8 are among",
}

// beyondRule is how code points beyond ASCII are escaped.
type beyondRule uint8

const (
	beyondUTF8            beyondRule = iota // the octets of UTF-8
	beyondLatin1                            // %HH up to U+00FF, %uHHHH above
	beyondUnicode                           // %uHHHH
	beyondCESU                              // the octets of UTF-8 of each UTF-16 code unit
	beyondLatin1Refused                     // %HH up to U+00FF, an error above
	beyondLatin1UTF8                        // %HH up to U+00FF, the octets of UTF-8 above
	beyondLatin1Questions                   // %HH up to U+00FF, %3F above
	beyondLatin1NCR                         // %HH up to U+00FF, %26%23N%3B above
	beyondLatin1NCRUnits                    // the same, for each UTF-16 code unit
	beyondBMP                               // the octets of UTF-8; U+FFFD twice above U+FFFF
)

var beyondTexts = [...]string{
	beyondUTF8:            "escapes of their UTF-8",
	beyondLatin1:          "%HH up to U+00FF, %uHHHH for UTF-16 code units above",
	beyondUnicode:         "%uHHHH for UTF-16 code units",
	beyondCESU:            "escapes of the UTF-8 of each UTF-16 code unit",
	beyondLatin1Refused:   "%HH up to U+00FF, an error above",
	beyondLatin1UTF8:      "%HH up to U+00FF, escapes of their UTF-8 above",
	beyondLatin1Questions: "%HH up to U+00FF, '?' above, encoded like one",
	beyondLatin1NCR:       "%HH up to U+00FF, numeric character references above, encoded",
	beyondLatin1NCRUnits:  "%HH up to U+00FF, numeric character references of UTF-16 code units above, encoded",
	beyondBMP:             "escapes of their UTF-8, but twice U+FFFD for those above U+FFFF",
}

// hexRule is what a decoder accepts as the digits of an escape beside two
// hexadecimal ones: a sum of these.
type hexRule uint16

const (
	hexOne     hexRule = 1 << iota // one digit where no second follows
	hexOneEnd                      // one digit at the end of the text
	hexPlus                        // '+' and a digit
	hexMinus                       // '-' and a digit, negative
	hexSpace                       // white space and a digit
	hexWide                        // digits of any script
	hexRaw                         // any two characters, their codes counting as digits
	hexPrefix                      // any two characters, as far as they are digits
	hexAlnum                       // two letters or digits, as far as they are digits
	hexZero                        // any two characters, those that are no digit counting 0
	hexLetters                     // any two characters, letters counting on beyond F, others 0
	hexLower                       // none in upper case
)

var hexTexts = [...]string{
	"one digit where no second follows", "one digit at the end", "'+' and a digit", "'-' and a digit, negative",
	"white space and a digit", "digits of any script", "any two characters, whose codes count as digits",
	"any two characters, as far as they are digits", "two letters or digits, as far as they are digits",
	"any two characters, those that are no digit counting 0", "any two characters, letters counting on beyond F and others 0",
	"none in upper case",
}

// unicodeRule is what a decoder makes of %uHHHH.
type unicodeRule uint8

const (
	unicodeMalformed unicodeRule = iota
	unicodeDecoded
	unicodeLoneDropped
	unicodeOctets
)

var unicodeTexts = [...]string{
	unicodeMalformed:   "is a malformed escape",
	unicodeDecoded:     "is a UTF-16 code unit",
	unicodeOctets:      "is an octet up to %u00FF, a character above, and U+FFFD for each surrogate",
	unicodeLoneDropped: "is a UTF-16 code unit, dropped if a lone surrogate",
}

// malformedRule is what a decoder makes of a '%' that begins no escape.
type malformedRule uint8

const (
	malformedRefused malformedRule = iota
	malformedKept
	malformedStops               // the result ends there
	malformedUnchanged           // the text is returned as it is
	malformedEmpty               // the result is empty
	malformedKeptTwo             // '%' and the two bytes after it are copied without a look
	malformedRefusedAlnum        // an error before two letters or digits, else kept
	malformedDroppedAlnum        // dropped with two letters or digits, else kept
	malformedKeptDigits          // kept if nothing but digits follows, else an error
	malformedStopsDigits         // the result ends there if nothing but digits follows, else an error
	malformedReplaced            // '%' and up to two bytes after it become U+FFFD
	malformedNginx               // the '%' goes, and a digit after it with what comes then
	truncatedRefused      = 0xFF // of truncated: as malformed
)

var malformedTexts = [...]string{
	malformedRefused:      "is an error",
	malformedKept:         "is kept",
	malformedStops:        "ends the text",
	malformedUnchanged:    "leaves the whole text as it is",
	malformedEmpty:        "makes the result empty",
	malformedKeptTwo:      "is kept with the two bytes after '%', whatever they are",
	malformedRefusedAlnum: "is an error before two letters or digits, else kept",
	malformedDroppedAlnum: "is dropped with two letters or digits after it, else kept",
	malformedKeptDigits:   "is kept, unless what is no digit follows, which is an error",
	malformedStopsDigits:  "ends the text, unless what is no digit follows, which is an error",
	malformedReplaced:     "becomes U+FFFD, with up to two bytes after '%', whatever they are",
	malformedNginx:        "loses its '%', and a digit after it with the byte behind that; a byte that is no digit is copied",
}

// rawRule is what a decoder makes of unescaped non-ASCII.
type rawRule uint8

const (
	rawAccepted rawRule = iota
	rawRefused
	rawLowOctet     // the low eight bits of each code point are an octet
	rawLoneReplaced // text; a lone surrogate becomes U+FFFD
	rawLatin1Octet  // code points up to U+00FF are octets, others text
	rawLowOctetIfPercent
	rawLowOctetIfBad
	rawLoneKept
	rawLowOctetIfMended
	rawLoneReplacedIfMended
	rawLoneQuestion
	rawHighDropped
	rawMixedRefused
	rawOctets
	rawBMP
	rawJava
)

var rawTexts = [...]string{
	rawAccepted:             "is accepted",
	rawRefused:              "is an error",
	rawLowOctet:             "is the low eight bits of each code unit",
	rawLoneReplaced:         "is accepted, lone surrogates become U+FFFD",
	rawLatin1Octet:          "is an octet up to U+00FF, text above",
	rawLowOctetIfPercent:    "is the low eight bits of each code unit in a text with '%', else accepted",
	rawLowOctetIfBad:        "is the low eight bits of each code unit in a text with anything malformed or invalid, else accepted",
	rawLowOctetIfMended:     "is the low eight bits of each code unit in a text that holds an escape and anything malformed or invalid, else accepted",
	rawLoneReplacedIfMended: "has lone surrogates made U+FFFD, and is the low eight bits of each code unit in a text that holds an escape and anything malformed or invalid",
	rawLoneQuestion:         "is accepted, lone surrogates become '?'",
	rawHighDropped:          "is accepted, of lone surrogates high ones are dropped and low ones become '?'",
	rawMixedRefused:         "is an error beside escapes beyond %7F, else accepted",
	rawJava:                 "is accepted, but for controls and spaces, which are an error",
	rawOctets:               "is Latin-1, octet by octet",
	rawBMP:                  "is an octet up to U+00FF in a text with '%' or '+', where each surrogate, of a pair too, becomes U+FFFD; else accepted",
	rawLoneKept:             "is accepted, lone surrogates too",
}

// utf8Rule is what a decoder makes of octets that are not UTF-8.
type utf8Rule uint8

const (
	utf8Kept utf8Rule = iota
	utf8Replaced
	utf8Refused
	utf8ReplacedEach  // U+FFFD for each octet
	utf8Latin1        // escapes are Latin-1 always
	utf8Latin1Octets  // an octet that belongs to no character is Latin-1
	utf8Escaped       // such octets stay escaped, as they were
	utf8EscapedUpper  // such octets stay escaped, with upper-case digits
	utf8Unchanged     // the text is returned as it is
	utf8Empty         // the result is empty
	utf8Stops         // the result ends there
	utf8ReplacedJava  // as java.nio does it: a surrogate counts as one sequence
	utf8Surrogates    // U+DC00 and the octet, a lone surrogate
	utf8ReplacedTwo   // a first octet and a continuation that it excludes are one sequence
	utf8RefusedInside // an error unless the end cuts it off, then U+FFFD
	utf8ReplacedLong  // the continuation octets that a first octet announces belong to it
	utf8ReplacedBreak // the octet that breaks a sequence belongs to it
	utf8EscapedPrefix // in a run of escapes, all up to the last invalid sequence stay
)

var utf8Texts = [...]string{
	utf8Kept:          "is kept",
	utf8Replaced:      "becomes U+FFFD for each ill-formed sequence",
	utf8Refused:       "is an error",
	utf8ReplacedEach:  "becomes U+FFFD for each octet",
	utf8Latin1:        "cannot be: escapes are Latin-1",
	utf8Latin1Octets:  "is Latin-1, octet by octet",
	utf8Escaped:       "stays escaped",
	utf8EscapedUpper:  "stays escaped, with upper-case digits",
	utf8Unchanged:     "leaves the whole text as it is",
	utf8Empty:         "makes the result empty",
	utf8Stops:         "ends the text",
	utf8ReplacedJava:  "becomes U+FFFD for each ill-formed sequence, the three octets of a surrogate being one",
	utf8Surrogates:    "becomes a lone surrogate, U+DC00 plus the octet",
	utf8ReplacedTwo:   "becomes U+FFFD for each ill-formed sequence, a first octet and a continuation that makes it overlong, a surrogate or too large being one",
	utf8RefusedInside: "is an error, but U+FFFD if the end cuts off a character",
	utf8ReplacedLong:  "becomes U+FFFD for each first octet, up to FD, with as many continuation octets as it announces, and for each other octet",
	utf8ReplacedBreak: "becomes U+FFFD for each ill-formed sequence, with the escaped octet that breaks it",
	utf8EscapedPrefix: "stays escaped, with the escapes of the same run before it",
}

// laxRule is which octets a decoder takes for UTF-8 that are not.
type laxRule uint16

const laxNone laxRule = 0
const (
	laxSurrogates laxRule = 1 << iota // ED A0..BF xx
	laxOverlong
	laxPairs // a pair of surrogates makes one character
	laxHigh  // up to F7
	laxSix   // up to FD
	laxNUL   // C0 80
	laxBMP   // but nothing above U+FFFF
	laxAbove // but what is above U+10FFFF is an error
	laxError // what is surrogate or above U+10FFFF is an error
)

// pointRule is which code points beyond ASCII an encoder keeps.
type pointRule uint8

const (
	pointsNone pointRule = iota
	pointsAll
	pointsJava
	pointsUcschar
	pointsNotIRI
)

var pointTexts = [...]string{
	pointsNone:    "none",
	pointsAll:     "all",
	pointsJava:    "all but controls and spaces",
	pointsNotIRI:  "those up to U+FFFF that no IRI may hold, but for controls",
	pointsUcschar: "those of ucschar, RFC 3987 section 2.2",
}

// parseSet reads a set as percent.ByteSet.String writes it; "" is empty.
func parseSet(s string) percent.ByteSet {
	var set percent.ByteSet
	if s == "" {
		return set
	}
	if len(s) < 2 || s[0] != '[' || s[len(s)-1] != ']' {
		panic("dialect: not a set: " + s)
	}
	s = s[1 : len(s)-1]
	next := func() byte {
		c := s[0]
		s = s[1:]
		if c != '\\' {
			return c
		}
		c = s[0]
		if c != 'x' {
			s = s[1:]
			return c
		}
		c = unhex(s[1])<<4 | unhex(s[2])
		s = s[3:]
		return c
	}
	for s != "" {
		lo := next()
		if len(s) > 1 && s[0] == '-' {
			s = s[1:]
			set = set.AddRange(lo, next())
		} else {
			set = set.AddRange(lo, lo)
		}
	}
	return set
}

// unhex returns the value of a hexadecimal digit.
func unhex(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f'
}
