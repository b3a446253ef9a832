package compare

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// What the grammar of RFC 3986 (appendix A) says of octets that are escaped in one text
// and not in the other. It depends on the component in which they stand.

// A standing is whether an octet may stand unescaped in the place of its escape.
type standing uint8

const (
	open       standing = iota // nobody knows the place
	allowed                    // it may, and may be a delimiter there (section 2.2)
	forbidden                  // it may not, and does so in the other text
	delimiting                 // it may not: in the other text it ends the component
	unescaped                  // the place is one that has no escapes
)

// A group is octets of the same standing in places of the same production.
type group struct {
	standing standing
	in       string // the name of the production; "" for an unknown place
	set      percent.ByteSet
}

// groups returns the octets that are escaped in one text and not in the other, which
// hold the same octets otherwise.
func groups(escaped, raw string) []group {
	kind := commonKind(escaped, raw)
	var u, v uri.URI
	if kind == inspect.KindURI {
		u = uri.ParseLenient(escaped)
	}
	if inspect.GuessKind(raw) == inspect.KindURI {
		v = uri.ParseLenient(raw)
	}
	find := func(c byte, i, j int) (standing, string) {
		there, held, escapes := v.ProductionAt(j)
		if there != "" && !escapes {
			return unescaped, there
		}
		switch kind {
		case inspect.KindURI:
			here, holds, _ := u.ProductionAt(i)
			switch {
			case holds.Contains(c):
				return allowed, here
			case there != "" && (here == there || !held.Contains(c)):
				return forbidden, here
			}
			return delimiting, here
		case inspect.KindQuery:
			if percent.QuerySet.Contains(c) {
				return allowed, "query"
			}
			return forbidden, "query"
		}
		return open, ""
	}
	var list []group
	for i, j := 0, 0; i < len(escaped) && j < len(raw); {
		c, m, _ := octetAt(escaped, i)
		d, n, _ := octetAt(raw, j)
		if c == d && m > n {
			s, in := find(c, i, j)
			k := slices.IndexFunc(list, func(g group) bool { return g.standing == s && g.in == in })
			if k < 0 {
				k, list = len(list), append(list, group{standing: s, in: in})
			}
			list[k].set = list[k].set.AddRange(c, c)
		}
		i, j = i+m, j+n
	}
	return list
}

// phrase names a place by its production.
//
//go:noinline
func phrase(production string) string {
	switch production {
	case "userinfo":
		return "the userinfo"
	case "reg-name":
		return "a host name"
	case "segment-nz-nc":
		return "the first segment of a relative path"
	case "IP-literal", "IPv4address":
		return "an IP address"
	case "ZoneID":
		return "a zone"
	}
	return "a " + production
}

// ahead is by how much a text that the grammar refuses ranks before the other, in
// hundreds: more than all that speaks against a mistake otherwise, its side and doubt.
const ahead = 61

// decide says of a mistake that made wrong of right, by escaping characters or not, what
// the grammar has for them. Where the grammar refuses wrong, the mistake ranks first.
func (m *Mistake) decide(right, wrong string, f Format) {
	if m.ID == mistake.WrongOrder && (f == BaseString || f == CanonicalRequest) {
		m.fix = "sort the encoded parameters by name, then by value"
	}
	escapes := m.ID == mistake.ReservedEscaped || m.ID == mistake.SlashEscaped
	if !escapes && m.ID != mistake.ReservedUnescaped && m.ID != mistake.SlashUnescaped {
		return
	}
	slash := m.ID == mistake.SlashEscaped || m.ID == mistake.SlashUnescaped
	escaped, raw, done := right, wrong, " are not escaped"
	if escapes {
		escaped, raw, done = wrong, right, " are escaped"
	}
	if f == BaseString || f == CanonicalRequest {
		if !slash {
			m.fix = signedFix(escapes, f)
			if f == BaseString { // which encodes what is encoded
				escaped, raw = text.Decode(escaped), text.Decode(raw)
			}
			if set := escapedOnly(escaped, raw); set != (percent.ByteSet{}) {
				m.text = pct.Kind(set) + done
			}
		}
		return
	}
	if f == ALPN {
		return // RFC 7639 has its own rule
	}
	list := groups(escaped, raw)
	if len(list) == 0 { // a text that was encoded twice
		list = groups(strings.ReplaceAll(escaped, "%25", "%"), raw)
	}
	if len(list) == 0 || slash && !slices.ContainsFunc(list, func(g group) bool { return g.standing != open && g.in != "path" && g.in != "segment-nz-nc" }) {
		return // the catalogue speaks of a path
	}
	var all percent.ByteSet
	var clauses, fixes []string
	for _, g := range list {
		all = all.Union(g.set)
		clauses = append(clauses, g.clause())
		if fix := g.fix(escapes); !slices.Contains(fixes, fix) {
			fixes = append(fixes, fix)
		}
	}
	what := pct.Kind(all)
	if slash {
		what, done = `"/"`, strings.Replace(done, "are", "is", 1)
	}
	m.text = what + done
	switch clauses = slices.DeleteFunc(clauses, func(s string) bool { return s == "" }); {
	case len(list) == 1 && len(clauses) == 1:
		m.text += ", " + strings.TrimSuffix(clauses[0], " "+pct.ListSet(all))
		if list[0].standing != unescaped {
			m.text = strings.Replace(m.text, done+", ", done+", which ", 1)
		}
	case len(clauses) > 0:
		m.text += ", of which " + strings.Join(clauses, ", ")
	}
	m.fix = strings.Join(fixes, "; ")
	wrongly := forbidden
	if escapes {
		wrongly = unescaped
	}
	if !slices.ContainsFunc(list, func(g group) bool { return g.standing != wrongly }) {
		m.rank -= ahead
	}
}

