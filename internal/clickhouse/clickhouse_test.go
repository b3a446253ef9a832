package clickhouse

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/growth"
)

// A row is what a server sends of one: NULL where there is no text.
type row struct {
	text *string
	by   string
}

func text(s string) *string { return &s }

// A wire is a format in which a server and a function talk, by code that shares
// nothing with them.
type wire struct {
	name string
	// block returns rows as a server sends them to f.
	block func(f *Function, rows ...row) []byte
	// results reads what f has answered.
	results func(t *testing.T, f *Function, out []byte) []*string
}

var wires = []wire{{"Native", nativeBlock, nativeResults}, {"RowBinary", rowBinaryBlock, rowBinaryResults}}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func readText(t *testing.T, r *bytes.Reader) string {
	t.Helper()
	n, err := binary.ReadUvarint(r)
	if err != nil {
		t.Fatal(err)
	}
	s := make([]byte, n)
	if _, err := io.ReadFull(r, s); err != nil {
		t.Fatal(err)
	}
	return string(s)
}

func readNull(t *testing.T, r *bytes.Reader) bool {
	t.Helper()
	null, err := r.ReadByte()
	if err != nil || null > 1 {
		t.Fatalf("%d for NULL or not, %v", null, err)
	}
	return null == 1
}

// appendNull appends whether r is NULL, where f takes that.
func appendNull(b []byte, f *Function, r row) []byte {
	switch {
	case !f.Nullable:
		return b
	case r.text == nil:
		return append(b, 1)
	}
	return append(b, 0)
}

func typeOf(f *Function) string {
	if f.Nullable {
		return "Nullable(String)"
	}
	return "String"
}

func nativeBlock(f *Function, rows ...row) []byte {
	b := binary.AppendUvarint([]byte{byte(len(f.Arguments))}, uint64(len(rows)))
	b = appendText(appendText(b, f.Arguments[0]), typeOf(f))
	for _, r := range rows {
		b = appendNull(b, f, r)
	}
	for _, r := range rows {
		if r.text == nil {
			r.text = text("anything")
		}
		b = appendText(b, *r.text)
	}
	if len(f.Arguments) > 1 {
		b = appendText(appendText(b, f.Arguments[1]), "String")
		for _, r := range rows {
			b = appendText(b, r.by)
		}
	}
	return b
}

func nativeResults(t *testing.T, f *Function, out []byte) []*string {
	t.Helper()
	r := bytes.NewReader(out)
	var list []*string
	for r.Len() > 0 {
		columns, err := binary.ReadUvarint(r)
		if err != nil || columns != 1 {
			t.Fatalf("%s: %d columns, %v", f.Name, columns, err)
		}
		rows, err := binary.ReadUvarint(r)
		if err != nil || rows == 0 {
			t.Fatalf("%s: a block of %d rows, %v", f.Name, rows, err)
		}
		if name, kind := readText(t, r), readText(t, r); name != "result" || kind != typeOf(f) {
			t.Fatalf("%s: the column %s of the type %s", f.Name, name, kind)
		}
		nulls := make([]bool, rows)
		for i := range nulls {
			nulls[i] = f.Nullable && readNull(t, r)
		}
		for _, null := range nulls {
			s := text(readText(t, r))
			if null {
				s = nil
			}
			list = append(list, s)
		}
	}
	return list
}

func rowBinaryBlock(f *Function, rows ...row) []byte {
	b := append(strconv.AppendInt(nil, int64(len(rows)), 10), '\n')
	for _, r := range rows {
		b = appendNull(b, f, r)
		if r.text != nil {
			b = appendText(b, *r.text)
		}
		if len(f.Arguments) > 1 {
			b = appendText(b, r.by)
		}
	}
	return b
}

func rowBinaryResults(t *testing.T, f *Function, out []byte) []*string {
	t.Helper()
	r := bytes.NewReader(out)
	var list []*string
	for r.Len() > 0 {
		if f.Nullable && readNull(t, r) {
			list = append(list, nil)
			continue
		}
		list = append(list, text(readText(t, r)))
	}
	return list
}

