package dsn

import (
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		name, in  string
		want      DSN
		canonical string
	}{
		{"everything", "postgresql://app:p%40ss%3Aw%2Frd%25@db.example:5432/shop?sslmode=require&application_name=a%20b", DSN{Scheme: "postgresql", Userinfo: UserAndPassword, User: "app", Password: "p@ss:w/rd%", Hosts: []Host{{"db.example", "5432"}}, Path: HasPath, Database: "shop", Params: []Param{{"sslmode", "require"}, {"application_name", "a b"}}}, "postgresql://app:p%40ss%3Aw%2Frd%25@db.example:5432/shop?sslmode=require&application_name=a%20b"},
		{"several hosts and a socket", "POSTGRES://%2Fvar%2Frun,[::1]:5433,h/", DSN{Scheme: "postgres", Hosts: []Host{{"/var/run", ""}, {"::1", "5433"}, {"h", ""}}, Path: HasPath}, "postgres://%2Fvar%2Frun,[::1]:5433,h/"},
		{"plus is itself", "postgresql://a+b:c+d@h/e+f?g=h+i", DSN{Scheme: "postgresql", Userinfo: UserAndPassword, User: "a+b", Password: "c+d", Hosts: []Host{{"h", ""}}, Path: HasPath, Database: "e+f", Params: []Param{{"g", "h+i"}}}, "postgresql://a%2Bb:c%2Bd@h/e%2Bf?g=h%2Bi"},
		{"colons in a password", "mysql://u:a:b@h", DSN{Scheme: "mysql", Userinfo: UserAndPassword, User: "u", Password: "a:b", Hosts: []Host{{"h", ""}}}, "mysql://u:a%3Ab@h"},
		{"RabbitMQ appendix A, everything escaped", "amqp://user%61:%61pass@ho%61st:10000/v%2fhost", DSN{Scheme: "amqp", Userinfo: UserAndPassword, User: "usera", Password: "apass", Hosts: []Host{{"hoast", "10000"}}, Path: HasPath, Database: "v/host"}, "amqp://usera:apass@hoast:10000/v%2Fhost"},
		{"RabbitMQ appendix A, slash", "amqp://host/%2f", DSN{Scheme: "amqp", Hosts: []Host{{"host", ""}}, Path: HasPath, Database: "/"}, "amqp://host/%2F"},
		{"RabbitMQ appendix A, empty virtual host", "amqp://host/", DSN{Scheme: "amqp", Hosts: []Host{{"host", ""}}, Path: HasPath}, "amqp://host/"},
		{"RabbitMQ appendix A, default virtual host", "amqp://host", DSN{Scheme: "amqp", Hosts: []Host{{"host", ""}}}, "amqp://host"},
		{"RabbitMQ appendix A, nothing", "amqp://", DSN{Scheme: "amqp"}, "amqp://"},
		{"RabbitMQ appendix A, empty userinfo", "amqp://:@/", DSN{Scheme: "amqp", Userinfo: UserAndPassword, Path: HasPath}, "amqp://:@/"},
		{"RabbitMQ appendix A, user", "amqp://user@", DSN{Scheme: "amqp", Userinfo: UserOnly, User: "user"}, "amqp://user@"},
		{"RabbitMQ appendix A, address", "amqp://[::1]", DSN{Scheme: "amqp", Hosts: []Host{{"::1", ""}}}, "amqp://[::1]"},
		{"password alone", "rediss://:s3cr%25t@h:6379/0", DSN{Scheme: "rediss", Userinfo: UserAndPassword, Password: "s3cr%t", Hosts: []Host{{"h", "6379"}}, Path: HasPath, Database: "0"}, "rediss://default:s3cr%25t@h:6379/0"},
		{"replica set", "mongodb://u:D1fficultP%40ssw0rd@a:27017,b/?authSource=admin", DSN{Scheme: "mongodb", Userinfo: UserAndPassword, User: "u", Password: "D1fficultP@ssw0rd", Hosts: []Host{{"a", "27017"}, {"b", ""}}, Path: HasPath, Params: []Param{{"authSource", "admin"}}}, "mongodb://u:D1fficultP%40ssw0rd@a:27017,b/?authSource=admin"},
		{"a colon alone is no host", "postgres://:", DSN{Scheme: "postgres"}, "postgres://"},
		{"a question mark before the @", "postgresql://a:1?sslmode=@evil.example/db", DSN{Scheme: "postgresql", Userinfo: UserAndPassword, User: "a", Password: "1?sslmode=", Hosts: []Host{{"evil.example", ""}}, Path: HasPath, Database: "db"}, "postgresql://a:1%3Fsslmode%3D@evil.example/db"},
		{"two question marks", "postgresql://a?b@h?c=d", DSN{Scheme: "postgresql", Userinfo: UserOnly, User: "a?b", Hosts: []Host{{"h", ""}}, Params: []Param{{"c", "d"}}}, "postgresql://a%3Fb@h?c=d"},
		{"an @ after the question mark", "postgresql://u@h?a=@b", DSN{Scheme: "postgresql", Userinfo: UserOnly, User: "u", Hosts: []Host{{"h", ""}}, Params: []Param{{"a", "@b"}}}, "postgresql://u@h?a=%40b"},
		{"an @ after the slash", "postgresql://h/x?a=@b", DSN{Scheme: "postgresql", Hosts: []Host{{"h", ""}}, Path: HasPath, Database: "x", Params: []Param{{"a", "@b"}}}, "postgresql://h/x?a=%40b"},
		{"a question mark before the @, elsewhere", "mysql://h?a=@b", DSN{Scheme: "mysql", Hosts: []Host{{"h", ""}}, Params: []Param{{"a", "@b"}}}, "mysql://h?a=%40b"},
		{"a zone", "postgresql://[::1%25lo]:1/x", DSN{Scheme: "postgresql", Hosts: []Host{{"::1%lo", "1"}}, Path: HasPath, Database: "x"}, "postgresql://[::1%25lo]:1/x"},
		{"a zone of MongoDB", "mongodb://[fe80::1%25a%2Fb]", DSN{Scheme: "mongodb", Hosts: []Host{{"fe80::1%a/b", ""}}}, "mongodb://[fe80::1%25a%2Fb]"},
		{"an address with escapes", "postgres://[%3A%3a1]", DSN{Scheme: "postgres", Hosts: []Host{{"::1", ""}}}, "postgres://[::1]"},
		{"an equals sign in a value", "mysql://h?a=b=c", DSN{Scheme: "mysql", Hosts: []Host{{"h", ""}}, Params: []Param{{"a", "b=c"}}}, "mysql://h?a=b%3Dc"},
		{"an escaped equals sign", "postgres://h?a=b%3Dc", DSN{Scheme: "postgres", Hosts: []Host{{"h", ""}}, Params: []Param{{"a", "b=c"}}}, "postgres://h?a=b%3Dc"},
		{"a comma in a host", "amqp://a%2Cb", DSN{Scheme: "amqp", Hosts: []Host{{"a,b", ""}}}, "amqp://a%2Cb"},
		{"sub-delims in a password", "mongodb+srv://u:$a!@h", DSN{Scheme: "mongodb+srv", Userinfo: UserAndPassword, User: "u", Password: "$a!", Hosts: []Host{{"h", ""}}}, "mongodb+srv://u:%24a%21@h"},
	} {
		got, err := Parse(tt.in)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
		if built, err := tt.want.Build(); err != nil || built != tt.canonical {
			t.Errorf("%s: %s, %v", tt.name, built, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"http://h", 0, "http", UnknownScheme},
		{"mysql", 0, "mysql", UnknownScheme},
		{"mysql:h", 6, "h", MissingSlash},
		{"mysql://u:p@ss@h", 11, "@", percent.InvalidByte},
		// What may be the beginning of a password is not shown.
		{"mysql://u:p/ss@h", 10, "", InvalidPort},
		{"mysql://u:sec?ret@h", 10, "", InvalidPort},
		{"mongodb://u:0/ss@h", 12, "", InvalidPort},
		{"postgresql://[u:sec/ret@h", 13, "", InvalidHost},
		{"mysql://u:p#ss@h", 11, "#", percent.InvalidByte},
		{"mysql://u:50%@h", 12, "%", percent.InvalidEscape},
		{"postgresql://u:%zz@h", 15, "%zz", percent.InvalidEscape},
		{"postgresql://u:a%00@h", 16, "%00", ForbiddenNUL},
		{"mongodb://u:a:b@h", 13, ":", percent.InvalidByte},
		{"mysql://a,b", 9, ",", InvalidHost},
		{"mysql://h:70000", 10, "70000", InvalidPort},
		{"mysql://h:x", 10, "", InvalidPort}, // it may be a password,
		{"mysql://[::1", 8, "[::1", InvalidHost},
		{"mysql://[1.2.3.4]", 8, "[1.2.3.4]", InvalidHost},
		{"mysql://[::1]x", 13, "x", InvalidHost},
		{"mysql://h h", 9, " ", percent.InvalidByte},
		{"amqp://h/a/b", 10, "/", percent.InvalidByte},
		{"mysql://h/a b", 11, " ", percent.InvalidByte},
		{"mysql://h?a", 11, "", MissingEquals},
		{"mysql://h?=a", 10, "=", MissingName},
		{"mysql://h?a=b&&c=d", 14, "&", MissingName},
		{"mysql://h?a=%4", 12, "%4", percent.TruncatedEscape},
		{"postgres://a%2cb.invalid/x", 12, "%2c", percent.InvalidByte},
		{"postgres://h,a%252C%2Cb", 19, "%2C", percent.InvalidByte},
		{"postgres://[::1%25a%2Cb]", 19, "%2C", percent.InvalidByte},
		{"postgresql://[::1%zz]", 17, "%zz", percent.InvalidEscape},
		{"mysql://[fe80::1%eth0]", 16, "%et", percent.InvalidEscape},
		{"postgresql://[::1%25]", 13, "[::1%25]", InvalidHost},
		{"postgresql://h/?application_name=a=b", 34, "=", percent.InvalidByte},
	} {
		_, err := Parse(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	for _, tt := range []struct {
		in     DSN
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{DSN{Scheme: "x"}, 0, "x", UnknownScheme},
		{DSN{Scheme: "mysql", Hosts: []Host{{"a", ""}, {"b", ""}}}, 0, "b", InvalidHost},
		{DSN{Scheme: "mysql", Hosts: []Host{{"a", "1\n"}}}, 0, "1\n", InvalidPort},
		{DSN{Scheme: "mysql", Params: []Param{{"", "a"}}}, 0, "", MissingName},
		{DSN{Scheme: "postgres", Hosts: []Host{{"h", ""}, {"a,b.invalid", ""}}}, 1, ",", percent.InvalidByte},
		{DSN{Scheme: "postgres", Hosts: []Host{{"::1%a,b", ""}}}, 5, ",", percent.InvalidByte},
		{DSN{Scheme: "postgres", Userinfo: UserOnly, User: "a\x00"}, 1, "\x00", ForbiddenNUL},
	} {
		_, err := tt.in.Build()
		syntaxtest.Check(t, tt.in.Scheme, err, tt.offset, tt.bytes, tt.reason)
	}
}

// TestPasswords sends every octet through every scheme.
func TestPasswords(t *testing.T) {
	for scheme, format := range schemes.Get() {
		for b := range 256 {
			if b == 0 && format == PostgreSQL {
				continue
			}
			d := DSN{Scheme: scheme, Userinfo: UserAndPassword, User: "u", Password: "@:/%" + string([]byte{byte(b)}), Hosts: []Host{{"h", ""}}, Path: HasPath, Database: string([]byte{byte(b)})}
			if format == MongoDB && strings.IndexByte(mongoName, byte(b)) >= 0 {
				d.Database = ""
			}
			uri, err := d.Build()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := Parse(uri); err != nil || !reflect.DeepEqual(got, d) {
				t.Errorf("%s: %+v, %v", uri, got, err)
			}
		}
	}
}

// TestMongoDB holds the examples of the tests of MongoDB's Connection String
// specification: valid-auth.yml and invalid-uris.yml.
func TestMongoDB(t *testing.T) {
	for _, tt := range []struct{ in, user, password, database string }{
		{"mongodb://alice:foo@127.0.0.1", "alice", "foo", ""},
		{"mongodb://bob:bar@[::1]:27018/admin", "bob", "bar", "admin"},
		{"mongodb://alice:secret@example.com,[::1]:27019/admin", "alice", "secret", "admin"},
		{"mongodb://alice@127.0.0.1", "alice", "", ""},
		{"mongodb://alice:@127.0.0.1", "alice", "", ""},
		{"mongodb://%40l%3Ace%2F%3D@example.com/my%3Ddb", "@l:ce/=", "", "my=db"},
		{"mongodb://%24am:f%3Azzb%40z%2Fz%3D@127.0.0.1/admin%3F?authMechanism=MONGODB-CR", "$am", "f:zzb@z/z=", "admin?"},
		{"mongodb://!$&'()*+,;=:!$&'()*+,;=@127.0.0.1/admin?authMechanism=MONGODB-CR", "!$&'()*+,;=", "!$&'()*+,;=", "admin"},
		{"mongodb://CN%3DmyName%2COU%3DmyOrgUnit%2CO%3DmyOrg%2CL%3DmyLocality%2CST%3DmyState%2CC%3DmyCountry@localhost/?authMechanism=MONGODB-X509", "CN=myName,OU=myOrgUnit,O=myOrg,L=myLocality,ST=myState,C=myCountry", "", ""},
		{"mongodb://user%40EXAMPLE.COM:secret@localhost/?authMechanismProperties=SERVICE_NAME:other,SERVICE_HOST:example.com&authMechanism=GSSAPI", "user@EXAMPLE.COM", "secret", ""},
		{"mongodb://alice:secret@example.com/admin?replicaset=my@replicaset", "alice", "secret", "admin"},
		{"mongodb://user:pass@%2Ftmp%2Fmongodb-27017.sock/authDB?replicaSet=rs", "user", "pass", "authDB"},
		{"mongodb://foo:bar%3A@mongodb.example.com,%2Ftmp%2Fmongodb-27018.sock/admin?w=1", "foo", "bar:", "admin"},
	} {
		d, err := Parse(tt.in)
		if err != nil || d.User != tt.user || d.Password != tt.password || d.Database != tt.database {
			t.Errorf("%s: %+v, %v", tt.in, d, err)
		}
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"", 0, "", UnknownScheme},
		{"mongo://localhost:27017", 0, "mongo", UnknownScheme},
		{"mongodb://", 10, "", InvalidHost},
		{"mongodb://localhost::27017", 20, ":27017", InvalidPort},
		{"mongodb://localhost::27017/", 20, ":27017", InvalidPort},
		{"mongodb://::", 11, ":", InvalidPort},
		{"mongodb://localhost,localhost::", 30, ":", InvalidPort},
		{"mongodb://localhost::27017,abc", 20, ":27017", InvalidPort},
		{"mongodb://localhost:-1", 20, "-1", InvalidPort},
		{"mongodb://localhost:0/", 20, "0", InvalidPort},
		{"mongodb://a,localhost:00,b/", 22, "00", InvalidPort},
		{"mongodb://localhost:65536", 20, "65536", InvalidPort},
		{"mongodb://localhost:foo", 20, "", InvalidPort},
		{"mongodb://[::1]:-1", 16, "-1", InvalidPort},
		{"mongodb://[::1]:0/", 16, "0", InvalidPort},
		{"mongodb://[::1]:65536/", 16, "65536", InvalidPort},
		{"mongodb://[::1]:foo", 16, "", InvalidPort},
		{"mongodb://example.com/?w", 24, "", MissingEquals},
		{"mongodb://alice:foo:bar@127.0.0.1", 19, ":", percent.InvalidByte},
		{"mongodb://alice@@127.0.0.1", 15, "@", percent.InvalidByte},
		{"mongodb://alice@foo:bar@127.0.0.1", 15, "@", percent.InvalidByte},
		{"mongodb://alice/@localhost/db", 26, "/", percent.InvalidByte},
		{"mongodb://alice/bob:foo@localhost/db", 33, "/", percent.InvalidByte},
		{"mongodb://alice:foo/bar@localhost/db", 16, "", InvalidPort},
		{"mongodb:///tmp/mongodb-27017.sock/", 10, "/", InvalidHost},
		{"mongodb://a,,b/", 12, "", InvalidHost},
		{"mongodb+srv://test5.test.mongodb.com,test6.test.mongodb.com", 37, "test6.test.mongodb.com", InvalidHost},
		{"mongodb+srv://test7.test.mongodb.com:27018", 37, "27018", InvalidPort},
		{"mongodb://h/a%20b", 13, "%20", percent.InvalidByte},
		{"mongodb://h/%61$", 15, "$", percent.InvalidByte},
		{"mongodb://h/a%5C", 13, "%5C", percent.InvalidByte},
		{"mongodb://h/a/b", 13, "/", percent.InvalidByte},
	} {
		_, err := Parse(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	for _, tt := range []struct {
		in     DSN
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{DSN{Scheme: "mongodb"}, 0, "", InvalidHost},
		{DSN{Scheme: "MONGODB+SRV", Hosts: []Host{{"a", "1"}}}, 0, "a", InvalidHost},
		{DSN{Scheme: "mongodb", Hosts: []Host{{"a", ""}, {"b", "0"}}}, 0, "b", InvalidHost},
		{DSN{Scheme: "mongodb", Hosts: []Host{{"a", ""}}, Path: HasPath, Database: "x$"}, 1, "$", percent.InvalidByte},
	} {
		_, err := tt.in.Build()
		syntaxtest.Check(t, tt.in.Scheme, err, tt.offset, tt.bytes, tt.reason)
	}
}

func FuzzDSN(f *testing.F) {
	f.Add("mongodb://u:p@a:1,%2Fb,[::1]:0/d%24?x=y")
	f.Add("mongodb+srv://a,b:1/")
	f.Add("postgresql://u:p%40@[::1]:1,h/d%2Fb?a=b&c=%zz")
	f.Add("amqp://:@/")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := Parse(s)
		if err != nil {
			syntaxtest.Within(t, s, err)
			return
		}
		uri, err := d.Build()
		if err != nil || strings.ContainsAny(uri, "\r\n\x00 ") {
			t.Fatalf("%q: %q, %v", s, uri, err)
		}
		if again, err := Parse(uri); err != nil || !reflect.DeepEqual(again, d) {
			t.Fatalf("%q: %q, %+v, %v, want %+v", s, uri, again, err, d)
		}
	})
}
