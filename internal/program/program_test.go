package program

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

type model struct{ Program }

func modelOf(p Program) *model { return &model{p} }

func (m *model) At(version string) *model { return modelOf(m.Program.At(version)) }

var models = List[*model]{Kind: "model", Make: func() []*model {
	return []*model{
		modelOf(Cite("https://a.example/", "py.split", "2.7, 3.0", "split")),
		modelOf(Record("py.split", "3.1, 3.2, 3.3", "split")),
		modelOf(Compose("py.Join", "before its fix", "line 1")),
	}
}}

func TestProgram(t *testing.T) {
	cited, recorded, composed := &models.All()[0].Program, &models.All()[1].Program, &models.All()[2].Program
	for _, test := range []struct {
		p                        *Program
		text, source, provenance string
		versions                 []string
	}{
		{cited, "py.split@3.0", "https://a.example/", "cited", []string{"2.7", "3.0"}},
		{recorded, "py.split@3.3", "", "recorded", []string{"3.1", "3.2", "3.3"}},
		{composed, "py.Join@before its fix", "", "composed", []string{"before its fix"}},
	} {
		if p := test.p; p.String() != test.text || p.Source() != test.source || p.Provenance().String() != test.provenance || !slices.Equal(p.Versions(), test.versions) {
			t.Errorf("%s: source %q, %v, versions %q", p, p.Source(), p.Provenance(), p.Versions())
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
		{&models, "py.split@3.1", "py.split@3.1"},
		{&models, "py.split@2.7", "py.split@2.7"},
		{&models, "py.split@4", "model: unknown model \"py.split@4\"; did you mean py.split@3.3?"},
		{&models, "py.split@2", "model: unknown model \"py.split@2\"; did you mean py.split@2.7?"},
		{&models, "py.split@2.8", "model: unknown model \"py.split@2.8\"; did you mean py.split@2.7?"},
		{&models, "py.split@", "model: unknown model \"py.split@\"; did you mean py.split@3.3?"},
		{&same, "PY.JOIN@9", "model: unknown model \"PY.JOIN@9\"; did you mean py.Join@before its fix?"},
		{&models, "py.join", "model: unknown model \"py.join\"; did you mean py.Join?"},
		{&models, "py.join@3", "model: unknown model \"py.join@3\"; did you mean py.Join?"},
		{&models, "", "model: unknown model \"\""},
		{&same, "PY.JOIN", "py.Join@before its fix"},
		{&models, "SPLIT", "model: unknown model \"SPLIT\"; did you mean py.split?"},
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
}

// versions are four models of one program, of which the second and the last behave alike,
// with versions of both between those of others.
var versions = List[*model]{Kind: "model", Make: func() []*model {
	return []*model{
		modelOf(Record("curl.url", "8.23.0", "url")),
		modelOf(Record("curl.url", "7.88.1", "url")),
		modelOf(Record("curl.url", "7.9, 8.14.1", "url")),
		modelOf(Record("curl", "8.23.0", "curl")),
		modelOf(Record("node.url", "18.20.8, 20.20.2, 22.23.3", "URL")),
		modelOf(Record("node.url", "24.21.0", "URL")),
	}
}}

func TestNewest(t *testing.T) {
	for name, want := range map[string]string{"curl.url": "curl.url@8.23.0", "node.url": "node.url@24.21.0"} {
		if p, err := versions.Lookup(name); err != nil || p.String() != want || p.Pinned() {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
}

func TestCompareVersions(t *testing.T) {
	in := []string{"before", "2.6.12-1+deb12u4", "2.6.12-1+deb12u10", "3", "3.0", "3.00.1", "3.9", "3.10", "153.7.0esr", "153.8.0esr", "2026-11-17", "99999999999999999999.1"}
	for i, a := range in {
		for k, b := range in {
			if got := CompareVersions(a, b); got != max(-1, min(1, i-k)) {
				t.Errorf("%s, %s: %d", a, b, got)
			}
		}
	}
}

func TestMentions(t *testing.T) {
	all := versions.All()
	old, middle, url, curl := all[1], all[2], all[0], all[3]
	for _, test := range []struct {
		some []*model
		want string
	}{
		{[]*model{url, curl}, "curl@8.23.0, curl.url@8.23.0"},
		{[]*model{url, middle}, "curl.url@8.23.0"},
		{[]*model{old}, "curl.url 7.88.1 to before 8.14.1"},
		{[]*model{middle}, "curl.url before 7.88.1, curl.url 8.14.1 to before 8.23.0"},
		{[]*model{old, middle}, "curl.url before 8.23.0"},
		{[]*model{all[4]}, "node.url before 24.21.0"},
		{[]*model{all[4].At("20.20.2"), all[5]}, "node.url@20.20.2, node.url@24.21.0"},
		{nil, ""},
	} {
		var got []string
		for _, m := range Mentions(test.some, append(all, all[4].At("20.20.2")), time.Time{}) {
			got = append(got, m.String())
		}
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%v: %q, want %q", test.some, text, test.want)
		}
	}
}

func TestIn(t *testing.T) {
	for _, test := range []struct {
		past          Past
		list, missing string
		err           string
	}{
		{Past{}, "curl.url@8.23.0 curl.url@7.88.1 curl.url@8.14.1 curl@8.23.0 node.url@22.23.3 node.url@24.21.0", "", ""},
		{Past{Versions: []string{"node=20"}}, "curl.url@8.23.0 curl.url@7.88.1 curl.url@8.14.1 curl@8.23.0 node.url@20.20.2", "", ""},
		{Past{Versions: []string{"node=19", "curl=8"}}, "curl.url@8.23.0 curl@8.23.0 node.url@19", "", ""},
		{Past{Versions: []string{"curl.url=7.88.1", "node=22.23"}}, "curl.url@7.88.1 curl@8.23.0 node.url@22.23.3", "", ""},
		// Of one of the two there is such a version.
		{Past{Versions: []string{"CURL=7"}}, "curl.url@7.88.1 node.url@22.23.3 node.url@24.21.0", "curl", ""},
		// 23 is between two that behave differently, 2 is older than all and 25 newer.
		{Past{Versions: []string{"node=23"}}, "", "", `"node=23" is not recorded, nor between two versions that behave alike: recorded are 18.20.8, 20.20.2, 22.23.3, 24.21.0 of node.url`},
		// Ranges are no versions.
		{Past{Versions: []string{"node=^19"}}, "", "", `"node=^19" is not recorded`},
		{Past{Versions: []string{"node=19.x"}}, "", "", `"node=19.x" is not recorded`},
		{Past{Versions: []string{"node=>=19"}}, "", "", `"node=>=19" is not recorded`},
		{Past{Versions: []string{"node=2"}}, "", "", `"node=2" is not recorded`},
		{Past{Versions: []string{"node=25"}}, "", "", `"node=25" is not recorded`},
		{Past{Versions: []string{"nod=20"}}, "", "", `"nod=20" names no model`},
		{Past{Versions: []string{"node"}}, "", "", `"node" is not a name and a version, such as httpx=0.23`},
		{Past{Versions: []string{"=1"}}, "", "", `"=1" is not a name and a version`},
		{Past{AsOf: "2023-6"}, "", "", `"2023-6" is not a day, a month or a year, such as 2023-06`},
		// No version was out.
		{Past{AsOf: "1990-06-01"}, "", "curl.url curl node.url", ""},
		// 24.21.0 came later, and 22.23.3 then, too.
		{Past{AsOf: "2026-04"}, "node.url@20.20.2", "curl.url curl", ""},
		{Past{AsOf: "2025"}, "node.url@18.20.8", "curl.url curl", ""},
		{Past{AsOf: "1990", Versions: []string{"curl=8.23"}}, "curl.url@8.23.0 curl@8.23.0", "node.url", ""},
	} {
		list, missing, err := versions.In(test.past, versions.All())
		var names []string
		for _, m := range list {
			names = append(names, m.String())
		}
		if test.err != "" {
			var past *PastError
			if !errors.As(err, &past) || !strings.HasPrefix(err.Error(), test.err) {
				t.Errorf("%+v: %v, want %s", test.past, err, test.err)
			}
			continue
		}
		if err != nil || strings.Join(names, " ") != test.list || strings.Join(missing, " ") != test.missing {
			t.Errorf("%+v: %q, missing %q, %v", test.past, names, missing, err)
		}
	}
	// What is pinned stays.
	pinned := versions.All()[1].At("7.88.1")
	if list, missing, err := versions.In(Past{AsOf: "1990"}, []*model{pinned}); err != nil || len(list) != 1 || list[0] != pinned || missing != nil {
		t.Errorf("%v, %q, %v", list, missing, err)
	}
}

// TestDates: every day is one, and a version is not recorded before it is out.
func TestDates(t *testing.T) {
	p := Record("node.url", "18.20.8, 24.21.0", "URL").At("24.21.0")
	if p.Recorded() == "" || (&Program{name: "node.url", versions: "24.21.0", provenance: Cited}).Recorded() != "" {
		t.Errorf("recorded on %q", p.Recorded())
	}
	for id, day := range dates.Get().recorded {
		name, version, ok := strings.Cut(id, "@")
		if _, err := time.Parse(time.DateOnly, day); err != nil || !ok {
			t.Errorf("%s: %v", id, err)
		}
		if p := Record(name, version, ""); p.Released() > day {
			t.Errorf("%s was out on %s and recorded on %s", id, p.Released(), day)
		}
	}
	now := time.Date(2027, 11, 24, 1, 0, 0, 0, time.UTC)
	for day, want := range map[string]string{"2026-11-24": "recorded in 2026", "2026-11-25": "", "": "", "2028-01-01": ""} {
		if got := Old(day, now); got != want {
			t.Errorf("%s: %q", day, got)
		}
	}
	if Old("2026-11-24", time.Time{}) != "" {
		t.Error("old at no time")
	}
}
