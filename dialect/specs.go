package dialect

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/historic"
	"github.com/pct-encoded/percent/internal/rule"
)

// specs holds the dialects that specifications define, general ones first, in
// the order in which they are listed.
var specs = []*Dialect{
	{ID: "rfc3986", Aliases: []string{"unreserved", "rfc3986.unreserved"}, Title: "RFC 3986 unreserved characters", UseFor: "data of any kind in any component of a URI; the safe choice and the default", Spec: rfc("3986", "2.3", "2005-01"), rule: plain(&percent.RFC3986)},
	{ID: "rfc3986.segment", Aliases: []string{"path-segment", "pchar"}, Title: "RFC 3986 path segment", UseFor: "one segment of a path, with '/' in it escaped", Spec: rfc("3986", "3.3", "2005-01"), rule: plain(&percent.PathSegment)},
	{ID: "rfc3986.segment-nz-nc", Title: "RFC 3986 path segment without colon", UseFor: "the first segment of a relative path, where a ':' would end a scheme", Spec: rfc("3986", "3.3", "2005-01"), rule: plain(&percent.PathSegmentNZNC)},
	{ID: "rfc3986.path", Title: "RFC 3986 path", UseFor: "a whole path whose '/' are delimiters", Spec: rfc("3986", "3.3", "2005-01"), rule: plain(&percent.Path)},
	{ID: "rfc3986.query", Title: "RFC 3986 query", UseFor: "a whole query; it keeps '&', '=' and '+', so not for a name or value in one", Spec: rfc("3986", "3.4", "2005-01"), rule: plain(&percent.Query)},
	{ID: "rfc3986.fragment", Title: "RFC 3986 fragment", UseFor: "a fragment", Spec: rfc("3986", "3.5", "2005-01"), rule: plain(&percent.Fragment)},
	{ID: "rfc3986.userinfo", Title: "RFC 3986 userinfo", UseFor: "a whole userinfo; it keeps ':', so encode a user or a password alone by rfc3986", Spec: rfc("3986", "3.2.1", "2005-01"), rule: plain(&percent.Userinfo)},
	{ID: "rfc3986.reg-name", Aliases: []string{"rfc3986.host"}, Title: "RFC 3986 registered name", UseFor: "a host that is a registered name outside the DNS; DNS names use IDNA", Spec: rfc("3986", "3.2.2", "2005-01"), rule: plain(&percent.RegName)},
	{ID: "rfc3986.uri", Aliases: []string{"uri"}, Title: "RFC 3986, a whole URI", UseFor: "fixing a URI that is already assembled: escapes and legal characters stay", Spec: rfc("3986", "2", "2005-01"), rule: plain(&percent.URI)},
	{ID: "rfc2396", Aliases: []string{"rfc2396.unreserved"}, Title: "RFC 2396 unreserved characters", UseFor: "software from before 2005; it keeps ! * ' ( ), which RFC 3986 reserves", Spec: rfc("2396", "2.3", "1998-08"), rule: plain(&historic.RFC2396)},
	{ID: "rfc2396.uric", Title: "RFC 2396 URI characters", UseFor: "a whole query or fragment in software from before 2005", Spec: rfc("2396", "2", "1998-08"), rule: plain(&historic.RFC2396Uric)},
	{ID: "rfc2396.pchar", Title: "RFC 2396 path segment", UseFor: "a path segment or path parameter in software from before 2005", Spec: rfc("2396", "3.3", "1998-08"), rule: plain(&historic.RFC2396Pchar)},
	{ID: "rfc2396.userinfo", Title: "RFC 2396 userinfo", UseFor: "user information in software from before 2005", Spec: rfc("2396", "3.2.2", "1998-08"), rule: plain(&historic.RFC2396Userinfo)},
	{ID: "rfc2396.rel-segment", Title: "RFC 2396 first relative segment", UseFor: "the first segment of a relative path in software from before 2005", Spec: rfc("2396", "5", "1998-08"), rule: plain(&historic.RFC2396RelSegment)},
	{ID: "rfc2732.uric", Title: "RFC 2732 URI characters", UseFor: "RFC 2396 URI characters where literal IPv6 addresses keep their brackets", Spec: rfc("2732", "3", "1999-12"), rule: plain(&historic.RFC2732Uric)},
	{ID: "rfc1738", Aliases: []string{"rfc1738.unreserved"}, Title: "RFC 1738 unreserved characters", UseFor: "URLs by the rules of 1994, where '~' is unsafe", Spec: rfc("1738", "5", "1994-12"), rule: plain(&historic.RFC1738)},
	{ID: "rfc1738.hsegment", Title: "RFC 1738 http path segment", UseFor: "a segment of an http path by the rules of 1994", Spec: rfc("1738", "5", "1994-12"), rule: plain(&historic.RFC1738Hsegment)},
	{ID: "rfc1738.userinfo", Title: "RFC 1738 user or password", UseFor: "a user or password by the rules of 1994; it escapes ':'", Spec: rfc("1738", "5", "1994-12"), rule: plain(&historic.RFC1738Userinfo)},
	{ID: "rfc1738.ftp-segment", Title: "RFC 1738 ftp path segment", UseFor: "a segment of an ftp path; %2F at its start means the root directory", Spec: rfc("1738", "5", "1994-12"), rule: plain(&historic.RFC1738Fsegment)},
	{ID: "rfc1630", Title: "RFC 1630 xalpha", UseFor: "URIs by the rules of June 1994, the oldest there are; it keeps the quotation mark", Spec: rfc("1630", "BNF", "1994-06"), rule: plain(&historic.RFC1630)},
	{ID: "whatwg.c0-control", Title: "URL Standard C0 control set", UseFor: "an opaque path or opaque host as a browser writes it; it keeps the space", Spec: urlStandard("c0-control-percent-encode-set"), rule: plain(&percent.WHATWGC0Control)},
	{ID: "whatwg.fragment", Title: "URL Standard fragment set", UseFor: "a fragment as a browser writes it", Spec: urlStandard("fragment-percent-encode-set"), rule: plain(&percent.WHATWGFragment)},
	{ID: "whatwg.query", Title: "URL Standard query set", UseFor: "the query of a URL that is not special, as a browser writes it", Spec: urlStandard("query-percent-encode-set"), rule: plain(&percent.WHATWGQuery)},
	{ID: "whatwg.special-query", Title: "URL Standard special-query set", UseFor: "the query of an http, https, ws, wss, ftp or file URL as a browser writes it", Spec: urlStandard("special-query-percent-encode-set"), rule: plain(&percent.WHATWGSpecialQuery)},
	{ID: "whatwg.path", Title: "URL Standard path set", UseFor: "a path as a browser writes it (since 2025 with '^' escaped)", Spec: urlStandard("path-percent-encode-set"), rule: plain(&percent.WHATWGPath)},
	{ID: "whatwg.userinfo", Title: "URL Standard userinfo set", UseFor: "a username or password as a browser writes it; it keeps '%'", Spec: urlStandard("userinfo-percent-encode-set"), rule: plain(&percent.WHATWGUserinfo)},
	{ID: "whatwg.component", Title: "URL Standard component set", UseFor: "data as one component of a URL in a browser, the same bytes as encodeURIComponent", Spec: urlStandard("component-percent-encode-set"), rule: plain(&percent.WHATWGComponent)},
	{ID: "whatwg.form", Aliases: []string{"form", "urlencoded"}, Title: "application/x-www-form-urlencoded", UseFor: "names and values of a form, in a POST body or in the query of an http URL", Spec: urlStandard("application-x-www-form-urlencoded-percent-encode-set"), rule: plain(&percent.Form)},
	{ID: "whatwg.c0-control.2016", Aliases: []string{"simple-encode-set"}, Title: "URL Standard simple encode set, as it was until 2017", UseFor: "specifications and code that still say simple encode set, the old name of the C0 control set", Spec: urlStandardOf("whatwg/url/pull/243", "2017-02"), rule: plain(&percent.WHATWGC0Control)},
	{ID: "whatwg.fragment.2014", Title: "URL Standard fragment, as it was until 2014-12-15", UseFor: "what a parser of that time made of a fragment: the C0 control set, before nothing was escaped", Spec: urlStandardOf("whatwg/url/commit/05cbe06", "2014-12"), rule: plain(&historic.WHATWGFragment2014)},
	{ID: "whatwg.fragment.2015", Title: "URL Standard fragment, as it was from 2014-12-15 to 2016-12-09", UseFor: "what a parser of that time made of a fragment: nothing was escaped, and NUL was dropped", Spec: urlStandardOf("whatwg/url/commit/373dbed", "2016-12"), rule: &rule.Rule{Encode: &rule.Encode{Kept: `[\x00-\xFF]`, Removed: "\x00"}, Decode: &rule.Decode{Malformed: rule.MalformedKept}}},
	{ID: "whatwg.fragment.2016", Title: "URL Standard fragment, as it was from 2016-12-09 to 2017-12-05", UseFor: "what a parser of that time made of a fragment: the simple encode set, which keeps space, quotes and brackets, and NUL was dropped", Spec: urlStandardOf("whatwg/url/pull/347", "2017-10"), rule: &rule.Rule{Encode: &rule.Encode{Kept: `[\x20-~]`, Removed: "\x00"}, Decode: &rule.Decode{Malformed: rule.MalformedKept}}},
	{ID: "whatwg.fragment.2018", Title: "URL Standard fragment, as it was from 2017-12-05 to 2020-04-27", UseFor: "what a parser of that time made of a fragment: the set of today, and NUL was dropped", Spec: urlStandardOf("whatwg/url/commit/3d57401", "2020-04"), rule: &rule.Rule{Encode: &rule.Encode{Kept: "[!#$%&'()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_a-z{|}~]", Removed: "\x00"}, Decode: &rule.Decode{Malformed: rule.MalformedKept}}},
	{ID: "whatwg.query.2014", BareReferences: true, Title: "URL Standard query, as it was until 2015-06-10", UseFor: "what a parser of that time made of a query: it escaped the grave accent, kept the apostrophe, and wrote &%23N; for what a charset lacks", Spec: urlStandardOf("whatwg/url/commit/f54c44d", "2015-06"), rule: plain(&historic.WHATWGQuery2014)},
	{ID: "whatwg.special-query.2016", BareReferences: true, Title: "URL Standard query of special URLs, as it was until 2018-06-08", UseFor: "what a parser of that time made of a query: it kept the apostrophe, and until 2018-05-23 wrote &%23N; for what a charset lacks", Spec: urlStandardOf("whatwg/url/issues/348", "2017-10"), rule: plain(&historic.WHATWGSpecialQuery2016)},
	{ID: "whatwg.path.2014", Title: "URL Standard default encode set, as it was until 2015", UseFor: "what a parser of that time made of a path: it kept braces", Spec: urlStandardOf("whatwg/url/issues/16", "2015-06"), rule: plain(&historic.WHATWGPath2014)},
	{ID: "whatwg.path.2016", Title: "URL Standard path, as it was from 2016-01-14 to 2017-01-03", UseFor: "what a parser of that time made of a path: %2e was decoded anywhere, and not only as a dot segment", Spec: urlStandardOf("whatwg/url/pull/156", "2017-01"), rule: &rule.Rule{Encode: &rule.Encode{Kept: "[!$%&'()*+,\\-./0-9:;=@A-Z\\[\\\\\\]\\^_a-z|~]", Escapes: rule.EscapesDots, Stray: rule.StrayKept}, Decode: &rule.Decode{Malformed: rule.MalformedKept}}},
	{ID: "whatwg.path.2024", Aliases: []string{"default-encode-set"}, Title: "URL Standard path set, as it was until 2025", UseFor: "a path as browsers wrote it before '^' was escaped; until 2017 it was called default encode set", Spec: urlStandardOf("whatwg/url/commit/9bc33c39d4a6cd6a936ea7620b5a69f606ec0d4c", "2025-03"), rule: plain(&historic.WHATWGPath2024)},
	{ID: "whatwg.password.2014", Aliases: []string{"password-encode-set"}, Title: "URL Standard password encode set, as it was until 2015-06-10", UseFor: "what setting the password of a URL gave at that time: the path set of 2014 and / @ \\", Spec: urlStandardOf("whatwg/url/commit/c296e2f", "2015-06"), rule: plain(&historic.WHATWGPassword2014)},
	{ID: "whatwg.username.2014", Aliases: []string{"username-encode-set"}, Title: "URL Standard username encode set, as it was until 2015-06-10", UseFor: "what setting the username of a URL gave at that time: the password set of 2014 and the colon", Spec: urlStandardOf("whatwg/url/commit/c296e2f", "2015-06"), rule: plain(&historic.WHATWGUsername2014)},
	{ID: "whatwg.password.2015", Title: "URL Standard password encode set, as it was until 2015-08-14", UseFor: "a password in a URL in the summer of 2015: like 2014, but { } are escaped too", Spec: urlStandardOf("whatwg/url/commit/9ca26e5", "2015-08"), rule: plain(&historic.WHATWGPassword2015)},
	{ID: "whatwg.username.2015", Title: "URL Standard username encode set, as it was until 2015-08-14", UseFor: "a username in a URL in the summer of 2015: like 2014, but { } are escaped too", Spec: urlStandardOf("whatwg/url/commit/9ca26e5", "2015-08"), rule: plain(&historic.WHATWGUsername2015)},
	{ID: "js.encodeURIComponent", Aliases: []string{"encodeURIComponent"}, Title: "encodeURIComponent of ECMAScript", UseFor: "data in one component of a URL, in or for JavaScript; for OAuth and AWS it keeps too much: ! ' ( ) *", Spec: ecmaScript("sec-encodeuricomponent-uricomponent"), rule: &rule.Rule{Encode: &rule.Encode{Kept: `[!'()*\-.0-9A-Z_a-z~]`, Surrogates: rule.SurrogatesRefused}, Decode: &rule.Decode{Raw: rule.RawLoneKept, UTF8: rule.UTF8Refused}}},
	{ID: "js.encodeURI", Aliases: []string{"encodeURI"}, Title: "encodeURI of ECMAScript", UseFor: "a whole URL that is not encoded yet, in or for JavaScript; it also escapes '%' and brackets", Spec: ecmaScript("sec-encodeuri-uri"), rule: &rule.Rule{Encode: &rule.Encode{Kept: `[!#$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, Surrogates: rule.SurrogatesRefused}, Decode: &rule.Decode{Preserved: `[#$&+,/:;=?@]`, Raw: rule.RawLoneKept, UTF8: rule.UTF8Refused}}},
	{ID: "js.escape", Title: "escape of ECMAScript", UseFor: "data for JavaScript's unescape; it writes Latin-1 and %uHHHH, which other decoders may not understand", Spec: ecmaScript("sec-escape-string"), rule: &rule.Rule{Encode: &rule.Encode{Kept: `[*+\-./0-9@A-Z_a-z]`, Beyond: rule.BeyondLatin1}, Decode: &rule.Decode{Unicode: rule.UnicodeDecoded, Malformed: rule.MalformedKept, UTF8: rule.UTF8Latin1}}},
	{ID: "js.URLSearchParams", Aliases: []string{"URLSearchParams"}, Title: "URLSearchParams, a name or value", UseFor: "names and values of a query as browsers and Node.js write them: a form, with U+FFFD for lone surrogates", Spec: urlStandard("interface-urlsearchparams"), rule: &rule.Rule{Encode: &rule.Encode{Kept: `[*\-.0-9A-Z_a-z]`, Plus: true, Surrogates: rule.SurrogatesReplaced}, Decode: &rule.Decode{Malformed: rule.MalformedKept, Plus: true, Raw: rule.RawLoneReplaced, UTF8: rule.UTF8Replaced}}},
	{ID: "iri", Aliases: []string{"rfc3987"}, Title: "RFC 3987, IRI to URI and back", UseFor: "a piece of an IRI other than its host, whose escapes and delimiters stay; what no IRI may hold is an error, and decoding shows only what an IRI may hold", Spec: rfc("3987", "3.1", "2005-01"), rule: &rule.Rule{Encode: &rule.Encode{Kept: iriKept, Refused: "[\\x00-\\x20\"<>\\\\\\^`{|}\\x7F]", Outside: rule.OutsideIRI}, Decode: &rule.Decode{Shown: rule.ShownIRI}}},
	{ID: "xpath.encode-for-uri", Aliases: []string{"encode-for-uri"}, Title: "fn:encode-for-uri of XPath", UseFor: "data in a segment of a path, in XPath, XQuery, XSLT and SPARQL", Spec: xpathFunctions("6.2", "func-encode-for-uri"), rule: &rule.Rule{Encode: &rule.Encode{Kept: `[\-.0-9A-Z_a-z~]`}, Decode: &rule.Decode{Malformed: rule.MalformedReplaced, UTF8: rule.UTF8Replaced, Decoded: rule.DecodedXMLReplaced}}},
	{ID: "xpath.iri-to-uri", Aliases: []string{"iri-to-uri"}, Title: "fn:iri-to-uri of XPath", UseFor: "a whole IRI; escapes and '%' stay", Spec: xpathFunctions("6.3", "func-iri-to-uri"), rule: &rule.Rule{Encode: &rule.Encode{Kept: iriKept}, Decode: &rule.Decode{Shown: rule.ShownIRI}}},
	{ID: "xpath.escape-html-uri", Aliases: []string{"escape-html-uri"}, Title: "fn:escape-html-uri of XPath", UseFor: "a URL in an HTML attribute for old browsers: everything but printable ASCII is escaped, and spaces stay", Spec: xpathFunctions("6.4", "func-escape-html-uri"), rule: &rule.Rule{Encode: &rule.Encode{Kept: `[\x20-~]`}}},
	{ID: "xml.system-id", Aliases: []string{"xlink"}, Title: "system identifier of XML, and xlink:href", UseFor: "a system identifier or xlink:href; encode it when it is fetched, not when references are resolved", Spec: Citation{Title: "XML 1.0, fifth edition", Section: "4.2.2", URL: "https://www.w3.org/TR/xml/#sec-external-ent", Date: "2008-11"}, rule: &rule.Rule{Encode: &rule.Encode{Kept: iriKept}}},
	{ID: "xmldsig.uri", Title: "URI attribute of an XML signature", UseFor: "the URI attribute of a Reference in an XML signature", Spec: rfc("3275", "4.3.3.1", "2002-03"), rule: &rule.Rule{Encode: &rule.Encode{Kept: iriKept}}},
	{ID: "xsd.anyURI", Aliases: []string{"anyURI"}, Title: "anyURI of XML Schema 1.0", UseFor: "a value of the type anyURI, which refers to XLink; in XML Schema 1.1 it is an IRI or a LEIRI", Spec: Citation{Title: "XML Schema Part 2: Datatypes, second edition", Section: "3.2.17", URL: "https://www.w3.org/TR/xmlschema-2/#anyURI", Date: "2004-10"}, rule: &rule.Rule{Encode: &rule.Encode{Kept: iriKept}}},
	{ID: "leiri", Title: "Legacy Extended IRI, to an IRI", UseFor: "turning XML references with spaces, quotes and other characters not allowed in IRIs into IRIs; rfc3987 turns those into URIs", Spec: Citation{Title: "Legacy extended IRIs for XML resource identification", Section: "3", URL: "https://www.w3.org/TR/leiri/", Date: "2008-11"}, rule: &rule.Rule{Encode: &rule.Encode{Kept: iriKept, Points: rule.PointsLEIRI}}},
	{ID: "hrri", Title: "Human Readable Resource Identifier, to an IRI", UseFor: "what specifications of XML called LEIRIs before 2008", Spec: Citation{Title: "draft-walsh-tobin-hrri", Section: "3", URL: "https://datatracker.ietf.org/doc/draft-walsh-tobin-hrri/", Date: "2007"}, rule: &rule.Rule{Encode: &rule.Encode{Kept: iriKept, Points: rule.PointsLEIRI}}},
	{ID: "xri.xref", Title: "cross-reference in an XRI", UseFor: "text in parentheses in an Extensible Resource Identifier that becomes an IRI", Spec: Citation{Title: "Extensible Resource Identifier (XRI) Syntax V2.0", Section: "2.3.2", URL: "https://docs.oasis-open.org/xri/2.0/specs/xri-syntax-V2.0.html", Date: "2005-11"}, rule: &rule.Rule{Encode: &rule.Encode{Kept: "[\\x00-\"$&-.0->@-\\x7F]", Points: rule.PointsAll}}},
	{ID: "r2rml", Title: "IRI-safe version of a string, R2RML", UseFor: "values in an R2RML template of IRIs: unreserved characters and ucschar stay", Spec: Citation{Title: "R2RML", Section: "7.3", URL: "https://www.w3.org/TR/r2rml/#from-template", Date: "2012-09"}, rule: &rule.Rule{Encode: &rule.Encode{Kept: `[\-.0-9A-Z_a-z~]`, Points: rule.PointsUcschar}}},
	{ID: "rfc1866", Aliases: []string{"rfc1866.form"}, Title: "HTML 2.0 form, read literally", UseFor: "forms exactly as specified in 1995, with everything but letters and digits escaped", Spec: rfc("1866", "8.2.1", "1995-11"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.Form.WithKept(percent.Unreserved.Remove("-._~")) }}},
	// Spec divergence (RFC 9421 contradicts itself, httpwg/http-extensions issue 2641):
	// section 2.2.8 names the serializer of forms, which writes '+' for a space, and
	// shows %20 in every example. This is what the examples show; whatwg.form is the
	// other reading.
	{ID: "form.percent20", Title: "application/x-www-form-urlencoded with %20", UseFor: "forms whose reader may take '+' literally: every form decoder also reads %20 as a space; @query-param of RFC 9421", Spec: urlStandard("application/x-www-form-urlencoded"), rule: &rule.Rule{Make: func() *percent.Encoding { return percent.Form.WithSpace(percent.SpacePercent20) }}},
	{ID: "oauth2.form", Title: "OAuth 2.0 form encoding", UseFor: "client identifiers and secrets of OAuth 2.0, in the body and before Base64 in the Authorization header", Spec: rfc("6749", "B", "2012-10"), rule: plain(&percent.Form)},
	{ID: "oauth1", Aliases: []string{"oauth", "twitter"}, Title: "OAuth 1.0 parameter encoding", UseFor: "signatures of OAuth 1.0 and the X API, where any other spelling is refused", Spec: rfc("5849", "3.6", "2010-04"), rule: plain(&percent.OAuth1)},
	{ID: "aws", Aliases: []string{"sigv4", "aws.uriencode"}, Title: "AWS UriEncode", UseFor: "names and values of the query in AWS Signature Version 4", Spec: awsUriEncode, rule: plain(&percent.AWS)},
	{ID: "aws.path", Aliases: []string{"s3", "s3.key", "aws.key"}, Title: "AWS UriEncode that keeps '/'", UseFor: "object keys of S3 and paths in AWS Signature Version 4 (encoded twice except for S3)", Spec: awsUriEncode, rule: plain(&percent.AWSPath)},
	{ID: "gcs.path", Title: "Google Cloud Storage V4 path", UseFor: "object names in signatures of Google Cloud Storage, version 4; '/' stays", Spec: Citation{Title: "Google Cloud Storage, canonical requests", URL: "https://cloud.google.com/storage/docs/authentication/canonical-requests"}, rule: plain(&percent.AWSPath)},
	{ID: "http.alpn", Aliases: []string{"alpn", "alt-svc"}, Title: "ALPN protocol identifier", UseFor: "protocol identifiers in the ALPN and Alt-Svc header fields", Spec: rfc("7639", "2.2", "2015-08"), rule: plain(&percent.ALPN)},
	{ID: "chrome.search", Title: "what a search box puts into a search engine's template", UseFor: "the search terms in a template such as https://example.com/?q={searchTerms}; it is not how browsers write URLs", Spec: Citation{Title: "OpenSearch templates as Chromium fills them", Section: "TemplateURLRef", URL: "https://source.chromium.org/chromium/chromium/src/+/main:components/search_engines/template_url.cc"}, rule: &rule.Rule{Make: func() *percent.Encoding {
		return percent.WHATWGComponent.WithSpace(percent.SpacePlus).WithPlus(percent.PlusIsSpace)
	}}},
}

func rfc(number, section, date string) Citation {
	return Citation{
		Title:   "RFC " + number,
		Section: section,
		URL:     "https://www.rfc-editor.org/rfc/rfc" + number + ".html#section-" + section,
		Date:    date,
	}
}

// iriKept holds the characters that RFC 2396 section 2.4.3 does not exclude, and
// # % [ ].
const iriKept = `[!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`

func xpathFunctions(section, anchor string) Citation {
	return Citation{
		Title:   "XPath and XQuery Functions and Operators 3.1",
		Section: section,
		URL:     "https://www.w3.org/TR/xpath-functions-31/#" + anchor,
		Date:    "2017-03",
	}
}

func urlStandard(anchor string) Citation {
	return Citation{
		Title:   "URL Standard",
		Section: "1.3",
		URL:     "https://url.spec.whatwg.org/#" + anchor,
		Date:    "2026-07",
	}
}

func ecmaScript(anchor string) Citation {
	return Citation{Title: "ECMA-262", Section: "19.2.6 and B.2.1", URL: "https://tc39.es/ecma262/#" + anchor, Date: "2024-06"}
}

// urlStandardOf cites the URL Standard as it was before a change.
func urlStandardOf(change, until string) Citation {
	return Citation{Title: "URL Standard before " + change, URL: "https://github.com/" + change, Date: until}
}

var awsUriEncode = Citation{
	Title:   "AWS Signature Version 4",
	Section: "Create a canonical request",
	URL:     "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html",
}
