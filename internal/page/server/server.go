// Package server serves the page to browsers on the same machine, and does its calls.
//
//	s := server.New()
//	fmt.Println("http://" + listener.Addr().String() + s.Path())
//	err := s.Serve(ctx, listener)
//
// It answers only requests with the token in the path, with a name of this machine as
// the Host, and from the page itself: other pages that are open in the browser get
// nothing. Its constants bound the memory that it takes, however many and however slow
// the clients are.
package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"path"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/internal/page"
)

// What the server holds in memory at once. Clients beyond that wait.
const (
	// connections is how many connections are served at once: 256, which take 50 MB
	// with a small body, a small reply, header and buffers each. A browser opens six.
	// Those beyond wait in the queue of the operating system.
	connections = 256
	// lasting is up to how many connections a connection is kept for another request:
	// 128. With more, it ends after its reply, so that idle ones never keep others out.
	lasting = connections / 2
	// small is the longest body or reply, in bytes, of which each connection may have
	// one: 64 KiB, enough for nearly every call.
	small = 64 << 10
	// largeRequests is how many longer bodies are read or worked on at once: 8, of up to
	// jsonapi.MaxRequest each.
	largeRequests = 8
	// largeReplies is how many longer replies are written at once: 64. Except for those
	// to large requests, they have at most 512 KiB.
	largeReplies = 64
	// drained is how many bytes of a body that is too long are read and discarded, so
	// that the client gets to read the reply.
	drained = 10 * jsonapi.MaxRequest
)

// How long clients may take. On one machine all of this takes milliseconds.
const (
	headerTimeout = 10 * time.Second
	bodyTimeout   = 30 * time.Second // from when it is their turn
	replyTimeout  = 30 * time.Second
	waitTimeout   = 5 * time.Minute // until it is their turn
	idleTimeout   = 2 * time.Minute
	// shutdownTimeout is how long calls may go on when the server is to end.
	shutdownTimeout = 5 * time.Second
)

// The reasons why the server itself refuses a request.
const (
	foreign     percent.Reason = "forbidden"
	tooLong     percent.Reason = "too long"
	noSuchPage  percent.Reason = "not found"
	wrongMethod percent.Reason = "method not allowed"
	incomplete  percent.Reason = "incomplete request"
	noTurn      percent.Reason = "too many calls"
)

// A Server is the handler for the page and its calls.
type Server struct {
	token       string
	origins     *http.CrossOriginProtection
	connections lanes
	working     lanes
	requests    lanes
	replies     lanes
}

// lanes limit how many do something at once.
type lanes chan struct{}

// enter waits for a free lane and takes it, or returns the error of ctx.
func (l lanes) enter(ctx context.Context) error {
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l lanes) leave() { <-l }

// New returns a server with a new token.
func New() *Server {
	return &Server{
		token:       rand.Text(),
		origins:     http.NewCrossOriginProtection(),
		connections: make(lanes, connections),
		working:     make(lanes, 2*runtime.GOMAXPROCS(0)),
		requests:    make(lanes, largeRequests),
		replies:     make(lanes, largeReplies),
	}
}

// Path returns the path of the page, which contains the token.
func (s *Server) Path() string { return "/" + s.token + "/" }

// Serve answers on a listener until ctx ends, and then finishes the calls under way.
// The error is nil then, and otherwise that of the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	h := &http.Server{
		Handler:           s,
		Protocols:         protocols,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       headerTimeout + bodyTimeout,
		WriteTimeout:      waitTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    16 << 10,
		// Otherwise OPTIONS * would be answered without a look at who asks.
		DisableGeneralOptionsHandler: true,
		// Errors of single connections do not matter.
		ErrorLog: log.New(io.Discard, "", 0),
	}
	ended := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		// Calls that are under way may go on although ctx has ended.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		err := h.Shutdown(last)
		if errors.Is(err, context.DeadlineExceeded) {
			err = h.Close()
		}
		ended <- err
	})
	err := h.Serve(newDoor(l, s.connections))
	if stop() {
		return err
	}
	return <-ended
}

// ServeHTTP answers a request with a file of the page or the reply to a call.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", page.Policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	if len(s.connections) > lasting {
		header.Set("Connection", "close")
	}
	name, refused := s.admit(r)
	if refused != "" {
		fail(w, http.StatusForbidden, foreign, refused)
		return
	}
	op, isCall := strings.CutPrefix(name, "call/")
	switch {
	case isCall && r.Method == http.MethodPost:
		s.call(w, r, op)
	case isCall:
		header.Set("Allow", http.MethodPost)
		fail(w, http.StatusMethodNotAllowed, wrongMethod, r.Method)
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		file(w, name)
	default:
		header.Set("Allow", "GET, HEAD")
		fail(w, http.StatusMethodNotAllowed, wrongMethod, r.Method)
	}
}

