package header

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A Disposition is the value of a Content-Disposition field in HTTP (RFC 6266).
type Disposition struct {
	// Type is "attachment", "inline" or another token, in lower case when it
	// was parsed.
	Type string
	// Filename is the name for the file: that of filename* if there is one, and
	// otherwise that of filename. It is what the sender wrote: use LastComponent
	// before you make a file of that name.
	Filename string
	// EmptyFilename is true if there is a filename and it is empty.
	EmptyFilename bool
	// Language is the language tag of filename*, or "".
	Language string
	// Fallback is the filename for recipients that do not know filename*. Build
	// makes one out of Filename when it is "".
	Fallback string
	// Params are the other parameters. One whose extended value cannot be read
	// keeps the '*' in its name, and its value as it stands; Build refuses it.
	Params []Param
}

// ParseDisposition parses the value of a Content-Disposition field. Escapes in
// a plain filename are not decoded (appendix C.2). Strict refuses what the grammar
// of the field does not allow, and a filename* that cannot be read; Lenient uses
// filename then, and reads octets beyond ASCII as UTF-8 or, if they are not, as
// ISO-8859-1. The error is a *percent.SyntaxError.
func ParseDisposition(s string, mode Mode) (Disposition, error) {
	p := &scanner{s: s, mode: mode}
	p.space()
	d := Disposition{Type: pct.Lower(p.token(percent.TcharSet))}
	if d.Type == "" {
		return d, p.fail(MissingName)
	}
	list, err := p.params(false)
	if err == nil && !p.end() {
		err = p.fail(percent.InvalidByte)
	}
	if err != nil && mode == Strict {
		return d, err
	}
	for i, r := range list {
		if strings.HasSuffix(r.name, "*") {
			continue
		}
		if mode == Strict && !pct.ASCII(r.value) {
			at := r.at + strings.IndexFunc(s[r.at:], func(c rune) bool { return c >= utf8.RuneSelf })
			return d, syntax.Error(s, at, at+1, percent.InvalidByte)
		}
		if !utf8.ValidString(r.value) {
			list[i].value = latin1(r.value)
		}
		if r.name == "filename" && d.Fallback == "" && isPrintable(r.value) {
			d.Fallback = r.value
		}
	}
	var unread []Param
	list = slices.DeleteFunc(list, func(r rawParam) bool {
		if r.name == "filename*" || !strings.HasSuffix(r.name, "*") {
			return false
		}
		_, err := parseExtValue(r, mode)
		if err != nil {
			unread = append(unread, Param{Name: r.name, Value: r.value})
		}
		return err != nil
	})
	params, err := decodeParams(list, mode)
	if err != nil {
		return d, err
	}
	for _, param := range append(params, unread...) {
		if param.Name == "filename" {
			d.Filename, d.Language = param.Value, param.Language
			d.EmptyFilename = param.Value == ""
		} else {
			d.Params = append(d.Params, param)
		}
	}
	return d, nil
}

// Build returns d as the value of a field, as appendix D recommends: a filename
// that all recipients read alike stands alone, any other becomes a fallback in ASCII
// followed by filename*. The fallback that Build makes has '_' for each character
// that is not printable ASCII and for '%', '"' and '\', which recipients read in
// different ways. A Fallback with one of these three is written as it is, and always
// followed by filename*, even if that says the same. The error, a
// *percent.SyntaxError, reports a value that is not UTF-8, a name that is not a
// token, a name that comes twice, and a Fallback that is not printable ASCII.
func (d Disposition) Build() (string, error) {
	if err := checkToken(d.Type); err != nil {
		return "", pct.In("Type", err)
	}
	dst := []byte(d.Type)
	if d.Filename != "" || d.Fallback != "" || d.EmptyFilename {
		fallback := d.Fallback
		if fallback == "" {
			fallback = asciiFilename(d.Filename)
		}
		if err := checkBytes(fallback, printable); err != nil {
			return "", pct.In("Fallback", err)
		}
		dst = appendQuoted(append(dst, "; filename="...), fallback)
		unsafe := strings.ContainsAny(fallback, unsafeInFilename)
		if d.Filename == "" && unsafe {
			d.Filename = fallback
		}
		if d.Filename != "" && (fallback != d.Filename || d.Language != "" || unsafe) {
			ext, err := buildExt("Filename", d.Filename, d.Language)
			if err != nil {
				return "", err
			}
			dst = append(append(dst, "; filename*="...), ext...)
		}
	}
	for i, p := range d.Params {
		if strings.EqualFold(p.Name, "filename") {
			return "", pct.In("name of the "+pct.Nth(i)+" parameter", syntax.At(0, p.Name, DuplicateName))
		}
	}
	dst, err := appendParams(dst, d.Params)
	if err != nil {
		return "", err
	}
	return string(dst), nil
}

// unsafeInFilename is what a plain filename should not hold (appendix D).
const unsafeInFilename = `%"\`

// asciiFilename replaces each character that a plain filename should not hold.
func asciiFilename(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || strings.ContainsRune(unsafeInFilename, r) {
			return '_'
		}
		return r
	}, name)
}

// LastComponent returns the last component of a filename that was received,
// that after the last slash or backslash (section 4.3). It returns "" for ".", ".."
// and a name that ends in a separator. It does not look for names that an operating
// system reserves.
func LastComponent(filename string) string {
	name := filename[strings.LastIndexAny(filename, `/\`)+1:]
	if name == "." || name == ".." {
		return ""
	}
	return name
}
