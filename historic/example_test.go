package historic_test

import (
	"fmt"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/historic"
)

func Example() {
	fmt.Println(historic.RFC1738.Encode("~me"), percent.RFC3986.Encode("~me"))
	fmt.Println(historic.WHATWGPath2024.Encode("a^b"), percent.WHATWGPath.Encode("a^b"))
	// Output:
	// %7Eme ~me
	// a^b a%5Eb
}
