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

func ExampleExplain() {
	e, err := inspect.Explain("/a%2Fb?x=%7e")
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range e.Characters {
		if x := &e.Characters[i]; x.Form.IsEscape() {
			fmt.Println(x.Offset, x.Part, x.Name(), x.Class, x.Verdict)
		}
	}
	// Output:
	// 2 path SOLIDUS gen-delim data, because it is escaped
	// 9 query TILDE unreserved should not be escaped
}

func ExampleLayers() {
	l, err := inspect.Layers("100%2525")
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, layer := range l.Layers {
		fmt.Println(i, layer.Text)
		for _, loss := range l.Losses(i) {
			fmt.Println("  loses:", loss.Kind, "at", loss.Offset)
		}
	}
	fmt.Println(l.Stop)
	// Output:
	// 0 100%2525
	//   loses: escape at 3
	// 1 100%25
	//   loses: stray at 3
	// 2 100%
	// stray
}
