package inspect

import (
	"slices"
	"strings"
)

// A Severity is how much a finding of Lint matters.
type Severity uint8

// The severities. A Linter begins at Info.
const (
	// Info: legal or harmless, but not in its normal form, or read in two ways.
	Info Severity = iota
	// Warning: programs differ about it, refuse it, or show something else.
	Warning
	// Error: not what it says, or made to be read differently by a check and by
	// what comes behind the check.
	Error
)

var severityTexts = [...]string{"info", "warning", "error"}

// String returns the severity in lower case, such as "warning".
func (s Severity) String() string { return word(severityTexts[:], s) }

// LookupSeverity returns the severity that String names name.
func LookupSeverity(name string) (Severity, bool) {
	i := slices.Index(severityTexts[:], name)
	return Severity(max(i, 0)), i >= 0
}

// A Rule is one thing that Lint looks for.
type Rule struct {
	ID       string // in lower case with hyphens; it never changes
	Severity Severity
	Title    string // what is found, in half a sentence
	Fix      string // what to do about it
	// CVE are vulnerabilities that it has been, if any; docs/rules.md tells
	// about each.
	CVE []string
}

// A rule is the place of a Rule in the catalogue.
type rule uint8

// The rules in catalogue order: what hides comes first, then what is broken,
// what is read differently, and what is only not normal.
const (
	dotSegmentEncoded rule = iota
	dotSegmentParameter
	ambiguousAuthority
	hiddenScheme
	nulCharacter
	crlfInjection
	overlongUTF8
	nestedEscape
	malformedEscape
	truncatedEscape

	doubleEncoding
	unicodeEscape
	encodedSlash
	encodedBackslash
	backslash
	dotSegmentAboveRoot
	dotSegmentInValue
	compatibilityDelimiter
	misleadingUserinfo
	escapedHost
	confusableHost
	bidiControl
	invisibleCharacter
	controlCharacter
	invalidUTF8
	surrogateUTF8
	charsetNotUTF8
	doubleUTF8
	replacementCharacter
	placeholder
	reservedUnescaped
	rawSpace

	dotSegment
	emptySegment
	htmlEntity
	lineBreak
	plusAmbiguity
	semicolon
	illegalCharacter
	unescapedNonASCII
	escapedUnreserved
	mixedHexCase
	lowerHexCase

	ruleCount
)

