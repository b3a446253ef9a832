package compare

import (
	"github.com/pct-encoded/percent/inspect/internal/browser"
	"github.com/pct-encoded/percent/internal/excerpt"
)

// A Browser is what browsers, which follow the URL Standard, make of two texts.
type Browser struct {
	// First and Second are the URLs, or "" if a browser refuses the text.
	First, Second string
	// Same says that they are the same URL (#concept-url-equals).
	Same bool

	verdict  Verdict
	readings [2]browser.Reading
}

// browse fills in Browser, unless browsers agree with RFC 3986 on both texts and on
// whether they are the same.
func (c *Comparison) browse(first, second string) {
	a, ok := browser.Read(first)
	b, ok2 := browser.Read(second)
	if !ok || !ok2 {
		return
	}
	same := a.Href != "" && a.Href == b.Href && a.EscapedScheme == b.EscapedScheme
	if !a.Differs && !b.Differs && (same == (c.Verdict != Different) || c.form) {
		return
	}
	c.Browser = &Browser{a.Href, b.Href, same, c.Verdict, [2]browser.Reading{a, b}}
}

// Texts returns what there is to say, as clauses without full stops, in which first
// and second are what the texts are called.
func (b *Browser) Texts(first, second string) []string {
	const most = 200
	if b.Same {
		s := "a browser"
		if b.readings[0].OnPage {
			s += " on " + browser.Page
		}
		s += " reads both as " + excerpt.Of(b.First, most)
		if b.verdict == Different {
			s += ", the same URL"
		}
		return []string{s}
	}
	var list []string
	for i, r := range b.readings {
		if r.Differs {
			list = append(list, r.Of([...]string{first, second}[i]))
		}
	}
	if b.verdict != Different && b.First != "" && b.Second != "" {
		list = append(list, "to a browser these are two URLs")
	}
	return list
}
