package explain

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/growth"
)

// TestClasses holds the classes against the text of RFC 3986 section 2 and RFC
// 2396 section 2.4.3, byte by byte.
func TestClasses(t *testing.T) {
	want := map[inspect.Class]string{
		inspect.ClassUnreserved: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~",
		inspect.ClassGenDelim:   ":/?#[]@",
		inspect.ClassSubDelim:   "!$&'()*+,;=",
		inspect.ClassPercent:    "%",
		inspect.ClassSpace:      " ",
		inspect.ClassDelims:     `<>"`,
		inspect.ClassUnwise:     "{}|\\^`",
		inspect.ClassControl:    "\x7F",
	}
	for c := range 0x20 {
		want[inspect.ClassControl] += string(rune(c))
	}
	n := 0
	for class, characters := range want {
		for _, r := range characters {
			n++
			if got := inspect.ClassOf(r); got != class {
				t.Errorf("%q is %v, not %v", r, got, class)
			}
			if class.Excluded() != !strings.ContainsRune(want[inspect.ClassUnreserved]+want[inspect.ClassGenDelim]+want[inspect.ClassSubDelim]+"%", r) {
				t.Errorf("%q: excluded is %v", r, class.Excluded())
			}
			if class.Reserved() != percent.Reserved.Contains(byte(r)) {
				t.Errorf("%q: reserved is %v", r, class.Reserved())
			}
		}
	}
	if n != 128 {
		t.Errorf("%d characters have a class", n)
	}
	for _, r := range []rune{-1, 0x80, 'é', 0xD800, 0x10FFFF, 0x110000} {
		if inspect.ClassOf(r) != inspect.ClassNonASCII || inspect.PlacesOf(r) != 0 {
			t.Errorf("%x is %v, in %v", r, inspect.ClassOf(r), inspect.PlacesOf(r).Names())
		}
	}
}

// TestPlaces holds the places against the grammar of RFC 3986, appendix A.
func TestPlaces(t *testing.T) {
	const unreserved, subDelims = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", "!$&'()*+,;="
	const pchar = unreserved + subDelims + ":@"
	want := map[inspect.Places]string{
		inspect.InUserinfo: unreserved + subDelims + ":",
		inspect.InRegName:  unreserved + subDelims,
		inspect.InSegment:  pchar,
		inspect.InPath:     pchar + "/",
		inspect.InQuery:    pchar + "/?",
		inspect.InFragment: pchar + "/?",
	}
	for place, set := range want {
		for r := range rune(128) {
			if got := inspect.PlacesOf(r)&place != 0; got != strings.ContainsRune(set, r) {
				t.Errorf("%q in %v: %v", r, place.Names(), got)
			}
		}
	}
	if got := strings.Join(inspect.Everywhere.Names(), " "); got != "userinfo reg-name segment path query fragment" {
		t.Errorf("everywhere is %s", got)
	}
}

func TestName(t *testing.T) {
	for r, want := range map[rune]string{
		'a': "LATIN SMALL LETTER A", '/': "SOLIDUS", ' ': "SPACE", 0: "NULL", '\t': "CHARACTER TABULATION", '\n': "LINE FEED",
		'\r': "CARRIAGE RETURN", 0x1B: "ESCAPE", 0x1F: "INFORMATION SEPARATOR ONE", 0x7F: "DELETE", 0x80: "PADDING CHARACTER",
		0x85: "NEXT LINE", 0x9F: "APPLICATION PROGRAM COMMAND", 0xA0: "NO-BREAK SPACE", 0x202E: "RIGHT-TO-LEFT OVERRIDE",
		'東': "CJK UNIFIED IDEOGRAPH-6771", 0x3400: "CJK UNIFIED IDEOGRAPH-3400", 0x20000: "CJK UNIFIED IDEOGRAPH-20000",
		0xAC00: "HANGUL SYLLABLE GA", '한': "HANGUL SYLLABLE HAN", 0xD7A3: "HANGUL SYLLABLE HIH", 0xC640: "HANGUL SYLLABLE WA",
		0x17000: "TANGUT IDEOGRAPH-17000", 0xE000: "<private use>", 0x10FFFD: "<private use>", 0xFFFE: "<noncharacter>",
		0x10FFFF: "<noncharacter>", 0xFDD0: "<noncharacter>", 0xD800: "<high surrogate>", 0xDFFF: "<low surrogate>",
		0x378: "<unassigned>", -1: "<beyond Unicode>", 0x110000: "<beyond Unicode>", '😀': "GRINNING FACE",
	} {
		if got := text.Name(r); got != want {
			t.Errorf("U+%04X is %q, not %q", r, got, want)
		}
	}
	for r := range rune(0x110000) {
		if name := text.Name(r); name == "" || strings.Contains(name, "<CJK") || strings.Contains(name, "First") {
			t.Fatalf("U+%04X is %q", r, name)
		}
	}
}