// admit returns the path of a request after the token, or why it is refused. A page of
// another origin can make a browser send requests here and, with a name of its own for
// this machine, even read the replies; but it cannot know the token, and cannot send
// the Host and Origin that the page's own requests have.
func (s *Server) admit(r *http.Request) (name, refused string) {
	origin := r.Header.Get("Origin")
	switch {
	case !isLoopback(r.Host):
		return "", "the Host field does not name this machine"
	case origin != "" && origin != "http://"+r.Host:
		return "", "the request comes from another page"
	case s.origins.Check(r) != nil:
		return "", "the request comes from another site"
	}
	token, name, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 || !ok {
		return "", "use the address that percent serve has printed, with the token in it"
	}
	return name, ""
}

// isLoopback reports whether a host, perhaps with a port, is this machine. The port
// may be any, such as that of a tunnel.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback() || strings.EqualFold(host, "localhost")
}

var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml",
}

// file answers with a file of the page.
func file(w http.ResponseWriter, name string) {
	if name == "" {
		name = "index.html"
	}
	content, ok := page.File(name)
	kind := types[path.Ext(name)]
	if !ok || kind == "" {
		fail(w, http.StatusNotFound, noSuchPage, name)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	_, _ = io.WriteString(w, content)
}

// call answers with the reply to a call.
func (s *Server) call(w http.ResponseWriter, r *http.Request, op string) {
	control := http.NewResponseController(w)
	ctx, cancel := context.WithTimeout(r.Context(), waitTimeout)
	defer cancel()
	if r.ContentLength > jsonapi.MaxRequest {
		tooLarge(w, r)
		return
	}
	// One byte more tells whether there is more.
	begin, err := io.ReadAll(io.LimitReader(r.Body, small+1))
	if err != nil {
		broken(w)
		return
	}
	body := begin
	if len(begin) > small {
		if s.requests.enter(ctx) != nil {
			busy(w)
			return
		}
		defer s.requests.leave()
		_ = control.SetReadDeadline(time.Now().Add(bodyTimeout))
		room := bytes.NewBuffer(make([]byte, 0, max(int(r.ContentLength), 4*small)+bytes.MinRead))
		room.Write(begin)
		if _, err := room.ReadFrom(io.LimitReader(r.Body, jsonapi.MaxRequest-small)); err != nil {
			broken(w)
			return
		}
		if body = room.Bytes(); len(body) > jsonapi.MaxRequest {
			tooLarge(w, r)
			return
		}
	}
	if s.working.enter(ctx) != nil {
		busy(w)
		return
	}
	reply := jsonapi.Call(op, body)
	if len(reply) > small {
		err := s.replies.enter(ctx)
		s.working.leave()
		if err != nil {
			busy(w)
			return
		}
		defer s.replies.leave()
	} else {
		s.working.leave()
	}
	_ = control.SetWriteDeadline(time.Now().Add(replyTimeout))
	write(w, http.StatusOK, reply)
}

// tooLarge refuses a body that is too long.
func tooLarge(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout))
	_, _ = io.CopyN(io.Discard, r.Body, drained)
	w.Header().Set("Connection", "close")
	fail(w, http.StatusRequestEntityTooLarge, tooLong, fmt.Sprintf("a request has at most %d bytes", jsonapi.MaxRequest))
}

// broken refuses a body that is incomplete: without it, the status would be 200.
func broken(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	fail(w, http.StatusRequestTimeout, incomplete, "the body of the request is incomplete, or did not come in time")
}

// busy refuses a call that has waited too long for its turn.
func busy(w http.ResponseWriter) {
	fail(w, http.StatusServiceUnavailable, noTurn, "there are too many calls; try again")
}

func fail(w http.ResponseWriter, status int, reason percent.Reason, text string) {
	write(w, status, jsonapi.Refuse(reason, text))
}

func write(w http.ResponseWriter, status int, reply []byte) {
	w.Header().Set("Content-Type", types[".json"])
	w.Header().Set("Content-Length", strconv.Itoa(len(reply)))
	w.WriteHeader(status)
	_, _ = w.Write(reply)
}
