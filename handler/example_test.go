package handler_test

import (
	"fmt"

	"github.com/pct-encoded/percent/handler"
)

func ExampleExpand() {
	fmt.Println(handler.Expand("https://example.com/?u=%s", "mailto:a b@c"))
	// Output: https://example.com/?u=mailto%3Aa%20b%40c <nil>
}
