package conform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/rule"
	"github.com/pct-encoded/percent/internal/wtf8"
	"golang.org/x/text/unicode/norm"
)

// A step changes text before or after the rule is applied. It may refuse it.
type step func(text string) (string, bool)

// infallible returns f as a step that never refuses.
func infallible(f func(string) string) step {
	return func(text string) (string, bool) { return f(text), true }
}

// A ruleModel is a program that follows a rule, with extra steps before and after.
type ruleModel struct {
	decode    bool
	enc       rule.Encode // if the dialect encodes
	dec       rule.Decode
	rule      *rule.Rule
	pre, post []step
}

func (s *Suite) model() *ruleModel {
	r := ruleOf(s.Operation, s.Dialect, s.Options.Units)
	m := &ruleModel{decode: s.Operation == Decode, dec: r.DecodeOf(), rule: r}
	if r.Encodes() {
		m.enc = r.EncodeOf()
	}
	return m
}

func (m *ruleModel) do(input string) result {
	ok := true
	for _, f := range m.pre {
		if input, ok = f(input); !ok {
			return result{refused: true}
		}
	}
	code := m.rule.AppendEncode
	if m.decode {
		code = m.rule.AppendDecode
	}
	made := resultOf(code, input)
	for _, f := range m.post {
		if made.refused {
			break
		}
		if made.output, ok = f(made.output); !ok {
			return result{refused: true}
		}
	}
	return made
}

// encoding returns m with another rule for encoding.
func (m *ruleModel) encoding(e rule.Encode) *ruleModel {
	c := *m
	c.enc, c.rule = e, &rule.Rule{Encode: &e}
	return &c
}

// decoding returns m with another rule for decoding.
//
//go:noinline
func (m *ruleModel) decoding(d rule.Decode) *ruleModel {
	c := *m
	c.dec, c.rule = d, &rule.Rule{Encode: m.rule.Encode, Decode: &d}
	return &c
}

// before returns m with a step before everything else.
//
//go:noinline
func (m *ruleModel) before(f step) *ruleModel {
	c := *m
	c.pre = append([]step{f}, m.pre...)
	return &c
}

// after returns m with a step after everything else.
//
//go:noinline
func (m *ruleModel) after(f step) *ruleModel {
	c := *m
	c.post = append(slices.Clone(m.post), f)
	return &c
}

// instead is a program that does f and ignores the rule.
type instead struct{ f func(string) result }

func (m instead) do(input string) result                    { return m.f(input) }
func (m instead) guesses(r *Report, x *Result) (no []guess) { return no }

func (m *ruleModel) guesses(r *Report, x *Result) []guess {
	var list []guess
	add := func(mistake Mistake, model model) { list = append(list, guess{mistake, model}) }
	if m.decode {
		m.guessDecoder(r, add)
	} else {
		m.guessEncoder(r, add)
	}
	m.guessSteps(x, add)
	return list
}

// An adder collects a guess.
type adder func(Mistake, model)

// guessEncoder guesses wrong choices of an encoder.
func (m *ruleModel) guessEncoder(r *Report, add adder) {
	kept, escaped := m.respelt(r)
	set := rule.ParseSet(m.enc.Kept)
	if kept.Len() > 0 {
		e := m.enc
		e.Kept = set.Union(kept).String()
		add(unescapedOf(kept), m.encoding(e))
	}
	if escaped.Len() > 0 {
		e := m.enc
		e.Kept = set.Intersect(escaped.Complement()).String()
		add(escapedOf(escaped), m.encoding(e))
	}
	add(mistakeOf(escapesLeft), instead{m.aroundEscapes})
	for _, v := range rule.EncodeVariants(m.enc) {
		add(encoderMistake(v), m.encoding(v.Rule))
	}
	again := percent.RFC3986
	if m.rule.Encoding() != nil {
		again = m.rule.Encoding()
	}
	add(mistakeOf(mistake.DoubleEncoding), m.after(infallible(again.Encode)))
	add(mistakeOf(mistake.DoubleEncoding), m.after(infallible(strings.NewReplacer("%", "%25").Replace)))
	add(mistakeOf(mistake.MissingEncoding), instead{func(s string) result { return result{output: s} }})
	add(mistakeOf(wrongDirection), instead{func(s string) result { return resultOf(m.rule.AppendDecode, s) }})
}

