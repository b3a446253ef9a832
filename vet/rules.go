package vet

// A Rule is a kind of mistake.
type Rule struct {
	ID      string
	Title   string // what is wrong, in a few words
	Default bool   // whether it is on unless others are chosen
}

// Rules returns all rules, in the order of their IDs in the documents.
func Rules() []Rule { return append([]Rule(nil), rules...) }

var rules = []Rule{
	{"encoded-twice", "text that is already percent-encoded is encoded again", true},
	{"decoded-twice", "text that is already decoded is decoded again", true},
	{"wrong-encoder", "the encoder is for another part of a URL", true},
	{"wrong-decoder", "the decoder is for another part of a URL", true},
	{"replaced-escape", "a replacement of \"+\" or \"%20\" comes too early or too late, or stops early", true},
	{"unescaped-userinfo", "a user name or password goes into a URL unescaped", true},
	{"unescaped-request", "decoded text of a request goes into a URL unescaped", true},
	{"query-in-path", "a query is put into the field Path, where its \"?\" is escaped", true},
	{"signature-encoder", "a signature of OAuth 1.0 or AWS is made with an encoder for forms", true},
	{"compared-encodings", "texts are compared that are encoded differently", true},
	{"template-urlquery", "urlquery is for queries, and is used in a path", true},
	{"signed-decoded", "a signature covers a decoded path", false},
	{"stale-raw-path", "Path is changed and RawPath is not", false},
	{"server-url-host", "the host in the URL of a server's request is empty", false},
	{"split-decoded-path", "a decoded path is split at its slashes", false},
	{"split-raw-query", "a query is split by hand and not decoded", false},
	{"forwarded-path", "a decoded path is checked, and the path goes on as it was sent", false},
	{"checked-elsewhere", "a host is checked as net/url reads it, and the URL goes to another parser", false},
	{"redirect-backslash", "a redirect is checked as Go reads it, and browsers read a backslash as a slash", false},
	{"host-prefix", "a host is checked by the beginning of a URL", false},
	{"unescaped-parameter", "a parameter of a function goes into a URL unescaped", false},
}
