package uritemplate_test

import (
	"fmt"

	"github.com/pct-encoded/percent/uritemplate"
)

func Example() {
	t := uritemplate.MustParse("/users{/id}{?fields*}")
	fmt.Println(t.Expand(uritemplate.Values{
		"id":     uritemplate.String("a/b"),
		"fields": uritemplate.List("name", "mail"),
	}))
	// Output: /users/a%2Fb?fields=name&fields=mail <nil>
}

func ExampleParse_error() {
	_, err := uritemplate.Parse("/search{?q,}")
	fmt.Println(err)
	// Output: uritemplate: missing name "}" at byte 11
}

func ExampleParseLenient() {
	t, errs := uritemplate.ParseLenient("/a b{!x}{y}")
	fmt.Println(t.Expand(uritemplate.Values{"y": uritemplate.String("1")}))
	for _, err := range errs {
		fmt.Println(err)
	}
	// Output:
	// /a%20b{!x}1 <nil>
	// uritemplate: invalid character " " at byte 2
	// uritemplate: reserved operator "!" at byte 5
}

func ExampleTemplate_AppendExpand() {
	t := uritemplate.MustParse("https://example.com/{+path}{#part}")
	buf := make([]byte, 0, 256)
	buf, err := t.AppendExpand(buf, uritemplate.Values{
		"path": uritemplate.String("a/b%20c"),
		"part": uritemplate.String("50%"),
	})
	fmt.Println(string(buf), err)
	// Output: https://example.com/a/b%20c#50%25 <nil>
}

func ExampleTemplate_WithDots() {
	t := uritemplate.MustParse("/users/{id}/keys")
	values := uritemplate.Values{"id": uritemplate.String("..")}
	fmt.Println(t.Expand(values))
	fmt.Println(t.WithDots(uritemplate.DotsRefused).Expand(values))
	// Output:
	// /users/../keys <nil>
	// /users/ uritemplate: id: dot segment ".." at byte 8
}

func ExampleTemplate_WithKeys() {
	t := uritemplate.MustParse("{?q*}")
	values := uritemplate.Values{"q": uritemplate.Map(map[string]string{"a[b]": "c"})}
	fmt.Println(t.Expand(values))
	fmt.Println(t.WithKeys(uritemplate.KeysAsLiterals).Expand(values))
	// Output:
	// ?a%5Bb%5D=c <nil>
	// ?a[b]=c <nil>
}
