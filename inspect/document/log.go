package document

import (
	"slices"
	"strings"
)

// isRequest reports whether s ends as a request line does, also as PHP writes it in JSON.
func isRequest(s string) bool {
	n := len(s)
	for n > 0 && len(s)-n < len("1.1") && ('0' <= s[n-1] && s[n-1] <= '9' || s[n-1] == '.') {
		n--
	}
	return n < len(s) && (strings.HasSuffix(s[:n], " HTTP/") || strings.HasSuffix(s[:n], ` HTTP\/`))
}

// hasVersion reports whether s holds what ends a request line. A space, with which that begins, is
// what most texts have most of.
func hasVersion(s string) bool {
	return strings.Contains(s, "HTTP/") && strings.Contains(s, " HTTP/")
}

// readRequest finds the target of a request line, or the URLs of other text.
func readRequest(w *walker, s string, lo, hi int) {
	if begin, end := target(s, lo, hi); begin < end {
		w.target(s, lo, begin, end)
		return
	}
	w.prose(s, lo, hi, Plain)
}

// target takes the target s[begin:end] of a request whose method ends before it, unless it is
// no reference: a host and a port, or "*" (RFC 9112, section 3.2).
func (w *walker) target(s string, lo, begin, end int) {
	if s[begin:end] != "*" && !strings.HasSuffix(s[lo:begin], "CONNECT ") {
		w.found(s, begin, end, Plain, false)
	}
}

// target returns where the target of the request line s[lo:hi] stands (RFC 9112, section
// 3): behind a method, whose name is anything in upper case, as in WebDAV.
func target(s string, lo, hi int) (begin, end int) {
	i := lo
	for i < hi && i-lo < longestMethod && ('A' <= s[i] && s[i] <= 'Z' || s[i] == '-' || s[i] == '_') {
		i++
	}
	const shortest = 3
	if i-lo < shortest || i == hi || s[i] != ' ' {
		return 0, 0
	}
	begin = i + 1
	if version := hi - len(" HTTP/1.1"); version >= begin && strings.HasPrefix(s[version:], " HTTP/") {
		return begin, version // as in nearly all
	}
	if version := strings.LastIndex(s[begin:hi], " HTTP/"); version >= 0 {
		return begin, begin + version
	}
	if begin < hi && s[begin] == '/' && strings.IndexByte(s[begin:hi], ' ') < 0 {
		return begin, hi // HTTP/0.9
	}
	return 0, 0
}

// longestMethod is longer than any method that is registered.
const longestMethod = 24

// readLog finds the targets and referrers in the lines of an access log.
func readLog(w *walker, s string, lo, hi int) {
	eachLine(s, lo, hi, func(lo, hi int) {
		if looksJSON(s[lo:hi]) {
			readJSON(w, s, lo, hi)
			return
		}
		for i := lo; i < hi && !w.done; {
			quote := strings.IndexByte(s[i:hi], '"')
			if quote < 0 {
				w.bare(s, i, hi)
				return
			}
			if quote += i; quote > i {
				w.bare(s, i, quote)
			}
			end, next := closing(s, quote+1, hi, '"', true)
			if end < next && strings.HasPrefix(s[quote+1:end], "/") && endsInMethod(s[i:quote]) {
				w.within(octets, s, quote+1, end, readWhole) // of Rails and Gin
				i = next
				continue
			}
			i = next
			w.within(octets, s, quote+1, end, readField)
		}
	})
}

// endsInMethod reports whether s ends in the name of a method that logs have before a target.
func endsInMethod(s string) bool {
	s = strings.TrimRight(s, " ")
	word := s[strings.LastIndexByte(s, ' ')+1:]
	return len(word) < len(s) && slices.Contains([]string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}, word)
}

// readField reads a quoted field of a log.
func readField(w *walker, s string, lo, hi int) {
	if lo == hi {
		return
	}
	if c := s[lo]; 'A' <= c && c <= 'Z' {
		if begin, end := target(s, lo, hi); begin < end {
			w.target(s, lo, begin, end)
			return
		}
	}
	if strings.Contains(s[lo:hi], "://") && !w.entire(s, lo, hi, Plain) {
		w.value(s, lo, hi, Plain)
	}
}

