package cgi_test

import (
	"fmt"

	"github.com/pct-encoded/percent/web/cgi"
)

func Example() {
	v, err := cgi.Split("/cgi-bin/x.cgi/a%20b?c%2B1+d", "/cgi-bin/x.cgi")
	if err != nil {
		fmt.Println(err)
		return
	}
	args, err := cgi.Arguments(v.QueryString)
	fmt.Printf("%s %s %q %v\n", v.ScriptName, v.PathInfo, args, err)
	// Output: /cgi-bin/x.cgi /a b ["c+1" "d"] <nil>
}

func ExampleSplit_error() {
	_, err := cgi.Split("/x/a%2Fb", "/x")
	fmt.Println(err)
	// Output: cgi: escaped slash "%2F" at byte 4
}

func ExampleIndexedQuery() {
	fmt.Println(cgi.IndexedQuery("a+b", "c d"))
	// Output: a%2Bb+c%20d <nil>
}
