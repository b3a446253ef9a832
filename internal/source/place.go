package source

import (
	"regexp"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
)

// A place is where in a URL a value stands, as the constant text before it says.
type place uint8

const (
	nowhere place = iota
	inPath
	inQuery
	inMail      // the query of a mailto or otpauth URI
	inParameter // filename*=UTF-8''…
	inUserinfo
)

// before are the texts in front of a place; a NUL stands for a value of which nothing is
// known. The first that matches counts.
var before = lazy.Value[[]placed]{Make: func() (all []placed) {
	for _, p := range []struct {
		expression string
		place
	}{
		{`\*=(?i:utf-8)'[\w-]*'$`, inParameter},
		{`^otpauth://[^\s?]*\?([^\s]*&)?\w+=$`, inMail},
		{`(^|["'])mailto:[^\s?]*\?([^\s]*&)?(\w+=)?$`, inMail},
		{`^(jdbc:)?[a-z][a-z0-9+.-]*://([\w.%~\x00-]*:)?$`, inUserinfo},
		{`(^(?:Location: ?)?|\x00|["'])[^\s"'<>{};|]*[?&][\w.-]+(\[\w*\])?=$`, inQuery},
		{`(?:^|\b(?:href|src|action)=["'])(?:Location: ?)?((https?|otpauth)://[\w.:\x00-]+|\x00)?(/[\w.\x00-]+)*/$`, inPath},
	} {
		all = append(all, placed{regexp.MustCompile(p.expression), p.place})
	}
	return all
}}

type placed struct {
	expression *regexp.Regexp
	place
}

// mostText is how many bytes in front of a value are looked at, and mostOperands how many
// texts and values.
const (
	mostText     = 200
	mostOperands = 12
)

// placeOf returns the place behind a text.
func placeOf(text string) place {
	if strings.Contains(text, "HMAC-SHA256 ") {
		return nowhere // a header field
	}
	if len(text) > mostText {
		text = "\x00" + text[len(text)-mostText:]
	}
	for _, p := range before.Get() {
		if p.expression.MatchString(text) {
			return p.place
		}
	}
	return nowhere
}

// joins reports whether token i puts texts together.
func (c *code) joins(i int) bool {
	return c.text(i) == "${" || c.language != PHP && c.text(i) == "+" || c.language == PHP && c.text(i) == "." && c.text(i+1) != "="
}

// left returns the text that stands in front of an operand that begins at token i, and
// whether there is any.
func (c *code) left(i int) (text string, ok bool) {
	for range mostOperands {
		if !c.joins(i - 1) {
			return text, ok
		}
		i -= 2
		part, isText := c.literal(i)
		if isText {
			ok = true
		} else {
			// A value: what it is is not known, and where it begins only of a name.
			part = c.base(i, text)
			if i < 0 || c.tokens[i].kind != name && c.text(i) != ")" && c.text(i) != "]" && c.text(i) != "}" {
				return text, ok
			}
			if i = c.begin(i); i < 0 {
				return part + text, ok
			}
		}
		text = part + text
		for range mostOperands {
			if c.text(i-1) != "}" { // of a template
				break
			}
			text = c.base(i-2, text) + text
			if i = c.open(i - 1); i < 0 {
				return text, ok
			}
			i++
			part, _ = c.literal(i - 2)
			text, i = part+text, i-2
		}
	}
	return "\x00" + text, ok
}

// base returns what stands for the value that ends at token i in front of a text: a NUL, and
// a slash where its name is that of a base to which a path without one is added.
func (c *code) base(i int, text string) string {
	if text != "" && text[0] != '/' && based.Get().MatchString(c.text(i)) && strings.Contains(text, "/") && !strings.ContainsAny(text, ":.?") {
		return "\x00/"
	}
	return "\x00"
}

var based = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`(?i:url|endpoint|(^|_)base)$|[a-z]Base$`) }}

