package conform

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/words"
)

// A Size is the size of a suite.
type Size uint8

// The sizes.
const (
	// Default is every test: a few thousand for encoders and decoders.
	Default Size = iota
	// Quick is a few hundred tests: the ASCII characters, ordinary texts, long ones,
	// and for every other rule and every other choice the first test that
	// distinguishes it.
	Quick
)

// String returns "default" or "quick".
func (s Size) String() string { return words.Of(sizeNames, s) }

var sizeNames = []string{"default", "quick"}

// Options select the tests of a suite.
type Options struct {
	Size Size
	// Units is the kind of text that the program takes: any bytes with UnitsBytes, the
	// zero value; UTF-8 and lone surrogates with UnitsUTF16; and only UTF-8 with
	// UnitsText. It applies to Encode and Decode. A decoder answers with the same
	// units: where the specification of the dialect decodes to text, octets that are
	// not UTF-8 become U+FFFD, unless the units are bytes.
	Units dialect.Units
	// Random is the number of random inputs to add, at most MaxRandom. The same Seed
	// gives the same inputs.
	Random int
	Seed   uint64
}

// MaxRandom is the largest number of random inputs. It is limited because the whole
// suite is held in memory.
const MaxRandom = 1_000_000

// A Test is an input and the answer of a conforming program.
type Test struct {
	// ID always stands for the same input, in every release.
	ID    string
	Input string
	Want
}

// A Suite is the tests of an operation. It must not be changed.
type Suite struct {
	Operation Operation
	// Dialect is set for Encode and Decode, and nil for the other operations.
	Dialect *dialect.Dialect
	Options Options
	Tests   []Test

	// expect returns the answer of a conforming program to any input. The error is
	// for an input that is not valid for an operation with Values.
	expect func(input string) (Want, error)
}

// ErrNoDialect is the error for Encode or Decode without a dialect, or another
// operation with one.
var ErrNoDialect = errors.New("conform: encode and decode need a dialect, and other operations take none")

// New returns the suite of an operation. d is the dialect for Encode and Decode, and
// nil for the others. The error is a *dialect.DirectionError if d does not encode,
// ErrNoDialect, or one for exceeding MaxRandom.
func New(o Operation, d *dialect.Dialect, options Options) (*Suite, error) {
	s := &Suite{Operation: o, Dialect: d, Options: options}
	switch {
	case o.Values() == (d != nil):
		return nil, ErrNoDialect
	case options.Random < 0 || options.Random > MaxRandom:
		return nil, fmt.Errorf("conform: the number of random inputs must be from 0 to %d, not %d", MaxRandom, options.Random)
	case o.Values():
		s.fillValues()
		return s, nil
	case o == Encode && !d.Encodes():
		_, err := d.Encode("")
		return nil, err
	}
	code := coder(o, d, options.Units)
	s.expect = func(input string) (Want, error) { return wanted(code(nil, []byte(input))), nil }
	p := encodePool.Get()
	if o == Decode {
		p = decodePool.Get()
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

// chosen returns the probes that the suite uses.
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
	// The first probe that distinguishes a rule stays the first when rules are added
	// to the catalogue or probes to the end of the pool.
	wants := make([]result, len(fit))
	code := coder(s.Operation, s.Dialect, s.Options.Units)
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

// A result is the result of a coder for an input: output, or an error.
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

// randomPieces generates the pieces of random inputs.
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

// maxPieces is the largest number of pieces in a random input.
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
