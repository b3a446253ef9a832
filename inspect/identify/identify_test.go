package identify

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/preimage"
)

// encodingDialects returns the dialects of the catalogue that encode.
func encodingDialects() []*dialect.Dialect {
	var list []*dialect.Dialect
	for d := range dialect.All() {
		if d.Encodes() {
			list = append(list, d)
		}
	}
	return list
}

// identifyInput returns a random text of everything that dialects treat in ways
// of their own. Every third is printable ASCII and letters alone, which no
// dialect but a few refuses.
func identifyInput(rnd *rand.Rand) string {
	var b strings.Builder
	pick := func(list ...string) { b.WriteString(list[rnd.IntN(len(list))]) }
	kinds := 12
	if rnd.IntN(3) == 0 {
		kinds = 4
	}
	for range 1 + rnd.IntN(10) {
		switch rnd.IntN(kinds) {
		case 0:
			pick("~", "!", "*", "'", "(", ")", "+", ":", "@", "&", "=", "$", ",", ";", "|", "^", "`", "{", "}", "\"", "<", ">", "-", ".", "_")
		case 1, 2:
			pick("a", "Z", "0", "abc", "f", "F", "x", "k")
		case 3:
			pick(" ", "  ", "+", " x")
		case 4:
			b.WriteByte(byte(rnd.IntN(0x20)))
		case 5:
			pick("\r\n", "\n", "\r", "\t", "\x7F", "\x00", "#", "?", "/", "\\", "[", "]", "%")
		case 6:
			pick("é", "ÿ", "€", "Ω", "日本", "語", "한국", "中文", "\u0085", "\u00A0", "\u2028", "\u200E", "\uFEFF", "\uFFFD")
		case 7:
			pick("😀", "👩‍🚀", "\U00020000", "\U0010FFFF", "\U0001FFFE", "\uFFFE", "\uFDD0", "\uE000", "e\u0301", "\uFF21", "\u205F")
		case 8:
			pick("\xFF", "\xC3", "\xE3\x81", "\x80", "\xC0\xAF", "\xF5\x80\x80\x80", "\xF0\x9F")
		case 9:
			pick("%41", "%7e", "%2F", "%2f", "%C3%A9", "%c3", "%25", "%2541", "%20", "%00", "%0A", "%u20AC", "%zz", "%4", "%%", "&amp;")
		case 10:
			pick("\xED\xA0\x80", "\xED\xB0\x80", "\xED\xA0\xBD\xED\xB8\x80", "\xED\xA0\x80x")
		case 11:
			pick("/./", "/../", "//", "?#", "://", "http://h/", "a:b", "=", "..")
		}
	}
	return b.String()
}

// TestIdentifyListsEveryDialect puts random inputs through every dialect until
// each has taken 1,000. Every dialect must be found for each of its outputs; of
// each input one output is identified as a whole, and must be that of exactly
// the dialects that give it.
func TestIdentifyListsEveryDialect(t *testing.T) {
	t.Parallel()
	want := 1000
	if !growth.LongAndFast() {
		want = 20
	}
	all := encodingDialects()
	rnd := rand.New(rand.NewPCG(9, 3))
	taken := make([]int, len(all))
	inputs, several := 0, 0
	var buf []byte
	for ; slices.Min(taken) < want; inputs++ {
		if inputs > 20*want {
			for i, n := range taken {
				if n < want {
					t.Errorf("%s took only %d of %d inputs", all[i].ID, n, inputs)
				}
			}
			break
		}
		raw := identifyInput(rnd)
		givers := map[string][]string{}
		trials := map[string][]*trial{}
		for i, d := range all {
			out, err := d.AppendEncode(nil, []byte(raw))
			if err != nil {
				continue
			}
			taken[i]++
			givers[string(out)] = append(givers[string(out)], d.ID)
			if trials[string(out)] == nil {
				trials[string(out)] = newTrials([]Sample{Pair(raw, string(out))})
			}
			if _, x := examine(d, trials[string(out)], &buf); x != nil {
				t.Fatalf("%s makes %q of %q, but is ruled out: %+v", d.ID, out, raw, x)
			}
		}
		outputs := slices.Sorted(maps.Keys(givers))
		encoded := outputs[rnd.IntN(len(outputs))]
		id := identify(nil, []Sample{Pair(raw, encoded)})
		if inputs%4 == 0 {
			var err error
			if id, err = Identify(Pair(raw, encoded)); err != nil {
				t.Fatal(err)
			}
			checkNext(t, id)
			if len(id.Matches) > 1 {
				several++
			}
		}
		checkExclusions(t, id, raw, encoded)
		var got []string
		for _, m := range id.Matches {
			got = append(got, identifiers(m.Dialects)...)
		}
		slices.Sort(got)
		slices.Sort(givers[encoded])
		if !slices.Equal(got, givers[encoded]) {
			t.Fatalf("%q of %q: %v are listed, but %v give it", encoded, raw, got, givers[encoded])
		}
		if len(got)+len(id.Exclusions) != len(all) {
			t.Fatalf("%q of %q: %d listed and %d ruled out, of %d", encoded, raw, len(got), len(id.Exclusions), len(all))
		}
	}
	t.Logf("%d inputs, each dialect took %d at least; %d times the next sample told rules apart", inputs, slices.Min(taken), several)
}

