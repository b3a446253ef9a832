package reader

import (
	"net/netip"
	"strings"
	"unicode"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// yarlRows returns the row of yarl, which is built on urlsplit. Source: yarl/_url.py
// and yarl/_quoting_py.py.
func yarlRows() []row {
	c := urlsplitChain().with(map[kind]*step{
		userinfo: userinfoYarl, names: namesYarl, path: pathYarl, dots: dotsYarl, query: queryYarl, fragment: fragmentYarl,
	})
	return []row{{Program: recorded("yarl.url", "1.8.2", "Python yarl.URL"), chain: c, accessors: "e===nee" + "e"}}
}

var (
	userinfoYarl = &step{value: "escaped anew", text: `splits the userinfo at its first ":", decodes the escapes of what a userinfo may have, and escapes the rest`, do: func(s *state, _ string) {
		userinfoPython.do(s, "")
		s.User = Part{requoteYarl(s.User.Text, "", ""), s.User.Text != ""}
		s.Password.Text = requoteYarl(s.Password.Text, "", "")
	}}
	namesYarl = &step{value: "lower case, IDNA 2008 or 2003", text: "writes names in lower case and those beyond ASCII by UTS #46 and IDNA 2008, or else by IDNA 2003", do: func(s *state, _ string) {
		namesPython.do(s, "")
		h := s.Host.Text
		if s.authority == "" {
			s.Host, s.Port = Part{}, Part{}
			return
		}
		s.refuseUnless(h != "")
		addr, zone, zoned := strings.Cut(h, "%")
		if a, err := netip.ParseAddr(addr); err == nil && a.Zone() == "" {
			s.Host.Text = ntop6Python(a)
			if zoned {
				s.Host.Text += "%" + zone
			}
			s.dropPortZero()
			return
		}
		if h = lowerPython(h); !isASCII(h) {
			var ok bool
			h, ok = s.idnaYarl(h)
			s.refuseUnless(ok && h != "")
		}
		if strings.Contains(h, ":") {
			s.refuse() // it would be parsed again
			return
		}
		s.dropPortZero()
		s.Host.Text = h
		if name, rest, ok := strings.Cut(h, "%"); ok {
			s.Host.Text = pct.Lower(name) + "%" + rest
		}
	}}
	pathYarl = &step{value: "escaped anew", text: "decodes the escapes of what a path may have, but for / and +, and escapes the rest", do: func(s *state, _ string) {
		s.Path.Text = requoteYarl(s.Path.Text, "@:", "/+")
	}}
	dotsYarl = &step{value: "removed behind a host", text: "removes dot segments where there is an authority, those that were escaped as well", do: func(s *state, _ string) {
		if s.authority == "" {
			return
		}
		s.Path.Text = dotlessYarl(s.Path.Text)
		s.refuseUnless(s.Path.Text == "" || s.Path.Text[0] == '/')
		if s.Path.Text == "" {
			s.Path.Text = "/"
		}
	}}
	queryYarl = &step{value: "escaped anew, spaces as +", text: "decodes the escapes of what a query may have, but for =, +, & and ;, and escapes the rest, spaces as +", do: func(s *state, _ string) {
		s.Query.Text = requoteYarl(s.Query.Text, "?/:@", "=+&; ")
	}}
	fragmentYarl = &step{value: "escaped anew", text: "decodes the escapes of what a fragment may have, and escapes the rest", do: func(s *state, _ string) {
		s.Fragment.Text = requoteYarl(s.Fragment.Text, "?/:@", "")
	}}
)

// dropPortZero treats port 0 as no port.
func (s *state) dropPortZero() {
	if s.Port.Text == "0" {
		s.Port = Part{}
	}
}

// ntop6Python is the text of ipaddress, in which IPv4-mapped addresses are hexadecimal.
func ntop6Python(a netip.Addr) string {
	if a.Is4In6() {
		return ipv6Web(a.String())
	}
	return a.String()
}

// idnaYarl maps a name by the package idna, or else by Python's codec.
func (s *state) idnaYarl(name string) (string, bool) {
	// Its tables are those of one version of Unicode, and its rules of writing directions
	// differ from those of IDNA 2003.
	direction := func(c rune) bool { return isRightToLeft(c) && !unicode.IsLetter(c) && !unicode.IsMark(c) }
	if ageNode14.isNewer(name) || strings.ContainsFunc(name, isNew) || strings.ContainsFunc(name, direction) || strings.ContainsAny(name, "［］") {
		s.Verdict = Unknown
		return name, true
	}
	text, _ := uts46.ToUnicode(name, uts46.Unvalidated)
	labels := strings.Split(strings.TrimSuffix(text, "."), ".")
	legal, encoded := true, false
	for i, l := range labels {
		var ok bool
		labels[i], ok = idna2008(l)
		legal = legal && ok && l != "" && len(l) <= maxLabel && all(l, func(c byte) bool { return c >= 0x80 || isAlnum(c) || c == '-' }) &&
			l[0] != '-' && l[len(l)-1] != '-' && !(len(l) > 3 && l[2:4] == "--" && l[:2] != "xn")
		encoded = encoded || strings.HasPrefix(l, "xn--")
	}
	newer := strings.Join(labels, ".")
	if strings.HasSuffix(text, ".") {
		newer += "."
	}
	if legal && !encoded {
		return newer, true
	}
	// A last label of only ignored characters may not count.
	if i := strings.LastIndexByte(name, '.'); i >= 0 && i+1 < len(name) && strings.Trim(name[i+1:], "\u00ad\ufeff") == "" {
		s.Verdict = Unknown
	}
	older, ok := s.idna2003(name)
	if legal && (!ok || older != newer) {
		s.Verdict = Unknown // a label that is encoded already may be refused by the newer
	}
	return older, ok
}

// requoteYarl is _Quoter: escapes of what is safe are decoded, unless it is protected.
func requoteYarl(s, safe, protected string) string {
	isSafe := func(c byte) bool {
		return percent.Unreserved.Contains(c) || c != 0 && c != ' ' && (strings.IndexByte("!$'()*,+&=;", c) >= 0 || strings.IndexByte(safe, c) >= 0 || strings.IndexByte(protected, c) >= 0)
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && isEscape(s[i:]):
			v, _ := pct.Octet(s[i:])
			if isSafe(v) && (v == 0 || strings.IndexByte(protected, v) < 0) {
				b = append(b, v)
			} else {
				b = pct.AppendEscape(b, v)
			}
			i += 2
		case c == ' ' && strings.HasSuffix(protected, " "):
			b = append(b, '+') // of a query
		case isSafe(c):
			b = append(b, c)
		default:
			b = pct.AppendEscape(b, c)
		}
	}
	return string(b)
}

// dotlessYarl is _normalize_path.
func dotlessYarl(path string) string {
	segments := strings.Split(path, "/")
	var out []string
	for _, segment := range segments {
		switch segment {
		case "..":
			if len(out) > 0 {
				out = out[:len(out)-1]
			}
		case ".":
		default:
			out = append(out, segment)
		}
	}
	if last := segments[len(segments)-1]; last == "." || last == ".." {
		out = append(out, "")
	}
	return strings.Join(out, "/")
}
