package document

import (
	"strings"

	"github.com/pct-encoded/percent/inspect/internal/text"
)

// mostParts is how deep the parts of a mail are read.
const mostParts = 8

// readMail finds the URLs in mails: in a header, and in the parts that are text, as their
// transfer encodings stand for it (RFC 2045).
func readMail(w *walker, s string, lo, hi int) {
	w.www = true
	for lo < hi && !w.done {
		end := hi
		if strings.HasPrefix(s[lo:hi], "From ") { // mbox, RFC 4155
			if n := strings.Index(s[lo:hi], "\nFrom "); n >= 0 {
				end = lo + n + 1
			}
		}
		w.part(s, lo, end, 0)
		lo = end
	}
}

// part reads a message, or a part of one.
func (w *walker) part(s string, lo, hi, depth int) {
	body, skip := hi, 0
	for _, gap := range []string{"\n\n", "\r\n\r\n"} {
		if n := strings.Index(s[lo:hi], gap); n >= 0 && lo+n < body {
			body, skip = lo+n, len(gap)
		}
	}
	if depth > 0 && (strings.HasPrefix(s[lo:hi], "\n") || strings.HasPrefix(s[lo:hi], "\r\n")) {
		body, skip = lo, 1+strings.IndexByte(s[lo:hi], '\n')
	}
	header := s[lo:body]
	if lo < body {
		w.within(encodedWord, s, lo, body, readHeader)
	}
	lo = body + skip
	if lo >= hi {
		return
	}
	kind := strings.ToLower(field(header, "Content-Type"))
	switch {
	case strings.HasPrefix(kind, "multipart/") && depth < mostParts:
		boundary := parameter(field(header, "Content-Type"), "boundary")
		if boundary == "" {
			return
		}
		w.parts(s, lo, hi, "--"+boundary, depth)
		return
	case strings.HasPrefix(kind, "message/rfc822") && depth < mostParts:
		w.part(s, lo, hi, depth+1)
		return
	case kind != "" && !strings.HasPrefix(kind, "text") && !strings.Contains(kind, "json") && !strings.Contains(kind, "xml"):
		return
	}
	escape := unescaped
	switch strings.ToLower(strings.TrimSpace(field(header, "Content-Transfer-Encoding"))) {
	case "quoted-printable":
		escape = quotedPrintable
	case "base64":
		escape = inBase64
	}
	read := readTextPart
	if strings.HasPrefix(kind, "text/html") {
		read = readMarkup
	}
	charset := strings.ToLower(parameter(field(header, "Content-Type"), "charset"))
	if strings.HasPrefix(charset, "utf-16") {
		read = inUTF16(charset, read)
	}
	w.ascii = begins("gb", "big5", "shift", "euc-", "ks_c")(charset)
	w.within(escape, s, lo, hi, read)
	w.ascii = false
}

// inUTF16 returns what reads a text in a charset: with or without an order in its name.
func inUTF16(charset string, read reader) reader {
	return func(w *walker, s string, lo, hi int) {
		e := wide(s[lo:hi])
		switch {
		case e != unescaped:
		case strings.HasSuffix(charset, "le"):
			e = inUTF16LE
		case strings.HasSuffix(charset, "be"):
			e = inUTF16BE
		}
		w.within(e, s, lo, hi, read)
	}
}

// parts reads the parts of a multipart body between lines with its delimiter.
func (w *walker) parts(s string, lo, hi int, delimiter string, depth int) {
	begin := -1
	for at := lo; at < hi; {
		n := strings.Index(s[at:hi], delimiter)
		end := hi
		if n >= 0 {
			end = at + n
			if end > lo && s[end-1] != '\n' {
				at = end + len(delimiter)
				continue
			}
		}
		if begin >= 0 {
			w.part(s, begin, end, depth+1)
		}
		if n < 0 {
			return
		}
		at = end + len(delimiter)
		if strings.HasPrefix(s[at:hi], "--") {
			return
		}
		if line := strings.IndexByte(s[at:hi], '\n'); line >= 0 {
			at += line + 1
		} else {
			return
		}
		begin = at
	}
}

func readHeader(w *walker, s string, lo, hi int) { w.prose(s, lo, hi, Plain) }

func readTextPart(w *walker, s string, lo, hi int) { w.prose(s, lo, hi, Plain) }

// field returns the value of a field of a header, in one piece, or "".
func field(header, name string) string {
	for len(header) > 0 {
		line, rest, _ := strings.Cut(header, "\n")
		if text.HasPrefix(line, name) && strings.HasPrefix(line[len(name):], ":") {
			var value strings.Builder
			value.WriteString(line[len(name)+1:])
			for strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "\t") {
				line, rest, _ = strings.Cut(rest, "\n")
				value.WriteString(line)
			}
			return strings.TrimSpace(value.String())
		}
		header = rest
	}
	return ""
}

