package config_test

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop"
)

// TestApacheFolders: what Apache 2.4.71 makes of targets by the rules of a folder.
func TestApacheFolders(t *testing.T) {
	const rules = `
	RewriteEngine On
	RewriteRule ^red1/(.*)$ /to/$1 [R=301,L]
	RewriteRule ^red2/(.*)$ to/$1 [R,L]
	RewriteRule ^proxy/(.*)$ http://up/p/$1 [P,L]
	RewriteRule ^proxyne/(.*)$ http://up/p/$1 [P,NE]
	RewriteRule ^gone$ - [G,NC]
	RewriteRule ^loop$ loop2 [L]
	RewriteRule ^loop2$ loop [L]
	RewriteRule ^self(.*)$ self$1 [L]
	RewriteRule ^twice/(.*)$ once/$1
	RewriteRule ^once/(.*)$ proxy/$1 [L]
	RewriteRule ^end/(.*)$ proxy/$1 [END]
	RewriteRule ^up/(.*)$ /api/$1 [L]
	RewriteCond %{REQUEST_URI} ^/uri/(.*)$
	RewriteRule ^ proxy/u/%1 [L]
	Redirect 301 /moved /new
	RewriteCond %{REQUEST_FILENAME} !-f
	RewriteRule ^front/ admin [L]`
	targets := [][2]string{
		{"/red1/a%2520", "301 to /to/a%2520"},
		{"/red2/a", "302 to /srv/www/to/a"}, // without RewriteBase
		{"/proxy/a%20b", "-> /p/a%20b"},
		{"/proxyne/a%2525", "-> /p/a%25"},
		{"/GONE", "410"},
		{"/loop", "500"},
		{"/self", "= /srv/www/self"}, // ignored: it is the same
		{"/twice/a", "? apache.conf:12: rewriterule"},
		{"/end/a%252fb", "404"}, // decoded again, where encoded slashes are refused
		{"/up/a%252541", "-> /api/a%2541"},
		{"/uri/b", "-> /p/u/b"},
		{"/moved/1", "301 to /new/1"},
		{"/front/x", "= /srv/www/admin | if there is a file /srv/www/front/x: = /srv/www/front/x | if there is a file above /srv/www/front/x: ? a path behind a file, where static files have status 404"},
		{"/front/x/", "= /srv/www/admin | if there is a file above /srv/www/front/x/: ? a path behind a file, where static files have status 404"},
	}
	testConfigs(t, "apache.conf", []configTest{
		{"rules", "DocumentRoot /srv/www\n<Directory /srv/www>" + rules + "\n</Directory>\nProxyPass /api/ http://up/api/", targets},
		{"what a condition matched", "DocumentRoot /srv/www\n<Directory /srv/www>\nRewriteEngine On\nRewriteCond %{REQUEST_FILENAME} !-d\nRewriteCond %{REQUEST_URI} (.+)/$\nRewriteRule ^ %1 [L,R=301]\nRewriteCond expr \"%{REQUEST_URI} =~ m#^/no#\"\nRewriteRule ^ - [F]\n</Directory>", [][2]string{{"/a/b/", "301 to /a/b | if there is a folder /srv/www/a/b/: ? the index file of a folder, to which rules apply"}, {"/a", "= /srv/www/a | if there is a folder /srv/www/a: = /srv/www/a"}, {"/no", "403 | if there is a folder /srv/www/no: 403"}}},
		{"access", `DocumentRoot /srv/www
ErrorDocument 404 /missing.html
<Directory /srv/www/private>
Require all denied
</Directory>
<FilesMatch "\.(bak|sql)$">
Require all denied
</FilesMatch>
<LocationMatch "(?i)^/admin">
<RequireAny>
Require ip 10.0.0.0/8
Require host a.test
</RequireAny>
</LocationMatch>
<Location /near>
Require local
</Location>
<Location /members>
AuthType Basic
Require valid-user
</Location>
<Location /old>
Order deny,allow
Deny from all
Allow from 192.0.2.0/24
</Location>
<Location /not>
<RequireAll>
Require all granted
Require not ip 192.0.2.1
</RequireAll>
</Location>
<Location /members/open>
<LimitExcept GET>
Require valid-user
</LimitExcept>
</Location>
<Limit POST>
Require all denied
</Limit>
RewriteEngine On
RewriteRule ^/r/(.*)$ /s/$1
RewriteOptions AllowNoSlash
`, [][2]string{
			{"/x", "= /srv/www/x"},
			{"/private/x", "? apache.conf:4: require"},
			{"/a/x.bak", "? apache.conf:7: require"},
			{"/ADMIN/x", "403 | if requireany lets the client in: = /srv/www/ADMIN/x"},
			{"/near", "403 | if require local lets the client in: = /srv/www/near"},
			{"/members/x", "401 | if require valid-user lets the client in: = /srv/www/members/x"},
			{"/old/x", "403 | if allow from 192.0.2.0/24 lets the client in: = /srv/www/old/x"},
			{"/not", "= /srv/www/not | if requireall refuses the client: 403"},
			{"/members/open", "= /srv/www/members/open"},
		}},
		{"access to files", `DocumentRoot /srv/www
<Directory /srv/www/private>
Require all denied
</Directory>
<FilesMatch "\.(bak|sql)$">
Require all denied
</FilesMatch>
<DirectoryMatch "/\.git">
Require all denied
</DirectoryMatch>
`, [][2]string{
			{"/private/x", "403 | if there is no folder /srv/www/private: 404"},
			{"/a/x.bak", "403 | if there is no folder /srv/www/a/: 404"},
			{"/a.sql/b", "? apache.conf:6: require"},
			{"/.git/x", "? apache.conf:9: require"},
			{"/x", "= /srv/www/x"},
		}},
		{"no links", "DocumentRoot /srv/www\n<Directory /srv/www>\nOptions Indexes\nRewriteEngine On\nRewriteRule x y\n</Directory>", [][2]string{{"/a", "403"}}},
		{"rules for WebSocket in a section", "<Location /s>\nRewriteEngine On\nRewriteCond %{HTTP:UPGRADE} ^WebSocket$ [NC]\nRewriteRule .* ws://up%{REQUEST_URI} [P]\n</Location>\n<Location /t>\nRewriteCond %{HTTP:UPGRADE} ^$\nRewriteRule .* /x\n</Location>\nProxyPass / http://up/", [][2]string{{"/s/a", "-> /s/a"}, {"/t/a", "? apache.conf:8: rewriterule"}}},
		{"queries with spaces", `RewriteEngine On
RewriteRule ^/r/(.*)$ /t?p=$1 [R]
RewriteRule ^/ne/(.*)$ /t?p=$1 [R,NE]
RewriteRule ^/pt/(.*)$ /i?p=$1 [PT]
RewriteRule ^/two/(.*)$ /mid/?p=$1
RewriteRule ^/mid/ /i?q=1 [L]
RewriteRule ^/g/(.*)$ /gone/?p=$1
RewriteRule ^/gone/ - [G]
RewriteCond %{HTTP_COOKIE} !s=
RewriteRule ^/login - [F]
RewriteCond %{HTTP_COOKIE} s=
RewriteRule ^/user - [F]
DocumentRoot /srv/www
<Directory /srv/www>
RewriteEngine On
RewriteRule ^w/(.*)$ index.php?p=$1 [L,QSA]
</Directory>`, [][2]string{
			{"/r/a%20b", "302 to /t?p=a%20b"},
			{"/ne/a%20b", "403"},
			{"/ne/ab", "302 to /t?p=ab"},
			{"/pt/a%20b", "403"},
			{"/pt/a%0ab", "403"},
			{"/pt/ab", "= /srv/www/i"},
			{"/two/a%20b", "= /srv/www/i | if there is a file or folder /i: = /i"},
			{"/g/a%20b", "403"},
			{"/g/a", "410"},
			{"/w/a%20b", "403"},
			{"/login", "403 | if not RewriteCond %{HTTP_COOKIE} !s=: = /srv/www/login"},
			{"/user", "= /srv/www/user | if RewriteCond %{HTTP_COOKIE} s=: 403"},
		}},
		{"a script that takes the rest", "DocumentRoot /srv/www\n<Directory /srv/www>\nRewriteEngine On\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteRule ^(.*)$ index.php/$1 [L]\n</Directory>", [][2]string{
			{"/a", "= /srv/www/index.php/a | if there is a file /srv/www/a: = /srv/www/a | if there is a file above /srv/www/a: ? a path behind a file, where static files have status 404 | if there is no file /srv/www/index.php: ? a script that is not there"},
			{"/index.php/a/", "= /srv/www/index.php/a/ | if there is no file /srv/www/index.php: ? a script that is not there"},
		}},
		{"the deepest folder", "DocumentRoot /srv/www\n<Directory /srv/www>\nRewriteEngine On\nRewriteRule . - [F]\n</Directory>\n<Directory /srv/www/in>\nRewriteRule ^out - [G]\n</Directory>\n<Directory /srv/www/off>\nRewriteEngine Off\n</Directory>", [][2]string{
			{"/a", "403"}, {"/in/out", "410"}, {"/in/a", "= /srv/www/in/a"}, {"/off/a", "= /srv/www/off/a"},
		}},
		{"FallbackResource and AliasMatch", "DocumentRoot /srv/www\n<Directory /srv/www>\nFallbackResource /index.html\n</Directory>\nAliasMatch ^/n([0-9]+)$ /srv/files/$1/x", [][2]string{
			{"/index.html", "= /srv/www/index.html | if there is no file /srv/www/index.html: 500"},
			{"/n7", "= /srv/files/7/x"},
			{"/a", "= /srv/www/index.html | if there is a file /srv/www/a: = /srv/www/a | if there is a file above /srv/www/a: ? a path behind a file, where static files have status 404 | if there is a folder /srv/www/a: = /srv/www/a | if there is no file /srv/www/index.html: 500"},
		}},
	})
	testConfigs(t, "apache.conf", []configTest{
		{"programs, and files that are not read", `DocumentRoot /srv/www
AddHandler application/x-httpd-php .php
ProxyPassMatch ^/p/(.*\.php)$ fcgi://127.0.0.1:9000/srv/p/$1
ProxyPassMatch ^/raw/(.*)$ ws://up:1/r/$1 nocanon
ProxyPassMatch ^/b/(.*)$ balancer://up/c/$1
ScriptAlias /cgi-bin/ /srv/cgi/
IncludeOptional own/*.conf
<Directory /srv/www>
AllowOverride All
</Directory>
<FilesMatch "\.php$">
SetHandler "proxy:unix:/run/fpm.sock|fcgi://localhost"
</FilesMatch>
<FilesMatch "\.css$">
Require all granted
</FilesMatch>
<Location /server-status>
SetHandler server-status
</Location>
`, [][2]string{
			{"/p/a%20b.php", "= /srv/p/a%20b.php | if a file matches own/*.conf: ? apache.conf:7: includeoptional"},
			{"/raw/a%20b%63?d", "-> /r/a%20b%63?d | if a file matches own/*.conf: ? apache.conf:7: includeoptional"},
			{"/b/a%20b%63?d", "-> /c/a%20bc?d | if a file matches own/*.conf: ? apache.conf:7: includeoptional"},
			{"/cgi-bin/x/y", "= /srv/cgi/x/y | if a file matches own/*.conf: ? apache.conf:7: includeoptional"},
			{"/server-status/x", "200 | if a file matches own/*.conf: ? apache.conf:7: includeoptional"},
			{"/x.css", "= /srv/www/x.css | if a file matches own/*.conf: ? apache.conf:7: includeoptional | if a file .htaccess applies: ? apache.conf:9: allowoverride"},
		}},
	})
	const open = " | if the module mod_perl.c is loaded: ? apache.conf:16: ifmodule | if OTHER is defined: ? apache.conf:13: ifdefine"
	// With mod_wsgi 4.9.4, and by what AJP and uWSGI get from Apache 2.4.71.
	testConfigs(t, "apache.conf", []configTest{
		{"applications, and sections that may hold", `DocumentRoot /srv/www
WSGIDaemonProcess app threads=5
WSGIScriptAlias /app /srv/app.py
WSGIScriptAlias / /srv/all.py
Alias /app/static /srv/static
FcgidMaxRequestLen 10
<IfModule mod_alias.c>
Define HAS_ALIAS
</IfModule>
<IfDefine HAS_ALIAS>
ProxyPass /aj/ ajp://up:8009/b/
</IfDefine>
<IfDefine OTHER>
Redirect / http://other.test/
</IfDefine>
<IfModule !mod_perl.c>
ProxyPass /uw/ uwsgi://up/b/
</IfModule>
`, [][2]string{
			{"/app", "= /srv/app.py" + open},
			{"/app/x%20y", "= /srv/app.py/x y" + open},
			{"/apple", "= /srv/all.py/apple" + open},
			{"/app/static/x", "= /srv/static/x" + open},
			{"/aj/a%20b;c?d", "-> /b/a%20b;c?d" + open},
			{"/uw/a%20b%25", "= /b/a b%" + open},
		}},
	})
	own := strings.NewReplacer("/srv/www", "/DOCUMENT_ROOT", "apache.conf", ".htaccess", "-> /api/a%2541", "= /DOCUMENT_ROOT/api/a%41", ":12:", ":10:")
	for i := range targets {
		targets[i][1] = own.Replace(targets[i][1])
	}
	testConfigs(t, ".htaccess", []configTest{{"beside the files", strings.TrimPrefix(rules, "\n"), targets}})
}

