package form

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/growth"
)

var parseVectors = []struct {
	name, source string
	rules        *Rules
	in           string
	want         Pairs
}{
	{"plus before escapes", "URL Standard 5.1", Standard, "a+b%2Bc%zz", Pairs{{"a b+c%zz", ""}}},
	{"empty", "URL Standard 5.1", Standard, "", nil},
	{"empty pieces", "URL Standard 5.1", Standard, "&&a=1&&b&&", Pairs{{"a", "1"}, {"b", ""}}},
	{"only equals", "URL Standard 5.1", Standard, "=&=b", Pairs{{"", ""}, {"", "b"}}},
	{"first equals", "URL Standard 5.1", Standard, "a=b=c", Pairs{{"a", "b=c"}}},
	{"semicolon is data", "URL Standard 5.1", Standard, "a=1;b=2", Pairs{{"a", "1;b=2"}}},
	{"byte order mark stays", "URL Standard 5.1", Standard, "%EF%BB%BFa=\uFEFFb", Pairs{{"\uFEFFa", "\uFEFFb"}}},
	{"invalid UTF-8", "URL Standard 5.1", Standard, "a=%FF%C3&%E3%81=\xFF", Pairs{{"a", "\uFFFD\uFFFD"}, {"\uFFFD", "\uFFFD"}}},
	{"raw and escaped", "URL Standard 5.1", Standard, "a=%E3\x81%82", Pairs{{"a", "あ"}}},
	{"encoded delimiters", "URL Standard 5.1", Standard, "a%26b%3D=%3D%26", Pairs{{"a&b=", "=&"}}},
	{"question mark is data", "URL Standard 5.1", Standard, "?a=1", Pairs{{"?a", "1"}}},
	{"truncated", "URL Standard 5.1", Standard, "a=%&b=%4", Pairs{{"a", "%"}, {"b", "%4"}}},
	{"repeated", "URL Standard 6.2", Standard, "a=1&b=2&a=3", Pairs{{"a", "1"}, {"b", "2"}, {"a", "3"}}},

	{"semicolon separates", "HTML 4.01 B.2.2", RFC1866, "a=1;b=2&c;", Pairs{{"a", "1"}, {"b", "2"}, {"c", ""}}},
	{"percent20 reads plus", "mailto", Mailto, "a+b=c%20d", Pairs{{"a b", "c d"}}},
	{"plus literal", "RFC 3986", Standard.WithEncoding(percent.RFC3986), "a+b=c%2Bd", Pairs{{"a+b", "c+d"}}},
	{"octets", "percent", Standard.WithEncoding(percent.Form), "a=%FF", Pairs{{"a", "\xFF"}}},
	{"Shift_JIS", "URL Standard 1.3", Standard.WithCharset(charset.ShiftJIS), "a=%83A&b=1%2B1+%81%DF", Pairs{{"a", "ア"}, {"b", "1+1 ≡"}}},
	{"Shift_JIS malformed", "Encoding Standard", Standard.WithCharset(charset.ShiftJIS), "a=%81", Pairs{{"a", "\uFFFD"}}},
	{"ISO-2022-JP", "Encoding Standard", Standard.WithCharset(charset.ISO2022JP), "a=%1B$B$\"%1B(B", Pairs{{"a", "あ"}}},
	{"windows-1252", "Encoding Standard", Standard.WithCharset(charset.Windows1252), "sm%F6rg\xE5s=%80", Pairs{{"smörgås", "€"}}},
	{"_charset_", "HTML 4.10.18", HTML, "a=%83A&_charset_=Shift_JIS&b=%83A", Pairs{{"a", "ア"}, {"_charset_", "Shift_JIS"}, {"b", "ア"}}},
	{"_CHARSET_", "HTML 4.10.18", HTML, "a=%E9&_CHARSET_=latin1", Pairs{{"a", "é"}, {"_CHARSET_", "latin1"}}},
	{"_charset_ unknown", "HTML 4.10.18", HTML, "a=%C3%A9&_charset_=x", Pairs{{"a", "é"}, {"_charset_", "x"}}},
	{"_charset_ ignored", "URL Standard 5.1", Standard, "a=%E9&_charset_=latin1", Pairs{{"a", "\uFFFD"}, {"_charset_", "latin1"}}},
}

