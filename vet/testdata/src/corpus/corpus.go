// Package corpus has mistakes that were found in public projects, each as a small
// function of our own with the place where it was reported or fixed. A comment
// "want" names the rule that finds it; "missed" says why none does.
package corpus

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

const algorithm = "AWS4-HMAC-SHA256"

var base = "https://api.example.com"

// https://github.com/cirruslabs/cirrus-ci-agent/pull/237
func cacheKey(key string) string {
	return base + "/cache/" + url.QueryEscape(key) // want `wrong-encoder`
}

// https://github.com/theupdateframework/go-tuf/issues/674
func target(name string) string {
	return fmt.Sprintf("%s/targets/%s", base, url.QueryEscape(name)) // want `wrong-encoder`
}

// https://github.com/technosophos/dashing/pull/4
func anchor(name string) string {
	return "//apple_ref/cpp/Section/" + url.QueryEscape(name) // missed: the text begins like a reference to another host
}

// https://github.com/technosophos/dashing/issues/9
func anchorTwice(name string) string {
	u := url.URL{Path: url.QueryEscape(name)} // want `encoded-twice`
	return u.String()
}

// https://github.com/mvanhorn/printing-press-library/pull/1415
func fill(path, name, value string) string {
	return strings.ReplaceAll(path, "{site}", url.QueryEscape(value)) // want `wrong-encoder`
}

// https://github.com/taskcluster/taskcluster/pull/8119
func secret(name string) string {
	return "/secret/" + url.QueryEscape(name) // want `wrong-encoder`
}

// https://github.com/golang/go/issues/31835
func file() string {
	u, _ := url.Parse("https://gitlab.example.com")
	u.Path = "api/v4/projects/0/repository/files/some%2Ffile/raw" // want `encoded-twice`
	return u.String()
}

// https://github.com/n0madic/twitter-scraper/pull/57
func search(query string) string {
	q := url.Values{}
	q.Add("q", url.PathEscape(query)) // want `encoded-twice`
	return q.Encode()
}

// https://github.com/openeverest/openeverest/pull/848
func connection(user, password string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(user, url.QueryEscape(password)), Host: "h"} // want `encoded-twice`
	return u.String()
}

// https://github.com/hashicorp/packer/pull/6110
func vsphere(user, password string) string {
	return fmt.Sprintf("vi://%s:%s@example.com/", url.QueryEscape(user), url.QueryEscape(password)) // want `wrong-encoder` `wrong-encoder`
}

// https://github.com/cyrilgdn/terraform-provider-postgresql/issues/130
func terraform(user, password string) string {
	return fmt.Sprintf("postgres://%s:%s@%s/db", url.QueryEscape(user), url.QueryEscape(password), "h") // want `wrong-encoder` `wrong-encoder`
}

// https://github.com/sijms/go-ora/pull/175
func oracle(user, password, server string) string {
	return "oracle://" + url.QueryEscape(user) + ":" + url.QueryEscape(password) + "@" + server // want `wrong-encoder` `wrong-encoder`
}

type config struct{ User, Password, Host, Name string }

// https://github.com/warrant-dev/warrant/pull/59
func warrant(c config) string {
	return fmt.Sprintf("postgres://%s:%s@%s/%s", c.User, c.Password, c.Host, c.Name) // want `unescaped-userinfo` `unescaped-userinfo`
}

// https://github.com/TelenorNorway/azure-postgres-auth-proxy/pull/52
func proxy(user string) string {
	return fmt.Sprintf("postgres://%s@localhost:5432/", user) // want `unescaped-userinfo`
}

// https://github.com/platform-engineering-labs/formae/pull/454
func formae(c *config) string {
	return "postgresql://" + c.User + ":" + c.Password + "@" + c.Host // want `unescaped-userinfo` `unescaped-userinfo`
}

// https://github.com/crossplane-contrib/provider-sql/issues/61
func crossplane(creds map[string][]byte, database string) string {
	return "postgres://" + string(creds["username"]) + ":" + string(creds["password"]) + "@" + string(creds["endpoint"]) + "/" + database // want `unescaped-userinfo` `unescaped-userinfo` `unescaped-parameter`
}

// https://github.com/metal-stack/go-ipam/issues/104
func ipam(host, port, user, password, name string) string {
	return fmt.Sprintf("postgres://%s:%s@%s:%s/%s?sslmode=require", user, password, host, port, name) // want `unescaped-userinfo` `unescaped-parameter`
}

// https://github.com/timescale/promscale/issues/727
func promscale(c *config, port int) string {
	return fmt.Sprintf("postgresql://%v:%v@%v:%d/%v", c.User, c.Password, c.Host, port, c.Name) // want `unescaped-userinfo` `unescaped-userinfo`
}

