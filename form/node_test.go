package form

import (
	"slices"
	"testing"

	"github.com/pct-encoded/percent/internal/nodejs"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// TestNode compares with URLSearchParams of Node.js:
//
//	go test ./form -run TestNode -node=1000000
//
// Its constructor removes a '?' first, hence the "&". Node.js 20 truncates
// characters to a byte where they stand unescaped beside escapes that are not
// UTF-8 (new URLSearchParams("あ%FF") has the name "B\uFFFD"). Where there are
// both, it is given the characters as escapes, which the URL Standard makes the
// same.
func TestNode(t *testing.T) {
	p := nodejs.Start(t, `
const sep = "\u0000\u0001\u0000";
const list = p => [...p].map(([n, v]) => n + sep + v).join(sep + sep);
const half = s => [s.slice(0, s.length / 2), s.slice(s.length / 2)];
const query = s => "&" + (s.includes("%") ? s.toWellFormed().replace(/[^\x00-\x7F]+/g, encodeURIComponent) : s);
const reply = s => [
  attempt(() => { const p = new URLSearchParams(query(s)); return list(p); }),
  attempt(() => new URLSearchParams(query(s)).toString()),
  attempt(() => new URLSearchParams([half(s), [s, s]]).toString()),
  attempt(() => { const p = new URLSearchParams(query(s)); p.sort(); return p.toString(); }),
  attempt(() => { const p = new URLSearchParams(query(s)); const n = [...p.keys()][0] ?? "x"; p.set(n, s); return p.toString(); }),
  attempt(() => { const p = new URLSearchParams(query(s)); const n = [...p.keys()][0] ?? "x"; p.delete(n); p.append(s, n); return p.toString(); }),
];`)
	const sep = "\x00\x01\x00"
	var seeds []string
	for _, v := range parseVectors {
		seeds = append(seeds, v.in)
	}
	for _, v := range serializeVectors {
		seeds = append(seeds, v.want)
		for _, pair := range v.in {
			seeds = append(seeds, pair.Name, pair.Value)
		}
	}
	p.Compare(t, seeds, func(t *testing.T, in []uint16, answers []nodejs.Answer) {
		text := string(wtf8.AppendText(nil, in))
		scalar := scalarValues(text)
		parse := func() Pairs {
			pairs, err := Parse(scalar)
			if err != nil {
				t.Error(err)
			}
			return pairs
		}
		pairs := parse()
		first := "x"
		if len(pairs) > 0 {
			first = pairs[0].Name
		}
		list := ""
		for i, pair := range pairs {
			if i > 0 {
				list += sep + sep
			}
			list += pair.Name + sep + pair.Value
		}
		middle := len(in) / 2
		halves := Pairs{
			{string(wtf8.AppendText(nil, in[:middle])), string(wtf8.AppendText(nil, in[middle:]))},
			{text, text},
		}
		sorted, set, deleted := slices.Clone(pairs), slices.Clone(pairs), slices.Clone(pairs)
		sorted.Sort()
		set.Set(first, text)
		deleted.Delete(first)
		deleted.Append(text, first)
		edited, _ := Edit(scalar)
		edited.Set(first, text)
		again, err := Parse(edited.String())
		if err != nil || again.String() != set.String() {
			t.Errorf("Edit(%q).Set gives %q, want the pairs of %q", scalar, edited, set)
		}
		for i, got := range []string{list, pairs.String(), halves.String(), sorted.String(), set.String(), deleted.String()} {
			if got != answers[i].Text() {
				t.Errorf("question %d about %q: %q, node gives %q %s", i, text, got, answers[i].Text(), answers[i].Error)
			}
		}
		checkReaders(t, Standard, text)
		checkReaders(t, Strict.WithSeparators(AmpersandOrSemicolon), text)
	})
}
