package dialect

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/pct-encoded/percent/internal/lazy"
)

// specifiedBy returns the ID that the bare name of a function, in lower case, means by a
// specification, or "".
func specifiedBy(name string) string {
	switch name {
	// ECMA-262, sections 19.2.6 and B.2.1
	case "encodeuri":
		return "js.encodeURI"
	case "encodeuricomponent":
		return "js.encodeURIComponent"
	case "decodeuri":
		return "js.decodeURI"
	case "decodeuricomponent":
		return "js.decodeURIComponent"
	case "escape", "unescape":
		return "js." + name
	case "urlsearchparams": // URL Standard, section 6.2
		return "js.URLSearchParams"
	// XPath and XQuery Functions and Operators 3.1, sections 6.2 to 6.4; SPARQL 1.1,
	// section 17.4.3.11, defines its function by the first
	case "encode-for-uri", "encode_for_uri":
		return "xpath.encode-for-uri"
	case "iri-to-uri", "escape-html-uri":
		return "xpath." + name
	}
	return ""
}

// isSpecifier reports whether a word, in lower case, may stand before such a name: global
// objects, the prefix of XPath's functions, and the languages.
func isSpecifier(w string) bool {
	switch w {
	case "window", "self", "globalthis", "global", "js", "javascript", "ecmascript", "fn", "xpath", "xquery", "xslt", "sparql":
		return true
	}
	return false
}

// isTooLittle reports whether the name of a function, in lower case, means nothing without
// a qualifier: it is a method of hundreds of libraries.
func isTooLittle(name string) bool {
	return name == "encode" || name == "decode" || name == "parse" || name == "stringify"
}

// isAnybodys reports whether many languages and libraries have a class of that name, in
// lower case, with methods of the same names.
func isAnybodys(class string) bool { return class == "uri" || class == "url" || class == "cgi" }

// saysNothing reports whether half of all libraries have that qualifier, in lower case.
func saysNothing(w string) bool {
	switch w {
	case "util", "utils", "helper", "helpers", "lib", "common", "core":
		return true
	}
	return false
}

// specifiedFunction returns the ID of the function of a specification that the words
// name, or "".
func specifiedFunction(words []string) string {
	for i, w := range words {
		w = strings.ToLower(w)
		if i == len(words)-1 {
			return specifiedBy(w)
		}
		if !isSpecifier(w) {
			break
		}
	}
	return ""
}

// A function is the name of one, as words: URLEncoder.encode is two.
type function struct {
	words     []string
	arguments string // those after the first, as plainArguments writes them
	called    bool   // brackets follow
	wraps     bool   // and another function is called in them
	goes      bool   // and something is done with the result
	languages int    // how many words in front are names of languages, as in "PHP urlencode"
	prose     bool   // other words are in front, so this is hardly a function
}

// functionsIn returns the functions that code calls, the outermost first, and other
// names with a qualifier. A method of a result continues the name of the function:
// new URLCodec().encode(s) is URLCodec, and then URLCodec.encode.
func functionsIn(code string) []function {
	var list []function
	var stack []int           // for each open bracket the index in list of what it is called on, or -1
	var starts []int          // and where it opens
	continues := -1           // the function whose result has a method
	head, bare := true, false // the next name is called: by its place, as in Lisp or a filter
	for i := 0; i < len(code); {
		c := code[i]
		switch {
		case isWord(c) || c == '$' || c == '@':
			words, end := wordsOf(code[i:])
			end += i
			if len(words) == 1 && (words[0] == "new" || words[0] == "await") {
				i = end
				continue
			}
			f := function{words: words}
			if continues >= 0 {
				f.words = slices.Concat(list[continues].words, words)
			}
			f.called = end < len(code) && code[end] == '('
			if f.called {
				for _, outer := range stack {
					if outer >= 0 {
						list[outer].wraps = true
					}
				}
			}
			if f.called || head || bare || len(f.words) > 1 {
				list = append(list, f)
			}
			continues, head, bare = -1, false, false
			i = end
			if f.called || i < len(code) && (code[i] == '[' || code[i] == '{') && len(words) > 1 {
				stack, starts = append(stack, len(list)-1), append(starts, i)
				i++
			}
		case c == '(' || c == '[' || c == '{':
			stack, starts = append(stack, -1), append(starts, i)
			head = c == '('
			i++
		case c == ')' || c == ']' || c == '}':
			continues = -1
			if n := len(stack) - 1; n >= 0 {
				continues = stack[n]
				if continues >= 0 && list[continues].called && list[continues].arguments == "" {
					list[continues].arguments = plainArguments(afterFirst(code[starts[n]+1 : i]))
				}
				stack, starts = stack[:n], starts[:n]
			}
			if i++; continues >= 0 {
				n := separatorAt(code[i:])
				list[continues].goes = list[continues].goes || n > 0 || strings.HasPrefix(code[i:], ", then ")
				if i += n; n == 0 {
					continues = -1
				}
			}
		case c == '|':
			bare = true
			i++
		case c == ' ':
			i++
		case c == '"' || c == '\'' || c == '`':
			if n := strings.IndexByte(code[i+1:], c); n >= 0 {
				i += n + 1
			}
			head, bare = false, false
			i++
		default:
			head, bare = false, false
			i++
		}
	}
	return list
}

