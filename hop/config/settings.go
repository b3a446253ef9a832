package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sort"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
	"go.yaml.in/yaml/v3"
)

// A setting is a key of a file in YAML, JSON or TOML, or of a label, with its value or the
// keys below it.
type setting struct {
	name  string // as written
	label string // the label that it comes from, or ""
	value string
	items []string // the values of a list
	line  int
	under map[string]*setting // by key, in lower case
	order []*setting
}

// at returns the setting below s with the keys, in lower case, or nil.
//
//go:noinline
func (s *setting) at(keys ...string) *setting {
	for _, k := range keys {
		if s == nil {
			return nil
		}
		s = s.under[k]
	}
	return s
}

// each returns the settings below s.
//
//go:noinline
func (s *setting) each() []*setting {
	if s == nil {
		return nil
	}
	return s.order
}

// list returns the values of a list, or of a text with commas.
func (s *setting) list() []string {
	switch {
	case s == nil:
		return nil
	case s.items != nil:
		return s.items
	case s.value != "":
		return strings.Split(s.value, ",")
	}
	var list []string
	for _, x := range s.order { // middlewares[0]=
		list = append(list, x.value)
	}
	return list
}

// key returns the key in lower case.
//
//go:noinline
func (s *setting) key() string { return strings.ToLower(s.name) }

// unescaped returns the value of a setting. In a label, Compose makes $$ one $, and puts variables
// in at others, for which a NUL stands.
func (s *setting) unescaped() string {
	if s == nil || s.label == "" {
		return s.valueAt()
	}
	return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(s.value, "$$", "\x01"), "$", "\x00"), "\x01", "$")
}

// directive returns the setting as a directive, with the keys before it.
func (s *setting) directive(before ...string) *directive {
	d := &directive{name: strings.ToLower(strings.Join(append(before, s.name), ".")), line: s.line}
	if s.label != "" {
		d.name = s.label
	}
	if text := strings.Join(s.list(), ", "); s.under == nil && text != "" {
		d.args = []string{text}
	}
	return d
}

// A settingReader makes settings.
type settingReader struct {
	*configReader
	count  int
	lines  []int    // the offsets of line ends
	proto  bool     // keys are those of Protocol Buffers, in either spelling; a list is several files
	labels *setting // what labels and flags in a file of YAML say
}

var errTooDeep = fmt.Errorf("config: more than %d keys in one another", maxNesting)

// add returns the setting below s with the name, which it adds if there is none.
func (r *settingReader) add(s *setting, name string, line int) *setting {
	key := strings.ToLower(name)
	if r.proto {
		key = strings.ReplaceAll(key, "_", "")
	}
	if x := s.under[key]; x != nil {
		return x
	}
	if r.count++; r.count > maxDirectives {
		r.fail(errTooManyDirectives)
	}
	r.config.Directives++
	x := &setting{name: name, line: line}
	if s.under == nil {
		s.under = map[string]*setting{}
	}
	s.under[key] = x
	s.order = append(s.order, x)
	return x
}

// yaml reads documents of YAML or JSON. Aliases are read again where they stand.
func (r *settingReader) yaml(text string) (roots []*setting, err error) {
	d := yaml.NewDecoder(strings.NewReader(text))
	for {
		var n yaml.Node
		switch err := d.Decode(&n); {
		case errors.Is(err, io.EOF):
			return roots, r.failed
		case err != nil:
			return nil, fmt.Errorf("config: %s", strings.ReplaceAll(strings.TrimPrefix(err.Error(), "yaml: "), "\n", " "))
		}
		list := n.Content
		if r.proto && len(list) == 1 && list[0].Kind == yaml.SequenceNode {
			list = list[0].Content
		}
		for _, c := range list {
			root := &setting{line: max(c.Line, 1)}
			if r.node(root, c, 0); r.failed != nil {
				return nil, r.failed
			}
			roots = append(roots, root)
		}
	}
}

// node reads a node of YAML as the value of a setting.
func (r *settingReader) node(s *setting, n *yaml.Node, depth int) {
	if depth > maxNesting {
		r.fail(errTooDeep)
	}
	if !r.reuse(1) {
		return
	}
	switch n.Kind {
	case yaml.AliasNode:
		r.node(s, n.Alias, depth+1)
	case yaml.MappingNode:
		// Merged keys come after the others, which are stronger.
		for i := 0; i+1 < len(n.Content); i += 2 {
			if k := n.Content[i]; k.Tag != "!!merge" {
				for k.Kind == yaml.AliasNode {
					k = k.Alias
				}
				v := n.Content[i+1]
				if rest, ok := cutFold(k.Value, "traefik."); ok && v.Kind == yaml.ScalarNode {
					r.dotted(r.labels, rest+"="+v.Value, k.Line)
				}
				if x := r.add(s, k.Value, n.Content[i].Line); x.value == "" && x.under == nil && x.items == nil {
					r.node(x, v, depth+1)
				}
			}
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Tag == "!!merge" {
				r.node(s, n.Content[i+1], depth+1)
			}
		}
	case yaml.SequenceNode:
		for i, c := range n.Content {
			for c.Kind == yaml.AliasNode && r.reuse(1) {
				c = c.Alias
			}
			if c.Kind == yaml.ScalarNode {
				s.items = append(s.items, c.Value)
				r.label(c.Value, c.Line)
			} else if n.Tag == "!!merge" || s.name == "" {
				r.node(s, c, depth+1)
			} else {
				r.node(r.add(s, fmt.Sprintf("[%d]", i), c.Line), c, depth+1)
			}
		}
	case yaml.ScalarNode:
		s.value = n.Value
		if strings.HasPrefix(n.Value, "--") {
			for _, word := range strings.Fields(n.Value) {
				r.label(word, n.Line)
			}
		}
	}
}

