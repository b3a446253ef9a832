package weburl

import (
	"math"
	"math/bits"
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

// A reporter is called for every validation error about in[i:j]. nil reports nothing.
type reporter func(name percent.Reason, i, j int)

func (r reporter) invalid(name percent.Reason, i, j int) {
	if r != nil {
		r(name, i, j)
	}
}

// fail reports a validation error, and returns it as what parseHost fails with.
func (r reporter) fail(dst []byte, name percent.Reason, i, j int) ([]byte, HostKind, failure) {
	r.invalid(name, i, j)
	return refuse(dst, name, i, j)
}

// refuse is fail without a report: the Standard has none there, or it has been made.
func refuse(dst []byte, name percent.Reason, i, j int) ([]byte, HostKind, failure) {
	return dst, NoHost, failure{name, i, j}
}

// parseHost is the host parser (#concept-host-parser) for in[i:j] in a URL of this scheme:
// it appends the host to dst, and returns its kind, or NoHost and why there is none.
func parseHost(dst []byte, in string, i, j int, scheme schemeKind, report reporter) ([]byte, HostKind, failure) {
	text := in[i:j]
	switch {
	case strings.HasPrefix(text, "["):
		if text[len(text)-1] != ']' || len(text) == 1 {
			return report.fail(dst, ipv6Unclosed, i, j)
		}
		address, why := parseIPv6(in, i+1, j-1, report)
		if why.reason != "" {
			return report.fail(dst, why.reason, why.start, why.end)
		}
		return appendIPv6(dst, &address), IPv6Host, failure{}
	case scheme == notSpecial:
		return parseOpaqueHost(dst, in, i, j, report)
	}
	from := len(dst)
	dst, ascii, why := parseDomain(dst, in, i, j, report)
	if why.reason != "" {
		return dst, NoHost, why
	}
	if endsInNumber(unsafeString(dst[from:])) {
		if !ascii {
			report.invalid(ipv4NonASCIIInput, i, j)
		}
		return parseIPv4(dst, from, in, i, j, report)
	}
	return dst, DomainHost, failure{}
}

// parseOpaqueHost is #concept-opaque-host-parser.
func parseOpaqueHost(dst []byte, in string, i, j int, report reporter) ([]byte, HostKind, failure) {
	text := in[i:j]
	if k := indexMark(text, forbiddenHost); k < len(text) {
		return report.fail(dst, HostInvalidCodePoint, i+k, i+k+1)
	}
	if report != nil {
		checkOpaqueHost(in, i, j, report)
	}
	if text == "" {
		return dst, EmptyHost, failure{}
	}
	return appendText(dst, text, percent.WHATWGC0Control), OpaqueHost, failure{}
}

// checkOpaqueHost reports the first code point that is not a URL code point, and the
// first '%' that begins no percent-encoded byte.
func checkOpaqueHost(in string, i, j int, report reporter) {
	text := in[i:j]
	for k, c := range text {
		if c != '%' && !isURLCodePoint(c) {
			report(invalidURLUnit, i+k, behind(in, i+k, j))
			break
		}
	}
	for k := range len(text) {
		if text[k] == '%' && !isEscape(text[k:]) {
			report(invalidURLUnit, i+k, i+k+1)
			break
		}
	}
}

// parseDomain is steps 4 to 6 of the host parser, and the domain parser
// (#concept-domain-to-ascii), not strictly. It also reports whether the domain was
// ASCII before it, with its escapes decoded.
func parseDomain(dst []byte, in string, i, j int, report reporter) (b []byte, ascii bool, why failure) {
	raw := in[i:j]
	domain := raw
	var room [64]byte
	if k := strings.IndexByte(raw, '%'); k >= 0 {
		for ; report != nil && k < len(raw); k++ {
			if isEscape(raw[k:]) {
				report(domainPercentEncoded, i+k, i+k+3)
				break
			}
		}
		// Bytes that are not UTF-8 are U+FFFD before anything is decoded. A domain that
		// holds them is refused below, but together with the escapes beside them they
		// could become a character that it may have.
		if utf8.ValidString(raw) {
			domain = unsafeString(appendUnescaped(room[:0], raw))
		}
	}
	if report != nil && !isStrictDomain(domain) {
		report(DomainToASCII, i, j)
	}
	var err error
	marks := marksOf(domain)
	if ascii = marks&beyondASCII == 0; ascii {
		b = appendLower(dst, domain)
	} else if b, err = uts46.ToASCII(dst, domain, 0); err == nil {
		marks = marksOf(unsafeString(b[len(dst):]))
	}
	if err != nil || len(b) == len(dst) {
		return dst, false, failure{DomainToASCII, i, j}
	}
	if marks&forbiddenDomain != 0 {
		// The error points to the code point if the input holds it unescaped.
		if k := indexMark(raw, forbiddenDomain); k < len(raw) && !isEscape(raw[k:]) {
			i, j = i+k, i+k+1
		}
		return dst, false, failure{DomainToASCII, i, j}
	}
	return b, ascii, failure{}
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
	if last == "" || !isDigit(last[0]) {
		return false
	}
	_, _, ok := parseIPv4Number(last)
	return ok || strings.Trim(last, "0123456789") == ""
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

// parseIPv4 is the IPv4 parser (#concept-ipv4-parser) for the domain dst[from:], which
// in[i:j] has become, and in place of which the address is written. Errors point to single
// parts if the two are the same except for case.
func parseIPv4(dst []byte, from int, in string, i, j int, report reporter) ([]byte, HostKind, failure) {
	domain := unsafeString(dst[from:])
	same := strings.EqualFold(domain, in[i:j])
	place := func(start, end int) (int, int) {
		if same {
			return i + start, i + end
		}
		return i, j
	}
	end := len(domain)
	if strings.HasSuffix(domain, ".") {
		start, end := place(end-1, end)
		report.invalid(ipv4EmptyPart, start, end)
	}
	domain = strings.TrimSuffix(domain, ".")
	count := strings.Count(domain, ".") + 1
	if count < 4 {
		report.invalid(ipv4TooFewParts, i, j)
	}
	if count > 4 {
		return report.fail(dst, ipv4TooManyParts, i, j)
	}
	var numbers [4]uint64
	for n, at := 0, 0; n < count; n++ {
		part, _, _ := strings.Cut(domain[at:], ".")
		value, nonDecimal, ok := parseIPv4Number(part)
		start, end := place(at, at+len(part))
		if !ok {
			return report.fail(dst, ipv4NonNumericPart, start, end)
		}
		if nonDecimal {
			report.invalid(ipv4NonDecimalPart, start, end)
		}
		numbers[n] = value
		at += len(part) + 1
	}
	outOfRange := false
	for _, n := range numbers {
		outOfRange = outOfRange || n > 255
	}
	if outOfRange {
		report.invalid(ipv4OutOfRangePart, i, j)
	}
	address := numbers[count-1]
	fits := address < 1<<(8*(5-count))
	for n, value := range numbers[:count-1] {
		fits = fits && value <= 255
		address += value << (8 * (3 - n))
	}
	if !fits {
		return refuse(dst, ipv4OutOfRangePart, i, j)
	}
	return appendIPv4(dst[:from], address), IPv4Host, failure{}
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

// parseIPv6 is the IPv6 parser (#concept-ipv6-parser) for in[p:end]. It returns what is
// wrong without a report.
func parseIPv6(in string, p, end int, report reporter) (address [8]uint16, why failure) {
	at := func(i int) int {
		if i < end {
			return int(in[i])
		}
		return eof
	}
	fail := func(name percent.Reason, i int) ([8]uint16, failure) {
		return address, failure{name, i, behind(in, i, end)}
	}
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
		for p < min(end, start+4) && pct.IsHex(in[p]) {
			value = value<<4 | uint16(pct.Hex(in[p]))
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
				for ; p < end && isDigit(in[p]); p++ {
					digit := int(in[p] - '0')
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
		if length > 1 && in[start] == '0' {
			report.invalid(ipv6PieceLeadingZero, start, start+length)
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
	return address, failure{}
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
		for digits := max(bits.Len16(address[i])+3, 4) / 4; digits > 0; digits-- {
			dst = append(dst, "0123456789abcdef"[address[i]>>(4*digits-4)&15])
		}
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
