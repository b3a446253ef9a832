package layers

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// Max is how many times Of decodes: 16. Only attacks have more than four layers, and
// each costs a copy of the text.
const Max = 16

// A Stop is why Of decoded no further.
type Stop uint8

// The stops.
const (
	StopPlain Stop = iota // the last layer has no '%'
	StopStray             // the last layer has a '%' that begins no escape
	StopLimit             // the last layer has escapes, and Max is reached
)

var stopTexts = [...]string{"plain", "stray", "limit"}

// String returns "plain", "stray" or "limit".
func (s Stop) String() string { return words.Of(stopTexts[:], s) }

// A PlusMode says in which layers a '+' is a space, as in a form.
type PlusMode uint8

// The ways to read '+'.
const (
	// PlusKept: in none. A '+' is itself.
	PlusKept PlusMode = iota
	// PlusFirst: only in the input. A '+' that appears by decoding was written as
	// %2B, and so meant as a plus.
	PlusFirst
	// PlusEvery: in every layer, as when a form was encoded as a form again: a space
	// of the inner one is %2B outside.
	PlusEvery
)

var plusModeWords = []string{"keep", "first", "every"}

// String returns "keep", "first" or "every".
func (p PlusMode) String() string { return words.Of(plusModeWords, p) }

// Options say how to take layers off. The zero value is what Of does.
type Options struct {
	Plus PlusMode
}

// A Layer is a text between two decodings.
type Layer struct {
	Text    string // octets; that of the first layer is the input
	Escapes int    // number of escapes %HH in Text, which the next layer has decoded
	Stray   int    // number of '%' in Text that begin no escape: they are kept
	Plus    int    // number of '+' in Text
	Spaces  int    // how many of these are a space in the next layer

	// NotUTF8 is the offset in Text of the first octet that is not UTF-8, or -1.
	NotUTF8 int

	decoded []int32 // where in Text octets are that were escapes before
}

// A Stack is a text and what it becomes when it is decoded again and again.
type Stack struct {
	Layers []Layer // at least one: the input
	Stop   Stop    // why the last one was not decoded
}

// Of decodes s again and again until nothing changes, at most Max times. Malformed
// escapes and '+' are kept. It fails with a *LimitError for more than MaxInput
// bytes.
//
//go:noinline
func Of(s string) (*Stack, error) { return With(s, Options{}) }

// With is Of with options.
func With(s string, o Options) (*Stack, error) {
	if len(s) > inspect.MaxInput {
		return nil, &inspect.LimitError{What: "layers", Of: "bytes", Length: len(s), Limit: inspect.MaxInput}
	}
	l := &Stack{Layers: make([]Layer, 0, 4)}
	next := Layer{Text: s}
	for {
		plus := o.Plus == PlusEvery || o.Plus == PlusFirst && len(l.Layers) == 0
		made := next.decode(plus)
		more := next.Escapes > 0 || next.Spaces > 0
		if more && len(l.Layers) == Max {
			next.Spaces = 0
		}
		l.Layers = append(l.Layers, next)
		switch {
		case !more:
			if next.Stray > 0 {
				l.Stop = StopStray
			}
			return l, nil
		case len(l.Layers) > Max:
			l.Stop = StopLimit
			return l, nil
		}
		next = made
	}
}

// decode counts what is in the layer and returns the next.
func (l *Layer) decode(plus bool) Layer {
	l.NotUTF8 = pct.InvalidUTF8(l.Text)
	l.Plus = strings.Count(l.Text, "+")
	if plus {
		l.Spaces = l.Plus
	}
	if strings.IndexByte(l.Text, '%') < 0 && l.Spaces == 0 {
		return *l
	}
	var made Layer
	out := make([]byte, 0, len(l.Text))
	for i := 0; i < len(l.Text); {
		if !plus {
			n := strings.IndexByte(l.Text[i:], '%')
			if n < 0 {
				n = len(l.Text) - i
			}
			out = append(out, l.Text[i:i+n]...)
			if i += n; i == len(l.Text) {
				break
			}
		}
		u := inspect.UnitAt(l.Text, i)
		switch {
		case u.Form.IsEscape():
			l.Escapes++
			if made.decoded == nil {
				made.decoded = make([]int32, 0, strings.Count(l.Text[i:], "%"))
			}
			made.decoded = append(made.decoded, int32(len(out)))
			out = append(out, byte(u.Value))
			i += u.Len
			continue
		case u.Form != inspect.Literal:
			l.Stray++
		case plus && u.Value == '+':
			out = append(out, ' ')
			i++
			continue
		}
		out = append(out, l.Text[i:i+u.Len]...)
		i += u.Len
	}
	made.Text = unsafe.String(unsafe.SliceData(out), len(out)) // nothing else has out
	return made
}

