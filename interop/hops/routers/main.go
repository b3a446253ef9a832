//go:build ignore

// Command routers starts a router of Go: kind, port, tag. Paths are answered in hexadecimal.
package main

import (
	"encoding/hex"
	"io"
	"net/http"
	"os"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/gofiber/fiber/v2"
	"github.com/gorilla/mux"
	"github.com/julienschmidt/httprouter"
	"github.com/labstack/echo/v4"
	"github.com/valyala/fasthttp"
)

func main() {
	kind, address, tag := os.Args[1], "127.0.0.1:"+os.Args[2], os.Args[3]
	rule, app := "X-Rule-"+tag+"-Hex", "X-App-"+tag+"-Hex"
	h := func(s string) string { return hex.EncodeToString([]byte(s)) }
	var handler http.Handler
	switch kind {
	case "chi", "chi-clean":
		r := chi.NewRouter()
		if kind == "chi-clean" {
			r.Use(middleware.CleanPath)
		}
		r.Get("/*", func(w http.ResponseWriter, r *http.Request) {
			path := r.URL.RawPath
			if path == "" {
				path = r.URL.Path
			}
			w.Header().Set(rule, h(path))
			w.Header().Set(app, h("/"+chi.URLParam(r, "*")))
		})
		handler = r
	case "gorilla", "gorilla-encoded", "gorilla-skipclean":
		r := mux.NewRouter()
		if kind == "gorilla-encoded" {
			r.UseEncodedPath()
		}
		if kind == "gorilla-skipclean" {
			r.SkipClean(true)
		}
		r.HandleFunc("/{path:(?s:.*)}", func(w http.ResponseWriter, r *http.Request) {
			path := r.URL.Path
			if kind == "gorilla-encoded" {
				path = r.URL.EscapedPath()
			}
			w.Header().Set(rule, h(path))
			w.Header().Set(app, h("/"+mux.Vars(r)["path"]))
		})
		handler = r
	case "gin", "gin-raw", "gin-escaped", "gin-slash", "gin-kept":
		gin.SetMode(gin.ReleaseMode)
		gin.DefaultWriter, gin.DefaultErrorWriter = io.Discard, io.Discard
		r := gin.New()
		r.UseRawPath = kind == "gin-raw" || kind == "gin-kept"
		r.UseEscapedPath = kind == "gin-escaped"
		r.RemoveExtraSlash = kind == "gin-slash"
		r.UnescapePathValues = kind != "gin-kept"
		r.GET("/*path", func(c *gin.Context) {
			path := c.Request.URL.Path
			if r.UseEscapedPath {
				path = c.Request.URL.EscapedPath()
			}
			if r.UseRawPath && c.Request.URL.RawPath != "" {
				path = c.Request.URL.RawPath
			}
			c.Writer.Header().Set(rule, h(path))
			c.Writer.Header().Set(app, h(c.Param("path")))
		})
		handler = r
	case "echo":
		e := echo.New()
		e.GET("/*", func(c echo.Context) error {
			c.Response().Header().Set(rule, h(echo.GetPath(c.Request())))
			c.Response().Header().Set(app, h("/"+c.Param("*")))
			return c.NoContent(200)
		})
		handler = e
	case "httprouter":
		r := httprouter.New()
		r.GET("/*path", func(w http.ResponseWriter, r *http.Request, p httprouter.Params) {
			w.Header().Set(rule, h(r.URL.Path))
			w.Header().Set(app, h(p.ByName("path")))
		})
		handler = r
	case "fasthttp":
		s := &fasthttp.Server{ReadBufferSize: 1 << 16, Logger: quiet{}, Handler: func(c *fasthttp.RequestCtx) {
			c.Response.Header.Set(rule, h(string(c.RequestURI())))
			c.Response.Header.Set(app, h(string(c.Path())))
		}}
		panic(s.ListenAndServe(address))
	case "fiber":
		f := fiber.New(fiber.Config{DisableStartupMessage: true, ReadBufferSize: 1 << 16})
		f.Get("/*", func(c *fiber.Ctx) error {
			c.Set(rule, h(c.Path()))
			c.Set(app, h("/"+c.Params("*")))
			return nil
		})
		panic(f.Listen(address))
	}
	panic(http.ListenAndServe(address, handler))
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
