package flags_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

func TestNames(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"one", "url", []string{"url"}},
		{"several", "url,ref,/a/0", []string{"url", "ref", "/a/0"}},
		{"quotation marks inside", `5" disk,say "hi"`, []string{`5" disk`, `say "hi"`}},
		{"spaces", " url, ref", []string{" url", " ref"}},
		{"line end", "a\nb,c\r\nd", []string{"a\nb", "c\r\nd"}},
		{"comma", `"City, State",url`, []string{"City, State", "url"}},
		{"doubled", `url,"""a"", b"`, []string{"url", `"a", b`}},
		{"empty", "", nil},
		{"comma alone", ",", nil},
		{"empty at the end", "url,", nil},
		{"empty, quoted", `url,""`, nil},
		{"not closed", `"a,b`, nil},
		{"text behind", `"a"b,c`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			n := flags.Names{"first"}
			err := n.Set(test.text)
			var usage *operation.UsageError
			if test.want == nil {
				if !errors.As(err, &usage) || usage.Hint == "" || len(n) != 1 {
					t.Fatalf("%q, %v", n, err)
				}
				return
			}
			if err != nil || !slices.Equal(n[1:], test.want) {
				t.Fatalf("%q, %v", n, err)
			}
			var again flags.Names
			if err := again.Set(n.String()); err != nil || !slices.Equal(again, n) {
				t.Errorf("%s becomes %q, %v", n.String(), again, err)
			}
		})
	}
}