// TestFilesAgree: a file that is there is not missing for what follows.
func TestFilesAgree(t *testing.T) {
	testConfigs(t, "Caddyfile", []configTest{{"try_files", `:80 {
	root * /srv
	try_files {path} /index.html
	file_server
	handle_errors {
		respond "x" 410
	}
}`, [][2]string{{"/a", "410 | if there is a file /srv/a: = /srv/a | if there is a file /srv/index.html: = /srv/index.html | if there is a folder /srv/a/: ? a redirect of file_server"}}}})
}

// TestFindProxied finds what a rule passes on to a URL: the search follows it.
func TestFindProxied(t *testing.T) {
	for _, text := range []string{
		"RewriteEngine On\nRewriteRule ^/old/(.*)$ http://up:80/adm/$1 [P,L]",
		"<Directory /srv/www>\nRewriteEngine On\nRewriteRule ^old/(.*)$ http://up/adm/$1 [P,L]\n</Directory>",
		"ProxyPassMatch ^/old/(.*)$ http://up/adm/$1",
	} {
		f, err := hop.Chain{readSite(t, "apache.conf", "DocumentRoot /srv/www\n"+text)}.Find(t.Context(), "/adm", 1, hop.DefaultLimit)
		if err != nil || f.Verdict != hop.Exists || !strings.HasPrefix(f.Targets[0], "/old/") {
			t.Errorf("%s: %+v, %v", text, f, err)
		}
	}
}
