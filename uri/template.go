package uri

import (
	"fmt"
	"strings"
)

// A Template is text with parts of a reference in braces: "{host}" is the part
// decoded, "{:host}" the part as written, "{{" a '{' and "}}" a '}'. A missing
// part is nothing. "{uri}" is the whole reference.
type Template struct {
	pieces []piece
}

type piece struct {
	text string
	part Part
	form pieceForm
}

type pieceForm uint8

const (
	literal pieceForm = iota
	decoded
	raw
	whole
)

// A TemplateError says what is wrong with a template.
type TemplateError struct {
	Offset int    // in bytes, of the brace or name
	Text   string // what stands there
}

// Error names the text and its offset.
func (e *TemplateError) Error() string {
	return fmt.Sprintf("uri: invalid template: %q at byte %d", e.Text, e.Offset)
}

// ParseTemplate parses a template. The error is a *TemplateError.
func ParseTemplate(s string) (*Template, error) {
	t := &Template{}
	for i := 0; i < len(s); {
		n := strings.IndexAny(s[i:], "{}")
		if n < 0 {
			n = len(s) - i
		}
		if n > 0 {
			t.pieces = append(t.pieces, piece{text: s[i : i+n]})
			i += n
			continue
		}
		if i+1 < len(s) && s[i+1] == s[i] {
			t.pieces = append(t.pieces, piece{text: s[i : i+1]})
			i += 2
			continue
		}
		end := strings.IndexByte(s[i:], '}')
		if end <= 0 {
			return nil, &TemplateError{i, s[i:]}
		}
		name, form := s[i+1:i+end], decoded
		if strings.HasPrefix(name, ":") {
			name, form = name[1:], raw
		}
		part, ok := LookupPart(name)
		if !ok {
			if name != "uri" {
				return nil, &TemplateError{i, s[i : i+end+1]}
			}
			form = whole
		}
		t.pieces = append(t.pieces, piece{part: part, form: form})
		i += end + 1
	}
	return t, nil
}

// Append appends t, filled from u, to dst and returns the extended buffer.
func (t *Template) Append(dst []byte, u URI) []byte {
	for _, p := range t.pieces {
		switch p.form {
		case literal:
			dst = append(dst, p.text...)
		case decoded:
			dst = append(dst, u.Get(p.part).Text()...)
		case raw:
			dst = append(dst, u.Get(p.part).Raw...)
		case whole:
			dst = append(dst, u.s...)
		}
	}
	return dst
}

// Expand returns t filled from u.
func (t *Template) Expand(u URI) string { return string(t.Append(nil, u)) }
