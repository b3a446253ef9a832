package inspect_test

import (
	"fmt"

	"github.com/pct-encoded/percent/inspect"
)

func ExampleCompare() {
	ours := "POST&http%3A%2F%2Fexample.com%2F&a%3Dr%2520b"
	theirs := "POST&http%3A%2F%2Fexample.com%2F&a%3Dr%2Bb"
	c := inspect.Compare(ours, theirs, inspect.BaseString)
	fmt.Println(c.Offset, c.Part)
	for _, m := range c.Mistakes {
		fmt.Println(m.Side, m)
	}
	// Output:
	// 40 parameter "a"
	// second space-as-plus: a space is written as "+", not as %20 (parameters)
}

func ExampleIdentify() {
	id, err := inspect.Identify(inspect.Pair("a b~*", "a+b%7E%2A"))
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
