package compare

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
)

// A change is a way to write an encoded text wrongly.
type change struct {
	id, detail string
	apply      func(string) string
	// encoder says that a wrong encoder does it to everything that it encodes, so it
	// can be made in several places at once.
	encoder bool
	// ends says that it depends on where a text begins or ends. All other changes make
	// the same of a piece, whether they are given the piece or the text.
	ends bool
}

// The ranks of places: the fewer words a place takes, the likelier it is.
const (
	rankAll = iota
	rankPart
	rankNamesOrValues
	rankOne
	rankLast
)

// A sight is how much of the text that a mistake has made can be seen.
type sight uint8

const (
	inFull sight = iota // the mistake has made all that differs
	partly              // it has made some of that, and other mistakes the rest
	blind               // nothing is known of it
)

// candidates returns the mistakes to try on right. wrong suggests what to try in those
// that leave a choice, as far as it is seen. In texts that are signed, g says which wrong
// encoders are tried.
func candidates(right, wrong string, f Format, g grammar, seen sight) []Mistake {
	var list []Mistake
	add := func(rank int, id, where, detail string, apply func(string) (string, bool)) {
		list = append(list, Mistake{ID: id, Where: where, Detail: detail, rank: rank, apply: apply})
	}
	for _, end := range []struct {
		detail string
		change func(string) string
	}{
		{"one more at the end", func(s string) string { return s + "\n" }},
		{"CR LF", replacing("\n", "\r\n")},
		{"CR LF at the end", func(s string) string { return s + "\r\n" }},
		{"none", func(s string) string {
			if strings.Count(s, "\n") < 2 {
				return s
			}
			return strings.ReplaceAll(s, "\n", "")
		}},
	} {
		add(rankLast, mistake.LineEnd, "", end.detail, func(s string) (string, bool) { return end.change(s), true })
	}
	switch f {
	case BaseString:
		baseString(right, wrong, add, g, seen)
	case CanonicalRequest:
		canonicalRequest(right, wrong, add, g, seen)
	default:
		anyText(right, wrong, add, g, seen)
	}
	return list
}

// A grammar says in what texts that are signed differ from others.
type grammar struct {
	changes func(right, wrong, delimiters string) []change
	sorted  bool // whether parameters are sorted after they are encoded
}

// The grammars of texts that are signed: with single mistakes of encoders, with one of
// several, and with whole encoders, which are tried where no single mistake explains a
// text.
var (
	signed     = grammar{changes, true}
	signedStep = grammar{signedSteps, true}
	byProgram  = grammar{programs, true}
)

type adder func(rank int, id, where, detail string, apply func(string) (string, bool))

// A lens is a part of a text: how to take it out, and how to put another in.
type lens struct {
	where string
	rank  int
	get   func(string) (part string, ok bool)
	put   func(whole, part string) string
	// encoded says that put encodes the part as OAuth does. Otherwise it puts the part
	// in as it is, and leaves what is around it.
	encoded bool
	seen    sight // how much of wrong is
}

//go:noinline
func (l lens) apply(change func(string) string) func(string) (string, bool) {
	return func(s string) (string, bool) {
		part, ok := l.get(s)
		if !ok {
			return "", false
		}
		return l.put(s, change(part)), true
	}
}

// A target is a part of a text, and the text that a change must turn it into.
type target struct {
	part, want string
	known      bool // whether want is
}

// partMark stands in for a part. No beginning of it is also its end, and nothing in
// it is ever escaped.
const partMark = "q-part-of-the-text-z"

// target returns the part of right, and what is in its place in wrong. It is not ok if
// no change of the part turns right into wrong.
func (l lens) target(right, wrong string) (t target, ok bool) {
	t.part, ok = l.get(right)
	if !ok || strings.Contains(right, partMark) {
		return t, ok
	}
	if l.seen != inFull {
		return t, true
	}
	before, behind, _ := strings.Cut(l.put(right, partMark), partMark)
	rest, ok1 := strings.CutPrefix(wrong, before)
	t.want, ok = strings.CutSuffix(rest, behind)
	if !ok || !ok1 {
		return t, false
	}
	t.known = true
	if l.encoded {
		encoded := t.want
		var err error
		t.want, err = percent.OAuth1.Decode(encoded)
		return t, err == nil && percent.OAuth1.Encode(t.want) == encoded
	}
	return t, true
}

// refutes reports whether made is known not to be what is wanted.
func (t target) refutes(made string) bool { return t.known && made != t.want }

