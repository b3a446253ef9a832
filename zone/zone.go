// Package zone reads and writes IPv6 addresses with a zone identifier in URIs
// (RFC 6874, February 2013).
//
//	zone.Parse("[fe80::1%25eth0]")                 // fe80::1%eth0, nil
//	zone.Build(netip.MustParseAddr("fe80::1%en 1")) // "[fe80::1%25en%201]", nil
//
// The '%' between address and zone is itself written %25. RFC 9844 (August 2025)
// has since withdrawn the syntax, and the URL Standard never had it: use it with
// programs that are known to read it.
package zone

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"github.com/pct-encoded/percent"
)

// A Reason says what is wrong with a literal, or with an address.
type Reason string

// The reasons of a SyntaxError.
const (
	MissingBracket Reason = "missing bracket"
	InvalidAddress Reason = "invalid IPv6 address"
	RawPercent     Reason = "zone without %25" // a '%' that is not escaped
	InvalidEscape  Reason = "invalid escape"   // in the zone
	InvalidByte    Reason = "invalid byte"     // in the zone: one that must be escaped, or NUL
	EmptyZone      Reason = "empty zone"
)

// A SyntaxError tells where and why a literal is refused.
type SyntaxError struct {
	Offset int64  // index, in bytes from 0, of the first offending byte in what was passed
	Bytes  string // the offending bytes; "" at the end
	Reason Reason // what is wrong with them
}

// Error returns a text such as
//
//	zone: zone without %25 "%eth0]" at byte 8
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("zone: %s %q at byte %d", e.Reason, e.Bytes, e.Offset)
}

var reader = percent.RFC3986.WithRaw(percent.Unreserved)

// Parse returns the address of an IP literal, brackets included, with its zone
// decoded if it has one. The error is a *SyntaxError.
func Parse(s string) (netip.Addr, error) {
	fail := func(i, end int, r Reason) (netip.Addr, error) {
		return netip.Addr{}, &SyntaxError{Offset: int64(i), Bytes: s[i:end], Reason: r}
	}
	if !strings.HasPrefix(s, "[") {
		return fail(0, min(1, len(s)), MissingBracket)
	}
	if !strings.HasSuffix(s, "]") {
		return fail(len(s), len(s), MissingBracket)
	}
	end := len(s) - 1
	percentSign := strings.IndexByte(s, '%')
	address := end
	if percentSign >= 0 {
		address = percentSign
	}
	addr, err := netip.ParseAddr(s[1:address])
	if err != nil || !addr.Is6() {
		return fail(1, address, InvalidAddress)
	}
	if percentSign < 0 {
		return addr, nil
	}
	if !strings.HasPrefix(s[percentSign:], "%25") {
		return fail(percentSign, len(s), RawPercent)
	}
	at := percentSign + 3
	if at == end {
		return fail(at, end, EmptyZone)
	}
	name, err := reader.Decode(s[at:end])
	if err != nil {
		var e *percent.SyntaxError
		errors.As(err, &e)
		reason := InvalidEscape
		if e.Reason == percent.RawByte {
			reason = InvalidByte
		}
		return netip.Addr{}, &SyntaxError{Offset: e.Offset + int64(at), Bytes: e.Bytes, Reason: reason}
	}
	if strings.IndexByte(name, 0) >= 0 {
		at += strings.Index(s[at:end], "%00")
		return fail(at, at+3, InvalidByte)
	}
	return addr.WithZone(name), nil
}

// Build returns addr as an IP literal in brackets. The error, a *SyntaxError, is
// for what is no IPv6 address, and for a zone with NUL.
func Build(addr netip.Addr) (string, error) {
	if !addr.Is6() {
		return "", &SyntaxError{Bytes: addr.String(), Reason: InvalidAddress}
	}
	name := addr.Zone()
	if i := strings.IndexByte(name, 0); i >= 0 {
		return "", &SyntaxError{Offset: int64(i), Bytes: "\x00", Reason: InvalidByte}
	}
	s := "[" + addr.WithZone("").String()
	if name != "" {
		s += "%25" + percent.RFC3986.Encode(name)
	}
	return s + "]", nil
}
