package server_test

import (
	"strings"
	"testing"
)

// TestDrivers: the reply about a URL has what drivers read in a connection URI, but for its
// password, and nothing for other URLs.
func TestDrivers(t *testing.T) {
	address, path := start(t)
	for text, want := range map[string]string{
		"postgres://app:p%40ss@db.example/shop": `user app; password as written, decoded; host db.example`,
		"HTTPS://u:p@h/":                        "",
		"nosuch://u:p@h/":                       "",
	} {
		_, reply := do(t, "POST", "http://"+address+path+"call/url", `{"text":"`+text+`"}`, nil)
		_, drivers, ok := strings.Cut(reply, `"drivers":"`)
		if ok != (want != "") || !strings.Contains(drivers, want) || strings.Contains(drivers, "p@ss") {
			t.Errorf("%s: drivers %.300q, want %q in them", text, drivers, want)
		}
	}
}
