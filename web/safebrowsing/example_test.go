package safebrowsing_test

import (
	"fmt"

	"github.com/pct-encoded/percent/web/safebrowsing"
)

func ExampleCanonicalize() {
	fmt.Println(safebrowsing.Canonicalize("http://%31%36%38%2e1/a//%25%32%35"))
	// Output: http://168.0.0.1/a/%25 <nil>
}

func ExampleUnescape() {
	fmt.Println(safebrowsing.Unescape("%2525252525252541%zz"))
	// Output: A%zz
}
