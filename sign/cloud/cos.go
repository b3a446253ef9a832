package cloud

import (
	"crypto"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/canonical"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const cosName = "cos"

// COS is a request to Tencent Cloud's object storage, signed in Authorization or in the query.
var COS = &sign.Scheme{
	Name: cosName, Title: "Tencent Cloud COS",
	URL:   "https://www.tencentcloud.com/document/product/436/7778",
	Key:   "secret key",
	Signs: "the path decoded, the parameters and fields that are named encoded, with names in lower case",
	Marks: []string{"?q-sign-algorithm", "|", "Authorization:q-sign-algorithm="},
	Reads: readCOS,
}

// A cosRequest is one that COS signs.
type cosRequest struct {
	*sign.Request
	path           string
	fields, params []string // names of what is signed, in lower case and encoded
	query          []params.Param
}

// cosParams are the parameters of a signature.
var cosParams = []string{"q-sign-algorithm", "q-ak", "q-sign-time", "q-key-time", "q-header-list", "q-url-param-list", "q-signature"}

func readCOS(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	c := &sign.Claim{}
	q := &cosRequest{Request: r, query: params.Query(r.URL)}
	authorization, byHeader := r.Get("Authorization")
	said := q.query
	if byHeader {
		said = params.Query("?" + authorization)
	}
	get := func(name string) string {
		v, _ := params.Find(said, name)
		return v
	}
	if get("q-sign-algorithm") != "sha1" {
		return nil, sign.Fail(sign.Unknown, "q-sign-algorithm", "q-sign-algorithm is not sha1")
	}
	if twice := params.Repeated(said, cosParams...); twice != "" {
		c.Flaw(sign.Unknown, twice, twice+" comes twice, and which one counts is not known here")
	}
	_, q.path = params.HostPath(r.URL)
	if q.path = params.Decode(q.path); q.path == "" {
		q.path = "/"
	}
	q.fields, q.params = listed(get("q-header-list")), listed(get("q-url-param-list"))
	if len(q.fields) > mostNames || len(q.params) > mostNames || len(q.query) > mostParams {
		return nil, sign.Fail(sign.Unknown, "q-header-list", "there are more signed fields or parameters than are read here")
	}
	if !slices.Contains(q.fields, "host") {
		params.Add(&c.Facts, sign.Fact{Name: "host", Value: "not signed"})
	}
	q.check(c)
	if byHeader && params.Contains(q.query, "q-signature") {
		c.Flaw(sign.Unknown, "Authorization", "the URL is signed, and Authorization is sent, too")
	}
	if _, query := params.Split(r.URL); strings.Contains(query, "+") {
		c.Flaw(sign.Unknown, "query", "a + in the query is a space to some and a plus sign to others: write %20 or %2B")
	}
	keyTime, signTime := get("q-key-time"), get("q-sign-time")
	from, until, ok := params.Cut(signTime, ";")
	start, isStart := canonical.Seconds(from)
	end, isEnd := canonical.Seconds(until)
	if !ok || !isStart || !isEnd {
		c.Flaw(sign.Refused, "q-sign-time", "q-sign-time is not two times in seconds since 1970")
	} else {
		c.From, c.Until = start, end
	}
	if keyTime != signTime {
		c.Flaw(sign.Unknown, "q-key-time", "q-key-time is not q-sign-time, and what is accepted then is not known here")
	}
	c.Signature = get("q-signature")
	c.Algorithm = algorithm.Algorithm{Name: "HMAC-SHA1", Hash: crypto.SHA1, Form: algorithm.Hex, Derive: func(secret []byte) []byte {
		h := hmac.New(sha1.New, secret)
		h.Write([]byte(keyTime))
		return []byte(hex.EncodeToString(h.Sum(nil)))
	}}
	c.Text = q.text(cosHow{})
	c.ToSign = func(text string) string {
		sum := sha1.Sum([]byte(text))
		return "sha1\n" + signTime + "\n" + hex.EncodeToString(sum[:]) + "\n"
	}
	c.Where = func(made string) string {
		if byHeader {
			begin, _, _ := params.Cut(authorization, "q-signature=")
			return "Authorization: " + begin + "q-signature=" + made
		}
		return params.With(params.Without(r.URL, "q-signature"), "q-signature", made)
	}
	c.Facts = append(c.Facts, sign.Fact{Name: "account", Value: get("q-ak")}, sign.Fact{Name: "signed fields", Value: strings.Join(q.fields, ";")}, sign.Fact{Name: "signed parameters", Value: strings.Join(q.params, ";")})
	c.Candidates = q.candidates
	return c, nil
}

// check says what is wrong with the names that are listed.
func (q *cosRequest) check(c *sign.Claim) {
	for _, name := range q.fields {
		if _, ok := q.Get(params.Decode(name)); !ok && name != "host" {
			c.Flaw(sign.Missing, name, "the field "+strconv.Quote(name)+" is signed and not sent")
		}
	}
	for _, name := range q.params {
		if !slices.ContainsFunc(q.query, func(p params.Param) bool { return lowerEncoded(p.Name) == name }) {
			c.Flaw(sign.Missing, name, "the parameter "+strconv.Quote(name)+" is signed and not sent")
		}
	}
	if name := canonical.Repeated(slices.DeleteFunc(slices.Clone(q.query), func(p params.Param) bool { return !slices.Contains(q.params, lowerEncoded(p.Name)) })); name != "" {
		c.Flaw(sign.Unknown, name, "how a parameter is signed that comes twice is not known here")
	}
	for _, list := range [][]string{q.fields, q.params} {
		if !slices.IsSorted(list) || !slices.IsSortedFunc(list, func(a, b string) int {
			return strings.Compare(params.Decode(a), params.Decode(b))
		}) {
			c.Flaw(sign.Unknown, "q-header-list", "SDKs sort names as they are or encoded, and the order of these differs")
		}
	}
}

func listed(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ";")
}

