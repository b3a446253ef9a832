package guides

import "github.com/pct-encoded/percent/internal/lazy"

// topics are what people ask for, in lower case, with the guide that answers, or GUIDE#HEADING
// for one of its sections.
var topics = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"+": "space-plus", "plus": "space-plus", "plus sign": "space-plus", "space": "space-plus", "%20": "space-plus", "%2b": "space-plus",
		"%2520": "double-encoding", "%25": "double-encoding", "double": "double-encoding", "twice": "double-encoding", "layer": "explain#Layers",
		"%u": "charsets#`%u` escapes, and mixtures of them", "%uhhhh": "charsets#`%u` escapes, and mixtures of them",

		"charset": "charsets", "文字コード": "ja/charsets", "文字化け": "ja/charsets", "フォーム": "ja/forms", "latin1": "charsets", "utf8": "charsets", "utf-8": "charsets", "unicode": "charsets", "mojibake": "charsets", "shift_jis": "charsets",
		"byte": "charsets#Strings or bytes?", "string": "charsets#Strings or bytes?", "emoji": "allowed-characters#Emoji",

		"encodeuricomponent": "javascript#encodeURIComponent or rawurlencode?", "encodeuri": "javascript", "rawurlencode": "php", "urlencode": "php",
		"decodeuricomponent": "javascript#URIError: URI malformed", "urierror": "javascript#URIError: URI malformed", "malformed": "javascript#URIError: URI malformed", "urldecoder": "java#URLDecoder: IllegalArgumentException", "http_build_query": "php#A whole query: http_build_query",
		"js": "javascript", "c#": "c-sharp-mono", ".net": "c-sharp-mono", "csharp": "c-sharp-mono", "golang": "go", "swift": "objective-c-gnustep", "tildes": "es/charsets", "kotlin": "java", "shell": "bash", "net/url": "go",

		"ie": "charsets#What browsers do", "ie11": "charsets#What browsers do", "internet explorer": "charsets#What browsers do",
		"browser": "url-standard", "chrome": "url-standard", "firefox": "url-standard", "safari": "url-standard", "speed": "scale#How fast is it?", "middleware": "go#Middleware: one path, one host", "performance": "scale#How fast is it?", "benchmark": "scale#How fast is it?", "identify": "catalogue#Which dialect wrote this?", "percent-vet": "go#The wrong encoder in my code", "vet": "go#The wrong encoder in my code", "encoded slash": "encoded-slashes", "wordpress": "php#WordPress: add_query_arg", "whatwg": "url-standard",
		"history": "url-standard#How it came about", "standard": "url-standard#Which specification governs percent-encoding?", "specification": "url-standard#Which specification governs percent-encoding?", "rfc": "url-standard#Which specification governs percent-encoding?",
		"reserved": "allowed-characters", "unreserved": "allowed-characters", "character": "allowed-characters", "tilde": "allowed-characters", "~": "allowed-characters",
		"slash": "uris#Paths", "%2f": "uris#Paths", "path": "uris#Paths", "server": "uris#Servers", "canonical": "uris#The ladder",
		"query": "forms", "query string": "forms", "nested": "forms#Names with brackets", "bracket": "forms#Names with brackets",

		"signature": "signatures", "hmac": "signatures", "signaturedoesnotmatch": "signature-does-not-match", "aws": "signature-does-not-match", "s3": "signature-does-not-match#A plus sign in an S3 key",
		"secure_link": "signatures#Azure, webhooks and others", "akamai": "signatures#Azure, webhooks and others", "hdnts": "signatures#Azure, webhooks and others", "fastly": "signatures#Azure, webhooks and others", "bunny": "signatures#Azure, webhooks and others", "backblaze": "signatures#Azure, webhooks and others", "b2": "signatures#Azure, webhooks and others", "edgeauth": "signatures#Azure, webhooks and others", "oss": "signatures#Azure, webhooks and others", "post policy": "signatures#Azure, webhooks and others", "webhook": "signatures#Azure, webhooks and others", "svix": "signatures#Azure, webhooks and others", "whsec_": "signatures#Azure, webhooks and others", "invalid_client": "signatures#OAuth 2: the secret in Basic", "client_secret_basic": "signatures#OAuth 2: the secret in Basic",
		"oauth": "oauth-percent-encoding", "oauth signature mismatch": "oauth-percent-encoding", "code 32": "oauth-percent-encoding",

		"column": "columns", "csv": "columns", "tsv": "columns", "jsonl": "columns", "parquet": "columns", "database": "columns", "resume": "columns", "checkpoint": "columns", "interrupt": "columns#When it is interrupted", "interrupted": "columns#When it is interrupted",
		"beam": "scale", "cluster": "scale", "security": "rules", "log": "rules#A log to triage", "access log": "rules#A log to triage", "triage": "rules#A log to triage", "urls in a document": "extract", "links": "extract", "find urls": "extract", "grammar": "extract", "rule": "rules", "attack": "rules",
		"exit status": "command#Exit status", "exit": "command#Exit status", "status": "command#Exit status", "json": "command#JSON", "error": "command#Malformed input", "on-error": "command#Malformed input", "stdin": "command#Values", "file": "command#Values",
		"which": "field-guide", "choose": "field-guide", "algorithm": "field-guide#The algorithm, step by step", "mistake": "field-guide#The classic mistakes", "ascii": "catalogue#Which characters are escaped?",
		"example": "tasks", "tutorial": "tasks", "start": "tasks", "word": "glossary", "term": "glossary",
		"dsn": "connection-strings", "password": "connection-strings", "database_url": "connection-strings", "connection string": "connection-strings", "postgres": "connection-strings", "mysql": "connection-strings", "mongodb": "connection-strings", "redis": "connection-strings", "invalid userinfo": "connection-strings",

		"filename": "formats", "protocol": "formats", "xml": "uris#IRIs", "xslt": "uris#IRIs",
		"ssrf": "readers", "reader": "readers", "host": "readers", "host confusion": "readers", "parser": "readers", "hop": "hops", "proxy": "hops", "path traversal": "hops", "nginx": "hops", "redirect": "readers#Check before you connect", "guard": "readers#Check before you connect",
		"trurl": "tasks#Other tools: trurl, jq, CyberChef, curl", "jq": "tasks#Other tools: trurl, jq, CyberChef, curl", "cyberchef": "tasks#Other tools: trurl, jq, CyberChef, curl", "url or uri": "url-standard#URL, URI, URN or IRI?", "abnf": "url-standard#For authors of specifications", "well-known": "url-standard#For authors of specifications", "test": "conform",
	}
}}
