package weburl

import (
	"math"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// A walk takes a text apart, which is a URL or a reference to the base of a parser, and
// writes the URL: its front, the authority, and path, query and fragment. It takes texts of
// every kind that hold nothing which is to be removed, and no '\' in place of '/'; clean
// makes such texts of others.
type walk struct {
	*front
	*parts
	// The authority: where the host begins and ends in the text, letters of it that become
	// lower case (all if all bits are set), the port plus one, and how long the host is that room has; 0 if it stays.
	hostStart, nameEnd int
	upper              uint64
	number             uint32
	size               int
	room               [maxAddress]byte
}

// parseOther is parse for texts that are not canonical in one of the schemes of cutScheme.
func (p *Parser) parseOther(s string) (URL, error) {
	if p.OnError != nil || len(s) > maxRewritten || len(p.Base.href) > maxRewritten {
		return p.parseAny(s)
	}
	var f front
	v := f.begin(p, s)
	if v == certain {
		var u URL
		if u, v = f.finish(p); v == certain {
			return u, nil
		}
	}
	return p.undecided(s, &f, v)
}

// parseOdd is parse for texts with something to clean.
func (p *Parser) parseOdd(s string) (URL, error) {
	room := scratch.Get().(*[]byte)
	var f front
	var u URL
	v := unclear
	if f.clean(p, s, room) {
		u, v = f.finish(p)
	}
	scratch.Put(room)
	if v == certain {
		return u, nil
	}
	return p.parseAny(s)
}

// canParseOther is canParse for such texts. Nothing can be wrong with paths, queries and
// fragments.
func (p *Parser) canParseOther(s string) bool {
	if len(s) > maxRewritten || len(p.Base.href) > maxRewritten {
		return p.canParseAny(s)
	}
	var f front
	v := f.begin(p, s)
	if v == certain && (f.shape == withAuthority || f.hidesAuthority()) {
		v = f.measured(p)
	}
	switch v {
	case certain:
		return true
	case refused:
		return false
	case odd:
		room := scratch.Get().(*[]byte)
		defer scratch.Put(room)
		if f.clean(p, s, room) && (f.shape != withAuthority || f.measured(p) == certain) {
			return true
		}
	}
	return p.canParseAny(s)
}

// rewrite is parse for URLs of the given kind that may be other than canonical
// everywhere. m has the masks of the first 64 bytes of the authority, which begins at
// start, and what follows.
func (p *Parser) rewrite(s string, kind schemeKind, start int, m *kernel.Masks) (URL, error) {
	if s[len(s)-1] <= ' ' || len(s) > maxRewritten || len(s) > start && s[start] == '/' {
		return p.parseOther(s)
	}
	var o parts
	o.measure(s[start:], m, false)
	v := o.verdict(p, kind)
	if v == certain && o.isDomain() {
		// All of the authority stays.
		o.checkDots(o.hostEnd)
		from := start + o.hostEnd
		rest := (&layout{start: start, host: o.hostEnd, scheme: kind, kind: DomainHost}).rest()
		if o.badPath|o.badQuery|o.badFragment|o.dotted == 0 && o.hostEnd < o.pathEnd {
			return URL{s, o.ends(start), rest}, nil
		}
		b := append(make([]byte, 0, len(s)+2*o.escapes+1), s[:from]...)
		if o.hostEnd == o.pathEnd {
			b = append(b, '/')
		}
		b, ends := o.append(b, from, o.hostEnd, kind)
		return URL{shrunk(b), ends, rest}, nil
	}
	f := front{src: s, start: start, prefix: s[:start], scheme: kind}
	w := walk{front: &f, parts: &o}
	if v == certain {
		if v = w.read(m); v == certain {
			return w.url(), nil
		}
	}
	return p.undecided(s, &f, v)
}

// undecided is parse for what is not certain, with the verdict v.
func (p *Parser) undecided(s string, f *front, v verdict) (URL, error) {
	switch v {
	case refused:
		return URL{}, f.error(s)
	case odd:
		return p.parseOdd(s)
	}
	return p.parseAny(s)
}

// parseAgain is rewrite for u.href, whose scheme and the place behind it u has.
func (p *Parser) parseAgain(u URL) (URL, error) {
	var m kernel.Masks
	start := u.field(0, startBits)
	kernel.Classify64(classes, &m, head(u.href[start:]))
	return p.rewrite(u.href, u.scheme(), start, &m)
}

// finish reads what is behind the front, and writes the URL if it is certain.
func (f *front) finish(p *Parser) (u URL, v verdict) {
	var m kernel.Masks
	t := f.src[f.start:]
	if b := head(t); !kernel.ClassifyVector(classes, &m, b) {
		kernel.ClassifyPortable(classes, &m, b)
	}
	// A scheme that is not special may have to become lower case.
	if len(t) <= 64 && !f.missing && (!f.changed || f.scheme != notSpecial || f.shape == ofReference) {
		host, first, ok := uint64(0), uint64(1), f.scheme != schemeFile || len(t) < 3 || t[2] != '|'
		if f.shape == withAuthority {
			host, first = below(m[slashes]|m[delims]), 0
			ok = ok && m[badHost]&host == 0 && f.keepsHost(min(bits.TrailingZeros64(^host), len(t)), bits.Len64(m[dots]&host))
		}
		hash := m[delims] & m[badQuery] &^ host
		before := below(hash) &^ host
		question := m[delims] & before
		path := below(question) & before
		if ok && m[badPath]&path|m[badQuery]&before&^path|m[badFragment]&^before&^host|(m[slashes]&path<<1|first)&m[dots]&path == 0 {
			// Nothing in it is to be changed.
			u.href, u.ends, u.rest = f.src, f.query, f.rest
			if f.changed {
				b := make([]byte, len(f.prefix)+len(t))
				copy(b, f.prefix)
				copy(b[len(f.prefix):], t)
				u.href = unsafeString(b)
			}
			if question != 0 {
				u.ends = uint64(len(f.prefix) + bits.TrailingZeros64(question))
			}
			if hash != 0 {
				u.ends |= uint64(len(f.prefix)+bits.TrailingZeros64(hash)) << 32
			}
			return u, certain
		}
	}
	return f.finishChanged(p, &m)
}

// keepsHost reports whether an authority of so many bytes, which has nothing that a domain
// may not have, stays as it is, with what is behind its last dot at label. Then rest is set.
func (f *front) keepsHost(end, label int) bool {
	t, kind := f.src[f.start:], DomainHost
	switch {
	case f.scheme == notSpecial && end > 0:
		kind = OpaqueHost
	case f.scheme == notSpecial:
		kind = EmptyHost
	case end == len(t) || t[end] != '/':
		return false
	case f.scheme == schemeFile:
		if kind = EmptyHost; end > 0 {
			return false
		}
	case label >= end || isDigit(t[label]):
		return false
	}
	f.rest = (&layout{start: len(f.prefix), host: end, scheme: f.scheme, kind: kind}).rest()
	return true
}

// finishChanged is finish for what may not stay as it is, whose first 64 bytes have the
// masks m.
func (f *front) finishChanged(p *Parser, m *kernel.Masks) (u URL, v verdict) {
	var o parts
	t := f.src[f.start:]
	o.measure(t, m, f.shape != withAuthority)
	if v = o.verdict(p, f.scheme); v != certain {
		return u, v
	}
	special := f.scheme != notSpecial
	switch {
	case f.scheme == schemeFile || !special && o.badQuery != 0:
	case f.shape == ofReference && special:
		o.checkDots(0)
		b := append(make([]byte, 0, len(f.prefix)+len(t)+2*o.escapes), f.prefix...)
		b, ends := o.append(b, f.from, 0, f.scheme)
		return URL{shrunk(b), ends | f.query, f.rest}, certain
	case f.shape == withAuthority && o.badHost == 0 && o.hostEnd > 0 && (!special || o.isDomain()):
		kind := OpaqueHost
		if special {
			kind, f.missing = DomainHost, o.hostEnd == o.pathEnd
		}
		f.rest = (&layout{start: len(f.prefix), host: o.hostEnd, scheme: f.scheme, kind: kind}).rest()
		o.checkDots(o.hostEnd)
		return f.url(&o, len(f.prefix)+o.hostEnd), certain
	}
	w := walk{front: f, parts: &o}
	if v = w.read(m); v == certain {
		u = w.url()
	}
	return u, v
}

// measured says what is certain of what is behind the front.
func (f *front) measured(p *Parser) verdict {
	var m kernel.Masks
	kernel.Classify64(classes, &m, head(f.src[f.start:]))
	var o parts
	o.measure(f.src[f.start:], &m, f.shape != withAuthority)
	if v := o.verdict(p, f.scheme); v != certain {
		return v
	}
	w := walk{front: f, parts: &o}
	return w.read(&m)
}

// verdict says whether it is certain what path, query and fragment become.
func (o *parts) verdict(p *Parser, scheme schemeKind) verdict {
	switch {
	case o.odd != 0 && o.badPath|o.badQuery|o.badFragment != 0 && !o.turns(scheme):
		return odd
	case o.high != 0 && !utf8.ValidString(o.text), o.badQuery != 0 && p.Charset != nil && scheme != notSpecial:
		return unclear
	}
	return certain
}

// turns reports whether appendShort writes what is odd: '\' behind the authority of a short URL, as '/'.
func (o *parts) turns(scheme schemeKind) bool {
	return len(o.text) <= 64 && o.host != 0 && o.dotted|o.removed == 0 && scheme != notSpecial && scheme != schemeFile
}

// read reads what has been measured, whose first 64 bytes have the masks m.
func (w *walk) read(m *kernel.Masks) verdict {
	t, special := w.text, w.scheme != notSpecial
	if w.badQuery != 0 && !special && encoded(percent.WHATWGQuery, t[w.pathEnd:w.queryEnd]) == 0 {
		w.badQuery = 0 // it has a "'"
	}
	switch w.shape {
	case withOpaquePath:
		w.dotted = 0
		path := t[:w.pathEnd]
		if w.badPath != 0 && encoded(percent.WHATWGC0Control, path) == 0 {
			w.badPath = 0
		}
		if w.pathEnd < len(t) && strings.HasSuffix(path, " ") {
			return unclear
		}
		return certain
	case withAuthority:
		if v := w.readAuthority(m); v != certain {
			return v
		}
		if special && w.hostEnd == w.pathEnd {
			w.missing = true
		}
	}
	if w.dotted != 0 {
		w.checkDots(w.hostEnd)
		if w.dotted != 0 && w.kind == NoHost {
			return unclear // dot segments may leave what looks like an authority
		}
	}
	if w.scheme == schemeFile {
		if path := strings.TrimPrefix(t[w.hostEnd:w.pathEnd], "/"); len(path) > 1 && path[1] == '|' && startsWithDriveLetter(path) {
			w.dotted |= 1 // it is rewritten as if there were dot segments
		}
	}
	return certain
}

// encoded returns how much longer text becomes.
func encoded(e *percent.Encoding, text string) int { return e.EncodedLen(octets(text)) - len(text) }

// isDomain reports whether the authority is a domain that stays as it is.
func (o *parts) isDomain() bool {
	return o.badHost == 0 && o.label < o.hostEnd && !isDigit(o.text[o.label])
}

// readAuthority reads the authority, whose first 64 bytes have the masks m.
func (w *walk) readAuthority(m *kernel.Masks) verdict {
	t := w.text[:w.hostEnd]
	w.nameEnd, w.kind = w.hostEnd, DomainHost
	if w.scheme == notSpecial {
		w.kind = OpaqueHost
	}
	switch {
	case t == "" && (w.scheme == notSpecial || w.scheme == schemeFile):
		w.kind = EmptyHost
	case w.badHost == 0 && w.scheme == notSpecial, w.isDomain():
		w.dropLocal(t)
	case w.scheme == schemeFile && isDriveLetter(t):
		w.hostEnd = 0
		w.fileWithoutHost()
	case t == "" || len(t) > 63 || w.scheme == schemeFile || t[0] == '[' && w.label > 0 || !w.readHost(m, t):
		return w.readSlowly(t)
	}
	return certain
}

// readHost reads the authority t, which is not that of a file and has less than 64 bytes,
// with the masks m. It reports whether it is certain that there is a host.
func (w *walk) readHost(m *kernel.Masks, t string) bool {
	authority := uint64(1)<<(len(t)&63) - 1
	high := m[uppers] & m[dots] & authority
	host := authority &^ high
	upper, dotted := m[badHost]&m[uppers]&host, m[dots]&host
	escapes := m[badHost] & dotted
	label := bits.Len64(dotted)
	if w.scheme == notSpecial {
		label = -1
	}
	hostStart, hostEnd, port, kind, size := readHost(&w.room, w.src, w.start, m[badHost]&host&^upper&^escapes, m[uppers]&^m[badHost], upper, len(t), label)
	if kind == NoHost {
		return false
	}
	inHost := (uint64(1)<<(hostEnd&63) - 1) &^ (1<<(hostStart&63) - 1)
	switch {
	case (high|escapes)&inHost != 0:
		var made []byte
		if made, kind, _ = parseHost(w.room[:0], t, hostStart, hostEnd, w.scheme, nil); kind == NoHost || len(made) > len(w.room) {
			return false
		}
		size = copy(w.room[:], made)
	case kind == DomainHost && label < 0:
		kind = OpaqueHost
	case kind == DomainHost:
		w.upper = upper & inHost >> (hostStart & 63)
	}
	w.hostStart, w.nameEnd, w.kind, w.number, w.size = hostStart, hostEnd, kind, port, size
	return true
}

// readSlowly reads the authority t, whatever it is, byte after byte.
func (w *walk) readSlowly(t string) verdict {
	start, end := 0, len(t)
	if w.scheme != schemeFile {
		start = 1 + strings.LastIndexByte(t, '@')
		// No colon between brackets begins a port.
		at := start
		for i := strings.IndexByte(t[at:], '['); i >= 0 && strings.IndexByte(t[at:at+i], ':') < 0; i = strings.IndexByte(t[at:], '[') {
			at += i
			if i = strings.IndexByte(t[at:], ']'); i < 0 {
				i = len(t) - at
			}
			at += i
		}
		if i := strings.IndexByte(t[at:], ':'); i >= 0 {
			end = at + i
		}
		if start == end {
			return w.refuse(HostMissing, end, end)
		}
	}
	var room [256]byte
	name, kind, why := parseHost(room[:0], w.text, start, end, w.scheme, nil)
	if kind == NoHost {
		return w.refuse(why.reason, why.start, why.end)
	}
	if end < len(t) {
		i, number := end+1, 0
		for ; i < len(t) && isDigit(t[i]); i++ {
			number = min(number*10+int(t[i]-'0'), math.MaxUint16+1)
		}
		switch {
		case i < len(t):
			return w.refuse(PortInvalid, i, behind(w.text, i, len(w.text)))
		case number > math.MaxUint16:
			return w.refuse(PortOutOfRange, end+1, i)
		case i > end+2 && t[end+1] == '0':
			return unclear
		case i > end+1:
			w.number = uint32(number) + 1
		}
	}
	w.hostStart, w.nameEnd, w.kind = start, end, kind
	switch host := t[start:end]; {
	case string(name) == host:
	case len(name) <= len(w.room):
		w.size = copy(w.room[:], name)
	case kind == DomainHost && w.high == 0 && strings.IndexByte(host, '%') < 0:
		w.upper = math.MaxUint64
	default:
		return unclear
	}
	w.dropLocal(unsafeString(name))
	return certain
}

// refuse notes why the text is refused.
func (w *walk) refuse(reason percent.Reason, i, j int) verdict {
	w.why = failure{reason, w.start + i, w.start + j}
	return refused
}

// dropLocal leaves a host out that is that of files without a host.
func (w *walk) dropLocal(host string) {
	if w.scheme == schemeFile && strings.EqualFold(host, "localhost") {
		w.hostStart, w.nameEnd, w.size, w.kind, w.upper = 0, 0, 0, EmptyHost, 0
	}
}

// url writes the URL.
func (w *walk) url() URL {
	changed := w.badPath|w.badQuery|w.badFragment|w.dotted != 0
	from := len(w.prefix)
	switch w.shape {
	case withAuthority:
		return w.urlWithAuthority(changed)
	case withOpaquePath:
		if w.changed || changed {
			return w.urlOpaque()
		}
	case ofReference:
		from = w.from
	}
	return w.front.url(w.parts, from)
}

// url writes the URL with the authority of o as it is. The path begins at from.
func (f *front) url(o *parts, from int) URL {
	t, i := o.text, o.hostEnd
	if !f.changed && !f.missing && o.badPath|o.badQuery|o.badFragment|o.dotted == 0 {
		return URL{f.src, o.ends(f.start), f.rest}
	}
	b := make([]byte, 0, len(f.prefix)+len(t)+2*o.escapes+1)
	if f.changed {
		b = append(append(b, f.prefix...), t[:i]...)
	} else {
		b = append(b, f.src[:f.start+i]...)
	}
	return f.urlFrom(o, b, from)
}

// urlWithAuthority is url for authorities that are more than a host, or a host that has
// changed, as other parts have if changed.
func (w *walk) urlWithAuthority(changed bool) URL {
	t, i := w.text, w.hostEnd
	l := layout{start: len(w.prefix), scheme: w.scheme, kind: w.kind, number: w.number}
	if l.number == w.scheme.defaultPort() {
		l.number = 0
	}
	name, port := t[w.hostStart:w.nameEnd], ""
	if l.number != 0 {
		port = t[w.nameEnd:i]
	}
	l.user, l.host, l.port = w.hostStart, len(name), len(port)
	changed = changed || w.changed || w.missing
	same := w.upper == 0 && len(port) == i-w.nameEnd && (w.size == 0 || name == unsafeString(w.room[:w.size]))
	size := len(w.prefix) + len(t) + 2*w.escapes + 1
	var username, password string
	if w.hostStart > 0 {
		var colon bool
		username, password, colon = strings.Cut(t[:w.hostStart-1], ":")
		l.user, l.password = len(username), w.hostStart-len(username)
		same = same && colon == (password != "") && (colon || username != "") && isUserinfo(username) && isUserinfo(password)
	}
	if same {
		if !changed {
			return URL{w.src, w.ends(w.start), l.rest()}
		}
		w.rest = l.rest()
		return w.front.url(w.parts, len(w.prefix)+i)
	}
	if w.size != 0 {
		name = unsafeString(w.room[:w.size])
		l.host = w.size
		size += w.size
	}
	if w.hostStart > 0 {
		size += encoded(percent.WHATWGUserinfo, username) + encoded(percent.WHATWGUserinfo, password)
	}
	b := append(make([]byte, 0, size), w.prefix...)
	if w.hostStart > 0 {
		b = percent.WHATWGUserinfo.AppendEncode(b, octets(username))
		l.user = len(b) - l.start
		if password != "" {
			b = percent.WHATWGUserinfo.AppendEncode(append(b, ':'), octets(password))
		}
		if len(b) > l.start {
			b = append(b, '@')
		}
		l.password = len(b) - l.start - l.user
	}
	at := len(b)
	b = append(b, name...)
	if w.upper == math.MaxUint64 {
		b = appendLower(b[:at], name)
	} else {
		toLower(unsafeString(b[at:]), w.upper)
	}
	b = append(b, port...)
	w.rest = l.rest()
	return w.urlFrom(w.parts, b, len(b))
}

// urlFrom is the end of url: b has what precedes path, query and fragment, and the path
// begins at from.
func (f *front) urlFrom(o *parts, b []byte, from int) URL {
	if f.scheme == notSpecial && f.shape != ofReference && f.changed {
		b = appendLower(b[:0], unsafeString(b[:len(f.prefix)]))[:len(b)]
	}
	if f.missing {
		b = append(b, '/')
	}
	b, ends := o.append(b, from, o.hostEnd, f.scheme)
	return URL{shrunk(b), ends | f.query, f.rest}
}

// urlOpaque is url for opaque paths.
func (w *walk) urlOpaque() URL {
	t := w.text
	size := len(w.prefix) + len(t) + encoded(percent.WHATWGC0Control, t[:w.pathEnd]) + 2*w.escapes
	b := appendLower(make([]byte, 0, size), w.prefix)
	b = percent.WHATWGC0Control.AppendEncode(b, octets(t[:w.pathEnd]))
	b, ends := w.appendEnds(b, percent.WHATWGQuery)
	return URL{shrunk(b), ends, w.rest}
}
