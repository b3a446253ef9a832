package httprequest

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/httptarget"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/uri"
)

// The reasons for which a command line is refused.
const (
	UnclosedQuote percent.Reason = "quote that does not end"
	ShellText     percent.Reason = "the shell puts something else here" // a variable or the output of a command
	CommandEnds   percent.Reason = "the command ends here; put the URL in quotes"
	UnknownOption percent.Reason = "unknown option of curl"
	NoValue       percent.Reason = "option without a value"
	NotRequest    percent.Reason = "option that sends what is not written here" // such as a file
	NoURL         percent.Reason = "no URL"
	SecondURL     percent.Reason = "second URL"
)

// A word is a word of a command line, and where it begins.
type word struct {
	text   string
	offset int
}

// splitWords splits a command line as a POSIX shell does, up to the end of the
// command. It refuses what a shell would replace.
func splitWords(line string) ([]word, error) {
	var words []word
	var b []byte
	start := -1 // of the word
	begin := func(i int) {
		if start < 0 {
			start = i
		}
	}
	end := func() {
		if start >= 0 {
			words = append(words, word{string(b), start})
			b, start = b[:0], -1
		}
	}
	fail := func(i, to int, reason percent.Reason) ([]word, error) {
		return nil, refuse("command line", i, line[i:min(to, len(line))], reason)
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line):
			i++
			if line[i] == '\r' && i+1 < len(line) && line[i+1] == '\n' {
				i++
			}
			if line[i] != '\n' {
				begin(i - 1)
				b = append(b, line[i])
			}
		case c == '\'':
			n := strings.IndexByte(line[i+1:], '\'')
			if n < 0 {
				return fail(i, i+1, UnclosedQuote)
			}
			begin(i)
			b = append(b, line[i+1:i+1+n]...)
			i += n + 1
		case c == '$' && strings.HasPrefix(line[i+1:], "'"):
			begin(i)
			n := 0
			if b, n = appendANSI(b, line[i+2:]); n < 0 {
				return fail(i, i+2, UnclosedQuote)
			}
			i += n + 2
		case c == '"':
			begin(i)
			from := i
			for i++; ; i++ {
				if i >= len(line) {
					return fail(from, from+1, UnclosedQuote)
				}
				if line[i] == '"' {
					break
				}
				switch {
				case line[i] == '\\' && i+1 < len(line) && strings.IndexByte("\"\\$`\n", line[i+1]) >= 0:
					if i++; line[i] != '\n' {
						b = append(b, line[i])
					}
				case isExpansion(line[i:]):
					return fail(i, i+2, ShellText)
				default:
					b = append(b, line[i])
				}
			}
		case isExpansion(line[i:]):
			return fail(i, i+2, ShellText)
		case c == ' ' || c == '\t' || c == '\r':
			end()
		case c == '&' && start >= 0 && i+1 < len(line) && line[i+1] != '&' && line[i+1] > ' ':
			return fail(i, i+1, CommandEnds)
		case c == '\n' || c == ';' || c == '|' || c == '&' || c == '>':
			if c == '>' && start >= 0 && string(b) == "2" {
				start = -1 // of 2>
			}
			end()
			return words, nil
		case c == '#' && start < 0:
			return words, nil
		default:
			begin(i)
			b = append(b, c)
		}
	}
	end()
	return words, nil
}

// isExpansion reports whether s begins with what a shell replaces.
func isExpansion(s string) bool {
	return s[0] == '`' || s[0] == '$' && len(s) > 1 &&
		('A' <= s[1]&^0x20 && s[1]&^0x20 <= 'Z' || '0' <= s[1] && s[1] <= '9' || strings.IndexByte("_{(?$!#@*-", s[1]) >= 0)
}

// appendANSI appends the text of a word $'…', of which s is what follows the first
// quote, and returns the index of the second quote in s, or -1.
func appendANSI(dst []byte, s string) ([]byte, int) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\'':
			return dst, i
		case s[i] != '\\' || i+1 == len(s):
			dst = append(dst, s[i])
			continue
		}
		i++
		number := func(base, digits int) (uint64, bool) {
			n := 0
			for n < digits && i+1+n < len(s) && strings.IndexByte("0123456789abcdefABCDEF"[:min(22, base+6*(base/16))], s[i+1+n]) >= 0 {
				n++
			}
			v, err := strconv.ParseUint(s[i+1:i+1+n], base, 32)
			if err == nil {
				i += n
			}
			return v, err == nil
		}
		c := s[i]
		switch at := strings.IndexByte("abefnrtv\\'\"?", c); {
		case at >= 0:
			dst = append(dst, "\a\b\x1b\f\n\r\t\v\\'\"?"[at])
		case c == 'x' || c == 'u' || c == 'U':
			switch v, ok := number(16, map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]); {
			case !ok:
				dst = append(dst, '\\', c)
			case c == 'x':
				dst = append(dst, byte(v))
			default:
				dst = utf8.AppendRune(dst, rune(v))
			}
		case '0' <= c && c <= '7':
			i--
			v, _ := number(8, 3)
			dst = append(dst, byte(v))
		default:
			dst = append(dst, '\\', c)
		}
	}
	return dst, -1
}

