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
)

// catalogue explains the IDs, the likelier ones first.
var catalogue = []struct{ id, text string }{
	{SpaceAsPlus, `a space is written as "+", not as %20`},
	{UnreservedEscaped, "unreserved characters are escaped"},
	{ReservedUnescaped, "characters that must be escaped are left alone"},
	{HexCase, "escapes have lower-case digits"},
	{SlashEscaped, `"/" is escaped where it separates`},
	{SlashUnescaped, `"/" is left alone where it must be escaped`},
	{DefaultPort, "the default port is kept"},
	{MissingEquals, `a parameter without value has no "="`},
	{SortedBeforeEncoding, "parameters are sorted before they are encoded"},
	{SortedAsText, "parameters are sorted as name=value, not by name and then value"},
	{DoubleEncoding, "it is encoded once too often"},
	{MissingEncoding, "it is encoded once too little"},
	{MissingParameter, "parameters are left out"},
	{PlusAsLiteral, `"+" in a form or query is taken for itself, not for a space`},
	{PlusAsSpace, `"+" is taken for a space, not for itself`},
	{PathNormalized, "dot segments or empty segments of the path are removed"},
	{TrailingSlash, "the slash at the end of the path is missing"},
	{QueryKept, "the query is kept in the URI"},
	{MethodCase, "the method is in lower case"},
	{HostCase, "scheme or host are not in lower case"},
	{HeaderCase, "names of header fields are not in lower case"},
	{MissingHeader, "header fields are left out"},
	{PayloadHash, "the payload hash is another one"},
	{ReplacedOctets, "octets that are not UTF-8 are replaced by U+FFFD"},
	{Latin1, "text is encoded as ISO 8859-1, not as UTF-8"},
	{DoubleUTF8, "text in UTF-8 is taken for ISO 8859-1 and encoded as UTF-8 again"},
	{LineEnd, "line ends are other ones"},
	{WrongOrder, "the same parameters stand in another order"},
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
