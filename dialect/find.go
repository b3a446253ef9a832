package dialect

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
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
			if !yield(byName.Get()[strings.ToLower(id)]) {
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

// Find returns the ID or alias that a loosely given name stands for, which is name
// itself if that is one, or has a version, as in "php@5.2.rawurlencode". It takes:
//
//   - the end of an ID or alias ("segment"), a language ("python"), a media type, and
//     the name of a set in a specification, with spaces or hyphens ("default encode set")
//   - a specification, with the part of it that is meant where it has several dialects:
//     "RFC 5849", "RFC 3986 path", "RFC 5849 section 3.6", "URL Standard query"
//   - a function as code or prose has it: decodeURIComponent, fn:encode-for-uri,
//     OAuth::Helper::escape, new URLCodec().encode(s), "PHP urlencode"
//
// Case does not matter. Qualifiers of a function may be left out or go on to the left,
// unless many languages have it, such as Uri.encode. Its arguments matter if they are those
// of a recorded call, and others are an *AmbiguousError if recorded arguments change what
// the function does; code that calls another function in them is unknown. If several
// functions share the name, the one that a specification defines comes first, then the one whose
// language more programs are written in; FindAll returns the others. The error is an
// *AmbiguousError if a name that is no function's can mean several dialects, or if it
// says too little, such as "encode"; and an *UnknownError if it is unknown.
func Find(name string) (string, error) {
	if isKnown(name) {
		return name, nil
	}
	names, err := find(name)
	if err != nil {
		return "", err
	}
	return names[0], nil
}

// FindAll returns what Find does, and after it the other functions that share the
// name, the likeliest first. All are names for Lookup. An ID with a full stop shares
// its name with nobody. The error is that of Find.
func FindAll(name string) ([]string, error) {
	if !isKnown(name) {
		return find(name)
	}
	names := []string{name}
	if strings.Contains(name, ".") {
		return names, nil
	}
	id := ""
	if d := byName.Get()[strings.ToLower(name)]; d != nil {
		id = d.ID
	}
	functions, _ := functionsCalled(askedFor(name))
	for _, n := range functions {
		if n.name != id && !strings.EqualFold(n.name, name) {
			names = append(names, n.name)
		}
	}
	return names, nil
}

// isKnown reports whether name is an ID or alias.
func isKnown(name string) bool {
	key := strings.ToLower(name)
	// Most names are found here, which saves reading the implementations.
	if specifiedAs(key) != nil || byName.Get()[key] != nil {
		return true
	}
	return implementationByName.Get()[key] != nil || isVersion(name)
}

// maxCall is the length of the longest name, in bytes, that may be a function with
// its arguments.
const maxCall = 256

// find returns what a name that is no ID or alias can mean, the likeliest first.
func find(name string) ([]string, error) {
	if len(name) > maxCall {
		return nil, &UnknownError{Name: name}
	}
	key := strings.ToLower(strings.TrimRight(strings.TrimSpace(name), "();:"))
	if id := nameInText(strings.Join(strings.Fields(key), "-")); id != "" {
		return []string{ownCase(id)}, nil
	}
	if id := strings.Join(strings.Fields(key), "."); isKnown(id) {
		return []string{ownCase(id)}, nil
	}
	if names, err := bySpecification(name, key); len(names) > 0 || err != nil {
		return names, err
	}
	if at := strings.IndexByte(key, '@'); at > 0 && at+1 < len(key) && key[at+1] >= '0' && key[at+1] <= '9' {
		// What today's function does is no answer to a question about a version.
		return nil, &UnknownError{Name: name, Suggestions: suggest(name)}
	}
	if strings.HasPrefix(key, "@") {
		// A filter of jq, whose name has the '@'.
		if names, err := oneOf(name, key, endsWith); len(names) > 0 || err != nil {
			return names, err
		}
	}
	asked := askedFor(name)
	if inner := calledInside(name, asked); inner != "" && asked.wraps {
		e := &UnknownError{Name: name}
		if outer, err := find(strings.Join(asked.words, ".")); err == nil {
			e.Suggestions = []string{outer[0]}
		}
		e.Suggestions = append(e.Suggestions, inner)
		return nil, e
	}
	if id := cmp.Or(specifiedFunction(asked.words), asked.byConstant()); id != "" {
		names := []string{id}
		functions, _ := functionsCalled(function{words: asked.words[len(asked.words)-1:]})
		for _, n := range functions {
			if n.name != id {
				names = append(names, n.name)
			}
		}
		return names, nil
	}
	if names, err := oneOf(name, key, isLanguage); len(names) > 0 || err != nil {
		return names, err
	}
	if isPartOfSpecified(key) {
		return oneOf(name, key, endsWith)
	}
	if found, oneOfWays := functionsCalled(asked); len(found) > 0 {
		var names []string
		for _, n := range found {
			names = append(names, n.name)
		}
		if oneOfWays || asked.saysTooLittle() {
			return nil, &AmbiguousError{Name: name, Candidates: names}
		}
		return names, nil
	}
	if !asked.prose {
		key = strings.ToLower(strings.Join(asked.words, "."))
	}
	for _, means := range []func(key string, n *candidate) bool{endsWith, isPartOf} {
		if names, err := oneOf(name, key, means); len(names) > 0 || err != nil {
			return names, err
		}
	}
	return nil, &UnknownError{Name: name, Suggestions: suggestFor(name, asked)}
}

// suggestFor returns up to three names for one that is unknown: functions of that name
// with other qualifiers, or names that are similar.
func suggestFor(name string, asked function) []string {
	last := asked.words[len(asked.words)-1]
	if asked.prose {
		return suggest(name)
	}
	if id := specifiedBy(strings.ToLower(last)); id != "" {
		return []string{id}
	}
	if functions, _ := functionsCalled(function{words: []string{last}}); len(functions) > 0 && !isTooLittle(strings.ToLower(last)) {
		var names []string
		for _, n := range functions[:min(3, len(functions))] {
			names = append(names, n.name)
		}
		return names
	}
	if names := suggest(name); len(names) > 0 || len(asked.words) == 1 {
		return names
	}
	return suggest(last)
}

// oneOf returns the candidates that key means if they follow one dialect, and an
// *AmbiguousError otherwise.
func oneOf(name, key string, means func(key string, n *candidate) bool) ([]string, error) {
	var found []*candidate
	if key == "" || len(key) > maxName {
		return nil, nil
	}
	for i := range meanings.Get() {
		if n := &meanings.Get()[i]; means(key, n) {
			found = append(found, n)
		}
	}
	slices.SortStableFunc(found, compareRanks)
	var names []string
	one := true
	for _, n := range found {
		one = one && n.dialect == found[0].dialect && n.encodes == found[0].encodes
		names = append(names, n.name)
	}
	if one {
		return names, nil
	}
	return nil, &AmbiguousError{Name: name, Candidates: names}
}

// namesInText are media types, and names that specifications give to sets of
// characters, in lower case and with hyphens.
var namesInText = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"application/x-www-form-urlencoded": "whatwg.form",
		"x-www-form-urlencoded":             "whatwg.form",
		"multipart/form-data":               "http.multipart-name",
		"text/uri-list":                     "rfc3986.uri",
		// URL Standard: as it is now, and from August 2015 to February 2017
		"application/x-www-form-urlencoded-percent-encode-set": "whatwg.form",
		"application/x-www-form-urlencoded-serializer":         "whatwg.form",
		"application/x-www-form-urlencoded-byte-serializer":    "whatwg.form",
		"userinfo-encode-set":                                  "whatwg.userinfo",
		// RFC 5849 and the revision of OAuth Core that it describes
		"oauth-1.0": "oauth1", "oauth-1.0a": "oauth1", "oauth1.0": "oauth1", "oauth1.0a": "oauth1", "oauth-1": "oauth1", "oauth-1a": "oauth1", "oauth1a": "oauth1",
		// constants of PHP, of which the first is a default that no recorded call names
		"php_query_rfc1738": "php.http_build_query.rfc1738", "php_query_rfc3986": "php.http_build_query.rfc3986",
		// ECMA-262, editions 3 to 13
		"unescapeduriset": "js.encodeURI", "unescapeduricomponentset": "js.encodeURIComponent", "uriunescaped": "js.encodeURIComponent",
	}
}}

