package nested

import (
	"slices"
	"strings"
)

func buildRails(c *Convention, dst []byte, data Map) ([]byte, error) {
	var query func(name string, v Value) string
	hash := func(namespace string, top bool, m Map) string {
		var parts []string
		for _, f := range m {
			switch v := f.Value.(type) {
			case List:
				if len(v) == 0 {
					continue
				}
			case Map:
				if len(v) == 0 {
					continue
				}
			}
			name := namespace + "[" + f.Key + "]"
			if top {
				name = f.Key
			}
			parts = append(parts, query(name, f.Value))
		}
		if !strings.Contains(namespace, "[]") {
			slices.Sort(parts)
		}
		return strings.Join(parts, "&")
	}
	query = func(name string, v Value) string {
		switch v := v.(type) {
		case List:
			name += "[]"
			if len(v) == 0 {
				return query(name, Null{})
			}
			var parts []string
			for _, v := range v {
				parts = append(parts, query(name, v))
			}
			return strings.Join(parts, "&")
		case Map:
			return hash(name, false, v)
		}
		text, _ := scalarsRuby.text(v)
		return c.encoding.Get().Encode(name) + "=" + c.encoding.Get().Encode(text)
	}
	return append(dst, hash("", true, data)...), nil
}
