package runner

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/pct-encoded/percent/conform"
)

// A Server is an HTTP server on this machine to test. It answers a POST whose body is
// the input. A 2xx status is an answer, a 4xx status a refusal.
type Server struct {
	URL string
	Framing
	// Timeout is how long an answer may take; 0 is DefaultTimeout.
	Timeout time.Duration

	transport *http.Transport
	target    *url.URL
	address   string         // host and port
	roots     *x509.CertPool // that are trusted instead of those of the system
	trouble   []string

	reached, unreachable bool
	closed               int  // how often it closed the connection
	over                 bool // it is not asked any more
}

// ErrNotLocal is the error of Prepare for a server that is not on this machine. The inputs
// of suites would look like an attack to others.
var ErrNotLocal = errors.New("runner: the server is not on localhost")

// ErrNoScheme is the error of Prepare for a URL that does not begin with http:// or https://.
var ErrNoScheme = errors.New("runner: the URL has no scheme")

// An UnreachableError says that no server listens at an address.
type UnreachableError struct {
	Address string // host and port
}

// Error names the address.
func (e *UnreachableError) Error() string { return "runner: no server listens at " + e.Address }

// Prepare checks URL and must be called before Ask. It does not contact the server. The
// error is ErrNotLocal, ErrNoScheme, or another that says what is wrong with URL.
func (s *Server) Prepare() error {
	if !strings.Contains(s.URL, "://") {
		return ErrNoScheme
	}
	u, err := url.Parse(s.URL)
	var parse *url.Error
	switch {
	case errors.As(err, &parse):
		return fmt.Errorf("runner: %q is not a URL: %w", s.URL, parse.Err)
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return fmt.Errorf("runner: %q is not an http URL", s.URL)
	case u.Hostname() != "localhost" && !isLoopback(u.Hostname()):
		return ErrNotLocal
	}
	s.Framing.Alone = true
	if s.Timeout == 0 {
		s.Timeout = DefaultTimeout
	}
	s.address = u.Host
	if u.Port() == "" {
		s.address = net.JoinHostPort(u.Hostname(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
	}
	s.target = u
	s.transport = &http.Transport{
		DialContext: s.dial, TLSClientConfig: &tls.Config{RootCAs: s.roots}, DisableCompression: true,
		MaxResponseHeaderBytes: maxHeader,
	}
	return nil
}

// maxHeader is how many bytes the header of an answer may have.
const maxHeader = 1 << 20

// dial connects to the server, and to no other machine.
func (s *Server) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", s.address)
	if err != nil {
		return nil, err
	}
	if host, _, err := net.SplitHostPort(conn.RemoteAddr().String()); err != nil || !isLoopback(host) {
		_ = conn.Close()
		return nil, ErrNotLocal
	}
	return conn, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Carries returns why the server cannot be asked a test, or "" if it can: the wire Lines
// cannot carry every answer.
func (s *Server) Carries(t conform.Test) string { return s.Framing.Carries(t) }

// Ask posts the inputs one after the other. The error is an *UnreachableError if no
// server listens when the first input is posted.
func (s *Server) Ask(ctx context.Context, inputs []string) ([]conform.Answer, error) {
	answers := make([]conform.Answer, len(inputs))
	limit, kept := limitOfAnswers(inputs), int64(0)
	for i, input := range inputs {
		switch {
		case ctx.Err() != nil:
			answers[i].Reason = "the time was up"
		case s.over:
			answers[i].Reason = "the server was not asked again"
		default:
			answers[i] = s.post(ctx, input)
		}
		if s.unreachable && !s.reached {
			return nil, &UnreachableError{s.address}
		}
		if kept += int64(len(answers[i].Output)); kept > limit && !s.over {
			s.over = true
			s.trouble = append(s.trouble, tooMuch(limit))
		}
	}
	return answers, nil
}

func (s *Server) post(ctx context.Context, input string) conform.Answer {
	limited, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	response, err := s.ask(limited, s.Question(input))
	var body []byte
	if err == nil {
		defer response.Body.Close()
		body, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return conform.Answer{Reason: "the time was up"}
	case response == nil:
		return s.failed(err, "it did not answer")
	}
	s.reached = true
	switch {
	case err != nil:
		return s.failed(err, "its answer breaks off")
	case len(body) > maxAnswer:
		return conform.Answer{State: conform.Broken, Reason: fmt.Sprintf("an answer of more than %d bytes", maxAnswer)}
	case response.StatusCode >= 400 && response.StatusCode < 500:
		return conform.Answer{State: conform.Refused, Reason: strings.TrimSpace(response.Status + " " + shorten(string(body)))}
	case response.StatusCode < 200 || response.StatusCode > 299:
		return conform.Answer{State: conform.Broken, Reason: strings.TrimSpace("status " + response.Status + " " + shorten(string(body)))}
	}
	if s.Wire != NULs {
		body = bytes.TrimSuffix(body, []byte("\n"))
	}
	return s.Answer(string(body))
}

// ask posts a question. Redirects are answers.
func (s *Server) ask(ctx context.Context, question []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.target.String(), bytes.NewReader(question))
	if err != nil {
		return nil, err
	}
	if u := s.target.User; u != nil {
		password, _ := u.Password()
		r.SetBasicAuth(u.Username(), password)
	}
	kind := "application/octet-stream"
	if s.Wire == JSON {
		kind = "application/json"
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("User-Agent", "percent")
	// Not sent: it lets net/http ask again when a server has closed an idle connection.
	r.Header["Idempotency-Key"] = nil
	return s.transport.RoundTrip(r)
}

// failed records a problem with the server. The server is not asked again, since that may
// cost another timeout, unless it has only closed the connection.
func (s *Server) failed(err error, what string) conform.Answer {
	var network net.Error
	s.unreachable = errors.Is(err, syscall.ECONNREFUSED)
	switch {
	case s.unreachable:
		what = "it stopped listening at " + s.address
	case errors.Is(err, ErrNotLocal):
		what = "its name resolves to another machine"
	case errors.As(err, &network) && network.Timeout():
		what += fmt.Sprintf(" within %v", s.Timeout)
	case isClosed(err) && s.closed < maxClosed:
		// It may do so for this input only.
		what += ": it closed the connection"
		if s.closed++; s.closed == 1 {
			s.trouble = append(s.trouble, what)
		}
		return conform.Answer{State: conform.Broken, Reason: what}
	case isClosed(err):
		what = fmt.Sprintf("it closed the connection %d times", s.closed+1)
	default:
		// The outer errors mention Go packages: show only the cause.
		for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
			err = inner
		}
		what += ": " + err.Error()
	}
	s.trouble = append(s.trouble, what)
	s.over = true
	return conform.Answer{State: conform.Broken, Reason: what}
}

// maxClosed is how often a server may close the connection instead of answering before
// it is given up.
const maxClosed = maxStarts

func isClosed(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// Close closes idle connections and returns the problems. There are no notes.
func (s *Server) Close() (problems, notes []string) {
	s.transport.CloseIdleConnections()
	return s.trouble, nil
}

// shownReason is how many bytes of a server's reason for a refusal are shown.
const shownReason = 120

// shorten returns the first line of a server's reason for a refusal, shortened if it is
// long.
func shorten(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if len(text) > shownReason {
		text = strings.ToValidUTF8(text[:shownReason], "") + "…"
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
