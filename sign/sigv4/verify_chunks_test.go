package sigv4

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
)

// documented returns the examples of the S3 API Reference, with the signatures that
// it prints: "Transferring Payload in Multiple Chunks" and "Signature calculations
// for trailing headers".
func documented(trailing bool) (*Request, []byte) {
	r := &Request{Method: "PUT", URL: "https://s3.amazonaws.com/examplebucket/chunkObject.txt", Header: []Header{
		{"Host", "s3.amazonaws.com"},
		{"x-amz-date", "20130524T000000Z"},
		{"x-amz-storage-class", "REDUCED_REDUNDANCY"},
		{"x-amz-content-sha256", StreamingPayload},
		{"Content-Encoding", "aws-chunked"},
		{"x-amz-decoded-content-length", "66560"},
		{"Content-Length", "66824"},
		{"Authorization", "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class,Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9"},
	}}
	signatures := []string{
		"ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
		"0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
		"b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
	}
	end := "\r\n"
	if trailing {
		r.set("x-amz-content-sha256", StreamingPayloadTrailer)
		r.Header = append(r.Header, Header{"x-amz-trailer", "x-amz-checksum-crc32c"})
		r.set("Authorization", "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class;x-amz-trailer,Signature=106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e")
		signatures = []string{
			"b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2",
			"1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7",
			"2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992",
		}
		end = "x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n"
	}
	body := "10000;chunk-signature=" + signatures[0] + "\r\n" + strings.Repeat("a", 65536) + "\r\n" +
		"400;chunk-signature=" + signatures[1] + "\r\n" + strings.Repeat("a", 1024) + "\r\n" +
		"0;chunk-signature=" + signatures[2] + "\r\n" + end
	return r, []byte(body)
}

func sent(body []byte) func() ([]byte, error) {
	return func() ([]byte, error) { return body, nil }
}

// TestChunkVectors: the published examples are valid, and no octet of their framing,
// of their signatures or of their trailing fields can be changed.
func TestChunkVectors(t *testing.T) {
	v := testVerifier()
	v.Now = at("20130524T000000Z")
	for trailing, want := range map[bool]Coverage{false: ChunksSigned, true: ChunksAndTrailerSigned} {
		r, body := documented(trailing)
		if !trailing && len(body) != 66824 {
			t.Fatalf("%d bytes", len(body))
		}
		verified, err := v.VerifyRequest(context.Background(), r, sent(body))
		if err != nil {
			t.Fatalf("trailing=%t: %v", trailing, err)
		}
		if verified.Payload != want || len(verified.Data) != 66560 || len(bytes.Trim(verified.Data, "a")) > 0 {
			t.Errorf("trailing=%t: %v, %d bytes", trailing, verified.Payload, len(verified.Data))
		}
		if trailing {
			if diff := cmp.Diff([]Header{{"x-amz-checksum-crc32c", "sOO8/Q=="}}, verified.Trailer); diff != "" {
				t.Error(diff)
			}
			// The document ends without the empty line, and minio-go puts a LF behind a
			// value.
			for _, other := range [][]byte{body[:len(body)-2], bytes.Replace(body, []byte("==\r\n"), []byte("==\n\r\n"), 1)} {
				if _, err := v.VerifyRequest(context.Background(), r, sent(other)); err != nil {
					t.Errorf("ending in %q: %v", other[len(other)-120:], err)
				}
			}
		}
		for i := range body {
			if 0 < i && i < len(body)-1 && string(body[i-1:i+2]) == "aaa" {
				continue // data: one octet of it is like another
			}
			for _, change := range []byte{1, 0x20} {
				forged := bytes.Clone(body)
				forged[i] ^= change
				got, err := v.VerifyRequest(context.Background(), r, sent(forged))
				if err == nil && !isSameAs(verified, got, body[i], forged[i]) {
					t.Fatalf("trailing=%t: octet %d may be %q, not %q", trailing, i, forged[i], body[i])
				}
			}
		}
	}
}

