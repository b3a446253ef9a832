package layers

import (
	"iter"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect/internal/text"
)

// Max is how often Layers decodes: 16 times. Nothing but an attack has
// more than four, and each layer costs a copy of the text.
const Max = 16

// A Stop is why Layers decoded no further.
type Stop uint8

// The stops.
const (
	StopPlain Stop = iota // the last layer has no '%'
	StopStray             // it has one that begins no escape
	StopLimit             // it has escapes, and Max is reached
)

var stopTexts = [...]string{"plain", "stray", "limit"}

// String returns "plain", "stray" or "limit".
func (s Stop) String() string { return text.Word(stopTexts[:], s) }

// A PlusMode says in which layers a '+' is a space, as it is in a form.
type PlusMode uint8

// The ways to read '+'.
const (
	// PlusKept: in none. A '+' is itself.
	PlusKept PlusMode = iota
	// PlusFirst: in the input alone. A '+' that appears by decoding was written
	// %2B by somebody who meant a plus.
	PlusFirst
	// PlusEvery: in every layer, as where a form was encoded as a form again: a
	// space of the inner one is %2B outside.
	PlusEvery
)

// Options say how to take layers off. The zero value is what Layers does.
type Options struct {
	Plus PlusMode
}

// A Layer is a text between two decodings.
type Layer struct {
	Text    string // octets; that of the first layer is the input
	Escapes int    // the escapes %HH in Text, which the next layer has decoded
	Stray   int    // each '%' in Text that begins no escape: it is kept
	Plus    int    // each '+' in Text
	Spaces  int    // how many of Plus the next layer has decoded to a space

	// NotUTF8 is the offset in Text of the first octet that is not UTF-8, or -1.
	NotUTF8 int

	decoded []int32 // where in Text octets stand that were escapes before
}

// A Stack is a text and what comes of decoding it again and again.
type Stack struct {
	Layers []Layer // at least one: the input
	Stop   Stop    // why the last one was not decoded
}

// Of decodes s, what comes of that, and so on, until nothing changes, and
// at most Max times. Malformed escapes and '+' are kept. It fails with a
// *LimitError for more than MaxInput bytes.
func Of(s string) (*Stack, error) { return With(s, Options{}) }

// With is Layers with options.
func With(s string, o Options) (*Stack, error) {
	if err := text.Limited("layers", len(s), MaxInput); err != nil {
		return nil, err
	}
	l := &Stack{}
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
	l.NotUTF8 = -1
	if !utf8.ValidString(l.Text) {
		l.NotUTF8 = validLength(l.Text)
	}
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
		u := text.UnitAt(l.Text, i)
		switch {
		case u.Form.IsEscape():
			l.Escapes++
			made.decoded = append(made.decoded, int32(len(out)))
			out = append(out, byte(u.Value))
			i += u.Len
			continue
		case u.Form != text.Literal:
			l.Stray++
		case plus && u.Value == '+':
			out = append(out, ' ')
			i++
			continue
		}
		out = append(out, l.Text[i:i+u.Len]...)
		i += u.Len
	}
	made.Text = string(out)
	return made
}

// validLength returns how many bytes at the front of s are UTF-8.
func validLength(s string) int {
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		if n == 1 && s[i] >= utf8.RuneSelf {
			return i
		}
		i += n
	}
	return len(s)
}

// Depth is how many layers came off.
func (l *Stack) Depth() int { return len(l.Layers) - 1 }

// Origin returns the offset in the input of what stands at index i of the text
// of that layer, the first being 0. The index may be the length of the text:
// what stands from i to j comes from Origin(layer, i) to Origin(layer, j).
func (l *Stack) Origin(layer, i int) int {
	for ; layer > 0; layer-- {
		i = l.Layers[layer].before(i)
	}
	return i
}

// before returns the offset in the layer before l of what stands at i in l.
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

// A Change is an escape that a decoding undid, or a '+' that it made a space.
type Change struct {
	Offset int  // in the text of the layer
	Len    int  // 3 for an escape, 1 for a '+'
	To     byte // the octet that it became
	Index  int  // of that octet in the text of the next layer
}

