package sets_test

import (
	"fmt"

	"github.com/pct-encoded/percent/dialect/sets"
)

func ExampleParse() {
	s, err := sets.Parse("escaped(whatwg.path) - escaped(whatwg.query)")
	fmt.Println(s, err)
	// Output: [?\^`{}] <nil>
}
