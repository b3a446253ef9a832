package operation

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/growth"
)

// carryOut returns what a request makes of one line, with the error behind it.
func carryOut(t *testing.T, name, choices, value string) string {
	t.Helper()
	var r Request
	if err := json.Unmarshal([]byte(choices), &r); err != nil {
		t.Fatal(err)
	}
	r.Operation = name
	job, err := r.Job("a.tsv")
	if err != nil {
		return "refused: " + strings.TrimPrefix(err.Error(), "operation: ")
	}
	var b strings.Builder
	if _, err = job.Run(&b, bulk.From("a.tsv", strings.NewReader(value))); err != nil {
		b.WriteString(" error: " + err.Error())
	}
	return b.String()
}

// TestValues: what operations make of a value, with their choices.
func TestValues(t *testing.T) {
	for _, v := range []struct{ operation, choices, value, want string }{
		{"uri get", `{"arguments":["host"]}`, "http://h.example:80/a?q#f", "h.example"},
		{"uri get", `{"arguments":["{scheme}://{host}"]}`, "http://h.example:80/a?q#f", "http://h.example"},
		{"uri get", `{"arguments":["path"]}`, "/a%20b?q", "/a b"},
		{"uri set", `{"arguments":["port=8080"]}`, "http://h/a%2fb?q", "http://h:8080/a%2fb?q"},
		{"uri set", `{"arguments":["path=a b/%"]}`, "http://h/x", " error: a.tsv:1: percent: invalid path-abempty at byte 0"},
		{"uri set", `{"arguments":[":path=/a%20b"]}`, "http://h/x", "http://h/a%20b"},
		{"uri set", `{"arguments":["path+=c/d"]}`, "http://h/x", "http://h/x/c%2Fd"},
		{"uri set", `{"arguments":["path+=c/d"]}`, "http://h/x/", "http://h/x/c%2Fd"},
		{"uri set", `{"arguments":["path+=c"]}`, "http://h", "http://h/c"},
		{"uri set", `{"arguments":["path+=c:d"]}`, "", ""},
		{"uri set", `{"arguments":[":path+=c%2Fd"]}`, "http://h/x", "http://h/x/c%2Fd"},
		{"uri set", `{"arguments":["path+=c"]}`, "mailto:x", "mailto:x/c"},
		{"uri set", `{"arguments":["query:q=a b+"]}`, "http://h/?p=1&q=2", "http://h/?p=1&q=a%20b%2B"},
		{"uri set", `{"arguments":["query:q+=a"]}`, "http://h/?q=1", "http://h/?q=1&q=a"},
		{"uri set", `{"arguments":["query:q+=1"]}`, "http://h/?a=b+c", "http://h/?a=b+c&q=1"},
		{"uri set", `{"replace":["query:b c=1"]}`, "http://h/?b+c=2", "http://h/?b+c=1"},
		{"uri set", `{"replace":["query:b c=1"]}`, "coap://h/?b+c=2", "coap://h/?b+c=2"},
		{"uri set", `{"arguments":["query:q=a b+"]}`, "coap://h/?q=1+2", "coap://h/?q=a%20b%2B"},
		{"uri set", `{"arguments":["fragment=é"]}`, "a#b", "a#%C3%A9"},
		{"uri set", `{"replace":["query:q=2"]}`, "http://h/?q=1&q=3", "http://h/?q=2"},
		{"uri set", `{"replace":["query:q=2"]}`, "http://h/?p=1", "http://h/?p=1"},
		{"uri set", `{"replace":["q=2"]}`, "", "refused: --replace takes a parameter and its value, not \"q=2\""},
		{"uri set", `{"replace":["query:q"]}`, "", "refused: --replace takes a parameter and its value, not \"query:q\""},
		{"uri set", `{"without":["query:q"]}`, "http://h/?q=1&p=+&q=3", "http://h/?p=+"},
		{"uri set", `{"without":["query:q"]}`, "http://h/?q=1", "http://h/"},
		{"uri set", `{"without":["query"]}`, "http://h/?q=1#f", "http://h/#f"},
		{"uri set", `{"without":["qery"]}`, "", "refused: unknown component \"qery\""},
		{"uri set", `{"trim":["utm_*"]}`, "http://h/?utm_a=1&b=2", "http://h/?b=2"},
		{"uri set", `{"trim":["utm_*,c","d"]}`, "http://h/?utm_a=1&b=2&c&d=4", "http://h/?b=2"},
		{"normalize", `{"unsafe_drop_tracking":true}`, "http://h/?UTM_a=1&srsltid=2&_gl=3&gad_source=4&gl=5", "http://h/?gl=5"},
		{"uri set", `{"trim":["["]}`, "", "refused: invalid pattern in --trim: syntax error in pattern"},
		{"uri set", `{"iterate":["port=80 8080"]}`, "http://h/", "http://h:80/\nhttp://h:8080/"},
		{"uri set", `{"iterate":["port=80 8080","path=a b"]}`, "http://h/", " error: a.tsv:1: percent: invalid path-abempty at byte 0"},
		{"uri set", `{"iterate":["x"]}`, "", "refused: --iterate takes a component and values with spaces between them, not \"x\""},
		{"uri set", `{"iterate":["hots=x"]}`, "", "refused: unknown component \"hots\""},
		{"uri set", `{"arguments":["host=x","port=1"]}`, "http://h/%zz", " error: a.tsv:1: uri: invalid escape \"%zz\" at byte 9"},
		{"uri set", `{"arguments":["port=8"],"on_error":"keep"}`, "http://h/%zz", "http://h:8/%zz"},
		{"uri set", `{"arguments":["port=8"],"on_error":"fail"}`, "http://h/%zz", " error: a.tsv:1: uri: invalid escape \"%zz\" at byte 9"},
		{"uri set", `{"arguments":["port=8"],"on_error":"keep"}`, "mailto:a", "mailto:a"},
		{"uri set", `{"arguments":["port=8"],"on_error":"fail"}`, "mailto:a", " error: a.tsv:1: percent: invalid path-abempty at byte 0"},
		{"uri set", `{"arguments":[":query:q=a"]}`, "", "refused: a parameter takes data, which is encoded"},
		{"uri set", `{"arguments":["host+=a"]}`, "", "refused: nothing can be added to host"},
		{"uri set", `{"arguments":["port=80x"]}`, "", "refused: port cannot become \"80x\": invalid port \"x\" at byte 2"},
		{"uri get", `{"arguments":["effective-port"]}`, "http://h/", "80"},
		{"uri get", `{"arguments":["effective-port"]}`, "https://h:81/", "81"},
		{"uri get", `{"arguments":["effective-port"]}`, "http:/p", ""},
		{"uri get", `{"arguments":["effective-port"]}`, "//h/", ""},
		{"uri get", `{"arguments":["pathname"]}`, "", "refused: unknown component \"pathname\""},
		{"uri get", `{"arguments":["hots"]}`, "", "refused: unknown component \"hots\""},
		{"uri get", `{"arguments":["{hots}"]}`, "", "refused: invalid template: \"{hots}\" at byte 0"},
		{"uri get", `{"arguments":["{host"]}`, "", "refused: invalid template: \"{host\" at byte 0"},
		{"uri resolve", `{"arguments":["http://h/a/b"]}`, "../c", "http://h/c"},
		{"uri resolve", `{"arguments":["http://h/a/b"]}`, "http:c", "http:c"},
		{"uri resolve", `{"arguments":["http://h/a/b"],"compatible":true}`, "http:c", "http://h/a/c"},
		{"uri resolve", `{"arguments":["http://h/%zz"],"on_error":"keep"}`, "c", "http://h/c"},
		{"uri resolve", `{"arguments":["http://h/%zz"]}`, "c", "refused: base: uri: invalid escape \"%zz\" at byte 9"},
		{"normalize", `{}`, "HTTP://H:80/%7ea/../b", "http://h/b"},
		{"normalize", `{"case":true}`, "HTTP://H:80/%7ea/../b", "http://h:80/%7Ea/../b"},
		{"normalize", `{"percent_encoding":true}`, "HTTP://H:80/%7ea/../b", "HTTP://H:80/~a/../b"},
		{"normalize", `{"dot_segments":true}`, "HTTP://H:80/%7ea/../b", "HTTP://H:80/b"},
		{"normalize", `{"scheme":true}`, "HTTP://H:80/%7ea/../b", "HTTP://H/%7ea/../b"},
		{"normalize", `{"unsafe_sort_query":true,"unsafe_drop_fragment":true}`, "http://h/?b&a#f", "http://h/?a&b"},
		{"normalize", `{"unsafe_drop_parameter":["["]}`, "", "refused: invalid pattern in --unsafe-drop-parameter: syntax error in pattern"},
		{"normalize", `{"unsafe_drop_parameter":["b*"],"unsafe_drop_index":true}`, "http://h/index.html?bc=1&a", "http://h/?a"},
		{"normalize", `{"on_error":"fail"}`, "http://h/%zz", " error: a.tsv:1: uri: invalid escape \"%zz\" at byte 9"},
		{"normalize", `{"on_error":"keep"}`, "HTTP://h/%zz", "http://h/%zz"},
		{"normalize", `{"on_error":"skip"}`, "HTTP://h/%zz", ""},
		{"url canonical", `{}`, "http://H:80/a b", "http://h/a%20b"},
		{"url get", `{"arguments":["host"],"on_error":"keep"}`, "http://", "http://"},
		{"url canonical", `{"on_error":"keep"}`, "http://", "http://"},
		{"url canonical", `{"on_error":"fail"}`, "http://", " error: a.tsv:1: weburl: host-missing at byte 7"},
		{"url canonical", `{"on_error":"skip"}`, "http://", ""},
		{"url canonical", `{"base":"http://h/a/"}`, "b", "http://h/a/b"},
		{"url canonical", `{"base":"http://h/a/"}`, "http:b", "http://h/a/b"},
		{"url canonical", `{}`, "http:b", "http://b/"},
		{"form get", `{"arguments":["q"],"as":"nosuch"}`, "q=1", `refused: unknown dialect "nosuch"`},
		{"form get", `{"arguments":["q"],"as":"js.escape"}`, "q=1", "refused: js.escape cannot write forms"},
		{"url canonical", `{"base":"a"}`, "b", "refused: --base: missing-scheme-non-relative-URL at byte 0"},
		{"url canonical", `{"charset":"windows-1252"}`, "http://h/é?é", "http://h/%C3%A9?%E9"},
		{"url canonical", `{"charset":"detect"}`, "http://h/é?é", "refused: the charset is not detected here, since each part would detect its own"},
		{"url resolve", `{"arguments":["http://h/a/"]}`, "../b c", "http://h/b%20c"},
		{"url resolve", `{"arguments":["a"]}`, "../b c", "refused: --base: missing-scheme-non-relative-URL at byte 0"},
		{"url get", `{"arguments":["host"]}`, "http://H:8080/", "h:8080"},
		{"url get", `{"arguments":["readable"]}`, "http://xn--bcher-kva.example/%C3%A9", "http://bücher.example/é"},
		{"url get", `{"arguments":["search.q"]}`, "http://h/?q=a+b&q=2", "a b"},
		{"url get", `{"arguments":["search.q"]}`, "http://h/?p", ""},
		{"url get", `{"arguments":["host"],"base":"http://b/"}`, "x", "b"},
		{"url get", `{"arguments":["query"]}`, "x", "refused: unknown component \"query\""},
		{"url get", `{"arguments":["searchParams.q"]}`, "x", "refused: unknown component \"searchParams.q\""},
		{"url get", `{"arguments":["hostnam"]}`, "x", "refused: unknown component \"hostnam\""},
		{"url set", `{"arguments":["port=8080","hash=x"]}`, "http://h/", "http://h:8080/#x"},
		{"url set", `{"arguments":["port=80x"]}`, "http://h:8080/", "http://h/"},
		{"url set", `{"arguments":["search.q=a b"]}`, "http://h/?q=1&q=2", "http://h/?q=a+b"},
		{"url set", `{"arguments":["search.q+=a b"]}`, "http://h/?q=1", "http://h/?q=1&q=a+b"},
		{"url set", `{"arguments":["hash+=a"]}`, "http://h/#b", "refused: unknown component \"hash+\""},
		{"url set", `{"replace":["search.q=2"]}`, "http://h/?q=1&a=%20", "http://h/?q=2&a=+"},
		{"url set", `{"replace":["search.q=2"]}`, "http://h/?a=%20", "http://h/?a=%20"},
		{"url set", `{"replace":["q=2"]}`, "", "refused: --replace takes a search parameter and its value, not \"q=2\""},
		{"url set", `{"without":["search.q"]}`, "http://h/?q=1&a=%20", "http://h/?a=+"},
		{"url set", `{"without":["search.q"]}`, "http://h/?a=%20", "http://h/?a=%20"},
		{"url set", `{"without":["port"]}`, "http://h:81/", "http://h/"},
		{"url set", `{"without":["port"]}`, "mailto:a", "mailto:a"},
		{"url set", `{"without":["nothing"]}`, "", "refused: unknown component \"nothing\""},
		{"url set", `{"arguments":["nothing=1"]}`, "", "refused: unknown component \"nothing\""},
		{"url set", `{"arguments":["host=a b"]}`, "", "refused: host cannot become \"a b\": domain-to-ASCII \" \""},
		{"url set", `{"arguments":["host="],"on_error":"fail"}`, "http://h/", " error: a.tsv:1: percent: host-missing at byte 0"},
		{"url set", `{}`, "http://h/", "refused: there is nothing to set"},
		{"decode", `{}`, "a%20b+%zz", "a b+ error: a.tsv:1: percent: invalid escape \"%zz\" at byte 6"},
		{"decode", `{"as":"form"}`, "a%20b+", "a b "},
		{"decode", `{"as":"url"}`, "http://h/a+b?c+d%20", "http://h/a+b?c d "},
		{"decode", `{"space":"plus"}`, "a+b", "a b"},
		{"decode", `{"layers":"2"}`, "a%252520", "a%20"},
		{"decode", `{"layers":"all"}`, "a%252520", "a "},
		{"decode", `{"charset":"windows-1252"}`, "%E9", "é"},
		{"decode", `{"charset":"windows-1252","as":"url"}`, "%E9?%E9", " error: a.tsv:1: percent: invalid UTF-8 \"%E9\" at byte 0"},
		{"decode", `{"charset":"windows-1252","layers":"2"}`, "", "refused: --charset is for one layer, but --layers 2 is for more"},
		{"decode", `{"as":"js.unescape","charset":"windows-1252"}`, "", "refused: js.escape has rules of its own and takes no other charset"},
		{"decode", `{"as":"js.unescape","on_error":"fail"}`, "%zz", "refused: --on-error fail has no effect: js.escape decodes any input, as the program does"},
		{"decode", `{"as":"js.decodeURIComponent","on_error":"fail"}`, "%zz", " error: a.tsv:1: js.encodeURIComponent: invalid escape \"%zz\" at byte 0"},
		{"decode", `{"as":"python.urllib.parse.unquote","on_error":"fail"}`, "%zz", "refused: --on-error fail has no effect: py.unquote decodes any input, as the program does"},
		{"decode", `{"on_error":"replace"}`, "%ff%zz", "\xff�zz"},
		{"decode", `{"on_error":"skip"}`, "%ff%zz", ""},
		{"encode", `{}`, "a b/ü", "a%20b%2F%C3%BC"},
		{"encode", `{"as":"form","hex":"lower"}`, "a b/ü", "a+b%2f%c3%bc"},
		{"encode", `{"keep":"/"}`, "a b/ü", "a%20b/%C3%BC"},
		{"encode", `{"escape":"a"}`, "a b/ü", "%61%20b%2F%C3%BC"},
		{"encode", `{"escape_all":true}`, "a b", "%61%20%62"},
		{"encode", `{"keep":"a","escape":"a"}`, "", "refused: 'a' is in both --keep and --escape"},
		{"encode", `{"keep":"é","escape":"é"}`, "", "refused: \"\\xc3\" is in both --keep and --escape"},
		{"encode", `{"space":"plus"}`, "a b+", "a+b%2B"},
		{"encode", `{"space":"percent","as":"form"}`, "a b+", "a%20b%2B"},
		{"encode", `{"space":"percent","as":"form","keep":" "}`, "a b+", "a b%2B"},
		{"encode", `{"space":"plus","keep":"+"}`, "", "refused: \"+\" cannot stand for itself and for a space"},
		{"encode", `{"space":"plus","keep":" "}`, "", "refused: a space is written as \"+\" with --space plus"},
		{"encode", `{"space":"plus","escape_all":true}`, "", "refused: --escape-all escapes spaces, too"},
		{"encode", `{"as":"form","keep":"+"}`, "", "refused: \"+\" cannot stand for itself and for a space, as it does in whatwg.form"},
		{"encode", `{"as":"form","keep":" "}`, "", "refused: whatwg.form writes a space as \"+\""},
		{"encode", `{"as":"js.escape","keep":"/"}`, "", "refused: --keep cannot change js.escape, which has rules of its own"},
		{"encode", `{"as":"js.escape","escape":"/"}`, "", "refused: --escape cannot change js.escape, which has rules of its own"},
		{"encode", `{"as":"js.escape","escape_all":true}`, "", "refused: --escape-all cannot change js.escape, which has rules of its own"},
		{"encode", `{"as":"js.escape","space":"plus"}`, "", "refused: --space cannot change js.escape, which has rules of its own"},
		{"encode", `{"as":"js.escape","hex":"lower"}`, "", "refused: --hex cannot change js.escape, which has rules of its own"},
		{"encode", `{"as":"js.escape"}`, "é☃", "%E9%u2603"},
		{"encode", `{"as":"js.encodeURIComponent","on_error":"keep"}`, "a", "refused: --on-error keep is for decoding: an encoder that refuses a value writes nothing"},
		{"encode", `{"as":"url"}`, "", "refused: a whole URL cannot be encoded: its delimiters cannot be told from data"},
		{"encode", `{"times":2}`, "a b", "a%2520b"},
		{"encode", `{"times":2,"charset":"windows-1252"}`, "", "refused: --charset is for one layer, but --times 2 is for more"},
		{"encode", `{"charset":"windows-1252"}`, "é", "%E9"},
		{"encode", `{"charset":"utf-16le"}`, "é", "%C3%A9"},
		{"encode", `{"charset":"detect"}`, "", "refused: the charset is not detected here, since each part would detect its own"},
		{"encode", `{"charset":"nothing"}`, "", "refused: unknown charset \"nothing\""},
		{"fix", `{}`, "http://h/a b%", "http://h/a%20b%25"},
		{"fix", `{"as":"form"}`, "a b%", "a+b%25"},
		{"fix", `{"charset":"windows-1252"}`, "http://h/é?é", "http://h/%C3%A9?%E9"},
		{"fix", `{"as":"whatwg.fragment"}`, "a", "a"},
		{"form get", `{"arguments":["q"]}`, "q=a+b%zz&q=2", "a b%zz"},
		{"form get", `{"arguments":["q"]}`, "http://h/?p=1&q=2#f", "2"},
		{"form get", `{"arguments":["q"],"on_error":"fail"}`, "http://h/?q=%zz", " error: a.tsv:1: form: pair 1: invalid escape \"%zz\" at byte 12"},
		{"form get", `{"arguments":["q"],"on_error":"replace"}`, "q=%ff", "�"},
		{"form get", `{"arguments":["q"],"on_error":"keep"}`, "q=%ff", "\xff"},
		{"form get", `{"arguments":["q"],"max_pairs":1}`, "p&q=2", " error: a.tsv:1: percent: more than 1 pairs at byte 2 at byte 2"},
		{"form get", `{"arguments":["q"],"semicolons":true}`, "p=1;q=2", "2"},
		{"form get", `{"arguments":["q"],"as":"rfc1866"}`, "p=1;q=2", "2"},
		{"form get", `{"arguments":["q"],"in":"query"}`, "http://h/?q=2", ""},
		{"form get", `{"arguments":["q"],"charset":"windows-1252"}`, "q=%E9", "é"},
		{"form get", `{"arguments":["q"],"charset_field":true}`, "q=%E9&_charset_=windows-1252", "é"},
		{"form get", `{"arguments":["q"],"as":"js.escape"}`, "", "refused: js.escape cannot write forms"},
		{"lint", `{}`, "http://h/%2e%2e/a", "a.tsv:1:10: error dot-segment-encoded: \"%2e%2e/\": \"..\" or \".\" to software that decodes it, an ordinary name to software that does not; a browser reads the URL as http://h/a; decode once, resolve dot segments and reject paths that lead out, before checking the path\n"},
		{"lint", `{"fix":true}`, "http://h/a b", "http://h/a%20b"},
		{"lint", `{"format":"short"}`, "http://h/%2e%2e/a", "refused: --format does not take \"short\""},
		{"lint", `{"only":["no-such-rule"]}`, "", "refused: --only: no rule is called \"no-such-rule\""},
		{"lint", `{"severity":"loud"}`, "", "refused: --severity does not take \"loud\""},
		{"lint", `{"json":true}`, "http://h/%2e%2e/a", "{\"rule\":\"dot-segment-encoded\",\"severity\":\"error\",\"source\":\"a.tsv\",\"number\":1,\"offset\":9,\"length\":7,\"stream_offset\":9,\"text\":\"%2e%2e/\",\"layer\":0,\"message\":\"\\\"..\\\" or \\\".\\\" to software that decodes it, an ordinary name to software that does not\",\"browser\":\"a browser reads the URL as http://h/a\",\"fix\":\"decode once, resolve dot segments and reject paths that lead out, before checking the path\",\"input\":\"http://h/%2e%2e/a\"}\n"},
		{"layers", `{"table":{"columns":["1"]}}`, "a%2520b", "2"},
		{"layers", `{}`, "a%2520b", "refused: layers is for columns here"},
		{"iri to-uri", `{}`, "http://bücher.example/é?é", "http://xn--bcher-kva.example/%C3%A9?%C3%A9"},
		{"iri to-uri", `{"host":"percent"}`, "http://bücher.example/é", "http://b%C3%BCcher.example/%C3%A9"},
		{"iri to-uri", `{"on_error":"escape"}`, "http://h/é <", "http://h/%C3%A9%20%3C"},
		{"iri to-uri", `{"on_error":"escape"}`, "http://h:x/é", ` error: a.tsv:1: uri: invalid port "x" at byte 9`},
		{"iri to-uri", `{"on_error":"escape"}`, "http://é:x/%%", ` error: a.tsv:1: uri: invalid port "x" at byte 10`},
		{"iri to-uri", `{"on_error":"escape"}`, "http://é/%%", ` error: a.tsv:1: percent: doubled percent sign "%%" at byte 10`},
		{"iri to-uri", `{"on_error":"fail"}`, "http://h/é <", ` error: a.tsv:1: iri: invalid path-abempty " " at byte 11`},
		{"iri to-uri", `{"nfc":true}`, "e\u0301", "%C3%A9"},
		{"iri from-uri", `{}`, "http://xn--bcher-kva.example/%C3%A9%20", "http://bücher.example/é%20"},
		{"iri readable", `{}`, "http://xn--bcher-kva.example/%C3%A9", "http://bücher.example/é"},
	} {
		if got := carryOut(t, v.operation, v.choices, v.value); got != v.want {
			t.Errorf("%s %s of %q:\n%q, want\n%q", v.operation, v.choices, v.value, got, v.want)
		}
	}
}