// afterFirst returns the arguments behind the first one. A comma in quotation marks or in
// a list is part of an argument, as in [["k", s]]; the members of an object behind the
// first say what the call does, as further arguments do.
func afterFirst(arguments string) string {
	depth := 0
	for i := 0; i < len(arguments); i++ {
		switch c := arguments[i]; c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '"', '\'':
			if n := strings.IndexByte(arguments[i+1:], c); n >= 0 {
				i += n + 1
			}
		case ',':
			if depth == 0 {
				return arguments[i+1:]
			}
		}
	}
	return ""
}

// haskellArguments returns the arguments of a call without brackets, whose text comes
// last.
func haskellArguments(call string) string {
	call = strings.TrimLeft(call, "(")
	_, end := wordsOf(call)
	if fields := strings.Fields(call[end:]); len(fields) > 1 {
		return plainArguments(strings.Join(fields[:len(fields)-1], ""))
	}
	return ""
}

// plainArguments returns arguments so that it does not matter how they are written, and
// constants without their qualifiers. Something is left of an empty string alone.
func plainArguments(s string) string {
	if s = strings.TrimSpace(s); s == `""` || s == "''" {
		return `""`
	}
	s = strings.ToLower(strings.NewReplacer(" ", "", `"`, "", "'", "", "-", "_").Replace(s))
	var b strings.Builder
	begin := 0 // of the word that i is in
	for i := 0; i < len(s); {
		switch n := qualifierAt(s[i:]); {
		case n > 0 && i > begin:
			i += n
			begin = i
		case isWord(s[i]) && i+1 < len(s) && (isWord(s[i+1]) || qualifierAt(s[i+1:]) > 0):
			i++
		default:
			b.WriteString(s[begin : i+1])
			i++
			begin = i
		}
	}
	return b.String()
}

// qualifierAt is separatorAt for constants: a single colon is behind the name of a member.
func qualifierAt(code string) int {
	if n := separatorAt(code); n > 0 && (code[0] == '.' || code[0] == '\\' || strings.HasPrefix(code, "::")) {
		return n
	}
	return 0
}

// wordsOf returns the words of the name that code begins with, and its length.
func wordsOf(code string) (words []string, end int) {
	for {
		begin := end
		for end < len(code) && (isWord(code[end]) || code[end] == '$' || code[end] == '@' ||
			code[end] == '-' && end > begin && end+1 < len(code) && isWord(code[end+1])) {
			end++
		}
		word := strings.TrimLeft(code[begin:end], "@")
		if len(word) > 1 {
			word = strings.TrimLeft(word, "$")
		}
		words = append(words, word)
		n := separatorAt(code[end:])
		if n == 0 {
			return words, end
		}
		end += n
	}
}

