package main

import (
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/stream"
)

// There is a manual page for every command, with every flag.
func TestManual(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: building the manual, with -short")
	}
	dir := t.TempDir()
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	if out, err := exec.Command("go", "run", "-tags", "man", ".", "man", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	pages := 0
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		if !cmd.IsAvailableCommand() && cmd.HasParent() || cmd.Name() == "help" || cmd.Name() == "completion" {
			return
		}
		pages++
		page, err := os.ReadFile(filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1"))
		if err != nil {
			t.Error(err)
			return
		}
		text := strings.NewReplacer(`\-`, "-", `\e`, `\`, `\(aq`, "'", `\(ga`, "`", `\(ha`, "^", `\(ti`, "~", `\&`, "", ".PP\n", "\n", ".nf\n", "", "\n.fi", "").Replace(string(page))
		for _, part := range []string{cmd.Short, cmd.Long, cmd.Example} {
			if !strings.Contains(text, strings.TrimSpace(part)) {
				t.Errorf("the page of %s lacks %q", cmd.CommandPath(), part)
			}
		}
		if strings.Contains(cmd.Long, "\t") {
			t.Errorf("%s: a line of the text is indented with a tab, where man breaks it: %q", cmd.CommandPath(), cmd.Long)
		}
		if strings.Count(text, "\n.SH EXIT STATUS\n") != 1 {
			t.Errorf("the page of %s does not say once what exit statuses there are", cmd.CommandPath())
		}
		if !strings.Contains(text, "2023-11-14") {
			t.Errorf("the page of %s does not have the date that was asked for: %.80q", cmd.CommandPath(), text)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			value, usage := pflag.UnquoteUsage(f)
			if value != "" {
				value = ` \fI` + value + `\fR`
			}
			if !strings.Contains(text, "--"+f.Name+`\fR`+value+"\n"+usage) {
				t.Errorf("the page of %s lacks --%s %s", cmd.CommandPath(), f.Name, usage)
			}
		})
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(program().Root(stream.New(nil, io.Discard, io.Discard)))
	if pages < 8 {
		t.Errorf("only %d pages", pages)
	}
}

// Every command and every flag says what it does, and commands have examples
// where values go in.
func TestHelpIsComplete(t *testing.T) {
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		if cmd.Short == "" || cmd.Long == "" {
			t.Errorf("%s has no text", cmd.CommandPath())
		}
		if strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: the short text has a full stop", cmd.CommandPath())
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s: --%s has no text", cmd.CommandPath(), f.Name)
			}
		})
		if cmd.Flags().Lookup("as") != nil && cmd.Example == "" {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(program().Root(stream.New(nil, io.Discard, io.Discard)))
}

// TestCommandNames: commands are found by the names that the table has, so that one that
// is named can be made alone.
func TestCommandNames(t *testing.T) {
	a := stream.New(nil, io.Discard, io.Discard)
	listed := map[string]bool{}
	for _, c := range allCommands() {
		if got := c.Make(a).Name(); got != c.Name {
			t.Errorf("%s is listed as %s", got, c.Name)
		}
		if listed[c.Name] {
			t.Errorf("%s is listed twice", c.Name)
		}
		listed[c.Name] = true
	}
}

// TestParquetCommands: commands on columns are those of package commands, which
// percent-parquet has as well.
func TestParquetCommands(t *testing.T) {
	of := func(p *commands.Program) map[string]bool {
		names := map[string]bool{}
		var walk func(*cobra.Command)
		walk = func(cmd *cobra.Command) {
			if cmd.Flags().Lookup("parquet") != nil {
				names[cmd.CommandPath()] = true
			}
			for _, c := range cmd.Commands() {
				walk(c)
			}
		}
		walk(p.Root(stream.New(nil, io.Discard, io.Discard)))
		return names
	}
	all, shared := of(program()), of(&commands.Program{Name: "percent", Commands: commands.Commands})
	if !maps.Equal(all, shared) || len(all) < 10 {
		t.Errorf("percent has %v, package commands %v", all, shared)
	}
}
