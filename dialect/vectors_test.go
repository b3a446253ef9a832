package dialect_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
)

// At least one vector of each dialect that a specification defines, checked by
// hand against the source that is named.
var vectors = []struct{ id, in, out, source string }{
	{"rfc3986", "Laguna Beach À ア -._~", "Laguna%20Beach%20%C3%80%20%E3%82%A2%20-._~", "RFC 3986 section 2.5"},
	{"rfc3986.segment", "\xD3\x81\x87\xA4\x95\x81\x40\xC2\x85\x81\x83\x88", "%D3%81%87%A4%95%81@%C2%85%81%83%88", "RFC 3986 section 2.1, in EBCDIC; section 3.3 keeps '@'"},
	{"rfc3986.segment-nz-nc", "this:that", "this%3Athat", "RFC 3986 section 4.2"},
	{"rfc3986.path", "/over/there?", "/over/there%3F", "RFC 3986 section 3.3"},
	{"rfc3986.query", "a/b?c#[d]", "a/b?c%23%5Bd%5D", "RFC 3986 section 3.4"},
	{"rfc3986.fragment", "nose/?#", "nose/?%23", "RFC 3986 section 3.5"},
	{"rfc3986.userinfo", "user:p@ss", "user:p%40ss", "RFC 3986 section 3.2.1"},
	{"rfc3986.reg-name", "a:b@c", "a%3Ab%40c", "RFC 3986 section 3.2.2"},
	{"rfc3986.uri", "http://[a]/~ b?%zz#", "http://[a]/~%20b?%25zz#", "RFC 3986 sections 2.2 and 2.4: '%' is data when encoding"},
	{"rfc2396", "-_.!~*'()+", "-_.!~*'()%2B", "RFC 2396 section 2.3"},
	{"rfc2396.uric", ";/?:@&=+$,#", ";/?:@&=+$,%23", "RFC 2396 section 2.2"},
	{"rfc2396.pchar", ":@&=+$,;/", ":@&=+$,%3B%2F", "RFC 2396 section 3.3"},
	{"rfc2396.userinfo", ";:&=+$,@", ";:&=+$,%40", "RFC 2396 section 3.2.2"},
	{"rfc2396.rel-segment", ";@&=+$,:", ";@&=+$,%3A", "RFC 2396 section 5"},
	{"rfc2732.uric", "[::1]^", "[::1]%5E", "RFC 2732 section 3"},
	{"rfc1738", "$-_.+!*'(),~", "$-_.+!*'(),%7E", "RFC 1738 section 5"},
	{"rfc1738.hsegment", ";:@&=?", ";:@&=%3F", "RFC 1738 section 5"},
	{"rfc1738.userinfo", ";?&=:", ";?&=%3A", "RFC 1738 section 5"},
	{"rfc1738.ftp-segment", "/etc;", "%2Fetc%3B", "RFC 1738 section 3.2.2"},
	{"rfc6570", "50% a/b", "50%25%20a%2Fb", "RFC 6570 section 3.2.2"},
	{"rfc6570.reserved", "admin%2F %foo[é", "admin%2F%20%25foo[%C3%A9", "uritemplate-test, extended: {+id}, {+not_pct}"},
	{"http.ext-value", "£ and € rates", "%C2%A3%20and%20%E2%82%AC%20rates", "RFC 8187 section 3.2.3"},
	{"mime.parameter", "This is ***fun***", "This%20is%20%2A%2A%2Afun%2A%2A%2A", "RFC 2231 section 4"},
	{"http.slug", "The Beach at Sète", "The Beach at S%C3%A8te", "RFC 5023 section 9.7.2"},
	{"http.multipart-name", "a\"b\r\n%", "a%22b%0D%0A%", "HTML Standard; curl 7.88.1"},
	{"grpc.message", "a%b\r\nc€", "a%25b%0D%0Ac%E2%82%AC", "gRPC PROTOCOL-HTTP2"},
	{"w3c.baggage", "Amélie DF 28", "Am%C3%A9lie%20DF%2028", "W3C Baggage, examples"},
	{"json-pointer", "/i\\j/k\"l/c%d/e^f", "/i%5Cj/k%22l/c%25d/e%5Ef", "RFC 6901 section 6"},
	{"purl", "@angular/sha1:a,b", "%40angular%2Fsha1:a%2Cb", "purl-spec tests"},
	{"text-fragment", "a-b,c&d", "a%2Db%2Cc%26d", "URL Fragment Text Directives, grammar"},
	{"mailto", "=?utf-8?Q?caf=C3=A9?=", "%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D", "RFC 6068 section 6.3"},
	{"mailto.local-part", `"\\\"it's\ ugly\\\""`, "%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22", "RFC 6068 section 6.2"},
	{"cgi.path", "/this.is.path;info", "/this.is.path%3Binfo", "RFC 3875 section 4.1.6; the RFC prints the digits in lower case"},
	{"ldap", "o=University of Michigan,c=US?", "o=University%20of%20Michigan,c=US%3F", "RFC 4516 section 4"},
	{"sip.user", "j@s0n;day=tuesday", "j%40s0n;day=tuesday", "RFC 3261 section 19.1.4"},
	{"sip.password", "a;b:c&=+$,", "a%3Bb%3Ac&=+$,", "RFC 3261 section 25.1"},
	{"sip.param", "[a]/:&+$;=", "[a]/:&+$%3B%3D", "RFC 3261 section 25.1"},
	{"sip.header", "alice@atlanta.com project x", "alice%40atlanta.com%20project%20x", "RFC 3261 section 19.1.3"},
	{"tel.param", "a;b=c?+", "a%3Bb%3Dc%3F+", "RFC 3966 section 3"},
	{"geo.param", "this-that/x", "this-that%2Fx", "RFC 5870 section 3.3"},
	{"coap.path", "こんにちは/", "%E3%81%93%E3%82%93%E3%81%AB%E3%81%A1%E3%81%AF%2F", "RFC 7252 section 6.4"},
	{"coap.query", "?&//", "?%26//", "RFC 7252 section 6.5, step 8; its example escapes '/' against it"},
	{"webfinger.strict", "acct:bob@example.com=&", "acct:bob@example.com%3D%26", "RFC 7033 section 4.1"},
	{"webfinger", "acct:bob@example.com", "acct%3Abob%40example.com", "RFC 7033 section 3.1"},
	{"urn", "a/b?#~&", "a/b%3F%23~&", "RFC 8141 section 2"},
	{"urn.rfc2141", "a/b~&", "a%2Fb%7E%26", "RFC 2141 section 2.2"},
	{"acct", "juliet@capulet.example", "juliet%40capulet.example", "RFC 7565 section 4"},
	{"secret-token", "E92FB7EB-D882-47A4-A265-A0B6135DC842 foo", "E92FB7EB-D882-47A4-A265-A0B6135DC842%20foo", "RFC 8959 section 2"},
	{"restconf.key", "a,b/c:d", "a%2Cb%2Fc%3Ad", "RFC 8040 section 3.5.3"},
	{"sieve.encodeurl", "Safe body&evil=evilbody", "Safe%20body%26evil%3Devilbody", "RFC 5435 section 6"},
	{"spf.macro", "a@b.c", "a%40b.c", "RFC 7208 section 7.3"},
	{"pkcs11.path", "a;b/c&", "a%3Bb%2Fc&", "RFC 7512 section 2.3"},
	{"pkcs11.query", "|/usr/bin/x&;", "|/usr/bin/x%26%3B", "RFC 7512 section 2.3"},
	{"imap.achar", "a;b@c", "a%3Bb%40c", "RFC 5092 section 11"},
	{"imap.bchar", "gray council/日;", "gray%20council/%E6%97%A5%3B", "RFC 5092 section 11"},
	{"xmpp.node", "nasty!#$%()*+,-.;=?[\\]^_`{|}~node", "nasty!%23$%25()*+,-.;=%3F%5B%5C%5D%5E_%60%7B%7C%7D~node", "RFC 5122 section 2.7.2"},
	{"xmpp.resource", "v Praze&':", "v%20Praze&':", "RFC 5122 sections 2.2 and 2.7"},
	{"did", "example.com:3000", "example.com%3A3000", "did:web"},
	{"bagit", "a%b\nc é", "a%25b%0Ac é", "RFC 8493 section 2.1.3"},
	{"sdp.file-selector", "a\"b%\r\né", "a%22b%25%0D%0Aé", "RFC 5547 section 6"},
	{"cdni.qstring", "a\"\t\r\n%é", "a%22%09%0D%0A%25é", "RFC 7937 section 3.1"},
	{"vcf", "a:b;c=d%e,f\r\n\té ", "a%3Ab%3Bc%3Dd%25e%2Cf%0D%0A%09é ", "VCF 4.3 section 1.2"},
	{"gff3", "a;b=c&d,e%\t >é", "a%3Bb%3Dc%26d%2Ce%25%09 >é", "GFF3"},
	{"gff3.column", "a;b\t%\x7F", "a;b%09%25%7F", "GFF3"},
	{"cpe", "*~:a_-.", "%2a%7e%3aa_-.", "NISTIR 7695, pct_encode"},
	{"dbus", "/run/bus-for-:0$%", "/run/bus-for-%3A0%24%25", "D-Bus Specification; g_dbus_address_escape_value"},
	{"hive", "12:00 é", "12%3A00 é", "Hive FileUtils.escapePathName"},
	{"perforce", "a@b#c*d%e f", "a%40b%23c%2Ad%25e f", "P4 Command-Line Reference"},
	{"iiif", "ark:/12025/654xz321", "ark:%2F12025%2F654xz321", "IIIF Image API 3.0 section 9"},
	{"bittorrent", "\x124Vx\x9A\xBC\xDE\xF1#Eg\x89\xAB\xCD\xEF\x124Vx\x9A", "%124Vx%9A%BC%DE%F1%23Eg%89%AB%CD%EF%124Vx%9A", "theory.org BitTorrent specification"},
	{"dmarc", "mailto:a!b,c@d", "mailto:a%21b%2Cc@d", "RFC 7489 section 6.2"},
	{"css.url", "a'b(c)!*", "a%27b%28c%29!*", "CSS Syntax 4.3.6"},
	{"gcs.path", "a/?=!#$&'()*+,:;@[]\"", "a/%3F%3D%21%23%24%26%27%28%29%2A%2B%2C%3A%3B%40%5B%5D%22", "Google Cloud Storage, canonical requests"},
	{"http.display-string", `foo "bar" \ ü`, `foo %22bar%22 \ %c3%bc`, "RFC 9651 section 3.3.8"},
	{"safe-browsing", "a#b%é\x7F", "a%23b%25%C3%A9%7F", "Safe Browsing, URLs and Hashing"},
	{"rfc1630", "$-_@.&!*\"'(),+", "$-_@.&!*\"'(),%2B", "RFC 1630, BNF: xalpha is alpha, digit, safe and extra"},
	{"whatwg.c0-control", "a b\x1F\x7Fé", "a b%1F%7F%C3%A9", "URL Standard 1.3"},
	{"whatwg.fragment", "a \"<>`#", "a%20%22%3C%3E%60#", "URL Standard 1.3"},
	{"whatwg.query", " \"#<>'", "%20%22%23%3C%3E'", "URL Standard 1.3"},
	{"whatwg.special-query", "≡'", "%E2%89%A1%27", "URL Standard 1.3"},
	{"whatwg.path", "?^`{}", "%3F%5E%60%7B%7D", "URL Standard 1.3"},
	{"whatwg.userinfo", "Say what‽", "Say%20what%E2%80%BD", "URL Standard 1.3, example"},
	{"whatwg.component", "$%&+,!~*'()", "%24%25%26%2B%2C!~*'()", "URL Standard 1.3"},
	{"whatwg.form", "a b!'()~*-._", "a+b%21%27%28%29%7E*-._", "URL Standard 1.3"},
	{"whatwg.c0-control.2016", "a b\"é", "a b\"%C3%A9", "whatwg/url#243: simple encode set"},
	{"whatwg.fragment.2014", "a \x00\"<>`é", "a %00\"<>`%C3%A9", "whatwg/url 05cbe06, before it"},
	{"whatwg.fragment.2015", "a \x00\x01\"<>`é%zz", "a \x01\"<>`é%zz", "whatwg/url 05cbe06: appended as it is, U+0000 ignored"},
	{"whatwg.fragment.2018", "a\x00 \"<>`^{|}é", "a%20%22%3C%3E%60^{|}%C3%A9", "whatwg/url 7a3c69f and, before it, 3d57401"},
	{"whatwg.query.2014", " \"#<>`'{}^|", "%20%22%23%3C%3E%60'{}^|", "whatwg/url f54c44d, before it"},
	{"whatwg.path.2016", "a%2eb%2E%2f%%2/..`{}^", "a.b.%2f%%2/..%60%7B%7D^", "whatwg/url#77 and #156"},
	{"whatwg.password.2014", "a:b/@\\;=[]{}^|?`", "a:b%2F%40%5C;=[]{}^|%3F%60", "whatwg/url, 2013"},
	{"whatwg.username.2014", "a:b/@\\;=[]{}^|?`", "a%3Ab%2F%40%5C;=[]{}^|%3F%60", "whatwg/url, 2013"},
	{"whatwg.password.2015", "a:b/@\\;=[]{}^|?`", "a:b%2F%40%5C;=[]%7B%7D^|%3F%60", "whatwg/url c296e2f"},
	{"whatwg.username.2015", "a:b/@\\;=[]{}^|?`", "a%3Ab%2F%40%5C;=[]%7B%7D^|%3F%60", "whatwg/url c296e2f"},
	{"whatwg.fragment.2016", "a \"<>`", "a \"<>`", "whatwg/url#347"},
	{"whatwg.special-query.2016", "'", "'", "whatwg/url#348"},
	{"whatwg.path.2014", "`{}^?", "%60{}^%3F", "whatwg/url#16"},
	{"whatwg.path.2024", "`{}^?", "%60%7B%7D^%3F", "whatwg/url 9bc33c3"},
	{"oauth1", "Ladies + Gentlemen", "Ladies%20%2B%20Gentlemen", "X API documentation, percent-encoding parameters"},
	{"aws", "a b/c~*", "a%20b%2Fc~%2A", "AWS Signature Version 4, UriEncode"},
	{"aws.path", "a b/c~*", "a%20b/c~%2A", "AWS Signature Version 4, UriEncode"},
	{"http.alpn", "w=x:y#z", "w%3Dx%3Ay#z", "RFC 7639 section 2.2"},
	{"js.encodeURIComponent", "a-_.!~*'()b;/ é", "a-_.!~*'()b%3B%2F%20%C3%A9", "ECMA-262 section 19.2.6.4"},
	{"js.encodeURI", "http://ru.wikipedia.org/wiki/Ю#С[", "http://ru.wikipedia.org/wiki/%D0%AE#%D0%A1%5B", "test262, encodeURI"},
	{"js.escape", "{|}~\x7F\u0080é€😀", "%7B%7C%7D%7E%7F%80%E9%u20AC%uD83D%uDE00", "ECMA-262 section B.2.1.1"},
	{"js.URLSearchParams", "a b\xED\xA0\x80~", "a+b%EF%BF%BD%7E", "URL Standard 5.2; a USVString has no lone surrogate"},
	{"iri", "http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red", "RFC 3987 section 3.1"},
	{"iri", "http://example.com/\U00010300\U00010301\U00010302", "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82", "RFC 3987 section 3.1"},
	{"xpath.encode-for-uri", "http://www.example.com/00/Weather/CA/Los%20Angeles#ocean", "http%3A%2F%2Fwww.example.com%2F00%2FWeather%2FCA%2FLos%2520Angeles%23ocean", "Functions and Operators 6.2.2"},
	{"xpath.encode-for-uri", "~bébé", "~b%C3%A9b%C3%A9", "Functions and Operators 6.2.2"},
	{"xpath.encode-for-uri", "100% organic", "100%25%20organic", "Functions and Operators 6.2.2"},
	{"xpath.iri-to-uri", "http://www.example.com/~bébé", "http://www.example.com/~b%C3%A9b%C3%A9", "Functions and Operators 6.3.2"},
	{"xpath.iri-to-uri", "<> \"{}|\\^`", "%3C%3E%20%22%7B%7D%7C%5C%5E%60", "Functions and Operators 6.3"},
	{"xpath.iri-to-uri", "example%example\n", "example%example%0A", "Functions and Operators 6.3"},
	{"xpath.escape-html-uri", "http://www.example.com/00/Weather/CA/Los Angeles#ocean", "http://www.example.com/00/Weather/CA/Los Angeles#ocean", "Functions and Operators 6.4.2"},
	{"xpath.escape-html-uri", "example€example\t\u0080\x7F", "example%E2%82%ACexample%09%C2%80%7F", "Functions and Operators 6.4"},
	{"xml.system-id", "a b#[c]%é<^", "a%20b#[c]%%C3%A9%3C%5E", "XML 1.0 section 4.2.2"},
	{"xsd.anyURI", "a b#[c]%é", "a%20b#[c]%%C3%A9", "XML Schema Part 2 section 3.2.17, which refers to XLink 1.0"},
	{"leiri", "é \"<\u202E\uE000#[%", "é%20%22%3C%E2%80%AE%EE%80%80#[%", "Legacy extended IRIs section 3"},
	{"hrri", "é ^", "é%20%5E", "draft-walsh-tobin-hrri"},
	{"xri.xref", "http://é/?a#b%20", "http:%2F%2Fé%2F%3Fa%23b%2520", "XRI Syntax V2.0 section 2.3.2"},
	{"xmldsig.uri", "#a[b] \"é", "#a[b]%20%22%C3%A9", "RFC 3275 section 4.3.3.1"},
	{"r2rml", "Hello World!", "Hello%20World%21", "R2RML section 7.3"},
	{"r2rml", "2011-08-23T22:17:00Z ~A_17.1-2", "2011-08-23T22%3A17%3A00Z%20~A_17.1-2", "R2RML section 7.3"},
	{"r2rml", "葉篤義\uE000", "葉篤義%EE%80%80", "R2RML section 7.3"},
	{"rfc1866", "a b*-._c", "a+b%2A%2D%2E%5Fc", "RFC 1866 section 8.2.1"},
	{"form.percent20", "a b+c", "a%20b%2Bc", "URL Standard 5.2 but for the space"},
	{"oauth2.form", " %&+£€", "+%25%26%2B%C2%A3%E2%82%AC", "RFC 6749 appendix B, its example"},
	{"otel.resource", "a,b=c;d e", "a%2Cb%3Dc%3Bd%20e", "OpenTelemetry Resource SDK: ',' and '=' are escaped, as is what baggage-octet lacks"},
	{"sqlite.path", "a b#c.db", "a%20b%23c.db", "sqlite.org/uri.html, The URI Path; SQLite 3.40.1"},
	{"html.javascript", "alert('50%' + \"é\")", "alert('50%25'%20%2B%20%22%C3%A9%22)", "HTML section 7.4.2.3.2, its inverse"},
	{"html.id", "café #1", "caf%C3%A9%20%231", "HTML section 7.4.6.4, its inverse"},
	{"media-fragment", "a&b=c d", "a%26b%3Dc%20d", "Media Fragments URI section 4.2, its inverse"},
	{"openapi.allow-reserved", "a/b?c=%2F&50%", "a/b?c=%2F&50%25", "OpenAPI 3.2.0, allowReserved: escapes stay, another '%' does not"},
	{"swhid.path", "/a;b/50% é.c", "/a%3Bb/50%25%20é.c", "SWHID 1.2 section 4"},
	{"swhid.origin", "https://example.org/a;b?c=é%20d#e", "https://example.org/a%3Bb?c=é%2520d#e", "SWHID 1.2 section 4"},
	{"doi", "10.1000/456#789", "10.1000/456%23789", "DOI Handbook, its example"},
	{"doi", "% \"#?<>{}^[]`|\\+/,", "%25%20%22%23%3F%3C%3E%7B%7D%5E%5B%5D%60%7C%5C%2B/,", "DOI Handbook, both tables"},
	{"trash", "foo/bar/meow.bow-wow \xFF;", "foo/bar/meow.bow-wow%20%FF%3B", "Trash specification: escaped as by RFC 2396 section 2"},
	{"bitcoin", "Donation for project xyz", "Donation%20for%20project%20xyz", "BIP 21, examples"},
	{"bitcoin", "Luke-Jr", "Luke-Jr", "BIP 21, examples"},
	{"bitcoin", "1+1=2&?/", "1+1%3D2%26?/", "BIP 21, qchar"},
	{"otpauth", "Big Corporation: alice@bigco.com", "Big%20Corporation%3A%20alice%40bigco.com", "Key Uri Format, label"},
	{"otpauth", "ACME Co", "ACME%20Co", "Key Uri Format, issuer"},
	{"sms", "hello there", "hello%20there", "RFC 5724 section 2.5"},
	{"gemini.query", "a b+c&d", "a%20b%2Bc%26d", "Project Gemini section 3.2.1: reserved characters and spaces"},
	{"perforce", "//depot/path/status@june.txt", "//depot/path/status%40june.txt", "P4 Command-Line Reference, its example"},
	{"rfc1738", "~#", "%7E%23", "RFC 1738 section 2.2: unsafe"},
	{"rfc1866", "a\r\nb", "a%0D%0Ab", "RFC 1866 section 8.2.1: line breaks"},
	{"gopher", "/a b\tc\r\n", "/a%20b%09c%0D%0A", "RFC 4266 section 2.1: TAB and CR LF divide a request"},
	{"ni.query", "a&b/é=", "a%26b/%C3%A9=", "RFC 6920 section 3: '&' is escaped, '/' need not be"},
	{"http.ext-value", "£ rates", "%C2%A3%20rates", "RFC 8187 section 3.2.3"},
	{"http.ext-value", "Jäsøn Doe", "J%C3%A4s%C3%B8n%20Doe", "RFC 7616 section 3.9.2, username*"},
	{"mime.parameter", "% xz, gork", "%25%20xz%2C%20gork", "RFC 6381 section 3.1, codecs*"},
	{"http.alpn", "http/1.1", "http%2F1.1", "RFC 7639 section 2.2"},
	{"http.alpn", "x%y", "x%25y", "RFC 7838 section 3"},
	{"http.slug", "a%b\tc", "a%25b%09c", "RFC 5023 section 9.7.1"},
	{"sip.header", "project x", "project%20x", "RFC 3261 section 19.1.3"},
	{"sip.user", "alice;day=tuesday", "alice;day=tuesday", "RFC 3261 section 19.1.3"},
	{"sip.user", "j@s0n", "j%40s0n", "RFC 3261 section 19.1.4"},
	{"ldap", "o=University of Michigan,c=US", "o=University%20of%20Michigan,c=US", "RFC 4516 section 4"},
	{"ldap", "o=Question?", "o=Question%3F", "RFC 4516 section 4, which prints the digits in lower case"},
	{"ldap", "\\00", "%5C00", "RFC 4516 section 4, which prints the digits in lower case"},
	{"ldap", "An Example\\2C Inc.", "An%20Example%5C2C%20Inc.", "RFC 4516 section 4"},
	{"ldap.extension", "cn=Manager,dc=example,dc=com", "cn=Manager%2Cdc=example%2Cdc=com", "RFC 4516 section 4, which prints the digits in lower case"},
	{"webfinger", "http://webfinger.example/rel/profile-page", "http%3A%2F%2Fwebfinger.example%2Frel%2Fprofile-page", "RFC 7033 section 3.1"},
	{"urn", "а123,z456", "%D0%B0123,z456", "RFC 8141 section 3.2, with U+0430"},
	{"imap.bchar", "~peter/日本語/台北", "~peter/%E6%97%A5%E6%9C%AC%E8%AA%9E/%E5%8F%B0%E5%8C%97", "RFC 5092 section 9"},
	{"xmpp.resource", "repulsive !#\"$%&'()*+,-./:;<=>?@[\\]^_`{|}~resource", "repulsive%20!%23%22$%25&'()*+,-.%2F:;%3C=%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~resource", "RFC 5122 section 2.7.2"},
	{"xmpp.query", "a b/c?+", "a%20b%2Fc%3F%2B", "RFC 5122 section 2.2"},
	{"restconf.key", ",'\":\" /", "%2C%27%22%3A%22%20%2F", "RFC 8040 section 3.5.3, as erratum 7884 has it: the RFC leaves the quotes raw"},
	{"gff3.seqid", ">chr 1|a:b", "%3Echr%201|a:b", "GFF3, column 1; an old copy prints %E3 for '>'"},
	{"iiif", "urn:sici:1046-8188(199501)13:1%3C69:FTTHBI%3E2.0.TX;2-4", "urn:sici:1046-8188(199501)13:1%253C69:FTTHBI%253E2.0.TX;2-4", "IIIF Image API 3.0 section 9"},
	{"iiif", "http://example.com/?54#a", "http:%2F%2Fexample.com%2F%3F54%23a", "IIIF Image API 3.0 section 9; its table prints https on the left"},
	{"did", "localhost:3000", "localhost%3A3000", "did:web Method Specification"},
	{"form.percent20", "with plus whitespace", "with%20plus%20whitespace", "RFC 9421 section 2.2.8, value of bar"},
	{"form.percent20", "façade\": ", "fa%C3%A7ade%22%3A%20", "RFC 9421 section 2.2.8, a name"},
	{"form.percent20", "this is a big\nmultiline value", "this%20is%20a%20big%0Amultiline%20value", "RFC 9421 section 2.2.8, value of var"},
	{"whatwg.form", "with plus whitespace", "with+plus+whitespace", "RFC 9421 section 2.2.8, by the algorithm that it refers to"},
	{"chrome.search", "c++ & (go)", "c%2B%2B+%26+(go)", "encodeURIComponent with '+'"},
}