// aroundEscapes is a program that leaves valid escapes alone and encodes the
// text between them.
func (m *ruleModel) aroundEscapes(input string) result {
	var all result
	start := 0
	code := func(end int) {
		made := m.do(input[start:end])
		all.output += made.output
		all.refused = all.refused || made.refused
	}
	for i := 0; i < len(input); {
		if _, ok := pct.Octet([]byte(input[i:min(i+3, len(input))])); !ok {
			i++
			continue
		}
		code(i)
		all.output += input[i : i+3]
		i += 3
		start = i
	}
	code(len(input))
	if all.refused {
		return result{refused: true}
	}
	return all
}

// respelt returns the octets that the program keeps although the rule does not,
// and those that it escapes although the rule does not, judging by its answers to
// single octets.
func (m *ruleModel) respelt(r *Report) (kept, escaped percent.ByteSet) {
	for i := range r.Results {
		x := &r.Results[i]
		if len(x.Input) != 1 || x.State != Answered {
			continue
		}
		c, mine := x.Input[0], m.do(x.Input)
		triplet := fmt.Sprintf("%%%02X", c)
		switch {
		case mine.refused || mine.output == x.Answer.Output:
		case x.Answer.Output == x.Input:
			kept = kept.AddRange(c, c)
		case mine.output == x.Input && strings.EqualFold(x.Answer.Output, triplet):
			escaped = escaped.AddRange(c, c)
		}
	}
	return kept, escaped
}

// unescapedOf returns the mistake of not escaping these octets.
func unescapedOf(set percent.ByteSet) Mistake {
	switch set {
	case percent.ByteSet{}.Add("/"):
		return mistakeOf(mistake.SlashUnescaped)
	case percent.ByteSet{}.Add("%"):
		return mistakeOf(mistake.PercentUnescaped)
	}
	if set.Intersect(percent.ByteSet{}.AddRange(0x80, 0xFF)) == set {
		return mistakeOf(mistake.NonASCIIRaw)
	}
	m := mistakeOf(mistake.ReservedUnescaped).of(set)
	m.Fix = "escape " + pct.ListSet(set)
	return m
}

// escapedOf returns the mistake of escaping these octets.
func escapedOf(set percent.ByteSet) Mistake {
	id := mistake.ReservedEscaped
	switch {
	case set == percent.ByteSet{}.Add("/"):
		return mistakeOf(mistake.SlashEscaped)
	case set.Intersect(percent.Unreserved) == set:
		id = mistake.UnreservedEscaped
	}
	m := mistakeOf(id).of(set)
	m.Fix = "leave " + pct.ListSet(set) + " as it is"
	return m
}

// subjects are the words for the fields of rules, to be followed by the words for their
// values. A field that is on or off has no words for values.
var subjects = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"Stray": "a '%' that begins no escape ", "NUL": "NUL ", "BOM": "a byte order mark ", "Newlines": "line breaks ", "Form": "normalization is ",
		"Surrogates": "a lone surrogate ", "Invalid": "invalid UTF-8 ", "Nonchars": "noncharacters ", "Beyond": "characters beyond ASCII become ",
		"Points": "unescaped characters beyond ASCII are ", "Dot": "a text of full stops ", "Segments": "segments of the path: ", "Empty": "an empty text ",
		"Outside": "refused characters beyond ASCII are ", "Malformed": "a malformed escape ", "Truncated": "a truncated escape ", "Unicode": "%uHHHH ",
		"Hex": "the digits of an escape are ", "Raw": "unescaped text beyond ASCII ", "UTF8": "invalid UTF-8 ", "Lax": "invalid UTF-8 is accepted: ",
		"Lines": "decoded line breaks ", "Shown": "decoded escapes are ", "Decoded": "characters that XML does not allow ",
		"Origin": "the part of a URL before the path is treated separately", "EmptyQuery": "'?' before '#' is dropped", "Quoted": "quotation marks are removed",
		"Doubled": "%% is read as '%'", "Brackets": "%5B and %5D are decoded first", "Stable": "decoding goes on until nothing changes", "Upper": "escapes that stay get upper-case digits",
		"PlusKept": "'+' stays in a text that is left as it is", "PlusQuery": "'+' is a space behind '?'", "BOM ": "a decoded byte order mark is removed",
	}
}}

