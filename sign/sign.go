package sign

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// A Request is one that is signed, exactly as it is sent.
type Request struct {
	Method string
	URL    string // absolute
	Header []Field
	Body   []byte
}

// A Field is one of the header.
type Field struct{ Name, Value string }

// Get returns the values of all fields of a name, in any case, joined by ", ", and whether
// there is one.
func (r *Request) Get(name string) (value string, ok bool) {
	for _, f := range r.Header {
		switch {
		case !strings.EqualFold(f.Name, name):
		case ok:
			value += ", " + strings.Trim(f.Value, " \t")
		default:
			value, ok = strings.Trim(f.Value, " \t"), true
		}
	}
	return value, ok
}

// A Given is what a request need not say. The zero value leaves it to the request.
type Given struct {
	Account string // of Azure, or the bucket of OSS or version 2 of Google, if the host names none
	Service string // of Azure: blob, file, queue or table; the same
	Label   string // of RFC 9421, which of several signatures
	Method  string // of RFC 9421 and its draft, the algorithm, if no parameter names it
	// Expression is that of nginx's secure_link_md5, with {secret} for the secret.
	Expression string
}

// A Scheme is a way to sign requests.
type Scheme struct {
	Name  string // such as "azure-sas"; it never changes
	Title string
	URL   string // of the specification
	Key   string // what signs, such as "account key"
	Signs string // how the escapes of a URL go into the text: one line

	// Marks are what a request that is signed has: "?" and the name of a parameter in its
	// query, perhaps with ":" and a pattern of its value as of a shell; "&" and the name of one in
	// its form; what the URL contains, from "/" or "." on; or the name of a header field, with ":"
	// and how its value begins, or with ":*" and what it contains, where that counts. All of them
	// must be there; a set begins after each "|".
	Marks []string

	// Reads reads what a request says of its signature, for Read, which completes it.
	Reads func(r *Request, g Given) (*Claim, error)
}

// Marked reports whether a request has the marks of a signature of s.
func (s *Scheme) Marked(r *Request) bool {
	query := params.Query(r.URL)
	for set := range slices.Values(s.sets()) {
		if !slices.ContainsFunc(set, func(mark string) bool { return !hasMark(r, query, mark) }) {
			return true
		}
	}
	return false
}

func (s *Scheme) sets() (sets [][]string) {
	var set []string
	for _, mark := range s.Marks {
		if mark == "|" {
			sets, set = append(sets, set), nil
			continue
		}
		set = append(set, mark)
	}
	if set != nil {
		sets = append(sets, set)
	}
	return sets
}

func hasMark(r *Request, query []params.Param, mark string) bool {
	if strings.HasPrefix(mark, "/") || strings.HasPrefix(mark, ".") {
		return strings.Contains(r.URL, mark)
	}
	if name, ok := params.CutPrefix(mark, "?"); ok {
		name, pattern, valued := params.Cut(name, ":")
		return slices.ContainsFunc(query, func(p params.Param) bool {
			return p.Name == name && (!valued || params.Wildcard(pattern, p.Value))
		})
	}
	if name, ok := params.CutPrefix(mark, "&"); ok {
		return slices.ContainsFunc(params.Fields(r.Body), func(p params.Param) bool { return strings.EqualFold(p.Name, name) })
	}
	name, begins, _ := params.Cut(mark, ":")
	value, ok := r.Get(name)
	if within, anywhere := params.CutPrefix(begins, "*"); anywhere {
		return ok && strings.Contains(value, within)
	}
	return ok && strings.HasPrefix(value, begins)
}

