package sigv4

import (
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A Signature is what an Authorization header or a presigned URL says.
type Signature struct {
	AccessKeyID   string
	Day           string // of the scope, such as 20130524
	Region        string
	Service       string
	SignedHeaders []string
	Signature     string // in lower-case base 16
}

// ParseAuthorization reads the value of an Authorization header of
// AWS4-HMAC-SHA256. Whitespace around commas may be left out. An error is a
// *percent.SyntaxError; its Field is the parameter that is wrong, such as
// "Credential", and its Offset counts in value.
func ParseAuthorization(value string) (*Signature, error) {
	rest, ok := strings.CutPrefix(value, algorithm)
	if !ok || rest != "" && rest[0] != ' ' {
		scheme, _, ok := strings.Cut(value, " ")
		if !ok {
			scheme = "" // a single word may be a secret
		}
		return nil, syntax.At(0, scheme, OtherAlgorithm)
	}
	found := map[string]param{}
	at := len(algorithm)
	for piece := range strings.SplitSeq(rest, ",") {
		start := at + len(piece) - len(strings.TrimLeft(piece, " \t"))
		at += len(piece) + len(",")
		name, text, ok := strings.Cut(strings.Trim(piece, " \t"), "=")
		if !ok {
			return nil, syntax.At(start, name, NoEquals)
		}
		if _, ok := found[name]; ok {
			return nil, param{name: name, at: start}.error(0, name, RepeatedParameter)
		}
		found[name] = param{name, text, start + len(name) + len("=")}
	}
	get := func(name string) param {
		if p, ok := found[name]; ok {
			return p
		}
		return param{name: name, at: len(value)}
	}
	return newSignature(get("Credential"), get("SignedHeaders"), get("Signature"))
}

// A param is a parameter of a signature.
type param struct {
	name, value string
	at          int // where the value begins in what is parsed
}

// error returns the error for bytes at p.value[i:].
func (p param) error(i int, bytes string, r percent.Reason) error {
	return pct.In(p.name, syntax.At(p.at+i, bytes, r))
}

func newSignature(credential, signed, signature param) (*Signature, error) {
	for _, p := range []param{credential, signed, signature} {
		if p.value == "" {
			return nil, p.error(0, "", MissingParameter)
		}
	}
	// An access key may hold a slash: the scope is what stands at the end.
	parts := strings.Split(credential.value, "/")
	n := len(parts)
	if n < 5 || parts[n-1] != "aws4_request" {
		return nil, credential.error(0, credential.value, BadScope)
	}
	s := &Signature{
		AccessKeyID:   strings.Join(parts[:n-4], "/"),
		Day:           parts[n-4],
		Region:        parts[n-3],
		Service:       parts[n-2],
		SignedHeaders: strings.Split(signed.value, ";"),
		Signature:     signature.value,
	}
	if s.AccessKeyID == "" {
		return nil, credential.error(0, "", NoAccessKey)
	}
	if _, err := time.Parse(shortDate, s.Day); err != nil {
		return nil, credential.error(len(s.AccessKeyID)+len("/"), s.Day, BadDate)
	}
	return s, nil
}

// refused returns the error of a Verifier for an error of reading a signature.
func refused(err error) error {
	e, ok := err.(*percent.SyntaxError)
	if !ok {
		return err
	}
	reason := Malformed
	switch e.Reason {
	case OtherAlgorithm:
		return &VerifyError{Reason: NotSigned}
	case MissingParameter:
		reason = Missing
	case RepeatedParameter:
		reason = Repeated
	}
	return &VerifyError{Reason: reason, Field: e.Field, Err: e}
}

// appendAuthorization appends the value of the Authorization header.
func (b *buffer) appendAuthorization(dst []byte, s *Signer, day, signature string) []byte {
	dst = append(dst, algorithm+" Credential="...)
	dst = append(append(dst, s.Credentials.AccessKeyID...), '/')
	dst = s.appendScope(dst, day)
	dst = append(dst, ", SignedHeaders="...)
	dst = append(dst, b.signed...)
	dst = append(dst, ", Signature="...)
	return append(dst, signature...)
}