// begin returns the token that begins a chain of names and calls that ends at i, or -1.
func (c *code) begin(i int) int {
	for range mostParts {
		for i >= 0 && (c.text(i) == ")" || c.text(i) == "]") {
			i = c.open(i) - 1
		}
		if i < 0 || c.tokens[i].kind != name {
			return -1
		}
		switch {
		case c.language != PHP && c.text(i-1) == ".":
			i -= 2
		case c.language == PHP && c.text(i-1) == ">" && c.text(i-2) == "-":
			i -= 3
		default:
			return i
		}
	}
	return -1
}

// open returns the bracket that the one at i closes, or -1.
func (c *code) open(i int) int {
	depth := 0
	for n := i; n >= 0 && n > i-longestCall/10; n-- {
		switch c.text(n) {
		case ")", "]", "}":
			depth++
		case "(", "[", "{", "${":
			if depth--; depth == 0 {
				return n
			}
		}
	}
	return -1
}

// formatters are what puts values into a text, by language: what stands in front of the
// text, or behind it, and the directive for a value.
var directives = lazy.Value[[]*regexp.Regexp]{Make: func() []*regexp.Regexp {
	return []*regexp.Regexp{
		Python: regexp.MustCompile(`%[sdr]|\{\w*\}`), PHP: regexp.MustCompile(`%[sd]`), Java: regexp.MustCompile(`%[sd]`), Kotlin: regexp.MustCompile(`%[sd]`),
		CSharp: regexp.MustCompile(`\{\d[^{}]*\}`), Rust: regexp.MustCompile(`\{(:[^{}]*)?\}`),
	}
}}

// format checks the values of a text with directives at token i.
func (c *code) format(i int) {
	var values []int
	switch {
	case c.language == Python && c.text(i+1) == "%" && c.text(i+2) == "(":
		values = c.arguments(i+2, c.close(i+2))
	case c.language == Python && c.text(i+1) == "%":
		values = []int{i + 2}
	case c.language == Python && c.is(i+1, ".", "format", "("):
		values = c.arguments(i+3, c.close(i+3))
	case (c.language == Java || c.language == Kotlin) && c.is(i-4, "String", ".", "format", "("), c.language == PHP && c.is(i-2, "sprintf", "("), c.language == Rust && c.is(i-3, "format", "!", "("),
		c.language == CSharp && c.is(i-3, ".", "Format", "("):
		if end := c.close(i - 1); end > i+1 {
			values = c.arguments(i-1, end)[1:]
		}
	}
	if end := len(values); end > 0 && values[end-1] >= len(c.tokens) {
		return
	}
	if len(values) == 0 {
		return
	}
	text := c.tokens[i].text
	if m := directives.Get()[c.language].FindAllStringIndex(text, 2); len(m) > 0 && placeOf(text[:m[0][0]]) == inUserinfo {
		switch {
		case strings.HasSuffix(text[:m[0][0]], ":") && strings.HasPrefix(text[m[0][1]:], "@"):
			c.password(values[0], true)
		case len(m) == 2 && len(values) > 1 && text[m[0][1]:m[1][0]] == ":" && strings.HasPrefix(text[m[1][1]:], "@"):
			c.password(values[1], false)
		}
	}
	all := directives.Get()[c.language].FindAllStringIndex(text, len(values))
	for n, at := range all {
		if n < len(values) && n < mostOperands {
			before := directives.Get()[c.language].ReplaceAllString(text[:at[0]], "\x00")
			if c.language == Rust {
				before = variables.Get().ReplaceAllString(before, "\x00") // {name}
			}
			c.operand(values[n], before)
		}
	}
}

// secret returns the name of what token i begins, of a variable or a member, or the key under
// which a map or a function has it, and the token behind it. It is hidden if it is what another
// function gives.
func (c *code) secret(i int) (name string, next int, hidden bool) {
	path, next := c.path(i)
	if next == i || i >= len(c.tokens) {
		return "", i, false
	}
	name, hidden = c.text(next-1), c.given[path].meaning == encoded
	if open := c.text(next); open == "(" || open == "[" {
		end := c.close(next)
		if end < 0 {
			return "", i, false
		}
		key, ok := c.literal(next + 1)
		if hidden = !ok || open == "(" && endsIn(path, facts[c.language].encoders); ok {
			name = key
		}
		next = end + 1
	}
	return name, next, hidden
}

