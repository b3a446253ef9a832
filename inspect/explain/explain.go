package explain

import (
	"errors"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/uri"
)

// An Explanation is a text taken apart.
type Explanation struct {
	Text string
	Kind inspect.Kind // never KindAuto
	// Illegal is why a text of KindURI is not a URI reference by the grammar of
	// RFC 3986, or nil.
	Illegal *percent.SyntaxError
	// IRI says that it is nevertheless an IRI reference (RFC 3987).
	IRI bool
	// Components are in the order of the text; between them are delimiters. A text
	// whose kind is a component has that one; KindText and KindValue have none.
	Components []Component
	Characters []Character // they cover the text
	Counts     Counts
	Plus       PlusReading // of the first unescaped '+'
	Layers     *layers.Stack
	Readings   []Reading // of components that are not ASCII, in their order
	Notes      []Note
}

// Relative reports whether the text is read as a relative reference: as KindURI
// without a scheme (RFC 3986 section 4.2).
func (e *Explanation) Relative() bool {
	return e.Kind == inspect.KindURI && (len(e.Components) == 0 || e.Components[0].Part != inspect.PartScheme)
}

// A Component is a component of a text, without its delimiters.
type Component struct {
	Part    inspect.Part
	Offset  int    // in bytes
	Text    string // as written
	Decoded string // percent-decoded once, octets; malformed escapes and '+' are kept
	Pieces  []Piece
}

// A PieceKind is what a piece of a component is.
type PieceKind uint8

// The kinds of pieces.
const (
	pieceSegment PieceKind = iota // of a path
	pieceName                     // of a pair, in a query or form
	pieceValue                    // of a pair, after '='
	pieceUser
	piecePassword
)

var pieceNames = [...]string{"segment", "name", "value", "user", "password"}

// String returns the kind in one word.
func (k PieceKind) String() string { return words.Of(pieceNames[:], k) }

// A Piece is the text between two delimiters of a component.
type Piece struct {
	Kind   PieceKind
	Offset int // in the text, in bytes
	Len    int
}

// A Character is a character and what there is to say about it in its place.
type Character struct {
	inspect.Character
	Part     inspect.Part // the component it is in
	Class    inspect.Class
	Delimits Delimiter
	Verdict  Verdict
	Plus     PlusReading // of an unescaped '+'
	// Next is the escape that the '%' of an escape %25 begins in the next layer,
	// such as "%20" for that of "%2520", or "".
	Next string
}

// Name returns the name that Unicode gives to the character, such as "SOLIDUS", or a
// description in angle brackets, and "" for octets that are not a character.
func (e *Character) Name() string {
	if e.Rune < 0 {
		return ""
	}
	return text.Name(e.Rune)
}

// InIRI reports whether an IRI may hold the character unescaped in its place, though
// a URI may not (RFC 3987 section 2.2).
func (e *Character) InIRI() bool {
	if e.Fault != inspect.NoFault || e.Class != inspect.ClassNonASCII || pct.IsBidiControl(e.Rune) {
		return false
	}
	return pct.IsUcschar(e.Rune) || pct.IsIprivate(e.Rune) && (e.Part == inspect.PartQuery || e.Part == inspect.PartNone)
}

// NoIRI says why not even an IRI may hold the character unescaped anywhere (RFC 3987
// sections 2.2 and 4.1): "control", "noncharacter", "bidi" or, for others,
// "special". It is "" for characters that an IRI may hold, for ASCII, and for octets
// that are not a character.
func (e *Character) NoIRI() string {
	switch {
	case e.Fault != inspect.NoFault || e.Class != inspect.ClassNonASCII:
		return ""
	case e.Rune < 0xA0:
		return "control"
	case 0xFDD0 <= e.Rune && e.Rune <= 0xFDEF, e.Rune&0xFFFE == 0xFFFE:
		return "noncharacter"
	case pct.IsBidiControl(e.Rune):
		return "bidi"
	case pct.IsUcschar(e.Rune) || pct.IsIprivate(e.Rune):
		return ""
	}
	return "special"
}

