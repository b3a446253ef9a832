package lint

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/words"
)

// A Severity is how much a finding of Lint matters.
type Severity uint8

// The severities. The zero Linter finds all of them.
const (
	// Info: legal or harmless, but not normalized, or open to two readings.
	Info Severity = iota
	// Warning: programs differ about it, refuse it, or show something else.
	Warning
	// Error: broken, or written so that a check and the software behind the check
	// read it differently.
	Error
)

var severityTexts = [...]string{"info", "warning", "error"}

// String returns the severity in lower case, such as "warning".
func (s Severity) String() string { return words.Of(severityTexts[:], s) }

// LookupSeverity returns the severity with that name.
func LookupSeverity(name string) (Severity, error) {
	return words.Lookup[Severity]("lint", "severity", severityTexts[:], name)
}

// A Rule is one thing that Lint looks for.
type Rule struct {
	ID       string // in lower case with hyphens; it never changes
	Severity Severity
	Title    string // what is found, in half a sentence
	Fix      string // what to do about it
	// CVE are vulnerabilities that it has caused, if any; docs/rules.md describes
	// each.
	CVE []string
}

// A rule is the index of a Rule in the catalogue.
type rule uint8

// The rules in catalogue order: first what is hidden, then what is broken,
// what is read differently, and what is only not normalized.
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
	hostConfusion

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
	escapedAlphanumeric
	cutByDelimiter
	mistakenHost

	dotSegment
	emptySegment
	htmlEntity
	lineBreak
	plusAmbiguity
	semicolon
	illegalCharacter
	notLegal
	misplacedDelimiter
	quotedPrintable
	notNFC
	unescapedNonASCII
	escapedUnreserved
	mixedHexCase
	lowerHexCase

	ruleCount
)

// A ruleSet has a bit for each rule.
type ruleSet uint64

const allRules ruleSet = 1<<ruleCount - 1

func (s ruleSet) has(r rule) bool { return s>>r&1 != 0 }

