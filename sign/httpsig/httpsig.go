package httpsig

import (
	"crypto"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/sign/internal/params"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
)

const name = "rfc9421"

// RFC9421 is a signature of a request in the fields Signature and Signature-Input.
var RFC9421 = &sign.Scheme{
	Name: name, Title: "HTTP Message Signatures (RFC 9421)", URL: "https://www.rfc-editor.org/rfc/rfc9421",
	Key: "key that keyid names", Signs: "what Signature-Input names, paths and queries as sent",
	Marks: []string{"Signature-Input"},
	Reads: read,
}

// algorithms are those of section 3.3.
var algorithms = []algorithm.Algorithm{
	{Name: "rsa-pss-sha512", Kind: algorithm.RSAPSS, Hash: crypto.SHA512},
	{Name: "rsa-v1_5-sha256", Kind: algorithm.RSA, Hash: crypto.SHA256},
	{Name: "hmac-sha256", Hash: crypto.SHA256},
	{Name: "ecdsa-p256-sha256", Kind: algorithm.ECDSANumbers, Hash: crypto.SHA256},
	{Name: "ecdsa-p384-sha384", Kind: algorithm.ECDSANumbers, Hash: crypto.SHA384},
	{Name: "ed25519", Kind: algorithm.Ed25519},
}

// Algorithms returns the names of the algorithms.
func Algorithms() (names []string) {
	for _, a := range append(slices.Clone(algorithms), cavageAlgorithms...) {
		if !slices.Contains(names, a.Name) {
			params.Add(&names, a.Name)
		}
	}
	return names
}

// mostComponents is up to how many components a signature may cover here.
const mostComponents = 64

func read(r *sign.Request, g sign.Given) (*sign.Claim, error) {
	input, _ := r.Get("Signature-Input")
	inputs, ok := dictionary(input)
	if !ok || len(inputs) == 0 {
		return nil, sign.Fail(sign.Refused, "Signature-Input", "Signature-Input is not a dictionary of structured fields")
	}
	at := slices.IndexFunc(inputs, func(m member) bool { return m.name == g.Label || g.Label == "" && len(inputs) == 1 })
	if at < 0 {
		return nil, sign.Fail(sign.Unknown, "label", "Signature-Input has other signatures, or several")
	}
	chosen := inputs[at]
	m := newMessage(r)
	m.parameters = chosen.item
	if !chosen.isList || len(chosen.inner) > mostComponents {
		return nil, sign.Fail(sign.Refused, "Signature-Input", "the signature has no list of components, or too long a one")
	}
	seen := map[string]bool{}
	for _, i := range chosen.inner {
		c := component{item: i, name: i.text}
		if !strings.HasPrefix(i.value, `"`) || c.name != strings.ToLower(c.name) || c.name == "" || c.name == "@signature-params" || seen[i.String()] {
			return nil, sign.Fail(sign.Refused, "Signature-Input", "a component is not a string in lower case, or comes twice")
		}
		seen[i.String()] = true
		var wrong *sign.Error
		if c.line, wrong = m.value(&c); wrong != nil {
			return nil, wrong
		}
		if strings.ContainsAny(c.line, "\r\n") {
			return nil, sign.Fail(sign.Refused, c.name, c.name+" has a line end")
		}
		params.Add(&m.components, c)
	}
	method, named := g.Method, g.Method != ""
	if alg, given := chosen.param("alg"); given {
		_, method = (&parser{rest: alg}).bare()
		named = true
	}
	c := &sign.Claim{Text: m.text()}
	i := slices.IndexFunc(algorithms, func(a algorithm.Algorithm) bool { return a.Name == method })
	switch {
	case i >= 0:
		c.Algorithm = algorithms[i]
	case named:
		return nil, sign.Fail(sign.Unknown, "alg", "no algorithm of that name is known here")
	default: // section 3.2: the key may tell
		c.Unnamed = sign.Fail(sign.Unknown, "alg", "no parameter alg names the algorithm")
	}
	if err := m.signature(c, chosen.name); err != nil {
		return nil, err
	}
	m.limits(c)
	c.Where = func(signature string) string { return "Signature: " + chosen.name + "=:" + signature + ":" }
	c.Candidates = m.candidates
	return c, nil
}

// signature sets the signature of a label.
func (m *message) signature(c *sign.Claim, label string) error {
	text, ok := m.Get("Signature")
	if !ok {
		return nil
	}
	list, ok := dictionary(text)
	i := slices.IndexFunc(list, func(s member) bool { return s.name == label })
	if !ok || i < 0 || !strings.HasPrefix(list[i].value, ":") {
		return sign.Fail(sign.Refused, "Signature", "Signature has no sequence of octets, :…:, of the label "+label)
	}
	c.Signature = strings.Trim(list[i].value, ":")
	return nil
}

// limits sets what a verifier refuses, and what is said of the signature.
func (m *message) limits(c *sign.Claim) {
	for _, p := range m.parameters.params {
		value := p.value
		seconds, err := strconv.ParseInt(value, 10, 64)
		switch p.name {
		case "created", "expires":
			if err != nil || seconds < 0 || seconds > 1<<36 {
				c.Flaw(sign.Refused, p.name, p.name+" is not a number of seconds since 1970")
				continue
			}
			at := time.Unix(seconds, 0)
			value = at.UTC().Format(time.RFC3339)
			if p.name == "created" {
				c.From = at
			} else {
				c.Until = at
			}
		case "keyid", "nonce", "tag", "alg":
			parsed := &parser{rest: value}
			if _, text := parsed.bare(); strings.HasPrefix(value, `"`) {
				value = text
			} else {
				c.Flaw(sign.Refused, p.name, p.name+" is not a string")
			}
		}
		params.Add(&c.Facts, sign.Fact{Name: p.name, Value: value})
	}
	covered := map[string]bool{}
	for _, part := range m.components {
		covered[part.name] = true
	}
	if len(m.Body) > 0 && !covered["content-digest"] {
		params.Add(&c.Facts, sign.Fact{Name: "body", Value: "not covered"})
	}
	if covered["content-digest"] {
		if wrong := m.wrongDigest(); wrong != "" {
			c.Flaw(sign.Refused, "content-digest", wrong)
		}
	}
}

// wrongDigest says what is wrong with Content-Digest (RFC 9530), or "".
func (m *message) wrongDigest() string {
	text, _ := m.Get("Content-Digest")
	list, ok := dictionary(text)
	if !ok {
		return "Content-Digest is not a structured field"
	}
	known := false
	short, long := sha256.Sum256(m.Body), sha512.Sum512(m.Body)
	for _, d := range list {
		sum, is := map[string][]byte{"sha-256": short[:], "sha-512": long[:]}[d.name]
		if known = known || is; is && d.value != ":"+base64.StdEncoding.EncodeToString(sum)+":" {
			return d.name + " of Content-Digest is not the digest of the body"
		}
	}
	if !known {
		return "Content-Digest has neither sha-256 nor sha-512"
	}
	return ""
}
