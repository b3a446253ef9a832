package reader

import (
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/uri"
)

// clientRows returns the rows of clients: what a parser reads, and what the client makes
// of it.
func clientRows(parsers []row) []row {
	of := func(name, versions, program, parser, version string, refuses func(*Reading) bool) row {
		for i := range parsers {
			p := parsers[i] // a copy: the rows are sorted later
			if p.name == parser && (version == "" || strings.Contains(" "+p.versions+" ", " "+version+" ")) {
				return row{
					name: name, versions: versions, program: program, client: true, accessors: "=--=d=n-",
					chain: p.chain.with(map[kind]*step{demands: demandsConnection}),
					exact: func(url string, r *Reading) {
						*r = p.read(url)
						if r.Verdict == Read && refuses(r) {
							r.Verdict = Refused
						}
						connect(r)
					},
				}
			}
		}
		panic("reader: no parser " + parser)
	}
	return []row{
		of("node.fetch", "20.20.2", "Node.js fetch", "node.url", "20.20.2", refusesFetch),
		of("node.http", "20.20.2", "Node.js http.get", "node.url", "20.20.2", refusesHTTP),
	}
}

var demandsConnection = &step{value: "a connection", text: "connects by http and https to addresses, and to names that the Domain Name System has", do: func(s *state, _ string) { connect(&s.Reading) }}

// connect turns what a parser reads into what a client connects to and asks for.
func connect(r *Reading) {
	if r.Verdict != Read {
		return
	}
	scheme := lowerASCII(r.Scheme.Text)
	host := lowerASCII(r.Host.Text)
	if n := len(host); n > 1 && host[0] == '[' && host[n-1] == ']' {
		host = host[1 : n-1]
	}
	port := r.Port.Text
	if port == "" {
		port = uri.DefaultPort(scheme)
	}
	if scheme != "http" && scheme != "https" {
		*r = Reading{Verdict: Refused}
		return
	}
	host, ok := reached(host)
	if !ok {
		*r = Reading{Verdict: Refused}
		return
	}
	path := r.Path
	if path.Text == "" {
		path = present("/")
	}
	*r = Reading{Verdict: Read, Scheme: present(scheme), Host: present(host), Port: present(trimZeros(port)), Path: path, Query: r.Query}
}

// reached returns the address that a connection goes to, or the name that resolvers are
// asked, without the dot at its end. The unspecified address is that of the machine.
func reached(host string) (string, bool) {
	addr, err := netip.ParseAddr(host)
	if err != nil {
		addr, err = netip.ParseAddr(ipv4C(host))
	}
	if err != nil {
		host = strings.TrimSuffix(host, ".")
		return host, host == "" || isName(host)
	}
	addr = addr.Unmap()
	switch {
	case addr == netip.IPv4Unspecified():
		return "127.0.0.1", true
	case addr == netip.IPv6Unspecified():
		return "::1", true
	}
	return addr.String(), addr != netip.AddrFrom4([4]byte{255, 255, 255, 255})
}

// isName reports whether the GNU C Library asks for a name: labels of letters, digits,
// hyphens and underscores, and no hyphen at the beginning.
func isName(host string) bool {
	if len(host) > maxName || host[0] == '-' {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > maxLabel || !all(label, func(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }) {
			return false
		}
	}
	return true
}

// refusesHTTP reports whether http.get of Node.js refuses a URL that is one: where it
// cannot decode the userinfo. It takes port 0 as none.
func refusesHTTP(r *Reading) bool {
	if r.Port.Text == "0" {
		r.Port = Part{}
	}
	user, password := r.User.Text, r.Password.Text
	return !wellEscaped(user) || !wellEscaped(password) || !utf8.ValidString(decode(user)) || !utf8.ValidString(decode(password))
}

// badPorts are those that the Fetch Standard blocks (#bad-port).
var badPorts = strings.Fields(`1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161
	179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 5060 5061 6000 6566 6665 6666
	6667 6668 6669 6697 10080`)

// refusesFetch reports whether fetch refuses a URL that is one: with credentials, or with
// a bad port.
func refusesFetch(r *Reading) bool {
	return r.User.Text != "" || r.Password.Text != "" || slices.Contains(badPorts, r.Port.Text)
}
