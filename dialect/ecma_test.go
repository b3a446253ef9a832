package dialect_test

import (
	"bytes"
	"testing"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/lang/ecma"
)

// The dialects of ECMAScript are what package ecma does.
func TestSameAsEcma(t *testing.T) {
	type code func(dst, src []byte) ([]byte, error)
	for _, tt := range []struct {
		name           string
		encode, decode code
	}{
		{"js.encodeURIComponent", ecma.AppendEncodeURIComponent, ecma.AppendDecodeURIComponent},
		{"js.encodeURI", ecma.AppendEncodeURI, ecma.AppendDecodeURI},
	} {
		d, err := dialect.Lookup(tt.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range []string{"", "a b", "é€😀", "%41%2f%23", "%zz", "%", "a%4", "%C3%A9", "%C3", "%ED%A0%80", "%C0%AF", "+%2B", "日本%E6%97%A5", "\xED\xA0\x80", "x\xED\xBF\xBFy", "%F4%90%80%80", "[::1]/?#"} {
			for _, c := range []struct {
				what          string
				want, dialect code
			}{{"encode", tt.encode, d.AppendEncode}, {"decode", tt.decode, d.AppendDecode}} {
				want, wantErr := c.want(nil, []byte(in))
				got, gotErr := c.dialect(nil, []byte(in))
				if (wantErr == nil) != (gotErr == nil) || wantErr == nil && !bytes.Equal(want, got) {
					t.Errorf("%s: %s of %q is %q, %v; package ecma says %q, %v", tt.name, c.what, in, got, gotErr, want, wantErr)
				}
			}
		}
	}
}
