package zone_test

import (
	"fmt"
	"net/netip"

	"github.com/pct-encoded/percent/uri/zone"
)

func ExampleParse() {
	fmt.Println(zone.Parse("[fe80::1%25eth0]"))
	fmt.Println(zone.Parse("[fe80::1%eth0]"))
	// Output:
	// fe80::1%eth0 <nil>
	// invalid IP zone: zone without %25 "%eth0]" at byte 8
}

func ExampleBuild() {
	fmt.Println(zone.Build(netip.MustParseAddr("fe80::1%en 1")))
	// Output: [fe80::1%25en%201] <nil>
}
