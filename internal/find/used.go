package find

// A used is a dialect or a function that many people look for.
type used struct {
	id   string
	why  string // it is among them
	also string // words by which people look for it and that the catalogue does not have
}

// mostUsed are the dialects and functions that people are most likely to look for, the
// likeliest first. A function is here because it is what the standard library of a
// widely used language, or its best-known library, offers for the purpose; a dialect,
// because a standard in everyday use names it. Recordings of the same function under
// special conditions are not.
var mostUsed = []used{
	{"js.encodeURIComponent", "every browser and Node.js has it, for a value", "url encode"},
	{"php.rawurlencode", "PHP has it for a value, by RFC 3986", "url encode"},
	{"php.urlencode", "PHP has it for forms", "url encode"},
	{"py.quote", "Python's standard library has it for a path", "url encode"},
	{"java.URLEncoder", "it is the only encoder of the JDK", "url encode"},
	{"go.url.QueryEscape", "net/url has it for a value of a query", "golang url encode"},
	{"whatwg.form", "browsers submit forms, and URLSearchParams writes queries, by it", "query string form urlencoded x-www-form-urlencoded"},
	{"rfc3986.query", "it is the query of RFC 3986", "query string"},
	{"rfc3986", "it is right for a value anywhere in a URI", "url encode percent encode value component percent-encoding std 66 std66 generic syntax"},
	{"ruby.ERB.url_encode", "Rails has it in every template", "url encode"},
	{"ruby.CGI.escape", "Ruby's standard library has it for forms", "url encode"},
	{"rfc3986.segment", "it is a segment of a path by RFC 3986", "path segment filename file name slash"},
	{"rfc3986.path", "it is the path of RFC 3986", ""},
	{"oauth1", "OAuth 1.0 signs by it", "oauth signature twitter"},
	{"aws", "AWS signs queries by it", "amazon sigv4 signature"},
	{"aws.path", "it is how keys of S3 are written", "amazon s3 key object"},
	{"js.decodeURIComponent", "every browser and Node.js has it, for a value", "url decode"},
	{"php.urldecode", "PHP decodes $_GET with it", "url decode"},
	{"php.rawurldecode", "PHP has it for a value, by RFC 3986", "url decode"},
	{"py.unquote", "Python's standard library has it", "url decode"},
	{"java.URLDecoder", "it is the only decoder of the JDK", "url decode"},
	{"go.url.QueryUnescape", "net/url has it for a value of a query", "golang url decode"},
	{"go.url.PathEscape", "net/url has it for a segment of a path", "golang url encode"},
	{"py.quote_plus", "Python's standard library has it for forms", "url encode"},
	{"py.urlencode", "Python's standard library has it for a whole query", "url encode query string"},
	{"js.encodeURI", "every browser and Node.js has it, for a whole URL", "url encode"},
	{"js.URLSearchParams", "every browser and Node.js has it, for a whole query", "query string url encode"},
	{"js.escape", "old pages call it", "url encode %u"},
	{"php.http_build_query.rfc1738", "PHP has it for a whole query", "query string"},
	{"mono.WebUtility.UrlEncode", ".NET has it for forms", "csharp dotnet .net url encode"},
	{"mono.HttpUtility.UrlEncode", "ASP.NET has it for forms", "csharp dotnet .net url encode"},
	{"curl.data-urlencode", "scripts encode with it", "bash shell url encode"},
	{"jq.@uri", "scripts encode with it", "bash shell url encode"},
	{"perl.URI::Escape.uri_escape", "CPAN's best-known encoder", "url encode"},
	{"spring.UriUtils.encode", "Spring has it for a value", "url encode"},
	{"go.url.PathUnescape", "net/url has it for a segment of a path", "golang url decode"},
	{"js.decodeURI", "every browser and Node.js has it, for a whole URL", "url decode"},
	{"ruby.CGI.unescape", "Ruby's standard library has it for forms", "url decode"},
	{"py.unquote_plus", "Python's standard library has it for forms", "url decode"},
	{"http.ext-value", "file names in Content-Disposition are written by it", "filename header"},
	{"whatwg.component", "it is encodeURIComponent in the words of the URL Standard", ""},
	{"form.percent20", "it is a form for servers that do not read + as a space", "query string"},
	{"rfc3986.uri", "percent fix makes URLs legal by it", "whole url"},
}
