package dialect_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
)

// How each decoder reads what encoders of its dialect do not write: malformed
// escapes, '+', octets that are no UTF-8, raw bytes, lower-case digits. An output
// of "!" and an offset stand for an error there.
var decodings = []struct {
	id, in, out string
	offset      int64
	source      string
}{
	{"whatwg.path", "%zz%4%+%41", "%zz%4%+A", 0, "URL Standard 1.3, percent-decode never fails"},
	{"whatwg.path", "%2541", "%41", 0, "decoded once"},
	{"whatwg.path", "%C0%AF%ED%A0%80", "\xC0\xAF\xED\xA0\x80", 0, "octets, not text"},
	{"whatwg.path", "%E3\x81%82", "あ", 0, "a character that is part raw, part escaped"},
	{"whatwg.path", "%EF%BB%BFa%00", "\uFEFFa\x00", 0, "the byte order mark stays"},
	{"whatwg.form", "a+b%2B%zz", "a b+%zz", 0, "URL Standard 5.1: '+' first, then escapes"},
	{"js.URLSearchParams", "%FF+%E3%81", "\uFFFD \uFFFD", 0, "URL Standard 5.1: UTF-8 decode without BOM"},
	{"rfc3986", "%41%zz", "!", 3, "RFC 3986 section 2.1"},
	{"rfc3986", "a+b%2b", "a+b+", 0, "RFC 3986 gives '+' no meaning"},
	{"rfc3986", "a%４１", "!", 1, "digits of other scripts are none"},
	{"rfc3986", "a%+f", "!", 1, "a sign is no digit"},
	{"rfc1630", "marie%2Dclaude", "marie-claude", 0, "RFC 1630, its example"},
	{"js.encodeURIComponent", "%FF", "!", 0, "ECMA-262: URIError"},
	{"js.encodeURIComponent", "a%4", "!", 1, "ECMA-262: URIError"},
	{"js.encodeURI", "%2f%2B%23%41%3f", "%2f%2B%23A%3f", 0, "ECMA-262: reserved escapes stay, verbatim"},
	{"js.escape", "%u20AC%E9%U20AC%zz+", "€é%U20AC%zz+", 0, "ECMA-262 section B.2.1.2; 'u' is lower case"},
	{"http.display-string", "f%c3%bc", "fü", 0, "RFC 9651 section 4.2.10"},
	{"http.display-string", "%61", "a", 0, "over-escaping is accepted"},
	{"http.display-string", "f%C3%BC", "!", 1, "digits have to be in lower case"},
	{"http.display-string", "f%ff", "!", 1, "not UTF-8"},
	{"http.display-string", "a\tb", "!", 1, "outside of 20 to 7E"},
	{"http.display-string", "%ef%bb%bfa", "\uFEFFa", 0, "the byte order mark stays"},
	{"grpc.message", "50%zz%c3%a9%FF", "50%zzé\uFFFD", 0, "PROTOCOL-HTTP2: no error, nothing dropped"},
	{"w3c.baggage", "a%zz+=%FF", "a%zz+=\uFFFD", 0, "W3C Baggage 3.3.1.3: U+FFFD for what is not UTF-8"},
	{"otel.resource", "a%2cb%zz", "!", 5, "Resource SDK: an error discards the variable"},
	{"otel.resource", "%FF", "!", 0, "not UTF-8"},
	{"http.ext-value", "%c2%a3%20and%20%e2%82%ac%20rates", "£ and € rates", 0, "RFC 8187 section 3.2.3"},
	{"http.ext-value", "a+b%zz", "!", 3, "RFC 8187 section 3.2.1; package header has the tolerant reading"},
	{"mime.parameter", "fo%2e%2a{}", "fo.*{}", 0, "RFC 2231 section 7: upper case in the grammar, read in both"},
	{"mime.parameter", "%zz", "!", 0, "RFC 2231 is silent; refused"},
	{"http.slug", "The Beach at S%c3%a8te+", "The Beach at Sète+", 0, "RFC 5023 section 9.7.1"},
	{"http.alpn", "http%2F1.1", "http/1.1", 0, "RFC 7639; protocols are compared encoded, see package header"},
	{"json-pointer", "/c%25d+%zz", "!", 7, "RFC 6901 section 6"},
	{"http.multipart-name", "100%", "100%", 0, "HTML Standard: '%' is not escaped"},
	{"json-pointer", "%FF", "!", 0, "not UTF-8"},
	{"text-fragment", "a%2Db%2cc+", "a-b,c+", 0, "after the split at ','"},
	{"mailto", "1+1%20%0D%0A", "1+1 \r\n", 0, "RFC 6068: '+' is itself"},
	{"geo.param", "this%2dthat", "this-that", 0, "RFC 5870 section 3.4.4: compared decoded"},
	{"ni.query", "a%2fb/c%26", "a/b/c&", 0, "RFC 6920 section 3: '/' raw or escaped"},
	{"ldap", "o=Question%3f", "o=Question?", 0, "RFC 4516 section 4"},
	{"ldap", "%5c00", "\\00", 0, "RFC 4516 section 4"},
	{"ldap.extension", "cn=Manager%2cdc=example%2cdc=com", "cn=Manager,dc=example,dc=com", 0, "RFC 4516 section 4"},
	{"cgi.path", "/this.is.path%3binfo", "/this.is.path;info", 0, "RFC 3875 section 4.1.6"},
	{"purl", "NSData%2Bzlib+", "NSData+zlib+", 0, "purl-spec tests; a raw '+' is itself"},
	{"vcf", "%253A", "%3A", 0, "VCF 4.3 section 1.2, in a single pass"},
	{"vcf", "%3a%3B%2c%0D%0A%09%25", ":;,\r\n\t%", 0, "the eight escapes"},
	{"vcf", "%41%zz%", "%41%zz%", 0, "others are text"},
	{"gff3", "%3E%09%25", ">\t%", 0, "GFF3"},
	{"bagit", "a%250Ab", "a%0Ab", 0, "RFC 8493 section 2.1.3, in a single pass"},
	{"cpe", "%2a%7e%3a", "*~:", 0, "NISTIR 7695, unbind_URI"},
	{"cpe", "a%01%02", "a\x01\x02", 0, "the wildcards ? and * are octets 01 and 02, apart from escaped ones"},
	{"cpe", "%zz", "!", 0, "NISTIR 7695: an error"},
	{"dbus", "/run/bus-for-%3A0%24*\\", "/run/bus-for-:0$*\\", 0, "D-Bus Specification, Server Addresses"},
	{"dbus", "%20%20", "  ", 0, "D-Bus: \"  \" as GLib writes it"},
	{"dbus", "a%zz", "!", 1, "D-Bus: a malformed escape is an error"},
	{"dbus", "a:b", "!", 1, "D-Bus: so is a byte that needs an escape"},
	{"dbus", "é", "!", 0, "D-Bus: and one beyond ASCII"},
	{"hive", "12%3A00 +%zz%", "12:00 +%zz%", 0, "Hive unescapePathName is lenient"},
	{"perforce", "//depot/path/status%40june.txt", "//depot/path/status@june.txt", 0, "P4 Command-Line Reference"},
	{"sqlite.path", "a%20b%23c.db", "a b#c.db", 0, "SQLite 3.40.1"},
	{"sqlite.path", "q%zz.db", "q%zz.db", 0, "SQLite 3.40.1: a malformed escape stays"},
	{"sqlite.path", "n%00ul.db", "n", 0, "SQLite 3.40.1: %00 truncates"},
	{"sqlite.path", "a+b", "a+b", 0, "SQLite 3.40.1"},
	{"safe-browsing", "%25%32%35", "%", 0, "repeated until nothing changes"},
	{"safe-browsing", "%2525252525252525", "%", 0, "repeated until nothing changes"},
	{"safe-browsing", "%%%25%32%35asd%%", "%%%asd%%", 0, "repeated until nothing changes"},
	{"html.javascript", "alert(%22%C3%A9+%FF%zz%22)", "alert(\"é+\uFFFD%zz\")", 0, "HTML section 7.4.2.3.2"},
	{"html.id", "caf%c3%a9+%zz%FF", "café+%zz\uFFFD", 0, "HTML section 7.4.6.4"},
	{"media-fragment", "%6Ept:3", "npt:3", 0, "Media Fragments URI section 4.2"},
	{"media-fragment", "a%zz", "!", 1, "Media Fragments URI section 4.2: the pair is dropped"},
	{"bitcoin", "a+b%20c", "a+b c", 0, "BIP 21: '+' is itself"},
	{"otpauth", "Big%20Corporation%3A%20alice%40bigco.com", "Big Corporation: alice@bigco.com", 0, "Key Uri Format"},
	{"git.credential-store.username", "a%20b%40c%3ad%2f%c3%a9~%21%24%26", "a b@c:d/é~!$&", 0, "git 2.39.5"},
	{"php.urldecode", "a+b%zz", "a b%zz", 0, "PHP; setcookie() writes what urldecode() reads"},
}

