package dataurl

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/weburl"
)

// read parses s as a URL. It returns the serialization without "data:" and without
// the fragment, and the index in s at which the scheme, ':' included, ends.
func read(s string) (content string, start int, err error) {
	begin, start, ok := cutScheme(s)
	if !ok {
		return "", 0, syntax.Error(s, begin, begin+len("data:"), NotData)
	}
	u, err := weburl.Parse(escapeInvalid(s))
	if err != nil {
		var e *percent.SyntaxError
		if !errors.As(err, &e) {
			return "", 0, err
		}
		from := unescapedOffset(s, int(e.Offset))
		to := max(from, unescapedOffset(s, int(e.Offset)+len(e.Bytes)))
		return "", 0, syntax.Error(s, from, to, e.Reason)
	}
	content, _, _ = strings.Cut(u.Href()[len("data:"):], "#")
	return content, start, nil
}

// cutScheme returns where a URL begins, after spaces and controls, and where its
// scheme ends if that is data.
func cutScheme(s string) (begin, end int, ok bool) {
	for begin < len(s) && s[begin] <= ' ' {
		begin++
	}
	want := "data:"
	for end = begin; end < len(s) && want != ""; end++ {
		if isTab(s[end]) {
			continue
		}
		if !strings.EqualFold(s[end:end+1], want[:1]) {
			return begin, 0, false
		}
		want = want[1:]
	}
	return begin, end, want == ""
}

func isTab(c byte) bool { return c == '\t' || c == '\n' || c == '\r' }

// escapeInvalid escapes the bytes of s that are not UTF-8. They belong to the body,
// but the URL parser would make U+FFFD of them.
func escapeInvalid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b []byte
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		if isInvalid(s[i:]) {
			b = percent.RFC3986.AppendEncode(b, []byte(s[i:i+1]))
		} else {
			b = append(b, s[i:i+n]...)
		}
		i += n
	}
	return string(b)
}

func isInvalid(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return r == utf8.RuneError && n == 1
}

// unescapedOffset returns the index in s of what has the index at in
// escapeInvalid(s).
func unescapedOffset(s string, at int) int {
	moved := 0
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		written := n
		if isInvalid(s[i:]) {
			written = len("%FF")
		}
		if at < moved+written {
			return i + min(at-moved, n-1)
		}
		moved += written
		i += n
	}
	return len(s)
}

// source returns the index in s of content[at]; content and start are what read
// returned for s. If the parser has removed something, such as dot segments, it looks
// for the byte after that.
func source(s string, start int, content string, at int) int {
	i := 0
	for from := start; from < len(s); from++ {
		octet, escaped := pct.Octet(content[i:])
		n := 0
		switch {
		case isTab(s[from]):
		case s[from] == content[i]:
			n = 1
		case escaped && octet == s[from]:
			n = 3
		}
		if i+n > at {
			return from
		}
		i += n
	}
	return len(s)
}
