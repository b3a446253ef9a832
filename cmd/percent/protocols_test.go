package main

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// TestBuildersWriteOneLine puts CR, LF and NUL, and what would follow them in a
// message, wherever a builder takes text.
func TestBuildersWriteOneLine(t *testing.T) {
	builders := []struct {
		command string
		objects []string // X is what is put in
	}{
		{"header ext-value", []string{
			`{"value":"X"}`, `{"value":"a","language":"X"}`, `{"value":"a","charset":"X"}`,
		}},
		{"header disposition", []string{
			`{"type":"X"}`, `{"filename":"X"}`, `{"filename":"ü","language":"X"}`, `{"filename":"ü","fallback":"X"}`,
			`{"params":[{"name":"X","value":"a"}]}`, `{"params":[{"name":"a","value":"X"}]}`,
			`{"params":[{"name":"a","value":"ü","language":"X"}]}`,
		}},
		{"header display-string", []string{`{"value":"X"}`}},
		{"mailto", []string{
			`{"to":["X"]}`, `{"headers":[{"name":"X","value":"a"}]}`, `{"headers":[{"name":"subject","value":"X"}]}`,
			`{"headers":[{"name":"body","value":"X"}]}`, `{"fragment":"X"}`,
		}},
		{"fileurl", []string{`{"path":"/X"}`, `{"path":"C:\\X","system":"windows"}`, `{"path":"\\\\X\\a","system":"windows"}`}},
		{"purl", []string{
			`{"type":"X","name":"a"}`, `{"type":"a","name":"X"}`, `{"type":"a","name":"a","namespace":"X"}`,
			`{"type":"a","name":"a","version":"X"}`, `{"type":"a","name":"a","subpath":"X"}`,
			`{"type":"a","name":"a","qualifiers":{"a":"X"}}`, `{"type":"a","name":"a","qualifiers":{"X":"a"}}`,
		}},
		{"dsn", []string{
			`{"scheme":"X"}`, `{"scheme":"redis","user":"X"}`, `{"scheme":"redis","password":"X"}`,
			`{"scheme":"redis","hosts":[{"name":"X"}]}`, `{"scheme":"redis","hosts":[{"name":"h","port":"X"}]}`,
			`{"scheme":"redis","hosts":[{"name":"h"}],"database":"X"}`,
			`{"scheme":"redis","hosts":[{"name":"h"}],"params":[{"name":"X","value":"a"}]}`,
			`{"scheme":"redis","hosts":[{"name":"h"}],"params":[{"name":"a","value":"X"}]}`,
		}},
		{"header alpn", []string{`{"protocols":["X"]}`}},
		{"header alt-svc", []string{
			`{"alternatives":[{"protocol":"X","authority":":1"}]}`, `{"alternatives":[{"protocol":"h2","authority":"X"}]}`,
			`{"alternatives":[{"protocol":"h2","authority":":1","params":[{"name":"X","value":"1"}]}]}`,
			`{"alternatives":[{"protocol":"h2","authority":":1","params":[{"name":"a","value":"X"}]}]}`,
			`{"alternatives":[{"protocol":"h2","authority":":1"}]}`,
		}},
		{"header baggage", []string{
			`{"members":[{"key":"X","value":"a"}]}`, `{"members":[{"key":"a","value":"X"}]}`,
			`{"members":[{"key":"a","value":"b","properties":[{"key":"X"}]}]}`, `{"members":[{"key":"a","value":"b","properties":[{"key":"c","value":"X"}]}]}`,
		}},
		{"header otel-resource", []string{`{"attributes":[{"key":"X","value":"a"}]}`, `{"attributes":[{"key":"a","value":"X"}]}`}},
		{"fragment media", []string{`{"pairs":[{"name":"X","value":"a"}]}`, `{"pairs":[{"name":"a","value":"X"}]}`}},
		{"fragment text", []string{`{"directives":[{"start":"X"}]}`, `{"directives":[{"start":"a","prefix":"X","suffix":"X","end":"X"}]}`}},
		{"fragment pointer", []string{`{"tokens":["X"]}`}},
		{"did", []string{`{"method":"X","parts":["a"]}`, `{"method":"web","parts":["X"]}`}},
		{"coap", []string{
			`{"scheme":"X","host":"h"}`, `{"scheme":"coap","host":"X"}`, `{"scheme":"coap","host":"h","path":["X"]}`, `{"scheme":"coap","host":"h","query":["X"]}`,
			`{"scheme":"coap","address":"X"}`, `{"scheme":"coap","host":"h","port":"X"}`,
		}},
		{"cpe", []string{`{"part":"a","vendor":"X"}`, `{"part":"X"}`, `{"part":"a","vendor":"b"}`}},
	}
	for _, b := range builders {
		written := 0
		for _, object := range b.objects {
			for _, bad := range []string{`\r\nBcc: x`, `a\nb`, `a\rb`, `a\u0000b`, `\n`} {
				text := strings.Replace(object, "X", bad, 1)
				r := runIn(t, strings.NewReader(text), stream.ChunkSize, append(strings.Fields(b.command), "build")...)
				line, _ := strings.CutSuffix(r.stdout, "\n")
				if strings.ContainsAny(line, "\r\n\x00") {
					t.Errorf("%s build %s: %q", b.command, text, r.stdout)
				}
				switch {
				case r.status == term.StatusDone && line != "":
					written++
				case r.status != term.StatusInput:
					t.Errorf("%s build %s: status %d: %s", b.command, text, r.status, r.stderr)
				case strings.Count(r.stderr, "\n") > 2 || strings.ContainsAny(r.stderr, "\r\x00"):
					t.Errorf("%s build %s: %q", b.command, text, r.stderr)
				}
			}
		}
		if written == 0 {
			t.Errorf("%s build: nothing was ever written", b.command)
		}
	}
}

