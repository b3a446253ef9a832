// Package coap takes coap: and coaps: URIs apart into the options of a request
// and makes them again from options (RFC 7252, June 2014, sections 6.4 and 6.5).
//
//	o, err := coap.Parse("coap://example.net/.well-known/core?rt=a%26b")
//	// o.Host "example.net", o.Port 5683, o.Path [".well-known" "core"], o.Query ["rt=a&b"]
//	coap.Options{Scheme: "coap", Host: "example.net", Path: []string{"a/b"}}.Build()
//	// "coap://example.net/a%2Fb", nil
//
// [Parse] and [Options.Build] are the two to reach for. A host is put into lower
// case first and decoded then, dot segments are removed, and each segment and
// argument is decoded by itself.
//
// The API of this package may still change.
package coap

import (
	"errors"
	"net/netip"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// Options are the options of a request that a URI stands for.
type Options struct {
	Scheme string // "coap" or "coaps"
	// Host is the value of Uri-Host, decoded; "" where the URI has an address,
	// for which there is no such option.
	Host  string
	Addr  netip.Addr // the address, if there is one; without a zone
	Port  uint16     // the default port of the scheme where the URI has none; Build takes 0 for that
	Path  []string   // the values of Uri-Path, decoded
	Query []string   // the values of Uri-Query, decoded
}

// The default ports (sections 6.1 and 6.2).
const (
	DefaultPort       = 5683 // coap
	DefaultSecurePort = 5684 // coaps
)

// MaxOption is the greatest length of the value of an option in bytes (section
// 5.10).
const MaxOption = 255

// HostEncoding keeps what a reg-name holds, but for upper-case letters, which
// would be read in lower case.
var HostEncoding = percent.New(percent.RegNameSet.Intersect(percent.ByteSet{}.AddRange('A', 'Z').Complement()))

// PathEncoding is section 6.5, step 6.
var PathEncoding = percent.PathSegment

// QueryEncoding is section 6.5, step 8.
//
// Spec divergence (the RFC against itself): example 5 of appendix B escapes '/'
// in an argument, which step 8 keeps. Both are read alike.
var QueryEncoding = percent.New(percent.QuerySet.Remove("&"))

var reader = percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Refused)

// The reasons of a percent.SyntaxError, beside percent.InvalidUTF8, uri.InvalidURI,
// uri.InvalidPort for a port that is not 0 to 65535, and uri.DotSegment in the value of
// an option.
const (
	UnknownScheme percent.Reason = "no coap: or coaps: scheme"
	InvalidHost   percent.Reason = "invalid host"    // missing, or not allowed by the scheme
	HasUserinfo   percent.Reason = "userinfo"        // which the scheme does not have
	HasFragment   percent.Reason = "fragment"        // which the scheme does not have
	TooLong       percent.Reason = "option too long" // more than MaxOption bytes
	EmptyPath     percent.Reason = "empty path"      // a Path of one empty value, which has the URI of an empty Path
)

const syntax pct.Format = "coap"

func defaultPort(scheme string) uint16 {
	if scheme == "coaps" {
		return DefaultSecurePort
	}
	return DefaultPort
}

// Parse returns the options that a URI stands for (section 6.4). A path that is
// empty or "/" has none. The error is a *percent.SyntaxError.
func Parse(s string) (Options, error) {
	var o Options
	u, err := uri.ParseURI(s)
	if err != nil {
		var e *percent.SyntaxError
		errors.As(err, &e)
		return o, &percent.SyntaxError{Format: string(syntax), Offset: e.Offset, Bytes: e.Bytes, Reason: uri.InvalidURI}
	}
	o.Scheme = strings.ToLower(u.Scheme())
	if o.Scheme != "coap" && o.Scheme != "coaps" {
		return o, syntax.Error(s, 0, len(u.Scheme()), UnknownScheme)
	}
	if c := u.Fragment(); c.Present {
		return o, syntax.Error(s, c.Offset-1, len(s), HasFragment)
	}
	if c := u.Userinfo(); c.Present {
		return o, syntax.Error(s, c.Offset, c.Offset+pct.Until(c.Raw, ':'), HasUserinfo) // without the password
	}
	if err := o.host(s, u); err != nil {
		return o, err
	}
	o.Port = defaultPort(o.Scheme)
	if c := u.Port(); c.Raw != "" {
		n, err := strconv.ParseUint(c.Raw, 10, 16)
		if err != nil {
			end := c.Offset + len(c.Raw)
			if strings.Contains(s[end:], "@") {
				end = c.Offset // it may be the beginning of a password, which no message may show
			}
			return o, syntax.Error(s, c.Offset, end, uri.InvalidPort)
		}
		o.Port = uint16(n)
	}
	if c := u.Path(); c.Raw != "" && c.Raw != "/" {
		for _, piece := range removeDots(s, c.Offset, c.Offset+len(c.Raw)) {
			value, err := option(s, piece[0], piece[1])
			if err != nil {
				return o, err
			}
			if value == "." || value == ".." {
				return o, syntax.Error(s, piece[0], piece[1], uri.DotSegment)
			}
			o.Path = append(o.Path, value)
		}
		if len(o.Path) == 1 && o.Path[0] == "" {
			o.Path = nil // what is left is "/"
		}
	}
	if c := u.Query(); c.Present {
		for i, end := c.Offset, c.Offset+len(c.Raw); i <= end; {
			n := pct.Until(s[i:end], '&')
			value, err := option(s, i, i+n)
			if err != nil {
				return o, err
			}
			o.Query = append(o.Query, value)
			i += n + 1
		}
	}
	return o, nil
}

