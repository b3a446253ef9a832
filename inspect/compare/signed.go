package compare

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/mistake"
)

// Signed looks for the text that was signed by a signer who made a single mistake.
// right is the text that should have been signed, of a format that is signed, and
// accepts reports whether the signature is that of a text. Signed returns what was
// signed, and the comparison of right with it, in which all mistakes are in what was
// signed. c is nil if no single mistake that can be guessed explains the signature, or
// if right is longer than 128 KiB.
//
// It calls accepts once for each possible text: some thousand times for a request with
// ten parameters.
func Signed(right string, f Format, accepts func(text string) bool) (c *Comparison, made string) {
	if len(right) > maxCompared {
		return nil, ""
	}
	seen := map[string]bool{right: true}
	for _, g := range []grammar{signed, byProgram} {
		for _, m := range candidates(right, "", f, g, blind) {
			wrong, ok := m.apply(right)
			if !ok || seen[wrong] {
				continue
			}
			seen[wrong] = true
			if !accepts(wrong) {
				continue
			}
			c := Compare(right, wrong, f)
			c.Mistakes = slices.DeleteFunc(c.Mistakes, func(m Mistake) bool { return m.Side == First })
			c.Together = nil // one mistake was enough
			if len(c.Mistakes) == 0 {
				m.Side = Second
				c.Mistakes = []Mistake{m}
			}
			return c, wrong
		}
	}
	return nil, ""
}

// SentRaw returns the mistake of a signer who took the path of a request as it is sent, or
// decoded it as it should not, where characters were sent raw that are signed escaped. sent
// is the path as it is sent; right is the canonical request that should have been signed,
// and made the one that was. It is nil for other differences.
func SentRaw(sent, right, made string) *Mistake {
	path := func(canonical string) string {
		_, rest, _ := strings.Cut(canonical, "\n")
		line, _, _ := strings.Cut(rest, "\n")
		return line
	}
	want, got := path(right), path(made)
	raw := strings.IndexFunc(sent, func(c rune) bool {
		return c >= utf8.RuneSelf || c != '/' && c != '%' && !percent.Unreserved.Contains(byte(c))
	})
	// The rule that was meant decodes the path once: the same octets, spelled otherwise.
	if raw < 0 || want == got || text.Decode(sent) != text.Decode(got) {
		return nil
	}
	as, other := ", to be signed as ", want
	if strings.Contains(sent, "+") {
		as, other = ", where + is a space for S3; signed as ", got // which has %2B: perhaps it was decoded on the way
	}
	return &Mistake{
		ID: mistake.PathSentRaw, Side: Second, Where: "path",
		Detail: "sent as " + excerpt.Quoted(sent, excerpt.InMessage) + as + excerpt.Quoted(other, excerpt.InMessage),
	}
}

// SignedSecret looks for the single mistake that a signer made with a secret. encode
// is how the key of the signature holds the secret: percent.OAuth1.Encode, or nil for
// unencoded. accepts reports whether the signature was made with a text in place of
// the secret; it is called a dozen times. The mistake, nil if none can be guessed, is
// on the side of the signer, and contains nothing of the secret.
func SignedSecret(secret string, encode func(string) string, accepts func(text string) bool) *Mistake {
	encoded := encode
	if encode == nil {
		encoded = func(s string) string { return s }
	}
	right := encoded(secret)
	ways := []struct{ id, text string }{
		{mistake.LineEnd, encoded(secret + "\n")},
		{mistake.LineEnd, encoded(secret + "\r\n")},
		{mistake.LineEnd, right + "\n"},
		{mistake.WhitespaceTrimmed, encoded(strings.TrimSpace(secret))},
		{mistake.PlusAsSpace, encoded(strings.ReplaceAll(secret, "+", " "))},
	}
	if encode == nil {
		ways = append(ways, []struct{ id, text string }{
			{mistake.ReservedEscaped, percent.RFC3986.Encode(secret)},
			{mistake.FormEncoding, percent.Form.Encode(secret)},
		}...)
	} else {
		ways = append(ways, []struct{ id, text string }{
			{mistake.MissingEncoding, secret},
			{mistake.DoubleEncoding, encoded(right)},
			{mistake.ReservedUnescaped, percent.New(percent.Unreserved.Add("!'()*")).Encode(secret)},
			{mistake.SpaceAsPlus, strings.ReplaceAll(right, "%20", "+")},
			{mistake.FormEncoding, percent.Form.Encode(secret)},
			{mistake.HexCase, percent.OAuth1.WithHex(percent.HexLower).Encode(secret)},
		}...)
	}
	for _, w := range ways {
		if w.text != right && accepts(w.text) {
			return &Mistake{ID: w.id, Side: Second}
		}
	}
	return nil
}

