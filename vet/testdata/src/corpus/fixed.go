package corpus

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// The functions of corpus.go as the public projects fixed them, or as the thread says
// that they should be; nothing is reported of them.

// spaces writes a space as %20, as the projects did that sign.
func spaces(s string) string { return strings.ReplaceAll(s, "+", "%20") }

func cacheKeyFixed(key string) string { return base + "/cache/" + url.PathEscape(key) }

func targetFixed(name string) string { return fmt.Sprintf("%s/targets/%s", base, url.PathEscape(name)) }

func anchorFixed(name string) string { return "//apple_ref/cpp/Section/" + url.PathEscape(name) }

func anchorTwiceFixed(name string) string {
	u := url.URL{Path: name}
	return u.String()
}

func fillFixed(path, name, value string) string {
	return strings.ReplaceAll(path, "{site}", url.PathEscape(value))
}

func secretFixed(name string) string { return "/secret/" + url.PathEscape(name) }

func fileFixed() string {
	u, _ := url.Parse("https://gitlab.example.com/api/v4/projects/0/repository/files/some%2Ffile/raw")
	return u.String()
}

func searchFixed(query string) string {
	q := url.Values{}
	q.Add("q", query)
	return q.Encode()
}

func connectionFixed(user, password string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(user, password), Host: "h"}
	return u.String()
}

func vsphereFixed(user, password string) string {
	u := url.URL{Scheme: "vi", User: url.UserPassword(user, password), Host: "example.com", Path: "/"}
	return u.String()
}

func terraformFixed(user, password string) string {
	return fmt.Sprintf("postgres://%s@h/db", url.UserPassword(user, password))
}

func oracleFixed(user, password, server string) string {
	u := url.URL{Scheme: "oracle", User: url.UserPassword(user, password), Host: server}
	return u.String()
}

func warrantFixed(c config) string {
	return fmt.Sprintf("postgres://%s@%s/%s", url.UserPassword(c.User, c.Password), c.Host, c.Name)
}

func proxyFixed(user string) string {
	return fmt.Sprintf("postgres://%s@localhost:5432/", url.User(user))
}

func formaeFixed(c *config) string {
	u := url.URL{Scheme: "postgresql", User: url.UserPassword(c.User, c.Password), Host: c.Host}
	return u.String()
}

func crossplaneFixed(creds map[string][]byte, database string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(string(creds["username"]), string(creds["password"])), Host: string(creds["endpoint"]), Path: database}
	return u.String()
}

func ipamFixed(host, port, user, password, name string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(user, password), Host: host + ":" + port, Path: name, RawQuery: "sslmode=require"}
	return u.String()
}

func promscaleFixed(c *config, port int) string {
	u := url.URL{Scheme: "postgresql", User: url.UserPassword(c.User, c.Password), Host: fmt.Sprintf("%s:%d", c.Host, port), Path: c.Name}
	return u.String()
}

func corootFixed(c config) string {
	u := url.URL{Scheme: "postgresql", User: url.UserPassword(c.User, c.Password), Host: c.Host, Path: "postgres"}
	return u.String()
}

func dbmateFixed(u *url.URL) string {
	password, _ := u.User.Password()
	return u.User.Username() + ":" + password
}

func staticFixed(w http.ResponseWriter, r *http.Request) {
	http.Error(w, r.URL.Path, http.StatusInternalServerError)
}

func rawFixed(r *http.Request) string { return strings.TrimPrefix(r.URL.Path, "/raw/") }

func objectFixed(r *http.Request) (string, error) { return url.PathUnescape(r.URL.EscapedPath()) }

func downloadFixed(r *http.Request) string { return r.URL.Path }

func generatedFixed(other string) string {
	u, _ := url.Parse(base)
	u.Path += fmt.Sprintf("/v1/foo/%v", other)
	return u.String()
}

func paymentFixed(id string) (*http.Response, error) {
	return http.Get("https://api.example.com/payments/" + url.PathEscape(id))
}

