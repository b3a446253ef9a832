package compare

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/uri"
)

// A Format says what a text is, and so what its parts are.
type Format uint8

// The formats.
const (
	// Text is any encoded text: a component, a query, a URL.
	Text Format = iota
	// BaseString is a signature base string (RFC 5849, section 3.4.1).
	BaseString
	// CanonicalRequest is one of AWS Signature Version 4.
	CanonicalRequest
	// Form is a Text whose query, or all of which, is read as a form: parameters may be
	// the same although RFC 3986 tells them apart.
	Form
	// ALPN is the value of an ALPN field, or one identifier in it (RFC 7639).
	// Identifiers are compared as written, without decoding; spaces between them do not
	// count.
	ALPN
)

// String returns the format in words, such as "base string".
func (f Format) String() string { return words.Of(formatNames[:], f) }

// Formats returns all formats.
func Formats() []Format { return []Format{Text, BaseString, CanonicalRequest, Form, ALPN} }

// LookupFormat returns the format with a name that [Format.String] returns, in which
// case does not matter and a hyphen stands for a space. The error for an unknown name
// lists the names.
func LookupFormat(name string) (Format, error) {
	for _, f := range Formats() {
		if strings.EqualFold(strings.ReplaceAll(name, "-", " "), f.String()) {
			return f, nil
		}
	}
	return Text, pct.Format("compare").Unknown("format", name, formatNames[:])
}

var formatNames = [...]string{"text", "base string", "canonical request", "form", "ALPN"}

// A Side is one of the two texts.
type Side uint8

// The sides.
const (
	First Side = iota
	Second
)

// String returns "first" or "second".
func (s Side) String() string { return words.Of([]string{"first", "second"}, s) }

// A Mistake turns one text into the other.
type Mistake struct {
	ID     string // such as "space-as-plus"
	Side   Side   // the text that was made with the mistake
	Where  string // the part of it, such as "parameters"; "" for all of it
	Detail string // what exactly, such as the characters; may be ""
	apply  func(string) (string, bool)
	rank   int

	text, fix string // by the grammar; "" where the catalogue says all
}

// Text returns what the mistake is, in half a sentence. Of characters that are escaped
// in one text only it says whether the component that they stand in may hold them.
func (m Mistake) Text() string { return cmp.Or(m.text, Describe(m.ID)) }

// Fix returns what to do about the mistake, in half a sentence.
func (m Mistake) Fix() string { return cmp.Or(m.fix, FixFor(m.ID)) }

// Apply makes the mistake in text, which is the one that was made without it. A
// mistake in a secret leaves text as it is.
func (m Mistake) Apply(text string) string {
	if m.apply == nil {
		return text
	}
	made, _ := m.apply(text)
	return made
}

// String returns a line such as
//
//	space-as-plus: a space is written as "+", not as %20 (parameters)
func (m Mistake) String() string {
	s := m.ID + ": " + m.Text()
	if m.Detail != "" {
		s += ": " + m.Detail
	}
	if m.Where != "" {
		s += " (" + m.Where + ")"
	}
	return s
}

// A Verdict is the outcome of a comparison.
type Verdict = uri.Verdict

// The verdicts.
const (
	Identical  = uri.Identical  // the same bytes
	Equivalent = uri.Equivalent // different bytes, but the same by rules
	Different  = uri.Different
)