func TestParse(t *testing.T) {
	for _, v := range parseVectors {
		t.Run("case="+v.name, func(t *testing.T) {
			got, err := v.rules.Parse(v.in)
			if err != nil || !slices.Equal(got, v.want) {
				t.Errorf("%s: Parse(%q) = %q, %v, want %q", v.source, v.in, got, err, v.want)
			}
			checkReaders(t, v.rules, v.in)
		})
	}
}

// checkReaders checks that all ways to read s agree.
func checkReaders(t *testing.T, r *Rules, s string) {
	t.Helper()
	want, wantErr := r.Parse(s)
	head := Pairs{{"x", "y"}}
	got, err := r.AppendParse(slices.Clone(head), s)
	if !slices.Equal(got, append(head, want...)) || !equalErrors(err, wantErr) {
		t.Errorf("AppendParse(%q) = %q, %v, Parse gives %q, %v", s, got, err, want, wantErr)
	}
	var all Pairs
	err = nil
	for pair, e := range r.All(s) {
		if e != nil {
			err = e
			break
		}
		all = append(all, pair)
	}
	if !slices.Equal(all, want) || !equalErrors(err, wantErr) {
		t.Errorf("All(%q) gives %q, %v, Parse %q, %v", s, all, err, want, wantErr)
	}
	q, err := r.Edit(s)
	if !equalErrors(err, wantErr) {
		t.Errorf("Edit(%q): %v, Parse gives %v", s, err, wantErr)
	}
	if err == nil && (q.String() != s || !slices.Equal(q.Pairs(), want)) {
		t.Errorf("Edit(%q) gives %q and %q, Parse %q", s, q.String(), q.Pairs(), want)
	}
}

func equalErrors(a, b error) bool {
	return (a == nil) == (b == nil) && (a == nil || a.Error() == b.Error())
}

