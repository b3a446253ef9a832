package cloudfront

import (
	"crypto"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const name = "cloudfront"

// URL is a signed URL of CloudFront, with a canned or a custom policy.
var URL = &sign.Scheme{
	Name: name, Title: "Amazon CloudFront, signed URLs",
	URL:   "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html",
	Key:   "key of the key pair",
	Signs: "a policy in JSON, which has the URL as it is sent",
	Marks: []string{"?Key-Pair-Id", "?Signature"},
	Reads: read,
}

// Cookies are a signed request of CloudFront whose signature stands in cookies.
var Cookies = &sign.Scheme{
	Name: "cloudfront-cookies", Title: "Amazon CloudFront, signed cookies",
	URL:   "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-cookies.html",
	Key:   "key of the key pair",
	Signs: "a policy in JSON, which has the URL as it is sent",
	Marks: []string{"Cookie:*CloudFront-Signature="},
	Reads: read,
}

// own are the parameters of the signature.
var own = []string{"Expires", "Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"}

// alphabet reads CloudFront's Base64.
var alphabet = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("-", "+", "_", "=", "~", "/")
}}

// inCookies returns the cookies of the signature as parameters.
func inCookies(r *sign.Request) (list []params.Param) {
	text, _ := r.Get("Cookie")
	for piece := range strings.SplitSeq(text, ";") {
		name, value, _ := params.Cut(strings.TrimSpace(piece), "=")
		if own, ok := params.CutPrefix(name, "CloudFront-"); ok {
			params.Add(&list, params.Param{Name: own, Value: value, Raw: value, RawName: name})
		}
	}
	return list
}

func read(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	query, cookies := params.Query(r.URL), inCookies(r)
	inURL := params.Contains(query, "Signature") || len(cookies) == 0
	if !inURL {
		query = cookies
	}
	get := func(name string) string {
		v, _ := params.Find(query, name)
		return v
	}
	resource, _, _ := params.Cut(r.URL, "#")
	if inURL {
		resource = params.Without(r.URL, own...)
	}
	expires, policy := get("Expires"), get("Policy")
	c := &sign.Claim{Signature: get("Signature"), Algorithm: algorithm.Algorithm{Name: "RSA-SHA1", Kind: algorithm.RSA, Hash: crypto.SHA1, Form: algorithm.CloudFront}}
	switch get("Hash-Algorithm") {
	case "SHA256":
		c.Algorithm.Name, c.Algorithm.Hash = "RSA-SHA256", crypto.SHA256
	case "", "SHA1":
	default:
		return nil, sign.Fail(sign.Unknown, "Hash-Algorithm", "Hash-Algorithm is neither SHA1 nor SHA256")
	}
	c.Facts = []sign.Fact{{Name: "key pair", Value: get("Key-Pair-Id")}, {Name: "resource", Value: resource}}
	switch {
	case policy != "" && expires != "":
		return nil, sign.Fail(sign.Unknown, "Policy", "there are both Expires and Policy")
	case policy != "":
		text, err := base64.StdEncoding.DecodeString(alphabet.Get().Replace(policy))
		if err != nil {
			return nil, sign.Fail(sign.Refused, "Policy", "Policy is not Base64 with - _ ~ for + = /")
		}
		c.Text = string(text)
		custom(c, resource)
	default:
		seconds, err := strconv.ParseInt(expires, 10, 64)
		if err != nil || seconds <= 0 || seconds > 1<<36 {
			return nil, sign.Fail(sign.Missing, "Expires", "Expires has no time in seconds since 1970, and there is no Policy")
		}
		c.Text, c.Until = canned(resource, expires), time.Unix(seconds, 0)
	}
	if strings.ContainsAny(resource, "\"\\ ") {
		c.Flaw(sign.Unknown, "URL", "the URL has a character that is sent encoded, and how CloudFront gets it is not known here")
	}
	if inURL && len(cookies) > 0 {
		c.Flaw(sign.Unknown, "Cookie", "the URL is signed, and there are cookies of a signature, too")
	}
	if twice := params.Repeated(query, own...); twice != "" {
		c.Flaw(sign.Unknown, twice, twice+" comes twice, and which one counts is not known here")
	}
	if _, q := params.Split(r.URL); inURL && strings.Contains("&"+q+"&", "&&") && q != "" {
		c.Flaw(sign.Unknown, "query", "what CloudFront makes of an empty parameter is not known here")
	}
	c.Where = func(signature string) string {
		if !inURL {
			return "Cookie: CloudFront-Signature=" + signature
		}
		return params.With(params.Without(r.URL, "Signature"), "Signature", signature)
	}
	c.Candidates = func(add func(id, text, fix, signed string)) { candidates(c, resource, expires, add) }
	return c, nil
}

// canned returns the policy that Expires stands for.
//
//go:noinline
func canned(resource, expires string) string {
	return `{"Statement":[{"Resource":"` + resource + `","Condition":{"DateLessThan":{"AWS:EpochTime":` + expires + `}}}]}`
}

