package percent

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// modelEncode encodes in the plainest way: one byte at a time.
// fix is the operation of that name.
func modelEncode(c choices, s string, fix bool) string {
	fix = fix || c.escapes == EscapesKept
	format := "%%%02X"
	if c.hex == HexLower {
		format = "%%%02x"
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case fix && b == '%' && modelEscape(s[i:]):
			out.WriteString(s[i : i+3])
			i += 2
		case c.space == SpacePlus && b == ' ':
			out.WriteByte('+')
		case fix && c.space == SpacePlus && b == '+':
			out.WriteByte('+')
		case c.kept.Contains(b) && !(fix && b == '%'):
			out.WriteByte(b)
		default:
			fmt.Fprintf(&out, format, b)
		}
	}
	return out.String()
}

func modelEscape(s string) bool {
	const digits = "0123456789abcdefABCDEF"
	return len(s) >= 3 && s[0] == '%' && strings.Contains(digits, s[1:2]) && strings.Contains(digits, s[2:3])
}

// modelDecode decodes s, first to pieces of output that each know where they
// come from, then by the UTF-8 policy.
func modelDecode(c choices, s string) (string, *SyntaxError) {
	type piece struct {
		out        byte
		start, end int
	}
	var pieces []piece
	var fault *SyntaxError
loop:
	for i := 0; i < len(s); {
		b := s[i]
		switch {
		case modelEscape(s[i:]):
			var octet byte
			fmt.Sscanf(s[i+1:i+3], "%02x", &octet)
			if c.preserved.Contains(octet) {
				for k := range 3 {
					pieces = append(pieces, piece{s[i+k], i, i + 3})
				}
			} else {
				pieces = append(pieces, piece{octet, i, i + 3})
			}
			i += 3
		case b == '%' && c.malformed == MalformedKept:
			pieces = append(pieces, piece{b, i, i + 1})
			i++
		case b == '%':
			rest := s[i:]
			fault = &SyntaxError{Offset: int64(i), Bytes: rest[:min(3, len(rest))], Reason: InvalidEscape}
			if len(rest) == 1 || len(rest) == 2 && modelEscape(rest+"0") {
				fault.Reason = TruncatedEscape
			}
			break loop
		case b == '+' && c.plus == PlusIsSpace:
			pieces = append(pieces, piece{' ', i, i + 1})
			i++
		case c.refused.Contains(b):
			fault = &SyntaxError{Offset: int64(i), Bytes: string([]byte{b}), Reason: RawByte}
			break loop
		default:
			pieces = append(pieces, piece{b, i, i + 1})
			i++
		}
	}
	raw := make([]byte, len(pieces))
	for i, p := range pieces {
		raw[i] = p.out
	}
	if c.utf8 == InvalidUTF8Kept {
		return string(raw), fault
	}
	var out []byte
	for i := 0; i < len(raw); {
		if _, n := utf8.DecodeRune(raw[i:]); n > 1 || raw[i] < utf8.RuneSelf {
			out = append(out, raw[i:i+n]...)
			i += n
			continue
		}
		// The longest beginning of any character, or else one byte.
		n := 1
		for k := 2; k <= 3 && i+k <= len(raw); k++ {
			if beginnings[string(raw[i:i+k])] {
				n = k
			}
		}
		if c.utf8 == InvalidUTF8Refused {
			start, end := pieces[i].start, pieces[i+n-1].end
			return string(out), &SyntaxError{Offset: int64(start), Bytes: s[start:end], Reason: InvalidUTF8}
		}
		out = append(out, "\uFFFD"...)
		i += n
	}
	return string(out), fault
}

// beginnings holds every proper beginning of every character beyond ASCII.
var beginnings = func() map[string]bool {
	m := map[string]bool{}
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) {
			s := string(r)
			for n := 1; n < len(s); n++ {
				m[s[:n]] = true
			}
		}
	}
	return m
}()