// Depth returns how many layers came off.
func (l *Stack) Depth() int { return len(l.Layers) - 1 }

// Origin returns the offset in the input of what stands at index i in the text of a
// layer, the first being 0. The index may be the length of the text: what stands
// from i to j comes from Origin(layer, i) to Origin(layer, j) in the input.
//
//go:noinline
func (l *Stack) Origin(layer, i int) int {
	for ; layer > 0; layer-- {
		i = l.Layers[layer].before(i)
	}
	return i
}

// before returns the offset of what stands at i in the layer before l.
func (l *Layer) before(i int) int {
	decoded := l.decoded
	return i + 2*sort.Search(len(decoded), func(k int) bool { return int(decoded[k]) >= i })
}

// HasDecoded reports whether Text[i:j] holds an octet that was an escape in the
// layer before.
func (l *Layer) HasDecoded(i, j int) bool {
	k := sort.Search(len(l.decoded), func(k int) bool { return int(l.decoded[k]) >= i })
	return k < len(l.decoded) && int(l.decoded[k]) < j
}

// A Change is an escape that was decoded, or a '+' that became a space.
type Change struct {
	Offset int  // in the text of the layer
	Len    int  // 3 for an escape, 1 for a '+'
	To     byte // the octet that it became
	Index  int  // of that octet in the text of the next layer
}

// Changes yields what decoding a layer, the first being 0, changed, from left to
// right: nothing for the last layer.
func (l *Stack) Changes(layer int) iter.Seq[Change] {
	return func(yield func(Change) bool) {
		if layer >= l.Depth() {
			return
		}
		at := &l.Layers[layer]
		index := 0
		for u := range inspect.Units(at.Text) {
			c := Change{Offset: u.Offset, Len: u.Len, To: byte(u.Value), Index: index}
			index++
			switch {
			case u.Form.IsEscape():
			case at.Spaces > 0 && u.Value == '+' && u.Form == inspect.Literal:
				c.To = ' '
			default:
				index += u.Len - 1
				continue
			}
			if !yield(c) {
				return
			}
		}
	}
}

// Tally returns how many escapes of each octet were decoded in a layer.
func (l *Stack) Tally(layer int) (tally [256]int) {
	for c := range l.Changes(layer) {
		if c.Len == 3 {
			tally[c.To]++
		}
	}
	return tally
}

// A Nesting is an escape inside a broken one: "%%34%31" is a stray '%' and two
// escapes, and decodes to the escape "%41".
type Nesting struct {
	Offset int    // in the text of the layer, of the stray '%'
	Len    int    // of the whole
	Makes  string // the escape that the next layer has there
}

// Nestings yields the escapes inside broken ones that decoding a layer, the first
// being 0, made whole.
func (l *Stack) Nestings(layer int) iter.Seq[Nesting] {
	return func(yield func(Nesting) bool) {
		if layer >= l.Depth() {
			return
		}
		next := &l.Layers[layer+1]
		k := 0 // of the next octet that was an escape
		for i := 0; i < len(next.Text); {
			u := inspect.UnitAt(next.Text, i)
			if u.Form == inspect.Literal {
				i++
				continue
			}
			for k < len(next.decoded) && int(next.decoded[k]) < i {
				k++
			}
			// Its '%' was there before, and stray.
			if u.Form.IsEscape() && (k == len(next.decoded) || int(next.decoded[k]) != i) {
				from := i + 2*k
				n := Nesting{Offset: from, Len: next.before(i+u.Len) - from, Makes: next.Text[i : i+u.Len]}
				if !yield(n) {
					return
				}
			}
			i += u.Len
		}
	}
}

