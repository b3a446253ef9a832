package http1

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pct-encoded/percent/internal/lazy"
)

// A Request is what a client asks.
type Request struct {
	Method string
	Host   string // by which the client names the server
	Path   string // decoded; "*" of OPTIONS *
	Fields Fields
	Length int64 // of Body in bytes, or -1 if only its end tells
	Body   io.Reader

	conn  *conn
	last  bool // the connection ends after it
	head  bool // the reply has no body
	waits bool // the client waits before it sends the body
}

// Conn returns the connection, as the listener has accepted it.
func (r *Request) Conn() net.Conn { return r.conn.Conn }

// ReadRequest reads a request whose header has at most so many bytes. The error is an *Error
// for what is not a request, or that of the reader.
func ReadRequest(r *bufio.Reader, header int) (*Request, error) {
	in := &input{Reader: r, left: header}
	line, err := in.line()
	if err == nil && line == "" { // an empty line before it is ignored (RFC 9112, section 2.2)
		line, err = in.line()
	}
	if err != nil {
		return nil, err
	}
	method, rest, _ := strings.Cut(line, " ")
	target, version, ok := strings.Cut(rest, " ")
	if !ok || !isToken(method) || target == "" {
		return nil, malformed("no request line")
	}
	if version != "HTTP/1.1" && version != "HTTP/1.0" {
		if isVersion(version) {
			return nil, &Error{505, "another version of HTTP"}
		}
		return nil, malformed("no version of HTTP")
	}
	u, err := url.ParseRequestURI(target)
	if err != nil || method == "CONNECT" || target[0] != '/' && target != "*" && u.Host == "" {
		return nil, malformed("no path")
	}
	request := &Request{Method: method, Path: u.Path, head: method == "HEAD"}
	if request.Fields, err = in.fields(); err != nil {
		return nil, err
	}
	host, isNamed := request.Fields["host"]
	switch {
	case !isNamed && version == "HTTP/1.1", strings.ContainsAny(host, ", /?#@\t"):
		return nil, malformed("no Host field, or more than a host in it")
	case u.Host != "":
		host = u.Host
	}
	request.Host = host
	request.Body, request.Length, _, err = in.body(request.Fields)
	if err != nil {
		return nil, err
	}
	if version == "HTTP/1.0" {
		if request.Length == untold {
			return nil, malformed("chunks in HTTP/1.0")
		}
		request.last = !has(request.Fields["connection"], "keep-alive")
	}
	request.last = request.last || has(request.Fields["connection"], "close")
	// HTTP/1.0 has no such reply (RFC 9110, section 10.1.1).
	request.waits = version == "HTTP/1.1" && has(request.Fields["expect"], "100-continue")
	return request, nil
}

// isVersion reports whether s is a version of HTTP.
func isVersion(s string) bool {
	digits, ok := strings.CutPrefix(s, "HTTP/")
	return ok && len(digits) == 3 && isDigit(digits[0]) && digits[1] == '.' && isDigit(digits[2])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// A Reply is what a handler answers with. A handler calls Write once.
type Reply struct {
	// Fields are those of the reply; Content-Length and Date are added.
	Fields map[string]string
	// Last ends the connection after the reply.
	Last bool

	conn *conn
	head bool
	sent bool
	err  error
}

// Write sends the reply with that status and body.
func (w *Reply) Write(status int, body string) {
	w.sent = true
	w.Last = w.Last || w.conn.server.isEnding()
	var b strings.Builder
	b.WriteString("HTTP/1.1 " + strconv.Itoa(status) + " " + phrases.Get()[status] + "\r\n")
	for name, value := range w.Fields {
		b.WriteString(name + ": " + value + "\r\n")
	}
	b.WriteString("Content-Length: " + strconv.Itoa(len(body)) + "\r\nDate: " + time.Now().UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT") + "\r\n")
	if w.Last {
		b.WriteString("Connection: close\r\n")
	}
	b.WriteString("\r\n")
	if w.head {
		body = ""
	}
	if len(body) <= small {
		b.WriteString(body)
		body = ""
	}
	if _, w.err = io.WriteString(w.conn, b.String()); w.err == nil && body != "" {
		_, w.err = io.WriteString(w.conn, body)
	}
}

// small is up to how many bytes a body is copied, to be sent together with its header.
const small = 64 << 10

// phrases are what the statuses of this package and of the page are called.
var phrases = lazy.Value[map[int]string]{Make: func() map[int]string {
	return map[int]string{
		200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
		413: "Content Too Large", 431: "Request Header Fields Too Large", 501: "Not Implemented", 503: "Service Unavailable",
		505: "HTTP Version Not Supported",
	}
}}

// ReadBy sets the time until which the body has to be there.
func (w *Reply) ReadBy(t time.Time) { _ = w.conn.SetReadDeadline(t) }

// WriteBy sets the time until which the client has to take the reply.
func (w *Reply) WriteBy(t time.Time) { _ = w.conn.SetWriteDeadline(t) }

// Watch returns a context that ends when the client goes away, until stop is called. The body
// has to be read to its end before.
func (r *Request) Watch(ctx context.Context) (watched context.Context, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	_ = r.conn.SetReadDeadline(time.Time{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := r.conn.in.Peek(1); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			cancel()
		}
	}()
	return ctx, func() {
		_ = r.conn.SetReadDeadline(time.Now())
		<-done
		cancel()
	}
}

// A Server answers requests.
type Server struct {
	// Handle answers a request. It is called for several at once.
	Handle func(*Reply, *Request)
	// Header is how long a client may take for a header, Body for the body after it and Take
	// for the reply; Idle is how long a connection is kept for another request.
	Header, Body, Take, Idle time.Duration
	// MaxHeader is how many bytes a header may have.
	MaxHeader int
	// End is how long requests that are under way may take when the server is to end.
	End time.Duration

	mutex sync.Mutex
	conns map[*conn]struct{}
	ended bool
	group sync.WaitGroup
}

// A conn is a connection of a server.
type conn struct {
	net.Conn
	in     *bufio.Reader
	server *Server
	busy   bool // with a request, guarded by the mutex of the server
}

// Serve answers on a listener until ctx ends, and then finishes the requests under way. The
// error is nil then, and otherwise that of the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	s.conns = map[*conn]struct{}{}
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	defer s.shut()
	for wait := 5 * time.Millisecond; ; {
		accepted, err := l.Accept()
		if err == nil {
			s.start(accepted)
			wait = 5 * time.Millisecond
			continue
		}
		if ctx.Err() != nil {
			return nil
		}
		if passing, ok := errors.AsType[interface {
			error
			Temporary() bool
		}](err); !ok || !passing.Temporary() {
			_ = l.Close()
			return err
		}
		// For instance, too many files are open.
		select {
		case <-ctx.Done():
		case <-time.After(wait):
			wait = min(2*wait, time.Second)
		}
	}
}

// start answers the requests of a connection.
func (s *Server) start(accepted net.Conn) {
	c := &conn{Conn: accepted, in: bufio.NewReader(accepted), server: s}
	s.mutex.Lock()
	s.conns[c] = struct{}{}
	s.mutex.Unlock()
	s.group.Go(func() {
		defer func() {
			_ = recover() // of a handler: other connections go on
			s.mutex.Lock()
			delete(s.conns, c)
			s.mutex.Unlock()
			_ = c.Close()
		}()
		c.serve()
	})
}

// shut closes idle connections, and those with a request when it is done, or when the time is up.
func (s *Server) shut() {
	closeAll := func(busy bool) {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.ended = true
		for c := range s.conns {
			if busy || !c.busy {
				_ = c.Close()
			}
		}
	}
	closeAll(false)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.group.Wait()
	}()
	select {
	case <-done:
	case <-time.After(s.End):
		closeAll(true)
	}
}

