// Package place has encoders and decoders that are for another place.
package place

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

const base = "https://api.example.com"

func mail(to, subject string) string {
	return "mailto:" + to + "?subject=" + url.QueryEscape(subject) // want `wrong-encoder`
}

// https://github.com/go-pkgz/notify/pull/35
func body(to, text string) string {
	return fmt.Sprintf("mailto:%s?subject=Hello&body=%s", to, url.QueryEscape(text)) // want `wrong-encoder`
}

func mailPath(to, subject string) string {
	return "mailto:" + to + "?subject=" + url.PathEscape(subject) + "&body=x" // want `wrong-encoder`
}

func values(to string, v url.Values) string {
	return "mailto:" + to + "?" + v.Encode() // want `wrong-encoder`
}

func data(text string) string {
	return "data:text/plain;charset=utf-8," + url.QueryEscape(text) // want `wrong-encoder`
}

func svg(image string) string {
	return fmt.Sprintf("data:image/svg+xml,%s", url.QueryEscape(image)) // want `wrong-encoder`
}

func purl(name, version string) string {
	return "pkg:npm/" + url.QueryEscape(name) + "@" + version // want `wrong-encoder`
}

func urn(name string) string {
	return "urn:example:" + url.QueryEscape(name) // want `wrong-encoder`
}

func tel(number string) string {
	return "tel:" + url.QueryEscape(number) // want `wrong-encoder`
}

func fragment(name string) string {
	return base + "/docs#" + url.QueryEscape(name) // want `wrong-encoder`
}

func anchor(page, name string) string {
	return fmt.Sprintf("%s#section-%s", page, url.QueryEscape(name)) // want `wrong-encoder`
}

func copySource(h http.Header, bucket, key string) {
	h.Set("X-Amz-Copy-Source", bucket+"/"+url.QueryEscape(key)) // want `wrong-encoder`
}

// https://github.com/minio/minio-go/pull/465
func copySourceWhole(h http.Header, bucket, key string) {
	h.Set("x-amz-copy-source", url.QueryEscape(bucket+"/"+key)) // want `wrong-encoder`
}

// https://github.com/awsdocs/aws-doc-sdk-examples/pull/4781
func copyInput(bucket, key string) *s3.CopyObjectInput {
	source := bucket + "/" + url.QueryEscape(key) // want `wrong-encoder`
	return &s3.CopyObjectInput{Bucket: &bucket, CopySource: &source}
}

func download(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s"`, url.QueryEscape(name))) // want `wrong-encoder`
}

func inline(w http.ResponseWriter, name string) {
	w.Header().Add("Content-Disposition", "inline; filename="+url.QueryEscape(name)) // want `wrong-encoder`
}

func extended(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=\"x\"; filename*=UTF-8''%s", url.QueryEscape(name))) // want `wrong-encoder`
}

func rawExtended(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+r.FormValue("name")) // want `unescaped-request`
}

func location(w http.ResponseWriter, name string) {
	w.Header().Set("Location", "/files/"+url.QueryEscape(name)) // want `wrong-encoder`
}

func wholeURL(name string) (*http.Response, error) {
	return http.Get(url.QueryEscape("https://h.example/?name=" + name)) // want `wrong-encoder`
}

func slashes(dir, name string) string {
	return base + "/files/" + url.PathEscape("/"+dir+"/"+name) // want `wrong-encoder`
}

func trimmed(r *http.Request) string {
	return base + "/raw/" + url.PathEscape(strings.TrimPrefix(r.URL.Path, "/raw/")) // want `wrong-encoder`
}

func asset(name string) string {
	return base + "/" + url.PathEscape("assets/"+name) // want `wrong-encoder`
}

func userinfo(dsn string) string {
	i := strings.Index(dsn, "@")
	s, _ := url.QueryUnescape(dsn[:i]) // want `wrong-decoder`
	return s
}

func password(dsn string) string {
	rest, _, _ := strings.Cut(dsn, "@")
	p, _ := url.QueryUnescape(rest) // want `wrong-decoder`
	return p
}

func userString(u *url.URL) string {
	name, _, _ := strings.Cut(u.User.String(), ":") // want `split-raw-query`
	return name
}

func fragmentRead(u *url.URL) string {
	s, _ := url.QueryUnescape(u.EscapedFragment()) // want `wrong-decoder`
	return s
}

func escapedSegment(r *http.Request) string {
	all := strings.Split(r.URL.EscapedPath(), "/")
	s, _ := url.QueryUnescape(all[1]) // want `wrong-decoder`
	return s
}

func parts(all []string) string {
	var out []string
	for _, s := range all {
		out = append(out, url.QueryEscape(s)) // want `wrong-encoder`
	}
	return base + "/" + strings.Join(out, "/")
}

func set(all []string) string {
	for i := range all {
		all[i] = url.QueryEscape(all[i]) // want `wrong-encoder`
	}
	return "/" + strings.Join(all, "/")
}

func indexed(name string) string {
	return fmt.Sprintf("%[2]s/users/%[1]s", url.QueryEscape(name), base) // want `wrong-encoder`
}

func written(w http.ResponseWriter, name string) {
	fmt.Fprintf(w, `<a href="/users/%s">`, url.QueryEscape(name)) // want `wrong-encoder`
}

func sprint(name string) string {
	return fmt.Sprint(base, "/users/", url.QueryEscape(name)) // want `wrong-encoder`
}

func path(name string) string { return requestURL("/users/%s/keys", url.QueryEscape(name)) } // want `wrong-encoder`

func requestURL(format string, args ...any) string { return base + fmt.Sprintf(format, args...) }

func dynamic(p, name, value string) string {
	return strings.ReplaceAll(p, "{"+name+"}", url.QueryEscape(value)) // want `wrong-encoder`
}

func linked(text, page string) string {
	return fmt.Sprintf("[%s](https://h.example/pages/%s)", text, url.QueryEscape(page)) // want `wrong-encoder`
}