func identifiers(list []*dialect.Dialect) []string {
	var ids []string
	for _, d := range list {
		ids = append(ids, d.ID)
	}
	return ids
}

// outcomeOf returns what a dialect makes of a text, in one string.
func outcomeOf(d *dialect.Dialect, text string) string {
	out, err := d.AppendEncode(nil, []byte(text))
	if err != nil {
		return "refused"
	}
	return "=" + string(out)
}

// checkNext asks that the next sample tells the rules apart, as Outcomes says,
// wherever more than one remains.
func checkNext(t *testing.T, id *Identification) {
	t.Helper()
	if len(id.Matches) < 2 {
		if id.Next != "" || id.Outcomes != nil {
			t.Fatalf("next is %q, with %d rules", id.Next, len(id.Matches))
		}
		return
	}
	seen := map[string]bool{}
	for i := range id.Matches {
		seen[outcomeOf(id.Matches[i].Dialects[0], id.Next)] = true
	}
	if len(seen) < 2 || len(seen) != len(id.Outcomes) {
		t.Fatalf("next %q has %d outcomes, not %d, for %v", id.Next, len(seen), len(id.Outcomes), names2(id))
	}
	if len(id.Matches) == 2 && len(seen) != 2 {
		t.Fatalf("next %q does not tell %v apart", id.Next, names2(id))
	}
	n := 0
	for _, o := range id.Outcomes {
		for _, i := range o.Matches {
			n++
			for _, d := range id.Matches[i].Dialects {
				want := "=" + o.Output
				if o.Refused != "" {
					want = "refused"
				}
				if got := outcomeOf(d, id.Next); got != want {
					t.Fatalf("%s makes %s of %q, not %s", d.ID, got, id.Next, want)
				}
			}
		}
	}
	if n != len(id.Matches) {
		t.Fatalf("outcomes have %d rules of %d", n, len(id.Matches))
	}
}

func names2(id *Identification) []string {
	var ids []string
	for _, m := range id.Matches {
		ids = append(ids, m.Dialects[0].ID)
	}
	return ids
}

// checkExclusions asks that what is said to stand in the encoded text and in
// what the dialect writes does.
func checkExclusions(t *testing.T, id *Identification, raw, encoded string) {
	t.Helper()
	for _, x := range id.Exclusions {
		out, err := x.Dialect.AppendEncode(nil, []byte(raw))
		switch {
		case (err != nil) != (x.Refused != ""):
			t.Fatalf("%s: refused %q, but %v", x.Dialect.ID, x.Refused, err)
		case !strings.HasPrefix(encoded[x.Offset:], x.Bytes), !strings.HasPrefix(string(out[x.Offset:]), x.Written):
			t.Fatalf("%s: %q and %q at %d, but %q and %q", x.Dialect.ID, x.Bytes, x.Written, x.Offset, encoded, out)
		case encoded[:x.Offset] != string(out[:x.Offset]):
			t.Fatalf("%s: %q and %q differ before %d", x.Dialect.ID, encoded, out, x.Offset)
		case x.Bytes == x.Written && err == nil, !x.Proved, x.Reason() == "":
			t.Fatalf("%s: %+v", x.Dialect.ID, x)
		}
	}
}

