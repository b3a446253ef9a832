package saml

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"os"
	"strings"
	"testing"
)

const mostExplained = 2000

// TestPeers: node-saml and samlify, and what node-saml says of their URLs and of changed
// ones. PERCENT_SIGNED_SAML names a file with more of them.
func TestPeers(t *testing.T) {
	names := append([]string{"../../interop/signatures/saml.jsonl.gz"}, strings.Fields(os.Getenv("PERCENT_SIGNED_SAML"))...)
	mistakes := map[string]int{}
	n := 0
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var text io.Reader = bytes.NewReader(data)
		if strings.HasSuffix(name, ".gz") {
			if text, err = gzip.NewReader(text); err != nil {
				t.Fatal(err)
			}
		}
		for lines := bufio.NewReader(text); ; n++ {
			line, err := lines.ReadBytes('\n')
			if err == io.EOF {
				break
			}
			var r struct {
				Program, URL, Public string
				Not                  bool
			}
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(err)
			}
			if r.URL == "" {
				continue
			}
			block, _ := pem.Decode([]byte(r.Public))
			key, err := x509.ParsePKIXPublicKey(block.Bytes)
			if err != nil {
				t.Fatal(err)
			}
			m, err := Parse(r.URL)
			if err == nil {
				err = m.Verify(key)
			}
			if (err != nil) != r.Not {
				t.Fatalf("%s: %v, and node-saml says that it is valid: %t", r.URL, err, !r.Not)
			}
			if m == nil || n > mostExplained { // a wrong signature of RSA takes long to explain
				continue
			}
			found := m.FindMistake(key)
			switch {
			case err == nil && found != nil:
				t.Fatalf("%s is valid, and has %s", r.URL, found.ID)
			case found != nil:
				mistakes[r.Program+" "+found.ID]++
			case err != nil:
				mistakes[r.Program+" unexplained"]++
			}
		}
	}
	if n < 300 || mistakes["node-saml other-encoder"]+mistakes["node-saml space-as-plus"] == 0 {
		t.Errorf("%d URLs, %v", n, mistakes)
	}
	t.Logf("%d URLs, %v", n, mistakes)
}