// A Comparison is how two texts differ.
type Comparison struct {
	// Verdict is never Equivalent for texts that are signed and for ALPN, where every
	// byte counts.
	Verdict Verdict
	// Rules are those that make the texts equivalent, all of them together, in the
	// order of [uri.Rules]. It is empty unless Verdict is Equivalent.
	Rules []uri.Rule
	// Apart says where and why two URIs are different. That may be behind Offset,
	// because equivalent parts are passed over. It is nil for other texts.
	Apart *uri.Comparison
	// Offset is that of the first byte that differs. If one text is the beginning of
	// the other, it is the length of the shorter one; if they are equal, -1.
	Offset int
	// Part is what stands there in the first text, such as "parameter \"a\"" or
	// "path". It may be "".
	Part string
	// Differences are at most 64, by component and, in queries, by
	// parameter. Texts that are neither URLs nor parameters have at most one, and texts
	// that are signed none.
	Differences []Difference
	// Mistakes are the single mistakes that explain all that differs, the likeliest
	// first. It is empty if it takes several mistakes, or an unknown one.
	Mistakes []Mistake
	// Together are up to three mistakes, each in one part or more, that explain all that
	// differs together, and not alone: those of the second text made in the first one, and those of the first in the
	// second, in this order, give the same text. It is empty if Mistakes has more than
	// functions of programs, and for texts of more than 16 KiB.
	Together []Mistake
	// Versions are the functions of programs that write one of the texts in older
	// versions and the other in newer ones. Only texts of up to 4 KiB are tried.
	Versions []VersionChange
	// Browser is what browsers make of the two texts, if RFC 3986 reads them
	// differently; nil otherwise, and for texts that are not URLs.
	Browser *Browser

	form bool // whether queries are read as forms
}

// Equal reports whether the texts are the same.
func (c *Comparison) Equal() bool { return c.Offset < 0 }

// Rule returns the ID of the last of Rules, the most telling one, or "".
func (c *Comparison) Rule() string {
	if len(c.Rules) == 0 {
		return ""
	}
	return c.Rules[len(c.Rules)-1].String()
}

// maxCompared is the length, in bytes, up to which mistakes are looked for: 128 KiB.
// What is signed is far shorter, and each mistake is tried out.
const maxCompared = 1 << 17

// Compare finds the first difference between two texts of a format, and the single
// mistakes that turn one into the other. The texts need not be well-formed. Other
// things being equal, a mistake in the second comes before one in the first: put the
// text first that you think is right. For texts of more than 128 KiB it finds no
// mistakes.
func Compare(first, second string, f Format) *Comparison {
	c := &Comparison{Offset: -1}
	if first == second || f == ALPN && slices.Equal(identifiers(first), identifiers(second)) {
		return c
	}
	c.Verdict = Different
	c.Offset = pct.Differ(first, second)
	isSigned := f == BaseString || f == CanonicalRequest || f == ALPN
	if !isSigned {
		c.form = f == Form
		c.relateTexts(first, second)
		c.browse(first, second)
	} else {
		c.Part = partAt(first, c.Offset, f)
	}
	if f == ALPN {
		ours, theirs := identifiers(first), identifiers(second)
		c.Part = "identifier " + strconv.Itoa(firstOther(ours, theirs)+1)
		// Spaces are not mistakes.
		first, second = strings.Join(ours, ", "), strings.Join(theirs, ", ")
	}
	if max(len(first), len(second)) > maxCompared {
		return c
	}
	c.Versions = versionChanges(first, second)
	if isSigned {
		// Whole encoders are tried where nothing else explains the second text, which is
		// the one in doubt, and in the first only if there is no explanation at all.
		if c.find(Second, first, second, f, signed); len(c.Mistakes) == 0 {
			c.find(Second, first, second, f, byProgram)
		}
		if c.find(First, second, first, f, signed); len(c.Mistakes) == 0 {
			c.find(First, second, first, f, byProgram)
		}
	} else {
		c.find(Second, first, second, f, unsigned)
		c.find(First, second, first, f, unsigned)
	}
	if isSigned {
		c.preferUnescaped()
	}
	sort.SliceStable(c.Mistakes, func(i, j int) bool { return c.Mistakes[i].rank < c.Mistakes[j].rank })
	if !isSigned {
		c.Mistakes = slices.DeleteFunc(slices.Clone(c.Mistakes), c.says)
	}
	if !slices.ContainsFunc(c.Mistakes, func(m Mistake) bool { return m.ID != mistake.WrongFunction }) {
		c.Together = together(first, second, f)
		made := [...]string{First: first, Second: second}
		for i := range c.Together {
			m := &c.Together[i]
			text := &made[First+Second-m.Side] // in which the mistake is made
			wrong := m.Apply(*text)
			m.decide(*text, wrong, f)
			*text = wrong
		}
	}
	return c
}

