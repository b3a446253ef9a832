package bulk

import (
	"bytes"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/uri"
)

// DoubledPercent is the reason of a flaw of [Fix]: "%%", which ConfigParser, systemd and
// printf read as one '%'. Escaping each of the two would make another text of it, and so
// would leaving one out where nothing reads it like that.
const DoubledPercent percent.Reason = "doubled percent sign"

// TooLongAuthority is the reason of a flaw of [Fix]: an authority above 64 KiB.
const TooLongAuthority percent.Reason = "authority of more than 65536 bytes"

const doubled = "%%"

// Fix returns the operation that makes nearly correct records legal: escapes and
// legal characters stay, and everything else is escaped. A "%%" is a flaw of reason
// DoubledPercent. By the dialect rfc3986.uri without a charset, a record is a URI
// reference, and what comes out is one that uri.Parse takes: a '[', ']' or '#' that
// delimits nothing is escaped, and so are a ':' in a first segment that would make a
// scheme of it, and all '@' of userinfo but the last. A host or a port that no escape
// makes legal is a flaw with the reason of package uri. Fix returns the error of
// [dialect.Dialect.Fixes] for a dialect that cannot fix.
func Fix(o Options) (*Operation, error) {
	d, e, err := o.encoding()
	if err != nil {
		return nil, err
	}
	if err := d.Fixes(); err != nil {
		return nil, err
	}
	if o.Layers > 1 {
		return nil, &OptionError{Option: "layers", Reason: "after one fix there is nothing left to fix"}
	}
	if e == nil {
		return refusing(func(dst, src []byte) ([]byte, error) {
			if i := bytes.Index(src, []byte(doubled)); i >= 0 {
				return dst, &percent.SyntaxError{Offset: int64(i), Bytes: doubled, Reason: DoubledPercent}
			}
			return d.AppendFix(dst, src)
		}), nil
	}
	if e.Space() == percent.SpacePlus {
		// A '+' is legal in such text, where it is a space.
		e = e.WithKept(e.Kept().Add("+"))
	}
	e = e.WithEscapes(percent.EscapesKept)
	if d.ID == "rfc3986.uri" && o.Charset == nil {
		return fixingURIs(e), nil
	}
	op := encoding(d, e, &o)
	inner, many := op.coder, op.many
	if quick := op.quick; quick != nil {
		op.quick = func(dst, text []byte) ([]byte, bool) {
			if bytes.Contains(text, []byte(doubled)) {
				return dst, false
			}
			return quick(dst, text)
		}
	}
	op.coder = func() coder { return &fixer{coder: inner(), enc: e} }
	if many != nil {
		op.many = func(sep Separator) batch {
			all := many(sep)
			if all == nil {
				return nil
			}
			return func(dst, src []byte) (out []byte, done, alone int) {
				if bytes.Contains(src, []byte(doubled)) {
					return dst, 0, len(src)
				}
				return all(dst, src)
			}
		}
	}
	return op, nil
}

// A fixer stops before each "%%" that its coder would escape.
type fixer struct {
	coder
	enc *percent.Encoding
}

func (c *fixer) code(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error) {
	i := bytes.Index(src, []byte(doubled))
	if i < 0 {
		end := len(src)
		if !last && end > 0 && src[end-1] == '%' {
			end-- // the next one may follow
		}
		return c.coder.code(dst, src[:end], last && end == len(src), note)
	}
	dst, n, err = c.coder.code(dst, src[:i], false, note)
	if err == nil && n < i {
		// A '%' and a digit: no escape, because a '%' follows.
		dst = append(dst, c.enc.Encode(string(src[n:i]))...)
	}
	if err != nil {
		return dst, n, err
	}
	return dst, i, isDoubled()
}

func isDoubled() *Flaw {
	return &Flaw{SyntaxError: percent.SyntaxError{Bytes: doubled, Reason: DoubledPercent}, size: len(doubled)}
}

// substitute writes "%%" as it is, and escapes what Replace writes: the result of a fix is
// legal.
func (c *fixer) substitute(dst []byte, _ *Flaw, text string) []byte {
	if text == doubled {
		return append(dst, text...)
	}
	return append(dst, c.enc.Encode(text)...)
}

