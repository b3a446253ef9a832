package nested

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

func buildRack(c *Convention, dst []byte, data Map) ([]byte, error) {
	var query func(name string, top bool, v Value) string
	query = func(name string, top bool, v Value) string {
		var parts []string
		switch v := v.(type) {
		case List:
			for _, v := range v {
				parts = append(parts, query(name+"[]", false, v))
			}
		case Map:
			for _, f := range v {
				key := c.encoding.Get().Encode(f.Key)
				if !top {
					key = name + "[" + key + "]"
				}
				if part := query(key, false, f.Value); part != "" {
					parts = append(parts, part)
				}
			}
		case nil, Null:
			return name
		default:
			text, _ := scalarsRuby.text(v)
			return name + "=" + c.encoding.Get().Encode(text)
		}
		return strings.Join(parts, "&")
	}
	return append(dst, query("", true, data)...), nil
}

// rackDepth is the param_depth_limit of Rack.
const rackDepth = 100

// rackNode is a Hash, an Array, a String or nil of Ruby.
type rackNode struct {
	kind  rackKind
	text  string
	list  []*rackNode
	keys  []string
	child map[string]*rackNode
}

type rackKind uint8

// The kinds, as bits: a pair of them has a reason.
const (
	rackNil    rackKind = 0
	rackString rackKind = 1 << iota
	rackArray
	rackHash
)

// conflict returns the reason why a node cannot be of both of two kinds.
func (k rackKind) conflict() percent.Reason {
	switch k {
	case rackString | rackArray:
		return StringAndList
	case rackString | rackHash:
		return StringAndMap
	}
	return ListAndMap
}

func newRackHash() *rackNode { return &rackNode{kind: rackHash, child: map[string]*rackNode{}} }

func (n *rackNode) set(key string, v *rackNode) {
	if _, ok := n.child[key]; !ok {
		n.keys = append(n.keys, key)
	}
	n.child[key] = v
}

// container returns the child with that name, created if there is none or it is
// nil, or an error if it is of another kind.
func (n *rackNode) container(key string, kind rackKind) (*rackNode, error) {
	c := n.child[key]
	if c == nil || c.kind == rackNil {
		c = newRackHash()
		c.kind = kind
		n.set(key, c)
	}
	if c.kind != kind {
		return nil, &percent.SyntaxError{Format: "nested", Field: "Rack, " + strconv.Quote(key), Reason: (c.kind | kind).conflict()}
	}
	return c, nil
}

func (n *rackNode) value() Value {
	switch n.kind {
	case rackString:
		return String(n.text)
	case rackArray:
		list := List{}
		for _, v := range n.list {
			list = append(list, v.value())
		}
		return list
	case rackHash:
		m := Map{}
		for _, k := range n.keys {
			m = append(m, Field{k, n.child[k].value()})
		}
		return m
	}
	return Null{}
}

// rackEncoding decodes as URI.decode_www_form_component does.
var rackEncoding = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.Form.WithMalformed(percent.MalformedRefused) }}

var errRackDepth = errors.New("too deep")

func parseRack(query string, limits form.Limits) (Map, error) {
	top := newRackHash()
	err := pieces(query, "&;", limits, func(piece string, offset int) error {
		if offset > 0 {
			// A separator includes the spaces after it.
			piece = strings.TrimLeft(piece, " ")
		}
		if piece == "" {
			return nil
		}
		raw, rawValue, hasValue := strings.Cut(piece, "=")
		name, err := rackEncoding.Get().Decode(raw)
		if err != nil {
			return shift(err, "Rack", raw, query, offset)
		}
		if i := pct.InvalidUTF8(name); i >= 0 {
			// The patterns of Ruby refuse such text; none is applied to values.
			return &percent.SyntaxError{Format: "nested", Field: "Rack, " + strconv.Quote(name), Offset: int64(offset), Bytes: name[i : i+1], Reason: percent.InvalidUTF8}
		}
		value := &rackNode{}
		if hasValue {
			text, err := rackEncoding.Get().Decode(rawValue)
			if err != nil {
				return shift(err, "Rack", name, query, offset+len(raw)+1)
			}
			value = &rackNode{kind: rackString, text: text}
		}
		lines := oneLine
		if strings.Contains(name, "\n") {
			lines = manyLines
		}
		_, err = top.normalize(name, value, limits.Depth, lines)
		var conflict *percent.SyntaxError
		switch {
		case errors.Is(err, errRackDepth):
			return &form.LimitError{Limit: form.DepthLimit, Max: limits.Depth, Offset: int64(offset)}
		case errors.As(err, &conflict):
			conflict.Offset = int64(offset)
		}
		return err
	})
	m, _ := top.value().(Map)
	return m, err
}