var serializeVectors = []struct {
	name, source string
	rules        *Rules
	in           Pairs
	want         string
}{
	{"every printable", "URL Standard 1.3", Standard, Pairs{{"", " !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~\x7F"}}, "=+%21%22%23%24%25%26%27%28%29*%2B%2C-.%2F09%3A%3B%3C%3D%3E%3F%40AZ%5B%5C%5D%5E_%60az%7B%7C%7D%7E%7F"},
	{"query of sort", "URL Standard 6.2", Standard, Pairs{{"a", "b ~"}}, "a=b+%7E"},
	{"empty", "URL Standard 5.2", Standard, nil, ""},
	{"empty pair", "URL Standard 5.2", Standard, Pairs{{"", ""}}, "="},
	{"empty value", "URL Standard 5.2", Standard, Pairs{{"a", ""}, {"b", "1"}}, "a=&b=1"},
	{"line breaks stay", "URL Standard 5.2", Standard, Pairs{{"a", "\n\r"}}, "a=%0A%0D"},
	{"lone surrogates", "Web IDL USVString", Standard, Pairs{{"\xED\xA0\x80", "x\xED\xB0\x80y\xED\xA0\xBD\xED\xB8\x80"}}, "%EF%BF%BD=x%EF%BF%BDy%F0%9F%98%80"},
	{"no text", "Encoding Standard", Standard, Pairs{{"a", "\xFF\xE3\x81x"}}, "a=%EF%BF%BD%EF%BF%BDx"},
	{"octets", "percent", Standard.WithEncoding(percent.Form), Pairs{{"a", "\xFF"}}, "a=%FF"},

	{"CRLF", "HTML form submission", HTML, Pairs{{"a\nb", "c\rd\r\ne\n\nf"}}, "a%0D%0Ab=c%0D%0Ad%0D%0Ae%0D%0A%0D%0Af"},
	{"_charset_", "HTML 4.10.18", HTML.WithCharset(charset.ShiftJIS), Pairs{{"_charset_", ""}, {"a", "ソ"}}, "_charset_=Shift_JIS&a=%83%5C"},
	{"_charset_ UTF-16", "HTML 4.10.18", HTML.WithCharset(charset.UTF16LE), Pairs{{"_charset_", "x"}, {"a", "é"}}, "_charset_=UTF-8&a=%C3%A9"},
	{"mailto", "HTML mail with headers", Mailto, Pairs{{"subject", "a b+c"}, {"body", "x\ny"}}, "subject=a%20b%2Bc&body=x%0D%0Ay"},
	{"RFC 1866", "RFC 1866 8.2.1", RFC1866, Pairs{{"a-b", "x y*"}, {"none", ""}, {"c", "\n"}}, "a%2Db=x+y%2A&c=%0D%0A"},
	{"first omitted", "RFC 1866 8.2.1", RFC1866, Pairs{{"none", ""}, {"c", "1"}}, "c=1"},
	{"bare", "EmptyBare", Standard.WithEmpty(EmptyBare), Pairs{{"a", ""}, {"", ""}, {"b", "1"}, {"", "2"}}, "a&=&b=1&=2"},
	{"Shift_JIS", "URL Standard 1.3", Standard.WithCharset(charset.ShiftJIS), Pairs{{"", "1+1 ≡ 2%20‽"}}, "=1%2B1+%81%DF+2%2520%26%238253%3B"},
	{"letter trail byte", "URL Standard 1.3", Standard.WithCharset(charset.ShiftJIS), Pairs{{"ア", "xア"}}, "%83A=x%83A"},
	{"ISO-2022-JP", "URL Standard 1.3", Standard.WithCharset(charset.ISO2022JP), Pairs{{"a", "xあy"}}, "a=x%1B%24B%24%22%1B%28By"},
	{"windows-1252", "URL Standard 1.3", Standard.WithCharset(charset.Windows1252), Pairs{{"æ", "€‽"}}, "%E6=%80%26%238253%3B"},
	{"no text in windows-1252", "Encoding Standard", Standard.WithCharset(charset.Windows1252), Pairs{{"a", "\xED\xA0\x80"}}, "a=%26%2365533%3B"},
	{"RFC 3986", "RFC 3986", Standard.WithEncoding(percent.RFC3986), Pairs{{"a b", "~+"}}, "a%20b=~%2B"},
	{"OAuth 2.0", "RFC 6749 appendix B", Standard, Pairs{{"", " %&+£€"}}, "=+%25%26%2B%C2%A3%E2%82%AC"},
}

