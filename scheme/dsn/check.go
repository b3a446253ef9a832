package dsn

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

// A Problem is what drivers read otherwise than as itself in a connection URI, or a port that
// is none.
type Problem struct {
	Offset  int    // of Text
	Part    string // "user", "password", "port", "database" or "options"
	Text    string // a raw octet of ASCII, characters beyond it, or the '%' of an escape that is malformed or no UTF-8
	Refused int    // how many of the drivers refuse the URI for it
	Misread int    // how many read another user, password, host, port or database
	Of      int    // how many drivers there are that read the URI with the octet escaped
}

// maxProblems limits how many problems [Check] returns, and maxAsked how many octets of a URI
// it asks drivers about.
const (
	maxProblems = 16
	maxAsked    = 64
)

// A Checked is what is wrong with a connection string for some drivers.
type Checked struct {
	Problems  []Problem
	Strangers []Driver // that read no URI of the scheme, or nothing of it
	Refusing  []Driver // that refuse it even with each of the octets of Problems escaped
	Otherwise []Driver // that read another password than the one that is written, or none, even then
	Undecoded []Driver // that do not decode the host or the database
	Unknown   []Driver // whose models do not know; Problems holds what they do without the options
	Twice     []int    // the offsets of what seems to be encoded twice
}

// Check returns what is wrong with a connection string for some drivers, by their models: of a
// URI, for what is raw in the userinfo, the database and the options, whether they read it
// as they read letters in its place. Which octets are the password is decided as by
// [WrittenPassword].
func Check(uri string, drivers []Driver) (c Checked) {
	octets, database, clean := suspects(uri)
	decoded, _ := lenientOctets.Decode(database)
	host := hostOf(uri)
	hostDecoded, _ := lenientOctets.Decode(host)
	c.Twice = encodedTwice(uri)
	base := make([]string, len(drivers))
	bare := make([]bool, len(drivers)) // they are asked without the options
	escaped := clean(-1, "")
	ask := func(i int, uri string) Reading {
		if bare[i] {
			uri = withoutOptions(uri)
		}
		return drivers[i].Read(uri)
	}
	for i, d := range drivers {
		switch r := d.Read(escaped); {
		case !d.takes(SchemeOf(uri)):
			c.Strangers = append(c.Strangers, d)
		case r.Verdict == reader.Refused:
			c.Refusing = append(c.Refusing, d)
		case r.Verdict == reader.Unknown:
			c.Unknown = append(c.Unknown, d)
			bare[i] = true
			if r := ask(i, escaped); r.Verdict == reader.Read {
				base[i] = d.Compared(r) + options(r)
			}
		default:
			base[i] = d.Compared(r) + options(r)
			as := d.Read(uri)
			if !samePassword(escaped, r) && !samePassword(uri, as) {
				c.Otherwise = append(c.Otherwise, d)
			}
			rawHost := host != hostDecoded && as.Verdict == reader.Read && !beginsWith(pct.Lower(as.Host.Text), pct.Lower(hostDecoded))
			if rawHost || database != decoded && as.Verdict == reader.Read && withoutPrefix(as.Database.Text, "/") == database {
				c.Undecoded = append(c.Undecoded, d)
			}
		}
	}
	for i, p := range octets {
		if p.Part == "port" {
			c.Problems = append(c.Problems, p)
			continue
		}
		if i == maxAsked || len(c.Problems) == maxProblems {
			break
		}
		other, letters := clean(p.Offset, p.Text), clean(p.Offset, placeholder)
		for i, d := range drivers {
			if base[i] == "" {
				continue
			}
			p.Of++
			meant := ""
			if r := ask(i, letters); r.Verdict == reader.Read {
				quoted := strconv.Quote(p.Text)
				meant = strings.ReplaceAll(d.Compared(r)+options(r), placeholder, quoted[1:len(quoted)-1])
			}
			switch r := ask(i, other); {
			case r.Verdict == reader.Refused:
				p.Refused++
			case r.Verdict == reader.Read && d.Compared(r)+options(r) != base[i] && d.Compared(r)+options(r) != meant:
				p.Misread++
			}
		}
		if p.Refused+p.Misread > 0 {
			c.Problems = append(c.Problems, p)
		}
	}
	return c
}

