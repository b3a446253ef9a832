package help

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// bashLacks replaces the function in cobra's script that runs if the package
// bash-completion is missing. The original fails at every Tab, because it calls
// functions of that package.
const bashLacks = `
__percent_init_completion()
{
    if ! declare -F _get_comp_words_by_ref >/dev/null; then
        [[ -n ${__percent_said-} ]] || printf '\npercent: hint: completion in bash needs the package bash-completion\n' >&2
        __percent_said=1
        return 1
    fi
    COMPREPLY=()
    _get_comp_words_by_ref "$@" cur prev words cword
}
`

// SayWhatBashLacks writes the completion script for bash to out, changed so that it
// says once that it needs a package. program is the name of the program with '_'
// instead of '-'.
func SayWhatBashLacks(bash *cobra.Command, program string, out io.Writer) {
	script := bash.RunE
	bash.RunE = func(cmd *cobra.Command, args []string) error {
		if err := script(cmd, args); err != nil {
			return err
		}
		_, err := io.WriteString(out, strings.ReplaceAll(bashLacks, "__percent", "__"+program))
		return err
	}
}
