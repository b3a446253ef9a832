package dialect_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
)

// formTexts hold what dialects treat in ways of their own.
func formTexts() []string {
	pieces := []string{
		"", "a", "Z9", " ", "+", "/", "?", "#", "..", "//", ":", "%", "%41", "%2f", "%C3%A9", "%E9", "%zz", "%u20AC", "%uD83D",
		"é", "日", "😀", "e\u0301", "\uFEFF", "\xED\xA0\x80", "\xFF", "\x00", "\r\n", "\n", "\\", "<", "&", "://",
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	list := append([]string{}, pieces...)
	for range 120 {
		var b strings.Builder
		for range 1 + rnd.IntN(6) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		list = append(list, b.String())
	}
	return append(list, strings.Repeat("a b%41é/", 4500))
}

// outcome is what a form gave.
type outcome struct {
	text string
	err  error
}

func (a outcome) same(b outcome) bool {
	var x, y *percent.SyntaxError
	if errors.As(a.err, &x) && errors.As(b.err, &y) {
		return a.text == b.text && *x == *y
	}
	return a.text == b.text && (a.err == nil) == (b.err == nil)
}

// TestForms holds the string forms, the append forms and the streams of every
// dialect against each other.
func TestForms(t *testing.T) {
	texts := formTexts()
	if !growth.Long() {
		texts = append(texts[:44:44], texts[len(texts)-1])
	}
	for d := range dialect.All() {
		for i, s := range texts {
			prefixed := func(code func(dst, src []byte) ([]byte, error)) outcome {
				out, err := code([]byte("prefix"), []byte(s))
				rest, ok := bytes.CutPrefix(out, []byte("prefix"))
				if !ok {
					t.Fatalf("%v: what was there is gone: %q", d, out)
				}
				return outcome{string(rest), err}
			}
			check := func(form string, want outcome, text string, err error) {
				if got := (outcome{text, err}); !got.same(want) {
					t.Fatalf("%v: %s of %.50q: %.80q, %v; appended %.80q, %v", d, form, s, got.text, got.err, want.text, want.err)
				}
			}
			encoded := prefixed(d.AppendEncode)
			text, err := d.Encode(s)
			check("Encode", encoded, text, err)
			decoded := prefixed(d.AppendDecode)
			text, err = d.Decode(s)
			check("Decode", decoded, text, err)
			fixed := prefixed(d.AppendFix)
			text, err = d.Fix(s)
			check("Fix", fixed, text, err)

			var named *percent.SyntaxError
			for _, o := range []outcome{encoded, decoded, fixed} {
				if errors.As(o.err, &named) && named.Format != d.ID {
					t.Fatalf("%v: the error of %q is in %q: %v", d, s, named.Format, o.err)
				}
			}

			size := max(1, []int{1, 2, 3, 7, 100000}[i%5], len(s)/50)
			var b bytes.Buffer
			w := dialect.NewEncoder(d, &b)
			err = nil
			for rest := s; rest != "" && err == nil; {
				n := min(size, len(rest))
				_, err = w.Write([]byte(rest[:n]))
				rest = rest[n:]
			}
			if closed := w.Close(); err == nil {
				err = closed
			}
			check("NewEncoder", encoded, b.String(), err)
			var r io.Reader = strings.NewReader(s)
			if len(s) < 1000 && i%2 == 0 {
				r = iotest.OneByteReader(r)
			}
			out, err := io.ReadAll(dialect.NewDecoder(d, r))
			check("NewDecoder", decoded, string(out), err)
		}
		if d.String() != d.ID {
			t.Errorf("%s is printed as %v", d.ID, d)
		}
	}
}

// TestStreamErrors passes on what writers and readers fail with, after what came
// before it.
func TestStreamErrors(t *testing.T) {
	failed := errors.New("failed")
	for _, name := range []string{"rfc3986", "php.urlencode", "js.escape", "py.pathlib.as_uri"} {
		d, err := dialect.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		out, err := io.ReadAll(dialect.NewDecoder(d, io.MultiReader(strings.NewReader("a%20b"), iotest.ErrReader(failed))))
		if string(out) != "a b" || !errors.Is(err, failed) {
			t.Errorf("%v: a reader that fails gives %q, %v", d, out, err)
		}
		w := dialect.NewEncoder(d, failingWriter{failed})
		_, err = w.Write([]byte("a b"))
		if closed := w.Close(); err == nil {
			err = closed
		}
		if !errors.Is(err, failed) {
			t.Errorf("%v: a writer that fails gives %v", d, err)
		}
		w = dialect.NewEncoder(d, io.Discard)
		if err := errors.Join(w.Close(), w.Close()); err != nil {
			t.Errorf("%v: closed twice: %v", d, err)
		}
		if _, err := w.Write([]byte("a")); err == nil {
			t.Errorf("%v: a write behind Close is not an error", d)
		}
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// TestFix gives what the forms of Fix must give, and their errors.
func TestFix(t *testing.T) {
	for _, tt := range []struct{ name, text, want, err string }{
		{"rfc3986", "a b%41%zz%", "a%20b%41%25zz%25", ""},
		{"whatwg.form", "a+b c%2b", "a+b+c%2b", ""},
		{"js.escape", "é%u20AC", "", "dialect: js.escape cannot fix: its escapes are not all escapes elsewhere (characters beyond ASCII %HH up to U+00FF, %uHHHH for UTF-16 code units above)"},
		{"py.pathlib.as_uri", "a//b", "", "dialect: py.pathlib.as_uri cannot fix: it treats a text as a whole (path segments empty ones and '.' are removed)"},
		{"js.encodeURIComponent", "%41é\xED\xA0\x80", "%41%C3%A9", `js.encodeURIComponent: lone surrogate "\xed\xa0\x80" at byte 5`},
		{"php.rawurldecode", "a", "", "dialect: whatwg.c0-control decodes only; to encode, use php.rawurlencode"},
	} {
		d, err := dialect.Lookup(tt.name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Fix(tt.text)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if got != tt.want || !strings.HasPrefix(text, tt.err) || tt.err == "" && text != "" {
			t.Errorf("%s: %q fixed is %q, %q; want %q, %q", tt.name, tt.text, got, text, tt.want, tt.err)
		}
	}
}
