package signing

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/sign"
)

// Signature is any of the schemes of Schemes: the one that a request has marks of, or that
// is named.
var Signature = &Scheme{
	Name: "signature", What: "signed text", Format: compare.Form,
	Refusals: "the refusal of Azure or Google Cloud that holds it",
	Title:    "signatures of services", URL: "https://github.com/pct-encoded/percent/blob/main/docs/signatures.md",
	Secrets: []Variable{{"PERCENT_SIGNING_SECRET", "secret", true}},
	Keys:    []string{"as", "account", "service", "label", "method", "expression", "date"},
	Explain: explainSignature, Sign: signSignature, Check: checkSignature, Told: toldText,
	Refused: refusedSigned,
}

// others are the schemes that have commands of their own, with what their requests hold.
var others = []struct{ mark, title, command string }{
	{"?X-Amz-Signature", "AWS Signature Version 4", "percent sigv4"},
	{"Authorization:AWS4-", "AWS Signature Version 4", "percent sigv4"},
	{"?oauth_signature", "OAuth 1.0", "percent oauth1"},
	{"Authorization:OAuth ", "OAuth 1.0", "percent oauth1"},
	{"?SAMLRequest", "the redirect binding of SAML 2.0", "percent saml"},
	{"?SAMLResponse", "the redirect binding of SAML 2.0", "percent saml"},
}

// signRequest returns the request as package sign has it.
func (c *Call) signRequest() *sign.Request {
	r := &sign.Request{Method: c.Request.Method, URL: c.Request.URL, Body: c.Request.Body}
	for _, f := range c.Request.Header {
		r.Header = append(r.Header, sign.Field{Name: f.Name, Value: f.Value})
	}
	return r
}

