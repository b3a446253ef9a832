package charset

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// This file is a second implementation of the Encoding Standard, as slow and
// as literal as possible: one handler an encoding, fed one byte or code point
// at a time from a queue that bytes can be given back to, over indexes that are
// read off the tables of a browser. The other tests compare the package with it.

type refData struct {
	index  map[string][]*rune
	ranges [][2]rune
}

var (
	refOnce sync.Once
	refRead *refData
)

// reference returns the indexes as Firefox has them.
func reference(t testing.TB) *refData {
	t.Helper()
	p := recorded(t, "firefox")
	refOnce.Do(func() { refRead = readIndexes(t, p) })
	if refRead == nil {
		t.Fatal("no indexes")
	}
	return refRead
}

// readIndexes puts the indexes of the Encoding Standard together from what p
// decodes.
func readIndexes(t testing.TB, p *program) *refData {
	t.Helper()
	d := &refData{index: map[string][]*rune{}}
	// fill enters what 256 inputs with that prefix give, each at its pointer.
	fill := func(index, charset, prefix string, pointer func(b int) int) {
		for b, text := range p.results(t, p.Decode[charset][prefix]) {
			r, n := utf8.DecodeRuneInString(text[1:])
			at := pointer(b)
			if at < 0 || text[0] == '!' || n+1 != len(text) {
				continue
			}
			x := d.index[index]
			for len(x) <= at {
				x = append(x, nil)
			}
			x[at] = &r
			d.index[index] = x
		}
	}
	pairs := func(index, charset, before string, first, last int, pointer func(lead, b int) int) {
		for lead := first; lead <= last; lead++ {
			fill(index, charset, fmt.Sprintf("%s%02x", before, lead), func(b int) int { return pointer(lead, b) })
		}
	}
	inner := func(width, leadOffset, low, high int) func(lead, b int) int {
		return func(lead, b int) int {
			if !between(b, low, high) {
				return -1
			}
			return (lead-leadOffset)*width + b - low
		}
	}
	// split is inner for trail bytes that leave 7F out.
	split := func(width, low, high, after int) func(lead, b int) int {
		return func(lead, b int) int {
			switch {
			case between(b, low, 0x7E):
				return (lead-0x81)*width + b - low
			case between(b, after, high):
				return (lead-0x81)*width + b - after + 0x7F - low
			}
			return -1
		}
	}
	pairs("big5", "Big5", "", 0x81, 0xFE, split(157, 0x40, 0xFE, 0xA1))
	pairs("gb18030", "gb18030", "", 0x81, 0xFE, split(190, 0x40, 0xFE, 0x80))
	pairs("euc-kr", "EUC-KR", "", 0x81, 0xFE, inner(190, 0x81, 0x41, 0xFE))
	pairs("jis0212", "EUC-JP", "8f", 0xA1, 0xFE, inner(94, 0xA1, 0xA1, 0xFE))
	sjis := split(188, 0x40, 0xFC, 0x80)
	pairs("jis0208", "Shift_JIS", "", 0x81, 0xFC, func(lead, b int) int {
		if between(lead, 0xA0, 0xDF) {
			return -1
		}
		if lead >= 0xE0 {
			lead -= 0x40
		}
		if p := sjis(lead, b); !between(p, 8836, 10715) { // those are private use
			return p
		}
		return -1
	})
	for _, c := range all {
		if c.kind == singleByte {
			fill(refSingleByteIndex(c.name), c.name, "", func(b int) int { return b - 0x80 })
		}
	}

	var runs [][3]rune
	p.row(t, p.FourBytes["gb18030"], &runs)
	for _, r := range runs {
		if n := len(d.ranges); r[1] == 0xE7C7 || n > 0 && r[0]-d.ranges[n-1][0] == r[1]-d.ranges[n-1][1] {
			continue
		}
		d.ranges = append(d.ranges, [2]rune{r[0], r[1]})
	}

	d.index["iso-2022-jp-katakana"] = make([]*rune, 0xFF9F-0xFF61+1)
	for _, r := range p.encoded(t, "ISO-2022-JP") {
		for i := range r.length {
			if at := int(r.first) + i - 0xFF61; at >= 0 && at < len(d.index["iso-2022-jp-katakana"]) {
				b := r.at(i) // ESC $ B, the pair, ESC ( B
				d.index["iso-2022-jp-katakana"][at] = d.index["jis0208"][(int(b[3])-0x21)*94+int(b[4])-0x21]
			}
		}
	}
	return d
}

