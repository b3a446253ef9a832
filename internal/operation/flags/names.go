package flags

import (
	"strings"

	"github.com/pct-encoded/percent/internal/operation"
)

// Names is a flag for names of columns, separated by commas; it may be repeated. A
// name that begins with a quotation mark is quoted as in CSV, such as "City, State";
// any other name is used as it is.
type Names []string

// Set adds the names in text. An empty name is an error: it is more likely an unset
// variable than a column. The error is a *UsageError.
func (n *Names) Set(text string) error {
	var names []string
	for more := true; more; {
		var name string
		if strings.HasPrefix(text, `"`) {
			var ok bool
			if name, text, ok = unquote(text[1:]); !ok || text != "" && text[0] != ',' {
				return &operation.UsageError{Hint: `write a name that contains a comma as "a,b", and double quotation marks in it`, Text: "a quotation mark is not closed, or has text after it"}
			}
			more = text != ""
			text = strings.TrimPrefix(text, ",")
		} else {
			name, text, more = strings.Cut(text, ",")
		}
		if name == "" {
			return &operation.UsageError{Hint: "refer to a column without a name by its number", Text: "a name is empty"}
		}
		names = append(names, name)
	}
	*n = append(*n, names...)
	return nil
}

// unquote returns the text up to the closing quotation mark, and the rest after it.
func unquote(text string) (name, rest string, ok bool) {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, `"`)
		b.WriteString(before)
		if !found || !strings.HasPrefix(after, `"`) {
			return b.String(), after, found
		}
		b.WriteByte('"')
		text = after[1:]
	}
}

// String returns the names in the form that Set takes.
func (n *Names) String() string {
	var b strings.Builder
	for i, name := range *n {
		if i > 0 {
			b.WriteByte(',')
		}
		if strings.Contains(name, ",") || strings.HasPrefix(name, `"`) {
			name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		b.WriteString(name)
	}
	return b.String()
}

// Type returns the name of a value in the help.
func (n *Names) Type() string { return "names" }
