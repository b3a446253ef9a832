package guard

import (
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
)

// last returns the last address of a prefix.
func last(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := p.Bits(); i < 8*len(b); i++ {
		b[i/8] |= 0x80 >> (i % 8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}

// TestRegistries: the first and the last address of each row of the registries have the
// class of the most specific row that holds them, and are Global if and only if the
// registry says that they are globally reachable.
func TestRegistries(t *testing.T) {
	text, err := os.ReadFile("testdata/special.tsv")
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		prefix           netip.Prefix
		reachable, class string
	}
	var rows []row
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 5 {
			t.Fatalf("%d fields: %s", len(f), line)
		}
		rows = append(rows, row{netip.MustParsePrefix(f[0]), f[3], f[4]})
	}
	if len(rows) < 49 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, r := range rows {
		for _, a := range []netip.Addr{r.prefix.Addr(), last(r.prefix)} {
			of := r
			for _, other := range rows {
				if other.prefix.Contains(a) && other.prefix.Bits() > of.prefix.Bits() {
					of = other
				}
			}
			class := Classify(a)
			// What embeds an IPv4 address may have the class of that.
			embeds := slices.ContainsFunc(embeddings(), func(e embedding) bool { return e.prefix.Contains(a) })
			if class.String() != of.class && !embeds || (class == Global) != (of.reachable == "true") {
				t.Errorf("%v of %v is %v, want %s", a, of.prefix, class, of.class)
			}
		}
	}
}

func TestClassify(t *testing.T) {
	for _, test := range []struct {
		address string
		want    Class
	}{
		{"8.8.8.8", Global},
		{"1.0.0.0", Global},
		{"9.255.255.255", Global},
		{"11.0.0.0", Global},
		{"100.63.255.255", Global},
		{"100.128.0.0", Global},
		{"126.255.255.255", Global},
		{"128.0.0.0", Global},
		{"172.15.255.255", Global},
		{"172.32.0.0", Global},
		{"192.0.1.0", Global},
		{"198.17.255.255", Global},
		{"198.20.0.0", Global},
		{"223.255.255.255", Global},
		{"224.0.0.0", Multicast},
		{"239.255.255.255", Multicast},
		{"240.0.0.0", Reserved},
		{"169.254.0.1", LinkLocal},
		{"192.0.0.192", Reserved}, // metadata of Oracle's cloud
		{"100.100.100.200", Shared},
		{"2606:4700::1111", Global},
		{"2a00::", Global},
		{"3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", Global},
		{"4000::", Reserved},
		{"fec0::1", Private},
		{"fbff::", Reserved},
		{"fd00:ec2::254", UniqueLocal},
		{"fe80::1%eth0", LinkLocal},
		{"::1%lo", Loopback},
		{"ff02::1", Multicast},
		{"ff0e::1", Multicast},
		// IPv4 in IPv6.
		{"::ffff:127.0.0.1", Loopback},
		{"::ffff:8.8.8.8", Global},
		{"::ffff:a9fe:a9fe", LinkLocal},
		{"::127.0.0.1", Loopback},
		{"::8.8.8.8", Reserved},
		{"::ffff:0:10.0.0.1", Private},
		{"::ffff:0:8.8.8.8", Reserved},
		{"64:ff9b::10.0.0.1", Private},
		{"64:ff9b::8.8.8.8", Global},
		{"64:ff9b:1::7f00:1", Loopback},
		{"64:ff9b:1::8.8.8.8", Reserved},
		{"2002:7f00:1::", Loopback},
		{"2002:c0a8:101::1", Private},
		{"2002:808:808::1", Reserved},
		{"2001:0:808:808::80ff:fffe", Loopback}, // the client, each bit inverted
		{"2001:0:7f00:1::f7f7:f7f7", Loopback},  // the server
		{"2001:0:808:808::f7f7:f7f7", Reserved},
		{"fe80::5efe:10.0.0.1", Private},
		{"fe80::200:5efe:8.8.8.8", LinkLocal},
		{"::5efe:10.0.0.1", Private},
	} {
		if got := Classify(netip.MustParseAddr(test.address)); got != test.want {
			t.Errorf("%s is %v, want %v", test.address, got, test.want)
		}
	}
	if got := Classify(netip.Addr{}); got != Reserved {
		t.Errorf("the invalid address is %v", got)
	}
}
