package percent

import (
	"io"
	"strings"
	"testing"
)

// The promises of memory: nothing where nothing changes, once for a string,
// never where the destination has room.
func TestAllocations(t *testing.T) {
	long := strings.Repeat("あ b/+%41", 200)
	clean := strings.Repeat("clean", 200)
	decoded, err := Form.WithMalformed(MalformedRefused).Decode(long)
	if err != nil {
		t.Fatal(err)
	}
	refuse := RFC3986.WithInvalidUTF8(InvalidUTF8Refused)
	replace := Form.WithInvalidUTF8(InvalidUTF8Replaced)
	// Every write ends in what may be the beginning of an escape.
	cut := append(make([]byte, encoderChunk-1), '%')
	stream := NewEncoder(URI.WithEscapes(EscapesKept), io.Discard)
	buf := make([]byte, 0, 4*len(long))
	scratch := make([]byte, len(long))
	src, invalid := []byte(long), []byte("%FF%FE%FD")
	ascii := RFC3986.WithRaw(ASCII)
	malformed := []byte(strings.ReplaceAll(long, "+", "_") + "%zz")
	for _, tt := range []struct {
		name string
		want float64
		run  func()
	}{
		{"Encode clean", 0, func() { RFC3986.Encode(clean) }},
		{"Encode empty", 0, func() { RFC3986.Encode("") }},
		{"Encode", 1, func() { RFC3986.Encode(long) }},
		{"Encode short", 1, func() { RFC3986.Encode("a b") }},
		{"Encode one byte", 0, func() { RFC3986.Encode(" ") }},
		{"Fix legal", 0, func() { URI.Fix("http://h/%41%2f?a=%C3%A9") }},
		{"Fix", 1, func() { URI.Fix(long) }},
		{"Fix stray at the end", 1, func() { URI.Fix("100%") }},
		{"Decode clean", 0, func() { RFC3986.Decode(clean) }},
		{"Decode clean form", 0, func() { Form.Decode(clean) }},
		{"Decode clean to UTF-8", 0, func() { refuse.Decode("日本") }},
		{"Decode kept malformed", 0, func() { WHATWGPath.Decode("100% of%zz %4") }},
		{"Decode", 1, func() { RFC3986.Decode(long) }},
		{"Decode short", 1, func() { RFC3986.Decode("a%20b") }},
		{"AppendEncode", 0, func() { buf = RFC3986.AppendEncode(buf[:0], src) }},
		{"AppendEncode to the stack", 0, func() { var b [64]byte; RFC3986.AppendEncode(b[:0], []byte("a b")) }},
		{"AppendDecode to the stack", 0, func() { var b [64]byte; Form.AppendDecode(b[:0], []byte("a+b%")) }},
		{"Decode from the stack", 0, func() { var b [64]byte; RFC3986.Decode(string(b[:20])) }},
		{"AppendFix", 0, func() { buf = URI.AppendFix(buf[:0], src) }},
		{"AppendDecode", 0, func() { buf, _ = Form.AppendDecode(buf[:0], src) }},
		{"AppendDecode replace", 0, func() { buf, _ = replace.AppendDecode(buf[:0], invalid) }},
		{"AppendDecode to an error", 1, func() { RFC3986.AppendDecode(buf[:0], malformed) }},
		{"AppendDecode to a truncated escape", 1, func() { RFC3986.AppendDecode(buf[:0], malformed[:len(malformed)-1]) }},
		{"AppendDecode to a raw byte", 1, func() { ascii.AppendDecode(buf[:0], src) }},
		{"AppendDecode to invalid UTF-8", 1, func() { refuse.AppendDecode(buf[:0], invalid) }},
		{"AppendDecode exact room", 0, func() { Form.AppendDecode(buf[:0:len(decoded)], src) }},
		{"EncodedLen", 0, func() { RFC3986.EncodedLen(scratch) }},
		{"DecodeInPlace", 0, func() { copy(scratch, long); Form.DecodeInPlace(scratch) }},
		{"DecodeInPlace to UTF-8", 0, func() { copy(scratch, long); refuse.DecodeInPlace(scratch) }},
		{"EncodeChunk", 0, func() { RFC3986.EncodeChunk(buf[:cap(buf)], scratch) }},
		{"DecodeChunk", 0, func() { RFC3986.DecodeChunk(buf[:cap(buf)], scratch) }},
		{"NewEncoder in use", 0, func() { stream.Write(cut) }},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(20, tt.run); got != tt.want {
				t.Errorf("%v allocations, want %v", got, tt.want)
			}
		})
	}
}

// A result in the memory of the argument, or of the right size.
func TestMemory(t *testing.T) {
	dst := make([]byte, 3, 100)
	if got := RFC3986.AppendEncode(dst, []byte("a b")); &got[0] != &dst[0] {
		t.Error("AppendEncode left a destination that had room")
	}
	if got, _ := RFC3986.AppendDecode(dst, []byte("a%20b")); &got[0] != &dst[0] {
		t.Error("AppendDecode left a destination that had room")
	}
	b := []byte("a%20b%41")
	got, err := RFC3986.DecodeInPlace(b)
	if err != nil || &got[0] != &b[0] {
		t.Error("DecodeInPlace left its argument")
	}
	// A result that is longer than the input must not run over what is after it.
	array := []byte("\xFF\xFFbehind")
	got, err = RFC3986.WithInvalidUTF8(InvalidUTF8Replaced).DecodeInPlace(array[:2])
	if string(got) != "\uFFFD\uFFFD" || err != nil || string(array[2:]) != "behind" {
		t.Errorf("DecodeInPlace gave %q, %v and left %q behind its argument", got, err, array[2:])
	}
	// Neither must decoding in place with something after.
	array = []byte("%41%42%43behind the argument stands more text than a vector holds, to be sure of it")
	behind := string(array[9:])
	if got, err = RFC3986.DecodeInPlace(array[:9]); string(got) != "ABC" || err != nil || string(array[9:]) != behind {
		t.Errorf("DecodeInPlace gave %q, %v and left %q behind its argument", got, err, array[9:])
	}
}
