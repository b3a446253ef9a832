package xml

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
)

// TestAppend holds Append and Elements to encoding/xml, for random text.
func TestAppend(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "\"", "'", "<", ">", "&", "\t", "\n", "\r", "\x00", "\x1f", "\x7f", "é", "日", "\xff", "\xc3", "\ufffe", "\uffff", "\ufffd", "\U0001F600", "\xed\xa0\x80", "]]>"}
	for range 20000 {
		text := ""
		for range r.IntN(6) {
			text += pieces[r.IntN(len(pieces))]
		}
		var attribute bytes.Buffer
		if err := xml.EscapeText(&attribute, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got := Append(nil, text); string(got) != attribute.String() {
			t.Fatalf("Append(%q) = %q, want %q", text, got, attribute.String())
		}
		element, err := xml.Marshal(struct {
			XMLName xml.Name `xml:"e"`
			Text    string   `xml:",chardata"`
		}{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if got := Append([]byte("<e>"), text); string(got)+"</e>" != string(element) {
			t.Fatalf("Append(%q) = %q, want %q", text, got, element)
		}
		if texts, ok := Elements("<d><e>" + string(Append(nil, text)) + "</e></d>"); !ok {
			t.Fatalf("%q: refused", text)
		} else if read := struct {
			E string `xml:"e"`
		}{}; xml.Unmarshal([]byte("<d>"+string(element)+"</d>"), &read) != nil || texts["e"] != read.E {
			t.Fatalf("%q: %q, want %q", text, texts["e"], read.E)
		}
	}
}

func TestElements(t *testing.T) {
	for _, c := range []struct {
		document string
		want     map[string]string
	}{
		{"<a/>", nil},
		{"<a></a>", map[string]string{}},
		{"<?xml version='1.0'?>\r\n<!-- > -->\n<a b='c'>\r\n <d>1&#10;&#x41;\r\n2&lt;&gt;&amp;&apos;&quot;</d><e x='y'/><f /></a>\n", map[string]string{"d": "1\nA\n2<>&'\"", "e": "", "f": ""}},
		{"<a><d>1</d><d>2</d></a>", map[string]string{"d": "2"}},
		{"", nil},
		{"a", nil},
		{"<", nil},
		{"<a>", nil},
		{"<a", nil},
		{"<>", nil},
		{"<a><d>1</a>", nil},
		{"<a><d>1</d>", nil},
		{"<a>text<d>1</d></a>", nil},
		{"<a><d><e>1</e></d></a>", nil},
		{"<a><d>&unknown;</d></a>", nil},
		{"<a><d>&amp</d></a>", nil},
		{"<a><d>&#x110000;</d></a>", nil},
		{"<a></a><b></b>", nil},
		{"<a></a>text", nil},
		{"<!DOCTYPE a [<!ENTITY b 'c'>]><a></a>", nil},
	} {
		if got, ok := Elements(c.document); ok != (c.want != nil) || ok && !maps.Equal(got, c.want) {
			t.Errorf("Elements(%q) = %s, %v, want %s", c.document, fmt.Sprintf("%q", got), ok, fmt.Sprintf("%q", c.want))
		}
	}
}