// configurations are derivations that between them make every choice.
func configurations() map[string]*Encoding {
	m := map[string]*Encoding{}
	for name, e := range exportedEncodings {
		m[name] = e
	}
	for name, e := range map[string]*Encoding{"RFC3986": RFC3986, "Form": Form, "WHATWGQuery": WHATWGQuery} {
		m[name+"/lower"] = e.WithHex(HexLower)
		m[name+"/escapes"] = e.WithEscapes(EscapesKept)
		m[name+"/plus"] = e.WithSpace(SpacePlus).WithPlus(PlusIsSpace)
		m[name+"/percent20"] = e.WithSpace(SpacePercent20)
		m[name+"/strict"] = e.WithMalformed(MalformedRefused)
		m[name+"/lenient"] = e.WithMalformed(MalformedKept)
		m[name+"/ascii"] = e.WithRaw(ASCII)
		m[name+"/kept only"] = e.WithRaw(e.Kept())
		m[name+"/lenient, kept only"] = e.WithRaw(e.Kept().Remove("4")).WithMalformed(MalformedKept)
		m[name+"/replace"] = e.WithInvalidUTF8(InvalidUTF8Replaced)
		m[name+"/refuse"] = e.WithInvalidUTF8(InvalidUTF8Refused)
		m[name+"/strict, replace"] = e.WithMalformed(MalformedRefused).WithInvalidUTF8(InvalidUTF8Replaced)
		m[name+"/lenient, refuse"] = e.WithMalformed(MalformedKept).WithInvalidUTF8(InvalidUTF8Refused)
		m[name+"/preserve"] = e.WithPreserved(ByteSet{}.Add(";/?:@&=+$,#"))
		m[name+"/preserve, replace"] = e.WithPreserved(ByteSet{}.Add("%\xA4\xE3")).WithInvalidUTF8(InvalidUTF8Replaced)
		m[name+"/high kept"] = e.WithKept(e.Kept().Union(ASCII.Complement()))
	}
	return m
}

// awkward holds inputs for decoders and fixers, each of which has gone wrong
// somewhere.
var awkward = []string{
	"", "%", "%%", "%4", "%4%", "%zz", "%z", "%4z", "%z4", "100%", "100%25", "100%2525", "%41", "%4a%4A", "%%41", "%4%41",
	"%%34%31", "%%30%31", "%2541", "%+f", "% f", "%-1", "%0x", "%u0041", "%U0041", "%00", "\x00", "a+b%2Bc%20d", "+", "%2b", "++%",
	"%C3%A9", "%c3%a9", "é", "%C3\xA9", "\xC3%A9", "%E3%81%82", "%E3\x81%82", "%E3%81", "%E3%81zz", "%E3", "\xE3\x81", "%E3%zz", "%E3%8", "%E3%81%4",
	"%C0%AF", "%C0%80", "%ED%A0%80", "%ED%BF%BF", "%ED%7F%BF", "%F4%90%80%80", "%F0%9F%98%80", "%F0%9F%98", "%F0%9F", "%F5%80", "%FE%FF",
	"%EF%BB%BFa", "%EF%BF%BE%EF%BF%BF%00", "%FF", "\xFF", "\xFF\xFE%FD", "%80%80", "%E1%80%E1%80%80%F1%80%80%C2",
	"%3b%2f%3F%40", "%2523%23", "http://h/a b?c=d%20e#f%2G", "%2E%2e/..%2f", "%A4%E3%81%82", "日本語テキスト", "％４１", "１", "a\r\nb", "%0D%0A",
	"%E6", "æ", "Ladies + Gentlemen", "An encoded string!", "Dogs, Cats & Mice", "☃",
	strings.Repeat("%E3%81%82", 40) + "%E3%81", strings.Repeat("clean", 60) + "%zz", strings.Repeat("%", 200),
	strings.Repeat("a%20", 50) + "%4", strings.Repeat("あ", 70) + "\xE3\x81", strings.Repeat("\xFF", 300), strings.Repeat("+ ", 90),
}

func sameError(got error, want *SyntaxError) bool {
	if want == nil {
		return got == nil
	}
	var e *SyntaxError
	return errors.As(got, &e) && *e == *want
}

