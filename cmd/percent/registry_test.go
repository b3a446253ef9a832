package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/clickhouse"
	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// oddValues are values that operations disagree about most easily. None has a line
// end: values are lines here.
var oddValues = []string{
	"", "a b+c", "100%", "%zz", "%4", "%41%", "%2541", "a%2Fb", "caf%C3%A9", "caf\xe9", "%FF", "é", "%u0041", "+%2B+", "q=a+b&c=%41;d", "_charset_=windows-1252&q=%E9", "a&amp;b", "\x00", "~*'()!",
	"http://EX%41mple.com:80/a/../b?q=a+b#f+g", "HTTP://h/%2e%2e/x", "mailto:a@b?subject=a+b", "/p?q=a+b", "//h", "http://a@b#@c/", "[", "{a}", "%8E%A9", "\xf0\x9f\x98\x80", "%F0%9F%98%80", "http://h:99999/",
}

// choiceValues are values for choices that take any text, most of them good ones.
var choiceValues = map[string][]string{
	"as":                    {"rfc3986", "form", "url", "URL", "rfc3986.uri", "js.escape", "js.unescape", "js.encodeURIComponent", "php.rawurldecode", "decodeURIComponent", "rfc1866", "whatwg.query", "oauth1", "nosuch", "go.url.ParseQuery"},
	"charset":               {"utf-8", "latin1", "sjis", "gbk", "utf-16le", "hz-gb-2312", "replacement", "nosuch", "iso-2022-jp"},
	"keep":                  {"/", "é", "+", " ", "%", "\xff", "-"},
	"escape":                {"~", "a", "+", "/", " "},
	"layers":                {"1", "2", "16", "17", "0", "all", "some"},
	"base":                  {"http://h/a/b", "a", "foo:bar"},
	"only":                  {"malformed-escape", "nosuch"},
	"as-of":                 {"2023-06", "2026", "soon"},
	"version-of":            {"curl=7.88", "nosuch=1", "curl"},
	"except":                {"plus-ambiguity", "nosuch"},
	"unsafe-drop-parameter": {"q", "utm_*", "["},
	"without":               {"query:q", "port", "fragment", "hash", "search.q", "host", "nosuch"},
	"replace":               {"query:q=a b", "search.q=a b", "query:no=1", "q=1", "search.q"},
	"trim":                  {"q", "c*", "["},
	"iterate":               {"port=80 8080", "host=a b", "port", "nosuch=1"},
}

// argumentValues are values for what operations take before their values, several words
// with spaces between them, most of them good ones.
var argumentValues = map[string][]string{
	"TEMPLATE":          {"host", "effective-port", "{scheme}:{:path}", "query:q", "{nosuch}", "{"},
	"NAME":              {"q", "c", "no"},
	"BASE":              {"http://h/a/b", "a/b", "foo:bar", "%zz", ""},
	"COMPONENT":         {"href", "hostname", "search.q", "readable", "nosuch"},
	"COMPONENT=DATA...": {"", "port=8080", "host=é", ":path=/a%20b path+=c", "query:q=1&2 query:c+=z", "nosuch=1", ":host=[", "userinfo=a:b"},
	"COMPONENT=TEXT...": {"", "port=8080", "host=x hash=%zz", "search.q=1&2 search.c+=z", "nosuch=1", "port=8x", "protocol=https", "origin=a"},
}

