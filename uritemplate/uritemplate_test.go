package uritemplate

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
)

// rfcValues are the variables of the examples in section 3.2.
var rfcValues = Values{
	"count":      List("one", "two", "three"),
	"dom":        List("example", "com"),
	"dub":        String("me/too"),
	"hello":      String("Hello World!"),
	"half":       String("50%"),
	"var":        String("value"),
	"who":        String("fred"),
	"base":       String("http://example.com/home/"),
	"path":       String("/foo/bar"),
	"list":       List("red", "green", "blue"),
	"keys":       Pairs(Pair{"semi", ";"}, Pair{"dot", "."}, Pair{"comma", ","}),
	"v":          String("6"),
	"x":          String("1024"),
	"y":          String("768"),
	"empty":      String(""),
	"empty_keys": Pairs(),
	"empty_list": List(),
}

func TestExpand(t *testing.T) {
	values := Values{
		"id": String("admin%2F"), "not_pct": String("%foo"), "clef": String("\U0001D11Estave"),
		"cut": String("%E3%81%82%E3%81%84"), "mixed": String("a%C3%A9é%zz"), "raw": String("\xE3\x81x"),
		"short": String("%C3"), "pairs": Pairs(Pair{"a&b", "c d"}, Pair{"%41", ""}), "x%20y": String("1"), "a.b": String("2"),
		"assoc_special_chars": Pairs(Pair{"šöäŸœñ", "ê€£¥‡"}),
		"target_host":         String("2001:db8::42"), "blank": List("", ""), "one": List(""),
	}
	for name, v := range rfcValues {
		values[name] = v
	}
	for _, tt := range []struct{ name, template, want string }{
		{"section 1.2 level 1", "{hello}", "Hello%20World%21"},
		{"section 1.2 level 2", "{+hello}", "Hello%20World!"},
		{"section 1.2 fragment", "X{#hello}", "X#Hello%20World!"},
		{"section 1.2 level 3", "map?{x,y}", "map?1024,768"},
		{"section 1.2 level 4", "{/list*,path:4}", "/red/green/blue/%2Ffoo"},
		{"section 3.2.2", "{half}", "50%25"},
		{"section 3.2.2 base", "{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"},
		{"section 3.2.2 undefined", "O{undef}X", "OX"},
		{"section 3.2.2 two, one undefined", "{x,undef}", "1024"},
		{"section 3.2.2 undefined first", "?{undef,y}", "?768"},
		{"section 3.2.3", "{+half}", "50%25"},
		{"section 3.2.3 keys", "{+keys*}", "semi=;,dot=.,comma=,"},
		{"section 3.2.3 keys joined", "{+keys}", "semi,;,dot,.,comma,,"},
		{"section 3.2.7", "{;x,y,empty}", ";x=1024;y=768;empty"},
		{"section 3.2.7 keys", "{;keys*}", ";semi=%3B;dot=.;comma=%2C"},
		{"section 3.2.8", "{?x,y,empty}", "?x=1024&y=768&empty="},
		{"section 3.2.8 only undefined", "{?undef}", ""},
		{"section 3.2.9", "?fixed=yes{&x}", "?fixed=yes&x=1024"},
		{"empty list", "X{.empty_list}", "X"},
		{"empty keys", "X{?empty_keys*}", "X"},
		{"empty string has its operator", "X{.empty}{/empty}{#empty}", "X./#"},
		{"list of empty strings", "{;blank*}{?blank*}{/blank*}{?blank}", ";blank;blank?blank=&blank=//?blank=,"},
		{"list of one empty string", "{;one}{?one}", ";one=?one="},
		{"extended: escapes kept", "{+id}", "admin%2F"},
		{"extended: escapes encoded", "{id}", "admin%252F"},
		{"extended: no escape", "{+not_pct}{#not_pct}{not_pct}", "%25foo#%25foo%25foo"},
		{"extended: prefix of one character", "{clef:1}", "%F0%9D%84%9E"},
		{"prefix longer than the value", "{x:9999}", "1024"},
		{"prefix keeps a character of escapes", "{+cut:1}", "%E3%81%82"},
		{"prefix counts characters", "{+mixed:2}{+mixed:3}{+mixed:4}", "a%C3%A9a%C3%A9%C3%A9a%C3%A9%C3%A9%25"},
		{"prefix where escapes are data", "{cut:2}", "%25E"},
		{"prefix of octets that are not UTF-8", "{raw:2}", "%E3%81"},
		{"prefix of half a character", "{+short:1}", "%C3"},
		{"RFC 9298: IPv6 address", "{target_host}", "2001%3Adb8%3A%3A42"},
		{"keys as values", "{?pairs*}", "?a%26b=c%20d&%2541="},
		{"extended: keys beyond ASCII", "{?assoc_special_chars*}", "?%C5%A1%C3%B6%C3%A4%C5%B8%C5%93%C3%B1=%C3%AA%E2%82%AC%C2%A3%C2%A5%E2%80%A1"},
		{"keys after plus", "{+pairs*}", "a&b=c%20d,%41="},
		{"escape in a name", "{?x%20y}{a.b}", "?x%20y=12"},
		{"literals", "é'%41{x}%C3", "%C3%A9'%411024%C3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tmpl, err := Parse(tt.template)
			if err != nil {
				t.Fatal(err)
			}
			checkExpansion(t, tmpl, values, []string{tt.want})
		})
	}
}

