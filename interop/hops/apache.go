package main

import (
	"bytes"
	"strings"
)

func init() {
	apache("ProxyPass", "rule forward status", `
		ProxyPass "/" "http://UPSTREAM/"
	`)
	apache("nocanon", "rule forward status", `
		ProxyPass "/" "http://UPSTREAM/" nocanon
	`)
	apache("AllowEncodedSlashes=On", "rule forward status", `
		AllowEncodedSlashes On
		ProxyPass "/" "http://UPSTREAM/"
	`)
	apache("AllowEncodedSlashes=NoDecode", "rule forward status", `
		AllowEncodedSlashes NoDecode
		ProxyPass "/" "http://UPSTREAM/"
	`)
	// As soon as a section applies, mod_proxy does not see NoDecode of the server.
	apache("Location", "rule forward status", `
		AllowEncodedSlashes NoDecode
		ProxyPass "/" "http://UPSTREAM/"
		<Location "/">
			Header always set X-At /
		</Location>
		<Location "/admin">
			Header always set X-At /admin
		</Location>
		<Location "/static/">
			Header always set X-At /static/
		</Location>
		<Location "/api/v1/">
			Header always set X-At /api/v1/
		</Location>
	`)
	apache("AllowEncodedSlashes=NoDecode,nocanon", "rule forward status", `
		AllowEncodedSlashes NoDecode
		ProxyPass "/" "http://UPSTREAM/" nocanon
	`)
	apache("ProxyPassMatch", "rule forward status", `
		ProxyPassMatch "^/static/(.*)$" "http://UPSTREAM/files/$1"
		ProxyPass "/" "http://UPSTREAM/"
	`)
	apache("RewriteRule", "rule forward status", `
		RewriteEngine On
		RewriteRule "^/static/(.*)$" "http://UPSTREAM/files/$1" [P]
		RewriteRule "^/(.*)$" "http://UPSTREAM/app?path=$1" [P]
	`)
	apache("RewriteRule=B", "rule forward status", `
		RewriteEngine On
		RewriteRule "^/static/(.*)$" "http://UPSTREAM/files/$1" [P,B]
		RewriteRule "^/(.*)$" "http://UPSTREAM/app?path=$1" [P,B]
	`)
	apache("Alias", "rule app status", `
		DocumentRoot "/srv/www"
		Alias "/static" "/srv/files"
		Alias "/api/v1/" "/srv/files/"
	`)
}

// apache adds a server. Where its configuration has locations, they say when they are taken.
func apache(name, sees, config string) {
	add(hop{
		name: "apache:" + name, server: "apache", config: config, sees: sees, at: apacheLocation,
		version: versionOf("Apache/", "apache2", "-v"), start: startApache,
	})
}

// apacheLocation returns the last of the sections that match: Location ends at a slash or
// with the path.
func apacheLocation(rule []byte) string {
	at := "/"
	for _, l := range []string{"/admin", "/static/", "/api/v1/"} {
		if rest, ok := bytes.CutPrefix(rule, []byte(l)); ok && (len(rest) == 0 || rest[0] == '/' || strings.HasSuffix(l, "/")) {
			at = l
		}
	}
	return at
}

func startApache(e *env, config string) error {
	if err := e.tree(); err != nil {
		return err
	}
	var modules strings.Builder
	for _, m := range []string{"mpm_event", "authz_core", "headers", "proxy", "proxy_http", "rewrite", "alias", "dir"} {
		modules.WriteString("LoadModule " + m + "_module /usr/lib/apache2/modules/mod_" + m + ".so\n")
	}
	// Sections of the recorder would change what is recorded, so that the fields are
	// set by the server. They are left out where the request was refused before
	// anything was chosen by its path.
	show := `
Header always set X-Rule-B64 "expr=%{base64:%{REQUEST_URI}}" "expr=%{HANDLER} == 'proxy-server' || %{REQUEST_STATUS} == '403'"`
	if strings.Contains(config, "DocumentRoot") {
		show = `
Header always set X-Rule-B64 "expr=%{base64:%{REQUEST_URI}}" "expr=-n %{REQUEST_FILENAME}"
Header always set X-App-B64 "expr=%{base64:%{REQUEST_FILENAME}}" "expr=-n %{REQUEST_FILENAME}"`
	}
	file, err := e.write("httpd.conf", strings.NewReplacer("MODULES", modules.String(), "SHOW", show, "CONFIG", config).Replace(`
ServerRoot DIR
PidFile DIR/pid
ServerName h.test
Listen 127.0.0.1:PORT
MODULES
User www-data
Group www-data
ErrorLog DIR/error
LogLevel emerg
ProxyPreserveHost On
ProxyIOBufferSize 65536
SHOW
CONFIG
`))
	if err != nil {
		return err
	}
	path, err := find("apache2")
	if err != nil {
		return err
	}
	return e.run([]string{"APACHE_RUN_DIR=" + e.dir}, path, "-X", "-f", file)
}
