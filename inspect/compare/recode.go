package compare

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/pct"
)

// octetAt returns the octet at s[i:], how many bytes it takes there, and whether it is
// escaped.
func octetAt(s string, i int) (c byte, n int, escaped bool) {
	if c, ok := escapeAt(s, i); ok {
		return c, 3, true
	}
	return s[i], 1, false
}

// digitsOf returns the digits in which s writes its escapes, as the first escape with
// a letter shows.
func digitsOf(s string) string {
	for i := 0; i < len(s); {
		_, n, escaped := octetAt(s, i)
		for _, c := range []byte(s[i : i+n]) {
			if escaped && c >= 'a' {
				return pct.LowerHex
			}
			if escaped && c >= 'A' {
				return pct.UpperHex
			}
		}
		i += n
	}
	return pct.UpperHex
}

// appendAll appends octets, all but unreserved ones escaped if escaped.
func appendAll(dst []byte, octets string, escaped bool, digits string) []byte {
	for _, c := range []byte(octets) {
		if !escaped || percent.Unreserved.Contains(c) {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', digits[c>>4], digits[c&15])
		}
	}
	return dst
}

// recode returns s with each run of octets beyond ASCII as f makes it, or s if f
// refuses one. A run comes with the letter before it, if there is one, because a mark
// may belong to that. If a run was escaped, what it becomes is, except unreserved
// characters.
func recode(s string, f func(run string) (string, bool)) string {
	out := make([]byte, 0, len(s)+32)
	var run []byte
	digits := digitsOf(s)
	letter := false // the last byte of out is an unescaped letter
	for i := 0; i < len(s); {
		c, n, escaped := octetAt(s, i)
		if c < utf8.RuneSelf {
			out = append(out, s[i:i+n]...)
			letter = !escaped && text.IsLetter(c)
			i += n
			continue
		}
		run = run[:0]
		if letter {
			run = append(run, out[len(out)-1])
			out = out[:len(out)-1]
		}
		start := i
		for i < len(s) {
			c, n, e := octetAt(s, i)
			if c < utf8.RuneSelf || e != escaped {
				break
			}
			run = append(run, c)
			i += n
		}
		made, ok := f(string(run))
		if !ok {
			return s
		}
		if made == string(run) {
			if letter {
				out = append(out, run[0])
			}
			out = append(out, s[start:i]...)
		} else {
			out = appendAll(out, made, escaped, digits)
		}
		letter = false
	}
	return string(out)
}

// byRuns returns a change of every run beyond ASCII that f changes, if it changes all.
func byRuns(f func(run string) string) func(string) string {
	return func(s string) string {
		return recode(s, func(run string) (string, bool) { made := f(run); return made, made != run })
	}
}

// runAt returns the first run of octets beyond ASCII that ends after an index, with
// the letter before it; of a long run, some 64 octets.
func runAt(s string, at int) string {
	const most = 64
	var run []byte
	before := byte(0)
	for i := 0; i < len(s); {
		c, n, escaped := octetAt(s, i)
		i += n
		switch {
		case c >= utf8.RuneSelf:
			if len(run) == 0 && before != 0 {
				run = append(run, before)
			}
			run = append(run, c)
			if i > at && len(run) >= most && (i == len(s) || startsRune(s, i)) {
				return string(run)
			}
			if i <= at && len(run) > most && utf8.RuneStart(run[most/2]) {
				run = append(run[:0], run[most/2:]...)
			}
		case len(run) > 0 && i-n > at:
			return string(run)
		default:
			run = run[:0]
		}
		before = 0
		if !escaped && text.IsLetter(c) {
			before = c
		}
	}
	return string(run)
}

func startsRune(s string, i int) bool {
	c, _, _ := octetAt(s, i)
	return utf8.RuneStart(c)
}

// substitute returns s with each octet replaced for which f returns true; what it
// becomes is escaped if the octet was.
func substitute(s string, f func(c byte, escaped bool) (string, bool)) string {
	digits := digitsOf(s)
	return rewritten(s, func(dst []byte, c byte, written string) []byte {
		escaped := len(written) == 3
		if made, ok := f(c, escaped); ok {
			return appendAll(dst, made, escaped, digits)
		}
		return append(dst, written...)
	})
}

// valid returns f for runs that are UTF-8. Others are left alone.
func valid(f func(string) string) func(string) (string, bool) {
	return func(run string) (string, bool) {
		if !utf8.ValidString(run) {
			return run, true
		}
		return f(run), true
	}
}

// eachRune returns a change of each character beyond ASCII, which f appends.
func eachRune(f func(dst []byte, r rune) []byte) func(string) string {
	return func(s string) string {
		var out []byte
		for _, r := range s {
			if r < utf8.RuneSelf {
				out = append(out, byte(r))
			} else {
				out = f(out, r)
			}
		}
		return string(out)
	}
}

