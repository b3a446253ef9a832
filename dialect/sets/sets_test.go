package sets_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/dialect/sets"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct{ name, expr, want string }{
		{"dialect", "rfc3986", "[\\-.0-9A-Z_a-z~]"},
		{"alias", "path-segment - unreserved", "[!$&'()*+,:;=@]"},
		{"function of a program", "php.rawurlencode", "[\\-.0-9A-Z_a-z~]"},
		{"name with a hyphen", "whatwg.c0-control & ' '", "[\\x20]"},
		{"class", "sub-delims", "[!$&'()*+,;=]"},
		{"case", "GEN-DELIMS", "[#/:?@\\[\\]]"},
		{"escaped", "escaped(rfc3986) & ascii & vchar", "[!\"#$%&'()*+,/:;<=>?@\\[\\\\\\]\\^`{|}]"},
		{"escaped, spaces", "escaped ( rfc3986.segment ) & 'a/'", "[/]"},
		{"plus is neither", "(escaped(form) | form) & ' +'", "[+]"},
		{"left to right", "rfc3986.segment - unreserved | tchar", "[!#$%&'()*+,\\-.0-9:;=@A-Z\\^_`a-z|~]"},
		{"minus behind union", "digit | 'ab' - 'b'", "[0-9a]"},
		{"brackets", "digit | ('ab' - 'b')", "[0-9a]"},
		{"and binds tighter", "'a' | 'b' & 'c'", "[a]"},
		{"complement", "!ascii & !%80-%FE", "[\\xFF]"},
		{"complement of brackets", "!(!'a')", "[a]"},
		{"double complement", "!!'a'", "[a]"},
		{"quotes", `"'" | '"'`, "[\"']"},
		{"octet", "%2f", "[/]"},
		{"range", "%00-%1F - c0", "[]"},
		{"class of octets", `[\-.0-9A-Z_a-z~]`, "[\\-.0-9A-Z_a-z~]"},
		{"class with escapes", `[\x00-\x1F\]\\^ -]`, "[\\x00-\\x20\\-\\\\\\]\\^]"},
		{"empty class", "[]", "[]"},
		{"beyond ASCII in quotes", "'é'", "[\\xA9\\xC3]"},
		{"no spaces", "digit|sp&!digit", "[\\x200-9]"},
		{"hyphen behind a bracket", "('a')-'a'", "[]"},
		{"all", "all - none", percent.AllBytes.String()},
		{"set without the word percent", "fragment-encode-set & ascii", "[\\x00-\\x20\"<>`\\x7F]"},
		{"set with spaces", "Fragment Encode Set - query encode set", "[`]"},
		{"set of old", "default encode set & '#?{|'", "[#?{]"},
		{"specification", "RFC 3986", "[\\-.0-9A-Z_a-z~]"},
		{"specification in an expression", "RFC 3986 path - RFC 3986 - pchar", "[/]"},
		{"what a specification escapes", "escaped(RFC 3986) & '-/'", "[/]"},
	} {
		t.Run("name="+tt.name, func(t *testing.T) {
			s, err := sets.Parse(tt.expr)
			if err != nil || s.String() != tt.want {
				t.Errorf("Parse(%q) = %v, %v; want %s", tt.expr, s, err, tt.want)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		expr   string
		offset int64
		bytes  string
		reason percent.Reason
		names  string
	}{
		{"", 0, "", "a set is missing", ""},
		{"  ", 2, "", "a set is missing", ""},
		{"digit |", 7, "", "a set is missing", ""},
		{"digit | | alpha", 8, "|", "a set is missing", ""},
		{"- digit", 0, "-", "a set is missing", ""},
		{"digit alpha", 6, "a", sets.NoOperator, ""},
		{"(digit alpha)", 7, "a", sets.NoOperator, ""},
		{"(digit", 0, "(", "not closed", ""},
		{"digit)", 5, ")", "no matching opening bracket", ""},
		{"escaped(", 8, "", "a set is missing", ""},
		{"escaped()", 8, ")", "a set is missing", ""},
		{"escaped(rfc3986", 7, "(", "not closed", ""},
		{"escaped(tchar)", 8, "tchar", "unknown name", "tchar"},
		{"'abc", 0, "'", "not closed", ""},
		{"[abc", 0, "[", "not closed", ""},
		{"[é]", 1, "\xC3", "not ASCII: write its octets", ""},
		{`[\xG0]`, 1, `\xG0`, "not an octet such as %2F", ""},
		{`[\`, 1, `\`, "", ""},
		{`[\x`, 1, `\x`, "not an octet such as %2F", ""},
		{"[z-a]", 1, "z-a", "the range ends before it begins", ""},
		{"%2", 0, "%2", "not an octet such as %2F", ""},
		{"%20-%", 4, "%", "not an octet such as %2F", ""},
		{"%20-%10", 0, "%20-%10", "the range ends before it begins", ""},
		{"tcher", 0, "tcher", "unknown name", "tchar"},
		{"unresrved", 0, "unresrved", "unknown name", "unreserved"},
		{"digit | oauht1", 8, "oauht1", "unknown name", "oauth1"},
		{"js.decodeURIComponent", 0, "js.decodeURIComponent", "this dialect only decodes, so it has no kept set", ""},
		{strings.Repeat("(", 200), 101, "", "too many levels", ""},
		{strings.Repeat("!", 200), 101, "", "too many levels", ""},
		{strings.Repeat("x", 70_000), sets.MaxLength, "", "expression too long", ""},
	} {
		if tt.reason == "" {
			tt.reason, tt.offset, tt.bytes = "not closed", 0, "["
		}
		_, err := sets.Parse(tt.expr)
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Format != "set" || e.Offset != tt.offset || e.Bytes != tt.bytes || e.Reason != tt.reason {
			t.Errorf("Parse(%.20q): %#v", tt.expr, err)
			continue
		}
		var named *sets.NameError
		if tt.names != "" && (!errors.As(err, &named) || len(named.Names) == 0 || named.Names[0] != tt.names) {
			t.Errorf("Parse(%q): %v, want %q among the names", tt.expr, named, tt.names)
		}
		if tt.names != "" {
			names := slices.Sorted(slices.Values(named.Names))
			if once := slices.Compact(slices.Clone(names)); len(once) != len(names) {
				t.Errorf("Parse(%q): names %q", tt.expr, named.Names)
			}
		}
	}
}

// TestClasses: the sets that specifications print, counted and with what is at
// their edges; and a name that a dialect has too means the same.
func TestClasses(t *testing.T) {
	want := map[string]int{
		"unreserved": 66, "reserved": 18, "pchar": 79, "scheme": 65, "url-code-points": 81, "tchar": 77, "qdtext": 222, "attr-char": 74,
		"cookie-octet": 90, "token68": 68, "hexdig": 22, "vchar": 94, "punctuation": 32, "ctl": 33, "c0": 32, "c1": 32, "ascii": 128,
		"forbidden-host-code-points": 17, "forbidden-domain-code-points": 47, "form-percent-encode-set": 190, "all": 256, "none": 0,
	}
	seen := map[string]bool{}
	for c := range sets.Classes() {
		if c.Title == "" || c.Source == "" {
			t.Errorf("%+v", c)
		}
		for _, name := range append([]string{c.Name}, c.Aliases...) {
			if seen[strings.ToLower(name)] {
				t.Errorf("two classes are called %s", name)
			}
			seen[strings.ToLower(name)] = true
		}
		if n, ok := want[c.Name]; ok && c.Set.Len() != n {
			t.Errorf("%s has %d octets, want %d", c.Name, c.Set.Len(), n)
		}
		if s, err := sets.Parse(c.Name); err != nil || s != c.Set {
			t.Errorf("Parse(%q) = %v, %v", c.Name, s, err)
		}
		if s, err := sets.Parse(c.Set.String()); err != nil || s != c.Set {
			t.Errorf("Parse(%q) = %v, %v; want %s", c.Set, s, err, c.Name)
		}
		for d := range dialect.All() {
			if !slices.ContainsFunc(append([]string{d.ID}, d.Aliases...), func(name string) bool { return strings.EqualFold(name, c.Name) }) {
				continue
			}
			// An encode set is what the dialect escapes.
			same := sets.Kept(d)
			if strings.HasSuffix(c.Name, "-encode-set") {
				same = sets.Escaped(d)
			}
			if same != c.Set {
				t.Errorf("%s is a class and a dialect, and not the same", c.Name)
			}
		}
	}
	for name := range want {
		if !seen[name] {
			t.Errorf("there is no class %s", name)
		}
	}
}

// TestDialects: of every dialect that encodes, what is kept and what is escaped
// are what its encoder makes of the octet, and they share nothing.
func TestDialects(t *testing.T) {
	n := 0
	for d := range dialect.All() {
		kept, escaped := sets.Kept(d), sets.Escaped(d)
		if !d.Encodes() {
			if kept.Len()+escaped.Len() > 0 {
				t.Errorf("%s only decodes", d)
			}
			continue
		}
		n++
		if shared := kept.Intersect(escaped); shared.Len() > 0 {
			t.Errorf("%s keeps and escapes %v", d, shared)
		}
		if s, err := sets.Parse(d.ID); err != nil || s != kept {
			t.Errorf("Parse(%q) = %v, %v; want %v", d.ID, s, err, kept)
		}
		if s, err := sets.Parse("escaped(" + d.ID + ")"); err != nil || s != escaped {
			t.Errorf("escaped(%s) = %v, %v; want %v", d, s, err, escaped)
		}
		for i := range 0x80 {
			in := string(rune(i))
			out, err := d.Encode(in)
			if got, want := kept.Contains(byte(i)), err == nil && out == in; got != want {
				t.Errorf("%s keeps %q: %v, but it writes %q, %v", d, in, got, out, err)
			}
		}
		if e := d.Encoding(); e != nil && kept != e.Kept() && e.Space() == percent.SpacePercent20 {
			t.Errorf("%s: %v, but the encoding keeps %v", d, kept, e.Kept())
		}
	}
	if n < 100 {
		t.Errorf("only %d dialects encode", n)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"rfc3986.segment - unreserved | tchar", "!(escaped(form) & [a-z\\x00])", "%00-%1F", "'é'", "((", "[\\", "default encode set - simple encode set", "uric no slash x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		s, err := sets.Parse(expr)
		if err != nil {
			var e *percent.SyntaxError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(expr)) {
				t.Fatalf("%q: %#v", expr, err)
			}
			return
		}
		if again, err := sets.Parse("(" + expr + ") & " + s.String()); err != nil && len(expr) < sets.MaxLength-2000 || err == nil && again != s {
			t.Fatalf("%q: %v, and again %v, %v", expr, s, again, err)
		}
	})
}

// TestSpecificationNames: sets by the names of specifications and of their old
// editions, written as those write them, with what they print.
func TestSpecificationNames(t *testing.T) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	c0 := percent.ByteSet{}.AddRange(0, 0x1F).AddRange(0x7F, 0xFF)
	add := func(s percent.ByteSet, more string) percent.ByteSet { return s.Add(more) }
	only := func(s string) percent.ByteSet { return percent.ByteSet{}.Add(s) }
	defaults := add(c0, " \"#<>?`{}")
	for name, want := range map[string]percent.ByteSet{
		"simple encode set":                                    c0,
		"C0 control percent-encode set":                        c0,
		"default encode set":                                   defaults,
		"userinfo encode set":                                  add(defaults, `/:;=@[\]^|`),
		"USERINFO_ENCODE_SET":                                  add(defaults, `/:;=@[\]^|`),
		"userinfo-encode-set":                                  add(defaults, `/:;=@[\]^|`),
		"password encode set":                                  add(c0, " \"#<>?`/@\\"),
		"username-encode-set":                                  add(c0, " \"#<>?`/@\\:"),
		"fragment percent-encode set":                          add(c0, " \"<>`"),
		"path percent-encode set":                              add(defaults, "^"),
		"application/x-www-form-urlencoded percent-encode set": add(c0, "!\"#$%&'()+,/:;<=>?@[\\]^`{|}~ "),
		"uriReserved":                                          only(";/?:@&=+$,"),
		"uriAlpha":                                             only(letters[:52]),
		"DecimalDigit":                                         only(letters[52:]),
		"uriMark":                                              only("-_.!~*'()"),
		"uriUnescaped":                                         only(letters + "-_.!~*'()"),
		"unescapedURISet":                                      only(letters + "-_.!~*'();/?:@&=+$,#"),
		"unescapeduriset":                                      only(letters + "-_.!~*'();/?:@&=+$,#"),
		"reservedURISet":                                       only(";/?:@&=+$,#"),
		"reservedURIComponentSet":                              {},
		"unescapedSet":                                         only(letters + "@*_+-./"),
		"uric":                                                 only(letters + "-_.!~*'();/?:@&=+$,"),
		"uric_no_slash":                                        only(letters + "-_.!~*'();?:@&=+$,"),
		"rel_segment":                                          only(letters + "-_.!~*'();@&=+$,"),
		"rfc2396.reg_name":                                     only(letters + "-_.!~*'()$,;:@&=+"),
		"safe":                                                 only("$-_.+"),
		"national":                                             only("{}|\\^~[]`"),
		"unsafe":                                               only(" <>\"#%{}|\\^~[]`"),
		"xchar":                                                only(letters + "$-_.+!*'(),;/?:@&="),
		"xalpha":                                               only(letters + "$-_@.&!*\"'(),"),
		"separators":                                           only("()<>@,;:\\\"/[]?={} \t"),
		"tspecials":                                            only("()<>@,;:\\\"/[]?="),
		"attribute-char":                                       only(letters + "!#$&+-.^_`{|}~"),
	} {
		for _, expr := range []string{name, "(" + name + ")", name + " | none", "!!" + name, "none|" + strings.ToUpper(name) + " - none", " " + name + " "} {
			if got, err := sets.Parse(expr); err != nil || got != want {
				t.Errorf("Parse(%q) = %v, %v; want %v", expr, got, err, want)
			}
		}
	}
	if got, err := sets.Parse("default encode set - simple encode set"); err != nil || got != only(" \"#<>?`{}") {
		t.Errorf("an expression of names with spaces: %v, %v", got, err)
	}
}