// TestVarsHint: --vars knows no keys that end in _base64.
func TestVarsHint(t *testing.T) {
	r := runIn(t, strings.NewReader("{\"a\":\"\xff\"}"), stream.ChunkSize, "template", "expand", "{a}", "--vars", "@-")
	if r.status != term.StatusInput || !strings.Contains(r.stderr, `stdin: invalid UTF-8 "\xff" at byte 6`) || strings.Contains(r.stderr, "_base64") {
		t.Errorf("status %d: %s", r.status, r.stderr)
	}
}

// FuzzMembers gives the builders JSON of any kind.
func FuzzMembers(f *testing.F) {
	f.Add("header ext-value", `{"value":"a","language":"en"}`)
	f.Add("header disposition", `{"filename":"a","params":[{"name":"b","value":"c"}]}`)
	f.Add("header disposition", `{"filename":"a","params":[{"name":"H","value":"c"}]}`)
	f.Add("header display-string", `{"value_base64":"/w=="}`)
	f.Add("mailto", `{"to":["a@b"],"headers":[{"name":"subject","value":"c"}]}`)
	f.Add("mailto", `{"to_base64":["/w==",null]}`)
	f.Add("fileurl", `{"path":"/a","system":null}`)
	f.Add("purl", `{"type":"npm","name":"a","qualifiers":{"a":1}}`)
	f.Add("dsn", `{"scheme":"redis","hosts":[{"name":"a","port":1},2]}`)
	f.Fuzz(func(t *testing.T, command, text string) {
		switch command {
		case "header ext-value", "header disposition", "header display-string", "mailto", "fileurl", "purl", "dsn":
		default:
			t.Skipf("no command %q builds", command)
		}
		r := runIn(t, strings.NewReader(text), stream.ChunkSize, append(strings.Fields(command), "build", "--whole")...)
		if strings.ContainsAny(r.stdout, "\r\n\x00") {
			t.Errorf("%s build %q: %q", command, text, r.stdout)
		}
		if r.status != term.StatusDone && (r.status != term.StatusInput || r.stdout != "") {
			t.Errorf("%s build %q: status %d, %q, %q", command, text, r.status, r.stdout, r.stderr)
		}
		if r.status != term.StatusDone {
			return
		}
		parsed := parseBuilt(t, command, r.stdout)
		again := runIn(t, strings.NewReader(parsed), stream.ChunkSize, append(strings.Fields(command), "build", "--whole")...)
		// Parse writes names that have no case in lower case.
		if !strings.EqualFold(again.stdout, r.stdout) || parseBuilt(t, command, again.stdout) != parsed {
			t.Errorf("%s build %q: %q, and from what parse says of that %q", command, text, r.stdout, again.stdout)
		}
	})
}

// parseBuilt returns what the command says of a value that it built.
func parseBuilt(t *testing.T, command, built string) string {
	t.Helper()
	parsed := runIn(t, strings.NewReader(built), stream.ChunkSize, append(strings.Fields(command), "parse", "--whole")...)
	if command == "fileurl" && parsed.status != term.StatusDone {
		parsed = runIn(t, strings.NewReader(built), stream.ChunkSize, "fileurl", "parse", "--system", "windows", "--whole")
	}
	if parsed.status != term.StatusDone {
		t.Fatalf("%s parse %q: %s", command, built, parsed.stderr)
	}
	return parsed.stdout
}
