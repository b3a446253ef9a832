package nested

import "github.com/pct-encoded/percent/form"

func buildPython(c *Convention, dst []byte, data Map) ([]byte, error) {
	from := len(dst)
	add := func(name string, v Value) error {
		text, scalar := scalarsPython.text(v)
		if !scalar {
			return fail(c.name, name, 0, NestedTooDeep)
		}
		dst = c.appendPair(dst, from, name, text)
		return nil
	}
	for _, f := range data {
		switch v := f.Value.(type) {
		case List:
			for _, item := range v {
				if err := add(f.Key, item); err != nil {
					return dst, err
				}
			}
		case Map:
			// A dict is the sequence of its keys.
			for _, inner := range v {
				if err := add(f.Key, String(inner.Key)); err != nil {
					return dst, err
				}
			}
		default:
			if err := add(f.Key, v); err != nil {
				return dst, err
			}
		}
	}
	return dst, nil
}

func parsePython(query string, limits form.Limits) (Map, error) {
	pairs, err := form.Standard.WithLimits(limits).Parse(query)
	if err != nil {
		return nil, err
	}
	var m Map
	index := map[string]int{}
	for _, p := range pairs {
		if p.Value == "" {
			continue
		}
		i, ok := index[p.Name]
		if !ok {
			i = len(m)
			index[p.Name] = i
			m = append(m, Field{p.Name, List{}})
		}
		m[i].Value = append(m[i].Value.(List), String(p.Value))
	}
	return m, nil
}