func function(t testing.TB, name string) *Function {
	t.Helper()
	f, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func shown(s *string) string {
	if s == nil {
		return "NULL"
	}
	return strconv.Quote(*s)
}

func TestFunctions(t *testing.T) {
	for _, tt := range []struct {
		function string
		row      row
		want     *string
	}{
		{"percentDecode", row{text("a%20b%0A+"), "rfc3986"}, text("a b\n+")},
		{"percentDecode", row{text("a+b"), "form"}, text("a b")},
		{"percentDecode", row{text(""), "rfc3986"}, text("")},
		{"percentDecode", row{text("%FF\x00%00\xfe"), "rfc3986"}, text("\xff\x00\x00\xfe")},
		{"percentDecodeOrNull", row{text("100%"), "rfc3986"}, nil},
		{"percentDecodeOrNull", row{text("a%41%zz"), "rfc3986"}, nil},
		{"percentDecodeOrNull", row{text("%41"), "rfc3986"}, text("A")},
		{"percentDecodeOrNull", row{nil, "rfc3986"}, nil},
		{"percentDecodeOrInput", row{text("a%41%zz"), "rfc3986"}, text("a%41%zz")},
		{"percentDecodeOrInput", row{text("%41"), "rfc3986"}, text("A")},
		{"percentDecode", row{text("a+%zz"), "form"}, text("a %zz")},
		{"percentDecodeOrNull", row{text("a+%zz"), "form"}, nil},
		{"percentDecodeOrNull", row{text("a+%41"), "php.urldecode"}, text("a A")},
		{"percentDecodeOrInput", row{text("a+%zz"), "form"}, text("a+%zz")},
		{"percentDecodeNullable", row{nil, "rfc3986"}, nil},
		{"percentDecodeNullable", row{text("%41"), "rfc3986"}, text("A")},
		{"percentDecodeNullableOrInput", row{nil, "rfc3986"}, nil},
		{"percentDecodeNullableOrInput", row{text("%4"), "rfc3986"}, text("%4")},
		{"percentEncode", row{text("a b/é"), "rfc3986"}, text("a%20b%2F%C3%A9")},
		{"percentEncode", row{text("a b"), "java.URLEncoder"}, text("a+b")},
		{"percentEncodeOrNull", row{text("\xed\xa0\x80"), "js.encodeURIComponent"}, nil},
		{"percentFix", row{text("/a b%zz%41"), "rfc3986.uri"}, text("/a%20b%25zz%41")},
		{"percentNormalize", row{text("HTTP://Example.com:80/%7euser/./a/../b%2fc"), ""}, text("http://example.com/~user/b%2Fc")},
		{"percentNormalizeOrNull", row{text("http://[::1"), ""}, nil},
		{"percentNormalizeOrInput", row{text("a b"), ""}, text("a b")},
		{"percentLint", row{text("https://example.com/a"), ""}, text("")},
		{"percentLint", row{text("http://example.com/a/%2e%2e/%2e%2e/b?x=%00"), ""}, text("dot-segment-encoded,nul")},
		{"percentLintOrNull", row{text(strings.Repeat("a", inspect.MaxInput+1)), ""}, nil},
		{"percentHref", row{text("HTTP://EX%41mple.com:80/a\\b?q=é"), ""}, text("http://example.com/a/b?q=%C3%A9")},
		{"percentHrefOrNull", row{text("/relative"), ""}, nil},
		{"percentHrefOrNull", row{text("http://\xe2\x93%97ost.internal/"), ""}, nil},
		{"percentHrefOrInput", row{text("http://a.b.0x/"), ""}, text("http://a.b.0x/")},
	} {
		f := function(t, tt.function)
		for _, w := range wires {
			var out bytes.Buffer
			if err := f.Serve(bytes.NewReader(w.block(f, tt.row)), &out); err != nil {
				t.Errorf("%s: %s(%s): %v", w.name, f.Name, shown(tt.row.text), err)
				continue
			}
			got := w.results(t, f, out.Bytes())
			if len(got) != 1 || shown(got[0]) != shown(tt.want) {
				t.Errorf("%s: %s(%s, %s): %d results, the first %s, want %s", w.name, f.Name, shown(tt.row.text), tt.row.by, len(got), shown(got[0]), shown(tt.want))
			}
		}
	}
}

// TestNames: there are as many forms of each function as the package says, and no
// name twice.
func TestNames(t *testing.T) {
	seen := map[string]int{}
	names := map[string]bool{}
	for _, f := range Functions() {
		if names[f.Name] {
			t.Errorf("%s is there twice", f.Name)
		}
		names[f.Name] = true
		seen[f.Function]++
		if got, err := Lookup(f.Name); err != nil || got.Name != f.Name || got.OnError != f.OnError || got.Nullable != f.Nullable {
			t.Errorf("Lookup(%s): %v, %v", f.Name, got, err)
		}
	}
	for name, n := range seen {
		want := len(forms)
		if name == "percentLint" { // whose result cannot be the text
			want -= 2
		}
		if n != want {
			t.Errorf("%s: %d forms, want %d", name, n, want)
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d functions, want 6", len(seen))
	}
	if _, err := Lookup("percentdecode"); err == nil || !strings.Contains(err.Error(), "percentDecode") {
		t.Errorf("Lookup(percentdecode): %v", err)
	}
}

// TestExceptions: the error has the row and the offset, and the rows before it are
// answered.
func TestExceptions(t *testing.T) {
	for _, tt := range []struct {
		function string
		bad      row
		reason   percent.Reason
		offset   int64
	}{
		{"percentDecode", row{text("ab%zz"), "rfc3986"}, percent.InvalidEscape, 2},
		{"percentDecodeNullable", row{text("ab%4"), "rfc3986"}, percent.TruncatedEscape, 2},
		{"percentEncode", row{text("a\xed\xa0\x80"), "js.encodeURIComponent"}, dialect.LoneSurrogate, 1},
		{"percentLint", row{text(strings.Repeat("a", inspect.MaxInput+1)), ""}, TooLong, inspect.MaxInput},
	} {
		f := function(t, tt.function)
		good := row{text("b"), tt.bad.by}
		for _, w := range wires {
			in := append(w.block(f, good), w.block(f, good, good, tt.bad, good)...)
			var out bytes.Buffer
			err := f.Serve(bytes.NewReader(in), &out)
			var bad *RowError
			var syntax *percent.SyntaxError
			if !errors.As(err, &bad) || !errors.As(err, &syntax) {
				t.Errorf("%s: %s: %v", w.name, f.Name, err)
				continue
			}
			if bad.Row != 3 || syntax.Reason != tt.reason || syntax.Offset != tt.offset {
				t.Errorf("%s: %s: row %d, %q at %d; want row 3, %q at %d", w.name, f.Name, bad.Row, syntax.Reason, syntax.Offset, tt.reason, tt.offset)
			}
			for _, want := range []string{f.Name + ": row 3 of the block", f.Function + "OrNull"} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v: %q is missing", f.Name, err, want)
				}
			}
			if got := w.results(t, f, out.Bytes()); len(got) != 3 {
				t.Errorf("%s: %s: %d rows were answered, not 3", w.name, f.Name, len(got))
			}
		}
	}
}

