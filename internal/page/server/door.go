package server

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"time"
)

// A door is a listener for two kinds of connections. Those that have shown the token
// hold a lane each until they are closed. The others are strangers, who share a few
// places: when these are taken, the next one takes that of a stranger who has let the
// server wait for the longest time. So silent connections keep nobody out who knows the
// token.
//
// The one of golang.org/x/net/netutil hides CloseWrite, without which clients lose
// replies that come before they have sent everything.
type door struct {
	net.Listener
	lanes  lanes
	closed context.Context
	close  context.CancelFunc

	mutex     sync.Mutex
	strangers []*visitor    // in the order in which they came
	left      chan struct{} // one of them is none any more
}

func newDoor(l net.Listener, free lanes) *door {
	d := &door{Listener: l, lanes: free, left: make(chan struct{}, 1)}
	d.closed, d.close = context.WithCancel(context.Background())
	return d
}

// Accept waits while all lanes are taken.
func (d *door) Accept() (net.Conn, error) {
	if d.lanes.enter(d.closed) != nil {
		return nil, net.ErrClosed
	}
	d.lanes.leave()
	conn, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	v := &visitor{Conn: conn, door: d}
	if err := d.admit(v); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return v, nil
}

// admit gives a stranger a place.
func (d *door) admit(v *visitor) error {
	for {
		d.mutex.Lock()
		if len(d.strangers) < strangers {
			d.strangers = append(d.strangers, v)
			d.mutex.Unlock()
			return nil
		}
		wait := strangerGrace
		var slowest *visitor
		for _, s := range d.strangers {
			if since := s.silent(); !since.IsZero() {
				slowest, wait = s, time.Until(since.Add(strangerGrace))
				break
			}
		}
		d.mutex.Unlock()
		if wait <= 0 {
			_ = slowest.Close()
			continue
		}
		select {
		case <-d.left:
		case <-time.After(wait):
		case <-d.closed.Done():
			return net.ErrClosed
		}
	}
}

// isStranger removes a stranger, and reports whether v was one.
func (d *door) isStranger(v *visitor) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	i := slices.Index(d.strangers, v)
	if i < 0 {
		return false
	}
	d.strangers = slices.Delete(d.strangers, i, i+1)
	select {
	case d.left <- struct{}{}:
	default:
	}
	return true
}

// Close also ends an Accept that waits.
func (d *door) Close() error {
	d.close()
	return d.Listener.Close()
}

// A visitor is a connection that a door has let in.
type visitor struct {
	net.Conn
	door *door

	mutex   sync.Mutex
	known   bool      // it holds a lane
	reading bool      // the server waits for what is sent, if it has not come yet
	since   time.Time // when it began to
	gone    bool
}

// silent returns since when the server has waited for a whole header, or zero if it does
// not wait now. A server that is busy has no reason to send anybody away.
func (v *visitor) silent() time.Time {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if !v.reading {
		return time.Time{}
	}
	return v.since
}

func (v *visitor) Read(p []byte) (int, error) {
	v.mutex.Lock()
	if v.reading = true; v.since.IsZero() {
		v.since = time.Now()
	}
	v.mutex.Unlock()
	n, err := v.Conn.Read(p)
	v.mutex.Lock()
	v.reading = false
	v.mutex.Unlock()
	return n, err
}

// know gives a visitor who has shown the token a lane, and waits for it. It returns the
// error of ctx, or net.ErrClosed if the visitor had to go.
func (v *visitor) know(ctx context.Context) error {
	if !v.door.isStranger(v) {
		v.mutex.Lock()
		defer v.mutex.Unlock()
		if v.gone {
			return net.ErrClosed
		}
		return nil
	}
	if err := v.door.lanes.enter(ctx); err != nil {
		return err
	}
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if v.gone {
		v.door.lanes.leave()
		return net.ErrClosed
	}
	v.known = true
	return nil
}

func (v *visitor) Close() error {
	v.door.isStranger(v)
	v.mutex.Lock()
	if v.known && !v.gone {
		v.door.lanes.leave()
	}
	v.gone = true
	v.mutex.Unlock()
	return v.Conn.Close()
}

// CloseWrite ends what is sent, as *net.TCPConn does. Package net/http calls it.
func (v *visitor) CloseWrite() error {
	if c, ok := v.Conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return errors.ErrUnsupported
}
