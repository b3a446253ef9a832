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

	FormEncoding        = "form-encoding"
	PercentUnescaped    = "percent-unescaped"
	PercentRemoved      = "percent-removed"
	ReservedEscaped     = "reserved-escaped"
	NonASCIIRaw         = "non-ascii-raw"
	WrongCharset        = "wrong-charset"
	QuestionMarks       = "question-marks"
	CESU8               = "cesu-8"
	JSEscape            = "percent-u"
	NFCNFD              = "nfc-nfd"
	NFKC                = "nfkc"
	CaseFolded          = "case-folded"
	HTMLEntity          = "html-entity"
	JSONEscape          = "json-escape"
	LeftQuotedPrintable = "quoted-printable"
	Backslash           = "backslash"
	SmartQuotes         = "smart-quotes"
	NoBreakSpace        = "no-break-space"
	ByteOrderMark       = "bom"
	InvisibleCharacter  = "invisible-character"
	SemicolonSeparator  = "semicolon-separator"
	WhitespaceTrimmed   = "whitespace-trimmed"
	CutOff              = "truncated"
)

// catalogue explains the IDs. Where several explain the same, the first of them
// is named first: it says more than those behind it.
var catalogue = []struct{ id, text, fix string }{
	{SpaceAsPlus, `a space is written as "+", not as %20`, `write a space as %20, or read "+" as a space: one of the two is a form encoder`},
	{FormEncoding, "it is encoded as forms are, which escape ~ and keep *", "use the same encoder on both sides: one is for forms"},
	{UnreservedEscaped, "unreserved characters are escaped", "leave letters, digits and -._~ alone; normalizing makes the two the same"},
	{ReservedUnescaped, "characters that must be escaped are left alone", "escape all but letters, digits and -._~"},
	{ReservedEscaped, "characters that may stand for themselves are escaped", "use the same kept set on both sides; a reserved character and its escape are not the same"},
	{NonASCIIRaw, "characters beyond ASCII are not escaped", "escape the UTF-8 of such characters"},
	{HexCase, "escapes have lower-case digits", "write escapes with upper-case digits; normalizing makes the two the same"},
	{SlashEscaped, `"/" is escaped where it separates`, `encode path segments one by one and join them by "/"`},
	{SlashUnescaped, `"/" is left alone where it must be escaped`, `escape "/" where it is data`},
	{DefaultPort, "the default port is kept", "leave out the default port"},
	{MissingEquals, `a parameter without value has no "="`, `write "=" behind every name`},
	{SortedBeforeEncoding, "parameters are sorted before they are encoded", "encode the parameters first, then sort them"},
	{SortedAsText, "parameters are sorted as name=value, not by name and then value", "sort by name, then by value"},
	{PercentUnescaped, `"%" itself is not escaped`, `escape "%" as %25`},
	{PercentRemoved, `the "%" of escapes is gone`, `look for what takes "%" for its own: a shell, printf or a batch file`},
	{HostCase, "scheme or host are not in lower case", "write scheme and host in lower case; normalizing makes the two the same"},
	{DoubleEncoding, "it is encoded once too often", "encode once; look for a second encoder on the way"},
	{MissingEncoding, "it is encoded once too little", "encode the data before it is put together"},
	{MissingParameter, "parameters are left out", "look for what drops parameters"},
	{PlusAsLiteral, `"+" in a form or query is taken for itself, not for a space`, `decode forms with "+" as a space`},
	{PlusAsSpace, `"+" is taken for a space, not for itself`, `decode with "+" as itself where it is no form`},
	{PathNormalized, "dot segments or empty segments of the path are removed", "leave the path as it was sent, or normalize on both sides"},
	{TrailingSlash, "the slash at the end of the path is missing", "keep the slash at the end of the path"},
	{QueryKept, "the query is kept in the URI", "leave the query out of the URI"},
	{MethodCase, "the method is in lower case", "write the method in upper case"},
	{HeaderCase, "names of header fields are not in lower case", "write the names of header fields in lower case"},
	{MissingHeader, "header fields are left out", "sign the same header fields"},
	{PayloadHash, "the payload hash is another one", "hash the body that is sent"},
	{ReplacedOctets, "octets that are not UTF-8 are replaced by U+FFFD", "keep octets as they are, or read them in their charset"},
	{Latin1, "text is encoded as ISO 8859-1, not as UTF-8", "encode as UTF-8"},
	{DoubleUTF8, "text in UTF-8 is taken for ISO 8859-1 and encoded as UTF-8 again", "read the text as UTF-8"},
	{WrongCharset, "text is encoded in a charset other than UTF-8", "encode as UTF-8, or decode in that charset"},
	{CESU8, "characters beyond U+FFFF are escaped as two surrogates, as CESU-8 has them", "join surrogates before the text is encoded as UTF-8"},
	{JSEscape, "characters are escaped as %uHHHH, as JavaScript's escape does", "use encodeURIComponent for escape"},
	{NFCNFD, "letters with marks are composed in one and taken apart in the other (Unicode NFC and NFD)", "bring both to NFC before they are encoded"},
	{NFKC, "characters are replaced by compatible ones (Unicode NFKC or NFKD)", "compare what was typed; NFKC loses differences"},
	{JSONEscape, `escapes of JSON are left, such as \u0026 for "&"`, "parse the JSON, do not cut it out"},
	{HTMLEntity, "it is escaped for HTML, or HTML was unescaped that was none", "escape for HTML last, and unescape what was read from HTML once"},
	{LeftQuotedPrintable, "quoted-printable of mail is left, or text was taken for it", `decode the mail first, or encode "=" as =3D`},
	{QuestionMarks, `characters are replaced by "?"`, "look for a charset that lacks the characters: what they were is lost"},
	{CaseFolded, "the case of letters is changed", "leave the case alone: only scheme, host and the digits of escapes have none"},
	{Backslash, `"/" is written as a backslash`, `write "/", also for paths of Windows`},
	{SmartQuotes, "quotation marks or hyphens are replaced by typographic ones", "copy from a program that does not set type"},
	{NoBreakSpace, "spaces are replaced by no-break spaces", "replace U+00A0 by a space"},
	{ByteOrderMark, "there is a byte order mark in front", "skip U+FEFF at the start of a file"},
	{InvisibleCharacter, "there are characters that cannot be seen", "remove what was copied along; `percent explain` shows where it is"},
	{SemicolonSeparator, `parameters are separated by ";"`, `separate parameters by "&"`},
	{LineEnd, "line ends are other ones", "trim line ends; printf writes none where echo does"},
	{WrongOrder, "the same parameters stand in another order", "keep the order, or sort on both sides"},
	{WhitespaceTrimmed, "white space at an end is gone", "trim on both sides, or on none"},
	{CutOff, "it is cut off", "put it between quotation marks, and look for a limit on its length"},
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

// FixFor returns what to do about the mistake of that ID, in half a sentence, and
// "" for an unknown ID.
func FixFor(id string) string {
	for _, m := range catalogue {
		if m.id == id {
			return m.fix
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
