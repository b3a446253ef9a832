package jsonapi

import (
	"errors"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// A urlRequest is a request to read a URL as a browser does, and by RFC 3986.
type urlRequest struct {
	Text string `json:"text"`
	choices
}

type urlResult struct {
	// Browser is nil if Refused says why there is no URL.
	Browser *browserURL       `json:"browser,omitempty"`
	Refused *failure          `json:"refused,omitempty"`
	Errors  []validationError `json:"errors"`
	// RFC3986 has the parts by appendix B of RFC 3986. Illegal is why the text does not
	// match the grammar of appendix A.
	RFC3986    []part   `json:"rfc3986"`
	Illegal    *failure `json:"illegal,omitempty"`
	Resolved   string   `json:"resolved,omitempty"` // by RFC 3986, if there is a base
	Normalized string   `json:"normalized,omitempty"`
	// Readers are the groups of those that read the same host, port and path in it. They
	// are not asked where there is a base, nor about a URL that is longer than maxRead.
	Readers []results.ReadingGroup `json:"readers,omitempty"`
	// MissingReaders are those of which it is not known what they did in the past that was
	// asked for.
	MissingReaders []string `json:"missing_readers,omitempty"`
	// Drivers is the page of dsn see, if the URL is a connection URI and the program has the
	// models of drivers.
	Drivers string `json:"drivers,omitempty"`
}

// DriversRead returns what drivers read in a connection URI, or "". It is nil without the server,
// because the models are too large for the browser.
var DriversRead func(text string) string

// A part is a component, without its delimiters.
type part struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// A browserURL has the members of JavaScript's URL.
type browserURL struct {
	protocols.BrowserURL
	Params []part `json:"params,omitempty"`
}

type validationError struct {
	Name   string `json:"name"`
	Offset int64  `json:"offset"`
	Text   string `json:"text"`
}

// maxURL is the longest URL, in bytes, that is taken apart: 64 KiB, eight times
// what servers accept.
const maxURL = 64 << 10

// maxRead is the length of the longest URL, in bytes, that all readers are asked about:
// what RFC 9110 asks of all recipients (section 4.1).
const maxRead = 8000

// A urlReader reads URLs as a request asks for it.
type urlReader struct {
	row    *operation.Operation
	parser weburl.Parser
	base   uri.URI // for RFC 3986, if based
	based  bool
}

// prepared returns what reads the URLs of requests with the same choices.
func (q *urlRequest) prepared() (*urlReader, error) {
	if len(q.Base) > maxURL {
		return nil, refuse("text", "", tooLong)
	}
	row, err := checked(&q.Request)
	if err != nil {
		return nil, err
	}
	r := &urlReader{row: row}
	if q.Charset != "" {
		if r.parser.Charset, err = operation.Charset(q.Charset); err != nil {
			return nil, err
		}
	}
	if q.Base != "" {
		if r.parser.Base, err = weburl.Parse(q.Base); err != nil {
			return nil, inField("base", err)
		}
	}
	base, err := uri.ParseURI(q.Base)
	r.base, r.based = base, err == nil
	return r, nil
}

// read returns what a text is, without what readers make of it.
func (r *urlReader) read(text string) *urlResult {
	result := &urlResult{Errors: []validationError{}}
	parser := r.parser
	parser.OnError = func(e weburl.ValidationError) {
		if len(result.Errors) < MaxItems {
			result.Errors = append(result.Errors, validationError{string(e.Name), e.Offset, beginning(e.Bytes, MaxExcerpt)})
		}
	}
	if u, err := parser.Parse(text); err != nil {
		f := newFailure(err)
		result.Refused = &f
	} else {
		result.Browser = newBrowserURL(u)
	}
	if u, err := uri.Parse(text); err != nil {
		f := newFailure(err)
		result.Illegal = &f
	} else {
		result.Normalized = u.Normalize(uri.SyntaxBased).String()
		if r.based {
			result.Resolved = r.base.Resolve(u).String()
		}
	}
	lenient := uri.ParseLenient(text)
	for _, p := range uri.Parts() {
		if c := lenient.Get(p); c.Present {
			result.RFC3986 = append(result.RFC3986, part{p.String(), c.Raw})
		}
	}
	return result
}

func readURL(q *urlRequest) (*reply, error) {
	if len(q.Text) > maxURL {
		return nil, refuse("text", "", tooLong)
	}
	r, err := q.prepared()
	if err != nil {
		return nil, err
	}
	result := r.read(q.Text)
	if q.Base == "" && len(q.Text) <= maxRead {
		readings, err := q.Readings(q.Text, reader.All(), time.Time{})
		if err != nil {
			return nil, err
		}
		result.Readers, result.MissingReaders = readings.Groups, readings.Missing
		if DriversRead != nil {
			result.Drivers = DriversRead(q.Text)
		}
	}
	c := commandOf(&q.Request)
	c.add("--explain")
	return &reply{
		Result: result, Command: c.texts(q.Text), Go: r.row.Go(&q.Request, nil, goText(q.Text), false),
		Sources: []source{{"URL Standard", "https://url.spec.whatwg.org/"}, rfc3986}, Guide: guideTo("url"),
	}, nil
}

func newBrowserURL(u weburl.URL) *browserURL {
	v := &browserURL{BrowserURL: protocols.NewBrowserURL(u)}
	for _, p := range firsts(u.SearchParams(), MaxItems) {
		v.Params = append(v.Params, part{p.Name, beginning(p.Value, MaxText)})
	}
	return v
}

// inField returns err with the name of the member of the request that it is about.
func inField(name string, err error) error {
	var syntax *percent.SyntaxError
	if errors.As(err, &syntax) {
		e := *syntax
		e.Field = name
		return &e
	}
	return err
}
