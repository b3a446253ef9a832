package did

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// The limits of a domain name in octets (RFC 1035 section 2.3.4; the name is
// without the octets of its encoding on the wire).
const (
	MaxLabel  = 63
	MaxDomain = 253
)

const (
	web       = "web"
	https     = "https://"
	wellKnown = "/.well-known"
	document  = "/did.json"
)

// WebURL returns the https: URL of the document that a did:web identifier names:
// colons become slashes, the escaped colon before a port is decoded, and
// /did.json is added, after /.well-known where there is no path. Other escapes
// stay as they are. Nothing is looked up. The error, a *percent.SyntaxError,
// reports anything but a did:web identifier, and an address in place of a domain
// name.
//
// Spec divergence (security): a part that is '.' or '..', or an escape of it, is
// refused, because it would be removed from the URL together with what stands
// before it.
func WebURL(did string) (string, error) {
	start, err := method(did)
	if err != nil {
		return "", err
	}
	if did[:start] != scheme+web+":" {
		return "", syntax.Error(did, len(scheme), start-1, NotWeb)
	}
	if _, err := Parse(did); err != nil {
		return "", err
	}
	end := start + pct.Until(did[start:], ':')
	name := end
	if i := strings.IndexByte(did[start:end], '%'); i >= 0 {
		name = start + i
	}
	if at, ok := domain(did[start:name]); !ok {
		return "", syntax.Error(did, start+at, name, InvalidHost)
	}
	b := append([]byte(https), did[start:name]...)
	if name < end {
		if !strings.EqualFold(did[name:name+3], "%3A") {
			return "", syntax.Error(did, name, name+3, InvalidHost)
		}
		port := did[name+3 : end]
		if !validPort(port) {
			return "", syntax.Error(did, name+3, end, InvalidPort)
		}
		b = append(append(b, ':'), port...)
	}
	if end == len(did) {
		return string(b) + wellKnown + document, nil
	}
	for i := end; i < len(did); {
		n := pct.Until(did[i+1:], ':')
		part := did[i+1 : i+1+n]
		if dots(part) {
			return "", syntax.Error(did, i+1, i+1+n, DotSegment)
		}
		b = append(append(b, '/'), part...)
		i += n + 1
	}
	return string(b) + document, nil
}

// FromWebURL returns the did:web identifier whose document is at an https: URL:
// the inverse of WebURL. The path has to end in /did.json; escapes stay, and
// bytes of it that an identifier may not hold are escaped. The error is a
// *percent.SyntaxError.
//
// A document at /.well-known/did.json is that of the host, though
// did:web:example.com:.well-known names the same URL.
func FromWebURL(url string) (string, error) {
	if len(url) < len(https) || !strings.EqualFold(url[:len(https)], https) {
		return "", syntax.Error(url, 0, len(https), NotHTTPS)
	}
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		return "", syntax.Error(url, i, i+1, percent.InvalidByte)
	}
	start := len(https)
	end := start + pct.Until(url[start:], '/')
	name := end
	if i := strings.IndexByte(url[start:end], ':'); i >= 0 {
		name = start + i
	}
	if at, ok := domain(url[start:name]); !ok {
		return "", syntax.Error(url, start+at, name, InvalidHost)
	}
	b := append([]byte(scheme+web+":"), url[start:name]...)
	if name < end {
		port := url[name+1 : end]
		if !validPort(port) {
			if strings.Contains(url[name:], "@") {
				end = name + 1 // it may be a password, which no message may show
			}
			return "", syntax.Error(url, name+1, end, InvalidPort)
		}
		b = append(append(b, "%3A"...), port...)
	}
	if !strings.HasSuffix(url[end:], document) {
		return "", syntax.Error(url, end, len(url), NotDIDDocument)
	}
	path := len(url) - len(document)
	switch url[end:path] {
	case wellKnown:
		return string(b), nil
	case "":
		return "", syntax.Error(url, end, len(url), NoPath)
	}
	for i := end + 1; i <= path; {
		n := pct.Until(url[i:path], '/')
		part := url[i : i+n]
		if _, err := syntax.Decode(pathReader, url, i, i+n); err != nil {
			return "", err
		}
		if dots(part) {
			return "", syntax.Error(url, i, i+n, DotSegment)
		}
		b = escapesKept.AppendEncode(append(b, ':'), []byte(part))
		i += n + 1
		if n == 0 && i > path {
			return "", syntax.Error(url, i-1, i, EmptyPart)
		}
	}
	return string(b), nil
}

var (
	pathReader  = percent.PathSegment.WithRaw(percent.PcharSet)
	escapesKept = Encoding.WithEscapes(percent.EscapesKept)
)

// dots reports whether a segment is removed when a URL is resolved (URL
// Standard, single-dot and double-dot URL path segments).
func dots(segment string) bool {
	s := strings.ReplaceAll(strings.ToLower(segment), "%2e", ".")
	return s == "." || s == ".."
}

// domain reports whether name is a fully qualified domain name by the rules for
// hosts (RFC 1123 section 2.1): labels of letters, digits and inner hyphens, the
// last of which is not a number, since that makes an address. If not, it returns the
// index of what is wrong.
func domain(name string) (at int, ok bool) {
	if name == "" || len(name) > MaxDomain {
		return 0, false
	}
	for i := 0; i <= len(name); {
		label, _, _ := strings.Cut(name[i:], ".")
		if label == "" || len(label) > MaxLabel || label[0] == '-' || label[len(label)-1] == '-' {
			return i, false
		}
		digits := true
		for j := range len(label) {
			c := label[j]
			switch {
			case '0' <= c && c <= '9':
			case 'a' <= c|0x20 && c|0x20 <= 'z', c == '-':
				digits = false
			default:
				return i + j, false
			}
		}
		end := i + len(label)
		if end == len(name) && (digits || hexNumber(label)) {
			return 0, false
		}
		i = end + 1
	}
	return 0, true
}

// hexNumber reports whether a label is a number to the URL Standard's host
// parser, as 0x7f is.
func hexNumber(label string) bool {
	if len(label) < 2 || label[0] != '0' || label[1]|0x20 != 'x' {
		return false
	}
	return strings.Trim(label[2:], "0123456789abcdefABCDEF") == ""
}

func validPort(s string) bool {
	_, err := strconv.ParseUint(s, 10, 16)
	return err == nil
}
