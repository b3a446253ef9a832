package main

import (
	"path/filepath"
	"strings"
)

func init() {
	add(hop{
		name: "squid:accel", server: "squid", sees: "rule forward status",
		config: `
			http_port 127.0.0.1:PORT accel defaultsite=h.test vhost
			cache_peer 127.0.0.1 parent UPSTREAM_PORT 0 no-query originserver name=upstream
			# rule: what urlpath_regex matches, %rp
		`,
		version: func() (string, error) {
			path, err := squidProgram()
			if err != nil {
				return "", err
			}
			return versionOf("Version ", filepath.Base(path), "-v")()
		}, start: startSquid,
	})
}

func startSquid(e *env, config string) error {
	file, err := e.write("squid.conf", strings.Replace(`
CONFIG
http_access allow all
cache_peer_access upstream allow all
never_direct allow all
cache deny all
pid_filename none
access_log none
cache_log /dev/null
cache_store_log none
acl refused http_status 400
reply_header_add X-Rule "<%'rp>" !refused
shutdown_lifetime 0 seconds
dns_nameservers 127.0.0.1
visible_hostname h.test
`, "CONFIG", config, 1))
	if err != nil {
		return err
	}
	path, err := squidProgram()
	if err != nil {
		return err
	}
	return e.run(nil, path, "-N", "-n", e.expand("hopsPORT"), "-f", file)
}

// squidProgram returns the path of Squid, which newer packages have under the name of what
// they are linked with.
func squidProgram() (string, error) {
	if path, err := find("squid"); err == nil {
		return path, nil
	}
	return find("squid-gnutls")
}
