// Package help makes what is said of commands beside what they do: usage, manual pages, and
// the errors for unknown commands and flags, with a hint at the one that was probably
// meant.
package help

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/answers"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/guides"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/words"
)

// otherNames returns other names for commands, with the command meant.
func otherNames() map[string]string {
	return map[string]string{
		"percent parse": "uri parse", "percent split": "uri parse", "percent unfurl": "uri parse", "percent url-parse": "uri parse",
		"percent build": "uri build", "percent join": "uri resolve", "percent resolve": "uri resolve",
		"percent get": "uri get", "percent set": "uri set", "percent trurl": "uri set", "percent segments": "uri segments",
		"percent query": "form decode", "percent params": "form decode", "percent qs": "form decode", "percent names": "form names", "percent count": "form names",
		"percent sign": "oauth1 sign` or `percent sigv4 sign", "percent url-encode": "encode", "percent url-decode": "decode", "percent hosts": "url get hostname",
		"percent encodeuricomponent": "encode --as js.encodeURIComponent", "percent decodeuricomponent": "decode --as js.decodeURIComponent", "percent rawurlencode": "encode --as php.rawurlencode",
		"percent punycode": "iri to-uri` or `percent iri from-uri", "percent idn": "iri to-uri` or `percent iri from-uri", "percent idna": "iri to-uri` or `percent iri from-uri",
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
		"form keys": "form names", "form count": "form names", "form list": "form decode", "form build": "form encode",
		"uri decode": "decode --as url", "uri diff": "uri compare", "uri query": "form decode", "uri join": "uri resolve",
		"url normalize": "url canonical", "url fix": "fix", "url encode": "fix", "uri encode": "fix", "uri fix": "fix", "uri edit": "uri set",
		"dialects find": "dialects list", "dialects search": "dialects list", "dialects compare": "dialects diff",
	}
}

// mostShown is the length in bytes up to which a hint repeats a text.
const mostShown = 60

