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
}

type seenGroup struct {
	Output          *string  `json:"output,omitempty"`
	Reason          string   `json:"reason,omitempty"`
	Odd             bool     `json:"odd"`
	Implementations []string `json:"implementations"`
}

// JSON returns the groups.
func (s Seen) JSON() any {
	v := seenJSON{Operation: operationName(s.Decode), Input: s.Text}
	for _, g := range s.Groups {
		x := seenGroup{Odd: g.Odd, Implementations: g.Functions}
		if g.Err != nil {
			x.Reason = RefusalText(Refusal(g.Err))
		} else {
			x.Output = &g.Output
		}
		v.Groups = append(v.Groups, x)
	}
	return v
}

func operationName(decode bool) string {
	if decode {
		return "decode"
	}
	return "encode"
}

// Page returns the groups with what they make of the text.
func (v Seen) Page(s Style) string {
	most := 3
	if s.Detail == Full {
		most = 0
	}
	columns := 1
	for _, g := range v.Groups {
		columns = max(columns, len(strconv.Itoa(len(g.Functions))))
	}
	var b term.Builder
	errors := false
	for _, g := range v.Groups {
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
		ids := g.Functions
		if s.Detail != Full {
			ids = oneOfEach(ids)
		}
		names, _ := s.Wrap(ids, strings.Repeat(" ", columns+3), most)
		b.WriteString(names)
	}
	return b.String()
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
