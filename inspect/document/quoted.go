package document

import (
	"strings"

	"github.com/pct-encoded/percent/inspect/internal/text"
)

// A syntax is where a format has strings.
type syntax struct {
	quotes []quoting
	// between reads what stands between the strings of a line.
	between reader
	// behind, if not nil, returns what a string is that stands behind such text.
	behind func(before, text string) role
	// prefixed, if not nil, returns how a string is written whose mark is s[i], if what stands
	// before it in s[lo:i] says so, or nil.
	prefixed func(s string, lo, i int) *quoting
	comment  byte // begins one, behind a space; 0 for none
	triple   bool // three marks are around a string of many lines
	joins    bool // strings side by side are one
}

// A role is what a string is for.
type role uint8

const (
	anything  role = iota
	aURL           // with its spaces, if it begins as one
	anAddress      // a URL or a reference to one, whatever is in it
)

// A quoting is one way to write a string.
type quoting struct {
	mark   byte
	escape escape
	// doubled says that two marks are one, inside; otherwise a backslash may stand before
	// one, unless plain.
	doubled, plain bool
	// many says that line ends may be inside.
	many bool
	// behind are the characters, beside white space and the start of a line, behind which
	// a string begins; "" for all but letters and digits.
	behind string
}

// read finds the URLs in s[lo:hi].
func (x *syntax) read(w *walker, s string, lo, hi int) { x.upTo(w, s, lo, hi, hi) }

// upTo reads s[lo:stop], and a string that begins there to its end before hi, and returns where
// to go on.
func (x *syntax) upTo(w *walker, s string, lo, stop, hi int) int {
	var marks [256]*quoting
	for i := range x.quotes {
		marks[x.quotes[i].mark] = &x.quotes[i]
	}
	from := lo // of what stands between strings
	line := lo // where the line ends, once that is needed
	for i := lo; i < stop && !w.done; {
		q := marks[s[i]]
		if q == nil {
			if s[i] == x.comment && x.comment != 0 && (i == lo || isSpace(s[i-1])) {
				if n := strings.IndexByte(s[i:stop], '\n'); n >= 0 {
					i += n
				} else {
					i = stop
				}
				continue
			}
			i++
			continue
		}
		var special *quoting
		if i > lo && x.prefixed != nil {
			special = x.prefixed(s, lo, i)
		}
		if special != nil {
			q = special
		} else if i > lo && !q.opens(s[i-1]) {
			i++
			continue
		}
		if mark := s[i : i+1]; x.triple && strings.HasPrefix(s[i+1:hi], mark+mark) {
			begin := i + len(`"""`)
			end, next := hi, hi
			if n := strings.Index(s[begin:hi], mark+mark+mark); n >= 0 {
				end = begin + n
				next = end + len(`"""`)
			}
			x.beside(w, s, from, i)
			escape := q.escape
			if escape == backslash {
				escape = folded
			}
			w.within(escape, s, begin, end, readText)
			i, from = next, next
			continue
		}
		most := hi
		if !q.many {
			if line <= i {
				if line = hi; strings.IndexByte(s[i:hi], '\n') >= 0 {
					line = i + strings.IndexByte(s[i:hi], '\n')
				}
				for line < hi && s[line-1] == '\\' { // the line goes on in the next
					n := strings.IndexByte(s[line+1:hi], '\n')
					if n < 0 {
						line = hi
					} else {
						line += 1 + n
					}
				}
			}
			most = line
		}
		end, next := q.close(s, i+1, most)
		if end == next && !q.plain && end > i+1 && s[end-1] == '\\' {
			end-- // the string goes on in the next line
		}
		escape := q.escape
		if x.joins && end < next {
			end, next, escape = q.join(s, line, end, next, hi)
		}
		x.beside(w, s, from, i)
		is := anything
		if x.behind != nil && i+1 < end {
			is = x.behind(s[lo:i], s[i+1:end])
		}
		// A string of two lines may be a comment that ends with the first, and one with the end of
		// a comment may stand in that.
		leave := w.doubt(endsComment(s[i+1:end]) || !q.many && escape == q.escape && strings.IndexByte(s[i+1:end], '\n') >= 0 || q.behind == inFlow && !beginsFlow(s, lo, from, i))
		if end == next {
			w.open(escape, s, i+1, end, readValue)
		} else if is == anAddress {
			w.within(escape, s, i+1, end, readWhole)
		} else if part := s[i+1 : end]; strings.IndexByte(part, ':') >= 0 || strings.IndexByte(part, '\\') >= 0 || strings.IndexByte(part, '<') >= 0 || (w.www || is == aURL) && strings.Contains(part, "www.") {
			read := readValue
			if is == aURL {
				read = readNamed
			}
			w.within(escape, s, i+1, end, read)
		}
		leave()
		i, from = next, next
	}
	x.beside(w, s, from, stop)
	return max(from, stop)
}

