package doctest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

// generated are the sections of documents that are made from the code. Each
// stands between <!-- generated: NAME --> and <!-- end of NAME -->.
var generated = []struct {
	file, name string
	generate   func() (string, error)
}{
	{"docs/data/ascii.md", "ascii", asciiTable},
	{"docs/data/hops.md", "hops", hopTables},
	{"docs/data/readers.md", "readers", readerTables},
}

// TestGeneratedSections makes the sections again and compares. With -update it
// writes them.
func TestGeneratedSections(t *testing.T) {
	for _, g := range generated {
		t.Run("section="+g.name, func(t *testing.T) {
			text := read(t, g.file)
			before, section, after, ok := cutSection(text, g.name)
			if !ok {
				t.Fatalf("%s has no section %q", g.file, g.name)
			}
			made, err := g.generate()
			if err != nil {
				t.Fatal(err)
			}
			want := "\n" + made
			if section == want {
				return
			}
			if *update {
				write(t, g.file, before+want+after)
				return
			}
			t.Errorf("%s: section %q is not what the code gives; run go generate ./...\n--- document%s--- code%s", g.file, g.name, section, want)
		})
	}
}

// TestEverySectionIsGenerated finds markers that no generator answers to.
func TestEverySectionIsGenerated(t *testing.T) {
	marker := regexp.MustCompile(`<!-- generated: (.*?) -->`)
	for _, file := range documents(t) {
		for _, m := range marker.FindAllStringSubmatch(read(t, file), -1) {
			found := false
			for _, g := range generated {
				found = found || g.file == file && g.name == m[1]
			}
			if !found {
				t.Errorf("%s: nothing generates the section %q", file, m[1])
			}
		}
	}
}

func cutSection(text, name string) (before, section, after string, ok bool) {
	begin, end := "<!-- generated: "+name+" -->\n", "<!-- end of "+name+" -->"
	i := strings.Index(text, begin)
	if i < 0 {
		return "", "", "", false
	}
	i += len(begin)
	j := strings.Index(text[i:], end)
	if j < 0 {
		return "", "", "", false
	}
	return text[:i], text[i : i+j], text[i+j:], true
}

// purposes are what characters usually delimit, which no set knows.
var purposes = map[byte]string{
	' ':  "ends a URL in running text",
	'!':  "nothing in http",
	'"':  "ends an attribute in HTML",
	'#':  "begins the fragment",
	'$':  "nothing in http",
	'%':  "begins an escape",
	'&':  "between the pairs of a form or query",
	'\'': "nothing in http",
	'(':  "encloses a link in Markdown and CSS",
	')':  "encloses a link in Markdown and CSS",
	'*':  "nothing in http",
	'+':  "a space, in forms only",
	',':  "between values of a list",
	'/':  "between path segments; `//` begins the authority",
	':':  "after the scheme, between user and password, before the port",
	';':  "before a parameter of a segment; between pairs, in old forms",
	'<':  "encloses a URL in running text",
	'=':  "between name and value",
	'>':  "encloses a URL in running text",
	'?':  "begins the query",
	'@':  "after the userinfo",
	'[':  "begins an IPv6 address",
	'\\': "browsers read it as `/` in http URLs",
	']':  "ends an IPv6 address",
	'.':  "between host labels; `.` and `..` are dot segments",
	'~':  "a home directory, by habit",
}

// class names the character class of RFC 3986 section 2 that c is in.
func class(c byte) string {
	switch {
	case percent.Unreserved.Contains(c):
		return "unreserved"
	case percent.GenDelims.Contains(c):
		return "gen-delim"
	case percent.SubDelims.Contains(c):
		return "sub-delim"
	case c == '%':
		return "escape"
	}
	return "excluded"
}

// asciiComponents are the encodings whose kept sets say where a character may
// stand.
var asciiComponents = []struct {
	title string
	e     *percent.Encoding
}{
	{"userinfo", percent.Userinfo},
	{"host", percent.RegName},
	{"segment", percent.PathSegment},
	{"query", percent.Query},
}

// mayStandIn names the components in which c may stand.
func mayStandIn(c byte) string {
	var names []string
	for _, component := range asciiComponents {
		if component.e.Kept().Contains(c) {
			names = append(names, component.title)
		}
	}
	if len(names) == len(asciiComponents) {
		return "all"
	}
	return strings.Join(names, ", ")
}

// asciiRows divides ASCII into rows: a row of its own for each punctuation
// character, one for what is alike and adjacent otherwise.
func asciiRows() [][2]byte {
	var rows [][2]byte
	for i := 0; i < 128; {
		first := byte(i)
		i++
		for i < 128 && alike(first, byte(i)) {
			i++
		}
		rows = append(rows, [2]byte{first, byte(i - 1)})
	}
	return rows
}

// alike reports whether a and b belong in one row.
func alike(a, b byte) bool {
	group := func(c byte) int {
		switch {
		case c < ' ':
			return 1
		case '0' <= c && c <= '9':
			return 2
		case 'A' <= c && c <= 'Z':
			return 3
		case 'a' <= c && c <= 'z':
			return 4
		}
		return -1
	}
	return group(a) == group(b) && group(a) > 0
}

func asciiName(c byte) string {
	switch c {
	case 0x1F:
		return "1F (TAB is 09, LF 0A, CR 0D)"
	case ' ':
		return "space"
	case 0x7F:
		return "DEL"
	case '|':
		return "`\\|`"
	case '`':
		return "`` ` ``"
	}
	if c < ' ' {
		return fmt.Sprintf("%02X", c)
	}
	return "`" + string(rune(c)) + "`"
}

func asciiTable() (string, error) {
	var b strings.Builder
	b.WriteString("| character | escape | class | usual purpose | allowed in |\n|---|---|---|---|---|\n")
	for _, row := range asciiRows() {
		name := asciiName(row[0])
		escape := percent.New(percent.ByteSet{}).Encode(string(row[0]))
		if row[1] != row[0] {
			name += " to " + asciiName(row[1])
			escape += " to " + percent.New(percent.ByteSet{}).Encode(string(row[1]))
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", name, strings.ReplaceAll(escape, " to ", "` to `"), class(row[0]), purposes[row[0]], mayStandIn(row[0]))
	}
	return b.String() + "\n", nil
}

// TestASCIITable checks what the table relies on: every character is in one
// row, those of a row are alike in every column, and no purpose is given to a
// character that has no row of its own.
func TestASCIITable(t *testing.T) {
	next := 0
	for _, row := range asciiRows() {
		if int(row[0]) != next {
			t.Errorf("row begins at %#x, want %#x", row[0], next)
		}
		next = int(row[1]) + 1
		for c := row[0]; c < row[1]; c++ {
			if class(c) != class(c+1) {
				t.Errorf("%q and %q are in one row and in two classes", c, c+1)
			}
			for _, column := range asciiComponents {
				if column.e.Kept().Contains(c) != column.e.Kept().Contains(c+1) {
					t.Errorf("%q and %q are in one row and differ in %s", c, c+1, column.title)
				}
			}
			if purposes[c] != "" || purposes[c+1] != "" {
				t.Errorf("%q or %q has a purpose and no row of its own", c, c+1)
			}
		}
	}
	if next != 128 {
		t.Errorf("table ends at %#x", next)
	}
	for c := range percent.Reserved.All() {
		if purposes[c] == "" {
			t.Errorf("%q is reserved and has no purpose", c)
		}
	}
}