// TestGo: the lines of Go for a request. That they compile and do the same is tested
// where the documents are.
func TestGo(t *testing.T) {
	const (
		lookup = `d, err := dialect.Lookup("rfc3986")`
		form   = `d, err := dialect.Lookup("whatwg.form")`
		record = `out, err := (&bulk.Job{Operation: op}).Record(nil, bulk.Record{Text: []byte(s)})`
		run    = `stats, err := job.Run(os.Stdout, bulk.From("", strings.NewReader(s)))`
	)
	for _, v := range []struct {
		operation, choices string
		lines              bool
		want               []string
	}{
		{"decode", `{}`, false, []string{`out, err := percent.RFC3986.Decode(s)`}},
		{"encode", `{}`, false, []string{`out := percent.RFC3986.Encode(s)`}},
		{"encode", `{"as":"rfc3986.uri"}`, false, []string{`out := percent.URI.Encode(s)`}},
		{"decode", `{"as":"form"}`, false, []string{form, `out, err := d.Decode(s)`}},
		{"decode", `{"space":"plus"}`, false, []string{lookup, `e := d.Encoding().WithSpace(percent.SpacePlus).WithPlus(percent.PlusIsSpace)`, `out, err := e.Decode(s)`}},
		{"encode", `{"as":"form","space":"percent"}`, false, []string{form, `e := d.Encoding().WithSpace(percent.SpacePercent20).WithPlus(percent.PlusLiteral)`, `out := e.Encode(s)`}},
		{"encode", `{"keep":"/","escape":"a","hex":"lower"}`, false, []string{lookup, `e := d.Encoding().WithHex(percent.HexLower).WithKept(d.Encoding().Kept().Add("/").Remove("a"))`, `out := e.Encode(s)`}},
		{"decode", `{"layers":"2"}`, false, []string{lookup, `op, err := bulk.Decode(bulk.Options{Dialect: d, Layers: 2})`, record}},
		{"decode", `{"layers":"all"}`, false, []string{lookup, `op, err := bulk.Decode(bulk.Options{Dialect: d, Layers: bulk.AllLayers})`, record}},
		{"decode", `{"charset":"gbk"}`, false, []string{lookup, `c, err := charset.Lookup("GBK")`, `op, err := bulk.Decode(bulk.Options{Dialect: d, Charset: c})`, record}},
		{"decode", `{"as":"url"}`, false, []string{`d, err := dialect.Lookup("rfc3986.uri")`, `op, err := bulk.Decode(bulk.Options{Dialect: d, Parts: bulk.FormQuery})`, record}},
		{"decode", `{"on_error":"keep"}`, false, []string{lookup, `op, err := bulk.Decode(bulk.Options{Dialect: d})`, `job := &bulk.Job{Operation: op, Separator: bulk.Whole, Policy: bulk.Keep}`, run}},
		{"decode", `{"as":"form","on_error":"fail"}`, true, []string{form, `e := d.Encoding().WithMalformed(percent.MalformedRefused)`, `op, err := bulk.Decode(bulk.Options{Dialect: d, Encoding: e})`, `job := &bulk.Job{Operation: op, Separator: bulk.Lines, Policy: bulk.Fail}`, run}},
		{"fix", `{}`, false, []string{`d, err := dialect.Lookup("rfc3986.uri")`, `op, err := bulk.Fix(bulk.Options{Dialect: d})`, record}},
		{"fix", `{}`, true, []string{`d, err := dialect.Lookup("rfc3986.uri")`, `op, err := bulk.Fix(bulk.Options{Dialect: d})`, `job := &bulk.Job{Operation: op, Separator: bulk.Lines}`, run}},
		{"layers", `{}`, false, []string{`l, err := layers.Of(s)`}},
		{"layers", `{"plus":"keep"}`, false, []string{`l, err := layers.Of(s)`}},
		{"layers", `{"plus":"first"}`, false, []string{`l, err := layers.With(s, layers.Options{Plus: layers.PlusFirst})`}},
		{"lint", `{}`, false, []string{`found, err := lint.Lint(s)`}},
		{"lint", `{"in":"query"}`, false, []string{`kind, err := inspect.LookupKind("query")`, `found, err := lint.Linter{}.In(kind).Lint(s)`}},
		{"lint", `{"only":["nul"]}`, false, []string{`l := lint.Linter{}`, `l, err = l.Only("nul")`, `found, err := l.Lint(s)`}},
		{"lint", `{"except":["nul"]}`, false, []string{`l := lint.Linter{}`, `l, err = l.Except("nul")`, `found, err := l.Lint(s)`}},
		{"lint", `{"version_of":["curl=8"],"as_of":"2024"}`, false, []string{`l := lint.Linter{}`, `l, err = l.Past(reader.Past{Versions: []string{"curl=8"}, AsOf: "2024"})`, `found, err := l.Lint(s)`}},
		{"lint", `{"severity":"error"}`, false, []string{`found, err := lint.Linter{}.From(lint.Error).Lint(s)`}},
		{"lint", `{"only":["overlong-utf8","double-encoding"],"except":["nul"]}`, false, []string{`l := lint.Linter{}`, `l, err = l.Only("overlong-utf8", "double-encoding")`, `l, err = l.Except("nul")`, `found, err := l.Lint(s)`}},
		{"uri get", `{"arguments":["host"]}`, false, nil},
		{"explain", `{}`, false, []string{`e, err := explain.Explain(s)`}},
		{"explain", `{"in":"query"}`, false, []string{`kind, err := inspect.LookupKind("query")`, `e, err := explain.With(s, explain.Options{Kind: kind})`}},
		{"compare", `{}`, false, []string{`c := compare.Compare(s, compare.Text)`}},
		{"compare", `{"format":"alpn"}`, false, []string{`c := compare.Compare(s, compare.ALPN)`}},
		{"url parse", `{}`, false, []string{`u, err := weburl.Parse(s)`, `r, err := uri.Parse(s)`}},
		{"url parse", `{"base":"http://h/","charset":"gbk"}`, false, []string{`var err error`, `p := weburl.Parser{}`, `p.Base, err = weburl.Parse("http://h/")`, `p.Charset, err = charset.Lookup("gbk")`, `u, err := p.Parse(s)`, `r, err := uri.Parse(s)`}},
	} {
		var r Request
		if err := json.Unmarshal([]byte(v.choices), &r); err != nil {
			t.Fatal(err)
		}
		r.Operation = v.operation
		o, err := Lookup(v.operation)
		if err != nil {
			t.Fatal(err)
		}
		p := &Plan{}
		if o.plan != nil {
			if p, err = o.Plan(&r, Command); err != nil {
				t.Errorf("%s %s: %v", v.operation, v.choices, err)
				continue
			}
		}
		if got := o.Go(&r, p, "s", v.lines); !slices.Equal(got, v.want) {
			t.Errorf("%s %s:\n%s\nwant\n%s", v.operation, v.choices, strings.Join(got, "\n"), strings.Join(v.want, "\n"))
		}
	}
}

