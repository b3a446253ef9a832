package bulk

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/kernel"
)

// TestFixTogether: what is made of blocks of lines is what is made of each line by itself, on
// every tier.
func TestFixTogether(t *testing.T) {
	d, err := dialect.Lookup("rfc3986.uri")
	if err != nil {
		t.Fatal(err)
	}
	op, err := Fix(Options{Dialect: d})
	if err != nil {
		t.Fatal(err)
	}
	n := 2_000
	if growth.Long() {
		n = 200_000
	}
	r := rand.New(rand.NewPCG(43, 7))
	alone := Job{Operation: &Operation{coder: op.coder}, Policy: Keep}
	for _, tier := range kernel.Tiers() {
		restore := tier.Use()
		for range n / len(kernel.Tiers()) {
			sep := pickOne(r, []Separator{Lines, NULs})
			ends := []string{"\n", "\n", "\r\n"}
			if sep == NULs {
				ends = []string{"\x00"}
			}
			var src, want []byte
			usual := r.IntN(2) == 0 // most lines are plain
			for range 1 + r.IntN(40) {
				text := randomReference(r, usual && r.IntN(20) > 0)
				if sep == Lines {
					text = bytes.ReplaceAll(text, []byte("\n"), nil)
				} else {
					text = bytes.ReplaceAll(text, []byte("\x00"), nil)
				}
				end := pickOne(r, ends)
				if end == "\n" {
					text = bytes.TrimRight(text, "\r")
				}
				src = append(append(src, text...), end...)
				if want, err = alone.Record(want, Record{Text: text}); err != nil {
					t.Fatal(err)
				}
				want = append(want, end...)
			}
			var out bytes.Buffer
			j := Job{Operation: op, Policy: Keep, Separator: sep}
			if _, err := j.Run(&out, From("x", bytes.NewReader(src))); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(out.Bytes(), want) {
				t.Fatalf("%v, %v: %q is fixed to %q, each alone to %q", tier, sep, src, out.Bytes(), want)
			}
		}
		restore()
	}
}

// TestFixFields: what is made of fields is what is made of each by itself.
func TestFixFields(t *testing.T) {
	d, err := dialect.Lookup("rfc3986.uri")
	if err != nil {
		t.Fatal(err)
	}
	op, err := Fix(Options{Dialect: d})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(43, 8))
	alone := Job{Operation: &Operation{coder: op.coder}, Policy: Keep}
	for range 1_000 {
		for _, format := range []Format{CSV, TSV, JSONLines} {
			src, want := []byte("a,url\n"), []byte("a,url\n")
			row, fields := "x,%s\n", Table{Format: format, Columns: []string{"url"}}
			switch format {
			case TSV:
				src, want, row = []byte("a\turl\n"), []byte("a\turl\n"), "x\t%s\n"
			case JSONLines:
				src, want, row = nil, nil, "{\"url\":\"%s\"}\n"
			}
			for range 1 + r.IntN(20) {
				text := randomReference(r, r.IntN(2) == 0)
				text = bytes.Map(func(c rune) rune {
					if c < ' ' || c == utf8.RuneError || c == ',' || c == '"' || c == '\\' {
						return -1
					}
					return c
				}, text)
				made, err := alone.Record(nil, Record{Text: text})
				if err != nil {
					t.Fatal(err)
				}
				src, want = fmt.Appendf(src, row, text), fmt.Appendf(want, row, made)
			}
			var out bytes.Buffer
			j := Job{Operation: op, Policy: Keep, Table: &fields}
			stats, err := j.Run(&out, From("x", bytes.NewReader(src)))
			if err != nil {
				t.Fatal(err)
			}
			j.Operation = &Operation{coder: op.coder, quick: op.quick}
			if counted, err := j.Run(io.Discard, From("x", bytes.NewReader(src))); err != nil || counted != stats {
				t.Fatalf("%v: %q is counted as %+v, each field coded as %+v, %v", format, src, stats, counted, err)
			}
			if !bytes.Equal(out.Bytes(), want) {
				t.Fatalf("%v: %q is fixed to %q, each alone to %q", format, src, out.Bytes(), want)
			}
		}
	}
}

func pickOne[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// randomReference returns a text of pieces of references, in their order if usual.
func randomReference(r *rand.Rand, usual bool) (b []byte) {
	heads := []string{"http://", "https://", "a+b-c.9://", "//", "/", "", "?", "#", "mailto:", "../"}
	hosts := []string{"a.example", "192.0.2.1", "", "a.example:80", "[2001:db8::1]", "a.example:", "xn--a_~!$&'()*+,;=z"}
	rest := []string{"/", "/a", "/a/b?c=d", "?x", "#y", "", "/%20%2f", "/é x", "/a[0]", "/wiki/%E6%97%A5%E6%9C%AC"}
	pieces := []string{
		"http", ":", ":", "//", "/", "?", "#", "[", "]", "@", "%", "%2", "%2f", "%zz", "%%", "1", "[::1]", "[1.2.3.4]", "[::1.2.3.4]", "[::1%25a]", "[1:2:3:4:5:6:7::]", "[::01.2.3.4]", "[v1.a]",
		"..", "é", "\xff", " ", "\r", "\n", "\x00", "+", "80", "~", "-", "9",
	}
	if usual {
		b = append(b, pickOne(r, heads)...)
		b = append(b, pickOne(r, hosts)...)
		b = append(b, pickOne(r, rest)...)
		if r.IntN(4) == 0 {
			b = append(b, bytes.Repeat([]byte("/long"), r.IntN(60))...)
		}
		return b
	}
	for range r.IntN(8) {
		switch r.IntN(6) {
		case 0:
			b = append(b, pickOne(r, heads)...)
		case 1:
			b = append(b, pickOne(r, hosts)...)
		case 2:
			b = append(b, pickOne(r, rest)...)
		case 3:
			b = append(b, byte(r.Uint32()))
		default:
			b = append(b, pickOne(r, pieces)...)
		}
	}
	return b
}
