package webhook

import (
	"crypto"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const twilioName = "twilio"

// Twilio is the signature of Twilio's webhooks: of the URL, and of the parameters of a form
// decoded and sorted, with nothing between. The port may be there or not.
var Twilio = &sign.Scheme{
	Name: twilioName, Title: "Twilio webhooks", URL: "https://www.twilio.com/docs/usage/webhooks/webhooks-security",
	Key: "auth token of the account", Signs: "the URL as Twilio sends it, then the form decoded and sorted", Marks: []string{"X-Twilio-Signature"},
	Reads: readTwilio,
}

func readTwilio(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	c := &sign.Claim{Algorithm: algorithm.Algorithm{Name: "HMAC-SHA1", Hash: crypto.SHA1}}
	c.Signature, _ = r.Get("X-Twilio-Signature")
	settings, _ := r.Get("X-Twilio-Webhooks-Signature-Settings")
	for part := range strings.SplitSeq(settings, ",") {
		if name, v, _ := params.Cut(strings.TrimSpace(part), "="); name == "algorithm" && v != "" {
			switch strings.ToUpper(v) {
			case "HMAC_SHA1":
			case "HMAC_SHA256":
				c.Algorithm.Name, c.Algorithm.Hash = "HMAC-SHA256", crypto.SHA256
			default:
				c.Flaw(sign.Unknown, "algorithm", "the algorithm of the signature is not known here")
			}
		}
	}
	p := pairs{name: plain, value: plain}
	url, _, _ := params.Cut(r.URL, "#")
	hash, hashed := params.Find(params.Query(url), "bodySHA256")
	if typ, _ := r.Get("Content-Type"); !hashed && strings.HasPrefix(strings.ToLower(typ), "application/x-www-form-urlencoded") {
		p.params = values(params.Form(string(r.Body)))
	}
	if sum := sha256.Sum256(r.Body); hashed && hash != hex.EncodeToString(sum[:]) {
		c.Flaw(sign.Refused, "bodySHA256", "bodySHA256 is not the hash of the body")
	}
	c.Text = url + p.text()
	for _, u := range ports(url) {
		params.Add(&c.Also, u+p.text())
	}
	c.Facts = []sign.Fact{{Name: "URL", Value: url}, {Name: "algorithm", Value: c.Algorithm.Name}}
	for _, q := range p.params {
		params.Add(&c.Facts, sign.Fact{Name: params.Shown(q.Name), Value: q.Value})
	}
	c.Where = func(signature string) string { return "X-Twilio-Signature: " + signature }
	c.Candidates = func(add func(id, text, fix, signed string)) { twilioCandidates(r, url, p, add) }
	return c, nil
}

// values returns parameters of which each pair of name and value stands once, and the values of a
// name are sorted.
func values(list []params.Param) []params.Param {
	params.Sort(list, func(a, b params.Param) int { return strings.Compare(a.Value, b.Value) })
	seen := map[[2]string]bool{}
	return slices.DeleteFunc(list, func(p params.Param) bool {
		key := [2]string{p.Name, p.Value}
		was := seen[key]
		seen[key] = true
		return was
	})
}

// ports returns the URL without a port, and with that of its scheme.
func ports(url string) []string {
	scheme, rest, ok := params.Cut(url, "://")
	if !ok {
		return nil
	}
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	authority, rest := rest[:end], rest[end:]
	user := authority[:strings.LastIndexByte(authority, '@')+1]
	host := authority[len(user):]
	bare := host
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		bare = host[:i]
	}
	without := scheme + "://" + user + bare + rest
	if bare != host {
		return []string{without}
	}
	port := ":80"
	if strings.EqualFold(scheme, "https") {
		port = ":443"
	}
	return []string{without, scheme + "://" + user + host + port + rest}
}

func twilioCandidates(r *sign.Request, url string, p pairs, add func(id, text, fix, signed string)) {
	form := p.text()
	before, query := params.Split(url)
	_, path := params.HostPath(url)
	scheme, rest, _ := params.Cut(url, "://")
	other := map[string]string{"http": "https", "https": "http"}[strings.ToLower(scheme)] + "://" + rest
	const as = "verify the URL that Twilio was given, as it is written there; behind a proxy take X-Forwarded-Proto and -Host"
	urls := []struct{ id, text, url string }{
		{"other-scheme", "the URL was signed with https, and read with http, or the other way round: a proxy ends TLS", other},
		{"host-case", "the host was signed in lower case", strings.ToLower(before[:len(before)-len(path)]) + params.TrimPrefix(url, before[:len(before)-len(path)])},
		{"query-left-out", "the URL was signed without its query", before},
		{"slash-at-end", "a slash at the end of the path was signed, or left out", params.TrimSuffix(before, "/") + queried(query)},
		{"slash-at-end", "a slash at the end of the path was signed, or left out", before + "/" + queried(query)},
		{"url-decoded", "the URL was signed decoded", params.Decode(url)},
		{"url-decoded", "the URL was signed decoded as a form", params.DecodeForm(url)},
		{"hex-case", "the URL was signed with escapes in lower case", params.LowerEscapes(url)},
		{"question-mark", "a ? without a query was signed", before + "?"},
		{"path-decoded", "the path was signed decoded", params.Decode(before) + queried(query)},
	}
	for _, u := range ports(other) {
		params.Add(&urls, struct{ id, text, url string }{"other-scheme", "the URL was signed with the other of http and https", u})
	}
	for _, e := range params.Encoders() {
		q := pairs{params: params.Form(query), name: e.Encode, value: e.Encode, eq: "=", join: "&", unsorted: true}
		params.Add(&urls, struct{ id, text, url string }{"query-encoded-again", "the query was parsed and written again: " + e.Text, before + queried(q.text())})
		q.unsorted = false
		params.Add(&urls, struct{ id, text, url string }{"query-encoded-again", "the query was parsed, sorted and written again: " + e.Text, before + queried(q.text())})
	}
	for _, u := range urls {
		add(u.id, u.text, as, u.url+form)
	}
	add("form-left-out", "the form was not signed", "add the parameters of the form", url)
	add("body-signed", "the body was signed as it is", "decode the form, and sort its parameters", url+string(r.Body))
	add("form-signed-alone", "the URL was not signed", as, form)
	all := params.Form(string(r.Body))
	if p.params == nil && len(all) > 0 {
		q := p
		q.params = values(all)
		add("form-not-expected", "a form was signed, and Content-Type does not name one", "send the Content-Type of a form", url+q.text())
	}
	if len(p.params) > 0 {
		withQuery := p
		withQuery.params = values(slices.Concat(p.params, params.Form(query)))
		add("query-signed-twice", "the parameters of the query were signed with those of the form", "sign the parameters of the query in the URL alone", url+withQuery.text())
		p.candidates(all, func(id, text, fix, signed string) { add(id, text, fix, url+signed) })
	}
}

//go:noinline
func queried(query string) string {
	if query == "" {
		return ""
	}
	return "?" + query
}