// randomRequest returns a request to o, with words that are wrong now and then.
func randomRequest(r *rand.Rand, o *operation.Operation) *operation.Request {
	q := &operation.Request{Operation: o.Name}
	if o.Argument != "" {
		values := argumentValues[o.Argument]
		value := values[r.IntN(len(values))]
		if q.Arguments = strings.Split(value, " "); value == "" && strings.HasSuffix(o.Argument, "...") {
			q.Arguments = nil
		}
	}
	for i := range o.Choices {
		c := &o.Choices[i]
		if r.IntN(4) > 0 || c.On&operation.Command == 0 {
			continue
		}
		values := c.Words
		if values == nil {
			values = choiceValues[c.Name]
		} else if r.IntN(12) == 0 {
			values = []string{"nosuch"}
		}
		switch f := c.Field(q).(type) {
		case *string:
			*f = values[r.IntN(len(values))]
		case *bool:
			*f = true
		case **int:
			n := r.IntN(9)
			if c.Most == 0 && n > 0 {
				n *= 1000 // what is more than a limit of values is told in other ways
			}
			*f = &n
		case *[]string:
			*f = []string{values[r.IntN(len(values))]}
		}
	}
	return q
}

// An made is what a front end made of values: what it wrote, or that it refused the
// request, or that it stopped at a malformed value.
type made struct {
	refused, stopped bool
	output           string
}

func (o made) String() string {
	return fmt.Sprintf("refused: %t, stopped: %t, %q", o.refused, o.stopped, o.output)
}

// byCommand returns what the command does.
func byCommand(t *testing.T, words []string, text string) made {
	got := runIn(t, strings.NewReader(text), stream.ChunkSize, words...)
	switch got.status {
	case term.StatusUsage:
		return made{refused: true}
	case term.StatusInput:
		return made{stopped: true, output: got.stdout}
	case term.StatusDone, term.StatusFindings:
		return made{output: got.stdout}
	}
	t.Fatalf("%q: status %d, %s", words, got.status, got.stderr)
	return made{}
}

// byBeam returns what percent-beam does with the same flags.
func byBeam(words []string, o *operation.Operation, text string) made {
	q := &operation.Request{Operation: o.Name}
	set := pflag.NewFlagSet(o.Name, pflag.ContinueOnError)
	flags.Add(set, o, q, operation.Beam)
	if err := set.Parse(words); err != nil {
		return made{refused: true}
	}
	if set.NArg() > 0 {
		q.Arguments = set.Args()
	}
	// A worker gets it as JSON.
	sent, err := json.Marshal(q)
	if err != nil {
		return made{refused: true}
	}
	var there operation.Request
	if err := json.Unmarshal(sent, &there); err != nil {
		return made{refused: true}
	}
	if !reflect.DeepEqual(&there, q) {
		return made{output: "lost on the way: " + string(sent)}
	}
	job, err := there.Job("in")
	var usage *operation.UsageError
	if errors.As(err, &usage) && usage.Reason == operation.Malformed {
		return made{stopped: true} // it is data
	}
	if err != nil {
		return made{refused: true}
	}
	var out bytes.Buffer
	var flaw *bulk.Flaw
	if _, err = job.Run(&out, bulk.From("in", strings.NewReader(text))); err != nil && !errors.As(err, &flaw) {
		return made{refused: true, output: err.Error()}
	}
	return made{stopped: err != nil, output: out.String()}
}

// byPage returns what the page does, and the command that it shows.
func byPage(t *testing.T, q *operation.Request, text string) (made, string) {
	sent, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var request map[string]any
	if err := json.Unmarshal(sent, &request); err != nil {
		t.Fatal(err)
	}
	delete(request, "operation")
	request["text_base64"], request["lines"] = base64.StdEncoding.EncodeToString([]byte(text)), true
	if sent, err = json.Marshal(request); err != nil {
		t.Fatal(err)
	}
	var reply struct {
		Command string
		Error   *struct{ Text string }
		Result  struct {
			Output       string
			OutputBase64 []byte `json:"output_base64"`
			Ended        *struct{ Offset int64 }
		}
	}
	raw := jsonapi.Call(q.Operation, sent)
	if err := json.Unmarshal(raw, &reply); err != nil {
		t.Fatalf("%s: %s: %v", sent, raw, err)
	}
	if reply.Error != nil {
		return made{refused: true, output: reply.Error.Text}, ""
	}
	output := reply.Result.Output
	if reply.Result.OutputBase64 != nil {
		output = string(reply.Result.OutputBase64)
	}
	return made{stopped: reply.Result.Ended != nil, output: output}, reply.Command
}

