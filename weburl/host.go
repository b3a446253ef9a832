package weburl

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// strictly are the parameters of the domain parser where beStrict is true
// (#concept-domain-to-ascii).
const strictly = uts46.CheckHyphens | uts46.UseSTD3ASCIIRules | uts46.VerifyDNSLength

// parseHost is the host parser (#concept-host-parser) for m.in[i:j], with isOpaque
// true for URLs that are not special. It reports whether there is a host, which is
// then in m.rec.
func (m *machine) parseHost(i, j int) bool {
	r := &m.rec
	text := m.in[i:j]
	switch {
	case strings.HasPrefix(text, "["):
		if text[len(text)-1] != ']' || len(text) == 1 {
			m.fail(ipv6Unclosed, i, j)
			return false
		}
		i, j = i+1, j-1
		var leadingZero func(k, l int)
		if m.report != nil {
			leadingZero = func(k, l int) { m.invalid(ipv6PieceLeadingZero, i+k, i+l) }
		}
		address, why, at := parseIPv6(m.in[i:j], leadingZero)
		if why != "" {
			m.fail(why, i+at, m.behind(i+at, j))
			return false
		}
		from := len(m.buf)
		m.buf = appendIPv6(m.buf, &address)
		r.host, r.hostKind = m.view(from), IPv6Host
		return true
	case !r.special():
		return m.parseOpaqueHost(i, j)
	}
	domain, ascii, ok := m.parseDomain(i, j)
	if !ok {
		return false
	}
	if endsInNumber(domain) {
		if !ascii {
			m.invalid(ipv4NonASCIIInput, i, j)
		}
		return m.parseIPv4(domain, i, j)
	}
	r.host, r.hostKind = domain, DomainHost
	return true
}

// parseOpaqueHost is #concept-opaque-host-parser.
func (m *machine) parseOpaqueHost(i, j int) bool {
	text := m.in[i:j]
	if k := indexMark(text, forbiddenHost); k < len(text) {
		m.fail(HostInvalidCodePoint, i+k, i+k+1)
		return false
	}
	if m.report != nil {
		m.checkOpaqueHost(i, j)
	}
	m.rec.host, m.rec.hostKind = m.encode(text, percent.WHATWGC0Control), OpaqueHost
	if text == "" {
		m.rec.hostKind = EmptyHost
	}
	return true
}

// checkOpaqueHost reports the first code point that is not a URL code point, and the
// first '%' that begins no percent-encoded byte.
func (m *machine) checkOpaqueHost(i, j int) {
	text := m.in[i:j]
	for k, c := range text {
		if c != '%' && !isURLCodePoint(c) {
			m.invalid(invalidURLUnit, i+k, m.behind(i+k, j))
			break
		}
	}
	for k := range len(text) {
		if text[k] == '%' && !isEscape(text[k:]) {
			m.invalid(invalidURLUnit, i+k, i+k+1)
			break
		}
	}
}

// parseDomain is steps 4 to 6 of the host parser, and the domain parser
// (#concept-domain-to-ascii), not strictly. It also reports whether the domain was
// ASCII before it, with its escapes decoded.
func (m *machine) parseDomain(i, j int) (domain string, ascii, ok bool) {
	raw := m.in[i:j]
	domain = raw
	if k := strings.IndexByte(raw, '%'); k >= 0 {
		if m.report != nil {
			for ; k < len(raw); k++ {
				if isEscape(raw[k:]) {
					m.invalid(domainPercentEncoded, i+k, i+k+3)
					break
				}
			}
		}
		// Bytes that are not UTF-8 are U+FFFD before anything is decoded. A domain that
		// holds them is refused below, but together with the escapes beside them they
		// could become a character that it may have.
		if utf8.ValidString(raw) {
			from := len(m.buf)
			m.buf = appendUnescaped(m.buf, raw)
			domain = m.view(from)
		}
	}
	if m.report != nil && !isStrictDomain(domain) {
		m.invalid(DomainToASCII, i, j)
	}
	if ascii = marksOf(domain)&beyondASCII == 0; ascii {
		domain = m.lower(domain)
	} else {
		from := len(m.buf)
		buf, err := uts46.ToASCII(m.buf, domain, 0)
		if err != nil {
			m.refuse(DomainToASCII, i, j)
			return "", false, false
		}
		m.buf = buf
		domain = m.view(from)
	}
	if domain == "" {
		m.refuse(DomainToASCII, i, j)
		return "", false, false
	}
	if marksOf(domain)&forbiddenDomain != 0 {
		// The error points to the code point if the input holds it unescaped.
		if k := indexMark(raw, forbiddenDomain); k < len(raw) && !isEscape(raw[k:]) {
			i, j = i+k, i+k+1
		}
		m.refuse(DomainToASCII, i, j)
		return "", false, false
	}
	return domain, ascii, true
}

