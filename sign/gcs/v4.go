package gcs

import (
	"crypto"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const v4Name = "gcs"

// V4 is a signed URL of version 4.
var V4 = sign.New(sign.Scheme{
	Name: v4Name, Title: "Google Cloud Storage, signed URLs of version 4",
	URL:   "https://docs.cloud.google.com/storage/docs/authentication/signatures",
	Key:   "key of the service account, or secret of the HMAC key",
	Signs: "path and query encoded again, and header fields",
	Marks: []string{"?X-Goog-Signature", "|", "?x-goog-signature"},
}, readV4)

// longest is the longest time for which a URL is valid.
const longest = 7 * 24 * time.Hour

const (
	dateLayout   = "20060102T150405Z"
	signatureKey = "X-Goog-Signature"
	unsigned     = "UNSIGNED-PAYLOAD"
)

// ownParams are the parameters of the signature beside signatureKey.
var ownParams = []string{"X-Goog-Algorithm", "X-Goog-Credential", "X-Goog-Date", "X-Goog-Expires", "X-Goog-SignedHeaders"}

// A signed is a request that version 4 signs.
type signed struct {
	*sign.Request
	host, path string // path as sent
	query      []params.Param
	names      []string // of the header fields that are signed
	payload    string
}

// find returns the value of a parameter; names count in any case.
//
//go:noinline
func find(query []params.Param, name string) string {
	i := slices.IndexFunc(query, func(p params.Param) bool { return strings.EqualFold(p.Name, name) })
	if i < 0 {
		return ""
	}
	return query[i].Value
}

func readV4(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	s := &signed{Request: r, payload: unsigned, query: params.Query(r.URL)}
	s.host, s.path = params.HostPath(r.URL)
	if field, ok := r.Get("Host"); ok {
		s.host = field
	}
	sent := find(s.query, signatureKey)
	c := &sign.Claim{Signature: strings.ToLower(sent)}
	s.query = slices.DeleteFunc(s.query, func(p params.Param) bool { return strings.EqualFold(p.Name, signatureKey) })
	s.names = strings.Split(find(s.query, "X-Goog-SignedHeaders"), ";")
	date, name := find(s.query, "X-Goog-Date"), find(s.query, "X-Goog-Algorithm")
	account, scope, scoped := strings.Cut(find(s.query, "X-Goog-Credential"), "/")
	if hash, ok := r.Get("X-Goog-Content-SHA256"); ok {
		s.payload = hash
	}
	for _, missing := range []struct{ param, is string }{{"X-Goog-Algorithm", name}, {"X-Goog-Credential", scope}, {"X-Goog-Date", date}, {"X-Goog-SignedHeaders", s.names[0]}} {
		if missing.is == "" || !scoped {
			return nil, sign.Fail(v4Name, sign.Missing, missing.param, missing.param+" is missing")
		}
	}
	c.Algorithm = algorithm.Algorithm{Name: name, Hash: crypto.SHA256, Form: algorithm.Hex}
	switch name {
	case "GOOG4-RSA-SHA256":
		c.Algorithm.Kind = algorithm.RSA
	case "GOOG4-HMAC-SHA256":
		c.Algorithm.Derive = func(secret []byte) []byte { return derived(secret, scope) }
	default:
		return nil, sign.Fail(v4Name, sign.Unknown, "X-Goog-Algorithm", "X-Goog-Algorithm is neither GOOG4-RSA-SHA256 nor GOOG4-HMAC-SHA256")
	}
	if sent != c.Signature {
		c.Flaws = append(c.Flaws, sign.Fail(v4Name, sign.Unknown, signatureKey, "whether a signature with upper-case digits is read is not known here"))
	}
	s.check(c, date, find(s.query, "X-Goog-Expires"), scope)
	c.Text = s.text(how{})
	c.ToSign = func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return name + "\n" + date + "\n" + scope + "\n" + hex.EncodeToString(sum[:])
	}
	c.Where = func(signature string) string {
		return params.With(params.Without(r.URL, signatureKey), signatureKey, signature)
	}
	c.Facts = []sign.Fact{{Name: "account", Value: account}, {Name: "scope", Value: scope}, {Name: "signed fields", Value: strings.Join(s.names, ";")}, {Name: "payload", Value: s.payload}}
	c.Candidates = s.candidates
	return c, nil
}

// derived returns the key of a day, from the secret of an HMAC key.
func derived(secret []byte, scope string) []byte {
	key := append([]byte("GOOG4"), secret...)
	for part := range strings.SplitSeq(scope, "/") {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(part))
		key = h.Sum(nil)
	}
	return key
}