// A cosHow is how a text is made: the zero value as it should be.
type cosHow struct {
	method, path    string
	value           func(string) string
	fields, params  []string
	host            string
	keepCase, lines bool
}

// lowerEncoded writes a name as it is listed.
func lowerEncoded(name string) string { return strings.ToLower(percent.RFC3986.Encode(name)) }

func (q *cosRequest) text(h cosHow) string {
	if h.value == nil {
		h.value = percent.RFC3986.Encode
	}
	name := lowerEncoded
	if h.keepCase {
		name = percent.RFC3986.Encode
	}
	method, path, fields, listedParams := strings.ToLower(q.Method), q.path, q.fields, q.params
	if h.method != "" {
		method = h.method
	}
	if h.path != "" {
		path = h.path
	}
	if h.fields != nil {
		fields = h.fields
	}
	if h.params != nil {
		listedParams = h.params
	}
	var query, header []params.Param
	for _, p := range q.query {
		if slices.Contains(listedParams, lowerEncoded(p.Name)) {
			params.Add(&query, params.Param{Name: name(p.Name), Value: h.value(p.Value)})
		}
	}
	for _, f := range fields {
		value, ok := q.Get(params.Decode(f))
		if !ok && f == "host" {
			value, _ = params.HostPath(q.URL)
		}
		if f == "host" && h.host != "" {
			value = h.host
		}
		params.Add(&header, params.Param{Name: f, Value: h.value(value)})
	}
	text := method + "\n" + path + "\n" + joined(query) + "\n" + joined(header) + "\n"
	if h.lines {
		text = params.TrimSuffix(text, "\n")
	}
	return text
}

// joined returns a list, sorted by the names.
//
//go:noinline
func joined(list []params.Param) string {
	params.Sort(list, func(a, b params.Param) int { return strings.Compare(a.Name, b.Name) })
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(p.Name + "=" + p.Value)
	}
	return b.String()
}

// candidates adds what may have been signed in place of the right text.
func (q *cosRequest) candidates(add func(id, text, fix, signed string)) {
	change := func(id, text, fix string, h cosHow) { add(id, text, fix, q.text(h)) }
	const path = "sign the path decoded, as the name of the object is"
	const values = "encode values, all but letters, digits and -._~, with upper-case digits"
	for _, e := range params.Encoders() {
		change("path-"+e.ID, "the path: "+e.Text, path, cosHow{path: params.Segments(q.path, e.Encode)})
		change("values-"+e.ID, "values: "+e.Text, values, cosHow{value: e.Encode})
	}
	_, sent := params.HostPath(q.URL)
	host, _ := params.HostPath(q.URL)
	change("path-as-sent", "the path was signed as it was sent", path, cosHow{path: sent})
	change("path-plus-as-space", "a + in the path was a space when it was signed", "write a space of the path as %20", cosHow{path: params.DecodeForm(sent)})
	change("path-decoded-twice", "the path was decoded twice", path, cosHow{path: params.Decode(q.path)})
	change("path-without-slash", "the path was signed without the first slash", path, cosHow{path: params.TrimPrefix(q.path, "/")})
	change("method-case", "the method was signed in upper case", "sign the method in lower case", cosHow{method: strings.ToUpper(q.Method)})
	change("name-case", "names of parameters were not written in lower case", "write names in lower case", cosHow{keepCase: true})
	change("line-end-left-out", "the last line end was left out", "end the last line", cosHow{lines: true})
	change("fields-left-out", "no header fields were signed", "sign the fields of q-header-list", cosHow{fields: []string{}})
	change("parameters-left-out", "no parameters were signed", "sign the parameters of q-url-param-list", cosHow{params: []string{}})
	for i, f := range q.fields[:min(len(q.fields), mostListed)] {
		change("field-left-out", "the field "+params.Shown(f)+" was not signed", "sign the fields of q-header-list", cosHow{fields: canonical.Missing(q.fields, i)})
	}
	for i, p := range q.params[:min(len(q.params), mostListed)] {
		change("parameter-left-out", "the parameter "+params.Shown(p)+" was not signed", "sign the parameters of q-url-param-list", cosHow{params: canonical.Missing(q.params, i)})
	}
	bucket, rest, _ := params.Cut(host, ".")
	change("other-host", "the host "+params.Shown(rest)+" was signed", "sign the host that is sent", cosHow{host: rest})
	change("bucket-added", "the bucket was signed in the path", path, cosHow{path: "/" + bucket + q.path})
}

// mostNames and mostParams are how many signed names and parameters are read.
const (
	mostNames  = 200
	mostParams = 2000
)

// mostListed is up to how many names each is tried to be missing.
const mostListed = 50
