// Package httprequest reads HTTP requests from files, to sign them or to check
// their signatures: raw HTTP/1.1, JSON, command lines of curl, what `curl -v`
// prints, and HTTP archives.
package httprequest

import (
	"bytes"
	"mime"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/httptarget"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
)

// A Request is an HTTP request as it is sent.
type Request struct {
	Method string
	URL    string // absolute
	Header []Field
	Body   []byte
	NoBody bool // there was a body, but it is not in the text
}

// A Field is a header field.
type Field struct{ Name, Value string }

// The reasons of a *percent.SyntaxError of this package, beside those of package
// httptarget. Its Field names the line.
const (
	ByteOrderMark  percent.Reason = "byte order mark"
	NotRequestLine percent.Reason = `not a request line such as "GET /path HTTP/1.1"`
	NotField       percent.Reason = "not a header field"
	InvalidMethod  percent.Reason = "invalid method"
	InvalidValue   percent.Reason = "control character in a header field"
	NoHost         percent.Reason = "the request has no Host field"
	SecondHost     percent.Reason = "the request has a second Host field"
	BadLength      percent.Reason = "invalid Content-Length" // RFC 9112, section 6.3, rule 5
	SecondLength   percent.Reason = "the request has two different Content-Length fields"
	AfterBody      percent.Reason = "text after the end of the body, as Content-Length has it"
	Chunked        percent.Reason = "body in a transfer coding" // its framing is not what is signed
	NotHeaders     percent.Reason = "neither an object nor an array of pairs"
)

const format = "request"

//go:noinline
func refuse(field string, offset int, bytes string, reason percent.Reason) error {
	return &percent.SyntaxError{Format: format, Field: field, Offset: int64(offset), Bytes: bytes, Reason: reason}
}

// Get returns the first header field of that name.
//
//go:noinline
func (r *Request) Get(name string) (string, bool) {
	for _, h := range r.Header {
		if strings.EqualFold(h.Name, name) {
			return h.Value, true
		}
	}
	return "", false
}

// Hosts returns the host and port in the URL and in the Host field, and whether they
// differ: in more than the case of letters and the default port of the scheme.
func (r *Request) Hosts() (url, field string, differ bool) {
	scheme, rest, absolute := strings.Cut(r.URL, "://")
	field, given := r.Get("Host")
	url = rest[:strings.IndexAny(rest+"/", "/?#")]
	url = url[strings.LastIndexByte(url, '@')+1:]
	port := map[string]string{"http": ":80", "https": ":443"}[strings.ToLower(scheme)]
	plain := func(host string) string { return strings.TrimSuffix(host, port) }
	return url, field, absolute && given && !strings.EqualFold(plain(url), plain(field))
}

// IsForm reports whether the body is application/x-www-form-urlencoded.
func (r *Request) IsForm() bool {
	contentType, _ := r.Get("Content-Type")
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == oauth1.FormContentType
}

// OAuth1 returns the request for package oauth1, with more protocol parameters. An
// error is an *oauth1.VerifyError for a second field of those that say which
// parameters there are: a server may read either.
func (r *Request) OAuth1(params []oauth1.Param) (*oauth1.Request, error) {
	for _, name := range []string{"Authorization", "Content-Type"} {
		n := 0
		for _, h := range r.Header {
			if strings.EqualFold(h.Name, name) {
				n++
			}
		}
		if n > 1 {
			return nil, &oauth1.VerifyError{Reason: oauth1.RepeatedParameter, Param: name}
		}
	}
	req := &oauth1.Request{Method: r.Method, URL: r.URL, Params: params}
	req.Authorization, _ = r.Get("Authorization")
	if r.IsForm() {
		req.Form = string(r.Body)
	}
	return req, nil
}

// SigV4 returns the request for package sigv4.
//
//go:noinline
func (r *Request) SigV4() *sigv4.Request {
	req := &sigv4.Request{Method: r.Method, URL: r.URL}
	for _, h := range r.Header {
		req.Header = append(req.Header, sigv4.Header{Name: h.Name, Value: h.Value})
	}
	return req
}

// Presigned prepares s to presign r again, if its URL is presigned: it sets the access key,
// the session token and the names of the signed fields, unless s has some, and returns how
// long the URL is valid and its date as it is written.
func (r *Request) Presigned(s *sigv4.Signer) (expires time.Duration, date string, ok bool) {
	claimed, err := new(sigv4.Verifier).Claimed(&sigv4.Request{Method: r.Method, URL: r.URL})
	if err != nil {
		return 0, "", false
	}
	_, query, _ := strings.Cut(r.URL, "?")
	query, _, _ = strings.Cut(query, "#")
	params, _ := url.ParseQuery(query) // Claimed has read those of the signature
	s.Credentials = sigv4.Credentials{AccessKeyID: claimed.AccessKeyID, SessionToken: params.Get("X-Amz-Security-Token")}
	if s.SignedHeaders == nil {
		s.SignedHeaders = claimed.SignedHeaders
	}
	seconds, _ := strconv.Atoi(params.Get("X-Amz-Expires"))
	return time.Duration(seconds) * time.Second, params.Get("X-Amz-Date"), true
}