// isPassword matches the names of what nobody chooses so that it needs no escape.
var isPassword = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`(?i)pass|pwd|(^|_)pw$`) }}

// password reports what token i begins as a password in a format.
func (c *code) password(i int, named bool) {
	if c.text(i) == "&" {
		i++
	}
	if name, _, hidden := c.secret(i); name != "" && !hidden && (!named || isPassword.Get().MatchString(name)) {
		c.report("source-userinfo", i, intoUserinfo, encodeBoth)
	}
}

const (
	intoUserinfo = `it goes into a URL as it is` + endsHost
	endsHost     = `: "/" ends the host there, and "@" moves it`
	encodeBoth   = "encode the user name and the password"
)

// interpolated checks the variables in a text of PHP at token i.
func (c *code) interpolated(i int) {
	t := c.tokens[i]
	if c.language != PHP || t.offset == 0 || c.source[t.offset-1] != '"' {
		return
	}
	for _, at := range variables.Get().FindAllStringSubmatchIndex(t.text, mostOperands) {
		if at[2] < 0 {
			continue
		}
		if v := c.given[t.text[at[2]:at[3]]]; v.meaning == encoded {
			c.place(v, placeOf(variables.Get().ReplaceAllString(t.text[:at[0]], "\x00")), i)
		}
	}
}

var variables = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`\{?(\$\w+)\}?|\{\w+\}`) }}

// operands checks a value at token i that is a part of a text.
func (c *code) operands(i int) {
	if c.text(i-1) == "(" && c.joins(i-2) { // in brackets
		if text, ok := c.left(i - 1); ok {
			c.operand(i, text)
		}
	}
	if _, ok := c.literal(i - 2); ok && c.joins(i-1) {
		if text, ok := c.left(i); ok {
			c.operand(i, text)
		}
	}
}

// operand checks the value at token i, in front of which a text stands.
func (c *code) operand(i int, text string) {
	at := placeOf(text)
	if at == inPath && plusReaders.Get().MatchString(text) || at == nowhere || i >= len(c.tokens) {
		return
	}
	c.joined = true
	v := c.value(i)
	c.joined = false
	if v.meaning == decoded && at == inPath && strings.HasPrefix(text, "Location:") {
		c.report("source-unescaped", i, v.named+` is decoded: "?" ends the path, and ".." leads to the folder above`, "encode it as a value")
	}
	if v.meaning != unknown {
		c.place(v, at, i)
		return
	}
	c.place(c.replaced(i), at, i)
	if at == inQuery {
		path, next := c.path(i)
		for _, target := range targets[c.language] {
			if path == target || path == strings.TrimSuffix(target, "href")+"pathname" && c.joins(next) && strings.HasSuffix(c.text(next+3), "search") || strings.HasSuffix(target, "(") && endsIn(path+"(", []string{target}) && c.text(next) == "(" {
				c.report("source-unescaped", next-1, path+` has delimiters of its own: what follows "&" in it belongs to the other URL`, "encode it as a value")
			}
		}
		if lit, _ := c.literal(i + 2); c.is(i, "$_SERVER", "[") && (lit == "REQUEST_URI" || lit == "QUERY_STRING") {
			c.report("source-unescaped", i, lit+` has delimiters of its own: what follows "&" in it belongs to the other URL`, "encode it as a value")
		}
	}
}

// plusReaders are services that read a "+" in a path as a space.
var plusReaders = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`maps|amazonaws|s3|wiki`) }}

