//go:build !js

package results

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/program"
)

// Hops is what the hops of a chain make of a request target. `percent schema hops`
// describes it.
type Hops struct {
	Input string    `json:"input"`
	Hops  []HopSeen `json:"hops"`
}

// HopSeen is what one hop makes of what it is given.
type HopSeen struct {
	Hop      string `json:"hop"`
	Version  string `json:"version"`
	Recorded string `json:"recorded,omitempty"`
	HopMade
	Others []HopOther `json:"others,omitempty"`
}

// HopMade is what a hop makes of what it is given: a target and its paths, or the class
// of targets that the model does not describe.
type HopMade struct {
	Rule     *string `json:"rule,omitempty"`
	Forward  *string `json:"forward,omitempty"`
	App      *string `json:"app,omitempty"`
	Status   *int    `json:"status,omitempty"`
	Location *string `json:"location,omitempty"`
	Split    bool    `json:"split,omitempty"`
	Unknown  string  `json:"unknown,omitempty"`
	// If is the condition of one of Or, which are the results that are possible beside.
	If string  `json:"if,omitempty"`
	Or []HopOr `json:"or,omitempty"`
}

// HopOr is what a hop may make of the same if more is given.
type HopOr struct {
	Hop string `json:"hop"`
	HopMade
}

// HopOther is what other versions of a hop make of the same.
type HopOther struct {
	OtherVersions
	HopMade

	span string
}

func newHopMade(r hop.Result) HopMade {
	x := HopMade{Unknown: r.Unknown, If: r.If}
	if r.Unknown == "" {
		x.Rule, x.Forward, x.App, x.Status, x.Split = part(r.Rule), part(r.Forward), part(r.App), &r.Status, r.Split
		if r.Location != "" {
			x.Location = &r.Location
		}
	}
	return x
}

// NewHops takes a target through a chain.
func NewHops(c hop.Chain, target string) Hops {
	v := Hops{Input: target}
	for i, r := range c.Apply(target) {
		x := HopSeen{Hop: c[i].Name(), Version: c[i].Version(), Recorded: c[i].Recorded(), HopMade: newHopMade(r)}
		for or := r.Or; or != nil; or = or.Or {
			x.Or = append(x.Or, HopOr{x.Hop, newHopMade(*or)})
		}
		v.Hops = append(v.Hops, x)
	}
	return v
}

// withOthers adds what other versions make of the same, for hops that are asked in all.
func (v Hops) withOthers(c hop.Chain) Hops {
	target := v.Input
	for i := range v.Hops {
		seen := &v.Hops[i]
		editions := slices.DeleteFunc(slices.Collect(hop.All()), func(h *hop.Hop) bool { return h.Name() != c[i].Name() })
		if !c[i].Pinned() && c[i].Provenance() == program.Recorded && len(editions) > 1 {
			results := make([]hop.Result, len(editions))
			for k, e := range editions {
				results[k] = e.Apply(target)
			}
			now := c[i].Apply(target)
			for _, g := range program.Groups(editions, results) {
				if g.Answer == now {
					continue
				}
				for _, m := range program.Mentions(g.Programs, editions, time.Time{}) {
					text := strings.TrimPrefix(m.String(), m.Name+" ")
					seen.Others = append(seen.Others, HopOther{OtherVersions{m.ID(), m.From, m.Before}, newHopMade(g.Answer), text})
				}
			}
		}
		if seen.Forward != nil {
			target = *seen.Forward
		}
	}
	return v
}

// Sent is a target that is sent through a chain.
type Sent struct {
	Chain  hop.Chain
	Target string
}

// JSON returns what the hops make of the target.
func (v Sent) JSON() any { return NewHops(v.Chain, v.Target).withOthers(v.Chain) }

// Page returns a row for each hop.
func (v Sent) Page(s Style) string { return NewHops(v.Chain, v.Target).withOthers(v.Chain).Page(s) }

// AppendRecord appends what the chain makes of the target, in a word: the path that the
// last hop serves, or what it passes on; a status that is not 200, with where a redirect
// leads; or "unknown".
func (v Sent) AppendRecord(dst []byte) []byte {
	results := v.Chain.Apply(v.Target)
	switch r := results[len(results)-1]; {
	case r.Unknown != "":
		return append(dst, "unknown"...)
	case r.Status == 200:
		return append(dst, served(r).Text...)
	case r.Status == 0:
		return append(dst, "closed"...)
	case r.Location != "":
		return append(append(strconv.AppendInt(dst, int64(r.Status), 10), ' '), r.Location...)
	default:
		return strconv.AppendInt(dst, int64(r.Status), 10)
	}
}