var rules = [ruleCount]Rule{
	dotSegmentEncoded: {
		"dot-segment-encoded", Error, "a dot segment that escapes, layers or look-alikes hide",
		"decode once, resolve dot segments and refuse what leads out, before the path is checked",
		[]string{"CVE-2021-41773", "CVE-2021-28164", "CVE-2021-34429", "CVE-2008-2938", "CVE-2000-0884"},
	},
	dotSegmentParameter: {
		"dot-segment-parameter", Error, "a dot segment with a path parameter, as in \"..;/\"",
		"refuse it: servers that cut off path parameters go up a level, and what stands before them does not",
		[]string{"CVE-2020-5902"},
	},
	ambiguousAuthority: {
		"ambiguous-authority", Error, "an authority in which parsers find different hosts",
		"refuse it, or write the host that is meant in plain characters",
		[]string{"CVE-2019-9636", "CVE-2022-27780", "CVE-2022-43551"},
	},
	hiddenScheme: {
		"hidden-scheme", Error, "a scheme that runs code, hidden by escapes or control characters",
		"parse first and compare the scheme with those that are allowed",
		[]string{"CVE-2022-0391"},
	},
	nulCharacter: {
		"nul", Error, "NUL, where programs written in C see the end of the text",
		"refuse it: no text holds it",
		[]string{"CVE-2021-34429"},
	},
	crlfInjection: {
		"crlf-injection", Error, "a line end where it begins another line of a request or a log",
		"refuse it, or escape it once more before it goes into a line of a protocol",
		[]string{"CVE-2016-5699", "CVE-2018-12116", "CVE-2022-0391"},
	},
	overlongUTF8: {
		"overlong-utf8", Error, "octets that lax decoders take for a shorter character",
		"refuse it: the longer forms are not UTF-8 (RFC 3629 section 3)",
		[]string{"CVE-2000-0884", "CVE-2008-2938"},
	},
	nestedEscape: {
		"nested-escape", Error, "an escape that comes into being when another one is decoded",
		"write a '%' that is meant as %25",
		[]string{"CVE-2021-42013"},
	},
	malformedEscape: {
		"malformed-escape", Error, "a '%' without two hexadecimal digits",
		"write a '%' that is meant as %25",
		nil,
	},
	truncatedEscape: {
		"truncated-escape", Error, "an escape that the end of the text cuts off",
		"look for a limit that cut it off, and take the text from before it",
		nil,
	},

	doubleEncoding: {
		"double-encoding", Warning, "an escape of an escape",
		"encode once, where the text is put together",
		[]string{"CVE-2001-0333", "CVE-2018-1271", "CVE-2018-3760", "CVE-2019-3799", "CVE-2020-5410", "CVE-2020-17519"},
	},
	unicodeEscape: {
		"unicode-escape", Warning, "%u escapes, which no URI has",
		"write the octets of the character in UTF-8 as %HH",
		[]string{"CVE-2021-34429"},
	},
	encodedSlash: {
		"encoded-slash", Warning, "%2F in a path, which servers keep, decode or refuse",
		"make sure that everything between client and program keeps it, or leave '/' out of segments",
		[]string{"CVE-2016-9879", "CVE-2007-0450"},
	},
	encodedBackslash: {
		"encoded-backslash", Warning, "%5C in a path, which some servers take for '/'",
		"refuse it, or make sure that nothing behind takes it for '/'",
		[]string{"CVE-2007-0450"},
	},
	backslash: {
		"backslash", Warning, "a backslash, which browsers take for '/' and others do not",
		"write '/' for a delimiter, %5C for data",
		nil,
	},
	dotSegmentAboveRoot: {
		"dot-segment-above-root", Warning, "\"..\" that leads above the root",
		"remove it: resolved as RFC 3986 section 5.2.4 says, it goes nowhere",
		nil,
	},
	dotSegmentInValue: {
		"dot-segment-in-value", Warning, "\"..\" with a slash in a value",
		"never use a value as a file name; look it up, or refuse what leads out of its directory",
		nil,
	},
	compatibilityDelimiter: {
		"compatibility-delimiter", Warning, "a character that becomes a delimiter of ASCII when it is normalized or converted",
		"normalize before the text is checked, never afterwards",
		[]string{"CVE-2019-9636"},
	},
	misleadingUserinfo: {
		"misleading-userinfo", Warning, "userinfo that looks like a host",
		"leave the userinfo out",
		nil,
	},
	escapedHost: {
		"escaped-host", Warning, "escapes in a host, which parsers decode, keep or refuse",
		"write the host in plain characters, or as xn-- labels",
		nil,
	},
	confusableHost: {
		"confusable-host", Warning, "a host that looks like another one",
		"show it as xn-- labels, and look at what it claims to be",
		nil,
	},
	bidiControl: {
		"bidi-control", Warning, "a character that turns the order of what is shown around",
		"remove it: no URI needs it",
		[]string{"CVE-2021-42574"},
	},
	invisibleCharacter: {
		"invisible-character", Warning, "a character that cannot be seen",
		"remove it: it came along with a copy, or is there to deceive",
		nil,
	},
	controlCharacter: {
		"control-character", Warning, "a control character",
		"remove it, or refuse the text",
		[]string{"CVE-2022-0391"},
	},
	invalidUTF8: {
		"invalid-utf8", Warning, "octets that are not UTF-8",
		"encode the text again, from its characters in UTF-8",
		nil,
	},
	surrogateUTF8: {
		"surrogate-utf8", Warning, "surrogates, which UTF-8 does not have",
		"write the character that the pair stands for in UTF-8",
		nil,
	},
	charsetNotUTF8: {
		"charset-not-utf8", Warning, "octets of another charset than UTF-8",
		"decode it with that charset and encode it in UTF-8",
		[]string{"CVE-2024-4577"},
	},
	doubleUTF8: {
		"double-utf8", Warning, "UTF-8 that was taken for another charset and encoded once more",
		"encode the text once, and say that it is UTF-8 where it is read",
		nil,
	},
	replacementCharacter: {
		"replacement-character", Warning, "U+FFFD, which stands for what a decoder has lost",
		"take the text from before it was decoded",
		nil,
	},
	placeholder: {
		"placeholder", Warning, "a placeholder that nothing was put into",
		"fill it in, or encode it if it is meant",
		nil,
	},
	reservedUnescaped: {
		"reserved-unescaped", Warning, "a reserved character where it cannot stand as data",
		"escape it if it is data",
		nil,
	},
	rawSpace: {
		"raw-space", Warning, "a space",
		"write %20",
		nil,
	},

	dotSegment: {
		"dot-segment", Info, "\".\" or \"..\" in a path, which clients remove before they send it",
		"resolve it (`percent normalize`)",
		nil,
	},
	emptySegment: {
		"empty-segment", Info, "an empty segment, which some servers remove",
		"write one slash",
		nil,
	},
	htmlEntity: {
		"html-entity", Info, "a character reference that is left over from HTML",
		"decode HTML before the URL is used",
		nil,
	},
	lineBreak: {
		"line-break", Info, "a line end in a value",
		"make sure that the value does not go into a header or a log as it is",
		nil,
	},
	plusAmbiguity: {
		"plus-ambiguity", Info, "'+' in a query, a space for forms and itself elsewhere",
		"write %20 for a space and %2B for a plus",
		nil,
	},
	semicolon: {
		"semicolon", Info, "';', which separates parameters for some servers",
		"write %3B if it is data",
		[]string{"CVE-2021-23336", "CVE-2016-9879"},
	},
	illegalCharacter: {
		"illegal-character", Info, "an ASCII character that no URI may hold",
		"escape it (`percent fix`)",
		nil,
	},
	unescapedNonASCII: {
		"unescaped-non-ascii", Info, "characters beyond ASCII, as IRIs have them and URIs do not",
		"escape their octets (`percent iri to-uri`)",
		nil,
	},
	escapedUnreserved: {
		"escaped-unreserved", Info, "an escape of a character that needs none",
		"write the character itself (`percent normalize`)",
		nil,
	},
	mixedHexCase: {
		"mixed-hex-case", Info, "escapes in lower and in upper case",
		"write upper-case digits (`percent normalize`)",
		nil,
	},
	lowerHexCase: {
		"lower-hex-case", Info, "escapes in lower case",
		"write upper-case digits (`percent normalize`)",
		nil,
	},
}

