package httprequest

import (
	"encoding/hex"
	"encoding/xml"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
)

// A Mismatch is what a service of AWS answers to a request with a wrong signature.
type Mismatch struct {
	CanonicalRequest string // "" if it does not say
	StringToSign     string
}

// ParseMismatch reads the document of S3's SignatureDoesNotMatch, or the message of
// another service that holds its canonical request. For any other text ok is false.
func ParseMismatch(text string) (m Mismatch, ok bool) {
	if document, err := elements(text); err == nil && document["Code"] == "SignatureDoesNotMatch" {
		m.CanonicalRequest = octets(document["CanonicalRequestBytes"], document["CanonicalRequest"])
		m.StringToSign = octets(document["StringToSignBytes"], document["StringToSign"])
		return m, true
	}
	quoted := func(label string) string {
		_, rest, ok := strings.Cut(text, label)
		if !ok {
			return ""
		}
		_, rest, _ = strings.Cut(rest, "'")
		rest, _, _ = strings.Cut(rest, "'")
		return unescaper.Get().Replace(rest)
	}
	m.CanonicalRequest = quoted("The Canonical String for this request should have been")
	m.StringToSign = quoted("The String-to-Sign should have been")
	return m, m.CanonicalRequest != ""
}

// elements returns the texts of the elements directly below the root of an XML document, by
// name, as xml.Unmarshal reads them, without its 34 KB of the package for npm.
func elements(text string) (map[string]string, error) {
	found := map[string]string{}
	var value strings.Builder
	decoder := xml.NewDecoder(strings.NewReader(text))
	for depth := 0; ; {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth++; depth == 2 {
				value.Reset()
			}
		case xml.CharData:
			if depth == 2 {
				value.Write(token)
			}
		case xml.EndElement:
			if depth == 2 {
				found[token.Name.Local] = value.String()
			}
			if depth--; depth == 0 {
				return found, nil
			}
		}
	}
}

// The message stands in XML or in JSON.
var unescaper = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer(`\n`, "\n", `\"`, `"`, `\\`, `\`, "&amp;", "&", "&#10;", "\n", "&lt;", "<", "&gt;", ">", "&quot;", `"`)
}}

// octets decodes digits, such as "47 45 54", which tell line ends apart as XML does
// not. It returns text if they are missing or not hexadecimal.
func octets(digits, text string) string {
	b, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
	if err != nil || len(b) == 0 {
		return text
	}
	return string(b)
}