// parameter returns the value of a parameter of a field.
func parameter(field, name string) string {
	for part := range strings.SplitSeq(field, ";") {
		if key, value, ok := strings.Cut(part, "="); ok && strings.EqualFold(strings.TrimSpace(key), name) {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}

// readHTTP finds the URLs in HTTP messages: the target, and what the fields and the body
// hold.
func readHTTP(w *walker, s string, lo, hi int) {
	header := true
	eachLine(s, lo, hi, func(lo, hi int) {
		if rest := s[lo:hi]; strings.HasPrefix(rest, "> ") || strings.HasPrefix(rest, "< ") {
			lo += len("> ") // of curl -v
		}
		if strings.HasPrefix(s[lo:hi], "HTTP/") {
			header = true
		}
		if lo == hi {
			header = !header
			return
		}
		if begin, end := target(s, lo, hi); begin < end {
			w.target(s, lo, begin, end)
			return
		}
		if colon := strings.IndexByte(s[lo:hi], ':'); colon > 0 && header && strings.IndexByte(s[lo:lo+colon], ' ') < 0 {
			name := s[lo : lo+colon]
			if strings.EqualFold(name, "Location") || strings.EqualFold(name, "Content-Location") {
				begin, end := trimmed(s, lo+colon+1, hi)
				w.found(s, begin, end, Plain, false)
				return
			}
			if strings.EqualFold(name, "Cookie") || strings.EqualFold(name, "Set-Cookie") {
				w.encodedValues(s, lo+colon+1, hi, "; ")
				return
			}
			if strings.EqualFold(name, "Link") { // RFC 8288
				readReferences(w, s, lo+colon+1, hi)
				return
			}
			w.named(name, s, lo+colon+1, hi)
			return
		}
		if !header && strings.IndexByte(s[lo:hi], '=') > 0 && !strings.ContainsAny(s[lo:hi], " <:\"") {
			w.encodedValues(s, lo, hi, "&")
			return
		}
		readValue(w, s, lo, hi)
	})
}

// encodedValues finds the URLs in values between delimiters, those of cookies or of a form,
// which are URLs as a whole once they are decoded.
func (w *walker) encodedValues(s string, lo, hi int, delimiters string) {
	for lo < hi && !w.done {
		end := hi
		if n := strings.IndexAny(s[lo:hi], delimiters); n >= 0 {
			end = lo + n
		}
		begin := lo + strings.IndexByte(s[lo:end], '=') + 1
		percent := strings.IndexByte(s[begin:end], '%')
		switch {
		case percent > 0 && text.HasPrefix(s[begin+percent:end], "%3A%2F%2F") && text.SchemeLength(s[begin:begin+percent]+":") > 0:
			w.within(percentEncoded, s, begin, end, readWhole)
		case strings.Contains(s[begin:end], "://"):
			w.value(s, begin, end, Plain)
		}
		lo = end + 1
	}
}

// readMarkdown finds the URLs in Markdown: in links and images, also relative ones, in
// HTML, and in the text.
func readMarkdown(w *walker, s string, lo, hi int) {
	w.www = true
	from, fenced := lo, false
	flush := func(to int) {
		if from >= to {
			return
		}
		if !fenced && strings.IndexByte(s[from:to], '<') >= 0 && hasTag(s[from:to]) {
			readMarkup(w, s, from, to)
		} else {
			w.prose(s, from, to, Nested)
		}
	}
	eachLine(s, lo, hi, func(lo, hi int) {
		line := strings.TrimLeft(s[lo:hi], " ")
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			flush(lo)
			from, fenced = lo, !fenced
			return
		}
		if fenced {
			return
		}
		if strings.HasPrefix(line, "[") && !strings.HasPrefix(line, "[^") {
			if n := strings.IndexByte(s[lo:hi], ']'); n > 0 && strings.HasPrefix(s[lo+n:hi], "]: ") {
				flush(lo)
				w.destination(s, lo+n+len("]: "), hi)
				from = hi
				return
			}
		}
		for i := lo; i < hi && !w.done; {
			n := strings.Index(s[i:hi], "](")
			if n < 0 {
				break
			}
			i += n + len("](")
			flush(i - len("]("))
			i = w.destination(s, i, hi)
			from = i
		}
	})
	flush(hi)
}

// destination reads the destination of a link at s[i:hi] (CommonMark, section 6.3), and
// returns where it ends.
func (w *walker) destination(s string, i, hi int) int {
	for i < hi && isSpace(s[i]) {
		i++
	}
	if i < hi && s[i] == '<' {
		if n := strings.IndexAny(s[i+1:hi], "<>") + 1; n > 1 && s[i+n] == '>' {
			w.within(beforePunctuation, s, i+1, i+n, readNested)
			return i + n + 1
		}
	}
	end, open := i, 0
scan:
	for ; end < hi && !isSpace(s[end]); end++ {
		switch s[end] {
		case '\\':
			end = min(end+1, hi-1)
		case '(':
			open++
		case ')':
			if open--; open < 0 {
				break scan
			}
		}
	}
	if i < end && strings.ContainsAny(s[i:end], "/.#?:") {
		w.within(beforePunctuation, s, i, end, readNested)
	}
	return end
}

func readNested(w *walker, s string, lo, hi int) { w.found(s, lo, hi, Nested, false) }
