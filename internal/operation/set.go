package operation

import (
	"errors"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect/sets"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
)

// setOf returns the octets that an expression stands for or, with List, the classes.
func setOf(c *Call) (results.Result, error) {
	switch {
	case c.List && len(c.Values) > 0:
		return nil, usage("leave out --list, or the expression", "--list takes no expression")
	case c.List:
		return results.NewClasses(), nil
	case len(c.Values) != 1:
		return nil, usage("put the expression between quotation marks; `percent set --list` lists the classes", "percent set takes one expression, not %d", len(c.Values))
	}
	set, err := sets.Parse(c.Values[0])
	if err != nil {
		return nil, badSet(err)
	}
	return results.Set{Expression: c.Values[0], ByteSet: set, Listed: c.Octets, ABNF: c.ABNF}, nil
}

// badSet returns the error for an invalid expression.
func badSet(err error) error {
	var syntax *percent.SyntaxError
	var named *sets.NameError
	if !errors.As(err, &syntax) {
		return err
	}
	hint := "`percent set --list` lists the classes, `percent dialects list` the dialects"
	switch {
	case errors.As(err, &named) && syntax.Reason == sets.Ambiguous:
		hint = "use one of " + strings.Join(named.Names[:min(8, len(named.Names))], ", ")
	case errors.As(err, &named):
		hint = words.DidYouMean(strings.Join(named.Names, ", "), hint)
	case syntax.Reason == sets.NoOperator:
		hint = "join sets with '|', '-' or '&'"
	}
	return usage(hint, "%s", results.RefusalText(*syntax)).because(err)
}
