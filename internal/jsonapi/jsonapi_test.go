package jsonapi_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/page"
)

// call does an operation, and returns what stands under a path of keys in the
// reply, "" for nothing.
func call(t *testing.T, op, request string, path ...any) any {
	t.Helper()
	var v any
	raw := jsonapi.Call(op, []byte(request))
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s %s: %s: %v", op, request, raw, err)
	}
	for _, key := range path {
		switch key := key.(type) {
		case string:
			object, _ := v.(map[string]any)
			v = object[key]
		case int:
			list, _ := v.([]any)
			if key >= len(list) {
				return nil
			}
			v = list[key]
		}
	}
	return v
}

func keys(path string) (list []any) {
	for key := range strings.SplitSeq(path, ".") {
		if len(key) == 1 && key[0] >= '0' && key[0] <= '9' {
			list = append(list, int(key[0]-'0'))
		} else {
			list = append(list, key)
		}
	}
	return list
}

type test struct {
	name, op, request string
	path              string // of keys and indices
	want              any
}

// tests are calls with what stands in the reply. Their requests begin the corpus
// of the fuzz target, too.
var tests = []test{
	{"about", "about", `{}`, "result.dialects.0.id", "rfc3986"},
	{"catalogue", "catalogue", `{}`, "result.functions.0.kind", "implementation"},
	{"a key that there is not", "encode", `{"txet":""}`, "error.format", "json"},
	// In the order of the octets: escaped, kept, and the space as '+'.
	{"marks of a table", "table", `{"names":["whatwg.form"],"text":""}`, "result.dialects.0.marks", strings.Repeat("e", 32) + "p" + strings.Repeat("e", 9) + "keekke" + strings.Repeat("k", 10) + strings.Repeat("e", 7) + strings.Repeat("k", 26) + "eeeek" + "e" + strings.Repeat("k", 26) + strings.Repeat("e", 133)},
	{"find a function", "find", `{"text":"rawurlencode"}`, "result.dialects.0.id", "rfc3986"},
	{"find by words", "find", `{"text":"oauth parameter"}`, "result.dialects.0.id", "oauth1"},
	{"find the function that is most used", "find", `{"text":"go"}`, "result.order.0", "go.url.QueryEscape"},
	{"find a dialect by what it is for", "find", `{"text":"query string"}`, "result.order.0", "whatwg.form"},
	{"find by a specification", "find", `{"text":"RFC 3986"}`, "result.order.0", "rfc3986"},
	{"find as the command does", "find", `{"text":"net.oauth.OAuth.percentEncode"}`, "result.order.0", "java.net.oauth.percentEncode"},
	{"find a function that a specification defines", "find", `{"text":"unescape"}`, "result.order.0", "js.unescape"},
	{"find by the spelling of code", "find", `{"text":"UrlEncode"}`, "result.order.0", "mono.WebUtility.UrlEncode"},
	{"find what a specification has", "find", `{"text":"URL Standard"}`, "result.found", 26.0},
	{"find nothing", "find", `{"text":"no such thing at all"}`, "result.found", 0.0},
	{"dialect", "dialect", `{"name":"form"}`, "result.space", "+"},
	{"dialect unknown", "dialect", `{"name":"oauht1"}`, "error.names.0", "oauth1"},
	{"encode", "encode", `{"text":"Ladies + Gentlemen"}`, "result.output", "Ladies%20%2B%20Gentlemen"},
	{"encode, command", "encode", `{"text":"Ladies + Gentlemen","as":"form"}`, "command", "percent encode --as form 'Ladies + Gentlemen'"},
	{"encode, source", "encode", `{"text":"","as":"oauth1"}`, "sources.0.title", "RFC 5849, section 3.6 (2010-04)"},
	{"encode, Go", "encode", `{"text":"a b"}`, "go.0", `out := percent.RFC3986.Encode("a b")`},
	{"encode as form", "encode", `{"text":"Ladies + Gentlemen","as":"form"}`, "result.output", "Ladies+%2B+Gentlemen"},
	{"encode, space", "encode", `{"text":"a b+c","space":"plus"}`, "result.output", "a+b%2Bc"},
	{"encode, space percent", "encode", `{"text":"a b+c","as":"form","space":"percent"}`, "result.output", "a%20b%2Bc"},
	{"encode lines", "encode", `{"text":"a b\nc d\r\n","lines":true}`, "result.output", "a%20b\nc%20d\r\n"},
	{"encode, whole", "encode", `{"text":"a b\n"}`, "result.output", "a%20b%0A"},
	{"encode octets", "encode", `{"text_base64":"/w=="}`, "result.output", "%FF"},
	{"encode a surrogate", "encode", `{"text_base64":"7aCA"}`, "result.output", "%ED%A0%80"},
	{"encode a refused surrogate", "encode", `{"text_base64":"7aCA","as":"js.encodeURIComponent"}`, "result.ended.kind", "refused"},
	{"encode, charset", "encode", `{"text":"æ","charset":"latin1"}`, "result.output", "%E6"},
	{"encode, reference", "encode", `{"text":"‽","charset":"sjis"}`, "result.output", "%26%238253%3B"},
	{"encode, cut", "encode", `{"text":"aaaé","most":5}`, "result.output", "aaa"},
	{"encode, cut, length", "encode", `{"text":"aaaé","most":5}`, "result.length", 9.0},
	{"encode by a decoder", "encode", `{"text":"a","as":"js.decodeURIComponent"}`, "error.reason", "decodes only"},
	{"decode", "decode", `{"text":"Dogs%2C%20Cats"}`, "result.output", "Dogs, Cats"},
	{"decode, plus kept", "decode", `{"text":"a+b"}`, "result.output", "a+b"},
	{"decode form", "decode", `{"text":"a+b%2Bc","as":"form"}`, "result.output", "a b+c"},
	{"decode to octets", "decode", `{"text":"%E9"}`, "result.output_base64", "6Q=="},
	{"decode, ended", "decode", `{"text":"a%zz"}`, "result.ended.offset", 1.0},
	{"decode, ended, output", "decode", `{"text":"a%zz"}`, "result.output", "a"},
	{"decode, kept", "decode", `{"text":"a%zz","on_error":"keep"}`, "result.output", "a%zz"},
	{"decode, replaced", "decode", `{"text":"a%zz","on_error":"replace"}`, "result.output", "a\uFFFDzz"},
	{"decode, skipped", "decode", `{"text":"%zz\nb","on_error":"skip","lines":true}`, "result.output", "b"},
	{"decode, flaw of a line", "decode", `{"text":"a\n%zz\n","on_error":"keep","lines":true}`, "result.flaws.0.line", 2.0},
	{"decode, flaw in all of the text", "decode", `{"text":"a\n%zz\n","on_error":"keep","lines":true}`, "result.flaws.0.offset", 2.0},
	{"decode, charset", "decode", `{"text":"%8E%A9%93%AE","charset":"sjis"}`, "result.output", "自動"},
	{"decode, detect", "decode", `{"text":"%8E%A9%93%AE%82%F0%8A%6D%94%46","charset":"detect"}`, "result.charset", "Shift_JIS"},
	{"decode, detect, output", "decode", `{"text":"%8E%A9%93%AE%82%F0%8A%6D%94%46","charset":"detect"}`, "result.output", "自動を確認"},
	{"decode, unknown charset", "decode", `{"text":"a","charset":"utf8x"}`, "error.reason", "unknown charset"},
	{"decode, unknown word", "decode", `{"text":"a","on_error":"explode"}`, "error.field", "on_error"},
	{"fix", "fix", `{"text":"http://example.com/100% é"}`, "result.output", "http://example.com/100%25%20%C3%A9"},
	{"lint", "lint", `{"text":"http://example.com/%2e%2e/a"}`, "result.findings.0.rule", "dot-segment-encoded"},
	{"lint, replacement", "lint", `{"text":"/a b","in":"path"}`, "result.findings.0.replacement", "%20"},
	{"chip: twice", "lint", `{"text":"100%2525"}`, "result.chips.0", map[string]any{"id": "encoded", "count": 2.0}},
	{"chip: charset", "lint", `{"text":"caf%E9"}`, "result.chips.0", map[string]any{"id": "not-utf8", "charset": "windows-1252", "text": "café"}},
	{"chip: plus", "lint", `{"text":"a+b"}`, "result.chips.0.id", "plus"},
	{"no chip: a plus sign", "lint", `{"text":"mailto:a@b?subject=c+d"}`, "result.chips", []any{}},
	{"chip: no plus in a form", "lint", `{"text":"a+b","as":"form"}`, "result.chips", []any{}},
	{"chip: malformed", "lint", `{"text":"100%"}`, "result.chips.0.id", "malformed"},
	{"chip: URL", "lint", `{"text":"http://h/"}`, "result.chips.0.id", "url"},
	{"chip: lookalike", "lint", `{"text":"a&amp;b"}`, "result.chips.0.text", "named-reference"},
	{"explain", "explain", `{"text":"/a%2fb?q=1+2"}`, "result.characters.2.verdict", "data"},
	{"explain, bits", "explain", `{"text":"%C3%A9"}`, "result.characters.0.bits", "11000011 10101001"},
	{"explain, component", "explain", `{"text":"/a?q"}`, "result.components.1.component", "query"},
	{"explain, window", "explain", `{"text":"abcdef","from":2,"count":2}`, "result.characters.1.text", "d"},
	{"explain, total", "explain", `{"text":"abcdef","from":2,"count":2}`, "result.total", 6.0},
	{"explain, beyond", "explain", `{"text":"abc","from":9}`, "result.from", 3.0},
	{"layers", "layers", `{"text":"100%2525"}`, "result.depth", 2.0},
	{"layers, loss", "layers", `{"text":"a%2Fb"}`, "result.layers.0.losses.0.kind", "delimiter"},
	{"lint, kind as it was called", "lint", `{"text":"a","kind":"path"}`, "command", "percent lint --in path a"},
	{"layers, kept as it was called", "layers", `{"text":"a+b","plus":"kept"}`, "command", "percent layers --plus keep a+b"},
	{"encode, space as it was called", "encode", `{"text":"a b","space":"dialect"}`, "command", "percent encode 'a b'"},
	{"decode a whole URL", "decode", `{"text":"/a+b?c+d","as":"url"}`, "result.output", "/a+b?c d"},
	{"decode layers", "decode", `{"text":"a%252Fb","layers":"all"}`, "result.output", "a/b"},
	{"encode, keep", "encode", `{"text":"a/b","keep":"/"}`, "result.output", "a/b"},
	{"encode, no such times", "encode", `{"text":"a","times":0}`, "error.field", "times"},
	{"encode, too long", "encode", `{"text":"` + strings.Repeat("a", 100_000) + `","times":6,"escape_all":true}`, "error.reason", "too long"},
	{"encode, null", "encode", `{"text":"a","on_error":"null"}`, "error.field", "on_error"},
	{"fix, byte order mark", "fix", `{"text":"\ufeffa b"}`, "result.output", "\ufeffa%20b"},
	{"Go, all layers", "decode", `{"text":"a","layers":"all"}`, "go.1", "op, err := bulk.Decode(bulk.Options{Dialect: d, Layers: bulk.AllLayers})"},
	{"Go, rules of lint", "lint", `{"text":"a","severity":"error","except":["raw-space"]}`, "go.1", `l, err = l.Except("raw-space")`},
	{"encode, hidden key", "encode", `{"text":"a","base":"http://h/"}`, "error.reason", "unknown key"},
	{"encode, refused charset", "encode", `{"text":"a","charset":"hz-gb-2312"}`, "error.field", "charset"},
	{"decode, no policy to follow", "decode", `{"text":"a","as":"js.unescape","on_error":"skip"}`, "error.reason", "not possible together"},
	{"compare, alpn", "compare", `{"a":"h2","b":"%68%32","format":"alpn"}`, "command", "percent compare --format alpn h2 %68%32"},
	{"layers, plus", "layers", `{"text":"a+b","plus":"first"}`, "result.layers.1.text", "a b"},
	{"compare", "compare", `{"a":"a=r%20b","b":"a=r+b"}`, "result.mistake", "space-as-plus"},
	{"compare, repaired", "compare", `{"a":"a=r%20b","b":"a=r+b"}`, "result.repaired.0", map[string]any{"mistake": "space-as-plus", "side": "b", "text": "a=r%20b"}},
	{"compare, command", "compare", `{"a":"-a","b":"it's"}`, "command", `percent compare -- -a 'it'\''s'`},
	{"see", "see", `{"text":"a b","only":["PHP"]}`, "result.groups.0.output.text", "a%20b"},
	{"see, decode", "see", `{"text":"a+b","decode":true,"only":["PHP"]}`, "result.groups.0.functions.0.language", "PHP"},
	{"charsets", "charsets", `{"text":"é"}`, "result.rows.0", map[string]any{"charset": "UTF-8", "octets": "C3 A9"}},
	{"charsets, refused", "charsets", `{"text":"é"}`, "result.rows.1.reason", "unencodable character"},
	{"charsets, decode", "charsets", `{"text":"%E9","decode":true}`, "result.rows.2.read", "é"},
	{"table", "table", `{"names":["form"],"text":"a b"}`, "result.dialects.0.id", "whatwg.form"},
	{"answer", "answer", `{"text":"plus sign lost in a query"}`, "result.answers.0.command", "percent guide space-plus"},
	{"answer, page", "answer", `{"text":"パスワード @ データベース"}`, "result.answers.0.url", "https://pct-encoded.github.io/percent/guides/connection-strings/"},
	{"answer, section", "answer", `{"text":"readable link"}`, "result.answers.0.url", "https://pct-encoded.github.io/percent/guides/uris/#iris"},
	{"answer, none", "answer", `{"text":"zzyzx"}`, "result.answers", []any{}},
	{"answer, too long", "answer", `{"text":"` + strings.Repeat("a", jsonapi.MaxQuestion+1) + `"}`, "error.reason", "too long"},
	{"set", "set", `{"expression":"rfc3986.segment - unreserved | tchar"}`, "result.set", "[!#$%&'()*+,\\-.0-9:;=@A-Z\\^_`a-z|~]"},
	{"set, wrong", "set", `{"expression":"digit | tcher"}`, "error.offset", 8.0},
	{"set, meant", "set", `{"expression":"digit | tcher"}`, "error.names.0", "tchar"},
	{"classes", "classes", `{}`, "result.classes.0.name", "unreserved"},
	{"identify", "identify", `{"samples":[{"input":"a b~*","output":"a+b%7E%2A"}]}`, "result.matches.0.dialects.0", "php.urlencode"},
	{"identify, next", "identify", `{"samples":[{"input":"a b~*","output":"a+b%7E%2A"}]}`, "result.next", "-\n"},
	{"identify, command", "identify", `{"samples":[{"input":"a b~*","output":"a+b%7E%2A"}]}`, "command", "percent identify --of 'a b~*' a+b%7E%2A"},
	{"identify, none", "identify", `{"samples":[]}`, "error.field", "samples"},
	{"url", "url", `{"text":"HTTP://ex%41mple.com:80/a\\b?q=é"}`, "result.browser.href", "http://example.com/a/b?q=%C3%A9"},
	{"url, validation errors", "url", `{"text":"http:\\\\h"}`, "result.errors.0.name", "special-scheme-missing-following-solidus"},
	{"url, base", "url", `{"text":"../c","base":"https://example.com/a/b"}`, "result.browser.href", "https://example.com/c"},
	{"url, resolved", "url", `{"text":"../c","base":"https://example.com/a/b"}`, "result.resolved", "https://example.com/c"},
	{"url, illegal", "url", `{"text":"http://h/a b"}`, "result.illegal.offset", 10.0},
	{"url, refused", "url", `{"text":"http://"}`, "result.refused.reason", "host-missing"},
	{"url, readers that part", "url", `{"text":"http://a.example\\\\@b.example/"}`, "result.readers.0.parting.part", "host"},
	{"url, readers that agree", "url", `{"text":"http://a.example/"}`, "result.readers.0.host", "a.example"},
	{"url, no readers with a base", "url", `{"text":"a","base":"http://h/"}`, "result.readers", nil},
	{"url, bad base", "url", `{"text":"a","base":"b"}`, "error.field", "base"},
	{"oauth1", "oauth1", `{"request":"curl -d 'c2&a3=2+q' 'http://example.com/request?a2=r%20b'"}`, "result.text", "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26c2%3D"},
	{"oauth1, theirs", "oauth1", `{"request":"curl -d 'c2&a3=2+q' 'http://example.com/request?a2=r%20b'","theirs":"POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2Bb%26a3%3D2%2Bq%26c2%3D"}`, "result.theirs.mistake", "space-as-plus"},
	{"oauth1, a file", "oauth1", `{"request":"curl -d @secret.txt http://h/"}`, "error.text", "open secret.txt: the page reads no files: paste what is in it"},
	{"sigv4", "sigv4", `{"request":"GET /test.txt HTTP/1.1\nHost: examplebucket.s3.amazonaws.com\n\n","service":"s3","date":"20130524T000000Z"}`, "result.steps.3.text", "host;x-amz-content-sha256;x-amz-date"},
	{"sigv4, as the request says", "sigv4", `{"request":"GET /a HTTP/1.1\nHost: h\nX-Amz-Date: 20240703T080000Z\nX-Other: 1\nAuthorization: AWS4-HMAC-SHA256 Credential=k/20240703/eu-central-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=00\n\n","default_service":"execute-api","default_date":"20260101T000000Z"}`, "result.steps.5.text", "20240703/eu-central-1/s3/aws4_request"},
	{"sigv4, the fields that are signed", "sigv4", `{"request":"GET /a HTTP/1.1\nHost: h\nX-Amz-Date: 20240703T080000Z\nX-Other: 1\nAuthorization: AWS4-HMAC-SHA256 Credential=k/20240703/eu-central-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=00\n\n","default_service":"execute-api","default_date":"20260101T000000Z"}`, "result.steps.3.text", "host;x-amz-date"},
	{"sigv4, as a presigned URL says", "sigv4", `{"request":"GET /a?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20240703%2Feu-west-3%2Fses%2Faws4_request&X-Amz-Date=20240703T080000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=00 HTTP/1.1\nHost: h\n\n","default_service":"execute-api","default_date":"20260101T000000Z"}`, "result.steps.5.text", "20240703/eu-west-3/ses/aws4_request"},
	{"sigv4, the scope of a presigned URL with another service", "sigv4", `{"request":"GET /a(b)?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20240703%2Feu-west-3%2Fses%2Faws4_request&X-Amz-Date=20240703T080000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&x=1&X-Amz-Signature=00 HTTP/1.1\nHost: h\nX-Other: 1\n\n","service":"s3","default_service":"execute-api","default_date":"20260101T000000Z"}`, "result.steps.5.text", "20240703/eu-west-3/s3/aws4_request"},
	{"sigv4, the path of a presigned URL with another service", "sigv4", `{"request":"GET /a(b)?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20240703%2Feu-west-3%2Fses%2Faws4_request&X-Amz-Date=20240703T080000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&x=1&X-Amz-Signature=00 HTTP/1.1\nHost: h\nX-Other: 1\n\n","service":"s3","default_service":"execute-api","default_date":"20260101T000000Z"}`, "result.steps.0.text", "/a%28b%29"},
	{"sigv4, the query of a presigned URL with another region", "sigv4", `{"request":"GET /a(b)?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20240703%2Feu-west-3%2Fses%2Faws4_request&X-Amz-Date=20240703T080000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&x=1&X-Amz-Signature=00 HTTP/1.1\nHost: h\nX-Other: 1\n\n","region":"eu-west-1","default_service":"execute-api","default_date":"20260101T000000Z"}`, "result.steps.1.text", "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20240703%2Feu-west-1%2Fses%2Faws4_request&X-Amz-Date=20240703T080000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&x=1"},
	{"sigv4, the fields of a presigned URL with another region", "sigv4", `{"request":"GET /a(b)?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20240703%2Feu-west-3%2Fses%2Faws4_request&X-Amz-Date=20240703T080000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&x=1&X-Amz-Signature=00 HTTP/1.1\nHost: h\nX-Other: 1\n\n","region":"eu-west-1","default_service":"execute-api","default_date":"20260101T000000Z"}`, "result.steps.3.text", "host"},
	{"sigv4, the scope of a presigned URL with another date", "sigv4", `{"request":"GET /a(b)?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F20240703%2Feu-west-3%2Fses%2Faws4_request&X-Amz-Date=20240703T080000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host&x=1&X-Amz-Signature=00 HTTP/1.1\nHost: h\nX-Other: 1\n\n","date":"20250101T000000Z","default_service":"execute-api","default_date":"20260101T000000Z"}`, "result.steps.5.text", "20250101/eu-west-3/ses/aws4_request"},
	{"sigv4, another service than the request says", "sigv4", `{"request":"GET /a HTTP/1.1\nHost: h\nX-Amz-Date: 20240703T080000Z\nAuthorization: AWS4-HMAC-SHA256 Credential=k/20240703/eu-central-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=00\n\n","service":"ec2"}`, "result.steps.5.text", "20240703/eu-central-1/ec2/aws4_request"},
	{"sigv4, nothing said", "sigv4", `{"request":"GET / HTTP/1.1\nHost: b.s3.eu-west-1.amazonaws.com\n\n","default_service":"execute-api","default_date":"20260101T000000Z"}`, "result.steps.5.text", "20260101/eu-west-1/execute-api/aws4_request"},
	{"sigv4, no date", "sigv4", `{"request":"GET / HTTP/1.1\nHost: h\n\n","service":"s3"}`, "error.field", "date"},
	{"sigv4, no service", "sigv4", `{"request":"GET / HTTP/1.1\nHost: h\n\n"}`, "error.field", "service"},
	{"command, an argument with a tab", "compare", `{"a":"a\tb","b":"c"}`, "command", `percent compare "$(printf 'a\011b')" c`},
	{"command, a NUL in no argument", "compare", `{"a":"a\u0000b","b":"c"}`, "command", nil},
	{"command, a NUL in no flag", "url", `{"text":"a","base":"\u0000http://h/"}`, "command", nil},
	{"command, a line break at the end", "compare", `{"a":"a\n","b":"c"}`, "command", nil},
	{"command, a word like a flag", "find", `{"text":"-x"}`, "command", "percent dialects list --all -- -x"},
	{"command, samples in the order of --of", "identify", `{"samples":[{"output":"a+b%7E"},{"input":"a b","output":"a+b"}]}`, "command", "percent identify --of 'a b' a+b a+b%7E"},
	{"command, an empty text refused", "identify", `{"samples":[{"input":"","refused":true},{"output":"a"}]}`, "command", "percent identify --refuses '' a"},
	{"command, refusals alone", "identify", `{"samples":[{"input":"a","refused":true}]}`, "command", nil},
	{"Go, space and charset", "encode", `{"text":"a é","space":"plus","charset":"latin1"}`, "go", []string{
		`d, err := dialect.Lookup("rfc3986")`,
		`e := d.Encoding().WithSpace(percent.SpacePlus).WithPlus(percent.PlusIsSpace)`,
		`c, err := charset.Lookup("windows-1252")`,
		`op, err := bulk.Encode(bulk.Options{Dialect: d, Encoding: e, Charset: c})`,
		`out, err := (&bulk.Job{Operation: op}).Record(nil, bulk.Record{Text: []byte("a é")})`,
	}},
	{"Go, lines and policy", "decode", `{"text":"a%zz\nb","lines":true,"on_error":"skip"}`, "go.2", `job := &bulk.Job{Operation: op, Separator: bulk.Lines, Policy: bulk.Skip}`},
	{"Go, kind of lint", "lint", `{"text":"a","in":"path"}`, "go.1", `found, err := lint.Linter{}.In(kind).Lint("a")`},
	{"Go, past of lint", "lint", `{"text":"a","version_of":["curl=7.88"],"as_of":"2023"}`, "go.1", `l, err = l.Past(reader.Past{Versions: []string{"curl=7.88"}, AsOf: "2023"})`},
	{"lint in the past", "lint", `{"text":"http://a.example/","only":["host-confusion"],"version_of":["curl=7.88"]}`, "command", "percent lint --only host-confusion --version-of 'curl=7.88' http://a.example/"},
	{"lint at no time", "lint", `{"text":"a","as_of":"soon"}`, "error.field", "as_of"},
	{"Go, kind of explain", "explain", `{"text":"a","in":"path"}`, "go.1", `e, err := explain.With("a", explain.Options{Kind: kind})`},
	{"Go, plus of layers", "layers", `{"text":"a","plus":"every"}`, "go.0", `l, err := layers.With("a", layers.Options{Plus: layers.PlusEvery})`},
	{"Go, base", "url", `{"text":"a","base":"http://h/"}`, "go.2", `p.Base, err = weburl.Parse("http://h/")`},
	{"signature", "signature", `{"request":"GET /c/a%20b?sv=2022-11-02&sr=b&sp=r&se=2026-01-01T00%3A00%3A00Z&sig=x HTTP/1.1\nHost: acc.blob.core.windows.net\n\n"}`, "result.signature.scheme", "azure-sas"},
	{"signature, as and account", "signature", `{"request":"GET /c/a%20b?sv=2022-11-02&sr=b&sp=r&se=2026-01-01T00%3A00%3A00Z&sig=x HTTP/1.1\nHost: files.example\n\n","as":"azure-sas","account":"acc","service":"blob"}`, "result.text", "r\n\n2026-01-01T00:00:00Z\n/blob/acc/c/a b\n\n\n\n2022-11-02\nb\n\n\n\n\n\n\n"},
	{"signature, command", "signature", `{"request":"GET /a HTTP/1.1\nHost: h\nX-Hub-Signature-256: x\n\n","as":"github"}`, "command", "percent signature explain --explain --as github -f request.http"},
	{"signature, none", "signature", `{"request":"GET / HTTP/1.1\nHost: h\n\n"}`, "error.field", "as"},
	{"signature, theirs", "signature", `{"request":"POST /w HTTP/1.1\nHost: h\nX-Hub-Signature-256: x\nContent-Length: 3\n\na+b","theirs":"a b"}`, "result.theirs.mistake", "space-as-plus"},
	{"saml", "saml", `{"request":"GET /sso?SAMLRequest=s8nMTS1RKEgtKlbQ18nMTbVVAglBREqSiopKSxUSc3LyKxQA&SigAlg=a HTTP/1.1\nHost: h\n\n"}`, "error.format", "saml"},
	{"Go, form of oauth1", "oauth1", `{"request":"curl -d a=b http://h/"}`, "go.0", `steps, err := oauth1.Explain(&oauth1.Request{Method: "POST", URL: "http://h/", Form: "a=b"})`},
	{"Go, fields and body of sigv4", "sigv4", `{"request":"POST / HTTP/1.1\nHost: h\nContent-Length: 1\n\na","service":"s3","date":"20130524T000000Z"}`, "go.2", `steps, err := s.Explain(&sigv4.Request{Method: "POST", URL: "https://h/", Header: header, PayloadHash: sigv4.HashPayload(body)})`},
	{"sigv4, theirs in the answer of AWS", "sigv4", `{"request":"GET / HTTP/1.1\nHost: h\n\n","service":"s3","date":"20130524T000000Z","theirs":"<Error><Code>SignatureDoesNotMatch</Code><CanonicalRequest>GET\n/a</CanonicalRequest></Error>"}`, "result.theirs_text", "GET\n/a"},
	{"unknown operation", "frobnicate", `{}`, "error.reason", "unknown operation"},
	{"operation that is not text", "\xff", `{}`, "error.text", "\uFFFD"},
	{"no JSON", "encode", `{`, "error.reason", "the JSON ends too early"},
	{"unknown key", "encode", `{"text":"a","txet":"b"}`, "error.reason", "unknown key"},
	{"unknown key of a question", "answer", `{"question":"a"}`, "error.names", []string{"text"}},
	{"answer, text", "answer", `{"text":"double encoding"}`, "result.answers.0.command", "percent guide double-encoding"},
	{"missing key", "encode", `{}`, "error.reason", "missing key"},
}

