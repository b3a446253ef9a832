package vet

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// check applies the rules to every instruction of a function.
func (p *pass) check(f *ssa.Function) {
	if f.Blocks == nil {
		return
	}
	e := p.evaluate(f)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Call:
				p.checkCall(e, i)
			case *ssa.Store:
				p.checkStore(e, i)
			case *ssa.MapUpdate:
				if typeName(i.Map.Type()) == "net/url.Values" {
					if all, ok := elements(i.Value); ok {
						for _, v := range all {
							p.checkValue(e.eval(v), "url.Values", i)
						}
					}
				}
			case *ssa.BinOp:
				switch {
				case i.Op == token.ADD && isString(i.Type()):
					p.checkText(e, i)
				case (i.Op == token.EQL || i.Op == token.NEQ) && isString(i.X.Type()):
					p.checkComparison(e, i.X, i.Y, i)
				}
			case *ssa.FieldAddr:
				p.checkHost(e, i)
			}
		}
	}
}

// checkCall looks at the arguments of functions that encode, decode, or take what is
// plain or encoded.
func (p *pass) checkCall(e *evaluator, c *ssa.Call) {
	name, args := callOf(&c.Call)
	p.checkElsewhere(name, args, c)
	switch name {
	case "net/url.QueryEscape", "net/url.PathEscape":
		p.checkEncoder(e.eval(args[0]), functions[name], c)
		return
	case "net/url.QueryUnescape", "net/url.PathUnescape":
		p.checkDecoder(e.eval(args[0]), functions[name], c)
		return
	case "(net/url.Values).Set", "(net/url.Values).Add":
		p.checkValue(e.eval(args[2]), "url.Values", c)
	case "net/url.User":
		p.checkValue(e.eval(args[0]), "url.User", c)
	case "net/url.UserPassword":
		p.checkValue(e.eval(args[0]), "url.UserPassword", c)
		p.checkValue(e.eval(args[1]), "url.UserPassword", c)
	case "fmt.Sprintf":
		p.checkText(e, c)
	case "strings.Join":
		p.checkText(e, c)
	case "strings.Replace", "strings.ReplaceAll":
		p.checkReplacement(e.eval(c))
		p.checkPlaceholder(e, e.eval(args[0]), c, args[1], args[2])
	case "strings.Split", "strings.SplitN", "strings.FieldsFunc":
		p.checkSplit(e, c, args)
	case "(*strings.Replacer).Replace":
		p.checkReplacer(e, c, args)
	case "net/url.JoinPath", "(*net/url.URL).JoinPath":
		p.checkJoined(e, c, args[1])
	case "strings.HasPrefix", "strings.HasSuffix", "strings.EqualFold", "bytes.Equal":
		p.checkComparison(e, args[0], args[1], c)
		p.checkPrefix(e, name, c, args)
	case "(io.Writer).Write", "io.WriteString":
		if isHash(args[0]) {
			p.checkSigned(e.eval(args[1]), c)
		}
	case "net/http.Redirect":
		p.checkTarget(e, args[2], c, true)
	case "(net/http.Header).Set":
		if strings.EqualFold(text(args[1]), "Location") {
			p.checkTarget(e, args[2], c, false)
		}
	case "(*text/template.Template).Parse", "(*html/template.Template).Parse":
		p.checkTemplate(e.eval(args[1]), c)
	case "(*strings.Builder).String", "(*bytes.Buffer).String", "(*bytes.Buffer).Bytes":
		p.checkText(e, c)
	case "":
		if isAppend(c) {
			p.checkText(e, c)
		}
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

// isHash reports whether v is a hash, also one that is used as a writer.
func isHash(v ssa.Value) bool {
	if c, ok := v.(*ssa.ChangeInterface); ok {
		v = c.X
	}
	return typeName(v.Type()) == "hash.Hash"
}

// checkValue checks what takes plain text and encodes it.
func (p *pass) checkValue(t *term, taker string, in ssa.Instruction) {
	for _, a := range t.alternatives() {
		if a = a.replacedIn(); a.kind == encoded {
			p.report("encoded-twice", posOf(a),
				fmt.Sprintf("%s escapes it again: leave out %s; %s", taker, a.calls(), witness(by(a.fn))), p.unwrap(a, in)...)
		}
	}
}
