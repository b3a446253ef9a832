package sigv4

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pct-encoded/percent"
)

// Credentials are an access key. Printing them does not show the secret.
type Credentials struct {
	AccessKeyID     string
	SecretAccessKey string
	SessionToken    string // of temporary credentials, "" otherwise
}

// String returns the access key ID, and nothing secret.
func (c Credentials) String() string { return fmt.Sprintf("{%q …}", c.AccessKeyID) }

// GoString returns the access key ID, and nothing secret.
func (c Credentials) GoString() string { return c.String() }

// A Signer signs requests to one service in one region. Its fields must not
// change once it is in use; it is safe for concurrent use and must not be
// copied.
type Signer struct {
	Credentials Credentials
	Region      string // such as "us-east-1"
	Service     string // such as "s3"
	// Path says how the path is signed. The default goes by the service.
	Path PathStyle
	// Plus says what a '+' in a query is.
	Plus PlusStyle
	// Payload says what Sign does with the body. Presigned URLs leave the body
	// of S3 requests unsigned, whatever it says.
	Payload PayloadPolicy
	// SignedHeaders are the names of the fields to sign, if not all but those
	// that are known to change on the way, such as User-Agent. Host and X-Amz-…
	// are always signed.
	SignedHeaders []string
	// Now is the clock. The default is time.Now.
	Now func() time.Time

	cache keyCache
}

// PayloadPolicy is what Sign does with the body.
type PayloadPolicy uint8

// The policies on the body. A request that has the field X-Amz-Content-Sha256
// is signed with the hash that is there.
const (
	PayloadHashed   PayloadPolicy = iota // it is read, hashed and replaced
	PayloadUnsigned                      // UNSIGNED-PAYLOAD takes the place of the hash
)