// fixingURIs returns the operation that fixes URI references by e, which keeps what may
// stand in any part of one.
func fixingURIs(e *percent.Encoding) *Operation {
	behind := e.WithKept(e.Kept().Remove("[]#"))
	encodings := [...]*percent.Encoding{
		fixFirstSegment: e.WithKept(e.Kept().Remove("[]#:")),
		fixPath:         behind,
		fixQuery:        behind,
		fixFragment:     behind,
	}
	userinfo, name := e.WithKept(e.Kept().Remove("[]#@/?")), e.WithKept(e.Kept().Remove("[]#@/?:"))
	newCoder := func() *uriFixer {
		c := &uriFixer{userinfo: userinfo, name: name}
		for part, e := range encodings {
			if e != nil {
				c.parts[part] = &fixer{coder: encoder{e}, enc: e}
			}
		}
		return c
	}
	plain := newPlainOctets(name.Kept())
	coders := sync.Pool{New: func() any { return newCoder() }}
	quick := func(dst, text []byte) ([]byte, bool) {
		if n, ok := plainHead(text, plain); ok {
			rest, out := text[n:], append(dst, text[:n]...)
			if i := bytes.IndexByte(rest, '#'); i >= 0 {
				out = append(behind.AppendEncode(out, rest[:i]), '#')
				rest = rest[i+1:]
			}
			// Where nothing is escaped, each '%' begins an escape.
			out = behind.AppendEncode(out, rest)
			return out, len(out)-len(dst) == len(text) || !bytes.Contains(text, []byte(doubled))
		}
		if bytes.Contains(text, []byte(doubled)) {
			return dst, false
		}
		one := coders.Get().(*uriFixer)
		defer coders.Put(one)
		one.start(nil)
		out, n, err := one.code(dst, text, true, nil)
		if err != nil || n < len(text) {
			return dst, false
		}
		return out, true
	}
	return &Operation{
		coder: func() coder { return newCoder() },
		idle:  e.Kept().Intersect(percent.Unreserved.Add("/?=&:@!$'()*+,;")).Add("%"),
		stays: func(text []byte) bool {
			// Without a ':' and an '@', what is idle is legal anywhere.
			_, ok := plainHead(text, plain)
			return ok || bytes.IndexByte(text, ':') < 0 && bytes.IndexByte(text, '@') < 0
		},
		quick: quick,
		many: func(sep Separator) batch {
			return fixingLines(sep, behind, plain, quick)
		},
	}
}

// Where an octet may stand at the beginning of a URI.
const (
	plainInScheme = 1 << iota
	plainInHost
	plainInPort
	plainAfter // a scheme or an authority
)

// plainOctets says for each octet where it may stand as it is.
type plainOctets struct {
	in      [256]uint8
	notHost kernel.Set
}

// newPlainOctets returns those of which a host may have the ones in host.
func newPlainOctets(host percent.ByteSet) *plainOctets {
	p := new(plainOctets)
	plain := &p.in
	for c := range 256 {
		b := byte(c)
		if b == '+' || b != '_' && b != '~' && percent.Unreserved.Contains(b) {
			plain[c] |= plainInScheme
		}
		if b != '%' && host.Contains(b) {
			plain[c] |= plainInHost
		} else {
			p.notHost.Add(b)
		}
		if '0' <= b && b <= '9' {
			plain[c] |= plainInPort
		}
		if b == '/' || b == '?' || b == '#' {
			plain[c] |= plainAfter
		}
	}
	return p
}

