package protocols

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/uri"
)

// A URIView is a URI reference by its components, as written. Those that are
// something else when decoded are in Decoded, too.
type URIView struct {
	Scheme    *string   `json:"scheme,omitempty"`
	Authority *string   `json:"authority,omitempty"`
	Userinfo  *string   `json:"userinfo,omitempty"`
	User      *string   `json:"user,omitempty"`
	Password  *string   `json:"password,omitempty"`
	Host      *string   `json:"host,omitempty"`
	HostKind  string    `json:"host_kind,omitempty"`
	Zone      *string   `json:"zone,omitempty"`
	Port      *string   `json:"port,omitempty" also:"number"`
	Path      *string   `json:"path,omitempty"`
	Segments  *[]string `json:"segments,omitempty"`
	Query     *string   `json:"query,omitempty"`
	Fragment  *string   `json:"fragment,omitempty"`
	Decoded   *URIView  `json:"decoded,omitempty"`
}

// parts returns the addresses of the parts of v, by number.
func (v *URIView) parts() [uri.Fragment + 1]**string {
	return [...]**string{
		uri.Scheme: &v.Scheme, uri.Authority: &v.Authority, uri.Userinfo: &v.Userinfo, uri.User: &v.User, uri.Password: &v.Password,
		uri.Host: &v.Host, uri.Zone: &v.Zone, uri.Port: &v.Port, uri.Path: &v.Path, uri.Query: &v.Query, uri.Fragment: &v.Fragment,
	}
}

// NewURIView returns the view of u.
func NewURIView(u uri.URI) *URIView {
	v := &URIView{Decoded: &URIView{}}
	written, decoded := v.parts(), v.Decoded.parts()
	for _, p := range uri.Parts() {
		c := u.Get(p)
		if !c.Present {
			continue
		}
		*written[p] = &c.Raw
		if text := c.Text(); text != c.Raw && p != uri.Authority {
			*decoded[p] = &text
		}
		switch p {
		case uri.Host:
			v.HostKind = u.HostKind().String()
		case uri.Path:
			v.Segments, v.Decoded.Segments = Segments(u)
		}
	}
	return v
}

// Segments returns the segments of the path of u, as written and decoded. decoded is
// nil if it would be the same.
func Segments(u uri.URI) (raw, decoded *[]string) {
	path := u.Path().Raw
	if path == "" {
		return new([]string), nil
	}
	path = strings.TrimPrefix(path, "/")
	list := make([]string, 0, strings.Count(path, "/")+1)
	for s := range strings.SplitSeq(path, "/") {
		list = append(list, s)
	}
	if !strings.Contains(path, "%") {
		return &list, nil
	}
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = uri.Segment(s).Text()
	}
	if slices.Equal(list, texts) {
		return &list, nil
	}
	return &list, &texts
}

// MissingSource: a key repeats or explains another one, which is missing.
const MissingSource percent.Reason = "only explains a key that is missing"

// derived returns an error for keys that Build would ignore: they only repeat or
// explain another key, and that one is missing.
func (v *URIView) derived() error {
	missing := func(key string) error {
		return &percent.SyntaxError{Format: "json", Field: key, Reason: MissingSource}
	}
	switch {
	case v.Segments != nil && v.Path == nil:
		return missing("segments")
	case v.HostKind != "" && v.Host == nil && v.Authority == nil:
		return missing("host_kind")
	case v.Decoded == nil:
		return nil
	case v.Decoded.Segments != nil && v.Path == nil:
		return missing("decoded: segments")
	}
	written := v.parts()
	for p, text := range v.Decoded.parts() {
		part := uri.Part(p)
		within := part > uri.Authority && part < uri.Path && v.Authority != nil ||
			(part == uri.User || part == uri.Password) && v.Userinfo != nil || part == uri.Zone && v.Host != nil
		if *text != nil && *written[p] == nil && !within {
			return missing("decoded: " + part.String())
		}
	}
	return nil
}

// URI is the format of URI references. If a component and its parts are both given,
// Build uses the component: the authority rather than the host.
func URI() Format {
	return newFormat(func(s string) (*URIView, error) {
		u, err := uri.Parse(s)
		return NewURIView(u), err
	}, func(v *URIView) (string, error) {
		if err := v.derived(); err != nil {
			return "", err
		}
		if v.Authority != nil {
			v.Userinfo, v.User, v.Password, v.Host, v.Zone, v.Port = nil, nil, nil, nil, nil, nil
		}
		if v.Userinfo != nil {
			v.User, v.Password = nil, nil
		}
		parts := map[uri.Part]string{}
		for p, text := range v.parts() {
			if *text != nil {
				parts[uri.Part(p)] = **text
			}
		}
		u, err := uri.Compose(parts)
		return u.String(), err
	})
}
