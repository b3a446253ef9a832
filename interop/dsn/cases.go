package main

import (
	"fmt"
	"strings"
)

// A family is the schemes of one kind of server, and the parts of a URI that all cases have
// but for the one that they change.
type family struct {
	name     string
	scheme   string   // of most cases
	others   []string // schemes that a few cases have
	port     string
	database string
	option   string // one whose value may be any text
	// inQuery is set if user and password are options.
	inQuery bool
}

var families = []family{
	{"postgresql", "postgresql", []string{"postgres", "POSTGRESQL", "Postgres", "postgresql+psycopg2", "pgsql", "cockroachdb", "jdbc:postgresql"}, "5432", "db", "application_name", false},
	{"mysql-go", "", nil, "3306", "db", "charset", false}, // user:password@tcp(host:port)/database of go-sql-driver/mysql
	{"mariadb", "mariadb", []string{"mysql", "MARIADB", "jdbc:mariadb"}, "3306", "db", "charset", false},
	{"mysql", "mysql", []string{"MYSQL", "mysql+pymysql", "mysqlx", "mariadb", "jdbc:mysql"}, "3306", "db", "charset", false},
	{"redis", "redis", []string{"rediss", "REDIS", "valkey", "unix", "redis+unix", "redis-sentinel", "redis+sentinel"}, "6379", "3", "client_name", false},
	{"mongodb", "mongodb", []string{"mongodb+srv", "MONGODB", "mongo"}, "27017", "db", "appName", false},
	{"amqp", "amqp", []string{"amqps", "AMQP", "pyamqp", "librabbitmq"}, "5672", "vh", "heartbeat", false},
	{"clickhouse", "clickhouse", []string{"http", "https", "tcp", "CLICKHOUSE"}, "9000", "db", "x", false},
	{"clickhouse-http", "http", []string{"https", "clickhouse", "HTTP"}, "8123", "db", "clickhouse_setting_x", false},
	{"sqlserver", "sqlserver", []string{"mssql", "SQLSERVER", "mssql+pyodbc"}, "1433", "inst", "database", false},
	{"smtp", "smtp", []string{"smtps", "SMTP", "direct"}, "587", "", "name", false},
	{"nats", "nats", []string{"tls", "ws", "NATS"}, "4222", "x", "y", false},
	{"oracle", "oracle", []string{"ORACLE", "oracle+cx_oracle"}, "1521", "db", "x", false},
	{"couchbase", "couchbase", []string{"couchbases", "http", "COUCHBASE"}, "11210", "b", "x", false},
	{"elasticsearch", "http", []string{"https", "elasticsearch", "HTTP"}, "9200", "x", "y", false},
	{"libsql", "libsql", []string{"https", "wss", "file", "LIBSQL"}, "8080", "db", "authToken", false},
	{"sqlite", "file", []string{"FILE", "sqlite"}, "", "db", "vfsname", false},
	{"jdbc-postgresql", "jdbc:postgresql", []string{"jdbc:pgsql", "postgresql", "JDBC:postgresql"}, "5432", "db", "ApplicationName", true},
	{"jdbc-mariadb", "jdbc:mariadb", []string{"jdbc:mysql", "mariadb", "JDBC:mariadb"}, "3306", "db", "x", true},
}