// wrongPart returns the part of wrong, or all of wrong if it has no such part: that is
// good enough to see which characters are in it.
func (l lens) wrongPart(wrong string) string {
	if part, ok := l.get(wrong); ok {
		return part
	}
	return wrong
}

// baseString adds the mistakes in a signature base string.
func baseString(right, wrong string, add adder, g grammar, seen sight) {
	part := func(i int, where string) lens {
		return lens{
			where: where,
			rank:  rankPart,
			seen:  seen,
			get: func(s string) (string, bool) {
				parts := strings.SplitN(s, "&", 3)
				if len(parts) < 3 {
					return "", false
				}
				return parts[i], true
			},
			put: func(s, made string) string {
				parts := strings.SplitN(s, "&", 3)
				parts[i] = made
				return strings.Join(parts, "&")
			},
		}
	}
	inside := func(outer lens) lens {
		return lens{
			where: outer.where,
			rank:  rankAll,
			seen:  seen,
			get: func(s string) (string, bool) {
				p, ok := outer.get(s)
				decoded, err := percent.OAuth1.Decode(p)
				// If it is not encoded as it should be, put would not restore it.
				return decoded, ok && err == nil && percent.OAuth1.Encode(decoded) == p
			},
			put:     func(s, made string) string { return outer.put(s, percent.OAuth1.Encode(made)) },
			encoded: true,
		}
	}
	method, uri, params := part(0, "method"), part(1, "encoding of the URI"), part(2, "encoding of the parameters")
	innerURI, innerParams := inside(uri), inside(params)
	innerURI.where, innerParams.where = "URI", "parameters"

	add(rankAll, mistake.MethodCase, "method", "", method.apply(strings.ToLower))
	queries(innerParams, right, wrong, add, g)
	uris(innerURI, right, wrong, add, g)
	if u, ok := innerURI.get(right); ok {
		if w, ok := innerURI.get(wrong); ok {
			if _, query, ok := strings.Cut(w, "?"); ok {
				add(rankAll, mistake.QueryKept, "URI", "", innerURI.apply(func(s string) string { return s + "?" + query }))
			}
			if strings.EqualFold(u, w) && authority(w) != strings.ToLower(authority(w)) {
				add(rankAll, mistake.HostCase, "URI", "", innerURI.apply(func(s string) string {
					return authority(w) + s[len(authority(s)):]
				}))
			}
		}
	}
	add(rankPart, mistake.DoubleEncoding, "", "", func(s string) (string, bool) { return percent.OAuth1.Encode(s), true })
	parts := strings.SplitN(right, "&", 3)
	if len(parts) < 3 || seen == inFull && !strings.HasPrefix(wrong, parts[0]+"&") {
		return
	}
	// The encoding of the whole: both parts after the method.
	outer := func(c change) func(string) (string, bool) {
		return func(s string) (string, bool) {
			parts := strings.SplitN(s, "&", 3)
			if len(parts) < 3 {
				return "", false
			}
			return parts[0] + "&" + c.apply(parts[1]) + "&" + c.apply(parts[2]), true
		}
	}
	_, wrongRest, _ := strings.Cut(wrong, "&")
	_, rightRest, _ := strings.Cut(right, "&")
	// behind returns what follows the URI in wrong, if the URI is what c makes.
	behind := func(c change) (string, bool) {
		rest, ok1 := strings.CutPrefix(wrongRest, c.apply(parts[1]))
		rest, ok2 := strings.CutPrefix(rest, "&")
		return rest, seen != inFull || ok1 && ok2
	}
	uriTarget, uriOK := uri.target(right, wrong)
	paramsTarget, paramsOK := params.target(right, wrong)
	for _, c := range g.changes(rightRest, wrongRest, "&") {
		if rest, ok := behind(c); ok && (seen != inFull || rest == c.apply(parts[2])) {
			add(rankPart, c.id, "encoding of URI and parameters", c.detail, outer(c))
		}
		if uriOK && !uriTarget.refutes(c.apply(uriTarget.part)) {
			add(rankNamesOrValues, c.id, uri.where, c.detail, uri.apply(c.apply))
		}
		if paramsOK && !paramsTarget.refutes(c.apply(paramsTarget.part)) {
			add(rankNamesOrValues, c.id, params.where, c.detail, params.apply(c.apply))
		}
	}

	// The same encoder does both, the parameters and the whole.
	in, ok := innerParams.get(right)
	if !ok {
		return
	}
	have := parsePairs(in)
	inOrder := have.inOrder()
	for _, c := range g.changes(decodedParams(right)+"&"+rightRest, decodedParams(wrong)+"&"+wrongRest, "=&") {
		if !c.encoder {
			continue
		}
		rest, ok := behind(c)
		if !ok {
			continue
		}
		for _, sorted := range []bool{false, true} {
			both := c
			made := have.each(all, c.apply)
			if sorted && inOrder {
				made.sort()
			}
			if seen == inFull && c.apply(percent.OAuth1.Encode(made.String())) != rest {
				continue
			}
			add(rankAll, c.id, "parameters, and the encoding of the whole", c.detail, func(s string) (string, bool) {
				in, ok := innerParams.get(s)
				if !ok {
					return "", false
				}
				pairs := parsePairs(in).each(all, both.apply)
				if sorted {
					pairs.sortLike(in)
				}
				return outer(both)(innerParams.put(s, pairs.String()))
			})
		}
	}
}

