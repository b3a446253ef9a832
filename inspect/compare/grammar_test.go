package compare

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/uri"
)

// What may stand in each component besides escapes, written out from RFC 3986,
// appendix A. Nothing of it is taken from the code.
const (
	grammarUnreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
	grammarSubDelims  = "!$&'()*+,;="
	grammarReserved   = grammarSubDelims + ":/?#[]@"
	grammarPchar      = grammarUnreserved + grammarSubDelims + ":@"
)

var grammarPlaces = []struct {
	name, before, behind string
	holds                string
	words                string
}{
	{"userinfo", "http://u", "x@h/", grammarUnreserved + grammarSubDelims + ":", "the userinfo"},
	{"reg-name", "http://h", "x/", grammarUnreserved + grammarSubDelims, "a host name"},
	{"path", "http://h/p", "x", grammarPchar + "/", "a path"},
	{"path-absolute", "/p", "x/q", grammarPchar + "/", "a path"},
	{"path-rootless", "urx://h/p", "x", grammarPchar + "/", "a path"},
	{"segment-nz-nc", "1p", "x/q?k=v", grammarUnreserved + grammarSubDelims + "@", "the first segment of a relative path"},
	{"segment-nz-nc like a scheme", "p", "x/q?k=v", grammarUnreserved + grammarSubDelims + "@", "the first segment of a relative path"},
	{"second segment", "./p", "x/q", grammarPchar + "/", "a path"},
	{"query", "http://h/?q", "x", grammarPchar + "/?", "a query"},
	{"query of a relative reference", "?q=", "x", grammarPchar + "/?", "a query"},
	{"query alone", "k=v&q=", "x", grammarPchar + "/?", "a query"},
	{"fragment", "http://h/#f", "x", grammarPchar + "/?", "a fragment"},
}

// TestGrammar: for every printable character of ASCII in every component, what is said of
// it raw and escaped is what the grammar has.
func TestGrammar(t *testing.T) {
	for _, p := range grammarPlaces {
		for c := byte(' '); c <= '~'; c++ {
			if c == '%' {
				continue // raw, it begins an escape
			}
			char := string(rune(c))
			raw, escaped := p.before+char+p.behind, fmt.Sprintf("%s%%%02X%s", p.before, c, p.behind)
			for _, order := range [][2]string{{raw, escaped}, {escaped, raw}} {
				t.Run(p.name+"/"+order[0], func(t *testing.T) {
					checkGrammar(t, Compare(order[0], order[1], Text), char, strings.Contains(p.holds, char), p.words)
				})
			}
		}
	}
}

func checkGrammar(t *testing.T, c *Comparison, char string, holds bool, place string) {
	if strings.Contains(grammarUnreserved, char) {
		if c.Verdict != Equivalent {
			t.Errorf("%v, want equivalent", c.Verdict)
		}
		return
	}
	if c.Verdict != Different {
		t.Fatalf("%v, want different", c.Verdict)
	}
	if at := c.Apart; at != nil {
		switch notEscaped := at.Difference == uri.NotEscaped; {
		case holds && notEscaped, !strings.Contains(grammarReserved, char) && !notEscaped:
			t.Errorf("%v", at.Difference)
		}
	}
	found := 0
	for _, m := range c.Mistakes {
		switch m.ID {
		case mistake.SlashEscaped, mistake.SlashUnescaped:
			if strings.HasSuffix(place, "path") {
				found++
				continue // there it separates segments
			}
		case mistake.ReservedEscaped, mistake.ReservedUnescaped:
			what := "characters that no URI may hold are "
			if strings.Contains(grammarReserved, char) {
				what = "reserved characters are "
			}
			if !strings.HasPrefix(m.Text(), what) {
				t.Errorf("%q, want %q", m.Text(), what)
			}
		default:
			continue
		}
		found++
		want := place + " may not hold"
		if holds {
			want = place + " may hold"
		}
		if !strings.HasSuffix(m.Text(), ", which "+want) {
			t.Errorf("%q, want %q", m.Text(), want)
		}
		if holds && strings.Contains(m.Fix(), "escape "+char) || !holds && strings.Contains(m.Fix(), "may hold") {
			t.Errorf("%q", m.Fix())
		}
	}
	if found == 0 && char != " " {
		t.Errorf("none of the mistakes is named: %v", c.Mistakes)
	}
}

