package fifth

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"path"
	"strings"
)

func spaced(s string) string {
	all := strings.Split(s, " ")
	for i, word := range all {
		all[i] = url.QueryEscape(word)
	}
	return "https://h.example/q/" + strings.Join(all, "%20")
}

// A name may have slashes, and what is behind it is found from the end.
func manifest(r *http.Request) (name, tag string) {
	all := strings.Split(r.URL.Path, "/")
	all = all[1:]
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return strings.Join(all[1:len(all)-2], "/"), all[len(all)-1]
}

func dotted(p string) bool {
	for p != "" {
		head, rest, _ := strings.Cut(p, "/")
		if len(head) > 0 && head[0] == '.' {
			return true
		}
		p = rest
	}
	return false
}

func clean(r *http.Request) bool { return !dotted(r.URL.Path) }

type server struct{ issuer url.URL }

func (s *server) at(name string) string { return path.Join(s.issuer.Path, name) }

func (s *server) login(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.at("login"), http.StatusFound)
}

func again(s string) string {
	return url.QueryEscape(url.QueryEscape(s)) // the reader decodes it twice
}

func status(base *url.URL, der []byte) (*url.URL, error) {
	return base.Parse(url.QueryEscape(base64.StdEncoding.EncodeToString(der)))
}

func routes(m *http.ServeMux) {
	m.HandleFunc("GET /ui", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"/", http.StatusFound)
	})
}

func inS3(key string) (*http.Response, error) {
	return http.Get("https://b.s3.eu-west-1.amazonaws.com/" + url.QueryEscape(key)) // S3 reads a "+" as a space
}
