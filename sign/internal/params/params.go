// Package params reads and writes the parameters of requests that are signed.
package params

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
)

// A Param is one of a query or a form.
type Param struct {
	Name, Value string // decoded once, as the function says that returned it
	Raw         string // the value as written
	RawName     string
}

// Query returns the parameters of a URL, decoded with '+' as itself.
func Query(url string) []Param {
	_, query := Split(url)
	return read(query, Decode)
}

// Form returns the parameters of a text, decoded as a form.
//
//go:noinline
func Form(text string) []Param {
	return read(text, DecodeForm)
}

// mostFields is how many fields of a form are read.
const mostFields = 1000

// Fields returns the fields of a form in multipart/form-data, of one in JSON, or of one with
// names and values that are encoded. Names and values are not decoded in the first two. A
// value in an object of the JSON has the name of the object and '.' before its own.
func Fields(body []byte) (list []Param) {
	text := bytes.TrimSpace(body)
	switch {
	case bytes.HasPrefix(text, []byte("{")):
		var form map[string]any
		_ = json.Unmarshal(text, &form)
		if fields, ok := form["fields"].(map[string]any); ok {
			form = fields
		}
		add := func(name string, value any) {
			if text, ok := value.(string); ok {
				list = append(list, Param{name, text, text, name})
			}
		}
		for name, value := range form {
			add(name, value)
			if inner, ok := value.(map[string]any); ok {
				for below, value := range inner {
					add(name+"."+below, value)
				}
			}
		}
		Sort(list, func(a, b Param) int { return strings.Compare(a.Name, b.Name) })
		return list
	case bytes.HasPrefix(text, []byte("--")):
		line, _, _ := bytes.Cut(text, []byte("\n"))
		parts := multipart.NewReader(bytes.NewReader(text), strings.TrimSpace(string(line[2:])))
		for len(list) < mostFields {
			part, err := parts.NextRawPart()
			if err != nil {
				break
			}
			value, err := io.ReadAll(part)
			if err != nil {
				break
			}
			list = append(list, Param{part.FormName(), string(value), string(value), part.FormName()})
		}
		return list
	}
	return Form(string(body))
}

func read(text string, decode func(string) string) (list []Param) {
	for piece := range strings.SplitSeq(text, "&") {
		if piece == "" {
			continue
		}
		name, value, _ := strings.Cut(piece, "=")
		list = append(list, Param{decode(name), decode(value), value, name})
	}
	return list
}

// Find returns the value of the first parameter of a name.
//
//go:noinline
func Find(list []Param, name string) (value string, ok bool) {
	i := slices.IndexFunc(list, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return "", false
	}
	return list[i].Value, true
}

// Contains reports whether there is a parameter of a name.
//
//go:noinline
func Contains(list []Param, name string) bool {
	_, ok := Find(list, name)
	return ok
}

// Repeated returns the first of some names that comes more than once, in any case, or "".
func Repeated(list []Param, names ...string) string {
	for _, name := range names {
		n := 0
		for _, p := range list {
			if strings.EqualFold(p.Name, name) {
				n++
			}
		}
		if n > 1 {
			return name
		}
	}
	return ""
}

// Sort sorts parameters, and leaves those that compare the same in their order.
//
//go:noinline
func Sort(list []Param, compare func(a, b Param) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// Split returns a URL without query and fragment, and its query. A text with neither a
// scheme nor a '?' is a query alone.
func Split(url string) (before, query string) {
	url, _, _ = strings.Cut(url, "#")
	if !strings.Contains(url, "?") && !strings.Contains(url, "://") {
		return "", url
	}
	before, query, _ = strings.Cut(url, "?")
	return before, query
}

// HostPath returns the host with its port, in lower case, and the path of a URL, as written.
func HostPath(url string) (host, path string) {
	before, _ := Split(url)
	_, rest, ok := strings.Cut(before, "://")
	if !ok {
		return "", before
	}
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		rest, path = rest[:i], rest[i:]
	}
	return strings.ToLower(rest[strings.LastIndexByte(rest, '@')+1:]), path
}

