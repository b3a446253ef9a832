package proof

import (
	"errors"
	"regexp"
	"strings"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/wtf8"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// An oracle answers as a specification demands.
type oracle struct {
	spec   dialect.Citation
	answer func(s string) (string, error)
}

// The specifications of oracles.
var (
	urlStandard   = dialect.Citation{Title: "URL Standard", Section: "4.4 and 6.1", URL: "https://url.spec.whatwg.org/#url-parsing", Date: "2026-10"}
	formParser    = dialect.Citation{Title: "URL Standard", Section: "5.1", URL: "https://url.spec.whatwg.org/#urlencoded-parsing", Date: "2026-10"}
	formWriter    = dialect.Citation{Title: "HTML", Section: "4.10.22", URL: "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission", Date: "2026-10"}
	uriOfRFC3986  = dialect.Citation{Title: "RFC 3986", Section: "3 and 6.2.2", URL: "https://www.rfc-editor.org/rfc/rfc3986.html#section-3", Date: "2005-01"}
	urlOfDocument = dialect.Citation{Title: "URL Standard", Section: "1.3 and 4.4", URL: "https://url.spec.whatwg.org/#query-state", Date: "2026-10"}
)

// errRefused is the failure of an oracle.
var errRefused = errors.New("refused")

// oracles are what claims.txt can name beside dialects. form.value is the parser of forms on
// one value, which may hold an "&".
var oracles = map[string]oracle{
	"URL.pathname":          {urlStandard, set("http://h/", weburl.URL.WithPathname, weburl.URL.Pathname, "/x", "x")},
	"URL.search":            {urlStandard, set("http://h/", weburl.URL.WithSearch, weburl.URL.Search, "?x", "x")},
	"URL.search_nonspecial": {urlStandard, set("foo://h/", weburl.URL.WithSearch, weburl.URL.Search, "?x", "x")},
	"URL.hash":              {urlStandard, set("http://h/", weburl.URL.WithHash, weburl.URL.Hash, "#x", "x")},
	"URL.username":          {urlStandard, set("http://h/", weburl.URL.WithUsername, weburl.URL.Username, "", "")},
	"URL.password":          {urlStandard, set("http://h/", weburl.URL.WithPassword, weburl.URL.Password, "", "")},
	"URI.path.raw":          {uriOfRFC3986, part(uri.Path, "/x", 0)},
	"URI.path":              {uriOfRFC3986, part(uri.Path, "/x", uri.SyntaxBased)},
	"URI.query.raw":         {uriOfRFC3986, part(uri.Query, "x", 0)},
	"URI.query":             {uriOfRFC3986, part(uri.Query, "x", uri.SyntaxBased)},
	"URI.fragment":          {uriOfRFC3986, part(uri.Fragment, "x", uri.SyntaxBased)},
	"URI.userinfo":          {uriOfRFC3986, part(uri.Userinfo, "x", uri.SyntaxBased)},
	"multipart.name":        {formWriter, named(charset.UTF8, []string{"hidden field of name"})},
	"multipart.filename":    {formWriter, named(charset.UTF8, []string{"file input"})},
	//percent:ignore escaped-by-hand the form has one pair, and its value is decoded
	"form.value": {formParser, func(s string) (string, error) { return formValue(strings.ReplaceAll(s, "&", "%26")) }},
}

// byCall are the calls of the URL Standard's API that were recorded, and what the Standard
// answers.
var byCall = map[string]oracle{
	"u.pathname='/x'+s+'x' (http), between":                oracles["URL.pathname"],
	"u.search='?x'+s+'x' (http, special-query), between":   oracles["URL.search"],
	"u.search='?x'+s+'x' (http), between":                  oracles["URL.search"],
	"u.search='?x'+s+'x' (foo:, query), between":           oracles["URL.search_nonspecial"],
	"u.search='?x'+s+'x' (foo:), between":                  oracles["URL.search_nonspecial"],
	"u.hash='#x'+s+'x', between":                           oracles["URL.hash"],
	"u.username=s":                                         oracles["URL.username"],
	"u.password=s":                                         oracles["URL.password"],
	"new URL('foo:x'+s+'x').pathname, between":             {urlStandard, parsed("foo:x", "x", weburl.URL.Pathname, "x", "x")},
	"new URL('foo://x'+s+'x').host, between":               {urlStandard, parsed("foo://x", "x", weburl.URL.Host, "x", "x")},
	"new URL('foo://h/x'+s+'x').pathname, between":         {urlStandard, parsed("foo://h/x", "x", weburl.URL.Pathname, "/x", "x")},
	"new URL('http://h/x'+s+'x').href after host, between": {urlStandard, parsed("http://h/x", "x", weburl.URL.Href, "http://h/x", "x")},
	"new URL('http://h/x'+s+'x').pathname, between":        {urlStandard, parsed("http://h/x", "x", weburl.URL.Pathname, "/x", "x")},
	"new URL('http://h/?x'+s+'x').search, between":         {urlStandard, parsed("http://h/?x", "x", weburl.URL.Search, "?x", "x")},
	"new URL('http://h/#x'+s+'x').hash, between":           {urlStandard, parsed("http://h/#x", "x", weburl.URL.Hash, "#x", "x")},
	"new URL('http://x'+s+'x@h/').username, between":       {urlStandard, parsed("http://x", "x@h/", weburl.URL.Username, "x", "x")},
	"new URL('http://x'+s+'x').hostname, between":          {urlStandard, parsed("http://x", "x", weburl.URL.Hostname, "x", "x")},

	"new URLSearchParams([['k',s]]).toString().slice(2)": {urlStandard, func(s string) (string, error) {
		return form.Serialize([]form.Pair{{Name: "k", Value: s}})[2:], nil
	}},
	"new URLSearchParams('k='+s).get('k')": {urlStandard, formValue},
}

// The calls of browsers whose pages are in a charset.
var (
	formInPage = regexp.MustCompile(`^GET form in a (\S+) page, hidden field k of value s: query on the wire after k=$`)
	linkInPage = regexp.MustCompile(`^a\.href='http://h/\?x'\+s\+'x' in a (\S+) page: a\.search, between$`)
	partOfForm = regexp.MustCompile(`^POST multipart/form-data form in a (\S+) page, (hidden field of name|file input)`)
)

// oracleOf returns the oracle of a call that a specification defines.
func oracleOf(call string) (oracle, bool) {
	if o, ok := byCall[call]; ok {
		return o, true
	}
	for _, page := range []struct {
		call   *regexp.Regexp
		spec   dialect.Citation
		answer func(c *charset.Charset, rest []string) func(s string) (string, error)
	}{
		{formInPage, formWriter, submitted},
		{linkInPage, urlOfDocument, linked},
		{partOfForm, formWriter, named},
	} {
		if m := page.call.FindStringSubmatch(call); m != nil {
			if c, err := charset.Lookup(m[1]); err == nil {
				return oracle{page.spec, page.answer(c, m[2:])}, true
			}
		}
	}
	return oracle{}, false
}

// submitted answers for a field of a form.
func submitted(c *charset.Charset, _ []string) func(s string) (string, error) {
	rules := form.HTML.WithCharset(c)
	return func(s string) (string, error) {
		return string(rules.AppendSerialize(nil, []form.Pair{{Name: "", Value: s}})[1:]), nil
	}
}

// linked answers for the query of a link.
func linked(c *charset.Charset, _ []string) func(s string) (string, error) {
	query, err := dialect.Lookup("whatwg.special-query")
	if err != nil {
		panic(err)
	}
	remove := strings.NewReplacer("\t", "", "\n", "", "\r", "")
	return func(s string) (string, error) {
		if strings.Contains(s, "#") {
			return "", errRefused // the query ends there
		}
		return string(c.AppendPercentEncode(nil, []byte(remove.Replace(s)), query.Encoding())), nil
	}
}

// named answers for the name of a field or a file in multipart/form-data.
func named(c *charset.Charset, what []string) func(s string) (string, error) {
	escape := strings.NewReplacer("\r", "%0D", "\n", "%0A", `"`, "%22")
	lines := strings.NewReplacer("\r\n", "\r\n", "\r", "\r\n", "\n", "\r\n")
	return func(s string) (string, error) {
		if what[0] != "file input" {
			s = lines.Replace(s)
		}
		b, err := c.Output().AppendEncode(nil, []byte(s), charset.Reference)
		return escape.Replace(string(b)), err
	}
}

// formValue answers for the parser of forms.
func formValue(s string) (string, error) {
	pairs, err := form.Parse("k=" + s)
	value, _ := pairs.Get("k")
	return value, err
}

// set answers for a setter on a URL.
func set(base string, setter func(weburl.URL, string) (weburl.URL, error), getter func(weburl.URL) string, head, tail string) func(string) (string, error) {
	return func(s string) (string, error) {
		u, err := weburl.Parse(base)
		if err != nil {
			return "", err
		}
		if changed, err := setter(u, head+s+tail); err == nil || weburl.TookPart(err) {
			u = changed
		}
		return between(getter(u), head, tail)
	}
}

// parsed answers for a part of a parsed URL.
func parsed(before, after string, getter func(weburl.URL) string, head, tail string) func(string) (string, error) {
	return func(s string) (string, error) {
		u, err := weburl.Parse(before + s + after)
		if err != nil {
			return "", err
		}
		return between(getter(u), head, tail)
	}
}

// part answers for a part of a URI that is replaced, which fails if it is not legal.
func part(p uri.Part, head string, rungs uri.Rungs) func(string) (string, error) {
	return func(s string) (string, error) {
		u, err := uri.Parse("http://u@h/")
		if err != nil {
			return "", err
		}
		if u, err = u.With(p, head+s+"x"); err != nil {
			return "", err
		}
		return between(u.Normalize(rungs).Get(p).Raw, head, "x")
	}
}

// between is what the recorders' between does.
func between(s, head, tail string) (string, error) {
	if len(s) < len(head)+len(tail) || !strings.HasPrefix(s, head) || !strings.HasSuffix(s, tail) {
		return "", errRefused
	}
	return s[len(head) : len(s)-len(tail)], nil
}

// scalars replaces lone surrogates, as the API does with every text.
func scalars(s string) string {
	if !wtf8.LoneSurrogates(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n, ok := wtf8.Decode(s)
		if !ok {
			r, n = rune(0xFFFD), max(1, n)
		} else if wtf8.IsSurrogate(r) {
			r = 0xFFFD
		}
		b.WriteRune(r)
		s = s[n:]
	}
	return b.String()
}