// TestNextSeparatesPairs asks for every two dialects of the catalogue that are
// not one rule that the sample for them tells them apart.
func TestNextSeparatesPairs(t *testing.T) {
	t.Parallel()
	all := encodingDialects()
	step := 1
	if !growth.LongAndFast() {
		step = 37
	}
	pairs, same := 0, 0
	lengths := map[int]int{}
	for i := range all {
		for j := range i {
			pairs++
			if pairs%step != 0 {
				continue
			}
			a, b := all[j], all[i]
			if preimage.EncodesLike(a, b) {
				same++
				continue
			}
			id := &Identification{Matches: []Match{{Dialects: []*dialect.Dialect{a}}, {Dialects: []*dialect.Dialect{b}}}}
			id.next()
			if len(id.Outcomes) != 2 || outcomeOf(a, id.Next) == outcomeOf(b, id.Next) {
				t.Errorf("%s and %s: next %q does not tell them apart", a.ID, b.ID, id.Next)
			}
			lengths[utf8.RuneCountInString(id.Next)]++
		}
	}
	t.Logf("%d pairs, %d of them one rule; lengths of the samples: %v", pairs, same, lengths)
}

// TestOneRuleStaysOne puts adversarial texts through the dialects that are held
// to be one rule, where no next sample is given.
func TestOneRuleStaysOne(t *testing.T) {
	rounds := 3000
	if !growth.LongAndFast() {
		rounds = 100
	}
	var groups [][]*dialect.Dialect
	for _, m := range identify(nil, nil).Matches {
		if len(m.Dialects) > 1 {
			groups = append(groups, m.Dialects)
		}
	}
	if len(groups) < 5 {
		t.Fatalf("only %d rules are stated in several places", len(groups))
	}
	rnd := rand.New(rand.NewPCG(4, 4))
	texts := preimage.Probes()
	for i := range 256 {
		texts = append(texts, string([]byte{byte(i)}), "a"+string([]byte{byte(i)})+"b")
	}
	for range rounds {
		texts = append(texts, identifyInput(rnd))
	}
	for _, g := range groups {
		for _, text := range texts {
			want := outcomeOf(g[0], text)
			for _, d := range g[1:] {
				if got := outcomeOf(d, text); got != want {
					t.Fatalf("%s and %s are one rule, but %q gives %s and %s", g[0].ID, d.ID, text, want, got)
				}
			}
		}
	}
}

// TestQuestions plays the unknown encoder for every dialect: it answers each
// next sample until none is left. What remains must be its rule.
func TestQuestions(t *testing.T) {
	t.Parallel()
	all := encodingDialects()
	step := 1
	if !growth.LongAndFast() {
		step = 20
	}
	most, sum, n := 0, 0, 0
	for i := 0; i < len(all); i += step {
		d := all[i]
		var samples []Sample
		answer := func(text string) {
			out, err := d.AppendEncode(nil, []byte(text))
			if err != nil {
				samples = append(samples, Refusal(text))
			} else {
				samples = append(samples, Pair(text, string(out)))
			}
		}
		answer("a b")
		for {
			id, err := Identify(samples...)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(id.Matches, func(m Match) bool { return slices.Contains(m.Dialects, d) }) {
				t.Fatalf("%s is not among what remains of %v", d.ID, samples)
			}
			if len(id.Outcomes) == 0 {
				if len(id.Matches) != 1 {
					t.Errorf("%s: %v remain, and no sample is proposed", d.ID, names2(id))
				}
				break
			}
			if len(samples) > 12 {
				t.Fatalf("%s: still %v after %v", d.ID, names2(id), samples)
			}
			answer(id.Next)
		}
		most, sum, n = max(most, len(samples)), sum+len(samples), n+1
	}
	t.Logf("%d dialects, %.2f samples each, %d at most", n, float64(sum)/float64(n), most)
}

