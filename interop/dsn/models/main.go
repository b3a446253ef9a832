// Command models compares the models of package scheme/dsn with the drivers themselves, on
// random connection URIs that are not those of the recordings:
//
//	go run ./dsn/models [-n 10000] [-seed 42] [-show 3] [-unknown 0] [-family NAME] [-built | -cases | -written] [RECORDER…]
//
// With -built the URIs are those that dsn.BuildFor writes for random values and pairs of
// drivers: what the models read in them is what was given, so that the drivers do where they
// agree.
//
// With -cases they are those of the recordings, and a driver in a version that has no model is
// compared with the model of each of its others: which versions a row holds for is found so.
//
// With -written they have the options that people write, with values of their own kind.
//
// Started in interop, it runs the recorders that are named, or all, and prints a line for each
// driver as random.tsv has it, and the first URIs on which the model is wrong. The exit status
// is 1 if a model is wrong on more than one of a thousand of those that it knows.
package main

import (
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/scheme/dsn"
)

var pieces = strings.Split("a,b,C,7,1,@,:,/,#,?,[,],%,+, ,&,=,',\",\\,;,$,é,😀,%40,%2F,%2f,%3A,%25,%C3%A9,%E9,%zz,%20,%2B,%00,.,..,//,::,h1,\t,~,!,*,(,|,^,<,{", ",")

var options = map[string][]string{
	"postgresql": {"application_name", "sslmode", "host", "port", "user", "password", "dbname"}, "mysql": {"x", "timeout", "user", "charset"}, "mariadb": {"x", "user", "port"}, "mysql-go": {"x", "parseTime"},
	"redis": {"client_name", "db", "protocol"}, "mongodb": {"appName", "replicaSet", "authSource"}, "amqp": {"heartbeat", "channel_max"}, "clickhouse": {"x", "database", "secure"},
	"clickhouse-http": {"clickhouse_setting_x", "database"}, "sqlserver": {"database", "encrypt", "port"}, "smtp": {"name", "secure"},
	"nats": {"y"}, "oracle": {"sid", "x"}, "couchbase": {"x", "y"}, "elasticsearch": {"y"}, "libsql": {"authToken", "tls"}, "sqlite": {"x", "mode"},
	"jdbc-postgresql": {"ApplicationName", "sslmode"}, "jdbc-mariadb": {"x"},
}

