package reader

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
)

// Faraday with its adapter of Net::HTTP. Sources: faraday/connection.rb, faraday/request.rb and
// faraday/encoders/nested_params_encoder.rb, and lib/uri/generic.rb of Ruby.
var (
	schemeFaraday = &step{value: "http:// and https:// in small letters", text: `reads a URL that does not begin with "http://" or "https://" in small letters as a path`, do: func(s *state, _ string) {
		if !isAbsoluteFaraday(s.rest) {
			s.rest = "/" + s.rest
		}
		schemeRFC.do(s, "")
	}}
	connectsFaraday = &step{value: "a connection, to the machine without a host", text: "connects by http and https to addresses, and to names that the Domain Name System has, and by http to the machine where there is no host", do: func(s *state, _ string) {
		if s.Host.Present && s.Host.Text == "" {
			s.Host.Text = "127.0.0.1"
			s.connectRuby()
			return
		}
		connectsRuby.do(s, "")
	}}
	queryFaraday = &step{value: "parsed, sorted and written anew", text: "parses the query as pairs, and sends them sorted, escaped as in a form", do: func(s *state, _ string) {
		s.Query = s.queryFaraday(s.Query)
	}}
)

func isAbsoluteFaraday(url string) bool {
	return strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://")
}

// fetchFaraday is Faraday.get: Ruby's URI must parse the URL, and the path without its query is
// resolved against "http:/", which has no host.
func fetchFaraday(url string, x *Reading) {
	readRuby33(url, x)
	if x.Verdict == Read && x.Scheme.Text == "mailto" && x.Query.Text == "" && x.Path.Text == "?" {
		x.Verdict = Refused // it looks for a proxy of what it wrote of the URL
	}
	if x.Verdict != Read {
		return
	}
	rest, _, _ := strings.Cut(url, "#")
	rest, query, queried := strings.Cut(rest, "?")
	s := state{Reading: Reading{Verdict: Read, Scheme: present("http"), Path: present("/"), Port: present("80")}}
	if isAbsoluteFaraday(rest) {
		readRuby33(rest, &s.Reading)
	} else if rest != "" {
		s.refuseUnless(all(rest, func(c byte) bool { return isPathOctet(c) || c == '%' }) && wellEscaped(rest))
		if strings.HasPrefix(rest, "//") || rest[0] != '/' && !strings.HasPrefix(rest, "./") && !strings.HasPrefix(rest, "../") {
			rest = "./" + rest
		}
		s.Path.Text = mergedRuby(rest)
	}
	s.Query = s.queryFaraday(Part{query, queried})
	if s.Verdict == Read {
		connectsFaraday.do(&s, "")
	}
	*x = s.Reading
}

// mergedRuby is merge_path of URI::Generic with "/" as the base.
func mergedRuby(path string) string {
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if last := segments[len(segments)-1]; last == "." || last == ".." {
		segments = append(segments, "")
	}
	var out []string
	for _, segment := range segments {
		switch {
		case segment == ".":
		case segment == ".." && len(out) > 0 && out[len(out)-1] != "..":
			out = out[:len(out)-1]
		default:
			out = append(out, segment)
		}
	}
	for len(out) > 0 && out[0] == ".." {
		out = out[1:]
	}
	return "/" + strings.Join(out, "/")
}

// queryFaraday returns a query as NestedParamsEncoder writes it. It does not know what keys with
// brackets give but for those of lists, as in "a[]=1".
func (s *state) queryFaraday(q Part) Part {
	values := map[string][]string{}
	for pair := range strings.SplitSeq(q.Text, "&") {
		key, value, valued := strings.Cut(pair, "=")
		key, value = decode(strings.ReplaceAll(key, "+", " ")), decode(strings.ReplaceAll(value, "+", " "))
		name, list := strings.CutSuffix(key, "[]")
		_, isPlain := values[name]
		_, isList := values[name+"[]"]
		switch {
		case name == "" && !list:
			continue
		case !utf8.ValidString(key + value):
			s.refuse()
		case name == "" || strings.ContainsAny(name, "[]") || list && isPlain || !list && isList:
			s.Verdict = Unknown
		}
		text := escape(value, func(c byte) bool { return percent.Unreserved.Contains(c) || c == ' ' })
		if text = "=" + strings.ReplaceAll(text, " ", "+"); !valued {
			text = ""
		}
		if list {
			values[key] = append(values[key], text)
		} else {
			values[key] = []string{text}
		}
	}
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	sort.Slice(keys, func(i, j int) bool { return strings.TrimSuffix(keys[i], "[]") < strings.TrimSuffix(keys[j], "[]") })
	var pairs []string
	for _, key := range keys {
		for _, value := range values[key] {
			name := escape(key, func(c byte) bool { return percent.Unreserved.Contains(c) || c == ' ' })
			pairs = append(pairs, strings.ReplaceAll(name, " ", "+")+value)
		}
	}
	text := strings.Join(pairs, "&")
	return Part{text, text != ""}
}
