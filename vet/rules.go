package vet

// A Rule is a kind of mistake.
type Rule struct {
	ID      string
	Title   string // what is wrong, in a few words
	Default bool   // whether it is on unless others are chosen

	// Majority says that it is on where at least half of a module's code is right.
	Majority bool
}

// Rules returns all rules, in the order of their IDs in the documents.
func Rules() []Rule { return append([]Rule(nil), rules...) }

var rules = []Rule{
	{"encoded-twice", "text that is already percent-encoded is encoded again", true, false},
	{"decoded-twice", "text that is already decoded is decoded again", true, false},
	{"wrong-encoder", "the encoder is for another part of a URL", true, false},
	{"wrong-decoder", "the decoder is for another part of a URL", true, false},
	{"replaced-escape", "a replacement of \"+\" or \"%20\" comes too early or too late, or stops early", true, false},
	{"escaped-by-hand", "a replacement escapes one delimiter, and the others stay", true, false},
	{"decoded-by-hand", "a replacement decodes one escape, and the others stay", true, false},
	{"unescaped-userinfo", "a user name or password goes into a URL unescaped", true, false},
	{"unescaped-request", "decoded text of a request goes into a URL unescaped", true, false},
	{"unescaped-base64", "base64 with \"+\" and \"/\" goes into a URL unescaped", true, false},
	{"unescaped-json", "JSON goes into a URL unescaped", true, false},
	{"ip-in-host", "an IP address goes into a URL without brackets", true, false},
	{"query-in-path", "a query is put into the field Path, where its \"?\" is escaped", true, false},
	{"signature-encoder", "a signature of OAuth 1.0 or AWS is made with an encoder for forms", true, false},
	{"compared-encodings", "texts are compared that are encoded differently", true, false},
	{"template-urlquery", "urlquery is for queries, and is used in a path", true, false},
	{"raw-path", "RawPath is read, which is empty for most URLs", true, false},
	{"dot-segment", "a value can be \"..\" where dot segments are resolved", true, false},
	{"decoded-key", "a decoded path is the key of what is kept", true, false},
	{"checked-encoded", "a path is compared as it was sent", true, false},
	{"host-split", "a host is split at a colon", true, false},
	{"split-decoded-path", "a decoded path is split at its slashes", true, false},
	{"split-raw-query", "a query is split by hand and not decoded", true, false},
	{"forwarded-path", "a decoded path is checked, and the path goes on as it was sent", true, false},
	{"redirect-backslash", "a redirect is checked as Go reads it, and browsers read a backslash as a slash", true, false},
	{"host-prefix", "a host is checked by a part of it", true, false},
	{"signed-decoded", "a signature covers a decoded path", false, false},
	{"stale-raw-path", "Path is changed and RawPath is not", false, false},
	{"server-url-host", "the host in the URL of a server's request is empty", false, false},
	{"checked-elsewhere", "a host is checked as net/url reads it, and the URL goes to another parser", false, false},
	{"unescaped-parameter", "a parameter of a function goes into a URL unescaped", false, true},
}