// nameInText returns the name for Lookup that a name in a specification stands for, or
// "".
func nameInText(hyphenated string) string {
	if id, ok := namesInText.Get()[hyphenated]; ok {
		return id
	}
	if hyphenated != "" && isKnown(hyphenated) {
		return hyphenated
	}
	if set, ok := strings.CutSuffix(hyphenated, "-encode-set"); ok {
		if id := "whatwg." + strings.TrimSuffix(set, "-percent"); specifiedByName.Get()[id] != nil {
			return id
		}
	}
	return ""
}

// ownCase returns a known name as the catalogue spells it. The name of a version stays as
// it is.
func ownCase(name string) string {
	key := strings.ToLower(name)
	if d := byName.Get()[key]; d != nil {
		names := d.names()
		return names[slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })]
	}
	if m, ok := implementationByName.Get()[key]; ok {
		return m.ID
	}
	return name
}

// bySpecification returns the dialects that a specification defines, if the name in lower
// case is that of one, as "RFC 5849" and "URL Standard" are, or what the rest of the name
// says of them: "RFC 3986 path". Neither spaces nor hyphens matter in its own name.
func bySpecification(name, key string) ([]string, error) {
	fields := strings.FieldsFunc(key, func(r rune) bool { return r == '-' || r == '_' || r == ',' || r <= ' ' })
	for n := min(len(fields), titleWords); n > 0; n-- {
		title := strings.Join(fields[:n], "")
		rest := strings.Join(fields[n:], "-")
		if rest == "" && isKnown(title) {
			return []string{ownCase(title)}, nil
		}
		switch title {
		case "ecmascript":
			title = "ecma262"
		case "whatwgurl", "whatwgurlstandard":
			title = "urlstandard"
		case "whatwg":
			if rest != "" {
				title = "urlstandard"
			}
		}
		rest = strings.TrimSuffix(strings.TrimSuffix(rest, "-encode-set"), "-percent")
		var ids, inSection []string
		for _, d := range specified.Get() {
			if strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(d.Spec.Title)) != title {
				continue
			}
			if section, ok := strings.CutPrefix(rest, "section-"); ok {
				if section == d.Spec.Section {
					inSection = append(inSection, d.ID)
				}
				continue
			}
			family, _, _ := strings.Cut(d.ID, ".")
			if id := family + "." + rest; rest != "" && isKnown(id) {
				return []string{ownCase(id)}, nil
			}
			if slices.ContainsFunc(d.Aliases, func(a string) bool { return strings.EqualFold(a, rest) }) {
				return []string{ownCase(rest)}, nil
			}
			ids = append(ids, d.ID)
		}
		if len(inSection) > 0 {
			ids = inSection
		} else if rest != "" {
			continue
		}
		switch {
		case len(ids) == 1:
			return ids, nil
		case len(ids) > 1:
			return nil, &AmbiguousError{Name: name, Candidates: ids}
		}
	}
	return nil, nil
}

