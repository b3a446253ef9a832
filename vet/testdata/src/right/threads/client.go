package threads

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

type Client struct {
	BaseURL string
	HTTP    *http.Client
}

// riferrei/srclient#114, fixed
func (c *Client) versions(subject string) (*http.Request, error) {
	return http.NewRequest("GET", c.BaseURL+fmt.Sprintf("/subjects/%s/versions", url.PathEscape(subject)), nil)
}

// honeycombio#300, fixed
func (c *Client) column(dataset, name string) (*http.Request, error) {
	return http.NewRequest("GET", c.BaseURL+"/1/columns/"+url.PathEscape(dataset)+"?key_name="+url.QueryEscape(name), nil)
}

// distr-sh/distr#146, fixed
func (c *Client) manifest(target, secret string) (string, error) {
	u, err := url.Parse(c.BaseURL)
	if err != nil {
		return "", err
	}
	u = u.JoinPath("/api/v1/connect")
	q := u.Query()
	q.Set("targetId", target)
	q.Set("targetSecret", secret)
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// gophercloud#324, fixed
func buildQuery(opts map[string]string) *url.URL {
	params := url.Values{}
	for k, v := range opts {
		params.Add(k, v)
	}
	return &url.URL{Path: "/servers", RawQuery: params.Encode()}
}

// numbers need no escape
func (c *Client) page(id int64, page, size int) (*http.Response, error) {
	return c.HTTP.Get(fmt.Sprintf("%s/items/%d?page=%d&size=%d", c.BaseURL, id, page, size))
}

// a UUID that was checked
var hexID = regexp.MustCompile(`^[0-9a-f]{24}$`)

func (c *Client) job(id string) (*http.Response, error) {
	if !hexID.MatchString(id) {
		return nil, errors.New("bad id")
	}
	return c.HTTP.Get(c.BaseURL + "/jobs/" + id)
}

// maximhq/bifrost#7307, fixed
func escapeID(id string) (string, error) {
	if id == "" || id == "." || id == ".." || strings.ContainsAny(id, "/\\?#%") {
		return "", errors.New("bad id")
	}
	return url.PathEscape(id), nil
}

func (c *Client) batch(id string) (*http.Response, error) {
	e, err := escapeID(id)
	if err != nil {
		return nil, err
	}
	return c.HTTP.Get(c.BaseURL + "/batches/" + e)
}

// golang/go#31835, answered
func gitlab(file string) string {
	u, _ := url.Parse("https://gitlab.com")
	u.Path = "/api/v4/projects/0/repository/files/" + file + "/raw"
	u.RawPath = "/api/v4/projects/0/repository/files/" + url.PathEscape(file) + "/raw"
	return u.String()
}

// trufflehog#2214, fixed
func gitLink(repo, commit, file string, line int64) string {
	parts := strings.Split(file, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return fmt.Sprintf("%s/blob/%s/%s#L%d", repo, url.PathEscape(commit), strings.Join(parts, "/"), line)
}

// packageurl-go#58: %20 for the plus of a form
func purlEscape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// pquerna/otp#68, fixed
func otpauth(issuer, account, secret string) string {
	v := url.Values{"secret": {secret}, "issuer": {issuer}}
	return "otpauth://totp/" + url.PathEscape(issuer+":"+account) + "?" + strings.ReplaceAll(v.Encode(), "+", "%20")
}

// mailto with percent only
func mailto(to, subject string) string {
	return "mailto:" + url.PathEscape(to) + "?subject=" + strings.ReplaceAll(url.QueryEscape(subject), "+", "%20")
}

// data in base64
func svg(image []byte) string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(image)
}

// ocfl-go#188, fixed
func copySource(req *http.Request, bucket, key string) {
	segments := strings.Split(bucket+"/"+key, "/")
	for i, s := range segments {
		segments[i] = strings.ReplaceAll(url.QueryEscape(s), "+", "%20")
	}
	req.Header.Set("X-Amz-Copy-Source", strings.Join(segments, "/"))
}

// gin#4745, as it should be
func attachment(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}

// warrant-dev/warrant#59
func dsn(user, pass, host, db string, port int) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(user, pass), Host: net.JoinHostPort(host, strconv.Itoa(port)), Path: "/" + db}
	return u.String()
}

// key=value form takes the password as it is
func keywords(user, pass, host string) string {
	return fmt.Sprintf("host=%s user=%s dbname=app sslmode=disable", host, user)
}

// nomad#2036
func address(host string, port int) string { return net.JoinHostPort(host, strconv.Itoa(port)) }

// llm-d#182, fixed
func prefill(ip string, port int) string {
	return "http://" + net.JoinHostPort(ip, strconv.Itoa(port)) + "/v1/completions"
}

// OAuth with a nested URL: escaped once for each level
func loginLink(next, state string) string {
	back := "https://app.example.com/cb?next=" + url.QueryEscape(next)
	return "https://idp.example.com/auth?redirect_uri=" + url.QueryEscape(back) + "&state=" + url.QueryEscape(state)
}

// form body
func (c *Client) token(ctx context.Context, code string) (*http.Response, error) {
	form := url.Values{}
	form.Set("grant_type", "authorization_code")
	form.Set("code", code)
	req, err := http.NewRequestWithContext(ctx, "POST", c.BaseURL+"/token", strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return c.HTTP.Do(req)
}

// a link that the server gave, taken whole
func (c *Client) follow(next string) (*http.Response, error) { return c.HTTP.Get(next) }

// constants by name
const apiVersion = "v3"

func (c *Client) health() (*http.Response, error) {
	return c.HTTP.Get(c.BaseURL + "/" + apiVersion + "/health")
}

// path of the form projects/p/topics/t in one argument that is a path
func (c *Client) resource(p string) (*http.Response, error) {
	u, err := url.Parse(c.BaseURL)
	if err != nil {
		return nil, err
	}
	u.Path = "/v1/" + p
	return c.HTTP.Get(u.String())
}

// a log line, no URL
func describe(method, p, q string) string { return fmt.Sprintf("%s %s?%s", method, p, q) }

// file names, not URLs
func fileName(dir, name string) string { return dir + "/" + strings.ReplaceAll(name, " ", "_") }

// sorted before signing: go-binance#4
func toSign(params map[string]string) string {
	keys := make([]string, 0, len(params))
	for k := range params {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var b strings.Builder
	for _, k := range keys {
		b.WriteString(url.QueryEscape(k) + "=" + url.QueryEscape(params[k]) + "&")
	}
	return b.String()
}

// text/uri-list: each line whole
func list(w io.Writer, links []*url.URL) {
	for _, u := range links {
		fmt.Fprintf(w, "%s\r\n", u)
	}
}

// fragment for the page's own router, escaped as a path
func anchor(page, section string) string { return page + "#" + url.PathEscape(section) }

// IPv6 zone by hand in the userland of a URL struct
func hostOf(u *url.URL) string { return u.Hostname() }

// unescape of what was split before
func params(raw string) (map[string]string, error) {
	out := map[string]string{}
	for _, part := range strings.Split(raw, "&") {
		k, v, _ := strings.Cut(part, "=")
		key, err := url.QueryUnescape(k)
		if err != nil {
			return nil, err
		}
		if out[key], err = url.QueryUnescape(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// escape for SQL LIKE
func like(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "%", `\%`)
}