// check compares every entry point of e with the model on s, streams in pieces
// of the given sizes.
func check(t *testing.T, name string, e *Encoding, s string, sizes ...int) {
	t.Helper()
	report := func(op, got, want string, err error, wantErr *SyntaxError) {
		if got != want || !sameError(err, wantErr) {
			t.Helper()
			t.Errorf("%s: %s(%q)\n got %q, %v\nwant %q, %v", name, op, s, got, err, want, wantErr)
		}
	}
	prefix := []byte("before")
	want := modelEncode(e.choices, s, false)
	report("Encode", e.Encode(s), want, nil, nil)
	report("AppendEncode", string(e.AppendEncode(prefix, []byte(s))), "before"+want, nil, nil)
	exact := make([]byte, 0, len(want))
	report("AppendEncode in exact room", string(e.AppendEncode(exact, []byte(s))), want, nil, nil)
	if n := e.EncodedLen([]byte(s)); n != len(want) {
		t.Errorf("%s: EncodedLen(%q) = %d, want %d", name, s, n, len(want))
	}
	for _, size := range sizes {
		var out bytes.Buffer
		w := NewEncoder(e, &out)
		for i := 0; i < len(s); i += size {
			piece := s[i:min(i+size, len(s))]
			if n, err := io.WriteString(w, piece); n != len(piece) || err != nil {
				t.Fatalf("%s: Write(%q) = %d, %v", name, piece, n, err)
			}
		}
		err := w.Close()
		report(fmt.Sprintf("NewEncoder by %d", size), out.String(), want, err, nil)
	}

	want = modelEncode(e.choices, s, true)
	report("Fix", e.Fix(s), want, nil, nil)
	report("AppendFix", string(e.AppendFix(prefix, []byte(s))), "before"+want, nil, nil)
	report("Fix of Fix", e.Fix(want), want, nil, nil)

	want, wantErr := modelDecode(e.choices, s)
	got, err := e.Decode(s)
	report("Decode", got, want, err, wantErr)
	b, err := e.AppendDecode(prefix, []byte(s))
	report("AppendDecode", string(b), "before"+want, err, wantErr)
	b, err = e.AppendDecode(make([]byte, 0, len(want)), []byte(s))
	report("AppendDecode in exact room", string(b), want, err, wantErr)
	b, err = e.DecodeInPlace([]byte(s))
	report("DecodeInPlace", string(b), want, err, wantErr)
	for _, size := range sizes {
		b, err = io.ReadAll(NewDecoder(e, &pieceReader{s: s, size: size}))
		report(fmt.Sprintf("NewDecoder by %d", size), string(b), want, err, wantErr)
		b, err = readPieces(NewDecoder(e, strings.NewReader(s)), size)
		report(fmt.Sprintf("NewDecoder to %d", size), string(b), want, err, wantErr)
		b, err = io.ReadAll(NewDecoder(e, iotest.DataErrReader(&pieceReader{s: s, size: size})))
		report(fmt.Sprintf("NewDecoder with data and error by %d", size), string(b), want, err, wantErr)
	}
}

// pieceReader gives at most size bytes at a time.
type pieceReader struct {
	s    string
	size int
}

func (r *pieceReader) Read(p []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.size)], r.s)
	r.s = r.s[n:]
	return n, nil
}

