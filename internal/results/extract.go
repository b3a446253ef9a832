package results

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// Extraction is the URLs of a document.
type Extraction struct {
	Grammar string         `json:"grammar"`
	URLs    []extractedURL `json:"urls"`
	Found   int            `json:"found"`
}

type extractedURL struct {
	URL    string `json:"url"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
}

// Extract returns the URLs of a document in g.
func Extract(text string, g *document.Grammar) *Extraction {
	e := &Extraction{Grammar: g.Name(), URLs: []extractedURL{}}
	for u := range g.URLs(text) {
		if e.Found++; e.Found <= mostFindings {
			e.URLs = append(e.URLs, extractedURL{u.Read(text), u.Offset, u.Len})
		}
	}
	return e
}

// JSON returns e.
func (e *Extraction) JSON() any { return e }

// Page returns a line for each URL.
func (e *Extraction) Page(Style) string {
	var b strings.Builder
	for _, u := range e.URLs {
		b.WriteString(oneLine.Get().Replace(u.URL) + "\n")
	}
	return b.String()
}

// oneLine escapes line ends, which an attribute of HTML may have in a URL.
var oneLine = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("\n", "%0A", "\r", "%0D")
}}

// AppendURL appends a URL of v to dst, as a line or, with asJSON, as an object on a line.
// `percent schema extract` describes it.
func (v *Linted) AppendURL(dst []byte, u document.URL, text string, asJSON bool) []byte {
	url := u.Read(text)
	if !asJSON {
		if strings.IndexByte(url, '\n') >= 0 || strings.IndexByte(url, '\r') >= 0 {
			url = oneLine.Get().Replace(url)
		}
		return append(append(dst, url...), '\n')
	}
	dst = append(dst, '{')
	dst = strictjson.AppendMember(dst, "url", url)
	dst = strictjson.AppendMember(dst, "source", v.Source)
	number := func(key string, n int64) {
		dst = strconv.AppendInt(append(append(append(dst, `,"`...), key...), `":`...), n, 10)
	}
	number("number", v.Number)
	number("offset", int64(u.Offset))
	number("length", int64(u.Len))
	number("stream_offset", v.Offset+int64(u.Offset))
	if raw := text[u.Offset : u.Offset+u.Len]; raw != url {
		dst = strictjson.AppendMember(dst, "text", raw)
	}
	return append(dst, '}', '\n')
}
