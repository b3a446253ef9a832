package hop

import "strings"

// varnishHops returns the hops of Varnish, which passes targets on as they came.
func varnishHops() []*Hop {
	return []*Hop{{
		name: "varnish:req.url", version: "7.1.1", config: "sub vcl_recv {\n\treturn (pass);\n}",
		steps: []step{
			trimEnd{" "},
			refuse{status: 400, octets: controls.Add(" "), tail: true},
			form{`take away what is before the path of a target that begins with "http://" and has a slash after the host`, varnishForm},
			rule, forward,
		},
	}}
}

func varnishForm(r *request) {
	const scheme = "http://"
	if len(r.path) < len(scheme) || !strings.EqualFold(r.path[:len(scheme)], scheme) {
		return
	}
	if i := strings.IndexByte(r.path[len(scheme):], '/'); i >= 0 {
		r.path = r.path[len(scheme)+i:]
		r.origin = r.path
	}
}
