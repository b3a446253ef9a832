package guard

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// errWould stands for a connection: nothing of these tests leaves the machine.
var errWould = errors.New("would connect")

// A net of names that tests resolve. Each query of a name takes the next addresses.
type zone struct {
	mu      sync.Mutex
	names   map[string][][]string
	queries map[string]int
	// other answers for names that are not there.
	other func(name string) []string
}

// resolver returns a resolver that asks z and no one else.
func (z *zone) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go z.serve(server)
		return client, nil
	}}
}

// serve answers queries in the framing of TCP (RFC 1035, section 4.2.2).
func (z *zone) serve(c net.Conn) {
	defer c.Close()
	for {
		var length [2]byte
		if _, err := io.ReadFull(c, length[:]); err != nil {
			return
		}
		query := make([]byte, int(length[0])<<8|int(length[1]))
		if _, err := io.ReadFull(c, query); err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(query) != nil || len(m.Questions) != 1 {
			return
		}
		m.Response, m.Additionals = true, nil
		q := m.Questions[0]
		addresses, ok := z.answer(strings.ToLower(strings.TrimSuffix(q.Name.String(), ".")), q.Type)
		if !ok {
			m.RCode = dnsmessage.RCodeNameError
		}
		for _, text := range addresses {
			a := netip.MustParseAddr(text)
			h := dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, Type: q.Type}
			switch {
			case a.Is4() && q.Type == dnsmessage.TypeA:
				m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AResource{A: a.As4()}})
			case a.Is6() && q.Type == dnsmessage.TypeAAAA:
				m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AAAAResource{AAAA: a.As16()}})
			}
		}
		reply, err := m.Pack()
		if err != nil {
			return
		}
		if _, err := c.Write(append([]byte{byte(len(reply) >> 8), byte(len(reply))}, reply...)); err != nil {
			return
		}
	}
}

func (z *zone) answer(name string, q dnsmessage.Type) ([]string, bool) {
	z.mu.Lock()
	defer z.mu.Unlock()
	answers, ok := z.names[name]
	if !ok {
		if z.other == nil {
			return nil, false
		}
		list := z.other(name)
		return list, list != nil
	}
	if q != dnsmessage.TypeA {
		return answers[0], true
	}
	n := z.queries[name]
	if z.queries == nil {
		z.queries = map[string]int{}
	}
	z.queries[name]++
	return answers[min(n, len(answers)-1)], true
}

// dialer returns a Dialer that resolves names by z and ends where it would connect.
func (z *zone) dialer() *Dialer {
	return &Dialer{Dialer: net.Dialer{
		Resolver: z.resolver(),
		Control:  func(string, string, syscall.RawConn) error { return errWould },
	}}
}

// TestDialer: what is refused is the address after names were resolved.
func TestDialer(t *testing.T) {
	z := &zone{names: map[string][][]string{
		"good.test":   {{"8.8.8.8"}},
		"inner.test":  {{"10.0.0.1"}},
		"six.test":    {{"2606:4700::1111"}},
		"six-lo.test": {{"::1"}},
		"both.test":   {{"127.0.0.1", "8.8.4.4"}},
	}}
	for _, test := range []struct {
		address string
		want    Class
	}{
		{"8.8.8.8:80", Global},
		{"127.0.0.1:80", Loopback},
		{"[::1]:443", Loopback},
		{"[::ffff:10.1.2.3]:443", Private},
		{"good.test:80", Global},
		{"GOOD.test.:80", Global},
		{"inner.test:80", Private},
		{"six.test:80", Global},
		{"six-lo.test:80", Loopback},
		{"0.0.0.0:80", Loopback}, // as the system connects to it
		{":80", Loopback},
	} {
		_, err := z.dialer().DialContext(t.Context(), "tcp", test.address)
		var refused *AddressError
		switch {
		case test.want == Global:
			if !errors.Is(err, errWould) || errors.As(err, &refused) {
				t.Errorf("%s: %v", test.address, err)
			}
		case !errors.As(err, &refused):
			t.Errorf("%s was not refused: %v", test.address, err)
		case refused.Class != test.want && !(refused.Class == Unspecified && test.want == Loopback):
			t.Errorf("%s: refused as %v, want %v", test.address, refused.Class, test.want)
		}
	}
	// Of several addresses those that are accepted are still tried, and only those.
	d, tried := z.dialer(), []string(nil)
	d.Dialer.Control = func(_, address string, _ syscall.RawConn) error {
		tried = append(tried, address)
		return errWould
	}
	if _, err := d.DialContext(t.Context(), "tcp4", "both.test:80"); err == nil || !slices.Equal(tried, []string{"8.8.4.4:80"}) {
		t.Errorf("both.test: %v, tried %v", err, tried)
	}
	if _, err := z.dialer().DialContext(t.Context(), "unix", "/nowhere.test/socket"); !strings.Contains(err.Error(), "not an address of IP") {
		t.Errorf("a socket of Unix: %v", err)
	}
}

// TestRebinding: an answer of the Domain Name System that changes after a check is
// refused when it is connected to.
func TestRebinding(t *testing.T) {
	z := &zone{names: map[string][][]string{"rebind.test": {{"8.8.8.8"}, {"169.254.0.1"}}}}
	d := z.dialer()
	if _, err := d.DialContext(t.Context(), "tcp4", "rebind.test:80"); !errors.Is(err, errWould) {
		t.Fatal(err)
	}
	_, err := d.DialContext(t.Context(), "tcp4", "rebind.test:80")
	var refused *AddressError
	if !errors.As(err, &refused) || refused.Class != LinkLocal || refused.Address != netip.MustParseAddrPort("169.254.0.1:80") {
		t.Errorf("the second time: %v", err)
	}
	if text := err.Error(); !strings.HasSuffix(text, "guard: refused to connect to 169.254.0.1:80, a link-local address") {
		t.Error(text)
	}
}

// TestAccept: Accept decides alone, on IPv4 addresses where they are mapped.
func TestAccept(t *testing.T) {
	d := (&zone{}).dialer()
	var asked []netip.AddrPort
	d.Accept = func(a netip.AddrPort) bool {
		asked = append(asked, a)
		return a.Port() == 8080
	}
	for address, accepted := range map[string]bool{"127.0.0.1:8080": true, "[::ffff:127.0.0.1]:8080": true, "8.8.8.8:80": false} {
		_, err := d.DialContext(t.Context(), "tcp", address)
		if accepted != errors.Is(err, errWould) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if len(asked) != 3 || slices.ContainsFunc(asked, func(a netip.AddrPort) bool { return !a.Addr().Is4() }) {
		t.Errorf("asked about %v", asked)
	}
}
