package program

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

type model struct{ Program }

func modelOf(p Program) *model { return &model{p} }

var models = List[*model]{Kind: "model", Make: func() []*model {
	return []*model{
		modelOf(Cite("https://a.example/", "py.split", "2.7, 3.0", "split")),
		modelOf(Record("2026-11", "py.split", "3.1, 3.2, 3.3", "split")),
		modelOf(Compose("py.Join", "before its fix", "line 1")),
	}
}}

func TestProgram(t *testing.T) {
	cited, recorded, composed := &models.All()[0].Program, &models.All()[1].Program, &models.All()[2].Program
	for _, test := range []struct {
		p                               *Program
		text, source, month, provenance string
		versions                        []string
	}{
		{cited, "py.split@3.0", "https://a.example/", "", "cited", []string{"2.7", "3.0"}},
		{recorded, "py.split@3.3", "", "2026-11", "recorded", []string{"3.1", "3.2", "3.3"}},
		{composed, "py.Join@before its fix", "", "", "composed", []string{"before its fix"}},
	} {
		if p := test.p; p.String() != test.text || p.Source() != test.source || p.Month() != test.month || p.Provenance().String() != test.provenance || !slices.Equal(p.Versions(), test.versions) {
			t.Errorf("%s: source %q, month %q, %v, versions %q", p, p.Source(), p.Month(), p.Provenance(), p.Versions())
		}
	}
	for word, want := range map[string]bool{
		"": false, "py": true, "PY": true, "p": false, "py.split": true, "py.split@3": true, "py.split@3.2": true, "py.split@4": false,
	} {
		if got := recorded.Begins(word, ".@"); got != want {
			t.Errorf("%s begins with %q: %t", recorded, word, got)
		}
	}
	if !recorded.Begins("p", "") || recorded.Begins("q", "") {
		t.Error("the beginning of a word")
	}
}

func TestLookup(t *testing.T) {
	same := List[*model]{Kind: "model", Make: models.All, Same: strings.EqualFold, Known: func([]*model) []string { return []string{"pi"} }}
	for _, test := range []struct {
		list       *List[*model]
		name, want string
	}{
		{&models, "py.split", "py.split@3.3"},
		{&models, "py.split@3.1", "py.split@3.3"},
		{&models, "py.split@2.7", "py.split@3.0"},
		{&models, "py.split@4", "model: unknown model \"py.split@4\"; did you mean py.split@3.3?"},
		{&models, "py.split@2", "model: unknown model \"py.split@2\"; did you mean py.split@2.7?"},
		{&models, "py.split@2.8", "model: unknown model \"py.split@2.8\"; did you mean py.split@2.7?"},
		{&models, "py.split@", "model: unknown model \"py.split@\"; did you mean py.split@3.3?"},
		{&same, "PY.JOIN@9", "model: unknown model \"PY.JOIN@9\"; did you mean py.Join@before its fix?"},
		{&models, "py.join", "model: unknown model \"py.join\"; did you mean py.Join?"},
		{&models, "py.join@3", "model: unknown model \"py.join@3\"; did you mean py.Join?"},
		{&models, "", "model: unknown model \"\""},
		{&same, "PY.JOIN", "py.Join@before its fix"},
		{&same, "py", "model: unknown model \"py\"; did you mean pi?"},
	} {
		p, err := test.list.Lookup(test.name)
		got := ""
		var unknown *UnknownError
		switch {
		case err == nil:
			got = p.String()
		case errors.As(err, &unknown) && unknown.Name == test.name:
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestGroups(t *testing.T) {
	all := models.All()
	groups := Groups(all, []string{"b", "a", "b"})
	if len(groups) != 2 || groups[0].Answer != "b" || !slices.Equal(groups[0].Programs, []*model{all[0], all[2]}) || groups[1].Answer != "a" || !slices.Equal(groups[1].Programs, all[1:2]) {
		t.Errorf("%v", groups)
	}
	if got := Names(groups[0].Programs, all); !slices.Equal(got, []string{"py.Join", "py.split@3.0"}) {
		t.Errorf("some: %q", got)
	}
	if got := Names(all, all); !slices.Equal(got, []string{"py.Join", "py.split"}) {
		t.Errorf("all: %q", got)
	}
}
