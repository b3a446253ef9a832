package dsn

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

// libMongoC is mongoc_uri_new_with_error of libmongoc.
func libMongoC(s *state) {
	rest, ok := afterPrefix(s.uri, "mongodb://")
	switch {
	case firstIndex(s.uri, 0) >= 0:
		s.refuse("")
		return
	case beginsWith(s.uri, "mongodb+srv://"):
		rest = s.uri[len("mongodb+srv://"):]
		defer func() {
			put(&s.Host, "") // until it asks the Domain Name System
			put(&s.Port, "")
			s.setFirst("tls", "true")
		}()
	case !ok:
		s.refuse("Invalid URI Schema, expecting")
		return
	}
	before, _, _ := cutBackslashed(rest, '/')
	after := rest[len(before):]
	hosts := before
	if info, list, ok := cutBackslashed(before, '@'); ok {
		user, password, both := cutBackslashed(info, ':')
		s.User, hosts = present(s.mongoCText(user, "Incorrect URI escapes in username")), list
		if both {
			if _, _, ok := cutBackslashed(password, ':'); ok {
				s.refuse("Password")
			}
			put(&s.Password, s.mongoCText(password, "Incorrect URI escapes in password"))
		}
		if user == "" {
			defer s.refuse("Default authentication mechanism requires username")
		}
		if beginsWith(hosts, "@") {
			s.refuse("Invalid username or password")
		}
	}
	if name := pct.Lower(hosts); !ok && (strings.Count(name, ".") < 2 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" || holds("."+name+".", "..")) {
		s.unknown()
	}
	if s.mongoCHosts(hosts); s.Verdict != reader.Read {
		return
	}
	if path, ok := afterPrefix(after, "/"); ok {
		name, _, _ := cutBackslashed(path, '?')
		after = path[len(name):]
		if name != "" {
			const message = "Invalid database name in URI"
			name = s.mongoCText(name, message)
			if s.Database = present(name); holdsAny(name, "/\\. \"$") {
				s.refuse(message)
			}
		}
	}
	if query := withoutPrefix(after, "?"); query != "" {
		s.mongoCOptions(query)
	}
}

// cutBackslashed is strings.Cut, but for a delimiter behind a backslash.
//
//go:noinline
func cutBackslashed(s string, delimiter byte) (before, after string, found bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case delimiter:
			return s[:i], s[i+1:], true
		case '\\':
			i++
		}
	}
	return s, "", false
}

// mongoCText decodes a text, which must then be UTF-8 without NUL.
func (s *state) mongoCText(text, message string) string {
	decoded, err := goDecoder.Decode(text)
	if err != nil || pct.InvalidUTF8(decoded) >= 0 || firstIndex(decoded, 0) >= 0 {
		s.refuse(message)
	}
	return decoded
}

func (s *state) mongoCHosts(hosts string) {
	const message = "Invalid host string in URI"
	var names, ports []string
	for _, host := range splitText(hosts, ",") {
		host = s.mongoCText(host, message)
		name, port := host, "27017"
		_, _, questioned := cutBackslashed(host, '?')
		in, ok := afterPrefix(host, "[")
		switch ok = ok && holds(in, "]"); {
		case endsWith(host, ".sock"):
		case questioned, !ok && holds(host, "]"):
			s.refuse(message)
		case ok:
			var after string
			if name, after, ok = cutText(in, "]"); !ok || name == "" || after != "" && after[0] != ':' {
				s.refuse(message)
			} else if after != "" {
				port = after[1:]
			}
		case holds(host, ":"):
			name, port, _ = cutText(host, ":")
		}
		n, err := strconv.ParseUint(atoi(port), 10, 16)
		if err != nil || n == 0 || name == "" {
			s.refuse(message)
		}
		name, port = pct.Lower(name), strconv.FormatUint(n, 10)
		again := false // which it leaves out
		for i := range names {
			again = again || names[i] == name && ports[i] == port
		}
		if again {
			continue
		}
		names, ports = append(names, name), append(ports, port)
	}
	put(&s.Host, joinCommas(names))
	put(&s.Port, joinCommas(ports))
}

func (s *state) mongoCOptions(query string) {
	for query != "" {
		var pair string
		pair, query, _ = cutBackslashed(query, '&')
		name, value, ok := cutBackslashed(pair, '=')
		if !ok {
			s.refuse("")
			return
		}
		if value = s.mongoCText(value, ""); value == "" && pct.Lower(name) == "replicaset" {
			s.refuse("")
		}
		switch lower := pct.Lower(name); lower {
		case "appname", "replicaset", "authsource":
			s.set(lower, value)
		case "ssl", "tls":
			if value == "1" {
				value = "true"
			}
			if before, ok := s.option("tls"); !oneOf(value, "true false") || ok && before != value {
				s.unknown()
			}
			s.set("tls", value)
		case "readpreference":
			if s.set(lower, value); !oneOf(value, "primary primaryPreferred secondary secondaryPreferred nearest") {
				s.unknown()
			}
		case "w":
			if _, again := s.option(lower); again {
				s.unknown()
			}
			if s.set(lower, value); value != "majority" && s.plainMongo("maxpoolsize", value) == "" {
				s.unknown()
			}
		default:
			if kind := s.plainMongo(lower, value); kind != "" {
				if kind != "readconcernlevel" && kind != "compressors" {
					s.set(lower, value)
				}
			} else if oneOf(lower, mongoNumbers) || oneOf(lower, mongoTruths) || oneOf(lower, "w j fsync safe slaveok connect compressors readpreferencetags waitqueuetimeoutms srvmaxhosts srvservicename") ||
				beginsWith(lower, "auth") || beginsWith(lower, "gssapi") || beginsWith(lower, "canonicalize") || beginsWith(lower, "tls") && lower != "tlsmode" || beginsWith(lower, "ssl") && lower != "sslmode" {
				s.unknown()
			}
		}
	}
}
