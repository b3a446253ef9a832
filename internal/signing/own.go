package signing

import (
	"cmp"
	"crypto"
	"net/url"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
	"github.com/pct-encoded/percent/uri"
)

// hexDigits is the form of a signature in hex, of a package that stays within sign.
const hexDigits = 1

// ofSign returns a request of package sign as packages of schemes take it.
func ofSign(r *sign.Request) *httprequest.Request {
	h := &httprequest.Request{Method: r.Method, URL: r.URL, Body: r.Body}
	for _, f := range r.Header {
		h.Header = append(h.Header, httprequest.Field{Name: f.Name, Value: f.Value})
	}
	return h
}

// sigv4Scheme is Signature Version 4 for the mistakes that all schemes share, beside those
// that package compare finds.
func sigv4Scheme(v *sigv4.Verifier) *sign.Scheme {
	return &sign.Scheme{Name: "sigv4", Reads: func(sent *sign.Request, _ sign.Given) (*sign.Claim, error) {
		r := ofSign(sent)
		steps, err := v.Explain(r.SigV4(), r.Body)
		if err != nil {
			return nil, err
		}
		claimed, err := v.Claimed(r.SigV4())
		if err != nil {
			return nil, err
		}
		c := &sign.Claim{Text: steps.CanonicalRequest, Signature: steps.Signature}
		c.Algorithm.Name, c.Algorithm.Hash, c.Algorithm.Form = "AWS4-HMAC-SHA256", crypto.SHA256, hexDigits
		key := func(secret []byte, region, service string) []byte {
			return sigv4.SigningKey(string(secret), claimed.Day, region, service)
		}
		c.Algorithm.Derive = func(secret []byte) []byte { return key(secret, claimed.Region, claimed.Service) }
		c.Algorithm.Misderived = func(secret []byte, add func([]byte, string)) {
			for _, region := range []string{"us-east-1", "auto", ""} {
				add(key(secret, region, claimed.Service), "another region was taken for the key")
			}
			for _, service := range []string{"s3", "execute-api", ""} {
				add(key(secret, claimed.Region, service), "another service was taken for the key")
			}
		}
		before := strings.TrimSuffix(steps.StringToSign, sigv4.HashPayload([]byte(steps.CanonicalRequest)))
		c.ToSign = func(text string) string { return before + sigv4.HashPayload([]byte(text)) }
		c.Candidates = func(add func(id, text, fix, signed string)) {
			inSigV4(steps, r.Body, add)
			for _, other := range hostsOfS3(r.URL, claimed.Region) {
				changed := *r
				changed.URL = other
				changed.Header = slices.DeleteFunc(slices.Clone(r.Header), func(f httprequest.Field) bool { return strings.EqualFold(f.Name, "Host") })
				if steps, err := v.Explain(changed.SigV4(), r.Body); err == nil {
					add("other-host", "another host was signed: "+excerpt.Name(uri.ParseLenient(other).Host().Raw), "send the request to the host that was signed", steps.CanonicalRequest)
				}
			}
		}
		return c, nil
	}}
}

// hostsOfS3 returns a URL of S3 with the bucket in the host and in the path, at the hosts of a
// region and at the one without.
func hostsOfS3(url, region string) (list []string) {
	scheme, rest, _ := strings.Cut(url, "://")
	host, path, _ := strings.Cut(rest, "/")
	bucket, domain, inHost := strings.Cut("."+host, ".s3")
	if !strings.HasSuffix(domain, ".amazonaws.com") {
		return nil
	}
	if bucket = strings.TrimPrefix(bucket, "."); !inHost || bucket == "" {
		bucket, path, _ = strings.Cut(path, "/")
	}
	for _, h := range []string{"s3." + region + ".amazonaws.com", "s3.amazonaws.com", "s3.dualstack." + region + ".amazonaws.com"} {
		list = append(list, scheme+"://"+bucket+"."+h+"/"+path, scheme+"://"+h+"/"+bucket+"/"+path)
	}
	return list
}

// mostLeftOut is up to how many fields and parameters each is tried to be missing.
const mostLeftOut = 50

// inSigV4 adds canonical requests of which something was left out.
func inSigV4(steps *sigv4.Steps, body []byte, add func(id, text, fix, signed string)) {
	right := steps.CanonicalRequest
	for _, p := range [][2]string{
		{"the hash of an empty payload was signed", sigv4.HashPayload(nil)},
		{"the hash of the body was signed", sigv4.HashPayload(body)},
		{"UNSIGNED-PAYLOAD was signed, and a hash is sent", "UNSIGNED-PAYLOAD"},
	} {
		add("payload-hash", p[0], "send the hash that is signed in X-Amz-Content-Sha256", strings.TrimSuffix(right, steps.PayloadHash)+p[1])
	}
	lines, names := strings.SplitAfter(steps.CanonicalHeaders, "\n"), strings.Split(steps.SignedHeaders, ";")
	for i := range names[:min(len(names), len(lines), mostLeftOut)] {
		without := func(list []string) []string { return slices.Delete(slices.Clone(list), i, i+1) }
		add("field-left-out", "a field was not signed that the signature names", "sign all fields that are named",
			strings.Replace(right, steps.CanonicalHeaders+"\n"+steps.SignedHeaders, strings.Join(without(lines), "")+"\n"+strings.Join(without(names), ";"), 1))
	}
	query := func(text string) string {
		return strings.Replace(right, "\n"+steps.CanonicalQuery+"\n", "\n"+text+"\n", 1)
	}
	pieces := strings.Split(steps.CanonicalQuery, "&")
	for i := range pieces[:min(len(pieces), mostLeftOut)] {
		add("parameter-left-out", "a parameter was not signed", "sign all parameters but the signature", query(strings.Join(slices.Delete(slices.Clone(pieces), i, i+1), "&")))
	}
	add("query-left-out", "only the parameters of the signature were signed", "sign all parameters",
		query(strings.Join(slices.DeleteFunc(pieces, func(p string) bool { return !strings.HasPrefix(p, "X-Amz-") }), "&")))
}

