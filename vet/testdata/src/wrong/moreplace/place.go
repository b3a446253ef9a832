package place

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type API struct {
	baseURL string
	client  *http.Client
}

func (a *API) Get(name string) (*http.Response, error) {
	return a.client.Get(a.baseURL + "/subjects/" + url.QueryEscape(name) + "/versions") // want `wrong-encoder`
}

func (a *API) RightGet(name string) (*http.Response, error) {
	return a.client.Get(a.baseURL + "/subjects/" + url.PathEscape(name) + "/versions")
}

func (a *API) Sprintf(name string, page int) string {
	return fmt.Sprintf("%s/users/%s?page=%d", a.baseURL, url.QueryEscape(name), page) // want `wrong-encoder`
}

func (a *API) SprintfQuery(name string, page int) string {
	return fmt.Sprintf("%s/users?page=%d&name=%s", a.baseURL, page, url.PathEscape(name)) // want `wrong-encoder`
}

func (a *API) RightSprintf(name, tag string) string {
	return fmt.Sprintf("%s/users/%s?tag=%s", a.baseURL, url.PathEscape(name), url.QueryEscape(tag))
}

func mailto(to, subject, body string) string {
	return fmt.Sprintf("mailto:%s?subject=%s&body=%s", to, url.PathEscape(subject), url.QueryEscape(body)) // want `wrong-encoder` `wrong-encoder`
}

func mailtoValues(to, subject string) string {
	v := url.Values{}
	v.Set("subject", subject)
	return "mailto:" + to + "?" + v.Encode() // want `wrong-encoder`
}

func dataURI(svg string) string {
	return "data:image/svg+xml," + url.QueryEscape(svg) // want `wrong-encoder`
}

func rightDataURI(svg string) string {
	return "data:image/svg+xml," + url.PathEscape(svg)
}

func rightData64(b []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b)
}

func tel(n string) string {
	return "tel:" + url.QueryEscape(n) // want `wrong-encoder`
}

func purl(ns, name, version string) string {
	return "pkg:golang/" + ns + "/" + name + "@" + url.QueryEscape(version) // want `wrong-encoder`
}

func urn(id string) string {
	return fmt.Sprintf("urn:example:%s", url.QueryEscape(id)) // want `wrong-encoder`
}

func whatsapp(msg string) string {
	return "whatsapp://send?text=" + url.QueryEscape(msg)
}

func frag(page, sec string) string {
	return "/docs/" + url.PathEscape(page) + "#" + url.QueryEscape(sec) // want `wrong-encoder`
}

func rightFragEsc(page, sec string) string {
	return "/docs/" + url.PathEscape(page) + "#" + url.PathEscape(sec)
}

func copySource(bucket, key string) *s3.CopyObjectInput {
	src := bucket + "/" + key // want `unescaped-parameter`
	dst := "x"
	return &s3.CopyObjectInput{Bucket: &bucket, Key: &dst, CopySource: &src} // missed: no rule is sure of it
}

func copyQuery(ctx context.Context, c *s3.Client, bucket, key string) {
	src := url.QueryEscape(bucket + "/" + key) // want `wrong-encoder`
	c.CopyObject(ctx, &s3.CopyObjectInput{Bucket: &bucket, Key: &key, CopySource: &src})
}

func copyHeader(req *http.Request, bucket, key string) {
	req.Header.Set("x-amz-copy-source", "/"+bucket+"/"+url.QueryEscape(key)) // want `wrong-encoder`
}

func rightCopyHeader(req *http.Request, bucket, key string) {
	segs := strings.Split(key, "/")
	for i := range segs {
		segs[i] = url.PathEscape(segs[i])
	}
	req.Header.Set("X-Amz-Copy-Source", "/"+bucket+"/"+strings.Join(segs, "/"))
}

func disposition(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+url.QueryEscape(name)) // want `wrong-encoder`
}

func disposition2(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q; filename*=utf-8''%s", name, url.QueryEscape(name))) // want `wrong-encoder`
}

func disposition3(w http.ResponseWriter, name string) {
	w.Header().Add("Content-Disposition", "attachment; filename="+url.QueryEscape(name)) // want `wrong-encoder`
}

func rightDisposition(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+strings.ReplaceAll(url.QueryEscape(name), "+", "%20"))
}

func wholeURL(link string) (*http.Response, error) {
	return http.Get(url.PathEscape(link)) // want `wrong-encoder`
}

func wholeParse(raw string) string {
	u, err := url.Parse(url.QueryEscape(raw)) // want `wrong-encoder`
	if err != nil {
		return ""
	}
	return u.String()
}