// A LossKind is what can no longer be told after decoding.
type LossKind uint8

// The losses. Each is of escapes that were decoded, or of '+'.
const (
	// LossDelimiter: reserved characters that were data look like delimiters.
	LossDelimiter LossKind = iota + 1
	// LossEscape: a '%' that was data begins an escape.
	LossEscape
	// LossStray: a '%' that was data begins no escape, and looks like a mistake.
	LossStray
	// LossMixed: stray '%' can no longer be told from those that were escaped.
	LossMixed
	// LossPlus: spaces that were '+' can no longer be told from others.
	LossPlus
	// LossIllegal: ASCII characters that a URI may not contain are unescaped.
	LossIllegal
	// LossIRI: characters beyond ASCII are unescaped.
	LossIRI
	// LossText: octets that are not UTF-8 are unescaped.
	LossText
)

var lossNames = [...]string{"", "delimiter", "escape", "stray", "mixed", "plus", "illegal", "non-ascii", "not-utf8"}

// String returns a word such as "delimiter".
func (k LossKind) String() string { return words.Of(lossNames[:], k) }

// A Loss is something about escapes that encoding again would not bring back.
type Loss struct {
	Kind   LossKind
	Count  int // of changes; of characters, not octets, for LossIRI
	Offset int // of the first one, in the text of the layer
	// Octet is what the escapes stood for: the delimiter for LossDelimiter, of which
	// there is one Loss each, '%' for LossEscape, LossStray and LossMixed, else 0.
	Octet byte
}

// Losses returns what decoding a layer, the first being 0, loses: first the
// delimiters in the order of their octets, then the other kinds. It is empty if only
// unreserved characters were escaped, and for the last layer.
func (l *Stack) Losses(layer int) []Loss {
	if layer >= l.Depth() {
		return nil
	}
	at, next := &l.Layers[layer], &l.Layers[layer+1]
	const delimiters = 128 // of them, one Loss for each
	var all [delimiters + len(lossNames)]Loss
	add := func(i int, kind LossKind, c Change, octet byte) {
		loss := &all[i]
		if loss.Count == 0 {
			*loss = Loss{Kind: kind, Offset: c.Offset, Octet: octet}
		}
		loss.Count++
	}
	other := func(kind LossKind, c Change, octet byte) { add(delimiters+int(kind), kind, c, octet) }
	until := 0 // what stands before it in next has been counted as a character
	for c := range l.Changes(layer) {
		switch class := inspect.ClassOf(rune(c.To)); {
		case c.Len == 1:
			other(LossPlus, c, 0)
		case c.To >= 0x80:
			if c.Index < until {
				continue
			}
			_, n := utf8.DecodeRuneInString(next.Text[c.Index:])
			if n > 1 {
				until = c.Index + n
				other(LossIRI, c, 0)
			} else if !continues(next.Text, c.Index) {
				other(LossText, c, 0)
			}
		case class.Reserved():
			add(int(c.To), LossDelimiter, c, c.To)
		case class == inspect.ClassPercent:
			kind := LossStray
			if inspect.UnitAt(next.Text, c.Index).Form.IsEscape() {
				kind = LossEscape
			}
			other(kind, c, '%')
			if at.Stray > 0 {
				other(LossMixed, c, '%')
			}
		case class != inspect.ClassUnreserved:
			other(LossIllegal, c, 0)
		}
	}
	return slices.DeleteFunc(all[:], func(loss Loss) bool { return loss.Count == 0 })
}

// continues reports whether the octet at i, which begins no character, belongs to
// one that begins before it, with an octet that was not an escape.
func continues(s string, i int) bool {
	for start := i - 1; start >= 0 && start > i-utf8.UTFMax; start-- {
		if utf8.RuneStart(s[start]) {
			_, n := utf8.DecodeRuneInString(s[start:])
			return n > i-start
		}
	}
	return false
}

// Once returns the text percent-decoded once, with every '+' kept.
func (l *Stack) Once() string {
	if l.Depth() > 0 && l.Layers[0].Spaces == 0 {
		return l.Layers[1].Text
	}
	return text.Decode(l.Layers[0].Text)
}
