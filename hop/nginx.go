package hop

import (
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
)

// nginxVersions are those of Debian 12, of Debian 13 and the newest.
const nginxVersions = "1.22.1, 1.26.3, 1.30.6"

// nginxHops returns the hops of nginx: ngx_http_parse_request_line reads the
// request line, and ngx_http_parse_complex_uri the path.
func nginxHops() []*Hop {
	hop := func(name, config string, steps ...step) *Hop {
		return model("nginx:"+name, nginxVersions, config, steps)
	}
	return []*Hop{
		hop("proxy_pass", "location / { proxy_pass http://UPSTREAM; }",
			nginx(&merge{}, rule, nginxSlash("/static/", "/api/v1/"), raw{}, forward)...),
		hop("proxy_pass=/", "location / { proxy_pass http://UPSTREAM/; }",
			nginx(&merge{}, rule, nginxEncode, forward)...),
		hop("proxy_pass=/v2/", "location /       { proxy_pass http://UPSTREAM/; }\nlocation /static { proxy_pass http://UPSTREAM/files/; }\nlocation /api/   { proxy_pass http://UPSTREAM/v2/; }",
			nginx(&merge{}, rule, nginxSlash("/api/"), nginxEncode, replace{"/static", "/files/"}, replace{"/api/", "/v2/"}, forward)...),
		hop("proxy_pass=$uri", "location / { proxy_pass http://UPSTREAM$uri$is_args$args; }",
			nginx(&merge{}, rule, &cutLine{}, forward)...),
		hop("location~", "location ~ ^/static/(.*)$ { proxy_pass http://UPSTREAM/files/$1$is_args$args; }\nlocation ~ ^/admin        { return 403; }\nlocation /                { proxy_pass http://UPSTREAM; }",
			nginx(&merge{}, rule,
				when(hasPrefix("/admin"), []step{answer{status: 403}}, nil),
				when(both{hasPrefix("/static/"), &oneLine{}}, []step{replace{"/static/", "/files/"}, &dropLineFeed{}, &cutLine{}}, []step{raw{}}),
				forward)...),
		hop("merge_slashes=off", "merge_slashes off;\nlocation /      { proxy_pass http://UPSTREAM/; }\nlocation /admin { proxy_pass http://UPSTREAM/admin; }",
			nginx(nil, rule, nginxEncode, forward)...),
		hop("alias", "location /        { root /srv/www; }\nlocation /static  { alias /srv/files/; }\nlocation /api/v1/ { alias /srv/files/; }",
			nginx(&merge{}, rule,
				when(hasPrefix("/static"), []step{replace{"/static", "/srv/files/"}}, []step{
					when(hasPrefix("/api/v1/"), []step{replace{"/api/v1/", "/srv/files/"}}, []step{replace{"", "/srv/www"}}),
				}),
				app)...),
		hop("rewrite", "location / {\n\trewrite ^/api/(.*)$ /v2/$1 break;\n\trewrite ^/static/(.*)$ /files/$1 break;\n\tproxy_pass http://UPSTREAM;\n}",
			nginx(&merge{}, rule,
				when(both{hasPrefix("/api/"), &oneLine{}}, []step{replace{"/api/", "/v2/"}, &dropLineFeed{}, encode{kept: plan.NginxKept}}, []step{
					when(both{hasPrefix("/static/"), &oneLine{}}, []step{replace{"/static/", "/files/"}, &dropLineFeed{}, encode{kept: plan.NginxKept}}, []step{raw{}}),
				}),
				forward)...),
	}
}

// nginx returns the steps up to the path that locations match, followed by those in
// then. slashes is the step for merge_slashes, or nil.
func nginx(slashes step, then ...step) []step {
	steps := []step{
		lineFeed,
		trimEnd{" "},
		refuse{status: 400, octets: controls.Add(" "), tail: true},
		form{`answer 400 unless the target begins with / or with a scheme, "://" and a host of letters, digits, dots and hyphens`, nginxForm},
		split{"?#"},
		&dropFragment{},
		&dropEmptyQuery{},
		&noteEscapes{},
		decode{malformed: 400},
		refuse{status: 400, octets: null},
	}
	if slashes != nil {
		steps = append(steps, slashes)
	}
	return append(append(steps, dots{above: 400}), then...)
}

func nginxForm(r *request) {
	if strings.HasPrefix(r.path, "/") {
		return
	}
	_, authority, rest, ok := absolute(r.path)
	switch {
	case !ok, strings.Contains(authority, ".."), !plainHost(authority) && !strings.HasPrefix(authority, "["), strings.HasPrefix(rest, "#"):
		r.end(400)
		return
	case !plainHost(authority) && authority != "[::1]":
		r.unknown("an IP literal in a target in absolute form")
		return
	}
	r.origin, r.path = rest, rest
	if !strings.HasPrefix(rest, "/") {
		// What is passed on of a target without a path has no fragment either.
		query, _ := cutAny(rest, "#")
		if query == "?" {
			query = ""
		}
		r.origin, r.path = "/"+query, "/"+rest
	}
}

// nginxSlash redirects to a forwarding location that ends with a slash from its path
// without the slash.
func nginxSlash(locations ...string) step {
	var list []step
	for _, l := range locations {
		bare := strings.TrimSuffix(l, "/")
		list = []step{when(is(bare), []step{replace{bare, l}, answer{301, true}}, list)}
	}
	return list[0]
}

// nginxEncode escapes the path again if it had escapes.
var nginxEncode = encodeNoted{encode{kept: plan.NginxKept}}

// noteEscapes notes whether the path has escapes.
type noteEscapes struct{}

func (*noteEscapes) words() Step { return Step{"note", "note whether the path has a %"} }

func (*noteEscapes) do(r *request) {
	r.noted, r.plus = strings.Contains(r.path, "%"), strings.Contains(r.path, "+")
}

// encodeNoted is encode if noteEscapes has noted escapes.
type encodeNoted struct{ encode encode }

func (s encodeNoted) words() Step {
	return Step{"encode", "if the path had a %: " + s.encode.words().Text}
}

func (s encodeNoted) do(r *request) {
	if r.noted {
		s.encode.do(r)
	}
}

// oneLine holds for paths that (.*)$ in a regular expression matches to the end: those
// without a line feed, except as the last octet.
type oneLine struct{}

func (*oneLine) text() string { return "has no line feed before its last octet" }

func (*oneLine) holds(path string) bool {
	i := strings.IndexByte(path, '\n')
	return i < 0 || i == len(path)-1
}

// dropLineFeed drops a line feed at the end of the path.
type dropLineFeed struct{}

func (*dropLineFeed) words() Step { return Step{"line", "drop a line feed at the end"} }

func (*dropLineFeed) do(r *request) { r.path = strings.TrimSuffix(r.path, "\n") }

// cutLine ends the forwarded target at a line end in the path, which ends the request
// line.
type cutLine struct{}

const lineEndWritten = "a line end that is written into what is passed on, behind which other lines follow"

func (*cutLine) words() Step {
	return Step{"line", "a CR and LF in the path ends the request line that is passed on"}
}

func (*cutLine) do(r *request) {
	r.result.Split = r.result.Split || strings.Contains(r.path, "\n")
	if i := strings.Index(r.path, "\r\n"); i >= 0 {
		r.path, r.tail = r.path[:i], ""
	}
}
