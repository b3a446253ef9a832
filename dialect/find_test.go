package dialect_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
)

// TestFind asks for dialects as people call them.
func TestFind(t *testing.T) {
	for _, tt := range []struct{ name, found, first string }{
		{"rfc3986", "rfc3986", ""},
		{"path", "", "rfc3986.path"},
		{"segment", "", "rfc3986.segment"},
		{"js", "", "js.encodeURIComponent"},
		{"python", "", "py.quote"},
		{"application/x-www-form-urlencoded", "whatwg.form", ""},
		{"UriEncode", "aws.uriencode", ""},

		// Specifications and what they name, with or without spaces.
		{"RFC 3986", "rfc3986", ""},
		{"rfc-3986", "rfc3986", ""},
		{"RFC  3986 Path", "rfc3986.path", ""},
		{"RFC 3986 path segment", "path-segment", ""},
		{"RFC 3986 reg-name", "rfc3986.reg-name", ""},
		{"RFC 1738", "rfc1738", ""},
		{"RFC 5849", "oauth1", ""},
		{"OAuth 1.0a", "oauth1", ""},
		{"RFC 6749", "oauth2.form", ""},
		{"RFC 7033", "", "webfinger.strict"},
		{"URL Standard", "", "whatwg.c0-control"},
		{"URL Standard QUERY", "whatwg.query", ""},
		{"WHATWG URL fragment", "whatwg.fragment", ""},
		{"RFC 3986 section 2.3", "rfc3986", ""},
		{"RFC 5849, section 3.6", "oauth1", ""},
		{"WHATWG userinfo percent-encode set", "whatwg.userinfo", ""},
		{"URL Standard special-query percent-encode set", "whatwg.special-query", ""},
		{"whatwg path encode set", "whatwg.path", ""},
		{"application/x-www-form-urlencoded serializer", "whatwg.form", ""},
		{"ECMA-262", "", "js.encodeURIComponent"},
		{"ECMAScript encodeURI", "js.encodeURI", ""},
		{"fragment-encode-set", "whatwg.fragment", ""},
		{"Fragment Encode Set", "whatwg.fragment", ""},
		{"path percent-encode set", "whatwg.path", ""},
		{"default encode set", "default-encode-set", ""},
		{"PHP_QUERY_RFC3986", "php.http_build_query.rfc3986", ""},
		{"php_query_rfc1738", "php.http_build_query.rfc1738", ""},
		{`http_build_query($data, '', '&amp;', \PHP_QUERY_RFC1738)`, "php.http_build_query.rfc1738", ""},
		{"http_build_query($q['a'], encoding_type: PHP_QUERY_RFC3986)", "php.http_build_query.rfc3986", ""},

		// Arguments that were recorded, with and without qualifiers, and others.
		{"quote(s, safe='')", "py.quote_safe_empty_bytes", ""},
		{"quote(text[1:], encoding='latin-1')", "py.quote_latin1", ""},
		{"quote(s, safe='~')", "", "py.quote"},
		{"urllib.parse.quote(s, '')", "", "py.quote"},
		{"urlencode(d, quote_via=quote)", "py.urlencode_quote", ""},
		{"urllib.parse.urlencode(d, quote_via=urllib.parse.quote)", "py.urlencode_quote", ""},
		{"Addressable::URI.encode_component(s, Addressable::URI::CharacterClasses::UNRESERVED)", "ruby.Addressable.encode_component.unreserved", ""},
		{`uri_escape($s, "^A-Za-z")`, "", "perl.URI::Escape.uri_escape"},
		{"fastUri.serialize({scheme: 'foo', host: 'h', userinfo: s})", "fast-uri.serialize.userinfo", ""},
		{"CGI.escape(s[0, 3])", "ruby.CGI.escape", ""},

		// IDs in their own case.
		{"JS ENCODEURICOMPONENT", "js.encodeURIComponent", ""},
		{"java urlencoder", "java.URLEncoder", ""},

		// A list in the recorded call is one argument.
		{"URI.encode_www_form", "ruby.URI.encode_www_form", ""},
		{"URI.encode_www_form([[k, v]])", "ruby.URI.encode_www_form", ""},
		{"Elixir URI.encode_www_form", "elixir.URI.encode_www_form", ""},
		{"fastUri.serialize", "", "fast-uri.serialize.path"},

		// A specification defines these.
		{"decodeURIComponent", "js.decodeURIComponent", ""},
		{"decodeURI", "js.decodeURI", ""},
		{"escape", "js.escape", ""},
		{"unescape", "js.unescape", ""},
		{"window.escape", "js.escape", ""},
		{"globalThis.decodeURIComponent(x)", "js.decodeURIComponent", ""},
		{"JavaScript's unescape", "js.unescape", ""},
		{"fn:encode-for-uri", "xpath.encode-for-uri", ""},
		{"fn:encode-for-uri($s)", "xpath.encode-for-uri", ""},
		{"fn:iri-to-uri", "xpath.iri-to-uri", ""},
		{"fn:escape-html-uri", "xpath.escape-html-uri", ""},
		{"ENCODE_FOR_URI", "xpath.encode-for-uri", ""},
		{"new URLSearchParams(init).toString()", "js.URLSearchParams", ""},

		// Programs have these.
		{"urllib.parse.quote", "py.quote", ""},
		{"urllib.parse.quote()", "py.quote", ""},
		{"urllib.quote", "py.quote", ""},
		{"quote", "py.quote", ""},
		{"Python quote_plus", "py.quote_plus", ""},
		{"rawurlencode", "php.rawurlencode", ""},
		{"RAWURLENCODE($text);", "php.rawurlencode", ""},
		{`\rawurlencode`, "php.rawurlencode", ""},
		{"urlencode", "php.urlencode", ""},
		{"URLencode", "r.URLencode", ""},
		{"utils::URLencode", "r.URLencode", ""},
		{"urlEncode", "php.urlencode", ""},
		{"http_build_query", "php.http_build_query.rfc1738", ""},
		{"url.QueryEscape", "go.url.QueryEscape", ""},
		{"net/url.QueryEscape", "go.url.QueryEscape", ""},
		{"OAuth::Helper::escape", "ruby.OAuth.Helper.escape", ""},
		{"OAuth::Helper.escape(value)", "ruby.OAuth.Helper.escape", ""},
		{"CGI::escape", "ruby.CGI.escape", ""},
		{"CGI.escape", "ruby.CGI.escape", ""},
		{"CGI#escape", "ruby.CGI.escape", ""},
		{"CGI::Util::escape", "perl.CGI.escape", ""},
		{"Perl's CGI::escape", "perl.CGI.escape", ""},
		{"URI.escape", "ruby.URI.DEFAULT_PARSER.escape", ""},
		{"URI::escape", "ruby.URI.DEFAULT_PARSER.escape", ""},
		{"URI.encode", "ruby.URI.DEFAULT_PARSER.escape", ""},
		{"URI.unescape", "ruby.URI.DEFAULT_PARSER.unescape", ""},
		{"URI::Escape::uri_escape", "perl.URI::Escape.uri_escape", ""},
		{"$u->query_form", "perl.URI.query_form", ""},
		{"java.net.URLEncoder.encode", "java.URLEncoder", ""},
		{`URLEncoder.encode(text, "UTF-8")`, "java.URLEncoder", ""},
		{"URLEncoder.encode(text, StandardCharsets.ISO_8859_1)", "java.URLEncoder.iso-8859-1", ""},
		{"java.net.URLDecoder.decode", "java.URLDecoder", ""},
		{"org.springframework.web.util.UriUtils.encode", "spring.UriUtils.encode", ""},
		{"new URLCodec().encode(s)", "commons-codec.URLCodec", ""},
		{"UrlEscapers.urlFragmentEscaper().escape(s)", "guava.urlFragmentEscaper", ""},
		{"System.Web.HttpUtility.UrlEncode", "mono.HttpUtility.UrlEncode", ""},
		{"uri_string:quote/1", "erlang.uri_string.quote", ""},
		{"(url-hexify-string s)", "emacs.url-hexify-string", ""},
		{"$.param", "jquery.param", ""},
		{"curl_easy_escape", "curl.easy_escape", ""},
		{"evhttp_uriencode(p,n,1)", "libevent.evhttp_uriencode.plus", ""},
		{"urlencoding::encode", "rust.urlencoding.encode", ""},

		{"jq @uri", "jq.@uri", ""},
		{"encodeURIComponent(String(x))", "js.encodeURIComponent", ""},

		// These say too little, or only one of the ways to call it.
		{"encode", "", "py.mdurl.encode"},
		{"@uri", "", "jq.@uri"}, // gojq has another one
		{"JavaScript encode", "", "ufo.encode"},
		{"web::uri::encode_uri", "", "cpprest.encode_uri.host"},
		{"str:encode-uri", "", "xslt.exslt.encode_uri.true"},
		{"str:encode-uri($s,false())", "xslt.exslt.encode_uri.false", ""},

		// Sets.
		{"userinfo-encode-set", "whatwg.userinfo", ""},
		{"userinfo percent-encode set", "whatwg.userinfo", ""},
		{"C0 control percent-encode set", "whatwg.c0-control", ""},
		{"application/x-www-form-urlencoded percent-encode set", "whatwg.form", ""},
		{"default encode set", "default-encode-set", ""},
		{"Simple Encode Set", "simple-encode-set", ""},
		{"unescapedURISet", "js.encodeURI", ""},
		{"unescapedURIComponentSet", "js.encodeURIComponent", ""},
	} {
		found, err := dialect.Find(tt.name)
		d, lookupErr := dialect.Lookup(tt.name)
		var several *dialect.AmbiguousError
		switch {
		case tt.found != "":
			if found != tt.found || err != nil {
				t.Errorf("Find(%q) = %q, %v; want %q", tt.name, found, err, tt.found)
			}
			if want, err := dialect.Lookup(tt.found); err != nil || lookupErr != nil || d.ID != want.ID || d.Encodes() != want.Encodes() {
				t.Errorf("Lookup(%q) = %v, %v; want %v, %v", tt.name, d, lookupErr, want, err)
			}
		case !errors.As(err, &several) || several.Candidates[0] != tt.first:
			t.Errorf("Find(%q) = %q, %v; want several, %q first", tt.name, found, err, tt.first)
		case !errors.As(lookupErr, &several):
			t.Errorf("Lookup(%q) = %v, %v; want several", tt.name, d, lookupErr)
		}
		if several != nil {
			for _, name := range several.Candidates {
				if _, err := dialect.LookupImplementation(name); err != nil && !isDialect(name) {
					t.Errorf("Find(%q) names %q: %v", tt.name, name, err)
				}
			}
		}
	}
	for _, tt := range []struct{ name, suggestion string }{
		{"", ""},
		{"nothing like it", ""},
		{"RFC 9999", ""},
		{"RFC 3986 cheese", ""},
		{"substr", ""},
		{"replace", ""},
		{"url encode", ""},
		{"encode path", ""},
		{"java.util.foo.escape", "js.escape"},
		{"foo.bar.escape", "js.escape"},
		{"Server.URLEncode", "php.urlencode"},
		// Android's is not recorded; it keeps "_-!.~'()*" (its documentation). Python's
		// escaped HTML until 3.8 removed it.
		{"android.net.Uri.encode", ""},
		{"foo.bar.Uri.encode(s)", ""},
		{"python cgi.escape", "js.escape"},
		{"escape(encodeURIComponent(s))", "js.encodeURIComponent"},
		{"URLEncoder.encode(encodeURI(s), UTF_8)", "java.URLEncoder"},
		{"urllib2.quote", "py.quote"},
		{strings.Repeat("x.", 200) + "escape", ""},
	} {
		var unknown *dialect.UnknownError
		if found, err := dialect.Find(tt.name); !errors.As(err, &unknown) {
			t.Errorf("Find(%q) = %q, %v; want an unknown name", tt.name, found, err)
		} else if tt.suggestion != "" && !slices.Contains(unknown.Suggestions, tt.suggestion) {
			t.Errorf("Find(%q) suggests %q, not %s", tt.name, unknown.Suggestions, tt.suggestion)
		}
	}
}

