package main

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/words"
)

// otherNames are what people call commands, with what they mean.
var otherNames = map[string]string{
	"percent parse": "uri parse", "percent split": "uri parse", "percent unfurl": "uri parse", "percent url-parse": "uri parse",
	"percent build": "uri build", "percent join": "uri resolve", "percent resolve": "uri resolve",
	"percent get": "uri get", "percent set": "uri set", "percent trurl": "uri set", "percent segments": "uri segments",
	"percent query": "form", "percent params": "form", "percent qs": "form",
	"percent diff": "compare", "percent cmp": "compare", "percent equal": "compare",
	"percent check": "lint", "percent validate": "lint", "percent scan": "lint", "percent audit": "lint",
	"percent unescape": "decode", "percent unquote": "decode", "percent urldecode": "decode", "percent dec": "decode",
	"percent escape": "encode", "percent quote": "encode", "percent urlencode": "encode", "percent enc": "encode",
	"percent repair": "fix", "percent sanitize": "fix", "percent clean": "fix",
	"percent canonicalize": "normalize", "percent canonical": "normalize", "percent normalise": "normalize",
	"percent test": "conform", "percent conformance": "conform", "percent testsuite": "vectors", "percent tests": "vectors",
	"percent detect": "identify", "percent guess": "identify", "percent which": "identify",
	"percent inspect": "explain", "percent show": "explain", "percent analyze": "explain",
	"percent list": "dialects list", "percent encodings": "dialects list", "percent dialect": "dialects show",
	"percent oauth": "oauth1", "percent aws": "sigv4", "percent mail": "mailto", "percent file": "fileurl", "percent data": "dataurl",
	"form parse": "form decode", "form add": "form append", "form remove": "form delete", "form edit": "form set",
	"form keys": "form decode", "form list": "form decode", "form build": "form encode",
	"uri decode": "decode --as url", "uri diff": "uri compare", "uri query": "form decode", "uri join": "uri resolve",
	"uri encode": "fix", "uri fix": "fix", "uri edit": "uri set",
	"dialects find": "dialects list", "dialects search": "dialects list", "dialects compare": "dialects diff",
}

// forText returns the command for a text that stands where a command should, or
// "".
func forText(text string) string {
	verb := ""
	switch {
	case len(text) > 60 || !excerpt.Printable(text) || strings.Contains(text, "`"):
		return ""
	case strings.Contains(text, "://"):
		verb = "explain"
	case records.FindEscape([]byte(text), true) != "":
		verb = "decode"
	case strings.ContainsAny(text, " &?/=%+") || strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }):
		verb = "encode"
	default:
		return ""
	}
	return verb + " '" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// unknownCommand returns the error for a name that is not a subcommand of cmd.
func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	meant := otherNames[cmd.Name()+" "+strings.ToLower(name)]
	if meant == "" && !cmd.HasParent() {
		meant = forText(name)
	}
	hint := "`" + cmd.CommandPath() + " --help` lists the commands"
	if meant != "" {
		hint = "did you mean `percent " + meant + "`?"
	} else if near := words.Nearest(name, names); near != "" {
		hint = "did you mean `" + cmd.CommandPath() + " " + near + "`?"
	}
	what := "command"
	if cmd.HasParent() {
		what = cmd.Name() + " command"
	}
	return term.UsageError(hint, "unknown %s %q", what, name)
}

// flagError turns what pflag says about a flag into a usage error.
func flagError(cmd *cobra.Command, err error) error {
	hint := "`" + cmd.CommandPath() + " --help` lists the flags"
	forUnknown := hint
	if takesText(cmd) {
		forUnknown = "put -- in front of text that begins with a hyphen; " + hint
	}
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return term.UsageError(forUnknown, "unknown flag %q in %q", "-"+unknown.GetSpecifiedName(), "-"+unknown.GetSpecifiedShortnames())
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := words.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			forUnknown = "did you mean --" + near + "?"
		}
		return term.UsageError(forUnknown, "unknown flag %q", "--"+unknown.GetSpecifiedName())
	case errors.As(err, &missing):
		return term.UsageError(hint, "flag --%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		name, given, more := invalid.GetFlag().Name, invalid.GetValue(), ""
		var bad *operation.UsageError
		word, isChoice := invalid.GetFlag().Value.(*flags.Word)
		switch {
		case errors.As(err, &bad) && (bad.Choice != "" || given == "true"):
			return term.UsageError(bad.Hint, "%s", bad.Text) // which names the flag, or both
		case errors.As(err, &bad):
			hint, more = bad.Hint, ": "+bad.Text
		case isChoice:
			near := words.Nearest(given, word.Words)
			if near != "" {
				near = "--" + name + " " + near
			}
			hint = words.DidYouMean(near, "it takes "+strings.Join(word.Words, ", "))
		case invalid.GetFlag().Value.Type() == "duration":
			hint = "it takes a time with its unit, such as 30s or 5m"
			if _, err := strconv.ParseUint(given, 10, 32); err == nil {
				hint = "write --" + name + " " + given + "s for seconds, or m for minutes"
			}
		}
		return term.UsageError(hint, "flag --%s does not take %q%s", name, given, more)
	}
	return term.UsageError(hint, "%s", term.FirstLine(err.Error()))
}

// takesText reports whether the arguments of cmd are text.
func takesText(cmd *cobra.Command) bool {
	return cmd.Flags().Lookup("as") != nil || cmd.Flags().Lookup("null") != nil
}
