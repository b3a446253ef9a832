package inspect

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/uri"
)

// An Equivalence is a rule by which two texts that differ are the same.
type Equivalence struct {
	ID   string // such as "rfc3986.6.2.2.1"; it never changes
	Spec string // where it comes from, with the section
	Text string // what it says, in half a sentence
}

// The IDs of the rules.
const (
	RuleCase        = "rfc3986.6.2.2.1"
	RuleUnreserved  = "rfc3986.6.2.2.2"
	RuleDotSegments = "rfc3986.6.2.2.3"
	RuleScheme      = "rfc3986.6.2.3"
	RuleMailto      = "rfc6068.2"
	RuleFile        = "rfc8089.2"
	RuleURN         = "rfc8141.3.1"
	RuleIRI         = "rfc3987.3.1"
	RuleUTS46       = "uts46"
	RuleForm        = "form"
)

var equivalences = []Equivalence{
	{RuleCase, "RFC 3986, section 6.2.2.1", "the digits of escapes, the scheme and the host have no case"},
	{RuleUnreserved, "RFC 3986, section 6.2.2.2", "an unreserved character is the same escaped and unescaped"},
	{RuleDotSegments, "RFC 3986, section 6.2.2.3", `"." and ".." in a path are steps, not names`},
	{RuleScheme, "RFC 3986, section 6.2.3", `an empty port is none; in http, https, ws, wss and ftp the default port is none, and an empty path is "/"`},
	{RuleMailto, "RFC 6068, section 2, by RFC 3986, section 6.2.3", "domains and names of header fields in mailto have no case"},
	{RuleFile, "RFC 8089, section 2, by RFC 3986, section 6.2.3", `in file no host, an empty one and "localhost" are the same`},
	{RuleURN, "RFC 8141, section 3.1", `in a URN the namespace and the digits of escapes have no case, and what begins with "?+", "?=" or "#" does not count`},
	{RuleIRI, "RFC 3987, section 3.1", "a character beyond ASCII is the same as the escapes of its UTF-8, and a label of a host in Unicode as that in Punycode"},
	{RuleUTS46, "Unicode Technical Standard #46, section 4 (IDNA mapping)", "in a host, characters that IDNA maps to others are the same as those: capitals, wide and circled characters, the ideographic full stop"},
	{RuleForm, "URL Standard, section 5.1 (application/x-www-form-urlencoded parsing)", "the query of http, https, ws or wss, read as a form, has the same parameters in the same order"},
}

// Equivalences returns the rules that [Compare] knows, a closed list. What takes
// more than one of them has the last one for its Rule.
func Equivalences() []Equivalence { return slices.Clone(equivalences) }

// A ladder is what may be done to two texts before they are compared.
type ladder struct {
	rungs uri.Rungs
	iri   bool
	uts46 bool
	form  bool
}

// commonKind returns what both texts can be taken for: KindURI, KindQuery or
// KindText. It is less strict about queries than GuessKind, which wants an '&':
// the parameter that one text lacks may be the only other one, and what is taken
// for a parameter by mistake is still compared byte by byte.
func commonKind(a, b string) Kind {
	x, y := GuessKind(a), GuessKind(b)
	switch {
	case x == KindURI && y == KindURI:
		return KindURI
	case x != KindURI && y != KindURI && strings.Contains(a, "=") && strings.Contains(b, "="):
		return KindQuery
	}
	return KindText
}

// at returns u as the ladder changes it. prefix is what makes a reference of a
// text that is none, so that the characters of all components may stand in it.
const prefix = "?"

func (l ladder) at(s string, k Kind) (u uri.URI) {
	if k != KindURI {
		s = prefix + s
	}
	if k == KindURI && (l.iri || l.uts46) {
		u := uri.ParseLenient(s)
		if h := u.Host(); u.HostKind() == uri.RegName {
			s = s[:h.Offset] + l.host(h.Raw) + s[h.Offset+len(h.Raw):]
		}
	}
	if l.iri && hasNonASCII(s) {
		s = iri.Encoding.Encode(s)
	}
	return uri.ParseLenient(s).Normalize(l.rungs)
}

// host returns a registered name as the ladder changes it: in Unicode as IDNA maps
// it, and as its labels in Punycode, whether it is written in characters or in the
// escapes of their UTF-8 (RFC 3986, section 3.2.2). What is no name of the DNS in
// the end stays as it is.
func (l ladder) host(s string) string {
	name := s
	if l.iri {
		if name = eachEscape(s, func(dst []byte, c byte, escape string) []byte {
			if c >= utf8.RuneSelf || l.rungs&uri.PercentEncoding != 0 && percent.Unreserved.Contains(c) {
				return append(dst, c)
			}
			return append(dst, escape...)
		}, keepRaw); !utf8.ValidString(name) {
			return s
		}
	}
	if !hasNonASCII(name) || strings.IndexByte(name, '%') >= 0 {
		return s
	}
	const start = "//"
	ascii, err := iri.ToURI(start + name)
	if err != nil {
		return s
	}
	shown := strings.TrimPrefix(iri.FromURI(ascii), start)
	if !l.uts46 {
		cased := name
		if l.rungs&uri.Case != 0 {
			cased = lowerASCII(name)
		}
		if shown != cased {
			return s
		}
	}
	if l.iri {
		return strings.TrimPrefix(ascii, start)
	}
	return shown
}