func init() { operation.AddFurther() } // as the command does

func TestCall(t *testing.T) {
	for _, tt := range tests {
		t.Run("name="+tt.name, func(t *testing.T) {
			got := call(t, tt.op, tt.request, keys(tt.path)...)
			if tt.name == "charsets" {
				delete(got.(map[string]any), "cells")
			}
			a, _ := json.Marshal(got)
			b, _ := json.Marshal(tt.want)
			if string(a) != string(b) {
				t.Errorf("%s %s\n%s: %s, want %s\n%s", tt.op, tt.request, tt.path, a, b, jsonapi.Call(tt.op, []byte(tt.request)))
			}
		})
	}
}

// TestOperations: every operation has a test, a line in docs/data/operations.md and, if it
// does something to a text, a paragraph of a guide.
func TestOperations(t *testing.T) {
	document, err := os.ReadFile("../../docs/data/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for op := range jsonapi.Operations() {
		if !slices.ContainsFunc(tests, func(tt test) bool { return tt.op == op }) {
			t.Errorf("%s has no test", op)
		}
		if !strings.Contains(string(document), "| `"+op+"` |") {
			t.Errorf("docs/data/operations.md has no line for %s", op)
		}
	}
	for _, tt := range tests {
		reply := call(t, tt.op, tt.request)
		if m := reply.(map[string]any); m["error"] == nil && m["guide"] == nil && tt.op != "about" {
			t.Errorf("%s has no guide", tt.op)
		}
	}
}