// The patterns of Rack for the name of an element. ^ and $ are those of Ruby, at
// every line.
var (
	rackListOfMaps = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\[\]\[([^\[\]]+)\]$`) }}
	rackListOf     = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\[\](.+)$`) }}
)

// A rackLines says where the patterns can match in the rest of a name, so that
// each level looks at its own part and not at all that follows.
type rackLines uint8

const (
	oneLine   rackLines = iota // at its beginning, and they go on to its end
	firstLine                  // at its beginning, and a line ends somewhere
	manyLines                  // at any line
)

// element returns the name in an element of a list, if after names one, and
// where the patterns match in what comes next.
func (l rackLines) element(after string) (name string, next rackLines, ok bool) {
	if l == manyLines {
		match := rackListOfMaps.Get().FindStringSubmatch(after)
		if match == nil {
			match = rackListOf.Get().FindStringSubmatch(after)
		}
		if match == nil {
			return "", firstLine, false
		}
		return match[1], oneLine, true
	}
	rest, ok := strings.CutPrefix(after, "[]")
	if !ok {
		return "", l, false
	}
	if key, ok := strings.CutPrefix(rest, "["); ok {
		end := strings.IndexAny(key, "[]")
		if end > 0 && key[end] == ']' && (end+1 == len(key) || l == firstLine && key[end+1] == '\n') {
			return key[:end], oneLine, true
		}
	}
	if l == firstLine {
		rest, _, _ = strings.Cut(rest, "\n")
	}
	if rest == "" {
		return "", l, false
	}
	return rest, oneLine, true
}

// normalize puts v under name in n, as normalize_params does, and returns what
// takes the place of n: n, a list, or Ruby's nil.
func (n *rackNode) normalize(name string, v *rackNode, depth int, lines rackLines) (*rackNode, error) {
	if depth <= 0 {
		return nil, errRackDepth
	}
	// \A[\[\]]*([^\[\]]+)\]*
	inner := strings.TrimLeft(name, "[]")
	if inner == "" {
		if v.kind != rackNil && name == "[]" {
			return &rackNode{kind: rackArray, list: []*rackNode{v}}, nil
		}
		return &rackNode{}, nil
	}
	key, after := inner, ""
	if i := strings.IndexAny(inner, "[]"); i >= 0 {
		key, after = inner[:i], strings.TrimLeft(inner[i:], "]")
	}
	switch after {
	case "":
		n.set(key, v)
		return n, nil
	case "[":
		n.set(name, v)
		return n, nil
	case "[]":
		list, err := n.container(key, rackArray)
		if err != nil {
			return nil, err
		}
		list.list = append(list.list, v)
		return n, nil
	}
	child, lines, ok := lines.element(after)
	if !ok {
		hash, err := n.container(key, rackHash)
		if err != nil {
			return nil, err
		}
		hash, err = hash.normalize(after, v, depth-1, lines)
		if err != nil {
			return nil, err
		}
		n.set(key, hash)
		return n, nil
	}
	list, err := n.container(key, rackArray)
	if err != nil {
		return nil, err
	}
	if l := len(list.list); l > 0 && list.list[l-1].kind == rackHash && !list.list[l-1].hasKey(child) {
		_, err := list.list[l-1].normalize(child, v, depth-1, lines)
		return n, err
	}
	item, err := newRackHash().normalize(child, v, depth-1, lines)
	if err != nil {
		return nil, err
	}
	list.list = append(list.list, item)
	return n, nil
}

// hasKey is params_hash_has_key?. It looks at the names first, since they nearly
// always decide, and then for "[]" in the whole key.
func (n *rackNode) hasKey(key string) bool {
	for rest := key; rest != ""; {
		part := rest
		if i := strings.IndexAny(rest, "[]"); i >= 0 {
			part, rest = rest[:i], rest[i+1:]
		} else {
			rest = ""
		}
		if part == "" {
			continue
		}
		if n.kind != rackHash || n.child[part] == nil {
			return false
		}
		n = n.child[part]
	}
	return !strings.Contains(key, "[]")
}
