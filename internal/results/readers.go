package results

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// Readings is what readers make of a URL. `percent schema readers` describes it.
type Readings struct {
	Input string `json:"input"`
	// Parted is whether two of them read another host, port or path.
	Parted bool           `json:"parted"`
	Groups []ReadingGroup `json:"groups"`
	// Missing are the names of those of which it is not known what they did in the past that
	// was asked for.
	Missing []string `json:"missing,omitempty"`
}

// A ReadingGroup is readers that read the same. Without a host they read none, or NoHost, which
// can be none, refuse the URL, or are not known to do either.
type ReadingGroup struct {
	Verdict string          `json:"verdict"`
	Host    *string         `json:"host,omitempty"`
	NoHost  string          `json:"no_host,omitempty"`
	Port    *string         `json:"port,omitempty"`
	Path    *string         `json:"path,omitempty"`
	Readers []string        `json:"readers"`
	Others  []OtherVersions `json:"others,omitempty"`
	Old     []string        `json:"old,omitempty"`
	Parting *Parting        `json:"parting,omitempty"`

	mentions []program.Mention
}

// OtherVersions are versions of a program that do something else than its newest.
type OtherVersions struct {
	ID     string `json:"id"` // of the last of them that was recorded
	From   string `json:"from,omitempty"`
	Before string `json:"before,omitempty"`
}

// mention splits mentions into what JSON has of them.
func (g *ReadingGroup) mention(mentions []program.Mention) {
	g.Readers, g.mentions = []string{}, mentions
	for _, m := range mentions {
		if m.Older() {
			g.Others = append(g.Others, OtherVersions{m.ID(), m.From, m.Before})
		} else {
			g.Readers = append(g.Readers, m.ID())
		}
		if m.Old != "" {
			g.Old = append(g.Old, m.ID())
		}
	}
}

// A Parting says by what readers part from the largest group.
type Parting struct {
	Part   string     `json:"part"`
	Offset *int       `json:"offset,omitempty"`
	A      string     `json:"a"`
	B      string     `json:"b"`
	Choice *Different `json:"choice,omitempty"`

	same string // why two addresses are one, or ""
}

// A Different is a choice that two readers make differently.
type Different struct {
	Name string `json:"name"`
	A    string `json:"a"`
	B    string `json:"b"`
}

func newDifferent(d reader.Difference) Different { return Different{d.A.Name, d.A.Text, d.B.Text} }

// NewReadings returns what readers make of a URL. Recordings that are more than a year older
// than now are said to be old; the zero time says it of none.
func NewReadings(url string, readers []reader.Reader, missing []string, now time.Time) Readings {
	v := Readings{Input: url, Groups: []ReadingGroup{}, Missing: missing}
	for _, g := range reader.Groups(url, readers) {
		x := ReadingGroup{Verdict: []string{"unknown", "refused", "read"}[g.Verdict]}
		x.mention(program.Mentions(g.Readers, readers, now))
		if !g.Host.Present {
			x.NoHost = g.Host.Text
		} else {
			x.Host, x.Port, x.Path = &g.Host.Text, &g.Port.Text, &g.Path.Text
		}
		if d := g.From; d != nil {
			v.Parted = true
			x.Parting = &Parting{Part: d.Part.String(), A: d.Readers[0].String(), B: d.Readers[1].String()}
			if d.Part == uri.Host {
				x.Parting.same = sameAddress(d.Readers[0].Read(url).Host.Text, d.Readers[1].Read(url).Host.Text)
			}
			if d.Offset >= 0 {
				x.Parting.Offset = &d.Offset
			}
			if d.Choice.A.Name != "" {
				choice := newDifferent(d.Choice)
				x.Parting.Choice = &choice
			}
		}
		v.Groups = append(v.Groups, x)
	}
	return v
}

// A Reader is a row of the list of readers.
type Reader struct {
	ID         string   `json:"id"`
	Program    string   `json:"program"`
	Versions   []string `json:"versions"`
	Client     bool     `json:"client"`
	Provenance string   `json:"provenance"`
	Source     string   `json:"source,omitempty"`
	Dates      []Dates  `json:"dates"`
}

