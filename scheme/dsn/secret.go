package dsn

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

// A span is a part of a text: from an index to another.
type span struct{ from, to int }

// secretsOf returns the parts of a URI that may be secret, in their order: from the first ":"
// behind the slashes to the last "@", wherever drivers end the password, or the whole userinfo
// of a URI of Redis or NATS with nothing but a password; without an "@", what stands in place
// of a port and is none; and the values of parameters, or of keywords, whose names say that they
// are secret.
func secretsOf(uri string) []span {
	var list []span
	_, start := schemeOf(uri)
	end := lastIndex(uri, '@')
	if end < start && start > 0 {
		hosts, _ := cutAny(uri[start:], "/?#,")
		from := start
		if beginsWith(hosts, "[") {
			from += firstIndex(hosts, ']') + 1
		}
		if i := firstIndex(uri[from:start+len(hosts)], ':'); i >= 0 && !validPort(uri[from+i+1:start+len(hosts)]) {
			list = append(list, span{from + i + 1, len(uri)})
		}
		end = strings.LastIndex(uri, "%40")
	}
	if end >= start {
		i := firstIndex(uri[start:end], ':')
		switch {
		case i >= 0 && uri[end] == '@':
			list = append(list, span{start + i + 1, end})
		case passwordAlone(uri):
			list = append(list, span{start, end})
		}
	}
	separators := "&; \t\n\r"
	if start > 0 {
		separators = "&"
	}
	for i := start - 1; i < len(uri); i++ {
		first := i < start
		if first && start > 0 || !first && firstIndex("?&;, \t\n\r", uri[i]) < 0 {
			continue
		}
		name, rest := cutAny(uri[i+1:], "=&;?,")
		at := i + 1 + len(name)
		if i = at - 1; rest == "" || rest[0] != '=' || !isSecretName(name) {
			continue
		}
		for at++; at < len(uri) && uri[at] == ' '; at++ {
		}
		end := at + secretEnd(uri[at:], separators)
		list = append(list, span{at, end})
		i = end - 1
	}
	sort.Slice(list, func(i, j int) bool { return list[i].from < list[j].from })
	merged := list[:0]
	for _, s := range list {
		if n := len(merged); n > 0 && s.from <= merged[n-1].to {
			merged[n-1].to = max(merged[n-1].to, s.to)
		} else {
			merged = append(merged, s)
		}
	}
	return merged
}

// secretEnd returns where a value ends that a text begins with: at a separator before another
// name and its "=", as someone may have forgotten to escape a separator, and not within
// quotation marks or braces.
func secretEnd(s, separators string) int {
	i := 0
	if s != "" {
		if mark := firstIndex(`'"{`, s[0]); mark >= 0 {
			for i = 1; i < len(s) && s[i] != `'"}`[mark]; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		}
	}
	for ; i < len(s); i++ {
		if firstIndex(separators, s[i]) >= 0 {
			if name, rest := cutAny(s[i+1:], separators+"="); name != "" && beginsWith(rest, "=") {
				return i
			}
		}
	}
	return len(s)
}

// passwordAlone reports whether what stands alone before the "@" of a URI may be a password.
func passwordAlone(uri string) bool {
	scheme, _ := schemeOf(uri)
	list := familiesOf(scheme)
	return list != nil && oneOf(list[0].name, "redis nats") || holds(pct.Lower(scheme), "redis")
}

// isSecretName reports whether the name of a parameter says that its value is secret. Escapes
// in it do not hide that.
func isSecretName(name string) bool {
	name, _ = formDecoder.Decode(pct.Lower(name))
	name = pct.Lower(name)
	for _, word := range [...]string{"pass", "pw", "secret", "token", "credential", "odbc", "key"} {
		if holds(name, word) {
			return word != "key" || !beginsWith(name, "ssl") // a file
		}
	}
	return false
}

// Hidden returns a URI with "…" in place of all of it that may be a password.
func Hidden(uri string) string {
	var b strings.Builder
	at := 0
	for _, s := range secretsOf(uri) {
		b.WriteString(uri[at:s.from])
		if s.from < s.to {
			b.WriteString("…")
		}
		at = s.to
	}
	b.WriteString(uri[at:])
	return b.String()
}

// altered returns a URI with another letter behind each character of its secrets: what a
// driver reads in it as before does not depend on them.
func altered(uri string) string {
	secrets := secretsOf(uri)
	if len(secrets) == 0 {
		return uri
	}
	var b strings.Builder
	at := 0
	for _, s := range secrets {
		b.WriteString(uri[at:s.from])
		for i := s.from; i < s.to; {
			n := 1
			if _, ok := pct.Octet(uri[i:s.to]); ok {
				n = len("%41")
			}
			b.WriteString(uri[i : i+n])
			if i += n; i == s.to || !continues(uri[i:s.to]) {
				b.WriteByte('q')
			}
		}
		at = s.to
	}
	b.WriteString(uri[at:])
	return b.String()
}

