package main

import (
	"cmp"
	"context"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/help"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/guides"
	"github.com/pct-encoded/percent/internal/results"
)

func newGuide(a *stream.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "guide [NAME|TOPIC|QUESTION]",
		Short: "print a guide, list the guides, or find what answers a question",
		Long: `guide prints the guide with that NAME, or the one on that TOPIC, such as plus, charset,
encodeURIComponent, browser, signature, oauth, columns or %2520. For other words, such as
an error message or a question, it lists the guides, functions and commands that answer
it best. NAME#HEADING prints one section. Without arguments it lists the guides. Those in
Spanish and Japanese are listed by es and ja, or if the locale is in that language; the
others are in English. The same guides are at
` + guides.Site + ` as pages.`,
		Example: `  percent guide
  percent guide tasks
  percent guide %2520
  percent guide ja
  percent guide password with @ in a connection string`,
		RunE: records.Runs(a, guide),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return guides.Names(), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func guide(_ context.Context, s *stream.Streams, l records.Line) error {
	if len(l.Args) > 0 {
		words := strings.Join(l.Args, " ")
		switch strings.ToLower(words) {
		case "español", "espanol", "spanish":
			words = "es"
		case "日本語", "japanese":
			words = "ja"
		}
		if words == "all" || guides.Elsewhere(words) != "" {
			return listGuides(s, strings.TrimPrefix(words, "all"))
		}
		text, ok := guides.Find(cmp.Or(language(os.Getenv), "en") + "/" + words)
		if !ok {
			text, ok = guides.Find(words)
		}
		switch {
		case ok:
			text = results.Guide(s.UI.Style(), text)
		default:
			if text, ok = help.Answers(program().Root(s), s.UI.Style(), words); !ok {
				return term.UsageError(help.Guide(words), "there is no guide on %q", words)
			}
		}
		_, err := io.WriteString(s.Text, text)
		return err
	}
	return listGuides(s, language(os.Getenv))
}

// listGuides lists the guides in a language, and says where the others are, or all of them.
func listGuides(s *stream.Streams, lang string) error {
	var rows [][]string
	for _, g := range guides.All() {
		if lang == "" || g.Folder == lang {
			rows = append(rows, []string{g.Name, g.Title()})
		}
	}
	text := term.Columns(s.UI.Style().Wrapped(rows))
	if rest := guides.Elsewhere(lang); rest != "" {
		text += "\n" + rest + "\n"
	}
	_, err := io.WriteString(s.Text, text)
	return err
}

// language returns the language of the locale, if there are guides in it, or "".
func language(getenv func(string) string) string {
	locale := cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"))
	lang, _, _ := strings.Cut(locale, "_")
	lang, _, _ = strings.Cut(lang, ".")
	if guides.Elsewhere(lang) == "" {
		return ""
	}
	return lang
}
