package main

import (
	"testing"

	yosida "github.com/yosida95/uritemplate/v3"

	"github.com/pct-encoded/percent/uritemplate"
)

// templates are one of each level of RFC 6570, and one of the GitHub API.
var templates = []struct{ name, text string }{
	{"level1", "http://example.com/~{username}/"},
	{"level2", "http://example.com/{+path}/here{#half}"},
	{"level3", "http://example.com/search{?q,lang,empty}{&x,y}"},
	{"level4", "http://example.com{/list*,path:4}{?keys*,undef}"},
	{"github", "https://api.github.com/repos/{owner}/{repo}/issues/comments{/number}"},
}

// templateStrings are ASCII: version 3.0.2 of the peer cuts code points from
// U+0080 on to octets.
var templateStrings = map[string]string{
	"username": "fred", "path": "/foo/bar", "half": "50%", "q": "fish & chips", "lang": "en-GB", "empty": "",
	"x": "1024", "y": "768", "owner": "octocat", "repo": "Hello-World", "number": "1347",
}

// BenchmarkTemplate expands templates, each with both libraries, after it has
// compared what they give.
func BenchmarkTemplate(b *testing.B) {
	ours := uritemplate.Values{
		"list": uritemplate.List("red", "green", "blue"),
		"keys": uritemplate.Pairs(uritemplate.Pair{Key: "semi", Value: ";"}, uritemplate.Pair{Key: "dot", Value: "."}),
	}
	theirs := yosida.Values{"list": yosida.List("red", "green", "blue"), "keys": yosida.KV("semi", ";", "dot", ".")}
	for name, s := range templateStrings {
		ours[name] = uritemplate.String(s)
		theirs[name] = yosida.String(s)
	}
	for _, t := range templates {
		our, their := uritemplate.MustParse(t.text), yosida.MustNew(t.text)
		got, err := our.Expand(ours)
		if err != nil {
			b.Fatal(err)
		}
		want, err := their.Expand(theirs)
		if err != nil {
			b.Fatal(err)
		}
		if got != want {
			b.Fatalf("%s: percent gives %q, yosida95 %q", t.text, got, want)
		}
		b.Run("expand/"+t.name+"/percent", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink, _ = our.Expand(ours)
			}
		})
		b.Run("append/"+t.name+"/percent", func(b *testing.B) {
			b.ReportAllocs()
			dst := make([]byte, 0, 512)
			for b.Loop() {
				dst, _ = our.AppendExpand(dst[:0], ours)
			}
		})
		b.Run("expand/"+t.name+"/yosida95", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink, _ = their.Expand(theirs)
			}
		})
	}
}
