package rule_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/rule"
)

// flaws are what decoders refuse, and what changes where the rest stands.
var flaws = []string{
	"%zz", "%C3", "\xC3", "%", "%u1", "%A", "\xED\xA0\x80", "\xED\xB0\x80", "é", "%FF", "%00", "%2F", "%E0%80", "\x01", "<", "#",
	"&", "?", ";", "\"", "\t", " ", "%EF%BF%BE", "%٣٣", "%uD800", "%0D%0A", "+", "😀", "%F0%9F%98%80", "%ED%A0%80",
}

// TestAppendRest: the rest behind an error is decoded as Append decodes it.
func TestAppendRest(t *testing.T) {
	rounds := 30
	if growth.Long() {
		rounds = 300
	}
	rnd := rand.New(rand.NewPCG(17, 2))
	compared := 0
	for d := range dialect.All() {
		r := rule.Of(d.ID)
		if r.IsPlain() || r.Decode == nil {
			continue
		}
		for range rounds {
			var text strings.Builder
			for range 1 + rnd.IntN(12) {
				text.WriteString(strings.Repeat([]string{"a", "%41", "é", "%C3%A9", "\t"}[rnd.IntN(5)], rnd.IntN(200)))
				text.WriteString(flaws[rnd.IntN(len(flaws))])
			}
			rest := []byte(text.String())
			var refused *percent.SyntaxError
			for _, err := r.Decoder().Append(nil, rest); errors.As(err, &refused) && len(refused.Bytes) > 0; {
				rest = rest[int(refused.Offset)+len(refused.Bytes):]
				var want, got *percent.SyntaxError
				out, wantErr := r.Decoder().Append(nil, rest)
				if errors.As(wantErr, &want) {
					compared++
				}
				again, gotErr := r.Decoder().AppendRest([]byte("> "), rest)
				if errors.As(gotErr, &got) != (want != nil) || want != nil && *got != *want || string(again) != "> "+string(out) {
					t.Fatalf("%s: %q decodes to %q, %v, but as a rest to %q, %v", d.ID, rest, out, wantErr, again, gotErr)
				}
				err = wantErr
			}
		}
	}
	if compared < 50*rounds {
		t.Errorf("only %d errors were compared", compared)
	}
}

// TestManyErrors: what it takes to decode up to the next error does not depend on
// how much text follows.
func TestManyErrors(t *testing.T) {
	refusals := 0
	for d := range dialect.All() {
		r := rule.Of(d.ID)
		if r.IsPlain() || r.Decode == nil || r.Decode.Quoted || r.Decode.Raw == rule.RawMixedRefused {
			continue
		}
		for _, flaw := range flaws {
			_, err := r.Decoder().Append(nil, bytes.Repeat([]byte(flaw), 64))
			var refused *percent.SyntaxError
			if !errors.As(err, &refused) || refused.Offset > 16 {
				continue
			}
			refusals++
			text := bytes.Repeat([]byte(flaw), 1<<18/len(flaw))
			if n := growth.Allocated(func() { r.Decoder().AppendRest(nil, text) }); n > 1<<15 {
				t.Errorf("%s takes %d bytes of memory to come to %v in %q and so on", d.ID, n, refused, flaw)
			}
		}
	}
	if refusals < 100 {
		t.Errorf("only %d texts were refused", refusals)
	}
}

// TestRuns: a long run of escapes is not looked at from each of its escapes on.
func TestRuns(t *testing.T) {
	r := rule.Of("vscode-uri.parse")
	for _, tt := range []struct{ text, want string }{
		{"%C3%A9%zz%41", "%C3%A9%zzA"},
		{"%41%C3%41%C3%A9b", "%41%C3Aéb"},
		{"%A9%C3%A9%C3", "%A9%C3%A9%C3"},
		{"%A9%41", "%A9A"},
		{"%41%4", "A%4"},
	} {
		if out, err := r.AppendDecode(nil, []byte(tt.text)); err != nil || string(out) != tt.want {
			t.Errorf("%q decodes to %q, %v, want %q", tt.text, out, err, tt.want)
		}
	}
	for _, text := range []string{"%zz", "%C3", "%41%C3"} {
		growth.Linear(t, 1<<12, 8<<20, func(n int) { r.AppendDecode(nil, bytes.Repeat([]byte(text), n/len(text))) })
	}
}
