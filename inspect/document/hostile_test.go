package document

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
)

// TestHostile: what begins something that never ends, so often that to look for its end each
// time would take hours.
func TestHostile(t *testing.T) {
	for _, tt := range []struct{ grammar, head, piece string }{
		{"text", "", "!www.."},
		{"text", "", "www.a?"},
		{"text", "", "!www.a b.c"},
		{"text", "", "http://("},
		{"text", `\`, `"a" `},
		{"text", `http://h/\`, `"www.a.b" `},
		{"html", "", "<!a>"},
		{"html", "", "<!a[>"},
		{"html", "", "<!--->"},
		{"html", "<a ", "a='"},
		{"html", "<script>", `"a" `},
		{"html", "<script>", "</scrip"},
		{"mail", "From: a\nX: b\n", " a\n"},
		{"mail", "Content-Type: multipart/mixed; boundary=a\n\n", "--a\nContent-Type: multipart/mixed; boundary=a\n\n"},
		{"mail", "X: ", "=?a?q?http://h/_http://h/?= "},
		{"markdown", "", "](< "},
		{"markdown", "", "[a\n"},
		{"source", "", `"a" `},
		{"source", "", `"a" + "b", `},
		{"source", "", "\"a\"\n"},
		{"source", "", `"a" 'b'`},
		{"powershell", "", "\"`\"\" "},
		{"powershell", "\"", "`\""},
		{"properties", "a=", "\\\n "},
		{"json", `{"text":"`, "aHR0cDovL2gv"},
		{"w3c", "#Fields: cs-uri-query cs-uri-stem\n", "a "},
		{"yaml", "", "[a,\n"},
		{"yaml", "a: ", "!a |"},
		{"yaml", "a: ", "!a !a |\n"},
		{"css", "", "URL( "},
		{"css", "", "url("},
		{"log", "", "A HTTP/ "},
		{"json", "", `["[\"[`},
	} {
		g, err := Lookup(tt.grammar)
		if err != nil {
			t.Fatal(err)
		}
		growth.Linear(t, 1<<12, 1<<23, func(n int) {
			s := tt.head + strings.Repeat(tt.piece, n/len(tt.piece))
			for u := range g.URLs(s) {
				_ = u
			}
		})
	}
}

// TestEncodedWords: an encoded word may end at, or behind, the most that is looked at.
func TestEncodedWords(t *testing.T) {
	g, err := Lookup("mail")
	if err != nil {
		t.Fatal(err)
	}
	for n := longestWord - 12; n < longestWord+4; n++ {
		for _, body := range []string{"?q?aaaa?=", "?q?", "?", ""} {
			s := "Subject: =?" + strings.Repeat("a", n) + body + " http://h/\n\nx"
			if got := found(t, g, s); len(got) != 1 || got[0] != "http://h/" {
				t.Errorf("%d, %q: %q", n, body, got)
			}
		}
	}
}
