package source

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
)

// A meaning is what is known of the text that an expression gives.
type meaning uint8

const (
	unknown meaning = iota
	encoded         // by a function for values
	decoded         // by the program that received it
	holds           // an object or an array with a value that is encoded
	query           // parameters of a query, which encode and decode
	raw             // written by a function whose texts have delimiters
	spaced          // a text in which only spaces were replaced, by what is named
)

// A value is what an expression gives, and the name in the code that shows it.
type value struct {
	meaning
	at    int    // the token of the function, or of what was received
	named string // what was received
}

// facts are what a language has: functions and members as they end, of names and the dots
// between them.
var facts = [...]struct {
	encoders, decoders []string
	writers            []string // functions that write Base64 or JSON
	received           []string // calls and members that give text that is decoded already
	sinks              []sink
}{
	JavaScript: {
		encoders: []string{"encodeURIComponent", "encodeURI", "querystring.escape"},
		decoders: []string{"decodeURIComponent", "decodeURI"},
		writers:  []string{"btoa", "JSON.stringify"},
		received: []string{"searchParams.get(", "req.query.", "req.params.", "request.query.", "ctx.query.", "$route.query.", "$route.params."},
		sinks: []sink{
			{"searchParams.set", 1},
			{"searchParams.append", 1},
			{"URLSearchParams", members},
			{"qs.stringify", members},
			{"querystring.stringify", members},
			{"get", params},
			{"post", params},
			{"delete", params},
			{"put", params},
			{"axios.request", params},
			{"axios", params},
			{"navigate", queryParams},
			{"got", search},
			{"got.get", search},
			{"ky.get", search},
			{"request", queryString},
			{"request.get", queryString},
			{"$.param", members},
			{"$.ajax", data},
			{"jQuery.ajax", data},
			{"$.get", second},
			{"$.post", second},
			{"$.getJSON", second},
			{"router.push", options},
			{"router.replace", options},
			{"$router.push", options},
			{"$router.replace", options},
			{"query", members}, // of superagent
		},
	},
	Python: {
		encoders: []string{"quote", "quote_plus"},
		decoders: []string{"unquote", "unquote_plus"},
		writers:  []string{"base64.b64encode", "base64.standard_b64encode", "json.dumps"},
		received: []string{"request.args", "request.form", "request.values", "request.GET", "request.POST", "request.query_params"},
		sinks:    []sink{{"urlencode", members}, {"requests.get", params}, {"requests.post", params}, {"requests.post", data}, {"requests.request", params}, {"requests.put", params}, {"requests.delete", params}, {"session.post", data}, {"session.get", params}, {"httpx.get", params}, {"client.get", params}},
	},
	PHP: {
		encoders: []string{"urlencode", "rawurlencode"},
		decoders: []string{"urldecode", "rawurldecode"},
		writers:  []string{"base64_encode", "json_encode"},
		received: []string{"$_GET", "$_POST", "$_REQUEST", "$_COOKIE"},
		sinks:    []sink{{"http_build_query", members}, {"setcookie", 1}, {"get", options}, {"request", options}, {"post", options}},
	},
	Ruby: {
		encoders: []string{"CGI.escape", "URI.encode_www_form_component", "Util.url_encode", "URI.encode_uri_component", "CGI.escapeURIComponent", "URI.escape"},
		decoders: []string{"CGI.unescape", "URI.decode_www_form_component", "URI.decode_uri_component"},
		writers:  []string{"Base64.encode64", "Base64.strict_encode64"},
		received: []string{"params", "request.params"},
		sinks:    []sink{{"URI.encode_www_form", members}, {"get", options}, {"post", options}, {"Faraday.get", second}, {"RestClient.get", params}, {"redirect_to", params}},
	},
	Java: {
		encoders: []string{"URLEncoder.encode", "Uri.encode"},
		decoders: []string{"URLDecoder.decode", "Uri.decode"},
		received: []string{"getParameter(", "getPathInfo(", "uri.getQuery(", "uri.getPath("},
		sinks: []sink{
			{"addQueryParameter", 1},
			{"appendQueryParameter", 1},
			{"BasicNameValuePair", 1},
			{"setQueryParameter", 1},
			{"addPathSegment", 0},
			{"appendPath", 0},
			{"getForObject", 2},
			{"getForEntity", 2},
			{"postForObject", 3},
			{"postForEntity", 3},
		},
	},
	Kotlin: {
		encoders: []string{"URLEncoder.encode", "Uri.encode", "encodeURLParameter", "encodeURLQueryComponent", "encodeURLPathPart"},
		decoders: []string{"URLDecoder.decode", "Uri.decode"},
		received: []string{"getQueryParameter(", "getParameter(", "backStackEntry.arguments.getString(", "call.parameters", "queryParameters", "request.queryParameters"},
		sinks: []sink{
			{"addQueryParameter", 1},
			{"appendQueryParameter", 1},
			{"setQueryParameter", 1},
			{"addPathSegment", 0},
			{"appendPath", 0},
			{"FormBody.Builder.add", 1},
			{"parameter", 1},
			{"parameters.append", 1},
		},
	},
	CSharp: {
		encoders: []string{"Uri.EscapeDataString", "HttpUtility.UrlEncode", "WebUtility.UrlEncode", "Uri.EscapeUriString", "Server.UrlEncode", "UrlEncoder.Default.Encode"},
		decoders: []string{"Uri.UnescapeDataString", "HttpUtility.UrlDecode", "WebUtility.UrlDecode", "Server.UrlDecode"},
		writers:  []string{"Convert.ToBase64String"},
		received: []string{"Request.QueryString", "Request.Query", "Request.Form", "Request.Params", "RouteData.Values"},
		sinks: []sink{
			{"AddQueryParameter", 1},
			{"AddUrlSegment", 1},
			{"SetQueryParam", 1},
			{"QueryHelpers.AddQueryString", 2},
			{"QueryString.Create", 1},
			{"FormUrlEncodedContent", members},
			{"RedirectToAction", object},
			{"RedirectToRoute", object},
			{"RedirectToPage", object},
			{"Url.Action", object},
			{"Url.RouteUrl", object},
			{"Url.Page", object},
		},
	},
	Rust: {
		encoders: []string{"urlencoding.encode", "utf8_percent_encode", "percent_encode", "byte_serialize"},
		decoders: []string{"urlencoding.decode", "percent_decode_str", "percent_decode"},
		writers:  []string{"base64.encode", "STANDARD.encode"},
		sinks:    []sink{{"append_pair", 1}, {"query", members}, {"form", members}, {"push", 0}},
	},
	Swift: {
		encoders: []string{"addingPercentEncoding"},
		sinks:    []sink{{"URLQueryItem", 1}, {"appendingPathComponent", 0}, {"appendPathComponent", 0}},
	},
}

