package charset

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// nodeScript reads {"label": [[byte, …], …]} and answers with the text of
// each input, or null for a label that TextDecoder does not know.
const nodeScript = `
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
const out = {version: process.version + " ICU " + process.versions.icu, text: {}};
for (const [label, inputs] of Object.entries(input)) {
  try {
    out.text[label] = inputs.map(b => new TextDecoder(label, {ignoreBOM: true}).decode(Uint8Array.from(b)));
  } catch (e) {
    if (!(e instanceof RangeError)) throw e;
    out.text[label] = null;
  }
}
console.log(JSON.stringify(out));
`

// nodeDivergent are the charsets whose TextDecoder in Node.js 20 (v20.20.2
// with ICU 78.2) does not follow the Encoding Standard: it hands them to ICU's
// converters of similar names. The number is how many of all 65,792 inputs of
// one or two bytes it decodes differently. In all other charsets it agrees
// with this package on every one of them.
var nodeDivergent = map[*Charset]int{
	Big5:        7147,  // 80 is U+0080; other tables
	EUCJP:       14711, // 80 to 9F are C1 controls
	EUCKR:       17297, // 80 is U+0080; pairs of windows-949
	GBK:         1873,  // FF is U+F8F5
	IBM866:      1530,  // 1A, 1C and 7F trade places
	ISO2022JP:   6,     // unfinished escape sequences
	KOI8U:       1022,  // AE and BE are box drawings
	ShiftJIS:    2648,  // 1A, 1C and 7F trade places
	Windows1252: 13352, // is ISO-8859-1
	Windows1253: 512,   // AA is U+00AA
	Windows1255: 512,   // CA is undefined
	Windows874:  4040,  // private use instead of errors
}

// TestNode compares with the TextDecoder of Node.js where it is installed:
// every one-byte input and one pair in 31, with CHARSET_NODE=all every pair.
func TestNode(t *testing.T) {
	path, err := exec.LookPath("node")
	if err != nil {
		fmt.Fprintf(os.Stderr, "charset: skipped %s: node is not installed\n", t.Name())
		t.Skip("SKIPPED: comparison with Node.js, which is not installed")
	}
	everyPair := os.Getenv("CHARSET_NODE") == "all"
	if !everyPair {
		t.Log("one-byte inputs and some pairs; CHARSET_NODE=all compares every pair")
	}
	input := map[string][][]int{}
	for _, c := range all {
		var in [][]int
		for a := range 256 {
			in = append(in, []int{a})
			for b := range 256 {
				if everyPair || (a+b)%31 == 0 {
					in = append(in, []int{a, b})
				}
			}
		}
		input[c.name] = in
	}
	data, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, "-e", nodeScript)
	cmd.WaitDelay = time.Second
	cmd.Stdin = strings.NewReader(string(data))
	cmd.Stderr = os.Stderr
	answer, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	var got struct {
		Version string
		Text    map[string][]string
	}
	if err := json.Unmarshal(answer, &got); err != nil {
		t.Fatal(err)
	}
	t.Log("node", got.Version)
	for _, name := range slices.Sorted(maps.Keys(input)) {
		c, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		texts := got.Text[name]
		if texts == nil {
			t.Logf("%s: not in node", name)
			continue
		}
		differ := 0
		first := ""
		for i, in := range input[name] {
			src := make([]byte, len(in))
			for j, b := range in {
				src[j] = byte(b)
			}
			want, _ := c.AppendDecode(nil, src, Replace)
			if texts[i] != string(want) {
				if differ++; first == "" {
					first = fmt.Sprintf("% X: node %+q, here %+q", src, texts[i], want)
				}
			}
		}
		want, divergent := nodeDivergent[c]
		switch {
		case differ == 0 && !divergent:
		case !strings.HasPrefix(got.Version, "v20."):
			t.Logf("%s: %d of %d inputs differ: %s", name, differ, len(texts), first)
		case !divergent:
			t.Errorf("%s: %d of %d inputs differ: %s", name, differ, len(texts), first)
		case everyPair && differ != want:
			t.Errorf("%s: %d of %d inputs differ, want %d: %s", name, differ, len(texts), want, first)
		default:
			t.Logf("%s: %d of %d inputs differ, as known: %s", name, differ, len(texts), first)
		}
	}
}
