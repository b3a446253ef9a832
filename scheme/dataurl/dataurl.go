// Package dataurl reads and writes data: URLs.
//
//	d, err := dataurl.Parse("data:text/html;charset=utf-8;base64,PGI+w6k8L2I+")
//	// d.Type is text/html;charset=utf-8, d.Body is <b>é</b>
//
// [Parse] is what browsers do: the data: URL processor of the Fetch Standard
// (July 2026) on a URL that the parser of the URL Standard has read, without
// exception. [ParseRFC2397] is the grammar of RFC 2397 (August 1998), which
// refuses what is not escaped. [Data.Build] writes the shorter of the
// percent-encoded and the base64 form, which both of them read.
//
// The API of this package may still change.
package dataurl

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/historic"
	"github.com/pct-encoded/percent/internal/pct"
)

// Data is the content of a data: URL.
type Data struct {
	// Type is the media type. Its zero value stands for the default,
	// text/plain;charset=US-ASCII.
	Type MIMEType
	// Body holds the octets, which need not be text.
	Body []byte
}

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape,
// percent.InvalidByte and those of package weburl for a URL that cannot be parsed.
const (
	NotData       percent.Reason = "no data: scheme"          // at the beginning
	MissingComma  percent.Reason = "missing comma"            // between type and body
	InvalidBase64 percent.Reason = "invalid base64"           // a byte, or a length
	InvalidType   percent.Reason = "invalid media type"       // not type "/" subtype and parameters
	Unwritable    percent.Reason = "cannot be in a data: URL" // a byte of a media type that must be escaped, and is not decoded
)

const syntax pct.Format = "dataurl"

// Parse returns the content of a data: URL, as the Fetch Standard reads it. Package
// weburl parses the URL first: tabs and line ends are left out, the content ends at a
// '#', and a bad host or port after data:// is an error with the reason that package
// has for it. Malformed escapes in the body stay as they are, '+' is itself, escapes
// in the media type are not decoded, and a media type that cannot be read is
// text/plain;charset=US-ASCII. Bytes of the body that are not UTF-8 stay as they
// are. The error is a *percent.SyntaxError.
func Parse(s string) (Data, error) {
	u, start, err := read(s)
	if err != nil {
		return Data{}, err
	}
	// An error points into s: find the byte there.
	fail := func(at int, reason percent.Reason) error {
		if at >= len(u) {
			return syntax.Error(s, len(s), len(s), reason)
		}
		from := source(s, start, u, at)
		return syntax.Error(s, from, pct.Unit(s, from), reason)
	}
	comma := strings.IndexByte(u, ',')
	if comma < 0 {
		return Data{}, fail(len(u), MissingComma)
	}
	mediaType := strings.Trim(u[:comma], "\t\n\f\r ")
	d := Data{Body: decode(u[comma+1:])}
	if rest, ok := cutBase64(mediaType); ok {
		mediaType = rest
		body, bad := forgivingBase64(d.Body)
		if bad >= 0 {
			return Data{}, fail(pct.Index(u, comma+1, bad), InvalidBase64)
		}
		d.Body = body
	}
	if strings.HasPrefix(mediaType, ";") {
		mediaType = "text/plain" + mediaType
	}
	if d.Type, err = ParseMIMEType(mediaType); err != nil {
		d.Type = defaultType()
	}
	return d, nil
}

func decode(s string) []byte {
	// Malformed escapes are kept: there is no error.
	b, _ := lenient.AppendDecode(make([]byte, 0, len(s)), []byte(s))
	return b
}

var lenient = percent.RFC3986.WithMalformed(percent.MalformedKept)

// cutBase64 takes ";base64" from the end of a media type, spaces before the
// word included.
func cutBase64(s string) (string, bool) {
	n := len(s) - len("base64")
	if n < 0 || !strings.EqualFold(s[n:], "base64") {
		return s, false
	}
	return strings.CutSuffix(strings.TrimRight(s[:n], " "), ";")
}

