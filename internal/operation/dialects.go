package operation

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/find"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
)

// dialect returns the dialect that a name means, as lookup finds it, and its name for
// dialect.Lookup. A note tells a name that differs from the given one.
func (c *Call) dialect(name string, lookup func(string) (*dialect.Dialect, string, error)) (*dialect.Dialect, string, error) {
	d, found, err := lookup(name)
	if err == nil && found != name {
		c.Notes = append(c.Notes, Taken(name, found))
	}
	return d, found, err
}

func showDialect(c *Call) (results.Result, error) {
	d, name, err := c.dialect(c.Values[0], Dialect)
	if err != nil {
		return nil, err
	}
	m, _ := dialect.LookupImplementation(name)
	if m != nil {
		d = m.Dialect()
	}
	return results.Shown{Dialect: d, Function: m}, nil
}

func diffDialects(c *Call) (results.Result, error) {
	var pair [2]*dialect.Dialect
	for i, name := range c.Values {
		var err error
		if pair[i], _, err = c.dialect(name, Dialect); err != nil {
			return nil, err
		}
	}
	return results.NewDialectsDiff(c.Values, pair), nil
}

func historyOf(c *Call) (results.Result, error) {
	name := c.Values[0]
	if h, err := dialect.LookupHistory(name); err == nil {
		return results.History{History: h}, nil
	}
	hint := words.DidYouMean(words.Nearest(name, HistoryIDs()), "`percent dialects show NAME` says in its line \"versions\" whether they were recorded")
	found, err := dialect.Find(name)
	if err != nil {
		return nil, usage(hint, "no function %q whose versions were recorded", name)
	}
	id := found
	if program, rest, versioned := strings.Cut(found, "@"); versioned {
		// The version ends where the function begins, whose name may contain full
		// stops, too: prefer querystring.escape to escape, the longest match.
		longest := -1
		for h := range dialect.Histories() {
			if function, ok := words.FunctionOf(h.ID, h.Program(), program); ok && len(function) > longest && strings.HasSuffix(strings.ToLower("."+rest), strings.ToLower(strings.TrimSuffix("."+function, "."))) {
				id, longest = h.ID, len(function)
			}
		}
	}
	h, err := dialect.LookupHistory(id)
	if err != nil {
		return nil, usage(hint, "no versions of %s were recorded", found)
	}
	if found != name {
		c.Notes = append(c.Notes, Taken(name, found))
	}
	return results.History{History: h}, nil
}

// HistoryIDs returns the IDs of the functions whose versions were recorded.
func HistoryIDs() []string {
	var ids []string
	for h := range dialect.Histories() {
		ids = append(ids, h.ID)
	}
	return ids
}

func listDialects(c *Call) (results.Result, error) {
	if c.Family != "" {
		families := Families()
		if !slices.ContainsFunc(families, func(f string) bool { return strings.EqualFold(f, c.Family) }) {
			hint := "`percent dialects list` lists the IDs, which begin with it"
			if near := words.Nearest(strings.ToLower(c.Family), families); near != "" {
				hint = "did you mean --family " + near + "? " + hint
			}
			return nil, usage(hint, "unknown family %q", c.Family)
		}
	}
	programs, err := NewProgramFilter("--language", c.Language)
	if err != nil {
		return nil, err
	}
	list := results.DialectList{Common: !c.All && !c.Implementations && c.Family == "" && len(programs) == 0 && len(c.Values) == 0}
	if !c.Implementations {
		languages := map[string]bool{}
		for m := range dialect.Implementations() {
			if programs.Holds(m) {
				languages[m.Encodes+m.Decodes] = true
			}
		}
		for d := range find.Dialects(c.Values...) {
			if (c.Family == "" || strings.EqualFold(d.Family(), c.Family)) && (len(programs) == 0 || languages[d.ID]) {
				list.Dialects = append(list.Dialects, d)
			}
		}
		if len(list.Dialects) > 0 {
			return list, nil
		}
	}
	for m := range find.Functions(c.Values...) {
		if (c.Family == "" || strings.EqualFold(m.Dialect().Family(), c.Family) || strings.EqualFold(results.ProgramOf(m.ID), c.Family)) && programs.Holds(m) {
			list.Functions = append(list.Functions, m)
		}
	}
	if c.Implementations {
		return results.Implementations(list.Functions), nil
	}
	return list, nil
}

// Families returns the families of dialects and functions, sorted.
func Families() []string {
	var families []string
	for d := range dialect.All() {
		families = append(families, d.Family())
	}
	for m := range dialect.Implementations() {
		families = append(families, results.ProgramOf(m.ID))
	}
	slices.Sort(families)
	return slices.Compact(families)
}

// classic lists the dialects that table compares by default.
var classic = []string{
	"whatwg.c0-control", "whatwg.fragment", "whatwg.query", "whatwg.special-query",
	"whatwg.path", "whatwg.userinfo", "whatwg.component", "whatwg.form",
	"oauth1", "js.escape", "js.encodeURI", "js.encodeURIComponent", "http.alpn",
}

func tableOf(c *Call) (results.Result, error) {
	names := c.Values
	if c.Each && len(names) != 1 {
		return nil, usage("`percent dialects list` lists the names", "percent table --values takes one name, not %d", len(names))
	}
	if len(names) == 0 {
		names = classic
	}
	var list []*dialect.Dialect
	for _, name := range names {
		d, _, err := c.dialect(name, Encoder)
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	extent := results.Punctuation
	switch {
	case c.All:
		extent = results.AllOctets
	case c.Each:
		extent = results.Printable
	}
	t := results.NewTable(names, list, extent)
	switch {
	case c.CSV:
		t.Form = results.CSV
	case c.Markdown:
		t.Form = results.Markdown
	case !c.Each && !c.All:
		t.Form = results.Matrix
	}
	if c.Each {
		t = t.WithEqual()
	}
	return t, nil
}

func tableApart(r *Request) error {
	if r.Markdown && r.JSON || r.Markdown && r.CSV || r.JSON && r.CSV {
		return usage("use one of them", "--markdown, --json and --csv cannot be used together")
	}
	return nil
}
