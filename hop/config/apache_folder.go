package config

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/internal/plan"
)

// An apacheDir is a folder with rules of mod_rewrite or redirects of its own:
// https://httpd.apache.org/docs/2.4/rewrite/intro.html#htaccess.
type apacheDir struct {
	name      string     // with a slash at its end
	base      string     // the argument of RewriteBase, or ""
	engine    *directive // its own RewriteEngine
	says      bool       // it has a directive of mod_rewrite, so that rules of folders around it do not apply
	rules     []*apacheRule
	redirects []plan.Case
	fallback  string // the argument of FallbackResource, or ""
}

// apacheEnd is the variable that is set where a rule with the flag END applied.
const apacheEnd = "rewriting has ended"

// apacheSub is the variable that is set in a request within another, for an index file or the
// argument of FallbackResource. Rules that redirect or pass on do not apply to it.
const apacheSub = "a request within another"

// apacheBelow are the steps for a path that goes on behind the name of a file: the handler of the
// file tells whether it takes that.
var apacheBelow = []plan.Step{plan.Unknown("a path behind a file, where static files have status 404")}

// apacheFolderRoot stands for the folder of a file .htaccess.
const apacheFolderRoot = "/DOCUMENT_ROOT"

// within returns the steps that take the name of a file in a variable, from the folder on.
func (f *apacheDir) within(variable string) []plan.Step {
	return []plan.Step{&plan.Put{To: plan.ToTarget, Text: valueOf(variable)}, plan.Replace{Old: f.name}}
}

// based makes the name of a file a path again, in a redirect. Only RewriteBase does so.
func (f *apacheDir) based() plan.Step {
	if f.base == "" {
		return plan.Replace{}
	}
	return plan.Replace{Old: f.name, By: strings.TrimSuffix(f.base, "/") + "/"}
}

// read reads a directive of a folder. It reports false for one that is none of mod_rewrite
// and no redirect.
func (f *apacheDir) read(a *apacheReader, s *apacheServer, d *directive, conditions *[]*directive) bool {
	switch d.name {
	case "rewriteengine":
		f.engine = d
	case "rewritebase":
		f.base = d.arg(0)
	case "rewritecond":
		*conditions = append(*conditions, d)
	case "rewriterule":
		f.rules = append(f.rules, apacheRuleOf(d, *conditions))
		*conditions = nil
	case "redirect", "redirectpermanent", "redirecttemp", "redirectmatch":
		f.redirects = append(f.redirects, a.redirect(s, d, plan.Any, false))
		return true
	case "fallbackresource":
		f.fallback = d.arg(0)
		return strings.HasPrefix(f.fallback, "/") && !strings.ContainsAny(f.fallback, "?#%") || f.fallback == "disabled"
	default:
		return false
	}
	f.says = true
	return true
}

// ruled returns the steps for a file to which the rules and redirects of folders may apply.
// The deepest folder with rules counts. root is the folder that paths are of, and prefix the
// path that stands for it.
func (s *apacheServer) ruled(a *apacheReader, folders []apacheFolder, finish []plan.Step, root, prefix string) []plan.Step {
	var cases []plan.Case
	for i := len(folders) - 1; i >= 0; i-- {
		f := folders[i].dir
		if f == nil || !a.reuse(i+1) {
			continue
		}
		own := *f
		var links *directive
		for k := range folders[:i+1] {
			if o := folders[k]; o.links != nil && o.name != "" && strings.HasPrefix(f.name, o.name) {
				links = o.links
			}
		}
		for k := i - 1; k >= 0; k-- {
			outer := folders[k].dir
			if outer == nil || !strings.HasPrefix(f.name, outer.name) {
				continue
			}
			own.redirects = append(own.redirects[:len(own.redirects):len(own.redirects)], outer.redirects...)
			if own.fallback == "" {
				own.fallback = outer.fallback
			}
			if own.engine == nil {
				own.engine = outer.engine
			}
			if !own.says && outer.says {
				own.says, own.rules, own.base, own.name = true, outer.rules, outer.base, outer.name
			}
		}
		steps := s.walked(a, &own, finish, root, prefix)
		if forbidsLinks(links) && len(own.rules) > 0 {
			steps = []plan.Step{plan.Answer(403)}
		}
		cases = append(cases, plan.Case{If: plan.Prefix(f.name), Steps: steps})
	}
	if cases == nil {
		return finish
	}
	return a.chooses(cases, finish)
}