// choice returns the mistake of making another choice.
func choice(id, field, value, was string) Mistake {
	m := mistakeOf(id)
	m.Text = subjects.Get()[field] + value
	switch {
	case was != "":
		m.Fix = "the rule: " + subjects.Get()[field] + was
	case value == "":
		m.Text, m.Fix = subjects.Get()[field]+", or should be and is not", "see the choices of the dialect: percent dialects show"
	}
	return m
}

// encoderMistake returns the mistake of encoding by the variant v.
func encoderMistake(v rule.Variant[rule.Encode]) Mistake {
	switch v.Field {
	case "Plus":
		if v.Rule.Plus {
			return mistakeOf(mistake.SpaceAsPlus)
		}
		return mistakeOf(spaceAsEscape)
	case "Lower":
		if v.Rule.Lower {
			return mistakeOf(mistake.HexCase)
		}
		return mistakeOf(hexUpper)
	case "NUL":
		return choice(nulByte, v.Field, v.Value, v.Was)
	case "Surrogates":
		return choice(loneSurrogates, v.Field, v.Value, v.Was)
	case "Newlines":
		return choice(mistake.LineEnd, v.Field, v.Value, v.Was)
	case "Segments":
		return choice(mistake.PathNormalized, v.Field, v.Value, v.Was)
	case "Invalid":
		if v.Rule.Invalid != rule.InvalidPlain {
			return choice(mistake.ReplacedOctets, v.Field, v.Value, v.Was)
		}
	case "Form":
		switch v.Rule.Form {
		case rule.FormNFC, rule.FormNFCText:
			return mistakeOf(mistake.NFCNFD).with("NFC")
		case rule.FormNFKC, rule.FormNFKCOld:
			return mistakeOf(mistake.NFKC)
		}
	case "Points":
		if v.Rule.Points == rule.PointsAll {
			return mistakeOf(mistake.NonASCIIRaw)
		}
	case "Beyond":
		switch v.Rule.Beyond {
		case rule.BeyondLatin1Refused, rule.BeyondLatin1Questions, rule.BeyondLatin1NCR, rule.BeyondLatin1NCRUnits:
			return mistakeOf(mistake.WrongCharset).with("ISO-8859-1, " + v.Value)
		case rule.BeyondLatin1, rule.BeyondUnicode:
			return mistakeOf(mistake.JSEscape).with(v.Value)
		case rule.BeyondCESU:
			return mistakeOf(mistake.CESU8)
		}
	case "Escapes":
		if v.Rule.Escapes == rule.EscapesData {
			return mistakeOf(mistake.DoubleEncoding).with("of existing escapes")
		}
		return choice(escapesLeft, v.Field, v.Value, v.Was)
	}
	return choice(otherChoice, v.Field, v.Value, v.Was)
}

