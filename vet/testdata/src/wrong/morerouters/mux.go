package routers

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
)

func setup() http.Handler {
	r := mux.NewRouter()
	r.HandleFunc("/files/{name}", getFile)
	r.HandleFunc("/other/{name}", rightGetFile).Methods("GET")
	s := r.PathPrefix("/api").Subrouter()
	s.HandleFunc("/x/{id}", getX)
	return r
}

func getFile(w http.ResponseWriter, r *http.Request) {
	vars := mux.Vars(r)
	name, err := url.PathUnescape(vars["name"]) // want `decoded-twice`
	if err != nil {
		http.Error(w, err.Error(), 400)
		return
	}
	w.Write([]byte(name))
}

func rightGetFile(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte(mux.Vars(r)["name"]))
}

func getX(w http.ResponseWriter, r *http.Request) {
	id := mux.Vars(r)["id"]
	id, _ = url.QueryUnescape(id) // want `decoded-twice`
	w.Write([]byte(id))
}

func chiParam(w http.ResponseWriter, r *http.Request) {
	id, err := url.QueryUnescape(chi.URLParam(r, "id")) // want `decoded-twice`
	_, _ = id, err
}

func rightChiParam(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	if r.URL.RawPath != "" {
		id, _ = url.PathUnescape(id)
	}
	w.Write([]byte(id))
}

func stdQuery(w http.ResponseWriter, r *http.Request) {
	q, err := url.QueryUnescape(r.URL.Query().Get("q")) // want `decoded-twice`
	if err != nil {
		return
	}
	w.Write([]byte(q))
}

func stdForm(w http.ResponseWriter, r *http.Request) {
	r.ParseForm()
	email := r.Form.Get("email")
	dec, _ := url.QueryUnescape(email) // want `decoded-twice`
	w.Write([]byte(dec))
}

func stdFormIndex(w http.ResponseWriter, r *http.Request) {
	r.ParseForm()
	if vs, ok := r.PostForm["email"]; ok && len(vs) > 0 {
		dec, _ := url.QueryUnescape(vs[0]) // want `decoded-twice`
		w.Write([]byte(dec))
	}
}

func stdPathValue(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("key")
	k, _ := url.PathUnescape(key) // want `decoded-twice`
	w.Write([]byte(k))
}

func stdPath(w http.ResponseWriter, r *http.Request) {
	p := strings.TrimPrefix(r.URL.Path, "/static/")
	p, _ = url.PathUnescape(p) // want `decoded-twice`
	http.ServeFile(w, r, p)
}

func rightStdPath(w http.ResponseWriter, r *http.Request) {
	p := strings.TrimPrefix(r.URL.EscapedPath(), "/static/")
	p, _ = url.PathUnescape(p)
	w.Write([]byte(p))
}

func rightRawQ(w http.ResponseWriter, r *http.Request) {
	for _, kv := range strings.Split(r.URL.RawQuery, "&") {
		k, v, _ := strings.Cut(kv, "=")
		k, _ = url.QueryUnescape(k)
		v, _ = url.QueryUnescape(v)
		w.Write([]byte(k + v))
	}
}

func wholeRawQ(w http.ResponseWriter, r *http.Request) {
	q, _ := url.QueryUnescape(r.URL.RawQuery) // want `decoded-twice`
	for _, kv := range strings.Split(q, "&") {
		w.Write([]byte(kv))
	}
}

func wholeRawQ2(raw string) map[string]string {
	u, _ := url.Parse(raw)
	dec, _ := url.PathUnescape(u.RawQuery) // want `decoded-twice`
	m := map[string]string{}
	for _, p := range strings.Split(dec, "&") {
		kv := strings.SplitN(p, "=", 2)
		m[kv[0]] = kv[1]
	}
	return m
}

func parseQueryTwice(r *http.Request) url.Values {
	dec, _ := url.QueryUnescape(r.URL.RawQuery) // want `decoded-twice`
	v, _ := url.ParseQuery(dec)
	return v
}

func rightParseQuery(r *http.Request) url.Values {
	v, _ := url.ParseQuery(r.URL.RawQuery)
	return v
}

func unescapeWhole(s string) (*url.URL, error) {
	s, err := url.QueryUnescape(s) // missed: no rule is sure of it
	if err != nil {
		return nil, err
	}
	return url.Parse(s)
}

func urlDecodedTwice(u *url.URL) string {
	p, _ := url.PathUnescape(u.Path) // want `decoded-twice`
	return p
}

func fragDecoded(u *url.URL) string {
	p, _ := url.QueryUnescape(u.Fragment) // want `decoded-twice`
	return p
}

func userDecoded(u *url.URL) string {
	p, _ := u.User.Password()
	p, _ = url.QueryUnescape(p) // want `decoded-twice`
	return p
}

func cookieRight(r *http.Request) string {
	c, err := r.Cookie("sid")
	if err != nil {
		return ""
	}
	v, _ := url.QueryUnescape(c.Value)
	return v
}

func cookieSetRight(w http.ResponseWriter, s string) {
	http.SetCookie(w, &http.Cookie{Name: "sid", Value: url.QueryEscape(s)})
}

func ptr(r *http.Request) *string {
	s := r.FormValue("cursor")
	p := &s
	*p, _ = url.QueryUnescape(*p) // want `decoded-twice`
	return p
}

func must(s string) string {
	d, err := url.QueryUnescape(s)
	if err != nil {
		return s
	}
	return d
}

func viaMust(r *http.Request) string {
	return must(r.URL.Query().Get("redirect")) // want `decoded-twice`
}

func rightMust(r *http.Request) string {
	return must(r.Header.Get("X-Original-URI"))
}

type opts struct{ name string }

func viaField(r *http.Request) string {
	o := opts{name: r.FormValue("n")}
	d, _ := url.QueryUnescape(o.name) // want `decoded-twice`
	return d
}

func rightHeader(r *http.Request) string {
	d, _ := url.PathUnescape(r.Header.Get("X-File-Name"))
	return d
}

func loopDecode(r *http.Request) map[string]string {
	out := map[string]string{}
	for k, vs := range r.URL.Query() {
		for _, v := range vs {
			d, _ := url.QueryUnescape(v) // want `decoded-twice`
			out[k] = d
		}
	}
	return out
}

func base64plus(r *http.Request) string {
	tok := r.URL.Query().Get("token")
	return strings.ReplaceAll(tok, " ", "+")
}
