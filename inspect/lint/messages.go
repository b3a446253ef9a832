package lint

import "fmt"

// A message is what a finding says.
type message struct {
	rule rule
	text string // what is wrong, a format of package fmt
	fix  string // what to do
}

// messages are all of them.
var messages []*message

// says makes a message of r. A second text says what to do, if not what the rule says.
func says(r rule, text string, fix ...string) *message {
	m := &message{rule: r, text: text, fix: rules[r].Fix}
	if len(fix) > 0 {
		m.fix = fix[0]
	}
	messages = append(messages, m)
	return m
}

// with returns the text with args in their places.
func (m *message) with(args ...any) string {
	if len(args) == 0 {
		return m.text
	}
	return fmt.Sprintf(m.text, args...)
}

// What findings say, rule by rule.
var (
	isDotSegment        = says(dotSegmentEncoded, `".." or "." to software that decodes it, an ordinary name to software that does not`)
	isDotSegmentCut     = says(dotSegmentEncoded, `".." to software that cuts code points to eight bits, something else to other software`)
	isDotSegmentTrimmed = says(dotSegmentEncoded, `".." to software that drops trailing spaces, as Windows does, a name to other software`)
	isDotSegmentDeeper  = says(dotSegmentEncoded, `".." or "." to software that decodes %d times`)

	isDotSegmentLeft = says(dotSegmentEncoded, `"../" is what remains when software removes "../" from it once`)

	isDotSegmentStripped = says(dotSegmentParameter, "a dot segment to servers that strip path parameters, a name to others")

	hasThreeSlashes     = says(ambiguousAuthority, "three or more slashes: browsers read what follows as a host, other parsers as a path")
	hasNoSlashes        = says(ambiguousAuthority, `no "//" follows: browsers read what comes next as a host, other parsers as a path`)
	hasEmptyAuthority   = says(ambiguousAuthority, "an empty authority: browsers read what follows as a host, other parsers as a path")
	hasNoHost           = says(ambiguousAuthority, "an authority without a host")
	hasBareIPv6         = says(ambiguousAuthority, "an IPv6 address without brackets")
	hasOpenBracket      = says(ambiguousAuthority, "a '[' without a ']'")
	hasNoIPv6           = says(ambiguousAuthority, "the brackets do not contain an IPv6 address")
	hasNoPortBehindIPv6 = says(ambiguousAuthority, "the IPv6 address is followed by something other than a port")
	hasNoPort           = says(ambiguousAuthority, "the ':' is not followed by a port from 0 to 65535")
	hasSecondAt         = says(ambiguousAuthority, "a second '@': parsers disagree on whether the first or the last ends the userinfo")
	hasAtBehindEnd      = says(ambiguousAuthority, "%q ends the authority: a parser that looks for '@' first treats %s as the host")
	endsAtBackslash     = says(ambiguousAuthority, `'\' ends the authority in browsers, but not in other parsers`)
	endsAtSpace         = says(ambiguousAuthority, "white space or a control character: some parsers remove it, others end the host there")
	endsAtNormalized    = says(ambiguousAuthority, "%s becomes %q when the host is normalized")
	endsAtDecoded       = says(ambiguousAuthority, "%s is a delimiter for parsers that decode the host")
	hasBadCharacter     = says(ambiguousAuthority, "browsers reject a host with this character; other parsers keep it or end the host there")
	isNumber            = says(ambiguousAuthority, "it ends in a number, so browsers read it as an IPv4 address; other parsers read other numbers (such as octal ones) or a name")
	isMappedToNumber    = says(ambiguousAuthority, mappedText)

	hidesScheme = says(hiddenScheme, "%q to software that decodes it, reads it as HTML or strips control characters first, as browsers do")

	isNUL = says(nulCharacter, "NUL ends the text in programs written in C, but not in others")

	isRawLineEnd        = says(crlfInjection, "a line end: browsers remove it, other software starts a new line")
	isHiddenLineEnd     = says(crlfInjection, "a line end, hidden from software that decodes once")
	isLineEndBefore     = says(crlfInjection, "a line end, followed by what looks like a header field")
	isLineEndIn         = says(crlfInjection, "a line end in a %v")
	isLineEndOfEightBit = says(crlfInjection, "software that cuts code points to eight bits turns these into CR and LF")

	isOverlong = says(overlongUTF8, "an overlong form of %s, which lax decoders read as that")
	isLax      = says(overlongUTF8, "lax decoders of UTF-8 read %s, whatever the second octet is")

	becomesEscape = says(nestedEscape, "becomes the escape %s when it is decoded once")

	isMalformed            = says(malformedEscape, "not followed by two hexadecimal digits")
	isMalformedEnd         = says(malformedEscape, "a '%' at the end: probably a percent sign, or an escape that was cut off", "write a literal '%' as %25; if it was cut off, use the full text")
	isMalformedMessageID   = says(malformedEscape, "not followed by two hexadecimal digits: this is probably a message-ID that was not encoded")
	isMalformedPlaceholder = says(malformedEscape, "not followed by two hexadecimal digits: it is probably a placeholder that was not filled in")

	isCutOff = says(truncatedEscape, "the text ends inside the escape: it was probably cut off")

	hasTwoHosts = says(hostConfusion, "the host is %s")

	isEncodedTwice   = says(doubleEncoding, "encoded twice")
	isEncodedTimes   = says(doubleEncoding, "encoded %d times")
	isEncodedBeyond  = says(doubleEncoding, "encoded more than %d times")
	isUnicodeEscape  = says(unicodeEscape, "%u escapes are not valid in a URI: some servers decode them, and filters in front of the servers do not")
	isEncodedSlash   = says(encodedSlash, "an escaped '/': some servers treat it as a delimiter, others reject it")
	isEncodedBack    = says(encodedBackslash, `an escaped '\': some servers treat it as '/'`)
	isBackslash      = says(backslash, `'\' is '/' to browsers and some servers, and data or an error to others`)
	leadsAboveRoot   = says(dotSegmentAboveRoot, `".." leads above the root`)
	leadsAboveStart  = says(dotSegmentAboveRoot, `".." leads above where the text begins`, "resolve it, and refuse what leads out")
	leadsOut         = says(dotSegmentInValue, `a value with ".." leads out of its directory if it is used as a file name`)
	becomesDelimiter = says(compatibilityDelimiter, "%s becomes %q when it is normalized or converted to another charset")
	isNotHost        = says(misleadingUserinfo, "this is not the host, which follows the '@'")
	isHostOfBrowsers = says(misleadingUserinfo, `browsers read what stands before the '\' as the host; by RFC 3986 all of this is userinfo, and the host follows the '@'`, "remove the userinfo, or the '@' and what follows it")
	isEscapedHost    = says(escapedHost, "an escape in a host: parsers decode it, keep it or reject it")

	isMapped       = says(confusableHost, mappedText)
	looksLikeOther = says(confusableHost, "%s is %s: letters of several scripts, or letters that look like others")

	changesDirection   = says(bidiControl, "%s changes the direction in which the following text is displayed")
	isInvisible        = says(invisibleCharacter, "%s is invisible")
	isC1Control        = says(controlCharacter, "a C1 control character")
	isControl          = says(controlCharacter, "a control character, which browsers remove and other software keeps or rejects")
	isNotUTF8          = says(invalidUTF8, "not UTF-8")
	isCutCharacter     = says(invalidUTF8, "the text ends inside a character: it was probably cut off")
	isSurrogate        = says(surrogateUTF8, "surrogates are not characters, and UTF-8 cannot encode them")
	isSurrogatePair    = says(surrogateUTF8, "two surrogates stand for %s, as in CESU-8")
	isInCharset        = says(charsetNotUTF8, "probably %s in %s, which a server that expects UTF-8 cannot read", "decode it as %s and encode it in UTF-8")
	isDoubleUTF8       = says(doubleUTF8, "probably %s, with each octet read as a character")
	isReplacement      = says(replacementCharacter, "U+FFFD stands for octets that a decoder could not read")
	isPlaceholder      = says(placeholder, "a placeholder that was never replaced by a value")
	beginsFragment     = says(reservedUnescaped, "'#' begins the fragment and cannot stand unescaped anywhere else")
	beginsQuery        = says(reservedUnescaped, "'?' begins the query")
	isDelimiter        = says(reservedUnescaped, "%q is a delimiter, not data")
	isHiddenWord       = says(escapedAlphanumeric, "it needs no escape: a check that does not decode the path sees another word than the server")
	isSpace            = says(rawSpace, "most software ends a URI at a space, and a URI may not contain one")
	isRemovedByClients = says(dotSegment, "a dot segment, which clients remove before they send the path")
	isEmptySegment     = says(emptySegment, "an empty segment: some servers remove it, others do not")
	isHTML             = says(htmlEntity, "HTML for %s, which has no meaning in a URL")
	isAmpersand        = says(htmlEntity, "HTML for '&', which has no meaning in a URL")
	isEscapedHTML      = says(htmlEntity, "HTML for %s, escaped: left over from HTML, or data", "decode HTML before the URL is written, unless it is data")
	isBareReference    = says(htmlEntity, "browsers read this as %s, although no ';' ends it", "if the '&' is data or a delimiter, write it as &amp;")
	isLineBreak        = says(lineBreak, "a line end in a value")
	isPlus             = says(plusAmbiguity, "'+' is a space in a form and a plus sign everywhere else")
	isPlusBesideSpace  = says(plusAmbiguity, "both '+' and %20 appear: one of them is probably not a space")
	isSemicolon        = says(semicolon, "';' separates parameters for some servers, and is data for others")
	isPathParameter    = says(semicolon, "';' begins a path parameter for Java servers, and is data for others")
	isIllegal          = says(illegalCharacter, "not allowed unescaped in a URI")
	isBracket          = says(illegalCharacter, "unescaped brackets may appear only in hosts")
	isNotASCII         = says(unescapedNonASCII, "a URI may contain only ASCII characters")
	needsNoEscape      = says(escapedUnreserved, "an unreserved character needs no escape")
	wouldMakeScheme    = says(escapedUnreserved, "a scheme cannot contain escapes: decoding this one would create a scheme", "if it is meant as a scheme, write it without escapes")
	isMixedCase        = says(mixedHexCase, "lower-case digits, where other escapes have upper-case ones")
	isLowerCase        = says(lowerHexCase, "the escape has lower-case digits")
)

const mappedText = "%s to software that applies IDNA, a different name to software that does not"