func (d *refData) codePoint(index string, pointer int) (rune, bool) {
	x := d.index[index]
	if pointer < 0 || pointer >= len(x) || x[pointer] == nil {
		return 0, false
	}
	return *x[pointer], true
}

// pointers returns the pointer of every code point: the first one that use
// accepts, or the last one where last says so.
func (d *refData) pointers(index string, use func(int) bool, last func(rune) bool) map[rune]int {
	m := map[rune]int{}
	for p, r := range d.index[index] {
		if r == nil || !use(p) {
			continue
		}
		if _, seen := m[*r]; !seen || last(*r) {
			m[*r] = p
		}
	}
	return m
}

func (d *refData) rangesCodePoint(pointer int) (rune, bool) {
	if pointer > 39419 && pointer < 189000 || pointer > 1237575 {
		return 0, false
	}
	if pointer == 7457 {
		return 0xE7C7, true
	}
	var offset, codePointOffset rune
	for _, r := range d.ranges {
		if int(r[0]) <= pointer {
			offset, codePointOffset = r[0], r[1]
		}
	}
	return codePointOffset + rune(pointer) - offset, true
}

func (d *refData) rangesPointer(cp rune) int {
	if cp == 0xE7C7 {
		return 7457
	}
	var offset, pointerOffset rune
	for _, r := range d.ranges {
		if r[1] <= cp {
			offset, pointerOffset = r[1], r[0]
		}
	}
	return int(pointerOffset + cp - offset)
}

// eoq is end-of-queue.
const eoq = -1

type refResult struct {
	finished, failed bool
	runes            []rune // of a decoder
	bytes            []byte // of an encoder
	codePoint        rune   // of an encoder's error
}

var (
	refContinue = refResult{}
	refFinished = refResult{finished: true}
	refError    = refResult{failed: true}
)

func emit(r ...rune) refResult { return refResult{runes: r} }

// refQueue is an I/O queue. Every decoder restores exactly the bytes that it
// has just read, so restoring is stepping back.
type refQueue struct {
	data []byte
	pos  int
}

func (q *refQueue) read() int {
	if q.pos >= len(q.data) {
		return eoq
	}
	q.pos++
	return int(q.data[q.pos-1])
}

func (q *refQueue) restore(n int) { q.pos -= n }

type refSpan struct{ from, to int }

// refDecode runs a decoder with error mode "replacement" and returns the
// spans of the errors too.
func refDecode(d *refData, name string, in []byte) (string, []refSpan) {
	q := &refQueue{data: in}
	h := refDecoder(d, name, q)
	var out []rune
	var spans []refSpan
	from := 0
	for {
		b := q.read()
		res := h(b)
		switch {
		case res.finished:
			return string(out), spans
		case res.failed:
			out = append(out, 0xFFFD)
			spans = append(spans, refSpan{from, q.pos})
			from = q.pos
		case len(res.runes) > 0:
			out = append(out, res.runes...)
			from = q.pos
		default:
			if name == "ISO-2022-JP" && q.pos-from == 3 && in[from] == 0x1B {
				from = q.pos // an accepted escape sequence
			}
		}
	}
}

func between(b, lo, hi int) bool { return b >= lo && b <= hi }

