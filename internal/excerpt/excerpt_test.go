package excerpt

import "testing"

func TestQuoted(t *testing.T) {
	for _, tt := range []struct {
		data string
		most int
		want string
	}{
		{"", 3, `""`},
		{"abc", 3, `"abc"`},
		{"abcd", 3, `"abc"…`},
		{"aé", 2, `"a"…`}, // no half of a character
		{"日本", 4, `"日"…`},
		{"\xff\xfe", 1, `"\xff"…`}, // what is no character is cut anywhere
		{"\x80\x80\x80\x80\x80\x80", 5, `"\x80\x80\x80\x80\x80"…`},
		{"a\n\u202eb", 9, `"a\n\u202eb"`},
		{`a"b`, 9, `"a\"b"`},
		{`a\b`, 9, `"a\\b"`},
		{" ~\x7f", 9, `" ~\x7f"`},
	} {
		if got := Quoted(tt.data, tt.most); got != tt.want {
			t.Errorf("Quoted(%q, %d) = %s, want %s", tt.data, tt.most, got, tt.want)
		}
	}
}

func TestName(t *testing.T) {
	for name, want := range map[string]string{
		"url": "url", "a b": "a b", "é": "é", "a\tb": `"a\tb"`, "\xff": `"\xff"`, "\u202e": `"\u202e"`, "": "",
	} {
		if got := Name(name); got != want || Printable(name) != (got == name) {
			t.Errorf("Name(%q) = %s, want %s", name, got, want)
		}
	}
}