// same are methods that give the text that they have, or an error.
var same = [...][]string{Rust: {"to_string", "into_owned", "as_str", "as_ref", "unwrap", "clone", "to_owned", "collect"}, JavaScript: {"toString"}, CSharp: {"ToString", "Trim"}, Ruby: {"to_s", "strip"}, Kotlin: {"toString"}}

// A sink is a call that encodes values: an argument of that number, or one of these.
type sink struct {
	call string
	of   int
}

const (
	members = -1 // those of the object or array that is the first argument
	params  = -2 // those of the object of an argument, or a member of one, called params
	data    = -3 // the same, called data
	second  = -4 // those of the object that is the second argument
	// The same, called searchParams, qs, and query.
	search      = -5
	queryString = -6
	options     = -7
	queryParams = -8
	object      = -9 // those of any argument that is an object
)

// path returns the dotted name that token i begins, and the token behind it. "?." is '.'.
func (c *code) path(i int) (name string, next int) {
	next = i
	for next < len(c.tokens) && next < i+2*mostParts && c.tokens[next].kind == 0 {
		next++
		if c.text(next) == "?" && c.text(next+1) == "." {
			next++
		}
		if c.text(next) != "." || next+1 >= len(c.tokens) || c.tokens[next+1].kind != 0 {
			break
		}
		next++
	}
	if next == i+1 {
		if name = c.text(i); c.imported && (name == "encode" || name == "decode") {
			name = "urlencoding." + name
		}
		return name, next
	}
	var b strings.Builder
	for k := i; k < next; k++ {
		if c.text(k) != "?" {
			b.WriteString(c.text(k))
		}
	}
	return b.String(), next
}

// mostParts is how many names a path has that is looked at.
const mostParts = 8

// endsIn reports whether a path is one of list, or ends in one.
//
//go:noinline
func endsIn(path string, list []string) bool {
	return slices.ContainsFunc(list, func(s string) bool {
		return path == s || strings.HasSuffix(path, s) && path[len(path)-len(s)-1] == '.'
	})
}

