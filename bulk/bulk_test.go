package bulk_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
)

// inputs cover what can go wrong at the border of two chunks.
func inputs() []string {
	list := []string{
		"", "\n", "\r\n", "\r", "\r\r\n", "\n\n", "\x00", "\x00\x00",
		"a", "a\n", "a b\r\nc d\r\n", "a\rb\nc", "a b", "no end\r",
		"%41%42\n%43", "100%\n", "100%\r\n", "100%\r", "100%", "%4\n", "%4\r\n", "%4\r", "%4", "%4\rx\n",
		"%\n41\n", "%4\n1\n", "%%41\n", "%%%\n", "%zz\n%zz\n", "ok\n%41\n\nbad%zz\nlater%41\n",
		"%C3%A9\n\xC3\xA9\n%C3\n%A9\n%C3\xA9\n", "%E2%98%83%E2%98\n%E2\r\n%F0%9F%98%80", "%FF%zz\n", "\xC3%zz",
		"\xEF\xBB\xBFa\n\xEF\xBB\xBF\n", "\xEF\xBB", "\xEF", "\xEF\r\n", "\xEF\xBB\xBF",
		"a\x00b c\x00%\x00%4\x00%41", "%0A%0D%00%25\n", "+ + %2B\n+", strings.Repeat("long line ", 20) + "\n" + strings.Repeat("%20", 20),
	}
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"%", "4", "1", "F", "z", "\r", "\n", "\r\n", "\x00", "+", " ", "é", "\xC3", "\xFF", "%C3%A9", "%E2%98", "%41", "abc", "?", "#", "://"}
	n := 12
	if growth.Whole() {
		n = 30
	}
	for range n {
		var b strings.Builder
		for range 1 + random.IntN(25) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		list = append(list, b.String())
	}
	return list
}

// charsetInputs are inputs for text in a charset.
func charsetInputs() []string {
	return append(inputs(),
		"%8E%A9%93%AE\n%8E\n%A9\n\x8E\xA9\n%8EA%83A%83\\\n", "%8E%%A9\n%8E%zz%A9%93%AE", "%81%30%81%30\n%81%30%81\n%81%30\n%810%81%4",
		"%1B$B%24%22%1B(B\n%24%22\n", "%1B%24B%24%22%24\n%1B%24%42%24%1B(J\\%1B%1B(I1%1B(B%1B(Ba", "%1B$B%1B(B%FF%1B$B$\"%FF$$%zz$&", "%1B$\n%1B", "%1B%28I%31%E3%32",
		"http://a/%8E%A9?q=%8E%A9#%8E%A9\nws://a/?%8E%A9%E8%87%AA\nHTTPS:?%83A?%83\nhttps#?%83\nmailto:a?%E8%87%AA\nx/y?%83A#a", "?%83?#", "longschemename:a?%83A\nhttp:b?%83A%E3",
		"自‽é¥\\‾~\nソ%zz%41%自%4\n¥‽a¥\n\xE8\x87\n\xE8\x87A\xFF自", "http://自/自?自‽%8#自\nws:自?自é", "é?é#é\n\xEF\xBB\xBFé?é",
		"D%D8%3D%DE%00\nA%00%0A%00%3D%D8\n", strings.Repeat("%8E%A9自", 50)+"%", "&#8253;‽&#8253;\n‽",
	)
}

// split splits an input by hand into records.
func split(in string, sep bulk.Separator) []bulk.Record {
	if sep == bulk.Whole {
		return []bulk.Record{{Text: []byte(in), Source: "in"}}
	}
	var list []bulk.Record
	offset := int64(0)
	for in != "" {
		text, rest, found := strings.Cut(in, sep.String())
		end := ""
		if found {
			end = sep.String()
			if sep == bulk.Lines && strings.HasSuffix(text, "\r") {
				text, end = text[:len(text)-1], "\r\n"
			}
		}
		list = append(list, bulk.Record{Text: []byte(text), End: []byte(end), Source: "in", Number: int64(len(list) + 1), Offset: offset})
		offset += int64(len(text) + len(end))
		in = rest
	}
	return list
}

// An outcome is the result of a job.
type outcome struct {
	out   string
	flaws string
	err   string
	stats bulk.Stats
}

// oneByOne returns the outcome of processing the records of in one by one.
func oneByOne(j bulk.Job, in string) outcome {
	var o outcome
	var all []byte
	var flaws []string
	j.OnFlaw = func(f bulk.Flaw) { flaws = append(flaws, describe(f)) }
	mark := ""
	if j.Mark != bulk.MarkIsData && strings.HasPrefix(in, "\xEF\xBB\xBF") {
		mark, in = in[:3], in[3:]
	}
	if j.Mark == bulk.MarkCopied {
		all = append(all, mark...)
	}
	for _, r := range split(in, j.Separator) {
		r.Offset += int64(len(mark))
		before := len(all)
		var err error
		all, err = j.Record(all, r)
		if err != nil {
			o.err = err.Error()
			break
		}
		o.stats.Records++
		if len(all) > before {
			o.stats.Unended = len(r.End) == 0 && j.Separator != bulk.Whole
		}
	}
	o.out, o.flaws = string(all), strings.Join(flaws, "\n")
	return o
}

