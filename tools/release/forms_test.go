package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestIssueForms: the forms have the fields that the forge wants, and each input an
// ID and a label.
func TestIssueForms(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "..", ".github", "ISSUE_TEMPLATE", "*.yml"))
	if err != nil {
		t.Fatal(err)
	}
	forms := 0
	for _, name := range names {
		if filepath.Base(name) == "config.yml" {
			continue
		}
		forms++
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var form struct {
			Name, Description string
			Labels            []string
			Body              []struct {
				Type       string
				ID         string
				Attributes struct {
					Label, Value, Description, Placeholder, Render string
				}
				Validations struct{ Required bool }
			}
		}
		if err := yaml.Unmarshal(text, &form); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if form.Name == "" || form.Description == "" || len(form.Body) == 0 {
			t.Errorf("%s has no name, no description or no body", name)
		}
		var ids []string
		for i, field := range form.Body {
			switch field.Type {
			case "markdown":
				if field.Attributes.Value == "" {
					t.Errorf("%s: part %d is empty", name, i+1)
				}
			case "input", "textarea":
				if field.ID == "" || slices.Contains(ids, field.ID) || field.Attributes.Label == "" {
					t.Errorf("%s: part %d: ID %q, label %q", name, i+1, field.ID, field.Attributes.Label)
				}
				ids = append(ids, field.ID)
			default:
				t.Errorf("%s: part %d is of type %q", name, i+1, field.Type)
			}
		}
	}
	if forms != 2 {
		t.Errorf("%d forms", forms)
	}
}

// TestNoNotes: a version without a heading in CHANGELOG.md is refused before anything
// is compiled.
func TestNoNotes(t *testing.T) {
	clone := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.Command("git", "clone", "-q", filepath.Join("..", ".."), clone).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	r := &release{dir: filepath.Join(t.TempDir(), "dist"), root: clone, version: "v987.0.0"}
	t.Setenv("GOFLAGS", "-mod=none-such") // which no call of Go takes
	if err := r.run(false, "linux/amd64"); err == nil || err.Error() != `CHANGELOG.md says nothing under "v987.0.0"` {
		t.Errorf("%v", err)
	}
}

func TestLinkOut(t *testing.T) {
	r := &release{version: "v1.2.3"}
	text := "[a](docs/a.md#b) [c](https://example.com/) [d](#e) ![f](docs/f.png) <img src=\"docs/f.svg\"> [g](mailto:a@b.example)"
	const at = homepage + "/blob/v1.2.3/"
	want := "[a](" + at + "docs/a.md#b) [c](https://example.com/) [d](#e) ![f](" + homepage + "/raw/v1.2.3/docs/f.png) <img src=\"" + homepage + "/raw/v1.2.3/docs/f.svg\"> [g](mailto:a@b.example)"
	if got := string(r.linkOut([]byte(text))); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
