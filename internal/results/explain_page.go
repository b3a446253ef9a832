package results

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/uri"
)

// An explainPage is a page on a text.
type explainPage struct {
	Style
	e   *explain.Explanation
	all bool
	b   term.Builder
}

// What a brief page shows.
const (
	mostRows  = 120 // rows of a table
	mostParts = 24  // pieces of a component
	narrow    = 72  // columns of a page that has no room for bits
)

// An Explanation is what explain says of a text.
type Explanation struct{ *explain.Explanation }

// JSON returns the explanation.
func (e Explanation) JSON() any { return NewExplanation(e.Explanation) }

// Page returns the explanation as tables.
func (e Explanation) Page(s Style) string {
	p := &explainPage{Style: s, e: e.Explanation, all: s.Detail == Full}
	p.b.WriteString(p.Bold(p.WrapText(summary(p.e), 2)) + "\n")
	p.notes()
	p.components()
	p.characters()
	if p.all {
		p.where()
	}
	p.plus()
	p.layers()
	p.readings()
	if s.Detail == BriefForUser {
		p.b.WriteString("\n" + p.Dim("--all: every character, where it is allowed, and who escapes it") + "\n")
	}
	return p.b.String()
}

// summary says in a line what the text is.
func summary(e *explain.Explanation) string {
	c := &e.Counts
	words := []string{term.Count(int64(c.Bytes), "byte"), term.Count(int64(c.Characters), "character")}
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			words = append(words, "1 "+one)
		case n > 1:
			words = append(words, strconv.Itoa(n)+" "+many)
		}
	}
	add(c.Escapes, "escape", "escapes")
	add(c.Stray, "stray '%'", "stray '%'")
	add(c.PercentU, "%u escape", "%u escapes")
	add(c.Plus, "'+'", "'+'")
	add(c.NonASCII, "beyond ASCII", "beyond ASCII")
	add(c.NotUTF8, "not UTF-8", "not UTF-8")
	kind := map[inspect.Kind]string{
		inspect.KindText: "a text", inspect.KindURI: "a URI", inspect.KindUserinfo: "a userinfo", inspect.KindHost: "a host",
		inspect.KindPath: "a path", inspect.KindQuery: "a query", inspect.KindFragment: "a fragment", inspect.KindForm: "a form",
		inspect.KindValue: "a value",
	}[e.Kind]
	if e.Relative() {
		kind = "a relative reference"
	}
	switch {
	case e.IRI && e.Relative():
		kind = "a relative IRI reference, not a URI"
	case e.IRI:
		kind = "an IRI, not a URI"
	case e.Illegal != nil:
		kind += " that is not legal"
	}
	must := c.Of(explain.VerdictMustEscape) + c.Of(explain.VerdictStray) + c.Of(explain.VerdictNoEscape)
	text := strings.Join(words, ", ") + ": " + kind
	if must > 0 {
		text += fmt.Sprintf(", %d to be escaped", must)
	}
	return text
}

func (p *explainPage) head(text string) { p.b.WriteString("\n" + p.Bold(text) + "\n") }

func (p *explainPage) line(mark, text string) {
	p.b.WriteString("  " + p.Warning(mark) + p.WrapText(text, 2+len(mark)) + "\n")
}

func (p *explainPage) notes() {
	for _, n := range p.e.Notes {
		mark := "- "
		if n.IsWarning() {
			mark = "! "
		}
		where := ""
		switch {
		case n.IsOfWhole():
		case n.Count > 1:
			where = fmt.Sprintf("%d times from byte %d on: ", n.Count, n.Offset)
		default:
			where = fmt.Sprintf("at byte %d: ", n.Offset)
		}
		p.b.WriteString(p.Warning(mark) + p.WrapText(where+n.Message, 2) + "\n")
	}
}

