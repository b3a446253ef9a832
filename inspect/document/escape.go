package document

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/pct"
)

// An escape is how a format writes octets that would mean something else in it.
type escape uint8

// The escapes.
const (
	unescaped escape = iota
	// backslash: "\/", "\u0026", "\x26", of JSON, YAML, TOML, Turtle and most languages.
	backslash
	// folded: the same, in strings of many lines of YAML and TOML.
	folded
	// joined and joinedApostrophes: the same, in strings side by side, or with '+' between
	// them, that are one: "a" "b".
	joined
	joinedApostrophes
	// inProperties: the same, and before ':' or '=', of Java.
	inProperties
	// octets: the same, but "\xE9" is an octet, as nginx and Apache write logs.
	octets
	// inWord: a backslash before any character, in a word of a shell.
	inWord
	// doubleQuoted: a backslash before '"', '$', '`' or '\', in quotation marks of a shell.
	doubleQuoted
	// singleQuoted: a backslash before "'" or '\\', in apostrophes of PHP.
	singleQuoted
	// inArgument: a backslash before '"', as programs of Windows read their arguments.
	inArgument
	// backtick: '`' before any character, and `""`, in quotation marks of PowerShell.
	backtick
	// caret: '^' before any character, in cmd of Windows.
	caret
	// doubledPercent: "%%", of systemd, ConfigParser and crontab.
	doubledPercent
	// doubledOrBehind: "''", or what backslash reads, of SQL.
	doubledOrBehind
	// doubledQuote: `""`, of CSV.
	doubledQuote
	// doubledApostrophe: "''", of YAML.
	doubledApostrophe
	// quotedPrintable: "=3D" and line ends that "=" removes (RFC 2045, section 6.7).
	quotedPrintable
	// inBase64: a part of a mail (RFC 2045, section 6.8).
	inBase64
	// encodedWord: "=?utf-8?Q?…?=" in the header of a mail (RFC 2047).
	encodedWord
	// cssEscape: a backslash before hexadecimal digits or a character.
	cssEscape
	// beforePunctuation: a backslash before ASCII punctuation, of Markdown and BibTeX.
	beforePunctuation
	// inText and inAttribute: character references of HTML and XML that stand for
	// markup.
	inText
	inAttribute
	// percentEncoded: a value of a cookie or a form.
	percentEncoded
	// inFields: the white space between a path and a query in columns of their own.
	inFields
	// folding: a line end and a space, and a backslash before ',', ';' or 'n', of iCalendar and
	// vCard.
	folding
	// inUTF16LE and inUTF16BE: code units of two octets.
	inUTF16LE
	inUTF16BE
)

// An escapeRow has what an escape is.
type escapeRow struct {
	begins string // bytes with which one may begin; "" for all
	// read returns what the escape at the beginning of s stands for, and its length, 0
	// for none.
	read func(r *escapeRow, s string) (means string, n int)
	of   string // the characters that may follow the first; "" for all
	// unsafe are the bytes that a URI may have and that may mean something else where
	// they are written.
	unsafe string
	fixed  bool // nothing can be written
}

