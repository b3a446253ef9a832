package help

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/answers"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// mostAnswers is how many places answer a question, besides one command.
const mostAnswers = 3

// Answers returns a line about each place that answers a question best, with the command
// that prints it, and whether there is one.
func Answers(root *cobra.Command, s term.Style, question string) (string, bool) {
	var list []answers.Command
	var walk func(cmd *cobra.Command, name string)
	walk = func(cmd *cobra.Command, name string) {
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				list = append(list, answers.Command{Name: name + c.Name(), Short: c.Short, Long: c.Long})
				walk(c, name+c.Name()+" ")
			}
		}
	}
	walk(root, "")
	var b strings.Builder
	for _, a := range answers.Search(question, list, mostAnswers) {
		b.WriteString(s.Bold(a.Command) + "\n    " + s.WrapText(a.Title, 4) + "\n")
	}
	return b.String(), b.Len() > 0
}
