package preimage

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/rule"
)

// A Trial finds out which dialects can write an encoded text. One Trial for many
// dialects is faster than one for each, since common work is done once. It is safe
// for concurrent use.
type Trial struct {
	encoded []byte
	census  census
	lone    bool // it holds a lone surrogate
	remote  bool // it holds "://"

	mu     sync.Mutex
	texts  []*trialText            // the texts tried so far
	parsed map[parseKey]*trialText // the results of parsing encoded
	given  *trialText              // the last text given to Gives
}

// New returns a trial of encoded, which must not change while it is in use.
func New(encoded []byte) *Trial {
	return &Trial{
		encoded: encoded, census: newCensus(encoded), parsed: map[parseKey]*trialText{},
		lone: rule.HasSurrogate(encoded), remote: bytes.Contains(encoded, []byte("://")),
	}
}

// A trialText is a text that may have been encoded.
type trialText struct {
	data  []byte
	used  percent.ByteSet // the bytes in it
	valid bool            // it is UTF-8
	lone  bool            // it holds a lone surrogate

	mu       sync.Mutex
	outcomes map[rule.Five]*Error // of encoding by five choices; nil if that gives the encoded text
}

func newTrialText(data []byte) *trialText {
	t := &trialText{data: data, used: bytesOf(data), valid: utf8.Valid(data), outcomes: map[rule.Five]*Error{}}
	t.lone = !t.valid && rule.HasSurrogate(data)
	return t
}

// bytesOf returns the bytes that occur in data.
func bytesOf(data []byte) (set percent.ByteSet) {
	var seen [256]bool
	for _, c := range data {
		seen[c] = true
	}
	for i, ok := range seen {
		if ok {
			set = set.AddRange(byte(i), byte(i))
		}
	}
	return set
}

// maxTexts is how many texts are remembered. There are seldom more.
const maxTexts = 16

// text returns data as a trialText, reusing an earlier one with the same data.
func (t *Trial) text(data []byte) *trialText {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, x := range t.texts {
		if bytes.Equal(x.data, data) {
			return x
		}
	}
	x := newTrialText(data)
	if len(t.texts) < maxTexts {
		t.texts = append(t.texts, x)
	}
	return x
}

// onlyDecodes returns the error for a dialect that only decodes.
func onlyDecodes(d *dialect.Dialect) error {
	_, err := d.AppendEncode(nil, nil)
	return err
}

// Preimage returns a text that d encodes to exactly the encoded text, which it has
// verified. There may be others. The error is a *Error, or a
// *dialect.DirectionError if d only decodes. The text may share memory with the
// encoded text and with the results for other dialects.
//
// If d has an Encoding, a text is found whenever there is one. For other dialects,
// the search may miss one: Error.Proved says whether there is certainly none.
func (t *Trial) Preimage(d *dialect.Dialect) ([]byte, error) {
	if !d.Encodes() {
		return nil, onlyDecodes(d)
	}
	return t.preimage(rule.Of(d.ID))
}

func (t *Trial) preimage(r *rule.Rule) ([]byte, error) {
	im := imageOf(r, t)
	if off, n := im.foreign(); n > 0 {
		unit := t.encoded[off : off+n]
		return nil, &Error{Offset: int64(off), Bytes: string(unit), Written: string(im.instead(unit)), Proved: true, rule: r, trial: t}
	}
	var best *Error
	var tried []*trialText
	for _, attempt := range im.attempts() {
		text := attempt()
		if slices.ContainsFunc(tried, func(x *trialText) bool { return x == text || bytes.Equal(x.data, text.data) }) {
			continue
		}
		tried = append(tried, text)
		e := t.try(r, text)
		if e == nil {
			return text.data, nil
		}
		if best == nil || e.Offset > best.Offset {
			best = e
		}
	}
	best.rule, best.trial = r, t
	return nil, best
}

// Gives returns nil if d encodes text to the encoded text. Otherwise it returns a
// *Error that says where the two differ, or a *dialect.DirectionError if d only
// decodes. The text must not change while the trial is in use.
func (t *Trial) Gives(d *dialect.Dialect, text []byte) error {
	if !d.Encodes() {
		return onlyDecodes(d)
	}
	t.mu.Lock()
	given := t.given
	if given == nil || !bytes.Equal(given.data, text) {
		given = newTrialText(text)
		t.given = given
	}
	t.mu.Unlock()
	r := rule.Of(d.ID)
	e := t.try(r, given)
	if e == nil {
		return nil
	}
	e.Proved, e.rule, e.trial = true, r, t
	return e
}

// A dialect that works from left to right first encodes trialLength bytes of a long
// text. The last trialEnd bytes of that output may depend on what follows: a line
// break, a cut escape, the return of a charset to ASCII.
const (
	trialLength = 256
	trialEnd    = 64
)

