package percent_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/pct-encoded/percent"
)

func Example() {
	fmt.Println(percent.OAuth1.Encode("Ladies + Gentlemen"))
	fmt.Println(percent.PathSegment.Decode("a%2Fb"))
	fmt.Println(percent.URI.Fix("http://h/100% é"))
	// Output:
	// Ladies%20%2B%20Gentlemen
	// a/b <nil>
	// http://h/100%25%20%C3%A9
}

func ExampleNew() {
	s3 := percent.New(percent.Unreserved.Add("/"))
	fmt.Println(s3.Encode("photos/über uns.jpg"))
	// Output: photos/%C3%BCber%20uns.jpg
}

func ExampleEncoding_AppendEncode() {
	buf := make([]byte, 0, 64)
	buf = append(buf, "https://example.com/search?q="...)
	buf = percent.Form.AppendEncode(buf, []byte("fish & chips"))
	fmt.Println(string(buf))
	// Output: https://example.com/search?q=fish+%26+chips
}

func ExampleEncoding_Decode_error() {
	decoded, err := percent.RFC3986.Decode("100%25 of 50%zz")
	fmt.Println(decoded)
	fmt.Println(err)
	var syntax *percent.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Offset, syntax.Reason)
	}
	// Output:
	// 100% of 50
	// percent: invalid escape "%zz" at byte 12
	// 12 invalid escape
}

func ExampleEncoding_WithMalformed() {
	lenient := percent.RFC3986.WithMalformed(percent.MalformedKept)
	fmt.Println(lenient.Decode("100% of 50%25"))
	// Output: 100% of 50% <nil>
}

func ExampleEncoding_WithPreserved() {
	// What ECMAScript's decodeURI leaves alone.
	e := percent.RFC3986.WithPreserved(percent.ByteSet{}.Add(";/?:@&=+$,#"))
	fmt.Println(e.Decode("caf%C3%A9%2fmenu"))
	// Output: café%2fmenu <nil>
}

func ExampleNewEncoder() {
	w := percent.NewEncoder(percent.RFC3986, os.Stdout)
	io.Copy(w, strings.NewReader("a stream of text\n"))
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output: a%20stream%20of%20text%0A
}

func ExampleNewDecoder() {
	r := percent.NewDecoder(percent.Form, strings.NewReader("a+stream+of+text"))
	io.Copy(os.Stdout, r)
	// Output: a stream of text
}

func ExampleByteSet_Complement() {
	kept := percent.FormPercentEncodeSet.Complement()
	fmt.Println(kept)
	// Output: [*\-.0-9A-Z_a-z]
}

func ExampleEncoding_Check() {
	fmt.Println(percent.RFC3986.Check("caf%C3%A9"))
	fmt.Println(percent.RFC3986.Check("100%"))
	strict := percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Refused)
	fmt.Println(strict.Check("caf%E9"))
	// Output:
	// <nil>
	// percent: truncated escape "%" at byte 3
	// percent: invalid UTF-8 "%E9" at byte 3
}
