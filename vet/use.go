package vet

import (
	"go/token"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// use is what a text is used for.
type use struct {
	inText bool // as a part of another text
	asFile bool // as the name of a file
	asURL  bool // as a URL, for what parses or requests it
	asPart bool // as the path or the fragment of a URL, which are decoded
}

func (p *pass) usesOf(v ssa.Value) use {
	var u use
	p.addUses(&u, v, map[ssa.Value]bool{})
	return u
}

// addUses adds what v is used for, also as one of the values of a variable.
func (p *pass) addUses(u *use, v ssa.Value, seen map[ssa.Value]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	for _, r := range *referrers(v) {
		switch r := r.(type) {
		case *ssa.BinOp:
			u.inText = u.inText || r.Op == token.ADD
		case *ssa.MakeInterface:
			// An argument of fmt.Sprintf.
			for _, s := range *referrers(r) {
				if st, ok := s.(*ssa.Store); ok {
					if at, ok := st.Addr.(*ssa.IndexAddr); ok && (feeds(at.X, "fmt.Sprintf") || feeds(at.X, "fmt.Sprint")) {
						u.inText = true
					}
				}
			}
		case *ssa.Store:
			switch at := r.Addr.(type) {
			case *ssa.IndexAddr:
				u.inText = u.inText || feeds(at.X, "strings.Join")
				u.asFile = u.asFile || feeds(at.X, "os/exec.Command") || feeds(at.X, "os/exec.CommandContext")
			case *ssa.FieldAddr:
				if typeName(at.X.Type()) == "net/url.URL" {
					field := structOf(at.X.Type()).Field(at.Field).Name()
					u.asPart = u.asPart || field == "Path" || field == "Fragment"
				}
			}
		case *ssa.Phi:
			p.addUses(u, r, seen)
		case *ssa.Return: // what its callers use it for
			for _, c := range p.callsOf(r.Parent()).all {
				if v := c.Value(); v != nil && len(r.Results) == 1 && len(seen) < maxUses {
					var of use
					p.addUses(&of, v, seen)
					u.asURL, u.asFile = u.asURL || of.asURL, u.asFile || of.asFile
				}
			}
		case *ssa.Call:
			switch name, _ := callOf(&r.Call); {
			case isAppend(r):
				u.inText = true
			case inPackages(name, "os", "path/filepath", "io/ioutil", "os/exec", "io/fs"):
				u.asFile = true
			case takers[name] > 0, strings.HasPrefix(name, "(net/http.Header).") && targets[http.CanonicalHeaderKey(text(r.Call.Args[1]))]:
				u.asURL = true
			case forms[name]:
				u.asURL = u.asURL || p.named["PostForm"] || mentions(r.Parent(), "application/x-www-form-urlencoded")
			default:
				for i, a := range r.Call.Args {
					if a == v && p.takes(&r.Call, i) {
						u.asURL = true
					}
				}
			}
		}
	}
}

// takers are the functions that parse, request or redirect to what they are given, with
// which argument it is, from 1.
var takers = map[string]int{
	"net/url.Parse": 1, "net/url.ParseRequestURI": 1, "(*net/url.URL).Parse": 2, "net/url.JoinPath": 1, "(*net/url.URL).JoinPath": 2,
	"net/http.NewRequest": 2, "net/http.NewRequestWithContext": 3, "net/http/httptest.NewRequest": 2, "net/http.Redirect": 3, "net/http.RedirectHandler": 1,
	"net/http.Get": 1, "net/http.Head": 1, "net/http.Post": 1, "net/http.PostForm": 1,
	"(*net/http.Client).Get": 2, "(*net/http.Client).Head": 2, "(*net/http.Client).Post": 2, "(*net/http.Client).PostForm": 2,
	"(*github.com/go-resty/resty/v2.Request).Get": 2, "(*github.com/go-resty/resty/v2.Request).Post": 2, "(*github.com/go-resty/resty/v2.Request).Put": 2, "(*github.com/go-resty/resty/v2.Request).Delete": 2, "(*github.com/go-resty/resty/v2.Request).Patch": 2, "(*github.com/go-resty/resty/v2.Request).Head": 2,
	"(*github.com/go-resty/resty/v2.Request).Execute": 3, "(*github.com/gofiber/fiber/v2.Ctx).Redirect": 2,
	"(*github.com/gin-gonic/gin.Context).Redirect": 3, "(github.com/labstack/echo/v4.Context).Redirect": 3,
}

// targets are fields of a header that hold a URL.
var targets = map[string]bool{"Location": true, "Referer": true, "Content-Location": true}

// forms are what makes a body of a text.
var forms = map[string]bool{"strings.NewReader": true, "bytes.NewBufferString": true, "bytes.NewReader": true, "bytes.NewBuffer": true}

// mentions says whether a function has a constant.
func mentions(f *ssa.Function, constant string) bool {
	for i := range instructions(f) {
		for _, o := range i.Operands(nil) {
			if text(*o) == constant {
				return true
			}
		}
	}
	return false
}

// takes says whether a function of the module takes an argument for a URL, or for the
// path of one.
func (p *pass) takes(c *ssa.CallCommon, argument int) bool {
	f := c.StaticCallee()
	if f == nil {
		return false
	}
	if f.Blocks == nil {
		var fact requests
		o := funcOf(f)
		return o != nil && p.ImportObjectFact(o, &fact) && slices.Contains(fact.Parameters, argument)
	}
	return slices.Contains(p.requested(f), argument)
}

// requested returns the indexes of the parameters of which a function makes a URL.
func (p *pass) requested(f *ssa.Function) []int {
	if known, ok := p.urls[f]; ok {
		return known
	}
	p.urls[f] = nil // for functions that call themselves
	var all []int
	add := func(e *evaluator, v ssa.Value) {
		if !isString(v.Type()) {
			return
		}
		for _, t := range e.eval(v).alternatives() {
			for _, a := range t.atoms() {
				for a.kind == piece {
					a = a.parts[0]
				}
				if a.kind == param && a.param >= 0 && !slices.Contains(all, a.param) {
					all = append(all, a.param)
				}
			}
		}
	}
	e := p.evaluate(f)
	for i := range instructions(f) {
		c, ok := i.(*ssa.Call)
		if !ok {
			continue
		}
		name, args := callOf(&c.Call)
		for i, a := range args {
			if takers[name] > 0 || !c.Call.IsInvoke() && p.takes(&c.Call, i) {
				add(e, a)
			}
		}
	}
	p.urls[f] = all
	return all
}

// feeds says whether the array of variadic arguments goes to a function.
func feeds(array ssa.Value, name string) bool {
	refs := array.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		s, ok := r.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, c := range *s.Referrers() {
			if c, ok := c.(*ssa.Call); ok {
				if n, _ := callOf(&c.Call); n == name {
					return true
				}
			}
		}
	}
	return false
}