// appendUnescaped appends s to b with its escapes decoded.
func appendUnescaped(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c, ok := pct.Octet(s[i:])
		if ok {
			i += 2
		} else {
			c = s[i]
		}
		b = append(b, c)
	}
	return b
}

// isStrictDomain reports whether the strict ToASCII takes a domain. It does not
// shorten ASCII, so that a long domain need not be tried.
func isStrictDomain(domain string) bool {
	if marksOf(domain)&beyondASCII == 0 && len(domain) > 253 {
		return false
	}
	_, err := uts46.ToASCII(nil, domain, strictly)
	return err == nil
}

// endsInNumber is #ends-in-a-number-checker.
func endsInNumber(domain string) bool {
	last := strings.TrimSuffix(domain, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	if last == "" {
		return false
	}
	digits := true
	for i := range len(last) {
		digits = digits && isDigit(last[i])
	}
	_, _, ok := parseIPv4Number(last)
	return digits || ok
}

// parseIPv4Number is #ipv4-number-parser. A number of more than 32 bits is
// MaxUint32+1.
func parseIPv4Number(s string) (value uint64, nonDecimal, ok bool) {
	if s == "" {
		return 0, false, false
	}
	radix := uint64(10)
	switch {
	case len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x':
		s, radix, nonDecimal = s[2:], 16, true
	case len(s) >= 2 && s[0] == '0':
		s, radix, nonDecimal = s[1:], 8, true
	}
	for i := range len(s) {
		digit := uint64(pct.Hex(s[i]))
		if digit >= radix {
			return 0, nonDecimal, false
		}
		value = min(value*radix+digit, math.MaxUint32+1)
	}
	return value, nonDecimal, true
}

// parseIPv4 is the IPv4 parser (#concept-ipv4-parser) for domain, which m.in[i:j]
// has become. Errors point to single parts if the two are the same except for case.
func (m *machine) parseIPv4(domain string, i, j int) bool {
	same := strings.EqualFold(domain, m.in[i:j])
	place := func(start, end int) (int, int) {
		if same {
			return i + start, i + end
		}
		return i, j
	}
	end := len(domain)
	if strings.HasSuffix(domain, ".") {
		start, end := place(end-1, end)
		m.invalid(ipv4EmptyPart, start, end)
	}
	domain = strings.TrimSuffix(domain, ".")
	count := strings.Count(domain, ".") + 1
	if count < 4 {
		m.invalid(ipv4TooFewParts, i, j)
	}
	if count > 4 {
		m.fail(ipv4TooManyParts, i, j)
		return false
	}
	var numbers [4]uint64
	for n, at := 0, 0; n < count; n++ {
		part, _, _ := strings.Cut(domain[at:], ".")
		value, nonDecimal, ok := parseIPv4Number(part)
		start, end := place(at, at+len(part))
		if !ok {
			m.fail(ipv4NonNumericPart, start, end)
			return false
		}
		if nonDecimal {
			m.invalid(ipv4NonDecimalPart, start, end)
		}
		numbers[n] = value
		at += len(part) + 1
	}
	outOfRange := false
	for _, n := range numbers {
		outOfRange = outOfRange || n > 255
	}
	if outOfRange {
		m.invalid(ipv4OutOfRangePart, i, j)
	}
	address := numbers[count-1]
	fits := address < 1<<(8*(5-count))
	for n, value := range numbers[:count-1] {
		fits = fits && value <= 255
		address += value << (8 * (3 - n))
	}
	if !fits {
		m.refuse(ipv4OutOfRangePart, i, j)
		return false
	}
	from := len(m.buf)
	m.buf = appendIPv4(m.buf, address)
	m.rec.host, m.rec.hostKind = m.view(from), IPv4Host
	return true
}

// appendIPv4 is the IPv4 serializer (#concept-ipv4-serializer).
func appendIPv4(b []byte, address uint64) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		b = strconv.AppendUint(b, address>>shift&0xFF, 10)
		if shift > 0 {
			b = append(b, '.')
		}
	}
	return b
}

