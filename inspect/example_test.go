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
