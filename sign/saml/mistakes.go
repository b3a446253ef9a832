package saml

import (
	"crypto"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// A spelling is how a program writes the values that it has decoded.
type spelling struct {
	id, text, fix string // "" where the difference says what was done
	write         func(value string) string
}

const verifyReceived = "verify the text as it was received: take the parameters from the raw query, not decoded and encoded again"

// spellings are the ways in which values are written: by the libraries of languages, with
// upper- or lower-case digits. The likeliest come first.
var spellings = []spelling{
	{write: percent.RFC3986.Encode},
	{write: lower(percent.RFC3986.Encode)}, // .NET: Azure AD, AD FS
	{write: percent.Form.Encode},
	{write: lower(percent.Form.Encode)}, // .NET's HttpUtility
	{write: percent.WHATWGComponent.Encode},
	{write: keeping("/:=")},
	{"not-encoded", "the values were signed decoded", "sign the values as they are written in the URL", func(v string) string { return v }},
	{"encoded-twice", "the values were signed encoded once more", "sign the values as they are written in the URL", func(v string) string {
		return percent.RFC3986.Encode(percent.RFC3986.Encode(v)) //percent:ignore encoded-twice it is the mistake
	}},
}

// respelled returns the mistake that wrote the text that was received for the one that was
// signed, where the values are the same.
func respelled(received, signed string) sign.Mistake {
	plus := strings.NewReplacer("+", "%20")
	m := sign.Mistake{Fix: verifyReceived, Signed: signed}
	switch {
	case strings.EqualFold(received, signed):
		m.ID, m.Text = "hex-case", "escapes were signed with digits of the other case"
	case plus.Replace(received) == plus.Replace(signed):
		m.ID, m.Text = "space-as-plus", "a space was signed as + and arrived as %20, or the other way round"
	case strings.EqualFold(plus.Replace(received), plus.Replace(signed)):
		m.ID, m.Text = "hex-case-and-space", "escapes were signed with digits of the other case, and a space was written in another way"
	default:
		m.ID, m.Text = "other-encoder", "the values were signed as another encoder writes them"
	}
	return m
}

func keeping(chars string) func(string) string {
	e := percent.RFC3986
	return func(v string) string {
		for _, c := range chars {
			v = strings.ReplaceAll(v, string(c), "\x00"+string(rune('A'+strings.IndexRune(chars, c))))
		}
		v = e.Encode(v)
		for i, c := range chars {
			v = strings.ReplaceAll(v, "%00"+string(rune('A'+i)), string(c))
		}
		return v
	}
}

// lower returns an encoder with lower-case digits.
func lower(encode func(string) string) func(string) string {
	return func(v string) string { return params.LowerEscapes(encode(v)) }
}

// FindMistake returns the mistake by which the signature of m holds, or nil if none that is
// known explains it. It tries some hundred texts. That one is found does not make a message
// valid.
func (m *Message) FindMistake(key crypto.PublicKey) *sign.Mistake {
	a, signature, err := m.signature(key)
	if err != nil {
		return nil
	}
	received, public := m.Signed(), &sign.Key{Public: key}
	if der := a.of; der.Kind == algorithm.ECDSANumbers {
		der.Kind = algorithm.ECDSA
		if der.Holds(public, received, signature) {
			return &sign.Mistake{ID: "ecdsa-in-asn1", Text: "the signature is in ASN.1, as most libraries make it", Fix: "write the two numbers one after the other, each as long as the key (RFC 9231, section 2.3.6)", Signed: received}
		}
	}
	for _, other := range algorithms {
		if other.Name != a.Name && other.of.Holds(public, received, signature) {
			return &sign.Mistake{ID: "other-algorithm", Text: "it was signed with " + other.Name + ", and SigAlg names " + a.Name, Fix: "let SigAlg name the algorithm that signs", Signed: received}
		}
	}
	for _, c := range m.candidates() {
		if c.Signed != received && a.of.Holds(public, c.Signed, signature) {
			return &c
		}
	}
	// Two at once: another order or number of parameters, spelled in another way.
	for _, s := range spellings {
		other := *m
		for _, p := range []*Param{&other.Message, &other.RelayState, &other.SigAlg} {
			p.Spelled = s.write(p.Value)
		}
		spelled := sign.Mistake{ID: s.id, Text: s.text, Fix: s.fix, Signed: received}
		if s.id == "" {
			spelled = respelled(received, other.Signed())
		}
		for _, c := range other.parameters() {
			if other.Signed() != received && c.Signed != received && a.of.Holds(public, c.Signed, signature) {
				c.With = &spelled
				return &c
			}
		}
	}
	return nil
}

// candidates returns what may have been signed in place of the right text, the likeliest
// first.
func (m *Message) candidates() []sign.Mistake {
	message, state, alg := m.Message, m.RelayState, m.SigAlg
	list := m.parameters()
	add := func(id, text, fix, signed string) {
		params.Add(&list, sign.Mistake{ID: id, Text: text, Fix: fix, Signed: signed})
	}
	received := m.Signed()
	spelled := func(s spelling, signed string) {
		if s.id == "" {
			params.Add(&list, respelled(received, signed))
			return
		}
		add(s.id, s.text, s.fix, signed)
	}

	// The message.
	if xml, err := m.XML(); err == nil {
		plain := base64.StdEncoding.EncodeToString(xml)
		for _, s := range spellings {
			add("signed-before-deflate", "the message was signed before it was deflated", "deflate and encode the message first, then sign", m.text(s.write(plain), state.Spelled, alg.Spelled, state.Present))
		}
		add("signed-xml", "the XML alone was signed", "sign the parameters as they are written in the URL", string(xml))
		add("signed-message-alone", "the message alone was signed", "sign the parameters as they are written in the URL", message.Spelled)
	}

	// How values are written: all of them in one way, or one of them in another.
	for _, s := range spellings {
		spelled(s, m.text(s.write(message.Value), s.write(state.Value), s.write(alg.Value), state.Present))
	}
	for _, s := range spellings {
		for some := 1; some < 7; some++ { // bits: which of the three are respelled
			values := [3]string{message.Spelled, state.Spelled, alg.Spelled}
			for i, p := range []Param{message, state, alg} {
				if some>>i&1 == 1 {
					values[i] = s.write(p.Value)
				}
			}
			spelled(s, m.text(values[0], values[1], values[2], state.Present))
		}
	}
	// Base64 in lines, as MIME writes it; line ends are escaped.
	for _, end := range []string{"\r\n", "\n"} {
		lines := inLines(message.Value, end)
		for _, s := range spellings[:2] {
			add("base64-in-lines", "Base64 was signed in lines of 76 characters", "write Base64 without line ends", m.text(s.write(lines), state.Spelled, alg.Spelled, state.Present))
			add("base64-in-lines", "Base64 was signed in lines of 76 characters", "write Base64 without line ends", m.text(s.write(lines+end), state.Spelled, alg.Spelled, state.Present))
		}
	}
	if len(m.others) > 0 {
		add("whole-query", "other parameters of the URL were signed, too", "sign only the message, RelayState and SigAlg", m.everything())
	}
	return slices.DeleteFunc(list, func(c sign.Mistake) bool { return c.Signed == "" })
}

// parameters returns what is signed of other parameters, or of these in another order.
func (m *Message) parameters() (list []sign.Mistake) {
	message, state, alg := m.Message, m.RelayState, m.SigAlg
	add := func(id, text, fix, signed string) {
		params.Add(&list, sign.Mistake{ID: id, Text: text, Fix: fix, Signed: signed})
	}
	one := message.Name + "=" + message.Spelled
	two := relayStateName + "=" + state.Spelled
	three := sigAlgName + "=" + alg.Spelled
	switch {
	case !state.Present:
		add("empty-relay-state", "an empty RelayState was signed", "leave RelayState out of the text if it is not in the URL", strings.Join([]string{one, relayStateName + "=", three}, "&"))
	default:
		add("relay-state-left-out", "RelayState was not signed, or was added afterwards", "sign RelayState with the message", one+"&"+three)
		for _, order := range [][]string{{one, three, two}, {two, one, three}, {two, three, one}, {three, one, two}, {three, two, one}} {
			add("other-order", "the parameters were signed in another order", "sign the message, RelayState and SigAlg in this order, whatever the order in the URL", strings.Join(order, "&"))
		}
	}
	add("other-order", "the parameters were signed in another order", "sign the message and SigAlg in this order, whatever the order in the URL", three+"&"+one)
	add("signature-algorithm-left-out", "SigAlg was not signed", "add SigAlg before signing", params.TrimSuffix(m.Signed(), "&"+three))
	add("other-name", "the message was signed under the other name", "sign SAMLRequest for a request and SAMLResponse for a response", strings.Replace(m.Signed(), message.Name, otherName(message.Name), 1))
	return list
}

// everything returns all parameters but Signature in the order of the URL.
func (m *Message) everything() string {
	var pieces []string
	others := m.others
	for _, name := range m.order {
		switch p := m.param(name); {
		case name == signatureName:
		case p != nil:
			params.Add(&pieces, name+"="+p.Spelled)
		case len(others) > 0:
			params.Add(&pieces, name+"="+others[0].Spelled)
			others = others[1:]
		}
	}
	return strings.Join(pieces, "&")
}

func otherName(name string) string {
	if name == requestName {
		return responseName
	}
	return requestName
}

// inLines breaks Base64 into lines of 76 characters (RFC 2045).
func inLines(text, end string) string {
	var b strings.Builder
	for len(text) > 76 {
		b.WriteString(text[:76] + end)
		text = text[76:]
	}
	b.WriteString(text)
	return b.String()
}