// oauth1Scheme is OAuth 1.0 with a MAC, as sigv4Scheme.
var oauth1Scheme = &sign.Scheme{Name: "oauth1", Reads: func(sent *sign.Request, _ sign.Given) (*sign.Claim, error) {
	req, err := ofSign(sent).OAuth1(nil)
	if err != nil {
		return nil, err
	}
	params, err := oauth1.Collect(req)
	if err != nil {
		return nil, err
	}
	c := &sign.Claim{}
	for _, p := range params {
		if p.Name == "oauth_signature_method" {
			c.Algorithm.Name = p.Value
		}
	}
	_, query, _ := strings.Cut(req.URL, "?")
	for _, text := range []string{query, req.Form} {
		values, _ := url.ParseQuery(text)
		c.Signature = cmp.Or(c.Signature, values.Get("oauth_signature"))
	}
	if h, err := oauth1.ParseHeader(req.Authorization); err == nil {
		signature, _ := h.Get("oauth_signature")
		c.Signature = cmp.Or(signature, c.Signature)
	}
	c.Algorithm.Hash = map[string]crypto.Hash{"HMAC-SHA1": crypto.SHA1, "HMAC-SHA256": crypto.SHA256, "HMAC-SHA512": crypto.SHA512}[c.Algorithm.Name]
	if c.Algorithm.Hash == 0 {
		return nil, sign.Fail(sign.Unknown, "oauth_signature_method", "the method is no MAC")
	}
	c.Algorithm.Misderived = func(right []byte, add func([]byte, string)) {
		consumer, token, _ := strings.Cut(string(right), "&")
		rawConsumer, _ := percent.OAuth1.Decode(consumer)
		rawToken, _ := percent.OAuth1.Decode(token)
		for _, m := range [][2]string{
			{rawConsumer + "&" + rawToken, "the secrets were joined unencoded"},
			{consumer + "&", "the token secret was left out"},
			{"&" + token, "the consumer secret was left out"},
			{token + "&" + consumer, "the secrets were swapped"},
			{consumer, "the consumer secret alone was taken, without &"},
		} {
			add([]byte(m[0]), m[1])
		}
	}
	c.Candidates = func(add func(id, text, fix, signed string)) {
		with := func(more ...oauth1.Param) string {
			for _, p := range params {
				more = append(more, p.Param)
			}
			before := c.Text[:strings.LastIndexByte(c.Text, '&')+1]
			return before + percent.OAuth1.Encode(oauth1.Normalize(more))
		}
		if h, err := oauth1.ParseHeader(req.Authorization); err == nil && h.HasRealm {
			add("realm-added", "realm was signed", "leave realm out of the base string (RFC 5849, 3.4.1.3.1)", with(oauth1.Param{Name: "realm", Value: h.Realm}))
		}
		add("signature-added", "an empty oauth_signature was signed", "add oauth_signature after signing (RFC 5849, 3.4.1.3.1)", with(oauth1.Param{Name: "oauth_signature"}))
	}
	c.Text, err = oauth1.BaseString(req)
	return c, err
}}

// oauth1Key returns the key by which secrets sign.
func oauth1Key(s oauth1.Secrets) *sign.Key {
	return &sign.Key{Secret: percent.OAuth1.Encode(s.Consumer) + "&" + percent.OAuth1.Encode(s.Token)}
}

// ownMistake returns the mistake of a request by one of these schemes, or nil.
func (c *Call) ownMistake(s *sign.Scheme, key *sign.Key) *sign.Mistake {
	claim, err := s.Read(c.signRequest(), sign.Given{})
	if err != nil {
		return nil
	}
	return claim.FindMistake(key)
}

// unescaped undoes the escapes of a URL that is copied from HTML, XML or JSON.
var unescaped = strings.NewReplacer("&amp;", "&", "&#38;", "&", `\u0026`, "&", `\/`, "/")

// copied returns the mistake for which a URL is refused before its signature is checked: it
// holds when the mistake is undone. It is nil if none is known.
func (s *Scheme) copied(c *Call) *sign.Mistake {
	for _, m := range []sign.Mistake{
		{ID: "url-html-escaped", Text: "the URL is copied from HTML or JSON, with its & escaped", Fix: `write & for &amp; or \u0026`, Signed: unescaped.Replace(c.Request.URL)},
		{ID: "url-encoded-twice", Text: "the URL was encoded once more after it was signed", Fix: "send the URL as it was signed", Signed: strings.ReplaceAll(c.Request.URL, "%25", "%")},
	} {
		if m.Signed == c.Request.URL {
			continue
		}
		other, quiet, r := *c, *c.Program, *c.Request
		quiet.Note, quiet.Hint = nil, nil
		r.URL = m.Signed
		other.Request, other.Program = &r, &quiet
		check, err := s.Check(&other)
		if err != nil {
			continue
		}
		if _, _, err := check.Verify(); err == nil {
			return &m
		}
	}
	return nil
}
