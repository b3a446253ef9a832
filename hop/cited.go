package hop

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/program"
)

// citedHops returns hops that were not run. Each was written from an advisory or from
// the vendor's documents, and does no more than they describe.
func citedHops() []*Hop {
	const (
		advisories = "https://github.com/advisories/"
		cve        = "https://nvd.nist.gov/vuln/detail/"
		envoy      = "https://github.com/envoyproxy/envoy/security/advisories/"
	)
	hop := func(end see, name, version, source, config string, before, matched, after []step) *Hop {
		return &Hop{
			Program: program.Cite(source, name, version, config),
			steps:   join([]step{lineFeed, citedForm, split{"?"}}, before, []step{&showRule{matched}}, after, []step{end}),
		}
	}
	// A proxy matches rules against the path that it forwards; a server matches rules
	// against one path and serves another.
	proxy := func(name, version, source, config string, before ...step) *Hop {
		return hop(forward, name, version, source, config, before, nil, nil)
	}
	server := func(name, version, source, config string, matched, after []step) *Hop {
		return hop(app, name, version, source, config, nil, matched, after)
	}
	var (
		once    = []step{decode{}}
		checked = []step{decode{}, dots{}}
		twice   = []step{decode{}, decode{}, dots{}}
		normal  = []step{decode{}, &merge{}, dots{}}
		plain   = decode{kept: percent.Unreserved.Complement()}
		both    = []step{cut{';'}, decode{}, dots{}}
		slashes = decode{kept: percent.ByteSet{}.Add(`/\`).Complement()}
		// Envoy refuses a path with NUL, raw or escaped, before it normalizes it:
		// InvalidPaths in its test/common/http/path_utility_test.cc.
		noNull  = refuse{status: 400, octets: null}
		noZeros = refuseText{400, "%00", false}
		// It escapes what its source/common/chromium_url/url_canon_path.cc does, and its parsers take
		// no target with a space.
		noSpace = refuse{status: 400, octets: percent.ByteSet{}.Add(" ")}
		escaped = encode{kept: envoyEscapes.Add("#^|").Complement()}
		// decodeURI is how find-my-way decodes.
		decodeURI = decode{kept: fastifyKept}
		routed    = []step{decodeURI}
		// shiro is what Shiro does to a path: up to 1.5.1 to the decoded target, later
		// to the path that Tomcat makes of it, which 1.5.2 decodes again.
		shiro   = []step{cutFrom{";"}, backslash, &merge{}, dots{}}
		quarkus = []step{decode{}, cut{';'}, backslash, dots{}}
	)
	return []*Hop{
		proxy("envoy1.9:route", "1.9.0", envoy+"GHSA-xcx5-93pw-jw2w", "rules match the original path"),
		proxy("envoy:normalize_path", "1.18.2", cve+"CVE-2021-29492", "normalize_path: true", noSpace, noNull, noZeros, backslash, plain, escaped, dots{}),
		proxy("envoy:merge_slashes", "1.18.2", "https://istio.io/latest/news/security/istio-security-2021-005/", "normalize_path: true\nmerge_slashes: true", noSpace, noNull, noZeros, backslash, plain, escaped, dots{}, &merge{}),
		proxy("envoy:UNESCAPE_AND_FORWARD", "1.18.3", cve+"CVE-2021-29492", "normalize_path: true\nmerge_slashes: true\npath_with_escaped_slashes_action: UNESCAPE_AND_FORWARD", noSpace, noNull, noZeros, slashes, backslash, plain, escaped, dots{}, &merge{}),
		proxy("envoy1.39.1:normalize_path", "1.39.1", envoy+"GHSA-2w8w-rfw7-8gg4", "normalize_path: true", noSpace, refuse{status: 400, octets: percent.ByteSet{}.Add("#")}, noNull, noZeros, backslash, plain, encode{kept: envoyEscapes.Complement()}, envoyUnsure, dotParameters, dots{}),

		proxy("traefik2.10.5:forward", "2.10.5", advisories+"GHSA-fvhj-4qfh-q2hm", "a # is passed on as %23", encode{kept: percent.ByteSet{}.Add("#").Complement()}),
		proxy("traefik2.10.6:forward", "2.10.6", advisories+"GHSA-fvhj-4qfh-q2hm", "what begins at a # is not passed on", &dropFragment{}),
		proxy("traefik3.3.5:PathPrefix", "3.3.5", advisories+"GHSA-6p68-w45g-48j7", "rules match the original path"),
		proxy("traefik3.3.6:PathPrefix", "3.3.6", advisories+"GHSA-vrch-868g-9jx5", "rules match the path without dot segments", &merge{}, dots{}),
		proxy("traefik3.4.1:PathPrefix", "3.4.1", "https://github.com/traefik/traefik/pull/11768", "rules match the normalized path", plain, &merge{}, dots{}),
		proxy("traefik3.6.4:PathPrefix", "3.6.4", "https://github.com/traefik/traefik/pull/12360", "as 3.4.1, and suspicious escapes are refused",
			refuseText{400, "%2f", true}, refuseText{400, "%5c", true}, refuseText{400, "%00", false}, refuseText{400, "%3b", true}, refuseText{400, "%25", false}, refuseText{400, "%3f", true}, refuseText{400, "%23", false}, plain, &merge{}, dots{}),

		server("middie9.0.3:app.use", "9.0.3", advisories+"GHSA-cxrg-g7r8-w69p", "app.use(\"/admin\", …)", nil, routed),
		server("middie9.1.0:useSemicolonDelimiter", "9.1.0", advisories+"GHSA-8p85-9qpw-fwgw", "useSemicolonDelimiter: true", routed, []step{cutFrom{";"}, decodeURI}),
		server("middie9.2.0:useSemicolonDelimiter", "9.2.0", advisories+"GHSA-8p85-9qpw-fwgw", "useSemicolonDelimiter: true", []step{cutFrom{";"}, decodeURI}, []step{cutFrom{";"}, decodeURI}),
		server("middie9.3.1:ignoreDuplicateSlashes", "9.3.1", advisories+"GHSA-v9ww-2j6r-98q6", "fastify({ ignoreDuplicateSlashes: true })", routed, []step{&merge{}, decodeURI}),
		server("middie9.3.2:ignoreDuplicateSlashes", "9.3.2", advisories+"GHSA-v9ww-2j6r-98q6", "fastify({ ignoreDuplicateSlashes: true })", []step{&merge{}, decodeURI}, []step{&merge{}, decodeURI}),
		server("fastify-express4.0.2:app.use", "4.0.2", advisories+"GHSA-g6q3-96cp-5r5m", "app.use(\"/admin\", …)", nil, routed),
		server("fastify-express4.0.3:app.use", "4.0.3", advisories+"GHSA-g6q3-96cp-5r5m", "app.use(\"/admin\", …)", routed, routed),
		server("fastify-express4.0.4:ignoreDuplicateSlashes", "4.0.4", advisories+"GHSA-6hw5-45gm-fj88", "ignoreDuplicateSlashes: true", routed, []step{&merge{}, decodeURI}),
		server("fastify-express4.0.5:ignoreDuplicateSlashes", "4.0.5", advisories+"GHSA-6hw5-45gm-fj88", "ignoreDuplicateSlashes: true", []step{decodeURI, &merge{}}, []step{&merge{}, decodeURI}),
		server("nest11.1.9:platform-fastify", "11.1.9", advisories+"GHSA-8wpr-639p-ccrj", "consumer.apply(…).forRoutes(\"admin\")", nil, routed),
		server("nest11.1.11:platform-fastify", "11.1.11", advisories+"GHSA-8wpr-639p-ccrj", "consumer.apply(…).forRoutes(\"admin\")", routed, routed),
		server("fastify-static10.1.0:allowedPath", "10.1.0", advisories+"GHSA-8pvw-jcv7-9cmj", "allowedPath: (path) => …", routed, []step{decodeURI, &merge{}, dots{}}),
		hop(app, "fastify-static10.1.2:allowedPath", "10.1.2", advisories+"GHSA-8pvw-jcv7-9cmj", "allowedPath: (path) => …",
			[]step{decodeURI, refuseText{403, "/../", false}, when(hasSuffix("/.."), []step{answer{status: 403}}, nil)}, []step{&merge{}, dots{}}, []step{&merge{}, dots{}}),
		server("fast-uri3.1.0:normalize", "3.1.0", advisories+"GHSA-q3j6-qgpj-74h6", "normalize()", nil, checked),
		server("fast-uri3.1.1:normalize", "3.1.1", advisories+"GHSA-q3j6-qgpj-74h6", "normalize()", nil, []step{decode{kept: percent.Unreserved.Complement().Add(".")}, dots{}}),

		hop(forward, "caddy2.4.5:path", "2.4.5", "https://github.com/caddyserver/caddy/pull/4407", "path /admin*", nil, once, nil),
		server("caddy:url_pattern", "before its fix", "https://github.com/caddyserver/caddy/pull/7941", "url_pattern, in no release", nil, normal),
		server("caddy:url_pattern,fixed", "after its fix", "https://github.com/caddyserver/caddy/pull/7941", "url_pattern", normal, normal),
		server("caddy2.11.3:file_server,windows", "2.11.3", advisories+"GHSA-qrp7-cvwr-j2c6", "path /private/*\nfile_server\n# on Windows", once, []step{decode{}, backslash}),
		server("caddy2.11.4:file_server,windows", "2.11.4", advisories+"GHSA-qrp7-cvwr-j2c6", "path /private/*\nfile_server\n# on Windows", []step{decode{}, backslash}, []step{decode{}, backslash}),

		server("apache2.4.49:Alias", "2.4.49", cve+"CVE-2021-41773", "Alias \"/static\" \"/srv/files\"", []step{dots{}, decode{}}, []step{dots{}, decode{}, replace{"/static", "/srv/files"}, dots{}}),
		server("apache2.4.50:Alias", "2.4.50", cve+"CVE-2021-42013", "Alias \"/static\" \"/srv/files\"", []step{plain, dots{}, decode{}}, []step{plain, dots{}, decode{}, replace{"/static", "/srv/files"}, dots{}}),
		server("lighttpd1.4.49:alias.url", "1.4.49", cve+"CVE-2018-19052", "alias.url = (\"/static\" => \"/srv/files/\")", normal, join(normal, []step{replace{"/static", "/srv/files/"}})),

		server("shiro1.5.1:PathMatchingFilter", "1.5.1", cve+"CVE-2020-1957", "Shiro in front of Spring", join(once, shiro), both),
		server("shiro1.5.2:PathMatchingFilter", "1.5.2", "https://github.com/apache/shiro/commit/3708d7907016bf2fa12691dff6ff0def1249b8ce", "Shiro in front of Spring",
			join(both, once, shiro), both),
		server("shiro1.5.3:PathMatchingFilter", "1.5.3", cve+"CVE-2020-13933", "Shiro in front of Spring", join(both, shiro, []step{&dropLastSlash{}}), both),
		hop(app, "shiro1.6.0:InvalidRequestFilter", "1.6.0", "https://github.com/apache/shiro/blob/main/web/src/main/java/org/apache/shiro/web/filter/InvalidRequestFilter.java", "Shiro in front of Spring",
			[]step{refuseText{400, "%3b", true}, refuseText{400, ";", false}, refuseText{400, "%5c", true}, refuseText{400, `\`, false}}, join(both, shiro, []step{&dropLastSlash{}}), both),
		server("jetty9.4.38:WEB-INF", "9.4.38", advisories+"GHSA-v7ff-8wcx-gmc5", "what is protected of a servlet's folder", []step{dots{}, decode{}}, []step{decode{}, dots{}}),
		hop(app, "jetty9.4.42:WEB-INF", "9.4.42", advisories+"GHSA-vjv5-gp2w-65vm", "what is protected of a servlet's folder", []step{&jettySplit{}}, []step{decode{kept: percent.ByteSet{}.Add(".").Complement()}, dots{}, &jettyDecode{}}, []step{&jettyDecode{}, dots{}}),
		server("jetty9.4.40:ConcatServlet", "9.4.40", advisories+"GHSA-gwcr-j4wh-j3cq", "ConcatServlet", checked, twice),
		server("quarkus:GHSA-qcxp-gm7m-4j5v", "before 3.36.3", advisories+"GHSA-qcxp-gm7m-4j5v", "quarkus.http.auth.permission", []step{plain, dots{}, cut{';'}}, quarkus),
		server("quarkus3.36.3:permission", "3.36.3", advisories+"GHSA-qcxp-gm7m-4j5v", "quarkus.http.auth.permission\n# decodes until nothing changes, here twice", join(once, quarkus), quarkus),

		server("weblogic:console", "12.2.1.3", cve+"CVE-2020-14882", "the console's pages that need no login", checked, twice),
		server("flink1.11.2:jobmanager", "1.11.2", cve+"CVE-2020-17519", "/jobmanager/logs/NAME", checked, twice),
		server("spring-cloud-config2.1.1:label", "2.1.1", cve+"CVE-2019-3799", "/NAME/PROFILE/LABEL/PATH", checked, twice),
		server("spring-cloud-config2.2.2:label", "2.2.2", "https://tanzu.vmware.com/security/cve-2020-5410", "/LABEL/PROFILE", checked, append(slices.Clone(twice), cutFrom{"#"})),
		server("sprockets3.7.1:server", "3.7.1", "https://github.com/vulhub/vulhub/tree/master/rails/CVE-2018-3760", "config.assets.compile = true\n# the path of an asset that is named by a file URI", checked, twice),
		server("decode:once", "any", "https://cwe.mitre.org/data/definitions/174.html", "decode once, resolve, and then check: what fixes of double decoding amount to", checked, checked),

		server("apisix2.10.1:uri-blocker", "2.10.1", cve+"CVE-2021-43557", "uri-blocker", nil, normal),
		server("apisix2.10.2:uri-blocker", "2.10.2", cve+"CVE-2021-43557", "uri-blocker", normal, normal),
		proxy("lemonldap-ng2.0.8:nginx", "2.0.8", cve+"CVE-2020-24660", "fastcgi_param X_ORIGINAL_URI $request_uri;"),
		hop(forward, "lemonldap-ng2.0.9:nginx", "2.0.9", cve+"CVE-2020-24660", "set $original_uri $uri$is_args$args;\nfastcgi_param X_ORIGINAL_URI $original_uri;", nil, normal, nil),
		proxy("oathkeeper:GHSA-p224-6x5r-fjpm", "before its fix", advisories+"GHSA-p224-6x5r-fjpm", "match: url"),
		proxy("oathkeeper:GHSA-p224-6x5r-fjpm,fixed", "after its fix", advisories+"GHSA-p224-6x5r-fjpm", "match: url", dots{}),
	}
}

// citedForm makes targets unknown that no document describes.
var citedForm = form{"not described: a target that does not begin with a slash", func(r *request) {
	if !strings.HasPrefix(r.path, "/") {
		r.unknown("a target that does not begin with a slash")
	}
}}

// envoyEscapes are the octets of a path that every Envoy escapes.
var envoyEscapes = percent.ByteSet{}.AddRange(0x80, 0xff).Add("\"<>`{}\x7f")

// envoyUnsure makes targets unknown with octets that not every version escapes or refuses.
var envoyUnsure = form{"not described: a ^ or a |, or a # in the query", func(r *request) {
	if strings.ContainsAny(r.path, "^|") || strings.Contains(r.tail, "#") {
		r.unknown("a ^ or a |, or a # in the query")
	}
}}

// dotParameters drops the parameters of dot segments.
var dotParameters = &change{"parameters", `cut what begins with a ; from the segments "." and ".."`, func(path string) string {
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if name, _, ok := strings.Cut(s, ";"); ok && (name == "." || name == "..") {
			segments[i] = name
		}
	}
	return strings.Join(segments, "/")
}}
