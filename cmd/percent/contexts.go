package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dataurl"
	"github.com/pct-encoded/percent/dsn"
	"github.com/pct-encoded/percent/fileurl"
	"github.com/pct-encoded/percent/header"
	"github.com/pct-encoded/percent/mailto"
	"github.com/pct-encoded/percent/purl"
	"github.com/pct-encoded/percent/uritemplate"
)

// parsing makes cmd write what parse finds in each value, one JSON object a
// line. tolerant, if not nil, is for what parse refuses and --on-error keep lets
// pass.
func parsing(a *app, cmd *cobra.Command, parse, tolerant func(s string) (object, error)) *cobra.Command {
	words := []string{"fail", "skip"}
	if tolerant != nil {
		words = []string{"fail", "keep", "skip"}
	}
	r := newReferences(a, words...)
	r.bom, r.framed, r.let = false, true, "read as well as can be"
	r.convert = func(whole *object, dst []byte, v value) ([]byte, error) {
		s := string(v.text)
		o, err := parse(s)
		var bad error
		if err != nil {
			malformed := badValue(err)
			bad = malformed
			if tolerant != nil {
				malformed.hint = "--on-error keep reads what can be read"
			}
			if r.word() != "keep" {
				return dst, bad
			}
			var kept error
			if o, kept = tolerant(s); kept != nil {
				malformed = badValue(kept)
				malformed.hopeless = true
				return dst, malformed
			}
		}
		if r.json {
			whole.join(o)
			return dst, bad
		}
		return append(dst, o.line()...), bad
	}
	cmd.Flags().BoolVar(&r.json, "json", false, "write input, too, and of what is malformed offset and reason")
	return r.context(cmd, "parsed")
}

// building makes cmd write what build makes of the JSON object in each value,
// which looks like example.
func building(a *app, cmd *cobra.Command, example string, build func(m *members) (string, error)) *cobra.Command {
	r := newReferences(a)
	r.bom = false
	r.convert = func(_ *object, dst []byte, v value) ([]byte, error) {
		m, err := readMembers(v.text, "a value is a JSON object like "+example+"; one of several lines is read with --whole")
		if err != nil {
			return dst, placed(v.place, err)
		}
		// What parse --json adds to what it found.
		m.names = slices.DeleteFunc(m.names, func(name string) bool { return slices.Contains(addedByParse, name) })
		if _, bad := m.get("offset"); bad && len(m.names) == 0 {
			return dst, placed(v.place, malformed("", "parse could not read the value"))
		}
		s, err := build(m)
		if wrong := m.finish(); wrong != nil {
			return dst, placed(v.place, wrong)
		}
		if err != nil {
			return dst, placed(v.place, err)
		}
		return append(dst, s...), nil
	}
	return r.context(cmd, "built")
}

// addedByParse are the keys of parse --json that say nothing of what it found.
var addedByParse = []string{"input", "input_base64", "offset", "stream_offset", "reason"}

// context gives cmd what all of these commands share.
func (r *references) context(cmd *cobra.Command, done string) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return r.run(cmd, args, done) }
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	r.addStreams(cmd)
	cmd.Flags().BoolVar(&r.verbose, "verbose", false, "report what was done on standard error")
	if words := r.policy.words; len(words) > 0 {
		usage := onErrorUsage(words)
		if len(words) == 3 {
			usage = "malformed input: stop there, read what can be read, drop the value (default fail)"
		}
		addChoice(cmd, &r.policy.choice, "on-error", usage)
	}
	return cmd
}

// placed returns the failure that err, of a builder or of JSON, ends the
// command with.
func placed(at place, err error) error {
	var known *failure
	if errors.As(err, &known) {
		return &failure{status: known.status, text: at.String() + ": " + known.text, hint: known.hint}
	}
	return &failure{status: statusInput, text: at.String() + ": " + badValue(err).text + " in the component"}
}

