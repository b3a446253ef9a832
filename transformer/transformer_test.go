package transformer_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/transformer"
)

var (
	fix     = percent.URI.WithEscapes(percent.EscapesKept)
	replace = percent.Form.WithInvalidUTF8(percent.InvalidUTF8Replaced)
	refuse  = percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Refused)
)

var inputs = []string{
	"", "a", "%", "%4", "%41", "%%41", "100%", "a+b%2Bc", "%E3%81%82", "%E3\x81%82", "%E3%81", "%E3%8", "\xE3\x81", "é%C3", "%zz", "%z",
	strings.Repeat("あ%E3%81%82 %41+", 700), strings.Repeat("%FF", 3000) + "%E3%8", strings.Repeat("clean", 2000) + "%4x",
}

func TestEqualsOneShot(t *testing.T) {
	for name, e := range map[string]*percent.Encoding{"RFC3986": percent.RFC3986, "Form": percent.Form, "fix": fix, "replace": replace, "refuse": refuse} {
		for i, s := range inputs {
			t.Run(fmt.Sprintf("encoding=%s/input=%d", name, i), func(t *testing.T) {
				got, _, err := transform.String(transformer.NewEncoder(e), s)
				if want := e.Encode(s); got != want || err != nil {
					t.Errorf("encoded to %q, %v, want %q", got, err, want)
				}
				want, wantErr := e.Decode(s)
				got, _, err = transform.String(transformer.NewDecoder(e), s)
				same(t, "String", got, want, err, wantErr)
				for _, size := range []int{1, 2, 3, 10, 64} {
					b, err := io.ReadAll(transform.NewReader(&pieces{s, size}, transformer.NewDecoder(e)))
					same(t, fmt.Sprintf("Reader by %d", size), string(b), want, err, wantErr)
					var out strings.Builder
					w := transform.NewWriter(&out, transformer.NewDecoder(e))
					_, err = io.Copy(struct{ io.Writer }{w}, &pieces{s, size})
					if closed := w.Close(); err == nil {
						err = closed
					}
					same(t, fmt.Sprintf("Writer by %d", size), out.String(), want, err, wantErr)
					b, err = io.ReadAll(transform.NewReader(&pieces{s, size}, transformer.NewEncoder(e)))
					same(t, fmt.Sprintf("encoding Reader by %d", size), string(b), e.Encode(s), err, nil)
				}
			})
		}
	}
}

func same(t *testing.T, op, got, want string, err, wantErr error) {
	t.Helper()
	if got != want {
		t.Errorf("%s gave %q, want %q", op, got, want)
	}
	var a, b *percent.SyntaxError
	if errors.As(err, &a) != errors.As(wantErr, &b) || a != nil && *a != *b || (err == nil) != (wantErr == nil) {
		t.Errorf("%s fails with %v, want %v", op, err, wantErr)
	}
}

type pieces struct {
	s    string
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.s == "" {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), p.size)], p.s)
	p.s = p.s[n:]
	return n, nil
}

// A destination of any size gets the right bytes or ErrShortDst; with at least
// as many bytes as the documentation asks for there is always progress.
func TestSmallDestinations(t *testing.T) {
	s := "a%20b%E3%81%82é%zz%FF%E3%8"
	want, _ := replace.Decode(s)
	for size := range 80 {
		d := transformer.NewDecoder(replace)
		dst := make([]byte, size)
		var got []byte
		rest := []byte(s)
		for {
			nDst, nSrc, err := d.Transform(dst, rest, true)
			got, rest = append(got, dst[:nDst]...), rest[nSrc:]
			if err == nil {
				break
			}
			if err != transform.ErrShortDst {
				t.Fatalf("size %d: %v", size, err)
			}
			if nDst == 0 {
				if size >= 33 {
					t.Errorf("size %d: no progress before %q", size, rest)
				}
				break
			}
		}
		if size >= 33 && string(got) != want || !strings.HasPrefix(want, string(got)) {
			t.Errorf("size %d: %q, want %q", size, got, want)
		}
	}
	nDst, nSrc, err := transformer.NewEncoder(fix).Transform(make([]byte, 2), []byte("%"), true)
	if nDst != 0 || nSrc != 0 || err != transform.ErrShortDst {
		t.Errorf("encoding to two bytes: %d, %d, %v", nDst, nSrc, err)
	}
}

func TestReset(t *testing.T) {
	d := transformer.NewDecoder(percent.RFC3986)
	for range 2 {
		_, _, err := transform.String(d, "ab%zz")
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Offset != 2 {
			t.Errorf("error %v, want one at byte 2", err)
		}
	}
}

func Example() {
	latin1 := transform.Chain(transformer.NewDecoder(percent.RFC3986), charmap.ISO8859_1.NewDecoder())
	text, _, err := transform.String(latin1, "caf%E9")
	fmt.Println(text, err)
	// Output: café <nil>
}
