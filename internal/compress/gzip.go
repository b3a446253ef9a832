package compress

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"runtime"
	"sync"

	"github.com/klauspost/compress/flate"
)

const (
	// blockSize is how much text one processor compresses at a time.
	blockSize = 512 << 10
	// windowSize is how far before it a text may be repeated (RFC 1951, section 2).
	windowSize = 32 << 10
)

// gzipHead begins a member: no name, no time, an unknown system (RFC 1952, section 2.3).
const gzipHead = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

// A gzipWriter writes one member of gzip. All processors compress its blocks, whose bounds do
// not depend on how many there are. Each block may repeat the end of the one before it.
type gzipWriter struct {
	w       io.Writer
	next    *gzipBlock
	pending []*gzipBlock // in their order
	begun   bool
	err     error
	sum     uint32
	size    uint32
}

func newGzipWriter(w io.Writer) *gzipWriter {
	b := gzipBlocks.Get().(*gzipBlock)
	b.text, b.window = b.text[:0], 0
	return &gzipWriter{w: w, next: b}
}

func (z *gzipWriter) Write(p []byte) (n int, err error) {
	for n < len(p) && z.err == nil {
		b := z.next
		more := p[n:min(len(p), n+b.window+blockSize-len(b.text))]
		b.text = append(b.text, more...)
		z.sum, z.size = crc32.Update(z.sum, crc32.IEEETable, more), z.size+uint32(len(more))
		if n += len(more); len(b.text) == b.window+blockSize {
			z.next = gzipBlocks.Get().(*gzipBlock)
			z.next.text = append(z.next.text[:0], b.text[len(b.text)-windowSize:]...)
			z.next.window = windowSize
			z.compress(b, false, runtime.GOMAXPROCS(0))
		}
	}
	return n, z.err
}

// Close ends the member.
func (z *gzipWriter) Close() error {
	if z.next == nil {
		return z.err
	}
	z.compress(z.next, true, 0)
	z.next = nil
	end := binary.LittleEndian.AppendUint32(nil, z.sum)
	z.write(binary.LittleEndian.AppendUint32(end, z.size))
	return z.err
}

// compress begins to compress a block, and writes the first ones until no more than most are
// being compressed.
func (z *gzipWriter) compress(b *gzipBlock, last bool, most int) {
	z.pending = append(z.pending, b)
	go b.compress(last)
	for ; len(z.pending) > most; z.pending = z.pending[1:] {
		b := z.pending[0]
		<-b.done
		z.write(b.out.Bytes())
		gzipBlocks.Put(b)
	}
}

// write writes p behind the head, unless writing has failed.
func (z *gzipWriter) write(p []byte) {
	if !z.begun && z.err == nil {
		z.begun = true
		_, z.err = io.WriteString(z.w, gzipHead)
	}
	if z.err == nil {
		_, z.err = z.w.Write(p)
	}
}

// A gzipBlock is text to compress behind a window, and what it becomes.
type gzipBlock struct {
	text   []byte
	window int
	z      *flate.Writer
	out    bytes.Buffer
	done   chan struct{}
}

var gzipBlocks = sync.Pool{New: func() any {
	z, _ := flate.NewWriter(nil, flate.DefaultCompression) // a level that exists
	return &gzipBlock{z: z, done: make(chan struct{}, 1)}
}}

// compress does not fail: the result is in memory.
func (b *gzipBlock) compress(last bool) {
	b.out.Reset()
	b.z.ResetDict(&b.out, b.text[:b.window])
	_, _ = b.z.Write(b.text[b.window:])
	if last {
		_ = b.z.Close()
	} else {
		_ = b.z.Flush()
	}
	b.done <- struct{}{}
}