func TestDecodings(t *testing.T) {
	for _, tt := range decodings {
		d, err := dialect.Lookup(tt.id)
		if err != nil {
			t.Error(err)
			continue
		}
		out, err := d.AppendDecode([]byte("> "), []byte(tt.in))
		if tt.out != "!" {
			if err != nil || string(out) != "> "+tt.out {
				t.Errorf("%s: %q decodes to %q, %v, want %q (%s)", tt.id, tt.in, out, err, tt.out, tt.source)
			}
			continue
		}
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Offset != tt.offset || !strings.HasPrefix(tt.in[e.Offset:], e.Bytes) {
			t.Errorf("%s: %q decodes to %q, %v, want an error at byte %d (%s)", tt.id, tt.in, out, err, tt.offset, tt.source)
		}
	}
}

// Vectors of functions of programs that the catalogue of specifications has no
// dialect for.
func TestProgramVectors(t *testing.T) {
	for _, tt := range []struct{ name, in, out string }{
		{"git.credential-store.username", "a b@c:d/é~!$&", "a%20b%40c%3ad%2f%c3%a9~%21%24%26"},
		{"git.credential-store.password", "a b@c:d/é~!$&", "a%20b%40c%3ad%2f%c3%a9~%21%24%26"},
		{"git.credential-store.path", "a b/é~", "a%20b/%c3%a9~"},
		{"dbus.address_escape_value", "/a:$%", "/a%3a%24%25"},
		{"gio.g_dbus_address_escape_value", "  ", "%20%20"},
		{"js-cookie.value", "#$&+/:<=>?@[]^`{|}; %", "#$&+/:<=>?@[]^`{|}%3B%20%25"},
		{"apt.quote_string_archive", "1:2.0_x y", "1%3a2.0%5fx%20y"},
		{"php.urlencode", "a b;c=d", "a+b%3Bc%3Dd"}, // as setcookie() writes
		{"p11kit.uri.id", "a~\x00", "%61%7E%00"},
	} {
		d, err := dialect.Lookup(tt.name)
		if err != nil {
			t.Error(err)
			continue
		}
		if out, err := d.AppendEncode(nil, []byte(tt.in)); err != nil || string(out) != tt.out {
			t.Errorf("%s: %q is %q, %v, want %q", tt.name, tt.in, out, err, tt.out)
		}
	}
}

