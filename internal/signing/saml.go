package signing

import (
	"crypto"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/saml"
)

// SAML is the HTTP-Redirect binding of SAML 2.0.
var SAML = &Scheme{
	Name: "saml", What: "signed text", Format: compare.Form,
	Title: "SAML 2.0 Bindings, section 3.4.4.1", URL: "https://docs.oasis-open.org/security/saml/v2.0/saml-bindings-2.0-os.pdf",
	Explain: explainSAML, Sign: signSAML, Check: checkSAML,
	Refused: refusedSigned,
}

// refusedSigned says what an error of package sign means.
func refusedSigned(err error) Refusal {
	var refused *sign.Error
	if errors.As(err, &refused) {
		return Refusal{
			Reason: string(refused.Reason), Parameter: refused.Param,
			Wrong: refused.Reason == sign.WrongSignature, Undecided: refused.Reason == sign.Unknown,
		}
	}
	return Refusal{}
}

func explainSAML(c *Call) (*Signing, error) {
	m, err := saml.Parse(c.Request.URL)
	if err != nil {
		return nil, err
	}
	return describedBySAML(m, "")
}

// describedBySAML returns what a message says; url is the URL that was signed, or "".
func describedBySAML(m *saml.Message, url string) (*Signing, error) {
	xml, err := m.XML()
	if err != nil {
		return nil, err
	}
	page := func() string { return samlPage(m, xml) }
	s := &Signing{
		Text: m.Signed(), Output: url, URL: url, page: page,
		Steps: []Step{{"xml", "message", string(xml)}, {"signed_text", "signed text", m.Signed()}},
		View:  newSAMLView(m, xml, url),
	}
	if url == "" {
		s.Output = strings.TrimSuffix(page(), "\n")
	}
	return s, nil
}

// SAMLView is a message of SAML, as JSON.
type SAMLView struct {
	Message    string      `json:"message"` // SAMLRequest or SAMLResponse
	XML        string      `json:"xml"`
	RelayState *string     `json:"relay_state,omitempty"` // decoded
	SigAlg     string      `json:"sig_alg,omitempty"`     // decoded
	Algorithm  string      `json:"algorithm,omitempty"`   // such as RSA-SHA256; absent if unknown
	Weak       bool        `json:"weak,omitempty"`        // it uses SHA-1
	Signed     bool        `json:"signed"`                // whether there is a signature, right or wrong
	SignedText string      `json:"signed_text"`
	Parameters []samlParam `json:"parameters"` // in the order of the text that is signed
	URL        string      `json:"url,omitempty"`
}

type samlParam struct {
	Name    string `json:"name"`
	Spelled string `json:"spelled"`
	Offset  int    `json:"offset"`
	Digits  string `json:"digits"` // of its escapes: upper, lower, mixed or none
}

func newSAMLView(m *saml.Message, xml []byte, url string) SAMLView {
	v := SAMLView{Message: m.Message.Name, XML: string(xml), Signed: m.Signature.Present, SignedText: m.Signed(), SigAlg: m.SigAlg.Value, URL: url}
	if m.RelayState.Present {
		v.RelayState = &m.RelayState.Value
	}
	if a, err := m.Algorithm(); err == nil {
		v.Algorithm, v.Weak = a.Name, a.Weak()
	}
	for _, p := range []saml.Param{m.Message, m.RelayState, m.SigAlg, m.Signature} {
		if p.Present {
			v.Parameters = append(v.Parameters, samlParam{p.Name, p.Spelled, p.Offset, digits(p.Spelled)})
		}
	}
	return v
}

// digits says in which case the letters of escapes are written.
func digits(text string) string {
	upper, lower := false, false
	for i := 0; i+2 < len(text); i++ {
		if text[i] == '%' {
			upper = upper || strings.ContainsAny(text[i+1:i+3], "ABCDEF")
			lower = lower || strings.ContainsAny(text[i+1:i+3], "abcdef")
		}
	}
	switch {
	case upper && lower:
		return "mixed"
	case upper:
		return "upper"
	case lower:
		return "lower"
	}
	return "none"
}

