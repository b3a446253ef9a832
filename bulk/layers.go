package bulk

import (
	"bytes"
	"strconv"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
)

// Layers is how many times records are encoded or decoded; 0 also means once.
type Layers uint8

// MaxLayers is the largest number of layers. Only attacks have more.
const MaxLayers Layers = 16

// AllLayers makes Decode decode again, MaxLayers times at most, as long as there are
// escapes and all of them are valid.
const AllLayers Layers = 255

// String returns the number, or "AllLayers".
func (l Layers) String() string {
	if l == AllLayers {
		return "AllLayers"
	}
	return strconv.Itoa(int(l))
}

// check returns an error for layers that o cannot have.
func (l Layers) check(o *Options) error {
	switch {
	case l <= 1:
		return nil
	case l > MaxLayers && l != AllLayers:
		return &OptionError{Option: "layers", Reason: "the maximum is 16"}
	case o.Charset != nil:
		return &OptionError{Option: "layers", Reason: "a charset allows only one layer"}
	}
	return nil
}

// encodedAgain returns op with every result encoded again.
func encodedAgain(op *Operation, l Layers, d *dialect.Dialect, e *percent.Encoding) *Operation {
	if l <= 1 {
		return op
	}
	again := d.AppendEncode
	if e != nil {
		again = func(dst, src []byte) ([]byte, error) { return e.AppendEncode(dst, src), nil }
	}
	layered := *op
	layered.many, layered.quick = nil, nil
	layered.coder = func() coder {
		return &layeredCoder{coder: op.coder(), layer: func(dst, text []byte) ([]byte, error) {
			for range l - 1 {
				out, err := again(nil, text)
				if err != nil {
					return dst, err
				}
				text = out
			}
			return append(dst, text...), nil
		}}
	}
	return &layered
}

// decodedAgain returns op with every result decoded again, until that fails. The
// stretches between malformed places are decoded again one by one.
func decodedAgain(op *Operation, l Layers, d *dialect.Dialect, e *percent.Encoding) *Operation {
	if l <= 1 {
		return op
	}
	again := d.AppendDecode
	if e != nil {
		again = e.WithMalformed(percent.MalformedRefused).AppendDecode
	}
	layered := *op
	layered.many, layered.quick, layered.all, layered.whole, layered.simple = nil, nil, nil, true, false
	layered.coder = func() coder {
		return &layeredCoder{coder: op.coder(), layer: func(dst, text []byte) ([]byte, error) {
			for range min(l, MaxLayers) - 1 {
				if l == AllLayers && !hasEscape(text) && (e != nil || !bytes.Contains(text, []byte("%u"))) {
					break
				}
				out, err := again(nil, text)
				if err != nil || bytes.Equal(out, text) {
					break
				}
				text = out
			}
			return append(dst, text...), nil
		}}
	}
	return &layered
}

// A layeredCoder applies layer to the results of another coder.
type layeredCoder struct {
	coder
	layer func(dst, text []byte) ([]byte, error)
	text  []byte
}

func (c *layeredCoder) code(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error) {
	c.text, n, err = c.coder.code(c.text[:0], src, last, note)
	dst, failed := c.layer(dst, c.text)
	if err == nil {
		err = failed
	}
	return dst, n, err
}

func (c *layeredCoder) substitute(dst []byte, f *Flaw, text string) []byte {
	if s, ok := c.coder.(substituter); ok {
		return s.substitute(dst, f, text)
	}
	return append(dst, text...)
}