// ends reports whether an expression ends before token i: there is a sign that ends it, or a
// new line, or nothing.
func (c *code) ends(i int) bool {
	for range mostParts { // methods that change nothing
		if c.text(i) == "?" && c.text(i+1) != "." && c.language == Rust {
			i++
		} else if n := i + 1; c.text(i) == "." && slices.Contains(sameOf(c.language), c.text(n)) {
			switch {
			case c.is(n+1, "(", ")"):
				i += 4
			case c.is(n+1, ".", "<") && c.language == Rust: // collect::<String>()
				i = c.closed(c.generic(n+2)-1) + 1
			case c.language == Ruby:
				i += 2
			}
		}
	}
	if c.is(i, "?", "?") || c.is(i, "|", "|") || c.language == Kotlin && c.is(i, "?", ":") || c.language == Python && c.is(i, "or") {
		return true // or a default
	}
	if c.language == Swift {
		if c.text(i) == "!" && c.text(i+1) != "=" {
			i++
		}
		if c.text(i) == "{" || c.text(i) == "else" {
			return true
		}
	}
	if i >= len(c.tokens) {
		return true
	}
	if c.language == JavaScript && (c.text(i) == "!" && c.text(i+1) != "=" || c.text(i) == "as") {
		return true // of TypeScript
	}
	if c.joined && c.joins(i) {
		return true
	}
	switch c.text(i) {
	case ",", ";", ")", "]", "}":
		return true
	case ".", "+", "-", "*", "/", "?", "|", "&", "=", "%", "(", "[", ":", "<", ">", "or", "and", "if", "in":
		return false
	}
	last := c.tokens[i-1]
	return strings.Contains(c.source[last.offset+len(last.text):c.tokens[i].offset], "\n")
}

// sameOf returns those of a language.
func sameOf(l Language) []string {
	if int(l) < len(same) {
		return same[l]
	}
	return nil
}

// value returns what the whole expression gives that begins at token i.
func (c *code) value(i int) value {
	if c.language == Rust && c.text(i) == "&" {
		i++
	}
	if i >= len(c.tokens) {
		return value{}
	}
	if c.language == CSharp && c.text(i) == "new" {
		// new Dictionary<string, string>(…) { … }
		for n := i + 1; n < i+3*mostParts && n < len(c.tokens); n++ {
			if c.text(n) == "{" || c.text(n) == "(" && c.is(c.closed(n-1)+1, "{") {
				if c.text(n) == "(" {
					n = c.closed(n-1) + 1
				}
				if end := c.close(n); end > 0 {
					return c.member(n, end)
				}
			}
			if c.tokens[n].kind == literal || c.text(n) == ";" || c.text(n) == ")" {
				break
			}
		}
		return value{}
	}
	if c.is(i, "useSearchParams", "(", ")") && c.ends(i+3) {
		return value{query, i, ""}
	}
	if c.is(i, "new", "URLSearchParams", "(") && c.ends(c.closed(i+1)+1) {
		return value{query, i + 1, ""}
	}
	if c.is(i, "new", "URL", "(") && c.is(c.closed(i+1)+1, ".", "searchParams", ".", "get", "(") && c.ends(c.closed(c.closed(i+1)+4)+1) {
		return value{decoded, c.closed(i+1) + 4, "searchParams.get"}
	}
	f := &facts[c.language]
	switch c.text(i) {
	case "Base64": // of Java
		if c.is(i+1, ".", "getEncoder", "(", ")", ".", "encodeToString", "(") && c.ends(c.closed(i+6)+1) {
			return value{raw, i + 6, ""}
		}
	case "{", "[":
		end := c.close(i)
		if end < 0 || !c.ends(end+1) {
			return value{}
		}
		return c.member(i, end)
	case "array_map":
		if name, _ := c.literal(i + 2); c.language == PHP && slices.Contains(f.encoders, name) && c.ends(c.closed(i)+1) {
			return value{holds, i, ""}
		}
	case "dict":
		if end := c.close(i + 1); c.language == Python && c.text(i+1) == "(" && end > 0 && c.ends(end+1) {
			for _, at := range c.arguments(i+1, end) {
				if v := c.value(at + 2); c.text(at+1) == "=" && v.meaning == encoded {
					return value{holds, v.at, ""}
				}
			}
		}
	case "array":
		if end := c.close(i + 1); c.text(i+1) == "(" && end > 0 && c.ends(end+1) {
			return c.member(i+1, end)
		}
	}
	path, next := c.path(i)
	if path == "" || next == i {
		return value{}
	}
	if path == "$request" && c.language == PHP { // of Symfony and Laravel
		for c.is(next, "-", ">", "query") {
			path, next = path+"->query", next+3
		}
		if c.is(next, "-", ">", "get") {
			path, next = path+"->get", next+3
		}
		if c.text(next) == "(" && path != "$request" && c.ends(c.closed(next-1)+1) {
			return value{decoded, next - 1, path}
		}
		return value{}
	}
	at := next - 1
	if c.text(next) == "(" {
		end := c.close(next)
		switch {
		case end < 0:
			return value{}
		case (endsIn(path+"(", f.received) || c.ofQuery(path, "get")) && c.ends(end+1):
			return value{decoded, at, path}
		case (c.language == Python && endsIn(path, []string{"parse_qs"}) || c.language == CSharp && endsIn(path, []string{"HttpUtility.ParseQueryString"})) && c.ends(end+1):
			return value{query, at, ""}
		case c.language == Python && path[strings.LastIndexByte(path, '.')+1:] == "urlencode" && c.ends(end+1):
			for _, argument := range c.arguments(next, end) {
				if c.text(argument) == "quote_via" {
					return value{}
				}
			}
			return value{query, at, ""}
		case endsIn(path, f.writers) && (c.ends(end+1) || c.is(end+1, ".", "decode", "(") && c.ends(c.closed(end+2)+1)):
			return value{raw, at, ""}
		case endsIn(path, f.encoders) && c.ends(end+1) && c.isOwn(i, at):
			return value{encoded, at, ""}
		}
	}
	if v, ok := c.given[path]; ok && c.ends(next) {
		return v
	}
	if c.language == JavaScript && endsIn(path, []string{"searchParams"}) && path != "searchParams" && c.ends(next) {
		return value{query, at, ""}
	}
	if c.language == Python && c.given[path].meaning == query && c.text(next) == "[" {
		end := c.close(next)
		for end > 0 && c.text(end+1) == "[" {
			end = c.close(end + 1)
		}
		if end > 0 && c.ends(end+1) {
			return value{decoded, at, path}
		}
	}
	for _, r := range f.received {
		switch {
		case strings.HasSuffix(r, ".") && strings.Contains(path, r) && c.ends(next):
			return value{decoded, at, path}
		case (path == r || c.language >= CSharp && endsIn(path, []string{r})) && c.text(next) == "[", path == r+".get" && c.text(next) == "(":
			end := c.close(next)
			for end > 0 && c.text(end+1) == "[" {
				end = c.close(end + 1) // of an array in it
			}
			if end > 0 && c.ends(end+1) {
				return value{decoded, at, r}
			}
		}
	}
	return value{}
}