// maxReply is the longest reply, in bytes, of an operation that does not return
// the text itself: 512 KiB, of which a browser reads tens of megabytes a second.
const maxReply = 512 << 10

// TestCut: however long and hostile the text is, a reply stays short, and is JSON
// in UTF-8.
func TestCut(t *testing.T) {
	requests := map[string]func(text string) string{
		"lint":     func(text string) string { return `{"text":` + text + `}` },
		"explain":  func(text string) string { return `{"text":` + text + `}` },
		"layers":   func(text string) string { return `{"text":` + text + `}` },
		"charsets": func(text string) string { return `{"text":` + text + `}` },
		"see":      func(text string) string { return `{"text":` + text + `}` },
		"table":    func(text string) string { return `{"text":` + text + `}` },
		"url":      func(text string) string { return `{"text":` + text + `}` },
		"identify": func(text string) string { return `{"samples":[{"output":` + text + `}]}` },
		"encode":   func(text string) string { return `{"most":1000,"text":` + text + `}` },
		"decode":   func(text string) string { return `{"most":1000,"on_error":"keep","text":` + text + `}` },
		"compare":  func(text string) string { return `{"b":"","a":` + text + `}` },
	}
	for _, part := range []string{"%", "%25", "a=b&", "é", "%C3%A9", "<img src=x onerror=alert(1)>", "\u202e", "\x00", "../", "%u0041", "&amp;", "http://h/"} {
		for _, size := range []int{1000, 16_000, 250_000} {
			text, err := json.Marshal(strings.Repeat(part, size/len(part)))
			if err != nil {
				t.Fatal(err)
			}
			for op, request := range requests {
				if testing.Short() && size > 16_000 || op == "identify" && size > 1000 {
					continue
				}
				reply := jsonapi.Call(op, []byte(request(string(text))))
				if len(reply) > maxReply || !utf8.Valid(reply) || !json.Valid(reply) {
					t.Errorf("%s of %d times %q: %d bytes: %.200s", op, size/len(part), part, len(reply), reply)
				}
			}
		}
	}
}