// TestChoices: the words of the command for a request, and what front ends have.
func TestChoices(t *testing.T) {
	n := 3
	r := Request{Operation: "form get", Arguments: []string{"q"}, As: "form", Semicolons: true, MaxPairs: &n}
	if got := strings.Join(r.Words(), " "); got != "percent form get --as form --semicolons --max-pairs 3 q" {
		t.Errorf("%s", got)
	}
	r = Request{Operation: "normalize", DropParameters: []string{"a", "-b"}}
	if got := strings.Join(r.Words(), " "); got != "percent normalize --unsafe-drop-parameter a --unsafe-drop-parameter -b" {
		t.Errorf("%s", got)
	}
	if got := strings.Join((&Request{Operation: "no such"}).Words(), " "); got != "percent no such" {
		t.Errorf("%s", got)
	}
	for name, want := range map[string]Front{"decode": Command | Page | Beam | SQL, "uri get": Command | Beam, "compare": Command | Page} {
		o, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, on := range []Front{Command, Page, Beam, SQL} {
			if has := want&on != 0; o.Has(on) != has || slices.Contains(Names(on), name) != has {
				t.Errorf("%s on %d: %v", name, on, o.Has(on))
			}
		}
		foreign := o.Foreign(Command)
		for i := range o.Choices {
			if c := &o.Choices[i]; c.On&Command != 0 && slices.Contains(foreign, c.Key()) {
				t.Errorf("%s: %s is a choice, and foreign", name, c.Key())
			}
		}
		if !slices.Contains(foreign, "arguments") || !slices.Contains(foreign, "iterate") {
			t.Errorf("%s: foreign are %v", name, foreign)
		}
	}
	for _, v := range []struct {
		r    Request
		want string
	}{
		{Request{Operation: "encode", Times: new(int)}, "flag --times takes a number from 1 to"},
		{Request{Operation: "form get", Arguments: []string{"q"}, MaxPairs: new(int)}, "flag --max-pairs takes"},
		{Request{Operation: "lint", Table: &Table{Columns: []string{"1"}}, Format: "sarif"}, "SARIF is one document"},
		{Request{Operation: "lint", JSON: true, Format: "text"}, "--json and --format text contradict"},
		{Request{Operation: "lint", Fix: true, Format: "text"}, "--fix prints the values"},
		{Request{Operation: "lint", Fix: true, JSON: true}, "--fix prints the values"},
		{Request{Operation: "lint", Only: []string{"overlong-utf"}}, "no rule is called"},
	} {
		var bad *UsageError
		if _, err := v.r.Job("a.tsv"); !errors.As(err, &bad) || !strings.Contains(bad.Text, v.want) {
			t.Errorf("%+v: %v", v.r, err)
		}
	}
	var bad *UsageError
	if _, err := (&Request{Operation: "lint", Only: []string{"overlong-utf"}}).Job("a"); !errors.As(err, &bad) || !strings.Contains(bad.Hint, "did you mean overlong-utf8") {
		t.Errorf("a rule that is nearly one: %v, hint %q", err, bad.Hint)
	}
}

