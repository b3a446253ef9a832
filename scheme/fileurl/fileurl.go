// Package fileurl turns paths of files into file: URIs and back (RFC 8089,
// February 2017).
//
//	fileurl.FromPOSIX("/tmp/50% é")         // "file:///tmp/50%25%20%C3%A9", nil
//	fileurl.FromWindows(`C:\a b.txt`)       // "file:///C:/a%20b.txt", nil
//	fileurl.FromWindows(`\\host\share\x`)   // "file://host/share/x", nil
//	fileurl.ToWindows("file://host/share/x") // `\\host\share\x`, nil
//
// The function says which system the paths are of, whatever system the program runs
// on. Only absolute paths have a URI. Nothing is cleaned: dot segments and repeated
// slashes stay. A URI that a path cannot express, such as one with an escaped slash
// or NUL, is refused. URIs may have the minimal form (file:/x), the traditional one
// (file:///x), localhost, and of appendix E drive letters with '|' and UNC names
// after four or five slashes.
//
// The API of this package may still change.
package fileurl

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape and
// percent.InvalidByte.
const (
	NotAbsolute      percent.Reason = "not an absolute path"
	NotFile          percent.Reason = "no file: scheme"
	EscapedSeparator percent.Reason = "escaped separator" // an octet that would divide the path elsewhere, or NUL
	RemoteHost       percent.Reason = "remote host"       // where the path of a local file was asked for
	InvalidHost      percent.Reason = "invalid host"      // empty, nothing but dots, or with a byte that no host name has
	MissingDrive     percent.Reason = "missing drive"     // neither a drive letter nor a host
	DevicePath       percent.Reason = "device path"       // \\.\ and the like
)

const syntax pct.Format = "fileurl"

// FromPOSIX returns the file: URI of an absolute path, whose octets need not be
// UTF-8. The error, a *percent.SyntaxError, reports a path that is not absolute
// or holds NUL.
func FromPOSIX(path string) (string, error) {
	if !strings.HasPrefix(path, "/") {
		return "", syntax.Error(path, 0, 1, NotAbsolute)
	}
	if i := strings.IndexByte(path, 0); i >= 0 {
		return "", syntax.Error(path, i, i+1, percent.InvalidByte)
	}
	return "file://" + percent.Path.Encode(path), nil
}

// ToPOSIX returns the path of a local file. The error, a *percent.SyntaxError, reports a
// host other than localhost, a malformed escape, %2F, %00, a query and a fragment.
func ToPOSIX(uri string) (string, error) {
	host, at, err := split(uri)
	if err != nil {
		return "", err
	}
	if host != "" && !strings.EqualFold(host, "localhost") {
		return "", syntax.Error(uri, at-len(host), at, RemoteHost)
	}
	return decode(uri, at, "/\x00")
}

