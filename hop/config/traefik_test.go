package config_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop/config"
)

// TestTraefikDirectives: what a file of Traefik says of targets, or that it is unknown, for
// the line of what is not followed.
func TestTraefikDirectives(t *testing.T) {
	const none = "404 | if a router of another file matches: ? traefik.yml: no router of the file"
	testConfigs(t, "traefik.yml", []configTest{
		{
			"escapes", "entryPoints: {web: {address: ':80', http: {encodedCharacters: {allowEncodedPercent: false}}}, other: {}}\n",
			[][2]string{{"web /a%25b", "400"}, {"web /a%2Fb", "-> /a%2Fb"}, {"other /a%25b", "-> /a%25b"}, {"other /a%2Fb", "-> /a%2Fb"}, {"other /a?b%25", "-> /a?b%25"}},
		},
		{"flow style", `http:
  middlewares: { strip: { stripPrefix: { prefixes: ["/api"] } }, pack: { compress: {} } }
  routers:
    api: { rule: "PathPrefix(` + "`/api`" + `)", middlewares: [pack, strip], service: s }
    all: { rule: "PathPrefix(` + "`/`" + `)", middlewares: [pack], service: s }
`, [][2]string{{"/api/x", "-> /x"}, {"/x", "-> /x"}}},
		{
			"JSON", `{"http": {"routers": {"r": {"rule": "Path(` + "`/a`" + `) || PathPrefix(` + "`/b/`" + `) && !Path(` + "`/b/c`" + `)", "service": "s"}}}}`,
			[][2]string{{"/a", "-> /a"}, {"/b/x", "-> /b/x"}, {"/b/c", none}, {"/ab", none}},
		},
		{"more values than one", `http:
  routers:
    a: {rule: "Host(` + "`a`, `b`" + `)", service: s}
    b: {rule: "Path(` + "`/x`, `/y`" + `)", service: s}
    c: {rule: "PathPrefix(` + "`/c`" + `) || !PathPrefix(` + "`/d`, `/e`" + `)", service: s}
    d: {rule: "Header(` + "`A`, `b`" + `) && Path(` + "`/h`" + `)", service: s}
`, [][2]string{{"/x", none}, {"/c", none}, {"/h", "404 | if the router d matches: -> /h | if a router of another file matches: ? traefik.yml: no router of the file"}}},
		{"anchors", `x-strip: &strip { stripPrefix: { prefixes: [/a] } }
x-router: &router
  service: s
  middlewares: [m]
http:
  middlewares:
    m: *strip
  routers:
    r:
      <<: *router
      rule: PathPrefix(` + "`/a`" + `)
`, [][2]string{{"/a/x", "-> /x"}, {"/x", none}}},
		{"chains and loops", `http:
  middlewares:
    a: {chain: {middlewares: [b, c]}}
    b: {chain: {middlewares: [a]}}
    c: {replacePath: {path: /x}}
    d: {chain: {middlewares: [e]}}
    e: {headers: {customResponseHeaders: {X-A: b}}}
  routers:
    one: {rule: PathPrefix(` + "`/one`" + `), middlewares: [a@file]}
    two: {rule: PathPrefix(` + "`/two`" + `), middlewares: [d]}
    three: {rule: PathPrefix(` + "`/three`" + `), middlewares: [elsewhere@docker]}
    four: {rule: "PathPrefix(` + "`/four`" + `) && Header(` + "`X-A`, `b`" + `)", priority: 1000}
    five: {rule: PathRegexp(` + "`^/five`" + `) && PathPrefix(` + "`/f`" + `), other: key}
`, [][2]string{{"/one", "? traefik.yml:3: http.middlewares.a"}, {"/two", "-> /two"}, {"/three", "? traefik.yml:11: middlewares"}, {"/four", "404 | if the router four matches: -> /four | if a router of another file matches: ? traefik.yml: no router of the file"}, {"/five", "? traefik.yml:13: http.routers.five.other"}, {"/x", none}}},
		{"who may pass", `
http:
  routers:
    a: {rule: Host(` + "`h.test`" + `) && PathPrefix(` + "`/a`" + `), middlewares: [auth, strip]}
    b: {rule: Host(` + "`h.test`" + `) && PathPrefix(` + "`/b`" + `), middlewares: [forward, strip]}
    c: {rule: Host(` + "`h.test`" + `) && PathPrefix(` + "`/c`" + `), middlewares: [list]}
    d: {rule: Host(` + "`h.test`" + `) && PathPrefix(` + "`/d`" + `), middlewares: [local]}
    e: {rule: HostRegexp(` + "`^h`" + `) && Path(` + "`/e`" + `) && !ClientIP(` + "`192.0.2.0/24`" + `)}
    f: {rule: Host(` + "`www.h.test`" + `), middlewares: [apex]}
    g: {rule: Host(` + "`h.test`" + `) && PathPrefix(` + "`/g`" + `), middlewares: [dav]}
  middlewares:
    auth: {basicAuth: {users: ["a:b"]}}
    forward: {forwardAuth: {address: "http://auth/"}}
    list: {ipAllowList: {sourceRange: [192.0.2.0/24]}}
    local: {ipAllowList: {sourceRange: [127.0.0.1/32]}}
    strip: {stripPrefix: {prefixes: [/a, /b]}}
    apex: {redirectRegex: {regex: "^https?://www.h.test/?(.*)", replacement: "https://h.test/${1}"}}
    dav: {redirectRegex: {regex: "https?://([^/]+)/g/(card|cal)dav", replacement: "https://${1}/dav", permanent: true}}
`, [][2]string{
			{"h.test /a/x", "401 | if the credentials are those of a user: -> /x"},
			{"h.test /b/x", "-> /x | if http://auth/ refuses the request: 401"},
			{"h.test /c", "403 | if the client is one of 192.0.2.0/24: -> /c"},
			{"h.test /d", "403 | if the client is one of 127.0.0.1/32: -> /d"},
			{"h.test /e", "-> /e | if not the router e matches: 404 | if not the router e matches and a router of another file matches: ? traefik.yml: no router of the file"},
			{"www.h.test /x?y", "302 to https://h.test/x?y"},
			{"h.test /g/carddav?a", "301 to https://h.test/dav?a"},
			{"h.test /g/x", "-> /g/x"},
		}},
		{"entry points", `entryPoints:
  web:
    address: :80
    http:
      redirections: {entryPoint: {to: secure}}
  secure:
    address: :443
    http:
      middlewares: [strip@file]
  plain: {address: ":81"}
  odd: {http: {sanitizePath: false}}
http:
  middlewares: {strip: {stripPrefix: {prefixes: [/a]}}}
  routers: {r: {rule: PathPrefix(` + "`/`" + `), entryPoints: [plain, web, secure]}}
`, [][2]string{{"web /x", "301 to https://{host}/x"}, {"web /%2f", "301 to https://{host}/%2F"}, {"secure /x", "-> /x"}, {"plain /x", "-> /x"}, {"odd /a//b", "404 | if a router of another file matches: ? traefik.yml: no router of the file"}}},
		{"elsewhere", `entryPoints: {web: {address: ":80"}}
providers: {file: {directory: /etc/traefik}}
`, [][2]string{{"/x", "? traefik.yml:2: providers.file"}, {"/a%5Cb", "? traefik.yml:2: providers.file"}}},
		{"unknown keys", "entryPoints: {web: {address: ':80', odd: 1}}\n", [][2]string{{"/x", "? traefik.yml:1: entrypoints.web.odd"}}},
		{"a template", "http:\n  routers:\n    r: {rule: \"{{ env `R` }}\"}\n", [][2]string{{"/x", "? traefik.yml:3: {{"}}},
		{"labels in flow style", `services: {app: {image: a, labels: {traefik.http.routers.r.rule: PathPrefix(` + "`/w`" + `), traefik.http.routers.r.middlewares: m, Traefik.http.middlewares.m.addprefix.prefix: /foo}}}
`, [][2]string{{"/w", "-> /foo/w"}, {"/x", none}}},
		{"flags", `services:
  traefik:
    command: --entrypoints.web.address=:80 --entrypoints.web.http.encodedcharacters.allowencodedslash=true
    environment: [TRAEFIK_LOG_LEVEL=INFO]
`, [][2]string{{"/a%2fb", "? traefik.yml:4: TRAEFIK_LOG_LEVEL"}}},
		{"the environment", `services:
  traefik:
    image: traefik:v3.7
    environment:
      TRAEFIK_ENTRYPOINTS_WEB_ADDRESS: ":80"
      TRAEFIK_ENTRYPOINTS_WEB_HTTP_ENCODEDCHARACTERS_ALLOWENCODEDSLASH: "false"
  app:
    labels: ["traefik.http.routers.r.rule=PathPrefix(` + "`/`" + `)"]
`, [][2]string{{"/a%2fb", "400"}, {"/a", "-> /a"}}},
		{"an image of another version", `services:
  traefik: {image: "traefik:v2.11"}
  app: {labels: ["traefik.http.routers.r.rule=PathPrefix(` + "`/`" + `)"]}
`, [][2]string{{"/a", "? traefik.yml:2: image"}}},
	})
	testConfigs(t, "traefik.toml", []configTest{
		{"inline tables", `[http]
middlewares = { strip = { stripPrefix = { prefixes = ["/api"] } } }
[http.routers]
api = { rule = "PathPrefix(` + "`/api`" + `)", middlewares = ["strip"] }
all.rule = "PathPrefix(` + "`/`" + `)"
`, [][2]string{{"/api", "-> /"}, {"/x", "-> /x"}}},
	})
}