// TestCoder: single values as ClickHouse and the command take them, which is what jobs
// make of them, by the coder and, where there is one, the quick way.
func TestCoder(t *testing.T) {
	for _, v := range []struct {
		operation, choices, value, want string
		idle                            string // octets that are left as they are, of "a /%+\xff"
	}{
		{"decode", `{}`, "a%20+", "a +", "a /\xff"},
		{"decode", `{"as":"form"}`, "a%20+", "a  ", "a /\xff"},
		{"decode", `{"space":"plus"}`, "a+", "a ", "a /\xff"},
		{"decode", `{"as":"js.unescape"}`, "%u2603", "\u2603", ""},
		{"decode", `{"as":"url"}`, "a+?a+", "a+?a ", ""},
		{"decode", `{"layers":"2"}`, "%2520", " ", ""},
		{"decode", `{"charset":"windows-1252"}`, "%E9", "é", ""},
		{"decode", `{}`, "a%zz", "a", "a /\xff"},
		{"encode", `{}`, "a b", "a%20b", ""},
		{"encode", `{"keep":" "}`, "a b/", "a b%2F", ""},
		{"encode", `{"times":2}`, "a b", "a%2520b", ""},
		{"fix", `{}`, "a b%", "a%20b%25", ""},
		{"normalize", `{}`, "HTTP://h", "http://h/", ""},
		{"normalize", `{}`, "HTTP://h/%zz", "http://h/%zz", ""},
		{"uri get", `{"arguments":["host"]}`, "http://h/", "h", ""},
		{"uri get", `{"arguments":["host"]}`, "http://h/%zz", "h", ""},
		{"url get", `{"arguments":["host"]}`, "http://H/", "h", ""},
		{"url get", `{"arguments":["host"],"base":"http://b/"}`, "x", "b", ""},
		{"url canonical", `{}`, "http://H", "http://h/", ""},
		{"url canonical", `{"charset":"windows-1252"}`, "http://H?é", "http://h/?%E9", ""},
		{"url canonical", `{}`, "http://", "http://", ""},
	} {
		var r Request
		if err := json.Unmarshal([]byte(v.choices), &r); err != nil {
			t.Fatal(err)
		}
		r.Operation = v.operation
		o, err := Lookup(v.operation)
		if err != nil {
			t.Fatal(err)
		}
		p, err := o.Plan(&r, Command)
		if err != nil {
			t.Fatal(err)
		}
		p.Policy = bulk.Keep
		code, err := p.Coder()
		if err != nil {
			t.Fatal(err)
		}
		var flaw *percent.SyntaxError
		got, err := code([]byte("x"), []byte(v.value))
		if string(got) != "x"+v.want || err != nil && !errors.As(err, &flaw) {
			t.Errorf("%s %s of %q: %q, %v", v.operation, v.choices, v.value, got, err)
		}
		if codes := v.operation == "decode" || v.operation == "encode" || v.operation == "fix"; p.Codes() != codes {
			t.Errorf("%s: Codes is %v", v.operation, p.Codes())
		} else if !codes {
			if got, _ := p.Convert([]byte("x"), v.value); string(got) != "x"+v.want {
				t.Errorf("%s %s of %q: converted to %q", v.operation, v.choices, v.value, got)
			}
			if quick := p.Quick(); quick != nil {
				if got, ok := quick([]byte("x"), []byte(v.value)); ok != (err == nil) || ok && string(got) != "x"+v.want {
					t.Errorf("%s %s of %q: quickly %q, %v", v.operation, v.choices, v.value, got, ok)
				}
			} else if r.Base+r.Charset == "" {
				t.Errorf("%s %s has no quick way", v.operation, v.choices)
			}
		}
		idle := ""
		for _, b := range []byte("a /%+\xff") {
			if p.Idle().Contains(b) {
				idle += string([]byte{b})
			}
		}
		if idle != v.idle {
			t.Errorf("%s %s leaves %q", v.operation, v.choices, idle)
		}
	}
}

