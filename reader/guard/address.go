package guard

import (
	"encoding/binary"
	"net/netip"
	"sync"

	"github.com/pct-encoded/percent/internal/words"
)

// A Class is the purpose of an address. The zero Class is Global.
type Class uint8

// The classes. An address that embeds an IPv4 address has the class of that address,
// unless that class is Global and the registry does not list the block as reachable.
const (
	// Global: the address is on the Internet.
	Global Class = iota
	// Unspecified: 0.0.0.0/8 (RFC 791, section 3.2) and :: (RFC 4291, section 2.5.2).
	// Many systems connect to themselves when they are told to connect to 0.0.0.0.
	Unspecified
	// Loopback: 127.0.0.0/8 (RFC 1122, section 3.2.1.3) and ::1 (RFC 4291, section 2.5.3).
	Loopback
	// Private: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 (RFC 1918, section 3) and
	// fec0::/10, the former site-local addresses (RFC 3879, section 4).
	Private
	// Shared: 100.64.0.0/10, between a provider and its customers (RFC 6598, section 7).
	Shared
	// LinkLocal: 169.254.0.0/16 (RFC 3927, section 2.1) and fe80::/10 (RFC 4291,
	// section 2.5.6). The metadata of cloud servers is at 169.254.169.254.
	LinkLocal
	// UniqueLocal: fc00::/7 (RFC 4193, section 3.1).
	UniqueLocal
	// Multicast: 224.0.0.0/4 (RFC 5771, section 3) and ff00::/8 (RFC 4291, section 2.7).
	Multicast
	// Documentation: 192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24 (RFC 5737, section 3),
	// 2001:db8::/32 (RFC 3849) and 3fff::/20 (RFC 9637).
	Documentation
	// Benchmarking: 198.18.0.0/15 (RFC 2544, appendix C.2.2) and 2001:2::/48 (RFC 5180,
	// section 8).
	Benchmarking
	// Reserved: everything else that the registries of special-purpose addresses do not
	// list as globally reachable, and IPv6 outside of 2000::/3, which is unassigned
	// (RFC 4291, section 2.4).
	Reserved
)

var classNames = [...]string{
	"global", "unspecified", "loopback", "private", "shared", "link-local", "unique local", "multicast", "documentation",
	"benchmarking", "reserved",
}

// String returns the class in words, such as "link-local".
func (c Class) String() string { return words.Of(classNames[:], c) }

// A block is a row of the registries, or several with one class.
type block struct {
	prefix netip.Prefix
	class  Class
}

// blocks holds the blocks of IANA's registries of special-purpose addresses (RFC 6890;
// as of July 2026) and those of multicast. The first block that contains an address
// applies.
var blocks = sync.OnceValue(func() (list []block) {
	for _, b := range []struct {
		class    Class
		prefixes []string
	}{
		{Unspecified, []string{"0.0.0.0/8", "::/128"}},
		{Loopback, []string{"127.0.0.0/8", "::1/128"}},
		{Private, []string{"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fec0::/10"}},
		{Shared, []string{"100.64.0.0/10"}},
		{LinkLocal, []string{"169.254.0.0/16", "fe80::/10"}},
		{UniqueLocal, []string{"fc00::/7"}},
		{Multicast, []string{"224.0.0.0/4", "ff00::/8"}},
		{Documentation, []string{"192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"}},
		{Benchmarking, []string{"198.18.0.0/15", "2001:2::/48"}},
		// Globally reachable parts of the next rows: anycast addresses (RFC 7723, RFC
		// 8155, RFC 9665), AMT (RFC 7450), AS112 (RFC 7535), ORCHIDv2 (RFC 7343) and
		// drones (RFC 9374). Also translated IPv4 addresses (RFC 6052).
		{Global, []string{
			"192.0.0.9/32", "192.0.0.10/32", "2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:3::/32", "2001:4:112::/48",
			"2001:20::/28", "2001:30::/28", "64:ff9b::/96",
		}},
		// Protocol assignments (RFC 6890, section 2.1; RFC 2928), the relays of 6to4
		// (RFC 7526) and the rest of class E (RFC 1112, section 4); 6to4 (RFC 3056).
		{Reserved, []string{"192.0.0.0/24", "192.88.99.0/24", "240.0.0.0/4", "2001::/23", "2002::/16"}},
		{Global, []string{"0.0.0.0/0", "2000::/3"}},
		{Reserved, []string{"::/0"}},
	} {
		for _, p := range b.prefixes {
			list = append(list, block{netip.MustParsePrefix(p), b.class})
		}
	}
	return list
})

// An embedding is a block of IPv6 addresses that contain IPv4 addresses.
type embedding struct {
	prefix netip.Prefix
	at     int    // where the IPv4 address begins, in octets
	mask   uint32 // the address is combined with it by exclusive or
}

var embeddings = sync.OnceValue(func() []embedding {
	return []embedding{
		{netip.MustParsePrefix("::/96"), 12, 0},                 // IPv4-compatible (RFC 4291, section 2.5.5.1)
		{netip.MustParsePrefix("::ffff:0:0:0/96"), 12, 0},       // IPv4-translated (RFC 2765, section 2.1)
		{netip.MustParsePrefix("64:ff9b::/96"), 12, 0},          // NAT64 (RFC 6052, section 2.1)
		{netip.MustParsePrefix("64:ff9b:1::/48"), 12, 0},        // NAT64 of a network, as /96 (RFC 8215, section 5)
		{netip.MustParsePrefix("2002::/16"), 2, 0},              // 6to4 (RFC 3056, section 2)
		{netip.MustParsePrefix("2001::/32"), 12, 0xFFFF_FFFF},   // Teredo, the client (RFC 4380, section 4)
		{netip.MustParsePrefix("2001::/32"), 4, 0},              // Teredo, the server
		{netip.MustParsePrefix("::5efe:0:0/96"), 12, 0},         // ISATAP without a prefix (RFC 5214, section 6.1)
		{netip.MustParsePrefix("fe80::5efe:0:0/96"), 12, 0},     // ISATAP
		{netip.MustParsePrefix("fe80::200:5efe:0:0/96"), 12, 0}, // ISATAP
	}
})

// Classify returns the class of an address, ignoring its zone. An IPv4-mapped address
// (::ffff:127.0.0.1; RFC 4291, section 2.5.5.2) counts as the IPv4 address, because
// systems connect to that; one that translates or tunnels an IPv4 address (NAT64, 6to4,
// Teredo and others) has the class of that address if it is not Global. NAT64 with a
// network-specific prefix (RFC 6052, section 2.2) cannot be distinguished from other
// addresses. An invalid address is Reserved.
func Classify(a netip.Addr) Class {
	if !a.IsValid() {
		return Reserved
	}
	a = a.Unmap().WithZone("")
	class := classOf(a)
	if a.Is4() || class == Unspecified || class == Loopback {
		return class
	}
	octets := a.As16()
	for _, e := range embeddings() {
		if e.prefix.Contains(a) {
			var in [4]byte
			binary.BigEndian.PutUint32(in[:], binary.BigEndian.Uint32(octets[e.at:])^e.mask)
			if c := classOf(netip.AddrFrom4(in)); c != Global {
				return c
			}
		}
	}
	return class
}

// classOf returns the class of the first block that holds a.
func classOf(a netip.Addr) Class {
	for _, b := range blocks() {
		if b.prefix.Contains(a) {
			return b.class
		}
	}
	return Reserved
}