// Read returns what a request says of its signature. The request may also be one that is
// still to be signed. An error is a *percent.SyntaxError, or an *Error for a request that
// the scheme does not sign.
func (s *Scheme) Read(r *Request, g Given) (*Claim, error) {
	if len(r.URL)+len(r.Body) > maxRequest {
		return nil, &percent.SyntaxError{Format: s.Name, Field: "request", Offset: maxRequest, Reason: tooLong}
	}
	c, err := s.Reads(r, g)
	if err != nil {
		switch err := err.(type) {
		case *Error:
			err.Scheme = s.Name
		case *percent.SyntaxError:
			err.Format = cmp.Or(err.Format, s.Name)
		}
		return nil, err
	}
	c.Scheme, c.request, c.given = s, r, g
	for _, f := range append(c.Flaws, c.Unnamed) {
		if f != nil {
			f.Scheme = s.Name
		}
	}
	return c, nil
}

// maxRequest is the longest request that is read, in bytes of URL and body: each mistake
// is tried on a copy of the text.
const maxRequest = 4 << 20

// A Claim is what a request says of its signature, or will say when it is signed.
type Claim struct {
	Scheme  *Scheme
	request *Request // that was read
	given   Given
	Text    string // what is signed; of a scheme that signs a hash of it, what is hashed
	Facts   []Fact // what the request says beside it, in order
	// Signature is as the request has it, after one decoding of the query; "" if the request
	// is not signed.
	Signature string
	// Signatures are all of them, if there are several, of which one is enough.
	Signatures []string
	// Also are further texts whose signature the verifier of the scheme accepts.
	Also []string
	// Either says that the verifier reads Text or one of Also, whatever a Flaw leaves unknown:
	// where none of them holds, the signature is wrong.
	Either bool
	// From and Until are the time in which the verifier of the scheme accepts a signature;
	// zero if there is no limit.
	From, Until time.Time

	Algorithm algorithm.Algorithm
	// Unnamed, if not nil, says that nothing names the algorithm: it depends on the key. Verify
	// and Sign return it; Text does not depend on it.
	Unnamed *Error
	// Where, if not nil, returns what is sent for a signature: a URL, or lines of the header.
	Where func(signature string) string
	// ToSign, if not nil, returns what is signed for a Text that is hashed first.
	ToSign func(text string) string
	// Flaws are why the verifier of the scheme refuses a signature, also if it is right.
	Flaws []*Error
	// Candidates, if not nil, adds what may have been signed in place of Text, the likeliest
	// first.
	Candidates func(add func(id, text, fix, signed string))
}

// A Fact is a name and a value that a request says about its signature.
type Fact struct{ Name, Value string }

// Key is what signs or verifies. Secret is for schemes with a MAC, the others for those
// with a pair of keys.
type Key = algorithm.Key

// The reasons of an Error.
const (
	NotSigned      percent.Reason = "not signed"
	WrongSignature percent.Reason = "wrong signature"
	Expired        percent.Reason = "expired"
	NotYetValid    percent.Reason = "not valid yet"
	BadKey         percent.Reason = "the key is not one of the scheme"
	Unknown        percent.Reason = "unknown"
	Missing        percent.Reason = "missing"
	Refused        percent.Reason = "refused"

	tooLong percent.Reason = "more than 4 MiB"
)

// An Error says why a signature was refused, or cannot be made.
type Error struct {
	Scheme string
	Reason percent.Reason
	Param  string // the parameter or field that it is about, or ""
	Text   string // more about it, or ""
}

// Error returns a text such as
//
//	azure-sas: expired: se is 2024-01-01T00:00:00Z
func (e *Error) Error() string {
	text := e.Scheme + ": " + string(e.Reason)
	if e.Text != "" {
		text += ": " + e.Text
	}
	return text
}

// Fail returns an error, to which Read adds the name of its scheme.
//
//go:noinline
func Fail(reason percent.Reason, param, text string) *Error {
	return &Error{Reason: reason, Param: param, Text: text}
}

// Flaw adds an error to the flaws.
//
//go:noinline
func (c *Claim) Flaw(reason percent.Reason, param, text string) {
	c.Flaws = append(c.Flaws, Fail(reason, param, text))
}