// verdictLetters stands for each verdict in the tables below.
var verdictLetters = map[Verdict]byte{
	VerdictStays: '.', VerdictDelimiter: 'd', VerdictMayStand: 'm', VerdictDepends: '?', VerdictMustEscape: '!',
	VerdictStray: '%', VerdictNoEscape: 'u', VerdictNeedless: '~', VerdictData: 'D', VerdictEscaped: 'e',
}

// TestVerdicts goes through the decision tree. The verdict of each character is a
// letter at its first byte.
func TestVerdicts(t *testing.T) {
	if len(verdictLetters) != verdicts {
		t.Fatalf("%d of %d verdicts have a letter", len(verdictLetters), verdicts)
	}
	cases := []struct {
		kind       inspect.Kind
		text, want string
	}{
		{inspect.KindURI, "http://u:p@a.b:8/c;d/e?f=g=h&i#j/k?", "...." + "ddd" + ".d.d" + "..." + "d." + "d.d.d." + "d.d.m.d." + "d.m.m"},
		{inspect.KindURI, "s:a%2Fb%41%7e%20%C3%A9", ".d.D  .~  ~  e  e     "},
		{inspect.KindURI, "/a b<%zz%u0041é", "d.!.!%..u     ! "},
		{inspect.KindURI, "/a[b]?[#[", "d.!.!d!d!"},
		{inspect.KindURI, "//[::1]/@:!", "ddddd.ddmmm"},
		{inspect.KindURI, "a+b://c", ".m.ddd."},
		{inspect.KindText, "a/b?+=é%2f%7E%%20", ".?.???! D  ~  %e  "},
		{inspect.KindUserinfo, "a:b:c@/", ".d.m.!!"},
		{inspect.KindHost, "a.b:c", "...!."},
		{inspect.KindPath, "/a;b=c:d?e", "d.d.m.m.!."},
		{inspect.KindQuery, "a=b=c&d=/?#+", ".d.m.d.dmm!m"},
		{inspect.KindForm, "a+b=c", ".d.d."},
		{inspect.KindValue, "a/b?c=d+e!%2F~%41é ", ".!.!.!.!.!D  .~  ! !"},
		{inspect.KindFragment, "a/b?#=&", ".m.m!mm"},
		{inspect.KindText, "%c0%AF%ed%a0%80%ff\xff", "e     e        e  !"},
		{inspect.KindText, "%E3\x81%82", "!      "},
		{inspect.KindText, "%e3%81%BA", "e        "},
	}
	for _, c := range cases {
		t.Run(c.kind.String()+"="+c.text, func(t *testing.T) {
			e, err := With(c.text, Options{Kind: c.kind})
			if err != nil {
				t.Fatal(err)
			}
			got := []byte(strings.Repeat(" ", len(c.text)))
			for i := range e.Characters {
				x := &e.Characters[i]
				got[x.Offset] = verdictLetters[x.Verdict]
			}
			if string(got) != c.want {
				t.Errorf("\n%s\n%s\nnot\n%s", c.text, got, c.want)
			}
		})
	}
}

func TestDelimiters(t *testing.T) {
	type at struct {
		offset int
		what   Delimiter
	}
	cases := []struct {
		kind inspect.Kind
		text string
		want []at
	}{
		{inspect.KindURI, "http://u:p:q@a.b:8/c;d/e?f=g=h&i#j/k?", []at{
			{4, delimScheme},
			{5, delimAuthority},
			{6, delimAuthority},
			{8, delimPassword},
			{12, delimUserinfo},
			{14, delimLabel},
			{16, delimPort},
			{18, delimSegment},
			{20, delimParameter},
			{22, delimSegment},
			{24, delimQuery},
			{26, delimValue},
			{30, delimPair},
			{32, delimFragment},
		}},
		{inspect.KindURI, "//[::1]:?&a", []at{
			{0, delimAuthority}, {1, delimAuthority}, {2, delimIPLiteral}, {3, delimGroup}, {4, delimGroup}, {6, delimIPLiteral}, {7, delimPort}, {8, delimQuery}, {9, delimPair},
		}},
		// What is escaped delimits nothing.
		{inspect.KindURI, "s:%2F%3F%23", []at{{1, delimScheme}}},
		{inspect.KindURI, "?#", []at{{0, delimQuery}, {1, delimFragment}}},
		{inspect.KindUserinfo, "a:b:c", []at{{1, delimPassword}}},
		{inspect.KindForm, "a=b&c", []at{{1, delimValue}, {3, delimPair}}},
		{inspect.KindText, "http://a/b?c#d", nil},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			e, err := With(c.text, Options{Kind: c.kind})
			if err != nil {
				t.Fatal(err)
			}
			var got []at
			for _, x := range e.Characters {
				if x.Delimits != DelimNone {
					got = append(got, at{x.Offset, x.Delimits})
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%v, not %v", got, c.want)
			}
		})
	}
}