// Dates are the days on which a version was recorded, and since which it is out, each if
// it is known.
type Dates struct {
	Version  string `json:"version"`
	Recorded string `json:"recorded,omitempty"`
	Released string `json:"released,omitempty"`
}

// newDates returns the dates of all versions of a program, or of the one that it is pinned to.
func newDates(p program.Program) []Dates {
	versions := p.Versions()
	if p.Pinned() {
		versions = []string{p.Version()}
	}
	list := make([]Dates, len(versions))
	for i, version := range versions {
		q := p.At(version)
		list[i] = Dates{version, q.Recorded(), q.Released()}
	}
	return list
}

// recordedText says when the versions were recorded: on one day, or from the first to the
// last.
func recordedText(dates []Dates) string {
	var days []string
	for _, d := range dates {
		if d.Recorded != "" {
			days = append(days, d.Recorded)
		}
	}
	if len(days) == 0 {
		return ""
	}
	if first, last := slices.Min(days), slices.Max(days); first != last {
		return "recorded " + first + " to " + last
	}
	return "recorded " + days[0]
}

// NewReader returns the row of a reader.
func NewReader(r reader.Reader) Reader {
	return Reader{r.String(), r.Subject(), r.Versions(), r.Client(), r.Provenance().String(), r.Source(), newDates(*r.Program)}
}

// Readers is rows of readers.
type Readers []Reader

// NewReaders returns the rows of readers.
func NewReaders(list []reader.Reader) Readers {
	rows := make(Readers, len(list))
	for i, r := range list {
		rows[i] = NewReader(r)
	}
	return rows
}

// A ReaderDetail is a reader with what it chooses.
type ReaderDetail struct {
	Reader
	Choices []ReaderChoice `json:"choices"`
}

// A ReaderChoice is what a reader does where readers differ.
type ReaderChoice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Text  string `json:"text"`
}

// NewReaderDetail returns a reader with its choices.
func NewReaderDetail(r reader.Reader) ReaderDetail {
	v := ReaderDetail{Reader: NewReader(r)}
	for _, c := range r.Choices() {
		v.Choices = append(v.Choices, ReaderChoice(c))
	}
	return v
}

// A ReadersDiff is what two readers choose differently.
type ReadersDiff struct {
	A       string      `json:"a"`
	B       string      `json:"b"`
	Choices []Different `json:"choices"`
}

// NewReadersDiff compares two readers.
func NewReadersDiff(a, b reader.Reader) ReadersDiff {
	v := ReadersDiff{A: a.String(), B: b.String(), Choices: []Different{}}
	for _, d := range reader.Diff(a, b) {
		v.Choices = append(v.Choices, newDifferent(d))
	}
	return v
}

// splitMost is how many URLs are shown for each part.
const splitMost = 3

// A ReadersSplit is the shortest URLs on which two readers part.
type ReadersSplit struct {
	A     string      `json:"a"`
	B     string      `json:"b"`
	Parts []SplitPart `json:"parts"`
}

// A SplitPart is those on which they part in one part. Tried is how many octets behind the
// beginning of a URL were tried. Verdict is "exists", "none" if it is certain that there is
// none of any length, or "undecided".
type SplitPart struct {
	Part    string     `json:"part"`
	Verdict string     `json:"verdict"`
	URLs    []SplitURL `json:"urls"`
	Tried   int        `json:"tried"`
}

// A SplitURL is a URL with what the two read in it.
type SplitURL struct {
	Input string `json:"input"`
	A     string `json:"a"`
	B     string `json:"b"`
}

// NewReadersSplit searches for URLs on which two readers part, among as many as limit for
// each part.
func NewReadersSplit(a, b reader.Reader, limit int) ReadersSplit {
	v := ReadersSplit{A: a.String(), B: b.String()}
	for _, p := range []uri.Part{uri.Host, uri.Port, uri.Path} {
		part := SplitPart{Part: p.String(), Verdict: "none", URLs: []SplitURL{}}
		if a.Name() == b.Name() && slices.Equal(a.Versions(), b.Versions()) {
			// It surely reads each URL as itself.
			v.Parts = append(v.Parts, part)
			continue
		}
		urls, tried := reader.Split(a, b, p, splitMost, limit)
		part.Verdict, part.Tried = "undecided", tried
		if len(urls) > 0 {
			part.Verdict = "exists"
		}
		for _, url := range urls {
			x, _ := a.Read(url).Compared(p)
			y, _ := b.Read(url).Compared(p)
			part.URLs = append(part.URLs, SplitURL{url, x, y})
		}
		v.Parts = append(v.Parts, part)
	}
	return v
}