// RFC 7252 section 6.4 takes a coap: URI for options, and 6.5 options for a URI;
// what joins them needs no code of its own. Spec divergence (the text before its
// example): step 8 of section 6.5 keeps '/' in a query, where the example of
// section 6.4 has %2F.
func TestCoAP(t *testing.T) {
	path, _ := dialect.Lookup("coap.path")
	query, _ := dialect.Lookup("coap.query")
	uri := ""
	for _, segment := range []string{"", "/", "", ""} {
		out, _ := path.AppendEncode(nil, []byte(segment))
		uri += "/" + string(out)
	}
	separator := "?"
	for _, argument := range []string{"//", "?&"} {
		out, _ := query.AppendEncode(nil, []byte(argument))
		uri += separator + string(out)
		separator = "&"
	}
	if want := "//%2F//?//&?%26"; uri != want {
		t.Errorf("%q, want %q", uri, want)
	}
	pathPart, queryPart, _ := strings.Cut(strings.Replace(uri, "?//", "?%2F%2F", 1), "?")
	var got []string
	for segment := range strings.SplitSeq(pathPart[1:], "/") {
		out, err := path.AppendDecode(nil, []byte(segment))
		if err != nil {
			t.Error(err)
		}
		got = append(got, string(out))
	}
	for argument := range strings.SplitSeq(queryPart, "&") {
		out, err := query.AppendDecode(nil, []byte(argument))
		if err != nil {
			t.Error(err)
		}
		got = append(got, string(out))
	}
	if want := []string{"", "/", "", "", "//", "?&"}; strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRefusedEarly: what is not UTF-8 is refused at the same place, with the same text
// before it, however much comes behind.
func TestRefusedEarly(t *testing.T) {
	tokens := []string{"%FF", "%C3%A9", "%e3%81", "%81%82", "%ED%A0%80", "é", "\xff", "a", "%41", "+", "%zz", "%", "%F0%9F%98%80", "%E3%81%82"}
	r := rand.New(rand.NewPCG(17, 1))
	behind := strings.Repeat("abcdefgh", 400)
	refused := 0
	for range 40 {
		var text strings.Builder
		text.WriteString(strings.Repeat("a", r.IntN(60)))
		for range r.IntN(30) {
			text.WriteString(tokens[r.IntN(len(tokens))])
		}
		text.WriteString("aaaaaaaa")
		for d := range dialect.All() {
			short, wantErr := d.AppendDecode(nil, []byte(text.String()))
			var want, got *percent.SyntaxError
			if !errors.As(wantErr, &want) || want.Reason != percent.InvalidUTF8 {
				continue
			}
			refused++
			long, err := d.AppendDecode(nil, []byte(text.String()+behind))
			if !errors.As(err, &got) || *got != *want || string(long) != string(short) {
				t.Fatalf("%s: %q: %q, %v; with more behind it %q, %.200v", d.ID, text.String(), short, wantErr, long, err)
			}
		}
	}
	if refused < 500 {
		t.Errorf("only %d were refused", refused)
	}
}

// A text as a whole decides what these make of its beginning.
var wholeTexts = map[string]bool{
	"spring.UriUtils.decode": true, "tomcat.UDecoder": true, // whether there is a '%'
	"js-cookie.read": true,                         // the last character goes with the quotation mark
	"py.httpx.path":  true, "py.httpx.query": true, // whether every '%' begins an escape
	"azure-storage-blob.url": true, // the last code unit
}

// TestErrorOffsets: an error stands where its bytes are, and what comes with it is
// what the text before it stands for.
func TestErrorOffsets(t *testing.T) {
	pieces := []string{
		"%zz", "%C3", "\xc3", "%", "%u1", "a", "b", "+", "[", "%A", "\xed\xa0\x80", "\xed\xb0\x80", "é", "%FF", "%00", "%2F", "%E0%80",
		"\x01", "<", "#", "&", "?", ";", "\"", "\t", "\n", " ", "%5B", "%01", "%E9", "😀", "%EF%BF%BE", "٣", "%٣٣", "%uD800", "%u00e9",
		"%e9", "%EF%BB%BF", "%0D%0A", "/", "..", ":", ".", "/../", "/./",
	}
	rounds := 1000
	if testing.Short() {
		rounds = 100
	}
	r := rand.New(rand.NewPCG(17, 3))
	checked := 0
	for d := range dialect.All() {
		check := func(kind string, code func(dst, src []byte) ([]byte, error)) {
			for range rounds {
				var b strings.Builder
				for range 1 + r.IntN(8) {
					b.WriteString(pieces[r.IntN(len(pieces))])
				}
				text := b.String()
				out, err := code([]byte("> "), []byte(text))
				var bad *percent.SyntaxError
				if !errors.As(err, &bad) {
					continue
				}
				checked++
				if int(bad.Offset) > len(text) || !strings.HasPrefix(text[bad.Offset:], bad.Bytes) || bad.Bytes == "" {
					t.Fatalf("%s %s %q: %q at byte %d: %v", d.ID, kind, text, bad.Bytes, bad.Offset, err)
				}
				before, err := code([]byte("> "), []byte(text[:bad.Offset]))
				if err == nil && string(out) != string(before) && !wholeTexts[d.ID] {
					t.Fatalf("%s %s %q: %q before %v, want %q", d.ID, kind, text, out, bad, before)
				}
			}
		}
		check("decodes", d.AppendDecode)
		if d.Encodes() {
			check("encodes", d.AppendEncode)
		}
	}
	if checked < 20*rounds {
		t.Errorf("only %d errors were checked", checked)
	}
}