func refDecoder(d *refData, name string, q *refQueue) func(b int) refResult {
	switch name {
	case "UTF-8":
		return refUTF8(q)
	case "GBK", "gb18030":
		return refGB18030(d, q)
	case "Big5":
		return refPair(q, func(lead, b int) ([]rune, bool) {
			pointer := -1
			offset := 0x62
			if b < 0x7F {
				offset = 0x40
			}
			if between(b, 0x40, 0x7E) || between(b, 0xA1, 0xFE) {
				pointer = (lead-0x81)*157 + b - offset
			}
			switch pointer {
			case 1133:
				return []rune{0xCA, 0x304}, true
			case 1135:
				return []rune{0xCA, 0x30C}, true
			case 1164:
				return []rune{0xEA, 0x304}, true
			case 1166:
				return []rune{0xEA, 0x30C}, true
			}
			r, ok := d.codePoint("big5", pointer)
			return []rune{r}, ok
		}, func(b int) (refResult, bool) {
			if b < 0x80 {
				return emit(rune(b)), false
			}
			return refError, between(b, 0x81, 0xFE)
		})
	case "EUC-KR":
		return refPair(q, func(lead, b int) ([]rune, bool) {
			pointer := -1
			if between(b, 0x41, 0xFE) {
				pointer = (lead-0x81)*190 + b - 0x41
			}
			r, ok := d.codePoint("euc-kr", pointer)
			return []rune{r}, ok
		}, func(b int) (refResult, bool) {
			if b < 0x80 {
				return emit(rune(b)), false
			}
			return refError, between(b, 0x81, 0xFE)
		})
	case "Shift_JIS":
		return refPair(q, func(lead, b int) ([]rune, bool) {
			pointer := -1
			offset, leadOffset := 0x41, 0xC1
			if b < 0x7F {
				offset = 0x40
			}
			if lead < 0xA0 {
				leadOffset = 0x81
			}
			if between(b, 0x40, 0x7E) || between(b, 0x80, 0xFC) {
				pointer = (lead-leadOffset)*188 + b - offset
			}
			if between(pointer, 8836, 10715) {
				return []rune{rune(0xE000 - 8836 + pointer)}, true
			}
			r, ok := d.codePoint("jis0208", pointer)
			return []rune{r}, ok
		}, func(b int) (refResult, bool) {
			switch {
			case b <= 0x80:
				return emit(rune(b)), false
			case between(b, 0xA1, 0xDF):
				return emit(rune(0xFF61 - 0xA1 + b)), false
			}
			return refError, between(b, 0x81, 0x9F) || between(b, 0xE0, 0xFC)
		})
	case "EUC-JP":
		return refEUCJP(d, q)
	case "ISO-2022-JP":
		return refISO2022JP(d, q)
	case "replacement":
		returned := false
		return func(b int) refResult {
			if b != eoq && !returned {
				returned = true
				return refError
			}
			return refFinished
		}
	case "UTF-16BE", "UTF-16LE":
		return refUTF16(q, name == "UTF-16BE")
	case "x-user-defined":
		return func(b int) refResult {
			switch {
			case b == eoq:
				return refFinished
			case b < 0x80:
				return emit(rune(b))
			}
			return emit(rune(0xF780 + b - 0x80))
		}
	}
	index := refSingleByteIndex(name)
	return func(b int) refResult {
		switch {
		case b == eoq:
			return refFinished
		case b < 0x80:
			return emit(rune(b))
		}
		r, ok := d.codePoint(index, b-0x80)
		if !ok {
			return refError
		}
		return emit(r)
	}
}

func refSingleByteIndex(name string) string {
	if name == "ISO-8859-8-I" {
		return "iso-8859-8"
	}
	return strings.ToLower(name)
}

func refUTF8(q *refQueue) func(int) refResult {
	codePoint, seen, needed, lower, upper := 0, 0, 0, 0x80, 0xBF
	return func(b int) refResult {
		if b == eoq && needed != 0 {
			needed = 0
			return refError
		}
		if b == eoq {
			return refFinished
		}
		if needed == 0 {
			switch {
			case b <= 0x7F:
				return emit(rune(b))
			case between(b, 0xC2, 0xDF):
				needed, codePoint = 1, b&0x1F
			case between(b, 0xE0, 0xEF):
				if b == 0xE0 {
					lower = 0xA0
				}
				if b == 0xED {
					upper = 0x9F
				}
				needed, codePoint = 2, b&0xF
			case between(b, 0xF0, 0xF4):
				if b == 0xF0 {
					lower = 0x90
				}
				if b == 0xF4 {
					upper = 0x8F
				}
				needed, codePoint = 3, b&0x7
			default:
				return refError
			}
			return refContinue
		}
		if !between(b, lower, upper) {
			codePoint, needed, seen, lower, upper = 0, 0, 0, 0x80, 0xBF
			q.restore(1)
			return refError
		}
		lower, upper = 0x80, 0xBF
		codePoint = codePoint<<6 | b&0x3F
		seen++
		if seen != needed {
			return refContinue
		}
		r := rune(codePoint)
		codePoint, needed, seen = 0, 0, 0
		return emit(r)
	}
}