// TestNoSecret: what proves who somebody is is not in the reply.
func TestNoSecret(t *testing.T) {
	const request = `GET /?a=b HTTP/1.1\nHost: h\nAuthorization: OAuth oauth_consumer_key=\"k\", oauth_signature=\"c2VjcmV0\", oauth_nonce=\"n\"\n\n`
	if reply := string(jsonapi.Call("oauth1", []byte(`{"request":"`+request+`"}`))); strings.Contains(reply, "c2VjcmV0") || !strings.Contains(reply, "oauth_nonce") {
		t.Error(reply)
	}
	// Without a secret there is no signature, not even one that means nothing.
	reply := call(t, "sigv4", `{"request":"GET / HTTP/1.1\nHost: h\n\n","service":"s3","date":"20130524T000000Z"}`)
	if text, _ := json.Marshal(reply); strings.Contains(string(text), "Signature=") || strings.Contains(string(text), `"signature"`) {
		t.Errorf("%s", text)
	}
}

// TestAnswerSection: an answer has all of its section, as lines without Markdown.
func TestAnswerSection(t *testing.T) {
	var v struct {
		Result struct {
			Answers []struct{ Text, Section string }
		}
	}
	if err := json.Unmarshal(jsonapi.Call("answer", []byte(`{"text":"plus sign lost in a query"}`)), &v); err != nil || len(v.Result.Answers) == 0 {
		t.Fatal(v, err)
	}
	if a := v.Result.Answers[0]; len(a.Section) < 3*len(a.Text) || strings.Contains(a.Section, "](") || strings.Contains(a.Section, "|--") {
		t.Errorf("%q", a.Section)
	}
}

