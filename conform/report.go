package conform

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pct-encoded/percent/dialect"
)

// A State is what became of a question.
type State uint8

// The states.
const (
	Unasked  State = iota // it was not put: the wire cannot carry it, or the program had ended for good
	Answered              // there is an Output
	Refused               // the program said that it refuses the input
	Broken                // the program crashed, hung or answered what is no answer
	Skipped               // the program said that it cannot be given the input
)

// An Answer is what a program made of one input.
type Answer struct {
	State  State
	Output string
	// Reason is why there is no Output, in words: what the program said about a
	// refusal, "" if nothing; why it is Broken or Unasked.
	Reason string
}

func (a Answer) result() result { return result{a.Output, a.State == Refused} }

// An Asker puts questions to a program.
type Asker interface {
	// Carries says why the program cannot be asked a test, or "".
	Carries(t Test) string
	// Ask returns an answer to each input, in order. It returns with what it has
	// when ctx ends. The error says why the program cannot be asked at all.
	Ask(ctx context.Context, inputs []string) ([]Answer, error)
	// Close ends the program and returns what was wrong besides its answers, and
	// what is worth knowing. It can be called more than once.
	Close() (problems, notes []string)
}

// A Func is a function that is tested. An error is a refusal.
type Func func(input string) (string, error)

// Carries returns "": a function takes everything.
func (f Func) Carries(Test) string { return "" }

// Ask calls f.
func (f Func) Ask(ctx context.Context, inputs []string) ([]Answer, error) {
	answers := make([]Answer, len(inputs))
	for i, input := range inputs {
		if ctx.Err() != nil {
			answers[i].Reason = ended(ctx)
			continue
		}
		out, err := f(input)
		if err != nil {
			answers[i] = Answer{State: Refused, Reason: err.Error()}
		} else {
			answers[i] = Answer{State: Answered, Output: out}
		}
	}
	return answers, nil
}

// Close does nothing.
func (f Func) Close() (problems, notes []string) { return nil, nil }

// A Verdict is how a test ended.
type Verdict uint8

// The verdicts.
const (
	Passed         Verdict = iota
	Failed                 // another answer, an answer where there must be none, or none that can be read
	RefusedWrongly         // refused, though there is an answer
	LeftOut                // not asked, because the wire cannot carry it, or skipped by the program
	Unanswered             // not answered, because the program had ended
)

var verdictNames = [...]string{"passed", "failed", "refused", "left out", "unanswered"}

// String returns the verdict in words: "passed", "failed", "refused", "left out" or
// "unanswered".
func (v Verdict) String() string { return verdictNames[v] }

// A Result is a test with its answer.
type Result struct {
	Test
	Answer
	Verdict Verdict

	units dialect.Units // of the suite
}

// Part returns the first byte at which the answer parts from what is wanted, -1
// where one of the two is no output.
func (r *Result) Part() int {
	if r.Refused() || r.State != Answered {
		return -1
	}
	n := min(len(r.Answer.Output), len(r.Want.Output))
	for i := range n {
		if r.Answer.Output[i] != r.Want.Output[i] {
			return i
		}
	}
	return n
}

// Said returns the answer in quotation marks, or what there was instead.
func (r *Result) Said() string {
	switch r.State {
	case Answered:
		return quote(r.Answer.Output, r.units)
	case Refused:
		if r.Reason == "" {
			return "an error"
		}
		return "an error: " + r.Reason
	}
	return "no answer: " + r.Reason
}

// A Report is what a suite found out about a program.
type Report struct {
	Suite   *Suite
	Results []Result // of each test, in order

	Passed, Failed, Refused, LeftOut, Unanswered int

	// First is the first test that did not pass, and Shortest the one with the
	// shortest input; nil where all passed.
	First, Shortest *Result
	// Minimal is what Shortest was shrunk to: nothing that was removed from its input
	// left one that fails. Its ID is "". It is nil where nothing shorter failed.
	Minimal *Result
	// Mistakes explain the answers, those that explain most first.
	Mistakes []Mistake
	// Speech is by which rules of the catalogue the program works. It is nil for
	// operations without a dialect and for a program that has answered nothing.
	Speech *Speech
	// Problems are what is wrong besides answers: a crash, a hang, surplus answers.
	// Notes are what is worth knowing.
	Problems, Notes []string
}

// OK reports whether the program conforms: everything that was asked passed, and
// something was.
func (r *Report) OK() bool {
	return r.Passed > 0 && r.Failed+r.Refused+r.Unanswered == 0 && len(r.Problems) == 0
}

// A Gap is why some tests were left out.
type Gap struct {
	Reason string
	Tests  int
}

// Gaps tells why tests were left out, the most frequent reason first.
func (r *Report) Gaps() []Gap {
	var list []Gap
	index := map[string]int{}
	for i := range r.Results {
		x := &r.Results[i]
		if x.Verdict != LeftOut {
			continue
		}
		at, ok := index[x.Reason]
		if !ok {
			at = len(list)
			index[x.Reason] = at
			list = append(list, Gap{Reason: x.Reason})
		}
		list[at].Tests++
	}
	slices.SortStableFunc(list, func(a, b Gap) int { return cmp.Compare(b.Tests, a.Tests) })
	return list
}

