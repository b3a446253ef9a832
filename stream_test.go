package percent

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

var errFault = errors.New("fault")

// faultWriter takes so many bytes and then fails.
type faultWriter struct {
	room  int
	short bool // says nothing of it
	got   bytes.Buffer
}

func (w *faultWriter) Write(p []byte) (int, error) {
	n := min(len(p), w.room)
	w.room -= n
	w.got.Write(p[:n])
	if n < len(p) && !w.short {
		return n, errFault
	}
	return n, nil
}

func TestEncoderFaults(t *testing.T) {
	for _, short := range []bool{false, true} {
		want := errFault
		if short {
			want = io.ErrShortWrite
		}
		w := &faultWriter{room: 4, short: short}
		enc := NewEncoder(RFC3986, w)
		if n, err := enc.Write([]byte("a b")); n != 0 && err == nil {
			t.Errorf("short=%v: Write = %d, %v", short, n, err)
		} else if n > 3 || !errors.Is(err, want) {
			t.Errorf("short=%v: Write = %d, %v, want %v", short, n, err, want)
		}
		if n, err := enc.Write([]byte("c")); n != 0 || !errors.Is(err, want) {
			t.Errorf("short=%v: Write after the fault = %d, %v, want 0, %v", short, n, err, want)
		}
		if err := enc.Close(); !errors.Is(err, want) {
			t.Errorf("short=%v: Close = %v, want %v", short, err, want)
		}
		if got := w.got.String(); got != "a%20" {
			t.Errorf("short=%v: %q was written", short, got)
		}
	}
	// In a later piece, Write says how much of its argument was dealt with.
	w := &faultWriter{room: encoderChunk + 10}
	n, err := NewEncoder(RFC3986, w).Write(bytes.Repeat([]byte("a"), 3*encoderChunk))
	if n != encoderChunk+10 || !errors.Is(err, errFault) {
		t.Errorf("Write = %d, %v, want %d, %v", n, err, encoderChunk+10, errFault)
	}
}

// TestEncoderCounts: after a fault, Write has counted the bytes whose encoding has
// reached the writer, and no more, wherever the fault is and whatever was held back.
func TestEncoderCounts(t *testing.T) {
	for name, e := range map[string]*Encoding{"RFC3986": RFC3986, "Form": Form, "fix": URI.WithEscapes(EscapesKept)} {
		for _, in := range []string{"a b", "é/+ %41%4", "%%zz%", strings.Repeat("あ %41 b", 40)} {
			whole := e.Encode(in)
			for room := range len(whole) {
				for size := 1; size <= len(in); size += 1 + size/3 {
					w := &faultWriter{room: room}
					enc := NewEncoder(e, w)
					counted := 0
					var err error
					for rest := in; rest != "" && err == nil; {
						var n int
						n, err = enc.Write([]byte(rest[:min(size, len(rest))]))
						counted, rest = counted+n, rest[n:]
						if err == nil && n == 0 {
							t.Fatal("Write took nothing, and says nothing of it")
						}
					}
					got := w.got.String()
					if err == nil { // the fault is in Close
						continue
					}
					// What was held back is counted, and lost.
					reached := func(n int) bool {
						sure := make([]byte, len(whole)+6)
						nDst, _, _ := e.EncodeChunk(sure, []byte(in[:n]))
						return strings.HasPrefix(got, string(sure[:nDst]))
					}
					more := name == "fix" || !reached(counted+1)
					if !reached(counted) || !more {
						t.Fatalf("%s of %q, room %d, writes of %d: %d counted, %q written", name, in, room, size, counted, got)
					}
				}
			}
		}
	}
}

func TestEncoderClose(t *testing.T) {
	fix := URI.WithEscapes(EscapesKept)
	for _, tt := range []struct{ in, want string }{
		{"", ""}, {"%", "%25"}, {"%4", "%254"}, {"%41", "%41"}, {"%%", "%25%25"}, {"a%2", "a%252"},
	} {
		var out bytes.Buffer
		w := NewEncoder(fix, &out)
		for i := range len(tt.in) {
			if n, err := w.Write([]byte{tt.in[i]}); n != 1 || err != nil {
				t.Fatalf("Write = %d, %v", n, err)
			}
		}
		if err := w.Close(); err != nil || out.String() != tt.want {
			t.Errorf("%q: wrote %q, Close = %v, want %q", tt.in, out.String(), err, tt.want)
		}
		if err := w.Close(); err != nil {
			t.Errorf("second Close = %v", err)
		}
		if _, err := w.Write([]byte("a")); err == nil {
			t.Error("Write after Close succeeded")
		}
		if out.String() != tt.want {
			t.Errorf("wrote %q after Close", out.String())
		}
	}
	w := NewEncoder(fix, &faultWriter{})
	if _, err := w.Write([]byte("%")); err != nil {
		t.Errorf("Write of a beginning = %v", err)
	}
	if err := w.Close(); !errors.Is(err, errFault) {
		t.Errorf("Close = %v, want %v", err, errFault)
	}
}

