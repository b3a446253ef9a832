package config_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop/config"
)

// fuzzConfig: no text of a kind of file panics, and every result that is unknown for a
// directive names one that is listed, with what it can change.
func fuzzConfig(f *testing.F, file string, seeds []string) {
	for _, text := range seeds {
		if c, err := config.Read(file, []byte(text)); err != nil || len(c.Sites) == 0 {
			f.Fatalf("a seed is not read: %v", err)
		}
		for _, target := range []string{"/", "/api/a%2fb", "//admin/..%2f?x", "*", "http://h.test/a"} {
			f.Add(text, target)
		}
	}
	f.Fuzz(func(t *testing.T, text, target string) {
		c, err := config.Read(file, []byte(text))
		if err != nil {
			return
		}
		lines := strings.Count(text, "\n") + 1
		for _, m := range slices.Concat(c.Understood, c.Missed) {
			if m.Line < 1 || m.Line > lines {
				t.Errorf("line %d of %d", m.Line, lines)
			}
		}
		for _, s := range c.Sites {
			s.Hop.Steps()
			place, ok := strings.CutPrefix(s.Hop.Apply(target).Unknown, file+":")
			if !ok || strings.HasPrefix(place, " ") {
				continue
			}
			number, _, _ := strings.Cut(place, ":")
			line, _ := strconv.Atoi(number)
			if !slices.ContainsFunc(c.Missed, func(m config.Line) bool { return m.Line == line && m.Changes != "" }) {
				t.Errorf("%q is not listed", place)
			}
		}
	})
}

func FuzzNginxConfig(f *testing.F) {
	fuzzConfig(f, "nginx.conf", []string{`user www-data;
worker_processes auto;
include /etc/nginx/modules-enabled/*.conf;
events { worker_connections 768; }
http {
	sendfile on;
	include /etc/nginx/mime.types;
	log_format main '$remote_addr "$request" $status';
	gzip on;
	upstream app { server 127.0.0.1:8000; keepalive 16; }
	map $http_upgrade $connection_upgrade { default upgrade; '' close; }
	server {
		listen 80 default_server;
		server_name _;
		return 301 https://$host$request_uri;
	}
	server {
		listen 443 ssl http2;
		server_name www.example.org;
		ssl_certificate /etc/ssl/a.pem;
		root /var/www/html;
		index index.php index.html;
		error_page 404 /404.html;
		location = /404.html { internal; }
		location / { try_files $uri $uri/ /index.php?$args; }
		location ~ \.php$ { include fastcgi_params; fastcgi_pass unix:/run/php.sock; }
		location ~* \.(?:css|js|png)$ { expires 30d; add_header Cache-Control "public"; }
		location /api/ { proxy_pass http://app/v1/; proxy_set_header Host $host; location ~ /internal/ { deny all; } }
		location ^~ /admin/ { allow 10.0.0.0/8; deny all; proxy_pass http://app; }
		location ~ /\. { deny all; }
	}
}`, `server {
	merge_slashes off;
	rewrite ^/old/(.*)$ /new/$1 last;
	if ($request_method !~ ^(GET|HEAD|POST)$) { return 444; }
	location /x { content_by_lua_block { ngx.say("a { }") } }
	location /y/ { limit_except GET { deny all; } alias /srv/y/; auth_basic "a b"; satisfy any; }
	location /z/ { rewrite ^/z/(.*)$ /$1 break; proxy_pass http://127.0.0.1:1; }
}`})
}

func FuzzHAProxyConfig(f *testing.F) {
	fuzzConfig(f, "haproxy.cfg", []string{`global
	log /dev/log local0
	maxconn 4096
defaults
	mode http
	option httplog
	timeout connect 5s
	errorfile 400 /etc/haproxy/errors/400.http
	errorfile 403 /srv/403.http
frontend www
	bind *:80
	bind :443 ssl crt /etc/ssl/a.pem
	acl is_api path_beg -i /api/ /v1/
	acl host_app hdr(host) -i app.example.org
	acl inside src 10.0.0.0/8
	http-request redirect scheme https unless { ssl_fc }
	http-request allow if { path_beg /public }
	http-request deny if { path_reg ^/(admin|\.git) } !inside
	http-request set-header X-Forwarded-Proto https
	use_backend api if is_api host_app or { path "/x\x2fy" }
	use_backend %[path,word(1,/)] if { path_end .map }
	default_backend web
backend api
	balance roundrobin
	http-request replace-path /api/(.*) /\1
	server a 127.0.0.1:8000 check
backend web
	http-response set-header X-A b
	server b 127.0.0.1:8001
listen stats
	bind :8404
	stats enable
	stats uri /stats
`, `defaults base
	mode http
frontend f from base
	.if defined(X)
	http-request deny if { path_beg "/$X" }
	.else
	tcp-request content reject if { path_sub a b }
	.endif
	http-request normalize-uri path-strip-dot
	http-request normalize-uri path-strip-dotdot
	option accept-invalid-http-request
	http-request return status 200 if { path /health } METH_GET || ! { path /x }
`})
}

