package sign

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/sign/internal/params"
)

// inRequest adds what is signed of a request that is changed on its way, or described
// otherwise to the signer than it is sent: the scheme reads the other request.
func (c *Claim) inRequest(add func(id, text, fix, signed string)) {
	if c.request == nil {
		return
	}
	try := func(id, text, fix string, r Request) {
		other, err := c.Scheme.Reads(&r, c.given)
		if err != nil {
			return
		}
		for _, signed := range append([]string{other.Text}, other.Also...) {
			add(id, text, fix, signed)
		}
	}
	r := *c.request
	for _, method := range []string{"GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS", "MERGE", "RESUMABLE"} {
		other := r
		other.Method = method
		try("other-method", "the request was signed as "+method, "sign the method that is sent", other)
	}
	c.inTypes(try)
	const asSent, url = "sign the URL as it is sent", "send the URL as it was signed"
	before, query := params.Split(r.URL)
	scheme, rest, _ := params.Cut(r.URL, "://")
	other := "https"
	if strings.EqualFold(scheme, other) {
		other = "http"
	}
	for _, u := range [][4]string{
		{"url-html-escaped", "the & of the URL were written as &amp; after it was signed", url + ": in HTML, &amp; stands for &", strings.ReplaceAll(r.URL, "&amp;", "&")},
		{"url-html-escaped", "the URL was signed with &amp; for &", asSent, strings.ReplaceAll(r.URL, "&", "&amp;")},
		{"url-encoded-twice", "the URL was encoded once more after it was signed", url, strings.ReplaceAll(r.URL, "%25", "%")},
		{"url-encoded-twice", "the URL was signed encoded once more than it is sent", asSent, strings.ReplaceAll(r.URL, "%", "%25")},
		{"other-scheme", "the URL was signed with " + other, "sign the URL that the client has; behind a proxy take X-Forwarded-Proto", other + "://" + rest},
		{"query-left-out", "the URL was signed without its query", asSent, before},
		{"path-slash-at-end", "a slash was signed at the end of the path", asSent, before + "/" + params.TrimPrefix(r.URL, before)},
		{"path-slash-at-end", "the slash at the end of the path was not signed", asSent, params.TrimSuffix(before, "/") + params.TrimPrefix(r.URL, before)},
	} {
		if u[3] == before && query == "" {
			continue
		}
		changed := r
		changed.URL = u[3]
		try(u[0], u[1], u[2], changed)
	}
	c.inHosts(try)
	c.inPrefixes(try)
	lines := strings.ReplaceAll(string(r.Body), "\r\n", "\n")
	for _, body := range []string{strings.TrimRight(lines, "\n"), lines, lines + "\n", strings.ReplaceAll(lines, "\n", "\r\n"), "\ufeff" + string(r.Body), ""} {
		if len(r.Body) > 0 {
			changed := r
			changed.Body = []byte(body)
			try("body-changed", "the body was signed with other line ends, or without it", "sign the octets of the body that are sent", changed)
		}
	}
}

// prefixes stand before the path at one side of a proxy alone: names of stages of API
// Gateway, and of what is served below a path.
var prefixes = []string{"/prod", "/production", "/dev", "/test", "/stage", "/staging", "/default", "/v1", "/api"}

// mostPrefix is up to how many segments of a path a proxy may have put before it.
const mostPrefix = 3