// Has reports whether a part has a verdict.
//
//go:noinline
func (v ReadersSplit) Has(verdict string) bool {
	return slices.ContainsFunc(v.Parts, func(p SplitPart) bool { return p.Verdict == verdict })
}

// ReadersNamed returns the readers whose name begins with word, which ends there or before
// a full stop, a hyphen or a version: "python", "python.urlsplit", "python.urlsplit@3".
func ReadersNamed(word string) []reader.Reader {
	all := slices.DeleteFunc(reader.All(), func(r reader.Reader) bool { return !r.Begins(word, ".-@") })
	if strings.Contains(word, "@") {
		for i, r := range all {
			for _, version := range r.Versions() {
				if q := r.At(version); len(q.String()) >= len(word) && strings.EqualFold(q.String()[:len(word)], word) {
					all[i] = q
				}
			}
		}
	}
	return all
}

// JSON returns v.
func (v Readings) JSON() any { return v }

// Judge reports whether two readers part.
func (v Readings) Judge() Verdict { return foundIf(v.Parted) }

// Page returns each group with what it reads.
func (v Readings) Page(s Style) string {
	most := 3
	if s.Detail == Full {
		most = 0
	}
	var b term.Builder
	for _, g := range v.Groups {
		head := map[string]string{"read": "read no host", "refused": "refuse it", "unknown": "not known"}[g.Verdict]
		if g.NoHost != "" {
			head = "read " + term.Shown(g.NoHost) + " for the host, which can be none"
		}
		if g.Host != nil {
			head = "host " + s.Bold(term.Shown(*g.Host)) + "  port " + cmp.Or(*g.Port, "none") + "  path " + term.Shown(*g.Path)
		}
		mark := "  "
		if g.Parting != nil {
			mark = s.Warning("!") + " "
		}
		b.WriteString(mark + head + "\n")
		b.WriteString(wrapMentions(s, g.mentions, most))
		if p := g.Parting; p != nil {
			b.WriteString("    " + s.WrapText(partingText(v.Input, p), 4) + "\n")
		}
	}
	if len(v.Missing) > 0 {
		names, _ := s.Wrap(v.Missing, "    ", most)
		b.WriteString("  not known in that version or at that time\n" + names)
	}
	return b.String()
}

// wrapMentions returns names with versions in lines, as many as most, and below them the
// other versions that do something else than the newest.
func wrapMentions(s Style, mentions []program.Mention, most int) string {
	var newest, others []string
	for _, m := range mentions {
		if m.Older() {
			others = append(others, m.String())
		} else {
			newest = append(newest, m.String())
		}
	}
	text, _ := s.Wrap(newest, "    ", most)
	more, _ := s.Wrap(others, "    ", most)
	return text + more
}

// placeShown is how many characters of a URL are shown to say where readers differ.
const placeShown = 24

// partingText says where in the URL a group differs from the largest, and by what.
func partingText(url string, p *Parting) string {
	text := "other " + p.Part
	if p.Choice == nil {
		text += " than " + p.B
	}
	if p.Offset != nil {
		text += " from byte " + strconv.Itoa(*p.Offset)
		if *p.Offset < len(url) {
			text += " (" + excerpt.Of(url[*p.Offset:], placeShown) + ")"
		}
	}
	if p.same != "" {
		return text + "; " + p.same
	}
	if p.Choice == nil {
		return text + "; no single choice explains it"
	}
	return fmt.Sprintf("%s: %s %s; %s %s (choice %q)", text, p.A, p.Choice.A, p.B, p.Choice.B, p.Choice.Name)
}

