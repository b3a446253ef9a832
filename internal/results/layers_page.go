package results

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/lazy"
)

// A layersPage is a page on the layers of a text.
type layersPage struct {
	Style
	l   *layers.Stack
	all bool
	b   term.Builder
	// told are the look-alikes that have been explained.
	told map[layers.LookalikeKind]bool
}

// What a brief page shows.
const (
	fewChanges = 8   // more escapes than these are only counted
	longText   = 240 // characters of a text
)

// A Layers is the layers of a text.
type Layers struct{ *layers.Stack }

// JSON returns the layers.
func (l Layers) JSON() any { return NewLayers(l.Stack) }

// AppendRecord appends the number of layers.
func (l Layers) AppendRecord(dst []byte) []byte { return strconv.AppendInt(dst, int64(l.Depth()), 10) }

// Page returns each layer, with what was decoded and lost.
func (l Layers) Page(s Style) string {
	p := &layersPage{Style: s, l: l.Stack, all: s.Detail == Full, told: map[layers.LookalikeKind]bool{}}
	p.b.WriteString(p.Bold(depthText(p.l)) + "\n")
	for i := range p.l.Layers {
		p.layer(i)
	}
	p.b.WriteString("\n" + p.WrapText(stopText(p.l), 0) + "\n")
	if p.l.Depth() > 0 {
		p.b.WriteString(p.WrapText("Nobody can know which of these texts was meant: decode as often as the text was encoded, and no more.", 0) + "\n")
	}
	return p.b.String()
}

// PlainLayers returns a function that returns what a page on a text has before and after
// the text or, unless there is nothing to say of the text but that it has no layers,
// false.
func PlainLayers(s Style) func(text []byte) (before, after string, ok bool) {
	const text = "TEXT"
	l, _ := layers.Of(text)
	before, after, _ := strings.Cut(Layers{l}.Page(s), text)
	return func(text []byte) (string, string, bool) { return before, after, isPlainLayer(text) }
}

// isPlainLayer reports whether there is nothing to say of a text but that it has no
// layers, as a look at its bytes shows.
func isPlainLayer(text []byte) bool {
	if len(text) == 0 || len(text) > longText || kernel.Index(tellingBytes.Get(), text) < len(text) {
		return false
	}
	if i := bytes.IndexByte(text, '='); i >= 0 {
		for range layers.Lookalikes(unsafe.String(&text[i], len(text)-i)) {
			return false // it is quoted-printable
		}
	}
	return true
}

// tellingBytes are those that a page may have something to say of: '%' and '+', the '\'
// of other escapes and the ';' that ends a reference of HTML, and what is not shown as
// it is.
var tellingBytes = lazy.Value[*kernel.Set]{Make: func() *kernel.Set {
	s := kernel.SetOf('%', '+', '\\', ';', '"')
	for c := range 256 {
		if c <= ' ' || c >= 0x7F {
			s.Add(byte(c))
		}
	}
	return s
}}

// depthText says how many layers there are.
func depthText(l *layers.Stack) string {
	switch d := l.Depth(); {
	case d == 0:
		return "no layer: there is nothing to decode"
	case l.Stop == layers.StopLimit:
		return fmt.Sprintf("%d layers came off, and there are more", d)
	case d == 1:
		return "1 layer came off: encoded once, or not at all"
	case d == 2:
		return "2 layers came off: encoded twice at most"
	default:
		return fmt.Sprintf("%d layers came off: encoded %d times at most", d, d)
	}
}

// stopText says why decoding stopped.
func stopText(l *layers.Stack) string {
	last := &l.Layers[l.Depth()]
	switch l.Stop {
	case layers.StopStray:
		at := strayAt(last.Text)
		which := "the '%' at " + strconv.Itoa(at) + " begins"
		if last.Stray > 1 {
			which = fmt.Sprintf("the %d '%%' left, the first at %d, begin", last.Stray, at)
		}
		return "It stops here: " + which + " no escape. If that is data, there are no more layers; if not, the text is broken, or was decoded once too often."
	case layers.StopLimit:
		return fmt.Sprintf("It stops here: %d layers are the limit. There are %s left.", layers.Max, term.Count(int64(last.Escapes), "escape"))
	}
	switch last.Plus {
	case 0:
		return "It stops here: there is no '%' left."
	case 1:
		return "It stops here: there is no '%' left. There is a '+', which a form would read as a space."
	}
	return fmt.Sprintf("It stops here: there is no '%%' left. There are %d '+', which a form would read as spaces.", last.Plus)
}