// badValue returns what an error of the packages for contexts says.
func badValue(err error) *notLegal {
	_, text, _ := strings.Cut(err.Error(), ": ")
	bad := &notLegal{text: text}
	var (
		inData     *dataurl.SyntaxError
		inDSN      *dsn.SyntaxError
		inFile     *fileurl.SyntaxError
		inHeader   *header.SyntaxError
		inMailto   *mailto.SyntaxError
		inPurl     *purl.SyntaxError
		inTemplate *uritemplate.SyntaxError
		expanding  *uritemplate.ExpandError
	)
	switch {
	case errors.As(err, &inData):
		bad.offset, bad.reason = inData.Offset, string(inData.Reason)
	case errors.As(err, &inDSN):
		bad.offset, bad.reason = inDSN.Offset, string(inDSN.Reason)
	case errors.As(err, &inFile):
		bad.offset, bad.reason = inFile.Offset, string(inFile.Reason)
	case errors.As(err, &inHeader):
		bad.offset, bad.reason = inHeader.Offset, string(inHeader.Reason)
	case errors.As(err, &inMailto):
		bad.offset, bad.reason = inMailto.Offset, string(inMailto.Reason)
	case errors.As(err, &inPurl):
		bad.offset, bad.reason = inPurl.Offset, string(inPurl.Reason)
	case errors.As(err, &inTemplate):
		bad.offset, bad.reason = inTemplate.Offset, string(inTemplate.Reason)
	case errors.As(err, &expanding):
		bad.offset, bad.reason = expanding.Offset, "prefix of composite value"
	default:
		bad.text = err.Error()
	}
	return bad
}

// A members is a JSON object that is read key by key. What is wrong with it
// comes out at the end.
type members struct {
	where  string // for errors, such as "params 2: "
	raw    map[string]json.RawMessage
	names  []string          // of all members, in their order
	known  []string          // keys that were asked for
	hints  map[string]string // for keys that are unknown, besides the names of those that are not
	failed error
	inside []*members
}

// malformed returns a failure for JSON that does not say what it should.
func malformed(hint, format string, args ...any) error {
	return &failure{status: statusInput, text: fmt.Sprintf(format, args...), hint: hint}
}

// readMembers reads a JSON object. The hint is for what is none.
func readMembers(text []byte, hint string) (*members, error) {
	// The decoder would write U+FFFD.
	if n, _, size := validPrefix(text); size > 0 {
		return nil, malformed("what is not UTF-8 goes in base64 into a key that ends in _base64", "invalid UTF-8 %q at byte %d", text[n:n+size], n)
	}
	var whole json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) || syntax.Offset >= int64(len(text)) && strings.HasPrefix(syntax.Error(), "unexpected end") {
			return nil, malformed(hint, "no JSON object: it ends too early, at byte %d", len(text))
		}
		at := max(0, syntax.Offset-1)
		return nil, malformed(hint, "no JSON object: %s at byte %d", jsonFlaw(syntax, text[at:]), at)
	}
	// The decoder would write U+FFFD here, too.
	if n := loneSurrogate(text); n >= 0 {
		return nil, malformed("", "half of a surrogate pair at byte %d", n)
	}
	// It is JSON, so that taking it apart cannot fail.
	d := json.NewDecoder(bytes.NewReader(text))
	m := &members{raw: map[string]json.RawMessage{}}
	if token, _ := d.Token(); token != json.Delim('{') {
		return nil, malformed(hint, "no JSON object at byte 0")
	}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, _ := token.(string)
		end := d.InputOffset()
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		if _, ok := m.raw[key]; ok {
			return nil, malformed("", "duplicate key %q, which ends at byte %d", key, end)
		}
		m.raw[key] = value
		m.names = append(m.names, key)
	}
	return m, nil
}

// jsonFlaw returns what the decoder says is wrong at the beginning of rest. It
// would show the first byte of a character for the character.
func jsonFlaw(err *json.SyntaxError, rest []byte) string {
	text, shown := err.Error(), "invalid character "
	if r, _ := utf8.DecodeRune(rest); r >= utf8.RuneSelf && strings.HasPrefix(text, shown) {
		_, context, _ := strings.Cut(text[len(shown):], " ")
		return shown + strconv.QuoteRune(r) + " " + context
	}
	return text
}

func (m *members) fail(hint, format string, args ...any) {
	if m.failed == nil {
		m.failed = malformed(hint, "%s%s", m.where, fmt.Sprintf(format, args...))
	}
}

// get returns the member with that key, which null leaves out.
func (m *members) get(key string) (json.RawMessage, bool) {
	raw, ok := m.raw[key]
	return raw, ok && string(raw) != "null"
}

// text returns the text under key, or in base64 under key_base64.
func (m *members) text(key string) (s string, ok bool) {
	m.known = append(m.known, key)
	raw, ok := m.get(key)
	coded, isCoded := m.get(key + "_base64")
	switch {
	case ok && isCoded:
		m.fail("", "both %q and %q", key, key+"_base64")
	case isCoded:
		octets, err := base64.StdEncoding.DecodeString(jsonText(coded))
		if err != nil || coded[0] != '"' {
			m.fail("", "%q is no base64", key+"_base64")
		}
		return string(octets), true
	case ok:
		s, err := stringOf(raw)
		if err != nil {
			m.fail("", "%q is no string", key)
		}
		return s, true
	}
	return "", false
}

// just is text without the question whether it is there.
func (m *members) just(key string) string {
	s, _ := m.text(key)
	return s
}

