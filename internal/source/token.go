package source

import (
	"path/filepath"
	"strings"
)

// A Language is one that has rules.
type Language uint8

// The languages.
const (
	JavaScript Language = iota // TypeScript too
	Python
	PHP
	Java
	Ruby
	CSharp
	Kotlin
	Rust
	Swift
)

// LanguageOf returns the language of a file by the end of its name.
func LanguageOf(name string) (Language, bool) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx":
		return JavaScript, true
	case ".py", ".pyi":
		return Python, true
	case ".php":
		return PHP, true
	case ".java":
		return Java, true
	case ".rb", ".rake", ".erb":
		return Ruby, true
	case ".cs", ".cshtml", ".razor":
		return CSharp, true
	case ".kt", ".kts":
		return Kotlin, true
	case ".rs":
		return Rust, true
	case ".swift":
		return Swift, true
	}
	return 0, false
}

// A kind is what a token is.
type kind uint8

const (
	name    kind = iota // an identifier, a keyword or a number; in PHP with its "$"
	literal             // the text of a string, without quotes, or a part of a template
	pattern             // a regular expression of JavaScript, without its slashes
	sign                // any other character; "${" begins an expression in a template
)

// A token is a piece of code. Comments and white space are none.
type token struct {
	kind   kind
	text   string
	offset int // of the text in the source, in bytes
}

// A scanner makes tokens of source code. It never fails: code that makes no sense gives
// tokens that no rule knows.
type scanner struct {
	language Language
	s        string
	at       int
	tokens   []token
	braces   []int // for each template that is open, the braces that are open in it
	ends     []end // and how it ends
	// closed is where the line ends on which a slash began no regular expression.
	closed int
	looked int // how many bytes searches for regular expressions have looked at
}

// An end is what ends a template, and what begins an expression in it.
type end struct{ quote, expression string }

// open reads a template, whose text begins here.
func (x *scanner) open(quote, expression string) {
	x.braces, x.ends = append(x.braces, 0), append(x.ends, end{quote, expression})
	x.template()
}

func scan(l Language, s string) []token {
	x := &scanner{language: l, s: s}
	if l == PHP {
		x.html()
	}
	for x.at < len(x.s) {
		x.next()
	}
	return x.tokens
}

func (x *scanner) add(k kind, from, to int) {
	x.tokens = append(x.tokens, token{k, x.s[from:to], from})
}

// has says whether the rest begins with a text.
//
//go:noinline
func (x *scanner) has(text string) bool { return strings.HasPrefix(x.s[x.at:], text) }

// skip goes behind the next occurrence of a text, or to the end.
func (x *scanner) skip(text string) {
	if i := strings.Index(x.s[x.at:], text); i >= 0 {
		x.at += i + len(text)
	} else {
		x.at = len(x.s)
	}
}

// line goes to the end of the line.
func (x *scanner) line() {
	if i := strings.IndexByte(x.s[x.at:], '\n'); i >= 0 {
		x.at += i
	} else {
		x.at = len(x.s)
	}
}

// html goes behind the tag that begins PHP.
func (x *scanner) html() {
	for {
		i := strings.Index(x.s[x.at:], "<?")
		if i < 0 {
			x.at = len(x.s)
			return
		}
		x.at += i + len("<?")
		for _, tag := range []string{"php", "="} {
			if x.has(tag) {
				x.at += len(tag)
				return
			}
		}
	}
}

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