// checkExpansion goes through every entry point.
func checkExpansion(t *testing.T, tmpl *Template, values Values, want []string) {
	t.Helper()
	got, err := tmpl.Expand(values)
	if err != nil || !slices.Contains(want, got) {
		t.Errorf("%s: %q, %v, want %q", tmpl, got, err, want)
	}
	appended, err := tmpl.AppendExpand([]byte("x"), values)
	if err != nil || string(appended) != "x"+got {
		t.Errorf("%s: appended %q, %v", tmpl, appended, err)
	}
	lenient, errs := ParseLenient(tmpl.String())
	if again, err := lenient.Expand(values); len(errs) > 0 || err != nil || again != got {
		t.Errorf("%s: lenient %q, %v, %v", tmpl, again, errs, err)
	}
}

// Section 2.1 leaves the apostrophe out of what may be a literal.
func TestApostrophe(t *testing.T) {
	tmpl, err := Parse("/it's{x}'")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := tmpl.Expand(Values{"x": String("'")}); err != nil || got != "/it's%27'" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestKeys(t *testing.T) {
	values := Values{"p": Pairs(Pair{"a&b%41", "c&d"})}
	for _, tt := range []struct {
		keys           Keys
		template, want string
	}{
		{KeysAsValues, "{?p*}", "?a%26b%2541=c%26d"},
		{KeysAsLiterals, "{?p*}", "?a&b%41=c%26d"},
		{KeysAsLiterals, "{;p*}", ";a&b%41=c%26d"},
		{KeysAsLiterals, "{&p*}", "&a&b%41=c%26d"},
		{KeysAsLiterals, "{p*}", "a%26b%2541=c%26d"},
		{KeysAsLiterals, "{?p}", "?p=a%26b%2541,c%26d"},
	} {
		tmpl := MustParse(tt.template)
		if got, err := tmpl.WithKeys(tt.keys).Expand(values); err != nil || got != tt.want {
			t.Errorf("%s, keys %d: %q, %v, want %q", tt.template, tt.keys, got, err, tt.want)
		}
		if tmpl.keys != KeysAsValues {
			t.Error("WithKeys changed its receiver")
		}
	}
}

// TestAppendixA compares with an expander that is nothing but the table and the
// algorithm of appendix A: every operator, modifier and pair of the variables of
// section 3.2.
func TestAppendixA(t *testing.T) {
	type values struct {
		text string
		list []string    // of a list
		keys [][2]string // of an associative array
		kind int         // 0 undefined, 1 a string, 2 a list, 3 an associative array
	}
	variables := map[string]values{"undef": {}}
	names := []string{"undef"}
	for name, text := range map[string]string{
		"dub": "me/too", "hello": "Hello World!", "half": "50%", "var": "value", "path": "/foo/bar", "y": "768", "empty": "",
	} {
		variables[name] = values{text: text, kind: 1}
		names = append(names, name)
	}
	for name, list := range map[string][]string{"count": {"one", "two", "three"}, "empty_list": nil} {
		variables[name] = values{list: list, kind: 2}
		names = append(names, name)
	}
	for name, keys := range map[string][][2]string{"keys": {{"semi", ";"}, {"dot", "."}, {"comma", ","}}, "empty_keys": nil} {
		variables[name] = values{keys: keys, kind: 3}
		names = append(names, name)
	}
	slices.Sort(names)
	operators := map[string]struct {
		first, sep    string
		named         bool
		ifEmpty, kept string
	}{
		"":  {"", ",", false, "", ""},
		"+": {"", ",", false, "", ":/?#[]@!$&'()*+,;="},
		"#": {"#", ",", false, "", ":/?#[]@!$&'()*+,;="},
		".": {".", ".", false, "", ""},
		"/": {"/", "/", false, "", ""},
		";": {";", ";", true, "", ""},
		"?": {"?", "&", true, "=", ""},
		"&": {"&", "&", true, "=", ""},
	}
	for op, o := range operators {
		encode := func(s string) string {
			var b strings.Builder
			for _, c := range []byte(s) {
				if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~"+o.kept, c) >= 0 {
					b.WriteByte(c)
				} else {
					b.WriteString("%" + strings.ToUpper(hex.EncodeToString([]byte{c})))
				}
			}
			return b.String()
		}
		// one expands a variable; ok is false where it is undefined.
		one := func(name, modifier string) (string, bool) {
			v := variables[name]
			label := func(name, text string) string {
				switch {
				case !o.named:
					return text
				case text == "":
					return name + o.ifEmpty
				}
				return name + "=" + text
			}
			var parts []string
			switch v.kind {
			case 1:
				text := v.text
				if n, err := strconv.Atoi(strings.TrimPrefix(modifier, ":")); err == nil && n < len(text) {
					text = text[:n]
				}
				return label(name, encode(text)), true
			case 2:
				for _, s := range v.list {
					if modifier == "*" {
						parts = append(parts, label(name, encode(s)))
					} else {
						parts = append(parts, encode(s))
					}
				}
			case 3:
				for _, p := range v.keys {
					if modifier == "*" {
						parts = append(parts, encode(p[0])+"="+encode(p[1]))
					} else {
						parts = append(parts, encode(p[0])+","+encode(p[1]))
					}
				}
			}
			switch {
			case len(parts) == 0:
				return "", false
			case modifier == "*":
				return strings.Join(parts, o.sep), true
			}
			return label(name, strings.Join(parts, ",")), true
		}
		for _, x := range names {
			for _, y := range append(names, "") {
				for _, modifier := range []string{"", "*", ":1", ":3", ":30"} {
					if modifier[:min(1, len(modifier))] == ":" && variables[x].kind > 1 {
						continue // section 2.4.1: a prefix of composite values is undefined
					}
					template := "{" + op + x + modifier
					var parts []string
					if s, ok := one(x, modifier); ok {
						parts = append(parts, s)
					}
					if y != "" {
						template += "," + y
						if s, ok := one(y, ""); ok {
							parts = append(parts, s)
						}
					}
					template += "}"
					want := ""
					if len(parts) > 0 {
						want = o.first + strings.Join(parts, o.sep)
					}
					tmpl, err := Parse(template)
					if err != nil {
						t.Fatal(err)
					}
					checkExpansion(t, tmpl, rfcValues, []string{want})
				}
			}
		}
	}
}

