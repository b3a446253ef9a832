package runner

import (
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// TestReadAnswers: JSON and tables of two and three columns, as editors and shells save
// them.
func TestReadAnswers(t *testing.T) {
	for name, text := range map[string]string{
		"json":      "{\"id\":\"a\",\"output\":\"%21\"}\n\n{\"id\":\"b\",\"error\":\"no\"}",
		"crlf":      "{\"id\":\"a\",\"output\":\"%21\"}\r\n{\"id\":\"b\",\"error\":\"\"}\r\n",
		"bom":       "\uFEFF{\"id\":\"a\",\"output\":\"%21\"}\n{\"id\":\"b\",\"error\":\"no\"}\n",
		"two":       "a\t253231\nb\t!\n",
		"three":     "a\t21\t253231\nb\t\t!\n",
		"header":    "id\tinput_hex\toutput_hex\na\t21\t253231\nb\t\t!\n",
		"shorter":   "id\toutput_hex\r\na\t253231\r\nb\t!\r\n",
		"bom table": "\uFEFFid\tinput_hex\toutput_hex\na\t21\t253231\nb\t\t!\n",
	} {
		answers, err := ReadAnswers(conform.Encode, text)
		if err != nil || len(answers) != 2 || answers["a"].Output != "%21" || answers["b"].State != conform.Refused {
			t.Errorf("%s: %+v, %v", name, answers, err)
		}
	}
	for _, c := range []struct {
		name, text string
		offset     int64
		bytes      string
		reason     percent.Reason
	}{
		{"utf-16 le", "\xFF\xFE{\x00", 0, "\xFF\xFE", notUTF8},
		{"utf-16 be", "\xFE\xFF\x00{", 0, "\xFE\xFF", notUTF8},
		{"utf-16 le without a mark", "{\x00\"\x00", 0, "{\x00", notUTF8},
		{"utf-16 be without a mark", "\x00{\x00\"", 0, "\x00{", notUTF8},
		{"no json", "\uFEFF{\"id\"", 3, "{\"id\"", strictjson.NotJSON},
		{"no id", "{\"output\":\"a\"}", 0, "{\"output\":\"a\"}", noID},
		{"no answer", "a\t21\n{\"id\":\"b\"}", 5, "{\"id\":\"b\"}", notAnAnswer},
		{"twice", "a\t21\na\t21", 5, "a\t21", twoAnswers},
		{"spaces", "a 21\n", 4, "", notFields},
		{"four", "a\t21\t21\t22\n", 8, "22", notFields},
		{"no field", "id\tinput_hex\toutput_hex\na\t21\n", 28, "", notColumns},
		{"fields", "id\toutput_hex\na\t21\t22\n", 19, "22", notColumns},
		{"no id in a table", "\t21\n", 0, "\t21", noID},
		{"hex", "id\tinput_hex\toutput_hex\na\t21\t2\n", 29, "2", notHex},
		{"a second header", "a\t21\nid\toutput_hex\n", 8, "output_hex", notHex},
	} {
		_, err := ReadAnswers(conform.Encode, c.text)
		var syntax *percent.SyntaxError
		if !errors.As(err, &syntax) || syntax.Offset != c.offset || syntax.Bytes != c.bytes || syntax.Reason != c.reason {
			t.Errorf("%s: %+v, want byte %d, %q, %s", c.name, err, c.offset, c.bytes, c.reason)
		}
	}
}

// TestReadAnswersShort: files of no more than two bytes are read or refused.
func TestReadAnswersShort(t *testing.T) {
	for a := range 256 {
		for _, text := range []string{string([]byte{byte(a)}), string([]byte{byte(a), 0}), string([]byte{0, byte(a)})} {
			_, err := ReadAnswers(conform.Encode, text)
			var syntax *percent.SyntaxError
			if empty := strings.Trim(text, "\r\n") == ""; empty != (err == nil) || !empty && !errors.As(err, &syntax) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}
