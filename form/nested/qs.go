package nested

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/lazy"
)

type qsFormat uint8

const (
	qsIndices qsFormat = iota
	qsBrackets
	qsRepeat
)

func buildQSIndices(c *Convention, dst []byte, data Map) ([]byte, error) {
	return c.buildQS(qsIndices, dst, data)
}

func buildQSBrackets(c *Convention, dst []byte, data Map) ([]byte, error) {
	return c.buildQS(qsBrackets, dst, data)
}

func buildQSRepeat(c *Convention, dst []byte, data Map) ([]byte, error) {
	return c.buildQS(qsRepeat, dst, data)
}

func (c *Convention) buildQS(format qsFormat, dst []byte, data Map) ([]byte, error) {
	from := len(dst)
	var walk func(name string, v Value)
	walk = func(name string, v Value) {
		switch v := v.(type) {
		case List:
			for i, v := range v {
				switch format {
				case qsIndices:
					walk(name+"["+strconv.Itoa(i)+"]", v)
				case qsBrackets:
					walk(name+"[]", v)
				default:
					walk(name, v)
				}
			}
		case Map:
			for _, f := range v {
				walk(name+"["+f.Key+"]", f.Value)
			}
		default:
			text, _ := scalarsScript.text(v)
			dst = c.appendPair(dst, from, name, text)
		}
	}
	for _, f := range data {
		walk(f.Key, f.Value)
	}
	return dst, nil
}

// The limits of qs.parse.
const (
	qsDepth      = 5  // brackets; the rest of a name is one key
	qsArrayLimit = 20 // elements of an array; a larger one is an object
)

// qsNode is a value of ECMAScript: a string, an array that may have holes (nil),
// or an object.
type qsNode struct {
	kind  qsKind
	text  string
	array []*qsNode
	keys  []string
	child map[string]*qsNode
	// overflow: an object that was an array too long, with its greatest index.
	overflow    bool
	maxIndex    int64
	conflict    bool  // made of a string and an object of the same name
	conflictMax int64 // the greatest index then
}

type qsKind uint8

const (
	qsString qsKind = iota
	qsArray
	qsObject
)

func newQSObject() *qsNode { return &qsNode{kind: qsObject, child: map[string]*qsNode{}} }

func newQSArray(items ...*qsNode) *qsNode { return &qsNode{kind: qsArray, array: items} }

//go:noinline
func (n *qsNode) set(key string, v *qsNode) {
	if _, ok := n.child[key]; !ok {
		n.keys = append(n.keys, key)
	}
	n.child[key] = v
}

// ordered returns the keys as ECMAScript orders them: array indices first, by
// value.
func (n *qsNode) ordered() []string {
	var indices []int64
	var names []string
	if n.kind == qsArray {
		for i, v := range n.array {
			if v != nil {
				names = append(names, strconv.Itoa(i))
			}
		}
		return names
	}
	for _, k := range n.keys {
		if i, ok := scriptIndex(k); ok && i < math.MaxUint32 {
			indices = append(indices, i)
		} else {
			names = append(names, k)
		}
	}
	slices.Sort(indices)
	keys := make([]string, 0, len(n.keys))
	for _, i := range indices {
		keys = append(keys, strconv.FormatInt(i, 10))
	}
	return append(keys, names...)
}

func (n *qsNode) at(key string) *qsNode {
	if n.kind == qsArray {
		i, _ := strconv.Atoi(key)
		return n.array[i]
	}
	return n.child[key]
}

// scriptIndex reports whether String(parseInt(s)) is s, and not negative.
func scriptIndex(s string) (int64, bool) {
	i, err := strconv.ParseInt(s, 10, 64)
	if err != nil || i < 0 || strconv.FormatInt(i, 10) != s {
		return 0, false
	}
	return i, strconv.FormatFloat(float64(i), 'f', -1, 64) == s
}

func (n *qsNode) value() Value {
	switch n.kind {
	case qsArray:
		list := List{}
		for _, v := range n.array {
			if v != nil {
				list = append(list, v.value())
			}
		}
		return list
	case qsObject:
		m := Map{}
		for _, k := range n.ordered() {
			m = append(m, Field{k, n.child[k].value()})
		}
		return m
	}
	return String(n.text)
}