// inFlow are the characters behind which a string of YAML may begin in brackets.
const inFlow = "[{,:="

// beginsFlow reports whether the string at s[i] of YAML, before which one may have ended at
// s[from], is one in any case, and not a part of a plain scalar.
func beginsFlow(s string, lo, from, i int) bool {
	isBracket := func(i int) bool { return s[i] == '[' || s[i] == '{' }
	return i == lo || isSpace(s[i-1]) || from > lo && from == i-1 ||
		isBracket(i-1) && (i-1 == lo || isSpace(s[i-2]) || isBracket(i-2))
}

// endsComment reports whether s has the end of a comment that does not begin in it.
func endsComment(s string) bool {
	front, _, ok := strings.Cut(s, "*/")
	return ok && !strings.Contains(front, "/*")
}

// beside reads what stands between strings.
func (x *syntax) beside(w *walker, s string, lo, hi int) {
	if lo < hi {
		w.between = true
		x.between(w, s, lo, hi)
		w.between = false
	}
}

func (q *quoting) opens(before byte) bool {
	if q.behind == "" {
		return !isWord(before) && before != '\\'
	}
	return isSpace(before) || strings.IndexByte(q.behind, before) >= 0
}

// close returns where the string ends that begins at s[i:hi], and where to go on.
func (q *quoting) close(s string, i, hi int) (end, next int) {
	switch {
	case q.escape == backtick:
		for end = i; end < hi && (s[end] != q.mark || strings.HasPrefix(s[end+1:hi], `"`)); end++ {
			if s[end] == '`' || s[end] == q.mark {
				end++
			}
		}
		end = min(end, hi)
		return end, min(end+1, hi)
	case !q.doubled:
		return closing(s, i, hi, q.mark, !q.plain)
	}
	for from := i; ; {
		k := strings.IndexByte(s[from:hi], q.mark)
		if k < 0 {
			return hi, hi
		}
		end = from + k
		if q.escape == doubledOrBehind {
			if end, _ = closing(s, from, hi, q.mark, true); end == hi {
				return hi, hi
			}
		}
		if end+1 < hi && s[end+1] == q.mark {
			from = end + 2
			continue
		}
		return end, end + 1
	}
}

// join returns where the last of the strings ends, and where to go on, that are one with the
// string that ends at s[end], and the escape around them. Its line ends at s[line].
func (q *quoting) join(s string, line, end, next, hi int) (last, behind int, e escape) {
	if q.escape != backslash || q.many {
		return end, next, q.escape
	}
	e = q.escape
	for end < hi {
		n := joint(s[end:hi])
		if n == 0 {
			break
		}
		if line < end+n {
			line = hi
			if k := strings.IndexByte(s[end+n:hi], '\n'); k >= 0 {
				line = end + n + k
			}
		}
		to, after := closing(s, end+n, line, q.mark, true)
		if to == after || beginsURL(s[end+n:to]) {
			break // or a list, such as the two names of a DOCTYPE
		}
		end, next, e = to, after, joined
		if q.mark == '\'' {
			e = joinedApostrophes
		}
	}
	return end, next, e
}

