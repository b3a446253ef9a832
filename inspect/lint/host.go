package lint

import (
	"net/netip"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// hostAndPort looks for what the grammar of RFC 3986 section 3.2 does not allow
// after the userinfo: parsers that accept it find different hosts. It is for URLs of
// the web: others may list several hosts there.
func (x *pass) hostAndPort(a uri.Component) {
	raw, at := a.Raw, a.Offset
	if n := strings.LastIndexByte(raw, '@'); n >= 0 {
		raw, at = raw[n+1:], at+n+1
	}
	raw, _, _ = strings.Cut(raw, `\`) // where browsers end it; there is a finding for that
	if strings.Count(raw, ":") < 2 {
		// no IPv6 address
	} else if ip, err := netip.ParseAddr(raw); err == nil && ip.Is6() {
		x.ambiguous(hasBareIPv6, at, at+len(raw))
		return
	}
	host, port := raw, ""
	if strings.HasPrefix(raw, "[") {
		n := strings.IndexByte(raw, ']')
		if n < 0 {
			x.ambiguous(hasOpenBracket, at, at+1)
			return
		}
		host, port = raw[:n+1], raw[n+1:]
		switch {
		case hasZone(raw[1:n]):
			x.ambiguous(isZone, at, at+n+1)
		case !isLiteral(raw[1:n]):
			x.ambiguous(hasNoIPv6, at, at+n+1)
		}
		if port != "" && port[0] != ':' {
			x.ambiguous(hasNoPortBehindIPv6, at+n+1, at+len(raw))
			return
		}
	} else if n := strings.IndexByte(raw, ':'); n >= 0 {
		host, port = raw[:n], raw[n:]
	}
	if host == "" && a.Raw != "" {
		x.ambiguous(hasNoHost, a.Offset, a.Offset+len(a.Raw))
		return
	}
	if number := strings.TrimPrefix(port, ":"); number != "" {
		if _, err := strconv.ParseUint(number, 10, 16); err != nil {
			lo := at + len(raw) - len(port)
			x.ambiguous(hasNoPort, lo, lo+len(port))
		}
	}
}

// ambiguous notes an authority that parsers read as different hosts, unless it has a
// placeholder.
func (x *pass) ambiguous(m *message, lo, hi int, args ...any) {
	if i := sort.Search(len(x.marks), func(i int) bool { return x.marks[i].hi > lo }); i < len(x.marks) && x.marks[i].lo < hi {
		return
	}
	x.add(m, lo, hi, 0, args...)
}

// hasZone reports whether s is an IPv6 address with a zone, by RFC 6874 or as it is shown.
func hasZone(s string) bool {
	ip, err := netip.ParseAddr(strings.Replace(s, "%25", "%", 1))
	return err == nil && ip.Zone() != ""
}

// isLiteral reports whether s can stand between the brackets of a host.
func isLiteral(s string) bool {
	if s != "" && s[0]|0x20 == 'v' {
		_, err := uri.Parse("//[" + s + "]")
		return err == nil
	}
	ip, err := netip.ParseAddr(s)
	return err == nil && ip.Is6()
}

// isNumeric reports whether the URL Standard treats a name as an IPv4 address because
// its last label is a number: decimal, or hexadecimal after "0x".
func isNumeric(name string) bool {
	name = strings.TrimSuffix(name, ".")
	label := name[strings.LastIndexByte(name, '.')+1:]
	if label == "" {
		return false
	}
	if strings.Trim(label, "0123456789") == "" {
		return true
	}
	digits, ok := strings.CutPrefix(strings.ToLower(label), "0x")
	return ok && strings.Trim(digits, "0123456789abcdef") == ""
}

// knownEndings are last labels that show that a name is a host, besides those of two
// letters, which are countries.
var knownEndings = []string{
	"com", "org", "net", "edu", "gov", "mil", "int", "arpa", "info", "biz", "name", "pro", "aero", "coop", "museum", "mobi",
	"asia", "jobs", "travel", "app", "dev", "page", "web", "xyz", "online", "site", "shop", "store", "club", "top", "cloud",
	"tech", "blog", "bank", "live", "news", "link", "click", "zip", "mov",
	"example", "test", "invalid", "localhost", "local", "internal", "onion",
}

// looksLikeHost reports whether people may take a user name or password for a host:
// an address, "localhost", or a name that begins with "www." or ends like a domain,
// with or without a port. "john.doe" is a user.
func looksLikeHost(s string, passwords bool) bool {
	s = strings.ToLower(strings.TrimRight(s, "!$&'()*+,;=. "))
	if before, port, ok := strings.Cut(s, ":"); ok && !strings.HasPrefix(s, "[") && strings.Trim(port, "0123456789") == "" {
		s = before
	}
	if s == "localhost" || strings.HasPrefix(s, "[") && strings.Contains(s, ":") {
		return true
	}
	if strings.IndexByte(s, '.') < 0 {
		return false
	}
	labels := strings.Split(s, ".")
	last := labels[len(labels)-1]
	switch {
	case slices.Contains(labels, "") || strings.ContainsAny(s, "@ "):
		return false
	case labels[0] == "www" || slices.Contains(knownEndings, last) || strings.HasPrefix(last, "xn--"):
		return true
	case isNumeric(s):
		const numbers = 4
		return len(labels) == numbers && strings.Trim(s, "0123456789abcdefx.") == ""
	case last[0] >= utf8.RuneSelf:
		return true
	}
	return !passwords && len(last) == 2 && text.IsLetter(last[0]) && text.IsLetter(last[1])
}

// hasPort reports whether s ends in a ':' and a number.
func hasPort(s string) bool {
	i := strings.LastIndexByte(s, ':')
	return i > 0 && i < len(s)-1 && strings.Trim(s[i+1:], "0123456789") == ""
}

// isAddress reports whether browsers read a host as an IP address, in any of the
// spellings that they know.
func isAddress(host string) bool {
	u, err := weburl.Parse("http://" + host + "/")
	if err != nil || u.Username() != "" || u.Pathname() != "/" {
		return false
	}
	_, err = netip.ParseAddr(strings.Trim(u.Hostname(), "[]"))
	return err == nil
}

// mapped notes a name that IDNA changes, into ascii, by more than lower case and NFC:
// parsers that do not know IDNA look for another host.
func (x *pass) mapped(h uri.Component, raw, ascii, shown string) {
	changed := norm.NFC.String(strings.ToLower(raw)) != shown
	for _, r := range raw {
		// The Kelvin sign has a lower-case letter of ASCII.
		changed = changed || r >= utf8.RuneSelf && unicode.ToLower(r) < utf8.RuneSelf
	}
	if !changed || strings.ContainsFunc(raw, func(r rune) bool { return splitsHost(r) || unseen(r) || text.IsBidiControl(r) }) {
		return // or other findings say so
	}
	m := isMapped
	if isNumeric(ascii) {
		m = isMappedToNumber
	}
	x.add(m, h.Offset, h.Offset+len(h.Raw), 0, quoted(ascii))
}

// confuses reports whether a name, in ASCII and in Unicode, can be mistaken for another
// one. It cannot if each of its labels is plain, mixes Latin letters with those of
// Chinese, Japanese or Korean (UTS #39 section 5.2, "Highly Restrictive"), or is in a
// single script, that of the last label or of the country that this stands for.
func confuses(ascii, shown string) bool {
	encoded, labels := strings.Split(ascii, "."), strings.Split(shown, ".")
	if len(encoded) != len(labels) {
		return true
	}
	last := len(labels) - 1
	if labels[last] == "" && last > 0 {
		last--
	}
	home := scriptOfCountry(labels[last])
	for i, label := range labels {
		if encoded[i] == label {
			continue
		}
		label = unpunctuated(label)
		if isPlain(label) || isPictorial(label) {
			continue
		}
		if home == nil || !isIn(label, home) {
			if !isHighlyRestrictive(label) {
				return true
			}
		}
	}
	return false
}

// unpunctuated returns a label with '_' for what browsers allow in a name of the DNS and
// package iri does not, such as '+': it says nothing about the letters beside it.
func unpunctuated(label string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && !text.IsAlphanumeric(byte(r)) && r != '-' {
			return '_'
		}
		return r
	}, label)
}

// isPlain reports whether iri.Readable shows a label in Unicode.
func isPlain(label string) bool { return iri.Readable("//"+label) == "//"+label }

// isPictorial reports whether a label has only pictures beyond ASCII. Symbols that
// look like other characters, such as bars and quotation marks, are not pictures.
func isPictorial(label string) bool {
	return !strings.ContainsFunc(label, func(r rune) bool {
		picture := unicode.Is(unicode.So, r) && (0x2600 <= r && r < 0x2758 || 0x2761 <= r && r < 0x27C0 || 0x1F300 <= r && r < 0x1FB00)
		return r >= utf8.RuneSelf && !picture
	})
}

// isIn reports whether all letters of a label are of one script.
func isIn(label string, script *unicode.RangeTable) bool {
	for _, r := range label {
		if !unicode.Is(script, r) && r != '-' && r != '_' && (r < '0' || r > '9') {
			return false
		}
	}
	return true
}

// The countries whose languages are written in scripts with letters that look
// like Latin ones.
var countries = [...]struct {
	script *unicode.RangeTable
	codes  []string
}{
	{unicode.Cyrillic, []string{"bg", "by", "kg", "kz", "mk", "mn", "rs", "ru", "su", "tj", "ua", "uz"}},
	{unicode.Greek, []string{"cy", "gr"}},
	{unicode.Armenian, []string{"am"}},
}

// scriptOfCountry returns the script that names are written in under a last
// label, or nil. A number is in none.
func scriptOfCountry(last string) *unicode.RangeTable {
	for _, c := range countries {
		if slices.Contains(c.codes, last) || strings.ContainsFunc(last, unicode.IsLetter) && isIn(last, c.script) {
			return c.script
		}
	}
	return nil
}

// isHighlyRestrictive reports whether a label has letters of Chinese, Japanese or
// Korean, and would be plain without its Latin ones.
func isHighlyRestrictive(label string) bool {
	cjk := false
	rest := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Latin, r) {
			return -1
		}
		cjk = cjk || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul)
		return r
	}, label)
	if !cjk {
		return false
	}
	return isPlain(strings.Trim(rest, "-_"))
}
