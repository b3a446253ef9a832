// Package escapes has replacements that are right.
package escapes

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"
)

const base = "https://api.example.com"

func search(q string) (*http.Response, error) {
	return http.Get(base + "/search?q=" + url.QueryEscape(q))
}

func title(name string) string { return fmt.Sprintf("%s/titles/%s", base, url.PathEscape(name)) }

func city(name string) string {
	return base + "/weather/" + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
}

func project(path string) string { return base + "/projects/" + url.PathEscape(path) }

func form(v url.Values) string { return base + "/?" + strings.ReplaceAll(v.Encode(), "+", "%20") }

func signed(v url.Values) string {
	return strings.NewReplacer("+", "%20", "%7E", "~").Replace(v.Encode())
}

func strict(q string) string { return strings.ReplaceAll(url.PathEscape(q), "+", "%2B") }

func commas(v url.Values) string { return strings.ReplaceAll(v.Encode(), "%2C", ",") }

func brackets(v url.Values) string {
	return strings.NewReplacer("%5B", "[", "%5D", "]").Replace(v.Encode())
}

// message is how a workflow command of a build service writes text.
func message(s string) string {
	s = strings.ReplaceAll(s, "%", "%25")
	s = strings.ReplaceAll(s, "\r", "%0D")
	return strings.ReplaceAll(s, "\n", "%0A")
}

var commands = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")

func command(s string) string { return commands.Replace(s) }

func slug(s string) string { return strings.ReplaceAll(strings.ToLower(s), " ", "-") }

func words(s string) string { return strings.ReplaceAll(s, "+", " ") }

func joined(s string) string { return strings.ReplaceAll(s, " ", "+") }

func backslashes(s string) string { return strings.ReplaceAll(s, "\\", "/") }

func file(s string) string { return path.Base(strings.ReplaceAll(s, "/", "_")) }

func verbs(s string) string { return strings.ReplaceAll(s, "%", "%%") }

func pointer(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1")
}

func whole(r *http.Request) (url.Values, error) { return url.ParseQuery(r.URL.RawQuery) }

func slash(r *http.Request) (string, error) {
	return url.PathUnescape(strings.TrimPrefix(r.URL.EscapedPath(), "/raw/"))
}

func like(s string) string { return "%" + strings.ReplaceAll(s, "%", `\%`) + "%" }

func strftime(s string) string { return strings.ReplaceAll(s, "%Y", "2006") }