// TestLeftOut: a value of which a browser uses part is told, once.
func TestLeftOut(t *testing.T) {
	for _, v := range []struct{ change, want string }{
		{"port=80x", `port=80x: x at byte 2 was left out`},
		{"port=8080", ""},
		{"host=a:", `host=a:: there is no port at byte`},
		{"host=a:x", `host=a:x: x at byte 2 was left out (port-invalid)`},
		{"host=a:99999", `host=a:99999: 99999 at byte 2 was left out (port-out-of-range)`},
		{"hostname=a/b", `hostname=a/b: /b at byte 1 was left out`},
	} {
		o, err := Lookup("url set")
		if err != nil {
			t.Fatal(err)
		}
		p, err := o.Plan(&Request{Operation: "url set", Arguments: []string{v.change}}, Command)
		if err != nil {
			t.Errorf("%s: %v", v.change, err)
			continue
		}
		for range 3 {
			if _, err := p.Convert(nil, "http://h:81/"); err != nil {
				t.Error(err)
			}
		}
		urls, text := p.LeftOut[0].Told()
		if strings.Contains(v.change, "port=") && strings.Contains(text, "(") {
			t.Errorf("%s: a reason that says nothing: %s", v.change, text)
		}
		text = strings.ReplaceAll(text, `"`, "")
		if !strings.HasPrefix(text, v.want) || (urls == 3) != (v.want != "") || (text == "") != (urls == 0) {
			t.Errorf("%s: %d URLs, %s", v.change, urls, text)
		}
	}
}

