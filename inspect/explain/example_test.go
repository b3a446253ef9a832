package explain_test

import (
	"fmt"

	"github.com/pct-encoded/percent/inspect/explain"
)

func ExampleExplain() {
	e, err := explain.Explain("/a%2Fb?x=%7e")
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
