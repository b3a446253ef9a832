package reader

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// clientRows returns the rows of clients: the reading of a parser, and what the client
// does with it.
func clientRows(parsers []row) []row {
	// of returns the row of a client that reads as a parser does, in a version or its
	// latest, and then does what a step says.
	of := func(name, versions, subject, parser, version string, last *step) row {
		for i := range parsers {
			p := parsers[i] // a copy: the rows are sorted later
			if p.Name() != parser || version != "" && !slices.Contains(p.Versions(), version) {
				continue
			}
			before := p.chain[demands]
			c := p.chain.with(&chain{demands: {value: last.value, text: last.text, do: func(s *state, _ string) {
				if before.do != nil {
					before.do(s, before.arg)
				}
				if s.Verdict == Read {
					last.do(s, "")
				}
			}}})
			r := row{Program: recorded(name, versions, subject), client: true, chain: c, accessors: "========"}
			if p.exact != nil {
				r.exact = func(url string, x *Reading) {
					s := state{Reading: p.read(url)}
					if s.Verdict == Read {
						last.do(&s, "")
					}
					if *x = s.Reading; x.Verdict != Read {
						*x = Reading{Verdict: x.Verdict}
					}
				}
			}
			return r
		}
		panic("reader: no parser " + parser)
	}
	rows := []row{
		of("curl", "7.88.1", "curl -g", "curl.url-guess", "7.88.1", connectsCurl),
		of("curl", "8.23.0", "curl -g", "curl.url-guess", "8.23.0", connectsCurl823),
		of("curl.glob", "7.88.1", "curl without -g", "curl.url-guess", "7.88.1", connectsCurl),
		of("curl.glob", "8.23.0", "curl without -g", "curl.url-guess", "8.23.0", connectsCurl823),
		of("deno.fetch", "2.9.6", "Deno fetch", "deno.url", "", connectsDeno),
		of("aiohttp.get", "3.8.4", "Python aiohttp", "yarl.url", "1.8.2", connectsAiohttp38),
		of("aiohttp.get", "3.11.16", "Python aiohttp", "yarl.url", "1.19.0", connectsAiohttp311),
		of("aiohttp.get", "3.14.3", "Python aiohttp", "yarl.url", "1.24.5", connectsAiohttp314),
		of("httpx.get", "0.23.3", "Python httpx", "httpx.url", "0.23.3", connectsHTTPX),
		of("httpx.get", "0.28.1", "Python httpx", "httpx.url", "0.28.1", connectsHTTPX28),
		of("go.http", "1.26.8", "Go net/http", "go.url", "", connectsGo),
		of("node.fetch", "20.20.2", "Node.js fetch", "node.url", "20.20.2", connectsFetch),
		of("node.fetch", "26.12.1", "Node.js fetch", "node.url", "26.10.0", connectsFetch26),
		of("node.http", "26.12.1", "Node.js http.get", "node.url", "26.10.0", connectsNode),
		of("node.http", "20.20.2", "Node.js http.get", "node.url", "20.20.2", connectsNode),
		of("php.curl", "8.2.36", "PHP curl", "curl.url-guess", "7.88.1", connectsCurl),
		of("php.streams", "8.2.36", "PHP file_get_contents", "php.parse_url", "", connectsStreams),
		of("php.streams", "8.4.27", "PHP file_get_contents", "php.parse_url", "", connectsStreams84),
		of("apache.http-client", "4.5.14", "Apache HttpClient", "java.uri", "", connectsApache),
		of("axios.get", "1.21.1", "npm axios", "node.url", "20.20.2", connectsAxios),
		of("got.get", "16.1.0", "npm got", "node.url", "20.20.2", connectsGot),
		of("java.http-client", "17.0.21.1, 21.0.13.0.3, 25.0.5.0.3", "Java java.net.http.HttpClient", "java.uri", "", connectsJava),
		of("java.url-connection", "17.0.21.1", "Java java.net.URLConnection", "java.url", "17.0.21.1", connectsJavaURL),
		of("java.url-connection", "21.0.13.0.3", "Java java.net.URLConnection", "java.url", "21.0.13.0.3", connectsJavaURL),
		of("java.url-connection", "25.0.5.0.3", "Java java.net.URLConnection", "java.url", "25.0.5.0.3", connectsJavaURL25),
		of("okhttp.get", "3.13.1", "OkHttp", "okhttp.url", "", connectsJavaNames),
		of("ky.get", "2.1.0", "npm ky", "node.url", "20.20.2", connectsFetch),
		of("ofetch.fetch", "1.5.1", "npm ofetch", "node.url", "20.20.2", connectsFetch),
		of("superagent.get", "10.4.2", "npm superagent", "node.url", "20.20.2", connectsAxios),
		of("needle.get", "3.5.0", "npm needle", "node.legacy", "20.20.2", connectsNeedle),
		of("node-fetch.fetch", "3.3.2", "npm node-fetch", "node.url", "20.20.2", connectsNodeFetch),
		of("ruby.faraday", "2.15.0", "Ruby Faraday", "ruby.uri", "3.3.8", connectsFaraday),
		of("ruby.httparty", "0.21.0", "Ruby HTTParty", "ruby.uri", "3.1.7", connectsHTTParty),
		of("ruby.net-http", "3.1.7", "Ruby Net::HTTP", "ruby.uri", "3.1.7", connectsRuby),
		of("ruby.net-http", "3.3.8", "Ruby Net::HTTP", "ruby.uri", "3.3.8", connectsRuby),
		of("ruby.open-uri", "3.1.7", "Ruby open-uri", "ruby.uri", "3.1.7", connectsOpenURI),
		of("ruby.open-uri", "3.3.8", "Ruby open-uri", "ruby.uri", "3.3.8", connectsOpenURI),
		of("ruby.rest-client", "2.1.0", "Ruby rest-client", "ruby.uri", "3.1.7", connectsRestClient),
		of("rust.reqwest", "0.11.13", "Rust reqwest, built without TLS", "rust.url", "", connectsReqwest),
		of("rust.ureq", "2.6.2", "Rust ureq", "rust.url", "", connectsUreq),
		of("tornado.fetch", "6.2", "Python tornado SimpleAsyncHTTPClient", "python.urlsplit", "3.11.2", connectsTornado),
		of("tornado.fetch", "6.5.5", "Python tornado SimpleAsyncHTTPClient", "python.urlsplit", "3.14.10", connectsTornado),
	}
	chains, urlsplit := urllib3Chains.Get(), urlsplitChain()
	for i, v := range urllib3Versions {
		rows = append(rows,
			of("requests.get", v.requests, "Python requests", "requests.prepare", v.requests, connectsRequests(chains[i])),
			of("urllib3.request", v.urllib3, "Python urllib3", "urllib3.parse_url", v.urllib3, connectsURLLib3(chains[i])))
	}
	for i, r := range rows {
		// Where the parser leaves numbers to the resolver, they are its choice.
		if r.chain[ipv4] == ipv4Text {
			switch r.Name() {
			case "go.http": // it resolves them as names
			case "aiohttp.get":
				rows[i].chain[ipv4] = ipv4Resolved
				if r.Version() == "3.14.3" {
					rows[i].chain[ipv4] = ipv4Aiohttp314
				}
			case "apache.http-client", "java.http-client", "java.url-connection", "okhttp.get":
				rows[i].chain[ipv4] = ipv4ResolvedJava
			default:
				rows[i].chain[ipv4] = ipv4Resolved
			}
		}
		switch r.Name() {
		case "curl", "curl.glob", "php.curl":
			name, glob := namesCurl, globbedCurl
			if r.Version() == "8.23.0" {
				name, glob = namesCurl823, globbedCurl823
			}
			rows[i].chain[names] = name
			switch {
			case r.Name() == "curl.glob":
				rows[i].chain[input] = glob
			case r.Version() == "8.23.0":
				rows[i].chain[input] = inputCurl823
			}
		case "php.streams":
			rows[i].chain[input] = inputStreams
		case "okhttp.get":
			rows[i].chain[scheme] = schemeOkHTTPGet
		case "axios.get", "got.get":
			rows[i].chain[slashes] = slashesWritten
		case "node.http":
			rows[i].exact = func(url string, x *Reading) {
				if *x = r.read(url); x.Scheme.Text == "https" && !strings.HasPrefix(pct.Lower(url), "https") {
					*x = Reading{} // by http.get or https.get, as the caller takes it for the one or the other
				}
			}
		case "tornado.fetch":
			rows[i].chain = rows[i].chain.with(&chain{colon: colonTornado, port: portTornado, brackets: bracketsTornado(r.chain[brackets]), names: namesKept})
		case "requests.get":
			k := slices.IndexFunc(urllib3Versions[:], func(v struct{ urllib3, requests string }) bool { return v.requests == r.Version() })
			c, connects := chains[k], connectsRequests(chains[k])
			var pool *chain
			if k > 0 { // since 2.32
				pool = urlsplit
			}
			rows[i].exact = func(url string, x *Reading) { fetchRequests(c, pool, connects, url, x) }
		case "ruby.faraday":
			rows[i].chain = r.chain.with(&chain{scheme: schemeFaraday, query: queryFaraday})
			rows[i].exact = fetchFaraday
		case "ruby.open-uri":
			rows[i].exact = func(url string, x *Reading) {
				if r.exact(url, x); x.Scheme.Text == "ftp" && hasTypeOpenURI(url) {
					*x = Reading{Verdict: Refused}
				}
			}
		case "superagent.get":
			rows[i].exact = func(url string, x *Reading) { fetchSuperagent(r.chain, url, x) }
			rows[i].chain = r.chain.with(&chain{input: inputSuperagent, dots: dotsSuperagent})
		case "needle.get":
			rows[i].chain[input] = inputNeedle
		case "ruby.rest-client":
			rows[i].chain[scheme] = schemeRestClient
			rows[i].exact = func(url string, x *Reading) { r.exact(withSchemeRestClient(url), x) }
		}
	}
	return rows
}

