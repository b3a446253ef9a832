package dialect

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/header"
	"github.com/pct-encoded/percent/historic"
	"github.com/pct-encoded/percent/internal/rule"
	"github.com/pct-encoded/percent/scheme/coap"
	"github.com/pct-encoded/percent/scheme/cpe"
	"github.com/pct-encoded/percent/scheme/did"
	"github.com/pct-encoded/percent/scheme/mailto"
	"github.com/pct-encoded/percent/scheme/purl"
	"github.com/pct-encoded/percent/web/cgi"
	"github.com/pct-encoded/percent/web/fragment"
)

// Sets shared by several contexts.
func printable() percent.ByteSet  { return percent.ByteSet{}.AddRange(' ', '~') }
func highOctets() percent.ByteSet { return percent.ASCII.Complement() }
func controls() percent.ByteSet   { return percent.ByteSet{}.AddRange(0, 0x1F).Add("\x7F") }
func attrChar() percent.ByteSet   { return percent.TcharSet.Remove("*'%") }

// contexts holds the dialects of formats, schemes and header fields. They follow
// the general ones in the catalogue.
var contexts = []*Dialect{
	{ID: "rfc6570", Aliases: []string{"template", "rfc6570.u"}, Title: "RFC 6570 simple expansion", UseFor: "a value in {var} of a URI Template, and with every operator but + and #", Spec: rfc("6570", "3.2.1", "2012-03"), rule: plain(&percent.RFC3986)},
	{ID: "rfc6570.reserved", Aliases: []string{"rfc6570.ur"}, Title: "RFC 6570 reserved expansion", UseFor: "a value in {+var} or {#var} of a URI Template; existing escapes stay", Spec: rfc("6570", "3.2.1", "2012-03"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.URI.WithEscapes(percent.EscapesKept) }}},
	{ID: "http.ext-value", Aliases: []string{"ext-value", "rfc8187"}, Title: "RFC 8187 extended value", UseFor: "the octets of filename* and title* after UTF-8''; package header writes the whole parameter", Spec: rfc("8187", "3.2.1", "2017-09"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(attrChar()) }}},
	{ID: "mime.parameter", Aliases: []string{"rfc2231"}, Title: "RFC 2231 extended parameter", UseFor: "the octets of a MIME parameter with a charset; package header cuts it into sections", Spec: rfc("2231", "7", "1997-11"), rule: plain(&header.ParameterEncoding)},
	{ID: "http.display-string", Aliases: []string{"display-string"}, Title: "Display String", UseFor: "the text between the quotes of a Display String of Structured Fields; hexadecimal digits must be in lower case", Spec: rfc("9651", "4.1.11", "2024-09"), rule: &rule.Rule{Encode: &rule.Encode{Kept: "[\\x20!#$&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", Lower: true}, Decode: &rule.Decode{Hex: rule.HexLower, RawRefused: "[\\x00-\\x1F\"\\x7F]", Raw: rule.RawRefused, UTF8: rule.UTF8Refused}}},
	{ID: "http.slug", Title: "Slug", UseFor: "the Slug field of the Atom Publishing Protocol", Spec: rfc("5023", "9.7.1", "2007-10"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(printable().Remove("%")) }}},
	{ID: "http.multipart-name", Aliases: []string{"multipart"}, Title: "name in multipart/form-data", UseFor: "names and filenames in multipart/form-data as browsers write them; '%' stays, and browsers do not decode", Spec: Citation{"HTML Standard", "4.10.22.7", "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data", "2026-07"}, rule: plain(&header.MultipartEncoding)},
	{ID: "grpc.message", Aliases: []string{"grpc"}, Title: "gRPC Status-Message", UseFor: "the grpc-message field; malformed escapes are kept", Spec: Citation{"gRPC over HTTP2", "Responses", "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md", ""}, rule: plain(&header.GRPCMessageEncoding)},
	{ID: "w3c.baggage", Aliases: []string{"baggage"}, Title: "W3C Baggage value", UseFor: "values in a baggage field", Spec: Citation{"W3C Baggage", "3.3.1.3", "https://www.w3.org/TR/baggage/", "2025"}, rule: plain(&header.BaggageEncoding)},
	{ID: "json-pointer", Aliases: []string{"rfc6901"}, Title: "JSON Pointer in a fragment", UseFor: "a JSON Pointer after '#', with ~0 and ~1 already written", Spec: rfc("6901", "6", "2013-04"), rule: plain(&fragment.JSONPointerEncoding)},
	{ID: "purl", Title: "package URL component", UseFor: "one segment, version or qualifier value of a package URL", Spec: Citation{"Package-URL specification", "5", "https://github.com/package-url/purl-spec", "2026-08"}, rule: plain(&purl.Encoding)},
	{ID: "text-fragment", Title: "text directive", UseFor: "one part of #:~:text=", Spec: Citation{"URL Fragment Text Directives", "3.2", "https://wicg.github.io/scroll-to-text-fragment/", "2026"}, rule: plain(&fragment.TextEncoding)},
	{ID: "mailto", Aliases: []string{"rfc6068"}, Title: "RFC 6068 header field", UseFor: "names and values of header fields in a mailto: URI; '+' is itself", Spec: rfc("6068", "2", "2010-10"), rule: plain(&mailto.HeaderEncoding)},
	{ID: "mailto.local-part", Title: "RFC 6068 local part", UseFor: "the part before the '@' of an address in a mailto: URI", Spec: rfc("6068", "2", "2010-10"), rule: plain(&mailto.LocalPartEncoding)},
	{ID: "cgi.path", Aliases: []string{"path-translated"}, Title: "CGI extra path", UseFor: "PATH_INFO in the URI from which PATH_TRANSLATED is derived", Spec: rfc("3875", "4.1.6", "2004-10"), rule: plain(&cgi.ExtraPathEncoding)},
	{ID: "ldap", Aliases: []string{"rfc4516"}, Title: "LDAP URL", UseFor: "a part of an ldap: URL between its question marks", Spec: rfc("4516", "2.1", "2006-06"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.URISet.Remove("?")) }}},
	{ID: "sip.user", Title: "SIP user", UseFor: "the user of a sip: URI", Spec: rfc("3261", "25.1", "2002-06"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(historic.RFC2396UnreservedSet.Add("&=+$,;?/")) }}},
	{ID: "sip.password", Title: "SIP password", UseFor: "the password of a sip: URI", Spec: rfc("3261", "25.1", "2002-06"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(historic.RFC2396UnreservedSet.Add("&=+$,")) }}},
	{ID: "sip.param", Title: "SIP parameter", UseFor: "names and values of parameters of a sip: URI", Spec: rfc("3261", "25.1", "2002-06"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(historic.RFC2396UnreservedSet.Add("[]/:&+$")) }}},
	{ID: "sip.header", Title: "SIP header", UseFor: "names and values after the '?' of a sip: URI", Spec: rfc("3261", "25.1", "2002-06"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(historic.RFC2396UnreservedSet.Add("[]/?:+$")) }}},
	{ID: "tel.param", Title: "tel parameter", UseFor: "values of parameters of a tel: URI", Spec: rfc("3966", "3", "2004-12"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(historic.RFC2396UnreservedSet.Add("[]/:&+$")) }}},
	{ID: "geo.param", Title: "geo parameter", UseFor: "values of parameters of a geo: URI", Spec: rfc("5870", "3.3", "2010-06"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(historic.RFC2396UnreservedSet.Add("[]:&+$")) }}},
	{ID: "coap.path", Title: "CoAP path segment", UseFor: "the value of a Uri-Path option in a coap: URI", Spec: rfc("7252", "6.5", "2014-06"), rule: plain(&percent.PathSegment)},
	// Spec divergence (its example contradicts its rule): we keep '/' as step 8 of
	// section 6.5 says; the example escapes it.
	{ID: "coap.query", Title: "CoAP query argument", UseFor: "the value of a Uri-Query option in a coap: URI", Spec: rfc("7252", "6.5", "2014-06"), rule: plain(&coap.QueryEncoding)},
	{ID: "webfinger.strict", Title: "WebFinger, by the letter", UseFor: "a value in a WebFinger query, with no more escaped than the specification demands", Spec: rfc("7033", "4.1", "2013-09"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.QuerySet.Remove("=&")) }}},
	// Spec divergence (its examples contradict its words): section 4.1 keeps what a
	// query may hold but '=' and '&', which is webfinger.strict; every example keeps
	// unreserved characters only, which any server decodes alike.
	{ID: "webfinger", Title: "WebFinger, as in its examples", UseFor: "resource and rel in a WebFinger query", Spec: rfc("7033", "4.1", "2013-09"), rule: plain(&percent.RFC3986)},
	{ID: "urn", Title: "RFC 8141 NSS", UseFor: "the namespace specific string of a URN", Spec: rfc("8141", "2", "2017-04"), rule: plain(&percent.Path)},
	{ID: "urn.rfc2141", Title: "RFC 2141 NSS", UseFor: "a URN by the rules of 1997, without ~ & /", Spec: rfc("2141", "2.2", "1997-05"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.Unreserved.Remove("~").Add("()+,:=@;$!*'")) }}},
	{ID: "acct", Title: "acct user", UseFor: "the user of an acct: URI", Spec: rfc("7565", "7", "2015-05"), rule: plain(&percent.RegName)},
	{ID: "secret-token", Title: "secret-token", UseFor: "the token of a secret-token: URI, compared encoded", Spec: rfc("8959", "2", "2021-01"), rule: plain(&percent.PathSegment)},
	{ID: "restconf.key", Title: "RESTCONF key", UseFor: "the value of a list key in a RESTCONF path", Spec: rfc("8040", "3.5.3", "2017-01"), rule: plain(&percent.RFC3986)},
	{ID: "sieve.encodeurl", Title: "Sieve :encodeurl", UseFor: "the modifier :encodeurl of Sieve", Spec: rfc("5435", "6", "2009-01"), rule: plain(&percent.RFC3986)},
	{ID: "spf.macro", Title: "SPF macro", UseFor: "an SPF macro whose letter is in upper case", Spec: rfc("7208", "7.3", "2014-04"), rule: plain(&percent.RFC3986)},
	{ID: "pkcs11.path", Title: "PKCS #11 path attribute", UseFor: "a value in the path of a pkcs11: URI", Spec: rfc("7512", "2.3", "2015-04"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.Unreserved.Add(":[]@!$'()*+,=&")) }}},
	{ID: "pkcs11.query", Title: "PKCS #11 query attribute", UseFor: "a value in the query of a pkcs11: URI; '|' stays", Spec: rfc("7512", "2.3", "2015-04"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.Unreserved.Add(":[]@!$'()*+,=/?|")) }}},
	{ID: "imap.achar", Title: "IMAP achar", UseFor: "user and authentication type of an imap: URL", Spec: rfc("5092", "11", "2007-11"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.Unreserved.Add("!$'()*+,&=")) }}},
	{ID: "imap.bchar", Title: "IMAP bchar", UseFor: "mailbox and search program of an imap: URL", Spec: rfc("5092", "11", "2007-11"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.Unreserved.Add("!$'()*+,&=:@/")) }}},
	{ID: "xmpp.node", Title: "XMPP node", UseFor: "the node of an xmpp: URI", Spec: rfc("5122", "2.2", "2008-02"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.Unreserved.Add("!$()*+,;=")) }}},
	{ID: "xmpp.resource", Title: "XMPP resource", UseFor: "the resource of an xmpp: URI", Spec: rfc("5122", "2.2", "2008-02"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.Unreserved.Add("!$&'()*+,:;=")) }}},
	{ID: "did", Title: "DID idchar", UseFor: "a part of a decentralized identifier between colons", Spec: Citation{"Decentralized Identifiers (DIDs) v1.0", "3.1", "https://www.w3.org/TR/did-core/", "2022-07"}, rule: plain(&did.Encoding)},
	{ID: "bagit", Title: "BagIt file name", UseFor: "a path in a manifest of BagIt: CR, LF and '%' only", Spec: rfc("8493", "2.1.3", "2018-10"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.AllBytes.Remove("\r\n%")) }}},
	{ID: "sdp.file-selector", Title: "SDP file name", UseFor: "the name in a=file-selector", Spec: rfc("5547", "6", "2009-05"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.AllBytes.Remove("\x00\r\n\"%")) }}},
	{ID: "cdni.qstring", Title: "CDNI quoted string", UseFor: "a string in a log of CDNI", Spec: rfc("7937", "3.1", "2016-08"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(printable().Remove(`"%`).Union(highOctets())) }}},
	// Spec divergence (a mistake in older texts, hts-specs issue 268): '%' is %25, and
	// %2C is the comma.
	{ID: "vcf", Title: "VCF 4.3", UseFor: "values of INFO, FORMAT and the like in a VCF file; only eight characters have an escape", Spec: Citation{"The Variant Call Format Specification", "1.2", "https://samtools.github.io/hts-specs/VCFv4.3.pdf", "2024"}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.New(percent.AllBytes.Remove(":;=%,\r\n\t")).WithMalformed(percent.MalformedKept).WithPreserved(percent.AllBytes.Remove(":;=%,\r\n\t"))
	}}},
	// Spec divergence (a mistake in older texts): %E3 is the octet E3, and no '>', which
	// needs no escape.
	{ID: "gff3", Title: "GFF3 attributes", UseFor: "column 9 of a GFF3 file", Spec: Citation{"Generic Feature Format Version 3", "Description of the Format", "https://github.com/The-Sequence-Ontology/Specifications/blob/master/gff3.md", "2020-08"}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.New(percent.AllBytes.Remove("%;=&,").Intersect(controls().Complement()))
	}}},
	{ID: "gff3.column", Title: "GFF3 column", UseFor: "columns 1 to 8 of a GFF3 file", Spec: Citation{"Generic Feature Format Version 3", "Description of the Format", "https://github.com/The-Sequence-Ontology/Specifications/blob/master/gff3.md", "2020-08"}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.New(percent.AllBytes.Remove("%").Intersect(controls().Complement()))
	}}},
	{ID: "cpe", Title: "CPE 2.3 URI binding", UseFor: "a component of a CPE name in its URI binding; %01 and %02 are wildcards there, which package cpe distinguishes from characters", Spec: Citation{"NISTIR 7695", "6.1.2", "https://csrc.nist.gov/pubs/ir/7695/final", "2011-08"}, rule: plain(&cpe.Encoding)},
	{ID: "dbus", Title: "D-Bus address value", UseFor: "a value in a D-Bus server address; only bytes that need no escape may appear unescaped", Spec: Citation{"D-Bus Specification", "Server Addresses", "https://dbus.freedesktop.org/doc/dbus-specification.html#addresses", ""}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.New(percent.Unreserved.Remove("~").Add(`/\*`)).WithRaw(percent.Unreserved.Remove("~").Add(`/\*`))
	}}},
	{ID: "hive", Aliases: []string{"hive-partition"}, Title: "Hive partition", UseFor: "a column or value in the path of a Hive or Spark partition", Spec: Citation{"Apache Hive, FileUtils.escapePathName", "", "https://github.com/apache/hive/blob/master/common/src/java/org/apache/hadoop/hive/common/FileUtils.java", ""}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.New(percent.AllBytes.Remove("\"#%'*/:=?\\{[]^").Intersect(controls().Complement())).WithMalformed(percent.MalformedKept)
	}}},
	{ID: "perforce", Aliases: []string{"p4"}, Title: "Perforce file specification", UseFor: "a file name in a Perforce path: @ # * % only", Spec: Citation{"P4 Command-Line Reference", "Limitations on characters in filenames and entities", "https://www.perforce.com/manuals/v17.1/cmdref/Content/CmdRef/filespecs.synopsis.limitations.html", "2017"}, rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.AllBytes.Remove("@#*%")) }}},
	// Spec divergence (a mistake in the table of section 9): the URI that stands there
	// as https is the one that stands beside it encoded, as http. The scheme is never
	// changed.
	{ID: "iiif", Title: "IIIF identifier", UseFor: "the identifier in a URI of the IIIF Image API", Spec: Citation{"IIIF Image API 3.0", "3", "https://iiif.io/api/image/3.0/", "2020-06"}, rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.ASCII.Remove("/?#[]@%")) }}},
	{ID: "bittorrent", Aliases: []string{"info-hash"}, Title: "BitTorrent info_hash", UseFor: "info_hash and peer_id in an announce request", Spec: Citation{"BEP 3", "Trackers", "https://www.bittorrent.org/beps/bep_0003.html", "2017-02"}, rule: plain(&percent.RFC3986)},
	{ID: "safe-browsing", Title: "Safe Browsing", UseFor: "the last step towards a canonical URL of Safe Browsing; package safebrowsing takes every step", Spec: Citation{"Safe Browsing, URLs and Hashing", "Canonicalization of URLs", "https://developers.google.com/safe-browsing/reference/URLs.and.Hashing", "2026"}, rule: &rule.Rule{Encode: &rule.Encode{Kept: "[!\"$&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~]"}, Decode: &rule.Decode{Stable: true, Malformed: rule.MalformedKept}}},
	{ID: "dmarc", Title: "DMARC URI", UseFor: "a URI in a rua or ruf tag, where ',' and '!' divide", Spec: rfc("7489", "6.2", "2015-03"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.URISet.Remove(",!")) }}},
	{ID: "css.url", Title: "CSS url() without quotes", UseFor: "data in a URL inside url() without quotes: like encodeURIComponent, but ' ( ) are escaped too", Spec: Citation{"CSS Syntax Level 3", "4.3.6", "https://www.w3.org/TR/css-syntax-3/#consume-url-token", "2021-12"}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.New(percent.ComponentPercentEncodeSet.Complement().Remove("'()"))
	}}},

	// Formats that came after the list of names that the project began with.
	{ID: "otel.resource", Aliases: []string{"otel"}, Title: "OTEL_RESOURCE_ATTRIBUTES", UseFor: "a key or a value in the environment variable; package header reads and writes the whole of it", Spec: Citation{"OpenTelemetry Resource SDK", "Specifying resource information via an environment variable", "https://opentelemetry.io/docs/specs/otel/resource/sdk/#specifying-resource-information-via-an-environment-variable", "2026"}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.New(printable().Remove(` ",;\%=`)).WithInvalidUTF8(percent.InvalidUTF8Refused)
	}}},
	{ID: "sqlite.path", Aliases: []string{"sqlite"}, Title: "path of SQLite's URI filename", UseFor: "the path of a file: URI for SQLite; in decoding, malformed escapes stay and %00 ends the path", Spec: Citation{"Uniform Resource Identifiers (SQLite)", "The URI Path", "https://www.sqlite.org/uri.html", "2024"}, rule: &rule.Rule{Encode: &rule.Encode{Kept: "[\\-./0-9A-Z_a-z~]"}, Decode: &rule.Decode{Malformed: rule.MalformedKept, NUL: rule.NULEnds}}},
	{ID: "html.javascript", Title: "body of a javascript: URL", UseFor: "a script after javascript:, which a browser percent-decodes before it runs", Spec: Citation{"HTML Standard", "7.4.2.3.2", "https://html.spec.whatwg.org/multipage/browsing-the-web.html#the-javascript:-url-special-case", "2026-07"}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.New(percent.ComponentPercentEncodeSet.Complement()).WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Replaced)
	}}},
	{ID: "html.id", Title: "name of an element in a fragment", UseFor: "the ID of an element in a link to it; package fragment finds the element that a fragment names", Spec: Citation{"HTML Standard", "7.4.6.4", "https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment", "2026-07"}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.Fragment.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Replaced)
	}}},
	{ID: "media-fragment", Title: "media fragment", UseFor: "a name or a value in #t=10,20; package fragment splits it", Spec: Citation{"Media Fragments URI 1.0 (basic)", "4.2", "https://www.w3.org/TR/2012/REC-media-frags-20120925/", "2012-09"}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.New(percent.FragmentSet.Remove("&=")).WithInvalidUTF8(percent.InvalidUTF8Refused)
	}}},
	{ID: "openapi.allow-reserved", Title: "OpenAPI allowReserved", UseFor: "the value of a query parameter whose allowReserved is true; the caller escapes the delimiters of the query", Spec: Citation{"OpenAPI Specification 3.2.0", "4.12.2.2", "https://spec.openapis.org/oas/v3.2.0.html#parameter-allow-reserved", "2025-09"}, rule: &rule.Rule{Make: func() *percent.Encoding { return percent.URI.WithEscapes(percent.EscapesKept) }}},
	{ID: "swhid.path", Title: "path of a SWHID", UseFor: "the path qualifier of a Software Hash Identifier: characters beyond ASCII stay, ';' does not", Spec: Citation{"SWHID Specification 1.2", "4", "https://www.swhid.org/specification/v1.2/4.Syntax/", "2025-04"}, rule: &rule.Rule{Encode: &rule.Encode{Kept: "[!$&'()*+,\\-./0-9:=@A-Z_a-z~]", Points: rule.PointsUcschar}}},
	{ID: "swhid.origin", Title: "origin of a SWHID", UseFor: "the origin qualifier of a Software Hash Identifier: a whole IRI, in which only ';' and '%' are escaped", Spec: Citation{"SWHID Specification 1.2", "4", "https://www.swhid.org/specification/v1.2/4.Syntax/", "2025-04"}, rule: &rule.Rule{Encode: &rule.Encode{Kept: "[!#$&'()*+,\\-./0-9:=?@A-Z\\[\\]_a-z~]", Points: rule.PointsUcschar}}},
	{ID: "doi", Title: "DOI name", UseFor: "a DOI name after https://doi.org/; it escapes what the handbook requires and what it recommends", Spec: Citation{"DOI Handbook", "DOI Name Encoding Rules for URL Presentation", "https://www.doi.org/doi-handbook/HTML/encoding-rules-for-urls.html", "2023"}, rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(printable().Remove(" %\"#?<>{}^[]`|\\+")) }}},
	{ID: "trash", Title: "Path= in the trash", UseFor: "the path of a file in a .trashinfo file, octet by octet", Spec: Citation{"The FreeDesktop.org Trash specification 1.0", "The $trash/info directory", "https://specifications.freedesktop.org/trash-spec/1.0/", "2014-01"}, rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(historic.RFC2396UnreservedSet.Add("/")) }}},
	{ID: "bitcoin", Aliases: []string{"bip21"}, Title: "BIP 21 qchar", UseFor: "names and values after the '?' of a bitcoin: URI; '+' is itself", Spec: Citation{"BIP 21", "ABNF grammar", "https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki", "2012-01"}, rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.QuerySet.Remove("=&")) }}},
	{ID: "otpauth", Title: "otpauth label", UseFor: "issuer and account of an otpauth: URI, in its label and its parameters", Spec: Citation{"Key Uri Format (Google Authenticator)", "Label", "https://github.com/google/google-authenticator/wiki/Key-Uri-Format", "2018"}, rule: plain(&percent.RFC3986)},
	{ID: "ldap.extension", Title: "value of an LDAP extension", UseFor: "the value of an extension of an ldap: URL, where ',' divides", Spec: rfc("4516", "2.1", "2006-06"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.URISet.Remove("?,")) }}},
	{ID: "xmpp.query", Title: "XMPP query value", UseFor: "keys and values after the '?' of an xmpp: URI", Spec: rfc("5122", "2.2", "2008-02"), rule: plain(&percent.RFC3986)},
	{ID: "gff3.seqid", Title: "GFF3 sequence ID", UseFor: "column 1 of a GFF3 file, where few characters need no escape", Spec: Citation{"Generic Feature Format Version 3", "Description of the Format", "https://github.com/The-Sequence-Ontology/Specifications/blob/master/gff3.md", "2020-08"}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.New(percent.ByteSet{}.AddRange('0', '9').AddRange('A', 'Z').AddRange('a', 'z').Add(".:^*$@!+_?-|"))
	}}},
	{ID: "ni.query", Title: "argument of a ni: URI", UseFor: "an argument in the query of a ni: URI, where '&' divides", Spec: rfc("6920", "3", "2013-04"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.New(percent.QuerySet.Remove("&")) }}},
	{ID: "gopher", Title: "gopher selector", UseFor: "the selector of a gopher: URL, and a search string after %09", Spec: rfc("4266", "2.1", "2005-11"), rule: plain(&percent.Path)},
	{ID: "sms", Title: "sms escaped-value", UseFor: "the body of an sms: URI", Spec: rfc("5724", "2.2", "2010-01"), rule: plain(&percent.RFC3986)},
	{ID: "gemini.query", Title: "Gemini input", UseFor: "user input after the '?' of a gemini: URL; a space is %20", Spec: Citation{"Project Gemini specification 0.16.1", "3.2.1", "https://geminiprotocol.net/docs/specification.gmi", "2022-01"}, rule: plain(&percent.RFC3986)},
}
