package conform

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
)

// maps of what a rule makes of everything in a pool, as a hash for each input.
func outcomes(code func(dst, src []byte) ([]byte, error), probes []probe) []string {
	list := make([]string, len(probes))
	for i, q := range probes {
		r := resultOf(code, q.input)
		list[i] = r.output
		if r.refused {
			list[i] = "\x00refused"
		}
	}
	return list
}

// neverDiffer are rules that make other choices, in which no text is known that they
// decode differently.
var neverDiffer = map[string]bool{"fast-querystring.parse qs.parse": true}

// differInBytes are rules that encode only octets differently that are in no text: FF
// is not escaped by the second.
var differInBytes = map[string]bool{"did php@5.2.filter_sanitize_encoded": true}

// TestToldApart: of any two rules of the catalogue the suite of the one has an input
// that the other answers otherwise, so that whoever passes follows no other rule.
// With text alone some are the same; then what tells them apart is no text.
func TestToldApart(t *testing.T) {
	for _, o := range []Operation{Encode, Decode} {
		p := encodePool.Get()
		if o == Decode {
			p = decodePool.Get()
		}
		all := []dialect.Units{dialect.UnitsBytes, dialect.UnitsUTF16, dialect.UnitsText}
		if !growth.Long() {
			all = all[:2] // for text, pairs are only counted
		}
		for _, units := range all {
			rules := rulesOf(o, units)
			made := make([][]string, len(rules))
			for i, r := range rules {
				made[i] = outcomes(coder(o, r[0], units), p.probes)
			}
			t.Logf("%s of %s: %d rules, %d inputs", o, units, len(rules), len(p.probes))
			same := map[string]bool{}
			at := indices(p.probes, units)
			alike := map[[sha256.Size]byte][]string{}
			for i, r := range rules {
				h := sha256.New()
				for _, k := range at {
					fmt.Fprintf(h, "%d:%s", len(made[i][k]), made[i][k])
				}
				key := [sha256.Size]byte(h.Sum(nil))
				for _, id := range alike[key] {
					same[id+" "+r[0].ID] = true
				}
				alike[key] = append(alike[key], r[0].ID)
			}
			want := neverDiffer
			if o == Encode {
				want = nil
				if units == dialect.UnitsUTF16 {
					want = differInBytes
				}
			}
			if units != dialect.UnitsText {
				for pair := range same {
					if !want[pair] {
						t.Errorf("%s, %s: not told apart: %s", o, units, pair)
					}
				}
				for pair := range want {
					if !same[pair] {
						t.Errorf("%s: %s are told apart now", o, pair)
					}
				}
				continue
			}
			if len(same) > 150 {
				t.Errorf("%s of text: %d pairs are not told apart", o, len(same))
			}
		}
	}
}

func indices(probes []probe, units dialect.Units) (list []int) {
	for i, q := range probes {
		if takes(units, q.input) {
			list = append(list, i)
		}
	}
	return list
}

// TestQuickTellsApart: the quick suite tells every other rule and every other choice
// apart that the default one does.
func TestQuickTellsApart(t *testing.T) {
	variants := 0
	for _, o := range []Operation{Encode, Decode} {
		ids := []string{"rfc3986", "form", "js.encodeURIComponent", "perl.URI.path"}
		if !growth.Long() {
			ids = ids[:2]
		}
		for _, id := range ids {
			d, err := dialect.Lookup(id)
			if err != nil {
				t.Fatal(err)
			}
			for _, units := range []dialect.Units{dialect.UnitsBytes, dialect.UnitsText} {
				whole, err1 := New(o, d, Options{Units: units})
				quick, err2 := New(o, d, Options{Units: units, Size: Quick})
				if err1 != nil || err2 != nil {
					t.Fatal(err1, err2)
				}
				if len(quick.Tests) < 200 || len(quick.Tests) > 999 || len(whole.Tests) < 2000 {
					t.Errorf("%s %s of %s: %d and %d tests", o, d, units, len(quick.Tests), len(whole.Tests))
				}
				for i, other := range whole.others() {
					finds := func(s *Suite) bool {
						return slices.ContainsFunc(s.Tests, func(x Test) bool {
							r := resultOf(other, x.Input)
							return r != result{x.Want.Output, x.Want.Refused()}
						})
					}
					if finds(whole) != finds(quick) {
						t.Errorf("%s %s of %s: the quick suite does not find other %d", o, d, units, i)
					}
					variants++
				}
			}
		}
	}
	t.Logf("%d other rules", variants)
}

