package server

import (
	"context"
	"errors"
	"net"
	"sync"
)

// A door is a listener that lets in no more connections than there are lanes. A
// connection holds its lane until it is closed.
//
// The one of golang.org/x/net/netutil hides CloseWrite, without which clients lose
// replies that come before they have sent everything.
type door struct {
	net.Listener
	lanes  lanes
	closed context.Context
	close  context.CancelFunc
}

func newDoor(l net.Listener, free lanes) *door {
	d := &door{Listener: l, lanes: free}
	d.closed, d.close = context.WithCancel(context.Background())
	return d
}

func (d *door) Accept() (net.Conn, error) {
	if d.lanes.enter(d.closed) != nil {
		return nil, net.ErrClosed
	}
	conn, err := d.Listener.Accept()
	if err != nil {
		d.lanes.leave()
		return nil, err
	}
	return &visitor{conn, sync.OnceFunc(d.lanes.leave)}, nil
}

// Close also ends an Accept that waits for a lane.
func (d *door) Close() error {
	d.close()
	return d.Listener.Close()
}

// A visitor is a connection that a door has let in.
type visitor struct {
	net.Conn
	leave func()
}

func (v *visitor) Close() error {
	defer v.leave()
	return v.Conn.Close()
}

// CloseWrite ends what is sent, as *net.TCPConn does. Package net/http calls it.
func (v *visitor) CloseWrite() error {
	if c, ok := v.Conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return errors.ErrUnsupported
}