// byQuery returns what the function of ClickHouse makes of one value.
func byQuery(t *testing.T, o *operation.Operation, as, value string) made {
	f, err := clickhouse.Lookup(o.Function)
	if err != nil {
		t.Fatal(err)
	}
	block := []byte("1\n")
	for _, argument := range []string{value, as}[:len(f.Arguments)] {
		block = append(binary.AppendUvarint(block, uint64(len(argument))), argument...)
	}
	var out bytes.Buffer
	err = f.Serve(bytes.NewReader(block), &out)
	var row *clickhouse.RowError
	var usage *operation.UsageError
	switch {
	case errors.As(err, &usage):
		return made{refused: true}
	case errors.As(err, &row):
		return made{stopped: true}
	case err != nil:
		t.Fatal(err)
	}
	n, size := binary.Uvarint(out.Bytes())
	if size <= 0 || int(n) != out.Len()-size {
		t.Fatalf("%s: %q", o.Function, out.Bytes())
	}
	return made{output: out.String()[size:]}
}

// TestRegistry: whatever is chosen, in words that there are or not, the command, the
// page, percent-beam and ClickHouse do the same to the same values, byte for byte, or
// refuse it alike.
func TestRegistry(t *testing.T) {
	operation.AddFurther()     // as the command does before it asks for a row
	requests, each := 1000, 10 // 10,000 values
	if testing.Short() {
		requests = 100
	}
	r := rand.New(rand.NewPCG(25, 1))
	var rows []*operation.Operation
	for _, o := range operation.All() {
		// lint and layers write pages, and are compared by the tests of these.
		if o.Has(operation.Beam) && o.Name != "layers" {
			rows = append(rows, o)
		}
	}
	taken, refused, pages, queries := 0, 0, 0, 0
	for range requests {
		o := rows[r.IntN(len(rows))]
		q := randomRequest(r, o)
		var text strings.Builder
		for range each {
			value := oddValues[r.IntN(len(oddValues))]
			if r.IntN(3) == 0 {
				value += oddValues[r.IntN(len(oddValues))]
			}
			if (o.Name == "uri get" || o.Name == "url get") && (value == "" || value[0] == '#') {
				value = "a" // for the command alone it may be a remark of a list
			}
			text.WriteString(value + "\n")
		}
		words := q.Words()[1:]
		want := byCommand(t, words, text.String())
		if taken++; want.refused {
			refused++
		}
		differs := func(front string, got made) {
			if got.refused && want.refused || reflect.DeepEqual(got, want) {
				return
			}
			t.Errorf("percent %q of %q\n%s\n%s: %s", words, text.String(), want, front, got)
		}
		// Parts cannot be guessed alike, or be parts of one document, and a list has no values.
		if q.Charset != operation.Detect && q.Format != "sarif" && readsLines(q.Grammar) && !q.List {
			rest := words[len(strings.Fields(o.Name)):]
			got := byBeam(rest, o, text.String())
			if o.Name == "lint" && !q.Fix && !got.refused {
				got.output = strings.ReplaceAll(got.output, "in:", "stdin:")
				got.output = strings.ReplaceAll(got.output, `"source":"in"`, `"source":"stdin"`)
			}
			differs("percent-beam", got)
		}
		if o.Has(operation.Page) && o.Name != "lint" {
			pages++
			got, shown := byPage(t, q, text.String())
			differs("the page", got)
			if !got.refused && !strings.Contains(shown, "percent "+o.Name) {
				t.Errorf("%q: the page shows %q", words, shown)
			}
		}
	}
	// Functions have no choice but the dialect, and end at a malformed value.
	for _, o := range rows {
		for _, as := range choiceValues["as"] {
			if o.Function == "" || o.Verdict {
				continue
			}
			for _, value := range oddValues {
				words := strings.Fields(o.Name)
				if o.Choice("as", operation.SQL) != nil {
					words = append(words, "--as", as)
				} else {
					words = append(words, "--on-error", "fail")
				}
				queries++
				want, got := byCommand(t, words, value+"\n"), byQuery(t, o, as, value)
				want.output = strings.TrimSuffix(want.output, "\n")
				if got.refused != want.refused || got.stopped != want.stopped || !want.stopped && got.output != want.output {
					t.Errorf("percent %q of %q\n%s\nClickHouse: %s", words, value, want, got)
				}
			}
		}
	}
	t.Logf("%d requests, %d refused; %d on the page; %d values in queries", taken, refused, pages, queries)
	if refused < taken/20 || refused > taken*3/4 || pages == 0 || queries == 0 {
		t.Error("the requests are of one kind")
	}
}

