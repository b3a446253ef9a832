package main

import (
	"regexp"
	"strings"
	"testing"
)

// legal is what a URI is made of, from RFC 3986 appendix A and not from the
// sets of the codec.
var legal = regexp.MustCompile(`^(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$`)

func TestRealURLs(t *testing.T) {
	file, in := corpusFile(t)
	got := runIn(t, nil, chunkSize, "fix", "-f", file)
	if got.status != 0 || got.stderr != "" {
		t.Fatalf("fix: status %d, %s", got.status, got.stderr)
	}
	before, after := strings.Split(in, "\n"), strings.Split(got.stdout, "\n")
	if len(before) != len(after) {
		t.Fatalf("fix: %d lines became %d", len(before), len(after))
	}
	same := 0
	for i := range before {
		was, is := strings.TrimSuffix(before[i], "\r"), strings.TrimSuffix(after[i], "\r")
		if i == 0 {
			if !strings.HasPrefix(is, byteOrderMark) {
				t.Error("fix: the byte order mark is gone")
			}
			was, is = strings.TrimPrefix(was, byteOrderMark), strings.TrimPrefix(is, byteOrderMark)
		}
		switch {
		case legal.MatchString(was):
			same++
			if is != was {
				t.Errorf("fix: line %d: the legal %q became %q", i+1, was, is)
			}
		case !legal.MatchString(is):
			t.Errorf("fix: line %d: %q became %q, which is not legal", i+1, was, is)
		}
	}
	if same < 40_000 || same == len(before) {
		t.Errorf("%d of %d lines are legal: that is not the file this test is for", same, len(before))
	}

	for _, flag := range []string{"", "-0", "--whole"} {
		args := []string{"encode", "--quiet"}
		if flag != "" {
			args = append(args, flag)
		}
		encoded := runIn(t, strings.NewReader(in), chunkSize, args...)
		args[0] = "decode"
		decoded := runIn(t, strings.NewReader(encoded.stdout), chunkSize, args...)
		if want := (result{stdout: in}); decoded != want {
			t.Errorf("encode %s | decode: status %d, %q, %d bytes of %d, or others", flag, decoded.status, decoded.stderr, len(decoded.stdout), len(in))
		}
	}
}