func slashes(base, key string) string {
	// key is a/b/c.txt
	key = path.Join("folder", key, "c.txt")
	return base + "/files/" + url.PathEscape(key) // missed: no rule is sure of it
}

func rightSlashes(base, dir string) string {
	u := url.URL{Path: path.Join("folder", dir)} // want `dot-segment`
	return base + "/files/" + u.EscapedPath()
}

func dsn(user, pass, host string) string {
	return fmt.Sprintf("postgres://%s:%s@%s/db?sslmode=disable", user, url.QueryEscape(pass), host) // want `unescaped-userinfo` `wrong-encoder`
}

func dsnPath(user, pass, host string) string {
	return "mongodb://" + url.PathEscape(user) + ":" + url.PathEscape(pass) + "@" + host + "/" // want `wrong-encoder` `wrong-encoder`
}

func rightDSN(user, pass, host string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(user, pass), Host: host, Path: "/db"}
	return u.String()
}

func rawDSN(user, pass string) string {
	return "amqp://" + user + ":" + pass + "@localhost:5672/" // want `unescaped-userinfo` `unescaped-userinfo`
}

func gitClone(token, repo string) []string {
	return []string{"clone", fmt.Sprintf("https://oauth2:%s@gitlab.com/%s.git", token, repo)} // want `unescaped-userinfo`
}

func rightMySQL(user, pass string) string {
	return fmt.Sprintf("%s:%s@tcp(localhost:3306)/db", user, pass)
}

func builder(name, sort string) string {
	var b strings.Builder
	b.WriteString("https://api.example/v1/things/")
	b.WriteString(url.QueryEscape(name)) // want `wrong-encoder`
	b.WriteString("?sort=")
	b.WriteString(url.QueryEscape(sort))
	return b.String()
}

func buffer(name, sort string) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "/v1/things/%s", url.PathEscape(name))
	fmt.Fprintf(&b, "?sort=%s", url.PathEscape(sort)) // want `wrong-encoder`
	return b.String()
}

func rightBuilder(name, sort string) string {
	var b strings.Builder
	b.WriteString("https://api.example/v1/things/")
	b.WriteString(url.PathEscape(name))
	b.WriteString("?sort=")
	b.WriteString(url.QueryEscape(sort))
	return b.String()
}

func switched(kind, v string) string {
	p := "/list"
	switch kind {
	case "id":
		p = "/items/" + url.QueryEscape(v) // want `wrong-encoder`
	case "name":
		p = "/items?name=" + url.QueryEscape(v)
	}
	return "https://h.example" + p
}

const itemPath = "/v2/items/%s/children"

func constFormat(id string) string {
	return fmt.Sprintf(itemPath, url.QueryEscape(id)) // want `wrong-encoder`
}

func rightConstFormat(id string) string {
	return fmt.Sprintf(itemPath, url.PathEscape(id))
}

func closure(id string) string {
	e := url.QueryEscape
	mk := func(s string) string { return "/things/" + e(s) } // want `wrong-encoder`
	return mk(id)
}

func hostEsc(tenant string) string {
	return "https://" + url.QueryEscape(tenant) + ".example.com/" // want `wrong-encoder`
}

func pathUnescapeQuery(r *http.Request) string {
	_, after, _ := strings.Cut(r.URL.RawQuery, "q=")
	s, _ := url.PathUnescape(after) // want `wrong-decoder`
	return s
}

func queryUnescapePath(r *http.Request) string {
	p := strings.TrimPrefix(r.URL.EscapedPath(), "/x/")
	s, _ := url.QueryUnescape(p) // want `wrong-decoder`
	return s
}

func pathQ(u *url.URL, q string) {
	u.Path = "/search?q=" + url.QueryEscape(q) // want `query-in-path` `encoded-twice`
}

func pathQ2(host, q string) string {
	u := url.URL{Scheme: "https", Host: host, Path: fmt.Sprintf("/search?q=%s", q)} // want `query-in-path`
	return u.String()
}

func rightRef(u *url.URL, q string) (*url.URL, error) {
	return u.Parse("/search?q=" + url.QueryEscape(q))
}

func rightLog(name string) string {
	return "loaded /users/ for " + url.QueryEscape(name)
}

func rightS3Key(u string) string {
	return "cache/" + url.QueryEscape(u) + ".json"
}

func oauthSlash(scope []string) string {
	return "https://a.example/authorize?scope=" + url.PathEscape(strings.Join(scope, " ")) // want `wrong-encoder`
}
