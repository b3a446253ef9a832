package vet

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// What a view of a URL or request gives.
type gift uint8

const (
	nothing         gift = iota
	urlOfRequest         // the *url.URL of a server's request
	decodedValues        // names and values of a query or form, decoded
	decodedText          // one such value, or a part of a path, decoded
	decodedPath          // a path, decoded
	escapedPath          // a path as it was sent
	rawQuery             // a query as it was sent
	wholeURL             // a URL or request target as it is sent
	hostOfURL            // the host of a URL
	escapedUserinfo      // a user name and a password as they were sent
	escapedFragment      // a fragment as it was sent
	escapedSegment       // a part of a path as it was sent
	originSent           // a URL that a browser says it comes from
)

// A function is one that encodes, decodes, or gives a part of a URL.
type function struct {
	name     string // for people: url.QueryEscape
	dialect  string // in the catalogue of package dialect
	encodes  bool
	decodes  bool
	argument int // which argument is encoded or decoded
	gives    gift
	receiver *function // what the receiver must be for the function to give that
	needs    string    // names of which the package must mention one, and
	unless   string    // one that it may not: the settings of routers
	other    *function // what it is with the other setting
	made     string    // names of which the package must mention one unless a whole module is known
}

// known returns what is known of a function in another that calls it, or nil.
func (p *pass) known(f *function, in *ssa.Function) *function {
	needed := func(name string) bool { return name == "" || p.named[name] }
	switch {
	case f == nil || f.unless == "RawPath" && !p.mindsRawPath(in):
	case f.made != "" && !p.named[f.unless] && !slices.ContainsFunc(strings.Split(f.made, "|"), needed) && (p.tally.Mentions == nil || p.tally.Mentions(f.unless)):
		return nil // the router is made elsewhere
	case !slices.ContainsFunc(strings.Split(f.needs, "|"), needed) || f.unless != "" && p.named[f.unless]:
		if f.other == nil {
			return nil
		}
		return p.known(f.other, in)
	}
	return f
}

// isDecoded says whether a view gives what is decoded.
func (f *function) isDecoded() bool {
	return f.gives == decodedText || f.gives == decodedValues || f.gives == decodedPath
}

// The functions that the rules know.
var (
	queryEscape   = &function{name: "url.QueryEscape", dialect: "go.url.QueryEscape", encodes: true}
	pathEscape    = &function{name: "url.PathEscape", dialect: "go.url.PathEscape", encodes: true}
	queryUnescape = &function{name: "url.QueryUnescape", dialect: "go.url.QueryUnescape", decodes: true}
	pathUnescape  = &function{name: "url.PathUnescape", dialect: "go.url.PathUnescape", decodes: true}
	spacesEscape  = &function{name: "url.QueryEscape", dialect: "rfc3986", encodes: true} // with %20 for every "+"
	valuesEncode  = &function{name: "url.Values.Encode", dialect: "go.url.QueryEscape", gives: rawQuery}

	queryOf      = &function{name: "URL.Query()", dialect: "go.url.QueryUnescape", gives: decodedValues}
	getOf        = &function{name: "Get", dialect: "go.url.QueryUnescape", gives: decodedText, receiver: queryOf}
	formValue    = &function{name: "FormValue", dialect: "go.url.QueryUnescape", gives: decodedText}
	pathValue    = &function{name: "PathValue", dialect: "go.url.PathUnescape", gives: decodedText}
	requestForm  = &function{name: "Form", dialect: "go.url.QueryUnescape", gives: decodedValues}
	pathOf       = &function{name: "URL.Path", dialect: "go.url.PathUnescape", gives: decodedPath}
	rawPathOf    = &function{name: "URL.EscapedPath()", gives: escapedPath}
	rawQueryOf   = &function{name: "URL.RawQuery", gives: rawQuery}
	targetOf     = &function{name: "RequestURI", gives: wholeURL}
	stringOf     = &function{name: "URL.String()", gives: wholeURL}
	hostOf       = &function{name: "URL.Host", gives: hostOfURL}
	urlOf        = &function{name: "Request.URL", gives: urlOfRequest}
	userinfoOf   = &function{name: "Userinfo.String()", gives: escapedUserinfo}
	userOf       = &function{name: "Userinfo.Username()", dialect: "go.url.PathUnescape", gives: decodedText}
	passwordOf   = &function{name: "Userinfo.Password()", dialect: "go.url.PathUnescape", gives: decodedText}
	hostnameOf   = &function{name: "Hostname", gives: hostOfURL}
	hostSent     = &function{name: "Request.Host", gives: hostOfURL}
	originOf     = &function{name: "Origin", gives: originSent}
	fragmentOf   = &function{name: "EscapedFragment", gives: escapedFragment}
	varsOf       = &function{name: "mux.Vars", dialect: "go.url.PathUnescape", gives: decodedValues, unless: "UseEncodedPath", other: sentVars, made: "NewRouter|Router"}
	sentVars     = &function{name: "mux.Vars", gives: escapedSegment, needs: "UseEncodedPath"}
	paramOf      = &function{name: "Param", dialect: "go.url.PathUnescape", gives: decodedText, unless: "UnescapePathValues"}
	mixedParam   = &function{name: "the parameter", dialect: "go.url.PathUnescape", gives: decodedText, unless: "RawPath", other: sentParam}
	fiberParam   = &function{name: "Params", dialect: "go.url.PathUnescape", gives: decodedText, needs: "UnescapePath", other: sentParam}
	sentParam    = &function{name: "the parameter", gives: escapedSegment}
	byName       = &function{name: "ByName", dialect: "go.url.PathUnescape", gives: decodedText}
	cookieOf     = &function{name: "Cookie", dialect: "go.url.QueryUnescape", gives: decodedText}
	fragmentText = &function{name: "URL.Fragment", dialect: "go.url.PathUnescape", gives: decodedText}
)

