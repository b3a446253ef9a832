package operation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
)

// mostNames limits how many names a hint lists.
const mostNames = 8

// Dialect returns the dialect that name means, and its name for dialect.Lookup. The
// error is a *UsageError.
func Dialect(name string) (d *dialect.Dialect, found string, err error) {
	return suitable(name, func(*dialect.Dialect) bool { return true })
}

// Taken describes which dialect a name was resolved to, if its name differs: the
// recorded call, if the name has arguments, and how many other functions share the
// name.
func Taken(name, found string) string {
	text := name + " is " + found + " here"
	if m, err := dialect.LookupImplementation(found); err == nil && strings.Contains(name, "(") {
		text += ", recorded as " + m.Call
		if strings.ContainsAny(name, ",=") {
			text += ": other arguments are not followed"
		}
	}
	names, err := dialect.FindAll(name)
	if err != nil || len(names) < 2 {
		return text
	}
	taken, _ := dialect.Lookup(names[0]) // of the catalogue
	differ := 0
	for _, n := range names[1:] {
		if d, err := dialect.Lookup(n); err == nil && d.ID != taken.ID {
			differ++
		}
	}
	share := "functions share"
	if len(names) == 2 {
		share = "function shares"
	}
	return fmt.Sprintf("%s; %d other %s the name (%d of other dialects)", text, len(names)-1, share, differ)
}

// suitable is Dialect, but its hints name only suitable dialects.
func suitable(name string, suits func(*dialect.Dialect) bool) (d *dialect.Dialect, found string, err error) {
	if found, err = dialect.Find(name); err == nil {
		if d, err = dialect.Lookup(found); err != nil {
			err = usage("`percent dialects history` shows the versions of a function", "%s", strings.TrimPrefix(err.Error(), "dialect: ")).of("as", UnknownWord).because(err)
		}
		return d, found, err
	}
	only := func(names []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			d, err := dialect.Lookup(name)
			return err == nil && !suits(d)
		})
	}
	hint := "`percent dialects list --all` lists them"
	var unknown *dialect.UnknownError
	var several *dialect.AmbiguousError
	switch {
	case errors.As(err, &several):
		list := only(several.Candidates)
		hint = "use one of " + strings.Join(list[:min(mostNames, len(list))], ", ")
		if len(list) > mostNames {
			list := "--all"
			if _, err := dialect.LookupImplementation(several.Candidates[0]); err == nil {
				list = "--implementations"
			}
			hint += "; `percent dialects list " + list + " " + name + "` lists more"
		}
		return nil, "", usage(hint, "%q can mean several dialects", name).of("as", UnknownWord).because(err)
	case errors.As(err, &unknown):
		if near := only(unknown.Suggestions); len(near) > 0 {
			hint = "did you mean " + strings.Join(near, ", ") + "? " + hint
		}
	}
	return nil, "", usage(hint, "unknown dialect %q", name).of("as", UnknownWord).because(err)
}

// Encoder is Dialect for a dialect that must encode. If name only means dialects that
// decode, the hint of the error names some that encode.
func Encoder(name string) (d *dialect.Dialect, found string, err error) {
	found, err = dialect.Find(name)
	candidates := []string{found}
	var several *dialect.AmbiguousError
	if errors.As(err, &several) {
		candidates = several.Candidates
	} else if err != nil {
		return suitable(name, (*dialect.Dialect).Encodes)
	}
	var encoders []string
	for _, c := range candidates {
		d, err := dialect.Lookup(c)
		if err != nil || d.Encodes() {
			return suitable(name, (*dialect.Dialect).Encodes)
		}
		var only *dialect.DirectionError
		if _, err := d.AppendEncode(nil, nil); errors.As(err, &only) && only.Sibling != "" && !slices.Contains(encoders, only.Sibling) {
			encoders = append(encoders, only.Sibling)
		}
	}
	hint := "`percent dialects list --implementations` lists those that encode"
	if len(encoders) > 0 {
		hint = "to encode, use --as " + strings.Join(encoders[:min(mostNames, len(encoders))], ", ")
	}
	if several != nil {
		return nil, "", usage(hint, "%q only decodes, in every program that has it", name).of("as", NotTogether).because(&dialect.DirectionError{Name: name})
	}
	return nil, "", usage(hint, "%s only decodes", found).of("as", NotTogether).because(&dialect.DirectionError{Name: found})
}

// Charset returns the charset with a label of the Encoding Standard. The error is a
// *UsageError.
func Charset(label string) (*charset.Charset, error) {
	c, err := charset.Lookup(label)
	var unknown *charset.LabelError
	switch {
	case errors.As(err, &unknown):
		hint := "use any label of the Encoding Standard, such as utf-8, shift_jis, windows-1252 or gbk; decode can guess: detect"
		if len(unknown.Suggestions) > 0 {
			hint = "did you mean " + strings.Join(unknown.Suggestions, ", ") + "? " + hint
		}
		return nil, usage(hint, "unknown charset %q", label).of("charset", UnknownWord).because(err)
	case c == charset.Replacement:
		return nil, usage("convert the text with another program first",
			"the Encoding Standard refuses charset %q, which was used in attacks", label).of("charset", UnknownWord)
	}
	return c, err
}

// Layers returns the layers for a value of --layers: a number, or "all". The
// error is a *UsageError.
func Layers(word string) (bulk.Layers, error) {
	if word == "all" {
		return bulk.AllLayers, nil
	}
	n, err := strconv.ParseUint(word, 10, 8)
	if err != nil || n < 1 || n > uint64(bulk.MaxLayers) {
		return 0, usage("", "flag --layers takes a number from 1 to %d, or all", bulk.MaxLayers).of("layers", UnknownWord)
	}
	return bulk.Layers(n), nil
}

// Query returns the start and the end of the query in a value of "form get". in is
// query, url, or anything else to decide by the start of the value: no browser or
// library begins a query with a scheme and "://", or with '/' and then a '?', and a
// text that begins with '/' and has none of "?&=" is a path.
func Query(value, in string) (lo, hi int) {
	hi = len(value)
	if in != "url" && (in == "query" || !beginsURL(value)) {
		return 0, hi
	}
	if i := strings.IndexByte(value, '#'); i >= 0 {
		hi = i
	}
	if i := strings.IndexByte(value[:hi], '?'); i >= 0 {
		return i + 1, hi
	}
	return hi, hi
}

// WithQuery returns value with its query, value[lo:hi] as found by [Query], replaced.
// If the new query is empty, the '?' is removed, too.
func WithQuery(value string, lo, hi int, query string) string {
	before, behind := value[:lo], value[hi:]
	had := strings.HasSuffix(before, "?")
	switch {
	case query == "" && lo < hi:
		before = before[:lo-1]
	case query != "" && !had:
		before += "?"
	}
	return before + query + behind
}

func beginsURL(value string) bool {
	if strings.HasPrefix(value, "/") {
		i := strings.IndexAny(value, "?&=")
		return i < 0 || value[i] == '?'
	}
	scheme, _, ok := strings.Cut(value, "://")
	for i, c := range []byte(scheme) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || (c < '0' || c > '9') && strings.IndexByte("+-.", c) < 0) {
			return false
		}
	}
	return ok && scheme != ""
}
