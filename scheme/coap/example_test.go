package coap_test

import (
	"fmt"

	"github.com/pct-encoded/percent/scheme/coap"
)

func Example() {
	o, err := coap.Parse("coap://EXAMPLE.net/.well-known/core?rt=a%26b")
	fmt.Printf("%q %d %q %q %v\n", o.Host, o.Port, o.Path, o.Query, err)
	fmt.Println(coap.Options{Scheme: "coap", Host: "example.net", Path: []string{"a/b"}, Query: []string{"x&y"}}.Build())
	// Output:
	// "example.net" 5683 [".well-known" "core"] ["rt=a&b"] <nil>
	// coap://example.net/a%2Fb?x%26y <nil>
}