// isAlias reports whether name is an alias of the dialect with that ID.
func isAlias(name, id string) bool {
	for d := range dialect.All() {
		if d.ID == id && slices.Contains(d.Aliases, name) {
			return true
		}
	}
	return false
}

// isDialect reports whether name is the ID or an alias of a dialect.
func isDialect(name string) bool {
	for d := range dialect.All() {
		if strings.EqualFold(d.ID, name) || slices.Contains(d.Aliases, name) {
			return true
		}
	}
	return false
}

// TestFindAll: what Find takes comes first, then the others that share the name, each
// once. Those of decodeURIComponent were counted in the table by hand.
func TestFindAll(t *testing.T) {
	for _, tt := range []struct {
		name string
		want []string
	}{
		{"decodeURIComponent", []string{
			"js.decodeURIComponent", "perl.URI::Escape::XS.decodeURIComponent", "lua.http.decodeURIComponent",
			"r.httpuv.decodeURIComponent", "njs.decodeURIComponent", "rhino.decodeURIComponent", "webkit.decodeURIComponent",
			"duktape.decodeURIComponent", "firefox.decodeURIComponent", "chromium.decodeURIComponent",
			"bun.decodeURIComponent", "deno.decodeURIComponent", "workerd.decodeURIComponent",
		}},
		{"fn:iri-to-uri", []string{"xpath.iri-to-uri", "basex.iri-to-uri", "saxon.iri-to-uri", "fontoxpath.iri-to-uri"}},
		{"CGI.unescape", []string{"ruby.CGI.unescape", "perl.CGI.unescape"}},
		{"OAuth::Helper::escape", []string{"ruby.OAuth.Helper.escape"}},
		{"php.rawurlencode", []string{"php.rawurlencode"}},
		{"form", []string{"form"}},
		{"encodeURI", []string{
			"encodeURI", "lua.http.encodeURI", "r.httpuv.encodeURI", "rhino.encodeURI", "webkit.encodeURI",
			"duktape.encodeURI", "firefox.encodeURI", "chromium.encodeURI", "google-cloud-storage.encodeURI",
			"fpc.EncodeURI.Params", "fpc.EncodeURI.Document", "bun.encodeURI", "deno.encodeURI", "workerd.encodeURI",
		}},
		{"encodeurl", []string{"encodeurl", "nim.encodeUrl", "nim.encodeUrl.noplus"}},
	} {
		got, err := dialect.FindAll(tt.name)
		if err != nil || len(got) == 0 || got[0] != tt.want[0] {
			t.Errorf("FindAll(%q) = %q, %v; want %q first", tt.name, got, err, tt.want[0])
			continue
		}
		slices.Sort(got)
		slices.Sort(tt.want)
		if !slices.Equal(got, tt.want) {
			t.Errorf("FindAll(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
	for _, name := range []string{"encode", "no such name"} {
		if got, err := dialect.FindAll(name); err == nil {
			t.Errorf("FindAll(%q) = %q", name, got)
		}
	}
}

// TestFindSpellings spells names of functions at random, which changes nothing.
func TestFindSpellings(t *testing.T) {
	rounds, seed := 30, uint64(17)
	if growth.Long() {
		rounds, seed = 60, growth.Seed(t)
	}
	if growth.Whole() {
		rounds = 200
	}
	rnd := rand.New(rand.NewPCG(seed, 17))
	pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
	for _, tt := range []struct {
		words []string
		found string
	}{
		{[]string{"decodeURIComponent"}, "js.decodeURIComponent"},
		{[]string{"window", "unescape"}, "js.unescape"},
		{[]string{"fn", "encode-for-uri"}, "xpath.encode-for-uri"},
		{[]string{"OAuth", "Helper", "escape"}, "ruby.OAuth.Helper.escape"},
		{[]string{"CGI", "escape"}, "ruby.CGI.escape"},
		{[]string{"URI", "escape"}, "ruby.URI.DEFAULT_PARSER.escape"},
		{[]string{"java", "net", "URLEncoder", "encode"}, "java.URLEncoder"},
		{[]string{"urllib", "parse", "quote"}, "py.quote"},
		{[]string{"rawurlencode"}, "php.rawurlencode"},
		{[]string{"System", "Net", "WebUtility", "UrlDecode"}, "mono.WebUtility.UrlDecode"},
		{[]string{"Rack", "Utils", "escape_path"}, "ruby.Rack.escape_path"},
		{[]string{"Mojo", "Util", "url_escape"}, "perl.Mojo.url_escape"},
		{[]string{"UriUtils", "encodePathSegment"}, "spring.UriUtils.encodePathSegment"},
		{[]string{"std", "uri", "decodeComponent"}, "d.std.uri.decodeComponent"},
	} {
		for range rounds {
			name := strings.Join(tt.words, pick("::", ".", "->", `\`, "#", "?.", ":"))
			switch rnd.IntN(3) {
			case 0:
				b := []byte(name)
				for i, c := range b {
					if rnd.IntN(2) == 0 && ('a' <= c|0x20 && c|0x20 <= 'z') {
						b[i] = c ^ 0x20
					}
				}
				name = string(b)
			case 1:
				name = strings.ToUpper(name)
			}
			name = pick("", " ", "new ", `\`, "&", "new  ") + name + pick("", "()", "(s)", "( text )", "($octets);", `("a b")`, ";", " ", "(f(x))", "()()")
			if found, err := dialect.Find(name); found != tt.found || err != nil {
				t.Errorf("Find(%q) = %q, %v; want %q", name, found, err, tt.found)
			}
		}
	}
}

// TestFindRandom asks for nonsense: nothing panics, and what is found can be looked up.
func TestFindRandom(t *testing.T) {
	rounds, seed := 300, uint64(24)
	if growth.Long() {
		rounds, seed = 500, growth.Seed(t)
	}
	if growth.Whole() {
		rounds = 2_000
	}
	rnd := rand.New(rand.NewPCG(seed, 17))
	var pieces []string
	for m := range dialect.Implementations() {
		pieces = append(pieces, m.ID, m.Call, m.Language)
	}
	pieces = append(pieces, "(", ")", "[", "]", "{", "}", "::", ".", "->", `\`, "#", ":", "/", "|", "'", `"`, "`", "$", "@", "-", "\x00", "\xFF", "é", " ", "new ", "/1", "’s", ",")
	found := 0
	for range rounds {
		var b strings.Builder
		for range 1 + rnd.IntN(6) {
			piece := pieces[rnd.IntN(len(pieces))]
			if rnd.IntN(3) == 0 {
				at := rnd.IntN(len(piece) + 1)
				piece = piece[at:min(len(piece), at+rnd.IntN(9))]
			}
			b.WriteString(piece)
			if rnd.IntN(8) == 0 {
				b.WriteByte(byte(rnd.IntN(256)))
			}
		}
		name := b.String()
		names, err := dialect.FindAll(name)
		if err == nil {
			found++
		} else if rnd.IntN(8) != 0 { // suggestions take their time
			continue
		}
		d, lookupErr := dialect.Lookup(name)
		if (err == nil) != (lookupErr == nil) || err == nil && (len(names) == 0 || d == nil) || err != nil && fmt.Sprint(err) != fmt.Sprint(lookupErr) {
			t.Fatalf("FindAll(%q) = %q, %v, but Lookup %v, %v", name, names, err, d, lookupErr)
		}
		for i, n := range names {
			if _, err := dialect.LookupImplementation(n); err != nil && !isDialect(n) && n != name {
				t.Fatalf("FindAll(%q) names %q", name, n)
			}
			if slices.Contains(names[:i], n) {
				t.Fatalf("FindAll(%q) names %q twice", name, n)
			}
		}
	}
	if found < rounds/100 {
		t.Errorf("only %d of the names were found", found)
	}
}

// TestFindTakesNamesOfLookup changes no name that is an ID.
func TestFindTakesNamesOfLookup(t *testing.T) {
	for m := range dialect.Implementations() {
		if found, err := dialect.Find(m.ID); found != m.ID || err != nil {
			t.Errorf("Find(%q) = %q, %v", m.ID, found, err)
		}
	}
	n := 0
	for d := range dialect.Common() {
		if found, err := dialect.Find(d.ID); found != d.ID || err != nil {
			t.Errorf("Find(%q) = %q, %v", d.ID, found, err)
		}
		n++
	}
	if n != 15 {
		t.Errorf("%d dialects to start with", n)
	}
}

// TestFindCalls: a function is found as it was called when it was recorded, among
// those that share its name, wherever the call is nothing but that of a function.
func TestFindCalls(t *testing.T) {
	n := 0
	for m := range dialect.Implementations() {
		function, _, ok := strings.Cut(m.Call, "(")
		if !ok || strings.ContainsAny(function, " {[<%\"'|") || strings.Count(m.Call, "(") != 1 || !strings.HasSuffix(m.Call, ")") {
			continue
		}
		n++
		for _, name := range []string{function, m.Call} {
			if _, err := dialect.LookupImplementation(name); name == "" || err == nil {
				continue // Lisp; or an ID
			}
			names, err := dialect.FindAll(name)
			var several *dialect.AmbiguousError
			if errors.As(err, &several) {
				names = several.Candidates
			}
			// What a specification defines has the name of its dialect.
			if !slices.Contains(names, m.ID) && (len(names) == 0 || !isAlias(names[0], m.ID)) {
				t.Errorf("FindAll(%q) = %q, %v, without %s", name, names, err, m.ID)
			}
		}
	}
	if n < 250 {
		t.Errorf("only %d calls", n)
	}
}

func BenchmarkFind(b *testing.B) {
	for _, name := range []string{"php.rawurlencode", "rfc3986", "decodeURIComponent", "java.net.URLEncoder.encode", "no such name"} {
		b.Run("name="+name, func(b *testing.B) {
			for b.Loop() {
				_, _ = dialect.Find(name)
			}
		})
	}
}