func describe(f bulk.Flaw) string {
	return fmt.Sprintf("%d %s %q %d", f.Kind, f.Error(), f.Bytes, f.StreamOffset)
}

// inChunks returns the outcome of a job that reads size bytes at a time.
func inChunks(j bulk.Job, r io.Reader, size int) outcome {
	var o outcome
	var out bytes.Buffer
	var flaws []string
	j.Chunk = size
	j.OnFlaw = func(f bulk.Flaw) { flaws = append(flaws, describe(f)) }
	var err error
	if o.stats, err = j.Run(&out, bulk.From("in", r)); err != nil {
		o.err = err.Error()
		o.stats = bulk.Stats{}
	}
	o.out, o.flaws = out.String(), strings.Join(flaws, "\n")
	return o
}

// allAtOnce is a size of chunks that holds every small input, and costs less to make
// than the default of a table, a megabyte.
const allAtOnce = 1 << 12

func sizes() []int {
	if testing.Short() {
		return []int{1, 2, 7, allAtOnce}
	}
	if !growth.Long() {
		return []int{1, 2, 3, 5, 7, 16, 33, allAtOnce}
	}
	list := []int{33, 64, 1 << 16}
	for n := 1; n <= 16; n++ {
		list = append(list, n)
	}
	return list
}

// testChunks compares a job on every input at every chunk size with its records
// processed one by one.
func testChunks(t *testing.T, j bulk.Job, in []string) {
	t.Helper()
	for _, in := range in {
		want := oneByOne(j, in)
		if want.err != "" {
			want.stats = bulk.Stats{}
		}
		for _, size := range sizes() {
			got := inChunks(j, strings.NewReader(in), size)
			if want.err == "" {
				// Whether an empty result was written cannot be seen from outside.
				got.stats.Unended, want.stats.Unended = false, false
			}
			if got != want {
				t.Fatalf("%q in chunks of %d:\n got %+v\nwant %+v", in, size, got, want)
			}
		}
	}
}

func lookup(t testing.TB, name string) *dialect.Dialect {
	t.Helper()
	d, err := dialect.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var makers = map[string]func(bulk.Options) (*bulk.Operation, error){"encode": bulk.Encode, "fix": bulk.Fix, "decode": bulk.Decode}

// The result does not depend on how a source arrives: with chunks of any size
// it is that of its records one by one.
func TestChunks(t *testing.T) {
	names := []string{"rfc3986", "form", "js.encodeURI", "rfc3986.uri", "whatwg.query", "js.escape", "java.URLDecoder", "xpath.iri-to-uri"}
	if !growth.Long() {
		names = names[:3]
	}
	for _, name := range names {
		for op, newOperation := range makers {
			d, err := dialect.Lookup(name)
			if err != nil {
				continue
			}
			o, err := newOperation(bulk.Options{Dialect: d, Tolerated: bulk.Told})
			if err != nil {
				continue // it does not fix, or only decodes
			}
			for _, sep := range []bulk.Separator{bulk.Lines, bulk.NULs, bulk.Whole} {
				for _, policy := range []bulk.Policy{bulk.Fail, bulk.Keep, bulk.Replace, bulk.Skip} {
					j := bulk.Job{Operation: o, Separator: sep, Policy: policy}
					if op == "fix" {
						j.Mark = bulk.MarkCopied
					}
					if _, err := j.Record(nil, bulk.Record{}); errors.As(err, new(*bulk.OptionError)) {
						continue
					}
					t.Run(fmt.Sprintf("as=%s/op=%s/separator=%d/policy=%v", name, op, sep, policy), func(t *testing.T) {
						testChunks(t, j, inputs())
					})
				}
			}
		}
	}
}

// Choices that no dialect of the catalogue makes, but that encodings have.
func TestChunksOfOtherEncodings(t *testing.T) {
	for name, e := range map[string]*percent.Encoding{
		"refusing-utf8":  percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Refused),
		"replacing-utf8": percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Replaced),
		"refusing-raw":   percent.RFC3986.WithRaw(percent.URISet),
		"preserving":     percent.RFC3986.WithPreserved(percent.Reserved),
	} {
		o, err := bulk.Decode(bulk.Options{Encoding: e})
		if err != nil {
			t.Fatal(err)
		}
		for _, sep := range []bulk.Separator{bulk.Lines, bulk.NULs, bulk.Whole} {
			for _, policy := range []bulk.Policy{bulk.Fail, bulk.Keep, bulk.Replace, bulk.Skip} {
				t.Run(fmt.Sprintf("%s/separator=%d/policy=%v", name, sep, policy), func(t *testing.T) {
					j := bulk.Job{Operation: o, Separator: sep, Policy: policy}
					testChunks(t, j, inputs())
					testByTheLetter(t, j, e)
				})
			}
		}
	}
}

