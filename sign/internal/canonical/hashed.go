package canonical

import (
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

// A Hashed is a scheme that signs the hash of a canonical request.
type Hashed struct {
	Prefix     string // of its parameters and fields, such as "X-Goog-"
	Algorithms []algorithm.Algorithm
	Key        string   // what stands before the secret in the key that is derived; "" if none is
	Scope      []string // what a scope has after the date; "" is any. Nil if there is no scope
	DateLayout string
	Hosts      []string // that are signed by mistake

	// Additional is set if content-type, content-md5 and the fields of Prefix are signed, and
	// the parameter names only what is signed beside them.
	Additional bool
	Bare       bool // an empty value is written without '='
	Folds      bool // runs of spaces in values of fields are signed as one
	ByValue    bool // parameters of one name are sorted by their values
	Verifies   bool // the service compares the hash in a field with the body
	Spelled    bool // what the service makes of a path in another spelling is not known
	Presigned  bool // the signature may stand in the query
	Header     bool // the signature may stand in Authorization

	// Path returns the path that is signed, which is the one that is sent by default.
	Path func(r *Request, g sign.Given) error
	// Payload returns what is signed for the body if no field says so.
	Payload func(r *Request) string
	// Derive, if not nil, completes the algorithm.
	Derive func(a *algorithm.Algorithm, account, scope string)
}

// A Request is one that is signed by the hash of its canonical form.
type Request struct {
	*sign.Request
	Host, Sent string         // the host, and the path as sent
	Path       string         // as it is signed
	Query      []params.Param // without the signature
	Names      []string       // of the header fields that are signed
	Listed     string         // the line of names
	Body       string         // what is signed for it
	Scope      string
	Presigned  bool
	scheme     *Hashed
}

// Unsigned stands for the hash of a body that is not signed.
const Unsigned = "UNSIGNED-PAYLOAD"

const (
	longest = 7 * 24 * time.Hour // for which a URL is valid
	skew    = 15 * time.Minute
)

// mostNames and mostParams are how many signed fields and parameters are read: a text is made
// anew for each mistake.
const (
	mostNames  = 200
	mostParams = 2000
)

// said are the parameters of a signature, by their name in lower case without prefix and '-'.
type said map[string]string

// bare returns a name as it stands in said.
func (h *Hashed) bare(name string) string {
	if h.Additional { // AdditionalHeaders, and x-oss-additional-headers
		name = strings.ReplaceAll(name, "-", "")
	}
	return strings.ToLower(name)
}

// parameters returns what a request says of its signature: in Authorization, or in its query.
func (h *Hashed) parameters(r *Request) (s said, twice string) {
	s = said{}
	add := func(name, value string) {
		if _, ok := s[name]; ok && twice == "" {
			twice = name
		}
		s[name] = value
	}
	authorization, _ := r.Get("Authorization")
	name, rest, _ := params.Cut(authorization, " ")
	if h.Header && h.algorithm(name) != nil {
		s["algorithm"] = name
		for part := range strings.SplitSeq(rest, ",") {
			name, value, _ := params.Cut(strings.Trim(part, " \t"), "=")
			add(h.bare(name), value)
		}
		return s, twice
	}
	if !h.Presigned {
		return s, ""
	}
	r.Presigned = true
	for _, p := range r.Query {
		if len(p.Name) > len(h.Prefix) && strings.EqualFold(p.Name[:len(h.Prefix)], h.Prefix) {
			add(h.bare(p.Name[len(h.Prefix):]), p.Value)
		}
	}
	if s["algorithm"] == "" {
		s["algorithm"] = s["signatureversion"] // of OSS
	}
	return s, twice
}

func (h *Hashed) algorithm(name string) *algorithm.Algorithm {
	i := slices.IndexFunc(h.Algorithms, func(a algorithm.Algorithm) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return &h.Algorithms[i]
}

// Read is what a scheme reads requests by.
func (h *Hashed) Read(sent *sign.Request, g sign.Given) (*sign.Claim, error) {
	r := &Request{Request: sent, Query: params.Query(sent.URL), scheme: h}
	r.Host, r.Sent = params.HostPath(sent.URL)
	r.Sent = or(r.Sent, "/")
	if field, ok := sent.Get("Host"); ok {
		r.Host = field
	}
	s, twice := h.parameters(r)
	date, dated := s["date"], r.Presigned
	if !r.Presigned {
		date, dated = sent.Get(h.Prefix + "Date")
	}
	account, scope, scoped := params.Cut(s["credential"], "/")
	if h.Scope == nil {
		scoped = account != ""
	}
	for _, need := range []struct {
		name string
		is   bool
	}{{"Algorithm", s["algorithm"] != ""}, {"Credential", scoped}, {"Date", dated && date != ""}, {"SignedHeaders", h.Additional || s["signedheaders"] != ""}} {
		if !need.is {
			return nil, sign.Fail(sign.Missing, h.Prefix+need.name, h.Prefix+need.name+" is missing")
		}
	}
	a := h.algorithm(s["algorithm"])
	if a == nil {
		return nil, sign.Fail(sign.Unknown, h.Prefix+"Algorithm", h.Prefix+"Algorithm is none that is known here")
	}
	c := &sign.Claim{Algorithm: *a, Signature: strings.ToLower(s["signature"])}
	if h.Key != "" && a.Kind == algorithm.HMAC {
		c.Algorithm.Derive, c.Algorithm.Misderived = Keys(h.Key, scope)
	}
	if h.Derive != nil {
		h.Derive(&c.Algorithm, account, scope)
	}
	r.Scope = scope
	signature := h.Prefix + "Signature"
	r.Query = slices.DeleteFunc(r.Query, func(p params.Param) bool { return r.Presigned && strings.EqualFold(p.Name, signature) })
	r.names(s)
	if len(r.Names) > mostNames || len(r.Query) > mostParams {
		return nil, sign.Fail(sign.Unknown, h.Prefix+"SignedHeaders", "there are more signed fields or parameters than are read here")
	}
	if r.Path = r.Sent; h.Path != nil {
		if err := h.Path(r, g); err != nil {
			return nil, err
		}
	}
	hash, sentHash := sent.Get(h.Prefix + "Content-SHA256")
	if r.Body = hash; !sentHash {
		r.Body = h.Payload(r)
	}
	r.check(c, s, date, twice)
	if sentHash && hash != Unsigned && hash != HashOf(sent.Body) {
		reason := sign.Unknown
		if h.Verifies && !strings.HasPrefix(hash, "STREAMING-") { // of a body in chunks
			reason = sign.Refused
		}
		c.Flaw(reason, h.Prefix+"Content-SHA256", h.Prefix+"Content-SHA256 is not the hash of the body")
	}
	c.Text = r.text(how{})
	c.ToSign = func(text string) string {
		lines := []string{a.Name, date, scope, HashOf([]byte(text))}
		if h.Scope == nil {
			lines = slices.Delete(lines, 1, 3)
		}
		return strings.Join(lines, "\n")
	}
	c.Where = func(made string) string {
		if r.Presigned {
			return params.With(params.Without(sent.URL, signature, strings.ToLower(signature)), map[bool]string{false: signature, true: strings.ToLower(signature)}[h.Additional], made)
		}
		authorization, _ := sent.Get("Authorization")
		begin, _, _ := params.Cut(authorization, "Signature=")
		return "Authorization: " + begin + "Signature=" + made
	}
	c.Facts = []sign.Fact{{Name: "account", Value: account}, {Name: "scope", Value: scope}, {Name: "signed fields", Value: strings.Join(r.Names, ";")}, {Name: "payload", Value: r.Body}}
	if h.Scope == nil {
		c.Facts = slices.Delete(c.Facts, 1, 2)
	}
	c.Candidates = r.candidates
	return c, nil
}

// names sets which header fields are signed.
func (r *Request) names(s said) {
	r.Listed = s["signedheaders"]
	if !r.scheme.Additional {
		r.Names = strings.Split(r.Listed, ";")
		return
	}
	if r.Listed = s["additionalheaders"]; r.Listed != "" {
		r.Names = strings.Split(r.Listed, ";")
	}
	for _, f := range r.Header {
		name := strings.ToLower(f.Name)
		if name == "content-type" || name == "content-md5" || r.own(name) {
			params.Add(&r.Names, name)
		}
	}
	slices.Sort(r.Names)
	r.Names = slices.Compact(r.Names)
}

// own reports whether a field, in lower case, has the prefix of the scheme.
//
//go:noinline
func (r *Request) own(name string) bool {
	return strings.HasPrefix(name, strings.ToLower(r.scheme.Prefix))
}

// HashOf returns the SHA-256 of octets in hex.
//
//go:noinline
func HashOf(octets []byte) string {
	sum := sha256.Sum256(octets)
	return hex.EncodeToString(sum[:])
}

// Keys returns what derives the key of a scope from a secret, and how signers do it wrong.
func Keys(before, scope string) (derive func([]byte) []byte, misderived func([]byte, func([]byte, string))) {
	day, rest, _ := params.Cut(scope, "/")
	return func(secret []byte) []byte { return derived(before, secret, scope) }, func(secret []byte, add func([]byte, string)) {
		add(derived("", secret, scope), before+" was left out before the secret")
		add(derived("AWS4", secret, scope), "AWS4 was written before the secret")
		for _, other := range []string{"us-east-1", "auto", ""} {
			_, service, _ := params.Cut(rest, "/")
			add(derived(before, secret, day+"/"+other+"/"+service), "the region "+strconv.Quote(other)+" was taken for the key")
		}
		key := []byte(before + string(secret))
		for part := range strings.SplitSeq(scope, "/") {
			h := hmac.New(sha256.New, key)
			h.Write([]byte(part))
			key = []byte(hex.EncodeToString(h.Sum(nil)))
		}
		add(key, "the keys between were taken in hex")
	}
}

func derived(before string, secret []byte, scope string) []byte {
	key := append([]byte(before), secret...)
	for part := range strings.SplitSeq(scope, "/") {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(part))
		key = h.Sum(nil)
	}
	return key
}

// check sets what the service refuses, or reads in a way that is not known.
func (r *Request) check(c *sign.Claim, s said, date, twice string) {
	h := r.scheme
	at, err := time.Parse(h.DateLayout, date)
	seconds, wrong := strconv.ParseUint(s["expires"], 10, 32)
	switch {
	case err != nil || len(date) != len(h.DateLayout): // Parse takes fractions of seconds, too
		c.Flaw(sign.Refused, h.Prefix+"Date", h.Prefix+"Date is not written as "+time.Unix(1549011600, 0).UTC().Format(h.DateLayout))
	case !r.Presigned:
		c.From, c.Until = at.Add(-skew), at.Add(skew)
	case wrong != nil || seconds == 0 || time.Duration(seconds)*time.Second > longest:
		c.Flaw(sign.Refused, h.Prefix+"Expires", h.Prefix+"Expires is not from 1 to 604800 seconds")
	default:
		c.From, c.Until = at.Add(-skew), at.Add(time.Duration(seconds)*time.Second)
	}
	right := h.Scope == nil || InScope(r.Scope, date, h.Scope)
	if !right {
		c.Flaw(sign.Refused, h.Prefix+"Credential", "the scope of the credential is not the date, "+strings.Join(slices.DeleteFunc(slices.Clone(h.Scope), func(s string) bool { return s == "" }), ", ")+" and what stands between")
	}
	if !h.Additional && !slices.Contains(r.Names, "host") {
		c.Flaw(sign.Refused, h.Prefix+"SignedHeaders", "host is not signed")
	}
	if s["signature"] != c.Signature {
		c.Flaw(sign.Unknown, h.Prefix+"Signature", "whether a signature with upper-case digits is read is not known here")
	}
	if twice != "" {
		c.Flaw(sign.Unknown, twice, twice+" comes twice, and which one counts is not known here")
	}
	_, also := r.Get("Authorization")
	if !r.Presigned {
		also = slices.ContainsFunc(r.Query, func(p params.Param) bool { return strings.EqualFold(p.Name, h.Prefix+"Signature") })
	}
	if also {
		c.Flaw(sign.Unknown, "Authorization", "the URL is signed, and Authorization is sent, too")
	}
	for _, f := range r.Header {
		if name := strings.ToLower(f.Name); r.own(name) && !slices.Contains(r.Names, name) {
			c.Flaw(sign.Refused, name, name+" is sent and not signed")
		}
	}
	r.checkFields(c)
	if name := Repeated(r.Query); name != "" && !h.ByValue {
		c.Flaw(sign.Unknown, name, "how a parameter is signed that comes twice is not known here")
	}
	if _, query := params.Split(r.URL); strings.Contains(query, "+") {
		c.Flaw(sign.Unknown, "query", "a + in the query is a space to some and a plus sign to others: write %20 or %2B")
	}
	if h.Spelled && r.Sent != EncodedPath(params.Decode(r.Sent)) {
		c.Flaw(sign.Unknown, "path", "the path is spelled in another way than it is signed")
	}
}

// checkFields says what is wrong with the fields that are signed.
func (r *Request) checkFields(c *sign.Claim) {
	count := map[string]int{}
	for _, f := range r.Header {
		count[strings.ToLower(f.Name)]++
	}
	for i, name := range r.Names {
		value, ok := r.Get(name)
		switch {
		case count[name] > 1:
			c.Flaw(sign.Unknown, name, "how a field is signed that comes twice is not known here")
		case !ok && name == "host" && (strings.HasSuffix(r.Host, ":443") || r.scheme.Spelled && strings.Contains(r.Host, ":")):
			c.Flaw(sign.Unknown, name, "some programs leave the port out of the field host, and others do not: give the field as it is sent")
		case !ok && name != "host":
			c.Flaw(sign.Missing, name, "the field "+strconv.Quote(name)+" is signed and not sent")
		case strings.ContainsAny(value, "\t\r\n") && !r.scheme.Folds:
			c.Flaw(sign.Unknown, name, "how white space other than spaces is signed is not known here")
		}
		if i > 0 && r.Names[i-1] >= name || name != strings.ToLower(name) {
			c.Flaw(sign.Unknown, name, "what the service makes of names of fields that are not sorted, or not in lower case, is not known here")
		}
	}
}

// Repeated returns the name of a parameter that comes twice, or "".
func Repeated(list []params.Param) string {
	seen := map[string]bool{}
	for _, p := range list {
		if seen[p.Name] {
			return p.Name
		}
		seen[p.Name] = true
	}
	return ""
}

// InScope reports whether a scope is the day of a date and then what is wanted, of which ""
// may be anything.
func InScope(scope, date string, wanted []string) bool {
	parts := strings.Split(scope, "/")
	if len(parts) != len(wanted)+1 || len(parts[0]) != 8 || !strings.HasPrefix(date, parts[0]) {
		return false
	}
	for i, want := range wanted {
		if want != "" && parts[i+1] != want {
			return false
		}
	}
	return true
}

// EncodedPath encodes a path, with / kept.
//
//go:noinline
func EncodedPath(path string) string {
	return strings.ReplaceAll(percent.RFC3986.Encode(path), "%2F", "/")
}

// A how is how a canonical request is made: the zero value as it should be.
type how struct {
	path, host, payload string
	name, value         func(string) string
	query               []params.Param
	names               []string // of fields
	unsorted, bare      bool
	empty, folds        bool   // values of fields: none, and with their spaces the other way
	end                 string // between the fields and their names, for "\n"
	raw                 bool   // the query as written
}

// Folded returns a value of a field with one space for each run of them.
//
//go:noinline
func Folded(value string) string {
	return strings.Join(strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == '\t' }), " ")
}