var escapeRows = [...]escapeRow{
	backslash:         {begins: `\`, read: readBackslash},
	folded:            {begins: "\\\n", read: readFolded},
	joined:            {begins: `\"`, read: readJoined},
	joinedApostrophes: {begins: `\'`, read: readJoined, unsafe: "'"},
	inProperties:      {begins: `\`, read: readProperty},
	octets:            {begins: `\`, read: readOctets},
	inWord:            {begins: `\`, read: readBehind, unsafe: "&;()$'*?[]#~!="},
	doubleQuoted:      {begins: `\`, read: readBehind, of: "\"$`\\", unsafe: "$!"},
	singleQuoted:      {begins: `\`, read: readBehind, of: `'\`},
	inArgument:        {begins: `\`, read: readBehind, of: `"`},
	backtick:          {begins: "`\"", read: readBacktick, unsafe: "$"},
	caret:             {begins: "^", read: readBehind, fixed: true},
	doubledPercent:    {begins: "%", read: readDoubled},
	doubledOrBehind:   {begins: `\'`, read: readDoubledOrBehind, unsafe: "'"},
	doubledQuote:      {begins: `"`, read: readDoubled},
	doubledApostrophe: {begins: "'", read: readDoubled, unsafe: "'"},
	quotedPrintable:   {begins: "=", read: readQuotedPrintable, fixed: true},
	inBase64:          {read: readBase64, fixed: true},
	encodedWord:       {begins: "=", read: readEncodedWord, fixed: true},
	cssEscape:         {begins: `\`, read: readCSS, unsafe: "'()"},
	beforePunctuation: {begins: `\`, read: readBehind, of: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", unsafe: "*_~[]()%&#$"},
	inText:            {begins: "&", read: readInText},
	inAttribute:       {begins: "&", read: readInAttribute},
	percentEncoded:    {begins: "%", read: readPercentEncoded, fixed: true},
	inFields:          {begins: " \t", read: readFields, fixed: true},
	folding:           {begins: "\\\r\n", read: readFolding, unsafe: ",;"},
	inUTF16LE:         {read: readUTF16LE, fixed: true},
	inUTF16BE:         {read: readUTF16BE, fixed: true},
}

// escapes are layers of escapes around a text, the outermost first.
type escapes [maxLayers]escape

// maxLayers is how many layers of escapes are read: HTML in JSON in JSON has three.
const maxLayers = 4

// identity reports whether s, a part of a document, has no escape.
func (e escapes) identity(s string) bool {
	for _, layer := range e {
		if layer == unescaped {
			return true
		}
		if begins := escapeRows[layer].begins; begins == "" || strings.ContainsAny(s, begins) {
			return false
		}
	}
	return true
}

// read returns s, which is a part of a document between two escapes, as the text that
// it stands for.
func (e escapes) read(s string) Reading {
	r := Reading{text: s, source: s}
	for _, escape := range e {
		if escape == unescaped {
			break
		}
		var next layer
		if next.read(escape, r.text); next.marks.n > 0 {
			r.text = next.text
			r.layers = append(r.layers, next)
		}
	}
	return r
}

// text returns the text of read.
func (e escapes) text(s string) string {
	for _, escape := range e {
		if escape == unescaped {
			break
		}
		s = escapeRows[escape].text(s, nil, nil)
	}
	return s
}

// write returns text as it is written in the layers, for the octets that a URI may
// have. ok is false if it cannot be written in all of them as it is.
func (e escapes) write(text string) (written string, ok bool) {
	for i := len(e) - 1; i >= 0; i-- {
		row := &escapeRows[e[i]]
		if e[i] == unescaped {
			continue
		}
		switch {
		case row.fixed:
			return "", false
		case e[i] == doubledPercent:
			text = strings.ReplaceAll(text, "%", "%%")
		case e[i] == inText || e[i] == inAttribute:
			text = strings.ReplaceAll(text, "&", "&amp;")
		case strings.ContainsAny(text, row.unsafe):
			return "", false
		}
	}
	return text, !strings.ContainsAny(text, "\"\\<>`\x00\r\n")
}

// A Reading is the text that a part of a document stands for, and where it stands there.
type Reading struct {
	source, text string
	front        int     // octets before the text that are not part of it
	layers       []layer // the outermost first
}

// Text returns the text.
func (r *Reading) Text() string { return r.text }

// Start returns where the byte at offset i of the text begins in the source, or where the
// source ends for the length of the text.
func (r *Reading) Start(i int) int {
	i += r.front
	for k := len(r.layers) - 1; k >= 0; k-- {
		i = r.layers[k].start(i)
	}
	return i
}

// End returns where the bytes of the text before i end in the source.
func (r *Reading) End(i int) int {
	i += r.front
	for k := len(r.layers) - 1; k >= 0; k-- {
		i = r.layers[k].end(i)
	}
	return i
}

// Divides reports whether i is between two escapes, or between octets that stand for
// themselves.
func (r *Reading) Divides(i int) bool {
	i += r.front
	for k := len(r.layers) - 1; k >= 0; k-- {
		if !r.layers[k].divides(i) {
			return false
		}
		i = r.layers[k].start(i)
	}
	return true
}

// A layer is one layer of a Reading.
type layer struct {
	text  string
	marks units
	// memory is that of the text. Whoever reads again into a layer has no use for what it had.
	memory []byte
}

// A unit is an escape: size bytes at from, which stand for n bytes of the text at at.
type unit struct{ at, n, from, size int }

// read reads the escapes in s. Without one it has no marks.
func (l *layer) read(e escape, s string) {
	l.marks = units{data: l.marks.data[:0], blocks: l.marks.blocks[:0]}
	l.text = escapeRows[e].text(s, &l.memory, &l.marks)
}

// text returns the text that s stands for, in memory, and adds its escapes to marks, unless these
// are nil.
func (row *escapeRow) text(s string, memory *[]byte, marks *units) string {
	var b []byte
	copied, any := 0, false
	for i := 0; i < len(s); {
		if row.begins != "" {
			n := 0
			if len(row.begins) == 1 {
				n = strings.IndexByte(s[i:], row.begins[0])
			} else {
				n = strings.IndexAny(s[i:], row.begins)
			}
			if n < 0 {
				break
			}
			i += n
		}
		means, n := row.read(row, s[i:])
		if n == 0 {
			i++
			continue
		}
		if !any {
			if any = true; memory != nil {
				b = (*memory)[:0]
			}
			b = slices.Grow(b, len(s))
		}
		b = append(b, s[copied:i]...)
		if marks != nil {
			marks.add(unit{len(b), len(means), i, n})
		}
		b = append(b, means...)
		i += n
		copied = i
	}
	if !any {
		return s
	}
	b = append(b, s[copied:]...)
	if memory != nil {
		*memory = b
	}
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// units are those of a layer in their order. A document can be escapes throughout, so each
// takes some three bytes: how far it is from the one before, and its lengths.
type units struct {
	n      int
	data   []byte // varints of the units but for the first of each block
	blocks []block
	last   unit
}

// A block is the first of blockUnits units, and where those behind it are in the data.
type block struct {
	unit
	data int
}

const blockUnits = 64

// add adds a unit, which begins where the last one ends or behind it.
func (u *units) add(next unit) {
	if u.n%blockUnits == 0 {
		u.blocks = append(u.blocks, block{next, len(u.data)})
	} else {
		for _, v := range [...]int{next.at - u.last.at - u.last.n, next.n, next.size} {
			u.data = binary.AppendUvarint(u.data, uint64(v))
		}
	}
	u.n++
	u.last = next
}

// before returns the last unit that begins at i or before it. ok is false for none.
func (l *layer) before(i int) (found unit, ok bool) {
	u := &l.marks
	k := sort.Search(len(u.blocks), func(k int) bool { return u.blocks[k].at > i }) - 1
	if k < 0 {
		return unit{}, false
	}
	found, data := u.blocks[k].unit, u.data[u.blocks[k].data:]
	if k+1 < len(u.blocks) {
		data = data[:u.blocks[k+1].data-u.blocks[k].data]
	}
	for len(data) > 0 {
		var v [3]int
		for j := range v {
			x, n := binary.Uvarint(data)
			v[j], data = int(x), data[n:]
		}
		at := found.at + found.n + v[0]
		if at > i {
			break
		}
		found = unit{at, v[1], found.from + found.size + v[0], v[2]}
	}
	return found, true
}

func (l *layer) start(i int) int {
	if u, ok := l.before(i); ok {
		return u.start(i)
	}
	return i
}

// start returns where the byte at i of the text begins in the source, if u is the last unit before.
func (u unit) start(i int) int {
	if i < u.at+u.n {
		return u.from
	}
	return u.from + u.size + i - u.at - u.n
}

func (l *layer) end(i int) int {
	if i == 0 {
		return 0
	}
	u, ok := l.before(i - 1)
	switch {
	case !ok:
		return i
	case i-1 < u.at+u.n:
		return u.from + u.size
	}
	return u.from + u.size + i - u.at - u.n
}

func (l *layer) divides(i int) bool {
	u, ok := l.before(i)
	return !ok || u.divides(i)
}

func (u unit) divides(i int) bool { return i == u.at || i >= u.at+u.n }

func readDoubled(r *escapeRow, s string) (means string, n int) {
	if len(s) >= 2 && s[1] == s[0] {
		return r.begins, 2
	}
	return "", 0
}

func readDoubledOrBehind(r *escapeRow, s string) (means string, n int) {
	if s[0] == '\\' {
		return readBackslash(r, s)
	}
	return readDoubled(&escapeRow{begins: "'"}, s)
}

// readBehind reads a character behind the one that makes it ordinary, and no line end.
func readBehind(r *escapeRow, s string) (means string, n int) {
	switch {
	case len(s) < 2:
		return "", 0
	case s[1] == '\n':
		return "", 2
	case strings.HasPrefix(s[1:], "\r\n"):
		return "", 3
	case r.of != "" && strings.IndexByte(r.of, s[1]) < 0:
		return "", 0
	}
	return s[1:2], 2
}

func readBacktick(r *escapeRow, s string) (means string, n int) {
	if s[0] == '"' {
		return readDoubled(&escapeRow{begins: `"`}, s)
	}
	if len(s) > 1 && controls[s[1]] != "" {
		return controls[s[1]], 2
	}
	return readBehind(r, s)
}

func readPercentEncoded(_ *escapeRow, s string) (means string, n int) {
	octet, ok := pct.Octet(s)
	if !ok {
		return "", 0
	}
	return string([]byte{octet}), len("%HH")
}

func readInText(_ *escapeRow, s string) (means string, n int) { return sureReference(s, false) }

func readInAttribute(_ *escapeRow, s string) (means string, n int) {
	return sureReference(s, true)
}

// sureReference reads a reference that all parsers of HTML and XML read alike.
func sureReference(s string, attribute bool) (means string, n int) {
	if r := readReference(s, attribute); !r.Doubtful {
		return r.Means, r.Len
	}
	return "", 0
}

// controls are what letters after a backslash stand for.
var controls = [256]string{'n': "\n", 'r': "\r", 't': "\t", 'b': "\b", 'f': "\f", 'v': "\v", 'a': "\a", '0': "\x00", 'e': "\x1b"}

func readBackslash(r *escapeRow, s string) (means string, n int) {
	if n := len(`\101`); len(s) >= n && '0' <= s[1] && s[1] <= '7' && strings.Trim(s[2:n], "01234567") == "" {
		// Shorter octal escapes look like what an expression matched: "\1".
		if c, err := strconv.ParseUint(s[1:n], 8, 7); err == nil && c >= ' ' {
			return string(rune(c)), n
		}
	}
	means, n = readOctets(r, s)
	if n == len(`\xHH`) && s[1] == 'x' && means[0] >= utf8.RuneSelf {
		means = string(rune(means[0]))
	}
	return means, n
}

func readProperty(r *escapeRow, s string) (means string, n int) {
	if len(s) > 1 && strings.IndexByte(":=#! ", s[1]) >= 0 {
		return s[1:2], 2
	}
	if rest := strings.TrimPrefix(s[1:], "\r"); strings.HasPrefix(rest, "\n") {
		return "", len(s) - len(strings.TrimLeft(rest[1:], " \t\f"))
	}
	return readBackslash(r, s)
}

// readFolded reads a line end, also one behind a backslash, with the spaces that follow.
func readFolded(r *escapeRow, s string) (means string, n int) {
	line, joined := strings.CutPrefix(s, `\`)
	rest := strings.TrimPrefix(line, "\r")
	if !strings.HasPrefix(rest, "\n") {
		if joined && line != "" {
			if i := strings.IndexByte(" \tN_LP", line[0]); i >= 0 { // spaces, of YAML
				return []string{" ", "\t", "\u0085", "\u00A0", "\u2028", "\u2029"}[i], 2
			}
		}
		return readBackslash(r, s)
	}
	if !joined {
		means = " "
	}
	return means, len(s) - len(strings.TrimLeft(rest, " \t\r\n"))
}

// readJoined reads what stands between two strings.
func readJoined(r *escapeRow, s string) (means string, n int) {
	if s[0] == '\\' {
		return readBackslash(r, s)
	}
	return "", joint(s)
}

// joint returns the length of what ends a string at the beginning of s and begins another with
// the same quotation mark, or 0.
func joint(s string) int {
	rest := strings.TrimLeft(s[1:], " \t\r\n")
	if plus, ok := strings.CutPrefix(rest, "+"); ok {
		rest = strings.TrimLeft(plus, " \t\r\n")
	}
	rest = strings.TrimPrefix(rest, "f") // of Python: its placeholders stay as they are
	if len(s)-len(rest) < len(`" `) || rest == "" || rest[0] != s[0] || strings.HasPrefix(rest[1:], rest[:1]) {
		return 0
	}
	return len(s) - len(rest) + 1
}

func readOctets(_ *escapeRow, s string) (means string, n int) {
	if len(s) < 2 {
		return "", 0
	}
	switch c := s[1]; c {
	case '/', '\\', '"', '\'', '`', '$':
		return s[1:2], 2
	case '\n':
		return "", 2
	case 'x':
		if len(s) >= 4 && pct.IsHex(s[2]) && pct.IsHex(s[3]) {
			return string([]byte{byte(text.Hex2(s[2:]))}), 4
		}
	case 'u', 'U':
		r, n := unicodeEscape(s)
		if utf16.IsSurrogate(r) {
			low, m := unicodeEscape(s[n:])
			if pair := utf16.DecodeRune(r, low); m > 0 && pair != utf8.RuneError {
				return string(pair), n + m
			}
			// Half of a pair is no character: a decoder of JSON writes U+FFFD.
		}
		if n > 0 {
			return string(r), n
		}
	default:
		if means := controls[c]; means != "" {
			return means, 2
		}
	}
	return "", 0
}

// unicodeEscape reads \uHHHH, \u{H…} or \UHHHHHHHH at the beginning of s, and returns the
// length, 0 for none.
func unicodeEscape(s string) (r rune, n int) {
	digits, end := "", 0
	switch {
	case strings.HasPrefix(s, `\u{`):
		size := strings.IndexByte(s[:min(len(s), len(`\u{10FFFF}`))], '}')
		if size < 0 {
			return 0, 0
		}
		digits, end = s[3:size], size+1
	case strings.HasPrefix(s, `\u`) && len(s) >= 6:
		digits, end = s[2:6], 6
	case strings.HasPrefix(s, `\U`) && len(s) >= 10:
		digits, end = s[2:10], 10
	default:
		return 0, 0
	}
	for i := range len(digits) {
		if !pct.IsHex(digits[i]) {
			return 0, 0
		}
	}
	u, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || u > utf8.MaxRune {
		return 0, 0
	}
	return rune(u), end
}

func readQuotedPrintable(_ *escapeRow, s string) (means string, n int) {
	if len(s) >= 3 && pct.IsHex(s[1]) && pct.IsHex(s[2]) {
		return string([]byte{byte(text.Hex2(s[1:]))}), 3
	}
	n = 1
	for n < len(s) && (s[n] == ' ' || s[n] == '\t') {
		n++
	}
	switch {
	case strings.HasPrefix(s[n:], "\r\n"):
		return "", n + 2
	case strings.HasPrefix(s[n:], "\n"), n == len(s):
		return "", min(n+1, len(s))
	}
	return "", 0
}

func readBase64(_ *escapeRow, s string) (means string, n int) {
	if s[0] == '\r' || s[0] == '\n' || s[0] == ' ' || s[0] == '\t' {
		return "", 1
	}
	const quantum = 4
	if len(s) >= quantum {
		if octets, err := base64.StdEncoding.DecodeString(s[:quantum]); err == nil {
			return string(octets), quantum
		}
	}
	return "", 0
}

// longestWord is more than the 75 characters of an encoded word, because many programs
// write longer ones.
const longestWord = 1 << 10

func readEncodedWord(_ *escapeRow, s string) (means string, n int) {
	end := func(from int) int {
		i := strings.IndexByte(s[from:min(len(s), longestWord)], '?')
		if i < 0 {
			return -1
		}
		return from + i
	}
	if !strings.HasPrefix(s, "=?") {
		return "", 0
	}
	charset := end(2)
	if charset < 0 || charset+3 > min(len(s), longestWord) || s[charset+2] != '?' {
		return "", 0
	}
	last := end(charset + 3)
	if last < 0 || !strings.HasPrefix(s[last:], "?=") {
		return "", 0
	}
	body := s[charset+3 : last]
	switch s[charset+1] | 0x20 {
	case 'q':
		means = (&escapeRow{begins: "=", read: readQuotedPrintable}).text(strings.ReplaceAll(body, "_", " "), nil, nil)
	case 'b':
		octets, err := base64.StdEncoding.DecodeString(body)
		if err != nil {
			return "", 0
		}
		means = string(octets)
	default:
		return "", 0
	}
	n = last + 2
	// White space between two encoded words is not part of the text.
	rest := strings.TrimLeft(s[n:], " \t\r\n")
	if strings.HasPrefix(rest, "=?") {
		n = len(s) - len(rest)
	}
	return means, n
}

func readCSS(row *escapeRow, s string) (means string, n int) {
	const longest = 6
	for n = 1; n < len(s) && n <= longest && pct.IsHex(s[n]); n++ {
	}
	if n == 1 {
		return readBehind(row, s)
	}
	r, _ := strconv.ParseUint(s[1:n], 16, 32)
	if n < len(s) && strings.IndexByte(" \t\n\f", s[n]) >= 0 {
		n++
	}
	return string(rune(r)), n
}

// readFields reads the white space before a query in a column of its own, "-" for none.
func readFields(_ *escapeRow, s string) (means string, n int) {
	if s[1:] == "-" {
		return "", 2
	}
	return "?", 1
}

// readFolding reads what divides a line (RFC 5545, section 3.1) or stands in a text (section
// 3.3.11).
func readFolding(row *escapeRow, s string) (means string, n int) {
	if s[0] == '\\' {
		switch {
		case len(s) < 2:
		case s[1] == 'n' || s[1] == 'N':
			return "\n", 2
		case strings.IndexByte(`\,;:`, s[1]) >= 0:
			return s[1:2], 2
		}
		return "", 0
	}
	rest := strings.TrimPrefix(s, "\r")
	if len(rest) > 1 && rest[0] == '\n' && (rest[1] == ' ' || rest[1] == '\t') {
		return "", len(s) - len(rest) + 2
	}
	return "", 0
}

func readUTF16LE(_ *escapeRow, s string) (means string, n int) { return readUTF16(s, 0) }

func readUTF16BE(_ *escapeRow, s string) (means string, n int) { return readUTF16(s, 1) }

// readUTF16 reads a character whose code units have their low octet at that place.
func readUTF16(s string, low int) (means string, n int) {
	unit := func(s string) rune { return rune(s[low]) | rune(s[1-low])<<8 }
	if len(s) < 2 {
		return "", 0
	}
	r := unit(s)
	if utf16.IsSurrogate(r) && len(s) >= 4 {
		if pair := utf16.DecodeRune(r, unit(s[2:])); pair != utf8.RuneError {
			return string(pair), 4
		}
	}
	return string(r), 2
}

// wide returns inUTF16LE or inUTF16BE for a document that begins with head if it is UTF-16: with a
// mark, or with characters of ASCII.
func wide(head string) escape {
	switch {
	case strings.HasPrefix(head, "\xFF\xFE\x00\x00"): // UTF-32
	case strings.HasPrefix(head, "\xFF\xFE"):
		return inUTF16LE
	case strings.HasPrefix(head, "\xFE\xFF"):
		return inUTF16BE
	case len(head) >= 4:
		const most = 64
		head = head[:min(len(head)&^1, most)]
		for low, e := range []escape{inUTF16LE, inUTF16BE} {
			all := true
			for i := range len(head) {
				all = all && (head[i] == 0) == (i%2 != low) && head[i] < utf8.RuneSelf
			}
			if all {
				return e
			}
		}
	}
	return unescaped
}
