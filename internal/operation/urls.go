package operation

import (
	"errors"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/results"
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
			return nil, usage("a base must be an absolute URL", "--base: %s", text).of("base", UnknownWord).because(err)
		}
	}
	parser.Charset, err = r.charset()
	return parser, err
}

// urls returns the plan for an operation on URLs; code appends the result. For text
// that cannot be parsed, Keep writes the text itself.
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

// parsedURLs returns the function that parses a URL.
func parsedURLs(c *Call) (func(...string) (results.Result, error), error) {
	parser, err := c.URLParser()
	return func(values ...string) (results.Result, error) {
		p, found := *parser, &results.ParsedURL{}
		if c.Explain {
			found.Errors = &results.ValidationErrors{}
			p.OnError = found.Errors.Add
		}
		u, err := p.Parse(values[0])
		switch {
		case err == nil:
			found.URL = &u
		case c.OnError == "keep":
			found.Kept = values[0]
		case !c.Explain:
			return nil, err
		}
		return found, err
	}, err
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

// urlResolve resolves against the base in the argument.
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
	get := func(dst []byte, u weburl.URL) ([]byte, error) { return append(dst, part.Get(u)...), nil }
	p, err := urls(r, from, get)
	if err == nil && r.Base == "" && r.Charset == "" {
		p.quick = func(dst, text []byte) ([]byte, bool) {
			u, err := weburl.Parse(aliased(text))
			if err != nil {
				return dst, false
			}
			dst, _ = get(dst, u)
			return dst, true
		}
	}
	return p, err
}

// A urlPart is a component under its name in JavaScript.
type urlPart struct {
	Name string
	Get  func(weburl.URL) string
	set  func(weburl.URL, string) (weburl.URL, error) // nil if it cannot be set
}

var urlParts = []urlPart{
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

// readableURL is the whole URL for people, which only "url get" has.
var readableURL = urlPart{Name: "readable", Get: weburl.URL.Readable}

// searchPrefix begins the name of a search parameter: search.q.
const searchPrefix = "search."

// lookupURLPart returns the component, or the search parameter, with the name.
func lookupURLPart(name string) (urlPart, error) {
	if key, ok := strings.CutPrefix(name, searchPrefix); ok {
		return urlPart{
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
	i := slices.IndexFunc(urlParts, func(p urlPart) bool { return p.Name == name })
	if i < 0 {
		names := urlPartNames()
		hint := "the components are " + strings.Join(names, ", ") + ", search.NAME for a parameter, and readable for all of it"
		if strings.Contains(name, ":/") {
			return urlPart{}, usage(firstThePart, "unknown component %q", name)
		}
		near := words.Nearest(name, names)
		if parameter, ok := strings.CutPrefix(name, "searchParams."); ok {
			near = "search." + parameter
		}
		for theirs, ours := range partOf.Get() {
			if ours == name && theirs != "domain" {
				near = theirs
			}
		}
		return urlPart{}, usage(words.DidYouMean(near, hint), "unknown component %q", name)
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

// urlRemovable are the components that can be removed from a URL.
var urlRemovable = []string{"username", "password", "port", "search", "hash"}
