package cpe_test

import (
	"fmt"

	"github.com/pct-encoded/percent/scheme/cpe"
)

func Example() {
	n, err := cpe.Parse("cpe:/a:microsoft:internet_explorer:8.%02:sp%01")
	fmt.Println(n.Version.Text, n.Update.Text, err)
	fmt.Println(cpe.Name{
		Part: cpe.Text("a"), Vendor: cpe.Text("foo"), Product: cpe.Text(cpe.Quote("big~money*")),
	}.Build())
	_, err = cpe.Parse("cpe:/a:foo:bar:12.%02.1234")
	fmt.Println(err)
	// Output:
	// 8\.* sp? <nil>
	// cpe:/a:foo:big%7emoney%2a <nil>
	// cpe: embedded wildcard "%02" at byte 18
}