// byTheLetter decodes one record by what the documentation says, and returns how
// many flaws it has.
func byTheLetter(e *percent.Encoding, text string, p bulk.Policy) (string, int, bool) {
	var b strings.Builder
	flaws := 0
	for n := 0; ; {
		s, err := e.Decode(text[n:])
		b.WriteString(s)
		var syntax *percent.SyntaxError
		if !errors.As(err, &syntax) {
			return b.String(), flaws, true
		}
		n += int(syntax.Offset)
		flaws++
		if p == bulk.Fail || p == bulk.Skip {
			return b.String(), flaws, false
		}
		length := len(syntax.Bytes)
		if syntax.Reason == percent.InvalidEscape {
			length = 1
		}
		if p == bulk.Replace {
			b.WriteString("\uFFFD")
		} else {
			b.WriteString(text[n : n+length])
		}
		n += length
	}
}

func testByTheLetter(t *testing.T, j bulk.Job, e *percent.Encoding) {
	t.Helper()
	for _, in := range inputs() {
		want, flaws := "", 0
		for _, r := range split(in, j.Separator) {
			out, n, ok := byTheLetter(e, string(r.Text), j.Policy)
			flaws += n
			if ok {
				want += out + string(r.End)
			} else if j.Policy == bulk.Fail {
				want += out
				break
			}
		}
		got := inChunks(j, strings.NewReader(in), 7)
		n := 0
		if got.flaws != "" {
			n = strings.Count(got.flaws, "\n") + 1
		}
		if got.out != want || n != flaws {
			t.Fatalf("%q: %q and %d flaws, want %q and %d", in, got.out, n, want, flaws)
		}
	}
}

func TestCharsetChunks(t *testing.T) {
	list := []*charset.Charset{charset.ShiftJIS, charset.ISO2022JP, charset.Windows1252, charset.GB18030, charset.UTF16LE, charset.UTF8}
	if !growth.Long() {
		list = list[:2]
	}
	taken := growth.Share(t, 3)
	for i, cs := range list {
		if growth.Long() && !taken(i) {
			continue
		}
		for op, newOperation := range makers {
			for _, parts := range []bulk.Parts{bulk.AllParts, bulk.QueryOnly, bulk.FormQuery} {
				o, err := newOperation(bulk.Options{Charset: cs, Parts: parts})
				if err != nil {
					t.Fatal(err)
				}
				for _, sep := range []bulk.Separator{bulk.Lines, bulk.Whole} {
					for _, policy := range []bulk.Policy{bulk.Fail, bulk.Keep, bulk.Replace, bulk.Skip} {
						t.Run(fmt.Sprintf("charset=%s/op=%s/parts=%d/separator=%d/policy=%v", cs, op, parts, sep, policy), func(t *testing.T) {
							testChunks(t, bulk.Job{Operation: o, Separator: sep, Policy: policy}, charsetInputs())
						})
					}
				}
			}
		}
	}
}

// Functions see the records as they are, whatever the chunks.
func TestFuncChunks(t *testing.T) {
	see := func(dst []byte, r bulk.Record) ([]byte, error) {
		dst = fmt.Appendf(dst, "%s:%d+%d %q %q", r.Source, r.Number, r.Offset, r.Text, r.End)
		if i := bytes.IndexByte(r.Text, '%'); i >= 0 {
			return dst, &bulk.Flaw{SyntaxError: percent.SyntaxError{Offset: int64(i), Bytes: "%", Reason: "a percent sign"}}
		}
		return dst, nil
	}
	report := func(dst []byte, r bulk.Record, result []byte, first *bulk.Flaw) []byte {
		return fmt.Appendf(dst, "%d %q %q %q %v\n", r.Number, r.Text, r.End, result, first != nil)
	}
	quick := bulk.QuickFunc(doubled, see)
	taken := growth.Share(t, 3)
	for _, o := range []*bulk.Operation{bulk.Func(see), bulk.Func(see).Framed(), bulk.Func(see).InOrder(), quick, quick.Framed(), quick.InOrder()} {
		for _, policy := range []bulk.Policy{bulk.Fail, bulk.Keep, bulk.Replace, bulk.Skip} {
			for _, sep := range []bulk.Separator{bulk.Lines, bulk.NULs, bulk.Whole} {
				for _, mark := range []bulk.MarkMode{bulk.MarkIsData, bulk.MarkCopied, bulk.MarkDropped} {
					if mark != bulk.MarkCopied && policy != bulk.Keep && (!growth.Long() || !taken(int(mark))) {
						continue
					}
					j := bulk.Job{Operation: o, Policy: policy, Separator: sep, Mark: mark}
					testChunks(t, j, inputs())
					j.Report = report
					testChunks(t, j, inputs())
				}
			}
		}
	}
}

