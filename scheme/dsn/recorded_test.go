package dsn_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/scheme/dsn"
)

// maxUnknown is the share of the cases in which a model may not know the answer.
const maxUnknown = 0.01

// recorder is the user who recorded: a driver may take the name of the user for that of the
// database.
const recorder = "root"

// TestRecordings replays every recording of a driver: its model must have the answer of the
// driver to each URI, or none to few.
func TestRecordings(t *testing.T) {
	folder := filepath.Join(recordings.Folder(t), "dsn")
	for _, d := range dsn.Drivers() {
		for _, version := range d.Versions() {
			t.Run(d.Family()+"/"+d.Name()+"@"+version, func(t *testing.T) {
				t.Parallel()
				cases, err := recordings.ReadCorpus(filepath.Join(folder, "cases", d.Family()+".txt.gz"))
				if err != nil {
					t.Fatal(err)
				}
				recording, err := recordings.ReadDSN(filepath.Join(folder, "recordings", d.Family(), d.Name()+"@"+version+".txt.gz"))
				if err != nil {
					t.Fatal(err)
				}
				unknown, wrong, messages := 0, 0, 0
				for i, uri := range cases {
					r, want := d.Read(uri), recording.Answers[i]
					if r.Verdict == reader.Unknown {
						unknown++
						continue
					}
					got := answer(r)
					if got.Parts[4] == nil && got.Parts[0] == nil && want.Parts[4] != nil && *want.Parts[4] == recorder {
						want.Parts[4] = nil // the user who ran the driver
					}
					if got.Refused && want.Refused {
						if !strings.Contains(want.Error, r.Error) {
							if messages++; messages <= 5 {
								t.Errorf("%s\nmodel   %q\ndriver  %q", recordings.EscapeURL(uri), r.Error, want.Error)
							}
						}
						continue
					}
					if g, w := show(got), show(want); g != w {
						if wrong++; wrong <= 12 {
							t.Errorf("%s\nmodel   %s\ndriver  %s", recordings.EscapeURL(uri), g, w)
						}
					}
				}
				t.Logf("%d URIs, %d unknown (%.2f %%), %d wrong", len(cases), unknown, 100*float64(unknown)/float64(len(cases)), wrong)
				if float64(unknown) > maxUnknown*float64(len(cases)) {
					t.Errorf("%d of %d URIs are unknown", unknown, len(cases))
				}
			})
		}
	}
}

