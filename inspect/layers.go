package inspect

import (
	"sort"
	"strings"
)

// MaxLayers is how often Layers decodes: 16 times. Nothing but an attack has
// more than four, and each layer costs a copy of the text.
const MaxLayers = 16

// A Stop is why Layers decoded no further.
type Stop uint8

// The stops.
const (
	StopPlain Stop = iota // the last layer has no '%'
	StopStray             // it has one that begins no escape
	StopLimit             // it has escapes, and MaxLayers is reached
)

// A Layer is a text between two decodings.
type Layer struct {
	Text    string // octets; that of the first layer is the input
	Escapes int    // the escapes %HH in Text, which the next layer has decoded
	Stray   int    // each '%' in Text that begins no escape: it is kept

	decoded []int32 // where in Text octets stand that were escapes before
}

// A Layering is a text and what comes of decoding it again and again.
type Layering struct {
	Layers []Layer // at least one: the input
	Stop   Stop    // why the last one was not decoded
}

// Layers decodes s, what comes of that, and so on, until nothing changes, and
// at most MaxLayers times. Malformed escapes and '+' are kept. It fails with a
// *LimitError for more than MaxInput bytes.
func Layers(s string) (*Layering, error) {
	if err := limited("layers", s); err != nil {
		return nil, err
	}
	l := &Layering{}
	next := Layer{Text: s}
	for {
		made := next.decode()
		l.Layers = append(l.Layers, next)
		switch {
		case next.Escapes == 0:
			if next.Stray > 0 {
				l.Stop = StopStray
			}
			return l, nil
		case len(l.Layers) > MaxLayers:
			l.Stop = StopLimit
			return l, nil
		}
		next = made
	}
}

// decode counts what is in the layer and returns the next.
func (l *Layer) decode() Layer {
	if strings.IndexByte(l.Text, '%') < 0 {
		return *l
	}
	var made Layer
	text := make([]byte, 0, len(l.Text))
	for i := 0; i < len(l.Text); {
		u := unitAt(l.Text, i)
		switch {
		case u.Form.IsEscape():
			l.Escapes++
			made.decoded = append(made.decoded, int32(len(text)))
			text = append(text, byte(u.Value))
			i += u.Len
			continue
		case u.Form != Literal:
			l.Stray++
		}
		text = append(text, l.Text[i:i+u.Len]...)
		i += u.Len
	}
	made.Text = string(text)
	return made
}

// Depth is how many layers of percent-encoding came off.
func (l *Layering) Depth() int { return len(l.Layers) - 1 }

// Origin returns the offset in the input of what stands at index i of the text
// of that layer, the first being 0. The index may be the length of the text:
// what stands from i to j comes from Origin(layer, i) to Origin(layer, j).
func (l *Layering) Origin(layer, i int) int {
	for ; layer > 0; layer-- {
		decoded := l.Layers[layer].decoded
		i += 2 * sort.Search(len(decoded), func(k int) bool { return int(decoded[k]) >= i })
	}
	return i
}
