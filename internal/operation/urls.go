package operation

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/weburl"
)

// URLParser returns the parser that Base and Charset choose. The error is a
// *UsageError.
func (r *Request) URLParser() (*weburl.Parser, error) {
	parser := &weburl.Parser{}
	var err error
	if r.Base != "" {
		if parser.Base, err = weburl.Parse(r.Base); err != nil {
			text := err.Error()
			var bad *percent.SyntaxError
			if errors.As(err, &bad) {
				plain := *bad
				plain.Format = ""
				text = strings.TrimPrefix(plain.Error(), "percent: ")
			}
			return nil, usage("a base is an absolute URL", "--base: %s", text).of("base", UnknownWord).because(err)
		}
	}
	parser.Charset, err = r.charset()
	return parser, err
}

// urls returns the plan for an operation on URLs; code appends the result. What cannot
// be parsed has none but itself, which Keep writes.
func urls(r *Request, from Front, code func(dst []byte, u weburl.URL) ([]byte, error)) (*Plan, error) {
	if r.Charset == Detect && from == Beam {
		return nil, notGuessed()
	}
	parser, err := r.URLParser()
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	p.convert = func(dst []byte, text string) ([]byte, error) {
		begin := len(dst)
		u, err := parser.Parse(text)
		if err == nil {
			dst, err = code(dst, u)
		}
		if err != nil {
			dst = dst[:begin]
			if p.Policy == bulk.Keep {
				dst = append(dst, text...)
			}
		}
		return dst, err
	}
	return p, nil
}

func appendHref(dst []byte, u weburl.URL) ([]byte, error) { return u.AppendHref(dst), nil }

func urlCanonical(r *Request, from Front) (*Plan, error) {
	p, err := urls(r, from, appendHref)
	if err == nil && r.Base == "" && r.Charset == "" {
		p.quick = func(dst, text []byte) ([]byte, bool) {
			dst, err := weburl.AppendHref(dst, text)
			return dst, err == nil
		}
	}
	return p, err
}

// urlResolve resolves against the base that is the argument.
func urlResolve(r *Request, from Front) (*Plan, error) {
	q := *r
	q.Base = r.Arguments[0]
	return urls(&q, from, appendHref)
}

func urlGet(r *Request, from Front) (*Plan, error) {
	part, err := lookupURLPart(r.Arguments[0])
	if err != nil {
		return nil, err
	}
	return urls(r, from, func(dst []byte, u weburl.URL) ([]byte, error) { return append(dst, part.Get(u)...), nil })
}

// A URLPart is a component by the name that JavaScript has for it.
type URLPart struct {
	Name string
	Get  func(weburl.URL) string
	set  func(weburl.URL, string) (weburl.URL, error) // nil where it cannot be set
}

var urlParts = []URLPart{
	{"href", weburl.URL.Href, weburl.URL.WithHref},
	{"origin", weburl.URL.Origin, nil},
	{"protocol", weburl.URL.Protocol, weburl.URL.WithProtocol},
	{"username", weburl.URL.Username, weburl.URL.WithUsername},
	{"password", weburl.URL.Password, weburl.URL.WithPassword},
	{"host", weburl.URL.Host, weburl.URL.WithHost},
	{"hostname", weburl.URL.Hostname, weburl.URL.WithHostname},
	{"port", weburl.URL.Port, weburl.URL.WithPort},
	{"pathname", weburl.URL.Pathname, weburl.URL.WithPathname},
	{"search", weburl.URL.Search, weburl.URL.WithSearch},
	{"hash", weburl.URL.Hash, weburl.URL.WithHash},
}

// URLParts returns the components of a URL, the whole URL and its origin among them.
func URLParts() []URLPart { return slices.Clone(urlParts) }

// readableURL is the whole URL for people, which only get prints.
var readableURL = URLPart{Name: "readable", Get: weburl.URL.Readable}

// searchPrefix begins the name of a search parameter: search.q.
const searchPrefix = "search."

// lookupURLPart returns the component of that name, or the search parameter that
// it names.
func lookupURLPart(name string) (URLPart, error) {
	if key, ok := strings.CutPrefix(name, searchPrefix); ok {
		return URLPart{
			Name: name,
			Get: func(u weburl.URL) string {
				value, _ := u.SearchParams().Get(key)
				return value
			},
			set: func(u weburl.URL, value string) (weburl.URL, error) {
				params := u.SearchParams()
				params.Set(key, value)
				return u.WithSearchParams(params)
			},
		}, nil
	}
	if name == readableURL.Name {
		return readableURL, nil
	}
	i := slices.IndexFunc(urlParts, func(p URLPart) bool { return p.Name == name })
	if i < 0 {
		names := urlPartNames()
		hint := "the components are " + strings.Join(names, ", ") + ", search.NAME for a parameter, and readable for all of it"
		near := words.Nearest(name, names)
		for theirs, ours := range PartOf {
			if ours == name && theirs != "domain" {
				near = theirs
			}
		}
		return URLPart{}, usage(words.DidYouMean(near, hint), "unknown component %q", name)
	}
	return urlParts[i], nil
}

func urlPartNames() []string {
	var names []string
	for _, p := range urlParts {
		names = append(names, p.Name)
	}
	return names
}

// urlSettable returns the names of the components that can be set.
func urlSettable() []string {
	return slices.DeleteFunc(urlPartNames(), func(name string) bool { return name == "origin" })
}

// urlRemovable are the components that a URL need not have.
var urlRemovable = []string{"username", "password", "port", "search", "hash"}

// A urlChange is what "url set" does to a URL.
type urlChange struct {
	URLPart
	value string
	left  *LeftOut
}

// apply makes the change. Without an error the URL has the value, or what JavaScript
// takes of it.
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

// bad returns what err says of the change.
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

// A LeftOut counts the URLs that have taken only part of a new value.
type LeftOut struct {
	count atomic.Int64
	text  atomic.Pointer[string]
}

// Told returns in how many URLs part of the value was left out and, unless that is 0,
// which part, and why.
func (l *LeftOut) Told() (urls int64, text string) {
	if n := l.count.Load(); n > 0 {
		return n, *l.text.Load()
	}
	return 0, ""
}

// add counts a URL of which err says what was left out.
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
	for _, name := range r.Without {
		c, err := urlWithout(name)
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	if len(changes) == 0 {
		return nil, usage("write hostname=example.org, or search.q=1", "there is nothing to set")
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

// urlChangeOf returns the change that an argument asks for.
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

// urlWithout returns the change that removes what has that name.
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
			// What cannot have the component has none.
			u, _ = set(u, "")
			return u, nil
		}
	default:
		return urlChange{}, usage("those that can are "+strings.Join(urlRemovable, ", ")+" and search.NAME", "--without: %s cannot be taken away", name)
	}
	return urlChange{part, "", new(LeftOut)}, nil
}

// possible returns a *UsageError for a value that no URL can take.
func (c urlChange) possible() error {
	// One of these takes what any URL can take.
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
