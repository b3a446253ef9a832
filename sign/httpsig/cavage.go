package httpsig

import (
	"crypto"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const cavageName = "cavage"

// Cavage is a signature of draft-cavage-http-signatures, which came before RFC 9421: in
// Authorization, as Oracle Cloud (OCI) has it, or in the field Signature, as ActivityPub has it.
var Cavage = &sign.Scheme{
	Name: cavageName, Title: "HTTP Signatures (draft-cavage): Oracle Cloud, ActivityPub",
	URL:   "https://datatracker.ietf.org/doc/html/draft-cavage-http-signatures-12",
	Key:   "key that keyId names",
	Signs: "the fields that headers names, path and query as sent",
	Marks: []string{"Authorization:Signature ", "|", "Signature:*headers=", "|", "Signature:*keyId="},
	Reads: readCavage,
}

// cavageAlgorithms are those of the draft; hs2019 says that the key tells.
var cavageAlgorithms = []algorithm.Algorithm{
	{Name: "rsa-sha256", Kind: algorithm.RSA, Hash: crypto.SHA256},
	{Name: "rsa-sha1", Kind: algorithm.RSA, Hash: crypto.SHA1},
	{Name: "rsa-sha512", Kind: algorithm.RSA, Hash: crypto.SHA512},
	{Name: "hmac-sha256", Hash: crypto.SHA256},
	{Name: "hmac-sha1", Hash: crypto.SHA1},
	{Name: "hmac-sha512", Hash: crypto.SHA512},
	{Name: "ecdsa-sha256", Kind: algorithm.ECDSA, Hash: crypto.SHA256},
	{Name: "ed25519", Kind: algorithm.Ed25519},
}

// A cavage is a request that is signed.
type cavage struct {
	*message
	names            []string
	created, expires string
}

// authParams reads parameters such as keyId="a",created=1.
func authParams(text string) (list []params.Param) {
	for text != "" {
		name, rest, ok := params.Cut(text, "=")
		if !ok {
			return list
		}
		value, after := rest, ""
		if begin, in := params.CutPrefix(rest, `"`); in {
			value, after, _ = params.Cut(begin, `"`)
			_, after, _ = params.Cut(after, ",")
		} else {
			value, after, _ = params.Cut(rest, ",")
			value = strings.TrimSpace(value)
		}
		list, text = append(list, params.Param{Name: strings.TrimSpace(name), Value: value}), after
	}
	return list
}

func readCavage(r *sign.Request, g sign.Given) (*sign.Claim, error) {
	text, _ := r.Get("Authorization")
	text, inAuthorization := params.CutPrefix(text, "Signature ")
	if !inAuthorization {
		text, _ = r.Get("Signature")
	}
	said := authParams(text)
	get := func(name string) string {
		v, _ := params.Find(said, name)
		return v
	}
	m := &cavage{message: newMessage(r), names: []string{"date"}, created: get("created"), expires: get("expires")}
	if params.Contains(said, "created") {
		m.names = []string{"(created)"}
	}
	if params.Contains(said, "headers") {
		m.names = strings.Split(get("headers"), " ")
	}
	if len(m.names) > mostComponents {
		return nil, sign.Fail(sign.Unknown, "headers", "there are more fields than are read here")
	}
	method := get("algorithm")
	if method == "hs2019" || method == "" {
		method = g.Method
	}
	i := slices.IndexFunc(cavageAlgorithms, func(a algorithm.Algorithm) bool { return a.Name == strings.ToLower(method) })
	c := &sign.Claim{Signature: get("signature")}
	switch {
	case i >= 0:
		c.Algorithm = cavageAlgorithms[i]
	case method != "":
		return nil, sign.Fail(sign.Unknown, "algorithm", "no algorithm of that name is known here")
	default:
		c.Unnamed = sign.Fail(sign.Unknown, "algorithm", "no parameter algorithm names the algorithm")
	}
	if twice := params.Repeated(said, "keyId", "algorithm", "headers", "signature", "created", "expires"); twice != "" {
		c.Flaw(sign.Unknown, twice, twice+" comes twice, and which one counts is not known here")
	}
	covered := map[string]bool{}
	for _, name := range m.names {
		lower := strings.ToLower(name) // Oracle's SDKs write Content-Type
		if covered[lower] {
			c.Flaw(sign.Unknown, name, params.Shown(name)+" is signed twice, and what verifiers make of it is not known here")
		}
		covered[lower] = true
		if _, ok := m.line(name); !ok {
			c.Flaw(sign.Missing, name, "the field "+params.Shown(name)+" is signed and not sent")
		}
	}
	m.times(c, covered)
	m.digests(covered, c)
	c.Text = m.text(cavageHow{})
	c.Where = func(made string) string {
		field := "Signature: "
		if inAuthorization {
			field = "Authorization: Signature "
		}
		begin, _, ok := params.Cut(text, `signature="`)
		if !ok && begin != "" {
			begin += ","
		}
		return field + begin + `signature="` + made + `"`
	}
	c.Facts = []sign.Fact{{Name: "key", Value: get("keyId")}, {Name: "signed fields", Value: strings.Join(m.names, " ")}}
	if len(r.Body) > 0 && !covered["digest"] && !covered["x-content-sha256"] {
		params.Add(&c.Facts, sign.Fact{Name: "body", Value: "not covered"})
	}
	c.Candidates = m.candidates
	return c, nil
}

// times sets when a signature is valid: by created and expires, and within five minutes of a
// date that is signed, as Oracle Cloud has it.
func (m *cavage) times(c *sign.Claim, covered map[string]bool) {
	for _, p := range []struct {
		name, text string
		into       *time.Time
	}{{"created", m.created, &c.From}, {"expires", m.expires, &c.Until}} {
		seconds, err := strconv.ParseInt(p.text, 10, 64)
		switch {
		case p.text == "":
		case err != nil || seconds < 0 || seconds > 1<<36:
			c.Flaw(sign.Refused, p.name, p.name+" is not a number of seconds since 1970")
		default:
			*p.into = time.Unix(seconds, 0)
		}
	}
	for _, name := range []string{"x-date", "date"} {
		text, ok := m.Get(name)
		if !covered[name] || !ok {
			continue
		}
		if at, err := time.Parse("Mon, 02 Jan 2006 15:04:05 GMT", text); err == nil {
			params.Add(&c.Facts, sign.Fact{Name: name, Value: at.UTC().Format(time.RFC3339)})
			if strings.Contains(m.authority, ".oraclecloud.com") {
				c.From, c.Until = at.Add(-5*time.Minute), at.Add(5*time.Minute)
			}
		} else {
			c.Flaw(sign.Unknown, name, name+" is not written as Mon, 01 Jan 2024 00:00:00 GMT")
		}
	}
}

// digests compares the body with the hashes that are signed.
func (m *cavage) digests(covered map[string]bool, c *sign.Claim) {
	sum := sha256.Sum256(m.Body)
	hash := base64.StdEncoding.EncodeToString(sum[:])
	if text, ok := m.Get("x-content-sha256"); ok && covered["x-content-sha256"] && text != hash {
		c.Flaw(sign.Refused, "x-content-sha256", "x-content-sha256 is not the hash of the body")
	}
	if text, ok := m.Get("digest"); ok && covered["digest"] {
		name, value, _ := params.Cut(text, "=")
		switch {
		case !strings.EqualFold(name, "SHA-256"):
			c.Flaw(sign.Unknown, "digest", "Digest is not one of SHA-256")
		case value != hash:
			c.Flaw(sign.Refused, "digest", "Digest is not the hash of the body")
		}
	}
}

// line returns the value of a name in the text that is signed.
func (m *cavage) line(name string) (value string, ok bool) {
	switch name {
	case "(request-target)":
		return strings.ToLower(m.Method) + " " + m.target(), true
	case "(created)":
		return m.created, m.created != ""
	case "(expires)":
		return m.expires, m.expires != ""
	}
	value, ok = m.Get(name)
	if !ok && name == "host" {
		return m.withoutPort(), true
	}
	return value, ok
}

// A cavageHow is how a text is made: the zero value as it should be.
type cavageHow struct {
	names                      []string
	target, separator, end     string
	upper, withoutNames, lower bool
}

func (m *cavage) text(h cavageHow) string {
	names := m.names
	if h.names != nil {
		names = h.names
	}
	if h.separator == "" {
		h.separator = ": "
	}
	lines := make([]string, 0, len(names))
	for _, name := range names {
		value, _ := m.line(name)
		switch {
		case name == "(request-target)" && h.target != "":
			value = h.target
		case name == "(request-target)" && h.upper:
			value = m.Method + value[len(strings.ToLower(m.Method)):]
		}
		if h.lower {
			value = strings.ToLower(value)
		}
		if !h.withoutNames {
			value = strings.ToLower(name) + h.separator + value
		}
		params.Add(&lines, value)
	}
	return strings.Join(lines, "\n") + h.end
}

// candidates adds what may have been signed in place of the right text.
func (m *cavage) candidates(add func(id, text, fix, signed string)) {
	change := func(id, text, fix string, h cavageHow) { add(id, text, fix, m.text(h)) }
	const target = "sign (request-target) as it is sent: the method in lower case, a space, path and query"
	method := strings.ToLower(m.Method) + " "
	path := m.fullPath()
	for _, t := range [][3]string{
		{"target-without-query", "the target was signed without its query", method + path},
		{"target-is-url", "the URL was signed as the target", method + m.scheme + "://" + m.authority + m.target()},
		{"target-decoded", "the target was signed decoded", method + params.Decode(m.target())},
		{"target-decoded", "the target was signed decoded as a form", method + params.DecodeForm(m.target())},
		{"target-path-decoded", "the path was signed decoded", method + params.Decode(path) + params.TrimPrefix(m.target(), path)},
		{"target-hex-case", "the target was signed with escapes in lower case", method + params.LowerEscapes(m.target())},
		{"target-question-mark", "a ? without a query was signed, or left out", method + params.TrimSuffix(m.target()+"?", "??")},
		{"target-slash-at-end", "a slash at the end of the path was signed, or left out", method + params.TrimSuffix(path+"/", "//") + params.TrimPrefix(m.target(), path)},
	} {
		change(t[0], t[1], target, cavageHow{target: t[2]})
	}
	change("method-case", "the method was signed in upper case", target, cavageHow{upper: true})
	change("target-without-method", "the method was left out", target, cavageHow{target: m.target()})
	for _, e := range params.Encoders() {
		var pairs []string
		for _, p := range params.Form(m.query) {
			params.Add(&pairs, e.Encode(p.Name)+"="+e.Encode(p.Value))
		}
		query := ""
		if m.hasQuery {
			query = "?" + strings.Join(pairs, "&")
		}
		again := params.Segments(params.Decode(path), e.Encode)
		change("target-encoded-again", "the query was parsed and written again: "+e.Text, target, cavageHow{target: method + path + query})
		change("target-encoded-again", "path and query were parsed and written again: "+e.Text, target, cavageHow{target: method + again + query})
		change("target-encoded-again", "the path was parsed and written again: "+e.Text, target, cavageHow{target: method + again + params.TrimPrefix(m.target(), path)})
	}
	const lines = "sign a line for each name in headers, in their order: the name in lower case, a colon, a space, the value"
	change("names-left-out", "the values were signed without names", lines, cavageHow{withoutNames: true})
	change("values-lower-case", "the values were signed in lower case", lines, cavageHow{lower: true})
	change("space-left-out", "the space after the colon was left out", lines, cavageHow{separator: ":"})
	change("line-end-added", "a line end stands after the last line", lines, cavageHow{end: "\n"})
	sorted := slices.Clone(m.names)
	slices.Sort(sorted)
	change("fields-sorted", "the fields were sorted", lines, cavageHow{names: sorted})
	slices.Reverse(sorted)
	change("fields-sorted", "the fields were sorted backwards", lines, cavageHow{names: sorted})
	change("fields-default", "only date was signed, as without headers", lines, cavageHow{names: []string{"date"}})
	for i, name := range m.names {
		change("field-left-out", params.Shown(name)+" was not signed", lines, cavageHow{names: slices.Concat([]string{}, m.names[:i], m.names[i+1:])})
		if i > 0 {
			swapped := slices.Clone(m.names)
			swapped[i-1], swapped[i] = name, m.names[i-1]
			change("fields-swapped", "two fields changed places", lines, cavageHow{names: swapped})
		}
	}
}
