package weburl_test

import (
	"errors"
	"fmt"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/weburl"
)

func ExampleParse() {
	u, err := weburl.Parse(`HTTPS://EXAMPLE.com:443\a\..\b c?q=é`)
	fmt.Println(u, err)
	fmt.Println(u.Hostname(), u.Pathname(), u.Search())
	// Output:
	// https://example.com/b%20c?q=%C3%A9 <nil>
	// example.com /b%20c ?q=%C3%A9
}

func ExampleParse_error() {
	_, err := weburl.Parse("http://example.com:8o80/")
	fmt.Println(err)

	var syntax *percent.SyntaxError
	if errors.As(err, &syntax) && syntax.Reason == weburl.PortInvalid {
		fmt.Println("the port is wrong at byte", syntax.Offset)
	}
	// Output:
	// weburl: port-invalid "o" at byte 20
	// the port is wrong at byte 20
}

// Where a link leads to on a page.
func ExampleURL_Parse() {
	page, _ := weburl.Parse("https://example.com/docs/guide.html")
	for _, link := range []string{"../img/a b.png", "//cdn.example/x", "?page=2", "#top", "https:x", "mailto:a@example.com"} {
		u, err := page.Parse(link)
		fmt.Println(u, err)
	}
	// Output:
	// https://example.com/img/a%20b.png <nil>
	// https://cdn.example/x <nil>
	// https://example.com/docs/guide.html?page=2 <nil>
	// https://example.com/docs/guide.html#top <nil>
	// https://example.com/docs/x <nil>
	// mailto:a@example.com <nil>
}

// Two texts are the same URL if they parse to equal values.
func ExampleURL_equal() {
	a, _ := weburl.Parse("http://0x7f.1:80/%2e/a")
	b, _ := weburl.Parse("http://127.0.0.1/a")
	fmt.Println(a == b)
	// Output: true
}

func ExampleParser_OnError() {
	p := weburl.Parser{OnError: func(e weburl.ValidationError) { fmt.Println(e) }}
	u, _ := p.Parse(`https:\\user@example.com/a b`)
	fmt.Println(u)
	// Output:
	// special-scheme-missing-following-solidus at byte 6
	// special-scheme-missing-following-solidus "\\" at byte 6
	// special-scheme-missing-following-solidus "\\" at byte 7
	// invalid-credentials "@" at byte 12
	// invalid-URL-unit " " at byte 26
	// https://user@example.com/a%20b
}

// What a browser requests when the link is on a page in Shift_JIS.
func ExampleParser_Charset() {
	p := weburl.Parser{Charset: charset.ShiftJIS}
	u, _ := p.Parse("https://example.com/日?q=日")
	fmt.Println(u)
	// Output: https://example.com/%E6%97%A5?q=%93%FA
}

// What a browser requests when a form on a page in Shift_JIS is sent by GET: the
// action is parsed as a link is, and the form becomes its query.
func ExampleParser_Charset_form() {
	page, _ := weburl.Parse("https://example.com/shop/")
	action, _ := weburl.Parser{Base: page, Charset: charset.ShiftJIS}.Parse("search?old=1")
	fields := form.Pairs{{Name: "q", Value: "日 ‽"}}
	u, _ := action.WithSearch("?" + form.Standard.WithCharset(charset.ShiftJIS).Serialize(fields))
	fmt.Println(u)
	// Output: https://example.com/shop/search?q=%93%FA+%26%238253%3B
}

// For people: without credentials, and decoded where that cannot mislead.
func ExampleURL_Readable() {
	u, _ := weburl.Parse("https://user:secret@xn--bcher-kva.example/%C3%BCber%20uns")
	fmt.Println(u.Readable())
	// Output: https://bücher.example/über%20uns
}

// A setter of JavaScript does in silence what it can; the error says what it left
// out.
func ExampleURL_WithHost() {
	u, _ := weburl.Parse("http://example.com:8080/")
	v, err := u.WithHost("other.example:x")
	fmt.Println(v, err)
	// Output: http://other.example:8080/ weburl: host: port-invalid "x" at byte 14
}

func ExampleURL_WithSearchParams() {
	u, _ := weburl.Parse("https://example.com/?b=2&a=1&b=3")
	params := u.SearchParams()
	params.Set("b", "x y")
	params.Sort()
	u, _ = u.WithSearchParams(params)
	fmt.Println(u)
	// Output: https://example.com/?a=1&b=x+y
}
