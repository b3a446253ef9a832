package hop

import (
	"strings"
)

// trafficServerHops returns the hops of Traffic Server: url_parse_http splits the
// target, also at the first ; of the path.
func trafficServerHops() []*Hop {
	hop := func(name, config string, steps ...step) *Hop {
		return model("trafficserver:"+name, "9.2.9", config, []step{
			lineFeed,
			trimAround{" \t"},
			refuse{status: 400, octets: visible.Complement(), tail: true},
			form{`answer 400 unless the target begins with /, ? or #, or with a scheme other than https, "://" and a host; remove what precedes the path`, trafficServerForm},
			&dropFragment{},
			split{";?"},
			&dropEmpty{},
			&frontSlash{},
		}, steps, []step{forward})
	}
	return []*Hop{
		hop("remap", "map / http://UPSTREAM/"),
		hop("remap=/v2/", "map /api/ http://UPSTREAM/v2/\nmap /static http://UPSTREAM/files\nmap / http://UPSTREAM/",
			when(hasPrefix("/api//"), []step{replace{"/api//", "/v2/"}}, []step{
				when(hasPrefix("/api/"), []step{replace{"/api/", "/v2/"}}, []step{replace{"/static", "/files"}}),
			})),
	}
}

func trafficServerForm(r *request) {
	if r.path != "" && strings.IndexByte("/?#", r.path[0]) >= 0 {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, "://")
	authority, path := cutAny(rest, "/?#")
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		authority = authority[i+1:]
	}
	host, port, hasPort := strings.Cut(authority, ":")
	switch {
	case !ok, scheme == "", has(scheme, letters.Union(digits).Add("+-.").Complement()), strings.EqualFold(scheme, "https"), rest == "":
		r.end(400)
		return
	case authority == "[::1]":
	case strings.Contains(authority, "["):
		r.unknown("an IP literal in a target in absolute form")
		return
	case has(host, apacheAlnum.Add("-._%").Complement()), hasPort && port == "":
		r.end(400)
		return
	}
	if path == "" {
		path = "/"
	}
	r.origin, r.path = path, path
}

// dropEmpty drops the ; of empty parameters and the ? of an empty query from
// the tail.
type dropEmpty struct{}

func (*dropEmpty) words() Step {
	return Step{"query", "drop the ; of empty parameters and the ? of an empty query"}
}

func (*dropEmpty) do(r *request) {
	parameters, query := cutAny(r.tail, "?")
	if parameters == ";" {
		parameters = ""
	}
	if query == "?" {
		query = ""
	}
	r.tail = parameters + query
}

func (*dropEmpty) follow(v *variant) []*variant { return v.on(&emptyDropper{}) }

// emptyDropper is dropEmpty.
type emptyDropper struct{}

func (*emptyDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const marked, semicolon, parameters, question, parametersAndQuestion, done = 1, 2, 3, 4, 5, 6
	switch {
	case in == mark:
		emit(marked)
	case s == marked && in == ';':
		emit(semicolon)
	case s == marked, s == semicolon && in == '?':
		emit(question)
	case s == semicolon:
		emit(parameters, mark, ';', in)
	case s == parameters && in == '?':
		emit(parametersAndQuestion)
	case s == question:
		emit(done, mark, '?', in)
	case s == parametersAndQuestion:
		emit(done, '?', in)
	default:
		emit(s, in)
	}
}

func (*emptyDropper) end(_ uint32, emit func(...symbol)) { emit() }

// frontSlash replaces the leading slashes with one.
type frontSlash struct{}

func (*frontSlash) words() Step { return Step{"slashes", "merge leading slashes"} }

func (*frontSlash) do(r *request) {
	if strings.HasPrefix(r.path, "/") {
		r.path = "/" + strings.TrimLeft(r.path, "/")
	}
}

func (*frontSlash) follow(v *variant) []*variant { return v.onPath(&frontSlashes{}) }
