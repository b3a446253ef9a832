package explain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
)

// A Reading says what the octets beyond ASCII of a component or text may be, or its escape
// sequences, if it is in ISO-2022-JP.
type Reading struct {
	Part   inspect.Part // PartNone for the whole text
	Offset int          // of the component
	Len    int
	// UTF8 says that the octets, once percent-decoded, are UTF-8.
	UTF8 bool
	// Candidates are charsets in which they would be text, the likeliest first, as
	// charset.Detect guesses. It is empty if UTF8 is true.
	Candidates []Candidate
	// Doubled is the original text if its UTF-8 was read as windows-1252, ISO 8859-1,
	// Shift_JIS, GBK, Big5 or EUC-KR and encoded as UTF-8 again, or "" if that cannot be.
	Doubled string

	doubledIn string // the charset in which Doubled was read
}

// maxCandidates is how many charsets a Reading has at most. The confidence in further
// ones is next to nothing.
const maxCandidates = 4

// A Candidate is a charset that octets may be in.
type Candidate struct {
	Charset    string // its name in the Encoding Standard
	Language   string // the BCP 47 tag of a language that fits, or ""
	Confidence float64
	Text       string // what the component would be, with U+FFFD for what is not text
}

// read looks at charsets. Each component may have its own.
func (e *Explanation) read() {
	if len(e.Components) == 0 {
		e.readPart(inspect.PartNone, 0, e.Text, e.Layers.Once())
		return
	}
	for i := range e.Components {
		c := &e.Components[i]
		e.readPart(c.Part, c.Offset, c.Text, c.Decoded)
	}
}

func (e *Explanation) readPart(part inspect.Part, offset int, encoded, decoded string) {
	japanese := isISO2022JP(decoded)
	if !text.HasNonASCII(decoded) && !japanese {
		return
	}
	r := Reading{Part: part, Offset: offset, Len: len(encoded), UTF8: utf8.ValidString(decoded) && !japanese}
	if r.UTF8 {
		r.Doubled, r.doubledIn = undouble(decoded)
		e.Readings = append(e.Readings, r)
		return
	}
	for _, c := range charset.Detect([]byte(decoded)) {
		if c.Charset == charset.UTF8 || japanese && c.Charset != charset.ISO2022JP || len(r.Candidates) == maxCandidates {
			continue
		}
		// It does not fail with Replace.
		read, _ := c.Charset.AppendDecode(nil, []byte(decoded), charset.Replace)
		r.Candidates = append(r.Candidates, Candidate{c.Charset.Name(), c.Language, c.Confidence, string(read)})
	}
	e.Readings = append(e.Readings, r)
}

// isISO2022JP reports whether s is ASCII that is Japanese in ISO-2022-JP, which has escape
// sequences.
func isISO2022JP(s string) bool {
	if !strings.Contains(s, "\x1b") || text.HasNonASCII(s) {
		return false
	}
	meant, err := charset.ISO2022JP.Decode(s)
	return err == nil && text.HasNonASCII(meant)
}

// undouble returns what s, which is UTF-8, was before it was read as another charset and
// encoded as UTF-8 again, and that charset, or "" if not everything beyond ASCII in it can
// come from that.
func undouble(s string) (meant, in string) {
	if meant := undoubleLatin(s); meant != "" {
		return meant, charset.Windows1252.Name()
	}
	for _, c := range asian {
		if meant := undoubleAsian(s, c); meant != "" {
			return meant, c.Name()
		}
	}
	return "", ""
}

// asian are the charsets of more than one octet in which people have read UTF-8.
var asian = []*charset.Charset{charset.ShiftJIS, charset.GBK, charset.Big5, charset.EUCKR}

// undoubleAsian is undouble for a charset in which UTF-8 looks like rare characters: only
// two or more characters of three octets are told from text by chance. The last one may be
// cut, since a charset of two octets has no place for its end.
func undoubleAsian(s string, c *charset.Charset) string {
	octets, err := c.Encode(s)
	if err != nil {
		return ""
	}
	n, found := len(octets), 0
	for i := 0; i < n; {
		r, size := utf8.DecodeRuneInString(octets[i:])
		switch {
		case r == utf8.RuneError && found > 0 && !utf8.FullRuneInString(octets[i:]):
			n = i // cut
		case size == 3 && r != utf8.RuneError && unicode.IsLetter(r):
			found++
		case size > 1 && !unicode.IsPunct(r), r == utf8.RuneError:
			return ""
		}
		i += size
	}
	if found < 2 {
		return ""
	}
	return octets[:n]
}

// undoubleLatin is undouble for windows-1252 and ISO 8859-1.
func undoubleLatin(s string) string {
	var out []byte
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			out = append(out, s[i])
			i++
			continue
		}
		from := len(out)
		for i < len(s) && s[i] >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			octet, ok := text.Windows1252(r)
			if !ok {
				return ""
			}
			out = append(out, octet)
			i += n
		}
		if !utf8.Valid(out[from:]) {
			return ""
		}
	}
	return string(out)
}
