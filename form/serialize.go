package form

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// Serialize returns the pairs, joined. It allocates once where the charset is
// UTF-8 and all of the text is.
func (r *Rules) Serialize(pairs []Pair) string {
	if len(pairs) == 0 {
		return ""
	}
	size, plain := r.size(pairs)
	buf := make([]byte, 0, size)
	if plain && r.empty == EmptyWritten {
		for i := range pairs {
			if i > 0 {
				buf = append(buf, '&')
			}
			buf = append(buf, pairs[i].Name...)
			buf = append(buf, '=')
			buf = append(buf, pairs[i].Value...)
		}
	} else {
		buf = r.AppendSerialize(buf, pairs)
	}
	return unsafe.String(unsafe.SliceData(buf), len(buf))
}

// size returns the size of the pairs once they are joined, and whether all of
// them is plain. It is exact for UTF-8 that is written with its line breaks and
// empty values.
func (r *Rules) size(pairs []Pair) (size int, plain bool) {
	plain = true
	for i := range pairs {
		p := &pairs[i]
		size += len(p.Name) + len(p.Value) + len("=&")
		if at := r.indexRest(p.Name); at < len(p.Name) {
			size += r.encoding.EncodedLen(bytesOf(p.Name[at:])) - len(p.Name[at:])
			plain = false
		}
		if at := r.indexRest(p.Value); at < len(p.Value) {
			size += r.encoding.EncodedLen(bytesOf(p.Value[at:])) - len(p.Value[at:])
			plain = false
		}
	}
	return size - len("&"), plain && r.field == CharsetFieldPlain
}

// indexRest returns the index of the first byte of s that is not plain, or
// len(s).
func (r *Rules) indexRest(s string) int {
	for i := range len(s) {
		if !r.plain[s[i]] {
			return i
		}
	}
	return len(s)
}

// AppendSerialize appends the pairs, joined, to dst and returns the extended
// buffer. It allocates only where dst has no room, where the charset is not
// UTF-8, or for text that is not.
func (r *Rules) AppendSerialize(dst []byte, pairs []Pair) []byte {
	from := len(dst)
	for i := range pairs {
		p := &pairs[i]
		if p.Value == "" && r.empty == EmptyOmitted {
			continue
		}
		if len(dst) > from {
			dst = append(dst, '&')
		}
		dst = r.appendPair(dst, p.Name, p.Value)
	}
	return dst
}

func (r *Rules) appendPair(dst []byte, name, value string) []byte {
	dst = r.appendText(dst, name)
	if r.field == CharsetFieldUsed && isCharsetField(name) {
		value = r.charset.Output().Name()
	}
	if value == "" && r.empty == EmptyBare && name != "" {
		return dst
	}
	return r.appendText(append(dst, '='), value)
}

// appendText appends a name or a value.
func (r *Rules) appendText(dst []byte, s string) []byte {
	i := r.indexRest(s)
	dst = append(dst, s[:i]...)
	if i == len(s) {
		return dst
	}
	return r.appendRest(dst, s[i:])
}

// appendRest appends what does not begin with a plain byte.
func (r *Rules) appendRest(dst []byte, s string) []byte {
	if r.encoding.InvalidUTF8() != percent.InvalidUTF8Kept && !utf8.ValidString(s) {
		s = scalarValues(s)
	}
	if r.newlines == NewlinesCRLF && strings.ContainsAny(s, "\r\n") {
		s = crlf(s)
	}
	if r.charset != charset.UTF8 {
		return r.charset.AppendPercentEncode(dst, bytesOf(s), r.encoding)
	}
	return r.encoding.AppendEncode(dst, bytesOf(s))
}

// scalarValues returns s with one U+FFFD for each lone surrogate and for each
// other ill-formed subsequence.
func scalarValues(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2*len("\uFFFD"))
	for len(s) > 0 {
		r, n, _ := wtf8.Decode(s)
		s = s[n:]
		if wtf8.IsHigh(r) && s != "" {
			if low, m, _ := wtf8.Decode(s); wtf8.IsLow(low) {
				r, s = wtf8.Join(r, low), s[m:]
			}
		}
		// WriteRune writes U+FFFD for a surrogate.
		b.WriteRune(r)
	}
	return b.String()
}

// crlf returns s with CR LF for every line break.
func crlf(s string) string {
	var b strings.Builder
	b.Grow(len(s) + strings.Count(s, "\n") + strings.Count(s, "\r"))
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\r':
			b.WriteString("\r\n")
			if i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
		case '\n':
			b.WriteString("\r\n")
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
