package operation

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
)

// see encodes or decodes a text with every function that the request selects.
func see(c *Call) (results.Result, error) {
	filter, err := NewProgramFilter("--only", c.Only)
	if err != nil {
		return nil, err
	}
	functions, err := c.versions()
	if err != nil {
		return nil, err
	}
	for m := range dialect.Implementations() {
		program, _, _ := strings.Cut(m.ID, ".")
		if strings.Contains(program, "@") {
			continue // of another version
		}
		if len(c.At) == 0 && (m.Decodes != "") == c.Decode && filter.Holds(m) {
			functions = append(functions, m)
		}
	}
	if len(functions) == 0 {
		what := "encodes"
		if c.Decode {
			what = "decodes"
		}
		if len(c.At) > 0 {
			return nil, usage("`percent dialects history` shows the versions of a function", "no function of --at %s %s by a dialect", strings.Join(c.At, ","), what)
		}
		return nil, usage("`percent dialects list --implementations` lists the programs", "no recorded function of --only %s %s", strings.Join(c.Only, ","), what)
	}
	seen := results.Seen{Text: c.Values[0], Decode: c.Decode, Groups: results.See(c.Values[0], c.Decode, functions), Selected: len(c.Only) > 0, Versions: map[string]string{}}
	for _, m := range functions {
		seen.Versions[m.ID] = m.Version
	}
	if len(c.At) == 0 {
		seen.AddOlder(results.See(c.Values[0], c.Decode, older(seen.Versions, c.Decode)))
	}
	return seen, nil
}

// older returns functions as they were before their last change, under names such as
// "php.rawurlencode before 5.3.0".
func older(newest map[string]string, decode bool) (functions []*dialect.Implementation) {
	for h := range dialect.Histories() {
		if newest[h.ID] == "" || h.Encodes == decode {
			continue
		}
		for i := range h.Spans[:len(h.Spans)-1] {
			if span := &h.Spans[i]; span.Dialect != "" {
				functions = append(functions, ofSpan(h, span, h.ID+" "+span.String()))
			}
		}
	}
	return functions
}

// ofSpan returns a function as it was in a range of versions.
func ofSpan(h *dialect.History, span *dialect.Span, id string) *dialect.Implementation {
	m := &dialect.Implementation{ID: id, Language: h.Language, Version: span.Program, Call: h.Call, Units: h.Units}
	if m.Encodes = span.Dialect; !h.Encodes {
		m.Encodes, m.Decodes = "", span.Dialect
	}
	return m
}

// versions returns the functions of the versions in At, under names that --as accepts.
func (c *Call) versions() ([]*dialect.Implementation, error) {
	var functions []*dialect.Implementation
	for _, name := range c.At {
		program, version, _ := strings.Cut(name, "@")
		var refused error
		found := 0
		for h := range dialect.Histories() {
			function, ok := words.FunctionOf(h.ID, h.Program(), program)
			if !ok || h.Encodes == c.Decode {
				continue
			}
			span, err := h.At(version)
			if err != nil {
				refused = err
				continue
			}
			found++
			head := strings.TrimSuffix(strings.TrimSuffix(h.ID, function), ".")
			m := ofSpan(h, span, strings.TrimSuffix(head+"@"+version+"."+function, "."))
			if span.Dialect != "" && !slices.ContainsFunc(functions, func(o *dialect.Implementation) bool { return o.ID == m.ID }) {
				functions = append(functions, m)
			}
		}
		switch {
		case found == 0 && refused == nil:
			return nil, usage(words.DidYouMean(words.Nearest(program, recordedPrograms()), "versions were recorded of "+strings.Join(recordedPrograms(), ", ")), "--at: no versions of %q were recorded", program)
		case found == 0:
			return nil, usage("`percent dialects history` shows the versions of a function", "--at %s: %s", name, strings.TrimPrefix(refused.Error(), "dialect: "))
		}
	}
	return functions, nil
}

// recordedPrograms returns the names of programs with recorded versions.
func recordedPrograms() []string {
	var names []string
	for h := range dialect.Histories() {
		if name := strings.ToLower(h.Program()); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
