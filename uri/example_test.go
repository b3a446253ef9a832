package uri_test

import (
	"errors"
	"fmt"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/uri"
)

func Example() {
	u, err := uri.Parse("https://example.com/path%2Fto/file?name=Tom%26Jerry#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u.Path().Raw)
	for _, s := range u.Segments() {
		fmt.Println(s.Text())
	}
	fmt.Println(u.String())
	// Output:
	// /path%2Fto/file
	// path/to
	// file
	// https://example.com/path%2Fto/file?name=Tom%26Jerry#top
}

func ExampleParse_error() {
	_, err := uri.Parse("http://example.com:8O80/")
	fmt.Println(err)
	var syntax *percent.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Offset, syntax.Reason)
	}
	// Output:
	// uri: invalid port "O" at byte 20
	// 20 invalid port
}

func ExampleURI_WithSegments() {
	u, err := uri.MustParse("https://example.com/?v=1").WithSegments("files", "50% off/today?.txt")
	fmt.Println(u, err)
	// Output: https://example.com/files/50%25%20off%2Ftoday%3F.txt?v=1 <nil>
}

func ExampleURI_Resolve() {
	base := uri.MustParse("http://a/b/c/d;p?q")
	fmt.Println(base.Resolve(uri.MustParse("../g?y#s")))
	// Output: http://a/b/g?y#s
}

func ExampleURI_Normalize() {
	u := uri.MustParse("HTTP://Example.COM:80/%7euser/./a%2fb")
	fmt.Println(u.Normalize(uri.Case))
	fmt.Println(u.Normalize(uri.PercentEncoding))
	fmt.Println(u.Normalize(uri.AllRungs))
	// Output:
	// http://example.com:80/%7Euser/./a%2Fb
	// HTTP://Example.COM:80/~user/./a%2fb
	// http://example.com/~user/a%2Fb
}

func ExampleCompare() {
	a := uri.MustParse("http://example.com/path?key=value")
	fmt.Println(uri.Compare(a, uri.MustParse("HTTP://example.com:80/p%61th?key=value")))
	fmt.Println(uri.Compare(a, uri.MustParse("http://example.com/path%3Fkey=value")))
	// Output:
	// equivalent by rfc3986.6.2.2.1, rfc3986.6.2.2.2, rfc3986.6.2.3
	// different: path at byte 23 and 23, "?" and "%3F": a reserved character in one is escaped in the other, which is not equivalent (RFC 3986, section 2.2)
}
