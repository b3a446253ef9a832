// Package httptarget checks the request target and the Host field of a request by
// RFC 9112 (June 2022), section 3.2. The URL of the request is put together from the
// two, so anything else in them could change its parts.
package httptarget

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/uri"
)

const (
	// InvalidTarget is the reason for a request target that names no resource:
	// "*", host:port, or text that is not a target at all.
	InvalidTarget percent.Reason = "invalid request target"
	// InvalidHost is the reason for a Host field that is not a host with or
	// without a port.
	InvalidHost percent.Reason = "invalid host"
)

// The names of the fields of errors.
const (
	TargetField = "request target"
	HostField   = "Host"
)

// IsAbsolute reports whether a request target has the absolute form (section
// 3.2.2), that is, a scheme and "://" at its beginning.
func IsAbsolute(target string) bool {
	scheme, _, ok := strings.Cut(target, "://")
	if !ok {
		return false
	}
	_, err := uri.ParseURI(scheme + ":")
	return err == nil && !strings.ContainsAny(scheme, "/?#")
}

// Resource returns the path and the query of a request target in origin form or
// in absolute form, in which the path may be empty. It refuses other targets and
// fragments, which no target has, and checks nothing else. The error is a
// *percent.SyntaxError of that format.
func Resource(target, format string) (string, error) {
	path := target
	if !strings.HasPrefix(target, "/") {
		if !IsAbsolute(target) {
			return "", &percent.SyntaxError{Format: format, Field: TargetField, Bytes: target, Reason: InvalidTarget}
		}
		_, rest, _ := strings.Cut(target, "://")
		path = rest[strings.IndexAny(rest+"/", "/?#"):]
	}
	if i := strings.IndexByte(path, '#'); i >= 0 {
		return "", &percent.SyntaxError{Format: format, Field: TargetField, Offset: int64(len(target) - len(path) + i), Bytes: "#", Reason: InvalidTarget}
	}
	return path, nil
}

// CheckHost refuses the value of a Host field that is not a host, or a host and a
// port. An empty value is legal. The error is a *percent.SyntaxError of that
// format.
func CheckHost(host, format string) error {
	refuse := func(i, end int) error {
		return &percent.SyntaxError{Format: format, Field: HostField, Offset: int64(i), Bytes: host[i:end], Reason: InvalidHost}
	}
	if i := strings.IndexAny(host, "/?#@\\"); i >= 0 {
		return refuse(i, i+1)
	}
	if _, err := uri.Parse("//" + host); err != nil {
		bad := err.(*percent.SyntaxError)
		i := int(bad.Offset) - len("//")
		return refuse(i, i+len(bad.Bytes))
	}
	return nil
}