// The field is _charset_, and not _charset, which a note of the URL Standard says.
func TestCharsetFieldName(t *testing.T) {
	for in, want := range map[string]string{
		"_charset_=Shift_JIS&a=%83A": "ア", "_CHARSET_=Shift_JIS&a=%83A": "ア", "_charset=Shift_JIS&a=%83A": "\uFFFDA", "charset=Shift_JIS&a=%83A": "\uFFFDA",
		// No form is written in UTF-16.
		"_charset_=utf-16&a=%C3%A9": "é", "_charset_=UTF-16BE&a=%C3%A9": "é", "_charset_=unicode&a=%C3%A9": "é", "_charset_=replacement&a=%C3%A9": "é",
		"_charset_=no+such&a=%C3%A9": "é", "_charset_=iso-8859-1&a=%C3%A9": "Ã©",
	} {
		got, err := HTML.Parse(in)
		if err != nil || len(got) != 2 || got[1].Value != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

func TestSerialize(t *testing.T) {
	for _, v := range serializeVectors {
		t.Run("case="+v.name, func(t *testing.T) {
			checkWriters(t, v.rules, v.in, v.want)
			// The long way, with what the short one may not take.
			filler := Pair{"f", strings.Repeat("x", 300)}
			checkWriters(t, v.rules, append(slices.Clone(v.in), filler), strings.TrimPrefix(v.want+"&f="+filler.Value, "&"))
		})
	}
}

func checkWriters(t *testing.T, r *Rules, pairs Pairs, want string) {
	t.Helper()
	if got := r.Serialize(pairs); got != want {
		t.Errorf("Serialize(%q) = %q, want %q", pairs, got, want)
	}
	if got := string(r.AppendSerialize([]byte("dst&"), pairs)); got != "dst&"+want {
		t.Errorf("AppendSerialize(%q) = %q, want %q", pairs, got, want)
	}
	if got := string(r.AppendSerialize(make([]byte, 1, 8*len(want)+64), pairs)); got != "\x00"+want {
		t.Errorf("AppendSerialize(%q) with room = %q, want %q", pairs, got, want)
	}
}

// One name or value for itself is what it is in a form.
func TestComponent(t *testing.T) {
	for _, v := range serializeVectors {
		for _, pair := range v.in {
			if pair.Value == "" || pair.Name == charsetField {
				continue
			}
			got := string(v.rules.AppendEncode([]byte("dst"), []byte(pair.Value)))
			if want := "dst" + strings.TrimPrefix(v.rules.Serialize([]Pair{{"", pair.Value}}), "="); got != want {
				t.Errorf("%s: AppendEncode(%q) = %q, want %q", v.name, pair.Value, got, want)
			}
		}
	}
	for _, v := range parseVectors {
		got, err := v.rules.AppendDecode([]byte("dst"), []byte("%83A+;&"))
		pairs, _ := v.rules.WithSeparators(AmpersandOnly).WithCharsetField(CharsetFieldPlain).Parse("=%83A+;%26")
		if want := "dst" + pairs[0].Value; string(got) != want || err != nil {
			t.Errorf("%s: AppendDecode gives %q, %v, want %q", v.name, got, err, want)
		}
	}
	if got, err := Strict.AppendDecode(nil, []byte("a%zz")); err == nil || string(got) != "a" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestErrors(t *testing.T) {
	limited := Standard.WithLimits(Limits{Bytes: 10, Pairs: 2})
	strictJIS := Strict.WithCharset(charset.ShiftJIS)
	for _, v := range []struct {
		name  string
		rules *Rules
		in    string
		pairs int
		want  string
	}{
		{"value", Strict, "a=1&&b=%zz", 1, `form: pair 2: invalid escape "%zz" at byte 7`},
		{"name", Strict, "a=1&b%=1", 1, `form: pair 2: invalid escape "%" at byte 5`},
		{"truncated value", Strict, "a=%4&b", 0, `form: pair 1: invalid escape "%4" at byte 2`},
		{"UTF-8", Strict, "a=%41%FF", 0, `form: pair 1: invalid UTF-8 "%FF" at byte 5`},
		{"raw UTF-8", Strict, "a=x&\xFFb=1", 1, `form: pair 2: invalid UTF-8 "\xff" at byte 4`},
		{"charset", strictJIS, "a=x+%2B%81%2C", 0, `form: pair 1, Shift_JIS: malformed bytes "\x81" at byte 7`},
		{"escape in charset", strictJIS, "a=%83A&b=%8g", 1, `form: pair 2: invalid escape "%8g" at byte 9`},
		{"bytes", limited, "a=12345678901", 0, `form: more than 10 bytes at byte 10`},
		{"pairs", limited, "a&&b&c", 2, `form: more than 2 pairs at byte 5`},
		{"pairs allowed", limited, "a&&b&&", 2, ""},
	} {
		t.Run("case="+v.name, func(t *testing.T) {
			got, err := v.rules.Parse(v.in)
			text := ""
			if err != nil {
				text = err.Error()
			}
			if len(got) != v.pairs || !strings.HasSuffix(text, v.want) || (v.want == "") != (text == "") {
				t.Errorf("Parse(%q) = %q, %q, want %d pairs, %q", v.in, got, text, v.pairs, v.want)
			}
			var limit *LimitError
			var syntax *percent.SyntaxError
			switch {
			case err == nil || errors.As(err, &limit):
			case !errors.As(err, &syntax):
				t.Errorf("no syntax error: %v", err)
			case syntax.Format != "form" || !strings.HasPrefix(syntax.Field, "pair "):
				t.Errorf("the error is of %s, %s", syntax.Format, syntax.Field)
			}
			checkReaders(t, v.rules, v.in)
		})
	}
	if got := Limit(9).String(); got != "unknown" {
		t.Error(got)
	}
	if l := Standard.Limits(); l != (Limits{DefaultBytes, DefaultPairs, DefaultDepth}) {
		t.Errorf("limits %v", l)
	}
}

func TestPairs(t *testing.T) {
	p, err := Parse("a=1&b=2&a=3&c")
	if err != nil {
		t.Fatal(err)
	}
	if v, ok := p.Get("a"); v != "1" || !ok {
		t.Errorf("Get = %q, %v", v, ok)
	}
	if v, ok := p.Get("x"); v != "" || ok {
		t.Errorf("Get of nothing = %q, %v", v, ok)
	}
	if got := p.GetAll("a"); !slices.Equal(got, []string{"1", "3"}) {
		t.Errorf("GetAll = %q", got)
	}
	if p.GetAll("x") != nil || !p.Has("c") || p.Has("x") || !p.HasValue("a", "3") || p.HasValue("a", "2") {
		t.Error("Has or GetAll")
	}
	p.Set("a", "9")
	p.Set("d", "4")
	p.Append("b", "2")
	if got := p.String(); got != "a=9&b=2&c=&d=4&b=2" {
		t.Errorf("Set gives %q", got)
	}
	p.DeleteValue("b", "3")
	p.DeleteValue("b", "2")
	p.Delete("c")
	if got := p.String(); got != "a=9&d=4" {
		t.Errorf("Delete gives %q", got)
	}
	n := 0
	for name, value := range p.All() {
		if n++; name != "a" || value != "9" {
			t.Errorf("All gives %q, %q", name, value)
		}
		break
	}
}

// URL Standard, section 6.2, example of sort: the first code unit of U+1F308 is
// less than U+FB03.
func TestSort(t *testing.T) {
	for _, v := range []struct{ in, want string }{
		{"z=b&a=b&z=a&a=a", "a=b&a=a&z=b&z=a"},
		{"\uFFFD=x&\uFFFC&\uFFFD=a", "\uFFFC&\uFFFD=x&\uFFFD=a"},
		{"ﬃ&🌈", "🌈&ﬃ"},
		{"é&e\uFFFD&e\u0301", "e\u0301&e\uFFFD&é"},
		{"z=z&a=a&b=y&b=x&c=w&d=v&e=u&f=t&g=s&h=r&i=q&j=p&k=o&l=n&m=m&n=l&o=k&p=j&q=i&r=h&s=g&t=f&u=e&v=d&w=c&x=b&y=a", "a=a&b=y&b=x&c=w&d=v&e=u&f=t&g=s&h=r&i=q&j=p&k=o&l=n&m=m&n=l&o=k&p=j&q=i&r=h&s=g&t=f&u=e&v=d&w=c&x=b&y=a&z=z"},
		{"bbb&bb&aaa&aa=x&aa=y", "aa=x&aa=y&aaa&bb&bbb"},
	} {
		p, err := Parse(v.in)
		if err != nil {
			t.Fatal(err)
		}
		p.Sort()
		want, _ := Parse(v.want)
		if !slices.Equal(p, want) {
			t.Errorf("Sort of %q gives %q, want %q", v.in, p, want)
		}
		q, _ := Edit(v.in)
		q.Sort()
		if q.String() != v.want {
			t.Errorf("Query.Sort of %q gives %q, want %q", v.in, q, v.want)
		}
	}
}

func TestQuery(t *testing.T) {
	rules := Standard.WithSeparators(AmpersandOrSemicolon)
	const in = "a=%zz&&b=x%20y;c&A=%e9&b+=1&b=2&"
	for _, v := range []struct {
		name string
		edit func(q *Query)
		want string
	}{
		{"nothing", func(*Query) {}, in},
		{"set", func(q *Query) { q.Set("c", "1 2") }, "a=%zz&&b=x%20y;c=1+2&A=%e9&b+=1&b=2&"},
		{"set the same", func(q *Query) { q.Set("a", "%zz") }, in},
		{"set keeps the name", func(q *Query) { q.Set("b ", "2") }, "a=%zz&&b=x%20y;c&A=%e9&b+=2&b=2&"},
		{"set removes others", func(q *Query) { q.Set("b", "x y") }, "a=%zz&&b=x%20y;c&A=%e9&b+=1&"},
		{"set new", func(q *Query) { q.Set("d", "~") }, in + "d=%7E"},
		{"append", func(q *Query) { q.Append("d", ""); q.Append("e", "1") }, in + "d=&e=1"},
		{"delete first", func(q *Query) { q.Delete("a") }, "&b=x%20y;c&A=%e9&b+=1&b=2&"},
		{"delete", func(q *Query) { q.Delete("c") }, "a=%zz&&b=x%20y&A=%e9&b+=1&b=2&"},
		{"delete behind semicolon", func(q *Query) { q.Delete("b") }, "a=%zz&;c&A=%e9&b+=1&"},
		{"delete value", func(q *Query) { q.DeleteValue("b", "2") }, "a=%zz&&b=x%20y;c&A=%e9&b+=1&"},
		{"delete nothing", func(q *Query) { q.Delete("z") }, in},
		{"sort", func(q *Query) { q.Sort() }, "A=%e9&&a=%zz;b=x%20y&b=2&b+=1&c&"},
	} {
		t.Run("case="+v.name, func(t *testing.T) {
			q, err := rules.Edit(in)
			if err != nil {
				t.Fatal(err)
			}
			v.edit(q)
			if got := q.String(); got != v.want {
				t.Errorf("%q, want %q", got, v.want)
			}
			again, err := rules.Parse(q.String())
			if err != nil || !slices.Equal(again, q.Pairs()) || q.Len() != len(again) {
				t.Errorf("parses as %q, is %q", again, q.Pairs())
			}
		})
	}
	q, err := Edit("")
	if err != nil || q.Len() != 0 || q.Has("") {
		t.Errorf("empty: %v, %v", q, err)
	}
	q.Append("a", "1")
	q.Set("a", "2")
	q.Append("b", "3")
	if v, ok := q.Get("a"); q.String() != "a=2&b=3" || v != "2" || !ok || !q.HasValue("b", "3") || q.HasValue("b", "2") || !slices.Equal(q.GetAll("b"), []string{"3"}) {
		t.Errorf("from nothing: %q", q)
	}
}

// What is read is bounded, and in proportion to the input.
func TestHostile(t *testing.T) {
	free := Limits{Bytes: NoLimit, Pairs: NoLimit}
	const million = 1 << 20
	for _, v := range []struct {
		name  string
		in    string
		pairs int
		bytes float64 // allocated, for each byte of input
	}{
		{"ampersands", strings.Repeat("&", million), 0, 1},
		{"semicolons", strings.Repeat(";", million), 0, 1},
		{"names", strings.Repeat("a&", million/2), million / 2, 17},
		{"equals", strings.Repeat("=", million), 1, 1},
		{"percent signs", strings.Repeat("%", million), 1, 2},
		{"one value", "a=" + strings.Repeat("b+", million/2), 1, 2},
		{"replaced", "a=" + strings.Repeat("\xFF", million), 1, 6},
		{"replaced apart", strings.Repeat("\xFF&%FF&", million/6), million / 6 * 2, 22},
	} {
		t.Run("case="+v.name, func(t *testing.T) {
			r := Standard.WithLimits(free).WithSeparators(AmpersandOrSemicolon)
			got, err := r.Parse(v.in)
			if err != nil || len(got) != v.pairs {
				t.Errorf("%d pairs, %v, want %d", len(got), err, v.pairs)
			}
			if n := testing.AllocsPerRun(1, func() { r.Parse(v.in) }); n > 4 {
				t.Errorf("%v allocations", n)
			}
			if n := growth.Allocated(func() { r.Parse(v.in) }); float64(n) > v.bytes*float64(len(v.in))+1<<16 {
				t.Errorf("%d bytes allocated for %d", n, len(v.in))
			}
			if v.pairs > DefaultPairs {
				var limit *LimitError
				if got, err := Parse(v.in); !errors.As(err, &limit) || len(got) != DefaultPairs || cap(got) > 2*DefaultPairs {
					t.Errorf("with the default limits: %d pairs of %d, %v", len(got), cap(got), err)
				}
			}
		})
	}
	var limit *LimitError
	if _, err := Parse(strings.Repeat("a", DefaultBytes+1)); !errors.As(err, &limit) || limit.Limit != ByteLimit {
		t.Errorf("too long: %v", err)
	}
}

func TestAllocations(t *testing.T) {
	plain, escaped := "a=1&bc=def&x=", strings.Repeat("n%20=caf%C3%A9+au+lait&", 40)
	pairs, err := Parse(escaped)
	if err != nil {
		t.Fatal(err)
	}
	short, _ := Parse(plain)
	dst := make(Pairs, 0, 100)
	buf := make([]byte, 0, 4*len(escaped))
	for _, tt := range []struct {
		name string
		want float64
		run  func()
	}{
		{"Parse empty", 0, func() { Parse("") }},
		{"Parse plain", 1, func() { Parse(plain) }},
		{"Parse", 2, func() { Parse(escaped) }},
		{"AppendParse plain", 0, func() { Standard.AppendParse(dst, plain) }},
		{"AppendParse", 1, func() { Standard.AppendParse(dst, escaped) }},
		{"Serialize empty", 0, func() { Serialize(nil) }},
		{"Serialize plain", 1, func() { Serialize(short) }},
		{"Serialize short", 1, func() { Serialize(pairs[:3]) }},
		{"Serialize", 1, func() { Serialize(pairs) }},
		{"AppendSerialize", 0, func() { buf = Standard.AppendSerialize(buf[:0], pairs) }},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(20, tt.run); got != tt.want {
				t.Errorf("%v allocations, want %v", got, tt.want)
			}
		})
	}
}

// Every byte in every position, by every set of rules: what is written is read
// again.
func TestRoundTrip(t *testing.T) {
	for name, r := range map[string]*Rules{"standard": Standard, "strict": Strict, "RFC 1866": RFC1866, "mailto": Mailto, "octets": Standard.WithEncoding(percent.Form), "windows-1252": Standard.WithCharset(charset.Windows1252)} {
		for i := range 256 {
			c := string(rune(i))
			if c == "\r" || c == "\n" {
				continue // become CR LF
			}
			in := Pairs{{c, "v" + c}, {"n" + c + "n", c + c}}
			if r.Charset() == charset.Windows1252 && 0x80 <= i && i < 0xA0 {
				continue // not all are in it
			}
			got, err := r.Parse(r.Serialize(in))
			if err != nil || !slices.Equal(got, in) {
				t.Errorf("%s: %q comes back as %q, %v", name, in, got, err)
			}
		}
	}
}

// TestOmitted counts what Serialize leaves out, and edits leave out the same.
func TestOmitted(t *testing.T) {
	pairs := Pairs{{"a", ""}, {"b", "1"}, {"", ""}, {"_charset_", ""}}
	bare := Standard.WithEmpty(EmptyBare)
	charsetUsed := RFC1866.WithCharsetField(CharsetFieldUsed)
	for _, tt := range []struct {
		name                     string
		rules                    *Rules
		omitted                  int
		written, set, appendedTo string
	}{
		{"standard", Standard, 0, "a=&b=1&=&_charset_=", "x=&y=2", "x=1&y=2&x=3&z="},
		{"bare", bare, 0, "a&b=1&=&_charset_", "x&y=2", "x=1&y=2&x=3&z"},
		{"RFC 1866", RFC1866, 3, "b=1", "y=2", "x=1&y=2&x=3"},
		{"RFC 1866 and _charset_", charsetUsed, 2, "b=1&%5Fcharset%5F=UTF%2D8", "y=2", "x=1&y=2&x=3"},
	} {
		t.Run("rules="+tt.name, func(t *testing.T) {
			if n := tt.rules.Omitted(pairs); n != tt.omitted {
				t.Errorf("Omitted = %d, want %d", n, tt.omitted)
			}
			if s := tt.rules.Serialize(pairs); s != tt.written {
				t.Errorf("Serialize = %q, want %q", s, tt.written)
			}
			const query = "x=1&y=2&x=3"
			set, err1 := tt.rules.Edit(query)
			appended, err2 := tt.rules.Edit(query)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			set.Set("x", "")
			appended.Append("z", "")
			if set.String() != tt.set || appended.String() != tt.appendedTo {
				t.Errorf("Set and Append give %q and %q, want %q and %q", set, appended, tt.set, tt.appendedTo)
			}
		})
	}
}

// TestCharsetFieldEdit: edits are written in the charset that the form declares, as
// section 4.10.21.7 of HTML has it; a field without a value declares none.
func TestCharsetFieldEdit(t *testing.T) {
	for _, tt := range []struct{ name, query, want string }{
		{"declared", "_charset_=windows-1252&a=1", "_charset_=windows-1252&a=%E9"},
		{"declared at the end", "a=1&_charset_=windows-1252", "a=%E9&_charset_=windows-1252"},
		{"declared with an escape", "%5Fcharset_=windows-1252&a=1", "%5Fcharset_=windows-1252&a=%E9"},
		{"without a value", "_charset_&a=1", "_charset_&a=%C3%A9"},
		{"without a value at the end", "a=1&_charset_", "a=%C3%A9&_charset_"},
		{"a longer name", "_charset__=windows-1252&a=1", "_charset__=windows-1252&a=%C3%A9"},
		{"no charset", "_charset_=none&a=1", "_charset_=none&a=%C3%A9"},
		{"none", "a=1", "a=%C3%A9"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q, err := HTML.Edit(tt.query)
			if err != nil {
				t.Fatal(err)
			}
			if q.Set("a", "é"); q.String() != tt.want {
				t.Errorf("%s, want %s", q, tt.want)
			}
		})
	}
}