// components writes the components of the text, if it has any.
func (p *explainPage) components() {
	if len(p.e.Components) == 0 {
		return
	}
	// The other columns leave this much for the texts.
	room := p.Columns - len("fragment  10000    ")
	most := room * 2 / 3
	cell := func(text string) string { return ltr(term.Fit(excerpt.Of(text, most), most)) }
	if p.all {
		most = len(p.e.Text)
		cell = func(text string) string { return ltr(excerpt.Of(text, most)) }
	}
	rows := [][]string{{"", "at", "as written", "decoded"}}
	add := func(name string, offset int, text, decoded string) {
		row := []string{name, strconv.Itoa(offset), cell(text)}
		switch after := cell(decoded); {
		case decoded == text:
			rows = append(rows, row)
		case term.Width(row[2]) > p.Columns, !p.all && term.Width(after) > room-most:
			// The rows must not all be as wide as this one.
			rows = append(rows, row, []string{"", "", "is " + after})
		default:
			rows = append(rows, append(row, after))
		}
	}
	for _, c := range p.e.Components {
		if c.Text == "" && c.Part == inspect.PartPath {
			continue
		}
		add(c.Part.String(), c.Offset, c.Text, c.Decoded)
		if len(c.Pieces) < 2 {
			continue
		}
		for i, piece := range c.Pieces {
			if i == mostParts && !p.all {
				rows = append(rows, []string{"", "", fmt.Sprintf("%d more pieces: --all shows them", len(c.Pieces)-i)})
				break
			}
			text := c.Text[piece.Offset-c.Offset:][:piece.Len]
			add("  "+piece.Kind.String(), piece.Offset, text, uri.Segment(text).Text())
		}
	}
	p.b.WriteByte('\n')
	p.table(rows)
}

// table writes rows, the first of which is the head.
func (p *explainPage) table(rows [][]string) {
	head, rest, _ := strings.Cut(term.Columns(rows), "\n")
	p.b.WriteString(p.Dim(head) + "\n" + rest)
}

// An octetText is an octet in digits.
type octetText struct{ hex, bits string }

var octetTexts = lazy.Value[*[256]octetText]{Make: func() *[256]octetText {
	var texts [256]octetText
	for i := range texts {
		texts[i] = octetText{fmt.Sprintf("%02X", i), fmt.Sprintf("%04b %04b", i>>4, i&0xF)}
	}
	return &texts
}}

// ltr returns a cell of a table so that text from right to left in it does not
// move its neighbours on a terminal that reorders.
func ltr(cell string) string {
	for _, r := range cell {
		if r < 0x590 {
			continue
		}
		if class := bidiClass(r); class == bidi.R || class == bidi.AL {
			return cell + "\u200E"
		}
	}
	return cell
}

func bidiClass(r rune) bidi.Class {
	properties, _ := bidi.LookupRune(r)
	return properties.Class()
}

// characters writes the table of characters.
func (p *explainPage) characters() {
	if len(p.e.Characters) == 0 {
		return
	}
	rows := [][]string{{" ", "at", "written", "octet", "bits", "", ""}}
	fold := !p.all
	list := p.e.Characters
	for len(list) > 0 {
		if !p.all && len(rows) > mostRows {
			break
		}
		n := 1
		if fold {
			n = alike(list)
		}
		if n > 1 {
			rows = append(rows, p.run(list[:n]))
		} else {
			rows = append(rows, p.rows(&list[0])...)
		}
		list = list[n:]
	}
	if p.Columns < narrow {
		for i, row := range rows { // the hexadecimal digits say the same
			rows[i] = slices.Delete(row, 4, 5)
		}
	}
	p.b.WriteByte('\n')
	p.table(p.Wrapped(rows))
	if len(list) > 0 {
		p.b.WriteString(fmt.Sprintf("%s more, from byte %d on: --all shows them\n", term.Count(int64(len(list)), "character"), list[0].Offset))
	}
}

