package inspect_test

import (
	"fmt"

	"github.com/pct-encoded/percent/inspect"
)

func ExampleCharacters() {
	for c := range inspect.Characters("caf%C3%A9+50%") {
		if c.Form != inspect.Literal || c.Rune == '+' {
			fmt.Printf("byte %d: %q, %v, %v\n", c.Offset, c.Rune, c.Form, inspect.ClassOf(c.Rune))
		}
	}
	// Output:
	// byte 3: 'é', upper-case escape, non-ascii
	// byte 9: '+', literal, sub-delim
	// byte 12: '%', stray percent, percent
}

func ExamplePlacesOf() {
	fmt.Println(inspect.PlacesOf('/').Names())
	fmt.Println(inspect.PlacesOf('+') == inspect.Everywhere)
	// Output:
	// [path query fragment]
	// true
}