// bare finds the URLs in fields of a log that have no quotation marks: white space
// surrounds them, as in squid's, and a request line may stand among them.
func (w *walker) bare(s string, lo, hi int) {
	if begin, end := requestIn(s, lo, hi); begin < end {
		w.target(s, lo, begin, end)
		lo = end
	}
	if !strings.Contains(s[lo:hi], "://") {
		return
	}
	for lo < hi && !w.done {
		begin, end := lo, lo
		for end < hi && !isSpace(s[end]) {
			end++
		}
		w.value(s, begin, end, Plain)
		lo = end + 1
	}
}

// requestIn looks for a request line in s[lo:hi] and returns where its target stands.
func requestIn(s string, lo, hi int) (begin, end int) {
	version := strings.Index(s[lo:hi], " HTTP/")
	if version <= 0 {
		return 0, 0
	}
	version += lo
	for i := max(lo, version-longestTarget); i < version; i++ {
		if 'A' > s[i] || s[i] > 'Z' {
			continue
		}
		if begin, end = target(s, i, version+len(" HTTP/")); begin < end && strings.IndexByte(s[begin:end], '"') < 0 && beginsTarget(s[begin:end]) {
			return begin, end
		}
		for i < version && s[i] != ' ' {
			i++
		}
	}
	return 0, 0
}

// beginsTarget reports whether s, behind a word in upper case, may be a target: a path, a URL,
// or a host and a port, not a sentence about one.
func beginsTarget(s string) bool {
	word, _, spaces := strings.Cut(s, " ")
	return !spaces || strings.HasPrefix(word, "/") || strings.Contains(word, "://")
}

// w3c returns what reads a log with "#Fields:" (W3C Extended Log File Format): of the last
// such line in head.
func w3c(head string) reader {
	fields := ""
	for line := range strings.Lines(head) {
		if list, ok := strings.CutPrefix(line, "#Fields:"); ok {
			fields = list
		}
	}
	var columns []column
	stem := false
	for _, name := range strings.Fields(fields) {
		c, afterStem := column{fields: 1}, stem
		stem = false
		switch strings.ToLower(name) {
		case "cs-uri-stem", "cs-uri", "x-forwarded-uri":
			c.read, stem = readStem, true
		case "cs-uri-query":
			if afterStem {
				columns[len(columns)-1] = column{readStemAndQuery, 2}
				continue
			}
			c.read = readQuery
		case "cs(referer)", "cs(referrer)":
			c.read = readValue
		}
		columns = append(columns, c)
	}
	return func(w *walker, s string, lo, hi int) {
		eachLine(s, lo, hi, func(lo, hi int) { readRow(w, s, lo, hi, columns) })
	}
}

// A column is what reads one or more fields of a log.
type column struct {
	read   reader // nil if there is no URL
	fields int
}

// readRow reads a line with columns.
func readRow(w *walker, s string, lo, hi int, columns []column) {
	if lo < hi && s[lo] == '#' {
		return
	}
	for _, c := range columns {
		if lo >= hi || w.done {
			return
		}
		end := lo - 1
		for range c.fields {
			if end++; end < hi {
				if n := strings.IndexAny(s[end:hi], " \t"); n >= 0 {
					end += n
					continue
				}
			}
			end = hi
		}
		if c.read != nil && lo < end {
			c.read(w, s, lo, end)
		}
		lo = end + 1
	}
}

func readStem(w *walker, s string, lo, hi int) {
	if s[lo:hi] != "-" {
		w.found(s, lo, hi, Plain, false)
	}
}

func readStemAndQuery(w *walker, s string, lo, hi int) { w.within(inFields, s, lo, hi, readWhole) }

// readQuery reads a query that stands elsewhere than its path, as in logs of CloudFront.
func readQuery(w *walker, s string, lo, hi int) {
	if lo > 0 && isSpace(s[lo-1]) && s[lo-1] != '\n' {
		w.within(inFields, s, lo-1, hi, readWhole)
	}
}
