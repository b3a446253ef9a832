package sigv4

import (
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
)

// Presign returns a URL with which anyone can send r until it expires: in whole
// seconds, after seven days at most (AWS checks it). All signed fields of r must
// be sent with it, too; if r has no fields, only Host is signed. The body is not
// signed, and for services other than S3 it must be empty, unless r has a PayloadHash
// or X-Amz-Content-Sha256. Bytes of the path and the query that cannot be sent, such
// as spaces and letters beyond ASCII, are escaped before they are signed. r stays as
// it is. An error is a *percent.SyntaxError.
func (s *Signer) Presign(r *Request, expires time.Duration) (string, error) {
	steps, err := s.ExplainPresign(r, expires)
	if err != nil {
		return "", err
	}
	return steps.URL, nil
}

// ExplainPresign presigns a request and returns every step. The parameters come
// before those of the query, the signature at its end. An error is a
// *percent.SyntaxError.
func (s *Signer) ExplainPresign(r *Request, expires time.Duration) (*Steps, error) {
	u, err := splitURL(r.URL)
	if err != nil {
		return nil, err
	}
	// What is signed is what a client sends of the URL.
	u.path, u.query = percent.Path.Fix(u.path), percent.Query.Fix(u.query)
	b := newBuffer()
	defer b.free()
	steps := &Steps{PayloadHash: r.payloadHash()}
	if _, given := r.get(payloadField); r.PayloadHash == "" && !given && s.isS3() {
		steps.PayloadHash = UnsignedPayload
	}
	date := s.now().UTC().Format(longDate)
	var kept []Header
	for _, h := range r.Header {
		// They are parameters instead.
		if !strings.EqualFold(h.Name, dateField) && !strings.EqualFold(h.Name, tokenField) {
			kept = append(kept, h)
		}
	}
	s.addFields(b, kept, u.host)
	b.appendFields(nil) // for the list of names
	params := []Header{
		{algorithmParam, algorithm},
		{credentialParam, s.Credentials.AccessKeyID + "/" + s.scope(date[:8])},
		{dateParam, date},
		{expiresParam, strconv.FormatInt(int64(expires/time.Second), 10)},
		{signedHeadersParam, string(b.signed)},
	}
	if s.Credentials.SessionToken != "" {
		params = append(params, Header{tokenParam, s.Credentials.SessionToken})
	}
	query := ""
	for i, p := range params {
		if i > 0 {
			query += "&"
		}
		query += p.Name + "=" + percent.AWS.Encode(p.Value)
		b.params.Add(p.Name, p.Value)
	}
	rest := withoutParams(u.query, isPresign)
	b.addQuery(rest, s.Plus.of(s.Service), "")
	s.canonical(b, r.Method, u.path, steps.PayloadHash, steps)
	steps.sign(s, b, date)
	if style := s.Path.of(s.Service); style == PathS3 || style == PathDecoded {
		// Servers that sign the path as it is sent accept this spelling as well.
		u.path = steps.CanonicalURI
	}
	if rest != "" {
		query += "&" + rest
	}
	steps.URL = u.origin + u.path + "?" + query + "&" + signatureParam + "=" + steps.Signature
	return steps, nil
}

// isPresign reports whether name is a parameter that presigning sets.
func isPresign(name string) bool {
	switch name {
	case algorithmParam, credentialParam, dateParam, expiresParam, signedHeadersParam, tokenParam, signatureParam:
		return true
	}
	return false
}

// withoutParams returns a query without the parameters whose decoded names drop
// reports. The others stay as they are.
func withoutParams(query string, drop func(name string) bool) string {
	var kept []string
	for query != "" {
		var piece string
		piece, query, _ = strings.Cut(query, "&")
		name, _, _ := strings.Cut(piece, "=")
		if decoded, err := literalPlus.Decode(name); err != nil || !drop(decoded) {
			kept = append(kept, piece)
		}
	}
	return strings.Join(kept, "&")
}

// presignParams returns the parameters that presigning sets, and the name of one
// that is there more than once.
func presignParams(query string, plus PlusStyle) (params map[string]string, repeated string) {
	e := plus.decoding()
	params = map[string]string{}
	for piece := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(piece, "=")
		// Neither encoding refuses anything.
		name, _ = e.Decode(name)
		if !isPresign(name) {
			continue
		}
		if _, ok := params[name]; ok {
			repeated = name
		}
		params[name], _ = e.Decode(value)
	}
	return params, repeated
}