// TestTables: which table flags and names of sources describe.
func TestTables(t *testing.T) {
	for name, want := range map[string]string{"a.csv": "csv", "A.CSV": "csv", "a.tsv.gz": "tsv", "a.tab.zst": "tsv", "a.jsonl.zstd": "jsonl", "a.ndjson": "jsonl", "a.parquet": "parquet", "a.txt": "", "csv": "", "": ""} {
		if got := FormatOf(name); got != want {
			t.Errorf("FormatOf(%q) = %q", name, got)
		}
	}
	column := []string{"u"}
	for _, v := range []struct {
		table   Table
		sources string
		want    bulk.Table
		refused string
	}{
		{Table{Columns: column}, "a.csv", bulk.Table{Format: bulk.CSV}, ""},
		{Table{Columns: column}, "a.tsv b.tab", bulk.Table{Format: bulk.TSV}, ""},
		{Table{Columns: column}, "a.csv b.tsv", bulk.Table{}, "a.csv and b.tsv have different formats"},
		{Table{Columns: column}, "a.txt", bulk.Table{}, "cannot tell the format of a.txt"},
		{Table{Columns: column}, "", bulk.Table{Format: bulk.CSV}, ""},
		{Table{Columns: column, Delimiter: ";"}, "a.txt", bulk.Table{Format: bulk.CSV, Delimiter: ';'}, ""},
		{Table{Columns: column, Delimiter: "tab"}, "a.txt", bulk.Table{Format: bulk.TSV, Delimiter: '\t'}, ""},
		{Table{Columns: column, Delimiter: `\t`}, "a.txt", bulk.Table{Format: bulk.TSV, Delimiter: '\t'}, ""},
		{Table{Columns: column, Delimiter: `\t`, Format: "csv"}, "", bulk.Table{Format: bulk.CSV, Delimiter: '\t'}, ""},
		{Table{Columns: column, Delimiter: "\n"}, "a.csv", bulk.Table{}, "--delimiter takes one ASCII character"},
		{Table{Columns: column, Delimiter: ";;"}, "a.csv", bulk.Table{}, "--delimiter takes one ASCII character"},
		{Table{Columns: column, Delimiter: ";", Format: "jsonl"}, "", bulk.Table{}, "--delimiter is for --csv and --tsv"},
		{Table{Columns: column, Format: "xml"}, "", bulk.Table{}, `unknown format "xml"`},
		{Table{Columns: column, Format: "csv", Match: "a"}, "", bulk.Table{}, "cannot be used together"},
		{Table{Match: "(?P<u>a)"}, "", bulk.Table{Format: bulk.Matches}, ""},
		{Table{Match: "("}, "", bulk.Table{}, "--match: "},
		{Table{Match: "a", Into: column}, "", bulk.Table{}, "--into is for tables"},
		{Table{Format: "lines"}, "", bulk.Table{Format: bulk.WholeLines, Newlines: bulk.NewlinesKept}, ""},
		{Table{Newlines: "space"}, "", bulk.Table{Format: bulk.WholeLines, Newlines: bulk.NewlinesSpace}, ""},
		{Table{Newlines: "keep"}, "", bulk.Table{}, `--newlines does not take "keep"`},
		{Table{Columns: column, Newlines: "space"}, "a.csv", bulk.Table{}, "--newlines is for lines and TSV"},
		{Table{Columns: column, Header: "maybe"}, "a.csv", bulk.Table{}, `--header does not take "maybe"`},
		{Table{Columns: column, Header: "no"}, "a.csv", bulk.Table{Format: bulk.CSV, Header: bulk.HeaderNo}, ""},
		{Table{Into: column}, "a.csv", bulk.Table{}, "--into needs a --column"},
		{Table{Columns: column, Into: []string{"a", "b"}}, "a.csv", bulk.Table{}, "there are 1 --column and 2 --intos"},
		{Table{Columns: column, Into: []string{"a"}}, "a.parquet", bulk.Table{Format: bulk.Foreign}, ""},
	} {
		got, err := v.table.Of(strings.Fields(v.sources)...)
		var bad *UsageError
		if v.refused != "" {
			if !errors.As(err, &bad) || !strings.Contains(bad.Text, v.refused) {
				t.Errorf("%+v of %q: %v, want %s", v.table, v.sources, err, v.refused)
			}
			continue
		}
		if err != nil || got.Format != v.want.Format || got.Delimiter != v.want.Delimiter || got.Newlines != v.want.Newlines || got.Header != v.want.Header || !slices.Equal(got.Columns, v.table.Columns) || !slices.Equal(got.Into, v.table.Into) {
			t.Errorf("%+v of %q: %+v, %v", v.table, v.sources, got, err)
		}
		if v.table.IsParquet(strings.Fields(v.sources)...) != (v.want.Format == bulk.Foreign) {
			t.Errorf("%+v of %q: IsParquet is wrong", v.table, v.sources)
		}
	}
}