// forText returns the command for a text given in place of a command, or "".
func forText(text string) string {
	verb := ""
	switch {
	case len(text) > mostShown || !excerpt.Printable(text) || strings.Contains(text, "`"):
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
	return verb + " " + term.Typed(text)
}

// firstVerbs returns, for a family, the subcommand that is probably meant when a text
// is given in place of a subcommand.
func firstVerbs() map[string]string {
	return map[string]string{
		"url": "parse", "uri": "parse", "iri": "to-uri", "form": "decode", "template": "expand", "dataurl": "decode",
		"mailto": "parse", "fileurl": "parse", "purl": "parse", "dsn": "parse", "did": "parse", "coap": "parse", "cpe": "parse",
		"did-web": "to-url", "xri": "to-uri", "leiri": "to-uri", "xpath": "encode-for-uri",
		"oauth1": "base-string", "sigv4": "canonical --service s3", "safebrowsing": "canonical", "robots": "normalize",
		"text": "parse", "pointer": "parse", "media": "parse",
	}
}

// forValue returns the subcommand of cmd for a value given in place of a subcommand,
// or "".
func forValue(cmd *cobra.Command, text string) string {
	verb := firstVerbs()[cmd.Name()]
	if cmd.Name() == "dialects" {
		if _, err := dialect.Lookup(text); err == nil {
			return "dialects show " + text
		}
	}
	if verb == "" || !strings.ContainsAny(text, ":/?{=%&.+,#") || len(text) > mostShown || !excerpt.Printable(text) || strings.Contains(text, "`") {
		return ""
	}
	return strings.TrimPrefix(cmd.CommandPath(), "percent ") + " " + verb + " " + term.Typed(text)
}

// Misspelled reports whether a name is nearly that of a subcommand of cmd, or is what another
// program calls one.
func Misspelled(cmd *cobra.Command, name string) bool {
	return otherNames()[cmd.Name()+" "+strings.ToLower(name)] != "" || words.Nearest(name, namesBelow(cmd)) != ""
}

func namesBelow(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// UnknownCommand returns the error for a name that is not a subcommand of cmd.
func UnknownCommand(cmd *cobra.Command, name string) error {
	names := namesBelow(cmd)
	meant := otherNames()[cmd.Name()+" "+strings.ToLower(name)]
	switch {
	case meant != "":
	case cmd.HasParent():
		meant = forValue(cmd, name)
	default:
		meant = forText(name)
	}
	hint := "`" + cmd.CommandPath() + " --help` lists the commands"
	if cmd.HasParent() && len(names) > 0 {
		hint = "`" + cmd.CommandPath() + "` has " + strings.Join(names, ", ")
	}
	if meant != "" {
		hint = "did you mean `percent " + meant + "`?"
	} else if near := words.Nearest(name, names); near != "" {
		hint = "did you mean `" + cmd.CommandPath() + " " + near + "`?"
	} else if near := nearGuide(name); near != "" && (!cmd.HasParent() || cmd.Name() == "guide") {
		hint = "did you mean `percent guide " + near + "`?"
	}
	what := "command"
	if cmd.HasParent() {
		what = cmd.Name() + " command"
	}
	return term.UsageError(hint, "unknown %s %q", what, name)
}

// nearGuide returns the name or topic of a guide that text probably means, or the text if
// guides answer it, or "".
func nearGuide(text string) string {
	if len(text) > mostShown || !excerpt.Printable(text) || strings.Contains(text, "`") {
		return ""
	}
	if _, ok := guides.Find(text); ok || len(answers.Search(text, nil, 1)) > 0 {
		return text
	}
	return words.Nearest(strings.ToLower(text), guides.Names())
}

// Guide returns a hint for text that no guide answers.
func Guide(text string) string {
	if near := nearGuide(text); near != "" {
		return "did you mean `percent guide " + near + "`?"
	}
	return "`percent guide` lists the guides"
}

// otherFlags returns names that other programs have for flags, with the flags of
// percent. One applies only to commands that have that flag.
func otherFlags() map[string][]string {
	return map[string][]string{
		"dialect": {"as"}, "encoding": {"as", "charset"}, "type": {"as", "in"}, "lang": {"as"}, "language": {"as", "only"}, "mode": {"as"}, "for": {"as"}, "like": {"as"},
		"codepage": {"charset"}, "encoding-charset": {"charset"}, "from-charset": {"charset"},
		"input": {"file"}, "in-file": {"file"}, "infile": {"file"}, "files": {"file"}, "url-file": {"file"}, "out": {"output"}, "out-file": {"output"}, "outfile": {"output"},
		"plus": {"space plus"}, "form": {"as form"}, "url": {"as url"}, "path": {"as rfc3986.path"}, "query": {"as rfc3986.query"}, "component": {"as js.encodeURIComponent"},
		"safe": {"keep"}, "allow": {"keep"}, "all": {"escape-all", "layers all"}, "recursive": {"layers all"}, "repeat": {"times", "layers"}, "double": {"times 2", "layers 2"},
		"lower": {"hex lower"}, "lowercase": {"hex lower"}, "upper": {"hex upper"}, "uppercase": {"hex upper"},
		"lenient": {"on-error keep"}, "ignore-errors": {"on-error keep"}, "keep-going": {"on-error keep"}, "force": {"on-error keep"},
		"skip-errors": {"on-error skip"}, "skip": {"on-error skip"}, "strict": {"on-error fail"}, "errors-file": {"errors"}, "replace-errors": {"on-error replace"},
		"separator": {"delimiter"}, "sep": {"delimiter"}, "delim": {"delimiter"}, "field": {"column"}, "fields": {"column"}, "columns": {"column"}, "col": {"column"}, "key": {"column"}, "name": {"column"},
		"ndjson": {"jsonl"}, "json-lines": {"jsonl"}, "regex": {"match"}, "regexp": {"match"}, "pattern": {"match"},
		"print0": {"null"}, "null-data": {"null"}, "zero": {"null"}, "zero-terminated": {"null"}, "slurp": {"whole"}, "binary": {"whole"},
		"debug": {"verbose"}, "stats": {"verbose"}, "silent": {"quiet"}, "colour": {"color"}, "no-colour": {"color never"}, "no-color": {"color never"},
		"exclude": {"except", "keep"}, "except": {"keep"}, "format": {"grammar"}, "ignore": {"except"}, "disable": {"except"}, "rules": {"only"}, "rule": {"only"}, "enable": {"only"}, "level": {"severity"},
		"sarif": {"format sarif"}, "autofix": {"fix"}, "summary": {"count"}, "raw-output": {"raw"}, "decoded": {"decode"}, "method": {"request"}, "body": {"data"}, "port": {"addr"}, "listen": {"addr"}, "bind": {"addr"},
	}
}

// otherWords returns words that other programs have for those that flags take.
func otherWords() map[string]string {
	return map[string]string{
		"xml": "html", "md": "markdown", "eml": "mail", "jsonl": "json", "txt": "text", "js": "source", "javascript": "source",
		"ignore": "keep", "strict": "fail", "remove": "skip", "high": "error", "low": "info", "critical": "error",
	}
}

// commandFlags returns hints for flags of other programs whose work is done here by a
// command or by another program.
func commandFlags() map[string]string {
	return map[string]string{
		"decode": "did you mean `percent decode`?", "encode": "did you mean `percent encode`?", "fix": "did you mean `percent fix`?",
		"unescape": "did you mean `percent decode`?", "unquote": "did you mean `percent decode`?", "escape": "did you mean `percent encode`?",
		"explain": "did you mean `percent explain`?", "normalize": "did you mean `percent normalize`?",
		"jq": "pipe the output of --json to jq", "pretty": "pipe the output of --json to jq", "filter": "pipe the output of --json to jq",
		"in-place": "the output cannot be the input: -o writes another file", "inplace": "the output cannot be the input: -o writes another file",
		"as": "--as follows a command, such as `percent encode --as form`", "json": "--json follows a command, such as `percent encode --json`",
		"recursive": "name the files with -f, such as those that find prints",
		"list":      "`percent guide` lists the guides, `percent dialects list` the dialects",
	}
}

// shortFlags returns one-letter flags of other programs.
func shortFlags() map[string]string {
	return map[string]string{"d": "decode", "e": "encode", "a": "as", "j": "json", "q": "quiet", "c": "column", "v": "verbose", "i": "in-place", "u": "unescape", "r": "recursive", "z": "null"}
}

// flagFor returns a hint at the flag of cmd, or the command, that the unknown flag
// probably means, or "".
func flagFor(cmd *cobra.Command, name string) string {
	if name == cmd.Name() {
		return "leave it out: `" + cmd.CommandPath() + "` does that"
	}
	for _, meant := range otherFlags()[name] {
		flag, _, _ := strings.Cut(meant, " ")
		if cmd.Flags().Lookup(flag) != nil {
			return "did you mean --" + meant + "?"
		}
	}
	if f := cmd.Flags().Lookup(name); f != nil && !f.Hidden {
		return "did you mean --" + name + "?"
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := words.Nearest(name, names); near != "" {
		return "did you mean --" + near + "?"
	}
	if hint := commandFlags()[name]; !(cmd.HasParent() && strings.Contains(hint, "follows a command")) && hint != "did you mean `"+cmd.CommandPath()+"`?" {
		return hint
	}
	return ""
}

// UnknownFlag turns an error of pflag into a usage error.
func UnknownFlag(cmd *cobra.Command, err error) error {
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
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		long, what := name, fmt.Sprintf("%q", "--"+name)
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			long, what = shortFlags()[name], fmt.Sprintf("%q", "-"+name)
			if short != name {
				what += fmt.Sprintf(" in %q", "-"+short)
			}
		}
		if what[1:3] == "--" {
			forUnknown = hint // text rarely begins so
		}
		return term.UsageError(cmp.Or(flagFor(cmd, long), forUnknown), "unknown flag %s", what)
	case errors.As(err, &missing):
		f := missing.GetFlag()
		if word, ok := f.Value.(*flags.Word); ok {
			hint = "it takes " + strings.Join(word.Words, ", ")
		} else {
			value, _ := pflag.UnquoteUsage(f)
			hint = "write --" + f.Name + " " + value + "; " + hint
		}
		return term.UsageError(hint, "flag --%s needs a value", f.Name)
	case errors.As(err, &invalid):
		name, given, more := invalid.GetFlag().Name, invalid.GetValue(), ""
		var bad *operation.UsageError
		word, isChoice := invalid.GetFlag().Value.(*flags.Word)
		switch {
		case errors.As(err, &bad) && (bad.Choice != "" || given == "true"):
			return term.UsageError(bad.Hint, "%s", bad.Text) // its text names the flag or flags
		case errors.As(err, &bad):
			hint, more = bad.Hint, ": "+bad.Text
		case isChoice:
			near := words.Nearest(given, word.Words)
			if other := otherWords()[given]; slices.Contains(word.Words, other) {
				near = other
			}
			if near != "" {
				near = "--" + name + " " + near
			}
			hint = words.DidYouMean(near, "it takes "+strings.Join(word.Words, ", "))
		case invalid.GetFlag().Value.Type() == "duration":
			hint = "use a time with its unit, such as 30s or 5m"
			if _, err := strconv.ParseUint(given, 10, 32); err == nil {
				hint = "write --" + name + " " + given + "s for seconds, or m for minutes"
			}
		}
		return term.UsageError(hint, "flag --%s does not take %q%s", name, given, more)
	}
	return term.UsageError(hint, "%s", term.FirstLine(err.Error()))
}

// takesText reports whether cmd takes text as arguments.
func takesText(cmd *cobra.Command) bool {
	return cmd.Flags().Lookup("as") != nil || cmd.Flags().Lookup("null") != nil
}