// TestChunksUnread: a body that cannot be read is that error, and no body.
func TestChunksUnread(t *testing.T) {
	v := testVerifier()
	v.Now = at("20130524T000000Z")
	broken := errors.New("broken")
	for _, trailing := range []bool{false, true} {
		r, body := documented(trailing)
		verified, err := v.VerifyRequest(context.Background(), r, func() ([]byte, error) { return body, broken })
		if !errors.Is(err, broken) || verified != nil {
			t.Errorf("trailing=%t: %+v, %v", trailing, verified, err)
		}
	}
}

// TestBehindTrailer: one octet behind the trailing fields is too many, and so is half of
// the empty line.
func TestBehindTrailer(t *testing.T) {
	v := testVerifier()
	v.Now = at("20130524T000000Z")
	r, body := documented(true)
	body = bytes.TrimSuffix(body, []byte("\r\n"))
	for _, more := range []string{"\r", "\n", "x", "x\r\n", "\r\n\r\n"} {
		verified, err := v.VerifyRequest(context.Background(), r, sent(append(bytes.Clone(body), more...)))
		if err == nil {
			t.Errorf("with %q: %v", more, verified.Trailer)
		}
	}
}

// isSameAs reports whether two bodies that differ in one octet may both be valid: the
// case of the name of a trailing field means nothing.
func isSameAs(a, b *Verified, was, is byte) bool {
	return bytes.Equal(a.Data, b.Data) && cmp.Equal(a.Trailer, b.Trailer) && strings.EqualFold(string(was), string(is)) && was != is
}

