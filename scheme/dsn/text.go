package dsn

import "strings"

// The functions of package strings that models call most. Models are many and run once for a
// URI: calls are smaller than what the compiler would put in their place.

//go:noinline
func cutText(s, separator string) (before, after string, found bool) {
	return strings.Cut(s, separator)
}

//go:noinline
func beginsWith(s, prefix string) bool { return strings.HasPrefix(s, prefix) }

//go:noinline
func endsWith(s, suffix string) bool { return strings.HasSuffix(s, suffix) }

//go:noinline
func holds(s, part string) bool { return strings.Contains(s, part) }

//go:noinline
func holdsAny(s, octets string) bool { return strings.ContainsAny(s, octets) }

//go:noinline
func afterPrefix(s, prefix string) (after string, found bool) { return strings.CutPrefix(s, prefix) }

//go:noinline
func withoutPrefix(s, prefix string) string { return strings.TrimPrefix(s, prefix) }

//go:noinline
func withoutSuffix(s, suffix string) string { return strings.TrimSuffix(s, suffix) }

//go:noinline
func splitText(s, separator string) []string { return strings.Split(s, separator) }

//go:noinline
func joinCommas(list []string) string { return strings.Join(list, ",") }

//go:noinline
func firstIndex(s string, c byte) int { return strings.IndexByte(s, c) }

//go:noinline
func lastIndex(s string, c byte) int { return strings.LastIndexByte(s, c) }

//go:noinline
func replaced(s, old, text string) string { return strings.ReplaceAll(s, old, text) }
