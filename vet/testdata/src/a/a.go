package a

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"os"
	"strings"
)

func twice(name string, u *url.URL, q url.Values) {
	q.Set("name", url.QueryEscape(name)) // want `encoded-twice: url.Values escapes it again: leave out url.QueryEscape; " " arrives as "\+"`
	q.Add("name", name)
	u.Path = "/users/" + url.PathEscape(name) // want `encoded-twice`
	u.Path = "/users/" + name
	u.Fragment = url.QueryEscape(name)           // want `encoded-twice`
	v := url.Values{"q": {url.PathEscape(name)}} // want `encoded-twice`
	_ = v
	_ = url.QueryEscape(url.QueryEscape(name)) // want `encoded-twice`
	_ = url.QueryEscape("http://h/?q=" + url.QueryEscape(name))
	_ = url.UserPassword("a", url.QueryEscape(name)) // want `encoded-twice`
	u.RawQuery = "q=" + url.QueryEscape(name)
	_ = u.JoinPath(url.PathEscape(name)) // want `dot-segment`
	escaped := helper(name)              // want `encoded-twice: url.Values escapes it again: leave out url.QueryEscape \(in helper\)`
	q.Set("b", escaped)
}

func helper(s string) string {
	return url.QueryEscape(strings.TrimSpace(s))
}

func handler(w http.ResponseWriter, r *http.Request) {
	id, err := url.QueryUnescape(r.URL.Query().Get("id")) // want `decoded-twice`
	if err != nil {
		return
	}
	p, _ := url.PathUnescape(r.URL.Path) // want `decoded-twice`
	q, _ := url.QueryUnescape(r.URL.RawQuery)
	x, _ := url.PathUnescape(r.PathValue("x"))                 // want `decoded-twice`
	y, _ := url.QueryUnescape(r.URL.EscapedPath())             // want `wrong-decoder`
	http.Redirect(w, r, "/login?next="+r.URL.Path, 302)        // want `unescaped-request`
	http.Get("https://api.example/users/" + r.FormValue("id")) // want `unescaped-request`
	same := func(s string) (string, bool) { return s, false }
	z, _ := same(id)
	if decoded, err := url.PathUnescape(r.PathValue("z")); err == nil { // want `leave out url.PathUnescape; "%41" arrives as "A"`
		z = decoded
	}
	fmt.Println(id, p, q, x, y, z, r.URL.Host)
	mac := hmac.New(sha256.New, nil)
	mac.Write([]byte(r.Method + r.URL.Path))
}

func place(base, name, pass string) {
	_ = base + "/users/" + url.QueryEscape(name)                                                   // want `wrong-encoder: url.QueryEscape is not for a path: use url.PathEscape; " " arrives as "\+"`
	_ = base + "/users/" + url.PathEscape(name) + "?q=" + url.PathEscape(name)                     // want `wrong-encoder: url.PathEscape is not for a query`
	_ = fmt.Sprintf("%s/users/%s", base, url.QueryEscape(name))                                    // want `wrong-encoder`
	_ = fmt.Sprintf("postgres://%s:%s@localhost/db", name, pass)                                   // want `unescaped-userinfo`
	_ = fmt.Sprintf("postgres://%s:%s@localhost/db", url.QueryEscape(name), url.QueryEscape(pass)) // want `wrong-encoder` `wrong-encoder`
	_ = "https://" + url.PathEscape(name) + "/x"                                                   // want `wrong-encoder`
	_ = base + "/" + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	_ = strings.Replace(url.QueryEscape(name), "+", "%20", 1) // want `replaced-escape`
	_ = url.QueryEscape(strings.ReplaceAll(name, " ", "%20")) // want `replaced-escape`
	_ = strings.ReplaceAll(url.PathEscape(name), "%20", "+")  // want `replaced-escape`
	part := "/" + url.QueryEscape(name)
	_ = "https://h/?next=" + part
	_ = "SELECT '/" + url.QueryEscape(name)
	if url.PathEscape(name) == url.QueryEscape(base) { // want `compared-encodings`
	}
	template.Must(template.New("").Parse(`<a href="/p/{{.X | urlquery}}">`)) // want `template-urlquery`
	template.Must(template.New("").Parse(`<a href="/p/?q={{.X | urlquery}}">`))
}

// right has what was reported once and is right.
func right(base, name string, some bool) {
	_ = url.PathEscape(strings.ReplaceAll(name, " ", "+")) // kept as it is
	_ = base + "/" + url.QueryEscape(base64.StdEncoding.EncodeToString([]byte(name)))
	_ = fmt.Sprintf("ssh://%s@%s/%s", name, base, url.PathEscape(name))
	_ = "?" + url.PathEscape(fmt.Sprintf("&q=%v&limit=%v", name, base)) // a whole query
	file := base + "/" + url.QueryEscape(name)
	if some {
		file = base + "/GET_" + url.QueryEscape(name)
	}
	os.ReadFile(file)
}