// hostOf returns the only host of a URI as it is written, or "".
func hostOf(uri string) string {
	_, start := schemeOf(uri)
	if start == 0 || uri[start-1] != '/' {
		return ""
	}
	rest, _ := cutAny(uri[start:], "?#")
	if i := lastIndex(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	host, _ := cutAny(rest, "/:")
	if holdsAny(host, ",[(") {
		return ""
	}
	return host
}

// samePassword reports whether a driver reads the password that is written.
func samePassword(uri string, r Reading) bool {
	how := ComparePassword(uri, r.Password)
	return r.Verdict == reader.Read && (how == "none" || how == asWritten || how == asDecoded)
}

// takes reports whether the driver reads a plain password in a plain URI of a scheme, or the
// host, as Couchbase does, which takes passwords elsewhere.
// What has no scheme all may read.
func (d Driver) takes(scheme string) bool {
	plain := scheme + "://u:p@a.example.com"
	if port := d.row.family.port; port != "" && !endsWith(pct.Lower(scheme), "+srv") {
		plain += ":" + port
	}
	if plain += "/1"; beginsWith(pct.Lower(scheme), "jdbc:") {
		plain = scheme + "://a.example.com/d?user=u&password=p"
	}
	r := d.Read(plain)
	if pct.Lower(scheme)+":" == fileScheme {
		return d.row.family.name == "sqlite"
	}
	return scheme == "" || r.Verdict == reader.Unknown || r.Password.Text == "p" || d.row.family.name == "couchbase" && r.Host.Text == "a.example.com"
}

// placeholder stands for an octet, and every driver reads it as itself: those that decode
// nothing read no escape so.
const placeholder = "qzqx"

// withoutOptions returns a URI without its options, and with its hosts instead of the name
// that stands for them after "+srv".
func withoutOptions(uri string) string {
	scheme, start := schemeOf(uri)
	uri, _, _ = cutText(uri, "?")
	if start < len(uri) && endsWith(pct.Lower(scheme), "+srv") {
		uri = scheme[:len(scheme)-len("+srv")] + uri[start-len("://"):]
	}
	return uri
}

// options returns the options of a reading as text.
func options(r Reading) string { return fmt.Sprintf("%q", r.Options) }

// suspects returns the octets that Check asks about, and the URI with all of them escaped but
// one, for which there is a text, and without a port that is none; and the database as written.
func suspects(uri string) (list []Problem, database string, clean func(but int, text string) string) {
	_, start := schemeOf(uri)
	if start == 0 { // where nothing is escaped
		return nil, "", func(int, string) string { return uri }
	}
	at := userinfoEnd(uri[start:])
	file := pct.Lower(SchemeOf(uri))+":" == fileScheme
	if file {
		at = -1
	} else if at < 0 {
		if at = lastIndex(uri[start:], '@'); at >= 0 && !holdsAny(uri[start:start+at], ":") {
			at = -1
		}
	}
	after := start
	add := func(from, to int, part, harmless string) {
		for i := from; i < to; {
			n := 1
			_, escape := pct.Octet(uri[i:to])
			switch c := uri[i]; {
			case c >= 0x80:
				for i+n < to && uri[i+n] >= 0x80 {
					n++
				}
				list = append(list, Problem{Offset: i, Part: part, Text: uri[i : i+n]})
			case escape && (part == "user" || part == "password"):
				// Escapes beside each other are characters together.
				n = 3
				for run, ok := pct.Octet(uri[min(i+n, to):to]); ok && run >= 0x80; run, ok = pct.Octet(uri[min(i+n, to):to]) {
					n += 3
				}
				if octets, _ := lenientOctets.Decode(uri[i : i+n]); !utf8.ValidString(octets) {
					for at := i; at < i+n; at += 3 {
						list = append(list, Problem{Offset: at, Part: part, Text: "%"})
					}
				}
			case !escape && !isUnreserved(c) && firstIndex(harmless, c) < 0:
				list = append(list, Problem{Offset: i, Part: part, Text: uri[i : i+1]})
			}
			i += n
		}
	}
	if at >= 0 {
		at += start
		after = at + 1
		user := start + pct.Until(uri[start:at], ':')
		add(start, user, "user", "")
		add(min(user+1, at), at, "password", "")
	}
	portEnd := 0
	hosts, _ := cutAny(uri[after:], "/?#")
	if file {
		hosts = ""
	}
	end := after + len(hosts)
	if i := lastIndex(hosts, ':'); i >= 0 && !holds(hosts[i:], "]") && !holds(hosts, ",") && !validPort(hosts[i+1:]) {
		list = append(list, Problem{Offset: after + i + 1, Part: "port", Text: ":"})
		portEnd = end
	}
	path, query, _ := cutText(uri[end:], "?")
	if file {
		add(end, end+len(path), "database", "/")
	} else if beginsWith(path, "/") {
		add(end+1, end+len(path), "database", "")
		database, _, _ = cutText(path[1:], "#")
	}
	from := end + len(path) + 1
	for query != "" {
		pair, rest, more := cutText(query, "&")
		end := from + len(pair)
		if name, _, ok := cutText(pair, "="); ok {
			add(from+len(name)+1, end, "options", "/:,@?")
			for more && isSecretName(name) {
				next, others, several := cutText(rest, "&")
				if holds(next, "=") {
					break
				}
				// No option follows: the '&' is of the password.
				list = append(list, Problem{Offset: end, Part: "options", Text: "&"})
				add(end+1, end+1+len(next), "options", "/:,@?")
				end, rest, more = end+1+len(next), others, several
			}
		}
		from, query = end+1, rest
	}
	return list, database, func(but int, text string) string {
		var b strings.Builder
		last := 0
		for _, p := range list {
			if p.Part == "port" {
				b.WriteString(uri[last : p.Offset-1])
				last = portEnd
				continue
			}
			b.WriteString(uri[last:p.Offset])
			if p.Offset == but {
				b.WriteString(text)
			} else {
				for i := range len(p.Text) {
					b.Write(pct.AppendEscape(nil, p.Text[i]))
				}
			}
			last = p.Offset + len(p.Text)
		}
		b.WriteString(uri[last:])
		return b.String()
	}
}

// encodedTwice returns the offsets of what seems to be encoded twice in the user, the password
// or the database of a URI: "%25" before two hexadecimal digits, but at most a few.
func encodedTwice(uri string) (offsets []int) {
	_, start := schemeOf(uri)
	before, _, _ := cutText(uri[start:], "?")
	bracketed := false // where "%25" is before a zone
	for i := 0; i < len(before) && len(offsets) < maxProblems; i++ {
		switch before[i] {
		case '[', ']':
			bracketed = before[i] == '['
		case '%':
			rest, ok := afterPrefix(before[i:], "%25")
			if ok && !bracketed && len(rest) > 1 && pct.IsHex(rest[0]) && pct.IsHex(rest[1]) {
				offsets = append(offsets, start+i)
			}
		}
	}
	return offsets
}

func isUnreserved(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || firstIndex("-._~", c) >= 0
}

// ShellOctets returns those octets of the password in a URI that a shell reads in text between
// double quotation marks, each once.
func ShellOctets(uri string) string {
	password, _ := WrittenPassword(uri)
	var b strings.Builder
	for _, c := range "$`!\\\"" {
		if strings.ContainsRune(password, c) {
			b.WriteRune(c)
		}
	}
	return b.String()
}
