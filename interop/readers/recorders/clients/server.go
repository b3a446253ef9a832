package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

const (
	// port is where sandbox.sh sends all connections.
	port = 61234
	// idle is how long a connection may say nothing: some protocols begin with the server, and a busy
	// machine is slow.
	idle = 3 * time.Second
	// dnsPort is where names are asked for.
	dnsPort = 53
	// requestLimit is the longest request in octets.
	requestLimit = 64 << 10
)

// A connection is what one connection was seen to want.
type connection struct {
	to      netip.AddrPort
	request []byte
}

// A server answers all connections and all names.
type server struct {
	mu    sync.Mutex
	names map[netip.Addr]string // what was asked, by the address that was answered
	conns []*connection         // since the last call of seen
	open  sync.WaitGroup
	mark  chan struct{} // a connection or datagram of our own arrived
}

func listen() *server {
	s := &server{names: map[netip.Addr]string{}, mark: make(chan struct{})}
	for _, network := range []string{"tcp4", "tcp6"} {
		l, err := net.Listen(network, fmt.Sprint(":", port))
		if err != nil {
			fail(err.Error())
		}
		go s.accept(l)
	}
	dns, err := net.ListenPacket("udp", fmt.Sprint("127.0.0.1:", dnsPort))
	if err != nil {
		fail(err.Error())
	}
	go s.resolve(dns)
	s.watch()
	return s
}

// watch takes note of the datagrams that are sent, as clients of TFTP do: a raw socket has
// a copy of each, whatever its port. Only IPv4 has its header there, which says where
// it goes.
func (s *server) watch() {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_RAW, syscall.IPPROTO_UDP)
	if err != nil {
		fail(err.Error())
	}
	go func() {
		buffer := make([]byte, 64<<10)
		for {
			n, _, err := syscall.Recvfrom(fd, buffer, 0)
			if err != nil {
				fail(err.Error())
			}
			header := int(buffer[0]&15) * 4
			const udp = 8
			if n < header+udp {
				continue
			}
			from, to := binary.BigEndian.Uint16(buffer[header:]), binary.BigEndian.Uint16(buffer[header+2:])
			switch {
			case to == port:
				s.mark <- struct{}{}
			case to == dnsPort, from == dnsPort:
			default:
				s.mu.Lock()
				s.conns = append(s.conns, &connection{to: netip.AddrPortFrom(netip.AddrFrom4([4]byte(buffer[16:20])), to)})
				s.mu.Unlock()
			}
		}
	}()
}

func (s *server) accept(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			fail(err.Error())
		}
		to, err := original(c.(*net.TCPConn))
		if err != nil || to.Port() == port {
			c.Close()
			s.mark <- struct{}{}
			continue
		}
		seen := &connection{to: to}
		s.mu.Lock()
		s.conns = append(s.conns, seen)
		s.mu.Unlock()
		s.open.Add(1)
		go func() {
			defer s.open.Done()
			defer c.Close()
			seen.request = answer(c)
		}()
	}
}

// answer reads a request and answers it with an empty page.
func answer(c net.Conn) []byte {
	var request []byte
	buffer := make([]byte, 4096)
	for len(request) < requestLimit && !bytes.Contains(request, []byte("\r\n\r\n")) {
		_ = c.SetReadDeadline(time.Now().Add(idle))
		n, err := c.Read(buffer)
		request = append(request, buffer[:n]...)
		if err != nil || len(request) > 0 && request[0] == 0x16 {
			return request // it ended, is silent, or speaks TLS
		}
	}
	_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
	return request
}

// original returns where a redirected connection was to go: SO_ORIGINAL_DST of Linux, whose number is
// 80 for both families.
func original(c *net.TCPConn) (netip.AddrPort, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return netip.AddrPort{}, err
	}
	const soOriginalDst = 80
	var to [28]byte // sockaddr_in6
	level := syscall.IPPROTO_IP
	if c.LocalAddr().(*net.TCPAddr).IP.To4() == nil {
		level = syscall.IPPROTO_IPV6
	}
	size := uint32(len(to))
	var failed syscall.Errno
	err = raw.Control(func(fd uintptr) {
		_, _, failed = syscall.Syscall6(syscall.SYS_GETSOCKOPT, fd, uintptr(level), soOriginalDst, uintptr(unsafe.Pointer(&to)), uintptr(unsafe.Pointer(&size)), 0)
	})
	if err != nil {
		return netip.AddrPort{}, err
	}
	if failed != 0 {
		return netip.AddrPort{}, failed
	}
	p := binary.BigEndian.Uint16(to[2:])
	if level == syscall.IPPROTO_IP {
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(to[4:8])), p), nil
	}
	return netip.AddrPortFrom(netip.AddrFrom16([16]byte(to[8:24])), p), nil
}

