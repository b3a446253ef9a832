package guard_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/pct-encoded/percent/reader/guard"
)

// A check of a URL that comes from outside: the host is what everyone reads, and the URL
// of the target is what to send.
func ExampleCheck() {
	for _, url := range []string{"HTTP://Example.com:80/%7eme", `http://example.com\@192.0.2.1/`} {
		target, err := guard.Check(url, guard.Everyone()...)
		var disagreement *guard.Disagreement
		switch {
		case errors.As(err, &disagreement):
			fmt.Println("readers part in the", disagreement.Part, "from byte", disagreement.Offset, "on by their choice of", disagreement.Choice.A.Name)
		case err != nil:
			fmt.Println(err)
		default:
			fmt.Println(target.Host, target.Port, target.Path, target.URL)
		}
	}
	// Output:
	// example.com 80 /~me http://example.com/~me
	// readers part in the host from byte 18 on by their choice of backslash
}

// A client that connects to addresses of the Internet only, on redirects too.
func ExampleTransport() {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	client := &http.Client{Transport: &guard.Transport{}}
	_, err := client.Get(server.URL)
	var refused *guard.AddressError
	fmt.Println(errors.As(err, &refused), refused.Class)
	// Output: true loopback
}
