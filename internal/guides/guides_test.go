package guides

import (
	"strings"
	"testing"
)

// TestTopics: each topic leads to a guide, or to a section of one, that is there.
func TestTopics(t *testing.T) {
	for topic, where := range topics.Get() {
		if text, ok := Find(topic); !ok || !strings.HasPrefix(text, "# ") {
			t.Errorf("%q leads to %s, which is not there", topic, where)
		}
		if topic != strings.ToLower(topic) {
			t.Errorf("%q is not in lower case", topic)
		}
	}
	for words, want := range map[string]string{
		"tasks": "# Twenty tasks\n", "encodeURIComponent": "# encodeURIComponent", " Plus  sign ": "# `%20` or `+`?\n", "charsets": "# Charsets", "tildes": "# Acentos", "history": "# How it came about\n",
	} {
		if text, ok := Find(words); !ok || !strings.HasPrefix(text, want) {
			t.Errorf("Find(%q) = %.40q, %t", words, text, ok)
		}
	}
	for _, words := range []string{"", "#", "tasks#no", "nothing like this"} {
		if text, ok := Find(words); ok {
			t.Errorf("Find(%q) = %.40q", words, text)
		}
	}
	if text, _ := Find("exit status"); strings.Contains(text, "\n## ") {
		t.Error("a section goes on to the next one")
	}
}

// TestSize: the guides take little of a program.
func TestSize(t *testing.T) {
	const most = 80 << 10
	if len(guides) > most || len(guides) < most/2 {
		t.Errorf("guides.gz has %d bytes; it may have %d", len(guides), most)
	}
	if n := len(All()); n < 35 {
		t.Errorf("only %d guides", n)
	}
	for _, g := range All() {
		if g.Title() == "" || strings.ContainsAny(g.Title(), "`\n") {
			t.Errorf("%s: title %q", g.Name, g.Title())
		}
	}
}
