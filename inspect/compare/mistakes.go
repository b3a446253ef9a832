package compare

import (
	"slices"

	"github.com/pct-encoded/percent/internal/mistake"
)

// A row says all about one mistake.
type row struct {
	id, text, fix string
	// attempt adds the ways to make it in any text; nil for mistakes that only some part
	// of a format can have, which candidates adds.
	attempt func(*trial)
	// better are the mistakes that explain the same better.
	better []string
}

// catalogue has all mistakes. If several explain a difference, they are named in this
// order: those that say more come first.
var catalogue = []row{
	{id: mistake.SpaceAsPlus, text: `a space is written as "+", not as %20`, fix: `write a space as %20, or read "+" as a space: one of the two is a form encoder`, attempt: spacesAsPluses},
	{id: mistake.FormEncoding, text: "it is encoded as forms are, which escape ~ and keep *", fix: "use the same encoder on both sides: one is for forms", attempt: respelt},
	{id: mistake.WrongFunction, text: "it is encoded by a function with rules of its own", fix: "encode names and values with a function that escapes everything except letters, digits and -._~"},
	{id: mistake.UnreservedEscaped, text: "unreserved characters are escaped", fix: "leave letters, digits and -._~ alone; normalizing does so in all parts of a URL but the scheme, which may not hold escapes, and where a signature covers the text (SAML, OAuth, SigV4) it breaks that", attempt: respelt},
	{id: mistake.ReservedUnescaped, text: "reserved characters or others that no URI may hold are not escaped", fix: "use the same kept set on both sides: OAuth and SigV4 escape everything except letters, digits and -._~, and RFC 3986 lets more stand, by component", attempt: respelt},
	{id: mistake.ReservedEscaped, text: "reserved characters or others that no URI may hold are escaped", fix: "use the same kept set on both sides; a reserved character and its escape are not the same", attempt: respelt},
	{id: mistake.NonASCIIRaw, text: "characters beyond ASCII are not escaped", fix: "escape the UTF-8 of such characters", attempt: respelt},
	{id: mistake.HexCase, text: "escapes have lower-case digits", fix: "write escapes with upper-case digits; normalizing makes the two the same, but where a signature covers the text (SAML, OAuth, SigV4), verify it as it was received", attempt: hexCases},
	{id: mistake.SlashEscaped, text: `"/" is escaped where it separates segments`, fix: `encode path segments one by one and join them with "/"`, attempt: respelt},
	{id: mistake.SlashUnescaped, text: `"/" is not escaped where it is data`, fix: `escape "/" where it is data`, attempt: respelt},
	{id: mistake.PathSentRaw, text: "the path was sent with characters raw that S3 signs escaped", fix: "send the path as it is signed, with everything escaped except letters, digits and -._~/"},
	{id: mistake.DefaultPort, text: "the default port is written", fix: "omit the default port"},
	{id: mistake.MissingEquals, text: `a parameter without a value has no "="`, fix: `write "=" after every name`},
	{id: mistake.SortedBeforeEncoding, text: "parameters are sorted before they are encoded", fix: "encode the parameters first, then sort them"},
	{id: mistake.SortedAsText, text: "parameters are sorted as name=value, not by name and then value", fix: "sort by name, then by value"},
	{id: mistake.PercentUnescaped, text: `"%" itself is not escaped`, fix: `escape "%" as %25`, attempt: percentsUnescaped},
	{id: mistake.PercentRemoved, text: `the "%" of escapes is missing`, fix: `look for software that interprets "%": a shell, printf or a batch file`, attempt: percentsRemoved},
	{id: mistake.HostCase, text: "the scheme or host is not in lower case", fix: "write the scheme and host in lower case; normalizing makes the two the same, but where a signature covers the text (SAML, OAuth, SigV4), verify it as it was received"},
	{id: mistake.DoubleEncoding, text: "it was encoded once too often", fix: "encode once; look for a second encoder along the way", attempt: doubleEncodings, better: []string{mistake.ReservedEscaped, mistake.SlashEscaped}},
	{id: mistake.MissingEncoding, text: "it was encoded once too few times", fix: "encode the data before assembling it", attempt: missingEncodings, better: []string{mistake.ReservedUnescaped, mistake.SlashUnescaped, mistake.NonASCIIRaw, mistake.PercentUnescaped}},
	{id: mistake.MissingParameter, text: "parameters are missing", fix: "look for software that drops parameters, or that adds them after signing; OAuth 1.0 signs those of a form body, too"},
	{id: mistake.PlusAsLiteral, text: `"+" in a form or query is read as a plus sign, not as a space`, fix: `decode forms with "+" as a space`, attempt: plusesAsLiterals},
	{id: mistake.PlusAsSpace, text: `"+" is read as a space, not as a plus sign`, fix: `decode "+" as itself outside of forms`, attempt: plusesAsSpaces},
	{id: mistake.PathNormalized, text: "dot segments or empty segments of the path are removed", fix: "leave the path as it was sent, or normalize on both sides"},
	{id: mistake.TrailingSlash, text: "the trailing slash of the path is missing", fix: "keep the trailing slash of the path"},
	{id: mistake.QueryKept, text: "the query is kept in the URI", fix: "remove the query from the URI"},
	{id: mistake.MethodCase, text: "the method is in lower case", fix: "write the method in upper case"},
	{id: mistake.HeaderCase, text: "names of header fields are not in lower case", fix: "write the names of header fields in lower case"},
	{id: mistake.MissingHeader, text: "header fields are missing", fix: "sign the same header fields"},
	{id: mistake.PayloadHash, text: "the payload hash is different", fix: "hash the body that is actually sent"},
	{id: mistake.MissingAmpersand, text: `the "&" after the consumer secret is missing`, fix: `join the two encoded secrets with "&", even if there is no token secret`},
	{id: mistake.ReplacedOctets, text: "octets that are not UTF-8 are replaced by U+FFFD", fix: "keep octets as they are, or read them in their charset", attempt: replacedOctets},
	{id: mistake.Latin1, text: "text is encoded as ISO 8859-1, not as UTF-8", fix: "encode as UTF-8", attempt: latin1s},
	{id: mistake.DoubleUTF8, text: "UTF-8 was read as ISO 8859-1 and encoded as UTF-8 again", fix: "read the text as UTF-8", attempt: doubleUTF8s},
	{id: mistake.WrongCharset, text: "text is encoded in a charset other than UTF-8", fix: "encode as UTF-8, or decode in that charset", attempt: wrongCharsets},
	{id: mistake.CESU8, text: "characters beyond U+FFFF are escaped as two surrogates, as CESU-8 has them", fix: "join surrogates before the text is encoded as UTF-8", attempt: cesu8s},
	{id: mistake.JSEscape, text: "characters are escaped as %uHHHH, as JavaScript's escape does", fix: "use encodeURIComponent instead of escape", attempt: jsEscapes},
	{id: mistake.NFCNFD, text: "letters with marks are composed in one text and decomposed in the other (Unicode NFC and NFD)", fix: "normalize both to NFC before encoding", attempt: normalForms},
	{id: mistake.NFKC, text: "characters are replaced by compatibility equivalents (Unicode NFKC or NFKD)", fix: "compare the original text; NFKC loses distinctions", attempt: compatibilityForms, better: []string{mistake.NFCNFD, mistake.NoBreakSpace}},
	{id: mistake.JSONEscape, text: `JSON escapes are left, such as \u0026 for "&"`, fix: "parse the JSON instead of cutting the text out of it", attempt: jsonEscapes},
	{id: mistake.HTMLEntity, text: "it was escaped for HTML, or unescaped although it was not HTML", fix: "escape for HTML last, and unescape text from HTML exactly once", attempt: htmlEntities},
	{id: mistake.LeftQuotedPrintable, text: "quoted-printable encoding from mail is left, or plain text was decoded as if it were", fix: `decode the mail first, or encode "=" as =3D`, attempt: quotedPrintables},
	{id: mistake.QuestionMarks, text: `characters are replaced by "?"`, fix: "look for a charset that lacks the characters: the originals are lost", attempt: questionMarks},
	{id: mistake.CaseFolded, text: "the case of letters is changed", fix: "preserve case: only the scheme, the host and the digits of escapes ignore it", attempt: caseFoldings, better: []string{mistake.HexCase, mistake.HostCase}},
	{id: mistake.Backslash, text: `"/" is written as a backslash`, fix: `write "/", for Windows paths too`},
	{id: mistake.SmartQuotes, text: "quotation marks or hyphens are replaced by typographic ones", fix: "copy from software that does not do typography"},
	{id: mistake.NoBreakSpace, text: "spaces are replaced by no-break spaces", fix: "replace U+00A0 by a space"},
	{id: mistake.ByteOrderMark, text: "it begins with a byte order mark", fix: "skip U+FEFF at the start of a file"},
	{id: mistake.InvisibleCharacter, text: "it contains invisible characters", fix: "remove what was copied by accident; `percent explain` shows where it is"},
	{id: mistake.SemicolonSeparator, text: `parameters are separated by ";"`, fix: `separate parameters by "&"`},
	{id: mistake.LineEnd, text: "the line ends differ", fix: "trim line ends; echo adds one, printf does not"},
	{id: mistake.WrongOrder, text: "the same parameters are in another order", fix: "keep the order, or sort on both sides"},
	{id: mistake.WhitespaceTrimmed, text: "leading or trailing white space is missing", fix: "trim both texts, or neither", attempt: trimmings},
	{id: mistake.CutOff, text: "it is cut short", fix: "quote it in the shell, and look for a length limit"},
}

// Describe returns what the mistake with an ID is, in half a sentence, or "" for an
// unknown ID. [Mistake.Text] says more of one that was found.
func Describe(id string) string { return rowOf(id).text }

// FixFor returns what to do about the mistake with an ID, in half a sentence, or ""
// for an unknown ID. [Mistake.Fix] says more of one that was found.
func FixFor(id string) string { return rowOf(id).fix }

//go:noinline
func rowOf(id string) row {
	if i := order(id); i >= 0 {
		return catalogue[i]
	}
	return row{}
}

// MistakeIDs returns the IDs of all mistakes that Compare knows, in the order in which
// it names them.
func MistakeIDs() []string {
	ids := make([]string, len(catalogue))
	for i, m := range catalogue {
		ids[i] = m.id
	}
	return ids
}

// order returns the place of a mistake in the catalogue, or -1.
//
//go:noinline
func order(id string) int {
	return slices.IndexFunc(catalogue, func(r row) bool { return r.id == id })
}
