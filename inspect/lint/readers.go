package lint

import (
	"net/netip"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/uts46"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// maxRead is the length of the longest URL, in bytes, that confusion hands to all readers,
// each of which goes through all of it: what RFC 9110 asks of all recipients (section 4.1).
const maxRead = 8000

// shownNames is how many readers a message names for a host.
const shownNames = 3

// confusion looks for readers that read another host than others do.
func (x *pass) confusion(u uri.URI) {
	if len(x.s) > maxRead || x.without.has(hostConfusion) || hasPlainHost(x.s) {
		return
	}
	begin := trimC0(text.Unbroken(x.s))
	scheme := begin[:text.SchemeLength(begin)]
	if !text.IsWeb(scheme) {
		return
	}
	lo, hi := 0, len(x.s)
	if a := u.Authority(); a.Raw != "" {
		lo, hi = a.Offset, a.Offset+len(a.Raw)
	} else if i := strings.IndexAny(x.s, "?#"); i >= 0 {
		hi = i
	}
	if i := sort.Search(len(x.marks), func(i int) bool { return x.marks[i].hi > lo }); i < len(x.marks) && x.marks[i].lo < hi {
		return // a placeholder
	}
	if strings.IndexByte(x.s[lo:hi], '"') >= 0 {
		return // left over from markup, as in an illegal-character
	}
	readers := reader.All()
	if x.readers != nil {
		readers = *x.readers
	}
	names := map[string][]reader.Reader{}
	var hosts []string
	for _, r := range readers {
		if isUnasked(r.Name()) {
			continue
		}
		reading := r.Read(x.s)
		host, ok := reading.Compared(uri.Host)
		if !ok || reading.Scheme.Text != "" && !strings.EqualFold(reading.Scheme.Text, scheme) {
			continue // it connects nowhere, or reads another scheme
		}
		host = inASCII(host)
		if names[host] == nil {
			hosts = append(hosts, host)
		}
		names[host] = append(names[host], r)
	}
	if len(hosts) < 2 {
		return
	}
	// The fewest readers come first: they are what most people do not expect.
	sort.SliceStable(hosts, func(i, j int) bool { return len(names[hosts[i]]) < len(names[hosts[j]]) })
	var message, all []string
	for _, host := range hosts {
		var list, others []string
		for _, m := range program.Mentions(names[host], readers, time.Time{}) {
			if m.Older() {
				others = append(others, m.String())
			} else {
				list = append(list, m.String())
			}
		}
		list = append(list, others...)
		all = append(all, quoted(host)+": "+strings.Join(list, ", "))
		message = append(message, quoted(host)+" to "+someOf(list))
	}
	x.add(hasTwoHosts, lo, hi, 0, strings.Join(message, ", "))
	x.found[x.last[hostConfusion]].Readers = strings.Join(all, "\n")
}

// isUnasked reports whether a reader parts from all others on URLs that people write: ufo where an "@"
// is in the query of a URL without a path, Perl's URI and uri-js where a name is not normalized, LWP, which
// was given octets, where a name is not in ASCII, needle and HTTP::Tiny where there is no host, which is
// localhost to them, Faraday where the scheme is not "http:" or "https:" as written, and superagent where
// it is in upper case, which is a path and a host to them. Who wants to know has the command readers.
func isUnasked(name string) bool {
	switch name {
	case "npm.ufo", "npm.uri-js", "perl.uri", "perl.lwp", "perl.http-tiny", "needle.get", "ruby.faraday", "superagent.get":
		return true
	}
	return false
}

// inASCII returns a name with each label beyond ASCII as an xn-- label: both are the same
// name. A name of which IDNA makes other letters, or an address, stays as it is.
func inASCII(host string) string {
	if !text.HasNonASCII(host) {
		return host
	}
	b, err := uts46.ToASCII(nil, host, 0)
	if err != nil {
		return host
	}
	from, to := strings.Split(host, "."), strings.Split(string(b), ".")
	if len(from) != len(to) {
		return host
	}
	for i := range from {
		if text.HasNonASCII(from[i]) && !strings.HasPrefix(to[i], "xn--") {
			return host
		}
	}
	return string(b)
}

// trimC0 returns s without the spaces and controls that it begins with.
func trimC0(s string) string {
	for s != "" && s[0] <= ' ' {
		s = s[1:]
	}
	return s
}

// someOf returns the first names of a list, and how many are left.
func someOf(names []string) string {
	if n := len(names); n > shownNames {
		return strings.Join(names[:shownNames], ", ") + " and " + strconv.Itoa(n-shownNames) + " more"
	}
	return strings.Join(names, ", ")
}

// maxLabel is the length of the longest label of a name (RFC 1035, section 2.3.4).
const maxLabel = 63

const dotsOfIPv4 = 3

// hasPlainHost reports whether no two readers can read another host in a URL: its
// authority is a name of letters, digits, hyphens and '_' whose last label begins with a
// letter, an IPv4 address in four decimal numbers, or an IPv6 address, perhaps with a port
// and with a userinfo of letters, digits and "-._~". All readers end an authority
// at a '/', whatever follows; without one, nothing may follow that can be taken for the end
// of a userinfo or be removed.
func hasPlainHost(s string) bool {
	scheme := text.SchemeLength(s)
	if scheme == 0 || !strings.HasPrefix(s[scheme:], "://") {
		return false
	}
	rest := s[scheme+len("://"):]
	end := 0
	for end < len(rest) && rest[end] != '/' && rest[end] != '?' && rest[end] != '#' {
		end++
	}
	if end == len(rest) || rest[end] != '/' {
		for i := range len(rest) {
			if c := rest[i]; c <= ' ' || c >= 0x7F || c == '@' || c == '\\' {
				return false
			}
		}
	}
	host := rest[:end]
	if at := strings.IndexByte(host, '@'); at >= 0 {
		for i := range at {
			if c := host[i]; c >= utf8.RuneSelf || !percent.Unreserved.Contains(c) && c != ':' {
				return false
			}
		}
		if user, password, ok := strings.Cut(host[:at], ":"); user == "" || ok && password == "" || strings.IndexByte(password, ':') >= 0 {
			return false
		}
		host = host[at+1:]
	}
	const mostDigits = 4
	if strings.HasPrefix(host, "[") {
		host, port, _ := strings.Cut(host[1:], "]")
		if port, colon := strings.CutPrefix(port, ":"); len(port) > mostDigits || !isDigits(port) || colon != (port != "") {
			return false
		}
		a, err := netip.ParseAddr(host)
		return err == nil && a.Is6() && !a.Is4In6() && a.Zone() == ""
	}
	host, port, _ := strings.Cut(host, ":")
	if len(port) > mostDigits || !isDigits(port) {
		return false
	}
	return isNameOf(host, '_') || isPlainIPv4(host)
}

// isPlainName reports whether host is labels of letters, digits and hyphens, the last of
// which begins with a letter, without an IPv4 address at the beginning, after which some
// end a host.
func isPlainName(host string) bool { return isNameOf(host, '-') }

// isNameOf is isPlainName of a host that may have a further byte in its labels.
func isNameOf(host string, further byte) bool {
	if host != "" && isDigits(host[:1]) && strings.Count(host, ".") >= dotsOfIPv4 {
		return false
	}
	label := 0
	for i := range len(host) {
		switch c := host[i]; {
		case text.IsAlphanumeric(c), c == '-', c == further:
			if i-label == maxLabel {
				return false
			}
		case c == '.' && i > label:
			label = i + 1
		default:
			return false
		}
	}
	return label < len(host) && text.IsLetter(host[label])
}

func isPlainIPv4(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && a.Is4()
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