// signScheme returns the scheme that is named or that the request has marks of.
func (c *Call) signScheme(r *sign.Request) (*sign.Scheme, error) {
	var found []*sign.Scheme
	var names []string
	for _, s := range Schemes() {
		names = append(names, s.Name)
		if s.Name == c.As || c.As == "" && s.Marked(r) {
			found = append(found, s)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		names = nil
		for _, s := range found {
			names = append(names, s.Name)
		}
		return nil, usage("name the scheme with --as: "+strings.Join(names, ", "), "the request can be one of several schemes").of("as", "", Missing)
	case c.As != "":
		return nil, usage("the schemes are "+strings.Join(names, ", "), "unknown scheme %q", c.As).of("as", c.As, Unknown)
	}
	for _, o := range others {
		if (&sign.Scheme{Marks: []string{o.mark}}).Marked(r) {
			return nil, usage("use "+o.command, "the request is one of %s", o.title).of("as", "", Missing)
		}
	}
	if strings.Contains(r.URL, "&amp;") || strings.Contains(r.URL, `\u0026`) {
		return nil, usage(`write & for &amp; or \u0026`, "the URL is copied from HTML or JSON, with its & escaped").of("url", "", Unknown)
	}
	for _, f := range r.Header {
		if strings.Contains(strings.ToLower(f.Name), "signature") {
			return nil, usage("many webhooks sign the octets of the body by HMAC-SHA256, some with an ID and a time before them: see the documents of the service; the schemes are "+strings.Join(names, ", "),
				"the signature in %s is of no scheme that is known here", excerpt.Name(f.Name)).of("as", "", Missing)
		}
	}
	return nil, usage("name the scheme with --as: "+strings.Join(names, ", "), "the request has no signature of a scheme that is known here").of("as", "", Missing)
}

// claim reads the request.
func (c *Call) claim() (*sign.Claim, error) {
	r := c.signRequest()
	s, err := c.signScheme(r)
	if err != nil {
		return nil, err
	}
	claim, err := s.Read(r, sign.Given{Account: c.Account, Service: c.Service, Label: c.Label, Method: c.Method, Expression: c.Expression})
	return claim, unread(err)
}

// keyed returns the claim of a request whose algorithm is known.
func (c *Call) keyed() (*sign.Claim, error) {
	claim, err := c.claim()
	if err == nil && claim.Unnamed != nil {
		err = unread(claim.Unnamed)
	}
	return claim, err
}

// unread returns the failure for why a request is not read.
func unread(err error) error {
	var refused *sign.Error
	if !errors.As(err, &refused) {
		return err
	}
	kind := Findings
	if refused.Reason == sign.Unknown {
		kind = Undecided
	}
	return &Failure{Kind: kind, Text: err.Error(), Hint: hints[refused.Param]}
}

// needsPair is why a program without keys in PEM refuses a scheme.
const needsPair percent.Reason = "needs a pair of keys"

// hints are what helps about a parameter that is unknown.
var hints = map[string]string{
	"account":    "name it with --account",
	"bucket":     "name it with --account",
	"service":    "name it with --service",
	"alg":        "name it with --method",
	"algorithm":  "name it with --method",
	"expression": "set --expression, with {secret} for the secret",
	"label":      "choose one with --label",
	"address":    "add the address of the client: -H 'X-Real-IP: 192.0.2.1'",
}

// signKey returns the key for a claim.
func (c *Call) signKey(claim *sign.Claim) (*sign.Key, error) {
	if claim.Algorithm.Secret() {
		text, err := c.Program.filled(secret{"secret", "PERCENT_SIGNING_SECRET", c.SecretFile, claim.Scheme.Key})
		return &sign.Key{Secret: text}, err
	}
	if c.Program.ParseKey == nil {
		return nil, usage("", "%s signs with a pair of keys: verify the signed text with WebCrypto", claim.Scheme.Name).of("as", claim.Scheme.Name, needsPair)
	}
	private, public, err := c.key(claim.Scheme.Key)
	return &sign.Key{Private: private, Public: public}, err
}

func (c *Call) now() (time.Time, error) {
	at, err := clock(c.Date)
	if at == nil {
		return time.Now(), err
	}
	return at(), nil
}

func explainSignature(c *Call) (*Signing, error) {
	claim, err := c.claim()
	if err != nil {
		return nil, err
	}
	return described(claim, "", ""), nil
}

// described returns what a claim says; sent is what is sent for a signature that was made,
// or "".
func described(claim *sign.Claim, signature, sent string) *Signing {
	page := func() string { return signaturePage(claim) }
	s := &Signing{
		Text: claim.Text, Output: sent, Signature: signature, page: page,
		Steps: []Step{{"signed_text", "signed text", claim.Text}},
		View:  newSignatureView(claim, signature, sent),
	}
	if claim.ToSign != nil {
		s.ToSign = claim.ToSign(claim.Text)
		s.Steps = append(s.Steps, Step{"string_to_sign", "string to sign", s.ToSign})
	}
	if sent == "" {
		s.Output = strings.TrimSuffix(page(), "\n")
	}
	return s
}

// SignatureView is what a request says of its signature, as JSON.
type SignatureView struct {
	Scheme       string     `json:"scheme"`
	Title        string     `json:"title"`
	Algorithm    string     `json:"algorithm"`
	Signed       bool       `json:"signed"` // whether there is a signature, right or wrong
	SignedText   string     `json:"signed_text"`
	StringToSign string     `json:"string_to_sign,omitempty"`
	Facts        []SignFact `json:"facts"`
	From         string     `json:"from,omitempty"`
	Until        string     `json:"until,omitempty"`
	Flaws        []SignFlaw `json:"flaws,omitempty"`
	Signature    string     `json:"signature,omitempty"` // that was made
	Sent         string     `json:"sent,omitempty"`      // what is sent for it
}

// A SignFact is a name and a value that a request says of its signature.
type SignFact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A SignFlaw is why a signature is refused, also if it is right.
type SignFlaw struct {
	Reason    string `json:"reason"`
	Parameter string `json:"parameter,omitempty"`
	Text      string `json:"text"`
}

func newSignatureView(claim *sign.Claim, signature, sent string) SignatureView {
	v := SignatureView{
		Scheme: claim.Scheme.Name, Title: claim.Scheme.Title, Algorithm: claim.Algorithm.Name, Signed: claim.Signature != "" || signature != "",
		SignedText: claim.Text, Facts: []SignFact{}, From: instant(claim.From), Until: instant(claim.Until), Signature: signature, Sent: sent,
	}
	if claim.ToSign != nil {
		v.StringToSign = claim.ToSign(claim.Text)
	}
	for _, f := range claim.Facts {
		v.Facts = append(v.Facts, SignFact(f))
	}
	for _, f := range claim.Flaws {
		v.Flaws = append(v.Flaws, SignFlaw{string(f.Reason), f.Param, f.Text})
	}
	return v
}

func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// signaturePage returns a claim for people.
func signaturePage(claim *sign.Claim) string {
	var b term.Builder
	fmt.Fprintf(&b, "%s (%s)\n", claim.Scheme.Title, claim.Scheme.Name)
	if claim.Unnamed != nil {
		b.WriteString("the algorithm is not named; what is signed does not depend on it\n\n")
	} else {
		fmt.Fprintf(&b, "%s signs %s\n\n", claim.Algorithm.Name, claim.Scheme.Signs)
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, f := range claim.Facts {
		fmt.Fprintf(w, "%s\t%s\n", f.Name, visible(f.Value))
	}
	if from := instant(claim.From); from != "" {
		fmt.Fprintf(w, "valid from\t%s\n", from)
	}
	if until := instant(claim.Until); until != "" {
		fmt.Fprintf(w, "valid until\t%s\n", until)
	}
	fmt.Fprintf(w, "signature\t%s\n", map[bool]string{true: "none", false: "not verified"}[claim.Signature == ""])
	for _, f := range claim.Flaws {
		fmt.Fprintf(w, "flaw\t%s\n", f.Text)
	}
	_ = w.Flush() // to memory
	b.WriteString("\nsigned text\n" + claim.Text)
	if !strings.HasSuffix(claim.Text, "\n") {
		b.WriteString("\n")
	}
	if claim.ToSign != nil {
		b.WriteString("\nstring to sign\n" + claim.ToSign(claim.Text) + "\n")
	}
	return b.String()
}

// visible returns text on one line.
func visible(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7F }) {
		return fmt.Sprintf("%q", text)
	}
	return text
}

