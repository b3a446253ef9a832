package bulk_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
)

// Layers are what coding again and again gives, however a source is cut.
func TestLayers(t *testing.T) {
	encode := func(o bulk.Options) (*bulk.Operation, error) { return bulk.Encode(o) }
	decode := func(o bulk.Options) (*bulk.Operation, error) { return bulk.Decode(o) }
	for _, test := range []struct {
		name, dialect string
		newOperation  func(bulk.Options) (*bulk.Operation, error)
		layers        bulk.Layers
		in, want      string
	}{
		{"once", "rfc3986", encode, 1, "a b\n", "a%20b\n"},
		{"twice", "rfc3986", encode, 2, "a b\n\n%\n", "a%2520b\n\n%2525\n"},
		{"three times", "form", encode, 3, "a b", "a%252Bb"},
		{"as a whole", "js.escape", encode, 2, "日\n", "%25u65E5\n"},
		{"decoded twice", "rfc3986", decode, 2, "%2541%252541\n", "A%41\n"},
		{"decoded at most", "rfc3986", decode, 5, "%2541%25\n", "%41%\n"},
		{"all", "rfc3986", decode, bulk.AllLayers, "%25252541\n%41\n\nx+%\n", "A\nA\n\nx+%\n"},
		{"all of a form", "form", decode, bulk.AllLayers, "a%2Bb\n", "a+b\n"},
		{"twice of a form", "form", decode, 2, "a%2Bb\n", "a b\n"},
		{"all as a whole", "js.unescape", decode, bulk.AllLayers, "%2525u65E5\n", "日\n"},
		{"malformed", "rfc3986", decode, bulk.AllLayers, "%2541%zz%2542\n", "A%zzB\n"},
	} {
		for _, size := range []int{1, 2, 3, 100} {
			op, err := test.newOperation(bulk.Options{Dialect: lookup(t, test.dialect), Layers: test.layers})
			if err != nil {
				t.Fatal(test.name, err)
			}
			j := bulk.Job{Operation: op, Chunk: size, Policy: bulk.Keep}
			if test.dialect == "js.escape" {
				j.Policy = bulk.Fail
			}
			var out strings.Builder
			if _, err := j.Run(&out, bulk.From("", iotest.OneByteReader(strings.NewReader(test.in)))); err != nil || out.String() != test.want {
				t.Errorf("%s in chunks of %d: %q, %v, want %q", test.name, size, out.String(), err, test.want)
			}
		}
	}
}

// However often a text is encoded, decoding stops.
func TestLayersEnd(t *testing.T) {
	decode, err := bulk.Decode(bulk.Options{Layers: bulk.AllLayers})
	if err != nil {
		t.Fatal(err)
	}
	j := bulk.Job{Operation: decode}
	text := "%" + strings.Repeat("25", 20) + "41"
	out, err := j.Record(nil, bulk.Record{Text: []byte(text)})
	if want := "%" + strings.Repeat("25", 20-int(bulk.MaxLayers)) + "41"; err != nil || string(out) != want {
		t.Errorf("%q, %v, want %q", out, err, want)
	}
}

func TestLayersRefused(t *testing.T) {
	for name, f := range map[string]func() (*bulk.Operation, error){
		"too many":      func() (*bulk.Operation, error) { return bulk.Encode(bulk.Options{Layers: bulk.MaxLayers + 1}) },
		"all to encode": func() (*bulk.Operation, error) { return bulk.Encode(bulk.Options{Layers: bulk.AllLayers}) },
		"charset": func() (*bulk.Operation, error) {
			return bulk.Decode(bulk.Options{Layers: 2, Charset: charset.ShiftJIS})
		},
		"fixed for good": func() (*bulk.Operation, error) { return bulk.Fix(bulk.Options{Layers: 2}) },
	} {
		var option *bulk.OptionError
		if _, err := f(); !errors.As(err, &option) || option.Option != "layers" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
