package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// caddyVersion is the newest release of Caddy that was recorded. Debian's, which is older,
// cannot escape the path that it shows.
const caddyVersion = "2.11.9"

func init() {
	caddy("caddy", "reverse_proxy", "rule forward status", `
		reverse_proxy UPSTREAM
	`)
	caddy("caddy", "handle_path", "rule forward status", `
		handle_path /static/* {
			reverse_proxy UPSTREAM
		}
		handle /admin* {
			respond 403
		}
		reverse_proxy UPSTREAM
	`)
	caddy("caddy", "uri=strip_prefix", "rule forward status", `
		uri strip_prefix /api
		uri replace /v1/ /v2/
		reverse_proxy UPSTREAM
	`)
	caddy("caddy", "file_server", "rule status", `
		handle_path /static/* {
			root * /srv/files
			file_server
		}
		root * /srv/www
		file_server
	`)
	caddy("caddy2.6", "reverse_proxy", "forward status", `
		reverse_proxy UPSTREAM
	`)
	caddy("caddy2.6", "handle_path", "forward status", `
		handle_path /static/* {
			reverse_proxy UPSTREAM
		}
		handle /admin* {
			respond 403
		}
		reverse_proxy UPSTREAM
	`)
	caddy("caddy2.6", "uri=strip_prefix", "forward status", `
		uri strip_prefix /api
		uri replace /v1/ /v2/
		reverse_proxy UPSTREAM
	`)
}

// caddy adds a site; the header directive runs before the others and sees the path that
// matchers are compared with.
func caddy(server, name, sees, config string) {
	add(hop{
		name: server + ":" + name, server: server, config: config, sees: sees,
		version: func() (string, error) {
			path, err := caddyProgram(server)
			if err != nil || server == "caddy" && root == "" {
				return caddyVersion, err
			}
			out, err := command(path, "version").Output()
			if err != nil || len(out) == 0 {
				return "", fmt.Errorf("%s says no version: %w", path, err)
			}
			return strings.TrimPrefix(strings.Fields(string(out))[0], "v"), nil
		},
		start: func(e *env, config string) error { return startCaddy(e, server, config) },
	})
}

// caddyProgram returns Debian's program, or builds the newest one into the cache. That of
// another suite is no Caddy 2.6.
func caddyProgram(server string) (string, error) {
	if root != "" && server != "caddy" {
		return "", errMissing
	}
	if root != "" || server != "caddy" {
		return find("caddy")
	}
	dir, err := cache("caddy-" + caddyVersion)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "caddy")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	cmd := exec.Command("go", "install", "github.com/caddyserver/caddy/v2/cmd/caddy@v"+caddyVersion)
	cmd.Env = append(os.Environ(), "GOBIN="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("caddy: %w: %s", err, out)
	}
	return path, nil
}

func startCaddy(e *env, server, config string) error {
	if err := e.tree(); err != nil {
		return err
	}
	file, err := e.write("Caddyfile", strings.Replace(`
{
	admin off
	auto_https off
	log {
		level PANIC
	}
}
http://h.test:PORT, http://:PORT {
	bind 127.0.0.1
	header X-Rule-Query {http.request.uri.path_escaped}
	CONFIG
}
`, "CONFIG", config, 1))
	if err != nil {
		return err
	}
	path, err := caddyProgram(server)
	if err != nil {
		return err
	}
	return e.run([]string{"HOME=" + e.dir, "XDG_DATA_HOME=" + e.dir, "XDG_CONFIG_HOME=" + e.dir}, path, "run", "--adapter", "caddyfile", "--config", file)
}
