package identify

import (
	"cmp"
	"errors"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"

	"github.com/pct-encoded/percent/internal/preimage"
)

// A Sample is something that an unknown encoder was seen to do.
type Sample struct {
	raw, encoded string
	kind         sampleKind
}

type sampleKind uint8

const (
	outputSeen sampleKind = iota
	pairSeen
	refusalSeen
)

// Output returns a sample of which only the encoded text is known.
func Output(encoded string) Sample { return Sample{encoded: encoded, kind: outputSeen} }

// Pair returns a sample of an input and what the encoder made of it.
func Pair(raw, encoded string) Sample { return Sample{raw: raw, encoded: encoded, kind: pairSeen} }

// Refusal returns a sample of an input that the encoder refused with an error.
func Refusal(raw string) Sample { return Sample{raw: raw, kind: refusalSeen} }

// Known reports whether the input of the sample is known.
func (s Sample) Known() bool { return s.kind != outputSeen }

// MaxSamples is how many samples Identify takes: 100. A few tell all there is to
// tell.
const MaxSamples = 100

// An Identification says which dialects can have made some samples.
type Identification struct {
	// Matches are the rules that remain, each with all dialects that state it. First
	// come those that can have written every escape, then those whose input had some
	// of the escapes already, and last those whose input was the samples themselves,
	// or not UTF-8. Within these, rules by which more recorded functions encode come
	// first, and then those that come first in the catalogue.
	Matches []Match
	// Exclusions say why each other dialect that encodes is ruled out, in catalogue
	// order.
	Exclusions []Exclusion
	// Next is the text to encode next to tell the matches apart, or "" if at most one
	// rule remains, or no text is known that tells them apart.
	Next string
	// Outcomes groups the matches by what they make of Next, largest group first. A
	// further sample tells those of one group apart.
	Outcomes []Outcome
}

// An Outcome is the matches that make the same of a text.
type Outcome struct {
	Output  string
	Refused string // why there is no output, or "", as in Exclusion
	Matches []int  // indices in Identification.Matches, ascending
}

// A Match is a rule that can have made all samples.
type Match struct {
	// Dialects are those that state the rule, in catalogue order. They make the same
	// choices for encoding, so no text tells them apart.
	Dialects []*dialect.Dialect
	// Encoders are the recorded functions of programs that encode by it.
	Encoders []*dialect.Implementation
	// Former are the functions that encoded by it in older versions only.
	Former []Former
	// Texts has, for each sample, a text that the rule encodes to it: the input if it
	// is known, otherwise one that was found and tried out.
	Texts []string
}

// Former is a function of a program that followed a rule in older versions only.
type Former struct {
	Function *dialect.History
	Versions *dialect.Span
}

// String returns a line such as "php.rawurlencode before 5.3.0".
func (f Former) String() string { return f.Function.ID + " " + f.Versions.String() }

// An Exclusion says why a dialect cannot have made a sample.
type Exclusion struct {
	Dialect *dialect.Dialect
	// Sample is the index of the first sample that rules it out.
	Sample int
	// Offset is that of Bytes in the encoded text.
	Offset int
	// Bytes is what the dialect does not write there: an escape, or a byte, or "" at
	// the end of the encoded text.
	Bytes string
	// Written is what it writes instead, or "" if that is not known.
	Written string
	// Refused is why it refuses the input, such as
	// `lone surrogate "\xed\xa0\x80" at byte 1`, or "".
	Refused string
	// Proved says that no input could give the encoded text. It is false only if the
	// input is not known and none was found.
	Proved bool
}

// Reason says why in a few words with Bytes as the subject, such as "is escaped".
func (x *Exclusion) Reason() string {
	switch b, w := x.Bytes, x.Written; {
	case x.Refused != "":
		return "cannot be: the text is refused"
	case b == "" && w == "":
		return "should be an error"
	case b == "":
		return "comes too early"
	case w == "":
		return "is too much"
	case (b == "+" || b == " ") && w == "%20":
		return "is a space, written as %20"
	case (b == "%20" || b == " ") && w == "+":
		return "is a space, written as '+'"
	case b == "%" && w == "%25":
		return "begins no escape, and is %25"
	case len(b) == 1 && isEscape(w) && octetOf(w) == b[0]:
		return "is escaped"
	case isEscape(b) && len(w) == 1 && octetOf(b) == w[0]:
		return "is kept, not escaped"
	case b[0] == '%' && len(b) > 1 && strings.EqualFold(b, w):
		if strings.ContainsFunc(w[1:], func(r rune) bool { return 'A' <= r && r <= 'F' }) {
			return "has upper-case digits"
		}
		return "has lower-case digits"
	}
	return "is something else"
}

func isEscape(s string) bool { return len(s) == 3 && s[0] == '%' && text.Hex2(s[1:]) >= 0 }