// targets are what gives a URL as it was sent.
var targets = [...][]string{
	JavaScript: {"req.originalUrl", "req.url", "request.url", "request.originalUrl", "window.location.href", "location.href", "document.URL", "window.location", "document.location.href", "$route.fullPath", "this.$route.fullPath", "to.fullPath"},
	Python:     {"request.full_path", "request.path", "request.url", "request.get_full_path(", "request.build_absolute_uri("},
	PHP:        {},
	Ruby:       {"request.original_url", "request.fullpath", "request.url", "request.original_fullpath"},
	CSharp:     {"Request.Path", "HttpContext.Request.Path", "context.Request.Path", "Request.Url", "Request.RawUrl", "Request.Url.ToString(", "Request.Url.PathAndQuery", "Request.Url.AbsoluteUri", "Request.GetDisplayUrl(", "Request.GetEncodedUrl(", "Navigation.Uri", "NavigationManager.Uri"},
	Kotlin:     {"request.getRequestURI(", "request.requestURI"},
	Swift:      nil,
	Java:       {"request.getRequestURI(", "req.getRequestURI(", "request.getQueryString(", "request.getRequestURL(", "req.getRequestURL("},
}

// forForms are encoders that write a space as "+".
var forForms = map[string]bool{"quote_plus": true, "urlencode": true, "encode": true, "escape": true, "encode_www_form_component": true, "UrlEncode": true, "byte_serialize": true}

// place reports what a value becomes in a place, where token i stands.
func (c *code) place(v value, at place, i int) {
	f := c.text(v.at)
	switch {
	case v.meaning == spaced && (at == inQuery || at == inPath && v.named == "%20"):
		c.report("source-escaped-by-hand", v.at, `this escapes " " and no other delimiter: "&" and "#" end the value`, "encode the value instead")
	case v.meaning == decoded && at == inQuery:
		c.report("source-unescaped", i, v.named+` is decoded: "&" ends the value, and "+" arrives as " "`, "encode it as a value")
	case v.meaning == query && at == inMail:
		c.report("source-form-encoder", v.at, f+` writes a space as "+", which stays one here`, [...]string{JavaScript: "use encodeURIComponent", Python: "use urlencode with quote_via=quote"}[c.language])
	case v.meaning == raw && at == inQuery && strings.Contains(strings.ToLower(f), "64") || v.meaning == raw && at == inQuery && (f == "btoa" || f == "encode" || f == "encodeToString"):
		c.report("source-unescaped", v.at, `Base64 has "+", which arrives as " "`, "encode it as a value")
	case v.meaning == raw && at == inQuery:
		c.report("source-unescaped", v.at, `JSON keeps delimiters: "&" and "#" in it end the value`, "encode it as a value")
	case v.meaning == encoded && f == "encodeURI" && at == inPath:
		if name, next := c.path(v.at + 2); c.text(next) == ")" && (free.Get().MatchString(name) || segment.Get().MatchString(name)) {
			c.report("source-query-encoder", v.at, `encodeURI keeps delimiters: "?" and "#" end the path, and "/" the segment`, "use encodeURIComponent")
		}
	case v.meaning == encoded && f == "EscapeUriString" && at == inQuery:
		c.report("source-query-encoder", v.at, `EscapeUriString keeps delimiters: "&" ends the value, and "+" arrives as " "`, "use Uri.EscapeDataString")
	case v.meaning == encoded && c.language == Ruby && c.is(v.at-2, "URI", ".", "escape"):
		if at == inQuery {
			c.report("source-query-encoder", v.at, `URI.escape keeps delimiters: "&" ends the value, and "+" arrives as " "`, "use CGI.escape")
		}
	case v.meaning == encoded && c.language == Rust && (at == inQuery || at == inPath) && c.text(c.closed(v.at)-1) == "CONTROLS":
		c.report("source-query-encoder", v.at, `CONTROLS has no delimiters: "?", "#" and "&" stay as they are`, "use NON_ALPHANUMERIC")
	case v.meaning == encoded && c.language == Swift:
		set := c.allowed(v.at)
		switch {
		case !strings.HasPrefix(set, "url") || !strings.HasSuffix(set, "Allowed"):
		case at == inQuery:
			c.report("source-query-encoder", v.at, set+` has delimiters: "&" ends the value, and "+" arrives as " "`, `remove "&" and "+" from the set, or use URLQueryItem`)
		case at == inPath && set == "urlQueryAllowed":
			c.report("source-query-encoder", v.at, `urlQueryAllowed has "?", which ends the path`, "use urlPathAllowed")
		}
	case v.meaning == encoded && c.language == Java && f == "encode" && c.isPartOfURI(v.at):
		c.report("source-encoded-twice", v.at, `new URI of several parts escapes "%" again: " " arrives as "+" or "%20"`, "leave out "+f)
	case v.meaning == encoded && forForms[f] && c.language != JavaScript && (c.language != Rust || f == "byte_serialize") && c.text(v.at-2) != "Uri" && (at == inPath || at == inMail || at == inParameter):
		fix := [...]string{Python: "use quote", PHP: "use rawurlencode", Java: `replace each "+" by "%20"`, Ruby: "use ERB::Util.url_encode", CSharp: "use Uri.EscapeDataString", Kotlin: `replace each "+" by "%20"`, Rust: "use push of path_segments_mut, or the crate urlencoding"}[c.language]
		c.report("source-form-encoder", v.at, f+` is for forms: " " arrives as "+"`, fix)
	}
}

