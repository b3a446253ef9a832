package document

import "strings"

// isRequest reports whether s ends as a request line does, also as PHP writes it in JSON.
func isRequest(s string) bool {
	n := len(s)
	for n > 0 && len(s)-n < len("1.1") && ('0' <= s[n-1] && s[n-1] <= '9' || s[n-1] == '.') {
		n--
	}
	return n < len(s) && (strings.HasSuffix(s[:n], " HTTP/") || strings.HasSuffix(s[:n], ` HTTP\/`))
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
			i = next
			w.within(octets, s, quote+1, end, readField)
		}
	})
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
		if begin, end = target(s, i, version+len(" HTTP/")); begin < end && strings.IndexByte(s[begin:end], '"') < 0 {
			return begin, end
		}
		for i < version && s[i] != ' ' {
			i++
		}
	}
	return 0, 0
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
	stem, query, referrers := -1, -1, []int{}
	for i, name := range strings.Fields(fields) {
		switch strings.ToLower(name) {
		case "cs-uri-stem", "cs-uri", "x-forwarded-uri":
			stem = i
		case "cs-uri-query":
			query = i
		case "cs(referer)", "cs(referrer)":
			referrers = append(referrers, i)
		}
	}
	return func(w *walker, s string, lo, hi int) {
		eachLine(s, lo, hi, func(lo, hi int) {
			if lo == hi || s[lo] == '#' {
				return
			}
			at := func(n int) (begin, end int) {
				begin = lo
				for ; n > 0; n-- {
					i := strings.IndexAny(s[begin:hi], " \t")
					if i < 0 {
						return hi, hi
					}
					begin += i + 1
				}
				if i := strings.IndexAny(s[begin:hi], " \t"); i >= 0 {
					return begin, begin + i
				}
				return begin, hi
			}
			if stem >= 0 {
				begin, end := at(stem)
				if query == stem+1 {
					_, end = at(query)
					w.within(inFields, s, begin, end, readWhole)
				} else if s[begin:end] != "-" {
					w.found(s, begin, end, Plain, false)
				}
			}
			if query > 0 && query != stem+1 { // it stands elsewhere, as in logs of CloudFront
				begin, end := at(query)
				w.within(inFields, s, max(begin-1, lo), end, readWhole)
			}
			for _, n := range referrers {
				begin, end := at(n)
				w.value(s, begin, end, Plain)
			}
		})
	}
}
