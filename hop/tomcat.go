package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// tomcatHops returns the hops of Tomcat: Http11InputBuffer reads the request line, and
// CoyoteAdapter.postParseRequest does the rest.
func tomcatHops() []*Hop {
	const servlets = "Servlets at /*, /admin/*, /static/* and /api/v1/*, rule: getServletPath() + getPathInfo(), app: "
	hop := func(name, config string, steps ...step) *Hop {
		return model("tomcat:"+name, "10.1.60, 11.0.24", config, steps)
	}
	noSlash := refuseText{400, "%2f", true}
	noBackslash := refuse{status: 400, octets: percent.ByteSet{}.Add(`\`)}
	return []*Hop{
		hop("getServletPath", servlets+"the same",
			tomcat(pchar, nil, noSlash, decode{malformed: 400}, noBackslash, rule, app)...),
		hop("getRequestURI", servlets+"getRequestURI()",
			tomcat(pchar, []step{app}, noSlash, decode{malformed: 400}, noBackslash, rule)...),
		hop("encodedSolidusHandling=decode", `<Connector encodedSolidusHandling="decode">`+"\n"+servlets+"the same",
			tomcat(pchar, nil, nil, decode{malformed: 400}, noBackslash, rule, app)...),
		hop("encodedSolidusHandling=passthrough", `<Connector encodedSolidusHandling="passthrough">`+"\n"+servlets+"the same",
			tomcat(pchar, nil, nil, decode{malformed: 400, kept: percent.ByteSet{}.Add("/%")}, noBackslash, rule, app)...),
		hop("allowBackslash", "<Connector allowBackslash=\"true\" relaxedPathChars='\\\"<>[]^`{|}'>\n"+servlets+"the same",
			tomcat(pchar.Add(`\"<>[]^`+"`{|}"), nil, noSlash, decode{malformed: 400}, backslash, rule, app)...),
	}
}

// pchar are the octets of a path in RFC 3986.
var pchar = percent.Unreserved.Add("!$&'()*+,;=:@/%")

// tomcat returns the steps of Tomcat, which accepts the octets of a set in the path.
// whole are the steps on the path with its escapes, before comes before decoding,
// slashes handles backslashes, and then are the steps on the result.
func tomcat(octets percent.ByteSet, whole []step, before, decode, slashes step, then ...step) []step {
	steps := []step{
		lineFeed,
		trimAround{" \t"},
		split{"?"},
		&refuseTail{status: 400, octets: pchar.Add("?").Complement()},
		refuse{status: 400, octets: octets.Add("[]").Complement()},
		form{`if the target begins with http: answer 400 unless it begins with http or https, "://" and the host of the Host field; remove what precedes the path`, tomcatForm},
		refuse{status: 400, octets: octets.Complement()},
	}
	steps = append(steps, whole...)
	steps = append(steps, when(hasPrefix(";"), []step{answer{status: 400}}, nil), cut{';'})
	if before != nil {
		steps = append(steps, before)
	}
	steps = append(steps, decode, refuse{status: 400, octets: null}, slashes, when(hasPrefix("/"), nil, []step{answer{status: 400}}), &merge{}, dots{above: 400, bare: true}, &refuseMalformed{400})
	return append(steps, then...)
}

func tomcatForm(r *request) {
	if len(r.path) < len("http") || !strings.EqualFold(r.path[:len("http")], "http") {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		r.end(400)
		return
	}
	authority, path := cutAny(rest, "/")
	if path == "" {
		path = "/"
	}
	if user, host, ok := strings.Cut(authority, "@"); ok {
		if has(user, percent.Unreserved.Add("!$&'()*+,;=:%").Complement()) {
			r.end(400)
			return
		}
		authority = host
	}
	if !strings.EqualFold(authority, recordedHost) {
		r.end(400)
		return
	}
	r.origin, r.path = path, path
}