// Parse reads requests: a command line of curl, what `curl -v` prints, an HTTP
// archive, another object in JSON, a URL alone, or raw HTTP. Scheme makes the URL of raw HTTP
// absolute, and read reads a file that a command line names. The error is a
// *percent.SyntaxError or one of read; without an error there is at least one
// request.
//
// Raw HTTP is refused where RFC 9112 has a server refuse it, with two exceptions:
// spaces in the request target are kept, because they are visible, and the version
// may be left out after a method in upper case.
func Parse(text []byte, scheme string, read func(name string) ([]byte, error)) ([]*Request, error) {
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		return nil, refuse("line 1", 0, "\ufeff", ByteOrderMark)
	}
	one := func(r *Request, err error) ([]*Request, error) {
		if err != nil {
			return nil, err
		}
		return []*Request{r}, nil
	}
	some := func(list []*Request, err error) ([]*Request, error) {
		if err == nil && len(list) == 0 {
			err = refuse("", 0, "", NoRequest)
		}
		return list, err
	}
	switch s := string(text); {
	case bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")):
		v, err := strictjson.Parse(s)
		if err != nil {
			return nil, err
		}
		if _, ok := v.Get("log"); ok {
			return some(parseHAR(v))
		}
		return one(parseJSON(s))
	case isCurl(s):
		return one(parseCurl(s, read))
	case isTrace(s):
		return some(parseTrace(s, scheme))
	case isURL(s):
		return one(&Request{Method: "GET", URL: strings.TrimSpace(s)}, nil)
	}
	return one(parseRaw(text, scheme))
}

// isURL reports whether a text is a URL of the web alone, such as one that is presigned.
func isURL(text string) bool {
	text = strings.TrimSpace(text)
	scheme, _, ok := strings.Cut(text, "://")
	return ok && (strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http")) && !strings.ContainsAny(text, " \t\r\n")
}

func parseRaw(text []byte, scheme string) (*Request, error) {
	r := &Request{}
	line, rest, more := cutLine(text)
	target, err := r.requestLine(line)
	if err != nil {
		return nil, err
	}
	hasHost, length := false, ""
	for number := 2; more; number++ {
		offset := len(text) - len(rest)
		if line, rest, more = cutLine(rest); line == "" {
			break
		}
		f, err := parseField(line, number, offset)
		if err != nil {
			return nil, err
		}
		valueAt := offset + len(line) - len(strings.TrimLeft(line[len(f.Name)+1:], " \t"))
		switch {
		case strings.EqualFold(f.Name, "Transfer-Encoding"):
			return nil, refuse("line "+strconv.Itoa(number), valueAt, f.Value, Chunked)
		case strings.EqualFold(f.Name, "Content-Length"):
			if _, err := strconv.ParseUint(f.Value, 10, 62); err != nil {
				return nil, refuse("line "+strconv.Itoa(number), valueAt, f.Value, BadLength)
			}
			if length != "" && length != f.Value {
				return nil, refuse("line "+strconv.Itoa(number), offset, "", SecondLength)
			}
			length = f.Value
		case strings.EqualFold(f.Name, "Host"):
			if hasHost {
				return nil, refuse("line "+strconv.Itoa(number), offset, "", SecondHost)
			}
			hasHost = true
			if err := httptarget.CheckHost(f.Value, format); err != nil {
				return nil, pct.In("line "+strconv.Itoa(number), pct.Format(format).Shift(err, line, valueAt))
			}
		}
		r.Header = append(r.Header, f)
	}
	if more {
		r.Body = r.body(rest)
		// An editor adds a line end.
		if after := rest[len(r.Body):]; length != "" && len(bytes.Trim(after, "\r\n")) > 0 {
			return nil, refuse("", len(text)-len(after), "", AfterBody)
		}
	}
	return r, r.locate(target, scheme)
}

// cutLine cuts the first line off text, and reports whether it had an end.
func cutLine(text []byte) (line string, rest []byte, ended bool) {
	b, rest, ended := bytes.Cut(text, []byte("\n"))
	return string(bytes.TrimSuffix(b, []byte("\r"))), rest, ended
}

// requestLine reads the first line.
func (r *Request) requestLine(line string) (target string, err error) {
	method, rest, _ := strings.Cut(line, " ")
	target, versioned := rest, false
	if i := strings.LastIndexByte(rest, ' '); i >= 0 && strings.HasPrefix(rest[i+1:], "HTTP/") {
		target, versioned = rest[:i], true
	}
	// Other text, such as a command line, must not be taken for a request.
	if target == "" || !isToken(method) || !versioned && (strings.Contains(target, " ") || method != strings.ToUpper(method)) {
		return "", refuse("line 1", 0, "", NotRequestLine)
	}
	if i := strings.IndexFunc(target, isControl); i >= 0 {
		return "", refuse("line 1", len(method)+1+i, target[i:i+1], httptarget.InvalidTarget)
	}
	if _, err := httptarget.Resource(target, format); err != nil {
		return "", pct.In("line 1", pct.Format(format).Shift(err, line, len(method)+1))
	}
	r.Method = method
	return target, nil
}

// parseField reads a header field, the line of that number, which begins at
// offset. A line that continues the one before is obsolete, and refused.
func parseField(line string, number, offset int) (Field, error) {
	name, value, ok := strings.Cut(line, ":")
	if !ok || !isToken(name) {
		return Field{}, refuse("line "+strconv.Itoa(number), offset, "", NotField)
	}
	if i := strings.IndexFunc(value, isControl); i >= 0 {
		return Field{}, refuse("line "+strconv.Itoa(number), offset+len(name)+1+i, value[i:i+1], InvalidValue)
	}
	return Field{name, strings.Trim(value, " \t")}, nil
}

// isToken reports whether s is a token (RFC 9110, section 5.6.2), which methods
// and the names of fields are.
func isToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7F || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return s != ""
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7F }