// custom sets what a policy says, and what CloudFront refuses.
func custom(c *sign.Claim, resource string) {
	type epoch struct {
		Seconds int64 `json:"AWS:EpochTime"`
	}
	var policy struct {
		Statement []struct {
			Resource  string
			Condition struct {
				DateLessThan, DateGreaterThan epoch
			}
		}
	}
	if err := json.Unmarshal([]byte(c.Text), &policy); err != nil || len(policy.Statement) != 1 {
		c.Flaw(sign.Refused, "Policy", "Policy is not JSON with one statement")
		return
	}
	for _, member := range []string{`"Statement"`, `"Resource"`, `"Condition"`, `"DateLessThan"`, `"DateGreaterThan"`} {
		n, folded := strings.Count(c.Text, member), strings.Count(strings.ToLower(c.Text), strings.ToLower(member))
		if n > 1 || folded != n { // encoding/json takes names in any case, and the last of several
			c.Flaw(sign.Unknown, "Policy", "what CloudFront makes of "+member+" twice, or in another case, is not known here")
		}
	}
	s := policy.Statement[0]
	if end := s.Condition.DateLessThan.Seconds; end > 0 {
		c.Until = time.Unix(end, 0)
	} else {
		c.Flaw(sign.Refused, "Policy", "Policy has no DateLessThan")
	}
	if start := s.Condition.DateGreaterThan.Seconds; start > 0 {
		c.From = time.Unix(start, 0)
	}
	params.Add(&c.Facts, sign.Fact{Name: "resource of the policy", Value: s.Resource})
	switch {
	case len(s.Resource) > maxResource:
		c.Flaw(sign.Unknown, "Policy", "the resource of the policy is longer than is read here")
	case s.Resource != "" && !params.Wildcard(s.Resource, resource):
		c.Flaw(sign.Refused, "Policy", "the URL is not one of the resource of the policy")
	}
}

// maxResource is the longest resource of a policy that is compared with the URL, in bytes.
const maxResource = 2048

// candidates adds what may have been signed in place of the right policy.
func candidates(c *sign.Claim, resource, expires string, add func(id, text, fix, signed string)) {
	const json = "sign the JSON as CloudFront makes it: no white space, no escapes of / and &, Resource first"
	spaced := strings.NewReplacer(`":`, `": `, `,"`, `, "`).Replace(c.Text)
	add("policy-spaces", "the policy was signed with white space", json, spaced)
	add("policy-spaces", "the policy was signed without white space", "sign the octets that Policy holds", strings.Join(strings.Fields(c.Text), ""))
	add("policy-slashes", `/ was written as \/, as PHP's json_encode does`, json, strings.ReplaceAll(c.Text, "/", `\/`))
	add("policy-ampersand", `& was written as \u0026, as Go's encoding/json does`, json, strings.ReplaceAll(c.Text, "&", `\u0026`))
	add("policy-base64", "the policy was signed in Base64", "sign the policy, and encode it afterwards", base64.StdEncoding.EncodeToString([]byte(c.Text)))
	add("policy-base64", "the policy was signed in CloudFront's Base64", "sign the policy, and encode it afterwards", strings.NewReplacer("+", "-", "=", "_", "/", "~").Replace(base64.StdEncoding.EncodeToString([]byte(c.Text))))
	if expires == "" {
		return
	}
	change := func(id, text, resource, expires string) {
		add(id, text, "sign the URL as it is sent, without the parameters of the signature", canned(resource, expires))
	}
	before, query := params.Split(resource)
	scheme, rest, _ := params.Cut(resource, "://")
	_, path := params.HostPath(resource)
	change("resource-without-query", "the URL was signed without its query", before, expires)
	change("resource-decoded", "the URL was signed decoded", params.Decode(resource), expires)
	change("resource-decoded", "the URL was signed decoded as a form", params.DecodeForm(resource), expires)
	change("resource-lower-escapes", "the URL was signed with escapes in lower case", params.LowerEscapes(resource), expires)
	change("resource-path-only", "the path was signed alone", path, expires)
	change("resource-path-only", "the path was signed alone, without the first slash", params.TrimPrefix(path, "/"), expires)
	change("resource-other-scheme", "the URL was signed with the other of http and https", map[string]string{"http": "https", "https": "http"}[scheme]+"://"+rest, expires)
	change("resource-any-scheme", "http* was signed", "http*://"+rest, expires)
	change("resource-wildcard", "a wildcard was signed with a canned policy", "*", expires)
	change("resource-with-expires", "Expires was signed in the URL", params.With(resource, "Expires", expires), expires)
	for _, e := range params.Encoders() {
		again := params.TrimSuffix(before, path) + params.Segments(params.Decode(path), e.Encode)
		if query != "" {
			again += "?" + query
		}
		change("resource-encoded-again", "the path was encoded again: "+e.Text, again, expires)
	}
	change("expires-in-milliseconds", "the time was signed in milliseconds", resource, expires+"000")
	change("expires-as-text", "the time was signed in quotation marks", resource, `"`+expires+`"`)
}
