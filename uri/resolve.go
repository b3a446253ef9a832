package uri

import "strings"

// Resolve resolves ref against the base URI base: the strict algorithm of RFC
// 3986 section 5.2. A base without a scheme counts as the known part of a base
// URI: the result is a relative reference, and its path keeps its leading "..".
//
// Spec divergence (the result would be parsed differently): a path that would
// begin with "//" where there is no authority begins with "/.//".
func (base URI) Resolve(ref URI) URI {
	if ref.schemeLen > 0 {
		return compose(ref, ref, RemoveDotSegments(ref.Path().Raw), ref.Query(), ref.Fragment())
	}
	if ref.hasAuthority() {
		return compose(base, ref, RemoveDotSegments(ref.Path().Raw), ref.Query(), ref.Fragment())
	}
	path, query := ref.Path().Raw, ref.Query()
	switch {
	case path == "":
		path = base.Path().Raw
		if !query.Present {
			query = base.Query()
		}
	case path[0] == '/':
		path = RemoveDotSegments(path)
	default:
		// Section 5.2.3, merge.
		if base.hasAuthority() && base.Path().Raw == "" {
			path = "/" + path
		} else {
			b := base.Path().Raw
			n := len(b)
			for n > 0 && b[n-1] != '/' {
				n--
			}
			path = b[:n] + path
		}
		if base.schemeLen == 0 && !base.hasAuthority() && path[0] != '/' {
			path = removeRelativeDots(path)
		} else {
			path = RemoveDotSegments(path)
		}
	}
	return compose(base, base, path, query, ref.Fragment())
}

// ResolveCompatible is Resolve by the backward-compatible rule of section 5.2.2:
// the scheme of a reference is ignored if it is that of the base, so that "http:g"
// means "g", as in parsers before RFC 2396. Section 5.4.2 advises against it.
func (base URI) ResolveCompatible(ref URI) URI {
	if ref.schemeLen > 0 && strings.EqualFold(ref.Scheme(), base.Scheme()) {
		n := ref.schemeLen + 1
		ref = ParseLenient(ref.s[n:])
		if ref.schemeLen > 0 {
			// What is left looks like a scheme, as in "http:a:b".
			ref = ParseLenient("./" + ref.s)
		}
	}
	return base.Resolve(ref)
}

// compose is section 5.3. The scheme and the authority may come from different
// references.
func compose(scheme, authority URI, path string, query, fragment Component) URI {
	b := make([]byte, 0, len(scheme.s)+len(authority.s)+len(path)+len(query.Raw)+len(fragment.Raw)+4)
	if scheme.schemeLen > 0 {
		b = append(append(b, scheme.Scheme()...), ':')
	}
	if authority.hasAuthority() {
		b = append(append(b, "//"...), authority.Authority().Raw...)
	} else {
		path = guardRooted(path)
		if scheme.schemeLen == 0 && path != "" && path[0] != '/' {
			path = guardRelative(path)
		}
	}
	b = append(b, path...)
	if query.Present {
		b = append(append(b, '?'), query.Raw...)
	}
	if fragment.Present {
		b = append(append(b, '#'), fragment.Raw...)
	}
	return ParseLenient(string(b))
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}
