package dsn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/scheme/dsn"
)

// TestChecked: which of some drivers read a connection string, refuse it, or read another
// password, and what they misread.
func TestChecked(t *testing.T) {
	for _, tt := range []struct {
		text     string
		drivers  string // which are looked at
		problems string // the octets
		strangers, refusing, otherwise,
		unknown string
	}{
		{"postgres://u:p$+@h/d", "peewee libpq", "", "", "", "", ""},                   // it decodes nothing, and has nothing to
		{"postgres://u:p%40+@h/d", "peewee django-environ", "+", "", "", "peewee", ""}, // the older version of django-environ
		{"u:p@s:s/w@tcp(h:3306)/d", "go-sql-driver", "", "", "", "", ""},
		{"u:p%40ss@tcp(h:3306)/d", "go-sql-driver", "", "", "", "go-sql-driver", ""}, // it decodes nothing
		{"u:p@tcp(h:3306)d", "go-sql-driver", "", "", "go-sql-driver", "", ""},
		{"mysql://u:p%40ss@h/d", "mysql2 peewee dburl", "", "", "", "mysql2 peewee", ""},
		{"mysql://u:p@ss@h/d", "mysql2 dburl", "", "", "", "mysql2", ""}, // the last '@' counts
		{"postgres://u:p@ss@h/d", "libpq", "@", "", "", "", ""},
		{"mysql://u:p@s/x?1@h/d", "dburl", "/?", "", "", "", ""},                           // a '?' of the password begins no options
		{"postgres://u:p@s/w#r?1@h/d?application_name=b@c", "libpq", "@/", "", "", "", ""}, // libpq knows no fragment, and looks for the @ first,
		{"postgres://u:p@h/d?application_name=a@b", "libpq pgx", "", "", "", "", ""},
		{"oracle://u:p@h/d", "go-ora", "", "", "go-ora", "", ""}, // it wants a port
		{"postgresql+asyncpg://u:p@h/d", "asyncpg libpq sqlalchemy", "", "asyncpg libpq", "", "", "sqlalchemy"},
		{"postgresql+psycopg2://u:p@h/d", "sqlalchemy pgx", "", "pgx", "", "", ""},
		{"host=h user=u password='a b@c'", "libpq pgx pq pg", "", "", "", "pg", ""},
		{"redis://secret@h", "redigo go-redis redis-py", "", "", "", "go-redis redigo redis-py", ""},
		{"postgres://u:p@h:1,h2:x1/d", "pgx", "", "", "pgx", "", ""},
		{"postgres://u:p@h:x1/d", "pgx", ":", "", "", "", ""},
		{"mongodb://h/d?ssl=", "pymongo", "", "", "pymongo", "", ""},
		{"Server=h;User Id=u;Password=p;", "mssql go-mssqldb", "", "", "", "", "go-mssqldb"},
		{"postgres://a:pässwörd@h/d", "pgx libpq pq", "äö", "", "", "", ""}, // Go's url.Parse refuses them raw
		{"postgres://a:p%C3%A4@h/d", "pgx libpq pq", "", "", "", "", ""},
		{"mysql://root:p%bcd@h/d", "mysql2 dburl", "%", "", "", "mysql2", ""}, // an escape that is no UTF-8
		{"jdbc:postgresql://h/d?user=u&password=p&ss+w", "pgjdbc", "&+", "", "", "", ""},
		{"jdbc:postgresql://h/d?user=u&password=p&ssl=true", "pgjdbc", "", "", "", "", ""},
		{"postgres://u:p@h/d?application_name=é", "activerecord libpq", "é", "", "", "", ""},
	} {
		drivers := slices.DeleteFunc(dsn.DriversFor(tt.text), func(d dsn.Driver) bool {
			return !slices.Contains(strings.Fields(tt.drivers), d.Name())
		})
		c := dsn.Check(tt.text, drivers)
		octets := ""
		for _, p := range c.Problems {
			octets += p.Text
		}
		names := func(list []dsn.Driver) string {
			var names []string
			for _, d := range list {
				names = append(names, d.Name())
			}
			return strings.Join(slices.Compact(names), " ")
		}
		for what, x := range map[string][2]string{
			"problems": {octets, tt.problems}, "strangers": {names(c.Strangers), tt.strangers}, "refusing": {names(c.Refusing), tt.refusing},
			"otherwise": {names(c.Otherwise), tt.otherwise}, "unknown": {names(c.Unknown), tt.unknown},
		} {
			if x[0] != x[1] {
				t.Errorf("%s: %s: %q, want %q", tt.text, what, x[0], x[1])
			}
		}
	}
}

