// Package place has encoders and decoders that are for the place where they are.
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
	return "mailto:" + url.PathEscape(to) + "?subject=" + strings.ReplaceAll(url.QueryEscape(subject), "+", "%20")
}

func values(to string, v url.Values) string {
	return "mailto:" + to + "?" + strings.ReplaceAll(v.Encode(), "+", "%20")
}

func data(text string) string { return "data:text/plain;charset=utf-8," + url.PathEscape(text) }

func purl(name, version string) string {
	return "pkg:npm/" + url.PathEscape(name) + "@" + url.PathEscape(version)
}

func urn(name string) string { return "urn:example:" + url.PathEscape(name) }

func fragment(name string) string { return base + "/docs#" + url.PathEscape(name) }

func route(q string) string { return base + "/#/search?q=" + url.QueryEscape(q) }

func token(t string) string { return base + "/callback#access_token=" + url.QueryEscape(t) }

func copySource(h http.Header, bucket, key string) {
	h.Set("X-Amz-Copy-Source", bucket+"/"+strings.ReplaceAll(url.QueryEscape(key), "+", "%20"))
}

func copyInput(bucket, key string) *s3.CopyObjectInput {
	source := bucket + "/" + strings.ReplaceAll(url.QueryEscape(key), "+", "%20")
	return &s3.CopyObjectInput{Bucket: &bucket, CopySource: &source}
}

func extended(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+strings.ReplaceAll(url.QueryEscape(name), "+", "%20"))
}

func location(w http.ResponseWriter, name string) {
	w.Header().Set("Location", "/files/"+url.PathEscape(name))
}

func project(group, name string) string {
	return base + "/projects/" + url.PathEscape(group+"/"+name)
}

func userinfo(u *url.URL) string {
	s, _ := url.PathUnescape(u.User.String())
	return s
}

func mailbox(s string) string {
	name, _, _ := strings.Cut(s, "@")
	return name
}

func segment(r *http.Request) string {
	all := strings.Split(r.URL.EscapedPath(), "/")
	s, _ := url.PathUnescape(all[1])
	return s
}

func parts(all []string) string {
	var out []string
	for _, s := range all {
		out = append(out, url.PathEscape(s))
	}
	return base + "/" + strings.Join(out, "/")
}

func list(all []string) string {
	var out []string
	for _, s := range all {
		out = append(out, url.QueryEscape(s))
	}
	return base + "/?ids=" + strings.Join(out, ",")
}

func pairs(m map[string]string) string {
	var out []string
	for k, v := range m {
		out = append(out, url.QueryEscape(k)+"="+url.QueryEscape(v))
	}
	return strings.Join(out, "&")
}

func indexed(name string) string {
	return fmt.Sprintf("%[2]s/users?name=%[1]s", url.QueryEscape(name), base)
}

func written(w http.ResponseWriter, name string) {
	fmt.Fprintf(w, `<a href="/users?name=%s">`, url.QueryEscape(name))
}

func sprint(name string) string { return fmt.Sprint(base, "/users/", url.PathEscape(name)) }

func path(name string) string { return requestURL("/users/%s/keys", url.PathEscape(name)) }

func requestURL(format string, args ...any) string { return base + fmt.Sprintf(format, args...) }

func tagged(w http.ResponseWriter, r *http.Request, v url.Values) {
	r.Header.Set("X-Amz-Tagging", v.Encode())
}

func file(name string) string { return "cache/" + url.QueryEscape(name) }

func scheme(s string) string { return "label: " + url.QueryEscape(s) }

func object(bucket, key string) string { return "s3://" + bucket + "/" + key }

func repository(host, name string) string { return fmt.Sprintf("ssh://git@%s/%s.git", host, name) }
