//go:build ignore

// Command traefik serves a dynamic configuration with the muxer, the middlewares and the
// handlers of entry points of Traefik, whose source is beside it. Its whole program needs
// modules that the proxy does not have. Usage: traefik PORT FILE.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"

	"github.com/traefik/traefik/v3/pkg/config/dynamic"
	"github.com/traefik/traefik/v3/pkg/middlewares/addprefix"
	"github.com/traefik/traefik/v3/pkg/middlewares/redirect"
	"github.com/traefik/traefik/v3/pkg/middlewares/replacepath"
	"github.com/traefik/traefik/v3/pkg/middlewares/replacepathregex"
	"github.com/traefik/traefik/v3/pkg/middlewares/stripprefix"
	"github.com/traefik/traefik/v3/pkg/middlewares/stripprefixregex"
	muxer "github.com/traefik/traefik/v3/pkg/muxer/http"
	"go.yaml.in/yaml/v3"
)

type router struct {
	Rule        string
	RuleSyntax  string
	Priority    int
	Middlewares []string
	Service     string
}

type middleware struct {
	AddPrefix        *dynamic.AddPrefix
	StripPrefix      *dynamic.StripPrefix
	StripPrefixRegex *dynamic.StripPrefixRegex
	ReplacePath      *dynamic.ReplacePath
	ReplacePathRegex *dynamic.ReplacePathRegex
	RedirectRegex    *dynamic.RedirectRegex
	RedirectScheme   *dynamic.RedirectScheme
	Chain            *struct{ Middlewares []string }
}

type configuration struct {
	EntryPoints map[string]struct {
		HTTP struct {
			EncodedCharacters     map[string]bool
			EncodeQuerySemicolons bool
			SanitizePath          *bool
			Middlewares           []string
		}
	}
	HTTP struct {
		Routers     map[string]router
		Middlewares map[string]middleware
		Services    map[string]struct {
			LoadBalancer struct{ Servers []struct{ URL string } }
		}
	}
}

func main() {
	text, err := os.ReadFile(os.Args[2])
	check(err)
	var tree any
	check(yaml.Unmarshal(text, &tree))
	data, err := json.Marshal(tree)
	check(err)
	var c configuration
	check(json.Unmarshal(data, &c)) // names in any case, as in Traefik
	parser, err := muxer.NewSyntaxParser()
	check(err)
	mux := newMuxer(parser)
	denied := defaultDenied()
	sanitize, semicolons := true, false
	var before []string
	for _, e := range c.EntryPoints {
		for name, allowed := range e.HTTP.EncodedCharacters {
			for _, o := range escapes {
				if strings.EqualFold(o.option, name) {
					denied[o.upper], denied[o.lower] = !allowed, !allowed
				}
			}
		}
		semicolons, before = e.HTTP.EncodeQuerySemicolons, e.HTTP.Middlewares
		if e.HTTP.SanitizePath != nil {
			sanitize = *e.HTTP.SanitizePath
		}
	}
	refused := map[string]struct{}{}
	for escape, is := range denied {
		if is {
			refused[escape] = struct{}{}
		}
	}
	for _, r := range c.HTTP.Routers {
		r.Priority = max(r.Priority, 0)
		if r.Priority == 0 {
			r.Priority = muxer.GetRulePriority(r.Rule)
		}
		var next http.Handler = passTo(c.HTTP.Services[r.Service].LoadBalancer.Servers[0].URL)
		next = c.wrap(next, append(append([]string(nil), before...), r.Middlewares...))
		check(addRoute(mux, r.Rule, r.RuleSyntax, r.Priority, denyPerRouter(refused, next)))
	}
	var handler http.Handler = mux
	if semicolons {
		handler = encodeQuerySemicolons(handler)
	} else {
		handler = http.AllowQuerySemicolons(handler)
	}
	if sanitize {
		handler = sanitizePath(handler)
	}
	handler = denyFirst(normalizePath(handler))
	check(http.ListenAndServe("127.0.0.1:"+os.Args[1], handler))
}

var escapes = []struct{ option, upper, lower string }{
	{"allowEncodedSlash", "%2F", "%2f"},
	{"allowEncodedBackSlash", "%5C", "%5c"},
	{"allowEncodedNullCharacter", "%00", "%00"},
	{"allowEncodedSemicolon", "%3B", "%3b"},
	{"allowEncodedPercent", "%25", "%25"},
	{"allowEncodedQuestionMark", "%3F", "%3f"},
	{"allowEncodedHash", "%23", "%23"},
}

// wrap puts middlewares before a handler.
func (c *configuration) wrap(next http.Handler, names []string) http.Handler {
	ctx := context.Background()
	for i := len(names) - 1; i >= 0; i-- {
		name, _, _ := strings.Cut(names[i], "@")
		m := c.HTTP.Middlewares[name]
		var err error
		switch {
		case m.AddPrefix != nil:
			next, err = addprefix.New(ctx, next, *m.AddPrefix, name)
		case m.StripPrefix != nil:
			next, err = stripprefix.New(ctx, next, *m.StripPrefix, name)
		case m.StripPrefixRegex != nil:
			next, err = stripprefixregex.New(ctx, next, *m.StripPrefixRegex, name)
		case m.ReplacePath != nil:
			next, err = replacepath.New(ctx, next, *m.ReplacePath, name)
		case m.ReplacePathRegex != nil:
			next, err = replacepathregex.New(ctx, next, *m.ReplacePathRegex, name)
		case m.RedirectRegex != nil:
			next, err = redirect.NewRedirectRegex(ctx, next, *m.RedirectRegex, name)
		case m.RedirectScheme != nil:
			next, err = redirect.NewRedirectScheme(ctx, next, *m.RedirectScheme, name)
		case m.Chain != nil:
			next = c.wrap(next, m.Chain.Middlewares)
		}
		check(err)
	}
	return next
}

// passTo passes requests on as the proxy of Traefik does: what it makes the request of is the
// request target.
func passTo(server string) http.Handler {
	target, err := url.Parse(server)
	check(err)
	return &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		u := p.Out.URL
		if parsed, err := url.ParseRequestURI(p.In.RequestURI); err == nil {
			u = parsed
		}
		out := p.Out.URL
		out.Scheme, out.Host, out.Opaque = target.Scheme, target.Host, ""
		out.Path, out.RawPath, out.RawQuery = u.Path, u.RawPath, strings.ReplaceAll(u.RawQuery, ";", "&")
	}}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
