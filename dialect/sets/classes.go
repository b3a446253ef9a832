package sets

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/historic"
	"github.com/pct-encoded/percent/internal/pct"
)

// A Class is a set of octets that a specification names.
type Class struct {
	Name   string
	Title  string // what it is, in a few words
	Source string // the specification and its section
	Set    percent.ByteSet
}

// Classes iterates over the classes, those of URIs first.
func Classes() iter.Seq[Class] { return slices.Values(classes) }

// span returns the octets from lo to hi.
func span(lo, hi byte) percent.ByteSet { return percent.ByteSet{}.AddRange(lo, hi) }

func chars(s string) percent.ByteSet { return percent.ByteSet{}.Add(s) }

var (
	upper = span('A', 'Z')
	lower = span('a', 'z')
	alpha = upper.Union(lower)
	digit = span('0', '9')
	alnum = alpha.Union(digit)
	c0    = span(0x00, 0x1F)
	ctl   = c0.Add("\x7F")
	vchar = span(0x21, 0x7E)
	high  = span(0x80, 0xFF)

	forbiddenHost = chars("\x00\t\n\r #/:<>?@[\\]^|")
)

var classes = []Class{
	{"unreserved", "unreserved characters", "RFC 3986, section 2.3", percent.Unreserved},
	{"reserved", "gen-delims and sub-delims", "RFC 3986, section 2.2", percent.Reserved},
	{"gen-delims", "delimiters between components", "RFC 3986, section 2.2", percent.GenDelims},
	{"sub-delims", "delimiters inside components", "RFC 3986, section 2.2", percent.SubDelims},
	{"pchar", "characters of a path segment", "RFC 3986, section 3.3", percent.PcharSet},
	{"scheme", "characters of a scheme", "RFC 3986, section 3.1", alnum.Add("+-.")},
	{"uri-characters", "what may stand in a URI besides escapes", "RFC 3986, section 2", percent.URISet},
	{"url-code-points", "the URL code points of ASCII", "URL Standard, #url-code-points", alnum.Add("!$&'()*+,-./:;=?@_~")},
	{"c0-control-percent-encode-set", "what opaque paths and opaque hosts escape", "URL Standard, #c0-control-percent-encode-set", percent.C0ControlPercentEncodeSet},
	{"fragment-percent-encode-set", "what fragments escape", "URL Standard, #fragment-percent-encode-set", percent.FragmentPercentEncodeSet},
	{"query-percent-encode-set", "what queries escape", "URL Standard, #query-percent-encode-set", percent.QueryPercentEncodeSet},
	{"special-query-percent-encode-set", "what queries of special URLs escape", "URL Standard, #special-query-percent-encode-set", percent.SpecialQueryPercentEncodeSet},
	{"path-percent-encode-set", "what paths escape", "URL Standard, #path-percent-encode-set", percent.PathPercentEncodeSet},
	{"userinfo-percent-encode-set", "what usernames and passwords escape", "URL Standard, #userinfo-percent-encode-set", percent.UserinfoPercentEncodeSet},
	{"component-percent-encode-set", "what encodeURIComponent escapes", "URL Standard, #component-percent-encode-set", percent.ComponentPercentEncodeSet},
	{"form-percent-encode-set", "what forms escape, or write as '+'", "URL Standard, #application-x-www-form-urlencoded-percent-encode-set", percent.FormPercentEncodeSet},
	{"forbidden-host-code-points", "what no host holds", "URL Standard, #forbidden-host-code-point", forbiddenHost},
	{"forbidden-domain-code-points", "what no domain holds", "URL Standard, #forbidden-domain-code-point", forbiddenHost.Union(ctl).Add("%")},
	{"mark", "marks, which were unreserved", "RFC 2396, section 2.3", historic.RFC2396MarkSet},
	{"unwise", "what gateways were known to change", "RFC 2396, section 2.4.3", historic.RFC2396UnwiseSet},
	{"delims", "what delimits URIs in text", "RFC 2396, section 2.4.3", historic.RFC2396DelimsSet},
	{"tchar", "characters of a token of HTTP", "RFC 9110, section 5.6.2", percent.TcharSet},
	{"qdtext", "what a quoted string of HTTP holds without a backslash", "RFC 9110, section 5.6.4", vchar.Add("\t ").Remove(`"\`).Union(high)},
	{"obs-text", "octets beyond ASCII in a field of HTTP", "RFC 9110, section 5.5", high},
	{"token68", "characters of credentials, besides '=' at the end", "RFC 9110, section 11.2", alnum.Add("-._~+/")},
	{"attr-char", "what filename* keeps", "RFC 8187, section 3.2.1", alnum.Add("!#$&+-.^_`|~")},
	{"cookie-octet", "characters of the value of a cookie", "RFC 6265, section 4.1.1", vchar.Remove("\",;\\")},
	{"base64", "the alphabet of base64, with its padding", "RFC 4648, section 4", alnum.Add("+/=")},
	{"base64url", "the alphabet of base64url, with its padding", "RFC 4648, section 5", alnum.Add("-_=")},
	{"alpha", "letters of ASCII", "RFC 5234, appendix B.1", alpha},
	{"digit", "decimal digits", "RFC 5234, appendix B.1", digit},
	{"hexdig", "hexadecimal digits, in both cases", "RFC 5234, appendix B.1", digit.Union(span('A', 'F')).Union(span('a', 'f'))},
	{"alnum", "letters and digits of ASCII", "RFC 5234, appendix B.1, ALPHA and DIGIT", alnum},
	{"upper", "upper-case letters of ASCII", "Infra Standard, #ascii-upper-alpha", upper},
	{"lower", "lower-case letters of ASCII", "Infra Standard, #ascii-lower-alpha", lower},
	{"punctuation", "the other visible characters of ASCII", "RFC 5234, appendix B.1, VCHAR without ALPHA and DIGIT", vchar.Intersect(alnum.Complement())},
	{"vchar", "visible characters of ASCII", "RFC 5234, appendix B.1", vchar},
	{"sp", "the space", "RFC 5234, appendix B.1", chars(" ")},
	{"wsp", "space and tab", "RFC 5234, appendix B.1", chars(" \t")},
	{"whitespace", "white space of ASCII", "Infra Standard, #ascii-whitespace", chars("\t\n\f\r ")},
	{"ctl", "control characters of ASCII", "RFC 5234, appendix B.1", ctl},
	{"c0", "C0 controls", "Infra Standard, #c0-control", c0},
	{"c1", "the octets of C1 controls, in charsets that have them", "ISO/IEC 6429", span(0x80, 0x9F)},
	{"ascii", "ASCII", "RFC 20", percent.ASCII},
	{"beyond-ascii", "the octets that are not ASCII", "RFC 20, what it leaves out", high},
	{"all", "all octets", "RFC 5234, appendix B.1, OCTET", percent.AllBytes},
	{"none", "no octet", "the complement of all", percent.ByteSet{}},
}

var classByName = sync.OnceValue(func() map[string]Class {
	m := make(map[string]Class, len(classes))
	for _, c := range classes {
		m[c.Name] = c
	}
	return m
})

// nearClasses returns the class of which name may be a misspelling, if any.
func nearClasses(name string) []string {
	best, distance := "", 1+min(len(name), 12)/4
	for _, c := range classes {
		if len(name) > 64 {
			break
		}
		if d := pct.Distance(strings.ToLower(name), c.Name); d <= distance && d < max(len(name), len(c.Name)) {
			best, distance = c.Name, d-1
		}
	}
	if best == "" {
		return nil
	}
	return []string{best}
}
