package oauth1http

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/sign/oauth1"
)

// received gives r the URL that net/http makes of its request line.
func received(r *http.Request) {
	if u, err := url.ParseRequestURI(r.RequestURI); err == nil {
		r.URL = u
	}
}

func anyTime() *Verifier {
	return &Verifier{Verifier: oauth1.Verifier{
		Nonces: oauth1.NoncesUnchecked, Window: 1<<63 - 1, Methods: []oauth1.SignatureMethod{oauth1.HMACSHA1},
		Secrets: func(context.Context, string, string) (oauth1.Secrets, error) {
			return oauth1.Secrets{Consumer: "c"}, nil
		},
	}}
}

// TestVerifiedIsRead: a request is signed and arrives in another spelling. It is refused
// with the part that was re-spelled, or the handler reads what was signed.
func TestVerifiedIsRead(t *testing.T) {
	const form = oauth1.FormContentType
	const multi = "multipart/form-data; boundary=x"
	for _, tt := range []struct {
		name, signed, sent, contentType, body, sentBody string
		refused                                         string // the Param of a Malformed error; "signature" for a wrong signature
		want                                            url.Values
	}{
		{name: "as signed", signed: "GET /k?a=%2B&b=+&c=%20", want: url.Values{"a": {"+"}, "b": {" "}, "c": {" "}}},
		{name: "%2B became +", signed: "GET /k?a=%2B", sent: "/k?a=+", refused: "signature"},
		{name: "+ in a name", signed: "GET /k?x+y=1&x%2By=2", want: url.Values{"x y": {"1"}, "x+y": {"2"}}},
		{name: "%20 became + in a name", signed: "GET /k?x%20y=1", sent: "/k?x+y=1", want: url.Values{"x y": {"1"}}},
		{name: "%25zz became %zz", signed: "GET /k?a=%25zz", sent: "/k?a=%zz", refused: "query"},
		{name: "%25zz became %zz in a form", signed: "POST /k", contentType: form, body: "a=%25zz", sentBody: "a=%zz", refused: "form body"},
		{name: "%3B became ;", signed: "GET /k?a=1%3Bb=2", sent: "/k?a=1;b=2", refused: "query"},
		{name: "; in a form", signed: "POST /k", contentType: form, body: "a=1%3Bb", sentBody: "a=1;b", refused: "form body"},
		{name: "duplicate names", signed: "POST /k?a=2&a=1", contentType: form, body: "a=3&a=1", want: url.Values{"a": {"3", "1", "2", "1"}}},
		{name: "moved from the query to the form", signed: "POST /k?a=1", sent: "/k", contentType: form, sentBody: "a=1", want: url.Values{"a": {"1"}}},
		{name: "one of two alike dropped", signed: "GET /k?a=1&a=1", sent: "/k?a=1", refused: "signature"},
		{name: "PoST", signed: "PoST /k", contentType: form, body: "a=1", refused: "method"},
		{name: "get", signed: "get /k", refused: "method"},
		{name: "form with GET", signed: "GET /k", contentType: form, body: "a=1", refused: "form body"},
		{name: "form with DELETE", signed: "DELETE /k", contentType: form, body: "a=1", refused: "form body"},
		{name: "form with PATCH", signed: "PATCH /k", contentType: form, body: "a=1", want: url.Values{"a": {"1"}}},
		{name: "form with a charset", signed: "POST /k", contentType: "Application/X-WWW-Form-URLencoded; Charset=ISO-8859-1", body: "a=%E9", want: url.Values{"a": {"\xe9"}}},
		{name: "form with a malformed parameter", signed: "POST /k", contentType: form + "; charset", body: "a=1", refused: "form body"},
		{name: "multipart", signed: "POST /k?a=1", contentType: multi, body: "--x\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n+\r\n--x--\r\n", want: url.Values{"a": {"1"}, "b": {"+"}}},
		{name: "JSON", signed: "POST /k?a=1", contentType: "application/json", body: "b=2", want: url.Values{"a": {"1"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			method, target, _ := strings.Cut(tt.signed, " ")
			r := httptest.NewRequest(method, target, strings.NewReader(tt.body))
			if tt.contentType != "" {
				r.Header.Set("Content-Type", tt.contentType)
			}
			r.URL.Scheme, r.URL.Host = "http", r.Host
			if err := Sign(&oauth1.Signer{Consumer: oauth1.Credentials{Key: "k", Secret: "c"}}, r); err != nil {
				t.Fatal(err)
			}
			if tt.sent != "" {
				r.RequestURI = tt.sent
			}
			received(r)
			if tt.sentBody != "" {
				r.Body = http.NoBody
				r = withBody(r, tt.sentBody)
			}
			_, err := anyTime().Verify(r)
			if tt.refused != "" {
				var e *oauth1.VerifyError
				if !errors.As(err, &e) || e.Reason == oauth1.WrongSignature != (tt.refused == "signature") || e.Reason == oauth1.Malformed && e.Param != tt.refused {
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

func withBody(r *http.Request, body string) *http.Request {
	other := httptest.NewRequest(r.Method, r.RequestURI, strings.NewReader(body))
	other.Header, other.Host = r.Header, r.Host
	return other
}

// TestVerifyBehind: what stands in front of a verifier may not have changed what it
// verifies. What stands behind it may.
func TestVerifyBehind(t *testing.T) {
	var verified error
	v := anyTime()
	v.Window = time.Hour
	verify := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, verified = v.Verify(r); verified == nil {
				next.ServeHTTP(w, r)
			}
		})
	}
	first := func(change func(*http.Request), next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			change(r)
			next.ServeHTTP(w, r)
		})
	}
	clean := func(r *http.Request) { r.URL.Path, r.URL.RawPath = path.Clean(r.URL.Path), "" }
	encode := func(r *http.Request) { r.URL.RawQuery = r.URL.Query().Encode() }
	form := func(r *http.Request) { _ = r.ParseForm() }
	read := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {})
	for _, tt := range []struct {
		name, target, body, refused string
		handler                     http.Handler
	}{
		{"StripPrefix in front", "/api/a%2Fb", "", "URL.Path", http.StripPrefix("/api", verify(read))},
		{"StripPrefix behind", "/api/a%2Fb", "", "", verify(http.StripPrefix("/api", read))},
		{"path cleaner in front", "/b/../c", "", "URL.Path", first(clean, verify(read))},
		{"path cleaner behind", "/b/../c", "", "", verify(first(clean, read))},
		{"query encoded again in front", "/?b=%20&a=1", "", "URL.RawQuery", first(encode, verify(read))},
		{"query encoded again behind", "/?b=%20&a=1", "", "", verify(first(encode, read))},
		{"form read in front", "/?a=1", "b=2", "PostForm", first(form, verify(read))},
		{"form read behind", "/?a=1", "b=2", "", verify(first(form, read))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(tt.handler)
			defer server.Close()
			r, err := http.NewRequest("POST", server.URL+tt.target, strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", oauth1.FormContentType)
			client := &http.Client{Transport: &Transport{Signer: &oauth1.Signer{Consumer: oauth1.Credentials{Key: "k", Secret: "c"}}}}
			resp, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
			var e *oauth1.VerifyError
			if errors.As(verified, &e) != (tt.refused != "") || e != nil && (e.Reason != oauth1.Malformed || e.Param != tt.refused) {
				t.Errorf("%v, want %q", verified, tt.refused)
			}
		})
	}
}