// ofQuery reports whether a path is a method, one of names, of parameters of a query.
func (c *code) ofQuery(path string, names ...string) bool {
	dot := strings.IndexByte(path, '.')
	return dot > 0 && c.given[path[:dot]].meaning == query && slices.Contains(names, path[dot+1:])
}

// isOwn reports whether the function at a token, whose path begins at i, is that of the
// language: it is no method, and the file does not define it.
func (c *code) isOwn(i, at int) bool {
	before := c.text(i - 1)
	return (before != "." || c.language == PHP) && (before != ">" || c.text(i-2) != "-") && before != "function" && before != "def" && (i != at || before != ":" || c.text(i-2) != ":") && !c.own[c.text(at)]
}

// member returns the first member of an object or array between brackets that is encoded.
func (c *code) member(i, end int) value {
	for n := i + 1; n < end; n++ {
		switch c.text(n) {
		case "{", "(", "[":
			if c.text(n) == "(" && (c.language == Python || c.language == Rust || c.language == CSharp && c.text(n-1) == ">") || c.text(n) == "[" && c.language == JavaScript || c.text(n) == "{" && c.language == CSharp {
				continue // a pair
			}
			if n = c.close(n); n < 0 {
				return value{}
			}
		case "=":
			if c.language != CSharp {
				continue
			}
			fallthrough
		case ":", ">", ",":
			if v := c.value(n + 1); v.meaning == encoded {
				return value{holds, v.at, ""}
			}
			if v := c.replaced(n + 1); v.named == "%20" && (c.text(n) == ":" || c.text(n) == ">") {
				return value{holds, v.at, ""}
			}
		}
	}
	return value{}
}

// forget makes unknown what names were given since the change of a number: what a branch
// did is not sure behind it.
func (c *code) forget(from int) {
	for _, name := range c.changed[from:] {
		delete(c.given, name)
	}
	c.changed = c.changed[:from]
}

