package httpsig

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// A component is a part of the request that is covered.
type component struct {
	item
	name string // in lower case
	line string // its value in the text that is signed
}

// A message is a request whose signature is read.
type message struct {
	*sign.Request
	scheme, authority, path, query string
	hasQuery                       bool
	components                     []component
	parameters                     item // of the signature: the whole list
}

func newMessage(r *sign.Request) *message {
	m := &message{Request: r}
	m.authority, m.path = params.HostPath(r.URL)
	m.scheme, _, _ = params.Cut(strings.ToLower(r.URL), "://")
	url, _, _ := params.Cut(r.URL, "#")
	_, m.query, m.hasQuery = params.Cut(url, "?")
	if host, ok := r.Get("Host"); ok {
		m.authority = strings.ToLower(host)
	}
	return m
}

// withoutPort returns an authority without the port that is the default of the scheme.
func (m *message) withoutPort() string {
	port := map[string]string{"http": ":80", "https": ":443"}[m.scheme]
	return params.TrimSuffix(m.authority, port)
}

//go:noinline
func (m *message) fullPath() string {
	if m.path == "" {
		return "/"
	}
	return m.path
}

//go:noinline
func (m *message) target() string {
	if m.hasQuery {
		return m.fullPath() + "?" + m.query
	}
	return m.fullPath()
}

// value returns the value of a component; wrong says why there is none.
func (m *message) value(c *component) (value string, wrong *sign.Error) {
	unknown := func(text string) (string, *sign.Error) {
		return "", sign.Fail(sign.Unknown, c.name, text)
	}
	for _, p := range c.params {
		switch p.name {
		case "tr", "req":
			return unknown("trailers (tr) and parts of another message (req) are not read here")
		case "sf", "key", "bs", "name":
		default:
			return unknown("the parameter " + p.name + " of a component is not known here")
		}
	}
	if !strings.HasPrefix(c.name, "@") {
		return m.field(c)
	}
	if _, named := c.param("name"); len(c.params) > 0 && !(c.name == "@query-param" && named && len(c.params) == 1) {
		return "", sign.Fail(sign.Refused, c.name, c.name+" has a parameter that it may not have")
	}
	switch c.name {
	case "@method":
		return m.Method, nil
	case "@target-uri":
		return m.scheme + "://" + m.withoutPort() + m.target(), nil
	case "@authority":
		return m.withoutPort(), nil
	case "@scheme":
		return m.scheme, nil
	case "@request-target":
		return m.target(), nil
	case "@path":
		return m.fullPath(), nil
	case "@query":
		return "?" + m.query, nil
	case "@query-param":
		return m.queryParam(c)
	}
	return unknown("the component " + params.Shown(c.name) + " is not known here, or is one of responses")
}

// encoded writes a name or value of a query as section 2.2.8 does.
func encoded(text string) string { return strings.ReplaceAll(percent.Form.Encode(text), "+", "%20") }

func (m *message) queryParam(c *component) (string, *sign.Error) {
	given, _ := c.param("name")
	p := &parser{rest: given}
	_, wanted := p.bare()
	var found []params.Param
	for _, q := range params.Form(m.query) {
		if encoded(q.Name) == wanted {
			params.Add(&found, q)
		}
	}
	switch len(found) {
	case 0:
		return "", sign.Fail(sign.Missing, c.name, "the query has no parameter "+params.Shown(wanted))
	case 1:
		return encoded(found[0].Value), nil
	}
	return "", sign.Fail(sign.Unknown, c.name, "the parameter "+params.Shown(wanted)+" comes twice, which RFC 9421 does not allow and programs read differently")
}

// dictionaries are the fields that are dictionaries: of RFC 9421, 9530, 9218, 8941 and of
// caching.
var dictionaries = []string{
	"content-digest", "repr-digest", "want-content-digest", "want-repr-digest", "signature", "signature-input",
	"accept-signature", "priority", "cache-control", "cdn-cache-control",
}

func (m *message) field(c *component) (string, *sign.Error) {
	text, ok := m.Get(c.name)
	if !ok {
		return "", sign.Fail(sign.Missing, c.name, "the request has no field "+params.Shown(c.name))
	}
	text = unfolded(text)
	key, keyed := c.param("key")
	_, sf := c.param("sf")
	_, bs := c.param("bs")
	_, named := c.param("name")
	switch {
	case named, bs && (sf || keyed):
		return "", sign.Fail(sign.Refused, c.name, c.name+" has parameters that exclude each other")
	case bs:
		var parts []string
		for _, f := range m.Header {
			if strings.EqualFold(f.Name, c.name) {
				params.Add(&parts, ":"+base64.StdEncoding.EncodeToString([]byte(unfolded(strings.Trim(f.Value, " \t"))))+":")
			}
		}
		return strings.Join(parts, ", "), nil
	case keyed:
		list, ok := dictionary(text)
		p := &parser{rest: key}
		_, wanted := p.bare()
		i := slices.IndexFunc(list, func(d member) bool { return d.name == wanted })
		if !ok || i < 0 {
			return "", sign.Fail(sign.Missing, c.name, "the field "+params.Shown(c.name)+" has no member "+params.Shown(wanted))
		}
		return list[i].item.String(), nil
	case sf:
		if !slices.Contains(dictionaries, c.name) {
			return "", sign.Fail(sign.Unknown, c.name, "whether "+params.Shown(c.name)+" is a list, a dictionary or an item is not known here")
		}
		list, ok := dictionary(text)
		if !ok {
			return "", sign.Fail(sign.Refused, c.name, "the field "+params.Shown(c.name)+" is not a structured field")
		}
		return written(list), nil
	}
	return text, nil
}

// unfolded replaces folded lines by spaces (RFC 9112, section 5.2).
func unfolded(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.Trim(lines[i], " \t")
	}
	return strings.Join(lines, " ")
}

// text returns the signature base (section 2.5).
func (m *message) text() string {
	var b strings.Builder
	for _, c := range m.components {
		b.WriteString(c.item.String() + ": " + c.line + "\n")
	}
	b.WriteString(`"@signature-params": ` + m.parameters.String())
	return b.String()
}