// escapedOnly returns the octets that are escaped in one text and not in the other.
func escapedOnly(escaped, raw string) (set percent.ByteSet) {
	for _, g := range groups(escaped, raw) {
		set = set.Union(g.set)
	}
	return set
}

// signedFix returns what to do about the kept set of a text that is signed. Its rule is
// another than that of the grammar, and has no components.
func signedFix(escapes bool, f Format) string {
	rule := "RFC 5849, section 3.6"
	if f == CanonicalRequest {
		rule = "UriEncode of AWS"
	}
	if escapes {
		return "escape them in the other text too: what is signed has everything escaped except letters, digits and -._~ (" + rule + ")"
	}
	return "escape everything except letters, digits and -._~ (" + rule + ")"
}

// clause says what the grammar has for the group, or "" for an unknown place.
func (g group) clause() string {
	list := pct.ListSet(g.set)
	switch g.standing {
	case allowed:
		return phrase(g.in) + " may hold " + list
	case forbidden, delimiting:
		return phrase(g.in) + " may not hold " + list
	case unescaped:
		return phrase(g.in) + " has no escapes"
	}
	return ""
}

// formDelimiters have a meaning in the query of a form (URL Standard, section 5.1).
var formDelimiters = percent.ByteSet{}.Add("&=+")

// fix says what to do if the group is escaped or not by mistake.
func (g group) fix(escapes bool) string {
	list := pct.ListSet(g.set)
	switch g.standing {
	case allowed:
		fix := "spell " + list + " alike on both sides: " + phrase(g.in) + " may hold either spelling, but they are different URLs where a program gives the character a meaning (RFC 3986, section 2.2)"
		if forms := g.set.Intersect(formDelimiters); g.in == "query" && forms != (percent.ByteSet{}) {
			fix += ", as forms do to " + pct.ListSet(forms)
		}
		return fix
	case forbidden:
		return "escape " + list + ": " + phrase(g.in) + " may not hold it unescaped (RFC 3986, appendix A)"
	case delimiting:
		if escapes {
			return "leave " + list + " unescaped if it is a delimiter: escaped, it is data in " + phrase(g.in)
		}
		return "escape " + list + " if it is data: unescaped, it ends " + phrase(g.in)
	case unescaped:
		return "leave " + list + " unescaped: " + phrase(g.in) + " has no escapes (RFC 3986, appendix A)"
	}
	return "use the same kept set on both sides: unescaped, " + placesOf(g.set) + "; a reserved character and its escape are not the same"
}

// placesOf says where in a URI octets may stand unescaped.
func placesOf(set percent.ByteSet) string {
	var order []string
	by := map[string]percent.ByteSet{}
	for c := range set.All() {
		places := "in no part of a URI"
		if p := inspect.PlacesOf(rune(c)); p != 0 {
			places = "in " + p.String()
		}
		switch c {
		case ':':
			places += " (but not in the first segment of a relative path)"
		case '[', ']':
			places = "around an IP literal alone"
		}
		if !slices.Contains(order, places) {
			order = append(order, places)
		}
		by[places] = by[places].AddRange(c, c)
	}
	list := make([]string, len(order))
	for i, places := range order {
		list[i] = pct.ListSet(by[places]) + " may stand " + places
	}
	return strings.Join(list, ", ")
}
