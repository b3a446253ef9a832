package results

import (
	"fmt"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/weburl"
)

// A ParsedURL is what a browser makes of a text.
type ParsedURL struct {
	URL *weburl.URL // nil if there is no URL
	// Kept is the text, if it stands for a URL that there is not.
	Kept string
	// Errors are the validation errors, or nil if they were not asked for.
	Errors *ValidationErrors
}

// A browserURL has the members of JavaScript's URL, and the kind of the host.
type browserURL struct {
	protocols.BrowserURL
	HostKind string `json:"host_kind"`
}

type explainedURL struct {
	URL    *browserURL       `json:",inline"` // or nil
	Errors []validationError `json:"validation_errors"`
	More   int64             `json:"more_validation_errors,omitempty"`
}

type validationError struct {
	Name   string `json:"name"`
	Offset int64  `json:"offset"`
	Text   string `json:"text"`
}

// JSON returns the members of the URL and the errors, or nil if there are none.
func (p *ParsedURL) JSON() any {
	var view *browserURL
	if p.URL != nil {
		view = &browserURL{protocols.NewBrowserURL(*p.URL), p.URL.HostKind().String()}
	}
	switch {
	case p.Errors != nil:
		v := explainedURL{view, []validationError{}, p.Errors.More}
		for _, e := range p.Errors.First {
			v.Errors = append(v.Errors, validationError{string(e.Name), e.Offset, e.Bytes})
		}
		return v
	case view != nil:
		return view
	}
	return nil
}

// Page returns the members that are not empty, a line each, and the errors.
func (p *ParsedURL) Page(Style) string { return string(p.AppendFramed(nil, Frame{})) }

// AppendFramed appends the page, with an empty line before all but the first.
func (p *ParsedURL) AppendFramed(dst []byte, f Frame) []byte {
	if p.URL == nil {
		dst = append(dst, p.Kept...)
	} else {
		if f.Nth > 1 {
			dst = append(dst, '\n')
		}
		v := protocols.NewBrowserURL(*p.URL)
		for _, part := range [][2]string{
			{"href", v.Href},
			{"origin", v.Origin},
			{"protocol", v.Protocol},
			{"username", v.Username},
			{"password", v.Password},
			{"host", v.Host},
			{"hostname", v.Hostname},
			{"port", v.Port},
			{"pathname", v.Pathname},
			{"search", v.Search},
			{"hash", v.Hash},
		} {
			if part[1] != "" {
				dst = fmt.Appendf(dst, "%-8s  %s\n", part[0], excerpt.Name(part[1]))
			}
		}
	}
	if p.Errors == nil {
		return dst
	}
	for _, e := range p.Errors.First {
		dst = fmt.Appendf(dst, "! %s\n", e)
	}
	if n := p.Errors.More; n > 0 {
		dst = fmt.Appendf(dst, "! and %s\n", term.Count(n, "more validation error"))
	}
	return dst
}

// maxValidationErrors is how many validation errors of a URL are kept. Every byte of a
// text can be one, and to show it takes some forty times its memory.
const maxValidationErrors = 10_000

// ValidationErrors are those of a URL. It keeps the first 10,000 and counts the others.
type ValidationErrors struct {
	First []weburl.ValidationError
	More  int64 // that are not in First
}

// Add adds e.
func (x *ValidationErrors) Add(e weburl.ValidationError) {
	if len(x.First) == maxValidationErrors {
		x.More++
		return
	}
	x.First = append(x.First, e)
}
