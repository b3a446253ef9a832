package conform

import (
	"slices"
	"sort"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/preimage"
	"github.com/pct-encoded/percent/internal/rule"
)

// rulesOf returns the rules of the catalogue for an operation of programs that take
// the units, each as the list of its dialects. Rules and dialects are in catalogue
// order.
func rulesOf(o Operation, units dialect.Units) [][]*dialect.Dialect {
	if o == Decode {
		return decodeRules[units].Get()
	}
	return encodeRules.Get()
}

var encodeRules = lazy.Value[[][]*dialect.Dialect]{Make: func() [][]*dialect.Dialect { return slices.Collect(preimage.Rules()) }}

var decodeRules = [...]lazy.Value[[][]*dialect.Dialect]{
	dialect.UnitsBytes: {Make: func() [][]*dialect.Dialect { return decodeRulesFor(dialect.UnitsBytes) }},
	dialect.UnitsText:  {Make: func() [][]*dialect.Dialect { return decodeRulesFor(dialect.UnitsText) }},
	dialect.UnitsUTF16: {Make: func() [][]*dialect.Dialect { return decodeRulesFor(dialect.UnitsUTF16) }},
}

func decodeRulesFor(units dialect.Units) [][]*dialect.Dialect {
	return preimage.Group(func(d *dialect.Dialect) (rule.Decode, bool) { return ruleOf(Decode, d, units).DecodeOf(), true })
}

// likelyRules returns the same rules, the likeliest first: those in dialect.Common,
// then those that more recorded functions follow.
func likelyRules(o Operation, units dialect.Units) [][]*dialect.Dialect {
	common := slices.Collect(dialect.Common())
	functions := map[string]int{}
	for m := range dialect.Implementations() {
		if o == Decode {
			functions[m.Decodes]++
		} else {
			functions[m.Encodes]++
		}
	}
	place := func(rule []*dialect.Dialect) (first, unused int) {
		first = len(common)
		for _, d := range rule {
			if i := slices.Index(common, d); i >= 0 {
				first = min(first, i)
			}
			unused -= functions[d.ID]
		}
		return first, unused
	}
	list := slices.Clone(rulesOf(o, units))
	sort.SliceStable(list, func(i, j int) bool {
		firstA, unusedA := place(list[i])
		firstB, unusedB := place(list[j])
		return firstA < firstB || firstA == firstB && unusedA < unusedB
	})
	return list
}

// others returns every other rule of the catalogue, and the variants of the rule of the
// suite.
func (s *Suite) others() []func(dst, src []byte) ([]byte, error) {
	var list []func(dst, src []byte) ([]byte, error)
	for _, r := range rulesOf(s.Operation, s.Options.Units) {
		if !slices.Contains(r, s.Dialect) {
			list = append(list, coder(s.Operation, r[0], s.Options.Units))
		}
	}
	for _, v := range variantsOf(s.Operation, s.Dialect, s.Options.Units) {
		list = append(list, v.code)
	}
	return list
}

// A variant is a rule with one choice changed.
type variant struct {
	field, value string
	code         func(dst, src []byte) ([]byte, error)
}

// variantsOf returns the rule of d with each of its choices changed in turn: each octet
// put into or taken out of the kept set, and each other value of each other choice.
func variantsOf(o Operation, d *dialect.Dialect, units dialect.Units) []variant {
	r := ruleOf(o, d, units)
	var list []variant
	if o == Decode {
		for _, v := range rule.DecodeVariants(r.DecodeOf()) {
			list = append(list, variant{v.Field, v.Value, (&rule.Rule{Encode: r.Encode, Decode: &v.Rule}).AppendDecode})
		}
		return list
	}
	e := r.EncodeOf()
	kept := rule.ParseSet(e.Kept)
	for i := range 256 {
		c := byte(i)
		v := e
		if kept.Contains(c) {
			v.Kept = kept.Remove(string([]byte{c})).String()
		} else {
			v.Kept = kept.AddRange(c, c).String()
		}
		list = append(list, variant{"Kept", string([]byte{c}), (&rule.Rule{Encode: &v}).AppendEncode})
	}
	for _, v := range rule.EncodeVariants(e) {
		list = append(list, variant{v.Field, v.Value, (&rule.Rule{Encode: &v.Rule}).AppendEncode})
	}
	return list
}
