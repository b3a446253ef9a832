package placeholders

import (
	"strings"
	"testing"
)

// TestLen: a placeholder ends where it does, raw or escaped, and other text is none.
func TestLen(t *testing.T) {
	for text, want := range map[string]string{
		"{id}/a":                                 "{id}",
		"%7Bid%7D/a":                             "%7Bid%7D",
		"%7B%7Bid%7D%7D":                         "%7B%7Bid%7D%7D",
		"${a}${b}":                               "${a}",
		"{{ a | b: 'c' }}{{ d }}":                "{{ a | b: 'c' }}",
		"{{a}}}":                                 "{{a}}",
		"{ifmobile:{keyword}}&a":                 "{ifmobile:{keyword}}",
		"*|A:B|*":                                "*|A:B|*",
		"*%7CA:B%7C*":                            "*%7CA:B%7C*",
		"%DATE%&a=1":                             "%DATE%",
		"%a.b%":                                  "%a.b%",
		"%%=A(@b)=%%c%%":                         "%%=A(@b)=%%",
		"<%= a.b %>c":                            "<%= a.b %>",
		"[%a%]":                                  "[%a%]",
		"[object Object]":                        "[object Object]",
		"[object%20Object]":                      "[object%20Object]",
		"{!A.b}":                                 "{!A.b}",
		"{!$A.b}{!IF(c)}":                        "{!$A.b}",
		"%25%25a b%25%25c":                       "%25%25a b%25%25",
		"%25a.b%25":                              "",
		"{!}":                                    "",
		"{!1}":                                   "",
		"%25ABc%25E4":                            "",
		"%25E4%25F6":                             "",
		"{a,b}":                                  "",
		`{"a":1}`:                                "",
		"{a:1}":                                  "",
		"{a\n}":                                  "",
		"[a]":                                    "",
		"$5$":                                    "",
		"%C3%A9%":                                "",
		"%E9t%C3%A9":                             "",
		"%u0041%u0042":                           "",
		"%20%20":                                 "",
		"{11111111-2222-3333-4444-555555555555}": "",
		"*a*":                                    "",
		"<a>":                                    "",
		"{":                                      "",
		"%":                                      "",
		"{{ " + strings.Repeat("a", longest) + " }}": "",
	} {
		if got := text[:Len(text, 0)]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"a=@BCD@": "@BCD@", "a=%40BCD%40#e": "%40BCD%40", "a=__B_CD__&e": "__B_CD__", "a=%5F%5fBCD__": "%5F%5fBCD__", "a=~B.c~": "~B.c~",
		"a=%25b.c%25&d": "%25b.c%25", "a=%25b.c%25d": "", "a=@bcd@": "", "a=@BCD@e": "", "a/@BCD@": "", "a=__bcd__": "", "a=_BCD_": "", "a=~bcd~": "", "a=~B.c": "",
	} {
		i := strings.IndexAny(text, "=/") + 1
		if text[i:i+Len(text, i)] != want {
			t.Errorf("%q: want %q", text, want)
		}
	}
	for text, want := range map[string]string{"a=[bc]": "[bc]", "a=$bcd$&e": "$bcd$", "a=$bc$": "", "a=[b,c]": "", "a=[true]": "", "a[b]": ""} {
		if i := strings.IndexAny(text, "[$"); text[i:i+Len(text, i)] != want {
			t.Errorf("%q: want %q", text, want)
		}
	}
}
