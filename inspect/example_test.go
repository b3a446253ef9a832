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

func ExampleCompare_text() {
	c := inspect.Compare("https://example.com/a?q=caf%C3%A9", "https://example.com:443/a?q=caf%E9", inspect.Text)
	fmt.Println(c.Verdict, c.Offset)
	for _, d := range c.Differences {
		fmt.Printf("%v %v: %q and %q, %q\n", d, d.Kind, d.First, d.Second, d.Rules)
	}
	c = inspect.Compare("q=caf%C3%A9", "q=caf%E9", inspect.Text)
	fmt.Println(c.Mistakes[0].ID, "by the", c.Mistakes[0].Side)
	fmt.Println(inspect.FixFor(c.Mistakes[0].ID))
	// Output:
	// different 19
	// port extra: "" and "443", ["rfc3986.6.2.3"]
	// parameter "q" changed: "q=caf%C3%A9" and "q=caf%E9", []
	// wrong-charset by the second
	// encode as UTF-8, or decode in that charset
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
	l, err := inspect.Linter{}.In(inspect.KindValue).From(inspect.Warning).Except("raw-space")
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
