package runner

import "fmt"

// Bounds of what a program or a server under test may answer.
const (
	// maxAnswer is the length limit of an answer, in bytes. The longest right answer
	// has a tenth of it.
	maxAnswer = 1 << 20
	// maxStarts is how often a program that ends too early or gives too few or too many
	// answers is started, to find the input that causes it.
	maxStarts = 100
)

// All answers together may take keptBase bytes, and keptFactor more for each byte of
// input. Right ones take a tenth of that, even if a program is asked several times.
const (
	keptBase   = 64 << 20
	keptFactor = 32
)

// limitOfAnswers returns how many bytes the answers to these inputs may have together. An
// Asker stops asking a program that exceeds it.
func limitOfAnswers(inputs []string) int64 {
	limit := int64(keptBase)
	for _, input := range inputs {
		limit += keptFactor * int64(len(input))
	}
	return limit
}

// tooMuch returns the problem of a program whose answers exceed limitOfAnswers.
func tooMuch(limit int64) string {
	return fmt.Sprintf("it wrote more than %d MiB of answers", limit>>20)
}