// Passwords and texts for other parts, beside each octet of ASCII, raw and as an escape.
var texts = []string{
	"", "secret", "p%40ss", "p%2fss", "p%C3%A9", "pé", "%E9", "%FF", "%00", "p%00x", "%0A", "%F0%9F%98%80", "😀",
	"%C3%A9@", "%C3%A9+", "%C3%A9#", "%u00e9", "%2540", "%252F", "%25%34%30", "%", "%%", "a%", "%4", "a%4", "%zz", "a%zzb",
	"%4g", "%g4", "%40%zz", "%zz%40", "+%2B", "a+b%20c", "a b%2Fc", "%20", "a@b@c", "a@b:c", "a:b@c", "a/b@c", "a#b@c", "a?b@c",
	"a:b:c", ":", "::", "@", "/", "//", "#", "?", "a?b=c", "a?b=c&d=e", "a/b?c", "[", "]", "[a]", "[::1]", "a,b", "a;b=c", "$a{b}",
	"'a'", `"a"`, `\`, "<a>", "%5C", "%7B%7D", "%D0%9F%D0%B0", "%ED%A0%80", "%C0%AF", "%c3%a9%E2%82%AC", "%C3", "p%C3x", ".", "..", "%2E%2E", "%2e",
	"a%26b", "a%3Db", "1", "0", "-1", "007", "16", "x1",
}

// hostPorts stand behind the '@', whole authorities but for the userinfo.
var hostPorts = []string{
	"", "h", "H.Example", "h:", "h:0", "h:1", "h:01", "h:65535", "h:65536", "h:99999", "h:x", "h:-1", "h:+1", "h:1x", "h: 1", "h:%31", ":1", ":",
	"127.0.0.1", "127.0.0.1:1", "127.1", "0x7f.1", "[::1]", "[::1]:1", "[::1]:", "[::1", "::1", "::1:5432", "[fe80::1%25lo]", "[fe80::1%lo]:1", "[v1.a]", "[]", "[h]", "[::1]x",
	"h1,h2", "h1:1,h2:2", "h1,h2:2", "h1:1,h2", "h1,,h2", "h1,", ",h1", "[::1]:1,h2:2", "h1%2Ch2", "h1:1%2Ch2:2",
	"%2Ftmp", "%2Ftmp:1", "%2Ftmp%2Fx.sock", "%2ftmp,h2:2", "a%20b", "a b", "a+b", "a_b", "a%2Fb", "a%40b", "a%3Ab", "a%3A1", "%68", "%zz", "%", "a%", "é.example", "%C3%A9.example", "xn--9ca.example",
	"a<b", "a^b", "a|b", "a\\b", "a'b", "a\"b", "a`b", "a{b}", "a!b", "a$b", "a&b", "a(b)", "a*b", "a;b", "a=b", "a~b", "h.", "h..", "-h", "a@b", "localhost", "LOCALHOST:1",
}

// queries stand behind the '?'. $ is the name of the option.
var queries = []string{
	"", "$=", "$", "=x", "$=a=b", "$=a&$=b", "$=a&&x=b", "&$=a", "$=a&", "$=a;x=b", "x%20y=a", "x+y=a", "%24=a", "x%3Dy=a", "$=a?b", "$=a#b", "$=a/b", "$=a@b", "$=%zz&x=b", "x=b&$=%zz", "%zz=a", "$=%",
	"user=v", "password=v", "user=v&password=w", "host=v", "host=v,w", "host=/tmp", "host=%2Ftmp&port=1", "port=1", "port=x", "port=1,2", "dbname=v", "database=v", "db=v", "db=7", "username=v",
	"sslmode=disable", "sslmode=require", "sslmode=verify-full", "sslmode=x", "ssl=true", "ssl=false", "ssl=1", "tls=true", "options=-c%20a%3Db", "options=-c+a%3Db", "connect_timeout=10", "connect_timeout=x", "timeout=5s", "timeout=5", "CHARSET=a", "charset=utf8", "parseTime=true",
	"protocol=3", "max_retries=2", "read_timeout=3s", "authSource=v", "authSource=%zz", "replicaSet=v", "w=1", "readPreference=secondary", "appname=a+b", "heartbeat=10", "frame_max=8192", "channel_max=7", "secure=true", "encrypt=disable", "database=v+w%20x", "pool=true", "a[b]=c", "a.b=c", "a=%7B%22b%22%3A1%7D",
}

// wholes are URIs without one of their parts, or in an unusual form. $ is the scheme.
var wholes = []string{
	"$://", "$:///", "$:///db", "$:///1", "$://h", "$://h/", "$://h//", "$://h/db", "$://h/1", "$://h/a/b", "$://h//db", "$://h/db/", "$://@h", "$://@h/db", "$://:@h", "$://:p@h", "$://:p@h/1", "$://u@h", "$://u@h/db", "$://u:@h", "$://u:p@", "$://u:p@/db", "$://u:p@:1/db", "$://u:p@h",
	"$://u:p@h?x=y", "$://u:p@h/?x=y", "$://?x=y", "$:///?x=y", "$:///db?host=/tmp", "$:///db?host=%2Ftmp&user=v", "$://h?host=w", "$://h#f", "$://h/db#f", "$://u:p@h/db#f", "$://u:p@h/db?x=y#f",
	"$:", "$:db", "$:/db", "$:u:p@h/db", "$:/h/db", "$://u:p@h:1:2/db", "$://p@h", "$://default:p@h", "$://guest:guest@h", "$://token@h", "$", "", "h", "h:1", "//h", "//u:p@h/db", "u:p@h/db", "u:p@h", "/tmp/x.sock",
	" $://u:p@h/db", "$://u:p@h/db ", "$://u:p@h/db\n", "$://u:p@h/db\t", "\"$://u:p@h/db\"", "$://u:p@h/db?x=y&z", "$://u:p@h\\db", "$:\\\\u:p@h/db", "$://u:p@h/db%", "$://u;x:p@h/db", "$://u:p@h;x/db", "$://u%3Ap@h/db", "$://u%3Ap:q@h/db", "$://u%40v:p@h/db", "$://u%40v@h/db", "$://u:p%40h/db", "$://a:b:c@h/db",
}

