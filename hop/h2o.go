package hop

import (
	"bytes"
	"strings"
)

// h2oHops returns the hops of H2O, whose paths are matched against the result of
// h2o_url_normalize_path, and which forwards the original target without the match.
func h2oHops() []*Hop {
	hop := func(name, config string, steps ...step) *Hop {
		return model("h2o:"+name, "2.2.5", config, []step{
			lineFeed,
			refuse{status: 400, octets: controls.Add(" "), tail: true},
		}, steps)
	}
	paths := func(list ...string) string {
		text := "paths:"
		for i := 0; i < len(list); i += 2 {
			text += "\n  \"" + list[i] + "\":\n    proxy.reverse.url: \"http://UPSTREAM" + list[i+1] + "\""
		}
		return text
	}
	return []*Hop{
		hop("proxy.reverse.url", paths("/", "/"), h2oShort, h2oSlash, forward),
		hop("proxy.reverse.url=/v2/", paths("/api/", "/v2/", "/static", "/files", "/", "/"),
			h2oPrefixes{{"/api/", "/v2/"}, {"/static", "/files"}}, h2oShort, h2oSlash, forward),
		hop("mruby.handler", "paths:\n  \"/static\":\n    mruby.handler: &handler |\n      Proc.new {|env| [200, {\"X-App-Hex\" => (env[\"SCRIPT_NAME\"] + env[\"PATH_INFO\"]).unpack(\"H*\")[0]}, []]}\n  \"/\":\n    mruby.handler: *handler",
			split{"?"}, h2oPathInfo("/static"), app),
	}
}

// h2oShort replaces a target of one octet with a slash, and h2oSlash puts one before
// other targets.
var (
	h2oShort = &change{"path", "replace a target of one octet with /", func(path string) string {
		if len(path) == 1 {
			return "/"
		}
		return path
	}}
	h2oSlash = when(hasPrefix("/"), nil, []step{replace{"", "/"}})
)

// h2oPrefixes replaces prefixes of the normalized path. Of the original target, it
// keeps what follows the place where the prefix was last complete.
type h2oPrefixes [][2]string

func (s h2oPrefixes) words() Step {
	text := `with escapes decoded and dot segments resolved, replace`
	for i, p := range s {
		if i > 0 {
			text += ","
		}
		text += " the prefix " + p[0] + " with " + p[1]
	}
	return Step{"prefix", text + "; what follows it is not changed"}
}

func (s h2oPrefixes) do(r *request) {
	path, _ := cutAny(r.path, "?")
	normalized, ends := h2oNormalized(path)
	for _, p := range s {
		if rest, ok := strings.CutPrefix(normalized, p[0]); ok && (strings.HasSuffix(p[0], "/") || rest == "" || rest[0] == '/') {
			r.path = p[1] + r.path[ends[len(p[0])-1]:]
			return
		}
	}
}

// h2oPathInfo is SCRIPT_NAME and PATH_INFO of a handler at a path. PATH_INFO begins one
// octet before the end of what became the slash, even if that was %2f.
type h2oPathInfo string

func (s h2oPathInfo) words() Step {
	return Step{"prefix", "if the path, with escapes decoded and dot segments resolved, is " + string(s) + " or below it: put " + string(s) + " before what follows it, or before the last octet of %2f; otherwise keep the path"}
}

func (s h2oPathInfo) do(r *request) {
	normalized, ends := h2oNormalized(r.path)
	switch rest, ok := strings.CutPrefix(normalized, string(s)); {
	case ok && rest == "":
		r.path = string(s)
	case ok && rest[0] == '/':
		r.path = string(s) + r.path[ends[len(s)]-1:]
	}
}

// What h2oPrefixes and h2oPathInfo keep is followed as any end of the path, and a path that
// they change may also stay.
func (s h2oPrefixes) follow(v *variant) []*variant {
	const more = "which end of a path H2O keeps behind a prefix"
	list := []*variant{v.mores(more)}
	for _, p := range s {
		list = append(list, v.mores(more).on(endKeeper(p[1]))...)
	}
	return list
}

func (s h2oPathInfo) follow(v *variant) []*variant {
	const more = "which end of a path H2O keeps behind a prefix"
	return append([]*variant{v.mores(more)}, v.mores(more).onPath(endKeeper(string(s)))...)
}

// endKeeper puts a text in front of an end of its input, any of them.
type endKeeper string

func (m endKeeper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if s == 1 {
		emit(1, in)
		return
	}
	emit(0)
	emit(1, append(text(string(m)), in)...)
}

func (m endKeeper) end(s uint32, emit func(...symbol)) {
	if s == 1 {
		emit()
		return
	}
	emit(text(string(m))...)
}

// h2oNormalized returns the result of H2O's rebuild_path for a path, and for each of
// its octets the end of the source of that octet in the path.
func h2oNormalized(path string) (normalized string, ends []int) {
	i := 0
	if strings.HasPrefix(path, "/") {
		i = 1
	}
	b := []byte{'/'}
	ends, last := []int{i}, 0
	special := func() bool {
		n := len(b)
		switch {
		case n-last == 2 && b[n-1] == '.':
			n--
		case n-last == 3 && b[n-2] == '.' && b[n-1] == '.':
			if n -= 2; n > 1 {
				n = bytes.LastIndexByte(b[:n-1], '/') + 1
			}
		default:
			return false
		}
		b, ends, last = b[:n], ends[:n], n-1
		return true
	}
	for i < len(path) {
		c, n := path[i], 1
		if decoded, ok := escape(path[i:]); c == '%' && ok {
			c, n = decoded, 3
		}
		if i += n; c == '/' {
			if special() {
				continue
			}
			last = len(b)
		}
		b, ends = append(b, c), append(ends, i)
	}
	special()
	return string(b), ends
}
