// Package browser tells where browsers, which follow the URL Standard, make
// something else of a text than RFC 3986 does.
package browser

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// Page is the page on which relative references are taken to stand.
const Page = "https://example.com/a/b"

var (
	page    = uri.MustParse(Page)
	webPage = func() weburl.URL {
		u, err := weburl.Parse(Page)
		if err != nil {
			panic(err)
		}
		return u
	}()
)

// A Reading is what a browser makes of a text.
type Reading struct {
	// Href is the URL, and empty where the browser refuses the text.
	Href string
	// Refused is why it does, or nil.
	Refused error
	// OnPage says that the text is a relative reference, resolved against Page.
	OnPage bool
	// EscapedScheme says that the text begins with a scheme once it is decoded, and
	// with none as it is written: for a browser, as for RFC 3986, it is relative.
	EscapedScheme bool
	// Differs says that RFC 3986 reads the text otherwise: as another scheme, host,
	// path or query, or as a URL at all. What only escapes or normalizes does not
	// count.
	Differs bool
}

// Read returns what a browser makes of s, and whether s looks like a URL or a
// relative reference, to it or to RFC 3986.
func Read(s string) (r Reading, ok bool) {
	r.EscapedScheme = EscapedScheme(s) > 0
	if !r.EscapedScheme && text.GuessKind(s) != text.KindURI && text.GuessKind(removed.Replace(strings.TrimFunc(s, isC0OrSpace))) != text.KindURI {
		return Reading{}, false
	}
	legal, _ := iri.Converter{}.WithIllegal(iri.IllegalEscaped).ToURI(s)
	plain := uri.ParseLenient(legal)
	parser := weburl.Parser{}
	u, err := parser.Parse(s)
	if u.IsZero() && !plain.IsAbsolute() {
		r.OnPage = true
		plain = page.Resolve(plain)
		u, err = webPage.Parse(s)
	}
	r.Href, r.Refused = u.Href(), err
	r.Differs = r.EscapedScheme || err != nil || spelling(plain) != spelling(uri.ParseLenient(escaped(u.Href())))
	return r, true
}

// Of returns what there is to say of a text, which is called what, that the browser
// reads otherwise: a clause without a full stop.
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

// EscapedScheme returns where the ':' stands after what is a scheme once it is
// decoded, and none as it is written (RFC 3986 section 3.1), or 0.
func EscapedScheme(s string) int {
	end := strings.IndexAny(s, ":/?#")
	if end < 0 || s[end] != ':' || strings.IndexByte(s[:end], '%') < 0 {
		return 0
	}
	if decoded := text.Decode(s[:end+1]); text.SchemeLength(decoded) != len(decoded)-1 {
		return 0
	}
	return end
}

// removed drops what browsers drop anywhere.
var removed = strings.NewReplacer("\t", "", "\r", "", "\n", "")

func isC0OrSpace(r rune) bool { return r <= ' ' }

// escaped returns what a browser wrote with what RFC 3986 does not allow escaped:
// browsers leave '|' and stray percent signs alone, among others.
func escaped(href string) string {
	legal, _ := iri.Converter{}.WithIllegal(iri.IllegalEscaped).ToURI(href)
	return legal
}

// A spelled is a URI in one of its spellings.
type spelled struct{ scheme, userinfo, host, port, path, query, fragment string }

// spelling returns a URI without what is only a matter of spelling. Unreserved
// characters that are escaped stay so: "%2e%2e" is data to RFC 3986, and a dot
// segment to a browser.
func spelling(u uri.URI) spelled {
	u = u.Normalize(uri.AllRungs &^ (uri.PercentEncoding | uri.DotSegments))
	get := func(p uri.Part) string {
		c := u.Get(p)
		if !c.Present {
			return ""
		}
		// A delimiter inside of a component may be escaped or not.
		return "=" + everything.Fix(c.Raw)
	}
	return spelled{
		u.Scheme(), get(uri.Userinfo), u.Host().Raw, u.Port().Raw,
		everything.Fix(uri.RemoveDotSegments(u.Path().Raw)), get(uri.Query), get(uri.Fragment),
	}
}

// everything escapes all that may be escaped in a component without being read
// otherwise: not the slashes of a path, and not the escapes that are there.
var everything = percent.New(percent.Unreserved.Add("/"))
