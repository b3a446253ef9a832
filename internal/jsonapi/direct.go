package jsonapi

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// byteOrderMark is U+FEFF in UTF-8.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// pieceEnd ends a text among several. It is in no text.
var pieceEnd = []byte{0xFF}

// octetsEnd is how the key of octets ends in JSON.
var octetsEnd = []byte(`_base64"`)

// Direct returns a function that appends to dst what an operation makes of a text,
// without a reply: the output of encode, decode, fix and "url get", the output of "form
// encode" for names and values that each end with the octet FF, the pairs of "form decode"
// in JSON, and the result of url in JSON, without its readers. The choices are those of
// request, whose text does not matter. The function reports false, and may have appended
// anything, where only CallLocal finds what there is; Direct returns nil where that is so
// for every text. It is not for several goroutines.
func Direct(op string, request []byte) func(dst, text []byte) (out []byte, ok bool) {
	switch c := named(op); op {
	case "encode", "decode", "fix":
		return prepared(c, request, directCode)
	case "form decode":
		return prepared(c, request, directPairs)
	case "form encode":
		return prepared(c, request, directForm)
	case "url get":
		return prepared(c, request, directComponent)
	case "url":
		return prepared(c, request, directURL)
	}
	return nil
}

// prepared returns what f makes of a request, or nil if the request makes no sense.
func prepared[Q any, P choosing[Q]](c *call, request []byte, f func(P) func(dst, text []byte) ([]byte, bool)) func(dst, text []byte) ([]byte, bool) {
	q := P(new(Q))
	if err := c.read(string(request), q); err != nil {
		return nil
	}
	q.chosen().Operation = c.of
	return f(q)
}

func directCode(q *codeRequest) func(dst, text []byte) ([]byte, bool) {
	row, plan, err := q.planned()
	if err != nil || plan.Detect || q.Lines || q.Most > 0 {
		return nil
	}
	coder, err := plan.Coder()
	if err != nil {
		return nil
	}
	made, err := plan.Operation()
	if err != nil {
		return nil
	}
	job := &bulk.Job{Operation: made, Policy: plan.Policy, Separator: bulk.Whole}
	var refused *bulk.OptionError
	if _, err := job.Record(nil, bulk.Record{}); errors.As(err, &refused) {
		return nil
	}
	return func(dst, text []byte) ([]byte, bool) {
		if longest(len(text), q, plan) > MaxOutput || row.CopiesMark() && bytes.HasPrefix(text, byteOrderMark) {
			return dst, false
		}
		out, err := coder(dst, text)
		if err != nil && plan.Policy != bulk.Fail {
			out, err = job.Record(dst, bulk.Record{Text: text})
		}
		return out, err == nil
	}
}

func directPairs(q *formRequest) func(dst, text []byte) ([]byte, bool) {
	rules, err := q.rules()
	if err != nil {
		return nil
	}
	return func(dst, text []byte) ([]byte, bool) {
		pairs, err := q.parse(rules, string(text))
		if err != nil {
			return dst, false
		}
		dst = append(dst, '[')
		for i, p := range pairs {
			if !utf8.ValidString(p.Name) || !utf8.ValidString(p.Value) {
				return dst, false
			}
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = strictjson.AppendString(append(dst, '['), p.Name)
			dst = append(strictjson.AppendString(append(dst, ','), p.Value), ']')
		}
		return append(dst, ']'), true
	}
}

func directForm(q *pairsRequest) func(dst, text []byte) ([]byte, bool) {
	if _, err := checked(&q.Request); err != nil {
		return nil
	}
	rules, err := formRules(&q.Request)
	if err != nil {
		return nil
	}
	return func(dst, text []byte) ([]byte, bool) {
		var pairs []form.Pair
		for len(text) > 0 {
			name, rest, _ := bytes.Cut(text, pieceEnd)
			value, next, ok := bytes.Cut(rest, pieceEnd)
			if !ok {
				return dst, false
			}
			pairs = append(pairs, form.Pair{Name: string(name), Value: string(value)})
			text = next
		}
		return append(dst, rules.Serialize(pairs)...), true
	}
}

func directComponent(q *componentRequest) func(dst, text []byte) ([]byte, bool) {
	q.Arguments = []string{q.Component}
	_, plan, err := planned(&q.Request)
	if err != nil {
		return nil
	}
	return func(dst, text []byte) ([]byte, bool) {
		out, err := plan.Convert(dst, string(text))
		return out, err == nil
	}
}

func directURL(q *urlRequest) func(dst, text []byte) ([]byte, bool) {
	reader, err := q.prepared()
	if err != nil || len(q.VersionOf) > 0 || q.AsOf != "" {
		return nil
	}
	return func(dst, text []byte) ([]byte, bool) {
		// Whether there are readers depends on the length.
		if len(text) > maxRead {
			return dst, false
		}
		from := len(dst)
		dst = strictjson.Append(dst, reader.read(string(text)))
		// Octets are for those who read replies.
		return dst, !bytes.Contains(dst[from:], octetsEnd)
	}
}
