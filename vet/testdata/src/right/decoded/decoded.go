// Package decoded has text that is decoded once.
package decoded

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/labstack/echo/v4"
)

func engine() *gin.Engine {
	e := gin.Default()
	e.UseRawPath = true
	e.UnescapePathValues = false
	return e
}

func ginParam(c *gin.Context) {
	name, _ := url.PathUnescape(c.Param("name"))
	c.String(200, name)
}

func chiParam(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	if r.URL.RawPath != "" {
		id, _ = url.PathUnescape(id)
	}
	w.Write([]byte(id))
}

func echoParam(c echo.Context) error {
	id := c.Param("id")
	if c.Request().URL.RawPath != "" {
		var err error
		if id, err = url.PathUnescape(id); err != nil {
			return err
		}
	}
	return c.String(200, id)
}

func plainChi(w http.ResponseWriter, r *http.Request) { w.Write([]byte(chi.URLParam(r, "id"))) }

func cookie(r *http.Request) string {
	c, err := r.Cookie("session")
	if err != nil {
		return ""
	}
	v, _ := url.QueryUnescape(c.Value)
	return v
}

func shown(r *http.Request) string {
	q, _ := url.QueryUnescape(r.URL.RawQuery)
	return "query: " + q
}

func pairs(r *http.Request) map[string]string {
	m := map[string]string{}
	for _, pair := range strings.Split(r.URL.RawQuery, "&") {
		k, v, _ := strings.Cut(pair, "=")
		k, _ = url.QueryUnescape(k)
		v, _ = url.QueryUnescape(v)
		m[k] = v
	}
	return m
}

func segments(r *http.Request) []string {
	all := strings.Split(r.URL.EscapedPath(), "/")
	for i := range all {
		all[i], _ = url.PathUnescape(all[i])
	}
	return all
}

func query(r *http.Request) string { return r.URL.Query().Get("q") }

func nested(r *http.Request) string {
	u, err := url.Parse(r.FormValue("url"))
	if err != nil {
		return ""
	}
	return u.Query().Get("q")
}

func userinfo(u *url.URL) string {
	s, _ := url.PathUnescape(u.User.String())
	return s
}

func header(r *http.Request) string {
	s, _ := url.PathUnescape(r.Header.Get("X-File-Name"))
	return s
}

func body(s string) (string, error) { return url.QueryUnescape(s) }

func pointer(s *string) { *s, _ = url.QueryUnescape(*s) }

func part(r *http.Request) string {
	s, _ := url.PathUnescape(strings.TrimPrefix(r.URL.EscapedPath(), "/files/"))
	return s
}

func opaque(u *url.URL) string {
	s, _ := url.PathUnescape(u.Opaque)
	return s
}
