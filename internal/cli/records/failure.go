package records

import (
	"errors"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/results"
)

// failure returns the failure that an error of package bulk ends the command
// with.
func (r *run) failure(err error) error {
	switch err := err.(type) {
	case *bulk.Flaw:
		return flawFailure(err)
	case *bulk.ReadError:
		return term.IOError(err.Source, err.Err)
	case *bulk.WriteError:
		return term.IOError(r.to.out.Name, err.Err)
	case *tooMany:
		return &term.Failure{Status: term.StatusInput, Text: term.Count(err.bad, "malformed row") + " of " + strconv.FormatInt(err.rows, 10) + ", more than --max-errors " + r.job.In.columns.maxErrors}
	case *bulk.ColumnError:
		return columnFailure(err)
	case *bulk.ColumnsError:
		return term.UsageError("another --delimiter may divide the fields", "%s: first row has more than %d fields", stream.At(err.Source, 1), bulk.MaxColumns)
	case *bulk.OptionError:
		hint := ""
		option, policy := strings.CutPrefix(err.Option, "policy ")
		if policy {
			option = "on-error " + option
		}
		if option == "on-error null" {
			hint = "--column names one, by its name or its number"
		}
		return term.UsageError(hint, "--%s: %s", option, err.Reason)
	case *bulk.LengthError:
		if err.Offset < 0 {
			return term.UsageError("no program accepts a value that long", "%s: value is longer than %d MiB", stream.At(err.Source, err.Record), err.Limit>>20)
		}
		if r.in.table != nil {
			return term.UsageError("an unclosed quotation mark turns the rest of the file into one row", "%s: row at byte %d is longer than %d MiB", stream.At(err.Source, err.Record), err.Offset, err.Limit>>20)
		}
		hint := "no program accepts a value that long"
		if d := &r.job.Do; d.codes() && d.Plan.Encoding != nil && d.Plan.Charset != charset.ISO2022JP {
			hint = "--json and --on-error skip need a whole value in memory; without them there is no limit"
		}
		return term.UsageError(hint, "%s: value is longer than %d MiB", stream.At(err.Source, err.Record), err.Limit>>20)
	}
	return err
}

// flawFailure returns the failure that f ends the command with.
func flawFailure(f *bulk.Flaw) error {
	at := Named(stream.At(f.Source, f.Record).String())
	if f.Column != "" {
		at += Named(": column " + excerpt.Name(f.Column))
	}
	var known *term.Failure
	var bad *NotLegal
	switch {
	case errors.As(f.Cause, &known):
		return &term.Failure{Status: known.Status, Text: at.String() + ": " + known.Text, Hint: known.Hint}
	case errors.As(f.Cause, &bad):
		return bad.Failure(at)
	}
	hint := ""
	switch {
	case f.Reason == bulk.MemberExists:
		hint = "choose another name for --into; --on-error keep leaves such rows as they are, and skip drops them"
	case len(f.Bytes) > 1 && f.Bytes[0] == '%' && (f.Bytes[1] == 'u' || f.Bytes[1] == 'U'):
		hint = "escape() of JavaScript writes %uHHHH: use --as js.escape; --on-error keep leaves it as it is"
	case f.Reason == bulk.DoubledPercent:
		hint = "ConfigParser, systemd and printf write one '%' as %%: undo that first; where two percent signs are meant, write %25%25; %%NAME%% is a placeholder, to be filled in first; --on-error keep leaves it as it is"
	case f.Format == "uri":
		hint = "no escape makes this host or port legal; --on-error keep leaves it as it is"
	case f.Kind == bulk.Refused:
		hint = "the dialect refuses it, as the program does; --on-error skip drops such values"
	case f.Kind == bulk.NotText && f.Charset != charset.UTF8:
		hint = "it may be in another charset: --charset detect guesses; --on-error keep leaves the escapes as they are"
	case f.Reason == percent.TruncatedEscape:
		hint = escapeHint(&f.SyntaxError)
	case f.Reason == percent.InvalidEscape:
		hint = escapeHint(&f.SyntaxError) + "; --on-error keep leaves malformed escapes as they are"
	}
	return &term.Failure{Status: term.StatusInput, Text: at.String() + ": " + results.RefusalText(f.SyntaxError), Hint: hint}
}