// functions are known by the full names that package types gives them. Methods of
// frameworks are here where their documentation says that the result is decoded, and
// no setting changes that.
var functions = withEncodings(map[string]*function{
	"net/url.QueryEscape":                                 queryEscape,
	"net/url.PathEscape":                                  pathEscape,
	"net/url.QueryUnescape":                               queryUnescape,
	"net/url.PathUnescape":                                pathUnescape,
	"strings.ReplaceAll(net/url.QueryEscape)":             spacesEscape,
	"(net/url.Values).Encode":                             valuesEncode,
	"(net/url.Values).Get":                                getOf,
	"(*net/url.URL).Query":                                queryOf,
	"net/url.ParseQuery":                                  queryOf,
	"(*net/url.URL).EscapedPath":                          rawPathOf,
	"(*net/url.URL).RequestURI":                           targetOf,
	"(*net/url.Userinfo).String":                          userinfoOf,
	"(*net/url.Userinfo).Username":                        userOf,
	"(*net/url.Userinfo).Password":                        passwordOf,
	"(*net/url.URL).String":                               stringOf,
	"(*net/http.Request).FormValue":                       formValue,
	"(*net/http.Request).PostFormValue":                   formValue,
	"(*net/http.Request).PathValue":                       pathValue,
	"(*github.com/gin-gonic/gin.Context).Query":           formValue,
	"(*github.com/gin-gonic/gin.Context).DefaultQuery":    formValue,
	"(*github.com/gin-gonic/gin.Context).PostForm":        formValue,
	"(*github.com/gin-gonic/gin.Context).DefaultPostForm": formValue,
	"(github.com/labstack/echo/v4.Context).QueryParam":    formValue,
	"(github.com/labstack/echo/v4.Context).FormValue":     formValue,
	"(*net/url.URL).Hostname":                             hostnameOf,
	"(*net/http.Request).Referer":                         originOf,
	"(*net/url.URL).EscapedFragment":                      fragmentOf,
	"github.com/gorilla/mux.Vars":                         varsOf,
	"github.com/go-chi/chi/v5.URLParam":                   mixedParam,
	"github.com/go-chi/chi.URLParam":                      mixedParam,
	"(github.com/labstack/echo/v4.Context).Param":         mixedParam,
	"(*github.com/gin-gonic/gin.Context).Param":           paramOf,
	"(github.com/gin-gonic/gin.Params).ByName":            paramOf,
	"(*github.com/go-chi/chi/v5.Context).URLParam":        mixedParam,
	"(*github.com/labstack/echo/v5.Context).Param":        mixedParam,
	"(*github.com/labstack/echo/v5.Context).QueryParam":   formValue,
	"(github.com/gofiber/fiber/v3.Ctx).Params":            fiberParam,
	"(github.com/gofiber/fiber/v3.Ctx).Query":             formValue,
	"(*github.com/gin-gonic/gin.Context).Cookie":          cookieOf,
	"(*github.com/gofiber/fiber/v2.Ctx).Params":           fiberParam,
	"(*github.com/gofiber/fiber/v2.Ctx).Query":            formValue,
	"(*github.com/gofiber/fiber/v2.Ctx).FormValue":        formValue,
	"(github.com/julienschmidt/httprouter.Params).ByName": byName,
})

// withEncodings adds the encodings of percent, by the names of their variables.
func withEncodings(all map[string]*function) map[string]*function {
	for name, id := range map[string]string{
		"percent.RFC3986": "rfc3986", "percent.OAuth1": "oauth1", "percent.AWS": "aws", "percent.AWSPath": "aws.path", "percent.PathSegment": "rfc3986.segment",
		"percent.Path": "rfc3986.path", "percent.Query": "rfc3986.query", "percent.Fragment": "rfc3986.fragment", "percent.Userinfo": "rfc3986.userinfo",
		"percent.Form": "whatwg.form", "percent.WHATWGComponent": "whatwg.component", "percent/header.ExtValueEncoding": "http.ext-value",
	} {
		all["github.com/pct-encoded/"+name] = &function{name: name[strings.LastIndexByte(name, '/')+1:] + ".Encode", dialect: id, encodes: true}
	}
	return all
}