// TestPlusReading: the query of http, https, ws and wss is probably a form, any
// other query or component is not, a POST body is.
func TestPlusReading(t *testing.T) {
	cases := []struct {
		kind inspect.Kind
		text string
		want []PlusReading
	}{
		{inspect.KindAuto, "http://a/+?+#+", []PlusReading{PlusItself, PlusProbablySpace, PlusItself}},
		{inspect.KindAuto, "HTTPS://u+@a+/?a+b", []PlusReading{PlusItself, PlusItself, PlusProbablySpace}},
		{inspect.KindAuto, "ws://a?+", []PlusReading{PlusProbablySpace}},
		{inspect.KindAuto, "wss://a?+", []PlusReading{PlusProbablySpace}},
		{inspect.KindAuto, "ftp://a?+", []PlusReading{PlusItself}},
		{inspect.KindAuto, "mailto:a+b@c?subject=+", []PlusReading{PlusItself, PlusItself}},
		{inspect.KindAuto, "svn+ssh://a", []PlusReading{PlusItself}},
		{inspect.KindAuto, "myapp://open?text=a+b", []PlusReading{PlusItself}},
		{inspect.KindAuto, "whatsapp://a+b?text=c#+", []PlusReading{PlusItself, PlusItself}},
		{inspect.KindAuto, "ldap://h/?cn+sn", []PlusReading{PlusItself}},
		{inspect.KindAuto, "/a+b?c+d", []PlusReading{PlusItself, PlusProbablySpace}},
		{inspect.KindAuto, "a+b", []PlusReading{PlusUnknown}},
		{inspect.KindQuery, "a+b", []PlusReading{PlusProbablySpace}},
		{inspect.KindForm, "a+b%2B", []PlusReading{PlusSpace}},
		{inspect.KindPath, "a+b", []PlusReading{PlusItself}},
		{inspect.KindFragment, "a+b", []PlusReading{PlusItself}},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			e, err := With(c.text, Options{Kind: c.kind})
			if err != nil {
				t.Fatal(err)
			}
			var got []PlusReading
			for _, x := range e.Characters {
				if x.Plus != PlusNone {
					got = append(got, x.Plus)
				}
			}
			if !slices.Equal(got, c.want) || e.Plus != c.want[0] || e.Counts.Plus != len(c.want) {
				t.Errorf("%v, not %v; the first is %v of %d", got, c.want, e.Plus, e.Counts.Plus)
			}
		})
	}
}

func TestGuessKind(t *testing.T) {
	for s, want := range map[string]inspect.Kind{
		"https://example.com/": inspect.KindURI, "HTTP://a": inspect.KindURI, "x-y.z+1://a b": inspect.KindURI, "mailto:a@b": inspect.KindURI, "urn:isbn:1": inspect.KindURI,
		"/a/b": inspect.KindURI, "../a": inspect.KindURI, "./a": inspect.KindURI, "?a=b": inspect.KindURI, "#top": inspect.KindURI, "a/b?c": inspect.KindURI, "//host": inspect.KindURI,
		"a=b&c=d": inspect.KindQuery, "a=b": inspect.KindText, "hello": inspect.KindText, "12:30": inspect.KindText, "note: this": inspect.KindText, "key:value": inspect.KindText,
		"C:\\x": inspect.KindText, "what is this?": inspect.KindText, "": inspect.KindText, "and / or": inspect.KindText, "http://a\nhttp://b": inspect.KindText,
		"AT&T = a": inspect.KindText, "why?": inspect.KindText, "a.php?b=1&c=2": inspect.KindURI, "http://a/b\r\n": inspect.KindURI, "a=b?c=d&e=f": inspect.KindQuery, "really? a=b": inspect.KindText, "mailto:": inspect.KindText, "a%2Fb?": inspect.KindText,
	} {
		if got := inspect.GuessKind(s); got != want {
			t.Errorf("%q is %v, not %v", s, got, want)
		}
	}
	for _, k := range inspect.Kinds() {
		if got, err := inspect.LookupKind(k.String()); got != k || err != nil {
			t.Errorf("%v looks up as %v", k, got)
		}
	}
}

