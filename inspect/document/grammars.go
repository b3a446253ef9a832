package document

import (
	"path"
	"strings"

	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/lazy"
)

// grammars are in the order in which they are looked for; the last one is any text.
var grammars = lazy.Value[[]Grammar]{Make: func() []Grammar {
	return []Grammar{
		{name: "json", title: "JSON", lines: true, extensions: "json jsonc json5 jsonl ndjson har geojson webmanifest ipynb topojson jsonld", looks: looksJSON, begin: described(readJSON)},
		{name: "html", title: "HTML or XML", extensions: "html htm xhtml xml rss atom opml svg kml gpx wsdl xsd xsl plist webloc rdf sitemap vue jsx tsx php", looks: looksMarkup, begin: markup},
		{name: "w3c", title: "a log with #Fields", lines: true, looks: looksW3C, begin: w3c},
		{name: "http", title: "HTTP messages", extensions: "http rest", looks: looksHTTP, read: readHTTP},
		{name: "log", title: "an access log", lines: true, extensions: "log", looks: looksLog, read: readLog},
		{name: "mail", title: "mail", extensions: "eml mbox mht mhtml", looks: looksMail, read: readMail},
		{name: "markdown", title: "Markdown", extensions: "md markdown mdx", read: readMarkdown},
		{name: "yaml", title: "YAML", extensions: "yaml yml", looks: begins("---\n", "---\r\n", "%YAML", "openapi:", "swagger:"), begin: described(readYAML)},
		{name: "toml", title: "TOML", extensions: "toml lock", read: tomlSyntax.read},
		{name: "list", title: "a list of addresses", lines: true, extensions: "m3u m3u8", looks: begins("#EXTM3U"), read: readList},
		{name: "link", title: "a link", lines: true, extensions: "url desktop pls", looks: begins("[InternetShortcut]", "[Desktop Entry]", "[playlist]"), read: readLink},
		{name: "calendar", title: "iCalendar or vCard", extensions: "ics ical ifb vcf vcard", looks: begins("BEGIN:VCALENDAR", "BEGIN:VCARD"), read: readCalendar},
		{name: "ini", title: "an ini file", lines: true, extensions: "ini cfg conf service timer mount socket", looks: looksINI, read: templates(readPercents)},
		{name: "properties", title: "Java properties", extensions: "properties", read: readProperties},
		{name: "css", title: "CSS", extensions: "css scss less sass", read: cssSyntax.read},
		{name: "env", title: "a .env file", lines: true, extensions: "env", read: templates(envSyntax.read)},
		{name: "cmd", title: "a command of Windows", lines: true, extensions: "bat cmd", looks: looksCmd, read: templates(readCmd)},
		{name: "powershell", title: "PowerShell", extensions: "ps1 psm1 psd1", looks: begins("Invoke-WebRequest ", "$session = New-Object "), begin: program(&powerSyntax)},
		{name: "shell", title: "a shell script", lines: true, extensions: "sh bash zsh ksh dockerfile containerfile", looks: looksShell, begin: program(&shellSyntax)},
		{name: "source", title: "source code", extensions: "go js mjs cjs ts mts cts py pyi java kt kts scala c h cc cpp hpp cs rs rb swift dart lua pl pm r groovy gradle proto", begin: program(&programSyntax)},
		{name: "sql", title: "SQL", lines: true, extensions: "sql", begin: program(&sqlSyntax)},
		{name: "cdx", title: "CDX", lines: true, extensions: "cdx cdxj", looks: begins(" CDX"), read: readColumns},
		{name: "bibtex", title: "BibTeX or TeX", lines: true, extensions: "bib tex", looks: looksBibTeX, read: templates(readBibTeX)},
		{name: "turtle", title: "Turtle or N-Triples", lines: true, extensions: "ttl nt nq trig n3 sparql rq", looks: begins("@prefix", "@base", "PREFIX "), read: turtleSyntax.read},
		{name: "csv", title: "CSV", lines: true, extensions: "csv tsv", looks: looksCSV, begin: csv},
		{name: "text", title: "lines of text", lines: true, read: readText},
	}
}}

