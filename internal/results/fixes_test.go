package results

import (
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestFixSettles: where a URL was changed another may begin or end, which is fixed as well.
func TestFixSettles(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// Its slashes are no fix's to merge, which made another URL begin here.
		{`"https://(www.mailto:http://h/%2e%2e/\/http://h/%2e%2e/"`, `"https://(www.mailto:http://h/%2e%2e/\/http://h/%2e%2e/"`},
		{`"https:\/\/h\/%41\/\/%7e"`, `"https:\/\/h\/A\/\/~"`},
		{"see http://h/%41", "see http://h/A"},
	} {
		l := &Linting{Extract: true}
		once, _, err := l.Fix([]byte("x"), []byte(c.text), nil)
		if err != nil || string(once) != "x"+c.want {
			t.Errorf("%s becomes %s, %v, want %s", c.text, once[1:], err, c.want)
		}
		if urls := l.URLs.Load(); urls != 1 {
			t.Errorf("%s: %d URLs are counted", c.text, urls)
		}
	}
}

// TestFixTexts fixes URLs in prose, Markdown, shell, units of systemd, ini, headers, srcset
// and JSON: a second time changes nothing, and JSON stays JSON whose other strings are the
// same.
func TestFixTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	url := func() string {
		s := pick("http://", "https://", "HTTP://", "x://") + pick("", "", "u:p%@", "u:p%%x@") + pick("h", "127.0.0.1", "[::1]", "bücher.example", "h%2eexample") + pick("", ":80")
		for range r.IntN(5) {
			s += pick("/", "/", "?", "&", "=", "#", ".", "..", ";") + pick("a", "b c", "é", "日本", "%41", "%2f", "%2e%2e", "%252F", "%", "%%", "%zz", "%i", "%(x)s", "%Y/%m", "%TEMP%", "%u0041", "{x}", "${X}", "[1]", "(a)", "a|b", "\\", "*", "%E9", "%C3%83%C2%A9", "&amp;", "&amp;amp;", "&#38;", "%26amp;", "'", "\"", "<b>", ",", "。次", "، و", "\u00a0", "%00", "@", ":")
		}
		return s
	}
	changed := 0
	for range 300 {
		text := strings.NewReplacer("URL", url(), "OTHER", url()).Replace(pick(
			"URL", "see URL, or (OTHER). And so on", "参照：URL。次の文。", "см. «URL» и далее", "انظر URL، ثم",
			"[text](URL) and <OTHER> and [x]: URL \"title\"", "`URL` **OTHER**", "| URL | OTHER |",
			"ExecStart=/usr/bin/curl URL --x=%i\nEnvironment=\"U=OTHER\"", "url = URL\n; c\nlog=%(asctime)s OTHER",
			"curl 'URL' | sh; curl \"OTHER\" $(curl URL)", "default-src 'self' URL; img-src OTHER data:;report-uri URL",
			"Link: <URL>; rel=\"next\", <OTHER>; rel=prev", "srcset=\"URL 1x, OTHER 2x,URL 3x\"",
			"GET /URL HTTP/1.1\r\nReferer: OTHER\r\n\r\n", "a{background:url(URL)} b{background:url('OTHER')}", "<loc>URL</loc>",
		))
		other := []string{"x%41\\n", "100% é", "a\tb|c"}
		encoded, err := json.Marshal(append([]string{text}, other...))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{text, string(encoded), strings.ReplaceAll(string(encoded), "/", `\/`)} {
			l := &Linting{Extract: true}
			once, _, err := l.Fix(nil, []byte(s), nil)
			if err != nil {
				t.Fatal(err)
			}
			if string(once) != s {
				changed++
			}
			if twice, _, _ := l.Fix(nil, once, nil); string(twice) != string(once) {
				t.Errorf("%q becomes %q and that %q", s, once, twice)
			}
			if s == text {
				continue
			}
			var list []string
			if err := json.Unmarshal(once, &list); err != nil || len(list) != 1+len(other) || strings.Join(list[1:], "\x00") != strings.Join(other, "\x00") {
				t.Errorf("%s becomes %s: %v", s, once, err)
			}
		}
	}
	if changed < 60 {
		t.Errorf("%d changes", changed)
	}
}

// TestFixShared: four characters of base64 and an encoded word hold octets of two URLs, and
// are written once.
func TestFixShared(t *testing.T) {
	for _, s := range []string{
		"From: a\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte("http://a/x|y http://u:p#w@h/ http://b/c|d http://e|f\n")),
		"From: a\nSubject: =?utf-8?q?http://a/b|c_http://d/e|f?= http://g/h|i\n\n",
	} {
		l := &Linting{Extract: true}
		fixed, left, err := l.Fix(nil, []byte(s), nil)
		if err != nil || string(fixed) != s {
			t.Errorf("%q becomes %q, %v", s, fixed, err)
		}
		if len(left) < 2 {
			t.Errorf("%q: %v", s, left)
		}
		for _, f := range left {
			if f.Offset < 0 || f.Offset+f.Len > len(fixed) {
				t.Errorf("%q: %+v", s, f)
			}
		}
	}
}
