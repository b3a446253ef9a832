package tools

import (
	"bufio"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
)

func search() {
	q := strings.Join(os.Args[1:], "+") // want `escaped-by-hand`
	resp, err := http.Get("https://www.example.com/search?q=" + q)
	_, _ = resp, err
}

func lines() {
	sc := bufio.NewScanner(os.Stdin)
	for sc.Scan() {
		city := strings.TrimSpace(sc.Text())
		city = strings.ReplaceAll(city, " ", "+") // want `escaped-by-hand`
		http.Get(fmt.Sprintf("https://api.weather.example/data?q=%s&appid=1", city))
	}
}

func linesRight() {
	sc := bufio.NewScanner(os.Stdin)
	for sc.Scan() {
		http.Get(fmt.Sprintf("https://api.weather.example/data?q=%s&appid=1", url.QueryEscape(sc.Text())))
	}
}

func normalize(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	s, err := url.QueryUnescape(u.String()) // want `decoded-twice`
	if err != nil {
		return raw
	}
	v, _ := url.Parse(s)
	return v.String()
}

func pathOnly(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	p, _ := url.QueryUnescape(u.Path) // want `decoded-twice`
	return p
}

func rebuild(u *url.URL) string {
	return u.Scheme + "://" + u.Host + u.Path + "?" + u.RawQuery // want `unescaped-request`
}

func rebuildRight(u *url.URL) string {
	return u.Scheme + "://" + u.Host + u.EscapedPath() + "?" + u.RawQuery
}

func clean(u *url.URL) string {
	return strings.Replace(u.String(), "%2F", "/", -1) // want `replaced-escape`
}

func encodeAll(s string) string {
	s = strings.Replace(s, "&", "%26", -1) // want `escaped-by-hand`
	return "https://api.example.com/?text=" + s
}

func newReplacer(s string) string {
	return "https://api.example.com/?text=" + strings.NewReplacer(" ", "%20", "#", "%23").Replace(s) // want `escaped-by-hand`
}

func csv(s string) string { return strings.NewReplacer(",", ";", "\n", " ").Replace(s) }

func twice(s string) string {
	e := url.QueryEscape(s)
	return "https://api.example.com/?text=" + url.QueryEscape(e) // want `encoded-twice`
}

func proxyRight(s string) string {
	inner := "https://api.example.com/?text=" + url.QueryEscape(s)
	return "https://proxy.example/?u=" + url.QueryEscape(inner)
}

func tel(n string) string { return "tel:" + url.QueryEscape(n) } // want `wrong-encoder`

func magnet(name string) string {
	return "magnet:?xt=urn:btih:abc&dn=" + url.QueryEscape(name)
}

func fileURL(p string) string { return "file://" + p }

func gitRemote(user, token, repo string) string {
	return "https://" + user + ":" + token + "@github.com/" + repo + ".git" // want `unescaped-userinfo` `unescaped-userinfo`
}

func gitRemoteRight(user, token, repo string) string {
	return "https://" + url.UserPassword(user, token).String() + "@github.com/" + repo + ".git"
}

func rmq(user, pass, vhost string) string {
	return fmt.Sprintf("amqp://%s:%s@localhost:5672/%s", url.QueryEscape(user), url.QueryEscape(pass), url.PathEscape(vhost)) // want `wrong-encoder` `wrong-encoder`
}

func compare(a *url.URL, name string) bool {
	return a.Path == "/files/"+url.PathEscape(name) // want `compared-encodings`
}

func compareRight(a *url.URL, name string) bool {
	return a.EscapedPath() == "/files/"+url.PathEscape(name)
}

func userinfo(raw string) (string, string) {
	u, _ := url.Parse(raw)
	parts := strings.SplitN(u.User.String(), ":", 2) // want `split-raw-query`
	return parts[0], parts[1]
}
