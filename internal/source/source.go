// Package source finds mistakes of percent-encoding in source code of JavaScript,
// TypeScript, Python, PHP, Java, Ruby, C#, Kotlin, Rust and Swift: patterns of a few tokens
// that are wrong whatever is around them, also where a name holds a part of them in the same function.
//
//	source.Lint(source.JavaScript, `url.searchParams.set("q", encodeURIComponent(q))`)
//
// It knows tokens, and names that were given a value as a whole: what needs types is not here.
// Go has percent-vet.
package source

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/lazy"
)

// Rules returns all rules, in the order of their IDs in the documents.
func Rules() []lint.Rule { return slices.Clone(rules) }

var rules = []lint.Rule{
	{ID: "source-encoded-twice", Severity: lint.Warning, Title: "a value is encoded that is encoded again", Fix: "leave out the call"},
	{ID: "source-decoded-twice", Severity: lint.Warning, Title: "a value is decoded that is decoded already", Fix: "leave out the call"},
	{ID: "source-query-encoder", Severity: lint.Warning, Title: "a function that is not for values encodes one in a query", Fix: "use encodeURIComponent"},
	{ID: "source-whole-url", Severity: lint.Warning, Title: "a whole URL is encoded as if it were a value", Fix: "encode the values, before they become part of the URL"},
	{ID: "source-replaced-once", Severity: lint.Warning, Title: "only the first of all spaces or plus signs is replaced", Fix: "use replaceAll"},
	{ID: "source-late-plus", Severity: lint.Warning, Title: "plus signs are replaced after decoding", Fix: "replace them before decoding"},
	{ID: "source-form-encoder", Severity: lint.Warning, Title: `a "+" for a space is put where it stays a plus sign`, Fix: "use an encoder that writes %20"},
	{ID: "source-escaped-by-hand", Severity: lint.Warning, Title: "only spaces of a value are escaped", Fix: "encode the value"},
	{ID: "source-unescaped", Severity: lint.Warning, Title: "text of a request goes into a URL unescaped", Fix: "encode the value"},
	{ID: "source-userinfo", Severity: lint.Warning, Title: "a password goes into a URL unescaped", Fix: "encode the user name and the password"},
	{ID: "source-decoded-whole", Severity: lint.Warning, Title: "a query is decoded before it is split", Fix: "split first"},
	{ID: "source-nested-encoder", Severity: lint.Info, Title: "an encoder is directly within another", Fix: "leave out one of them, unless it is decoded twice"},
	{ID: "source-plus-pattern", Severity: lint.Error, Title: `a "+" alone is no regular expression`, Fix: "use replace, which takes a text"},
}

// Lint returns what the rules find in code, in the order of their offsets. It takes any
// text and takes time and memory in proportion to its length.
func Lint(l Language, text string) []lint.Finding {
	c := &code{tokens: scan(l, text), source: text, language: l, given: map[string]value{}}
	find := [...]func(*code, int){JavaScript: javaScript, Python: python, PHP: php, Java: java, Ruby: ruby, Rust: rust, Swift: swift}[l]
	c.declare()
	for i := range c.tokens {
		c.block(i)
		if c.tokens[i].kind == name {
			if find != nil {
				find(c, i)
			}
			c.give(i)
			c.sinks(i)
			c.whole(i)
			c.kept(i)
			c.operands(i)
			c.wholly(i)
		} else if c.tokens[i].kind == literal {
			c.userinfo(i)
			c.format(i)
			c.interpolated(i)
		}
	}
	sort.SliceStable(c.found, func(i, j int) bool { return c.found[i].Offset < c.found[j].Offset })
	return slices.CompactFunc(c.found, func(a, b lint.Finding) bool { return a.Offset == b.Offset && a.Rule == b.Rule })
}

