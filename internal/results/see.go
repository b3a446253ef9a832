package results

import (
	"cmp"
	"errors"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// familiar are the programs that people are likeliest to look for, in that order. The
// others follow in catalogue order.
var familiar = []string{
	"js", "node", "py", "java", "php", "go", "ruby", "curl", "mono", "perl", "rust", "nginx", "chromium", "firefox",
}

// ProgramOf returns the part of a function's ID before the first full stop, without
// the version of the program: "jq" for "jq@1.6.uri".
func ProgramOf(id string) string {
	name, _, _ := strings.Cut(id, ".")
	name, _, _ = strings.Cut(name, "@")
	return name
}

// ByFamiliarity compares functions by how likely people are to look for their
// programs.
func ByFamiliarity(a, b *dialect.Implementation) int {
	place := func(id string) int {
		if i := slices.Index(familiar, ProgramOf(id)); i >= 0 {
			return i
		}
		return len(familiar)
	}
	return cmp.Compare(place(a.ID), place(b.ID))
}

// A Group is functions that make the same of a text.
type Group struct {
	Output    string
	Err       error // why they refuse the text, or nil
	Functions []string
	Odd       bool // it is only one function, and others agree on something else
}

// See encodes text, or decodes it, by functions and groups them by result: the
// largest group first, those that refuse the text last.
func See(text string, decode bool, functions []*dialect.Implementation) []*Group {
	type result struct{ output, reason string }
	functions = slices.SortedStableFunc(slices.Values(functions), ByFamiliarity)
	index := map[*dialect.Dialect]int{}
	var dialects []*dialect.Dialect
	for _, m := range functions {
		d := m.Dialect()
		if _, ok := index[d]; !ok {
			index[d] = len(dialects)
			dialects = append(dialects, d)
		}
	}

	// Most of the time goes into making dialects ready.
	results := make([]result, len(dialects))
	errs := make([]error, len(dialects))
	var next atomic.Int64
	var done sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(dialects); i = int(next.Add(1)) - 1 {
				code := dialects[i].AppendEncode
				if decode {
					code = dialects[i].AppendDecode
				}
				out, err := code(nil, []byte(text))
				results[i] = result{output: string(out)}
				if err != nil {
					results[i], errs[i] = result{reason: reasonOf(err)}, err
				}
			}
		})
	}
	done.Wait()

	groups := map[result]*Group{}
	agree := false
	for _, m := range functions {
		i := index[m.Dialect()]
		r := results[i]
		if groups[r] == nil {
			groups[r] = &Group{Output: r.output, Err: errs[i]}
		}
		groups[r].Functions = append(groups[r].Functions, m.ID)
		agree = agree || len(groups[r].Functions) > 1
	}
	for _, g := range groups {
		g.Odd = agree && len(g.Functions) == 1
	}
	return slices.SortedFunc(maps.Values(groups), func(a, b *Group) int {
		if (a.Err != nil) != (b.Err != nil) {
			if b.Err != nil {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(len(b.Functions), len(a.Functions)), cmp.Compare(reasonOr(a), reasonOr(b)))
	})
}

// reasonOr returns the output of a group, or why there is none.
func reasonOr(g *Group) string {
	if g.Err != nil {
		return reasonOf(g.Err)
	}
	return g.Output
}

// reasonOf returns why a text is refused, without the name of the package that says
// so.
func reasonOf(err error) string {
	var syntax *percent.SyntaxError
	if !errors.As(err, &syntax) {
		return err.Error()
	}
	e := *syntax
	e.Format, e.Field = "", ""
	return e.Error()
}

// A Seen is what functions make of a text.
type Seen struct {
	Text   string
	Decode bool
	Groups []*Group
	// Selected is set if they are only functions of some programs.
	Selected bool
	// Versions has the recorded version of each function by its ID.
	Versions map[string]string
	// Older are functions in older versions that made something else of the text then.
	Older []*Group
}