// must is text for what has to be there.
func (m *members) must(key string) string {
	s, ok := m.text(key)
	if !ok {
		m.fail("", "no key %q", key)
	}
	return s
}

// texts returns the texts of an array.
func (m *members) texts(key string) []string {
	m.known = append(m.known, key)
	raw, ok := m.get(key)
	coded, isCoded := m.get(key + "_base64")
	if ok && isCoded {
		m.fail("", "both %q and %q", key, key+"_base64")
	}
	if isCoded {
		var list [][]byte
		if json.Unmarshal(coded, &list) != nil {
			m.fail("", "%q is no array of base64", key+"_base64")
		}
		var texts []string
		for _, octets := range list {
			texts = append(texts, string(octets))
		}
		return texts
	}
	if !ok {
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		m.fail("", "%q is no array", key)
	}
	var texts []string
	for i, item := range list {
		s, err := stringOf(item)
		if err != nil {
			m.fail("", "%s %d is no string", key, i+1)
		}
		texts = append(texts, s)
	}
	return texts
}

// objects returns the objects of an array.
func (m *members) objects(key string) []*members {
	m.known = append(m.known, key)
	raw, ok := m.get(key)
	if !ok {
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		m.fail("", "%q is no array", key)
	}
	var all []*members
	for i, item := range list {
		inner, err := readMembers(item, "")
		if err != nil {
			m.fail("", "%s %d is no JSON object, or has a key twice", key, i+1)
			return nil
		}
		inner.where = fmt.Sprintf("%s%s %d: ", m.where, key, i+1)
		all = append(all, inner)
	}
	m.inside = append(m.inside, all...)
	return all
}

// entries returns the texts of an object, whose keys are anything.
func (m *members) entries(key string) (names, texts []string) {
	m.known = append(m.known, key)
	raw, ok := m.get(key)
	if !ok {
		return nil, nil
	}
	inner, err := readMembers(raw, "")
	if err != nil {
		m.fail("", "%q is no JSON object, or has a key twice", key)
		return nil, nil
	}
	for _, name := range inner.names {
		s, err := stringOf(inner.raw[name])
		if err != nil {
			m.fail("", "%s: %q is no string", key, name)
		}
		texts = append(texts, s)
	}
	return inner.names, texts
}

// finish returns what is wrong with the object: what was, and keys that nobody
// asked for.
func (m *members) finish() error {
	// Of a key that is misspelled this is what helps.
	missing := m.failed
	m.failed = nil
	for _, name := range m.names {
		base := strings.TrimSuffix(name, "_base64")
		found := false
		for _, k := range m.known {
			found = found || k == name || k == base
		}
		if !found {
			hint := "the keys are " + strings.Join(m.known, ", ")
			if more := m.hints[name]; more != "" {
				hint += "; " + more
			}
			m.fail(hint, "unknown key %q", name)
		}
	}
	if missing != nil && m.failed == nil {
		m.failed = missing
	}
	for _, inner := range m.inside {
		if err := inner.finish(); err != nil && m.failed == nil {
			m.failed = err
		}
	}
	return m.failed
}

var errNoString = errors.New("no string")

// stringOf returns the text of a JSON string, or a number as it is spelled.
func stringOf(raw json.RawMessage) (string, error) {
	if raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9' {
		return string(raw), nil
	}
	if raw[0] != '"' {
		return "", errNoString
	}
	return jsonText(raw), nil
}

// loneSurrogate returns the index of the first escape in valid JSON that is half
// of a surrogate pair, or -1.
func loneSurrogate(text []byte) int {
	unit := func(i int) rune {
		if i+6 > len(text) || text[i] != '\\' || text[i+1] != 'u' {
			return 0
		}
		n, _ := strconv.ParseUint(string(text[i+2:i+6]), 16, 16)
		return rune(n)
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if u := unit(i); utf16.IsSurrogate(u) {
			if utf16.DecodeRune(u, unit(i+6)) == utf8.RuneError {
				return i
			}
			i += 6
		}
		i++ // what is escaped may be a backslash
	}
	return -1
}

func jsonText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// some adds a text unless it is empty.
func (o *object) some(key, value string) {
	if value != "" {
		o.text(key, value)
	}
}

// objects adds an array of objects.
func (o *object) objects(key string, list []object) {
	o.key(key)
	o.b = append(o.b, '[')
	for i, item := range list {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = append(append(append(o.b, '{'), item.b...), '}')
	}
	o.b = append(o.b, ']')
}

// pair returns the object of a name and a value.
func pair(name, value string) object {
	var o object
	o.text("name", name)
	o.text("value", value)
	return o
}