// plainHead returns where the path of a text begins, or a part of its first segment without a
// ':', and whether what comes before stays as it is for sure: a scheme, and an authority without
// userinfo.
func plainHead(text []byte, plain *plainOctets) (n int, ok bool) {
	switch {
	case bytes.HasPrefix(text, []byte("https://")):
		n = len("https://") // most begin like this
	case bytes.HasPrefix(text, []byte("http://")):
		n = len("http://")
	default:
		switch n = plainPart(text, 0, plain, plainInScheme); {
		case n == 0:
		case n < len(text) && text[n] == ':' && n < longestHead && 'a' <= text[0]|0x20 && text[0]|0x20 <= 'z':
			n++
		default:
			return n, !hasColonInSegment(text[n:], plain)
		}
		switch {
		case bytes.HasPrefix(text[n:], []byte("//")):
			n += len("//")
		case n > 0:
			return n, true
		default:
			return 0, !hasColonInSegment(text, plain)
		}
	}
	if n < len(text) && text[n] == '[' {
		size := addressSize(text[n:])
		if size == 0 {
			return n, false
		}
		n += size
	} else {
		n += kernel.Index(&plain.notHost, text[n:])
	}
	if n < len(text) && text[n] == ':' {
		n = plainPart(text, n+1, plain, plainInPort)
	}
	return n, n < longestHead && endsPlain(text, n, plain)
}

// addressSize returns the size of the IPv6 address in brackets that text begins with, or 0 if
// there is none for sure.
func addressSize(text []byte) int {
	const longest = len("[0000:0000:0000:0000:0000:0000:255.255.255.255]")
	end := bytes.IndexByte(text[:min(len(text), longest)], ']')
	if end < 1 || bytes.IndexByte(text[:end], '%') >= 0 {
		return 0
	}
	if a, err := netip.ParseAddr(kernel.String(text[1:end])); err != nil || !a.Is6() {
		return 0
	}
	return end + 1
}

// plainPart returns where a part that begins at text[n] ends.
func plainPart(text []byte, n int, plain *plainOctets, class uint8) int {
	for i, c := range text[n:] {
		if plain.in[c]&class == 0 {
			return n + i
		}
	}
	return len(text)
}

// hasColonInSegment reports whether a text has a ':' before the first segment ends.
func hasColonInSegment(text []byte, plain *plainOctets) bool {
	colon := bytes.IndexByte(text, ':')
	if colon < 0 {
		return false
	}
	for _, c := range text[:colon] {
		if plain.in[c]&plainAfter != 0 {
			return false
		}
	}
	return true
}

// endsPlain reports whether what comes before text[n] ends there.
func endsPlain(text []byte, n int, plain *plainOctets) bool {
	return n == len(text) || plain.in[text[n]]&plainAfter != 0
}

// A uriPart is the part of a reference that a uriFixer is in.
type uriPart uint8

const (
	fixHead         uriPart = iota // not known yet: a scheme or an authority may come
	fixFirstSegment                // of a path without a scheme, which has no ':'
	fixPath
	fixQuery
	fixFragment
)

// A uriFixer fixes a reference that arrives in pieces. It holds what may be a scheme and an
// authority, up to longestHead, and nothing else.
type uriFixer struct {
	userinfo, name *percent.Encoding
	parts          [fixFragment + 1]*fixer
	part           uriPart
	held           []byte
}

// longestHead is the longest scheme and authority that are known as such. DNS and servers
// take far less.
const longestHead = 1 << 16

func (c *uriFixer) start(*Record) { c.part, c.held = fixHead, c.held[:0] }

func (c *uriFixer) substitute(dst []byte, f *Flaw, text string) []byte {
	return c.parts[max(c.part, fixFirstSegment)].substitute(dst, f, text)
}

func (c *uriFixer) code(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error) {
	if c.part == fixHead {
		before := len(c.held)
		c.held = append(c.held, src...)
		end, authority := c.head(last)
		if c.part == fixHead {
			return dst, len(src), nil
		}
		end = max(end, before) // what was held beyond is a slash
		n = end - before
		head := c.held[:end]
		c.held = c.held[:0]
		if authority < 0 {
			dst = append(dst, head...)
		} else if dst, err = c.authority(append(dst, head[:authority]...), head, authority); err != nil {
			return dst, n, err
		}
	}
	for n < len(src) {
		end := len(src)
		stops := "?#"
		switch c.part {
		case fixFirstSegment:
			stops = "/?#"
		case fixQuery:
			stops = "#"
		case fixFragment:
			stops = ""
		}
		if i := bytes.IndexAny(src[n:], stops); i >= 0 && stops != "" {
			end = n + i
		}
		var done int
		dst, done, err = c.parts[c.part].code(dst, src[n:end], last || end < len(src), note)
		n += done
		if err != nil || n < end || end == len(src) {
			return dst, n, err
		}
		switch src[end] {
		case '/':
			c.part = fixPath
		case '?':
			c.part = fixQuery
		case '#':
			c.part = fixFragment
		}
		dst = append(dst, src[end])
		n++
	}
	return dst, n, nil
}

