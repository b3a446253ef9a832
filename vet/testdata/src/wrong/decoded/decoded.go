// Package decoded has text that is decoded again.
package decoded

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
	"github.com/julienschmidt/httprouter"
	"github.com/labstack/echo/v4"
)

func routes() *mux.Router {
	r := mux.NewRouter()
	r.HandleFunc("/items/{id}", item)
	return r
}

// https://github.com/canonical/lxd/pull/10276
func item(w http.ResponseWriter, r *http.Request) {
	id, err := url.PathUnescape(mux.Vars(r)["id"]) // want `decoded-twice`
	if err != nil {
		return
	}
	w.Write([]byte(id))
}

func vars(w http.ResponseWriter, r *http.Request) {
	all := mux.Vars(r)
	name, _ := url.QueryUnescape(all["name"]) // want `decoded-twice`
	w.Write([]byte(name))
}

func chiParam(w http.ResponseWriter, r *http.Request) {
	id, _ := url.PathUnescape(chi.URLParam(r, "id")) // want `decoded-twice`
	w.Write([]byte(id))
}

// https://github.com/gin-gonic/gin/issues/2285
func ginParam(c *gin.Context) {
	name, _ := url.PathUnescape(c.Param("name")) // want `decoded-twice`
	c.String(200, name)
}

func ginCookie(c *gin.Context) {
	v, _ := c.Cookie("session")
	v, _ = url.QueryUnescape(v) // want `decoded-twice`
	c.String(200, v)
}

func ginSet(c *gin.Context, v string) {
	c.SetCookie("session", url.QueryEscape(v), 0, "/", "", false, true) // want `encoded-twice`
}

// https://github.com/labstack/echo/issues/1974
func echoParam(c echo.Context) error {
	id, err := url.PathUnescape(c.Param("id")) // want `decoded-twice`
	if err != nil {
		return err
	}
	return c.String(200, id)
}

func byName(w http.ResponseWriter, r *http.Request, p httprouter.Params) {
	name, _ := url.QueryUnescape(p.ByName("name")) // want `decoded-twice`
	w.Write([]byte(name))
}

func beforeSplit(r *http.Request) url.Values {
	q, err := url.QueryUnescape(r.URL.RawQuery) // want `decoded-twice`
	if err != nil {
		return nil
	}
	v, _ := url.ParseQuery(q)
	return v
}

func pairs(r *http.Request) []string {
	q, _ := url.QueryUnescape(r.URL.RawQuery) // want `decoded-twice`
	return strings.Split(q, "&")
}

func wholeURL(u *url.URL) (*url.URL, error) {
	s, _ := url.QueryUnescape(u.String()) // want `decoded-twice`
	return url.Parse(s)
}

func target(r *http.Request) (*url.URL, error) {
	s, err := url.PathUnescape(r.RequestURI) // want `decoded-twice`
	if err != nil {
		return nil, err
	}
	return url.ParseRequestURI(s)
}

func pointer(r *http.Request) string {
	p := r.FormValue("p")
	decode(&p)
	return p
}

func decode(s *string) {
	*s, _ = url.QueryUnescape(*s) // missed: only the callers know what it is given
}

func header(r *http.Request) string {
	u, _ := url.Parse(r.Referer())
	s, _ := url.PathUnescape(u.Path) // want `decoded-twice`
	return s
}

func form(r *http.Request) string {
	r.ParseForm()
	s, _ := url.QueryUnescape(r.Form["q"][0]) // want `decoded-twice`
	return s
}

func each(r *http.Request) []string {
	var all []string
	for _, v := range r.URL.Query()["tag"] {
		s, _ := url.QueryUnescape(v) // want `decoded-twice`
		all = append(all, s)
	}
	return all
}

func keys(r *http.Request) map[string]string {
	m := map[string]string{}
	for k, v := range r.URL.Query() {
		k, _ = url.QueryUnescape(k) // want `decoded-twice`
		m[k] = v[0]
	}
	return m
}

func segments(r *http.Request) []string {
	all := strings.Split(r.URL.Path, "/") // want `split-decoded-path`
	for i := range all {
		all[i], _ = url.PathUnescape(all[i]) // want `decoded-twice`
	}
	return all
}

func helper(r *http.Request) string { return unescape(r.FormValue("q")) } // want `decoded-twice`

func unescape(s string) string {
	out, err := url.QueryUnescape(s)
	if err != nil {
		return s
	}
	return out
}

func twice(s string) string {
	s, _ = url.PathUnescape(s)
	s, _ = url.PathUnescape(s) // want `decoded-twice`
	return s
}