// alike returns how many characters at the front of list can share a row: two or
// more unreserved ones, four or more of the same character.
func alike(list []explain.Character) int {
	first := &list[0]
	n, enough := 1, 4
	if first.Verdict == explain.VerdictStays {
		for n < len(list) && list[n].Verdict == first.Verdict && list[n].Part == first.Part {
			n++
		}
		enough = 2
	} else {
		for n < len(list) && list[n].Rune == first.Rune && list[n].Form == first.Form && list[n].Verdict == first.Verdict && list[n].Fault == first.Fault && list[n].Part == first.Part && list[n].Len == first.Len && first.Rune >= 0 {
			n++
		}
	}
	if n < enough {
		return 1
	}
	return n
}

// run returns the row of several characters.
func (p *explainPage) run(list []explain.Character) []string {
	first, last := &list[0], &list[len(list)-1]
	text := p.e.Text[first.Offset : last.Offset+last.Len]
	what, sign := fmt.Sprintf("%d unreserved characters", len(list)), ""
	if first.Verdict != explain.VerdictStays {
		sign = glyph(first)
		text = p.e.Text[first.Offset : first.Offset+first.Len]
		what = fmt.Sprintf("%d times %s", len(list), p.what(first))
	}
	return []string{p.mark(first), strconv.Itoa(first.Offset), ltr(excerpt.Of(text, 22)), "", "", sign, what}
}

// rows returns the rows of a character, one an octet.
func (p *explainPage) rows(x *explain.Character) [][]string {
	text := p.e.Text[x.Offset : x.Offset+x.Len]
	octets := x.Octets()
	texts := octetTexts.Get()
	rows := make([][]string, 0, x.Units)
	i := 0
	for u := range inspect.Units(text) {
		written := text[u.Offset : u.Offset+u.Len]
		row := []string{p.mark(x), strconv.Itoa(x.Offset + u.Offset), "", "", "", "", ""}
		if u.Form != inspect.Literal || u.Value < utf8.RuneSelf {
			row[2] = term.Shown(written)
		}
		if u.Form == inspect.UnicodeEscape {
			row[3] = fmt.Sprintf("%04X", u.Value)
		} else {
			row[3], row[4] = texts[octets[i]].hex, texts[octets[i]].bits
		}
		if i > 0 {
			row[0] = " "
		}
		rows = append(rows, row)
		i++
	}
	rows[0][5] = glyph(x)
	if len(rows) > 1 {
		name, what, _ := strings.Cut(p.what(x), ", ")
		rows[0][6], rows[1][6] = name, what
	} else {
		rows[0][6] = p.what(x)
	}
	return rows
}

func (p *explainPage) mark(x *explain.Character) string {
	switch {
	case x.Fault != inspect.NoFault:
		return "!"
	case x.Verdict == explain.VerdictMustEscape, x.Verdict == explain.VerdictStray, x.Verdict == explain.VerdictNoEscape:
		return "!"
	case x.Verdict == explain.VerdictNeedless:
		return "~"
	}
	return " "
}

// glyph returns a character so that it can be seen and does not change how its
// neighbours look.
func glyph(x *explain.Character) string {
	if x.Fault != inspect.NoFault {
		return ""
	}
	return glyphOf(x.Rune)
}

func glyphOf(r rune) string {
	switch {
	case r == ' ':
		return `" "`
	case !unicode.IsPrint(r):
		return term.Escaped(r)
	case unicode.In(r, unicode.M):
		return "\u25CC" + string(r)
	}
	return ltr(string(r))
}

