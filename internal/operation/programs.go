package operation

import (
	"maps"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
)

// shortLanguages maps words that people type to languages.
var shortLanguages = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"js": "JavaScript", "node": "JavaScript", "py": "Python", "rb": "Ruby", "golang": "Go", "rs": "Rust",
		"cs": "C# (Mono)", "c#": "C# (Mono)", "csharp": "C# (Mono)", "cpp": "C++", "ex": "Elixir", "hs": "Haskell", "pl": "Perl",
		"elisp": "Emacs Lisp", "kotlin": "Java", "scala": "Java", "swift": "Objective-C (GNUstep)",
	}
}}

// A ProgramFilter selects implementations by words that name a language or the
// beginning of an ID.
type ProgramFilter []string

// NewProgramFilter returns the filter for the words of a flag. It refuses a word that
// matches no implementation. The error is a *UsageError.
func NewProgramFilter(flag string, list []string) (ProgramFilter, error) {
	var f ProgramFilter
	for _, word := range list {
		word = strings.TrimSpace(word)
		if word == "" {
			return nil, usage("write languages and programs, such as "+flag+" python,php,js", "an empty word in %s", flag)
		}
		f = append(f, strings.ToLower(word))
		if !anyProgram(f[len(f)-1:]) {
			names := map[string]bool{}
			for m := range dialect.Implementations() {
				names[strings.ToLower(m.Language)] = true
				names[strings.ToLower(results.ProgramOf(m.ID))] = true
			}
			hint := words.DidYouMean(words.Nearest(strings.ToLower(word), slices.Sorted(maps.Keys(names))), "`percent dialects list --implementations` lists the programs")
			return nil, usage(hint, "%s: no language or program is called %q", flag, word)
		}
	}
	return f, nil
}

func anyProgram(f ProgramFilter) bool {
	for m := range dialect.Implementations() {
		if f.Holds(m) {
			return true
		}
	}
	return false
}

// Holds reports whether one of the words matches m. A filter without words
// matches everything.
func (f ProgramFilter) Holds(m *dialect.Implementation) bool {
	if len(f) == 0 {
		return true
	}
	for _, word := range f {
		if strings.EqualFold(m.Language, word) || strings.EqualFold(m.Language, shortLanguages.Get()[word]) {
			return true
		}
		// A word may be the beginning of an ID: "py", "py.quote", "jq@1.6".
		if len(m.ID) >= len(word) && strings.EqualFold(m.ID[:len(word)], word) &&
			(len(m.ID) == len(word) || strings.ContainsRune(".@", rune(m.ID[len(word)]))) {
			return true
		}
	}
	return false
}
