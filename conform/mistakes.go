package conform

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/pct"
)

// A Mistake explains wrong answers.
type Mistake struct {
	// ID is one of compare.MistakeIDs or, for mistakes that show only across many
	// inputs, one of refuses-input, accepts-input, space-as-escape, hex-upper,
	// escapes-left, wrong-direction, wrapped, nul, lone-surrogates, other-choice,
	// decoded-twice, not-decoded and decoded-reserved.
	ID string
	// Text describes what the program does, and Fix what to do about it, each in a
	// clause.
	Text, Fix string
	// Detail adds particulars, such as the characters. It may be "".
	Detail string
	// Explains is the number of wrong answers that this mistake explains and those
	// before it do not.
	Explains int
	// Example is the index in Results of the explained answer with the shortest
	// input.
	Example int
}

// String returns the mistake as a line: `hex-case: escapes have lower-case digits`.
func (m Mistake) String() string {
	s := m.ID + ": " + m.Text
	if m.Detail != "" {
		s += ": " + m.Detail
	}
	return s
}

// The bounds of the search for mistakes.
const (
	maxMistakes = 5   // how many mistakes are reported
	maxLooked   = 24  // how many failures are examined to guess a mistake
	maxCompared = 200 // how many failures are given to package compare
	minShare    = 50  // a mistake must explain at least one failure in this many
)

// A model is a hypothesis about what a program does.
type model interface {
	// do returns its result for an input.
	do(input string) result
	// guesses returns models with one more mistake, guessed from an answer that this
	// model does not explain.
	guesses(r *Report, x *Result) []guess
}

// A guess is a model and the mistake that it adds.
type guess struct {
	Mistake
	model
}

// mistakes explains the wrong answers. It looks for mistakes that, added one by one to
// a program that follows the rule, reproduce the answers. What remains is explained by
// package compare, which looks at single answers.
func (r *Report) mistakes() []Mistake {
	var wrong, all, broken []*Result
	for i := range r.Results {
		x := &r.Results[i]
		if x.State == Broken {
			broken = append(broken, x)
		}
		if x.State == Answered || x.State == Refused {
			all = append(all, x)
			if x.Verdict != Passed {
				wrong = append(wrong, x)
			}
		}
	}
	shortestFirst := func(a, b *Result) int { return cmp.Compare(len(a.Input), len(b.Input)) }
	slices.SortStableFunc(wrong, shortestFirst)
	slices.SortStableFunc(all, shortestFirst)
	var list []Mistake
	explained := func(m Mistake, by []*Result) {
		m.Explains = len(by)
		m.Example = r.indexOf(by[0])
		if i := slices.IndexFunc(list, func(o Mistake) bool { return o.ID == m.ID && o.Detail == m.Detail }); i >= 0 {
			list[i].Explains += m.Explains
			return
		}
		list = append(list, m)
	}
	if !r.Suite.Operation.Values() {
		wrong = r.modelled(all, wrong, broken, explained)
	}
	for len(list) < maxMistakes && len(wrong) > 0 {
		m, by := r.compared(wrong)
		if len(by) == 0 {
			break
		}
		explained(m, by)
		wrong = slices.DeleteFunc(wrong, func(x *Result) bool { return slices.Contains(by, x) })
	}
	return list
}

func (r *Report) indexOf(x *Result) int {
	for i := range r.Results {
		if &r.Results[i] == x {
			return i
		}
	}
	return -1
}

// modelled explains answers by models and returns the wrong ones that it cannot
// explain. If two models explain equally many, it prefers the one that refuses more of
// the inputs that broke the program.
func (r *Report) modelled(all, wrong, broken []*Result, explained func(Mistake, []*Result)) []*Result {
	var current model = r.Suite.model()
	misses := func(m model, limit int) int {
		n := 0
		for _, x := range all {
			if m.do(x.Input) != x.result() {
				if n++; n > limit {
					break
				}
			}
		}
		return n
	}
	refusals := func(m model) int {
		n := 0
		for _, x := range broken {
			if m.do(x.Input).refused {
				n++
			}
		}
		return n
	}
	left := misses(current, len(all))
	for range maxMistakes {
		if left == 0 {
			break
		}
		var best *guess
		least := left
		var failing []*Result
		for _, x := range all {
			if current.do(x.Input) != x.result() {
				failing = append(failing, x)
			}
		}
		for i, x := range spread(failing, maxLooked) {
			if best != nil && i >= maxLooked/4 {
				break
			}
			for _, g := range current.guesses(r, x) {
				if g.do(x.Input) != x.result() {
					continue
				}
				n := misses(g.model, least)
				if n < least || best != nil && n == least && len(broken) > 0 && refusals(g.model) > refusals(best.model) {
					best, least = &g, n
				}
			}
		}
		if best == nil {
			break
		}
		var by []*Result
		for _, x := range wrong {
			if current.do(x.Input) != x.result() && best.do(x.Input) == x.result() {
				by = append(by, x)
			}
		}
		if len(by) == 0 {
			break
		}
		explained(best.Mistake, by)
		current, left = best.model, least
	}
	return slices.DeleteFunc(slices.Clone(wrong), func(x *Result) bool { return current.do(x.Input) == x.result() })
}

// spread returns at most most failures: the shortest ones, and some of all lengths.
func spread(failing []*Result, most int) []*Result {
	half := most / 2
	if len(failing) <= most {
		return failing
	}
	list := slices.Clone(failing[:half])
	rest := failing[half:]
	for i := range half {
		list = append(list, rest[i*len(rest)/half])
	}
	return list
}

