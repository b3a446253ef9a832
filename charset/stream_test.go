package charset

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent"
)

// pieces is a reader that hands out n bytes at a time.
type pieces struct {
	data []byte
	n    int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.data[:min(p.n, len(p.data))])
	p.data = p.data[n:]
	return n, nil
}

func sameError(a, b error) bool {
	var x, y *percent.SyntaxError
	if errors.As(a, &x) && errors.As(b, &y) {
		return *x == *y
	}
	return a == b
}

// TestDecoderChunks reads every vector in pieces of every size, before and
// after text that fills the buffer.
func TestDecoderChunks(t *testing.T) {
	for _, tt := range decodeVectors {
		for _, padding := range []int{0, chunk - 2, chunk - 1, chunk} {
			if tt.c.kind == utf16BE || tt.c.kind == utf16LE {
				padding &^= 1
			}
			in := append(bytes.Repeat([]byte{'a'}, padding), tt.in...)
			for _, on := range []OnMalformed{Fail, Replace, Keep} {
				want, wantErr := tt.c.AppendDecode(nil, in, on)
				for _, n := range []int{1, 2, 3, 4, 5, 7, chunk, 2 * chunk} {
					if padding > 0 && n > 1 && n < 7 {
						continue
					}
					got, err := io.ReadAll(NewDecoder(tt.c, &pieces{in, n}, on))
					if !bytes.Equal(got, want) || !sameError(err, wantErr) {
						t.Errorf("%v %s, padding %d, pieces of %d, policy %d: %d bytes, %v, want %d, %v", tt.c, tt.name, padding, n, on, len(got), err, len(want), wantErr)
					}
				}
			}
		}
	}
}

func TestEncoderChunks(t *testing.T) {
	for _, tt := range encodeVectors {
		for _, padding := range []int{0, chunk - 2, chunk - 1, chunk} {
			in := strings.Repeat("a", padding) + tt.in
			for _, on := range []OnUnencodable{Refuse, Reference, EscapedReference, QuestionMark} {
				want, wantErr := tt.c.AppendEncode(nil, []byte(in), on)
				for _, n := range []int{1, 2, 3, 4, 5, 2 * chunk} {
					if padding > 0 && n > 1 && n < 5 {
						continue
					}
					var out bytes.Buffer
					w := NewEncoder(tt.c, &out, on)
					err := writePieces(t, w, []byte(in), n)
					if !bytes.Equal(out.Bytes(), want) || !sameError(err, wantErr) {
						t.Errorf("%v %s, padding %d, pieces of %d, policy %d: %q, %v, want %q, %v", tt.c, tt.name, padding, n, on, out.Bytes(), err, want, wantErr)
					}
				}
			}
		}
	}
}

// writePieces writes in to w, n bytes at a time, closes w, and checks what
// every call returns.
func writePieces(t *testing.T, w io.WriteCloser, in []byte, n int) error {
	t.Helper()
	for len(in) > 0 {
		p := in[:min(n, len(in))]
		k, err := w.Write(p)
		if (err == nil) != (k == len(p)) || k > len(p) {
			t.Errorf("Write of %d bytes = %d, %v", len(p), k, err)
		}
		if err != nil {
			if k, again := w.Write([]byte("more")); k != 0 || again != err {
				t.Errorf("Write after an error = %d, %v", k, again)
			}
			if again := w.Close(); again != err {
				t.Errorf("Close after an error = %v", again)
			}
			return err
		}
		in = in[len(p):]
	}
	err := w.Close()
	if err == nil {
		if k, err := w.Write([]byte("more")); k != 0 || err == nil {
			t.Errorf("Write after Close = %d, %v", k, err)
		}
		if err := w.Close(); err != nil {
			t.Errorf("second Close = %v", err)
		}
	}
	return err
}

func TestDecoderReaders(t *testing.T) {
	in := "\x83\x5C\x83\x41 and \x93\xFA\x96\x7B"
	const want = "ソア and 日本"
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"one byte":           iotest.OneByteReader,
		"half":               iotest.HalfReader,
		"data with the end":  iotest.DataErrReader,
		"one byte, data end": func(r io.Reader) io.Reader { return iotest.DataErrReader(iotest.OneByteReader(r)) },
	} {
		if err := iotest.TestReader(NewDecoder(ShiftJIS, wrap(strings.NewReader(in)), Fail), []byte(want)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDecoderFault checks that text before a fault is delivered, that an
// unfinished character is not mistaken for the end, and that the fault stays.
func TestDecoderFault(t *testing.T) {
	fault := errors.New("fault")
	r := NewDecoder(ShiftJIS, io.MultiReader(strings.NewReader("a\x83\x5C\x83"), iotest.ErrReader(fault)), Fail)
	got, err := io.ReadAll(r)
	if string(got) != "aソ" || err != fault {
		t.Errorf("%q, %v", got, err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != fault {
		t.Errorf("again: %d, %v", n, err)
	}
	if n, err := r.Read(nil); n != 0 || err != nil {
		t.Errorf("empty read: %d, %v", n, err)
	}
	idle := NewDecoder(ShiftJIS, iotest.ErrReader(nil), Fail)
	if _, err := io.ReadAll(idle); err != io.ErrNoProgress {
		t.Errorf("idle reader: %v", err)
	}
}

func TestEncoderFault(t *testing.T) {
	fault := errors.New("fault")
	w := NewEncoder(ShiftJIS, faultyWriter{fault}, Refuse)
	if n, err := w.Write([]byte("abc")); n != 2 || err != fault {
		t.Errorf("%d, %v", n, err)
	}
	if err := w.Close(); err != fault {
		t.Errorf("Close: %v", err)
	}
	w = NewEncoder(ShiftJIS, faultyWriter{nil}, Refuse)
	if n, err := w.Write([]byte("abc")); n != 2 || err != io.ErrShortWrite {
		t.Errorf("%d, %v", n, err)
	}
	// The last byte of a character is missing, then a whole escape sequence.
	w = NewEncoder(ShiftJIS, faultyWriter{fault}, Refuse)
	if n, err := w.Write([]byte("aソ")); n != 1 || err != fault {
		t.Errorf("%d, %v", n, err)
	}
	w = NewEncoder(ISO2022JP, faultyWriter{fault}, Refuse)
	if n, err := w.Write([]byte("aあい")); n != len("aあ") || err != fault {
		t.Errorf("%d, %v", n, err)
	}
	// A reference that was cut off.
	w = NewEncoder(ShiftJIS, faultyWriter{fault}, Reference)
	if n, err := w.Write([]byte("a☃")); n != 1 || err != fault {
		t.Errorf("%d, %v", n, err)
	}
}

// faultyWriter accepts all but the last byte and returns err.
type faultyWriter struct{ err error }

func (w faultyWriter) Write(p []byte) (int, error) { return len(p) - 1, w.err }