// what describes a character: its name and, after a comma, the rest.
func (p *explainPage) what(x *explain.Character) string {
	if x.Fault != inspect.NoFault {
		return faultText(x)
	}
	name := x.Name()
	class := x.Class.String()
	switch {
	case x.Class == inspect.ClassPercent:
		class = "the escape character"
	case x.Class == inspect.ClassNonASCII:
		class = "not ASCII"
		if why := x.NoIRI(); why != "" {
			class += "; excluded: " + noIRITexts.Get()[why]
		}
	case x.Class.Excluded():
		class = "excluded: " + class
	}
	verdict := x.Verdict.String()
	switch {
	case x.Plus == explain.PlusSpace:
		verdict = "a space"
	case x.Plus == explain.PlusProbablySpace:
		verdict = "probably a space"
	case x.Delimits != explain.DelimNone && x.Class.Reserved():
		verdict = x.Delimits.String()
	case x.Verdict == explain.VerdictStays && x.Delimits == explain.DelimNone:
		return name + ", " + class
	case x.Delimits != explain.DelimNone:
		verdict = x.Delimits.String()
	case x.Verdict == explain.VerdictMustEscape && x.InIRI():
		verdict += " in a URI"
	}
	if x.Next != "" {
		verdict += ", then " + x.Next
	}
	return name + ", " + class + "; " + verdict
}

// faultText says what is wrong with octets, and what a lax decoder reads.
func faultText(x *explain.Character) string {
	text := x.Fault.String()
	switch x.Fault {
	case inspect.Overlong:
		text += fmt.Sprintf(" of %s, a lax decoder reads %s", x.Name(), term.Character(string(x.Rune)))
	case inspect.LoneSurrogate:
		text += fmt.Sprintf(" U+%04X, half of a character to a lax decoder", x.Rune)
	case inspect.TooLarge:
		text += fmt.Sprintf(" (%X), a lax decoder may wrap it", x.Rune)
	default:
		return text + ", not UTF-8"
	}
	return text + "; not UTF-8"
}

// where writes where the characters are allowed and who escapes them.
func (p *explainPage) where() {
	type group struct {
		characters []rune
		places     inspect.Places
		escapers   []string
	}
	var groups []*group
	for r := range ASCIIOf(p.e) {
		places, escapers := inspect.PlacesOf(r), EscapersOf(r)
		if places == inspect.Everywhere && len(escapers) == 0 {
			continue
		}
		at := slices.IndexFunc(groups, func(g *group) bool {
			return g.places == places && slices.Equal(g.escapers, escapers) && onlyAs(g.characters[0]) == onlyAs(r)
		})
		if at < 0 {
			at = len(groups)
			groups = append(groups, &group{places: places, escapers: escapers})
		}
		groups[at].characters = append(groups[at].characters, r)
	}
	beyond, private, excluded := p.beyond()
	if len(groups) == 0 && !beyond && !private && len(excluded) == 0 {
		return
	}
	p.head("where they are allowed unescaped, and who escapes them")
	for _, g := range groups {
		p.b.WriteString("  " + inWords(g.characters) + "\n")
		p.b.WriteString("    " + p.WrapText(placesText(g.characters[0], g.places)+"; "+escapersText(g.escapers), 4) + "\n")
	}
	if beyond {
		p.b.WriteString("  beyond ASCII\n    allowed only in an IRI; escaped by all\n")
	}
	if private {
		p.b.WriteString("  private use\n    allowed only in the query of an IRI; escaped by all\n")
	}
	if len(excluded) > 0 {
		p.b.WriteString("  " + p.WrapText(strings.Join(excluded, " "), 2) + "\n    allowed nowhere, not even in an IRI; escaped by all\n")
	}
	p.b.WriteString(p.Dim("  "+p.WrapText("(of "+strings.Join(Escapers(), ", ")+")", 2)) + "\n")
}

// noIRITexts are the words for what no IRI may hold.
var noIRITexts = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{"control": "control", "noncharacter": "noncharacter", "bidi": "turns the direction of text", "special": "special"}
}}

// beyond says which characters beyond ASCII there are: those that an IRI may
// hold, those for private use, and those that it may not, each named once.
func (p *explainPage) beyond() (any, private bool, excluded []string) {
	const most = 12
	var seen []rune
	for i := range p.e.Characters {
		x := &p.e.Characters[i]
		switch {
		case x.Fault != inspect.NoFault || x.Class != inspect.ClassNonASCII:
		case x.NoIRI() == "":
			if unicode.Is(unicode.Co, x.Rune) {
				private = true
			} else {
				any = true
			}
		case len(seen) <= most && !slices.Contains(seen, x.Rune):
			seen = append(seen, x.Rune)
			word := fmt.Sprintf("U+%04X", x.Rune)
			if len(seen) > most {
				word = "…"
			}
			excluded = append(excluded, word)
		}
	}
	return any, private, excluded
}

