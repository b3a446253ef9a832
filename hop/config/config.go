package hop

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/program"
)

// A Config is the result of [ReadConfig] for a configuration file.
type Config struct {
	// Kind is "nginx", "apache", "haproxy", "caddy" or "traefik".
	Kind string
	// Sites are the servers, virtual hosts, frontends or sites, in the order of the
	// file.
	Sites []Site
	// Understood are the directives that the hops of Sites follow, in the order of
	// lines.
	Understood []ConfigLine
	// Missed are the directives that may change paths but that no hop follows.
	Missed []ConfigLine
}

// A Site is one server of a configuration file, as a hop.
type Site struct {
	Hop  *Hop
	Name string // the first of its host names, its name, or "line 12"
	Line int
}

// A ConfigLine is one directive of a configuration file.
type ConfigLine struct {
	Line int
	Text string // the directive and its arguments
	Note string // why it is not followed, or ""
	// Changes names the targets whose results a directive that is not followed can
	// change, such as "every target". For these, [Result.Unknown] names its line. It is
	// "" if no result depends on the directive.
	Changes string
}

// MaxConfig is the maximum length of a configuration file, in bytes. Files that people
// write have a tenth of that.
const MaxConfig = 1 << 20

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
	errTooManyCases      = fmt.Errorf("hop: more than %d locations and rules", maxCases)
	errTooManySites      = fmt.Errorf("hop: more than %d servers", maxSites)
	errTooManyDirectives = fmt.Errorf("hop: more than %d directives", maxDirectives)
	errTooMuchReuse      = fmt.Errorf("hop: more than %d directives that others refer to or inherit", maxReuse)
)

// maxNesting is how deep blocks may be nested. Real files need six levels.
const maxNesting = 64