// beginsURL reports whether s begins with a scheme and "://", perhaps behind what a fix changes.
func beginsURL(s string) bool {
	scheme, _, ok := strings.Cut(s[:min(len(s), longestScheme)], "://")
	return ok && scheme != "" && !strings.ContainsAny(scheme, "/?#&=")
}

// readProse finds the URLs in text for people.
func readProse(w *walker, s string, lo, hi int) { w.prose(s, lo, hi, Plain) }

// readAssigned finds the URLs in lines, each of which may give a value to a name behind a
// ':' or a '='.
func readAssigned(w *walker, s string, lo, hi int) {
	eachLine(s, lo, hi, func(lo, hi int) {
		if strings.IndexByte(s[lo:hi], ':') < 0 && !strings.Contains(s[lo:hi], "www.") {
			return
		}
		name := ""
		for i := lo; i < hi; i++ {
			c := s[i]
			if c == ':' && i+1 < hi && isSpace(s[i+1]) || c == '=' {
				name = strings.TrimSpace(s[lo:i])
				lo = i + 1
				break
			}
			if c == ':' || c == '#' || c == '?' {
				break
			}
		}
		begin, end := trimmed(s, lo, hi)
		item := strings.HasPrefix(s[begin:end], "- ")
		if item {
			lo = begin + 2
		}
		if strings.HasPrefix(strings.TrimPrefix(name, "- "), "{") || endsInList(s[lo:hi]) {
			w.prose(s, lo, hi, Plain) // in brackets, as YAML and TOML have them
			return
		}
		if n := strings.Index(s[lo:hi], " #"); n > 0 && (item || name != "") {
			w.value(s, lo, lo+n, Plain)
			lo, name = lo+n, "" // a comment
		}
		w.named(name, s, lo, hi)
	})
}

// endsInList reports whether a ',' follows the value in s, or the bracket of a list that began
// on another line.
func endsInList(s string) bool {
	open := [3]int{}
	for i := range len(s) {
		switch s[i] {
		case '[', '{':
			open[bracket(s[i])]++
		case ']', '}':
			if open[bracket(s[i])]--; open[bracket(s[i])] < 0 {
				return true
			}
		}
	}
	return strings.HasSuffix(strings.TrimRight(s, " \t\r"), ",")
}

// readLink finds the URLs in a file that is a link: the command of one doubles '%'.
func readLink(w *walker, s string, lo, hi int) {
	eachLine(s, lo, hi, func(lo, hi int) {
		if strings.HasPrefix(s[lo:hi], "Exec=") {
			readPercents(w, s, lo, hi)
			return
		}
		readAssigned(w, s, lo, hi)
	})
}

var (
	yamlSyntax = syntax{quotes: []quoting{
		{mark: '"', escape: folded, behind: inFlow, many: true},
		{mark: '\'', escape: doubledApostrophe, doubled: true, behind: inFlow, many: true},
	}, between: readAssigned, behind: behindName, comment: '#'}
	tomlSyntax = syntax{quotes: []quoting{
		{mark: '"', escape: backslash},
		{mark: '\'', plain: true},
	}, between: readAssigned, behind: behindName, comment: '#', triple: true}
	envSyntax = syntax{quotes: []quoting{
		{mark: '"', escape: backslash, behind: "="},
		{mark: '\'', plain: true, behind: "="},
	}, between: readAssigned, behind: behindName, comment: '#'}
	shellSyntax = syntax{quotes: []quoting{
		{mark: '"', escape: doubleQuoted, many: true},
		{mark: '\'', plain: true, many: true, behind: "=$(;|&{"},
	}, between: readWords, behind: behindCommand, prefixed: ansiQuoted}
	powerSyntax = syntax{quotes: []quoting{
		{mark: '"', escape: backtick, many: true},
		{mark: '\'', escape: doubledApostrophe, doubled: true, many: true},
	}, between: readProse, behind: behindCommand, comment: '#'}
	cmdSyntax    = syntax{quotes: []quoting{{mark: '"', escape: inArgument}}, between: readProse, behind: behindCommand}
	sourceSyntax = syntax{quotes: []quoting{
		{mark: '"', escape: backslash},
		{mark: '\'', escape: backslash},
		{mark: '`', escape: backslash, many: true},
	}, between: readProse, behind: behindUse, prefixed: withPrefix}
	sqlSyntax = syntax{quotes: []quoting{
		{mark: '"', escape: backslash},
		{mark: '\'', escape: doubledOrBehind, doubled: true},
	}, between: readProse, behind: behindUse}
	programSyntax = syntax{quotes: sourceSyntax.quotes, between: readProse, behind: behindUse, prefixed: withPrefix, joins: true}
	goSyntax      = syntax{quotes: []quoting{
		{mark: '"', escape: backslash},
		{mark: '\'', escape: backslash},
		{mark: '`', plain: true, many: true},
	}, between: readProse, behind: behindUse, joins: true}
	phpSyntax = syntax{quotes: []quoting{
		{mark: '"', escape: backslash},
		{mark: '\'', escape: singleQuoted},
	}, between: readProse, behind: behindUse}
	turtleSyntax = syntax{quotes: []quoting{{mark: '"', escape: backslash}}, between: readResources}
	cssSyntax    = syntax{quotes: []quoting{
		{mark: '"', escape: cssEscape},
		{mark: '\'', escape: cssEscape},
	}, between: readStyle, behind: behindAddress}
)

