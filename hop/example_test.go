package hop_test

import (
	"fmt"

	"github.com/pct-encoded/percent/hop"
)

func Example() {
	c, err := hop.ParseChain("nginx:proxy_pass > go:http.FileServer")
	if err != nil {
		panic(err)
	}
	for i, r := range c.Apply("/a/..%2fb") {
		fmt.Printf("%s: %d, rules match %q, passed on %q, served %q\n", c[i].Name(), r.Status, r.Rule.Text, r.Forward.Text, r.App.Text)
	}
	// Output:
	// nginx:proxy_pass: 200, rules match "/b", passed on "/a/..%2fb", served ""
	// go:http.FileServer: 200, rules match "/a/../b", passed on "", served "/b"
}
