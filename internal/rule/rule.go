// Package rule holds the rules of the dialects of package dialect as data, and the
// encoders and decoders that carry them out. Package preimage uses it to find out what
// an encoder can have written.
package rule

import (
	"strings"
	"sync"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

//go:generate go tool -modfile=../../tools/go.mod stringer -linecomment -output texts_generated.go -type LineRule,ShownRule,DecodedRule,EscapesRule,StrayRule,NULRule,EmptyRule,DotRule,SegmentRule,BOMRule,NewlineRule,FormRule,SurrogateRule,InvalidRule,NoncharRule,OutsideRule,BeyondRule,UnicodeRule,MalformedRule,RawRule,UTF8Rule,PointRule

// Of returns the rule of the dialect with that ID, or nil if there is none. Package
// dialect, which holds the catalogue, sets it.
var Of func(id string) *Rule

// A Rule is the rule of a dialect: either an encoding of package percent, or an Encode
// and a Decode. Whatever the five choices of package percent cannot express is a field
// of these. The zero value of such a field adds nothing to the five choices.
//
// The encoder applies its fields in order from NUL on, the decoder from Removed to
// Ends. Sets are written as by ByteSet.String.
type Rule struct {
	// Plain is the whole rule, or nil. It is the address of a variable, so that a catalogue
	// is data and no code runs at the start of a program. Where there is no variable, Make
	// returns the rule.
	Plain **percent.Encoding
	Make  func() *percent.Encoding

	Encode *Encode // nil if the dialect only decodes
	Decode *Decode // nil for decoding as with percent.New; '+' is a space if Encode.Plus

	encOnce, decOnce, baseOnce, fixOnce sync.Once

	enc    *Encoder
	dec    *Decoder
	base   *percent.Encoding
	fixing *percent.Encoding
}

// IsPlain reports whether the rule is an encoding of package percent.
func (r *Rule) IsPlain() bool { return r.Plain != nil || r.Make != nil }

// plain returns the encoding that is the whole rule, or nil.
func (r *Rule) plain() *percent.Encoding {
	switch {
	case r.Plain != nil:
		return *r.Plain
	case r.Make != nil:
		r.baseOnce.Do(func() { r.base = r.Make() })
		return r.base
	}
	return nil
}

// Encodes reports whether the rule encodes. All rules decode.
func (r *Rule) Encodes() bool { return r.IsPlain() || r.Encode != nil }

// AppendEncode appends src, encoded by a rule that encodes, to dst.
func (r *Rule) AppendEncode(dst, src []byte) ([]byte, error) {
	if e := r.plain(); e != nil {
		return e.AppendEncode(dst, src), nil
	}
	return r.Encoder().Append(dst, src)
}

// AppendDecode appends src, decoded, to dst.
func (r *Rule) AppendDecode(dst, src []byte) ([]byte, error) {
	if e := r.plain(); e != nil {
		return e.AppendDecode(dst, src)
	}
	return r.Decoder().Append(dst, src)
}

// Encoder returns the encoder of a rule that encodes and is not Plain, and nil
// for any other.
func (r *Rule) Encoder() *Encoder {
	r.encOnce.Do(func() {
		if r.Encode != nil {
			r.enc = newEncoder(r.Encode)
		}
	})
	return r.enc
}

// Decoder returns the decoder of a rule that is not Plain.
func (r *Rule) Decoder() *Decoder {
	r.decOnce.Do(func() { r.dec = newDecoder(r.decode(), r.Base()) })
	return r.dec
}

// decode returns how a rule that is not Plain decodes.
func (r *Rule) decode() *Decode {
	if r.Decode == nil {
		return &Decode{Plus: r.Encode.Plus}
	}
	return r.Decode
}

// Encoding returns the rule as an encoding of package percent. It is nil if the rule
// goes beyond the five choices of that package, or does not encode.
func (r *Rule) Encoding() *percent.Encoding {
	if e := r.plain(); e != nil {
		return e
	}
	if enc := r.Encoder(); enc == nil || !enc.Simple || !r.decode().isSimple() {
		return nil
	}
	return r.Base()
}

// Base returns the five choices.
func (r *Rule) Base() *percent.Encoding {
	if e := r.plain(); e != nil {
		return e
	}
	r.baseOnce.Do(func() {
		base := percent.RFC3986
		if enc := r.Encoder(); enc != nil {
			base = enc.Base
		}
		r.base = r.decode().base(base)
	})
	return r.base
}

// EncodingBase is like Base, but complete for encoding only. The rule must encode.
func (r *Rule) EncodingBase() *percent.Encoding {
	if e := r.plain(); e != nil {
		return e
	}
	return r.Encoder().Base
}

// Fixing returns an encoding that does what fixing by a rule that encodes does, or nil if
// the rule has no Encoding.
func (r *Rule) Fixing() *percent.Encoding {
	r.fixOnce.Do(func() {
		e := r.Encoding()
		if e == nil {
			return
		}
		if e.Space() == percent.SpacePlus {
			e = e.WithKept(e.Kept().Add("+"))
		}
		r.fixing = e.WithEscapes(percent.EscapesKept)
	})
	return r.fixing
}

// A Key holds the encoding part of a rule in a form that can be compared.
type Key struct {
	five   Five
	beyond Encode
}

// Key returns the key of a rule that encodes.
func (r *Rule) Key() Key {
	if e := r.plain(); e != nil {
		return Key{five: FiveOf(e)}
	}
	return Key{five: r.Encode.five(), beyond: r.Encode.beyond()}
}

// An Encode says how to encode.
type Encode struct {
	// The five choices.
	Kept    string // set
	Plus    bool   // a space is written as '+'
	Lower   bool   // hexadecimal digits are in lower case
	Escapes EscapesRule

	NUL        NULRule
	BOM        BOMRule
	Newlines   NewlineRule
	Form       FormRule
	Stray      StrayRule
	Surrogates SurrogateRule
	Invalid    InvalidRule
	Points     PointRule // code points beyond ASCII that are written as they are
	Nonchars   NoncharRule
	Beyond     BeyondRule
	Removed    string // dropped before anything else is looked at
	Dot        DotRule
	Segments   SegmentRule
	Colon      string      // prefix for a text whose first segment contains ':'
	Empty      EmptyRule   // for a text without characters
	Rewritten  string      // pairs of a character up to U+00FF and its replacement, all separated by spaces
	Refused    string      // set: an error
	First      string      // set: the first of these stays
	Origin     bool        // in a text with "://", everything before the path stays
	InQuery    string      // set: kept after '?' instead, where nothing is rewritten
	InFragment string      // set: kept after '#' instead, where nothing is rewritten
	Parts      string      // set: begins a part of the text, whose escapes are judged apart; '?' does so once, before '#'
	EmptyQuery bool        // '?' with nothing between it and '#' is dropped
	Outside    OutsideRule // characters beyond ASCII that are an error
	Charset    string      // label of the output charset, "" for UTF-8; characters that it lacks become numeric character references
}

// beyond returns r without the five choices.
func (r *Encode) beyond() Encode {
	b := *r
	b.Kept, b.Plus, b.Lower = "", false, false
	if b.Escapes == EscapesKept {
		b.Escapes = EscapesData
	}
	return b
}

// Pairs returns the rewritten characters, each followed by its replacement.
func (r *Encode) Pairs() []string {
	if r.Rewritten == "" {
		return nil
	}
	return strings.Split(r.Rewritten, " ")
}

// A Decode says how to decode.
type Decode struct {
	Banned     string // set: an error when unescaped, after what ends the text too
	Trimmed    string // set: dropped from both ends, after what ends the text
	Trailing   string // set: dropped from the end, where nothing ends the text
	Squeezed   string // set: a run of these is one space
	Quoted     bool   // '"' at the beginning goes, and the last character with it
	Removed    string // set: dropped before anything else is looked at
	Doubled    bool   // '%%' is '%'
	Brackets   bool   // %5B and %5D are decoded before anything else
	Stable     bool   // what has been decoded is decoded again, until nothing changes
	Hex        HexRule
	Unicode    UnicodeRule
	Malformed  MalformedRule
	Truncated  MalformedRule // for an escape cut off by the end, if different from Malformed
	Preserved  string        // set: escapes of these stay
	Upper      bool          // preserved escapes get upper-case digits
	Forbidden  string        // set: escapes of these are an error
	Plus       bool          // '+' is a space
	PlusKept   bool          // except in a text that is left as it is
	RawRefused string        // set: an error when unescaped
	Raw        RawRule
	UTF8       UTF8Rule
	Lax        LaxRule
	NUL        NULRule
	Ends       string // set: the text ends before one of these, unescaped
	PlusQuery  bool   // '+' is a space after an unescaped '?'
	Blank      string // set: escapes of these become a space
	BOM        bool   // a byte order mark that begins the result is removed
	Lines      LineRule
	Shown      ShownRule
	Decoded    DecodedRule
}

// LineRule is what a decoder makes of line breaks in the result.
type LineRule uint8

// The values of LineRule, with their texts.
const (
	LinesPlain   LineRule = iota // stay
	LinesLF                      // become LF: CRLF and CR
	LinesEscaped                 // become LF if they are an escaped CRLF
)

// ShownRule is which escapes a decoder decodes at all.
type ShownRule uint8

// The values of ShownRule, with their texts.
const (
	ShownPlain ShownRule = iota // all that are not preserved
	ShownIRI                    // those of unreserved characters, unless '%' before them would become an escape, and of the characters beyond ASCII that an IRI may hold outside its query, but for bidirectional controls; of the others, those above %7F get upper-case digits
	ShownRuns                   // runs of '%' with two letters or digits: where the run is no UTF-8, or not all are escapes, its first one stays and the rest is tried again
)

// DecodedRule is what a decoder makes of characters in the result that XML
// does not allow.
type DecodedRule uint8

// The values of DecodedRule, with their texts.
const (
	DecodedPlain        DecodedRule = iota // are characters like others
	DecodedXMLReplaced                     // become U+FFFD
	DecodedXMLRefused                      // are an error
	DecodedFFFEReplaced                    // become U+FFFD if U+FFFE or U+FFFF
)

// EscapesRule is what an encoder makes of escapes that are there already.
type EscapesRule uint8

// The values of EscapesRule, with their texts.
const (
	EscapesData               EscapesRule = iota // '%' is data
	EscapesKept                                  // valid escapes stay
	EscapesUpper                                 // valid escapes stay, with upper-case digits
	EscapesIfAll                                 // escapes stay if every '%' of the text begins one, otherwise '%' is data
	EscapesIfAllUpper                            // escapes stay, with upper-case digits, if every '%' of the text begins one; otherwise '%' is data
	EscapesDecoded                               // valid escapes are decoded first
	EscapesUnreservedAll                         // escapes stay, with upper-case digits, those of unreserved characters decoded, if every '%' of the text begins one; otherwise '%' is data
	EscapesAny                                   // a text that holds a valid escape is left as it is
	EscapesSlash                                 // '%' is data, but %2F stays, with an upper-case digit
	EscapesPieces                                // valid escapes stay, and what stands between two of them if it holds '%' and a hexadecimal digit
	EscapesRequote                               // valid escapes stay, but those of unreserved characters are decoded; where a '%' stands before two letters or digits that are not hexadecimal, every '%' is data
	EscapesUpperIfAll                            // escapes get upper-case digits, and stay if every '%' of the text begins one; otherwise '%' is data
	EscapesUpperUnreservedAll                    // escapes get upper-case digits, and stay, those of unreserved characters decoded, if every '%' of the text begins one; otherwise '%' is data
	EscapesGroups                                // valid escapes stay, with upper-case digits, but one, two from %80 on, or three from %E0 on are decoded as UTF-8, whatever octets follow the first one, where that gives an unreserved character
	EscapesUnreservedUpper                       // valid escapes stay, with upper-case digits, but those of unreserved characters are decoded
	EscapesDots                                  // valid escapes stay, but %2e and %2E become '.'
)

// StrayRule says how a '%' that begins no escape is written, where escapes stay.
type StrayRule uint8

// The values of StrayRule, with their texts.
const (
	StrayEscaped StrayRule = iota // becomes %25
	StrayKept                     // stays
	StrayRefused                  // is an error
	StrayAlnum                    // stays before two letters or digits, else becomes %25
)

// NULRule says how NUL is handled.
type NULRule uint8

// The values of NULRule, with their texts.
const (
	NULPlain NULRule = iota // is an octet like any other
	NULEnds                 // ends the text
)

// EmptyRule is what an encoder makes of a text without a character.
type EmptyRule uint8

// The values of EmptyRule, with their texts.
const (
	EmptyPlain   EmptyRule = iota // stays empty
	EmptyRefused                  // is an error
)

// DotRule is what an encoder makes of a text that is one or two full stops.
type DotRule uint8

// The values of DotRule, with their texts.
const (
	DotPlain        DotRule = iota // is like any other
	DotEmpty                       // becomes empty
	DotEmptyRefused                // becomes empty, and two of them are an error
)

// SegmentRule is what an encoder makes of the segments of a path between
// slashes.
type SegmentRule uint8

// The values of SegmentRule, with their texts.
const (
	SegmentsPlain       SegmentRule = iota // stay
	SegmentsDots                           // '.' is removed, '..' with the segment before it
	SegmentsDotsDecoded                    // '.' is removed, '..' with the segment before it, %2e counting as '.'
	SegmentsEmpty                          // empty ones are removed
	SegmentsEmptyDot                       // empty ones and '.' are removed
	SegmentsEmptyDots                      // empty ones and '.' are removed, '..' with the segment before it
)

// BOMRule says how a byte order mark is handled.
type BOMRule uint8

// The values of BOMRule, with their texts.
const (
	BOMPlain  BOMRule = iota // is text
	BOMEither                // is removed from the beginning; so is U+FFFE, which swaps the octets of every UTF-16 code unit
)

// NewlineRule says how line breaks are changed before encoding.
type NewlineRule uint8

// The values of NewlineRule, with their texts.
const (
	NewlinesPlain  NewlineRule = iota // stay as they are
	NewlinesCRLF                      // CR, LF and CRLF become CRLF
	NewlinesLoneLF                    // CR LF and LF become CR LF, CR stays
	NewlinesUpper                     // CRLF and LF become %0D%0A, a lone CR stays
)

// FormRule is the Unicode normalization before encoding.
type FormRule uint8

// The values of FormRule, with their texts.
const (
	FormPlain   FormRule = iota // none
	FormNFC                     // NFC
	FormNFKC                    // NFKC
	FormNFCText                 // NFC, after everything is escaped but characters beyond ASCII that are neither spaces nor controls
	FormNFKCOld                 // NFKC of UTF-8, as old tables have it: what is above U+FFFF, or came after Unicode 3.0, stays
)

// SurrogateRule says how a lone surrogate is handled, which stands in the text
// as the three octets that UTF-8 would have for it.
type SurrogateRule uint8

// The values of SurrogateRule, with their texts.
const (
	SurrogatesPlain                  SurrogateRule = iota // is three octets like any others
	SurrogatesRefused                                     // is an error
	SurrogatesReplaced                                    // becomes U+FFFD
	SurrogatesQuestion                                    // becomes '?', encoded like one
	SurrogatesRaw                                         // stays
	SurrogatesRawReplaced                                 // becomes U+FFFD, unescaped
	SurrogatesHighRefusedLowDropped                       // is an error if high, dropped if low
	SurrogatesHighDroppedLowQuestion                      // becomes '?' if low; if high, it waits for the next character that is escaped, which it joins if that is a low one, and becomes '?' before if not, and is dropped at the end
	SurrogatesJoined                                      // is joined with the code unit after it, an error at the end
	SurrogatesEmpty                                       // makes the result empty
	SurrogatesUnchanged                                   // leaves the whole text as it is
	SurrogatesDroppedIfChanged                            // is dropped, but stays in a text that needs no escape
	SurrogatesRawQuestion                                 // becomes an unescaped '?', but stays in a text that needs no escape
	SurrogatesEscapedQuestion                             // becomes %3F
	SurrogatesSlashes                                     // leaves the whole text as it is, but %2F becomes '/'
)

// InvalidRule is what an encoder makes of octets that are not UTF-8.
type InvalidRule uint8

// The values of InvalidRule, with their texts.
const (
	InvalidPlain        InvalidRule = iota // is octets like any others
	InvalidReplacedEach                    // becomes U+FFFD for each octet
	InvalidReplacedLong                    // becomes U+FFFD for each first octet, E0 to F7, with as many continuation octets as it announces, and for each other octet
	InvalidSurrogates                      // becomes the lone surrogate U+DC00 plus the octet
)

// NoncharRule is what an encoder makes of noncharacters.
type NoncharRule uint8

// The values of NoncharRule, with their texts.
const (
	NoncharsPlain    NoncharRule = iota // are like other code points
	NoncharsReplaced                    // become U+FFFD
	NoncharsHigh                        // lose their second surrogate, above U+FFFF
	NoncharsFFFE                        // become U+FFFD if U+FFFE or U+FFFF
)

// OutsideRule is which characters beyond ASCII an encoder refuses.
type OutsideRule uint8

// The values of OutsideRule, with their texts.
const (
	OutsideNone OutsideRule = iota // none
	OutsideIRI                     // all that no IRI may hold, which bidirectional controls and invalid UTF-8 are among
)

// BeyondRule is how code points beyond ASCII are escaped.
type BeyondRule uint8

// The values of BeyondRule, with their texts.
const (
	BeyondUTF8            BeyondRule = iota // escapes of their UTF-8
	BeyondLatin1                            // %HH up to U+00FF, %uHHHH for UTF-16 code units above
	BeyondUnicode                           // %uHHHH for UTF-16 code units
	BeyondCESU                              // escapes of the UTF-8 of each UTF-16 code unit
	BeyondLatin1Refused                     // %HH up to U+00FF, an error above
	BeyondLatin1Questions                   // %HH up to U+00FF, '?' above, encoded like one
	BeyondLatin1NCR                         // %HH up to U+00FF, numeric character references above, encoded
	BeyondLatin1NCRUnits                    // %HH up to U+00FF, numeric character references of UTF-16 code units above, encoded
	BeyondBMP                               // escapes of their UTF-8, but twice U+FFFD for those above U+FFFF
)

// HexRule is what a decoder accepts as the digits of an escape beside two
// hexadecimal ones: a sum of these.
type HexRule uint16

// The values of HexRule; its texts say what they mean.
const (
	HexOneEnd  HexRule = 1 << iota // one digit at the end of the text
	HexPlus                        // '+' and a digit
	HexWide                        // digits of any script
	HexRaw                         // any two characters, their codes counting as digits
	HexAlnum                       // two letters or digits, as far as they are digits
	HexZero                        // any two characters, non-digits counting 0
	HexLetters                     // any two characters, letters counting on beyond F, others 0
	HexLower                       // none in upper case
)

var hexTexts = [...]string{
	"one digit at the end", "'+' and a digit", "digits of any script",
	"any two characters, whose codes count as digits", "two letters or digits, as far as they are digits",
	"any two characters, non-digits counting 0", "any two characters, letters counting on beyond F and others 0",
	"none in upper case",
}

// UnicodeRule is what a decoder makes of %uHHHH.
type UnicodeRule uint8

// The values of UnicodeRule, with their texts.
const (
	UnicodeMalformed   UnicodeRule = iota // is a malformed escape
	UnicodeDecoded                        // is a UTF-16 code unit
	UnicodeLoneDropped                    // is a UTF-16 code unit, dropped if a lone surrogate
	UnicodeOctets                         // is an octet up to %u00FF, a character above, and U+FFFD for each surrogate
	UnicodeEscaped                        // is a UTF-16 code unit, which makes a pair with another such escape only
)

// MalformedRule is what a decoder makes of a '%' that begins no escape.
type MalformedRule uint8

// The values of MalformedRule, with their texts.
const (
	MalformedRefused        MalformedRule = iota // is an error
	MalformedKept                                // is kept
	MalformedStops                               // ends the text
	MalformedUnchanged                           // leaves the whole text as it is
	MalformedKeptTwo                             // is kept with the two characters after '%', whatever they are
	MalformedRefusedAlnum                        // is an error before two letters or digits, else kept
	MalformedRefusedLetters                      // is an error before two letters or digits of any script, else kept
	MalformedDroppedAlnum                        // is dropped with two letters or digits after it, else kept
	MalformedKeptDigits                          // is kept if nothing but digits follows, else an error
	MalformedStopsDigits                         // ends the text if nothing but digits follows, else an error
	MalformedReplaced                            // becomes U+FFFD, with up to two bytes after '%', whatever they are
	MalformedNginx                               // loses its '%', and a digit after it with the byte after that; a byte that is not a digit is copied
)

// RawRule is what a decoder makes of unescaped non-ASCII.
type RawRule uint8

// The values of RawRule, with their texts.
const (
	RawAccepted             RawRule = iota // is accepted
	RawRefused                             // is an error
	RawLowOctet                            // is the low eight bits of each code unit
	RawLoneReplaced                        // is accepted, lone surrogates become U+FFFD
	RawLowOctetIfPercent                   // is the low eight bits of each code unit in a text with '%', else accepted
	RawLowOctetIfBad                       // is the low eight bits of each code unit in a text with anything malformed or invalid, else accepted
	RawLoneKept                            // is accepted, lone surrogates too
	RawLowOctetIfMended                    // is the low eight bits of each code unit in a text that holds an escape and anything malformed or invalid, else accepted
	RawLoneReplacedIfMended                // has lone surrogates made U+FFFD, and is the low eight bits of each code unit in a text that holds an escape and anything malformed or invalid
	RawLoneQuestion                        // is accepted, lone surrogates become '?'
	RawHighDropped                         // is accepted; in a text with '%', lone surrogates become '?' if low, and if high wait for the next unescaped character, which they join if that is a low one, before which they become '?' if not, and without which they are dropped
	RawMixedRefused                        // is an error beside escapes beyond %7F, else accepted
	RawOctets                              // is Latin-1, octet by octet
	RawBMP                                 // is an octet up to U+00FF in a text with '%' or '+', where each surrogate, of a pair too, becomes U+FFFD; else accepted
	RawJava                                // is accepted, but for controls and spaces, which are an error
)

// UTF8Rule is what a decoder makes of octets that are not UTF-8.
type UTF8Rule uint8

// The values of UTF8Rule, with their texts.
const (
	UTF8Kept          UTF8Rule = iota // is kept
	UTF8Replaced                      // becomes U+FFFD for each ill-formed sequence
	UTF8Refused                       // is an error
	UTF8ReplacedEach                  // becomes U+FFFD for each octet
	UTF8Latin1                        // cannot be: escapes are Latin-1
	UTF8Latin1Octets                  // is Latin-1, octet by octet
	UTF8Escaped                       // stays escaped
	UTF8EscapedUpper                  // stays escaped, with upper-case digits
	UTF8Unchanged                     // leaves the whole text as it is
	UTF8ReplacedJava                  // becomes U+FFFD for each ill-formed sequence, the three octets of a surrogate being one
	UTF8Surrogates                    // becomes a lone surrogate, U+DC00 plus the octet
	UTF8ReplacedTwo                   // becomes U+FFFD for each ill-formed sequence, a first octet and a continuation that makes it overlong, a surrogate or too large being one
	UTF8RefusedInside                 // is an error, but U+FFFD if the end cuts off a character
	UTF8ReplacedLong                  // becomes U+FFFD for each first octet, up to FD, with as many continuation octets as it announces, and for each other octet
	UTF8ReplacedBreak                 // becomes U+FFFD for each ill-formed sequence, with the escaped octet that breaks it
)

// LaxRule is which octets a decoder takes for UTF-8 that are not.
type LaxRule uint16

// The values of LaxRule; its texts say what they mean.
const (
	LaxSurrogates LaxRule = 1 << iota // ED A0..BF xx
	LaxOverlong
	LaxPairs // a pair of surrogates makes one character
	LaxSix   // up to FD
	LaxNUL   // C0 80
	LaxBMP   // but nothing above U+FFFF
	LaxAbove // but what is above U+10FFFF is an error
	LaxError // what is surrogate or above U+10FFFF is an error
)

// PointRule is which code points beyond ASCII an encoder keeps.
type PointRule uint8

// The values of PointRule, with their texts.
const (
	PointsNone    PointRule = iota // none
	PointsAll                      // all
	PointsJava                     // all but controls and spaces
	PointsUcschar                  // those of ucschar, RFC 3987 section 2.2
	PointsNotIRI                   // those up to U+FFFF that no IRI may hold, but for controls
	PointsLEIRI                    // those of ucschar, RFC 3987 section 2.2, but those that turn the direction of text
)

var laxTexts = [...]string{
	"surrogates", "overlong forms, in which preserved escapes stay too", "pairs of surrogates", "up to FD", "C0 80",
	"but nothing above U+FFFF", "but what is above U+10FFFF is an error", "but surrogates and what is above U+10FFFF are an error",
}

// String tells the rule in words.
func (r HexRule) String() string {
	return strings.Join(append([]string{"two hexadecimal digits"}, texts(uint(r), hexTexts[:])...), "; ")
}

// String tells the rule in words.
func (r LaxRule) String() string { return strings.Join(texts(uint(r), laxTexts[:]), ", ") }

// texts returns the texts of the bits that are set.
func texts(bits uint, all []string) (list []string) {
	for i, text := range all {
		if bits&(1<<i) != 0 {
			list = append(list, text)
		}
	}
	return list
}

// ParseSet reads a set as percent.ByteSet.String writes it; "" is empty.
func ParseSet(s string) percent.ByteSet {
	var set percent.ByteSet
	if s == "" {
		return set
	}
	if len(s) < 2 || s[0] != '[' || s[len(s)-1] != ']' {
		panic("rule: not a set: " + s)
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
		c = pct.Hex(s[1])<<4 | pct.Hex(s[2])
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
