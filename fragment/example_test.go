package fragment_test

import (
	"fmt"

	"github.com/pct-encoded/percent/fragment"
)

func ExampleParseJSONPointer() {
	tokens, err := fragment.ParseJSONPointer("/a~1b/c%25d")
	fmt.Printf("%q %v\n", tokens, err)
	// Output: ["a/b" "c%d"] <nil>
}

func ExampleBuildTextDirectives() {
	fmt.Println(fragment.BuildTextDirectives(fragment.TextDirective{Start: "a-b,c&d"}))
	// Output: :~:text=a%2Db%2Cc%26d <nil>
}

func ExampleParseMedia() {
	fmt.Println(fragment.ParseMedia("t=%6Ept:3&track=a+b"))
	// Output: [{t npt:3} {track a+b}] []
}