// written are options as people write them, with values that are right, or nearly so.
var written = map[string]string{
	"postgresql":      "sslmode=require sslmode=disable sslmode=verify-full sslmode=prefer sslrootcert=ca.pem application_name=app connect_timeout=10 channel_binding=require target_session_attrs=read-write options=-c%20search_path%3Dx options=endpoint%3Dep-x schema=public pgbouncer=true connection_limit=1 search_path=public TimeZone=UTC timezone=Asia/Tokyo statement_timeout=5000 pool_max_conns=10 client_encoding=utf8 keepalives=1 gssencmode=disable ssl=true",
	"mysql":           "charset=utf8mb4 ssl=true ssl-mode=REQUIRED sslaccept=strict timezone=Z parseTime=true loc=Local connectionLimit=5 multipleStatements=true useSSL=false connect_timeout=10 unix_socket=/run/mysqld.sock collation=utf8mb4_unicode_ci ssl_ca=ca.pem read_timeout=5",
	"mariadb":         "charset=utf8mb4 ssl=true connectionLimit=5 timezone=Z multipleStatements=true connectTimeout=1000 allowPublicKeyRetrieval=true",
	"mysql-go":        "parseTime=true parseTime=True charset=utf8mb4 charset=utf8mb4,utf8 loc=Local loc=UTC loc=Europe%2FBerlin loc=Asia%2FTokyo tls=true tls=skip-verify tls=false tls=preferred timeout=5s readTimeout=30s writeTimeout=1m collation=utf8mb4_unicode_ci multiStatements=true interpolateParams=true allowNativePasswords=true checkConnLiveness=false maxAllowedPacket=0 time_zone=%27%2B09%3A00%27 sql_mode=ANSI clientFoundRows=true rejectReadOnly=true columnsWithAlias=true allowCleartextPasswords=1",
	"redis":           "db=1 ssl_cert_reqs=none ssl_cert_reqs=required protocol=3 client_name=app timeout=5 read_timeout=3s write_timeout=3 dial_timeout=5s pool_size=10 max_retries=3 decode_responses=True health_check_interval=30 socket_timeout=5 family=0 tls=true",
	"mongodb":         "retryWrites=true retryWrites=false w=majority w=1 appName=Cluster0 authSource=admin authMechanism=SCRAM-SHA-256 authMechanism=SCRAM-SHA-1 directConnection=true tls=true ssl=true ssl=false replicaSet=rs0 readPreference=secondaryPreferred readPreference=primary maxPoolSize=50 minPoolSize=1 connectTimeoutMS=10000 socketTimeoutMS=20000 serverSelectionTimeoutMS=5000 retryReads=true journal=true wtimeoutMS=2500 readConcernLevel=majority compressors=zlib maxIdleTimeMS=60000 heartbeatFrequencyMS=10000 localThresholdMS=15 tlsInsecure=true tlsAllowInvalidCertificates=true loadBalanced=false waitQueueTimeoutMS=1000 zlibCompressionLevel=3 maxStalenessSeconds=120",
	"amqp":            "heartbeat=30 heartbeat=0 connection_timeout=5000 channel_max=100 frame_max=8192 vhost=x locale=en_US connection_attempts=3 retry_delay=5 auth_mechanism=PLAIN ssl=true verify=verify_none",
	"clickhouse":      "dial_timeout=200ms max_execution_time=60 compress=lz4 compress=true secure=true skip_verify=true debug=false read_timeout=10s database=d username=u password=p connection_open_strategy=round_robin max_open_conns=10",
	"clickhouse-http": "dial_timeout=200ms max_execution_time=60 compress=1 secure=true skip_verify=true database=d clickhouse_setting_max_threads=4 request_timeout=1000 max_open_connections=5 application=a pathname=/x",
	"sqlserver":       "database=d encrypt=true encrypt=disable encrypt=strict trustServerCertificate=true TrustServerCertificate=true app+name=x connection+timeout=30 dial+timeout=5 instance=SQLEXPRESS domain=D log=1 ApplicationIntent=ReadOnly packet+size=4096 keepAlive=30 failoverpartner=h2",
	"smtp":            "secure=true pool=true name=h tls.rejectUnauthorized=false requireTLS=true ignoreTLS=true connectionTimeout=1000 logger=true debug=true maxConnections=5",
	"nats":            "tls=true name=x",
	"oracle":          "SSL=true SSL+VERIFY=false sid=x TRACE+FILE=t.log PREFETCH_ROWS=500 SERVER=h2:1522 wallet=/w AUTH+TYPE=TCPS CONNECTION+TIMEOUT=3",
	"couchbase":       "timeout=5 ssl=no_verify network=external kv_timeout=2500",
	"elasticsearch":   "a=b",
	"libsql":          "authToken=x tls=0 tls=1",
	"sqlite":          "mode=ro mode=rwc mode=memory cache=shared _journal_mode=WAL _busy_timeout=5000 _foreign_keys=on _fk=1 immutable=1 nolock=1 vfs=unix psow=1 _txlock=immediate _pragma=busy_timeout(5000)",
	"jdbc-postgresql": "ssl=true sslmode=require currentSchema=x ApplicationName=app loginTimeout=10 connectTimeout=5 socketTimeout=30 prepareThreshold=0 reWriteBatchedInserts=true tcpKeepAlive=true stringtype=unspecified targetServerType=primary options=-c%20a%3Db sslfactory=org.postgresql.ssl.NonValidatingFactory",
	"jdbc-mariadb":    "useSSL=false useSSL=true serverTimezone=UTC useUnicode=true characterEncoding=utf8 allowPublicKeyRetrieval=true sslMode=trust connectTimeout=5000 autoReconnect=true useServerPrepStmts=true rewriteBatchedStatements=true zeroDateTimeBehavior=convertToNull allowMultiQueries=true",
}