// AddOlder adds groups of functions in older versions, named by an ID and the versions, if
// they differ from the groups of s that have their newest version.
func (s *Seen) AddOlder(groups []*Group) {
	now := map[string]*Group{}
	for _, g := range s.Groups {
		for _, id := range g.Functions {
			now[id] = g
		}
	}
	for _, g := range groups {
		g.Functions, g.Odd = slices.DeleteFunc(g.Functions, func(name string) bool {
			id, _, _ := strings.Cut(name, " ")
			newest := now[id]
			return (newest.Err != nil) == (g.Err != nil) && (g.Err != nil || newest.Output == g.Output)
		}), false
		if len(g.Functions) > 0 {
			s.Older = append(s.Older, g)
		}
	}
}

// Note says what the functions are not.
func (s Seen) Note() string {
	if !s.Decode || s.Selected {
		return ""
	}
	return "these are decoding functions, not servers: a server splits and decodes a request by rules of its own"
}

// A seenJSON is a Seen. `percent schema see` describes it.
type seenJSON struct {
	Operation string      `json:"operation"`
	Input     string      `json:"input"`
	Groups    []seenGroup `json:"groups"`
	Older     []seenGroup `json:"older,omitempty"`
	// Versions are those of the functions in Groups, in their order.
	Versions []seenVersion `json:"versions,omitempty"`
}

type seenVersion struct {
	ID      string `json:"id"`
	Version string `json:"version"`
}

type seenGroup struct {
	Output          *string  `json:"output,omitempty"`
	Reason          string   `json:"reason,omitempty"`
	Odd             bool     `json:"odd"`
	Implementations []string `json:"implementations"`
}

// JSON returns the groups.
func (s Seen) JSON() any {
	v := seenJSON{Operation: operationName(s.Decode), Input: s.Text, Groups: seenGroups(s.Groups), Older: seenGroups(s.Older)}
	for _, g := range s.Groups {
		for _, id := range g.Functions {
			if version := s.Versions[id]; version != "" {
				v.Versions = append(v.Versions, seenVersion{id, version})
			}
		}
	}
	return v
}

func seenGroups(groups []*Group) (list []seenGroup) {
	for _, g := range groups {
		x := seenGroup{Odd: g.Odd, Implementations: g.Functions}
		if g.Err != nil {
			x.Reason = RefusalText(Refusal(g.Err))
		} else {
			x.Output = &g.Output
		}
		list = append(list, x)
	}
	return list
}

func operationName(decode bool) string {
	if decode {
		return "decode"
	}
	return "encode"
}

// Page returns the groups with what they make of the text; in full, with the version of
// each function, and what older versions made of it.
func (v Seen) Page(s Style) string {
	var b term.Builder
	v.write(&b, s, v.Groups)
	if s.Detail == Full && len(v.Older) > 0 {
		b.WriteString(s.Bold("older versions") + "\n")
		v.write(&b, s, v.Older)
	}
	return b.String()
}

func (v Seen) write(b *term.Builder, s Style, groups []*Group) {
	most := 3
	if s.Detail == Full {
		most = 0
	}
	columns := 1
	for _, g := range groups {
		columns = max(columns, len(strconv.Itoa(len(g.Functions))))
	}
	errors := false
	for _, g := range groups {
		if g.Err != nil && !errors {
			errors = true
			b.WriteString(s.Paint("31", "errors") + "\n")
		}
		number := strconv.Itoa(len(g.Functions))
		mark := " "
		if g.Odd {
			mark = s.Warning("!")
		}
		result := s.Bold(term.Shown(g.Output))
		if g.Err != nil {
			result = RefusalText(Refusal(g.Err))
		}
		b.WriteString(mark + strings.Repeat(" ", columns-len(number)) + number + "  " + result + "\n")
		ids := slices.Clone(g.Functions)
		if s.Detail != Full {
			ids = oneOfEach(ids)
		} else {
			for i, id := range ids {
				if version := v.Versions[id]; version != "" {
					ids[i] += " (" + version + ")"
				}
			}
		}
		names, _ := s.Wrap(ids, strings.Repeat(" ", columns+3), most)
		b.WriteString(names)
	}
}

// oneOfEach returns ids with the first of each program before the second of any,
// so that the beginning shows many.
func oneOfEach(ids []string) []string {
	place := map[string]int{}
	count := map[string]int{}
	for _, id := range ids {
		program := ProgramOf(id)
		place[id] = count[program]
		count[program]++
	}
	ids = slices.Clone(ids)
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
	return ids
}
