package compress

import (
	"bytes"
	stdgzip "compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
)

func packed(t testing.TB, f Format, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, f)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func unpacked(r io.Reader) (string, Format, error) {
	z, f, err := NewReader(r, None)
	if err != nil {
		return "", f, err
	}
	b, err := io.ReadAll(z)
	return string(b), f, errors.Join(err, z.Close())
}

func sample() string {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for range 20000 {
		fmt.Fprintf(&b, "https://example.com/%x?q=a%%20b\n", random.Uint32())
	}
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	for _, f := range []Format{None, Gzip, Zstd} {
		for _, text := range []string{"", "a", "\x1f", "\x1f\x8b", "(\xb5/", "P*M", "Q", "\x1f\x8bx", "plain\n", sample()} {
			data := packed(t, f, text)
			for name, r := range map[string]io.Reader{
				"whole":   bytes.NewReader(data),
				"bytes":   iotest.OneByteReader(bytes.NewReader(data)),
				"dataErr": iotest.DataErrReader(bytes.NewReader(data)),
			} {
				got, format, err := unpacked(r)
				if err != nil || format != f || got != text {
					t.Errorf("%s of %d bytes, %s: %d bytes of %s, %v", f, len(text), name, len(got), format, err)
				}
			}
		}
	}
}

func TestMembers(t *testing.T) {
	for _, f := range []Format{Gzip, Zstd} {
		data := bytes.Join([][]byte{packed(t, f, "a\n"), packed(t, f, "b"), packed(t, f, "\n")}, nil)
		if got, _, err := unpacked(bytes.NewReader(data)); err != nil || got != "a\nb\n" {
			t.Errorf("%s: %q, %v", f, got, err)
		}
	}
	skip := append([]byte("\x5e\x2a\x4d\x18\x03\x00\x00\x00xyz"), packed(t, Zstd, "a\n")...)
	if got, f, err := unpacked(iotest.OneByteReader(bytes.NewReader(skip))); err != nil || f != Zstd || got != "a\n" {
		t.Errorf("skippable frame: %q, %s, %v", got, f, err)
	}
}

// TestBehindMembers: zeros behind the last member of gzip are ignored, and nothing else
// is; what gzip itself would leave out, a member behind zeros, is no exception.
func TestBehindMembers(t *testing.T) {
	member := packed(t, Gzip, "a\n")
	for _, test := range []struct {
		behind string
		text   string
		fault  error
	}{
		{"\x00", "a\n", nil},
		{strings.Repeat("\x00", 100_000), "a\n", nil},
		{string(member) + "\x00\x00", "a\na\n", nil},
		{"\x00" + string(member), "a\n", errGarbage},
		{"\x00x", "a\n", errGarbage},
		{"x", "a\n", errGarbage},
		{"\x1fx", "a\n", errGarbage},
		{"\x1f", "a\n", io.ErrUnexpectedEOF},
		{"\x1f\x8b", "a\n", io.ErrUnexpectedEOF},
		{string(member[:len(member)-1]), "a\na\n", io.ErrUnexpectedEOF},
	} {
		data := string(member) + test.behind
		for name, r := range map[string]io.Reader{"whole": strings.NewReader(data), "bytes": iotest.OneByteReader(strings.NewReader(data))} {
			if text, _, err := unpacked(r); text != test.text || !errors.Is(err, test.fault) || (err == nil) != (test.fault == nil) {
				t.Errorf("%.20q behind, %s: %q, %v", test.behind, name, text, err)
			}
		}
	}
}

// TestNamed: no data at all is text, unless the name says that it is compressed.
func TestNamed(t *testing.T) {
	for _, f := range []Format{None, Gzip, Zstd} {
		_, _, err := NewReader(strings.NewReader(""), f)
		var bad *Error
		if f == None && err != nil || f != None && (!errors.As(err, &bad) || bad.Format != f || !errors.Is(err, io.ErrUnexpectedEOF)) {
			t.Errorf("%s: %v", f, err)
		}
		if z, format, err := NewReader(strings.NewReader("plain"), f); err != nil || format != None {
			t.Errorf("%s, and plain text: %v, %v, %v", f, z, format, err)
		}
	}
}

