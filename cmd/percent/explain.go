package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/text/unicode/bidi"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/uri"
)

func init() { register(newExplain) }

func newExplain(a *app) *cobra.Command {
	var all bool
	var in choice
	t := newTaker(a)
	cmd := &cobra.Command{
		Use:   "explain [flags] [TEXT...]",
		Short: "what a text is, character by character",
		Long: `explain says of TEXT what it is and of each character in it where it stands, how
it is written, its octets in hexadecimal and binary digits, its name, the class that
RFC 3986 puts it in, what it delimits, and whether it must be escaped there. Then
it says where in a URI the characters may stand and which dialects escape them,
what a '+' means, what decoding makes of the text, and what its octets beyond
ASCII may be.

A '!' marks what must not stand there, is no escape or is no UTF-8, a '~' the
escape of a character that should not be escaped. A long text is shown in short;
--all shows every character. explain guesses what TEXT is: --in says it.

Without TEXT, or with -, each line of standard input is explained.`,
		Example: `  percent explain 'https://example.com/caf%C3%A9?q=a+b%2Bc'
  percent explain --in form 'a+b=%E9'
  percent explain --json '..%c0%af'`,
		GroupID: groupKnow,
		RunE: func(cmd *cobra.Command, args []string) error {
			kind, _ := inspect.LookupKind(in.value)
			t.take(func(v value) error {
				e, err := inspect.ExplainWith(string(v.text), inspect.ExplainOptions{Kind: kind})
				if err != nil {
					return tooLong(v.place.String(), err)
				}
				if t.json {
					return writeExplanationJSON(t, e)
				}
				p := &explained{pen: a.ui.pen(), e: e, all: all}
				p.write()
				return t.page(v, p.b.String())
			})
			return t.run(cmd, args)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	t.addTo(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "show every character, and texts at full length")
	addKind(cmd, &in)
	return cmd
}

// An explained is a page on a text.
type explained struct {
	pen
	e   *inspect.Explanation
	all bool
	b   strings.Builder
}

// What a page shows without --all.
const (
	shortText = 40  // octets: each has a row in a text no longer
	mostRows  = 120 // rows of a table
	mostParts = 24  // pieces of a component
)

func (p *explained) write() {
	p.b.WriteString(p.bold(summary(p.e)) + "\n")
	p.notes()
	p.components()
	p.characters()
	p.where()
	p.plus()
	p.layers()
	p.readings()
}

// summary says in a line what the text is.
func summary(e *inspect.Explanation) string {
	c := &e.Counts
	words := []string{count(int64(c.Bytes), "byte"), count(int64(c.Characters), "character")}
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
		kind += " of an IRI, not of a URI"
	case e.IRI:
		kind = "an IRI, no URI"
	case e.Illegal != nil:
		kind += " that is not legal"
	}
	must := c.Of(inspect.VerdictMustEscape) + c.Of(inspect.VerdictStray) + c.Of(inspect.VerdictNoEscape)
	text := strings.Join(words, ", ") + ": " + kind
	if must > 0 {
		text += fmt.Sprintf(", %d to be escaped", must)
	}
	return text
}

func (p *explained) head(text string) { p.b.WriteString("\n" + p.bold(text) + "\n") }

func (p *explained) line(mark, text string) {
	p.b.WriteString("  " + p.warning(mark) + wrapText(text, 2+len(mark)) + "\n")
}

func (p *explained) notes() {
	for _, n := range p.e.Notes {
		mark := "- "
		switch n.ID {
		case inspect.NoteIllegal, inspect.NoteNested, inspect.NoteControl, inspect.NoteBidi, inspect.NoteInvisible, inspect.NoteDoubled:
			mark = "! "
		}
		where := ""
		switch {
		case n.ID == inspect.NoteIllegal, n.ID == inspect.NoteNoScheme, n.ID == inspect.NoteLayers, n.ID == inspect.NoteInnerURI, n.ID == inspect.NoteHost:
		case n.Count > 1:
			where = fmt.Sprintf("%d times from byte %d on: ", n.Count, n.Offset)
		default:
			where = fmt.Sprintf("at byte %d: ", n.Offset)
		}
		p.b.WriteString(p.warning(mark) + wrapText(where+n.Message, 2) + "\n")
	}
}

// components writes what the text consists of, if that is more than itself.
func (p *explained) components() {
	if len(p.e.Components) == 0 {
		return
	}
	most := pageWidth / 2
	if p.all {
		most = len(p.e.Text)
	}
	rows := [][]string{{"", "at", "as written", "decoded"}}
	add := func(name string, offset int, text, decoded string) {
		row := []string{name, strconv.Itoa(offset), ltr(inspect.Excerpt(text, most))}
		switch after := ltr(inspect.Excerpt(decoded, most)); {
		case decoded == text:
			rows = append(rows, row)
		case len(row[2]) > pageWidth:
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
func (p *explained) table(rows [][]string) {
	head, rest, _ := strings.Cut(columns(rows), "\n")
	p.b.WriteString(p.dim(head) + "\n" + rest)
}

// An octetText is an octet in digits.
type octetText struct{ hex, bits string }

var octetTexts = sync.OnceValue(func() (texts [256]octetText) {
	for i := range texts {
		texts[i] = octetText{fmt.Sprintf("%02X", i), fmt.Sprintf("%04b %04b", i>>4, i&0xF)}
	}
	return texts
})

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
func (p *explained) characters() {
	if len(p.e.Characters) == 0 {
		return
	}
	rows := [][]string{{" ", "at", "written", "octet", "bits", "", ""}}
	fold := !p.all && len(p.e.Text) > shortText
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
	p.b.WriteByte('\n')
	p.table(rows)
	if len(list) > 0 {
		p.b.WriteString(fmt.Sprintf("%s more, from byte %d on: --all shows them\n", count(int64(len(list)), "character"), list[0].Offset))
	}
}

// alike returns how many characters at the front of list can share a row: two or
// more unreserved ones, four or more of the same character.
func alike(list []inspect.Explained) int {
	first := &list[0]
	n, enough := 1, 4
	if first.Verdict == inspect.VerdictStays {
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
func (p *explained) run(list []inspect.Explained) []string {
	first, last := &list[0], &list[len(list)-1]
	text := p.e.Text[first.Offset : last.Offset+last.Len]
	what, sign := fmt.Sprintf("%d unreserved characters", len(list)), ""
	if first.Verdict != inspect.VerdictStays {
		sign = glyph(first)
		text = p.e.Text[first.Offset : first.Offset+first.Len]
		what = fmt.Sprintf("%d times %s", len(list), p.what(first))
	}
	return []string{p.mark(first), strconv.Itoa(first.Offset), ltr(inspect.Excerpt(text, 22)), "", "", sign, what}
}

// rows returns the rows of a character, one an octet.
func (p *explained) rows(x *inspect.Explained) [][]string {
	text := p.e.Text[x.Offset : x.Offset+x.Len]
	octets := x.Octets()
	texts := octetTexts()
	rows := make([][]string, 0, x.Units)
	i := 0
	for u := range inspect.Units(text) {
		written := text[u.Offset : u.Offset+u.Len]
		row := []string{p.mark(x), strconv.Itoa(x.Offset + u.Offset), "", "", "", "", ""}
		if u.Form != inspect.Literal || u.Value < utf8.RuneSelf {
			row[2] = shown(written)
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

func (p *explained) mark(x *inspect.Explained) string {
	switch {
	case x.Fault != inspect.NoFault:
		return "!"
	case x.Verdict == inspect.VerdictMustEscape, x.Verdict == inspect.VerdictStray, x.Verdict == inspect.VerdictNoEscape:
		return "!"
	case x.Verdict == inspect.VerdictNeedless:
		return "~"
	}
	return " "
}

// glyph returns a character so that it can be seen, and does nothing to what
// stands beside it.
func glyph(x *inspect.Explained) string {
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
		return escaped(r)
	case unicode.In(r, unicode.M):
		return "\u25CC" + string(r)
	}
	return ltr(string(r))
}

// what says what a character is: its name, and behind a comma the rest.
func (p *explained) what(x *inspect.Explained) string {
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
			class += "; excluded: " + noIRITexts[why]
		}
	case x.Class.Excluded():
		class = "excluded: " + class
	}
	verdict := x.Verdict.String()
	switch {
	case x.Plus == inspect.PlusSpace:
		verdict = "a space"
	case x.Plus == inspect.PlusProbablySpace:
		verdict = "probably a space"
	case x.Delimits != inspect.DelimNone && x.Class.Reserved():
		verdict = x.Delimits.String()
	case x.Verdict == inspect.VerdictStays && x.Delimits == inspect.DelimNone:
		return name + ", " + class
	case x.Delimits != inspect.DelimNone:
		verdict = x.Delimits.String()
	case x.Verdict == inspect.VerdictMustEscape && x.InIRI():
		verdict += " in a URI"
	}
	if x.Next != "" {
		verdict += ", then " + x.Next
	}
	return name + ", " + class + "; " + verdict
}

// faultText says what is wrong with octets, and what a lax decoder reads.
func faultText(x *inspect.Explained) string {
	text := x.Fault.String()
	switch x.Fault {
	case inspect.Overlong:
		text += fmt.Sprintf(" of %s, a lax decoder reads %s", x.Name(), visible(string(x.Rune)))
	case inspect.LoneSurrogate:
		text += fmt.Sprintf(" U+%04X, half of a character to a lax decoder", x.Rune)
	case inspect.TooLarge:
		text += fmt.Sprintf(" (%X), a lax decoder may wrap it", x.Rune)
	default:
		return text + ", not UTF-8"
	}
	return text + "; not UTF-8"
}

// where writes where the characters may stand and who escapes them.
func (p *explained) where() {
	var seen [128]bool
	for i := range p.e.Characters {
		if x := &p.e.Characters[i]; x.Rune >= 0 && x.Rune < 0x80 && x.Fault == inspect.NoFault {
			seen[x.Rune] = true
		}
	}
	type group struct {
		characters []rune
		places     inspect.Places
		escapers   []string
	}
	var groups []*group
	for r, ok := range seen {
		if !ok {
			continue
		}
		places, escapers := inspect.PlacesOf(rune(r)), inspect.EscapedBy(rune(r))
		if places == inspect.Everywhere && len(escapers) == 0 {
			continue
		}
		at := slices.IndexFunc(groups, func(g *group) bool {
			return g.places == places && slices.Equal(g.escapers, escapers) && onlyAs(g.characters[0]) == onlyAs(rune(r))
		})
		if at < 0 {
			at = len(groups)
			groups = append(groups, &group{places: places, escapers: escapers})
		}
		groups[at].characters = append(groups[at].characters, rune(r))
	}
	beyond, private, excluded := p.beyond()
	if len(groups) == 0 && !beyond && !private && len(excluded) == 0 {
		return
	}
	p.head("where they may stand unescaped, and who escapes them")
	for _, g := range groups {
		p.b.WriteString("  " + inWords(g.characters) + "\n")
		p.b.WriteString("    " + wrapText(placesText(g.characters[0], g.places)+"; "+escapersText(g.escapers), 4) + "\n")
	}
	if beyond {
		p.b.WriteString("  beyond ASCII\n    may stand nowhere but in an IRI; escaped by all\n")
	}
	if private {
		p.b.WriteString("  private use\n    may stand nowhere but in the query of an IRI; escaped by all\n")
	}
	if len(excluded) > 0 {
		p.b.WriteString("  " + wrapText(strings.Join(excluded, " "), 2) + "\n    may stand nowhere, not even in an IRI; escaped by all\n")
	}
	p.b.WriteString(p.dim("  "+wrapText("(of "+strings.Join(inspect.Encoders(), ", ")+")", 2)) + "\n")
}

// noIRITexts are the words for what no IRI may hold.
var noIRITexts = map[string]string{"control": "control", "noncharacter": "noncharacter", "bidi": "turns the direction of text", "special": "special"}

// beyond says which characters beyond ASCII there are: those that an IRI may
// hold, those for private use, and those that it may not, each named once.
func (p *explained) beyond() (any, private bool, excluded []string) {
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

// onlyAs says what a character that may stand in no component may stand as.
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
		return "may stand nowhere" + onlyAs(r)
	case inspect.Everywhere:
		return "may stand everywhere"
	}
	if places&inspect.InSegment != 0 {
		places &^= inspect.InPath
	}
	return "may stand in " + strings.Join(places.Names(), ", ")
}

// escapersText names the dialects that escape, or those that do not.
func escapersText(ids []string) string {
	all := inspect.Encoders()
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

// plus says what a '+' means.
func (p *explained) plus() {
	e := p.e
	if e.Counts.Plus == 0 {
		return
	}
	p.head("'+'")
	var readings []inspect.PlusReading
	for i := range e.Characters {
		if r := e.Characters[i].Plus; r != inspect.PlusNone && !slices.Contains(readings, r) {
			readings = append(readings, r)
		}
	}
	for _, r := range readings {
		p.line("", map[inspect.PlusReading]string{
			inspect.PlusItself:        "It is a plus sign: only forms, and queries that are read as forms, write a space so.",
			inspect.PlusProbablySpace: "It is probably a space: most servers read the query of http, https, ws and wss as a form. By RFC 3986 it is a plus sign.",
			inspect.PlusSpace:         "It is a space: in application/x-www-form-urlencoded a plus sign is %2B.",
			inspect.PlusUnknown:       "In a form, and probably in the query of http, https, ws and wss, it is a space; anywhere else it is a plus sign.",
		}[r])
	}
	p.line("", "The server decides. %20 is a space and %2B a plus sign to every one.")
}

// layers writes the ladder in short.
func (p *explained) layers() {
	l := p.e.Layers
	if l.Depth() == 0 {
		return
	}
	p.head("decoded, layer by layer")
	most := pageWidth - 12
	if p.all {
		most = len(p.e.Text)
	}
	for i := range l.Layers {
		text := inspect.Excerpt(l.Layers[i].Text, most)
		if l.Layers[i].NotUTF8 >= 0 {
			text += p.warning("  not UTF-8")
		}
		p.b.WriteString("  " + p.dim(strconv.Itoa(i)) + "  " + text + "\n")
	}
	p.line("", stopText(l))
}

// readings writes what the octets beyond ASCII may be.
func (p *explained) readings() {
	if len(p.e.Readings) == 0 {
		return
	}
	p.head("beyond ASCII")
	most := pageWidth / 2
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
				row[3] = "probably encoded twice: " + inspect.Excerpt(r.Doubled, most)
			}
			rows = append(rows, row)
		default:
			rows = append(rows, []string{"  " + name, "not UTF-8", "", ""})
			for _, c := range r.Candidates {
				rows = append(rows, []string{"", "perhaps " + c.Charset, fmt.Sprintf("%.2f", c.Confidence), ltr(inspect.Excerpt(c.Text, most))})
			}
		}
	}
	p.b.WriteString(columns(rows))
}

// writeExplanationJSON writes an explanation as an object. docs/explain.md has
// the schema.
func writeExplanationJSON(t *taker, e *inspect.Explanation) error {
	b := appendText([]byte{'{'}, "input", e.Text)
	b = fmt.Appendf(b, `,"kind":%q`, e.Kind)
	if e.Kind == inspect.KindURI {
		b = fmt.Appendf(b, `,"legal":%t`, e.Illegal == nil)
	}
	if e.IRI {
		b = append(b, `,"iri":true`...)
	}
	if e.Illegal != nil {
		b = fmt.Appendf(b, `,"offset":%d,"reason":%q`, e.Illegal.Offset, "invalid "+string(e.Illegal.Production))
	}
	c := &e.Counts
	b = fmt.Appendf(b, `,"counts":{"bytes":%d,"characters":%d,"escapes":%d,"stray":%d,"percent_u":%d,"plus":%d,"non_ascii":%d,"not_utf8":%d}`,
		c.Bytes, c.Characters, c.Escapes, c.Stray, c.PercentU, c.Plus, c.NonASCII, c.NotUTF8)
	if e.Plus != inspect.PlusNone {
		b = fmt.Appendf(b, `,"plus":%q`, e.Plus)
	}
	list := &jsonList{b: b, key: "notes"}
	for _, n := range e.Notes {
		list.next()
		list.b = fmt.Appendf(list.b, `{"id":%q,"offset":%d,"count":%d,`, n.ID, n.Offset, n.Count)
		list.b = append(appendText(list.b, "message", n.Message), '}')
	}
	list = &jsonList{b: list.end(), key: "components"}
	for i := range e.Components {
		list.next()
		list.b = appendComponent(list.b, &e.Components[i])
	}
	list = &jsonList{b: list.end(), key: "characters"}
	var ascii [128]bool
	for i := range e.Characters {
		x := &e.Characters[i]
		list.next()
		list.b = appendCharacter(list.b, e, x)
		if x.Rune >= 0 && x.Rune < 0x80 && x.Fault == inspect.NoFault {
			ascii[x.Rune] = true
		}
		if len(list.b) > chunkSize {
			if err := t.out.writeBytes(list.b); err != nil {
				return err
			}
			list.b = list.b[:0]
		}
	}
	list = &jsonList{b: list.end(), key: "ascii"}
	for r, ok := range ascii {
		if !ok {
			continue
		}
		list.next()
		var o object
		o.text("character", string(rune(r)))
		o.list("places", inspect.PlacesOf(rune(r)).Names())
		o.list("escaped_by", inspect.EscapedBy(rune(r)))
		list.b = append(append(append(list.b, '{'), o.b...), '}')
	}
	b = list.end()
	b = fmt.Appendf(b, `,"depth":%d,"stop":%q`, e.Layers.Depth(), e.Layers.Stop)
	list = &jsonList{b: b, key: "layers"}
	for i := range e.Layers.Layers {
		list.next()
		list.b = append(appendText(append(list.b, '{'), "text", e.Layers.Layers[i].Text), '}')
	}
	list = &jsonList{b: list.end(), key: "charsets"}
	for i := range e.Readings {
		list.next()
		list.b = appendReading(list.b, &e.Readings[i])
	}
	return t.out.writeBytes(append(list.end(), "}\n"...))
}

func appendComponent(b []byte, c *inspect.Component) []byte {
	b = fmt.Appendf(b, `{"component":%q,"offset":%d,`, c.Part, c.Offset)
	b = appendText(b, "text", c.Text)
	if c.Decoded != c.Text {
		b = appendText(append(b, ','), "decoded", c.Decoded)
	}
	list := &jsonList{b: b, key: "pieces"}
	for _, p := range c.Pieces {
		list.next()
		list.b = fmt.Appendf(list.b, `{"kind":%q,"offset":%d,"length":%d}`, p.Kind, p.Offset, p.Len)
	}
	return append(list.end(), '}')
}

const hexDigits = "0123456789ABCDEF"

func appendCharacter(b []byte, e *inspect.Explanation, x *inspect.Explained) []byte {
	b = append(b, `{"offset":`...)
	b = strconv.AppendInt(b, int64(x.Offset), 10)
	b = append(b, ',')
	b = appendPlain(b, "text", e.Text[x.Offset:x.Offset+x.Len])
	b = append(append(append(b, `,"form":"`...), formID(x)...), `","octets":"`...)
	octets := x.Octets()
	for i, o := range octets {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, hexDigits[o>>4], hexDigits[o&0xF])
	}
	b = append(b, `","bits":"`...)
	for i, o := range octets {
		if i > 0 {
			b = append(b, ' ')
		}
		for bit := 7; bit >= 0; bit-- {
			b = append(b, '0'+o>>bit&1)
		}
	}
	b = append(b, '"')
	if x.Fault != inspect.NoFault {
		b = append(append(append(b, `,"fault":"`...), faultIDs[x.Fault]...), '"')
	}
	if x.Rune >= 0 {
		if x.Fault == inspect.NoFault {
			b = appendPlain(append(b, ','), "character", string(x.Rune))
		}
		b = append(b, `,"code_point":"U+`...)
		for shift := 28; shift >= 0; shift -= 4 {
			if shift < 16 || x.Rune>>shift != 0 {
				b = append(b, hexDigits[x.Rune>>shift&0xF])
			}
		}
		b = append(append(append(b, `","name":"`...), x.Name()...), '"')
	}
	b = append(append(append(b, `,"class":"`...), x.Class.String()...), '"')
	if x.Part != inspect.PartNone {
		b = append(append(append(b, `,"component":"`...), x.Part.String()...), '"')
	}
	if x.Delimits != inspect.DelimNone {
		b = append(append(append(b, `,"delimits":"`...), x.Delimits.ID()...), '"')
	}
	if x.Plus != inspect.PlusNone {
		b = append(append(append(b, `,"plus":"`...), x.Plus.String()...), '"')
	}
	if x.Next != "" {
		b = append(append(append(b, `,"next":"`...), x.Next...), '"')
	}
	return append(append(append(b, `,"verdict":"`...), x.Verdict.ID()...), '"', '}')
}

// appendPlain is appendText, faster for text that JSON needs no escape for.
func appendPlain(b []byte, key, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return appendText(b, key, text)
		}
	}
	b = append(append(append(b, '"'), key...), `":"`...)
	return append(append(b, text...), '"')
}