// css.url is encodeURIComponent and what may not stand in an unquoted url() (CSS
// Syntax 4.3.6): ' ( ), and with them nothing else.
func TestCSSURL(t *testing.T) {
	css, js := lookup(t, "css.url"), lookup(t, "js.encodeURIComponent")
	for c := range byte(0x80) {
		want, err := js.AppendEncode(nil, []byte{c})
		if err != nil {
			t.Fatal(err)
		}
		if strings.IndexByte("'()", c) >= 0 {
			want = fmt.Appendf(nil, "%%%02X", c)
		}
		got, err := css.AppendEncode(nil, []byte{c})
		if err != nil || string(got) != string(want) {
			t.Errorf("%q: %q, %v, want %q", c, got, err, want)
		}
		if strings.ContainsAny(string(got), "\"'()\\ \t\r\n\f\x00\x7F") {
			t.Errorf("%q ends a url()", got)
		}
	}
	if got, err := css.AppendDecode(nil, []byte("%27%28%29!*é%C3%A9")); err != nil || string(got) != "'()!*éé" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestVectors(t *testing.T) {
	tested := map[string]bool{}
	for _, v := range vectors {
		d, err := dialect.Lookup(v.id)
		if err != nil {
			t.Error(err)
			continue
		}
		tested[d.ID] = true
		if out, err := d.AppendEncode([]byte("> "), []byte(v.in)); err != nil || string(out) != "> "+v.out {
			t.Errorf("%s: %q is %q, %v, want %q (%s)", v.id, v.in, out, err, v.out, v.source)
		}
		back, err := d.AppendDecode(nil, []byte(v.out))
		if e := d.Encoding(); e != nil && e.Reversible() && (err != nil || string(back) != v.in) {
			t.Errorf("%s: %q decodes to %q, %v", v.id, v.out, back, err)
		}
	}
	for d := range dialect.All() {
		if d.Specified() && !tested[d.ID] {
			t.Errorf("%s has no vector", d.ID)
		}
	}
}

// The tables that many pages about encodeURIComponent and about Ruby's
// encode_www_form_component print: each printable character of ASCII, what it
// becomes, and whether that is the same.
func TestClassicTables(t *testing.T) {
	for _, tt := range []struct{ name, equal, space string }{
		{"whatwg.component", "!'()*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~", "%20"},
		{"ruby.URI.encode_www_form_component", "*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz", "+"},
	} {
		d, err := dialect.Lookup(tt.name)
		if err != nil {
			t.Fatal(err)
		}
		table := d.Table()
		for c := byte(' '); c <= '~'; c++ {
			want := "%" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15])
			equal := strings.IndexByte(tt.equal, c) >= 0
			if equal {
				want = string(rune(c))
			} else if c == ' ' {
				want = tt.space
			}
			if cell := table[c]; cell.Output != want || cell.Err != nil || table.Kept(c) != equal {
				t.Errorf("%s: %q is %q, want %q", tt.name, c, cell.Output, want)
			}
		}
	}
}

