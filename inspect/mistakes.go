package inspect

// The IDs of mistakes. They never change.
const (
	SpaceAsPlus          = "space-as-plus"
	UnreservedEscaped    = "unreserved-escaped"
	ReservedUnescaped    = "reserved-unescaped"
	HexCase              = "hex-case"
	SlashEscaped         = "slash-escaped"
	SlashUnescaped       = "slash-unescaped"
	DefaultPort          = "default-port"
	MissingEquals        = "missing-equals"
	SortedBeforeEncoding = "sorted-before-encoding"
	SortedAsText         = "sorted-as-text"
	DoubleEncoding       = "double-encoding"
	MissingEncoding      = "missing-encoding"
	MissingParameter     = "missing-parameter"
	PlusAsLiteral        = "plus-as-literal"
	PlusAsSpace          = "plus-as-space"
	PathNormalized       = "path-normalized"
	TrailingSlash        = "trailing-slash"
	QueryKept            = "query-kept"
	MethodCase           = "method-case"
	HostCase             = "host-case"
	HeaderCase           = "header-case"
	MissingHeader        = "missing-header"
	PayloadHash          = "payload-hash"
	ReplacedOctets       = "replaced-octets"
	Latin1               = "latin1"
	DoubleUTF8           = "double-utf8"
	LineEnd              = "line-end"
	WrongOrder           = "wrong-order"

	// What no signature is computed over, only other texts can have.

	FormEncoding       = "form-encoding"
	PercentUnescaped   = "percent-unescaped"
	PercentRemoved     = "percent-removed"
	ReservedEscaped    = "reserved-escaped"
	NonASCIIRaw        = "non-ascii-raw"
	WrongCharset       = "wrong-charset"
	QuestionMarks      = "question-marks"
	CESU8              = "cesu-8"
	PercentU           = "percent-u"
	NFCNFD             = "nfc-nfd"
	NFKC               = "nfkc"
	CaseFolded         = "case-folded"
	HTMLEntity         = "html-entity"
	JSONEscape         = "json-escape"
	QuotedPrintable    = "quoted-printable"
	Backslash          = "backslash"
	SmartQuotes        = "smart-quotes"
	NoBreakSpace       = "no-break-space"
	ByteOrderMark      = "bom"
	InvisibleCharacter = "invisible-character"
	SemicolonSeparator = "semicolon-separator"
	WhitespaceTrimmed  = "whitespace-trimmed"
	CutOff             = "truncated"
)

// catalogue explains the IDs. Where several explain the same, the first of them
// is named first: it says more than those behind it.
var catalogue = []struct{ id, text string }{
	{SpaceAsPlus, `a space is written as "+", not as %20`},
	{FormEncoding, "it is encoded as forms are, which escape ~ and keep *"},
	{UnreservedEscaped, "unreserved characters are escaped"},
	{ReservedUnescaped, "characters that must be escaped are left alone"},
	{ReservedEscaped, "characters that may stand for themselves are escaped"},
	{NonASCIIRaw, "characters beyond ASCII are not escaped"},
	{HexCase, "escapes have lower-case digits"},
	{SlashEscaped, `"/" is escaped where it separates`},
	{SlashUnescaped, `"/" is left alone where it must be escaped`},
	{DefaultPort, "the default port is kept"},
	{MissingEquals, `a parameter without value has no "="`},
	{SortedBeforeEncoding, "parameters are sorted before they are encoded"},
	{SortedAsText, "parameters are sorted as name=value, not by name and then value"},
	{PercentUnescaped, `"%" itself is not escaped`},
	{PercentRemoved, `the "%" of escapes is gone`},
	{HostCase, "scheme or host are not in lower case"},
	{DoubleEncoding, "it is encoded once too often"},
	{MissingEncoding, "it is encoded once too little"},
	{MissingParameter, "parameters are left out"},
	{PlusAsLiteral, `"+" in a form or query is taken for itself, not for a space`},
	{PlusAsSpace, `"+" is taken for a space, not for itself`},
	{PathNormalized, "dot segments or empty segments of the path are removed"},
	{TrailingSlash, "the slash at the end of the path is missing"},
	{QueryKept, "the query is kept in the URI"},
	{MethodCase, "the method is in lower case"},
	{HeaderCase, "names of header fields are not in lower case"},
	{MissingHeader, "header fields are left out"},
	{PayloadHash, "the payload hash is another one"},
	{ReplacedOctets, "octets that are not UTF-8 are replaced by U+FFFD"},
	{Latin1, "text is encoded as ISO 8859-1, not as UTF-8"},
	{DoubleUTF8, "text in UTF-8 is taken for ISO 8859-1 and encoded as UTF-8 again"},
	{WrongCharset, "text is encoded in a charset other than UTF-8"},
	{CESU8, "characters beyond U+FFFF are escaped as two surrogates, as CESU-8 has them"},
	{PercentU, "characters are escaped as %uHHHH, as JavaScript's escape does"},
	{NFCNFD, "letters with marks are composed in one and taken apart in the other (Unicode NFC and NFD)"},
	{NFKC, "characters are replaced by compatible ones (Unicode NFKC or NFKD)"},
	{JSONEscape, `escapes of JSON are left, such as \u0026 for "&"`},
	{HTMLEntity, "it is escaped for HTML, or HTML was unescaped that was none"},
	{QuotedPrintable, "quoted-printable of mail is left, or text was taken for it"},
	{QuestionMarks, `characters are replaced by "?"`},
	{CaseFolded, "the case of letters is changed"},
	{Backslash, `"/" is written as a backslash`},
	{SmartQuotes, "quotation marks or hyphens are replaced by typographic ones"},
	{NoBreakSpace, "spaces are replaced by no-break spaces"},
	{ByteOrderMark, "there is a byte order mark in front"},
	{InvisibleCharacter, "there are characters that cannot be seen"},
	{SemicolonSeparator, `parameters are separated by ";"`},
	{LineEnd, "line ends are other ones"},
	{WrongOrder, "the same parameters stand in another order"},
	{WhitespaceTrimmed, "white space at an end is gone"},
	{CutOff, "it is cut off"},
}

// Describe returns what the mistake of that ID is, in half a sentence, and ""
// for an unknown ID.
func Describe(id string) string {
	for _, m := range catalogue {
		if m.id == id {
			return m.text
		}
	}
	return ""
}

// MistakeIDs returns the IDs of all mistakes that Compare knows, the likelier
// ones first.
func MistakeIDs() []string {
	ids := make([]string, len(catalogue))
	for i, m := range catalogue {
		ids[i] = m.id
	}
	return ids
}

func order(id string) int {
	for i, m := range catalogue {
		if m.id == id {
			return i
		}
	}
	panic("inspect: unknown mistake " + id)
}
