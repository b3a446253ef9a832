package main

import "strings"

func init() {
	varnish("req.url", `
		sub vcl_recv {
			return (pass);
		}
	`)
	varnish("std.querysort", `
		import std;
		sub vcl_recv {
			set req.url = std.querysort(req.url);
			return (pass);
		}
	`)
}

func varnish(name, config string) {
	add(hop{
		name: "varnish:" + name, server: "varnish", config: config, sees: "rule forward status",
		version: varnishVersion, start: startVarnish,
	})
}

// varnishVersion returns the version of Varnish, which calls itself Vinyl Cache since 9.
func varnishVersion() (string, error) {
	if version, err := versionOf("vinyl-cache-", "varnishd", "-V")(); err == nil {
		return version, nil
	}
	return versionOf("varnish-", "varnishd", "-V")()
}

func startVarnish(e *env, config string) error {
	file, err := e.write("default.vcl", strings.Replace(`
vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "UPSTREAM_PORT"; }
CONFIG
sub vcl_deliver {
	set resp.http.X-Rule = "<" + req.url + ">";
}
`, "CONFIG", config, 1))
	if err != nil {
		return err
	}
	path, err := find("varnishd")
	if err != nil {
		return err
	}
	return e.run(nil, path, "-F", "-j", "none", "-n", e.dir+"/n", "-a", e.expand("127.0.0.1:PORT"), "-f", file, "-s", "default,20m", "-T", "none",
		"-p", "http_req_hdr_len=32k", "-p", "http_resp_hdr_len=32k", "-p", "thread_pool_min=5")
}
