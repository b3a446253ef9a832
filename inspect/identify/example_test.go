package identify_test

import (
	"fmt"

	"github.com/pct-encoded/percent/inspect/identify"
)

func ExampleIdentify() {
	id, err := identify.Identify(identify.Pair("a b~*", "a+b%7E%2A"))
	if err != nil {
		panic(err)
	}
	for _, m := range id.Matches {
		fmt.Println(m.Dialects[0].ID, len(m.Encoders))
	}
	fmt.Printf("next: %q\n", id.Next)
	for _, o := range id.Outcomes {
		fmt.Println(o.Output, id.Matches[o.Matches[0]].Dialects[0].ID)
	}
	// Output:
	// php.urlencode 4
	// rfc1866 1
	// tcl.ncgi.encode 1
	// next: "-\n"
	// -%0A php.urlencode
	// %2D%0A rfc1866
	// %2D%0D%0A tcl.ncgi.encode
}
