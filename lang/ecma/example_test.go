package ecma_test

import (
	"errors"
	"fmt"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/lang/ecma"
)

func ExampleEncodeURIComponent() {
	s, err := ecma.EncodeURIComponent("a b&é")
	fmt.Println(s, err)
	_, err = ecma.EncodeURIComponent("é\xED\xA0\xBD") // half of an emoji
	fmt.Println(err)
	// Output:
	// a%20b%26%C3%A9 <nil>
	// ecma: lone surrogate "\xed\xa0\xbd" at byte 2 (code unit 1)
}

func ExampleDecodeURIComponent() {
	s, err := ecma.DecodeURIComponent("100%25%20%E2%82%AC")
	fmt.Println(s, err)
	_, err = ecma.DecodeURIComponent("caf%E9")
	var e *ecma.URIError
	if errors.As(err, &e) {
		fmt.Println(e.Reason, "at", e.Index)
	}
	// Output:
	// 100% € <nil>
	// invalid UTF-8 at 3
}

func ExampleDecodeURI() {
	s, _ := ecma.DecodeURI("a%2fb%20c%2523")
	fmt.Println(s)
	// Output: a%2fb c%23
}

func ExampleEscape() {
	fmt.Println(ecma.Escape("é €"))
	fmt.Println(ecma.Unescape("%E9%20%u20AC"))
	// Output:
	// %E9%20%u20AC
	// é €
}

func ExampleDecodePercentU() {
	s, _ := ecma.DecodePercentU(percent.Form, "%u20AC+%E2%82%AC")
	fmt.Println(s)
	// Output: € €
}