// Counts say how many there are of what.
type Counts struct {
	Bytes      int
	Characters int // octets that are not UTF-8 count as in NotUTF8
	Escapes    int // %HH
	Stray      int // '%' that begins no escape
	PercentU   int // %uHHHH
	Plus       int // unescaped '+'
	NonASCII   int // characters beyond ASCII, escaped or not
	NotUTF8    int // octets or groups of them that are not UTF-8
	verdicts   [verdicts]int
}

// Of returns how many characters have that verdict.
func (c *Counts) Of(v Verdict) int { return c.verdicts[v] }

// Options say how to take a text. The zero value is what Explain does.
type Options struct {
	Kind inspect.Kind    // what the text is
	Plus layers.PlusMode // in which layers '+' is a space
}

// Explain takes a text apart. It fails only with a *LimitError, for more than
// MaxInput bytes.
func Explain(s string) (*Explanation, error) { return With(s, Options{}) }

// With is Explain with options.
func With(s string, o Options) (*Explanation, error) {
	if len(s) > MaxInput {
		return nil, &inspect.LimitError{What: "explain", Of: "bytes", Length: len(s), Limit: MaxInput}
	}
	e := &Explanation{Text: s, Kind: o.Kind}
	if e.Kind == inspect.KindAuto || int(e.Kind) >= int(inspect.KindValue+1) {
		e.Kind = inspect.GuessKind(s)
	}
	// MaxInput is less than that of layers.
	e.Layers, _ = layers.With(s, layers.Options{Plus: o.Plus})
	marks, scheme := e.split()
	e.characters(marks, scheme)
	e.nextLayer()
	for i := range e.Components {
		e.Components[i].complete()
	}
	e.read()
	e.note()
	return e, nil
}

// A foundDelimiter is a delimiter that the parser found.
type foundDelimiter struct {
	offset int
	what   Delimiter
}

// split finds the components, and the delimiters between and around them.
func (e *Explanation) split() (marks []foundDelimiter, scheme string) {
	add := func(p inspect.Part, c uri.Component) {
		if c.Present {
			e.Components = append(e.Components, Component{Part: p, Offset: c.Offset, Text: c.Raw})
		}
	}
	whole := uri.Component{Raw: e.Text, Present: true}
	switch e.Kind {
	case inspect.KindText, inspect.KindValue:
		return nil, ""
	case inspect.KindUserinfo:
		add(inspect.PartUserinfo, whole)
		if i := strings.IndexByte(e.Text, ':'); i >= 0 {
			marks = append(marks, foundDelimiter{i, delimPassword})
		}
		return marks, ""
	case inspect.KindHost, inspect.KindPath, inspect.KindQuery, inspect.KindForm, inspect.KindFragment:
		add([...]inspect.Part{inspect.KindHost: inspect.PartHost, inspect.KindPath: inspect.PartPath, inspect.KindQuery: inspect.PartQuery, inspect.KindForm: inspect.PartQuery, inspect.KindFragment: inspect.PartFragment}[e.Kind], whole)
		return nil, ""
	}
	u, err := uri.Parse(e.Text)
	if err != nil {
		errors.As(err, &e.Illegal)
		_, err = iri.Parse(e.Text)
		e.IRI = err == nil
		u = uri.ParseLenient(e.Text)
	}
	if c := u.Get(uri.Scheme); c.Present {
		add(inspect.PartScheme, c)
		marks = append(marks, foundDelimiter{c.Offset + len(c.Raw), delimScheme})
	}
	if c := u.Authority(); c.Present {
		marks = append(marks, foundDelimiter{c.Offset - 2, delimAuthority}, foundDelimiter{c.Offset - 1, delimAuthority})
	}
	if c := u.Userinfo(); c.Present {
		add(inspect.PartUserinfo, c)
		if p := u.Get(uri.Password); p.Present {
			marks = append(marks, foundDelimiter{p.Offset - 1, delimPassword})
		}
		marks = append(marks, foundDelimiter{c.Offset + len(c.Raw), delimUserinfo})
	}
	add(inspect.PartHost, u.Host())
	if c := u.Port(); c.Present {
		add(inspect.PartPort, c)
		marks = append(marks, foundDelimiter{c.Offset - 1, delimPort})
	}
	add(inspect.PartPath, u.Path())
	if c := u.Query(); c.Present {
		add(inspect.PartQuery, c)
		marks = append(marks, foundDelimiter{c.Offset - 1, delimQuery})
	}
	if c := u.Fragment(); c.Present {
		add(inspect.PartFragment, c)
		marks = append(marks, foundDelimiter{c.Offset - 1, delimFragment})
	}
	return marks, strings.ToLower(u.Scheme())
}

