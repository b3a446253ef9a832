package conform

import (
	"context"
	"errors"
	"fmt"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/words"
)

// A State says what happened to a question.
type State uint8

// The states.
const (
	Unasked  State = iota // not asked: the wire cannot carry it, or the program had stopped for good
	Answered              // there is an Output
	Refused               // the program refused the input
	Broken                // the program crashed, hung or gave an unreadable answer
	Skipped               // the program said that it cannot take the input
)

var stateWords = []string{"unasked", "answered", "refused", "broken", "skipped"}

// String returns "unasked", "answered", "refused", "broken" or "skipped".
func (s State) String() string { return words.Of(stateWords, s) }

// An Answer is the answer of a program to one input.
type Answer struct {
	State  State
	Output string
	// Reason is why there is no Output: the program's own reason for a refusal,
	// which may be "", or why the question is Broken or Unasked.
	Reason string
}

func (a Answer) result() result { return result{a.Output, a.State == Refused} }

// An Asker puts questions to a program.
type Asker interface {
	// Carries returns why the program cannot be asked a test, or "" if it can.
	Carries(t Test) string
	// Ask returns an answer to each input, in order. When ctx ends, the remaining
	// answers are Unasked, and need no reason. The error is why the program cannot be asked at all.
	Ask(ctx context.Context, inputs []string) ([]Answer, error)
	// Close ends the program. It returns problems other than wrong answers, and
	// notes. It can be called more than once.
	Close() (problems, notes []string)
}

// A Func is a function to test. An error is a refusal.
type Func func(input string) (string, error)

// Carries returns "": a function takes everything.
func (f Func) Carries(Test) string { return "" }

// Ask calls f.
func (f Func) Ask(ctx context.Context, inputs []string) ([]Answer, error) {
	answers := make([]Answer, len(inputs))
	for i, input := range inputs {
		if ctx.Err() != nil {
			break
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
	Failed                 // a wrong answer, an unreadable one, or an answer to input that must be refused
	RefusedWrongly         // refused, though there is a right answer
	LeftOut                // not asked, because the wire cannot carry it, or skipped by the program
	Unanswered             // not answered, because the program had ended
)

var verdictNames = []string{"passed", "failed", "refused", "left out", "unanswered"}

// String returns the verdict in words: "passed", "failed", "refused", "left out" or
// "unanswered".
func (v Verdict) String() string { return words.Of(verdictNames, v) }

// A Result is a test with its answer.
type Result struct {
	Test
	Answer
	Verdict Verdict

	units dialect.Units // of the suite
}

// Said returns the answer in quotation marks, or says why there is none.
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

// A Report is the outcome of testing a program with a suite.
type Report struct {
	Suite   *Suite
	Results []Result // of each test, in order

	Passed, Failed, Refused, LeftOut, Unanswered int

	// First is the first test that did not pass, and Shortest the one with the
	// shortest input. Both are nil if all passed.
	First, Shortest *Result
	// Minimal is the smallest failing input that shrinking Shortest has found. Its ID
	// is "". It is nil if nothing shorter failed.
	Minimal *Result
	// Mistakes explain the wrong answers, the one that explains most first.
	Mistakes []Mistake
	// Untested is how many inputs must be refused, if none of them has an answer: on a
	// wire that carries no errors, or because answers are missing. Without them it is
	// unknown whether the program conforms, and which rules it follows. It is 0 if any of
	// them has an answer.
	Untested int
	// Speech holds the rules of the catalogue that the program follows. It is nil
	// for operations without a dialect, and if there are no answers. It names no
	// dialect if there are Untested inputs.
	Speech *Speech
	// Problems are failures other than wrong answers: a crash, a hang, surplus
	// answers. Notes are harmless.
	Problems, Notes []string
}

// OK reports whether the program conforms: at least one test passed, none failed,
// nothing that must be refused is untested, and there were no problems.
func (r *Report) OK() bool { return r.Right() && r.Untested == 0 }

// Right reports whether every answer is right, there is at least one, and there were no
// problems. With Untested inputs it is undecided whether the program conforms.
func (r *Report) Right() bool {
	return r.Passed > 0 && r.Failed+r.Refused+r.Unanswered == 0 && len(r.Problems) == 0
}

// A Speech holds the rules that a program follows.
type Speech struct {
	// Dialects are those that agree with every answer. If the answers fit several
	// rules, the likeliest come first: those in dialect.Common, then those that more
	// recorded functions follow. Dialects with the same rule are in catalogue order.
	Dialects []*dialect.Dialect
	// Rules is the number of different rules among Dialects.
	Rules int
	// Unchanged is true if every answer equals its input.
	Unchanged bool
	// Nearest is the dialect that agrees with most answers if none agrees with all.
	// It is nil if none agrees with any. Agrees is the number of answers that agree,
	// out of Answers, and Parts is the index in Results of the first that does not.
	Nearest         *dialect.Dialect
	Agrees, Answers int
	Parts           int
}

// Run asks a program every test of the suite, judges the answers, shrinks a failing
// input, and closes a. If ctx ends, Run returns its error with a report on the
// answers so far. Any other error is why the program cannot be asked, and comes
// without a report.
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
		if answer.State == Unasked && answer.Reason == "" && ctx.Err() != nil {
			answer.Reason = ended(ctx)
		}
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
	asked := false // and answered, about an input that must be refused
	for i, answer := range answers {
		x := &r.Results[i]
		*x = Result{Test: s.Tests[i], Answer: answer, units: s.Options.Units}
		switch {
		case left[i] || answer.State == Skipped:
			x.Verdict = LeftOut
			r.LeftOut++
			if x.Want.Refused() {
				r.Untested++
			}
			continue
		case answer.State == Unasked:
			x.Verdict = Unanswered
			r.Unanswered++
			if x.Want.Refused() {
				r.Untested++
			}
			continue
		}
		asked = asked || x.Want.Refused()
		switch {
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
	if asked {
		r.Untested = 0
	}
	if !s.Operation.Values() {
		r.Speech = r.speech()
	}
	if r.First != nil {
		r.Mistakes = r.mistakes()
	}
	return r
}

// right reports whether an answer is the wanted one. For an operation with
// ValueAnswers it rewrites both in the form used for comparison.
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
	if r.Untested > 0 {
		return found
	}
	best := len(answered) // how many answers the nearest rule disagrees with
	for _, rule := range likelyRules(r.Suite.Operation, r.Suite.Options.Units) {
		code := coder(r.Suite.Operation, rule[0], r.Suite.Options.Units)
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

// ended says why no more questions are asked after ctx has ended.
func ended(ctx context.Context) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "the time limit for the whole test was reached"
	}
	return "interrupted"
}
