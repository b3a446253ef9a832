package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/browser"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/wtf8"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/uri"
)

// A Note is something about a text as a whole, or about several places in it.
type Note struct {
	// ID is one of illegal, cut-off, no-scheme, inner-uri, layers, nested, lookalike, host,
	// dot-segment, control, bidi, invisible, double-utf8, surrogate-pair, letter, not-nfc,
	// browser and payload.
	ID     string
	Offset int // of the first place, in bytes
	Count  int // of places
	// Message is a clause without a full stop.
	Message string
}

// IsWarning reports whether the note is about something that is probably wrong.
func (n *Note) IsWarning() bool {
	switch n.ID {
	case noteIllegal, noteCutOff, noteNested, noteControl, noteBidi, noteInvisible, noteDoubled, noteLetter:
		return true
	}
	return false
}

// IsOfWhole reports whether the note is about the text as a whole, and its Offset of no use.
func (n *Note) IsOfWhole() bool {
	switch n.ID {
	case noteIllegal, noteCutOff, noteNoScheme, noteLayers, noteInnerURI, noteHost, noteBrowser:
		return true
	}
	return false
}

// The IDs of notes.
const (
	noteIllegal       = "illegal"        // not a URI reference by RFC 3986
	noteCutOff        = "cut-off"        // the text ends in an escape, or in a percent sign
	noteNoScheme      = "no-scheme"      // a path begins with what looks like a host
	noteInnerURI      = "inner-uri"      // a URI once it is decoded
	noteLayers        = "layers"         // more than one layer
	noteNested        = "nested"         // an escape inside a broken one
	noteLookalike     = "lookalike"      // what looks like another encoding
	noteHost          = "host"           // the other form of an internationalized host
	noteDotSegment    = "dot-segment"    // "." or ".." as a segment
	noteControl       = "control"        // control characters, escaped or not
	noteBidi          = "bidi"           // characters that change the direction of text
	noteInvisible     = "invisible"      // invisible characters
	noteDoubled       = "double-utf8"    // UTF-8 that was taken for windows-1252
	noteSurrogatePair = "surrogate-pair" // two surrogates that CESU-8 reads as a character
	noteLetter        = "letter"         // an escaped ASCII octet that may be part of a letter in a legacy charset
	noteNotNFC        = "not-nfc"        // not in Unicode's normal form NFC
	noteBrowser       = "browser"        // what a browser makes of it, if RFC 3986 reads it differently
	notePayload       = "payload"        // text in base64 or the like
)

// add adds a note, unless count is 0.
//
//go:noinline
func (e *Explanation) add(id string, offset, count int, format string, args ...any) {
	if count > 0 {
		e.Notes = append(e.Notes, Note{ID: id, Offset: offset, Count: count, Message: fmt.Sprintf(format, args...)})
	}
}

// note finds what is worth saying.
func (e *Explanation) note() {
	if e.Illegal != nil {
		kind, wide := "URI", "an IRI"
		if e.Relative() {
			kind, wide = "relative reference", "a relative IRI reference"
		}
		text := "not a " + kind + " by the grammar of RFC 3986: " + strings.TrimPrefix(e.Illegal.Error(), "uri: ")
		if e.IRI {
			text += "; it is " + wide
		}
		e.add(noteIllegal, int(e.Illegal.Offset), 1, "%s", text)
	}
	e.noteEnd()
	e.noteScheme()
	e.noteLayers()
	e.noteHost()
	e.noteBrowser()
	e.notePayload()
	if e.Kind == inspect.KindURI || e.Kind == inspect.KindPath {
		e.noteDots()
	}
	e.noteCharacters()
	e.noteLetters()
	for _, r := range e.Readings {
		if r.Doubled != "" {
			e.add(noteDoubled, r.Offset, 1, "its UTF-8 was probably read as %s and encoded again: it may stand for %s", r.doubledIn, excerpt.Of(r.Doubled, 60))
		}
	}
	if once := e.Layers.Once(); utf8.ValidString(once) && !norm.NFC.IsNormalString(once) {
		at := norm.NFC.QuickSpan([]byte(once))
		layer := min(1, e.Layers.Depth())
		e.add(noteNotNFC, e.Layers.Origin(layer, at), 1, "not in the normal form NFC: what looks the same may be written in other octets")
	}
}

