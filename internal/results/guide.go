package results

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/lazy"
)

var (
	guideComment = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`(?s)<!--.*?-->\n*`) }}
	guideLink    = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
		return regexp.MustCompile(`!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()]*(?:\([^()]*\))?[^()]*)\)`)
	}}
)

// guideName finds the name of a guide in what a link leads to.
var guideName = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\.\./)?(?:docs/)?(?:languages/)?([a-z0-9-]+)\.md(?:#.*)?$`)
}}

// Guide returns a document in Markdown as a page: its tables in columns, and at the end the
// commands that print the documents that it links to.
func Guide(s term.Style, markdown string) string {
	var b term.Builder
	fenced := false
	lines := strings.Split(strings.TrimSpace(guideComment.Get().ReplaceAllString(markdown, "")), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch heading := strings.TrimLeft(line, "#"); {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced:
			b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
		case heading != line && strings.HasPrefix(heading, " "):
			b.WriteString(s.Bold(prose(heading[1:])) + "\n")
		case strings.HasPrefix(line, "|"):
			var rows [][]string
			for ; i < len(lines) && strings.HasPrefix(lines[i], "|"); i++ {
				if strings.Trim(lines[i], "|-: ") != "" {
					rows = append(rows, tableRow(lines[i]))
				}
			}
			i--
			b.WriteString(term.Columns(s.Wrapped(rows)))
		case strings.HasPrefix(strings.TrimLeft(line, " "), "- "):
			indent := len(line) - len(strings.TrimLeft(line, " "))
			b.WriteString(line[:indent+2] + s.WrapText(prose(line[indent+2:]), indent+2) + "\n")
		default:
			b.WriteString(s.WrapText(prose(line), 0) + "\n")
		}
	}
	var also []string
	for _, m := range guideLink.Get().FindAllStringSubmatch(markdown, -1) {
		if name := guideName.Get().FindStringSubmatch(m[2]); name != nil && !slices.Contains(also, name[1]) {
			also = append(also, name[1])
		}
	}
	if len(also) > 0 {
		b.WriteString("\n" + s.WrapText("Guides on this: "+strings.Join(also, ", "), 0) + "\n")
	}
	return b.String()
}

// tableRow returns the cells of a row.
func tableRow(line string) []string {
	const bar = "\x00" // in place of one in a cell
	cells := strings.Split(strings.Trim(strings.ReplaceAll(line, `\|`, bar), "|"), "|")
	for i := range cells {
		cells[i] = prose(strings.TrimSpace(strings.ReplaceAll(cells[i], bar, "|")))
	}
	return cells
}

// prose returns text without links and pictures, and without the signs of emphasis.
func prose(text string) string {
	text = guideLink.Get().ReplaceAllStringFunc(text, func(link string) string {
		if strings.HasPrefix(link, "!") {
			return ""
		}
		return guideLink.Get().FindStringSubmatch(link)[1]
	})
	return strings.ReplaceAll(text, "**", "")
}
