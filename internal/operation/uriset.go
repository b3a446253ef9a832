package operation

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/uri"
)

// assignment is an argument of "uri set", such as port=8080, :path=/a%20b, path+=c or
// query:q=text.
var assignment = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`^(:?)(?:query:(.*?)|([A-Za-z]+))(\+?)=`) }}

// A change is what "uri set" does to a URI. With several values, each makes a URI
// of its own.
type change struct {
	what   string // the part to change
	values []string
	apply  func(u uri.URI, value string) (uri.URI, error)
}

func uriSet(r *Request, _ Front) (*Plan, error) {
	changes, err := changesOf(r)
	if err != nil {
		return nil, err
	}
	if len(changes) == 0 {
		return nil, usage("write host=example.org in front of the URI, or :path=/a%20b if the text is already encoded", "there is nothing to set")
	}
	for _, c := range changes {
		if err := c.possible(); err != nil {
			return nil, err
		}
	}
	p := &Plan{Several: len(r.Iterate) > 0, Between: "\n"}
	p.convert = func(dst []byte, text string) ([]byte, error) {
		begin := len(dst)
		u, illegal := parseReference(text)
		dst, err := applyAll(dst, begin, changes, u, p.Between)
		if err != nil {
			if dst = dst[:begin]; p.Policy == bulk.Keep {
				dst = append(dst, text...)
			}
			return dst, err
		}
		return dst, illegal
	}
	return p, nil
}