// accessors are the fields that give a part of a URL or request.
var accessors = map[string]*function{
	"net/url.URL.Path":            pathOf,
	"net/url.URL.RawPath":         rawPathOf,
	"net/url.URL.RawQuery":        rawQueryOf,
	"net/url.URL.Fragment":        fragmentText,
	"net/url.URL.Host":            hostOf,
	"net/http.Request.URL":        urlOf,
	"net/http.Request.Form":       requestForm,
	"net/http.Request.PostForm":   requestForm,
	"net/http.Request.RequestURI": targetOf,
	"net/http.Request.Host":       hostSent,
}

// codes is the fact that a function of the module returns one of its parameters,
// encoded or decoded by a function of the table.
type codes struct {
	Function  string // its full name
	Parameter int
}

func (*codes) AFact() {}

func (c *codes) String() string { return c.Function }

// requestsFact is the fact that a function of the module makes a URL of parameters.
type requestsFact struct{ Parameters []int }

func (*requestsFact) AFact() {}

func (r *requestsFact) String() string { return fmt.Sprint(r.Parameters) }

// fullName returns the name of f in functions.
func fullName(f *function) string {
	for name, g := range functions {
		if f == g {
			return name
		}
	}
	return ""
}

// callOf returns the full name of what a call calls, and its arguments with the
// receiver in front. The name of a function value is "".
func callOf(c *ssa.CallCommon) (name string, args []ssa.Value) {
	if c.IsInvoke() {
		return c.Method.FullName(), append([]ssa.Value{c.Value}, c.Args...)
	}
	if f := c.StaticCallee(); f != nil {
		if o := funcOf(f); o != nil {
			return o.FullName(), c.Args
		}
	}
	return "", c.Args
}

// called is callOf of a call, or of what else is "".
func called(v any) (name string, args []ssa.Value) {
	if c, ok := v.(*ssa.Call); ok {
		return callOf(&c.Call)
	}
	return "", nil
}

// funcOf returns the declared function of f, of which generic functions have one for
// all instances.
func funcOf(f *ssa.Function) *types.Func {
	if f.Origin() != nil {
		f = f.Origin()
	}
	o, _ := f.Object().(*types.Func)
	return o
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isText reports whether a type is a string or a slice of bytes.
func isText(t types.Type) bool {
	if isString(t) {
		return true
	}
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

// isNumber reports whether the text of a type has nothing to escape. One with a String method
// is not such a type.
func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&(types.IsNumeric|types.IsBoolean) == 0 {
		return false
	}
	return types.NewMethodSet(t).Lookup(nil, "String") == nil && types.NewMethodSet(t).Lookup(nil, "Error") == nil
}

// structOf returns the struct that t is, or points to.
func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// fieldOf returns the name of a field with that of its struct; net/url.URL.Path for example.
func fieldOf(of ssa.Value, index int) string {
	if s := structOf(of.Type()); s != nil {
		return typeName(of.Type()) + "." + s.Field(index).Name()
	}
	return ""
}

// loads returns the values that an address is read as.
func loads(addr ssa.Value) []ssa.Value {
	var all []ssa.Value
	for l := range uses[*ssa.UnOp](addr) {
		all = append(all, l)
	}
	return all
}

// has says whether a function has an instruction for which holds is true.
func has(f *ssa.Function, holds func(ssa.Instruction) bool) bool {
	for i := range instructions(f) {
		if holds(i) {
			return true
		}
	}
	return false
}

// calls says whether a function calls one of others.
func calls(f *ssa.Function, names ...string) bool {
	return has(f, func(i ssa.Instruction) bool {
		name, _ := called(i)
		return name != "" && slices.Contains(names, name)
	})
}

// hasConstant says whether a function has a constant text for which holds is true.
func hasConstant(f *ssa.Function, holds func(string) bool) bool {
	return has(f, func(i ssa.Instruction) bool {
		return slices.ContainsFunc(i.Operands(nil), func(o *ssa.Value) bool { return holds(text(*o)) })
	})
}

// typeName returns the name of the type that t is, or points to, with the path of its
// package; net/url.URL for example.
func typeName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

// inPackages says whether the full name of a function is of one of the packages.
func inPackages(name string, packages ...string) bool {
	name = strings.TrimLeft(name, "(*")
	for _, p := range packages {
		if strings.HasPrefix(name, p+".") {
			return true
		}
	}
	return false
}

// CopyFact sets a fact of the analyzer to another of the same type, for drivers that
// hold facts in memory. It says whether the types are the same.
func CopyFact(to, from analysis.Fact) bool {
	switch to := to.(type) {
	case *codes:
		if from, ok := from.(*codes); ok {
			*to = *from
			return true
		}
	case *requestsFact:
		if from, ok := from.(*requestsFact); ok {
			*to = *from
			return true
		}
	}
	return false
}
