package config_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/config"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/recordings"
)

// seenAs returns what a hop makes of a target, in a line.
func seenAs(h *hop.Hop, target string) string {
	r := h.Apply(target)
	text := resultAs(r)
	for x := r.Or; x != nil; x = x.Or {
		text += " | if " + x.If + ": " + resultAs(*x)
	}
	return text
}

func resultAs(r hop.Result) string {
	switch {
	case r.Unknown != "":
		return "? " + r.Unknown
	case r.Location != "":
		return fmt.Sprint(r.Status, " to ", r.Location)
	case r.Forward.Present:
		return "-> " + r.Forward.Text
	case r.App.Present:
		return "= " + r.App.Text
	}
	return fmt.Sprint(r.Status)
}

// TestReadConfig reads files that follow the examples of the vendors' documents, and holds
// what the hops make of targets to what the documents say.
func TestReadConfig(t *testing.T) {
	tests := []struct {
		name, file, text string
		targets          [][2]string // for the site that "config" stands for
		missed           []string    // line: text
	}{
		// https://nginx.org/en/docs/http/ngx_http_core_module.html#location: the
		// configurations A to E and the requests that choose them.
		{"location", "nginx.conf", `
http {
  include mime.types;
  log_format main '$remote_addr "$request" { }';
  server {
    listen 80;
    server_name example.org www.example.org;
    location = / { return 401; }
    location / { return 402; }
    location /documents/ { return 403; }
    location ^~ /images/ { return 404; }
    location ~* \.(gif|jpg|jpeg)$ { return 405; }
  }
}`, [][2]string{{"/", "401"}, {"/index.html", "402"}, {"/documents/document.html", "403"}, {"/images/1.gif", "404"}, {"/documents/1.jpg", "405"}, {"/documents/1.JPG", "405"}, {"/documents/%2e%2e/x", "402"}, {"/%c3%a9", "402"}}, nil},
		// https://nginx.org/en/docs/http/ngx_http_index_module.html: a request for a path that
		// ends with a slash goes on to the location of the index. Where everything is passed
		// on there is none.
		{"index", "nginx.conf", `server {
	index index.html;
	location / { root /srv; }
	location ~ \.html$ { return 403; }
}`, [][2]string{{"/a.html", "403"}}, nil},
		{"index of no files", "nginx.conf", `server {
	index index.html;
	location / { return 402; }
}`, [][2]string{{"/a/", "402"}}, nil},
		// https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_pass: with a URI
		// the normalized part that matches is replaced, without one the request is passed
		// in the same form; and the redirect for a location that ends with a slash, of
		// #location in the core module.
		{"proxy_pass", "nginx.conf", `server {
	location /name/ { proxy_pass http://127.0.0.1/remote/; }
	location /some/path/ { proxy_pass http://127.0.0.1; }
	location = /user { proxy_pass http://login.example.com; }
	location /user/ { proxy_pass http://user.example.com; }
	location /vars/ { proxy_pass http://127.0.0.1$request_uri; }
	location /socket/ { proxy_pass http://unix:/tmp/backend.socket:/uri/; }
}`, [][2]string{{"/name/a%20b", "-> /remote/a%20b"}, {"/name/../name//x?y", "-> /remote/x?y"}, {"/some/path/%2e%2e/path//x", "-> /some/path/%2e%2e/path//x"}, {"/user", "-> /user"}, {"/name", "301 to /name/"}, {"/vars/x", "-> /vars/x"}, {"/socket/%78", "-> /uri/x"}, {"/%zz", "400"}}, nil},
		// https://nginx.org/en/docs/http/ngx_http_core_module.html#alias and #root.
		{"alias", "nginx.conf", `server { root /data/w3;
location /i/ { alias /data/w3/images/; }
location /files { alias /srv/files/; } }`, [][2]string{{"/i/top.gif", "= /data/w3/images/top.gif"}, {"/files../secret", "= /srv/files/../secret"}, {"/x%2fy", "= /data/w3/x/y"}}, nil},
		// https://nginx.org/en/docs/http/ngx_http_rewrite_module.html.
		{"rewrite", "site.conf", `server {
	merge_slashes off;
	rewrite ^(/download/.*)/media/(.*)\..*$ $1/mp3/$2.mp3 last;
	location /ie { if ($http_user_agent ~ MSIE) { rewrite ^(.*)$ /msie/$1 break; } }
	location /api/ { rewrite ^/api/(.*)$ /v2/$1 break; proxy_pass http://up; }
	location /a { if ($request_uri ~ x) { return 403; } proxy_pass http://up; }
	location / { proxy_pass http://up/; }
	location /m { my_module on; internal_thing; include snippets/more.conf; }
}`, [][2]string{{"/api/a%20b", "-> /v2/a%20b"}, {"/download/x/media/y.z", "-> /download/x/mp3/y.mp3"}, {"/x//y", "-> /x//y"}, {"/abc", "-> /abc"}, {"/axc", "403"}, {"/ie", "= html/ie | if ($http_user_agent ~ MSIE): = html/msie//ie"}, {"/m", "? site.conf:8: my_module"}}, []string{"8: my_module on", "8: internal_thing", "8: include snippets/more.conf"}},
		// https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxypass: exclusions come
		// before the general rule; core.html#allowencodedslashes.
		{"ProxyPass", "httpd.conf", `
ServerName proxy.example.com
ProxyPass "/mirror/foo/i" "!"
ProxyPass "/mirror/foo" "http://backend.example.com"
ProxyPass "/app/" \
   "http://backend.example.com/v2/" timeout=5
Alias "/mirror/foo/i" "/srv/i"
DocumentRoot "/srv/www"
<Location "/server-status">
  SetHandler server-status
  Require ip 10.0.0.0/8
</Location>
<Location "/admin">
  Require all denied
</Location>
Redirect permanent "/one" "http://example.com/two"
Redirect gone "/old"
`, [][2]string{{"/mirror/foo/bar", "-> /bar"}, {"/mirror/foo", "-> /"}, {"/mirror/foo/i/x", "= /srv/i/x"}, {"/mirror/foot", "= /srv/www/mirror/foot"}, {"/app/a%20b?c", "-> /v2/a%20b?c"}, {"/app/a%2fb", "404"}, {"/admin/x", "403"}, {"/%61dmin", "403"}, {"/administrator", "= /srv/www/administrator"}, {"/one/x", "301 to http://example.com/two/x"}, {"/old", "410"}}, []string{"10: sethandler server-status"}},
		{"nocanon", "apache2.conf", `AllowEncodedSlashes On
<VirtualHost *:443>
  ServerName b.example.org
  AllowEncodedSlashes NoDecode
  ProxyPass / http://127.0.0.1:8080/ nocanon
  RewriteEngine On
  RewriteRule ^/old/(.*)$ /new/$1 [R]
</VirtualHost>`, [][2]string{{"/a%2Fb//c", "-> /a%2Fb//c"}, {"/old/x", "302 to /new/x"}}, nil},
		// https://httpd.apache.org/docs/2.4/sections.html: of sections that match, the last
		// one counts.
		{"Location", "x.conf", `<VirtualHost *>
ProxyPass / http://up/
<Location />
Require all denied
</Location>
<Location /public>
Require all granted
</Location>
</VirtualHost>`, [][2]string{{"/x", "403"}, {"/public/x", "-> /public/x"}, {"/publicity", "403"}}, nil},
		// What follows was asked of Apache 2.4.71.
		{"Apache: ProxyPass of the main server comes first", "httpd.conf", `ProxyPass /m http://up/main
ProxyPass /n/o http://up/o
Redirect 404 /p
<VirtualHost *:80>
ServerName a.test
ProxyPass /m/x http://up/x
ProxyPass /n http://up/n
ProxyPass /q http://up/q
Redirect 410 /p
</VirtualHost>
`, [][2]string{{"/m/x", "-> /main/x"}, {"/n/o", "-> /o"}, {"/n/p", "-> /n/p"}, {"/q", "-> /q"}, {"/p", "410"}}, nil},
		{"Apache: the index file of a folder", "httpd.conf", `DocumentRoot /srv
DirectoryIndex main.x index.html
ProxyPassMatch ^/(.*\.x)$ http://up/$1
`, [][2]string{{"/a", "= /srv/a"}, {"/a/", "= /srv/a/ | if there is a folder /srv/a/: ? httpd.conf:2: directoryindex"}, {"/a/b.x", "-> /a/b.x"}}, nil},
		{"Apache: no rule for index files", "httpd.conf", `DocumentRoot /srv
ProxyPass /a http://up/
ProxyPass /b/i http://up/
ProxyPassMatch ^/c/.*x$ http://up/
RewriteEngine On
RewriteRule ^/d/ - [F]
Redirect 410 /e/index
`, [][2]string{{"/", "= /srv/"}, {"/b/", "= /srv/b/"}, {"/c/", "= /srv/c/"}}, nil},
		{"Apache: a rule for one index file", "httpd.conf", `DocumentRoot /srv
<Location /e/index.html>
Require all denied
</Location>
`, [][2]string{{"/e", "= /srv/e"}, {"/e/", "= /srv/e/ | if there is a folder /srv/e/: ? httpd.conf:1: directoryindex"}}, nil},
		{"Apache: relative names", "httpd.conf", `ServerRoot /etc/x/
DocumentRoot "www"
Alias /a files
<Directory />
Require all denied
</Directory>
<Directory /etc/x/www>
Require all granted
</Directory>
`, [][2]string{{"/x", "= /etc/x/www/x"}, {"/a/x", "403"}}, nil},
		{"Apache: relative names without a root", "httpd.conf", `DocumentRoot "www"
ProxyPass /a http://up/a
<Directory />
Require all denied
</Directory>
<Directory /etc/x/www>
Require all granted
</Directory>
`, [][2]string{{"/x", "? httpd.conf:1: documentroot"}, {"/a", "-> /a"}}, nil},
		{"Apache: MultiViews", "httpd.conf", `DocumentRoot /srv
ProxyPass /a http://up/a
<Directory /srv>
Options Indexes MultiViews
Require all granted
</Directory>
`, [][2]string{{"/x", "? httpd.conf:4: options"}, {"/a", "-> /a"}}, nil},
		{"Apache: only hosts of its own scheme are checked", "httpd.conf", "ProxyPass / http://up/\n", [][2]string{
			{"http://a*b/x", "400"},
			{"https://a*b/x", "-> /x"},
			{"http://a..b/x", "400"},
			{"HTTPS://a..b/x", "-> /x"},
			{"http://./x", "400"},
			{"https://%2f", "-> /"},
			{"https://u@a/x", "400"},
			{"https://a:b/x", "400"},
			{"http://a./x", "-> /x"},
		}, nil},
		{"Apache: with TLS", "httpd.conf", "ProxyPass / http://up/\n<VirtualHost *:443>\nSSLEngine on\n</VirtualHost>\n", [][2]string{
			{"http://a*b/x", "-> /x"}, {"https://a*b/x", "400"}, {"http://a..b/x", "-> /x"}, {"https://a..b/x", "400"}, {"https://a/x", "-> /x"},
		}, nil},
		{"Apache: translation before access", "httpd.conf", `
Redirect 403 /admin
Redirect 410 /old/
ProxyPass /mail !
ProxyPass /app http://up/v2 nocanon
ProxyPass /api/ http://up/app/ nocanon
ProxyPass /shop/ http://up
RewriteEngine On
RewriteEngine Off
RewriteRule ^/x - [F]
ProxyPass /x http://up/x
ProxyPass /admin http://up/admin
<Location /private>
Order deny,allow
Deny from all
</Location>
<Location /private/public>
Order allow,deny
Allow from all
</Location>
<Location /x/old>
Redirect 410
</Location>
DocumentRoot /srv/www
`, [][2]string{{"/admin", "-> /admin"}, {"/old/x", "410"}, {"/old", "= /srv/www/old"}, {"/mail/x", "= /srv/www/mail/x"}, {"/app/a%20b", "-> /v2/a%20b"}, {"/%61pp/a%20b?c", "-> /v2/a%20b?c"}, {"/app?a%7e", "-> /v2?a%7e"}, {"/app//a", "-> /v2//a"}, {"/api//a%7e", "-> /app/a~"}, {"/api/%7e", "-> /app/%7e"}, {"/shop/x", "? httpd.conf:7: proxypass"}, {"/x", "-> /x"}, {"/x/old/1", "410"}, {"/private/x", "403"}, {"/private/public/x", "= /srv/www/private/public/x"}}, []string{"7: proxypass /shop/ http://up", "10: rewriterule ^/x - [F]"}},
		{"Apache: inherited", "httpd.conf", `
AllowEncodedSlashes On
RewriteEngine On
RewriteRule ^/main - [F]
Redirect 410 /gone
ProxyPass /app/ http://up/app/
<VirtualHost *>
ServerName x
RewriteRule ^/Host - [F,NC]
ProxyPass /app/x !
DocumentRoot /srv
</VirtualHost>
`, [][2]string{{"/a%2fb", "404"}, {"/main", "= /srv/main"}, {"/HOST", "403"}, {"/gone", "410"}, {"/app/y", "-> /app/y"}, {"/app/x", "-> /app/x"}}, nil},
		{"Apache: no directive of the core", "httpd.conf", "AllowEncodedSlashes On\nProxyPass / http://up/\n<VirtualHost *>\nRewriteEngine Off\n</VirtualHost>\n", [][2]string{{"/a%2fb", "-> /a/b"}}, nil},
		{"Apache: NoDecode", "httpd.conf", `
AllowEncodedSlashes NoDecode
ProxyPass / http://up/
<Location /in/>
Header set X-A b
</Location>
<Proxy "*">
Require all granted
</Proxy>
`, [][2]string{{"/a%2fb", "-> /a%2fb"}, {"/a%25b", "400"}, {"/a%252fb", "-> /a%2fb"}, {"/in/a%2fb", "-> /in/a%252fb"}}, nil},
		{"Apache: access", "httpd.conf", `
DocumentRoot /srv
<Location /all>
<RequireAll>
Require all granted
Require all denied
</RequireAll>
</Location>
<Location /ip>
Require ip 10.0.0.0/8
</Location>
<Location /limit>
<Limit POST>
Require all denied
</Limit>
</Location>
<Location /if>
<If "%{HTTP_HOST} == 'x'">
Require all denied
</If>
</Location>
<Location /a/*/b>
Require all denied
</Location>
<Files "*.bak">
Require all denied
</Files>
UserDir public_html
`, [][2]string{{"/all/x", "403"}, {"/ip", "403 | if require ip 10.0.0.0/8 lets the client in: = /srv/ip"}, {"/limit", "= /srv/limit"}, {"/if", "? httpd.conf:18: if"}, {"/a/x", "? httpd.conf:23: require"}, {"/x.bak", "? httpd.conf:26: require"}, {"/~u/x", "? httpd.conf:28: userdir"}, {"/x", "= /srv/x"}}, nil},
		{"Apache: variables", "httpd.conf", `
Define PRE /app
Define UP http://up
<IfDefine PRE>
ProxyPass ${PRE}/ ${UP}/v1/
</IfDefine>
<IfDefine !PRE>
Redirect 403 /
</IfDefine>
<IfVersion >= 2.4>
ProxyPass /new ${UP}/new
</IfVersion>
<IfVersion < 2.4>
ProxyPass / ${UP}/
</IfVersion>
DocumentRoot /srv
`, [][2]string{{"/app/x", "-> /v1/x"}, {"/new", "-> /new"}, {"/x", "= /srv/x"}}, []string{}},
		{"Apache: a variable from elsewhere", "httpd.conf", "ProxyPass / http://${UP}/\nErrorLog ${APACHE_LOG_DIR}/error.log\n", [][2]string{{"/x", "? httpd.conf:1: proxypass"}}, []string{"1: proxypass / http://${UP}/"}},
		{"Apache: a document for errors", "httpd.conf", "ErrorDocument 403 /err.html\nErrorDocument 404 no\nProxyPass / http://up/\n<Location /admin>\nRequire all denied\n</Location>\n", [][2]string{{"/admin", "? httpd.conf:1: errordocument"}, {"/a%2fb", "404"}, {"/x", "-> /x"}}, nil},
		{"Apache: no-proxy", "httpd.conf", "SetEnvIf Request_URI ^/public no-proxy\nSetEnvIf Request_URI gif$ nolog\nProxyPass / http://up/\n", [][2]string{{"/x", "? httpd.conf:1: setenvif"}, {"/a%2fb", "404"}}, []string{"1: setenvif Request_URI ^/public no-proxy"}},
		{"Apache: MergeSlashes", "httpd.conf", "MergeSlashes Off\nProxyPass / http://up/\n", [][2]string{{"//x", "? httpd.conf:1: mergeslashes"}, {"//%zz", "? httpd.conf:1: mergeslashes"}, {"/x", "-> /x"}}, nil},
		{"Apache: Unsafe", "httpd.conf", "HttpProtocolOptions Unsafe\nProxyPass / http://up/\n", [][2]string{{"/%zz", "400"}, {"/x", "-> /x"}, {"/x#y", "? httpd.conf:1: httpprotocoloptions"}}, nil},
		{"Apache: mapping", "httpd.conf", "ProxyPass /x/ http://up/x/ mapping=servlet\nProxyPass / http://up/\n", [][2]string{{"/%zz", "400"}, {"/x;a/b", "? httpd.conf:1: proxypass"}, {"/y", "-> /y"}}, nil},
		// What follows was asked of Apache 2.4.71.
		{"Apache: encoded", "httpd.conf", "ProxyPass /x/ http://up/y/ mapping=encoded\nProxyPass / http://up/\n", [][2]string{{"/x/%2F%c3%a9", "-> /y/%2F%c3%a9"}, {"/%2F", "404"}, {"/y", "-> /y"}}, nil},
		{"Apache: maps", "httpd.conf", "RewriteMap lc int:tolower\nRewriteMap t txt:/etc/map\nRewriteEngine On\nRewriteRule ^/p/(.*)$ http://up/q/${lc:$1} [P]\nRewriteRule ^/t/(.*)$ ${t:$1} [PT]\nProxyPass / http://up/\n", [][2]string{{"/p/Ab", "-> /q/ab"}, {"/t/a", "? httpd.conf:5: rewriterule"}, {"/y", "-> /y"}}, nil},
		{"Apache: a glob", "httpd.conf", "<LocationMatch ^/a(.*)$>\nProxyPass http://up/b$1\n</LocationMatch>\n<LocationMatch ^/c/>\nProxyPass http://up/d\n</LocationMatch>\nProxyPass / http://up/\n", [][2]string{{"/a/x", "-> /b/x"}, {"/c/x", "-> /c/x"}}, nil},
		{"Apache: nobody knows", "httpd.conf", "ProxyPass / http://up/\nTurnPaths On\n", [][2]string{{"/x", "? httpd.conf:2: turnpaths"}}, nil},
		{"Apache: another file", "httpd.conf", "ProxyPass / http://up/\nInclude conf.d/*.conf\n", [][2]string{{"/x", "-> /x | if a file matches conf.d/*.conf: ? httpd.conf:2: include"}}, nil},
		// What follows was asked of Caddy 2.11.9.
		{"Caddy: one route", "Caddyfile", "h {\n\t@x path /c/* /d\n\turi @x strip_prefix /c\n\trequest_header @x A b\n\treverse_proxy @x up:80\n\thandle /e/* {\n\t\turi /e/f/* strip_prefix /e\n\t\trespond /e/f/* 201\n\t\trespond 202\n\t}\n\trewrite /g/* /h\n\trespond /g/* 203\n\trespond 404\n}\n", [][2]string{{"/c/x", "404"}, {"/e/f/x", "201"}, {"/e/x", "202"}, {"/g/x", "404"}}, nil},
		{"Caddy: PHP", "Caddyfile", "h {\n\troot * /srv\n\tphp_fastcgi up:9\n\tfile_server\n}\n", [][2]string{{"/a.php/b", "? what follows .php in a path"}}, nil},
		{"Caddy: snippets", "Caddyfile", `
(sec) {
	import inner
	respond {args[0]} 410
}
(inner) {
	@bad path /admin /admin/*
	error @bad 403
}
localhost {
	import sec /old*
	reverse_proxy up
}`, [][2]string{{"/admin/x", "403"}, {"/old/x", "410"}, {"/x", "-> /x"}}, []string{}},
		{"Caddy: the order of matchers", "Caddyfile", `localhost {
	respond /a/b/* 401
	respond /a/* 402
	respond /a* 404
	@n path /a/b/d*
	respond @n 408
	@m path /x /y
	respond @m 406
	respond /x/* 407
	uri strip_prefix /api
	reverse_proxy up
}`, [][2]string{{"/a/b/d", "408"}, {"/a/b/c", "401"}, {"/a/c", "402"}, {"/abc", "404"}, {"/x", "406"}, {"/x/y", "407"}, {"*", "-> *"}, {"/api/*", "-> /*"}}, []string{}},
		{"Caddy: unknown", "Caddyfile", `localhost {
	@not not path /s/* /app*
	error @not 403
	@post {
		path /app/*
		method POST
	}
	respond @post 418
	respond /{$NAME}* 401
	basic_auth /s/* {
		a b
	}
	reverse_proxy up
	handle_errors {
		respond 200
	}
}`, [][2]string{{"/x", "200"}, {"/app/x", "? Caddyfile:9: respond"}, {"/s/x", "200 | if the credentials are those of a user: ? Caddyfile:9: respond"}}, nil},
		{"Caddy: nobody knows", "Caddyfile", "localhost {\n\treverse_proxy up\n\tturn_paths\n}", [][2]string{{"/x", "? Caddyfile:3: turn_paths"}}, nil},
		// Compared with Caddy 2.11.9, on 1,500 random targets each.
		{"Caddy: parameters and escapes in matchers", "Caddyfile", `http://h.test {
	@two {
		path /a/* /x*
		query a=b c=* a=c
	}
	respond @two 403
	@no {
		not query page=2
		path /login*
	}
	respond @no 401
	@esc path /e%2f* /a/b%2F
	respond @esc 410
	reverse_proxy up
}`, [][2]string{
			{"/a/1?c=d&a=c", "403"},
			{"/a/1?c=d", "-> /a/1?c=d"},
			{"/a/1?a=%62&c", "? Caddyfile:6: respond"},
			{"/y?a=b&c", "-> /y?a=b&c"},
			{"/y?%", "-> /y?%"},
			{"/login", "401"},
			{"/login?page=2", "-> /login?page=2"},
			{"/login?page=+2", "? Caddyfile:11: respond"},
			{"/e/x", "-> /e/x"},
			{"/e%2Fx", "? Caddyfile:13: respond"},
			{"/a/b%2f", "? Caddyfile:13: respond"},
			{"/a/bb%252F", "? Caddyfile:13: respond"},
			{"/a/b%20", "-> /a/b%20"},
		}, nil},
		{"Caddy: queries of rewrites", "Caddyfile", `http://h.test {
	rewrite /a/* /new?p={path}&{query}
	rewrite /b* /n2?{query}&z=1
	rewrite /c* /n3?q={query}
	root * /srv
	try_files {path} /index.php?route={path}&{query}
	reverse_proxy up
}`, [][2]string{{"/a/b?x=%2F", "-> /new?p=%2Fa%2Fb&x=%2F | if there is a file /srv/new: -> /new?p=%2Fa%2Fb&x=%2F | if there is a file /srv/index.php: -> /index.php?route=%2Fnew&p=%2Fa%2Fb&x=%2F"}, {"/bx", "-> /n2?z=1 | if there is a file /srv/n2: -> /n2?z=1 | if there is a file /srv/index.php: -> /index.php?route=%2Fn2&z=1"}, {"/c?a=b", "? Caddyfile:4: rewrite"}, {"/d/%20", "-> /d/%20 | if there is a file /srv/d/ : -> /d/%20 | if there is a file /srv/index.php: ? an octet that is escaped in a query"}}, []string{"4: rewrite /c* /n3?q={query}"}},
		{"nginx: files that come with it", "nginx.conf", `http {
	include /etc/nginx/conf.d/*.conf;
	server {
		root /srv;
		include snippets/snakeoil.conf;
		include /etc/letsencrypt/options-ssl-nginx.conf;
		location / { proxy_pass http://up; }
		location ~ \.php { include snippets/fastcgi-php.conf; fastcgi_pass up; }
		location = /run { include fastcgi.conf; fastcgi_pass up; }
		location /own { include snippets/ssl-params.conf; }
	}
}`, [][2]string{{"/x", "-> /x"}, {"/run", "= /srv/run"}, {"/a.php/b", "404 | if there is a file /srv/a.php: = /srv/a.php"}, {"/own", "? nginx.conf:10: include"}}, []string{"2: include /etc/nginx/conf.d/*.conf", "10: include snippets/ssl-params.conf"}},
		{"Caddy: another order", "Caddyfile", "{\n\torder respond before redir\n\torder uri first\n\torder handle_path first\n}\nlocalhost {\n\treverse_proxy up\n}", [][2]string{{"/x", "? Caddyfile:4: order"}}, nil},
		{"Caddy: matchers", "Caddyfile", `{
	order respond before redir
	order uri first
}
http://h.test {
	@q query page=1
	redir @q /q{path}? 307
	@any query k=*
	redir @any /any 308
	@exp ` + "`path('/e/*') && !path('/e/no', '/e/n2*') || method('POST')`" + `
	redir @exp /exp 302
	@old path_regexp old (?i)^/legacy/(?P<rest>.*)$
	redir @old /modern/{re.old.rest}
	@un path_regexp ^/un/(.*)$
	redir @un /named/{re.un.1}
	map {path} {dest} {
		~^/num/(\d+)$ "/n?i=${1}"
		default ""
	}
	@moved expression ` + "`{dest} != \"\"`" + `
	redir @moved {dest} 303
	uri strip_prefix /p
	uri path_regexp ^/twice /once
	respond /r* 418
	redir /r1 /x
	rewrite /f/* /other/{file}
	@caught path_regexp ^/caught/(.+)$
	rewrite @caught /other/{re.1}
	reverse_proxy /other/* 127.0.0.1:1
	reverse_proxy /once/* 127.0.0.1:1
}`, [][2]string{
			{"/f/a/b%20c", "-> /other/b%20c"},
			{"/twice/twice", "-> /once/twice"},
			{"/f/a%2Fb", "-> /other/b"},
			{"/caught/a%2Fb", "-> /other/a/b"},
			{"/caught/a%3Fb", "? a ? or a # that a placeholder of rewrite gives"},
			{"/caught/a%23b", "? a ? or a # that a placeholder of rewrite gives"},
			{"/f/a%3Fb", "? a ? or a # that a placeholder of rewrite gives"},
			{"/a?b&page=1", "307 to /q/a?"},
			{"/a?page=2", "200"},
			{"/a?page=%31", "? Caddyfile:7: redir"},
			{"/a?k", "308 to /any"},
			{"/a?kk=1", "200"},
			{"/e/x", "302 to /exp"},
			{"/e/no", "200"},
			{"/e/n2x", "200"},
			{"/E/x", "302 to /exp"},
			{"/LEGACY/x", "302 to /modern/x"},
			{"/un/a", "302 to /named/a"},
			{"/num/12", "303 to /n?i=12"},
			{"/num/x", "200"},
			{"/r1", "418"},
			{"/p/r1", "418"},
			{"/p/num/3", "303 to /n?i=3"},
		}, nil},
		{"comments behind sections", "apache.conf", `<VirtualHost *:80> # one
	ProxyPass / http://127.0.0.1:1/
	<Location /admin> # no
		<IfModule !mod_authz_core.c> # Apache 2.2
			Deny from all
		</IfModule> # to here
		<IfModule mod_authz_core.c> # Apache 2.4
			Require all denied
		</IfModule>
	</Location> # no
</VirtualHost>`, [][2]string{{"/admin", "403"}, {"/x", "-> /x"}}, nil},
		{"groups of Caddy", "Caddyfile", `http://h.test {
	rewrite /a* /b/x
	rewrite /b* /c/y
	route /r/* {
		uri strip_prefix /r
		rewrite /a* /b/1
		handle /b* {
			uri strip_prefix /b
		}
		rewrite /b* /e/2
		handle /1 {
			respond 410
		}
	}
	reverse_proxy 127.0.0.1:1
}`, [][2]string{{"/a", "-> /b/x"}, {"/b", "-> /c/y"}, {"/r/a", "-> /1"}, {"/r/b", "-> /"}, {"/r/b/x", "-> /x"}, {"/r/1", "410"}}, nil},
		{"Caddy in JSON", "caddy.json", `{"apps": {"http": {"servers": {"srv0": {"listen": ["127.0.0.1:80"], "automatic_https": {}, "routes": [
	{"match": [{"host": ["h.test"]}], "terminal": true, "handle": [{"handler": "subroute", "routes": [
		{"handle": [{"handler": "vars", "root": "/srv"}, {"handler": "headers", "response": {"set": {"A": ["b"]}}}]},
		{"match": [{"path": ["/old/*"]}], "handle": [{"handler": "static_response", "status_code": 308, "headers": {"Location": ["/new{http.request.uri}"]}}]},
		{"match": [{"path": ["/x/*"]}, {"path": ["/y/*"], "method": ["GET"]}], "group": "g", "handle": [{"handler": "rewrite", "strip_path_prefix": "/x"}, {"handler": "rewrite", "uri": "/up{http.request.uri}"}]},
		{"match": [{"path": ["/up*"]}], "group": "g", "handle": [{"handler": "rewrite", "uri": "/never"}]},
		{"match": [{"not": [{"path": ["/api/*"]}, {"file": {"try_files": ["{http.request.uri.path}"]}}]}], "handle": [{"handler": "rewrite", "uri": "/index.html"}]},
		{"match": [{"path": ["/api/odd"]}], "handle": [{"handler": "mystery"}]},
		{"match": [{"path": ["/api/no"]}], "handle": [{"handler": "error", "status_code": 404}]},
		{"handle": [{"handler": "reverse_proxy", "upstreams": [{"dial": "127.0.0.1:1"}]}]}
	]}]}
], "errors": {"routes": [{"handle": [{"handler": "static_response", "status_code": 410}]}]}}}}}}`, [][2]string{
			{"/old/a?b", "308 to /new/old/a?b"},
			{"/x/api", "-> /index.html | if there is a file /srv/up/api: -> /up/api"},
			{"/y/1", "-> /index.html | if there is a file /srv/up/y/1: -> /up/y/1"},
			{"/api/x", "-> /api/x"},
			{"/api/no", "410"},
			{"/api/odd", "? caddy.json:8: mystery"},
		}, nil},
		{"matchers on files of Caddy", "Caddyfile", `http://h.test {
	root * /srv
	@none {
		not path /api/*
		not file
	}
	rewrite @none /index.html
	@page {
		path /p/*
		file {
			root /www
			try_files {path}.html
		}
	}
	respond @page 410
	reverse_proxy 127.0.0.1:1
}`, [][2]string{
			{"/api/x", "-> /api/x"},
			{"/x", "-> /index.html | if there is a file /srv/x: -> /x"},
			{"/x/", "-> /index.html | if there is a file above /srv/x/: -> /x/"},
			{"/p/a?b", "-> /index.html?b | if there is a file /srv/p/a: -> /p/a?b | if there is a file /srv/p/a and there is a file /www/p/a.html: 410"},
		}, nil},
		// https://docs.haproxy.org/2.6/configuration.html#4.2-http-request%20normalize-uri
		// and #7.3.6-path.
		{"haproxy", "haproxy.cfg", `global
  maxconn 100
defaults
  mode http
frontend www
  bind :80
  acl api path_beg /api/ /v1/
  acl internal src 10.0.0.0/8
  http-request deny deny_status 404 if { path_beg /admin }
  http-request deny if { path /secret } !internal
  http-request set-header X-Real-IP %[src]
  use_backend api if api
  default_backend web
backend api
  http-request replace-path /api(/)?(.*) /\2
  server s 127.0.0.1:1
backend web
  server s 127.0.0.1:2
`, [][2]string{{"/x/../y", "-> /x/../y"}, {"/admin", "404"}, {"/%61dmin", "-> /%61dmin"}, {"/api/x", "-> /x"}, {"/secret", "403 | if not { path /secret } !internal: -> /secret"}}, nil},
		{"normalize-uri", "lb.cfg", `frontend www
  mode http
  http-request normalize-uri path-strip-dot
  http-request normalize-uri path-strip-dotdot
  http-request deny if { path_reg ^/admin(/|$) }
`, [][2]string{{"/x/../y", "-> /y"}, {"/x/../admin/a", "403"}, {"/%2e%2e/y", "-> /%2e%2e/y"}}, nil},
		// https://caddyserver.com/docs/caddyfile/directives/handle_path, /uri, and
		// /docs/caddyfile/directives#sorting-algorithm: the longest path comes first.
		{"caddy", "Caddyfile", `{
	email me@example.org
}
(snippet) {
	header X y
}
example.com, www.example.com {
	import snippet
	@post {
		method POST
	}
	@private path /private* *.bak
	respond @private 403
	handle_path /api/* {
		reverse_proxy localhost:9000
	}
	handle /api/v2/* {
		respond "no" 410
	}
	handle {
		root * /srv
		reverse_proxy @post localhost:2
		reverse_proxy localhost:1
	}
	rewrite /old/* /new{uri}
}`, [][2]string{{"/api/a%20b", "-> /a%20b"}, {"/API/v2/x", "410"}, {"/private/x", "-> /private/x"}, {"/old/x", "-> /new/old/x"}, {"/a%2Fb", "-> /a%2Fb"}}, nil},
		{"caddy invoke", "Caddyfile", "&(a) {\n\turi strip_prefix /a\n\treverse_proxy up\n}\n&(b) {\n\tinvoke b\n}\nlocalhost {\n\tinvoke /a/* a\n\tinvoke /b b\n\tmetrics /m\n\tfile_server\n}\n", [][2]string{{"/a/x", "-> /x"}, {"/b", "? Caddyfile:6: invoke"}, {"/m", "200"}, {"/x", "= ./x | if there is a folder ./x/: ? a redirect of file_server"}}, nil},
		{"caddy handle_path", "Caddyfile", "localhost {\n\thandle_path /one {\n\t\treverse_proxy up\n\t}\n\thandle_path /* {\n\t\treverse_proxy up\n\t}\n}\n", [][2]string{{"/a%2Fb//c", "-> /a%2Fb//c"}, {"/one?x", "-> /?x"}}, nil},
		{"caddy respond", "Caddyfile", "localhost\n\nreverse_proxy :9000\nrespond /admin* 403\nuri strip_prefix /x\n", [][2]string{{"/ADMIN/x", "403"}, {"/%61dmin", "403"}, {"//admin", "403"}, {"/x/y", "-> /y"}}, nil},
		// https://doc.traefik.io/traefik/security/request-path and
		// /traefik/middlewares/http/stripprefix.
		{"traefik static", "traefik.yml", `entryPoints:
  web:
    address: ":80"
    http:
      encodedCharacters:
        allowEncodedBackSlash: false
`, [][2]string{{"/a%2Fb", "-> /a%2Fb"}, {"/a%5Cb", "400"}, {"/a/%2e%2e//b", "-> /b"}}, []string{"1: version"}},
		{"traefik dynamic", "traefik.yaml", `http:
  routers:
    r1:
      rule: "Host(` + "`example.com`) && PathPrefix(`/foobar`)" + `"
      middlewares:
        - "test-stripprefix"
  middlewares:
    test-stripprefix:
      stripPrefix:
        prefixes:
          - "/foobar"
`, [][2]string{{"/foobar/x", "-> /x"}, {"/x", "404 | if a router of another file matches: ? traefik.yaml: no router of the file"}}, nil},
		{"traefik toml", "traefik.toml", `[http.routers.router1]
  rule = "Host(` + "`example.com`" + `)"
  middlewares = ["foo-add-prefix"]
[http.middlewares]
  [http.middlewares.foo-add-prefix.addPrefix]
    prefix = "/foo"
`, [][2]string{{"/x", "-> /foo/x"}}, nil},
		{"traefik labels", "compose.yml", `services:
  whoami:
    labels:
      - "traefik.http.middlewares.m.addprefix.prefix=/foo"
      - "traefik.http.routers.r.rule=PathPrefix(` + "`/w`" + `)"
      - "traefik.http.routers.r.middlewares=m@docker"
`, [][2]string{{"/w/x", "-> /foo/w/x"}, {"/x", "404 | if a router of another file matches: ? compose.yml: no router of the file"}}, nil},
	}
	for _, test := range tests {
		t.Run("file="+strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			c, err := config.Read(test.file, []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			site, _ := c.Site("")
			for _, want := range test.targets {
				if got := seenAs(site.Hop, want[0]); got != want[1] {
					t.Errorf("%s: %q, want %q", want[0], got, want[1])
				}
			}
			var missed []string
			for _, m := range c.Missed {
				missed = append(missed, fmt.Sprintf("%d: %s", m.Line, m.Text))
			}
			if test.missed != nil && !slices.Equal(missed, test.missed) || strings.HasPrefix(test.name, "alias") && missed != nil {
				t.Errorf("missed %q, want %q", missed, test.missed)
			}
			for _, s := range site.Hop.Steps() {
				if s.Name == "" || s.Text == "" {
					t.Errorf("a step without words: %+v", s)
				}
			}
		})
	}
}

