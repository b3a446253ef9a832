package webhook

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/sign/internal/params"
)

// pairs are parameters that are signed as a text.
type pairs struct {
	params []params.Param
	// Each value is written by value, each name by name, with eq between them and join
	// between pairs.
	name, value func(string) string
	eq, join    string
	unsorted    bool
	skipEmpty   bool
	trim        bool
	// gather, if not "", joins the values of one name.
	gather string
}

//go:noinline
func plain(v string) string { return v }

// without returns parameters without those of some names.
//
//go:noinline
func without(list []params.Param, names ...string) []params.Param {
	return slices.DeleteFunc(slices.Clone(list), func(p params.Param) bool { return slices.Contains(names, p.Name) })
}

// text returns the text that is signed.
func (p pairs) text() string {
	list := slices.Clone(p.params)
	if p.gather != "" {
		at, gathered, many := map[string]int{}, list[:0], [][]string(nil)
		for _, q := range p.params {
			i, ok := at[q.Name]
			if !ok {
				i, at[q.Name] = len(gathered), len(gathered)
				params.Add(&gathered, q)
				params.Add(&many, nil)
			}
			many[i] = append(many[i], q.Value)
		}
		list = gathered
		for i := range list {
			list[i].Value = strings.Join(many[i], p.gather)
		}
	}
	if !p.unsorted {
		params.Sort(list, func(a, b params.Param) int { return strings.Compare(a.Name, b.Name) })
	}
	var b strings.Builder
	first := true
	for _, q := range list {
		v := q.Value
		if p.skipEmpty && v == "" {
			continue
		}
		if p.trim {
			v = strings.Trim(v, " \t\n\r\x00\x0B")
		}
		if !first {
			b.WriteString(p.join)
		}
		first = false
		b.WriteString(p.name(q.Name) + p.eq + p.value(v))
	}
	return b.String()
}

//go:noinline
func (p *pairs) changed(f func(q *pairs)) string {
	q := *p
	f(&q)
	return q.text()
}

// candidates adds what signers write in place of the text of p; all holds the parameters
// with the signature.
func (p pairs) candidates(all []params.Param, add func(id, text, fix, signed string)) {
	const encoding = "write names and values as the service does"
	change := func(id, text, fix string, f func(q *pairs)) { add(id, text, fix, p.changed(f)) }
	change("plus-kept", "a + was not read as a space", "decode the parameters as a form", func(q *pairs) { q.params = kept(p.params) })
	change("wrong-order", "the parameters were signed in another order", "sign the parameters in the order of the service", func(q *pairs) { q.unsorted = !q.unsorted })
	for _, e := range params.Encoders() {
		change(e.ID, e.Text, encoding, func(q *pairs) { q.value = e.Encode })
		change(e.ID, e.Text, encoding, func(q *pairs) { q.name, q.value = e.Encode, e.Encode })
		change(e.ID, e.Text+", and the parameters were not sorted", encoding, func(q *pairs) { q.name, q.value, q.unsorted = e.Encode, e.Encode, !q.unsorted })
	}
	raw := slices.Clone(p.params)
	for i := range raw {
		raw[i].Name, raw[i].Value = raw[i].RawName, raw[i].Raw
	}
	change("as-received", "the parameters were signed as they are written in the request", encoding, func(q *pairs) { q.params, q.name, q.value = raw, plain, plain })
	change("as-received", "the parameters were signed as they are written in the request, in their order", encoding, func(q *pairs) { q.params, q.name, q.value, q.unsorted = raw, plain, plain, true })
	change("wrong-order", "the parameters were sorted backwards", "sign the parameters in the order of the service", func(q *pairs) {
		q.params, q.unsorted = slices.Clone(p.params), true
		params.Sort(q.params, func(a, b params.Param) int { return strings.Compare(b.Name, a.Name) })
	})
	change("wrong-order", "the parameters were sorted without regard to case", "sort by octets", func(q *pairs) {
		q.params, q.unsorted = slices.Clone(p.params), true
		params.Sort(q.params, func(a, b params.Param) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	})
	empty := [2]string{"empty-left-out", "parameters without a value were left out"}
	if p.skipEmpty {
		empty = [2]string{"empty-signed", "parameters without a value were signed"}
	}
	change(empty[0], empty[1], "treat empty values as the service does", func(q *pairs) { q.skipEmpty = !q.skipEmpty })
	change("values-trimmed", "white space around values was trimmed, or kept", "treat white space as the service does; frameworks trim what they receive", func(q *pairs) { q.trim = !q.trim })
	for _, of := range []struct {
		id, text, fix, name string
		write               func(string) string
	}{
		{"amount-divided", "the amount was divided by 100", "verify the amount as it came", "vnp_Amount", func(v string) string { return params.TrimSuffix(v, "00") }},
		{"amount-divided", "the amount was multiplied by 100", "send the amount that was signed", "vnp_Amount", func(v string) string { return v + "00" }},
		{"value-parsed", "an object in JSON was parsed, and written as [object Object]", "sign values as they came, before they are parsed", "user", func(string) string { return "[object Object]" }},
	} {
		change(of.id, of.text, of.fix, func(q *pairs) {
			q.params = slices.Clone(p.params)
			for i := range q.params {
				if q.params[i].Name == of.name {
					q.params[i].Value = of.write(q.params[i].Value)
				}
			}
		})
	}
	change("signature-signed", "the signature was signed, too", "leave the parameter of the signature out", func(q *pairs) { q.params = all })
	change("first-value-only", "only one value of each name was signed", "sign all values of a name", func(q *pairs) { q.params = firsts(p.params) })
	for _, join := range []string{"&", "\n", "", ",", ";", "|", "\r\n", "&amp;"} {
		change("other-separator", "other separators stand between the parameters", "separate the parameters as the service does", func(q *pairs) { q.join = join })
	}
	for _, eq := range []string{"=", "", ":"} {
		change("other-separator", "another separator stands between names and values", "separate names and values as the service does", func(q *pairs) { q.eq = eq })
	}
	change("values-only", "the values were signed without names", "sign names and values", func(q *pairs) { q.name, q.eq = func(string) string { return "" }, "" })
	if len(p.params) > mostLeftOut {
		return
	}
	for i, q := range p.params {
		change("parameter-left-out", "the parameter "+params.Shown(q.Name)+" was left out", "sign all parameters but the signature", func(o *pairs) { o.params = slices.Concat(p.params[:i], p.params[i+1:]) })
	}
}

// mostLeftOut is up to how many parameters each is tried to be missing.
const mostLeftOut = 100

// kept returns parameters decoded with + as itself.
func kept(list []params.Param) []params.Param {
	list = slices.Clone(list)
	for i := range list {
		list[i].Name, list[i].Value = params.Decode(list[i].RawName), params.Decode(list[i].Raw)
	}
	return list
}

func firsts(list []params.Param) (first []params.Param) {
	seen := map[string]bool{}
	for _, p := range list {
		if !seen[p.Name] {
			params.Add(&first, p)
		}
		seen[p.Name] = true
	}
	return first
}
