package sigv4http

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/sign/sigv4"
)

// TestVerifiedIsRead: a request is signed and arrives in another spelling. It is refused
// with the part that was re-spelled, or the handler reads what was signed.
func TestVerifiedIsRead(t *testing.T) {
	const form = "application/x-www-form-urlencoded"
	for _, tt := range []struct {
		name, service, signed, sent, contentType, body string
		refused                                        string // the field of a Malformed error; "signature" for a wrong signature
		want                                           url.Values
	}{
		{name: "as signed", service: "s3", signed: "/k?a=%2B&b=%20", want: url.Values{"a": {"+"}, "b": {" "}}},
		{name: "%2B became +", service: "execute-api", signed: "/k?a=x%2By", sent: "/k?a=x+y", refused: "query"},
		{name: "%2B became + in a name", service: "execute-api", signed: "/k?x%2By=1", sent: "/k?x+y=1", refused: "query"},
		{name: "%2B became +, S3", service: "s3", signed: "/k?a=x%2By", sent: "/k?a=x+y", refused: "signature"},
		{name: "%20 became +, S3", service: "s3", signed: "/k?a=x%20y", sent: "/k?a=x+y", want: url.Values{"a": {"x y"}}},
		{name: "%20 became +", service: "execute-api", signed: "/k?a=x%20y", sent: "/k?a=x+y", refused: "signature"},
		{name: "%20 became + in a path, S3", service: "s3", signed: "/x%20y", sent: "/x+y", refused: "path"},
		{name: "%25zz became %zz", service: "execute-api", signed: "/k?a=%25zz", sent: "/k?a=%zz", refused: "query"},
		{name: "%25zz became %zz, S3", service: "s3", signed: "/k?a=%25zz&b=1", sent: "/k?a=%zz&b=1", refused: "URL"},
		{name: "%25 became % at the end", service: "s3", signed: "/k?a=100%25", sent: "/k?a=100%", refused: "URL"},
		{name: "%3B became ;", service: "s3", signed: "/k?a=1%3Bb", sent: "/k?a=1;b", refused: "query"},
		{name: "; became %3B", service: "execute-api", signed: "/k?a=1%3Bb", want: url.Values{"a": {"1;b"}}},
		{name: "& became ;", service: "s3", signed: "/k?a=1&b=2", sent: "/k?a=1;b=2", refused: "signature"},
		{name: "duplicate names", service: "s3", signed: "/k?a=2&a=1&a=2", want: url.Values{"a": {"2", "1", "2"}}},
		{name: "one of two alike dropped", service: "s3", signed: "/k?a=1&a=1", sent: "/k?a=1", refused: "signature"},
		{name: "equals sign dropped", service: "s3", signed: "/k?a=&b=1", sent: "/k?a&b=1", want: url.Values{"a": {""}, "b": {"1"}}},
		{name: "hexadecimal digits in lower case", service: "execute-api", signed: "/k?a=%2B", sent: "/k?a=%2b", want: url.Values{"a": {"+"}}},
		{name: "dot segments", service: "execute-api", signed: "/b", sent: "/a/../b", refused: "path"},
		{name: "empty segments", service: "execute-api", signed: "/a/b", sent: "/a//b", refused: "path"},
		{name: "PoST", service: "s3", signed: "PoST /k?a=1", want: url.Values{"a": {"1"}}},
		{name: "form", service: "execute-api", signed: "POST /k?a=1", contentType: form, body: "b=%2B+", want: url.Values{"a": {"1"}, "b": {"+ "}}},
		{name: "form with a charset", service: "execute-api", signed: "POST /k", contentType: form + "; charset=iso-8859-1", body: "b=%E9", want: url.Values{"b": {"\xe9"}}},
		{name: "multipart", service: "execute-api", signed: "POST /k?a=1", contentType: "multipart/form-data; boundary=x", body: "--x\r\nContent-Disposition: form-data; name=\"b+c\"\r\n\r\n%2B+\r\n--x--\r\n", want: url.Values{"a": {"1"}, "b+c": {"%2B+"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			method, target := "GET", tt.signed
			if m, rest, ok := strings.Cut(tt.signed, " "); ok {
				method, target = m, rest
			}
			signer := s3Signer()
			signer.Service = tt.service
			r := httptest.NewRequest(method, target, strings.NewReader(tt.body))
			if tt.contentType != "" {
				r.Header.Set("Content-Type", tt.contentType)
			}
			if err := Sign(signer, r); err != nil {
				t.Fatal(err)
			}
			if tt.sent != "" {
				r.RequestURI = tt.sent
				received(r)
			}
			v := testVerifier()
			v.Now = signer.Now
			_, err := v.Verify(r)
			if tt.refused != "" {
				var e *sigv4.VerifyError
				if !errors.As(err, &e) || e.Reason == sigv4.WrongSignature != (tt.refused == "signature") || e.Reason == sigv4.Malformed && e.Field != tt.refused {
					t.Fatalf("got %v, want %s", err, tt.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := r.ParseMultipartForm(1 << 10); err != nil && !errors.Is(err, http.ErrNotMultipart) {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(r.Form, tt.want) {
				t.Errorf("read %v, want %v", r.Form, tt.want)
			}
		})
	}
}

// TestVerifyBehind: what stands in front of a verifier may not have changed what it
// verifies. What stands behind it may.
func TestVerifyBehind(t *testing.T) {
	var verified error
	v := testVerifier()
	verify := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, verified = v.Verify(r); verified == nil {
				next.ServeHTTP(w, r)
			}
		})
	}
	read := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.String()) })
	clean := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.URL.Path, r.URL.RawPath = path.Clean(r.URL.Path), ""
			next.ServeHTTP(w, r)
		})
	}
	encode := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.URL.RawQuery = r.URL.Query().Encode()
			next.ServeHTTP(w, r)
		})
	}
	for _, tt := range []struct {
		name, target, field, want string
		handler                   http.Handler
	}{
		{"StripPrefix in front", "/api/a%2Fb", "URL.Path", "", http.StripPrefix("/api", verify(read))},
		{"StripPrefix behind", "/api/a%2Fb", "", "/a%2Fb", verify(http.StripPrefix("/api", read))},
		{"path cleaner in front", "/b/../c", "URL.Path", "", clean(verify(read))},
		{"path cleaner behind", "/b/../c", "", "/c", verify(clean(read))},
		{"path cleaner in front of a clean path", "/c", "", "/c", clean(verify(read))},
		{"query encoded again in front", "/?b=%20&a=1", "URL.RawQuery", "", encode(verify(read))},
		{"query encoded again behind", "/?b=%20&a=1", "", "/?a=1&b=+", verify(encode(read))},
		{"semicolons in front", "/?a=1;b=2", "URL.RawQuery", "", http.AllowQuerySemicolons(verify(read))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(tt.handler)
			defer server.Close()
			r, err := http.NewRequest("GET", server.URL+tt.target, nil)
			if err != nil {
				t.Fatal(err)
			}
			signer := s3Signer()
			signer.Now = nil
			client := &http.Client{Transport: &Transport{Signer: signer}}
			resp, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			got, _ := io.ReadAll(resp.Body)
			var e *sigv4.VerifyError
			if errors.As(verified, &e) != (tt.field != "") || e != nil && (e.Reason != sigv4.Malformed || e.Field != tt.field) || string(got) != tt.want {
				t.Errorf("%v, read %q, want %q %q", verified, got, tt.field, tt.want)
			}
		})
	}
}
