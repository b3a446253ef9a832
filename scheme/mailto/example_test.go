package mailto_test

import (
	"fmt"

	"github.com/pct-encoded/percent/scheme/mailto"
)

func ExampleURL_Build() {
	fmt.Println(mailto.URL{To: []string{"gorby%kremvax@example.com"}, Headers: []mailto.Header{
		{Name: "subject", Value: "50% off"},
		{Name: "body", Value: "line 1\nline 2"},
	}}.Build())
	// Output: mailto:gorby%25kremvax@example.com?subject=50%25%20off&body=line%201%0D%0Aline%202 <nil>
}

func ExampleParse() {
	u, err := mailto.Parse("mailto:a@example.com?subject=1+1%20=%202")
	fmt.Println(u.To, u.Headers, err)
	// Output: [a@example.com] [{subject 1+1 = 2}] <nil>
}

func ExampleParse_error() {
	_, err := mailto.Parse("mailto:a@example.com?subject=x%0D%0ABcc:%20everybody")
	fmt.Println(err)
	// Output: mailto: control character "%0D" at byte 30
}
