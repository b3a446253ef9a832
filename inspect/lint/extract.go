package lint

import (
	"iter"
	"strings"

	"github.com/pct-encoded/percent/inspect/internal/text"
)

// Extract finds the URLs in a line of a log, of HTML or of other text, and yields
// where each begins and ends, in bytes, in order. These are:
//
//   - everything from a scheme and "://", or from "data:", "mailto:" or
//     "javascript:", to white space, a quotation mark, an angle bracket or the end;
//   - the target of a request line ("GET /a/b HTTP/1.1"), whatever it holds;
//   - the value of an HTML attribute that is a URL: href, src, action,
//     formaction, poster, cite, data, background, manifest, ping.
//
// Punctuation that ends a sentence, and a closing bracket without an opening one,
// are not part of the URL. Nothing is decoded: offsets are those of s.
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

// methods are those of RFC 9110 and RFC 5789, each with the space that follows it in
// a request line.
var methods = []string{"GET ", "POST ", "HEAD ", "PUT ", "DELETE ", "PATCH ", "OPTIONS ", "CONNECT ", "TRACE "}

var attributes = []string{"href", "src", "action", "formaction", "poster", "cite", "data", "background", "manifest", "ping"}

// opaque are schemes that need no "//".
var opaque = []string{"data", "mailto", "javascript"}

const (
	// longestTarget is how far a request line is followed: servers take no more.
	longestTarget = 8 << 10
	// longestScheme is longer than any that is registered.
	longestScheme = 64
)

// urlAt returns where the URL begins and ends that is recognized at s[i], or an empty
// place. Only the beginning of a word leads it further, and it stops where the word
// ends, so that it looks at each byte a bounded number of times.
func urlAt(s string, i int) (lo, hi int) {
	if i > 0 && isWord(s[i-1]) || !text.IsLetter(s[i]) {
		return i, i
	}
	rest := s[i:]
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
	if strings.HasPrefix(rest[word:], "://") || strings.HasPrefix(rest[word:], ":") && text.IsAmong(rest[:word], opaque) {
		end := i + word + 1
		for end < len(s) && s[end] > ' ' && s[end] != 0x7F && strings.IndexByte("\"<>`", s[end]) < 0 {
			end++
		}
		end = trim(s, i, end)
		if strings.TrimLeft(s[i+word+1:max(end, i+word+1)], "/") == "" {
			return i, i
		}
		return i, end
	}
	if text.IsAmong(rest[:word], attributes) {
		value, ok := strings.CutPrefix(strings.TrimLeft(rest[word:], " \t"), "=")
		value = strings.TrimLeft(value, " \t")
		if !ok || value == "" || value[0] != '"' && value[0] != '\'' {
			return i, i
		}
		if end := strings.IndexByte(value[1:], value[0]); end > 0 {
			at := len(s) - len(value) + 1
			return at, at + end
		}
	}
	return i, i
}

func isWord(c byte) bool { return text.IsAlphanumeric(c) || c == '_' || c >= 0x80 }

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