// block begins and ends blocks: by braces, and by indentation in Python and Ruby.
func (c *code) block(i int) {
	indent := 0
	if c.language == Python || c.language == Ruby {
		from := 0
		if i > 0 {
			from = c.tokens[i-1].offset
		}
		before := c.source[from:c.tokens[i].offset]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		if len(line) == len(before) && i > 0 || strings.TrimSpace(line) != "" {
			if c.language == Ruby && slices.Contains([]string{"else", "elsif", "when", "rescue", "end"}, c.text(i)) {
				c.forget(c.begun())
			}
			return
		}
		indent = len(line) + 1
	}
	open := indent
	if n := len(c.blocks); n > 0 {
		open = c.blocks[n-1].indent
	}
	switch text := c.text(i); {
	case indent > 0:
		for len(c.blocks) > 0 && c.blocks[len(c.blocks)-1].indent > indent {
			c.forget(c.begun())
			c.blocks = c.blocks[:len(c.blocks)-1]
		}
		if len(c.blocks) == 0 || indent > open {
			c.blocks = append(c.blocks, block{indent, len(c.changed)})
		}
	case text == "{" || text == "${":
		c.blocks = append(c.blocks, block{0, len(c.changed)})
	case text == "}":
		c.forget(c.begun())
		c.blocks = c.blocks[:max(0, len(c.blocks)-1)]
	case text == "case" || text == "default":
		c.forget(c.begun())
	}
}

// begun returns how many changes were before the block.
func (c *code) begun() int {
	if len(c.blocks) == 0 {
		return 0
	}
	return c.blocks[len(c.blocks)-1].changed
}

// give notes what a name is given at token i, and forgets what others of its function were.
func (c *code) give(i int) {
	switch text := c.text(i); text {
	case "function", "def", "fun", "fn", "public", "private", "protected":
		clear(c.given)
		if text == "def" && c.language == Python {
			c.routed(i)
		}
		return
	}
	before := c.text(i - 1)
	if before == "for" || before == "lambda" || before == "|" || c.is(i+1, "=", ">") || c.is(i+1, "-", ">") || c.is(i+1, ")", "=", ">") {
		delete(c.given, c.text(i)) // another of that name
	}
	c.giveMembers(i)
	if c.language == CSharp && c.given[c.text(i)].meaning == query && c.text(i+1) == "[" {
		if end := c.close(i + 1); end > 0 && c.text(end+1) == "=" {
			if v := c.value(end + 2); v.meaning == encoded {
				c.report("source-encoded-twice", v.at, c.text(i)+` encodes it again: " " arrives as "%20" or "+"`, "leave out "+c.text(v.at))
			}
		}
	}
	if before == "." || c.text(i+1) != "=" || c.text(i+2) == "=" || c.text(i+2) == ">" {
		if sign := c.text(i + 1); (sign == "+" || sign == "." || sign == "?") && c.text(i+2) == "=" {
			delete(c.given, c.text(i))
		}
		return
	}
	switch before {
	case "(", ",":
		switch c.language {
		case Python, Kotlin, Rust, Ruby:
			return // an argument with a name
		}
		fallthrough
	case ")", "else", "then", ":", "?", "&", "|", ">":
		if !c.begins(i) {
			delete(c.given, c.text(i)) // where it is not sure that it is given, or to which
			return
		}
	}
	v := c.value(i + 2)
	if v.meaning == unknown {
		v = c.replaced(i + 2)
	}
	declared := before == "const" || before == "let" || before == "var" || before == "val"
	if v.meaning == unknown || c.bound[c.text(i)] && !declared || c.language == CSharp && !c.statement(i) {
		delete(c.given, c.text(i))
		return
	}
	c.given[c.text(i)] = v
	c.changed = append(c.changed, c.text(i))
}

// decodes are frameworks that decode the path before they match it.
var decodes = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`(?i)\b(fastapi|flask|apirouter|blueprint|quart)\b`) }}

// placeholder is the name of a parameter in a route: {name}, {name:path}, <name>, <int:name>.
var placeholder = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`[{<](?:\w+(?:\([^()]*\))?:)?(\w+)(?::path)?[}>]`)
}}

