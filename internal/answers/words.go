package answers

import (
	"encoding/hex"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/lazy"
)

// Empty are words that say nothing of what is looked for.
var Empty = strings.Fields(`a about all also an and any are as at be been being but by can could del do does doesn
doing don en for from get gets had has have how i if in into is it its la like ll los make makes me my no not of on
one only or other our out re s same should so some supposed t than that the their them then there these they this to
use used uses using ve versus vs want was way we were what when where which while who why will with would you your
el de las por que una un como con para`)

// Synonyms are words for what is written otherwise where it is explained, each with the
// words that stand for it together.
var Synonyms = []struct {
	Word string
	For  []string
}{
	{"plus", []string{"+"}},
	{"+", []string{"plus"}},
	{"space", []string{"%20"}},
	{"whitespace", []string{"space"}},
	{"urlencode", []string{"url", "encode"}},
	{"urlencoded", []string{"url", "encode"}},
	{"urldecode", []string{"url", "decode"}},
	{"escape", []string{"encode"}},
	{"unescape", []string{"decode"}},
	{"unquote", []string{"decode"}},
	{"quote", []string{"encode"}},
	{"permitted", []string{"allowed"}},
	{"valid", []string{"allowed"}},
	{"legal", []string{"allowed"}},
	{"symbol", []string{"sign"}},
	{"percentage", []string{"percent"}},
	{"amazon", []string{"aws"}},
	{"golang", []string{"go"}},
	{"mismatch", []string{"match"}},
	{"param", []string{"parameter"}},
	{"ampersand", []string{"&"}},
	{"brackets", []string{"bracket"}},
	{"js", []string{"javascript"}},
	{"nodejs", []string{"node"}},
	{"lowercase", []string{"lower", "case"}},
	{"uppercase", []string{"upper", "case"}},
	{"querystring", []string{"query", "string"}},
	{"blank", []string{"space"}},
	{"equal", []string{"same"}},
	{"hyperlink", []string{"link"}},
	{"filename", []string{"file", "name"}},
	{"ssl", []string{"https"}},
	{"creds", []string{"password"}},
	{"credential", []string{"password"}},
	{"login", []string{"password"}},
	{"convert", []string{"encode"}},
	{"umlaut", []string{"accents"}},
	{"garbled", []string{"mojibake"}},
	{"folder", []string{"path"}},
	{"slashes", []string{"%2f"}},
	{"k8s", []string{"kubernetes"}},
	{"codificar", []string{"encode"}},
	{"decodificar", []string{"decode"}},
	{"espacio", []string{"space"}},
	{"contraseña", []string{"password"}},
	{"firma", []string{"signature"}},
	{"ruta", []string{"path"}},
	{"formulario", []string{"form"}},
	{"parámetro", []string{"parameter"}},
	{"permitido", []string{"allowed"}},
	{"caracteres", []string{"characters"}},
	{"エンコード", []string{"encode"}},
	{"デコード", []string{"decode"}},
	{"復号", []string{"decode"}},
	{"符号化", []string{"encode"}},
	{"スペース", []string{"space"}},
	{"空白", []string{"space"}},
	{"署名", []string{"signature"}},
	{"文字化", []string{"mojibake"}},
	{"フォーム", []string{"form"}},
	{"送信", []string{"post"}},
	{"ファイル", []string{"file"}},
	{"文字列", []string{"string"}},
	{"パスワード", []string{"password"}},
	{"文字", []string{"characters"}},
	{"二重", []string{"double"}},
	{"接続", []string{"connection"}},
	{"接続文字列", []string{"connection", "string"}},
	{"パス", []string{"path"}},
	{"違", []string{"difference"}},
}

// Words yields the words of a text in the order in which they stand, in lower case. Signs
// that people search for are words, too: escapes, +, &, ~, *, C# and C++.
func Words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		text := strings.ToLower(text)
		for i := 0; i < len(text); {
			n := sign(text[i:], i == 0 || !isWord(before(text, i)))
			if n == 0 {
				for i+n < len(text) {
					r, size := rune(text[i+n]), 1
					if r >= utf8.RuneSelf {
						r, size = utf8.DecodeRuneInString(text[i+n:])
					}
					if !isWord(r) {
						break
					}
					n += size
				}
			}
			if n > 0 && !yield(text[i:i+n]) {
				return
			}
			i += max(n, 1)
		}
	}
}

