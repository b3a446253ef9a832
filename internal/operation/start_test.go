package operation

import (
	"errors"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/uritemplate"
)

// TestStart: what each value gives as JSON and as a page, by the function for many values and
// by Run.
func TestStart(t *testing.T) {
	for _, c := range []struct {
		row, value string
		request    Request
		page, json string
		reason     percent.Reason
	}{
		{row: "url parse", value: "http://a:80", page: "href      http://a/\norigin    http://a\nprotocol  http:\nhost      a\nhostname  a\npathname  /\n", json: `{"href":"http://a/","origin":"http://a","protocol":"http:","username":"","password":"","host":"a","hostname":"a","port":"","pathname":"/","search":"","hash":"","host_kind":"domain"}`},
		{row: "url parse", value: "b", request: Request{Base: "x:/"}, page: "href      x:/b\norigin    null\nprotocol  x:\npathname  /b\n"},
		{row: "url parse", value: "b", request: Request{OnError: "keep"}, page: "b", json: "null", reason: "missing-scheme-non-relative-URL"},
		{row: "url parse", value: "b", request: Request{Explain: true}, page: "! missing-scheme-non-relative-URL at byte 0\n", json: `{"validation_errors":[{"name":"missing-scheme-non-relative-URL","offset":0,"text":""}]}`, reason: "missing-scheme-non-relative-URL"},
		{row: "url check", value: "b", reason: "missing-scheme-non-relative-URL"},
		{row: "uri parse", value: "a%2Fb?c", page: "path       a%2Fb  a/b\nquery      c\n", json: `{"path":"a%2Fb","segments":["a%2Fb"],"query":"c","decoded":{"path":"a/b","segments":["a/b"]}}`},
		{row: "uri parse", value: "a%", page: "path       a%\n", reason: percent.TruncatedEscape},
		{row: "uri segments", value: "/a%2Fb/", page: "a/b\n\n", json: `{"segments":["a%2Fb",""],"decoded":{"segments":["a/b",""]}}`},
		{row: "uri segments", value: "/a%2Fb/", request: Request{Raw: true}, page: "a%2Fb\n\n"},
		{row: "dataurl encode", value: "é", page: "data:;charset=utf-8,%C3%A9", json: `{"output":"data:;charset=utf-8,%C3%A9"}`},
		{row: "dataurl encode", value: "\xff", page: "data:application/octet-stream,%FF"},
		{row: "dataurl encode", value: "a", request: Request{Type: "text/html"}, page: "data:text/html,a"},
		{row: "dataurl decode", value: "data:,a%20b", page: "a b", json: `{"type":"text/plain;charset=US-ASCII","body":"a b"}`},
		{row: "dataurl decode", value: "x:", reason: "no data: scheme"},
		{row: "dataurl decode", value: "data:,a b", request: Request{RFC2397: true}, reason: percent.InvalidByte},
		{row: "template variables", value: "{a,b}{?a}", page: "a\nb\n", json: `{"variables":["a","b"]}`},
		{row: "template variables", value: "{a}{b", page: "a\n", reason: uritemplate.UnclosedExpression},
		{row: "oauth1 header", value: `OAuth a="%20"`, page: "a  \" \"\n", json: `{"parameters":[{"source":"Authorization header","name":"a","value":" ","encoded_name":"a","encoded_value":"%20"}]}`},
	} {
		o, err := Lookup(c.row)
		if err != nil {
			t.Fatal(err)
		}
		c.request.Operation = c.row
		if err := o.Check(&c.request, Command); err != nil {
			t.Fatal(err)
		}
		answer, err := o.Start(&Call{Request: &c.request})
		if err != nil {
			t.Fatal(err)
		}
		for name, call := range map[string]func() (results.Result, error){
			"start": func() (results.Result, error) { return answer(c.value) },
			"run":   func() (results.Result, error) { return o.Run(&Call{Request: &c.request, Values: []string{c.value}}) },
		} {
			r, err := call()
			var syntax *percent.SyntaxError
			if errors.As(err, &syntax) != (c.reason != "") || syntax != nil && syntax.Reason != c.reason {
				t.Errorf("%s of %s %q: %v, want %q", name, c.row, c.value, err, c.reason)
			}
			if r == nil {
				if c.page != "" {
					t.Errorf("%s of %s %q: no result", name, c.row, c.value)
				}
				continue
			}
			if got := r.Page(results.Style{}); got != c.page {
				t.Errorf("%s of %s %q: page %q, want %q", name, c.row, c.value, got, c.page)
			}
			if got := string(strictjson.Append(nil, r.JSON())); c.json != "" && got != c.json {
				t.Errorf("%s of %s %q: %s, want %s", name, c.row, c.value, got, c.json)
			}
		}
	}
	for row, r := range map[string]*Request{"url parse": {Base: "x"}, "url check": {Charset: "x"}, "dataurl encode": {Type: "x"}} {
		var usage *UsageError
		o, _ := Lookup(row)
		if _, err := o.Start(&Call{Request: r}); !errors.As(err, &usage) {
			t.Errorf("%s: %v", row, err)
		}
		if _, err := o.Run(&Call{Request: r, Values: []string{""}}); !errors.As(err, &usage) {
			t.Errorf("%s: %v", row, err)
		}
	}
}