// lowerASCII returns s with the letters of ASCII in lower case.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r |= 0x20
		}
		return r
	}, s)
}

// hasWideHost reports whether the host of a reference has characters beyond
// ASCII, escaped or not.
func hasWideHost(u uri.URI) bool {
	host := u.Host().Raw
	if u.HostKind() != uri.RegName {
		return false
	}
	made, _ := lenient.Decode(host)
	return hasNonASCII(made)
}

// parts are the components that do not hold each other, in the order of Part.
var parts = [...]uri.Part{uri.Scheme, uri.Userinfo, uri.Host, uri.Port, uri.Path, uri.Query, uri.Fragment}

// partOf returns the component that is one of parts.
func partOf(p uri.Part) Part { return Part(slices.Index(parts[:], p) + 1) }

// same reports whether a component is the same in both.
func (l ladder) same(u, v uri.URI, p uri.Part) bool {
	x, y := u.Get(p), v.Get(p)
	if x.Raw == y.Raw && x.Present == y.Present {
		return true
	}
	if p == uri.Path || p == uri.Scheme {
		return false
	}
	if isURN(u) && isURN(v) && l.rungs&uri.SchemeBased != 0 {
		counts := func(c uri.Component) bool { return c.Present && !isURNComponents(c.Raw) }
		if p == uri.Fragment || p == uri.Query && !counts(x) && !counts(y) {
			return true
		}
	}
	return l.form && p == uri.Query && x.Present && y.Present && slices.Equal(formPairs(x.Raw), formPairs(y.Raw))
}

func isURN(u uri.URI) bool { return strings.EqualFold(u.Scheme(), "urn") }

// isURNComponents reports whether the query of a URN is r- or q-components: those
// begin with "?+" and "?=" (RFC 8141, section 2), and no other query is one of a URN.
func isURNComponents(query string) bool {
	return len(query) > 1 && (query[0] == '+' || query[0] == '=')
}

// formPairs returns the parameters of a form as octets. The URL Standard makes
// text of them, in which what is not UTF-8 becomes U+FFFD: %FF and %FE would be the
// same.
func formPairs(query string) []pair {
	var list []pair
	for piece := range strings.SplitSeq(query, "&") {
		if piece == "" {
			continue
		}
		name, value, _ := strings.Cut(piece, "=")
		list = append(list, pair{decodeForm(name), decodeForm(value), true})
	}
	return list
}

var formEncoding = percent.Form.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Kept)

func decodeForm(s string) string {
	made, _ := formEncoding.Decode(s)
	return made
}

// rulesFor returns the equivalences that make all of parts the same, as few as
// will do, and whether there are any.
func rulesFor(a, b string, k Kind, parts ...uri.Part) ([]string, bool) {
	meet := func(l ladder) bool {
		u, v := l.at(a, k), l.at(b, k)
		for _, p := range parts {
			if !l.same(u, v, p) {
				return false
			}
		}
		return true
	}
	u, v := uri.ParseLenient(a), uri.ParseLenient(b)
	urn := k == KindURI && isURN(u) && isURN(v)
	l := ladder{rungs: uri.AllRungs}
	l.uts46 = k == KindURI && utf8.ValidString(a) && utf8.ValidString(b) && (hasWideHost(u) || hasWideHost(v))
	l.iri = l.uts46 || utf8.ValidString(a) && utf8.ValidString(b) && (hasNonASCII(a) || hasNonASCII(b))
	l.form = k == KindURI && mayBeForm(u.Scheme()) && mayBeForm(v.Scheme())
	if k != KindURI {
		l.rungs = uri.Case | uri.PercentEncoding
	}
	if !meet(l) {
		return nil, false
	}
	// Do without what is not needed, from the top.
	without := l
	if without.form = false; l.form && meet(without) {
		l = without
	}
	without = l
	if without.uts46 = false; l.uts46 && meet(without) {
		l = without
	}
	without = l
	if without.iri = false; l.iri && meet(without) {
		l = without
	}
	for rung := uri.SchemeBased; rung > 0; rung >>= 1 {
		without = l
		if without.rungs &^= rung; l.rungs&rung != 0 && meet(without) {
			l = without
		}
	}

	var ids []string
	add := func(need bool, id string) {
		if need && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if urn {
		add(l.rungs != 0, RuleURN)
	} else {
		add(l.rungs&uri.Case != 0, RuleCase)
		add(l.rungs&uri.PercentEncoding != 0, RuleUnreserved)
		add(l.rungs&uri.DotSegments != 0, RuleDotSegments)
		scheme := RuleScheme
		switch strings.ToLower(u.Scheme()) {
		case "mailto":
			scheme = RuleMailto
		case "file":
			scheme = RuleFile
		}
		add(l.rungs&uri.SchemeBased != 0, scheme)
	}
	add(l.iri, RuleIRI)
	add(l.uts46, RuleUTS46)
	add(l.form, RuleForm)
	return ids, true
}