// A Speech is by which rules a program works.
type Speech struct {
	// Dialects are those that agree with every answer. Of several rules, which these
	// answers do not tell apart, the likelier come first: those of the dialects to start
	// with, then those by which more recorded functions work. Those of one rule are in
	// catalogue order.
	Dialects []*dialect.Dialect
	// Rules is how many different rules these are.
	Rules int
	// Unchanged is true where each answer is the input.
	Unchanged bool
	// Nearest is the dialect that agrees with most answers where none agrees with
	// all, nil if none agrees with any; Agrees is with how many, and Parts is the index in Results of the first on
	// which it does not. Answers is how many there are.
	Nearest         *dialect.Dialect
	Agrees, Answers int
	Parts           int
}

// Run asks a program everything in the suite, shrinks what failed, ends the program,
// and judges it. The error is that of ctx, which comes with a report on what was
// answered until then, or why the program cannot be asked.
func (s *Suite) Run(ctx context.Context, a Asker) (*Report, error) {
	answers := make([]Answer, len(s.Tests))
	left := make([]bool, len(s.Tests))
	var inputs []string
	var at []int
	for i, t := range s.Tests {
		if why := a.Carries(t); why != "" {
			left[i], answers[i].Reason = true, why
			continue
		}
		inputs, at = append(inputs, t.Input), append(at, i)
	}
	replies, err := a.Ask(ctx, inputs)
	if err != nil {
		_, _ = a.Close()
		return nil, err
	}
	for i, answer := range replies {
		answers[at[i]] = answer
	}
	r := s.judge(answers, left)
	if r.Shortest != nil && ctx.Err() == nil {
		r.shrink(ctx, a)
	}
	r.Problems, r.Notes = a.Close()
	if ctx.Err() != nil && r.Unanswered > 0 {
		r.Problems = append(r.Problems, ended(ctx))
	}
	return r, ctx.Err()
}

// Judge returns the report on answers that were collected elsewhere, by ID. A test
// without an answer is unanswered. An answer to a test that the suite does not have
// is a problem.
func (s *Suite) Judge(answers map[string]Answer) *Report {
	list := make([]Answer, len(s.Tests))
	known := 0
	for i, t := range s.Tests {
		answer, ok := answers[t.ID]
		if ok {
			known++
		} else {
			answer.Reason = "it has no answer"
		}
		list[i] = answer
	}
	r := s.judge(list, make([]bool, len(list)))
	if n := len(answers) - known; n > 0 {
		r.Problems = append(r.Problems, fmt.Sprintf("%d of the answers are to tests that are not in this suite: make it with the same flags as the vectors", n))
	}
	return r
}

func (s *Suite) judge(answers []Answer, left []bool) *Report {
	r := &Report{Suite: s, Results: make([]Result, len(answers))}
	for i, answer := range answers {
		x := &r.Results[i]
		*x = Result{Test: s.Tests[i], Answer: answer, units: s.Options.Units}
		switch {
		case left[i] || answer.State == Skipped:
			x.Verdict = LeftOut
			r.LeftOut++
			continue
		case answer.State == Unasked:
			x.Verdict = Unanswered
			r.Unanswered++
			continue
		case s.right(&x.Want, &x.Answer):
			r.Passed++
			continue
		case answer.State == Refused:
			x.Verdict = RefusedWrongly
			r.Refused++
		default:
			x.Verdict = Failed
			r.Failed++
		}
		if r.First == nil {
			r.First = x
		}
		if r.Shortest == nil || len(x.Input) < len(r.Shortest.Input) {
			r.Shortest = x
		}
	}
	if !s.Operation.Values() {
		r.Speech = r.speech()
	}
	if r.First != nil {
		r.Mistakes = r.mistakes()
	}
	return r
}

// right reports whether an answer is the wanted one. Both of an operation with
// ValueAnswers are rewritten as they are compared.
func (s *Suite) right(w *Want, a *Answer) bool {
	switch a.State {
	case Answered:
		if s.Operation.ValueAnswers() {
			return s.rightValue(w, a)
		}
		return !w.Refused() && a.Output == w.Output
	case Refused:
		return w.Refused()
	}
	return false
}

// speech finds the rules that agree with all answers.
func (r *Report) speech() *Speech {
	var answered []int
	for i := range r.Results {
		if s := r.Results[i].State; s == Answered || s == Refused {
			answered = append(answered, i)
		}
	}
	if len(answered) == 0 {
		return nil
	}
	found := &Speech{Answers: len(answered), Parts: -1, Unchanged: true}
	for _, i := range answered {
		x := &r.Results[i]
		found.Unchanged = found.Unchanged && x.result() == result{output: x.Input}
	}
	best := len(answered) // how many answers the nearest rule disagrees with
	for _, rule := range likelyRules(r.Suite.Operation) {
		code := coder(r.Suite.Operation, rule[0])
		misses, parts := 0, -1
		for _, i := range answered {
			x := &r.Results[i]
			if resultOf(code, x.Input) == x.result() {
				continue
			}
			if misses++; misses == 1 {
				parts = i
			}
			if misses >= best {
				break
			}
		}
		switch {
		case misses == 0:
			found.Dialects = append(found.Dialects, rule...)
			found.Rules++
			best = 1
		case misses < best:
			best = misses
			found.Nearest, found.Agrees, found.Parts = rule[0], len(answered)-misses, parts
		}
	}
	if found.Rules > 0 {
		found.Nearest, found.Agrees, found.Parts = nil, len(answered), -1
	}
	return found
}