// head looks at what is held. Once it is decided, it sets the part that follows, and returns
// where that begins and where the authority does, or -1.
func (c *uriFixer) head(last bool) (end, authority int) {
	s := c.held
	rest := 0
	for rest < len(s) && (percent.Unreserved.Contains(s[rest]) || s[rest] == '+') && s[rest] != '_' && s[rest] != '~' {
		rest++
	}
	switch {
	case rest == len(s) && !last && rest < longestHead:
		return 0, -1
	case rest < len(s) && s[rest] == ':' && rest > 0 && rest < longestHead && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z':
		rest++
		c.part = fixPath
	case rest > 0:
		c.part = fixFirstSegment
		return rest, -1
	default:
		c.part = fixFirstSegment
	}
	slashes := s[rest:]
	if !bytes.HasPrefix(slashes, []byte("//")) {
		if !last && (len(slashes) == 0 || len(slashes) == 1 && slashes[0] == '/') {
			c.part = fixHead
		}
		return rest, -1
	}
	authority = rest + len("//")
	end = authority + bytes.IndexAny(s[authority:min(len(s), authority+longestHead+1)], "/?#")
	if end < authority {
		if !last && len(s) <= authority+longestHead {
			c.part = fixHead
			return 0, -1
		}
		end = len(s)
	}
	c.part = fixPath
	return end, authority
}

// authority appends the authority head[at:], fixed. If no escape makes it legal, it appends
// it as it is.
func (c *uriFixer) authority(dst, head []byte, at int) ([]byte, error) {
	if plain := c.name.Kept(); !slices.ContainsFunc(head[at:], func(b byte) bool { return !plain.Contains(b) }) && len(head)-at <= longestHead {
		return append(dst, head[at:]...), nil
	}
	raw := string(head[at:])
	refuse := func(i, end int, r percent.Reason) ([]byte, error) {
		return append(dst, raw...), &Flaw{SyntaxError: percent.SyntaxError{Format: "uri", Offset: int64(at + i), Bytes: raw[i:end], Reason: r}}
	}
	if len(raw) > longestHead {
		return refuse(longestHead, longestHead+1, TooLongAuthority)
	}
	if i := strings.Index(raw, doubled); i >= 0 {
		return refuse(i, i+len(doubled), DoubledPercent)
	}
	host := strings.LastIndexByte(raw, '@') + 1
	fixed := ""
	if host > 0 {
		fixed = c.userinfo.Encode(raw[:host-1]) + "@"
	}
	if strings.HasPrefix(raw[host:], "[") {
		fixed += raw[host:]
		if _, err := uri.Parse("//" + raw[host:]); err != nil {
			var bad *percent.SyntaxError
			errors.As(err, &bad)
			i := host + int(bad.Offset) - len("//")
			return refuse(i, min(i+max(1, len(bad.Bytes)), len(raw)), bad.Reason)
		}
		return append(dst, fixed...), nil
	}
	name, port, _ := strings.Cut(raw[host:], ":")
	if i := strings.IndexAny(name, "[]"); i >= 0 {
		return refuse(host+i, host+i+1, uri.InvalidRegName)
	}
	for i := range len(port) {
		if port[i] < '0' || port[i] > '9' {
			i += host + len(name) + 1
			return refuse(i, i+1, uri.InvalidPort)
		}
	}
	fixed += c.name.Encode(name)
	if len(name) < len(raw)-host {
		fixed += ":" + port
	}
	return append(dst, fixed...), nil
}