// TestConfigAsRecorded: the configurations of recorded hops, read as files, give hops that
// do the same as these on all recorded targets.
func TestConfigAsRecorded(t *testing.T) {
	targets, err := recordings.ReadTargets("../../interop/hops/targets.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	frames := map[string][2]string{
		"nginx": {"nginx.conf", "server {\n%s\n}\n"}, "apache": {"httpd.conf", "%s\n"},
		"caddy": {"Caddyfile", "localhost {\n%s\n}\n"}, "haproxy": {"haproxy.cfg", "frontend f\nmode http\n%s\n"},
	}
	// Of these the file has directives that are followed only for some targets, or for none.
	partly := []string{"nginx:location~", "caddy:uri=strip_prefix", "nginx:rewrite"}
	equal, refused := 0, map[string]bool{}
	for h := range hop.All() {
		server, _, _ := strings.Cut(h.Name(), ":")
		frame, ok := frames[server]
		switch {
		case !ok || h.Provenance() != program.Recorded:
			continue
		case h.Name() == "nginx:proxy_pass":
			continue // recorded beside other locations, which its text leaves out
		case h.Name() == "apache:Alias":
			continue // recorded with folders that have no folders
		}
		c, err := config.ReadIn(hop.Past{Versions: []string{server + "=" + h.Version()}}, frame[0], fmt.Appendf(nil, frame[1], strings.ReplaceAll(h.Subject(), "UPSTREAM", "up")))
		var past *program.PastError
		if errors.As(err, &past) {
			refused[server+"@"+h.Version()] = true
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", h, err)
			continue
		}
		site, _ := c.Site("")
		if v := site.Hop.Version(); v != h.Version() {
			t.Errorf("%s: read as %s", h, v)
		}
		differ := 0
		for _, target := range targets {
			got, want := site.Hop.Apply(string(target)), h.Apply(string(target))
			if got.Unknown != "" && slices.Contains(partly, h.Name()) || got.Unknown == "a target without a path" {
				continue
			}
			if h.Name() == "haproxy:url_dec" {
				got.Rule = want.Rule // it shows a variable, and rules match what set-path made
			}
			if or := got.Or; strings.HasPrefix(h.Name(), "nginx:") && or != nil && *or == (hop.Result{Status: 403, Rule: got.Rule, If: or.If}) && or.If == "there is no index file in "+got.App.Text && strings.HasSuffix(got.App.Text, "/") {
				got.Or = nil // where the recorded hop had one
			}
			if got != want {
				if differ++; differ <= 3 {
					t.Errorf("%s: %q: %+v, want %+v", h.Name(), target, got, want)
				}
			}
			equal++
		}
	}
	if got := slices.Sorted(maps.Keys(refused)); !slices.Equal(got, []string{"caddy@2.11.4"}) {
		t.Errorf("not read: %q", got)
	}
	if equal < 10*len(targets) {
		t.Errorf("compared only %d results", equal)
	}
}