// TestGrammarOfSpellings is about places and texts of more than one kind.
func TestGrammarOfSpellings(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		format     Format
		first      string // the first mistake, and its side
		text, fix  string // parts of what is said of it
	}{
		{"brackets of an address", "http://[::2]/", "http://%5B::2%5D/", Text, "reserved-escaped second", ", an IP address has no escapes", "leave [ ] unescaped"},
		{"colon of an address", "http://[1::2]/", "http://[1%3A:2]/", Text, "reserved-escaped second", "no escapes", "leave : unescaped"},
		{"plus of a scheme", "git+ssh://h/", "git%2Bssh://h/", Text, "reserved-escaped second", ", a scheme has no escapes", "leave + unescaped"},
		{"colon before a port", "http://h:81/", "http://h%3A81/", Text, "reserved-escaped second", "a host name may not hold", "leave : unescaped if it is a delimiter"},
		{"begins a fragment", "/p#q", "/p%23q", Text, "reserved-escaped second", "a path may not hold", "if it is a delimiter"},
		{"brackets of a query", "/?a[]=1", "/?a%5B%5D=1", Text, "reserved-unescaped first", "a query may not hold", "escape [ ]"},
		{"brackets of a query, the other way round", "/?a%5B%5D=1", "/?a[]=1", Text, "reserved-unescaped second", "a query may not hold", "escape [ ]"},
		{"some of both", "http://h/x$(y)^", "http://h/x%24%28y%29%5E", Text, "reserved-unescaped first", ", of which a path may hold $ ( ), a path may not hold ^", "escape ^"},
		{"two components", "http://h/x;y?z;", "http://h/x%3By?z%3B", Text, "reserved-escaped second", "of which a path may hold ;, a query may hold ;", "spell ; alike"},
		{"form", "?a=x=y", "?a=x%3Dy", Text, "reserved-escaped second", "a query may hold", "as forms do to ="},
		{"not the form's", "?a=x!y", "?a=x%21y", Text, "reserved-escaped second", "a query may hold", "(RFC 3986, section 2.2)"},
		{"no known place", "x!y", "x%21y", Text, "reserved-escaped second", "reserved characters are escaped", "! may stand in userinfo, reg-name, segment, path, query, fragment"},
		{"no known place, at sign", "x@y", "x%40y", Text, "reserved-escaped second", "reserved characters are escaped", "@ may stand in segment, path, query, fragment"},
		{"no known place, colon", "x:y", "x%3Ay", Text, "reserved-escaped second", "reserved characters are escaped", "but not in the first segment"},
		{"no known place, bracket", "x]y", "x%5Dy", Text, "reserved-escaped second", "reserved characters are escaped", "] may stand around an IP literal alone"},
		{"no known place, circumflex", "x^y", "x%5Ey", Text, "reserved-unescaped first", "characters that no URI may hold are not escaped", "^ may stand in no part of a URI"},
		{"OAuth", "GET&http%3A%2F%2Fh%2F&a%3Dx%252Ay", "GET&http%3A%2F%2Fh%2F&a%3Dx%2Ay", BaseString, "reserved-unescaped second", "reserved characters are not escaped", "RFC 5849, section 3.6"},
		{"AWS", "GET\n/x%28y\n\nhost:h\n\nhost\nUNSIGNED-PAYLOAD", "GET\n/x(y\n\nhost:h\n\nhost\nUNSIGNED-PAYLOAD", CanonicalRequest, "reserved-unescaped second", "reserved characters are not escaped", "UriEncode"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Compare(tt.a, tt.b, tt.format)
			if len(c.Mistakes) == 0 {
				t.Fatal("no mistake")
			}
			m := c.Mistakes[0]
			if got := m.ID + " " + m.Side.String(); got != tt.first || !strings.Contains(m.Text(), tt.text) || !strings.Contains(m.Fix(), tt.fix) {
				t.Errorf("%s: %s; %s", got, m.Text(), m.Fix())
			}
		})
	}
}
