package charset_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
)

func Example() {
	c, err := charset.Lookup("sjis")
	if err != nil {
		panic(err)
	}
	bytes, err := c.Encode("ソース")
	if err != nil {
		panic(err)
	}
	fmt.Printf("%v: % X\n", c, bytes)

	text, err := c.Decode(bytes)
	fmt.Println(text, err)
	// Output:
	// Shift_JIS: 83 5C 81 5B 83 58
	// ソース <nil>
}

func ExampleLookup() {
	c, err := charset.Lookup(" ISO-8859-1\n")
	fmt.Println(c, err)
	_, err = charset.Lookup("utf_8")
	fmt.Println(err)
	// Output:
	// windows-1252 <nil>
	// charset: unknown label "utf_8", did you mean "utf-8"?
}

func ExampleCharset_AppendDecode() {
	malformed := []byte("\x82\" ok")
	for _, on := range []charset.OnMalformed{charset.Fail, charset.Replace, charset.Keep} {
		text, err := charset.ShiftJIS.AppendDecode(nil, malformed, on)
		fmt.Printf("%+q %v\n", text, err)
	}
	// Output:
	// "" charset: Shift_JIS: malformed bytes "\x82" at byte 0
	// "\ufffd\" ok" <nil>
	// "\x82\" ok" <nil>
}

func ExampleCharset_AppendEncode() {
	text := []byte("5 € ‽")
	for _, on := range []charset.OnUnencodable{charset.Refuse, charset.Reference, charset.EscapedReference, charset.QuestionMark} {
		b, err := charset.Windows1252.AppendEncode(nil, text, on)
		fmt.Printf("%q %v\n", b, err)
	}
	_, err := charset.Windows1252.Encode(string(text))
	var e *percent.SyntaxError
	if errors.As(err, &e) {
		fmt.Printf("%s at byte %d\n", e.Bytes, e.Offset)
	}
	// Output:
	// "5 \x80 " charset: windows-1252: unencodable character "‽" at byte 6
	// "5 \x80 &#8253;" <nil>
	// "5 \x80 %26%238253%3B" <nil>
	// "5 \x80 ?" <nil>
	// ‽ at byte 6
}

// form is the application/x-www-form-urlencoded percent-encode set.
type form struct{}

func (form) AppendEncode(dst, src []byte) []byte {
	for _, b := range src {
		switch {
		case b == ' ':
			dst = append(dst, '+')
		case b >= '0' && b <= '9', b >= 'A' && b <= 'Z', b >= 'a' && b <= 'z', strings.IndexByte("*-._", b) >= 0:
			dst = append(dst, b)
		default:
			dst = fmt.Appendf(dst, "%%%02X", b)
		}
	}
	return dst
}

// The example of the URL Standard, with the form set.
func ExampleCharset_AppendPercentEncode() {
	fmt.Printf("%s\n", charset.ShiftJIS.AppendPercentEncode(nil, []byte("1+1 ≡ 2%20‽"), form{}))
	// Output: 1%2B1+%81%DF+2%2520%26%238253%3B
}

func ExampleNewDecoder() {
	r := charset.NewDecoder(charset.EUCKR, strings.NewReader("\xC7\xD1\xB1\xDB"), charset.Fail)
	io.Copy(os.Stdout, r)
	// Output: 한글
}

func ExampleNewEncoder() {
	var b strings.Builder
	w := charset.NewEncoder(charset.ISO2022JP, &b, charset.Refuse)
	io.WriteString(w, "漢字")
	w.Close() // writes the escape sequence back to ASCII
	fmt.Printf("%q\n", b.String())
	// Output: "\x1b$B4A;z\x1b(B"
}

func ExampleDetect() {
	query := []byte("\x93\xFA\x96\x7B\x8C\xEA\x82\xCC\x83\x65\x83\x4C\x83\x58\x83\x67")
	for _, c := range charset.Detect(query)[:1] {
		text, _ := c.Charset.Decode(string(query))
		fmt.Printf("%v %s %.2f %s\n", c.Charset, c.Language, c.Confidence, text)
	}
	// Output: Shift_JIS ja 1.00 日本語のテキスト
}