func (o *Options) host(s string, u uri.URI) error {
	c := u.Host()
	end := c.Offset + len(c.Raw)
	switch kind := u.HostKind(); {
	case kind == uri.NoHost || kind == uri.IPvFuture || c.Raw == "":
		return syntax.Error(s, min(c.Offset, len(s)), min(end, len(s)), InvalidHost)
	case kind == uri.RegName:
		value, err := option(s, c.Offset, end)
		if err != nil {
			return err
		}
		// Lower case first: what is escaped keeps its case.
		if o.Host, err = percent.RFC3986.Decode(strings.ToLower(c.Raw)); err != nil || value == "" {
			return syntax.Error(s, c.Offset, end, InvalidHost)
		}
	default:
		addr, err := netip.ParseAddr(strings.Trim(c.Raw, "[]"))
		if err != nil {
			return syntax.Error(s, c.Offset, end, InvalidHost)
		}
		o.Addr = addr
	}
	return nil
}

// removeDots returns the bounds of the segments of the path s[i:end] without dot
// segments (RFC 3986 section 5.2.4).
func removeDots(s string, i, end int) [][2]int {
	var list [][2]int
	for i++; i <= end; {
		n := pct.Until(s[i:end], '/')
		segment, last := s[i:i+n], i+n == end
		switch segment {
		case "..":
			list = list[:max(0, len(list)-1)]
			fallthrough
		case ".":
			if last {
				list = append(list, [2]int{end, end})
			}
		default:
			list = append(list, [2]int{i, i + n})
		}
		i += n + 1
	}
	return list
}

// option decodes s[i:end], which is legal in a URI, as the value of an option.
func option(s string, i, end int) (string, error) {
	value, err := reader.Decode(s[i:end])
	if err != nil {
		return "", syntax.Shift(err, s, i)
	}
	if len(value) > MaxOption {
		return "", syntax.Error(s, i, end, TooLong)
	}
	return value, nil
}

// Build returns the URI of options (section 6.5). The port is left out where it
// is the default one. The error, a *percent.SyntaxError, reports a scheme other than
// coap and coaps, a missing host, an address in Host, a value that is not UTF-8 or
// is longer than MaxOption, a Path with '.' or '..', and a Path of one empty value,
// which the URI would lose.
func (o Options) Build() (string, error) {
	if o.Scheme != "coap" && o.Scheme != "coaps" {
		return "", pct.In("Scheme", syntax.Error(o.Scheme, 0, len(o.Scheme), UnknownScheme))
	}
	b := append([]byte(o.Scheme), "://"...)
	switch {
	case o.Host != "":
		if err := check("Host", o.Host); err != nil {
			return "", err
		}
		if _, err := netip.ParseAddr(o.Host); err == nil && !strings.Contains(o.Host, ":") || o.Addr.IsValid() {
			return "", pct.In("Host", syntax.Error(o.Host, 0, len(o.Host), InvalidHost))
		}
		b = HostEncoding.AppendEncode(b, []byte(o.Host))
	case !o.Addr.IsValid() || o.Addr.Zone() != "":
		return "", syntax.Missing("Host", InvalidHost)
	case o.Addr.Is4():
		b = append(b, o.Addr.String()...)
	default:
		b = append(append(append(b, '['), o.Addr.String()...), ']')
	}
	if o.Port != 0 && o.Port != defaultPort(o.Scheme) {
		b = strconv.AppendUint(append(b, ':'), uint64(o.Port), 10)
	}
	if len(o.Path) == 1 && o.Path[0] == "" {
		return "", syntax.Missing("Path", EmptyPath)
	}
	for i, value := range o.Path {
		field := "Path, " + pct.Nth(i) + " option"
		if err := check(field, value); err != nil {
			return "", err
		}
		if value == "." || value == ".." {
			return "", pct.In(field, syntax.Error(value, 0, len(value), uri.DotSegment))
		}
		b = PathEncoding.AppendEncode(append(b, '/'), []byte(value))
	}
	if len(o.Path) == 0 {
		b = append(b, '/')
	}
	separator := byte('?')
	for i, value := range o.Query {
		if err := check("Query, "+pct.Nth(i)+" option", value); err != nil {
			return "", err
		}
		b = QueryEncoding.AppendEncode(append(b, separator), []byte(value))
		separator = '&'
	}
	return string(b), nil
}

// check returns the error for a value that no option can hold.
func check(field, value string) error {
	if len(value) > MaxOption {
		return pct.In(field, syntax.Error(value, MaxOption, len(value), TooLong))
	}
	return pct.In(field, syntax.UTF8(value))
}