//go:noinline
func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (r *Request) text(h how) string {
	names, listed, query := r.Names, r.Listed, r.Query
	if h.names != nil {
		names = h.names
		if !r.scheme.Additional {
			listed = strings.Join(names, ";")
		}
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
		params.Add(&pairs, q)
	}
	if !h.unsorted {
		params.Sort(pairs, func(a, b params.Param) int {
			if c := strings.Compare(a.Name, b.Name); c != 0 || !r.scheme.ByValue {
				return c
			}
			return strings.Compare(a.Value, b.Value)
		})
	}
	var b strings.Builder
	b.WriteString(r.Method + "\n" + or(h.path, r.Path) + "\n")
	for i, p := range pairs {
		if i > 0 {
			b.WriteString("&")
		}
		b.WriteString(p.Name)
		if p.Value != "" || r.scheme.Bare == h.bare {
			b.WriteString("=" + p.Value)
		}
	}
	b.WriteString("\n")
	for _, name := range names {
		value, _ := r.Get(name)
		switch {
		case name == "host":
			value = or(h.host, r.Host)
		case h.empty:
			value = ""
		case r.scheme.Folds != h.folds:
			value = Folded(value)
		}
		b.WriteString(name + ":" + value + "\n")
	}
	b.WriteString(strings.Trim(or(h.end, "\n"), "\x00") + listed + "\n" + or(h.payload, r.Body))
	return b.String()
}