var (
	qsUnbracket = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer("%5B", "[", "%5b", "[", "%5D", "]", "%5d", "]") }}
	qsEncoding  = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding {
		return percent.New(percent.ByteSet{}).WithPlus(percent.PlusIsSpace).WithInvalidUTF8(percent.InvalidUTF8Refused)
	}}
)

// qsDecode is decodeURIComponent with '+' for a space; text that it refuses keeps
// its escapes.
func qsDecode(s string) string {
	if out, err := qsEncoding.Get().Decode(s); err == nil {
		return out
	}
	return strings.ReplaceAll(s, "+", " ")
}

func parseQS(query string, limits form.Limits) (Map, error) {
	flat := newQSObject()
	err := pieces(qsUnbracket.Get().Replace(query), "&", limits, func(piece string, _ int) error {
		end := strings.Index(piece, "]=") + 1
		if end == 0 {
			end = strings.IndexByte(piece, '=')
		}
		value := &qsNode{}
		if end >= 0 {
			value.text = qsDecode(piece[end+1:])
		} else {
			end = len(piece)
		}
		name := qsDecode(piece[:end])
		if before := flat.child[name]; before != nil {
			value = qsCombine(before, value)
		}
		flat.set(name, value)
		return nil
	})
	top := newQSObject()
	for _, name := range flat.ordered() {
		if segments := qsSegments(name); segments != nil {
			top = qsMerge(top, qsNest(segments, flat.child[name]))
		}
	}
	m, _ := top.value().(Map)
	return m, err
}

// qsCombine is [].concat(a, b) within the limit.
func qsCombine(a, b *qsNode) *qsNode {
	if a.overflow {
		items := []*qsNode{b}
		if b.kind == qsArray {
			items = b.array
		}
		for _, v := range items {
			a.maxIndex++
			a.set(strconv.FormatInt(a.maxIndex, 10), v)
		}
		return a
	}
	return qsConcat(a, b)
}

// qsConcat returns the nodes and the items of arrays among them as one array
// within the limit.
func qsConcat(nodes ...*qsNode) *qsNode {
	all := newQSArray()
	for _, n := range nodes {
		if n.kind == qsArray {
			all.array = append(all.array, n.array...)
		} else {
			all.array = append(all.array, n)
		}
	}
	return all.limited(len(all.array))
}

// limited returns the array n or, if that length is too great, an object instead.
func (n *qsNode) limited(length int) *qsNode {
	if length <= qsArrayLimit {
		return n
	}
	o := n.object()
	o.overflow, o.maxIndex = true, int64(len(n.array)-1)
	return o
}

// elements counts what is not a hole.
func elements(items []*qsNode) int {
	n := 0
	for _, v := range items {
		if v != nil {
			n++
		}
	}
	return n
}

// object returns the array n as an object.
func (n *qsNode) object() *qsNode {
	o := newQSObject()
	for i, v := range n.array {
		if v != nil {
			o.set(strconv.Itoa(i), v)
		}
	}
	return o
}

// qsPrototype holds the properties that every object of ECMAScript has. Names
// with one of them are dropped.
var qsPrototype = []string{
	"constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
	"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__",
}

// qsSegments splits "a[b][c[]]" into "a", "[b]", "[c[]]".
func qsSegments(name string) []string {
	if name == "" {
		return nil
	}
	var segments []string
	open := strings.IndexByte(name, '[')
	parent := name
	if open >= 0 {
		parent = name[:open]
	}
	if parent != "" {
		if slices.Contains(qsPrototype, parent) {
			return nil
		}
		segments = append(segments, parent)
	}
	for n := 0; open >= 0; n++ {
		end := qsClose(name, open)
		if end < 0 || n == qsDepth {
			return append(segments, "["+name[open:]+"]")
		}
		if slices.Contains(qsPrototype, name[open+1:end]) {
			return nil
		}
		segments = append(segments, name[open:end+1])
		next := strings.IndexByte(name[end:], '[')
		if next < 0 {
			break
		}
		open = end + next
	}
	return segments
}

