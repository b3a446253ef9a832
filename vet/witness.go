package vet

import (
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/header"
	"github.com/pct-encoded/percent/uri"
)

// values are what is tried, the shortest and most ordinary first.
var values = []string{
	" ", "+", "/", "&", "%", "?", "#", "=", "@", ":", ";", ",", "$", "!", "*", "'", "(", "[", "|", "\"", "<", "\\", "^", "{", "~",
	"é", "..", "%41",
}

// A step is what happens to a value on its way; an error ends it.
type step func(string) (string, error)

// by returns the step that a dialect of the catalogue makes.
func by(f *function) step {
	if f == nil || f.dialect == "" {
		return same
	}
	return func(s string) (string, error) {
		d, err := dialect.Lookup(f.dialect)
		if err != nil {
			return "", err
		}
		if f.encodes || f == valuesEncode {
			return d.Encode(s)
		}
		return d.Decode(s)
	}
}

func same(s string) (string, error) { return s, nil }

// readIn is the step of whoever reads a URL with a text in a place of it.
func (p place) readIn(s string) (string, error) {
	get := func(text string, part uri.Part) (string, error) {
		return uri.ParseLenient(text).Get(part).Text(), nil
	}
	switch p {
	case inQuery:
		pairs, err := form.Parse("k=" + s)
		if err != nil {
			return "", err
		}
		return pairs[0].Value, nil
	case inPath:
		segments := uri.ParseLenient("http://h/" + s).Segments()
		if len(segments) == 0 {
			return "", nil
		}
		return segments[0].Text(), nil
	case inUserinfo:
		return get("http://:"+s+"@h/", uri.Password) //percent:ignore unescaped-userinfo it is read as it was written
	case inHost:
		return get("http://"+s+"/", uri.Host)
	case inOpaque, inFragment, inMail, inName:
		if p == inMail && strings.ContainsAny(s, "&#") {
			s = s[:strings.IndexAny(s, "&#")]
		}
		if p == inName {
			return s, nil
		}
		return by(pathUnescape)(s)
	case inParameter:
		v, err := header.ParseExtValue("UTF-8''"+s, header.Lenient)
		return v.Value, err
	default:
		return s, nil
	}
}

// witness returns the first of the values that does not come through the steps as it
// was, in words: ` " " arrives as "+"`. It returns "" if all do.
func witness(steps ...step) string {
	for _, v := range values {
		out, err := v, error(nil)
		for _, s := range steps {
			if out, err = s(out); err != nil {
				break
			}
		}
		switch {
		case err != nil:
			return fmt.Sprintf("%q is refused", v)
		case out != v:
			return fmt.Sprintf("%q arrives as %q", v, out)
		}
	}
	return ""
}

// differ returns the first of the values that two encoders write differently, and what
// they write. If there is none, the texts are the same.
func differ(f, g *function) (value, one, other string) {
	for _, v := range values {
		one, _ = by(f)(v)
		other, _ = by(g)(v)
		if one != other {
			return v, one, other
		}
	}
	return "", "", ""
}
