package form

import (
	"errors"
	"regexp"
	"strings"

	"github.com/pct-encoded/percent"
)

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

const (
	rackNil rackKind = iota
	rackString
	rackArray
	rackHash
)

var rackKinds = [...]string{"null", "a string", "a list", "a map"}

func newRackHash() *rackNode { return &rackNode{kind: rackHash, child: map[string]*rackNode{}} }

func (n *rackNode) set(key string, v *rackNode) {
	if _, ok := n.child[key]; !ok {
		n.keys = append(n.keys, key)
	}
	n.child[key] = v
}

// container returns the child of that name, made anew where there is none or it
// is nil, or an error where it is of another kind.
func (n *rackNode) container(key string, kind rackKind) (*rackNode, error) {
	c := n.child[key]
	if c == nil || c.kind == rackNil {
		c = newRackHash()
		c.kind = kind
		n.set(key, c)
	}
	if c.kind != kind {
		return nil, &NestingError{"Rack", key, "is " + rackKinds[c.kind] + " and " + rackKinds[kind], nil}
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
var rackEncoding = percent.Form.WithMalformed(percent.MalformedRefused)

var errRackDepth = errors.New("too deep")

func parseRack(query string, limits Limits) (Map, error) {
	top := newRackHash()
	err := pieces(query, "&;", limits, func(piece string, offset int) error {
		if offset > 0 {
			// A separator takes the spaces behind it.
			piece = strings.TrimLeft(piece, " ")
		}
		if piece == "" {
			return nil
		}
		raw, rawValue, hasValue := strings.Cut(piece, "=")
		name, err := rackEncoding.Decode(raw)
		if err != nil {
			return &NestingError{"Rack", raw, "is not percent-encoded", shiftError(err, offset)}
		}
		value := &rackNode{}
		if hasValue {
			text, err := rackEncoding.Decode(rawValue)
			if err != nil {
				return &NestingError{"Rack", name, "has a malformed value", shiftError(err, offset+len(raw)+1)}
			}
			value = &rackNode{kind: rackString, text: text}
		}
		_, err = top.normalize(name, value, limits.Depth)
		if errors.Is(err, errRackDepth) {
			return &LimitError{DepthLimit, limits.Depth, int64(offset)}
		}
		return err
	})
	m, _ := top.value().(Map)
	return m, err
}

// The patterns of Rack. ^ and $ are those of Ruby, at every line.
var (
	rackName       = regexp.MustCompile(`\A[\[\]]*([^\[\]]+)\]*`)
	rackListOfMaps = regexp.MustCompile(`(?m)^\[\]\[([^\[\]]+)\]$`)
	rackListOf     = regexp.MustCompile(`(?m)^\[\](.+)$`)
	rackBrackets   = regexp.MustCompile(`[\[\]]+`)
)

// normalize files v under name in n, as normalize_params does, and returns what
// takes the place of n: n, a list, or nil of Ruby.
func (n *rackNode) normalize(name string, v *rackNode, depth int) (*rackNode, error) {
	if depth <= 0 {
		return nil, errRackDepth
	}
	match := rackName.FindStringSubmatchIndex(name)
	if match == nil {
		if v.kind != rackNil && name == "[]" {
			return &rackNode{kind: rackArray, list: []*rackNode{v}}, nil
		}
		return &rackNode{}, nil
	}
	key, after := name[match[2]:match[3]], name[match[1]:]
	switch {
	case after == "":
		n.set(key, v)
	case after == "[":
		n.set(name, v)
	case after == "[]":
		list, err := n.container(key, rackArray)
		if err != nil {
			return nil, err
		}
		list.list = append(list.list, v)
	default:
		child := rackListOfMaps.FindStringSubmatch(after)
		if child == nil {
			child = rackListOf.FindStringSubmatch(after)
		}
		if child == nil {
			hash, err := n.container(key, rackHash)
			if err != nil {
				return nil, err
			}
			hash, err = hash.normalize(after, v, depth-1)
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
		if l := len(list.list); l > 0 && list.list[l-1].kind == rackHash && !list.list[l-1].hasKey(child[1]) {
			_, err := list.list[l-1].normalize(child[1], v, depth-1)
			return n, err
		}
		item, err := newRackHash().normalize(child[1], v, depth-1)
		if err != nil {
			return nil, err
		}
		list.list = append(list.list, item)
	}
	return n, nil
}

// hasKey is params_hash_has_key?.
func (n *rackNode) hasKey(key string) bool {
	if strings.Contains(key, "[]") {
		return false
	}
	for _, part := range rackBrackets.Split(key, -1) {
		if part == "" {
			continue
		}
		if n.kind != rackHash || n.child[part] == nil {
			return false
		}
		n = n.child[part]
	}
	return true
}
