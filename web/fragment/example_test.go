package fragment_test

import (
	"fmt"

	"github.com/pct-encoded/percent/web/fragment"
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

func ExampleIndicated() {
	ids := map[string]bool{"café": true, "50%": true}
	has := func(name string) bool { return ids[name] }
	fmt.Println(fragment.Indicated("caf%C3%A9", has))
	fmt.Println(fragment.Indicated("50%", has))
	_, what := fragment.Indicated("Top", has)
	fmt.Println(what == fragment.IndicatesTop)
	// Output:
	// café element
	// 50% element
	// true
}
