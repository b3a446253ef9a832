package main

import (
	"fmt"
	"strings"
)

// chains are the chains of two hops that are run: what composed recordings, and composed
// models, are compared with.
const chains = `
nginx:proxy_pass > apache:ProxyPass
nginx:proxy_pass > express5:app.get
nginx:proxy_pass > go:http.ServeMux
nginx:proxy_pass > gunicorn:WSGI
nginx:proxy_pass > jetty:getServletPath
nginx:proxy_pass > puma:rack
nginx:proxy_pass > spring:UrlPathHelper
nginx:proxy_pass > tomcat:getServletPath
nginx:proxy_pass=/ > apache:Alias
nginx:proxy_pass=/ > express4:app.get
nginx:proxy_pass=/ > fastify:app.get
nginx:proxy_pass=/ > flask:werkzeug
nginx:proxy_pass=/ > gin:GET
nginx:proxy_pass=/ > go:http.FileServer
nginx:proxy_pass=/ > haproxy:path
nginx:proxy_pass=/ > node:http
nginx:proxy_pass=/ > tomcat:encodedSolidusHandling=decode
nginx:proxy_pass=/ > tomcat:getServletPath
nginx:merge_slashes=off > django:gunicorn
nginx:merge_slashes=off > go:http.ServeMux
nginx:merge_slashes=off > sinatra:puma
nginx:merge_slashes=off > tomcat:getServletPath
apache:ProxyPass > express5:app.get
apache:ProxyPass > go:http.ServeMux
apache:ProxyPass > gunicorn:WSGI
apache:ProxyPass > nginx:alias
apache:ProxyPass > tomcat:getServletPath
apache:ProxyPass > unicorn:rack
apache:nocanon > jetty:getServletPath
apache:nocanon > nginx:proxy_pass=/
apache:nocanon > node:URL
apache:nocanon > tomcat:getServletPath
apache:Location > koa:ctx.path
apache:Location > spring:urlDecode=false
apache:Location > tomcat:encodedSolidusHandling=passthrough
haproxy:path > apache:ProxyPass
haproxy:path > go:http.FileServer
haproxy:path > nginx:proxy_pass
haproxy:path > nginx:proxy_pass=/
haproxy:path > tomcat:getServletPath
haproxy:path > webrick:mount_proc
haproxy:normalize-uri=path-strip-dotdot > lighttpd:alias.url
haproxy:normalize-uri=path-strip-dotdot > nginx:proxy_pass=/
haproxy:normalize-uri=percent-decode-unreserved > express5:app.get
haproxy:normalize-uri=percent-decode-unreserved > nginx:proxy_pass=/
haproxy:normalize-uri=percent-decode-unreserved > tomcat:getServletPath
lighttpd:mod_proxy > aiohttp:web
lighttpd:mod_proxy > tomcat:getServletPath
lighttpd:url-normalize=disable > tomcat:getServletPath
varnish:req.url > apache:Alias
varnish:req.url > hono:app.get
varnish:req.url > nginx:proxy_pass=/
squid:accel > nginx:proxy_pass
squid:accel > tornado:web
trafficserver:remap > express4:app.get
trafficserver:remap > nginx:proxy_pass=/
h2o:proxy.reverse.url > gunicorn:WSGI
h2o:proxy.reverse.url > jetty:getServletPath
nghttpx:backend > fasthttp:RequestCtx
nghttpx:backend > tomcat:getServletPath
caddy:reverse_proxy > apache:ProxyPass
caddy:reverse_proxy > chi:Get
caddy:reverse_proxy > go:http.ServeMux
caddy:reverse_proxy > starlette:uvicorn
go:httputil.ReverseProxy=SetURL > caddy:file_server
go:httputil.ReverseProxy=SetURL > gorilla:HandleFunc
go:httputil.ReverseProxy=SetURL > tomcat:getServletPath
http-proxy:target > express5:app.get
http-proxy:target > python:http.server
`

// parsedChains returns the hops of each chain.
func parsedChains() ([][]*hop, error) {
	byName := map[string]*hop{}
	for i := range hops {
		byName[hops[i].name] = &hops[i]
	}
	var list [][]*hop
	for line := range strings.Lines(strings.TrimSpace(chains)) {
		var chain []*hop
		for name := range strings.SplitSeq(strings.TrimSpace(line), " > ") {
			if byName[name] == nil {
				return nil, fmt.Errorf("no hop is named %s", name)
			}
			chain = append(chain, byName[name])
		}
		list = append(list, chain)
	}
	return list, nil
}
