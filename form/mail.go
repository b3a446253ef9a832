package form

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// MailHeaders returns action, a mailto: URL, with the pairs for its query, as a
// browser does for a form with method GET (HTML, section 4.10.22.3, "mail with
// headers"): each '+' that means a space becomes %20, because '+' is itself in
// mail. The query of action is replaced; its fragment stays. r is [HTML], or
// derived from it by WithCharset; it must escape '+'.
func (r *Rules) MailHeaders(action string, pairs []Pair) string {
	rest, _, fragment := splitAction(action)
	return rest + "?" + strings.ReplaceAll(r.Serialize(pairs), "+", "%20") + fragment
}

// MailBody returns action, a mailto: URL, with the pairs for its body, as a
// browser does for a form with method POST ("mail as body"): they are written as
// for HTTP, and '+' stays, which mail programs show as a plus sign. The query and
// the fragment of action stay. r is [HTML], or derived from it.
func (r *Rules) MailBody(action string, pairs []Pair) string {
	return addBody(action, r.Serialize(pairs))
}

// MailText is MailBody for a form whose enctype is text/plain: the lines of
// [Rules.SerializeText], UTF-8 percent-encoded with the path percent-encode set
// whatever the charset of r.
//
// That set escapes line ends, spaces and NUL but neither '&' nor '%', so that a
// value can end the body and begin another field of the mail. Browsers do that;
// use package scheme/mailto unless you need exactly what they write.
func (r *Rules) MailText(action string, pairs []Pair) string {
	return addBody(action, percent.WHATWGPath.Encode(r.SerializeText(pairs)))
}

// SerializeText returns the pairs as text/plain (HTML, section 4.10.22.8): a line
// name=value for each, which ends in CR LF. Line ends in names and values become
// CR LF; nothing is escaped, so that the result cannot be parsed. Invalid UTF-8
// becomes U+FFFD. The value of _charset_ is the name of r's charset if r was
// derived with CharsetFieldUsed.
func (r *Rules) SerializeText(pairs []Pair) string {
	var b strings.Builder
	for i := range pairs {
		name, value := pairs[i].Name, pairs[i].Value
		if r.field == CharsetFieldUsed && isCharsetField(name) {
			value = r.charset.Output().Name()
		}
		b.WriteString(plainText(name))
		b.WriteByte('=')
		b.WriteString(plainText(value))
		b.WriteString("\r\n")
	}
	return b.String()
}

func plainText(s string) string {
	if !utf8.ValidString(s) {
		s = scalarValues(s)
	}
	return pct.CRLF(s)
}

// splitAction splits a URL. query is without its question mark; fragment is with
// its '#', or empty.
func splitAction(action string) (rest, query, fragment string) {
	rest = action
	if i := strings.IndexByte(rest, '#'); i >= 0 {
		rest, fragment = rest[:i], rest[i:]
	}
	rest, query, _ = strings.Cut(rest, "?")
	return rest, query, fragment
}

func addBody(action, body string) string {
	rest, query, fragment := splitAction(action)
	if query != "" {
		query += "&"
	}
	return rest + "?" + query + "body=" + body + fragment
}