var faultIDs = [...]string{
	inspect.Overlong: "overlong", inspect.LoneSurrogate: "surrogate", inspect.TooLarge: "too-large",
	inspect.Truncated: "truncated", inspect.Unexpected: "unexpected", inspect.NeverUTF8: "never",
}

var formIDs = [...]string{
	inspect.Literal: "literal", inspect.StrayPercent: "stray-percent", inspect.Escape: "escape", inspect.UpperEscape: "upper-escape",
	inspect.LowerEscape: "lower-escape", inspect.MixedEscape: "mixed-escape", inspect.UnicodeEscape: "percent-u",
}

// formID returns how a character is written in a word.
func formID(x *inspect.Explained) string {
	switch {
	case x.Uniform:
		return formIDs[x.Form]
	case x.Form.IsEscape() && x.Len == 3*x.Units:
		return "mixed-escape"
	}
	return "mixed"
}

func appendReading(b []byte, r *inspect.CharsetReading) []byte {
	b = append(b, '{')
	if r.Part != inspect.PartNone {
		b = fmt.Appendf(b, `"component":%q,`, r.Part)
	}
	b = fmt.Appendf(b, `"offset":%d,"length":%d,"utf8":%t`, r.Offset, r.Len, r.UTF8)
	if r.Doubled != "" {
		b = appendText(append(b, ','), "doubled", r.Doubled)
	}
	list := &jsonList{b: b, key: "candidates"}
	for _, c := range r.Candidates {
		list.next()
		list.b = fmt.Appendf(list.b, `{"charset":%q`, c.Charset)
		if c.Language != "" {
			list.b = fmt.Appendf(list.b, `,"language":%q`, c.Language)
		}
		list.b = fmt.Appendf(list.b, `,"confidence":%.3f,`, c.Confidence)
		list.b = append(appendText(list.b, "text", c.Text), '}')
	}
	return append(list.end(), '}')
}