// TestHints: what is surprising about a URI, and about its page.
func TestHints(t *testing.T) {
	o, _ := Lookup("uri parse")
	for value, want := range map[string][2]bool{
		"http://h/a/b?c=d": {},
		"/a%2fb":           {false, true},
		"?a=%26":           {false, true},
		"postgres://a,b/c": {true, false},
	} {
		r, _ := o.Run(&Call{Request: &Request{}, Values: []string{value}})
		hinted := r.(results.Hinted)
		if got := [2]bool{hinted.ValueHint() != "", hinted.PageHint() != ""}; got != want {
			t.Errorf("%s: %v", value, got)
		}
	}
}

// TestExpand expands templates with values of all kinds.
func TestExpand(t *testing.T) {
	o, _ := Lookup("template expand")
	for _, c := range []struct {
		request           Request
		values            []string
		json, hint, notes string
		refused           bool
	}{
		{values: []string{"/{a}{?b*}", "a=x/y", "b=1", "b=2", "c=3"}, json: `{"source":"arguments","number":1,"input":"/{a}{?b*}","output":"/x%2Fy?b=1&b=2"}`, notes: `the template has no variable "c"`},
		{values: []string{"{v}"}, json: `{"source":"arguments","number":1,"input":"{v}","output":"w"}`},
		{values: []string{"{v}", "v=x"}, json: `{"source":"arguments","number":1,"input":"{v}","output":"x"}`},
		{values: []string{"/{a}/b", "a=.."}, json: `{"source":"arguments","number":1,"input":"/{a}/b","output":"/../b"}`, hint: `a makes a segment ".." of the path, which is removed with the segment before it when the path is resolved; --refuse-dots refuses such values`},
		{values: []string{"/{a}/b", "a=."}, request: Request{RefuseDots: true}, refused: true, json: `{"source":"arguments","number":1,"input":"/{a}/b","offset":2,"stream_offset":2,"reason":"dot segment"}`},
		{values: []string{"{"}, refused: true, json: `{"source":"arguments","number":1,"input":"{","offset":0,"stream_offset":0,"reason":"unclosed expression"}`},
		{values: []string{"{"}, request: Request{OnError: "keep"}, json: `{"source":"arguments","number":1,"input":"{","output":"{","offset":0,"stream_offset":0,"reason":"unclosed expression"}`, notes: "1 malformed part in the template copied, the first at byte 0"},
		{values: []string{"a", "b"}, refused: true},
	} {
		call := &Call{Request: &c.request, Values: c.values, Variables: uritemplate.Values{"v": uritemplate.String("w")}}
		r, err := o.Run(call)
		var usage *UsageError
		if errors.As(err, &usage) != c.refused {
			t.Errorf("%q: %v", c.values, err)
		}
		if c.json == "" {
			continue
		}
		e := r.(*results.TemplateExpansion)
		if got := string(strictjson.Append(nil, e.JSON())); got != c.json || e.ValueHint() != c.hint {
			t.Errorf("%q: %s, %q", c.values, got, e.ValueHint())
		}
		if len(call.Notes) > 1 || len(call.Notes) == 1 && call.Notes[0] != c.notes || len(call.Notes) == 0 && c.notes != "" {
			t.Errorf("%q: notes %q", c.values, call.Notes)
		}
	}
}