// samlPage returns a message for people: its XML, a line for each element, then the
// parameters.
func samlPage(m *saml.Message, xml []byte) string {
	var b strings.Builder
	b.WriteString(indented(string(xml)))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	row := func(p saml.Param, format string, args ...any) {
		how := ""
		if d := digits(p.Spelled); d != "none" {
			how = "\tescapes in " + d + " case"
		}
		fmt.Fprintf(w, p.Name+"\t"+format+how+"\n", args...)
	}
	fmt.Fprintln(w)
	row(m.Message, "%d bytes of XML", len(xml))
	if m.RelayState.Present {
		row(m.RelayState, "%q", m.RelayState.Value)
		if len(m.RelayState.Value) > mostRelayState {
			fmt.Fprintf(w, "\t%d bytes, and the binding allows %d (section 3.4.3)\n", len(m.RelayState.Value), mostRelayState)
		}
	}
	switch a, err := m.Algorithm(); {
	case err == nil && a.Weak():
		row(m.SigAlg, "%s, with SHA-1, which is weak", a.Name)
	case err == nil:
		row(m.SigAlg, "%s", a.Name)
	case m.SigAlg.Present:
		row(m.SigAlg, "%q, which is unknown here", m.SigAlg.Value)
	}
	if m.Signature.Present {
		row(m.Signature, "not verified")
	} else {
		fmt.Fprintf(w, "Signature\tnone\n")
	}
	_ = w.Flush() // to memory
	if m.SigAlg.Present {
		b.WriteString("\nsigned text\n" + m.Signed() + "\n")
	}
	return b.String()
}

// mostRelayState is the longest RelayState that the binding allows, in bytes.
const mostRelayState = 80

// indented returns XML with a line for each element, for people: white space around tags is
// not kept.
func indented(xml string) string {
	var lines []string
	depth, open := 0, false // open: the last line is a start tag, whose text and end may follow
	for {
		start := strings.IndexByte(xml, '<')
		end := strings.IndexByte(xml, '>')
		if start < 0 || end < start {
			break
		}
		text, tag := strings.TrimSpace(xml[:start]), xml[start:end+1]
		xml = xml[end+1:]
		ends := strings.HasPrefix(tag, "</")
		if ends {
			depth--
		}
		switch {
		case open && ends:
			lines[len(lines)-1] += text + tag
		default:
			if text != "" {
				lines = append(lines, strings.Repeat("  ", max(0, min(depth, deepest)))+text)
			}
			lines = append(lines, strings.Repeat("  ", max(0, min(depth, deepest)))+tag)
		}
		open = !ends && !strings.HasSuffix(tag, "/>") && !strings.HasPrefix(tag, "<?") && !strings.HasPrefix(tag, "<!")
		if open {
			depth++
		}
	}
	if rest := strings.TrimSpace(xml); rest != "" {
		lines = append(lines, rest)
	}
	return strings.Join(lines, "\n") + "\n"
}

// deepest is up to where elements are indented: more would make a page of a message of
// nested tags much longer than the message.
const deepest = 20

// key reads the key of a file that must be given.
func (c *Call) key(what string) (crypto.Signer, crypto.PublicKey, error) {
	if c.KeyFile == "" {
		return nil, nil, usage("name its file with --key-file", "no %s", what).of("key_file", "", Missing)
	}
	text, err := c.Program.read(c.KeyFile)
	if err != nil {
		return nil, nil, err
	}
	private, public, err := c.Program.ParseKey(excerpt.Name(c.KeyFile), text)
	if err != nil {
		return nil, nil, outside{err}
	}
	return private, public, nil
}

func signSAML(c *Call) (*Signing, error) {
	private, _, err := c.key("private key")
	if err != nil {
		return nil, err
	}
	if private == nil {
		return nil, usage("a certificate or public key verifies", "%s has no private key", excerpt.FileName(c.KeyFile))
	}
	var a *saml.Algorithm
	if c.Method != "" {
		if a, err = saml.LookupAlgorithm(c.Method); err != nil {
			return nil, usage("", "unknown method %q", c.Method).of("method", c.Method, Unknown)
		}
	}
	url, err := saml.Sign(c.Request.URL, private, a)
	if err != nil {
		return nil, err
	}
	m, err := saml.Parse(url)
	if err != nil {
		return nil, err
	}
	return describedBySAML(m, url)
}

func checkSAML(c *Call) (*Check, error) {
	m, err := saml.Parse(c.Request.URL)
	if err != nil {
		return nil, as(Input, err)
	}
	_, key, err := c.key("certificate or public key")
	if err != nil {
		return nil, err
	}
	return &Check{
		Verify: func() (*Verified, string, error) {
			if err := m.Verify(key); err != nil {
				return nil, "", err
			}
			a, err := m.Algorithm()
			if err != nil {
				return nil, "", err
			}
			if a.Weak() {
				c.Program.note("%s uses SHA-1, which is weak", a.Name)
			}
			return &Verified{Valid: true, Method: a.Name}, fmt.Sprintf("valid %s signature of the %s\n", a.Name, m.Message.Name), nil
		},
		Ours: func() (string, error) { return m.Signed(), nil },
		Own:  func() *sign.Mistake { return m.FindMistake(key) },
	}, nil
}
