package xpath_test

import (
	"fmt"

	"github.com/pct-encoded/percent/lang/xpath"
)

func Example() {
	fmt.Println(xpath.EncodeForURI("100% organic"))
	fmt.Println(xpath.IRIToURI("http://example.com/~bébé#ocean"))
	fmt.Println(xpath.EscapeHTMLURI("http://example.com/Los Angeles/~bébé"))
	fmt.Println(xpath.IRISafe("Hello 葉篤義!"))
	fmt.Println(xpath.DecodeFromURI("100%25%20organic"))
	// Output:
	// 100%25%20organic
	// http://example.com/~b%C3%A9b%C3%A9#ocean
	// http://example.com/Los Angeles/~b%C3%A9b%C3%A9
	// Hello%20葉篤義%21
	// 100% organic
}
