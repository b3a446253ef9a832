package preimage

import (
	"bytes"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/rule"
)

// A Trial asks dialects whether they write an encoded text. Asking many takes
// less time than asking each with a Trial of its own, since what they have in
// common is done once. It is safe for concurrent use.
type Trial struct {
	encoded []byte
	census  census
	lone    bool // it holds a lone surrogate
	remote  bool // it holds "://"

	mu     sync.Mutex
	texts  []*trialText            // that were tried
	parsed map[parseKey]*trialText // what encoded was parsed to
	given  *trialText              // what Gives was asked last
}

// New returns a trial of encoded, which must not change while it is in use.
func New(encoded []byte) *Trial {
	return &Trial{
		encoded: encoded, census: newCensus(encoded), parsed: map[parseKey]*trialText{},
		lone: rule.HasSurrogate(encoded), remote: bytes.Contains(encoded, []byte("://")),
	}
}

// A trialText is a text that may be what was encoded.
type trialText struct {
	data  []byte
	used  percent.ByteSet // the bytes in it
	valid bool            // it is UTF-8
	lone  bool            // it holds a lone surrogate

	mu       sync.Mutex
	outcomes map[rule.Five]*Error // of encoding by five choices, nil where that gives what it should
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

// maxTexts is how many texts are told from others: there are seldom more.
const maxTexts = 16

// text returns data, as what was tried before if it is the same.
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

// Preimage returns a text that d encodes to the encoded text, byte for byte, which
// has been verified. There may be others. The error is a
// *Error, or a *dialect.DirectionError when d decodes only. The text may share
// memory with the encoded text and with what was returned for other dialects.
//
// Where Encoding is not nil, a text is found whenever there is one. Other
// dialects may write what no text was found for: the error tells whether it was
// proved that they do not.
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
		if contains(tried, text) {
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

func contains(list []*trialText, text *trialText) bool {
	for _, x := range list {
		if x == text || bytes.Equal(x.data, text.data) {
			return true
		}
	}
	return false
}

// Gives returns nil if d encodes text to the encoded text, and otherwise a *Error
// that tells where it writes something else, or a
// *dialect.DirectionError when d decodes only. The text must not change while the trial
// is in use.
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

// How much of a long text is encoded first by a dialect that works from left to
// right, and how much of that may depend on what follows: a line break, a cut
// escape, the return of a charset to ASCII.
const (
	trialLength = 256
	trialEnd    = 64
)

// buffers are what try encodes to.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// try encodes text and tells where that leaves the encoded text, or nil if it
// does not. What it returns is the caller's.
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

// encode is try without what is known already.
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

// plainly reports whether the five choices of d say all about text, and returns
// as much of them as does: where that is the same, so is what is written.
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

// A census is which units stand in an encoded text, and where each stands first.
type census struct {
	literal units // bytes outside escapes
	escaped units // octets of escapes
	upper   units // of those with an upper-case digit
	lower   units // of those with a lower-case digit
	cases   byte  // the cases of the digits of escapes
	stray   int   // a '%' that begins no escape, or -1
	unicode int   // %uHHHH, or -1
	// The same with an upper-case digit, and with a lower-case digit.
	unicodeUpper, unicodeLower int
}

// units are a set of bytes and where each stands first.
type units struct {
	set percent.ByteSet
	at  [256]int
}

// seen notes that c stands at i.
func (u *units) seen(c byte, i int) {
	if u.at[c] == 0 {
		u.at[c] = i + 1
	}
}

// first returns where the first of set stands, or none.
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

// inEscapes are the bytes that may stand in an escape after its '%'.
var inEscapes = percent.ByteSet{}.Add("0123456789ABCDEFabcdefu")

// foreign returns the first unit of the encoded text that the dialect never
// writes, or n 0.
func (im *image) foreign() (off, n int) {
	if im.whole {
		return 0, 0
	}
	encoded, c := im.trial.encoded, &im.trial.census
	if im.literal.Contains('%') && inEscapes.Intersect(im.literal) != inEscapes {
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

// A parseKey is all that parsing an encoded text depends on.
type parseKey struct {
	plus, unicode, latin, pairs, slash bool

	stays   percent.ByteSet // octets whose escapes are text
	wrong   byte            // digits of escapes that are text
	charset string
}

// parse returns the encoded text with its escapes undone.
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

// plainASCII reports whether the octets that were encoded are the same in every
// charset: ASCII, without those that ISO-2022-JP shifts with.
func (t *Trial) plainASCII() bool {
	used := t.census.literal.set.Union(t.census.escaped.set)
	return used.Intersect(percent.ASCII.Remove("\x0E\x0F\x1B")) == used
}

// decoded returns the encoded text, decoded.
func (t *Trial) decoded(plus bool) []byte {
	enc := lenient
	if plus {
		enc = lenientPlus
	}
	out, _ := enc.AppendDecode(make([]byte, 0, len(t.encoded)), t.encoded)
	return out
}

var (
	lenient     = percent.New(percent.Unreserved).WithMalformed(percent.MalformedKept)
	lenientPlus = lenient.WithPlus(percent.PlusIsSpace)
)

// missed tells where out, which came of an attempt, leaves encoded.
func missed(encoded, out []byte, err error) *Error {
	at := parting(encoded, out)
	e := &Error{Offset: int64(at), Bytes: string(unitAt(encoded, at)), Written: string(unitAt(out, at))}
	if err != nil {
		e.Refused = strings.TrimPrefix(err.Error(), "percent: ")
	}
	return e
}