// TestConfigErrors: what is no configuration is refused, with the line.
func TestConfigErrors(t *testing.T) {
	for _, test := range []struct{ file, text, want string }{
		{"notes.txt", "hello\n", "not a configuration"},
		{"nginx.conf", "server {\n listen 80;\n", "line 1: a block without an end"},
		{"nginx.conf", "server {\n listen 80\n}\n", `line 2: no semicolon after "listen"`},
		{"nginx.conf", "}\n", "line 1: a } without a block"},
		{"nginx.conf", "server {\n location;\n}\n", "line 2: a location without a path"},
		{"nginx.conf", "events { }\n", "no server"},
		{"nginx.conf", "server { return 200 \"x; }\n", "line 1: a quotation mark"},
		{"httpd.conf", "<VirtualHost *>\n", "line 1: <virtualhost> without an end"},
		{"httpd.conf", "\n</VirtualHost>\n", "line 2: </virtualhost> without"},
		{"haproxy.cfg", "bind :80\n", `line 1: "bind" before any section`},
		{"Caddyfile", "a {\n", "line 1: a block without an end"},
		{"Caddyfile", "a\n}\n", "line 2: a } without a block"},
		{"nginx.conf", strings.Repeat("x {", 100), "more than 64 blocks"},
		{"nginx.conf", "server {" + strings.Repeat("location /a { }", 3000) + "}", "more than 2000 locations"},
		{"nginx.conf", strings.Repeat("#", (1<<20)+1), "more than 1 MiB"},
	} {
		if _, err := config.Read(test.file, []byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %.30q: %v, want %q", test.file, test.text, err, test.want)
		}
	}
}