// TestChunksRefused names the offset of what is wrong.
func TestChunksRefused(t *testing.T) {
	s := &Signer{Credentials: docs, Region: "r", Service: "s3", Now: at("20130524T000000Z")}
	v := testVerifier()
	v.Now = s.Now
	sign := func(trailing bool, length string, announced ...string) (*Request, *ChunkSigner) {
		r := &Request{Method: "PUT", URL: "https://h/k", PayloadHash: StreamingPayload}
		if length != "" {
			r.Header = append(r.Header, Header{"X-Amz-Decoded-Content-Length", length})
		}
		for _, name := range announced {
			r.Header = append(r.Header, Header{"X-Amz-Trailer", name})
		}
		if trailing {
			r.PayloadHash = StreamingPayloadTrailer
		}
		if err := s.Sign(r); err != nil {
			t.Fatal(err)
		}
		return r, s.Chunks(r)
	}
	chunks := func(c *ChunkSigner, list ...string) (b []byte) {
		for _, chunk := range list {
			b = c.AppendChunk(b, []byte(chunk))
		}
		return b
	}
	line := strings.Repeat("0", 64)
	for _, test := range []struct {
		name     string
		trailing bool
		length   string
		announce []string
		body     func(c *ChunkSigner) []byte
		reason   percent.Reason // of the body, or
		refusal  VerifyReason   // of the request
		offset   int64
	}{
		{name: "fine", length: "3", body: func(c *ChunkSigner) []byte { return chunks(c, "ab", "c", "") }},
		{name: "nothing but the last", length: "0", body: func(c *ChunkSigner) []byte { return chunks(c, "") }},
		{name: "no body", length: "0", body: func(*ChunkSigner) []byte { return nil }, reason: CutOff},
		{name: "no chunks", length: "5", body: func(*ChunkSigner) []byte { return []byte("hello") }, reason: BadChunk},
		{name: "no last chunk", length: "2", body: func(c *ChunkSigner) []byte { return chunks(c, "ab") }, reason: CutOff, offset: 88},
		{name: "cut off in data", length: "9", body: func(c *ChunkSigner) []byte { return chunks(c, "123456789")[:90] }, reason: CutOff},
		{name: "cut off in the line", length: "9", body: func(c *ChunkSigner) []byte { return chunks(c, "123456789")[:40] }, reason: CutOff},
		{name: "cut off at the end", length: "0", body: func(c *ChunkSigner) []byte { return chunks(c, "")[:85] }, reason: CutOff, offset: 84},
		{name: "zeros for a signature", length: "1", body: func(*ChunkSigner) []byte {
			return []byte("1;chunk-signature=" + line + "\r\na\r\n0;chunk-signature=" + line + "\r\n\r\n")
		}, reason: WrongChunkSignature},
		{name: "no signature", length: "1", body: func(*ChunkSigner) []byte { return []byte("1\r\na\r\n0\r\n\r\n") }, reason: BadChunk},
		{name: "second chunk forged", length: "2", body: func(c *ChunkSigner) []byte {
			return bytes.Replace(chunks(c, "a", "b", ""), []byte("\r\nb\r\n"), []byte("\r\nc\r\n"), 1)
		}, reason: WrongChunkSignature, offset: 87},
		{name: "exchanged", length: "2", body: func(c *ChunkSigner) []byte {
			b := chunks(c, "a", "b", "")
			return append(append(bytes.Clone(b[87:2*87]), b[:87]...), b[2*87:]...)
		}, reason: WrongChunkSignature},
		{name: "left out", length: "1", body: func(c *ChunkSigner) []byte { return chunks(c, "a", "b", "")[87:] }, reason: WrongChunkSignature},
		{name: "more behind it", length: "1", body: func(c *ChunkSigner) []byte { return append(chunks(c, "a", ""), "GET / HTTP/1.1"...) }, reason: AfterLastChunk, offset: 87 + 86},
		{name: "no line end", length: "1", body: func(c *ChunkSigner) []byte {
			return bytes.Replace(chunks(c, "a", ""), []byte("a\r\n0"), []byte("a\n\n0"), 1)
		}, reason: BadChunk, offset: 85},
		{name: "huge", length: "1", body: func(*ChunkSigner) []byte { return []byte("7fffffffffffffff;chunk-signature=" + line + "\r\na\r\n") }, reason: CutOff},
		{name: "too huge", length: "1", body: func(*ChunkSigner) []byte { return []byte("ffffffffffffffff;chunk-signature=" + line + "\r\na\r\n") }, reason: BadChunk},
		{name: "negative", length: "1", body: func(*ChunkSigner) []byte { return []byte("-1;chunk-signature=" + line + "\r\na\r\n") }, reason: BadChunk},
		{name: "prefix", length: "1", body: func(*ChunkSigner) []byte { return []byte("0x1;chunk-signature=" + line + "\r\na\r\n") }, reason: BadChunk},
		{name: "no length", body: func(c *ChunkSigner) []byte { return chunks(c, "a", "") }, refusal: Missing},
		{name: "other length", length: "2", body: func(c *ChunkSigner) []byte { return chunks(c, "a", "") }, refusal: WrongLength},

		{name: "trailer", trailing: true, length: "1", announce: []string{"x-amz-checksum-crc32 , X-B"}, body: func(c *ChunkSigner) []byte {
			return c.AppendTrailer(chunks(c, "a"), []Header{{"X-B", " 1  2 "}, {"X-Amz-Checksum-Crc32", "6LcL1w=="}})
		}},
		{name: "trailer forged", trailing: true, length: "1", announce: []string{"a"}, body: func(c *ChunkSigner) []byte {
			return bytes.Replace(c.AppendTrailer(chunks(c, "a"), []Header{{"a", "1"}}), []byte("a:1"), []byte("a:2"), 1)
		}, reason: WrongTrailerSignature, offset: 87 + 84 + 5},
		{name: "trailer left out", trailing: true, length: "1", announce: []string{"a"}, body: func(c *ChunkSigner) []byte {
			return bytes.Replace(c.AppendTrailer(chunks(c, "a"), []Header{{"a", "1"}}), []byte("a:1\r\n"), nil, 1)
		}, reason: WrongTrailerSignature, offset: 87 + 84},
		{name: "trailer without signature", trailing: true, length: "1", announce: []string{"a"}, body: func(c *ChunkSigner) []byte {
			b := c.AppendTrailer(chunks(c, "a"), []Header{{"a", "1"}})
			return append(b[:bytes.Index(b, []byte(trailerSignatureField))], "\r\n"...)
		}, reason: BadTrailer, offset: 87 + 84 + 5},
		{name: "no trailer", trailing: true, length: "1", announce: []string{"a"}, body: func(c *ChunkSigner) []byte { return chunks(c, "a", "") }, reason: BadTrailer, offset: 87 + 84},
		{name: "trailer where there should be none", length: "1", announce: []string{"a"}, body: func(c *ChunkSigner) []byte {
			return c.AppendTrailer(chunks(c, "a"), []Header{{"a", "1"}})
		}, reason: BadChunk, offset: 87 + 84},
		{name: "trailer with more behind it", trailing: true, length: "1", announce: []string{"a"}, body: func(c *ChunkSigner) []byte {
			return append(c.AppendTrailer(chunks(c, "a"), []Header{{"a", "1"}}), 'x')
		}, reason: AfterLastChunk, offset: 87 + 84 + 5 + 90},
		{name: "trailer of control characters", trailing: true, length: "1", announce: []string{"a"}, body: func(c *ChunkSigner) []byte {
			return c.AppendTrailer(chunks(c, "a"), []Header{{"a", "1\x00"}})
		}, reason: BadTrailer, offset: 87 + 84},
		{name: "trailer not announced", trailing: true, length: "1", announce: []string{"b"}, body: func(c *ChunkSigner) []byte {
			return c.AppendTrailer(chunks(c, "a"), []Header{{"a", "1"}})
		}, refusal: OtherTrailer},
		{name: "trailer twice", trailing: true, length: "1", announce: []string{"a"}, body: func(c *ChunkSigner) []byte {
			return c.AppendTrailer(chunks(c, "a"), []Header{{"a", "1"}, {"a", "2"}})
		}, refusal: OtherTrailer},
		{name: "no announcement", trailing: true, length: "1", body: func(c *ChunkSigner) []byte {
			return c.AppendTrailer(chunks(c, "a"), []Header{{"a", "1"}})
		}, refusal: Missing},
		{name: "huge trailer", trailing: true, length: "1", announce: []string{"a"}, body: func(c *ChunkSigner) []byte {
			return c.AppendTrailer(chunks(c, "a"), []Header{{"a", strings.Repeat("1", maxTrailerSize)}})
		}, reason: AfterLastChunk, offset: 87 + 84},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, c := sign(test.trailing, test.length, test.announce...)
			_, err := v.VerifyRequest(context.Background(), r, sent(test.body(c)))
			var refusal *VerifyError
			if test.reason == "" && test.refusal == 0 {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.As(err, &refusal) {
				t.Fatalf("got %v", err)
			}
			var e *percent.SyntaxError
			switch {
			case test.refusal != 0:
				if refusal.Reason != test.refusal {
					t.Errorf("got %v", err)
				}
			case !errors.As(err, &e) || refusal.Reason != WrongChunks || e.Reason != test.reason || e.Offset != test.offset || e.Field != "body":
				t.Errorf("got %v, want %q at byte %d", err, test.reason, test.offset)
			}
		})
	}
}