// compared returns the mistake of package compare that explains most of the answers,
// and those answers. In a tie, the mistake that occurs first wins.
func (r *Report) compared(wrong []*Result) (Mistake, []*Result) {
	format := compare.Text
	switch r.Suite.Operation {
	case OAuth1:
		format = compare.BaseString
	case SigV4:
		format = compare.CanonicalRequest
	}
	by := map[string][]*Result{}
	details := map[string][]string{}
	var order []string
	note := func(x *Result, id, detail string) {
		if by[id] == nil {
			order = append(order, id)
		}
		if !slices.Contains(details[id], detail) {
			details[id] = append(details[id], detail)
		}
		by[id] = append(by[id], x)
	}
	var answered []*Result
	for _, x := range wrong {
		switch {
		case x.State == Refused:
			note(x, refusesInput, "")
		case x.Want.Refused():
			note(x, acceptsInput, x.Want.Refusal)
		default:
			answered = append(answered, x)
		}
	}
	answered = spread(answered, maxCompared)
	for _, x := range answered {
		// Any of these mistakes may be the one that all answers share.
		c := compare.Compare(x.Want.Output, x.Answer.Output, format)
		for _, m := range slices.Concat(c.Mistakes, c.Together) {
			if m.Side == compare.Second {
				note(x, m.ID, m.Detail)
			}
		}
	}
	order = slices.DeleteFunc(order, func(id string) bool {
		of := len(answered)
		if id == refusesInput || id == acceptsInput {
			of = len(wrong)
		}
		return minShare*len(by[id]) < of
	})
	if len(order) == 0 {
		return Mistake{}, nil
	}
	id := slices.MaxFunc(order, func(a, b string) int { return cmp.Compare(len(by[a]), len(by[b])) })
	m := mistakeOf(id)
	switch id {
	case mistake.ReservedUnescaped, mistake.ReservedEscaped, mistake.UnreservedEscaped:
		m = m.of(octetsOf(details[id]))
	default:
		if len(details[id]) == 1 {
			m.Detail = details[id][0]
		}
	}
	// The advice of package compare is for RFC 3986 and does not fit every dialect.
	switch id {
	case mistake.ReservedUnescaped:
		m.Fix = "escape these characters"
	case mistake.UnreservedEscaped, mistake.ReservedEscaped:
		m.Fix = "leave these characters as they are"
	}
	return m, by[id]
}

// octetsOf returns the set of the characters listed in details, such as "! '".
func octetsOf(details []string) (set percent.ByteSet) {
	for _, detail := range details {
		for word := range strings.FieldsSeq(detail) {
			if len(word) == 1 {
				set = set.Add(word)
			}
		}
	}
	return set
}

// The IDs of mistakes that package compare does not have, because they show only
// across many inputs.
const (
	refusesInput    = "refuses-input"
	acceptsInput    = "accepts-input"
	spaceAsEscape   = "space-as-escape"
	hexUpper        = "hex-upper"
	shortEscape     = "short-escape"
	escapesLeft     = "escapes-left"
	wrongDirection  = "wrong-direction"
	wrapped         = "wrapped"
	nulByte         = "nul"
	loneSurrogates  = "lone-surrogates"
	otherChoice     = "other-choice"
	decodedTwice    = "decoded-twice"
	notDecoded      = "not-decoded"
	decodedReserved = "decoded-reserved"
)

var ownMistakes = lazy.Value[map[string][2]string]{Make: func() map[string][2]string {
	return map[string][2]string{
		refusesInput:    {"it refuses input that it must accept", "accept such input"},
		acceptsInput:    {"it accepts input that it must refuse", "report an error for such input"},
		spaceAsEscape:   {`a space is written as %20, not as "+"`, `write a space as "+", as this dialect does`},
		hexUpper:        {"escapes have upper-case digits", "write escapes with lower-case digits"},
		shortEscape:     {"escapes of octets below 10 in hexadecimal have one digit", "write two digits: %0A, not %A"},
		escapesLeft:     {"existing escapes are left alone", `write "%" as %25: the input is data`},
		wrongDirection:  {"it does the opposite operation", "call the other function, or test it with or without --decode"},
		wrapped:         {"there is other text around the answer", "write only the result"},
		nulByte:         {"NUL is not kept", "pass the length of the text instead of ending it with NUL"},
		loneSurrogates:  {"a lone surrogate is treated differently", ""},
		otherChoice:     {"it makes another choice", ""},
		decodedTwice:    {"it is decoded twice", "decode once; look for a second decoder along the way"},
		notDecoded:      {"escapes are left as they are", "decode them"},
		decodedReserved: {"it decodes escapes that must stay", "leave the escapes of these characters as they are"},
	}
}}

// mistakeOf returns the mistake with the ID, with its texts.
func mistakeOf(id string) Mistake {
	if own, ok := ownMistakes.Get()[id]; ok {
		return Mistake{ID: id, Text: own[0], Fix: own[1]}
	}
	// Not every dialect is for paths, of which package compare speaks.
	switch id {
	case mistake.SlashEscaped:
		return Mistake{ID: id, Text: `"/" is escaped`, Fix: `leave "/" as it is`}
	case mistake.SlashUnescaped:
		return Mistake{ID: id, Text: `"/" is not escaped`, Fix: `escape "/"`}
	}
	return Mistake{ID: id, Text: compare.Describe(id), Fix: compare.FixFor(id)}
}

// of returns m with the characters that are escaped, or not, by mistake.
func (m Mistake) of(set percent.ByteSet) Mistake {
	switch m.ID {
	case mistake.ReservedUnescaped:
		m.Text = pct.Kind(set) + " are not escaped"
	case mistake.ReservedEscaped:
		m.Text = pct.Kind(set) + " are escaped"
	}
	return m.with(pct.ListSet(set))
}

// with returns m with the detail.
//
//go:noinline
func (m Mistake) with(detail string) Mistake {
	m.Detail = detail
	return m
}
