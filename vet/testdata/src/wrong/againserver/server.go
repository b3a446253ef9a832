package server

import (
	"context"
	"html/template"
	"log"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v2"
	"github.com/gorilla/mux"
	"github.com/labstack/echo/v4"
)

type store interface {
	Get(context.Context, string) ([]byte, error)
}

type Server struct {
	db   store
	root string
	tpl  *template.Template
}

func (s *Server) Routes() http.Handler {
	r := mux.NewRouter().UseEncodedPath()
	r.HandleFunc("/o/{key}", s.object)
	return r
}

func (s *Server) object(w http.ResponseWriter, r *http.Request) {
	key, err := url.PathUnescape(mux.Vars(r)["key"])
	if err != nil {
		http.Error(w, err.Error(), 400)
		return
	}
	b, _ := s.db.Get(r.Context(), key)
	w.Write(b)
}

func (s *Server) objectPlus(w http.ResponseWriter, r *http.Request) {
	key, _ := url.QueryUnescape(mux.Vars(r)["key"]) // want `wrong-decoder`
	b, _ := s.db.Get(r.Context(), key)
	w.Write(b)
}

func (s *Server) queryTwice(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	name := q.Get("name")
	if name == "" {
		http.Error(w, "no name", 400)
		return
	}
	decoded, err := url.QueryUnescape(name) // want `decoded-twice`
	if err != nil {
		http.Error(w, err.Error(), 400)
		return
	}
	log.Println(decoded)
}

func (s *Server) rightQuery(w http.ResponseWriter, r *http.Request) {
	log.Println(r.URL.Query().Get("name"))
}

func (s *Server) values(w http.ResponseWriter, r *http.Request) {
	for key, vals := range r.URL.Query() {
		k, _ := url.QueryUnescape(key) // want `decoded-twice`
		log.Println(k, vals)
	}
}

func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	name, _ := url.PathUnescape(r.URL.Path[len("/files/"):]) // want `decoded-twice`
	http.ServeFile(w, r, filepath.Join(s.root, filepath.Clean("/"+name)))
}

func (s *Server) rightFile(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path[len("/files/"):]
	http.ServeFile(w, r, filepath.Join(s.root, filepath.Clean("/"+name)))
}

func (s *Server) chiGet(w http.ResponseWriter, r *http.Request) {
	k := chi.URLParam(r, "*")
	k, err := url.PathUnescape(k) // want `decoded-twice`
	if err != nil {
		return
	}
	s.db.Get(r.Context(), k)
}

func (s *Server) ginGet(c *gin.Context) {
	p := c.Param("path")
	u, err := url.QueryUnescape(p) // want `decoded-twice`
	if err != nil {
		c.AbortWithStatus(400)
		return
	}
	s.db.Get(c.Request.Context(), u)
}

func (s *Server) echoGet(c echo.Context) error {
	v, err := url.QueryUnescape(c.FormValue("v")) // want `decoded-twice`
	if err != nil {
		return err
	}
	return c.String(200, v)
}

func (s *Server) fiberGet(c *fiber.Ctx) error {
	v, err := url.QueryUnescape(c.FormValue("v")) // want `decoded-twice`
	if err != nil {
		return err
	}
	return c.SendString(v)
}

func (s *Server) fiberRight(c *fiber.Ctx) error {
	v, err := url.PathUnescape(c.Params("v"))
	if err != nil {
		return err
	}
	return c.SendString(v)
}

func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	if _, err := r.Cookie("session"); err != nil {
		http.Redirect(w, r, "/signin?return="+r.URL.RequestURI(), http.StatusSeeOther) // want `unescaped-request`
	}
}

func (s *Server) loginRight(w http.ResponseWriter, r *http.Request) {
	v := url.Values{"return": {r.URL.RequestURI()}}
	http.Redirect(w, r, "/signin?"+v.Encode(), http.StatusSeeOther)
}

func (s *Server) ginLogin(c *gin.Context) {
	c.Redirect(302, "/login?next="+c.Request.URL.Path) // want `unescaped-request`
}

func (s *Server) after(w http.ResponseWriter, r *http.Request) {
	dest := r.URL.Query().Get("return")
	if dest == "" || dest[0] != '/' {
		dest = "/"
	}
	http.Redirect(w, r, dest, http.StatusSeeOther) // want `redirect-backslash`
}

