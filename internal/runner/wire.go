// Package runner runs the tests of package conform against programs and against servers on
// this machine, and reads and writes questions and answers.
package runner

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// A Wire is the format of questions and answers.
type Wire uint8

// The wires.
const (
	// Lines: one text per line, and one answer per line. A line ends at LF or CRLF.
	Lines Wire = iota
	// NULs: a NUL after each text and each answer.
	NULs
	// JSON: one object per line. {"input":"a b"}, or {"input_base64":"/w=="} for
	// anything that is not text, is answered by {"output":"a%20b"},
	// {"output_base64":"…"} or, if the program refuses the input, {"error":"why"}.
	// {"skip":"why"} says that the program cannot take the input, and leaves the test
	// out. For some operations, the values of input and output are not strings.
	JSON
)

// String returns "lines", "nul" or "json".
func (w Wire) String() string { return words.Of(wireNames, w) }

var wireNames = []string{"lines", "nul", "json"}

// A Framing is how an Asker writes questions and reads answers.
type Framing struct {
	Operation conform.Operation
	Wire      Wire
	// Units is the kind of text that the program takes. With UnitsUTF16, JSON holds
	// lone surrogates as \ud800 instead of in base64.
	Units dialect.Units
	// Refusal is the answer with which a program refuses an input on the wires Lines
	// and NULs, or "" if it has none.
	Refusal string
	// Alone is true if each question is sent by itself and needs no terminator, as an
	// argument or the body of a request.
	Alone bool
}

// Carries returns why a test cannot be asked, or "" if it can.
func (f *Framing) Carries(t conform.Test) string {
	if f.Wire == JSON {
		return ""
	}
	in, out := t.Input, t.Want.Output
	switch {
	case t.Want.Refused() && f.Refusal == "" && !f.Alone:
		return "an answer cannot be an error"
	case !t.Want.Refused() && f.Refusal != "" && out == f.Refusal:
		return "the answer is the word for an error"
	case f.Units == dialect.UnitsUTF16 && wtf8.LoneSurrogates(in):
		return "it holds a lone surrogate"
	case f.Wire == NULs && !f.Alone && strings.Contains(in+out, "\x00"):
		return "it holds NUL"
	case f.Wire == Lines && !f.Alone && strings.ContainsAny(in, "\r\n"):
		return "it holds a line end"
	case f.Wire == Lines && (strings.HasSuffix(out, "\r") || strings.HasSuffix(out, "\n") || !f.Alone && strings.Contains(out, "\n")):
		return "its answer holds a line end"
	}
	return ""
}

// Question returns an input as it is written, without its terminator.
func (f *Framing) Question(input string) []byte {
	if f.Wire != JSON {
		return []byte(input)
	}
	switch {
	case f.Operation.Values():
		return fmt.Appendf(nil, `{"input":%s}`, input)
	case utf8.ValidString(input):
		return append(strictjson.AppendString([]byte(`{"input":`), input), '}')
	case f.Units == dialect.UnitsUTF16:
		return append(appendUTF16([]byte(`{"input":`), input), '}')
	}
	return fmt.Appendf(nil, `{"input_base64":%q}`, base64.StdEncoding.EncodeToString([]byte(input)))
}

// appendUTF16 appends text as a JSON string, with lone surrogates as \ud800.
func appendUTF16(dst []byte, text string) []byte {
	start := 0
	dst = append(dst, '"')
	part := func(end int) {
		quoted := strictjson.AppendString(nil, text[start:end])
		dst = append(dst, quoted[1:len(quoted)-1]...)
	}
	for i := 0; i < len(text); {
		r, n, _ := wtf8.Decode(text[i:])
		if wtf8.IsSurrogate(r) {
			part(i)
			dst = fmt.Appendf(dst, `\u%04x`, r)
			start = i + n
		}
		i += n
	}
	part(len(text))
	return append(dst, '"')
}

// end returns the terminator of questions and answers.
func (f *Framing) end() byte {
	if f.Wire == NULs {
		return 0
	}
	return '\n'
}

// Answer parses an answer, given without its terminator.
func (f *Framing) Answer(text string) conform.Answer {
	if f.Wire == Lines {
		text = strings.TrimSuffix(text, "\r")
	}
	if f.Wire != JSON {
		if f.Refusal != "" && text == f.Refusal {
			return conform.Answer{State: conform.Refused}
		}
		return conform.Answer{State: conform.Answered, Output: text}
	}
	v, err := strictjson.ParseWTF8(text)
	if err == nil && v.Kind != strictjson.Object {
		return conform.Answer{State: conform.Broken, Reason: "not a JSON object: " + excerpt(text)}
	}
	if err != nil {
		return conform.Answer{State: conform.Broken, Reason: "not JSON: " + excerpt(text)}
	}
	if reason, ok := v.Get("error"); ok {
		if reason.Kind != strictjson.String {
			return conform.Answer{State: conform.Broken, Reason: `"error" is not a string: ` + excerpt(text)}
		}
		return conform.Answer{State: conform.Refused, Reason: reason.Text}
	}
	if reason, ok := v.Get("skip"); ok {
		return conform.Answer{State: conform.Skipped, Reason: reason.Text}
	}
	if coded, ok := v.Get("output_base64"); ok && !f.Operation.ValueAnswers() {
		octets, err := base64.StdEncoding.DecodeString(coded.Text)
		if coded.Kind != strictjson.String || err != nil {
			return conform.Answer{State: conform.Broken, Reason: `"output_base64" is not base64: ` + excerpt(text)}
		}
		return conform.Answer{State: conform.Answered, Output: string(octets)}
	}
	out, ok := v.Get("output")
	switch {
	case !ok:
		return conform.Answer{State: conform.Broken, Reason: `neither "output" nor "error" in ` + excerpt(text)}
	case f.Operation.ValueAnswers():
		return conform.Answer{State: conform.Answered, Output: out.Raw}
	case out.Kind != strictjson.String:
		return conform.Answer{State: conform.Broken, Reason: `"output" is not a string: ` + excerpt(text)}
	}
	return conform.Answer{State: conform.Answered, Output: out.Text}
}

// shownAnswer is how many bytes are shown of an unreadable answer and of other output of
// a program.
const shownAnswer = 120

// excerpt returns text in quotation marks, with "…" for the rest if it is long.
func excerpt(text string) string {
	if len(text) > shownAnswer {
		text = strings.ToValidUTF8(text[:shownAnswer], "") + "…"
	}
	return fmt.Sprintf("%q", strings.ToValidUTF8(text, "\uFFFD"))
}
