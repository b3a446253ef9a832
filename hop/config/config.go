// Package config reads configuration files of nginx, Apache httpd, HAProxy, Caddy and
// Traefik, and makes a hop of each server in them:
//
//	file, err := config.Read("nginx.conf", text)
//	for _, site := range file.Sites {
//		fmt.Println(site.Name, site.Hop.Apply("/a/..%2fb").Forward.Text)
//	}
//
// A reader says what a file says in the words of package plan, of which package hop makes
// steps. Directives that it does not follow are in [File.Missed], and the results that one
// of them can change are unknown.
//
// The API of this package may still change.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/program"
)

// A File is the result of [Read] for a configuration file.
type File struct {
	// Kind is "nginx", "apache", "haproxy", "caddy", "traefik" or "kubernetes", which is also
	// that of Envoy's files.
	Kind string
	// Sites are the servers, virtual hosts, frontends or sites, in the order of the
	// file.
	Sites []Site
	// Understood are the directives that the hops of Sites follow, in the order of
	// lines.
	Understood []Line
	// Missed are the directives that may change paths but that no hop follows.
	Missed []Line
	// Directives is how many directives the file has, without those in blocks that change no
	// path, such as a list of types.
	Directives int
}

// Followed returns how many of the directives are followed, or can change no path, no status
// and no target.
func (c File) Followed() int {
	lines := map[[2]string]bool{}
	for _, m := range c.Missed {
		if m.Changes != "" {
			lines[[2]string{strconv.Itoa(m.Line), m.Text}] = true
		}
	}
	return max(c.Directives-len(lines), 0)
}

// A Site is one server of a configuration file, as a hop.
type Site struct {
	Hop  *hop.Hop
	Name string // the first of its host names, its name, or "line 12"
	Line int

	hosts, ports []string // for which it answers, or nil
	first        []string // the ports of which it gets what is for no other name, or nil
}

// A Line is one directive of a configuration file.
type Line struct {
	Line int
	Text string // the directive and its arguments
	Note string // why it is not followed, or ""
	// Changes names the targets whose results a directive that is not followed can
	// change, such as "every target". For these, [hop.Result.Unknown] names its line. It is
	// "" if no result depends on the directive.
	Changes string
}

// maxLength is the maximum length of a configuration file, in bytes. Files that people
// write have a tenth of that.
const maxLength = 1 << 20

// maxCases limits the locations, rules and handlers of one site: each target is
// compared with all of them.
const maxCases = 2000

// maxSettings is the maximum length of a file in YAML, JSON or TOML, in bytes: trees of
// keys take a hundred times the memory.
const maxSettings = 256 << 10

// maxSites limits the servers of a file, maxDirectives its directives, and maxReuse how
// many directives and parts of conditions are read again because others refer to them or
// inherit them.
const (
	maxSites      = 2000
	maxDirectives = 30_000
	maxReuse      = 1_000_000
)

var (
	errTooLong           = fmt.Errorf("config: a configuration of more than %d MiB", maxLength>>20)
	errTooManyCases      = fmt.Errorf("config: more than %d locations and rules", maxCases)
	errTooManySites      = fmt.Errorf("config: more than %d servers", maxSites)
	errTooManyDirectives = fmt.Errorf("config: more than %d directives", maxDirectives)
	errTooMuchReuse      = fmt.Errorf("config: more than %d directives that others refer to or inherit", maxReuse)
)

// maxNesting is how deep blocks may be nested. Real files need six levels.
const maxNesting = 64

// Read reads a configuration file of nginx, Apache httpd, HAProxy, Caddy or
// Traefik, which it recognizes by name and text. name also begins the names of the
// hops. It reads no other files: included files are listed in [File.Missed]. [ReadWith] reads those beside it.
//
// A hop follows the directives that select by path, and that change, refuse or forward
// the path, with the steps of recorded hops. If a target reaches a directive that no
// step describes, [hop.Result.Unknown] names it. The same goes for all targets whose result
// another directive can change that no hop follows.
//
// The error is for a file that is too long, of no known kind or without a server, or
// names the malformed line.
func Read(name string, text []byte) (File, error) { return ReadIn(hop.Past{}, name, text) }