// check sets what the service refuses, or reads in a way that is not known.
func (s *signed) check(c *sign.Claim, date, expires, scope string) {
	flaw := func(reason percent.Reason, param, text string) {
		c.Flaws = append(c.Flaws, sign.Fail(v4Name, reason, param, text))
	}
	at, err := time.Parse(dateLayout, date)
	seconds, wrong := strconv.ParseUint(expires, 10, 32)
	switch {
	case err != nil || len(date) != len(dateLayout):
		flaw(sign.Refused, "X-Goog-Date", "X-Goog-Date is not written as 20190201T090000Z")
	case wrong != nil || seconds == 0 || time.Duration(seconds)*time.Second > longest:
		flaw(sign.Refused, "X-Goog-Expires", "X-Goog-Expires is not from 1 to 604800 seconds")
	default:
		c.From, c.Until = at.Add(-15*time.Minute), at.Add(time.Duration(seconds)*time.Second)
	}
	if parts := strings.Split(scope, "/"); len(parts) != 4 || len(date) < 8 || parts[0] != date[:8] || parts[2] != "storage" || parts[3] != "goog4_request" {
		flaw(sign.Refused, "X-Goog-Credential", "the scope of X-Goog-Credential is not the date, a location, storage and goog4_request")
	}
	if !slices.Contains(s.names, "host") {
		flaw(sign.Refused, "X-Goog-SignedHeaders", "host is not signed")
	}
	if twice := params.Repeated(s.query, ownParams...); twice != "" {
		flaw(sign.Unknown, twice, twice+" comes twice, and which one counts is not known here")
	}
	for _, f := range s.Header {
		if name := strings.ToLower(f.Name); strings.HasPrefix(name, "x-goog-") && !slices.Contains(s.names, name) {
			flaw(sign.Refused, name, name+" is sent and not signed")
		}
	}
	for _, name := range s.names {
		if _, ok := s.Get(name); !ok && name != "host" {
			flaw(sign.Missing, name, "the field "+strconv.Quote(name)+" is signed and not sent")
		}
	}
	if _, query := params.Split(s.URL); strings.Contains(query, "+") {
		flaw(sign.Unknown, "query", "a + in the query is a space to some and a plus sign to others: write %20 or %2B")
	}
	if s.path != encodedPath(params.Decode(s.path)) {
		flaw(sign.Unknown, "path", "the path is spelled in another way than it is signed")
	}
}

// encodedPath encodes a path, with / kept.
func encodedPath(path string) string {
	return strings.ReplaceAll(percent.RFC3986.Encode(path), "%2F", "/")
}

// A how is how a canonical request is made: the zero value as it should be.
type how struct {
	method, path, host, payload string
	name, value                 func(string) string
	query                       []params.Param
	names                       []string // of fields
	field                       func(string) string
	unsorted                    bool
	end                         string // between the fields and their names, for "\n"
	raw                         bool   // the query as written
}

func (s *signed) text(h how) string {
	or := func(a, b string) string {
		if a != "" {
			return a
		}
		return b
	}
	names, query := s.names, s.query
	if h.names != nil {
		names = h.names
	}
	if h.query != nil {
		query = h.query
	}
	if h.value == nil {
		h.name, h.value = percent.RFC3986.Encode, percent.RFC3986.Encode
	}
	var pairs []params.Param
	for _, p := range query {
		q := params.Param{Name: h.name(p.Name), Value: h.value(p.Value)}
		if h.raw {
			q = params.Param{Name: p.RawName, Value: p.Raw}
		}
		pairs = append(pairs, q)
	}
	if !h.unsorted {
		params.Sort(pairs, func(a, b params.Param) int { return strings.Compare(a.Name, b.Name) })
	}
	var b strings.Builder
	b.WriteString(or(h.method, s.Method) + "\n" + or(h.path, encodedPath(params.Decode(s.path))) + "\n")
	for i, p := range pairs {
		if i > 0 {
			b.WriteString("&")
		}
		b.WriteString(p.Name + "=" + p.Value)
	}
	b.WriteString("\n")
	for _, name := range names {
		value, _ := s.Get(name)
		switch {
		case name == "host":
			value = or(h.host, s.host)
		case h.field != nil:
			value = h.field(value)
		default:
			value = strings.Join(strings.Fields(value), " ")
		}
		b.WriteString(name + ":" + value + "\n")
	}
	b.WriteString(strings.Trim(or(h.end, "\n"), "\x00") + strings.Join(names, ";") + "\n" + or(h.payload, s.payload))
	return b.String()
}
