package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func init() {
	node("node:http", "app status", "http", "", `
		http.createServer((req, res) => …), app: req.url
	`)
	node("node:URL", "app status", "url", "", `
		http.createServer((req, res) => …), app: new URL(req.url, "http://h.test").pathname
		500 where the constructor throws
	`)
	node("http-proxy:target", "rule forward status", "http-proxy", "http-proxy", `
		httpProxy.createProxyServer({ target: "http://UPSTREAM" }), rule: req.url
	`)
	node("http-proxy-middleware:app.use", "rule forward status", "http-proxy-middleware", "http-proxy-middleware", `
		app.use("/api", createProxyMiddleware({ target: "http://UPSTREAM" })), in Express 5, rule: req.path before
	`)
	node("express4:app.get", "rule app status", "express4", "express4", `
		app.use("/admin", …), app.get("*", …), rule: req.path, app: req.params[0]
	`)
	node("express5:app.get", "rule app status", "express5", "express5", `
		app.use("/admin", …), app.get("/{*path}", …), rule: req.path, app: req.params.path joined by / after /
	`)
	node("express4:express.static", "status", "static4", "express4", `
		app.use("/static", express.static("/srv/files"))
		app.use(express.static("/srv/www"))
	`)
	node("express5:express.static", "status", "static5", "express5", `
		app.use("/static", express.static("/srv/files"))
		app.use(express.static("/srv/www"))
	`)
	node("fastify:app.get", "rule app status", "fastify", "fastify", `
		app.get("/*", …), rule: request.url, app: request.params["*"] after /
	`)
	node("middie:app.use", "rule app status", "middie", "@fastify/middie", `
		app.use("/admin", …) answers with 403
		app.get("/*", …), rule: request.url, app: request.params["*"] after /
	`)
	node("koa:ctx.path", "app status", "koa", "koa", `
		app.use(ctx => …), app: ctx.path
	`)
	node("koa-router:router.get", "rule app status", "koa-router", "@koa/router", `
		router.get("/{*path}", …), rule: ctx.path, app: ctx.params.path after /
	`)
	node("hono:app.get", "rule app status", "hono", "hono", `
		app.get("/:path{.*}", …), rule: c.req.path, app: c.req.param("path") after /
	`)
}

// node adds a server of node/servers.mjs. Its version is that of a package, or of Node.js.
func node(name, sees, kind, module, config string) {
	server, _, _ := bytes.Cut([]byte(name), []byte(":"))
	h := hop{name: name, server: string(server), config: config, sees: sees}
	if kind == "express4" || kind == "express5" {
		h.at = expressMount
	}
	h.version = func() (string, error) {
		if _, err := find("npm"); err != nil {
			return "", err
		}
		if module == "" {
			return versionOf("v", "node", "-v")()
		}
		dir, err := nodeModules()
		if err != nil {
			return "", err
		}
		var about struct{ Version string }
		text, err := os.ReadFile(filepath.Join(dir, "node_modules", module, "package.json"))
		if err != nil {
			return "", err
		}
		return about.Version, json.Unmarshal(text, &about)
	}
	h.start = func(e *env, _ string) error {
		if err := e.tree(); err != nil {
			return err
		}
		dir, err := nodeModules()
		if err != nil {
			return err
		}
		path, err := find("node")
		if err != nil {
			return err
		}
		behind := "/srv"
		if strings.HasPrefix(kind, "http-proxy") {
			behind = "UPSTREAM_PORT"
		}
		return e.run([]string{"NODE_ENV=production"}, path, "--no-warnings", filepath.Join(dir, "servers.mjs"), kind, e.expand("PORT"), e.tag, e.expand(behind))
	}
	add(h)
}

// expressMount tells whether app.use("/admin") gets a path: it compares in any case and
// ends at a slash or with the path.
func expressMount(rule []byte) string {
	rest, ok := bytes.CutPrefix(bytes.ToLower(rule), []byte("/admin"))
	if ok && (len(rest) == 0 || rest[0] == '/') {
		return "/admin"
	}
	return "/"
}

// nodeModules installs what package.json names into the cache, with the servers beside it,
// and returns the folder.
func nodeModules() (string, error) {
	dir, err := cache("node")
	if err != nil {
		return "", err
	}
	want, err := os.ReadFile("hops/node/package.json")
	if err != nil {
		return "", err
	}
	if have, err := os.ReadFile(filepath.Join(dir, "installed.json")); err != nil || !bytes.Equal(have, want) {
		if err := os.WriteFile(filepath.Join(dir, "package.json"), want, 0o644); err != nil {
			return "", err
		}
		cmd := exec.Command("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("npm: %w: %s", err, out)
		}
		if err := os.WriteFile(filepath.Join(dir, "installed.json"), want, 0o644); err != nil {
			return "", err
		}
	}
	servers, err := os.ReadFile("hops/node/servers.mjs")
	if err != nil {
		return "", err
	}
	return dir, os.WriteFile(filepath.Join(dir, "servers.mjs"), servers, 0o644)
}

// cache returns a folder for what is built or fetched.
func cache(name string) (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(base, "percent-interop", "hops", name)
	return dir, os.MkdirAll(dir, 0o755)
}
