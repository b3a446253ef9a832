package lint

import (
	"iter"
	"strings"
)

// Extract finds the URLs in a line of a log, of HTML or of other text, and yields
// where each begins and ends, in bytes, in order. These are:
//
//   - what begins with a scheme and "://", "data:", "mailto:" or "javascript:",
//     up to white space, a quotation mark, an angle bracket, or the end;
//   - the target of a request line ("GET /a/b HTTP/1.1"), whatever it holds;
//   - the value of an HTML attribute that is a URL: href, src, action,
//     formaction, poster, cite, data, background, manifest, ping.
//
// Punctuation that ends a sentence, and a closing bracket whose opening one is
// not in the URL, are not part of it. Nothing is decoded: offsets are those of s.
func Extract(s string) iter.Seq2[int, int] {
	return func(yield func(lo, hi int) bool) {
		for i := 0; i < len(s); {
			lo, hi := urlAt(s, i)
			if lo == hi {
				i++
				continue
			}
			if !yield(lo, hi) {
				return
			}
			i = hi
		}
	}
}

// methods are those of RFC 9110 and RFC 5789, as request lines begin with them.
var methods = []string{"GET ", "POST ", "HEAD ", "PUT ", "DELETE ", "PATCH ", "OPTIONS ", "CONNECT ", "TRACE "}

var attributes = []string{"href", "src", "action", "formaction", "poster", "cite", "data", "background", "manifest", "ping"}

// prefixes are the schemes that need no "//".
var prefixes = []string{"data:", "mailto:", "javascript:"}

const (
	// longestTarget is how far a request line is followed: servers take no more.
	longestTarget = 8 << 10
	// longestScheme is longer than any that is registered.
	longestScheme = 64
)

// urlAt returns the URL that is recognized at s[i], which may begin further on,
// or an empty place. It looks at each byte a bounded number of times: only what
// begins a word leads it further, and it stops where that word does.
func urlAt(s string, i int) (lo, hi int) {
	if i > 0 && isWord(s[i-1]) {
		return i, i
	}
	rest := s[i:]
	switch c := rest[0] | 0x20; {
	case 'a' > c || c > 'z':
		return i, i
	}
	for _, m := range methods {
		if strings.HasPrefix(rest, m) {
			target := i + len(m)
			window := s[target:min(len(s), target+longestTarget)]
			end := strings.Index(window, " HTTP/")
			if end <= 0 || strings.ContainsAny(window[:end], "\"\n") {
				return i, i
			}
			return target, target + end
		}
	}
	word := 1
	for word < min(len(rest), longestScheme) && (isWord(rest[word]) || strings.IndexByte("+.-", rest[word]) >= 0) {
		word++
	}
	if strings.HasPrefix(rest[word:], "://") || isOne(rest[:min(word+1, len(rest))], prefixes) {
		end := i + word + 1
		for end < len(s) && s[end] > ' ' && s[end] != 0x7F && strings.IndexByte("\"<>`", s[end]) < 0 {
			end++
		}
		end = trim(s, i, end)
		if first := strings.TrimLeft(s[i+word+1:max(end, i+word+1)], "/"); first == "" {
			return i, i
		}
		return i, end
	}
	if isOne(rest[:word], attributes) {
		at := i + word
		for at < len(s) && (s[at] == ' ' || s[at] == '\t') {
			at++
		}
		if at == len(s) || s[at] != '=' {
			return i, i
		}
		at++
		for at < len(s) && (s[at] == ' ' || s[at] == '\t') {
			at++
		}
		if at == len(s) || s[at] != '"' && s[at] != '\'' {
			return i, i
		}
		if end := strings.IndexByte(s[at+1:], s[at]); end > 0 {
			return at + 1, at + 1 + end
		}
	}
	return i, i
}

func isWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

func isOne(word string, of []string) bool {
	for _, name := range of {
		if strings.EqualFold(word, name) {
			return true
		}
	}
	return false
}

// trim returns where s[lo:hi] ends without the punctuation around a URL in text.
func trim(s string, lo, hi int) int {
	surplus := map[byte]int{} // of closing brackets over opening ones
	for _, pair := range []string{"()", "[]", "{}"} {
		surplus[pair[1]] = strings.Count(s[lo:hi], pair[1:]) - strings.Count(s[lo:hi], pair[:1])
	}
	for hi > lo {
		switch c := s[hi-1]; c {
		case '.', ',', ';', ':', '!', '?', '\'', '*', '|':
		case ')', ']', '}':
			if surplus[c] <= 0 {
				return hi
			}
			surplus[c]--
		default:
			return hi
		}
		hi--
	}
	return hi
}
