package records

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/inspect/explain"
)

// A Lookout finds its text however the text is cut.
func TestLookout(t *testing.T) {
	for _, test := range []struct {
		name string
		find func([]byte, bool) string
		text string
		want string
	}{
		{"escape", FindEscape, "100% of %zz and a%2" + "0b%41", "%20"},
		{"no escape", FindEscape, "100% of %zz%%4", ""},
		{"line end", FindLineEnd, "a%0ab%0A", "%0a"},
		{"dots", FindDots, "a.\n...\n./\n..\nb", ".."},
		{"a dot first", FindDots, ".\n", "."},
		{"dots before NUL", FindDots, "a\x00..\x00", ".."},
		{"dots before CR LF", FindDots, "a/..\r\n..\r\n", ".."},
		{"no dots", FindDots, "a..\n x.\n../\n....\n.. \n..", ""},
		{"URL first", FindURL, "https://example.com", "https://"},
		{"URL on a line", FindURL, strings.Repeat("x", 40) + "\nview-source+x://a", "view-source+x://"},
		{"URL behind NUL", FindURL, "a\x00ftp://b", "ftp://"},
		{"URL in a text", FindURL, "see http://example.com://", ""},
		{"no scheme", FindURL, "1a://b\n://c", ""},
		{"URL behind others", FindURL, "://a\nx y://\ngit://b", "git://"},
	} {
		for size := 1; size <= len(test.text); size++ {
			l := Lookout{Find: test.find}
			for text := []byte(test.text); len(text) > 0; {
				n := min(size, len(text))
				l.See(text[:n])
				text = text[n:]
			}
			if len(test.want) == 3 && len(l.Found) == 3 {
				// %0a and %0A come in either order.
				l.Found = strings.ToLower(l.Found)
			}
			if l.Found != test.want {
				t.Errorf("%s in pieces of %d: %q, want %q", test.name, size, l.Found, test.want)
			}
		}
	}
}

// TestHintsSeeTheBeginning: hints look at the beginning of a text, whatever pieces it comes
// in, and at no byte of what follows.
func TestHintsSeeTheBeginning(t *testing.T) {
	for _, size := range []int{1000, lookedAt, 3 * lookedAt} {
		seen := 0
		l := Lookout{Find: func(text []byte, _ bool) string {
			seen += len(text)
			return ""
		}}
		var plus PlusWatch
		var text TextWatch
		see := func(b []byte) {
			l.See(b)
			plus.See(b)
			text.See(b)
		}
		for range (lookedAt + size - 1) / size {
			see([]byte(strings.Repeat("a\n", size/2)))
		}
		see([]byte("x+y\xff%41"))
		if most := lookedAt + 3*overlap*(lookedAt/size+1); seen < lookedAt || seen > most {
			t.Errorf("in pieces of %d: %d bytes were searched, want %d to %d", size, seen, lookedAt, most)
		}
		if plus.Reading() != explain.PlusNone || text.NotUTF8() {
			t.Errorf("in pieces of %d: what follows was looked at", size)
		}
	}
}

// What a '+' means in the values of a text is seen however the text is cut.
func TestPlusWatch(t *testing.T) {
	long := strings.Repeat("x", 2*plusBytes)
	for text, want := range map[string]explain.PlusReading{
		"":                                    explain.PlusNone,
		"a\nb\x00":                            explain.PlusNone,
		"a+b":                                 explain.PlusUnknown,
		"mailto:a@b?subject=c+d\n":            explain.PlusItself,
		"a\nftp://h/?c+d\nhttp://h/a+b?c\n":   explain.PlusItself,
		"ftp://h/?c+d\nhttps://h/a+b?c+d\nx+": explain.PlusProbablySpace,
		"geo:1,2?z=+3\x00x+y":                 explain.PlusUnknown,
		"/a?b+c":                              explain.PlusProbablySpace,
		long:                                  explain.PlusNone,
		"sip:" + long + "+\n/a?b+c":           explain.PlusUnknown,
		long + "\nhttp://h/?a+b":              explain.PlusProbablySpace,
		"http://h/?" + long + "\nsip:+1":      explain.PlusItself,
	} {
		for _, size := range []int{1, 2, 3, 7, 100, len(text) + 1} {
			var w PlusWatch
			for rest := []byte(text); len(rest) > 0; {
				n := min(size, len(rest))
				w.See(rest[:n])
				rest = rest[n:]
			}
			if got := w.Reading(); got != want {
				t.Errorf("%.30q in pieces of %d: %q, want %q", text, size, got, want)
			}
		}
	}
}

func TestTextWatch(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "abc": false, "é€😀 x": false, "\xff": true, "a\xc3": true, "é\xe2\x82 x": true,
		"x\xed\xa0\x80": true, "\xe2(\xa1": true, "\x80": true, "😀\xf0\x9f": true,
	} {
		for size := 1; size <= len(text)+1; size++ {
			var w TextWatch
			for rest := []byte(text); len(rest) > 0; {
				n := min(size, len(rest))
				w.See(rest[:n])
				rest = rest[n:]
			}
			if w.NotUTF8() != want {
				t.Errorf("%q in pieces of %d: %v", text, size, !want)
			}
		}
	}
}

// Hints are the same whatever pieces a stream comes in.
