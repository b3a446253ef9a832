package rule

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
)

// A pass encodes one text, step by step.
type pass struct {
	*Encoder
	src, text []byte   // text is what the steps have made of src so far
	moved     []shifts // by the steps after prepare, in order
	escapes   EscapesRule
	dst       []byte
	start     int // where the encoded form begins in dst
	err       error
}

// A step takes a pass further. It reports whether the steps after it are to follow.
type step func(p *pass) bool

// passes are kept, because steps are called by address: a pass would be allocated for each
// text.
var passes = sync.Pool{New: func() any { return new(pass) }}

// findSteps sets the steps that the rule needs, in the order in which they are taken.
func (e *Encoder) findSteps() {
	for _, s := range []struct {
		needed bool
		do     step
	}{
		{e.Empty == EmptyRefused, refuseEmpty},
		{e.Dot != DotPlain, emptyDots},
		{e.Escapes == EscapesDecoded && e.Stray == StrayRefused, refuseStray},
		{true, prepareText},
		{e.Surrogates == SurrogatesJoined, joinUnits},
		{e.Surrogates == SurrogatesHighDroppedLowQuestion, holdSurrogates},
		{e.Form == FormNFCText, encodeNFC},
		{e.Segments != SegmentsPlain, removeSegments},
		{e.Escapes == EscapesAny, keepEscaped},
		{judgedAs[e.Escapes] != EscapesData, judgeEscapes},
		{e.Escapes == EscapesRequote, requote},
		{e.Colon != "", prefixColon},
		{e.Legacy != nil, encodeLegacy},
		{e.Origin, keepOrigin},
		{true, encodeUnits},
		{e.Surrogates == SurrogatesDroppedIfChanged, func(p *pass) bool { return p.keepUnescaped("") }},
		{e.Surrogates == SurrogatesRawQuestion, func(p *pass) bool { return p.keepUnescaped("?") }},
	} {
		if s.needed {
			e.steps = append(e.steps, s.do)
		}
	}
	for _, f := range []struct {
		needed bool
		do     func(src []byte) []byte
	}{
		{e.NUL == NULEnds, untilNUL},
		{e.BOM != BOMPlain, withoutBOM},
		{e.Removed != "", func(src []byte) []byte {
			return slices.DeleteFunc(slices.Clone(src), func(c byte) bool { return strings.IndexByte(e.Removed, c) >= 0 })
		}},
		{e.EmptyQuery, withoutEmptyQuery},
		{e.Newlines != NewlinesPlain, func(src []byte) []byte { return crlf(src, e.Newlines == NewlinesCRLF) }},
		{e.Escapes == EscapesDecoded, unescapeAll},
		{e.Form == FormNFC, norm.NFC.Bytes},
		{e.Form == FormNFKC, norm.NFKC.Bytes},
		{e.Form == FormNFKCOld, normalizeOld},
		{e.Form == FormNFCText, normalizeText},
	} {
		if f.needed {
			e.prepared = append(e.prepared, f.do)
		}
	}
}

// origin returns the index in src of what stands at text[i].
func (p *pass) origin(i int) int {
	for _, s := range slices.Backward(p.moved) {
		i = s.from(i)
	}
	return p.offset(p.src, i)
}

// refuse ends the pass at an index of src, with what stands before it encoded.
func (p *pass) refuse(at int, octets string, reason percent.Reason) bool {
	p.dst, _ = p.Append(p.dst, p.src[:at])
	return p.fail(at, octets, reason)
}

// fail ends the pass with an error.
func (p *pass) fail(at int, octets string, reason percent.Reason) bool {
	p.err = &percent.SyntaxError{Offset: int64(at), Bytes: octets, Reason: reason}
	return false
}

// end ends the pass with an encoded form.
func (p *pass) end(encoded []byte) bool {
	p.dst = append(p.dst[:p.start], encoded...)
	return false
}

func refuseEmpty(p *pass) bool {
	return len(p.src) > 0 || p.fail(0, "", EmptyText)
}

func emptyDots(p *pass) bool {
	switch dots := string(p.src); {
	case dots == ".." && p.Dot == DotEmptyRefused:
		return p.fail(0, dots, DotSegment)
	case dots == "." || dots == "..":
		return false
	}
	return true
}

func refuseStray(p *pass) bool {
	i := indexStray(p.src)
	return i < 0 || p.refuse(i, "%", MalformedEscape)
}

func prepareText(p *pass) bool {
	p.text = p.prepare(p.src)
	return true
}

func joinUnits(p *pass) bool {
	if utf8.Valid(p.text) {
		return true
	}
	text, lone := joinSurrogates(p.text)
	if lone >= 0 {
		at := p.origin(lone)
		return p.refuse(at, string(p.src[at:]), LoneSurrogate)
	}
	p.text = text
	return true
}

func holdSurrogates(p *pass) bool {
	if HasSurrogate(p.text) {
		text, moved := waiting(p.text, func(text []byte) int {
			if p.Keep.Contains(text[0]) || text[0] == ' ' && p.Plus {
				return 1
			}
			return 0
		})
		p.text, p.moved = text, append(p.moved, moved)
	}
	return true
}

func encodeNFC(p *pass) bool {
	if !utf8.Valid(p.src) {
		return true
	}
	p.dst = percent.New(percent.ASCII).AppendEncode(p.dst, norm.NFC.Bytes(p.quoted(p.src)))
	return false
}

func removeSegments(p *pass) bool {
	text, moved, top := p.Segments.apply(p.text)
	if top >= 0 {
		return p.refuse(p.origin(top), "..", TopDotSegment)
	}
	p.text, p.moved = text, append(p.moved, moved)
	return true
}

