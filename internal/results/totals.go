package results

import (
	"cmp"
	"maps"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// maxNameBytes limits the text of the names that a NameCounter holds.
const maxNameBytes = 256 << 20

// A NameCounter counts the names of the pairs of queries. It is safe for concurrent use.
type NameCounter struct {
	// Most is how many different names are held; pairs of others are only counted.
	Most int

	mu     sync.Mutex
	names  map[string]*countedName
	bytes  int
	totals NameTotals
}

// A NameCount says how often a name occurs.
type NameCount struct {
	Name    string `json:"name"`
	Pairs   int64  `json:"pairs"`
	Queries int64  `json:"queries"` // with at least one of the pairs
}

// A countedName is a name with the number of the query that it was last found in.
type countedName struct {
	NameCount
	last int64
}

// NameTotals is what a NameCounter has counted.
type NameTotals struct {
	Queries int64       `json:"queries"`
	Pairs   int64       `json:"pairs"`
	Others  int64       `json:"others"` // pairs whose names are not listed
	Names   []NameCount `json:"names"`
}

// Add counts the names in a query.
func (c *NameCounter) Add(pairs form.Pairs) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.totals.Queries++
	c.totals.Pairs += int64(len(pairs))
	for _, p := range pairs {
		n := c.names[p.Name]
		if n == nil {
			if len(c.names) >= c.Most || c.bytes+len(p.Name) > maxNameBytes {
				c.totals.Others++
				continue
			}
			if c.names == nil {
				c.names = map[string]*countedName{}
			}
			n = &countedName{NameCount: NameCount{Name: strings.Clone(p.Name)}} // without the rest of the query
			c.names[n.Name] = n
			c.bytes += len(p.Name)
		}
		n.Pairs++
		if n.last != c.totals.Queries {
			n.last = c.totals.Queries
			n.Queries++
		}
	}
}

// Totals returns what was counted, the most frequent names first.
func (c *NameCounter) Totals() NameTotals {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.totals
	t.Names = []NameCount{}
	for _, n := range c.names {
		t.Names = append(t.Names, n.NameCount)
	}
	sort.Slice(t.Names, func(i, j int) bool {
		a, b := &t.Names[i], &t.Names[j]
		return cmp.Or(cmp.Compare(b.Pairs, a.Pairs), cmp.Compare(b.Queries, a.Queries), strings.Compare(a.Name, b.Name)) < 0
	})
	return t
}

// A RuleCount says how often a rule of lint has found something of a severity.
type RuleCount struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Findings int64  `json:"findings"`
	level    lint.Severity
}

// RuleTotals is what lint has found in all values.
type RuleTotals struct {
	Values   int64       `json:"values"`
	Findings int64       `json:"findings"`
	Rules    []RuleCount `json:"rules"`
}

// A RuleCounter counts findings by rule and severity. It is safe for concurrent use.
type RuleCounter struct {
	mu    sync.Mutex
	rules map[RuleCount]int64 // of those without a number
}

// Add counts a finding.
func (c *RuleCounter) Add(f lint.Finding) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rules == nil {
		c.rules = map[RuleCount]int64{}
	}
	c.rules[RuleCount{Rule: f.Rule, Severity: f.Severity.String(), level: f.Severity}]++
}

// Totals returns what was counted in that many values, the most severe first and then the
// most frequent.
func (c *RuleCounter) Totals(values int64) RuleTotals {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := RuleTotals{Values: values, Rules: []RuleCount{}}
	for r := range maps.Keys(c.rules) {
		r.Findings = c.rules[r]
		t.Findings += r.Findings
		t.Rules = append(t.Rules, r)
	}
	sort.Slice(t.Rules, func(i, j int) bool {
		a, b := &t.Rules[i], &t.Rules[j]
		return cmp.Or(cmp.Compare(b.level, a.level), cmp.Compare(b.Findings, a.Findings), strings.Compare(a.Rule, b.Rule)) < 0
	})
	return t
}

// Of returns how many findings have a severity.
func (t RuleTotals) Of(s lint.Severity) int64 {
	n := int64(0)
	for _, r := range t.Rules {
		if r.Severity == s.String() {
			n += r.Findings
		}
	}
	return n
}

// Output returns a line for each rule, or, with asJSON, one object.
func (t RuleTotals) Output(asJSON bool) (lines []byte) {
	if asJSON {
		return strictjson.Line(t)
	}
	for _, r := range t.Rules {
		lines = append(strconv.AppendInt(lines, r.Findings, 10), "\t"+r.Severity+"\t"+r.Rule+"\n"...)
	}
	return lines
}
