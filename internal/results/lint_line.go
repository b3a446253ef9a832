package results

import (
	"strconv"

	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
)

// longestExcerpt is how many bytes of a finding a line shows.
const longestExcerpt = 60

// AppendFinding appends to dst a finding in v as a line. paint returns the name of a
// severity in its colour.
func AppendFinding(dst []byte, v *Linted, f lint.Finding, paint func(lint.Severity) string) []byte {
	line, column := v.Position(f)
	dst = append(dst, v.Source...)
	if !v.Argument || line > 1 {
		dst = strconv.AppendInt(append(dst, ':'), line, 10)
	}
	if v.Column != "" {
		dst = append(append(dst, ':'), excerpt.Name(v.Column)...)
	}
	dst = append(strconv.AppendInt(append(dst, ':'), int64(column), 10), ": "...)
	dst = append(append(dst, paint(f.Severity)...), ' ')
	dst = append(append(dst, f.Rule...), ": "...)
	// Quoting shows control characters, and those that change the direction of text.
	dst = excerpt.AppendQuoted(dst, string(v.shown(f.Offset, f.Offset+f.Len)), longestExcerpt)
	dst = append(append(dst, ": "...), f.Message...)
	if f.Browser != "" {
		dst = append(append(dst, "; "...), f.Browser...)
	}
	dst = append(dst, "; "...)
	if f.Mechanical && f.Replacement != "" && len(f.Replacement) <= longestExcerpt {
		dst = append(dst, "write "...)
		dst = excerpt.AppendQuote(dst, f.Replacement)
	} else {
		dst = append(dst, f.Fix...)
	}
	return append(dst, '\n')
}

// Severity returns a function that returns the word for a severity, in its colour.
func Severity(p term.Pen) func(lint.Severity) string {
	return func(s lint.Severity) string { return p.Paint(severityColours[s], s.String()) }
}

var severityColours = [...]string{lint.Info: "36", lint.Warning: "33", lint.Error: "31"}

// FindingWriter returns the function that appends a finding in v to dst in a format, json,
// sarif or, for any other, as a line of text, in which paint returns the name of a severity.
func FindingWriter(format string, paint func(lint.Severity) string) func(dst []byte, v *Linted, f lint.Finding) []byte {
	switch format {
	case "json":
		return func(dst []byte, v *Linted, f lint.Finding) []byte { return v.AppendJSON(dst, f) }
	case "sarif":
		return func(dst []byte, v *Linted, f lint.Finding) []byte {
			return AppendSARIF(append(dst, BeforeSARIF...), v, f)
		}
	}
	return func(dst []byte, v *Linted, f lint.Finding) []byte { return AppendFinding(dst, v, f, paint) }
}