// titleWords is how many words the name of a specification has at most.
const titleWords = 4

// A candidate is a possible meaning of a name. Its keys and language are in lower case.
type candidate struct {
	name     string // for Lookup
	key      string
	call     string // of an implementation
	callKey  string
	language string
	dialect  *Dialect
	encodes  bool
	rank     [4]int // by family, place in Common, number of words, and length
}

func compareRanks(a, b *candidate) int { return slices.Compare(a.rank[:], b.rank[:]) }

// families are the families that people are likeliest to mean, in that order: what
// specifications define, then languages by how many programs that deal with URLs are
// written in them, then clients that go by their own name. JavaScript engines other
// than the first come last: they mean the same, and nobody asks for them by a function.
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

// meanings holds every candidate.
var meanings = lazy.Value[[]candidate]{Make: func() []candidate {
	var list []candidate
	add := func(n candidate) {
		n.key = strings.ReplaceAll(strings.ToLower(n.name), "::", ".")
		first := slices.Index(started, n.name)
		if first < 0 {
			first = len(started)
		}
		n.rank = [4]int{rankOf(n.name), first, strings.Count(n.name, "."), len(n.name)}
		list = append(list, n)
	}
	for d := range All() {
		for _, name := range d.names() {
			if _, isCalled := implementationByName.Get()[strings.ToLower(name)]; !isCalled {
				add(candidate{name: name, dialect: d, encodes: d.Encodes()})
			}
		}
	}
	for m := range Implementations() {
		add(candidate{name: m.ID, call: m.Call, callKey: strings.ToLower(m.Call), language: strings.ToLower(m.Language), dialect: m.Dialect(), encodes: m.Encodes != ""})
	}
	return list
}}

// endsWith reports whether key is the last words of an ID.
func endsWith(key string, n *candidate) bool {
	rest, ok := strings.CutSuffix(n.key, key)
	return ok && strings.HasSuffix(rest, ".")
}

// isPartOfSpecified reports whether key is the last words of an ID or alias of a
// dialect that a specification defines, as "path" is.
func isPartOfSpecified(key string) bool {
	for i := range meanings.Get() {
		if n := &meanings.Get()[i]; n.call == "" && n.dialect.Specified() && endsWith(key, n) {
			return true
		}
	}
	return false
}

// isPartOf reports whether key is whole words of an ID.
func isPartOf(key string, n *candidate) bool {
	return strings.Contains("."+n.key+".", "."+key+".") && n.key[:min(len(key), len(n.key))] != key
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// isLanguage reports whether n is a function of the language or program key.
func isLanguage(key string, n *candidate) bool {
	family, _, _ := strings.Cut(n.key, ".")
	return n.encodes && (n.language == key || family == key)
}
