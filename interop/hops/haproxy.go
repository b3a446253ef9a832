package main

import "strings"

func init() {
	haproxy("path", `
		http-request set-var(txn.rule) path
	`)
	haproxy("url_dec", `
		http-request set-var(txn.rule) path,url_dec
		http-request set-path %[path,url_dec]
	`)
	haproxy("normalize-uri=path-strip-dotdot", `
		http-request normalize-uri path-strip-dot
		http-request normalize-uri path-strip-dotdot
		http-request set-var(txn.rule) path
	`)
	haproxy("normalize-uri=percent-decode-unreserved", `
		http-request normalize-uri fragment-strip
		http-request normalize-uri percent-decode-unreserved strict
		http-request normalize-uri percent-to-uppercase strict
		http-request normalize-uri path-merge-slashes
		http-request normalize-uri path-strip-dot
		http-request normalize-uri path-strip-dotdot full
		http-request set-var(txn.rule) path
	`)
}

// haproxy adds a proxy; its rules compare txn.rule.
func haproxy(name, config string) {
	add(hop{
		name: "haproxy:" + name, server: "haproxy", config: config, sees: "rule forward status",
		version: versionOf("version ", "haproxy", "-v"), start: startHAProxy,
	})
}

func startHAProxy(e *env, config string) error {
	file, err := e.write("haproxy.cfg", strings.Replace(`
global
	maxconn 100
	expose-experimental-directives
defaults
	mode http
	timeout client 30s
	timeout server 30s
	timeout connect 10s
frontend f
	bind 127.0.0.1:PORT
CONFIG
	http-after-response set-header X-Rule-Hex %[var(txn.rule),hex] if { var(txn.rule) -m found }
	default_backend b
backend b
	server s UPSTREAM
`, "CONFIG", config, 1))
	if err != nil {
		return err
	}
	path, err := find("haproxy")
	if err != nil {
		return err
	}
	return e.run(nil, path, "-db", "-f", file)
}
