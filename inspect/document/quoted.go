package document

import "strings"

// A syntax is where a format has strings.
type syntax struct {
	quotes []quoting
	// between reads what stands between the strings of a line.
	between reader
	// address, if not nil, reports whether a string is a URL as a whole behind such text.
	address func(before string) bool
}

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
func (x *syntax) read(w *walker, s string, lo, hi int) {
	var marks [256]*quoting
	for i := range x.quotes {
		marks[x.quotes[i].mark] = &x.quotes[i]
	}
	from := lo // of what stands between strings
	line := lo // where the line ends, once that is needed
	for i := lo; i < hi && !w.done; {
		q := marks[s[i]]
		if q == nil || i > lo && !q.opens(s[i-1]) {
			i++
			continue
		}
		most := hi
		if !q.many {
			if line <= i {
				if line = hi; strings.IndexByte(s[i:hi], '\n') >= 0 {
					line = i + strings.IndexByte(s[i:hi], '\n')
				}
			}
			most = line
		}
		end, next := q.close(s, i+1, most)
		if from < i {
			w.between = true
			x.between(w, s, from, i)
			w.between = false
		}
		if x.address != nil && i+1 < end && x.address(s[lo:i]) {
			w.within(q.escape, s, i+1, end, readWhole)
		} else if part := s[i+1 : end]; strings.IndexByte(part, ':') >= 0 || strings.IndexByte(part, '\\') >= 0 || strings.IndexByte(part, '<') >= 0 {
			w.within(q.escape, s, i+1, end, readValue)
		}
		i, from = next, next
	}
	if from < hi {
		w.between = true
		x.between(w, s, from, hi)
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
	if !q.doubled {
		return closing(s, i, hi, q.mark, !q.plain)
	}
	for from := i; ; {
		k := strings.IndexByte(s[from:hi], q.mark)
		if k < 0 {
			return hi, hi
		}
		end = from + k
		if end+1 < hi && s[end+1] == q.mark {
			from = end + 2
			continue
		}
		return end, end + 1
	}
}

// readProse finds the URLs in text for people.
func readProse(w *walker, s string, lo, hi int) { w.prose(s, lo, hi, Plain) }

// readAssigned finds the URLs in lines, each of which may give a value to a name behind a
// ':' or a '='.
func readAssigned(w *walker, s string, lo, hi int) {
	eachLine(s, lo, hi, func(lo, hi int) {
		if strings.IndexByte(s[lo:hi], ':') < 0 {
			return
		}
		for i := lo; i < hi; i++ {
			c := s[i]
			if c == ':' && i+1 < hi && isSpace(s[i+1]) || c == '=' {
				lo = i + 1
				break
			}
			if c == ':' || c == '#' || c == '?' {
				break
			}
		}
		if begin, end := trimmed(s, lo, hi); strings.HasPrefix(s[begin:end], "- ") {
			lo = begin + 2
		}
		w.value(s, lo, hi, Plain)
	})
}

var (
	yamlSyntax = syntax{[]quoting{
		{mark: '"', escape: backslash, behind: "[{,:=", many: true},
		{mark: '\'', escape: doubledApostrophe, doubled: true, behind: "[{,:=", many: true},
	}, readAssigned, nil}
	tomlSyntax = syntax{[]quoting{
		{mark: '"', escape: backslash},
		{mark: '\'', plain: true},
	}, readAssigned, nil}
	shellSyntax = syntax{[]quoting{
		{mark: '"', escape: doubleQuoted, many: true},
		{mark: '\'', plain: true, many: true, behind: "=$(;|&{"},
	}, readWords, nil}
	cmdSyntax    = syntax{[]quoting{{mark: '"', plain: true}}, readProse, nil}
	sourceSyntax = syntax{[]quoting{
		{mark: '"', escape: backslash},
		{mark: '\'', escape: backslash},
		{mark: '`', escape: backslash, many: true},
	}, readProse, nil}
	turtleSyntax = syntax{[]quoting{{mark: '"', escape: backslash}}, readEscaped, nil}
	cssSyntax    = syntax{[]quoting{
		{mark: '"', escape: cssEscape},
		{mark: '\'', escape: cssEscape},
	}, readStyle, isStyleAddress}
)

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

func readCmd(w *walker, s string, lo, hi int)     { w.within(caret, s, lo, hi, cmdSyntax.read) }
func readEscaped(w *walker, s string, lo, hi int) { w.within(backslash, s, lo, hi, readProse) }
func readPercents(w *walker, s string, lo, hi int) {
	w.within(doubledPercent, s, lo, hi, readAssigned)
}

func readBibTeX(w *walker, s string, lo, hi int) { w.within(beforePunctuation, s, lo, hi, readProse) }

// isStyleAddress reports whether url(…) or @import of CSS begins in front of a string.
func isStyleAddress(before string) bool {
	const most = 16 // a few spaces
	before = strings.TrimRight(before[max(0, len(before)-most):], " \t\r\n\f")
	before = strings.ToLower(before)
	return strings.HasSuffix(before, "url(") || strings.HasSuffix(before, "@import")
}

// readStyle finds the URLs of cssEscape that have no quotation marks: url(…).
func readStyle(w *walker, s string, lo, hi int) {
	for lo < hi && !w.done {
		i := strings.Index(s[lo:hi], "url(")
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
		w.within(cssEscape, s, from, to, readWhole)
		lo = end
	}
}

// delimited returns what reads a table whose fields a character divides.
func delimited(delimiter byte) reader {
	x := syntax{[]quoting{{mark: '"', escape: doubledQuote, doubled: true, many: true, behind: string(delimiter)}}, func(w *walker, s string, lo, hi int) {
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
	}, nil}
	return x.read
}

// csv returns what reads a table that begins with head: the delimiter is what its first line
// has most of.
func csv(head string) reader {
	line, _, _ := strings.Cut(head, "\n")
	best, most := byte(','), 0
	for _, d := range []byte(",;\t|") {
		if n := strings.Count(line, string(d)); n > most {
			best, most = d, n
		}
	}
	return delimited(best)
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
			sourceSyntax.read(w, s, lo, hi)
			return
		}
		w.found(s, lo, hi, Plain, false)
	})
}
