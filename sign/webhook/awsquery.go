package webhook

import (
	"cmp"
	"crypto"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// AWSQuery is a request to a query API of AWS that is signed by version 2, as those of
// SimpleDB and, until 2022, of Amazon's Marketplace Web Service. Its parameters are in the
// query or in a form.
var AWSQuery = &sign.Scheme{
	Name: "aws-query", Title: "AWS Signature Version 2 of a query API",
	URL: "https://docs.aws.amazon.com/AmazonSimpleDB/latest/DeveloperGuide/HMACAuth.html",
	Key: "secret access key", Signs: "method, host, the path as sent, and parameters encoded again, sorted",
	Marks: []string{"?AWSAccessKeyId", "?SignatureVersion:2", "|", "&AWSAccessKeyId", "&SignatureVersion"},
	Reads: readAWSQuery,
}

func readAWSQuery(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	_, query := params.Split(r.URL)
	all := params.Form(query)
	c := &sign.Claim{}
	inBody := !params.Contains(all, "AWSAccessKeyId")
	switch {
	case inBody && query != "":
		c.Flaw(sign.Unknown, "query", "the parameters are in the body, and the URL has a query, too")
		fallthrough
	case inBody:
		all = params.Form(string(r.Body))
	case strings.Contains(query, "+"):
		c.Flaw(sign.Unknown, "query", "a + in the query is a space to some and a plus sign to others: write %20 or %2B")
	}
	if len(all) > mostLeftOut {
		return nil, sign.Fail(sign.Unknown, "query", "there are more parameters than are read here")
	}
	if version, _ := params.Find(all, "SignatureVersion"); version != "2" {
		return nil, sign.Fail(sign.Unknown, "SignatureVersion", "only SignatureVersion 2 is known here")
	}
	switch method, _ := params.Find(all, "SignatureMethod"); method {
	case "HmacSHA256":
		c.Algorithm = algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256}
	case "HmacSHA1":
		c.Algorithm = algorithm.Algorithm{Name: "HMAC-SHA1", Hash: crypto.SHA1}
	default:
		return nil, sign.Fail(sign.Unknown, "SignatureMethod", "SignatureMethod is neither HmacSHA256 nor HmacSHA1")
	}
	signed := without(all, "Signature")
	for i, p := range signed {
		if percent.RFC3986.Encode(p.Name) != p.Name {
			c.Flaw(sign.Unknown, p.Name, "the services have no parameter with such a name")
		}
		if twice := params.Repeated(signed[i:], p.Name); twice != "" {
			c.Flaw(sign.Unknown, twice, twice+" comes twice, and how it is signed is not known here")
		}
	}
	stamp, byTime := params.Find(all, "Timestamp")
	until, expires := params.Find(all, "Expires")
	if expires {
		stamp = until
	}
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		at, err = time.Parse("2006-01-02T15:04:05", stamp) // as in the examples of AWS
	}
	switch {
	case err != nil || byTime == expires:
		c.Flaw(sign.Unknown, "Timestamp", "there is not one time, in Timestamp or in Expires, such as 2024-01-01T00:00:00Z")
	case expires:
		c.Until = at
	default:
		c.From, c.Until = at.Add(-awsSkew), at.Add(awsSkew)
	}
	host, path := params.HostPath(r.URL)
	if field, ok := r.Get("Host"); ok {
		host = strings.ToLower(field)
	}
	path = cmp.Or(path, "/")
	c.Signature, _ = params.Find(all, "Signature")
	list := pairs{params: signed, name: percent.RFC3986.Encode, value: percent.RFC3986.Encode, eq: "=", join: "&"}
	text := func(method, host, path string) string { return method + "\n" + host + "\n" + path + "\n" }
	begin := text(r.Method, host, path)
	c.Text = begin + list.text()
	account, _ := params.Find(all, "AWSAccessKeyId")
	c.Facts = []sign.Fact{{Name: "account", Value: account}, {Name: "parameters", Value: strconv.Itoa(len(signed))}}
	c.Where = func(made string) string {
		if inBody {
			return params.TrimPrefix(params.With(params.Without("?"+string(r.Body), "Signature"), "Signature", made), "?")
		}
		return params.With(params.Without(r.URL, "Signature"), "Signature", made)
	}
	c.Candidates = func(add func(id, what, fix, signed string)) {
		list.candidates(all, func(id, what, fix, signed string) { add(id, what, fix, begin+signed) })
		other := func(id, what, fix, begin string) { add(id, what, fix, begin+list.text()) }
		name, _, _ := params.Cut(host, ":")
		for _, h := range []string{name, name + ":443", name + ":80", strings.ToUpper(host)} {
			other("other-host", "the host was signed as "+params.Shown(h), "sign the host as the field Host has it, in lower case", text(r.Method, h, path))
		}
		other("path-left-out", "the path was signed as an empty line", "sign / for an empty path", text(r.Method, host, ""))
		other("path-left-out", "the path was signed as /", "sign the path as it is sent", text(r.Method, host, "/"))
		other("path-left-out", "the line of the path was left out", "sign the path as it is sent", r.Method+"\n"+host+"\n")
		other("path-decoded", "the path was signed decoded", "sign the path as it is sent", text(r.Method, host, params.Decode(path)))
		add("query-alone", "the parameters were signed alone", "sign method, host and path before them", list.text())
	}
	return c, nil
}

// awsSkew is how far a Timestamp may be from the clock of the service.
const awsSkew = 15 * time.Minute
