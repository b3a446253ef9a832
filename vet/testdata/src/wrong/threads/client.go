package threads

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
)

type Client struct {
	BaseURL string
	HTTP    *http.Client
	token   string
}

// riferrei/srclient#114
func (c *Client) versions(subject string) ([]byte, error) {
	return c.httpRequest("GET", fmt.Sprintf("/subjects/%s/versions", url.QueryEscape(subject)), nil) // want `wrong-encoder`
}

func (c *Client) httpRequest(method, uri string, payload io.Reader) ([]byte, error) {
	req, err := http.NewRequest(method, c.BaseURL+uri, payload)
	if err != nil {
		return nil, err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// honeycombio/terraform-provider-honeycombio#300
func (c *Client) columnByName(ctx context.Context, dataset, name string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, "GET", c.BaseURL+"/1/columns/"+url.PathEscape(dataset)+"?key_name="+name, nil) // want `unescaped-parameter`
}

// k-capehart/go-salesforce#112
func (c *Client) bulkResults(bulkJobID string) (*http.Response, error) {
	uri := "/jobs/query/" + bulkJobID + "/results" // want `unescaped-parameter`
	return c.doRequest("GET", uri)
}

func (c *Client) doRequest(method, uri string) (*http.Response, error) {
	endpoint := c.BaseURL + "/services/data/v63.0" + uri
	req, err := http.NewRequest(method, endpoint, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	return c.HTTP.Do(req)
}

// ncecere/terraform-provider-litellm#75
func (c *Client) keyInfo(key string) (*http.Response, error) {
	return c.HTTP.Get(fmt.Sprintf("%s/key/info?key=%s", c.BaseURL, key)) // missed: no rule is sure of it
}

// distr-sh/distr#146
func (c *Client) manifest(targetID, secret string) (string, error) {
	u, err := url.Parse(c.BaseURL)
	if err != nil {
		return "", err
	}
	u = u.JoinPath("/api/v1/connect")
	u.RawQuery = "targetId=" + targetID + "&targetSecret=" + secret // missed: no rule is sure of it
	return u.String(), nil
}

// rackspace/gophercloud#324
func buildQueryString(opts map[string]string) string {
	var parts []string
	for k, v := range opts {
		parts = append(parts, k+"="+v)
	}
	u := &url.URL{Path: "/servers", RawQuery: strings.Join(parts, "&")} // missed: no rule is sure of it
	return u.String()
}

// anthropics/anthropic-sdk-go#422
func (c *Client) credential(ctx context.Context, vaultID, credentialID string) (*http.Response, error) {
	p := fmt.Sprintf("v1/vaults/%s/credentials/%s?beta=true", vaultID, credentialID) // want `unescaped-parameter`
	base, err := url.Parse(c.BaseURL)
	if err != nil {
		return nil, err
	}
	target, err := base.Parse(p) // want `dot-segment`
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	return c.HTTP.Do(req)
}

// datarobot-oss/cli#534
func endpointURL(base, p string) string { return strings.TrimRight(base, "/") + "/api/v2" + p }

func (c *Client) stage(catalogID, stageID string, body []byte) error {
	target := endpointURL(c.BaseURL, "/files/"+catalogID+"/stages/"+stageID+"/upload/") // want `unescaped-parameter` `unescaped-parameter`
	resp, err := c.HTTP.Post(target, "application/octet-stream", bytes.NewReader(body))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// keygen-sh/keygen-cli#22
func (c *Client) pkg(id string) (*http.Response, error) {
	return c.doRequest("GET", "/packages/"+id) // want `unescaped-parameter`
}

// xanzy/go-gitlab#482
func (c *Client) rawFile(project, fileName string) (*http.Request, error) {
	u := fmt.Sprintf("%s/projects/%s/repository/files/%s/raw", c.BaseURL, url.PathEscape(project), url.QueryEscape(fileName)) // want `wrong-encoder`
	return http.NewRequest("GET", u, nil)
}

// golang/go#31835
func gitlabFile(file string) string {
	apiURL, _ := url.Parse("https://gitlab.com")
	apiURL.Path = "api/v4/projects/0/repository/files/" + url.PathEscape(file) + "/raw" // want `encoded-twice`
	return apiURL.String()
}

// golang/go#25208
func (c *Client) order(id string) (*http.Response, error) {
	u, err := url.Parse(c.BaseURL)
	if err != nil {
		return nil, err
	}
	u.Path = path.Join(u.Path, "orders", url.PathEscape(id)) // want `dot-segment` `encoded-twice`
	return c.HTTP.Get(u.String())
}

// trufflesecurity/trufflehog#2214
func gitLink(repo, commit, file string, line int64) string {
	file = strings.ReplaceAll(file, "%", "%25") // want `escaped-by-hand`
	return fmt.Sprintf("%s/blob/%s/%s#L%d", repo, commit, file, line)
}

// mlange-42/tom#4
type geo struct{ apiURL string }

func (g geo) locations(name string, count int) ([]byte, error) {
	resp, err := http.Get(fmt.Sprintf("%s?name=%s&count=%d&language=en&format=json", g.apiURL, name, count)) // missed: no rule is sure of it
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// gogo/letmegrpc#18
func grpcCall(base string, msg any) (*http.Response, error) {
	data, err := json.Marshal(msg)
	if err != nil {
		return nil, err
	}
	return http.Get(base + "/call?json=" + string(data)) // want `unescaped-json`
}

// mbrt/gmailctl#46
func gmailURL(query string) string {
	return fmt.Sprintf("https://mail.google.com/mail/u/0/#search/%s", url.PathEscape(query))
}

// gogs/gogs#2883
func escapePound(str string) string {
	return strings.Replace(strings.Replace(str, "%", "%25", -1), "#", "%23", -1) // want `escaped-by-hand`
}

// golang/go#13982
func signatureEscape(original string) string {
	return strings.Replace(url.PathEscape(original), "+", "%20", -1) // want `replaced-escape`
}

// hashicorp/packer#6110
func ovftool(user, password, host, dc string) string {
	return fmt.Sprintf("vi://%s:%s@%s/%s", url.QueryEscape(user), url.QueryEscape(password), host, dc) // want `wrong-encoder` `wrong-encoder`
}

// stripe/stripe-cli#1817
func docsRef(arg string) string {
	p := "/" + strings.TrimPrefix(arg, "/")
	if q, frag, ok := strings.Cut(p, "#"); ok {
		p = q + "?" + frag
	}
	u := url.URL{Scheme: "https", Host: "docs.stripe.com", Path: "/payments?lang=" + arg} // want `query-in-path`
	_ = p
	return u.String()
}

// llm-d/llm-d-router#182
func prefillURL(scheme, podIP string, port int) (*url.URL, error) {
	return url.Parse(fmt.Sprintf("%s://%s:%d", scheme, podIP, port)) // missed: no rule is sure of it
}

// mattermost/mattermost#22225
func authCode(endpoint, clientID, redirectURI, state string) string {
	return endpoint + "?response_type=code&client_id=" + clientID + "&redirect_uri=" + url.QueryEscape(redirectURI) + "&state=" + url.QueryEscape(state) // want `unescaped-parameter`
}

// go-gitea/gitea#39060
func tarball(registry, name, version, file string) string {
	return fmt.Sprintf("%s/%s/-/%s/%s", registry, url.QueryEscape(name), url.PathEscape(version), url.PathEscape(file)) // want `wrong-encoder`
}

// ory/hydra#1201
func implicit(redirect string, scopes []string, state string) string {
	v := url.Values{}
	v.Set("state", state)
	v.Set("scope", url.QueryEscape(strings.Join(scopes, " "))) // want `encoded-twice`
	return redirect + "#" + v.Encode()
}

// package-url/packageurl-go#22
func purl(typ, namespace, name, version string) string {
	var segments []string
	for _, s := range strings.Split(namespace, "/") {
		segments = append(segments, url.QueryEscape(s)) // want `wrong-encoder`
	}
	return "pkg:" + typ + "/" + strings.Join(segments, "/") + "/" + url.QueryEscape(name) + "@" + version // want `wrong-encoder`
}

// pquerna/otp#68
func otpauth(issuer, account, secret string) string {
	v := url.Values{}
	v.Set("secret", secret)
	v.Set("issuer", issuer)
	return "otpauth://totp/" + url.PathEscape(issuer+":"+account) + "?" + v.Encode() // want `wrong-encoder`
}

// xlzd/gotp#21
func buildURI(account, secret string) string {
	return fmt.Sprintf("otpauth://totp/%s?secret=%s", url.QueryEscape(account), secret) // want `wrong-encoder`
}

// bww/urlencode#3
func svg(image string) string {
	return "data:image/svg+xml," + url.QueryEscape(image) // want `wrong-encoder`
}

// go-pkgz/notify#35
func mailto(to, subject string) string {
	v := url.Values{"subject": {subject}}
	return "mailto:" + to + "?" + v.Encode() // want `wrong-encoder`
}

// minio/minio-go#465
func copySource(req *http.Request, source string) {
	req.Header.Set("x-amz-copy-source", url.QueryEscape(source)) // want `wrong-encoder`
}

// minio/minio-go#438
func copyObject(req *http.Request, bucket, key string) {
	req.Header.Set("X-Amz-Copy-Source", "/"+bucket+"/"+key) // want `unescaped-parameter`
}

// gin-gonic/gin#4745
func attachment(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+url.QueryEscape(name)) // want `wrong-encoder`
}

// cs3org/reva#4762
func disposition(name string) string {
	return "attachment; filename*=UTF-8''" + url.QueryEscape(name) + "; filename=\"" + name + "\"" // want `wrong-encoder`
}

// ory/fosite#464
func redirectURIFrom(values url.Values) (string, error) {
	return url.QueryUnescape(values.Get("redirect_uri")) // want `decoded-twice`
}

// openshift/osin#97
func authorize(r *http.Request) (string, error) {
	if err := r.ParseForm(); err != nil {
		return "", err
	}
	unescaped, err := url.QueryUnescape(r.Form.Get("redirect_uri")) // want `decoded-twice`
	if err != nil {
		return "", err
	}
	return unescaped, nil
}

// metal-stack/go-ipam#104
func ipamDSN(user, pass, host, port, db, ssl string) string {
	return fmt.Sprintf("postgres://%s:%s@%s:%s/%s?sslmode=%s", user, pass, host, port, db, ssl) // want `unescaped-userinfo`
}

// PeerDB-io/peerdb#174
type pgConfig struct {
	User, Password, Host, Database string
	Port                           uint32
}

func (c *pgConfig) String() string {
	connString := "postgres://" + c.User + ":" + c.Password + "@" + c.Host + ":" + fmt.Sprint(c.Port) + "/" + c.Database // want `unescaped-userinfo` `unescaped-userinfo`
	return connString
}

// Trendyol/go-pq-cdc#39
func cdcDSN(c pgConfig) string {
	return fmt.Sprintf("postgres://%s:%s@%s/%s?replication=database", url.QueryEscape(c.User), url.QueryEscape(c.Password), c.Host, c.Database) // want `wrong-encoder` `wrong-encoder`
}
