package compare_test

import (
	"fmt"

	"github.com/pct-encoded/percent/inspect/compare"
)

func ExampleCompare() {
	ours := "POST&http%3A%2F%2Fexample.com%2F&a%3Dr%2520b"
	theirs := "POST&http%3A%2F%2Fexample.com%2F&a%3Dr%2Bb"
	c := compare.Compare(ours, theirs, compare.BaseString)
	fmt.Println(c.Offset, c.Part)
	for _, m := range c.Mistakes {
		fmt.Println(m.Side, m)
	}
	// Output:
	// 40 parameter "a"
	// second space-as-plus: a space is written as "+", not as %20 (parameters)
}

func ExampleCompare_text() {
	c := compare.Compare("https://example.com/a?q=caf%C3%A9", "https://example.com:443/a?q=caf%E9", compare.Text)
	fmt.Println(c.Verdict, c.Offset)
	for _, d := range c.Differences {
		fmt.Printf("%v %v: %q and %q, %v\n", d, d.Kind, d.First, d.Second, d.Rules)
	}
	c = compare.Compare("q=caf%C3%A9", "q=caf%E9", compare.Text)
	fmt.Println(c.Mistakes[0].ID, "by the", c.Mistakes[0].Side)
	fmt.Println(compare.FixFor(c.Mistakes[0].ID))
	// Output:
	// different 19
	// port extra: "" and "443", [rfc3986.6.2.3]
	// parameter "q" changed: "q=caf%C3%A9" and "q=caf%E9", []
	// wrong-charset by the second
	// encode as UTF-8, or decode in that charset
}
