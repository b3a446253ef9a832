package guard

import (
	"errors"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// internalNames are the names of testdata/payloads.tsv for addresses that are not of the
// Internet.
var internalNames = map[string]string{
	"localhost":             "127.0.0.1",
	"localhost.example":     "127.0.0.1",
	"loopback.example":      "127.0.0.6",
	"loopback-too.example":  "127.0.0.2",
	"link.example":          "169.254.0.1",
	"link-local.example":    "169.254.0.2",
	"name.internal.example": "192.168.0.1",
	"a-name":                "192.0.2.1",
	"other-name":            "10.0.0.2",
}

var addressInName = regexp.MustCompile(`(?:^|[.-])(\d+\.\d+\.\d+\.\d+)\.address\.example$`)

// resolve stands for the Domain Name System: names that say which address they have, those
// above, and one public address for all others of a domain.
func resolve(name string) []string {
	if m := addressInName.FindStringSubmatch(name); m != nil {
		return m[1:]
	}
	if a, ok := internalNames[name]; ok {
		return []string{a}
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last == name || last == "" || strings.IndexByte("0123456789", last[0]) >= 0 {
		return nil
	}
	return []string{"8.8.8.8"}
}

// TestPayloads: no URL of testdata/payloads.tsv passes Check with everyone and a Dialer.
func TestPayloads(t *testing.T) {
	text, err := os.ReadFile("testdata/payloads.tsv")
	if err != nil {
		t.Fatal(err)
	}
	d := (&zone{other: resolve}).dialer()
	count, by := 0, map[string]int{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		kind, escaped, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			t.Fatalf("no kind: %q", line)
		}
		payload, err := recordings.UnescapeURL(escaped)
		if err != nil {
			t.Fatal(err)
		}
		count++
		target, err := Check(payload, Everyone()...)
		var disagreement *Disagreement
		switch {
		case errors.As(err, &disagreement):
			by["parting"]++
			continue
		case err != nil:
			by["no host"]++
			continue
		}
		_, err = d.DialContext(t.Context(), "tcp", net.JoinHostPort(target.Host, target.Port))
		var refused *AddressError
		var unresolved *net.DNSError
		switch {
		case errors.As(err, &refused):
			by["address"]++
		case errors.As(err, &unresolved):
			by["no such name"]++
		default:
			t.Errorf("%s: %s passes: %+v, %v", kind, escaped, target, err)
		}
	}
	t.Logf("%d payloads: %v", count, by)
	if count < 300 || by["parting"] < 50 || by["address"] < 50 {
		t.Errorf("only %d payloads: %v", count, by)
	}
}

// TestPayloadsCanPass: the test above sees a payload that passes.
func TestPayloadsCanPass(t *testing.T) {
	target, err := Check("http://allowed.example/", Everyone()...)
	if err != nil {
		t.Fatal(err)
	}
	d := (&zone{other: resolve}).dialer()
	if _, err := d.DialContext(t.Context(), "tcp", net.JoinHostPort(target.Host, target.Port)); !errors.Is(err, errWould) {
		t.Error(err)
	}
}
