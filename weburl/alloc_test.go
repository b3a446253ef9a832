package weburl

import (
	"strings"
	"testing"
)

// TestAllocations: a text that is a serialization is not copied, all else takes
// one allocation.
func TestAllocations(t *testing.T) {
	base := must(t, "https://user:pw@example.com:8080/a/b?q#f")
	for _, tt := range []struct {
		name string
		want float64
		run  func()
	}{
		{"canonical", 0, func() { _, _ = Parse("https://example.com/path?q=1#f") }},
		{"canonical, not special", 0, func() { _, _ = Parse("foo://Example.com/path?q=1#f") }},
		{"canonical, opaque", 0, func() { _, _ = Parse("mailto:a@example.com") }},
		{"port and credentials", 0, func() { _, _ = Parse("https://user:pw@example.com:8080/a/b?q#f") }},
		{"canonical, IPv6", 0, func() { _, _ = Parse("http://[1::1:2:0:0]:8080/") }},
		{"repaired", 1, func() { _, _ = Parse("  HTTPS://EXAMPLE.com:443/a/../b\tc?q=é 'x'#f ") }},
		{"IDNA", 1, func() { _, _ = Parse("http://bücher.example/") }},
		{"IPv4", 1, func() { _, _ = Parse("http://0x7f.1") }},
		{"IPv6", 1, func() { _, _ = Parse("http://[1:0::0:1.2.3.4]:0080/") }},
		{"escaped host", 1, func() { _, _ = Parse("http://ex%41mple.com") }},
		{"reference", 1, func() { _, _ = base.Parse("../c?x") }},
		{"CanParse", 0, func() { CanParse(" HTTPS://ex%41mple.com/é?é#é") }},
		{"CanParse, not", 0, func() { CanParse("http://a b/") }},
		{"WithHref", 1, func() { _, _ = base.WithHref("HTTP://x") }},
		{"WithProtocol", 1, func() { _, _ = base.WithProtocol("wss") }},
		{"WithUsername", 1, func() { _, _ = base.WithUsername("a b") }},
		{"WithPassword", 1, func() { _, _ = base.WithPassword("a b") }},
		{"WithHost", 1, func() { _, _ = base.WithHost("EXAMPLE.org:1") }},
		{"WithHostname", 1, func() { _, _ = base.WithHostname("bücher.example") }},
		{"WithPort", 1, func() { _, _ = base.WithPort("1") }},
		{"WithPathname", 1, func() { _, _ = base.WithPathname("/x/../é") }},
		{"WithSearch", 1, func() { _, _ = base.WithSearch("é") }},
		{"WithHash", 1, func() { _, _ = base.WithHash("é") }},
		{"no change", 0, func() { _, _ = base.WithHash("#f") }},
		{"getters", 0, func() { _, _, _, _ = base.Host(), base.Search(), base.Pathname(), base.Password() }},
		{"Origin", 0, func() { sink = must(t, "https://example.com:1/").Origin() }},
		{"Clone", 1, func() { sink = base.Clone().Href() }},
	} {
		if got := testing.AllocsPerRun(100, tt.run); got != tt.want {
			t.Errorf("%s: %v allocations, want %v", tt.name, got, tt.want)
		}
	}
}

var sink string

// TestSharing: a canonical input is not copied, and Clone copies.
func TestSharing(t *testing.T) {
	text := strings.Clone("https://example.com/path")
	u := must(t, text)
	if !sameMemory(u.Href(), text) {
		t.Error("a canonical text is copied")
	}
	if c := u.Clone(); c != u || sameMemory(c.Href(), text) {
		t.Error("a clone shares memory")
	}
	v, _ := u.WithHash("")
	if !sameMemory(v.Href(), text) {
		t.Error("what did not change is copied")
	}
}

func sameMemory(a, b string) bool { return &octets(a)[0] == &octets(b)[0] }