// inPrefixes tries a request that was signed below another path: that of API Gateway without
// its stage, or of a proxy that puts segments before the path, or takes them away.
func (c *Claim) inPrefixes(try func(id, text, fix string, r Request)) {
	scheme, rest, _ := params.Cut(c.request.URL, "://")
	slash := strings.IndexByte(rest, '/')
	if slash < 0 {
		return
	}
	host, path := scheme+"://"+rest[:slash], rest[slash:]
	changed := *c.request
	rest = path
	for range mostPrefix {
		next := strings.IndexAny(rest[1:], "/?#") + 1
		if next <= 1 || rest[next] != '/' {
			break
		}
		rest = rest[next:]
		changed.URL = host + rest
		try("path-prefix", "the path was signed without "+params.Shown(params.TrimSuffix(path, rest))+", which a proxy or a stage of API Gateway adds", "sign the path that the service gets, stage and all", changed)
	}
	prefix, _ := c.request.Get("X-Forwarded-Prefix")
	for _, p := range append([]string{prefix}, prefixes...) {
		if p != "" {
			changed.URL = host + params.TrimSuffix(p, "/") + path
			try("path-prefix", "the path was signed below "+params.Shown(p)+", which a proxy takes away", "sign the path that the service gets; behind a proxy take X-Forwarded-Prefix", changed)
		}
	}
}

// inTypes tries a request with another Content-Type.
func (c *Claim) inTypes(try func(id, text, fix string, r Request)) {
	sent, has := c.request.Get("Content-Type")
	bare, _, more := params.Cut(sent, ";")
	typed := func(value string) Request {
		r := *c.request
		r.Header = slices.DeleteFunc(slices.Clone(r.Header), func(f Field) bool { return strings.EqualFold(f.Name, "Content-Type") })
		if value != "" {
			r.Header = append(r.Header, Field{"Content-Type", value})
		}
		return r
	}
	if has {
		try("type-left-out", "Content-Type was not signed", "sign the Content-Type that is sent, or send none", typed(""))
	}
	if more {
		try("type-without-parameters", "Content-Type was signed without what stands behind its ;", "send the Content-Type that was signed: some clients add a charset", typed(strings.TrimSpace(bare)))
	}
	if none := typed("x/none"); !c.reads(&none) {
		return
	}
	types := []string{
		"application/octet-stream", "binary/octet-stream", "text/plain", "text/html", "text/csv", "application/json", "application/xml", "application/x-www-form-urlencoded",
		"multipart/form-data", "image/jpeg", "image/png", "image/webp", "application/pdf", "application/zip", "video/mp4", "audio/mpeg",
	}
	if bare != "" {
		types = append(types, bare)
	}
	for _, t := range types {
		for _, charset := range []string{"", "; charset=utf-8", "; charset=UTF-8", ";charset=utf-8", ";charset=UTF-8"} {
			try("other-type", "Content-Type "+t+charset+" was signed", "send the Content-Type that was signed", typed(t+charset))
		}
	}
}

// reads reports whether another text is signed of a request than of that of c.
func (c *Claim) reads(r *Request) bool {
	other, err := c.Scheme.Reads(r, c.given)
	return err == nil && (other.Text != c.Text || !slices.Equal(other.Also, c.Also))
}

// inHosts tries a request that was signed for another host: without its port or with that
// of the scheme, or for the one that a proxy names.
func (c *Claim) inHosts(try func(id, text, fix string, r Request)) {
	scheme, rest, ok := params.Cut(c.request.URL, "://")
	if !ok {
		return
	}
	host, _ := params.HostPath(c.request.URL)
	end := strings.IndexAny(rest+"/", "/?#")
	name := host
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		name = host[:i]
	}
	hosts := []string{host, name, name + ":443", name + ":80", "localhost", params.TrimPrefix(name, "www."), "www." + name}
	for _, field := range []string{"X-Forwarded-Host", "X-Original-Host"} {
		if value, ok := c.request.Get(field); ok {
			hosts = append(hosts, value)
		}
	}
	for _, h := range hosts {
		r := *c.request
		r.URL = scheme + "://" + h + rest[min(end, len(rest)):]
		r.Header = slices.Clone(r.Header)
		for i, f := range r.Header {
			if strings.EqualFold(f.Name, "Host") {
				r.Header[i].Value = h
			}
		}
		try("other-host", "another host was signed: "+params.Shown(h), "sign the host that the client sends; behind a proxy take X-Forwarded-Host", r)
	}
}