// decodedParams returns the parameters of a base string decoded once, however
// they are encoded.
func decodedParams(s string) string {
	parts := strings.SplitN(s, "&", 3)
	return text.Decode(parts[len(parts)-1])
}

// authority returns scheme and authority of a URL, and "" for other texts.
func authority(s string) string {
	u := uri.ParseLenient(s)
	if a := u.Authority(); a.Present && u.IsAbsolute() {
		return s[:a.Offset+len(a.Raw)]
	}
	return ""
}

// canonicalRequest adds the mistakes in a canonical request.
func canonicalRequest(right, wrong string, add adder, grammar grammar, seen sight) {
	line := func(i int, where string) lens {
		return lens{
			where: where,
			rank:  rankAll,
			seen:  seen,
			get: func(s string) (string, bool) {
				lines := strings.Split(s, "\n")
				if _, ok := headerLines(lines); !ok {
					return "", false
				}
				return lines[i], true
			},
			put: func(s, made string) string {
				lines := strings.Split(s, "\n")
				lines[i] = made
				return strings.Join(lines, "\n")
			},
		}
	}
	path, query := line(1, "path"), line(2, "query")
	add(rankAll, mistake.MethodCase, "method", "", line(0, "").apply(strings.ToLower))
	paths(path, right, wrong, add, grammar)
	queries(query, right, wrong, add, grammar)
	pathAndQuery(path, query, right, wrong, add, grammar)

	lines := strings.Split(right, "\n")
	head, ok := headerLines(lines)
	if !ok {
		return
	}
	signed := head + 1
	for i := 3; i < head; i++ {
		if !strings.HasPrefix(lines[i], "host:") {
			continue
		}
		for _, port := range []string{":443", ":80"} {
			add(rankAll, mistake.DefaultPort, "header field \"host\"", port[1:], line(i, "").apply(func(s string) string { return s + port }))
		}
		add(rankAll, mistake.HostCase, "header field \"host\"", "", line(i, "").apply(func(s string) string {
			for _, l := range strings.Split(wrong, "\n") {
				if strings.EqualFold(l, s) && l[len("host:"):] != strings.ToLower(l[len("host:"):]) {
					return s[:len("host:")] + l[len("host:"):]
				}
			}
			return s
		}))
	}
	// Names of header fields as they stand in the other text.
	add(rankAll, mistake.HeaderCase, "header fields", "", func(s string) (string, bool) {
		have := strings.Split(s, "\n")
		for i := 3; i <= signed; i++ {
			name, value, ok := strings.Cut(have[i], ":")
			for _, l := range strings.Split(wrong, "\n") {
				if other, v, _ := strings.Cut(l, ":"); other != strings.ToLower(other) && (ok && v == value && strings.EqualFold(other, name) || i == signed && strings.EqualFold(l, have[i])) {
					have[i] = l
				}
			}
		}
		return strings.Join(have, "\n"), true
	})
	if seen == blind {
		for _, hash := range []string{"UNSIGNED-PAYLOAD", emptyHash} {
			add(rankAll, mistake.PayloadHash, "", "", line(signed+1, "").apply(func(string) string { return hash }))
		}
	}
	wrongLines := strings.Split(wrong, "\n")
	if wrongHead, ok := headerLines(wrongLines); ok {
		left := map[string]bool{}
		for _, l := range wrongLines[3:wrongHead] {
			left[l] = true
		}
		var gone []string
		for _, l := range lines[3:head] {
			if name, _, _ := strings.Cut(l, ":"); !left[l] {
				gone = append(gone, name)
			}
		}
		add(rankAll, mistake.MissingHeader, "header fields", strings.Join(gone, ", "), func(string) (string, bool) {
			made := slices.Clone(lines[:3])
			var names []string
			for _, l := range lines[3:head] {
				if left[l] {
					name, _, _ := strings.Cut(l, ":")
					made, names = append(made, l), append(names, name)
				}
			}
			made = append(made, "", strings.Join(names, ";"), lines[signed+1])
			return strings.Join(made, "\n"), len(gone) > 0
		})
		hash := wrongLines[wrongHead+2]
		detail := ""
		switch hash {
		case "UNSIGNED-PAYLOAD":
			detail = "unsigned"
		case emptyHash:
			detail = "that of an empty body"
		}
		add(rankAll, mistake.PayloadHash, "", detail, line(signed+1, "").apply(func(string) string { return hash }))
	}
}