// buffers holds output buffers for try.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// try encodes text and returns where the result differs from the encoded text, or nil
// if it does not. The caller may change the error.
func (t *Trial) try(r *rule.Rule, text *trialText) *Error {
	choices, plain := plainly(r, text)
	if plain {
		text.mu.Lock()
		e, known := text.outcomes[choices]
		text.mu.Unlock()
		if known {
			return e.copied()
		}
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	e := t.encode(r, text.data, buf)
	if plain {
		text.mu.Lock()
		text.outcomes[choices] = e
		text.mu.Unlock()
	}
	return e.copied()
}

func (e *Error) copied() *Error {
	if e == nil {
		return nil
	}
	c := *e
	return &c
}

// encode is try without the remembered outcomes.
func (t *Trial) encode(r *rule.Rule, text []byte, buf *[]byte) *Error {
	if e := r.Encode; e != nil && len(text) > 2*trialLength && streams(e) {
		cut := trialLength
		for cut > trialLength-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
			cut--
		}
		out, err := r.AppendEncode((*buf)[:0], text[:cut])
		*buf = out
		if err == nil && !bytes.HasPrefix(t.encoded, out[:max(0, len(out)-trialEnd)]) {
			return missed(t.encoded, out, nil)
		}
	}
	out, err := r.AppendEncode((*buf)[:0], text)
	*buf = out
	if err == nil && bytes.Equal(out, t.encoded) {
		return nil
	}
	return missed(t.encoded, out, err)
}

// plainly reports whether the five choices of r alone determine how text is encoded.
// It returns them without the parts that do not matter for text: rules with the same
// result encode text alike.
func plainly(r *rule.Rule, text *trialText) (choices rule.Five, ok bool) {
	if e := r.Encoder(); e != nil && !e.Simple && !e.PlainText(text.used, text.valid, text.lone) {
		return rule.Five{}, false
	}
	f := rule.FiveOf(r.EncodingBase())
	f.Kept = f.Kept.Intersect(text.used)
	if f.Space == percent.SpacePlus {
		if text.used.Contains(' ') {
			f.Kept = f.Kept.Remove(" ")
		} else {
			f.Space = percent.SpacePercent20
		}
	}
	if f.Escapes == percent.EscapesKept {
		if text.used.Contains('%') {
			f.Kept = f.Kept.Remove("%")
		} else {
			f.Escapes = percent.PercentIsData
		}
	}
	return f, true
}

// A census records which units occur in an encoded text, and where each occurs first.
type census struct {
	literal units // bytes outside escapes
	escaped units // octets of escapes
	upper   units // octets of escapes with an upper-case digit
	lower   units // octets of escapes with a lower-case digit
	cases   byte  // the cases of the digits of escapes
	stray   int   // index of the first '%' that does not begin an escape, or -1
	unicode int   // index of the first %uHHHH, or -1
	// The same for %uHHHH with an upper-case digit, and with a lower-case digit.
	unicodeUpper, unicodeLower int
}

// units is a set of bytes with the first position of each.
type units struct {
	set percent.ByteSet
	at  [256]int
}

// seen records that c occurs at i.
func (u *units) seen(c byte, i int) {
	if u.at[c] == 0 {
		u.at[c] = i + 1
	}
}

// first returns the first position of a byte of set, or none if that is smaller or
// there is no such byte.
func (u *units) first(set percent.ByteSet, none int) int {
	set = set.Intersect(u.set)
	if set == (percent.ByteSet{}) {
		return none
	}
	for i, at := range u.at {
		if at > 0 && at-1 < none && set.Contains(byte(i)) {
			none = at - 1
		}
	}
	return none
}

func (u *units) finish() {
	for i, at := range u.at {
		if at > 0 {
			u.set = u.set.AddRange(byte(i), byte(i))
		}
	}
}

func newCensus(encoded []byte) census {
	c := census{stray: -1, unicode: -1, unicodeUpper: -1, unicodeLower: -1}
	note := func(at *int, i int) {
		if *at < 0 {
			*at = i
		}
	}
	for i := 0; i < len(encoded); {
		if encoded[i] != '%' {
			c.literal.seen(encoded[i], i)
			i++
			continue
		}
		unit := unitAt(encoded, i)
		var cases byte
		for _, d := range unit[1:] {
			if v := digits[d]; v != notDigit {
				cases |= v
			}
		}
		switch len(unit) {
		case 3:
			octet, _ := pct.Octet(unit)
			c.escaped.seen(octet, i)
			c.cases |= cases & (upperDigit | lowerDigit)
			if cases&upperDigit != 0 {
				c.upper.seen(octet, i)
			}
			if cases&lowerDigit != 0 {
				c.lower.seen(octet, i)
			}
		case 6:
			note(&c.unicode, i)
			if cases&upperDigit != 0 {
				note(&c.unicodeUpper, i)
			}
			if cases&lowerDigit != 0 {
				note(&c.unicodeLower, i)
			}
		default:
			note(&c.stray, i)
		}
		i += len(unit)
	}
	for _, u := range []*units{&c.literal, &c.escaped, &c.upper, &c.lower} {
		u.finish()
	}
	return c
}