// TestWrongCall: what is wrong with the call and not with the text ends the query,
// whatever the form.
func TestWrongCall(t *testing.T) {
	for _, name := range []string{"percentEncode", "percentEncodeOrNull", "percentEncodeOrInput"} {
		f := function(t, name)
		for _, by := range []string{"nosuch", "", "php.rawurldecode"} {
			for _, w := range wires {
				err := f.Serve(bytes.NewReader(w.block(f, row{text("a"), by})), io.Discard)
				var bad *RowError
				var syntax *percent.SyntaxError
				if !errors.As(err, &bad) || errors.As(err, &syntax) || bad.Row != 1 {
					t.Errorf("%s: %s by %q: %v", w.name, name, by, err)
				}
			}
		}
	}
}

// TestNoProtocol: what is no block is refused, and what ends too early is not taken
// for the end.
func TestNoProtocol(t *testing.T) {
	f := function(t, "percentDecodeOrNull")
	for _, tt := range []struct {
		name, in string
		want     error
	}{
		{"nothing", "", nil},
		{"no rows", "0\n0\n", nil},
		{"an empty line", "\n", ErrProtocol},
		{"a line format", "a%20b\trfc3986\n", ErrProtocol},
		{"negative", "-1\n", ErrProtocol},
		{"a number without end", strings.Repeat("1", 30), ErrProtocol},
		{"neither NULL nor not", "1\n\x02\x00\x00", ErrProtocol},
		{"a text that is too long", "1\n\x00" + string(binary.AppendUvarint(nil, MaxText+1)), ErrProtocol},
		{"a length that is none", "1\n\x00" + strings.Repeat("\xff", 11), ErrProtocol},
		{"no rows in Native", "\x02\x00\x01a\x10Nullable(String)\x01b\x06String", nil},
		{"no columns", "\x00\x00", nil},
		{"rows without columns", "\x00\x01", ErrProtocol},
		{"a column is missing", "\x01\x01", ErrProtocol},
		{"a column of another type", "\x02\x01\x01a\x06String", ErrProtocol},
		{"too many rows", "\x02" + string(binary.AppendUvarint(nil, maxRows+1)), ErrProtocol},
		{"more than 64 bits", "\x02" + strings.Repeat("\xff", 11), ErrProtocol},
		{"neither NULL nor not in Native", "\x02\x01\x00\x10Nullable(String)\x02\x00\x00\x06String\x00", ErrProtocol},
		{"a name that is too long", "\x02\x01" + string(binary.AppendUvarint(nil, MaxText+1)), ErrProtocol},
		{"cut off in a number", "\x02\x80", io.ErrUnexpectedEOF},
		{"cut off among NULLs", "\x02\x09\x00\x10Nullable(String)\x00\x00", io.ErrUnexpectedEOF},
		{"cut off before the second column", "\x02\x01\x00\x10Nullable(String)\x00\x01a", io.ErrUnexpectedEOF},
		{"cut off in the header", "12", io.ErrUnexpectedEOF},
		{"cut off behind the header", "1\n", io.ErrUnexpectedEOF},
		{"cut off in a length", "1\n\x00\x80", io.ErrUnexpectedEOF},
		{"cut off in a text", "1\n\x00\x05a%", io.ErrUnexpectedEOF},
		{"cut off before the dialect", "1\n\x00\x01a", io.ErrUnexpectedEOF},
	} {
		for how, r := range map[string]io.Reader{
			"whole": strings.NewReader(tt.in), "bytes": iotest.OneByteReader(strings.NewReader(tt.in)), "error with data": iotest.DataErrReader(strings.NewReader(tt.in)),
		} {
			if err := f.Serve(r, io.Discard); !errors.Is(err, tt.want) {
				t.Errorf("%s, %s: %v, want %v", tt.name, how, err, tt.want)
			} else if strings.HasPrefix(tt.name, "cut off") && !strings.Contains(err.Error(), "ends within a block") {
				t.Errorf("%s, %s: %v does not say where", tt.name, how, err)
			}
		}
	}
	lost := errors.New("lost")
	if err := f.Serve(iotest.ErrReader(lost), io.Discard); !errors.Is(err, lost) {
		t.Errorf("a reader that fails: %v", err)
	}
	for _, w := range wires {
		if err := f.Serve(bytes.NewReader(w.block(f, row{text("a"), "rfc3986"})), failing{lost}); !errors.Is(err, lost) {
			t.Errorf("%s: a writer that fails: %v", w.name, err)
		}
	}
}

