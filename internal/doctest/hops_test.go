package doctest

import (
	"bytes"
	"fmt"
	"maps"
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

// hopTables returns what docs/data/hops.md says of the recordings of hops.
func hopTables() (string, error) {
	folder := filepath.Join(root, "interop/hops")
	targets, err := recordings.ReadTargets(filepath.Join(folder, "targets.txt.gz"))
	if err != nil {
		return "", err
	}
	all, err := readHops(filepath.Join(folder, "recordings"))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## What each server makes of a target\n\n%d hops, as the newest version did that was recorded. A dash stands for what a server does not show or does not do.\n", len(all))
	for _, e := range recordedTargets {
		at := slices.IndexFunc(targets, func(t []byte) bool { return bytes.Equal(t, []byte(e.target)) })
		if at < 0 {
			return "", fmt.Errorf("%q was not recorded", e.target)
		}
		fmt.Fprintf(&b, "\n### %s%s\n\n%s\n\n| status | rules match | passed on | served | hops |\n|---|---|---|---|---|\n", strings.ToUpper(e.what[:1]), e.what[1:], codeOfOctets([]byte(e.target)))
		for _, g := range hopGroups(all, at) {
			fmt.Fprintf(&b, "| %s | %s |\n", g.seen, strings.Join(g.hops, ", "))
		}
	}
	b.WriteString("\n## The hops\n\n`percent hops show NAME` prints the configuration.\n\n| server | versions | settings |\n|---|---|---|\n")
	for i := 0; i < len(all); {
		server, setting, _ := strings.Cut(all[i].name, ":")
		settings, versions := codeOfOctets([]byte(setting)), all[i].names()
		for i++; i < len(all) && strings.HasPrefix(all[i].name, server+":") && all[i].names() == versions; i++ {
			settings += ", " + codeOfOctets([]byte(strings.TrimPrefix(all[i].name, server+":")))
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", server, versions, settings)
	}
	writeHopChanges(&b, all, targets)
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

// A recordedHop is a hop with the recordings of its versions, the oldest first.
type recordedHop struct {
	name     string
	versions []*recordings.Hop
}

func (p recordedHop) newest() *recordings.Hop { return p.versions[len(p.versions)-1] }

// names returns the versions, separated by commas.
func (p recordedHop) names() string {
	var list []string
	for _, v := range p.versions {
		list = append(list, v.Version)
	}
	return strings.Join(list, ", ")
}

// readHops reads the recordings of a folder, sorted by name.
func readHops(folder string) ([]recordedHop, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt.gz"))
	if err != nil {
		return nil, err
	}
	byName := map[string][]*recordings.Hop{}
	for _, file := range files {
		h, err := recordings.ReadHop(file)
		if err != nil {
			return nil, err
		}
		byName[h.Hop] = append(byName[h.Hop], h)
	}
	var all []recordedHop
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		versions := byName[name]
		slices.SortFunc(versions, func(a, b *recordings.Hop) int {
			return program.CompareVersions(a.Version, b.Version)
		})
		all = append(all, recordedHop{name, versions})
	}
	return all, nil
}

// writeHopChanges writes what changed from one recorded version of a hop to the next.
func writeHopChanges(b *strings.Builder, all []recordedHop, targets [][]byte) {
	fmt.Fprintf(b, "\n## What changed between versions\n\nOf the %d recorded targets, those of which a version makes something else than the recorded version before it, and the shortest of them: its status, the path that rules match, what is passed on and what is served, before and after. Versions that are not here do what the version before does.\n\n| hop | since | targets | shortest | before | after |\n|---|---|---|---|---|---|\n", len(targets))
	for _, p := range all {
		for i, now := range p.versions[1:] {
			before, differ, shortest := p.versions[i], 0, -1
			for k, target := range targets {
				if hopSeen(before, k) == hopSeen(now, k) {
					continue
				}
				if differ++; shortest < 0 || len(target) < len(targets[shortest]) {
					shortest = k
				}
			}
			if differ > 0 {
				fmt.Fprintf(b, "| %s | %s | %d | %s | %s | %s |\n", p.name, now.Version, differ, codeOfOctets(targets[shortest]),
					strings.ReplaceAll(hopSeen(before, shortest), " |", ","), strings.ReplaceAll(hopSeen(now, shortest), " |", ","))
			}
		}
	}
}

// hopSeen returns what a hop was seen to make of a target, as cells of a table.
func hopSeen(h *recordings.Hop, at int) string {
	s := h.Seen[at]
	return fmt.Sprintf("%s | %s | %s | %s", statusOf(s.Status), codeOfOctets(s.Rule), codeOfOctets(s.Forward), codeOfOctets(s.App))
}

// hopGroups returns the groups, the largest first.
func hopGroups(all []recordedHop, at int) []*hopGroup {
	var list []*hopGroup
	for _, p := range all {
		seen := hopSeen(p.newest(), at)
		i := slices.IndexFunc(list, func(g *hopGroup) bool { return g.seen == seen })
		if i < 0 {
			i = len(list)
			list = append(list, &hopGroup{seen: seen})
		}
		list[i].hops = append(list[i].hops, p.name)
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