// An error of the reader comes after all that was decoded before it.
func TestDecoderFaults(t *testing.T) {
	r := io.MultiReader(strings.NewReader("a%20b%4"), iotest.ErrReader(errFault))
	got, err := io.ReadAll(NewDecoder(RFC3986, r))
	if string(got) != "a b" || !errors.Is(err, errFault) {
		t.Errorf("read %q, %v, want %q, %v", got, err, "a b", errFault)
	}
	d := NewDecoder(RFC3986, strings.NewReader("a%zz"))
	if got, err := io.ReadAll(d); string(got) != "a" || !sameError(err, &SyntaxError{Offset: 1, Bytes: "%zz", Reason: InvalidEscape}) {
		t.Errorf("read %q, %v", got, err)
	}
	for range 2 {
		if n, err := d.Read(make([]byte, 10)); n != 0 || !sameError(err, &SyntaxError{Offset: 1, Bytes: "%zz", Reason: InvalidEscape}) {
			t.Errorf("Read after the error = %d, %v", n, err)
		}
	}
	if n, err := NewDecoder(RFC3986, strings.NewReader("a")).Read(nil); n != 0 || err != nil {
		t.Errorf("Read(nil) = %d, %v", n, err)
	}
	if _, err := NewDecoder(RFC3986, noProgress{}).Read(make([]byte, 10)); err != io.ErrNoProgress {
		t.Errorf("a reader that gives nothing: %v, want %v", err, io.ErrNoProgress)
	}
}

type noProgress struct{}

func (noProgress) Read([]byte) (int, error) { return 0, nil }

func TestDecoderTestReader(t *testing.T) {
	in := strings.Repeat("あ%E3%81%82 %41+", 500)
	want := strings.Repeat("ああ A+", 500)
	for _, e := range []*Encoding{RFC3986, RFC3986.WithInvalidUTF8(InvalidUTF8Refused)} {
		if err := iotest.TestReader(NewDecoder(e, strings.NewReader(in)), []byte(want)); err != nil {
			t.Error(err)
		}
	}
}

// Offsets are absolute at every place around the edges of vectors, pieces and
// buffers.
func TestOffsets(t *testing.T) {
	for _, before := range []int{0, 1, 15, 16, 17, 31, 32, 33, 62, 63, 64, 65, 127, 128, 129, 511, 512, 4095, 4096, decoderChunk - 2, decoderChunk - 1, decoderChunk, decoderChunk + 1, 3 * decoderChunk} {
		for _, fill := range []string{"a", "%41", "%20a"} {
			s := strings.Repeat(fill, before/len(fill)+1)[:before/len(fill)*len(fill)]
			offset := int64(len(s))
			check(t, "offsets", RFC3986, s+"%zz"+strings.Repeat("b", 70), 1000)
			_, err := RFC3986.Decode(s + "%zz" + strings.Repeat("b", 70))
			if !sameError(err, &SyntaxError{Offset: offset, Bytes: "%zz", Reason: InvalidEscape}) {
				t.Errorf("%d times %q: %v", before, fill, err)
			}
			check(t, "offsets", RFC3986.WithRaw(ASCII), s+"é"+strings.Repeat("b", 70), 1000)
			check(t, "offsets", RFC3986.WithInvalidUTF8(InvalidUTF8Refused), s+"%E9"+strings.Repeat("b", 70), 1000)
		}
	}
}

func TestChunkErrors(t *testing.T) {
	replace := RFC3986.WithInvalidUTF8(InvalidUTF8Replaced)
	preserving := replace.WithPreserved(ByteSet{}.Add("/"))
	fix := URI.WithEscapes(EscapesKept)
	type chunk func(dst, src []byte) (int, int, error)
	for _, tt := range []struct {
		name       string
		f          chunk
		room       int
		in         string
		nDst, nSrc int
		err        error
	}{
		{"encode all", RFC3986.EncodeChunk, 9, "a b", 5, 3, nil},
		{"encode without room", RFC3986.EncodeChunk, 3, "a b", 1, 1, io.ErrShortBuffer},
		{"fix cut", fix.EncodeChunk, 9, "a%4", 1, 1, io.ErrUnexpectedEOF},
		{"fix without room", fix.EncodeChunk, 2, "%41", 0, 0, io.ErrShortBuffer},
		{"fix at a full buffer", fix.EncodeChunk, 1, "ab", 1, 1, io.ErrShortBuffer},
		{"decode all", RFC3986.DecodeChunk, 9, "a%20b", 3, 5, nil},
		{"decode cut", RFC3986.DecodeChunk, 9, "a%2", 1, 1, io.ErrUnexpectedEOF},
		{"decode without room", RFC3986.DecodeChunk, 1, "a%20b", 1, 1, io.ErrShortBuffer},
		{"decode plus without room", Form.DecodeChunk, 1, "a+", 1, 1, io.ErrShortBuffer},
		{"decode a run without room", RFC3986.DecodeChunk, 2, "abc", 2, 2, io.ErrShortBuffer},
		{"keep without room", Form.DecodeChunk, 0, "%zz", 0, 0, io.ErrShortBuffer},
		{"character cut", replace.DecodeChunk, 90, "a%E3%81", 1, 1, io.ErrUnexpectedEOF},
		{"character and escape cut", replace.DecodeChunk, 90, "a%E3\x81%8", 1, 1, io.ErrUnexpectedEOF},
		{"too little room for a character", replace.DecodeChunk, 11, "a", 0, 0, io.ErrShortBuffer},
		{"nothing", replace.DecodeChunk, 0, "", 0, 0, nil},
		{"a broken character before a preserved escape", preserving.DecodeChunk, 12, "%E2%82%2F", 3, 6, io.ErrShortBuffer},
		{"a longer one", preserving.DecodeChunk, 12, "\xF0\x9F\x98%2F", 3, 3, io.ErrShortBuffer},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			nDst, nSrc, err := tt.f(make([]byte, tt.room), []byte(tt.in))
			if nDst != tt.nDst || nSrc != tt.nSrc || err != tt.err {
				t.Errorf("= %d, %d, %v, want %d, %d, %v", nDst, nSrc, err, tt.nDst, tt.nSrc, tt.err)
			}
		})
	}
}
