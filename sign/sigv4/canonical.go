package sigv4

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/sign/internal/pairs"
)

// PathStyle is how a path becomes the canonical URI.
type PathStyle uint8

// The path styles.
const (
	// PathByService is PathS3 for the services that the SDKs of AWS sign in that way
	// (s3, s3-object-lambda, s3-outposts and s3express) and PathEncodedTwice for any
	// other service.
	PathByService PathStyle = iota
	// PathEncodedTwice normalizes the path as it is sent, which removes dot
	// segments and repeated slashes, and encodes it once more: '%' becomes %25.
	//
	// Spec divergence (documents and test suite of AWS differ): get-utf8 and
	// get-space of the suite show a path that is encoded once. Their requests
	// hold it unencoded, so that here, too, it is encoded once.
	PathEncodedTwice
	// PathUntouched takes the path as it is sent, as some servers do that speak the
	// protocol of S3.
	PathUntouched
	// PathNotNormalized encodes the path once more without normalizing it, as
	// some SDKs do.
	PathNotNormalized
	// PathS3 decodes the path as it is sent, in which a '+' is a space, and encodes
	// it with everything escaped but unreserved characters and '/', as S3 does. How
	// the path was spelled does not matter; dot segments and empty segments stay, and
	// octets need not be UTF-8.
	PathS3
	// PathDecoded is PathS3 but for a '+', which is itself, as MinIO has it.
	PathDecoded
)

var pathStyleNames = []string{"service", "twice", "untouched", "not-normalized", "s3", "decoded"}

// String returns "service", "twice", "untouched", "not-normalized", "s3" or "decoded".
func (p PathStyle) String() string { return words.Of(pathStyleNames, p) }

// PlusStyle is what a '+' in a query is.
type PlusStyle uint8

// The meanings of '+' in a query.
const (
	// PlusByService is PlusIsSpace for S3 and the services that share the rule of its
	// paths, and PlusLiteral for any other service.
	PlusByService PlusStyle = iota
	PlusLiteral             // '+' is itself: %2B
	PlusIsSpace             // '+' is a space, as in forms: %20
)

var plusStyleNames = []string{"service", "literal", "space"}

// String returns "service", "literal" or "space".
func (p PlusStyle) String() string { return words.Of(plusStyleNames, p) }

// of returns the style that s means for a service.
func (s PathStyle) of(service string) PathStyle {
	switch {
	case s != PathByService:
		return s
	case isS3(service):
		return PathS3
	}
	return PathEncodedTwice
}

// of returns the style that p means for a service.
func (p PlusStyle) of(service string) PlusStyle {
	switch {
	case p != PlusByService:
		return p
	case isS3(service):
		return PlusIsSpace
	}
	return PlusLiteral
}

// isS3 reports whether a service has the rules of S3: its paths are encoded once, it
// takes X-Amz-Content-Sha256 and, in presigned URLs without it, leaves the body unsigned. These are
// the names with which aws-sdk-go-v2 (service/s3 1.114, service/s3control 1.71) sets
// DisableDoubleEncoding; s3tables and s3vectors are ordinary services.
func isS3(service string) bool {
	switch service {
	case "s3", "s3-object-lambda", "s3-outposts", "s3express":
		return true
	}
	return false
}

// CanonicalURI returns the canonical URI of a path as it is sent, "/" for an
// empty one. PathByService is PathEncodedTwice here. Where a style decodes, a
// malformed escape is its own text here; Signer and Verifier refuse it.
func CanonicalURI(path string, style PathStyle) string {
	b := newBuffer()
	defer b.free()
	return string(b.appendPath(nil, path, style.of("")))
}

// CanonicalQuery returns the canonical query of a query as it is sent, without
// its '?': names and values decoded and encoded again by UriEncode, sorted by
// the encoded name and then value, written name=value and joined by '&'. A
// malformed escape is its own text. PlusByService is PlusLiteral here. The query of a
// presigned URL has its X-Amz-Signature left out by Signer and Verifier, not here.
func CanonicalQuery(query string, plus PlusStyle) string {
	b := newBuffer()
	defer b.free()
	b.addQuery(query, plus.of(""), "")
	return string(b.appendQuery(nil))
}