func octetOf(escape string) byte { return byte(text.Hex2(escape[1:])) }

// writtenUnit returns the escape, %uHHHH or single byte at i in an encoded text, and
// "" at its end and behind it.
func writtenUnit(encoded string, i int) string {
	if i >= len(encoded) {
		return ""
	}
	return encoded[i : i+inspect.UnitAt(encoded, i).Len]
}

// Identify returns which dialects of the catalogue can have made all samples,
// and the next sample to take.
//
// If the input of a sample is known, a dialect can have made it if encoding the
// input gives the encoded text; otherwise, if any input does. For a dialect that is
// an Encoding (see [dialect.Dialect.Encoding]), such an input is found whenever there
// is one; others may be ruled out because none was found, and then Proved is false.
//
// It takes up to [MaxSamples] samples of [MaxInput] bytes together, and fails with a
// *LimitError for more.
func Identify(samples ...Sample) (*Identification, error) { return Among(nil, samples...) }

// Among is Identify for a choice of programs: it looks only at rules by which a
// recorded function encodes, or did in an older version, for which keep returns true, and
// Encoders and Former are only such functions. A nil keep takes every rule, including
// those that no recorded function follows.
func Among(keep func(*dialect.Implementation) bool, samples ...Sample) (*Identification, error) {
	length := 0
	for _, s := range samples {
		length += max(len(s.raw), len(s.encoded))
	}
	if length > inspect.MaxInput {
		return nil, &inspect.LimitError{What: "identify", Of: "bytes", Length: length, Limit: inspect.MaxInput}
	}
	if len(samples) > MaxSamples {
		return nil, &inspect.LimitError{What: "identify", Of: "samples", Length: len(samples), Limit: MaxSamples}
	}
	id := identify(keep, samples)
	if len(id.Matches) > 1 {
		id.next()
	}
	return id, nil
}

// identify does everything but find the next sample.
func identify(keep func(*dialect.Implementation) bool, samples []Sample) *Identification {
	encoders := map[string][]*dialect.Implementation{}
	for m := range dialect.Implementations() {
		if m.Encodes != "" && (keep == nil || keep(m)) {
			encoders[m.Encodes] = append(encoders[m.Encodes], m)
		}
	}
	former := formerEncoders(keep)
	rules := slices.Collect(preimage.Rules())
	if keep != nil {
		rules = slices.DeleteFunc(rules, func(rule []*dialect.Dialect) bool {
			return !slices.ContainsFunc(rule, func(d *dialect.Dialect) bool { return len(encoders[d.ID])+len(former[d.ID]) > 0 })
		})
	}
	trials := newTrials(samples)
	texts := make([][]string, len(rules))
	excluded := make([]*Exclusion, len(rules))
	var buf []byte
	for i := range rules {
		texts[i], excluded[i] = examine(rules[i][0], trials, &buf)
	}

	id := &Identification{}
	why := map[*dialect.Dialect]*Exclusion{}
	for i, rule := range rules {
		if excluded[i] == nil {
			m := Match{Dialects: slices.Clone(rule), Texts: texts[i]}
			for _, d := range rule {
				m.Encoders = append(m.Encoders, encoders[d.ID]...)
				m.Former = append(m.Former, former[d.ID]...)
			}
			id.Matches = append(id.Matches, m)
			continue
		}
		for _, d := range rule {
			why[d] = excluded[i]
		}
	}
	if len(why) > 0 {
		id.Exclusions = make([]Exclusion, 0, len(why))
	}
	for d := range dialect.All() {
		if x := why[d]; x != nil {
			id.Exclusions = append(id.Exclusions, *x)
			id.Exclusions[len(id.Exclusions)-1].Dialect = d
		}
	}
	doubt := make(map[*dialect.Dialect]int, len(id.Matches))
	for _, m := range id.Matches {
		switch {
		case m.idle(samples):
			doubt[m.Dialects[0]] = 2
		case m.leavesEscapes(samples):
			doubt[m.Dialects[0]] = 1
		}
	}
	sort.SliceStable(id.Matches, func(i, j int) bool {
		a, b := &id.Matches[i], &id.Matches[j]
		return cmp.Or(cmp.Compare(doubt[a.Dialects[0]], doubt[b.Dialects[0]]), cmp.Compare(len(b.Encoders), len(a.Encoders))) < 0
	})
	return id
}

// formerEncoders returns the functions, of those that keep takes, that followed a dialect
// in older versions only, by its ID.
func formerEncoders(keep func(*dialect.Implementation) bool) map[string][]Former {
	former := map[string][]Former{}
	for h := range dialect.Histories() {
		if !h.Encodes || keep != nil && !keep(&dialect.Implementation{ID: h.ID, Language: h.Language}) {
			continue
		}
		now := h.Spans[len(h.Spans)-1].Dialect
		for i := range h.Spans[:len(h.Spans)-1] {
			if s := &h.Spans[i]; s.Dialect != "" && s.Dialect != now {
				former[s.Dialect] = append(former[s.Dialect], Former{h, s})
			}
		}
	}
	return former
}