func (x *scanner) next() {
	c := x.s[x.at]
	slashes := x.language != Python && x.language != Ruby
	switch {
	case c <= ' ':
		x.at++
	case slashes && x.has("//"), !slashes && c == '#', x.language == PHP && c == '#' && !x.has("#["):
		if x.language == PHP {
			x.phpLine()
		} else {
			x.line()
		}
	case slashes && x.has("/*"):
		x.at += len("/*")
		x.skip("*/")
	case x.language == PHP && x.has("?>"):
		x.at += len("?>")
		x.html()
	case x.language == PHP && x.has("<<<"):
		x.heredoc()
	case x.language == Python && (x.has(`"""`) || x.has("'''")), (x.language == Java || x.language == CSharp) && x.has(`"""`):
		quote := x.s[x.at : x.at+3]
		x.at += len(quote)
		from := x.at
		for x.at < len(x.s) && !x.has(quote) {
			x.unit()
		}
		x.at = min(x.at, len(x.s))
		x.add(literal, from, x.at)
		x.at = min(x.at+len(quote), len(x.s))
	case c == '"' && x.language == Ruby:
		x.at++
		x.open(`"`, "#{")
	case c == '"' && (x.language == Kotlin || x.language == Swift):
		quote, expression := `"`, "${"
		if x.has(`"""`) {
			quote = `"""`
		}
		x.at += len(quote)
		if x.language == Swift {
			expression = `\(`
		}
		x.open(quote, expression)
	case x.language == CSharp && (x.has(`$"`) || x.has(`$@"`) || x.has(`@$"`)):
		x.at += strings.IndexByte(x.s[x.at:], '"') + 1
		x.open(`"`, "{")
	case x.language == Rust && x.has("::"):
		x.add(sign, x.at, x.at+1)
		x.tokens[len(x.tokens)-1].text = "." // as other languages write it
		x.at += len("::")
	case x.language == Rust && c == '\'' && !x.has(`'\`) && (x.at+2 >= len(x.s) || x.s[x.at+2] != '\''):
		x.at++ // a lifetime
	case c == '"', c == '\'':
		x.quoted(c)
	case c == '`' && x.language == JavaScript:
		x.at++
		x.open("`", "${")
	case c == '/' && (x.language == JavaScript || x.language == Ruby) && x.beforePattern() && x.regexp():
	case isName(c):
		from := x.at
		for x.at < len(x.s) && isName(x.s[x.at]) {
			x.at++
		}
		if x.language == Python && x.at < len(x.s) && (x.s[x.at] == '"' || x.s[x.at] == '\'') && x.at-from <= 2 {
			if prefix := x.s[from:x.at]; strings.ContainsAny(prefix, "fF") {
				quote := x.s[x.at : x.at+1]
				if triple := strings.Repeat(quote, 3); x.has(triple) {
					quote = triple
				}
				x.at += len(quote)
				x.open(quote, "{")
			}
			return // the prefix of a string
		}
		x.add(name, from, x.at)
	default:
		x.at++
		x.add(sign, x.at-1, x.at)
		if n := len(x.braces); n > 0 {
			open, shut := byte('{'), byte('}')
			if x.language == Swift {
				open, shut = '(', ')'
			}
			switch c {
			case open:
				x.braces[n-1]++
			case shut:
				if x.braces[n-1] == 0 {
					x.tokens[len(x.tokens)-1].text = "}"
					x.template()
					return
				}
				x.braces[n-1]--
			}
		}
	}
}

// unit goes over a character of a string, or over a backslash and the one behind it.
func (x *scanner) unit() {
	if x.s[x.at] == '\\' {
		x.at++
	}
	x.at = min(x.at+1, len(x.s))
}

// phpLine goes to the end of a comment, which is that of the line or of PHP.
func (x *scanner) phpLine() {
	for x.at < len(x.s) && x.s[x.at] != '\n' && !x.has("?>") {
		x.at++
	}
}

// quoted reads a string. Only PHP has strings of many lines; another that does not end
// on its line is taken to end there.
func (x *scanner) quoted(quote byte) {
	x.at++
	from := x.at
	for x.at < len(x.s) && x.s[x.at] != quote && (x.language == PHP || x.s[x.at] != '\n') {
		x.unit()
	}
	x.add(literal, from, x.at)
	if x.at < len(x.s) && x.s[x.at] == quote {
		x.at++
	}
}

// template reads the text of a template up to its end or to an expression.
func (x *scanner) template() {
	from, n := x.at, len(x.ends)-1
	end := x.ends[n]
	for x.at < len(x.s) && !x.has(end.quote) && (len(end.quote) > 1 || x.language != Python || x.s[x.at] != '\n') {
		if x.has(end.expression) {
			if end.expression != "{" || !x.has("{{") {
				break
			}
			x.at++
		} else if x.language == Kotlin && x.s[x.at] == '$' && x.at+1 < len(x.s) && isName(x.s[x.at+1]) && x.s[x.at+1] != '$' {
			x.add(literal, from, x.at)
			begin := x.at + 1
			for x.at++; x.at < len(x.s) && isName(x.s[x.at]) && x.s[x.at] != '$'; {
				x.at++
			}
			x.tokens = append(x.tokens, token{sign, "${", begin - 1}, token{name, x.s[begin:x.at], begin}, token{sign, "}", x.at})
			from = x.at
			continue
		}
		x.unit()
	}
	x.add(literal, from, x.at)
	if x.has(end.expression) {
		x.tokens = append(x.tokens, token{sign, "${", x.at})
		x.at += len(end.expression)
		return
	}
	if x.has(end.quote) {
		x.at += len(end.quote)
	}
	x.braces, x.ends = x.braces[:n], x.ends[:n]
}

// isOperator reports whether a regular expression may stand after a word.
func isOperator(word string) bool {
	switch word {
	case "return", "typeof", "case", "in", "of", "void", "delete", "do", "else", "await", "yield":
		return true
	}
	return false
}

// beforePattern says whether a slash begins a regular expression, and no division.
func (x *scanner) beforePattern() bool {
	if len(x.tokens) == 0 {
		return true
	}
	switch last := x.tokens[len(x.tokens)-1]; last.kind {
	case name:
		return isOperator(last.text)
	case sign:
		return last.text != ")" && last.text != "]" && last.text != "}"
	default:
		return false
	}
}

// regexp reads a regular expression, which ends on its line, and reports whether there is one.
// Where an earlier slash of the line began none, its search was in a class at this
// slash, or it would have ended here. Behind the next bracket both are in the same state,
// so that this search, too, finds nothing there: all searches of a line together look
// at each byte twice.
func (x *scanner) regexp() bool {
	class, again := false, x.at < x.closed
	i := x.at + 1
	for ; i < len(x.s) && x.s[i] != '\n'; i++ {
		x.looked++
		switch x.s[i] {
		case '\\':
			if i+1 < len(x.s) && x.s[i+1] != '\n' {
				i++
			}
		case '[', ']':
			if again {
				return false
			}
			class = x.s[i] == '['
		case '/':
			if class {
				continue
			}
			x.add(pattern, x.at+1, i)
			for x.at = i + 1; x.at < len(x.s) && isName(x.s[x.at]); {
				x.at++ // its flags
			}
			return true
		}
	}
	x.closed = i
	return false
}

// heredoc reads a string of PHP that ends with a word of its own on a line.
func (x *scanner) heredoc() {
	x.at += len("<<<")
	end := strings.IndexByte(x.s[x.at:], '\n')
	if end < 0 {
		x.at = len(x.s)
		return
	}
	word := strings.Trim(strings.TrimSpace(x.s[x.at:x.at+end]), `'"`)
	x.at += end + 1
	from := x.at
	for x.at < len(x.s) {
		start := x.at
		x.line()
		if rest, ok := strings.CutPrefix(strings.TrimLeft(x.s[start:x.at], " \t"), word); ok && word != "" && (rest == "" || !isName(rest[0])) {
			x.add(literal, from, start)
			x.at -= len(rest)
			return
		}
		x.at = min(x.at+1, len(x.s))
	}
	x.add(literal, min(from, len(x.s)), len(x.s))
}
