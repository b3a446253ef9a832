package main

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/uri"
)

// schemesWithForms are the schemes with which a '+' in a query is probably a space;
// "" stands for a reference without a scheme.
var schemesWithForms = []string{"", "http", "https", "ws", "wss", "HTTP", "Wss"}

// schemesWithoutForms are others: those that the URL Standard calls special, those of
// IANA's registry that have queries or look as if they had, and some that nobody knows.
var schemesWithoutForms = []string{
	"ftp", "file", "FTP", "sftp", "mailto", "sip", "sips", "tel", "sms", "geo", "coap", "coaps", "coap+tcp", "ldap", "ldaps",
	"data", "urn", "news", "xmpp", "magnet", "bitcoin", "blob", "javascript", "about", "view-source", "jar", "did", "pkg", "im",
	"pres", "tag", "acct", "mid", "cid", "spotify", "git", "svn+ssh", "ssh", "jdbc", "postgres", "redis", "mongodb", "s3", "gs",
	"gemini", "gopher", "imap", "nfs", "rtsp", "stun", "turn", "dns", "info", "ni", "vnc", "http+unix", "httpx", "htt", "wsx",
	"x-very-long-name.of-a-scheme", "httphttphttphttp",
}

// TestPlus: whoever says or decides what a '+' in a query is says the same of every
// scheme; only form and the parameters of the URL Standard read every query as a form.
func TestPlus(t *testing.T) {
	command := func(args ...string) result {
		t.Helper()
		return runIn(t, strings.NewReader(""), stream.ChunkSize, args...)
	}
	// The places that answer, by how they answer of the query a+b=c+d in a URL.
	places := []struct {
		name    string
		isSpace func(scheme, before string) bool
	}{
		{"uri.QueryIsForm", func(scheme, _ string) bool { return uri.QueryIsForm(scheme) }},
		{"explain", func(_, before string) bool {
			out := command("explain", "--json", "--in", "uri", before+"?a+b=c+d").stdout
			space, plus := strings.Count(out, `"plus":"probably-space"`), strings.Count(out, `"plus":"plus"`)
			if space > 0 == (plus > strings.Count(before, "+")) {
				t.Errorf("%s: explain says both or nothing:\n%s", before, out)
			}
			return space > 0
		}},
		{"explain's page", func(_, before string) bool {
			out := command("explain", "--in", "uri", before+"?a+b=c+d").stdout
			if decides := strings.Contains(out, "The server decides."); decides != strings.Contains(out, "t is probably a space") {
				t.Errorf("%s: the server decides: %v\n%s", before, decides, out)
			}
			return strings.Contains(out, "t is probably a space")
		}},
		{"decode --as url", func(_, before string) bool {
			return command("decode", "--as", "url", before+"?a+b=c+d").stdout == before+"?a b=c d\n"
		}},
		{"decode --as url --charset", func(_, before string) bool {
			return command("decode", "--as", "url", "--charset", "windows-1252", before+"?a+b=c+d").stdout == before+"?a b=c d\n"
		}},
		{"the hint of decode", func(_, before string) bool {
			return command("decode", before+"?a+b=c+d").stderr == "percent: hint: a '+' was kept; in the query of a URL it is a space: --as url\n"
		}},
		{"lint", func(_, before string) bool {
			return strings.Contains(command("lint", "--in", "uri", before+"?a+b=c+d").stdout, "plus-ambiguity")
		}},
		{"the page", func(_, before string) bool {
			return strings.Contains(string(jsonapi.Call("lint", []byte(`{"text":"`+before+`?a+b=c+d"}`))), `"id":"plus"`)
		}},
		{"compare", func(_, before string) bool {
			return strings.Contains(command("compare", before+"?a+b=c+d", before+"?a%2Bb=c%2Bd").stdout, "plus-as-literal")
		}},
		{"uri get", func(_, before string) bool {
			return command("uri", "get", "query:a b", before+"?a+b=c+d").stdout == "c d\n"
		}},
		{"uri set", func(_, before string) bool {
			return command("uri", "set", "query:a b=e", before+"?a+b=c+d").stdout == before+"?a+b=e\n"
		}},
		{"uri set --trim", func(_, before string) bool {
			return command("uri", "set", "--trim", "a b", before+"?a+b=c+d&e").stdout == before+"?e\n"
		}},
		{"uri set --without", func(_, before string) bool {
			return command("uri", "set", "--without", "query:a b", before+"?a+b=c+d&e").stdout == before+"?e\n"
		}},
		{"normalize --unsafe-drop-parameter", func(_, before string) bool {
			out := command("normalize", "--unsafe-drop-parameter", "a b", before+"?a+b=c+d&e").stdout
			return strings.HasSuffix(out, "?e\n")
		}},
	}
	try := func(scheme string, want bool) {
		t.Helper()
		before := []string{scheme + ":x", scheme + "://h/"}
		if scheme == "" {
			before = []string{"/x", "//h/", ""}
		}
		for _, before := range before {
			for _, p := range places {
				// Of what is no URL for sure, nothing is said.
				guesses := p.name == "the hint of decode" || p.name == "the page" || p.name == "compare"
				if guesses && !strings.Contains(before, "//") {
					continue
				}
				if got := p.isSpace(scheme, before); got != want {
					t.Errorf("%s?a+b=c+d: by %s a '+' is a space: %v", before, p.name, got)
				}
			}
			// These have been told that it is a form.
			for _, in := range []string{"url", "query"} {
				text := before + "?a+b=c+d"
				if in == "query" {
					text = "a+b=c+d"
				}
				if got := command("form", "get", "a b", "--in", in, text).stdout; got != "c d\n" {
					t.Errorf("form get --in %s %s: %q", in, text, got)
				}
				if got := command("form", "set", "x", "y z", "--in", in, text).stdout; got != text+"&x=y+z\n" {
					t.Errorf("form set --in %s %s: %q", in, text, got)
				}
			}
			// What is written is clear to all.
			if got := command("uri", "set", "query:x=y z+", before+"?a+b=c+d").stdout; got != before+"?a+b=c+d&x=y%20z%2B\n" {
				t.Errorf("uri set query:x='y z+' %s: %q", before, got)
			}
		}
	}
	for _, scheme := range schemesWithForms {
		try(scheme, true)
	}
	for _, scheme := range schemesWithoutForms {
		try(scheme, false)
	}
	for _, scheme := range []string{"http", "ftp", "mailto"} {
		u := scheme + "://h/?a+b=c+d"
		if got := command("url", "get", "search.a b", u).stdout; got != "c d\n" {
			t.Errorf("url get search of %s: %q", u, got)
		}
		if got := command("url", "set", "search.x=y z", u).stdout; got != u+"&x=y+z\n" {
			t.Errorf("url set search of %s: %q", u, got)
		}
	}
}
