// Package browser tells where browsers, which follow the URL Standard, read a text
// differently from RFC 3986.
package browser

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// Page is the page that relative references are resolved against.
const Page = "https://example.com/a/b"

var (
	page    = lazy.Value[uri.URI]{Make: func() uri.URI { return uri.MustParse(Page) }}
	webPage = lazy.Value[weburl.URL]{Make: func() weburl.URL {
		u, err := weburl.Parse(Page)
		if err != nil {
			panic(err)
		}
		return u
	}}
)

// A Reading is what a browser makes of a text.
type Reading struct {
	// Href is the URL, or "" if the browser refuses the text.
	Href string
	// Refused is why it refuses the text, or nil.
	Refused error
	// OnPage says that the text is a relative reference, resolved against Page.
	OnPage bool
	// EscapedScheme says that the text begins with a scheme only once it is decoded:
	// to a browser, as to RFC 3986, it is a relative reference.
	EscapedScheme bool
	// Differs says that RFC 3986 reads the text differently: as another scheme, host,
	// path or query, or as a URL that the browser refuses. Differences in escapes and
	// normalization do not count.
	Differs bool
}

// Read returns what a browser makes of s. It is not ok if s looks like neither a URL
// nor a relative reference, to a browser or to RFC 3986.
func Read(s string) (r Reading, ok bool) {
	r.EscapedScheme = EscapedScheme(s) > 0
	if !r.EscapedScheme && inspect.GuessKind(s) != inspect.KindURI && inspect.GuessKind(text.Unbroken(strings.TrimFunc(s, isC0OrSpace))) != inspect.KindURI {
		return Reading{}, false
	}
	plain := uri.ParseLenient(legal(s))
	parser := weburl.Parser{}
	u, err := parser.Parse(s)
	if u.IsZero() && !plain.IsAbsolute() {
		r.OnPage = true
		plain = page.Get().Resolve(plain)
		u, err = webPage.Get().Parse(s)
	}
	r.Href, r.Refused = u.Href(), err
	r.Differs = r.EscapedScheme || err != nil || spelling(plain) != spelling(uri.ParseLenient(legal(u.Href())))
	return r, true
}

// Of returns a clause, without a full stop, that says how a browser reads the text,
// which the clause calls what.
func (r Reading) Of(what string) string {
	const most = 200
	switch {
	case r.EscapedScheme:
		return "to a browser, too, " + what + " is a relative reference: a scheme has no escapes"
	case r.Refused != nil:
		return "a browser refuses " + what + ": " + strings.TrimPrefix(r.Refused.Error(), "weburl: ")
	case r.OnPage:
		return "a browser on " + Page + " reads " + what + " as " + excerpt.Of(r.Href, most)
	}
	return "a browser reads " + what + " as " + excerpt.Of(r.Href, most)
}

// EscapedScheme returns the index of the ':' after a scheme that is one only once it
// is decoded (RFC 3986 section 3.1), or 0.
func EscapedScheme(s string) int {
	end, escaped := 0, false
	for end < len(s) && s[end] != ':' {
		switch s[end] {
		case '/', '?', '#':
			return 0
		case '%':
			escaped = true
		}
		end++
	}
	if !escaped || end == len(s) {
		return 0
	}
	if decoded := text.Decode(s[:end+1]); text.SchemeLength(decoded) != len(decoded)-1 {
		return 0
	}
	return end
}

func isC0OrSpace(r rune) bool { return r <= ' ' }

// legal returns s with everything escaped that RFC 3986 does not allow. Browsers
// leave '|' and stray percent signs alone, among others.
func legal(s string) string {
	made, _ := iri.Converter{}.WithIllegal(iri.IllegalEscaped).ToURI(s)
	return made
}

// A spelled is a URI in one of its spellings.
type spelled struct{ scheme, userinfo, host, port, path, query, fragment string }

// spelling returns a URI in one spelling. Escapes of unreserved characters stay:
// "%2e%2e" is data to RFC 3986, and a dot segment to a browser.
func spelling(u uri.URI) spelled {
	u = u.Normalize(uri.AllRungs &^ (uri.PercentEncoding | uri.DotSegments))
	get := func(p uri.Part) string {
		c := u.Get(p)
		if !c.Present {
			return ""
		}
		// A delimiter inside a component may be escaped or not.
		return "=" + everything.Get().Fix(c.Raw)
	}
	return spelled{
		u.Scheme(), get(uri.Userinfo), u.Host().Raw, u.Port().Raw,
		everything.Get().Fix(uri.RemoveDotSegments(u.Path().Raw)), get(uri.Query), get(uri.Fragment),
	}
}

// everything escapes all that can be escaped in a component without changing how it
// is read: not the slashes of a path, and not the escapes that are there.
var everything = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.New(percent.Unreserved.Add("/")) }}
