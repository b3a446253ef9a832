package lint

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// byScheme looks for what the scheme of a URI makes of it.
func (x *pass) byScheme(u uri.URI) {
	x.cutUserinfo(u)
	x.mistakenHost(u)
	switch {
	case strings.EqualFold(u.Scheme(), "data") && !u.Authority().Present:
		x.dataURL(u)
	case strings.EqualFold(u.Scheme(), "file"):
		x.cutFile(u)
	case strings.EqualFold(u.Scheme(), "mailto"):
		x.mailto(u)
	case strings.EqualFold(u.Scheme(), "sms"):
		x.plusInMail(u)
	}
}

// cutUserinfo looks for a '/', '?' or '#' in a password, which ends the authority there:
// no port stands before it, and a host behind the '@' that follows. A password of a server of
// data may have an '@' before it as well: nothing else in such a URI has one without a '='.
func (x *pass) cutUserinfo(u uri.URI) {
	a := u.Authority()
	user, password, ok := strings.Cut(a.Raw, ":")
	end := a.Offset + len(a.Raw)
	if !ok || strings.HasPrefix(a.Raw, "[") || end == len(x.s) {
		return
	}
	second := strings.IndexByte(a.Raw, '@') >= 0
	if second && (!holdsData(u.Scheme()) || strings.Trim(password, "0123456789") == "" || strings.IndexByte(password, ',') >= 0) {
		return // or a port, or ports of several hosts
	}
	at := strings.IndexByte(x.s[end:], '@')
	if at < 0 || strings.IndexByte(x.s[end:end+at], ' ') >= 0 || second && strings.IndexByte(x.s[end:end+at], '=') >= 0 {
		return
	}
	host, _, _ := strings.Cut(x.s[end+at+1:], "/")
	host, _, _ = strings.Cut(host, "?")
	if host == "" {
		return
	}
	if strings.Trim(password, "0123456789") == "" && (text.IsWeb(u.Scheme()) || x.s[end] == '/' || user != "" && strings.IndexByte(x.s[end:end+at], '=') >= 0) {
		return // it is a port
	}
	for i := range len(host) {
		if !text.IsAlphanumeric(host[i]) && strings.IndexByte("-._:,[]%", host[i]) < 0 {
			return
		}
	}
	for i := end; i < end+at; i++ {
		if strings.IndexByte("/?#", x.s[i]) >= 0 {
			x.replace(cutsPassword, i, i+1, upperEscape(x.s[i]), x.s[i])
		}
	}
}

// dataSchemes are those of servers of data and of messages, whose URIs programs connect with.
var dataSchemes = []string{
	"postgres", "postgresql", "cockroachdb", "mysql", "mariadb", "sqlserver", "mssql", "oracle", "clickhouse",
	"redis", "rediss", "mongodb", "couchbase", "couchbases", "amqp", "amqps", "nats", "ldap", "ldaps", "smtp", "smtps",
}

// holdsData reports whether scheme is one of dataSchemes, perhaps with the name of a driver
// behind a '+'.
func holdsData(scheme string) bool {
	name, _, _ := strings.Cut(scheme, "+")
	return text.IsAmong(name, dataSchemes)
}

// mistakenHost looks for what stands where a host does and is none.
func (x *pass) mistakenHost(u uri.URI) {
	a := u.Authority()
	if !a.Present {
		return
	}
	lo, hi := a.Offset, a.Offset+len(a.Raw)
	isFile := strings.EqualFold(u.Scheme(), "file")
	switch name := strings.TrimSuffix(a.Raw, ":"); {
	case strings.HasPrefix(u.Path().Raw, "//") && text.IsAmong(name, []string{"http", "https", "ftp", "ws", "wss", "file"}):
		x.add(isSecondScheme, lo, hi+len("//"), 0)
	case isFile && len(a.Raw) > 1 && text.IsLetter(a.Raw[0]) && (a.Raw[1] == ':' || a.Raw[1] == '|'):
		x.add(isDrive, lo, lo+2, 0, a.Raw[:1])
	case isFile && (a.Raw == "~" || a.Raw == "." || a.Raw == ".."):
		x.add(isDirectory, lo, hi, 0, a.Raw)
	case strings.EqualFold(u.Scheme(), "mailto") && strings.IndexByte(a.Raw, '@') > 0:
		x.add(hasSlashes, lo-len("//"), lo, 0)
	}
}

// misspelt are "http" and "https" with a letter too few or too many, or two in the other order.
var misspelt = []string{"htp", "htpp", "htttp", "hhttp", "httpp", "ttp", "thtp", "hptt", "htps", "htpps", "htttps", "hhttps", "httpps", "httpss", "ttps", "thtps", "hptts", "htts", "httsp"}

