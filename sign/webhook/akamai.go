package webhook

import (
	"crypto"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const akamaiName = "akamai"

// Akamai is a token of Akamai's Auth Token 2.0 (EdgeAuth), in the query or in a cookie. A salt
// of the property is not read.
var Akamai = &sign.Scheme{
	Name: akamaiName, Title: "Akamai, Auth Token 2.0",
	URL: "https://techdocs.akamai.com/property-mgr/docs/auth-token-2-0-ver",
	Key: "encryption key, in hex", Signs: "the token as it is written, and the path if it has no acl",
	Marks: []string{"?hdnts", "|", "?hdnea", "|", "?hdntl", "|", "?__token__", "|", "Cookie:*~hmac="},
	Reads: readAkamai,
}

// akamaiNames are the usual names of the parameter or the cookie.
var akamaiNames = []string{"hdnts", "hdnea", "hdntl", "__token__"}

// akamaiToken returns the token of a request, as it is written, and its name.
func akamaiToken(r *sign.Request) (token, name string) {
	list := params.Query(r.URL)
	cookies, _ := r.Get("Cookie")
	for cookie := range strings.SplitSeq(cookies, ";") {
		name, value, _ := params.Cut(strings.TrimSpace(cookie), "=")
		params.Add(&list, params.Param{Name: name, Raw: value})
	}
	for _, p := range list {
		if slices.Contains(akamaiNames, p.Name) || strings.Contains(p.Raw, "~hmac=") {
			return p.Raw, p.Name
		}
	}
	return "", ""
}

func readAkamai(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	token, parameter := akamaiToken(r)
	if token == "" {
		return nil, sign.Fail(sign.Missing, "__token__", "there is no token")
	}
	text, signature, _ := params.Cut(token, "~hmac=")
	c := &sign.Claim{Text: text, Signature: signature, Algorithm: algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex, HexKey: true}}
	switch len(signature) { // as the property says
	case 40:
		c.Algorithm.Name, c.Algorithm.Hash = "HMAC-SHA1", crypto.SHA1
	case 32:
		c.Algorithm.Name, c.Algorithm.Hash = "HMAC-MD5", crypto.MD5
	}
	_, path := params.HostPath(r.URL)
	path = "/" + params.TrimPrefix(path, "/")
	fields := map[string]string{}
	for field := range strings.SplitSeq(text, "~") {
		name, value, _ := params.Cut(field, "=")
		if _, twice := fields[name]; twice || !slices.Contains([]string{"ip", "st", "exp", "acl", "id", "data"}, name) {
			c.Flaw(sign.Unknown, "token", "what is made of the field "+strconv.Quote(params.Shown(name))+" is not known here")
		}
		if (name == "acl" || name == "exp" || name == "st") && strings.Contains(value, "%") {
			c.Flaw(sign.Unknown, name, name+" has an escape, and whether that is decoded is not known here")
		}
		fields[name] = value
		params.Add(&c.Facts, sign.Fact{Name: params.Shown(name), Value: value})
	}
	var ok bool
	if c.Until, ok = unix(fields["exp"]); !ok {
		c.Flaw(sign.Refused, "exp", "exp is not a time in seconds since 1970")
	}
	if from, given := fields["st"]; given {
		if c.From, ok = unix(from); !ok {
			c.Flaw(sign.Refused, "st", "st is not a time in seconds since 1970")
		}
	}
	acl, given := fields["acl"]
	switch {
	case !given:
		c.Text += "~url=" + path
		c.Also = []string{text + "~url=" + escapedEarly(path)}
		c.Flaw(sign.Unknown, "url", "whether the path is signed escaped says the property (Escape token input)")
	case !slices.ContainsFunc(strings.Split(acl, "!"), func(pattern string) bool { return params.Wildcard(pattern, path) }):
		reason := sign.Refused
		if strings.Contains(acl+path, "%") {
			reason = sign.Unknown
		}
		c.Flaw(reason, "acl", "acl does not hold for the path")
	}
	c.Where = func(made string) string { return text + "~hmac=" + made }
	c.Candidates = func(add func(id, text, fix, signed string)) {
		akamaiCandidates(params.Without(r.URL, parameter), text, path, given, add)
	}
	return c, nil
}

// unix returns the time that a text has in seconds since 1970.
func unix(text string) (time.Time, bool) {
	seconds, err := strconv.ParseUint(text, 10, 36)
	return time.Unix(int64(seconds), 0), err == nil && seconds > 0
}

// escapedEarly writes a text as Akamai's libraries do by their option escapeEarly.
func escapedEarly(text string) string {
	return params.LowerEscapes(strings.NewReplacer("~", "%7e", "*", "%2a", "'", "%27").Replace(percent.WHATWGComponent.Encode(text)))
}

func akamaiCandidates(whole, text, path string, acl bool, add func(id, text, fix, signed string)) {
	const fix = "sign ip, st, exp, acl or url, id and data, in this order with ~ between, as the token has them"
	url := func(id, what, path string) { add("url-"+id, what, fix, text+"~url="+path) }
	url("signed", "the path was signed beside the acl", path)
	url("signed", "the path was signed beside the acl", escapedEarly(path))
	otherPaths(whole, path, url)
	if !acl {
		add("url-left-out", "the path was not signed", fix, text)
	}
	add("token-decoded", "the token was signed decoded", fix, params.Decode(text))
	add("token-encoded", "the token was signed encoded", fix, percent.RFC3986.Encode(text))
	add("token-escaped", "the values were signed escaped, as by escapeEarly", fix, escapedFields(text, escapedEarly))
	add("token-not-escaped", "the values were signed without the escapes that the token has", fix, escapedFields(text, params.Decode))
	add("salt-empty", "an empty salt was signed", fix, text+"~salt=")
	add("name-signed", "the name of the token was signed, too", fix, "hdnts="+text)
	add("separator-at-end", "a ~ at the end was signed", fix, text+"~")
	for _, join := range []string{"&", "!", "", "\n"} {
		add("other-separator", "other separators stand between the fields", fix, strings.ReplaceAll(text, "~", join))
	}
	fields := strings.Split(text, "~")
	if len(fields) > mostLeftOut {
		return
	}
	for i := range fields {
		add("field-left-out", "a field of the token was not signed", fix, strings.Join(slices.Delete(slices.Clone(fields), i, i+1), "~"))
	}
	slices.Sort(fields)
	add("wrong-order", "the fields were sorted", fix, strings.Join(fields, "~"))
	slices.Reverse(fields)
	add("wrong-order", "the fields were sorted backwards", fix, strings.Join(fields, "~"))
}

// escapedFields writes the values of a token by a function.
func escapedFields(text string, write func(string) string) string {
	fields := strings.Split(text, "~")
	for i, f := range fields {
		if name, value, ok := params.Cut(f, "="); ok {
			fields[i] = name + "=" + write(value)
		}
	}
	return strings.Join(fields, "~")
}
