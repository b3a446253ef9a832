package charset

import (
	"bytes"
	"math"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/lazy"
)

// A Candidate is one answer of [Detect].
type Candidate struct {
	Charset *Charset
	// Language is the BCP 47 tag of the language whose letter frequencies fit
	// best, or "" for ASCII and after a byte order mark.
	Language string
	// Confidence, from 0 to 1, estimates the probability that decoding with
	// Charset gives the text that was meant. Charsets that give the same text
	// have the same confidence, so the sum can exceed 1.
	Confidence float64
}

// Detect guesses the charset of b from its bytes, the likeliest first. It only
// reports: nothing in this package decodes by it. At least one candidate is
// returned; all but the first have a confidence of 0.001 or more.
//
// It considers UTF-8, Shift_JIS, EUC-JP, ISO-2022-JP, gb18030, Big5, EUC-KR,
// windows-874, windows-1250 to 1258, ISO-8859-2, KOI8-R, KOI8-U and IBM866,
// and UTF-16 where there is a byte order mark, which decides alone. What begins with the
// mark of UTF-32LE, which is no charset of the Encoding Standard, is read as UTF-16LE
// there, and its confidence is 0. ASCII is
// reported as UTF-8. It looks at 4,096 bytes, from shortly before the first
// byte that is not ASCII.
//
// For text of 20 characters that is not UTF-8 the first candidate is right 97 times
// out of 100, for 10 characters 94 times: docs/charsets.md has the table. A single
// word tells little more than whether it is UTF-8.
func Detect(b []byte) []Candidate {
	if c, n := SniffBOM(b); n > 0 {
		confidence := 1.0
		if bytes.HasPrefix(b, []byte("\xFF\xFE\x00\x00")) {
			confidence = 0
		}
		return []Candidate{{Charset: c, Confidence: confidence}}
	}
	start := plainISO2022JP(b)
	if start == len(b) {
		return []Candidate{{Charset: UTF8, Confidence: 1}}
	}
	const before, sample = 64, 4096
	b = b[max(0, start-before):]
	atEOF := len(b) <= sample
	b = b[:min(len(b), sample)]

	type result struct {
		Candidate
		score float64
		runes []rune
	}
	results := make([]result, 0, len(models.Get()))
	var p profile
	for _, m := range models.Get() {
		runes := sampleRunes(m.charset, b, atEOF)
		p.read(runes)
		best := result{score: math.Inf(-1)}
		for _, l := range m.languages {
			if s := l.score(&p) + m.prior; s > best.score {
				best.score = s
				best.Language = l.tag
			}
		}
		best.Charset = m.charset
		best.runes = runes
		results = append(results, best)
	}
	sort.SliceStable(results, func(i, j int) bool { return results[i].score > results[j].score })

	// The letters of a word depend on each other, so that the scores are too far
	// apart; dividing them makes the confidence come out right.
	const temperature = 3
	top := results[0].score
	sum := 0.0
	groups := make([]float64, len(results)) // by the first result with the same text
	group := make([]int, len(results))
	for i, r := range results {
		group[i] = i
		for j := range i {
			if group[j] == j && slices.Equal(results[j].runes, r.runes) {
				group[i] = j
				break
			}
		}
		if group[i] == i {
			// The texts compete, not the charsets.
			p := math.Exp((r.score - top) / temperature)
			groups[i] = p
			sum += p
		}
	}
	var out []Candidate
	for i, r := range results {
		r.Confidence = groups[group[i]] / sum
		if i == 0 || r.Confidence >= 0.001 {
			out = append(out, r.Candidate)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Confidence > out[j].Confidence })
	return out
}

// sampleRunes decodes b, with malformed for each error, and short where b ends inside a
// character.
func sampleRunes(c *Charset, b []byte, atEOF bool) []rune {
	d := newDecoder(c)
	runes := make([]rune, 0, len(b))
	for len(b) > 0 {
		r, n := d.step(b, false)
		if r == short {
			switch {
			case atEOF && c == UTF8:
				runes = append(runes, malformed) // as it is where a Latin letter ends the text
			case atEOF:
				runes = append(runes, short)
			}
			break
		}
		if r <= big5Pair {
			for _, r := range big5Pairs[big5Pair-r] {
				runes = append(runes, r)
			}
		} else if r != nothing {
			runes = append(runes, r)
		}
		b = b[n:]
	}
	return runes
}

type model struct {
	charset   *Charset
	prior     float64 // logarithm
	languages []*language
}

