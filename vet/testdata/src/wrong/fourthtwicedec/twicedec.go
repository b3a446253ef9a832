package fourthtwicedec

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
	"github.com/julienschmidt/httprouter"
)

func search(w http.ResponseWriter, r *http.Request) {
	q, err := url.QueryUnescape(r.URL.Query().Get("q")) // want `decoded-twice`
	if err != nil {
		http.Error(w, "bad", 400)
		return
	}
	w.Write([]byte(q))
}

func file(w http.ResponseWriter, r *http.Request) {
	vars := mux.Vars(r)
	name, _ := url.PathUnescape(vars["name"]) // want `decoded-twice`
	w.Write([]byte(name))
}

func routes() { r := mux.NewRouter(); r.HandleFunc("/f/{name}", file) }

func download(c *gin.Context) {
	p := c.Param("path")
	p, err := url.QueryUnescape(p) // want `decoded-twice`
	if err != nil {
		return
	}
	c.String(200, p)
}

func parseAll(r *http.Request) map[string]string {
	raw, _ := url.QueryUnescape(r.URL.RawQuery) // want `decoded-twice`
	m := map[string]string{}
	for _, kv := range strings.Split(raw, "&") {
		k, v, _ := strings.Cut(kv, "=")
		m[k] = v
	}
	return m
}

func repo(w http.ResponseWriter, r *http.Request) {
	p, err := url.PathUnescape(r.URL.Path) // want `decoded-twice`
	if err != nil {
		return
	}
	w.Write([]byte(p))
}

func hash(w http.ResponseWriter, r *http.Request, ps httprouter.Params) {
	h, _ := url.PathUnescape(ps.ByName("hash")) // want `decoded-twice`
	w.Write([]byte(h))
}

func form(r *http.Request) (string, error) {
	if err := r.ParseForm(); err != nil {
		return "", err
	}
	return url.QueryUnescape(r.Form.Get("redirect")) // want `decoded-twice`
}

func parsed(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	name, _ := url.PathUnescape(strings.TrimPrefix(u.Path, "/")) // want `decoded-twice`
	return name
}

func fields(r *http.Request) []string {
	var out []string
	for _, v := range r.URL.Query()["tag"] {
		s, err := url.QueryUnescape(v) // want `decoded-twice`
		if err == nil {
			out = append(out, s)
		}
	}
	return out
}

func chiBoth(w http.ResponseWriter, r *http.Request) {
	id, err := url.PathUnescape(chi.URLParam(r, "id")) // want `decoded-twice`
	if err != nil {
		return
	}
	w.Write([]byte(id))
}

func ginQuery(c *gin.Context) {
	v, err := url.QueryUnescape(c.DefaultQuery("state", "")) // want `decoded-twice`
	if err != nil {
		return
	}
	c.String(200, v)
}
