package compare

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/uri"
)

// commonKind returns what both texts can be taken for: KindURI, KindQuery or
// KindText. A query needs no '&' here, other than for GuessKind: one text may lack
// the only other parameter, and what is taken for a parameter by mistake is still
// compared byte by byte.
func commonKind(a, b string) inspect.Kind {
	x, y := inspect.GuessKind(a), inspect.GuessKind(b)
	switch {
	case x == inspect.KindURI && y == inspect.KindURI:
		return inspect.KindURI
	case x != inspect.KindURI && y != inspect.KindURI && strings.Contains(a, "=") && strings.Contains(b, "="):
		return inspect.KindQuery
	}
	return inspect.KindText
}

var formEncoding = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding {
	return percent.Form.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Kept)
}}

func decodeForm(s string) string {
	made, _ := formEncoding.Get().Decode(s)
	return made
}

// comparer returns the comparer for URIs.
func (c *Comparison) comparer() uri.Comparer { return uri.Comparer{Form: c.form, IRI: iri.Spell} }

// textRules returns the rules by which two texts that are not URIs are equivalent, and
// whether they are. It compares them as queries, which may hold any character.
func (c *Comparison) textRules(a, b string) ([]uri.Rule, bool) {
	texts := c.comparer()
	texts.Rungs = uri.Case | uri.PercentEncoding
	return texts.Rules(uri.ParseLenient("?"+a), uri.ParseLenient("?"+b), uri.Query, uri.Fragment)
}