var (
	// connectsNode treats port 0 as no port, and decodes the userinfo.
	connectsNode = &step{value: "a connection, a userinfo it can decode", text: "connects by http and https to addresses, and to names that the Domain Name System has, and refuses a userinfo that it cannot decode", do: func(s *state, _ string) {
		if s.Port.Text == "0" {
			s.Port = Part{}
		}
		for _, text := range []string{s.User.Text, s.Password.Text} {
			s.refuseUnless(wellEscaped(text) && utf8.ValidString(decode(text)))
		}
		s.dropEmptyQuery()
		connect(&s.Reading, reachedC)
	}}
	// connectsFetch26 keeps the mark of an empty query.
	connectsFetch26 = &step{value: "a connection, no credentials, no bad port, empty queries", text: "connects by http and https to addresses, and to names that the Domain Name System has, refuses credentials and the ports that the Fetch Standard blocks, and keeps an empty query", do: func(s *state, _ string) {
		empty := s.Query
		connectsFetch.do(s, "")
		s.Query = empty
	}}
	connectsFetch = &step{value: "a connection, no credentials, no bad port", text: "connects by http and https to addresses, and to names that the Domain Name System has, and refuses credentials and the ports that the Fetch Standard blocks", do: func(s *state, _ string) {
		s.refuseUnless(s.User.Text == "" && s.Password.Text == "" && !slices.Contains(badPorts.Get(), s.Port.Text))
		s.dropEmptyQuery()
		connect(&s.Reading, reachedC)
	}}
	connectsAxios = &step{value: "a connection", text: "connects by http and https to addresses, and to names that the Domain Name System has", do: func(s *state, _ string) {
		s.dropEmptyQuery()
		connect(&s.Reading, reachedC)
	}}
	connectsGot       = connectsNode
	connectsNodeFetch = &step{value: "a connection, no credentials", text: "connects by http and https to addresses, and to names that the Domain Name System has, and refuses credentials", do: func(s *state, _ string) {
		s.refuseUnless(s.User.Text == "" && s.Password.Text == "")
		if s.Port.Text == "0" {
			s.Port = Part{}
		}
		connect(&s.Reading, reachedC)
	}}
	// slashesWritten: these clients look for "://" themselves.
	slashesWritten = &step{value: "two at least in special schemes", text: `wants "//" before an authority, of which it skips more slashes in special schemes`, do: func(s *state, _ string) {
		s.refuseUnless(strings.HasPrefix(s.rest, "//"))
		slashesWeb.do(s, "")
	}}
	connectsReqwest = &step{value: "a connection by http", text: "connects by http to addresses, and to names that the Domain Name System has", do: func(s *state, _ string) {
		s.refuseUnless(s.Scheme.Text == "http")
		connect(&s.Reading, reachedC)
	}}
	connectsUreq = &step{value: "a connection", text: "connects by http and https to addresses, and to names that the Domain Name System has", do: func(s *state, _ string) {
		s.dropEmptyQuery()
		connect(&s.Reading, reachedC)
	}}
	connectsDeno = &step{value: "a connection, no bad port, names of TLS", text: "connects by http and https to addresses, and to names that the Domain Name System has, by https only to those that a certificate can name, and refuses port 0 and those that the Fetch Standard blocks", do: func(s *state, _ string) {
		s.refuseUnless(s.Port.Text != "0" && !slices.Contains(badPorts.Get(), s.Port.Text))
		s.refuseUnless(s.Scheme.Text != "https" || strings.HasPrefix(s.Host.Text, "[") || isIPv4(s.Host.Text) || isNameRustls(s.Host.Text))
		connect(&s.Reading, reachedC)
	}}
)