// TestSerializeIntoRoom: with every rule, what is appended where there is room is what
// Serialize gives.
func TestSerializeIntoRoom(t *testing.T) {
	pairs := Pairs{{"a", "1 +&=%"}, {"", ""}, {"é", "x\r\ny\n"}, {"_charset_", ""}, {"b", "\xff"}, {"long", "0123456789abcdefg"}}
	for name, r := range map[string]*Rules{
		"standard": Standard, "HTML": HTML, "mailto": Mailto, "RFC 1866": RFC1866, "bare": Standard.WithEmpty(EmptyBare),
		"charset": Standard.WithCharset(charset.Windows1252), "line breaks": Standard.WithNewlines(NewlinesCRLF),
		"declared": Standard.WithCharsetField(CharsetFieldUsed),
	} {
		for n := range len(pairs) + 1 {
			for _, room := range []int{0, 1, 40, 1000} {
				got := string(r.AppendSerialize(append(make([]byte, 0, 1+room), '?'), pairs[:n]))
				if want := "?" + r.Serialize(pairs[:n]); got != want {
					t.Errorf("%s, %d pairs, room for %d: %q, want %q", name, n, room, got, want)
				}
			}
		}
	}
	// By hand, since both could be wrong.
	for name, tt := range map[string]struct {
		r    *Rules
		want string
	}{
		"standard":    {Standard, "a=1+%2B%26%3D%25&=&%C3%A9=x%0D%0Ay%0A&_charset_=&b=%EF%BF%BD&long=0123456789abcdefg"},
		"bare":        {Standard.WithEmpty(EmptyBare), "a=1+%2B%26%3D%25&=&%C3%A9=x%0D%0Ay%0A&_charset_&b=%EF%BF%BD&long=0123456789abcdefg"},
		"charset":     {Standard.WithCharset(charset.Windows1252), "a=1+%2B%26%3D%25&=&%E9=x%0D%0Ay%0A&_charset_=&b=%26%2365533%3B&long=0123456789abcdefg"},
		"line breaks": {Standard.WithNewlines(NewlinesCRLF), "a=1+%2B%26%3D%25&=&%C3%A9=x%0D%0Ay%0D%0A&_charset_=&b=%EF%BF%BD&long=0123456789abcdefg"},
	} {
		if got := string(tt.r.AppendSerialize(make([]byte, 0, 1000), pairs)); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}