// refPair is the shape that the decoders of Big5, EUC-KR and Shift_JIS share.
func refPair(q *refQueue, pair func(lead, b int) ([]rune, bool), single func(b int) (res refResult, isLead bool)) func(int) refResult {
	lead := 0
	return func(b int) refResult {
		if b == eoq {
			if lead != 0 {
				lead = 0
				return refError
			}
			return refFinished
		}
		if lead != 0 {
			l := lead
			lead = 0
			if r, ok := pair(l, b); ok {
				return emit(r...)
			}
			if b < 0x80 {
				q.restore(1)
			}
			return refError
		}
		res, isLead := single(b)
		if isLead {
			lead = b
			return refContinue
		}
		return res
	}
}

func refGB18030(d *refData, q *refQueue) func(int) refResult {
	first, second, third := 0, 0, 0
	return func(b int) refResult {
		if b == eoq {
			if first == 0 && second == 0 && third == 0 {
				return refFinished
			}
			first, second, third = 0, 0, 0
			return refError
		}
		if third != 0 {
			if !between(b, 0x30, 0x39) {
				q.restore(3)
				first, second, third = 0, 0, 0
				return refError
			}
			r, ok := d.rangesCodePoint((first-0x81)*(10*126*10) + (second-0x30)*(10*126) + (third-0x81)*10 + b - 0x30)
			first, second, third = 0, 0, 0
			if !ok {
				return refError
			}
			return emit(r)
		}
		if second != 0 {
			if between(b, 0x81, 0xFE) {
				third = b
				return refContinue
			}
			q.restore(2)
			first, second = 0, 0
			return refError
		}
		if first != 0 {
			if between(b, 0x30, 0x39) {
				second = b
				return refContinue
			}
			lead := first
			first = 0
			pointer := -1
			offset := 0x41
			if b < 0x7F {
				offset = 0x40
			}
			if between(b, 0x40, 0x7E) || between(b, 0x80, 0xFE) {
				pointer = (lead-0x81)*190 + b - offset
			}
			if r, ok := d.codePoint("gb18030", pointer); ok {
				return emit(r)
			}
			if b < 0x80 {
				q.restore(1)
			}
			return refError
		}
		switch {
		case b < 0x80:
			return emit(rune(b))
		case b == 0x80:
			return emit(0x20AC)
		case between(b, 0x81, 0xFE):
			first = b
			return refContinue
		}
		return refError
	}
}

func refEUCJP(d *refData, q *refQueue) func(int) refResult {
	jis0212, lead := false, 0
	return func(b int) refResult {
		switch {
		case b == eoq && lead != 0:
			lead = 0
			return refError
		case b == eoq:
			return refFinished
		case lead == 0x8E && between(b, 0xA1, 0xDF):
			lead = 0
			return emit(rune(0xFF61 - 0xA1 + b))
		case lead == 0x8F && between(b, 0xA1, 0xFE):
			jis0212, lead = true, b
			return refContinue
		case lead != 0:
			l := lead
			lead = 0
			var r rune
			ok := false
			if between(l, 0xA1, 0xFE) && between(b, 0xA1, 0xFE) {
				index := "jis0208"
				if jis0212 {
					index = "jis0212"
				}
				r, ok = d.codePoint(index, (l-0xA1)*94+b-0xA1)
			}
			jis0212 = false
			if ok {
				return emit(r)
			}
			if b < 0x80 {
				q.restore(1)
			}
			return refError
		case b < 0x80:
			return emit(rune(b))
		case b == 0x8E || b == 0x8F || between(b, 0xA1, 0xFE):
			lead = b
			return refContinue
		}
		return refError
	}
}

