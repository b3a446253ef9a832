package charset

import (
	"bytes"
	"io"
	"testing"
	"unicode/utf8"
)

// seed adds every vector; a target without seeds would test nothing.
func seed(f *testing.F, add func(c uint8, in string)) {
	n := 0
	for i, c := range all {
		for _, tt := range decodeVectors {
			if tt.c == c {
				add(uint8(i), tt.in)
				n++
			}
		}
		for _, tt := range encodeVectors {
			if tt.c == c {
				add(uint8(i), tt.in)
				n++
			}
		}
	}
	if n == 0 {
		f.Fatal("no seeds")
	}
}

// FuzzDecode: a stream in pieces gives what one call gives, under every
// policy; what Replace writes is UTF-8; Keep loses nothing when the charset is
// stateless and nothing was malformed.
func FuzzDecode(f *testing.F) {
	seed(f, func(c uint8, in string) { f.Add(c, []byte(in), uint8(1)) })
	f.Fuzz(func(t *testing.T, which uint8, in []byte, n uint8) {
		c := all[int(which)%len(all)]
		for _, on := range []OnMalformed{Fail, Replace, Keep} {
			want, wantErr := c.AppendDecode(nil, in, on)
			if on != Fail && wantErr != nil {
				t.Fatalf("%v: %v", c, wantErr)
			}
			if on != Keep && !utf8.Valid(want) {
				t.Fatalf("%v: %q is not UTF-8", c, want)
			}
			got, err := io.ReadAll(NewDecoder(c, &pieces{in, int(n)%17 + 1}, on))
			if !bytes.Equal(got, want) || !sameError(err, wantErr) {
				t.Fatalf("%v, pieces of %d, policy %d: %q, %v, want %q, %v", c, n, on, got, err, want, wantErr)
			}
		}
		s, err := c.Decode(string(in))
		want, wantErr := c.AppendDecode(nil, in, Fail)
		if s != string(want) || !sameError(err, wantErr) {
			t.Fatalf("%v: Decode: %q, %v, want %q, %v", c, s, err, want, wantErr)
		}
	})
}

// FuzzEncode: a stream in pieces gives what one call gives, and what can be
// written decodes to the text itself, but for the exceptions of the Standard.
func FuzzEncode(f *testing.F) {
	seed(f, func(c uint8, in string) { f.Add(c, []byte(in), uint8(1)) })
	f.Add(uint8(0), []byte("日本語 ¥‾−ｱﾞ"), uint8(2))
	f.Fuzz(func(t *testing.T, which uint8, in []byte, n uint8) {
		c := all[int(which)%len(all)].Output()
		for _, on := range []OnUnencodable{Refuse, Reference, EscapedReference, QuestionMark} {
			want, wantErr := c.AppendEncode(nil, in, on)
			if on != Refuse && wantErr != nil {
				t.Fatalf("%v: %v", c, wantErr)
			}
			var out bytes.Buffer
			err := writePieces(t, NewEncoder(c, &out, on), in, int(n)%17+1)
			if !bytes.Equal(out.Bytes(), want) || !sameError(err, wantErr) {
				t.Fatalf("%v, pieces of %d, policy %d: %q, %v, want %q, %v", c, n, on, out.Bytes(), err, want, wantErr)
			}
		}
		encoded, err := c.Encode(string(in))
		if err != nil {
			return
		}
		var want []byte
		for _, r := range string(in) {
			want = append(want, roundTrip(c, r)...)
		}
		got, err := c.Decode(encoded)
		if got != string(want) || err != nil {
			t.Fatalf("%v: %q decodes to %q, %v, want %q", c, encoded, got, err, want)
		}
	})
}

// FuzzPercentEncode: with a set that keeps nothing, decoding the escapes gives
// the encoded text with references.
func FuzzPercentEncode(f *testing.F) {
	seed(f, func(c uint8, in string) { f.Add(c, []byte(in)) })
	f.Fuzz(func(t *testing.T, which uint8, in []byte) {
		c := all[int(which)%len(all)]
		got := c.AppendPercentEncode(nil, in, urlSet{"", "%20"})
		want, err := c.Output().AppendEncode(nil, in, Reference)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(unescape(got), want) {
			t.Fatalf("%v: %s, want %q", c, got, want)
		}
	})
}

func unescape(b []byte) []byte {
	digit := func(c byte) byte {
		if c >= 'A' {
			return c - 'A' + 10
		}
		return c - '0'
	}
	var out []byte
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			out = append(out, digit(b[i+1])<<4|digit(b[i+2]))
			i += 2
		} else {
			out = append(out, b[i])
		}
	}
	return out
}

// FuzzLookup: every input is a label or has an error that names it.
func FuzzLookup(f *testing.F) {
	for _, c := range all {
		f.Add(c.name)
	}
	f.Fuzz(func(t *testing.T, label string) {
		c, err := Lookup(label)
		if (c == nil) == (err == nil) {
			t.Fatalf("%v, %v", c, err)
		}
		if err != nil && err.(*LabelError).Label != label {
			t.Fatal(err)
		}
	})
}
