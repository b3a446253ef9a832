package uritemplate

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape,
// percent.InvalidUTF8 and, with DotsRefused, uri.DotSegment: Field is the variable that
// makes it.
const (
	UnclosedExpression percent.Reason = "unclosed expression"       // a '{' without '}'
	InvalidLiteral     percent.Reason = "invalid character"         // not allowed outside expressions (section 2.1)
	ReservedOperator   percent.Reason = "reserved operator"         // one of = , ! @ | (section 2.2)
	MissingName        percent.Reason = "missing name"              // no varname (section 2.3)
	InvalidName        percent.Reason = "invalid name"              // a character that is not in a varname
	CompositePrefix    percent.Reason = "prefix of composite value" // a prefix modifier on a list or an associative array (section 2.4.1), when it is expanded
	InvalidPrefix      percent.Reason = "invalid prefix length"     // not 1 to 9999 (section 2.4.1)
)

const syntax pct.Format = "uritemplate"