// TestTaken: the note on a name that is not the dialect's own.
func TestTaken(t *testing.T) {
	for _, v := range []struct{ name, found, want string }{
		{"form", "whatwg.form", "form is whatwg.form here"},
		{"quote(s, safe='/')", "py.quote", "py.quote here, recorded as"},
		{"quote(s, safe='')", "py.quote", ": other arguments are not followed"},
		{"quote(s)", "py.quote", "py.quote here, recorded as"},
		{"urlencode", "php.urlencode", "; 19 other functions share the name (18 of other dialects)"},
	} {
		got := Taken(v.name, v.found)
		if !strings.Contains(got, v.want) || v.name == "quote(s)" && strings.Contains(got, "other arguments") {
			t.Errorf("Taken(%q, %q) = %q, want %q", v.name, v.found, got, v.want)
		}
	}
}

// TestFormRules: in a new process, the rules of a form without As are made without the
// tables in which loosely given names are found.
func TestFormRules(t *testing.T) {
	const fresh = "PERCENT_FRESH"
	if os.Getenv(fresh) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestFormRules$", "-test.v")
		cmd.Env = append(os.Environ(), fresh+"=1")
		out, err := cmd.CombinedOutput()
		if t.Logf("%s", out); err != nil {
			t.Fatal(err)
		}
		return
	}
	r := &Request{Operation: "form get"}
	n := growth.Allocated(func() {
		p, err := r.FormPlan(Command)
		if err != nil {
			t.Fatal(err)
		}
		r.Form(p.Encoding)
	})
	if t.Logf("%d bytes", n); n > 100_000 {
		t.Error("too many")
	}
}