// TestPublishedSuite runs the published test suite, too, where a developer has it
// beside the repository.
func TestPublishedSuite(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "..", "shared", "conformance", "uritemplate", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var groups map[string]struct {
			Variables Values
			Testcases [][2]json.RawMessage
		}
		if err := json.Unmarshal(data, &groups); err != nil {
			t.Fatal(err)
		}
		for title, group := range groups {
			for _, c := range group.Testcases {
				var template, one string
				var want []string
				if err := json.Unmarshal(c[0], &template); err != nil {
					t.Fatal(err)
				}
				if json.Unmarshal(c[1], &one) == nil {
					want = []string{one}
				} else if err := json.Unmarshal(c[1], &want); err != nil {
					t.Fatalf("%s %s: %s", title, template, c[1])
				}
				tmpl, err := Parse(template)
				if err != nil {
					t.Errorf("%s: %v", template, err)
					continue
				}
				checkExpansion(t, tmpl, group.Variables, want)
				cases++
			}
		}
	}
	if len(names) > 0 && cases < 150 {
		t.Errorf("ran only %d cases", cases)
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		template string
		offset   int64
		bytes    string
		reason   percent.Reason
		lenient  string
	}{
		{"ab{x", 2, "{x", UnclosedExpression, "ab{x"},
		{"{x{y}", 0, "{x", UnclosedExpression, "{x768"},
		{"a}b", 1, "}", InvalidLiteral, "a%7Db"},
		{"a b", 1, " ", InvalidLiteral, "a%20b"},
		{"a\x00", 1, "\x00", InvalidLiteral, "a%00"},
		{"a\u0085", 1, "\u0085", InvalidLiteral, "a%C2%85"},
		{"\uFFFF", 0, "\uFFFF", InvalidLiteral, "%EF%BF%BF"},
		{"a\xFF", 1, "\xFF", percent.InvalidUTF8, "a%FF"},
		{"50%", 2, "%", percent.TruncatedEscape, "50%25"},
		{"50%zz", 2, "%zz", percent.InvalidEscape, "50%25zz"},
		{"é{=x}", 3, "=", ReservedOperator, "%C3%A9{=x}"},
		{"{!x}", 1, "!", ReservedOperator, "{!x}"},
		{"{|x}", 1, "|", ReservedOperator, "{|x}"},
		{"{@x}", 1, "@", ReservedOperator, "{@x}"},
		{"{,x}", 1, ",", ReservedOperator, "{,x}"},
		{"{}", 1, "}", MissingName, "{}"},
		{"{+}", 2, "}", MissingName, "{+}"},
		{"{x,}", 3, "}", MissingName, "{x,}"},
		{"{x,,y}", 3, ",", MissingName, "{x,,y}"},
		{"{.x.}", 4, "}", MissingName, "{.x.}"},
		{"{x..y}", 3, ".", InvalidName, "{x..y}"},
		{"{x y}", 2, " ", InvalidName, "{x y}"},
		{"{x-y}", 2, "-", InvalidName, "{x-y}"},
		{"{*}", 1, "*", MissingName, "{*}"},
		{"{x**}", 3, "*", InvalidName, "{x**}"},
		{"{x*:3}", 3, ":", InvalidName, "{x*:3}"},
		{"{x:3*}", 4, "*", InvalidPrefix, "{x:3*}"},
		{"{x:}", 3, "}", InvalidPrefix, "{x:}"},
		{"{x:0}", 3, "0", InvalidPrefix, "{x:0}"},
		{"{x:03}", 3, "0", InvalidPrefix, "{x:03}"},
		{"{x:12345}", 7, "5", InvalidPrefix, "{x:12345}"},
		{"{x%2}", 2, "%", percent.InvalidEscape, "{x%2}"},
		{"{é}", 1, "\xC3", InvalidName, "{é}"},
	} {
		_, err := Parse(tt.template)
		var syntax *percent.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: %v", tt.template, err)
			continue
		}
		if syntax.Offset != tt.offset || syntax.Bytes != tt.bytes || syntax.Reason != tt.reason {
			t.Errorf("%q: %v, want %s %q at %d", tt.template, err, tt.reason, tt.bytes, tt.offset)
		}
		tmpl, errs := ParseLenient(tt.template)
		if len(errs) == 0 || *errs[0] != *syntax {
			t.Errorf("%q: lenient %v", tt.template, errs)
		}
		if got, err := tmpl.Expand(rfcValues); err != nil || got != tt.lenient {
			t.Errorf("%q: lenient %q, %v, want %q", tt.template, got, err, tt.lenient)
		}
	}
}

