// Package conformhttp puts the questions of package conform to an HTTP server on this
// machine.
package conformhttp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/pct-encoded/percent/conform"
)

// A Server is an HTTP server on this machine that is tested: it answers a POST whose
// body is the input. A status of 2xx is an answer, one of 4xx a refusal.
type Server struct {
	URL string
	conform.Framing
	// Timeout is how long an answer may take; 0 is conform.DefaultTimeout.
	Timeout time.Duration

	client  *http.Client
	trouble []string
}

// ErrNotLocal says that a server is not on this machine: suites hold what others
// would take for an attack.
var ErrNotLocal = errors.New("conformhttp: the server is not on localhost")

// Check makes the server ready. The error is ErrNotLocal, or what is wrong with URL.
func (s *Server) Check() error {
	u, err := url.Parse(s.URL)
	switch {
	case err != nil:
		return err
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return fmt.Errorf("conformhttp: %q is not an http URL", s.URL)
	case u.Hostname() != "localhost" && !isLoopback(u.Hostname()):
		return ErrNotLocal
	}
	s.Framing.Alone = true
	timeout := s.Timeout
	if timeout == 0 {
		timeout = conform.DefaultTimeout
	}
	dial := &net.Dialer{}
	s.client = &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dial.DialContext(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			if host, _, err := net.SplitHostPort(conn.RemoteAddr().String()); err != nil || !isLoopback(host) {
				_ = conn.Close()
				return nil, ErrNotLocal
			}
			return conn, nil
		}},
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Carries says why the server cannot be asked a test, or "": it is what lines
// cannot hold, where the wire is Lines.
func (s *Server) Carries(t conform.Test) string { return s.Framing.Carries(t) }

// Ask posts the inputs, one after the other.
func (s *Server) Ask(ctx context.Context, inputs []string) []conform.Answer {
	answers := make([]conform.Answer, len(inputs))
	for i, input := range inputs {
		switch {
		case ctx.Err() != nil:
			answers[i].Reason = "interrupted"
		case len(s.trouble) > 0:
			answers[i].Reason = "the server was not asked any more"
		default:
			answers[i] = s.post(ctx, input)
		}
	}
	return answers
}

func (s *Server) post(ctx context.Context, input string) conform.Answer {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(s.Question(input)))
	if err != nil {
		return conform.Answer{State: conform.Broken, Reason: err.Error()}
	}
	request.Header.Set("Content-Type", "application/octet-stream")
	if s.Wire == conform.JSON {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := s.client.Do(request)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		s.trouble = append(s.trouble, "it does not answer: "+err.Error())
		return conform.Answer{State: conform.Broken, Reason: err.Error()}
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, conform.MaxAnswer+1))
	switch {
	case err != nil:
		// To ask again may take the timeout again.
		s.trouble = append(s.trouble, "its answer breaks off: "+err.Error())
		return conform.Answer{State: conform.Broken, Reason: err.Error()}
	case len(body) > conform.MaxAnswer:
		return conform.Answer{State: conform.Broken, Reason: fmt.Sprintf("an answer of more than %d bytes", conform.MaxAnswer)}
	case response.StatusCode >= 400 && response.StatusCode < 500:
		return conform.Answer{State: conform.Refused, Reason: strings.TrimSpace(response.Status + " " + firstLine(string(body)))}
	case response.StatusCode < 200 || response.StatusCode > 299:
		return conform.Answer{State: conform.Broken, Reason: "status " + response.Status}
	}
	if s.Wire != conform.NULs {
		body = bytes.TrimSuffix(body, []byte("\n"))
	}
	return s.Answer(string(body))
}

// Close returns what was wrong.
func (s *Server) Close() (problems, notes []string) {
	s.client.CloseIdleConnections()
	return s.trouble, nil
}

// firstLine returns the first line of what a server says about a refusal.
func firstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return strings.ToValidUTF8(text, "\uFFFD")
}