// doubled doubles text without percent signs.
func doubled(dst, text []byte) ([]byte, bool) {
	if bytes.IndexByte(text, '%') >= 0 {
		return dst, false
	}
	return append(append(dst, text...), text...), true
}

// The function of a QuickFunc is called, in order, for the records that the quick
// function declines.
func TestQuickFunc(t *testing.T) {
	o := bulk.QuickFunc(doubled, func(dst []byte, r bulk.Record) ([]byte, error) {
		return fmt.Appendf(dst, "%s:%d+%d %q", r.Source, r.Number, r.Offset, r.Text), nil
	})
	got := inChunks(bulk.Job{Operation: o}, strings.NewReader("a\r\n%1\n\nb\n%2\n%3\nc"), 0)
	if want := "aa\r\nin:2+3 \"%1\"\n\nbb\nin:5+9 \"%2\"\nin:6+12 \"%3\"\ncc"; got.out != want || got.err != "" || got.stats.Records != 7 {
		t.Errorf("%+v, want %q of 7 records", got, want)
	}
}

func TestPolicies(t *testing.T) {
	decode, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		policy bulk.Policy
		want   string
		err    string
		flaws  int
	}{
		{bulk.Fail, "a\nb", `in:2: percent: invalid escape "%zz" at byte 1`, 1},
		{bulk.Keep, "a\nb%zzA%\nc\n", "", 2},
		{bulk.Replace, "a\nb\uFFFDzzA\uFFFD\nc\n", "", 2},
		{bulk.Skip, "a\nc\n", "", 1},
	} {
		o := inChunks(bulk.Job{Operation: decode, Policy: tt.policy}, strings.NewReader("a\nb%zz%41%\nc\n"), 0)
		flaws := 0
		if o.flaws != "" {
			flaws = strings.Count(o.flaws, "\n") + 1
		}
		if o.out != tt.want || o.err != tt.err || flaws != tt.flaws {
			t.Errorf("%v: %+v, want %q, %q and %d flaws", tt.policy, o, tt.want, tt.err, tt.flaws)
		}
		p, err := bulk.LookupPolicy(tt.policy.String())
		if p != tt.policy || err != nil {
			t.Errorf("%v is not found", tt.policy)
		}
	}
	if _, err := bulk.LookupPolicy("ignore"); err == nil || err.Error() != `bulk: unknown policy "ignore", none of fail, keep, replace, skip, null` {
		t.Error(`"ignore" is a policy`)
	}
}

// A text that a dialect refuses is kept once, in place, with everything around it.
func TestKeptByDialects(t *testing.T) {
	for _, tt := range []struct{ dialect, in, want string }{
		{"go.url.ParseQuery", "ab%41;cd;", "abA;cd;"},
		{"py.oauthlib.urldecode", "ab%41<%zz cd", "abA<%zz cd"},
		{"fpc.ParseURI", "ab%41#cd", "abA#cd"},
		{"basex.web.decode-url", "ab%41%01cd%EF%BF%BEe", "abA%01cd%EF%BF%BEe"},
		{"ruby.Rails.Journey.unescape_uri", "a%41%FFé%FEz", "aA%FFé%FEz"},
	} {
		op, err := bulk.Decode(bulk.Options{Dialect: lookup(t, tt.dialect)})
		if err != nil {
			t.Fatal(err)
		}
		job := bulk.Job{Operation: op, Policy: bulk.Keep}
		if got, err := job.Record(nil, bulk.Record{Text: []byte(tt.in)}); err != nil || string(got) != tt.want {
			t.Errorf("%s: %q becomes %q, %v, want %q", tt.dialect, tt.in, got, err, tt.want)
		}
	}
}

// A chunk with very long results, or very many flaws, is written in pieces.
func TestFullChunks(t *testing.T) {
	in := strings.Repeat("%zz\n", 5_000) + strings.Repeat("%", 5_000)
	for _, policy := range []bulk.Policy{bulk.Keep, bulk.Replace, bulk.Skip} {
		for _, report := range []func([]byte, bulk.Record, []byte, *bulk.Flaw) []byte{nil, func(dst []byte, r bulk.Record, result []byte, _ *bulk.Flaw) []byte {
			return append(append(dst, result...), r.End...)
		}} {
			decode, err := bulk.Decode(bulk.Options{})
			if err != nil {
				t.Fatal(err)
			}
			j := bulk.Job{Operation: decode, Policy: policy, Report: report}
			want := oneByOne(j, in)
			if got := inChunks(j, strings.NewReader(in), 0); got.out != want.out || got.flaws != want.flaws {
				t.Errorf("policy %v: %d bytes and %d of flaws, want %d and %d", policy, len(got.out), len(got.flaws), len(want.out), len(want.flaws))
			}
		}
	}
	thousandfold := func(dst, text []byte) ([]byte, bool) { return append(dst, bytes.Repeat(text, 1000)...), true }
	page := bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
		dst, _ = thousandfold(dst, r.Text)
		return dst, nil
	})
	for _, o := range []*bulk.Operation{page, page.InOrder(), bulk.QuickFunc(thousandfold, nil)} {
		got := inChunks(bulk.Job{Operation: o}, strings.NewReader(strings.Repeat("abc\n", 10_000)), 0)
		if got.out != strings.Repeat(strings.Repeat("abc", 1000)+"\n", 10_000) {
			t.Errorf("%d bytes, %s", len(got.out), got.err)
		}
	}
}

