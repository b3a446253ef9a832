package main

import (
	"cmp"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
)

func init() { register(newSee) }

// familiar are programs in the order in which people are likely to look for
// them. The others follow in catalogue order.
var familiar = []string{
	"js", "node", "py", "java", "php", "go", "ruby", "curl", "mono", "perl", "rust", "nginx", "chromium", "firefox",
}

func newSee(a *app) *cobra.Command {
	var s seeing
	cmd := &cobra.Command{
		Use:   "see [flags] TEXT",
		Short: "what every recorded program makes of a text",
		Long: `see encodes TEXT as every recorded function of a program does that encodes, or,
with --decode, decodes it as every one does that decodes, and groups them by
what comes out: the largest group first. A '!' marks what only one function
makes of it. Functions that refuse TEXT come last.

What is not plain text is quoted, as in "a\nb".`,
		Example: `  percent see 'a b~é'
  percent see --decode 'a+b%zz'
  percent see --only python,php,js "rock'n'roll"`,
		GroupID: groupKnow,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageError("put a text with spaces between quotation marks", "%s takes one text, not %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			filter, err := newProgramFilter("--only", s.only)
			if err != nil {
				return err
			}
			if err := s.look(args[0], filter); err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if s.json {
				return printJSON(out, s.object(args[0]))
			}
			_, err = io.WriteString(out, s.page(a.ui.pen()))
			return err
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := cmd.Flags()
	f.BoolVar(&s.decode, "decode", false, "decode TEXT instead of encoding it")
	f.StringSliceVar(&s.only, "only", nil, "only these languages or programs, such as python,php,js")
	f.BoolVar(&s.all, "all", false, "print all names of a group, not only its first lines")
	f.BoolVar(&s.json, "json", false, "write one JSON object")
	_ = cmd.RegisterFlagCompletionFunc("only", completePrograms)
	return cmd
}

// A seeing is one text through many programs.
type seeing struct {
	decode, all, json bool
	only              []string

	groups []*seenGroup // of results, then of reasons why there is none
}

// A seenGroup is the programs that make the same of the text.
type seenGroup struct {
	result string
	failed bool // result is the reason why there is none
	ids    []string
}

// look codes text as all programs do that the filter holds for.
func (s *seeing) look(text string, filter programFilter) error {
	type key struct {
		result string
		failed bool
	}
	var programs []*dialect.Implementation
	var dialects []*dialect.Dialect
	index := map[*dialect.Dialect]int{}
	for m := range dialect.Implementations() {
		if (m.Decodes != "") != s.decode || !filter.holds(m) {
			continue
		}
		programs = append(programs, m)
		d := m.Dialect()
		if _, ok := index[d]; !ok {
			index[d] = len(dialects)
			dialects = append(dialects, d)
		}
	}
	if len(programs) == 0 {
		what := "encodes"
		if s.decode {
			what = "decodes"
		}
		return usageError("`percent dialects list --implementations` lists the programs", "no recorded function of --only %s %s", strings.Join(s.only, ","), what)
	}
	slices.SortStableFunc(programs, func(a, b *dialect.Implementation) int {
		return cmp.Compare(familiarity(a.ID), familiarity(b.ID))
	})

	// Most of the time goes into making dialects ready.
	results := make([]key, len(dialects))
	var next atomic.Int64
	var done sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(dialects); i = int(next.Add(1)) - 1 {
				code := dialects[i].AppendEncode
				if s.decode {
					code = dialects[i].AppendDecode
				}
				out, err := code(nil, []byte(text))
				results[i] = key{result: string(out)}
				if err != nil {
					results[i] = key{flawOf(err).text(), true}
				}
			}
		})
	}
	done.Wait()

	groups := map[key]*seenGroup{}
	for _, m := range programs {
		k := results[index[m.Dialect()]]
		if groups[k] == nil {
			groups[k] = &seenGroup{result: k.result, failed: k.failed}
		}
		groups[k].ids = append(groups[k].ids, m.ID)
	}
	s.groups = slices.SortedFunc(maps.Values(groups), func(a, b *seenGroup) int {
		if a.failed != b.failed {
			if b.failed {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(len(b.ids), len(a.ids)), cmp.Compare(a.result, b.result))
	})
	return nil
}

// familiarity returns the place of a program's function.
func familiarity(id string) int {
	if i := slices.Index(familiar, programOf(id)); i >= 0 {
		return i
	}
	return len(familiar)
}

// odd reports whether one function alone does what g does, and others agree on
// something else.
func (s *seeing) odd(g *seenGroup) bool {
	return len(g.ids) == 1 && len(s.groups) > 1 && slices.ContainsFunc(s.groups, func(g *seenGroup) bool { return len(g.ids) > 1 })
}

// page returns the groups as text.
func (s *seeing) page(p pen) string {
	most := 3
	if s.all {
		most = 0
	}
	columns := 1
	for _, g := range s.groups {
		columns = max(columns, len(strconv.Itoa(len(g.ids))))
	}
	var b strings.Builder
	errors := false
	for _, g := range s.groups {
		if g.failed && !errors {
			errors = true
			b.WriteString(p.paint("31", "errors") + "\n")
		}
		number := strconv.Itoa(len(g.ids))
		mark := " "
		if s.odd(g) {
			mark = p.warning("!")
		}
		result := g.result
		if !g.failed {
			result = p.bold(shown(g.result))
		}
		b.WriteString(mark + strings.Repeat(" ", columns-len(number)) + number + "  " + result + "\n")
		ids := g.ids
		if !s.all {
			ids = oneOfEach(ids)
		}
		names, _ := wrap(ids, strings.Repeat(" ", columns+3), most)
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
		program := programOf(id)
		place[id] = count[program]
		count[program]++
	}
	ids = slices.Clone(ids)
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
	return ids
}

// A seenObject is what see found in JSON. docs/command.md has the schema.
type seenObject struct {
	Operation   string            `json:"operation"`
	Input       *string           `json:"input,omitempty"`
	InputBase64 []byte            `json:"input_base64,omitempty"`
	Groups      []seenGroupObject `json:"groups"`
}

type seenGroupObject struct {
	Output          *string  `json:"output,omitempty"`
	OutputBase64    []byte   `json:"output_base64,omitempty"`
	Reason          string   `json:"reason,omitempty"`
	Odd             bool     `json:"odd"`
	Implementations []string `json:"implementations"`
}

func (s *seeing) object(text string) seenObject {
	o := seenObject{Operation: "encode", Groups: []seenGroupObject{}}
	if s.decode {
		o.Operation = "decode"
	}
	o.Input, o.InputBase64 = textOrBytes([]byte(text))
	for _, g := range s.groups {
		x := seenGroupObject{Odd: s.odd(g), Implementations: g.ids}
		if g.failed {
			x.Reason = g.result
		} else {
			x.Output, x.OutputBase64 = textOrBytes([]byte(g.result))
		}
		o.Groups = append(o.Groups, x)
	}
	return o
}