// TestShown: the command that a reply shows does what the reply says, in a real shell.
func TestShown(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("SKIPPED: there is no shell: " + err.Error())
	}
	r := rand.New(rand.NewPCG(25, 2))
	var rows []*operation.Operation
	for _, o := range operation.All() {
		if o.Has(operation.Page) && o.Has(operation.Beam) && o.Name != "lint" && o.Name != "layers" {
			rows = append(rows, o)
		}
	}
	shown := 0
	for i := 0; i < 400 && shown < 60; i++ {
		q := randomRequest(r, rows[r.IntN(len(rows))])
		text := oddValues[r.IntN(len(oddValues))] + "\n" + oddValues[r.IntN(len(oddValues))] + "\n"
		want, line := byPage(t, q, text)
		if want.refused || line == "" {
			continue
		}
		shown++
		// TestMain has put percent on the path.
		out, err := exec.Command(shell, "-c", line).Output()
		var exit *exec.ExitError
		if errors.As(err, &exit) == want.stopped && string(out) == want.output {
			continue
		}
		t.Errorf("%s\n%q, %v, want %s", line, out, err, want)
	}
	if shown < 60 {
		t.Errorf("only %d command lines", shown)
	}
}

// TestRegistryFlags: every flag of a command with a row is a choice of the row, or is of
// this list: where values come from and go to, and what is said of it.
func TestRegistryFlags(t *testing.T) {
	others := []string{
		"file", "output", "null", "whole", "json", "verbose", "raw", "help", "quiet", "color",
		"errors", "max-errors", "resume", "progress", "dry-run",
		"csv", "tsv", "jsonl", "parquet", "delimiter", "match", "column", "into", "header", "newlines", // of tables
		"all",                                       // of "form get", explain and layers, for people
		"list", "count", "max-names", "expect-urls", // of lint, compare, form names and extract: what there is
		"explain", "on-error", "url", "data", "uris", "value", "source", "samples", "config", "as", "host", "vars", // of one command, about its page
	}
	app := stream.New(strings.NewReader(""), os.Stdout, os.Stderr)
	root := program().Root(app)
	for _, o := range operation.All() {
		cmd, _, err := root.Find(strings.Fields(o.Name))
		if err != nil {
			t.Fatal(err)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if own := o.Choice(f.Name, operation.Command) != nil; !own && !slices.Contains(others, f.Name) {
				t.Errorf("%s --%s is no choice of the row", o.Name, f.Name)
			}
		})
		for _, c := range o.Choices {
			if c.On&operation.Command == 0 {
				continue
			}
			f := cmd.Flags().Lookup(c.Name)
			if f == nil {
				t.Errorf("%s has no --%s", o.Name, c.Name)
			} else if usage := strconv.Quote(f.Usage); !strings.Contains(usage, strings.Trim(strconv.Quote(c.Help), `"`)) {
				t.Errorf("%s --%s: help is %s, not that of the row", o.Name, c.Name, usage)
			}
		}
	}
}

// readsLines reports whether a grammar, or none, makes a line of text a whole, as a value of
// percent-beam is.
func readsLines(grammar string) bool {
	g, err := document.Lookup(grammar)
	return err != nil || g.Lines()
}