func refISO2022JP(d *refData, q *refQueue) func(int) refResult {
	state, outputState, lead, output := "ASCII", "ASCII", 0, false
	return func(b int) refResult {
		switch state {
		case "ASCII", "Roman":
			switch {
			case b == 0x1B:
				state = "escape start"
				return refContinue
			case state == "Roman" && b == 0x5C:
				output = false
				return emit(0xA5)
			case state == "Roman" && b == 0x7E:
				output = false
				return emit(0x203E)
			case between(b, 0, 0x7F) && b != 0x0E && b != 0x0F:
				output = false
				return emit(rune(b))
			case b == eoq:
				return refFinished
			}
			output = false
			return refError
		case "katakana":
			switch {
			case b == 0x1B:
				state = "escape start"
				return refContinue
			case between(b, 0x21, 0x5F):
				output = false
				return emit(rune(0xFF61 - 0x21 + b))
			case b == eoq:
				return refFinished
			}
			output = false
			return refError
		case "lead":
			switch {
			case b == 0x1B:
				state = "escape start"
				return refContinue
			case between(b, 0x21, 0x7E):
				output, lead, state = false, b, "trail"
				return refContinue
			case b == eoq:
				return refFinished
			}
			output = false
			return refError
		case "trail":
			switch {
			case b == 0x1B:
				state = "escape start"
				// The error ends before the escape that it begins.
				q.restore(1)
				state = "lead"
				return refError
			case between(b, 0x21, 0x7E):
				state = "lead"
				r, ok := d.codePoint("jis0208", (lead-0x21)*94+b-0x21)
				if !ok {
					return refError
				}
				return emit(r)
			}
			state = "lead"
			return refError
		case "escape start":
			if b == 0x24 || b == 0x28 {
				lead, state = b, "escape"
				return refContinue
			}
			if b != eoq {
				q.restore(1)
			}
			output, state = false, outputState
			return refError
		}
		// escape
		l := lead
		lead = 0
		next := ""
		switch {
		case l == 0x28 && b == 0x42:
			next = "ASCII"
		case l == 0x28 && b == 0x4A:
			next = "Roman"
		case l == 0x28 && b == 0x49:
			next = "katakana"
		case l == 0x24 && (b == 0x40 || b == 0x42):
			next = "lead"
		}
		if next != "" {
			state, outputState = next, next
			was := output
			output = true
			if was {
				return refError
			}
			return refContinue
		}
		if b == eoq {
			q.restore(1)
		} else {
			q.restore(2)
		}
		output, state = false, outputState
		return refError
	}
}

func refUTF16(q *refQueue, big bool) func(int) refResult {
	leadByte, leadSurrogate := -1, -1
	return func(b int) refResult {
		if b == eoq {
			if leadByte >= 0 || leadSurrogate >= 0 {
				leadByte, leadSurrogate = -1, -1
				return refError
			}
			return refFinished
		}
		if leadByte < 0 {
			leadByte = b
			return refContinue
		}
		unit := b<<8 + leadByte
		if big {
			unit = leadByte<<8 + b
		}
		leadByte = -1
		if leadSurrogate >= 0 {
			l := leadSurrogate
			leadSurrogate = -1
			if between(unit, 0xDC00, 0xDFFF) {
				return emit(rune(0x10000 + (l-0xD800)<<10 + unit - 0xDC00))
			}
			q.restore(2)
			return refError
		}
		if between(unit, 0xD800, 0xDBFF) {
			leadSurrogate = unit
			return refContinue
		}
		if between(unit, 0xDC00, 0xDFFF) {
			return refError
		}
		return emit(rune(unit))
	}
}