// FuzzCall: whatever the request, the reply is a JSON object, a result or an
// error, and the same again.
func FuzzCall(f *testing.F) {
	for _, tt := range tests {
		f.Add(tt.op, []byte(tt.request))
	}
	f.Fuzz(func(t *testing.T, op string, request []byte) {
		reply := jsonapi.Call(op, request)
		var v struct {
			Result json.RawMessage `json:"result"`
			Error  *struct {
				Reason, Text string
			} `json:"error"`
		}
		if err := json.Unmarshal(reply, &v); err != nil || (v.Result == nil) == (v.Error == nil) {
			t.Fatalf("%s %s: %s: %v", op, request, reply, err)
		}
		if v.Error != nil && (v.Error.Reason == "" || v.Error.Text == "" && op != "") {
			t.Fatalf("%s %s: %s", op, request, reply)
		}
		if again := jsonapi.Call(op, request); string(again) != string(reply) {
			t.Fatalf("%s %s: %s\nand then %s", op, request, reply, again)
		}
	})
}

// TestVerdicts: the page has words for every verdict of explain.
func TestVerdicts(t *testing.T) {
	texts, err := page.Files.ReadFile("texts/en.json")
	if err != nil {
		t.Fatal(err)
	}
	for v := range explain.VerdictEscaped + 1 {
		if !strings.Contains(string(texts), `"verdict.`+v.ID()+`":`) {
			t.Errorf("there is no text for %s", v.ID())
		}
	}
}