// program returns what reads a program, which fills in placeholders.
func program(x *syntax) func(string) reader {
	return func(head string) reader {
		its := x
		if x == &programSyntax && (strings.HasPrefix(head, "package ") || strings.Contains(head, "\npackage ")) {
			its = &goSyntax // or Java's or Kotlin's, which have no '`' around strings
		}
		return templates(its.read)
	}
}

// templates returns what reads URLs whose placeholders are filled in later.
func templates(read reader) reader {
	return func(w *walker, s string, lo, hi int) {
		w.template = true
		read(w, s, lo, hi)
	}
}

// ansiQuoted: of $'…' in a shell, a backslash escapes as in C.
func ansiQuoted(s string, _, i int) *quoting {
	if s[i] == '\'' && s[i-1] == '$' {
		return &quoting{mark: '\'', escape: backslash, many: true}
	}
	return nil
}

// withPrefix: letters before a string say how it is written: r"…" in Python and Rust, @"…" in
// C#, E'…' in SQL.
func withPrefix(s string, lo, i int) *quoting {
	const longest = len("br")
	n := i
	for n > lo && i-n < longest && text.IsLetter(s[n-1]) {
		n--
	}
	if n == i {
		if s[i] == '"' && (s[i-1] == '@' || i-lo > 1 && s[i-2:i] == "@$") {
			return &quoting{mark: '"', escape: doubledQuote, doubled: true}
		}
		return nil
	}
	if n > lo && isWord(s[n-1]) || s[i] == '`' {
		return nil
	}
	switch strings.ToLower(s[n:i]) {
	case "r", "br", "rb", "fr", "rf":
		return &quoting{mark: s[i]}
	case "b", "f", "u", "e":
		return &quoting{mark: s[i], escape: backslash}
	}
	return nil
}

// readYAML finds the URLs in YAML: in scalars, which may go on in the next lines, and in blocks,
// whose lines stand for themselves.
func readYAML(w *walker, s string, lo, hi int) {
	lineEnd := func(i int) int {
		if n := strings.IndexByte(s[i:hi], '\n'); n >= 0 {
			return i + n
		}
		return hi
	}
	for lo < hi && !w.done {
		end := lineEnd(lo)
		column, block := blockHeader(s[lo:end])
		for at := lo; ; {
			if at = yamlSyntax.upTo(w, s, at, end, hi); at <= end || w.done {
				break
			}
			end, block = lineEnd(at), false // the line ends in a scalar
		}
		lo = min(end+1, hi)
		for block && lo < hi {
			end = lineEnd(lo)
			if line := strings.TrimRight(s[lo:end], " \t\r"); line != "" && len(line)-len(strings.TrimLeft(line, " ")) <= column {
				break
			}
			w.www = true
			readLine(w, s, lo, end)
			w.www = false
			lo = min(end+1, hi)
		}
	}
}