// walked returns the steps of the rules of a folder.
func (s *apacheServer) walked(a *apacheReader, f *apacheDir, finish []plan.Step, root, prefix string) []plan.Step {
	put := func(to plan.Place, name string, text plan.Text) plan.Step {
		return &plan.Put{To: to, Name: name, Text: text}
	}
	sub := put(plan.ToVariable, apacheSub, plan.Text{{Text: "1"}})
	back := put(plan.ToPath, "", valueOf(apacheFound))
	// An index file is looked for as a request of its own.
	var indexes []plan.Step
	names := s.indexes
	if len(names) == 0 {
		names = []string{"index.html"}
	}
	for _, name := range names {
		path := append(valueOf(apachePath), plan.Piece{Text: name})
		of := append(valueOf(apacheFound), plan.Piece{Text: name})
		if strings.HasPrefix(name, "/") {
			indexes = append(indexes, plan.Unknown("an index file in another folder"))
			break
		}
		indexes = append(indexes, &plan.Fork{If: plan.ThereIsFile, Of: of, Steps: []plan.Step{put(plan.ToPath, "", path), sub, &plan.Jump{To: s.again}}})
	}
	if !s.oneIndex(root) || s.indexRules(f, names) {
		indexes = []plan.Step{&plan.Fork{If: plan.ThereIsFolder, Of: valueOf(apacheFound), Steps: []plan.Step{plan.Unknown("the index file of a folder, to which rules apply")}}}
	}
	served := append([]plan.Step{back, when(plan.And(plan.Suffix("/"), plan.Not(plan.Part(".php/"))), indexes)}, finish...)
	if f.fallback != "" && f.fallback != "disabled" {
		fallback := []plan.Step{
			&plan.Fork{If: plan.ThereIsFile, Of: valueOf(apacheFound), Steps: served}, &plan.Fork{If: plan.ThereIsFileAbove, Of: valueOf(apacheFound), Steps: apacheBelow}, &plan.Fork{If: plan.ThereIsFolder, Of: valueOf(apacheFound), Steps: served},
			plan.SetPath(f.fallback), sub, &plan.Jump{To: s.again},
		}
		// One that is not there is looked for again and again.
		ended := append([]plan.Step{&plan.Fork{If: plan.ThereIsNoFile, Of: valueOf(apacheFound), Steps: []plan.Step{plan.Answer(500)}}}, served...)
		served = a.chooses([]plan.Case{{On: f.within(apacheFound), If: plan.Path(""), Steps: served}, {On: []plan.Step{put(plan.ToTarget, "", valueOf(apachePath))}, If: plan.Path(f.fallback), Steps: ended}}, fallback)
	}
	if f.redirects != nil {
		served = append([]plan.Step{put(plan.ToPath, "", valueOf(apachePath))}, a.chooses(f.redirects, served)...)
	}
	served = onwards("serve the file", served)
	start := []plan.Step{put(plan.ToVariable, apacheFound, plan.Text{{Kind: plan.ThePath}}), put(plan.ToVariable, apacheFile, plan.Text{{Kind: plan.ThePath}})}
	engine := f.engine
	if engine == nil {
		engine = s.engine
	}
	if len(f.rules) == 0 || engine == nil || !strings.EqualFold(engine.arg(0), "on") {
		for _, r := range f.rules {
			a.missed(r.directive, "RewriteEngine is off here")
		}
		return append(start, served...)
	}
	w := &apacheWalk{apacheReader: a, s: s, folder: f, rules: f.rules, made: map[apachePlace][]plan.Step{}, unchanged: served}
	// What rules have made is a path again, and another request.
	old, by := root, prefix
	if f.base != "" {
		old, by = strings.TrimSuffix(f.name, "/"), strings.TrimSuffix(f.base, "/")
	}
	again := []plan.Step{w.passThrough(), when(plan.Below(old), []plan.Step{plan.Replace{Old: old, By: by}}), plan.ApacheWithin, apacheSlashes(s.slashes), put(plan.ToVariable, apacheSub, nil), &plan.Jump{To: s.again}}
	if f.redirects != nil {
		again = append([]plan.Step{put(plan.ToPath, "", valueOf(apachePath))}, a.chooses(f.redirects, again)...)
	}
	// Rules that made nothing else of the name of the file are ignored. That is the part of the
	// path up to what is no folder.
	ignored := []plan.Step{
		&plan.Branch{Cases: []plan.Case{{On: f.within(apacheFound), If: plan.Part("/"), Steps: []plan.Step{
			&plan.Fork{If: plan.ThereIsEither, Of: valueOf(apacheFound), Steps: served}, plan.Unknown("a path that rules leave as it is, of folders that may not be there"),
		}}}, Otherwise: served},
	}
	w.file = onwards("go on with what the rules made", []plan.Step{&plan.Same{A: valueOf(apacheFile), B: valueOf(apacheFound), Steps: ignored, Otherwise: again}})
	w.proxied = func(canonical bool) []plan.Step {
		steps := append(s.unpassed[:len(s.unpassed):len(s.unpassed)], w.passThrough(), plan.URLPath, apacheRooted)
		sent := plan.Step(plan.ApacheSent)
		if canonical {
			sent = plan.ApacheEncode
		}
		steps = append(steps, sent, plan.ApacheSearch, plan.Forward)
		if f.redirects != nil { // they come behind the rules, and are of the path that was asked for
			steps = append([]plan.Step{put(plan.ToPath, "", valueOf(apachePath))}, a.chooses(f.redirects, steps)...)
		}
		return steps
	}
	steps := w.from(apachePlace{})
	for _, r := range f.rules {
		if r.has("end") {
			steps = []plan.Step{&plan.Branch{Cases: []plan.Case{{On: []plan.Step{put(plan.ToTarget, "", valueOf(apacheEnd))}, If: plan.Path("1"), Steps: served}}, Otherwise: steps}}
			break
		}
	}
	return append(start, steps...)
}

