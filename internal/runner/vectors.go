package runner

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// AppendJSON appends a suite as a JSON object with one test per line: the question
// and the answer as on the wire JSON, and an ID.
func AppendJSON(dst []byte, s *conform.Suite) []byte {
	dst = fmt.Appendf(dst, `{"operation":%q`, s.Operation)
	if s.Dialect != nil {
		dst = fmt.Appendf(dst, `,"dialect":%q,"units":%q`, s.Dialect.ID, s.Options.Units)
	}
	dst = fmt.Appendf(dst, `,"size":%q,"tests":[`, s.Options.Size)
	f := Framing{Operation: s.Operation, Wire: JSON, Units: s.Options.Units}
	for i, t := range s.Tests {
		if i > 0 {
			dst = append(dst, ',')
		}
		question := f.Question(t.Input)
		dst = fmt.Appendf(dst, "\n{\"id\":%q,%s", t.ID, question[1:len(question)-1])
		switch {
		case t.Want.Refused():
			dst = strictjson.AppendString(append(dst, `,"error":`...), t.Want.Refusal)
		case s.Operation.ValueAnswers():
			dst = append(append(dst, `,"output":`...), t.Want.Output...)
		case utf8.ValidString(t.Want.Output):
			dst = strictjson.AppendString(append(dst, `,"output":`...), t.Want.Output)
		case s.Options.Units == dialect.UnitsUTF16 && wtf8.LoneSurrogates(t.Want.Output):
			dst = appendUTF16(append(dst, `,"output":`...), t.Want.Output)
		default:
			dst = fmt.Appendf(dst, `,"output_base64":%q`, base64.StdEncoding.EncodeToString([]byte(t.Want.Output)))
		}
		dst = append(dst, '}')
	}
	return append(dst, "\n]}\n"...)
}

// AppendTSV appends a suite as a table: a line with the names of the columns, and for
// each test its ID, the input in hexadecimal, and the answer in hexadecimal, or "!" if
// the input must be refused.
func AppendTSV(dst []byte, s *conform.Suite) []byte {
	dst = append(dst, "id\tinput_hex\toutput_hex\n"...)
	for _, t := range s.Tests {
		output := hex.EncodeToString([]byte(t.Want.Output))
		if t.Want.Refused() {
			output = "!"
		}
		dst = fmt.Appendf(dst, "%s\t%x\t%s\n", t.ID, t.Input, output)
	}
	return dst
}

// AppendTAP appends a suite in the Test Anything Protocol, version 14, with every
// test marked as TODO.
func AppendTAP(dst []byte, s *conform.Suite) []byte {
	dst = fmt.Appendf(dst, "TAP version 14\n1..%d\n", len(s.Tests))
	for i, t := range s.Tests {
		dst = fmt.Appendf(dst, "not ok %d - %s # TODO not asked yet\n  ---\n  input: %s\n", i+1, t.ID, QuoteYAML(t.Input))
		if t.Want.Refused() {
			dst = fmt.Appendf(dst, "  refuse: %s\n", QuoteYAML(t.Want.Refusal))
		} else {
			dst = fmt.Appendf(dst, "  output: %s\n", QuoteYAML(t.Want.Output))
		}
		dst = append(dst, "  ...\n"...)
	}
	return dst
}

// The reasons of the errors of ReadAnswers.
const (
	noID        percent.Reason = "no id"
	twoAnswers  percent.Reason = "a second answer to this test"
	notAnAnswer percent.Reason = "not an answer"
	notHex      percent.Reason = "not hexadecimal digits"
	notFields   percent.Reason = "neither an ID and an answer, nor an ID, an input and an answer, with tabs between"
	notColumns  percent.Reason = "not as many fields as the first line"
	notUTF8     percent.Reason = "UTF-16: save it as UTF-8"
)

// ReadAnswers reads answers that were collected elsewhere, for Judge. Each line is a JSON
// object such as {"id":"char-21","output":"%21"}, with output_base64, error or skip as on
// the wire JSON; or an ID, a tab, and the answer in hexadecimal, or "!" for a refusal. The
// input may come between ID and answer, as in the table that AppendTSV writes. Empty
// lines, a byte order mark and a first line with the names of columns are ignored. The
// error is a *percent.SyntaxError. Its Offset is that of the line or field in text, and
// its Bytes are the text there.
func ReadAnswers(o conform.Operation, text string) (map[string]conform.Answer, error) {
	answers := map[string]conform.Answer{}
	fail := func(offset int, bytes string, reason percent.Reason) (map[string]conform.Answer, error) {
		return answers, &percent.SyntaxError{Format: "answers", Offset: int64(offset), Bytes: bytes[:min(len(bytes), shownAnswer)], Reason: reason}
	}
	for _, sign := range []string{"\xFF\xFE", "\xFE\xFF", "\x00"} {
		if strings.HasPrefix(text, sign) || len(text) > 1 && text[1:2] == sign {
			return fail(0, text[:min(2, len(text))], notUTF8)
		}
	}
	_, marked := strings.CutPrefix(text, "\uFEFF")
	at, columns := 0, 0
	if marked {
		at = len("\uFEFF")
	}
	f := Framing{Operation: o, Wire: JSON}
	for line := range strings.Lines(text[at:]) {
		start := at
		at += len(line)
		line = strings.TrimRight(line, "\r\n")
		id, answer, offset, reason := "", conform.Answer{}, 0, percent.Reason("")
		switch {
		case line == "":
			continue
		case strings.HasPrefix(line, "{"):
			id, answer, reason = jsonAnswer(&f, line)
		case strings.HasPrefix(line, "id\t") && len(answers) == 0 && columns == 0:
			columns = 1 + strings.Count(line, "\t")
			continue
		default:
			id, answer, offset, reason = hexAnswer(line, columns)
		}
		if _, again := answers[id]; again && reason == "" {
			reason = twoAnswers
		}
		if reason != "" {
			return fail(start+offset, line[offset:], reason)
		}
		answers[id] = answer
	}
	return answers, nil
}

func jsonAnswer(f *Framing, line string) (id string, answer conform.Answer, reason percent.Reason) {
	v, err := strictjson.ParseWTF8(line)
	if err != nil {
		return "", conform.Answer{}, strictjson.NotJSON
	}
	name, _ := v.Get("id")
	if id = name.Text; name.Kind != strictjson.String || id == "" {
		return "", conform.Answer{}, noID
	}
	answer = f.Answer(line)
	if answer.State == conform.Broken {
		return id, answer, notAnAnswer
	}
	return id, answer, ""
}

// hexAnswer reads a line of a table. columns is its number of columns, or 0 if unknown.
// offset is that of the invalid field.
func hexAnswer(line string, columns int) (id string, answer conform.Answer, offset int, reason percent.Reason) {
	fields := strings.Split(line, "\t")
	id, last := fields[0], fields[len(fields)-1]
	switch n := len(fields); {
	case columns != 0 && n < columns || n < 2:
		offset, reason = len(line), notColumns
	case columns != 0 && n > columns || n > 3:
		offset, reason = len(strings.Join(fields[:cmp.Or(columns, 3)], "\t"))+1, notColumns
	case id == "":
		reason = noID
	case last == "!":
		answer.State = conform.Refused
	default:
		octets, err := hex.DecodeString(last)
		if err != nil {
			offset, reason = len(line)-len(last), notHex
		}
		answer = conform.Answer{State: conform.Answered, Output: string(octets)}
	}
	if reason == notColumns && columns == 0 {
		reason = notFields
	}
	return id, answer, offset, reason
}
