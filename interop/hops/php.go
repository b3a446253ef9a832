package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func init() {
	fastcgi := `
		location / {
			fastcgi_pass unix:/srv/php.sock;
			include fastcgi_params;
			fastcgi_split_path_info ^()(.*)$;
			fastcgi_param PATH_INFO $fastcgi_path_info;
			fastcgi_param SCRIPT_FILENAME /srv/www/index.php;
		}
		# nginx before PHP-FPM, rule: $uri, app: `
	phpFPM("PATH_INFO", fastcgi+"$_SERVER['PATH_INFO']\n\t")
	phpFPM("REQUEST_URI", fastcgi+"$_SERVER['REQUEST_URI']\n\t")
	phpFPM("DOCUMENT_URI", fastcgi+"$_SERVER['DOCUMENT_URI']\n\t")
	add(hop{
		name: "php:-S", server: "php", sees: "rule app status",
		config: `
			php -S 127.0.0.1:PORT -t /srv/www index.php
			# rule: $_SERVER['REQUEST_URI'], app: $_SERVER['SCRIPT_NAME']
		`,
		version: phpVersion, start: startPHP,
	})
	add(hop{
		name: "php:-S=files", server: "php", sees: "status",
		config:  `php -S 127.0.0.1:PORT -t /srv/files`,
		version: phpVersion, start: startPHP,
	})
}

// phpFPM adds PHP-FPM behind nginx, as it is mostly run. variable is what the script reads.
func phpFPM(variable, config string) {
	add(hop{
		name: "php-fpm:" + variable, server: "php-fpm", config: config, sees: "rule app status",
		version: func() (string, error) { return versionOf("PHP ", newestOf("/usr/sbin/php-fpm"), "-v")() },
		start: func(e *env, config string) error {
			if err := e.phpScript(); err != nil {
				return err
			}
			conf, err := e.write("fpm.conf", `
[global]
error_log = DIR/fpm.log
[www]
user = root
group = root
listen = /srv/php.sock
pm = static
pm.max_children = 4
`)
			if err != nil {
				return err
			}
			path, err := find(newestOf("/usr/sbin/php-fpm"))
			if err != nil {
				return err
			}
			// nginx listens on the port that is waited for.
			if _, _, err := e.start(nil, path, "-F", "-R", "-y", conf); err != nil {
				return err
			}
			for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
				if _, err := os.Stat(filepath.Join(e.dir, "srv/php.sock")); err == nil {
					break
				} else if time.Since(start) > limit {
					return err
				}
			}
			params, err := os.ReadFile(root + "/etc/nginx/fastcgi_params")
			if err != nil {
				return err
			}
			if _, err := e.write("fastcgi_params", string(params)); err != nil {
				return err
			}
			config = strings.Replace(config, "SCRIPT_FILENAME", "PATH_VARIABLES '- "+variable+"'; fastcgi_param HOPS_TAG "+e.tag+"; fastcgi_param SCRIPT_FILENAME", 1)
			return startNginx(e, config)
		},
	})
}

// newestOf returns the name of a program, which ends with its version.
func newestOf(path string) string {
	files, _ := filepath.Glob(root + path + "[0-9]*")
	return filepath.Base(slices.Max(append(files, root+path)))
}

func phpVersion() (string, error) { return versionOf("PHP ", newestOf("/usr/bin/php"), "-v")() }

// phpScript puts php/index.php into the folder of files.
func (e *env) phpScript() error {
	if err := e.tree(); err != nil {
		return err
	}
	text, err := os.ReadFile("hops/php/index.php")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(e.dir, "srv/www/index.php"), text, 0o644)
}

func startPHP(e *env, config string) error {
	if err := e.phpScript(); err != nil {
		return err
	}
	line, _, _ := strings.Cut(e.expand(config), "\n")
	words := strings.Fields(line)
	words[0] = newestOf("/usr/bin/php")
	if strings.Contains(line, "index.php") {
		words[len(words)-1] = e.expand("/srv/www/index.php")
	}
	return e.run([]string{"HOPS_TAG=" + e.tag, "PATH_VARIABLES=REQUEST_URI SCRIPT_NAME"}, words[0], words[1:]...)
}