func part(p hop.Part) *string {
	if !p.Present {
		return nil
	}
	return &p.Text
}

// A Hop is a row of the list of hops.
type Hop struct {
	ID         string   `json:"id"`
	Version    string   `json:"version"`
	Versions   []string `json:"versions"`
	Provenance string   `json:"provenance"`
	Source     string   `json:"source,omitempty"`
	Config     string   `json:"config"`
	Dates      []Dates  `json:"dates"`

	span string // of the versions
}

// NewHop returns the row of a hop.
func NewHop(h *hop.Hop) Hop {
	return Hop{h.Name(), h.Version(), h.Versions(), h.Provenance().String(), h.Source(), h.Subject(), newDates(h.Program), h.Span()}
}

// A HopList is rows of hops.
type HopList []Hop

// A HopDetail is a hop with its steps.
type HopDetail struct {
	Hop
	Steps []HopStep `json:"steps"`
}

// A HopStep is one thing that a hop does.
type HopStep struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// NewHopDetail returns a hop with its steps.
func NewHopDetail(h *hop.Hop) HopDetail {
	v := HopDetail{Hop: NewHop(h)}
	for _, s := range h.Steps() {
		v.Steps = append(v.Steps, HopStep(s))
	}
	return v
}

// HopsFound is what a search for targets that get past a rule has found.
type HopsFound struct {
	Chain     string   `json:"chain"`
	Deny      string   `json:"deny"`
	Verdict   string   `json:"verdict"`
	States    int      `json:"states"`
	Reasons   []string `json:"reasons,omitempty"`
	Targets   []Hops   `json:"targets"`
	Closed    []string `json:"closed"`
	Undecided []string `json:"undecided,omitempty"`

	ignoresCase string // the last hop, if its routes do
	configured  bool   // the first hop is of a file
	open        string // says of a target at the path that the file itself lets it through, or may, or ""
	some        string // what lets some clients to the path alone, or ""
	only        string // what lets those in for whom the first target is, or ""
}

// NewHopsFound searches a chain, within so many states, for targets that get past a rule
// that denies a path, and for settings that stop all of them. The errors are those of
// [hop.Chain.Find].
func NewHopsFound(ctx context.Context, c hop.Chain, deny string, states int) (v HopsFound, err error) {
	const most = 3 // targets
	found, err := c.Find(ctx, deny, most, states)
	if err != nil {
		return v, err
	}
	v = HopsFound{Chain: withVersions(c), Deny: deny, Verdict: found.Verdict.String(), States: found.States, Targets: []Hops{}, Closed: []string{}}
	if last := c[len(c)-1]; last.IgnoresCase() {
		v.ignoresCase = last.Name()
	}
	if v.configured = c[0].Provenance() == program.Composed; v.configured {
		targets := []string{deny, deny + "/", deny + "/x"}
		for _, t := range targets {
			switch r := c[0].Apply(t); {
			case r.Unknown == "" && r.Status == 200 && !strings.HasPrefix(v.open, lets):
				v.open = lets + term.Shown(t) + " through"
			case r.Unknown != "" && v.open == "":
				v.open = "nor is it known whether " + lets + term.Shown(t) + " through"
			}
			if v.some == "" && !c.Passes(t, deny) {
				v.some = letIn(c[0].Apply(t))
			}
		}
		if len(found.Targets) > 0 {
			v.only = letIn(c[0].Apply(found.Targets[0]))
		}
	}
	for _, target := range found.Targets {
		v.Targets = append(v.Targets, NewHops(c, target))
	}
	if len(found.Targets) > 0 {
		v.Closed, v.Undecided, err = closing(ctx, c, found.Targets, deny, states)
	}
	if found.Verdict == hop.Undecided {
		v.Reasons = found.Undecided
	}
	return v, err
}

// lets begins what says which target a file lets through.
const lets = "the file by itself lets "

// letIn returns the condition under which a request that is refused is let through, or "".
func letIn(r hop.Result) string {
	for x := r.Or; r.Status != 200 && r.Unknown == "" && x != nil; x = x.Or {
		if x.Status == 200 && x.Unknown == "" {
			return x.If
		}
	}
	return ""
}

