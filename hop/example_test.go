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
	for i, r := range c.Apply("/static/..%2fadmin") {
		fmt.Printf("%s: %d, rules match %q, passed on %q, served %q\n", c[i].Name(), r.Status, r.Rule.Text, r.Forward.Text, r.App.Text)
	}
	// Output:
	// nginx:proxy_pass: 200, rules match "/admin", passed on "/static/..%2fadmin", served ""
	// go:http.FileServer: 200, rules match "/static/../admin", passed on "", served "/admin"
}