func (s *Server) afterParsed(w http.ResponseWriter, r *http.Request) {
	dest := r.FormValue("return")
	u, err := url.Parse(dest)
	if err != nil || u.IsAbs() {
		dest = "/"
	}
	http.Redirect(w, r, dest, http.StatusSeeOther) // want `redirect-backslash`
}

func (s *Server) afterRight(w http.ResponseWriter, r *http.Request) {
	switch r.FormValue("return") {
	case "home":
		http.Redirect(w, r, "/home", 303)
	default:
		http.Redirect(w, r, "/", 303)
	}
}

func (s *Server) parts(w http.ResponseWriter, r *http.Request) {
	segs := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/users/"), "/") // want `split-decoded-path`
	id := segs[0]
	s.db.Get(r.Context(), id)
}

func (s *Server) last(w http.ResponseWriter, r *http.Request) {
	idx := strings.LastIndexByte(r.URL.Path, '/')
	s.db.Get(r.Context(), r.URL.Path[idx+1:]) // want `split-decoded-path`
}

func (s *Server) static(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, ".js") {
		w.Header().Set("Content-Type", "text/javascript")
	}
	http.FileServer(http.Dir(s.root)).ServeHTTP(w, r)
}

func (s *Server) attach(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+url.QueryEscape(name)) // want `wrong-encoder`
}

func (s *Server) attachRight(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+url.PathEscape(name))
}

func (s *Server) created(w http.ResponseWriter, r *http.Request, name string) {
	w.Header().Set("Location", "https://"+r.Host+"/things/"+name) // missed: no rule is sure of it
	w.WriteHeader(201)
}

func (s *Server) host(r *http.Request) string {
	host := r.Host
	if strings.Contains(host, ":") {
		host = strings.Split(host, ":")[0] // want `host-split`
	}
	return host
}

func (s *Server) cors(w http.ResponseWriter, r *http.Request) {
	o := r.Header.Get("Origin")
	if strings.HasSuffix(o, "mycorp.com") { // want `host-prefix`
		w.Header().Set("Access-Control-Allow-Origin", o)
	}
}

func (s *Server) corsRight(w http.ResponseWriter, r *http.Request) {
	o := r.Header.Get("Origin")
	if u, err := url.Parse(o); err == nil && (u.Hostname() == "mycorp.com" || strings.HasSuffix(u.Hostname(), ".mycorp.com")) {
		w.Header().Set("Access-Control-Allow-Origin", o)
	}
}

func (s *Server) callback(raw string) bool {
	u, err := url.Parse(raw)
	return err == nil && strings.Contains(u.Host, "mycorp.com") // want `host-prefix`
}

func (s *Server) webhookURL(raw string) bool {
	return strings.HasPrefix(raw, "https://hooks.mycorp.com") // want `host-prefix`
}

func (s *Server) blocked(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.RequestURI, "/debug") { // want `checked-encoded`
		http.NotFound(w, r)
		return
	}
	http.DefaultServeMux.ServeHTTP(w, r)
}

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	s.tpl = template.Must(template.New("p").Parse(`<a href="/tags/{{.Tag | urlquery}}">{{.Tag}}</a>`)) // want `template-urlquery`
	s.tpl.Execute(w, nil)
}

func (s *Server) pageRight(w http.ResponseWriter, r *http.Request) {
	t := template.Must(template.New("p").Parse(`<a href="/tags/{{.Tag}}?q={{.Q}}">{{.Tag}}</a>`))
	t.Execute(w, nil)
}

func (s *Server) cache(w http.ResponseWriter, r *http.Request, m map[string]string) {
	if v, ok := m[r.URL.Path]; ok { // want `decoded-key`
		w.Write([]byte(v))
	}
}

func (s *Server) rawq(w http.ResponseWriter, r *http.Request) {
	for _, p := range strings.Split(r.URL.RawQuery, "&") { // want `split-raw-query`
		if strings.HasPrefix(p, "id=") {
			s.db.Get(r.Context(), strings.TrimPrefix(p, "id=")) // want `split-raw-query`
		}
	}
}

func (s *Server) rawDecoded(w http.ResponseWriter, r *http.Request) {
	raw, _ := url.QueryUnescape(r.URL.RawQuery) // want `decoded-twice`
	vals, _ := url.ParseQuery(raw)
	log.Println(vals)
}

func (s *Server) env() string {
	return "https://" + os.Getenv("HOST") + "/"
}

func (s *Server) rp(w http.ResponseWriter, r *http.Request) {
	p := strings.TrimPrefix(r.URL.RawPath, "/raw/") // want `raw-path`
	s.db.Get(r.Context(), p)
}