// HashPayload returns the SHA-256 of a body in lower-case base 16.
func HashPayload(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// The formats of dates.
const (
	longDate  = "20060102T150405Z"
	shortDate = "20060102"
)

func (s *Signer) now() time.Time {
	if s.Now != nil {
		return s.Now()
	}
	return time.Now()
}

// Steps are what a signature comes about by, in order. Authorization is "" for a
// presigned URL, and URL is "" for a request signed by header.
type Steps struct {
	CanonicalURI     string
	CanonicalQuery   string
	CanonicalHeaders string // with the line end of each
	SignedHeaders    string
	PayloadHash      string
	CanonicalRequest string
	Scope            string // date/region/service/aws4_request
	StringToSign     string
	Signature        string
	// Added are the fields that Signer adds to the request.
	Added         []Header
	Authorization string
	URL           string
}

// Explain signs a request by header and returns every step. Fields that signing
// adds (X-Amz-Date, X-Amz-Security-Token, and for S3 X-Amz-Content-Sha256) are
// taken from the request where they are there. An error is a *RequestError.
func (s *Signer) Explain(r *Request) (*Steps, error) {
	u, err := splitURL(r.URL)
	if err != nil {
		return nil, err
	}
	b := newBuffer()
	defer b.free()
	steps := &Steps{PayloadHash: r.payloadHash()}
	date, ok := r.get(dateField)
	if !ok {
		date = s.now().UTC().Format(longDate)
		steps.Added = append(steps.Added, Header{"X-Amz-Date", date})
	}
	if _, err := time.Parse(longDate, date); err != nil {
		return nil, &RequestError{BadDate, date}
	}
	if _, ok := r.get(tokenField); !ok && s.Credentials.SessionToken != "" {
		steps.Added = append(steps.Added, Header{"X-Amz-Security-Token", s.Credentials.SessionToken})
	}
	if _, ok := r.get(payloadField); !ok && s.isS3() {
		steps.Added = append(steps.Added, Header{"X-Amz-Content-Sha256", steps.PayloadHash})
	}
	s.addFields(b, r.Header, u.host)
	for _, h := range steps.Added {
		b.addField(h.Name, h.Value)
	}
	b.addQuery(u.query, s.Plus)
	s.canonical(b, r.Method, u.path, steps.PayloadHash, steps)
	steps.sign(s, b, date)
	steps.Authorization = string(b.appendAuthorization(nil, s, date[:8], steps.Signature))
	return steps, nil
}

// ExplainPresign presigns a request and returns every step. The parameters are
// put in front of those of the query, the signature at its end. An error is a
// *RequestError.
func (s *Signer) ExplainPresign(r *Request, expires time.Duration) (*Steps, error) {
	u, err := splitURL(r.URL)
	if err != nil {
		return nil, err
	}
	b := newBuffer()
	defer b.free()
	steps := &Steps{PayloadHash: r.payloadHash()}
	if r.PayloadHash == "" && s.isS3() {
		steps.PayloadHash = UnsignedPayload
	}
	date := s.now().UTC().Format(longDate)
	var kept []Header
	for _, h := range r.Header {
		// They are parameters instead.
		if !strings.EqualFold(h.Name, dateField) && !strings.EqualFold(h.Name, tokenField) {
			kept = append(kept, h)
		}
	}
	s.addFields(b, kept, u.host)
	b.appendFields(nil) // for the list of names
	params := []Header{
		{algorithmParam, algorithm},
		{credentialParam, s.Credentials.AccessKeyID + "/" + s.scope(date[:8])},
		{dateParam, date},
		{expiresParam, strconv.FormatInt(int64(expires/time.Second), 10)},
		{signedHeadersParam, string(b.signed)},
	}
	if s.Credentials.SessionToken != "" {
		params = append(params, Header{tokenParam, s.Credentials.SessionToken})
	}
	query := ""
	for i, p := range params {
		if i > 0 {
			query += "&"
		}
		query += p.Name + "=" + percent.AWS.Encode(p.Value)
		b.add(p.Name, p.Value)
	}
	rest := withoutParams(u.query, func(name string) bool { return strings.HasPrefix(name, "X-Amz-") && isPresign(name) })
	b.addQuery(rest, s.Plus)
	s.canonical(b, r.Method, u.path, steps.PayloadHash, steps)
	steps.sign(s, b, date)
	if rest != "" {
		query += "&" + rest
	}
	base, _, _ := strings.Cut(r.URL, "#")
	base, _, _ = strings.Cut(base, "?")
	steps.URL = base + "?" + query + "&" + signatureParam + "=" + steps.Signature
	return steps, nil
}

// isPresign reports whether name is a parameter that presigning sets.
func isPresign(name string) bool {
	switch name {
	case algorithmParam, credentialParam, dateParam, expiresParam, signedHeadersParam, tokenParam, signatureParam:
		return true
	}
	return false
}

// withoutParams returns a query without the parameters whose decoded names drop
// says. The others stay as they are.
func withoutParams(query string, drop func(name string) bool) string {
	var kept []string
	for query != "" {
		var piece string
		piece, query, _ = strings.Cut(query, "&")
		name, _, _ := strings.Cut(piece, "=")
		if decoded, err := decoder.Decode(name); err != nil || !drop(decoded) {
			kept = append(kept, piece)
		}
	}
	return strings.Join(kept, "&")
}

func (s *Signer) isS3() bool { return isS3(s.Service) }

// isS3 reports whether a service takes X-Amz-Content-Sha256 and, in presigned
// URLs, leaves the body unsigned: those whose paths are untouched by default.
func isS3(service string) bool { return PathByService.of(service) == PathUntouched }

func (s *Signer) scope(day string) string {
	return day + "/" + s.Region + "/" + s.Service + "/aws4_request"
}

func (r *Request) payloadHash() string {
	if r.PayloadHash != "" {
		return r.PayloadHash
	}
	if hash, ok := r.get(payloadField); ok {
		return hash
	}
	return EmptyPayloadHash
}

// addFields adds the fields to sign, Host among them.
func (s *Signer) addFields(b *buffer, header []Header, host string) {
	for _, h := range header {
		if s.signs(h.Name) {
			b.addField(h.Name, h.Value)
		}
	}
	if !b.hasField(hostField) {
		b.addField("Host", host)
	}
}

// signs reports whether the field of that name is signed.
func (s *Signer) signs(name string) bool {
	name = lower(name)
	if name == hostField || strings.HasPrefix(name, "x-amz-") {
		return true
	}
	if s.SignedHeaders == nil {
		return !notSigned[name]
	}
	for _, signed := range s.SignedHeaders {
		if strings.EqualFold(signed, name) {
			return true
		}
	}
	return false
}

// canonical writes the canonical request to b.canon. Its parts are copied to
// steps, if there are any.
func (s *Signer) canonical(b *buffer, method, path, payload string, steps *Steps) {
	c := append(append(b.canon[:0], method...), '\n')
	from := len(c)
	part := func(into func(*Steps) *string) {
		if steps != nil {
			*into(steps) = string(c[from:])
		}
		from = len(c) + 1
	}
	c = b.appendPath(c, path, s.Path.of(s.Service))
	part(func(s *Steps) *string { return &s.CanonicalURI })
	c = append(c, '\n')
	c = b.appendQuery(c)
	part(func(s *Steps) *string { return &s.CanonicalQuery })
	c = append(c, '\n')
	c = b.appendFields(c)
	part(func(s *Steps) *string { return &s.CanonicalHeaders })
	c = append(c, '\n')
	c = append(c, b.signed...)
	part(func(s *Steps) *string { return &s.SignedHeaders })
	c = append(c, '\n')
	b.canon = append(c, payload...)
	if steps != nil {
		steps.CanonicalRequest = string(b.canon)
	}
}

// appendStringToSign appends the string to sign for b.canon.
func (b *buffer) appendStringToSign(dst []byte, s *Signer, date string) []byte {
	dst = append(dst, algorithm+"\n"...)
	dst = append(append(dst, date...), '\n')
	dst = append(b.appendScope(dst, s, date[:8]), '\n')
	sum := sha256.Sum256(b.canon)
	return hex.AppendEncode(dst, sum[:])
}

func (b *buffer) appendScope(dst []byte, s *Signer, day string) []byte {
	dst = append(append(dst, day...), '/')
	dst = append(append(dst, s.Region...), '/')
	dst = append(append(dst, s.Service...), '/')
	return append(dst, "aws4_request"...)
}

// signature appends the signature of b.canon in base 16 to dst.
func (s *Signer) signature(b *buffer, dst []byte, date string) []byte {
	b.out = b.appendStringToSign(b.out[:0], s, date)
	return hex.AppendEncode(dst, s.cache.sum(b.sum[:0], b.out, s, date[:8]))
}

func (steps *Steps) sign(s *Signer, b *buffer, date string) {
	steps.Scope = s.scope(date[:8])
	steps.Signature = string(s.signature(b, nil, date))
	steps.StringToSign = string(b.out)
}

// appendAuthorization appends the value of the Authorization header.
func (b *buffer) appendAuthorization(dst []byte, s *Signer, day, signature string) []byte {
	dst = append(dst, algorithm+" Credential="...)
	dst = append(append(dst, s.Credentials.AccessKeyID...), '/')
	dst = b.appendScope(dst, s, day)
	dst = append(dst, ", SignedHeaders="...)
	dst = append(dst, b.signed...)
	dst = append(dst, ", Signature="...)
	return append(dst, signature...)
}

// Sign signs r by header: it sets X-Amz-Date, X-Amz-Security-Token for temporary
// credentials, X-Amz-Content-Sha256 for S3, and Authorization. The body is
// hashed and replaced by one that starts anew, unless X-Amz-Content-Sha256 or
// Payload say otherwise. If the host has a port that is the default, r.Host is
// set to it without that port, since that is what is signed.
//
// Method, URL, signed fields and body must not change any more. An error is one
// of reading the body or a *RequestError.
func (s *Signer) Sign(r *http.Request) error {
	if r.Header == nil {
		r.Header = http.Header{}
	}
	host, err := s.host(r)
	if err != nil {
		return err
	}
	payload, err := s.payload(r)
	if err != nil {
		return err
	}
	b := newBuffer()
	defer b.free()
	b.out = s.now().UTC().AppendFormat(b.out[:0], longDate)
	date := string(b.out)
	r.Header["X-Amz-Date"] = []string{date}
	if s.Credentials.SessionToken != "" {
		r.Header["X-Amz-Security-Token"] = []string{s.Credentials.SessionToken}
	}
	if s.isS3() {
		r.Header["X-Amz-Content-Sha256"] = []string{payload}
	}
	s.addHTTP(b, r, host, "")
	path := r.URL.EscapedPath()
	if r.URL.Opaque != "" {
		path, _, _ = strings.Cut(r.URL.RequestURI(), "?")
	}
	s.canonical(b, method(r), path, payload, nil)
	signature := s.signature(b, b.text[:0], date)
	b.text = signature
	b.out = b.appendAuthorization(b.out[:0], s, date[:8], text(signature))
	r.Header["Authorization"] = []string{string(b.out)}
	return nil
}

// Presign returns a URL that does what r would do, for whoever has it, for that
// long (seven days at most; AWS checks it). All signed fields of r must be sent
// with it, too; only Host is, where r has none. The body is not signed: for
// services other than S3 it must be empty, unless r has X-Amz-Content-Sha256. r
// itself stays as it is. An error is a *RequestError.
func (s *Signer) Presign(r *http.Request, expires time.Duration) (string, error) {
	host, err := s.host(r)
	if err != nil {
		return "", err
	}
	req := &Request{Method: method(r), URL: r.URL.String(), PayloadHash: r.Header.Get("X-Amz-Content-Sha256")}
	req.Header = append(req.Header, Header{"Host", host})
	for name, values := range r.Header {
		for _, value := range values {
			req.Header = append(req.Header, Header{name, value})
		}
	}
	steps, err := s.ExplainPresign(req, expires)
	if err != nil {
		return "", err
	}
	return steps.URL, nil
}

func method(r *http.Request) string {
	if r.Method == "" {
		return http.MethodGet
	}
	return r.Method
}

// host returns the host to sign and sets r.Host where it has a port too many.
func (s *Signer) host(r *http.Request) (string, error) {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	trimmed := trimPort(r.URL.Scheme, host)
	if trimmed == "" {
		return "", &RequestError{NoHost, r.URL.Redacted()}
	}
	if trimmed != host {
		r.Host = trimmed
	}
	return trimmed, nil
}

// addHTTP adds fields and query of r, without the parameter of that name.
func (s *Signer) addHTTP(b *buffer, r *http.Request, host, without string) {
	b.addField("Host", host)
	for name, values := range r.Header {
		if name == "Host" || !s.signs(name) {
			continue
		}
		for _, value := range values {
			b.addField(name, value)
		}
	}
	query := r.URL.RawQuery
	if without != "" {
		query = withoutParams(query, func(name string) bool { return name == without })
	}
	b.addQuery(query, s.Plus)
}

// payload returns the hash of the body of r, or what stands for it.
func (s *Signer) payload(r *http.Request) (string, error) {
	if given := r.Header["X-Amz-Content-Sha256"]; len(given) > 0 {
		return given[0], nil
	}
	if s.Payload == PayloadUnsigned {
		return UnsignedPayload, nil
	}
	if r.Body == nil || r.Body == http.NoBody {
		return EmptyPayloadHash, nil
	}
	body, err := io.ReadAll(r.Body)
	if closed := r.Body.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return "", err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return HashPayload(body), nil
}

// A keyCache keeps the state of HMAC for the signing key that was used last:
// keys change once a day.
type keyCache struct {
	last atomic.Pointer[keyed]
}

// keyed are HMACs with the same signing key.
type keyed struct {
	secret, day, region, service string
	hashes                       sync.Pool
}

// sum appends the HMAC of data by the signing key of that day.
func (c *keyCache) sum(dst, data []byte, s *Signer, day string) []byte {
	k := c.last.Load()
	if k == nil || k.secret != s.Credentials.SecretAccessKey || k.day != day || k.region != s.Region || k.service != s.Service {
		k = &keyed{secret: s.Credentials.SecretAccessKey, day: strings.Clone(day), region: s.Region, service: s.Service}
		key := SigningKey(k.secret, k.day, k.region, k.service)
		k.hashes.New = func() any { return hmac.New(sha256.New, key) }
		c.last.Store(k)
	}
	h := k.hashes.Get().(hash.Hash)
	h.Reset()
	h.Write(data)
	dst = h.Sum(dst)
	k.hashes.Put(h)
	return dst
}

// SigningKey returns the 32 bytes that sign the requests of one day, written
// 20060102 in UTC, to a service in a region. It is as secret as the secret.
func SigningKey(secret, day, region, service string) []byte {
	key := []byte("AWS4" + secret)
	for _, part := range []string{day, region, service, "aws4_request"} {
		h := hmac.New(sha256.New, key)
		h.Write(octets(part))
		key = h.Sum(nil)
	}
	return key
}

// A ChunkSigner signs the chunks of a body whose payload hash is
// StreamingPayload or StreamingPayloadTrailer, each with the signature of the
// one before. It is not safe for concurrent use.
type ChunkSigner struct {
	key      []byte
	prefix   string // date and scope
	previous string
}

// Chunks returns a ChunkSigner for the request that Sign has signed with the
// payload hash StreamingPayload; r has its Authorization and X-Amz-Date. It is
// nil where r is not signed.
func (s *Signer) Chunks(r *http.Request) *ChunkSigner {
	_, signature, ok := strings.Cut(r.Header.Get("Authorization"), "Signature=")
	date := r.Header.Get("X-Amz-Date")
	if !ok || len(date) != len(longDate) {
		return nil
	}
	return s.newChunks(date, signature)
}

func (s *Signer) newChunks(date, seed string) *ChunkSigner {
	return &ChunkSigner{
		key:      SigningKey(s.Credentials.SecretAccessKey, date[:8], s.Region, s.Service),
		prefix:   date + "\n" + s.scope(date[:8]) + "\n",
		previous: seed,
	}
}

// Sign returns the signature of the next chunk. The last chunk is empty.
func (c *ChunkSigner) Sign(chunk []byte) string {
	return c.sign(algorithm+"-PAYLOAD\n", EmptyPayloadHash+"\n"+HashPayload(chunk))
}

// SignTrailer returns the value of x-amz-trailer-signature: the signature of the
// trailing fields, in order, after the last chunk.
func (c *ChunkSigner) SignTrailer(trailer []Header) string {
	var b strings.Builder
	for _, h := range trailer {
		b.WriteString(strings.ToLower(h.Name) + ":" + string(appendTrimmed(nil, h.Value)) + "\n")
	}
	return c.sign(algorithm+"-TRAILER\n", HashPayload([]byte(b.String())))
}

func (c *ChunkSigner) sign(kind, rest string) string {
	h := hmac.New(sha256.New, c.key)
	_, _ = io.WriteString(h, kind+c.prefix+c.previous+"\n"+rest) // a hash returns no error
	c.previous = hex.EncodeToString(h.Sum(nil))
	return c.previous
}

// AppendChunk appends the next chunk to dst as it is sent in a body of
// Content-Encoding aws-chunked: its size, its signature, its bytes.
func (c *ChunkSigner) AppendChunk(dst, chunk []byte) []byte {
	dst = strconv.AppendInt(dst, int64(len(chunk)), 16)
	dst = append(dst, ";chunk-signature="...)
	dst = append(dst, c.Sign(chunk)...)
	dst = append(dst, "\r\n"...)
	dst = append(dst, chunk...)
	return append(dst, "\r\n"...)
}
