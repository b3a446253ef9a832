package header

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// MultipartEncoding writes names and filenames of multipart/form-data: LF, CR
// and '"' as escapes, and every other octet as it is. It keeps '%', so that a
// name that holds an escape already cannot be told from one that was escaped;
// browsers do not decode it.
var MultipartEncoding = percent.New(percent.AllBytes.Remove("\n\r\"")).WithMalformed(percent.MalformedKept)

// BuildMultipart returns the content of the Content-Disposition field of a part
// in multipart/form-data, as the HTML Standard says:
//
//	form-data; name="n"; filename="f"
//
// A line end in the name becomes CR LF first, but not in the filename. A part
// without a file has a nil filename. Characters that c cannot write become
// references such as &#8364;, as browsers send them; a nil c is UTF-8. There is
// no filename* here (RFC 7578 section 4.2).
//
// Spec divergence (header injection): a NUL is refused, by a *percent.SyntaxError; the
// HTML Standard copies it.
func BuildMultipart(name string, filename *string, c *charset.Charset) (string, error) {
	if i := strings.IndexByte(name, 0); i >= 0 {
		return "", pct.In("name", syntax.Error(name, i, i+1, ControlCharacter))
	}
	if filename != nil {
		if i := strings.IndexByte(*filename, 0); i >= 0 {
			return "", pct.In("filename", syntax.Error(*filename, i, i+1, ControlCharacter))
		}
	}
	dst := append([]byte(nil), `form-data; name="`...)
	dst, err := appendMultipart(dst, pct.CRLF(name), c)
	if err != nil {
		return "", pct.In("name", err)
	}
	dst = append(dst, '"')
	if filename != nil {
		dst = append(dst, `; filename="`...)
		if dst, err = appendMultipart(dst, *filename, c); err != nil {
			return "", pct.In("filename", err)
		}
		dst = append(dst, '"')
	}
	return string(dst), nil
}

func appendMultipart(dst []byte, s string, c *charset.Charset) ([]byte, error) {
	if c != nil {
		b, err := c.Output().AppendEncode(nil, []byte(s), charset.Reference)
		if err != nil {
			return dst, err
		}
		s = string(b)
	}
	return MultipartEncoding.AppendEncode(dst, []byte(s)), nil
}

// ParseMultipart returns the name and the filename of such a field as bytes; a
// missing filename is nil. KeepEscapes decodes nothing, as browsers do, and is right
// for names that hold a '%'. UndoEscapes decodes %0A, %0D and %22, and nothing else.
// The error is a *percent.SyntaxError.
func ParseMultipart(s string, escapes MultipartEscapes) (name string, filename *string, err error) {
	p := &scanner{s: s}
	p.space()
	start := p.pos
	if kind := p.token(percent.TcharSet); pct.Lower(kind) != "form-data" {
		return "", nil, syntax.Error(s, start, p.pos, percent.InvalidByte)
	}
	seen := map[string]bool{}
	for {
		p.space()
		if p.end() {
			break
		}
		if !p.skip(';') {
			return "", nil, p.fail(percent.InvalidByte)
		}
		p.space()
		at := p.pos
		key := pct.Lower(p.token(percent.TcharSet))
		if key == "" {
			return "", nil, p.fail(MissingName)
		}
		if seen[key] {
			return "", nil, syntax.Error(s, at, p.pos, DuplicateName)
		}
		seen[key] = true
		if !p.skip('=') {
			return "", nil, p.fail(MissingEquals)
		}
		value := ""
		if p.next('"') {
			// A backslash is itself: browsers escape nothing with it.
			n := strings.IndexByte(s[p.pos+1:], '"')
			if n < 0 {
				return "", nil, syntax.Error(s, p.pos, len(s), UnclosedQuote)
			}
			value = s[p.pos+1 : p.pos+1+n]
			p.pos += n + 2
		} else if value = p.token(percent.TcharSet); value == "" {
			return "", nil, p.fail(MissingValue)
		}
		if escapes == UndoEscapes {
			value = undoMultipart.Get().Replace(value)
		}
		switch key {
		case "name":
			name = value
		case "filename":
			filename = &value
		}
	}
	if !seen["name"] {
		return "", nil, p.fail(MissingName)
	}
	return name, filename, nil
}

// MultipartEscapes is what a parser does with escapes in names and filenames.
type MultipartEscapes uint8

// The readings of escapes in names and filenames.
const (
	KeepEscapes MultipartEscapes = iota
	UndoEscapes
)

var multipartEscapesWords = []string{"kept", "undone"}

// String returns "kept" or "undone".
func (m MultipartEscapes) String() string { return words.Of(multipartEscapesWords, m) }

var undoMultipart = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("%0A", "\n", "%0a", "\n", "%0D", "\r", "%0d", "\r", "%22", `"`)
}}