func signSignature(c *Call) (*Signing, error) {
	claim, err := c.keyed()
	if err != nil {
		return nil, err
	}
	key, err := c.signKey(claim)
	if err != nil {
		return nil, err
	}
	signature, sent, err := claim.Sign(key)
	var refused *sign.Error
	if errors.As(err, &refused) {
		return nil, usage("it signs by "+claim.Algorithm.Name, "the key is not a %s", claim.Scheme.Key)
	} else if err != nil {
		return nil, err
	}
	for _, f := range claim.Flaws {
		c.Program.note("%s", f.Text)
	}
	return described(claim, signature, sent), nil
}

func checkSignature(c *Call) (*Check, error) {
	claim, err := c.keyed()
	if err != nil {
		return nil, err
	}
	key, err := c.signKey(claim)
	if err != nil {
		return nil, err
	}
	now, err := c.now()
	if err != nil {
		return nil, err
	}
	check := &Check{
		Verify: func() (*Verified, string, error) {
			if err := claim.Verify(key, now); err != nil {
				return nil, "", err
			}
			page := fmt.Sprintf("valid %s signature, %s\n", claim.Algorithm.Name, claim.Scheme.Title)
			if until := instant(claim.Until); until != "" {
				page += "valid until " + until + "\n"
			}
			return &Verified{Valid: true, Method: claim.Algorithm.Name, Service: claim.Scheme.Name}, page, nil
		},
		Ours: func() (string, error) { return claim.Text, nil },
		Own:  func() *sign.Mistake { return claim.FindMistake(key) },
	}
	if claim.ToSign != nil {
		check.ToSign = func() (string, error) { return claim.ToSign(claim.Text), nil }
	}
	return check, nil
}

// told are how services begin and end the text that they signed themselves, in a refusal.
var told = [][2]string{
	{"Server used following string to sign: '", "'"},
	{"String to sign used was ", "</"},
	{"<CanonicalRequest>", "</CanonicalRequest>"},
}

// toldText returns the text that a refusal says was signed, or the text itself.
func toldText(text string) string {
	for _, t := range told {
		_, after, ok := strings.Cut(text, t[0])
		if !ok {
			continue
		}
		if end := strings.LastIndex(after, t[1]); t[1] == "'" && end >= 0 {
			after = after[:end]
		} else if end := strings.Index(after, t[1]); end >= 0 {
			after = after[:end]
		}
		return strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", `\n`, "\n").Replace(after)
	}
	return text
}