// changesOf returns the changes in the arguments, Replace, Without, Trim and Iterate of
// r.
func changesOf(r *Request) (changes []change, err error) {
	for _, arg := range r.Arguments {
		c, err := changeOf(arg)
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	for _, text := range r.Replace {
		name, value, ok := strings.Cut(text, "=")
		key, isParam := strings.CutPrefix(name, "query:")
		if !ok || !isParam {
			return nil, usage("write --replace query:q=text", "--replace takes a parameter and its value, not %q", text)
		}
		changes = append(changes, change{what: name, values: []string{value}, apply: func(u uri.URI, value string) (uri.URI, error) {
			return editQuery(u, func(q *form.Query) {
				if q.Has(key) {
					q.Set(key, value)
				}
			})
		}})
	}
	for _, name := range r.Without {
		c := change{what: name, values: []string{""}}
		if key, ok := strings.CutPrefix(name, "query:"); ok {
			c.apply = func(u uri.URI, _ string) (uri.URI, error) {
				return editQuery(u, func(q *form.Query) { q.Delete(key) })
			}
		} else {
			p, err := lookupPart(name)
			if err != nil {
				return nil, err
			}
			c.apply = func(u uri.URI, _ string) (uri.URI, error) { return u.Without(p) }
		}
		changes = append(changes, c)
	}
	if len(r.Trim) > 0 {
		patterns := strings.Split(strings.Join(r.Trim, ","), ",")
		if _, err := dropParameters(uri.URI{}, patterns...); err != nil {
			return nil, usage("write \\ in front of a literal [", "invalid pattern in --trim: %v", err)
		}
		changes = append(changes, change{what: "query", values: []string{""}, apply: func(u uri.URI, _ string) (uri.URI, error) {
			return dropParameters(u, patterns...)
		}})
	}
	for _, text := range r.Iterate {
		if !assignment.Get().MatchString(text) {
			return nil, usage("write --iterate 'port=80 8080'", "--iterate takes a component and values with spaces between them, not %q", text)
		}
		c, err := changeOf(text)
		if err != nil {
			return nil, err
		}
		c.values = strings.Fields(c.values[0])
		changes = append(changes, c)
	}
	return changes, nil
}

func lookupPart(name string) (uri.Part, error) {
	p, err := uri.LookupPart(name)
	if err != nil {
		return 0, usage(PartHint(name, "", ""), "unknown component %q", name)
	}
	return p, nil
}

// changeOf returns the change for an assignment.
func changeOf(arg string) (c change, err error) {
	m := assignment.Get().FindStringSubmatchIndex(arg)
	raw, adds := m[3] > m[2], m[9] > m[8]
	c.values = []string{arg[m[1]:]}
	if m[4] >= 0 {
		name := arg[m[4]:m[5]]
		c.what = "query:" + name
		if raw {
			return c, usage("leave out the colon; :query=TEXT sets a whole query that is already encoded", "a parameter takes data, which is encoded")
		}
		c.apply = func(u uri.URI, value string) (uri.URI, error) {
			return editQuery(u, func(q *form.Query) {
				if adds {
					q.Append(name, value)
				} else {
					q.Set(name, value)
				}
			})
		}
		return c, nil
	}
	p, err := lookupPart(arg[m[6]:m[7]])
	if err != nil {
		return c, err
	}
	c.what = p.String()
	switch {
	case adds && p != uri.Path:
		return c, usage("path+=SEGMENT adds a segment, query:NAME+=DATA a parameter", "nothing can be added to %v", p)
	case adds:
		c.apply = func(u uri.URI, value string) (uri.URI, error) { return addSegment(u, value, raw) }
	case raw:
		c.apply = func(u uri.URI, value string) (uri.URI, error) { return u.With(p, value) }
	default:
		c.apply = func(u uri.URI, value string) (uri.URI, error) { return u.WithData(p, value) }
	}
	return c, nil
}

// At least one of these accepts any value that some URI can have.
var anyURI = []string{"http://h/", "http://[::1]/", "a:b", ""}

// possible returns a *UsageError for a value that no URI can have.
func (c change) possible() error {
	for _, value := range c.values {
		var first error
		if !slices.ContainsFunc(anyURI, func(text string) bool {
			_, err := c.apply(uri.ParseLenient(text), value)
			if first == nil {
				first = err
			}
			return err == nil
		}) {
			return usage("", "%s", c.bad(value, first).Text)
		}
	}
	return nil
}

// bad returns err as the error of a value.
func (c change) bad(value string, err error) *ChangeError {
	text, reason := err.Error(), percent.Reason("")
	var syntax *percent.SyntaxError
	if errors.As(err, &syntax) {
		_, text, _ = strings.Cut(text, ": ")
		reason = syntax.Reason
	}
	if reason == uri.InvalidPathAbempty {
		text = "after an authority, a path must be empty or begin with a slash"
	}
	return &ChangeError{Text: cannotBecome(c.what, value) + ": " + text, Reason: cmp.Or(reason, percent.Reason(text))}
}

// applyAll appends the URIs that changes make of u, separated by end.
// dst[:begin] belongs to other values.
func applyAll(dst []byte, begin int, changes []change, u uri.URI, end string) ([]byte, error) {
	if len(changes) == 0 {
		if len(dst) > begin {
			dst = append(dst, end...)
		}
		return append(dst, u.String()...), nil
	}
	c := changes[0]
	for _, value := range c.values {
		changed, err := c.apply(u, value)
		if err != nil {
			return dst, c.bad(value, err)
		}
		if dst, err = applyAll(dst, begin, changes[1:], changed, end); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// The rules of "uri set" for names and values in a query: a space is written as %20,
// which every reader of forms and of anything else understands. A '+' in the query is
// a space if the scheme has forms.
var (
	formParameters  = lazy.Value[*form.Rules]{Make: func() *form.Rules { return form.Standard.WithEncoding(form.Percent20) }}
	plainParameters = lazy.Value[*form.Rules]{Make: func() *form.Rules { return form.Standard.WithEncoding(form.Percent20.WithPlus(percent.PlusLiteral)) }}
)

// editQuery returns u with the pairs of its query edited. If nothing is left of the
// query, the '?' is removed, too.
func editQuery(u uri.URI, edit func(q *form.Query)) (uri.URI, error) {
	text := u.String()
	lo, hi := Query(text, "url")
	rules := plainParameters.Get()
	if uri.QueryIsForm(u.Scheme()) {
		rules = formParameters.Get()
	}
	q, err := rules.Edit(text[lo:hi])
	if err != nil {
		return u, err
	}
	edit(q)
	return uri.ParseLenient(WithQuery(text, lo, hi, q.String())), nil
}

// addSegment returns u with a segment after its path or, if the path ends with
// '/', in place of the empty last segment.
func addSegment(u uri.URI, value string, raw bool) (uri.URI, error) {
	path := u.Path().Raw
	if !raw {
		relative, err := uri.JoinSegments(value)
		switch {
		case err != nil:
			return u, err
		case path == "" && !u.Get(uri.Authority).Present:
			return u.With(uri.Path, relative)
		}
		value = percent.PathSegment.Encode(value)
	}
	if !strings.HasSuffix(path, "/") && (path != "" || u.Get(uri.Authority).Present) {
		path += "/"
	}
	return u.With(uri.Path, path+value)
}

// A ChangeError says that a URI or URL cannot have a new value, and why.
type ChangeError struct {
	Text   string // a message without passwords
	Reason percent.Reason
}

// Error returns the text.
func (e *ChangeError) Error() string { return "operation: " + e.Text }

// Unwrap returns a *percent.SyntaxError at the start of the rejected value.
func (e *ChangeError) Unwrap() error { return &percent.SyntaxError{Reason: e.Reason} }

// cannotBecome begins an error about the new value of a component. Values that may
// contain passwords are not shown.
func cannotBecome(name, value string) string {
	switch {
	case name == "password", strings.Contains(value, "@"), name == "userinfo" && strings.Contains(value, ":"):
		value = "what was given"
	default:
		value = quotedData(value)
	}
	return excerpt.Name(name) + " cannot become " + value
}

// quotedData returns data quoted for a message.
func quotedData(data string) string { return excerpt.Quoted(data, excerpt.InMessage) }
