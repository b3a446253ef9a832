package vet

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// checkPrefix checks a host that is checked by the beginning of a URL.
func (p *pass) checkPrefix(e *evaluator, name string, c *ssa.Call, args []ssa.Value) {
	prefix := e.eval(args[1])
	if prefix.kind != literal || name != "strings.HasPrefix" {
		return
	}
	host := strings.TrimPrefix(prefix.text, hierarchical.FindString(prefix.text))
	rest := ".evil.example"
	if name, ok := strings.CutSuffix(host, ":"); ok {
		host, rest = name, "80@evil.example"
	}
	if host == prefix.text || host == "" || !strings.Contains(host, ".") || strings.ContainsAny(host, "/?#:@") || strings.HasSuffix(host, ".") {
		return
	}
	p.report("host-prefix", c.Pos(), fmt.Sprintf("%s%s begins with it as well: compare the host that url.Parse returns, or end the text with a slash", prefix.text, rest))
}

// ofServer says whether a view is of the request that a handler was given.
func (p *pass) ofServer(t *term) bool {
	if len(t.parts) == 0 {
		return false
	}
	r := requestOf(t.parts[0].value)
	return r != nil && isHandler(r.Parent())
}

// isHandler reports whether a function is func(http.ResponseWriter, *http.Request), also as a method.
func isHandler(f *ssa.Function) bool {
	all := f.Signature.Params()
	return all.Len() == 2 && typeName(all.At(0).Type()) == "net/http.ResponseWriter" && typeName(all.At(1).Type()) == "net/http.Request"
}

// requestOf returns the parameter of which v is the field URL, or nil. A closure has
// parameters of the function around it.
func requestOf(v ssa.Value) *ssa.Parameter {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	a, ok := load.X.(*ssa.FieldAddr)
	if !ok || typeName(a.X.Type()) != "net/http.Request" {
		return nil
	}
	of := a.X
	if load, ok := of.(*ssa.UnOp); ok {
		if all := variable(load.X); len(all) == 1 {
			of = all[0]
		}
	}
	switch x := of.(type) { // c.Request and c.Request() of a framework
	case *ssa.UnOp:
		if a, ok := x.X.(*ssa.FieldAddr); ok {
			of = a.X
		}
	case *ssa.Call:
		if x.Call.IsInvoke() {
			of = x.Call.Value
		}
	}
	r, _ := of.(*ssa.Parameter)
	return r
}

// checkHost checks r.URL.Host in a handler.
func (p *pass) checkHost(e *evaluator, a *ssa.FieldAddr) {
	if p.on["server-url-host"] == disabled || fieldOf(a.X, a.Field) != "net/url.URL.Host" {
		return
	}
	if r := requestOf(a.X); r == nil || !isHandler(r.Parent()) || p.stored(e.fn, "net/url.URL.Host", nil, nil) || proxies(e.fn) {
		return
	}
	p.report("server-url-host", a.Pos(), "it is empty unless the request is one to a proxy: use r.Host; \"GET / HTTP/1.1\" has no host in its target")
}

// proxies says whether a function looks for what only a proxy is sent.
func proxies(f *ssa.Function) bool {
	return hasConstant(f, func(text string) bool { return text == "CONNECT" }) || calls(f, "(*net/url.URL).IsAbs")
}
