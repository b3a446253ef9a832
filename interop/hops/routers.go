package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func init() {
	router("chi:Get", "chi", "github.com/go-chi/chi/v5", `
		r.Get("/*", …), rule: r.URL.RawPath, or r.URL.Path where that is empty, app: chi.URLParam(r, "*") after /
	`)
	router("chi:CleanPath", "chi-clean", "github.com/go-chi/chi/v5", `
		r.Use(middleware.CleanPath)
		r.Get("/*", …), rule: r.URL.RawPath, or r.URL.Path where that is empty, app: chi.URLParam(r, "*") after /
	`)
	router("gorilla:HandleFunc", "gorilla", "github.com/gorilla/mux", `
		r.HandleFunc("/{path:(?s:.*)}", …), rule: r.URL.Path, app: mux.Vars(r)["path"] after /
	`)
	router("gorilla:UseEncodedPath", "gorilla-encoded", "github.com/gorilla/mux", `
		r.UseEncodedPath()
		r.HandleFunc("/{path:(?s:.*)}", …), rule: r.URL.EscapedPath(), app: mux.Vars(r)["path"] after /
	`)
	router("gorilla:SkipClean", "gorilla-skipclean", "github.com/gorilla/mux", `
		r.SkipClean(true)
		r.HandleFunc("/{path:(?s:.*)}", …), rule: r.URL.Path, app: mux.Vars(r)["path"] after /
	`)
	router("gin:GET", "gin", "github.com/gin-gonic/gin", `
		r.GET("/*path", …), rule: c.Request.URL.Path, app: c.Param("path")
	`)
	router("gin:UseRawPath", "gin-raw", "github.com/gin-gonic/gin", `
		r.UseRawPath = true
		r.GET("/*path", …), rule: c.Request.URL.RawPath, or Path where that is empty, app: c.Param("path")
	`)
	router("gin:UseEscapedPath", "gin-escaped", "github.com/gin-gonic/gin", `
		r.UseEscapedPath = true
		r.GET("/*path", …), rule: c.Request.URL.EscapedPath(), app: c.Param("path")
	`)
	router("gin:RemoveExtraSlash", "gin-slash", "github.com/gin-gonic/gin", `
		r.RemoveExtraSlash = true
		r.GET("/*path", …), rule: c.Request.URL.Path, app: c.Param("path")
	`)
	router("gin:UnescapePathValues=false", "gin-kept", "github.com/gin-gonic/gin", `
		r.UseRawPath, r.UnescapePathValues = true, false
		r.GET("/*path", …), rule: c.Request.URL.RawPath, or Path where that is empty, app: c.Param("path")
	`)
	router("echo:GET", "echo", "github.com/labstack/echo/v4", `
		e.GET("/*", …), rule: echo.GetPath(c.Request()), app: c.Param("*") after /
	`)
	router("httprouter:GET", "httprouter", "github.com/julienschmidt/httprouter", `
		r.GET("/*path", …), rule: r.URL.Path, app: p.ByName("path")
	`)
	router("fasthttp:RequestCtx", "fasthttp", "github.com/valyala/fasthttp", `
		func(c *fasthttp.RequestCtx), rule: c.RequestURI(), app: c.Path()
	`)
	router("fiber:Get", "fiber", "github.com/gofiber/fiber/v2", `
		f.Get("/*", …), rule: c.Path(), app: c.Params("*") after /
	`)
}

// router adds a server of routers/main.go.
func router(name, kind, module, config string) {
	server, _, _ := strings.Cut(name, ":")
	add(hop{
		name: name, server: server, config: config, sees: "rule app status",
		version: func() (string, error) {
			text, err := os.ReadFile("hops/routers/modules.txt")
			if err != nil {
				return "", err
			}
			_, rest, ok := strings.Cut(string(text), module+" v")
			version, _, _ := strings.Cut(rest, "\n")
			if !ok {
				return "", fmt.Errorf("modules.txt does not have %s", module)
			}
			return version, nil
		},
		start: func(e *env, _ string) error {
			path, err := routersProgram()
			if err != nil {
				return err
			}
			return e.run(nil, path, kind, e.expand("PORT"), e.tag)
		},
	})
}

// routersProgram builds routers/main.go in the cache, with the modules that modules.txt
// names, unless that is what was built.
func routersProgram() (string, error) {
	dir, err := cache("routers")
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "routers")
	source, err := os.ReadFile("hops/routers/main.go")
	if err != nil {
		return "", err
	}
	modules, err := os.ReadFile("hops/routers/modules.txt")
	if err != nil {
		return "", err
	}
	stamp := append(source, modules...)
	if have, err := os.ReadFile(filepath.Join(dir, "built")); err == nil && bytes.Equal(have, stamp) {
		return program, nil
	}
	mod := "module routers\n\ngo 1.26.0\n\nrequire (\n" + string(modules) + ")\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), bytes.Replace(source, []byte("//go:build ignore"), nil, 1), 0o644); err != nil {
		return "", err
	}
	for _, words := range [][]string{{"mod", "tidy"}, {"build", "-o", program, "."}} {
		cmd := exec.Command("go", words...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("go %s: %w: %s", words[0], err, out)
		}
	}
	return program, os.WriteFile(filepath.Join(dir, "built"), stamp, 0o644)
}
