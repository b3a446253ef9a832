package operation

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

func TestClassicIsComplete(t *testing.T) {
	for _, name := range classic {
		if d, err := dialect.Lookup(name); err != nil || d.ID != name {
			t.Errorf("%s: not in the catalogue", name)
		}
	}
}

func init() { AddFurther() }

// named is the Named of a call: "named" is a hop, and "refused" refused.
func named(name string) (program.Described, error) {
	switch strings.TrimSpace(name) {
	case "named":
		return hop.Lookup("nginx:proxy_pass=/")
	case "refused":
		return nil, usage("", "refused by name")
	}
	return nil, nil
}

// TestRecorded: the records of rows that have them.
func TestRecorded(t *testing.T) {
	for _, tt := range []struct{ name, argument, value, want string }{
		{"layers", "", "%252541", "3"},
		{"hops", "nginx:proxy_pass=/ > node:URL", "/a%2Fb/../c", "/a/c"},
		{"hops", "go:http.ServeMux", "//a", "307 /a"},
		{"hops", "nginx", "/%zz", "400"},
		{"hops", "nginx", "/%00", "400"},
	} {
		o, err := Lookup(tt.name)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := o.Start(&Call{Request: &Request{Operation: tt.name, Arguments: []string{tt.argument}}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := answer(tt.value)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.(results.Recorded).AppendRecord(nil)); got != tt.want {
			t.Errorf("%s %s %s: %q, want %q", tt.name, tt.argument, tt.value, got, tt.want)
		}
	}
}

// TestRun compares the JSON, the page, the verdict and the notes of each row that has
// results, and refusals, with what is expected in them.
func TestRun(t *testing.T) {
	zero, few := 0, 500
	for _, tt := range []struct {
		name    string
		request Request
		values  string // separated by spaces
		json    string // a part of the JSON, or of the error
		page    string // a part of the page, or of the hint
		verdict results.Verdict
		note    string
	}{
		{"explain", Request{In: "form"}, "a+b", `"plus":"space"`, "'+'", results.None, ""},
		{"layers", Request{}, "%2541", `"depth":2`, "%41", results.None, ""},
		{"layers", Request{Plus: "first"}, "a+%41", `"spaces":1`, "a A", results.None, ""},
		{"lint", Request{}, "/%2e%2e/a", `{"findings":[{"rule":"dot-segment-encoded","severity":"error","offset":1,`, `text:2: error dot-segment-encoded: "%2e%2e/"`, results.Found, ""},
		{"lint", Request{FailOn: "error", Except: []string{"semicolon"}}, "/a?b=c+d", `"found":1`, "plus-ambiguity", results.None, ""},
		{"lint", Request{In: "path"}, "é", `"replacement":"%C3%A9"`, "write", results.None, ""},
		{"lint", Request{List: true, Severity: "error"}, "", `"severity":"error"`, "error", results.None, ""},
		{"lint", Request{Only: []string{"nosuch"}}, "a", `--only: no rule is called "nosuch"`, "lint --list", 0, ""},
		{"compare", Request{}, "a%20b a+b", `"verdict":"different"`, "different", results.Found, ""},
		{"compare", Request{}, "%7E ~", `"verdict":"equivalent"`, "equivalent", results.None, ""},
		{"compare", Request{List: true}, "", `"kind":"mistake"`, "mistakes, the likelier first", results.None, ""},
		{"uri compare", Request{}, "/%7E /~", `"verdict":"equivalent"`, "equivalent", results.None, ""},
		{"uri compare", Request{}, "/a /%zz", "invalid escape", "", 0, ""},
		{"uri compare", Request{OnError: "keep"}, "/a /%zz", `"verdict":"different"`, "different", results.Found, ""},
		{"identify", Request{Of: []string{"~"}}, "%7E", `"matches":[{`, "encoder", results.None, ""},
		{"identify", Request{Refuses: []string{"é"}}, "%zz", `"matches":[]`, "No dialect of the catalogue writes all of this.", results.Found, ""},
		{"identify", Request{Of: []string{"~/"}}, "%7Ex", `"nearest":[{`, "", results.Found, ""},
		{"identify", Request{Only: []string{"nosuch"}}, "a", `no language or program is called "nosuch"`, "--implementations", 0, ""},
		{"see", Request{Only: []string{"php"}}, "~", `"operation":"encode"`, "php.rawurlencode", results.None, ""},
		{"see", Request{Decode: true}, "+", `"operation":"decode"`, "+", results.None, "not servers"},
		{"see", Request{At: []string{"php@5.2"}}, "~", `php@5.2.rawurlencode`, "%7E", results.None, ""},
		{"see", Request{}, "~", `"older":[{`, "", results.None, ""},
		{"see", Request{At: []string{"php@5.2"}, Decode: true}, "+", `php@5.2`, "", results.None, "not servers"},
		{"see", Request{At: []string{"nosuch@1"}}, "~", `no versions of "nosuch" were recorded`, "versions were recorded of ", 0, ""},
		{"set", Request{}, "unreserved", `"count":66`, `[\-.0-9A-Z_a-z~]`, results.None, ""},
		{"set", Request{Octets: true}, "'a'", `"octets":["61"]`, "61\n", results.None, ""},
		{"set", Request{List: true}, "", `"name":"tchar"`, "tchar", results.None, ""},
		{"set", Request{List: true}, "tchar", "--list takes no expression", "leave out --list", 0, ""},
		{"set", Request{}, "nosuch", "nosuch", "percent set --list", 0, ""},
		{"set", Request{}, "a b", "takes one expression, not 2", "quotation marks", 0, ""},
		{"table", Request{}, "rawurlencode", `"id":"rfc3986"`, "rawurlencode", results.None, "rawurlencode is php.rawurlencode here"},
		{"table", Request{Each: true}, "oauth1", `"equal":true`, "true", results.None, ""},
		{"table", Request{Each: true}, "", "takes one name, not 0", "dialects list", 0, ""},
		{"table", Request{CSV: true}, "oauth1", `"input":" "`, "character,oauth1\n", results.None, ""},
		{"table", Request{Markdown: true, All: true}, "oauth1", `"input":"\u0000"`, "| 00 |", results.None, ""},
		{"table", Request{}, "nosuch", `unknown dialect "nosuch"`, "--all", 0, ""},
		{"dsn see", Request{}, "DATABASE_URL=postgres://h/d", `"scheme":"postgres"`, "host h", results.None, ""},
		{"dsn see", Request{}, "host=h", `"host":"h"`, "host h", results.None, ""},
		{"dsn see", Request{}, "nosuch://h/d", `no driver of the scheme "nosuch" was recorded`, "--for names drivers", 0, ""},
		{"dsn check", Request{}, "mssql+pyodbc://u:p%40@h/d", `no driver of the scheme "mssql+pyodbc" was recorded`, "--for names drivers", 0, ""},
		{"dsn check", Request{}, "A=mssql+pyodbc://u:p%40@h/d", `"drivers":0`, "nothing is known of it", results.Undecided, ""},
		{"dsn check", Request{}, "services:", `"drivers":0`, "No connection URI stands here", results.Undecided, ""},
		{"dsn check", Request{}, "mongodb:", `"drivers":0`, "No connection URI stands here", results.Undecided, ""},
		{"dsn check", Request{}, "postgres://u:[YOUR-PASSWORD]@h/d", `"octet":"["`, "a placeholder that was not filled in", results.Found, ""},
		{"dsn check", Request{}, "mongodb://u:<db_password>@h/d", `"problems":`, "a placeholder that was not filled in", results.Found, ""},
		{"dsn check", Request{}, "sqlalchemy.url=postgresql://u:p%40s@h/d", `"problems":[]`, "write each % of the URI twice", results.Found, ""},
		{"dsn check", Request{}, "postgresql://u:p@%2Frun%2Fpg/d", `"database_not_decoded":["django-environ@`, "do not decode the host", results.None, ""},
		{"dsn check", Request{}, "pgsql:host=h;password=p;w", "connection string of PHP's PDO", "nothing in it is percent-decoded", 0, ""},
		{"dsn check", Request{}, "mongodb://u:p@ss@h/d?retryWrites=true", `"octet":"@"`, "write %40", results.Found, ""},
		{"dsn check", Request{}, "mysql://u:p%bc@h/d", `"write":"%25"`, "begins an escape that is not UTF-8", results.Found, ""},
		{"dsn see", Request{For: []string{" pgx", "libpq"}}, "postgres://u:p@h/d", `"driver":"libpq"`, "pgx@", results.None, ""},
		{"dsn see", Request{For: []string{"nosuch"}}, "postgres://h/d", "nosuch", "", 0, ""},
		{"dialects list", Request{}, "", `"id":"rfc3986"`, "rfc3986", results.None, "--all lists every dialect"},
		{"dialects list", Request{Family: "oauth1"}, "", `"id":"oauth1"`, "oauth1", results.None, ""},
		{"dialects list", Request{Family: "nosuch"}, "", `unknown family "nosuch"`, "dialects list", 0, ""},
		{"dialects list", Request{}, "rawurlencode", `[]`, "", results.None, "--implementations lists them"},
		{"dialects list", Request{Implementations: true}, "rawurlencode", `"id":"php.rawurlencode"`, "php.rawurlencode", results.None, ""},
		{"dialects list", Request{Implementations: true}, "nosuchthing", ``, "", results.None, "nothing in the catalogue matches"},
		{"dialects show", Request{}, "oauth1", `"id":"oauth1"`, "id           oauth1", results.None, ""},
		{"dialects show", Request{}, "php.rawurlencode", `"kind":"implementation"`, "encodes as", results.None, ""},
		{"dialects diff", Request{}, "php.urlencode php.rawurlencode", `"identical":false`, "choices", results.Found, ""},
		{"dialects diff", Request{}, "oauth1 rfc3986", `"identical":true`, "They are the same.", results.None, ""},
		{"dialects history", Request{}, "php.rawurlencode", `"spans":[{`, "5.3", results.None, ""},
		{"dialects history", Request{}, "php@5.2.rawurlencode", `"id":"php.rawurlencode"`, "php.rawurlencode", results.None, ""},
		{"dialects history", Request{}, "nosuch", `no function "nosuch"`, "percent dialects show NAME", 0, ""},
		{"readers", Request{}, `http://a.example\@b.example/`, `"parted":true`, "a.example", results.Found, ""},
		{"readers", Request{Only: []string{"curl"}}, "http://a/", `"parted":false`, "curl", results.None, ""},
		{"readers", Request{Only: []string{"nosuch"}}, "http://a/", `--only: no reader is called "nosuch"`, "readers list", 0, ""},
		{"readers list", Request{}, "curl", `"client":true`, "curl", results.None, ""},
		{"readers show", Request{}, "python.urlsplit", `"choices":[{`, "choices", results.None, ""},
		{"readers diff", Request{}, "python.urlsplit python.urlsplit", `"choices":[]`, "They choose the same.", results.None, ""},
		{"readers diff", Request{}, "python.urlsplit percent.weburl", `"choices":[{`, "scheme", results.Found, ""},
		{"readers split", Request{Limit: &few}, "python.urlsplit python.urlsplit", `"verdict":"none"`, "the same reader", results.None, ""},
		{"readers split", Request{Limit: &zero}, "python.urlsplit percent.weburl", "--limit takes a number from 1, not 0", "", 0, ""},
		{"readers show", Request{}, "python.urlsplt", `no reader is called "python.urlsplt"`, "did you mean python.urlsplit? `percent readers list` lists the readers", 0, ""},
		{"hops", Request{Arguments: []string{"nginx:proxy_pass=/ > node:URL"}}, "/a%2Fb", `"hop":"node:URL"`, "rules match", results.None, ""},
		{"hops", Request{Arguments: []string{"nginx > nosuch"}}, "/a", `no hop is called "nosuch"`, "hops list", 0, ""},
		{"hops", Request{Arguments: []string{"nginx > "}}, "/a", "no name of a hop at place 2", "hops list", 0, ""},
		{"hops", Request{Arguments: []string{"nginx > refused"}}, "/a", "refused by name", "", 0, ""},
		{"hops", Request{Arguments: []string{"named > node:URL"}, Deny: "/b"}, "", `"verdict":"exists"`, "/b", results.Found, ""},
		{"hops", Request{Arguments: []string{"caddy:reverse_proxy > go:http.ServeMux"}, Deny: "/b", Limit: &few}, "", `"verdict":"none"`, "none: no target", results.None, ""},
		{"hops", Request{Arguments: []string{"nginx"}, Deny: "/b", Limit: &zero}, "", "--limit takes a number from 1, not 0", "", 0, ""},
		{"hops", Request{Arguments: []string{"nginx"}, Deny: "b"}, "", "not a slash", "write --deny /b", 0, ""},
		{"hops list", Request{}, "nginx", `"id":"nginx:proxy_pass"`, "nginx:merge_slashes=off", results.None, ""},
		{"hops", Request{Arguments: []string{"nginx | tomcat"}}, "/a", `no hop is called "nginx | tomcat"`, "write > between", 0, ""},
		{"hops", Request{Arguments: []string{"nginx > tomkat"}}, "/a", `no hop is called "tomkat"`, "did you mean tomcat?", 0, ""},
		{"readers", Request{VersionOf: []string{"curl"}}, "http://a/", `--version-of: "curl" is not a name and a version`, "", 0, ""},
		{"readers", Request{AsOf: "yesterday"}, "http://a/", `--as-of: "yesterday" is not a day`, "", 0, ""},
		{"hops list", Request{}, "such word", `no hop is called "such word"`, "hops list", 0, ""},
		{"hops show", Request{}, "nginx", `"steps":[{`, "steps, in order", results.None, ""},
		{"hops show", Request{}, "nginx>node", "takes one name, not a chain", "one by one", 0, ""},
		{"hops diff", Request{Arguments: []string{"nginx", "nginx"}}, "/a /b", `"targets":2`, "None differs.", results.None, ""},
		{"hops diff", Request{Arguments: []string{"nginx", "nginx:proxy_pass=/"}}, "//a", `"classes":[{`, "the shortest //a", results.Found, ""},
		{"hops diff", Request{Arguments: []string{"nosuch", "nginx"}}, "/a", `no hop is called "nosuch"`, "hops list", 0, ""},
		{"hops diff", Request{Arguments: []string{"nginx", "nosuch"}}, "/a", `no hop is called "nosuch"`, "hops list", 0, ""},
	} {
		t.Run(tt.name+" "+tt.values, func(t *testing.T) {
			o, err := Lookup(tt.name)
			if err != nil {
				t.Fatal(err)
			}
			tt.request.Operation = tt.name
			if err := o.Check(&tt.request, Command); err != nil {
				t.Fatal(err)
			}
			c := Call{Request: &tt.request, Values: strings.Fields(tt.values), Named: named}
			r, err := o.Run(&c)
			var wrong *UsageError
			if errors.As(err, &wrong) {
				if !strings.Contains(wrong.Text, tt.json) || !strings.Contains(wrong.Hint, tt.page) {
					t.Errorf("%q, hint %q; want %q and %q in them", wrong.Text, wrong.Hint, tt.json, tt.page)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			notes := strings.Join(c.Notes, "\n")
			if noted, ok := r.(results.Noted); ok {
				notes += noted.Note()
			}
			verdict := results.None
			if judged, ok := r.(results.Judged); ok {
				verdict = judged.Judge()
			}
			json := string(strictjson.Line(r.JSON()))
			page := r.Page(results.Style{Style: term.Style{Columns: term.DefaultColumns}})
			for what, x := range map[string][2]string{"JSON": {json, tt.json}, "page": {page, tt.page}} {
				if !strings.Contains(x[0], x[1]) {
					t.Errorf("%s: %.2000s\nwant %q in it", what, x[0], x[1])
				}
			}
			if verdict != tt.verdict || !strings.Contains(notes, tt.note) || tt.note == "" && notes != "" {
				t.Error(fmt.Sprint("verdict ", verdict, ", want ", tt.verdict, "; notes: ", notes, "; want ", tt.note))
			}
		})
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	search, _ := Lookup("hops")
	if _, err := search.Run(&Call{Request: &Request{Arguments: []string{"nginx"}, Deny: "/b"}, Context: stopped}); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was stopped: %v", err)
	}
	if _, err := (&Operation{Name: "fix"}).Run(&Call{}); err == nil {
		t.Error("an operation without results has one")
	}
}

// TestLongDSN: drivers are not asked about a text that is longer than any connection URI.
func TestLongDSN(t *testing.T) {
	for _, name := range []string{"dsn see", "dsn check"} {
		o, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for uri, long := range map[string]bool{"redis://:" + strings.Repeat("a", longestDSN): true, "redis://:" + strings.Repeat("a", longestDSN-9): false} {
			_, err := o.Run(&Call{Request: &Request{Operation: name}, Values: []string{uri}})
			var at *percent.SyntaxError
			if errors.As(err, &at) != long || long && (at.Reason != tooLongDSN || at.Offset != longestDSN) {
				t.Errorf("%s of %d bytes: %v", name, len(uri), err)
			}
		}
	}
}