// emptyHash is the payload hash of a body that is empty.
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// pathAndQuery adds the mistakes that one encoder makes in both, the path and the
// query, which are lines of a canonical request.
func pathAndQuery(path, query lens, right, wrong string, add adder, g grammar) {
	p, ok := path.get(right)
	if !ok {
		return
	}
	q, _ := query.get(right)
	method, _, _ := strings.Cut(right, "\n")
	before := len(method) + 1
	behind := right[before+len(p)+1+len(q):]
	want, ok1 := strings.CutPrefix(wrong, right[:before])
	want, ok2 := strings.CutSuffix(want, behind)
	if path.seen == inFull && (!ok1 || !ok2) {
		return
	}
	have := parsePairs(q)
	inOrder := have.inOrder()
	for _, c := range g.changes(p+"&"+q, path.wrongPart(wrong)+"&"+query.wrongPart(wrong), "=&/") {
		segments := eachSegment(c.apply)
		rest, found := strings.CutPrefix(want, segments(p)+"\n")
		if !found && path.seen == inFull {
			continue
		}
		for _, sorted := range []bool{false, true} {
			made := have.each(all, c.apply)
			if sorted && inOrder {
				made.sort()
			}
			if path.seen == inFull && made.String() != rest {
				continue
			}
			add(rankAll, c.id, "path and query", c.detail, func(s string) (string, bool) {
				p, ok := path.get(s)
				if !ok {
					return "", false
				}
				q, _ := query.get(s)
				pairs := parsePairs(q).each(all, c.apply)
				if sorted {
					pairs.sortLike(q)
				}
				return query.put(path.put(s, segments(p)), pairs.String()), true
			})
		}
	}
}

// eachSegment returns a change of each segment of a path.
func eachSegment(change func(string) string) func(string) string {
	return func(s string) string {
		segments := strings.Split(s, "/")
		for i := range segments {
			segments[i] = change(segments[i])
		}
		return strings.Join(segments, "/")
	}
}

// pathOf returns where the path of a URL or text begins and ends.
func pathOf(s string) (start, end int) {
	start, end = len(authority(s)), len(s)
	if i := strings.IndexAny(s[start:], "?#"); i >= 0 {
		end = start + i
	}
	return start, end
}

// uris adds the mistakes in an absolute URI.
func uris(l lens, right, wrong string, add adder, g grammar) {
	if _, ok := l.target(right, wrong); !ok {
		return
	}
	for scheme, port := range map[string]string{"http": ":80", "https": ":443"} {
		add(rankAll, mistake.DefaultPort, l.where, port[1:], l.apply(func(s string) string {
			host := authority(s)
			if !strings.HasPrefix(strings.ToLower(host), scheme+"://") {
				return s
			}
			return host + port + s[len(host):]
		}))
	}
	paths(pathIn(l), right, wrong, add, g)
}

// pathIn returns the lens for the path of a URL or text.
func pathIn(l lens) lens {
	return lens{
		where: "path",
		rank:  rankPart,
		get: func(s string) (string, bool) {
			url, ok := l.get(s)
			start, end := pathOf(url)
			return url[start:end], ok
		},
		put: func(s, made string) string {
			url, _ := l.get(s)
			start, end := pathOf(url)
			return l.put(s, url[:start]+made+url[end:])
		},
		encoded: l.encoded,
		seen:    l.seen,
	}
}

// paths adds the mistakes in a path.
func paths(l lens, right, wrong string, add adder, g grammar) {
	t, ok := l.target(right, wrong)
	if !ok {
		return
	}
	try := func(id, detail string, change func(string) string) {
		if !t.refutes(change(t.part)) {
			add(l.rank, id, l.where, detail, l.apply(change))
		}
	}
	for _, c := range g.changes(t.part, l.wrongPart(wrong), "/") {
		try(c.id, c.detail, eachSegment(c.apply))
	}
	try(mistake.SlashUnescaped, "", slashUnescaper.Get().Replace)
	try(mistake.SlashEscaped, "", replacing("/", "%2F"))
	try(mistake.SlashEscaped, "but for the first", func(s string) string {
		if s == "" {
			return s
		}
		//percent:ignore escaped-by-hand this is the mistake that is looked for
		return s[:1] + strings.ReplaceAll(s[1:], "/", "%2F")
	})
	try(mistake.TrailingSlash, "", func(s string) string { return strings.TrimSuffix(s, "/") })
	for _, slashes := range []bool{false, true} {
		try(mistake.PathNormalized, "", func(s string) string { return normalized(s, slashes) })
	}
}

