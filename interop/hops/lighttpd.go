package main

import "strings"

func init() {
	lighttpd("mod_proxy", "rule forward status", `
		proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => UPSTREAM_PORT )) )
	`)
	lighttpd("url-normalize=disable", "rule forward status", `
		server.http-parseopts = ( "url-normalize" => "disable" )
		proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => UPSTREAM_PORT )) )
	`)
	lighttpd("url-path-2f-decode", "rule forward status", `
		server.http-parseopts = (
			"url-normalize" => "enable",
			"url-normalize-unreserved" => "enable",
			"url-path-2f-decode" => "enable",
			"url-path-backslash-trans" => "enable",
			"url-path-dotseg-remove" => "enable" )
		proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => UPSTREAM_PORT )) )
	`)
	lighttpd("url-path-2f-reject", "rule forward status", `
		server.http-parseopts = (
			"url-normalize" => "enable",
			"url-normalize-required" => "enable",
			"url-ctrls-reject" => "enable",
			"url-path-2f-decode" => "disable",
			"url-path-2f-reject" => "enable",
			"url-path-dotseg-remove" => "disable",
			"url-path-dotseg-reject" => "enable" )
		proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => UPSTREAM_PORT )) )
	`)
	lighttpd("map-urlpath", "rule forward status", `
		proxy.header = ( "map-urlpath" => ( "/static" => "/files/", "/api/" => "/v2/" ) )
		proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => UPSTREAM_PORT )) )
	`)
	lighttpd("alias.url", "rule app status", `
		server.document-root = "/srv/www"
		alias.url = ( "/static" => "/srv/files/", "/api/v1/" => "/srv/files/" )
	`)
}

func lighttpd(name, sees, config string) {
	add(hop{
		name: "lighttpd:" + name, server: "lighttpd", config: config, sees: sees,
		version: versionOf("lighttpd/", "lighttpd", "-v"), start: startLighttpd,
	})
}

// lighttpdLua holds what is run at each stage: it keeps the path that $HTTP["url"] is
// compared with and the file, and tells both when the answer begins, since lighttpd drops
// fields that were added before an error.
var lighttpdLua = map[string]string{
	"attract-raw-url-to":       `lighty.r.req_env["X_RULE"] = lighty.r.req_attr["uri.path"] return 0`,
	"attract-physical-path-to": `lighty.r.req_env["X_APP"] = lighty.r.req_attr["physical.path"] return 0`,
	"attract-response-start-to": `
local function tell(field, path)
	if path then
		path = path:gsub(".", function(c) return string.format("%02x", c:byte()) end)
		lighty.r.resp_header[field] = path
	end
end
tell("X-Rule-Hex", lighty.r.req_env["X_RULE"])
tell("X-App-Hex", lighty.r.req_env["X_APP"])
return 0
`,
}

func startLighttpd(e *env, config string) error {
	if err := e.tree(); err != nil {
		return err
	}
	var lua strings.Builder
	for stage, text := range lighttpdLua {
		file, err := e.write(stage, text)
		if err != nil {
			return err
		}
		lua.WriteString("magnet." + stage + " = ( \"" + file + "\" )\n")
	}
	if !strings.Contains(config, "document-root") {
		config = "server.document-root = \"/srv/www\"\n" + config
	}
	file, err := e.write("lighttpd.conf", strings.NewReplacer("CONFIG", config, "LUA", lua.String()).Replace(`
server.modules = ( "mod_alias", "mod_magnet", "mod_proxy" )
server.bind = "127.0.0.1"
server.port = PORT
server.errorlog = "DIR/error"
LUA
CONFIG
`))
	if err != nil {
		return err
	}
	path, err := find("lighttpd")
	if err != nil {
		return err
	}
	return e.run(nil, path, "-D", "-f", file)
}