// TestCheckedDatabase: who reads the escapes of a database as they are written.
func TestCheckedDatabase(t *testing.T) {
	for uri, want := range map[string]string{"postgres://u:p@h/a%2Fb": "pg postgres.js", "postgres://u:p@h/a": "", "postgres://u:p@h/a%20b": "postgres.js", "postgres://u:p@h/a/b": ""} {
		got := []string{}
		for _, d := range dsn.Check(uri, dsn.DriversFor(uri)).Undecoded {
			if d.Name() == "pg" || d.Name() == "pgx" || d.Name() == "postgres.js" {
				got = append(got, d.Name())
			}
		}
		if got := strings.Join(slices.Compact(got), " "); got != want {
			t.Errorf("%s: %q, want %q", uri, got, want)
		}
	}
}

// TestDriversFor: the first driver for a text of each form.
func TestDriversFor(t *testing.T) {
	for text, want := range map[string]string{
		"postgres://u:p@h/d":              "activerecord",
		"MariaDB+pymysql://u:p@h/d":       "activerecord",
		"jdbc:postgresql://h/d":           "pgjdbc",
		"jdbc:mysql://h/d":                "", // Connector/J was not run
		"jdbc:oracle:thin:u/p@h:1/d":      "",
		"host=h password=a":               "activerecord",
		" sslmode = require":              "activerecord",
		"User Id=u;Password=p":            "go-mssqldb",
		"u:p@tcp(h)/d?x=y":                "go-sql-driver",
		"/d?x=y":                          "go-sql-driver",
		"":                                "go-sql-driver",
		"mysql:host=h;dbname=d":           "", // PDO
		"pgsql:host=h;password=p;w":       "",
		"DATABASE_URL=postgres://u:p@h/d": "",
		`export DATABASE_URL="mysql+x://u:p@h/d?a=b"`: "",
	} {
		got := ""
		if list := dsn.DriversFor(text); list != nil {
			got = list[0].Name()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestCheckFile: what SQLite reads otherwise in a URI filename, which has no authority.
func TestCheckFile(t *testing.T) {
	for uri, want := range map[string]string{
		"file:a@b:c d+e":      "",
		"file:a#b":            "6#",
		"file:///a%zz/b?x=%z": "17%", // to drivers of Go
		"file:a?b=c#d":        "10#",
	} {
		got := ""
		c := dsn.Check(uri, dsn.DriversFor(uri))
		for _, p := range c.Problems {
			got += fmt.Sprint(p.Offset, p.Text)
		}
		if got != want || len(c.Strangers)+len(c.Refusing) > 0 {
			t.Errorf("%s: %s, want %s; %+v", uri, got, want, c)
		}
	}
}

// TestCheckedWithoutOptions: what is raw in a password is found where the options, or the name
// that stands for hosts, are not known to be read.
func TestCheckedWithoutOptions(t *testing.T) {
	for _, uri := range []string{
		"mongodb://u:p@ss@h/d?zlibCompressionLevel=3&w=majority", "mongodb+srv://u:p@ss@c.example/d",
	} {
		c := dsn.Check(uri, dsn.DriversFor(uri))
		if len(c.Problems) != 1 || c.Problems[0].Text != "@" || c.Problems[0].Refused+c.Problems[0].Misread < 5 {
			t.Errorf("%s: %+v", uri, c.Problems)
		}
	}
}