// withVersions returns the names of the hops of a chain with their versions.
func withVersions(c hop.Chain) string {
	names := make([]string, len(c))
	for i, h := range c {
		names[i] = h.String()
	}
	return strings.Join(names, " > ")
}

// HopsDiff is where two chains differ.
type HopsDiff struct {
	Old     string         `json:"old"`
	New     string         `json:"new"`
	Targets int            `json:"targets"`
	Unknown int            `json:"unknown"`
	Classes []HopsDiffered `json:"classes"`
}

// HopsDiffered is a class of targets that two chains treat differently, and the shortest
// of them.
type HopsDiffered struct {
	Class   string `json:"class"`
	Count   int    `json:"count"`
	Example Hops   `json:"old"`
	Now     Hops   `json:"new"`
}

// A Differ compares what two chains make of targets: whether they are refused, what rules
// match, and what is served or passed on at the end. It keeps counts and one target of each
// class. Its methods may be called at the same time.
type Differ struct {
	before, after hop.Chain

	mutex            sync.Mutex
	targets, unknown int
	classes          map[string]*differed
}

// differed is how many targets of a class there were, and the shortest.
type differed struct {
	count    int
	shortest string
}

// NewDiffer returns a Differ that has seen no targets.
func NewDiffer(before, after hop.Chain) *Differ {
	return &Differ{before: before, after: after, classes: map[string]*differed{}}
}

// Add takes a target through both chains.
func (d *Differ) Add(target string) {
	class := differ(d.before.Apply(target), d.after.Apply(target))
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.targets++
	switch class {
	case "":
		return
	case "unknown":
		d.unknown++
		return
	}
	c := d.classes[class]
	if c == nil {
		c = &differed{shortest: target}
		d.classes[class] = c
	}
	c.count++
	// Of those as short, the same one whatever the order.
	if cmp.Or(cmp.Compare(len(target), len(c.shortest)), strings.Compare(target, c.shortest)) < 0 {
		c.shortest = target
	}
}

// Diff returns what was seen.
func (d *Differ) Diff() HopsDiff {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	v := HopsDiff{Old: withVersions(d.before), New: withVersions(d.after), Targets: d.targets, Unknown: d.unknown, Classes: []HopsDiffered{}}
	for _, class := range diffClasses {
		if c := d.classes[class]; c != nil {
			v.Classes = append(v.Classes, HopsDiffered{class, c.count, NewHops(d.before, c.shortest), NewHops(d.after, c.shortest)})
		}
	}
	return v
}

// diffClasses are the classes in the order in which they are told.
var diffClasses = []string{"refused now", "refused no longer", "redirected otherwise", "rules match otherwise", "served or passed on otherwise"}

// differ returns the class of the first difference between what two chains do, "" for none,
// or "unknown".
func differ(a, b []hop.Result) string {
	x, y := a[len(a)-1], b[len(b)-1]
	switch ended, ends := x.Status != 200, y.Status != 200; {
	case x.Unknown != "" || y.Unknown != "":
		return "unknown"
	case x.Location != y.Location || x.Location != "" && x.Status != y.Status:
		return "redirected otherwise"
	case !ended && ends:
		return "refused now"
	case ended && !ends:
		return "refused no longer"
	case ended:
		return ""
	case a[0].Rule.Present && b[0].Rule.Present && a[0].Rule != b[0].Rule:
		return "rules match otherwise"
	case served(x) != served(y):
		return "served or passed on otherwise"
	}
	return ""
}

// served returns the path that the application is given, or else what is passed on.
func served(r hop.Result) hop.Part {
	if r.App.Present {
		return r.App
	}
	return r.Forward
}

// HopsConfig is what was understood of a configuration file.
type HopsConfig struct {
	File       string      `json:"file"`
	Kind       string      `json:"kind"`
	Version    string      `json:"version"`
	Servers    []HopServer `json:"servers"`
	Directives int         `json:"directives"`
	Followed   int         `json:"followed"` // of Directives
	Understood []HopLine   `json:"understood"`
	Missed     []HopLine   `json:"missed"`
}

// HopServer is a server of a configuration file, and what a chain calls it.
type HopServer struct {
	Chain string `json:"chain"`
	Line  int    `json:"line"`
}