// TestEveryChoiceIsTried: a rule that makes one choice otherwise, and is not found by
// the suite, makes the same of random inputs too: that choice is without effect.
func TestEveryChoiceIsTried(t *testing.T) {
	for _, o := range []Operation{Encode, Decode} {
		ids := []string{"rfc3986", "form", "js.encodeURIComponent", "aws.path", "whatwg.query", "perl.URI.path"}
		if !growth.Long() {
			ids = ids[:2]
		}
		for _, id := range ids {
			d, err := dialect.Lookup(id)
			if err != nil {
				t.Fatal(err)
			}
			s, err := New(o, d, Options{})
			if err != nil {
				t.Fatal(err)
			}
			rnd := rand.New(rand.NewPCG(7, 7))
			inputs := make([]string, 500)
			for i := range inputs {
				inputs[i] = s.random(rnd)
			}
			code := coder(o, d, dialect.UnitsBytes)
			without := 0
			for _, v := range variantsOf(o, d, dialect.UnitsBytes) {
				if slices.ContainsFunc(s.Tests, func(x Test) bool { return resultOf(v.code, x.Input) != resultOf(code, x.Input) }) {
					continue
				}
				without++
				for _, input := range inputs {
					if resultOf(v.code, input) != resultOf(code, input) {
						t.Errorf("%s %s: %s %q is not found by the suite, but by %q", o, d, v.field, v.value, input)
						break
					}
				}
			}
			t.Logf("%s %s: %d choices without effect", o, d, without)
		}
	}
}

// TestReleased: suites lose nothing and change nothing: the tests of each release are
// there, with their IDs, inputs and answers and in their order, and new ones come
// behind them. A line of testdata/released.txt is how many tests a suite had and the
// SHA-256 of these; a release adds lines, and changes none.
func TestReleased(t *testing.T) {
	text, err := os.ReadFile("testdata/released.txt")
	if err != nil {
		t.Fatal(err)
	}
	now := map[string]string{}
	operations := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) != 4 {
			t.Fatalf("line %q", line)
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		o := Operation(slices.Index(operationNames, fields[0]))
		operations[fields[0]] = true
		var d *dialect.Dialect
		if fields[1] != "-" {
			if d, err = dialect.Lookup(fields[1]); err != nil {
				t.Fatal(err)
			}
		}
		s, err := New(o, d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		now[fields[0]+" "+fields[1]] = fmt.Sprintf("%s %s %d %s", fields[0], fields[1], len(s.Tests), sumOf(s.Tests))
		if n > len(s.Tests) || sumOf(s.Tests[:n]) != fields[3] {
			t.Errorf("%s %s: the first %d tests are not those of the release; all are now\n%s", fields[0], fields[1], n, now[fields[0]+" "+fields[1]])
		}
	}
	if len(operations) != len(operationNames) {
		t.Errorf("operations %v", operations)
	}
}

// sumOf returns the hash of tests.
func sumOf(tests []Test) string {
	h := sha256.New()
	for _, x := range tests {
		fmt.Fprintf(h, "%s %q %q %v\n", x.ID, x.Input, x.Want.Output, x.Want.Refused())
	}
	return hex.EncodeToString(h.Sum(nil))
}

// TestSuiteErrors: an invalid suite is an error.
func TestSuiteErrors(t *testing.T) {
	d, err := dialect.Lookup("rfc3986")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(URL, d, Options{}); !errors.Is(err, ErrNoDialect) {
		t.Errorf("a dialect for URLs: %v", err)
	}
	if _, err := New(Encode, nil, Options{}); !errors.Is(err, ErrNoDialect) {
		t.Errorf("no dialect: %v", err)
	}
	if _, err := New(Encode, d, Options{Random: MaxRandom + 1}); err == nil {
		t.Error("too many random inputs")
	}
	reader, err := dialect.Lookup("js.URLSearchParams.parse")
	if err != nil {
		t.Fatal(err)
	}
	var direction *dialect.DirectionError
	if _, err := New(Encode, reader, Options{}); !errors.As(err, &direction) {
		t.Errorf("an encoder of what decodes only: %v", err)
	}
	if _, err := New(Decode, reader, Options{}); err != nil {
		t.Error(err)
	}
}

