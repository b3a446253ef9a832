package hop

import (
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/reader"
)

// nodeFrameworkHops returns the hops of frameworks on Node.js's http.
func nodeFrameworkHops() []*Hop {
	hop := func(name, version, config string, steps ...step) *Hop {
		return model(name, version, config, llhttp(), steps)
	}
	return []*Hop{
		hop("express4:app.get", "4.22.1", "app.use(\"/admin\", …), app.get(\"*\", …), rule: req.path, app: req.params[0]",
			&parseURL{missing: 404}, rule, decode{malformed: 400}, &refuseMalformed{400}, app),
		hop("express5:app.get", "5.3.0", "app.use(\"/admin\", …), app.get(\"/{*path}\", …), rule: req.path, app: req.params.path joined by / after /",
			&parseURL{missing: 404}, rule, when(hasPrefix("/"), nil, []step{answer{status: 404}}),
			&mounted{"/admin"}, decode{malformed: 400}, &refuseMalformed{400}, app),
		hop("koa:ctx.path", "3.3.0", "app.use(ctx => …), app: ctx.path",
			&parseURL{missing: 500}, app),
		hop("koa-router:router.get", "15.7.0", "router.get(\"/{*path}\", …), rule: ctx.path, app: ctx.params.path after /",
			&parseURL{missing: 404, refused: 500}, when(hasPrefix("/"), nil, []step{answer{status: 404}}), rule,
			&decodeOrKeep{}, app),
	}
}

// parseURL is the path that parseurl finds, which calls url.parse for targets with
// white space or a #, and for those that do not begin with a slash. missing is the
// status if there is no path, and refused, unless it is 0, the status if url.parse
// throws.
type parseURL struct{ missing, refused int }

func (*parseURL) words() Step {
	return Step{"url", `split off the query; a target with a # or without a slash in front is read by url.parse, which reads \ as / and escapes what may not stand in a path`}
}

func (s *parseURL) do(r *request) {
	if strings.HasPrefix(r.path, "/") && !strings.Contains(r.path, "#") {
		r.path, r.tail = cutAny(r.path, "?")
		return
	}
	u := legacy.Get().Read(r.path)
	switch {
	case u.Verdict == reader.Unknown:
		r.unknown("a target that the model of url.parse does not describe")
	case u.Verdict == reader.Refused && s.refused != 0:
		r.end(s.refused)
	case u.Verdict == reader.Refused, !u.Path.Present:
		r.end(s.missing)
	default:
		r.path, r.tail = u.Path.Text, ""
		if u.Query.Present {
			r.tail = "?" + u.Query.Text
		}
		if u.Fragment.Present {
			r.tail += "#" + u.Fragment.Text
		}
	}
}

// legacy and standard are url.parse and URL of the recorded version of Node.js.
var legacy, standard = recordedReader("node.legacy@20.20.2"), recordedReader("node.url@20.20.2")

func recordedReader(name string) *lazy.Value[reader.Reader] {
	return &lazy.Value[reader.Reader]{Make: func() reader.Reader {
		r, err := reader.Lookup(name)
		if err != nil {
			panic("hop: " + err.Error())
		}
		return r
	}}
}

// refuseMalformed answers with a status if the path is not UTF-8.
type refuseMalformed struct{ status int }

func (s *refuseMalformed) words() Step { return Step{"charset", "refuse invalid UTF-8"} }

func (s *refuseMalformed) do(r *request) {
	if replaceMalformed.of(r.path) != r.path {
		r.end(s.status)
	}
}

// decodeOrKeep decodes the escapes of a path if all of them are UTF-8.
type decodeOrKeep struct{}

func (*decodeOrKeep) words() Step {
	return Step{"decode", "decode escapes once, unless one is malformed or not UTF-8"}
}

func (*decodeOrKeep) do(r *request) {
	if path, ok := (decode{malformed: 1}).decoded(r.path); ok && replaceMalformed.of(path) == path {
		r.path = path
	}
}

// mounted is what app.use of Express 5 makes of a path that ends at the mount path and
// is followed by a fragment.
type mounted struct{ at string }

func (s *mounted) words() Step {
	return Step{"prefix", "add a slash to " + s.at + " before a fragment, if the target begins with /"}
}

func (s *mounted) do(r *request) {
	if strings.HasPrefix(r.target, "/") && strings.EqualFold(r.path, s.at) && strings.HasPrefix(r.tail, "#") {
		r.path += "/"
	}
}