type failing struct{ err error }

func (w failing) Write([]byte) (int, error) { return 0, w.err }

// TestPieces: the same comes out however what comes in is cut, with texts around
// every length that takes one byte more to write.
func TestPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 26))
	var rows []row
	for _, n := range []int{0, 1, 126, 127, 128, 129, 130, 300, 16382, 16383, 16384, 16385, 70000} {
		s := make([]byte, n)
		for i := range s {
			s[i] = byte(random.Uint32())
		}
		rows = append(rows, row{text(string(s)), "rfc3986"}, row{nil, "form"}, row{text(percent.RFC3986.Encode(string(s))), "rfc3986"})
	}
	f := function(t, "percentDecodeNullableOrInput")
	want := make([]*string, 0, 2*len(rows))
	for _, r := range append(append([]row{}, rows...), rows[3:]...) {
		result := r.text
		if r.text != nil {
			if s, err := percent.RFC3986.Decode(*r.text); err == nil {
				result = &s
			}
		}
		want = append(want, result)
	}
	for _, w := range wires {
		in := append(w.block(f, rows...), w.block(f, rows[3:]...)...)
		for how, r := range map[string]io.Reader{
			"whole": bytes.NewReader(in), "bytes": iotest.OneByteReader(bytes.NewReader(in)), "halves": iotest.HalfReader(bytes.NewReader(in)),
		} {
			var out bytes.Buffer
			if err := f.Serve(r, &out); err != nil {
				t.Fatal(err)
			}
			got := w.results(t, f, out.Bytes())
			if len(got) != len(want) {
				t.Fatalf("%s, %s: %d results, want %d", w.name, how, len(got), len(want))
			}
			for i := range got {
				if shown(got[i]) != shown(want[i]) {
					t.Errorf("%s, %s: row %d: another result", w.name, how, i)
				}
			}
		}
	}
}

