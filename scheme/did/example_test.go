package did_test

import (
	"fmt"

	"github.com/pct-encoded/percent/scheme/did"
)

func Example() {
	fmt.Println(did.WebURL("did:web:example.com%3A3000"))
	fmt.Println(did.WebURL("did:web:localhost%3A3000:org:abc"))
	fmt.Println(did.FromWebURL("https://example.com/~alice/did.json"))
	fmt.Println(did.WebURL("did:web:127.0.0.1"))
	// Output:
	// https://example.com:3000/.well-known/did.json <nil>
	// https://localhost:3000/org/abc/did.json <nil>
	// did:web:example.com:%7Ealice <nil>
	//  did: invalid host "127.0.0.1" at byte 8
}