func TestComponents(t *testing.T) {
	e, err := Explain("http://u:p@h%C3%BC:80/a%2Fb//c?x=%26&y&=z#%23")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range e.Components {
		got = append(got, c.Part.String()+" "+c.Text+" "+c.Decoded)
		for _, p := range c.Pieces {
			got = append(got, p.Kind.String()+" "+e.Text[p.Offset:p.Offset+p.Len])
		}
	}
	want := []string{
		"scheme http http", "userinfo u:p u:p", "user u", "password p", "host h%C3%BC hü", "port 80 80",
		"path /a%2Fb//c /a/b//c", "segment a%2Fb", "segment ", "segment c",
		"query x=%26&y&=z x=&&y&=z", "name x", "value %26", "name y", "name ", "value z", "fragment %23 #",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nnot\n%q", got, want)
	}
	if e.Illegal != nil {
		t.Error(e.Illegal)
	}
}

func TestNextLayer(t *testing.T) {
	e, err := Explain("a%2520%25%25%32%30%25u0041%25")
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]string{}
	for _, x := range e.Characters {
		if x.Next != "" {
			got[x.Offset] = x.Next
		}
	}
	want := map[int]string{1: "%20", 9: "%20", 18: "%u0041"}
	if !maps.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

func TestIRI(t *testing.T) {
	for s, want := range map[string][2]bool{
		"http://例え.jp/引き出し": {false, true}, "http://a/%C3%A9": {true, false}, "http://a/b c": {false, false},
	} {
		e, err := Explain(s)
		if err != nil {
			t.Fatal(err)
		}
		if e.Illegal == nil != want[0] || e.IRI != want[1] {
			t.Errorf("%s: %v, %v", s, e.Illegal, e.IRI)
		}
	}
}

func TestReadings(t *testing.T) {
	cases := []struct {
		text, charset, read string
		utf8                bool
		doubled             string
	}{
		{"r%E9sum%E9 d'une soir%E9e tr%E8s anim%E9e", "windows-1252", "résumé d'une soirée très animée", false, ""},
		{"%8E%A9%93%AE%82%F0%8A%6D%94%46", "Shift_JIS", "自動を確認", false, ""},
		{"%C3%A9t\xC3\xA9", "", "", true, ""},
		{"%C3%83%C2%A9t%C3%83%C2%A9", "", "", true, "été"},
		{"Ã¼ber", "", "", true, "über"},
		{"â‚¬", "", "", true, "€"},
		// One character that cannot have come about like that speaks against it.
		{"Ã¼ber 東", "", "", true, ""},
		{"Ãb", "", "", true, ""},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			e, err := With(c.text, Options{Kind: inspect.KindText})
			if err != nil {
				t.Fatal(err)
			}
			if len(e.Readings) != 1 {
				t.Fatalf("%+v", e.Readings)
			}
			r := e.Readings[0]
			if r.UTF8 != c.utf8 || r.Doubled != c.doubled {
				t.Errorf("UTF-8 %v, doubled %q", r.UTF8, r.Doubled)
			}
			if c.charset != "" && (len(r.Candidates) == 0 || r.Candidates[0].Charset != c.charset || r.Candidates[0].Text != c.read) {
				t.Errorf("%+v", r.Candidates)
			}
		})
	}
	// Each component has its own.
	e, err := Explain("http://a/%C3%A9?%E9t%E9#x")
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Readings) != 2 || e.Readings[0].Part != inspect.PartPath || !e.Readings[0].UTF8 || e.Readings[1].Part != inspect.PartQuery || e.Readings[1].UTF8 {
		t.Errorf("%+v", e.Readings)
	}
}

