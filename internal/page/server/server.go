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
	// connections is how many connections that have shown the token are served at once:
	// 256, which take 50 MB with a small body, a small reply, header and buffers each. A
	// browser opens six. Those beyond wait in the queue of the operating system.
	connections = 256
	// maxPending is how many other connections there are at once.
	maxPending = 256
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
	// maxHeader is how many bytes a header may have: 16 KiB. To what it is told, net/http
	// adds netHTTPSlop.
	maxHeader   = 16 << 10
	netHTTPSlop = 4 << 10
)

// How long clients may take. On one machine all of this takes milliseconds.
const (
	replyTimeout = 30 * time.Second
	waitTimeout  = 5 * time.Minute // until it is their turn
	idleTimeout  = 2 * time.Minute
	// shutdownTimeout is how long calls may go on when the server is to end.
	shutdownTimeout = 5 * time.Second
)

// Variables, since tests must notice which of these has ended something, however busy the
// machine is.
var (
	// pendingGrace is how long the server waits at least for the header of a connection
	// when others come: clients send their request in a thousandth of it, unless they have
	// no processor.
	pendingGrace  = 2 * time.Second
	headerTimeout = 5 * time.Second
	bodyTimeout   = 30 * time.Second // from when it is their turn
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
	connections semaphore
	working     semaphore
	requests    semaphore
	replies     semaphore
}

// New returns a server with a new token.
func New() *Server {
	return &Server{
		token:       rand.Text(),
		connections: make(semaphore, connections),
		working:     make(semaphore, 2*runtime.GOMAXPROCS(0)),
		requests:    make(semaphore, largeRequests),
		replies:     make(semaphore, largeReplies),
	}
}

// Path returns the path of the page, which contains the token.
func (s *Server) Path() string { return "/" + s.token + "/" }

// Serve answers on a listener until ctx ends, and then finishes the calls under way.
// The error is nil then, and otherwise that of the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           http.HandlerFunc(s.answer),
		ReadHeaderTimeout: headerTimeout, ReadTimeout: bodyTimeout, WriteTimeout: waitTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader - netHTTPSlop,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, c)
		},
		ConnState: func(c net.Conn, state http.ConnState) {
			if state == http.StateActive {
				c.(*limitedConn).request()
			}
		},
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     log.New(io.Discard, "", 0),
	}
	end := func() {
		grace, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
		defer cancel()
		if h.Shutdown(grace) != nil {
			_ = h.Close()
		}
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		end()
	})
	err := h.Serve(newLimitedListener(l, s.connections))
	if stop() {
		end()
		return err
	}
	<-ended
	return nil
}

// connKey is the key of a request's *limitedConn in its context.
type connKey struct{}

// answer answers a request with a file of the page or the reply to a call.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	for name, value := range map[string]string{
		"Content-Security-Policy": page.Policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
	} {
		header.Set(name, value)
	}
	control := http.NewResponseController(w)
	name, refused := s.admit(r)
	if refused != "" {
		header.Set("Connection", "close")
		fail(w, http.StatusForbidden, foreign, refused)
		// net/http reads on for a while, so that the client gets to read the reply.
		_ = control.SetReadDeadline(time.Now().Add(pendingGrace))
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), waitTimeout)
	defer cancel()
	_ = control.SetReadDeadline(time.Time{}) // or r.Context would end at it
	if err := r.Context().Value(connKey{}).(*limitedConn).admit(ctx); err != nil {
		busy(w)
		return
	}
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout))
	if len(s.connections) > lasting {
		header.Set("Connection", "close")
	}
	op, isCall := strings.CutPrefix(name, "call/")
	switch {
	case isCall && r.Method == http.MethodPost:
		s.call(ctx, w, r, op)
	case isCall:
		header.Set("Allow", "POST")
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
	origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
	switch {
	case !isLoopback(r.Host):
		return "", "the Host field does not name this machine"
	case origin != "" && origin != "http://"+r.Host:
		return "", "the request comes from another page"
	case r.Method != "GET" && r.Method != "HEAD" && r.Method != "OPTIONS" && site != "" && site != "same-origin" && site != "none":
		return "", "the request comes from another site"
	}
	//percent:ignore split-decoded-path a token has no slash
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

// typeOf returns the media type of a file of the page, or "".
func typeOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".json":
		return typeJSON
	case ".svg":
		return "image/svg+xml"
	}
	return ""
}

const typeJSON = "application/json"

// file answers with a file of the page.
func file(w http.ResponseWriter, name string) {
	if name == "" {
		name = "index.html"
	}
	content, ok := page.File(name)
	kind := typeOf(name)
	if !ok || kind == "" {
		fail(w, http.StatusNotFound, noSuchPage, name)
		return
	}
	write(w, http.StatusOK, kind, []byte(content))
}

// call answers with the reply to a call.
func (s *Server) call(ctx context.Context, w http.ResponseWriter, r *http.Request, op string) {
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
	control := http.NewResponseController(w)
	if len(begin) > small {
		if s.requests.acquire(ctx) != nil {
			busy(w)
			return
		}
		defer s.requests.release()
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
	_ = control.SetReadDeadline(time.Time{}) // from here on, ctx ends when the client goes away
	if s.working.acquire(ctx) != nil {
		busy(w)
		return
	}
	reply := jsonapi.Call(op, body)
	if len(reply) > small {
		err := s.replies.acquire(ctx)
		s.working.release()
		if err != nil {
			busy(w)
			return
		}
		defer s.replies.release()
	} else {
		s.working.release()
	}
	_ = control.SetWriteDeadline(time.Now().Add(replyTimeout))
	write(w, http.StatusOK, typeJSON, reply)
}

// tooLarge refuses a body that is too long. The reply comes first: a client may wait for
// it before it sends the body, which then does not come. Most send all of it first, and would
// lose a reply if the rest were not read.
func tooLarge(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Connection", "close")
	fail(w, http.StatusRequestEntityTooLarge, tooLong, fmt.Sprintf("a request has at most %d bytes", jsonapi.MaxRequest))
	control := http.NewResponseController(w)
	isAwaited := r.ContentLength < 0 || r.Header.Get("Expect") == ""
	if control.Flush() == nil && isAwaited && r.ContentLength <= drained {
		_ = control.SetReadDeadline(time.Now().Add(bodyTimeout))
		_, _ = io.CopyN(io.Discard, r.Body, drained)
	}
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
	write(w, status, typeJSON, jsonapi.Refuse(reason, text))
}

func write(w http.ResponseWriter, status int, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
