package main

import (
	"encoding/json"
	"os"
	"testing"
)

// TestPage: the page says what the recordings say, and every program answered every question.
func TestPage(t *testing.T) {
	var c cases
	if err := json.Unmarshal(casesText, &c); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("recordings.json")
	if err != nil {
		t.Fatal(err)
	}
	var r recording
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	for _, name := range writers {
		if len(r.Write[name]) != len(c.Parameters) {
			t.Errorf("%s wrote %d of %d parameters", name, len(r.Write[name]), len(c.Parameters))
		}
	}
	for _, name := range readers {
		if len(r.Read[name]) != len(r.Targets) {
			t.Errorf("%s read %d of %d targets", name, len(r.Read[name]), len(r.Targets))
		}
	}
	for _, name := range resolvers {
		if len(r.Resolve[name]) != len(c.Fragments) {
			t.Errorf("%s resolved %d of %d fragments", name, len(r.Resolve[name]), len(c.Fragments))
		}
	}
	want, err := os.ReadFile("../../docs/data/openapi-clients.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := page(c, r); string(got) != string(want) {
		t.Error("docs/data/openapi-clients.md says something else; go run ./openapi writes it")
	}
}