// TestNotes has an example of every note, and of none.
func TestNotes(t *testing.T) {
	cases := []struct {
		text string
		want []string // ID and offset
	}{
		{"https://example.com/caf%C3%A9?a=b", nil},
		{"http://a b/", []string{"illegal 8", "browser 0"}},
		{"https%3A%2F%2Fa%2Fb", []string{"inner-uri 0"}},
		{"https%253A%252F%252Fa", []string{"layers 0", "inner-uri 0"}},
		{"a%2520b", []string{"layers 0"}},
		{"ab%%34%31", []string{"layers 0", "nested 2"}},
		// Each that becomes something else is told of.
		{"%2%35%%34%31x%2%35", []string{"layers 0", "nested 0", "nested 5"}},
		{"www.example.com/a?b=c", []string{"no-scheme 0"}},
		{"www.example.com?b=c", []string{"no-scheme 0"}},
		{"例え.テスト/?b=c", []string{"illegal 0", "no-scheme 0"}},
		{"a/www.example.com?b=c", nil},
		{"//www.example.com/a", nil},
		{"./www.example.com/a", []string{"dot-segment 0"}},
		{"/www.example.com/a", nil},
		{"index.html?b=c", nil},
		{"api/v1.2/?b=c", nil},
		{"a&amp;b", []string{"lookalike 1"}},
		{"http://xn--bcher-kva.example/", []string{"host 7"}},
		{"http://b%C3%BCcher.example/", []string{"host 7", "browser 0"}},
		{"/a/./..", []string{"dot-segment 3"}},
		{"/a/%2e%2E/b", []string{"browser 0", "dot-segment 3"}},
		{"a%00%0a", []string{"control 1"}},
		{"a%00\u0085%C2%85", []string{"control 4", "control 1"}},
		{"ab%E2%80%AE", []string{"bidi 2"}},
		{"a%E2%80%8Bb", []string{"invisible 1"}},
		{"%C3%83%C2%A9", []string{"double-utf8 0"}},
		{"x%ED%A0%BD%ED%B8%80", []string{"surrogate-pair 1"}},
		{"xe%CC%81", []string{"not-nfc 1"}},
		{"5%", []string{"cut-off 1"}},
		{"x%83%5B", []string{"letter 4"}},
		{"x%81%30%84%36", []string{"letter 4"}},
		{"%C3%A9%5B", nil},
		{"caf%E9s", nil},
		{"x%41%b", []string{"cut-off 4"}},
		{"x%b?c", nil},
		{"xn--bcher-kva.example", []string{"host 0"}},
		{"xn--bcher-kva is a label", nil},
		{`caf\303\251`, []string{"lookalike 3"}},
		{`a\489`, nil},
		{"dGVzdA%3D%3D", []string{"payload 0"}},
		{"username1=", nil},
		{"photoshooting123", nil},
		{"https://h/aGVsbG8sIHdvcmxk?x=1", []string{"payload 10"}},
	}
	seen := map[string]bool{}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			e, err := Explain(c.text)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, n := range e.Notes {
				got = append(got, n.ID+" "+itoa(n.Offset))
				seen[n.ID] = true
				if n.Message == "" || n.Count < 1 {
					t.Errorf("%+v", n)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
	for _, id := range []string{
		noteIllegal, noteCutOff, noteNoScheme, noteInnerURI, noteLayers, noteNested, noteLookalike, noteHost, noteDotSegment, noteControl, noteBidi,
		noteInvisible, noteDoubled, noteSurrogatePair, noteLetter, noteNotNFC, noteBrowser, notePayload,
	} {
		if !seen[id] {
			t.Errorf("no text has the note %q", id)
		}
	}
}

// TestDoubledIsNoControl: a letter that was encoded twice has no control character in it,
// whatever the octets of its UTF-8 are (À to ß, and of three octets 日).
func TestDoubledIsNoControl(t *testing.T) {
	for _, tt := range []struct {
		text             string
		doubled, control bool
	}{
		{"%C3%83%C2%89", true, false},
		{"http://h/x?q=%C3%83%C2%80t%C3%83%C2%9F", true, false},
		{"%C3%A6%C2%97%C2%A5", true, false},
		{"%C2%85", false, true},
		{"/%C2%85?q=%C3%83%C2%89", true, true}, // a component each
		{"%01%C3%83%C2%89", true, true},
	} {
		e, err := With(tt.text, Options{})
		if err != nil {
			t.Fatal(err)
		}
		has := func(id string) bool {
			return slices.ContainsFunc(e.Notes, func(n Note) bool { return n.ID == id })
		}
		if doubled, control := has(noteDoubled), has(noteControl); doubled != tt.doubled || control != tt.control {
			t.Errorf("%s: doubled %t, control %t: %+v", tt.text, doubled, control, e.Notes)
		}
	}
}

// TestLetters: every escaped octet of ASCII behind a lead octet with which it is a letter,
// by the tables of the Encoding Standard, is said to be perhaps one.
func TestLetters(t *testing.T) {
	for _, name := range []string{"Shift_JIS", "GBK", "Big5", "EUC-KR"} {
		c, err := charset.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		letters := 0
		for lead := 0x80; lead < 0x100; lead++ {
			for trail := 0x20; trail < 0x80; trail++ {
				s, err := c.AppendDecode(nil, []byte{byte(lead), byte(trail)}, charset.Fail)
				want := err == nil && utf8.RuneCount(s) == 1
				e, err := Explain(fmt.Sprintf("x%%%02X%%%02X", lead, trail))
				if err != nil {
					t.Fatal(err)
				}
				said := false
				for _, n := range e.Notes {
					said = said || n.ID == noteLetter && strings.Contains(n.Message, excerpt.Of(string(s), 20)+" in "+name)
				}
				if want {
					letters++
				}
				if want != said {
					t.Fatalf("%s %02X %02X: %q, said: %t, %+v", name, lead, trail, s, said, e.Notes)
				}
			}
		}
		if letters < 1000 {
			t.Errorf("%s: %d letters", name, letters)
		}
	}
}

// TestNoteTexts: what several notes of a kind say.
func TestNoteTexts(t *testing.T) {
	cases := []struct {
		text string
		want []string // pieces of the messages, in their order
	}{
		{"%2%35%%34%31%2%35", []string{"2 makes %25 there", "1 makes %41 there"}},
		{"%%34%30%%34%31%%34%32%%34%33%%34%34%%34%35%%34%36%%34%37%%34%38%%34%39%%34%39", []string{
			"1 makes %40 there", "1 makes %41 there", "1 makes %42 there", "1 makes %43 there", "1 makes %44 there",
			"1 makes %45 there", "1 makes %46 there", "1 makes %47 there", "3 makes further escapes, the first %48",
		}},
		{"a\u0085\x01", []string{"2 a control character, unescaped"}},
		{"a%C2%85\xC2%85", []string{"2 a control character once decoded"}},
		{"/é", []string{"1 not a relative reference by the grammar of RFC 3986: invalid path-absolute \"é\" at byte 1; it is a relative IRI reference"}},
		{"http://h/é", []string{"1 not a URI by the grammar of RFC 3986: invalid path-abempty \"é\" at byte 9; it is an IRI"}},
		{"http://\xe2\x93%97ost.internal/", []string{"1 not a URI", "1 the host cannot be written as a name of the DNS", "1 a browser refuses it: domain-to-ASCII"}},
		{"http://127.0.0.%ef\xbc\x91/", []string{"1 not a URI", "1 the host cannot be written as a name of the DNS", "1 a browser refuses it: domain-to-ASCII"}},
		{"www.example.com/", []string{"1 there is no scheme, so www.example.com is the first segment of a path, not a host"}},
	}
	for _, c := range cases {
		e, err := With(c.text, Options{Kind: inspect.KindURI})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range e.Notes {
			got = append(got, fmt.Sprint(n.Count, " ", strings.TrimPrefix(n.Message, "an escape inside a broken one: decoding once ")))
		}
		rest := strings.Join(got, "\n")
		for _, want := range c.want {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%s: %q is not said, or not there, in %q", c.text, want, got)
			}
			rest = after
		}
	}
}

func TestRelative(t *testing.T) {
	for text, want := range map[string]bool{
		"/a/b": true, "www.example.com/a?b=c": true, "?a": true, "#a": true, "//h/": true, "http://h/": false, "mailto:a@b": false, "a b": false,
	} {
		e, err := Explain(text)
		if err != nil {
			t.Fatal(err)
		}
		if e.Relative() != want {
			t.Errorf("%s: %v", text, e.Relative())
		}
	}
}

// TestNoIRI: what RFC 3987 section 2.2 leaves out of ucschar and iprivate, and
// section 4.1 of both.
func TestNoIRI(t *testing.T) {
	for r, want := range map[rune]string{
		'a': "", 0x80: "control", 0x85: "control", 0x9F: "control", 0xA0: "", 'é': "", 0x200E: "bidi", 0x202E: "bidi", 0xD7FF: "", 0xE000: "",
		0xFDD0: "noncharacter", 0xFDEF: "noncharacter", 0xFDF0: "", 0xFFEF: "", 0xFFF0: "special", 0xFFFD: "special", 0xFFFE: "noncharacter",
		0xFFFF: "noncharacter", 0x10000: "", 0x1FFFE: "noncharacter", 0xE0001: "special", 0xE1000: "", 0x10FFFD: "", 0x10FFFF: "noncharacter",
	} {
		for _, s := range []string{string(r), percent.New(percent.ByteSet{}).Encode(string(r))} {
			e, err := With(s, Options{Kind: inspect.KindQuery})
			if err != nil {
				t.Fatal(err)
			}
			if got := e.Characters[0].NoIRI(); got != want || want != "" && e.Characters[0].InIRI() {
				t.Errorf("%s, U+%04X: %q, not %q", s, r, got, want)
			}
		}
	}
	e, err := Explain("%85")
	if err != nil {
		t.Fatal(err)
	}
	if e.Characters[0].NoIRI() != "" {
		t.Error("an octet is not allowed in an IRI")
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func TestExplainLimit(t *testing.T) {
	_, err := Explain(strings.Repeat("a", MaxInput+1))
	var limit *inspect.LimitError
	if !errors.As(err, &limit) || limit.Limit != MaxInput || limit.Length != MaxInput+1 {
		t.Errorf("%v", err)
	}
	if _, err := Explain(strings.Repeat("a", MaxInput)); err != nil {
		t.Error(err)
	}
}

// hard are kinds of text that take the worst of each part.
var hard = map[string]string{
	"escaped percent": "%25", "stray": "%", "many layers": "25", "CJK": "東京都", "invalid": "\xE9\xFF\xC0\xAF\x80", "nested": "%%34%31",
	"plus": "+", "reference": "&amp;", "not a reference": "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "equals": "=C3", "pairs": "a=%C3%A9+%E9&", "segments": "/a%2F..",
	"marks": "e\u0301\u0301", "doubled": "Ã©", "numbers": "&#000000000000", "surrogates": "%ED%A0%BD%ED%B8%80", "hosts": "xn--a.", "backslashes": `\uD83D`,
}

// TestExplainLinear: eight times the text takes about eight times the memory.
func TestExplainLinear(t *testing.T) {
	for name, unit := range hard {
		for _, start := range []string{"%", "http://a/?", "http://"} {
			allocated := func(n int) uint64 {
				s := start + strings.Repeat(unit, n/len(unit))
				return growth.AllocatedAgain(func() {
					e, err := Explain(s)
					if err != nil {
						t.Fatal(err)
					}
					for i := range e.Layers.Layers {
						e.Layers.Losses(i)
						for range e.Layers.Nestings(i) {
						}
						for range layers.Lookalikes(e.Layers.Layers[i].Text) {
						}
					}
				})
			}
			// A square would be 64.
			if small, large := allocated(4<<10), allocated(32<<10); large > 16*small+1<<16 {
				t.Errorf("%s behind %q: %d bytes for 4 KiB, %d for 32 KiB", name, start, small, large)
			}
		}
	}
}

// TestExplainRealURLs holds the laws for every URL of the corpus.
func TestExplainRealURLs(t *testing.T) {
	t.Parallel()
	step, n := 1, 0
	if !growth.LongAndFast() {
		step = 40
	}
	for i, s := range corpus.URLs(t) {
		if i%step != 0 {
			continue
		}
		n++
		checkExplanation(t, s, inspect.KindAuto)
		if e, _ := Explain(s); strings.Contains(s, "://") && e.Kind != inspect.KindURI {
			t.Errorf("%q is taken for %v", s, e.Kind)
		}
	}
	if n < 1000 {
		t.Errorf("only %d URLs", n)
	}
}

// checkExplanation asserts what holds for every text.
func checkExplanation(t *testing.T, s string, kind inspect.Kind) {
	t.Helper()
	e, err := With(s, Options{Kind: kind})
	if err != nil {
		t.Fatal(err)
	}
	// The characters cover the text, and their octets are the text decoded once.
	var octets []byte
	at, plus := 0, 0
	var counts [verdicts]int
	for i := range e.Characters {
		x := &e.Characters[i]
		if x.Offset != at || x.Len <= 0 {
			t.Fatalf("%q: character %d at %d", s, i, x.Offset)
		}
		at += x.Len
		counts[x.Verdict]++
		if x.Form == inspect.StrayPercent || x.Form == inspect.UnicodeEscape {
			octets = append(octets, s[x.Offset:x.Offset+x.Len]...)
		} else {
			octets = append(octets, x.Octets()...)
		}
		if x.Plus != PlusNone {
			plus++
		}
		// The class is that of the sets of package percent.
		if x.Fault == inspect.NoFault && x.Rune < 0x80 {
			c := byte(x.Rune)
			if (x.Class == inspect.ClassUnreserved) != percent.Unreserved.Contains(c) || x.Class.Reserved() != percent.Reserved.Contains(c) {
				t.Fatalf("%q: class of %q", s, c)
			}
		} else if x.Class != inspect.ClassNonASCII {
			t.Fatalf("%q: class of %x", s, x.Rune)
		}
		// What is escaped delimits nothing, and only that is data.
		if x.Delimits != DelimNone && (x.Form != inspect.Literal || x.Rune >= 0x80) {
			t.Fatalf("%q: %+v delimits", s, x)
		}
		if x.Form.IsEscape() && x.Uniform && x.Verdict != VerdictNeedless && x.Verdict != VerdictData && x.Verdict != VerdictEscaped {
			t.Fatalf("%q: %+v is escaped", s, x)
		}
		if (x.Name() == "") != (x.Rune < 0) {
			t.Fatalf("%q: %+v is called %q", s, x, x.Name())
		}
	}
	if at != len(s) {
		t.Fatalf("%q: %d of %d bytes", s, at, len(s))
	}
	if want := text.Decode(s); string(octets) != want {
		t.Fatalf("%q: octets %q, not %q", s, octets, want)
	}
	if counts != e.Counts.verdicts || plus != strings.Count(s, "+") || plus != e.Counts.Plus {
		t.Fatalf("%q: counts", s)
	}
	l := &e.Layers.Layers[0]
	if l.Escapes != e.Counts.Escapes || l.Stray != e.Counts.Stray+e.Counts.PercentU {
		t.Fatalf("%q: %d escapes, %d stray, %d %%u; the layer has %d and %d", s, e.Counts.Escapes, e.Counts.Stray, e.Counts.PercentU, l.Escapes, l.Stray)
	}
	// Components and delimiters between them cover a URI.
	end := 0
	for _, c := range e.Components {
		for _, x := range e.Characters {
			if x.Offset >= end && x.Offset < c.Offset && (x.Part != inspect.PartNone || x.Delimits == DelimNone) {
				t.Fatalf("%q: %+v between components", s, x)
			}
			if x.Offset >= c.Offset && x.Offset < c.Offset+len(c.Text) && x.Part != c.Part {
				t.Fatalf("%q: %+v is not in the %v", s, x, c.Part)
			}
		}
		if c.Offset < end || s[c.Offset:c.Offset+len(c.Text)] != c.Text {
			t.Fatalf("%q: %v at %d", s, c.Part, c.Offset)
		}
		end = c.Offset + len(c.Text)
		if want := text.Decode(c.Text); want != c.Decoded {
			t.Fatalf("%q: %v is %q", s, c.Part, c.Decoded)
		}
		for _, p := range c.Pieces {
			if p.Offset < c.Offset || p.Len < 0 || p.Offset+p.Len > end {
				t.Fatalf("%q: %v at %d", s, p.Kind, p.Offset)
			}
		}
	}
	if e.Kind != inspect.KindText && e.Kind != inspect.KindValue && end != len(s) && s[len(s)-1] != '#' {
		t.Fatalf("%q ends at %d", s, end)
	}
	// A legal URI has nothing to be escaped, and one that has is not legal.
	if e.Kind == inspect.KindURI {
		must := counts[VerdictMustEscape] + counts[VerdictStray] + counts[VerdictNoEscape]
		if e.Illegal == nil && must > 0 {
			t.Fatalf("%q is legal, and %d characters must be escaped", s, must)
		}
	}
	for _, r := range e.Readings {
		if len(r.Candidates) > maxCandidates || r.UTF8 && len(r.Candidates) > 0 {
			t.Fatalf("%q: %+v", s, r)
		}
		for _, c := range r.Candidates {
			if !utf8.ValidString(c.Text) || c.Charset == "" {
				t.Fatalf("%q: %+v", s, c)
			}
		}
	}
	for _, n := range e.Notes {
		if n.Offset < 0 || n.Offset > len(s) || n.Count < 1 || !utf8.ValidString(n.Message) {
			t.Fatalf("%q: %+v", s, n)
		}
	}
}

func FuzzExplain(f *testing.F) {
	for _, s := range []string{
		"", "http://u:p@[::1]:80/a;b/%2F?c=d&e+f#g", "//@:/?#", "%E3\x81%82%uD83D%uDE00%%34%31", "é\u0301%ff%c0%af", "a=b&c=%C3%83%C2%A9",
		"http://xn--bcher-kva/%ED%A0%BD%ED%B8%80", "http://b\u00FCcher\u202E/&amp;%26%2338%3B",
	} {
		for _, k := range inspect.Kinds() {
			f.Add(s, uint8(k))
		}
	}
	f.Fuzz(func(t *testing.T, s string, kind uint8) {
		if len(s) > 4096 {
			return
		}
		checkExplanation(t, s, inspect.Kind(kind))
	})
}

// TestNoteBrowser: what a browser makes of a URL is told where RFC 3986 makes
// something else of it.
func TestNoteBrowser(t *testing.T) {
	for in, want := range map[string]string{
		"http://h/a/%2e%2e/b":  "a browser reads it as http://h/b",
		"http://h/a/.%2E/b":    "a browser reads it as http://h/b",
		"http://ex%41mple.com": "a browser reads it as http://example.com/",
		`http:\\h\a`:           "a browser reads it as http://h/a",
		"http://h/a\tb":        "a browser reads it as http://h/ab",
		"http://0x7f.1/":       "a browser reads it as http://127.0.0.1/",
		"http:/x":              "a browser reads it as http://x/",
		"http://％４１/":          `a browser refuses it: domain-to-ASCII "％４１" at byte 7`,
		"http://h:99999/":      `a browser refuses it: port-out-of-range "99999" at byte 9`,
		"%68ttp://h/":          "to a browser, too, it is a relative reference: a scheme has no escapes",
		"http://h/":            "",
		"HTTP://H:80/a/../%7e": "",
		"http://h/é":           "",
		"mailto:a@b":           "",
		"/a%2Fb":               "",
	} {
		e, err := Explain(in)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, n := range e.Notes {
			if n.ID == noteBrowser {
				got = n.Message
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