// TestNpmImports: whoever bundles the package for npm for a browser has no modules of
// Node.js, and a bundler looks for whatever an import names literally.
func TestNpmImports(t *testing.T) {
	dir := filepath.Join("..", "..", "npm")
	text, err := os.ReadFile(filepath.Join(dir, "index.js"))
	if err != nil {
		t.Fatal(err)
	}
	imports := regexp.MustCompile(`(?:\bfrom |\bimport |\bimport\([^)"]*)"([^"]*)"`).FindAllSubmatch(text, -1)
	if len(imports) == 0 {
		t.Error("index.js imports nothing")
	}
	for _, m := range imports {
		name := string(m[1])
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil && name != "./runtime.js" {
			t.Errorf("index.js imports %q, which is not a file of the package", name)
		}
	}
}

// TestIdentifyNamesAll: a sample that rules nearly nothing out still names every
// dialect that is left, which is more than other lists hold.
func TestIdentifyNamesAll(t *testing.T) {
	list, _ := call(t, "identify", `{"samples":[{"input":"~","output":"~"}]}`, "result", "dialects").([]any)
	id, err := identify.Identify(identify.Pair("~", "~"))
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, m := range id.Matches {
		want += len(m.Dialects)
	}
	if len(list) != want || want <= jsonapi.MaxItems {
		t.Errorf("%d dialects, want %d, more than %d", len(list), want, jsonapi.MaxItems)
	}
}
