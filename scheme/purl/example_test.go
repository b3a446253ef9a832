package purl_test

import (
	"fmt"

	"github.com/pct-encoded/percent/scheme/purl"
)

func ExampleParse() {
	p, err := purl.Parse("pkg:npm/@angular/animation@12.3.1?vcs_url=git://host/x")
	fmt.Println(p.Type, p.Namespace, p.Name, p.Version, p.Qualifiers, err)
	fmt.Println(p.Build())
	// Output:
	// npm @angular animation 12.3.1 [{vcs_url git://host/x}] <nil>
	// pkg:npm/%40angular/animation@12.3.1?vcs_url=git:%2F%2Fhost%2Fx <nil>
}

func ExampleParse_error() {
	_, err := purl.Parse("pkg:npm/foo@1%zz")
	fmt.Println(err)
	// Output: purl: invalid escape "%zz" at byte 13
}