// A function in order is called for one record after the other.
func TestInOrder(t *testing.T) {
	next := int64(1)
	o := bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
		if r.Number != next {
			return dst, fmt.Errorf("record %d, want %d", r.Number, next)
		}
		next++
		return append(dst, r.Text...), nil
	}).InOrder()
	got := inChunks(bulk.Job{Operation: o}, strings.NewReader(strings.Repeat("abc\n", 10_000)), 100)
	if got.err != "" || next != 10_001 {
		t.Errorf("%s, %d records", got.err, next)
	}
}

func TestSources(t *testing.T) {
	encode, err := bulk.Encode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		sep  bulk.Separator
		from []string
		want string
	}{
		{bulk.Lines, []string{"a b\nc d", "", "e f\n", "a b\nc d"}, "a%20b\nc%20d\ne%20f\na%20b\nc%20d"},
		{bulk.NULs, []string{"a b", "c"}, "a%20b\x00c"},
		{bulk.Whole, []string{"a b\nc d", "e f\n"}, "a%20b%0Ac%20de%20f%0A"},
	} {
		for _, size := range sizes() {
			for _, policy := range []bulk.Policy{bulk.Fail, bulk.Skip} {
				var from []bulk.Source
				for _, text := range tt.from {
					from = append(from, bulk.From("in", strings.NewReader(text)))
				}
				var out bytes.Buffer
				j := bulk.Job{Operation: encode, Separator: tt.sep, Policy: policy, Chunk: size}
				if _, err := j.Run(&out, from...); out.String() != tt.want || err != nil {
					t.Fatalf("chunks of %d: %q, %v, want %q", size, out.String(), err, tt.want)
				}
			}
		}
	}
}

// A reader that gives a byte at a time makes chunks of any size end anywhere.
func TestReaders(t *testing.T) {
	in := strings.Join(inputs(), "\n")
	for op, newOperation := range makers {
		o, err := newOperation(bulk.Options{})
		if err != nil {
			t.Fatal(err)
		}
		j := bulk.Job{Operation: o, Policy: bulk.Keep, Mark: bulk.MarkCopied}
		want := inChunks(j, strings.NewReader(in), 0)
		for _, r := range []io.Reader{iotest.OneByteReader(strings.NewReader(in)), iotest.HalfReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
			if got := inChunks(j, r, 100); got != want {
				t.Errorf("%s of %T differs", op, r)
			}
		}
	}
}

var errBroken = errors.New("broken")

