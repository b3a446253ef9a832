package nested

import (
	"strconv"
	"strings"
)

func buildJQuery(c *Convention, dst []byte, data Map) ([]byte, error) {
	from := len(dst)
	add := func(name, text string) {
		dst = c.appendPair(dst, from, name, text)
	}
	var walk func(name string, v Value)
	walk = func(name string, v Value) {
		switch v := v.(type) {
		case List:
			for i, item := range v {
				_, scalar := scalarsScript.text(item)
				switch {
				case strings.HasSuffix(name, "[]"):
					// jQuery makes a string of any item of such a list.
					add(name, scriptString(item))
				case scalar:
					walk(name+"[]", item)
				default:
					walk(name+"["+strconv.Itoa(i)+"]", item)
				}
			}
		case Map:
			for _, f := range v {
				walk(name+"["+f.Key+"]", f.Value)
			}
		default:
			add(name, scriptString(v))
		}
	}
	for _, f := range data {
		walk(f.Key, f.Value)
	}
	return dst, nil
}

// scriptString returns String(v) of ECMAScript, but nothing for a null.
func scriptString(v Value) string {
	switch v := v.(type) {
	case List:
		var parts []string
		for _, v := range v {
			parts = append(parts, scriptString(v))
		}
		return strings.Join(parts, ",")
	case Map:
		return "[object Object]"
	}
	text, _ := scalarsScript.text(v)
	return text
}
