package bulk

import (
	"bytes"
	"errors"
	"io"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/peek"
)

// maxSample is how many bytes of a source are read to guess its charset.
const maxSample = 4 << 20

// Sample reads from r the sample that [DetectCharset] needs: it reads until it meets
// something other than ASCII, then some 64 KiB more, but never more than 4 MiB. It
// also returns a reader of all of r, sample included.
func Sample(r io.Reader) ([]byte, io.Reader, error) {
	const enough = 64 << 10
	var read []byte
	telling := -1 // from indexTelling
	for len(read) < maxSample && (telling < 0 || len(read) < telling+enough) {
		from := max(0, len(read)-len("%4"))
		n, err := io.CopyN((*appender)(&read), r, int64(min(DefaultChunk, maxSample-len(read))))
		if i := indexTelling(read[from:]); i >= 0 && telling < 0 {
			telling = from + i
		}
		if errors.Is(err, io.EOF) || err == nil && n == 0 {
			break
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return read, &peek.Reader{Head: read, R: r}, nil
}

// An appender collects what is written to it.
type appender []byte

func (a *appender) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}

// indexTelling returns the index of the first byte or escape in encoded text that may
// be something other than an ASCII character, or -1.
func indexTelling(b []byte) int {
	for i, c := range b {
		if c >= 0x80 || c == 0x1B || c == '%' && i+2 < len(b) &&
			(b[i+1] >= '8' && pct.IsHex(b[i+1]) || b[i+1] == '1' && b[i+2]|0x20 == 'b') {
			return i
		}
	}
	return -1
}

// DetectCharset returns the charsets that the encoded records of a sample may be
// in, the likeliest first. It uses only Dialect, Encoding and Parts of o.
func DetectCharset(sample []byte, sep Separator, o Options) ([]charset.Candidate, error) {
	_, e, err := o.encoding()
	switch {
	case err != nil:
		return nil, err
	case e == nil:
		return nil, &OptionError{Option: "charset", Reason: "the dialect has its own rules and cannot be combined with a charset"}
	}
	e = e.WithMalformed(percent.MalformedKept).WithRaw(percent.AllBytes).WithInvalidUTF8(percent.InvalidUTF8Kept)
	octets, _ := e.AppendDecode(nil, ruled(sample, sep, o.Parts))
	return charset.Detect(octets), nil
}

// ruled returns the parts of the records in sample to which the charset
// applies.
func ruled(sample []byte, sep Separator, p Parts) []byte {
	if p == AllParts {
		return sample
	}
	end, ok := sep.end()
	if !ok {
		end = '\n'
	}
	var text []byte
	for record := range bytes.SplitSeq(sample, []byte{end}) {
		var parts urlParts
		for len(record) > 0 {
			n, query, _ := parts.next(record)
			if query && parts.kind&inCharset != 0 {
				text = append(text, record[:n]...)
			}
			record = record[n:]
		}
		text = append(text, '\n')
	}
	return text
}
