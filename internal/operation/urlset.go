package operation

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/weburl"
)

// A urlChange is what "url set" does to a URL.
type urlChange struct {
	urlPart
	value string
	left  *LeftOut
}

// apply makes the change. Without an error, the URL has the value or the part of it
// that JavaScript uses.
func (c urlChange) apply(u weburl.URL) (weburl.URL, error) {
	changed, err := c.set(u, c.value)
	switch {
	case weburl.TookPart(err):
		c.left.add(c, err)
	case err != nil:
		return u, c.bad(err)
	}
	return changed, nil
}

// bad returns err as the error of the change.
func (c urlChange) bad(err error) *ChangeError {
	bad := &ChangeError{Text: err.Error()}
	var e *percent.SyntaxError
	if errors.As(err, &e) {
		bad.Reason, bad.Text = e.Reason, cannotBecome(c.Name, c.value)+": "+string(e.Reason)
		if e.Bytes != "" && e.Bytes != c.value {
			bad.Text += " " + quotedData(e.Bytes)
		}
	}
	return bad
}

// A LeftOut counts the URLs for which only part of a new value was used.
type LeftOut struct {
	count atomic.Int64
	text  atomic.Pointer[string]
}

// Told returns in how many URLs part of the value was left out and, unless that is 0,
// which part and why.
func (l *LeftOut) Told() (urls int64, text string) {
	if n := l.count.Load(); n > 0 {
		return n, *l.text.Load()
	}
	return 0, ""
}

// add counts a URL; err describes the part that was left out.
func (l *LeftOut) add(c urlChange, err error) {
	defer l.count.Add(1) // after text is there
	var e *percent.SyntaxError
	if l.text.Load() != nil || !errors.As(err, &e) {
		return
	}
	text := fmt.Sprintf("%s=%s: ", c.Name, quotedData(c.value))
	if e.Bytes == "" {
		text += fmt.Sprintf("there is no port at byte %d, and the old one stays", e.Offset)
	} else {
		text += fmt.Sprintf("%s at byte %d was left out", quotedData(e.Bytes), e.Offset)
	}
	if e.Reason != weburl.Ignored && e.Bytes != "" {
		text += " (" + string(e.Reason) + ")"
	}
	l.text.CompareAndSwap(nil, &text)
}

// leadsURLSet reports whether an argument of "url set" is a change, and not a URL.
func leadsURLSet(arg string) bool {
	name, _, ok := strings.Cut(arg, "=")
	return ok && !strings.ContainsAny(name, ":/?#")
}

func urlSet(r *Request, from Front) (*Plan, error) {
	var changes []urlChange
	for _, arg := range r.Arguments {
		c, err := urlChangeOf(arg)
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	for _, text := range r.Replace {
		c, err := urlReplacing(text)
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	for _, name := range r.Without {
		c, err := urlWithout(name)
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	if len(changes) == 0 {
		return nil, usage("write hostname=example.org or search.q=1 in front of the URL", "there is nothing to set")
	}
	for _, c := range changes {
		if err := c.possible(); err != nil {
			return nil, err
		}
	}
	p, err := urls(r, from, func(dst []byte, u weburl.URL) ([]byte, error) {
		for _, c := range changes {
			var err error
			if u, err = c.apply(u); err != nil {
				return dst, err
			}
		}
		return u.AppendHref(dst), nil
	})
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		p.LeftOut = append(p.LeftOut, c.left)
	}
	return p, nil
}

// urlChangeOf returns the change for an argument.
func urlChangeOf(arg string) (urlChange, error) {
	name, value, _ := strings.Cut(arg, "=")
	key, adds := strings.CutSuffix(name, "+")
	adds = adds && strings.HasPrefix(name, searchPrefix)
	if adds {
		name = key
	}
	part, err := lookupURLPart(name)
	if err != nil {
		return urlChange{}, err
	}
	if part.set == nil {
		return urlChange{}, usage("set href, or the other components", "%s cannot be set: it follows from the others", name)
	}
	if adds {
		key := strings.TrimPrefix(name, searchPrefix)
		part.set = func(u weburl.URL, value string) (weburl.URL, error) {
			params := u.SearchParams()
			params.Append(key, value)
			return u.WithSearchParams(params)
		}
	}
	return urlChange{part, value, new(LeftOut)}, nil
}

// urlReplacing returns the change that gives an existing search parameter a new value,
// for a text such as search.q=1.
func urlReplacing(text string) (urlChange, error) {
	name, value, ok := strings.Cut(text, "=")
	key, isParam := strings.CutPrefix(name, searchPrefix)
	if !ok || !isParam {
		return urlChange{}, usage("write --replace search.q=1", "--replace takes a search parameter and its value, not %q", text)
	}
	part := urlPart{Name: name, set: func(u weburl.URL, value string) (weburl.URL, error) {
		params := u.SearchParams()
		if _, ok := params.Get(key); !ok {
			return u, nil // and the query stays as it is written
		}
		params.Set(key, value)
		return u.WithSearchParams(params)
	}}
	return urlChange{part, value, new(LeftOut)}, nil
}

// urlWithout returns the change that removes the component, or the parameters,
// with a name.
func urlWithout(name string) (urlChange, error) {
	part, err := lookupURLPart(name)
	if err != nil {
		return urlChange{}, err
	}
	key, isParam := strings.CutPrefix(name, searchPrefix)
	set := part.set
	switch {
	case isParam:
		part.set = func(u weburl.URL, _ string) (weburl.URL, error) {
			params := u.SearchParams()
			if params.Delete(key); len(params) == len(u.SearchParams()) {
				return u, nil // and the query stays as it is written
			}
			return u.WithSearchParams(params)
		}
	case slices.Contains(urlRemovable, name):
		part.set = func(u weburl.URL, _ string) (weburl.URL, error) {
			// A URL that cannot have the component does not have it.
			u, _ = set(u, "")
			return u, nil
		}
	default:
		return urlChange{}, usage("those that can are "+strings.Join(urlRemovable, ", ")+" and search.NAME", "--without: %s cannot be removed", name)
	}
	return urlChange{part, "", new(LeftOut)}, nil
}

// possible returns a *UsageError for a value that no URL can have.
func (c urlChange) possible() error {
	// At least one of these accepts any value that some URL can have.
	var first error
	for _, text := range []string{"http://h/", "foo://h/", "file://h/"} {
		u, _ := weburl.Parse(text)
		_, err := c.set(u, c.value)
		if err == nil || weburl.TookPart(err) {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return usage("", "%s", c.bad(first).Text)
}