// Changes yields what the decoding of that layer, the first being 0, changed,
// from left to right: nothing for the last layer.
func (l *Stack) Changes(layer int) iter.Seq[Change] {
	return func(yield func(Change) bool) {
		if layer >= l.Depth() {
			return
		}
		at := &l.Layers[layer]
		index := 0
		for u := range text.Units(at.Text) {
			c := Change{Offset: u.Offset, Len: u.Len, To: byte(u.Value), Index: index}
			index++
			switch {
			case u.Form.IsEscape():
			case at.Spaces > 0 && u.Value == '+' && u.Form == text.Literal:
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

// Tally returns how many escapes of each octet the decoding of that layer undid.
func (l *Stack) Tally(layer int) (tally [256]int) {
	for c := range l.Changes(layer) {
		if c.Len == 3 {
			tally[c.To]++
		}
	}
	return tally
}

// A Nesting is an escape inside a broken one: "%%30%30" is a stray '%' and two
// escapes, and becomes the escape "%00".
type Nesting struct {
	Offset int    // in the text of the layer, of the stray '%'
	Len    int    // of the whole
	Makes  string // the escape that the next layer has there
}

// Nestings yields the escapes inside broken ones that the decoding of that
// layer, the first being 0, made whole.
func (l *Stack) Nestings(layer int) iter.Seq[Nesting] {
	return func(yield func(Nesting) bool) {
		if layer >= l.Depth() {
			return
		}
		next := &l.Layers[layer+1]
		k := 0 // of the next octet that was an escape
		for i := 0; i < len(next.Text); {
			u := text.UnitAt(next.Text, i)
			if u.Form == text.Literal {
				i++
				continue
			}
			for k < len(next.decoded) && int(next.decoded[k]) < i {
				k++
			}
			// Its '%' was one before, and stood alone.
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

// A LossKind is what cannot be told any more after a decoding.
type LossKind uint8

// The losses. Each is of escapes that a decoding undid.
const (
	// LossDelimiter: reserved characters that were data look like delimiters.
	LossDelimiter LossKind = iota + 1
	// LossEscape: a '%' that was data begins an escape.
	LossEscape
	// LossStray: a '%' that was data begins nothing, and looks like a mistake.
	LossStray
	// LossMixed: a stray '%' stands beside those that were escaped.
	LossMixed
	// LossPlus: a '+' was a space; beside it there is no telling which space was one.
	LossPlus
	// LossIllegal: ASCII characters that no URI may hold stand there unescaped.
	LossIllegal
	// LossIRI: characters beyond ASCII stand there unescaped.
	LossIRI
	// LossText: octets that are not UTF-8 stand there unescaped.
	LossText
)

var lossNames = [...]string{"", "delimiter", "escape", "stray", "mixed", "plus", "illegal", "non-ascii", "not-utf8"}

// String returns a word such as "delimiter".
func (k LossKind) String() string { return text.Word(lossNames[:], k) }

// A Loss is what a decoding makes of some escapes that encoding again would not
// bring back.
type Loss struct {
	Kind   LossKind
	Count  int // how many changes; characters, not octets, for LossIRI
	Offset int // of the first one, in the text of the layer
	// Octet is what they are: the octet for LossDelimiter, of which there is one
	// Loss each, '%' or '+' where it is clear, otherwise 0.
	Octet byte
}

// Losses returns what the decoding of that layer, the first being 0, loses,
// with the reserved characters in the order of their octets. It is empty where
// only unreserved characters were escaped, and for the last layer.
func (l *Stack) Losses(layer int) []Loss {
	if layer >= l.Depth() {
		return nil
	}
	at, next := &l.Layers[layer], &l.Layers[layer+1]
	var delimiters [128]Loss
	var others [len(lossNames)]Loss
	add := func(loss *Loss, kind LossKind, c Change) {
		if loss.Count == 0 {
			*loss = Loss{Kind: kind, Offset: c.Offset}
		}
		loss.Count++
	}
	until := 0 // what stands before it in next has been counted as a character
	for c := range l.Changes(layer) {
		switch class := text.ClassOf(rune(c.To)); {
		case c.Len == 1:
			add(&others[LossPlus], LossPlus, c)
		case c.To >= 0x80:
			if c.Index < until {
				continue
			}
			_, n := utf8.DecodeRuneInString(next.Text[c.Index:])
			if n > 1 {
				until = c.Index + n
				add(&others[LossIRI], LossIRI, c)
			} else if !continues(next.Text, c.Index) {
				add(&others[LossText], LossText, c)
			}
		case class.Reserved():
			add(&delimiters[c.To], LossDelimiter, c)
			delimiters[c.To].Octet = c.To
		case class == text.ClassPercent:
			kind := LossStray
			if text.UnitAt(next.Text, c.Index).Form.IsEscape() {
				kind = LossEscape
			}
			add(&others[kind], kind, c)
			others[kind].Octet = '%'
			if at.Stray > 0 {
				add(&others[LossMixed], LossMixed, c)
				others[LossMixed].Octet = '%'
			}
		case class != text.ClassUnreserved:
			add(&others[LossIllegal], LossIllegal, c)
		}
	}
	var losses []Loss
	for _, loss := range delimiters {
		if loss.Count > 0 {
			losses = append(losses, loss)
		}
	}
	for _, loss := range others {
		if loss.Count > 0 {
			losses = append(losses, loss)
		}
	}
	return losses
}

// continues reports whether the octet at i, which begins no character, belongs
// to one that begins before it, with an octet that was not an escape.
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