// blockHeader reports whether a block begins behind a line of YAML (YAML 1.2, section 8.1), and
// the column of what has it.
func blockHeader(line string) (column int, ok bool) {
	if i := strings.Index(line, " #"); i >= 0 {
		line = line[:i]
	}
	line = strings.TrimRight(line, " \t\r")
	header := strings.TrimRight(line, "+-123456789")
	n := len(header)
	if n < 2 || len(line)-n > len("+1") || header[n-1] != '|' && header[n-1] != '>' || !beginsNode(header[:n-1]) {
		return 0, false
	}
	column = len(line) - len(strings.TrimLeft(line, " "))
	for strings.HasPrefix(line[column:], "- ") {
		rest := strings.TrimLeft(line[column+2:], " ")
		if len(line)-len(rest) >= n-1 {
			break
		}
		column = len(line) - len(rest)
	}
	return column, true
}

// beginsNode reports whether what follows line is a node of YAML, not the rest of a scalar: it
// ends in an indicator and a space, or in tags and anchors behind that.
func beginsNode(line string) bool {
	for {
		rest := strings.TrimRight(line, " \t")
		if rest == "" || len(rest) == len(line) {
			return false
		}
		word := rest[strings.LastIndexAny(rest, " \t")+1:]
		switch {
		case word == "-", word == "?":
			return strings.Trim(rest, "-? \t") == "" // not in a list in brackets, or in a scalar
		case word == "---", strings.HasSuffix(word, ":"):
			return true
		case word[0] != '!' && word[0] != '&':
			return false
		}
		line = rest[:len(rest)-len(word)]
	}
}

func readWords(w *walker, s string, lo, hi int) {
	if strings.IndexByte(s[lo:hi], ':') < 0 {
		return
	}
	for lo < hi && !w.done {
		end := lo
		for end < hi && strings.IndexByte(" \t\r\n;|&()<>", s[end]) < 0 {
			if s[end] == '\\' && end+1 < hi {
				end++
			}
			end++
		}
		end = min(end, hi)
		if strings.IndexByte(s[lo:end], ':') >= 0 {
			w.within(inWord, s, lo, end, readAssigned)
		}
		lo = end + 1
	}
}

func readCmd(w *walker, s string, lo, hi int) { w.within(caret, s, lo, hi, cmdSyntax.read) }

// readReferences finds the references in angle brackets, and the URLs in the text beside them:
// of Turtle (RDF 1.1 Turtle, IRIREF) and of the field Link.
func readReferences(w *walker, s string, lo, hi int) { w.angles(s, lo, hi, readWhole) }

// readResources is readReferences for Turtle, which names resources so.
func readResources(w *walker, s string, lo, hi int) { w.angles(s, lo, hi, readName) }

// angles hands what stands in angle brackets to read.
func (w *walker) angles(s string, lo, hi int, read reader) {
	for lo < hi && !w.done {
		angle := strings.IndexByte(s[lo:hi], '<')
		if angle < 0 {
			break
		}
		angle += lo
		end := angle + 1
		spaces := text.SchemeLength(s[end:hi]) > 0
		for end < hi && (s[end] > ' ' || s[end] == ' ' && spaces) && strings.IndexByte("<>\"", s[end]) < 0 {
			end++
		}
		if end == hi || s[end] != '>' {
			w.prose(s, lo, end, Plain)
			lo = end
			continue
		}
		w.prose(s, lo, angle, Plain)
		w.within(backslash, s, angle+1, end, read)
		lo = end + 1
	}
	w.prose(s, lo, hi, Plain)
}

func readPercents(w *walker, s string, lo, hi int) {
	w.within(doubledPercent, s, lo, hi, readAssigned)
}