// code is the tokens of a file and what is found in them.
type code struct {
	tokens   []token
	source   string
	language Language
	own      map[string]bool // names that the file gives a meaning of its own
	imported bool            // whether encode and decode are those of the crate urlencoding
	given    map[string]value
	bound    map[string]bool // names of loops and of parameters of closures
	changed  []string        // the names that were given, in the blocks that are open
	blocks   []block
	joined   bool // whether an expression ends in front of another that it is joined with
	found    []lint.Finding
}

// A block is one that is open: what was given in it is not sure behind it.
type block struct {
	indent  int // of its lines, from 1, where that begins and ends it
	changed int // how many names were given before it
}

// isWatched reports whether name is that of a function that a file may define itself.
func isWatched(name string) bool {
	switch name {
	case "escape", "encodeURI", "encodeURIComponent", "decodeURIComponent", "quote", "quote_plus", "unquote", "unquote_plus":
		return true
	}
	return false
}

// declare notes the names that are defined or imported: any that is neither called nor a
// member, and those of a definition. Those of Python are always imported, from
// urllib unless shlex is named.
func (c *code) declare() {
	c.own, c.bound = map[string]bool{}, map[string]bool{}
	shell := false
	for i, t := range c.tokens {
		if t.kind != name {
			continue
		}
		next, prior := i+1, c.text(i-1)
		if c.text(next) == ")" {
			next++
		}
		if prior == "for" || prior == "lambda" || prior == "|" || c.is(next, "=", ">") || c.is(next, "-", ">") {
			c.bound[t.text] = true
		}
		shell = shell || t.text == "shlex" || t.text == "pipes"
		c.imported = c.imported || c.language == Rust && c.is(i, "use", "urlencoding", ".")
		if !isWatched(t.text) {
			continue
		}
		before := c.text(i - 1)
		defined := before == "function" || before == "def"
		assigned := before != "." && c.text(i+1) == "=" && c.text(i+2) != "="
		imported := before != "." && (before == "{" || before == ",") && (c.text(i+1) == "}" || c.text(i+1) == ",")
		if defined || assigned || imported && (t.text == "escape") {
			c.own[t.text] = true
		}
	}
	if shell {
		c.own["quote"] = true
	}
}

// text returns the text of a name or sign, and "" of any other token or of none.
//
//go:noinline
func (c *code) text(i int) string {
	if i < 0 || i >= len(c.tokens) || c.tokens[i].kind == literal || c.tokens[i].kind == pattern {
		return ""
	}
	return c.tokens[i].text
}

// is says whether the tokens from i on are names and signs of these texts.
//
//go:noinline
func (c *code) is(i int, texts ...string) bool {
	for n, text := range texts {
		if c.text(i+n) != text {
			return false
		}
	}
	return true
}

// literal returns the text of a string.
//
//go:noinline
func (c *code) literal(i int) (string, bool) {
	if i < 0 || i >= len(c.tokens) || c.tokens[i].kind != literal {
		return "", false
	}
	return c.tokens[i].text, true
}

// longestCall is how many tokens are looked at for the end of a call, so that code
// without closing brackets takes no time.
const longestCall = 1000

// close returns the index of the bracket that closes the one at i, or -1.
func (c *code) close(i int) int {
	depth := 0
	for n := i; n < len(c.tokens) && n < i+longestCall; n++ {
		switch c.text(n) {
		case "(", "[", "{", "${":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return n
			}
		}
	}
	return -1
}

// calls says whether token i is the name of a function that is called, is no method, and
// is not defined in the file.
func (c *code) calls(i int, names ...string) bool {
	before := c.text(i - 1)
	return slices.Contains(names, c.text(i)) && c.text(i+1) == "(" && before != "." && before != "function" && before != "def" && before != "new" && !c.own[c.text(i)]
}

func (c *code) report(rule string, i int, message, fix string) {
	at := slices.IndexFunc(rules, func(r lint.Rule) bool { return r.ID == rule })
	c.found = append(c.found, lint.Finding{
		Rule: rule, Severity: rules[at].Severity, Offset: c.tokens[i].offset, Len: len(c.tokens[i].text),
		Message: message, Fix: fix,
	})
}

