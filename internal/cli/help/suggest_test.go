package help

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// refused is a flag whose values are refused with a reason.
type refused struct{ err error }

func (r refused) Set(string) error { return r.err }
func (refused) String() string     { return "" }
func (refused) Type() string       { return "string" }

// tree returns commands with the names and flags that the suggestions are about.
func tree() *cobra.Command {
	root := &cobra.Command{Use: "percent", SilenceErrors: true, SilenceUsage: true}
	root.SetFlagErrorFunc(UnknownFlag)
	for _, path := range []string{"encode", "decode", "lint", "uri parse", "uri get", "form get", "dialects list", "completion bash", "completion zsh", "completion fish"} {
		cmd := root
		for name := range strings.FieldsSeq(path) {
			next, _, err := cmd.Find([]string{name})
			if err != nil || next == cmd {
				next = &cobra.Command{Use: name, Args: cobra.ArbitraryArgs}
				next.RunE = func(cmd *cobra.Command, args []string) error {
					if cmd.HasSubCommands() {
						return UnknownCommand(cmd, args[0])
					}
					return nil
				}
				cmd.AddCommand(next)
			}
			cmd = next
		}
	}
	root.Args = cobra.ArbitraryArgs
	root.RunE = func(cmd *cobra.Command, args []string) error { return UnknownCommand(cmd, args[0]) }
	decode, _, _ := root.Find([]string{"decode"})
	f := decode.Flags()
	f.String("as", "", "")
	f.String("on-error", "", "")
	f.BoolP("null", "0", false, "")
	f.Bool("json", false, "")
	flags.AddWord(f, &flags.Word{Words: []string{"upper", "lower"}}, "hex", "")
	f.Duration("wait", 0, "")
	f.Int("layers", 0, "")
	f.Var(refused{&operation.UsageError{Text: "--a excludes --b", Choice: "a", Hint: "leave one out"}}, "whole-text", "")
	f.Var(refused{&operation.UsageError{Text: "it is empty", Hint: "fill it"}}, "reason", "")
	return root
}

// TestSuggestions: each wrong command line gets the hint at what was meant.
func TestSuggestions(t *testing.T) {
	const flagsOfDecode = "`percent decode --help` lists the flags"
	for _, test := range []struct{ args, text, hint string }{
		{"unescape", `unknown command "unescape"`, "did you mean `percent decode`?"},
		{"decod", `unknown command "decod"`, "did you mean `percent decode`?"},
		{"DECODE", `unknown command "DECODE"`, "did you mean `percent decode`?"},
		{"URI parse", `unknown command "URI"`, "did you mean `percent uri`?"},
		{"uri PARSE", `unknown uri command "PARSE"`, "did you mean `percent uri parse`?"},
		{"decode --ON-ERROR keep", "unknown flag \"--ON-ERROR\"", "did you mean --on-error?"},
		{"zzzzzz", `unknown command "zzzzzz"`, "`percent --help` lists the commands"},
		{"oauth", `unknown command "oauth"`, "did you mean `percent oauth1`?"},
		{"rules", `unknown command "rules"`, "did you mean `percent guide rules`?"},
		{"http://a.example/", `unknown command "http://a.example/"`, "did you mean `percent explain 'http://a.example/'`?"},
		{"a%20b", `unknown command "a%20b"`, "did you mean `percent decode 'a%20b'`?"},
		{"a&b", `unknown command "a&b"`, "did you mean `percent encode 'a&b'`?"},
		{"a`&" + strings.Repeat("b", 70), "unknown command \"a`&" + strings.Repeat("b", 70) + `"`, "`percent --help` lists the commands"},
		{"uri encode", `unknown uri command "encode"`, "did you mean `percent fix`?"},
		{"uri http://a.example/", `unknown uri command "http://a.example/"`, "did you mean `percent uri parse 'http://a.example/'`?"},
		{"uri pars", `unknown uri command "pars"`, "did you mean `percent uri parse`?"},
		{"uri zzzzzz", `unknown uri command "zzzzzz"`, "`percent uri` has get, parse"},
		{"dialects rfc3986", `unknown dialects command "rfc3986"`, "did you mean `percent dialects show rfc3986`?"},
		{"completion tcsh-like", `unknown completion command "tcsh-like"`, "`percent completion` has bash, fish, zsh"},
		{"decode --dialect form", `unknown flag "--dialect"`, "did you mean --as?"},
		{"decode --lenient", `unknown flag "--lenient"`, "did you mean --on-error keep?"},
		{"decode --jso", `unknown flag "--jso"`, "did you mean --json?"},
		{"decode --decode", `unknown flag "--decode"`, "leave it out: `percent decode` does that"},
		{"decode --in-place", `unknown flag "--in-place"`, "the output cannot be the input: -o writes another file"},
		{"decode --qqqqqqqq", `unknown flag "--qqqqqqqq"`, flagsOfDecode},
		{"decode -5", `unknown flag "-5"`, "put -- in front of text that begins with a hyphen; " + flagsOfDecode},
		{"lint --qqqqqqqq", `unknown flag "--qqqqqqqq"`, "`percent lint --help` lists the flags"},
		{"decode -j", `unknown flag "-j"`, "did you mean --json?"},
		{"decode -0j", `unknown flag "-j"`, "did you mean --json?"},
		{"decode -jx", `unknown flag "-j" in "-jx"`, "did you mean --json?"},
		{"decode -u", `unknown flag "-u"`, "put -- in front of text that begins with a hyphen; " + flagsOfDecode},
		{"lint --as form", `unknown flag "--as"`, "`percent lint --help` lists the flags"},
		{"decode --list", `unknown flag "--list"`, "`percent guide` lists the guides, `percent dialects list` the dialects"},
		{"decode -e", `unknown flag "-e"`, "did you mean `percent encode`?"},
		{"decode --as", "flag --as needs a value", "write --as string; " + flagsOfDecode},
		{"decode --hex", "flag --hex needs a value", "it takes upper, lower"},
		{"decode --hex uper", `flag --hex does not take "uper"`, "did you mean --hex upper? it takes upper, lower"},
		{"decode --wait 5", `flag --wait does not take "5"`, "write --wait 5s for seconds, or m for minutes"},
		{"decode --wait x", `flag --wait does not take "x"`, "use a time with its unit, such as 30s or 5m"},
		{"decode --layers x", `flag --layers does not take "x"`, "`percent decode --help` lists the flags"},
		{"decode --whole-text x", "--a excludes --b", "leave one out"},
		{"decode --reason x", `flag --reason does not take "x": it is empty`, "fill it"},
	} {
		root := tree()
		root.SetArgs(strings.Fields(test.args))
		root.SetOut(io.Discard)
		root.SetErr(io.Discard)
		err := root.Execute()
		var got *term.Failure
		if !errors.As(err, &got) || got.Status != term.StatusUsage || got.Text != test.text || got.Hint != test.hint {
			t.Errorf("%s: %+v (%v), want %q, %q", test.args, got, err, test.text, test.hint)
		}
	}
	var plain *term.Failure
	if err := UnknownFlag(tree(), errors.New("one\ntwo")); !errors.As(err, &plain) || plain.Text != "one" {
		t.Errorf("another error: %v", err)
	}
}

// TestGuides: a guide is found by a word that is nearly its name, or by what it answers.
func TestGuides(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"rulse", "did you mean `percent guide rules`?"},
		{"qqqqqqqqq", "`percent guide` lists the guides"},
		{"proxy_pass", "did you mean `percent guide proxy_pass`?"},
	} {
		if got := Guide(test.text); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}