// TestConfigFind: the search goes through the hop of a file, and finds the gap that the
// file has.
func TestConfigFind(t *testing.T) {
	c, err := config.Read("nginx.conf", []byte("server { location /static/ { proxy_pass http://up; } location / { proxy_pass http://up; } location /admin { return 403; } }"))
	if err != nil {
		t.Fatal(err)
	}
	site, _ := c.Site("")
	chain, err := hop.ParseChainWith("config > go:http.FileServer", func(name string) (*hop.Hop, error) {
		if strings.TrimSpace(name) == "config" {
			return site.Hop, nil
		}
		return hop.Lookup(name)
	})
	if err != nil {
		t.Fatal(err)
	}
	found, err := chain.Find(context.Background(), "/admin", 1, hop.DefaultLimit)
	if err != nil || len(found.Targets) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	if !chain.Passes(found.Targets[0], "/admin") {
		t.Errorf("%q does not pass", found.Targets[0])
	}
}

// FuzzReadConfig: no text panics, and every hop takes every target.
func FuzzReadConfig(f *testing.F) {
	seeds := 0
	for h := range hop.All() {
		for _, name := range []string{"nginx.conf", "httpd.conf", "haproxy.cfg", "Caddyfile", "traefik.yml"} {
			f.Add(name, "server {\n"+h.Subject()+"\n}", "/a%2fb")
			seeds++
		}
	}
	if seeds == 0 {
		f.Fatal("no seeds")
	}
	f.Fuzz(func(t *testing.T, name, text, target string) {
		c, err := config.Read(name, []byte(text))
		if err != nil {
			return
		}
		for _, s := range c.Sites {
			s.Hop.Apply(target)
			s.Hop.Steps()
			if !s.Hop.Forwards() && s.Hop.Apply(target).Forward.Present {
				t.Errorf("%q passes %q on", text, target)
			}
		}
		for _, m := range slices.Concat(c.Understood, c.Missed) {
			if m.Line < 1 || m.Line > strings.Count(text, "\n")+1 {
				t.Errorf("line %d of %q", m.Line, text)
			}
		}
	})
}