// separatorAt returns the length of what separates the words of a name, if code begins
// with that and a word follows, and 0 otherwise.
func separatorAt(code string) int {
	for _, s := range []string{"::", "->", "?.", ".", ":", `\`, "#"} {
		if strings.HasPrefix(code, s) && len(code) > len(s) && (isWord(code[len(s)]) || code[len(s)] == '$') {
			return len(s)
		}
	}
	return 0
}

// askedFor returns the function that a name means: all words of prose or code, up to
// the last function that is called.
func askedFor(name string) function {
	name = strings.TrimSpace(name)
	name = strings.TrimLeft(strings.TrimRight(name, ":; \t\r\n"), `\&`)
	if i := strings.LastIndexByte(name, '/'); i > 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		name = name[:i] // an arity of Erlang or Elixir
	}
	// The path of a package of Go is part of the name.
	code := strings.IndexByte(name+"(", '(')
	name = strings.ReplaceAll(name[:code], "/", ".") + name[code:]
	if strings.HasPrefix(name, "(") {
		if list := functionsIn(name); len(list) > 0 {
			return function{words: list[0].words}
		}
	}
	var asked function
	if i := strings.IndexByte(name, '('); i >= 0 {
		for _, f := range functionsIn(name) {
			if f.called && (asked.words == nil || continuesName(f, asked)) {
				asked = f
			}
		}
		if before := strings.Fields(name[:i]); len(before) > 1 && asked.words != nil {
			asked.after(before[:len(before)-1])
		}
	} else if fields := strings.Fields(name); len(fields) > 0 {
		asked.words = wordsIn(fields[len(fields)-1:])
		asked.after(fields[:len(fields)-1])
	}
	if len(asked.words) == 0 {
		asked.words = []string{""}
	}
	return asked
}

// after puts the words of fields in front of those of f.
func (f *function) after(fields []string) {
	words := wordsIn(fields)
	for _, w := range words {
		if w = strings.ToLower(w); !isSpecifier(w) && !languages.Get()[w] {
			f.prose = true
		}
	}
	f.words, f.languages = slices.Concat(words, f.words), len(words)
}

// languages holds the names of languages and programs, in lower case.
var languages = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	names := map[string]bool{}
	for i := range meanings.Get() {
		n := &meanings.Get()[i]
		family, _, _ := strings.Cut(n.key, ".")
		names[n.language], names[family] = true, true
	}
	return names
}}

// saysTooLittle reports whether the name is a verb or the name of a part of URLs, without
// anything but a language in front.
func (f *function) saysTooLittle() bool {
	last := strings.ToLower(f.words[len(f.words)-1])
	return len(f.words) == f.languages+1 && (isTooLittle(last) || isPartOfSpecified(last))
}

func continuesName(f, of function) bool {
	return len(f.words) > len(of.words) && slices.Equal(f.words[:len(of.words)], of.words)
}

func wordsIn(fields []string) []string {
	var words []string
	for _, field := range fields {
		field = strings.TrimSuffix(strings.TrimSuffix(field, "'s"), "’s")
		if field == "new" || field == "the" || field == "" || !isWord(field[0]) && field[0] != '$' && field[0] != '@' {
			continue
		}
		more, _ := wordsOf(field)
		words = append(words, more...)
	}
	return words
}

// A known function is a candidate with a name that it is called by.
type knownFunction struct {
	*candidate
	function
	id    []string        // the words of the ID
	first bool            // the recording calls this, and nothing in its brackets or around it
	about map[string]bool // words of the recording, in lower case
	more  int             // what the recording does besides calling it with a text: nothing, it has other arguments, or it does something with the result
}

// calledFunctions returns the names of functions that end with a word in lower case.
// Only recordings that hold the word are read, since most programs look up few names.
func calledFunctions(last string) []*knownFunction {
	var list []*knownFunction
	for i := range meanings.Get() {
		if n := &meanings.Get()[i]; n.call != "" && (strings.Contains(n.callKey, last) || strings.Contains(n.key, last)) {
			functions, ok := readFunctions.Load(n)
			if !ok {
				functions, _ = readFunctions.LoadOrStore(n, n.functions())
			}
			for _, k := range functions.([]*knownFunction) {
				if strings.EqualFold(k.words[len(k.words)-1], last) {
					list = append(list, k)
				}
			}
		}
	}
	return list
}

// readFunctions holds the names of each *candidate that was read.
var readFunctions sync.Map

// functions returns the names that the function of a recording is called by.
func (n *candidate) functions() []*knownFunction {
	id := idWords(n.name)
	called := functionsIn(n.call)
	if len(called) > 0 && !called[0].called {
		called[0].arguments = haskellArguments(n.call)
	}
	about := map[string]bool{}
	for _, w := range append(slices.Clone(id), strings.Fields(n.language)...) {
		about[strings.ToLower(w)] = true
	}
	for _, f := range called {
		for _, w := range f.words {
			about[strings.ToLower(w)] = true
		}
	}
	var list []*knownFunction
	// What it is called in the ID, without what distinguishes it from its variants.
	named, end := function{}, 0
	for i, w := range id {
		if at := slices.IndexFunc(called, func(f function) bool { return strings.EqualFold(f.words[len(f.words)-1], w) }); at >= 0 {
			named, end = called[at], i+1
		}
	}
	if end > 0 {
		list = append(list, &knownFunction{candidate: n, id: id, about: about, function: function{words: id[:end], arguments: named.arguments}, more: named.more()})
	}
	for i, f := range called {
		k := &knownFunction{candidate: n, id: id, about: about, function: f, first: i == 0 && !f.wraps && !f.goes, more: 2}
		if i == 0 || !f.called {
			k.more = called[0].more() // another name of it, in prose
		}
		list = append(list, k)
	}
	return list
}

// more returns what a recording that calls f does besides that: see knownFunction.
func (f *function) more() int {
	switch {
	case f.goes || f.wraps:
		return 2
	case f.arguments != "":
		return 1
	}
	return 0
}

// idWords returns the words of an ID.
func idWords(id string) []string {
	return strings.FieldsFunc(id, func(r rune) bool { return r == '.' || r == ':' || r == '@' || r == '/' })
}

// A fit is how well a known function fits the name that was asked for.
type fit struct {
	*knownFunction
	words     int  // how many words fit, from the last on
	context   int  // how many of the others occur in the recording
	spelling  bool // the last word is spelt so, in upper and lower case
	arguments bool // and they are those of the recording
}

// fits returns how well k fits, and whether it does at all.
func (k *knownFunction) fits(asked function) (f fit, ok bool) {
	words := asked.words
	if k.isForeign(words) {
		return f, false
	}
	n := 0
	for n < min(len(words), len(k.function.words)) && strings.EqualFold(words[len(words)-1-n], k.function.words[len(k.function.words)-1-n]) {
		n++
	}
	if n == 0 {
		return f, false
	}
	f = fit{knownFunction: k, words: n, arguments: asked.arguments == k.arguments}
	f.spelling = words[len(words)-1] == k.function.words[len(k.function.words)-1]
	var rest []string
	for i, w := range words[:len(words)-n] {
		w = strings.ToLower(w)
		if i < asked.languages && languages.Get()[w] && !k.about[w] {
			return f, false // it is of another language
		}
		if !saysNothing(w) {
			rest = append(rest, w)
		}
	}
	// The name has to say something about the recording, not only "substr" or
	// "toString": it is all that is called, or a word of it is in the ID.
	id := k.id
	inID := func(asked string) bool {
		return slices.ContainsFunc(id, func(w string) bool {
			return len(asked) == len(w) && strings.EqualFold(strings.ReplaceAll(asked, "-", "_"), strings.ReplaceAll(w, "-", "_"))
		})
	}
	says := k.first && (n == len(k.function.words) || asked.arguments != "" && k.variesBy(words[len(words)-1])) || slices.ContainsFunc(words[len(words)-n:], inID)
	known := len(rest) == 0 || n > 1
	id = id[min(1, len(id)-1):] // a family alone does not say which function it is
	for i, w := range rest {
		is := inID(w)
		says = says || is
		if k.about[strings.ToLower(w)] {
			f.context++
			is = is || i == len(rest)-1
		}
		known = known || is
	}
	// One word is too little where the qualifiers are unknown.
	return f, says && known
}

// variesBy reports whether k is a function of that name with other arguments than usual, by
// its ID: quote_latin1 is quote.
func (k *knownFunction) variesBy(name string) bool {
	last := k.id[len(k.id)-1]
	return k.arguments != "" && len(last) > len(name) && last[len(name)] == '_' && strings.EqualFold(last[:len(name)], name)
}

// isForeign reports whether the words name a method that many languages have, such as
// Uri.encode, in a namespace that k says nothing of.
func (k *knownFunction) isForeign(words []string) bool {
	class := len(words) - 2
	if class < 1 || !isAnybodys(strings.ToLower(words[class])) {
		return false
	}
	method := strings.ToLower(words[class+1])
	return (isTooLittle(method) || specifiedBy(method) != "") && slices.ContainsFunc(words[:class], func(w string) bool {
		w = strings.ToLower(w)
		return !k.about[w] && !saysNothing(w) && !languages.Get()[w]
	})
}

// score is how many words fit, less where the recording is of more than the function.
func (f *fit) score() int { return f.words + f.context - f.more/2*2 }

func (f *fit) compare(g *fit) int {
	return cmp.Or(cmp.Compare(g.score(), f.score()), cmp.Compare(g.words, f.words), compareBools(g.spelling, f.spelling),
		compareBools(g.arguments, f.arguments), cmp.Compare(f.rank[0], g.rank[0]), cmp.Compare(f.more, g.more), compareRanks(f.candidate, g.candidate))
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// calledInside returns the ID of a known function that code calls in the brackets of the
// one that was asked for, or "". Both together are not recorded.
func calledInside(code string, asked function) string {
	for _, f := range functionsIn(code) {
		if !f.called || continuesName(f, asked) || slices.Equal(f.words, asked.words[asked.languages:]) && f.wraps {
			continue
		}
		if id := specifiedFunction(f.words); id != "" {
			return id
		}
		for _, k := range calledFunctions(strings.ToLower(f.words[len(f.words)-1])) {
			if k.first && k.called && slices.EqualFunc(k.words, f.words, strings.EqualFold) {
				return k.name
			}
		}
	}
	return ""
}

// constants are those that decide what a function does, whatever its other arguments are.
var constants = []struct{ function, constant, id string }{
	{"http_build_query", "php_query_rfc1738", "php.http_build_query.rfc1738"}, // the default, which no recorded call names
	{"http_build_query", "php_query_rfc3986", "php.http_build_query.rfc3986"},
}

// byConstant returns the ID of the function that a constant among the arguments decides on,
// or "".
func (f *function) byConstant() string {
	for _, c := range constants {
		if strings.EqualFold(f.words[len(f.words)-1], c.function) && strings.Contains(f.arguments, c.constant) {
			return c.id
		}
	}
	return ""
}

// functionsCalled returns the recorded functions that a name fits, the likeliest
// first, each once, and whether the first is only one way to call it and nothing says
// which way is meant, or nothing recorded has the arguments.
func functionsCalled(asked function) (found []*candidate, oneOfWays bool) {
	if asked.prose {
		return nil, false
	}
	var list []fit
	for _, k := range calledFunctions(strings.ToLower(asked.words[len(asked.words)-1])) {
		if f, ok := k.fits(asked); ok {
			list = append(list, f)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].compare(&list[j]) < 0 })
	// A way to call a function that nobody asked for is behind other functions.
	if i := slices.IndexFunc(list, func(f fit) bool { return !f.isWay(list) && f.score() == list[0].score() }); i > 0 {
		f := list[i]
		list = slices.Insert(slices.Delete(list, i, i+1), 0, f)
	}
	for _, f := range list {
		if !slices.Contains(found, f.candidate) {
			found = append(found, f.candidate)
		}
	}
	return found, len(list) > 0 && (list[0].isWay(list) || asked.arguments != "" && list[0].depends(list))
}

// depends reports whether f is the usual way to call a function, without the arguments
// that were asked for, although others that were recorded change the result.
func (f *fit) depends(list []fit) bool {
	if f.arguments || f.function.arguments != "" {
		return false
	}
	last := f.function.words[len(f.function.words)-1]
	return slices.ContainsFunc(list, func(g fit) bool {
		return g.function.arguments != "" && g.first && g.dialect != f.dialect && strings.EqualFold(g.id[0], f.id[0]) &&
			strings.EqualFold(g.function.words[len(g.function.words)-1], last)
	})
}

// isWay reports whether f is only one of several ways to call a function, with other
// arguments than those that were asked for and other results. The ID of the usual way
// ends with the function, or the IDs of the others begin with it.
func (f *fit) isWay(list []fit) bool {
	id, words := f.id, f.function.words
	if f.arguments || strings.EqualFold(id[len(id)-1], words[len(words)-1]) {
		return false
	}
	is := false
	for _, g := range list {
		if strings.HasPrefix(g.name, f.name+".") {
			return false
		}
		is = is || strings.EqualFold(g.id[0], id[0]) && g.dialect != f.dialect && g.words == f.words
	}
	return is
}