// TestRuns: rows that stay as they are, which Native copies together, have the results
// that they have one by one, whatever their lengths are as octets, and up to the row that
// ends the query.
func TestRuns(t *testing.T) {
	const blocks = 300
	random := rand.New(rand.NewPCG(27, 8))
	dialects := []string{"rfc3986", "form", "java.urldecoder", "go.pathescape", "aws.sigv4"}
	pieces := []string{"a", "bc", "/x?y=z", "+", "%20", "%zz", "é", "\xff", "\x00", strings.Repeat("long", 12), strings.Repeat("-", 37)}
	for n := range blocks {
		all := dialects[random.IntN(len(dialects))]
		rows := make([]row, 1+random.IntN(400))
		odd := 1 + random.IntN(12) // how many rows have one that changes
		for i := range rows {
			var s string
			for range random.IntN(6) {
				k := random.IntN(len(pieces))
				if random.IntN(odd) > 0 {
					k %= 3
				}
				s += pieces[k]
			}
			rows[i] = row{&s, all}
			if n%7 == 0 {
				rows[i].by = dialects[random.IntN(len(dialects))]
			}
		}
		for _, name := range []string{"percentDecode", "percentDecodeOrInput", "percentDecodeOrNull"} {
			f := function(t, name)
			var each, out bytes.Buffer
			failed := f.Serve(bytes.NewReader(rowBinaryBlock(f, rows...)), &each)
			err := f.Serve(bytes.NewReader(nativeBlock(f, rows...)), &out)
			if fmt.Sprint(err) != fmt.Sprint(failed) {
				t.Fatalf("block %d, %s: %v, row by row %v", n, name, err, failed)
			}
			want, got := rowBinaryResults(t, f, each.Bytes()), nativeResults(t, f, out.Bytes())
			if len(got) != len(want) {
				t.Fatalf("block %d, %s: %d results, row by row %d", n, name, len(got), len(want))
			}
			for i := range got {
				if shown(got[i]) != shown(want[i]) {
					t.Errorf("block %d, %s, %s: row %d: %q gives %s, row by row %s", n, name, rows[i].by, i, *rows[i].text, shown(got[i]), shown(want[i]))
				}
			}
		}
	}
}

// TestLargeBlock: results that are many come in several blocks, and the memory that
// a large block takes is not kept.
func TestLargeBlock(t *testing.T) {
	f := function(t, "percentDecodeNullable")
	rows := make([]row, 3000)
	for i := range rows {
		rows[i] = row{text(strings.Repeat("a%20", 500+i)), "rfc3986"}
		if i%5 == 0 {
			rows[i].text = nil
		}
	}
	var out bytes.Buffer
	writes := &writes{w: &out}
	in := append(nativeBlock(f, rows...), nativeBlock(f, rows[1])...)
	if err := f.Serve(bytes.NewReader(in), writes); err != nil {
		t.Fatal(err)
	}
	got := nativeResults(t, f, out.Bytes())
	if len(got) != len(rows)+1 {
		t.Fatalf("%d results", len(got))
	}
	for i, r := range rows {
		if want := r.text; want != nil {
			want = text(strings.ReplaceAll(*want, "%20", " "))
			if got[i] == nil || *got[i] != *want {
				t.Fatalf("row %d: another result", i)
			}
		} else if got[i] != nil {
			t.Fatalf("row %d is not NULL", i)
		}
	}
	if writes.n < 4 || writes.longest > 2*writeSize {
		t.Errorf("%d writes, the longest of %d bytes", writes.n, writes.longest)
	}
	choose, err := f.chooser()
	if err != nil {
		t.Fatal(err)
	}
	s := server{Function: f, r: bytes.NewReader(in), w: io.Discard, choose: choose}
	if err := s.native(); err != nil || cap(s.in) < keptSize {
		t.Fatalf("%d bytes are held, %v", cap(s.in), err)
	}
	s.at = len(s.in)
	if err := s.more(); !errors.Is(err, io.EOF) || cap(s.in) > keptSize {
		t.Errorf("%d bytes are kept, %v", cap(s.in), err)
	}
}

// writes counts what is written.
type writes struct {
	w          io.Writer
	n, longest int
}

func (w *writes) Write(b []byte) (int, error) {
	w.n, w.longest = w.n+1, max(w.longest, len(b))
	return w.w.Write(b)
}