// The options of curl that do not change what is signed: those that stand alone,
// and those that take a value.
const (
	curlAlone = " 0 1 2 3 4 6 # J L N O R S a f i k l n q s v " +
		"anyauth append basic compressed crlf create-dirs digest fail fail-early fail-with-body globoff http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 " +
		"include insecure ipv4 ipv6 location location-trusted no-buffer no-keepalive no-progress-meter no-sessionid parallel progress-bar proxy-insecure " +
		"raw remote-header-name remote-name remote-time show-error silent ssl-reqd styled-output tcp-nodelay tls-max tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding verbose "
	curlValued = " C D E K P Q U Y c m o r t w x y z " +
		"cacert capath cert cert-type ciphers connect-timeout connect-to continue-at cookie-jar crlfile curves dns-servers dump-header engine hostpubmd5 interface " +
		"keepalive-time key key-type limit-rate local-port max-filesize max-redirs max-time netrc-file noproxy output output-dir pass pinnedpubkey preproxy proxy proxy-header proxy-user " +
		"rate resolve retry retry-delay retry-max-time socks4 socks5 socks5-hostname speed-limit speed-time stderr tls13-ciphers tlsuser tlspassword trace trace-ascii unix-socket write-out "
	// What curl sends for these is not in the command line.
	curlOther = " F T form form-string upload-file aws-sigv4 ntlm negotiate next config url-query variable "
)

// curlLong are the options that matter, and the letters that are short for them.
var curlLong = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"X": "request", "H": "header", "d": "data", "data-ascii": "data", "A": "user-agent", "e": "referer", "b": "cookie", "u": "user", "G": "get", "I": "head",
		"request": "request", "header": "header", "data": "data", "data-raw": "data-raw", "data-binary": "data-binary", "data-urlencode": "data-urlencode",
		"json": "json", "user-agent": "user-agent", "referer": "referer", "cookie": "cookie", "user": "user", "oauth2-bearer": "oauth2-bearer",
		"get": "get", "head": "head", "url": "url", "path-as-is": "path-as-is",
	}
}}

// isCurl reports whether text is a command that runs curl.
func isCurl(text string) bool {
	text = strings.TrimPrefix(strings.TrimLeft(text, " \t\r\n"), "$ ")
	return strings.HasPrefix(text, "curl ") || strings.HasPrefix(text, "curl.exe ") || strings.HasPrefix(text, "curl\t")
}

// parseCurl returns the request that a command line sends. read reads a file.
func parseCurl(line string, read func(name string) ([]byte, error)) (*Request, error) {
	skipped := len(line) - len(strings.TrimPrefix(strings.TrimLeft(line, " \t\r\n"), "$ "))
	words, err := splitWords(line[skipped:])
	if err != nil {
		return nil, pct.Format(format).Shift(err, line, skipped)
	}
	c := &curl{read: read}
	words = words[1:]
	take := func() word {
		w := words[0]
		words = words[1:]
		return w
	}
	bad := func(w word, reason percent.Reason) error {
		// Secrets stand in values, and in header fields without quotes.
		text := w.text
		if reason != SecondURL {
			text, _, _ = strings.Cut(text, "=")
		} else if !strings.Contains(text, "://") {
			text = ""
		}
		return refuse("command line", skipped+w.offset, text, reason)
	}
	option := func(w word, name, attached string) error {
		long := curlLong.Get()[name]
		switch {
		case long == "" && strings.Contains(curlOther, " "+name+" "):
			return bad(w, NotRequest)
		case long == "" && strings.Contains(curlAlone, " "+name+" "):
			return nil
		case long == "" && !strings.Contains(curlValued, " "+name+" "):
			return bad(w, UnknownOption)
		case long == "get" || long == "head" || long == "path-as-is":
			return c.set(long, "")
		}
		if attached == "" {
			if len(words) == 0 {
				return bad(w, NoValue)
			}
			attached = take().text
		}
		if long == "url" && c.url != "" {
			return bad(w, SecondURL)
		}
		return c.set(long, attached)
	}
	for len(words) > 0 {
		w := take()
		name, isLong := strings.CutPrefix(w.text, "--")
		switch {
		case isLong && name != "":
			if strings.HasPrefix(name, "no-") && strings.Contains(curlAlone, " "+name[3:]+" ") {
				name = name[3:]
			}
			if err := option(w, name, ""); err != nil {
				return nil, err
			}
		case len(w.text) > 1 && w.text[0] == '-' && !isLong:
			for letters := w.text[1:]; letters != ""; {
				name := letters[:1]
				letters = letters[1:]
				takes := curlLong.Get()[name] != "" && name != "G" && name != "I" || strings.Contains(curlValued, " "+name+" ")
				attached := ""
				if takes {
					attached, letters = letters, ""
				}
				if err := option(w, name, attached); err != nil {
					return nil, err
				}
			}
		case c.url != "":
			return nil, bad(w, SecondURL)
		default:
			c.url = w.text
		}
	}
	if c.url == "" {
		return nil, refuse("command line", len(line), "", NoURL)
	}
	return c.request(), nil
}

