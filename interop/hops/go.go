package main

import (
	"encoding/hex"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"runtime"
	"strconv"
	"strings"
)

func init() {
	goHop("http.ServeMux", "rule app status", muxPattern, `
		mux.HandleFunc("/", show)
		mux.HandleFunc("/admin", show)
		mux.HandleFunc("/static/", show)
		mux.HandleFunc("/api/v1/{id...}", show)
		// rule: r.URL.EscapedPath(), app: r.URL.Path
	`, func(e *env) http.Handler {
		mux := http.NewServeMux()
		show := func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-At-"+e.tag, r.Pattern)
			e.show(w.Header(), "X-Rule", r.URL.EscapedPath())
			e.show(w.Header(), "X-App", r.URL.Path)
		}
		for _, pattern := range []string{"/", "/admin", "/static/", "/api/v1/{id...}"} {
			mux.HandleFunc(pattern, show)
		}
		return mux
	})
	goHop("http.FileServer", "rule app status", nil, `
		http.FileServer(http.Dir("/srv/www"))
		// rule: r.URL.Path, app: the name that is opened first; /srv/www holds the file admin
	`, func(e *env) http.Handler {
		return e.files("", "/srv/www")
	})
	goHop("http.StripPrefix", "rule app status", nil, `
		http.StripPrefix("/static", http.FileServer(http.Dir("/srv/files")))
		// rule: r.URL.Path, app: the name that is opened first; /srv/files holds the file admin
	`, func(e *env) http.Handler {
		return e.files("/static", "/srv/files")
	})
	goHop("httputil.ReverseProxy=Director", "rule forward status", nil, `
		httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: "UPSTREAM", Path: "/v2"})
		// rule: r.URL.Path
	`, func(e *env) http.Handler {
		return e.reverse(httputil.NewSingleHostReverseProxy(e.upstreamURL("/v2")))
	})
	goHop("httputil.ReverseProxy=SetURL", "rule forward status", nil, `
		&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: "UPSTREAM"})
		}}
		// rule: r.In.URL.Path
	`, func(e *env) http.Handler {
		return e.reverse(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(e.upstreamURL(""))
			r.Out.Host = r.In.Host
		}})
	})
	goHop("http.StripPrefix=ReverseProxy", "rule forward status", nil, `
		http.StripPrefix("/api", &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: "UPSTREAM"})
		}})
		// rule: r.URL.Path before StripPrefix
	`, func(e *env) http.Handler {
		proxy := http.StripPrefix("/api", &httputil.ReverseProxy{ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(e.upstreamURL(""))
			r.Out.Host = r.In.Host
		}})
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			e.show(w.Header(), "X-Rule", r.URL.Path)
			proxy.ServeHTTP(w, r)
		})
	})
}

// goHop adds a handler of this program's own version of Go.
func goHop(name, sees string, at func([]byte) string, config string, handler func(*env) http.Handler) {
	add(hop{
		name: "go:" + name, server: "go", config: config, sees: sees, at: at,
		version: func() (string, error) { return strings.TrimPrefix(runtime.Version(), "go"), nil },
		start:   func(e *env, _ string) error { return e.serve(handler(e)) },
	})
}

// serve serves with net/http until the hop ends.
func (e *env) serve(handler http.Handler) error {
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(e.port))
	if err != nil {
		return err
	}
	server := &http.Server{Handler: handler, ErrorLog: log.New(io.Discard, "", 0)}
	go server.Serve(l)
	e.stop = append(e.stop, func() { server.Close() })
	return nil
}

// show sets a field of the answer to a path in hexadecimal.
func (e *env) show(h http.Header, field, path string) {
	h.Set(field+"-"+e.tag+"-Hex", hex.EncodeToString([]byte(path)))
}

func (e *env) upstreamURL(path string) *url.URL {
	return &url.URL{Scheme: "http", Host: "127.0.0.1:" + strconv.Itoa(e.upstream), Path: path}
}

// reverse shows the path that a handler sees before it hands the request to a proxy.
func (e *env) reverse(p *httputil.ReverseProxy) http.Handler {
	p.ErrorLog = log.New(io.Discard, "", 0)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.show(w.Header(), "X-Rule", r.URL.Path)
		p.ServeHTTP(w, r)
	})
}

// files serves a folder below prefix, and shows which name was opened first.
func (e *env) files(prefix, folder string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.show(w.Header(), "X-Rule", r.URL.Path)
		dir := &firstOpen{FileSystem: http.Dir(e.expand(folder)), open: func(name string) { e.show(w.Header(), "X-App", name) }}
		h := http.FileServer(dir)
		if prefix != "" {
			h = http.StripPrefix(prefix, h)
		}
		h.ServeHTTP(w, r)
	})
}

// A firstOpen tells which name was opened first.
type firstOpen struct {
	http.FileSystem
	open func(name string)
	told bool
}

func (f *firstOpen) Open(name string) (http.File, error) {
	if !f.told {
		f.told = true
		f.open(name)
	}
	return f.FileSystem.Open(name)
}

// muxPattern returns the pattern for an escaped path: ServeMux compares it segment by
// segment, each decoded.
func muxPattern(rule []byte) string {
	segments := strings.Split(string(rule), "/")
	for i, s := range segments {
		if d, err := url.PathUnescape(s); err == nil {
			segments[i] = strings.ReplaceAll(d, "/", "\x00")
		}
	}
	path := strings.Join(segments, "/")
	switch {
	case path == "/admin":
		return path
	case strings.HasPrefix(path, "/static/"):
		return "/static/"
	case strings.HasPrefix(path, "/api/v1/"):
		return "/api/v1/{id...}"
	}
	return "/"
}
