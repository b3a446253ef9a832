package results

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect/lint"
)

// TestFindingJSON: a finding has its keys in order, leaves out those that it has nothing
// for, and is in base64 where it is not UTF-8.
func TestFindingJSON(t *testing.T) {
	full := lint.Finding{
		Rule: "raw-space", Severity: lint.Warning, Offset: 1, Len: 1, Layer: 2, Message: "a \"space\"", Fix: "write %20",
		Replacement: "%20", Mechanical: true, Browser: "other", Readers: "h: p\n",
	}
	for _, test := range []struct {
		v    Linted
		f    lint.Finding
		want string
	}{
		{
			Linted{Source: "t.csv", Number: 3, Column: "url", Offset: 10, Text: []byte("a é")},
			full,
			`{"rule":"raw-space","severity":"warning","source":"t.csv","number":3,"column":"url","offset":1,"length":1,"stream_offset":11,"text":" ",` +
				`"layer":2,"message":"a \"space\"","browser":"other","readers":"h: p\n","fix":"write %20","replacement":"%20","input":"a é"}`,
		},
		{
			Linted{Source: "a", Number: 1, Offset: -1, Text: []byte("a\xff")},
			lint.Finding{Rule: "invalid-utf8", Severity: lint.Error, Offset: 1, Len: 1, Message: "m", Fix: "f"},
			`{"rule":"invalid-utf8","severity":"error","source":"a","number":1,"offset":1,"length":1,"text_base64":"/w==",` +
				`"layer":0,"message":"m","fix":"f","input_base64":"Yf8="}`,
		},
	} {
		if got := string(test.v.AppendJSON(nil, test.f)); got != test.want+"\n" {
			t.Errorf("got  %swant %s", got, test.want)
		}
	}
}

// TestPosition: the findings of a value in any order have the line and column that
// counting from its start gives.
func TestPosition(t *testing.T) {
	const text = "aé\nb\xe2\x82c€\r\n\n日本d"
	for _, number := range []int64{0, 3} {
		random := rand.New(rand.NewPCG(1, 2))
		v := &Linted{Number: number, Text: []byte(text)}
		for i := range 500 {
			at := random.IntN(len(text) + 1)
			if i <= len(text) {
				at = i
			}
			before, wantLine := text[:at], max(number, 1)
			if number == 0 {
				wantLine += int64(strings.Count(before, "\n"))
				before = before[strings.LastIndexByte(before, '\n')+1:]
			}
			line, column := v.Position(lint.Finding{Offset: at})
			if want := utf8.RuneCountInString(before) + 1; line != wantLine || column != want {
				t.Fatalf("number %d, offset %d: %d:%d, want %d:%d", number, at, line, column, wantLine, want)
			}
		}
	}
}

// TestLongInput: a long value does not stand beside each of its findings.
func TestLongInput(t *testing.T) {
	for _, c := range []struct {
		length int
		want   bool
	}{{longestRepeated, true}, {longestRepeated + 1, false}} {
		v := &Linted{Source: "stdin", Number: 1, Text: bytes.Repeat([]byte("a"), c.length)}
		if has := bytes.Contains(v.AppendJSON(nil, lint.Finding{Len: 1}), []byte(`"input":"`)); has != c.want {
			t.Errorf("%d bytes: %v", c.length, has)
		}
	}
}