// TestIdentifyOutputs asks of outputs alone that the dialect that gave one is
// among the matches, unless none was found for it, and that every text that is
// named gives the output.
func TestIdentifyOutputs(t *testing.T) {
	t.Parallel()
	rounds := 600
	if !growth.LongAndFast() {
		rounds = 20
	}
	all := encodingDialects()
	rnd := rand.New(rand.NewPCG(7, 1))
	given, unfound := 0, 0
	for range rounds {
		raw := identifyInput(rnd)
		d := all[rnd.IntN(len(all))]
		out, err := d.AppendEncode(nil, []byte(raw))
		if err != nil {
			continue
		}
		encoded := string(out)
		id, err := Identify(Output(encoded))
		if err != nil {
			t.Fatal(err)
		}
		checkNext(t, id)
		givers := 0
		for _, m := range id.Matches {
			for _, e := range m.Dialects {
				if outcomeOf(e, m.Texts[0]) != "="+encoded {
					t.Fatalf("%s does not make %q of %q", e.ID, encoded, m.Texts[0])
				}
			}
		}
		for _, x := range id.Exclusions {
			if outcomeOf(x.Dialect, raw) != "="+encoded {
				continue
			}
			unfound++
			if x.Proved || x.Dialect.Encoding() != nil {
				t.Fatalf("%s is ruled out (%+v), but makes %q of %q", x.Dialect.ID, x, encoded, raw)
			}
		}
		for _, e := range all {
			if outcomeOf(e, raw) == "="+encoded {
				givers++
			}
		}
		given += givers
	}
	t.Logf("%d givers, no text found for %d of them", given, unfound)
	if unfound*500 > given {
		t.Errorf("no text was found for %d of %d", unfound, given)
	}
}

func TestIdentifyTable(t *testing.T) {
	for _, c := range []struct {
		name    string
		samples []Sample
		in, out []string // dialects that remain, and that do not
		only    bool     // nothing remains but in
	}{
		{"form", []Sample{Output("a+b%7E")}, []string{"whatwg.form", "php.urlencode", "java.URLEncoder"}, []string{"rfc3986", "js.encodeURIComponent", "py.quote_plus"}, false},
		{"tilde kept", []Sample{Output("a+b~")}, []string{"py.quote_plus"}, []string{"whatwg.form", "php.urlencode"}, false},
		{"lower", []Sample{Output("%c3%a9")}, []string{"apr.escape_urlencoded"}, []string{"rfc3986", "whatwg.form"}, false},
		{"unicode", []Sample{Pair("日", "%u65E5")}, []string{"js.escape"}, []string{"mono.HttpUtility.UrlEncodeUnicode"}, true},
		{"pair", []Sample{Pair("a b", "a%20b")}, []string{"rfc3986", "js.encodeURIComponent"}, []string{"whatwg.form", "whatwg.c0-control"}, false},
		{"intersection", []Sample{Pair("a b", "a%20b"), Pair("~'", "~'")}, []string{"js.encodeURIComponent", "rfc2396"}, []string{"rfc3986", "rfc1738"}, false},
		{"mixed", []Sample{Pair("a b", "a%20b"), Output("%2B"), Refusal("\xED\xA0\x80")}, []string{"js.encodeURIComponent", "js.mdn_rfc3986"}, []string{"rfc3986", "whatwg.component"}, false},
		{"none", []Sample{Pair("a b", "a_b")}, nil, []string{"rfc3986"}, true},
		{"contradiction", []Sample{Pair("a b", "a+b"), Pair("a b", "a%20b")}, nil, nil, true},
		{"empty", []Sample{Output("")}, []string{"rfc3986"}, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			id, err := Identify(c.samples...)
			if err != nil {
				t.Fatal(err)
			}
			checkNext(t, id)
			var got []string
			for _, m := range id.Matches {
				got = append(got, identifiers(m.Dialects)...)
			}
			for _, name := range c.in {
				if !slices.Contains(got, name) {
					t.Errorf("%s does not remain", name)
				}
			}
			for _, name := range c.out {
				if slices.Contains(got, name) {
					t.Errorf("%s remains", name)
				}
			}
			if c.only && len(got) != len(c.in) {
				t.Errorf("%v remain, want only %v", got, c.in)
			}
		})
	}
}

// TestIdentifyOrder has the order of the matches: what escapes comes before what
// leaves the text as it is, and then the number of encoders.
func TestIdentifyOrder(t *testing.T) {
	id, err := Identify(Output("a%20b"))
	if err != nil {
		t.Fatal(err)
	}
	if first := id.Matches[0].Dialects[0].ID; first != "rfc3986" {
		t.Errorf("%s comes first", first)
	}
	idle := false
	last := 0
	for i, m := range id.Matches {
		now := m.Texts[0] == "a%20b"
		switch {
		case now && !idle:
			idle = true
		case idle && !now:
			t.Errorf("%s escapes, and comes behind what does not", m.Dialects[0].ID)
		case i > 0 && len(m.Encoders) > last:
			t.Errorf("%s has %d encoders, and comes behind %d", m.Dialects[0].ID, len(m.Encoders), last)
		}
		last = len(m.Encoders)
	}
	if !idle {
		t.Error("nothing leaves the text as it is")
	}
}