// https://github.com/coroot/coroot-cluster-agent/pull/3
func coroot(c config) string {
	pair := fmt.Sprintf("%s:%s", c.User, c.Password) // want `unescaped-userinfo`
	return fmt.Sprintf("postgresql://%s@%s/postgres", pair, c.Host)
}

// https://github.com/amacneil/dbmate/pull/200
func dbmate(u *url.URL) string {
	s, _ := url.QueryUnescape(u.User.String()) // want `wrong-decoder`
	return s
}

// https://github.com/labstack/echo/pull/3006
func static(w http.ResponseWriter, r *http.Request) {
	p := r.URL.Path
	p, err := url.PathUnescape(p) // want `decoded-twice`
	if err != nil {
		http.Error(w, p, http.StatusInternalServerError)
	}
}

// https://github.com/go-gitea/gitea/pull/17997
func raw(r *http.Request) string {
	s, err := url.PathUnescape(strings.TrimPrefix(r.URL.Path, "/raw/")) // want `decoded-twice`
	if err != nil {
		return ""
	}
	return s
}

// https://github.com/bnb-chain/greenfield-storage-provider/pull/356
func object(r *http.Request) (string, error) {
	return url.QueryUnescape(r.URL.EscapedPath()) // want `wrong-decoder`
}

// https://github.com/golang/go/issues/17142
func download(r *http.Request) string {
	s, _ := url.QueryUnescape(r.URL.Path) // want `decoded-twice`
	return s
}

// https://github.com/googleapis/gapic-generator-go/pull/1646: what it proposes
func generated(other string) string {
	u, _ := url.Parse(base)
	u.Path += fmt.Sprintf("/v1/foo/%v", url.PathEscape(other)) // want `encoded-twice`
	return u.String()
}

// https://github.com/mercadopago/sdk-go/pull/132
func payment(id string) (*http.Response, error) {
	return http.Get("https://api.example.com/payments/" + id) // want `unescaped-parameter`
}

// https://github.com/coolify-terraform/terraform-provider-coolify/issues/13
func coolify(id string) (*http.Request, error) {
	return http.NewRequest(http.MethodGet, fmt.Sprintf("https://api.example.com/v1/servers/%s", id), nil) // want `unescaped-parameter`
}

// https://github.com/go-kivik/couchdb/pull/255
func document(id string) (*http.Response, error) {
	return http.Get("https://localhost/db/" + id) // want `unescaped-parameter`
}

// https://github.com/aws/aws-sdk-go/pull/220
func canonical(r *http.Request, headers, hash string) string {
	return strings.Join([]string{r.Method, "/", r.URL.Query().Encode(), headers, hash}, "\n") // want `signature-encoder`
}

// https://github.com/VictoriaMetrics/VictoriaMetrics/pull/3183
func victoria(u *url.URL, headers, hash string) string {
	query := u.Query().Encode()                                             // want `signature-encoder`
	return fmt.Sprintf("GET\n%s\n%s\n%s\n%s", u.Path, query, headers, hash) // want `signature-encoder`
}

// https://github.com/smarty-archives/go-aws-auth/pull/21
func smarty(name, value, headers string) string {
	return "GET\n/\n" + url.QueryEscape(name) + "=" + url.QueryEscape(value) + "\n" + headers // want `signature-encoder`
}

// https://github.com/dominicphillips/amazing/pull/2
func amazing(q url.Values, key []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("GET\nhost\n/onca/xml\n" + q.Encode())) // want `signature-encoder`
	return mac.Sum(nil)
}

type client struct{ base *url.URL }

// sent are the URLs that clients have requested.
var sent []string

// request makes a request of a path behind the base, as clients of APIs do.
func (c *client) request(method, path string) (*http.Request, error) {
	u, err := c.base.Parse(path)
	if err != nil {
		return nil, err
	}
	sent = append(sent, u.String())
	return http.NewRequest(method, u.String(), nil)
}

// https://github.com/xanzy/go-gitlab/pull/482
func (c *client) rawFile(project, name string) {
	c.request("GET", fmt.Sprintf("projects/%s/repository/files/%s/raw", url.QueryEscape(project), url.QueryEscape(name))) // want `wrong-encoder` `wrong-encoder`
}

// https://github.com/google/go-github/pull/2948
func (c *client) branch(owner, repo, branch string) {
	c.request("GET", fmt.Sprintf("repos/%v/%v/branches/%v", owner, repo, branch)) // want `unescaped-parameter`
}

// https://github.com/google/go-github/pull/282
func (c *client) contents(owner, repo, path string) {
	u := fmt.Sprintf("repos/%s/%s/contents/%s", owner, repo, path) // want `unescaped-parameter`
	c.request("GET", u)
}

