package main

import (
	"errors"
	htmltemplate "html/template"
	"mime"
	"net/url"
	"strings"
	texttemplate "text/template"
)

// standard returns the functions of the standard library, which the recorder of its
// versions shares.
func standard(std string) []implementation {
	return []implementation{
		{"encoder", "go.url.QueryEscape", std, "bytes", `url.QueryEscape(s)`, total(url.QueryEscape)},
		{"encoder", "go.url.PathEscape", std, "bytes", `url.PathEscape(s)`, total(url.PathEscape)},
		{
			"encoder", "go.url.Values.Encode", std, "bytes", `url.Values{"k":{s}}.Encode()[2:]`,
			func(s string) (string, error) { return url.Values{"k": {s}}.Encode()[2:], nil },
		},
		{
			"encoder", "go.url.URL.Path", std, "bytes", `(&url.URL{Path:"/x"+s+"x"}).EscapedPath(), between`,
			func(s string) (string, error) {
				return between((&url.URL{Path: "/x" + s + "x"}).EscapedPath(), "/x", "x")
			},
		},
		{
			"encoder", "go.url.URL.Fragment", std, "bytes", `(&url.URL{Fragment:s}).EscapedFragment()`,
			func(s string) (string, error) { return (&url.URL{Fragment: s}).EscapedFragment(), nil },
		},
		{
			"encoder", "go.url.User", std, "bytes", `url.User(s).String()`,
			func(s string) (string, error) { return url.User(s).String(), nil },
		},
		{
			"encoder", "go.url.UserPassword", std, "bytes", `url.UserPassword("u",s).String()[2:]`,
			func(s string) (string, error) { return url.UserPassword("u", s).String()[2:], nil },
		},
		{
			"encoder", "go.url.URL.Host", std, "bytes", `(&url.URL{Scheme:"http",Host:"x"+s+"x"}).String(), between`,
			func(s string) (string, error) {
				return between((&url.URL{Scheme: "http", Host: "x" + s + "x"}).String(), "http://x", "x")
			},
		},
		{"encoder", "go.url.Parse.String", std, "bytes", `url.Parse("http://h/x"+s+"x").String(), between`, reparse},
		{
			"encoder", "go.url.JoinPath", std, "bytes", `url.JoinPath("http://h/","x"+s+"x"), between`,
			func(s string) (string, error) {
				joined, err := url.JoinPath("http://h/", "x"+s+"x")
				if err != nil {
					return "", err
				}
				return between(joined, "http://h/x", "x")
			},
		},
		{"encoder", "go.text/template.urlquery", std, "bytes", `{{. | urlquery}}`, urlquery},
		{
			"encoder", "go.html/template.query", std, "bytes", `<a href="/?k={{.}}">: the attribute as written, after k=`,
			attribute(`<a href="/?k={{.}}">`, "", "", `<a href="/?k=`, `">`),
		},
		{
			"encoder", "go.html/template.path", std, "bytes", `<a href="/x{{.}}x">: the attribute as written, between`,
			attribute(`<a href="/x{{.}}x">`, "", "", `<a href="/x`, `x">`),
		},
		{
			"encoder", "go.html/template.whole", std, "bytes", `<a href="{{.}}"> with "http://h/x"+s+"x": the attribute as written, between`,
			attribute(`<a href="{{.}}">`, "http://h/x", "x", `<a href="http://h/x`, `x">`),
		},
		{"encoder", "go.mime.FormatMediaType", std, "bytes", `mime.FormatMediaType("a/b",map{"k":s}) after "a/b; "`, mediaType},

		{"decoder", "go.url.QueryUnescape", std, "bytes", `url.QueryUnescape(s)`, url.QueryUnescape},
		{"decoder", "go.url.PathUnescape", std, "bytes", `url.PathUnescape(s)`, url.PathUnescape},
		{"decoder", "go.url.ParseQuery", std, "bytes", `url.ParseQuery("k="+s).Get("k")`, parseQuery},
		{"decoder", "go.url.Parse.Path", std, "bytes", `url.Parse("http://h/"+s).Path[1:]`, parsePath},
	}
}

func total(f func(string) string) func(string) (string, error) {
	return func(s string) (string, error) { return f(s), nil }
}

// module returns the short name of a module and the version built in.

func reparse(s string) (string, error) {
	u, err := url.Parse("http://h/x" + s + "x")
	if err != nil {
		return "", err
	}
	return between(u.String(), "http://h/x", "x")
}

func urlquery(s string) (string, error) {
	var b strings.Builder
	err := texttemplate.Must(texttemplate.New("").Parse("{{. | urlquery}}")).Execute(&b, s)
	return b.String(), err
}

func attribute(source, valueBefore, valueAfter, before, after string) func(string) (string, error) {
	t := htmltemplate.Must(htmltemplate.New("").Parse(source))
	return func(s string) (string, error) {
		var b strings.Builder
		if err := t.Execute(&b, valueBefore+s+valueAfter); err != nil {
			return "", err
		}
		return between(b.String(), before, after)
	}
}

func mediaType(s string) (string, error) {
	written := mime.FormatMediaType("a/b", map[string]string{"k": s})
	if written == "" {
		return "", errors.New("the result is the empty string")
	}
	return between(written, "a/b; ", "")
}

func parseQuery(s string) (string, error) {
	values, err := url.ParseQuery("k=" + s)
	return values.Get("k"), err
}

func parsePath(s string) (string, error) {
	u, err := url.Parse("http://h/" + s)
	if err != nil {
		return "", err
	}
	return strings.TrimPrefix(u.Path, "/"), nil
}