func TestDirection(t *testing.T) {
	d, err := dialect.Lookup("php.urldecode")
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.AppendEncode(nil, []byte("a"))
	var direction *dialect.DirectionError
	if !errors.As(err, &direction) || direction.Sibling != "php.urlencode" {
		t.Errorf("encoding as php.urldecode: %v", err)
	}
	if out, err := d.AppendDecode(nil, []byte("a+b")); err != nil || string(out) != "a b" {
		t.Errorf("decoding as php.urldecode: %q, %v", out, err)
	}
	d, err = dialect.Lookup("PHP.RawURLEncode")
	if err != nil || d.ID != "rfc3986" {
		t.Errorf("php.rawurlencode is %v, %v", d, err)
	}
	if out, err := d.AppendDecode(nil, []byte("a%2Bb")); err != nil || string(out) != "a+b" {
		t.Errorf("decoding as php.rawurlencode: %q, %v", out, err)
	}
	for m := range dialect.Implementations() {
		if m.Dialect() == nil {
			t.Errorf("%s speaks %q%q, which there is not", m.ID, m.Encodes, m.Decodes)
		}
		if (m.Encodes == "") == (m.Decodes == "") {
			t.Errorf("%s: encodes %q, decodes %q", m.ID, m.Encodes, m.Decodes)
		}
		if s := m.Sibling(); s != "" {
			if e, err := dialect.LookupImplementation(s); err != nil || e.Encodes == "" {
				t.Errorf("%s has the sibling %s, which does not encode", m.ID, s)
			}
		}
	}
}

