package sigv4

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// The limits of a body in chunks. AWS publishes none; those of its SDKs and of
// servers that imitate S3 are lower.
const (
	maxSizeDigits  = 16       // of the size of a chunk, in base 16
	maxTrailerSize = 16 << 10 // of all trailing fields with their line ends, in bytes
)

// verify checks the chunks of a body, each with the signature of the one before, and
// the trailing fields if there must be some. The framing is that of the S3 API
// Reference, "Signature Calculations for the Authorization Header: Transferring
// Payload in Multiple Chunks" and "Signature calculations for trailing headers".
// Nothing is passed over: what one reader skips another may read. An error is a
// *VerifyError.
func (c *ChunkSigner) verify(r *Request, body []byte, trailing bool) (data []byte, trailer []Header, err error) {
	data = make([]byte, 0, len(body))
	at := 0
	for last := false; !last; {
		size, signature, length, reason := cutChunkLine(body[at:])
		if reason != "" {
			return nil, nil, wrongChunks(at, body[at:], reason)
		}
		rest := body[at+length:]
		if size > uint64(len(rest)) {
			return nil, nil, wrongChunks(at, body[at:at+length], CutOff)
		}
		chunk := rest[:size]
		if !sameSignature(c.Sign(chunk), signature) {
			return nil, nil, wrongChunks(at, body[at:at+length], WrongChunkSignature)
		}
		data = append(data, chunk...)
		at += length + len(chunk)
		if last = size == 0; last && trailing {
			break
		}
		// The line end behind the data.
		switch rest = rest[size:]; {
		case bytes.HasPrefix(rest, crlf):
			at += len(crlf)
		case bytes.HasPrefix(crlf, rest):
			return nil, nil, wrongChunks(at, rest, CutOff)
		default:
			return nil, nil, wrongChunks(at, rest, BadChunk)
		}
	}
	if trailing {
		if trailer, err = c.verifyTrailer(r, body, at); err != nil {
			return nil, nil, err
		}
	} else if at < len(body) {
		return nil, nil, wrongChunks(at, body[at:], AfterLastChunk)
	}
	length, ok := r.get(lengthField)
	if !ok {
		return nil, nil, &VerifyError{Reason: Missing, Field: lengthField}
	}
	if n, err := strconv.ParseUint(length, 10, 64); err != nil || n != uint64(len(data)) {
		return nil, nil, &VerifyError{Reason: WrongLength, Field: lengthField}
	}
	return data, trailer, nil
}

var crlf = []byte("\r\n")

// cutChunkLine reads the line at the front of a chunk, and returns its length with
// the line end. The reason is "" if it is one.
func cutChunkLine(body []byte) (size uint64, signature []byte, length int, reason percent.Reason) {
	const most = maxSizeDigits + len(chunkSignature) + 2*sha256.Size
	line, _, ok := bytes.Cut(body[:min(len(body), most+len(crlf))], crlf)
	if !ok {
		if len(body) < most+len(crlf) && isChunkLineStart(body) {
			return 0, nil, 0, CutOff
		}
		return 0, nil, 0, BadChunk
	}
	digits, signature, ok := bytes.Cut(line, []byte(chunkSignature))
	if !ok || len(digits) > maxSizeDigits || len(signature) != 2*sha256.Size {
		return 0, nil, 0, BadChunk
	}
	// ParseUint takes neither signs nor prefixes in base 16.
	size, err := strconv.ParseUint(string(digits), 16, 63)
	if err != nil {
		return 0, nil, 0, BadChunk
	}
	return size, signature, len(line) + len(crlf), ""
}

// isChunkLineStart reports whether more octets could make a chunk of s, which is at
// the end of a body.
func isChunkLineStart(s []byte) bool {
	digits, _, _ := bytes.Cut(s, []byte(";"))
	for _, c := range digits {
		if !pct.IsHex(c) {
			return false
		}
	}
	return len(digits) <= maxSizeDigits
}

// verifyTrailer checks the trailing fields, which begin at that offset of a body,
// after the last chunk.
func (c *ChunkSigner) verifyTrailer(r *Request, body []byte, at int) ([]Header, error) {
	if len(body)-at > maxTrailerSize {
		return nil, wrongChunks(at, body[at:], AfterLastChunk)
	}
	var trailer []Header
	for {
		line, rest, ok := bytes.Cut(body[at:], crlf)
		if !ok {
			return nil, wrongChunks(at, line, CutOff)
		}
		h, ok := parseTrailer(line)
		if !ok {
			return nil, wrongChunks(at, line, BadTrailer)
		}
		if h.Name == trailerSignatureField {
			if !sameSignature(c.SignTrailer(trailer), line[len(trailerSignatureField+":"):]) {
				return nil, wrongChunks(at, line, WrongTrailerSignature)
			}
			// The example in the documents of AWS lacks the empty line.
			if len(rest) > 0 && !bytes.Equal(rest, crlf) {
				return nil, wrongChunks(len(body)-len(rest), rest, AfterLastChunk)
			}
			break
		}
		trailer = append(trailer, h)
		at = len(body) - len(rest)
	}
	return trailer, checkAnnounced(r, trailer)
}

// parseTrailer reads a trailing field without its line end. A LF before that, which
// minio-go sends, is part of it.
func parseTrailer(line []byte) (Header, bool) {
	name, value, ok := strings.Cut(strings.TrimSuffix(string(line), "\n"), ":")
	if !ok || name == "" {
		return Header{}, false
	}
	for i := range len(name) {
		if c := name[i]; !percent.Unreserved.Contains(c) {
			return Header{}, false
		}
	}
	for i := range len(value) {
		if c := value[i]; c < ' ' && c != '\t' || c == 0x7F {
			return Header{}, false
		}
	}
	return Header{lower(name), strings.Trim(value, " \t")}, true
}

// checkAnnounced checks that the trailing fields are those that X-Amz-Trailer names,
// which is signed before they are sent.
func checkAnnounced(r *Request, trailer []Header) error {
	var announced, sent []string
	for _, h := range r.Header {
		if strings.EqualFold(h.Name, trailerField) {
			for name := range strings.SplitSeq(h.Value, ",") {
				announced = append(announced, lower(strings.Trim(name, " \t")))
			}
		}
	}
	if announced == nil {
		return &VerifyError{Reason: Missing, Field: trailerField}
	}
	for _, h := range trailer {
		sent = append(sent, h.Name)
	}
	slices.Sort(announced)
	slices.Sort(sent)
	if !slices.Equal(announced, sent) {
		return &VerifyError{Reason: OtherTrailer, Field: trailerField}
	}
	return nil
}

// sameSignature compares signatures in a time that does not depend on where they
// differ.
func sameSignature(want string, got []byte) bool {
	return subtle.ConstantTimeCompare([]byte(want), got) == 1
}

// wrongChunks returns the error for a body that is wrong at an offset. It shows no
// more of the body than a line.
//
//go:noinline
func wrongChunks(at int, bytes []byte, reason percent.Reason) error {
	const most = 32
	return &VerifyError{Reason: WrongChunks, Field: "body", Err: pct.In("body", syntax.At(at, string(bytes[:min(len(bytes), most)]), reason))}
}
