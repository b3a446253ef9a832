package dataurl

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A MIMEType is a media type (MIME Sniffing Standard section 4).
type MIMEType struct {
	Type    string // "text", in lower case
	Subtype string // "plain", in lower case
	Params  []Param
}

// A Param is a parameter of a media type.
type Param struct {
	Name  string // in lower case
	Value string
}

func defaultType() MIMEType {
	return MIMEType{Type: "text", Subtype: "plain", Params: []Param{{"charset", "US-ASCII"}}}
}

func (t MIMEType) isZero() bool { return t.Type == "" && t.Subtype == "" && len(t.Params) == 0 }

func (t MIMEType) isDefault() bool {
	return t.Type == "text" && t.Subtype == "plain" && len(t.Params) == 1 && t.Params[0] == Param{"charset", "US-ASCII"}
}

// Param returns the value of a parameter by its name in lower case, and whether
// there is one.
func (t MIMEType) Param(name string) (string, bool) {
	for _, p := range t.Params {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// whitespace is HTTP whitespace of the Fetch Standard.
const whitespace = "\t\n\r "

// ParseMIMEType parses a media type as browsers do (MIME Sniffing Standard
// section 4.4): a parameter that cannot be read is left out, and of two with
// the same name the first counts. Only a type or subtype that is missing or no
// token is an error, a *percent.SyntaxError.
func ParseMIMEType(s string) (MIMEType, error) {
	fail := func(i int) (MIMEType, error) {
		return MIMEType{}, syntax.Error(s, i, i+1, InvalidType)
	}
	trimmed := strings.TrimLeft(s, whitespace)
	i := len(s) - len(trimmed)
	end := i + len(strings.TrimRight(trimmed, whitespace))
	start := i
	for i < end && percent.TcharSet.Contains(s[i]) {
		i++
	}
	if i == start || i == end || s[i] != '/' {
		return fail(i)
	}
	t := MIMEType{Type: pct.Lower(s[start:i])}
	i++
	start = i
	for i < end && percent.TcharSet.Contains(s[i]) {
		i++
	}
	if i == start {
		return fail(i)
	}
	t.Subtype = pct.Lower(s[start:i])
	for i < end && s[i] != ';' {
		if strings.IndexByte(whitespace, s[i]) < 0 {
			return fail(i)
		}
		i++
	}
	rest := s[i:end]
	seen := map[string]bool{}
	for rest != "" {
		rest = strings.TrimLeft(rest[1:], whitespace)
		n := strings.IndexAny(rest, ";=")
		if n < 0 {
			break
		}
		name := pct.Lower(rest[:n])
		rest = rest[n:]
		if rest[0] == ';' {
			continue
		}
		var value string
		ok := true
		if rest = rest[1:]; strings.HasPrefix(rest, `"`) {
			value, rest = quoted(rest)
			rest = rest[pct.Until(rest, ';'):]
		} else {
			n := pct.Until(rest, ';')
			value = strings.TrimRight(rest[:n], whitespace)
			rest = rest[n:]
			ok = value != ""
		}
		if ok && !seen[name] && token(name) && quotable(value) {
			seen[name] = true
			t.Params = append(t.Params, Param{name, value})
		}
	}
	return t, nil
}

// quoted takes an HTTP quoted string from the front of s; the quote at its end
// may be missing.
func quoted(s string) (value, rest string) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), s[i+1:]
		case '\\':
			if i++; i == len(s) {
				b.WriteByte('\\')
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}

func token(s string) bool {
	for i := range len(s) {
		if !percent.TcharSet.Contains(s[i]) {
			return false
		}
	}
	return s != ""
}

// quotable reports whether s are HTTP quoted-string token code points: tab, and
// U+0020 to U+00FF without U+007F.
func quotable(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError || r > 0xFF || r < ' ' && r != '\t' || r == 0x7F {
			return false
		}
	}
	return true
}

// String returns the serialization of t (section 4.5): values that are not
// tokens in quotes.
func (t MIMEType) String() string {
	var b strings.Builder
	b.WriteString(t.Type + "/" + t.Subtype)
	for _, p := range t.Params {
		b.WriteString(";" + p.Name + "=")
		if token(p.Value) {
			b.WriteString(p.Value)
			continue
		}
		b.WriteByte('"')
		for i := range len(p.Value) {
			if p.Value[i] == '"' || p.Value[i] == '\\' {
				b.WriteByte('\\')
			}
			b.WriteByte(p.Value[i])
		}
		b.WriteByte('"')
	}
	return b.String()
}

// check returns the error for a type that ParseMIMEType would not give back as
// it is.
func (t MIMEType) check() error {
	s := t.String()
	again, err := ParseMIMEType(s)
	if err != nil {
		return err
	}
	if again.String() != s || len(again.Params) != len(t.Params) {
		return syntax.Error(s, 0, len(s), InvalidType)
	}
	return nil
}