// TestRandomFindings: what drivers were seen to read of random URIs that no recorded case is like.
func TestRandomFindings(t *testing.T) {
	for _, tt := range []struct{ driver, uri, want string }{
		{"mongo-driver", "mongodb://u:p@h:27017/db?authSource=&authSource=%2B", `"u" "p" "h:27017" - "db" "authSource"="+"`},
		{"pika", "amqp://u:p@h:5672/vh?channel_max=1&channel_max=", `"u" "p" "h" "5672" "vh" "channel_max"="1"`},
		{"dj-database-url", `postgresql://u:p@h:5432/db?%2F="&%2F=:`, `"u" "p" "h" "5432" "db" "/"="['\"', ':']"`},
		{"dj-database-url", "postgresql://u:p@h:5432/db?x=a'&x=&%78=b%5C'%22", `"u" "p" "h" "5432" "db" "x"="[\"a'\", 'b\\\\\\'\"']"`},
		{"mongodb", "mongodb://u:p@h:27017/?&", `"u" "p" "h" "27017" "test" "authSource"="admin"`},
		{"mongodb", "mongodb://u😀p:p@h:27017/db", `"u😀�p" "" "h" "27017" "db"`},
		{"mongodb", "mongodb://u:p😀q@h:27017/db", `"u" "p😀�" "h" "27017" "db"`},
		{"mongodb", "mongodb://u:p😀@h:27017/db", `"u" "p😀" "h" "27017" "db"`},
		{"mongo-driver", "mongodb://u:p@h:27017/db?authSource=a&authSource=", "! authSource must be non-empty when supplied in a URI"},
		{"mongodb", "mongodb+srv://u:p%40ss@c.abc.mongodb.net/test?retryWrites=true&w=majority", `"u" "p@ss" "c.abc.mongodb.net" - "test" "authSource"="test" "tls"="true" "w"="majority"`},
		{"libmongoc", "mongodb+srv://u:p%40ss@c.abc.mongodb.net/test?retryWrites=true&w=majority", `"u" "p@ss" "" "" "test" "retrywrites"="true" "tls"="true" "w"="majority"`},
		{"libmongoc", "mongodb://u:p@h1,h1/db", `"u" "p" "h1" "27017" "db"`},
		{"mongo-driver", "mongodb://u:p@h/db?retryWrites=true&connectTimeoutMS=3000", `"u" "p" "h" - "db"`},
		{"mongo-driver", "mongodb+srv://u:p%ss@c.abc.mongodb.net/test", "! invalid"},
		{"pymongo@4.19.0", "mongodb://u:p@h/db?retryWrites=true&connectTimeoutMS=500&readPreference=secondary", `"u" "p" "h" "27017" "db" "connectTimeoutMS"="0.5" "readPreference"="secondary" "retryWrites"="True"`},
		{"mongo-ruby", "mongodb://u:p@h/db?retryWrites=true&w=majority&maxIdleTimeMS=1000", `"u" "p" "h" - "db" "max_idle_time"="1.0" "retry_writes"="true" "write_concern"="{\"w\"=>:majority}"`},
		{"pymongo", "mongodb://u:p@h/db?ssl=false&tls=true", "!"},
		{"pymongo", "mongodb://u:p@h:1é/db", "! Port"},
		{"clickhouse-go", "clickhouse:x//u:p@h:9000/db", "! parse dsn address failed"},
		{"kombu", "amqp:://u:p@h:5672/vh", `"guest" "guest" "localhost" "5672" "u:p@h:5672/vh"`},
		{"ioredis@5.11.1", "redis://u:p@h:6379?family=0&keepAlive=5&maxRetriesPerRequest=null", `"u" "p" "h" "6379" "0" "keepAlive"="5" "maxRetriesPerRequest"="null"`},
		{"ioredis@6.0.0", "redis://u:p@h:6379?keepAlive=0", `"u" "p" "h" "6379" "0" "keepAlive"="0"`},
		{"pika", "amqp://u:p@h/vh?connection_attempts=3&retry_delay=5&frame_max=131072", `"u" "p" "h" "5672" "vh"`},
		{"mysql2", `mysql://u:p@h:3306/db?ssl={"rejectUnauthorized":false}&timezone=%2B02:00`, `"u" "p" "h" "3306" "db" "ssl"="{\"rejectUnauthorized\":false}" "timezone"="+02:00"`},
		{"pgx@5.13.0", "postgresql://u:p@h/db?default_query_exec_mode=exec", `"u" "p" "h" "5432" "db"`},
		{"pgx@5.13.0", "postgresql://u:p@h/db?default_query_exec_mode=x", "! invalid default_query_exec_"},
		{"asyncpg@0.31.0", "postgresql://u:p@h/db?target_session_attrs=any", `"u" "p" "h" "5432" "db"`},
		{"mongodb@5.9.2", "mongodb://u:p@h:27017/db?appName=a&APPNAME=b&appName=c", `"u" "p" "h" "27017" "db" "appName"="a"`},
		{"mongodb@5.9.2", "mongodb://u:p@h:27017/db?tls=yes&ssl=1", `"u" "p" "h" "27017" "db" "tls"="true"`},
		{"mongodb@7.9.0", "mongodb://u:p@h:27017/db?appName=a&APPNAME=b", `"u" "p" "h" "27017" "db" "appName"="a"`},
		{"nodemailer", `smtp://u:p@h?name=a&name="b`, `"u" "p" "h" - - "name"="[\"a\",\"\\\"b\"]"`},
		{"nodemailer@10.6.1", "smtp://u:p@h%2541", `"u" "p" "ha" - -`},
		{"nodemailer@10.6.1", "smtp://u:p@[::1]:1,[::1]:2", `"u" "p" "::1]:1,[::1" "2" -`},
		{"amqplib", "amqp://u:p@h/vh?heartbeat=1&heartbeat=2", `"u" "p" "h" "5672" "vh" "heartbeat"="1"`},
		{"kombu", "amqp://u:p@h/vh?heartbeat=+1+", `"u" "p" "h" "5672" "vh"`},
		{"sqlalchemy@2.0.52", "postgresql://u:p@/db?host=a:1&host=b", `"u" "p" "a,b" "1," "db"`},
		{"sqlalchemy", "postgresql://u:p@h/db?x=1&x=a%09", `"u" "p" "h" - "db" "x"="('1', 'a\\t')"`},
		{"dj-database-url", "postgresql://u:p@h/db?x=1&x=a%09", `"u" "p" "h" "" "db" "x"="[1, 'a\\t']"`},
		{"sequelize", "mysql://u:p@h/db?x=1&x=2", `"u" "p" "h" "3306" "db" "x"="[\"1\",\"2\"]"`},
		{"postgres.js", "postgresql://u:p$&@h$&b/db", `"u" "p$&" "hh$&bb" "5432" "db"`},
		{"mssql", `Server=tcp:h,1;User Id=d\u;Password='a;b''c';Database=db;Encrypt=no`, `"u" "a;b'c" "h" "1" "db" "domain"="d" "encrypt"="false"`},
		{"mssql", `Server=h;Password="a`, "! Connection string terminated unexpectedly"},
	} {
		found := false
		for _, d := range dsn.DriversFor(tt.uri) {
			if d.Name() != tt.driver && d.String() != tt.driver || d.Version() == "0.5.0" {
				continue
			}
			found = true
			if got := strings.TrimSpace(show(answer(d.Read(tt.uri)))); got != tt.want {
				t.Errorf("%s: %s: %s, want %s", d, tt.uri, got, tt.want)
			}
		}
		if !found {
			t.Errorf("%s: no such driver", tt.driver)
		}
	}
}

// answer returns a reading in the form of recordings.
func answer(r dsn.Reading) recordings.DSNAnswer {
	a := recordings.DSNAnswer{Refused: r.Verdict == reader.Refused, Error: r.Error}
	for i, p := range r.Parts() {
		if p.Present {
			a.Parts[i] = &p.Text
		}
	}
	for _, o := range r.Options {
		a.Options = append(a.Options, [2]string{o.Name, o.Value})
	}
	return a
}

func show(a recordings.DSNAnswer) string {
	if a.Refused {
		return "! " + a.Error
	}
	var b strings.Builder
	for _, p := range a.Parts {
		if p == nil {
			b.WriteString(" -")
		} else {
			fmt.Fprintf(&b, " %q", *p)
		}
	}
	options := slices.Clone(a.Options)
	slices.SortFunc(options, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	for _, o := range options {
		fmt.Fprintf(&b, " %q=%q", o[0], o[1])
	}
	return b.String()
}
