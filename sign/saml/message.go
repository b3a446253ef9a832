package saml

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"io"
	"strings"

	"github.com/pct-encoded/percent/sign/internal/params"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
)

// The limits of what is read, in bytes. A message that is larger is an error.
const (
	maxXML = 1 << 20 // inflated
	maxURL = 1 << 20
)

// The names of the parameters.
const (
	requestName    = "SAMLRequest"
	responseName   = "SAMLResponse"
	relayStateName = "RelayState"
	sigAlgName     = "SigAlg"
	signatureName  = "Signature"
	encodingName   = "SAMLEncoding"
)

// deflateEncoding is the only value that SAMLEncoding may have here, and the default
// (section 3.4.4.1).
const deflateEncoding = "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE"

// A Param is a parameter of a URL.
type Param struct {
	Name    string // decoded
	Spelled string // the value, octet for octet as in the URL
	Value   string // decoded as a form is: + is a space
	Offset  int    // of Spelled in the URL
	Present bool
}

// A Message is what the parameters of a URL hold. Param.Present is false for those that the
// URL has not got.
type Message struct {
	Message    Param // SAMLRequest or SAMLResponse
	RelayState Param
	SigAlg     Param
	Signature  Param

	encoding Param // SAMLEncoding
	others   []Param
	order    []string // all names, as in the URL
}

// Parse reads the parameters of a URL, of which what stands behind the first '?' is taken,
// or of a query alone. An error is a *percent.SyntaxError with the field of the parameter;
// its offset counts in rawURL.
func Parse(rawURL string) (*Message, error) {
	if len(rawURL) > maxURL {
		return nil, syntax("URL", maxURL, tooLong)
	}
	at := 0
	if i := strings.IndexByte(rawURL, '?'); i >= 0 {
		at = i + 1
	}
	end := len(rawURL)
	if i := strings.IndexByte(rawURL[at:], '#'); i >= 0 {
		end = at + i
	}
	m := &Message{}
	for at <= end {
		piece := rawURL[at:end]
		if i := strings.IndexByte(piece, '&'); i >= 0 {
			piece = piece[:i]
		}
		name, spelled, _ := params.Cut(piece, "=")
		p := Param{Name: decoded(name), Spelled: spelled, Value: decoded(spelled), Offset: at + len(piece) - len(spelled), Present: true}
		at += len(piece) + 1
		if piece == "" {
			continue
		}
		params.Add(&m.order, p.Name)
		into := m.param(p.Name)
		switch {
		case into == nil:
			params.Add(&m.others, p)
		case into.Present && into.Name != p.Name:
			return nil, syntax(p.Name, p.Offset, bothMessages)
		case into.Present:
			return nil, syntax(p.Name, p.Offset, repeated)
		default:
			*into = p
		}
	}
	if !m.Message.Present {
		return nil, syntax("URL", 0, noMessage)
	}
	if m.encoding.Present && m.encoding.Value != deflateEncoding {
		return nil, syntax(encodingName, m.encoding.Offset, otherEncoding)
	}
	return m, nil
}

// param returns where a parameter of that name goes, or nil.
func (m *Message) param(name string) *Param {
	switch name {
	case requestName, responseName:
		return &m.Message
	case relayStateName:
		return &m.RelayState
	case sigAlgName:
		return &m.SigAlg
	case signatureName:
		return &m.Signature
	case encodingName:
		return &m.encoding
	}
	return nil
}

// decoded decodes as a form is decoded: malformed escapes stay.
func decoded(text string) string {
	d, _ := lenient.Get().Decode(text)
	return d
}

var lenient = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.Form.WithMalformed(percent.MalformedKept) }}

// Signed returns the text that is signed: parameters as they are written in the URL, in the
// order of section 3.4.4.1. A RelayState that the URL has not got is left out.
func (m *Message) Signed() string {
	return m.text(m.Message.Spelled, m.RelayState.Spelled, m.SigAlg.Spelled, m.RelayState.Present)
}

//go:noinline
func (m *Message) text(message, relayState, sigAlg string, withRelayState bool) string {
	text := m.Message.Name + "=" + message
	if withRelayState {
		text += "&" + relayStateName + "=" + relayState
	}
	return text + "&" + sigAlgName + "=" + sigAlg
}

// XML returns the message: the value decoded from Base64 and inflated. An error is a
// *percent.SyntaxError; its offset counts in the URL, or in the XML for tooLarge.
func (m *Message) XML() ([]byte, error) {
	octets, err := fromBase64(&m.Message)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(octets)), maxXML+1))
	if len(text) > maxXML {
		return nil, syntax(m.Message.Name, maxXML, tooLarge)
	}
	if err == nil && bytes.HasPrefix(bytes.TrimLeft(text, "\ufeff \t\r\n"), []byte("<")) {
		return text, nil
	}
	reason := notDeflate
	switch {
	case bytes.HasPrefix(bytes.TrimLeft(octets, "\ufeff \t\r\n"), []byte("<")):
		reason = notDeflated
	case len(octets) > 2 && octets[0]&0x0F == 8 && (int(octets[0])<<8|int(octets[1]))%31 == 0:
		reason = zlibHeader
	case err == nil:
		reason = notXML
	case errors.Is(err, io.ErrUnexpectedEOF):
		reason = cutOff
	}
	return nil, syntax(m.Message.Name, m.Message.Offset, reason)
}

// fromBase64 decodes a value. White space between lines is left out, as some encoders write
// it; section 3.4.4.1 forbids it.
func fromBase64(p *Param) ([]byte, error) {
	text := strings.NewReplacer("\r", "", "\n", "").Replace(p.Value)
	octets, err := base64.StdEncoding.DecodeString(text)
	var bad base64.CorruptInputError
	switch {
	case err == nil:
		return octets, nil
	case strings.Contains(text, " "):
		return nil, syntax(p.Name, p.Offset+max(0, strings.IndexAny(p.Spelled, "+ ")), barePlus)
	case errors.As(err, &bad) && strings.ContainsAny(text, "-_"):
		return nil, syntax(p.Name, p.Offset, urlSafe)
	case strings.Contains(text, "%"):
		return nil, syntax(p.Name, p.Offset, encodedTwice)
	}
	return nil, syntax(p.Name, p.Offset, notBase64)
}

// Encode returns the value of SAMLRequest or SAMLResponse for a message: deflated, in
// Base64, percent-encoded with upper-case digits.
func Encode(xml []byte) string { return percent.RFC3986.Encode(deflated(xml)) }

func deflated(xml []byte) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err == nil {
		_, err = w.Write(xml)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("saml: " + err.Error()) // a write to memory, at a level that exists
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}