// guessDecoder guesses wrong choices of a decoder.
func (m *ruleModel) guessDecoder(r *Report, add adder) {
	var left, decoded, refused percent.ByteSet
	for i := range r.Results {
		y := &r.Results[i]
		c, err := strconv.ParseUint(strings.TrimPrefix(y.Input, "%"), 16, 8)
		if len(y.Input) != 3 || y.Input[0] != '%' || err != nil {
			continue
		}
		octet, mine := byte(c), m.do(y.Input)
		switch {
		case mine == y.result():
		case y.State == Refused:
			refused = refused.AddRange(octet, octet)
		case y.State == Answered && strings.EqualFold(y.Answer.Output, y.Input):
			left = left.AddRange(octet, octet)
		case y.State == Answered && strings.EqualFold(mine.output, y.Input):
			decoded = decoded.AddRange(octet, octet)
		}
	}
	if left.Len() > 0 {
		d := m.dec
		d.Preserved = rule.ParseSet(d.Preserved).Union(left).String()
		add(mistakeOf(notDecoded).with(pct.ListSet(left)), m.decoding(d))
	}
	if decoded.Len() > 0 {
		d := m.dec
		d.Preserved = rule.ParseSet(d.Preserved).Intersect(decoded.Complement()).String()
		add(mistakeOf(decodedReserved).with(pct.ListSet(decoded)), m.decoding(d))
	}
	if refused.Len() > 0 {
		d := m.dec
		d.Forbidden = rule.ParseSet(d.Forbidden).Union(refused).String()
		add(mistakeOf(refusesInput).with("the escape of "+pct.ListSet(refused)), m.decoding(d))
	}
	for _, v := range rule.DecodeVariants(m.dec) {
		add(decoderMistake(v), m.decoding(v.Rule))
		// A malformed escape at the end is often treated like any other.
		if v.Field == "Malformed" && m.dec.Truncated != 0 {
			v.Rule.Truncated = 0
			add(decoderMistake(v), m.decoding(v.Rule))
		}
	}
	if m.dec.Raw != rule.RawRefused {
		d := m.dec
		d.Raw = rule.RawRefused
		add(mistakeOf(refusesInput).with("unescaped characters beyond ASCII"), m.decoding(d))
	}
	add(mistakeOf(decodedTwice), m.after(func(s string) (string, bool) {
		again := resultOf(m.rule.AppendDecode, s)
		return again.output, !again.refused
	}))
	add(mistakeOf(notDecoded), instead{func(s string) result { return result{output: s} }})
	if m.rule.Encodes() {
		add(mistakeOf(wrongDirection), instead{func(s string) result { return resultOf(m.rule.AppendEncode, s) }})
	}
	for _, c := range []*charset.Charset{charset.Windows1252, charset.ShiftJIS, charset.Windows1251} {
		add(mistakeOf(mistake.WrongCharset).with(c.Name()), m.after(func(s string) (string, bool) {
			made, err := c.Decode(s)
			return made, err == nil
		}))
	}
	add(mistakeOf(mistake.WrongCharset).with("ISO-8859-1"), m.after(infallible(fromLatin1)))
	add(mistakeOf(mistake.ReplacedOctets), m.after(infallible(func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") })))
}

// fromLatin1 decodes octets as ISO 8859-1.
func fromLatin1(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// decoderMistake returns the mistake of decoding by the variant v.
func decoderMistake(v rule.Variant[rule.Decode]) Mistake {
	switch v.Field {
	case "Plus":
		if v.Rule.Plus {
			return mistakeOf(mistake.PlusAsSpace)
		}
		return mistakeOf(mistake.PlusAsLiteral)
	case "NUL":
		return choice(nulByte, v.Field, v.Value, v.Was)
	case "Lines":
		return choice(mistake.LineEnd, v.Field, v.Value, v.Was)
	case "UTF8":
		if v.Rule.UTF8 == rule.UTF8Latin1 {
			return mistakeOf(mistake.WrongCharset).with("ISO-8859-1")
		}
		if v.Rule.UTF8 == rule.UTF8Replaced || v.Rule.UTF8 == rule.UTF8ReplacedEach {
			return choice(mistake.ReplacedOctets, v.Field, v.Value, v.Was)
		}
	}
	return choice(otherChoice, v.Field, v.Value, v.Was)
}

// guessSteps guesses steps before and after the rule.
func (m *ruleModel) guessSteps(x *Result, add adder) {
	in := x.Input
	for _, f := range []struct {
		Mistake
		f func(string) string
	}{
		{mistakeOf(mistake.NFCNFD).with("NFD"), norm.NFD.String},
		{mistakeOf(mistake.NFCNFD).with("NFC"), norm.NFC.String},
		{mistakeOf(mistake.NFKC).with("NFKD"), norm.NFKD.String},
		{mistakeOf(mistake.WhitespaceTrimmed), strings.TrimSpace},
		{mistakeOf(mistake.WhitespaceTrimmed).with("spaces"), func(s string) string { return strings.Trim(s, " ") }},
		{mistakeOf(mistake.WhitespaceTrimmed).with("line ends at the end"), func(s string) string { return strings.TrimRight(s, "\r\n") }},
		{mistakeOf(mistake.CaseFolded).with("lower case"), strings.ToLower},
		{mistakeOf(mistake.CaseFolded).with("upper case"), strings.ToUpper},
		{mistakeOf(mistake.DoubleUTF8), fromLatin1},
		{mistakeOf(nulByte).with("it is removed"), func(s string) string { return strings.ReplaceAll(s, "\x00", "") }},
		{mistakeOf(nulByte).with("the text ends there"), func(s string) string { s, _, _ = strings.Cut(s, "\x00"); return s }},
		{mistakeOf(nulByte).with("it becomes a space"), func(s string) string { return strings.ReplaceAll(s, "\x00", " ") }},
		{mistakeOf(mistake.CutOff).with("at a line break"), func(s string) string { s, _, _ = strings.Cut(s, "\n"); return s }},
		{mistakeOf(mistake.LineEnd).with("CR is removed"), func(s string) string { return strings.ReplaceAll(s, "\r", "") }},
		{mistakeOf(mistake.ByteOrderMark).with("a byte order mark at the beginning is removed"), func(s string) string { return strings.TrimPrefix(s, "\uFEFF") }},
		{mistakeOf(mistake.ReplacedOctets), func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }},
		{mistakeOf(mistake.QuestionMarks).with("characters beyond ASCII"), replacer(utf8.RuneSelf, "?")},
		{mistakeOf(mistake.QuestionMarks).with("characters beyond U+FFFF"), replacer(0x10000, "?")},
		{mistakeOf(mistake.ReplacedOctets).with("characters beyond U+FFFF become U+FFFD"), replacer(0x10000, "\uFFFD")},
		{choice(loneSurrogates, "Surrogates", "is removed", m.enc.Surrogates.String()), lone("")},
		{choice(loneSurrogates, "Surrogates", "becomes '?'", m.enc.Surrogates.String()), lone("?")},
		{choice(loneSurrogates, "Surrogates", "becomes U+FFFD", m.enc.Surrogates.String()), lone("\uFFFD")},
	} {
		if f.f(in) != in {
			add(f.Mistake, m.before(infallible(f.f)))
		}
	}
	if !m.decode {
		m.guessCharsets(in, add)
	}
	if x.State == Refused {
		for _, f := range []struct {
			detail string
			refuse func(string) bool
		}{
			{"NUL", func(s string) bool { return strings.Contains(s, "\x00") }},
			{"control characters", func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7F }) }},
			{"characters beyond U+FFFF", func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r > 0xFFFF }) }},
			{"text that is not UTF-8", func(s string) bool { return !utf8.ValidString(s) }},
			{"characters beyond ASCII", func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) }},
			{"'%'", func(s string) bool { return strings.Contains(s, "%") }},
			{"empty text", func(s string) bool { return s == "" }},
			{"everything", func(s string) bool { return true }},
		} {
			if f.refuse(in) {
				add(mistakeOf(refusesInput).with(f.detail), m.before(func(s string) (string, bool) { return s, !f.refuse(s) }))
			}
		}
		return
	}
	mine := m.do(in)
	if mine.refused {
		return
	}
	got, want := x.Answer.Output, mine.output
	if !m.decode {
		add(mistakeOf(shortEscape), m.after(infallible(func(s string) string { return strings.ReplaceAll(s, "%0", "%") })))
	}
	add(mistakeOf(mistake.CaseFolded).with("lower case, escapes too"), m.after(infallible(strings.ToLower)))
	if at := strings.Index(got, want); at >= 0 && want != "" && len(got) > len(want) {
		front, behind := got[:at], got[at+len(want):]
		add(mistakeOf(wrapped).with(around(front, behind)), m.after(infallible(func(s string) string { return front + s + behind })))
	}
	if len(got) < len(want) && strings.HasPrefix(want, got) && got != "" {
		n := len(got)
		add(mistakeOf(mistake.CutOff).with("the result after "+pct.Count(n, "byte")), m.after(infallible(func(s string) string { return s[:min(n, len(s))] })))
		if n, ok := m.prefix(in, got); ok {
			runes := utf8.RuneCountInString(in[:n])
			add(mistakeOf(mistake.CutOff).with("the input after "+pct.Count(n, "byte")), m.before(infallible(func(s string) string { return s[:min(n, len(s))] })))
			add(mistakeOf(mistake.CutOff).with("the input after "+pct.Count(runes, "character")), m.before(infallible(func(s string) string {
				for i := range s {
					if utf8.RuneCountInString(s[:i]) == runes {
						return s[:i]
					}
				}
				return s
			})))
		}
	}
}