// characters fills in the characters and their counts.
func (e *Explanation) characters(marks []foundDelimiter, scheme string) {
	n := 0
	for range inspect.Characters(e.Text) {
		n++
	}
	e.Characters = make([]Character, 0, n)
	e.Counts.Bytes, e.Counts.Characters = len(e.Text), n
	plus := e.plus(scheme)
	component := -1
	end := 0         // of the component
	value := false   // a '=' has ended the name of the pair
	literal := false // the host is in brackets
	for c := range inspect.Characters(e.Text) {
		x := Character{Character: c, Class: inspect.ClassOf(c.Rune)}
		for component+1 < len(e.Components) && c.Offset >= e.Components[component+1].Offset && c.Offset >= end {
			next := &e.Components[component+1]
			// An empty component lies before what stands at its offset.
			component++
			end = next.Offset + len(next.Text)
			value = false
			literal = next.Part == inspect.PartHost && strings.HasPrefix(next.Text, "[")
		}
		if component >= 0 && c.Offset < end && c.Offset >= e.Components[component].Offset {
			x.Part = e.Components[component].Part
		}
		if c.Fault != inspect.NoFault {
			x.Class = inspect.ClassNonASCII
		}
		if c.Form == inspect.Literal && c.Fault == inspect.NoFault {
			switch {
			case len(marks) > 0 && marks[0].offset == c.Offset:
				x.Delimits, marks = marks[0].what, marks[1:]
			case x.Part == inspect.PartHost && literal && (c.Rune == '[' || c.Rune == ']'):
				x.Delimits = delimIPLiteral
			case x.Part == inspect.PartHost && literal && c.Rune == ':':
				x.Delimits = delimGroup
			case x.Part == inspect.PartHost && c.Rune == '.':
				x.Delimits = delimLabel
			case x.Part == inspect.PartPath && c.Rune == '/':
				x.Delimits = delimSegment
			case x.Part == inspect.PartPath && c.Rune == ';':
				x.Delimits = delimParameter
			case x.Part == inspect.PartQuery && c.Rune == '&':
				x.Delimits, value = delimPair, false
			case x.Part == inspect.PartQuery && c.Rune == '=' && !value:
				x.Delimits, value = delimValue, true
			}
			if c.Rune == '+' {
				e.Counts.Plus++
				x.Plus = plus[x.Part]
				if e.Plus == PlusNone {
					e.Plus = x.Plus
				}
			}
		}
		x.judge(e.Kind)
		e.count(&x)
		e.Characters = append(e.Characters, x)
	}
}

// nextLayer finds each '%' that begins an escape once it is decoded.
func (e *Explanation) nextLayer() {
	i := 0
	for c := range e.Layers.Changes(0) {
		if c.To != '%' {
			continue
		}
		next := e.Layers.Layers[1].Text
		u := inspect.UnitAt(next, c.Index)
		if u.Form == inspect.StrayPercent {
			continue
		}
		for e.Characters[i].Offset < c.Offset {
			i++
		}
		e.Characters[i].Next = next[u.Offset : u.Offset+u.Len]
	}
}

// PlusIn returns what the unescaped '+' of a text mean, without all else that Explain
// finds: PlusItself if all are plus signs, PlusNone if there is none. Where they differ,
// it is the reading that is nearer to a space.
func PlusIn(s string) PlusReading {
	e := &Explanation{Text: s, Kind: inspect.GuessKind(s)}
	_, scheme := e.split()
	plus := e.plus(scheme)
	if len(e.Components) == 0 && strings.Contains(s, "+") {
		return plus[inspect.PartNone]
	}
	most := PlusNone
	for i := range e.Components {
		if c := &e.Components[i]; strings.Contains(c.Text, "+") {
			most = max(most, plus[c.Part])
		}
	}
	return most
}