// routed notes the parameters of the function that is defined at token i which the route in its
// decorators fills, decoded.
func (c *code) routed(i int) {
	if c.text(i-1) == "async" {
		i--
	}
	for range mostParts {
		at := c.begin(i - 1)
		if at < 0 || c.text(at-1) != "@" || !decodes.Get().MatchString(c.source) {
			return
		}
		if open := c.open(i - 1); c.text(i-1) == ")" && open >= 0 {
			route, _ := c.literal(open + 1)
			for _, m := range placeholder.Get().FindAllStringSubmatch(route, mostParts) {
				c.given[m[1]] = value{decoded, open - 1, m[1]}
			}
		}
		i = at - 1
	}
}

// giveMembers notes that a member of the name at token i is encoded, params["q"] = quote(q) and
// params.q = …, and what names are given from what was received: const {q} = req.query.
func (c *code) giveMembers(i int) {
	before := c.text(i - 1)
	if c.is(i-2, "]", "=") && c.is(i, "useSearchParams", "(", ")") { // const [parameters, set] = …
		if open := c.open(i - 2); open >= 0 && c.ends(i+3) {
			c.given[c.text(open+1)] = value{query, i, ""}
			c.changed = append(c.changed, c.text(open+1))
		}
		return
	}
	if c.is(i-2, "}", "=") && c.language == JavaScript {
		open := c.open(i - 2)
		declared := c.text(open - 1)
		path, next := c.path(i)
		if path == "useParams" && c.is(next, "(", ")") && strings.Contains(c.source, "react-router") {
			path, next = "$route.params", next+2 // decoded, as those of Vue
		}
		if open < 0 || declared != "const" && declared != "let" && declared != "var" || !slices.Contains(facts[JavaScript].received, path+".") || !c.ends(next) {
			return
		}
		for n := open + 1; n < i-2; n++ {
			if after := c.text(n + 1); c.tokens[n].kind == name && (after == "," || after == "}") {
				c.given[c.text(n)] = value{decoded, n, path + "." + c.text(n)}
				c.changed = append(c.changed, c.text(n))
			}
		}
		return
	}
	at := 0
	switch {
	case before == "." || before == ">" || c.bound[c.text(i)]:
	case c.text(i+1) == "[" && c.language != JavaScript && c.text(i+3) == "]" && c.text(i+4) == "=" && c.text(i+5) != "=":
		at = i + 5
	case c.text(i+1) == "." && c.language == JavaScript && c.text(i+3) == "=" && c.text(i+4) != "=" && c.text(i+4) != ">":
		at = i + 4
	}
	if at == 0 || c.given[c.text(i)].meaning == query {
		return
	}
	if v := c.value(at); v.meaning == encoded {
		c.given[c.text(i)] = value{holds, v.at, ""}
		c.changed = append(c.changed, c.text(i))
	}
}

// begins reports whether a statement begins at token i without a semicolon, and not as the
// branch of the one before.
func (c *code) begins(i int) bool {
	if !strings.Contains(c.source[c.tokens[i-1].offset:c.tokens[i].offset], "\n") {
		return false
	}
	if c.language == Python || c.language == Ruby {
		return true
	}
	depth := 0
	for n := i - 1; n > 0 && n > i-longestCall && c.text(i-1) == ")"; n-- {
		switch c.text(n) {
		case ")":
			depth++
		case "(":
			if depth--; depth == 0 {
				return !slices.Contains([]string{"if", "for", "foreach", "while", "when", "with", "switch", "catch"}, c.text(n-1))
			}
		}
	}
	return false
}

// statement reports whether what is given at token i ends in a semicolon: it is no member of
// an initializer.
func (c *code) statement(i int) bool {
	for n := i; n < len(c.tokens) && n < i+longestCall; n++ {
		switch c.text(n) {
		case "(", "[", "{":
			if n = c.close(n); n < 0 {
				return false
			}
		case "<":
			n = max(n, c.generic(n)-1)
		case ";":
			return true
		case ",", "}", ")":
			return false
		}
	}
	return false
}