// mistyped returns what is wrong with a scheme that was typed, and how long it is.
func mistyped(s string) (m *message, length int) {
	switch {
	case s == "" || s[0]|0x20 != 'h' && s[0]|0x20 != 't', strings.HasPrefix(s, "https://"), strings.HasPrefix(s, "http://"):
	case text.HasPrefix(s, "http//"), text.HasPrefix(s, "https//"):
		return isNoScheme, strings.IndexByte(s, '/')
	default:
		if n := text.SchemeLength(s); text.IsAmong(s[:n], misspelt) && strings.HasPrefix(s[n:], "://") {
			return isMisspelt, n + 1
		}
	}
	return nil, 0
}

// dataURL looks at the front of a data: URL (RFC 2397), and for a '#' that ends its data.
func (x *pass) dataURL(u uri.URI) {
	p := u.Path()
	front, body, ok := strings.Cut(p.Raw, ",")
	if !ok {
		x.add(hasNoComma, 0, len(x.s), 0)
		return
	}
	parameters := strings.Split(front, ";")
	at := p.Offset
	base64 := false
	for i, parameter := range parameters {
		lo, hi := at, at+len(parameter)
		at = hi + 1
		isBase64 := i > 0 && strings.EqualFold(strings.TrimSpace(parameter), "base64")
		switch {
		case i == 0 && parameter != "" && strings.IndexByte(parameter, '/') < 0:
			x.add(isNoType, lo, hi, 0, quoted(parameter))
		case isBase64 && i+1 < len(parameters):
			x.add(isBase64TooEarly, lo, hi, 0)
		case isBase64:
			base64 = true
		case i > 0 && parameter != "" && strings.IndexByte(parameter, '=') < 0:
			x.add(isNoParameter, lo, hi, 0, quoted(parameter))
		}
	}
	x.inData(strings.ToLower(parameters[0]), base64, p.Offset+len(front)+1, p.Offset+len(p.Raw))
	f := u.Fragment()
	if !f.Present || base64 {
		return
	}
	markup := strings.HasSuffix(body, ">") || len(body) > 2 && text.HasPrefix(body[len(body)-3:], "%3E")
	if markup && !strings.ContainsAny(f.Raw, "<>'\" ") {
		return // the name of a part of it
	}
	x.replace(cutsData, f.Offset-1, f.Offset, "%23")
}

// hasParts are the extensions of files that have parts with names, or parameters.
var hasParts = []string{"htm", "html", "xhtml", "shtml", "mhtml", "xml", "svg", "pdf", "md", "json", "yaml", "yml", "js", "css", "txt", "epub"}

// cutFile looks for a '?' or '#' that ends the name of a file.
func (x *pass) cutFile(u uri.URI) {
	p := u.Path()
	end := p.Offset + len(p.Raw)
	name := p.Raw[strings.LastIndexByte(p.Raw, '/')+1:]
	if end >= len(x.s) || end+1 == len(x.s) || name == "" || text.IsAmong(name[strings.LastIndexByte(name, '.')+1:], hasParts) {
		return
	}
	x.replace(cutsFile, end, end+1, upperEscape(x.s[end]), x.s[end])
}

// mailto looks at the addresses and the line breaks of a mailto: URI (RFC 6068).
func (x *pass) mailto(u uri.URI) {
	p := u.Path()
	for i := 0; i < len(p.Raw); i++ {
		before, behind := p.Raw[:i], p.Raw[i+1:]
		switch p.Raw[i] {
		case ';':
			if strings.IndexByte(before, '@') >= 0 && strings.IndexByte(behind, '@') >= 0 {
				x.add(isAddressSeparator, p.Offset+i, p.Offset+i+1, 0)
			}
		case '&':
			if !u.Query().Present && strings.IndexByte(before, '@') >= 0 && strings.IndexByte(behind, '=') > 0 {
				x.replace(isNoQuery, p.Offset+i, p.Offset+i+1, "?")
				i = len(p.Raw)
			}
		}
	}
	x.plusInMail(u)
	x.mailFields(u)
	for i := 0; i+len("%0A") <= len(x.s); i++ {
		n := strings.IndexByte(x.s[i:], '%')
		if n < 0 {
			return
		}
		i += n
		isCR, isLF := text.HasPrefix(x.s[i:], "%0D"), text.HasPrefix(x.s[i:], "%0A")
		if isCR && text.HasPrefix(x.s[i+3:], "%0A") {
			i += len("%0D%0A") - 1
		} else if isCR || isLF {
			x.replace(isBareLineEnd, i, i+3, "%0D%0A", x.s[i:i+3])
		}
	}
}

