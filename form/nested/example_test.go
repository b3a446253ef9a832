package nested_test

import (
	"fmt"

	"github.com/pct-encoded/percent/form/nested"
)

func ExampleConvention_Build() {
	data := nested.Map{
		{Key: "user", Value: nested.Map{{Key: "name", Value: nested.String("Bob & Co")}}},
		{Key: "tag", Value: nested.List{nested.String("x"), nested.String("y")}},
	}
	for _, c := range []*nested.Convention{nested.PHP, nested.Rack, nested.JQuery} {
		s, err := c.Build(data)
		fmt.Println(c, s, err)
	}
	// Output:
	// PHP user%5Bname%5D=Bob+%26+Co&tag%5B0%5D=x&tag%5B1%5D=y <nil>
	// Rack user[name]=Bob+%26+Co&tag[]=x&tag[]=y <nil>
	// jQuery user%5Bname%5D=Bob%20%26%20Co&tag%5B%5D=x&tag%5B%5D=y <nil>
}

func ExampleConvention_Parse() {
	data, err := nested.QS.Parse("user[name]=Bob&tag[]=x&tag[]=y")
	fmt.Println(data.Get("user"), data.Get("tag"), err)
	// Output: [{name Bob}] [x y] <nil>
}