// inEscapes holds the bytes that may follow the '%' of an escape.
const inEscapes = "0123456789ABCDEFabcdefu"

// foreign returns the offset and length of the first unit of the encoded text that the
// dialect never writes. n is 0 if there is none.
func (im *image) foreign() (off, n int) {
	if im.whole {
		return 0, 0
	}
	encoded, c := im.trial.encoded, &im.trial.census
	if im.literal.Contains('%') && im.literal.Add(inEscapes) != im.literal {
		return im.foreignOf(encoded)
	}
	end := len(encoded)
	off = c.literal.first(im.literal.Complement(), end)
	if !im.literal.Contains('%') {
		off = c.escaped.first(im.escaped.Complement(), off)
		unicode := c.unicode
		switch im.wrongDigits() {
		case upperDigit:
			off = c.upper.first(percent.AllBytes, off)
		case lowerDigit:
			off = c.lower.first(percent.AllBytes, off)
		}
		if im.unicode {
			unicode = c.unicodeLower
			if im.enc.Hex() == percent.HexLower {
				unicode = c.unicodeUpper
			}
		}
		for _, at := range []int{unicode, c.stray} {
			if 0 <= at && at < off {
				off = at
			}
		}
	}
	if off == end {
		return 0, 0
	}
	return off, len(unitAt(encoded, off))
}

// A parseKey holds everything that the result of parsing depends on.
type parseKey struct {
	plus, unicode, latin, pairs, slash bool

	stays   percent.ByteSet // octets whose escapes are text
	wrong   byte            // digits of escapes that are text
	charset string
}

// parse returns the encoded text with its escapes decoded.
func (t *Trial) parse(im *image) *trialText {
	if im.rule != nil && (im.rule.InQuery != "" || im.rule.InFragment != "") {
		return t.text(im.parse(t.encoded, false))
	}
	used := t.census.escaped.set
	key := parseKey{plus: im.enc.Space() == percent.SpacePlus && t.census.literal.set.Contains('+')}
	if im.literal.Contains('%') {
		key.stays = im.stays(im.enc.Kept()).Intersect(used)
		key.wrong = im.wrongDigits() & t.census.cases
	}
	if r := im.rule; r != nil {
		key.unicode = im.unicode && t.census.unicode >= 0
		key.latin = latin(r) && used.Intersect(percent.ASCII) != used
		key.pairs = r.Beyond == rule.BeyondCESU
		key.slash = r.Escapes == rule.EscapesSlash && used.Contains('/')
		if !t.plainASCII() {
			key.charset = r.Charset
		}
	}
	t.mu.Lock()
	text := t.parsed[key]
	t.mu.Unlock()
	if text != nil {
		return text
	}
	if key == (parseKey{plus: key.plus}) {
		text = t.text(t.decoded(key.plus))
	} else {
		text = t.text(im.parse(t.encoded, false))
	}
	t.mu.Lock()
	t.parsed[key] = text
	t.mu.Unlock()
	return text
}

// plainASCII reports whether all octets mean the same in every charset: ASCII without
// the shift characters of ISO-2022-JP.
func (t *Trial) plainASCII() bool {
	used := t.census.literal.set.Union(t.census.escaped.set)
	return used.Intersect(percent.ASCII.Remove("\x0E\x0F\x1B")) == used
}

// decoded returns the encoded text, decoded.
func (t *Trial) decoded(plus bool) []byte {
	enc := lenient.Get()
	if plus {
		enc = lenientPlus.Get()
	}
	out, _ := enc.AppendDecode(make([]byte, 0, len(t.encoded)), t.encoded)
	return out
}

var (
	lenient     = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.New(percent.Unreserved).WithMalformed(percent.MalformedKept) }}
	lenientPlus = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return lenient.Get().WithPlus(percent.PlusIsSpace) }}
)

// missed returns the error for an attempt that gave out instead of encoded.
func missed(encoded, out []byte, err error) *Error {
	at := parting(encoded, out)
	e := &Error{Offset: int64(at), Bytes: string(unitAt(encoded, at)), Written: string(unitAt(out, at))}
	if err != nil {
		e.Refused = strings.TrimPrefix(err.Error(), "percent: ")
	}
	return e
}