// appendUnits appends what f makes of each UTF-16 code unit of r.
func appendUnits(dst []byte, r rune, f func(dst []byte, unit uint16) []byte) []byte {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return f(f(dst, uint16(high)), uint16(low))
	}
	return f(dst, uint16(r))
}

// appendHex appends prefix and the four digits of a code unit.
func appendHex(dst []byte, prefix, digits string, unit uint16) []byte {
	dst = append(dst, prefix...)
	for shift := 12; shift >= 0; shift -= 4 {
		dst = append(dst, digits[unit>>shift&15])
	}
	return dst
}

// cesu8 appends a character in CESU-8.
func cesu8(dst []byte, r rune) []byte {
	if r < 0x10000 {
		return utf8.AppendRune(dst, r)
	}
	return appendUnits(dst, r, func(dst []byte, u uint16) []byte {
		return append(dst, 0xE0|byte(u>>12), 0x80|byte(u>>6&0x3F), 0x80|byte(u&0x3F))
	})
}

// percentU returns s with escaped characters beyond ASCII written as %uHHHH, those
// below first as %HH, and escaped spaces as space.
func percentU(s, digits string, first rune, space string) string {
	var out []byte
	for i := 0; i < len(s); {
		c, n, escaped := octetAt(s, i)
		if c < utf8.RuneSelf || !escaped {
			if escaped && c == ' ' {
				out = append(out, space...)
			} else {
				out = append(out, s[i:i+n]...)
			}
			i += n
			continue
		}
		var run []byte
		for i < len(s) {
			c, n, escaped := octetAt(s, i)
			if c < utf8.RuneSelf || !escaped {
				break
			}
			run = append(run, c)
			i += n
		}
		if !utf8.Valid(run) {
			return s
		}
		for _, r := range string(run) {
			if r < first {
				out = append(out, '%', digits[r>>4], digits[r&15])
				continue
			}
			out = appendUnits(out, r, func(dst []byte, u uint16) []byte { return appendHex(dst, "%u", digits, u) })
		}
	}
	return string(out)
}

// utf16Text returns s with each character that is escaped or unreserved in UTF-16,
// percent-encoded.
func utf16Text(s string, append16 func(dst []byte, unit uint16) []byte) string {
	var out, octets []byte
	flush := func() bool {
		if !utf8.Valid(octets) {
			return false
		}
		var made []byte
		for _, r := range string(octets) {
			made = appendUnits(made, r, append16)
		}
		out = percent.RFC3986.AppendEncode(out, made)
		octets = octets[:0]
		return true
	}
	for i := 0; i < len(s); {
		c, n, escaped := octetAt(s, i)
		if escaped || percent.Unreserved.Contains(c) {
			octets = append(octets, c)
		} else {
			if !flush() {
				return s
			}
			out = append(out, c)
		}
		i += n
	}
	if !flush() {
		return s
	}
	return string(out)
}

// An edit is a place where the texts differ.
type edit struct {
	at       int // in the text that is right
	old, new string
}

// edits returns the edits that turn right into wrong, if they are all of the kind that
// match finds: match returns how many bytes in front of each correspond.
func edits(right, wrong string, match func(right, wrong string) (r, w int)) ([]edit, bool) {
	var list []edit
	start := characterStart(right, pct.Differ(right, wrong))
	i, j := start, start
	for j < len(wrong) {
		if r, w := match(right[i:], wrong[j:]); w > 0 && right[i:i+r] != wrong[j:j+w] {
			list = append(list, edit{i, right[i : i+r], wrong[j : j+w]})
			i, j = i+r, j+w
			continue
		}
		if i == len(right) || right[i] != wrong[j] {
			return nil, false
		}
		i, j = i+1, j+1
	}
	return list, i == len(right) && len(list) > 0
}

// characterStart returns where the character at an index begins; at the end, the last
// character.
func characterStart(s string, at int) int {
	before := func(i int) int {
		if i >= 3 {
			if _, ok := escapeAt(s, i-3); ok {
				return i - 3
			}
		}
		return i - 1
	}
	for i := max(0, at-2); i < at; i++ {
		if _, ok := escapeAt(s, i); ok {
			at = i
			break
		}
	}
	for range utf8.UTFMax {
		if at == 0 || at < len(s) && startsRune(s, at) {
			break
		}
		at = before(at)
	}
	return at
}

// edited returns the change that makes these edits.
func edited(list []edit) func(s string) (string, bool) {
	return func(s string) (string, bool) {
		var b strings.Builder
		at := 0
		for _, e := range list {
			if e.at < at || !strings.HasPrefix(s[min(e.at, len(s)):], e.old) {
				return "", false
			}
			b.WriteString(s[at:e.at])
			b.WriteString(e.new)
			at = e.at + len(e.old)
		}
		b.WriteString(s[at:])
		return b.String(), true
	}
}
