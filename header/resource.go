package header

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// ResourceEncoding writes keys and values of OTEL_RESOURCE_ATTRIBUTES: what
// baggage-octet of W3C Baggage section 3.3.1 holds, without '%' and '=', stays.
// Programs from the time when the variable was a Baggage field without properties
// therefore read it in the same way. Its decoder refuses malformed escapes and what
// is not UTF-8.
var ResourceEncoding = percent.New(percent.ByteSet{}.AddRange('!', '~').Remove(`",;\%=`)).
	WithInvalidUTF8(percent.InvalidUTF8Refused)

// maxMembers is how many members of a list are read. Programs write a few, and a member
// takes many times the memory of its text.
const maxMembers = 1 << 16

// A ResourceAttribute is a pair of OTEL_RESOURCE_ATTRIBUTES.
type ResourceAttribute struct {
	Key, Value string // decoded
}

// ParseResourceAttributes returns what is in OTEL_RESOURCE_ATTRIBUTES, by the
// section "Specifying resource information via an environment variable" of the
// OpenTelemetry Resource SDK (2026): the attributes in their order, a key that
// comes twice in the list twice. Spaces and tabs around keys and values are dropped
// before they are decoded. An empty or blank variable has no attributes. With an
// error, a *percent.SyntaxError, it returns none: the specification discards the
// whole variable. More than 65536 attributes are an error.
func ParseResourceAttributes(s string) ([]ResourceAttribute, error) {
	if strings.Trim(s, blank) == "" {
		return nil, nil
	}
	list := make([]ResourceAttribute, 0, min(strings.Count(s, ",")+1, maxMembers))
	for i := 0; i <= len(s); {
		if len(list) == maxMembers {
			return nil, syntax.Error(s, i, i+1, TooManyMembers)
		}
		n := strings.IndexByte(s[i:], ',')
		if n < 0 {
			n = len(s) - i
		}
		a, err := resourceAttribute(s, i, i+n)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
		i += n + 1
	}
	return list, nil
}

const blank = " \t"

func resourceAttribute(s string, i, end int) (a ResourceAttribute, _ error) {
	n := strings.IndexByte(s[i:end], '=')
	if n < 0 {
		return a, syntax.Error(s, end, end+1, MissingEquals)
	}
	equals := i + n
	if n := strings.IndexByte(s[equals+1:end], '='); n >= 0 {
		return a, syntax.At(equals+1+n, "=", RawEquals)
	}
	var err error
	if a.Key, err = resourceText(s, i, equals); err != nil {
		return a, err
	}
	if a.Key == "" {
		return a, syntax.At(equals, "=", MissingKey)
	}
	a.Value, err = resourceText(s, equals+1, end)
	return a, err
}

// resourceText decodes s[i:end] without the white space around it.
func resourceText(s string, i, end int) (string, error) {
	for i < end && strings.IndexByte(blank, s[i]) >= 0 {
		i++
	}
	for i < end && strings.IndexByte(blank, s[end-1]) >= 0 {
		end--
	}
	return syntax.Decode(ResourceEncoding, s, i, end)
}

// BuildResourceAttributes returns the value of the variable, which is empty
// without attributes. The error, a *percent.SyntaxError, reports an empty key and
// text that is not UTF-8.
func BuildResourceAttributes(attributes ...ResourceAttribute) (string, error) {
	var b []byte
	for i, a := range attributes {
		if a.Key == "" {
			return "", syntax.Missing(pct.Nth(i)+" attribute", MissingKey)
		}
		if i > 0 {
			b = append(b, ',')
		}
		for j, s := range [2]string{a.Key, a.Value} {
			if err := syntax.UTF8(s); err != nil {
				return "", pct.In(pct.Nth(i)+" attribute", err)
			}
			if j > 0 {
				b = append(b, '=')
			}
			b = ResourceEncoding.AppendEncode(b, []byte(s))
		}
	}
	return string(b), nil
}