// isPartOfURI reports whether token i stands in a call of the constructor of java.net.URI that
// takes parts, and escapes them.
func (c *code) isPartOfURI(i int) bool {
	depth := 0
	for n := i; n > 1 && n > i-longestCall/10; n-- {
		switch c.text(n) {
		case ")":
			depth++
		case "(":
			if depth--; depth < 0 && c.is(n-2, "new", "URI") {
				return len(c.arguments(n, c.close(n))) > 2
			} else if depth < 0 {
				depth = 0
			}
		}
	}
	return false
}

// segment are names of what is one segment of a path.
var segment = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[._])(u?id|slug|key|user|username|tag|code)$|[a-z](Id|ID|Slug|Key|Tag)$`)
}}

// replaced returns what the expression at token i gives if it replaces spaces only.
func (c *code) replaced(i int) value {
	spaces := func(n int, from, to string) value {
		if (from == " " || from == `\s` || from == `\s+`) && (to == "%20" || to == "+") {
			return value{spaced, n, to}
		}
		return value{}
	}
	if c.is(i, "str_replace", "(") {
		from, _ := c.literal(i + 2)
		to, _ := c.literal(i + 4)
		if at := i + 6; c.given[c.text(at)].meaning != unknown || c.text(at+1) == "(" && !untouched[c.text(at)] {
			return value{}
		}
		return spaces(i, from, to)
	}
	if c.given[c.text(i)].meaning != unknown {
		return value{}
	}
	for range mostParts {
		_, next := c.path(i)
		if next == i || c.text(next) != "(" {
			break
		}
		end := c.close(next)
		if end < 0 {
			break
		}
		var v value
		from, to := next+1, next+3
		switch c.text(next - 1) {
		case "replace", "Replace", "replaceAll", "replace_all", "gsub", "tr":
			if from < len(c.tokens) && c.tokens[from].kind != sign && c.tokens[from].kind != name {
				text, _ := c.literal(to)
				v = spaces(next-1, c.tokens[from].text, text)
			}
		case "replacingOccurrences":
			if list := c.arguments(next, end); len(list) == 2 && list[1] < len(c.tokens) {
				text, _ := c.literal(list[1])
				v = spaces(next-1, c.tokens[list[0]].text, text)
			}
		case "split":
			if by, ok := c.literal(from); ok && c.is(end+1, ".", "join", "(") {
				text, _ := c.literal(end + 4)
				v = spaces(next-1, by, text)
				end = max(end, c.close(end+3))
			}
		default:
			if !untouched[c.text(next-1)] {
				return value{} // it may encode
			}
		}
		more := c.text(end+1) == "."
		if replaces := !untouched[c.text(next-1)]; replaces && (v.meaning == unknown || more && !untouched[c.text(end+2)]) {
			return value{} // another replacement may be of the delimiters
		}
		if v.meaning != unknown || !more {
			return v
		}
		i = end + 2
	}
	return value{}
}

// untouched are functions that leave delimiters as they are.
var untouched = map[string]bool{
	"trim": true, "Trim": true, "strip": true, "toString": true, "ToString": true, "to_s": true, "to_string": true, "String": true, "str": true,
	"toLowerCase": true, "toUpperCase": true, "lower": true, "upper": true, "ToLower": true, "strtolower": true, "downcase": true, "lowercase": true, "to_lowercase": true,
}

// wholly reports a query that is decoded as a whole, and split after that, at token i.
func (c *code) wholly(i int) {
	path, next := c.path(i)
	if c.text(next) != "(" || !endsIn(path, facts[c.language].decoders) || !c.isOwn(i, next-1) {
		return
	}
	end := c.close(next)
	if end < 0 || end == next+2 && c.bound[c.text(next+1)] { // one of a list, which may be encoded as a whole
		return
	}
	by, _ := c.literal(end + 4)
	taken := c.text(i-1) == "(" && (c.text(i-2) == "parse_str" || c.text(i-2) == "parse_qs" || c.text(i-2) == "parse_qsl" || c.text(i-2) == "URLSearchParams")
	lit, _ := c.literal(i - 2)
	exploded := c.is(i-4, "explode", "(") && c.text(i-1) == "," && lit == "&"
	member := c.language == Python && c.is(end-2, ".", "query") && c.text(end-3) != "self" // which is of its own making
	if c.is(end+1, ".", "split", "(") && by == "&" || taken || exploded || member {
		c.report("source-decoded-whole", next-1, `the query is decoded before it is split: "a=1%26b=2" is read as two values`, "split it first, then decode each name and value")
	}
}

// userinfo reports names or members for a user name and a password between the texts at
// tokens i and behind them, "postgres://" + user + ":" + password + "@host", or for a password
// alone behind "postgres://user:".
func (c *code) userinfo(i int) {
	if text := c.tokens[i].text; len(text) > 3 && placeOf(text) == inUserinfo {
		named := strings.HasSuffix(text, ":")
		first, last, passwordHidden, anyHidden, n := 0, "", false, false, 0
		for at := i + 1; ; at += 2 {
			if !c.joins(at) {
				return
			}
			name, next, hidden := c.secret(at + 1)
			if name == "" {
				return
			}
			first, last, passwordHidden, anyHidden, n = at+1, name, hidden, anyHidden || hidden, n+1
			if at = next; c.text(at) != "}" && !c.joins(at) {
				return
			}
			behind, ok := c.literal(at + 1)
			if ok && strings.HasPrefix(behind, "@") {
				break
			}
			if !ok || behind != ":" || n == 2 || named {
				return
			}
		}
		// Behind a user name that is in the text or encoded, a token may be one that needs nothing.
		if !passwordHidden && (n == 2 && !anyHidden || (n == 2 || named) && isPassword.Get().MatchString(last)) {
			c.report("source-userinfo", first, intoUserinfo, encodeBoth)
		}
		return
	}
	if m := userinfo.Get().FindStringSubmatch(c.tokens[i].text); m != nil && c.given[m[1]].meaning != encoded &&
		(c.language == PHP && c.source[max(0, c.tokens[i].offset-1)] == '"' && strings.HasPrefix(m[1], "$") ||
			c.language == Rust && c.is(i-3, "format", "!", "(") && strings.Contains(m[0], ":{") && (strings.Contains(m[0], "//{") || isPassword.Get().MatchString(m[1]))) {
		c.report("source-userinfo", i, "a password goes into a URL as it is"+endsHost, encodeBoth)
	}
}

var userinfo = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z][a-z0-9+.-]*://\{?\$?[\w>-]*\}?:\{?(\$?[\w>-]+)\}?@`)
}}
