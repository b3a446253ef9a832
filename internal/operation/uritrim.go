package operation

import (
	"path"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/uri"
)

// A normalizer normalizes URI references and drops what it is told to. Each of these may
// change what a URI identifies, so uri.Normalize does none of them: they are of use where the
// server is known, as to a crawler that fetches each page once (RFC 3986, section 6.2.4).
type normalizer struct {
	Rungs                                            uri.Rungs
	SortQuery, DropFragment, DropIndex, DropTracking bool
	DropParameters                                   []string // patterns, which must be valid
}

// trims reports whether it changes more than RFC 3986 allows.
func (n *normalizer) trims() bool {
	return n.SortQuery || n.DropFragment || n.DropIndex || n.DropTracking || len(n.DropParameters) > 0
}

// appendTo appends u, normalized, to dst.
func (n *normalizer) appendTo(dst []byte, u uri.URI) []byte {
	if !n.trims() {
		return u.AppendNormalize(dst, n.Rungs)
	}
	u = u.Normalize(n.Rungs)
	if n.DropFragment {
		u = dropFragment(u)
	}
	if n.DropIndex {
		u = dropIndex(u)
	}
	if n.DropTracking {
		u, _ = dropParameters(u, trackingPatterns...)
	}
	u, _ = dropParameters(u, n.DropParameters...)
	if n.SortQuery {
		u = sortQuery(u)
	}
	return u.AppendNormalize(dst, n.Rungs)
}

// sortQuery returns u with the pieces of its query between '&' in ascending order
// of the bytes of their names. Pieces of the same name keep their order.
func sortQuery(u uri.URI) uri.URI {
	pieces := strings.Split(u.Query().Raw, "&")
	slices.SortStableFunc(pieces, func(a, b string) int {
		nameA, _, _ := strings.Cut(a, "=")
		nameB, _, _ := strings.Cut(b, "=")
		return strings.Compare(nameA, nameB)
	})
	return withQuery(u, strings.Join(pieces, "&"))
}

// dropFragment returns u without its fragment. Scripts of some pages read it.
func dropFragment(u uri.URI) uri.URI {
	if f := u.Fragment(); f.Present {
		return uri.ParseLenient(u.String()[:f.Offset-1])
	}
	return u
}

// indexNames are the usual names of the page of a directory.
var indexNames = []string{"index.html", "index.htm", "index.php", "index.jsp", "index.asp", "index.aspx", "default.htm", "default.html", "default.asp", "default.aspx"}

// dropIndex returns u without the last segment of its path if that is one of
// indexNames. Case counts.
func dropIndex(u uri.URI) uri.URI {
	p := u.Path()
	slash := strings.LastIndexByte(p.Raw, '/')
	if slash < 0 || !slices.Contains(indexNames, p.Raw[slash+1:]) {
		return u
	}
	s := u.String()
	return uri.ParseLenient(s[:p.Offset+slash+1] + s[p.Offset+len(p.Raw):])
}

// trackingPatterns match the parameters by which advertisers recognize visitors.
var trackingPatterns = []string{"fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "ttclid", "igshid", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "mkt_tok", "[uU][tT][mM]_*", "gad_source", "gad_campaignid", "srsltid", "_gl", "li_fat_id", "epik", "rdt_cid", "hsCtaTracking", "oly_anon_id", "oly_enc_id", "vero_conv", "vero_id", "__s"}

// dropParameters returns u without the pieces of its query whose decoded name
// matches one of the patterns of path.Match ('*' and '?' match no '/'). If nothing
// is left of the query, its '?' goes as well. The error is path.ErrBadPattern.
func dropParameters(u uri.URI, patterns ...string) (uri.URI, error) {
	for _, pattern := range patterns {
		if _, err := path.Match(pattern, ""); err != nil {
			return u, err
		}
	}
	q := u.Query()
	if q.Raw == "" {
		return u, nil
	}
	kept := slices.DeleteFunc(strings.Split(q.Raw, "&"), func(piece string) bool {
		name, _, _ := strings.Cut(piece, "=")
		name = parameterText(u, name)
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			match, _ := path.Match(pattern, name)
			return match
		})
	})
	if len(kept) == 0 {
		s := u.String()
		return uri.ParseLenient(s[:q.Offset-1] + s[q.Offset+len(q.Raw):]), nil
	}
	return withQuery(u, strings.Join(kept, "&")), nil
}

// parameterText returns the name or the value of a parameter of u, as written in its
// query, percent-decoded, once. Malformed escapes stay as they are. A '+' is a space
// where uri.QueryIsForm is true of the scheme of u.
func parameterText(u uri.URI, raw string) string {
	if uri.QueryIsForm(u.Scheme()) {
		raw = strings.ReplaceAll(raw, "+", " ")
	}
	return uri.Component{Raw: raw}.Text()
}

// withQuery replaces a query that is there by one made of its pieces.
func withQuery(u uri.URI, raw string) uri.URI {
	q := u.Query()
	if q.Raw == raw {
		return u
	}
	s := u.String()
	return uri.ParseLenient(s[:q.Offset] + raw + s[q.Offset+len(q.Raw):])
}
