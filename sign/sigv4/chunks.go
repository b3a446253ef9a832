package sigv4

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// A ChunkSigner signs the chunks of a body whose payload hash is
// StreamingPayload or StreamingPayloadTrailer, each with the signature of the
// one before. It is not safe for concurrent use.
type ChunkSigner struct {
	key      []byte
	prefix   string // date and scope
	previous string
}

// Chunks returns a ChunkSigner for a request that Sign has signed with the
// payload hash StreamingPayload; r has its Authorization and X-Amz-Date. It is
// nil if r is not signed.
func (s *Signer) Chunks(r *Request) *ChunkSigner {
	authorization, _ := r.get(authorizationField)
	_, signature, ok := strings.Cut(authorization, "Signature=")
	date, _ := r.get(dateField)
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
// trailing fields, after the last chunk. They are signed sorted by name, in whatever
// order they are sent: the documents of AWS show one field only, and its SDKs sort.
func (c *ChunkSigner) SignTrailer(trailer []Header) string {
	sorted := make([]Header, len(trailer))
	for i, h := range trailer {
		sorted[i] = Header{lower(h.Name), string(appendTrimmed(nil, h.Value))}
	}
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].Name < sorted[j].Name })
	var b strings.Builder
	for _, h := range sorted {
		b.WriteString(h.Name + ":" + h.Value + "\n")
	}
	return c.sign(algorithm+"-TRAILER\n", HashPayload([]byte(b.String())))
}

func (c *ChunkSigner) sign(kind, rest string) string {
	h := hmac.New(sha256.New, c.key)
	_, _ = io.WriteString(h, kind+c.prefix+c.previous+"\n"+rest) // a hash returns no error
	c.previous = hex.EncodeToString(h.Sum(nil))
	return c.previous
}

// chunkSignature stands between the size of a chunk and its signature.
const chunkSignature = ";chunk-signature="

// AppendChunk appends the next chunk to dst as it is sent in a body of
// Content-Encoding aws-chunked: its size, its signature, its bytes. Before trailing
// fields, AppendTrailer appends the last chunk.
func (c *ChunkSigner) AppendChunk(dst, chunk []byte) []byte {
	dst = c.appendChunkLine(dst, chunk)
	dst = append(dst, chunk...)
	return append(dst, "\r\n"...)
}

func (c *ChunkSigner) appendChunkLine(dst, chunk []byte) []byte {
	dst = strconv.AppendInt(dst, int64(len(chunk)), 16)
	dst = append(dst, chunkSignature...)
	dst = append(dst, c.Sign(chunk)...)
	return append(dst, "\r\n"...)
}

// AppendTrailer appends the last chunk, which is empty, the trailing fields and
// their signature to dst, which ends a body of StreamingPayloadTrailer. The request
// must announce the names of the fields in X-Amz-Trailer.
func (c *ChunkSigner) AppendTrailer(dst []byte, trailer []Header) []byte {
	dst = c.appendChunkLine(dst, nil)
	for _, h := range append(slices.Clone(trailer), Header{trailerSignatureField, c.SignTrailer(trailer)}) {
		dst = append(append(dst, lower(h.Name)...), ':')
		dst = append(appendTrimmed(dst, h.Value), "\r\n"...)
	}
	return append(dst, "\r\n"...)
}
