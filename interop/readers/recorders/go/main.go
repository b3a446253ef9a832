// Command go records net/url.
package main

import (
	"net/url"
	"runtime"
	"strings"

	"github.com/pct-encoded/percent/interop/readers/protocol"
)

func main() {
	protocol.Main(protocol.Reader{
		Name: "go.url", Version: strings.TrimPrefix(runtime.Version(), "go"), Program: "Go net/url",
		Call: "url.Parse(s): Scheme, User.Username(), User.Password(), Hostname(), Port(), EscapedPath() or Opaque, RawQuery unless it is empty without ForceQuery, EscapedFragment()",
		Read: parse,
	})
}

func parse(s string) *protocol.Parts {
	u, err := url.Parse(s)
	if err != nil {
		return nil
	}
	p := &protocol.Parts{}
	p.Set(protocol.Scheme, u.Scheme)
	if u.User != nil {
		p.Set(protocol.User, u.User.Username())
		if password, ok := u.User.Password(); ok {
			p.Set(protocol.Password, password)
		}
	}
	p.Set(protocol.Host, u.Hostname())
	p.Set(protocol.Port, u.Port())
	p.Set(protocol.Path, u.EscapedPath())
	if u.Opaque != "" {
		p.Set(protocol.Path, u.Opaque)
	}
	if u.ForceQuery || u.RawQuery != "" {
		p.Set(protocol.Query, u.RawQuery)
	}
	p.Set(protocol.Fragment, u.EscapedFragment())
	return p
}