var models = lazy.Value[[]model]{Make: func() []model {
	byTag := map[string][]*language{}
	var every []*language
	for i := range languages {
		l := &languages[i]
		l.prepare()
		byTag[l.tag] = append(byTag[l.tag], l)
		every = append(every, l)
	}
	m := []model{{UTF8, math.Log(50), every}}
	for _, x := range []struct {
		c     *Charset
		prior float64
		tags  []string
	}{
		{Windows1252, 2, []string{"en", "fr", "de", "es", "pt", "it", "nl", "sv", "da", "no", "fi", "is", "ca"}},
		{Windows1251, 2, []string{"ru", "uk", "bg", "sr", "be"}},
		{Windows1250, 1.5, []string{"pl", "cs", "sk", "hu", "sl", "hr", "ro", "de"}},
		{ShiftJIS, 2, []string{"ja"}},
		{GB18030, 2, []string{"zh-Hans", "zh-Hant"}},
		{Big5, 1.5, []string{"zh-Hant"}},
		{EUCKR, 2, []string{"ko"}},
		{EUCJP, 1.5, []string{"ja"}},
		{ISO2022JP, 1, []string{"ja"}},
		{Windows1253, 1, []string{"el"}},
		{Windows1254, 1, []string{"tr"}},
		{Windows1255, 1, []string{"he"}},
		{Windows1256, 1, []string{"ar", "fa"}},
		{Windows1257, 1, []string{"lt", "lv", "et"}},
		{Windows1258, 1, []string{"vi"}},
		{Windows874, 1, []string{"th"}},
		{ISO8859_2, 0.7, []string{"pl", "cs", "sk", "hu", "sl", "hr", "ro", "de"}},
		{KOI8R, 0.7, []string{"ru", "bg"}},
		{KOI8U, 0.5, []string{"uk", "ru", "be"}},
		{IBM866, 0.3, []string{"ru", "be"}},
	} {
		y := model{charset: x.c, prior: math.Log(x.prior)}
		for _, tag := range x.tags {
			y.languages = append(y.languages, byTag[tag]...)
		}
		m = append(m, y)
	}
	return m
}}

// A language says how often characters occur in it. Their shares are not counted
// in a corpus; they follow from the order of the characters by frequency: the
// share of the letter of rank k among n is close to log((n+1)/k)/n (Gusein-Zade's
// law) in an alphabet, and to 1/(k+c) (Zipf's) among thousands of characters.
type language struct {
	tag string
	// order holds the lower-case letters, the most frequent first.
	order string
	// level returns the probability of a character that order does not list, or
	// 0. It is nil for languages with an alphabet.
	level func(r rune) float64

	ascii  [utf8.RuneSelf]float32
	others map[rune]float32
}

const pControl = 1e-9

// Logarithms of the shares of characters that no language lists.
var (
	logMalformed = math.Log(1e-7)
	logCut       = math.Log(1e-4) // the end of the text inside a character
	logControl   = math.Log(pControl)
	logPrivate   = math.Log(1e-9)
	logSymbol    = math.Log(2e-7)
	logLetter    = math.Log(2e-7)
	logSign      = math.Log(1e-5) // a sign of the charsets of East Asia
	logFar       = math.Log(0.2)  // a letter that is not Latin among Latin ones
	logCommon    = math.Log(5e-4) // one of commonPunctuation
	logOther     = math.Log(0.02) // a text around that is in another language
)

const commonPunctuation = "“”‘’„‚«»–—…·•№°§©®€£¡¿´\u00A0\u200C\u200E\u200F×"

func (l *language) prepare() {
	order := []rune(l.order)
	n := len(order)
	l.others = make(map[rune]float32)
	many := l.level != nil
	space, letters := 0.13, 0.80
	if many {
		space, letters = 0.02, 0.0
	}
	for r := range rune(utf8.RuneSelf) {
		p := 0.03 / 32 // punctuation
		switch {
		case r == ' ':
			p = space
		case r == '\n' || r == '\r' || r == '\t':
			p = 0.002
		case r < ' ' || r == 0x7F:
			p = pControl
		case r >= '0' && r <= '9':
			p = 0.02 / 10
		case r >= 'a' && r <= 'z':
			p = 1e-4
		case r >= 'A' && r <= 'Z':
			continue // see score
		}
		l.ascii[r] = float32(math.Log(p))
	}
	for _, r := range commonPunctuation {
		l.others[r] = float32(logCommon)
	}
	if !l.latin() {
		// Words in ASCII letters occur in every language, above all in URLs,
		// and must not speak against one.
		for k, r := range english {
			l.ascii[r] = float32(math.Log(0.6 * alphabetShare(k, len(english))))
		}
	}
	zipf := 0.0
	for k := range order {
		zipf += 1 / float64(k+15)
	}
	for k, r := range order {
		p := letters * alphabetShare(k, n)
		if many {
			p = 0.8 / float64(k+15) / zipf
		}
		lp := float32(math.Log(p))
		if r < utf8.RuneSelf {
			l.ascii[r] = max(lp, l.ascii[r])
		} else if old, ok := l.others[r]; !ok || old < lp {
			l.others[r] = lp
		}
	}
}