// HopLine is a directive of a configuration file, and why it is not followed.
type HopLine struct {
	Line    int    `json:"line"`
	Text    string `json:"text"`
	Note    string `json:"note,omitempty"`
	Changes string `json:"changes,omitempty"`
}

// Why returns why a directive is not followed, and what follows from that, or "".
func (l HopLine) Why() string {
	if l.Changes != "" {
		return l.Note + ", so the result is unknown for " + l.Changes
	}
	return l.Note
}

// HopsConfigs is what was understood of configuration files.
type HopsConfigs []HopsConfig

// Page returns a row for each hop, and one for other versions that make something else.
func (v Hops) Page(s Style) string {
	rows := [][]string{{"  hop", "version", "status", "rules match", "passed on", "served"}}
	for _, h := range v.Hops {
		version := h.Version
		if old := program.Old(h.Recorded, time.Now()); old != "" {
			version += " (" + old + ")"
		}
		rows = append(rows, append([]string{"  " + h.Hop, version}, h.columns()...))
		for _, or := range h.Or {
			rows = append(rows, append([]string{"  if " + term.Shown(or.If), ""}, or.columns()...))
		}
		for _, o := range h.Others {
			rows = append(rows, append([]string{"", o.span}, o.columns()...))
		}
	}
	page := term.Columns(rows)
	for _, h := range v.Hops {
		if h.Split {
			page += s.WrapText(h.Hop+" writes a line end there: what follows it reaches the next program as lines of its own, perhaps as another request.", 0) + "\n"
		}
	}
	return page
}

// columns returns the status and the paths.
func (h *HopMade) columns() []string {
	if h.Unknown != "" {
		return []string{"not described: " + h.Unknown}
	}
	status := strconv.Itoa(*h.Status)
	switch {
	case *h.Status == 0:
		status = "closed"
	case h.Location != nil:
		status += " to " + term.Shown(*h.Location)
	}
	row := []string{status}
	for _, part := range []*string{h.Rule, h.Forward, h.App} {
		text := "-"
		if part != nil {
			text = term.Shown(*part)
		}
		row = append(row, text)
	}
	return row
}

// JSON returns the list.
func (list HopList) JSON() any { return list }

// Page lists the hops with their configurations.
func (list HopList) Page(s Style) string {
	var rows [][]string
	for _, h := range list {
		text := h.span + ": " + strings.Join(strings.Fields(h.Config), " ")
		if h.Source != "" {
			text = h.span + ", cited, not recorded"
		} else if days := recordedText(h.Dates); days != "" {
			text = h.span + ", " + days + ": " + strings.Join(strings.Fields(h.Config), " ")
		}
		rows = append(rows, []string{h.ID, text})
	}
	return term.Columns(s.Wrapped(rows))
}

// JSON returns h.
func (h HopDetail) JSON() any { return h }

// Page returns the configuration and the steps.
func (h HopDetail) Page(s Style) string {
	head := append(versionLines(h.Dates), []string{"provenance", strings.TrimSuffix(h.Provenance+": "+h.Source, ": ")})
	var rows [][]string
	for _, step := range h.Steps {
		rows = append(rows, []string{"  " + step.Name, step.Text})
	}
	config := "  " + strings.ReplaceAll(h.Config, "\n", "\n  ")
	return s.Bold(h.ID) + "\n" + term.Columns(s.Wrapped(head)) + "\nconfiguration\n" + config + "\n\nsteps, in order\n" + term.Columns(s.Wrapped(rows))
}

// JSON returns v.
func (v HopsFound) JSON() any { return v }

// Judge reports whether a target gets past the rule.
func (v HopsFound) Judge() Verdict {
	return map[string]Verdict{hop.Exists.String(): Found, hop.Undecided.String(): Undecided}[v.Verdict]
}

// Page returns the targets that get past the rule, or why there are none.
func (v HopsFound) Page(s Style) string {
	page := v.answer(s)
	if v.ignoresCase != "" {
		page += "\n" + s.WrapText("routes of "+v.ignoresCase+" ignore the case of letters, unless they are told otherwise", 0) + "\n"
	}
	if v.configured {
		text := "the rule is that of the file, which refuses " + term.Shown(v.Deny) + " by itself"
		if v.open != "" {
			text = "the rule is supposed, and denies every path that begins with " + term.Shown(v.Deny) + ": it is not asked whether the file has it; " + v.open
		}
		if v.only != "" {
			text += "; " + term.Shown(v.Targets[0].Input) + " gets past it if " + term.Shown(v.only)
		}
		if v.some != "" {
			text += "; clients that it lets in there are not counted: if " + term.Shown(v.some)
		}
		page += "\n" + s.WrapText(text, 0) + "\n"
	}
	return page
}