// TestCutOff cuts data everywhere, and turns over bits: no text may be taken for
// all there is.
func TestCutOff(t *testing.T) {
	text := sample()[:2000]
	for _, f := range []Format{Gzip, Zstd} {
		data := packed(t, f, text)
		for n := magicLength; n < len(data); n++ {
			got, _, err := unpacked(bytes.NewReader(data[:n]))
			var bad *Error
			if !errors.As(err, &bad) || !errors.Is(err, io.ErrUnexpectedEOF) || bad.Length != int64(n) || bad.Offset != int64(len(got)) {
				t.Fatalf("%s cut off at %d of %d: %v", f, n, len(data), err)
			}
			if !strings.HasPrefix(text, got) {
				t.Fatalf("%s cut off at %d: other text", f, n)
			}
		}
		for at := len(data) / 2; at < len(data); at++ {
			flipped := bytes.Clone(data)
			flipped[at] ^= 1
			if got, _, err := unpacked(bytes.NewReader(flipped)); err == nil && got != text {
				t.Errorf("%s with byte %d changed: other text and no error", f, at)
			}
		}
		if _, _, err := unpacked(bytes.NewReader(append(bytes.Clone(data), "garbage"...))); err == nil {
			t.Errorf("%s with garbage behind it: no error", f)
		}
	}
}

// TestReadError: what the source fails with is not taken for bad data.
func TestReadError(t *testing.T) {
	lost := errors.New("lost")
	for _, f := range []Format{None, Gzip, Zstd} {
		data := packed(t, f, sample())
		for _, n := range []int{0, 1, 3, 10, len(data) / 2} {
			_, _, err := unpacked(io.MultiReader(bytes.NewReader(data[:n]), iotest.ErrReader(lost)))
			var bad *Error
			if !errors.Is(err, lost) || errors.As(err, &bad) {
				t.Errorf("%s, error at byte %d: %v", f, n, err)
			}
		}
	}
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]Format{"a.gz": Gzip, "b.TSV.ZST": Zstd, "c.zstd": Zstd, "gz": None, "a.gz/b": None, "": None} {
		if got := FormatOf(name); got != want {
			t.Errorf("%q: %s", name, got)
		}
	}
}

// TestGzipBlocks: a text of several blocks is one member, whatever pieces it is written in and
// however many processors there are, and little longer than without blocks.
func TestGzipBlocks(t *testing.T) {
	line := sample()
	for _, size := range []int{0, 1, blockSize - 1, blockSize, blockSize + 1, 2 * blockSize, 3*blockSize + 12345} {
		text := strings.Repeat(line, size/len(line)+1)[:size]
		want := packed(t, Gzip, text)
		old := runtime.GOMAXPROCS(1)
		var b, plain bytes.Buffer
		w := newGzipWriter(&b)
		for rest := text; rest != ""; {
			n := min(len(rest), 100_003)
			if _, err := io.WriteString(w, rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := errors.Join(w.Close(), w.Close()); err != nil {
			t.Fatal(err)
		}
		runtime.GOMAXPROCS(old)
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%d bytes: %d bytes in pieces, %d as a whole", size, b.Len(), len(want))
		}
		z, err := stdgzip.NewReader(&b)
		if err != nil {
			t.Fatal(err)
		}
		z.Multistream(false)
		if got, err := io.ReadAll(z); err != nil || string(got) != text || b.Len() > 0 {
			t.Errorf("%d bytes: %d bytes, %v, and %d behind them", size, len(got), err, b.Len())
		}
		all := gzip.NewWriter(&plain)
		if _, err := io.WriteString(all, text); err != nil || all.Close() != nil {
			t.Fatal(err)
		}
		if len(want) > plain.Len()+plain.Len()/100+16 {
			t.Errorf("%d bytes: %d bytes, %d without blocks", size, len(want), plain.Len())
		}
	}
}

// A failing writes n bytes and then fails.
type failing struct{ n int }

func (f *failing) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// TestGzipFails: an error of writing is that of Write, or of Close.
func TestGzipFails(t *testing.T) {
	text := sample()
	for _, most := range []int{0, 10, 1000, 100_000} {
		w := newGzipWriter(&failing{most})
		var err error
		for i := 0; i < 8 && err == nil; i++ {
			_, err = io.WriteString(w, text)
		}
		if closed := w.Close(); closed != io.ErrShortWrite || err != nil && err != closed {
			t.Errorf("%d bytes: %v, %v", most, err, closed)
		}
	}
}
