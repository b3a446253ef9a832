// Command percent records the packages uri and weburl.
package main

import (
	"strings"

	"github.com/pct-encoded/percent/interop/readers/protocol"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// version is that of the module, raised with each release.
const version = "0.1.0"

func main() {
	protocol.Main(
		protocol.Reader{
			Name: "percent.uri", Version: version, Program: "percent package uri",
			Call: "uri.Parse(s): Scheme(), Userinfo() cut at the first colon, Host(), Port(), Path(), Query(), Fragment()",
			Read: readURI,
		},
		protocol.Reader{
			Name: "percent.weburl", Version: version, Program: "percent package weburl",
			Call: "weburl.Parse(s): Scheme(), Username(), Password(), Hostname(), Port(), Pathname(), Query(), Fragment()",
			Read: readWebURL,
		},
	)
}

func readURI(s string) *protocol.Parts {
	u, err := uri.Parse(s)
	if err != nil {
		return nil
	}
	p := &protocol.Parts{}
	set := func(part int, c uri.Component) {
		if c.Present {
			p.Set(part, c.Raw)
		}
	}
	if c := u.Get(uri.Scheme); c.Present {
		p.Set(protocol.Scheme, u.Scheme())
	}
	if c := u.Userinfo(); c.Present {
		user, password, found := strings.Cut(c.Raw, ":")
		p.Set(protocol.User, user)
		if found {
			p.Set(protocol.Password, password)
		}
	}
	set(protocol.Host, u.Host())
	set(protocol.Port, u.Port())
	set(protocol.Path, u.Path())
	set(protocol.Query, u.Query())
	set(protocol.Fragment, u.Fragment())
	return p
}

func readWebURL(s string) *protocol.Parts {
	u, err := weburl.Parse(s)
	if err != nil {
		return nil
	}
	p := &protocol.Parts{}
	p.Set(protocol.Scheme, u.Scheme())
	p.Set(protocol.User, u.Username())
	p.Set(protocol.Password, u.Password())
	p.Set(protocol.Host, u.Hostname())
	p.Set(protocol.Port, u.Port())
	p.Set(protocol.Path, u.Pathname())
	if query, ok := u.Query(); ok {
		p.Set(protocol.Query, query)
	}
	if fragment, ok := u.Fragment(); ok {
		p.Set(protocol.Fragment, fragment)
	}
	return p
}
