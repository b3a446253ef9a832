package operation

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// A uriFormat is text with parts of a reference in braces: "{host}" is the part
// decoded, "{:host}" the part as written, "{{" a '{' and "}}" a '}'. A missing
// part is the empty text. "{uri}" is the whole reference. "{query:q}" is the value
// of the first parameter q of the query, decoded, with '+' read as a space where
// uri.QueryIsForm is true of the scheme; "{:query:q}" is the same as written.
// "{effective-port}" is the port, or the default port of the scheme where there is none.
type uriFormat struct {
	pieces []piece
}

type piece struct {
	text string
	part uri.Part
	form pieceForm
	name string // of a parameter
}

type pieceForm uint8

const (
	literal pieceForm = iota
	decoded
	raw
	whole
	parameter
	rawParameter
	effectivePort
)

// effectivePortName is the name of the port that a client connects to.
const effectivePortName = "effective-port"

// The reasons of a *percent.SyntaxError of parseURIFormat.
const (
	unknownPart percent.Reason = "unknown part"
	openBrace   percent.Reason = "unmatched brace"
)

const uriFormatSyntax pct.Format = "uri format"

// parseURIFormat parses a format. The error is a *percent.SyntaxError of the reasons above.
func parseURIFormat(s string) (*uriFormat, error) {
	f := &uriFormat{}
	for i := 0; i < len(s); {
		n := strings.IndexAny(s[i:], "{}")
		if n < 0 {
			n = len(s) - i
		}
		if n > 0 {
			f.pieces = append(f.pieces, piece{text: s[i : i+n]})
			i += n
			continue
		}
		if i+1 < len(s) && s[i+1] == s[i] {
			f.pieces = append(f.pieces, piece{text: s[i : i+1]})
			i += 2
			continue
		}
		end := strings.IndexByte(s[i:], '}')
		if end <= 0 {
			return nil, uriFormatSyntax.Error(s, i, len(s), openBrace)
		}
		name, form := s[i+1:i+end], decoded
		if strings.HasPrefix(name, ":") {
			name, form = name[1:], raw
		}
		if key, ok := strings.CutPrefix(name, "query:"); ok {
			f.pieces = append(f.pieces, piece{name: key, form: form - decoded + parameter})
			i += end + 1
			continue
		}
		if name == effectivePortName {
			f.pieces = append(f.pieces, piece{form: effectivePort})
			i += end + 1
			continue
		}
		part, err := uri.LookupPart(name)
		if err != nil {
			if name != "uri" {
				return nil, uriFormatSyntax.Error(s, i, i+end+1, unknownPart)
			}
			form = whole
		}
		f.pieces = append(f.pieces, piece{part: part, form: form})
		i += end + 1
	}
	return f, nil
}

// appendTo appends f, filled from u, to dst and returns the extended buffer.
func (f *uriFormat) appendTo(dst []byte, u uri.URI) []byte {
	for i := range f.pieces {
		p := &f.pieces[i]
		switch p.form {
		case literal:
			dst = append(dst, p.text...)
		case decoded:
			part := u.Get(p.part)
			if strings.IndexByte(part.Raw, '%') >= 0 {
				part.Raw = part.Text()
			}
			dst = append(dst, part.Raw...)
		case raw:
			dst = append(dst, u.Get(p.part).Raw...)
		case whole:
			dst = append(dst, u.String()...)
		case effectivePort:
			port := u.Port().Raw
			if port == "" && u.Get(uri.Authority).Present {
				port = uri.DefaultPort(u.Scheme())
			}
			dst = append(dst, port...)
		case parameter:
			dst = append(dst, parameterText(u, valueOf(u, p.name))...)
		case rawParameter:
			dst = append(dst, valueOf(u, p.name)...)
		}
	}
	return dst
}

// valueOf returns the value, as written, of the first parameter of that name.
func valueOf(u uri.URI, name string) string {
	for pair := range strings.SplitSeq(u.Query().Raw, "&") {
		key, value, _ := strings.Cut(pair, "=")
		if pair != "" && parameterText(u, key) == name {
			return value
		}
	}
	return ""
}
