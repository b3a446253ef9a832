package threads3

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sort"
	"strings"
)

type Client struct {
	base *url.URL
	http *http.Client
}

func (c *Client) newRequest(method, path string) (*http.Request, error) {
	rel, err := c.base.Parse(path)
	if err != nil {
		return nil, err
	}
	return http.NewRequest(method, rel.String(), nil)
}

// google/go-github#309
func (c *Client) contents(owner, repo, path string) (*http.Request, error) {
	u := fmt.Sprintf("repos/%s/%s/contents/%s", url.PathEscape(owner), url.PathEscape(repo), path) // want `unescaped-parameter`
	return c.newRequest("GET", u)
}

// google/go-github#3002
func (c *Client) pkg(org, kind, name string) (*http.Request, error) {
	return c.newRequest("GET", fmt.Sprintf("orgs/%v/packages/%v/%v", org, kind, name)) // want `unescaped-parameter`
}

// cli/cli#13261
func ruleset(org, id string) string {
	return "https://api.example.com/" + fmt.Sprintf("orgs/%s/rulesets/%s", url.PathEscape(org), id) // want `unescaped-parameter`
}

// xanzy/go-gitlab#654
func (c *Client) branch(pid, name string) (*http.Request, error) {
	return c.newRequest("GET", fmt.Sprintf("projects/%s/repository/branches/%s", url.PathEscape(pid), url.QueryEscape(name))) // want `wrong-encoder`
}

// container-registry/harbor-next#886
func trimSlash(next http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.Path; len(p) > 1 && strings.HasSuffix(p, "/") {
			r.URL.Path = "/" + strings.Trim(p, "/") // missed: no rule is sure of it
		}
		next.ServeHTTP(w, r)
	}
}

// opendatahub-io/odh-dashboard#9276
func reverse(target *url.URL, strip string) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{Rewrite: func(pr *httputil.ProxyRequest) {
		pr.SetURL(target)
		pr.Out.URL.Path = strings.TrimSuffix(target.Path, "/") + strings.TrimPrefix(pr.In.URL.Path, strip)
		pr.Out.URL.RawPath = "" // missed: no rule is sure of it
	}}
}

// AdRoll/goamz#243
func canonicalQuery(v url.Values) string {
	var a []string
	for k, vs := range v {
		for _, s := range vs {
			a = append(a, url.QueryEscape(k)+"="+url.QueryEscape(s)) // want `signature-encoder`
		}
	}
	sort.Strings(a)
	return strings.Join(a, "&")
}

func canonical(req *http.Request) string {
	return strings.Join([]string{req.Method, req.URL.EscapedPath(), canonicalQuery(req.URL.Query()), "host:" + req.Host, "", "host", "UNSIGNED-PAYLOAD"}, "\n") // want `signature-encoder`
}

func stringToSign(req *http.Request, scope string) string {
	h := sha256.Sum256([]byte(canonical(req)))
	return "AWS4-HMAC-SHA256\n20240101T000000Z\n" + scope + "\n" + hex.EncodeToString(h[:])
}

// VictoriaMetrics#3183
func sign2(req *http.Request, key []byte) string {
	canonicalQS := req.URL.Query().Encode()                                             // want `signature-encoder`
	text := "GET\n" + req.URL.EscapedPath() + "\n" + canonicalQS + "\nAWS4-HMAC-SHA256" // want `signature-encoder`
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text)) // want `signature-encoder`
	return hex.EncodeToString(m.Sum(nil))
}

// dominicphillips/amazing#2
func amazing(params map[string]string, secret string) string {
	var keys []string
	for k := range params {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var pairs []string
	for _, k := range keys {
		pairs = append(pairs, k+"="+url.QueryEscape(params[k])) // want `signature-encoder`
	}
	m := hmac.New(sha256.New, []byte(secret))
	m.Write([]byte("GET\nwebservices.amazon.com\n/onca/xml\n" + strings.Join(pairs, "&"))) // want `signature-encoder`
	return base64.StdEncoding.EncodeToString(m.Sum(nil))
}

// qor/amazon-pay-sdk-go#8
func amazonPay(key, value string) string {
	return key + "=" + url.QueryEscape(url.PathEscape(value)) // want `encoded-twice`
}

// mrjones/oauth#40
func baseString(method, u string, params []string, consumer string) string {
	return method + "&" + url.QueryEscape(u) + "&" + url.QueryEscape(strings.Join(params, "&")) // want `signature-encoder`
}

func oauthSign(method, u string, params []string, consumer string) string {
	m := hmac.New(sha1.New, []byte(url.QueryEscape(consumer)+"&"))
	m.Write([]byte(baseString(method, u, append(params, "oauth_signature_method=HMAC-SHA1"), consumer))) // want `signature-encoder`
	return base64.StdEncoding.EncodeToString(m.Sum(nil))
}

// thinbug 29249900
func couch(base *url.URL, bucket string) string {
	u := *base
	path := "/pools/default/buckets/" + url.QueryEscape(bucket) + "?bucket_uuid=1" // want `wrong-encoder`
	if q := strings.Index(path, "?"); q > 0 {
		u.Path = path[:q]
		u.RawQuery = path[q+1:]
	}
	return u.String()
}

// agnivo988/Repo-lyzer#432
func content(owner, repo, path string) (*http.Response, error) {
	u := fmt.Sprintf("https://api.github.com/repos/%s/%s/contents/%s", owner, repo, path) // want `unescaped-parameter`
	return http.Get(u)
}