// sameAddress says why two hosts are addresses of one machine, or "": one is mapped into IPv6 (RFC
// 4291, section 2.5.5.2), or it is the unspecified address, for which a system connects to itself.
func sameAddress(s, t string) string {
	x, err := netip.ParseAddr(s)
	y, other := netip.ParseAddr(t)
	switch {
	case err != nil || other != nil || x == y:
	case x.Unmap() == y.Unmap():
		return "it is the same address, IPv4 and mapped into IPv6"
	case x.IsUnspecified() && y.IsLoopback(), y.IsUnspecified() && x.IsLoopback():
		return "for the unspecified address, a system connects to itself"
	}
	return ""
}

// JSON returns the list.
func (list Readers) JSON() any { return list }

// Page lists the readers with their programs.
func (list Readers) Page(s Style) string {
	var rows [][]string
	for _, r := range list {
		what := r.Program
		if r.Client {
			what += ": what it connects to"
		}
		if n := len(r.Versions); n > 1 {
			what += "; reads the same in " + strings.Join(r.Versions, ", ")
		}
		if r.Source != "" {
			what += "; " + r.Provenance + ", not recorded"
		} else {
			what += "; " + recordedText(r.Dates)
		}
		rows = append(rows, []string{r.ID, what})
	}
	return term.Columns(s.Wrapped(rows))
}

// versionLines returns a row for each version, with its dates.
func versionLines(dates []Dates) (rows [][]string) {
	name := "versions"
	for _, d := range dates {
		text := d.Version
		if d.Released != "" {
			text += ", out since " + d.Released
		}
		if d.Recorded != "" {
			text += ", recorded " + d.Recorded
		}
		rows, name = append(rows, []string{name, text}), ""
	}
	return rows
}

// JSON returns r.
func (r ReaderDetail) JSON() any { return r }

// Page returns the program and the choices.
func (r ReaderDetail) Page(s Style) string {
	head := append([][]string{{"program", r.Program}}, versionLines(r.Dates)...)
	what := "its accessors"
	if r.Client {
		what = "what it connects to and asks for"
	}
	head = append(head, []string{"host, port, path", what}, []string{"provenance", strings.TrimSuffix(r.Provenance+": "+r.Source, ": ")})
	var rows [][]string
	for _, c := range r.Choices {
		rows = append(rows, []string{"  " + c.Name, c.Text})
	}
	return s.Bold(r.ID) + "\n" + term.Columns(s.Wrapped(head)) + "\nchoices, in the order in which they take effect\n" + term.Columns(s.Wrapped(rows))
}

// JSON returns v.
func (v ReadersDiff) JSON() any { return v }

// Judge reports whether they choose differently.
func (v ReadersDiff) Judge() Verdict { return foundIf(len(v.Choices) > 0) }

// Page returns the choices that differ.
func (v ReadersDiff) Page(s Style) string {
	var b term.Builder
	b.WriteString(term.Columns([][]string{{"A", v.A}, {"B", v.B}}))
	if len(v.Choices) == 0 {
		b.WriteString("\nThey choose the same.\n")
	}
	for _, c := range v.Choices {
		b.WriteString("\n" + c.Name + "\n  A  " + s.WrapText(c.A, 5) + "\n  B  " + s.WrapText(c.B, 5) + "\n")
	}
	return b.String()
}

// JSON returns v.
func (v ReadersSplit) JSON() any { return v }

// Judge reports whether there is a URL on which the two part.
func (v ReadersSplit) Judge() Verdict {
	if v.Has("undecided") && !v.Has("exists") {
		return Undecided
	}
	return foundIf(v.Has("exists"))
}

// Page returns the URLs with what the two read.
func (v ReadersSplit) Page(Style) string {
	head := ""
	if v.Has("undecided") && !v.Has("exists") {
		head = "undecided: no URL was found that the two read differently, and it was not\nproved that there is none\n\n"
	}
	rows := [][]string{{"", "URL", "A  " + v.A, "B  " + v.B}}
	for _, p := range v.Parts {
		switch p.Verdict {
		case "none":
			rows = append(rows, []string{p.Part, "none: A and B are the same reader"})
		case "undecided":
			rows = append(rows, []string{p.Part, fmt.Sprintf("undecided: none with %d or fewer octets behind the slashes", p.Tried)})
		}
		for _, u := range p.URLs {
			rows = append(rows, []string{p.Part, term.Shown(u.Input), term.Shown(u.A), term.Shown(u.B)})
		}
	}
	return head + term.Columns(rows)
}