// forgivingBase64 is forgiving-base64 decode of the Infra Standard. It returns the
// index of a wrong byte, len(b) for a wrong length, or -1.
func forgivingBase64(b []byte) ([]byte, int) {
	end := len(b)
	isSpace := func(c byte) bool { return strings.IndexByte("\t\n\f\r ", c) >= 0 }
	clean := make([]byte, 0, len(b))
	for _, c := range b {
		if !isSpace(c) {
			clean = append(clean, c)
		}
	}
	if len(clean)%4 == 0 {
		for range 2 {
			if n := len(clean) - 1; n >= 0 && clean[n] == '=' {
				clean = clean[:n]
			}
		}
	}
	for n, c := range clean {
		if strings.IndexByte(base64Alphabet, c) < 0 {
			for i := range b {
				if isSpace(b[i]) {
					continue
				}
				if n == 0 {
					return nil, i
				}
				n--
			}
		}
	}
	if len(clean)%4 == 1 {
		return nil, end
	}
	n, err := base64.RawStdEncoding.Decode(clean, clean)
	if err != nil {
		return nil, end
	}
	return clean[:n], -1
}

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// ParseRFC2397 returns the content of a data: URL by the grammar of RFC 2397:
// every byte is one that RFC 2396 allows in a URL, an escape is well-formed,
// base64 has its padding, and there is no fragment. Escapes in the media type
// are decoded, too. The error is a *percent.SyntaxError.
//
// Spec divergence (a mistake in the RFC): section 4 shows a URL with %fg in it,
// which is no escape and is refused.
func ParseRFC2397(s string) (Data, error) {
	if len(s) < 5 || !strings.EqualFold(s[:5], "data:") {
		return Data{}, syntax.Error(s, 0, 5, NotData)
	}
	comma := strings.IndexByte(s, ',')
	if comma < 0 {
		return Data{}, syntax.Error(s, len(s), len(s), MissingComma)
	}
	head, bad := decodeStrict(s, 5, comma)
	if bad != nil {
		return Data{}, bad
	}
	body, bad := decodeStrict(s, comma+1, len(s))
	if bad != nil {
		return Data{}, bad
	}
	d := Data{Type: defaultType()}
	// The word base64 is part of the syntax and may not hold an escape.
	rest, ok := cutBase64(s[5:comma])
	if ok && strings.HasSuffix(s[5:comma-6], ";") {
		head = head[:len(head)-len(";base64")]
		n, err := base64.StdEncoding.Strict().Decode(body, body)
		if err != nil {
			at := comma + 1
			if c, isCorrupt := err.(base64.CorruptInputError); isCorrupt {
				at = pct.Index(s, at, min(int(c), len(body)))
			}
			return Data{}, syntax.Error(s, at, at+1, InvalidBase64)
		}
		body = body[:n]
	} else {
		rest = s[5:comma]
	}
	d.Body = body
	if rest == "" {
		return d, nil
	}
	mediaType := string(head)
	if mediaType[0] == ';' {
		mediaType = "text/plain" + mediaType
	}
	t, err := ParseMIMEType(mediaType)
	if err != nil {
		return Data{}, syntax.Error(s, 5, 5+len(rest), InvalidType)
	}
	d.Type = t
	return d, nil
}

var uric = percent.New(historic.RFC2396UricSet).WithRaw(historic.RFC2396UricSet)

func decodeStrict(s string, from, to int) ([]byte, error) {
	b, err := uric.AppendDecode(nil, []byte(s[from:to]))
	if err == nil {
		return b, nil
	}
	return nil, syntax.Shift(err, s, from)
}

// Build returns the shortest data: URL for d: the body percent-encoded, or in
// base64 where that is shorter, and the media type without its defaults. The error,
// a *percent.SyntaxError whose offset is in the media type, is for one that is
// invalid or that a data: URL cannot hold: the Fetch Standard does not decode
// escapes in it, and RFC 2397 wants a comma, an umlaut, a quote and a space to be
// escaped, so that a parameter with one of them has no spelling that both read alike.
func (d Data) Build() (string, error) {
	mediaType, err := d.mediaType()
	if err != nil {
		return "", err
	}
	plain := body.EncodedLen(d.Body)
	in64 := len(";base64") + base64.StdEncoding.EncodedLen(len(d.Body))
	b := make([]byte, 0, len("data:,")+len(mediaType)+min(plain, in64))
	b = append(append(b, "data:"...), mediaType...)
	if plain <= in64 {
		return string(body.AppendEncode(append(b, ','), d.Body)), nil
	}
	b = append(b, ";base64,"...)
	return string(base64.StdEncoding.AppendEncode(b, d.Body)), nil
}

// typeSet is what a media type can hold as it is.
var typeSet = historic.RFC2396UricSet.Remove(",?")

// body is what RFC 2396 allows in a URL, which the URL parser leaves alone.
var body = percent.New(historic.RFC2396UricSet)

func (d Data) mediaType() (string, error) {
	if d.Type.isZero() || d.Type.isDefault() {
		return "", nil
	}
	if err := d.Type.check(); err != nil {
		return "", pct.In("Type", err)
	}
	s := d.Type.String()
	bad := -1
	for i := range len(s) {
		// Quotes are there for another byte, more often than not.
		if !typeSet.Contains(s[i]) && (bad < 0 || s[bad] == '"' && s[i] != '"') {
			bad = i
		}
	}
	if bad >= 0 {
		return "", pct.In("Type", syntax.Error(s, bad, bad+1, Unwritable))
	}
	if rest, ok := strings.CutPrefix(s, "text/plain;"); ok {
		return ";" + rest, nil
	}
	return s, nil
}

// MarshalJSON returns an object with the keys type and body, or body_base64
// where the body is not UTF-8.
func (d Data) MarshalJSON() ([]byte, error) {
	t := d.Type
	if t.isZero() {
		t = defaultType()
	}
	j := jsonData{Type: t.String()}
	if utf8.Valid(d.Body) {
		text := string(d.Body)
		j.Body = &text
	} else {
		j.BodyBase64 = d.Body
	}
	return json.Marshal(j)
}

// UnmarshalJSON sets d from what MarshalJSON writes. A type that is missing is
// the default; one that is malformed is a *percent.SyntaxError.
func (d *Data) UnmarshalJSON(data []byte) error {
	var j jsonData
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*d = Data{Body: j.BodyBase64}
	if j.Body != nil {
		d.Body = []byte(*j.Body)
	}
	if j.Type == "" {
		return nil
	}
	var err error
	d.Type, err = ParseMIMEType(j.Type)
	return err
}

type jsonData struct {
	Type       string  `json:"type"`
	Body       *string `json:"body,omitempty"`
	BodyBase64 []byte  `json:"body_base64,omitempty"`
}
