package webhook

import (
	"crypto"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const secureLinkName = "secure-link"

// SecureLink is a link that nginx checks by secure_link and secure_link_md5, whose expression
// is in Given, with {secret} for the secret.
var SecureLink = &sign.Scheme{
	Name: secureLinkName, Title: "nginx, secure_link",
	URL:   "https://nginx.org/en/docs/http/ngx_http_secure_link_module.html",
	Key:   "secret in secure_link_md5",
	Signs: "the expression of secure_link_md5, in which $uri is the path decoded",
	Marks: []string{"?md5", "?expires"},
	Reads: readSecureLink,
}

// secureLinkExpression is signed if none is given.
const secureLinkExpression = "$secure_link_expires$uri {secret}"

// The usual names of the parameters.
var (
	secureLinkHash    = []string{"md5", "st", "hash", "token", "s"}
	secureLinkExpires = []string{"expires", "e", "exp", "t"}
)

func first(list []params.Param, names []string) (name, value string) {
	for _, name := range names {
		for _, p := range list {
			if p.Name == name {
				return name, p.Raw // nginx does not decode $arg_…
			}
		}
	}
	return names[0], ""
}

func readSecureLink(r *sign.Request, g sign.Given) (*sign.Claim, error) {
	expression := g.Expression
	if expression == "" {
		expression = secureLinkExpression
	}
	query := params.Query(r.URL)
	name, signature := first(query, secureLinkHash)
	expiresName, expires := first(query, secureLinkExpires)
	_, path := params.HostPath(r.URL)
	link := &link{Request: r, expires: expires, uri: params.Decode(path)}
	text, unknown := link.text(expression)
	switch {
	case unknown != "":
		return nil, sign.Fail(sign.Unknown, "expression", "the value of "+params.Shown(unknown)+" is not known here: write it into the expression")
	case strings.Count(text, algorithm.Secret) != 1 || strings.Count(expression, algorithm.Secret) != 1:
		return nil, sign.Fail(sign.Unknown, "expression", "the expression has {secret} not once")
	}
	c := &sign.Claim{Text: text, Algorithm: algorithm.Algorithm{Name: "MD5", Kind: algorithm.Inserted, Hash: crypto.MD5, Form: algorithm.Base64URL}}
	// nginx reads Base64 for URLs up to an =, whatever the last bits are.
	c.Signature = signature
	if digits, _, _ := params.Cut(signature, "="); len(signature) <= 24 {
		if octets, err := base64.RawURLEncoding.DecodeString(digits); err == nil && len(octets) == 16 {
			c.Signature = base64.RawURLEncoding.EncodeToString(octets)
		}
	}
	if strings.Contains(expression, "$secure_link_expires") {
		if seconds, err := strconv.ParseInt(expires, 10, 64); err == nil && seconds > 0 && seconds < 1<<36 {
			c.Until = time.Unix(seconds, 0)
		} else {
			c.Flaw(sign.Missing, expiresName, expiresName+" has no time in seconds since 1970")
		}
	}
	if twice := params.Repeated(query, name, expiresName); twice != "" {
		c.Flaw(sign.Unknown, twice, twice+" comes twice, and nginx takes the first")
	}
	if strings.Contains(expression, "uri") && (strings.Contains(link.uri, "//") || strings.Contains(link.uri+"/", "/./") || strings.Contains(link.uri+"/", "/../")) {
		c.Flaw(sign.Unknown, "path", "nginx merges slashes and removes dot segments before $uri, as it is configured")
	}
	c.Where = func(made string) string {
		url := params.Without(r.URL, name)
		before, query := params.Split(url)
		if query != "" {
			query = "&" + query
		}
		return before + "?" + name + "=" + made + query
	}
	c.Facts = []sign.Fact{{Name: "expression", Value: expression}}
	c.Candidates = func(add func(id, what, fix, signed string)) {
		link.candidates(expression, params.Without(r.URL, name, expiresName), path, add)
	}
	return c, nil
}

// A link is what the variables of an expression are about.
type link struct {
	*sign.Request
	expires, uri string
}

// text returns the expression with its variables; unknown is one that is not known.
func (l *link) text(expression string) (text, unknown string) {
	var b strings.Builder
	for expression != "" {
		before, after, ok := params.Cut(expression, "$")
		b.WriteString(before)
		if !ok {
			break
		}
		name := ""
		if inner, in := params.CutPrefix(after, "{"); in {
			name, expression, _ = params.Cut(inner, "}")
		} else {
			end := 0
			for end < len(after) && (after[end] == '_' || after[end] >= '0' && after[end] <= '9' || after[end]|0x20 >= 'a' && after[end]|0x20 <= 'z') {
				end++
			}
			name, expression = after[:end], after[end:]
		}
		value, known := l.variable(name)
		if !known {
			return "", "$" + name
		}
		b.WriteString(value)
	}
	return b.String(), ""
}

func (l *link) variable(name string) (value string, known bool) {
	before, query := params.Split(l.URL)
	host, path := params.HostPath(l.URL)
	switch name {
	case "secure_link_expires":
		return l.expires, true
	case "uri", "document_uri":
		return l.uri, true
	case "request_uri":
		if strings.Contains(l.URL, "?") {
			path += "?" + query
		}
		return path, true
	case "args", "query_string":
		return query, true
	case "request_method":
		return l.Method, true
	case "scheme":
		scheme, _, _ := params.Cut(before, "://")
		return strings.ToLower(scheme), true
	case "host":
		host, _, _ = params.Cut(host, ":")
		return host, true
	}
	if arg, ok := params.CutPrefix(name, "arg_"); ok {
		_, value = first(params.Query(l.URL), []string{arg})
		return value, true
	}
	if field, ok := params.CutPrefix(name, "http_"); ok {
		value, _ = l.Get(strings.ReplaceAll(field, "_", "-"))
		return value, true
	}
	return "", false
}

// candidates adds what may have been hashed in place of the right text.
func (l *link) candidates(expression, url, path string, add func(id, what, fix, signed string)) {
	change := func(id, what, fix string, other link, expression string) {
		other.Request = l.Request
		if text, unknown := other.text(expression); unknown == "" {
			add(id, what, fix, text)
		}
	}
	const decoded = "hash the path decoded, which $uri is"
	otherPaths(url, path, func(id, what, uri string) {
		change("path-"+id, what, decoded, link{expires: l.expires, uri: uri}, expression)
	})
	const as = "hash the expression of secure_link_md5, octet for octet"
	change("expires-left-out", "the time was left out", as, link{uri: l.uri}, expression)
	change("expires-in-milliseconds", "the time was hashed in milliseconds", as, link{expires: l.expires + "000", uri: l.uri}, expression)
	same := link{expires: l.expires, uri: l.uri}
	change("space-left-out", "the space before the secret was left out", as, same, strings.Replace(expression, " {secret}", "{secret}", 1))
	change("space-added", "a space was hashed before the secret", as, same, strings.Replace(expression, "{secret}", " {secret}", 1))
	for _, other := range []string{"$secure_link_expires$uri {secret}", "$secure_link_expires$uri{secret}", "{secret}$secure_link_expires$uri", "{secret}$uri$secure_link_expires", "$uri$secure_link_expires {secret}", "$uri$secure_link_expires{secret}", "$uri{secret}", "$uri {secret}", "{secret}$uri"} {
		change("other-expression", "the expression "+other+" was hashed", as, same, other)
	}
}
