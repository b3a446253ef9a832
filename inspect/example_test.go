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

func ExampleLint() {
	found, err := inspect.Lint("http://example.com/caf%25C3%25A9/..;/x")
	if err != nil {
		panic(err)
	}
	for _, f := range found {
		fmt.Println(f.Severity, f.Rule, f.Offset, f.Len, f.Replacement)
	}
	// Output:
	// warning double-encoding 22 10 %C3%A9
	// error dot-segment-parameter 33 4
}

func ExampleLinter() {
	l, err := inspect.Linter{}.As(inspect.AsComponent).From(inspect.Warning).Except("raw-space")
	if err != nil {
		panic(err)
	}
	found, err := l.Lint("Tom & Jerry")
	if err != nil {
		panic(err)
	}
	for _, f := range found {
		fmt.Println(f.Rule, f.Offset, f.Message)
	}
	// Output:
	// reserved-unescaped 4 '&' is a delimiter, not data
}