// ReadIn is Read for the version of the server that a past asks for. It returns an error for
// a version of which it is not known how it reads files.
func ReadIn(past hop.Past, name string, text []byte) (File, error) {
	return ReadWith(Options{Past: past}, name, text)
}

// ReadWith is ReadIn with more options.
func ReadWith(o Options, name string, text []byte) (File, error) {
	if len(text) > maxLength {
		return File{}, errTooLong
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	r := &configReader{base: plainName(filepath.Base(name)), as: strings.ToLower(o.As), past: o.Past, files: o.Files}
	if name, version, ok := strings.Cut(r.as, "@"); ok {
		r.as, r.since = name, version
		if name == "traefik" {
			r.past.Versions = append(slices.Clip(r.past.Versions), name+"="+version)
		}
	}
	r.config.Kind = configKind(filepath.Base(name), string(text))
	read := map[string]func(*configReader, string) error{
		"nginx": readNginx, "apache": readApache, "haproxy": readHAProxy, "caddy": readCaddy, "traefik": readTraefik,
		"kubernetes": readCluster,
	}[r.config.Kind]
	if read == nil {
		return File{}, errors.New("config: not a configuration of nginx, Apache, HAProxy, Caddy, Traefik, Envoy or Kubernetes")
	}
	if err := r.versionIn(); err != nil {
		return File{}, err
	}
	if err := cmp.Or(read(r, string(text)), r.failed); err != nil {
		return File{}, err
	}
	if len(r.config.Sites) == 0 {
		return File{}, fmt.Errorf("config: no server in this configuration of %s", r.config.Kind)
	}
	for _, list := range []*[]Line{&r.config.Understood, &r.config.Missed} {
		sort.SliceStable(*list, func(i, j int) bool { return (*list)[i].Line < (*list)[j].Line })
	}
	return r.config, nil
}

// Site returns the site with the name, or the only one with that entry point or host. For ""
// it returns the first site that forwards requests, or else the first.
func (c File) Site(name string) (Site, bool) {
	for _, s := range c.Sites {
		if name == "" && s.Hop.Forwards() || name != "" && strings.EqualFold(s.Name, name) {
			return s, true
		}
	}
	if name == "" && len(c.Sites) > 0 {
		return c.Sites[0], true
	}
	var found []Site
	for _, s := range c.Sites {
		if first, second, ok := strings.Cut(s.Name, ":"); ok && name != "" && (strings.EqualFold(first, name) || strings.EqualFold(second, name)) {
			found = append(found, s)
		}
	}
	if len(found) != 1 {
		return Site{}, false
	}
	return found[0], true
}

// configKind returns the kind of a file, by its name and then by its text, or
// "".
func configKind(base, text string) string {
	if regexp.MustCompile(clusterText).MatchString(text) {
		return "kubernetes"
	}
	lower := strings.ToLower(base)
	byName := []struct{ part, kind string }{
		{"caddyfile", "caddy"}, {"haproxy", "haproxy"}, {"nginx", "nginx"}, {"httpd", "apache"}, {"apache", "apache"}, {"htaccess", "apache"}, {"traefik", "traefik"},
	}
	for _, b := range byName {
		if strings.Contains(lower, b.part) {
			return b.kind
		}
	}
	for _, b := range byText() {
		if b.pattern.MatchString(text) {
			return b.kind
		}
	}
	return ""
}

type kindPattern struct {
	kind    string
	pattern *regexp.Regexp
}

func byText() []kindPattern {
	return []kindPattern{
		{"haproxy", regexp.MustCompile(`(?m)^(frontend|backend|listen|defaults|global)([ \t]+[\w.-]+)?[ \t]*$`)},
		{"nginx", regexp.MustCompile(`(?m)^[ \t]*(location[ \t].*\{|server[ \t]*\{|http[ \t]*\{)`)},
		{"apache", regexp.MustCompile(`(?mi)^[ \t]*(<(VirtualHost|Location|Directory|IfModule)|ProxyPass|DocumentRoot|RewriteEngine|AllowEncodedSlashes)`)},
		{"caddy", regexp.MustCompile(`(?s)\A\s*\{\s*"(apps|admin|logging|storage)"\s*:.*"handler?"\s*:`)},
		{"traefik", regexp.MustCompile(`(?mi)(traefik\.http\.|^[ \t]*\[?(entryPoints|http\.routers|http\.middlewares)\b|^http:)`)},
		{"caddy", regexp.MustCompile(`(?m)^[ \t]*(reverse_proxy|handle_path|handle|file_server|respond|route)\b`)},
	}
}

// A configReader collects the contents of a file.
type configReader struct {
	config  File
	version string // that the file is read as
	as      string // the server that reads it, or ""
	since   string // the version of that server, or ""
	past    hop.Past
	files   fs.FS // beside it, or nil
	count   int   // of files that were included
	length  int   // of all of them
	base    string
	cases   int
	reused  int
	failed  error           // a limit that is exceeded: what is read then does not count
	names   map[string]bool // of sites, in lower case
	noted   map[Line]bool   // in Missed or Understood
}

// counted counts directives. In the blocks of those that skip names there are none.
func (r *configReader) counted(list []*directive, skip func(name string) bool) {
	for _, d := range list {
		r.config.Directives++
		if !skip(d.name) {
			r.counted(d.block, skip)
		}
	}
}

// understood notes a directive that a hop follows.
func (r *configReader) understood(d *directive) {
	r.note(&r.config.Understood, Line{Line: d.at(), Text: d.told()})
}

// fail notes that a limit is exceeded.
//
//go:noinline
func (r *configReader) fail(err error) { r.failed = cmp.Or(r.failed, err) }

// reuse counts directives that are read again, and reports whether that may go on.
//
//go:noinline
func (r *configReader) reuse(n int) bool {
	if r.reused += n; r.reused > maxReuse {
		r.fail(errTooMuchReuse)
	}
	return r.failed == nil
}

// note adds a line to a list, once.
func (r *configReader) note(list *[]Line, l Line) {
	if r.noted[l] {
		return
	}
	if r.noted == nil {
		r.noted = map[Line]bool{}
	}
	r.noted[l] = true
	*list = append(*list, l)
}

// missed notes a directive that no hop follows, and on which no result depends. For all
// others there are given and doubted.
//
//go:noinline
func (r *configReader) missed(d *directive, note string) { r.doubted(d, note, "") }

// given notes a directive that no hop follows, and returns the steps for targets that
// come to it.
//
//go:noinline
func (r *configReader) given(d *directive, note string) []plan.Step {
	return r.doubted(d, note, "targets that come to it")
}

// everyTarget is what a directive can change that applies before anything is selected by
// path.
const everyTarget = "every target"

// doubted notes a directive that no hop follows, with the targets whose result it can
// change, in words, and returns the steps for these targets. They belong where the server
// would first act on the directive: those for every target come before all others.
func (r *configReader) doubted(d *directive, note, changes string) []plan.Step {
	r.note(&r.config.Missed, Line{d.at(), d.told(), note, changes})
	return []plan.Step{plan.Unknown(r.place(d) + ": " + d.name)}
}

// mayAdd notes a directive that includes the files of a pattern, of which there may be none, and
// returns the steps that tell what comes of it.
func (r *configReader) mayAdd(d *directive) []plan.Step {
	r.missed(d, otherFile+": taken to be none")
	return []plan.Step{&plan.Fork{If: "a file matches " + d.arg(0), Steps: []plan.Step{plan.Unknown(r.place(d) + ": " + d.name)}}}
}

// place returns the file and the line of a directive.
func (r *configReader) place(d *directive) string {
	return fmt.Sprintf("%s:%d", cmp.Or(d.file, r.base), d.line)
}

// told returns the directive for people, with the place of one that was included.
func (d *directive) told() string {
	if d.file != "" {
		return fmt.Sprintf("%s:%d: %s", d.file, d.line, d)
	}
	return d.String()
}

// A partial is a condition that is followed only in part: it holds where sure does, and
// does not hold where possible does not. Where only possible holds it depends on more
// than the path.
type partial struct {
	sure, possible *plan.Condition
	// plain is where it holds for a request without more fields than Host, or nil where that
	// is not known.
	plain *plan.Condition
	// always is where it holds for all requests of a client that no address and no credentials
	// let in, and ever where it holds for one of them.
	always, ever *plan.Condition
}

// stepsOf returns the steps of several lists, one behind the other.
//
//go:noinline
func stepsOf(lists ...[]plan.Step) []plan.Step { return slices.Concat(lists...) }

// wholly returns a condition that is followed.
//
//go:noinline
func wholly(c *plan.Condition) partial { return partial{c, c, c, c, c} }

// lacks is a condition on what a plain request has not, such as a field.
var lacks = partial{plan.None, plan.Any, plan.None, plan.None, plan.Any}

// names is a condition on an address or credentials of clients that the file names.
var names = partial{plan.None, plan.Any, plan.None, plan.None, plan.None}

// depends is a condition on anything but the path.
var depends = partial{plan.None, plan.Any, nil, plan.None, plan.Any}

// followed reports whether nothing of the condition is left open.
func (p partial) followed() bool { return p.sure == p.possible }

// follow returns the cases of a choice that takes steps if the condition holds, and
// unknown if it is open whether it does.
//
//go:noinline
func (p partial) follow(steps, unknown []plan.Step) []plan.Case {
	var cases []plan.Case
	if p.sure != plan.None {
		cases = append(cases, plan.Case{If: p.sure, Steps: steps})
	}
	if !p.followed() {
		cases = append(cases, plan.Case{If: p.possible, Steps: unknown})
	}
	return cases
}

// either returns steps for a condition, which text names, that a plain request meets or not, and
// other steps where it does not hold: the other outcome is told, too.
func (r *configReader) either(text string, p partial, on, steps, otherwise []plan.Step) []plan.Step {
	either := func(c *plan.Condition, text string, who bool, other, steps []plan.Step) plan.Case {
		return plan.Case{On: on, If: c, Steps: append([]plan.Step{&plan.Fork{If: text, Who: who, Steps: other}}, steps...)}
	}
	cases := []plan.Case{{On: on, If: p.sure, Steps: steps}}
	if p.always != p.sure {
		cases = append(cases, either(plan.And(p.plain, p.always), "not "+text, true, otherwise, steps))
	}
	if p.plain != p.always {
		cases = append(cases, either(p.plain, "not "+text, false, otherwise, steps))
	}
	if p.ever != p.plain {
		cases = append(cases, either(p.ever, text, false, steps, otherwise))
	}
	if p.possible != p.ever {
		cases = append(cases, either(p.possible, text, true, steps, otherwise))
	}
	return r.chooses(slices.DeleteFunc(cases, func(one plan.Case) bool { return one.If == plan.None }), otherwise)
}

// An alternative is what is done where a condition holds.
type alternative struct {
	text    string // the condition in words
	when    partial
	on      []plan.Step
	steps   []plan.Step
	unknown func() []plan.Step // what is done where it is not known whether it holds
	before  []plan.Case        // come before it
}

// alternatives returns the steps of the first alternative that holds, or else others.
func (r *configReader) alternatives(list []alternative, otherwise []plan.Step) []plan.Step {
	var cases []plan.Case // from the last to the first
	chosen := func() []plan.Step {
		slices.Reverse(cases)
		return r.chooses(cases, otherwise)
	}
	for _, a := range slices.Backward(list) {
		if !a.when.followed() && a.when.plain != nil {
			otherwise = r.either(a.text, a.when, a.on, a.steps, onwards("go on behind "+a.text, chosen()))
			cases = a.before // one, or none
			continue
		}
		unknown := a.steps
		if !a.when.followed() {
			unknown = a.unknown()
		}
		own := a.when.follow(a.steps, unknown)
		for i := range own {
			own[i].On = a.on
		}
		slices.Reverse(own)
		cases = append(append(cases, own...), a.before...)
	}
	return chosen()
}

func (p partial) not() partial {
	n := p.join(p, func(a, _ *plan.Condition) *plan.Condition { return plan.Not(a) })
	return partial{n.possible, n.sure, n.plain, n.ever, n.always}
}

//go:noinline
func (p partial) and(q partial) partial { return p.join(q, plan.And) }

func (p partial) or(q partial) partial { return p.join(q, plan.Or) }

func (p partial) join(q partial, by func(a, b *plan.Condition) *plan.Condition) partial {
	var from, made [5]*plan.Condition // so that the same stays the same
	with := q.parts()
	for i, a := range p.parts() {
		from[i] = a
		k := 0
		for from[k] != a || with[k] != with[i] {
			k++
		}
		switch {
		case k < i:
			made[i] = made[k]
		case a != nil && with[i] != nil:
			made[i] = by(a, with[i])
		}
	}
	return partial{made[0], made[1], made[2], made[3], made[4]}
}

func (p partial) parts() [5]*plan.Condition {
	return [5]*plan.Condition{p.sure, p.possible, p.plain, p.always, p.ever}
}

// namesOf returns the set of the words of a text.
//
//go:noinline
func namesOf(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// Notes on directives.
const (
	mayChange    = "it may change paths"
	otherFile    = "another file, which is not read"
	notThePath   = "a condition on more than the path, taken not to hold"
	notThisRegex = "a regular expression that is not followed"
)

// versionIn sets the version of the server to that of a past: the newest that was run, or
// one in which the steps of the server that files are composed of are known.
func (r *configReader) versionIn() error {
	past := r.past
	if r.config.Kind == "kubernetes" {
		return r.versionAs()
	}
	if r.config.Kind == "traefik" {
		return r.versionOfTraefik()
	}
	newest, err := hop.Lookup(r.config.Kind)
	if err != nil {
		panic(err) // of a name that is written in this package
	}
	h, err := newest.In(past)
	if err != nil {
		return err
	}
	if h.Provenance() != program.Recorded {
		return &program.PastError{Text: past.AsOf, Reason: "is a time of which it is not known which version of " + r.config.Kind + " was out"}
	}
	r.version = h.Version()
	for other := range hop.All() {
		server, _, _ := strings.Cut(other.Name(), ":")
		if server != r.config.Kind || other.Provenance() != program.Recorded {
			continue
		}
		if server == "haproxy" {
			continue // readHAProxy has steps of their own for each version
		}
		if latest, err := hop.Lookup(other.Name()); err != nil || !amongTexts(latest.Versions(), r.version) {
			return &program.PastError{Text: r.config.Kind + "=" + r.version, Reason: "is not followed in files", Known: strings.Join(newest.Versions(), ", ")}
		}
	}
	return nil
}

// site adds a server.
func (r *configReader) site(line int, name, version string, steps []plan.Step) {
	name = plainName(name)
	if name == "" {
		name = fmt.Sprintf("line-%d", line)
	}
	if r.names[strings.ToLower(name)] {
		name = fmt.Sprintf("%s:line-%d", name, line)
	}
	if r.names == nil {
		r.names = map[string]bool{}
	}
	r.names[strings.ToLower(name)] = true
	if len(r.config.Sites) == maxSites {
		r.fail(errTooManySites)
		return
	}
	h := hop.Compose(r.base+":"+name, version, "line "+strconv.Itoa(line)+" of "+r.base, steps)
	r.config.Sites = append(r.config.Sites, Site{Hop: h, Name: name, Line: line})
}

// plainName returns a name without the characters that a chain or a terminal cannot
// show as they are.
//
//go:noinline
func plainName(name string) string {
	return strings.Map(func(c rune) rune {
		if c <= ' ' || c >= 0x7f || c == '>' {
			return -1
		}
		return c
	}, name)
}

// A directive is one directive of a file, with its arguments and the directives of its
// block.
type directive struct {
	name  string
	args  []string
	line  int
	block []*directive
	open  bool   // it has a block
	file  string // that was included, or ""
	from  int    // the line of this file that included it
	named string // before the names of the conditions that it defines and uses, or ""
	group string // of routes of Caddy, of which the first that matches applies, or ""
	given string // why it may not apply at all, or otherwise than it reads, or ""
}

// maxShown limits how many bytes of a directive are shown.
const maxShown = 100

func (d *directive) String() string {
	text := strings.Join(append([]string{d.name}, d.args...), " ")
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + "…"
	}
	return text
}

// arg returns the argument at i, or "".
//
//go:noinline
func (d *directive) arg(i int) string {
	if 0 <= i && i < len(d.args) {
		return d.args[i]
	}
	return ""
}

// find returns the first directive of the block with the name.
func (d *directive) find(name string) *directive {
	for _, x := range d.block {
		if x.name == name {
			return x
		}
	}
	return nil
}

// onwards returns steps that several cases have in common as one.
//
//go:noinline
func onwards(text string, steps []plan.Step) []plan.Step {
	if len(steps) == 0 || len(steps) == 1 && ends(steps) {
		return steps
	}
	return []plan.Step{&plan.Shared{Text: text, Steps: steps}}
}

// chooses returns the steps of a choice. Without cases they are those of otherwise.
//
//go:noinline
func (r *configReader) chooses(cases []plan.Case, otherwise []plan.Step) []plan.Step {
	if r.cases += len(cases); r.cases > maxCases {
		r.fail(errTooManyCases)
	}
	if len(cases) == 0 || r.failed != nil {
		return otherwise
	}
	return []plan.Step{&plan.Branch{Cases: cases, Otherwise: otherwise}}
}

// when returns a step that takes others if the condition holds.
//
//go:noinline
func when(c *plan.Condition, steps []plan.Step) plan.Step {
	return &plan.Branch{Cases: []plan.Case{{If: c, Steps: steps}}}
}

// atHost returns the steps that put a scheme and a host before the path of a redirect. Those
// that are empty are those of the request. Nor is the port of the scheme written.
//
//go:noinline
func atHost(scheme, host, port string) []plan.Step {
	if scheme+host+port == "" {
		return nil
	}
	t := plan.Text{{Text: scheme}, {Text: "://"}, {Text: host}, {}, {Kind: plan.ThePath}}
	for i, name := range []string{"scheme", "", "host"} {
		if t[i].Text == "" {
			t[i] = plan.Piece{Kind: plan.Foreign, Text: name}
		}
	}
	if own := map[string]string{"http": "80", "https": "443"}[scheme]; port != "" && port != own {
		t[3].Text = ":" + port
	}
	return []plan.Step{&plan.Put{To: plan.ToPath, Text: t}, plan.URLHost}
}

// has reports whether a text has an octet of the set.
func has(text string, octets percent.ByteSet) bool {
	for i := range len(text) {
		if octets.Contains(text[i]) {
			return true
		}
	}
	return false
}

// statusOf returns a status of three digits.
//
//go:noinline
func statusOf(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && 100 <= n && n <= 599
}

// amongTexts reports whether a list has a text, and anyDirective whether f holds for one of a
// list: they are called, and not put in place of each call.
//
//go:noinline
func amongTexts(list []string, text string) bool { return slices.Index(list, text) >= 0 }

//go:noinline
func anyDirective(list []*directive, f func(*directive) bool) bool {
	return slices.IndexFunc(list, f) >= 0
}