// qsClose returns the index of the bracket that closes the one at open, or -1.
func qsClose(name string, open int) int {
	level := 0
	for i := open; i < len(name); i++ {
		switch name[i] {
		case '[':
			level++
		case ']':
			if level--; level == 0 {
				return i
			}
		}
	}
	return -1
}

// qsNest returns leaf inside what the segments stand for.
func qsNest(segments []string, leaf *qsNode) *qsNode {
	for _, root := range slices.Backward(segments) {
		if root == "[]" {
			if !leaf.overflow {
				leaf = qsConcat(leaf)
			}
			continue
		}
		key, bracketed := root, false
		if len(root) >= 2 && root[0] == '[' && root[len(root)-1] == ']' {
			key, bracketed = root[1:len(root)-1], true
		}
		index, isIndex := scriptIndex(key)
		isIndex = isIndex && bracketed
		if isIndex && index < qsArrayLimit {
			array := newQSArray(make([]*qsNode, index+1)...)
			array.array[index] = leaf
			leaf = array
			continue
		}
		object := newQSObject()
		if key != "__proto__" {
			object.set(key, leaf)
		}
		if isIndex {
			object.overflow, object.maxIndex = true, index
		}
		leaf = object
	}
	return leaf
}

// qsMerge merges source into target and returns the result.
func qsMerge(target, source *qsNode) *qsNode {
	switch {
	case source.kind == qsString && source.text == "":
		return target
	case source.kind == qsString:
		return qsMergeString(target, source)
	case target.kind == qsString:
		if source.overflow {
			o := newQSObject()
			o.set("0", target)
			for _, k := range source.ordered() {
				i, _ := scriptIndex(k)
				o.set(strconv.FormatInt(i+1, 10), source.child[k])
			}
			o.overflow, o.maxIndex = true, source.maxIndex+1
			return o
		}
		return qsConcat(target, source)
	case target.kind == qsArray && source.kind == qsArray:
		for i, item := range source.array {
			switch {
			case item == nil:
			case i < len(target.array) && target.array[i] != nil:
				if target.array[i].kind != qsString && item.kind != qsString {
					target.array[i] = qsMerge(target.array[i], item)
				} else {
					target.array = append(target.array, item)
				}
			default:
				for len(target.array) <= i {
					target.array = append(target.array, nil)
				}
				target.array[i] = item
			}
		}
		return target.limited(elements(target.array))
	}
	into := target
	if target.kind == qsArray {
		into = target.object()
		if target.conflict {
			into.conflict, into.conflictMax = true, int64(len(target.array)-1)
		}
	}
	for _, key := range source.ordered() {
		value := source.at(key)
		if before := into.child[key]; before != nil {
			value = qsMerge(before, value)
		}
		into.set(key, value)
		index, isIndex := scriptIndex(key)
		if source.overflow && !into.overflow {
			into.overflow, into.maxIndex = true, source.maxIndex
			for _, k := range into.keys {
				if i, ok := scriptIndex(k); ok {
					into.maxIndex = max(into.maxIndex, i)
				}
			}
		}
		if into.overflow && isIndex {
			into.maxIndex = max(into.maxIndex, index)
		}
		if into.conflict && isIndex {
			into.conflictMax = max(into.conflictMax, index)
		}
	}
	return into
}

// qsMergeString merges a string that is not empty.
func qsMergeString(target, source *qsNode) *qsNode {
	switch {
	case target.kind == qsArray:
		target.array = append(target.array, source)
		return target.limited(elements(target.array))
	case target.overflow:
		target.maxIndex++
		target.set(strconv.FormatInt(target.maxIndex, 10), source)
		return target
	case target.conflict:
		target.conflictMax++
		target.set(strconv.FormatInt(target.conflictMax, 10), source)
		return target
	}
	pair := newQSArray(target, source)
	if target.kind == qsObject {
		pair.conflict, pair.conflictMax = true, 1
	}
	return pair
}
