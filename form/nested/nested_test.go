package nested

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/growth"
)

// recorded is a value as the files in testdata have it: a string, true,
// false or null; {"list": […]}, {"map": [[key, value], …]}, {"hex": "…"} for
// octets that are not UTF-8, {"error": "…"} for a refusal.
func recorded(t *testing.T, raw json.RawMessage) (v Value, failed string) {
	t.Helper()
	var object struct {
		List  *[]json.RawMessage
		Map   *[][2]json.RawMessage
		Hex   *string
		Error string
	}
	raw = bytes.TrimSpace(raw)
	switch raw[0] {
	case '"':
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			t.Fatal(err)
		}
		return String(s), ""
	case 't', 'f':
		return Bool(raw[0] == 't'), ""
	case 'n':
		return Null{}, ""
	}
	if err := json.Unmarshal(raw, &object); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	switch {
	case object.List != nil:
		list := List{}
		for _, r := range *object.List {
			v, _ := recorded(t, r)
			list = append(list, v)
		}
		return list, ""
	case object.Map != nil:
		m := Map{}
		for _, r := range *object.Map {
			k, _ := recorded(t, r[0])
			v, _ := recorded(t, r[1])
			m = append(m, Field{string(k.(String)), v})
		}
		return m, ""
	case object.Hex != nil:
		b, err := hex.DecodeString(*object.Hex)
		if err != nil {
			t.Fatal(err)
		}
		return String(b), ""
	case object.Error != "":
		return nil, object.Error
	}
	t.Fatalf("no value: %s", raw)
	return nil, ""
}

// readJSON reads one of the recordings, or one of other inputs in the folder
// that FORM_NESTED names.
func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	dir := os.Getenv("FORM_NESTED")
	if dir == "" {
		dir = "testdata"
	}
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

var conventions = []*Convention{PHP, PHPRFC3986, Rails, Rack, QS, QSBrackets, QSRepeat, QSRFC1738, JQuery, Python}

// TestNestedRecordings compares with what the programs were recorded to do.
func TestNestedRecordings(t *testing.T) {
	var inputs struct {
		Build []json.RawMessage
		Parse []string
	}
	readJSON(t, "inputs.json", &inputs)
	seen := map[string]bool{}
	for _, file := range []string{"php.json", "ruby.json", "python.json", "node.json"} {
		var recording struct {
			Version string
			Build   map[string][]json.RawMessage
			Parse   map[string][]json.RawMessage
		}
		readJSON(t, file, &recording)
		t.Log(recording.Version)
		for _, c := range conventions {
			if results := recording.Build[c.String()]; results != nil {
				seen["build "+c.String()] = true
				if len(results) != len(inputs.Build) {
					t.Fatalf("%s: %d results for %d inputs", c, len(results), len(inputs.Build))
				}
				for i, raw := range results {
					in, _ := recorded(t, inputs.Build[i])
					want, failed := recorded(t, raw)
					got, err := c.Build(in.(Map))
					if failed != "" != (err != nil) || failed == "" && String(got) != want {
						t.Errorf("%s builds %s as\n%q, %v, recorded is\n%q %s", c, inputs.Build[i], got, err, want, failed)
					}
				}
			}
			if results := recording.Parse[c.String()]; results != nil {
				seen["parse "+c.String()] = true
				if len(results) != len(inputs.Parse) {
					t.Fatalf("%s: %d results for %d inputs", c, len(results), len(inputs.Parse))
				}
				for i, raw := range results {
					want, failed := recorded(t, raw)
					got, err := c.Parse(inputs.Parse[i])
					if failed != "" != (err != nil) || failed == "" && !sameValue(got, want) {
						t.Errorf("%s reads %q as\n%v, %v, recorded is\n%v %s", c, inputs.Parse[i], got, err, want, failed)
					}
				}
			}
		}
	}
	if len(seen) != len(conventions)+4 {
		t.Errorf("recordings of %v only", seen)
	}
}

func sameValue(a, b Value) bool {
	if m, ok := a.(Map); ok && len(m) == 0 {
		a = Map{}
	}
	return reflect.DeepEqual(a, b)
}