// noteEnd notes a '%' or the beginning of an escape at the end of the text.
func (e *Explanation) noteEnd() {
	if i := strings.LastIndexByte(e.Text, '%'); i >= 0 && pct.EscapeReason(e.Text[i:]) == percent.TruncatedEscape {
		e.add(noteCutOff, i, 1, "the text %s", pct.CutOff(e.Text[i:]))
	}
}

// noteScheme notes a path that begins with what looks like a host, such as
// "www.example.com/a" (RFC 3986, section 4.2).
func (e *Explanation) noteScheme() {
	if !e.Relative() || len(e.Components) == 0 || e.Components[0].Part != inspect.PartPath {
		return // it has a scheme or a host
	}
	path := e.Components[0].Text
	first, _, more := strings.Cut(path, "/")
	dot := strings.LastIndexByte(first, '.')
	if dot <= 0 || !more && !text.HasPrefix(first, "www.") {
		return
	}
	// No last label in the DNS has a digit, except those with xn--.
	for _, r := range first[dot+1:] {
		if !unicode.IsLetter(r) {
			return
		}
	}
	if n := utf8.RuneCountInString(first[dot+1:]); n < 2 || strings.ContainsAny(first, "%@ ") {
		return
	}
	e.add(noteNoScheme, 0, 1, "there is no scheme, so %s is the first segment of a path, not a host", excerpt.Of(first, 80))
}

// noteBrowser says what a browser makes of a URL by the URL Standard, if RFC 3986
// reads it differently: another host, another path, or no URL at all.
func (e *Explanation) noteBrowser() {
	if e.Kind != inspect.KindURI && e.Kind != inspect.KindText {
		return
	}
	if r, ok := browser.Read(e.Text); ok && r.Differs {
		e.add(noteBrowser, 0, 1, "%s", r.Of("it"))
	}
}

// maxNested is how many kinds of escapes inside broken ones get a note each: a text
// with more of them is an attack, and the first ones will do.
const maxNested = 8

func (e *Explanation) noteLayers() {
	l := e.Layers
	if l.Depth() > 1 {
		e.add(noteLayers, 0, 1, "it can be decoded %s: it was encoded more than once, or is data that looks encoded", times(l.Depth()))
	}
	type countedNesting struct {
		layers.Nesting
		count int
	}
	var list []countedNesting
	others := countedNesting{}
	for n := range l.Nestings(0) {
		at := slices.IndexFunc(list, func(x countedNesting) bool { return x.Makes == n.Makes })
		switch {
		case at >= 0:
			list[at].count++
		case len(list) < maxNested:
			list = append(list, countedNesting{n, 1})
		default:
			if others.count == 0 {
				others.Nesting = n
			}
			others.count++
		}
	}
	for _, n := range list {
		e.add(noteNested, n.Offset, n.count, "an escape inside a broken one: decoding once makes %s there", n.Makes)
	}
	e.add(noteNested, others.Offset, others.count, "an escape inside a broken one: decoding once makes further escapes, the first %s", others.Makes)
	if e.Kind == inspect.KindText {
		for i, layer := range l.Layers[1:] {
			if n := text.SchemeLength(layer.Text); n > 0 && strings.HasPrefix(layer.Text[n:], "://") {
				e.add(noteInnerURI, 0, 1, "decoded %s it is a URI", times(i+1))
				break
			}
		}
	}
	var counts [layers.QuotedPrintable + 1]int
	var offsets [layers.QuotedPrintable + 1]int
	for x := range layers.Lookalikes(e.Text) {
		if counts[x.Kind] == 0 {
			offsets[x.Kind] = x.Offset
		}
		counts[x.Kind]++
	}
	for kind, n := range counts {
		e.add(noteLookalike, offsets[kind], n, "%s", layers.LookalikeKind(kind).Text())
	}
}