// Rules returns all rules of Lint, errors first. The slice is new.
func Rules() []Rule {
	list := slices.Clone(rules[:])
	for i := range list {
		list[i].CVE = slices.Clone(list[i].CVE)
	}
	return list
}

// LookupRule returns the rule with that ID.
func LookupRule(id string) (Rule, bool) {
	if r, ok := lookupRule(id); ok {
		return Rules()[r], true
	}
	return Rule{}, false
}

func lookupRule(id string) (rule, bool) {
	for i := range rules {
		if rules[i].ID == id {
			return rule(i), true
		}
	}
	return 0, false
}

// An UnknownRuleError is for an ID that no rule has.
type UnknownRuleError struct{ ID string }

// Error names the ID.
func (e *UnknownRuleError) Error() string { return "inspect: unknown rule " + quoted(e.ID) }

// compatible holds what becomes ASCII delimiters: by compatibility
// normalization (NFKC), by IDNA (U+3002, U+FF61), or by the best-fit tables of
// Windows (U+2044, U+2215, U+2216). Spaces, combining marks and the letters and
// digits beside a delimiter are left out, except for what splits hosts.
var compatible = map[rune]string{
	'\u037E': ";", '\u1FEF': "`", '\u2024': ".", '\u2025': "..", '\u2026': "...", '\u2044': "/",
	'\u2047': "??", '\u2048': "?!", '\u2049': "!?", '\u207A': "+", '\u207C': "=", '\u208A': "+", '\u208C': "=",
	'\u2100': "a/c", '\u2101': "a/s", '\u2105': "c/o", '\u2106': "c/u", '\u2215': "/", '\u2216': `\`,
	'\u2A74': "::=", '\u2A75': "==", '\u2A76': "===", '\u3002': ".", '\u33C2': "a.m.", '\u33C7': "Co.", '\u33D8': "p.m.",
	'\uFB29': "+", '\uFE13': ":", '\uFE14': ";", '\uFE16': "?", '\uFE19': "...", '\uFE30': "..",
	'\uFE37': "{", '\uFE38': "}", '\uFE47': "[", '\uFE48': "]", '\uFE52': ".", '\uFE54': ";", '\uFE55': ":", '\uFE56': "?",
	'\uFE5B': "{", '\uFE5C': "}", '\uFE5F': "#", '\uFE60': "&", '\uFE62': "+", '\uFE64': "<", '\uFE65': ">", '\uFE66': "=",
	'\uFE68': `\`, '\uFE6A': "%", '\uFE6B': "@", '\uFF02': `"`, '\uFF03': "#", '\uFF05': "%", '\uFF06': "&", '\uFF07': "'",
	'\uFF0B': "+", '\uFF0E': ".", '\uFF0F': "/", '\uFF1A': ":", '\uFF1B': ";", '\uFF1C': "<", '\uFF1D': "=", '\uFF1E': ">",
	'\uFF1F': "?", '\uFF20': "@", '\uFF3B': "[", '\uFF3C': `\`, '\uFF3D': "]", '\uFF3E': "^", '\uFF40': "`",
	'\uFF5B': "{", '\uFF5C': "|", '\uFF5D': "}", '\uFF61': ".",
}

// folded returns what r becomes, or "".
func folded(r rune) string {
	switch {
	case r < 0x37E:
		return ""
	case r >= 0x2488 && r <= 0x249B:
		return "." // a number with a full stop
	case r >= 0x1F100 && r <= 0x1F10A:
		return [2]string{".", ","}[min(r-0x1F100, 1)]
	}
	return compatible[r]
}

// splitsHost reports whether a host with r becomes another one.
func splitsHost(r rune) bool { return strings.ContainsAny(folded(r), `./\?#@:%[];&=<>`) }

// hidesDelimiter reports whether r becomes a delimiter that matters outside of
// hosts, and is not ordinary punctuation of Chinese or Japanese text.
func hidesDelimiter(r rune) bool {
	switch to := folded(r); to {
	case ".", "..":
		return r != '\u3002' && r != '\uFF61'
	default:
		return strings.ContainsAny(to, `/\<>'"`)
	}
}
