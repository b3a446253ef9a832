package results

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/growth"
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
	const text = "aé\nb\xe2\x82c€\r\n\n日本d\x80\x80\x80\x80\x80\x80"
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
			if v.last.offset < at-utf8.UTFMax {
				t.Fatalf("offset %d: the next call counts from %d", at, v.last.offset)
			}
			if want := utf8.RuneCountInString(before) + 1; line != wantLine || column != want {
				t.Fatalf("number %d, offset %d: %d:%d, want %d:%d", number, at, line, column, wantLine, want)
			}
		}
	}
}

// TestLongInput: a long value stands beside the first of its findings, and a very long one
// beside none.
func TestLongInput(t *testing.T) {
	for _, c := range []struct {
		length int
		want   [2]bool
	}{
		{longestRepeated, [2]bool{true, true}},
		{longestRepeated + 1, [2]bool{true, false}},
		{longestOnce, [2]bool{true, false}},
		{longestOnce + 1, [2]bool{false, false}},
	} {
		v := &Linted{Source: "stdin", Number: 1, Text: bytes.Repeat([]byte("a"), c.length)}
		for i, want := range c.want {
			if has := bytes.Contains(v.AppendJSON(nil, lint.Finding{Len: 1}), []byte(`"input":"`)); has != want {
				t.Errorf("%d bytes, finding %d: %v", c.length, i, has)
			}
		}
	}
}

// TestExtractedInput: of a line that URLs were extracted from, the URL with the finding is
// the input, and input_offset is its place.
func TestExtractedInput(t *testing.T) {
	long := "http://h/" + strings.Repeat("x", longestRepeated) + "%00a%00"
	v := &Linted{Source: "stdin", Number: 1, Text: []byte("GET http://h/%00 and " + long)}
	l := Linting{Extract: true}
	var got []string
	if err := l.each(v, func(f lint.Finding) {
		_, input, _ := strings.Cut(string(v.AppendJSON(nil, f)), `"fix":"reject it: text does not contain NUL"`)
		got = append(got, input)
	}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`,"input":"http://h/%00","input_offset":4}` + "\n",
		`,"input":"` + long + `","input_offset":21}` + "\n",
		"}\n",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAppendAllocates: to tell what is found takes no memory beyond what it takes to find it.
func TestAppendAllocates(t *testing.T) {
	if growth.Race {
		t.Skip("the race detector allocates")
	}
	const url = "https://a.example/a%2Fb?c=%64"
	var l Linting
	v := Linted{Source: "text", Text: []byte(url)}
	write := FindingWriter("", lint.Severity.String)
	dst, err := l.Append(nil, v, write)
	if err != nil || len(dst) == 0 {
		t.Fatalf("%q, %v", dst, err)
	}
	found := testing.AllocsPerRun(100, func() { _, _ = l.Linter.Lint(url) })
	told := testing.AllocsPerRun(100, func() { dst, _ = l.Append(dst[:0], v, write) })
	if told > found {
		t.Errorf("%v allocations, and %v to find it", told, found)
	}
}