// KeyPath returns the path with which an S3 object key is sent and signed: "/"
// and the key with everything escaped but unreserved characters and '/'. A key
// may hold "//", "/./" and "/../", which S3 takes as they are; do not let a
// client "clean" them. In path-style addressing the bucket is the first segment.
func KeyPath(key string) string { return "/" + percent.AWSPath.Encode(key) }

// ParseEventKey returns the object key in s3.object.key of an S3 event
// notification, which is form-encoded: '+' is a space. So are the keys of a list
// of objects with encoding-type=url. An error is a *percent.SyntaxError.
func ParseEventKey(s string) (string, error) { return eventKey.Decode(s) }

var eventKey = percent.Form.WithMalformed(percent.MalformedRefused)

// literalPlus decodes names and values of queries in which '+' is itself.
var literalPlus = percent.AWS.WithMalformed(percent.MalformedKept)

// decoding returns the encoding by which a path is decoded, which refuses nothing.
func (s PathStyle) decoding() *percent.Encoding {
	if s == PathS3 {
		return percent.Form
	}
	return literalPlus
}

// checkEscapes returns the error of a URL with a malformed escape, or nil. S3 and MinIO
// decode path and query, and refuse such a request before they look at the signature;
// by any other style a malformed escape is its own text. MinIO refuses a ';' in the query,
// too, as net/url does.
func checkEscapes(url string, u target, style PathStyle) error {
	if style != PathS3 && style != PathDecoded {
		return nil
	}
	start, end := len(u.origin), len(u.origin)+len(u.path)
	if err := checkEscapesIn(url, start, end); err != nil || u.query == "" {
		return err
	}
	start, end = end+len("?"), end+len("?")+len(u.query)
	if i := strings.IndexByte(u.query, ';'); i >= 0 && style == PathDecoded {
		return pct.In("URL", syntax.At(start+i, ";", percent.RawByte))
	}
	return checkEscapesIn(url, start, end)
}

// checkEscapesIn returns the error of the first malformed escape in url[start:end], or
// nil.
func checkEscapesIn(url string, start, end int) error {
	for i := start; i < end; i++ {
		if url[i] != '%' {
			continue
		}
		if _, ok := pct.Octet(url[i:end]); !ok {
			return pct.In("URL", syntax.Error(url, i, min(i+len("%HH"), end), percent.InvalidEscape))
		}
	}
	return nil
}

// decoding returns the encoding by which a query is decoded, which refuses
// nothing.
func (p PlusStyle) decoding() *percent.Encoding {
	if p == PlusIsSpace {
		return percent.Form
	}
	return literalPlus
}

// A buffer holds the pieces of a canonical request and is reused, so that signing
// allocates the fields that it sets and nothing else.
type buffer struct {
	params  pairs.Buffer
	decoded []byte // a path
	fields  []field
	canon   []byte
	out     []byte
	signed  []byte
	sum     [64]byte
}

// A field is a header field: its name in lower case and a value.
type field struct {
	name, value string
	order       int
}

var buffers = sync.Pool{New: func() any { return new(buffer) }}

func newBuffer() *buffer {
	b := buffers.Get().(*buffer)
	b.params.Reset()
	b.fields = b.fields[:0]
	return b
}

func (b *buffer) free() {
	clear(b.fields) // they hold memory of the caller
	// What a single huge request needed is not kept for all others.
	if b.params.Size()+cap(b.canon)+cap(b.out) < 1<<20 {
		buffers.Put(b)
	}
}