// sinks reports what a call that begins at token i encodes, or decodes, a second time.
func (c *code) sinks(i int) {
	path, next := c.path(i)
	if next = c.generic(next); c.text(next) != "(" || c.text(i-1) == "." && c.language == Python {
		return
	}
	end := c.close(next)
	if end < 0 {
		return
	}
	f := &facts[c.language]
	if endsIn(path, f.decoders) && c.isOwn(i, next-1) {
		// What a form sends was often encoded by the page that has the form.
		if v := c.value(next + 1); v.meaning == decoded && v.named != "$_POST" {
			c.report("source-decoded-twice", next-1, v.named+` is decoded already: `+refused(path)+`"%41" arrives as "A"`, "leave out "+path)
		}
		return
	}
	if endsIn(path, f.encoders) && c.isOwn(i, next-1) {
		c.nested(i, next, path)
	}
	for _, s := range f.sinks {
		if !endsIn(path, []string{s.call}) && !(s.call == "searchParams.set" && c.ofQuery(path, "set", "append")) {
			continue
		}
		if s.call == "push" && !strings.Contains(c.source[max(0, c.tokens[i].offset-mostText/4):c.tokens[next].offset], "path_segments_mut") {
			continue
		}
		for number, at := range c.arguments(next, end) {
			var v value
			switch {
			case s.of == number:
				if v = c.value(at); v.meaning != encoded {
					v = value{}
				}
			case s.of == members && number == 0 && c.language == Ruby && c.text(at) != "{":
				v = c.member(next, end) // a hash without braces
			case s.of == members && number == 0:
				v = c.value(at)
			case s.of == second && number == 1, s.of == object && c.text(at) == "new":
				v = c.value(at)
			case s.of == params && c.language == JavaScript && number == 1 && hasBody[s.call]:
				// the body of the request
			case s.of < 0 && optionNames[-s.of] != "":
				v = c.params(optionNames[-s.of], at, end)
			}
			if v.meaning == holds || v.meaning == encoded && s.of >= 0 {
				c.report("source-encoded-twice", v.at, s.call+` encodes it again: " " arrives as "%20" or "+"`, "leave out "+c.text(v.at))
			}
		}
		if len(c.found) > 0 && c.found[len(c.found)-1].Offset > c.tokens[i].offset {
			return
		}
	}
}

// generic returns the token behind the types that are given to a function at token i, or i.
func (c *code) generic(i int) int {
	if c.language != JavaScript && c.language != CSharp && c.language != Rust || c.text(i) != "<" {
		return i
	}
	depth := 0
	for n := i; n < i+3*mostParts; n++ {
		switch text := c.text(n); {
		case text == "<":
			depth++
		case text == ">":
			if depth--; depth == 0 {
				return n + 1
			}
		case text != "" && strings.Contains(";(=&", text), n >= len(c.tokens):
			return i
		}
	}
	return i
}

// refused says of the decoders that take no "%" alone what becomes of it; the others keep it.
func refused(decoder string) string {
	if endsIn(decoder, []string{"decodeURIComponent", "decodeURI", "URI.decode_www_form_component", "URI.decode_uri_component", "URLDecoder.decode"}) {
		return `"%" is refused, and `
	}
	return ""
}

// nested reports an encoder whose argument is encoded: by a name that was given that, or, as
// an info, by a call, which is mostly for two readers.
func (c *code) nested(i, next int, path string) {
	v := c.value(next + 1)
	switch {
	case v.meaning != encoded:
	case v.at < i && c.closed(v.at) < i && c.text(v.at) != "encodeURI" && c.text(next+2) != "(" && c.text(next+2) != ".":
		c.report("source-encoded-twice", next-1, path+` encodes again what `+c.text(v.at)+` has encoded: " " arrives as "%20" or "+"`, "leave out one of them")
	case v.at > next && !isURLName(c.text(v.at+2)) && !c.meant(i):
		c.report("source-nested-encoder", next-1, path+` encodes again what `+c.text(v.at)+` has encoded: " " is left as "%20" or "+" unless it is decoded twice`, "leave out one of them, unless it is decoded twice")
	}
}

// meant reports whether the source says in front of token i, or in the same line, that it
// encodes twice on purpose, or signs by OAuth 1.0.
func (c *code) meant(i int) bool {
	at := c.tokens[i].offset
	line, _, _ := strings.Cut(c.source[at:min(len(c.source), at+mostText)], "\n")
	return twice.Get().MatchString(c.source[max(0, at-mostText):at] + line)
}