// idle reports whether m leaves all samples as they are, or can have made them only
// from what is not UTF-8.
func (m *Match) idle(samples []Sample) bool {
	for i, s := range samples {
		if s.kind != outputSeen || m.Texts[i] != s.encoded && utf8.ValidString(m.Texts[i]) {
			return false
		}
	}
	return true
}

// leavesEscapes reports whether m would have been given a text with escapes for a
// sample of which only the output is known: it is likelier that the encoder wrote
// all of them.
func (m *Match) leavesEscapes(samples []Sample) bool {
	for i, s := range samples {
		if s.kind != outputSeen {
			continue
		}
		for u := range inspect.Units(m.Texts[i]) {
			if u.Form.IsEscape() {
				return true
			}
		}
	}
	return false
}

// A trial is a sample that dialects are asked about.
type trial struct {
	Sample
	raw   []byte
	asked *preimage.Trial
	texts map[*byte]string // what asked has returned, which is often the same
}

func newTrials(samples []Sample) []*trial {
	trials := make([]*trial, len(samples))
	for i, s := range samples {
		trials[i] = &trial{Sample: s, raw: []byte(s.raw), asked: preimage.New([]byte(s.encoded)), texts: map[*byte]string{}}
	}
	return trials
}

// text returns data, which asked has returned, as a string.
func (t *trial) text(data []byte) string {
	if len(data) == 0 {
		return ""
	}
	s, ok := t.texts[&data[0]]
	if !ok || len(s) != len(data) {
		s = string(data)
		t.texts[&data[0]] = s
	}
	return s
}

// examine returns a text for each sample that d encodes so, or why there is
// none.
func examine(d *dialect.Dialect, trials []*trial, buf *[]byte) ([]string, *Exclusion) {
	texts := make([]string, 0, len(trials))
	for i, t := range trials {
		text, x := t.examine(d, buf)
		if x != nil {
			x.Dialect, x.Sample = d, i
			return nil, x
		}
		texts = append(texts, text)
	}
	return texts, nil
}

func (t *trial) examine(d *dialect.Dialect, buf *[]byte) (string, *Exclusion) {
	switch t.kind {
	case outputSeen:
		text, err := t.asked.Preimage(d)
		if err != nil {
			return "", exclusion(err)
		}
		return t.text(text), nil
	case refusalSeen:
		out, err := d.AppendEncode((*buf)[:0], t.raw)
		*buf = out
		if err != nil {
			return t.Sample.raw, nil
		}
		return "", &Exclusion{Proved: true}
	}
	if err := t.asked.Gives(d, t.raw); err != nil {
		return "", exclusion(err)
	}
	return t.Sample.raw, nil
}

// exclusion returns what Preimage or Gives says.
func exclusion(err error) *Exclusion {
	var e *preimage.Error
	if !errors.As(err, &e) {
		panic("identify: " + err.Error()) // a dialect that does not encode
	}
	return &Exclusion{Offset: int(e.Offset), Bytes: e.Bytes, Written: e.Written, Refused: e.Refused, Proved: e.Proved}
}

// refusal returns what an encoder says of a text that it refuses.
func refusal(err error) string {
	var e *percent.SyntaxError
	if !errors.As(err, &e) {
		return err.Error()
	}
	return strings.TrimPrefix(e.Error(), e.Format+": ")
}

// A Ground is what rules out one or more dialects. Its fields are those of
// Exclusion.
type Ground struct {
	Sample   int
	Offset   int
	Bytes    string
	Reason   string
	Written  string
	Refused  string
	Proved   bool
	Dialects []*dialect.Dialect
}

// Grounds groups the exclusions by what rules the dialects out; what rules out most
// comes first.
func (id *Identification) Grounds() []Ground {
	index := map[Exclusion]int{} // all but the dialect
	var list []Ground
	for _, x := range id.Exclusions {
		d := x.Dialect
		x.Dialect = nil
		at, ok := index[x]
		if !ok {
			at = len(list)
			index[x] = at
			list = append(list, Ground{x.Sample, x.Offset, x.Bytes, x.Reason(), x.Written, x.Refused, x.Proved, nil})
		}
		list[at].Dialects = append(list[at].Dialects, d)
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		return cmp.Or(cmp.Compare(len(b.Dialects), len(a.Dialects)), cmp.Compare(a.Sample, b.Sample), cmp.Compare(a.Offset, b.Offset)) < 0
	})
	return list
}
