package runner_test

import (
	"context"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/runner"
)

func suite(t *testing.T) *conform.Suite {
	t.Helper()
	d, err := dialect.Lookup("rfc3986")
	if err != nil {
		t.Fatal(err)
	}
	s, err := conform.New(conform.Encode, d, conform.Options{Size: conform.Quick, Units: dialect.UnitsText})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestServer(t *testing.T) {
	s := suite(t)
	var posts atomic.Int64
	hold := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		posts.Add(1)
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		switch text := string(body); {
		case r.URL.Path == "/broken":
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, "Boom\nat line 5\n")
		case r.URL.Path == "/slow":
			<-hold
		case r.URL.Path == "/gone", r.URL.Path == "/gone at a brace" && text == "{":
			panic(http.ErrAbortHandler)
		case r.URL.Path == "/garbled":
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				panic(err)
			}
			_, _ = io.WriteString(conn, "nonsense\n")
			_ = conn.Close()
		case r.URL.Path == "/floods":
			_, _ = io.WriteString(w, strings.Repeat("a", 1<<20))
		case r.URL.Path == "/short":
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte(text))
		case r.URL.Path == "/away":
			http.Redirect(w, r, "http://example.com/", http.StatusFound)
		case text == "~":
			http.Error(w, "no tilde", http.StatusBadRequest)
		default:
			_, _ = w.Write([]byte(percent.RFC3986.Encode(text)))
		}
	}))
	defer server.Close()
	defer close(hold)
	for path, want := range map[string]string{"/": "an error: 400 Bad Request no tilde", "/broken": "no answer: status 500 Internal Server Error Boom", "/slow": "no answer: it did not answer within 200ms", "/gone": "no answer: it did not answer: it closed the connection", "/garbled": `no answer: it did not answer: malformed HTTP response "nonsense"`, "/away": "no answer: status 302 Found"} {
		a := &runner.Server{URL: server.URL + path, Framing: runner.Framing{Wire: runner.NULs, Units: dialect.UnitsText}}
		if path == "/slow" {
			a.Timeout = 200 * time.Millisecond
		}
		if err := a.Prepare(); err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		if r.OK() || path == "/" && r.Refused != 1 || r.First.Said() != want {
			t.Errorf("%s: %d refused, %s", path, r.Refused, r.First.Said())
		}
	}
	if posts.Load() < 100 {
		t.Errorf("%d posts", posts.Load())
	}
	for _, u := range []string{"http://example.com/", "http://192.0.2.1/", "http://localhost.example/"} {
		if err := (&runner.Server{URL: u}).Prepare(); !errors.Is(err, runner.ErrNotLocal) {
			t.Errorf("%s: %v", u, err)
		}
	}
	for _, u := range []string{"localhost:80", "127.0.0.1:80", "localhost", "[::1]:80/x", ""} {
		if err := (&runner.Server{URL: u}).Prepare(); !errors.Is(err, runner.ErrNoScheme) {
			t.Errorf("%s: %v", u, err)
		}
	}
	for _, u := range []string{"ftp://localhost/", "http://", "http://localhost:x/"} {
		if err := (&runner.Server{URL: u}).Prepare(); err == nil || errors.Is(err, runner.ErrNotLocal) {
			t.Errorf("%s: %v", u, err)
		}
	}
	// A server that closes the connection at one input is asked the others; one that
	// always does, no more than a hundred.
	for path, failed := range map[string]int{"/gone at a brace": 1, "/gone": 101} {
		//percent:ignore escaped-by-hand the paths hold nothing else
		a := &runner.Server{URL: server.URL + strings.ReplaceAll(path, " ", "%20")}
		if err := a.Prepare(); err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(context.Background(), a)
		if err != nil || r.OK() || r.Failed != failed || (r.Unanswered == 0) != (failed == 1) || r.Problems[0] != "it did not answer: it closed the connection" {
			t.Errorf("%s: %v, %d failed, %d unanswered, problems %q", path, err, r.Failed, r.Unanswered, r.Problems)
		}
	}
	posts.Store(0)
	short := &runner.Server{URL: server.URL + "/short"}
	if err := short.Prepare(); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Run(context.Background(), short); err != nil || len(r.Problems) != 1 || r.OK() || posts.Load() != 1 {
		t.Errorf("an answer that breaks off: %v, %d posts, problems %q", err, posts.Load(), r.Problems)
	}
	flood := &runner.Server{URL: server.URL + "/floods"}
	if err := flood.Prepare(); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Run(context.Background(), flood); err != nil || len(r.Problems) != 1 || r.OK() || r.Failed > 70 || r.Unanswered == 0 {
		t.Errorf("a megabyte each time: %v, %d failed, problems %q", err, r.Failed, r.Problems)
	}
	server.CloseClientConnections()
	_ = server.Listener.Close()
	a := &runner.Server{URL: server.URL}
	if err := a.Prepare(); err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background(), a)
	var unreachable *runner.UnreachableError
	if r != nil || !errors.As(err, &unreachable) || "http://"+unreachable.Address != server.URL {
		t.Errorf("a server that is not there: %v, %v", r, err)
	}
}

