package results

import (
	"errors"
	"strings"

	"github.com/pct-encoded/percent"
)

// Refusal returns an error of a dialect as what it is. It panics on any other error.
func Refusal(err error) percent.SyntaxError {
	var e *percent.SyntaxError
	if !errors.As(err, &e) {
		panic("percent: unexpected error of a dialect: " + err.Error())
	}
	return *e
}

// RefusalText returns a refusal as a message has it: without the name of a package, and
// without an offset where the whole value is refused.
func RefusalText(e percent.SyntaxError) string {
	if e.Bytes == "" && e.Field == "" && e.Offset == 0 {
		return string(e.Reason)
	}
	e.Format = ""
	return strings.TrimPrefix(e.Error(), "percent: ")
}
