package dialect

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
)

// started lists the dialects that Common returns.
var started = []string{
	"rfc3986", "rfc3986.segment", "rfc3986.path", "rfc3986.query", "rfc3986.uri", "whatwg.form", "form.percent20", "oauth1",
	"aws", "aws.path", "js.encodeURIComponent", "js.encodeURI", "js.escape", "whatwg.component", "http.ext-value",
}

// Common iterates over the fifteen dialects to start with, the most useful
// first: they serve nearly everybody.
func Common() iter.Seq[*Dialect] {
	return func(yield func(*Dialect) bool) {
		for _, id := range started {
			if !yield(byName()[strings.ToLower(id)]) {
				return
			}
		}
	}
}

// An AmbiguousError reports a name that can mean several dialects or functions.
type AmbiguousError struct {
	Name       string
	Candidates []string // names for Lookup, the likeliest first
}

// Error names at most eight candidates.
func (e *AmbiguousError) Error() string {
	text := fmt.Sprintf("dialect: %q can mean %s", e.Name, strings.Join(e.Candidates[:min(8, len(e.Candidates))], ", "))
	if more := len(e.Candidates) - 8; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Find turns a loosely given name into one that Lookup accepts. Besides the names
// that Lookup accepts itself, it takes the end of an ID or alias ("segment"), the
// name of a function as programs call it ("urllib.parse.quote", "rawurlencode"), a
// language ("python") and a media type. Case and a trailing "()" do not matter. The
// error is an *AmbiguousError if the name can mean several, and an *UnknownError if
// it is unknown.
func Find(name string) (string, error) {
	_, err := Lookup(name)
	if err == nil {
		return name, nil
	}
	key := strings.ToLower(strings.TrimSuffix(strings.TrimSpace(name), "()"))
	if key == "" || len(key) > maxName {
		return "", err
	}
	if id, ok := mediaTypes[key]; ok {
		return id, nil
	}
	for _, means := range []func(key string, n *candidate) bool{isLanguage, endsWith, isCall, isPartOf} {
		var found []*candidate
		for i := range meanings() {
			if n := &meanings()[i]; means(key, n) {
				found = append(found, n)
			}
		}
		if len(found) == 0 {
			continue
		}
		slices.SortStableFunc(found, func(a, b *candidate) int { return slices.Compare(a.rank[:], b.rank[:]) })
		var names []string
		one := true
		for _, n := range found {
			one = one && n.dialect == found[0].dialect && n.encodes == found[0].encodes
			names = append(names, n.name)
		}
		if one {
			return names[0], nil
		}
		return "", &AmbiguousError{Name: name, Candidates: names}
	}
	return "", err
}

var mediaTypes = map[string]string{
	"application/x-www-form-urlencoded": "whatwg.form",
	"x-www-form-urlencoded":             "whatwg.form",
	"multipart/form-data":               "http.multipart-name",
	"text/uri-list":                     "rfc3986.uri",
}

// A candidate is a possible meaning of a name. Its texts are in lower case.
type candidate struct {
	name     string // for Lookup
	key      string
	call     string // of an implementation
	language string
	dialect  *Dialect
	encodes  bool
	rank     [4]int // by family, place in Common, number of words, and length
}

// families are the families that people are likeliest to mean, in that order.
// JavaScript engines other than the first come last.
var families = []string{
	"rfc3986", "whatwg", "js", "php", "py", "java", "go", "ruby", "perl", "node", "rust", "mono", "curl", "aws",
}

var lastFamilies = []string{"duktape", "rhino", "njs", "chromium", "firefox", "webkit"}

// rankOf returns a number that is lower for likelier families.
func rankOf(name string) int {
	family, _, _ := strings.Cut(name, ".")
	if i := slices.Index(families, family); i >= 0 {
		return i
	}
	if slices.Contains(lastFamilies, family) {
		return len(families) + 1
	}
	return len(families)
}

// meanings holds every candidate for Find.
var meanings = sync.OnceValue(func() []candidate {
	var list []candidate
	add := func(n candidate) {
		n.key = strings.ToLower(n.name)
		first := slices.Index(started, n.name)
		if first < 0 {
			first = len(started)
		}
		n.rank = [4]int{rankOf(n.name), first, strings.Count(n.name, "."), len(n.name)}
		list = append(list, n)
	}
	for d := range All() {
		for _, name := range d.names() {
			if _, isCalled := implementationByName()[strings.ToLower(name)]; !isCalled {
				add(candidate{name: name, dialect: d, encodes: d.Encodes()})
			}
		}
	}
	for m := range Implementations() {
		add(candidate{
			name: m.ID, call: strings.ToLower(m.Call), language: strings.ToLower(m.Language),
			dialect: m.Dialect(), encodes: m.Encodes != "",
		})
	}
	return list
})

// endsWith reports whether key is the last words of an ID.
func endsWith(key string, n *candidate) bool { return strings.HasSuffix(n.key, "."+key) }

// isCall reports whether n calls the function key with the text as its only
// argument.
func isCall(key string, n *candidate) bool {
	function, args, ok := strings.Cut(n.call, "(")
	args, _, _ = strings.Cut(args, ")")
	return ok && (function == key || strings.HasSuffix(function, "."+key)) && len(strings.TrimLeft(args, "$&")) == 1
}

// isPartOf reports whether key is whole words of an ID, or n calls a function of
// that name in any way.
func isPartOf(key string, n *candidate) bool {
	if strings.Contains("."+n.key+".", "."+key+".") && n.key[:min(len(key), len(n.key))] != key {
		return true
	}
	for call := n.call; ; {
		i := strings.Index(call, key+"(")
		if i < 0 {
			return false
		}
		if i == 0 || !isWord(call[i-1]) {
			return true
		}
		call = call[i+len(key):]
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z'
}

// isLanguage reports whether n is a function of the language or program key.
func isLanguage(key string, n *candidate) bool {
	family, _, _ := strings.Cut(n.key, ".")
	return n.encodes && (n.language == key || family == key)
}
