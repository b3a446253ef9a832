package zone

import (
	"errors"
	"net/netip"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestZone(t *testing.T) {
	for literal, addr := range map[string]string{
		"[fe80::a%25en1]": "fe80::a%en1", "[fe80::1%25en%201]": "fe80::1%en 1", "[::1]": "::1", "[fe80::1%25%C3%A9%25]": "fe80::1%é%",
	} {
		got, err := Parse(literal)
		if err != nil || got != netip.MustParseAddr(addr) {
			t.Errorf("%s: %v, %v", literal, got, err)
		}
		if built, err := Build(got); err != nil || built != literal {
			t.Errorf("%s: %s, %v", addr, built, err)
		}
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"", 0, "", MissingBracket},
		{"fe80::1", 0, "f", MissingBracket},
		{"[fe80::1", 8, "", MissingBracket},
		{"[fe80::g]", 1, "fe80::g", InvalidAddress},
		{"[1.2.3.4]", 1, "1.2.3.4", InvalidAddress},
		{"[fe80::1%eth0]", 8, "%eth0]", RawPercent},
		{"[fe80::1%25]", 11, "", EmptyZone},
		{"[fe80::1%25a%zz]", 12, "%zz", percent.InvalidEscape},
		{"[fe80::1%25a b]", 12, " ", percent.InvalidByte},
		{"[fe80::1%25a%00]", 12, "%00", percent.InvalidByte},
	} {
		_, err := Parse(tt.in)
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Offset != tt.offset || e.Bytes != tt.bytes || e.Reason != tt.reason {
			t.Errorf("%q: %v", tt.in, err)
		}
	}
	for _, addr := range []netip.Addr{{}, netip.MustParseAddr("1.2.3.4"), netip.MustParseAddr("::1").WithZone("a\x00")} {
		if s, err := Build(addr); err == nil {
			t.Errorf("%q", s)
		}
	}
}

func FuzzZone(f *testing.F) {
	f.Add("[fe80::1%25en%201]")
	f.Fuzz(func(t *testing.T, s string) {
		addr, err := Parse(s)
		if err != nil {
			syntaxtest.Within(t, s, err)
			return
		}
		built, err := Build(addr)
		if again, err2 := Parse(built); err != nil || err2 != nil || again != addr {
			t.Fatalf("%q: %q, %v, %v, %v", s, built, again, err, err2)
		}
	})
}
