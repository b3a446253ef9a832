// Package placeholders recognizes what mailings, advertisements, templates and routes have
// where a program fills in a value.
package placeholders

import (
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
)

// longest is how long a placeholder with an expression is at most, decoded.
const longest = 256

// A form is how placeholders begin and end, and what may stand between. The text before
// is needed where other text looks the same.
type form struct {
	open, closing string
	is            func(inner, before, behind string) bool
}

// forms are in the order in which they are tried.
var forms = []form{
	{"{% ", "%}", anything},   // Django, Jinja, Twig, Liquid
	{"{{ ", "}}", anything},   // the same, Brevo, HubSpot, Klaviyo, SendGrid
	{"${{", "}}", anything},   // GitHub's workflows
	{"{{{", "}}}", named},     // Handlebars, Mustache
	{"{{", "}}", expression},  // the same, Braze, Mailjet, Marketo
	{"${", "}", expression},   // JavaScript, shells, VAST
	{"{", "}", inBraces},      // OpenAPI, URI Templates, ValueTrack of Google Ads
	{"[[", "]]", inBrackets},  // GetResponse, Constant Contact, Mailjet
	{"[%", "%]", named},       // SendGrid
	{"[", "]", isValue},       // Campaign Monitor, VAST
	{"*|", "|*", mergeTag},    // Mailchimp, Mandrill
	{"<%", "%>", anything},    // Adobe Campaign, ERB, EJS
	{"<?=", "?>", anything},   // PHP
	{"<?php", "?>", anything}, // PHP
	{"$", "$", isWord},        // Emarsys, StringTemplate
	{"%%=", "=%%", anything},  // AMPscript
	{"%%", "%%", spaced},      // Marketing Cloud
	{"%", "%", inPercents},    // Mailgun, ActiveCampaign, cmd.exe
	{"@", "@", inCapitals},    // Copernica, Autoconf
	{"__", "__", inCapitals},  // TikTok
	{"~", "~", aField},        // Keap
}

// Begins are the bytes that a placeholder begins with, or the escape of one.
const Begins = "{$[*<%@_~"

// Len returns the length of the placeholder that begins at s[i:], or 0. It may be escaped; one in
// single percent signs is all of a value then, because "%25" may be one.
func Len(s string, i int) int {
	first, size := s[i], 1
	if octet, ok := pct.Octet(s[i:]); ok && strings.IndexByte(Begins, octet) >= 0 {
		first, size = octet, len("%HH")
	}
	text, end := s[i:min(len(s), i+longest)], []int(nil)
	text, _, _ = strings.Cut(text, "\n")
	switch rest := s[i+size:]; {
	case rest == "":
		return 0
	case first == '%' && !isLetter(rest[0]) && rest[0] != '%', first == '_' && rest[0] != '_' && rest[0] != '%',
		first == '*' && rest[0] != '|' && rest[0] != '%', first == '<' && strings.IndexByte("%?", rest[0]) < 0,
		strings.IndexByte(Begins, first) < 0:
		return 0
	case size > 1 || first != '%' && strings.IndexByte(text, '%') >= 0:
		text, end = decode(s[i:], longest)
	}
	for k := range forms {
		f := &forms[k]
		if !strings.HasPrefix(text, f.open) {
			continue
		}
		n := strings.Index(text[len(f.open):], f.closing)
		if f.open == "{" {
			n = balanced(text[1:])
		}
		if n <= 0 {
			continue
		}
		all := len(f.open) + n + len(f.closing)
		inner := text[len(f.open):][:n]
		if end != nil {
			all = end[all-1]
		}
		if before, behind := s[:i], s[i+all:]; f.is(inner, before, behind) && (f.open != "%" || size == 1 || isAll(before, behind)) {
			return all
		}
	}
	return 0
}

// decode decodes up to most octets of s, and returns where each of them ends. It stops at a
// line end.
func decode(s string, most int) (string, []int) {
	text, end := make([]byte, 0, min(most, len(s))), make([]int, 0, min(most, len(s)))
	for i := 0; i < len(s) && len(text) < most; {
		b, n := s[i], 1
		if octet, ok := pct.Octet(s[i:]); ok {
			b, n = octet, len("%HH")
		}
		if b == '\n' || b == '\r' {
			break
		}
		i += n
		text, end = append(text, b), append(end, i)
	}
	return string(text), end
}