// TestForgedChunks changes random octets of random bodies: only one whose data and
// trailing fields are those that were signed is valid.
func TestForgedChunks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	octets := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return b
	}
	s := &Signer{Credentials: docs, Region: "r", Service: "s3", Now: at("20130524T000000Z")}
	v := testVerifier()
	v.Now = s.Now
	rounds := 300
	if testing.Short() {
		rounds = 30
	}
	for range rounds {
		trailing := random.IntN(2) == 0
		var list [][]byte
		for range random.IntN(5) {
			list = append(list, octets(1+random.IntN(40)))
		}
		data := bytes.Join(list, nil)
		r := &Request{Method: "PUT", URL: "https://h/k", PayloadHash: StreamingPayload, Header: []Header{{lengthField, fmt.Sprint(len(data))}}}
		if trailing {
			r.PayloadHash = StreamingPayloadTrailer
			r.Header = append(r.Header, Header{trailerField, "x-amz-checksum-crc32"})
		}
		if err := s.Sign(r); err != nil {
			t.Fatal(err)
		}
		c := s.Chunks(r)
		var body []byte
		for _, chunk := range list {
			body = c.AppendChunk(body, chunk)
		}
		var trailer []Header
		if trailing {
			trailer = []Header{{"x-amz-checksum-crc32", "6LcL1w=="}}
			body = c.AppendTrailer(body, trailer)
		} else {
			body = c.AppendChunk(body, nil)
		}
		if verified, err := v.VerifyRequest(context.Background(), r, sent(body)); err != nil || !bytes.Equal(verified.Data, data) {
			t.Fatalf("%q: %v", body, err)
		}
		for range 40 {
			forged := bytes.Clone(body)
			switch i := random.IntN(len(forged)); random.IntN(4) {
			case 0:
				forged[i] ^= 1 << random.IntN(8)
			case 1:
				forged = append(forged[:i], forged[i+1+random.IntN(len(forged)-i):]...)
			case 2:
				forged = bytes.Join([][]byte{forged[:i], octets(1 + random.IntN(3)), forged[i:]}, nil)
			case 3:
				j := random.IntN(len(forged))
				forged = bytes.Join([][]byte{forged[:i], body[min(i, j):max(i, j)], forged[i:]}, nil)
			}
			verified, err := v.VerifyRequest(context.Background(), r, sent(forged))
			if err == nil && (!bytes.Equal(verified.Data, data) || !cmp.Equal(verified.Trailer, trailer)) {
				t.Fatalf("%q is valid, signed was %q", forged, body)
			}
		}
	}
}

