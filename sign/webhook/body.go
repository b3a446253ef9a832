package webhook

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/pct-encoded/percent/sign/internal/params"
)

// bodies adds what signers take in place of a body, with what stands around it written by
// around.
func bodies(body string, around func(string) string, add func(id, text, fix, signed string)) {
	const fix = "take the octets of the body as they came, before a framework parses them"
	change := func(id, text, b string) { add(id, text, fix, around(b)) }
	trimmed := strings.TrimSpace(body)
	change("body-trimmed", "white space around the body was trimmed", trimmed)
	change("body-line-end", "a line end was added to the body", body+"\n")
	change("body-crlf", "line ends of the body became LF", strings.ReplaceAll(body, "\r\n", "\n"))
	change("body-crlf", "line ends of the body became CRLF", strings.ReplaceAll(body, "\n", "\r\n"))
	if strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
		for _, j := range []jsonStyle{
			{}, {comma: " ", colon: " "}, {slash: true}, {ascii: true}, {comma: " ", colon: " ", ascii: true}, {slash: true, ascii: true}, {html: true},
		} {
			text := j.write(body)
			change("body-parsed", "the JSON was parsed and written again, "+j.String(), text)
			if text != body {
				change("body-parsed", "the JSON was parsed and written again with a line end, "+j.String(), text+"\n")
			}
		}
		for _, j := range []jsonStyle{{}, {slash: true}, {ascii: true}, {slash: true, ascii: true}} {
			for _, indent := range []string{"  ", "    ", "\t"} {
				var b bytes.Buffer
				if json.Indent(&b, []byte(j.write(body)), "", indent) == nil {
					change("body-parsed", "indented JSON was signed, which was parsed and written again before it was verified", b.String())
					change("body-parsed", "indented JSON with a line end was signed, which was parsed and written again before it was verified", b.String()+"\n")
				}
			}
		}
		change("body-quoted", "the body was written as a string of JSON", quoted(body))
	} else {
		form := pairs{params: params.Form(body), name: plain, value: plain, eq: "=", join: "&", unsorted: true}
		for _, e := range params.Encoders() {
			q := form
			q.name, q.value = e.Encode, e.Encode
			change("body-parsed", "the form was parsed and written again: "+e.Text, q.text())
			q.unsorted = false
			change("body-parsed", "the form was parsed, sorted and written again: "+e.Text, q.text())
		}
	}
	change("body-decoded", "the body was percent-decoded", params.Decode(body))
	change("body-decoded", "the body was decoded as a form", params.DecodeForm(body))
	change("body-without-bom", "the byte order mark was left out", params.TrimPrefix(body, "\ufeff"))
	change("body-latin1", "the body was read as ISO-8859-1 and written as UTF-8", latin1(body))
	change("body-replaced", "octets that are not UTF-8 were replaced", strings.ToValidUTF8(body, "\ufffd"))
	change("body-empty", "an empty body was signed", "")
	change("body-base64", "the body was signed in Base64", base64.StdEncoding.EncodeToString([]byte(body)))
	sum := sha256.Sum256([]byte(body))
	change("body-hashed", "a hash of the body was signed", hex.EncodeToString(sum[:]))
	change("body-hashed", "a hash of the body was signed", string(sum[:]))
}

func latin1(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

// A jsonStyle is how a program writes JSON.
type jsonStyle struct {
	comma, colon       string // the space after them
	slash, ascii, html bool   // what is escaped: / or not ASCII or < > &
}

// String says which programs write so.
func (j jsonStyle) String() string {
	switch {
	case j.slash && j.ascii:
		return "as PHP's json_encode does"
	case j.slash:
		return `with \/ for /`
	case j.ascii && j.comma != "":
		return "as Python's json.dumps does"
	case j.ascii:
		return `with \u for what is not ASCII`
	case j.html:
		return "as Go's encoding/json does"
	case j.comma != "":
		return "with spaces"
	}
	return "as JSON.stringify does"
}

// write returns JSON with white space and escapes as j has them. Names, numbers and order
// stay; what is not JSON gives some text.
func (j jsonStyle) write(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case strings.IndexByte(" \t\r\n", c) >= 0:
			i++
		case c == '"':
			end := i + 1
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
			j.content(&b, text[i:end])
			i = end
		default:
			b.WriteByte(c)
			switch c {
			case ',':
				b.WriteString(j.comma)
			case ':':
				b.WriteString(j.colon)
			}
			i++
		}
	}
	return b.String()
}

// content writes a string of JSON with its quotes.
func (j jsonStyle) content(b *strings.Builder, s string) {
	for i, r := range unescaped(s) {
		switch {
		case r == '/' && j.slash && i > 0:
			b.WriteString(`\/`)
		case j.html && (r == '<' || r == '>' || r == '&'):
			fmt.Fprintf(b, `\u%04x`, r)
		case j.ascii && r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
		case j.ascii && r > 0x7E:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
}

// unescaped returns a string of JSON in which \/ and \u of what need not be escaped are
// decoded.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '\\' || i+1 == len(s):
			b.WriteByte(s[i])
		case s[i+1] == '/':
			b.WriteByte('/')
			i++
		case s[i+1] == 'u':
			r, n := unit(s[i:])
			if low, m := unit(s[min(len(s), i+n):]); n > 0 && m > 0 && utf16.IsSurrogate(r) {
				r, n = utf16.DecodeRune(r, low), n+m
			}
			if n == 0 || r < 0x20 || r == '"' || r == '\\' || r == 0xFFFD || utf16.IsSurrogate(r) {
				b.WriteString(s[i : i+2])
				i++
				continue
			}
			b.WriteRune(r)
			i += n - 1
		default:
			b.WriteString(s[i : i+2])
			i++
		}
	}
	return b.String()
}

// unit returns the code unit of an escape \uHHHH at the beginning of s, and its length.
func unit(s string) (r rune, n int) {
	if len(s) < 6 || s[:2] != `\u` {
		return 0, 0
	}
	octets, err := hex.DecodeString(s[2:6])
	if err != nil {
		return 0, 0
	}
	return rune(octets[0])<<8 | rune(octets[1]), 6
}

// quoted returns text as a string of JSON.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(text) + `"`
}