// balanced returns where the brace ends that begins before s, or -1.
func balanced(s string) int {
	depth := 1
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func anything(string, string, string) bool { return true }

func named(inner, _, _ string) bool { return isName(strings.Trim(inner, " ")) }

// expression is a name and what may follow it: a path, filters, a default.
func expression(inner, _, _ string) bool {
	plain := strings.ReplaceAll(strings.ReplaceAll(inner, "${", ""), "}", "")
	if plain == "" || !isLetter(plain[0]) && strings.IndexByte("_#/^>!$.~@&-<%", plain[0]) < 0 || strings.Contains(plain, "{") {
		return false
	}
	return strings.Contains(inner, "${") == strings.Contains(inner, "}") && !isGUID(inner)
}

// inBraces is a name; a default or a type behind a ':', as in {keyword:default} and
// {id:int}; a condition of ValueTrack; an operator and names of a URI Template; or an
// expression of Salesforce behind a '!'.
func inBraces(inner, _, _ string) bool {
	inner = strings.Trim(inner, " ")
	if isName(inner) || isName(strings.TrimPrefix(inner, "$")) {
		return true
	}
	name, rest, colon := strings.Cut(inner, ":")
	switch {
	case inner[:min(len(inner), 1)] == "!":
		return len(inner) > 2 && (isLetter(inner[1]) || inner[1] == '$') && strings.IndexByte(inner, '{') < 0
	case colon && strings.HasPrefix(name, "if") && isName(name):
		return true
	case strings.ContainsAny(inner, "{}\"' "):
		return false
	case colon && isName(name) && !isNumber(name):
		return rest != "" && !strings.Contains(rest, ",") && !isNumber(rest[:1]) && !isLiteral(rest)
	case name == "lpurl+2" || name == "lpurl+3":
		return true
	}
	list := strings.TrimLeft(inner, "+#./;?&*")
	if list == inner && !strings.HasSuffix(inner, "*") && !strings.HasSuffix(inner, "?") {
		return false
	}
	for name := range strings.SplitSeq(list, ",") {
		name, _, _ = strings.Cut(name, ":")
		if !isName(strings.TrimRight(name, "*?")) {
			return false
		}
	}
	return true
}

// inBrackets is a name, or what Mailjet has: [[data:firstname:"x"]].
func inBrackets(inner, _, _ string) bool {
	return isName(inner) || strings.HasPrefix(inner, "data:") || strings.HasPrefix(inner, "var:")
}

// isValue is a name, and perhaps a fallback, that is all of a value: brackets have other
// meanings in names, and around lists.
func isValue(inner, before, behind string) bool {
	if inner == "object Object" || inner == "object+Object" {
		return true
	}
	name, fallback, _ := strings.Cut(inner, ",")
	return isAll(before, behind) && len(name) > 1 && isName(name) && !isNumber(name[:1]) && !isLiteral(name) &&
		(fallback == "" || strings.HasPrefix(fallback, "fallback="))
}

// isWord is a name of three letters or more that is all of a value: less is a formula.
func isWord(inner, before, behind string) bool {
	return isAll(before, behind) && len(inner) > 2 && isLetter(inner[0]) && isName(inner)
}

// inCapitals is a name in capitals that is all of a value.
func inCapitals(inner, before, behind string) bool {
	return inner == strings.ToUpper(inner) && isWord(inner, before, behind)
}

// aField is the field of a record that is all of a value: without a '.', it may be text.
func aField(inner, before, behind string) bool {
	return strings.IndexByte(inner, '.') > 0 && isWord(inner, before, behind)
}

// isAll reports whether a value ends and begins where it does.
func isAll(before, behind string) bool {
	return strings.HasSuffix(before, "=") && (behind == "" || strings.IndexByte("&#\r\n\x00", behind[0]) >= 0)
}

// mergeTag is a name, and arguments behind each ':'.
func mergeTag(inner, _, _ string) bool {
	name, _, _ := strings.Cut(inner, ":")
	return isName(name) && !strings.Contains(inner, "|")
}

// spaced is a name, perhaps with spaces.
func spaced(inner, _, _ string) bool {
	return len(inner) > 1 && isLetter(inner[0]) && inner[len(inner)-1] != ' ' && isName(strings.ReplaceAll(inner, " ", "_"))
}

// inPercents is a name that ends in a letter or digit and with a '%' that begins no escape.
// One that begins as an escape does is in one case, as an escape and text hardly ever are.
// Behind a digit it is "50%off-10%".
func inPercents(inner, before, behind string) bool {
	if len(inner) < 2 || before != "" && isNumber(before[len(before)-1:]) || !isLetter(inner[0]) || !isName(inner) {
		return false
	}
	if isEscape(behind) || strings.IndexByte("_-.", inner[len(inner)-1]) >= 0 {
		return false
	}
	if !isEscape(inner) {
		return inner[0]|0x20 != 'u' || len(inner) < 5 || !isEscape(inner[1:]) || !isEscape(inner[3:]) // %uHHHH
	}
	const lower = 0x20
	return len(inner) > 2 && isLetter(inner[1]) && inner[0]&lower == inner[1]&lower && (inner[2] == '_' || inner[1]&lower == inner[2]&lower)
}

// isName reports whether s can be the name of a variable. A GUID is not one.
func isName(s string) bool {
	if s == "" || isNumber(s[:1]) && len(s) > 2 || s[0] == '-' || len(s) > 46 || isGUID(s) {
		return false
	}
	for i := range len(s) {
		if !isLetter(s[i]) && !isNumber(s[i:i+1]) && strings.IndexByte("_.-", s[i]) < 0 {
			return false
		}
	}
	return true
}

func isGUID(s string) bool { return len(s) == 36 && strings.Trim(s, "0123456789abcdefABCDEF-") == "" }

// isEscape reports whether what follows a '%' makes an escape of it.
func isEscape(s string) bool { return len(s) > 1 && pct.IsHex(s[0]) && pct.IsHex(s[1]) }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// isLiteral reports whether s is a word of JSON.
func isLiteral(s string) bool { return s == "true" || s == "false" || s == "null" }
