package vet

import (
	"fmt"
	"go/token"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// check applies the rules to every instruction of a function.
func (p *pass) check(f *ssa.Function) {
	if f.Blocks == nil {
		return
	}
	e := p.evaluate(f)
	for i := range instructions(f) {
		switch i := i.(type) {
		case *ssa.Call:
			p.checkCall(e, i)
		case *ssa.Store:
			p.checkStore(e, i)
		case *ssa.MapUpdate:
			p.checkKey(e, i.Map, i.Key, i)
			if typeName(i.Map.Type()) == "net/url.Values" {
				if all := members(i.Value, map[ssa.Value]bool{}); len(all) > 0 {
					for _, v := range all {
						p.checkValue(e.eval(v), "url.Values", i)
					}
				}
				p.checkValue(e.eval(i.Key), "url.Values", i)
			}
		case *ssa.BinOp:
			switch {
			case i.Op == token.ADD && isString(i.Type()):
				p.checkText(e, i)
			case (i.Op == token.EQL || i.Op == token.NEQ) && isString(i.X.Type()):
				p.checkComparison(e, i.X, i.Y, i)
				p.checkEncodedPath(e, i.X, i.Y, i.Pos())
			}
		case *ssa.Slice:
			p.checkCut(e, i)
		case *ssa.Lookup:
			p.checkKey(e, i.X, i.Index, i)
		case *ssa.FieldAddr:
			p.checkHost(e, i)
			p.checkRawPath(e, i)
		}
	}
}

// A look is what is checked of a call: its function, evaluated arguments and place.
type look func(p *pass, e *evaluator, c *ssa.Call, name string, args []ssa.Value)

// text checks what a call returns; value, that an argument is plain text which it encodes.
func asText(p *pass, e *evaluator, c *ssa.Call, _ string, _ []ssa.Value) { p.checkText(e, c) }

func asValue(taker string, indexes ...int) look {
	return func(p *pass, e *evaluator, c *ssa.Call, _ string, args []ssa.Value) {
		for _, i := range indexes {
			p.checkValue(e.eval(args[i]), taker, c)
		}
	}
}

func encodes(p *pass, e *evaluator, c *ssa.Call, name string, args []ssa.Value) {
	p.checkEncoder(e.eval(args[0]), functions[name], c)
}

func decodes(p *pass, e *evaluator, c *ssa.Call, name string, args []ssa.Value) {
	p.checkDecoder(e.eval(args[0]), functions[name], c)
}

func replaces(p *pass, e *evaluator, c *ssa.Call, _ string, args []ssa.Value) {
	p.checkReplacement(e.eval(c))
	p.checkPlaceholder(e, e.eval(args[0]), c, args[1], args[2])
}

func replacer(p *pass, e *evaluator, c *ssa.Call, _ string, args []ssa.Value) {
	p.checkReplacer(e, c, args)
}

func splits(p *pass, e *evaluator, c *ssa.Call, name string, args []ssa.Value) {
	p.checkSplit(e, c, name, args)
}

func joins(p *pass, e *evaluator, c *ssa.Call, _ string, args []ssa.Value) {
	p.checkJoined(e, c, args[1])
	p.checkDots(e, c, args[1])
}

func compares(p *pass, e *evaluator, c *ssa.Call, name string, args []ssa.Value) {
	p.checkComparison(e, args[0], args[1], c)
	p.checkPart1(e, name, c, args)
}

func hashes(p *pass, e *evaluator, c *ssa.Call, name string, args []ssa.Value) {
	if isHash(args[0]) {
		p.checkSigned(e.eval(args[1]), c)
	}
}

const resty = "(*github.com/go-resty/resty/v2.Request)."

// asEntries checks the values of a map that are encoded.
func asEntries(p *pass, e *evaluator, c *ssa.Call, name string, args []ssa.Value) {
	for _, r := range *referrers(args[1]) {
		if set, ok := r.(*ssa.MapUpdate); ok && set.Map == args[1] {
			p.checkValue(e.eval(set.Value), name[strings.LastIndexByte(name, '.')+1:], set)
		}
	}
}

// asQuery checks a whole query.
func asQuery(p *pass, e *evaluator, c *ssa.Call, _ string, args []ssa.Value) {
	p.checkBehind(e, "?", args[1])
}

func redirects(i int, cleans bool) look {
	return func(p *pass, e *evaluator, c *ssa.Call, _ string, args []ssa.Value) {
		p.checkTarget(e, args[i], c, cleans)
	}
}

func replaced1(p *pass, e *evaluator, c *ssa.Call, _ string, _ []ssa.Value) {
	p.checkReplacement(e.eval(c))
}

// looks are the functions of other modules of which the arguments or the result count.
var looks = map[string][]look{
	"net/url.QueryEscape": {encodes}, "net/url.PathEscape": {encodes},
	"net/url.QueryUnescape": {decodes}, "net/url.PathUnescape": {decodes},
	"(net/url.Values).Set": {asValue("url.Values", 1, 2)}, "(net/url.Values).Add": {asValue("url.Values", 1, 2)},
	"net/url.User": {asValue("url.User", 0)}, "net/url.UserPassword": {asValue("url.UserPassword", 0, 1)},
	"(*github.com/gin-gonic/gin.Context).SetCookie": {asValue("SetCookie", 2)},
	resty + "SetQueryParam":                         {asValue("SetQueryParam", 1, 2)}, resty + "SetPathParam": {asValue("SetPathParam", 2)}, resty + "SetQueryParams": {asEntries}, resty + "SetPathParams": {asEntries}, resty + "SetFormData": {asEntries}, resty + "SetQueryString": {asQuery},
	"(*github.com/valyala/fasthttp.Args).Add": {asValue("Args", 1, 2)}, "(*github.com/valyala/fasthttp.Args).Set": {asValue("Args", 1, 2)},
	"fmt.Sprintf": {asText}, "fmt.Sprint": {asText}, "strings.Join": {asText, replaced1}, "fmt.Fprintf": {writesText},
	"(*strings.Builder).String": {asText}, "(*bytes.Buffer).String": {asText}, "(*bytes.Buffer).Bytes": {asText},
	"strings.Replace": {replaces}, "strings.ReplaceAll": {replaces},
	"(*strings.Replacer).Replace": {replacer}, "strings.NewReplacer": {replacer},
	"strings.Split": {splits}, "strings.SplitN": {splits}, "strings.FieldsFunc": {splits}, "strings.SplitSeq": {splits}, "strings.TrimPrefix": {splits}, "strings.CutPrefix": {splits}, "strings.Cut": {splits}, "strings.Index": {splits}, "strings.IndexByte": {splits},
	"path.Base": {splits}, "(*regexp.Regexp).FindStringSubmatch": {splits},
	"net/url.ParseQuery": {splits},
	"net/url.JoinPath":   {joins}, "(*net/url.URL).JoinPath": {joins}, "path.Join": {joinsPath}, "(*net/url.URL).ResolveReference": {resolves}, "(*net/url.URL).Parse": {resolves},
	"strings.HasPrefix": {compares}, "strings.HasSuffix": {compares}, "strings.Contains": {compares, splits}, "strings.EqualFold": {compares}, "bytes.Equal": {compares},
	"(io.Writer).Write": {hashes}, "io.WriteString": {hashes},
	"net/http.Redirect": {redirects(2, true)}, "(*github.com/gin-gonic/gin.Context).Redirect": {redirects(2, true)},
	"(github.com/labstack/echo/v4.Context).Redirect": {redirects(2, false)}, "(*github.com/labstack/echo/v5.Context).Redirect": {redirects(2, false)}, "(*github.com/gofiber/fiber/v2.Ctx).Redirect": {redirects(1, false)},
	"(*regexp.Regexp).MatchString": {matches}, "(*regexp.Regexp).ReplaceAllString": {replaced1, asText}, "(*regexp.Regexp).ReplaceAllLiteralString": {replaced1},
	"(net/http.Header).Set":           {setsHeader},
	"(net/http.Header).Add":           {setsHeader},
	"(*text/template.Template).Parse": {parsesTemplate}, "(*html/template.Template).Parse": {parsesTemplate},
	"(*net/http/httputil.ReverseProxy).ServeHTTP": {forwards},
	"(net/http.Handler).ServeHTTP":                {forwardsTo},
}

// checkCall looks at the arguments of functions that encode, decode, or take what is
// plain or encoded.
func (p *pass) checkCall(e *evaluator, c *ssa.Call) {
	name, args := callOf(&c.Call)
	p.checkElsewhere(name, args, c)
	for _, look := range looks[name] {
		look(p, e, c, name, args)
	}
	if i := takers[name]; i > 0 && i <= len(args) && !strings.HasPrefix(name, "(*net/url.URL)") {
		p.checkTaken(e.eval(args[i-1]), c)
	}
	switch f := functions[name]; {
	case f != nil && (f.encodes || f.decodes) && strings.HasPrefix(name, "net/url."):
		return
	case isAppend(c):
		p.checkText(e, c)
	case name == "" || c.Call.IsInvoke():
	default:
		p.checkOwn(e, c, args)
	}
	// A function of the module may encode or decode what it is given, and one of percent
	// encodes.
	if results := c.Call.Signature().Results(); results.Len() == 0 || !isText(results.At(0).Type()) {
		return
	}
	switch t := e.call(c); {
	case t.call != c || t.fn == spacesEscape && t.user == nil:
	case t.kind == encoded:
		p.checkEncoder(t.parts[0], t.fn, c)
	case t.kind == decoded:
		p.checkDecoder(t.parts[0], t.fn, c)
	}
}

// isAppend reports whether a call appends to bytes.
func isAppend(c *ssa.Call) bool {
	b, ok := c.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "append" && isText(c.Type())
}

// isHash reports whether v is a hash with a key, as far as is known, also one that is used
// as a writer.
func isHash(v ssa.Value) bool {
	if c, ok := v.(*ssa.ChangeInterface); ok {
		v = c.X
	}
	if name, _ := called(v); name != "crypto/hmac.New" && inPackages(name, "crypto/sha1", "crypto/sha256", "crypto/sha512", "crypto/md5", "hash/fnv", "hash/crc32") {
		return false
	}
	return typeName(v.Type()) == "hash.Hash"
}

// listed is the outline of a list of texts, and of no URL.
var listed = regexp.MustCompile(`^[\x00\w ,;|:.-]+$`)

// checkValue checks what takes plain text and encodes it.
func (p *pass) checkValue(t *term, taker string, in ssa.Instruction) {
	all := t.alternatives()
	if t.kind == concat && listed.MatchString(outline(t.atoms())) {
		all = t.leaves()
	}
	for _, a := range all {
		if a = a.replacedIn(); a.kind == encoded {
			p.report("encoded-twice", posOf(a),
				fmt.Sprintf("%s escapes it again: leave out %s; %s", taker, a.calls(), witness(by(a.fn))), p.unwrap(a, in)...)
		}
	}
}
