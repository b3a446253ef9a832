package rule_test

import (
	"reflect"
	"testing"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/rule"
)

// TestPartsOfRules: the parts of a rule do what the rule does, a rule of five
// choices too.
func TestPartsOfRules(t *testing.T) {
	texts := []string{"", "a b+c", "%41%zz%", "é日😀", "\x00\n~!*'()/", "\xED\xA0\x80", "\xFF\xC3", "%C3%A9%FF%2F%2f+"}
	for i := range 256 {
		texts = append(texts, string([]byte{byte(i)}), string([]byte{'%', "0123456789ABCDEF"[i>>4], "0123456789ABCDEF"[i&15]}))
	}
	plain := 0
	for d := range dialect.All() {
		r := rule.Of(d.ID)
		if r.IsPlain() {
			plain++
		}
		decode := r.DecodeOf()
		parts := &rule.Rule{Decode: &decode}
		if r.Encodes() {
			encode := r.EncodeOf()
			parts.Encode = &encode
			if parts.Key() != r.Key() {
				t.Errorf("%s: the parts have another key", d)
			}
		}
		for _, text := range texts {
			if r.Encodes() {
				want, wantErr := r.AppendEncode(nil, []byte(text))
				got, err := parts.AppendEncode(nil, []byte(text))
				if string(got) != string(want) || (err == nil) != (wantErr == nil) {
					t.Errorf("%s: the parts encode %q to %q, %v, the rule to %q, %v", d, text, got, err, want, wantErr)
				}
			}
			want, wantErr := r.AppendDecode(nil, []byte(text))
			got, err := parts.AppendDecode(nil, []byte(text))
			if string(got) != string(want) || (err == nil) != (wantErr == nil) {
				t.Errorf("%s: the parts decode %q to %q, %v, the rule to %q, %v", d, text, got, err, want, wantErr)
			}
		}
	}
	if plain == 0 {
		t.Error("no rule of five choices")
	}
}

// TestVariants: a variant differs in the field that it names and in no other, and
// no two are the same.
func TestVariants(t *testing.T) {
	encode := rule.Encode{Kept: "[a]", Plus: true, Surrogates: rule.SurrogatesRefused}
	fields := map[string]int{}
	seen := map[rule.Encode]bool{encode: true}
	for _, v := range rule.EncodeVariants(encode) {
		if seen[v.Rule] {
			t.Errorf("%s %s comes twice", v.Field, v.Value)
		}
		seen[v.Rule] = true
		fields[v.Field]++
		checkVariant(t, encode, v.Rule, v.Field)
	}
	if fields["Surrogates"] != 14 || fields["Plus"] != 1 || fields["Kept"] != 0 {
		t.Errorf("variants of %v", fields)
	}
	decode := rule.Decode{Hex: rule.HexOneEnd}
	sums := 0
	for _, v := range rule.DecodeVariants(decode) {
		checkVariant(t, decode, v.Rule, v.Field)
		if v.Field == "Hex" {
			sums++
		}
	}
	if sums != 8 {
		t.Errorf("%d variants of a sum of 8", sums)
	}
}

func checkVariant(t *testing.T, was, is any, field string) {
	t.Helper()
	a, b := reflect.ValueOf(was), reflect.ValueOf(is)
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		if same := a.Field(i).Interface() == b.Field(i).Interface(); same == (name == field) {
			t.Errorf("variant of %s: %s is the same: %v", field, name, same)
		}
	}
}
