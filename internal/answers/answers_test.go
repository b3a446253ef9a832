package answers

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// questions are files of sixty questions, and how many of them must have the right page
// first and among the first three.
var questions = []struct {
	file         string
	first, among int
}{{"questions.tsv", 56, 59}, {"more.tsv", 56, 59}, {"unseen.tsv", 53, 57}, {"people.tsv", 50, 58}, {"others.tsv", 54, 58}, {"checked.tsv", 55, 58}, {"threads.tsv", 57, 59}, {"doors.tsv", 53, 58}, {"asked.tsv", 58, 60}, {"later.tsv", 57, 59}}

// TestQuestions: of the questions people ask, most have the right page first, and nearly
// all among the first three.
func TestQuestions(t *testing.T) {
	for _, q := range questions {
		t.Run("file="+q.file, func(t *testing.T) {
			content, err := os.ReadFile(filepath.Join("testdata", q.file))
			if err != nil {
				t.Fatal(err)
			}
			x := newIndex(lookedFor(string(content)), nil)
			first, among, n := 0, 0, 0
			for line := range strings.Lines(string(content)) {
				if strings.HasPrefix(line, "#") {
					continue
				}
				fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
				pages := strings.Fields(fields[1])
				n++
				list := x.search(fields[0], 3)
				right := func(a Answer) bool { return slices.Contains(pages, a.Path) }
				if len(list) > 0 && right(list[0]) {
					first++
				} else {
					t.Logf("%q: %+v, want %q", fields[0], list, pages)
				}
				if slices.ContainsFunc(list, right) {
					among++
				}
				for i, a := range list {
					if slices.ContainsFunc(list[:i], func(b Answer) bool { return a.Command == b.Command }) {
						t.Errorf("%q: %q comes twice", fields[0], a.Command)
					}
				}
			}
			t.Logf("%d first, %d among three, of %d", first, among, n)
			if n != 60 || first < q.first || among < q.among {
				t.Errorf("%d first and %d among three of %d questions, want %d and %d of 60", first, among, n, q.first, q.among)
			}
		})
	}
}

// TestForeign: letters beyond ASCII that are percent-encoded ask how to decode, other octets for
// the charset.
func TestForeign(t *testing.T) {
	for question, want := range map[string]string{
		"how to decode %E3%81%82": "guides/tasks/", "%e4%bd%a0%e5%a5%bd": "guides/tasks/", "decode %C3%A9 in python": "languages/python/", "what is %2B": "guides/space-plus/",
		"cannot parse Ver%F6ffentlichung": "guides/charsets/", "%83%65": "guides/charsets/",
	} {
		if list := Search(question, nil, 3); len(list) == 0 || list[0].Path != want {
			t.Errorf("%q: %+v, want %s first", question, list, want)
		}
	}
}

// TestSignatures: what services answer, and what people look for then, leads to the page on
// signatures first.
func TestSignatures(t *testing.T) {
	for _, question := range []string{
		"SAML signature invalid", "SignatureDoesNotMatch Azure", "sig plus sign SAS", "AuthenticationFailed",
		"The request signature we calculated", "RFC 9421 query-param", "Akamai token",
	} {
		list := newIndex(lookedFor(question), nil).search(question, 1)
		if len(list) == 0 || list[0].Path != "guides/signatures/" && list[0].Path != "guides/signature-does-not-match/" {
			t.Errorf("%q: %+v", question, list)
		}
	}
}

// TestWords: single words lead somewhere, and to what they are about.
func TestWords(t *testing.T) {
	commands := []Command{{Name: "mailto", Short: "mailto URIs"}, {Name: "dsn", Short: "connection URIs of databases and brokers"}}
	places := map[string]string{
		"wordpress": "guide php", "esc_url": "guide php", "mailto": "help mailto", "email": "guide formats", "password": "guide connection-strings", "dsn": "help dsn",
		"presigned": "guide signature-does-not-match", "curl": "guide bash", "idn": "guide uris", "punycode": "guide uris", "base64": "guide glossary", "jwt": "guide glossary",
		"clickhouse": "guide 'scale#ClickHouse'", "duckdb": "guide 'scale#DuckDB'", "spark": "guide 'scale#Spark and Hadoop'", "middleware": "guide hops", "webdav": "guide uris",
		"sitemap": "guide rules", "saml": "guide signatures", "har": "guide 'signatures#Give it the request'", "excel": "guide sql", "svg": "guide formats",
		"RFC 3986": "guide url-standard", "application/x-www-form-urlencoded": "guide forms", "form": "guide forms", "ALPN": "dialects show http.alpn", "CGI": "guide formats",
		"iri": "dialects show iri", "escape": "guide javascript", "twitter": "guide oauth-percent-encoding", "double encoding": "guide double-encoding",
	}
	x := newIndex(lookedFor(strings.Join(slices.Collect(maps.Keys(places)), " ")), commands)
	for words, want := range places {
		list := x.search(words, 3)
		if len(list) == 0 || len(list) > 4 {
			t.Errorf("%q: %d answers", words, len(list))
			continue
		}
		where := strings.TrimPrefix(list[0].Command, "percent ")
		if where != want && !strings.HasPrefix(where, strings.Replace(want, "guide ", "guide '", 1)+"#") {
			t.Errorf("%q leads to %q, want %q; then %+v", words, where, want, list[1:])
		}
	}
	for _, words := range []string{"", "zzyzx", "frobnicate the gizmo quux"} {
		if list := Search(words, commands, 3); len(list) > 0 {
			t.Errorf("%q leads to %+v", words, list)
		}
	}
}

// TestStems: endings of English go, Japanese is cut by its scripts.
func TestStems(t *testing.T) {
	for text, want := range map[string]string{
		"Encoded, encoding encodes": "encod encod encod", "%2520 %C3 %u00E9": "%2520 %c3 %u 00e9", "C# f# c++ a+b abc#": "c# f# c++ a + b abc",
		"パーセントを復号する": "パーセント 復号", "é-x": "é x", "": "",
	} {
		if got := strings.Join(slices.Collect(stems(text)), " "); got != want {
			t.Errorf("stems(%q) = %q, want %q", text, got, want)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for b.Loop() {
		Search("password with an at sign in a connection string", nil, 3)
	}
}

// TestRefusedLogins: what servers and drivers say of a wrong password leads to the page on
// connection strings first.
func TestRefusedLogins(t *testing.T) {
	x := newIndex(nil, nil)
	for _, said := range []string{
		"Access denied for user", "ER_ACCESS_DENIED_ERROR", "WRONGPASS", "NOAUTH Authentication required.", "password authentication failed", "ORA-01017",
		"Login failed for user 'sa'.", "MongoServerError: Authentication failed", "bad auth : authentication failed", "ACCESS_REFUSED", "P1000", "invalid port",
	} {
		if list := x.search(said, 3); len(list) == 0 || list[0].Path != "guides/connection-strings/" {
			t.Errorf("%q: %+v", said, list)
		}
	}
}