// FromWindows returns the file: URI of an absolute path with a drive letter, or
// of a UNC name; '/' is taken for '\'. The prefix \\?\ is left out, and after it
// '/' is refused, because it divides nothing there. A UNC name without a share
// gets a slash. The path is UTF-8, or whatever else its octets are. The error, a
// *percent.SyntaxError, reports a path that is relative, even to a drive, the path of
// a device, a host that no URI can hold, and NUL.
func FromWindows(path string) (string, error) {
	if i := strings.IndexByte(path, 0); i >= 0 {
		return "", syntax.Error(path, i, i+1, percent.InvalidByte)
	}
	slashed := strings.ReplaceAll(path, `\`, "/")
	start := 0
	if strings.HasPrefix(path, `\\?\`) {
		start = 4
		if i := strings.IndexByte(path, '/'); i >= 0 {
			return "", syntax.Error(path, i, i+1, percent.InvalidByte)
		}
		if len(path) >= 8 && strings.EqualFold(path[4:8], `UNC\`) {
			return fromUNC(path, slashed, 8)
		}
	} else if strings.HasPrefix(slashed, "//") {
		if strings.HasPrefix(slashed, "//./") || strings.HasPrefix(slashed, "//?/") {
			return "", syntax.Error(path, 0, 4, DevicePath)
		}
		return fromUNC(path, slashed, 2)
	}
	rest := slashed[start:]
	if len(rest) < 3 || !letter(rest[0]) || rest[1] != ':' || rest[2] != '/' {
		return "", syntax.Error(path, start, start+3, NotAbsolute)
	}
	return "file:///" + rest[:2] + percent.Path.Encode(rest[2:]), nil
}

// fromUNC is FromWindows for a UNC name whose host begins at start.
func fromUNC(path, slashed string, start int) (string, error) {
	end := strings.IndexByte(slashed[start:], '/')
	if end < 0 {
		end = len(slashed)
	} else {
		end += start
	}
	host := slashed[start:end]
	if i := badHost(host); i >= 0 {
		return "", syntax.Error(path, start+i, start+i+1, InvalidHost)
	}
	if dots(host) || strings.EqualFold(host, "localhost") {
		// localhost would be read as no host at all.
		return "", syntax.Error(path, start, end, InvalidHost)
	}
	if end == len(slashed) {
		return "file://" + host + "/", nil
	}
	return "file://" + host + percent.Path.Encode(slashed[end:]), nil
}

// badHost returns the index of the first byte that no host of a UNC name holds, or
// -1. Such a host is a reg-name of RFC 3986 without sub-delims and escapes.
func badHost(host string) int {
	for i := range len(host) {
		if !percent.Unreserved.Contains(host[i]) {
			return i
		}
	}
	return -1
}

// dots reports whether a host is empty or nothing but dots: \\.\ begins the name of
// a device, and no domain name (RFC 8089 section 2) is like that.
func dots(host string) bool { return strings.Trim(host, ".") == "" }

// ToWindows returns the path of a URI: with a drive letter, or as a UNC name if
// there is a host. The error, a *percent.SyntaxError, reports a URI with neither, a host
// of nothing but dots, which would make the path that of a device, a malformed
// escape, an escaped '/', '\' or NUL, a query and a fragment.
func ToWindows(uri string) (string, error) {
	host, at, err := split(uri)
	if err != nil {
		return "", err
	}
	path, err := decode(uri, at, "/\\\x00")
	if err != nil {
		return "", err
	}
	if host != "" && !strings.EqualFold(host, "localhost") {
		if i := badHost(host); i >= 0 {
			return "", syntax.Error(uri, at-len(host)+i, at-len(host)+i+1, InvalidHost)
		}
		if dots(host) {
			return "", syntax.Error(uri, at-len(host), at, InvalidHost)
		}
		return `\\` + host + strings.ReplaceAll(path, "/", `\`), nil
	}
	if len(path) >= 3 && letter(path[1]) && (path[2] == ':' || path[2] == '|') && (len(path) == 3 || path[3] == '/') {
		rest := path[3:]
		if rest == "" {
			rest = "/"
		}
		return path[1:2] + ":" + strings.ReplaceAll(rest, "/", `\`), nil
	}
	if unc := strings.TrimLeft(path, "/"); len(path)-len(unc) == 2 || len(path)-len(unc) == 3 {
		if name, _, _ := strings.Cut(unc, "/"); name != "" {
			if badHost(name) >= 0 || dots(name) {
				return "", syntax.Error(uri, at, len(uri), InvalidHost)
			}
			return `\\` + strings.ReplaceAll(unc, "/", `\`), nil
		}
	}
	return "", syntax.Error(uri, at, len(uri), MissingDrive)
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// split returns the host of a file: URI and the index of its path.
func split(uri string) (host string, at int, err error) {
	if len(uri) < 5 || !strings.EqualFold(uri[:5], "file:") {
		return "", 0, syntax.Error(uri, 0, 5, NotFile)
	}
	at = 5
	if strings.HasPrefix(uri[at:], "//") {
		n := pct.Until(uri[7:], '/')
		host = uri[7 : 7+n]
		at = 7 + n
	}
	if at == len(uri) || uri[at] != '/' {
		return "", 0, syntax.Error(uri, at, at+1, NotAbsolute)
	}
	return host, at, nil
}

// pathReader takes raw bytes beyond ASCII and '|', which nearly everybody does.
var pathReader = percent.Path.WithRaw(percent.ASCII.Complement().Union(percent.PathSet).Add("|"))

// decode decodes the path uri[at:] and refuses escapes of the octets of
// separators.
func decode(uri string, at int, separators string) (string, error) {
	for i := at; i < len(uri); i++ {
		if octet, ok := pct.Octet(uri[i:]); ok && strings.IndexByte(separators, octet) >= 0 {
			return "", syntax.Error(uri, i, i+3, EscapedSeparator)
		}
	}
	path, err := syntax.Decode(pathReader, uri, at, len(uri))
	if err != nil {
		return "", err
	}
	return path, nil
}
