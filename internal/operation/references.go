package operation

import (
	"cmp"
	"errors"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/scheme/dsn"
	"github.com/pct-encoded/percent/uri"
)

// references returns the plan for an operation on URIs; code appends the result. Text
// that is not a URI is malformed, and is then parsed leniently.
func references(code func(dst []byte, u uri.URI) []byte) *Plan {
	return &Plan{convert: func(dst []byte, text string) ([]byte, error) {
		u, err := parseReference(text)
		return code(dst, u), err
	}}
}

// aliased returns text as a string that shares its memory.
func aliased(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }

// parseReference parses text by the grammar or, where that gives an error, leniently.
func parseReference(text string) (uri.URI, error) {
	u, err := uri.Parse(text)
	if err != nil {
		u = uri.ParseLenient(text)
	}
	return u, err
}

// parsed returns the function that gives the result of a reference. Text that is not a URI is
// malformed, too.
func parsed(of func(*Call, uri.URI) results.Result) func(*Call) (results.Result, error) {
	return func(c *Call) (results.Result, error) {
		u, err := parseReference(c.Values[0])
		return of(c, u), err
	}
}

func components(c *Call, u uri.URI) results.Result {
	parsed := results.URI{URI: u}
	if scheme, _, ok := strings.Cut(c.Values[0][:min(len(c.Values[0]), 32)], "://"); ok {
		// The drivers of databases and brokers have rules of their own.
		if _, ok := dsn.FormatOf(scheme); ok {
			parsed.Hint = "connection URIs of databases have rules of their own, such as several hosts: `percent dsn parse` follows those of its scheme"
		}
	}
	return parsed
}

func segments(c *Call, u uri.URI) results.Result { return results.Segments{URI: u, Raw: c.Raw} }

func normalize(r *Request, _ Front) (*Plan, error) {
	n := normalizer{
		SortQuery: r.SortQuery, DropFragment: r.DropFragment, DropIndex: r.DropIndex, DropTracking: r.DropTracking, DropParameters: r.DropParameters,
	}
	for i, climb := range []bool{r.Case, r.PercentEncoding, r.DotSegments, r.Scheme} {
		if climb {
			n.Rungs |= 1 << i
		}
	}
	if n.Rungs == 0 {
		n.Rungs = uri.AllRungs
	}
	if _, err := dropParameters(uri.URI{}, r.DropParameters...); err != nil {
		return nil, usage("write \\ in front of a literal [", "invalid pattern in --unsafe-drop-parameter: %v", err)
	}
	p := references(n.appendTo)
	p.quick = func(dst, text []byte) ([]byte, bool) {
		if isNormal(text) && !n.trims() {
			return append(dst, text...), true
		}
		u, err := uri.Parse(aliased(text))
		if err != nil {
			return dst, false
		}
		return n.appendTo(dst, u), true
	}
	return p, nil
}

func uriGet(r *Request, _ Front) (*Plan, error) {
	text := r.Arguments[0]
	if !strings.ContainsAny(text, "{}") {
		text = "{" + text + "}"
	}
	t, err := parseURIFormat(text)
	var bad *percent.SyntaxError
	switch {
	case errors.As(err, &bad):
		name := strings.Trim(bad.Bytes, "{:}")
		if text != r.Arguments[0] {
			return nil, usage(PartHint(name, "", ""), "unknown component %q", r.Arguments[0])
		}
		hint := PartHint(name, "{", "}")
		if bad.Reason == openBrace {
			hint = "write {{ and }} for literal braces"
		}
		return nil, usage(hint, "invalid template: %q at byte %d", bad.Bytes, bad.Offset)
	case err != nil:
		return nil, err
	}
	p := references(t.appendTo)
	p.quick = func(dst, text []byte) ([]byte, bool) {
		u, err := uri.Parse(aliased(text))
		if err != nil {
			return dst, false
		}
		return t.appendTo(dst, u), true
	}
	return p, nil
}

// PartNames returns the names of the parts of a URI.
func PartNames() []string {
	var names []string
	for _, p := range uri.Parts() {
		names = append(names, p.String())
	}
	return names
}

// PartHint suggests the part that name may mean, written between before and after,
// or lists the parts.
func PartHint(name, before, after string) string {
	if strings.Contains(name, ":/") {
		return firstThePart
	}
	near := cmp.Or(partOf.Get()[name], words.Nearest(name, PartNames()))
	if near != "" {
		near = before + near + after
	}
	return words.DidYouMean(near, "the components are "+strings.Join(PartNames(), ", "))
}

// firstThePart is the hint where a URL stands in the place of a component.
const firstThePart = "the component comes first, then the URL"

// partOf maps JavaScript's names of components to parts.
var partOf = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"protocol": "scheme", "username": "user", "hostname": "host", "pathname": "path", "search": "query", "hash": "fragment", "domain": "host",
	}
}}

// uriResolve resolves against the base in the argument.
func uriResolve(r *Request, _ Front) (*Plan, error) {
	base, err := parseReference(r.Arguments[0])
	if err != nil && r.OnError != "keep" {
		return nil, usage("", "base: %v", err).of("base", Malformed).because(err)
	}
	resolve := base.Resolve
	if r.Compatible {
		resolve = base.ResolveCompatible
	}
	return references(func(dst []byte, u uri.URI) []byte { return append(dst, resolve(u).String()...) }), nil
}
