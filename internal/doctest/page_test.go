package doctest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/jsonapi"
)

// pageTexts are what people type into the page, and what nobody should.
var pageTexts = []string{
	"Ladies + Gentlemen", "caf%E9", "a%20b+c%zz", "it's", "-dash", "", "a\nb", "100%\\n'\"$(x)`x`", "\x00", "\xff\xfe", "<img src=x onerror=alert(1)>",
	"\u202eevil", "é😀", "%C3%A9", "[é]",
}

// A pageReply is what the tests look at of a reply of the page.
type pageReply struct {
	Result struct {
		Output       *string         `json:"output"`
		OutputBase64 []byte          `json:"output_base64"`
		Ended        json.RawMessage `json:"ended"`
	} `json:"result"`
	Command string   `json:"command"`
	Go      []string `json:"go"`
}

// pageCall calls an operation of the page with a request of those members.
func pageCall(t *testing.T, op string, members map[string]any) (v pageReply) {
	t.Helper()
	if text, ok := members["text"].(string); ok {
		delete(members, "text")
		members["text_base64"] = []byte(text)
	}
	request, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	reply := jsonapi.Call(op, request)
	if err := json.Unmarshal(reply, &v); err != nil || strings.HasPrefix(string(reply), `{"error"`) {
		t.Fatalf("%s %s: %s: %v", op, request, reply, err)
	}
	return v
}

// sampled reports whether the ordinary run tries the pair of a text and an operation whose
// numbers have that sum: a third of them, with each text and each operation among these.
// PERCENT_LONG tries all.
func sampled(sum int) bool { return growth.Long() || sum%3 == 0 }

