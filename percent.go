// Package percent percent-encodes and percent-decodes, in every dialect that a
// specification defines or that you derive from one.
//
//	percent.OAuth1.Encode("Ladies + Gentlemen")   // "Ladies%20%2B%20Gentlemen"
//	percent.PathSegment.Decode("a%2Fb")           // "a/b", nil
//	percent.URI.Fix("http://h/100% é")            // "http://h/100%25%20%C3%A9"
//
// An [Encoding] is a kept set, the bytes that are written as they are, and a
// few choices: how a space is written, what a malformed escape, a '+' or invalid
// UTF-8 becomes. The methods to reach for first are [Encoding.Encode] and
// [Encoding.Decode]; AppendEncode and AppendDecode work in your buffer,
// [NewEncoder] and [NewDecoder] on streams. An Encoding is for the content of
// one component: split a URL before you decode, and encode before you join.
//
// Encoding takes any data, and encodes again what is encoded already; that is
// what makes it reversible. [Encoding.Fix] is the other operation: it makes a
// nearly right string legal and leaves the escapes in it alone.
//
// Names without a prefix are those of RFC 3986 (January 2005); others carry
// their source. The sets of the URL Standard are those of July 2026. All sets
// are exact, byte by byte; the specifications are followed without exception,
// and where one leaves the case of hexadecimal digits open, they are upper case.
//
// The API of this package is meant for v1.
//
// # Coming from net/url
//
// The left column names functions, types and methods of net/url, the right one what
// to call here: of this package and of packages uri, form and weburl; URI is
// uri.URI, and Pairs is form.Pairs. docs/data/net-url.md in the repository has an example
// of each, and where the results differ.
//
//	QueryEscape             percent.Form.Encode
//	QueryUnescape           percent.Form.Decode
//	PathEscape              percent.PathSegment.Encode
//	PathUnescape            percent.PathSegment.Decode
//	URL                     uri.URI
//	Parse                   uri.Parse
//	ParseRequestURI         uri.ParseAbsolute
//	URL.String              URI.String
//	URL.IsAbs               URI.IsAbsolute
//	URL.MarshalBinary       URI.MarshalText
//	URL.AppendBinary        URI.MarshalText
//	URL.UnmarshalBinary     URI.UnmarshalText
//	URL.Redacted            weburl.URL.Redacted
//	URL.EscapedPath         URI.Path().Raw
//	URL.EscapedFragment     URI.Fragment().Raw
//	URL.Hostname            URI.Host().Text
//	URL.Port                URI.Port().Raw
//	URL.RequestURI          weburl.URL.Pathname, Search
//	Userinfo                URI.Userinfo
//	User                    URI.WithData(uri.User, …)
//	UserPassword            URI.WithData(uri.Password, …)
//	Userinfo.Username       URI.Get(uri.User).Text
//	Userinfo.Password       URI.Get(uri.Password).Text
//	Userinfo.String         URI.Userinfo().Raw
//	JoinPath                URI.WithSegments, uri.JoinRooted
//	URL.JoinPath            URI.WithSegments
//	URL.ResolveReference    URI.Resolve
//	URL.Parse               uri.Parse, URI.Resolve
//	ParseQuery              form.Parse
//	URL.Query               form.Parse
//	Values                  form.Pairs
//	Values.Encode           Pairs.String
//	Values.Get              Pairs.Get
//	Values.Has              Pairs.Has
//	Values.Add              Pairs.Append
//	Values.Set              Pairs.Set
//	Values.Del              Pairs.Delete
//	Error                   percent.SyntaxError
//	InvalidHostError        percent.SyntaxError
//	EscapeError             percent.InvalidEscape
//	Error.Unwrap            SyntaxError.Unwrap
//	Error.Error             SyntaxError.Error
//	EscapeError.Error       SyntaxError.Error
//	InvalidHostError.Error  SyntaxError.Error
//	Error.Timeout           -
//	Error.Temporary         -
package percent