// TestEncodersOfDecoders: whoever encodes by the name of a decoder is told of its encoders, each
// once.
func TestEncodersOfDecoders(t *testing.T) {
	for name, want := range map[string]string{
		"php.rawurldecode": "to encode, use --as php.rawurlencode", "js.unescape": "to encode, use --as js.escape", "js.decodeURIComponent": "to encode, use --as js.encodeURIComponent",
	} {
		_, _, err := Encoder(name)
		var usage *UsageError
		if !errors.As(err, &usage) || usage.Hint != want {
			t.Errorf("%s: %v, %+v", name, err, usage)
		}
	}
	for _, name := range []string{"unescape", "urldecode", "unquote", "decode", "decodeURIComponent"} {
		_, _, err := Encoder(name)
		var usage *UsageError
		if !errors.As(err, &usage) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		list, ok := strings.CutPrefix(usage.Hint, "to encode, use --as ")
		names := strings.Split(list, ", ")
		slices.Sort(names)
		if ok && (names[0] == "" || len(slices.Compact(slices.Clone(names))) != len(names)) {
			t.Errorf("%s: %s", name, usage.Hint)
		}
	}
}

// TestElsewhere: a choice that another front end has is refused by its name.
func TestElsewhere(t *testing.T) {
	o, err := Lookup("set")
	if err != nil {
		t.Fatal(err)
	}
	r := Request{Operation: "set", List: true}
	if err := o.Check(&r, Command); err != nil {
		t.Error(err)
	}
	var usage *UsageError
	if err := o.Check(&r, Page); !errors.As(err, &usage) || usage.Text != "there is no --list of set here" || usage.Choice != "list" || usage.Reason != NotTogether {
		t.Errorf("%v", err)
	}
}

// TestOneFormat: a table is written in one format.
func TestOneFormat(t *testing.T) {
	o, err := Lookup("table")
	if err != nil {
		t.Fatal(err)
	}
	for bits := range 8 {
		r := Request{Operation: "table", Markdown: bits&1 != 0, JSON: bits&2 != 0, CSV: bits&4 != 0}
		err, several := o.Check(&r, Command), bits&(bits-1) != 0
		if several != (err != nil && err.Error() == "operation: --markdown, --json and --csv cannot be used together") {
			t.Errorf("%+v: %v", r, err)
		}
	}
}
