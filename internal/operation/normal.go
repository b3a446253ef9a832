package operation

import (
	"bytes"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/lazy"
)

// The classes of bytes with which isNormal tells URLs that normalizing leaves as they are.
const (
	notInName   = iota // of a host in its normal form
	notInTarget        // of a path and a query without escapes
	inSlashes
	inDots
)

var normalClasses = lazy.Value[*kernel.Classes]{Make: func() *kernel.Classes {
	target := percent.Path.Kept().Add("/?").Remove("%")
	return kernel.NewClasses(func(b byte) (of uint8) {
		if strings.IndexByte("abcdefghijklmnopqrstuvwxyz0123456789-.", b) < 0 {
			of |= 1 << notInName
		}
		if !target.Contains(b) {
			of |= 1 << notInTarget
		}
		switch b {
		case '/':
			of |= 1 << inSlashes
		case '.':
			of |= 1 << inDots
		}
		return of
	})
}}

// isNormal reports whether normalizing a text by any rungs changes nothing for sure: it is a
// URL of the web in lower case, whose authority is a name, an IPv4 address or empty, whose path begins
// within 64 bytes and has no segment that begins with a full stop, without escapes and a
// fragment.
func isNormal(text []byte) bool {
	const block = 64
	begin := len("https://")
	if !bytes.HasPrefix(text, []byte("https://")) {
		if begin = len("http://"); !bytes.HasPrefix(text, []byte("http://")) {
			return false
		}
	}
	var m kernel.Masks
	classes := normalClasses.Get()
	kernel.Classify64(classes, &m, text[:min(len(text), block)])
	path := m[inSlashes] >> begin << begin
	path &= -path
	name := (path - 1) >> begin << begin
	if path == 0 || m[notInName]&name != 0 {
		return false
	}
	target := ^(path - 1)
	for before := uint64(0); ; target = ^uint64(0) {
		if (m[notInTarget]|m[inDots]&(m[inSlashes]<<1|before))&target != 0 {
			return false
		}
		before = m[inSlashes] >> 63
		if len(text) <= block {
			return true
		}
		text = text[block:]
		kernel.Classify64(classes, &m, text[:min(len(text), block)])
	}
}
