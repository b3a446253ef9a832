package oauth1

import (
	"sync"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign/internal/pairs"
)

// A buffer holds the pieces of a base string and is reused, so that signing
// allocates the header and nothing else.
type buffer struct {
	params pairs.Buffer
	inner  []byte // the normalized parameters, then the signature
	base   []byte // the base string
	out    []byte
	nonce  [nonceSize]byte
	sum    [64]byte
}

var buffers = sync.Pool{New: func() any { return new(buffer) }}

func newBuffer() *buffer {
	b := buffers.Get().(*buffer)
	b.params.Reset()
	return b
}

func (b *buffer) free() {
	// What a single huge request needed is not kept for all others.
	if b.params.Size()+cap(b.base)+cap(b.inner) < 1<<20 {
		buffers.Put(b)
	}
}

// addForm adds the parameters of a query or form body.
func (b *buffer) addForm(s string) { b.params.AddQuery(s, percent.Form, signatureName) }

func (b *buffer) addParams(params []Param) {
	for _, p := range params {
		if p.Name != signatureName {
			b.params.Add(p.Name, p.Value)
		}
	}
}

// normalize returns the normalized parameters, which live until the buffer is
// used again.
func (b *buffer) normalize() []byte {
	b.params.Sort()
	b.inner = b.params.Append(b.inner[:0])
	return b.inner
}

func octets(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
