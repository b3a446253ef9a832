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
	"net"
	"net/netip"
	"path"
	"runtime"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/http1"
	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/page"
)

// What the server holds in memory at once. Clients beyond that wait.
const (
	// connections is how many connections that have shown the token are served at once:
	// 256, which take 50 MB with a small body, a small reply, header and buffers each. A
	// browser opens six. Those beyond wait in the queue of the operating system.
	connections = 256
	// strangers is how many other connections there are at once.
	strangers = 256
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
	// strangerGrace is how long the server waits for a stranger at least when others
	// come: clients send their request in a thousandth of it, unless they have no
	// processor.
	strangerGrace = 500 * time.Millisecond
	headerTimeout = 5 * time.Second
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
	h := &http1.Server{
		Handle: s.answer,
		Header: headerTimeout, Body: bodyTimeout, Take: waitTimeout, Idle: idleTimeout, End: shutdownTimeout,
		MaxHeader: 16 << 10,
	}
	return h.Serve(ctx, newDoor(l, s.connections))
}

// answer answers a request with a file of the page or the reply to a call.
func (s *Server) answer(w *http1.Reply, r *http1.Request) {
	w.Fields = map[string]string{
		"Content-Security-Policy": page.Policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
	}
	name, refused := s.admit(r)
	if refused != "" {
		w.Last = true
		fail(w, 403, foreign, refused)
		return
	}
	if v, ok := r.Conn().(*visitor); ok {
		ctx, cancel := context.WithTimeout(context.Background(), waitTimeout)
		defer cancel()
		if v.know(ctx) != nil {
			busy(w)
			return
		}
	}
	if len(s.connections) > lasting {
		w.Last = true
	}
	op, isCall := strings.CutPrefix(name, "call/")
	switch {
	case isCall && r.Method == "POST":
		s.call(w, r, op)
	case isCall:
		w.Fields["Allow"] = "POST"
		fail(w, 405, wrongMethod, r.Method)
	case r.Method == "GET" || r.Method == "HEAD":
		file(w, name)
	default:
		w.Fields["Allow"] = "GET, HEAD"
		fail(w, 405, wrongMethod, r.Method)
	}
}

// admit returns the path of a request after the token, or why it is refused. A page of
// another origin can make a browser send requests here and, with a name of its own for
// this machine, even read the replies; but it cannot know the token, and cannot send
// the Host and Origin that the page's own requests have.
func (s *Server) admit(r *http1.Request) (name, refused string) {
	origin, site := r.Fields["origin"], r.Fields["sec-fetch-site"]
	switch {
	case !isLoopback(r.Host):
		return "", "the Host field does not name this machine"
	case origin != "" && origin != "http://"+r.Host:
		return "", "the request comes from another page"
	case r.Method != "GET" && r.Method != "HEAD" && r.Method != "OPTIONS" && site != "" && site != "same-origin" && site != "none":
		return "", "the request comes from another site"
	}
	token, name, ok := strings.Cut(strings.TrimPrefix(r.Path, "/"), "/")
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

var types = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
		".json": "application/json", ".svg": "image/svg+xml",
	}
}}

// file answers with a file of the page.
func file(w *http1.Reply, name string) {
	if name == "" {
		name = "index.html"
	}
	content, ok := page.File(name)
	kind := types.Get()[path.Ext(name)]
	if !ok || kind == "" {
		fail(w, 404, noSuchPage, name)
		return
	}
	w.Fields["Content-Type"] = kind
	w.Write(200, content)
}

// call answers with the reply to a call.
func (s *Server) call(w *http1.Reply, r *http1.Request, op string) {
	ctx, cancel := context.WithTimeout(context.Background(), waitTimeout)
	defer cancel()
	if r.Length > jsonapi.MaxRequest {
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
		w.ReadBy(time.Now().Add(bodyTimeout))
		room := bytes.NewBuffer(make([]byte, 0, max(int(r.Length), 4*small)+bytes.MinRead))
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
	if waitFor(ctx, s.working, r) != nil {
		busy(w)
		return
	}
	reply := jsonapi.Call(op, body)
	if len(reply) > small {
		err := waitFor(ctx, s.replies, r)
		s.working.leave()
		if err != nil {
			busy(w)
			return
		}
		defer s.replies.leave()
	} else {
		s.working.leave()
	}
	w.WriteBy(time.Now().Add(replyTimeout))
	write(w, 200, string(reply))
}

// waitFor takes a lane when one is free, if the client does not go away before.
func waitFor(ctx context.Context, l lanes, r *http1.Request) error {
	select {
	case l <- struct{}{}:
		return nil
	default:
	}
	ctx, stop := r.Watch(ctx)
	defer stop()
	return l.enter(ctx)
}

// tooLarge refuses a body that is too long. The reply comes first: a client may wait for
// it before it sends the body. Most send all of it first, and would lose a reply if the
// rest were not read.
func tooLarge(w *http1.Reply, r *http1.Request) {
	w.Last = true
	fail(w, 413, tooLong, fmt.Sprintf("a request has at most %d bytes", jsonapi.MaxRequest))
	if r.Length <= drained {
		w.ReadBy(time.Now().Add(bodyTimeout))
		_, _ = io.CopyN(io.Discard, r.Body, drained)
	}
}

// broken refuses a body that is incomplete: without it, the status would be 200.
func broken(w *http1.Reply) {
	w.Last = true
	fail(w, 408, incomplete, "the body of the request is incomplete, or did not come in time")
}

// busy refuses a call that has waited too long for its turn.
func busy(w *http1.Reply) {
	fail(w, 503, noTurn, "there are too many calls; try again")
}

func fail(w *http1.Reply, status int, reason percent.Reason, text string) {
	write(w, status, string(jsonapi.Refuse(reason, text)))
}

func write(w *http1.Reply, status int, reply string) {
	w.Fields["Content-Type"] = types.Get()[".json"]
	w.Write(status, reply)
}
