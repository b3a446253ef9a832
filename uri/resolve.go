package uri

// Resolve resolves ref against the base URI base: the strict algorithm of RFC
// 3986 section 5.2. A base without a scheme is taken for the known part of a base
// URI: the result is a relative reference and keeps the leading ".." of its path.
//
// Spec divergence (the result would be parsed differently): where the path would
// begin with "//" and there is no authority, it begins with "/.//".
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
// a reference with the scheme of the base is taken for one without a scheme, as
// parsers before RFC 2396 did ("http:g" is then "g"). Section 5.4.2 advises
// against it.
func (base URI) ResolveCompatible(ref URI) URI {
	if ref.schemeLen > 0 && equalFold(ref.Scheme(), base.Scheme()) {
		n := ref.schemeLen + 1
		ref = ParseLenient(ref.s[n:])
		if ref.schemeLen > 0 {
			// What followed looks like a scheme of its own: "http:a:b".
			ref = ParseLenient("./" + ref.s)
		}
	}
	return base.Resolve(ref)
}

// compose is section 5.3, with the scheme of one reference and the authority of
// another.
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

// equalFold compares schemes, which are ASCII.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}