// TestTraefikLoops: only a chain that comes back to itself is listed as one.
func TestTraefikLoops(t *testing.T) {
	for _, test := range []struct {
		middlewares string
		want        []int // lines
	}{
		{"    a: {stripPrefix: {prefixes: [/a]}}\n    b: {addPrefix: {prefix: /b}}\n", nil},
		{"    a: {chain: {middlewares: [b, b]}}\n    b: {addPrefix: {prefix: /b}}\n", nil},
		{"    a: {chain: {middlewares: [b]}}\n    b: {chain: {middlewares: [a]}}\n", []int{6}},
		{"    a: {addPrefix: {prefix: /a}}\n    b: {chain: {middlewares: [b]}}\n", []int{7}},
	} {
		c, err := config.Read("traefik.yml", []byte("http:\n  routers:\n    r: {rule: PathPrefix(`/`), middlewares: [a, b]}\n    q: {rule: Path(`/q`), middlewares: [b, a]}\n  middlewares:\n"+test.middlewares))
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, m := range c.Missed {
			if m.Text != "version" {
				got = append(got, m.Line)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: loops in lines %v, want %v", test.middlewares, got, test.want)
		}
	}
}

// TestTraefikErrors: what cannot be read is an error, with the line, and no text is cut
// where its lower case has another length.
func TestTraefikErrors(t *testing.T) {
	for _, test := range []struct{ file, text, want string }{
		{"traefik.yml", "http: [\n", "line 1"},
		{"traefik.toml", "[http]\na = \n", "line 2"},
		{"traefik.yml", strings.Repeat("{a: ", 200) + "1" + strings.Repeat("}", 200), "more than 64 keys"},
		{"traefik.yml", "a: &a [x]\n" + strings.Repeat("- x\n", 10), "line"},
	} {
		if _, err := config.Read(test.file, []byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.30q: %v, want %q", test.text, err, test.want)
		}
	}
	for _, text := range []string{"ȺȺȺȺ: traefik.http.x=1\n", "labels: [\"ȺȺȺtraefik.http.\"]\n", "# İİİİ traefik.http.\nhttp: {}\n"} {
		_, _ = config.Read("traefik.yml", []byte(text))
	}
}

// TestTraefikImage: the image of a container says the version, unless one is asked for.
func TestTraefikImage(t *testing.T) {
	for _, test := range []struct {
		image, asked  string
		version, want string
		noted         bool // the version is not sure
	}{
		{"traefik:v3.6", "", "3.6.12", "-> /a%2Fb", true},
		{"traefik:3.6.6", "", "3.6.6", "400", false},
		{"docker.io/library/traefik:v3.6.5-windowsservercore@sha256:00", "", "3.6.5", "400", false},
		{"traefik:v3.6.6", "3.7.13", "3.7.13", "-> /a%2Fb", true},
		{"traefik:v3", "", "3.7.13", "-> /a%2Fb", true},
		{"traefik:latest", "", "3.7.13", "-> /a%2Fb", true},
		{"traefik", "", "3.7.13", "-> /a%2Fb", true},
		{"traefik:$TAG", "", "3.7.13", "-> /a%2Fb", true},
		{"traefik:v3.5", "", "3.7.13", "? traefik.yml:2: image", true},
		{"traefik:v3.6.60", "", "3.7.13", "? traefik.yml:2: image", true},
		{"traefik/whoami", "", "3.7.13", "-> /a%2Fb", true},
	} {
		o := config.Options{}
		if test.asked != "" {
			o.Versions = []string{"traefik=" + test.asked}
		}
		c, err := config.ReadWith(o, "traefik.yml", []byte("services:\n  t: {image: \""+test.image+"\"}\n  a: {labels: [\"traefik.http.routers.r.rule=PathPrefix(`/`)\"]}\n"))
		if err != nil {
			t.Errorf("%s: %v", test.image, err)
			continue
		}
		h := c.Sites[0].Hop
		if got := seenAs(h, "/a%2Fb"); got != test.want || h.Version() != test.version {
			t.Errorf("%s: %s by %s, want %s by %s", test.image, got, h.Version(), test.want, test.version)
		}
		if noted := slices.ContainsFunc(c.Missed, func(l config.Line) bool {
			return strings.Contains(l.Note, "version") || strings.Contains(l.Note, "taken as")
		}); noted != test.noted {
			t.Errorf("%s: %+v", test.image, c.Missed)
		}
	}
}