// TestTLS: a server on https must have a certificate that is trusted, and gets the same
// requests as one on http.
func TestTLS(t *testing.T) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		body, err := io.ReadAll(r.Body)
		//percent:ignore checked-encoded the target is to arrive as it was written
		if err != nil || r.Method != "POST" || r.RequestURI != "/a/../b?c=[1]" || user != "me" || password != "a b" || r.Header.Get("Content-Type") != "application/octet-stream" || r.Host != r.Context().Value(http.LocalAddrContextKey).(net.Addr).String() {
			t.Errorf("%s %s %s, %v: %v", r.Method, r.RequestURI, r.Host, r.Header, err)
		}
		switch string(body) {
		case "~":
			http.Error(w, "no tilde", http.StatusBadRequest)
			return
		case "!":
			panic(http.ErrAbortHandler)
		case "(":
			w.(http.Flusher).Flush() // in chunks
		case ")":
			w.Header().Set("Connection", "close")
		}
		_, _ = io.WriteString(w, percent.RFC3986.Encode(string(body)))
	})
	ask := func(url string, trusted *x509.CertPool) ([]conform.Answer, []string) {
		a := &runner.Server{URL: strings.Replace(url, "://", "://me:a%20b@", 1) + "/a/../b?c=[1]", Framing: runner.Framing{Wire: runner.NULs, Units: dialect.UnitsText}}
		a.Trust(trusted)
		if err := a.Prepare(); err != nil {
			t.Fatal(err)
		}
		answers, err := a.Ask(t.Context(), []string{"a b", "~", "!", "(", ")", "/"})
		if err != nil {
			t.Fatal(err)
		}
		problems, _ := a.Close()
		return answers, problems
	}
	want := []conform.Answer{
		{Output: "a%20b"},
		{State: conform.Refused, Reason: "400 Bad Request no tilde"},
		{State: conform.Broken, Reason: "it did not answer: it closed the connection"},
		{Output: "%28"},
		{Output: "%29"},
		{Output: "%2F"},
	}
	for i := range want {
		if want[i].Output != "" {
			want[i].State = conform.Answered
		}
	}
	plain := httptest.NewServer(handler)
	defer plain.Close()
	if got, problems := ask(plain.URL, nil); !slices.Equal(got, want) || len(problems) != 1 {
		t.Errorf("http: %v, %q", got, problems)
	}
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	if got, problems := ask(server.URL, nil); len(problems) != 1 || !strings.Contains(problems[0], "certificate") || got[1].State != conform.Unasked {
		t.Errorf("a certificate that nobody trusts: %v, %q", got, problems)
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	if got, problems := ask(server.URL, trusted); !slices.Equal(got, want) || len(problems) != 1 {
		t.Errorf("https: %v, %q", got, problems)
	}
}

// TestOneQuestionARequest: the body of a request needs no terminator, so that every text
// can be asked and every answer given.
func TestOneQuestionARequest(t *testing.T) {
	for _, wire := range []runner.Wire{runner.Lines, runner.NULs} {
		test := conform.Test{Input: "a\r\nb\x00", Want: conform.Want{Output: "a\nb\x00c"}}
		s := runner.Server{URL: "http://localhost:1/", Framing: runner.Framing{Wire: wire}}
		if s.Carries(test) == "" {
			t.Errorf("%s: a text with terminators is carried before it is known that requests carry it", wire)
		}
		if err := s.Prepare(); err != nil {
			t.Fatal(err)
		}
		if said := s.Carries(test); said != "" {
			t.Errorf("%s: %s", wire, said)
		}
		test.Want = conform.Want{Refusal: "a reason"}
		if said := s.Carries(test); said != "" {
			t.Errorf("%s: a refusal: %s", wire, said)
		}
	}
}
