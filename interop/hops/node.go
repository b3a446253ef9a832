package main

import (
	"os"
	"strconv"
)

func init() {
	add(hop{
		name: "node:http", server: "node", sees: "app status",
		config: `
			http.createServer((req, res) => …)
			// app: req.url
		`,
		version: versionOf("v", "node", "-v"),
		start:   func(e *env, _ string) error { return e.node("http") },
	})
	add(hop{
		name: "node:URL", server: "node", sees: "app status",
		config: `
			http.createServer((req, res) => …)
			// app: new URL(req.url, "http://h.test").pathname; 500 where the constructor throws
		`,
		version: versionOf("v", "node", "-v"),
		start:   func(e *env, _ string) error { return e.node("url") },
	})
}

// node starts a server of node/servers.mjs.
func (e *env) node(kind string) error {
	path, err := find("node")
	if err != nil {
		return err
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	return e.run(nil, path, here+"/hops/node/servers.mjs", kind, strconv.Itoa(e.port), e.tag)
}