// What was read before the source broke is written.
func TestBrokenSource(t *testing.T) {
	encode, err := bulk.Encode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range sizes() {
		for _, mark := range []bulk.MarkMode{bulk.MarkIsData, bulk.MarkCopied} {
			r := io.MultiReader(strings.NewReader("a b\nc"), iotest.ErrReader(errBroken))
			var out bytes.Buffer
			j := bulk.Job{Operation: encode, Chunk: size, Mark: mark}
			_, err := j.Run(&out, bulk.From("in", r))
			var failed *bulk.ReadError
			if out.String() != "a%20b\nc" || !errors.As(err, &failed) || failed.Source != "in" || !errors.Is(err, errBroken) {
				t.Fatalf("chunks of %d: %q, %v", size, out.String(), err)
			}
		}
	}
	j := bulk.Job{Operation: encode}
	_, err = j.Run(io.Discard, bulk.Source{Name: "x", Open: func() (io.ReadCloser, error) { return nil, errBroken }})
	if !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if _, err := j.Run(io.Discard, bulk.From("x", idle{})); !errors.Is(err, io.ErrNoProgress) {
		t.Error(err)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

type brokenWriter struct{ left int }

func (w *brokenWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return w.left, errBroken
	}
	w.left -= len(p)
	return len(p), nil
}

type shortWriter struct{}

func (shortWriter) Write(p []byte) (int, error) { return len(p) / 2, nil }

// An error ends the job at once, with all goroutines.
func TestErrorsLeaveNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	decode, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	good := strings.Repeat("%41%42\n", 1000)
	for _, size := range []int{1, 7, 100, 1000, bulk.DefaultChunk} {
		for _, left := range []int{0, 1, 1000} {
			var failed *bulk.WriteError
			j := bulk.Job{Operation: decode, Chunk: size}
			if _, err := j.Run(&brokenWriter{left}, bulk.From("in", strings.NewReader(good))); !errors.As(err, &failed) || !errors.Is(err, errBroken) {
				t.Fatalf("chunks of %d: %v", size, err)
			}
			if _, err := j.Run(shortWriter{}, bulk.From("in", strings.NewReader(good))); !errors.Is(err, io.ErrShortWrite) {
				t.Fatalf("chunks of %d: %v", size, err)
			}
		}
		got := inChunks(bulk.Job{Operation: decode}, strings.NewReader(good+"%zz\n"+good), size)
		if got.out != strings.Repeat("AB\n", 1000) || got.err != `in:1001: percent: invalid escape "%zz" at byte 0` {
			t.Fatalf("chunks of %d: %d bytes, %s", size, len(got.out), got.err)
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestMaxRecord(t *testing.T) {
	decode, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{64, 4096} {
		for _, over := range []int{0, 1} {
			in := "first\n" + strings.Repeat("x", 1000+over-1) + "\n"
			j := bulk.Job{Operation: decode, Policy: bulk.Skip, MaxRecord: 1000, Chunk: size}
			_, err := j.Run(io.Discard, bulk.From("in", strings.NewReader(in)))
			var long *bulk.LengthError
			if errors.As(err, &long) != (over > 0) || over > 0 && (long.Record != 2 || long.Limit != 1000) {
				t.Errorf("%d too long, chunks of %d: %v", over, size, err)
			}
		}
	}
}

// A record of any length takes no more memory than a short one.
func TestLongRecord(t *testing.T) {
	const size = 32 << 20
	run := func(name string, j bulk.Job) {
		runtime.GC()
		got := growth.Allocated(func() {
			var n growth.Counter
			if _, err := j.Run(&n, bulk.From("in", io.LimitReader(growth.Zeros{}, size))); err != nil || n != size {
				t.Errorf("%s: %d bytes, %v", name, n, err)
			}
		})
		if got > size/4 {
			t.Errorf("%s: %d MB allocated for a record of %d MB", name, got>>20, size>>20)
		}
	}
	for op, newOperation := range makers {
		for _, cs := range []*charset.Charset{nil, charset.ShiftJIS, charset.Windows1252} {
			if !growth.Long() && cs == charset.Windows1252 || testing.Short() && cs != nil {
				continue
			}
			o, err := newOperation(bulk.Options{Charset: cs})
			if err != nil {
				t.Fatal(err)
			}
			for _, sep := range []bulk.Separator{bulk.Lines, bulk.Whole} {
				run(fmt.Sprintf("%s in %v, separator %d", op, cs, sep), bulk.Job{Operation: o, Separator: sep, Policy: bulk.Keep})
			}
		}
	}
}

// Malformed input takes work in proportion to its size: the decoder is not asked
// for the same text again and again.
func TestMalformedIsLinear(t *testing.T) {
	for _, cs := range []*charset.Charset{nil, charset.ShiftJIS, charset.ISO2022JP, charset.UTF16LE} {
		for _, unit := range []string{"%FF", "%81%FF", "%1B%1B", "%zz", "%1B$B%FF"} {
			decode, err := bulk.Decode(bulk.Options{Charset: cs})
			if err != nil {
				t.Fatal(err)
			}
			in := strings.Repeat(unit, 10_000)
			if got := inChunks(bulk.Job{Operation: decode, Policy: bulk.Keep}, strings.NewReader(in), 0); got.err != "" {
				t.Errorf("%v of %s: %s", cs, unit, got.err)
			}
		}
	}
}

// A malformed escape that is kept is no error: nothing is allocated for each.
func TestKeptEscapesAllocateNothing(t *testing.T) {
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{strings.Repeat("%", 1<<16), strings.Repeat("%zz 100% %41%4g", 1<<12)} {
		flaws := 0
		allocations := testing.AllocsPerRun(3, func() {
			flaws = 0
			job := bulk.Job{Operation: op, Policy: bulk.Keep, OnFlaw: func(bulk.Flaw) { flaws++ }}
			if _, err := job.Run(io.Discard, bulk.From("in", strings.NewReader(text))); err != nil {
				t.Fatal(err)
			}
		})
		// The bytes of a flaw are a string of its own unless the one before is equal.
		if text[1] == '%' && int(allocations) > flaws/100 || int(allocations) > flaws+flaws/20 {
			t.Errorf("%.10q…: %v allocations for %d flaws", text, allocations, flaws)
		}
	}
}

// TestLikeFlaws: OnLike is told of as many flaws as OnFlaw would be, of the same records, and
// the results are the same. A table counts as many.
func TestLikeFlaws(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	preserving := percent.RFC3986.WithPreserved(percent.ByteSet{}.Add("/"))
	for range 300 {
		var in strings.Builder
		for range r.IntN(200) {
			in.WriteString([]string{"%", "%%%%", "%zz", "%4", "%41", "%2F", "a", "%C3%A9", "%FF", "long text ", "\n"}[r.IntN(11)])
		}
		options := bulk.Options{}
		if r.IntN(3) == 0 {
			options.Encoding = preserving
		}
		decode, err := bulk.Decode(options)
		if err != nil {
			t.Fatal(err)
		}
		policy := []bulk.Policy{bulk.Keep, bulk.Replace}[r.IntN(2)]
		size := []int{0, 1, 7, 100}[r.IntN(4)]
		told, like := map[int64]int64{}, map[int64]int64{}
		job := bulk.Job{Operation: decode, Policy: policy, Chunk: size, OnFlaw: func(f bulk.Flaw) { told[f.Record]++ }}
		var out, same bytes.Buffer
		if _, err := job.Run(&out, bulk.From("in", strings.NewReader(in.String()))); err != nil {
			t.Fatal(err)
		}
		job.OnFlaw = func(f bulk.Flaw) { like[f.Record]++ }
		job.OnLike = func(f bulk.Flaw, n int64) { like[f.Record] += n }
		if _, err := job.Run(&same, bulk.From("in", strings.NewReader(in.String()))); err != nil {
			t.Fatal(err)
		}
		job.Table, job.OnFlaw, job.OnLike = &bulk.Table{Format: bulk.WholeLines}, nil, nil
		stats, err := job.Run(io.Discard, bulk.From("in", strings.NewReader(in.String())))
		if err != nil {
			t.Fatal(err)
		}
		all := int64(0)
		for _, n := range told {
			all += n
		}
		if !maps.Equal(told, like) || out.String() != same.String() || stats.Table.Malformed != all || stats.Table.Flawed != int64(len(told)) {
			t.Fatalf("%v of %q: told of %v, and in numbers of %v; %q, and %q; %+v", policy, in.String(), told, like, out.String(), same.String(), stats)
		}
	}
}

func BenchmarkDecodeKept(b *testing.B) {
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, class := range []struct{ name, text string }{
		{"malformed", "%"}, {"some-malformed", "%zz 100% %41%4g"}, {"lines", "100% of %41\n"}, {"clean", "%41%42 a"},
	} {
		text := strings.Repeat(class.text, 1<<20/len(class.text))
		b.Run("class="+class.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				job := bulk.Job{Operation: op, Policy: bulk.Keep, OnFlaw: func(bulk.Flaw) {}}
				if _, err := job.Run(io.Discard, bulk.From("in", strings.NewReader(text))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestOnReadAndOnOpen(t *testing.T) {
	encode, err := bulk.Encode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	decode, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	var names []string
	j := bulk.Job{
		Operation: encode,
		OnRead:    func(n int) { read += n },
		OnOpen: func(name string, r io.Reader) (io.Reader, *bulk.Operation, error) {
			names = append(names, name)
			if name == "b" {
				return r, decode, nil
			}
			return r, nil, nil
		},
	}
	var out bytes.Buffer
	_, err = j.Run(&out, bulk.From("a", strings.NewReader("a b\n")), bulk.From("b", strings.NewReader("a%20b\n")))
	if out.String() != "a%20b\na b\n" || err != nil || read != 10 || !slices.Equal(names, []string{"a", "b"}) {
		t.Errorf("%q, %v, %d bytes read of %v", out.String(), err, read, names)
	}
}

func TestOptions(t *testing.T) {
	refusing := lookup(t, "js.encodeURIComponent")
	var option *bulk.OptionError
	if refusing.Encoding() != nil {
		t.Fatal("the dialect refuses nothing")
	}
	if _, err := bulk.Encode(bulk.Options{Dialect: refusing, Charset: charset.ShiftJIS}); !errors.As(err, &option) || option.Option != "charset" {
		t.Error(err)
	}
	if _, err := bulk.Encode(bulk.Options{Charset: charset.Replacement}); !errors.As(err, &option) {
		t.Error(err)
	}
	encode, err := bulk.Encode(bulk.Options{Dialect: refusing})
	if err != nil {
		t.Fatal(err)
	}
	j := bulk.Job{Operation: encode, Policy: bulk.Keep}
	if _, err := j.Run(io.Discard); !errors.As(err, &option) || option.Option != "policy keep" {
		t.Error(err)
	}
	for _, format := range []bulk.Format{bulk.CSV, bulk.TSV, bulk.JSONLines} {
		j = bulk.Job{Operation: encode.Framed(), Table: &bulk.Table{Format: format, Columns: []string{"a"}, Into: []string{"b"}}}
		if _, err := j.Run(io.Discard); !errors.As(err, &option) || option.Option != "into" {
			t.Errorf("pages into a column of format %d: %v", format, err)
		}
	}
}

func TestDetectCharset(t *testing.T) {
	text, err := charset.ShiftJIS.Encode(strings.Repeat("自動車の運転を学ぶ。漢字かな交じり文。", 10))
	if err != nil {
		t.Fatal(err)
	}
	in := "plain\nq=" + percent.RFC3986.Encode(text) + "\n"
	sample, rest, err := bulk.Sample(strings.NewReader(in))
	if err != nil || string(sample) != in {
		t.Fatalf("%q, %v", sample, err)
	}
	if all, err := io.ReadAll(rest); string(all) != in || err != nil {
		t.Errorf("%q, %v", all, err)
	}
	found, err := bulk.DetectCharset(sample, bulk.Lines, bulk.Options{})
	if err != nil || found[0].Charset != charset.ShiftJIS {
		t.Errorf("%v, %v", found, err)
	}
}

// A file is opened when there is something to write, or when all is done.
func TestOutput(t *testing.T) {
	opened, closed := 0, 0
	open := func() (io.WriteCloser, error) {
		opened++
		return &closing{closed: &closed}, nil
	}
	o := &bulk.Output{Open: open}
	if err := o.Abandon(); opened != 0 || err != nil {
		t.Errorf("opened without need, %v", err)
	}
	if _, err := o.Write(nil); opened != 0 || err != nil {
		t.Errorf("opened without need, %v", err)
	}
	if _, ok := o.Last(); ok {
		t.Error("a last byte of nothing")
	}
	if n, err := o.Write([]byte("ab\x00")); n != 3 || err != nil || opened != 1 {
		t.Errorf("%d, %v", n, err)
	}
	if b, ok := o.Last(); b != 0 || !ok {
		t.Error("no last byte")
	}
	if err := o.Close(); err != nil || opened != 1 || closed != 1 {
		t.Errorf("%v, opened %d times, closed %d times", err, opened, closed)
	}
	empty := &bulk.Output{Open: open}
	if err := empty.Close(); err != nil || opened != 2 || closed != 2 {
		t.Errorf("%v, opened %d times, closed %d times", err, opened, closed)
	}
	broken := &bulk.Output{Open: func() (io.WriteCloser, error) { return nil, errBroken }}
	if _, err := broken.Write([]byte("a")); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if err := broken.Close(); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

type closing struct {
	bytes.Buffer
	closed *int
}

func (c *closing) Close() error {
	*c.closed++
	return nil
}

// FuzzChunks checks that the engine gives the same as the records one by one.
func FuzzChunks(f *testing.F) {
	for i, in := range charsetInputs() {
		f.Add(in, uint8(i), uint8(i), uint8(i))
	}
	charsets := []*charset.Charset{nil, charset.UTF8, charset.ShiftJIS, charset.ISO2022JP, charset.GB18030}
	names := []string{"decode", "encode", "fix"}
	f.Fuzz(func(t *testing.T, in string, size, op, how uint8) {
		o, err := makers[names[op%3]](bulk.Options{Charset: charsets[int(op/3)%len(charsets)], Parts: bulk.Parts(op >> 7), Tolerated: bulk.Told})
		if err != nil {
			t.Fatal(err)
		}
		j := bulk.Job{Operation: o, Separator: bulk.Separator(how % 3), Policy: bulk.Policy(how / 3 % 4), Mark: bulk.MarkMode(how / 12 % 3)}
		want := oneByOne(j, in)
		got := inChunks(j, strings.NewReader(in), 1+int(size))
		got.stats, want.stats = bulk.Stats{}, bulk.Stats{}
		if got != want {
			t.Fatalf("%q in chunks of %d:\n got %+v\nwant %+v", in, 1+int(size), got, want)
		}
	})
}

// TestManyFlaws: continuing after a flaw does not process the whole rest of the
// record.
func TestManyFlaws(t *testing.T) {
	for _, tt := range []struct{ dialect, unit string }{
		{"js.decodeURIComponent", "%FFabcdefghij"},
		{"js.decodeURIComponent", "%zzabcdefghij"},
		{"guile.uri-decode", "%C3abcdefghij"},
		{"rust.percent-encoding.decode_utf8", "%C3abcdefghij"},
		{"webkit.data.body", "#abcdefghij"},
	} {
		op, err := bulk.Decode(bulk.Options{Dialect: lookup(t, tt.dialect)})
		if err != nil {
			t.Fatal(err)
		}
		growth.Linear(t, 1000, 1<<20, func(n int) {
			flaws := 0
			job := bulk.Job{Operation: op, Policy: bulk.Keep, Separator: bulk.Whole, OnFlaw: func(bulk.Flaw) { flaws++ }}
			if _, err := job.Run(io.Discard, fileOf("in", strings.Repeat(tt.unit, n))); err != nil || flaws != n {
				t.Errorf("%d flaws, %v; want %d", flaws, err, n)
			}
		})
	}
}