// appendPath appends the canonical URI. It uses b.decoded.
func (b *buffer) appendPath(dst []byte, path string, style PathStyle) []byte {
	switch {
	case path == "":
		return append(dst, '/')
	case style == PathUntouched:
		return append(dst, path...)
	case style == PathNotNormalized:
		return percent.AWSPath.AppendEncode(dst, octets(path))
	case style == PathS3 || style == PathDecoded:
		// Neither encoding refuses anything.
		b.decoded, _ = style.decoding().AppendDecode(b.decoded[:0], octets(path))
		return percent.AWSPath.AppendEncode(dst, b.decoded)
	}
	b.decoded = appendNormalized(b.decoded[:0], path)
	return percent.AWSPath.AppendEncode(dst, b.decoded)
}

// appendNormalized appends path without dot segments and empty segments. A slash
// at the end stays; "/." and "/.." at the end do not leave one.
func appendNormalized(dst []byte, path string) []byte {
	start := len(dst)
	for rest := path; rest != ""; {
		var segment string
		segment, rest, _ = strings.Cut(rest, "/")
		switch segment {
		case "", ".":
		case "..":
			if i := bytes.LastIndexByte(dst[start:], '/'); i >= 0 {
				dst = dst[:start+i]
			}
		default:
			dst = append(append(dst, '/'), segment...)
		}
	}
	if len(dst) == start || path[len(path)-1] == '/' {
		dst = append(dst, '/')
	}
	return dst
}

// addQuery adds the parameters of a query, except those named without.
func (b *buffer) addQuery(query string, plus PlusStyle, without string) {
	b.params.AddQuery(query, plus.decoding(), without)
}

// appendQuery appends the canonical query of what was added.
func (b *buffer) appendQuery(dst []byte) []byte {
	b.params.Sort()
	return b.params.Append(dst)
}

// appendFields appends the canonical headers, and to b.signed the list of their
// names.
func (b *buffer) appendFields(dst []byte) []byte {
	slices.SortStableFunc(b.fields, func(x, y field) int {
		if c := cmp.Compare(x.name, y.name); c != 0 {
			return c
		}
		return cmp.Compare(x.order, y.order)
	})
	b.signed = b.signed[:0]
	for i, f := range b.fields {
		if i > 0 && b.fields[i-1].name == f.name {
			// Another value of the same field goes before the line end.
			dst = append(dst[:len(dst)-1], ',')
		} else {
			dst = append(append(dst, f.name...), ':')
			if i > 0 {
				b.signed = append(b.signed, ';')
			}
			b.signed = append(b.signed, f.name...)
		}
		dst = append(appendTrimmed(dst, f.value), '\n')
	}
	return dst
}

// appendTrimmed appends a value without whitespace at its ends, and with a single
// space for any other run of whitespace.
func appendTrimmed(dst []byte, value string) []byte {
	start, pending := len(dst), false
	for i := range len(value) {
		switch c := value[i]; c {
		case ' ', '\t', '\r', '\n':
			pending = len(dst) > start
		default:
			if pending {
				dst, pending = append(dst, ' '), false
			}
			dst = append(dst, c)
		}
	}
	return dst
}

// addField adds a header field.
func (b *buffer) addField(name, value string) {
	b.fields = append(b.fields, field{lower(name), value, len(b.fields)})
}

func (b *buffer) hasField(name string) bool {
	for _, f := range b.fields {
		if f.name == name {
			return true
		}
	}
	return false
}

// lower returns the name of a header field in lower case, without allocating for
// the most common ones.
func lower(name string) string {
	switch name {
	case "Host":
		return "host"
	case "Content-Type":
		return "content-type"
	case "X-Amz-Date":
		return "x-amz-date"
	case "X-Amz-Content-Sha256":
		return "x-amz-content-sha256"
	case "X-Amz-Security-Token":
		return "x-amz-security-token"
	case "Authorization":
		return "authorization"
	case "User-Agent":
		return "user-agent"
	case "X-Amz-Target":
		return "x-amz-target"
	}
	return pct.Lower(name)
}

func octets(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
