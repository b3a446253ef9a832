package reader

import (
	"strconv"
	"strings"
)

// The clients superagent and needle of npm. Sources: superagent/lib/node/index.js and
// needle/lib/needle.js.
var (
	inputSuperagent = &step{value: `text, "http://" where "http" does not begin it`, text: `takes text only, and puts "http://" before what does not begin with "http"`}
	dotsSuperagent  = &step{value: "kept behind /", text: `keeps dot segments behind a "/", and removes those behind a "\"`}
	inputNeedle     = &step{value: `text, "http://" where there is no "http"`, text: `takes text only, and puts "http://" before text without "http" anywhere, for a "//" at its beginning`, do: func(s *state, _ string) {
		if textInput.do(s, ""); !strings.Contains(s.rest, "http") {
			s.rest = "http://" + strings.TrimPrefix(s.rest, "//")
		}
	}}
)

// connectsNeedle: without a host, http.request of Node.js takes localhost.
var connectsNeedle = &step{value: "a connection, to localhost without a host", text: "connects by http, without a scheme too, and https to addresses, to names that the Domain Name System has, and to localhost where there is no host, requests null where there is no path, and refuses ports beyond 65535 and controls, spaces and characters beyond Latin-1 in path and query", do: func(s *state, _ string) {
	if !s.Scheme.Present {
		s.Scheme = present("http")
	}
	if s.Host.Text == "" {
		s.Host = present("localhost")
	}
	// The field Host takes Latin-1, and the resolver maps the name.
	s.refuseUnless(!strings.ContainsFunc(s.Host.Text, func(c rune) bool { return c > 0xFF }))
	host, isName := s.toASCIIAda(ageNode18, s.Host.Text)
	s.Host.Text = host
	_, ok := number(s.Port.Text, 65535)
	s.refuseUnless(ok && isName && !strings.Contains(s.Host.Text, "["))
	if !s.Path.Present {
		s.Path = present("null")
	}
	for _, p := range []*Part{&s.Path, &s.Query} {
		latin1 := make([]byte, 0, len(p.Text))
		for _, c := range p.Text {
			s.refuseUnless(c > ' ' && c <= 0xFF)
			latin1 = append(latin1, byte(c))
		}
		p.Text = string(latin1)
	}
	connect(&s.Reading, reachedC)
}}

// fetchSuperagent reads a URL as a chain does, with words in place of its dot segments.
func fetchSuperagent(c *chain, url string, x *Reading) {
	if !strings.HasPrefix(url, "http") {
		url = "http://" + url
	}
	const word = "__superagent_dot_segment_"
	var kept []string
	if i := schemeEnd(url); i > 0 && strings.HasPrefix(url[i:], "://") {
		i += len("://")
		i += len(url[i:]) - len(strings.TrimLeftFunc(url[i:], func(c rune) bool { return !strings.ContainsRune("/?#", c) }))
		path, rest := url[i:], ""
		if j := strings.IndexAny(path, "?#"); j >= 0 {
			path, rest = path[:j], path[j:]
		}
		if !strings.ContainsAny(rest, "\n\r\u2028\u2029") { // "." of a regular expression
			segments := strings.Split(path, "/")
			for k, s := range segments[1:] {
				if _, ok := isDotSegment(strings.ReplaceAll(s, "%2E", "%2e")); ok {
					kept = append(kept, s)
					segments[k+1] = word + strconv.Itoa(len(kept)-1) + "__"
				}
			}
			url = url[:i] + strings.Join(segments, "/") + rest
		}
	}
	*x = c.read(url)
	if kept == nil {
		return
	}
	var b strings.Builder
	rest := x.Path.Text
	for {
		before, after, found := strings.Cut(rest, word)
		b.WriteString(before)
		if !found {
			break
		}
		rest = after
		digits, _, closed := strings.Cut(after[:min(len(after), maxKept)], "__")
		if k, err := strconv.Atoi(digits); closed && err == nil && uint(k) < uint(len(kept)) && strconv.Itoa(k) == digits && kept[k] != "" {
			b.WriteString(kept[k])
			kept[k] = "" // the first of each word
			rest = after[len(digits)+len("__"):]
		} else {
			b.WriteString(word)
		}
	}
	x.Path.Text = b.String()
}

// maxKept is longer than the number of a segment and what ends it.
const maxKept = 24