const english = "etaoinshrdlucmfwypvbgkjqxz"

// alphabetShare is the share of letter k of n, from 0, by frequency.
func alphabetShare(k, n int) float64 {
	return math.Log(float64(n+1)/float64(k+1)) / float64(n)
}

// Classes of the character before.
const (
	afterOther = iota
	afterLower
	afterUpper
	afterSymbol
)

var (
	logUpperStart  = math.Log(0.08) // a capital at the start of a word
	logUpperUpper  = math.Log(0.15) // a capital after a capital
	logUpperInside = math.Log(0.0005)
	logScript      = math.Log(0.005) // a letter after one of another script
	logInside      = math.Log(0.02)  // a letter straight after a symbol
)

// A profile is all that scoring a text in a language needs to know of the text.
type profile struct {
	base     float64 // the part of the score that is the same in every language
	switches int     // between ASCII and other letters inside a word
	ascii    []letterCount
	others   []letterCount
	// apart holds the ASCII that is in no word with other letters, and english is its score
	// in the language of Latin letters that it fits best.
	apart   []letterCount
	english float64
}

// A letterCount says how often a lower-case character occurs.
type letterCount struct {
	r        rune
	n        int
	fallback float64 // logarithm of its share where no language lists it
	letter   bool
}

// read makes p the profile of text.
func (p *profile) read(text []rune) {
	*p = profile{ascii: p.ascii[:0], others: p.others[:0], apart: p.apart[:0]}
	var ascii, apart [utf8.RuneSelf]int
	others := make([]rune, 0, len(text))
	before := afterOther
	beforeASCII := false
	end := 0     // of what is apart
	own := false // text[i-1] is in a word that is not
	for i, r := range text {
		if i >= end && !(own && isLatinLetter(r)) {
			end = endApart(text, i)
		}
		own = i >= end && r != malformed && (r >= utf8.RuneSelf || isLatinLetter(r))
		if r == malformed || r == short {
			if r == short {
				p.base += logCut
			} else {
				p.base += logMalformed
			}
			before = afterSymbol
			continue
		}
		isASCII := r < utf8.RuneSelf
		lower := r
		letter := false
		if isASCII {
			if r >= 'A' && r <= 'Z' {
				lower += 'a' - 'A'
			}
			letter = lower >= 'a' && lower <= 'z'
			if i < end {
				apart[lower]++
			} else {
				ascii[lower]++
			}
		} else {
			lower = unicode.ToLower(r)
			letter = unicode.IsLetter(r) || unicode.IsMark(r)
			others = append(others, lower)
		}
		if !letter {
			before = afterOther
			if !isASCII && !unicode.IsPunct(r) && !unicode.IsSpace(r) {
				before = afterSymbol
			}
			continue
		}
		switch {
		case before == afterSymbol:
			p.base += logInside
		case before != afterOther && isASCII != beforeASCII:
			p.switches++
		}
		if lower == r {
			before = afterLower
		} else {
			switch before {
			case afterLower:
				p.base += logUpperInside
			case afterUpper:
				p.base += logUpperUpper
			default:
				p.base += logUpperStart
			}
			before = afterUpper
		}
		beforeASCII = isASCII
	}
	slices.Sort(others)
	for i := 0; i < len(others); {
		j := i + 1
		for j < len(others) && others[j] == others[i] {
			j++
		}
		r := others[i]
		c := letterCount{r: r, n: j - i, letter: unicode.IsLetter(r)}
		switch {
		case r < 0xA0:
			c.fallback = logControl
		case r >= 0xE000 && r <= 0xF8FF || r == 0xFFFD || r >= 0xF0000:
			c.fallback = logPrivate
		case c.letter:
			c.fallback = logLetter
		case isSign(r):
			c.fallback = logSign
		default:
			c.fallback = logSymbol
		}
		p.others = append(p.others, c)
		i = j
	}
	for r, n := range ascii {
		if n > 0 {
			p.ascii = append(p.ascii, letterCount{r: rune(r), n: n})
		}
	}
	for r, n := range apart {
		if n > 0 {
			p.apart = append(p.apart, letterCount{r: rune(r), n: n})
		}
	}
	p.english = math.Inf(-1)
	for i := range languages {
		if l := &languages[i]; l.latin() {
			p.english = max(p.english, l.inASCII(p.apart))
		}
	}
}

