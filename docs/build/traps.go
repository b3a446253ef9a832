package main

import (
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/dialect"
)

// A trap is something that users of a function should know, and the guide that says
// more about it.
type trap struct {
	Text  string
	Guide string // its path in the site, "" if there is none
	Link  string
}

// trapList collects traps.
type trapList []trap

func (l *trapList) add(guide, link, format string, args ...any) {
	*l = append(*l, trap{fmt.Sprintf(format, args...), guide, link})
}

// coded returns what an encoder or decoder makes of a text, and whether it accepts
// it.
func coded(appendTo func(dst, src []byte) ([]byte, error), text string) (string, bool) {
	out, err := appendTo(nil, []byte(text))
	return string(out), err == nil
}

// traps returns what users may not expect of a dialect. It finds out by encoding
// and decoding.
func traps(d *dialect.Dialect, encodes bool) []trap {
	if encodes {
		return encoderTraps(d)
	}
	return decoderTraps(d)
}

func encoderTraps(d *dialect.Dialect) trapList {
	var list trapList
	add := list.add
	table := d.Table()
	kept := func(chars string) string {
		var found []string
		for _, c := range []byte(chars) {
			if table.Kept(c) {
				found = append(found, string(rune(c)))
			}
		}
		return strings.Join(found, " ")
	}
	encode := func(text string) (string, bool) { return coded(d.AppendEncode, text) }
	switch out := table[' ']; {
	case out.Err != nil:
		add("", "", "It refuses a space.")
	case out.Output == "+":
		add("guides/space-plus/", "%20 or +?", "It writes a space as +. That is right in forms only: in a path, in OAuth and in AWS signatures, + is a plus sign.")
	case out.Output == " ":
		add("", "", "It leaves a space as it is, which a URL may not hold.")
	case out.Output == "":
		add("", "", "It drops spaces.")
	case out.Output != "%20":
		add("", "", "It writes a space as %q.", out.Output)
	}
	if out, ok := encode("%41"); ok && out == "%41" {
		add("guides/field-guide/", "Encode, decode or fix?", "It leaves %%41 as it is, so text that holds an escape comes back as something else: %%41 as A.")
	} else if out, ok := encode("100%"); ok && out == "100%" {
		add("guides/field-guide/", "Encode, decode or fix?", "It leaves a %% as it is, so what it writes need not be decodable.")
	}
	if found := kept("&=#?+"); found != "" {
		add("guides/field-guide/", "Only you can tell a delimiter from data", "It keeps %s. A value that holds one of them ends there, or means something else, in a query.", found)
	}
	if found := kept("/"); found != "" {
		add("", "", "It keeps /, so a value with a slash becomes two segments of a path.")
	}
	if found := kept("!'()*"); found != "" {
		add("languages/javascript/", "Which characters differ", "It keeps %s, which OAuth 1.0 and AWS signatures escape.", found)
	}
	escaped := ""
	for _, c := range []byte("-._~") {
		if table[c].Err == nil && !table.Kept(c) {
			escaped += " " + string(rune(c))
		}
	}
	if escaped != "" {
		add("guides/oauth-percent-encoding/", "Percent-encoding for OAuth", "It does not keep%s, which RFC 3986 leaves unreserved. The meaning is the same, but a signature is not.", escaped)
	}
	for _, out := range table[:0x80] {
		if lower := strings.ToLower(out.Output); len(lower) == 3 && lower[0] == '%' && out.Output == lower && lower != strings.ToUpper(lower) {
			add("", "", "It writes lower-case digits. To RFC 3986 they are the same as upper-case ones, to a signature or a cache they are not.")
			break
		}
	}
	switch out, ok := encode("é"); {
	case !ok:
		add("", "", "It refuses é.")
	case out == "":
		add("", "", "It drops é.")
	case out == "é":
		add("", "", "It leaves é as it is, but a URI holds nothing beyond ASCII.")
	case strings.EqualFold(out, "%E9"):
		add("guides/charsets/", "Charsets", "It writes é as %%E9, which is Latin-1. Software that expects UTF-8 cannot read it.")
	case strings.EqualFold(out, "%u00E9"):
		add("guides/charsets/", "%u", "It writes é as %%u00E9, which only JavaScript's unescape and the like can read.")
	case !strings.EqualFold(out, "%C3%A9"):
		add("", "", "It writes é as %q.", out)
	}
	for _, c := range d.Choices() {
		// Package dialect exports no constants for these keys, only their text.
		switch key := c.Key.String(); key {
		case "NUL", "removed characters", "line breaks", "normalization", "path segments", "text of full stops", "rewritten characters", "refused characters", "lone surrogate", "invalid UTF-8":
			if c.Beyond {
				add("", "", "%s: %s.", capital(key), shortened(c.Value, 160))
			}
		}
	}
	return list
}

func decoderTraps(d *dialect.Dialect) trapList {
	var list trapList
	add := list.add
	decode := func(text string) (string, bool) { return coded(d.AppendDecode, text) }
	switch out, ok := decode("a+b"); {
	case !ok:
		add("guides/space-plus/", "%20 or +?", "It refuses a +.")
	case out == "a b":
		add("guides/space-plus/", "%20 or +?", "It reads + as a space. Outside of forms that loses plus signs: of phone numbers, time zones, Base64.")
	case out == "a+b":
		add("guides/space-plus/", "%20 or +?", "It leaves + as it is. What a form encoder wrote keeps a + for each space.")
	}
	switch out, ok := decode("a%zzb"); {
	case ok && out == "a%zzb":
		add("", "", "It leaves a malformed escape as it is, without an error.")
	case ok:
		add("", "", "It decodes the malformed a%%zzb to %q, without an error.", out)
	}
	switch out, ok := decode("caf%E9"); {
	case !ok:
		add("guides/charsets/", "Charsets", "It refuses escapes that are not UTF-8.")
	case out == "caf\uFFFD":
		add("guides/charsets/", "Charsets", "It replaces what is not UTF-8 by U+FFFD: the octets are lost.")
	case out == "caf\xE9":
		add("", "", "It returns octets that are not UTF-8 as they are.")
	case out == "café":
		add("guides/charsets/", "Charsets", "It reads escapes as Latin-1: %%C3%%A9 becomes two characters.")
	case out == "caf%E9":
		add("", "", "It leaves escapes that are not UTF-8 as they are.")
	}
	if out, ok := decode("%C0%AF"); ok && strings.Contains(out, "/") {
		add("guides/rules/", "lint", "It accepts overlong UTF-8: %%C0%%AF becomes a slash, past whatever looked for slashes.")
	}
	if out, ok := decode("a%2Fb"); ok && out == "a%2Fb" {
		add("", "", "It leaves %%2F as it is.")
	}
	switch out, ok := decode("a%00b"); {
	case !ok:
		add("", "", "It refuses %%00.")
	case out == "a":
		add("", "", "It ends at %%00: what follows is lost.")
	}
	if out, ok := decode("%u00e9"); ok && out == "é" {
		add("guides/charsets/", "%u", "It reads %%u00e9, which is not percent-encoding by any current standard.")
	}
	if out, ok := decode("é"); !ok {
		add("", "", "It refuses characters beyond ASCII that are not escaped.")
	} else if out != "é" {
		add("", "", "It decodes an unescaped é to %q.", shown([]byte(out)))
	}
	return list
}