// parseIPv6 is the IPv6 parser (#concept-ipv6-parser). It returns what is wrong, and
// where. leadingZero, if it is not nil, is called with the places of pieces that begin
// with a zero in front of other digits.
func parseIPv6(s string, leadingZero func(i, j int)) (address [8]uint16, why percent.Reason, place int) {
	p, end := 0, len(s)
	at := func(i int) int {
		if i < end {
			return int(s[i])
		}
		return eof
	}
	fail := func(name percent.Reason, i int) ([8]uint16, percent.Reason, int) { return address, name, i }
	piece, compress := 0, -1
	if at(p) == ':' {
		if at(p+1) != ':' {
			return fail(ipv6InvalidCompression, p)
		}
		p += 2
		piece++
		compress = piece
	}
	for p < end {
		if piece == 8 {
			return fail(ipv6TooManyPieces, p)
		}
		if at(p) == ':' {
			if compress >= 0 {
				return fail(ipv6MultipleCompression, p)
			}
			p++
			piece++
			compress = piece
			continue
		}
		value, start := uint16(0), p
		for p < min(end, start+4) && pct.IsHex(s[p]) {
			value = value<<4 | uint16(pct.Hex(s[p]))
			p++
		}
		length := p - start
		switch c := at(p); {
		case c == '.':
			if length == 0 {
				return fail(ipv4InIPv6InvalidCodePoint, p)
			}
			p = start
			if piece > 6 {
				return fail(ipv4InIPv6TooManyPieces, p)
			}
			seen := 0
			for p < end {
				if seen > 0 {
					if at(p) != '.' || seen == 4 {
						return fail(ipv4InIPv6InvalidCodePoint, p)
					}
					p++
				}
				if c := at(p); c == eof || !isDigit(byte(c)) {
					return fail(ipv4InIPv6InvalidCodePoint, p)
				}
				number := -1
				for ; p < end && isDigit(s[p]); p++ {
					digit := int(s[p] - '0')
					switch {
					case number < 0:
						number = digit
					case number == 0:
						return fail(ipv4InIPv6InvalidCodePoint, p)
					default:
						number = number*10 + digit
					}
					if number > 255 {
						return fail(ipv4InIPv6OutOfRangePart, p)
					}
				}
				address[piece] = address[piece]<<8 + uint16(number)
				seen++
				if seen == 2 || seen == 4 {
					piece++
				}
			}
			if seen != 4 {
				return fail(ipv4InIPv6TooFewParts, end)
			}
			continue // p is at the end
		case c == ':':
			p++
			if p == end {
				return fail(ipv6InvalidCodePoint, p-1)
			}
		case c != eof:
			return fail(ipv6InvalidCodePoint, p)
		}
		if length > 1 && s[start] == '0' && leadingZero != nil {
			leadingZero(start, start+length)
		}
		address[piece] = value
		piece++
	}
	switch {
	case compress >= 0:
		// The pieces after "::" move to the end.
		moved := address[compress:piece]
		copy(address[8-len(moved):], moved)
		clear(address[compress : compress+8-piece])
	case piece != 8:
		return fail(ipv6TooFewPieces, end)
	}
	return address, "", 0
}

// appendIPv6 appends the address in brackets (#concept-ipv6-serializer).
func appendIPv6(dst []byte, address *[8]uint16) []byte {
	compress, longest := compressedPieces(address)
	dst = append(dst, '[')
	for i := 0; i < len(address); i++ {
		if i == compress {
			if i == 0 {
				dst = append(dst, ':')
			}
			dst = append(dst, ':')
			i += longest - 1
			continue
		}
		dst = strconv.AppendUint(dst, uint64(address[i]), 16)
		if i < 7 {
			dst = append(dst, ':')
		}
	}
	return append(dst, ']')
}

// compressedPieces returns the first of the longest runs of at least two zeros
// (#find-the-ipv6-address-compressed-piece-index), or -1.
func compressedPieces(address *[8]uint16) (index, longest int) {
	index, longest = -1, 1
	for i := 0; i < len(address); i++ {
		run := 0
		for i+run < len(address) && address[i+run] == 0 {
			run++
		}
		if run > longest {
			index, longest = i, run
		}
		i += run
	}
	return index, longest
}
