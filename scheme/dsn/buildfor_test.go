package dsn_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/scheme/dsn"
)

// TestBuildFor builds connection strings for pairs of drivers of each scheme, and reads them.
func TestBuildFor(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 2000
	}
	r := rand.New(rand.NewPCG(1, 42))
	pieces := []string{"a", "B", "7", "@", ":", "/", "#", "?", "[", "]", "%", "+", " ", "&", "=", "'", `"`, `\`, ",", ";", "$", "é", "😀", "%40", "p"}
	text := func() string {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	built, failed := 0, map[string]int{}
	for i := range n {
		scheme := []string{"postgresql", "mysql", "redis", "mongodb", "amqp"}[i%5]
		all := dsn.DriversOf(scheme)
		drivers := []dsn.Driver{all[r.IntN(len(all))], all[r.IntN(len(all))]}
		d := dsn.DSN{Scheme: scheme, Userinfo: dsn.UserAndPassword, User: text(), Password: text(), Hosts: []dsn.Host{{Name: "db.example", Port: "1234"}}, Path: dsn.HasPath, Database: "shop"}
		switch {
		case scheme == "redis":
			d.Database = "3"
		case i%3 == 0 && scheme != "mongodb":
			d.Database = text()
		}
		uri, err := dsn.BuildFor(drivers, d)
		var not *dsn.NotReadError
		if errors.As(err, &not) {
			failed[scheme+" "+not.Part+" "+not.Driver.String()]++
			for _, secret := range []string{d.Password, d.User} {
				if len(secret) > 3 && strings.Contains(err.Error(), secret) {
					t.Errorf("%v", err)
				}
			}
			continue
		}
		if err != nil {
			continue // such as a slash in the name of a virtual host
		}
		built++
		for _, dr := range drivers {
			x := dr.Read(uri)
			if x.User.Text != d.User || x.Password.Text != d.Password || !strings.HasPrefix(strings.ToLower(x.Host.Text), "db.example") || strings.TrimPrefix(x.Database.Text, "/") != strings.TrimPrefix(d.Database, "/") && d.Database != "" {
				t.Fatalf("%v of %+v: %q", dr, d, uri)
			}
		}
	}
	t.Logf("%d of %d built; %v", built, n, failed)
	if built < n/3 {
		t.Error("too few")
	}
}

// TestSpellings: values that no single way of writing a part is right for, and parts that
// stand elsewhere.
func TestSpellings(t *testing.T) {
	for _, tt := range []struct {
		drivers string
		d       dsn.DSN
		want    string
	}{
		{"knex", dsn.DSN{Scheme: "mysql", User: "u", Database: "a/é b"}, "mysql://u:@h?database=a%2F%C3%A9%20b"},
		{"pg", dsn.DSN{Scheme: "postgres", User: "u", Database: "a/é b"}, "postgres://u:@h/a/%C3%A9%20b"},
		{"amqplib", dsn.DSN{Scheme: "amqp", User: "ü", Password: "é@"}, "amqp://%FC:%E9%40@h"},
		{"librabbitmq", dsn.DSN{Scheme: "amqp", User: "u", Password: "é@"}, "amqp://u:é%40@h"},
		{"peewee", dsn.DSN{Scheme: "mysql", User: "u@", Password: "p#é"}, "mysql://h?user=u%40&password=p%23%C3%A9"},
		{"sqlite", dsn.DSN{Scheme: "file", Database: "/a b#%é", Params: []dsn.Param{{Name: "mode", Value: "ro"}}}, "file:///a%20b%23%25%C3%A9?mode=ro"},
		{"sqlite", dsn.DSN{Scheme: "file", Database: "a/b"}, "file:a/b"},
		{"predis", dsn.DSN{Scheme: "redis", User: "default", Password: "p@/é"}, "redis://h?username=default&password=p%40%2F%C3%A9"},
	} {
		if tt.d.Scheme != "file" {
			tt.d.Userinfo, tt.d.Hosts = dsn.UserAndPassword, []dsn.Host{{Name: "h"}}
		}
		if tt.d.Database != "" {
			tt.d.Path = dsn.HasPath
		}
		var drivers []dsn.Driver
		for _, d := range dsn.DriversOf(tt.d.Scheme) {
			if d.Name() == tt.drivers {
				drivers = []dsn.Driver{d} // the newest
			}
		}
		if got, err := dsn.BuildFor(drivers, tt.d); got != tt.want {
			t.Errorf("%s of %+v: %q, %v, want %q", tt.drivers, tt.d, got, err, tt.want)
		}
	}
}

func TestEncodedTwice(t *testing.T) {
	for uri, want := range map[string][]int{
		"redis://u:p%2540ss@h":                      {11},
		"redis://u:p%25ss@h/%252F":                  {19},
		"redis://u:p%40ss@[fe80::1%25ab]/1?x=%2540": nil,
		"redis://%25%34%30@h":                       nil,
	} {
		if got := dsn.Check(uri, nil).Twice; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", uri, got, want)
		}
	}
}

// TestKeywords: what drivers of PostgreSQL read in keywords and values, as they did when they
// were run; "!" is a refusal.
func TestKeywords(t *testing.T) {
	for _, tt := range []struct{ text, libpq, before, after, pq string }{
		{`host=h password='a b' dbname=d`, "a b", "a b", "a b", "a b"},
		{`host=h password = p dbname=d`, "p", "p", "p", "p"},
		{`host=h password='a\'b\\' dbname=d`, `a'b\`, `a'b\`, `a'b\`, `a'b\`},
		{`host=h password=\a% dbname=d`, "a%", `\a%`, "a%", "a%"},
		{`host=h password='\%zz' dbname=d`, "%zz", `\%zz`, "%zz", "%zz"},
		{`host=h dbname=d password=p\`, "p", "!", "p", "!"},
		{`host=h dbname=d password='p\`, "!", "!", "!", "!"},
		{`host=h dbname=d password='p`, "!", "!", "!", "!"},
		{`host=h password=p = dbname=d`, "!", "!", "!", "p"},
		{`host=h password=p d`, "!", "!", "!", "!"},
	} {
		for name, want := range map[string]string{"libpq": tt.libpq, "psycopg2": tt.libpq, "pgx@5.10.0": tt.before, "pgx@5.13.0": tt.after, "pq": tt.pq} {
			for _, d := range dsn.DriversOf("postgresql") {
				if d.Name() != name && d.String() != name {
					continue
				}
				r := d.Read(tt.text)
				got := r.Password.Text
				if r.Verdict != reader.Read {
					got = "!"
				}
				if got != want {
					t.Errorf("%v of %s: %q, want %q", d, tt.text, got, want)
				}
			}
		}
	}
}
