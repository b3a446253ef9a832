package sets

import (
	"iter"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/historic"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// A Class is a set of octets that a specification names.
type Class struct {
	Name   string
	Title  string // what it is, in a few words
	Source string // the specification and its section
	Set    percent.ByteSet
	// Aliases are other names, as specifications and their old editions spell them.
	// Neither case nor the choice between '-', '_' and a space matters in any name, and
	// the word "percent" of a percent-encode set may be left out.
	Aliases []string
}

// Classes iterates over the classes, those of URIs first.
func Classes() iter.Seq[Class] { return slices.Values(classes.Get()) }

// span returns the octets from lo to hi.
//
//go:noinline
func span(lo, hi byte) percent.ByteSet { return percent.ByteSet{}.AddRange(lo, hi) }

//go:noinline
func chars(s string) percent.ByteSet { return percent.ByteSet{}.Add(s) }

var classes = lazy.Value[[]Class]{Make: func() []Class {
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
	return []Class{
		{"unreserved", "unreserved characters", "RFC 3986, section 2.3", percent.Unreserved, nil},
		{"reserved", "gen-delims and sub-delims", "RFC 3986, section 2.2", percent.Reserved, nil},
		{"gen-delims", "delimiters between components", "RFC 3986, section 2.2", percent.GenDelims, nil},
		{"sub-delims", "delimiters inside components", "RFC 3986, section 2.2", percent.SubDelims, nil},
		{"pchar", "characters of a path segment", "RFC 3986, section 3.3", percent.PcharSet, nil},
		{"scheme", "characters of a scheme", "RFC 3986, section 3.1", alnum.Add("+-."), nil},
		{"uri-characters", "what may stand in a URI besides escapes", "RFC 3986, section 2", percent.URISet, nil},
		{"url-code-points", "the URL code points of ASCII", "URL Standard, #url-code-points", alnum.Add("!$&'()*+,-./:;=?@_~"), nil},
		{"c0-control-percent-encode-set", "what opaque paths and opaque hosts escape", "URL Standard, #c0-control-percent-encode-set", percent.C0ControlPercentEncodeSet, []string{"simple encode set"}},
		{"fragment-percent-encode-set", "what fragments escape", "URL Standard, #fragment-percent-encode-set", percent.FragmentPercentEncodeSet, nil},
		{"query-percent-encode-set", "what queries escape", "URL Standard, #query-percent-encode-set", percent.QueryPercentEncodeSet, nil},
		{"special-query-percent-encode-set", "what queries of special URLs escape", "URL Standard, #special-query-percent-encode-set", percent.SpecialQueryPercentEncodeSet, nil},
		{"path-percent-encode-set", "what paths escape", "URL Standard, #path-percent-encode-set", percent.PathPercentEncodeSet, nil},
		{"userinfo-percent-encode-set", "what usernames and passwords escape", "URL Standard, #userinfo-percent-encode-set", percent.UserinfoPercentEncodeSet, []string{"userinfo encode set"}},
		{"component-percent-encode-set", "what encodeURIComponent escapes", "URL Standard, #component-percent-encode-set", percent.ComponentPercentEncodeSet, nil},
		{"form-percent-encode-set", "what forms escape, or write as '+'", "URL Standard, #application-x-www-form-urlencoded-percent-encode-set", percent.FormPercentEncodeSet, []string{"application/x-www-form-urlencoded percent-encode set"}},
		{"forbidden-host-code-points", "what no host holds", "URL Standard, #forbidden-host-code-point", forbiddenHost, []string{"forbidden host code point"}},
		{"forbidden-domain-code-points", "what no domain holds", "URL Standard, #forbidden-domain-code-point", forbiddenHost.Union(ctl).Add("%"), []string{"forbidden domain code point"}},
		{"default-encode-set", "what paths escaped from June 2015 to March 2025, called so until 2017", "URL Standard, June 2015", historic.WHATWGPath2024.Kept().Complement(), nil},
		{"password-encode-set", "what the setter of passwords escaped until June 2015", "URL Standard, 2014", historic.WHATWGPassword2014.Kept().Complement(), nil},
		{"username-encode-set", "what the setter of usernames escaped until June 2015", "URL Standard, 2014", historic.WHATWGUsername2014.Kept().Complement(), nil},
		{"uriReserved", "what URIs reserve", "ECMA-262, section 15.1.3 of edition 5.1", historic.RFC2396ReservedSet, []string{"rfc2396.reserved"}},
		{"uriUnescaped", "letters, digits and marks", "ECMA-262, section 15.1.3 of edition 5.1", historic.RFC2396UnreservedSet, []string{"unescapedURIComponentSet", "alwaysUnescaped"}},
		{"unescapedURISet", "what encodeURI keeps", "ECMA-262, section 15.1.3.3 of edition 5.1", historic.RFC2396UricSet.Add("#"), nil},
		{"reservedURISet", "whose escapes decodeURI keeps", "ECMA-262, section 15.1.3.1 of edition 5.1", historic.RFC2396ReservedSet.Add("#"), []string{"preserveEscapeSet", "extraUnescaped"}},
		{"reservedURIComponentSet", "whose escapes decodeURIComponent keeps: none", "ECMA-262, section 15.1.3.2 of edition 5.1", percent.ByteSet{}, nil},
		{"unescapedSet", "what escape keeps", "ECMA-262, section B.2.1.1", alnum.Add("@*_+-./"), nil},
		{"mark", "marks, which were unreserved", "RFC 2396, section 2.3", historic.RFC2396MarkSet, []string{"uriMark"}},
		{"unwise", "what gateways were known to change", "RFC 2396, section 2.4.3", historic.RFC2396UnwiseSet, nil},
		{"delims", "what delimits URIs in text", "RFC 2396, section 2.4.3", historic.RFC2396DelimsSet, nil},
		{"control", "control characters, which no URI holds", "RFC 2396, section 2.4.3", historic.RFC2396ControlSet, []string{"rfc2396.control"}},
		{"excluded", "what no URI holds unescaped", "RFC 2396, section 2.4.3", historic.RFC2396ExcludedSet, nil},
		{"uric", "what may stand in a URI besides escapes", "RFC 2396, section 2", historic.RFC2396UricSet, nil},
		{"uric-no-slash", "how an opaque part begins", "RFC 2396, section 3", historic.RFC2396UricSet.Remove("/"), nil},
		{"rel-segment", "the first segment of a relative path", "RFC 2396, section 5", historic.RFC2396RelSegmentSet, nil},
		{"rfc2396.reg_name", "names that authorities register", "RFC 2396, section 3.2.1", historic.RFC2396RegNameSet, nil},
		{"rfc2732.reserved", "what URIs reserve, with brackets", "RFC 2732, section 3", historic.RFC2732ReservedSet, nil},
		{"rfc2732.unwise", "what gateways were known to change, without brackets", "RFC 2732, section 3", historic.RFC2732UnwiseSet, nil},
		{"safe", "$ - _ . +", "RFC 1738, section 5", historic.RFC1738SafeSet, []string{"rfc1738.safe"}},
		{"extra", "! * ' ( ) ,", "RFC 1738, section 5", historic.RFC1738ExtraSet, []string{"rfc1738.extra"}},
		{"national", "what national character sets may replace, and ~", "RFC 1738, section 5", historic.RFC1738NationalSet, []string{"rfc1738.national"}},
		{"unsafe", "what has to be escaped in any URL: space, punctuation and national", "RFC 1738, section 2.2", historic.RFC1738UnsafeSet, []string{"rfc1738.unsafe"}},
		{"rfc1738.punctuation", "< > # % and the quotation mark", "RFC 1738, section 5", historic.RFC1738PunctuationSet, nil},
		{"rfc1738.reserved", "what URLs reserve", "RFC 1738, section 5", historic.RFC1738ReservedSet, nil},
		{"uchar", "unreserved characters, which an escape may stand for too", "RFC 1738, section 5", historic.RFC1738UnreservedSet, nil},
		{"xchar", "unreserved and reserved characters, with escapes", "RFC 1738, section 5", historic.RFC1738UnreservedSet.Union(historic.RFC1738ReservedSet), nil},
		{"xalpha", "letters, digits, safe and extra, with escapes", "RFC 1630, BNF", historic.RFC1630XalphaSet, nil},
		{"tchar", "characters of a token of HTTP", "RFC 9110, section 5.6.2", percent.TcharSet, []string{"token"}},
		{"qdtext", "what a quoted string of HTTP holds without a backslash", "RFC 9110, section 5.6.4", vchar.Add("\t ").Remove(`"\`).Union(high), nil},
		{"obs-text", "octets beyond ASCII in a field of HTTP", "RFC 9110, section 5.5", high, nil},
		{"separators", "what ends a token", "RFC 2616, section 2.2", chars("()<>@,;:\\\"/[]?={} \t"), nil},
		{"tspecials", "what a parameter quotes", "RFC 2045, section 5.1", chars("()<>@,;:\\\"/[]?="), nil},
		{"attribute-char", "what an extended parameter keeps", "RFC 2231, section 7", vchar.Remove("*'%").Remove("()<>@,;:\\\"/[]?="), nil},
		{"token68", "characters of credentials, besides '=' at the end", "RFC 9110, section 11.2", alnum.Add("-._~+/"), nil},
		{"attr-char", "what filename* keeps", "RFC 8187, section 3.2.1", alnum.Add("!#$&+-.^_`|~"), nil},
		{"cookie-octet", "characters of the value of a cookie", "RFC 6265, section 4.1.1", vchar.Remove("\",;\\"), nil},
		{"base64", "the alphabet of base64, with its padding", "RFC 4648, section 4", alnum.Add("+/="), nil},
		{"base64url", "the alphabet of base64url, with its padding", "RFC 4648, section 5", alnum.Add("-_="), nil},
		{"alpha", "letters of ASCII", "RFC 5234, appendix B.1", alpha, []string{"uriAlpha"}},
		{"digit", "decimal digits", "RFC 5234, appendix B.1", digit, []string{"DecimalDigit"}},
		{"hexdig", "hexadecimal digits, in both cases", "RFC 5234, appendix B.1", digit.Union(span('A', 'F')).Union(span('a', 'f')), nil},
		{"alnum", "letters and digits of ASCII", "RFC 5234, appendix B.1, ALPHA and DIGIT", alnum, nil},
		{"upper", "upper-case letters of ASCII", "Infra Standard, #ascii-upper-alpha", upper, nil},
		{"lower", "lower-case letters of ASCII", "Infra Standard, #ascii-lower-alpha", lower, nil},
		{"punctuation", "the other visible characters of ASCII", "RFC 5234, appendix B.1, VCHAR without ALPHA and DIGIT", vchar.Intersect(alnum.Complement()), nil},
		{"vchar", "visible characters of ASCII", "RFC 5234, appendix B.1", vchar, nil},
		{"sp", "the space", "RFC 5234, appendix B.1", chars(" "), nil},
		{"wsp", "space and tab", "RFC 5234, appendix B.1", chars(" \t"), nil},
		{"whitespace", "white space of ASCII", "Infra Standard, #ascii-whitespace", chars("\t\n\f\r "), nil},
		{"ctl", "control characters of ASCII", "RFC 5234, appendix B.1", ctl, nil},
		{"c0", "C0 controls", "Infra Standard, #c0-control", c0, nil},
		{"c1", "the octets of C1 controls, in charsets that have them", "ISO/IEC 6429", span(0x80, 0x9F), nil},
		{"ascii", "ASCII", "RFC 20", percent.ASCII, nil},
		{"beyond-ascii", "the octets that are not ASCII", "RFC 20, what it leaves out", high, nil},
		{"all", "all octets", "RFC 5234, appendix B.1, OCTET", percent.AllBytes, nil},
		{"none", "no octet", "the complement of all", percent.ByteSet{}, nil},
	}
}}

// classOf returns the class with that name or alias.
func classOf(name string) (Class, bool) {
	key := classKey(name)
	c, ok := classByName.Get()[key]
	if set, is := strings.CutSuffix(key, "-encode-set"); is && !ok {
		c, ok = classByName.Get()[set+"-percent-encode-set"]
	}
	return c, ok
}

var classByName = lazy.Value[map[string]Class]{Make: func() map[string]Class {
	m := make(map[string]Class, 2*len(classes.Get()))
	for _, c := range classes.Get() {
		for _, name := range append([]string{c.Name}, c.Aliases...) {
			m[classKey(name)] = c
		}
	}
	return m
}}

// classKey returns a name of a class in the form in which names are compared.
func classKey(name string) string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(name))
}

// nearClasses returns the class of which name may be a misspelling, if any.
func nearClasses(name string) []string {
	best, distance := "", 1+min(len(name), 12)/4
	for _, c := range classes.Get() {
		if len(name) > 64 {
			break
		}
		if d := pct.Distance(strings.ToLower(name), strings.ToLower(c.Name)); d <= distance && d < max(len(name), len(c.Name)) {
			best, distance = c.Name, d-1
		}
	}
	if best == "" {
		return nil
	}
	return []string{best}
}