// TestEveryEscapeIsLikelier: who wrote all escapes comes before who was given
// some of them.
func TestEveryEscapeIsLikelier(t *testing.T) {
	const text = "Hello%20World%21"
	id, err := Identify(Output(text))
	if err != nil {
		t.Fatal(err)
	}
	left := false
	for _, m := range id.Matches {
		now := strings.Contains(m.Texts[0], "%")
		if left && !now && m.Texts[0] == "Hello World!" {
			t.Errorf("%s comes behind what leaves escapes", m.Dialects[0].ID)
		}
		left = left || now
	}
	if !left {
		t.Error("nothing leaves escapes")
	}
}

func TestExclusionReasons(t *testing.T) {
	for _, c := range []struct {
		id     string
		sample Sample
		want   string
	}{
		{"rfc3986", Output("a!"), `1 "!" is escaped %21`},
		{"rfc3986", Output("a%7E"), `1 "%7E" is kept, not escaped ~`},
		{"rfc3986", Output("%c3"), `0 "%c3" has upper-case digits %C3`},
		{"rfc3986", Output("x%zz"), `1 "%" begins no escape, and is %25 %25`},
		{"whatwg.form", Output("a%20b"), `1 "%20" is a space, written as '+' +`},
		{"rfc3986", Pair("a b", "a+b"), `1 "+" is a space, written as %20 %20`},
		{"rfc3986", Pair("a", "ab"), `1 "b" is too much `},
		{"rfc3986", Pair("ab", "a"), `1 "" comes too early b`},
		{"rfc3986", Pair("é", "%E9"), `0 "%E9" is something else %C3`},
		{"apr.escape_urlencoded", Pair("é", "%C3%A9"), `0 "%C3" has lower-case digits %c3`},
		{"js.encodeURIComponent", Pair("a\xED\xA0\x80", "a%ED"), `1 "%ED" cannot be: the text is refused `},
		{"rfc3986", Refusal("a"), `0 "" should be an error `},
	} {
		id, err := Identify(c.sample)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(id.Exclusions, func(x Exclusion) bool { return x.Dialect.ID == c.id })
		if at < 0 {
			t.Errorf("%s is not ruled out by %+v", c.id, c.sample)
			continue
		}
		x := &id.Exclusions[at]
		if got := fmt.Sprintf("%d %q %s %s", x.Offset, x.Bytes, x.Reason(), x.Written); got != c.want {
			t.Errorf("%s: %s, want %s", c.id, got, c.want)
		}
	}
}

