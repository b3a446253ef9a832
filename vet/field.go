package vet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// escape is a valid escape.
var escape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// checkStore checks what is stored in a field of a URL.
func (p *pass) checkStore(e *evaluator, s *ssa.Store) {
	a, ok := s.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	if of := typeName(a.X.Type()); of != "net/url.URL" {
		if strings.Contains(of, "/service/s3.") && structOf(a.X.Type()).Field(a.Field).Name() == "CopySource" {
			p.checkSource(e, s.Val, e.pointed(s.Val))
		}
		return
	}
	switch field := structOf(a.X.Type()).Field(a.Field).Name(); field {
	case "RawQuery":
		for _, a := range e.eval(s.Val).alternatives() {
			p.checkWhole(a)
		}
		p.checkBehind(e, "?", s.Val)
	case "Host":
		p.checkBehind(e, "http://", s.Val)
	case "RawPath":
		if t := e.eval(s.Val); (t.kind == concat || t.kind == encoded) && !p.stored(e.fn, "net/url.URL.Path", nil, nil) {
			p.report("raw-path", s.Pos(), "it counts only where it is an escaped form of Path: set Path as well; String writes Path alone")
		}
	case "Opaque":
		t := e.eval(s.Val)
		if gives(t, decodedPath) {
			t = joined(&term{kind: literal, text: "//h"}, t)
		}
		if t.kind == concat && t.atoms()[0].kind == literal {
			all := slices.Clone(t.atoms())
			all[0] = &term{kind: literal, text: "http:" + all[0].text}
			p.checkParts(e, s.Val, all, true)
		}
	case "Path", "Fragment":
		t := e.eval(s.Val)
		for _, text := range t.variants() {
			all := text.leaves()
			for i, part := range all {
				part = part.replacedIn()
				switch from := part.sources()[0]; {
				case part.kind == encoded:
					// Without the call, a slash or a ".." in the value of a Path would be one
					// of the path.
					better, fixes := "put it there with JoinPath, which takes escapes", []analysis.SuggestedFix(nil)
					if field == "Fragment" {
						better, fixes = "leave out "+part.calls(), p.unwrap(part, s)
					}
					p.report("encoded-twice", posOf(part),
						fmt.Sprintf("the field %s of a URL holds decoded text, and String escapes it again: %s; %s", field, better, witness(by(part.fn))), fixes...)
				case isWhole(from) && field == "Path" && from.fn.gives != rawQuery:
					p.report("encoded-twice", s.Pos(), fmt.Sprintf("the field Path of a URL holds decoded text, and %s is escaped: set Path and RawPath to those of the other URL; \" \" arrives as \"%%20\"", from.fn.name))
				case part.kind == literal && escape.MatchString(part.text):
					p.report("encoded-twice", s.Pos(), fmt.Sprintf("the field %s of a URL holds decoded text, and String escapes the %q again", field, escape.FindString(part.text)))
				case part.kind == literal && field == "Path" && strings.Contains(part.text, "?") && i+1 < len(all):
					p.report("query-in-path", s.Pos(), "String writes the \"?\" as %3F: set RawQuery to what follows it")
				case part.kind == view && part.fn == valuesEncode && field == "Path":
					p.report("query-in-path", s.Pos(), "String escapes a \"?\" in Path: set RawQuery to what Encode returns")
				}
			}
		}
		if field == "Path" {
			p.checkStale(e, s, a, t)
		}
	}
}

// checkSource checks a bucket and a key, which are a path in an escaped form.
func (p *pass) checkSource(e *evaluator, v ssa.Value, t *term) {
	all := slices.Clone(joined(&term{kind: literal, text: "/"}, t).atoms())
	if len(all) > 2 {
		all[1] = e.other(v) // a bucket, whose name has nothing to escape
	}
	p.checkParts(e, v, all, true)
}

// pointed returns the text to which a pointer points.
func (e *evaluator) pointed(v ssa.Value) *term {
	if name, args := called(v); strings.HasPrefix(name, "github.com/aws/") && strings.HasSuffix(name, "/aws.String") || len(args) == 1 && isString(args[0].Type()) {
		return e.eval(args[0])
	}
	for _, r := range *referrers(v) {
		if s, ok := r.(*ssa.Store); ok && s.Addr == v {
			return e.eval(s.Val)
		}
	}
	return e.other(v)
}

// checkStale reports r.URL.Path = strings.TrimPrefix(r.URL.Path, …), and other changes of
// the path, with a RawPath that stays.
func (p *pass) checkStale(e *evaluator, s *ssa.Store, a *ssa.FieldAddr, t *term) {
	if p.stored(e.fn, "net/url.URL.RawPath", nil, nil) {
		return
	}
	if slices.ContainsFunc(t.leaves(), func(a *term) bool {
		return slices.ContainsFunc(a.sources(), func(a *term) bool { return gives(a, decodedPath) && p.ofServer(a) })
	}) {
		p.report("stale-raw-path", s.Pos(), "the path of the request goes on without its RawPath, so that \"%2F\" becomes \"/\": set RawPath as well")
		return
	}
	load, ok := a.X.(*ssa.UnOp)
	if !ok {
		return
	}
	of, ok := load.X.(*ssa.FieldAddr)
	if !ok || typeName(of.X.Type()) != "net/http.Request" {
		return
	}
	// The path itself is not known here, because the function sets it.
	changed := t.kind == piece || slices.ContainsFunc(t.atoms(), func(a *term) bool { return a.kind == piece || t.kind == concat && isPath(a.value) })
	if changed {
		p.report("stale-raw-path", s.Pos(), "RawPath keeps what Path had, so that \"%2F\" becomes \"/\": use http.StripPrefix, or set RawPath as well")
	}
}

// isPath reports whether v is the field Path of a URL.
func isPath(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	a, ok := load.X.(*ssa.FieldAddr)
	return ok && fieldOf(a.X, a.Field) == "net/url.URL.Path"
}