// encoders holds what wrong encoders of all kinds do: the characters that they leave
// alone, and escapes of those that they need not escape.
var encoders = lazy.Value[[]tally]{Make: func() []tally {
	var list []tally
	for _, s := range []string{
		"!'()*",               // JavaScript's encodeURIComponent
		"*%7E",                // Java's URLEncoder
		"%7E",                 // PHP's rawurlencode before 5.3
		"*",                   //
		"!()*",                // .NET's WebUtility
		"/",                   // Python's quote
		"/%7E",                // and that of Python 2
		"!#$&'()*+,/:;=?@",    // JavaScript's encodeURI
		"*+@/",                // and its escape
		"!$&'()*+,;=:@/",      // a path of RFC 3986
		"!$&'()*+,;=:@/?[]",   // a query
		"%2D%2E%5F%7E",        // all punctuation
		",", ":", "@", "@:/,", // what templates and routers leave alone
	} {
		list = append(list, census(s))
	}
	return list
}}

// every returns the indices of all pairs.
func every(p pairs) []int {
	list := make([]int, len(p))
	for i := range list {
		list[i] = i
	}
	return list
}

// An encoderRow is what a dialect makes of single characters.
type encoderRow struct {
	id      string // of the mistake
	names   []string
	encode  func(string) (string, error)
	ascii   [utf8.RuneSelf]string
	samples string // what it makes of some characters beyond ASCII
}

var ascii = lazy.Value[percent.ByteSet]{Make: func() percent.ByteSet { return percent.ByteSet{}.AddRange(0, utf8.RuneSelf-1) }}

// encoderRows has a row for the encoder of forms, which is a mistake of its own, and
// for each dialect that encodes. strict is the row of what is signed.
type encoderRows struct {
	table  []*encoderRow
	strict *encoderRow
}

var encoderTable = lazy.Value[encoderRows]{Make: func() (rows encoderRows) {
	add := func(id string, names []string, encode func(string) (string, error)) {
		row := &encoderRow{id: id, names: names, encode: encode}
		for c := range row.ascii {
			row.ascii[c] = row.made(string(rune(c)))
		}
		for _, sample := range []string{"é", "€", "Ж", "あ", "😀", "\xff"} {
			row.samples += row.made(sample) + " "
		}
		rows.table = append(rows.table, row)
	}
	add(mistake.FormEncoding, nil, func(s string) (string, error) { return percent.Form.Encode(s), nil })
	for d := range dialect.All() {
		if d.Encodes() {
			add(mistake.WrongFunction, functions(d), d.Encode)
			if d.ID == "rfc3986" {
				rows.strict = rows.table[len(rows.table)-1]
			}
		}
	}
	return rows
}}

// made returns what the dialect makes of a text, and the text where it refuses it.
func (r *encoderRow) made(s string) string {
	made, err := r.encode(s)
	if err != nil {
		return s
	}
	return made
}

// programs returns the ways to write an encoded text of a signed format as a form, or
// with the encoder of another dialect, which may make several mistakes at once. There
// is one change for all dialects that treat the characters of right alike; delimiters
// are only data where they are escaped.
func programs(right, _, delimiters string) []change {
	have := census(right)
	has := have.escaped.Union(have.raw.Remove(delimiters))
	beyond := has.Intersect(ascii.Get()) != has
	var chars []byte
	for c := range byte(utf8.RuneSelf) {
		if has.Contains(c) {
			chars = append(chars, c)
		}
	}
	appendKey := func(b []byte, r *encoderRow) []byte {
		for _, c := range chars {
			b = append(append(b, r.ascii[c]...), ' ')
		}
		if beyond {
			b = append(b, r.samples...)
		}
		return b
	}
	encoders := encoderTable.Get()
	// The key of what is right is that of no mistake.
	seen := map[string]int{string(appendKey(nil, encoders.strict)): -1}
	var list []change
	var alike [][]*encoderRow // the rows that list[i] stands for
	var key []byte
	for _, row := range encoders.table {
		key = appendKey(key[:0], row)
		i, ok := seen[string(key)]
		if !ok {
			i = len(list)
			c := change{id: row.id, encoder: true, apply: func(s string) string {
				if made, err := row.encode(text.Decode(s)); err == nil {
					return made
				}
				return s
			}}
			if c.apply(right) == right {
				i = -1
			} else {
				list, alike = append(list, c), append(alike, nil)
			}
			seen[string(key)] = i
		}
		if i >= 0 && list[i].id == mistake.WrongFunction {
			alike[i] = append(alike[i], row)
		}
	}
	for i, rows := range alike {
		var names []string
		for _, row := range rows {
			names = append(names, row.names...)
		}
		slices.SortStableFunc(names, dialect.Likelier)
		for _, name := range names[:min(len(names), maxFunctions+1)] {
			list[i].detail = oneMore(list[i].detail, name)
		}
	}
	return list
}

// functions returns the names of the functions that encode by a dialect, its own first;
// without any it is that of the dialect.
func functions(d *dialect.Dialect) []string {
	names := []string{}
	for m := range d.Implementations() {
		switch {
		case m.Encodes != d.ID:
		case m.ID == d.ID:
			names = slices.Insert(names, 0, m.ID)
		default:
			names = append(names, m.ID)
		}
	}
	if len(names) == 0 {
		names = []string{d.ID}
	}
	return names
}