// onlyAs says where else a character is allowed that no component may hold.
func onlyAs(r rune) string {
	switch r {
	case '#':
		return " but before the fragment"
	case '[', ']':
		return " but around an IP address"
	case '%':
		return " but in an escape"
	}
	return ""
}

func placesText(r rune, places inspect.Places) string {
	switch places {
	case 0:
		return "allowed nowhere" + onlyAs(r)
	case inspect.Everywhere:
		return "allowed everywhere"
	}
	if places&inspect.InSegment != 0 {
		places &^= inspect.InPath
	}
	return "allowed in " + strings.Join(places.Names(), ", ")
}

// escapersText names the dialects that escape, or those that do not.
func escapersText(ids []string) string {
	all := Escapers()
	switch {
	case len(ids) == 0:
		return "escaped by none"
	case len(ids) == len(all):
		return "escaped by all"
	case len(ids) <= len(all)/2:
		return "escaped by " + strings.Join(ids, ", ")
	}
	others := slices.DeleteFunc(all, func(id string) bool { return slices.Contains(ids, id) })
	return "escaped by all but " + strings.Join(others, ", ")
}

// inWords returns characters of ASCII as a list, in which letters and digits are
// counted as one each.
func inWords(characters []rune) string {
	var words []string
	letters, digits := "", ""
	for _, r := range characters {
		switch {
		case unicode.IsLetter(r):
			letters = "letters"
		case unicode.IsDigit(r):
			digits = "digits"
		default:
			words = append(words, glyphOf(r))
		}
	}
	for _, word := range []string{digits, letters} {
		if word != "" {
			words = append([]string{word}, words...)
		}
	}
	return strings.Join(words, " ")
}

// plus says what a '+' means, and which one if they differ.
func (p *explainPage) plus() {
	e := p.e
	if e.Counts.Plus == 0 {
		return
	}
	p.head("'+'")
	var places []plusPlace
	for i := range e.Characters {
		c := &e.Characters[i]
		if c.Plus == explain.PlusNone {
			continue
		}
		at := plusPlace{reading: c.Plus, part: c.Part, first: c.Offset}
		if n := slices.IndexFunc(places, at.sameAs); n >= 0 {
			places[n].more++
		} else {
			places = append(places, at)
		}
	}
	differ := slices.ContainsFunc(places, func(at plusPlace) bool { return at.reading != places[0].reading })
	decides := false
	for _, at := range places {
		decides = decides || at.reading == explain.PlusProbablySpace
		which := "It is "
		if differ {
			which = at.String() + " it is "
		}
		p.line("", which+map[explain.PlusReading]string{
			explain.PlusItself:        "a plus sign: only forms, and queries that are read as forms, write a space that way.",
			explain.PlusProbablySpace: "probably a space: most servers read the query of http, https, ws and wss as a form. By RFC 3986 it is a plus sign.",
			explain.PlusSpace:         "a space: in application/x-www-form-urlencoded a plus sign is %2B.",
			explain.PlusUnknown:       "a space in a form, and probably in the query of http, https, ws and wss; anywhere else it is a plus sign.",
		}[at.reading])
		if !differ {
			break
		}
	}
	if before, behind := p.plusAround(); before >= 0 && behind >= 0 {
		p.line("", fmt.Sprintf("If this is a URL, the '+' at byte %d, before the '?', is a plus sign, and the one at byte %d, in the query, is probably a space.", before, behind))
	}
	scheme, _, authority := strings.Cut(e.Text, "://")
	inQuery := func(at plusPlace) bool { return at.part == inspect.PartQuery && at.reading == explain.PlusItself }
	if authority && e.Kind == inspect.KindURI && slices.ContainsFunc(places, inQuery) && !slices.Contains([]string{"ftp", "file", "ldap", "ldaps", "coap", "coaps"}, strings.ToLower(scheme)) {
		p.line("", "Not every app that it opens reads the query so: Android's getQueryParameter, Dart's queryParameters and URL.searchParams read a space.")
	}
	answer := "%20 is always a space, and %2B always a plus sign."
	if decides {
		answer = "The server decides. " + answer
	}
	p.line("", answer)
}