// TestRandom: random inputs are the same for a seed, others for another, of the units
// asked for, and all different.
func TestRandom(t *testing.T) {
	d, err := dialect.Lookup("rfc3986")
	if err != nil {
		t.Fatal(err)
	}
	inputs := func(units dialect.Units, seed uint64) map[string]bool {
		s, err := New(Encode, d, Options{Size: Quick, Units: units, Random: 500, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		set := map[string]bool{}
		for _, x := range s.Tests {
			if strings.HasPrefix(x.ID, "random-") {
				set[x.Input] = true
			}
		}
		return set
	}
	a, b, other := inputs(dialect.UnitsText, 1), inputs(dialect.UnitsText, 1), inputs(dialect.UnitsText, 2)
	if len(a) != 500 || !maps.Equal(a, b) || maps.Equal(a, other) {
		t.Errorf("%d inputs; the same with the same seed: %v, with another: %v", len(a), maps.Equal(a, b), maps.Equal(a, other))
	}
	broken := 0
	for s := range inputs(dialect.UnitsBytes, 1) {
		if !utf8.ValidString(s) {
			broken++
		}
	}
	if broken < 100 {
		t.Errorf("%d of 500 are not UTF-8", broken)
	}
	for s := range a {
		if !utf8.ValidString(s) {
			t.Errorf("%q is no text", s)
		}
	}
}

// TestShrinkUTF16: what is asked while shrinking is text of the units too, and lone
// surrogates are removed whole.
func TestShrinkUTF16(t *testing.T) {
	d, err := dialect.Lookup("rfc3986")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Operation{Encode, Decode} {
		s, err := New(o, d, Options{Units: dialect.UnitsUTF16, Random: 100})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(context.Background(), Func(func(in string) (string, error) {
			if !takes(dialect.UnitsUTF16, in) {
				t.Fatalf("%s: asked %q, which is not text", o, in)
			}
			if strings.Count(in, "\xED\xA0") > 1 {
				return "wrong", nil
			}
			out, err := coder(o, s.Dialect, s.Options.Units)(nil, []byte(in))
			return string(out), err
		}))
		if err != nil {
			t.Fatal(err)
		}
		if r.Shortest == nil || r.Minimal != nil && !takes(dialect.UnitsUTF16, r.Minimal.Input) {
			t.Errorf("%s: shortest %+v, shrunk to %+v", o, r.Shortest, r.Minimal)
		}
	}
	if got := smallerTexts("\xED\xA0\x80\xED\xA0\x81", dialect.UnitsUTF16); slices.ContainsFunc(got, func(s string) bool { return len(s) != 3 }) {
		t.Errorf("smaller than two lone surrogates: %q", got)
	}
}

// TestShrink: a failure on a long input is shrunk to its cause.
func TestShrink(t *testing.T) {
	d, err := dialect.Lookup("rfc3986")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Encode, d, Options{Units: dialect.UnitsText})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background(), Func(func(in string) (string, error) {
		if i := strings.IndexByte(in, '@'); i >= 0 && strings.Contains(in[i:], "q=") {
			return "wrong", nil
		}
		return d.Encode(in)
	}))
	if err != nil {
		t.Fatal(err)
	}
	if r.OK() || r.Shortest == nil || r.Minimal == nil || r.Minimal.Input != "@q=" {
		t.Errorf("shortest %+v, shrunk to %+v", r.Shortest, r.Minimal)
	}
	asked := 0
	if _, err := s.Run(context.Background(), Func(func(string) (string, error) { asked++; return "", nil })); err != nil {
		t.Fatal(err)
	}
	if most := len(s.Tests) + shrinkRounds*shrinkAsked; asked > most {
		t.Errorf("asked %d times, want at most %d", asked, most)
	}
}