func before(text string, i int) rune {
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return r
}

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r >= 'A' && r <= 'Z'
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// sign returns the length of the sign that text begins with, 0 for none. begins says that no
// word stands before it.
func sign(text string, begins bool) int {
	hex := func(s string) bool {
		return len(s) >= 2 && strings.IndexByte("0123456789abcdef", s[0]) >= 0 && strings.IndexByte("0123456789abcdef", s[1]) >= 0
	}
	switch {
	case strings.HasPrefix(text, "%25") && hex(text[3:]):
		return 5
	case text[0] == '%' && hex(text[1:]):
		return 3
	case strings.HasPrefix(text, "%u"), begins && (strings.HasPrefix(text, "c#") || strings.HasPrefix(text, "f#")):
		return 2
	case strings.HasPrefix(text, "c++"):
		return 3
	case strings.IndexByte("+&~*", text[0]) >= 0:
		return 1
	}
	return 0
}

// script tells words of Japanese apart, which has no spaces: words are runs of one script.
// Hiragana is mostly grammar.
func script(r rune) int {
	switch {
	case unicode.Is(unicode.Han, r):
		return 1
	case unicode.Is(unicode.Katakana, r), r == 'ー':
		return 2
	case unicode.Is(unicode.Hiragana, r):
		return 3
	}
	return 0
}

// runs yields the words with those of Japanese cut apart.
func runs(words iter.Seq[string]) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range words {
			start, last := 0, -1
			for i, r := range w {
				s := 0
				if r >= utf8.RuneSelf {
					s = script(r)
				}
				if s == last {
					continue
				}
				if last >= 0 && last != 3 && !yield(w[start:i]) {
					return
				}
				start, last = i, s
			}
			if last != 3 && !yield(w[start:]) {
				return
			}
		}
	}
}

var endings = []string{"ings", "ing", "ers", "ed", "er", "es", "e", "s"}

// stem removes the ending of an English word, so that "encode", "encoded" and "encoding" are
// one.
func stem(word string) string {
	for _, e := range endings {
		w, ok := strings.CutSuffix(word, e)
		if ok && len(w) >= 4 && !strings.ContainsFunc(w, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
			return w
		}
	}
	return word
}

// stems yields the words of a text without their endings.
func stems(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range runs(Words(text)) {
			if !yield(stem(w)) {
				return
			}
		}
	}
}

// foreign matches octets beyond ASCII that are percent-encoded, in lower case: who shows them
// asks how to decode letters, whatever they are, or for the charset where they are not UTF-8.
var foreign = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile("(?:%[89a-f][0-9a-f])+")
}}

// wanted returns what of a question is looked for, each once.
func wanted(question string) []string {
	question = foreign.Get().ReplaceAllStringFunc(strings.ToLower(question), func(escapes string) string {
		if octets, _ := hex.DecodeString(strings.ReplaceAll(escapes, "%", "")); utf8.Valid(octets) {
			return " decode "
		}
		return " charset " + escapes
	})
	all := slices.Collect(runs(Words(question)))
	said := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return slices.Contains(Empty, w) })
	if len(said) > 0 {
		all = said
	}
	var list []string
	for _, w := range all {
		if w = stem(w); !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// synonyms returns the words that stand for a stem, without their endings.
func synonyms(word string) [][]string {
	var list [][]string
	if len(word) == len("%2520") && strings.HasPrefix(word, "%25") && word != "%2520" { // encoded twice
		list = append(list, []string{"%2520"})
	}
	for _, s := range Synonyms {
		if stem(s.Word) == word {
			var words []string
			for _, w := range s.For {
				words = append(words, stem(w))
			}
			list = append(list, words)
		}
	}
	return list
}