func FuzzTraefikConfig(f *testing.F) {
	fuzzConfig(f, "traefik.yml", []string{"entryPoints:\n  web:\n    address: \":80\"\n    http:\n      redirections: {entryPoint: {to: websecure, scheme: https}}\n  websecure:\n    address: \":443\"\n    http: {tls: {certResolver: le}, encodedCharacters: {allowEncodedSlash: true}}\nproviders:\n  docker: {exposedByDefault: false}\n  file: {filename: /etc/traefik/dynamic.yml, watch: true}\n", "http:\n  routers:\n    api: &r\n      rule: \"Host(`a.example`) && (PathPrefix(`/api`) || Path(`/v1`))\"\n      middlewares: [strip, 'auth@file']\n      service: app\n      priority: 10\n    all:\n      <<: *r\n      rule: PathPrefix(`/`)\n  middlewares:\n    strip: {stripPrefix: {prefixes: [/api]}}\n    auth: {basicAuth: {users: [a]}}\n    both: {chain: {middlewares: [strip, auth]}}\n  services:\n    app: {loadBalancer: {servers: [{url: \"http://127.0.0.1:8000/\"}]}}\n", "services:\n  traefik:\n    image: traefik:v3\n    command:\n      - --entrypoints.web.address=:80\n      - --providers.docker=true\n  app:\n    labels:\n      - \"traefik.enable=true\"\n      - \"traefik.http.routers.app.rule=Host(`a`) && !PathPrefix(`/x`)\"\n      - traefik.http.middlewares.m.addprefix.prefix=/foo\n      - traefik.http.routers.app.middlewares=m@docker\n", "{\"http\": {\"routers\": {\"r\": {\"rule\": \"Path(`/a`)\", \"entryPoints\": [\"web\"]}}}}"})
}

func FuzzTraefikTOML(f *testing.F) {
	fuzzConfig(f, "traefik.toml", []string{"[entryPoints.web]\naddress = ':80'\n[entryPoints.web.http.encodedCharacters]\nallowEncodedHash = true\n[[http.x]]\na = 1\n", "[http.routers]\n  r = { rule = \"PathPrefix(`/a`)\", middlewares = [\"m\"] }\n[http.middlewares]\n[http.middlewares.m.replacePathRegex]\nregex = '^/a'\n[[http.services.s.loadBalancer.servers]]\nurl = \"http://127.0.0.1/x\"\n"})
}

func FuzzApacheConfig(f *testing.F) {
	fuzzConfig(f, "httpd.conf", []string{`Define UP http://127.0.0.1:8080
LoadModule proxy_module modules/mod_proxy.so
<IfModule ssl_module>
Listen 443
</IfModule>
<IfDefine UP>
ProxyPass "/api" "${UP}/v1" nocanon
</IfDefine>
DocumentRoot /srv/www
<Directory />
  AllowOverride none
  Require all denied
</Directory>
<Directory "/srv/www">
  Require all granted
</Directory>
<Files ".ht*">
  Require all denied
</Files>
ErrorDocument 404 /missing.html
Redirect 410 /old
RewriteEngine On
RewriteRule "^/x/(.*)$" "/y/$1" [R,NC]
<VirtualHost *:443>
  ServerName a.example.org
  AllowEncodedSlashes NoDecode
  SetEnvIf Request_URI "^/x" no-proxy
  <Location "/admin">
    Order deny,allow
    Deny from all
  </Location>
  <LocationMatch "\\.bak$">
    <RequireAll>
      Require all granted
      Require not ip 192.0.2.1
    </RequireAll>
  </LocationMatch>
  <Proxy "*">
    Require all granted
  </Proxy>
  ProxyPass / ${UP}/
</VirtualHost>
`, "MergeSlashes Off\nHttpProtocolOptions Unsafe\nProxyPass /a/ http://b/ mapping=servlet\nProxyPassMatch ^/c$ !\nUserDir x\n"})
}

func FuzzCaddyConfig(f *testing.F) {
	fuzzConfig(f, "Caddyfile", []string{`{
	email a@example.org
	order respond before handle
}
(safe) {
	import deny /admin*
	header X-A b
}
(deny) {
	@secret {
		path {args[0]} *.bak
		not method POST
	}
	error @secret 403
}
example.org {
	import safe
	handle_path /api/* {
		reverse_proxy localhost:9000 {
			header_up X-Forwarded-Prefix /api
		}
	}
	handle {
		root * {$ROOT:/srv}
		file_server
	}
	uri strip_prefix /x
	handle_errors {
		respond 404
	}
}
`, "localhost\n\nroute /a* {\n\tbasic_auth\n\thandle /b {\n\t\tabort\n\t}\n}\nrespond \"no\" 410\n"})
}
