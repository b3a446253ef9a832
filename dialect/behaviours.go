package dialect

// behaviours holds the dialects that no specification defines, each under the
// ID of the implementation that is used most among those that speak it, in the
// order of use.
var behaviours = []behaviour{
	{
		id: "js.mdn_rfc3986", title: "RFC 3986 unreserved characters, of JavaScript strings",
		useFor: "signing libraries in JavaScript, and everybody who follows MDN's advice for RFC 3986: rfc3986 that refuses lone surrogates",
		source: "node v20.20.2, encodeURIComponent(s).replace(/[!'()*]/g,c=>'%'+c.charCodeAt(0).toString(16).toUpperCase()) (MDN fixedEncodeURIComponent)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "js.mdn_rfc5987", title: "RFC 5987 as MDN advises it",
		useFor: "filename* in Content-Disposition as JavaScript programs write it",
		source: "node v20.20.2, encodeURIComponent(s), then ' ( ) * escaped and %7C %60 %5E unescaped (MDN encodeRFC5987ValueChars)",
		rule: rule{
			encode: &encodeRule{kept: "[!\\-.0-9A-Z\\^_`a-z|~]", surrogates: surrogatesRefused},
		},
	},
	{
		id: "js.FormData.multipart_filename", title: "file name of a multipart form, from JavaScript",
		useFor: "file names in multipart/form-data",
		source: "node v20.20.2 (undici 6.24.1), new Response(FormData{k:Blob, filename s}) Content-Disposition filename",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", surrogates: surrogatesRawReplaced, points: pointsAll, empty: emptyRefused},
		},
	},
	{
		id: "js.FormData.multipart_name", title: "name of a multipart form, from JavaScript",
		useFor: "names in multipart/form-data; line breaks become CRLF first",
		source: "node v20.20.2 (undici 6.24.1), new Response(FormData{name:s}) Content-Disposition name",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, surrogates: surrogatesRawReplaced, points: pointsAll},
		},
	},
	{
		id: "js.URL.hash", title: "setting hash of a URL",
		useFor: "what JavaScript makes of a fragment",
		source: "node v20.20.2, u.hash='#x'+s+'x', between",
		rule: rule{
			encode: &encodeRule{kept: `[!#$%&'()*+,\-./0-9:;=?@A-Z\[\\\]\^_a-z{|}~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d"},
		},
	},
	{
		id: "js.URL.opaque_host", title: "new URL('foo://x'+s+'x').host, between of node v20.20.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "node v20.20.2, new URL('foo://x'+s+'x').host, between",
		rule: rule{
			encode: &encodeRule{kept: "[!\"$%&'()*+,\\-.0-9;=A-Z_`a-z{}~]", surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", refused: `[\x00\x20#/:<>?@\[\\\]\^|]`},
		},
	},
	{
		id: "js.URL.opaque_path", title: "new URL('foo:x'+s+'x').pathname, between of node v20.20.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "node v20.20.2, new URL('foo:x'+s+'x').pathname, between",
		rule: rule{
			encode: &encodeRule{kept: "[\\x20!\"$%&'()*+,\\-./0-9:;<=>@A-Z\\[\\\\\\]\\^_`a-z{|}~]", surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", refused: "[#?]"},
		},
	},
	{
		id: "js.URL.password", title: "setting password or username of a URL in JavaScript",
		useFor: "user information as JavaScript writes it; '%' stays",
		source: "node v20.20.2, u.password=s",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-.0-9A-Z_a-z~]`, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "js.URL.pathname", title: "setting pathname of a URL in Node.js 20",
		useFor: "what JavaScript makes of a path; '^' stays, dot segments go, a backslash is a slash",
		source: "node v20.20.2, u.pathname='/x'+s+'x' (http), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z\[\]\^_a-z|~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", segments: segmentsDotsDecoded, rewritten: []string{`\`, "/"}},
		},
	},
	{
		id: "js.URL.search", title: "setting search of a URL",
		useFor: "what JavaScript makes of the query of an http URL",
		source: "node v20.20.2, u.search='?x'+s+'x' (http, special-query), between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d"},
		},
	},
	{
		id: "js.URL.search_nonspecial", title: "u.search='?x'+s+'x' (foo:, query), between of node v20.20.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "node v20.20.2, u.search='?x'+s+'x' (foo:, query), between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&'()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d"},
		},
	},
	{
		id: "py.quote_latin1", title: "urllib.parse.quote(s,encoding='latin-1') of CPython 3.11.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "CPython 3.11.2, urllib.parse.quote(s,encoding='latin-1')",
		rule: rule{
			encode: &encodeRule{kept: `[\-./0-9A-Z_a-z~]`, beyond: beyondLatin1Refused},
		},
	},
	{
		id: "py.quote_latin1_xmlcharref", title: "quote_latin1_xmlcharref of CPython 3.11.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "CPython 3.11.2, urllib.parse.quote(s,encoding='latin-1',errors='xmlcharrefreplace')",
		rule: rule{
			encode: &encodeRule{kept: `[\-./0-9A-Z_a-z~]`, beyond: beyondLatin1NCR},
		},
	},
	{
		id: "py.quote_plus", title: "quote_plus of Python's urllib",
		useFor: "names and values of a query as Python writes them: '+' for a space, '~' kept",
		source: "CPython 3.11.2, urllib.parse.quote_plus(s)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, plus: true},
			decode: &decodeRule{malformed: malformedKept, plus: true, raw: rawLoneKept, utf8: utf8Replaced},
		},
	},
	{
		id: "py.botocore.s3sigv4_path", title: "botocore.s3sigv4_path of botocore 1.29.27",
		useFor: "text that must come out exactly as this program writes it",
		source: "botocore 1.29.27, S3SigV4Auth._normalize_url_path('/x'+s+'x'), between (identity)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x20!\"#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", surrogates: surrogatesUnchanged, points: pointsAll},
		},
	},
	{
		id: "py.botocore.sigv4_path", title: "SigV4Auth._normalize_url_path('/x'+s+'x'), between of botocore 1.29.27",
		useFor: "text that must come out exactly as this program writes it",
		source: "botocore 1.29.27, SigV4Auth._normalize_url_path('/x'+s+'x'), between",
		rule: rule{
			encode: &encodeRule{kept: `[\-./0-9A-Z_a-z~]`, segments: segmentsEmptyDots},
		},
	},
	{
		id: "py.django.escape_uri_path", title: "django.utils.encoding.escape_uri_path(s) of Django 3.2.25",
		useFor: "text that must come out exactly as this program writes it",
		source: "Django 3.2.25, django.utils.encoding.escape_uri_path(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:@A-Z_a-z~]`},
		},
	},
	{
		id: "py.django.filepath_to_uri", title: "django.utils.encoding.filepath_to_uri(s) of Django 3.2.25",
		useFor: "text that must come out exactly as this program writes it",
		source: "Django 3.2.25, django.utils.encoding.filepath_to_uri(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!'()*\-./0-9A-Z_a-z~]`, rewritten: []string{`\`, "/"}},
		},
	},
	{
		id: "py.django.repercent_broken_unicode", title: "repercent_broken_unicode(bytes) of Django 3.2.25",
		useFor: "data that must come out exactly as this program writes it",
		source: "Django 3.2.25, repercent_broken_unicode(bytes)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x20!\"#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll},
		},
	},
	{
		id: "py.django.tpl_iriencode", title: "{{ s|iriencode }} of Django 3.2.25",
		useFor: "text that must come out exactly as this program writes it",
		source: "Django 3.2.25, {{ s|iriencode }}",
		rule: rule{
			encode: &encodeRule{kept: `[!#$%()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, rewritten: []string{"&", "&amp;", "'", "&#x27;"}},
		},
	},
	{
		id: "py.httpx.path", title: "path of a URL in httpx",
		useFor: "a path as httpx sends it",
		source: "httpx 0.23.3, httpx.URL('http://h/x'+s+'x').raw_path, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, escapes: escapesIfAllUpper, segments: segmentsDots, refused: "[#]"},
		},
	},
	{
		id: "py.httpx.query", title: "httpx.URL('http://h/?x'+s+'x').query, between of httpx 0.23.3",
		useFor: "text that must come out exactly as this program writes it",
		source: "httpx 0.23.3, httpx.URL('http://h/?x'+s+'x').query, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, escapes: escapesIfAllUpper, refused: "[#]"},
		},
	},
	{
		id: "py.hyperlink.path", title: "URL(path=(s,)).to_uri().path[0] of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, URL(path=(s,)).to_uri().path[0]",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-.0-9;=@A-Z_a-z~]`, form: formNFC, empty: emptyRefused, refused: "[#/?]"},
		},
	},
	{
		id: "py.mdurl.encode", title: "mdurl.encode(s) of mdurl(py) 0.1.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "mdurl(py) 0.1.2, mdurl.encode(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, escapes: escapesKept, surrogates: surrogatesReplaced},
			decode: &decodeRule{malformed: malformedKept, preserved: "[#$&+,/:;=?@]", upper: true, raw: rawLoneKept, utf8: utf8ReplacedEach},
		},
	},
	{
		id: "py.mdurl.encode_component", title: "mdurl.encode(s,ENCODE_COMPONENT_CHARS,keep_escaped=False) of mdurl(py) 0.1.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "mdurl(py) 0.1.2, mdurl.encode(s,ENCODE_COMPONENT_CHARS,keep_escaped=False)",
		rule: rule{
			encode: &encodeRule{kept: `[!'()*\-.0-9A-Z_a-z~]`, surrogates: surrogatesReplaced},
			decode: &decodeRule{malformed: malformedKept, raw: rawLoneKept, utf8: utf8ReplacedEach},
		},
	},
	{
		id: "py.pathlib.as_uri", title: "PurePosixPath('/x'+s+'x').as_uri(), between the x of CPython 3.11.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "CPython 3.11.2, PurePosixPath('/x'+s+'x').as_uri(), between the x",
		rule: rule{
			encode: &encodeRule{kept: `[\-./0-9A-Z_a-z~]`, segments: segmentsEmptyDot},
		},
	},
	{
		id: "py.requests.requote_uri", title: "requote_uri of Requests",
		useFor: "whole URLs that may be escaped already, as Requests repairs them",
		source: "requests 2.28.1, requests.utils.requote_uri(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, escapes: escapesRequote},
		},
	},
	{
		id: "py.rfc3986.encode_component", title: "rfc3986.normalizers.encode_component(s,'utf-8') of rfc3986 1.5.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "rfc3986 1.5.0, rfc3986.normalizers.encode_component(s,'utf-8')",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, escapes: escapesIfAll},
		},
	},
	{
		id: "py.urllib3.fragment_chars", title: "urllib3.util.url._encode_invalid_chars(s,FRAGMENT_CHARS) of urllib3 1.26.12",
		useFor: "text that must come out exactly as this program writes it",
		source: "urllib3 1.26.12, urllib3.util.url._encode_invalid_chars(s,FRAGMENT_CHARS)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, escapes: escapesIfAllUpper},
		},
	},
	{
		id: "py.urllib3.multipart_html5", title: "urllib3.multipart_html5 of urllib3 1.26.12",
		useFor: "text that must come out exactly as this program writes it",
		source: "urllib3 1.26.12, urllib3.fields.format_header_param_html5('filename',s), inside filename=\"\"",
		rule: rule{
			encode: &encodeRule{kept: "[\\x1B\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\]\\^_`a-z{|}~\\x7F]", surrogates: surrogatesUnchanged, points: pointsAll, rewritten: []string{`\`, `\\`}},
		},
	},
	{
		id: "py.urllib3.path_chars", title: "path of a URL in urllib3",
		useFor: "a path as urllib3 and pip send it: escapes stay if all of them are valid",
		source: "urllib3 1.26.12, urllib3.util.url._encode_invalid_chars(s,PATH_CHARS)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, escapes: escapesIfAllUpper},
		},
	},
	{
		id: "py.urllib3.userinfo_chars", title: "urllib3.util.url._encode_invalid_chars(s,USERINFO_CHARS) of urllib3 1.26.12",
		useFor: "text that must come out exactly as this program writes it",
		source: "urllib3 1.26.12, urllib3.util.url._encode_invalid_chars(s,USERINFO_CHARS)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=A-Z_a-z~]`, escapes: escapesIfAllUpper},
		},
	},
	{
		id: "py.werkzeug.url_quote", title: "werkzeug.urls.url_quote(s) of werkzeug 2.2.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "werkzeug 2.2.2, werkzeug.urls.url_quote(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*+,\-./0-9:;A-Z_a-z~]`},
			decode: &decodeRule{malformed: malformedKept, utf8: utf8Replaced},
		},
	},
	{
		id: "py.werkzeug.url_quote_plus", title: "werkzeug.urls.url_quote_plus(s) of werkzeug 2.2.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "werkzeug 2.2.2, werkzeug.urls.url_quote_plus(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-.0-9;A-Z_a-z~]`, plus: true},
			decode: &decodeRule{malformed: malformedKept, plus: true, utf8: utf8Replaced},
		},
	},
	{
		id: "py.yarl.path", title: "yarl.path of yarl 1.8.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "yarl 1.8.2, str(URL.build(scheme='http',host='h',path='/x'+s+'x')), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, surrogates: surrogatesDroppedIfChanged, segments: segmentsDots},
		},
	},
	{
		id: "py.yarl.with_fragment", title: "URL('http://h/').with_fragment(s).raw_fragment of yarl 1.8.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "yarl 1.8.2, URL('http://h/').with_fragment(s).raw_fragment",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, surrogates: surrogatesDroppedIfChanged},
		},
	},
	{
		id: "py.yarl.with_query", title: "yarl.with_query of yarl 1.8.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "yarl 1.8.2, URL('http://h/').with_query({'k':s}).raw_query_string, after k=",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-./0-9:?@A-Z_a-z~]`, plus: true, surrogates: surrogatesDroppedIfChanged},
		},
	},
	{
		id: "py.yarl.with_query_string", title: "URL('http://h/').with_query(s).raw_query_string of yarl 1.8.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "yarl 1.8.2, URL('http://h/').with_query(s).raw_query_string",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, plus: true, surrogates: surrogatesDroppedIfChanged},
		},
	},
	{
		id: "py.yarl.with_user", title: "URL('http://h/').with_user('x'+s+'x').raw_user, between of yarl 1.8.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "yarl 1.8.2, URL('http://h/').with_user('x'+s+'x').raw_user, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9;=A-Z_a-z~]`, surrogates: surrogatesDroppedIfChanged},
		},
	},
	{
		id: "py.hyperlink.fragment.max", title: "hyperlink._url._encode_fragment_part(s,maximal=True) of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, hyperlink._url._encode_fragment_part(s,maximal=True)",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]`, form: formNFC},
		},
	},
	{
		id: "py.hyperlink.fragment.min", title: "hyperlink._url._encode_fragment_part(s,maximal=False) of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, hyperlink._url._encode_fragment_part(s,maximal=False)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x20!\"$%&'()*+,\\-./0-9:;<=>?@A-Z\\\\\\^_`a-z{|}~\\x7F]", surrogates: surrogatesUnchanged, points: pointsAll},
		},
	},
	{
		id: "py.hyperlink.path.max", title: "hyperlink._url._encode_path_part(s,maximal=True) of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, hyperlink._url._encode_path_part(s,maximal=True)",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-.0-9:;=@A-Z_a-z~]`, form: formNFC},
		},
	},
	{
		id: "py.hyperlink.path.min", title: "hyperlink._url._encode_path_part(s,maximal=False) of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, hyperlink._url._encode_path_part(s,maximal=False)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x20!\"$%&'()*+,\\-.0-9:;<=>@A-Z\\\\\\^_`a-z{|}~\\x7F]", surrogates: surrogatesUnchanged, points: pointsAll},
		},
	},
	{
		id: "py.hyperlink.query_key.max", title: "hyperlink._url._encode_query_key(s,maximal=True) of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, hyperlink._url._encode_query_key(s,maximal=True)",
		rule: rule{
			encode: &encodeRule{kept: `[!$%'()*+,\-./0-9:;?@A-Z_a-z~]`, form: formNFC},
		},
	},
	{
		id: "py.hyperlink.query_key.min", title: "hyperlink._url._encode_query_key(s,maximal=False) of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, hyperlink._url._encode_query_key(s,maximal=False)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x20!\"$%'()*+,\\-./0-9:;<>?@A-Z\\\\\\^_`a-z{|}~\\x7F]", surrogates: surrogatesUnchanged, points: pointsAll},
		},
	},
	{
		id: "py.hyperlink.query_value.max", title: "hyperlink._url._encode_query_value(s,maximal=True) of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, hyperlink._url._encode_query_value(s,maximal=True)",
		rule: rule{
			encode: &encodeRule{kept: `[!$%'()*+,\-./0-9:;=?@A-Z_a-z~]`, form: formNFC},
		},
	},
	{
		id: "py.hyperlink.query_value.min", title: "hyperlink._url._encode_query_value(s,maximal=False) of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, hyperlink._url._encode_query_value(s,maximal=False)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x20!\"$%'()*+,\\-./0-9:;<=>?@A-Z\\\\\\^_`a-z{|}~\\x7F]", surrogates: surrogatesUnchanged, points: pointsAll},
		},
	},
	{
		id: "py.hyperlink.userinfo.max", title: "hyperlink._url._encode_userinfo_part(s,maximal=True) of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, hyperlink._url._encode_userinfo_part(s,maximal=True)",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-.0-9;=A-Z_a-z~]`, form: formNFC},
		},
	},
	{
		id: "py.hyperlink.userinfo.min", title: "hyperlink._url._encode_userinfo_part(s,maximal=False) of hyperlink 21.0.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "hyperlink 21.0.0, hyperlink._url._encode_userinfo_part(s,maximal=False)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x20!\"$%&'()*+,\\-.0-9;<=>A-Z\\\\\\^_`a-z{|}~\\x7F]", surrogates: surrogatesUnchanged, points: pointsAll},
		},
	},
	{
		id: "php.filter_sanitize_url", title: "filter_var($s,FILTER_SANITIZE_URL) (strips, does not escape) of PHP 8.2.35",
		useFor: "data that must come out exactly as this program writes it",
		source: "PHP 8.2.35, filter_var($s,FILTER_SANITIZE_URL) (strips, does not escape)",
		rule: rule{
			encode: &encodeRule{kept: "[!\"#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8d\x8e\x8f\x90\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9d\x9e\x9f\xa0\xa1\xa2\xa3\xa4\xa5\xa6\xa7\xa8\xa9\xaa\xab\xac\xad\xae\xaf\xb0\xb1\xb2\xb3\xb4\xb5\xb6\xb7\xb8\xb9\xba\xbb\xbc\xbd\xbe\xbf\xc0\xc1\xc2\xc3\xc4\xc5\xc6\xc7\xc8\xc9\xca\xcb\xcc\xcd\xce\xcf\xd0\xd1\xd2\xd3\xd4\xd5\xd6\xd7\xd8\xd9\xda\xdb\xdc\xdd\xde\xdf\xe0\xe1\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xea\xeb\xec\xed\xee\xef\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfa\xfb\xfc\xfd\xfe\xff\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f \x7f"},
		},
	},
	{
		id: "php.urlencode", title: "urlencode of PHP",
		useFor: "form data as PHP writes it: '+' for a space and only - . _ kept",
		source: "PHP 8.2.35, urlencode($s)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z]`, plus: true},
			decode: &decodeRule{malformed: malformedKept, plus: true},
		},
	},
	{
		id: "php.filter_sanitize_encoded.strip_low_high", title: "filter_sanitize_encoded.strip_low_high of PHP 8.2.35",
		useFor: "data that must come out exactly as this program writes it",
		source: "PHP 8.2.35, filter_var($s,FILTER_SANITIZE_ENCODED,FILTER_FLAG_STRIP_LOW|FILTER_FLAG_STRIP_HIGH|FILTER_FLAG_STRIP_BACKTICK)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z]`, removed: "\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8d\x8e\x8f\x90\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9d\x9e\x9f\xa0\xa1\xa2\xa3\xa4\xa5\xa6\xa7\xa8\xa9\xaa\xab\xac\xad\xae\xaf\xb0\xb1\xb2\xb3\xb4\xb5\xb6\xb7\xb8\xb9\xba\xbb\xbc\xbd\xbe\xbf\xc0\xc1\xc2\xc3\xc4\xc5\xc6\xc7\xc8\xc9\xca\xcb\xcc\xcd\xce\xcf\xd0\xd1\xd2\xd3\xd4\xd5\xd6\xd7\xd8\xd9\xda\xdb\xdc\xdd\xde\xdf\xe0\xe1\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xea\xeb\xec\xed\xee\xef\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfa\xfb\xfc\xfd\xfe\xff\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f`\x7f"},
		},
	},
	{
		id: "java.URLEncoder", title: "URLEncoder of Java",
		useFor: "form data as Java writes it: '+' for a space, '*' kept, '?' for a lone surrogate",
		source: "java 17.0.15, URLEncoder.encode(s, UTF_8)",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, surrogates: surrogatesQuestion},
			decode: &decodeRule{hex: hexPlus | hexWide, plus: true, raw: rawLoneKept, utf8: utf8ReplacedJava},
		},
	},
	{
		id: "java.File.toURI", title: "new File(\"/x\"+s+\"x\").toURI().toString(), between of java 17.0.15",
		useFor: "text that must come out exactly as this program writes it",
		source: "java 17.0.15, new File(\"/x\"+s+\"x\").toURI().toString(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, surrogates: surrogatesRaw, points: pointsJava, segments: segmentsEmpty},
		},
	},
	{
		id: "java.ParseUtil.encodePath", title: "ParseUtil.encodePath of java 17.0.15",
		useFor: "text that must come out exactly as this program writes it",
		source: "java 17.0.15, sun.net.www.ParseUtil.encodePath(s,false) (File.toURL, jar URLs)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:@A-Z_a-z~]`, lower: true, beyond: beyondCESU},
		},
	},
	{
		id: "java.Path.toUri", title: "Path.toUri of java 17.0.15",
		useFor: "text that must come out exactly as this program writes it",
		source: "java 17.0.15, Path.of(\"/x\"+s+\"x\").toUri().toString(), between (UTF-8 locale)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, surrogates: surrogatesRefused, segments: segmentsEmpty, refused: `[\x00]`},
		},
	},
	{
		id: "java.URI.fragment", title: "new URI(\"http\",\"h\",\"/\",\"x\"+s+\"x\").toString(), between of java 17.0.15",
		useFor: "text that must come out exactly as this program writes it",
		source: "java 17.0.15, new URI(\"http\",\"h\",\"/\",\"x\"+s+\"x\").toString(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, surrogates: surrogatesRaw, points: pointsJava},
		},
	},
	{
		id: "java.URI.path", title: "path of a java.net.URI",
		useFor: "a path as Java's URI class quotes it; non-ASCII letters stay",
		source: "java 17.0.15, new URI(\"http\",\"h\",\"/x\"+s+\"x\",null).toString(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, surrogates: surrogatesRaw, points: pointsJava},
		},
	},
	{
		id: "java.URI.userinfo", title: "URI.userinfo of java 17.0.15",
		useFor: "text that must come out exactly as this program writes it",
		source: "java 17.0.15, new URI(\"http\",\"x\"+s+\"x\",\"h\",-1,\"/\",null,null).toString(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=A-Z_a-z~]`, surrogates: surrogatesRaw, points: pointsJava},
		},
	},
	{
		id: "java.URLEncoder.iso-8859-1", title: "URLEncoder.encode(s, ISO_8859_1) of java 17.0.15",
		useFor: "text that must come out exactly as this program writes it",
		source: "java 17.0.15, URLEncoder.encode(s, ISO_8859_1)",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, surrogates: surrogatesQuestion, beyond: beyondLatin1Questions},
		},
	},
	{
		id: "java.URI.fragment.ascii", title: "new URI(\"http\",\"h\",\"/\",\"x\"+s+\"x\").toASCIIString(), between of java 17.0.15",
		useFor: "text that must come out exactly as this program writes it",
		source: "java 17.0.15, new URI(\"http\",\"h\",\"/\",\"x\"+s+\"x\").toASCIIString(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, form: formNFCText, surrogates: surrogatesRefused},
		},
	},
	{
		id: "java.URI.path.ascii", title: "path of java.net.URI, toASCIIString",
		useFor: "a path as Java sends it: NFC first, then escapes",
		source: "java 17.0.15, new URI(\"http\",\"h\",\"/x\"+s+\"x\",null).toASCIIString(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, form: formNFCText, surrogates: surrogatesRefused},
		},
	},
	{
		id: "java.URI.userinfo.ascii", title: "URI.userinfo.ascii of java 17.0.15",
		useFor: "text that must come out exactly as this program writes it",
		source: "java 17.0.15, new URI(\"http\",\"x\"+s+\"x\",\"h\",-1,\"/\",null,null).toASCIIString(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=A-Z_a-z~]`, form: formNFCText, surrogates: surrogatesRefused},
		},
	},
	{
		id: "curl.data-urlencode", title: "--data-urlencode of curl",
		useFor: "data as curl posts it; an empty value cannot be sent",
		source: "curl 7.88.1, curl --data-urlencode k@file URL (POST body after k=)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, plus: true, empty: emptyRefused},
		},
	},
	{
		id: "curl.url-query", title: "--url-query of curl",
		useFor: "a query as curl adds it to a URL: lower-case digits",
		source: "curl 7.88.1, curl --url-query k@file URL (query after k=)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, plus: true, lower: true, empty: emptyRefused},
		},
	},
	{
		id: "curl.wire_path", title: "wire_path of curl 7.88.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "curl 7.88.1, curl -g --path-as-is URL/x+s+x: request-target on the wire, between",
		rule: rule{
			encode: &encodeRule{kept: "[!\"$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", lower: true, refused: `[\x01-\x20#\x7F]`},
		},
	},
	{
		id: "curl.url_set.fragment", title: "url_set.fragment of libcurl 7.88.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "libcurl 7.88.1, curl_url_set(h,CURLUPART_FRAGMENT,\"x\"+s+\"x\",CURLU_URLENCODE), between",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, lower: true},
		},
	},
	{
		id: "curl.url_set.path", title: "url_set.path of libcurl 7.88.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "libcurl 7.88.1, curl_url_set(h,CURLUPART_PATH,\"/x\"+s+\"x\",CURLU_URLENCODE), between",
		rule: rule{
			encode: &encodeRule{kept: `[\-./0-9A-Z_a-z~]`, lower: true},
		},
	},
	{
		id: "curl.url_set.query", title: "url_set.query of libcurl 7.88.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "libcurl 7.88.1, curl_url_set(h,CURLUPART_QUERY,\"x\"+s+\"x\",CURLU_URLENCODE), between",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, plus: true, lower: true},
		},
	},
	{
		id: "go.html/template.path", title: "<a href=\"/x{{.}}x\">: the attribute as written, between of go1.26.8",
		useFor: "data that must come out exactly as this program writes it",
		source: "go1.26.8, <a href=\"/x{{.}}x\">: the attribute as written, between",
		rule: rule{
			encode: &encodeRule{kept: `[!#$*,\-./0-9:;=?@A-Z\[\]_a-z~]`, lower: true, escapes: escapesKept, rewritten: []string{"&", "&amp;", "+", "&#43;"}},
		},
	},
	{
		id: "go.url.PathEscape", title: "PathEscape of Go's net/url",
		useFor: "a path segment as Go writes it",
		source: "go1.26.8, url.PathEscape(s)",
		rule: rule{
			encode: &encodeRule{kept: `[$&+\-.0-9:=@A-Z_a-z~]`},
			decode: &decodeRule{},
		},
	},
	{
		id: "go.url.User", title: "user of a URL in Go's net/url",
		useFor: "a user name as Go writes it in a URL",
		source: "go1.26.8, url.User(s).String()",
		rule: rule{
			encode: &encodeRule{kept: `[$&+,\-.0-9;=A-Z_a-z~]`},
		},
	},
	{
		id: "go.url.URL.Fragment", title: "fragment of a URL in Go's net/url",
		useFor: "a fragment as Go writes it",
		source: "go1.26.8, (&url.URL{Fragment:s}).EscapedFragment()",
		rule: rule{
			encode: &encodeRule{kept: `[!$&()*+,\-./0-9:;=?@A-Z_a-z~]`},
		},
	},
	{
		id: "go.url.URL.Host", title: "(&url.URL{Scheme:\"http\",Host:\"x\"+s+\"x\"}).String(), between of go1.26.8",
		useFor: "data that must come out exactly as this program writes it",
		source: "go1.26.8, (&url.URL{Scheme:\"http\",Host:\"x\"+s+\"x\"}).String(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!"$&'()*+,\-.0-9:;<=>A-Z\[\]_a-z~]`},
		},
	},
	{
		id: "go.url.URL.Path", title: "path of a URL in Go's net/url",
		useFor: "a path as Go writes it in a URL",
		source: "go1.26.8, (&url.URL{Path:\"/x\"+s+\"x\"}).EscapedPath(), between",
		rule: rule{
			encode: &encodeRule{kept: `[$&+,\-./0-9:;=@A-Z_a-z~]`},
		},
	},
	{
		id: "mono.HttpUtility.UrlEncode", title: "HttpUtility.UrlEncode of .NET, in Mono",
		useFor: "form data as ASP.NET writes it: lower-case digits",
		source: "Mono 6.8.0.105, HttpUtility.UrlEncode(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!()*\-.0-9A-Z_a-z]`, plus: true, lower: true, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "mono.HttpUtility.UrlEncodeUnicode", title: "HttpUtility.UrlEncodeUnicode of .NET, in Mono",
		useFor: "old ASP.NET data with %uHHHH",
		source: "Mono 6.8.0.105, HttpUtility.UrlEncodeUnicode(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!()*\-.0-9A-Z_a-z]`, plus: true, lower: true, beyond: beyondUnicode},
		},
	},
	{
		id: "mono.HttpUtility.UrlPathEncode", title: "HttpUtility.UrlPathEncode(s) of Mono 6.8.0.105",
		useFor: "text that must come out exactly as this program writes it",
		source: "Mono 6.8.0.105, HttpUtility.UrlPathEncode(s)",
		rule: rule{
			encode: &encodeRule{kept: "[!\"#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", lower: true, surrogates: surrogatesReplaced, beyond: beyondBMP},
		},
	},
	{
		id: "mono.Uri.HexEscape", title: "Uri.HexEscape(c) (one char) of Mono 6.8.0.105",
		useFor: "text that must come out exactly as this program writes it",
		source: "Mono 6.8.0.105, Uri.HexEscape(c) (one char)",
		rule: rule{
			encode: &encodeRule{beyond: beyondLatin1Refused},
		},
	},
	{
		id: "mono.WebUtility.UrlEncode", title: "WebUtility.UrlEncode of .NET, in Mono",
		useFor: "form data as .NET writes it",
		source: "Mono 6.8.0.105, WebUtility.UrlEncode(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!()*\-.0-9A-Z_a-z]`, plus: true, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "mono.WebUtility.UrlEncodeToBytes", title: "WebUtility.UrlEncodeToBytes(b,0,n) of Mono 6.8.0.105",
		useFor: "data that must come out exactly as this program writes it",
		source: "Mono 6.8.0.105, WebUtility.UrlEncodeToBytes(b,0,n)",
		rule: rule{
			encode: &encodeRule{kept: `[!()*\-.0-9A-Z_a-z]`, plus: true},
		},
	},
	{
		id: "mono.HttpUtility.UrlEncode.bytes", title: "HttpUtility.UrlEncode(bytes) of Mono 6.8.0.105",
		useFor: "data that must come out exactly as this program writes it",
		source: "Mono 6.8.0.105, HttpUtility.UrlEncode(bytes)",
		rule: rule{
			encode: &encodeRule{kept: `[!()*\-.0-9A-Z_a-z]`, plus: true, lower: true},
		},
	},
	{
		id: "ruby.Addressable.form_encode", title: "Addressable::URI.form_encode([[\"k\",s]])[2..] of addressable 2.8.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "addressable 2.8.1, Addressable::URI.form_encode([[\"k\",s]])[2..]",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF},
			decode: &decodeRule{malformed: malformedKept, plus: true, utf8: utf8Refused, ends: "[&]", lines: linesLF},
		},
	},
	{
		id: "ruby.Addressable.normalize_component", title: "Addressable::URI.normalize_component(s) of addressable 2.8.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "addressable 2.8.1, Addressable::URI.normalize_component(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, escapes: escapesDecoded, form: formNFKC},
		},
	},
	{
		id: "ruby.Addressable.encode_component.authority", title: "Addressable.encode_component.authority of addressable 2.8.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "addressable 2.8.1, Addressable::URI.encode_component(s, CharacterClasses::AUTHORITY)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=@A-Z\[\]_a-z~]`},
		},
	},
	{
		id: "ruby.Addressable.encode_component.host", title: "Addressable::URI.encode_component(s, CharacterClasses::HOST) of addressable 2.8.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "addressable 2.8.1, Addressable::URI.encode_component(s, CharacterClasses::HOST)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=A-Z\[\]_a-z~]`},
		},
	},
	{
		id: "ruby.Addressable.encode_component.scheme", title: "Addressable.encode_component.scheme of addressable 2.8.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "addressable 2.8.1, Addressable::URI.encode_component(s, CharacterClasses::SCHEME)",
		rule: rule{
			encode: &encodeRule{kept: `[+\-.0-9A-Za-z]`},
		},
	},
	{
		id: "rust.percent-encoding.NON_ALPHANUMERIC", title: "percent_encode(b,NON_ALPHANUMERIC) of percent-encoding 2.2.0",
		useFor: "data that must come out exactly as this program writes it",
		source: "percent-encoding 2.2.0, percent_encode(b,NON_ALPHANUMERIC)",
		rule: rule{
			encode: &encodeRule{kept: "[0-9A-Za-z]"},
		},
	},
	{
		id: "rust.url.from_file_path", title: "Url::from_file_path(\"/x\"+b+\"x\"), between of url 2.3.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "url 2.3.1, Url::from_file_path(\"/x\"+b+\"x\"), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z\[\\\]\^_a-z|~]`, segments: segmentsEmptyDot},
		},
	},
	{
		id: "perl.HTTP::Request::Common.POST", title: "POST(\"http://h\",[k=>$octets])->content, after k= of HTTP::Message 6.44 (perl 5.36.0)",
		useFor: "data that must come out exactly as this program writes it",
		source: "HTTP::Message 6.44 (perl 5.36.0), POST(\"http://h\",[k=>$octets])->content, after k=",
		rule: rule{
			encode: &encodeRule{kept: `[!'()*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesLoneLF},
		},
	},
	{
		id: "perl.Mojo.Parameters", title: "substr(Mojo::Parameters->new(k=>$text)->to_string,2) of Mojolicious 9.31 (perl 5.36.0)",
		useFor: "text that must come out exactly as this program writes it",
		source: "Mojolicious 9.31 (perl 5.36.0), substr(Mojo::Parameters->new(k=>$text)->to_string,2)",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, surrogates: surrogatesReplaced, nonchars: noncharsReplaced},
		},
	},
	{
		id: "perl.Mojo.Path", title: "Mojo::Path->new->parts([$text])->to_string of Mojolicious 9.31 (perl 5.36.0)",
		useFor: "text that must come out exactly as this program writes it",
		source: "Mojolicious 9.31 (perl 5.36.0), Mojo::Path->new->parts([$text])->to_string",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=@A-Z_a-z~]`, surrogates: surrogatesReplaced, nonchars: noncharsReplaced},
		},
	},
	{
		id: "perl.TT.url", title: "[% s | url %] of Template Toolkit 2.27 (perl 5.36.0)",
		useFor: "data that must come out exactly as this program writes it",
		source: "Template Toolkit 2.27 (perl 5.36.0), [% s | url %]",
		rule: rule{
			encode: &encodeRule{kept: `[$&+,\-./0-9:;=?@A-Z_a-z~]`},
		},
	},
	{
		id: "perl.URI.file", title: "URI::file->new(\"/x\".$octets.\"x\",\"unix\"), between the x of URI 5.17 (perl 5.36.0)",
		useFor: "data that must come out exactly as this program writes it",
		source: "URI 5.17 (perl 5.36.0), URI::file->new(\"/x\".$octets.\"x\",\"unix\"), between the x",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:=@A-Z_a-z~]`, segments: segmentsEmptyDot},
		},
	},
	{
		id: "perl.URI.fragment", title: "$u->fragment(\"x\".$octets.\"x\"); $u->fragment, between the x of URI 5.17 (perl 5.36.0)",
		useFor: "data that must come out exactly as this program writes it",
		source: "URI 5.17 (perl 5.36.0), $u->fragment(\"x\".$octets.\"x\"); $u->fragment, between the x",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]`},
		},
	},
	{
		id: "perl.URI.new_as_string", title: "URI->new(\"http://h/x\".$octets.\"x\")->as_string, between the x of URI 5.17 (perl 5.36.0)",
		useFor: "data that must come out exactly as this program writes it",
		source: "URI 5.17 (perl 5.36.0), URI->new(\"http://h/x\".$octets.\"x\")->as_string, between the x",
		rule: rule{
			encode: &encodeRule{kept: `[!#$%&'()*+,\-./0-9:;=?@A-Z_a-z~]`},
		},
	},
	{
		id: "perl.URI.path", title: "URI.path of URI 5.17 (perl 5.36.0)",
		useFor: "data that must come out exactly as this program writes it",
		source: "URI 5.17 (perl 5.36.0), $u=URI->new(\"http://h\"); $u->path(\"/x\".$octets.\"x\"); $u->path, between the x",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z_a-z~]`},
		},
	},
	{
		id: "perl.URI.userinfo", title: "$u->userinfo($octets); $u->userinfo of URI 5.17 (perl 5.36.0)",
		useFor: "data that must come out exactly as this program writes it",
		source: "URI 5.17 (perl 5.36.0), $u->userinfo($octets); $u->userinfo",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-.0-9:;=A-Z_a-z~]`},
		},
	},
	{
		id: "perl.URI::Encode.encode", title: "URI::Encode->new->encode($text) of URI::Encode 1.1.1 (perl 5.36.0)",
		useFor: "text that must come out exactly as this program writes it",
		source: "URI::Encode 1.1.1 (perl 5.36.0), URI::Encode->new->encode($text)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, surrogates: surrogatesReplaced, nonchars: noncharsReplaced},
			decode: &decodeRule{malformed: malformedKept},
		},
	},
	{
		id: "perl.URI::Encode.encode_reserved", title: "URI::Encode->new({encode_reserved=>1})->encode($text) of URI::Encode 1.1.1 (perl 5.36.0)",
		useFor: "text that must come out exactly as this program writes it",
		source: "URI::Encode 1.1.1 (perl 5.36.0), URI::Encode->new({encode_reserved=>1})->encode($text)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, surrogates: surrogatesReplaced, nonchars: noncharsReplaced},
		},
	},
	{
		id: "perl.URI::Template.simple", title: "URI::Template->new(\"{k}\")->process(k=>$text) of URI::Template 0.24 (perl 5.36.0)",
		useFor: "text that must come out exactly as this program writes it",
		source: "URI::Template 0.24 (perl 5.36.0), URI::Template->new(\"{k}\")->process(k=>$text)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z]`, form: formNFKC},
		},
	},
	{
		id: "perl.Mojo.URL.fragment", title: "Mojo::URL->new(\"http://h\")->fragment($text), after # of Mojolicious 9.31 (perl 5.36.0)",
		useFor: "text that must come out exactly as this program writes it",
		source: "Mojolicious 9.31 (perl 5.36.0), Mojo::URL->new(\"http://h\")->fragment($text), after #",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, surrogates: surrogatesReplaced, nonchars: noncharsReplaced},
		},
	},
	{
		id: "perl.URI::Escape.uri_escape.unsafe_latin", title: "uri_escape of Perl's URI::Escape, Latin-1",
		useFor: "octets above 7F as URI::Escape writes them when asked",
		source: "URI::Escape 5.17 (perl 5.36.0), uri_escape($text) on characters (dies > U+00FF)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, beyond: beyondLatin1Refused},
		},
	},
	{
		id: "chromium.FormData.multipart_filename", title: "FormData.multipart_filename of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, new Response(FormData{k:Blob, filename s}) Content-Disposition filename",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", surrogates: surrogatesRawReplaced, points: pointsAll},
		},
	},
	{
		id: "chromium.form.utf-16le", title: "form.utf-16le of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a UTF-16LE page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "chromium.link.utf-16le", title: "link.utf-16le of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a UTF-16LE page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", refused: "[#]"},
		},
	},
	{
		id: "chromium.URL.password.set", title: "u.password=s of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, u.password=s",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&()*+,\-.0-9A-Z_a-z~]`, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "chromium.URL.path.parse", title: "new URL('http://h/x'+s+'x').pathname, between of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, new URL('http://h/x'+s+'x').pathname, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z\[\]_a-z~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", segments: segmentsDotsDecoded, rewritten: []string{`\`, "/"}, refused: "[#?]"},
		},
	},
	{
		id: "chromium.URL.path_nonspecial.parse", title: "new URL('foo://h/x'+s+'x').pathname, between of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, new URL('foo://h/x'+s+'x').pathname, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z\[\\\]_a-z~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", segments: segmentsDotsDecoded, refused: "[#?]"},
		},
	},
	{
		id: "chromium.URL.pathname.set", title: "setting pathname of a URL in Chromium",
		useFor: "a path as Chromium writes it",
		source: "Chromium 156.0.8078.79, u.pathname='/x'+s+'x' (http), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z\[\]_a-z~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", segments: segmentsDotsDecoded, rewritten: []string{`\`, "/"}},
		},
	},
	{
		id: "chromium.URL.userinfo.parse", title: "new URL('http://x'+s+'x@h/').username, between of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, new URL('http://x'+s+'x@h/').username, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&()*+,\-.0-9A-Z_a-z~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", refused: `[#/:?\\]`},
		},
	},
	{
		id: "webkit.form.utf-16le", title: "form.utf-16le of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a UTF-16LE page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "webkit.multipart_filename.utf-16le", title: "multipart_filename.utf-16le of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a UTF-16LE page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, surrogates: surrogatesRawReplaced, points: pointsAll},
		},
	},
	{
		id: "webkit.URL.path.parse", title: "new URL('http://h/x'+s+'x').pathname, between of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, new URL('http://h/x'+s+'x').pathname, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z\[\]_a-z|~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", segments: segmentsDotsDecoded, rewritten: []string{`\`, "/"}, refused: "[#?]"},
		},
	},
	{
		id: "webkit.URL.path_nonspecial.parse", title: "new URL('foo://h/x'+s+'x').pathname, between of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, new URL('foo://h/x'+s+'x').pathname, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z\[\\\]_a-z|~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", segments: segmentsDotsDecoded, refused: "[#?]"},
		},
	},
	{
		id: "webkit.URL.pathname.set", title: "u.pathname='/x'+s+'x' (http), between of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, u.pathname='/x'+s+'x' (http), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z\[\]_a-z|~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", segments: segmentsDotsDecoded, rewritten: []string{`\`, "/"}},
		},
	},
	{
		id: "webkit.URL.userinfo.parse", title: "new URL('http://x'+s+'x@h/').username, between of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, new URL('http://x'+s+'x@h/').username, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-.0-9A-Z_a-z~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", refused: `[#/:?\\]`},
		},
	},
	{
		id: "firefox.URL.path_nonspecial.parse", title: "new URL('foo://h/x'+s+'x').pathname, between of Firefox 153.7.0esr",
		useFor: "text that must come out exactly as this program writes it",
		source: "Firefox 153.7.0esr, new URL('foo://h/x'+s+'x').pathname, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z\[\\\]\^_a-z|~]`, surrogates: surrogatesReplaced, removed: "\x09\x0a\x0d", segments: segmentsDotsDecoded, refused: "[#?]"},
		},
	},
	{
		id: "node.pathToFileURL", title: "url.pathToFileURL('/x'+s+'x').href, between of node v20.20.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "node v20.20.2, url.pathToFileURL('/x'+s+'x').href, between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z]`, surrogates: surrogatesReplaced, segments: segmentsEmptyDots},
		},
	},
	{
		id: "node.querystring.escape", title: "querystring.escape of Node.js",
		useFor: "queries as Node.js wrote them before URLSearchParams; it joins a lone surrogate with what follows",
		source: "node v20.20.2, querystring.escape(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!'()*\-.0-9A-Z_a-z~]`, surrogates: surrogatesJoined},
			decode: &decodeRule{malformed: malformedKept, raw: rawLowOctetIfBad, utf8: utf8Replaced},
		},
	},
	{
		id: "node.url.format_auth", title: "url.format({protocol:'http',host:'h',auth:s}) of node v20.20.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "node v20.20.2, url.format({protocol:'http',host:'h',auth:s})",
		rule: rule{
			encode: &encodeRule{kept: `[!'()*\-.0-9:A-Z_a-z~]`, surrogates: surrogatesJoined},
		},
	},
	{
		id: "node.url.format_pathname", title: "url.format({pathname:'/x'+s}) of node v20.20.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "node v20.20.2, url.format({pathname:'/x'+s})",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x20!\"$%&'()*+,\\-./0-9:;<=>@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", surrogates: surrogatesUnchanged, points: pointsAll},
		},
	},
	{
		id: "node.url.format_search", title: "url.format({pathname:'/',search:'?x'+s}) of node v20.20.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "node v20.20.2, url.format({pathname:'/',search:'?x'+s})",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x20!\"$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", surrogates: surrogatesUnchanged, points: pointsAll},
		},
	},
	{
		id: "node.url.parse", title: "url.parse('http://h/x'+s+'x').path, between of node v20.20.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "node v20.20.2, url.parse('http://h/x'+s+'x').path, between",
		rule: rule{
			encode: &encodeRule{kept: `[\x00-\x08\x0B\x0C\x0E-\x1F!$%&()*+,\-./0-9:;=?@A-Z\[\]_a-z~\x7F]`, surrogates: surrogatesRaw, points: pointsAll, rewritten: []string{`\`, "/"}, refused: "[#]"},
		},
	},
	{
		id: "nginx.proxy_pass_rewritten_uri", title: "URI that nginx passes on after a rewrite",
		useFor: "what an upstream gets to see behind nginx",
		source: "nginx 1.22.1, proxy_pass with rewritten $uri: request-target upstream (NGX_ESCAPE_URI); input sent %XX-encoded in the request path, between the x",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z\[\]_a-z~]`},
		},
	},
	{
		id: "nginx.set_escape_uri", title: "set_escape_uri $e $d (ngx_set_misc) of nginx 1.22.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "nginx 1.22.1, set_escape_uri $e $d (ngx_set_misc)",
		rule: rule{
			encode: &encodeRule{kept: "[!$'()*,\\-.0-9@A-Z_`a-z|~]"},
			decode: &decodeRule{malformed: malformedNginx, plus: true},
		},
	},
	{
		id: "nginx.rewrite.redirect_args", title: "rewrite.redirect_args of nginx 1.22.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "nginx 1.22.1, rewrite capture -> Location ($1 after ? in rewrite replacement); input sent %XX-encoded in the request path, between the x",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-./0-9:=@A-Z\[\]_a-z~]`},
		},
	},
	{
		id: "nginx.rewrite.redirect_args_named", title: "rewrite.redirect_args_named of nginx 1.22.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "nginx 1.22.1, rewrite capture -> Location (named capture $cc after ? in rewrite replacement: not escaped); input sent %XX-encoded in the request path, between the x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x01-\\x20!\"#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F-\\xFF]"},
		},
	},
	{
		id: "nginx.lua.escape_uri.type0", title: "ngx.escape_uri(s,0) of nginx 1.22.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "nginx 1.22.1, ngx.escape_uri(s,0)",
		rule: rule{
			encode: &encodeRule{kept: "[!\"$&'()*+,\\-./0-9:;<=>@A-Z\\[\\\\\\]\\^_`a-z{|}~]"},
		},
	},
	{
		id: "nginx.lua.escape_uri.type1", title: "ngx.escape_uri(s,1) of nginx 1.22.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "nginx 1.22.1, ngx.escape_uri(s,1)",
		rule: rule{
			encode: &encodeRule{kept: "[!\"$&'()*,\\-./0-9:;<=>@A-Z\\[\\\\\\]\\^_`a-z{|}~]"},
		},
	},
	{
		id: "nginx.lua.escape_uri.type3", title: "ngx.escape_uri(s,3) of nginx 1.22.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "nginx 1.22.1, ngx.escape_uri(s,3)",
		rule: rule{
			encode: &encodeRule{kept: "[!$&()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~]"},
		},
	},
	{
		id: "apache.autoindex", title: "mod_autoindex href (ap_os_escape_path then ap_escape_html) of httpd 2.4.71",
		useFor: "data that must come out exactly as this program writes it",
		source: "httpd 2.4.71, mod_autoindex href (ap_os_escape_path then ap_escape_html)",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*+,\-.0-9:;=@A-Z_a-z~]`, lower: true, colon: "./", rewritten: []string{"&", "&amp;"}},
		},
	},
	{
		id: "apache.rewrite_B", title: "rewrite_B of httpd 2.4.71",
		useFor: "data that must come out exactly as this program writes it",
		source: "httpd 2.4.71, RewriteRule backreference with [B]; input sent %XX-encoded in the request path, between the x",
		rule: rule{
			encode: &encodeRule{kept: "[0-9A-Z_a-z]", plus: true, lower: true},
		},
	},
	{
		id: "apache.rewrite_B_BNP", title: "rewrite_B_BNP of httpd 2.4.71",
		useFor: "data that must come out exactly as this program writes it",
		source: "httpd 2.4.71, RewriteRule backreference with [B,BNP]; input sent %XX-encoded in the request path, between the x",
		rule: rule{
			encode: &encodeRule{kept: "[0-9A-Z_a-z]", lower: true},
		},
	},
	{
		id: "apache.rewrite_R", title: "rewrite_R of httpd 2.4.71",
		useFor: "data that must come out exactly as this program writes it",
		source: "httpd 2.4.71, RewriteRule http://h/k%1k [R] (ap_escape_uri on the Location), between the k",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, lower: true, refused: "[?]"},
		},
	},
	{
		id: "apache.rewritemap_escape", title: "int:escape of Apache's mod_rewrite",
		useFor: "paths in rewrite rules of Apache httpd",
		source: "httpd 2.4.71, RewriteMap int:escape",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, lower: true},
			decode: &decodeRule{malformed: malformedKept, nul: nulEnds},
		},
	},
	{
		id: "haproxy.url_enc", title: "req.hdr(x),b64dec,url_enc of HAProxy version 2.6.12-1+deb12u4",
		useFor: "data that must come out exactly as this program writes it",
		source: "HAProxy version 2.6.12-1+deb12u4, req.hdr(x),b64dec,url_enc",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, nul: nulEnds},
		},
	},
	{
		id: "git.credential-store.path", title: "path in git's credential store",
		useFor: "paths in ~/.git-credentials",
		source: "git version 2.39.5, git credential-store store, path=x+s+x: path in the URL written, between",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, lower: true},
		},
	},
	{
		id: "wget.wire_path", title: "wire_path of GNU Wget 1.21.3",
		useFor: "data that must come out exactly as this program writes it",
		source: "GNU Wget 1.21.3, wget URL/x+s+x: request-target on the wire, between (UTF-8 locale)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, escapes: escapesKept, segments: segmentsDots, refused: "[#]"},
		},
	},
	{
		id: "qt.toPercentEncoding", title: "QUrl::toPercentEncoding of Qt",
		useFor: "data as Qt programs write it",
		source: "Qt 5.15.8, QUrl::toPercentEncoding(QString)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, surrogates: surrogatesQuestion},
			decode: &decodeRule{hex: hexRaw, malformed: malformedKept, utf8: utf8ReplacedEach, bom: true},
		},
	},
	{
		id: "qt.QUrl.fromLocalFile", title: "QUrl::fromLocalFile('/x'+s+'x').toEncoded(), between of Qt 5.15.8",
		useFor: "text that must come out exactly as this program writes it",
		source: "Qt 5.15.8, QUrl::fromLocalFile('/x'+s+'x').toEncoded(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z\[\]_a-z~]`, nonchars: noncharsHigh},
		},
	},
	{
		id: "qt.QUrl.setFragment_decoded", title: "QUrl::setFragment(s,DecodedMode); fragment(FullyEncoded) of Qt 5.15.8",
		useFor: "text that must come out exactly as this program writes it",
		source: "Qt 5.15.8, QUrl::setFragment(s,DecodedMode); fragment(FullyEncoded)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, nonchars: noncharsHigh},
		},
	},
	{
		id: "qt.QUrl.setUserName_decoded", title: "QUrl::setUserName(s,DecodedMode); userName(FullyEncoded) of Qt 5.15.8",
		useFor: "text that must come out exactly as this program writes it",
		source: "Qt 5.15.8, QUrl::setUserName(s,DecodedMode); userName(FullyEncoded)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9;=A-Z_a-z~]`, nonchars: noncharsHigh},
		},
	},
	{
		id: "qt.QUrlQuery.addQueryItem", title: "QUrlQuery::addQueryItem('k',s); query(FullyEncoded) after k= of Qt 5.15.8",
		useFor: "text that must come out exactly as this program writes it",
		source: "Qt 5.15.8, QUrlQuery::addQueryItem('k',s); query(FullyEncoded) after k=",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*+,\-./0-9:;?@A-Z\[\]_a-z~]`, escapes: escapesUnreservedAll, nonchars: noncharsHigh, empty: emptyRefused},
		},
	},
	{
		id: "glib.escape.generic_delims", title: "escape.generic_delims of GLib 2.74.6",
		useFor: "data that must come out exactly as this program writes it",
		source: "GLib 2.74.6, g_uri_escape_string(s,G_URI_RESERVED_CHARS_GENERIC_DELIMITERS,FALSE)",
		rule: rule{
			encode: &encodeRule{kept: `[#\-./0-9:?@A-Z\[\]_a-z~]`},
		},
	},
	{
		id: "glib.g_uri_escape_string.utf8", title: "g_uri_escape_string(s,NULL,TRUE) of GLib 2.74.6",
		useFor: "data that must come out exactly as this program writes it",
		source: "GLib 2.74.6, g_uri_escape_string(s,NULL,TRUE)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, points: pointsAll},
		},
	},
	{
		id: "gio.g_dbus_address_escape_value", title: "g_dbus_address_escape_value(s) of GLib 2.74.6",
		useFor: "data that must come out exactly as this program writes it",
		source: "GLib 2.74.6, g_dbus_address_escape_value(s)",
		rule: rule{
			encode: &encodeRule{kept: `[\-./0-9A-Z\\_a-z]`},
		},
	},
	{
		id: "gio.g_file_get_uri", title: "g_file_get_uri(g_file_new_for_path(\"/x\"+s+\"x\")), between of GLib 2.74.6",
		useFor: "data that must come out exactly as this program writes it",
		source: "GLib 2.74.6, g_file_get_uri(g_file_new_for_path(\"/x\"+s+\"x\")), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:=@A-Z_a-z~]`, segments: segmentsEmptyDots},
		},
	},
	{
		id: "libxml2.xmlURIEscapeStr", title: "xmlURIEscapeStr(s,NULL) of libxml2 2.9.14",
		useFor: "data that must come out exactly as this program writes it",
		source: "libxml2 2.9.14, xmlURIEscapeStr(s,NULL)",
		rule: rule{
			encode: &encodeRule{kept: `[!'()*\-.0-9@A-Z_a-z~]`},
		},
	},
	{
		id: "libxml2.xmlURIEscapeStr.iri", title: "xmlURIEscapeStr.iri of libxml2 2.9.14",
		useFor: "data that must come out exactly as this program writes it",
		source: "libxml2 2.9.14, xmlURIEscapeStr(s,\"@/:=?;#%&,+\") (set used by the HTML serialiser and xmlURIEscape callers)",
		rule: rule{
			encode: &encodeRule{kept: `[!#%&'()*+,\-./0-9:;=?@A-Z_a-z~]`},
		},
	},
	{
		id: "soup.uri_encode", title: "soup_uri_encode(s,NULL) of libsoup 2.74.3",
		useFor: "data that must come out exactly as this program writes it",
		source: "libsoup 2.74.3, soup_uri_encode(s,NULL)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9;A-Z_a-z~]`},
			decode: &decodeRule{malformed: malformedKept, nul: nulEnds},
		},
	},
	{
		id: "apr.escape_path_segment", title: "apr_pescape_path_segment(p,s) of APR 1.7.2",
		useFor: "data that must come out exactly as this program writes it",
		source: "APR 1.7.2, apr_pescape_path_segment(p,s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:=@A-Z_a-z~]`, lower: true},
		},
	},
	{
		id: "apr.escape_urlencoded", title: "apr_pescape_urlencoded(p,s) of APR 1.7.2",
		useFor: "data that must come out exactly as this program writes it",
		source: "APR 1.7.2, apr_pescape_urlencoded(p,s)",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, lower: true},
		},
	},
	{
		id: "apr.escape_path.full", title: "apr_pescape_path(p,s,0) of APR 1.7.2",
		useFor: "data that must come out exactly as this program writes it",
		source: "APR 1.7.2, apr_pescape_path(p,s,0)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:=@A-Z_a-z~]`, lower: true, colon: "./"},
		},
	},
	{
		id: "apr.escape_path.partial", title: "apr_pescape_path(p,s,1) of APR 1.7.2",
		useFor: "data that must come out exactly as this program writes it",
		source: "APR 1.7.2, apr_pescape_path(p,s,1)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:=@A-Z_a-z~]`, lower: true},
		},
	},
	{
		id: "svn.path_uri_autoescape", title: "svn_path_uri_autoescape(s,pool) of libsvn_subr 1.14.2",
		useFor: "data that must come out exactly as this program writes it",
		source: "libsvn_subr 1.14.2, svn_path_uri_autoescape(s,pool)",
		rule: rule{
			encode: &encodeRule{kept: `[\x01-\x1F!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~\x7F-\xFF]`},
		},
	},
	{
		id: "spring.UriUtils.encodeFragment", title: "UriUtils.encodeFragment(s,\"UTF-8\") of spring-web 4.3.30.RELEASE",
		useFor: "text that must come out exactly as this program writes it",
		source: "spring-web 4.3.30.RELEASE, UriUtils.encodeFragment(s,\"UTF-8\")",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "spring.UriUtils.encodeHost", title: "UriUtils.encodeHost(s,\"UTF-8\") of spring-web 4.3.30.RELEASE",
		useFor: "text that must come out exactly as this program writes it",
		source: "spring-web 4.3.30.RELEASE, UriUtils.encodeHost(s,\"UTF-8\")",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9;=A-Z_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "spring.UriUtils.encodePath", title: "UriUtils.encodePath(s,\"UTF-8\") of spring-web 4.3.30.RELEASE",
		useFor: "text that must come out exactly as this program writes it",
		source: "spring-web 4.3.30.RELEASE, UriUtils.encodePath(s,\"UTF-8\")",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "spring.UriUtils.encodePathSegment", title: "UriUtils.encodePathSegment(s,\"UTF-8\") of spring-web 4.3.30.RELEASE",
		useFor: "text that must come out exactly as this program writes it",
		source: "spring-web 4.3.30.RELEASE, UriUtils.encodePathSegment(s,\"UTF-8\")",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=@A-Z_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "spring.UriUtils.encodeQueryParam", title: "encodeQueryParam of Spring",
		useFor: "values of a query as Spring writes them",
		source: "spring-web 4.3.30.RELEASE, UriUtils.encodeQueryParam(s,\"UTF-8\")",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-./0-9:;?@A-Z_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "spring.UriUtils.encodeUserInfo", title: "UriUtils.encodeUserInfo(s,\"UTF-8\") of spring-web 4.3.30.RELEASE",
		useFor: "text that must come out exactly as this program writes it",
		source: "spring-web 4.3.30.RELEASE, UriUtils.encodeUserInfo(s,\"UTF-8\")",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=A-Z_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "guava.urlFormParameterEscaper", title: "UrlEscapers.urlFormParameterEscaper().escape(s) of guava 31.1-jre",
		useFor: "text that must come out exactly as this program writes it",
		source: "guava 31.1-jre, UrlEscapers.urlFormParameterEscaper().escape(s)",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, surrogates: surrogatesRefused},
		},
	},
	{
		id: "guava.urlFragmentEscaper", title: "UrlEscapers.urlFragmentEscaper().escape(s) of guava 31.1-jre",
		useFor: "text that must come out exactly as this program writes it",
		source: "guava 31.1-jre, UrlEscapers.urlFragmentEscaper().escape(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "guava.urlPathSegmentEscaper", title: "UrlEscapers.urlPathSegmentEscaper().escape(s) of guava 31.1-jre",
		useFor: "text that must come out exactly as this program writes it",
		source: "guava 31.1-jre, UrlEscapers.urlPathSegmentEscaper().escape(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=@A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "okhttp.FormBody", title: "FormBody of OkHttp",
		useFor: "form data as OkHttp and Android programs post it",
		source: "okhttp 3.13.1, FormBody.Builder.add(\"k\",s): encodedValue(0)",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "okhttp.addPathSegment", title: "addPathSegment of okhttp 3.13.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "okhttp 3.13.1, HttpUrl.Builder.addPathSegment(s): encodedPath().substring(1)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=@A-Z\[\]_a-z~]`, surrogates: surrogatesQuestion, dot: dotEmpty},
		},
	},
	{
		id: "okhttp.encodedPath", title: "encodedPath of okhttp 3.13.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "okhttp 3.13.1, HttpUrl.Builder.encodedPath(\"/x\"+s+\"x\"): encodedPath(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z\[\]_a-z~]`, surrogates: surrogatesQuestion, removed: "\x09\x0a\x0c\x0d", segments: segmentsDotsDecoded, rewritten: []string{`\`, "/"}},
		},
	},
	{
		id: "okhttp.username", title: "HttpUrl.Builder.username(s): encodedUsername() of okhttp 3.13.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "okhttp 3.13.1, HttpUrl.Builder.username(s): encodedUsername()",
		rule: rule{
			encode: &encodeRule{kept: `[!$&()*+,\-.0-9A-Z_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "tomcat.URLEncoder.DEFAULT", title: "org.apache.catalina.util.URLEncoder.DEFAULT.encode(s,UTF_8) of tomcat 9.0.70.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "tomcat 9.0.70.0, org.apache.catalina.util.URLEncoder.DEFAULT.encode(s,UTF_8)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, surrogates: surrogatesHighDroppedLowQuestion},
		},
	},
	{
		id: "tomcat.URLEncoder.QUERY", title: "org.apache.catalina.util.URLEncoder.QUERY.encode(s,UTF_8) of tomcat 9.0.70.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "tomcat 9.0.70.0, org.apache.catalina.util.URLEncoder.QUERY.encode(s,UTF_8)",
		rule: rule{
			encode: &encodeRule{kept: `[&*\-.0-9=A-Z_a-z]`, plus: true, surrogates: surrogatesHighDroppedLowQuestion},
		},
	},
	{
		id: "jetty.URIUtil.encodePath", title: "URIUtil.encodePath(s) of jetty-util 9.4.57.v20241219",
		useFor: "text that must come out exactly as this program writes it",
		source: "jetty-util 9.4.57.v20241219, URIUtil.encodePath(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&()*+,\-./0-9:=@A-Z_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "jetty.UrlEncoded.encodeString", title: "UrlEncoded.encodeString(s) of jetty-util 9.4.57.v20241219",
		useFor: "text that must come out exactly as this program writes it",
		source: "jetty-util 9.4.57.v20241219, UrlEncoded.encodeString(s)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, plus: true, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "httpclient4.URIBuilder.setCustomQuery", title: "URIBuilder.setCustomQuery of httpclient 4.5.14",
		useFor: "text that must come out exactly as this program writes it",
		source: "httpclient 4.5.14, new URIBuilder(\"http://h\").setCustomQuery(\"x\"+s+\"x\").toString(), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "commons-codec.PercentCodec", title: "new PercentCodec().encode(bytes) of commons-codec 1.15",
		useFor: "data that must come out exactly as this program writes it",
		source: "commons-codec 1.15, new PercentCodec().encode(bytes)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x20!\"#$&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]"},
		},
	},
	{
		id: "commons-codec.PercentCodec.plus", title: "new PercentCodec(\"\".getBytes(),true).encode(bytes) of commons-codec 1.15",
		useFor: "data that must come out exactly as this program writes it",
		source: "commons-codec 1.15, new PercentCodec(\"\".getBytes(),true).encode(bytes)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x1F!\"#$&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", plus: true},
		},
	},
	{
		id: "axios.getUri", title: "query of a request of axios",
		useFor: "parameters as axios writes them",
		source: "axios 1.21.1, axios.getUri({url:'/',params:{k:s}})",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-.0-9:A-Z_a-z~]`, plus: true, surrogates: surrogatesRefused},
		},
	},
	{
		id: "qs.RFC1738", title: "stringify of qs, RFC1738",
		useFor: "queries as qs writes them with '+' for a space and parentheses kept",
		source: "qs 6.17.1, qs.stringify({k:s},{format:'RFC1738'}).slice(2)",
		rule: rule{
			encode: &encodeRule{kept: `[()\-.0-9A-Z_a-z~]`, plus: true, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "qs.RFC3986", title: "stringify of qs",
		useFor: "queries as qs writes them: RFC 3986, U+FFFD for lone surrogates",
		source: "qs 6.17.1, qs.stringify({k:s}).slice(2)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "qs.iso-8859-1", title: "qs.stringify({k:s},{charset:'iso-8859-1'}).slice(2) of qs 6.17.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "qs 6.17.1, qs.stringify({k:s},{charset:'iso-8859-1'}).slice(2)",
		rule: rule{
			encode: &encodeRule{kept: `[*\-./0-9@A-Z_a-z]`, beyond: beyondLatin1NCRUnits},
		},
	},
	{
		id: "angular.HttpUrlEncodingCodec", title: "new HttpUrlEncodingCodec().encodeValue(s) of @angular/common 21.2.26",
		useFor: "text that must come out exactly as this program writes it",
		source: "@angular/common 21.2.26, new HttpUrlEncodingCodec().encodeValue(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-./0-9:;=?@A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "angular.router.query", title: "DefaultUrlSerializer.serialize queryParams {k:s} of @angular/router 21.2.26",
		useFor: "text that must come out exactly as this program writes it",
		source: "@angular/router 21.2.26, DefaultUrlSerializer.serialize queryParams {k:s}",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-.0-9:;@A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "angular.router.segment", title: "DefaultUrlSerializer.serialize segment of @angular/router 21.2.26",
		useFor: "text that must come out exactly as this program writes it",
		source: "@angular/router 21.2.26, DefaultUrlSerializer.serialize segment",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'*,\-.0-9:@A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "angularjs.httpParamSerializer", title: "$httpParamSerializer({k:s}).slice(2) of angular 1.8.3",
		useFor: "text that must come out exactly as this program writes it",
		source: "angular 1.8.3, $httpParamSerializer({k:s}).slice(2)",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-.0-9:;@A-Z_a-z~]`, plus: true, surrogates: surrogatesRefused},
		},
	},
	{
		id: "vue-router.hash", title: "router.resolve({path:'/',hash:'#'+s}).href of vue-router 4.6.5",
		useFor: "text that must come out exactly as this program writes it",
		source: "vue-router 4.6.5, router.resolve({path:'/',hash:'#'+s}).href",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z\[\]\^_a-z{|}~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "vue-router.param", title: "parameter of a path in Vue Router",
		useFor: "path parameters of Vue Router",
		source: "vue-router 4.6.5, router.resolve({name:'n',params:{k:s}}).path",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=@A-Z\[\]_a-z|~]`, surrogates: surrogatesRefused, empty: emptyRefused},
		},
	},
	{
		id: "vue-router.query", title: "stringifyQuery({k:s}).slice(2) of vue-router 4.6.5",
		useFor: "text that must come out exactly as this program writes it",
		source: "vue-router 4.6.5, stringifyQuery({k:s}).slice(2)",
		rule: rule{
			encode: &encodeRule{kept: "[!$'()*,\\-./0-9:;=?@A-Z\\[\\]\\^_`a-z{|}~]", plus: true, surrogates: surrogatesRefused},
		},
	},
	{
		id: "vue-router.queryKey", title: "stringifyQuery({[s]:'v'}) of vue-router 4.6.5",
		useFor: "text that must come out exactly as this program writes it",
		source: "vue-router 4.6.5, stringifyQuery({[s]:'v'})",
		rule: rule{
			encode: &encodeRule{kept: "[!$'()*,\\-./0-9:;?@A-Z\\[\\]\\^_`a-z{|}~]", plus: true, surrogates: surrogatesRefused},
		},
	},
	{
		id: "whatwg-url.set.C0Control", title: "utf8PercentEncodeString(s, isC0ControlPercentEncode) of whatwg-url 16.0.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "whatwg-url 16.0.1, utf8PercentEncodeString(s, isC0ControlPercentEncode)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x20!\"#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", surrogates: surrogatesReplaced},
		},
	},
	{
		id: "whatwg-url.set.Fragment", title: "utf8PercentEncodeString(s, isFragmentPercentEncode) of whatwg-url 16.0.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "whatwg-url 16.0.1, utf8PercentEncodeString(s, isFragmentPercentEncode)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$%&'()*+,\-./0-9:;=?@A-Z\[\\\]\^_a-z{|}~]`, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "whatwg-url.set.Path", title: "utf8PercentEncodeString(s, isPathPercentEncode) of whatwg-url 16.0.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "whatwg-url 16.0.1, utf8PercentEncodeString(s, isPathPercentEncode)",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z\[\\\]_a-z|~]`, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "whatwg-url.set.Query", title: "utf8PercentEncodeString(s, isQueryPercentEncode) of whatwg-url 16.0.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "whatwg-url 16.0.1, utf8PercentEncodeString(s, isQueryPercentEncode)",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&'()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", surrogates: surrogatesReplaced},
		},
	},
	{
		id: "whatwg-url.set.SpecialQuery", title: "utf8PercentEncodeString(s, isSpecialQueryPercentEncode) of whatwg-url 16.0.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "whatwg-url 16.0.1, utf8PercentEncodeString(s, isSpecialQueryPercentEncode)",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", surrogates: surrogatesReplaced},
		},
	},
	{
		id: "whatwg-url.set.URLEncoded", title: "utf8PercentEncodeString(s, isURLEncodedPercentEncode) of whatwg-url 16.0.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "whatwg-url 16.0.1, utf8PercentEncodeString(s, isURLEncodedPercentEncode)",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "fast-uri.serialize.fragment", title: "fastUri.serialize({scheme:'foo',host:'h',fragment:s}) of fast-uri 4.2.3",
		useFor: "text that must come out exactly as this program writes it",
		source: "fast-uri 4.2.3, fastUri.serialize({scheme:'foo',host:'h',fragment:s})",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, escapes: escapesUpper, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "fast-uri.serialize.path", title: "serialize.path of fast-uri 4.2.3",
		useFor: "text that must come out exactly as this program writes it",
		source: "fast-uri 4.2.3, fastUri.serialize({scheme:'foo',host:'h',path:'/x'+s+'x'}), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, escapes: escapesUpper, surrogates: surrogatesReplaced, segments: segmentsDots},
		},
	},
	{
		id: "fast-uri.serialize.userinfo", title: "fastUri.serialize({scheme:'foo',host:'h',userinfo:s}) of fast-uri 4.2.3",
		useFor: "text that must come out exactly as this program writes it",
		source: "fast-uri 4.2.3, fastUri.serialize({scheme:'foo',host:'h',userinfo:s})",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=A-Z_a-z~]`, escapes: escapesUpper, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "uri-js.escapeComponent", title: "URI.escapeComponent(s) of uri-js 4.4.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "uri-js 4.4.1, URI.escapeComponent(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9;=A-Z_a-z~]`, beyond: beyondCESU},
		},
	},
	{
		id: "uri-js.serialize.fragment", title: "URI.serialize({scheme:'foo',host:'h',fragment:s}) of uri-js 4.4.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "uri-js 4.4.1, URI.serialize({scheme:'foo',host:'h',fragment:s})",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]`, escapes: escapesUnreservedUpper, stray: strayKept, beyond: beyondCESU},
		},
	},
	{
		id: "uri-js.serialize.path", title: "serialize.path of uri-js 4.4.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "uri-js 4.4.1, URI.serialize({scheme:'foo',host:'h',path:'/x'+s+'x'}), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z_a-z~]`, escapes: escapesUnreservedUpper, stray: strayKept, beyond: beyondCESU, segments: segmentsDotsDecoded},
		},
	},
	{
		id: "uri-js.serialize.userinfo", title: "URI.serialize({scheme:'foo',host:'h',userinfo:s}) of uri-js 4.4.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "uri-js 4.4.1, URI.serialize({scheme:'foo',host:'h',userinfo:s})",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-.0-9:;=A-Z_a-z~]`, escapes: escapesUnreservedUpper, stray: strayKept, beyond: beyondCESU},
		},
	},
	{
		id: "urijs.encodePathSegment", title: "URI.encodePathSegment(s) of urijs 1.19.11",
		useFor: "text that must come out exactly as this program writes it",
		source: "urijs 1.19.11, URI.encodePathSegment(s)",
		rule: rule{
			encode: &encodeRule{kept: `[$&+,\-.0-9:;=@A-Z_a-z~]`, surrogates: surrogatesUnchanged},
		},
	},
	{
		id: "urijs.encodeQuery", title: "URI.encodeQuery(s) of urijs 1.19.11",
		useFor: "text that must come out exactly as this program writes it",
		source: "urijs 1.19.11, URI.encodeQuery(s)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, plus: true, surrogates: surrogatesRefused},
		},
	},
	{
		id: "urijs.encodeReserved", title: "URI.encodeReserved(s) of urijs 1.19.11",
		useFor: "text that must come out exactly as this program writes it",
		source: "urijs 1.19.11, URI.encodeReserved(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, surrogates: surrogatesUnchanged},
		},
	},
	{
		id: "js-cookie.name", title: "Cookies.set(s,'v'): document.cookie of js-cookie 3.0.8",
		useFor: "text that must come out exactly as this program writes it",
		source: "js-cookie 3.0.8, Cookies.set(s,'v'): document.cookie",
		rule: rule{
			encode: &encodeRule{kept: "[!#$&'*+\\-.0-9A-Z\\^_`a-z|~]", surrogates: surrogatesRefused},
		},
	},
	{
		id: "js-cookie.value", title: "value of a cookie in js-cookie",
		useFor: "cookie values as js-cookie writes them",
		source: "js-cookie 3.0.8, Cookies.set('k',s): document.cookie",
		rule: rule{
			encode: &encodeRule{kept: "[!#$&'()*+\\-./0-9:<=>?@A-Z\\[\\]\\^_`a-z{|}~]", surrogates: surrogatesRefused},
		},
	},
	{
		id: "encodeurl", title: "encodeurl, which Express uses",
		useFor: "Location headers of Express: what is escaped already stays",
		source: "encodeurl 2.0.3, encodeUrl(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z\[\\\]\^_a-z|~]`, escapes: escapesKept, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "cmark.houdini_href", title: "houdini_href of cmark 0.30.2",
		useFor: "data that must come out exactly as this program writes it",
		source: "cmark 0.30.2, cmark_node_set_url(link,s); href attribute of cmark_render_html(…,CMARK_OPT_UNSAFE) as written (after URL escaping, & is &amp; and ' is &#x27;)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$%()*+,\-./0-9:;=?@A-Z_a-z~]`, rewritten: []string{"&", "&amp;", "'", "&#x27;"}},
		},
	},
	{
		id: "dbus.address_escape_value", title: "dbus_address_escape_value(s) of libdbus 1.14.10",
		useFor: "data that must come out exactly as this program writes it",
		source: "libdbus 1.14.10, dbus_address_escape_value(s)",
		rule: rule{
			encode: &encodeRule{kept: `[*\-./0-9A-Z\\_a-z]`, lower: true},
			decode: &decodeRule{rawRefused: "[\\x01-\\x20!\"#$&'()+,:;<=>?@\\[\\]\\^`{|}~\\x7F]", raw: rawRefused, nul: nulEnds},
		},
	},
	{
		id: "ldap.url_dn", title: "ldap_url_desc2str({dn=s}) after ldap://h/ of OpenLDAP libldap 20513",
		useFor: "data that must come out exactly as this program writes it",
		source: "OpenLDAP libldap 20513, ldap_url_desc2str({dn=s}) after ldap://h/",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=@A-Z_a-z~]`, empty: emptyRefused},
		},
	},
	{
		id: "ldap.url_ext", title: "url_ext of OpenLDAP libldap 20513",
		useFor: "data that must come out exactly as this program writes it",
		source: "OpenLDAP libldap 20513, ldap_url_desc2str({exts=[s]}) after ldap://h/???? (comma list)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+\-./0-9:;=@A-Z_a-z~]`},
		},
	},
	{
		id: "caddy.file_server_browse", title: "file_server_browse of caddy 2.6.2",
		useFor: "data that must come out exactly as this program writes it",
		source: "caddy 2.6.2, file-server --browse: href as written, after ./ (after URL escaping, & is &amp;)",
		rule: rule{
			encode: &encodeRule{kept: `[$+,\-.0-9:;=@A-Z_a-z~]`, rewritten: []string{"&", "&amp;"}},
		},
	},
	{
		id: "ring.percent-encode", title: "(percent-encode s) of ring-codec 1.2.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "ring-codec 1.2.0, (percent-encode s)",
		rule: rule{
			encode: &encodeRule{surrogates: surrogatesQuestion},
		},
	},
	{
		id: "ring.url-encode", title: "(url-encode s) of ring-codec 1.2.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "ring-codec 1.2.0, (url-encode s)",
		rule: rule{
			encode: &encodeRule{kept: `[+\-.0-9A-Z_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "apt.quote_string_archive", title: "QuoteString(s,\"_:\") of libapt-pkg 2.6.2",
		useFor: "data that must come out exactly as this program writes it",
		source: "libapt-pkg 2.6.2, QuoteString(s,\"_:\")",
		rule: rule{
			encode: &encodeRule{kept: "[!\"#$&'()*+,\\-./0-9;<=>?@A-Z\\[\\\\\\]\\^`a-z{|}~]", lower: true},
		},
	},
	{
		id: "apt.quote_string_lists", title: "QuoteString(s,\"\\\\|{}[]<>\\\"^~_=!@#$%^&*\") of libapt-pkg 2.6.2",
		useFor: "data that must come out exactly as this program writes it",
		source: "libapt-pkg 2.6.2, QuoteString(s,\"\\\\|{}[]<>\\\"^~_=!@#$%^&*\")",
		rule: rule{
			encode: &encodeRule{kept: "['()+,\\-./0-9:;?A-Z`a-z]", lower: true},
		},
	},
	{
		id: "civetweb.mg_url_encode", title: "mg_url_encode(s,out,room) of civetweb 1.15",
		useFor: "data that must come out exactly as this program writes it",
		source: "civetweb 1.15, mg_url_encode(s,out,room)",
		rule: rule{
			encode: &encodeRule{kept: `[$(),\-.0-9;A-Z_a-z~]`, lower: true},
			decode: &decodeRule{malformed: malformedKept},
		},
	},
	{
		id: "emacs.browse-url-encode-url", title: "(browse-url-encode-url s) of Emacs 28.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "Emacs 28.2, (browse-url-encode-url s)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x1F!#%&'*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", surrogates: surrogatesRaw, points: pointsAll},
		},
	},
	{
		id: "emacs.org-link-encode", title: "(org-link-encode s '(?\\s ?% ?\\[ ?\\])) of Emacs 28.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "Emacs 28.2, (org-link-encode s '(?\\s ?% ?\\[ ?\\]))",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x1F!\"#$&'()*+,\\-./0-9:;<=>?@A-Z\\\\\\^_`a-z{|}~\\x7F]", surrogates: surrogatesRaw, points: pointsAll},
		},
	},
	{
		id: "gnustep.URLFragmentAllowed", title: "URLFragmentAllowed of GNUstep Base 1.28.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "GNUstep Base 1.28.0, [s stringByAddingPercentEncodingWithAllowedCharacters:[NSCharacterSet URLFragmentAllowedCharacterSet]]",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, bom: bomEither, surrogates: surrogatesRefused},
		},
	},
	{
		id: "gnustep.URLHostAllowed", title: "URLHostAllowed of GNUstep Base 1.28.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "GNUstep Base 1.28.0, [s stringByAddingPercentEncodingWithAllowedCharacters:[NSCharacterSet URLHostAllowedCharacterSet]]",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9:;=A-Z\[\]_a-z~]`, bom: bomEither, surrogates: surrogatesRefused},
		},
	},
	{
		id: "gnustep.URLPasswordAllowed", title: "URLPasswordAllowed of GNUstep Base 1.28.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "GNUstep Base 1.28.0, [s stringByAddingPercentEncodingWithAllowedCharacters:[NSCharacterSet URLPasswordAllowedCharacterSet]]",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-.0-9;=A-Z_a-z~]`, bom: bomEither, surrogates: surrogatesRefused},
		},
	},
	{
		id: "gnustep.URLPathAllowed", title: "URLPathAllowed of GNUstep Base 1.28.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "GNUstep Base 1.28.0, [s stringByAddingPercentEncodingWithAllowedCharacters:[NSCharacterSet URLPathAllowedCharacterSet]]",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9:=@A-Z_a-z~]`, bom: bomEither, surrogates: surrogatesRefused},
		},
	},
	{
		id: "minio-go.EncodePath", title: "s3utils.EncodePath(s) of minio-go v7.4.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "minio-go v7.4.1, s3utils.EncodePath(s)",
		rule: rule{
			encode: &encodeRule{kept: `[\-./0-9A-Z_a-z~]`, invalid: invalidReplacedEach},
		},
	},
	{
		id: "minio-go.QueryEncode", title: "s3utils.QueryEncode(url.Values{\"k\":{s}})[2:] of minio-go v7.4.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "minio-go v7.4.1, s3utils.QueryEncode(url.Values{\"k\":{s}})[2:]",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, invalid: invalidReplacedEach},
		},
	},
	{
		id: "saxon.encode-for-uri", title: "fn:encode-for-uri($s) of Saxon-HE 9.9.1.5",
		useFor: "text that must come out exactly as this program writes it",
		source: "Saxon-HE 9.9.1.5, fn:encode-for-uri($s)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, surrogates: surrogatesHighRefusedLowDropped},
		},
	},
	{
		id: "saxon.escape-html-uri", title: "fn:escape-html-uri($s) of Saxon-HE 9.9.1.5",
		useFor: "text that must come out exactly as this program writes it",
		source: "Saxon-HE 9.9.1.5, fn:escape-html-uri($s)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x20!\"#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", surrogates: surrogatesHighRefusedLowDropped},
		},
	},
	{
		id: "saxon.iri-to-uri", title: "fn:iri-to-uri($s) of Saxon-HE 9.9.1.5",
		useFor: "text that must come out exactly as this program writes it",
		source: "Saxon-HE 9.9.1.5, fn:iri-to-uri($s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, surrogates: surrogatesHighRefusedLowDropped},
		},
	},
	{
		id: "lighttpd.dirlisting", title: "mod_dirlisting href (ENCODING_REL_URI_PART) of lighttpd/1.4.69",
		useFor: "data that must come out exactly as this program writes it",
		source: "lighttpd/1.4.69, mod_dirlisting href (ENCODING_REL_URI_PART)",
		rule: rule{
			encode: &encodeRule{kept: `[!()*\-.0-9A-Z_a-z~]`},
		},
	},
	{
		id: "ali-oss.escapeName", title: "store._escape(s) of ali-oss 6.23.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "ali-oss 6.23.0, store._escape(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!'()*\-./0-9A-Z_a-z~]`, surrogates: surrogatesUnchanged},
		},
	},
	{
		id: "aws4.s3path", title: "s3path of aws4 1.13.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "aws4 1.13.2, canonicalString path of '/x'+encodeURIComponent(s)+'x', service s3, between",
		rule: rule{
			encode: &encodeRule{kept: `[\-./0-9A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "azure-pipelines.data", title: "message of an Azure Pipelines command",
		useFor: "messages of logging commands: %AZP25 for '%'",
		source: "azure-pipelines-task-lib 5.281.0, new TaskCommand('x',{},s).toString()",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!\"#$&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", surrogates: surrogatesRaw, points: pointsAll, rewritten: []string{"%", "%AZP25"}},
		},
	},
	{
		id: "azure-pipelines.property", title: "property of an Azure Pipelines command",
		useFor: "properties of logging commands",
		source: "azure-pipelines-task-lib 5.281.0, new TaskCommand('x',{k:s},'').toString()",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!\"#$&'()*+,\\-./0-9:<=>?@A-Z\\[\\\\\\^_`a-z{|}~\\x7F]", surrogates: surrogatesRaw, points: pointsAll, rewritten: []string{"%", "%AZP25"}},
		},
	},
	{
		id: "azure-storage-blob.url", title: "containerClient.getBlobClient(s).url of @azure/storage-blob 12.32.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "@azure/storage-blob 12.32.0, containerClient.getBlobClient(s).url",
		rule: rule{
			encode: &encodeRule{kept: `[!()*\-./0-9A-Z_a-z~]`, surrogates: surrogatesRefused, dot: dotEmptyRefused, segments: segmentsDots},
		},
	},
	{
		id: "content-disposition.filename*", title: "filename* of content-disposition 2.0.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "content-disposition 2.0.1, create('\\u20acx'+s+'x'): filename*, between (a plain name gets no filename*)",
		rule: rule{
			encode: &encodeRule{kept: `[!\-.0-9A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "github-actions.property", title: "property of a GitHub Actions command",
		useFor: "properties of workflow commands, with ':' and ',' escaped too",
		source: "@actions/core 3.0.1, core.error('m',{title:s}): property title",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!\"#$&'()*+\\-./0-9;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", surrogates: surrogatesRaw, points: pointsAll},
		},
	},
	{
		id: "micromark.normalizeUri", title: "normalizeUri(s) of micromark-util-sanitize-uri 2.0.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "micromark-util-sanitize-uri 2.0.1, normalizeUri(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z_a-z~]`, escapes: escapesKept, stray: strayAlnum, surrogates: surrogatesReplaced},
		},
	},
	{
		id: "octokit.path", title: "endpoint('GET /x/{k}',{k:s}).url of @octokit/endpoint 11.0.5",
		useFor: "text that must come out exactly as this program writes it",
		source: "@octokit/endpoint 11.0.5, endpoint('GET /x/{k}',{k:s}).url",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, surrogates: surrogatesRefused, empty: emptyRefused},
		},
	},
	{
		id: "querystringify.stringify", title: "qs.stringify({k:s}).slice(2) of querystringify 2.2.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "querystringify 2.2.0, qs.stringify({k:s}).slice(2)",
		rule: rule{
			encode: &encodeRule{kept: `[!'()*\-.0-9A-Z_a-z~]`, surrogates: surrogatesEmpty},
			decode: &decodeRule{plus: true, raw: rawLowOctetIfBad, utf8: utf8Refused, ends: "[&]"},
		},
	},
	{
		id: "ufo.encode", title: "encode(s) of ufo 1.6.4",
		useFor: "text that must come out exactly as this program writes it",
		source: "ufo 1.6.4, encode(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z_a-z|~]`, surrogates: surrogatesRefused},
			decode: &decodeRule{malformed: malformedUnchanged, raw: rawLatin1Octet, utf8: utf8Unchanged},
		},
	},
	{
		id: "ufo.encodeHash", title: "encodeHash(s) of ufo 1.6.4",
		useFor: "text that must come out exactly as this program writes it",
		source: "ufo 1.6.4, encodeHash(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z\^_a-z{|}~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "ufo.encodeParam", title: "encodeParam(s) of ufo 1.6.4",
		useFor: "text that must come out exactly as this program writes it",
		source: "ufo 1.6.4, encodeParam(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-.0-9:;=@A-Z_a-z|~]`, escapes: escapesSlash, surrogates: surrogatesRefused},
		},
	},
	{
		id: "ufo.encodePath", title: "encodePath(s) of ufo 1.6.4",
		useFor: "text that must come out exactly as this program writes it",
		source: "ufo 1.6.4, encodePath(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-./0-9:;=@A-Z_a-z|~]`, escapes: escapesSlash, surrogates: surrogatesRefused},
			decode: &decodeRule{malformed: malformedUnchanged, preserved: "[/]", upper: true, raw: rawLatin1Octet, utf8: utf8Unchanged},
		},
	},
	{
		id: "ufo.encodeQueryKey", title: "encodeQueryKey(s) of ufo 1.6.4",
		useFor: "text that must come out exactly as this program writes it",
		source: "ufo 1.6.4, encodeQueryKey(s)",
		rule: rule{
			encode: &encodeRule{kept: "[!$'()*,\\-.0-9:;?@A-Z\\^_`a-z|~]", plus: true, surrogates: surrogatesRefused},
			decode: &decodeRule{malformed: malformedUnchanged, plus: true, raw: rawLatin1Octet, utf8: utf8Unchanged},
		},
	},
	{
		id: "ufo.encodeQueryValue", title: "encodeQueryValue(s) of ufo 1.6.4",
		useFor: "text that must come out exactly as this program writes it",
		source: "ufo 1.6.4, encodeQueryValue(s)",
		rule: rule{
			encode: &encodeRule{kept: "[!$'()*,\\-.0-9:;=?@A-Z\\^_`a-z|~]", plus: true, surrogates: surrogatesRefused},
			decode: &decodeRule{malformed: malformedUnchanged, plus: true, raw: rawLatin1Octet, utf8: utf8Unchanged},
		},
	},
	{
		id: "uri-templates.simple", title: "uriTemplates('{k}').fill({k:s}) of uri-templates 0.2.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "uri-templates 0.2.0, uriTemplates('{k}').fill({k:s})",
		rule: rule{
			encode: &encodeRule{kept: `['()*\-.0-9A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "url-template.fragment", title: "parseTemplate('{#k}').expand({k:s}), after # of url-template 3.1.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "url-template 3.1.1, parseTemplate('{#k}').expand({k:s}), after #",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, escapes: escapesPieces, surrogates: surrogatesRefused},
		},
	},
	{
		id: "fpc.HTTPEncode", title: "httpprotocol.HTTPEncode(s) of FPC 3.2.2",
		useFor: "data that must come out exactly as this program writes it",
		source: "FPC 3.2.2, httpprotocol.HTTPEncode(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*\-.0-9@A-Z_a-z]`, plus: true},
		},
	},
	{
		id: "swipl.uri_file_name", title: "uri_file_name(-URI,/xSx), between of SWI-Prolog 90004",
		useFor: "text that must come out exactly as this program writes it",
		source: "SWI-Prolog 90004, uri_file_name(-URI,/xSx), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9;=@A-Z_a-z~]`, surrogates: surrogatesRefused, segments: segmentsEmptyDots, refused: `[\x00]`},
		},
	},
	{
		id: "swipl.uri_query_components", title: "uri_query_components(-Q,[k=S]), after k= of SWI-Prolog 90004",
		useFor: "text that must come out exactly as this program writes it",
		source: "SWI-Prolog 90004, uri_query_components(-Q,[k=S]), after k=",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-./0-9?@A-Z_a-z~]`},
		},
	},
	{
		id: "swipl.www_form_encode", title: "www_form_encode(+S,-E) of SWI-Prolog 90004",
		useFor: "text that must come out exactly as this program writes it",
		source: "SWI-Prolog 90004, www_form_encode(+S,-E)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, lower: true, newlines: newlinesUpper},
		},
	},
	{
		id: "s3cmd.s3_quote_nobs", title: "S3.BaseUtils.s3_quote(s,quote_backslashes=False) of s3cmd 2.3.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "s3cmd 2.3.0, S3.BaseUtils.s3_quote(s,quote_backslashes=False)",
		rule: rule{
			encode: &encodeRule{kept: `[\-./0-9A-Z_a-z~]`, surrogates: surrogatesQuestion},
		},
	},
	{
		id: "r.URLencode", title: "URLencode(s) of R 4.2.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "R 4.2.2, URLencode(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]`, escapes: escapesAny},
		},
	},
	{
		id: "racket.uri-path-segment-unreserved-encode", title: "(uri-path-segment-unreserved-encode s) of Racket 8.7",
		useFor: "text that must come out exactly as this program writes it",
		source: "Racket 8.7, (uri-path-segment-unreserved-encode s)",
		rule: rule{
			encode: &encodeRule{kept: `[$&+,\-.0-9:=@A-Z_a-z~]`},
		},
	},
	{
		id: "p11kit.uri.id", title: "p11_kit_uri_format with CKA_ID=s: after pkcs11:id= of p11-kit 0.24.1",
		useFor: "data that must come out exactly as this program writes it",
		source: "p11-kit 0.24.1, p11_kit_uri_format with CKA_ID=s: after pkcs11:id=",
		rule: rule{
			encode: &encodeRule{},
		},
	},
	{
		id: "uriparser.escape.normalize", title: "uriEscapeExA(s,s+n,out,URI_FALSE,URI_TRUE) of uriparser 0.9.7",
		useFor: "data that must come out exactly as this program writes it",
		source: "uriparser 0.9.7, uriEscapeExA(s,s+n,out,URI_FALSE,URI_TRUE)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, nul: nulEnds, newlines: newlinesCRLF},
		},
	},
	{
		id: "uriparser.escape.plus", title: "uriEscapeExA(s,s+n,out,URI_TRUE,URI_FALSE) of uriparser 0.9.7",
		useFor: "data that must come out exactly as this program writes it",
		source: "uriparser 0.9.7, uriEscapeExA(s,s+n,out,URI_TRUE,URI_FALSE)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, plus: true, nul: nulEnds},
			decode: &decodeRule{malformed: malformedKept, plus: true},
		},
	},
	{
		id: "uriparser.escape.plus_normalize", title: "uriEscapeExA(s,s+n,out,URI_TRUE,URI_TRUE) of uriparser 0.9.7",
		useFor: "data that must come out exactly as this program writes it",
		source: "uriparser 0.9.7, uriEscapeExA(s,s+n,out,URI_TRUE,URI_TRUE)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, plus: true, nul: nulEnds, newlines: newlinesCRLF},
		},
	},
	{
		id: "cpprest.encode_uri.fragment", title: "web::uri::encode_uri(s,components::fragment) of cpprestsdk 2.10.18",
		useFor: "data that must come out exactly as this program writes it",
		source: "cpprestsdk 2.10.18, web::uri::encode_uri(s,components::fragment)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*,\-./0-9:;=?@A-Z_a-z~]`},
		},
	},
	{
		id: "cpprest.encode_uri.user_info", title: "web::uri::encode_uri(s,components::user_info) of cpprestsdk 2.10.18",
		useFor: "data that must come out exactly as this program writes it",
		source: "cpprestsdk 2.10.18, web::uri::encode_uri(s,components::user_info)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*,\-.0-9:;=A-Z_a-z~]`},
		},
	},
	{
		id: "poco.URI.encode", title: "Poco::URI::encode(s,\"\",out) of POCO 1.11.0",
		useFor: "data that must come out exactly as this program writes it",
		source: "POCO 1.11.0, Poco::URI::encode(s,\"\",out)",
		rule: rule{
			encode: &encodeRule{kept: `[#&+\-./0-9:;=?@A-Z_a-z~]`},
			decode: &decodeRule{},
		},
	},
	{
		id: "poco.URI.setFragment", title: "u.setFragment(\"x\"+s+\"x\"); u.toString(), between of POCO 1.11.0",
		useFor: "data that must come out exactly as this program writes it",
		source: "POCO 1.11.0, u.setFragment(\"x\"+s+\"x\"); u.toString(), between",
		rule: rule{
			encode: &encodeRule{kept: `[#&+\-./0-9:;=?@A-Z_a-z~]`, escapes: escapesDecoded, stray: strayRefused},
		},
	},
	{
		id: "poco.URI.setPath", title: "u.setPath(\"/x\"+s+\"x\"); u.toString(), between of POCO 1.11.0",
		useFor: "data that must come out exactly as this program writes it",
		source: "POCO 1.11.0, u.setPath(\"/x\"+s+\"x\"); u.toString(), between",
		rule: rule{
			encode: &encodeRule{kept: `[&+\-./0-9:;=@A-Z_a-z~]`, escapes: escapesDecoded, stray: strayRefused},
		},
	},
	{
		id: "poco.URI.setQuery", title: "u.setQuery(\"x\"+s+\"x\"); u.getRawQuery(), between of POCO 1.11.0",
		useFor: "data that must come out exactly as this program writes it",
		source: "POCO 1.11.0, u.setQuery(\"x\"+s+\"x\"); u.getRawQuery(), between",
		rule: rule{
			encode: &encodeRule{kept: `[&\-.0-9=A-Z_a-z~]`},
		},
	},
	{
		id: "erlang.http_uri.encode", title: "http_uri:encode(List) of OTP 25 stdlib 4.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "OTP 25 stdlib 4.2, http_uri:encode(List)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x1F!$()*\\-.0-9A-Z_`a-z~\\x7F]", surrogates: surrogatesRaw, points: pointsAll},
		},
	},
	{
		id: "lisp.drakma.url-encode", title: "(drakma:url-encode s :utf-8) of drakma 2.0.8",
		useFor: "text that must come out exactly as this program writes it",
		source: "drakma 2.0.8, (drakma:url-encode s :utf-8)",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-.0-9A-Z_a-z]`, plus: true},
		},
	},
	{
		id: "lisp.hunchentoot.url-encode", title: "(hunchentoot:url-encode s) of hunchentoot 1.2.38",
		useFor: "text that must come out exactly as this program writes it",
		source: "hunchentoot 1.2.38, (hunchentoot:url-encode s)",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*\-.0-9A-Z_a-z]`},
		},
	},
	{
		id: "lua.http.encodeURI", title: "require\"http.util\".encodeURI(s) of lua-http 0.4 (Lua 5.1)",
		useFor: "data that must come out exactly as this program writes it",
		source: "lua-http 0.4 (Lua 5.1), require\"http.util\".encodeURI(s)",
		rule: rule{
			encode: &encodeRule{kept: `[!#$&'()*+,\-./0-9:;=?@A-Z_a-z~]`},
			decode: &decodeRule{malformed: malformedKept, preserved: "[#$&+,/:;=?@]"},
		},
	},
	{
		id: "ocaml.Uri.encoded_of_query", title: "Uri.encoded_of_query [\"k\",[s]], after k= of ocaml-uri 4.2.0",
		useFor: "data that must come out exactly as this program writes it",
		source: "ocaml-uri 4.2.0, Uri.encoded_of_query [\"k\",[s]], after k=",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*\-./0-9:=?@A-Z_a-z~]`},
		},
	},
	{
		id: "swipl.uri_encoded.path", title: "uri_encoded(path,+S,-E) of SWI-Prolog 90004",
		useFor: "text that must come out exactly as this program writes it",
		source: "SWI-Prolog 90004, uri_encoded(path,+S,-E)",
		rule: rule{
			encode: &encodeRule{kept: `[!$&'()*+,\-./0-9;=@A-Z_a-z~]`},
		},
	},
	{
		id: "r.RCurl.curlPercentEncode", title: "RCurl::curlPercentEncode(s) of RCurl 1.98.1.10",
		useFor: "text that must come out exactly as this program writes it",
		source: "RCurl 1.98.1.10, RCurl::curlPercentEncode(s)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x01-\\x09\\x0B\\x0C\\x0E-\\x1F\\-.0-9<>A-Z\\\\\\^_`a-z|~\\x7F]", points: pointsAll},
		},
	},
	{
		id: "r.URLencode.reserved", title: "URLencode(s,reserved=TRUE) of R 4.2.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "R 4.2.2, URLencode(s,reserved=TRUE)",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, escapes: escapesAny},
		},
	},
	{
		id: "tcl.http.formatQuery", title: "http::formatQuery k $s, after k= of tcl http 2.9.8 (Tcl 8.6.13)",
		useFor: "text that must come out exactly as this program writes it",
		source: "tcl http 2.9.8 (Tcl 8.6.13), http::formatQuery k $s, after k=",
		rule: rule{
			encode: &encodeRule{kept: `[\-.0-9A-Z_a-z~]`, rewritten: []string{"\x0a", "%0D%0A"}},
		},
	},
	{
		id: "tcl.ncgi.encode", title: "ncgi::encode $s of tcllib ncgi 1.4.4 (Tcl 8.6.13)",
		useFor: "data that must come out exactly as this program writes it",
		source: "tcllib ncgi 1.4.4 (Tcl 8.6.13), ncgi::encode $s",
		rule: rule{
			encode: &encodeRule{kept: "[0-9A-Za-z]", plus: true, rewritten: []string{"\x0a", "%0D%0A"}, refused: `[\x00]`},
		},
	},
	{
		id: "erlang.uri_string.quote.safe", title: "uri_string:quote(Binary,\"/?#\") of OTP 25 stdlib 4.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "OTP 25 stdlib 4.2, uri_string:quote(Binary,\"/?#\")",
		rule: rule{
			encode: &encodeRule{kept: `[#\-./0-9?A-Z_a-z~]`},
		},
	},
	{
		id: "erlang.uri_string.recompose.fragment", title: "uri_string:recompose(#{path=>[],fragment=>s}), after # of OTP 25 stdlib 4.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "OTP 25 stdlib 4.2, uri_string:recompose(#{path=>[],fragment=>s}), after #",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "erlang.uri_string.recompose.path", title: "uri_string:recompose(#{path=>\"/x\"++s++\"x\"}), between of OTP 25 stdlib 4.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "OTP 25 stdlib 4.2, uri_string:recompose(#{path=>\"/x\"++s++\"x\"}), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-./0-9:;=@A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "erlang.uri_string.recompose.userinfo", title: "uri_string.recompose.userinfo of OTP 25 stdlib 4.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "OTP 25 stdlib 4.2, uri_string:recompose(#{scheme=>\"http\",userinfo=>s,host=>\"h\",path=>[]}), between",
		rule: rule{
			encode: &encodeRule{kept: `[!$%&'()*+,\-.0-9:;=A-Z_a-z~]`, surrogates: surrogatesRefused},
		},
	},
	{
		id: "ocaml.Netencoding.Url.encode", title: "Netencoding.Url.encode s of ocamlnet 4.1.9",
		useFor: "data that must come out exactly as this program writes it",
		source: "ocamlnet 4.1.9, Netencoding.Url.encode s",
		rule: rule{
			encode: &encodeRule{kept: `[!*\-.0-9A-Z_a-z]`, plus: true},
			decode: &decodeRule{plus: true},
		},
	},
	{
		id: "ocaml.Uri.pct_encode.Fragment", title: "Uri.pct_encode ~component:`Fragment s of ocaml-uri 4.2.0",
		useFor: "data that must come out exactly as this program writes it",
		source: "ocaml-uri 4.2.0, Uri.pct_encode ~component:`Fragment s",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-./0-9:=?@A-Z_a-z~]`},
		},
	},
	{
		id: "ocaml.Uri.pct_encode.Query_key", title: "Uri.pct_encode ~component:`Query_key s of ocaml-uri 4.2.0",
		useFor: "data that must come out exactly as this program writes it",
		source: "ocaml-uri 4.2.0, Uri.pct_encode ~component:`Query_key s",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*,\-./0-9:?@A-Z_a-z~]`},
		},
	},
	{
		id: "ocaml.Uri.pct_encode.Scheme", title: "Uri.pct_encode ~component:`Scheme s of ocaml-uri 4.2.0",
		useFor: "data that must come out exactly as this program writes it",
		source: "ocaml-uri 4.2.0, Uri.pct_encode ~component:`Scheme s",
		rule: rule{
			encode: &encodeRule{kept: `[+\-.0-9A-Z_a-z~]`},
		},
	},
	{
		id: "tcl.uri.urn.quote", title: "uri::urn::quote $s of tcllib uri::urn 1.0.3 (Tcl 8.6.13)",
		useFor: "text that must come out exactly as this program writes it",
		source: "tcllib uri::urn 1.0.3 (Tcl 8.6.13), uri::urn::quote $s",
		rule: rule{
			encode: &encodeRule{kept: `[!$'()*+,\-.0-9:;=@A-Z_a-z]`, beyond: beyondCESU, refused: `[\x00]`},
		},
	},
	{
		id: "ocaml.Netencoding.Url.encode.noplus", title: "Netencoding.Url.encode ~plus:false s of ocamlnet 4.1.9",
		useFor: "data that must come out exactly as this program writes it",
		source: "ocamlnet 4.1.9, Netencoding.Url.encode ~plus:false s",
		rule: rule{
			encode: &encodeRule{kept: `[!*\-.0-9A-Z_a-z]`},
		},
	},
	{
		id: "py.parse_qsl", title: "parse_qsl of Python's urllib",
		useFor: "reading one name or value as Python reads a query",
		source: "CPython 3.11.2, urllib.parse.parse_qsl('k='+s,keep_blank_values=True)[0][1]",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, raw: rawLoneKept, utf8: utf8Replaced, ends: "[&]"},
		},
	},
	{
		id: "py.unquote", title: "unquote of Python's urllib",
		useFor: "reading as Python reads: nothing is an error, invalid UTF-8 becomes U+FFFD",
		source: "CPython 3.11.2, urllib.parse.unquote(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, raw: rawLoneKept, utf8: utf8Replaced},
		},
	},
	{
		id: "py.unquote_strict", title: "unquote of Python's urllib, errors='strict'",
		useFor: "reading as Python reads when invalid UTF-8 is to be an error",
		source: "CPython 3.11.2, urllib.parse.unquote(s,errors='strict')",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, raw: rawLoneKept, utf8: utf8Refused},
		},
	},
	{
		id: "py.unquote_surrogateescape", title: "urllib.parse.unquote(s,errors='surrogateescape') of CPython 3.11.2",
		useFor: "reading as this program reads; it does not encode",
		source: "CPython 3.11.2, urllib.parse.unquote(s,errors='surrogateescape')",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, raw: rawLoneKept, utf8: utf8Surrogates},
		},
	},
	{
		id: "py.bottle.cookie_or_path", title: "bottle.urlunquote (latin1) of bottle 0.12.23",
		useFor: "reading as this program reads; it does not encode",
		source: "bottle 0.12.23, bottle.urlunquote (latin1)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, utf8: utf8Latin1},
		},
	},
	{
		id: "py.django.uri_to_iri", title: "django.utils.encoding.uri_to_iri(s) of Django 3.2.25",
		useFor: "reading as this program reads; it does not encode",
		source: "Django 3.2.25, django.utils.encoding.uri_to_iri(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, preserved: "[\\x00-\\x20!\"#$%&'()*+,/0-9:;<=>?@\\[\\\\\\]\\^`{|}\\x7F]", utf8: utf8EscapedUpper},
		},
	},
	{
		id: "py.yarl.path_decoded", title: "URL('http://h/'+s,encoded=True).path, after / of yarl 1.8.2",
		useFor: "reading as this program reads; it does not encode",
		source: "yarl 1.8.2, URL('http://h/'+s,encoded=True).path, after /",
		rule: rule{
			decode: &decodeRule{removed: `[\x09\x0A\x0D]`, malformed: malformedKept, utf8: utf8Escaped, ends: "[#?]"},
		},
	},
	{
		id: "py.yarl.query_decoded", title: "URL('http://h/?k='+s,encoded=True).query['k'] of yarl 1.8.2",
		useFor: "reading as this program reads; it does not encode",
		source: "yarl 1.8.2, URL('http://h/?k='+s,encoded=True).query['k']",
		rule: rule{
			decode: &decodeRule{removed: `[\x09\x0A\x0D]`, malformed: malformedKept, plus: true, raw: rawLoneKept, utf8: utf8Replaced, ends: "[#&]"},
		},
	},
	{
		id: "php.parse_str", title: "parse_str of PHP",
		useFor: "reading one value as PHP reads a query",
		source: "PHP 8.2.35, parse_str('k='.$s,$r); $r['k']",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, ends: `[\x00&]`},
		},
	},
	{
		id: "java.ParseUtil.decode", title: "sun.net.www.ParseUtil.decode(s) of java 17.0.15",
		useFor: "reading as this program reads; it does not encode",
		source: "java 17.0.15, sun.net.www.ParseUtil.decode(s)",
		rule: rule{
			decode: &decodeRule{hex: hexPlus | hexWide, raw: rawLowOctetIfBad, utf8: utf8Refused},
		},
	},
	{
		id: "go.url.Parse.Path", title: "url.Parse(\"http://h/\"+s).Path[1:] of go1.26.8",
		useFor: "reading as this program reads; it does not encode",
		source: "go1.26.8, url.Parse(\"http://h/\"+s).Path[1:]",
		rule: rule{
			decode: &decodeRule{rawRefused: `[\x00-\x1F\x7F]`, ends: "[#?]"},
		},
	},
	{
		id: "mono.Uri.UnescapeDataString", title: "Uri.UnescapeDataString(s) of Mono 6.8.0.105",
		useFor: "reading as this program reads; it does not encode",
		source: "Mono 6.8.0.105, Uri.UnescapeDataString(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, raw: rawLoneKept, utf8: utf8EscapedUpper},
		},
	},
	{
		id: "ruby.Rack.parse_nested_query", title: "Rack::Utils.parse_nested_query(\"k=\"+s)[\"k\"] of rack 2.2.22",
		useFor: "reading as this program reads; it does not encode",
		source: "rack 2.2.22, Rack::Utils.parse_nested_query(\"k=\"+s)[\"k\"]",
		rule: rule{
			decode: &decodeRule{plus: true, ends: "[&;]"},
		},
	},
	{
		id: "ruby.URI.decode_www_form", title: "decode_www_form of Ruby's URI",
		useFor: "reading one value as Ruby reads a form",
		source: "ruby 3.1.2p20, URI.decode_www_form(\"k=\"+s)[0][1]",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, raw: rawRefused, utf8: utf8Replaced, ends: "[&]"},
		},
	},
	{
		id: "rust.form_urlencoded.parse", title: "form_urlencoded::parse(\"k=\"+s): value of the first pair of form_urlencoded 1.1.0",
		useFor: "reading as this program reads; it does not encode",
		source: "form_urlencoded 1.1.0, form_urlencoded::parse(\"k=\"+s): value of the first pair",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, utf8: utf8Replaced, ends: "[&]"},
		},
	},
	{
		id: "rust.percent-encoding.decode_utf8", title: "percent_decode(b).decode_utf8() of percent-encoding 2.2.0",
		useFor: "reading as this program reads; it does not encode",
		source: "percent-encoding 2.2.0, percent_decode(b).decode_utf8()",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, utf8: utf8Refused},
		},
	},
	{
		id: "perl.CGI.unescape", title: "CGI::Util::unescape($octets) of CGI 4.55 (perl 5.36.0)",
		useFor: "reading as this program reads; it does not encode",
		source: "CGI 4.55 (perl 5.36.0), CGI::Util::unescape($octets)",
		rule: rule{
			decode: &decodeRule{unicode: unicodeDecoded, malformed: malformedKept, plus: true},
		},
	},
	{
		id: "perl.URI::Escape::XS.decodeURIComponent", title: "decodeURIComponent($octets) of URI::Escape::XS 0.14 (perl 5.36.0)",
		useFor: "reading as this program reads; it does not encode",
		source: "URI::Escape::XS 0.14 (perl 5.36.0), decodeURIComponent($octets)",
		rule: rule{
			decode: &decodeRule{unicode: unicodeLoneDropped, malformed: malformedKept},
		},
	},
	{
		id: "perl.WWW::Form::UrlEncoded.parse", title: "(parse_urlencoded(\"k=\".$s))[1] of WWW::Form::UrlEncoded 0.26 (perl 5.36.0)",
		useFor: "reading as this program reads; it does not encode",
		source: "WWW::Form::UrlEncoded 0.26 (perl 5.36.0), (parse_urlencoded(\"k=\".$s))[1]",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, ends: "[&;]"},
		},
	},
	{
		id: "chromium.URLSearchParams.parse", title: "new URLSearchParams('k='+s).get('k') of Chromium 156.0.8078.79",
		useFor: "reading as this program reads; it does not encode",
		source: "Chromium 156.0.8078.79, new URLSearchParams('k='+s).get('k')",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, raw: rawLoneReplaced, utf8: utf8Replaced, ends: "[&]"},
		},
	},
	{
		id: "chromium.data.body", title: "data.body of Chromium 156.0.8078.79",
		useFor: "reading as this program reads; it does not encode",
		source: "Chromium 156.0.8078.79, body of fetch('data:application/octet-stream,x'+s+'x'), between",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, rawRefused: "[#]", raw: rawLoneReplaced},
		},
	},
	{
		id: "webkit.data.body", title: "data.body of WebKitGTK 2.50.6",
		useFor: "reading as this program reads; it does not encode",
		source: "WebKitGTK 2.50.6, body of fetch('data:application/octet-stream,x'+s+'x'), between",
		rule: rule{
			decode: &decodeRule{removed: `[\x09\x0A\x0D]`, malformed: malformedKept, rawRefused: "[#]", raw: rawLoneReplaced},
		},
	},
	{
		id: "node.querystring.unescapeBuffer", title: "querystring.unescapeBuffer(s) of node v20.20.2",
		useFor: "reading as this program reads; it does not encode",
		source: "node v20.20.2, querystring.unescapeBuffer(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, raw: rawLowOctet},
		},
	},
	{
		id: "nginx.lua.decode_args", title: "ngx.decode_args('k='..s).k of nginx 1.22.1",
		useFor: "reading as this program reads; it does not encode",
		source: "nginx 1.22.1, ngx.decode_args('k='..s).k",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, ends: "[&]"},
		},
	},
	{
		id: "haproxy.url_dec", title: "req.hdr(x),b64dec,url_dec of HAProxy version 2.6.12-1+deb12u4",
		useFor: "reading as this program reads; it does not encode",
		source: "HAProxy version 2.6.12-1+deb12u4, req.hdr(x),b64dec,url_dec",
		rule: rule{
			decode: &decodeRule{ends: `[\x00]`, plusQuery: true},
		},
	},
	{
		id: "haproxy.url_dec.1", title: "req.hdr(x),b64dec,url_dec(1) (in_form) of HAProxy version 2.6.12-1+deb12u4",
		useFor: "reading as this program reads; it does not encode",
		source: "HAProxy version 2.6.12-1+deb12u4, req.hdr(x),b64dec,url_dec(1) (in_form)",
		rule: rule{
			decode: &decodeRule{plus: true, ends: `[\x00]`},
		},
	},
	{
		id: "git.credential.url_decode", title: "credential.url_decode of git version 2.39.5",
		useFor: "reading as this program reads; it does not encode",
		source: "git version 2.39.5, git credential fill with url=https://u:s@h (password decoded)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, preserved: `[\x00]`, forbidden: `[\x0A\x0D]`, rawRefused: `[\x0D#/?]`, ends: "[@]"},
		},
	},
	{
		id: "qt.QByteArray.fromPercentEncoding", title: "QByteArray::fromPercentEncoding(bytes) of Qt 5.15.8",
		useFor: "reading as this program reads; it does not encode",
		source: "Qt 5.15.8, QByteArray::fromPercentEncoding(bytes)",
		rule: rule{
			decode: &decodeRule{hex: hexRaw, malformed: malformedKept},
		},
	},
	{
		id: "glib.g_filename_from_uri", title: "g_filename_from_uri(\"file:///x\"+s+\"x\",NULL,&error), between of GLib 2.74.6",
		useFor: "reading as this program reads; it does not encode",
		source: "GLib 2.74.6, g_filename_from_uri(\"file:///x\"+s+\"x\",NULL,&error), between",
		rule: rule{
			decode: &decodeRule{forbidden: `[\x00/]`, rawRefused: "[#]"},
		},
	},
	{
		id: "glib.g_uri_unescape_string", title: "g_uri_unescape_string(s,NULL) of GLib 2.74.6",
		useFor: "reading as this program reads; it does not encode",
		source: "GLib 2.74.6, g_uri_unescape_string(s,NULL)",
		rule: rule{
			decode: &decodeRule{forbidden: `[\x00]`},
		},
	},
	{
		id: "glib.g_uri_unescape_string.noslash", title: "g_uri_unescape_string(s,\"/\") of GLib 2.74.6",
		useFor: "reading as this program reads; it does not encode",
		source: "GLib 2.74.6, g_uri_unescape_string(s,\"/\")",
		rule: rule{
			decode: &decodeRule{forbidden: `[\x00/]`},
		},
	},
	{
		id: "soup.form_decode", title: "g_hash_table_lookup(soup_form_decode(\"k=\"+s),\"k\") of libsoup 2.74.3",
		useFor: "reading as this program reads; it does not encode",
		source: "libsoup 2.74.3, g_hash_table_lookup(soup_form_decode(\"k=\"+s),\"k\")",
		rule: rule{
			decode: &decodeRule{plus: true, nul: nulEnds, ends: "[&]"},
		},
	},
	{
		id: "apr.unescape_url.plus", title: "apr_punescape_url(p,s,NULL,NULL,1) of APR 1.7.2",
		useFor: "reading as this program reads; it does not encode",
		source: "APR 1.7.2, apr_punescape_url(p,s,NULL,NULL,1)",
		rule: rule{
			decode: &decodeRule{forbidden: `[\x00]`, plus: true},
		},
	},
	{
		id: "svn.path_uri_decode", title: "svn_path_uri_decode(s,pool) of libsvn_subr 1.14.2",
		useFor: "reading as this program reads; it does not encode",
		source: "libsvn_subr 1.14.2, svn_path_uri_decode(s,pool)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, nul: nulEnds, plusQuery: true},
		},
	},
	{
		id: "spring.UriUtils.decode", title: "UriUtils.decode(s,\"UTF-8\") of spring-web 4.3.30.RELEASE",
		useFor: "reading as this program reads; it does not encode",
		source: "spring-web 4.3.30.RELEASE, UriUtils.decode(s,\"UTF-8\")",
		rule: rule{
			decode: &decodeRule{hex: hexWide, raw: rawLowOctetIfPercent, utf8: utf8ReplacedJava},
		},
	},
	{
		id: "netty.QueryStringDecoder.decodeComponent", title: "QueryStringDecoder.decodeComponent(s) of netty 4.1.48.Final",
		useFor: "reading as this program reads; it does not encode",
		source: "netty 4.1.48.Final, QueryStringDecoder.decodeComponent(s)",
		rule: rule{
			decode: &decodeRule{plus: true, raw: rawLoneKept, utf8: utf8ReplacedJava},
		},
	},
	{
		id: "netty.QueryStringDecoder.path", title: "new QueryStringDecoder(\"/\"+s).path().substring(1) of netty 4.1.48.Final",
		useFor: "reading as this program reads; it does not encode",
		source: "netty 4.1.48.Final, new QueryStringDecoder(\"/\"+s).path().substring(1)",
		rule: rule{
			decode: &decodeRule{raw: rawLoneKept, utf8: utf8ReplacedJava, ends: "[#?]"},
		},
	},
	{
		id: "qs.parse", title: "qs.parse('k='+s).k of qs 6.17.1",
		useFor: "reading as this program reads; it does not encode",
		source: "qs 6.17.1, qs.parse('k='+s).k",
		rule: rule{
			decode: &decodeRule{malformed: malformedUnchanged, plus: true, raw: rawLatin1Octet, utf8: utf8Unchanged, ends: "[&]"},
		},
	},
	{
		id: "qs.parse.iso-8859-1", title: "qs.parse('k='+s,{charset:'iso-8859-1'}).k of qs 6.17.1",
		useFor: "reading as this program reads; it does not encode",
		source: "qs 6.17.1, qs.parse('k='+s,{charset:'iso-8859-1'}).k",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, utf8: utf8Latin1, ends: "[&]"},
		},
	},
	{
		id: "whatwg-url.percentDecodeString", title: "percentDecodeString(s) of whatwg-url 16.0.1",
		useFor: "reading as this program reads; it does not encode",
		source: "whatwg-url 16.0.1, percentDecodeString(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, raw: rawLoneReplaced},
		},
	},
	{
		id: "duckdb.url_decode", title: "url_decode(s) of DuckDB v1.5.6 (@duckdb/node-api 1.5.6-r.1)",
		useFor: "reading as this program reads; it does not encode",
		source: "DuckDB v1.5.6 (@duckdb/node-api 1.5.6-r.1), url_decode(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, utf8: utf8Refused, bom: true},
		},
	},
	{
		id: "neon.ne_path_unescape", title: "ne_path_unescape(s) of neon 0.32.5",
		useFor: "reading as this program reads; it does not encode",
		source: "neon 0.32.5, ne_path_unescape(s)",
		rule: rule{
			decode: &decodeRule{nul: nulEnds},
		},
	},
	{
		id: "cpprest.decode", title: "web::uri::decode(s) of cpprestsdk 2.10.18",
		useFor: "reading as this program reads; it does not encode",
		source: "cpprestsdk 2.10.18, web::uri::decode(s)",
		rule: rule{
			decode: &decodeRule{raw: rawRefused},
		},
	},
	{
		id: "emacs.url-parse-query-string", title: "url-parse-query-string of Emacs 28.2",
		useFor: "reading as this program reads; it does not encode",
		source: "Emacs 28.2, (cadr (assoc \"k\" (url-parse-query-string (concat \"k=\" unibyte))))",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, ends: "[&;]", blank: `[\x0A\x0D]`},
		},
	},
	{
		id: "emacs.url-unhex-string", title: "(url-unhex-string unibyte) of Emacs 28.2",
		useFor: "reading as this program reads; it does not encode",
		source: "Emacs 28.2, (url-unhex-string unibyte)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, blank: `[\x0A\x0D]`},
		},
	},
	{
		id: "gnustep.stringByRemovingPercentEncoding", title: "[s stringByRemovingPercentEncoding] of GNUstep Base 1.28.0",
		useFor: "reading as this program reads; it does not encode",
		source: "GNUstep Base 1.28.0, [s stringByRemovingPercentEncoding]",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, utf8: utf8Refused, nul: nulEnds, bom: true},
		},
	},
	{
		id: "guile.uri-decode", title: "(uri-decode s) of Guile 3.0.8",
		useFor: "reading as this program reads; it does not encode",
		source: "Guile 3.0.8, (uri-decode s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, raw: rawRefused, utf8: utf8Refused},
		},
	},
	{
		id: "vscode-uri.parse", title: "URI.parse('foo://h/'+s).path.slice(1) of vscode-uri 3.2.0",
		useFor: "reading as this program reads; it does not encode",
		source: "vscode-uri 3.2.0, URI.parse('foo://h/'+s).path.slice(1)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, utf8: utf8EscapedPrefix, ends: "[#?]"},
		},
	},
	{
		id: "racket.form-urlencoded-decode", title: "(form-urlencoded-decode s) of Racket 8.7",
		useFor: "reading as this program reads; it does not encode",
		source: "Racket 8.7, (form-urlencoded-decode s)",
		rule: rule{
			decode: &decodeRule{hex: hexOneEnd | hexPlus, malformed: malformedKeptTwo, plus: true, utf8: utf8ReplacedEach},
		},
	},
	{
		id: "racket.uri-decode", title: "(uri-decode s) of Racket 8.7",
		useFor: "reading as this program reads; it does not encode",
		source: "Racket 8.7, (uri-decode s)",
		rule: rule{
			decode: &decodeRule{hex: hexOneEnd | hexPlus, malformed: malformedKeptTwo, utf8: utf8ReplacedEach},
		},
	},
	{
		id: "erlang.uri_string.percent_decode", title: "uri_string:percent_decode(Binary) of OTP 25 stdlib 4.2",
		useFor: "reading as this program reads; it does not encode",
		source: "OTP 25 stdlib 4.2, uri_string:percent_decode(Binary)",
		rule: rule{
			decode: &decodeRule{truncated: malformedKept, utf8: utf8Refused},
		},
	},
	{
		id: "guile.uri-decode.bytes", title: "(uri-decode s #:encoding #f) of Guile 3.0.8",
		useFor: "reading as this program reads; it does not encode",
		source: "Guile 3.0.8, (uri-decode s #:encoding #f)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, raw: rawRefused},
		},
	},
	{
		id: "guile.uri-decode.noplus", title: "(uri-decode s #:decode-plus-to-space? #f) of Guile 3.0.8",
		useFor: "reading as this program reads; it does not encode",
		source: "Guile 3.0.8, (uri-decode s #:decode-plus-to-space? #f)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, raw: rawRefused, utf8: utf8Refused},
		},
	},
	{
		id: "r.httpuv.decodeURI", title: "httpuv::decodeURI(s) of R httpuv 1.6.9",
		useFor: "reading as this program reads; it does not encode",
		source: "R httpuv 1.6.9, httpuv::decodeURI(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKeptTwo, preserved: "[$&+,/:;=?@]", forbidden: `[\x00]`},
		},
	},
	{
		id: "r.httpuv.decodeURIComponent", title: "httpuv::decodeURIComponent(s) of R httpuv 1.6.9",
		useFor: "reading as this program reads; it does not encode",
		source: "R httpuv 1.6.9, httpuv::decodeURIComponent(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKeptTwo, forbidden: `[\x00]`},
		},
	},
	{
		id: "r.urltools.url_decode", title: "urltools::url_decode(s) of R urltools 1.7.3",
		useFor: "reading as this program reads; it does not encode",
		source: "R urltools 1.7.3, urltools::url_decode(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, nul: nulEnds},
		},
	},
	{
		id: "poco.URI.decode.plus", title: "Poco::URI::decode(s,out,true) of POCO 1.11.0",
		useFor: "reading as this program reads; it does not encode",
		source: "POCO 1.11.0, Poco::URI::decode(s,out,true)",
		rule: rule{
			decode: &decodeRule{plusQuery: true},
		},
	},
	{
		id: "elixir.URI.decode_query.rfc3986", title: "URI.decode_query(\"k=\"<>s, %{}, :rfc3986)[\"k\"] of Elixir 1.14.0 (OTP 25)",
		useFor: "reading as this program reads; it does not encode",
		source: "Elixir 1.14.0 (OTP 25), URI.decode_query(\"k=\"<>s, %{}, :rfc3986)[\"k\"]",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, ends: "[&]"},
		},
	},
	{
		id: "swipl.uri_encoded.decode.path", title: "uri_encoded(path,-S,+E) of SWI-Prolog 90004",
		useFor: "reading as this program reads; it does not encode",
		source: "SWI-Prolog 90004, uri_encoded(path,-S,+E)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, utf8: utf8Latin1Octets, lax: laxOverlong | laxSix | laxError},
		},
	},
	{
		id: "swipl.uri_encoded.decode.query_value", title: "uri_encoded(query_value,-S,+E) of SWI-Prolog 90004",
		useFor: "reading as this program reads; it does not encode",
		source: "SWI-Prolog 90004, uri_encoded(query_value,-S,+E)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, utf8: utf8Latin1Octets, lax: laxOverlong | laxSix | laxError},
		},
	},

	{
		id: "chromium.form.big5", title: "form.big5 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a Big5 page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "big5"},
		},
	},
	{
		id: "chromium.form.euc-jp", title: "form.euc-jp of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a EUC-JP page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "euc-jp"},
		},
	},
	{
		id: "chromium.form.euc-kr", title: "form.euc-kr of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a EUC-KR page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "euc-kr"},
		},
	},
	{
		id: "chromium.form.gb18030", title: "form.gb18030 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a gb18030 page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "gb18030"},
		},
	},
	{
		id: "chromium.form.gbk", title: "form.gbk of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a GBK page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "gbk"},
		},
	},
	{
		id: "chromium.form.iso-2022-jp", title: "form.iso-2022-jp of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a ISO-2022-JP page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "iso-2022-jp"},
		},
	},
	{
		id: "chromium.form.iso-8859-2", title: "form.iso-8859-2 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a ISO-8859-2 page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "iso-8859-2"},
		},
	},
	{
		id: "chromium.form.koi8-u", title: "form.koi8-u of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a KOI8-U page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "koi8-u"},
		},
	},
	{
		id: "chromium.form.shift_jis", title: "form.shift_jis of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a Shift_JIS page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "shift_jis"},
		},
	},
	{
		id: "chromium.form.windows-1252", title: "form.windows-1252 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a windows-1252 page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "windows-1252"},
		},
	},
	{
		id: "chromium.form.x-user-defined", title: "form.x-user-defined of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, GET form in a x-user-defined page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z]`, plus: true, newlines: newlinesCRLF, charset: "x-user-defined"},
		},
	},
	{
		id: "chromium.link.big5", title: "a.href='http://h/?x'+s+'x' in a Big5 page: a.search, between of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a Big5 page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x09\x0a\x0d", refused: "[#]", charset: "big5"},
		},
	},
	{
		id: "chromium.link.euc-jp", title: "link.euc-jp of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a EUC-JP page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x09\x0a\x0d", refused: "[#]", charset: "euc-jp"},
		},
	},
	{
		id: "chromium.link.euc-kr", title: "link.euc-kr of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a EUC-KR page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x09\x0a\x0d", refused: "[#]", charset: "euc-kr"},
		},
	},
	{
		id: "chromium.link.gb18030", title: "link.gb18030 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a gb18030 page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x09\x0a\x0d", refused: "[#]", charset: "gb18030"},
		},
	},
	{
		id: "chromium.link.gbk", title: "a.href='http://h/?x'+s+'x' in a GBK page: a.search, between of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a GBK page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x09\x0a\x0d", refused: "[#]", charset: "gbk"},
		},
	},
	{
		id: "chromium.link.iso-8859-2", title: "link.iso-8859-2 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a ISO-8859-2 page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x09\x0a\x0d", refused: "[#]", charset: "iso-8859-2"},
		},
	},
	{
		id: "chromium.link.koi8-u", title: "link.koi8-u of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a KOI8-U page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x09\x0a\x0d", refused: "[#]", charset: "koi8-u"},
		},
	},
	{
		id: "chromium.link.shift_jis", title: "link.shift_jis of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a Shift_JIS page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x09\x0a\x0d", refused: "[#]", charset: "shift_jis"},
		},
	},
	{
		id: "chromium.link.windows-1252", title: "link.windows-1252 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a windows-1252 page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x09\x0a\x0d", refused: "[#]", charset: "windows-1252"},
		},
	},
	{
		id: "chromium.link.x-user-defined", title: "link.x-user-defined of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, a.href='http://h/?x'+s+'x' in a x-user-defined page: a.search, between",
		rule: rule{
			encode: &encodeRule{kept: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", removed: "\x09\x0a\x0d", refused: "[#]", charset: "x-user-defined"},
		},
	},
	{
		id: "chromium.multipart_filename.big5", title: "multipart_filename.big5 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a Big5 page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "big5"},
		},
	},
	{
		id: "chromium.multipart_filename.euc-jp", title: "multipart_filename.euc-jp of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a EUC-JP page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "euc-jp"},
		},
	},
	{
		id: "chromium.multipart_filename.euc-kr", title: "multipart_filename.euc-kr of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a EUC-KR page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "euc-kr"},
		},
	},
	{
		id: "chromium.multipart_filename.gb18030", title: "multipart_filename.gb18030 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a gb18030 page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "gb18030"},
		},
	},
	{
		id: "chromium.multipart_filename.gbk", title: "multipart_filename.gbk of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a GBK page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "gbk"},
		},
	},
	{
		id: "chromium.multipart_filename.iso-2022-jp", title: "multipart_filename.iso-2022-jp of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a ISO-2022-JP page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "iso-2022-jp"},
		},
	},
	{
		id: "chromium.multipart_filename.iso-8859-2", title: "multipart_filename.iso-8859-2 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a ISO-8859-2 page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "iso-8859-2"},
		},
	},
	{
		id: "chromium.multipart_filename.koi8-u", title: "multipart_filename.koi8-u of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a KOI8-U page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "koi8-u"},
		},
	},
	{
		id: "chromium.multipart_filename.shift_jis", title: "multipart_filename.shift_jis of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a Shift_JIS page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "shift_jis"},
		},
	},
	{
		id: "chromium.multipart_filename.windows-1252", title: "multipart_filename.windows-1252 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a windows-1252 page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "windows-1252"},
		},
	},
	{
		id: "chromium.multipart_filename.x-user-defined", title: "multipart_filename.x-user-defined of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a x-user-defined page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", points: pointsAll, charset: "x-user-defined"},
		},
	},
	{
		id: "chromium.multipart_name.big5", title: "multipart_name.big5 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a Big5 page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "big5"},
		},
	},
	{
		id: "chromium.multipart_name.euc-jp", title: "multipart_name.euc-jp of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a EUC-JP page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "euc-jp"},
		},
	},
	{
		id: "chromium.multipart_name.euc-kr", title: "multipart_name.euc-kr of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a EUC-KR page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "euc-kr"},
		},
	},
	{
		id: "chromium.multipart_name.gb18030", title: "multipart_name.gb18030 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a gb18030 page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "gb18030"},
		},
	},
	{
		id: "chromium.multipart_name.gbk", title: "multipart_name.gbk of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a GBK page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "gbk"},
		},
	},
	{
		id: "chromium.multipart_name.iso-2022-jp", title: "multipart_name.iso-2022-jp of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a ISO-2022-JP page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "iso-2022-jp"},
		},
	},
	{
		id: "chromium.multipart_name.iso-8859-2", title: "multipart_name.iso-8859-2 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a ISO-8859-2 page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "iso-8859-2"},
		},
	},
	{
		id: "chromium.multipart_name.koi8-u", title: "multipart_name.koi8-u of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a KOI8-U page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "koi8-u"},
		},
	},
	{
		id: "chromium.multipart_name.shift_jis", title: "multipart_name.shift_jis of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a Shift_JIS page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "shift_jis"},
		},
	},
	{
		id: "chromium.multipart_name.windows-1252", title: "multipart_name.windows-1252 of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a windows-1252 page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "windows-1252"},
		},
	},
	{
		id: "chromium.multipart_name.x-user-defined", title: "multipart_name.x-user-defined of Chromium 156.0.8078.79",
		useFor: "text that must come out exactly as this program writes it",
		source: "Chromium 156.0.8078.79, POST multipart/form-data form in a x-user-defined page, hidden field of name 'x'+s: name on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", newlines: newlinesCRLF, points: pointsAll, charset: "x-user-defined"},
		},
	},
	{
		id: "webkit.form.big5", title: "form.big5 of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a Big5 page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, charset: "big5"},
		},
	},
	{
		id: "webkit.form.euc-jp", title: "form.euc-jp of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a EUC-JP page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, charset: "euc-jp"},
		},
	},
	{
		id: "webkit.form.euc-kr", title: "form.euc-kr of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a EUC-KR page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, charset: "euc-kr"},
		},
	},
	{
		id: "webkit.form.gb18030", title: "form.gb18030 of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a gb18030 page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, charset: "gb18030"},
		},
	},
	{
		id: "webkit.form.gbk", title: "form.gbk of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a GBK page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, charset: "gbk"},
		},
	},
	{
		id: "webkit.form.iso-2022-jp", title: "form.iso-2022-jp of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a ISO-2022-JP page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, charset: "iso-2022-jp"},
		},
	},
	{
		id: "webkit.form.koi8-u", title: "form.koi8-u of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a KOI8-U page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, charset: "koi8-u"},
		},
	},
	{
		id: "webkit.form.shift_jis", title: "form.shift_jis of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a Shift_JIS page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, charset: "shift_jis"},
		},
	},
	{
		id: "webkit.form.windows-1252", title: "form.windows-1252 of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a windows-1252 page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, charset: "windows-1252"},
		},
	},
	{
		id: "webkit.form.x-user-defined", title: "form.x-user-defined of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, GET form in a x-user-defined page, hidden field k of value s: query on the wire after k=",
		rule: rule{
			encode: &encodeRule{kept: `[*\-.0-9A-Z_a-z~]`, plus: true, newlines: newlinesCRLF, charset: "x-user-defined"},
		},
	},
	{
		id: "webkit.multipart_filename.big5", title: "multipart_filename.big5 of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a Big5 page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, points: pointsAll, charset: "big5"},
		},
	},
	{
		id: "webkit.multipart_filename.euc-jp", title: "multipart_filename.euc-jp of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a EUC-JP page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, points: pointsAll, charset: "euc-jp"},
		},
	},
	{
		id: "webkit.multipart_filename.euc-kr", title: "multipart_filename.euc-kr of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a EUC-KR page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, points: pointsAll, charset: "euc-kr"},
		},
	},
	{
		id: "webkit.multipart_filename.gb18030", title: "multipart_filename.gb18030 of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a gb18030 page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, points: pointsAll, charset: "gb18030"},
		},
	},
	{
		id: "webkit.multipart_filename.gbk", title: "multipart_filename.gbk of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a GBK page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, points: pointsAll, charset: "gbk"},
		},
	},
	{
		id: "webkit.multipart_filename.iso-2022-jp", title: "multipart_filename.iso-2022-jp of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a ISO-2022-JP page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, points: pointsAll, charset: "iso-2022-jp"},
		},
	},
	{
		id: "webkit.multipart_filename.koi8-u", title: "multipart_filename.koi8-u of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a KOI8-U page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, points: pointsAll, charset: "koi8-u"},
		},
	},
	{
		id: "webkit.multipart_filename.shift_jis", title: "multipart_filename.shift_jis of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a Shift_JIS page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, points: pointsAll, charset: "shift_jis"},
		},
	},
	{
		id: "webkit.multipart_filename.windows-1252", title: "multipart_filename.windows-1252 of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a windows-1252 page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, points: pointsAll, charset: "windows-1252"},
		},
	},
	{
		id: "webkit.multipart_filename.x-user-defined", title: "multipart_filename.x-user-defined of WebKitGTK 2.50.6",
		useFor: "text that must come out exactly as this program writes it",
		source: "WebKitGTK 2.50.6, POST multipart/form-data form in a x-user-defined page, file input with the file 'x'+s: filename on the wire, after x",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B\\x0C\\x0E-\\x20!#$%&'()*+,\\-./0-9:;<=>?@A-Z\\[\\\\\\]\\^_`a-z{|}~\\x7F]", form: formNFC, points: pointsAll, charset: "x-user-defined"},
		},
	},
	{
		id: "svn.path_uri_from_iri", title: "svn_path_uri_from_iri of libsvn_subr 1.14.2",
		useFor: "text that must come out exactly as this program writes it: only what is not ASCII is escaped",
		source: "libsvn_subr 1.14.2, svn_path_uri_from_iri(s,pool)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x7F]"},
		},
	},
	{
		id: "mono.HttpUtility.UrlDecode", title: "HttpUtility.UrlDecode(s) of Mono 6.8.0.105",
		useFor: "reading as this program reads; it does not encode",
		source: "Mono 6.8.0.105, HttpUtility.UrlDecode(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, unicode: unicodeOctets, raw: rawBMP, utf8: utf8ReplacedTwo},
		},
	},
	{
		id: "mono.WebUtility.UrlDecode", title: "WebUtility.UrlDecode(s) of Mono 6.8.0.105",
		useFor: "reading as this program reads; it does not encode",
		source: "Mono 6.8.0.105, WebUtility.UrlDecode(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, raw: rawLoneKept, utf8: utf8ReplacedTwo},
		},
	},
	{
		id: "njs.querystring.unescape", title: "querystring.unescape(s) of njs 0.7.9",
		useFor: "reading as this program reads; it does not encode",
		source: "njs 0.7.9, querystring.unescape(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, raw: rawLoneReplaced, utf8: utf8ReplacedBreak},
		},
	},
	{
		id: "js.URLSearchParams.parse", title: "new URLSearchParams('k='+s).get('k') of node v20.20.2",
		useFor: "reading as this program reads; it does not encode",
		source: "node v20.20.2, new URLSearchParams('k='+s).get('k')",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, raw: rawLoneReplacedIfMended, utf8: utf8Replaced, ends: "[&]"},
		},
	},
	{
		id: "node.querystring.parse", title: "querystring.parse('k='+s).k of node v20.20.2",
		useFor: "reading as this program reads; it does not encode",
		source: "node v20.20.2, querystring.parse('k='+s).k",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, plus: true, raw: rawLowOctetIfMended, utf8: utf8Replaced, ends: "[&]"},
		},
	},
	{
		id: "cookie.parse", title: "cookie.parse('k='+s).k of cookie 1.1.1",
		useFor: "reading as this program reads; it does not encode",
		source: "cookie 1.1.1, cookie.parse('k='+s).k",
		rule: rule{
			decode: &decodeRule{trimmed: `[\x09\x20]`, ends: "[;]", malformed: malformedUnchanged, raw: rawLoneKept, utf8: utf8Unchanged},
		},
	},
	{
		id: "js-cookie.read", title: "Cookies.get('k') of 'k='+s of js-cookie 3.0.8",
		useFor: "reading as this program reads; it does not encode",
		source: "js-cookie 3.0.8, Cookies.get('k') of 'k='+s",
		rule: rule{
			decode: &decodeRule{quoted: true, malformed: malformedKept, raw: rawLoneKept, utf8: utf8Refused},
		},
	},
	{
		id: "urijs.decodeQuery", title: "URI.decodeQuery(s) of urijs 1.19.11",
		useFor: "reading as this program reads; it does not encode",
		source: "urijs 1.19.11, URI.decodeQuery(s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedUnchanged, plus: true, plusKept: true, raw: rawLoneKept, utf8: utf8Unchanged},
		},
	},
	{
		id: "tomcat.UDecoder", title: "org.apache.tomcat.util.buf.UDecoder.URLDecode(s,UTF_8) of tomcat 9.0.70.0",
		useFor: "reading as this program reads; it does not encode",
		source: "tomcat 9.0.70.0, org.apache.tomcat.util.buf.UDecoder.URLDecode(s,UTF_8)",
		rule: rule{
			decode: &decodeRule{raw: rawHighDropped, utf8: utf8ReplacedJava},
		},
	},
	{
		id: "okhttp.queryParameter.decode", title: "HttpUrl.parse(\"http://h/?k=\"+s).queryParameter(\"k\") of okhttp 3.13.1",
		useFor: "reading as this program reads; it does not encode",
		source: "okhttp 3.13.1, HttpUrl.parse(\"http://h/?k=\"+s).queryParameter(\"k\")",
		rule: rule{
			decode: &decodeRule{removed: `[\x09\x0A\x0D]`, trailing: `[\x09\x0A\x0C\x0D\x20]`, ends: "[#&]", malformed: malformedKept, plus: true, raw: rawLoneQuestion, utf8: utf8ReplacedJava},
		},
	},
	{
		id: "ring.percent-decode", title: "(percent-decode s) of ring-codec 1.2.0",
		useFor: "reading as this program reads; it does not encode",
		source: "ring-codec 1.2.0, (percent-decode s)",
		rule: rule{
			decode: &decodeRule{malformed: malformedRefusedAlnum, raw: rawLoneKept, utf8: utf8ReplacedJava},
		},
	},
	{
		id: "basex.web.decode-url", title: "web:decode-url($s) of BaseX 9.7.2",
		useFor: "reading as this program reads; it does not encode",
		source: "BaseX 9.7.2, web:decode-url($s)",
		rule: rule{
			decode: &decodeRule{hex: hexWide, plus: true, raw: rawLoneKept, utf8: utf8ReplacedJava, decoded: decodedXMLRefused},
		},
	},
	{
		id: "rhino.decodeURIComponent", title: "decodeURIComponent(s) of Rhino 1.7.14.1",
		useFor: "reading as this program reads; it does not encode",
		source: "Rhino 1.7.14.1, decodeURIComponent(s)",
		rule: rule{
			decode: &decodeRule{raw: rawLoneKept, utf8: utf8Refused, decoded: decodedFFFEReplaced},
		},
	},
	{
		id: "rhino.decodeURI", title: "decodeURI(s) of Rhino 1.7.14.1",
		useFor: "reading as this program reads; it does not encode",
		source: "Rhino 1.7.14.1, decodeURI(s)",
		rule: rule{
			decode: &decodeRule{preserved: `[#$&+,/:;=?@]`, raw: rawLoneKept, utf8: utf8Refused, decoded: decodedFFFEReplaced},
		},
	},
	{
		id: "haskell.unEscapeString", title: "unEscapeString s of network-uri 2.6.4.1 (GHC 9.0.2)",
		useFor: "reading as this program reads; it does not encode",
		source: "network-uri 2.6.4.1 (GHC 9.0.2), unEscapeString s",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, raw: rawLoneKept, utf8: utf8ReplacedLong, decoded: decodedFFFEReplaced},
		},
	},
	{
		id: "py.requests.unquote_unreserved", title: "requests.utils.unquote_unreserved(s) of requests 2.28.1",
		useFor: "reading as this program reads; it does not encode",
		source: "requests 2.28.1, requests.utils.unquote_unreserved(s)",
		rule: rule{
			decode: &decodeRule{hex: hexWide, malformed: malformedRefusedAlnum, preserved: "[\\x00-,/:-@\\[-\\^`{-}\\x7F-\\xFF]"},
		},
	},
	{
		id: "py.oauthlib.urldecode", title: "oauthlib.common.urldecode('k='+s)[0][1] of oauthlib 3.2.2",
		useFor: "reading as this program reads; it does not encode",
		source: "oauthlib 3.2.2, oauthlib.common.urldecode('k='+s)[0][1]",
		rule: rule{
			decode: &decodeRule{banned: "[\\x00-\\x20\"#<>\\[\\\\\\]\\^`{|}\\x7F]", truncated: malformedKeptDigits, plus: true, raw: rawRefused, utf8: utf8Replaced, ends: "[&]"},
		},
	},
	{
		id: "ruby.Rails.Journey.unescape_uri", title: "ActionDispatch::Journey::Router::Utils.unescape_uri(s) of actionpack 6.1.7.10",
		useFor: "reading as this program reads; it does not encode",
		source: "actionpack 6.1.7.10, ActionDispatch::Journey::Router::Utils.unescape_uri(s)",
		rule: rule{
			decode: &decodeRule{hex: hexAlnum, malformed: malformedKept, raw: rawMixedRefused},
		},
	},
	{
		id: "go.url.ParseQuery", title: "url.ParseQuery(\"k=\"+s).Get(\"k\") of go1.26.8",
		useFor: "reading as this program reads; it does not encode",
		source: "go1.26.8, url.ParseQuery(\"k=\"+s).Get(\"k\")",
		rule: rule{
			decode: &decodeRule{banned: "[;]", ends: "[&]", plus: true},
		},
	},
	{
		id: "perl.URL::Encode.url_decode", title: "URL::Encode::url_decode($octets) of URL::Encode 0.03 (perl 5.36.0)",
		useFor: "reading as this program reads; it does not encode",
		source: "URL::Encode 0.03 (perl 5.36.0), URL::Encode::url_decode($octets)",
		rule: rule{
			decode: &decodeRule{malformed: malformedDroppedAlnum, plus: true},
		},
	},
	{
		id: "fish.string_unescape_url", title: "string unescape --style=url -- $argv[1] of fish, version 3.6.0",
		useFor: "reading as this program reads; it does not encode",
		source: "fish, version 3.6.0, string unescape --style=url -- $argv[1]",
		rule: rule{
			decode: &decodeRule{doubled: true, raw: rawRefused},
		},
	},
	{
		id: "libwebsockets.lws_urldecode", title: "lws_urldecode(out,s,room) of libwebsockets 4.1.6",
		useFor: "reading as this program reads; it does not encode",
		source: "libwebsockets 4.1.6, lws_urldecode(out,s,room)",
		rule: rule{
			decode: &decodeRule{truncated: malformedStopsDigits, plus: true, nul: nulEnds},
		},
	},
	{
		id: "swipl.www_form_decode", title: "www_form_encode(-S,+E) of SWI-Prolog 90004",
		useFor: "reading as this program reads; it does not encode",
		source: "SWI-Prolog 90004, www_form_encode(-S,+E)",
		rule: rule{
			decode: &decodeRule{plus: true, malformed: malformedKept, lines: linesEscaped, utf8: utf8Latin1Octets, lax: laxOverlong | laxSix | laxSurrogates | laxAbove},
		},
	},
	{
		id: "tcl.ncgi.decode", title: "ncgi::decode $s of tcllib ncgi 1.4.4 (Tcl 8.6.13)",
		useFor: "reading as this program reads; it does not encode",
		source: "tcllib ncgi 1.4.4 (Tcl 8.6.13), ncgi::decode $s",
		rule: rule{
			decode: &decodeRule{plus: true, malformed: malformedKept, raw: rawLoneKept, utf8: utf8Latin1Octets, lax: laxNUL | laxBMP | laxSurrogates | laxPairs},
		},
	},
	{
		id: "tcl.uri.urn.unquote", title: "uri::urn::unquote $s of tcllib uri::urn 1.0.3 (Tcl 8.6.13)",
		useFor: "reading as this program reads; it does not encode",
		source: "tcllib uri::urn 1.0.3 (Tcl 8.6.13), uri::urn::unquote $s",
		rule: rule{
			decode: &decodeRule{malformed: malformedKept, raw: rawLowOctet, utf8: utf8Latin1Octets, lax: laxNUL | laxSurrogates | laxPairs},
		},
	},
	{
		id: "fpc.ParseURI", title: "uriparser.ParseURI('http://h/x'+s+'x'), Path+Document, between of FPC 3.2.2",
		useFor: "reading as this program reads; it does not encode",
		source: "FPC 3.2.2, uriparser.ParseURI('http://h/x'+s+'x'), Path+Document, between",
		rule: rule{
			decode: &decodeRule{hex: hexZero, banned: "[#?]"},
		},
	},
	{
		id: "gridsite.urlencode.d", title: "urlencode -d s of gridsite-clients 3.0.0~20230214gitee81151-1+b1",
		useFor: "reading as this program reads; it does not encode",
		source: "gridsite-clients 3.0.0~20230214gitee81151-1+b1, urlencode -d s",
		rule: rule{
			decode: &decodeRule{hex: hexLetters, malformed: malformedKept, plus: true, nul: nulEnds},
		},
	},
	{
		id: "d.std.uri.decodeComponent", title: "std.uri.decodeComponent(s) of Phobos 2.100",
		useFor: "reading as this program reads; it does not encode",
		source: "Phobos 2.100, std.uri.decodeComponent(s)",
		rule: rule{
			decode: &decodeRule{raw: rawOctets, lax: laxOverlong | laxError, utf8: utf8Refused},
		},
	},
	{
		id: "jetty.UrlEncoded.decodeString", title: "UrlEncoded.decodeString(s) of jetty-util 9.4.57.v20241219",
		useFor: "reading as this program reads; it does not encode",
		source: "jetty-util 9.4.57.v20241219, UrlEncoded.decodeString(s)",
		rule: rule{
			decode: &decodeRule{truncated: malformedReplaced, plus: true, raw: rawLoneKept, utf8: utf8RefusedInside},
		},
	},
	{
		id: "java.URI.getPath", title: "new URI(\"http://h/\"+s).getPath().substring(1) of java 17.0.15",
		useFor: "reading as this program reads; it does not encode",
		source: "java 17.0.15, new URI(\"http://h/\"+s).getPath().substring(1)",
		rule: rule{
			decode: &decodeRule{rawRefused: "[\\x00-\\x20\"<>\\[\\\\\\]\\^`{|}\\x7F]", raw: rawJava, ends: "[#?]", utf8: utf8ReplacedJava},
		},
	},
	{
		id: "httpclient4.URLEncodedUtils.parse", title: "URLEncodedUtils.parse(\"k=\"+s,UTF_8).get(0).getValue() of httpclient 4.5.14",
		useFor: "reading as this program reads; it does not encode",
		source: "httpclient 4.5.14, URLEncodedUtils.parse(\"k=\"+s,UTF_8).get(0).getValue()",
		rule: rule{
			decode: &decodeRule{trimmed: `[\x09\x0A\x0D\x20]`, squeezed: `[\x09\x0A\x0D\x20]`, ends: "[&;]", hex: hexWide, malformed: malformedKeptTwo, truncated: malformedKept, plus: true, raw: rawLowOctet, utf8: utf8ReplacedJava},
		},
	},
	{
		id: "d.std.uri.decode", title: "std.uri.decode(s) of Phobos 2.100",
		useFor: "reading as this program reads; it does not encode",
		source: "Phobos 2.100, std.uri.decode(s)",
		rule: rule{
			decode: &decodeRule{preserved: `[#$&+,/:;=?@]`, raw: rawOctets, lax: laxOverlong | laxError, utf8: utf8Refused},
		},
	},
	{
		id: "okhttp.encodedQuery", title: "HttpUrl.Builder.encodedQuery(s): encodedQuery() of okhttp 3.13.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "okhttp 3.13.1, HttpUrl.Builder.encodedQuery(s): encodedQuery()",
		rule: rule{
			encode: &encodeRule{kept: "[!$-&(-;=?-~]", surrogates: surrogatesEscapedQuestion, removed: "\x09\x0a\x0c\x0d"},
		},
	},
	{
		id: "okhttp.query", title: "HttpUrl.Builder.query(s): encodedQuery() of okhttp 3.13.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "okhttp 3.13.1, HttpUrl.Builder.query(s): encodedQuery()",
		rule: rule{
			encode: &encodeRule{kept: "[!$&(-*,-;=?-~]", surrogates: surrogatesEscapedQuestion},
		},
	},
	{
		id: "okhttp.fragment", title: "HttpUrl.Builder.fragment(s): encodedFragment() of okhttp 3.13.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "okhttp 3.13.1, HttpUrl.Builder.fragment(s): encodedFragment()",
		rule: rule{
			encode: &encodeRule{kept: "[\\x20-$&-~]", surrogates: surrogatesRawQuestion, points: pointsAll},
		},
	},
	{
		id: "haskell.uri-encode.encodeWith.isAllowed", title: "Network.URI.Encode.encodeByteString b of uri-encode 1.5.0.7",
		useFor: "text that must come out exactly as this program writes it",
		source: "uri-encode 1.5.0.7, Network.URI.Encode.encodeByteString b",
		rule: rule{
			encode: &encodeRule{kept: "[\\-.0-9A-Z_a-z~]", invalid: invalidReplacedLong, nonchars: noncharsFFFE},
		},
	},
	{
		id: "py.http.server.listing", title: "http.server directory listing href of CPython 3.11.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "CPython 3.11.2, http.server directory listing href",
		rule: rule{
			encode: &encodeRule{kept: "[\\-.0-9A-Z_a-z~]", invalid: invalidSurrogates},
		},
	},
	{
		id: "r.urltools.url_encode", title: "urltools::url_encode(s) of R urltools 1.7.3",
		useFor: "text that must come out exactly as this program writes it",
		source: "R urltools 1.7.3, urltools::url_encode(s)",
		rule: rule{
			encode: &encodeRule{kept: "[\\-.0-9A-Z_a-z~]", origin: true, lower: true},
		},
	},
	{
		id: "qt.QUrl.tolerant_path", title: "QUrl('http://h/x'+s+'x').toEncoded(), between of Qt 5.15.8",
		useFor: "text that must come out exactly as this program writes it",
		source: "Qt 5.15.8, QUrl('http://h/x'+s+'x').toEncoded(), between",
		rule: rule{
			encode: &encodeRule{kept: "[!#$&-;=?-\\[\\]_a-z~]", escapes: escapesUnreservedAll, nonchars: noncharsHigh, inFragment: "[!$&-;=?-\\[\\]_a-z~]"},
		},
	},
	{
		id: "curl.url_set.query_append", title: "curl_url_set(h,CURLUPART_QUERY,\"x\"+s+\"x\",CURLU_URLENCODE|CURLU_APPENDQUERY), between of libcurl 7.88.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "libcurl 7.88.1, curl_url_set(h,CURLUPART_QUERY,\"x\"+s+\"x\",CURLU_URLENCODE|CURLU_APPENDQUERY), between",
		rule: rule{
			encode: &encodeRule{kept: "[\\-.0-9A-Z_a-z~]", first: "[=]", plus: true, lower: true},
		},
	},
	{
		id: "ruby.Addressable.template_simple", title: "Addressable::Template.new(\"{k}\").expand(k: s) of addressable 2.8.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "addressable 2.8.1, Addressable::Template.new(\"{k}\").expand(k: s)",
		rule: rule{
			encode: &encodeRule{kept: "[\\-.0-9A-Z_a-z~]", form: formNFKCOld},
		},
	},
	{
		id: "py.werkzeug.iri_to_uri", title: "werkzeug.urls.iri_to_uri('http://h/x'+s+'x'), between of werkzeug 2.2.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "werkzeug 2.2.2, werkzeug.urls.iri_to_uri('http://h/x'+s+'x'), between",
		rule: rule{
			encode: &encodeRule{kept: "[!#-;=?-\\[\\]_a-z~]", emptyQuery: true, surrogates: surrogatesRefused},
		},
	},
	{
		id: "py.w3lib.safe_url_string", title: "w3lib.url.safe_url_string('http://h/x'+s+'x'), between of w3lib 2.1.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "w3lib 2.1.1, w3lib.url.safe_url_string('http://h/x'+s+'x'), between",
		rule: rule{
			encode: &encodeRule{kept: "[!#-;=?-Z_a-z~]", emptyQuery: true, inQuery: `[!#$%&()*+,\-./0-9:;=?@A-Z_a-z~]`, inFragment: `[!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]`, removed: "\x09\x0a\x0d"},
		},
	},
	{
		id: "py.w3lib.safe_url_string.query", title: "w3lib.url.safe_url_string('http://h/?x'+s+'x'), between of w3lib 2.1.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "w3lib 2.1.1, w3lib.url.safe_url_string('http://h/?x'+s+'x'), between",
		rule: rule{
			encode: &encodeRule{kept: "[!#-&(-;=?-Z_a-z~]", inFragment: `[!$%&'()*+,\-./0-9:;=?@A-Z_a-z~]`, removed: "\x09\x0a\x0d"},
		},
	},
	{
		id: "py.requests.query", title: "Request('GET','http://h/?x'+s+'x').prepare().url, between of requests 2.28.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "requests 2.28.1, Request('GET','http://h/?x'+s+'x').prepare().url, between",
		rule: rule{
			encode: &encodeRule{kept: "[!#$&-;=?-Z_a-z~]", escapes: escapesUnreservedAll, inFragment: "[!$&-;=?-Z_a-z~]"},
		},
	},
	{
		id: "py.requests.path", title: "Request('GET','http://h/x'+s+'x').prepare().url, between of requests 2.28.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "requests 2.28.1, Request('GET','http://h/x'+s+'x').prepare().url, between",
		rule: rule{
			encode: &encodeRule{kept: "[!#$&-;=?-Z_a-z~]", escapes: escapesUnreservedAll, emptyQuery: true, segments: segmentsDots, inFragment: "[!$&-;=?-Z_a-z~]"},
		},
	},
	{
		id: "js.URL.path_parse", title: "new URL('http://h/x'+s+'x').href after host, between of node v20.20.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "node v20.20.2, new URL('http://h/x'+s+'x').href after host, between",
		rule: rule{
			encode: &encodeRule{kept: "[!#-;=?-\\[\\]-_a-z|~]", surrogates: surrogatesReplaced, segments: segmentsDotsDecoded, rewritten: []string{"\\", "/"}, inQuery: "[!$%&()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_`a-z{|}~]", inFragment: "[!#$%&'()*+,\\-./0-9:;=?@A-Z\\[\\\\\\]\\^_a-z{|}~]", removed: "\x09\x0a\x0d"},
		},
	},
	{
		id: "nginx.rewrite.redirect_path", title: "rewrite capture -> Location (capture in path of rewrite replacement, Location header); input sent %XX-encoded in the request path, between the x of nginx 1.22.1",
		useFor: "text that must come out exactly as this program writes it",
		source: "nginx 1.22.1, rewrite capture -> Location (capture in path of rewrite replacement, Location header); input sent %XX-encoded in the request path, between the x",
		rule: rule{
			encode: &encodeRule{kept: "[!$&-~]", inQuery: `[!$'()*,\-./0-9:=@A-Z\[\]_a-z~]`},
		},
	},
	{
		id: "emacs.url-encode-url", title: "(url-encode-url (concat \"http://h/x\" s \"x\")), between of Emacs 28.2",
		useFor: "text that must come out exactly as this program writes it",
		source: "Emacs 28.2, (url-encode-url (concat \"http://h/x\" s \"x\")), between",
		rule: rule{
			encode: &encodeRule{kept: "[!#-;=?-Z_a-z~]", inFragment: "[!$-;=?-Z_a-z~]"},
		},
	},
	{
		id: "fontoxpath.iri-to-uri", title: "fn:iri-to-uri($s) of fontoxpath 3.34.0",
		useFor: "text that must come out exactly as this program writes it",
		source: "fontoxpath 3.34.0, fn:iri-to-uri($s)",
		rule: rule{
			encode: &encodeRule{kept: "[\\x00-\\x09\\x0B-\\x1F!#-;=?-\\[\\]_a-z~]", points: pointsNotIRI, surrogates: surrogatesRaw},
		},
	},
}