// label notes a value that is a label or a flag.
func (r *settingReader) label(text string, line int) {
	if rest, ok := cutFold(text, "traefik."); ok {
		r.dotted(r.labels, rest, line)
	} else if rest, ok := strings.CutPrefix(text, "--"); ok {
		r.dotted(r.labels, rest, line)
	}
}

// cutFold is strings.CutPrefix, ignoring case.
func cutFold(text, prefix string) (rest string, ok bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// toml reads a file of TOML.
func (r *settingReader) toml(text string) (*setting, error) {
	for i := range len(text) {
		if text[i] == '\n' {
			r.lines = append(r.lines, i)
		}
	}
	var p unstable.Parser
	p.Reset([]byte(text))
	root := &setting{line: 1}
	table := root
	for p.NextExpression() && r.failed == nil {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = r.keys(root, e.Key())
			if e.Kind == unstable.ArrayTable {
				table = r.add(table, fmt.Sprintf("[%d]", len(table.order)), table.line)
			}
		case unstable.KeyValue:
			r.pair(table, e, 0)
		}
	}
	if err := p.Error(); err != nil {
		line := 1
		if e := new(unstable.ParserError); errors.As(err, &e) && len(e.Highlight) > 0 {
			line = r.lineOf(int(p.Range(e.Highlight).Offset))
		}
		return nil, fmt.Errorf("config: line %d: %s", line, strings.TrimPrefix(err.Error(), "toml: "))
	}
	return root, r.failed
}

func (r *settingReader) lineOf(offset int) int { return sort.SearchInts(r.lines, offset) + 1 }

// keys returns the setting below s that dotted keys name.
func (r *settingReader) keys(s *setting, keys unstable.Iterator) *setting {
	for n := 0; keys.Next(); n++ {
		if n > maxNesting {
			r.fail(errTooDeep)
			break
		}
		k := keys.Node()
		// [[list]] and then [list.key] is below the last element.
		if last := len(s.order) - 1; last >= 0 && s.order[last].name == fmt.Sprintf("[%d]", last) {
			s = s.order[last]
		}
		s = r.add(s, string(k.Data), r.lineOf(int(k.Raw.Offset)))
	}
	return s
}

func (r *settingReader) pair(s *setting, e *unstable.Node, depth int) {
	if depth > maxNesting {
		r.fail(errTooDeep)
		return
	}
	r.tomlValue(r.keys(s, e.Key()), e.Value(), depth)
}

func (r *settingReader) tomlValue(s *setting, v *unstable.Node, depth int) {
	if depth > maxNesting {
		r.fail(errTooDeep)
	}
	if r.failed != nil {
		return
	}
	switch v.Kind {
	case unstable.InlineTable:
		for list := v.Children(); list.Next(); {
			if c := list.Node(); c.Kind == unstable.KeyValue {
				r.pair(s, c, depth+1)
			}
		}
	case unstable.Array:
		i := 0
		for list := v.Children(); list.Next(); i++ {
			switch c := list.Node(); c.Kind {
			case unstable.InlineTable, unstable.Array:
				r.tomlValue(r.add(s, fmt.Sprintf("[%d]", i), s.line), c, depth+1)
			case unstable.Comment:
			default:
				s.items = append(s.items, string(c.Data))
			}
		}
	default:
		s.value = string(v.Data)
	}
}

// scan adds the labels and flags of a text, one in a line, to root.
func (r *settingReader) scan(root *setting, text string) bool {
	found := false
	number := 0
	label := regexp.MustCompile(`(?i)\btraefik\.[\w.\[\]@-]+`)
	for line := range strings.SplitSeq(text, "\n") {
		number++
		bare := strings.TrimSpace(line)
		if bare == "" || bare[0] == '#' {
			continue
		}
		if at := label.FindStringIndex(bare); at != nil {
			found = r.dotted(root, bare[at[0]+len("traefik."):], number) || found
			continue
		}
		bare = strings.Trim(strings.TrimPrefix(bare, "- "), `"', \`)
		if rest, ok := strings.CutPrefix(bare, "--"); ok {
			found = r.dotted(root, rest, number) || found
		}
	}
	return found
}

// dotted adds "KEY.KEY=VALUE" or "KEY.KEY: VALUE".
func (r *settingReader) dotted(root *setting, text string, line int) bool {
	i := strings.IndexAny(text, "=:")
	if i < 0 {
		return false
	}
	keys := strings.Split(strings.Trim(text[:i], `"' `), ".")
	if len(keys) > maxNesting {
		r.fail(errTooDeep)
		return false
	}
	s := root
	label := strings.ToLower("traefik." + strings.Join(keys, "."))
	add := func(name string) {
		if s = r.add(s, name, line); s.label == "" {
			s.label = label
		}
	}
	for _, k := range keys {
		name, index, ok := strings.Cut(k, "[")
		if add(name); ok {
			add("[" + index)
		}
	}
	value := strings.TrimSpace(text[i+1:])
	if n := len(value); n > 0 && (value[n-1] == '"' || value[n-1] == '\'') {
		value = strings.Trim(value, string(value[n-1]))
	}
	s.value = value
	return true
}

// isTOML reports whether a file is in TOML, by its name and its first line.
func isTOML(base, text string) bool {
	switch lower := strings.ToLower(base); {
	case strings.HasSuffix(lower, ".toml"):
		return true
	case strings.HasSuffix(lower, ".yml"), strings.HasSuffix(lower, ".yaml"), strings.HasSuffix(lower, ".json"):
		return false
	}
	for line := range bytes.Lines([]byte(text)) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return line[0] == '[' || regexp.MustCompile(`^[\w.-]+[ \t]*=`).Match(line)
		}
	}
	return false
}
