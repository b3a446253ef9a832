package percent

import "github.com/pct-encoded/percent/internal/kernel"

// Fix makes a nearly correct encoded string legal: escapes and the bytes that e
// writes stay as they are, every other byte is escaped, and a '%' that begins
// no escape becomes %25, whatever the kept set. It cannot fail, and fixing twice
// changes nothing more. A legal string is returned as it is; otherwise there is
// one allocation, of the exact size.
func (e *Encoding) Fix(s string) string {
	return kernel.EncodeString(e.fixerTable(), s)
}

// AppendFix appends src, fixed as Fix does, to dst and returns the extended
// buffer. The rules for memory are those of AppendEncode. To fix a stream, use
// NewEncoder with an encoding derived by WithEscapes(EscapesKept).
func (e *Encoding) AppendFix(dst, src []byte) []byte {
	return kernel.AppendEncode(e.fixerTable(), dst, src)
}

func (e *Encoding) makeFixer() *kernel.Encoder {
	config := e.encoderConfig()
	config.KeepEscapes = true
	if e.space == SpacePlus {
		// A '+' is legal: it is a space.
		config.Kept = e.kept.Add("+").Contains
	}
	t := kernel.NewEncoder(config)
	e.fixer.Store(t)
	return t
}