// https://github.com/xanzy/go-gitlab/issues/654
func (c *client) commit(project, sha string) {
	c.request("GET", fmt.Sprintf("projects/%s/repository/commits/%s", url.PathEscape(project), sha)) // want `unescaped-parameter`
}

// https://github.com/k-capehart/go-salesforce/issues/112
func (c *client) results(job string) {
	c.request("GET", "/jobs/query/"+job+"/results") // want `unescaped-parameter`
}

// https://github.com/honeycombio/terraform-provider-honeycombio/issues/300
func (c *client) columns(name string) {
	c.request("GET", "/1/columns?key_name="+name) // want `unescaped-parameter`
}

// https://github.com/ncecere/terraform-provider-litellm/pull/75
func (c *client) key(key string) {
	c.request("GET", fmt.Sprintf("/key/info?key=%s", key)) // want `unescaped-parameter`
}

// https://github.com/tazjin/watchblob/pull/2
func logon(host, user, password string) string {
	return fmt.Sprintf("https://%s/?action=sslvpn_logon&fw_username=%s&fw_password=%s", host, user, password) // want `unescaped-parameter`
}

// https://github.com/netlify/open-api/pull/114
func (c *client) upload(deploy, path string) {
	c.request("PUT", "/deploys/"+deploy+"/files/"+path) // want `unescaped-parameter` `unescaped-parameter`
}

// https://github.com/mbrt/gmailctl/issues/46
func gmail(query string) string {
	return "https://mail.google.com/mail/u/0/#search/" + url.PathEscape(query) // missed: each page reads its fragment by a rule of its own
}

// https://github.com/traefik/traefik/pull/2382
func strip(r *http.Request, next http.Handler, w http.ResponseWriter) {
	r.URL.Path = strings.TrimPrefix(r.URL.Path, "/some") // want `stale-raw-path`
	next.ServeHTTP(w, r)
}

// https://github.com/golang/go/issues/24366
func stripPrefix(prefix string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := strings.TrimPrefix(r.URL.Path, prefix); len(p) < len(r.URL.Path) {
			r2 := new(http.Request)
			*r2 = *r
			r2.URL = new(url.URL)
			*r2.URL = *r.URL
			r2.URL.Path = p // want `stale-raw-path`
			h.ServeHTTP(w, r2)
		}
	})
}

// https://github.com/ramazan/go-reverse-proxy-demo/issues/2
func demo(r *http.Request) {
	path := r.URL.Path
	r.URL.Path = strings.TrimLeft(path, "/api") // want `stale-raw-path`
}

// https://github.com/couchbase/sync_gateway/pull/378
func pathVar(vars map[string]string, name string) string {
	s, _ := url.QueryUnescape(vars[name]) // missed: only the router knows whether this is decoded
	return s
}

// https://github.com/ory/fosite/issues/464
func redirectURI(values url.Values) (string, error) {
	return url.QueryUnescape(values.Get("redirect_uri")) // want `decoded-twice`
}

// https://github.com/golang/go/issues/17479
func posted(r *http.Request) string {
	s, _ := url.QueryUnescape(r.PostFormValue("q")) // want `decoded-twice`
	return s
}

// https://github.com/golang/vulndb/issues/5429
func export(r *http.Request) (string, error) {
	path := strings.TrimPrefix(r.URL.Path, "/export/")
	name, err := url.PathUnescape(path) // want `decoded-twice`
	if err != nil {
		return "", err
	}
	return name, nil
}

// https://github.com/mediocregopher/radix/issues/301
func redis(address, database, password string) string {
	switch {
	case database == "":
		return "redis://:" + password + "@" + address // want `unescaped-userinfo`
	default:
		return "redis://:" + password + "@" + address + "/" + database // want `unescaped-userinfo` `unescaped-parameter`
	}
}

// https://github.com/TencentBlueKing/bk-cmdb/pull/2693
func mongo(c config) string {
	return fmt.Sprintf("mongodb://%s:%s@%s/%s", c.User, c.Password, c.Host, c.Name) // want `unescaped-userinfo` `unescaped-userinfo`
}

// https://github.com/simpleforce/simpleforce/pull/43
func soql(q string) string {
	return fmt.Sprintf("%s/services/data/v53.0/query?q=%s", base, url.PathEscape(q)) // want `wrong-encoder`
}

// https://github.com/michaelklishin/rabbit-hole/issues/95
func vhost(name string) string {
	return "/api/vhosts/" + url.QueryEscape(name) // want `wrong-encoder`
}

// https://github.com/filebrowser/filebrowser/pull/340
func attachment(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", "attachment; filename*=utf-8''"+url.QueryEscape(name)) // want `wrong-encoder`
}

// https://github.com/gin-gonic/gin/pull/4745
func fileAttachment(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", `attachment; filename*=UTF-8''`+url.QueryEscape(name)) // want `wrong-encoder`
}