func (e *Explanation) noteHost() {
	if len(e.Components) == 0 && isName(e.Text) {
		e.noteName(0, e.Text, e.Text)
	}
	for i := range e.Components {
		if c := &e.Components[i]; c.Part == inspect.PartHost {
			e.noteName(c.Offset, c.Text, c.Decoded)
		}
	}
}

// isName reports whether s is a name of the DNS, with a label in Punycode, and
// nothing else.
func isName(s string) bool {
	labels := strings.Split(strings.ToLower(s), ".")
	return slices.ContainsFunc(labels, func(l string) bool { return strings.HasPrefix(l, "xn--") }) &&
		!strings.ContainsFunc(s, func(r rune) bool {
			return r != '-' && r != '.' && (r >= utf8.RuneSelf || !text.IsAlphanumeric(byte(r)))
		})
}

// noteName notes the other form of a host, if it is internationalized.
func (e *Explanation) noteName(at int, written, decoded string) {
	const prefix = "http://"
	switch reference := prefix + written; {
	case strings.Contains(strings.ToLower(written), "xn--"):
		shown := strings.TrimPrefix(iri.FromURI(reference), prefix)
		if shown == written {
			e.add(noteHost, at, 1, "a label begins with \"xn--\" but is not valid Punycode")
			return
		}
		message := "in Unicode the host is " + excerpt.Of(shown, 80)
		if strings.TrimPrefix(iri.Readable(reference), prefix) == written {
			message += ", which mixes scripts or passes for another"
		}
		e.add(noteHost, at, 1, "%s", message)
	case text.HasNonASCII(decoded):
		ascii, err := iri.ToURI(prefix + decoded)
		// What is decoded may be UTF-8 where the text is not: bytes and the escapes
		// beside them have then become a character that is in no name.
		if err != nil || !utf8.ValidString(written) {
			e.add(noteHost, at, 1, "the host cannot be written as a name of the DNS")
			return
		}
		e.add(noteHost, at, 1, "in the DNS the host is %s", excerpt.Of(strings.TrimPrefix(ascii, prefix), 80))
	}
}

func (e *Explanation) noteDots() {
	first, n := 0, 0
	for i := range e.Components {
		for _, p := range e.Components[i].Pieces {
			if p.Kind != pieceSegment || uri.Segment(e.Text[p.Offset:p.Offset+p.Len]).Dots() == uri.NoDots {
				continue
			}
			if n == 0 {
				first = p.Offset
			}
			n++
		}
	}
	e.add(noteDotSegment, first, n, "a dot segment: resolving or normalizing the reference removes it, even escaped as %%2E")
}

// isDoubled reports whether what is at an offset was probably encoded twice.
func (e *Explanation) isDoubled(at int) bool {
	return slices.ContainsFunc(e.Readings, func(r Reading) bool { return r.Doubled != "" && r.Offset <= at && at < r.Offset+r.Len })
}

// isJapanese reports whether what is at an offset is in ISO-2022-JP.
func (e *Explanation) isJapanese(at int) bool {
	return slices.ContainsFunc(e.Readings, func(r Reading) bool {
		return len(r.Candidates) == 1 && r.Candidates[0].Charset == charset.ISO2022JP.Name() && r.Offset <= at && at < r.Offset+r.Len
	})
}

// twoOctets are the charsets of the Encoding Standard whose letters may have an ASCII
// octet behind one beyond ASCII. In GB18030, the second and fourth of four are digits.
var twoOctets = []*charset.Charset{charset.ShiftJIS, charset.GBK, charset.Big5, charset.EUCKR, charset.GB18030}

