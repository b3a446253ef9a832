package help

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/term"
)

// TestUsage: the usage has what cobra's template has, in its order, and wraps help of flags.
func TestUsage(t *testing.T) {
	root := &cobra.Command{Use: "percent"}
	root.PersistentFlags().Bool("quiet", false, "say nothing")
	uri := &cobra.Command{Use: "uri", Short: "URIs by their components"}
	parse := &cobra.Command{Use: "parse [flags] URI", Short: "the components", Example: "  percent uri parse a", Run: func(*cobra.Command, []string) {}}
	hidden := &cobra.Command{Use: "hidden", Hidden: true, Run: func(*cobra.Command, []string) {}}
	parse.Flags().String("base", "", "resolve it against `URL`, "+strings.Repeat("word ", 20))
	uri.AddCommand(parse, hidden)
	root.AddCommand(uri)
	for _, tt := range []struct {
		cmd  *cobra.Command
		want []string // pieces in this order
		not  string
	}{
		{parse, []string{"Usage:\n  percent uri parse [flags] URI\n\n", "Examples:\n  percent uri parse a\n\nFlags:\n", "--base URL   resolve it against URL, word", "\n\nGlobal Flags:\n      --quiet   say nothing\n"}, "Available Commands"},
		{uri, []string{"Usage:\n  percent uri [command]\n\nAvailable Commands:\n", "  parse", "the components\n\n", "Global Flags:", "Use \"percent uri [command] --help\" for more information about a command.\n"}, "hidden"},
	} {
		text := Usage(tt.cmd, 60)
		rest := text
		for _, piece := range tt.want {
			_, after, ok := strings.Cut(rest, piece)
			if !ok {
				t.Errorf("no %q where it should be in\n%s", piece, text)
				break
			}
			rest = after
		}
		if strings.Contains(text, tt.not) {
			t.Errorf("%q is in\n%s", tt.not, text)
		}
		for line := range strings.Lines(text) {
			if strings.Contains(line, "word") && len(line) > 61 {
				t.Errorf("a line of %d columns: %q", len(line), line)
			}
		}
	}
}

// TestAnswers: questions lead to the command that answers them, or to nothing.
func TestAnswers(t *testing.T) {
	root := tree()
	decode, _, err := root.Find([]string{"decode"})
	if err != nil {
		t.Fatal(err)
	}
	decode.Short = "decode percent-encoded text"
	decode.Long = "decode decodes percent-encoded text, in every dialect."
	text, ok := Answers(root, term.Style{Columns: 60}, "decode percent-encoded text")
	if !ok || !strings.Contains(text, "percent help decode\n    decode percent-encoded text\n") || strings.Contains(text, "\x1b") {
		t.Errorf("%t\n%s", ok, text)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "    ") && term.Width(line) > 61 {
			t.Errorf("a line of %d columns: %q", len(line), line)
		}
	}
	if text, ok := Answers(root, term.Style{Columns: 60}, "zzqqxx"); ok || text != "" {
		t.Errorf("%s", text)
	}
}

func TestMisspelled(t *testing.T) {
	root := tree()
	for name, want := range map[string]bool{"decod": true, "DECODE": true, "unescape": true, "Unescape": true, "zzzzzz": false, "": false} {
		if got := Misspelled(root, name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}

// TestSayWhatBashLacks: the script of cobra is followed by a function that names the package,
// once for each program.
func TestSayWhatBashLacks(t *testing.T) {
	var out bytes.Buffer
	bash := &cobra.Command{Use: "bash", RunE: func(*cobra.Command, []string) error {
		_, err := io.WriteString(&out, "script\n")
		return err
	}}
	SayWhatBashLacks(bash, "percent_parquet", &out)
	if err := bash.RunE(bash, nil); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if !strings.HasPrefix(text, "script\n") || !strings.Contains(text, "__percent_parquet_said=1") || strings.Contains(text, "__percent_said") || !strings.Contains(text, "needs the package bash-completion") {
		t.Errorf("%s", text)
	}
	failing := &cobra.Command{Use: "bash", RunE: func(*cobra.Command, []string) error { return io.ErrClosedPipe }}
	out.Reset()
	SayWhatBashLacks(failing, "percent", &out)
	if err := failing.RunE(failing, nil); err != io.ErrClosedPipe || out.Len() != 0 {
		t.Errorf("%v, %q", err, &out)
	}
}
