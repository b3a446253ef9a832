// Package escapes has text that is escaped or decoded by hand, and not all of it.
package escapes

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

const base = "https://api.example.com"

func search(q string) (*http.Response, error) {
	return http.Get(base + "/search?q=" + strings.ReplaceAll(q, " ", "%20")) // want `escaped-by-hand`
}

func title(name string) string {
	name = strings.Replace(name, " ", "%20", -1) // want `escaped-by-hand`
	return fmt.Sprintf("%s/titles/%s", base, name)
}

func city(name string) string {
	return base + "/weather?q=" + strings.ReplaceAll(name, " ", "+") // want `escaped-by-hand`
}

func project(path string) string {
	return base + "/projects/" + strings.ReplaceAll(path, "/", "%2F") // want `escaped-by-hand`
}

func branch(name string) string {
	escaped := strings.Replace(name, "/", "%2F", -1) // want `escaped-by-hand`
	return fmt.Sprintf("%s/branches/%s", base, escaped)
}

func anchor(name string) string {
	return strings.ReplaceAll(name, "#", "%23") // want `escaped-by-hand`
}

func ampersand(v string) string {
	return base + "/?v=" + strings.ReplaceAll(v, "&", "%26") // want `escaped-by-hand`
}

func plus(q string) string {
	return base + "/search?q=" + strings.ReplaceAll(url.PathEscape(q), "+", "%20") // want `replaced-escape`
}

func last(s string) string {
	s = strings.ReplaceAll(s, " ", "%20")    // want `escaped-by-hand`
	return strings.ReplaceAll(s, "%", "%25") // want `escaped-by-hand`
}

func lastOfThree(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "/", "%2F"), "%", "%25") // want `escaped-by-hand` `escaped-by-hand`
}

var table = strings.NewReplacer(" ", "%20", "&", "%26", "?", "%3F") // want `escaped-by-hand`

func tabled(s string) string { return base + "/?q=" + table.Replace(s) }

func local(s string) string {
	return strings.NewReplacer("/", "%2F", " ", "%20").Replace(s) // want `escaped-by-hand`
}

func slashes(u *url.URL) string {
	return strings.ReplaceAll(u.String(), "%2F", "/") // want `replaced-escape`
}

func mark(u *url.URL) string {
	return strings.Replace(u.String(), "%3F", "?", 1) // want `replaced-escape`
}

func spaces(u *url.URL) string {
	return strings.ReplaceAll(u.String(), "+", "%20") // want `replaced-escape`
}

func plusSigns(v url.Values) string {
	return strings.ReplaceAll(v.Encode(), "%2B", "+") // want `replaced-escape`
}

func first(v url.Values) string {
	return base + "/?" + strings.Replace(v.Encode(), "+", "%20", 1) // want `replaced-escape`
}

func ampersands(u *url.URL) {
	u.RawQuery = strings.ReplaceAll(u.RawQuery, "%26", "&") // want `replaced-escape`
}

func raw(u *url.URL, q string) {
	u.RawQuery = "q=" + strings.ReplaceAll(q, " ", "+") // want `escaped-by-hand`
}

func decode(r *http.Request) string {
	return strings.ReplaceAll(r.URL.RawQuery, "%20", " ") // want `decoded-by-hand`
}

func decodePlus(r *http.Request) string {
	return strings.Replace(r.URL.RawQuery, "+", " ", -1) // want `decoded-by-hand`
}

func decodeSlash(r *http.Request) string {
	return strings.ReplaceAll(r.URL.EscapedPath(), "%2F", "/") // want `decoded-by-hand`
}

func parse(s string) (*url.URL, error) {
	return url.Parse(strings.ReplaceAll(s, " ", "%20")) // want `escaped-by-hand`
}