// TestManyChunks: whoever has a key can send many chunks, and pays for them.
func TestManyChunks(t *testing.T) {
	s := &Signer{Credentials: docs, Region: "r", Service: "s3", Now: at("20130524T000000Z")}
	growth.Linear(t, 1<<8, 1<<14, func(n int) {
		r := &Request{Method: "PUT", URL: "https://h/k", PayloadHash: StreamingPayload, Header: []Header{{lengthField, fmt.Sprint(n)}}}
		if err := s.Sign(r); err != nil {
			t.Fatal(err)
		}
		c := s.Chunks(r)
		var body []byte
		for range n {
			body = c.AppendChunk(body, []byte("a"))
		}
		body = c.AppendChunk(body, nil)
		v := testVerifier()
		v.Now = s.Now
		if _, err := v.VerifyRequest(t.Context(), r, sent(body)); err != nil {
			t.Error(err)
		}
	})
}

// TestUnsignedPayload: a body that nobody signed is accepted only on demand, but for
// presigned URLs of S3.
func TestUnsignedPayload(t *testing.T) {
	for _, service := range []string{"s3", "execute-api"} {
		s := &Signer{Credentials: docs, Region: "r", Service: service, Now: at("20130524T000000Z")}
		for _, hash := range []string{UnsignedPayload, StreamingUnsignedPayloadTrailer} {
			for _, presigned := range []bool{false, true} {
				name := fmt.Sprintf("service=%s hash=%s presigned=%t", service, hash, presigned)
				r := &Request{Method: "PUT", URL: "https://h/k", Header: []Header{{"X-Amz-Content-Sha256", hash}}, PayloadHash: hash}
				if presigned {
					url, err := s.Presign(r, MaxExpires)
					if err != nil {
						t.Fatal(err)
					}
					r.URL = url
				} else if err := s.Sign(r); err != nil {
					t.Fatal(err)
				}
				v := testVerifier()
				v.Now = s.Now
				_, err := v.VerifyRequest(context.Background(), r, sent([]byte("any")))
				var refusal *VerifyError
				if fine := service == "s3" && hash == UnsignedPayload && presigned; fine != (err == nil) || err != nil && (!errors.As(err, &refusal) || refusal.Reason != PayloadNotSigned) {
					t.Errorf("%s: %v", name, err)
				}
				v.Payload = PayloadUnsigned
				if verified, err := v.VerifyRequest(context.Background(), r, sent([]byte("any"))); err != nil || verified.Payload != BodyUnsigned || verified.PayloadHash != hash {
					t.Errorf("%s, allowed: %v, %v", name, verified, err)
				}
				// A wrong signature is still wrong.
				r.Method = "POST"
				if _, err := v.VerifyRequest(context.Background(), r, nil); !errors.As(err, &refusal) || refusal.Reason != WrongSignature {
					t.Errorf("%s, forged: %v", name, err)
				}
			}
		}
	}
	// The usual presigned URL has no such field.
	s := &Signer{Credentials: docs, Region: "r", Service: "s3", Now: at("20130524T000000Z")}
	url, err := s.Presign(&Request{Method: "PUT", URL: "https://h/k"}, MaxExpires)
	if err != nil {
		t.Fatal(err)
	}
	v := testVerifier()
	v.Now = s.Now
	if verified, err := v.VerifyRequest(context.Background(), &Request{Method: "PUT", URL: url}, sent([]byte("any"))); err != nil || verified.Payload != BodyUnsigned {
		t.Errorf("%v, %v", verified, err)
	}
}