// Without returns a URL without the parameters of some names, as written otherwise, and
// without its fragment.
func Without(url string, names ...string) string {
	before, query := Split(url)
	var kept []string
	for piece := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(piece, "=")
		if piece != "" && !slices.Contains(names, Decode(name)) {
			kept = append(kept, piece)
		}
	}
	return joined(before, strings.Join(kept, "&"))
}

// With returns a URL, without its fragment, with a parameter at its end.
func With(url, name, value string) string {
	before, query := Split(url)
	if query != "" {
		query += "&"
	}
	return joined(before, query+name+"="+percent.RFC3986.Encode(value))
}

//go:noinline
func joined(before, query string) string {
	if before == "" || query == "" {
		return before + query
	}
	return before + "?" + query
}

// Wildcard reports whether a text is one of a pattern, in which * is any text and ? any
// character.
func Wildcard(pattern, text string) bool {
	p, u, star, from := 0, 0, -1, 0
	for u < len(text) {
		switch {
		case p < len(pattern) && (pattern[p] == text[u] || pattern[p] == '?') && pattern[p] != '*':
			p++
			u++
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, u
			p++
		case star >= 0:
			from++
			p, u = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// Decode decodes text once. Malformed escapes stay, and '+' is itself.
//
//go:noinline
func Decode(text string) string {
	d, _ := lenient.Get().Decode(text)
	return d
}

// DecodeForm decodes text once, as a form: '+' is a space.
//
//go:noinline
func DecodeForm(text string) string {
	d, _ := lenientForm.Get().Decode(text)
	return d
}

var (
	lenient     = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.RFC3986.WithMalformed(percent.MalformedKept) }}
	lenientForm = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.Form.WithMalformed(percent.MalformedKept) }}
)

// Segments returns a path with each of its segments written by a function.
func Segments(path string, write func(string) string) string {
	parts := strings.Split(path, "/")
	for i := range parts {
		parts[i] = write(parts[i])
	}
	return strings.Join(parts, "/")
}

// LowerEscapes returns text with the digits of its escapes in lower case.
func LowerEscapes(text string) string {
	b := []byte(text)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToLower(string(b[i+1:i+3])))
			i += 2
		}
	}
	return string(b)
}

// An Encoder is a way in which signers write values, with the name of the mistake of taking
// it.
type Encoder struct {
	ID, Text string
	Encode   func(string) string
}

// Encoders returns those by which values are written where another encoding, or none, is to be
// signed. The likeliest come first.
//
//go:noinline
func Encoders() []Encoder { return encoders }

var encoders = []Encoder{
	{"encoded", "the values were percent-encoded", percent.RFC3986.Encode},
	{"space-as-plus", "the values were encoded as a form, with + for a space", percent.Form.Encode},
	{"reserved-unescaped", "the values were encoded by encodeURIComponent, which keeps ! ' ( ) *", percent.WHATWGComponent.Encode},
	{"hex-case", "the values were percent-encoded with lower-case digits", func(v string) string { return LowerEscapes(percent.RFC3986.Encode(v)) }},
	{"hex-case-and-space", "the values were encoded as a form, with lower-case digits", func(v string) string { return LowerEscapes(percent.Form.Encode(v)) }},
	{"slash-unescaped", "the values were percent-encoded, and / was kept", func(v string) string { return strings.ReplaceAll(percent.RFC3986.Encode(v), "%2F", "/") }},
	{"not-encoded", "the values were not encoded", func(v string) string { return v }},
	{"encoded-twice", "the values were encoded twice", func(v string) string {
		return percent.RFC3986.Encode(percent.RFC3986.Encode(v)) //percent:ignore encoded-twice it is the mistake
	}},
}

// Shown returns a name for a message.
//
//go:noinline
func Shown(name string) string {
	if len(name) > 60 || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7F }) {
		return "with a long name"
	}
	return name
}