func TestLenientGoesOn(t *testing.T) {
	tmpl, errs := ParseLenient("{x}{!a} {y:}{y}{z")
	if len(errs) != 4 {
		t.Errorf("errors %v", errs)
	}
	if got, err := tmpl.Expand(rfcValues); err != nil || got != "1024{!a}%20{y:}768{z" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestPrefixOfComposite(t *testing.T) {
	for _, name := range []string{"list", "keys"} {
		template := "a{x}{?x," + name + ":3}b"
		got, err := MustParse(template).Expand(rfcValues)
		var expand *percent.SyntaxError
		if !errors.As(err, &expand) || expand.Bytes != name || expand.Reason != CompositePrefix || expand.Offset != 8 || got != "a1024" {
			t.Errorf("%q, %v", got, err)
		}
		if err.Error() != `uritemplate: prefix of composite value "`+name+`" at byte 8` {
			t.Error(err)
		}
		lenient, errs := ParseLenient(template)
		if got, err := lenient.Expand(rfcValues); len(errs) > 0 || err != nil || got != "a1024{?x,"+name+":3}b" {
			t.Errorf("lenient: %q, %v, %v", got, errs, err)
		}
	}
	if got, err := MustParse("{empty_list:3}").Expand(rfcValues); got != "" || err != nil {
		t.Errorf("an undefined value: %q, %v", got, err)
	}
}

func TestVariables(t *testing.T) {
	tmpl := MustParse("{x}{?y*,x:3}lit{a.b,c%20}")
	if got := tmpl.Variables(); !slices.Equal(got, []string{"x", "y", "a.b", "c%20"}) {
		t.Error(got)
	}
	if tmpl.String() != "{x}{?y*,x:3}lit{a.b,c%20}" {
		t.Error(tmpl)
	}
}

func TestValueJSON(t *testing.T) {
	var values Values
	err := json.Unmarshal([]byte(`{"s":"é","n":1.50,"b":true,"u":null,"l":["a",null,2],"o":{"z":1,"a":null,"m":"x"},"e":{},"el":[]}`), &values)
	if err != nil {
		t.Fatal(err)
	}
	got, err := MustParse("{s}{n}{b}{u}{?l*,o*,e,el}").Expand(values)
	if err != nil || got != "%C3%A91.50true?l=a&l=2&z=1&m=x" {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{`{"a":[[1]]}`, `{"a":{"b":{}}}`, `{"a":[{}]}`} {
		if err := json.Unmarshal([]byte(bad), &values); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
	if got, _ := MustParse("{?m*}").Expand(Values{"m": Map(map[string]string{"b": "2", "a": "1"})}); got != "?a=1&b=2" {
		t.Error(got)
	}
}

func TestAppendAllocatesNothing(t *testing.T) {
	tmpl := MustParse("http://h{/list*,path:4}{?x,hello,keys*}{#half}")
	dst := make([]byte, 0, 1000)
	if n := testing.AllocsPerRun(100, func() { dst, _ = tmpl.AppendExpand(dst[:0], rfcValues) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Expand allocates the string that it returns, and nothing else, up to the size
// that its comment states.
func TestExpandAllocatesOnce(t *testing.T) {
	for _, length := range []int{0, 1, 24, 25, 190} {
		tmpl := MustParse("/{x}{u}{y*}{?z:3}")
		values := Values{"x": String(strings.Repeat("x", length)), "y": List()}
		if length < 100 {
			values["y"] = Pairs(Pair{"é", "ü"}, Pair{"", "a"})
			values["z"] = String("wxyz")
		}
		got, err := tmpl.Expand(values)
		if err != nil || len(got) > 192 || len(got) <= length {
			t.Fatalf("%d: %q, %v", length, got, err)
		}
		if n := testing.AllocsPerRun(100, func() { got, _ = tmpl.Expand(values) }); n != 1 {
			t.Errorf("%d bytes: %v allocations", len(got), n)
		}
	}
	empty := MustParse("{u}")
	if n := testing.AllocsPerRun(100, func() { _, _ = empty.Expand(nil) }); n != 0 {
		t.Errorf("nothing: %v allocations", n)
	}
}

// TestShortValues compares the loop for short values with the codec.
func TestShortValues(t *testing.T) {
	for a := range 256 {
		for _, s := range []string{string([]byte{byte(a)}), string([]byte{'a', byte(a), '%', '4', 'f'}), "%" + string([]byte{byte(a), '1'}), "%" + string([]byte{'1', byte(a)}), "é" + string([]byte{byte(a), '%'})} {
			if got := simple.append(make([]byte, 0, 1+3*len(s)), 0, "", s); string(got) != unreserved.Encode(s) {
				t.Errorf("%q: %q, want %q", s, got, unreserved.Encode(s))
			}
			if got := operators['+'].append(make([]byte, 0, 1+3*len(s)), 0, "", s); string(got) != reserved.Encode(s) {
				t.Errorf("reserved %q: %q, want %q", s, got, reserved.Encode(s))
			}
		}
	}
}

func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"{x}", "a{+x:3,y*}é", "{?x,y*}{&x}{#x:1}", "{x", "%C3%zz{!}", "{;z*,z}"} {
		f.Add(s, "v%C3%A9 &é\xFF")
	}
	f.Fuzz(func(t *testing.T, template, value string) {
		values := Values{"x": String(value), "y": List(value, value), "z": Pairs(Pair{value, value})}
		tmpl, errs := ParseLenient(template)
		for _, e := range errs {
			if e.Offset < 0 || !strings.HasPrefix(template[e.Offset:], e.Bytes) || e.Error() == "" {
				t.Fatalf("%q: %v", template, e)
			}
		}
		got, err := tmpl.Expand(values)
		if err != nil {
			t.Fatal(err)
		}
		strict, err := Parse(template)
		if (err == nil) != (len(errs) == 0) {
			t.Fatalf("%q: strict %v, lenient %v", template, err, errs)
		}
		if err != nil {
			return
		}
		again, err := strict.Expand(values)
		if err == nil && again != got {
			t.Fatalf("%q: %q and %q", template, got, again)
		}
		// What comes out is a legal URI reference, octet by octet.
		if err == nil && reserved.Fix(got) != got || !utf8.ValidString(again) {
			t.Fatalf("%q: %q", template, got)
		}
	})
}
