package percent

import (
	"errors"
	"net/url"
	"testing"
)

// What net/url does, as derivations: QueryEscape keeps unreserved characters,
// PathEscape what a segment may hold but for the sub-delims ! ' ( ) * , ; which
// it escapes.
var (
	queryEscape = New(Unreserved).WithSpace(SpacePlus).WithPlus(PlusIsSpace)
	pathEscape  = New(Unreserved.Add("$&+:=@"))
)

// FuzzNetURL checks that these derivations give what net/url gives on any
// input, errors included.
func FuzzNetURL(f *testing.F) {
	for _, s := range awkward {
		f.Add(s)
	}
	seeded(f, len(awkward))
	f.Fuzz(func(t *testing.T, s string) {
		for _, v := range []struct {
			name     string
			ours     *Encoding
			escape   func(string) string
			unescape func(string) (string, error)
		}{
			{"query", queryEscape, url.QueryEscape, url.QueryUnescape},
			{"path", pathEscape, url.PathEscape, url.PathUnescape},
		} {
			if got, want := v.ours.Encode(s), v.escape(s); got != want {
				t.Errorf("%s: Encode(%q) = %q, net/url gives %q", v.name, s, got, want)
			}
			want, wantErr := v.unescape(s)
			got, err := v.ours.Decode(s)
			if wantErr == nil {
				if got != want || err != nil {
					t.Errorf("%s: Decode(%q) = %q, %v, net/url gives %q", v.name, s, got, err, want)
				}
				continue
			}
			var theirs url.EscapeError
			var ours *SyntaxError
			if !errors.As(wantErr, &theirs) || !errors.As(err, &ours) || ours.Bytes != string(theirs) {
				t.Errorf("%s: Decode(%q) fails with %v, net/url with %v", v.name, s, err, wantErr)
			}
		}
	})
}

func TestNetURLOnEveryByte(t *testing.T) {
	for i := range 256 {
		s := string([]byte{byte(i)})
		if got, want := queryEscape.Encode(s), url.QueryEscape(s); got != want {
			t.Errorf("query: %q, want %q", got, want)
		}
		if got, want := pathEscape.Encode(s), url.PathEscape(s); got != want {
			t.Errorf("path: %q, want %q", got, want)
		}
	}
}