// preferUnescaped names what a first text that is signed leaves alone before the second
// encoding of the other. Both explain the difference only where the first has no escape,
// and then nothing says that it was ever encoded.
func (c *Comparison) preferUnescaped() {
	unescaped := -1
	for _, m := range c.Mistakes {
		if m.Side == First && (m.ID == mistake.ReservedUnescaped || m.ID == mistake.SlashUnescaped || m.ID == mistake.NonASCIIRaw) {
			unescaped = max(unescaped, m.rank)
		}
	}
	for i := range c.Mistakes {
		if m := &c.Mistakes[i]; m.Side == Second && m.ID == mistake.DoubleEncoding {
			m.rank = max(m.rank, unescaped+1)
		}
	}
}

// find adds the single mistakes that turn right into wrong, which is the text on that
// side.
func (c *Comparison) find(side Side, right, wrong string, f Format, g grammar) {
	found := map[string]int{}
	for _, m := range candidates(right, wrong, f, g, inFull) {
		if made, ok := m.apply(right); !ok || made != wrong {
			continue
		}
		m.Side = side
		m.decide(right, wrong, f)
		// For signed texts the place counts for more than the side.
		if !g.sorted {
			m.rank = m.rank*100 + order(m.ID) + c.doubt(m, right, wrong)
		} else {
			m.rank = m.rank*10000 + order(m.ID)
		}
		if side == First {
			m.rank += 1000
		}
		// Of several places for the same mistake, the widest is named.
		if i, ok := found[m.ID]; !ok {
			found[m.ID] = len(c.Mistakes)
			c.Mistakes = append(c.Mistakes, m)
		} else if m.rank < c.Mistakes[i].rank {
			c.Mistakes[i] = m
		} else if m.rank == c.Mistakes[i].rank && m.ID == mistake.WrongCharset && m.Side == c.Mistakes[i].Side {
			c.Mistakes[i].Detail = oneMore(c.Mistakes[i].Detail, m.Detail)
		}
	}
}

// References compares two texts, of the format Text or Form, that are known to be
// references whatever they look like. It finds no mistakes.
func References(first, second uri.URI, f Format) *Comparison {
	c := &Comparison{Offset: -1, form: f == Form}
	if first.String() != second.String() {
		c.Offset = pct.Differ(first.String(), second.String())
		c.relate(first, second)
		c.browse(first.String(), second.String())
	}
	return c
}

// says reports whether another mistake of the comparison says all that m does.
func (c *Comparison) says(m Mistake) bool {
	if m.ID == mistake.CutOff {
		return len(c.Mistakes) > 1
	}
	return slices.ContainsFunc(c.Mistakes, func(o Mistake) bool {
		return o.rank < m.rank && (o.ID == m.ID || slices.Contains(rowOf(m.ID).better, o.ID))
	})
}

// doubt returns how much less likely a mistake is because of how the texts look: the
// right one is usually well-formed.
func (c *Comparison) doubt(m Mistake, right, wrong string) int {
	const less, much = 2000, 3000
	d := 0
	if ill(right) && !ill(wrong) {
		d = less
	}
	switch m.ID {
	case mistake.CutOff:
		d += 2 * much // any beginning is cut off
	case mistake.DoubleEncoding:
		if strings.Contains(wrong, "%25") && census(right).escaped == (percent.ByteSet{}) {
			d += less // nothing says that the other was ever encoded
		}
		if len(right) < len(wrong) && commonKind(right, wrong) != inspect.KindText && escapePluses(right) == wrong {
			d += less // a "+" of a form
		}
		if ill(right) && !ill(wrong) || text.HasNonASCII(right) && !text.HasNonASCII(wrong) {
			d += much
		}
	case mistake.MissingEncoding:
		if !ill(wrong) && (!text.HasNonASCII(wrong) || text.HasNonASCII(right)) && census(wrong).escaped != (percent.ByteSet{}) {
			d += much
		}
	case mistake.ReservedEscaped, mistake.ReservedUnescaped:
		// A URL as a whole has become data, or data a URL.
		if (inspect.GuessKind(right) == inspect.KindURI) != (inspect.GuessKind(wrong) == inspect.KindURI) {
			d += much
		}
		// A form was encoded again.
		if m.ID == mistake.ReservedEscaped && m.Detail == "+" {
			d += less
		}
	case mistake.CaseFolded:
		if c.Verdict == Equivalent {
			d += much
		}
	case mistake.NFKC:
		// The other text probably came from a word processor.
		if made := text.Decode(right); strings.ContainsAny(made, "\u00A0\u202F\u3000\u2026") {
			d += much
		}
	case mistake.WrongCharset:
		made := text.Decode(wrong)
		n := beyond(made)
		if n == 0 && strings.Contains(m.Detail, "lacks") {
			d += much
		}
		// So much UTF-8 is no coincidence.
		if n > 0 && utf8.ValidString(made) && (n >= 8 || strings.HasPrefix(m.Detail, "windows-1252") || strings.HasPrefix(m.Detail, "ISO-8859-1")) {
			d += much
		}
	case mistake.SlashUnescaped:
		// Nobody escapes all slashes but the first on purpose.
		start, end := pathOf(right)
		if path := right[start:end]; strings.HasPrefix(wrong[min(start, len(wrong)):], "/") &&
			strings.LastIndexByte(path, '/') == 0 && strings.Count(path, "%2") > 1 {
			d += much
		}
	}
	return d
}