// readCalendar finds the URLs in lines of iCalendar and vCard (RFC 5545, section 3.1), of which
// some are HTML.
func readCalendar(w *walker, s string, lo, hi int) {
	w.www = true
	from := lo
	for at := lo; at < hi && !w.done; {
		end := at
		for {
			n := strings.IndexByte(s[end:hi], '\n')
			if n < 0 {
				end = hi
				break
			}
			if end += n + 1; end == hi || s[end] != ' ' && s[end] != '\t' {
				break
			}
		}
		if name, _, _ := strings.Cut(s[at:end], ":"); strings.IndexByte(name, ';') > 0 && strings.Contains(strings.ToLower(name), "fmttype=text/html") {
			w.within(folding, s, from, at, readProse)
			w.within(folding, s, at, end, readMarkup)
			from = end
		}
		at = end
	}
	w.within(folding, s, from, hi, readProse)
}

func readProperties(w *walker, s string, lo, hi int) {
	w.within(inProperties, s, lo, hi, readAssigned)
}

func readBibTeX(w *walker, s string, lo, hi int) { w.within(beforePunctuation, s, lo, hi, readProse) }

// behindName returns aURL if a name that says that it is a URL gets the string behind it.
func behindName(before, _ string) role {
	const most = 8 // the longest of urlNames
	before = strings.TrimRight(before[max(0, len(before)-2*most):], " ")
	if n := len(before) - 1; n > 0 && (before[n] == '=' || before[n] == ':') && namesURL(strings.TrimRight(before[:n], " \"'")) {
		return aURL
	}
	return anything
}

// takers are what the names of functions end in whose first argument is a URL.
var takers = []string{
	"url", "uri", "fetch", "get", "post", "put", "patch", "delete", "head", "request", "open", "goto",
	"navigate", "redirect", "curl_init", "file_get_contents",
}

// behindUse returns aURL if a name that says that it is a URL gets the string behind it, an
// option of a command that says so, or a function that takes one.
func behindUse(before, text string) role {
	const most = 32 // longer than any of takers
	if behindName(before, text) == aURL {
		return aURL
	}
	if !beginsURL(text) {
		return anything
	}
	before = strings.TrimRight(before[max(0, len(before)-most):], " ")
	if call, ok := strings.CutSuffix(before, "("); ok {
		if endsIn(call, takers) {
			return aURL
		}
		return anything
	}
	if option := before[strings.LastIndexByte(before, ' ')+1:]; strings.HasPrefix(option, "-") && namesURL(option) {
		return aURL
	}
	return anything
}

// behindCommand is behindUse for a shell, where what fetches URLs takes them as arguments.
func behindCommand(before, text string) role {
	const most = 1 << 10
	if behindUse(before, text) == aURL {
		return aURL
	}
	if !beginsURL(text) {
		return anything
	}
	before = before[max(0, len(before)-most):]
	before = before[strings.LastIndexAny(before, "\n|;&")+1:]
	for _, command := range []string{"curl ", "wget ", "curl.exe "} {
		if at := strings.Index(before, command); at == 0 || at > 0 && isSpace(before[at-1]) {
			return aURL
		}
	}
	return anything
}

// behindAddress returns anAddress if url(…) or @import of CSS begins in front of a string.
func behindAddress(before, _ string) role {
	const most = 16 // a few spaces
	before = strings.TrimRight(before[max(0, len(before)-most):], " \t\r\n\f")
	before = strings.ToLower(before)
	if strings.HasSuffix(before, "url(") || strings.HasSuffix(before, "@import") {
		return anAddress
	}
	return anything
}

// readStyle finds the URLs of cssEscape that have no quotation marks: url(…).
func readStyle(w *walker, s string, lo, hi int) {
	for lo < hi && !w.done {
		i := addressBegin(s[lo:hi])
		if i < 0 {
			w.prose(s, lo, hi, Plain)
			return
		}
		i += lo
		w.prose(s, lo, i, Plain)
		begin := i + len("url(")
		end := strings.IndexByte(s[begin:hi], ')')
		if end < 0 {
			return // a string follows, or nothing
		}
		end += begin
		from, to := trimmed(s, begin, end)
		leave := w.doubt(strings.ContainsAny(s[from:to], "\"'(")) // CSS takes no such address
		w.within(cssEscape, s, from, to, readWhole)
		leave()
		lo = end
	}
}