// A curl holds what the options of a command line say.
type curl struct {
	read              func(name string) ([]byte, error)
	method, url       string
	header            []Field
	without           []string // fields that curl does not send of itself
	body              []byte
	hasBody, json     bool
	get, head, asIs   bool
	agent, auth, refr string
	cookie            string
}

// set does what an option asks for.
func (c *curl) set(option, value string) error {
	switch option {
	case "request":
		c.method = value
	case "url":
		c.url = value
	case "header":
		name, content, ok := strings.Cut(value, ":")
		switch {
		case ok && strings.TrimSpace(content) != "":
			c.header = append(c.header, Field{name, strings.TrimSpace(content)})
		case ok:
			c.without = append(c.without, name)
		case strings.HasSuffix(value, ";"):
			c.header = append(c.header, Field{strings.TrimSuffix(value, ";"), ""})
		}
	case "user-agent":
		c.agent = value
	case "referer":
		c.refr = value
	case "cookie":
		c.cookie = value
	case "user":
		c.auth = "Basic " + base64.StdEncoding.EncodeToString([]byte(value))
	case "oauth2-bearer":
		c.auth = "Bearer " + value
	case "get":
		c.get = true
	case "head":
		c.head = true
	case "path-as-is":
		c.asIs = true
	case "data", "data-raw", "data-binary", "json", "data-urlencode":
		return c.data(option, value)
	}
	return nil
}

// data adds to the body.
func (c *curl) data(option, value string) error {
	content := []byte(value)
	name, isFile := strings.CutPrefix(value, "@")
	switch {
	case option == "data-urlencode":
		var err error
		if content, err = URLEncodedData(value, c.read); err != nil {
			return err
		}
	case isFile && option != "data-raw":
		text, err := c.read(name)
		if err != nil {
			return err
		}
		if content = text; option == "data" {
			content = []byte(strings.NewReplacer("\r", "", "\n", "", "\x00", "").Replace(string(text)))
		}
	}
	if c.json = c.json || option == "json"; c.hasBody && option != "json" {
		c.body = append(c.body, '&')
	}
	c.body, c.hasBody = append(c.body, content...), true
	return nil
}

// URLEncodedData returns what curl sends for the value of --data-urlencode: CONTENT,
// =CONTENT, NAME=CONTENT, @FILE or NAME@FILE, of which only the content is encoded.
// read reads a file.
func URLEncodedData(value string, read func(name string) ([]byte, error)) ([]byte, error) {
	i := strings.IndexByte(value, '=')
	if i < 0 {
		i = strings.IndexByte(value, '@')
	}
	name, content := "", []byte(value)
	if i >= 0 {
		name, content = value[:i], []byte(value[i+1:])
		if value[i] == '@' {
			var err error
			if content, err = read(value[i+1:]); err != nil {
				return nil, err
			}
		}
	}
	var data []byte
	if name != "" {
		data = append(append(data, name...), '=')
	}
	return curlForm.Get().AppendEncode(data, content), nil
}

// curlForm is how curl 7.88.1 was seen to encode content of --data-urlencode.
var curlForm = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding {
	return percent.RFC3986.WithSpace(percent.SpacePlus).WithPlus(percent.PlusIsSpace)
}}

// request returns what curl sends.
func (c *curl) request() *Request {
	r := &Request{Method: c.method, URL: c.url, Header: c.header}
	r.URL, _, _ = strings.Cut(r.URL, "#")
	if !httptarget.IsAbsolute(r.URL) {
		r.URL = "http://" + r.URL
	}
	if before, _, _ := strings.Cut(r.URL, "?"); !c.asIs {
		start := strings.Index(before, "://") + 3
		if i := strings.IndexByte(before[start:], '/'); i >= 0 {
			r.URL = before[:start+i] + uri.RemoveDotSegments(before[start+i:]) + r.URL[len(before):]
		}
	}
	method, contentType, accept := "GET", "", ""
	switch {
	case c.hasBody && c.get:
		mark := "?"
		if strings.Contains(r.URL, "?") {
			mark = "&"
		}
		r.URL += mark + string(c.body)
	case c.hasBody:
		r.Body = c.body
		method = "POST"
		contentType = oauth1.FormContentType
	case c.head:
		method = "HEAD"
	}
	if r.Method == "" {
		r.Method = method
	}
	if c.json {
		contentType, accept = "application/json", "application/json"
	}
	for _, f := range []Field{{"Content-Type", contentType}, {"Accept", accept}, {"Authorization", c.auth}, {"User-Agent", c.agent}, {"Referer", c.refr}, {"Cookie", c.cookie}} {
		if f.Value != "" && !slices.ContainsFunc(c.without, func(name string) bool { return strings.EqualFold(name, f.Name) }) {
			r.setDefault(f.Name, f.Value)
		}
	}
	return r
}

// setDefault sets a header field unless it is there.
func (r *Request) setDefault(name, value string) {
	if _, ok := r.Get(name); !ok {
		r.Header = append(r.Header, Field{name, value})
	}
}
