package charset

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/recordings"
)

// A program is what Node.js, Chromium or Firefox was seen to make of every
// charset (interop/charsets). Rows are results of 256 inputs, by the bytes, in
// hexadecimal, before the last; a result is the text after "=", or after "!"
// where a fatal decoder refuses the input.
type program struct {
	Name      string `json:"program"`
	Labels    map[string]*string
	Decode    map[string]map[string]string
	FourBytes map[string]string
	Sequences map[string]string
	Encode    map[string]string
	rows      map[string]json.RawMessage
}

var programs = sync.OnceValues(func() (map[string]*program, error) {
	return readPrograms(recordedFolder)
})

var recordedFolder string

func readPrograms(folder string) (map[string]*program, error) {
	f, err := os.Open(filepath.Join(folder, "rows.json.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	var rows map[string]json.RawMessage
	if err := json.NewDecoder(z).Decode(&rows); err != nil {
		return nil, err
	}
	all := map[string]*program{}
	for _, name := range []string{"node", "chromium", "firefox"} {
		data, err := os.ReadFile(filepath.Join(folder, name+".json"))
		if err != nil {
			return nil, err
		}
		p := &program{rows: rows}
		if err := json.Unmarshal(data, p); err != nil {
			return nil, err
		}
		all[name] = p
	}
	return all, nil
}

// recorded returns the recording of a program.
func recorded(t testing.TB, name string) *program {
	t.Helper()
	recordedFolder = filepath.Join(recordings.Folder(t), "charsets", "recordings")
	all, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	return all[name]
}

// results returns the results of 256 inputs in the row of that name.
func (p *program) results(t testing.TB, name string) []string {
	t.Helper()
	var list []string
	if raw := p.rows[name]; len(raw) > 0 && raw[0] == '{' {
		var other struct {
			Base string
			At   map[int]string
		}
		p.row(t, name, &other)
		list = slices.Clone(p.results(t, other.Base))
		for i, text := range other.At {
			list[i] = text
		}
	} else {
		p.row(t, name, &list)
	}
	if len(list) != 256 {
		t.Fatalf("row %s: %d results", name, len(list))
	}
	return list
}

// row reads the row of that name into v.
func (p *program) row(t testing.TB, name string, v any) {
	t.Helper()
	if p.rows[name] == nil {
		t.Fatalf("no row %q", name)
	}
	if err := json.Unmarshal(p.rows[name], v); err != nil {
		t.Fatal(err)
	}
}

// An encodedRun is consecutive code points with consecutive bytes.
type encodedRun struct {
	first  rune
	bytes  []byte
	length int
}

// encoded returns what p writes in a charset.
func (p *program) encoded(t testing.TB, charset string) []encodedRun {
	t.Helper()
	var raw [][3]any
	p.row(t, p.Encode[charset], &raw)
	var runs []encodedRun
	for _, r := range raw {
		run := encodedRun{first: rune(r[0].(float64)), length: int(r[2].(float64))}
		text := r[1].(string)
		if pointer, ok := strings.CutPrefix(text, "p"); ok {
			n := 0
			if _, err := fmt.Sscan(pointer, &n); err != nil {
				t.Fatal(err)
			}
			run.bytes = fourBytes(n)
		} else {
			b, err := hex.DecodeString(text)
			if err != nil {
				t.Fatal(err)
			}
			run.bytes = b
		}
		runs = append(runs, run)
	}
	return runs
}

// fourBytes returns the bytes of a pointer of gb18030.
func fourBytes(pointer int) []byte {
	return []byte{byte(pointer/12600 + 0x81), byte(pointer/1260%10 + 0x30), byte(pointer/10%126 + 0x81), byte(pointer%10 + 0x30)}
}

// at returns the bytes of the code point at an index of the run.
func (r encodedRun) at(i int) []byte {
	if len(r.bytes) == 4 {
		b := r.bytes
		return fourBytes((((int(b[0])-0x81)*10+int(b[1])-0x30)*126+int(b[2])-0x81)*10 + int(b[3]) - 0x30 + i)
	}
	b := slices.Clone(r.bytes)
	for k := len(b) - 1; i > 0; k-- {
		i += int(b[k])
		b[k] = byte(i)
		i >>= 8
	}
	return b
}

// divergent says how many results of a program differ from this package, which
// follows the Encoding Standard, as Firefox does throughout. The key is the
// charset, with what is compared before it unless that is TestRecordedRows.
// Node.js 20 hands some charsets to ICU's converters of similar names.
var divergent = map[string]map[string]int{
	"firefox": {},
	"chromium": {
		"Big5":                   4, // the pairs that are two code points
		"sequences: Big5":        17,
		"sequences: EUC-JP":      8, // 8F with a pair that is not in JIS X 0212
		"sequences: ISO-2022-JP": 5, // unfinished escape sequences
	},
	"node": {
		"labels":                 2,     // no ISO-8859-16, no x-user-defined
		"Big5":                   7147,  // 80 is U+0080; other tables
		"EUC-JP":                 38112, // 80 to 9F are C1 controls
		"EUC-KR":                 17297, // 80 is U+0080; pairs of windows-949
		"GBK":                    1873,  // FF is U+F8F5
		"IBM866":                 3,     // 1A, 1C and 7F trade places
		"ISO-2022-JP":            518,   // unfinished escape sequences
		"KOI8-U":                 2,     // AE and BE are box drawings
		"Shift_JIS":              2648,  // 1A, 1C and 7F trade places
		"windows-1252":           28,    // is ISO-8859-1
		"windows-1253":           1,     // AA is U+00AA
		"windows-1255":           1,     // CA is undefined
		"windows-874":            8,     // private use instead of errors
		"sequences: Big5":        248,
		"sequences: EUC-JP":      171,
		"sequences: EUC-KR":      232,
		"sequences: GBK":         193,
		"sequences: ISO-2022-JP": 5,
		"sequences: Shift_JIS":   176,
	},
}

// comparison counts what differs from one program, and wants the numbers of
// divergent.
type comparison struct {
	t       *testing.T
	program string
	asked   int
	differ  map[string]int
	first   map[string]string
}

func compareWith(t *testing.T, program string) *comparison {
	return &comparison{t, program, 0, map[string]int{}, map[string]string{}}
}

func (c *comparison) check(key string, same bool, input []byte, theirs, ours string) {
	c.asked++
	if same {
		return
	}
	if c.differ[key]++; c.first[key] == "" {
		c.first[key] = fmt.Sprintf("% X is %+q, here %+q", input, theirs, ours)
	}
}

func (c *comparison) finish(least int, kinds ...string) {
	c.t.Helper()
	for key, n := range c.differ {
		if want := divergent[c.program][key]; n != want {
			c.t.Errorf("%s: %d of %d results differ, want %d: %s", key, n, c.asked, want, c.first[key])
		}
	}
	for key, want := range divergent[c.program] {
		kind, _, ok := strings.Cut(key, ": ")
		if !ok && key != "labels" {
			kind = ""
		}
		if slices.Contains(kinds, kind) && c.differ[key] == 0 {
			c.t.Errorf("%s: nothing differs, want %d", key, want)
		}
	}
	if c.asked < least {
		c.t.Errorf("only %d results", c.asked)
	}
}

func eachProgram(t *testing.T, f func(t *testing.T, name string, p *program)) {
	for _, name := range []string{"node", "chromium", "firefox"} {
		p := recorded(t, name)
		t.Run("program="+name, func(t *testing.T) { f(t, name, p) })
	}
}

// TestRecordedLabels: every label that the package knows, and those that it does
// not, as TextDecoder reads them.
func TestRecordedLabels(t *testing.T) {
	labels := 0
	for _, c := range all {
		for _, l := range c.Labels() {
			labels++
			if _, asked := recorded(t, "firefox").Labels[l]; !asked {
				t.Errorf("%s is not in interop/charsets/labels.txt", l)
			}
		}
	}
	eachProgram(t, func(t *testing.T, name string, p *program) {
		with := compareWith(t, name)
		for label, theirs := range p.Labels {
			ours := ""
			// TextDecoder refuses the labels of replacement.
			if c, err := Lookup(label); err == nil && c != Replacement {
				ours = strings.ToLower(c.Name())
			}
			want := ""
			if theirs != nil {
				want = *theirs
			}
			with.check("labels", ours == want, []byte(label), want, ours)
		}
		with.finish(labels+40, "labels")
	})
}

// TestRecordedRows decodes every input of one and two bytes, and the longer ones
// of EUC-JP and ISO-2022-JP.
func TestRecordedRows(t *testing.T) {
	eachProgram(t, func(t *testing.T, name string, p *program) {
		with := compareWith(t, name)
		for _, c := range all {
			for prefix, row := range p.Decode[c.name] {
				in, err := hex.DecodeString(prefix)
				if err != nil {
					t.Fatal(err)
				}
				in = append(in, 0)
				for b, theirs := range p.results(t, row) {
					in[len(in)-1] = byte(b)
					ours := result(c, in)
					with.check(c.name, ours == theirs, in, theirs, ours)
				}
			}
		}
		with.finish(500_000, "")
	})
}

// result returns what c decodes in to, as programs are recorded.
func result(c *Charset, in []byte) string {
	var buf [64]byte
	out, err := c.AppendDecode(append(buf[:0], '='), in, Fail)
	if err == nil {
		return string(out)
	}
	out, _ = c.AppendDecode(append(buf[:0], '!'), in, Replace)
	return string(out)
}

// TestRecordedSequences decodes longer inputs of bytes of every class.
func TestRecordedSequences(t *testing.T) {
	eachProgram(t, func(t *testing.T, name string, p *program) {
		with := compareWith(t, name)
		for _, c := range all {
			if p.Sequences[c.name] == "" {
				continue
			}
			var list [][2]string
			p.row(t, p.Sequences[c.name], &list)
			for _, s := range list {
				in, err := hex.DecodeString(s[0])
				if err != nil {
					t.Fatal(err)
				}
				ours := result(c, in)
				with.check("sequences: "+c.name, ours == s[1], in, s[1], ours)
			}
		}
		with.finish(3000, "sequences")
	})
}

// TestRecordedFourBytes decodes the 1,587,600 sequences of four bytes in gb18030
// at the ends of every run, and with PERCENT_LONG all of them.
func TestRecordedFourBytes(t *testing.T) {
	const sequences = 1_587_600
	eachProgram(t, func(t *testing.T, name string, p *program) {
		with := compareWith(t, name)
		var runs [][3]int
		p.row(t, p.FourBytes["gb18030"], &runs)
		at := 0
		for pointer := range sequences {
			for at < len(runs) && runs[at][0]+runs[at][2] <= pointer {
				at++
			}
			theirs, edge := "!", pointer%97 == 0
			if at < len(runs) && runs[at][0] <= pointer {
				r := runs[at]
				theirs = "=" + string(rune(r[1]+pointer-r[0]))
				edge = edge || pointer == r[0] || pointer == r[0]+r[2]-1
			} else {
				edge = edge || at < len(runs) && pointer == runs[at][0]-1 || at > 0 && pointer == runs[at-1][0]+runs[at-1][2]
			}
			if !edge && !growth.Long() {
				continue
			}
			in := fourBytes(pointer)
			ours := result(GB18030, in)
			with.check("four bytes: gb18030", ours == theirs || theirs == "!" && ours[0] == '!', in, theirs, ours)
		}
		with.finish(16_000, "four bytes")
	})
}

// TestRecordedEncoders writes every code point as a page in the charset does.
func TestRecordedEncoders(t *testing.T) {
	eachProgram(t, func(t *testing.T, name string, p *program) {
		if name == "node" {
			if len(p.Encode) > 0 {
				t.Error("Node.js writes UTF-8 only")
			}
			return
		}
		with := compareWith(t, name)
		for _, c := range all {
			if c.Output() != c || c == UTF8 {
				continue
			}
			written := 0
			var src, dst []byte
			// Planes of which the recorder asked some are compared where a run is.
			// Beyond plane 0 nearly nothing is written: without PERCENT_LONG one
			// code point in 31 that is not is asked for.
			next := rune(0x80)
			absent := func(to rune) {
				for ; next < to; next++ {
					if next >= 0x10000 && next%31 != 0 && !growth.Long() {
						continue
					}
					if next >= 0xD800 && next < 0xE000 || next >= 0x30000 {
						continue
					}
					src = utf8.AppendRune(src[:0], next)
					var err error
					dst, err = c.AppendEncode(dst[:0], src, Refuse)
					with.check("encode: "+c.name, err != nil, src, "", string(dst))
				}
			}
			for _, run := range p.encoded(t, c.name) {
				absent(run.first)
				for i := range run.length {
					src = utf8.AppendRune(src[:0], run.first+rune(i))
					var err error
					dst, err = c.AppendEncode(dst[:0], src, Refuse)
					want := run.at(i)
					with.check("encode: "+c.name, err == nil && bytes.Equal(dst, want), src, string(want), string(dst))
				}
				written += run.length
				next = run.first + rune(run.length)
			}
			absent(0x30000)
			if written < 50 {
				t.Errorf("%s: %d code points written", c.name, written)
			}
		}
		with.finish(3_000_000, "encode")
	})
}
