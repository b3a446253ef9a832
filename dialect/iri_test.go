package dialect_test

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/lang/xpath"
)

// The dialects of IRIs are what packages iri and xpath do, which are not
// linked: every code point, every octet, every pair of octets as escapes, and
// random texts of what matters.
func TestIRIDialects(t *testing.T) {
	plain := func(e *percent.Encoding) func(dst, src []byte) ([]byte, error) {
		return func(dst, src []byte) ([]byte, error) { return e.AppendEncode(dst, src), nil }
	}
	sure := func(f func(dst, src []byte) []byte) func(dst, src []byte) ([]byte, error) {
		return func(dst, src []byte) ([]byte, error) { return f(dst, src), nil }
	}
	var inputs [][]byte
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if r < 0x4000 || r > 0xD700 && r < 0x10100 || r&0xFFF >= 0xFF0 || r&0xFFF < 0x10 {
			s := utf8.AppendRune(nil, r)
			inputs = append(inputs, s, percent.New(percent.ByteSet{}).AppendEncode(nil, s))
		}
	}
	for a := range 256 {
		inputs = append(inputs, []byte{byte(a)})
		for b := range 256 {
			inputs = append(inputs, percent.New(percent.ByteSet{}).WithHex(percent.HexLower).AppendEncode(nil, []byte{byte(a), byte(b)}))
		}
	}
	rnd := rand.New(rand.NewPCG(3, 987))
	pieces := []string{"%", "%4", "4", "1", "%34", "%31", "%C3", "%a9", "\xC3", "\xA9", "é", "%e2%80%ae", "\u202E", "%25", "%2f", "G", " ", "%00", "%EF%BF%BE", "\uFFFF", "%ED%A0%80", "+", "\x00", "\U0001F600", "%F0%9F%98%80"}
	for range 20000 {
		var s []byte
		for range rnd.IntN(8) {
			s = append(s, pieces[rnd.IntN(len(pieces))]...)
		}
		inputs = append(inputs, s)
	}
	for _, tt := range []struct {
		id             string
		encode, decode func(dst, src []byte) ([]byte, error)
	}{
		{"iri", iri.AppendEncode, sure(iri.AppendDecode)},
		{"xpath.encode-for-uri", plain(xpath.EncodeForURIEncoding), sure(xpath.AppendDecodeFromURI)},
		{"xpath.iri-to-uri", plain(xpath.IRIToURIEncoding), sure(iri.AppendDecode)},
		{"xpath.escape-html-uri", plain(xpath.EscapeHTMLURIEncoding), xpath.EscapeHTMLURIEncoding.AppendDecode},
		{"xml.system-id", plain(iri.XMLSystemID), iri.XMLSystemID.AppendDecode},
		{"xmldsig.uri", plain(iri.XMLDSig), iri.XMLDSig.AppendDecode},
		{"xsd.anyURI", plain(iri.XLink), iri.XLink.AppendDecode},
		{"leiri", sure(fromLEIRI), percent.RFC3986.AppendDecode},
		{"hrri", sure(fromLEIRI), percent.RFC3986.AppendDecode},
		{"r2rml", sure(xpath.AppendIRISafe), percent.RFC3986.AppendDecode},
	} {
		d, err := dialect.Lookup(tt.id)
		if err != nil {
			t.Error(err)
			continue
		}
		failed := 0
		for _, in := range inputs {
			want, wantErr := tt.encode(nil, in)
			got, gotErr := d.AppendEncode(nil, in)
			if !bytes.Equal(got, want) || (gotErr == nil) != (wantErr == nil) {
				t.Errorf("%s: %q encoded is %q, %v, want %q, %v", tt.id, in, got, gotErr, want, wantErr)
				failed++
			}
			want, wantErr = tt.decode(nil, in)
			got, gotErr = d.AppendDecode(nil, in)
			if !bytes.Equal(got, want) || (gotErr == nil) != (wantErr == nil) {
				t.Errorf("%s: %q decoded is %q, %v, want %q, %v", tt.id, in, got, gotErr, want, wantErr)
				failed++
			}
			if failed > 5 {
				break
			}
		}
	}
}

func fromLEIRI(dst, src []byte) []byte { return append(dst, iri.FromLEIRI(string(src))...) }