// refEncoder returns the handler of a new encoder instance. The second result
// says that the code point has been restored to the queue.
func refEncoder(d *refData, name string) func(cp rune) (res refResult, restored bool) {
	out := func(b ...int) (refResult, bool) {
		var bs []byte
		for _, x := range b {
			bs = append(bs, byte(x))
		}
		return refResult{bytes: bs}, false
	}
	fail := func(cp rune) (refResult, bool) { return refResult{failed: true, codePoint: cp}, false }
	every := func(int) bool { return true }
	none := func(rune) bool { return false }
	stateless := func(f func(cp rune) (refResult, bool)) func(cp rune) (refResult, bool) {
		return func(cp rune) (refResult, bool) {
			if cp == eoq {
				return refFinished, false
			}
			if cp < 0x80 {
				return out(int(cp))
			}
			return f(cp)
		}
	}
	switch name {
	case "UTF-8":
		return stateless(func(cp rune) (refResult, bool) {
			count, offset := uint(1), 0xC0
			if cp >= 0x800 {
				count, offset = 2, 0xE0
			}
			if cp >= 0x10000 {
				count, offset = 3, 0xF0
			}
			b := []int{int(cp>>(6*count)) + offset}
			for ; count > 0; count-- {
				b = append(b, 0x80|int(cp>>(6*(count-1)))&0x3F)
			}
			return out(b...)
		})
	case "GBK", "gb18030":
		pointers := d.pointers("gb18030", every, none)
		side := map[rune][2]int{
			0xE78D: {0xA6, 0xD9}, 0xE78E: {0xA6, 0xDA}, 0xE78F: {0xA6, 0xDB},
			0xE790: {0xA6, 0xDC}, 0xE791: {0xA6, 0xDD}, 0xE792: {0xA6, 0xDE},
			0xE793: {0xA6, 0xDF}, 0xE794: {0xA6, 0xEC}, 0xE795: {0xA6, 0xED},
			0xE796: {0xA6, 0xF3}, 0xE81E: {0xFE, 0x59}, 0xE826: {0xFE, 0x61},
			0xE82B: {0xFE, 0x66}, 0xE82C: {0xFE, 0x67}, 0xE832: {0xFE, 0x6D},
			0xE843: {0xFE, 0x7E}, 0xE854: {0xFE, 0x90}, 0xE864: {0xFE, 0xA0},
		}
		return stateless(func(cp rune) (refResult, bool) {
			if cp == 0xE5E5 {
				return fail(cp)
			}
			if name == "GBK" && cp == 0x20AC {
				return out(0x80)
			}
			if b, ok := side[cp]; ok {
				return out(b[0], b[1])
			}
			if p, ok := pointers[cp]; ok {
				offset := 0x41
				if p%190 < 0x3F {
					offset = 0x40
				}
				return out(p/190+0x81, p%190+offset)
			}
			if name == "GBK" {
				return fail(cp)
			}
			p := d.rangesPointer(cp)
			b1 := p / (10 * 126 * 10)
			p %= 10 * 126 * 10
			b2 := p / (10 * 126)
			p %= 10 * 126
			return out(b1+0x81, b2+0x30, p/10+0x81, p%10+0x30)
		})
	case "Big5":
		pointers := d.pointers("big5",
			func(p int) bool { return p >= (0xA1-0x81)*157 },
			func(r rune) bool {
				return r == 0x2550 || r == 0x255E || r == 0x2561 || r == 0x256A || r == 0x5341 || r == 0x5345
			})
		return stateless(func(cp rune) (refResult, bool) {
			p, ok := pointers[cp]
			if !ok {
				return fail(cp)
			}
			offset := 0x62
			if p%157 < 0x3F {
				offset = 0x40
			}
			return out(p/157+0x81, p%157+offset)
		})
	case "EUC-KR":
		pointers := d.pointers("euc-kr", every, none)
		return stateless(func(cp rune) (refResult, bool) {
			if p, ok := pointers[cp]; ok {
				return out(p/190+0x81, p%190+0x41)
			}
			return fail(cp)
		})
	case "EUC-JP", "Shift_JIS":
		sjis := name == "Shift_JIS"
		pointers := d.pointers("jis0208", func(p int) bool { return !sjis || !between(p, 8272, 8835) }, none)
		return stateless(func(cp rune) (refResult, bool) {
			asked := cp
			switch {
			case sjis && cp == 0x80:
				return out(0x80)
			case cp == 0xA5:
				return out(0x5C)
			case cp == 0x203E:
				return out(0x7E)
			case between(int(cp), 0xFF61, 0xFF9F) && sjis:
				return out(int(cp) - 0xFF61 + 0xA1)
			case between(int(cp), 0xFF61, 0xFF9F):
				return out(0x8E, int(cp)-0xFF61+0xA1)
			case cp == 0x2212:
				cp = 0xFF0D
			}
			p, ok := pointers[cp]
			if !ok {
				return fail(asked)
			}
			if !sjis {
				return out(p/94+0xA1, p%94+0xA1)
			}
			leadOffset, offset := 0xC1, 0x41
			if p/188 < 0x1F {
				leadOffset = 0x81
			}
			if p%188 < 0x3F {
				offset = 0x40
			}
			return out(p/188+leadOffset, p%188+offset)
		})
	case "ISO-2022-JP":
		pointers := d.pointers("jis0208", every, none)
		state := "ASCII"
		shift := func(to string, c int, c2 int) (refResult, bool) {
			state = to
			res, _ := out(0x1B, c, c2)
			return res, true
		}
		return func(cp rune) (refResult, bool) {
			ascii := cp >= 0 && cp < 0x80
			switch {
			case cp == eoq && state != "ASCII":
				return shift("ASCII", 0x28, 0x42)
			case cp == eoq:
				return refFinished, false
			case (state == "ASCII" || state == "Roman") && (cp == 0x0E || cp == 0x0F || cp == 0x1B):
				return fail(0xFFFD)
			case state == "ASCII" && ascii:
				return out(int(cp))
			case state == "Roman" && (ascii && cp != 0x5C && cp != 0x7E):
				return out(int(cp))
			case state == "Roman" && cp == 0xA5:
				return out(0x5C)
			case state == "Roman" && cp == 0x203E:
				return out(0x7E)
			case ascii && state != "ASCII":
				return shift("ASCII", 0x28, 0x42)
			case (cp == 0xA5 || cp == 0x203E) && state != "Roman":
				return shift("Roman", 0x28, 0x4A)
			}
			asked := cp
			if cp == 0x2212 {
				cp = 0xFF0D
			}
			if between(int(cp), 0xFF61, 0xFF9F) {
				cp, _ = d.codePoint("iso-2022-jp-katakana", int(cp)-0xFF61)
			}
			p, ok := pointers[cp]
			if !ok {
				if state == "jis0208" {
					return shift("ASCII", 0x28, 0x42)
				}
				return fail(asked)
			}
			if state != "jis0208" {
				return shift("jis0208", 0x24, 0x42)
			}
			return out(p/94+0x21, p%94+0x21)
		}
	case "x-user-defined":
		return stateless(func(cp rune) (refResult, bool) {
			if between(int(cp), 0xF780, 0xF7FF) {
				return out(int(cp) - 0xF780 + 0x80)
			}
			return fail(cp)
		})
	}
	pointers := d.pointers(refSingleByteIndex(name), every, none)
	return stateless(func(cp rune) (refResult, bool) {
		if p, ok := pointers[cp]; ok {
			return out(p + 0x80)
		}
		return fail(cp)
	})
}

// refEncode runs a handler from refEncoder with error mode "html" and returns
// the code points of the errors too.
func refEncode(h func(rune) (refResult, bool), text []rune) ([]byte, []rune) {
	var out []byte
	var errs []rune
	for i := 0; ; {
		cp := rune(eoq)
		if i < len(text) {
			cp = text[i]
		}
		res, restored := h(cp)
		switch {
		case res.finished:
			return out, errs
		case res.failed:
			out = fmt.Appendf(out, "&#%d;", res.codePoint)
			errs = append(errs, res.codePoint)
		default:
			out = append(out, res.bytes...)
		}
		if !restored && cp != eoq {
			i++
		}
	}
}