// drawWritten returns a URI with options as people write them.
func drawWritten(r *rand.Rand, base, family string) string {
	names := strings.Fields(written[family])
	uri, separator := base, "?"
	if strings.Contains(base, "?") {
		separator = "&"
	}
	for range 1 + r.IntN(4) {
		uri += separator + names[r.IntN(len(names))]
		separator = "&"
	}
	return uri
}

// hosts are some that few URIs have; $ is any text.
var hosts = strings.Split("h1:1,h2:2|h1,h2:2|h1:1,h2|[::1]:1,h2:2|[fe80::1%25lo]|[fe80::1%25lo]:1|[fe80::1%lo]:1|[::ffff:1.2.3.4]|%2Ftmp%2Fs.sock|%2Ftmp:1|/tmp/s.sock|h%C3%A9|é.example:1|h%24:1|h%zz||:1|h1:,h2|h:1$|$:1|h1,$", "|")

// ordinary are options as people write them.
var ordinary = map[string]string{
	"mongodb":    "retryWrites=true w=majority authSource=admin appName=Cluster0 directConnection=true replicaSet=rs0 readPreference=secondaryPreferred authMechanism=SCRAM-SHA-256 maxPoolSize=20 connectTimeoutMS=3000 serverSelectionTimeoutMS=5000 tls=true ssl=false retryReads=false",
	"postgresql": "sslmode=require sslmode=disable channel_binding=require schema=public connect_timeout=10 application_name=app target_session_attrs=read-write statement_timeout=1000 options=-c%20search_path%3Da search_path=a default_query_exec_mode=exec pgbouncer=true pool=5 client_encoding=utf8 connection_limit=5",
	"mysql":      "charset=utf8mb4 ssl=true ssl-mode=REQUIRED connectionLimit=5 timezone=Z multipleStatements=true serverVersion=8.0 useSSL=false parseTime=true connect_timeout=10 reconnect=true pool=5 dateStrings=true",
	"redis":      "db=2 protocol=3 ssl_cert_reqs=none socket_timeout=5 dial_timeout=5s pool_size=10 max_connections=10 tls=true",
	"amqp":       "heartbeat=60 connection_attempts=3 connection_timeout=30000 frameMax=8192 channel_max=100 locale=en_US",
}

// malformed are escapes that are none, or of a character that is none.
var malformed = strings.Split("% %a %z %zz %%41 %4%31 %é %u0041 %E9% %C3%28 %F0%9F %ED%A0%80 %C0%80 %2541 %+1 %-1 %0x", " ")