func (s *Server) isEnding() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.ended
}

// turn says whether the connection has a request. It reports whether the server goes on.
func (c *conn) turn(busy bool) bool {
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	c.busy = busy
	return !c.server.ended
}

// serve answers one request after the other.
func (c *conn) serve() {
	s := c.server
	for idle := s.Header; ; idle = s.Idle {
		_ = c.SetReadDeadline(time.Now().Add(idle))
		if !c.turn(false) {
			return
		}
		if _, err := c.in.Peek(1); err != nil || !c.turn(true) {
			return
		}
		_ = c.SetReadDeadline(time.Now().Add(s.Header))
		r, err := ReadRequest(c.in, s.MaxHeader)
		now := time.Now()
		_ = c.SetWriteDeadline(now.Add(s.Take))
		if refused, ok := errors.AsType[*Error](err); ok {
			w := &Reply{conn: c, Last: true, Fields: map[string]string{"Content-Type": "text/plain; charset=utf-8"}}
			w.Write(refused.Status, refused.Text)
			c.linger()
			return
		}
		if err != nil {
			return
		}
		_ = c.SetReadDeadline(now.Add(s.Body))
		r.conn = c
		w := &Reply{conn: c, Fields: map[string]string{}, Last: r.last, head: r.head}
		if r.waits {
			r.Body = &expected{r.Body, w}
		}
		s.Handle(w, r)
		if !w.sent || w.err != nil {
			return
		}
		if w.Last {
			if r.Length != 0 {
				c.linger() // the body may not have been read to its end
			}
			return
		}
		if _, err := io.CopyN(io.Discard, r.Body, unread); !errors.Is(err, io.EOF) {
			c.linger() // it is not read, or not to be read
			return
		}
	}
}

// unread is up to how many bytes of a body that the handler did not want are read, so that
// the connection can be kept.
const unread = 256 << 10

// linger ends what is sent, and waits a little for the client to read it: a connection that
// is closed while data comes in is reset, and the client may lose the reply.
func (c *conn) linger() {
	if w, ok := c.Conn.(interface{ CloseWrite() error }); !ok || w.CloseWrite() != nil {
		return
	}
	_ = c.SetReadDeadline(time.Now().Add(500 * time.Millisecond))
	_, _ = io.Copy(io.Discard, c.Conn)
}

// An expected body is sent when the server asks for it (RFC 9110, section 10.1.1).
type expected struct {
	io.Reader
	reply *Reply // nil when it has been asked for
}

func (e *expected) Read(p []byte) (int, error) {
	if e.reply != nil {
		if e.reply.sent {
			return 0, io.ErrUnexpectedEOF // the client need not send it any more
		}
		if _, err := io.WriteString(e.reply.conn, "HTTP/1.1 100 Continue\r\n\r\n"); err != nil {
			return 0, err
		}
		e.reply = nil
	}
	return e.Reader.Read(p)
}