// noteLetters notes escaped ASCII octets that may be part of a letter: %83%5B is 'ゼ' in
// Shift_JIS, and not a bracket.
func (e *Explanation) noteLetters() {
	first, count, message := 0, 0, ""
	var octets []byte
	for i := range e.Characters {
		x := &e.Characters[i]
		if x.Fault == inspect.NoFault || x.Form == inspect.UnicodeEscape {
			continue
		}
		octets = append(octets[:0], x.Octets()...)
		octets = octets[len(octets)-1:]
		at := min(i+1, len(e.Characters))
		for _, y := range e.Characters[at:min(at+3, len(e.Characters))] {
			if all := y.Octets(); y.Form != inspect.UnicodeEscape && len(all) == 1 {
				octets = append(octets, all[0])
				continue
			}
			break
		}
		if len(octets) < 2 || octets[1] >= utf8.RuneSelf || !e.Characters[at].Form.IsEscape() {
			continue
		}
		letters := lettersOf(octets)
		if letters == "" {
			continue
		}
		if count++; count == 1 {
			first = e.Characters[at].Offset
			message = fmt.Sprintf("'%c' may be the second octet of a letter: %s", octets[1], letters)
		}
	}
	e.add(noteLetter, first, count, "%s", message)
}

// lettersOf returns the letters that octets begin with, of two or four octets, each with
// the charsets it is in.
func lettersOf(octets []byte) string {
	var list []string
	for _, c := range twoOctets {
		n := 2
		if c == charset.GB18030 {
			n = 4 // those of two are GBK's
		}
		if len(octets) < n {
			continue
		}
		s, err := c.AppendDecode(nil, octets[:n], charset.Fail)
		if err == nil && utf8.RuneCount(s) == 1 {
			list = append(list, excerpt.Of(string(s), 20)+" in "+c.Name())
		}
	}
	return strings.Join(list, ", ")
}

func (e *Explanation) noteCharacters() {
	type found struct{ first, n int }
	var control, rawControl, bidi, invisible, pairs found
	see := func(f *found, at int) {
		if f.n == 0 {
			f.first = at
		}
		f.n++
	}
	pair := rune(0)
	for i := range e.Characters {
		x := &e.Characters[i]
		if i > 0 && x.Fault == inspect.LoneSurrogate && wtf8.IsLow(x.Rune) && x.Form != inspect.UnicodeEscape {
			if before := &e.Characters[i-1]; before.Fault == inspect.LoneSurrogate && before.Form != inspect.UnicodeEscape && wtf8.IsHigh(before.Rune) {
				if pairs.n == 0 {
					pair = wtf8.Join(before.Rune, x.Rune)
				}
				see(&pairs, before.Offset)
			}
		}
		switch {
		case x.Rune < 0, x.Fault != inspect.NoFault:
		case 0x80 <= x.Rune && x.Rune < 0xA0 && e.isDoubled(x.Offset):
			// Half of a letter that was encoded twice.
		case x.Rune == 0x1B && e.isJapanese(x.Offset):
			// It begins an escape sequence.
		case x.Class == inspect.ClassControl, 0x80 <= x.Rune && x.Rune < 0xA0:
			if x.Form == inspect.Literal && x.Uniform {
				see(&rawControl, x.Offset)
			} else {
				see(&control, x.Offset)
			}
		case x.Class != inspect.ClassNonASCII:
		case text.IsBidiControl(x.Rune):
			see(&bidi, x.Offset)
		case text.IsInvisible(x.Rune):
			see(&invisible, x.Offset)
		}
	}
	e.add(noteControl, rawControl.first, rawControl.n, "a control character, unescaped")
	e.add(noteControl, control.first, control.n, "a control character once decoded")
	e.add(noteBidi, bidi.first, bidi.n, "a character that changes the direction of text: the displayed order may not be the order of the octets")
	e.add(noteInvisible, invisible.first, invisible.n, "a character that is invisible")
	e.add(noteSurrogatePair, pairs.first, pairs.n, "two surrogates, each in UTF-8's form, which is invalid; CESU-8 reads them as %s", strconv.QuoteToGraphic(string(pair)))
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return strconv.Itoa(n) + " times"
}