// ReadConfig reads a configuration file of nginx, Apache httpd, HAProxy, Caddy or
// Traefik, which it recognizes by name and text. name also begins the names of the
// hops. It reads no other files: included files are listed in [Config.Missed].
//
// A hop follows the directives that select by path, and that change, refuse or forward
// the path, with the steps of recorded hops. If a target reaches a directive that no
// step describes, [Result.Unknown] names it. The same goes for all targets whose result
// another directive can change that no hop follows.
//
// The error is for a file that is too long, of no known kind or without a server, or
// names the malformed line.
func ReadConfig(name string, text []byte) (Config, error) {
	if len(text) > MaxConfig {
		return Config{}, fmt.Errorf("hop: a configuration of more than %d MiB", MaxConfig>>20)
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	r := &configReader{base: plainName(filepath.Base(name))}
	r.config.Kind = configKind(filepath.Base(name), string(text))
	read := map[string]func(*configReader, string) error{
		"nginx": readNginx, "apache": readApache, "haproxy": readHAProxy, "caddy": readCaddy, "traefik": readTraefik,
	}[r.config.Kind]
	if read == nil {
		return Config{}, errors.New("hop: not a configuration of nginx, Apache, HAProxy, Caddy or Traefik")
	}
	if err := cmp.Or(read(r, string(text)), r.failed); err != nil {
		return Config{}, err
	}
	if len(r.config.Sites) == 0 {
		return Config{}, fmt.Errorf("hop: no server in this configuration of %s", r.config.Kind)
	}
	for _, list := range []*[]ConfigLine{&r.config.Understood, &r.config.Missed} {
		slices.SortStableFunc(*list, func(a, b ConfigLine) int { return a.Line - b.Line })
	}
	return r.config, nil
}

// Site returns the site with the name. For "" it returns the first site that forwards
// requests, or else the first.
func (c Config) Site(name string) (Site, bool) {
	for _, s := range c.Sites {
		if name == "" && s.Hop.Forwards() || name != "" && strings.EqualFold(s.Name, name) {
			return s, true
		}
	}
	if name == "" && len(c.Sites) > 0 {
		return c.Sites[0], true
	}
	return Site{}, false
}

// configKind returns the kind of a file, by its name and then by its text, or
// "".
func configKind(base, text string) string {
	lower := strings.ToLower(base)
	byName := []struct{ part, kind string }{
		{"caddyfile", "caddy"}, {"haproxy", "haproxy"}, {"nginx", "nginx"}, {"httpd", "apache"}, {"apache", "apache"}, {"traefik", "traefik"},
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
		{"traefik", regexp.MustCompile(`(?mi)(traefik\.http\.|^[ \t]*\[?(entryPoints|http\.routers|http\.middlewares)\b|^http:)`)},
		{"caddy", regexp.MustCompile(`(?m)^[ \t]*(reverse_proxy|handle_path|handle|file_server|respond|route)\b`)},
	}
}

// A configReader collects the contents of a file.
type configReader struct {
	config Config
	base   string
	cases  int
	reused int
	failed error               // a limit that is exceeded: what is read then does not count
	names  map[string]bool     // of sites, in lower case
	noted  map[ConfigLine]bool // in Missed or Understood
}

// understood notes a directive that a hop follows.
func (r *configReader) understood(d *directive) {
	r.note(&r.config.Understood, ConfigLine{Line: d.line, Text: d.String()})
}

// fail notes that a limit is exceeded.
func (r *configReader) fail(err error) { r.failed = cmp.Or(r.failed, err) }

// reuse counts directives that are read again, and reports whether that may go on.
func (r *configReader) reuse(n int) bool {
	if r.reused += n; r.reused > maxReuse {
		r.fail(errTooMuchReuse)
	}
	return r.failed == nil
}

// note adds a line to a list, once.
func (r *configReader) note(list *[]ConfigLine, l ConfigLine) {
	if r.noted[l] {
		return
	}
	if r.noted == nil {
		r.noted = map[ConfigLine]bool{}
	}
	r.noted[l] = true
	*list = append(*list, l)
}

// missed notes a directive that no hop follows, and on which no result depends. For all
// others there are given and doubted.
func (r *configReader) missed(d *directive, note string) { r.doubted(d, note, "") }

// given notes a directive that no hop follows, and returns the steps for targets that
// come to it.
func (r *configReader) given(d *directive, note string) []step {
	return r.doubted(d, note, "targets that come to it")
}

// everyTarget is what a directive can change that applies before anything is selected by
// path.
const everyTarget = "every target"

// doubted notes a directive that no hop follows, with the targets whose result it can
// change, in words, and returns the steps for these targets. They belong where the server
// would first act on the directive: those for every target come before all others.
func (r *configReader) doubted(d *directive, note, changes string) []step {
	r.note(&r.config.Missed, ConfigLine{d.line, d.String(), note, changes})
	return []step{notDescribed{fmt.Sprintf("%s:%d: %s", r.base, d.line, d.name)}}
}

// A partial is a condition that is followed only in part: it holds where sure does, and
// does not hold where possible does not. Where only possible holds it depends on more
// than the path.
type partial struct{ sure, possible condition }

var (
	anyPath condition = hasPrefix("")
	noPath  condition = not{anyPath}
)

// wholly returns a condition that is followed.
func wholly(c condition) partial { return partial{c, c} }

// depends is a condition on anything but the path.
var depends = partial{noPath, anyPath}

// followed reports whether nothing of the condition is left open.
func (p partial) followed() bool { return p.sure == p.possible }

// follow returns the cases of a choice that takes steps if the condition holds, and
// unknown if it is open whether it does.
func (p partial) follow(steps, unknown []step) []chosen {
	var cases []chosen
	if p.sure != noPath {
		cases = append(cases, chosen{condition: p.sure, steps: steps})
	}
	if !p.followed() {
		cases = append(cases, chosen{condition: p.possible, steps: unknown})
	}
	return cases
}

func (p partial) not() partial { return partial{negated(p.possible), negated(p.sure)} }

func (p partial) and(q partial) partial {
	return partial{conjoined(p.sure, q.sure), conjoined(p.possible, q.possible)}
}

func (p partial) or(q partial) partial {
	return partial{disjoined(p.sure, q.sure), disjoined(p.possible, q.possible)}
}

func negated(c condition) condition {
	if n, ok := c.(not); ok {
		return n.condition
	}
	return not{c}
}

func conjoined(a, b condition) condition {
	switch {
	case a == anyPath || b == noPath:
		return b
	case b == anyPath || a == noPath:
		return a
	}
	return both{a, b}
}

func disjoined(a, b condition) condition {
	switch {
	case a == noPath || b == anyPath:
		return b
	case b == noPath || a == anyPath:
		return a
	}
	return either{a, b}
}

// namesOf returns the set of the words of a text.
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

// site adds a server.
func (r *configReader) site(line int, name, version string, steps []step) {
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
	h := &Hop{Program: program.Compose(r.base+":"+name, version, "line "+strconv.Itoa(line)+" of "+r.base), steps: steps}
	r.config.Sites = append(r.config.Sites, Site{Hop: h, Name: name, Line: line})
}

// plainName returns a name without the characters that a chain or a terminal cannot
// show as they are.
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
	named string // before the names of the conditions that it defines and uses, or ""
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

// notDescribed ends the steps: the target reaches a directive that no step describes.
type notDescribed struct{ class string }

func (s notDescribed) words() Step                  { return Step{"unknown", "not described: " + s.class} }
func (s notDescribed) do(r *request)                { r.unknown(s.class) }
func (s notDescribed) follow(v *variant) []*variant { return []*variant{v.lost(s.class)} }

// choose takes the steps of the first case that holds, or else the last steps.
type choose struct {
	cases     []chosen
	otherwise []step
}

type chosen struct {
	condition condition
	made      []step // steps that make what the condition applies to, if not the path
	steps     []step
}

// onward takes steps that several cases have in common, and that text stands for.
type onward struct {
	text   string
	steps  []step
	passes bool // they pass requests on
}

// onwards returns steps that several cases have in common as one.
func onwards(text string, steps []step) []step {
	if len(steps) == 0 || len(steps) == 1 && ends(steps) {
		return steps
	}
	return []step{&onward{text, steps, forwards(steps)}}
}

func (s *onward) words() Step { return Step{"when", s.text} }

func (s *onward) do(r *request) {
	for _, inner := range s.steps {
		if inner.do(r); r.done {
			return
		}
	}
}

func (s *onward) follow(v *variant) []*variant { return v.as(s.steps...) }

// chooses returns the steps of a choice. Without cases they are those of otherwise.
func (r *configReader) chooses(cases []chosen, otherwise []step) []step {
	if r.cases += len(cases); r.cases > maxCases {
		r.fail(errTooManyCases)
	}
	if len(cases) == 0 || r.failed != nil {
		return otherwise
	}
	return []step{&choose{cases, otherwise}}
}

func (s *choose) words() Step {
	var texts []string
	for {
		for _, c := range s.cases {
			texts = append(texts, "if the path "+inShort(c.condition)+": "+inWords(c.steps))
		}
		// A chain of choices is told as one.
		if len(s.otherwise) == 1 {
			if next, ok := s.otherwise[0].(*choose); ok {
				s = next
				continue
			}
		}
		if len(s.otherwise) > 0 {
			texts = append(texts, inWords(s.otherwise))
		}
		return Step{"when", strings.Join(texts, "; or else ")}
	}
}

// override returns steps whose answers with some statuses are unknown, since something
// else may replace them.
func override(steps []step, statuses map[int]bool, class string) []step {
	// Backends are shared by the rules that choose them.
	made, moved := map[*choose]*choose{}, map[*onward]*onward{}
	var replaced func([]step) []step
	replaced = func(steps []step) []step {
		list := slices.Clone(steps)
		for i, s := range list {
			switch s := s.(type) {
			case answer:
				if statuses[s.status] {
					list[i] = notDescribed{class}
				}
			case *choose:
				if made[s] == nil {
					c := &choose{slices.Clone(s.cases), replaced(s.otherwise)}
					for j := range c.cases {
						c.cases[j].steps = replaced(c.cases[j].steps)
					}
					made[s] = c
				}
				list[i] = made[s]
			case *onward:
				if moved[s] == nil {
					moved[s] = &onward{s.text, replaced(s.steps), s.passes}
				}
				list[i] = moved[s]
			}
		}
		return list
	}
	return []step{&overridden{replaced(steps), statuses, class}}
}

// overridden takes steps and makes their answers unknown that something else may
// replace.
type overridden struct {
	steps    []step
	statuses map[int]bool
	class    string
}

func (s *overridden) words() Step {
	return Step{"when", inWords(s.steps) + "; some answers are not described: " + s.class}
}

func (s *overridden) do(r *request) {
	for _, inner := range s.steps {
		if inner.do(r); r.done {
			break
		}
	}
	if r.done && r.result.Unknown == "" && !r.result.Forward.Present && s.statuses[r.result.Status] {
		r.unknown(s.class)
	}
}

func (s *overridden) follow(v *variant) []*variant {
	list := v.as(s.steps...)
	if s.statuses[400] {
		list = append(list, v.lost(s.class)) // what refuses malformed targets is no answer
	}
	return list
}

// maxConditions is how many conditions are told in words: an ACL may have thousands, and
// every rule may use it.
const maxConditions = 50

// inShort returns a condition in words, unless it has too many parts.
func inShort(c condition) string {
	if parts(c, maxConditions) < 0 {
		return fmt.Sprintf("meets a condition of more than %d parts", maxConditions)
	}
	return c.text()
}

// parts returns how many more conditions than those in c there may be, of left, or less
// than 0.
func parts(c condition, left int) int {
	if left < 0 {
		return left
	}
	switch c := c.(type) {
	case not:
		return parts(c.condition, left)
	case both:
		return parts(c.b, parts(c.a, left))
	case either:
		return parts(c.b, parts(c.a, left))
	}
	return left - 1
}

func (s *choose) do(r *request) {
	steps := s.otherwise
	for _, c := range s.cases {
		looked := *r
		for _, s := range c.made {
			s.do(&looked)
		}
		if c.condition.holds(looked.path) {
			steps = c.steps
			break
		}
	}
	for _, s := range steps {
		if s.do(r); r.done {
			return
		}
	}
}

func (s *choose) follow(v *variant) []*variant {
	if list, ok := s.followPath(v); ok {
		return list
	}
	var list []*variant
	rest := []*variant{v}
	for _, c := range s.cases {
		var others []*variant
		for _, w := range rest {
			for _, made := range w.as(c.made...) {
				for i, holds := range []bool{true, false} {
					for _, x := range made.where(c.condition, holds) {
						x = x.copied()
						x.at = w.at
						if i == 0 {
							list = append(list, x.as(c.steps...)...)
						} else {
							others = append(others, x)
						}
					}
				}
			}
		}
		rest = others
	}
	for _, w := range rest {
		list = append(list, w.as(s.otherwise...)...)
	}
	return list
}

// followPath is follow for conditions on the path. Cases with the same steps are one way.
func (s *choose) followPath(v *variant) (list []*variant, ok bool) {
	var conditions []condition
	var steps [][]step
	for _, c := range s.cases {
		if len(c.made) > 0 {
			return nil, false
		}
		conditions, steps = append(conditions, c.condition), append(steps, c.steps)
	}
	for _, some := range alike(append(steps, s.otherwise)) {
		r, ok := firstOf(conditions, some)
		if !ok {
			return nil, false
		}
		list = append(list, v.with(inPath{acceptor{r, false}}).as(append(steps, s.otherwise)[some[0]]...)...)
	}
	return list, true
}

// literal returns the text that an expression without operators matches.
func literal(pattern string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern) && strings.IndexByte(`./-+*?()[]{}^$|\_~`, pattern[i+1]) >= 0:
			i++
			b.WriteByte(pattern[i])
		case strings.IndexByte(`\.+*?()[]{}^$|`, c) >= 0 || c < ' ' || c >= 0x7f:
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// statusOf returns a status of three digits.
func statusOf(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && 100 <= n && n <= 599
}
