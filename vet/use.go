package vet

import (
	"go/token"
	"net/http"
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
	p.addUses(&u, v, v, map[ssa.Value]bool{})
	return u
}

// addUses adds what v is used for, also as one of the values of a variable. What a loop adds
// to root makes no other text.
func (p *pass) addUses(u *use, root, v ssa.Value, seen map[ssa.Value]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	for _, r := range *referrers(v) {
		switch r := r.(type) {
		case *ssa.BinOp:
			u.inText = u.inText || r.Op == token.ADD && !begins(root, r)
		case *ssa.MakeInterface:
			// An argument of fmt.Sprintf.
			for st := range uses[*ssa.Store](r) {
				if at, ok := st.Addr.(*ssa.IndexAddr); ok && (feeds(at.X, "fmt.Sprintf") || feeds(at.X, "fmt.Sprint")) {
					u.inText = true
				}
			}
		case *ssa.Store:
			switch at := r.Addr.(type) {
			case *ssa.IndexAddr:
				u.inText = u.inText || feeds(at.X, "strings.Join")
				u.asFile = u.asFile || feeds(at.X, "os/exec.Command") || feeds(at.X, "os/exec.CommandContext") || feeds(at.X, "path/filepath.Join")
			case *ssa.FieldAddr:
				field := fieldOf(at.X, at.Field)
				u.asPart = u.asPart || field == "net/url.URL.Path" || field == "net/url.URL.Fragment"
			}
		case *ssa.Phi:
			p.addUses(u, root, r, seen)
		case *ssa.Return: // what its callers use it for
			for _, c := range p.callsOf(r.Parent()).all {
				if v := c.Value(); v != nil && len(r.Results) == 1 && len(seen) < maxUses {
					var of use
					p.addUses(&of, v, v, seen)
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
				u.asURL = u.asURL || p.named["PostForm"] || hasConstant(r.Parent(), func(text string) bool { return text == "application/x-www-form-urlencoded" })
			default:
				for i, a := range r.Call.Args {
					if a == v && p.takes(&r.Call, i, requested) {
						u.asURL = true
					}
				}
			}
		}
	}
}

// begins says whether a sum begins with another.
func begins(sum ssa.Value, with *ssa.BinOp) bool {
	for {
		b, ok := sum.(*ssa.BinOp)
		if !ok || b == with {
			return ok
		}
		sum = b.X
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
			if n, _ := called(c); n == name {
				return true
			}
		}
	}
	return false
}
