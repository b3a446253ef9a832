package doctest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/reader"
)

// readURLs are a URL for each class of disagreement between readers, with a
// description.
var readURLs = []struct{ url, what string }{
	{`http://a.example\@b.example/`, "a backslash in front of an `@`"},
	{"http://a.example;.b.example/", "a semicolon in a host"},
	{"http://a.example%2F.b.example/", "an escaped slash in a host"},
	{"http://b.ex%61mple/", "an escaped letter in a host"},
	{"http:a.example/", "no slashes"},
	{"http:///a.example/", "three slashes"},
	{"http://a.example:80@b.example:81@c.example/", "two `@`"},
	{"http://a.example\t.b.example/", "a tab in a host"},
	{"http://a.example .b.example/", "a space in a host"},
	{" http://a.example/", "a space at the beginning"},
	{"http://0177.0.0.1/", "octal digits in an IPv4 address"},
	{"http://2130706433/", "one number as an IPv4 address"},
	{"http://127.0.0.1./", "a full stop behind an IPv4 address"},
	{"http://[::1%25eth0]/", "a zone in an IPv6 address"},
	{"http://x.[a.example]/", "brackets behind a name"},
	{"http://ａ.example/", "a full-width letter"},
	{"http://a。example/", "an ideographic full stop"},
	{"http://a.example:65616/", "a port above 65535"},
	{"http://a.example/b/../c", "a dot segment"},
	{"http://a.example/b/%2e%2e/c", "an escaped dot segment"},
	{`http://a.example/b\c`, "a backslash in a path"},
}

// readerTables returns what docs/data/readers.md says of the readers.
func readerTables() (string, error) {
	all := reader.All()
	var b strings.Builder
	fmt.Fprintf(&b, "## Who reads what\n\nEach URL with the host, port and path that %d readers read in it. Each stands there with the newest version that was recorded, and other versions where they read something else: a change came after the version before it that was recorded, and not later.\n", len(all))
	for _, e := range readURLs {
		fmt.Fprintf(&b, "\n### %s%s\n\n%s\n\n| host | port | path | readers |\n|---|---|---|---|\n", strings.ToUpper(e.what[:1]), e.what[1:], codeOf(e.url))
		for _, g := range reader.Groups(e.url, all) {
			cells := [3]string{"none", "", ""}
			var names []string
			for _, m := range program.Mentions(g.Readers, all, time.Time{}) {
				names = append(names, m.String())
			}
			switch {
			case g.Host.Present:
				cells = [3]string{codeOf(g.Host.Text), g.Port.Text, codeOf(g.Path.Text)}
			case g.Host.Text != "":
				cells[0] = codeOf(g.Host.Text) + ", which can be none"
			case g.Verdict == reader.Refused:
				cells[0] = "refused"
			case g.Verdict == reader.Unknown:
				cells[0] = "not known"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", cells[0], cells[1], cells[2], strings.Join(names, ", "))
		}
	}
	b.WriteString("\n## The readers\n\n| name | program | versions that read the same | recorded |\n|---|---|---|---|\n")
	for _, r := range all {
		what := r.Subject()
		if r.Client() {
			what += ", what it connects to"
		}
		if r.Provenance() == program.Cited {
			what += ", cited from " + r.Source()
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r, what, strings.Join(r.Versions(), ", "), r.Recorded())
	}
	b.WriteString(readerChanges(all))
	b.WriteString("\n")
	return b.String(), nil
}

// readerChanges returns a table of the choices that readers make otherwise since a version, the newest first.
func readerChanges(all []reader.Reader) string {
	type change struct{ day, line string }
	var changes []change
	for i, r := range all[1:] {
		old := all[i]
		if old.Name() != r.Name() {
			continue
		}
		var choices []string
		for _, d := range reader.Diff(old, r) {
			if d.A.Value != d.B.Value {
				choices = append(choices, fmt.Sprintf("%s: %s (before: %s)", d.A.Name, d.B.Value, d.A.Value))
			}
		}
		if len(choices) == 0 {
			continue
		}
		first := r.At(r.Versions()[0])
		line := fmt.Sprintf("| %s | `%s` | %s | %s |\n", first.Released(), first, old.Version(), strings.ReplaceAll(strings.Join(choices, "; "), "|", `\|`))
		changes = append(changes, change{first.Released(), line})
	}
	slices.SortStableFunc(changes, func(a, b change) int { return strings.Compare(b.day, a.day) })
	var b strings.Builder
	fmt.Fprintf(&b, "\n## What changed\n\n%d changes that recordings show: a day by which the first version with it was out, where a source says so, that version, the last one recorded before it, and the choices.\n\n| out by | from | not yet in | what |\n|---|---|---|---|\n", len(changes))
	for _, c := range changes {
		b.WriteString(c.line)
	}
	b.WriteString("\nPython's codec `idna`, which yarl and aiohttp fall back to, was run in 3.8 to 3.14.10, too. Since 3.13.18 and 3.14.10 it keeps letters whose lower case came after Unicode 3.2: `ẞ` was `ss`, and is `xn--kkg`. Since 3.13.0 it decodes labels that begin with `XN--` in capital letters.\n")
	return b.String()
}

// TestReadURLs: readers disagree on each URL.
func TestReadURLs(t *testing.T) {
	for _, e := range readURLs {
		seen := map[string]bool{}
		for _, g := range reader.Groups(e.url, reader.All()) {
			seen[fmt.Sprint(g.Reading)] = true
		}
		if len(seen) < 2 {
			t.Errorf("all read %q alike", e.url)
		}
	}
}

// codeOf returns a text as code in a table, with non-printing characters as \xHH.
func codeOf(s string) string {
	if s == "" {
		return "``"
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '|':
			b.WriteString(`\|`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7F || r == '\uFFFD':
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return "`" + b.String() + "`"
}