// plus returns what '+' means in each part.
func (e *Explanation) plus(scheme string) (plus [inspect.PartFragment + 1]PlusReading) {
	for i := range plus {
		plus[i] = PlusItself
	}
	switch e.Kind {
	case inspect.KindText, inspect.KindValue:
		plus[inspect.PartNone] = PlusUnknown
	case inspect.KindForm:
		plus[inspect.PartQuery] = PlusSpace
	case inspect.KindQuery:
		plus[inspect.PartQuery] = PlusProbablySpace
	case inspect.KindURI:
		if uri.QueryIsForm(scheme) {
			plus[inspect.PartQuery] = PlusProbablySpace
		}
	}
	return plus
}

// judge finds the verdict by the decision tree.
func (x *Character) judge(kind inspect.Kind) {
	escaped := x.Form.IsEscape()
	switch {
	case x.Form == inspect.StrayPercent:
		x.Verdict = VerdictStray
	case x.Form == inspect.UnicodeEscape:
		x.Verdict = VerdictNoEscape
	case escaped && x.Class == inspect.ClassUnreserved:
		x.Verdict = VerdictNeedless
	case escaped && x.Class.Reserved():
		x.Verdict = VerdictData
	case escaped && x.Len == 3*x.Units: // all units are escapes
		x.Verdict = VerdictEscaped
	case x.Class == inspect.ClassUnreserved:
		x.Verdict = VerdictStays
	case x.Delimits != DelimNone, x.Plus == PlusSpace:
		x.Verdict = VerdictDelimiter
	case !x.Class.Reserved():
		x.Verdict = VerdictMustEscape
	case kind == inspect.KindText:
		x.Verdict = VerdictDepends
	case kind == inspect.KindValue:
		x.Verdict = VerdictMustEscape // it is data
	case inspect.PlacesOf(x.Rune)&x.Part.Place() != 0, x.Part == inspect.PartScheme:
		x.Verdict = VerdictMayStand
	default:
		x.Verdict = VerdictMustEscape
	}
}

func (e *Explanation) count(x *Character) {
	c := &e.Counts
	c.verdicts[x.Verdict]++
	switch {
	case x.Form == inspect.StrayPercent:
		c.Stray++
	case x.Form == inspect.UnicodeEscape:
		c.PercentU += x.Units
	default:
		// Each escape is two bytes longer than its octet.
		c.Escapes += (x.Len - x.Units) / 2
	}
	if x.Fault != inspect.NoFault {
		c.NotUTF8++
	} else if x.Class == inspect.ClassNonASCII {
		c.NonASCII++
	}
}

// complete decodes a component and finds its pieces.
func (c *Component) complete() {
	c.Decoded = text.Decode(c.Text)
	piece := func(kind PieceKind, from, to int) {
		c.Pieces = append(c.Pieces, Piece{kind, c.Offset + from, to - from})
	}
	switch c.Part {
	case inspect.PartUserinfo:
		user, _, ok := strings.Cut(c.Text, ":")
		piece(pieceUser, 0, len(user))
		if ok {
			piece(piecePassword, len(user)+1, len(c.Text))
		}
	case inspect.PartPath:
		if c.Text == "" {
			return
		}
		from := 0
		if c.Text[0] == '/' {
			from = 1
		}
		for _, s := range uri.SplitPath(c.Text) {
			piece(pieceSegment, from, from+len(s))
			from += len(s) + 1
		}
	case inspect.PartQuery:
		from := 0
		for pair := range strings.SplitSeq(c.Text, "&") {
			name, _, ok := strings.Cut(pair, "=")
			piece(pieceName, from, from+len(name))
			if ok {
				piece(pieceValue, from+len(name)+1, from+len(pair))
			}
			from += len(pair) + 1
		}
	}
}

// MaxInput is the longest text, in bytes, that Explain takes: 256 KiB, thirty times
// what servers accept as a URL. In JSON, a character takes some 300 bytes.
const MaxInput = 1 << 18
