package csp_test

import (
	"fmt"

	"github.com/pct-encoded/percent/web/csp"
)

func ExampleMatchPath() {
	fmt.Println(csp.MatchPath("/scripts/", "/scripts/a%2Fb.js"))
	fmt.Println(csp.MatchPath("/scripts/%61.js", "/scripts/a.js"))
	fmt.Println(csp.MatchPath("/a%2Fb", "/a/b"))
	// Output:
	// true
	// true
	// false
}