var twice = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)double|twice|(two|2) ?times|oauth_|AWS4-HMAC`)
}}

// hasBody are calls of clients whose second argument is the body, before the options.
var hasBody = map[string]bool{"post": true, "put": true, "patch": true}

// optionNames are the names of options with parameters.
var optionNames = [...]string{-params: "params", -data: "data", -search: "searchParams", -queryString: "qs", -options: "query", -queryParams: "queryParams", -object: ""}

// params returns what an argument at token i gives that has a name, or a member of that name.
func (c *code) params(name string, i, end int) value {
	if c.is(i, name, "=") || c.language == Ruby && c.is(i, name, ":") {
		return c.value(i + 2)
	}
	if c.text(i) != "{" && c.language != PHP {
		return value{}
	}
	depth := 0
	for n := i; n < end; n++ {
		if key, ok := c.literal(n); ok && key == name && c.is(n+1, "=", ">") {
			return c.value(n + 3)
		}
		switch c.text(n) {
		case "{", "(", "[":
			depth++
		case "}", ")", "]":
			depth--
		case name:
			if depth == 1 && c.text(n+1) == ":" {
				return c.value(n + 2)
			}
			if depth == 1 && (c.text(n+1) == "," || c.text(n+1) == "}") {
				return c.given[name]
			}
		}
	}
	return value{}
}

// arguments returns the tokens at which the arguments of the call begin whose brackets are at
// i and end.
func (c *code) arguments(i, end int) (list []int) {
	if i+1 == end {
		return nil
	}
	label := func(n int) int {
		if c.language == Swift && c.text(n+1) == ":" {
			return n + 2
		}
		return n
	}
	list = append(list, label(i+1))
	for n := i + 1; n < end; n++ {
		switch c.text(n) {
		case "(", "[", "{", "${":
			if n = c.close(n); n < 0 {
				return list
			}
		case ",":
			if n+1 < end {
				list = append(list, label(n+1))
			}
		}
	}
	return list
}

// takers are functions that take a whole URL.
var takers = [...][]string{
	JavaScript: {"fetch", "axios.get", "axios.post", "window.open", "URL", "$.get", "$.getJSON"},
	Python:     {"requests.get", "requests.post", "urlopen", "urllib2.urlopen", "urlretrieve"},
	PHP:        {"file_get_contents", "curl_init"},
	Java:       {"URL", "URI.create"},
	Ruby:       {"URI", "URI.parse", "HTTParty.get", "RestClient.get", "Faraday.get"},
	CSharp:     {"Uri", "WebRequest.Create", "HttpWebRequest.Create", "client.GetAsync", "client.GetStringAsync"},
	Kotlin:     {"URL", "URI.create", "Uri.parse"},
	Rust:       {"Url.parse", "reqwest.get"},
	Swift:      {"URL", "URLRequest"},
}

// whole reports an encoder around a whole URL, in a call that takes one.
func (c *code) whole(i int) {
	path, next := c.path(i)
	if c.text(next) != "(" || !slices.Contains(takers[c.language], path) || (c.language == Java || c.language == CSharp) && path[0] == 'U' && !strings.Contains(path, ".") && c.text(i-1) != "new" {
		return
	}
	list := c.arguments(next, c.closed(next-1))
	if len(list) == 0 {
		return
	}
	v := c.value(list[0])
	if v.meaning != encoded || slices.Contains([]string{"encodeURI", "EscapeUriString"}, c.text(v.at)) || c.is(v.at-2, "URI", ".", "escape") || c.language == Python && len(c.arguments(v.at+1, c.closed(v.at))) > 1 {
		return
	}
	if c.language == Swift {
		if set := c.allowed(v.at); set != "urlQueryAllowed" && set != "urlFragmentAllowed" && strings.HasPrefix(set, "url") && isURLName(c.text(v.at-2)) {
			c.report("source-whole-url", v.at, set+` has no "?": the query becomes part of the path, and some have no ":" and "/" either`, "encode the values, before they become part of the URL")
		}
		return
	}
	argument := v.at + 2
	begin, isText := c.literal(argument)
	alone := c.text(argument+1) == "," || c.text(argument+1) == ")"
	absolute := (c.language == Java || c.language == Kotlin || c.language == CSharp || c.language == Rust) && path != "URI.create" && path != "Uri.parse" && len(path) > 2 && path[0] == 'U'
	if alone && absolute && len(list) == 1 || isText && (strings.HasPrefix(begin, "http://") || strings.HasPrefix(begin, "https://")) || alone && isURLName(c.text(argument)) {
		c.report("source-whole-url", v.at, escapesWhole, "encode the values, before they become part of the URL")
	}
}

const escapesWhole = `this escapes the ":" and the "/" of the URL as well: it is no URL any more`

// allowed returns the set that the encoder of Swift at token i leaves as it is.
func (c *code) allowed(i int) string { return c.text(c.closed(i) - 1) }

// closed returns the index of the bracket that ends the call at token i.
//
//go:noinline
func (c *code) closed(i int) int { return max(0, c.close(i+1)) }

func isURLName(name string) bool {
	name = strings.ToLower(strings.TrimPrefix(name, "$"))
	return strings.HasSuffix(name, "url") || name == "urlstring" || name == "uri" || name == "link" || name == "href"
}