// TestAnswersBeforeTheNext: a server sends the next block only when it has the
// results of this one.
func TestAnswersBeforeTheNext(t *testing.T) {
	for _, w := range wires {
		t.Run("wire="+w.name, func(t *testing.T) { answersBeforeTheNext(t, w) })
	}
}

func answersBeforeTheNext(t *testing.T, wire wire) {
	f := function(t, "percentDecode")
	toIt, fromServer := io.Pipe()
	fromIt, toServer := io.Pipe()
	r, w := toIt, toServer
	done := make(chan error, 1)
	go func() {
		err := f.Serve(r, w)
		_ = w.CloseWithError(io.EOF)
		done <- err
	}()
	for i := range 3 {
		if _, err := fromServer.Write(wire.block(f, row{text(fmt.Sprintf("%d%%20", i)), "rfc3986"})); err != nil {
			t.Fatal(err)
		}
		var got []byte
		for want := fmt.Sprintf("\x02%d ", i); !bytes.HasSuffix(got, []byte(want)); {
			b := make([]byte, 100)
			n, err := fromIt.Read(b)
			if got = append(got, b[:n]...); err != nil {
				t.Fatalf("block %d: %q, %v", i, got, err)
			}
		}
	}
	if err := fromServer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestManyDialects: a column of dialects that are different in every row costs
// nothing that stays.
func TestManyDialects(t *testing.T) {
	f := function(t, "percentEncode")
	known := make([]string, 0, 2000)
	for d := range dialect.All() {
		if d.Encodes() && d.Encoding() != nil {
			known = append(known, d.ID)
		}
	}
	growth.Linear(t, 20, 2000, func(n int) {
		rows := make([]row, n)
		for i := range rows {
			rows[i] = row{text("a"), known[i%len(known)]}
		}
		for _, w := range wires {
			var out bytes.Buffer
			if err := f.Serve(bytes.NewReader(w.block(f, rows...)), &out); err != nil {
				t.Fatal(err)
			}
			if got := w.results(t, f, out.Bytes()); len(got) != n {
				t.Fatalf("%d results of %d", len(got), n)
			}
		}
	})
}

// TestConfig reads the XML again.
func TestConfig(t *testing.T) {
	type argument struct {
		Type string `xml:"type"`
		Name string `xml:"name"`
	}
	var config struct {
		XMLName   xml.Name `xml:"functions"`
		Functions []struct {
			Type      string     `xml:"type"`
			Name      string     `xml:"name"`
			Arguments []argument `xml:"argument"`
			Return    string     `xml:"return_type"`
			Format    string     `xml:"format"`
			Command   string     `xml:"command"`
		} `xml:"function"`
	}
	const command = `exec '/a b/<&>"/percent' udf clickhouse`
	all := Functions()
	if err := xml.Unmarshal([]byte(Config(command, all...)), &config); err != nil {
		t.Fatal(err)
	}
	if len(config.Functions) != len(all) {
		t.Fatalf("%d functions, want %d", len(config.Functions), len(all))
	}
	for i, f := range all {
		got := config.Functions[i]
		kind := typeOf(f)
		if got.Name != f.Name || got.Type != "executable_pool" || got.Format != "Native" || got.Return != kind || got.Command != command+" "+f.Name {
			t.Errorf("%s: %+v", f.Name, got)
		}
		if len(got.Arguments) != len(f.Arguments) || got.Arguments[0].Type != kind || len(got.Arguments) > 1 && got.Arguments[1].Type != "String" {
			t.Errorf("%s: arguments %+v", f.Name, got.Arguments)
		}
	}
	if got := Config(command); got != "<functions></functions>\n" {
		t.Errorf("of no function: %q", got)
	}
}

func FuzzServe(f *testing.F) {
	all := Functions()
	for i := range all {
		for _, w := range wires {
			f.Add(uint8(i), w.block(all[i], row{text("a%20é%zz"), "rfc3986"}, row{text(""), "form"}))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, in []byte) {
		function := all[int(which)%len(all)]
		var whole, pieces bytes.Buffer
		err := function.Serve(bytes.NewReader(in), &whole)
		again := function.Serve(iotest.OneByteReader(bytes.NewReader(in)), &pieces)
		if fmt.Sprint(err) != fmt.Sprint(again) || !bytes.Equal(whole.Bytes(), pieces.Bytes()) {
			t.Errorf("in one piece: %v, %q; byte by byte: %v, %q", err, whole.Bytes(), again, pieces.Bytes())
		}
	})
}