// mailFields looks for a ';' between the addresses of a field, and for a '&' that ends a text.
func (x *pass) mailFields(u uri.URI) {
	q := u.Query()
	at := q.Offset
	for field := range strings.SplitSeq(q.Raw, "&") {
		begin := at
		at += len(field) + 1
		name, value, ok := strings.Cut(field, "=")
		if !ok && field != "" && begin > q.Offset {
			x.add(endsField, begin-1, begin, 0)
		}
		if i := strings.IndexByte(value, ';'); i > 0 && text.IsAmong(name, []string{"to", "cc", "bcc"}) && strings.IndexByte(value[:i], '@') >= 0 && strings.IndexByte(value[i:], '@') >= 0 {
			i += begin + len(field) - len(value)
			x.add(isAddressSeparator, i, i+1, 0)
		}
	}
}

// plusInMail looks for a '+' between words of a subject or a body. An address may have one, and
// a formula or the name of a language.
func (x *pass) plusInMail(u uri.URI) {
	q := u.Query()
	at := q.Offset
	for field := range strings.SplitSeq(q.Raw, "&") {
		begin := at
		at += len(field) + 1
		name, value, _ := strings.Cut(field, "=")
		if name = strings.ToLower(name); name != "subject" && name != "body" {
			continue
		}
		for i := range len(value) {
			if value[i] == '+' && wordBeside(value[:i], true) && wordBeside(value[i+1:], false) {
				lo := begin + len(field) - len(value) + i
				x.add(isPlusInMail, lo, lo+1, 0)
				break
			}
		}
	}
}

// wordBeside reports whether s ends, or begins, with two letters or with an escape.
func wordBeside(s string, ends bool) bool {
	if ends {
		s = s[max(0, len(s)-len("%HH")):]
	}
	if u, ok := pct.Octet(s); ok {
		return u >= utf8.RuneSelf
	}
	if ends {
		s = s[max(0, len(s)-2):]
	}
	return len(s) > 1 && text.IsLetter(s[0]) && text.IsLetter(s[1])
}

// misplaced looks for delimiters where others are meant: a '?' or '&' of a URL that stands in a
// value as it is, a second '?', a '&' without a '?', and fields of a campaign behind '#'.
func (x *pass) misplaced(u uri.URI) {
	q, f := u.Query(), u.Fragment()
	at := q.Offset
	for part := range strings.SplitSeq(q.Raw, "&") {
		_, value, _ := strings.Cut(part, "=")
		front, behind, second := strings.Cut(value, "?")
		end := at + len(part)
		switch {
		case !second:
		case strings.IndexByte(front, '/') >= 0 || strings.Contains(front, "%2F"):
			if end+1 < q.Offset+len(q.Raw) {
				x.add(endsInner, end, end+1, 0)
			}
		case beginsField(behind):
			lo := end - len(behind) - 1
			x.add(isSecondQuery, lo, lo+1, 0)
		}
		at = end + 1
	}
	if i := strings.Index(f.Raw, "utm_"); i >= 0 && beginsField(f.Raw[i:]) && (i == 0 || strings.IndexByte("?&", f.Raw[i-1]) >= 0) {
		x.add(hidesFields, f.Offset-1, f.Offset, 0)
	}
	if p := u.Path(); !q.Present && text.IsWeb(u.Scheme()) {
		if i := strings.IndexByte(p.Raw, '&'); i >= 0 && beginsField(p.Raw[i+1:]) && strings.IndexByte(p.Raw[i:], '/') < 0 {
			x.add(isNoField, p.Offset+i, p.Offset+i+1, 0)
		}
	}
}

// beginsField reports whether s begins with a name and '='.
func beginsField(s string) bool {
	name, _, ok := strings.Cut(s, "=")
	return ok && name != "" && strings.TrimFunc(name, func(r rune) bool { return r == '_' || r == '-' || r < utf8.RuneSelf && text.IsAlphanumeric(byte(r)) }) == ""
}

// grammar notes the first byte that the grammar of RFC 3986 does not allow where it stands,
// if nothing else has been said of it. Lists of hosts are legal in no grammar, and usual.
func (x *pass) grammar(u uri.URI) {
	if !u.IsAbsolute() {
		return
	}
	for _, r := range []rule{ambiguousAuthority, cutByDelimiter, mistakenHost} {
		if x.last[r] >= 0 {
			return // it follows from that
		}
	}
	a := u.Authority()
	if !text.IsWeb(u.Scheme()) {
		x.ports(a)
		if strings.IndexByte(a.Raw, ',') >= 0 {
			return
		}
	}
	_, err := uri.Parse(x.s)
	var fault *percent.SyntaxError
	if !errors.As(err, &fault) {
		return
	}
	lo := int(fault.Offset)
	hi := min(len(x.s), lo+max(1, len(fault.Bytes)))
	if lo >= hi || x.s[lo] == '%' || !percent.URISet.Contains(x.s[lo]) || lo >= a.Offset+len(a.Raw) && strings.IndexByte("[]", x.s[lo]) >= 0 {
		return // there are rules for these
	}
	x.isNew(isNotLegal, lo, hi, string(fault.Reason))
}