func (v HopsFound) answer(s Style) string {
	switch v.Verdict {
	case hop.None.String():
		return s.WrapText("none: no target of any length that begins with a slash and has no space or control character gets past a rule that denies "+term.Shown(v.Deny)+" in these models: "+term.Shown(v.Chain), 0) + "\n"
	case hop.Undecided.String():
		page := s.WrapText("undecided: no target was found that gets past a rule that denies "+term.Shown(v.Deny)+", and it was not proved that there is none, in "+term.Shown(v.Chain)+". What stands in the way:", 0) + "\n"
		for _, reason := range v.Reasons {
			page += "  " + s.WrapText(term.Shown(reason), 2) + "\n"
		}
		return page
	}
	page := ""
	for i, t := range v.Targets {
		if i > 0 {
			page += "\n"
		}
		page += s.Bold(term.Shown(t.Input)) + "\n" + t.Page(s)
	}
	for _, name := range v.Closed {
		page += "\n" + s.WrapText("closed with "+name, 0)
	}
	if len(v.Closed) > 0 {
		page += "\n" + s.WrapText("all lines of a setting: percent hops show NAME", 0)
	}
	for _, name := range v.Undecided {
		page += "\n" + s.WrapText("undecided whether closed with "+term.Shown(name), 0)
	}
	if len(v.Closed)+len(v.Undecided) == 0 {
		page += "\n" + s.WrapText("no other setting of one of these servers is known to close it", 0)
	}
	return page + "\n"
}

// JSON returns what was seen.
func (d *Differ) JSON() any { return d.Diff() }

// Judge reports whether a target is treated differently.
func (d *Differ) Judge() Verdict {
	v := d.Diff()
	if len(v.Classes) == 0 && v.Unknown > 0 {
		return Undecided
	}
	return foundIf(len(v.Classes) > 0)
}

// Page returns the classes of differences.
func (d *Differ) Page(s Style) string {
	v := d.Diff()
	var b term.Builder
	b.WriteString(term.Columns([][]string{{"old", v.Old}, {"new", v.New}, {"targets", strconv.Itoa(v.Targets)}}))
	switch {
	case len(v.Classes) == 0 && v.Unknown > 0:
		b.WriteString("\nundecided: none of the targets that the models describe differs\n")
	case len(v.Classes) == 0:
		b.WriteString("\nNone differs.\n")
	}
	for _, c := range v.Classes {
		b.WriteString(fmt.Sprintf("\n%s: %d, the shortest %s\n", c.Class, c.Count, s.Bold(term.Shown(c.Example.Input))))
		b.WriteString(" old\n" + c.Example.Page(s) + " new\n" + c.Now.Page(s))
	}
	if v.Unknown > 0 {
		b.WriteString(fmt.Sprintf("\nnot described: %d\n", v.Unknown))
	}
	return b.String()
}

// JSON returns the list.
func (list HopsConfigs) JSON() any { return list }

// Page returns the servers and the directives.
func (list HopsConfigs) Page(s Style) string {
	page := ""
	for i, v := range list {
		if i > 0 {
			page += "\n"
		}
		page += fmt.Sprintf("%s, %s %s: %d of %d directives followed\n", s.Bold(term.Shown(v.File)), v.Kind, v.Version, v.Followed, v.Directives)
		rows := [][]string{}
		for _, server := range v.Servers {
			rows = append(rows, []string{"  " + term.Shown(server.Chain), "line " + strconv.Itoa(server.Line)})
		}
		page += term.Columns(rows)
		for _, part := range []struct {
			head  string
			lines []HopLine
		}{{"understood", v.Understood}, {"not understood", v.Missed}} {
			if len(part.lines) == 0 {
				continue
			}
			rows := [][]string{}
			for _, l := range part.lines {
				text := term.Shown(l.Text)
				if why := l.Why(); why != "" {
					text += ": " + why
				}
				rows = append(rows, []string{"  line " + strconv.Itoa(l.Line), text})
			}
			page += "\n" + part.head + "\n" + term.Columns(s.Wrapped(rows))
		}
	}
	return page
}
