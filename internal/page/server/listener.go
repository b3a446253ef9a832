package server

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"time"
)

// A semaphore limits how many do something at once.
type semaphore chan struct{}

// acquire waits for a free place and takes it, or returns the error of ctx. A place that is
// free is taken even if ctx has ended.
func (s semaphore) acquire(ctx context.Context) error {
	select {
	case s <- struct{}{}:
		return nil
	default:
	}
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s semaphore) release() { <-s }

// A limitedListener limits two kinds of connections. Admitted ones have shown the token, and
// hold a place each until they are closed. The others are pending: when there are maxPending
// of them, the next one closes the one whose header the server has awaited for the longest
// time. So silent connections keep nobody out who knows the token.
//
// The one of golang.org/x/net/netutil hides CloseWrite, without which clients lose
// replies that come before they have sent everything.
type limitedListener struct {
	net.Listener
	admitted semaphore
	closed   context.Context
	close    context.CancelFunc

	mutex   sync.Mutex
	pending []*limitedConn // in the order in which they came
	left    chan struct{}  // one of them is no longer pending
}

func newLimitedListener(l net.Listener, admitted semaphore) *limitedListener {
	limited := &limitedListener{Listener: l, admitted: admitted, left: make(chan struct{}, 1)}
	limited.closed, limited.close = context.WithCancel(context.Background())
	return limited
}

// Accept waits while no place is free.
func (l *limitedListener) Accept() (net.Conn, error) {
	if l.admitted.acquire(l.closed) != nil {
		return nil, net.ErrClosed
	}
	l.admitted.release()
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &limitedConn{Conn: conn, listener: l}
	if err := l.add(c); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return c, nil
}

// add adds a pending connection, when there is room for it.
func (l *limitedListener) add(c *limitedConn) error {
	for {
		l.mutex.Lock()
		if len(l.pending) < maxPending {
			l.pending = append(l.pending, c)
			l.mutex.Unlock()
			return nil
		}
		wait := pendingGrace
		var slowest *limitedConn
		for _, p := range l.pending {
			if since := p.silent(); !since.IsZero() {
				slowest, wait = p, time.Until(since.Add(pendingGrace))
				break
			}
		}
		l.mutex.Unlock()
		if wait <= 0 {
			_ = slowest.Close()
			continue
		}
		select {
		case <-l.left:
		case <-time.After(wait):
		case <-l.closed.Done():
			return net.ErrClosed
		}
	}
}

// remove removes a connection from the pending ones, and reports whether it was one.
func (l *limitedListener) remove(c *limitedConn) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	i := slices.Index(l.pending, c)
	if i < 0 {
		return false
	}
	l.pending = slices.Delete(l.pending, i, i+1)
	select {
	case l.left <- struct{}{}:
	default:
	}
	return true
}

// Close also ends an Accept that waits, and closes connections that have sent no request:
// Shutdown of net/http would wait for them.
func (l *limitedListener) Close() error {
	l.close()
	err := l.Listener.Close()
	l.mutex.Lock()
	pending := slices.Clone(l.pending)
	l.mutex.Unlock()
	for _, c := range pending {
		if !c.isRequesting() {
			_ = c.Close()
		}
	}
	return err
}

// A limitedConn is a connection that a limitedListener has accepted.
type limitedConn struct {
	net.Conn
	listener *limitedListener

	mutex      sync.Mutex
	since      time.Time // when the server began to read, zero before that
	reading    bool      // the server waits for what is sent, if it has not come yet
	requesting bool      // a whole header has been read
	admitted   bool      // it holds a place
	closed     bool
}

// silent returns since when the server has waited for a whole header, or zero if it does
// not wait now. A server that is busy has no reason to close a connection.
func (c *limitedConn) silent() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.requesting || !c.reading {
		return time.Time{}
	}
	return c.since
}

func (c *limitedConn) isRequesting() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.requesting
}

// request notes that a whole header has been read.
func (c *limitedConn) request() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.requesting = true
}

func (c *limitedConn) Read(p []byte) (int, error) {
	c.mutex.Lock()
	if c.reading = true; c.since.IsZero() {
		c.since = time.Now()
	}
	c.mutex.Unlock()
	n, err := c.Conn.Read(p)
	c.mutex.Lock()
	c.reading = false
	c.mutex.Unlock()
	return n, err
}

// admit gives a connection that has shown the token a place, and waits for it. It returns
// the error of ctx, or net.ErrClosed if the connection was closed.
func (c *limitedConn) admit(ctx context.Context) error {
	wasPending := c.listener.remove(c)
	if wasPending {
		if err := c.listener.admitted.acquire(ctx); err != nil {
			return err
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.closed {
		if wasPending {
			c.listener.admitted.release()
		}
		return net.ErrClosed
	}
	c.admitted = true
	return nil
}

func (c *limitedConn) Close() error {
	c.listener.remove(c)
	c.mutex.Lock()
	if c.admitted && !c.closed {
		c.listener.admitted.release()
	}
	c.closed = true
	c.mutex.Unlock()
	return c.Conn.Close()
}

// CloseWrite ends what is sent, as *net.TCPConn does. Package net/http calls it.
func (c *limitedConn) CloseWrite() error {
	if conn, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return conn.CloseWrite()
	}
	return errors.ErrUnsupported
}