// body returns the body at the front of rest: as long as Content-Length says, or,
// without that field, all but the line end that an editor adds. A body in chunks that
// are signed ends in a line end of its own.
func (r *Request) body(rest []byte) []byte {
	if length, ok := r.Get("Content-Length"); ok {
		if n, err := strconv.ParseUint(length, 10, 62); err == nil && n <= uint64(len(rest)) {
			return rest[:n]
		}
		return rest
	}
	if hash, _ := r.Get("X-Amz-Content-Sha256"); strings.HasPrefix(hash, "STREAMING-") && bytes.HasSuffix(rest, []byte("\r\n")) {
		return rest
	}
	return bytes.TrimSuffix(bytes.TrimSuffix(rest, []byte("\n")), []byte("\r"))
}

// locate sets the URL of a raw request from its target.
func (r *Request) locate(target, scheme string) error {
	if httptarget.IsAbsolute(target) {
		r.URL = target
		return nil
	}
	host, ok := r.Get("Host")
	if !ok {
		return refuse("", 0, "", NoHost)
	}
	r.URL = scheme + "://" + host + target
	return nil
}

// A requestView is a request in JSON.
type requestView struct {
	Method  *string `json:"method,omitempty"`
	URL     string  `json:"url"`
	Headers fields  `json:"headers,omitempty"`
	Body    string  `json:"body,omitempty"`
}

// fields are header fields in JSON: an object, or an array of pairs.
type fields []Field

// UnmarshalValue reads the fields.
func (f *fields) UnmarshalValue(v strictjson.Value) percent.Reason {
	switch v.Kind {
	case strictjson.Object:
		for _, m := range v.Members {
			if m.Value.Kind != strictjson.String {
				return NotHeaders
			}
			*f = append(*f, Field{m.Key, m.Value.Text})
		}
		sort.Slice(*f, func(i, j int) bool { return (*f)[i].Name < (*f)[j].Name })
		return ""
	case strictjson.Array:
		for _, item := range v.Items {
			if len(item.Items) != 2 || item.Items[0].Kind != strictjson.String || item.Items[1].Kind != strictjson.String {
				return NotHeaders
			}
			*f = append(*f, Field{item.Items[0].Text, item.Items[1].Text})
		}
		return ""
	}
	return NotHeaders
}

func parseJSON(text string) (*Request, error) {
	var v requestView
	if err := (strictjson.Reader{}).Read(text, &v); err != nil {
		return nil, err
	}
	if v.URL == "" {
		return nil, refuse("url", 0, "", "empty")
	}
	r := &Request{URL: v.URL, Header: v.Headers, Body: []byte(v.Body)}
	if v.Method != nil {
		if r.Method = *v.Method; r.Method != "" && !isToken(r.Method) {
			return nil, refuse("method", 0, r.Method, InvalidMethod)
		}
	}
	for _, f := range v.Headers {
		if !isToken(f.Name) {
			return nil, refuse("headers", 0, f.Name, NotField)
		}
		if i := strings.IndexFunc(f.Value, isControl); i >= 0 {
			return nil, refuse("headers, "+f.Name, i, f.Value[i:i+1], InvalidValue)
		}
	}
	return r, nil
}
