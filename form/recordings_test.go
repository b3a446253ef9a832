package form

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/recordings"
)

// TestRecordings compares with Node.js and with what three browsers submit.
// WebKitGTK leaves '~' alone when it submits a form, against the URL Standard,
// and for ISO-8859-2 takes a converter that drops and replaces characters; that
// one is left out.
// Node.js: see TestNode.
func TestRecordings(t *testing.T) {
	for _, engine := range []struct{ file, prefix string }{{"node", "js."}, {"chromium", "chromium."}, {"firefox", "firefox."}, {"webkit", "webkit."}} {
		t.Run("implementation="+engine.prefix+"URLSearchParams", func(t *testing.T) {
			recordings.Replay(t, engine.file, engine.prefix+"URLSearchParams", func(src []byte) ([]byte, error) {
				return Standard.AppendSerialize(nil, []Pair{{"", string(src)}})[1:], nil
			})
		})
		var except []string
		if engine.file == "node" {
			except = []string{"long-mixed", "mixed-lead-then-char"}
		}
		t.Run("implementation="+engine.prefix+"URLSearchParams.parse", func(t *testing.T) {
			recordings.Replay(t, engine.file, engine.prefix+"URLSearchParams.parse", func(src []byte) ([]byte, error) {
				pairs, err := Parse("k=" + scalarValues(string(src)))
				if err != nil {
					return nil, err
				}
				value, _ := pairs.Get("k")
				return []byte(value), nil
			}, except...)
		})
		if engine.file == "node" {
			continue
		}
		for _, label := range strings.Fields("big5 euc-jp euc-kr gb18030 gbk iso-2022-jp iso-8859-2 koi8-u shift_jis utf-16le utf-8 windows-1252 x-user-defined") {
			if engine.file == "webkit" && label == "iso-8859-2" {
				continue
			}
			t.Run("implementation="+engine.prefix+"form."+label, func(t *testing.T) {
				c, err := charset.Lookup(label)
				if err != nil {
					t.Fatal(err)
				}
				rules := HTML.WithCharset(c)
				if engine.file == "webkit" {
					rules = rules.WithEncoding(rules.Encoding().WithKept(rules.Encoding().Kept().Add("~")))
				}
				recordings.Replay(t, engine.file, engine.prefix+"form."+label, func(src []byte) ([]byte, error) {
					return rules.AppendSerialize(nil, []Pair{{"", string(src)}})[1:], nil
				})
			})
		}
	}
}