func coolifyFixed(id string) (*http.Request, error) {
	return http.NewRequest(http.MethodGet, fmt.Sprintf("https://api.example.com/v1/servers/%s", url.PathEscape(id)), nil)
}

func documentFixed(id string) (*http.Response, error) {
	return http.Get("https://localhost/db/" + url.PathEscape(id))
}

func canonicalFixed(r *http.Request, headers, hash string) string {
	return strings.Join([]string{r.Method, "/", spaces(r.URL.Query().Encode()), headers, hash}, "\n")
}

func victoriaFixed(u *url.URL, headers, hash string) string {
	query := spaces(u.Query().Encode())
	return fmt.Sprintf("GET\n%s\n%s\n%s\n%s", u.Path, query, headers, hash)
}

func smartyFixed(name, value, headers string) string {
	return "GET\n/\n" + spaces(url.QueryEscape(name)) + "=" + spaces(url.QueryEscape(value)) + "\n" + headers
}

func amazingFixed(q url.Values, key []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("GET\nhost\n/onca/xml\n" + spaces(q.Encode())))
	return mac.Sum(nil)
}

func (c *client) rawFileFixed(project, name string) {
	c.request("GET", fmt.Sprintf("projects/%s/repository/files/%s/raw", url.PathEscape(project), url.PathEscape(name)))
}

func (c *client) branchFixed(owner, repo, branch string) {
	c.request("GET", fmt.Sprintf("repos/%v/%v/branches/%v", url.PathEscape(owner), url.PathEscape(repo), url.PathEscape(branch)))
}

func (c *client) contentsFixed(owner, repo, path string) {
	escaped := (&url.URL{Path: path}).EscapedPath()
	c.request("GET", "repos/"+url.PathEscape(owner)+"/"+url.PathEscape(repo)+"/contents/"+escaped)
}

func (c *client) commitFixed(project, sha string) {
	c.request("GET", fmt.Sprintf("projects/%s/repository/commits/%s", url.PathEscape(project), url.PathEscape(sha)))
}

func (c *client) resultsFixed(job string) {
	c.request("GET", "/jobs/query/"+url.PathEscape(job)+"/results")
}

func (c *client) columnsFixed(name string) {
	c.request("GET", "/1/columns?key_name="+url.QueryEscape(name))
}

func (c *client) keyFixed(key string) {
	c.request("GET", fmt.Sprintf("/key/info?key=%s", url.QueryEscape(key)))
}

func logonFixed(host, user, password string) string {
	q := url.Values{"action": {"sslvpn_logon"}, "fw_username": {user}, "fw_password": {password}}
	u := url.URL{Scheme: "https", Host: host, Path: "/", RawQuery: q.Encode()}
	return u.String()
}

func (c *client) uploadFixed(deploy, path string) {
	c.request("PUT", "/deploys/"+url.PathEscape(deploy)+"/files/"+url.PathEscape(path))
}

func gmailFixed(query string) string {
	return "https://mail.google.com/mail/u/0/#search/" + url.QueryEscape(query)
}

func stripFixed(r *http.Request, next http.Handler, w http.ResponseWriter) {
	http.StripPrefix("/some", next).ServeHTTP(w, r)
}

func stripPrefixFixed(prefix string, h http.Handler) http.Handler { return http.StripPrefix(prefix, h) }

func demoFixed(r *http.Request) {
	r.URL.Path, r.URL.RawPath = strings.TrimPrefix(r.URL.Path, "/api"), strings.TrimPrefix(r.URL.RawPath, "/api")
}

func pathVarFixed(vars map[string]string, name string) string {
	s, _ := url.QueryUnescape(strings.ReplaceAll(vars[name], "+", "%2B"))
	return s
}

func redirectURIFixed(values url.Values) (string, error) { return values.Get("redirect_uri"), nil }

func postedFixed(r *http.Request) string { return r.PostFormValue("q") }

func exportFixed(r *http.Request) (string, error) {
	return strings.TrimPrefix(r.URL.Path, "/export/"), nil
}