func TestDiff(t *testing.T) {
	lookup := func(name string) *dialect.Dialect {
		d, err := dialect.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, tt := range []struct {
		a, b, input string
		decode      bool
		choice      string
	}{
		{"rfc3986", "aws.path", "/", false, "kept set"},
		{"rfc3986", "whatwg.c0-control", "!", false, "kept set"},
		{"rfc3986", "whatwg.form", " ", false, "space"},
		{"rfc3986", "whatwg.form", "+", true, "'+'"},
		{"rfc3986", "whatwg.form", "%", true, "malformed escape"},
		{"whatwg.path", "whatwg.path.2024", "^", false, "kept set"},
		{"rfc3986", "py.urllib3.path_chars", "%7e", false, "existing escapes"},
		{"rfc3986", "js.mdn_rfc3986", "\xED\xA0\x80", false, "lone surrogate"},
		{"php.urlencode", "java.URLEncoder", "*", false, "kept set"},
		{"rfc3986", "mono.HttpUtility.UrlEncode", "/", false, "hexadecimal digits"},
		{"rfc3986", "py.unquote", "%FF", true, "decoded invalid UTF-8"},
	} {
		found := false
		for _, d := range dialect.Diff(lookup(tt.a), lookup(tt.b)) {
			if d.Input == tt.input && d.Decode == tt.decode {
				found = true
				if d.Choice.String() != tt.choice {
					t.Errorf("%s, %s: %q differs because of %q, want %q", tt.a, tt.b, tt.input, d.Choice, tt.choice)
				}
			}
			if d.A == d.B && (d.ErrA == nil) == (d.ErrB == nil) {
				t.Errorf("%s, %s: %q is no difference", tt.a, tt.b, d.Input)
			}
		}
		if !found {
			t.Errorf("%s, %s: no difference for %q", tt.a, tt.b, tt.input)
		}
	}
	for d := range dialect.All() {
		if diff := dialect.Diff(d, d); len(diff) > 0 {
			t.Errorf("%s differs from itself: %v", d.ID, diff)
		}
	}
}

// Every choice that goes beyond the five is told, and only such a one.
func TestChoices(t *testing.T) {
	for d := range dialect.All() {
		beyond := false
		keys := map[dialect.Key]bool{}
		for _, c := range d.Choices() {
			beyond = beyond || c.Beyond
			if keys[c.Key] || c.Key == 0 || c.Value == "" {
				t.Errorf("%s: choice %q is there twice or empty", d.ID, c)
			}
			keys[c.Key] = true
		}
		if beyond != (d.Encoding() == nil) {
			t.Errorf("%s: choices beyond the five: %t, Encoding: %v", d.ID, beyond, d.Encoding())
		}
	}
}

// No two dialects of programs state the same rule: one of them would not be
// needed.
func TestBehavioursDiffer(t *testing.T) {
	for d := range dialect.All() {
		for s := range d.Siblings() {
			if !d.Specified() && !s.Specified() {
				t.Errorf("%s and %s are the same", d.ID, s.ID)
			}
		}
	}
}

func FuzzDialects(f *testing.F) {
	for _, s := range []string{"", "a b", "%41%zz%", "\xED\xA0\x80😀\xED\xB0\x80", "\x00é\r\n%u20AC", ".", "..", "a/../b//c", "%C0%80%ED%A0%80", "\xFF\xFE", "%+f%-1%٤١"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1000 {
			return
		}
		keep := bytes.Clone(src)
		for d := range dialect.All() {
			for name, code := range map[string]func(*dialect.Dialect, []byte, []byte) ([]byte, error){
				"encode": (*dialect.Dialect).AppendEncode, "decode": (*dialect.Dialect).AppendDecode,
			} {
				plain, err := code(d, nil, src)
				prefixed, again := code(d, append(make([]byte, 0, 64), "prefix"...), src)
				if !bytes.Equal(prefixed, append([]byte("prefix"), plain...)) || (err == nil) != (again == nil) {
					t.Errorf("%s: %s of %q: %q alone, %q after a prefix", d.ID, name, src, plain, prefixed)
				}
				if !bytes.Equal(src, keep) {
					t.Fatalf("%s: %s changed its input", d.ID, name)
				}
				var refused *percent.SyntaxError
				if errors.As(err, &refused) && (refused.Offset < 0 || refused.Offset > int64(len(src))) {
					t.Errorf("%s: %s of %q: offset %d", d.ID, name, src, refused.Offset)
				}
			}
		}
	})
}

// TestB2: Backblaze's document on strings lists what B2's clients must escape, what they may,
// and that '+' is a space. aws.path writes names in between, and form reads them.
func TestB2(t *testing.T) {
	const may, must = "!$'()*-.09:;=@AZ_az~", "\"#%&+,<>?[\\]^`{|}\x7F"
	encode, err := dialect.Lookup("aws.path")
	if err != nil {
		t.Fatal(err)
	}
	decode, err := dialect.Lookup("form")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range may + must + " /自由\U00010400" {
		minimal, full := string(c), ""
		for _, b := range []byte(string(c)) {
			full += fmt.Sprintf("%%%02X", b)
		}
		switch {
		case c == ' ':
			minimal = "+"
		case c == '/':
			full = "/"
		case !strings.ContainsRune(may, c):
			minimal = full
		}
		if got, err := encode.Encode(string(c)); err != nil || got != minimal && got != full {
			t.Errorf("%q is written %q, not %q or %q", c, got, minimal, full)
		}
		for _, text := range []string{minimal, full} {
			if got, err := decode.Decode(text); err != nil || got != string(c) {
				t.Errorf("%q is read as %q, %v", text, got, err)
			}
		}
	}
}