// The numbers that a resolver reads as an address. reachedC and reachedJava read them for
// readers that are not chains.
var (
	ipv4Resolved = &step{value: "one to four numbers in three notations, by the resolver", text: "has one to four decimal, octal or hexadecimal numbers resolved to an IPv4 address", do: func(s *state, _ string) {
		if !s.literal {
			s.Host.Text = ipv4C(s.Host.Text)
		}
	}}
	ipv4ResolvedJava = &step{value: "one to four decimal numbers, by the resolver", text: "has one to four decimal numbers resolved to an IPv4 address", do: func(s *state, _ string) {
		if addr, is, _ := ipv4Java(s.Host.Text); is && !s.literal {
			s.Host.Text = addr
		}
	}}
)

// dropEmptyQuery drops an empty query.
func (s *state) dropEmptyQuery() { s.Query.Present = s.Query.Text != "" }

// connect turns the reading of a parser into what a client connects to and requests.
// reached returns the address that a host is, or the name to resolve.
func connect(r *Reading, reached func(string) (string, bool)) {
	switch pct.Lower(r.Scheme.Text) {
	case "http", "https":
		connectBy(r, reached)
	default:
		if r.Verdict == Read {
			r.Verdict = Refused
		}
	}
}

// connectBy is connect for any scheme, whose port is needed if it is not one of
// uri.DefaultPort.
func connectBy(r *Reading, reached func(string) (string, bool)) {
	if r.Verdict != Read {
		return
	}
	scheme := pct.Lower(r.Scheme.Text)
	host := unbracketed(r.Host.Text)
	if addr, zone, zoned := strings.Cut(host, "%"); zoned && strings.Contains(addr, ":") {
		host = pct.Lower(addr) + "%" + zone
	} else {
		host = pct.Lower(host)
	}
	port := r.Port.Text
	if port == "" {
		port = uri.DefaultPort(scheme)
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

// reachedC returns what the GNU C Library connects to: the names of RFC 1123 with
// underscores, in which "\" escapes a character, and addresses as inet_aton reads them.
func reachedC(host string) (string, bool) {
	addr, zone, zoned := strings.Cut(host, "%")
	if zoned && strings.Contains(addr, ":") {
		// The scope is a number or, for a link-local address, an interface. Only lo
		// exists on every machine.
		if _, ok := number(zone, 1<<31-1); !ok || zone == "" {
			if a, err := netip.ParseAddr(addr); err != nil || !a.IsLinkLocalUnicast() || zone != "lo" {
				return "", false
			}
		}
		host = addr
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		a, err = netip.ParseAddr(ipv4C(host))
	}
	if err != nil {
		name := unescapedC(host)
		return undotted(name), host == "." || isName(strings.TrimSuffix(name, "."))
	}
	return connected(a, zone)
}

// reachedService is reachedC for programs that pass a port to getaddrinfo: it treats
// "*" as no name, which means the local machine.
func reachedService(host string) (string, bool) {
	if host == "*" {
		return "::1", true
	}
	return reachedC(host)
}

// portC reads a port as getaddrinfo of the GNU C Library does: the last 16 bits of a
// number of at most 64 bits, of which the last 32 are not negative.
func portC(port string) (string, bool) {
	n, err := strconv.ParseUint(port, 10, 64)
	return strconv.Itoa(int(n & 0xFFFF)), err == nil && int32(n) >= 0
}

// unescapedC unescapes "\" as ns_name_pton of the GNU C Library does: it quotes the
// next character, or the octet given by three decimal digits.
func unescapedC(name string) string {
	if !strings.Contains(name, `\`) {
		return name
	}
	var b []byte
	for i := 0; i < len(name); i++ {
		if c := name[i]; c != '\\' || i+1 == len(name) {
			b = append(b, c)
			continue
		}
		if i++; name[i] == '.' {
			return "" // a full stop in a label
		} else if !isDigit(name[i]) {
			b = append(b, name[i])
		} else if n, ok := number(name[i:min(len(name), i+3)], 255); ok && i+3 <= len(name) {
			b = append(b, byte(n))
			i += 2
		} else {
			return ""
		}
	}
	return string(b)
}

// connected returns the address that a connection goes to: the unspecified address
// means the local machine. TCP connects to no group, and to a link-local address through
// an interface alone: lo, which is the first one, exists on every machine.
func connected(addr netip.Addr, zone string) (string, bool) {
	addr = addr.Unmap().WithZone("")
	switch {
	case addr.Is6() && addr.IsLinkLocalUnicast() && zone != "lo" && trimZeros(zone) != "1":
		return "", false
	case addr == netip.IPv4Unspecified():
		return "127.0.0.1", true
	case addr == netip.IPv6Unspecified():
		return "::1", true
	}
	return addr.String(), addr != netip.AddrFrom4([4]byte{255, 255, 255, 255}) && !addr.IsMulticast()
}

// isName reports whether the GNU C Library resolves a name: labels of letters, digits,
// hyphens and underscores, without a hyphen at the beginning.
func isName(host string) bool {
	if len(host) > maxName || host == "" || host[0] == '-' {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > maxLabel || !all(label, func(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }) {
			return false
		}
	}
	return true
}

// isNameRustls reports whether rustls accepts a name as that of a server (DnsName of
// the crate rustls-pki-types): labels of letters, digits, hyphens and underscores,
// which do not begin or end with a hyphen, the last of which is not only digits. A
// full stop may follow.
func isNameRustls(name string) bool {
	name = strings.TrimSuffix(name, ".")
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return isName(name) && !all(name[strings.LastIndexByte(name, '.')+1:], isDigit)
}

// badPorts are those that the Fetch Standard blocks (#bad-port).
var badPorts = lazy.Value[[]string]{Make: func() []string {
	return strings.Fields(`1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161
		179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 5060 5061 6000 6566 6665 6666
		6667 6668 6669 6697 10080`)
}}