// goWholes are those of go-sql-driver/mysql.
var goWholes = []string{
	"", "/", "/db", "u@/db", "u:p@/db", "u:p@h/db", "u:p@(h:1)/db", "u:p@tcp/db", "u:p@tcp(h)/db", "u:p@tcp(h:1", "u:p@tcp(h:1)db", "u:p@unix(/tmp/x.sock)/db", "u:p@unix/db", "u:p@udp(h:1)/db",
	"@/db", ":p@/db", "u:@/db", "u:p@tcp()/db", "u:p@tcp([::1]:1)/db", "u:p@tcp([::1])/db", "u:p@tcp(h:1)/", "u:p@tcp(h:1)", "u:p@tcp(h:1)/a/b", "tcp(h:1)/db", "u:p@tcp(h:1)/db?", "mysql://u:p@h:3306/db",
}

// A Case is a URI of which one part was changed.
type Case struct{ Part, URI string }

// Cases returns the cases of a family, each URI once.
func (f family) Cases() []Case {
	var list []Case
	seen := map[string]bool{}
	add := func(part, uri string) {
		if !seen[uri] {
			seen[uri] = true
			list = append(list, Case{part, uri})
		}
	}
	uri := func(userinfo, host, tail string) string {
		if f.port == "" && f.name == "sqlite" {
			return f.scheme + "://" + host + tail
		}
		if f.scheme == "" {
			return userinfo + "tcp(" + host + ")" + tail
		}
		if f.inQuery && strings.Contains(userinfo, ":") {
			user, password, _ := strings.Cut(strings.TrimSuffix(userinfo, "@"), ":")
			separator := "?"
			if strings.Contains(tail, "?") {
				separator = "&"
			}
			return f.scheme + "://" + host + tail + separator + "user=" + user + "&password=" + password
		}
		return f.scheme + "://" + userinfo + host + tail
	}
	path := "/" + f.database
	host := "h:" + f.port
	if f.port == "" {
		host = ""
	}
	const userinfo = "u:p@"
	add("base", uri(userinfo, host, path))
	values := texts
	for c := range 128 {
		s := fmt.Sprintf("%%%02X", c)
		if strings.IndexByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ023456789", byte(c)) < 0 {
			values = append(values, "a"+s+"b")
			if c >= ' ' || c == '\t' || c == '\n' || c == 1 {
				values = append(values, "a"+string(rune(c))+"b")
			}
		}
	}
	for _, v := range values {
		add("password", uri("u:"+v+"@", host, path))
		add("user", uri(v+":p@", host, path))
		if f.database != "" {
			add("database", uri(userinfo, host, "/"+v))
		}
		add("option", uri(userinfo, host, path+"?"+f.option+"="+v))
	}
	for _, v := range texts {
		add("host", uri(userinfo, v, path))
		add("userinfo", uri(v+"@", host, path))
		add("name", uri(userinfo, host, path+"?"+v+"=x"))
	}
	for _, v := range hostPorts {
		add("host", uri(userinfo, v, path))
		add("host", uri("", v, path))
	}
	for _, v := range queries {
		v = "?" + strings.ReplaceAll(v, "$", f.option)
		add("query", uri(userinfo, host, path+v))
		add("query", uri("", "h", path+v))
	}
	for _, v := range wholes {
		if f.scheme != "" {
			add("whole", strings.ReplaceAll(v, "$", f.scheme))
		}
	}
	for _, v := range goWholes {
		if f.scheme == "" {
			add("whole", v)
		}
	}
	for _, scheme := range f.others {
		for _, v := range []string{userinfo + host + path, "u:p%40+%2B@h" + path, "h", "u:p@h" + path + "?" + f.option + "=a+b%20c"} {
			add("scheme", scheme+"://"+v)
		}
	}
	return list
}
