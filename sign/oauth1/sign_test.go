package oauth1

import (
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
)

func testSigner(m SignatureMethod) *Signer {
	return &Signer{Consumer: Credentials{"client", "s1&"}, Token: Credentials{"token", "s2+"}, Method: m}
}

func TestNoncesDiffer(t *testing.T) {
	s := &Signer{Consumer: Credentials{"a", "b"}}
	seen := map[string]bool{}
	for range 1000 {
		h, err := s.AuthorizationHeader(&Request{Method: "GET", URL: "http://h/"})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := ParseHeader(h)
		nonce, _ := p.Get(nonceName)
		if len(nonce) != nonceSize || seen[nonce] {
			t.Fatalf("nonce %q", nonce)
		}
		seen[nonce] = true
	}
}

// ten is a request with ten parameters, seven of them of the protocol's.
var ten = Request{Method: "POST", URL: "https://api.example.com/1.1/statuses/update.json?include_entities=true&q=a%20b", Form: "status=Hello+Ladies+%2B+Gentlemen%2C+a+signed+request%21"}

func TestAllocations(t *testing.T) {
	if growth.Race {
		t.Skip("the race detector makes pools forget")
	}
	for _, m := range []SignatureMethod{HMACSHA1, Plaintext} {
		s := testSigner(m)
		s.Nonce = func() string { return "n" }
		if _, err := s.AuthorizationHeader(&ten); err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(200, func() { _, _ = s.AuthorizationHeader(&ten) }); n > 1 {
			t.Errorf("signing with %v allocates %v times, the header being one", m, n)
		}
	}
	if n := testing.AllocsPerRun(200, func() { _, _ = BaseString(&ten) }); n > 1 {
		t.Errorf("a base string allocates %v times", n)
	}
}

func BenchmarkSign(b *testing.B) {
	s := testSigner(HMACSHA1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.AuthorizationHeader(&ten); err != nil {
			b.Fatal(err)
		}
	}
}
