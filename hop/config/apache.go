package config

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
)

// readApache reads a file of Apache httpd: the main server and its virtual hosts.
func readApache(r *configReader, text string) error {
	list, err := apacheDirectives(text)
	if err == nil {
		list, err = r.included(list, "include includeoptional", apacheDirectives, 0)
	}
	if err != nil {
		return err
	}
	r.counted(list, func(string) bool { return false })
	if strings.HasSuffix(strings.ToLower(r.base), "htaccess") {
		// A file of the folder that it is in, which is taken to be that of the server.
		folder := &directive{name: "directory", args: []string{apacheFolderRoot}, line: 1, block: list, open: true}
		list = []*directive{{name: "documentroot", args: folder.args, line: 1}, folder}
	}
	a := &apacheReader{configReader: r, modules: map[string]bool{}, maps: map[string]string{}}
	a.noteModules(list)
	main := a.server(list, 1, nil)
	hosts := a.hosts
	var taken []string // ports that a virtual host is the first of
	for _, d := range hosts {
		if r.failed != nil {
			return nil
		}
		v := a.server(d.block, d.line, main)
		a.site(d.line, cmp.Or(v.name, plainName(d.arg(0))), a.version, v.steps(a))
		var ports, first []string
		for _, address := range d.args {
			i := strings.LastIndexByte(address, ':')
			port := address[i+1:]
			if i <= strings.LastIndexByte(address, ']') || port == "*" {
				ports = nil
				break
			}
			if ports = append(ports, port); !amongTexts(taken, port) {
				first, taken = append(first, port), append(taken, port)
			}
		}
		if ports == nil && len(taken) == 0 {
			first, taken = []string{"*"}, append(taken, "*")
		}
		name, _, _ := strings.Cut(v.name[strings.LastIndexByte(v.name, '/')+1:], ":")
		a.answersFor(append([]string{name}, v.aliased...), ports, first)
	}
	if len(hosts) == 0 {
		a.site(1, main.name, a.version, main.steps(a))
	}
	return nil
}

// maxExpanded limits what the variables of a file make of it, in bytes.
const maxExpanded = 4 << 20

// apacheVariables are the variables that a file sets with Define, for all that follows.
type apacheVariables struct {
	values map[string]string
	length int // of all that was expanded
}

// expand puts the variables into a word, and leaves those that are not set.
func (v *apacheVariables) expand(word string) string {
	if !strings.Contains(word, "${") {
		return word
	}
	var b strings.Builder
	for v.length <= maxExpanded {
		before, rest, ok := strings.Cut(word, "${")
		b.WriteString(before)
		if !ok {
			break
		}
		name, after, ok := strings.Cut(rest, "}")
		value, set := v.values[name]
		if !ok || !set {
			b.WriteString("${")
			word = rest
			continue
		}
		v.length += len(value)
		b.WriteString(value)
		word = after
	}
	v.length += b.Len()
	return b.String()
}