func TestNestedRoundTrip(t *testing.T) {
	data := Map{
		{"user", Map{{"name", String("Bob & Co")}, {"tags", List{String("x"), String("y z")}}}},
		{"q", String("%41+")},
	}
	for _, c := range conventions {
		if c == JQuery || c == Python || c == QSRepeat {
			continue
		}
		s, err := c.Build(data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range data {
			if !reflect.DeepEqual(got.Get(f.Key), f.Value) {
				t.Errorf("%s: %s of %q is %v, want %v", c, f.Key, s, got.Get(f.Key), f.Value)
			}
		}
		if got.Get("none") != nil {
			t.Error("Get of nothing")
		}
		if b, err := c.AppendBuild([]byte("x&"), data); err != nil || string(b) != "x&"+s {
			t.Errorf("%s: AppendBuild gives %q, %v", c, b, err)
		}
	}
}

func TestNestedErrors(t *testing.T) {
	deep := Value(String("x"))
	for range 100 {
		deep = List{deep}
	}
	for _, v := range []struct {
		name string
		run  func() error
		want string
	}{
		{"write too deep", func() error { _, err := PHP.Build(Map{{"a", deep}}); return err }, "form: more than 64 levels of nesting at byte 0"},
		{"read PHP too deep", func() error { _, err := PHP.Parse("b=1&a" + strings.Repeat("[b]", 65)); return err }, "form: more than 64 levels of nesting at byte 4"},
		{"read PHP just deep enough", func() error { _, err := PHP.Parse("b=1&a" + strings.Repeat("[b]", 64)); return err }, ""},
		{"read Rack too deep", func() error { _, err := Rack.Parse("a" + strings.Repeat("[b]", 100)); return err }, "form: more than 100 levels of nesting at byte 0"},
		{"read Rack just deep enough", func() error { _, err := Rack.Parse("a" + strings.Repeat("[b]", 99)); return err }, ""},
		{"own depth", func() error { _, err := Rack.WithLimits(form.Limits{Depth: 2}).Parse("a[b][c]=1"); return err }, "form: more than 2 levels of nesting at byte 0"},
		{"pairs", func() error { _, err := QS.WithLimits(form.Limits{Pairs: 2}).Parse("a&&b&c"); return err }, "form: more than 2 pairs at byte 5"},
		{"bytes", func() error { _, err := QS.WithLimits(form.Limits{Bytes: 2}).Parse("a=b"); return err }, "form: more than 2 bytes at byte 2"},
		{"Python pairs", func() error { _, err := Python.WithLimits(form.Limits{Pairs: 1}).Parse("a=b&c"); return err }, "form: more than 1 pairs at byte 4"},
		{"contradiction", func() error { _, err := Rack.Parse("a=1&a[b]=2"); return err }, `nested: Rack, "a": used as a string and as a map at byte 4`},
		{"escape", func() error { _, err := Rack.Parse("a=1&b=%zz"); return err }, `nested: Rack, "b": invalid escape "%zz" at byte 6`},
		{"escape in a name", func() error { _, err := Rack.Parse("a=1&b%=1"); return err }, `nested: Rack, "b%": invalid escape "%" at byte 5`},
		{"list and map", func() error { _, err := Rack.Parse("a[]=1&a[b]=2"); return err }, `nested: Rack, "a": used as a list and as a map at byte 6`},
		{"string and list", func() error { _, err := Rack.Parse("a=1&a[]=2"); return err }, `nested: Rack, "a": used as a string and as a list at byte 4`},
		{"name that is not UTF-8", func() error { _, err := Rack.Parse("a=1&b%FF=1"); return err }, `nested: Rack, "b\xff": invalid UTF-8 "\xff" at byte 4`},
		{"value that is not UTF-8", func() error { _, err := Rack.Parse("a=%FF"); return err }, ""},
		{"jQuery", func() error { _, err := JQuery.Parse("a=1"); return err }, `nested: jQuery: does not read forms at byte 0`},
		{"Python", func() error { _, err := Python.Build(Map{{"a", List{List{}}}}); return err }, `nested: Python, "a": nested more than one level deep at byte 0`},
	} {
		t.Run("case="+v.name, func(t *testing.T) {
			err := v.run()
			if got := fmt.Sprint(err); got != v.want && (err != nil || v.want != "") {
				t.Errorf("%q, want %q", got, v.want)
			}
		})
	}
}

// Names that are all brackets, and many of them, take time in proportion: four
// times the input allocates hardly more than four times the memory.
func TestNestedHostile(t *testing.T) {
	free := form.Limits{Bytes: form.NoLimit, Pairs: form.NoLimit}
	for _, c := range conventions {
		if c == JQuery {
			continue
		}
		c = c.WithLimits(free)
		for _, unit := range []string{"[", "[]", "]", "&", "a[]=1&", "a=1&", "a[b]=1&", "%5B", "a[][b]=1&", "[a]", "a%5B0%5D=1&", "a[x]=1&a=2&"} {
			allocated := func(n int) uint64 {
				s := "a" + strings.Repeat(unit, n)
				var err error
				bytes := growth.Allocated(func() { _, err = c.Parse(s) })
				var limit *form.LimitError
				var syntax *percent.SyntaxError
				if err != nil && !errors.As(err, &limit) && !errors.As(err, &syntax) {
					t.Errorf("%s, %q: %v", c, unit, err)
				}
				return bytes
			}
			const n = 1 << 12
			// The constant is for what regular expressions keep for later.
			one, four := allocated(n), allocated(4*n)
			if four > 8*one+4<<20 {
				t.Errorf("%s: %d times %q allocates %d bytes, four times as many %d", c, n, unit, one, four)
			}
		}
	}
}

func FuzzNested(f *testing.F) {
	seeds := []string{"a[b]=1", "a[][b]=1&a[][c]=2", "[a]]b[=%", "a=1&a[2]=3&a[]=4&a[x]=5", "a.b[ c=1"}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range conventions {
			if _, err := c.Parse(s); err != nil {
				continue
			}
			if c == QSRepeat || c == Python {
				continue
			}
			// One pair of a plain name survives beside whatever it was read with.
			m, err := c.Parse("zz[k]=v")
			if err != nil || !sameValue(m.Get("zz"), Map{{"k", String("v")}}) {
				t.Errorf("%s: %v, %v", c, m, err)
			}
		}
	})
}