// seen waits until all connections so far are answered and returns the line for the first one.
func (s *server) seen() string {
	// What was made before has been accepted once connections of our own are.
	for _, address := range []string{"127.0.0.1", "::1"} {
		c, err := net.Dial("tcp", net.JoinHostPort(address, fmt.Sprint(port)))
		if err != nil {
			fail(err.Error())
		}
		<-s.mark
		c.Close()
	}
	c, err := net.Dial("udp4", net.JoinHostPort("127.0.0.1", fmt.Sprint(port)))
	if err == nil {
		_, err = c.Write([]byte("."))
	}
	if err != nil {
		fail(err.Error())
	}
	<-s.mark
	c.Close()
	s.open.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	conns := s.conns
	s.conns = nil
	if len(conns) == 0 {
		return "!"
	}
	if os.Getenv("READERS_DEBUG") != "" {
		for _, c := range conns {
			fmt.Fprintf(os.Stderr, "%s %q\n", c.to, c.request)
		}
	}
	first := conns[0]
	name := "-"
	if asked, ok := s.names[first.to.Addr()]; ok {
		name = hex.EncodeToString([]byte(asked))
	}
	host, target := fields(first.request)
	return fmt.Sprintf("=\t%x\t%x\t%s\t%s\t%s", first.to.Addr().String(), fmt.Sprint(first.to.Port()), name, host, target)
}

// fields returns the field Host and the target of a request in hexadecimal, "-" for what it has not.
func fields(request []byte) (host, target string) {
	host, target = "-", "-"
	head, _, found := strings.Cut(string(request), "\r\n\r\n")
	lines := strings.Split(head, "\r\n")
	first, last := strings.IndexByte(lines[0], ' '), strings.LastIndexByte(lines[0], ' ')
	if !found || first < 0 || last <= first || !strings.HasPrefix(lines[0][last+1:], "HTTP/") {
		return host, target
	}
	target = hex.EncodeToString([]byte(lines[0][first+1 : last]))
	for _, line := range lines[1:] {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(name, "Host") {
			return hex.EncodeToString([]byte(strings.Trim(value, " \t"))), target
		}
	}
	return host, target
}

// address returns the address that stands for a name: one of loopback, far from those that URLs name.
func address(name string) netip.Addr {
	h := fnv.New32a()
	h.Write([]byte(strings.ToLower(name)))
	n := h.Sum32()
	return netip.AddrFrom4([4]byte{127, 64 + byte(n>>24)%128, byte(n >> 16), byte(n>>8) | 1})
}

// resolve answers questions for A with the address of the name, and others with nothing.
func (s *server) resolve(dns net.PacketConn) {
	buffer := make([]byte, 4096)
	for {
		n, from, err := dns.ReadFrom(buffer)
		if err != nil {
			fail(err.Error())
		}
		if reply := s.reply(buffer[:n]); reply != nil {
			_, _ = dns.WriteTo(reply, from)
		}
	}
}

func (s *server) reply(query []byte) []byte {
	const header = 12
	if len(query) < header || binary.BigEndian.Uint16(query[4:]) != 1 {
		return nil
	}
	var labels []string
	end := header
	for end < len(query) && query[end] != 0 {
		size := int(query[end])
		if end+1+size >= len(query) {
			return nil
		}
		labels = append(labels, string(query[end+1:end+1+size]))
		end += 1 + size
	}
	end += 5 // the root, type and class
	if end > len(query) {
		return nil
	}
	reply := append([]byte{query[0], query[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, query[header:end]...)
	const typeA = 1
	if binary.BigEndian.Uint16(query[end-4:]) != typeA {
		return reply
	}
	name := strings.Join(labels, ".")
	to := address(name)
	s.mu.Lock()
	if old, ok := s.names[to]; ok && !strings.EqualFold(old, name) {
		fail(fmt.Sprintf("%q and %q have one address", old, name))
	}
	s.names[to] = name
	s.mu.Unlock()
	reply[7] = 1
	reply = append(reply, 0xC0, header, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4)
	a := to.As4()
	return append(reply, a[:]...)
}