// https://github.com/xgfone/ship/issues/14
func disposition(kind, name string) string {
	return fmt.Sprintf("%s; filename*=utf-8''%s", kind, url.QueryEscape(name)) // want `wrong-encoder`
}

// https://github.com/anthropics/anthropic-sdk-go/issues/422
func (c *client) credential(vault, credential string) {
	c.request("GET", fmt.Sprintf("v1/vaults/%s/credentials/%s?beta=true", vault, credential)) // want `unescaped-parameter`
}

// https://github.com/dynatrace-oss/dtctl/issues/492
func (c *client) objective(id string) {
	c.request("DELETE", fmt.Sprintf("/platform/slo/v1/slos/%s", id)) // want `unescaped-parameter`
}

// https://github.com/maximhq/bifrost/pull/7307
func batch(id string) (*http.Request, error) {
	return http.NewRequest(http.MethodGet, base+"/v1/batches/"+id, nil) // want `unescaped-parameter`
}

// https://github.com/gravitational/gravity/pull/487
func login(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/web/login?redirect_uri="+r.URL.Path, http.StatusFound) // want `unescaped-request`
}

// https://github.com/gravitational/teleport/pull/15628
func launch(address, path string) string {
	u := url.URL{Scheme: "https", Host: "h", Path: fmt.Sprintf("/web/launch/%s?path=%s", address, path)} // want `query-in-path`
	return u.String()
}

// https://github.com/alphagov/cdn-acceptance-tests/pull/75
func busting(u *url.URL, id string) string {
	u.Path = "/?nocache=" + id // want `query-in-path`
	return u.String()
}

// https://github.com/mackerelio/mackerel-client-go/pull/176
func (c *client) joined(path string) string {
	u := *c.base
	u.Path = path // missed: its callers escape what they put into the path
	return u.String()
}

func (c *client) metric(name string) string {
	return c.joined("/api/v0/services/" + url.PathEscape(name))
}

// https://github.com/stripe/stripe-cli/pull/1817
func docs(reference string) string {
	u := url.URL{Scheme: "https", Host: "docs.example.com", Path: "/" + reference} // missed: only a user knows that the text has a query
	return u.String()
}

// https://github.com/gogs/gogs/issues/5364
func isValid(s string) bool {
	return len(s) >= 2 && s[0] == '/' && s[1] != '/'
}

func afterLogin(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !isValid(next) {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound) // want `redirect-backslash`
}

// https://github.com/golang/vulndb/issues/5773
func isSameSite(s string) bool {
	return len(s) >= 2 && s[0] == '/' && s[1] != '/' && s[1] != '\\'
}

func afterSignUp(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if isSameSite(next) {
		http.Redirect(w, r, next, http.StatusFound) // want `redirect-backslash`
		return
	}
	http.Redirect(w, r, "/", http.StatusFound)
}

// https://github.com/miniflux/v2/pull/4362
func isRelative(link string) bool {
	u, err := url.Parse(link)
	return err == nil && !u.IsAbs() && u.Host == ""
}

func back(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !isRelative(next) {
		next = "/unread"
	}
	http.Redirect(w, r, next, http.StatusFound) // want `redirect-backslash`
}

// https://github.com/golang/vulndb/issues/987
func phish(w http.ResponseWriter, r *http.Request) {
	next := "/"
	if u, err := url.Parse(r.FormValue("next")); err == nil {
		next = u.Path
	}
	http.Redirect(w, r, next, http.StatusFound) // want `redirect-backslash`
}

// https://github.com/golang/vulndb/issues/4316
func slashes(w http.ResponseWriter, r *http.Request) {
	path := "/" + strings.Trim(r.URL.Path, "/")            // want `unescaped-request`
	http.Redirect(w, r, path, http.StatusMovedPermanently) // want `redirect-backslash`
}

// https://github.com/dexidp/dex/pull/4941
func admin(w http.ResponseWriter, r *http.Request) {
	target := r.PostFormValue("next")
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "//") {
		target = "/admin"
	}
	http.Redirect(w, r, target, http.StatusSeeOther) // want `redirect-backslash`
}

// https://github.com/go-pkgz/notify/pull/35
func mailTo(subject string) string {
	return "mailto:a@example.com?subject=" + url.QueryEscape(subject) // want `wrong-encoder`
}

// https://github.com/louketo/louketo-proxy/issues/591
func relay(r *http.Request) string {
	return base + r.URL.Path + "?" + r.URL.RawQuery // want `unescaped-request`
}

// https://github.com/labstack/echo/pull/1628
func upstream(r *http.Request) (*http.Response, error) {
	return http.Get(base + r.URL.Path) // want `unescaped-request`
}
