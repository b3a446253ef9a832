package sigv4

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
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
// trailing fields, in order, after the last chunk.
func (c *ChunkSigner) SignTrailer(trailer []Header) string {
	var b strings.Builder
	for _, h := range trailer {
		b.WriteString(lower(h.Name) + ":" + string(appendTrimmed(nil, h.Value)) + "\n")
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
