package main

import "strings"

func init() {
	nginx("proxy_pass", "rule forward status", longest("/", "/admin", "/static/", "/api/v1/"), `
		location /        { set $at /;        proxy_pass http://UPSTREAM; }
		location /admin   { set $at /admin;   proxy_pass http://UPSTREAM; }
		location /static/ { set $at /static/; proxy_pass http://UPSTREAM; }
		location /api/v1/ { set $at /api/v1/; proxy_pass http://UPSTREAM; }
	`)
	nginx("proxy_pass=/", "rule forward status", nil, `
		location / { proxy_pass http://UPSTREAM/; }
	`)
	nginx("proxy_pass=/v2/", "rule forward status", longest("/", "/static", "/api/"), `
		location /       { set $at /;       proxy_pass http://UPSTREAM/; }
		location /static { set $at /static; proxy_pass http://UPSTREAM/files/; }
		location /api/   { set $at /api/;   proxy_pass http://UPSTREAM/v2/; }
	`)
	nginx("proxy_pass=$uri", "rule forward status", nil, `
		location / { proxy_pass http://UPSTREAM$uri$is_args$args; }
	`)
	nginx("location~", "rule forward status", nil, `
		location ~ ^/static/(.*)$ { proxy_pass http://UPSTREAM/files/$1$is_args$args; }
		location ~ ^/admin        { return 403; }
		location /                { proxy_pass http://UPSTREAM; }
	`)
	nginx("merge_slashes=off", "rule forward status", longest("/", "/admin"), `
		merge_slashes off;
		location /      { set $at /;      proxy_pass http://UPSTREAM/; }
		location /admin { set $at /admin; proxy_pass http://UPSTREAM/admin; }
	`)
	nginx("alias", "rule app status", nil, `
		location /        { root /srv/www;     set_encode_base64 $app $request_filename; }
		location /static  { alias /srv/files/; set_encode_base64 $app $request_filename; }
		location /api/v1/ { alias /srv/files/; set_encode_base64 $app $request_filename; }
	`)
	nginx("rewrite", "rule forward status", nil, `
		location / {
			rewrite ^/api/(.*)$ /v2/$1 break;
			rewrite ^/static/(.*)$ /files/$1 break;
			proxy_pass http://UPSTREAM;
		}
	`)
}

// nginx adds a server block.
func nginx(name, sees string, at func([]byte) string, config string) {
	add(hop{
		name: "nginx:" + name, server: "nginx", config: config, sees: sees, at: at,
		version: versionOf("nginx/", "nginx", "-v"), start: startNginx,
	})
}

func startNginx(e *env, config string) error {
	if err := e.tree(); err != nil {
		return err
	}
	// A variable is empty, and its field left out, where the request was refused before.
	file, err := e.write("nginx.conf", strings.Replace(`
daemon off;
load_module /usr/lib/nginx/modules/ndk_http_module.so;
load_module /usr/lib/nginx/modules/ngx_http_set_misc_module.so;
worker_processes 1;
pid DIR/pid;
error_log stderr crit;
user root;
events { }
http {
	access_log off;
	proxy_buffer_size 64k;
	proxy_buffers 4 64k;
	proxy_busy_buffers_size 64k;
	client_body_temp_path DIR/1;
	proxy_temp_path DIR/2;
	fastcgi_temp_path DIR/3;
	uwsgi_temp_path DIR/4;
	scgi_temp_path DIR/5;
	proxy_set_header Host $http_host;
	uninitialized_variable_warn off;
	server {
		listen 127.0.0.1:PORT;
		set_encode_base64 $rule $uri;
		set $at "";
		set $app "";
		add_header X-Rule-B64 $rule always;
		add_header X-App-B64 $app always;
		add_header X-At $at always;
		CONFIG
	}
}
`, "CONFIG", config, 1))
	if err != nil {
		return err
	}
	path, err := find("nginx")
	if err != nil {
		return err
	}
	return e.run(nil, path, "-p", e.dir, "-e", "stderr", "-c", file)
}