// readPieces reads r with a buffer of that size.
func readPieces(r io.Reader, size int) (all []byte, err error) {
	p := make([]byte, size)
	for {
		n, err := r.Read(p)
		all = append(all, p[:n]...)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

func TestModel(t *testing.T) {
	for name, e := range configurations() {
		for _, s := range awkward {
			check(t, name, e, s, 1, 2, 3, 4, 5, 7, 12, 64, len(s)+1)
		}
	}
}

// Every pair of bytes after '%', alone and with something before and after.
func TestEveryPairAfterPercent(t *testing.T) {
	for _, e := range []*Encoding{RFC3986, Form, WHATWGQuery.WithInvalidUTF8(InvalidUTF8Replaced), RFC3986.WithInvalidUTF8(InvalidUTF8Refused)} {
		for i := range 1 << 16 {
			s := string([]byte{'%', byte(i >> 8), byte(i)})
			for _, s := range []string{s, "a" + s + "%41"} {
				want, wantErr := modelDecode(e.choices, s)
				if got, err := e.Decode(s); got != want || !sameError(err, wantErr) {
					t.Fatalf("Decode(%q) = %q, %v, want %q, %v", s, got, err, want, wantErr)
				}
				if got, want := e.Fix(s), modelEncode(e.choices, s, true); got != want {
					t.Fatalf("Fix(%q) = %q, want %q", s, got, want)
				}
			}
		}
	}
}

// Every piece size, around the sizes at which streams change their ways.
func TestStreamsLong(t *testing.T) {
	unit := "http://h/%E3%81%82 é%2\xE3\x81%82+%4x"
	for _, n := range []int{encoderChunk - 1, encoderChunk, encoderChunk + 1, decoderChunk, decoderChunk + maxRest, 3*encoderChunk + 5} {
		s := strings.Repeat(unit, n/len(unit)+1)[:n]
		for name, e := range map[string]*Encoding{
			"Form": Form, "fix": URI.WithEscapes(EscapesKept).WithMalformed(MalformedKept),
			"replace": WHATWGPath.WithInvalidUTF8(InvalidUTF8Replaced),
		} {
			check(t, name, e, s, 511, 4096, encoderChunk, decoderChunk+1)
		}
		strict := s[:n-1] + "%"
		strict = strings.ReplaceAll(strings.ReplaceAll(strict, "%2\xE3", "%2A"), "%4x", "%41")
		check(t, "strict", RFC3986, strict, 1, 4096, decoderChunk-1)
	}
}

// FuzzModel checks that every entry point agrees with the model for any
// choices: one-shot, appending, in place and streaming.
func FuzzModel(f *testing.F) {
	for i, s := range awkward {
		f.Add([]byte(s), uint64(i)*0x9E3779B97F4A7C15, uint8(i))
	}
	seeded(f, len(awkward))
	f.Fuzz(func(t *testing.T, s []byte, pick uint64, size uint8) {
		bit := func() bool {
			b := pick&1 != 0
			pick >>= 1
			return b
		}
		kept := []ByteSet{
			Unreserved, QuerySet, FormPercentEncodeSet.Complement(), C0ControlPercentEncodeSet.Complement(),
			AllBytes,
			{},
			ASCII.Complement(), Unreserved.Add("!*'()"),
		}
		c := choices{kept: kept[pick&7]}
		pick >>= 3
		if bit() {
			c.space = SpacePlus
		}
		if bit() {
			c.plus = PlusIsSpace
		}
		if bit() {
			c.hex = HexLower
		}
		if bit() {
			c.escapes = EscapesKept
		}
		if bit() {
			c.malformed = MalformedKept
		}
		c.utf8 = UTF8Policy(pick & 3 % 3)
		pick >>= 2
		if bit() {
			c.refused = ByteSet{bits: [4]uint64{0, pick & 0xFFFF, pick, pick >> 3}}
		}
		if bit() {
			c.preserved = ByteSet{bits: [4]uint64{pick, 0, pick >> 8, pick >> 5}}
		}
		check(t, fmt.Sprintf("%+v", c), c.encoding(), string(s), int(size%32)+1)
	})
}

// FuzzRoundTrip checks that decoding undoes every reversible encoding.
func FuzzRoundTrip(f *testing.F) {
	for _, s := range awkward {
		f.Add(s)
	}
	seeded(f, len(awkward))
	f.Fuzz(func(t *testing.T, s string) {
		for name, e := range configurations() {
			if !e.Reversible() {
				continue
			}
			encoded := e.Encode(s)
			if got, err := e.Decode(encoded); got != s || err != nil {
				t.Errorf("%s: %q became %q and then %q, %v", name, s, encoded, got, err)
			}
		}
	})
}

// seeded fails where a fuzz target has no seeds: it would assert nothing in an
// ordinary test run.
func seeded(f *testing.F, seeds int) {
	f.Helper()
	if seeds == 0 {
		f.Fatal("no seeds")
	}
}