// TestNUL: parse_str of PHP 8.2 reads a string of C, and so are names.
func TestNUL(t *testing.T) {
	for in, want := range map[string]Map{
		"a=1\x00b&c=2": {{"a", String("1")}},
		"a\x00b=1&c=2": {{"a", String("")}},
		"a%00b=1&c[d%00e]=2&f[g]%00h=3&i=j%00k": {
			{"a", String("1")}, {"c_d", String("2")}, {"f", Map{{"g", String("3")}}}, {"i", String("j\x00k")},
		},
	} {
		if got, err := PHP.Parse(in); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %v, want %v", in, got, err, want)
		}
	}
}

// PHP 8.2.31 drops names that become those of protected cookies, at any level; a
// space in front of one does not make it another name.
func TestPHPCookiePrefixes(t *testing.T) {
	one := func(key string, v Value) Map { return Map{{key, v}} }
	for in, want := range map[string]Map{
		" __Host-=1":           one("__Host-", String("1")),
		"._Host-=1":            {},
		"._Secure-a[b]=1":      {},
		"a[__Host-b]=1":        one("a", List{}),
		"a[__Host-b][c]=1":     one("a", List{}),
		"a[b][__Secure-]=1":    one("a", one("b", List{})),
		"a[ __Host-b]=1":       one("a", one(" __Host-b", String("1"))),
		"__Host-a[__Host-b]=1": one("__Host-a", one("__Host-b", String("1"))),
	} {
		if got, err := PHP.Parse(in); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q = %v, %v, want %v", in, got, err, want)
		}
	}
}

// TestMaxDepth: without a limit, too, no name overflows the stack.
func TestMaxDepth(t *testing.T) {
	free := form.Limits{Bytes: form.NoLimit, Pairs: form.NoLimit, Depth: form.NoLimit}
	for _, c := range []*Convention{PHP, Rack} {
		c = c.WithLimits(free)
		// The levels that make the stack overflow are some million.
		_, err := c.Parse("a" + strings.Repeat("[b]", 1<<23) + "=1")
		var limit *form.LimitError
		if !errors.As(err, &limit) || limit.Limit != form.DepthLimit || limit.Max != MaxDepth {
			t.Errorf("%s: %v", c, err)
		}
		if _, err := c.Parse("a" + strings.Repeat("[b]", MaxDepth-1) + "=1"); err != nil {
			t.Errorf("%s: %v", c, err)
		}
		data := Map{{"a", String("1")}}
		for range MaxDepth + 1 {
			data = Map{{"a", data}}
		}
		if _, err := c.Build(data); !errors.As(err, &limit) || limit.Max != MaxDepth {
			t.Errorf("%s builds: %v", c, err)
		}
	}
}
