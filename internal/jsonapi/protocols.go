package jsonapi

import (
	"cmp"
	"errors"
	"io/fs"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
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
	// are not asked about a relative URL, nor about one that is longer than maxRead.
	Readers []results.ReadingGroup `json:"readers,omitempty"`
}

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

func readURL(q *urlRequest) (*reply, error) {
	if len(q.Text) > maxURL || len(q.Base) > maxURL {
		return nil, refuse("text", "", tooLong)
	}
	row, err := checked(&q.Request)
	if err != nil {
		return nil, err
	}
	result := urlResult{Errors: []validationError{}}
	parser := weburl.Parser{OnError: func(e weburl.ValidationError) {
		if len(result.Errors) < MaxItems {
			result.Errors = append(result.Errors, validationError{string(e.Name), e.Offset, beginning(e.Bytes, MaxExcerpt)})
		}
	}}
	if q.Charset != "" {
		if parser.Charset, err = operation.Charset(q.Charset); err != nil {
			return nil, err
		}
	}
	if q.Base != "" {
		if parser.Base, err = weburl.Parse(q.Base); err != nil {
			return nil, inField("base", err)
		}
	}
	if u, err := parser.Parse(q.Text); err != nil {
		f := newFailure(err)
		result.Refused = &f
	} else {
		result.Browser = newBrowserURL(u)
	}
	if u, err := uri.Parse(q.Text); err != nil {
		f := newFailure(err)
		result.Illegal = &f
	} else {
		result.Normalized = u.Normalize(uri.SyntaxBased).String()
		if base, err := uri.ParseURI(q.Base); err == nil {
			result.Resolved = base.Resolve(u).String()
		}
	}
	lenient := uri.ParseLenient(q.Text)
	for _, p := range uri.Parts() {
		if c := lenient.Get(p); c.Present {
			result.RFC3986 = append(result.RFC3986, part{p.String(), c.Raw})
		}
	}
	if q.Base == "" && len(q.Text) <= maxRead {
		result.Readers = results.NewReadings(q.Text, reader.All()).Groups
	}
	c := commandOf(&q.Request)
	c.add("--explain")
	return &reply{
		Result: result, Command: c.texts(q.Text), Go: row.Go(&q.Request, nil, goText(q.Text), false),
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

// A signRequest is a request for the text that a signature of an HTTP request is made
// of. It has no member for a secret, because none is needed.
type signRequest struct {
	// Request is raw HTTP, a command line of curl, what `curl -v` prints, a HAR
	// archive or JSON.
	Request string `json:"request"`
	Entry   int    `json:"entry,omitempty"` // which of several requests, from 1
	Scheme  string `json:"scheme,omitempty"`
	// Theirs is the text that somebody else has signed, or the error document in which
	// AWS shows it.
	Theirs string `json:"theirs,omitempty"`

	// For AWS. They take the place of what the request says of its signature.
	Service string `json:"service,omitempty"`
	Region  string `json:"region,omitempty"`
	Date    string `json:"date,omitempty"` // such as 20130524T000000Z
	// DefaultService and DefaultDate are for requests that say nothing.
	DefaultService string `json:"default_service,omitempty"`
	DefaultDate    string `json:"default_date,omitempty"`
}

type signResult struct {
	Method     string          `json:"method"`
	URL        string          `json:"url"`
	Requests   int             `json:"requests"`
	Parameters []signParameter `json:"parameters,omitempty"`
	Steps      []part          `json:"steps"`
	Text       string          `json:"text"` // what is signed
	Theirs     *compareResult  `json:"theirs,omitempty"`
	// TheirsText is the text that Theirs is about, if it was taken from a document.
	TheirsText string `json:"theirs_text,omitempty"`
}

type signParameter struct {
	Source string `json:"source"`
	Name   string `json:"name"`
	Value  string `json:"value"`
}

// read returns the request that is to be signed, and how many there are.
func (q *signRequest) read() (*httprequest.Request, int, error) {
	if err := word("scheme", &q.Scheme, "https", "http"); err != nil {
		return nil, 0, err
	}
	list, err := httprequest.Parse([]byte(q.Request), q.Scheme, func(name string) ([]byte, error) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("the page reads no files: paste what is in it")}
	})
	if err != nil {
		return nil, 0, err
	}
	i := max(q.Entry, 1) - 1
	if i >= len(list) {
		return nil, 0, refuse("entry", "", noRequest)
	}
	return list[i], len(list), nil
}

// compare adds a comparison with theirs to r.
func (q *signRequest) compare(r *signResult, format compare.Format) {
	if q.Theirs == "" {
		return
	}
	theirs := q.Theirs
	if m, ok := httprequest.ParseMismatch(theirs); ok && format == compare.CanonicalRequest && m.CanonicalRequest != "" {
		theirs = m.CanonicalRequest
		r.TheirsText = beginning(theirs, MaxRepair)
	}
	c := newCompareResult(compare.Compare(r.Text, theirs, format), r.Text, theirs)
	r.Theirs = &c
}

