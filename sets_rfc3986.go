package percent

// Letters and digits of ASCII, for sets built from them.
var (
	alpha = ByteSet{}.AddRange('A', 'Z').AddRange('a', 'z')
	digit = ByteSet{}.AddRange('0', '9')
	alnum = alpha.Union(digit)
)

// None of the sets of RFC 3986 contains '%'.

// Unreserved is RFC 3986 section 2.3: letters, digits and - . _ ~
var Unreserved = alnum.Add("-._~")

// GenDelims is RFC 3986 section 2.2: the delimiters between components.
var GenDelims = ByteSet{}.Add(":/?#[]@")

// SubDelims is RFC 3986 section 2.2: the delimiters inside components.
var SubDelims = ByteSet{}.Add("!$&'()*+,;=")

// Reserved is RFC 3986 section 2.2: gen-delims and sub-delims.
var Reserved = GenDelims.Union(SubDelims)

// UserinfoSet is RFC 3986 section 3.2.1: unreserved, sub-delims and ':'.
var UserinfoSet = Unreserved.Union(SubDelims).Add(":")

// RegNameSet is RFC 3986 section 3.2.2, reg-name: unreserved and sub-delims.
var RegNameSet = Unreserved.Union(SubDelims)

// PcharSet is RFC 3986 section 3.3, pchar: unreserved, sub-delims, ':' and '@'.
var PcharSet = Unreserved.Union(SubDelims).Add(":@")

// SegmentNZNCSet is RFC 3986 section 3.3, segment-nz-nc: pchar without ':', for the
// first segment of a relative path.
var SegmentNZNCSet = PcharSet.Remove(":")

// PathSet is RFC 3986 section 3.3, path: pchar and '/'.
var PathSet = PcharSet.Add("/")

// QuerySet is RFC 3986 section 3.4, query: pchar, '/' and '?'.
var QuerySet = PcharSet.Add("/?")

// FragmentSet is RFC 3986 section 3.5, fragment: the same as QuerySet.
var FragmentSet = PcharSet.Add("/?")

// URISet is what may stand in a URI besides escapes: reserved and unreserved.
var URISet = Reserved.Union(Unreserved)

// RFC3986 keeps only Unreserved (RFC 3986 section 2.3). What it writes is safe in
// every component. Use it for any value that stands between delimiters, such as a
// name in a query or a password.
var RFC3986 = New(Unreserved)

// Userinfo is for the part before '@' (RFC 3986 section 3.2.1). It keeps ':', which
// divides user from password.
var Userinfo = New(UserinfoSet)

// RegName is for a registered name as host (RFC 3986 section 3.2.2).
var RegName = New(RegNameSet)

// PathSegment is for one path segment (RFC 3986 section 3.3): it escapes '/'.
var PathSegment = New(PcharSet)

// PathSegmentNZNC is for the first segment of a relative path, in which a
// ':' would look like the end of a scheme (RFC 3986 section 3.3, segment-nz-nc).
var PathSegmentNZNC = New(SegmentNZNCSet)

// Path is for a whole path (RFC 3986 section 3.3): it keeps '/'.
var Path = New(PathSet)

// Query is for a whole query (RFC 3986 section 3.4). It keeps '&', '=' and '+': use
// Form or RFC3986 for the names and values in it.
var Query = New(QuerySet)

// Fragment is for a fragment (RFC 3986 section 3.5).
var Fragment = New(FragmentSet)

// URI is for fixing a whole URI or reference: its Fix keeps every escape and
// what RFC 3986 section 2 allows anywhere. Its Encode turns each '%' into %25.
var URI = New(URISet)
