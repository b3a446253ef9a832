package hop

import (
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/words"
)

// Lookup returns the hop with the name, or the first hop of the server with the name:
// "nginx" is "nginx:proxy_pass". Case does not matter. The error is an *UnknownError.
func Lookup(name string) (*Hop, error) {
	key := strings.ToLower(strings.TrimSpace(name))
	if h, ok := byName.Get()[key]; ok {
		return h, nil
	}
	var names []string
	for h := range All() {
		names = append(names, h.name)
	}
	return nil, &UnknownError{Name: name, Suggestion: words.Nearest(key, names)}
}

// An UnknownError reports a name that no hop has.
type UnknownError struct {
	Name       string
	Suggestion string // a similar name, or ""
}

// Error gives the unknown name and the suggestion, if there is one.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("hop: unknown hop %q", e.Name)
	if e.Suggestion != "" {
		text += "; did you mean " + e.Suggestion + "?"
	}
	return text
}

var byName = lazy.Value[map[string]*Hop]{Make: func() map[string]*Hop {
	m := map[string]*Hop{}
	for h := range All() {
		key := strings.ToLower(h.name)
		if m[key] != nil {
			panic("hop: two hops are called " + h.name)
		}
		m[key] = h
		if server, _, ok := strings.Cut(key, ":"); ok && m[server] == nil {
			m[server] = h
		}
	}
	return m
}}