// TestPageCommands: the command that the page shows beside a result gives that
// result, whatever the text is.
func TestPageCommands(t *testing.T) {
	needShell(t)
	r := runner{dir: t.TempDir()}
	n := 0
	for i, text := range append(slices.Clone(pageTexts), strings.Repeat("a b%", 1000)) {
		if err := os.WriteFile(filepath.Join(r.dir, "text.txt"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for j, op := range []struct {
			name    string
			members map[string]any
		}{
			{"encode", map[string]any{}},
			{"encode", map[string]any{"as": "form", "lines": true}},
			{"encode", map[string]any{"space": "plus"}},
			{"decode", map[string]any{"on_error": "keep"}},
			{"decode", map[string]any{"as": "form", "on_error": "replace"}},
			{"fix", map[string]any{}},
		} {
			if !sampled(i + j) {
				continue
			}
			op.members["text"] = text
			v := pageCall(t, op.name, op.members)
			want := string(v.Result.OutputBase64)
			if v.Result.Output != nil {
				want = *v.Result.Output
			}
			// Notes and hints are for people.
			got, status, err := r.run(Command{Script: "(" + v.Command + ") 2>notes"})
			// Arguments are lines.
			if err != nil || status != 0 || got != want && got != want+"\n" {
				t.Errorf("%s of %.40q: %s: status %d, %v\n%.200q, want %.200q", op.name, text, v.Command, status, err, got, want)
			}
			n++
		}
		for j, op := range []struct {
			name    string
			members map[string]any
		}{
			{"lint", map[string]any{}},
			{"explain", map[string]any{"kind": "query"}},
			{"layers", map[string]any{"plus": "first"}},
			{"see", map[string]any{"only": []string{"PHP", "JavaScript"}}},
			{"url", map[string]any{"base": "http://h/?'"}},
			{"charsets", map[string]any{}},
			{"compare", map[string]any{"a_base64": []byte(text), "b": "x y"}},
			{"identify", map[string]any{"samples": []any{map[string]any{"output_base64": []byte(text)}}}},
			{"set", map[string]any{"expression": "escaped(rfc3986) - 'é'"}},
			{"table", map[string]any{"names": []string{"form"}}},
			{"find", map[string]any{"text": "php raw"}},
			{"dialect", map[string]any{"name": "form"}},
			{"classes", map[string]any{}},
		} {
			if !sampled(i + j) {
				continue
			}
			if op.members["kind"] != nil || slices.Contains([]string{"lint", "layers", "see", "url", "charsets"}, op.name) {
				op.members["text"] = text
			}
			v := pageCall(t, op.name, op.members)
			if v.Command == "" {
				continue
			}
			// Status 1 is a finding, and 3 is what no browser takes for a URL.
			out, status, err := r.run(Command{Script: v.Command})
			if err != nil || status == 2 || status == 4 || status > 4 {
				t.Errorf("%s of %.40q: %s: status %d, %v\n%s", op.name, text, v.Command, status, err, out)
			}
			n++
		}
	}
	t.Logf("%d commands", n)
}

// TestPageGo: the lines of Go that the page shows compile, and those that code a
// text give its result.
func TestPageGo(t *testing.T) {
	var body, main strings.Builder
	var want []string
	used := map[string]bool{"fmt": true}
	name := regexp.MustCompile(`\b([a-z][a-z0-9]*)\.[A-Z]`)
	assigned := regexp.MustCompile(`^([a-z, ]+) :?= `)
	add := func(lines []string, shows bool) {
		fmt.Fprintf(&body, "func block%d() {\n", len(want))
		fmt.Fprintf(&main, "\tblock%d()\n", len(want))
		for _, line := range lines {
			body.WriteString("\t" + line + "\n")
			// Names in strings are those of nothing.
			for _, m := range name.FindAllStringSubmatch(regexp.MustCompile(`"(\\.|[^"\\])*"`).ReplaceAllString(line, ""), -1) {
				used[m[1]] = used[m[1]] || known[m[1]] != ""
			}
			if m := assigned.FindStringSubmatch(line); m != nil {
				body.WriteString("\tuse(" + m[1] + ")\n")
			}
		}
		if shows {
			body.WriteString("\tfmt.Printf(\"%q\\n\", out)\n")
		} else {
			body.WriteString("\tfmt.Println(\"compiled\")\n")
		}
		body.WriteString("}\n\n")
	}
	for _, text := range pageTexts {
		for _, op := range []string{"encode", "decode", "fix"} {
			for _, members := range []map[string]any{{}, {"as": "form"}, {"space": "plus"}, {"as": "form", "space": "percent"}, {"charset": "shift_jis"}, {"as": "js.escape"}} {
				if op == "fix" && members["as"] == "js.escape" {
					continue // which cannot fix
				}
				members["text"] = text
				v := pageCall(t, op, members)
				if v.Result.Ended != nil {
					continue
				}
				result := string(v.Result.OutputBase64)
				if v.Result.Output != nil {
					result = *v.Result.Output
				}
				add(v.Go, true)
				want = append(want, fmt.Sprintf("%q", result))
			}
		}
		for op, members := range map[string]map[string]any{
			"lint": {}, "explain": {}, "layers": {}, "url": {}, "charsets": {},
		} {
			members["text"] = text
			add(pageCall(t, op, members).Go, false)
			want = append(want, "compiled")
		}
		add(pageCall(t, "compare", map[string]any{"a_base64": []byte(text), "b": "x"}).Go, false)
		want = append(want, "compiled")
	}
	for op, members := range map[string]map[string]any{
		"dialect":  {"name": "form"},
		"table":    {},
		"set":      {"expression": `"'" | tchar`},
		"identify": {"samples": []any{map[string]any{"input": "a b", "output": "a+b"}, map[string]any{"input": "\n", "refused": true}, map[string]any{"output": "x"}}},
		"oauth1":   {"request": "curl 'http://h/?a=b'"},
		"sigv4":    {"request": "curl 'http://h/?a=b'", "service": "s3", "date": "20130524T000000Z"},
	} {
		add(pageCall(t, op, members).Go, false)
		want = append(want, "compiled")
	}
	var source strings.Builder
	source.WriteString("package main\n\nimport (\n")
	for name, ok := range used {
		if ok {
			fmt.Fprintf(&source, "\t%q\n", known[name])
		}
	}
	source.WriteString(")\n\nfunc use(...any) {}\n\n" + body.String() + "func main() {\n" + main.String() + "}\n")
	out, err := runProgram(t, source.String())
	if err != nil {
		t.Fatalf("%v\n%.3000s", err, out)
	}
	got := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d results, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("block %d gives %s, the page %s", i, got[i], want[i])
		}
	}
}
