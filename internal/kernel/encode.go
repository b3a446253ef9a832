package kernel

import "slices"

// shortString is the size up to which strings are written to the stack and then
// copied, which takes less time than finding the exact size first.
const shortString = 64

// EncodeString returns s encoded: s if nothing changes, and otherwise a text of the exact
// size in one allocation.
func EncodeString(k *Encoder, s string) string {
	src := Bytes(s)
	i := indexChange(k, src)
	if i == len(src) {
		return s
	}
	if len(src) <= shortString {
		var buf [3*shortString + 16]byte
		return string(AppendEncode(k, append(buf[:0], src[:i]...), src[i:]))
	}
	n := i + EncodedLen(k, src[i:])
	buf := Uncleared(n)
	copy(buf, src[:i])
	AppendEncode(k, buf[:i], src[i:])
	return String(buf)
}

// indexChange returns the index of the first byte of src that does not stay as
// it is, or len(src).
func indexChange(k *Encoder, src []byte) int {
	i := Index(&k.Change, src)
	if k.KeepEscapes {
		for i < len(src) {
			if _, ok := Octet(src[i:]); !ok {
				break
			}
			i += 3
			i += Index(&k.Change, src[i:])
		}
	}
	return i
}

// AppendEncode appends src, encoded, to dst, which grows if it has less room than the exact
// size of the result.
func AppendEncode(k *Encoder, dst, src []byte) []byte {
	for {
		consumed, written := Encode(k, dst[len(dst):cap(dst)], src)
		dst, src = dst[:len(dst)+written], src[consumed:]
		if len(src) == 0 {
			return dst
		}
		need := EncodedLen(k, src)
		if cap(dst)-len(dst) < need {
			dst = slices.Grow(dst, need)
			continue
		}
		// What is left looks like the beginning of an escape, but src ends.
		dst = append(dst, '%', '2', '5')
		src = src[1:]
	}
}