var slashUnescaper = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer("%2F", "/", "%2f", "/") }}

// normalized returns a path without its dot segments, which RFC 3986 section 5.2.4
// removes, and, if emptyToo, without empty segments.
func normalized(path string, emptyToo bool) string {
	var out []string
	segments := strings.Split(path, "/")
	for i, s := range segments {
		last := i == len(segments)-1
		switch {
		case s == "." || s == ".." || emptyToo && s == "" && i > 0 && !last:
			if s == ".." && len(out) > 1 {
				out = out[:len(out)-1]
			}
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, s)
		}
	}
	return strings.Join(out, "/")
}

// queries adds the mistakes in the parameters name=value, joined by '&'.
func queries(l lens, right, wrong string, add adder, g grammar) {
	t, ok := l.target(right, wrong)
	if !ok {
		return
	}
	have := parsePairs(t.part)
	wrongQuery := l.wrongPart(wrong)
	found := parsePairs(wrongQuery)
	left, gone := have.without(found)
	if l.seen == blind {
		gone = nil
	}
	on := func(change func(pairs) pairs) func(string) (string, bool) {
		return l.apply(func(s string) string { return change(parsePairs(s)).String() })
	}
	try := func(rank int, id, where, detail string, change func(pairs) pairs) {
		if !t.known || change(have).String() == t.want {
			add(rank, id, where, detail, on(change))
		}
	}
	inOrder := have.inOrder()
	for _, c := range g.changes(t.part, wrongQuery, "=&") {
		made := remade{pairs: have, apply: c.apply}
		for _, sorted := range []bool{false, true} {
			if sorted && (!g.sorted || !inOrder) {
				continue // sorting is not tried, or changes nothing
			}
			each := func(rank int, where string, in scope) {
				if t.known && !made.gives(t.want, in, sorted) {
					return
				}
				add(rank, c.id, where, c.detail, on(func(p pairs) pairs {
					made := p.each(in, c.apply)
					if sorted {
						made.sortLike(p.String())
					}
					return made
				}))
			}
			each(l.rank, l.where, all)
			each(rankNamesOrValues, "values of "+l.where, values)
			each(rankNamesOrValues, "names of "+l.where, names)
			one := gone
			switch {
			case l.seen == blind:
				one = every(have)
			case len(gone) > 1 && l.seen == partly:
				one = gone[:1] // where the texts begin to differ
			case len(gone) > 1:
				one = nil
			}
			for _, i := range one {
				each(rankOne, "parameter "+strconv.Quote(have[i].name), only(i))
			}
		}
	}
	try(l.rank, mistake.MissingEquals, l.where, "", func(p pairs) pairs {
		return p.change(func(q *pair) { q.eq = q.eq && q.value != "" })
	})
	if len(gone) == 1 {
		try(rankOne, mistake.MissingEquals, "parameter "+strconv.Quote(have[gone[0]].name), "", func(p pairs) pairs {
			n := -1
			return p.change(func(q *pair) {
				if n++; n == gone[0] {
					q.eq = q.eq && q.value != ""
				}
			})
		})
	}
	// Of texts that are signed, the sorted one is in the right order.
	ordered := g.sorted && l.seen != blind && !inOrder && found.inOrder()
	for _, by := range []struct {
		id, detail string
		compare    func(x, y pair) int
	}{
		{mistake.SortedBeforeEncoding, "", func(x, y pair) int { return comparePairs(x.decoded(), y.decoded()) }},
		{mistake.SortedBeforeEncoding, "as name=value", func(x, y pair) int { return cmp.Compare(x.decoded().String(), y.decoded().String()) }},
		{mistake.SortedAsText, "", func(x, y pair) int { return cmp.Compare(x.String(), y.String()) }},
	} {
		if ordered || !g.sorted && !inOrder {
			break // the other text was never in that order
		}
		try(rankAll, by.id, l.where, by.detail, func(p pairs) pairs {
			made := slices.Clone(p)
			sort.SliceStable(made, func(i, j int) bool { return by.compare(made[i], made[j]) < 0 })
			return made
		})
	}

	if l.seen == blind {
		missing(l, have, add)
		return
	}
	if _, ok := l.get(wrong); !ok {
		return
	}
	if len(gone) > 0 {
		var names []string
		for _, i := range gone {
			names = append(names, strconv.Quote(have[i].name))
		}
		try(l.rank, mistake.MissingParameter, l.where, strings.Join(names, ", "), func(pairs) pairs { return left })
	}
	if !ordered && len(gone) == 0 && len(found) == len(have) {
		try(rankLast, mistake.WrongOrder, l.where, "", func(pairs) pairs { return found })
	}
}

