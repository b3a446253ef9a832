package dialect_test

import (
	"fmt"

	"github.com/pct-encoded/percent/dialect"
)

func ExampleLookup() {
	d, err := dialect.Lookup("twitter")
	if err != nil {
		fmt.Println(err)
		return
	}
	out, _ := d.AppendEncode(nil, []byte("Dogs, Cats & Mice"))
	fmt.Println(d.ID, string(out))
	fmt.Println(d.Spec)

	_, err = dialect.Lookup("oauht1")
	fmt.Println(err)
	// Output:
	// oauth1 Dogs%2C%20Cats%20%26%20Mice
	// RFC 5849, section 3.6 (2010-04)
	// dialect: unknown dialect "oauht1"; did you mean oauth1, oauth?
}