// parameter is the end of a text in which a value of a query follows.
var parameter = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`[?&][\w.\[\]-]+=$`) }}

func javaScript(c *code, i int) {
	if c.calls(i, "encodeURI") {
		for n, end := i+2, c.close(i+1); n < end; n++ {
			if c.calls(n, "encodeURIComponent") && (c.text(n-1) == "+" || c.text(n-1) == "${") {
				c.report("source-encoded-twice", n, `encodeURI encodes its escapes again: "%20" becomes "%2520"`, "leave out encodeURI")
				return
			}
		}
	}
	switch {
	case c.is(i, "HttpParams", "(", ")", ".") && (c.text(i+4) == "set" || c.text(i+4) == "append"):
		if list := c.arguments(i+5, c.closed(i+4)); len(list) > 1 {
			if v := c.value(list[1]); v.meaning == encoded {
				c.report("source-encoded-twice", v.at, `HttpParams encodes it again: " " arrives as "%20"`, "leave out "+c.text(v.at))
			}
		}
	case c.is(i, "replace", "(") && c.text(i-1) == ".":
		to, isText := c.literal(i + 4)
		if again, _ := c.literal(i - 3); again == to {
			return // one after the other
		}
		from, ok := c.literal(i + 2)
		if at := c.tokens[min(i+2, len(c.tokens)-1)]; at.kind == pattern {
			from, ok = once[at.text], !strings.Contains(c.flags(at), "g")
		}
		if !ok || !isText || !c.is(i+3, ",") || !c.is(i+5, ")") || c.is(i+6, ".", "replace") {
			return
		}
		switch {
		case from == " " && (to == "%20" || to == "+"):
			c.report("source-replaced-once", i, `only the first " " is replaced: "a b c" becomes "a`+to+`b c"`, "use replaceAll, or encodeURIComponent")
		case from == "%20" && to == " " || from == "+" && (to == " " || to == "%20" || to == "%2B"):
			c.report("source-replaced-once", i, `only the first "`+from+`" is replaced`, "use replaceAll")
		}
	case c.is(i, "URLSearchParams", "(") && c.text(i-1) == "new":
		// new URLSearchParams(pairs.map((p) => p.map(encodeURIComponent))), but no text of them
		at, end := 0, c.closed(i)
		for n := i + 2; n < end; n++ {
			if c.is(n, "map", "(", "encodeURIComponent", ")") && at == 0 {
				at = n + 2
			} else if text := c.text(n); text == "join" || text == "reduce" {
				return
			}
		}
		if at > 0 {
			c.report("source-encoded-twice", at, `URLSearchParams encodes it again: " " arrives as "%20"`, "leave out encodeURIComponent")
		}
	case c.calls(i, "decodeURIComponent"):
		end := c.close(i + 1)
		if end < 0 {
			return
		}
		if c.decoded(i+2, end) {
			c.report("source-decoded-twice", i, `searchParams has decoded it: "%" is refused, and "%41" arrives as "A"`, "leave out decodeURIComponent")
			return
		}
		for n := i + 2; n < end; n++ {
			if from, ok := c.literal(n + 3); ok && from == "+" && c.is(n, ".", "replace", "(") && c.is(n+4, ",") {
				c.report("source-replaced-once", n+1, `only the first "+" is replaced: "a+b+c" arrives as "a b+c"`, `use replaceAll("+", " ")`)
			}
		}
		if c.is(end+1, ".", "replace", "(") || c.is(end+1, ".", "replaceAll", "(") {
			at, with := end+4, end+6
			from, isText := c.literal(at)
			if at < len(c.tokens) && (isText && from == "+" || c.tokens[at].kind == pattern && (c.tokens[at].text == `\+` || c.tokens[at].text == "[+]")) {
				if to, ok := c.literal(with); ok && to == " " && c.is(end+5, ",") {
					c.report("source-late-plus", end+2, `this replaces a decoded "+" as well: "%2B" arrives as " "`, "replace before decoding")
				}
			}
		}
	case c.calls(i, "encodeURI", "escape"):
		before, ok := c.literal(i - 2)
		if c.text(i-1) != "+" && c.text(i-1) != "${" {
			return
		}
		if c.text(i) == "encodeURI" && inData.Get().MatchString(before) {
			c.report("source-query-encoder", i, keepsHash, "use encodeURIComponent")
			return
		}
		at := placeOf(before)
		if !ok || at != inParameter && !parameter.Get().MatchString(before) {
			return
		}
		message := `encodeURI keeps delimiters: "&" ends the value, and "+" arrives as " "`
		if at == inParameter {
			message = `encodeURI keeps delimiters: ";" ends the parameter`
		}
		if c.text(i) == "escape" {
			message = `escape is older than UTF-8 and keeps "+": "+" arrives as " ", and "é" as %E9, which is not UTF-8`
		}
		c.report("source-query-encoder", i, message, "use encodeURIComponent")
	}
}