// addressBegin returns where "url(" stands in s, in upper or lower case, or -1.
func addressBegin(s string) int {
	for i := 0; ; {
		n := strings.IndexByte(s[i:], '(')
		if n < 0 {
			return -1
		}
		i += n + 1
		if begin := i - len("url("); begin >= 0 && strings.EqualFold(s[begin:i], "url(") {
			return begin
		}
	}
}

// delimited returns what reads a table whose fields a character divides.
func delimited(delimiter byte) reader {
	x := syntax{quotes: []quoting{{mark: '"', escape: doubledQuote, doubled: true, many: true, behind: string(delimiter)}}, between: func(w *walker, s string, lo, hi int) {
		eachLine(s, lo, hi, func(lo, hi int) {
			for lo < hi && !w.done {
				end := strings.IndexByte(s[lo:hi], delimiter)
				if end < 0 {
					end = hi
				} else {
					end += lo
				}
				w.value(s, lo, end, Plain)
				lo = end + 1
			}
		})
	}}
	return func(w *walker, s string, lo, hi int) {
		w.www = true
		x.read(w, s, lo, hi)
	}
}

// csv returns what reads a table that begins with head: the delimiter is what its first line
// has most of.
func csv(head string) reader {
	line, _, _ := strings.Cut(head, "\n")
	best, most := byte(','), 0
	for _, d := range []byte(",;\t|") {
		if n := delimiters(line, d); n > most {
			best, most = d, n
		}
	}
	return delimited(best)
}

// delimiters counts those in a line that are in no string, as delimited reads it: a fix may
// escape a '|' there.
func delimiters(line string, d byte) (n int) {
	begins, quoted := true, false
	for i := range len(line) {
		switch c := line[i]; {
		case c == '"' && (quoted || begins):
			quoted = !quoted
			begins = !quoted // two are one
		case c == d && !quoted:
			n++
			begins = true
		default:
			begins = isSpace(c)
		}
	}
	return n
}

// readColumns finds the URLs in fields that white space divides, as in CDX.
func readColumns(w *walker, s string, lo, hi int) {
	eachLine(s, lo, hi, func(lo, hi int) {
		if brace := strings.IndexByte(s[lo:hi], '{'); brace >= 0 {
			w.columns(s, lo, lo+brace)
			readJSON(w, s, lo+brace, hi) // CDXJ
			return
		}
		w.columns(s, lo, hi)
	})
}

func (w *walker) columns(s string, lo, hi int) {
	for lo < hi && !w.done {
		end := strings.IndexAny(s[lo:hi], " \t")
		if end < 0 {
			end = hi
		} else {
			end += lo
		}
		w.value(s, lo, end, Plain)
		lo = end + 1
	}
}

// readList finds the URLs in lines that are one, or a path, or a comment.
func readList(w *walker, s string, lo, hi int) {
	eachLine(s, lo, hi, func(lo, hi int) {
		lo, hi = trimmed(s, lo, hi)
		if lo < hi && s[lo] == '#' {
			// RFC 8216, section 4.3: a tag may have the address of a key or a segment.
			const name = `URI="`
			if n := strings.Index(s[lo:hi], name); n > 0 && strings.IndexByte(":,", s[lo+n-1]) >= 0 {
				at := lo + n
				sourceSyntax.read(w, s, lo, at)
				at += len(name)
				if n = strings.IndexByte(s[at:hi], '"'); n >= 0 {
					w.found(s, at, at+n, Plain, false)
					at += n + 1
				}
				lo = at
			}
			sourceSyntax.read(w, s, lo, hi)
			return
		}
		// Players such as Kodi take fields for a request behind a '|', and no part of the address.
		if n := strings.IndexByte(s[lo:hi], '|'); n >= 0 && strings.IndexByte(s[lo+n:hi], '=') >= 0 {
			hi = lo + n
		}
		w.found(s, lo, hi, Plain, false)
	})
}