// endApart returns the end of the ASCII at text[i:], less the letters in front of another
// character, which are of its word.
func endApart(text []rune, i int) int {
	j := i
	for j < len(text) && text[j] >= 0 && text[j] < utf8.RuneSelf {
		j++
	}
	for j < len(text) && j > i && isLatinLetter(text[j-1]) {
		j--
	}
	return j
}

func isLatinLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }

// inASCII returns the logarithm of the probability of characters of ASCII.
func (l *language) inASCII(counts []letterCount) (sum float64) {
	for _, c := range counts {
		sum += float64(c.n) * float64(l.ascii[c.r])
	}
	return sum
}

// score returns the logarithm of the probability of the text in l.
func (l *language) score(p *profile) float64 {
	sum := p.base
	if !l.latin() {
		sum += float64(p.switches) * logScript
	}
	// What a text in a charset stands in is often in another language: a line of a log.
	sum += l.inASCII(p.ascii) + max(l.inASCII(p.apart), p.english+logOther)
	for _, c := range p.others {
		share := c.fallback
		if listed, ok := l.others[c.r]; ok {
			share = float64(listed)
		} else if l.level != nil {
			if level := l.level(c.r); level > 0 {
				share = math.Log(level)
			}
		} else if c.letter && c.r >= 0x250 && l.latin() {
			share += logFar
		}
		sum += float64(c.n) * share
	}
	return sum
}

func (l *language) latin() bool { return l.order[0] < utf8.RuneSelf }

// The national standards sort their characters into levels by use.

func levelJapanese(r rune) float64 {
	if r >= 0xFF61 && r <= 0xFF9F {
		return 5e-6 // half-width katakana
	}
	p := indexJis0208.encode().pointer(r)
	switch {
	case p >= 15*94 && p < 47*94:
		return 0.12 / 3000
	case p >= 47*94 && p < 84*94:
		return 0.006 / 3400
	case fullwidth(r):
		return 1e-4
	}
	return 0
}

func levelChinese(r rune) float64 {
	p := indexGb18030.encode().pointer(r)
	if p >= 0 {
		lead, trail := p/190+0x81, p%190+0x41
		switch {
		case trail < 0xA1 || lead < 0xA1:
		case lead >= 0xB0 && lead <= 0xD7:
			return 0.08 / 3755
		case lead >= 0xD8 && lead <= 0xF7:
			return 0.006 / 3008
		}
		if fullwidth(r) {
			return 1e-4
		}
		if unicode.Is(unicode.Han, r) {
			return 1e-7
		}
	}
	return 0
}

func levelTraditional(r rune) float64 {
	p := indexBig5.encode().pointer(r)
	if p >= 0 {
		switch lead := p/157 + 0x81; {
		case lead >= 0xA4 && lead <= 0xC6 && unicode.Is(unicode.Han, r):
			return 0.08 / 5401
		case lead >= 0xC9 && lead <= 0xF9 && unicode.Is(unicode.Han, r):
			return 0.004 / 7652
		}
	}
	if fullwidth(r) {
		return 1e-4
	}
	return 0
}

func levelKorean(r rune) float64 {
	if unicode.Is(unicode.Hangul, r) {
		if p := indexEuckr.encode().pointer(r); p >= 0 && p/190+0x81 >= 0xB0 && p%190+0x41 >= 0xA1 {
			return 0.03 / 2350
		}
		return 5e-7
	}
	if fullwidth(r) {
		return 1e-5
	}
	if unicode.Is(unicode.Han, r) {
		return 1e-6
	}
	return 0
}

func fullwidth(r rune) bool {
	return r >= 0x3000 && r <= 0x301F || r >= 0xFF01 && r <= 0xFF5E
}

// isSign reports whether r is a number in a circle, an abbreviation such as ㈱ or a figure
// such as ★. Charsets of one octet have none of these.
func isSign(r rune) bool {
	return r >= 0x2160 && r <= 0x217F || r >= 0x2460 && r <= 0x24FF || r >= 0x25A1 && r <= 0x266F || r >= 0x3200 && r <= 0x33FF
}
