package doctest

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/recordings"
)

// recordedTargets are some of those that hops were asked, each with a description.
var recordedTargets = []struct{ target, what string }{
	{"/static/..%2fadmin", "an escaped slash after two dots"},
	{"/static/%2e%2e/admin", "a dot segment with escaped dots"},
	{"//admin", "two slashes"},
	{"/%61dmin", "an escaped letter"},
	{"/static/..;/admin", "a parameter behind two dots"},
	{`/static/..\admin`, "a backslash"},
	{"/%zz", "a malformed escape"},
}

// hopTables returns what docs/hops.md says of the recordings of hops.
func hopTables() (string, error) {
	folder := filepath.Join(root, "interop/hops")
	targets, err := recordings.ReadTargets(filepath.Join(folder, "targets.txt.gz"))
	if err != nil {
		return "", err
	}
	files, err := filepath.Glob(filepath.Join(folder, "recordings", "*.txt.gz"))
	if err != nil {
		return "", err
	}
	var hops []*recordings.Hop
	for _, file := range files {
		h, err := recordings.ReadHop(file)
		if err != nil {
			return "", err
		}
		hops = append(hops, h)
	}
	slices.SortFunc(hops, func(a, b *recordings.Hop) int { return cmp.Compare(a.Hop, b.Hop) })
	var b strings.Builder
	fmt.Fprintf(&b, "## What each server makes of a target\n\n%d hops, as they were recorded. A dash stands for what a server does not show or does not do.\n", len(hops))
	for _, e := range recordedTargets {
		at := slices.IndexFunc(targets, func(t []byte) bool { return bytes.Equal(t, []byte(e.target)) })
		if at < 0 {
			return "", fmt.Errorf("%q was not recorded", e.target)
		}
		fmt.Fprintf(&b, "\n### %s%s\n\n%s\n\n| status | rules match | passed on | served | hops |\n|---|---|---|---|---|\n", strings.ToUpper(e.what[:1]), e.what[1:], codeOfOctets([]byte(e.target)))
		for _, g := range hopGroups(hops, at) {
			fmt.Fprintf(&b, "| %s | %s |\n", g.seen, strings.Join(g.hops, ", "))
		}
	}
	b.WriteString("\n## The hops\n\n`percent hops show NAME` prints the configuration.\n\n| server | version | settings |\n|---|---|---|\n")
	for i := 0; i < len(hops); {
		server, setting, _ := strings.Cut(hops[i].Hop, ":")
		settings, version := codeOfOctets([]byte(setting)), hops[i].Version
		for i++; i < len(hops) && strings.HasPrefix(hops[i].Hop, server+":"); i++ {
			settings += ", " + codeOfOctets([]byte(strings.TrimPrefix(hops[i].Hop, server+":")))
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", server, version, settings)
	}
	cited := ""
	for h := range hop.All() {
		if h.Provenance() == program.Cited {
			cited += fmt.Sprintf("| `%s` | %s |\n", h.Name(), h.Source())
		}
	}
	if cited != "" {
		b.WriteString("\n## Cited, not recorded\n\nThese versions were not run. Each is written from the document that is named.\n\n| name | source |\n|---|---|\n" + cited)
	}
	left, err := os.ReadFile(filepath.Join(folder, "left-out.txt"))
	if err != nil {
		return "", err
	}
	b.WriteString("\n## Left out\n\n| server | reason |\n|---|---|\n")
	for line := range strings.Lines(string(left)) {
		name, why, _ := strings.Cut(strings.TrimSpace(line), "\t")
		fmt.Fprintf(&b, "| %s | %s |\n", name, why)
	}
	b.WriteString("\n")
	return b.String(), nil
}

// A hopGroup is a list of hops that do the same with a target.
type hopGroup struct {
	seen string
	hops []string
}

// hopGroups returns the groups, the largest first.
func hopGroups(hops []*recordings.Hop, at int) []*hopGroup {
	var list []*hopGroup
	for _, h := range hops {
		s := h.Seen[at]
		seen := fmt.Sprintf("%s | %s | %s | %s", statusOf(s.Status), codeOfOctets(s.Rule), codeOfOctets(s.Forward), codeOfOctets(s.App))
		i := slices.IndexFunc(list, func(g *hopGroup) bool { return g.seen == seen })
		if i < 0 {
			i = len(list)
			list = append(list, &hopGroup{seen: seen})
		}
		list[i].hops = append(list[i].hops, h.Hop)
	}
	slices.SortStableFunc(list, func(a, b *hopGroup) int { return len(b.hops) - len(a.hops) })
	return list
}

// statusOf returns a status without the host of a redirect.
func statusOf(status []byte) string {
	number, location, redirect := strings.Cut(string(status), " ")
	if !redirect {
		return number
	}
	if _, rest, ok := strings.Cut(location, "://"); ok {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			location = rest[i:]
		}
	}
	return number + " to " + codeOfOctets([]byte(location))
}

// codeOfOctets returns octets as code in a table, or a dash for none.
func codeOfOctets(octets []byte) string {
	if octets == nil {
		return "-"
	}
	var b []byte
	for _, c := range octets {
		switch {
		case c == '|':
			b = append(b, `\|`...)
		case c == ' ' || 0x21 <= c && c <= 0x7e:
			b = append(b, c)
		default:
			b = fmt.Appendf(b, `\x%02x`, c)
		}
	}
	if bytes.IndexByte(b, '`') >= 0 {
		return "`` " + string(b) + " ``"
	}
	return "`" + string(b) + "`"
}