func baseString(q *signRequest) (*reply, error) {
	r, n, err := q.read()
	if err != nil {
		return nil, err
	}
	req, err := r.OAuth1(nil)
	if err != nil {
		return nil, err
	}
	steps, err := oauth1.Explain(req)
	if err != nil {
		return nil, err
	}
	result := signResult{
		Method: r.Method, URL: r.URL, Requests: n, Text: steps.BaseString,
		Steps: []part{{"base_uri", steps.BaseURI}, {"normalized", steps.Normalized}},
	}
	// The signature is not among them.
	for _, p := range firsts(steps.Collected, MaxItems) {
		result.Parameters = append(result.Parameters, signParameter{p.Source.String(), p.Name, p.Value})
	}
	q.compare(&result, compare.BaseString)
	given := ""
	if r.IsForm() {
		given = ", Form: " + goText(string(r.Body))
	}
	if _, ok := r.Get("Authorization"); ok {
		given += ", Authorization: authorization" // which may hold a signature
	}
	return &reply{
		Result: result, Command: "percent oauth1 base-string --explain -f request.http",
		Go:      []string{"steps, err := oauth1.Explain(&oauth1.Request{Method: " + goText(r.Method) + ", URL: " + goText(r.URL) + given + "})"},
		Sources: []source{{"RFC 5849, section 3.4.1", "https://www.rfc-editor.org/rfc/rfc5849.html#section-3.4.1"}}, Guide: guideTo("oauth1"),
	}, nil
}

// dateLayout is how X-Amz-Date is written.
const dateLayout = "20060102T150405Z"

func canonicalRequest(q *signRequest) (*reply, error) {
	r, n, err := q.read()
	if err != nil {
		return nil, err
	}
	req := r.SigV4()
	claimed, err := (&sigv4.Verifier{}).Claimed(req)
	var refused *sigv4.VerifyError
	switch {
	case err == nil:
	case errors.As(err, &refused) && refused.Reason == sigv4.NotSigned:
		claimed = &sigv4.Signature{}
	default:
		return nil, err
	}
	url, field, _ := r.Hosts()
	s := &sigv4.Signer{
		Service: cmp.Or(q.Service, claimed.Service, q.DefaultService),
		Region:  cmp.Or(q.Region, claimed.Region, sigv4.RegionOfHost(cmp.Or(field, url)), "us-east-1"),
	}
	if s.Service == "" {
		return nil, refuse("service", "", isMissing)
	}
	if _, given := r.Get("X-Amz-Content-Sha256"); !given && len(r.Body) > 0 {
		req.PayloadHash = sigv4.HashPayload(r.Body)
	}
	// For a signed request it is the text that the signature should match.
	asClaimed := claimed.Service != "" && q.Service == "" && q.Region == "" && q.Date == ""
	explain := s.Explain
	date := q.Date
	if asClaimed {
		explain = func(req *sigv4.Request) (*sigv4.Steps, error) { return (&sigv4.Verifier{}).Explain(req, r.Body) }
	} else {
		sent, _ := r.Get("X-Amz-Date")
		if expires, presigned, ok := r.Presigned(s); ok {
			sent = presigned
			explain = func(req *sigv4.Request) (*sigv4.Steps, error) { return s.ExplainPresign(req, expires) }
		}
		date = cmp.Or(date, sent, q.DefaultDate)
		if date == "" {
			return nil, refuse("date", "", isMissing)
		}
		t, err := time.Parse(dateLayout, date)
		if err != nil {
			return nil, refuse("date", date, unknownWord)
		}
		s.Now = func() time.Time { return t }
	}
	steps, err := explain(req)
	if err != nil {
		return nil, err
	}
	result := signResult{
		Method: r.Method, URL: r.URL, Requests: n, Text: steps.CanonicalRequest,
		Steps: []part{
			{"canonical_uri", steps.CanonicalURI},
			{"canonical_query", steps.CanonicalQuery},
			{"canonical_headers", steps.CanonicalHeaders},
			{"signed_headers", steps.SignedHeaders},
			{"payload_hash", steps.PayloadHash},
			{"scope", steps.Scope},
			{"string_to_sign", steps.StringToSign},
		},
	}
	q.compare(&result, compare.CanonicalRequest)
	given := ""
	if len(req.Header) > 0 {
		given = ", Header: header" // which may hold a token
	}
	if req.PayloadHash != "" {
		given += ", PayloadHash: sigv4.HashPayload(body)"
	}
	c := newCommand("percent", "sigv4", "canonical", "--explain")
	if !asClaimed {
		c.flag("--service", s.Service)
	}
	c.flag("--region", q.Region)
	c.flag("--date", q.Date)
	c.add("-f", "request.http")
	program := []string{
		`date, err := time.Parse("` + dateLayout + `", ` + goText(date) + ")",
		"s := &sigv4.Signer{Service: " + goText(s.Service) + ", Region: " + goText(s.Region) + ", Now: func() time.Time { return date }}",
		"steps, err := s.Explain(&sigv4.Request{Method: " + goText(r.Method) + ", URL: " + goText(r.URL) + given + "})",
	}
	if asClaimed {
		program = []string{"steps, err := new(sigv4.Verifier).Explain(&sigv4.Request{Method: " + goText(r.Method) + ", URL: " + goText(r.URL) + given + "}, body)"}
	}
	return &reply{
		Result: result, Command: c.String(), Go: program,
		Sources: []source{{"AWS Signature Version 4", "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html"}}, Guide: guideTo("sigv4"),
	}, nil
}