// once are regular expressions of one character, or of an escape, and what they stand for.
var once = map[string]string{" ": " ", `\s`: " ", `\+`: "+", "[+]": "+", "%20": "%20"}

// flags returns those of a regular expression.
func (c *code) flags(t token) string {
	rest := c.source[min(len(c.source), t.offset+len(t.text)+1):]
	return rest[:len(rest)-len(strings.TrimLeft(rest, "dgimsuvy"))]
}

var inData = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`^(url\(["']?)?data:[^,]*,\s*$`) }}

const keepsHash = `encodeURI keeps "#", which ends the data, as that of a color does`

// keepers are encoders that leave the delimiters of a URL as they are, and what is for values.
var keepers = map[string]string{"encodeURI": "encodeURIComponent", "Uri.EscapeUriString": "Uri.EscapeDataString", "URI.escape": "CGI.escape", "URI.encode": "CGI.escape"}

// kept reports such an encoder, in a call that begins at token i, around a whole URL with the
// value of a parameter in it, which the delimiters in that value end.
func (c *code) kept(i int) {
	path, next := c.path(i)
	instead := keepers[path]
	if instead == "" || c.text(next) != "(" || !c.isOwn(i, next-1) || c.text(i-1) == "+" || c.text(i-1) == "${" {
		return
	}
	end := c.close(next)
	for n := next + 1; n < end; n++ {
		text, ok := c.literal(n)
		if !ok || !c.joins(n+1) {
			continue
		}
		if c.language == JavaScript && inData.Get().MatchString(text) && !strings.Contains(text, "base64") {
			c.report("source-query-encoder", next-1, keepsHash, "use encodeURIComponent, of the data alone")
			return
		}
		if !parameter.Get().MatchString(text) {
			continue
		}
		name, behind := c.path(n + 2)
		if c.text(behind) == "(" || c.text(behind) == "[" || c.given[name].meaning != unknown || !free.Get().MatchString(name) {
			continue
		}
		f := c.text(next - 1)
		c.report("source-query-encoder", next-1, f+` keeps delimiters: "&" in `+c.text(behind-1)+` ends the value, and "+" arrives as " "`, "encode the value, with "+instead)
		return
	}
}

