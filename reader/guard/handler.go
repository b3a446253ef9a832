package guard

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// Handler answers requests that CheckRequest refuses with status 400 and the error, and
// passes the others to next.
func Handler(next http.Handler, readers ...reader.Reader) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := CheckRequest(r, readers...); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// CheckRequest returns an error if readers disagree on the host of a request to a
// server, or if the request names two hosts. Without readers it asks Everyone. The
// error is a *Disagreement or a *percent.SyntaxError.
//
// It checks the Host field, which must be uri-host [ ":" port ] (RFC 9110, section 7.2)
// or empty; a target in absolute form, which must be a legal absolute URI without a
// userinfo (RFC 9112, section 3.2.2; RFC 9110, section 4.2.4) for the host of the
// request; the target of a CONNECT request, which must be a host and a port (RFC 9112,
// section 3.2.3), or a path as net/rpc sends it; and additional Host fields, as beside
// :authority in HTTP/2. A handler before it may have changed URL, by which a proxy
// connects: it must have no Opaque and no User, and its Host, if any, must be that of the
// request. A server of net/http itself refuses several Host fields. With a target in
// absolute form it ignores a Host field, as RFC 9112 requires, and does not expose it:
// behind a proxy that uses the field instead, CheckRequest cannot see that the two differ.
func CheckRequest(r *http.Request, readers ...reader.Reader) error {
	for _, host := range r.Header.Values("Host") {
		if host != r.Host {
			return &percent.SyntaxError{Format: format, Field: "Host", Bytes: host, Reason: DifferentHosts}
		}
	}
	scheme := "http"
	target := r.RequestURI
	if r.Method == http.MethodConnect && !strings.HasPrefix(target, "/") {
		return checkAuthority(r, readers)
	}
	absolute := target != "" && target != "*" && target[0] != '/'
	if absolute {
		u, err := uri.ParseAbsolute(target)
		if err != nil {
			return err
		}
		if u.Get(uri.Userinfo).Present {
			return &percent.SyntaxError{Format: format, Field: "target", Bytes: target, Reason: uri.InvalidUserinfo}
		}
		scheme = u.Scheme()
	}
	host, err := checkHost(scheme, r.Host, readers)
	if err != nil {
		return err
	}
	if absolute {
		of, err := Check(target, readers...)
		if err != nil {
			return err
		}
		if of.Host != host.Host || of.Port != host.Port {
			return &percent.SyntaxError{Format: format, Field: "target", Bytes: target, Reason: DifferentHosts}
		}
	}
	return checkURL(r.URL, scheme, host, readers)
}

// checkURL checks that the URL of a request, which a parser need not have made, names no
// other host than the request.
func checkURL(u *url.URL, scheme string, host Target, readers []reader.Reader) error {
	switch {
	case u == nil:
		return nil
	case u.User != nil:
		return &percent.SyntaxError{Format: format, Field: "URL", Bytes: u.Redacted(), Reason: uri.InvalidUserinfo}
	case u.Opaque != "":
		return &percent.SyntaxError{Format: format, Field: "URL", Bytes: u.String(), Reason: DifferentTarget}
	case u.Host == "":
		return nil
	}
	if u.Scheme != "" {
		scheme = strings.ToLower(u.Scheme)
	}
	named, err := checkHost(scheme, u.Host, readers)
	if err == nil && (named.Host != host.Host || named.Port != host.Port) {
		err = &percent.SyntaxError{Format: format, Field: "URL", Bytes: u.Host, Reason: DifferentHosts}
	}
	return err
}

// checkAuthority checks the target of a CONNECT request beside the host of the request.
func checkAuthority(r *http.Request, readers []reader.Reader) error {
	target := r.RequestURI
	_, port, _ := strings.Cut(target[strings.LastIndexByte(target, ']')+1:], ":")
	scheme := "http"
	if port == uri.DefaultPort("https") {
		scheme = "https" // some take the port for the scheme
	}
	of, err := checkHost(scheme, target, readers)
	var disagreement *Disagreement
	switch {
	case errors.As(err, &disagreement):
		return err
	case err != nil || port == "":
		return &percent.SyntaxError{Format: format, Field: "target", Bytes: target, Reason: InvalidAuthority}
	}
	named, err := checkHost(scheme, r.Host, readers)
	switch {
	case err != nil:
		return err
	case of.Host != named.Host || of.Port != named.Port:
		return &percent.SyntaxError{Format: format, Field: "target", Bytes: target, Reason: DifferentHosts}
	}
	return checkURL(r.URL, scheme, of, readers)
}

// checkHost returns the target that a Host field names.
func checkHost(scheme, host string, readers []reader.Reader) (Target, error) {
	if host == "" {
		return Target{}, nil
	}
	prefix := scheme + "://"
	url := prefix + host + "/"
	u, err := uri.ParseURI(url)
	if err != nil || u.Get(uri.Userinfo).Present || u.Path().Raw != "/" || u.Get(uri.Query).Present || u.Get(uri.Fragment).Present || u.Host().Raw == "" {
		return Target{}, &percent.SyntaxError{Format: format, Field: "Host", Bytes: host, Reason: InvalidHost}
	}
	t, err := Check(url, readers...)
	var disagreement *Disagreement
	if errors.As(err, &disagreement) && disagreement.Offset >= 0 {
		disagreement.Offset = max(0, disagreement.Offset-len(prefix))
	}
	return t, err
}
