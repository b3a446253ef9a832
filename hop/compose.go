package hop

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/program"
)

// Compose returns the hop of a plan, for package hop/config.
func Compose(name, version, config string, steps []plan.Step) *Hop {
	folds := slices.Contains(steps, plan.Step(plan.CaddyTarget))
	return &Hop{Program: program.Compose(name, version, config), steps: newComposer().steps(steps), folds: folds}
}

// planned are the steps of the ops of plans.
var planned = lazy.Value[map[plan.Op][]step]{Make: func() map[plan.Op][]step {
	start := nginx(nil)
	nginxStart, nginxDots := start[:len(start)-1], start[len(start)-1:]
	return map[plan.Op][]step{
		plan.Rule:         {rule},
		plan.Forward:      {forward},
		plan.App:          {app},
		plan.File:         {app, served{}},
		plan.Raw:          {raw{}},
		plan.End:          {&stop{}},
		plan.SplitQuery:   {split{"?"}},
		plan.MergeSlashes: {&merge{}},

		plan.NginxTarget:    nginxStart,
		plan.NginxDots:      nginxDots,
		plan.NginxEncode:    {nginxEncode},
		plan.NginxEscape:    {nginxEncode.encode},
		plan.NginxEndOfLine: {&cutLine{}},
		plan.NginxFirstLine: {cutFrom{"\n"}},
		plan.NginxTrimLine:  {&dropLineFeed{}},
		plan.NginxInternal:  {nginxInternal},
		plan.NginxChanged:   {nginxChanged},
		plan.NginxSplit:     {split{"?"}, &dropEmptyQuery{}},
		plan.NginxMoved:     {nginxMoved},
		plan.NginxEntered:   {nginxEntered},
		plan.NginxRedirect:  {&nginxRedirect{}},
		plan.URLPath:        {&urlPath{}},
		plan.URLHost:        {&urlHost{}},

		plan.ApacheTarget:      apacheTargetOf("http"),
		plan.ApacheTLS:         apacheTargetOf("https"),
		plan.ApacheDecode:      apacheSlashes("off"),
		plan.ApacheDecodeOn:    apacheSlashes("on"),
		plan.ApacheNoDecode:    apacheSlashes("nodecode"),
		plan.ApacheEncode:      {apacheEncode},
		plan.ApacheKeep:        {&apacheKeep{}},
		plan.ApacheOriginal:    {&original{}},
		plan.ApacheEscape:      {apacheEscape},
		plan.ApacheEscapeQuery: {&encodeTail{apacheEscape}},
		plan.ApacheQuery:       {&dropQueryEnd{}},
		plan.ApacheSearch:      {&refuseTail{403, controls.Add(" ")}},
		plan.ApacheSent:        {refuse{status: 403, octets: controls.Add(" ")}},
		plan.ApacheControls:    {refuse{status: 500, octets: controls.Remove("\t")}},
		plan.ApacheSegment:     {&firstSegment{}},
		plan.ApacheWithin:      append([]step{&dropFragment{}}, apacheTargetOf("")[apacheForms:]...),

		plan.HAProxyTarget:      haproxyStart("/?"),
		plan.HAProxyTarget30:    haproxyStart("/"),
		plan.HAProxyTarget26:    haproxyBefore30(nil),
		plan.HAProxySlashes:     haproxyPath(&merge{}),
		plan.HAProxyDot:         haproxyPath(&haproxyDot{}),
		plan.HAProxyDotDot:      haproxyPath(dots{keep: true, only: true}),
		plan.HAProxyFull:        haproxyPath(dots{only: true}),
		plan.HAProxyDecode:      {decode{kept: percent.Unreserved.Complement()}},
		plan.HAProxyUpper:       {haproxyUpper},
		plan.HAProxyStrict:      {&checkEscapes{400}},
		plan.HAProxyWhole:       {&haproxyWhole{}},
		plan.HAProxyAlone:       {&haproxyAlone{}},
		plan.HAProxyLower:       {asciiLower},
		plan.HAProxyUpperCase:   {asciiUpper},
		plan.HAProxyURLDecode:   {when(includes{substring: "%00"}, []step{replaceWhole{""}}, []step{haproxyDecode()})},
		plan.HAProxyURLDecode30: {haproxyDecode()},
		plan.HAProxyAuthority:   {&haproxyBefore{}},

		plan.CaddyTarget:   append(goTarget(), &showRule{[]step{decode{}}}, goEscaped()),
		plan.CaddyMatched:  {decode{}, lowerCase, &caddyClean{}},
		plan.CaddyDecode:   {decode{}},
		plan.CaddyEncode:   {goEncode},
		plan.CaddyCleaned:  {&caddyClean{}},
		plan.CaddyControls: {&unknownIn{controls.Union(visible.Union(controls).Add(" ").Complement()), "octets in a redirect that are not visible ASCII"}},
		plan.CaddyForward:  {&goRequestURI{}, forward},

		plan.EnvoyFragment:    {cutFrom{"#"}},
		plan.EnvoyTarget:      {lineFeed, citedForm, refuse{status: 400, octets: percent.ByteSet{}.Add(" #")}, split{"?"}},
		plan.EnvoyUnescape:    {decode{kept: percent.ByteSet{}.Add(`/\`).Complement()}},
		plan.EnvoyNormalize:   {refuse{status: 400, octets: null}, refuseText{400, "%00", false}, backslash, decode{kept: percent.Unreserved.Complement()}, encode{kept: envoyEscapes.Complement()}, envoyUnsure, dots{}},
		plan.TraefikTarget:    append(goTarget(), &replaceTail{";", "&"}),
		plan.TraefikHash:      {refuse{status: 400, octets: percent.ByteSet{}.Add("#")}},
		plan.TraefikNormalize: {goEscaped(), decode{kept: percent.Unreserved.Complement()}, haproxyUpper},
		plan.TraefikClean:     {when(hasPrefix("/"), []step{goClean{true}}, nil)},
		plan.TraefikUnescape:  {&checkEscapes{500}},
		plan.TraefikRule:      {&showRule{[]step{traefikRouting}}},
		plan.TraefikRouting:   {traefikRouting},
		plan.TraefikForward:   {when(is(""), []step{replaceWhole{"/"}}, nil), forward},
		plan.URLEscape:        {goEscaped()},
	}
}}

// traefikRouting makes the path that rules of Traefik match: only escapes of reserved
// characters and of % stay.
var traefikRouting = decode{kept: percent.ByteSet{}.Add(":/?#[]@!$&'()*+,;=%")}

// A composer makes steps of a plan. What a plan shares is made once.
type composer struct {
	made       map[plan.Step]step
	conditions map[*plan.Condition]condition
}

func newComposer() *composer {
	return &composer{map[plan.Step]step{}, map[*plan.Condition]condition{}}
}

func (c *composer) steps(list []plan.Step) []step {
	var steps []step
	for _, p := range list {
		if op, ok := p.(plan.Op); ok {
			steps = append(steps, planned.Get()[op]...)
		} else {
			steps = append(steps, c.step(p)...)
		}
	}
	return steps
}

func (c *composer) step(p plan.Step) []step {
	switch p := p.(type) {
	case plan.Answer:
		return []step{answer{status: int(p)}}
	case plan.Redirect:
		return []step{answer{int(p), true}}
	case plan.Replace:
		return []step{replace{p.Old, p.By}}
	case plan.SetPath:
		return []step{replaceWhole{string(p)}}
	case plan.RefuseEscape:
		return []step{refuseText{400, string(p), true}}
	case plan.StripPrefix:
		return caddyStrip(string(p))
	case plan.TakePrefix:
		return []step{&takePrefix{string(p)}}
	case plan.StripSuffix:
		return []step{&caddyClean{}, &dropSuffix{string(p)}}
	case plan.ReplaceAll:
		return []step{&caddyClean{}, replaceAll{p.Old, p.By}, &replaceTail{p.Old, p.By}}
	case plan.Unknown:
		return []step{&notDescribed{string(p)}}
	}
	if c.made[p] == nil {
		switch p := p.(type) {
		case *plan.Shared:
			c.made[p] = &shared{p.Text, c.steps(p.Steps)}
		case *plan.Override:
			made := &overridden{statuses: p.Statuses, class: p.Class, pages: map[int]page{}}
			c.made[p] = made
			made.steps = c.steps(p.Steps)
			for status, of := range p.Pages {
				made.pages[status] = page{of.Status, c.steps(of.Steps)}
			}
		case *plan.Put:
			c.made[p] = &put{*p}
		case *plan.Make:
			c.made[p] = &made{*p, c.steps(p.Steps)}
		case *plan.Sub:
			c.made[p] = &substitution{*p}
		case *plan.NginxPass:
			c.made[p] = &nginxPass{p.Prefix, p.URI}
		case *plan.NginxURL:
			c.made[p] = &nginxURL{p.Text}
		case *plan.Fork:
			c.made[p] = &fork{p.If, p.Of, reachOf(p), c.steps(p.Steps)}
		case *plan.Internal:
			c.made[p] = &internal{c.steps(p.Steps), c.steps(p.Otherwise)}
		case *plan.Same:
			c.made[p] = &same{p.A, p.B, c.steps(p.Steps), c.steps(p.Otherwise)}
		case *plan.Jump:
			c.made[p] = &jump{c.loop(p.To)}
		case *plan.Loop:
			return []step{c.loop(p)}
		case *plan.Branch:
			b := &branch{otherwise: c.steps(p.Otherwise)}
			for _, a := range p.Cases {
				b.arms = append(b.arms, arm{c.steps(a.On), c.condition(a.If), c.steps(a.Steps)})
			}
			c.made[p] = b
		}
	}
	return []step{c.made[p]}
}

// loop returns the step of a loop, which jumps in it may ask for before it has its steps.
func (c *composer) loop(p *plan.Loop) *loop {
	if made, ok := c.made[p].(*loop); ok {
		return made
	}
	made := &loop{text: p.Text}
	c.made[p] = made
	made.steps = c.steps(p.Steps)
	return made
}

func (c *composer) condition(p *plan.Condition) condition {
	if made := c.conditions[p]; made != nil {
		return made
	}
	var made condition
	switch p.Kind {
	case plan.IsPrefix:
		made = hasPrefix(p.Text)
	case plan.IsSuffix:
		made = hasSuffix(p.Text)
	case plan.IsPath:
		made = is(p.Text)
	case plan.IsBelow:
		made = below(p.Text)
	case plan.IsPart, plan.IsFoldedPart:
		made = includes{p.Text, p.Kind == plan.IsFoldedPart}
	case plan.IsMatch:
		made = matches{p.Text, p.Pattern.Regexp, p.Pattern.Program, p.Pattern.Captures, p.Pattern.Ordered}
	case plan.IsDecoded:
		made = &haproxyDecoded{c.condition(p.A), p.Text != ""}
	case plan.IsLine:
		made = &oneLine{}
	case plan.IsClean:
		made = &clean{}
	case plan.IsNot:
		made = not{c.condition(p.A)}
	case plan.IsAnd:
		made = both{c.condition(p.A), c.condition(p.B)}
	case plan.IsOr:
		made = either{c.condition(p.A), c.condition(p.B)}
	}
	c.conditions[p] = made
	return made
}

// TellsApart reports whether one of conditions may hold for a path that ends with a slash,
// but not for the path with one of names behind it, or the other way round. It says so,
// too, where looking would take too long.
func TellsApart(conditions []*plan.Condition, names []string) bool {
	c := newComposer()
	left := 1_000_000 // octets to look at
	return slices.ContainsFunc(conditions, func(p *plan.Condition) bool {
		r, ok := recognized(c.condition(p))
		return !ok || goesOn(r, names, &left)
	})
}

// goesOn reports whether a condition may hold for a path that ends with a slash, but not
// for the path with one of the names behind it, or the other way round. left is how many
// octets may be looked at.
func goesOn(r recognizer, names []string, left *int) bool {
	next := func(s uint32, in byte) uint32 {
		*left--
		if s == never || s == always {
			return s
		}
		return r.step(s, in)
	}
	holds := func(s uint32) bool { return s == always || s != never && r.holdsAt(s) }
	octets := alphabet([]machine{acceptor{r, false}}, "/")
	seen, found := map[uint32]bool{0: true}, []uint32{0}
	for len(found) > 0 {
		s := found[0]
		found = found[1:]
		for _, in := range octets {
			to := next(s, byte(in))
			if in == '/' && slices.ContainsFunc(names, func(name string) bool {
				end := to
				for i := range len(name) {
					end = next(end, name[i])
				}
				return strings.Contains(name, "/") || holds(end) != holds(to)
			}) {
				return true
			}
			if !seen[to] {
				seen[to], found = true, append(found, to)
			}
		}
		if *left < 0 {
			return true
		}
	}
	return false
}