func TestGrounds(t *testing.T) {
	id, err := Identify(Pair("a b~", "a+b%7e"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var last int
	for i, g := range id.Grounds() {
		if i > 0 && len(g.Dialects) > last {
			t.Errorf("%d dialects come behind %d", len(g.Dialects), last)
		}
		last = len(g.Dialects)
		n += last
	}
	if n != len(id.Exclusions) {
		t.Errorf("grounds have %d dialects of %d", n, len(id.Exclusions))
	}
}

func TestNearest(t *testing.T) {
	samples := []Sample{Pair("a~b é", "a%7eb%20%C3%A9")}
	id, err := Identify(samples...)
	if err != nil {
		t.Fatal(err)
	}
	near := id.Nearest(3, samples...)
	if len(id.Matches) > 0 || len(near) != 3 {
		t.Fatalf("%d matches, %d near", len(id.Matches), len(near))
	}
	if near[0].Dialect.ID != "rfc3986" || near[0].Output != "a~b%20%C3%A9" || near[0].Differing != 1 || near[0].Offset != 1 {
		t.Errorf("nearest is %+v", near[0])
	}
	samples = []Sample{Output("%c3%A9 ~")}
	if id, err = Identify(samples...); err != nil {
		t.Fatal(err)
	}
	if len(id.Matches) > 0 {
		for _, x := range id.Nearest(3, samples...) {
			if outcomeOf(x.Dialect, x.Text) != "="+x.Output {
				t.Errorf("%s makes %q of %q, not %q", x.Dialect.ID, outcomeOf(x.Dialect, x.Text), x.Text, x.Output)
			}
		}
	}
}

func TestIdentifyLimits(t *testing.T) {
	t.Parallel()
	var limit *inspect.LimitError
	if _, err := Identify(Output(strings.Repeat("a", inspect.MaxInput+1))); !errors.As(err, &limit) || limit.Limit != inspect.MaxInput || limit.Length != inspect.MaxInput+1 {
		t.Errorf("a text that is too long: %v", err)
	}
	half := strings.Repeat("a", inspect.MaxInput/2+1)
	if _, err := Identify(Pair(half, half), Output(half)); !errors.As(err, &limit) {
		t.Errorf("texts that are too long together: %v", err)
	}
	if _, err := Identify(make([]Sample, MaxSamples+1)...); err == nil {
		t.Error("too many samples are taken")
	}
	if id, err := Identify(Output(strings.Repeat("%E6%97%A5", inspect.MaxInput/9))); err != nil || len(id.Matches) < 50 {
		t.Errorf("a text that is as long as may be: %v", err)
	}
}

func FuzzIdentify(f *testing.F) {
	for _, s := range [][2]string{{"a b", "a+b"}, {"é", "%c3%a9"}, {"", ""}, {"%", "%25"}, {"\xED\xA0\x80", "%uD800"}, {"a/../b", "b"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, raw, encoded string) {
		if len(raw)+len(encoded) > 500 {
			return
		}
		pair, err := Identify(Pair(raw, encoded))
		if err != nil {
			t.Fatal(err)
		}
		checkNext(t, pair)
		checkExclusions(t, pair, raw, encoded)
		output, err := Identify(Output(encoded))
		if err != nil {
			t.Fatal(err)
		}
		checkNext(t, output)
		for _, m := range output.Matches {
			if outcomeOf(m.Dialects[0], m.Texts[0]) != "="+encoded {
				t.Fatalf("%s does not make %q of %q", m.Dialects[0].ID, encoded, m.Texts[0])
			}
		}
		// What can be made of this input can be made of some input.
		for _, m := range pair.Matches {
			for _, x := range output.Exclusions {
				if slices.Contains(m.Dialects, x.Dialect) && (x.Proved || x.Dialect.Encoding() != nil) {
					t.Fatalf("%s makes %q of %q, but is ruled out: %+v", x.Dialect.ID, encoded, raw, x)
				}
			}
		}
	})
}

// TestAmong: only the functions that are asked about remain, and the next text
// tells their rules apart.
func TestAmong(t *testing.T) {
	keep := func(m *dialect.Implementation) bool { return m.Language == "PHP" }
	all, err := Identify(Output("a%20b%7E"))
	if err != nil {
		t.Fatal(err)
	}
	php, err := Among(keep, Output("a%20b%7E"))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(php.Matches); n == 0 || n >= len(all.Matches)/4 {
		t.Errorf("%d of %d rules remain", n, len(all.Matches))
	}
	for _, m := range php.Matches {
		if len(m.Encoders) == 0 || !keep(m.Encoders[0]) {
			t.Errorf("%s is of no function of PHP", m.Dialects[0])
		}
	}
	if len(php.Matches) > 1 && php.Next == "" {
		t.Error("nothing to encode next")
	}
}

// TestFormer: a rule names the functions that followed it in older versions, and is among
// those of a program that follows it no more.
func TestFormer(t *testing.T) {
	python := func(m *dialect.Implementation) bool { return strings.HasPrefix(m.ID, "py.quote") }
	named := func(id *Identification) (all []string) {
		for _, m := range id.Matches {
			for _, f := range m.Former {
				all = append(all, f.String())
			}
		}
		return all
	}
	for _, c := range []struct {
		raw, encoded, want string
		keep               func(*dialect.Implementation) bool
		is                 bool
	}{
		{"a~ b", "a%7E%20b", "php.rawurlencode before 5.3.0", nil, true},
		{"a~ b", "a~%20b", "php.rawurlencode before 5.3.0", nil, false},
		{"a~/ b", "a%7E/%20b", "py.quote before 3.7", nil, true},
		{"a~/ b", "a%7E/%20b", "py.quote before 3.7", python, true},
		{"a~ b", "a%7E%20b", "php.rawurlencode before 5.3.0", python, false},
	} {
		id, err := Among(c.keep, Pair(c.raw, c.encoded))
		if err != nil {
			t.Fatal(err)
		}
		if list := named(id); slices.Contains(list, c.want) != c.is {
			t.Errorf("%q gives %q: %q is not %t in %q", c.raw, c.encoded, c.want, c.is, list)
		}
	}
}