// strayAt returns the offset of the first '%' that begins no escape.
func strayAt(s string) int {
	for u := range inspect.Units(s) {
		if u.Form == inspect.StrayPercent || u.Form == inspect.UnicodeEscape {
			return u.Offset
		}
	}
	return len(s)
}

// layer writes one rung: the text, and what decoding it did.
func (p *layersPage) layer(i int) {
	layer := &p.l.Layers[i]
	most := longText
	if p.all {
		most = len(layer.Text)
	}
	number := strconv.Itoa(i)
	indent := strings.Repeat(" ", len(number)+2)
	text := excerpt.Of(layer.Text, most)
	if len(layer.Text) > most {
		text += p.Dim(" (" + term.Count(int64(len(layer.Text)), "byte") + ")")
	}
	p.b.WriteString("\n" + p.Dim(number) + "  " + text + "\n")
	line := func(mark, text string) {
		p.b.WriteString(indent + p.Warning(mark) + p.WrapText(text, len(indent)+len(mark)) + "\n")
	}
	if layer.NotUTF8 >= 0 {
		line("! ", fmt.Sprintf("not UTF-8 from byte %d on: octets of a charset that the text does not name", layer.NotUTF8))
	}
	for _, text := range p.lookalikes(layer.Text) {
		line("! ", text)
	}
	if i == p.l.Depth() {
		return
	}
	line("", p.changes(i))
	var made []string
	for n := range p.l.Nestings(i) {
		// In short, one for each escape that comes of it.
		if !p.all && (slices.Contains(made, n.Makes) || len(made) == fewChanges) {
			continue
		}
		made = append(made, n.Makes)
		line("! ", fmt.Sprintf("%s at %d is an escape inside a broken one: decoding makes %s there", layer.Text[n.Offset:n.Offset+n.Len], n.Offset, n.Makes))
	}
	for _, loss := range p.l.Losses(i) {
		line("- ", lossText(loss, layer))
	}
}

// changes says what was decoded: all of it where that is little, and otherwise
// how many of what.
func (p *layersPage) changes(i int) string {
	layer := &p.l.Layers[i]
	next := p.l.Layers[i+1].Text
	var words []string
	if layer.Escapes > 0 {
		words = append(words, term.Count(int64(layer.Escapes), "escape"))
	}
	if layer.Spaces > 0 {
		words = append(words, fmt.Sprintf("%d '+' to a space", layer.Spaces))
	}
	head := strings.Join(words, ", ") + ": "
	if n := layer.Escapes + layer.Spaces; p.all || n <= fewChanges {
		var list []string
		until := 0
		for c := range p.l.Changes(i) {
			if c.Index < until {
				list[len(list)-1] = strings.Replace(list[len(list)-1], " at ", layer.Text[c.Offset:c.Offset+c.Len]+" at ", 1)
				continue
			}
			_, size := utf8.DecodeRuneInString(next[c.Index:])
			until = c.Index + size
			list = append(list, fmt.Sprintf("%s at %d is %s", layer.Text[c.Offset:c.Offset+c.Len], c.Offset, term.Character(next[c.Index:until])))
		}
		return head + strings.Join(list, ", ")
	}
	return head + tallyText(p.l.Tally(i))
}