// continues reports whether a text begins within a character of UTF-8, or with its escape.
func continues(s string) bool {
	c := s[0]
	if octet, ok := pct.Octet(s); ok {
		c = octet
	}
	return !utf8.RuneStart(c)
}

// Exposes returns the names of the parts that the driver reads in a URI, besides the password,
// that depend on what may be the password: they hold some of it, or it decides them. They are
// "user", "host", "port", "database" and "options".
func (d Driver) Exposes(uri string) []string {
	other := altered(uri)
	if other == uri {
		return nil
	}
	var list []string
	x, y := d.Read(uri), d.Read(other)
	for i, p := range x.Parts() {
		if i != passwordPart && p.Text != "" && (x.Verdict != y.Verdict || *p != *y.Parts()[i]) {
			list = append(list, PartNames[i])
		}
	}
	if len(x.Options) > 0 && (x.Verdict != y.Verdict || !slices.Equal(x.Options, y.Options)) {
		list = append(list, "options")
	}
	return list
}

// PartNames are the names of what [Reading.Parts] returns.
var PartNames = [5]string{"user", "password", "host", "port", "database"}

// The indexes of some of PartNames.
const (
	passwordPart = 1 + iota
	hostPart
	portPart
	databasePart
)

// WrittenPassword returns the password as it was probably meant to stand in a URI: from the
// first ":" behind the slashes to the last "@" before the options or, if there is none, the
// parameter "password", or else to the last "@". In a URI of Redis it is all before the "@" if
// there is no ":". Of keywords and values it is that of the keyword "password" or, of SQL Server,
// "pwd". ok is false if there is none.
func WrittenPassword(uri string) (password string, ok bool) {
	_, start := schemeOf(uri)
	s := state{uri: uri}
	s.Verdict = reader.Read
	if start == 0 && formOf(uri) == keywordish {
		keywordSplitter{space: isSpaceC}.split(&s)
		return s.option("password")
	} else if start == 0 && formOf(uri) == semicolons {
		for _, o := range s.pairsMSSQL() {
			if oneOf(o.Name, "password pwd") {
				password, ok = o.Value, true
			}
		}
		return password, ok
	}
	end := userinfoEnd(uri[start:])
	if end < 0 {
		_, query, _ := cutText(uri[start:], "?")
		for _, pair := range splitText(query, "&") {
			if value, ok := afterPrefix(pair, "password="); ok {
				return value, true
			}
		}
		end = lastIndex(uri[start:], '@')
	}
	if end < 0 {
		return "", false
	}
	user, password, ok := cutText(uri[start:start+end], ":")
	if !ok && passwordAlone(uri) {
		return user, true
	}
	return password, ok
}

// userinfoEnd returns the index of the "@" that ends the userinfo in what follows the slashes of
// a URI, as it is meant: the last one before the first "=" behind a "?", because a password may
// have a "?" in it, and an option has a "=" behind its name. It returns -1 if there is none.
func userinfoEnd(rest string) int {
	before, query, _ := cutText(rest, "?")
	name, _, _ := cutText(query, "=")
	if i := lastIndex(name, '@'); i >= 0 {
		return len(before) + len("?") + i
	}
	return lastIndex(before, '@')
}

// What ComparePassword says of the password that is meant.
const (
	asWritten = "as written"
	asDecoded = "as written, decoded"
)

// ComparePassword says in words how a password that a driver reads differs from the one that
// is written in the URI, without a character of either.
func ComparePassword(uri string, password reader.Part) string {
	written, ok := WrittenPassword(uri)
	decoded, _ := lenientOctets.Decode(written)
	switch {
	case password.Text == "" && (!ok || written == ""):
		return "none"
	case password.Text == "":
		return "none, although one is written"
	case !ok:
		return "from elsewhere"
	case password.Text == decoded && decoded == written:
		return asWritten
	case password.Text == decoded:
		return asDecoded
	case password.Text == written:
		return "as written, escapes not decoded"
	}
	same := 0
	for a, b := decoded, password.Text; ; same++ {
		_, n := utf8.DecodeRuneInString(a)
		if n == 0 || !beginsWith(b, a[:n]) {
			break
		}
		a, b = a[n:], b[n:]
	}
	return "differs from character " + strconv.Itoa(same+1) + " on"
}