func keepEscaped(p *pass) bool {
	if hasEscape(p.text) {
		return p.end(p.text)
	}
	p.escapes = EscapesData
	return true
}

// judgedAs holds the rules by which the escapes of a part of the text are written if each
// '%' of the part begins one.
var judgedAs = [EscapesDots + 1]EscapesRule{
	EscapesIfAll:              EscapesKept,
	EscapesIfAllUpper:         EscapesUpper,
	EscapesUpperIfAll:         EscapesUpper,
	EscapesUnreservedAll:      EscapesUnreservedUpper,
	EscapesUpperUnreservedAll: EscapesUnreservedUpper,
}

func judgeEscapes(p *pass) bool {
	text, moved := p.judged(p.text)
	p.text, p.moved, p.escapes = text, append(p.moved, moved), judgedAs[p.Escapes]
	return true
}

func requote(p *pass) bool {
	if requoteFails(p.text) {
		p.text, p.escapes = bytes.ReplaceAll(p.text, []byte("%"), []byte("%25")), EscapesKept
	} else {
		p.text = unescapeWide(p.text)
	}
	return true
}

func prefixColon(p *pass) bool {
	if first, _, _ := bytes.Cut(p.text, []byte("/")); bytes.IndexByte(first, ':') >= 0 {
		p.dst = append(p.dst, p.Colon...)
	}
	return true
}

// encodeLegacy encodes text in a charset. Octets that are not ASCII are kept where
// characters beyond ASCII are.
func encodeLegacy(p *pass) bool {
	text := p.text
	if i := bytes.IndexFunc(text, func(r rune) bool { return r < utf8.RuneSelf && p.Refuse.Contains(byte(r)) }); i >= 0 {
		p.fail(p.origin(i), string(text[i:i+1]), RefusedCharacter)
		text = text[:i]
	}
	if !utf8.Valid(text) {
		var whole []byte
		for i := 0; i < len(text); {
			r, n, surrogate := DecodeWTF8(text[i:])
			if surrogate {
				r = utf8.RuneError
			}
			whole = utf8.AppendRune(whole, r)
			i += n
		}
		text = whole
	}
	if p.Points != PointsAll {
		p.dst = p.Legacy.AppendPercentEncode(p.dst, text, p.Base)
		return false
	}
	// With character references, the charset can write everything.
	octets, _ := p.Legacy.AppendEncode(nil, text, charset.Reference)
	for _, c := range octets {
		if c < utf8.RuneSelf {
			p.octet(&p.dst, c)
		} else {
			p.dst = append(p.dst, c)
		}
	}
	return false
}

func keepOrigin(p *pass) bool {
	i := bytes.Index(p.text, []byte("://"))
	if i < 0 {
		return true
	}
	n := bytes.IndexByte(p.text[i+3:], '/')
	if n < 0 {
		p.dst = append(p.dst, p.text...)
		return false
	}
	p.dst = append(p.dst, p.text[:i+4+n]...)
	p.text = p.text[i+4+n:]
	return true
}

// encodeUnits encodes what is left of the text unit by unit, and runs of usual bytes at once.
func encodeUnits(p *pass) bool {
	e, text, first := p.Encoder, p.text, p.first
	piece := 0 // the end of the text between two escapes
	usual := e.usual(text, p.escapes)
	for i := 0; i < len(text); {
		if e == p.Encoder {
			n := 0
			for i+n < len(text) && usual.Contains(text[i+n]) {
				n++
			}
			if n > 0 {
				p.dst = e.Base.AppendEncode(p.dst, text[i:i+n])
				i += n
				continue
			}
		}
		if part := e.After(p.Encoder, text[i]); part != e {
			p.dst = append(p.dst, text[i])
			e = part
			i++
			continue
		}
		if first.Contains(text[i]) {
			p.dst = append(p.dst, text[i])
			first = percent.ByteSet{}
			i++
			continue
		}
		if p.escapes == EscapesPieces && i >= piece {
			n, stays := plainPiece(text[i:])
			piece = i + n
			if stays {
				p.dst = append(p.dst, text[i:piece]...)
				i = piece
				continue
			}
		}
		n, reason := e.unit(&p.dst, text[i:], p.escapes)
		switch reason {
		case "":
			i += n
		case verdictEmpty:
			return p.end(nil)
		case verdictUnchanged:
			return p.end(p.src)
		case verdictSlashes:
			return p.end(bytes.ReplaceAll(p.src, []byte("%2F"), []byte("/")))
		default:
			return p.fail(p.origin(i), string(text[i:i+n]), reason)
		}
	}
	return true
}

// keepUnescaped leaves the whole text as it is if nothing in it was encoded but lone
// surrogates, for which by was written.
func (p *pass) keepUnescaped(by string) bool {
	if bytes.Equal(p.dst[p.start:], replaceSurrogates(p.src, by)) {
		return p.end(p.src)
	}
	return true
}

func untilNUL(src []byte) []byte {
	src, _, _ = bytes.Cut(src, []byte{0})
	return src
}

// withoutBOM removes a byte order mark, as BOMEither does.
func withoutBOM(src []byte) []byte {
	if cut, ok := bytes.CutPrefix(src, []byte("\uFEFF")); ok {
		return cut
	}
	if cut, ok := bytes.CutPrefix(src, []byte("\uFFFE")); ok {
		return swapUnits(cut)
	}
	return src
}

func withoutEmptyQuery(src []byte) []byte {
	if i := bytes.IndexAny(src, "?#"); i >= 0 && bytes.HasPrefix(src[i:], []byte("?#")) {
		return slices.Concat(src[:i], src[i+1:])
	}
	return src
}
