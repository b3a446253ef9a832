package sigv4

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pct-encoded/percent"
)

func at(date string) func() time.Time {
	t, err := time.Parse(longDate, date)
	if err != nil {
		panic(err)
	}
	return func() time.Time { return t }
}

// docs are the credentials of the examples in the documents of AWS, and suite
// those of the test suite.
var (
	docs  = Credentials{AccessKeyID: "AKIAIOSFODNN7EXAMPLE", SecretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}
	suite = Credentials{AccessKeyID: "AKIDEXAMPLE", SecretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"}
)

func s3Signer() *Signer {
	return &Signer{Credentials: docs, Region: "us-east-1", Service: "s3", Now: at("20130524T000000Z")}
}

// TestDocumentedSignatures has the signatures that the documents of AWS print.
func TestDocumentedSignatures(t *testing.T) {
	for _, v := range []struct {
		name   string
		signer *Signer
		req    Request
		want   string
	}{
		{"S3 API Reference, GET object", s3Signer(), Request{
			Method: "GET", URL: "https://examplebucket.s3.amazonaws.com/test.txt", Header: []Header{{"Range", "bytes=0-9"}},
		}, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"},
		{"S3 API Reference, PUT object", s3Signer(), Request{
			Method: "PUT", URL: "https://examplebucket.s3.amazonaws.com/test%24file.text",
			Header:      []Header{{"Date", "Fri, 24 May 2013 00:00:00 GMT"}, {"x-amz-storage-class", "REDUCED_REDUNDANCY"}},
			PayloadHash: HashPayload([]byte("Welcome to Amazon S3.")),
		}, "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"},
		{"S3 API Reference, GET bucket lifecycle", s3Signer(), Request{
			Method: "GET", URL: "https://examplebucket.s3.amazonaws.com/?lifecycle",
		}, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"},
		{"S3 API Reference, list objects", s3Signer(), Request{
			Method: "GET", URL: "https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J",
		}, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"},
		{"S3 API Reference, chunked upload", s3Signer(), Request{
			Method: "PUT", URL: "https://s3.amazonaws.com/examplebucket/chunkObject.txt",
			Header: []Header{
				{"x-amz-storage-class", "REDUCED_REDUNDANCY"},
				{"Content-Encoding", "aws-chunked"},
				{"x-amz-decoded-content-length", "66560"},
				{"Content-Length", "66824"},
			},
			PayloadHash: StreamingPayload,
		}, "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9"},
		{"IAM User Guide, ListUsers", &Signer{
			Credentials: Credentials{AccessKeyID: "AKIDEXAMPLE", SecretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"},
			Region:      "us-east-1", Service: "iam", Now: at("20150830T123600Z"),
		}, Request{
			Method: "GET", URL: "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08",
			Header: []Header{{"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"}},
		}, "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"},
	} {
		t.Run(v.name, func(t *testing.T) {
			if v.req.PayloadHash == StreamingPayload {
				// That example signs Content-Length, which is not done by default.
				v.signer.SignedHeaders = []string{"content-encoding", "content-length"}
			}
			steps, err := v.signer.Explain(&v.req)
			if err != nil || steps.Signature != v.want {
				t.Errorf("signature %s, %v\n%s", steps.Signature, err, steps.CanonicalRequest)
			}
			if want := "Signature=" + v.want; !strings.HasSuffix(steps.Authorization, want) {
				t.Errorf("header %s", steps.Authorization)
			}
			whole := v.req.Method + "\n" + steps.CanonicalURI + "\n" + steps.CanonicalQuery + "\n" + steps.CanonicalHeaders + "\n" + steps.SignedHeaders + "\n" + steps.PayloadHash
			if whole != steps.CanonicalRequest {
				t.Errorf("the steps do not fit together: %+v", steps)
			}
		})
	}
}

// TestChunks is the example "Signature Calculations for the Authorization
// Header: Transferring Payload in Multiple Chunks" of the S3 API Reference.
func TestChunks(t *testing.T) {
	s := s3Signer()
	s.SignedHeaders = []string{"content-encoding", "content-length"}
	r := &Request{Method: "PUT", URL: "https://s3.amazonaws.com/examplebucket/chunkObject.txt"}
	for name, value := range map[string]string{
		"X-Amz-Storage-Class": "REDUCED_REDUNDANCY", "Content-Encoding": "aws-chunked", "X-Amz-Decoded-Content-Length": "66560",
		"Content-Length": "66824", "X-Amz-Content-Sha256": StreamingPayload,
	} {
		r.set(name, value)
	}
	if s.Chunks(r) != nil {
		t.Error("chunks of an unsigned request")
	}
	if err := s.Sign(r); err != nil {
		t.Fatal(err)
	}
	c := s.Chunks(r)
	var body []byte
	for _, chunk := range []struct {
		size int
		want string
	}{
		{65536, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648"},
		{1024, "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497"},
		{0, "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9"},
	} {
		start := len(body)
		body = c.AppendChunk(body, bytes.Repeat([]byte("a"), chunk.size))
		want := fmt.Sprintf("%x;chunk-signature=%s\r\n", chunk.size, chunk.want)
		if !bytes.HasPrefix(body[start:], []byte(want)) {
			t.Errorf("chunk of %d: %.110q", chunk.size, body[start:])
		}
	}
	if len(body) != 66824 {
		t.Errorf("body of %d bytes", len(body))
	}
	if got := c.SignTrailer([]Header{{"X-Amz-Checksum-Crc32c", " sOO8/Q== "}}); len(got) != 64 {
		t.Errorf("trailer %q", got)
	}
}

// TestPresign is the example of "Authenticating Requests: Using Query
// Parameters" of the S3 API Reference.
func TestPresign(t *testing.T) {
	const want = "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&" +
		"X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&" +
		"X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
	r := &Request{Method: "GET", URL: "https://examplebucket.s3.amazonaws.com/test.txt"}
	got, err := s3Signer().Presign(r, 24*time.Hour)
	if err != nil || got != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

// TestSuite has canonical requests of the test suite of AWS (2015), in which
// paths are given as they would be before any encoding.
func TestSuite(t *testing.T) {
	s := &Signer{Credentials: suite, Region: "us-east-1", Service: "service", Now: at("20150830T123600Z")}
	const headers = "host:example.amazonaws.com\nx-amz-date:20150830T123600Z\n\nhost;x-amz-date\n" + EmptyPayloadHash
	for _, v := range []struct {
		name, target string
		header       []Header
		want         string // the canonical request
		signature    string
	}{
		{"get-vanilla", "/", nil, "GET\n/\n\n" + headers, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
		{"get-vanilla-query-order-key-case", "/?Param2=value2&Param1=value1", nil, "GET\n/\nParam1=value1&Param2=value2\n" + headers, "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
		{"get-vanilla-query-order-value", "/?Param1=value2&Param1=value1", nil, "GET\n/\nParam1=value1&Param1=value2\n" + headers, "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"},
		{"get-vanilla-empty-query-key", "/?Param1=value1", nil, "GET\n/\nParam1=value1\n" + headers, "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"},
		{"get-utf8", "/ሴ", nil, "GET\n/%E1%88%B4\n\n" + headers, "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"},
		{"get-space", "/example space/", nil, "GET\n/example%20space/\n\n" + headers, "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"},
		{"get-slashes", "//example//", nil, "GET\n/example/\n\n" + headers, "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"},
		{"get-slash-dot-slash", "/./", nil, "GET\n/\n\n" + headers, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
		{"get-slash-pointless-dot", "/./example", nil, "GET\n/example\n\n" + headers, "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"},
		{"get-relative-relative", "/example1/example2/../..", nil, "GET\n/\n\n" + headers, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
		{"get-header-value-trim", "/", []Header{{"My-Header1", " value1"}, {"My-Header2", ` "a   b   c"`}}, "GET\n/\n\nhost:example.amazonaws.com\nmy-header1:value1\nmy-header2:\"a b c\"\nx-amz-date:20150830T123600Z\n\nhost;my-header1;my-header2;x-amz-date\n" + EmptyPayloadHash, "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"},
		{"get-header-key-duplicate", "/", []Header{{"My-Header1", "value2"}, {"My-Header1", "value2"}, {"My-Header1", "value1"}}, "GET\n/\n\nhost:example.amazonaws.com\nmy-header1:value2,value2,value1\nx-amz-date:20150830T123600Z\n\nhost;my-header1;x-amz-date\n" + EmptyPayloadHash, "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"},
	} {
		t.Run(v.name, func(t *testing.T) {
			steps, err := s.Explain(&Request{Method: "GET", URL: "https://example.amazonaws.com" + v.target, Header: v.header})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(v.want, steps.CanonicalRequest); diff != "" {
				t.Error(diff)
			}
			if steps.Signature != v.signature {
				t.Errorf("signature %s, want %s", steps.Signature, v.signature)
			}
		})
	}
}

// TestSignedSuite verifies signed requests of the suite as aws-c-auth has it, with paths that are
// not normalized, further fields, a token, and signatures in the query. Their text is not
// ASCII where that of the suite is not.
func TestSignedSuite(t *testing.T) {
	const (
		unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		token      = "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267"
		query      = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIDEXAMPLE%2F20150830%2Fus-east-1%2Fservice%2Faws4_request&X-Amz-Date=20150830T123600Z&X-Amz-SignedHeaders=host&X-Amz-Expires=3600&X-Amz-Signature="
	)
	own := func(values ...string) (list []Header) {
		for _, v := range values {
			list = append(list, Header{"My-Header1", v})
		}
		return list
	}
	for _, v := range []struct {
		name, method, target string
		header               []Header
		token, body          string
		signed, signature    string // of the header: fields beside the host and the date
		path                 PathStyle
	}{
		{name: "get-unreserved", target: "/" + unreserved, signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"},
		{name: "get-vanilla-query-unreserved", target: "/?" + unreserved + "=" + unreserved, signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"},
		{name: "get-vanilla-utf8-query", target: "/?ሴ=bar", signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"},
		{name: "get-vanilla-utf8-query, signed in the query", target: "/?ሴ=bar&" + query + "0bdd809b1519ac4f0c1dc3540e2cc46bd0c7f778eda408b2ebf3b913d21ff600"},
		{name: "get-vanilla-query-order-encoded", target: "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1", signature: "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"},
		{name: "get-vanilla-query-order-encoded, signed in the query", target: "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1&" + query + "c5f1848ceec943ac2ca68ee720460c23aaae30a2300586597ada94c4a65e4787"},
		{name: "get-header-value-order", target: "/", header: own("value4", "value1", "value3", "value2"), signed: "my-header1;", signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"},
		{name: "get-relative-relative-unnormalized", target: "/example1/example2/../..", path: PathNotNormalized, signature: "dc33e0856fd4baca4d7aa2146c38958283844764f38c74252a333df5e613003b"},
		{name: "get-slashes-unnormalized", target: "//example//", path: PathNotNormalized, signature: "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5"},
		{name: "get-space-unnormalized", target: "/example space/", path: PathNotNormalized, signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"},
		{name: "get-vanilla-with-session-token", target: "/", token: token, signature: "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"},
		{
			name: "post-x-www-form-urlencoded", method: "POST", target: "/", body: "Param1=value1", signature: "d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b",
			header: []Header{{"Content-Type", "application/x-www-form-urlencoded"}, {"Content-Length", "13"}, {"x-amz-content-sha256", "9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e"}},
		},
	} {
		t.Run(v.name, func(t *testing.T) {
			r := &Request{Method: "GET", URL: "https://example.amazonaws.com" + v.target, Header: append([]Header{{"Host", "example.amazonaws.com"}}, v.header...)}
			if v.method != "" {
				r.Method = v.method
			}
			signed := "host;" + v.signed + "x-amz-date"
			if v.token != "" {
				r.Header = append(r.Header, Header{"X-Amz-Security-Token", v.token})
				signed += ";x-amz-security-token"
			}
			if v.body != "" {
				signed = "content-length;content-type;host;x-amz-content-sha256;x-amz-date"
			}
			if v.signature != "" {
				r.Header = append(r.Header, Header{"X-Amz-Date", "20150830T123600Z"},
					Header{"Authorization", "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=" + signed + ", Signature=" + v.signature})
			}
			verifier := &Verifier{Path: v.path, Payload: PayloadUnsigned, Now: at("20150830T123600Z"), Credentials: func(context.Context, string) (Credentials, error) {
				c := suite
				c.SessionToken = v.token
				return c, nil
			}}
			if _, err := verifier.VerifyRequest(t.Context(), r, func() ([]byte, error) { return []byte(v.body), nil }); err != nil {
				text, _ := verifier.CanonicalRequest(r, []byte(v.body))
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}

func TestCanonicalURI(t *testing.T) {
	for _, v := range []struct {
		path  string
		style PathStyle
		want  string
	}{
		{"", PathByService, "/"},
		{"", PathUntouched, "/"},
		{"/documents%20and%20settings/", PathEncodedTwice, "/documents%2520and%2520settings/"},
		{"/a%2Fb", PathEncodedTwice, "/a%252Fb"},
		{"/~-._!$&'()*+,;=:@", PathEncodedTwice, "/~-._%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40"},
		{"/a/./b/../c//d/.", PathEncodedTwice, "/a/c/d"},
		{"/../../a/..", PathEncodedTwice, "/"},
		{"/a/%2e%2E/b", PathEncodedTwice, "/a/%252e%252E/b"},
		{"/a/./b/../c//d/.", PathUntouched, "/a/./b/../c//d/."},
		{"/a%20*b", PathUntouched, "/a%20*b"},
		{"/a//%20/.", PathNotNormalized, "/a//%2520/."},
		{"/\xff", PathEncodedTwice, "/%FF"},
		{"", PathS3, "/"},
		{"/a(c)=d.txt", PathS3, "/a%28c%29%3Dd.txt"},
		{"/a%28c%29%3Dd.txt", PathS3, "/a%28c%29%3Dd.txt"},
		{"/%61%2d%7e%c3%a9", PathS3, "/a-~%C3%A9"},
		{"/a//b/./../c/", PathS3, "/a//b/./../c/"},
		{"/a%2Fb%252F", PathS3, "/a/b%252F"},
		{"/a+b%2Bc%20d", PathS3, "/a%20b%2Bc%20d"},
		{"/a+b%2Bc%20d", PathDecoded, "/a%2Bb%2Bc%20d"},
		{"/\xff%fe%00", PathS3, "/%FF%FE%00"},
		{"/é@:$,;!*'[]", PathS3, "/%C3%A9%40%3A%24%2C%3B%21%2A%27%5B%5D"},
		{"/%zz%4", PathS3, "/%25zz%254"},
	} {
		if got := CanonicalURI(v.path, v.style); got != v.want {
			t.Errorf("%q by %v: got %q, want %q", v.path, v.style, got, v.want)
		}
	}
	for service, want := range map[string]PathStyle{
		"s3": PathS3, "s3-outposts": PathS3, "s3-object-lambda": PathS3, "s3express": PathS3,
		"s3x": PathEncodedTwice, "s3tables": PathEncodedTwice, "s3vectors": PathEncodedTwice, "execute-api": PathEncodedTwice, "": PathEncodedTwice,
	} {
		if got := PathByService.of(service); got != want {
			t.Errorf("%s: %v", service, got)
		}
		if got := PlusByService.of(service); (got == PlusIsSpace) != (want == PathS3) {
			t.Errorf("%s: %v", service, got)
		}
	}
}

// TestPresignPayload: a signed X-Amz-Content-Sha256 is the hash of the body, for S3 too.
func TestPresignPayload(t *testing.T) {
	for _, hash := range []string{HashPayload([]byte("hello")), UnsignedPayload, ""} {
		r := &Request{Method: "PUT", URL: "https://examplebucket.s3.amazonaws.com/k"}
		covers := BodyUnsigned
		if hash != "" {
			r.Header = []Header{{"X-Amz-Content-Sha256", hash}}
			if hash != UnsignedPayload {
				covers = BodySigned
			}
		}
		s := s3Signer()
		url, err := s.Presign(r, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		v := &Verifier{Now: s.Now, Credentials: func(context.Context, string) (Credentials, error) { return s.Credentials, nil }}
		got, err := v.VerifyRequest(context.Background(), &Request{Method: "PUT", URL: url, Header: r.Header}, func() ([]byte, error) { return []byte("hello"), nil })
		if err != nil || got.Payload != covers {
			t.Errorf("%q: %+v, %v", hash, got, err)
		}
	}
}

// TestMalformedPath: what S3 cannot decode is neither signed nor verified. Presigning
// escapes it.
func TestMalformedPath(t *testing.T) {
	for _, v := range []struct {
		path, bytes string
		offset      int64
		reason      percent.Reason
	}{
		{"/a%zzb", "%zz", 11, percent.InvalidEscape},
		{"/%41%4", "%4", 13, percent.TruncatedEscape},
		{"/%", "%", 10, percent.TruncatedEscape},
		{"/%?a=%41", "%", 10, percent.InvalidEscape},
		{"/?a=%4g&b", "%4g", 13, percent.InvalidEscape},
		{"/?%4#41", "%4", 11, percent.InvalidEscape},
		{"/%%41", "%%4", 10, percent.InvalidEscape},
	} {
		s := &Signer{Credentials: docs, Region: "r", Service: "s3", Now: at("20130524T000000Z")}
		r := &Request{Method: "GET", URL: "https://h" + v.path}
		_, explained := s.Explain(r)
		for name, err := range map[string]error{"Explain": explained, "Sign": s.Sign(r)} {
			var e *percent.SyntaxError
			if !errors.As(err, &e) || e.Offset != v.offset || e.Bytes != v.bytes || e.Reason != v.reason || e.Field != "URL" {
				t.Errorf("%s of %q: %v", name, v.path, err)
			}
		}
		if len(r.Header) > 0 {
			t.Errorf("%q: the request was changed to %v", v.path, r.Header)
		}
		s.Path = PathUntouched
		if err := s.Sign(r); err != nil {
			t.Fatal(err)
		}
		verifier := testVerifier()
		verifier.Now = s.Now
		var refused *VerifyError
		if _, err := verifier.VerifyRequest(t.Context(), r, nil); !errors.As(err, &refused) || refused.Reason != Malformed {
			t.Errorf("%q: %v", v.path, err)
		}
		verifier.Path = PathUntouched
		if _, err := verifier.VerifyRequest(t.Context(), r, nil); err != nil {
			t.Errorf("%q: %v", v.path, err)
		}
	}
}

// TestOtherRule: the rule by which a signature holds is found, and no other is valid.
func TestOtherRule(t *testing.T) {
	for _, v := range []struct {
		url, service string
		path         PathStyle // that signs
		plus         PlusStyle
		valid        bool // by the rule of the service
	}{
		{"https://h/a(c)=d.txt", "s3", PathByService, PlusByService, true},
		{"https://h/a(c)=d.txt", "s3", PathUntouched, PlusByService, false},
		{"https://h/a%28c%29%3Dd.txt", "s3", PathUntouched, PlusByService, true},
		{"https://h/x@y.z/%2f", "s3express", PathUntouched, PlusByService, false},
		{"https://h/a+b", "s3", PathDecoded, PlusByService, false},
		{"https://h/a%2Bb", "s3", PathDecoded, PlusByService, true},
		{"https://h/a%20b", "s3", PathEncodedTwice, PlusByService, false},
		{"https://h/a%20b", "execute-api", PathUntouched, PlusByService, false},
		{"https://h/?p=a+b", "s3", PathByService, PlusLiteral, false},
		{"https://h/?p=a+b", "s3", PathByService, PlusIsSpace, true},
		{"https://h/?p=a+b", "execute-api", PathByService, PlusIsSpace, false},
		{"https://h/?p=a+b", "execute-api", PathByService, PlusLiteral, true},
	} {
		t.Run(v.service+" "+v.url+" "+v.path.String()+" "+v.plus.String(), func(t *testing.T) {
			s := &Signer{Credentials: docs, Region: "r", Service: v.service, Path: v.path, Plus: v.plus, Now: at("20130524T000000Z")}
			r := &Request{Method: "GET", URL: v.url}
			if err := s.Sign(r); err != nil {
				t.Fatal(err)
			}
			want := r.URL
			verifier := testVerifier()
			verifier.Now = s.Now
			verified, err := verifier.VerifyRequest(t.Context(), r, nil)
			if (err == nil) != v.valid {
				t.Fatalf("%+v, %v", verified, err)
			}
			if v.valid {
				if verified.Path != PathByService.of(v.service) || verified.Plus != PlusByService.of(v.service) {
					t.Errorf("by %v and %v", verified.Path, verified.Plus)
				}
				return
			}
			other, canonical, err := verifier.OtherRule(t.Context(), r, nil)
			if err != nil || other == nil {
				t.Fatalf("%v, %v", other, err)
			}
			if got, err := other.VerifyRequest(t.Context(), r, nil); err != nil || canonical == "" || r.URL != want {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// TestNoOtherRule: there is none beside the rule by which a signature holds, none for a
// signature that is wrong by all, and a lookup that fails is that error.
func TestNoOtherRule(t *testing.T) {
	s := &Signer{Credentials: docs, Region: "r", Service: "s3", Now: at("20130524T000000Z")}
	r := &Request{Method: "GET", URL: "https://h/a(c)=d%2b%20/../x?p=a+b"}
	if err := s.Sign(r); err != nil {
		t.Fatal(err)
	}
	v := testVerifier()
	v.Now = s.Now
	if other, canonical, err := v.OtherRule(t.Context(), r, nil); other != nil || canonical != "" || err != nil {
		t.Errorf("beside its own: %v, %q, %v", other, canonical, err)
	}
	r.URL = strings.Replace(r.URL, "/x?", "/y?", 1)
	if other, canonical, err := v.OtherRule(t.Context(), r, nil); other != nil || canonical != "" || err != nil {
		t.Errorf("of another path: %v, %q, %v", other, canonical, err)
	}
	down := errors.New("down")
	v.Credentials = func(context.Context, string) (Credentials, error) { return Credentials{}, down }
	if _, _, err := v.OtherRule(t.Context(), r, nil); !errors.Is(err, down) {
		t.Errorf("a lookup that fails: %v", err)
	}
	var failed *VerifyError
	if verified, err := v.VerifyRequest(t.Context(), r, nil); verified != nil || !errors.As(err, &failed) || failed.Reason != LookupFailed || !errors.Is(err, down) {
		t.Errorf("a lookup that fails: %+v, %v", verified, err)
	}
}

func TestCanonicalQuery(t *testing.T) {
	for _, v := range []struct {
		query string
		plus  PlusStyle
		want  string
	}{
		{"", PlusLiteral, ""},
		{"a", PlusLiteral, "a="},
		{"&&a&", PlusLiteral, "a="},
		{"=v", PlusLiteral, "=v"},
		{"a=b=c", PlusLiteral, "a=b%3Dc"},
		{"a=1+2", PlusLiteral, "a=1%2B2"},
		{"a=1+2%2b", PlusIsSpace, "a=1%202%2B"},
		{"a=%7e*'/", PlusLiteral, "a=~%2A%27%2F"},
		{"a=%&b=%zz", PlusLiteral, "a=%25&b=%25zz"},
		{"a%3A=1&aZ=2&a=3&a-=4", PlusLiteral, "a=3&a%3A=1&a-=4&aZ=2"},
		{"x=b&x=%C3%A9&x=a", PlusLiteral, "x=%C3%A9&x=a&x=b"},
		{"a;b=1", PlusLiteral, "a%3Bb=1"},
		{"a=%ff", PlusLiteral, "a=%FF"},
		{"b=1&a=2&B=3&A=4", PlusLiteral, "A=4&B=3&a=2&b=1"},
	} {
		if got := CanonicalQuery(v.query, v.plus); got != v.want {
			t.Errorf("%q: got %q, want %q", v.query, got, v.want)
		}
	}
}

func TestKeys(t *testing.T) {
	for key, want := range map[string]string{
		"photos/Jan/sample.jpg": "/photos/Jan/sample.jpg",
		"a b+c&d":               "/a%20b%2Bc%26d",
		"a//./../b":             "/a//./../b",
		"100%":                  "/100%25",
		"é\xff":                 "/%C3%A9%FF",
		"":                      "/",
	} {
		if got := KeyPath(key); got != want {
			t.Errorf("%q: got %q, want %q", key, got, want)
		}
	}
	for event, want := range map[string]string{"a+b%2Bc": "a b+c", "caf%C3%A9/%25": "café/%", "x%2F": "x/"} {
		if got, err := ParseEventKey(event); err != nil || got != want {
			t.Errorf("%q: %q, %v", event, got, err)
		}
	}
	if _, err := ParseEventKey("100%"); err == nil {
		t.Error("a malformed escape is let pass")
	}
}

func TestRequestErrors(t *testing.T) {
	for url, reason := range map[string]percent.Reason{
		"": NoScheme, "/p": NoScheme, "h/p": NoScheme, "/a://b": NoScheme, "://h": NoScheme,
		"https://": NoHost, "https:///p": NoHost, "https://:443/": NoHost, "https://u@/": NoHost,
	} {
		_, err := s3Signer().Explain(&Request{Method: "GET", URL: url})
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Reason != reason || e.Bytes != url || e.Field != "URL" {
			t.Errorf("%q: got %v, want %v", url, err, reason)
		}
		if _, err = s3Signer().ExplainPresign(&Request{Method: "GET", URL: url}, time.Minute); !errors.As(err, &e) || e.Reason != reason {
			t.Errorf("%q presigned: got %v, want %v", url, err, reason)
		}
	}
	for _, date := range []string{"", "2013", "20130524", "20130524T000000"} {
		_, err := s3Signer().Explain(&Request{Method: "GET", URL: "https://h/", Header: []Header{{"X-Amz-Date", date}}})
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Reason != BadDate {
			t.Errorf("date %q: %v", date, err)
		}
	}
}

func TestSecretsAreNotPrinted(t *testing.T) {
	for _, v := range []any{Credentials{"id", "hush", "hush"}, &Credentials{"id", "hush", "hush"}, []Credentials{{"id", "hush", ""}}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
			if text := fmt.Sprintf(verb, v); strings.Contains(text, "hush") {
				t.Errorf("%s of %T: %s", verb, v, text)
			}
		}
	}
}
