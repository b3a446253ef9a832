package percent

// Letters and digits of ASCII, for sets built from them.
var (
	alpha = ByteSet{}.AddRange('A', 'Z').AddRange('a', 'z')
	digit = ByteSet{}.AddRange('0', '9')
	alnum = alpha.Union(digit)
)

// The character classes of RFC 3986 section 2, and what each component may hold
// unescaped (section 3 and appendix A). None of them contains '%'.
var (
	// Unreserved is section 2.3: letters, digits and - . _ ~
	Unreserved = alnum.Add("-._~")
	// GenDelims is section 2.2: the delimiters between components.
	GenDelims = ByteSet{}.Add(":/?#[]@")
	// SubDelims is section 2.2: the delimiters inside components.
	SubDelims = ByteSet{}.Add("!$&'()*+,;=")
	// Reserved is section 2.2: gen-delims and sub-delims.
	Reserved = GenDelims.Union(SubDelims)

	// UserinfoSet is section 3.2.1: unreserved, sub-delims and ':'.
	UserinfoSet = Unreserved.Union(SubDelims).Add(":")
	// RegNameSet is section 3.2.2, reg-name: unreserved and sub-delims.
	RegNameSet = Unreserved.Union(SubDelims)
	// PcharSet is section 3.3, pchar: unreserved, sub-delims, ':' and '@'.
	PcharSet = Unreserved.Union(SubDelims).Add(":@")
	// SegmentNZNCSet is section 3.3, segment-nz-nc: pchar without ':', for the
	// first segment of a relative path.
	SegmentNZNCSet = PcharSet.Remove(":")
	// PathSet is section 3.3, path: pchar and '/'.
	PathSet = PcharSet.Add("/")
	// QuerySet is section 3.4, query: pchar, '/' and '?'.
	QuerySet = PcharSet.Add("/?")
	// FragmentSet is section 3.5, fragment: the same as QuerySet.
	FragmentSet = PcharSet.Add("/?")
	// URISet is what may stand in a URI besides escapes: reserved and unreserved.
	URISet = Reserved.Union(Unreserved)
)

// The encodings of RFC 3986: each keeps what its component may hold unescaped
// and escapes everything else, '%' included. To encode a value that stands
// between delimiters (a name in a query, a password) use RFC3986, or remove the
// delimiters from the kept set.
var (
	// RFC3986 keeps only Unreserved (section 2.3). What it writes is safe in
	// every component, which makes it the default everywhere.
	RFC3986 = New(Unreserved)
	// Userinfo is for the part before '@' (section 3.2.1). It keeps ':', which
	// divides user from password.
	Userinfo = New(UserinfoSet)
	// RegName is for a registered name as host (section 3.2.2).
	RegName = New(RegNameSet)
	// PathSegment is for one path segment (section 3.3): it escapes '/'.
	PathSegment = New(PcharSet)
	// PathSegmentNZNC is for the first segment of a relative path, in which a
	// ':' would look like the end of a scheme (section 3.3, segment-nz-nc).
	PathSegmentNZNC = New(SegmentNZNCSet)
	// Path is for a whole path (section 3.3): it keeps '/'.
	Path = New(PathSet)
	// Query is for a whole query (section 3.4). It keeps '&', '=' and '+': use
	// Form or RFC3986 for the names and values in it.
	Query = New(QuerySet)
	// Fragment is for a fragment (section 3.5).
	Fragment = New(FragmentSet)
	// URI is for fixing a whole URI or reference: its Fix keeps every escape and
	// what section 2 allows anywhere. Its Encode turns each '%' into %25.
	URI = New(URISet)
)