// oneIndex reports whether every file below a folder has the same DirectoryIndex.
func (s *apacheServer) oneIndex(root string) bool {
	return len(s.indexAt) == 0 || len(s.indexAt) == 1 && strings.HasPrefix(root+"/", s.indexAt[0])
}

// indexRules reports whether a rule answers or redirects the request for an index file of one of
// the names, even where there is none.
func (s *apacheServer) indexRules(f *apacheDir, names []string) bool {
	var ending []*plan.Condition
	for _, r := range slices.Concat(s.rules, f.rules) {
		if r.has("p") || r.has("r") || r.has("ns") || !r.has("f") && !r.has("g") && !strings.Contains(r.arg(1), "://") {
			continue
		}
		c, ok := expression(apacheRegexp, strings.TrimPrefix(r.arg(0), "!"), r.has("nc"))
		if !ok {
			return true
		}
		ending = append(ending, c)
		if p, ok := compiled(apacheRegexp, strings.TrimPrefix(r.arg(0), "!"), r.has("nc")); !ok || slices.ContainsFunc(names, p.Regexp.MatchString) {
			return true // in the folder itself the path is empty
		}
	}
	return hop.TellsApart(ending, names)
}

// forbidsLinks reports whether Options forbid links, and with them rules of folders.
func forbidsLinks(d *directive) bool {
	if d == nil {
		return false
	}
	allowed := true
	for i := range d.args {
		switch arg := strings.ToLower(d.args[i]); {
		case strings.HasPrefix(arg, "-"):
			allowed = allowed && arg != "-followsymlinks"
		case arg == "+followsymlinks" || arg == "+symlinksifownermatch":
			allowed = true
		case !strings.HasPrefix(arg, "+"):
			allowed = i > 0 && allowed || strings.Contains(arg, "symlinks") || arg == "all"
		}
	}
	return !allowed
}