// A plusPlace is where one or more '+' stand that mean the same.
type plusPlace struct {
	reading explain.PlusReading
	part    inspect.Part
	first   int // its offset
	more    int // how many follow
}

func (at plusPlace) sameAs(other plusPlace) bool {
	return at.reading == other.reading && at.part == other.part
}

// String returns the place as the beginning of a sentence.
func (at plusPlace) String() string {
	s := fmt.Sprintf("In the %s, at byte %d", at.part, at.first)
	if at.more > 0 {
		s += fmt.Sprintf(" and %d more,", at.more)
	} else {
		s += ","
	}
	return s
}

// plusAround returns the offsets of the first '+' before a '?' and of the first one
// between it and a '#', in text of which nothing is known, or -1.
func (p *explainPage) plusAround() (before, behind int) {
	path, query, ok := strings.Cut(p.e.Text, "?")
	if p.e.Kind != inspect.KindText || !ok {
		return -1, -1
	}
	query, _, _ = strings.Cut(query, "#")
	if before, behind = strings.IndexByte(path, '+'), strings.IndexByte(query, '+'); behind >= 0 {
		behind += len(path) + 1
	}
	return before, behind
}

// layers writes the layers in short.
func (p *explainPage) layers() {
	l := p.e.Layers
	if l.Depth() == 0 {
		return
	}
	p.head("decoded, layer by layer")
	most := p.Columns - len("  0  ") - len("  not UTF-8")
	if p.all {
		most = len(p.e.Text)
	}
	for i := range l.Layers {
		text := excerpt.Of(l.Layers[i].Text, most)
		if !p.all {
			text = term.Fit(text, most)
		}
		if l.Layers[i].NotUTF8 >= 0 {
			text += p.Warning("  not UTF-8")
		}
		p.b.WriteString("  " + p.Dim(strconv.Itoa(i)) + "  " + text + "\n")
	}
	p.line("", stopText(l))
}

// readings writes what the octets beyond ASCII may be.
func (p *explainPage) readings() {
	if len(p.e.Readings) == 0 {
		return
	}
	p.head("beyond ASCII")
	most := p.Columns - len("  fragment  perhaps windows-1252  0.12  ")
	if p.all {
		most = len(p.e.Text)
	}
	rows := [][]string{}
	for _, r := range p.e.Readings {
		name := r.Part.String()
		if name == "" {
			name = "text"
		}
		switch {
		case r.UTF8:
			row := []string{"  " + name, "UTF-8", "", ""}
			if r.Doubled != "" {
				row[3] = "probably encoded twice: " + excerpt.Of(r.Doubled, most/2)
			}
			rows = append(rows, row)
		default:
			octets := "not UTF-8"
			if len(r.Candidates) == 1 && r.Candidates[0].Charset == "ISO-2022-JP" {
				octets = "ASCII with escape sequences"
			}
			rows = append(rows, []string{"  " + name, octets, "", ""})
			for _, c := range r.Candidates {
				text := excerpt.Of(c.Text, most)
				if !p.all {
					text = term.Fit(text, most)
				}
				rows = append(rows, []string{"", "perhaps " + c.Charset, fmt.Sprintf("%.2f", c.Confidence), ltr(text)})
			}
		}
	}
	p.b.WriteString(term.Columns(rows))
}