// TestEmptySecret: a lookup that returns the zero value does not open the door.
func TestEmptySecret(t *testing.T) {
	s := &Signer{Credentials: Credentials{AccessKeyID: "k"}, Region: "r", Service: "s3", Now: at("20130524T000000Z")}
	r := &Request{Method: "GET", URL: "https://h/"}
	if err := s.Sign(r); err != nil {
		t.Fatal(err)
	}
	v := &Verifier{Now: s.Now, Credentials: func(context.Context, string) (Credentials, error) { return Credentials{}, nil }}
	var refusal *VerifyError
	if _, err := v.VerifyRequest(context.Background(), r, nil); !errors.As(err, &refusal) || refusal.Reason != UnknownAccessKey {
		t.Errorf("got %v", err)
	}
}

// TestPresignedInTheFuture: without a window, too, as AWS has it ("Request is not yet
// valid").
func TestPresignedInTheFuture(t *testing.T) {
	s := &Signer{Credentials: docs, Region: "r", Service: "s3", Now: at("20130524T000000Z")}
	url, err := s.Presign(&Request{Method: "GET", URL: "https://h/"}, MaxExpires)
	if err != nil {
		t.Fatal(err)
	}
	byHeader := &Request{Method: "GET", URL: "https://h/"}
	if err := s.Sign(byHeader); err != nil {
		t.Fatal(err)
	}
	for now, want := range map[string]VerifyReason{"20130523T234500Z": 0, "20130523T234459Z": NotYetValid, "19700101T000000Z": NotYetValid, "20130531T000000Z": 0, "20130531T000001Z": Expired} {
		v := testVerifier()
		v.Now, v.Window = at(now), -1
		_, err := v.VerifyRequest(context.Background(), &Request{Method: "GET", URL: url}, nil)
		var refusal *VerifyError
		if want == 0 && err != nil || want != 0 && (!errors.As(err, &refusal) || refusal.Reason != want) {
			t.Errorf("%s: got %v, want %v", now, err, want)
		}
		if _, err := v.VerifyRequest(context.Background(), byHeader, nil); err != nil {
			t.Errorf("%s by header: %v", now, err)
		}
	}
}

// TestParseTrailer: a trailing field is a name, a colon and a value without controls; a LF at
// the end is none of it.
func TestParseTrailer(t *testing.T) {
	for line, want := range map[string]Header{
		"X-Amz-Checksum-Crc32c:sOO8/Q==": {"x-amz-checksum-crc32c", "sOO8/Q=="},
		"a: b\tc \n":                     {"a", "b\tc"},
		"a:":                             {"a", ""},
		"a:b:c":                          {"a", "b:c"},
		"a":                              {},
		"":                               {},
		"\n":                             {},
		":b":                             {},
		"a b:c":                          {},
		" a:b":                           {},
		"a(:b":                           {},
		"a:b\x00":                        {},
		"a:b\x1f":                        {},
		"a:b\x7f":                        {},
		"a:b\n\n":                        {},
		"a:\r":                           {},
	} {
		got, ok := parseTrailer([]byte(line))
		if got != want || ok != (want != Header{}) {
			t.Errorf("%q: %q, %t", line, got, ok)
		}
	}
}
