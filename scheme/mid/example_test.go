package mid_test

import (
	"fmt"

	"github.com/pct-encoded/percent/scheme/mid"
)

func ExampleParse() {
	u, err := mid.Parse("cid:foo4%25foo1@bar.net")
	fmt.Println(u.ContentID, err)
	// Output: foo4%foo1@bar.net <nil>
}

func ExampleURL_Build() {
	fmt.Println(mid.URL{MessageID: "a/b@example.com"}.Build())
	// Output: mid:a%2Fb@example.com <nil>
}
