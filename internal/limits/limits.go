// Package limits bounds what a program or a server under test may answer.
package limits

import (
	"context"
	"errors"
	"fmt"
)

const (
	// MaxAnswer is the length limit of an answer, in bytes. The longest right answer
	// has a tenth of it.
	MaxAnswer = 1 << 20
	// MaxStarts is how often a program that ends too early or gives too few or too many
	// answers is started, to find the input that causes it.
	MaxStarts = 100
)

// All answers together may take keptBase bytes, and keptFactor more for each byte of
// input. Right ones take a tenth of that, even if a program is asked several times.
const (
	keptBase   = 64 << 20
	keptFactor = 32
)

// OfAnswers returns how many bytes the answers to these inputs may have together. An
// Asker stops asking a program that exceeds it.
func OfAnswers(inputs []string) int64 {
	limit := int64(keptBase)
	for _, input := range inputs {
		limit += keptFactor * int64(len(input))
	}
	return limit
}

// TooMuch returns the problem of a program whose answers exceed OfAnswers.
func TooMuch(limit int64) string {
	return fmt.Sprintf("it wrote more than %d MiB of answers", limit>>20)
}

// Ended says why no more questions are asked after ctx has ended.
func Ended(ctx context.Context) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "the time limit for the whole test was reached"
	}
	return "interrupted"
}

// Count returns a number of things, such as "1 byte" or "2 bytes".
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
