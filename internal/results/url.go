package results

import (
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/weburl"
)

// URL is a URL as browsers have it.
type URL struct {
	protocols.BrowserURL
	HostKind string `json:"host_kind"`
}

// NewURL returns the view of u.
func NewURL(u weburl.URL) *URL {
	return &URL{protocols.NewBrowserURL(u), u.HostKind().String()}
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

// Reset forgets all.
func (x *ValidationErrors) Reset() { x.First, x.More = x.First[:0], 0 }

// ExplainedURL is a URL, or nil where it cannot be parsed, and what is wrong with it.
type ExplainedURL struct {
	URL    *URL              `json:",inline"`
	Errors []validationError `json:"validation_errors"`
	More   int64             `json:"more_validation_errors,omitempty"`
}

type validationError struct {
	Name   string `json:"name"`
	Offset int64  `json:"offset"`
	Text   string `json:"text"`
}

// NewExplainedURL returns the view of u, which may be nil, and of what is wrong with it.
func NewExplainedURL(u *URL, wrong *ValidationErrors) ExplainedURL {
	v := ExplainedURL{u, []validationError{}, wrong.More}
	for _, e := range wrong.First {
		v.Errors = append(v.Errors, validationError{string(e.Name), e.Offset, e.Bytes})
	}
	return v
}