// TestJudge: answers that were collected elsewhere.
func TestJudge(t *testing.T) {
	d, err := dialect.Lookup("rfc3986")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Encode, d, Options{Size: Quick, Units: dialect.UnitsText})
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]Answer{}
	for _, x := range s.Tests {
		answers[x.ID] = Answer{State: Answered, Output: x.Want.Output}
	}
	if r := s.Judge(answers); !r.OK() || r.Passed != len(s.Tests) || r.Speech.Dialects[0] != d {
		t.Errorf("right answers: %+v", r)
	}
	delete(answers, s.Tests[3].ID)
	if r := s.Judge(answers); r.OK() || r.Unanswered != 1 {
		t.Errorf("a missing answer: %d unanswered", r.Unanswered)
	}
	answers["nonsense"] = Answer{State: Answered}
	if r := s.Judge(answers); len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "1 of the answers") {
		t.Errorf("an unknown test: %q", r.Problems)
	}
	if r := s.Judge(nil); r.OK() || r.Speech != nil || r.Unanswered != len(s.Tests) {
		t.Errorf("no answers: %+v", r)
	}
}

// silent is a wire that carries no errors, as lines are.
type silent struct{ Func }

func (silent) Carries(t Test) string {
	if t.Want.Refused() {
		return "no errors"
	}
	return ""
}

// TestUntested: where nothing that must be refused can be asked, a right decoder and one
// that keeps malformed escapes give the same answers, so neither is said to conform, and no
// dialect is named.
func TestUntested(t *testing.T) {
	d, err := dialect.Lookup("rfc3986")
	if err != nil {
		t.Fatal(err)
	}
	suite, err := New(Decode, d, Options{Units: dialect.UnitsText, Size: Quick})
	if err != nil {
		t.Fatal(err)
	}
	keeps := percent.RFC3986.WithMalformed(percent.MalformedKept)
	for _, tt := range []struct {
		name             string
		asker            Asker
		ok, right, named bool
	}{
		{"over the wire", silent{func(s string) (string, error) { return percent.RFC3986.Decode(s) }}, false, true, false},
		{"keeps, over the wire", silent{func(s string) (string, error) { return keeps.Decode(s) }}, false, true, false},
		{"wrong, over the wire", silent{func(s string) (string, error) { return s, nil }}, false, false, false},
		{"with errors", Func(func(s string) (string, error) { return percent.RFC3986.Decode(s) }), true, true, true},
		{"keeps", Func(func(s string) (string, error) { return keeps.Decode(s) }), false, false, true},
	} {
		t.Run("name="+tt.name, func(t *testing.T) {
			r, err := suite.Run(t.Context(), tt.asker)
			if err != nil {
				t.Fatal(err)
			}
			named := len(r.Speech.Dialects) > 0 || r.Speech.Nearest != nil
			if r.OK() != tt.ok || r.Right() != tt.right || named != tt.named || (r.Untested > 0) == tt.named {
				t.Errorf("OK %t, right %t, dialect %t, untested %d", r.OK(), r.Right(), named, r.Untested)
			}
		})
	}
}

// TestUntestedAnswers: answers without those to what must be refused name no dialect, and
// one such answer is enough to name one.
func TestUntestedAnswers(t *testing.T) {
	for _, tt := range []struct {
		operation Operation
		as        string
	}{{Decode, "rfc3986"}, {Encode, "iri"}} {
		t.Run("as="+tt.as, func(t *testing.T) {
			d, err := dialect.Lookup(tt.as)
			if err != nil {
				t.Fatal(err)
			}
			suite, err := New(tt.operation, d, Options{Units: dialect.UnitsText, Size: Quick})
			if err != nil {
				t.Fatal(err)
			}
			answers := map[string]Answer{}
			refused := 0
			last := ""
			for _, test := range suite.Tests {
				if test.Want.Refused() {
					refused++
					last = test.ID
					continue
				}
				answers[test.ID] = Answer{State: Answered, Output: test.Want.Output}
			}
			if r := suite.Judge(answers); r.Untested != refused || r.OK() || len(r.Speech.Dialects) > 0 || r.Speech.Nearest != nil {
				t.Errorf("untested %d of %d, OK %t, %d dialects", r.Untested, refused, r.OK(), len(r.Speech.Dialects))
			}
			answers[last] = Answer{State: Refused}
			if r := suite.Judge(answers); r.Untested != 0 || len(r.Speech.Dialects) == 0 {
				t.Errorf("with an answer: untested %d, %d dialects", r.Untested, len(r.Speech.Dialects))
			}
		})
	}
}
