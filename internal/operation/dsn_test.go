package operation

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/scheme/dsn"
)

// TestSeenAndBuilt: what "dsn see" writes of recorded URIs is what "dsn build" takes, for every
// driver, and the driver reads in the string that is built what it read before.
func TestSeenAndBuilt(t *testing.T) {
	step := 5
	if testing.Short() {
		step = 31
	}
	build, err := Lookup("dsn build")
	if err != nil {
		t.Fatal(err)
	}
	read, refused := 0, 0
	plain := strings.NewReplacer("[", "", "]", "", ":", "", "/", "") // what a reading may have around addresses, names and databases
	for _, d := range dsn.Drivers() {
		if d.Name() == "mssql" {
			continue // it takes no URI
		}
		cases, err := recordings.ReadCorpus(filepath.Join(recordings.Folder(t), "dsn", "cases", d.Family()+".txt.gz"))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(cases); i += step {
			before := d.Read(cases[i])
			if before.Verdict != reader.Read {
				continue
			}
			read++
			seen := strings.TrimSpace(string(strictjson.Line(results.NewDSNSeen(cases[i], []dsn.Driver{d}, true).Objects()[0])))
			r, err := build.Run(&Call{Request: &Request{Operation: "dsn build"}, Values: []string{seen}})
			if err != nil {
				if i == 0 || !strings.Contains(err.Error(), "no connection string was found") && !strings.Contains(err.Error(), "dsn: ") {
					t.Errorf("%v of %q: %v of %s", d, cases[i], err, seen)
				}
				refused++
				continue
			}
			after := d.Read(r.(results.Value).Text)
			if plain.Replace(d.Compared(after)) != plain.Replace(d.Compared(before)) && !slices.Contains([]string{"", "default"}, after.User.Text) {
				t.Errorf("%v of %q: %q in %q, not %q", d, cases[i], d.Compared(after), r.(results.Value).Text, d.Compared(before))
			}
			for _, o := range before.Options {
				if !slices.Contains(after.Options, o) {
					t.Errorf("%v of %q: no %s in %q", d, cases[i], o.Name, r.(results.Value).Text)
				}
			}
		}
	}
	t.Logf("%d of %d not built", refused, read)
	if refused*20 > read || read < 2000 {
		t.Errorf("%d of %d not built", refused, read)
	}
}

// TestDriversNamed: a version that was recorded, that lies between two that read alike, or
// whose beginning is given; others are refused.
func TestDriversNamed(t *testing.T) {
	for name, want := range map[string]string{
		"pg@8.11": "pg@8.11", "pg@8": "pg@8.23.1", "PG@8.23.1": "pg@8.23.1", "mysql2@3.6.4": "mysql2@3.6.4", "mysql2@3.6.5": "mysql2@3.6.5", "mysql2@3.5": "mysql2@3.5", "mysql2@3.0.0": "mysql2@3.0.0", "mysql2@3": "mysql2@3.24.6",
		"mysql2@^3": "", "mysql2@3.x": "", "mysql2@>=3": "", "mysql2@3.": "", "mysql2@": "", "mysql2@v3.5": "", "mysql2@3.5.0-beta": "", "mysql2@3..5": "", "mysql2@~3.5": "",
		"pg@8.1": "", "pg@9": "", "pgx@5.11": "pgx@5.11.0", "pgx@5.10.1": "", "pgx@5.8": "pgx@5.8.0", "mongodb@6.8.2": "mongodb@6.8.2", "amqplib@0.10.4": "amqplib@0.10.4", "clickhouse-go@2.51": "clickhouse-go@2.51.0 clickhouse-go@2.51.0",
	} {
		found, err := driversNamed(dsn.Drivers(), name)
		got := make([]string, len(found))
		for i, d := range found {
			got[i] = d.String()
		}
		if text := strings.Join(got, " "); text != want || (err == nil) == (want == "") {
			t.Errorf("%s: %s, %v; want %s", name, text, err, want)
		}
	}
}

// TestBuiltOfSeen: what is refused in an object that "dsn see" wrote, and what is taken.
func TestBuiltOfSeen(t *testing.T) {
	build, err := Lookup("dsn build")
	if err != nil {
		t.Fatal(err)
	}
	for object, want := range map[string]string{
		`{"scheme":"postgres","user":"u","password":"p@","host":"h1,h2","port":"1,2","database":"d","options":{"sslmode":"require"}}`: "postgres://u:p%40@h1:1,h2:2/d?sslmode=require",
		`{"scheme":"postgres","host":"h1,h2","port":6432,"database":"d"}`:                                                             "postgres://h1:6432,h2:6432/d",
		`{"scheme":"postgres","host":"[::1]:5","database":"d"}`:                                                                       "postgres://[::1]:5/d",
		`{"scheme":"postgres","host":"::1","database":"d"}`:                                                                           "postgres://[::1]/d",
		`{"driver":"amqplib","version":"2.3.1","user":"u","password":"é","host":"h"}`:                                                 "amqp://u:%E9@h",
		`{"driver":"redis-cli","version":"8.0.6","password":"p","host":"h"}`:                                                          "redis://default:p@h",
		`{"driver":"pgx","user":"u","password":"p@s","host":"h"}`:                                                                     "postgresql://u:p%40s@h",
		`{"driver":"redis-cli","version":"8.0.6","user":"u","host":"h","password_is":"as written"}`:                                   "!the password is not shown",
		`{"driver":"redis-cli","version":"8.0.6","verdict":"refused"}`:                                                                "!the driver does not read the URI",
		`{"driver":"redis-cli","version":"8.0.6","hidden":["host"]}`:                                                                  "!a part is not shown",
		`{"driver":"redis-cli","version":"1","host":"h"}`:                                                                             "!what redis-cli@1 reads is not known",
		`{"scheme":"redis","host":"h","hosts":[{"name":"h"}]}`:                                                                        "!either hosts or host",
		`{"host":"h"}`: `!missing key "scheme"`,
	} {
		r, err := build.Run(&Call{Request: &Request{Operation: "dsn build"}, Values: []string{object}})
		got := ""
		if err != nil {
			got = "!" + err.Error()
		} else {
			got = r.(results.Value).Text
		}
		if message, ok := strings.CutPrefix(want, "!"); got != want && (!ok || !strings.Contains(got, message)) {
			t.Errorf("%s: %s, want %s", object, got, want)
		}
	}
}
