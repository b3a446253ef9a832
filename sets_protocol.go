package percent

// TcharSet is the tchar of RFC 9110 section 5.6.2, what an HTTP token holds.
var TcharSet = alnum.Add("!#$%&'*+-.^_`|~")

// OAuth1 is RFC 5849 section 3.6, which the X API uses too: unreserved
// characters must be kept, all others escaped with upper-case digits.
var OAuth1 = RFC3986

// AWS is UriEncode of AWS Signature Version 4 for names and values of a
// query: it keeps unreserved characters, and escapes '/'.
var AWS = RFC3986

// AWSPath is UriEncode for object keys and paths: it keeps '/' too.
var AWSPath = New(Unreserved.Add("/"))

// ALPN is for protocol identifiers in ALPN and Alt-Svc header fields (RFC
// 7639 section 2.2, RFC 7838 section 3): it keeps tchar except '%'. There is
// exactly one way to write an identifier; compare without decoding. What is
// not an escape must be tchar: decoding refuses any other byte.
var ALPN = New(alpnSet).WithRaw(alpnSet)

var alpnSet = TcharSet.Remove("%")
