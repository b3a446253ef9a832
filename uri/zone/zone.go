// Package zone reads and writes IPv6 addresses with a zone identifier in URIs
// (RFC 6874, February 2013).
//
//	zone.Parse("[fe80::1%25eth0]")                 // fe80::1%eth0, nil
//	zone.Build(netip.MustParseAddr("fe80::1%en 1")) // "[fe80::1%25en%201]", nil
//
// The '%' between address and zone is itself written %25. RFC 9844 (August 2025)
// has since withdrawn the syntax, and the URL Standard never had it: use it with
// programs that are known to read it.
//
// The API of this package may still change.
package zone

import (
	"net/netip"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// The reasons of a *percent.SyntaxError, beside percent.InvalidEscape and percent.InvalidByte.
const (
	MissingBracket percent.Reason = "missing bracket"
	InvalidAddress percent.Reason = "invalid IPv6 address"
	RawPercent     percent.Reason = "zone without %25" // a '%' that is not escaped
	EmptyZone      percent.Reason = "empty zone"
)

const syntax pct.Format = "zone"

var reader = percent.RFC3986.WithRaw(percent.Unreserved)

// Parse returns the address of an IP literal, brackets included, with its zone
// decoded if it has one. The error is a *percent.SyntaxError.
func Parse(s string) (netip.Addr, error) {
	fail := func(i, end int, r percent.Reason) (netip.Addr, error) {
		return netip.Addr{}, syntax.Error(s, i, end, r)
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
	name, err := syntax.Decode(reader, s, at, end)
	if err != nil {
		return netip.Addr{}, err
	}
	if strings.IndexByte(name, 0) >= 0 {
		at += strings.Index(s[at:end], "%00")
		return fail(at, at+3, percent.InvalidByte)
	}
	return addr.WithZone(name), nil
}

// Build returns addr as an IP literal in brackets. The error, a
// *percent.SyntaxError, reports an address that is not IPv6, with Field "address",
// and a NUL in the zone, with Field "zone", whose Offset counts in it.
func Build(addr netip.Addr) (string, error) {
	if !addr.Is6() {
		return "", pct.In("address", syntax.Error(addr.String(), 0, len(addr.String()), InvalidAddress))
	}
	name := addr.Zone()
	if i := strings.IndexByte(name, 0); i >= 0 {
		return "", pct.In("zone", syntax.Error(name, i, i+1, percent.InvalidByte))
	}
	s := "[" + addr.WithZone("").String()
	if name != "" {
		s += "%25" + percent.RFC3986.Encode(name)
	}
	return s + "]", nil
}