// missing adds the mistakes of leaving out one parameter, and all parameters that are
// not of the protocol, such as those of a body.
func missing(l lens, have pairs, add adder) {
	leave := func(detail string, out func(i int) bool) {
		add(l.rank, mistake.MissingParameter, l.where, detail, l.apply(func(s string) string {
			var left pairs
			for i, p := range parsePairs(s) {
				if !out(i) {
					left = append(left, p)
				}
			}
			return left.String()
		}))
	}
	for i, p := range have {
		leave(strconv.Quote(p.name), func(j int) bool { return i == j })
	}
	leave("", func(i int) bool {
		name := strings.ToLower(have[i].name)
		return !strings.HasPrefix(name, "oauth_") && !strings.HasPrefix(name, "x-amz-")
	})
}

// without returns the pairs that are also in other, and the indices of those that are
// not.
func (p pairs) without(other pairs) (left pairs, gone []int) {
	count := map[pair]int{}
	for _, q := range other {
		count[q]++
	}
	for i, q := range p {
		if count[q] > 0 {
			count[q]--
			left = append(left, q)
		} else {
			gone = append(gone, i)
		}
	}
	return left, gone
}

// A pair is a parameter as it is written.
type pair struct {
	name, value string
	eq          bool // whether there is a '='
}

func (p pair) String() string {
	if p.eq {
		return p.name + "=" + p.value
	}
	return p.name
}

// length is that of the text of p.
func (p pair) length() int {
	if p.eq {
		return len(p.name) + 1 + len(p.value)
	}
	return len(p.name)
}

func (p pair) decoded() pair {
	p.name = text.Decode(p.name)
	p.value = text.Decode(p.value)
	return p
}

type pairs []pair

func parsePairs(s string) pairs {
	if s == "" {
		return nil
	}
	var p pairs
	for piece := range strings.SplitSeq(s, "&") {
		name, value, eq := strings.Cut(piece, "=")
		p = append(p, pair{name, value, eq})
	}
	return p
}

func (p pairs) String() string {
	texts := make([]string, len(p))
	for i, q := range p {
		texts[i] = q.String()
	}
	return strings.Join(texts, "&")
}

// comparePairs compares names and then values, as what is signed is sorted.
func comparePairs(x, y pair) int {
	return cmp.Or(cmp.Compare(x.name, y.name), cmp.Compare(x.value, y.value))
}

func (p pairs) sort() {
	sort.SliceStable(p, func(i, j int) bool { return comparePairs(p[i], p[j]) < 0 })
}
func (p pairs) inOrder() bool { return slices.IsSortedFunc(p, comparePairs) }

// sortLike sorts p if query, from which it was made, is sorted: a wrong encoder moves
// parameters, but does not sort what was not sorted.
func (p pairs) sortLike(query string) {
	if parsePairs(query).inOrder() {
		p.sort()
	}
}

//go:noinline
func (p pairs) change(f func(*pair)) pairs {
	made := slices.Clone(p)
	for i := range made {
		f(&made[i])
	}
	return made
}

// A scope says which names and values are changed.
type scope func(i int) (name, value bool)

func all(int) (name, value bool)    { return true, true }
func names(int) (name, value bool)  { return true, false }
func values(int) (name, value bool) { return false, true }
func only(n int) scope              { return func(i int) (name, value bool) { return i == n, i == n } }

func (p pairs) each(in scope, change func(string) string) pairs {
	i := -1
	return p.change(func(q *pair) {
		i++
		name, value := in(i)
		if name {
			q.name = change(q.name)
		}
		if value {
			q.value = change(q.value)
		}
	})
}

// remade is pairs with what a change makes of their names and values, which is
// computed when it is needed.
type remade struct {
	pairs
	apply func(string) string
	made  pairs
	known []struct{ name, value bool }
}

