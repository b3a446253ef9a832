package bulk_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
)

func Example() {
	decode, err := bulk.Decode(bulk.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	job := bulk.Job{
		Operation: decode,
		Policy:    bulk.Keep,
		OnFlaw:    func(f bulk.Flaw) { fmt.Println(&f) },
	}
	stats, err := job.Run(os.Stdout, bulk.From("urls", strings.NewReader("caf%C3%A9\n100%\na%20b\n")))
	fmt.Println(stats.Records, err)
	// Output:
	// urls:2: percent: truncated escape "%" at byte 3
	// café
	// 100%
	// a b
	// 3 <nil>
}

func ExampleEncode() {
	encode, err := bulk.Encode(bulk.Options{Charset: charset.ShiftJIS})
	if err != nil {
		fmt.Println(err)
		return
	}
	job := bulk.Job{Operation: encode, Separator: bulk.NULs}
	out, err := job.Record(nil, bulk.Record{Text: []byte("自動")})
	fmt.Printf("%s %v\n", out, err)
	// Output: %8E%A9%93%AE <nil>
}

func ExampleFunc() {
	upper := bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
		if len(r.Text) == 0 {
			return dst, &bulk.Flaw{SyntaxError: percent.SyntaxError{Format: "upper", Reason: "empty record"}}
		}
		return append(dst, strings.ToUpper(string(r.Text))...), nil
	})
	job := bulk.Job{Operation: upper, Policy: bulk.Skip}
	_, err := job.Run(os.Stdout, bulk.From("words", strings.NewReader("a\n\nb\n")))
	fmt.Println(err)
	job.Policy = bulk.Fail
	_, err = job.Run(os.Stdout, bulk.From("words", strings.NewReader("a\n\nb\n")))
	var f *bulk.Flaw
	fmt.Println(errors.As(err, &f), err)
	// Output:
	// A
	// B
	// <nil>
	// A
	// true words:2: upper: empty record at byte 0
}

func ExampleQuickFunc() {
	trim := bulk.QuickFunc(func(dst, text []byte) ([]byte, bool) {
		if bytes.IndexByte(text, ' ') >= 0 {
			return dst, false
		}
		return append(dst, text...), true
	}, func(dst []byte, r bulk.Record) ([]byte, error) {
		return fmt.Appendf(dst, "%s (line %d)", bytes.TrimSpace(r.Text), r.Number), nil
	})
	job := bulk.Job{Operation: trim}
	_, err := job.Run(os.Stdout, bulk.From("words", strings.NewReader("a\nb \nc\n")))
	fmt.Println(err)
	// Output:
	// a
	// b (line 2)
	// c
	// <nil>
}