var rules = [ruleCount]Rule{
	dotSegmentEncoded: {
		"dot-segment-encoded", Error, "a dot segment hidden by escapes, layers of encoding or look-alikes",
		"decode once, resolve dot segments and reject paths that lead out, before checking the path",
		[]string{"CVE-2025-0108", "CVE-2021-41773", "CVE-2021-28164", "CVE-2021-34429", "CVE-2008-2938", "CVE-2000-0884"},
	},
	dotSegmentParameter: {
		"dot-segment-parameter", Error, "a dot segment with a path parameter, as in \"..;/\"",
		"reject it: servers that strip path parameters go up a level, and proxies in front of them do not",
		[]string{"CVE-2020-5902"},
	},
	ambiguousAuthority: {
		"ambiguous-authority", Error, "an authority that parsers read as different hosts",
		"reject it, or write the intended host in plain characters",
		[]string{"CVE-2025-0454", "CVE-2025-0938", "CVE-2025-47912", "CVE-2019-9636", "CVE-2022-27780", "CVE-2022-43551", "CVE-2021-29921"},
	},
	hiddenScheme: {
		"hidden-scheme", Error, "a scheme that runs code, hidden by escapes or control characters",
		"parse first, and check the scheme against those that are allowed",
		[]string{"CVE-2022-0391"},
	},
	nulCharacter: {
		"nul", Error, "NUL, where programs written in C see the end of the text",
		"reject it: text does not contain NUL",
		[]string{"CVE-2021-34429"},
	},
	crlfInjection: {
		"crlf-injection", Error, "a line end that can start a new line in a request or a log",
		"reject it, or escape it again before it becomes part of a line of a protocol",
		[]string{"CVE-2016-5699", "CVE-2018-12116", "CVE-2022-0391"},
	},
	overlongUTF8: {
		"overlong-utf8", Error, "octets that lax decoders read as a shorter character",
		"reject it: overlong forms are not UTF-8 (RFC 3629 section 3)",
		[]string{"CVE-2000-0884", "CVE-2008-2938"},
	},
	nestedEscape: {
		"nested-escape", Error, "an escape that appears when another one is decoded",
		"write a literal '%' as %25",
		[]string{"CVE-2021-42013"},
	},
	malformedEscape: {
		"malformed-escape", Error, "a '%' without two hexadecimal digits",
		"write a literal '%' as %25",
		nil,
	},
	truncatedEscape: {
		"truncated-escape", Error, "an escape cut off by the end of the text",
		"find the length limit that cut it off, and use the full text",
		nil,
	},
	hostConfusion: {
		"host-confusion", Error, "a URL in which two recorded programs read another host",
		"reject it; a program in Go can ask package reader/guard",
		[]string{"CVE-2018-3774", "CVE-2020-26291", "CVE-2025-0454", "CVE-2026-24779", "CVE-2022-27780", "CVE-2025-0938", "CVE-2021-28918", "CVE-2023-42282", "CVE-2024-29415"},
	},

	doubleEncoding: {
		"double-encoding", Warning, "an escape of an escape",
		"encode once, where the text is assembled",
		[]string{"CVE-2025-0108", "CVE-2001-0333", "CVE-2018-1271", "CVE-2018-3760", "CVE-2019-3799", "CVE-2020-5410", "CVE-2020-17519"},
	},
	unicodeEscape: {
		"unicode-escape", Warning, "%u escapes, which no URI has",
		"write the octets of the character in UTF-8 as %HH",
		[]string{"CVE-2021-34429"},
	},
	encodedSlash: {
		"encoded-slash", Warning, "%2F in a path, which servers keep, decode or refuse",
		"make sure that everything between client and program preserves it, or avoid '/' in segments",
		[]string{"CVE-2026-6414", "CVE-2016-9879", "CVE-2007-0450"},
	},
	encodedBackslash: {
		"encoded-backslash", Warning, "%5C in a path, which some servers treat as '/'",
		"reject it, or make sure that nothing downstream treats it as '/'",
		[]string{"CVE-2007-0450"},
	},
	backslash: {
		"backslash", Warning, "a backslash, which browsers treat as '/' and other software does not",
		"write '/' for a delimiter, %5C for data",
		nil,
	},
	dotSegmentAboveRoot: {
		"dot-segment-above-root", Warning, "\"..\" that climbs above the root, or above the start of the text",
		"remove it: when it is resolved by RFC 3986 section 5.2.4, it has no effect",
		nil,
	},
	dotSegmentInValue: {
		"dot-segment-in-value", Warning, "\"..\" with a slash in a value",
		"never use a value as a file name; look it up, or reject what leads out of the directory",
		nil,
	},
	compatibilityDelimiter: {
		"compatibility-delimiter", Warning, "a character that becomes a delimiter of ASCII when it is normalized or converted",
		"normalize before checking the text, never afterwards",
		[]string{"CVE-2019-9636"},
	},
	misleadingUserinfo: {
		"misleading-userinfo", Warning, "userinfo that looks like a host",
		"remove the userinfo",
		nil,
	},
	escapedHost: {
		"escaped-host", Warning, "escapes in a host, which parsers decode, keep or reject",
		"write the host in plain characters, or as xn-- labels",
		nil,
	},
	confusableHost: {
		"confusable-host", Warning, "a host that looks like another one",
		"display it as xn-- labels, and check which host it is",
		nil,
	},
	bidiControl: {
		"bidi-control", Warning, "a character that changes the order in which text is displayed",
		"remove it: no URI needs it",
		[]string{"CVE-2021-42574"},
	},
	invisibleCharacter: {
		"invisible-character", Warning, "a character that is invisible",
		"remove it: it was copied along by accident, or is there to deceive",
		nil,
	},
	controlCharacter: {
		"control-character", Warning, "a control character",
		"remove it, or reject the text",
		[]string{"CVE-2022-0391"},
	},
	invalidUTF8: {
		"invalid-utf8", Warning, "octets that are not UTF-8",
		"encode the original characters again, in UTF-8",
		nil,
	},
	surrogateUTF8: {
		"surrogate-utf8", Warning, "surrogates, which UTF-8 cannot encode",
		"encode the character that the pair stands for in UTF-8",
		nil,
	},
	charsetNotUTF8: {
		"charset-not-utf8", Warning, "octets in a charset other than UTF-8",
		"decode it with that charset and encode it in UTF-8",
		[]string{"CVE-2024-4577"},
	},
	doubleUTF8: {
		"double-utf8", Warning, "UTF-8 that was read as another charset and encoded again",
		"encode the text once, and declare UTF-8 where it is read",
		nil,
	},
	replacementCharacter: {
		"replacement-character", Warning, "U+FFFD, which stands for octets that a decoder could not read",
		"use the text as it was before it was decoded",
		nil,
	},
	placeholder: {
		"placeholder", Warning, "a placeholder that was not filled in",
		"fill it in, or encode it if it is intended",
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
	escapedAlphanumeric: {
		"escaped-alphanumeric", Warning, "an escaped letter or digit in a path, which hides a word from checks that do not decode",
		"write the character itself, and decode before checking the path",
		[]string{"CVE-2026-22031", "CVE-2026-22037"},
	},
	cutByDelimiter: {
		"cut-by-delimiter", Warning, "a delimiter that ends a password, the data of a data: URL or the name of a file",
		"escape it",
		nil,
	},
	mistakenHost: {
		"mistaken-host", Warning, "a scheme, a drive or a directory where the host is",
		"remove what is there twice, or write the slash that is missing",
		nil,
	},

	dotSegment: {
		"dot-segment", Info, "\".\" or \"..\" in a path, which clients remove before they send it",
		"resolve it (`percent normalize`)",
		[]string{"CVE-2025-64446"},
	},
	emptySegment: {
		"empty-segment", Info, "an empty segment, which some servers remove",
		"write one slash, unless it is part of the name, as in a key of S3",
		nil,
	},
	htmlEntity: {
		"html-entity", Info, "a character reference that is left over from HTML",
		"decode HTML before the URL is used",
		nil,
	},
	lineBreak: {
		"line-break", Info, "a line end in a value",
		"make sure that the value is not copied into a header or a log unescaped",
		nil,
	},
	plusAmbiguity: {
		"plus-ambiguity", Info, "'+' in a query: a space in forms, a plus sign elsewhere",
		"write %20 for a space and %2B for a plus",
		nil,
	},
	semicolon: {
		"semicolon", Info, "';', which some servers treat as a separator of parameters",
		"write %3B if it is data",
		[]string{"CVE-2021-23336", "CVE-2016-9879"},
	},
	illegalCharacter: {
		"illegal-character", Info, "an ASCII character that is not allowed in a URI",
		"escape it (`percent lint --fix`)",
		nil,
	},
	notLegal: {
		"not-legal", Info, "what the grammar of URIs, or of the scheme, does not allow",
		"write what the specification of the scheme says",
		nil,
	},
	misplacedDelimiter: {
		"misplaced-delimiter", Info, "a delimiter that ends a URL in a value, or another one than is probably meant",
		"begin fields with one '?', separate them with '&', and encode the values",
		nil,
	},
	quotedPrintable: {
		"quoted-printable", Info, "\"=3D\", which is '=' in a mail",
		"decode the mail before the URL is used",
		nil,
	},
	notNFC: {
		"not-nfc", Info, "a letter written as several characters, which looks the same and is another URL",
		"encode the normal form NFC, unless the name is written like this where it is stored",
		nil,
	},
	unescapedNonASCII: {
		"unescaped-non-ascii", Info, "characters beyond ASCII, which IRIs allow and URIs do not",
		"escape their octets (`percent iri to-uri`)",
		nil,
	},
	escapedUnreserved: {
		"escaped-unreserved", Info, "an escape of a character that needs none",
		"write the character itself (`percent normalize`)",
		nil,
	},
	mixedHexCase: {
		"mixed-hex-case", Info, "escapes in both lower and upper case",
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

// LookupRule returns the rule with that ID. The error is an *UnknownRuleError.
func LookupRule(id string) (Rule, error) {
	if r, ok := lookupRule(id); ok {
		return Rules()[r], nil
	}
	return Rule{}, &UnknownRuleError{id}
}

func lookupRule(id string) (rule, bool) {
	for i := range rules {
		if rules[i].ID == id {
			return rule(i), true
		}
	}
	return 0, false
}

// An UnknownRuleError reports an ID that no rule has.
type UnknownRuleError struct{ ID string }

// Error names the ID.
func (e *UnknownRuleError) Error() string { return "lint: unknown rule " + quoted(e.ID) }

// compatible holds characters that become ASCII delimiters: by compatibility
// normalization (NFKC), by IDNA (U+3002, U+FF61), or by the best-fit tables of
// Windows (U+2044, U+2215, U+2216). Those that become a space, a combining mark, or
// letters and digits next to a delimiter are left out, unless they split hosts.
var compatible = lazy.Value[map[rune]string]{Make: func() map[rune]string {
	return map[rune]string{
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
}}

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
	return compatible.Get()[r]
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