// at returns the pair i, with its name and value changed or not.
func (r *remade) at(i int, name, value bool) pair {
	if r.made == nil {
		r.made = make(pairs, len(r.pairs))
		r.known = make([]struct{ name, value bool }, len(r.pairs))
	}
	p, made, known := r.pairs[i], &r.made[i], &r.known[i]
	if name {
		if !known.name {
			made.name, known.name = r.apply(p.name), true
		}
		p.name = made.name
	}
	if value {
		if !known.value {
			made.value, known.value = r.apply(p.value), true
		}
		p.value = made.value
	}
	return p
}

// gives reports whether the change, in that scope, turns the pairs into want.
func (r *remade) gives(want string, in scope, sorted bool) bool {
	if sorted {
		made := make(pairs, len(r.pairs))
		length := max(0, len(made)-1)
		for i := range made {
			name, value := in(i)
			made[i] = r.at(i, name, value)
			length += made[i].length()
		}
		if length != len(want) {
			return false
		}
		made.sort()
		return made.String() == want
	}
	ok := true
	cut := func(s string) { // from the front of want
		if ok {
			want, ok = strings.CutPrefix(want, s)
		}
	}
	for i := range r.pairs {
		name, value := in(i)
		p := r.at(i, name, value)
		if i > 0 {
			cut("&")
		}
		cut(p.name)
		if p.eq {
			cut("=")
			cut(p.value)
		}
		if !ok {
			return false
		}
	}
	return want == ""
}

// A trial looks for the changes that can have turned one text into another.
type trial struct {
	right, wrong string
	delimiters   string // that may be unescaped
	signed       bool   // whether the texts are of a format that is signed
	octets       string // wrong, decoded
	have, found  tally  // what is in right and in wrong

	id    string // of the mistake whose turn it is
	list  []change
	reset []change // changes, of all IDs, of which characters are escaped

	first  string // what run returns
	hasRun bool
}

// ways returns the changes that the trial finds, whose texts are given; sets returns those
// of which characters are escaped.
func (t *trial) ways(sets func(*trial) []change) []change {
	t.octets, t.have, t.found = text.Decode(t.wrong), census(t.right), census(t.wrong)
	t.reset = sets(t)
	for _, m := range catalogue {
		if m.attempt != nil {
			t.id = m.id
			m.attempt(t)
		}
	}
	return t.list
}

// add adds a way to make the mistake.
//
//go:noinline
func (t *trial) add(detail string, apply func(string) string) {
	t.list = append(t.list, change{id: t.id, detail: detail, apply: apply})
}

// atEnds adds a way that depends on where a text begins or ends.
//
//go:noinline
func (t *trial) atEnds(detail string, apply func(string) string) {
	t.list = append(t.list, change{id: t.id, detail: detail, apply: apply, ends: true})
}

// byEncoder adds a way that comes from a wrong encoder.
func (t *trial) byEncoder(detail string, apply func(string) string) {
	t.list = append(t.list, change{id: t.id, detail: detail, apply: apply, encoder: true})
}

// replacing returns a change that replaces old everywhere.
func replacing(old, made string) func(string) string {
	return func(s string) string { return strings.ReplaceAll(s, old, made) }
}

// changes returns the ways to write an encoded text of a signed format wrongly. It
// looks up in wrong, and in what encoders do, which characters are escaped; those of
// delimiters may also be unescaped.
func changes(right, wrong, delimiters string) []change {
	return signedWays(right, wrong, delimiters, signedSets)
}

// signedSteps returns the ways to write an encoded text of a signed format of which each
// can have made a part of wrong.
func signedSteps(right, wrong, delimiters string) []change {
	return signedWays(right, wrong, delimiters, stepSets)
}

func signedWays(right, wrong, delimiters string, sets func(*trial) []change) []change {
	t := trial{right: right, wrong: wrong, delimiters: delimiters, signed: true}
	return slices.DeleteFunc(t.ways(sets), func(c change) bool { return c.apply(right) == right })
}

// signedSets returns the changes of which characters are escaped, in a text in which
// more may differ: as in wrong, and as encoders are known to do it.
func signedSets(t *trial) []change {
	list, seen := []change{}, map[[2]string]bool{}
	if isLayered(t) {
		list = sets(t)
	}
	for _, found := range append([]tally{t.found}, encoders.Get()...) {
		for _, c := range setsAs(found, t.have, t.delimiters) {
			// ID and detail say which characters they are.
			if key := [2]string{c.id, c.detail}; !seen[key] {
				seen[key] = true
				list = append(list, c)
			}
		}
	}
	return list
}

