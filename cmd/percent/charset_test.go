package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
)

// charsetInputs are what can go wrong at the border of two chunks of text in a
// charset, besides inputs.
func charsetInputs() []string {
	return append(inputs(),
		"%8E%A9%93%AE\n%8E\n%A9\n\x8E\xA9\n%8EA%83A%83\\\n", "%8E%%A9\n%8E%zz%A9%93%AE", "%81%30%81%30\n%81%30%81\n%81%30\n%810%81%4",
		"%1B$B%24%22%1B(B\n%24%22\n", "%1B%24B%24%22%24\n%1B%24%42%24%1B(J\\%1B%1B(I1%1B(B%1B(Ba", "%1B$B%1B(B%FF%1B$B$\"%FF$$%zz$&", "%1B$\n%1B", "%1B%28I%31%E3%32",
		"http://a/%8E%A9?q=%8E%A9#%8E%A9\nws://a/?%8E%A9%E8%87%AA\nHTTPS:?%83A?%83\nhttps#?%83\nmailto:a?%E8%87%AA\nx/y?%83A#a", "?%83?#", "longschemename:a?%83A\nhttp:b?%83A%E3",
		"自‽é¥\\‾~\nソ%zz%41%自%4\n¥‽a¥\n\xE8\x87\n\xE8\x87A\xFF自", "http://自/自?自‽%8#自\nws:自?自é", "é?é#é\n\xEF\xBB\xBFé?é",
		"D%D8%3D%DE%00\nA%00%0A%00%3D%D8\n", strings.Repeat("%8E%A9自", 50)+"%", "&#8253;‽&#8253;\n‽",
	)
}

// The result does not depend on how a source comes: chunk by chunk it is the
// same as value by value.
func TestCharsetStreams(t *testing.T) {
	list := []*charset.Charset{charset.ShiftJIS, charset.ISO2022JP, charset.Windows1252, charset.GB18030, charset.UTF16LE, charset.UTF8}
	if testing.Short() {
		list = list[:1]
	}
	for _, cs := range list {
		for _, op := range []string{"encode", "fix", "decode"} {
			for _, as := range []string{"rfc3986", "rfc3986.uri", "form"} {
				for sep, flag := range separatorFlags {
					for _, onError := range []string{"fail", "keep", "replace", "skip"} {
						if sep != lines && onError != "keep" || op != "decode" && cs.Output() != cs {
							continue
						}
						t.Run(fmt.Sprintf("charset=%s/op=%s/as=%s/on-error=%s/flag=%s", cs, op, as, onError, flag), func(t *testing.T) {
							for _, in := range charsetInputs() {
								testCharsetStream(t, in, cs, sep, op, as, onError)
							}
						})
					}
				}
			}
		}
	}
}

func testCharsetStream(t *testing.T, in string, cs *charset.Charset, sep separator, op, as, onError string) {
	t.Helper()
	run := func(size int, work func(*job) error) result {
		var stdout, stderr bytes.Buffer
		a := newApp(strings.NewReader(in), &stdout, &stderr)
		a.chunk = size
		var d *decoding
		j := newEncodeJob(a)
		switch op {
		case "fix":
			j = newFixJob(a)
		case "decode":
			j, d = newDecodeJob(a)
		}
		var err error
		if j.dialect, err = dialect.Lookup(as); err != nil {
			t.Fatal(err)
		}
		j.enc, j.parts, j.sep, j.policy.value = j.dialect.Encoding(), isWholeURL(j.dialect), sep, onError
		if op == "fix" {
			j.enc = fixing(j.enc)
		}
		f := charsetFlag{cs.Labels()[0]}
		if op == "decode" {
			err = f.decodeWith(j)
		} else {
			err = f.encodeWith(j)
		}
		if err != nil {
			t.Fatal(err)
		}
		j.out = newOutput("stdout", 2*size, func() (io.WriteCloser, error) { return keepOpen{&stdout}, nil })
		err = j.out.close(work(j))
		j.reportCharset()
		status := 0
		switch {
		case err != nil:
			status = a.ui.fail(err)
		case d != nil:
			d.report(j, false)
		default:
			j.policy.report(a.ui)
		}
		return result{stdout.String(), stderr.String(), status}
	}
	want := run(chunkSize, func(j *job) error {
		rest := in
		if op == "fix" && strings.HasPrefix(in, byteOrderMark) {
			rest = in[len(byteOrderMark):]
			if err := j.out.write(byteOrderMark); err != nil {
				return err
			}
		}
		texts, ends := values(rest, sep)
		for i, text := range texts {
			at := place{source: "stdin", number: int64(i + 1)}
			if sep == nothing {
				at.number = 0
			}
			if err := j.value(value{text: []byte(text), end: []byte(ends[i]), place: at}); err != nil {
				return err
			}
		}
		return nil
	})
	for _, size := range []int{1, 2, 3, 7, 33, 1 << 16} {
		got := run(size, func(j *job) error {
			return j.files([]source{{name: "stdin", open: func() (io.ReadCloser, error) { return io.NopCloser(j.stdin), nil }}})
		})
		if got != want {
			t.Fatalf("%q in chunks of %d:\n got %+v\nwant %+v", in, size, got, want)
		}
	}
}

// Decoding by steps and all at once is the same, whatever the charset, and an
// encoded text comes back.
func TestCharsetRoundTrip(t *testing.T) {
	text := "Zoë 自動 Привет 漢字 ไทย שלום 한국어 ¥\\~ é%41%zz+&=#?/"
	for _, cs := range charset.All() {
		if cs.Output() != cs {
			continue
		}
		can, err := cs.AppendEncode(nil, []byte(text), charset.QuestionMark)
		if err != nil {
			t.Fatal(err)
		}
		known, err := cs.Decode(string(can))
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{1, 3, 10, 1 << 16} {
			encoded := runIn(t, strings.NewReader(known), size, "encode", "--charset", cs.Labels()[0])
			got := runIn(t, strings.NewReader(encoded.stdout), size, "decode", "--charset", cs.Labels()[0])
			if got.stdout != known || got.status != 0 || encoded.stderr+got.stderr != "" {
				t.Errorf("%s in chunks of %d: %q via %q: %+v", cs, size, known, encoded.stdout, got)
			}
		}
	}
}

// UTF-8 is decoded on a way of its own.
func TestCharsetUTF8IsRefusingUTF8(t *testing.T) {
	e := percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Refused)
	for _, in := range charsetInputs() {
		want := decodeValues(e, in, lines, "keep")
		got := runIn(t, strings.NewReader(in), 100, "decode", "--charset", "utf8", "--on-error", "keep", "--as", "rfc3986")
		got.stderr = noteFacts(got.stderr)
		if got != want {
			t.Errorf("%q: %+v, want %+v", in, got, want)
		}
	}
}

// Malformed input takes time in proportion to its size.
func TestCharsetLinear(t *testing.T) {
	for _, label := range []string{"shift_jis", "iso-2022-jp", "gb18030", "utf-16le"} {
		for _, unit := range []string{"%FF", "%81%FF", "%1B%1B", "%zz", "%1B$B%FF"} {
			in := strings.Repeat(unit, 200_000)
			got := runIn(t, strings.NewReader(in), chunkSize, "decode", "--charset", label, "--on-error", "keep")
			if got.status != 0 {
				t.Errorf("%s of %s: %+v", label, unit, got.stderr)
			}
		}
	}
}