// tallyText says how many escapes there were of what, by class.
func tallyText(tally [256]int) string {
	type kind struct {
		text string
		n    int
	}
	var kinds []kind
	groups := map[inspect.Class]int{}
	for octet, n := range tally {
		class := inspect.ClassOf(rune(octet))
		switch {
		case n == 0:
		case class.Reserved() || class == inspect.ClassPercent || class == inspect.ClassSpace:
			kinds = append(kinds, kind{term.Character(string(rune(octet))), n})
		default:
			groups[class] += n
		}
	}
	for class, n := range groups {
		text := map[inspect.Class]string{
			inspect.ClassUnreserved: "unreserved characters", inspect.ClassControl: "control characters",
			inspect.ClassDelims: `< > "`, inspect.ClassUnwise: "{ } | \\ ^ `", inspect.ClassNonASCII: "octets beyond ASCII",
		}[class]
		kinds = append(kinds, kind{text, n})
	}
	sort.Slice(kinds, func(i, j int) bool {
		a, b := &kinds[i], &kinds[j]
		return a.n > b.n || a.n == b.n && a.text < b.text
	})
	var words []string
	for _, k := range kinds {
		words = append(words, fmt.Sprintf("%d of %s", k.n, k.text))
	}
	return strings.Join(words, ", ")
}

// lossText says what a decoding loses.
func lossText(loss layers.Loss, layer *layers.Layer) string {
	where := fmt.Sprintf(" at %d", loss.Offset)
	if loss.Count > 1 {
		where = fmt.Sprintf(", %d times from %d on,", loss.Count, loss.Offset)
	}
	some := func(one, many string) string {
		if loss.Count == 1 {
			return fmt.Sprintf("the escape at %d becomes %s", loss.Offset, one)
		}
		return fmt.Sprintf("escapes from %d on become %d %s", loss.Offset, loss.Count, many)
	}
	switch loss.Kind {
	case layers.LossDelimiter:
		c := string(rune(loss.Octet))
		beside := strings.Count(layer.Text, c)
		if loss.Octet == '+' && layer.Spaces > 0 {
			beside = 0
		}
		text := fmt.Sprintf("%%%02X%s becomes %s, and cannot be told from ", loss.Octet, where, term.Character(c))
		switch beside {
		case 0:
			text += "a delimiter"
		case 1:
			text += "the one that stands there as a delimiter"
		default:
			text += fmt.Sprintf("the %d that stand there as delimiters", beside)
		}
		if loss.Octet == '+' {
			text += ", nor from a space in a form"
		}
		return text
	case layers.LossEscape:
		return "%25" + where + " becomes a '%' before two hexadecimal digits: what was data is an escape"
	case layers.LossStray:
		return "%25" + where + " becomes a '%' that begins no escape: what was data looks broken"
	case layers.LossMixed:
		return fmt.Sprintf("%%25%s becomes a '%%' like the %d that begin no escape already: encoding again gives another text", where, layer.Stray)
	case layers.LossPlus:
		return "'+'" + where + " becomes a space, and cannot be told from %20"
	case layers.LossIllegal:
		return some("a character that no URI may hold", "characters that no URI may hold") + ": the text is no longer a URI"
	case layers.LossIRI:
		return some("a character beyond ASCII", "characters beyond ASCII") + ": the text is at best an IRI"
	case layers.LossText:
		return some("an octet that is not UTF-8", "octets that are not UTF-8") + ": the text is no longer UTF-8"
	}
	return loss.Kind.String()
}

// lookalikes says what other encodings have left in a text, one line a kind.
func (p *layersPage) lookalikes(text string) []string {
	type found struct {
		first layers.Lookalike
		n     int
	}
	var order []layers.LookalikeKind
	kinds := map[layers.LookalikeKind]*found{}
	for x := range layers.Lookalikes(text) {
		f := kinds[x.Kind]
		if f == nil {
			f = &found{first: x}
			kinds[x.Kind] = f
			order = append(order, x.Kind)
		}
		f.n++
	}
	var lines []string
	for _, kind := range order {
		f := kinds[kind]
		means := "half of a character"
		if f.first.Means != "" {
			means = term.Character(f.first.Means)
		}
		line := fmt.Sprintf("another kind of layer, not undone: %s at %d would become %s", text[f.first.Offset:f.first.Offset+f.first.Len], f.first.Offset, means)
		if f.n > 1 {
			line += fmt.Sprintf(", and %d more like it", f.n-1)
		}
		if !p.told[kind] {
			p.told[kind] = true
			line += ": " + kind.Text()
		}
		lines = append(lines, line)
	}
	return lines
}
