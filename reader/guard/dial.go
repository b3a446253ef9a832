package guard

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"syscall"
)

// A Dialer connects only to addresses on the Internet, or to those that Accept accepts.
// It checks the address of each connection attempt, after names were resolved, so that
// a DNS answer that changes between a check and the connection makes no difference. The
// zero Dialer is ready to use, by several goroutines.
//
// Behind a proxy, the checked address is that of the proxy, which resolves the name
// itself and decides what it connects to.
type Dialer struct {
	// Dialer connects. Its Control or ControlContext is called for an address after
	// the address was accepted.
	Dialer net.Dialer
	// Accept reports whether connecting to an address is allowed. The default allows
	// those whose class is Global. An IPv4-mapped address is passed as the IPv4
	// address. Accept may be called by several goroutines.
	Accept func(netip.AddrPort) bool
}

// An AddressError is the error of a Dialer that refused to connect to an
// address.
type AddressError struct {
	// Network is "tcp4", "udp6" and so on, as net.Dialer.Control names it.
	Network string
	// Address is the address, which is not valid if the network does not use IP, as
	// with a Unix socket.
	Address netip.AddrPort
	// Class is the class of the address.
	Class Class
}

// Error returns a text such as "guard: refused to connect to 127.0.0.1:80, a loopback
// address".
func (e *AddressError) Error() string {
	if !e.Address.IsValid() {
		return fmt.Sprintf("guard: refused to connect to what is not an address of IP (%s)", e.Network)
	}
	article := "a"
	if strings.ContainsRune("aeiou", rune(e.Class.String()[0])) && e.Class != UniqueLocal {
		article = "an"
	}
	return fmt.Sprintf("guard: refused to connect to %v, %s %v address", e.Address, article, e.Class)
}

// DialContext connects to an address as net.Dialer.DialContext does. It is for the
// field of that name in net/http.Transport. The error wraps an *AddressError, which
// errors.As finds, if the first address of the name was refused and no other could be
// connected to: package net returns the error of the first address.
func (d *Dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := d.Dialer
	control, controlContext := dialer.Control, dialer.ControlContext
	dialer.ControlContext = func(ctx context.Context, network, address string, c syscall.RawConn) error {
		if err := d.check(network, address); err != nil {
			return err
		}
		switch {
		case controlContext != nil:
			return controlContext(ctx, network, address, c)
		case control != nil:
			return control(network, address, c)
		}
		return nil
	}
	return dialer.DialContext(ctx, network, address)
}

// check returns an error unless connecting to an address is allowed.
func (d *Dialer) check(network, address string) error {
	if strings.HasPrefix(address, ":") {
		address = "0.0.0.0" + address // the system itself, as net calls it
	}
	a, err := netip.ParseAddrPort(address)
	if err != nil {
		return &AddressError{Network: network, Class: Reserved}
	}
	a = netip.AddrPortFrom(a.Addr().Unmap(), a.Port())
	class := Classify(a.Addr())
	if d.Accept != nil {
		if d.Accept(a) {
			return nil
		}
	} else if class == Global {
		return nil
	}
	return &AddressError{Network: network, Address: a, Class: class}
}