// free are names of text that a person writes.
var free = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[._])(q|query|term|terms|text|name|title|search\w*|keywords?|message|comment|email|address|filename|word|phrase|input|value|subject|body|city|location|description)$|[a-z](Query|Term|Text|Name|Title|Keywords?|Message|Email|Address|Value|String|Word)$`)
}}

// decoded says whether the tokens from i to before end begin with what searchParams.get
// returns: names, dots and calls, the last of which it is.
func (c *code) decoded(i, end int) bool {
	if c.is(i, "new", "URLSearchParams", "(") {
		made := c.close(i + 2)
		return made > 0 && made < end && c.is(made+1, ".", "get", "(")
	}
	for ; i < end; i++ {
		switch {
		case c.is(i, "searchParams", ".", "get", "("), c.is(i, "useSearchParams", "(", ")", ".", "get", "("):
			return true
		case c.tokens[i].kind == name, c.text(i) == ".", c.text(i) == "?":
		case c.text(i) == "(":
			if i = c.close(i); i < 0 {
				return false
			}
		default:
			return false
		}
	}
	return false
}

func python(c *code, i int) {
	end := 0
	if c.text(i) == "unquote" && c.text(i+1) == "(" && c.isOwn(i, i) {
		end = c.closed(i)
	}
	from, _ := c.literal(end + 4)
	to, _ := c.literal(end + 6)
	switch {
	case end > 0 && c.is(end+1, ".", "replace", "(") && from == "+" && to == " ":
		c.report("source-late-plus", end+2, `this replaces a decoded "+" as well: "%2B" arrives as " "`, "use unquote_plus")
	case c.is(i, "params", "=", "{") && (c.text(i-1) == "(" || c.text(i-1) == ","):
		end := c.close(i + 2)
		for n := i + 3; n < end; n++ {
			if c.text(n) != ":" {
				continue
			}
			f := n + 1
			for c.is(f, "urllib", ".") || c.is(f, "parse", ".") {
				f += 2
			}
			if (c.text(f) == "quote" || c.text(f) == "quote_plus") && c.text(f+1) == "(" && !c.own[c.text(f)] {
				if closed := c.close(f + 1); closed > 0 && (c.text(closed+1) == "," || c.text(closed+1) == "}") {
					c.report("source-encoded-twice", f, `params= is encoded again: " " arrives as "%20"`, "leave out "+c.text(f))
				}
			}
		}
	}
}

func php(c *code, i int) {
	if f := c.text(i + 2); (c.is(i, "urlencode", "(") || c.is(i, "rawurlencode", "(")) && c.isOwn(i, i) && (f == "htmlentities" || f == "htmlspecialchars") && c.text(i+3) == "(" {
		c.report("source-encoded-twice", i+2, f+` escapes it for HTML before: "&" arrives as "&amp;"`, "leave out "+f+", or call it last")
	}
	if c.is(i, "curl_setopt", "(") {
		if list := c.arguments(i+1, c.closed(i)); len(list) == 3 && c.text(list[1]) == "CURLOPT_URL" {
			if v := c.value(list[2]); v.meaning == encoded && isURLName(c.text(v.at+2)) {
				c.report("source-whole-url", v.at, escapesWhole, "encode the values, before they become part of the URL")
			}
		}
	}
	from, _ := c.literal(i + 2)
	to, _ := c.literal(i + 4)
	if c.is(i, "str_replace", "(") && from == "+" && to == " " && (c.is(i+6, "urldecode", "(") || c.is(i+6, "rawurldecode", "(")) {
		c.report("source-late-plus", i, `this replaces a decoded "+" as well: "%2B" arrives as " "`, "use urldecode alone")
	}
}

// ruby reports an encoder in an argument of a helper for the path or the URL of a route, and in
// a hash that becomes a query.
func ruby(c *code, i int) {
	f, begin, end := c.text(i), 0, 0
	switch {
	case f == "to_query" && c.is(i-2, "}", "."):
		begin, end = c.open(i-2), i-2
	case (strings.HasSuffix(f, "_path") || strings.HasSuffix(f, "_url")) && c.text(i+1) == "(" && c.text(i-1) != "def" && !strings.Contains(c.source, "def "+f):
		begin, end = i+1, c.close(i+1)
	}
	if end <= 0 || begin < 0 {
		return
	}
	if v := c.member(begin, end); v.meaning == holds {
		c.report("source-encoded-twice", v.at, f+` encodes it again: " " arrives as "%20" or "+"`, "leave out "+c.text(v.at))
	}
}

// rust reports plus signs that are replaced in what was decoded, and values that are put into
// a query as they are.
func rust(c *code, i int) {
	if c.is(i, "set_query", "(", "Some", "(", "&", "format", "!", "(") {
		if text, ok := c.literal(i + 8); ok {
			list := c.arguments(i+7, c.closed(i+6))
			for n, at := range directives.Get()[Rust].FindAllStringIndex(text, len(list)-1) {
				name, next := c.path(list[n+1])
				if parameter.Get().MatchString("?"+text[:at[0]]) && c.given[name].meaning == unknown && c.text(next) != "(" && free.Get().MatchString(name) {
					c.report("source-unescaped", next-1, `set_query keeps delimiters: "&" ends the value, and "+" arrives as " "`, "use append_pair of query_pairs_mut")
				}
			}
		}
	}
	path, next := c.path(i)
	if c.text(next) != "(" || !endsIn(path, facts[Rust].decoders) || c.text(i-1) == "." {
		return
	}
	n := c.closed(next-1) + 1
	for range mostParts {
		switch {
		case c.text(n) == "?":
			n++
		case c.is(n, ".", "replace", "("):
			at := n + 3
			if at+2 < len(c.tokens) && c.tokens[at].kind == literal && c.tokens[at].text == "+" {
				if to, _ := c.literal(at + 2); to == " " {
					c.report("source-late-plus", n+1, `this replaces a decoded "+" as well: "%2B" arrives as " "`, "replace before decoding")
				}
			}
			return
		case c.text(n) == "." && c.text(n+2) == "(":
			n = c.closed(n+1) + 1
		default:
			return
		}
	}
}

// swift reports a value of queryItems, which is decoded, where its escapes are removed.
func swift(c *code, i int) {
	if c.text(i) != "removingPercentEncoding" || !c.is(i-1, ".") {
		return
	}
	n := i - 2
	for c.text(n) == "?" || c.text(n) == "!" {
		n--
	}
	at := c.tokens[i].offset
	before := c.source[max(0, at-mostText):at]
	if c.text(n) == "value" && strings.Contains(before[strings.LastIndexByte(before, '\n')+1:], "queryItems") {
		c.report("source-decoded-twice", i, `queryItems are decoded already: "%41" arrives as "A", and "%" as nil`, "leave out removingPercentEncoding")
	}
}

func java(c *code, i int) {
	if c.is(i-1, ".", "queryParam", "(") {
		c.queryParam(i)
	}
	if from, ok := c.literal(i + 2); ok && from == "+" && c.is(i, "replaceAll", "(") && c.text(i-1) == "." && c.text(i+3) == "," {
		c.report("source-plus-pattern", i, `replaceAll takes a regular expression, and "+" alone is none: every text is refused`, `use replace("+", …)`)
	}
}

// queryParam checks a call of a builder of Spring that encodes: unless it is told that all is
// encoded, in the lambda of a client, or where it is built. That of JAX-RS leaves escapes alone.
func (c *code) queryParam(i int) {
	list := c.arguments(i+1, c.closed(i))
	if len(list) < 2 {
		return
	}
	v := c.value(list[1])
	at := c.tokens[i].offset
	statement, _, _ := strings.Cut(c.source[at:min(len(c.source), at+mostStatement)], ";")
	before := c.source[max(0, at-mostStatement):at]
	before = before[strings.LastIndexByte(before, ';')+1:]
	has := func(text string) bool { return strings.Contains(statement, text) }
	encodes := uriLambda.Get().MatchString(before) || strings.Contains(before, "UriComponentsBuilder") && (has(".encode()") || has(".toUri()") || has(".toUriString()") && !has(".build()"))
	if v.meaning == encoded && encodes && !has("build(true)") {
		c.report("source-encoded-twice", v.at, `queryParam encodes it again: "é" arrives as "%C3%A9"`, "leave out "+c.text(v.at))
	}
}

// mostStatement is how many bytes of a statement are looked at around a call.
const mostStatement = 1000

var uriLambda = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`\b(uriB|urlB|b)uilder\s*->|\.uri\(\s*\w+\s*->`) }}
