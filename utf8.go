package percent

import (
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// indexInvalid returns the index and length of the first ill-formed
// subsequence of b, or len(b) and 0.
func indexInvalid(b []byte) (i, n int) {
	if kernel.ValidUTF8(b) {
		return len(b), 0
	}
	for {
		n, valid, _ := wtf8.Subsequence(b[i:])
		if !valid {
			return i, n
		}
		i += n
	}
}

// replaceInvalid replaces the ill-formed subsequences of b[from:] by U+FFFD
// and returns the result, which is in the memory of b where that has room.
func replaceInvalid(b []byte, from int) []byte {
	grow := 0
	for i := from; i < len(b); {
		n, valid, _ := wtf8.Subsequence(b[i:])
		if !valid {
			grow += len("\uFFFD") - n
		}
		i += n
	}
	if grow > 0 {
		// The text moves to the end and is rewritten from the front. U+FFFD is
		// never shorter than what it replaces, so writing never overtakes reading.
		b = append(b, make([]byte, grow)...)
		copy(b[from+grow:], b[from:])
	}
	write := from
	for read := from + grow; read < len(b); {
		n, valid, _ := wtf8.Subsequence(b[read:])
		if valid {
			write += copy(b[write:], b[read:read+n])
		} else {
			write += copy(b[write:], "\uFFFD")
		}
		read += n
	}
	return b[:write]
}
