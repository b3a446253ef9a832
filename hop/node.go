package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/weburl"
)

// nodeHops returns the hops of Node.js, whose parser of requests is llhttp.
func nodeHops() []*Hop {
	hop := func(name, config string, steps ...step) *Hop {
		return model("node:"+name, "20.20.2", config, llhttp(), steps)
	}
	return []*Hop{
		hop("http", "http.createServer((req, res) => …)\n// app: req.url", app),
		hop("URL", "http.createServer((req, res) => …)\n// app: new URL(req.url, \"http://h.test\").pathname", standardURL{}, app),
	}
}

// llhttp returns the steps of Node.js's request parser, which leaves the target as it
// is.
func llhttp() []step {
	return []step{
		trimEnd{" "},
		refuse{status: 400, octets: controls.Add(" ").Union(percent.ASCII.Complement()), tail: true},
		form{llhttpText, llhttpForm},
	}
}

const llhttpText = `answer 400 unless the target begins with /, * or letters and "://"`

// llhttpForm accepts a target as llhttp does, and leaves it as it is.
func llhttpForm(r *request) {
	if r.path != "" && (r.path[0] == '/' || r.path[0] == '*') {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, "://")
	if !ok || has(scheme, letters.Complement()) || scheme == "" {
		r.end(400)
		return
	}
	authority := rest
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		authority = rest[:i]
	}
	if has(authority, llhttpUserinfo.Complement()) || strings.Contains(authority, "@@") {
		r.end(400)
	}
}

var (
	letters        = percent.ByteSet{}.AddRange('A', 'Z').AddRange('a', 'z')
	llhttpUserinfo = percent.Unreserved.Add("!*'()%;:&=+$,[]@")
)

// standardURL is the path of the target as the URL Standard reads it, with http://h.test
// as the base.
type standardURL struct{}

func (standardURL) words() Step {
	return Step{"url", `parse as the URL Standard says: read \ as /, resolve ".", ".." and their escapes, drop ".." at the root, escape what may not stand in a path`}
}

func (standardURL) do(r *request) {
	base, err := weburl.Parse("http://h.test")
	if err != nil {
		panic("hop: " + err.Error())
	}
	u, err := base.Parse(markCaret(r.path))
	if err != nil {
		r.end(500)
		return
	}
	r.path = unmarkCaret(u.Pathname())
	r.tail = u.Search() + u.Hash()
}

// steps returns standardURL for a target that begins with a slash, as steps that are
// machines: a host after two slashes is removed.
func (standardURL) steps() []step {
	return []step{
		split{"?#"},
		backslash,
		when(hasPrefix("//"), []step{standardHost{}}, nil),
		standardPath{},
	}
}

// standardPath and standardHost are parts of standardURL.
type (
	standardPath struct{ standardURL }
	standardHost struct{ standardURL }
)

// standardKept are the octets that stay as they are in a path.
var standardKept = visible.Remove("\"#<>?`{}")
