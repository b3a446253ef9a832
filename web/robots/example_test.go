package robots_test

import (
	"fmt"

	"github.com/pct-encoded/percent/web/robots"
)

func ExamplePattern_Match() {
	fmt.Println(robots.Compile("/foo/bar/%62%61%7A").Match("/foo/bar/baz"))
	fmt.Println(robots.Compile("/*.gif$").Match("/a/b.gif?x"))
	fmt.Println(robots.Compile("/file-%2A").Match("/file-*"))
	// Output:
	// true
	// false
	// true
}

func ExampleNormalize() {
	fmt.Println(robots.Normalize("/foo/bar/ツ%7e*"))
	// Output: /foo/bar/%E3%83%84~%2A
}
