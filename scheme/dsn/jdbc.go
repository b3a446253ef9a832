package dsn

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

func jdbcPostgreSQLRows(r *rows) {
	r.text("pgjdbc|42.5.5, 42.7.14|org.postgresql.Driver", pgJDBC)
}

func jdbcMariaDBRows(r *rows) {
	r.text("mariadb-java-client|2.7.6|MariaDB Connector/J", mariaDBJDBC(false))
	r.text("mariadb-java-client|3.5.10|MariaDB Connector/J", mariaDBJDBC(true))
}

// decodeJava is URLDecoder.decode, without which the driver reads nothing.
func (s *state) decodeJava(text string) string {
	if holds(text, "%+") {
		s.unknown() // it is a sign
	}
	if hasOddEscapes(text) {
		s.refuse("")
	}
	if octets := s.decode(text, plusOctets); pct.InvalidUTF8(octets) >= 0 {
		var b strings.Builder
		for i := 0; i < len(octets); i++ {
			if octets[i] == 0xED && i+2 < len(octets) && octets[i+1] >= 0xA0 && octets[i+1] < 0xC0 && octets[i+2] >= 0x80 && octets[i+2] < 0xC0 {
				b.WriteString("%FF") // Java replaces a surrogate as one
				i += 2
			} else {
				b.WriteString(goDecoder.Encode(octets[i : i+1]))
			}
		}
		text = b.String()
	}
	return s.decode(text, formDecoder)
}

// splitJava is String.split, which drops empty texts at the end.
func splitJava(s, separator string) []string {
	list := splitText(s, separator)
	for len(list) > 1 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	if s != "" && len(list) == 1 && list[0] == "" {
		return nil
	}
	return list
}

// portJava reports whether a port is a number that Java reads, from least on.
func portJava(s string, least int64) bool {
	n, err := strconv.ParseInt(s, 10, 32)
	return err == nil && n >= least && n <= 65535
}

// pgJDBC is parseURL of pgjdbc.
func pgJDBC(s *state) {
	server, args, _ := cutText(s.uri, "?")
	server, ok := afterPrefix(server, "jdbc:postgresql:")
	if !ok {
		s.refuse("")
		return
	}
	rest, slashes := afterPrefix(server, "//")
	switch {
	case server == "//" || server == "///":
	case slashes:
		hosts, database, ok := cutText(rest, "/")
		if !ok || holds(database, "/") {
			s.refuse("")
			return
		}
		if database != "" {
			s.set("PGDBNAME", s.decodeJava(database))
		}
		var names, ports []string
		for _, address := range splitJava(hosts, ",") {
			name, port := address, "5432"
			if i := lastIndex(address, ':'); i >= 0 && lastIndex(address, ']') < i {
				if name, port = address[:i], address[i+1:]; name == "" {
					name = "localhost"
				}
			}
			names, ports = append(names, name), append(ports, port)
		}
		s.set("PGHOST", joinCommas(names))
		s.set("PGPORT", joinCommas(ports))
	case beginsWith(server, "/"):
		s.refuse("")
	default:
		s.set("PGDBNAME", s.decodeJava(server))
	}
	for _, token := range splitText(args, "&") {
		name, value, _ := cutText(token, "=")
		if token == "" {
			continue
		}
		switch strings.ContainsRune(token, '=') && oneOf(name, "host port dbname service connect_timeout application_name options") {
		case true:
			if own, ok := map[string]string{"host": "PGHOST", "port": "PGPORT", "dbname": "PGDBNAME"}[name]; ok {
				name = own
			} else if name == "service" {
				s.unknown()
			}
		}
		s.set(name, s.decodeJava(value))
	}
	user, _ := s.option("user")
	s.setFirst("PGHOST", "localhost")
	s.setFirst("PGPORT", "5432")
	if _, ok := s.option("user"); ok {
		s.setFirst("PGDBNAME", user)
	}
	s.move("user password PGHOST PGPORT PGDBNAME")
	ports := splitJava(s.Port.Text, ",")
	for _, port := range ports {
		if !portJava(port, 1) {
			s.refuse("")
		}
	}
	if len(ports) != len(splitJava(s.Host.Text, ",")) {
		s.refuse("")
	}
}

// mariaDBOptions are options that show in no recording, or that the driver checks.
const mariaDBOptions = "trustServerCertificate serverSslCert autocommit allowLocalInfile socketFactory socketTimeout connectTimeout connectionAttributes timezone useCompression useBulkStmts sslMode useSsl defaultFetchSize permitMysqlScheme allowMultiQueries pool localSocket pipe tcpKeepAlive credentialType returnMultiValuesGeneratedIds"

// mariaDBJDBC is parse of MariaDB Connector/J, which decodes nothing.
//
//go:noinline
func mariaDBJDBC(three bool) step {
	return func(s *state) {
		if holds(s.uri, "disableMariaDbDriver") {
			s.unknown()
		}
		if !beginsWith(s.uri, "jdbc:mysql:") && !beginsWith(s.uri, "jdbc:mariadb:") {
			s.refuse("")
			return
		}
		head, rest, ok := cutText(s.uri, "//")
		if !ok {
			s.refuse("url parsing error")
			return
		}
		if strings.Count(head, ":") > 2 {
			s.unknown() // a mode
		}
		hosts, after := cutAny(rest, "/?")
		path, query, _ := cutText(after, "?")
		if path = withoutPrefix(path, "/"); path != "" {
			put(&s.Database, path)
		}
		for _, pair := range splitJava(query, "&") {
			if name, value, _ := cutText(pair, "="); query != "" {
				s.set(name, value)
			}
		}
		s.mariaDBHosts(hosts, three)
		if s.move("user password - - -"); three {
			s.move("- - - - database")
			for _, name := range []string{"sslmode", "sslMode"} {
				if v, ok := s.take(name); ok && !oneOf(strings.ToLower(v), "disable trust verify-ca verify-full") {
					s.refuse("error parsing url: Wrong argument value")
				}
			}
			absentIfEmpty(credentials)(s)
		}
		for _, o := range s.options {
			if oneOf(strings.ToLower(o.Name), strings.ToLower(mariaDBOptions)) {
				s.unknown()
			}
		}
	}
}

func (s *state) mariaDBHosts(hosts string, three bool) {
	var names, ports []string
	for _, address := range splitJava(hosts, ",") {
		if hosts == "" {
			break
		}
		name, port := address, "3306"
		switch in, ok := afterPrefix(address, "["); {
		case beginsWith(address, "address="):
			s.unknown()
		case ok:
			var after string
			if name, after, ok = cutText(in, "]"); !ok {
				s.refuse("")
			}
			if beginsWith(after, ":") {
				if port = after[1:]; port == "" {
					port = "none"
				}
			} else if !three {
				port = "0"
			}
		case address == "", strings.Trim(address, ":") == "":
			s.refuse("")
		case holds(address, ":"):
			name, port, _ = cutText(address, ":")
		}
		if n, err := strconv.ParseInt(port, 10, 32); err != nil {
			if port != "" {
				s.refuse("Incorrect port value")
			}
			s.refuse("")
		} else {
			port = strconv.FormatInt(n, 10)
		}
		names, ports = append(names, name), append(ports, port)
	}
	s.Host, s.Port = reader.Part{Text: joinCommas(names), Present: true}, present(joinCommas(ports))
}
