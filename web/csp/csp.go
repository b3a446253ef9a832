// Package csp compares the paths of source expressions in a Content Security
// Policy with those of URLs (Content Security Policy Level 3, section 6.7.2.12,
// "path-part matching", W3C Working Draft of 2025).
//
//	csp.MatchPath("/scripts/", "/scripts/a%2Fb.js")    // true
//	csp.MatchPath("/scripts/%61.js", "/scripts/a.js")  // true
//	csp.MatchPath("/a%2Fb", "/a/b")                    // false
//
// [MatchPath] is all there is. Schemes, hosts, ports and keywords are left to
// browsers, and so is the rule that a path counts only before the first redirect.
//
// The API of this package may still change.
package csp

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// MatchPath reports whether path, the path of a URL as it is serialized, matches
// pattern, the path of a source expression. Without a pattern every path does; a
// pattern that ends in '/' matches all below it, any other the same number of
// segments. Both are split at '/' first, then each segment is percent-decoded, where
// malformed escapes stay; the octets are compared, case included. That the arguments
// are treated differently is the specification's doing.
func MatchPath(pattern, path string) bool {
	if pattern == "" || pattern == "/" && path == "" {
		return true
	}
	below := strings.HasSuffix(pattern, "/")
	n := strings.Count(pattern, "/")
	switch m := strings.Count(path, "/"); {
	case n > m, !below && n != m:
		return false
	}
	pattern = strings.TrimSuffix(pattern, "/")
	for range n + 1 {
		if below && n == 0 {
			return true
		}
		var a, b string
		a, pattern, _ = strings.Cut(pattern, "/")
		b, path, _ = strings.Cut(path, "/")
		if a != b && decode(a) != decode(b) {
			return false
		}
		n--
	}
	return true
}

var reader = percent.RFC3986.WithMalformed(percent.MalformedKept)

func decode(s string) string {
	text, _ := reader.Decode(s)
	return text
}
