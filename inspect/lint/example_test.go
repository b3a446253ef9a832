package lint_test

import (
	"fmt"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/lint"
)

func ExampleLint() {
	found, err := lint.Lint("http://example.com/caf%25C3%25A9/..;/x")
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
	l, err := lint.Linter{}.In(inspect.KindValue).From(lint.Warning).Except("raw-space")
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
