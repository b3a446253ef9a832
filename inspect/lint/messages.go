package lint

import (
	"cmp"
	"fmt"
)

// A message is what a finding says.
type message struct {
	rule rule
	text string // what is wrong, a format of package fmt
	fix  string // what to do, if not what the rule says
}

// toDo returns what to do: what the rule says, unless the message says something else.
func (m *message) toDo() string { return cmp.Or(m.fix, rules[m.rule].Fix) }

// with returns the text with args in their places.
func (m *message) with(args ...any) string {
	if len(args) == 0 {
		return m.text
	}
	return fmt.Sprintf(m.text, args...)
}

// What findings say, rule by rule.
var (
	isDotSegment        = &message{dotSegmentEncoded, `".." or "." to software that decodes it, an ordinary name to software that does not`, ""}
	isDotSegmentCut     = &message{dotSegmentEncoded, `".." to software that cuts code points to eight bits, something else to other software`, ""}
	isDotSegmentTrimmed = &message{dotSegmentEncoded, `".." to software that drops trailing spaces, as Windows does, a name to other software`, ""}
	isDotSegmentDeeper  = &message{dotSegmentEncoded, `".." or "." to software that decodes %d times`, ""}

	isDotSegmentLeft = &message{dotSegmentEncoded, `"../" is what remains when software removes "../" from it once`, ""}

	isDotSegmentStripped = &message{dotSegmentParameter, "a dot segment to servers that strip path parameters, a name to others", ""}

	hasThreeSlashes     = &message{ambiguousAuthority, "three or more slashes: browsers read what follows as a host, other parsers as a path", ""}
	hasNoSlashes        = &message{ambiguousAuthority, `no "//" follows: browsers read what comes next as a host or, on a page of the same scheme, as a path, and other parsers as a path`, ""}
	hasEmptyAuthority   = &message{ambiguousAuthority, "an empty authority: browsers read what follows as a host, other parsers as a path", ""}
	hasNoHost           = &message{ambiguousAuthority, "an authority without a host", ""}
	hasBareIPv6         = &message{ambiguousAuthority, "an IPv6 address without brackets", ""}
	hasOpenBracket      = &message{ambiguousAuthority, "a '[' without a ']'", ""}
	hasNoIPv6           = &message{ambiguousAuthority, "the brackets do not contain an IPv6 address", ""}
	hasNoPortBehindIPv6 = &message{ambiguousAuthority, "the IPv6 address is followed by something other than a port", ""}
	beginsHost          = &message{ambiguousAuthority, "in a value: browsers read a host behind these, other software a path", ""}
	isZone              = &message{ambiguousAuthority, "a zone in an address: browsers refuse it, other clients want it after '%25', '%' or not at all", "configure the zone outside of the URL, or write what the one client reads"}
	hasNoPort           = &message{ambiguousAuthority, "the ':' is not followed by a port from 0 to 65535", ""}
	hasSecondAt         = &message{ambiguousAuthority, "a second '@': parsers disagree on whether the first or the last ends the userinfo", "write %40 if it is part of the password; otherwise reject it"}
	hasAtBehindEnd      = &message{ambiguousAuthority, "%q ends the authority: a parser that looks for '@' first treats %s as the host", ""}
	endsAtBackslash     = &message{ambiguousAuthority, `'\' ends the authority in browsers, but not in other parsers`, ""}
	endsAtSpace         = &message{ambiguousAuthority, "white space or a control character: some parsers remove it, others end the host there", ""}
	endsAtNormalized    = &message{ambiguousAuthority, "%s becomes %q when the host is normalized", ""}
	endsAtDecoded       = &message{ambiguousAuthority, "%s is a delimiter for parsers that decode the host", ""}
	hasBadCharacter     = &message{ambiguousAuthority, "browsers reject a host with this character; other parsers keep it or end the host there", ""}
	isRefusedName       = &message{ambiguousAuthority, "browsers refuse this host, and other parsers keep it", ""}
	isNumber            = &message{ambiguousAuthority, "it ends in a number, so browsers read it as an IPv4 address; other parsers read other numbers (such as octal ones) or a name", ""}
	isMappedToNumber    = &message{ambiguousAuthority, mappedText, ""}

	hidesScheme = &message{hiddenScheme, "%q to software that decodes it, reads it as HTML or strips control characters first, as browsers do", ""}

	runsInLink = &message{hiddenScheme, "in a value: %s runs code or shows a document where the value becomes a link", "check the scheme against those that are allowed, once the value is decoded"}

	isNUL = &message{nulCharacter, "NUL ends the text in programs written in C, but not in others", ""}

	isRawLineEnd        = &message{crlfInjection, "a line end: browsers remove it, other software starts a new line", ""}
	isHiddenLineEnd     = &message{crlfInjection, "a line end, hidden from software that decodes once", ""}
	isLineEndBefore     = &message{crlfInjection, "a line end, followed by what looks like a header field", ""}
	isLineEndIn         = &message{crlfInjection, "a line end in a %v", ""}
	isLineEndOfEightBit = &message{crlfInjection, "software that cuts code points to eight bits turns these into CR and LF", ""}

	isOverlong = &message{overlongUTF8, "an overlong form of %s, which lax decoders read as that", ""}
	isLax      = &message{overlongUTF8, "lax decoders of UTF-8 read %s, whatever the second octet is, unless it is a letter of a charset such as GBK, Big5 or EUC-KR", ""}

	becomesEscape = &message{nestedEscape, "becomes the escape %s when it is decoded once", ""}

	isMalformed            = &message{malformedEscape, "not followed by two hexadecimal digits", ""}
	isMalformedEnd         = &message{malformedEscape, "the text ends in '%': a percent sign, or an escape that was cut off", "write a literal '%' as %25; if it was cut off, use the full text"}
	isDoubledPercent       = &message{malformedEscape, "two percent signs: ConfigParser, systemd and printf write one '%' like this, and other software reads two", "undo the doubling where the text comes from; write %25%25 if two percent signs are meant"}
	isMalformedPassword    = &message{malformedEscape, "not followed by two hexadecimal digits: this is probably a password that was not encoded", ""}
	isMalformedMessageID   = &message{malformedEscape, "not followed by two hexadecimal digits: this is probably a message-ID that was not encoded", ""}
	isMalformedPlaceholder = &message{malformedEscape, "its percent signs begin no escapes: it is probably a placeholder that was not filled in", "fill it in; write a literal '%' as %25"}

	isCutOff = &message{truncatedEscape, "the text ends inside the escape: it was probably cut off", ""}

	hasTwoHosts = &message{hostConfusion, "the host is %s", ""}

	isEncodedTwice   = &message{doubleEncoding, "encoded twice", ""}
	isEncodedTimes   = &message{doubleEncoding, "encoded %d times", ""}
	isEncodedBeyond  = &message{doubleEncoding, "encoded more than %d times", ""}
	isUnicodeEscape  = &message{unicodeEscape, "%u escapes are not valid in a URI: some servers decode them, and filters in front of the servers do not", ""}
	isEncodedSlash   = &message{encodedSlash, "an escaped '/': some servers treat it as a delimiter, others reject it", ""}
	isEncodedBack    = &message{encodedBackslash, `an escaped '\': some servers treat it as '/'`, ""}
	isBackOrTrail    = &message{encodedBackslash, `an escaped '\' to some servers, or the second octet of a letter in Shift_JIS, Big5, GBK or GB18030`, "find out the charset: such a letter belongs in UTF-8; reject it only if it is meant as a backslash"}
	isBackslash      = &message{backslash, `'\' is '/' to browsers and some servers, and data or an error to others`, ""}
	isLeftBackslash  = &message{backslash, `'\' is not allowed unescaped in a URI: browsers leave it, and other software escapes or refuses it`, ""}
	isLeftEscape     = &message{backslash, "%s is an escape of JSON or of a string literal for %s: the text was copied from its source", "decode the string before the URL is used"}
	isDrivePath      = &message{backslash, "a path of Windows: its drive is read as a scheme", "write file:/// before it and '/' for each backslash"}
	leadsAboveRoot   = &message{dotSegmentAboveRoot, `".." leads above the root`, ""}
	leadsToHost      = &message{dotSegmentAboveRoot, `".." leads above the root, and without it the path begins with "//", as a host does`, `write "/." for it, or one slash`}
	leadsAboveStart  = &message{dotSegmentAboveRoot, `".." leads above where the text begins`, "resolve it, and refuse what leads out"}
	leadsOut         = &message{dotSegmentInValue, `a value with ".." leads out of its directory if it is used as a file name`, ""}
	becomesDelimiter = &message{compatibilityDelimiter, "%s becomes %q when it is normalized or converted to another charset", ""}
	isNotHost        = &message{misleadingUserinfo, "this is not the host, which follows the '@'", ""}
	isHostOfBrowsers = &message{misleadingUserinfo, `browsers read what stands before the '\' as the host; by RFC 3986 all of this is userinfo, and the host follows the '@'`, "remove the userinfo, or the '@' and what follows it"}
	isEscapedHost    = &message{escapedHost, "an escape in a host: parsers decode it, keep it or reject it", ""}

	isMapped       = &message{confusableHost, mappedText, ""}
	looksLikeOther = &message{confusableHost, "%s is %s: letters of several scripts, or letters that look like others", ""}

	changesDirection   = &message{bidiControl, "%s changes the direction in which the following text is displayed", ""}
	isInvisible        = &message{invisibleCharacter, "%s is invisible", ""}
	isC1Control        = &message{controlCharacter, "a C1 control character", ""}
	isTab              = &message{controlCharacter, "a tab, which browsers remove and other software keeps or rejects", ""}
	isControl          = &message{controlCharacter, "a control character, which browsers escape or refuse and other software keeps, removes or rejects", ""}
	isEscapedControl   = &message{controlCharacter, "an escaped control character: browsers leave it as it is, and what decodes it may remove or reject it", ""}
	isNotUTF8          = &message{invalidUTF8, "not UTF-8", ""}
	isNotText          = &message{invalidUTF8, "not UTF-8, nor text in another charset that can be recognized", "leave it if it is data and no text, such as a hash; text belongs in UTF-8"}
	isCutCharacter     = &message{invalidUTF8, "the text ends inside a character: it was probably cut off", ""}
	isSurrogate        = &message{surrogateUTF8, "surrogates are not characters, and UTF-8 cannot encode them", ""}
	isSurrogatePair    = &message{surrogateUTF8, "two surrogates stand for %s, as in CESU-8", ""}
	isInCharset        = &message{charsetNotUTF8, "probably %s in %s, which a server that expects UTF-8 cannot read", "decode it as %s and encode it in UTF-8"}
	isDoubleUTF8       = &message{doubleUTF8, "probably %s, with each octet read as a character", ""}
	isReplacement      = &message{replacementCharacter, "U+FFFD stands for octets that a decoder could not read", ""}
	isPlaceholder      = &message{placeholder, "a placeholder that was never replaced by a value", ""}
	beginsFragment     = &message{reservedUnescaped, "'#' begins the fragment and cannot stand unescaped anywhere else", ""}
	beginsQuery        = &message{reservedUnescaped, "'?' begins the query", ""}
	isDelimiter        = &message{reservedUnescaped, "%q is a delimiter, not data", ""}
	isHiddenWord       = &message{escapedAlphanumeric, "it needs no escape: a check that does not decode the path sees another word than the server", ""}
	isSpace            = &message{rawSpace, "most software ends a URI at a space, and a URI may not contain one", ""}
	cutsPassword       = &message{cutByDelimiter, "the password is cut here: %q ends the authority", ""}
	cutsData           = &message{cutByDelimiter, "'#' ends the data, and what follows is a fragment", ""}
	cutsFile           = &message{cutByDelimiter, "%q ends the name of the file", ""}
	isSecondScheme     = &message{mistakenHost, "a second scheme, which is read as the host", "remove one of the two"}
	isDrive            = &message{mistakenHost, "the drive %s stands where the host does: browsers read a drive there, other software a host", "write three slashes, as in file:///C:/"}
	isDirectory        = &message{mistakenHost, "%q stands where the host does", "write three slashes and the whole path"}
	isNoScheme         = &message{mistakenHost, "no ':' stands behind the scheme: all of this is a path", "write the ':' behind it"}
	isMisspelt         = &message{mistakenHost, "no scheme that programs know: http or https is probably meant", "write the one that is meant"}
	isHostInValue      = &message{mistakenHost, "in a value: two slashes begin a host, where a path of this site is probably wanted", "refuse what begins with two slashes, if a path is wanted"}
	hasSlashes         = &message{mistakenHost, `a mailto: URI has no "//": what follows is read as a user and a host`, "write the address after mailto:"}
	isRemovedByClients = &message{dotSegment, "a dot segment, which clients remove before they send the path", ""}
	isEmptySegment     = &message{emptySegment, "an empty segment: some servers remove it, and to others, such as S3, it is part of the name", ""}
	isHTML             = &message{htmlEntity, "HTML for %s, which has no meaning in a URL", ""}
	isAmpersand        = &message{htmlEntity, "HTML for '&', which has no meaning in a URL", ""}
	isEscapedHTML      = &message{htmlEntity, "HTML for %s, escaped: left over from HTML, or data", "decode HTML before the URL is written, unless it is data"}
	isBareAmpersand    = &message{reservedUnescaped, "a '&' that begins no reference: a parser of XML rejects the document", "write &amp;"}
	isBareReference    = &message{htmlEntity, "browsers read this as %s, although no ';' ends it", "if the '&' is data or a delimiter, write it as &amp;"}
	isLineBreak        = &message{lineBreak, "a line end in a value", ""}
	isBareLineEnd      = &message{lineBreak, "%s alone: a line break in a mail is CR and LF, one after the other (RFC 6068 section 5)", ""}
	isPlus             = &message{plusAmbiguity, "'+' is a space in a form and a plus sign everywhere else", ""}
	isPlusBesideSpace  = &message{plusAmbiguity, "both '+' and %20 appear: one of them is probably not a space", ""}
	isSemicolon        = &message{semicolon, "';' separates parameters for some servers, and is data for others", ""}
	isAddressSeparator = &message{semicolon, "';' separates addresses for Outlook alone (RFC 6068 section 2)", "write ','"}
	isPathParameter    = &message{semicolon, "';' begins a path parameter for Java servers, and is data for others", ""}
	isSpaceInNumber    = &message{rawSpace, "a number to call has no spaces (RFC 3966 section 3)", "write '-'"}
	isIllegal          = &message{illegalCharacter, "not allowed unescaped in a URI", ""}
	isBracket          = &message{illegalCharacter, "unescaped brackets may appear only in hosts", ""}
	isTooLarge         = &message{notLegal, "a port is a number from 0 to 65535", "write the port of the server"}
	isPathOfSCP        = &message{notLegal, "a path stands where the port does, as scp and Git have it without a scheme", "write '/' for the ':' before it"}
	isNotLegal         = &message{notLegal, "RFC 3986 does not allow it here: %s", ""}
	hasNoComma         = &message{notLegal, "no ',' stands before the data (RFC 2397)", "write data:,text"}
	isNoType           = &message{notLegal, "%s is no media type, so the data are text/plain", "write the type with its slash, such as image/png"}
	isNoParameter      = &message{notLegal, "%s is no parameter: it has no value (RFC 2397)", "write ;charset=utf-8 for that charset"}
	isBase64TooEarly   = &message{notLegal, "\"base64\" is not the last parameter, so the data are not decoded", "write it before the ','"}
	endsInner          = &message{misplacedDelimiter, "the URL in the value ends here, although it has a query: what follows belongs to the outer URL", "encode the URL in the value, if what follows belongs to that"}
	isSecondQuery      = &message{misplacedDelimiter, "the query has begun before: this and what follows are part of a value", "write '&', or %3F if it is data"}
	isNoField          = &message{misplacedDelimiter, "no '?' stands before it, so what follows is part of the path", "write '?', or %26 if it is data"}
	hidesFields        = &message{misplacedDelimiter, "clients do not send what follows '#', so no server sees these fields", "write the fields in front of the '#'"}
	isPlusInMail       = &message{misplacedDelimiter, "a plus sign, not a space as in forms: programs for mail and messages show it (RFC 6068 section 5)", "write %20 if a space is meant"}
	endsField          = &message{misplacedDelimiter, "'&' ends the field, and what follows has no '='", "write %26 if it is data"}
	isNoQuery          = &message{notLegal, "'&' stands where '?' begins the fields, and belongs to the address", ""}
	isQuotedPrintable  = &message{quotedPrintable, "'=' as quoted-printable writes it: the URL was copied from the source of a mail", ""}
	isPerhapsPrintable = &message{quotedPrintable, "'=' as quoted-printable writes it, or a value that begins with 3D", "decode the mail first, if the URL was copied from its source"}
	isNotNFC           = &message{notNFC, "not in the normal form NFC: the same letters in other octets are another URL", ""}
	isNotASCII         = &message{unescapedNonASCII, "a URI may contain only ASCII characters", ""}
	needsNoEscape      = &message{escapedUnreserved, "an unreserved character needs no escape", ""}
	wouldMakeScheme    = &message{escapedUnreserved, "a scheme cannot contain escapes: decoding this one would create a scheme", "if it is meant as a scheme, write it without escapes"}
	isMixedCase        = &message{mixedHexCase, "lower-case digits, where other escapes have upper-case ones", ""}
	isLowerCase        = &message{lowerHexCase, "the escape has lower-case digits", ""}
)

const mappedText = "%s to software that applies IDNA, a different name to software that does not"
