package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// searched returns the first five paths that the search finds for each query.
func searched(t *testing.T, queries []string) [][]string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	s := siteOf(t)
	folder := t.TempDir()
	for _, name := range []string{"search.js", "search.json"} {
		if err := os.WriteFile(filepath.Join(folder, name), s.files[name], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	script := "import { readFileSync } from 'node:fs'; import { search } from './search.js';\n" +
		"const index = JSON.parse(readFileSync('search.json', 'utf8'));\n" +
		"const queries = JSON.parse(readFileSync(0, 'utf8'));\n" +
		"console.log(JSON.stringify(queries.map(q => search(index, q).slice(0, 5).map(r => r.path))));"
	if err := os.WriteFile(filepath.Join(folder, "run.mjs"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	// It is a module, as in the page.
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type":"module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "run.mjs")
	cmd.Dir, cmd.Stdin = folder, bytes.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, list := range got {
		for i := range list {
			list[i], _, _ = strings.Cut(list[i], "#")
		}
	}
	return got
}

// A question is a line of a file of questions.
type question struct {
	text  string
	pages []string
}

func questions(t *testing.T, file string) []question {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "internal", "answers", "testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var list []question
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		list = append(list, question{fields[0], strings.Fields(fields[1])})
	}
	return list
}

// TestQuestions: of each sixty questions, nearly all have the right page first.
func TestQuestions(t *testing.T) {
	for file, least := range map[string][2]int{"questions.tsv": {56, 0}, "more.tsv": {55, 0}, "unseen.tsv": {52, 0}, "people.tsv": {49, 0}, "others.tsv": {54, 0}, "checked.tsv": {51, 0}, "threads.tsv": {58, 59}, "doors.tsv": {54, 58}, "asked.tsv": {58, 60}, "later.tsv": {57, 59}} {
		list := questions(t, file)
		var texts []string
		for _, q := range list {
			texts = append(texts, q.text)
			for _, p := range q.pages {
				if siteOf(t).page(p) == nil {
					t.Errorf("%q: there is no page %s", q.text, p)
				}
			}
		}
		first, among := 0, 0
		for i, found := range searched(t, texts) {
			if q := list[i]; len(found) > 0 && slices.Contains(q.pages, found[0]) {
				first++
			} else {
				t.Logf("%q finds %q, want %q first", q.text, found, q.pages)
			}
			if slices.ContainsFunc(found[:min(3, len(found))], func(p string) bool { return slices.Contains(list[i].pages, p) }) {
				among++
			}
		}
		t.Logf("%s: %d first, %d among three, of %d", file, first, among, len(list))
		if len(list) != 60 || first < least[0] || among < least[1] {
			t.Errorf("%s: %d of %d questions have the right page first and %d among three, want %d of 60", file, first, len(list), among, least)
		}
	}
}

// TestSearch: what people type leads to the page that answers it.
func TestSearch(t *testing.T) {
	tests := []struct{ query, want string }{
		{"encodeURIComponent vs rawurlencode", "languages/javascript/"},
		{"%20 vs +", "guides/space-plus/"},
		{"space or plus", "guides/space-plus/"},
		{"OAuth percent encode", "guides/oauth-percent-encoding/"},
		{"S3 key plus sign", "guides/signature-does-not-match/"},
		{"double encoding", "guides/double-encoding/"},
		{"%2520", "guides/double-encoding/"},
		{"URLDecoder IllegalArgumentException", "languages/java/"},
		{"Illegal hex characters in escape (%) pattern", "languages/java/"},
		{"password with @ in postgres url", "guides/connection-strings/"},
		{"MongoParseError", "guides/connection-strings/"},
		{"invalid userinfo", "guides/connection-strings/"},
		{"vhost slash", "guides/connection-strings/"},
		{"special characters in DATABASE_URL", "guides/connection-strings/"},
		{"rawurlencode", "languages/php/"},
		{"urlencode or rawurlencode", "languages/php/"},
		{"could not authenticate you code 32", "guides/oauth-percent-encoding/"},
		{"URI malformed", "languages/javascript/"},
		{"SignatureDoesNotMatch", "guides/signature-does-not-match/"},
		{"emoji in url", "guides/allowed-characters/"},
		{"difference between URL and URI", "guides/url-standard/"},
		{"which characters are allowed in a URL", "guides/allowed-characters/"},
		{"urlencode bash", "languages/bash/"},
		{"url encode python", "languages/python/"},
		{"trurl", "guides/tasks/"},
		{"which specification governs percent-encoding", "guides/url-standard/"},
		{"php.urlencode", "functions/php.urlencode/"},
		{"java URLEncoder", "languages/java/"},
		{"rfc3986", "dialects/rfc3986/"},
		{"glossary", "guides/glossary/"},
		{"signature mismatch", "guides/signature-does-not-match/"},
		{"decodeURIComponent malformed", "languages/javascript/"},
		{"golang QueryEscape", "functions/go.url.QueryEscape/"},
		{"codificación porcentual", "es/guides/oauth/"},
		{"urlencode csharp", "languages/c-sharp-mono/"},
		{"urlencode javascript", "languages/javascript/"},
		{"languages", "languages/"},
		{"zzyzx", ""},
		{"", ""},
	}
	var queries []string
	for _, tt := range tests {
		queries = append(queries, tt.query)
	}
	got := searched(t, queries)
	for i, tt := range tests {
		first := ""
		if len(got[i]) > 0 {
			first = got[i][0]
		}
		if first != tt.want {
			t.Errorf("%q finds %q, want %q", tt.query, got[i], tt.want)
		}
	}
}