// apacheDirectives returns the directives of a file, one per line, and sections as
// blocks: https://httpd.apache.org/docs/2.4/configuring.html. An <IfDefine> of a name
// that the file has defined gets a second argument.
func apacheDirectives(text string) ([]*directive, error) {
	root := &directive{open: true}
	stack := []*directive{root}
	variables := apacheVariables{values: map[string]string{}}
	conditional := 0 // how many sections around a line may not hold
	loads := strings.Contains(strings.ToLower(text), "loadmodule")
	certain := func(d *directive) bool { // its module is taken to be loaded
		name, _ := strings.CutPrefix(strings.ToLower(d.arg(0)), "mod_")
		return d.name == "ifmodule" && !loads && apacheModules.Get()[strings.TrimSuffix(strings.TrimSuffix(name, ".c"), "_module")]
	}
	count := 0
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		number := i + 1
		line := strings.TrimSuffix(lines[i], "\r")
		var parts []string
		for strings.HasSuffix(line, `\`) && i+1 < len(lines) {
			i++
			parts = append(parts, strings.TrimSuffix(line, `\`))
			line = strings.TrimSuffix(lines[i], "\r")
		}
		line = strings.TrimSpace(strings.Join(append(parts, line), ""))
		if strings.HasPrefix(line, "#") {
			continue
		}
		top := stack[len(stack)-1]
		if name, ok := strings.CutPrefix(line, "</"); ok {
			name, _, _ = strings.Cut(name, ">")
			name = strings.ToLower(strings.TrimSpace(name))
			if len(stack) == 1 || top.name != name {
				return nil, fmt.Errorf("config: line %d: </%s> without its section", number, plainName(name))
			}
			if strings.HasPrefix(name, "if") && !certain(top) {
				conditional--
			}
			stack = stack[:len(stack)-1]
			continue
		}
		rest, section := strings.CutPrefix(line, "<")
		if section {
			if end := strings.LastIndexByte(rest, '>'); end >= 0 {
				rest = rest[:end] // what follows is ignored, such as a comment
			}
		}
		words := quotedWords(rest)
		if len(words) == 0 {
			continue
		}
		for i := range words {
			words[i] = variables.expand(words[i])
		}
		if count++; count > maxDirectives {
			return nil, errTooManyDirectives
		}
		if variables.length > maxExpanded {
			return nil, fmt.Errorf("config: line %d: variables make more than %d MiB", number, maxExpanded>>20)
		}
		d := &directive{name: strings.ToLower(words[0]), args: words[1:], line: number, open: section}
		top.block = append(top.block, d)
		switch {
		case section:
			if len(stack) > maxNesting {
				return nil, fmt.Errorf("config: line %d: more than %d sections in one another", number, maxNesting)
			}
			stack = append(stack, d)
			if strings.HasPrefix(d.name, "if") && !certain(d) {
				conditional++
			}
			if _, set := variables.values[strings.TrimPrefix(d.arg(0), "!")]; set && d.name == "ifdefine" && len(d.args) == 1 {
				d.args = append(d.args, "defined")
			}
		case d.name == "define" && conditional == 0:
			variables.values[d.arg(0)] = d.arg(1)
		case d.name == "define", d.name == "undefine":
			delete(variables.values, d.arg(0))
		}
	}
	if len(stack) > 1 {
		d := stack[len(stack)-1]
		return nil, fmt.Errorf("config: line %d: <%s> without an end", d.line, plainName(d.name))
	}
	return root.block, nil
}

// quotedWords returns the words of a line. Quotation marks of either kind keep words
// together.
func quotedWords(line string) []string {
	var words []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if q := line[0]; q == '"' || q == '\'' {
			var b strings.Builder
			i := 1
			for ; i < len(line) && line[i] != q; i++ {
				if line[i] == '\\' && i+1 < len(line) && (line[i+1] == q || line[i+1] == '\\') {
					i++
				}
				b.WriteByte(line[i])
			}
			words = append(words, b.String())
			line = line[min(i+1, len(line)):]
			continue
		}
		i := strings.IndexAny(line, " \t\r\v\f")
		if i < 0 {
			i = len(line)
		}
		words = append(words, line[:i])
		line = line[i:]
	}
	return words
}

// An apacheReader reads the servers of a file.
type apacheReader struct {
	*configReader
	hosts   []*directive    // virtual hosts
	modules map[string]bool // by LoadModule, such as "proxy_module"
	maps    map[string]string
	partial bool       // other files may load more
	unsafe  *directive // an HttpProtocolOptions that allows other request lines

	serverRoot string // where relative names begin, or ""
}

// An apacheServer is the handling of paths by the main server or a virtual host. What
// follows the order of a request: doubts, rules of mod_rewrite, ProxyPass, Redirect, then
// Alias and DocumentRoot.
type apacheServer struct {
	name, root string
	aliased    []string // ServerAlias
	line       int
	slashes    string // the argument of AllowEncodedSlashes, in lower case
	ownCore    bool   // it has a directive of the core, which ends the inheritance of slashes
	unmerged   *directive
	engine     *directive // the last RewriteEngine
	tls        bool       // SSLEngine is on
	index      *directive // a DirectoryIndex
	indexes    []string   // the names of all
	indexAt    []string   // the folders that they are of

	sectioned  []plan.Step   // those of entered, without what follows
	mapped     []plan.Case   // ProxyPass with mapping=, before the path is decoded
	doubts     []plan.Step   // for every target
	rewrites   []*apacheRule // RewriteRule, with the RewriteCond before it
	conditions []*directive  // RewriteCond without its rule yet
	rules      []*apacheRule // of these, if mod_rewrite is on
	located    []apachePass  // ProxyPass in <Location>
	passes     []apachePass
	redirects  []plan.Case
	aliases    []plan.Case
	scripts    []plan.Case // WSGIScriptAlias
	unpassed   []plan.Step // for targets that a ProxyPass may pass on
	unserved   []plan.Step // for targets that are looked for in files
	homes      []plan.Step // for targets of UserDir
	sections   []apacheSection
	again      *plan.Loop // begins another request within
	core       *directive // a <Proxy> with a directive of the core
	folders    []apacheFolder
	pages      []apachePage
}

// An apachePass is a ProxyPass: the steps before the canonical form and what follows.
type apachePass struct {
	condition *plan.Condition
	declines  bool        // "!"
	unknown   []plan.Step // if it is not followed
	steps     func(canonical plan.Step) []plan.Step
}

// An apacheSection is a <Location>.
type apacheSection struct {
	condition partial
	access    apacheAccess
	fixups    []plan.Case
}

// An apacheFolder is a section for files.
type apacheFolder struct {
	condition *plan.Condition // on the file
	sure      bool            // the section applies where condition holds
	root      bool            // <Directory />
	depth     int
	last      *plan.Condition // exactly on what follows the last slash, with the folder as its first group, or nil
	access    apacheAccess
	doubts    []plan.Step
	dir       *apacheDir // what it says of rewriting and redirects, or nil
	name      string     // of the one folder that it is about, with a slash at its end, or ""
	links     *directive // Options
	overrides *directive // AllowOverride
}

// An apachePage is an ErrorDocument that may replace an answer.
type apachePage struct {
	status int
	by     *directive
}

// An apacheAccess is what a section says of access, by mod_authz_core and by
// mod_access_compat, which both must grant it. A section that says nothing leaves it to
// the sections before.
type apacheAccess struct{ requires, allows apacheVerdict }

// An apacheVerdict is what the directives of one module say.
type apacheVerdict struct {
	says   apacheSays
	by     *directive
	status int // of a refusal, or 0 for 403
}

type apacheSays uint8

const (
	apacheSilent apacheSays = iota
	apacheGrants
	apacheDenies
	apacheDepends // on more than the path
	apacheRefuses // a plain request, but not all
	apacheAdmits  // a plain request, but not all
)

// server reads the directives of a server. main is nil for the main server.
func (a *apacheReader) server(list []*directive, line int, main *apacheServer) *apacheServer {
	s := &apacheServer{line: line}
	if main != nil {
		s.doubts = main.doubts
		s.root, s.unmerged, s.engine, s.tls = main.root, main.unmerged, main.engine, main.tls
	}
	for _, d := range a.flatten(list, s) {
		a.read(s, d, main != nil)
	}
	if main == nil {
		a.rewrites(s)
		return s
	}
	if !a.reuse(len(main.passes) + len(main.located) + len(main.redirects) + len(main.aliases) + len(main.sections) + len(main.folders) + len(main.pages)) {
		return s
	}
	a.rewrites(s)
	// https://httpd.apache.org/docs/2.4/sections.html: sections of the main server come
	// first, and the last counts; of the other lists the first counts, in which mod_proxy puts
	// those of the main server first, and mod_alias last.
	s.passes = append(slices.Clip(main.passes), s.passes...)
	s.redirects = append(s.redirects, main.redirects...)
	s.aliases = append(s.aliases, main.aliases...)
	s.scripts = append(s.scripts, main.scripts...)
	s.located = append(slices.Clone(main.located), s.located...)
	s.mapped = slices.Concat(s.mapped, main.mapped)
	s.sections = append(slices.Clone(main.sections), s.sections...)
	s.folders = append(slices.Clone(main.folders), s.folders...)
	s.pages = append(slices.Clone(main.pages), s.pages...)
	s.indexes = append(slices.Clip(main.indexes), s.indexes...)
	if len(main.indexAt) > 0 {
		s.indexAt = append(slices.Clip(s.indexAt), append([]string{"of the main server"}, main.indexAt...)...)
	}
	if s.index == nil {
		s.index = main.index
	}
	s.unpassed = orSteps(s.unpassed, main.unpassed)
	s.unserved = orSteps(s.unserved, main.unserved)
	s.homes = orSteps(s.homes, main.homes)
	if s.slashes == "" && main.slashes != "" && !s.ownCore {
		s.slashes = main.slashes
	}
	return s
}

func orSteps(a, b []plan.Step) []plan.Step {
	if a == nil {
		return b
	}
	return a
}

// rewrites decides whether the rules of a server apply. A virtual host inherits whether
// mod_rewrite is on, but no rules.
func (a *apacheReader) rewrites(s *apacheServer) {
	on := s.engine != nil && strings.EqualFold(s.engine.arg(0), "on")
	for _, r := range s.rewrites {
		if on {
			s.rules = append(s.rules, r)
		} else {
			a.missed(r.directive, "RewriteEngine is off here")
		}
	}
}

// doubt notes a directive that can change the result of every target of a server.
//
//go:noinline
func (a *apacheReader) doubt(s *apacheServer, d *directive, note string) {
	if steps := a.doubted(d, note, everyTarget); !ends(s.doubts) {
		s.doubts = append(slices.Clip(s.doubts), steps...)
	}
}

// noteModules notes the modules that a file loads, and what applies before a host is known.
func (a *apacheReader) noteModules(list []*directive) {
	for _, d := range list {
		switch d.name {
		case "loadmodule":
			a.modules[strings.ToLower(d.arg(0))] = true
		case "include", "includeoptional":
			a.partial = true
		case "rewritemap":
			a.maps[d.arg(0)] = strings.ToLower(d.arg(1))
		case "httpprotocoloptions":
			if slices.ContainsFunc(d.args, func(arg string) bool { return strings.EqualFold(arg, "unsafe") }) {
				a.unsafe = d // a line is read before its host is known
			}
		}
		if d.open {
			a.noteModules(d.block)
		}
	}
}

// flatten puts the directives of conditional sections in the place of these, as far as
// the file decides them.
func (a *apacheReader) flatten(list []*directive, s *apacheServer) []*directive {
	var flat []*directive
	for _, d := range list {
		holds, decided := false, false
		open := "" // what an undecided section is about
		switch d.name {
		case "ifmodule":
			if holds, decided = a.hasModule(d); len(a.modules) == 0 {
				open = "the module " + strings.TrimPrefix(d.arg(0), "!") + " is loaded"
			}
		case "ifversion":
			holds, decided = apacheVersionIs(a.version, d.args)
		case "ifdefine":
			if d.arg(1) == "defined" {
				holds, decided = !strings.HasPrefix(d.arg(0), "!"), true
			}
			open = strings.TrimPrefix(d.arg(0), "!") + " is defined"
		case "iffile":
			open = plan.ThereIsFile + " " + strings.TrimPrefix(d.arg(0), "!")
		case "ifdirective", "ifsection":
		default:
			flat = append(flat, d)
			continue
		}
		inner := a.flatten(d.block, s)
		switch {
		case decided && holds:
			flat = append(flat, inner...)
		case decided:
		default:
			matters := anyDirective(inner, func(d *directive) bool { return d.name != "virtualhost" && !apacheIdle(d) })
			switch {
			case matters && open != "":
				a.missed(d, "whether it holds is not in this file: it is taken not to be so")
				s.doubts = append([]plan.Step{&plan.Fork{If: open, Steps: []plan.Step{plan.Unknown(a.place(d) + ": " + d.name)}}}, s.doubts...)
				holds = strings.HasPrefix(d.arg(0), "!")
			case matters:
				a.doubt(s, d, "whether it holds is not in this file")
			}
			for _, d := range inner {
				if holds || d.name == "virtualhost" {
					flat = append(flat, d)
				}
			}
		}
	}
	return flat
}

// apacheIdle reports whether a directive, or all of a section, changes no result.
func apacheIdle(d *directive) bool {
	if !d.open {
		return apacheHarmless.Get()[d.name] || apacheRuns(d) || strings.HasPrefix(d.name, "wsgi") && d.name != "wsgiscriptalias" && d.name != "wsgiscriptaliasmatch" && !strings.HasSuffix(d.name, "script") ||
			strings.HasPrefix(d.name, "fcgid") && !strings.HasPrefix(d.name, "fcgida") || strings.HasPrefix(d.name, "perlset") || d.name == "wsgiimportscript"
	}
	return !anyDirective(d.block, func(d *directive) bool { return !apacheIdle(d) }) && !strings.HasPrefix(d.name, "location")
}

// hasModule decides an <IfModule> by the modules that the file loads. If it loads none,
// those of Apache are taken to be loaded.
func (a *apacheReader) hasModule(d *directive) (holds, decided bool) {
	name, negated := strings.CutPrefix(strings.ToLower(d.arg(0)), "!")
	if rest, ok := strings.CutPrefix(name, "mod_"); ok {
		name = strings.TrimSuffix(rest, ".c") + "_module"
	}
	stock := apacheModules.Get()[strings.TrimSuffix(name, "_module")]
	switch {
	case a.modules[name]:
		return !negated, true
	case len(a.modules) == 0 && stock:
		a.missed(d, "the module is taken to be loaded")
		return !negated, true
	case len(a.modules) > 0 && stock && !a.partial && !apacheBuiltIn(name):
		return negated, true
	}
	return false, false
}

// apacheBuiltIn reports whether a module may be part of the program.
func apacheBuiltIn(name string) bool {
	switch name {
	case "core_module", "so_module", "http_module", "log_config_module", "logio_module", "version_module", "unixd_module", "watchdog_module":
		return true
	}
	return strings.HasPrefix(name, "mpm_")
}

// apacheVersionIs compares a version as <IfVersion> does.
func apacheVersionIs(version string, args []string) (holds, decided bool) {
	if len(args) == 1 {
		args = []string{"=", args[0]}
	}
	if len(args) != 2 {
		return false, false
	}
	op, negated := strings.CutPrefix(args[0], "!")
	numbers := func(text string) (list []int, ok bool) {
		for part := range strings.SplitSeq(text, ".") {
			n, err := strconv.Atoi(part)
			if err != nil || n < 0 {
				return nil, false
			}
			list = append(list, n)
		}
		for len(list) < 3 {
			list = append(list, 0)
		}
		return list, len(list) == 3
	}
	mine, _ := numbers(version)
	other, ok := numbers(args[1])
	if !ok {
		return false, false
	}
	c := slices.Compare(mine, other)
	switch op {
	case "=", "==":
		holds = c == 0
	case ">":
		holds = c > 0
	case ">=":
		holds = c >= 0
	case "<":
		holds = c < 0
	case "<=":
		holds = c <= 0
	default:
		return false, false
	}
	return holds != negated, true
}

// read reads a directive of a server.
func (a *apacheReader) read(s *apacheServer, d *directive, inHost bool) {
	if apacheCore.Get()[d.name] {
		s.ownCore = true
	}
	if d.unresolved() && !apacheHarmless.Get()[d.name] {
		a.doubt(s, d, "a variable that this file does not set")
		return
	}
	switch d.name {
	case "serverroot":
		a.serverRoot = d.arg(0)
	case "servername":
		s.name = d.arg(0)
	case "serveralias":
		s.aliased = append(s.aliased, d.args...)
	case "virtualhost":
		if inHost {
			a.doubt(s, d, "a virtual host in another")
			return
		}
		a.hosts = append(a.hosts, d)
	case "allowencodedslashes":
		s.slashes = strings.ToLower(d.arg(0))
		if s.slashes != "on" && s.slashes != "off" && s.slashes != "nodecode" {
			a.doubt(s, d, mayChange)
			return
		}
		a.understood(d)
	case "mergeslashes":
		if s.unmerged = nil; !strings.EqualFold(d.arg(0), "on") {
			s.unmerged = d
		}
	case "documentroot":
		root, ok := a.fileName(s, d, d.arg(0))
		if s.root = root; ok {
			a.understood(d)
		}
	case "proxypass":
		a.pass(s, d, "")
	case "proxypassmatch":
		s.passes = append(s.passes, a.passMatch(d, d.arg(0), d.args[min(1, len(d.args)):]))
	case "proxypassinherit", "proxyrequests", "usercanonicalphysicalport":
		if d.name == "proxypassinherit" && !strings.EqualFold(d.arg(0), "on") || d.name == "proxyrequests" && !strings.EqualFold(d.arg(0), "off") {
			a.doubt(s, d, mayChange)
		}
	case "alias", "scriptalias", "wsgiscriptalias":
		if len(d.args) != 2 && d.name != "wsgiscriptalias" || len(d.args) < 2 {
			s.aliases = append(s.aliases, plan.Case{If: plan.Any, Steps: a.given(d, mayChange)})
			return
		}
		name, ok := a.fileName(s, d, d.arg(1))
		if ok {
			a.understood(d)
		}
		one := plan.Case{If: underPrefix(d.arg(0)), Steps: []plan.Step{plan.Replace{Old: d.arg(0), By: name}}}
		if d.name == "wsgiscriptalias" { // behind those of mod_alias
			one.Steps[0] = plan.Replace{Old: strings.TrimSuffix(d.arg(0), "/"), By: name}
			s.scripts = append(s.scripts, one)
			return
		}
		s.aliases = append(s.aliases, one)
	case "aliasmatch", "scriptaliasmatch":
		c, ok := capturing(apacheRegexp, d.arg(0), false)
		if ok = ok && d.name == "aliasmatch" && a.reuse(maxExpression) && strings.HasPrefix(d.arg(1), "/"); !ok {
			s.aliases = append(s.aliases, plan.Case{If: a.pattern(s, d.arg(0), false), Steps: a.given(d, "not followed where it matches")})
			return
		}
		a.understood(d)
		s.aliases = append(s.aliases, plan.Case{If: c, Steps: []plan.Step{&plan.Put{To: plan.ToPath, Text: captures(d.arg(1))}}})
	case "redirect", "redirectpermanent", "redirecttemp", "redirectmatch":
		s.redirects = append(s.redirects, a.redirect(s, d, plan.Any, false))
	case "rewriteengine":
		s.engine = d
	case "directoryindex":
		s.addIndex(d, "")
	case "options":
		s.options(a, d)
	case "sslengine":
		s.tls = strings.EqualFold(d.arg(0), "on")
	case "rewriterule":
		s.rewrites = append(s.rewrites, apacheRuleOf(d, s.conditions))
		s.conditions = nil
	case "rewritecond":
		s.conditions = append(s.conditions, d)
	case "rewriteoptions":
		if slices.ContainsFunc(d.args, func(arg string) bool {
			return !amongTexts([]string{"allownoslash", "ignoreinherit", "longurloptimization", "mergebase"}, strings.ToLower(arg))
		}) {
			a.doubt(s, d, mayChange)
		}
	case "limit", "limitexcept":
		if apacheLimits(d) {
			a.doubt(s, d, mayChange)
		} else {
			a.understood(d)
		}
	case "userdir":
		if !strings.EqualFold(d.arg(0), "disabled") || len(d.args) > 1 {
			s.homes = orSteps(s.homes, a.doubted(d, mayChange, "targets that begin with /~"))
		}
	case "location", "locationmatch":
		a.location(s, d)
	case "proxy", "proxymatch":
		a.proxy(s, d)
	case "directory", "directorymatch", "files", "filesmatch":
		a.folder(s, d)
	case "if", "elseif", "else":
		if !apacheIdle(d) || s.slashes == "nodecode" {
			a.doubt(s, d, notThePath)
		}
	case "setenvif", "setenvifnocase", "setenvifexpr", "browsermatch", "browsermatchnocase":
		if apacheTellsProxy(d) {
			s.unpassed = orSteps(s.unpassed, a.doubted(d, notThePath, "targets that a ProxyPass passes on"))
		}
	case "errordocument":
		a.page(s, d)
	case "httpprotocoloptions": // noteModules has looked
	case "limitrequestline":
		if n, err := strconv.Atoi(d.arg(0)); err != nil || n < 8190 {
			a.doubt(s, d, "it refuses long targets")
		}
	case "include", "includeoptional":
		file := d.arg(0)
		switch base := file[strings.LastIndexByte(file, '/')+1:]; {
		case base == "ports.conf", base == "options-ssl-apache.conf":
			a.missed(d, "another file, which is not read: taken to be as it is shipped")
		case strings.ContainsAny(file, "*?["):
			s.doubts = append(a.mayAdd(d), s.doubts...)
		default:
			a.doubt(s, d, otherFile)
		}
	case "directoryslash":
		if !strings.EqualFold(d.arg(0), "on") {
			s.unserved = orSteps(s.unserved, a.doubted(d, mayChange, "targets that are looked for in files"))
		}
	case "fallbackresource", "acceptpathinfo", "virtualdocumentroot", "virtualdocumentrootip", "virtualscriptalias", "virtualscriptaliasip":
		s.unserved = orSteps(s.unserved, a.doubted(d, mayChange, "targets that are looked for in files"))
	case "requestheader":
		a.header(d)
	default:
		if !apacheIdle(d) {
			a.doubt(s, d, mayChange)
		}
	}
}

// apacheRuns reports whether a directive only says which program gets a file.
func apacheRuns(d *directive) bool {
	to := strings.ToLower(d.arg(0))
	return (d.name == "sethandler" || d.name == "addhandler") && (to == "none" || to == "cgi-script" || to == "fcgid-script" || to == "wsgi-script" || to == "default-handler" ||
		strings.HasPrefix(to, "application/x-") || strings.HasPrefix(to, "php") || strings.HasPrefix(to, "proxy:fcgi:") || strings.HasPrefix(to, "proxy:unix:") && strings.Contains(to, "|fcgi:"))
}

// fileName returns the name of a file or folder, which may be relative to ServerRoot. If
// the file has no ServerRoot before it, ok is false and what applies to the folder is not
// known.
func (a *apacheReader) fileName(s *apacheServer, d *directive, name string) (full string, ok bool) {
	switch {
	case strings.HasPrefix(name, "/") || name == "":
		return name, true
	case a.serverRoot != "":
		return strings.TrimSuffix(a.serverRoot, "/") + "/" + name, true
	}
	s.unserved = orSteps(s.unserved, a.doubted(d, "it is relative to the ServerRoot, which this file does not set", "targets that are looked for in files"))
	return name, false
}

// addIndex notes the names of a DirectoryIndex, and the folder that it is of, or "".
func (s *apacheServer) addIndex(d *directive, where string) {
	s.index = d
	s.indexes = append(s.indexes, d.args...)
	if !amongTexts(s.indexAt, where) {
		s.indexAt = append(s.indexAt, where)
	}
}

// options reads Options, of which MultiViews serves files of other names.
func (s *apacheServer) options(a *apacheReader, d *directive) {
	if slices.ContainsFunc(d.args, func(arg string) bool { return strings.EqualFold(strings.TrimPrefix(arg, "+"), "multiviews") }) {
		s.unserved = orSteps(s.unserved, a.doubted(d, "it serves files of other names", "targets that are looked for in files"))
	}
}

// header notes a header field from which applications read paths.
func (a *apacheReader) header(d *directive) {
	if slices.ContainsFunc(d.args, tellsPath) {
		a.missed(d, "it may tell the next server another path")
	}
}

// apacheTellsProxy reports whether a directive sets a variable that mod_proxy looks at.
func apacheTellsProxy(d *directive) bool {
	return slices.ContainsFunc(d.args, func(arg string) bool {
		arg = strings.ToLower(strings.TrimPrefix(arg, "!"))
		return strings.HasPrefix(arg, "no-proxy") || strings.HasPrefix(arg, "proxy-no")
	})
}

// unresolved reports whether a variable is left in the arguments.
//
//go:noinline
func (d *directive) unresolved() bool {
	return slices.ContainsFunc(d.args, func(arg string) bool {
		for {
			_, rest, found := strings.Cut(arg, "${")
			name, _, _ := strings.Cut(rest, "}")
			if !found || !strings.HasPrefix(d.name, "rewrite") || !strings.Contains(name, ":") {
				return found
			}
			arg = rest // of a RewriteMap
		}
	})
}

// page reads ErrorDocument. A document with a path is another request, which a
// ProxyPass may pass on, and one with a host is a redirect.
func (a *apacheReader) page(s *apacheServer, d *directive) {
	status, ok := statusOf(d.arg(0))
	document := d.arg(1)
	if !ok || document == "" || strings.HasPrefix(document, "/") || strings.Contains(document, "://") || strings.Contains(document, "%{") {
		s.pages = append(s.pages, apachePage{status, d})
	}
}

// underPrefix holds for paths that alias_match matches: those that begin with the whole
// segments of the prefix, and all paths below a prefix that ends with a slash.
func underPrefix(prefix string) *plan.Condition {
	if strings.HasSuffix(prefix, "/") || prefix == "" {
		return plan.Prefix(prefix)
	}
	return plan.Below(prefix)
}

// maxExpression is how much of maxReuse a regular expression counts as.
const maxExpression = 500

// pattern returns the condition for a regular expression, or one that always holds.
func (a *apacheReader) pattern(s *apacheServer, pattern string, fold bool) *plan.Condition {
	if !a.reuse(maxExpression) {
		return plan.Any
	}
	c, ok := expression(apacheRegexp, pattern, fold)
	if !ok {
		return plan.Any
	}
	return c
}

// redirect reads Redirect and RedirectMatch within the paths of a section:
// https://httpd.apache.org/docs/2.4/mod/mod_alias.html#redirect.
func (a *apacheReader) redirect(s *apacheServer, d *directive, within *plan.Condition, inSection bool) plan.Case {
	args := d.args
	isMatch := d.name == "redirectmatch"
	status, code := 302, ""
	switch d.name {
	case "redirectpermanent":
		status = 301
	case "redirect", "redirectmatch":
		if len(args) > 0 {
			code = strings.ToLower(args[0])
		}
		n, isStatus := statusOf(code)
		switch {
		case code == "permanent":
			status, args = 301, args[1:]
		case code == "seeother":
			status, args = 303, args[1:]
		case code == "temp":
			args = args[1:]
		case code == "gone":
			status, args = 410, args[1:]
		case isStatus:
			status, args = n, args[1:]
		}
	}
	c := within
	want := 2
	if status/100 != 3 {
		want = 1
	}
	if inSection && len(args) == want-1 {
		want--
	} else if len(args) > 0 {
		if isMatch {
			c = a.pattern(s, args[0], false)
		} else {
			c = underPrefix(args[0])
		}
		if inSection {
			c = plan.And(within, c)
		}
	}
	if len(args) == want && status/100 == 3 {
		if steps := a.redirects(d, args, status, isMatch); steps != nil && (isMatch || want == len(args)) {
			if isMatch {
				if c, ok := capturing(apacheRegexp, args[0], false); ok && !inSection {
					return plan.Case{If: c, Steps: steps}
				}
			} else if len(args) == 2 {
				return plan.Case{If: c, Steps: steps}
			}
		}
	}
	if len(args) != want || status/100 == 3 {
		return plan.Case{If: c, Steps: a.given(d, "a redirect is not followed")}
	}
	a.understood(d)
	return plan.Case{If: c, Steps: []plan.Step{plan.Answer(status)}}
}

// redirects returns the steps of a redirect to a URL, or nil.
func (a *apacheReader) redirects(d *directive, args []string, status int, isMatch bool) []plan.Step {
	if len(args) != 2 || strings.ContainsAny(args[1], "#%") {
		return nil
	}
	url := plan.Text{{Text: args[1]}}
	var steps []plan.Step
	if isMatch {
		url = captures(args[1])
		if strings.Contains(args[1], "?") {
			return nil
		}
		put := &plan.Put{To: plan.ToPath, Text: url}
		steps = []plan.Step{&plan.Branch{Cases: []plan.Case{{
			On: []plan.Step{put}, If: plan.Or(plan.Part("?"), plan.Part("#")), Steps: []plan.Step{plan.Unknown("a ? or a # in what a redirect is made of")},
		}}}, put, plan.URLHost, plan.ApacheEscape}
	} else {
		path, query, has := cutQuery(url)
		if has || len(path) == 0 {
			_ = query
			return nil
		}
		steps = []plan.Step{plan.Replace{Old: args[0]}, plan.ApacheEscape, &plan.Put{To: plan.ToPath, Text: plan.Text{url[0], {Kind: plan.ThePath}}}, plan.URLHost}
	}
	a.understood(d)
	return append(steps, plan.Redirect(status))
}

// namesServer reports whether something that an expression matches may become part of the name
// of a server in a URL.
func namesServer(t plan.Text, pattern string) bool {
	if len(t) < 2 {
		return false
	}
	_, rest, _ := strings.Cut(t[0].Text, "://")
	switch {
	case t[0].Kind != plan.Literal || rest == "":
		return true
	case strings.Contains(rest, "/"), t[1].Kind == plan.ThePath:
		return false
	}
	// A group that begins with a slash.
	_, group, ok := strings.Cut(pattern, "(")
	return !ok || t[1].N != 1 || !strings.HasPrefix(group, "/")
}

// captures returns a text of ap_pregsub, in which $1 and & are what an expression matched.
func captures(s string) plan.Text {
	var t plan.Text
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '&':
			t = append(t, plan.Piece{Kind: plan.Capture})
		case s[i] == '$' && i+1 < len(s) && isDigitOctet(s[i+1]):
			i++
			t = append(t, plan.Piece{Kind: plan.Capture, N: int(s[i] - '0')})
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '$' || s[i+1] == '&'):
			i++
			t = append(t, plan.Piece{Text: s[i : i+1]})
		default:
			t = append(t, plan.Piece{Text: s[i : i+1]})
		}
	}
	return joined(t)
}

// joined returns a text whose literals are one where they follow one another.
func joined(t plan.Text) (list plan.Text) {
	for _, p := range t {
		if k := len(list) - 1; k >= 0 && p.Kind == plan.Literal && list[k].Kind == plan.Literal {
			list[k].Text += p.Text
		} else {
			list = append(list, p)
		}
	}
	return list
}

// pass reads ProxyPass: https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxypass.
func (a *apacheReader) pass(s *apacheServer, d *directive, location string) {
	args := d.args
	if location != "" {
		args = append([]string{location}, args...)
	}
	if len(args) < 2 || !strings.HasPrefix(args[0], "/") {
		a.doubt(s, d, mayChange)
		return
	}
	prefix, url := args[0], args[1]
	p := apachePass{condition: underPrefix(prefix)}
	raws, odd, mapping := false, false, ""
	for _, arg := range args[2:] {
		name, value, isParameter := strings.Cut(strings.ToLower(arg), "=")
		switch {
		case name == "mapping":
			mapping = value
		case name == "nocanon" && !isParameter:
			raws = true
		case !isParameter || !apacheParameters.Get()[name]:
			odd = true
		}
	}
	if rest, ok := strings.CutPrefix(url, "unix:"); ok {
		_, url, _ = strings.Cut(rest, "|")
	}
	scheme, _, _ := strings.Cut(strings.ToLower(url), "://")
	path := nginxURI(url)
	switch {
	case mapping != "":
		// It applies before the path is decoded.
		one := plan.Case{If: plan.Prefix(strings.TrimSuffix(prefix, "/"))} // parameters are ignored
		if mapping == "encoded" && !raws && !odd && scheme == "http" && location == "" && !has(prefix+path, plan.ApacheKept.Complement()) && path != "" {
			a.understood(d)
			one.If, one.Steps = p.condition, []plan.Step{plan.Replace{Old: prefix, By: path}, plan.ApacheSearch, plan.Forward, plan.End}
		} else {
			one.Steps = a.given(d, mayChange)
		}
		s.mapped = append(s.mapped, one)
		return
	case args[1] == "!":
		a.understood(d)
		p.declines = true
	case odd, !apacheSchemes.Get().MatchString(scheme), raws && apacheScript(scheme, nil) != nil,
		strings.ContainsAny(url, "|${}?#"), has(prefix+path, plan.ApacheKept.Complement()), strings.Contains(prefix, "//"):
		p.unknown = a.given(d, mayChange)
	case path == "" && strings.HasSuffix(prefix, "/"):
		p.unknown = a.given(d, "the rest of the path becomes part of the name of the next server")
	default:
		a.understood(d)
		p.steps = func(canonical plan.Step) []plan.Step {
			mapped := []plan.Step{}
			if prefix != path {
				mapped = []plan.Step{plan.Replace{Old: prefix, By: path}}
			}
			if path == "" {
				mapped = append(mapped, apacheRooted)
			}
			if script := apacheScript(scheme, canonical); script != nil {
				return append(mapped, script...)
			} else if !raws {
				return append(mapped, canonical, plan.Forward)
			}
			kept := plan.Case{On: []plan.Step{plan.ApacheOriginal}, If: apacheKept(prefix), Steps: append([]plan.Step{plan.Raw}, mapped...)}
			return []plan.Step{&plan.Branch{Cases: []plan.Case{kept}, Otherwise: append(mapped, canonical)}, plan.Forward}
		}
	}
	if location == "" {
		s.passes = append(s.passes, p)
	} else {
		s.located = append(s.located, p)
	}
}

// apacheSchemes are those of URLs that mod_proxy passes on to as to http, and two of applications,
// which apacheScript gives their path: FastCGI's the name of the script, escaped.
var apacheSchemes = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`^(https?|balancer|h2c?|wss?|ajp|fcgi|uwsgi)$`) }}

// apacheScript returns the steps that give an application its path, or nil for a server.
func apacheScript(scheme string, canonical plan.Step) []plan.Step {
	switch scheme {
	case "fcgi":
		return []plan.Step{canonical, plan.App}
	case "uwsgi":
		return []plan.Step{plan.App}
	}
	return nil
}

// apacheKept holds for original targets that a ProxyPass with nocanon passes on as they
// are: the prefix matches as much of them as of the path.
func apacheKept(prefix string) *plan.Condition {
	if strings.HasSuffix(prefix, "/") {
		return plan.And(plan.Prefix(prefix), plan.Not(plan.Prefix(prefix+"/")))
	}
	return plan.Below(prefix)
}

// apacheRooted adds a leading slash that a ProxyPass has removed.
var apacheRooted = when(plan.Not(plan.Prefix("/")), []plan.Step{plan.Replace{By: "/"}})

// passMatch reads ProxyPassMatch with an expression:
// https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxypassmatch.
func (a *apacheReader) passMatch(d *directive, pattern string, args []string) apachePass {
	if !a.reuse(maxExpression) || len(args) == 0 {
		return apachePass{condition: plan.Any, unknown: a.given(d, mayChange)}
	}
	refers := strings.ContainsAny(args[0], "$&")
	c, ok := expression(apacheRegexp, pattern, false)
	if refers {
		c, ok = capturing(apacheRegexp, pattern, false)
	}
	if !ok {
		return apachePass{condition: plan.Any, unknown: a.given(d, notThisRegex)}
	}
	p := apachePass{condition: c}
	url := args[0]
	if rest, ok := strings.CutPrefix(url, "unix:"); ok {
		_, url, _ = strings.Cut(rest, "|")
	}
	scheme, rest, _ := strings.Cut(url, "://")
	scheme = strings.ToLower(scheme)
	raws := false
	odd := slices.ContainsFunc(args[1:], func(arg string) bool {
		name, _, ok := strings.Cut(strings.ToLower(arg), "=")
		raws = raws || name == "nocanon" && !ok
		return name != "nocanon" && (!ok || !apacheParameters.Get()[name])
	})
	switch {
	case url == "!":
		a.understood(d)
		p.declines = true
		return p
	case odd, !apacheSchemes.Get().MatchString(scheme), raws && (apacheScript(scheme, nil) != nil || !refers), strings.ContainsAny(rest, "|{}?#%"):
		p.unknown = a.given(d, mayChange)
		return p
	}
	a.understood(d)
	text := captures("http://" + rest) // whatever the scheme, the path is passed on
	if !refers {
		text = append(text, plan.Piece{Kind: plan.ThePath})
	}
	p.steps = func(canonical plan.Step) []plan.Step {
		steps := []plan.Step{&plan.Put{To: plan.ToPath, Text: text}, plan.URLPath, canonical, plan.Forward}
		if script := apacheScript(scheme, canonical); script != nil {
			steps = append(steps[:2], script...)
		}
		if raws { // of the target as it was sent, where that matches, too
			sent := []plan.Step{&plan.Put{To: plan.ToTarget, Text: text}, plan.URLPath, plan.Forward, plan.End}
			steps = append([]plan.Step{&plan.Branch{Cases: []plan.Case{{On: []plan.Step{plan.ApacheOriginal}, If: c, Steps: sent}}}}, steps...)
		}
		return steps
	}
	if namesServer(text, pattern) {
		p.unknown = a.given(d, "the path may become part of the name of the next server")
	}
	return p
}

// location reads <Location>: https://httpd.apache.org/docs/2.4/mod/core.html#location.
func (a *apacheReader) location(s *apacheServer, d *directive) {
	prefix, paths, pattern := d.arg(0), depends, ""
	plain := d.name == "location" && strings.HasPrefix(prefix, "/") && !strings.ContainsAny(prefix, "*?[") && !d.unresolved()
	switch {
	case plain:
		paths = wholly(underPrefix(prefix))
	case d.name == "location" && strings.HasPrefix(prefix, "/") && !d.unresolved():
		paths.possible = plan.Prefix(prefix[:strings.IndexAny(prefix, "*?[")])
	case d.name == "locationmatch" || prefix == "~":
		pattern = prefix
		if prefix == "~" {
			pattern = d.arg(1)
		}
		if c := a.pattern(s, pattern, false); c != plan.Any {
			paths = wholly(c)
		}
	}
	block := a.flatten(d.block, s)
	section := apacheSection{condition: paths, access: a.access(block)}
	unknown := func(x *directive, note string) {
		section.fixups = append(section.fixups, plan.Case{If: paths.possible, Steps: a.given(x, note)})
	}
	var conditions []*directive
	for _, x := range block {
		switch {
		case x.name == "rewritecond":
			conditions = append(conditions, x)
		case x.name == "rewriterule" && needsField(conditions):
			a.missed(x, notThePath)
			conditions = nil
		case x.unresolved() && !apacheHarmless.Get()[x.name]:
			a.doubt(s, x, "a variable that this file does not set")
		case x.name == "proxypass" && plain:
			a.pass(s, x, prefix)
		case x.name == "proxypass" && pattern != "" && !isGlob(pattern):
			a.missed(x, "in a section for an expression without *, ? and [ it passes nothing on")
		case (x.name == "proxypass" || x.name == "proxypassmatch") && pattern != "" && paths.followed():
			s.located = append(s.located, a.passMatch(x, pattern, x.args))
		case x.name == "proxypass", x.name == "proxypassmatch":
			s.located = append(s.located, apachePass{condition: paths.possible, unknown: a.given(x, "not followed in this section")})
		case strings.HasPrefix(x.name, "redirect") && paths.followed():
			section.fixups = append(section.fixups, a.redirect(s, x, paths.sure, true))
		case x.name == "errordocument":
			a.page(s, x)
		case x.name == "directoryindex":
			s.addIndex(x, prefix)
		case x.name == "options":
			s.options(a, x)
		case x.name == "requestheader":
			a.header(x)
		case strings.HasPrefix(x.name, "setenvif"), strings.HasPrefix(x.name, "browsermatch"), x.name == "include", x.name == "includeoptional":
			a.read(s, x, true)
		case x.name == "sethandler" && amongTexts([]string{"server-status", "server-info", "balancer-manager"}, strings.ToLower(x.arg(0))):
			a.understood(x)
			section.fixups = append(section.fixups, paths.follow([]plan.Step{plan.Answer(200)}, a.given(x, notThisRegex))...)
		case apacheRuns(x), x.name == "rewriteengine", apacheAccessWord(x.name), apacheIdle(x):
		default:
			unknown(x, mayChange)
		}
	}
	if paths.followed() && section.access != (apacheAccess{}) {
		a.understood(d)
	}
	s.sections = append(s.sections, section)
}

// isGlob reports whether Apache takes a pattern for one with wildcards: then a ProxyPass in the
// section is a ProxyPassMatch.
func isGlob(pattern string) bool {
	open := false
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '*', '?':
			return true
		case '\\':
			i++
		case '[':
			open = true
		case ']':
			if open {
				return true
			}
		}
	}
	return false
}

// proxy reads <Proxy>, which applies to what is passed on.
func (a *apacheReader) proxy(s *apacheServer, d *directive) {
	block := a.flatten(d.block, s)
	doubt := func(x *directive, note string) {
		s.unpassed = orSteps(s.unpassed, a.doubted(x, note, "targets that a ProxyPass passes on"))
	}
	access := a.access(block)
	for _, v := range []apacheVerdict{access.requires, access.allows} {
		if v.says > apacheGrants {
			doubt(v.by, "access to what is passed on is not followed")
		}
	}
	for _, x := range block {
		if apacheCore.Get()[x.name] {
			s.core = x
		}
		switch {
		case x.name == "balancermember":
			if path := nginxURI(x.arg(0)); path != "" || x.unresolved() {
				doubt(x, mayChange)
			}
		case x.name == "errordocument":
			a.page(s, x)
		case !apacheAccessWord(x.name) && !apacheIdle(x):
			doubt(x, mayChange)
		}
	}
}

// folder reads sections for files: https://httpd.apache.org/docs/2.4/sections.html.
func (a *apacheReader) folder(s *apacheServer, d *directive) {
	name := d.arg(0)
	f := apacheFolder{condition: plan.Any, depth: 1 << 21}
	switch {
	case d.name == "filesmatch" && name == `^\.ht`, d.name == "files" && name == ".ht*":
		f.condition = plan.Part("/.ht")
	case d.name == "files" && !strings.ContainsAny(name, "~*?["):
		f.condition = plan.Part("/" + name)
	case d.name == "files" && strings.HasPrefix(name, "*") && !strings.ContainsAny(name[1:], "~*?["):
		f.condition = plan.Part(name[1:])
	case d.name == "filesmatch":
		f.condition = apacheNamed(name)
	case d.name == "files" && name == "~":
		f.condition = apacheNamed(d.arg(1))
	case d.name == "directory" && strings.HasPrefix(name, "/") && !strings.ContainsAny(name, "~*?[") && !d.unresolved():
		f.sure, f.root, f.depth = true, name == "/", strings.Count(strings.TrimSuffix(name, "/"), "/")
		if !f.root {
			f.condition = plan.Below(strings.TrimSuffix(name, "/"))
		}
	case strings.HasPrefix(d.name, "directory"):
		f.depth = 1 << 20
		pattern := name
		if name == "~" {
			pattern = d.arg(1)
		}
		if c, ok := expression(apacheRegexp, pattern, false); ok && (d.name == "directorymatch" || name == "~") && !strings.Contains(pattern, "$") && !strings.Contains(pattern, "(?") && !strings.Contains(pattern, `\`+"z") {
			f.condition = c // it may match where it matches a longer name
		}
	}
	switch {
	case d.name == "files" && !strings.ContainsAny(name, "~?[") && strings.LastIndexByte(name, '*') <= 0:
		f.last = apacheLast("^" + strings.Replace(quoted(name), `\*`, "[^/]*", 1) + "$")
	case d.name == "files" && name == "~":
		f.last = apacheLast(d.arg(1))
	case d.name == "filesmatch":
		f.last = apacheLast(name)
	}
	block := a.flatten(d.block, s)
	f.access = a.access(block)
	for _, v := range []*apacheVerdict{&f.access.requires, &f.access.allows} {
		switch {
		case v.says == apacheSilent || v.says == apacheGrants || v.says == apacheDenies && f.last != nil:
		case !f.sure, v.says == apacheAdmits && !f.root:
			v.says = apacheDepends
		}
	}
	doubt := func(x *directive, note string) {
		f.doubts = orSteps(f.doubts, a.doubted(x, note, "files in "+d.String()))
	}
	if f.sure {
		f.name = strings.TrimSuffix(name, "/") + "/"
	}
	own, conditions := &apacheDir{name: f.name}, []*directive(nil)
	for _, x := range block {
		switch {
		case f.sure && !x.unresolved() && own.read(a, s, x, &conditions):
			f.dir = own
		case x.name == "files", x.name == "filesmatch":
			a.folder(s, x)
			inner := &s.folders[len(s.folders)-1]
			inner.condition, inner.last = plan.And(f.condition, inner.condition), nil
			for _, v := range []*apacheVerdict{&inner.access.requires, &inner.access.allows} {
				if v.says == apacheDenies {
					v.says = apacheDepends
				}
			}
		case x.name == "directoryslash" && strings.EqualFold(x.arg(0), "on"):
		case x.name == "allowoverride" && strings.EqualFold(x.arg(0), "none") && len(x.args) == 1, x.name == "allowoverridelist" && strings.EqualFold(x.arg(0), "none"):
		case x.name == "allowoverride", x.name == "allowoverridelist":
			a.missed(x, "files .htaccess are not read: where there are some, results are unknown")
			f.overrides = x
		case x.name == "errordocument":
			a.page(s, x)
		case x.name == "directoryindex":
			s.addIndex(x, f.name)
		case x.name == "options":
			s.options(a, x)
			f.links = x
		case x.name == "requestheader":
			a.header(x)
		case x.name == "rewriteengine", x.name == "rewritebase", x.name == "rewritecond", apacheRuns(x), apacheAccessWord(x.name), apacheIdle(x):
		default:
			doubt(x, mayChange)
		}
	}
	s.folders = append(s.folders, f)
}

// apacheLast holds for paths whose last segment an expression for names of files matches, or is nil
// where that is not certain.
func apacheLast(pattern string) *plan.Condition {
	body, start := strings.CutPrefix(pattern, "^")
	body, end := strings.CutSuffix(body, "$")
	bare := strings.NewReplacer(`\\`, "", `\.`, "", "[^/]*", "").Replace(body)
	if strings.ContainsAny(bare, ".^$") || strings.Contains(bare, "(?") && !strings.HasPrefix(bare, "(?i)") || strings.Count(bare, "|") > 0 && !strings.HasSuffix(bare, ")") || strings.ContainsAny(bare, `\`) {
		return nil
	}
	fold := strings.HasPrefix(body, "(?i)")
	if body = strings.TrimPrefix(body, "(?i)"); !start {
		body = "[^/]*" + body
	}
	if !end {
		body += "[^/]*"
	}
	one, ok := capturing(apacheRegexp, `\A(.*/)`+body+`\z`, fold)
	if !ok {
		return nil
	}
	return one
}

// apacheNamed holds for paths with a segment that an expression for names of files may match.
func apacheNamed(pattern string) *plan.Condition {
	body, start := strings.CutPrefix(pattern, "^")
	body, end := strings.CutSuffix(body, "$")
	depth := 0
	for i := range len(body) {
		switch body[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		if strings.IndexByte("^$|", body[i]) >= 0 && depth == 0 || strings.HasSuffix(body, `\`) {
			return plan.Any
		}
	}
	if start {
		body = "/" + body
	}
	if end {
		body += `(?:/|\z)`
	}
	if one, ok := expression(apacheRegexp, body, false); ok && !strings.Contains(body, "(?") == !end {
		return one
	}
	return plan.Any
}

// apacheAccessWord reports whether a directive or section is one of those that access
// reads.
func apacheAccessWord(name string) bool {
	switch name {
	case "require", "requireall", "requireany", "requirenone", "order", "allow", "deny", "satisfy", "limit", "limitexcept", "authmerging":
		return true
	}
	return false
}

// access reads the directives for access in a section:
// https://httpd.apache.org/docs/2.4/mod/mod_authz_core.html#logic and
// https://httpd.apache.org/docs/2.4/mod/mod_access_compat.html#order.
func (a *apacheReader) access(block []*directive) apacheAccess {
	var v apacheAccess
	requires := func(says apacheSays, by *directive) { v.requires = apacheVerdict{says: says, by: by} }
	// What is about other methods stands in the place of what sections before say.
	block = slices.DeleteFunc(slices.Clone(block), func(d *directive) bool {
		other := (d.name == "limit" || d.name == "limitexcept") && !apacheLimits(d)
		if other {
			if said := a.access(d.block); said.requires.says != apacheSilent {
				requires(apacheGrants, d)
			} else if said.allows.says != apacheSilent {
				v.allows = apacheVerdict{says: apacheGrants, by: d}
			}
		}
		return other
	})
	allowFirst := false
	var allows, denies []*directive
	if list := apacheRules(block); len(list) > 0 {
		requires(apacheRequired(list), list[0])
		v.requires.status = apacheRefusal(block, list)
		if v.requires.says == apacheRefuses && v.requires.status == 0 {
			v.requires.says = apacheDepends
		}
	}
	var last *directive
	for _, d := range block {
		switch d.name {
		case "order":
			allowFirst, last = strings.EqualFold(strings.ReplaceAll(strings.Join(d.args, ""), " ", ""), "allow,deny"), d
		case "allow":
			allows, last = append(allows, d), d
		case "deny":
			denies, last = append(denies, d), d
		}
	}
	all := func(list []*directive) bool {
		return anyDirective(list, func(d *directive) bool { return strings.EqualFold(strings.Join(d.args, " "), "from all") })
	}
	if last != nil {
		v.allows = apacheVerdict{says: apacheDepends, by: last}
		some := func(list []*directive) bool {
			return anyDirective(list, func(d *directive) bool { return !strings.EqualFold(strings.Join(d.args, " "), "from all") })
		}
		switch {
		case allowFirst && (all(denies) || len(allows) == 0), !allowFirst && all(denies) && len(allows) == 0:
			v.allows.says = apacheDenies
		case allowFirst && all(allows) && len(denies) == 0, !allowFirst && (all(allows) || len(denies) == 0):
			v.allows.says = apacheGrants
		case anyDirective(slices.Concat(allows, denies), apacheOdd):
		case allowFirst && !all(allows) || !allowFirst && all(denies) && some(allows):
			v.allows.says = apacheRefuses
		case allowFirst && some(denies) || !allowFirst && some(denies) && !all(denies):
			v.allows.says = apacheAdmits
		}
	}
	for _, d := range block {
		switch {
		case d.name == "satisfy" && !strings.EqualFold(d.arg(0), "all"), d.name == "authmerging" && !strings.EqualFold(d.arg(0), "off"):
			v.requires, v.allows = apacheVerdict{says: apacheDepends, by: d}, apacheVerdict{says: apacheDepends, by: d}
		case d.name == "limit", d.name == "limitexcept":
			inner := a.access(d.block)
			if inner.requires.says > apacheGrants {
				requires(apacheDepends, d)
			}
			if inner.allows.says > apacheGrants {
				v.allows = apacheVerdict{says: apacheDepends, by: d}
			}
			if anyDirective(d.block, func(x *directive) bool { return !apacheAccessWord(x.name) && !apacheIdle(x) }) {
				requires(apacheDepends, d)
			}
		}
	}
	return v
}

// apacheLimits reports whether <Limit> or <LimitExcept> is about a GET.
func apacheLimits(d *directive) bool {
	return slices.ContainsFunc(d.args, func(arg string) bool { return strings.EqualFold(arg, "get") }) == (d.name == "limit")
}

// apacheOdd reports whether a directive names something else than addresses, hosts and users.
func apacheOdd(d *directive) bool {
	return anyAddress(d.args) || slices.ContainsFunc(d.args, func(arg string) bool { return strings.Contains(arg, "=") || strings.Contains(arg, "%{") })
}

// apacheRequired decides rules that name addresses and users for a plain request, of which none
// of them holds, and for others.
func apacheRequired(list []*directive) apacheSays {
	plain, other := apacheRequires("requireany", list, false), apacheRequires("requireany", list, true)
	switch {
	case plain == other:
		return plain
	case plain == apacheDenies && other == apacheGrants:
		return apacheRefuses
	case plain == apacheGrants && other == apacheDenies:
		return apacheAdmits
	}
	return apacheDepends
}

// apacheRefusal returns the status of a refusal: 401 where a user could be let in, or 0 where it is
// not known.
func apacheRefusal(block, list []*directive) int {
	users, others := 0, 0
	var count func(list []*directive, section string)
	count = func(list []*directive, section string) {
		for _, d := range list {
			switch {
			case d.open:
				count(apacheRules(d.block), d.name)
			case apacheUser(d) && section != "requireany":
				users, others = users+1, others+1 // it depends on the others
			case apacheUser(d):
				users++
			}
		}
	}
	count(list, "requireany")
	kind := slices.IndexFunc(block, func(d *directive) bool { return d.name == "authtype" })
	switch {
	case users == 0:
		return 403
	case others == 0 && kind >= 0 && (strings.EqualFold(block[kind].arg(0), "basic") || strings.EqualFold(block[kind].arg(0), "digest")):
		return 401
	}
	return 0
}

// apacheUser reports whether a rule is about who a client is.
func apacheUser(d *directive) bool {
	word := strings.ToLower(d.arg(0))
	return word == "valid-user" || word == "user" || word == "group" || word == "file-owner" || word == "file-group" || strings.HasPrefix(word, "ldap-")
}

// apacheRules returns the directives of mod_authz_core.
func apacheRules(block []*directive) []*directive {
	var list []*directive
	for _, d := range block {
		if strings.HasPrefix(d.name, "require") {
			list = append(list, d)
		}
	}
	return list
}

// apacheRequires decides a section of rules. named says whether those about addresses and users
// hold. A rule with "not" that does not hold refuses, and otherwise says nothing.
func apacheRequires(section string, rules []*directive, named bool) apacheSays {
	if len(rules) == 0 {
		return apacheDepends
	}
	counts := map[apacheSays]int{}
	for _, d := range rules {
		says := apacheDepends
		switch text := strings.ToLower(strings.Join(d.args, " ")); {
		case d.open:
			// Conditional sections in it make it depend on them.
			if inner := apacheRules(d.block); len(inner) == len(d.block) {
				says = apacheRequires(d.name, inner, named)
			}
		case d.name == "require" && text == "all granted":
			says = apacheGrants
		case d.name == "require" && text == "all denied":
			says = apacheDenies
		case d.name == "require" && text == "method get" || strings.HasPrefix(text, "method ") && amongTexts(strings.Fields(text), "get"):
			says = apacheGrants
		case d.name == "require" && !apacheOdd(d):
			word, not := strings.ToLower(d.arg(0)), false
			if not = word == "not"; not {
				word = strings.ToLower(d.arg(1))
			}
			switch {
			case word != "ip" && word != "host" && word != "forward-dns" && word != "local" && !apacheUser(d) || not && section != "requireall":
			case not && named:
				says = apacheDenies
			case not:
				says = apacheSilent
			case named:
				says = apacheGrants
			default:
				says = apacheDenies
			}
		}
		counts[says]++
	}
	switch {
	case section == "requirenone" && counts[apacheGrants] > 0, section == "requireall" && counts[apacheDenies] > 0, section == "requireany" && counts[apacheDenies] == len(rules):
		return apacheDenies
	case section == "requireany" && counts[apacheGrants] > 0, section == "requireall" && counts[apacheGrants] > 0 && counts[apacheGrants]+counts[apacheSilent] == len(rules):
		return apacheGrants
	}
	return apacheDepends
}

// steps returns what a verdict of access leads to. Those that grant access lead on, to after.
func (v apacheVerdict) steps(a *apacheReader, after []plan.Step) []plan.Step {
	switch v.says {
	case apacheDenies:
		return []plan.Step{plan.Answer(403)}
	case apacheRefuses:
		a.understood(v.by)
		return []plan.Step{&plan.Fork{If: v.by.String() + " lets the client in", Who: true, Steps: after}, plan.Answer(cmp.Or(v.status, 403))}
	case apacheAdmits:
		a.understood(v.by)
		return []plan.Step{&plan.Fork{If: v.by.String() + " refuses the client", Steps: []plan.Step{plan.Answer(403)}}}
	case apacheDepends:
		return a.given(v.by, "access depends on more than the path, or is not followed")
	}
	return nil
}

// entered returns the steps of all <Location> that apply: access, and what comes before
// a request is handled, which rest does.
func (s *apacheServer) entered(a *apacheReader, rest []plan.Step) []plan.Step {
	var fixups []plan.Case
	forks := false
	for _, section := range slices.Backward(s.sections) {
		fixups = append(fixups, section.fixups...)
		forks = forks || section.access.requires.says == apacheRefuses || section.access.allows.says == apacheRefuses
	}
	verdicts := func(of func(apacheAccess) apacheVerdict, after []plan.Step) []plan.Step {
		var list []plan.Case
		for _, section := range slices.Backward(s.sections) {
			v := of(section.access)
			if v.says == apacheSilent {
				continue
			}
			unknown := []plan.Step(nil)
			if !section.condition.followed() {
				unknown = a.given(v.by, notThisRegex)
			}
			list = append(list, section.condition.follow(v.steps(a, after), unknown)...)
		}
		return a.chooses(list, nil)
	}
	requires, allows := func(v apacheAccess) apacheVerdict { return v.requires }, func(v apacheAccess) apacheVerdict { return v.allows }
	if !forks {
		if s.sectioned == nil {
			s.sectioned = onwards("apply the sections for the path", stepsOf(verdicts(allows, nil), verdicts(requires, nil), a.chooses(fixups, nil)))
		}
		return stepsOf(s.sectioned, rest)
	}
	rest = onwards("go on behind the sections", stepsOf(a.chooses(fixups, nil), rest))
	rest = onwards("apply the sections for the path", stepsOf(verdicts(requires, rest), rest))
	return stepsOf(verdicts(allows, rest), rest)
}

// found returns the steps from the name of a file to the application.
func (s *apacheServer) found(a *apacheReader, root, prefix string) []plan.Step {
	folders := slices.Clone(s.folders)
	sort.SliceStable(folders, func(i, j int) bool { return folders[i].depth < folders[j].depth })
	granted := slices.ContainsFunc(s.sections, func(s apacheSection) bool { return s.access.requires.says == apacheGrants })
	var doubts, overrides []plan.Case
	for _, f := range slices.Backward(folders) {
		if f.doubts != nil {
			doubts = append(doubts, plan.Case{If: f.condition, Steps: f.doubts})
		}
		if f.overrides != nil {
			overrides = append(overrides, plan.Case{If: f.condition, Steps: []plan.Step{&plan.Fork{If: "a file .htaccess applies", Steps: []plan.Step{plan.Unknown(a.place(f.overrides) + ": allowoverride")}}}})
		}
	}
	verdicts := func(of func(apacheAccess) apacheVerdict, after []plan.Step) []plan.Step {
		var list []plan.Case
		strict := slices.ContainsFunc(folders, func(f apacheFolder) bool { return of(f.access).says > apacheGrants })
		for _, f := range slices.Backward(folders) {
			v := of(f.access)
			if v.says == apacheGrants && !f.sure {
				if strict {
					v.says = apacheDepends
				} else {
					v.says = apacheSilent
				}
			}
			refuses := v.says == apacheDenies || v.says == apacheRefuses
			if v.says == apacheDenies && granted || refuses && !f.root && (s.again != nil || f.last == nil && f.name == "") {
				v.says = apacheDepends
			}
			switch {
			case v.says == apacheSilent:
				continue
			case f.root || !refuses || v.says == apacheDepends:
				list = append(list, plan.Case{If: f.condition, Steps: v.steps(a, after)})
				continue
			}
			a.understood(v.by)
			// A section applies to what is there, and to a file in a folder that is there.
			folder := plan.Text{{Text: strings.TrimSuffix(f.name, "/")}}
			if f.last != nil {
				folder = plan.Text{{Kind: plan.Capture, N: 1}}
			}
			steps := append([]plan.Step{&plan.Fork{If: plan.ThereIsNoFolder, Of: folder, Steps: []plan.Step{plan.Answer(404)}}}, v.steps(a, after)...)
			if f.last != nil {
				list = append(list, plan.Case{If: f.last, Steps: steps}, plan.Case{If: f.condition, Steps: a.given(v.by, "before the end of a path it depends on what is a folder")})
			} else {
				list = append(list, plan.Case{If: f.condition, Steps: steps})
			}
		}
		return a.chooses(list, nil)
	}
	end := []plan.Step{plan.App}
	if s.again != nil {
		end = s.ruled(a, folders, end, root, prefix)
	}
	rest := onwards("serve it", stepsOf(verdicts(func(v apacheAccess) apacheVerdict { return v.requires }, end), end))
	steps := stepsOf(a.chooses(doubts, nil), a.chooses(overrides, nil), verdicts(func(v apacheAccess) apacheVerdict { return v.allows }, rest), rest)
	return onwards("apply the sections for files, and give the file to the application", steps)
}

// steps returns the steps of a server.
func (s *apacheServer) steps(a *apacheReader) []plan.Step {
	if a.unsafe != nil {
		plain, _ := compiled(apacheRegexp, `^/[\x21\x22\x24-\x7e]*$`, false)
		s.doubts = append(slices.Clone(s.doubts), &plan.Branch{Cases: []plan.Case{{
			On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: plan.Text{{Kind: plan.Sent}}}}, If: plan.Not(&plan.Condition{Kind: plan.IsMatch, Text: "visible ASCII", Pattern: plain}),
			Steps: a.doubted(a.unsafe, "it allows other request lines", "targets that are not a path of visible ASCII"),
		}}})
	}
	if s.unmerged != nil {
		two := plan.Part("//")
		if s.slashes == "on" {
			two = plan.Or(two, &plan.Condition{Kind: plan.IsFoldedPart, Text: "%2f"})
		}
		s.doubts = append(slices.Clone(s.doubts), when(two, a.doubted(s.unmerged, mayChange, "targets with two slashes")))
	}
	if s.slashes == "nodecode" && s.core != nil {
		s.unpassed = orSteps(s.unpassed, a.doubted(s.core, "it ends AllowEncodedSlashes NoDecode", "targets that a ProxyPass passes on"))
	}
	for _, p := range s.pages {
		// Whether there is a file is not known.
		if (p.status == 403 || p.status == 404) && s.passesPage(p) {
			s.unserved = orSteps(s.unserved, a.doubted(p.by, "the document may be passed on", "targets that are looked for in files"))
		}
	}
	if slices.ContainsFunc(s.folders, func(f apacheFolder) bool { return f.dir != nil }) {
		s.again = &plan.Loop{Text: "begin again with the path that was made"}
	}
	found := s.found(a, s.folder(), "")
	for i, m := range s.mapped {
		if s.mapped[i].Steps = s.entered(a, m.Steps); len(s.rules) > 0 {
			s.mapped[i].Steps = []plan.Step{plan.Unknown("a ProxyPass with mapping=, and rules that apply to the path that is not decoded")}
		}
	}
	if s.indexed() {
		d := s.index
		if d == nil {
			d = &directive{name: "directoryindex", args: []string{"index.html"}, line: s.line} // the default
		}
		// Only a folder that is there has an index.
		index := &plan.Fork{If: plan.ThereIsFolder, Of: plan.Text{{Kind: plan.ThePath}}, Steps: a.doubted(d, "other rules may apply to the index file", "targets that end with a slash and are looked for in files")}
		found = append([]plan.Step{when(plan.Suffix("/"), []plan.Step{index})}, found...)
	}
	files := append([]plan.Step{plan.Replace{By: s.folder()}}, found...)
	var mapped []plan.Case
	for _, m := range slices.Concat(s.aliases, s.scripts) {
		switch by := m.Steps[0].(type) {
		case *plan.Put:
			m.Steps = append(slices.Clone(m.Steps), found...)
		case plan.Replace:
			own := found
			if s.again != nil && a.reuse(len(s.folders)*10) {
				own = s.found(a, strings.TrimSuffix(by.By, "/"), strings.TrimSuffix(by.Old, "/"))
			}
			m.Steps = append(slices.Clone(m.Steps), own...)
		}
		mapped = append(mapped, m)
	}
	if s.homes != nil {
		mapped = append(mapped, plan.Case{If: plan.Prefix("/~"), Steps: s.homes})
	}
	served := onwards("look for a file", a.chooses(s.redirects, s.entered(a, stepsOf(s.unserved, a.chooses(mapped, files)))))
	merged := wholly(plan.None)
	for _, section := range s.sections {
		merged = merged.or(section.condition)
	}
	var passes []plan.Case
	for _, p := range slices.Concat(reversed(s.located), s.passes) {
		steps := served
		switch {
		case p.unknown != nil:
			steps = p.unknown
		case !p.declines:
			steps = slices.Concat(s.unpassed, s.entered(a, s.canonical(a, merged, p.steps)))
		}
		passes = append(passes, plan.Case{If: p.condition, Steps: steps})
	}
	target := plan.ApacheTarget
	if s.tls {
		target = plan.ApacheTLS
	}
	unchanged := a.chooses(passes, served)
	noted := &plan.Put{To: plan.ToVariable, Name: apachePath, Text: plan.Text{{Kind: plan.ThePath}}}
	if s.again != nil {
		unchanged = append([]plan.Step{noted}, unchanged...)
	}
	if len(s.rules) > 0 {
		w := &apacheWalk{apacheReader: a, s: s, rules: s.rules, made: map[apachePlace][]plan.Step{}}
		w.unchanged = onwards("go on behind the rewrites", unchanged)
		w.file = onwards("look for the file that the rewrites name", s.entered(a, stepsOf(s.unserved, s.rewritten(a, found))))
		w.proxied = func(canonical bool) []plan.Step {
			steps := []plan.Step{w.passThrough(), plan.URLPath, apacheRooted}
			pass := func(how plan.Step) []plan.Step { return []plan.Step{how, plan.ApacheSearch, plan.Forward} }
			if canonical {
				steps = append(steps, s.canonical(a, merged, pass)...)
			} else {
				steps = append(steps, pass(plan.ApacheSent)...)
			}
			return stepsOf(s.unpassed, s.entered(a, steps))
		}
		if unchanged = w.from(apachePlace{}); s.again != nil {
			unchanged = append([]plan.Step{noted}, unchanged...)
		}
	}
	if s.again != nil {
		s.again.Steps = unchanged
		unchanged = []plan.Step{s.again}
	}
	steps := stepsOf(s.doubts, []plan.Step{target}, a.chooses(s.mapped, nil), []plan.Step{apacheSlashes(s.slashes), plan.Rule}, unchanged)
	return s.replaced(a, steps)
}

// folder returns the name of the folder of DocumentRoot, or of the default one.
func (s *apacheServer) folder() string {
	if s.root == "" {
		return "htdocs"
	}
	return strings.TrimSuffix(s.root, "/")
}

// rewritten returns the steps for the name of a file that rewrites made: it is in the folder
// of DocumentRoot, unless its first segment is a folder or a file of the system.
func (s *apacheServer) rewritten(a *apacheReader, found []plan.Step) []plan.Step {
	name := plan.Piece{Kind: plan.Variable, Text: apacheFile}
	whole := append([]plan.Step{&plan.Put{To: plan.ToPath, Text: plan.Text{name}}}, found...)
	return stepsOf([]plan.Step{
		&plan.Put{To: plan.ToPath, Text: plan.Text{name}}, plan.ApacheSegment,
		&plan.Put{To: plan.ToVariable, Name: "first segment", Text: plan.Text{{Kind: plan.ThePath}}},
		&plan.Fork{If: "there is a file or folder", Of: plan.Text{{Kind: plan.Variable, Text: "first segment"}}, Steps: whole},
		&plan.Put{To: plan.ToPath, Text: plan.Text{{Text: s.folder()}, name}},
	}, found)
}

// canonical returns the steps that escape a path that is passed on. Where a section applies,
// mod_proxy does not see NoDecode of the server.
func (s *apacheServer) canonical(a *apacheReader, merged partial, pass func(how plan.Step) []plan.Step) []plan.Step {
	if s.slashes != "nodecode" {
		return pass(plan.ApacheEncode)
	}
	cases := merged.follow(pass(plan.ApacheEncode), []plan.Step{plan.Unknown("a section that may apply, and ends AllowEncodedSlashes NoDecode")})
	return a.chooses(cases, pass(plan.ApacheKeep))
}

// apacheSlashes returns the step that decodes a path, for an argument of
// AllowEncodedSlashes in lower case.
func apacheSlashes(allowed string) plan.Step {
	switch allowed {
	case "on":
		return plan.ApacheDecodeOn
	case "nodecode":
		return plan.ApacheNoDecode
	}
	return plan.ApacheDecode
}

// indexed reports whether a rule may apply to the index file of a folder, but not to the
// folder, or the other way round.
func (s *apacheServer) indexed() bool {
	names := s.indexes
	if len(names) == 0 {
		names = []string{"index.html"}
	}
	var conditions []*plan.Condition
	for _, r := range s.rules {
		c, ok := expression(apacheRegexp, strings.TrimPrefix(r.arg(0), "!"), r.has("nc"))
		if !ok {
			return true
		}
		conditions = append(conditions, c)
	}
	for _, list := range [][]plan.Case{s.redirects, s.aliases} {
		for _, c := range list {
			conditions = append(conditions, c.If)
		}
	}
	for _, p := range slices.Concat(s.passes, s.located) {
		conditions = append(conditions, p.condition)
	}
	for _, section := range s.sections {
		conditions = append(conditions, section.condition.sure, section.condition.possible)
	}
	for _, f := range s.folders {
		conditions = append(conditions, f.condition)
	}
	return hop.TellsApart(conditions, names)
}

func reversed(list []apachePass) []apachePass {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// passesPage reports whether an ErrorDocument may be passed on, or is a redirect. A
// document that is served from a file keeps the status.
func (s *apacheServer) passesPage(p apachePage) bool {
	document, _, _ := strings.Cut(p.by.arg(1), "?")
	switch {
	case p.status >= 500:
		return false
	case !strings.HasPrefix(document, "/") || strings.Contains(document, "%"):
		return true
	}
	for _, r := range s.rules {
		pattern, not := strings.CutPrefix(r.arg(0), "!")
		c, ok := expression(apacheRegexp, pattern, r.has("nc"))
		if !ok || holdsFor(c, document) != not {
			return true
		}
	}
	for _, c := range s.redirects {
		if holdsFor(c.If, document) {
			return true
		}
	}
	for _, pass := range slices.Concat(reversed(s.located), s.passes) {
		if holdsFor(pass.condition, document) {
			return !pass.declines
		}
	}
	return false
}

// replaced returns steps whose answers are unknown if an ErrorDocument may replace them.
func (s *apacheServer) replaced(a *apacheReader, steps []plan.Step) []plan.Step {
	statuses := map[int]bool{}
	var by *directive
	for _, p := range s.pages {
		if s.passesPage(p) {
			statuses[p.status], by = true, p.by
			a.doubted(p.by, "the document may be passed on", "targets that are answered "+p.by.arg(0))
		}
	}
	if by == nil {
		return steps
	}
	return []plan.Step{&plan.Override{Steps: steps, Statuses: statuses, Class: fmt.Sprintf("%s:%d: errordocument", a.base, by.line)}}
}
