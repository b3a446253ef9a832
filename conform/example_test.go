package conform_test

import (
	"context"
	"fmt"
	"net/url"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
)

func Example() {
	d, err := dialect.Lookup("oauth1")
	if err != nil {
		panic(err)
	}
	suite, err := conform.New(conform.Encode, d, conform.Options{Units: dialect.UnitsText})
	if err != nil {
		panic(err)
	}
	report, err := suite.Run(context.Background(), conform.Func(func(s string) (string, error) { return url.QueryEscape(s), nil }))
	if err != nil {
		panic(err)
	}
	fmt.Println(report.OK())
	fmt.Printf("%q gives %s, not %s\n", report.Shortest.Input, report.Shortest.Said(), report.Shortest.Want)
	fmt.Println(report.Mistakes[0])
	fmt.Println(report.Speech.Dialects[0])
	// Output:
	// false
	// " " gives "+", not "%20"
	// space-as-plus: a space is written as "+", not as %20
	// py.quote_plus
}