// beyond returns how many octets of s are beyond ASCII.
func beyond(s string) int {
	n := 0
	for i := range len(s) {
		n += int(s[i] >> 7)
	}
	return n
}

// maxFunctions is how many charsets or functions a detail names.
const maxFunctions = 4

// oneMore adds another charset or function to a detail that names some.
func oneMore(detail, other string) string {
	if detail == "" {
		return other
	}
	if strings.Contains(other, ",") || strings.Contains(", "+detail+",", ", "+other+",") {
		return detail
	}
	if strings.Count(detail, ",") >= maxFunctions-1 {
		if !strings.HasSuffix(detail, ", …") {
			detail += ", …"
		}
		return detail
	}
	return detail + ", " + other
}

// identifiers returns the identifiers in the value of an ALPN field, as written.
func identifiers(s string) []string {
	var ids []string
	for id := range strings.SplitSeq(s, ",") {
		if id = strings.Trim(id, " \t"); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// firstOther returns the index of the first item that differs, or that one list lacks.
func firstOther(a, b []string) int {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return i
}

// partAt names the part of a signed text at an index.
func partAt(s string, at int, f Format) string {
	switch f {
	case BaseString:
		parts := strings.SplitN(s, "&", 3)
		switch i := strings.Count(s[:min(at, len(s))], "&"); {
		case len(parts) < 3:
			return ""
		case i == 0:
			return "method"
		case i == 1:
			return "base string URI"
		default:
			start := len(parts[0]) + len(parts[1]) + 2
			inner := text.Decode(parts[2])
			before := text.Decode(parts[2][:min(at-start, len(parts[2]))])
			return parameterAt(inner, len(before))
		}
	case CanonicalRequest:
		lines := strings.Split(s, "\n")
		i := strings.Count(s[:min(at, len(s))], "\n")
		head, ok := headerLines(lines)
		switch {
		case i == 0:
			return "method"
		case i == 1:
			return "canonical URI"
		case i == 2 && len(lines) > 2:
			start := len(lines[0]) + len(lines[1]) + 2
			return parameterAt(lines[2], at-start)
		case ok && i < head:
			name, _, _ := strings.Cut(lines[i], ":")
			return "header field " + strconv.Quote(name)
		case ok && i == head:
			return "header fields"
		case ok && i == head+1:
			return "signed headers"
		case ok && i == head+2:
			return "payload hash"
		}
	}
	return ""
}

// parameterAt names the parameter at an index of a query.
func parameterAt(query string, at int) string {
	if query == "" {
		return "parameters"
	}
	start := strings.LastIndexByte(query[:min(at, len(query))], '&') + 1
	piece, _, _ := strings.Cut(query[start:], "&")
	name, _, _ := strings.Cut(piece, "=")
	return "parameter " + strconv.Quote(name)
}

// headerLines returns the index of the empty line after the header fields of a
// canonical request, and whether the lines are those of one: two more follow.
func headerLines(lines []string) (head int, ok bool) {
	for i := 3; i < len(lines); i++ {
		if lines[i] == "" {
			return i, len(lines) == i+3
		}
	}
	return 0, false
}