func redisFixed(address, database, password string) string {
	u := url.URL{Scheme: "redis", User: url.UserPassword("", password), Host: address}
	if database != "" {
		u.Path = "/" + database
	}
	return u.String()
}

func mongoFixed(c config) string {
	return fmt.Sprintf("mongodb://%s@%s/%s", url.UserPassword(c.User, c.Password), c.Host, c.Name)
}

func soqlFixed(q string) string {
	return fmt.Sprintf("%s/services/data/v53.0/query?q=%s", base, url.QueryEscape(q))
}

func vhostFixed(name string) string { return "/api/vhosts/" + url.PathEscape(name) }

func attachmentFixed(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", "attachment; filename*=utf-8''"+url.PathEscape(name))
}

func fileAttachmentFixed(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", `attachment; filename*=UTF-8''`+url.PathEscape(name))
}

func dispositionFixed(kind, name string) string {
	return fmt.Sprintf("%s; filename*=utf-8''%s", kind, url.PathEscape(name))
}

func (c *client) credentialFixed(vault, credential string) {
	c.request("GET", fmt.Sprintf("v1/vaults/%s/credentials/%s?beta=true", url.PathEscape(vault), url.PathEscape(credential)))
}

func (c *client) objectiveFixed(id string) {
	c.request("DELETE", fmt.Sprintf("/platform/slo/v1/slos/%s", url.PathEscape(id)))
}

func batchFixed(id string) (*http.Request, error) {
	return http.NewRequest(http.MethodGet, base+"/v1/batches/"+url.PathEscape(id), nil)
}

func loginFixed(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/web/login?redirect_uri="+url.QueryEscape(r.URL.Path), http.StatusFound)
}

func launchFixed(address, path string) string {
	u := url.URL{Scheme: "https", Host: "h", Path: "/web/launch/" + address, RawQuery: "path=" + url.QueryEscape(path)}
	return u.String()
}

func bustingFixed(u *url.URL, id string) string {
	u.Path, u.RawQuery = "/", "nocache="+url.QueryEscape(id)
	return u.String()
}

func (c *client) metricFixed(name string) string { return c.joinedPlain("/api/v0/services/" + name) }

func (c *client) joinedPlain(path string) string {
	u := *c.base
	u.Path = path
	return u.String()
}

func docsFixed(reference string) string {
	u, err := url.Parse("https://docs.example.com/" + reference) //percent:ignore unescaped-parameter a user types a path with a query
	if err != nil {
		return ""
	}
	return u.String()
}

// local says whether a browser stays on the site.
func local(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") && !strings.Contains(s, `\`)
}

func afterLoginFixed(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !local(next) {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound)
}

func afterSignUpFixed(w http.ResponseWriter, r *http.Request) { afterLoginFixed(w, r) }

func backFixed(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !local(next) {
		next = "/unread"
	}
	http.Redirect(w, r, next, http.StatusFound)
}

func phishFixed(w http.ResponseWriter, r *http.Request) {
	next := "/"
	if u, err := url.Parse(r.FormValue("next")); err == nil {
		next = "/" + strings.TrimLeft(u.EscapedPath(), "/")
	}
	http.Redirect(w, r, next, http.StatusFound)
}

func slashesFixed(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/"+strings.Trim(r.URL.EscapedPath(), "/"), http.StatusMovedPermanently)
}

func adminFixed(w http.ResponseWriter, r *http.Request) {
	target := r.PostFormValue("next")
	if !local(target) {
		target = "/admin"
	}
	http.Redirect(w, r, target, http.StatusSeeOther)
}

func mailToFixed(subject string) string {
	return "mailto:a@example.com?subject=" + strings.ReplaceAll(url.QueryEscape(subject), "+", "%20")
}

func relayFixed(r *http.Request) string { return base + r.URL.EscapedPath() + "?" + r.URL.RawQuery }

func upstreamFixed(r *http.Request) (*http.Response, error) {
	return http.Get(base + r.URL.EscapedPath())
}