// around describes the text before and after a result.
func around(front, behind string) string {
	switch {
	case behind == "":
		return fmt.Sprintf("%q before it", front)
	case front == "":
		return fmt.Sprintf("%q after it", behind)
	}
	return fmt.Sprintf("%q before it and %q after it", front, behind)
}

// prefix returns the length of the beginning of input that gives output, and
// whether there is one.
func (m *ruleModel) prefix(input, output string) (int, bool) {
	lo, hi := 0, len(input)
	for lo < hi {
		mid := (lo + hi) / 2
		if len(m.do(input[:mid]).output) < len(output) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, m.do(input[:lo]).output == output
}

// replacer returns a function that replaces each character from first on.
func replacer(first rune, by string) func(string) string {
	return func(s string) string {
		if !utf8.ValidString(s) {
			return s
		}
		var b strings.Builder
		for _, r := range s {
			if r >= first {
				b.WriteString(by)
			} else {
				b.WriteRune(r)
			}
		}
		return b.String()
	}
}

// lone returns a function that replaces each lone surrogate.
func lone(by string) func(string) string {
	return func(s string) string {
		if unitsOf(s) == dialect.UnitsBytes {
			return s
		}
		var b strings.Builder
		for s != "" {
			r, n, _ := wtf8.Decode(s)
			if wtf8.IsSurrogate(r) {
				b.WriteString(by)
			} else {
				b.WriteString(s[:n])
			}
			s = s[n:]
		}
		return b.String()
	}
}

// charsets are those often used by mistake, the likeliest first.
var charsets = lazy.Value[[]*charset.Charset]{Make: func() []*charset.Charset {
	return []*charset.Charset{charset.Windows1252, charset.ISO8859_15, charset.ISO8859_2, charset.Windows1251, charset.ShiftJIS, charset.EUCJP, charset.GBK, charset.Big5, charset.EUCKR}
}}

// guessCharsets guesses that the program uses a charset other than UTF-8.
func (m *ruleModel) guessCharsets(in string, add adder) {
	if !strings.ContainsFunc(in, func(r rune) bool { return r >= utf8.RuneSelf }) || !utf8.ValidString(in) {
		return
	}
	latin1 := func(lacks func(rune) (string, bool)) step {
		return func(s string) (string, bool) {
			var b []byte
			for _, r := range s {
				if r < 0x100 {
					b = append(b, byte(r))
					continue
				}
				by, ok := lacks(r)
				if !ok {
					return "", false
				}
				b = append(b, by...)
			}
			return string(b), true
		}
	}
	wrong := mistakeOf(mistake.WrongCharset)
	add(wrong.with("ISO-8859-1"), m.before(latin1(func(rune) (string, bool) { return "", false })))
	add(wrong.with(`ISO-8859-1, "?" for what it lacks`), m.before(latin1(func(rune) (string, bool) { return "?", true })))
	add(wrong.with("ISO-8859-1, UTF-8 for what it lacks"), m.before(func(s string) (string, bool) {
		made, ok := latin1(func(rune) (string, bool) { return "", false })(s)
		if !ok {
			return s, true
		}
		return made, true
	}))
	add(wrong.with("ISO-8859-1, character by character, UTF-8 for what it lacks"), m.before(latin1(func(r rune) (string, bool) { return string(r), true })))
	for _, c := range charsets.Get() {
		add(wrong.with(c.Name()), m.before(func(s string) (string, bool) {
			made, err := c.Encode(s)
			return made, err == nil
		}))
		add(wrong.with(c.Name()+`, "?" for what it lacks`), m.before(func(s string) (string, bool) {
			made, err := c.AppendEncode(nil, []byte(s), charset.QuestionMark)
			return string(made), err == nil
		}))
		add(wrong.with(c.Name()+", references for what it lacks"), m.before(func(s string) (string, bool) {
			made, err := c.AppendEncode(nil, []byte(s), charset.Reference)
			return string(made), err == nil
		}))
	}
}