// ports looks at the ports of an authority, which may list hosts.
func (x *pass) ports(a uri.Component) {
	from := strings.LastIndexByte(a.Raw, '@') + 1
	at := a.Offset + from
	for host := range strings.SplitSeq(a.Raw[from:], ",") {
		lo, hi := at+strings.LastIndexByte(host, ':')+1, at+len(host)
		if at = hi + 1; lo == hi-len(host) || strings.IndexByte(x.s[lo:hi], ']') >= 0 {
			continue // no port
		}
		number := x.s[lo:hi]
		if bad := strings.IndexFunc(number, func(r rune) bool { return r < '0' || '9' < r }); bad >= 0 {
			_, n := utf8.DecodeRuneInString(number[bad:])
			if number[bad] != '%' && bad == 0 && text.IsAmong(x.s[:text.SchemeLength(x.s)], []string{"ssh", "git+ssh", "sftp", "scp"}) {
				x.isNew(isPathOfSCP, lo, lo+1)
			} else if number[bad] != '%' {
				x.isNew(isNotLegal, lo+bad, lo+bad+n, "invalid port")
			}
		} else if _, err := strconv.ParseUint(number, 10, 16); err != nil && number != "" {
			x.isNew(isTooLarge, lo, hi)
		}
	}
}

// isNew notes m of s[lo:hi] unless something has been said of it.
func (x *pass) isNew(m *message, lo, hi int, args ...any) {
	for i := range x.found {
		if f := &x.found[i]; f.Layer == 0 && f.Offset < hi && lo < f.Offset+f.Len {
			return
		}
	}
	for _, m := range x.marks {
		if m.lo < hi && lo < m.hi {
			return
		}
	}
	x.add(m, lo, hi, 0, args...)
}

// normalForm looks for text in s[base:] that is not in the normal form NFC.
func (x *pass) normalForm(base int) {
	s := x.s[base:]
	if isQuietOrASCII(s) {
		return
	}
	once := text.Decode(s)
	if !utf8.ValidString(once) || norm.NFC.IsNormalString(once) {
		return
	}
	l, err := layers.Of(s)
	if err != nil {
		return
	}
	layer := min(1, l.Depth())
	once = l.Layers[layer].Text
	at := norm.NFC.QuickSpan([]byte(once))
	if at == len(once) {
		return
	}
	n := norm.NFC.NextBoundaryInString(once[at:], true)
	x.add(isNotNFC, base+l.Origin(layer, at), base+l.Origin(layer, at+n), layer)
}

// printable looks for quoted-printable (RFC 2045, section 6.7), which writes '=' as "=3D".
func (x *pass) printable() {
	i := strings.IndexByte(x.s, '=')
	if i < 0 || !strings.Contains(x.s[i:], "=3D") {
		return
	}
	n, first := 0, -1
	for l := range layers.Lookalikes(x.s) {
		if l.Kind == layers.QuotedPrintable {
			if n++; first < 0 {
				first = l.Offset
			}
		}
	}
	const code = "=3D"
	filled := false
	for field := range strings.SplitSeq(x.s, "&") {
		i := strings.IndexByte(field, '=')
		if i >= 0 && !strings.HasPrefix(field[i:], code) {
			return // a mail would have written it so
		}
		filled = filled || i >= 0 && len(field) > i+len(code)
	}
	switch {
	case n == 0 || !filled:
	case n > 1:
		x.add(isQuotedPrintable, first, first+len(code), 0)
	case strings.ContainsAny(x.s[first+len(code):], "0123456789%/:."): // not "3Dglasses"
		x.add(isPerhapsPrintable, first, first+len(code), 0)
	}
}

// isSocket reports whether a host is the escaped path of a socket: the clients of Docker and
// of databases have it there.
func isSocket(scheme, host string) bool {
	return !text.IsWeb(scheme) && scheme != "" && text.HasPrefix(host, "%2F")
}

// hasQuery reports whether texts of a kind may have the '=' of a query.
func hasQuery(k inspect.Kind) bool {
	return k == inspect.KindURI || k == inspect.KindQuery || k == inspect.KindForm
}
