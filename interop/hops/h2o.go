package main

import "strings"

func init() {
	h2o("proxy.reverse.url", "forward status", `
		paths:
		  "/":
		    proxy.reverse.url: "http://UPSTREAM/"
	`)
	h2o("proxy.reverse.url=/v2/", "forward status", `
		paths:
		  "/api/":
		    proxy.reverse.url: "http://UPSTREAM/v2/"
		  "/static":
		    proxy.reverse.url: "http://UPSTREAM/files"
		  "/":
		    proxy.reverse.url: "http://UPSTREAM/"
	`)
	h2o("mruby.handler", "app status", `
		paths:
		  "/static":
		    mruby.handler: &handler |
		      Proc.new {|env| [200, {"X-App-Hex" => (env["SCRIPT_NAME"] + env["PATH_INFO"]).unpack("H*")[0]}, []]}
		  "/":
		    mruby.handler: *handler
	`)
	h2o("file.dir", "status", `
		paths:
		  "/static":
		    file.dir: "/srv/files"
		  "/":
		    file.dir: "/srv/www"
	`)
}

func h2o(name, sees, config string) {
	add(hop{
		name: "h2o:" + name, server: "h2o", config: config, sees: sees,
		version: versionOf("h2o version ", "h2o", "--version"), start: startH2O,
	})
}

func startH2O(e *env, config string) error {
	if err := e.tree(); err != nil {
		return err
	}
	config = "    " + strings.ReplaceAll(config, "\n", "\n    ")
	file, err := e.write("h2o.conf", strings.Replace(`
num-threads: 1
user: root
error-log: DIR/error
pid-file: DIR/pid
proxy.preserve-host: ON
http1-upgrade-to-http2: OFF
hosts:
  "h.test":
    listen:
      host: 127.0.0.1
      port: PORT
CONFIG
`, "CONFIG", config, 1))
	if err != nil {
		return err
	}
	path, err := find("h2o")
	if err != nil {
		return err
	}
	return e.run(nil, path, "-m", "worker", "-c", file)
}
