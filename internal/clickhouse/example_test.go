package clickhouse_test

import (
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/internal/clickhouse"
)

func Example() {
	f, err := clickhouse.Lookup("percentDecodeOrNull")
	if err != nil {
		fmt.Println(err)
		return
	}
	// A block of one row: not NULL, "a%20b" and "rfc3986".
	block := "1\n\x00\x05a%20b\x07rfc3986"
	var results strings.Builder
	if err := f.Serve(strings.NewReader(block), &results); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q\n", results.String())
	// Output: "\x00\x03a b"
}
