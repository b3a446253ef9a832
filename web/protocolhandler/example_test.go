package protocolhandler_test

import (
	"fmt"

	"github.com/pct-encoded/percent/web/protocolhandler"
)

func ExampleExpand() {
	fmt.Println(protocolhandler.Expand("https://example.com/?u=%s", "mailto:a b@c"))
	// Output: https://example.com/?u=mailto%3Aa%20b%40c <nil>
}
