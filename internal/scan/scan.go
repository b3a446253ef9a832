// Package scan finds where pieces of text end.
package scan

import "strings"

// Until returns the index of the first c in s, or the length of s.
func Until(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}