// extensionOf returns the extension of a file, in lower case, without those of compression.
func extensionOf(file string) string {
	name := strings.ToLower(path.Base(strings.ReplaceAll(file, `\`, "/")))
	if strings.HasPrefix(name, ".env.") {
		return "env"
	}
	for _, packed := range []string{".gz", ".zst", ".1", ".txt"} {
		name = strings.TrimSuffix(name, packed)
	}
	return name[strings.LastIndexByte(name, '.')+1:]
}

// described returns what reads JSON or YAML: the description of an interface, calls of one, a
// workflow of GitHub and a Compose file have placeholders.
func described(read reader) func(head string) reader {
	with := templates(read)
	return func(head string) reader {
		head = head[:min(len(head), mostDescribed)]
		for _, word := range []string{"openapi", "swagger", "getpostman.com", "\njobs:", "\nservices:"} {
			if strings.Contains(head, word) {
				return with
			}
		}
		return read
	}
}

// mostDescribed is how far a document is read to see what it is.
const mostDescribed = 1 << 10

// markup returns what reads HTML, or XML, where every '&' begins a reference, or JSX.
func markup(head string) reader {
	lo, _ := trimmed(head, 0, len(head))
	if head = head[lo:]; begins("import ", "export ")(head) || strings.Contains(head, "\nimport ") || strings.Contains(head, "\nexport ") {
		if !strings.HasPrefix(head, "<") {
			return templates(func(w *walker, s string, lo, hi int) {
				w.jsx = true
				readMarkup(w, s, lo, hi)
			})
		}
	}
	if !begins("<?xml", "<urlset", "<sitemapindex", "<rss", "<feed", "<opml")(head) {
		return readMarkup
	}
	return func(w *walker, s string, lo, hi int) {
		w.xml = true
		readMarkup(w, s, lo, hi)
	}
}

// begins returns what reports whether a document begins with one of prefixes.
func begins(prefixes ...string) func(string) bool {
	return func(head string) bool {
		for _, p := range prefixes {
			if strings.HasPrefix(head, p) {
				return true
			}
		}
		return false
	}
}

func looksMarkup(head string) bool {
	lo, _ := trimmed(head, 0, len(head))
	return strings.HasPrefix(head[lo:], "<") && beginsTag(head[lo+1:])
}

func looksW3C(head string) bool {
	return begins("#Version:", "#Software:", "#Fields:", "#Date:")(head) && strings.Contains(head, "#Fields:")
}

func firstLine(head string) string {
	line, _, _ := strings.Cut(head, "\n")
	return strings.TrimSuffix(line, "\r")
}

func looksHTTP(head string) bool {
	if strings.HasPrefix(head, "* ") && strings.Contains(head, "\n> ") && strings.Contains(head, " HTTP/") {
		return true // what curl -v prints
	}
	line := strings.TrimPrefix(firstLine(head), "> ")
	if strings.HasPrefix(line, "HTTP/") {
		return true
	}
	begin, end := target(line, 0, len(line))
	return begin < end && isRequest(line) && !strings.ContainsAny(line[begin:end], " \t<")
}

// looksLog reports whether the first line has a request in quotation marks, or is one of
// squid.
func looksLog(head string) bool {
	line := firstLine(head)
	if request := strings.Index(line, " HTTP/"); request > 0 {
		if quote := strings.LastIndexByte(line[:request], '"'); quote > 0 {
			begin, end := target(line, quote+1, min(len(line), request+len(" HTTP/")))
			return begin < end
		}
		return false
	}
	fields := strings.Fields(line)
	return len(fields) >= 9 && strings.Contains(fields[3], "_") && strings.Contains(fields[3], "/") && strings.Trim(fields[0], "0123456789.") == ""
}

func looksMail(head string) bool {
	if strings.HasPrefix(head, "From ") && strings.Contains(head, "\nFrom:") {
		return true
	}
	line := firstLine(head)
	for _, name := range []string{"Received", "Return-Path", "Delivered-To", "MIME-Version", "From", "Message-ID", "Subject", "Content-Type", "To", "Date", "X-Mozilla-Status"} {
		if text.HasPrefix(line, name+":") {
			return strings.Contains(head, "\n\n") || strings.Contains(head, "\r\n\r\n")
		}
	}
	return false
}

// looksINI reports whether the first line that is no comment is the name of a section.
func looksINI(head string) bool {
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		return line[0] == '[' && line[len(line)-1] == ']' && !strings.ContainsAny(line, `"{(`)
	}
	return false
}

// looksCSV reports whether the first lines have as many delimiters.
func looksCSV(head string) bool {
	const enough = 3
	lines := strings.SplitN(head, "\n", enough+1)
	if len(lines) < enough {
		return false
	}
	count := func(line, d string) (n int) {
		for i, part := range strings.Split(line, `"`) {
			if i%2 == 0 {
				n += strings.Count(part, d)
			}
		}
		return n
	}
	for _, d := range []string{",", ";", "\t"} {
		n := count(lines[0], d)
		same := n > 0
		for _, line := range lines[:min(enough, len(lines)-1)] {
			same = same && count(line, d) == n
		}
		if same {
			return true
		}
	}
	return false
}

func looksShell(head string) bool {
	line := firstLine(head)
	return strings.HasPrefix(line, "#!") && strings.Contains(line, "sh") || begins("curl ", "$ curl ", "wget ", "export ")(line)
}

// looksCmd reports whether head is a command as browsers copy it for cmd.
func looksCmd(head string) bool {
	return strings.HasPrefix(head, "curl ") && strings.Contains(head, `^"`) || strings.HasPrefix(head, "@echo off")
}

func looksBibTeX(head string) bool {
	name, _, ok := strings.Cut(firstLine(head), "{")
	return ok && len(name) > 1 && name[0] == '@' && strings.Trim(strings.ToLower(name[1:]), "abcdefghijklmnopqrstuvwxyz ") == ""
}

// readText finds the URLs in any text.
func readText(w *walker, s string, lo, hi int) {
	w.www = true
	eachLine(s, lo, hi, func(lo, hi int) { readLine(w, s, lo, hi) })
}

// withoutTarget returns a line without the target of its request, which may hold a tag in an
// attack.
func withoutTarget(line string) string {
	begin, end := requestIn(line, 0, len(line))
	if strings.IndexByte(line[begin:end], '<') < 0 {
		return line
	}
	return line[:begin] + line[end:]
}

// readLine finds the URLs in a line of any text.
func readLine(w *walker, s string, lo, hi int) {
	line := s[lo:hi]
	switch {
	case hasVersion(line) && !hasTag(withoutTarget(line)),
		strings.Contains(line, `"/`) && strings.Contains(line, ` "/`) && endsInMethod(line[:strings.Index(line, ` "/`)]):
		readLog(w, s, lo, hi)
	case looksJSON(line):
		readJSON(w, s, lo, hi)
	case strings.IndexByte(line, '<') >= 0 && hasTag(line):
		defer w.doubt(hasVersion(line))() // once fixed, it may be a request
		lo = w.openTag(s, lo, lo+strings.IndexByte(line, '<'), hi, Content)
		readMarkup(w, s, lo, hi)
	case strings.IndexByte(line, '\\') >= 0 && strings.ContainsAny(line, "\"'`"):
		if keepsBackslash(line) {
			sourceSyntax.read(w, s, lo, hi)
		} else {
			w.allOrNone(sourceSyntax.read, s, lo, hi) // once fixed, it is prose
		}
	default:
		w.openTag(s, lo, hi, hi, Plain)
	}
}

// keepsBackslash reports whether a backslash stays in a line, whatever a fix changes in its URLs:
// one that is in none, or is left as it is in those of JSON.
func keepsBackslash(line string) bool {
	word, inURL := 0, false // since the ':' of a scheme, or "www."
	for i := 0; i < len(line); i++ {
		switch c, rest := line[i], line[i+1:]; {
		case isSpace(c) || c == '"' || c == '`':
			word, inURL = i+1, false
		case c == ':':
			// Behind one letter, it is that of a drive of Windows.
			inURL = inURL || i != word+1 || !strings.HasPrefix(rest, `\`)
		case strings.HasPrefix(line[i:], "www."):
			inURL = true
		case c != '\\':
		case !inURL, line[i-1] == ':' && strings.HasPrefix(rest, "/"):
			return true
		case rest != "" && strings.IndexByte("\"nrt", rest[0]) >= 0, strings.HasPrefix(rest, "u0026"):
			return true // the end of a URL, or '&', which no fix changes
		case strings.HasPrefix(rest, `\`):
			i++
		}
	}
	return false
}