// setsAs returns the changes that escape the characters that are escaped in wrong, and
// unescape those that are not.
func setsAs(wrong, right tally, delimiters string) []change {
	var list []change
	var escaped, unescaped percent.ByteSet
	for c := range 256 {
		b := byte(c)
		switch {
		case percent.Unreserved.Contains(b):
			if right.raw.Contains(b) && wrong.escaped.Contains(b) {
				escaped = escaped.AddRange(b, b)
			}
		case right.escaped.Contains(b) && wrong.raw.Contains(b) && strings.IndexByte(delimiters, b) < 0 && b != '%':
			unescaped = unescaped.AddRange(b, b)
		}
	}
	if escaped != (percent.ByteSet{}) {
		list = append(list, change{id: mistake.UnreservedEscaped, detail: pct.ListSet(escaped), apply: func(s string) string { return escape(s, escaped) }, encoder: true})
	}
	seen := map[percent.ByteSet]bool{{}: true}
	add := func(set percent.ByteSet) {
		id := mistake.ReservedUnescaped
		if seen[set] {
			return
		}
		seen[set] = true
		switch slash := (percent.ByteSet{}).Add("/"); {
		case set == slash:
			id = mistake.SlashUnescaped
		case set.Intersect(punctuation.Get()) != set:
			id = mistake.MissingEncoding
		}
		list = append(list, change{id: id, detail: pct.ListSet(set), apply: func(s string) string { return unescape(s, set) }, encoder: true})
	}
	add(unescaped)
	add(unescaped.Remove("/"))
	add(unescaped.Intersect(punctuation.Get()))
	// Delimiters that a wrong encoder leaves alone look like any others.
	for i := 1; i < 1<<len(delimiters); i++ {
		set := unescaped.Intersect(punctuation.Get())
		for j := range len(delimiters) {
			if i>>j&1 != 0 && right.escaped.Contains(delimiters[j]) {
				set = set.Add(delimiters[j : j+1])
			}
		}
		add(set)
	}
	return list
}

// punctuation are the ASCII characters that an encoder may be thought to keep.
var punctuation = lazy.Value[percent.ByteSet]{Make: func() percent.ByteSet {
	return percent.ByteSet{}.AddRange('!', '~').Intersect(percent.Unreserved.Complement()).Remove("%")
}}

// A tally says which octets are in a text, raw and escaped.
type tally struct {
	raw, escaped percent.ByteSet
}

func census(s string) tally {
	var t tally
	for i := 0; i < len(s); {
		c, n, escaped := octetAt(s, i)
		set := &t.raw
		if escaped {
			set = &t.escaped
		}
		*set = set.AddRange(c, c)
		i += n
	}
	return t
}

// escapeAt returns the octet of the escape at that index, if there is one.
func escapeAt(s string, i int) (byte, bool) { return pct.Octet(s[i:]) }

// rewritten returns s with each octet as f appends it; written is how it is written,
// an escape or the octet itself.
func rewritten(s string, f func(dst []byte, c byte, written string) []byte) string {
	b := make([]byte, 0, len(s)+32)
	for i := 0; i < len(s); {
		c, n, _ := octetAt(s, i)
		b = f(b, c, s[i:i+n])
		i += n
	}
	return string(b)
}

func lowerHex(s string) string {
	return rewritten(s, func(dst []byte, _ byte, written string) []byte {
		if len(written) == 3 {
			written = strings.ToLower(written)
		}
		return append(dst, written...)
	})
}

func unescape(s string, set percent.ByteSet) string {
	return rewritten(s, func(dst []byte, c byte, written string) []byte {
		if set.Contains(c) {
			return append(dst, c)
		}
		return append(dst, written...)
	})
}

func escape(s string, set percent.ByteSet) string {
	return rewritten(s, func(dst []byte, c byte, written string) []byte {
		if len(written) == 1 && set.Contains(c) {
			return pct.AppendEscape(dst, c)
		}
		return append(dst, written...)
	})
}

// replacedEach replaces each octet that is not UTF-8 by U+FFFD.
func replacedEach(s string) string { return string([]rune(s)) }

// toLatin1 converts UTF-8 to ISO 8859-1. It returns s if that is not possible.
func toLatin1(s string) string {
	if !utf8.ValidString(s) {
		return s
	}
	var b []byte
	for _, r := range s {
		if r > 0xFF {
			return s
		}
		b = append(b, byte(r))
	}
	return string(b)
}

// fromLatin1 converts octets from ISO 8859-1 to UTF-8.
func fromLatin1(s string) string {
	var b []byte
	for i := range len(s) {
		b = utf8.AppendRune(b, rune(s[i]))
	}
	return string(b)
}
