package results

import (
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/pct-encoded/percent/inspect/lint"
)

// lastFinding returns the last finding in text, and the value that it is.
func lastFinding(t *testing.T, v Linted, text string) (*Linted, lint.Finding) {
	t.Helper()
	found, err := lint.Lint(text)
	if err != nil {
		t.Fatal(err)
	}
	v.Text = []byte(text)
	return &v, found[len(found)-1]
}

// TestAppendFinding: a line says where a finding is as editors count, and shows what a
// terminal would obey.
func TestAppendFinding(t *testing.T) {
	for _, test := range []struct {
		name string
		v    Linted
		text string
		want string
	}{
		{"line of a file", Linted{Source: "urls.txt", Number: 7}, "é\x1b", "urls.txt:7:2: <warning> control-character: \"\\x1b\": "},
		{"whole file", Linted{Source: "urls.txt"}, "a\né\x1b", "urls.txt:2:2: "},
		{"argument", Linted{Source: "arg 1", Number: 1, Argument: true}, "é\x1b", "arg 1:2: "},
		{"column", Linted{Source: "t.csv", Number: 3, Column: "a\nb"}, "\x1b", `t.csv:3:"a\nb":1: `},
	} {
		v, found := lastFinding(t, test.v, test.text)
		got := string(AppendFinding(nil, v, found, func(s lint.Severity) string { return "<" + s.String() + ">" }))
		if !strings.HasPrefix(got, test.want) || strings.Count(got, "\n") != 1 || strings.Contains(got, "\x1b") {
			t.Errorf("%s: %q, want %q at its beginning", test.name, got, test.want)
		}
	}
}

// TestSARIF: the pieces make one document, with a location only for what is in a file.
func TestSARIF(t *testing.T) {
	document := string(SARIFBegin("v1", lint.Rules()))
	for i, v := range []Linted{{Source: `dir\a b.txt`, Number: 2}, {Source: "arg 1", Number: 1, Argument: true}} {
		if i > 0 {
			document += ","
		}
		about, found := lastFinding(t, v, "é\x1b")
		document += string(AppendSARIF(nil, about, found))
	}
	var o struct {
		Runs []struct {
			Results []struct {
				Locations []struct {
					Physical struct {
						Artifact struct {
							URI string `json:"uri"`
						} `json:"artifactLocation"`
						Region struct {
							Line   int `json:"startLine"`
							Column int `json:"startColumn"`
							End    int `json:"endColumn"`
						} `json:"region"`
					} `json:"physicalLocation"`
				} `json:"locations"`
			} `json:"results"`
		} `json:"runs"`
	}
	if err := json.Unmarshal([]byte(document+SARIFEnd), &o); err != nil {
		t.Fatalf("%v in %s", err, document)
	}
	results := o.Runs[0].Results
	if len(results) != 2 || len(results[0].Locations) != 1 || len(results[1].Locations) != 0 {
		t.Fatalf("%+v", results)
	}
	at := results[0].Locations[0].Physical
	if at.Artifact.URI != "dir/a%20b.txt" || at.Region.Line != 2 || at.Region.Column != 2 || at.Region.End != 3 {
		t.Errorf("%+v", at)
	}
}

// TestUTF16: places and what is shown of a document in UTF-16 are those of its characters.
func TestUTF16(t *testing.T) {
	for _, big := range []bool{false, true} {
		text := []byte{0xFF, 0xFE}
		order := binary.AppendByteOrder(binary.LittleEndian)
		if big {
			text, order = []byte{0xFE, 0xFF}, binary.BigEndian
		}
		for _, unit := range utf16.Encode([]rune("a,b\n\"ü\U0001F600\",http://h/%zz\n")) {
			text = order.AppendUint16(text, unit)
		}
		l := &Linting{Extract: true}
		v := &Linted{Source: "v.csv", Text: text}
		var got []byte
		if err := l.each(v, func(f lint.Finding) { got = AppendFinding(got, v, f, lint.Severity.String) }); err != nil {
			t.Fatal(err)
		}
		if want := `v.csv:2:15: error malformed-escape: "%zz": `; !strings.HasPrefix(string(got), want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
