package conform

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/pct-encoded/percent/dialect"
)

// A Size says how many tests a suite has.
type Size uint8

// The sizes.
const (
	// Default is every test: some thousands for encoders and decoders.
	Default Size = iota
	// Quick is some hundreds: the ASCII characters, texts as they come, long ones, and
	// the first test that tells each other rule of the catalogue, and each other
	// choice, apart.
	Quick
)

// String returns "default" or "quick".
func (s Size) String() string { return [...]string{"default", "quick"}[s] }

// Options say what is in a suite.
type Options struct {
	Size Size
	// Units is what the program takes. UnitsBytes, the zero value, asks everything;
	// UnitsUTF16 nothing that is not UTF-8 but for lone surrogates, and UnitsText
	// only UTF-8. It concerns Encode and Decode.
	Units dialect.Units
	// Random is how many random inputs are added, MaxRandom at most. They are the
	// same for the same Seed.
	Random int
	Seed   uint64
}

// MaxRandom is how many random inputs a suite takes: the whole suite is held in
// memory.
const MaxRandom = 1_000_000

// A Test is one input and what a conforming program makes of it.
type Test struct {
	// ID never changes, and the input of an ID neither.
	ID    string
	Input string
	Want
}

// A Suite is the tests of an operation. It must not be changed.
type Suite struct {
	Operation Operation
	// Dialect is that of Encode and Decode, and nil for the other operations.
	Dialect *dialect.Dialect
	Options Options
	Tests   []Test

	expect func(input string) (Want, error)
}

// ErrNoDialect says that an operation needs a dialect and was given none, or has
// no use for one.
var ErrNoDialect = errors.New("conform: encoders and decoders are tested by a dialect, and nothing else is")

// New returns the suite of an operation, of d for Encode and Decode; d is nil for
// the others. The error is a *dialect.DirectionError for a dialect that does not
// encode, ErrNoDialect, or that MaxRandom is exceeded.
func New(o Operation, d *dialect.Dialect, options Options) (*Suite, error) {
	s := &Suite{Operation: o, Dialect: d, Options: options}
	switch {
	case o.Values() == (d != nil):
		return nil, ErrNoDialect
	case options.Random < 0 || options.Random > MaxRandom:
		return nil, fmt.Errorf("conform: takes up to %d random inputs, not %d", MaxRandom, options.Random)
	case o.Values():
		s.fillValues()
		return s, nil
	case o == Encode && !d.Encodes():
		_, err := d.Encode("")
		return nil, err
	}
	code := coder(o, d)
	s.expect = func(input string) (Want, error) { return wanted(code(nil, []byte(input))), nil }
	p := encodePool()
	if o == Decode {
		p = decodePool()
	}
	for _, q := range s.chosen(p) {
		s.add(q)
	}
	rnd := rand.New(rand.NewPCG(options.Seed, uint64(o)))
	extra := &pool{}
	for _, q := range s.Tests {
		extra.add("known", q.Input)
	}
	known := len(extra.probes)
	for tries := 0; len(extra.probes) < known+options.Random && tries < 100*options.Random; tries++ {
		extra.add("random", s.random(rnd))
	}
	for _, q := range extra.probes[known:] {
		s.add(q)
	}
	return s, nil
}

func (s *Suite) add(q probe) {
	want, err := s.expect(q.input)
	if err != nil {
		panic("conform: " + q.id + " is no input: " + err.Error())
	}
	s.Tests = append(s.Tests, Test{q.id, q.input, want})
}

// Expect returns what a conforming program makes of any input. The error says that an
// operation with Values does not take such an input.
func (s *Suite) Expect(input string) (Want, error) { return s.expect(input) }

// chosen returns the probes that the suite asks.
func (s *Suite) chosen(p *pool) []probe {
	var fit []probe
	for _, q := range p.probes {
		if takes(s.Options.Units, q.input) {
			fit = append(fit, q)
		}
	}
	if s.Options.Size == Default {
		return fit
	}
	// The first probe that tells a rule apart stays the first one, whatever is added
	// to the catalogue and to the end of the pool.
	wants := make([]result, len(fit))
	code := coder(s.Operation, s.Dialect)
	for i, q := range fit {
		wants[i] = resultOf(code, q.input)
	}
	taken := make([]bool, len(fit))
	for i, q := range fit {
		group, _, _ := strings.Cut(q.id, "-")
		taken[i] = len(q.input) <= 1 || group == "text" || group == "long"
	}
	for _, other := range s.others() {
		for i, q := range fit {
			if resultOf(other, q.input) != wants[i] {
				taken[i] = true
				break
			}
		}
	}
	var list []probe
	for i, q := range fit {
		if taken[i] {
			list = append(list, q)
		}
	}
	return list
}

// A result is what a coder makes of an input: output, or an error.
type result struct {
	output  string
	refused bool
}

func resultOf(code func(dst, src []byte) ([]byte, error), input string) result {
	out, err := code(nil, []byte(input))
	if err != nil {
		return result{refused: true}
	}
	return result{output: string(out)}
}

// randomPieces are what random inputs are made of.
var randomPieces = []func(*rand.Rand) string{
	func(r *rand.Rand) string { return string(rune('a' + r.IntN(26))) },
	func(r *rand.Rand) string { return string(punctuation[r.IntN(len(punctuation))]) },
	func(r *rand.Rand) string { return string(rune(r.IntN(0x80))) },
	func(r *rand.Rand) string { return string(rune(0x80 + r.IntN(0x780))) },
	func(r *rand.Rand) string { return string(points[r.IntN(len(points))]) },
	func(r *rand.Rand) string { return string(rune(0x10000 + r.IntN(0x100000))) },
	func(r *rand.Rand) string { return fmt.Sprintf("%%%02X", r.IntN(256)) },
	func(r *rand.Rand) string { return fmt.Sprintf("%%%02x", r.IntN(256)) },
	func(r *rand.Rand) string { return "%" + string(punctuation[r.IntN(len(punctuation))]) },
	func(r *rand.Rand) string { return escaped(string(points[r.IntN(len(points))])) },
	func(r *rand.Rand) string { return texts[r.IntN(len(texts))] },
}

var randomBroken = []func(*rand.Rand) string{
	func(r *rand.Rand) string { return surrogates[r.IntN(4)] },
	func(r *rand.Rand) string { return string([]byte{byte(0x80 + r.IntN(0x80))}) },
}

// maxPieces is how many pieces a random input has.
const maxPieces = 12

// random returns a random input of the units of the suite.
func (s *Suite) random(r *rand.Rand) string {
	for {
		input := ""
		for range 1 + r.IntN(maxPieces) {
			if r.IntN(12) == 0 && s.Options.Units != dialect.UnitsText {
				input += randomBroken[r.IntN(len(randomBroken))](r)
				continue
			}
			input += randomPieces[r.IntN(len(randomPieces))](r)
		}
		if takes(s.Options.Units, input) {
			return input
		}
	}
}