// draw returns a URI: that of the recordings with some parts in place of which pieces are
// joined.
func draw(r *rand.Rand, base, family string) string {
	text := func(most int) string {
		var b strings.Builder
		for range 1 + r.IntN(most) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	if family == "postgresql" && r.IntN(10) == 0 {
		quote := []string{"", "'"}[r.IntN(2)]
		return "host=h user=u password=" + quote + text(6) + quote + []string{" dbname=", " application_name="}[r.IntN(2)] + text(2)
	}
	base, inQuery := strings.CutSuffix(base, "?user=u&password=p")
	scheme, after, _ := strings.Cut(base, "://")
	user, password, host, tail := "u", "p", base[strings.IndexByte(base, '@')+1:], ""
	if inQuery {
		host = after
	}
	if i := strings.LastIndexByte(host, '/'); i >= 0 {
		host, tail = host[:i], host[i:]
	}
	part := []*string{&password, &password, &user, &host, &tail}[r.IntN(5)]
	into := func(s string) { // at its start, in it or at its end
		i := r.IntN(len(*part) + 1)
		*part = (*part)[:i] + s + (*part)[i:]
	}
	switch r.IntN(19) {
	case 18:
		names := strings.Fields(ordinary[family])
		for i, separator := 0, "?"; len(names) > 0 && i <= r.IntN(3); i++ {
			tail += separator + names[r.IntN(len(names))]
			separator = "&"
		}
		password = text(3)
	case 12:
		into(string(rune(r.IntN([]int{0x80, 0x800, 0x3000, 0x11000}[r.IntN(4)]))))
	case 13:
		into(fmt.Sprintf("%%%02X", r.IntN(256)) + []string{"", fmt.Sprintf("%%%02x", 0x80+r.IntN(64))}[r.IntN(2)])
	case 14:
		into(malformed[r.IntN(len(malformed))])
	case 15:
		var list []string
		for range 1 + r.IntN(3) {
			list = append(list, []string{"h", "", "h2", "1.2.3.4", "[::1]", "h%2E", "/s"}[r.IntN(7)]+[]string{"", ":", ":1", ":2", ":0", ":x"}[r.IntN(6)])
		}
		host = strings.Join(list, ",")
	case 16: // an option twice, in another case
		name, other := text(1), ""
		if names := options[family]; r.IntN(4) > 0 {
			name = names[r.IntN(len(names))]
		}
		if other = name; r.IntN(2) == 0 {
			other = strings.ToUpper(name)
		}
		tail += "?" + name + "=" + text(2) + "&" + other + "=" + text(2)
	case 17: // a character of the URI less, more or elsewhere
		whole := []rune(base)
		i, j := r.IntN(len(whole)), r.IntN(len(whole))
		switch c := whole[i]; r.IntN(3) {
		case 0:
			whole = slices.Delete(whole, i, i+1)
		case 1:
			whole = slices.Insert(whole, j, c)
		default:
			whole[i], whole[j] = whole[j], c
		}
		return string(whole)
	case 8:
		host = strings.Replace(hosts[r.IntN(len(hosts))], "$", text(1), 1)
	case 9:
		names := append([]string{text(1)}, options[family]...)
		separator := "?"
		for range 2 + r.IntN(3) {
			tail += separator + names[r.IntN(len(names))] + []string{"", "=", "=" + text(2), "=" + text(2)}[r.IntN(4)]
			separator = []string{"&", ";", "&&"}[r.IntN(3)*r.IntN(2)]
		}
	case 10:
		if after == "" {
			break
		}
		spelled := []string{strings.ToUpper(scheme), strings.ToUpper(scheme[:min(1, len(scheme))]) + scheme[min(1, len(scheme)):], scheme + "+x", scheme + "s"}[r.IntN(4)]
		base, scheme = spelled+strings.TrimPrefix(base, scheme), spelled
		password = text(2)
	case 11:
		head, _, found := strings.Cut(base, "u:p@")
		if !found {
			break
		}
		userinfo := strings.ReplaceAll([]string{"@", ":@", "$@", ":$@", "$:@", "u:$:q@", "", "u:$@v@"}[r.IntN(8)], "$", text(2))
		return head + userinfo + host + tail
	case 0, 1, 2:
		password = text(6)
	case 3:
		user = text(4)
	case 4:
		tail = "/" + text(4)
	case 5:
		host = host[:min(len(host), strings.IndexByte(host, 'h')+1)] + text(2) + host[strings.IndexByte(host, 'h')+1:]
	case 6:
		names := options[family]
		tail += "?" + names[r.IntN(len(names))] + "=" + text(4)
	default:
		password, tail = text(3), "/"+text(2)
	}
	if inQuery {
		separator := "?"
		if strings.Contains(tail, "?") {
			separator = "&"
		}
		return scheme + "://" + host + tail + separator + "user=" + user + "&password=" + password
	}
	if family == "sqlite" {
		return []string{"file:", "file://", "file://localhost", ""}[r.IntN(4)] + tail + []string{"", "?x=" + text(5), "?" + text(6), "#" + text(2)}[r.IntN(4)]
	}
	head := base[:strings.Index(base, "u:p@")]
	return head + user + ":" + password + "@" + host + tail
}

// builtFor returns the connection strings of BuildFor for n draws of values and of two drivers
// of a family, or one.
func builtFor(r *rand.Rand, base, family string, n int) (list []string) {
	drivers := slices.DeleteFunc(dsn.Drivers(), func(d dsn.Driver) bool { return d.Family() != family })
	text := func() string {
		var b strings.Builder
		for range 1 + r.IntN(5) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	refused := 0
	for range n {
		d := dsn.DSN{Scheme: dsn.SchemeOf(base), Userinfo: dsn.UserAndPassword, User: text(), Password: text(), Hosts: []dsn.Host{{Name: "h", Port: "1234"}}, Path: dsn.HasPath, Database: "db"}
		switch {
		case family == "redis":
			d.Database = "3"
		case family == "mysql-go":
			d.Scheme = "mysql"
		}
		if family != "redis" && r.IntN(3) == 0 {
			d.Database = text()
		}
		if family == "sqlite" {
			d.Userinfo, d.Hosts = dsn.NoUserinfo, nil
		}
		if strings.Contains(" nats couchbase smtp elasticsearch libsql ", family) {
			d.Path, d.Database = dsn.NoPath, ""
		}
		pair := []dsn.Driver{drivers[r.IntN(len(drivers))], drivers[r.IntN(len(drivers))]}
		uri, err := dsn.BuildFor(pair, d)
		if err != nil {
			refused++
			continue
		}
		list = append(list, uri)
	}
	fmt.Printf("# %s: %d of %d could be built\n", family, n-refused, n)
	return list
}

var unread *int

func main() {
	n := flag.Int("n", 10_000, "how many `URIs`")
	seed := flag.Uint64("seed", 42, "the `seed` they are drawn from")
	show := flag.Int("show", 3, "how many `URIs` to print on which a model is wrong")
	unread = flag.Int("unknown", 0, "how many `URIs` to print of which a model does not know the reading")
	built := flag.Bool("built", false, "compare on strings that BuildFor writes")
	optioned := flag.Bool("written", false, "compare on options as people write them")
	cased := flag.Bool("cases", false, "compare on the recorded cases")
	only := flag.String("family", "", "this `family` only")
	flag.Parse()
	recorders := flag.Args()
	if len(recorders) == 0 {
		recorders = []string{"c", "go", "java", "node", "php", "python", "ruby"}
	}
	cases, err := filepath.Glob("dsn/cases/*.txt.gz")
	status := 0
	for _, path := range cases {
		family := strings.TrimSuffix(filepath.Base(path), ".txt.gz")
		if *only != "" && *only != family {
			continue
		}
		known, err := recordings.ReadCorpus(path)
		if err != nil {
			fail(err)
		}
		r := rand.New(rand.NewPCG(*seed, 42))
		uris := []string{known[0]}
		switch {
		case *cased:
			uris = known
		case *built:
			uris = append(uris, builtFor(r, known[0], family, *n)...)
		}
		for *optioned && len(uris) <= *n {
			uris = append(uris, drawWritten(r, known[0], family))
		}
		for !*built && !*cased && len(uris) <= *n {
			uris = append(uris, draw(r, known[0], family))
		}
		for _, recorder := range recorders {
			if !compare(recorder, family, uris, *show) {
				status = 1
			}
		}
	}
	if err != nil {
		fail(err)
	}
	os.Exit(status)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "models: error:", err)
	os.Exit(2)
}

// compare runs a recorder and compares its drivers with their models.
func compare(recorder, family string, uris []string, show int) (ok bool) {
	var in, out bytes.Buffer
	for _, uri := range uris {
		fmt.Fprintf(&in, "%x\n", uri)
	}
	command := exec.Command(filepath.Join("dsn", "recorders", recorder, "run"), family)
	command.Stdin, command.Stdout, command.Stderr = &in, &out, os.Stderr
	if err := command.Run(); err != nil {
		fail(fmt.Errorf("%s, %s: %w", recorder, family, err))
	}
	ok = true
	for part := range strings.SplitSeq(out.String(), "#\t") {
		lines := strings.Split(strings.TrimSuffix(part, "\n"), "\n")
		head := strings.Split(lines[0], "\t")
		if part == "" {
			continue
		}
		if len(lines) != len(uris)+1 {
			fmt.Printf("%s: %d answers to %d URIs\n", lines[0], len(lines)-1, len(uris))
			ok = false
			continue
		}
		named := slices.DeleteFunc(dsn.Drivers(), func(d dsn.Driver) bool { return d.Family() != family || d.Name() != head[0] })
		if i := slices.IndexFunc(named, func(d dsn.Driver) bool { return slices.Contains(d.Versions(), head[1]) }); i >= 0 {
			named = named[i : i+1]
		} else if named == nil {
			fmt.Printf("%s@%s: no model\n", head[0], head[1])
		}
		for _, d := range named {
			ok = judge(d, head[1], uris, lines[1:], show) && ok
		}
	}
	return ok
}

// judge compares the answers of a driver in a version with a model, and prints the result.
func judge(d dsn.Driver, version string, uris, answers []string, show int) (ok bool) {
	agree, unknown, wrong := 0, 0, 0
	for i, uri := range uris {
		r := d.Read(uri)
		if r.Verdict == reader.Unknown {
			if unknown++; unknown <= *unread {
				fmt.Printf("  ? %s\n", recordings.EscapeURL(uri))
			}
			continue
		}
		if got, want := modelled(r), answered(answers[i], r); got == want {
			agree++
		} else if wrong++; wrong <= show {
			fmt.Printf("  %s\n    model   %s\n    driver  %s\n", recordings.EscapeURL(uri), got, want)
		}
	}
	row := version
	if !slices.Contains(d.Versions(), version) {
		row += " as " + d.String()
	}
	fmt.Printf("%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%.3f\n", d.Family(), d.Name(), row, time.Now().UTC().Format(time.DateOnly), len(uris), agree, unknown, wrong, 100*float64(agree)/float64(max(1, agree+wrong)))
	return wrong*1000 <= agree+wrong
}

func modelled(r dsn.Reading) string {
	if r.Verdict == reader.Refused {
		return "!"
	}
	fields := []string{"="}
	for _, p := range r.Parts() {
		if p.Present {
			fields = append(fields, hex.EncodeToString([]byte(p.Text)))
		} else {
			fields = append(fields, "-")
		}
	}
	var list []string
	for _, o := range r.Options {
		list = append(list, fmt.Sprintf("%x=%x", o.Name, o.Value))
	}
	slices.Sort(list)
	return readable(append(fields, list...))
}

// answered returns an answer of a driver. A database that is the user who runs it is none.
func answered(line string, r dsn.Reading) string {
	fields := strings.Split(line, "\t")
	if fields[0] == "!" {
		return "!"
	}
	if !r.Database.Present && !r.User.Present && fields[1] == "-" && len(fields) > 5 && fields[5] == hex.EncodeToString([]byte("root")) {
		fields[5] = "-"
	}
	slices.Sort(fields[6:])
	return readable(fields)
}

func readable(fields []string) string {
	list := make([]string, len(fields))
	for i, f := range fields {
		name, value, option := strings.Cut(f, "=")
		list[i] = f
		if i > 0 && f != "-" {
			a, _ := hex.DecodeString(name)
			b, _ := hex.DecodeString(value)
			if list[i] = recordings.EscapeURL(string(a)); option {
				list[i] += "=" + recordings.EscapeURL(string(b))
			}
			if f == "" {
				list[i] = `""`
			}
		}
	}
	return strings.Join(list, " ")
}
