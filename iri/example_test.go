package iri_test

import (
	"fmt"

	"github.com/pct-encoded/percent/iri"
)

func Example() {
	u, err := iri.ToURI("http://例え.jp/引き出し")
	fmt.Println(u, err)
	fmt.Println(iri.FromURI(u))
	// Output:
	// http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97 <nil>
	// http://例え.jp/引き出し
}

func ExampleConverter_ToURI() {
	c := iri.Converter{}.WithHost(iri.HostPercent).WithIllegal(iri.IllegalEscaped)
	fmt.Println(c.ToURI("http://résumé.example.org/a b"))
	// Output: http://r%C3%A9sum%C3%A9.example.org/a%20b <nil>
}

func ExampleReadable() {
	fmt.Println(iri.Readable("https://xn--bcher-kva.example/%C3%BCber%20uns%2Fwir"))
	fmt.Println(iri.Readable("https://xn--pple-43d.com/")) // a Cyrillic letter among Latin ones
	// Output:
	// https://bücher.example/über%20uns%2Fwir
	// https://xn--pple-43d.com/
}

func ExampleFromLEIRI() {
	fmt.Println(iri.FromLEIRI("http://example.com/my résumé"))
	// Output: http://example.com/my%20résumé
}
