package uri

import (
	"path"
	"slices"
	"strings"
)

// The methods in this file change what a URI identifies, or may. None of them is
// part of Normalize: they are for those who know the server, as the crawlers do
// that want to fetch a page once (RFC 3986 section 6.2.4).

// UnsafeSortQuery returns u with the pieces of its query between '&' in ascending
// order of their bytes. Equal names keep the order in which they stand. It
// changes the meaning where the order of names has one.
func (u URI) UnsafeSortQuery() URI {
	q := u.Query()
	pieces := strings.Split(q.Raw, "&")
	slices.SortStableFunc(pieces, func(a, b string) int {
		nameA, _, _ := strings.Cut(a, "=")
		nameB, _, _ := strings.Cut(b, "=")
		return strings.Compare(nameA, nameB)
	})
	return u.withQuery(strings.Join(pieces, "&"))
}

// UnsafeDropFragment returns u without its fragment, which some pages read.
func (u URI) UnsafeDropFragment() URI { return ParseLenient(u.s[:u.queryEnd]) }

// DefaultIndexNames are names that servers give to the page of a directory.
var DefaultIndexNames = []string{"index.html", "index.htm", "index.php", "index.jsp", "index.asp", "index.aspx", "default.htm", "default.html", "default.asp", "default.aspx"}

// UnsafeDropIndex returns u without the last segment of its path if that is one
// of the names, or, without names, one of DefaultIndexNames. Case counts.
func (u URI) UnsafeDropIndex(names ...string) URI {
	if names == nil {
		names = DefaultIndexNames
	}
	p := u.Path().Raw
	slash := strings.LastIndexByte(p, '/')
	if slash < 0 || !slices.Contains(names, p[slash+1:]) {
		return u
	}
	return ParseLenient(u.s[:u.pathStart+slash+1] + u.s[u.pathEnd:])
}

// TrackingPatterns match the names of parameters by which advertisers recognize
// their visitors.
var TrackingPatterns = []string{"utm_*", "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "ttclid", "igshid", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "mkt_tok"}

// UnsafeDropParameters returns u without the pieces of its query whose decoded
// name matches one of the patterns of path.Match ('*' and '?' match no '/'), or,
// without patterns, one of TrackingPatterns. A query of which nothing is left
// goes with its '?'. The error is path.ErrBadPattern.
func (u URI) UnsafeDropParameters(patterns ...string) (URI, error) {
	if patterns == nil {
		patterns = TrackingPatterns
	}
	for _, pattern := range patterns {
		if _, err := path.Match(pattern, ""); err != nil {
			return u, err
		}
	}
	q := u.Query()
	if !q.Present || q.Raw == "" {
		return u, nil
	}
	pieces := strings.Split(q.Raw, "&")
	kept := slices.DeleteFunc(slices.Clone(pieces), func(piece string) bool {
		name, _, _ := strings.Cut(piece, "=")
		name = Component{Raw: name}.Text()
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			match, _ := path.Match(pattern, name)
			return match
		})
	})
	if len(kept) == 0 {
		return ParseLenient(u.s[:u.pathEnd] + u.s[u.queryEnd:]), nil
	}
	return u.withQuery(strings.Join(kept, "&")), nil
}

// withQuery replaces a query that is there by one made of its pieces.
func (u URI) withQuery(raw string) URI {
	lo, hi, present := u.span(Query)
	if !present || u.s[lo:hi] == raw {
		return u
	}
	return ParseLenient(u.s[:lo] + raw + u.s[hi:])
}
