package growth

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/hop/config"
	"github.com/pct-encoded/percent/internal/clickhouse"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/runner"
)

// requests are the keys of the operations of the page and of npm whose requests are
// more than a text, with "{}" for the text.
var requests = map[string]string{
	"catalogue": `{}`, "classes": `{}`, "about": `{}`, // take no text
	"compare":  `{"a":{},"b":{"text":"b"}}`,
	"dialect":  `{"name":{}}`,
	"identify": `{"samples":[{"output":{}}]}`,
	"set":      `{"expression":{}}`,
	"oauth1":   `{"request":{}}`,
	"sigv4":    `{"request":{},"service":"s3","date":"20130524T000000Z"}`,
	"table":    `{"names":["form"],"text":{}}`,
}

// TestDoubledCalls doubles texts through every operation of the page and of npm.
func TestDoubledCalls(t *testing.T) {
	for op := range jsonapi.Operations() {
		request, ok := requests[op]
		if !ok {
			request = `{"text":{}}`
		}
		Doubled(t, "jsonapi, "+op, func(s string) {
			text, _ := json.Marshal(s)
			called := []byte(strings.ReplaceAll(request, "{}", string(text)))
			jsonapi.Call(op, called)
			jsonapi.CallLocal(op, called)
		})
		Doubled(t, "jsonapi, "+op+" as the request", func(s string) { jsonapi.Call(op, []byte(s)) })
	}
}

// TestDoubledOperations doubles texts through every row of the registry: as a value, as
// the argument before it, and as a choice.
func TestDoubledOperations(t *testing.T) {
	for _, o := range operation.All() {
		convert := func(s, argument string) {
			r := &operation.Request{Operation: o.Name}
			if o.Argument != "" {
				r.Arguments = []string{argument}
			}
			if job, err := r.Job("in"); err == nil {
				_, _ = job.Run(io.Discard, bulk.From("in", strings.NewReader(s)))
			}
		}
		argument := "a"
		if len(o.Suggested) > 0 {
			argument = o.Suggested[0]
		}
		Doubled(t, "operation, "+o.Name, func(s string) { convert(s, argument) })
		if o.Argument != "" {
			Doubled(t, "operation, "+o.Name+", argument", func(s string) { convert("http://h/a?b=c", s) })
		}
	}
	Doubled(t, "operation, choices", func(s string) {
		text, _ := json.Marshal(s)
		for _, key := range []string{"as", "keep", "charset", "in", "base", "replace"} {
			var r operation.Request
			if json.Unmarshal([]byte(`{"operation":"encode","`+key+`":`+string(text)+`}`), &r) == nil {
				_, _ = r.Job("in")
			}
		}
	})
}

// TestDoubledPrograms doubles what other programs send: requests over HTTP, rows of
// ClickHouse, answers to conform and files with the configuration of a server.
func TestDoubledPrograms(t *testing.T) {
	Doubled(t, "httprequest", func(s string) {
		for _, before := range []string{
			"", "GET /", "GET / HTTP/1.1\nHost: h\n", "POST / HTTP/1.1\nHost: h\n\n",
			"curl 'http://h/", "curl -d '", "curl ", "> GET / HTTP/1.1\n> ", `{"method":"GET","url":"`, `{"log":{"entries":[`,
		} {
			_, _ = httprequest.Parse([]byte(before+s), "https", nil)
		}
		httprequest.ParseMismatch(s)
		httprequest.ParseMismatch("<Error><CanonicalRequest>" + s + "</CanonicalRequest></Error>")
		_, _ = httprequest.URLEncodedData(s, func(string) ([]byte, error) { return nil, io.EOF })
	})
	for _, f := range clickhouse.Functions() {
		Doubled(t, f.Name, func(s string) {
			_ = f.Serve(bytes.NewReader(nativeRow(f, s)), io.Discard)
			_ = f.Serve(strings.NewReader(s), io.Discard)
		})
	}
	for o := conform.Encode; o <= conform.SigV4; o++ {
		var d *dialect.Dialect
		if o <= conform.Decode {
			d, _ = dialect.Lookup("form")
		}
		suite, err := conform.New(o, d, conform.Options{Size: conform.Quick})
		if err != nil {
			t.Fatal(err)
		}
		test := suite.Tests[0]
		Doubled(t, "conform, "+o.String(), func(s string) {
			_, _ = runner.ReadAnswers(o, s)
			text, _ := json.Marshal(s)
			_, _ = runner.ReadAnswers(o, `{"id":"`+test.ID+`","output":`+string(text)+"}\n")
			_, _ = runner.ReadAnswers(o, `{"id":"`+test.ID+`","output_base64":"`+base64.StdEncoding.EncodeToString([]byte(s))+"\"}\n")
			suite.Judge(map[string]conform.Answer{test.ID: {Output: s}})
			suite.Quote(s)
			(&runner.Framing{Wire: runner.JSON, Operation: o}).Answer(s)
		})
	}
	Doubled(t, "hop, configurations", func(s string) {
		for file, before := range map[string]string{
			"nginx.conf": "server { location /", "haproxy.cfg": "frontend a\n acl b path ", "httpd.conf": "RewriteRule ",
			"Caddyfile": "h {\n handle ", "traefik.yml": "http: {routers: {a: {rule: ", "traefik.toml": "[http.routers.a]\nrule = ", "envoy.yaml": "a: ",
		} {
			_, _ = config.Read(file, []byte(s))
			_, _ = config.Read(file, []byte(before+s))
		}
	})
}

// nativeRow returns a block with one row as ClickHouse sends it.
func nativeRow(f *clickhouse.Function, s string) []byte {
	field := func(b []byte, s string) []byte { return append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	b := []byte{byte(len(f.Arguments)), 1}
	for i, name := range f.Arguments {
		value, is := s, "String"
		if i > 0 {
			value = "form"
		} else if f.Nullable {
			is = "Nullable(String)"
		}
		b = field(field(b, name), is)
		if is != "String" {
			b = append(b, 0)
		}
		b = field(b, value)
	}
	return b
}
