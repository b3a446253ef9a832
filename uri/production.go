package uri

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// A production is a rule of the grammar for text between delimiters (RFC 3986,
// appendix A).
type production struct {
	name    string
	holds   percent.ByteSet
	escapes bool
}

var (
	hexDigits = percent.ByteSet{}.AddRange('0', '9').AddRange('A', 'F').AddRange('a', 'f')

	schemeProduction    = production{"scheme", percent.Unreserved.Remove("_~").Add("+"), false}
	userinfoProduction  = production{"userinfo", percent.UserinfoSet, true}
	regNameProduction   = production{"reg-name", percent.RegNameSet, true}
	ipv4Production      = production{"IPv4address", percent.ByteSet{}.AddRange('0', '9').Add("."), false}
	ipv6Production      = production{"IP-literal", hexDigits.Add(":.[]"), false}
	ipvFutureProduction = production{"IP-literal", percent.RegNameSet.Add(":[]"), false}
	zoneProduction      = production{"ZoneID", percent.Unreserved, true} // RFC 6874, obsoleted
	portProduction      = production{"port", percent.ByteSet{}.AddRange('0', '9'), false}
	pathProduction      = production{"path", percent.PathSet, true}
	noColonProduction   = production{"segment-nz-nc", percent.SegmentNZNCSet, true}
	queryProduction     = production{"query", percent.QuerySet, true}
	fragmentProduction  = production{"fragment", percent.FragmentSet, true}
)

// ProductionAt returns the rule of the grammar (RFC 3986, appendix A) for the place of the
// byte at i, whether or not the byte follows it: its name, such as "reg-name", what may
// stand there unescaped, and whether escapes may. The name is "" for a delimiter between
// components, and for an index outside of the reference. The first segment of a path is
// a "segment-nz-nc", which has no ':', in a reference without scheme and authority,
// unless it is empty.
func (u URI) ProductionAt(i int) (name string, holds percent.ByteSet, escapes bool) {
	p := u.productionAt(i)
	return p.name, p.holds, p.escapes
}

func (u URI) productionAt(i int) production {
	within := func(p Part) bool {
		c := u.Get(p)
		return c.Present && c.Offset <= i && i < c.Offset+len(c.Raw)
	}
	switch {
	case within(Scheme):
		return schemeProduction
	case within(Userinfo):
		return userinfoProduction
	case within(Zone):
		return zoneProduction
	case within(Host):
		return [...]production{RegName: regNameProduction, IPv4: ipv4Production, IPv6: ipv6Production, IPvFuture: ipvFutureProduction}[u.kind]
	case within(Port):
		return portProduction
	case within(Path):
		if u.schemeLen == 0 && !u.Host().Present && strings.IndexByte(u.s[u.pathStart:i+1], '/') < 0 {
			return noColonProduction
		}
		return pathProduction
	case within(Query):
		return queryProduction
	case within(Fragment):
		return fragmentProduction
	}
	return production{}
}
