package gcs

import (
	"crypto"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const v2Name = "gcs-v2"

// V2 is a signed URL of version 2, which Google advises against.
var V2 = sign.New(sign.Scheme{
	Name: v2Name, Title: "Google Cloud Storage, signed URLs of version 2",
	URL:   "https://docs.cloud.google.com/storage/docs/access-control/signed-urls-v2",
	Key:   "key of the service account",
	Signs: "the path as sent, with the bucket, and x-goog- fields",
	Marks: []string{"?GoogleAccessId", "?Signature"},
}, readV2)

func readV2(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	_, query := params.Split(r.URL)
	form := params.Form(query) // a raw + of the signature arrives as a space
	host, path := params.HostPath(r.URL)
	if bucket, ok := strings.CutSuffix(host, ".storage.googleapis.com"); ok {
		path = "/" + bucket + path
	}
	c := &sign.Claim{Algorithm: algorithm.Algorithm{Name: "RSA-SHA256", Kind: algorithm.RSA, Hash: crypto.SHA256}}
	c.Signature, _ = params.Find(form, "Signature")
	account, _ := params.Find(form, "GoogleAccessId")
	expires, _ := params.Find(form, "Expires")
	if seconds, err := strconv.ParseInt(expires, 10, 64); err == nil && seconds > 0 && seconds < 1<<36 {
		c.Until = time.Unix(seconds, 0)
	} else {
		c.Flaws = append(c.Flaws, sign.Fail(v2Name, sign.Missing, "Expires", "Expires has no time in seconds since 1970"))
	}
	if twice := params.Repeated(form, "GoogleAccessId", "Expires", "Signature"); twice != "" {
		c.Flaws = append(c.Flaws, sign.Fail(v2Name, sign.Unknown, twice, twice+" comes twice, and which one counts is not known here"))
	}
	var fields []params.Param
	for _, f := range r.Header {
		if name := strings.ToLower(f.Name); strings.HasPrefix(name, "x-goog-") && !strings.HasPrefix(name, "x-goog-encryption-key") {
			fields = append(fields, params.Param{Name: name, Value: strings.Join(strings.Fields(f.Value), " ")})
		}
	}
	params.Sort(fields, func(a, b params.Param) int { return strings.Compare(a.Name, b.Name) })
	extensions := ""
	for i, f := range fields {
		extensions += f.Name + ":" + f.Value + "\n"
		if i > 0 && fields[i-1].Name == f.Name {
			c.Flaws = append(c.Flaws, sign.Fail(v2Name, sign.Unknown, f.Name, "how a field is signed that comes twice is not known here"))
		}
		if i == mostFields {
			return nil, sign.Fail(v2Name, sign.Unknown, f.Name, "there are more than fifty x-goog- fields")
		}
	}
	md5, _ := r.Get("Content-MD5")
	typ, _ := r.Get("Content-Type")
	text := func(method, md5, typ, expires, extensions, path string) string {
		return strings.Join([]string{method, md5, typ, expires, extensions + path}, "\n")
	}
	c.Text = text(r.Method, md5, typ, expires, extensions, path)
	c.Where = func(signature string) string {
		return params.With(params.Without(r.URL, "Signature"), "Signature", signature)
	}
	c.Facts = []sign.Fact{{Name: "account", Value: account}, {Name: "path", Value: path}}
	c.Candidates = func(add func(id, what, fix, signed string)) {
		const fix = "sign /bucket/object as it is encoded in the URL"
		decoded := params.Decode(path)
		for _, e := range params.Encoders() {
			add("path-"+e.ID, "the path: "+e.Text, fix, text(r.Method, md5, typ, expires, extensions, inSegments(decoded, e.Encode)))
		}
		bucket, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		add("bucket-left-out", "the bucket was left out of the path", fix, text(r.Method, md5, typ, expires, extensions, "/"+rest))
		add("bucket-twice", "the bucket was signed twice", fix, text(r.Method, md5, typ, expires, extensions, "/"+bucket+path))
		add("path-without-slash", "the path was signed without the first slash", fix, text(r.Method, md5, typ, expires, extensions, path[min(1, len(path)):]))
		add("path-with-query", "the query was signed with the path", fix, text(r.Method, md5, typ, expires, extensions, path+"?"+query))
		add("type-left-out", "Content-Type was not signed", "sign the Content-Type that is sent, or send none", text(r.Method, md5, "", expires, extensions, path))
		add("md5-left-out", "Content-MD5 was not signed", "sign the Content-MD5 that is sent", text(r.Method, "", typ, expires, extensions, path))
		add("fields-left-out", "the x-goog- fields were not signed", "sign the x-goog- fields that are sent", text(r.Method, md5, typ, expires, "", path))
		add("fields-without-line-end", "line ends after the fields were left out", "end each field with a line end", text(r.Method, md5, typ, expires, strings.ReplaceAll(extensions, "\n", ""), path))
		add("empty-lines-left-out", "the lines of Content-MD5 and Content-Type were left out", "sign empty lines for what is not sent", strings.Join([]string{r.Method, expires, extensions + path}, "\n"))
		for _, t := range []string{"application/octet-stream", "text/plain", "application/json", "image/jpeg", "image/png", "application/pdf", "video/mp4", "application/x-www-form-urlencoded"} {
			add("other-type", "Content-Type "+t+" was signed", "send the Content-Type that was signed", text(r.Method, md5, t, expires, extensions, path))
		}
		for _, method := range []string{"GET", "PUT", "POST", "HEAD", "DELETE"} {
			add("other-method", "the request was signed as "+method, "sign the method that is sent", text(method, md5, typ, expires, extensions, path))
		}
		add("expires-in-milliseconds", "Expires was signed in milliseconds", "sign the Expires that is sent, in seconds", text(r.Method, md5, typ, expires+"000", extensions, path))
	}
	return c, nil
}
