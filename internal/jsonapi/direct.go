package jsonapi

import (
	"bytes"
	"errors"
	"slices"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// byteOrderMark is U+FEFF in UTF-8.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// Direct returns a function that appends the output of encode, decode or fix for a
// text to dst, without a reply. The choices are those of request, whose text does not
// matter. The function reports false, and may have appended anything, where there is no
// output or only Call finds it; Direct returns nil where that is so for every text. It
// is not for several goroutines.
func Direct(op string, request []byte) func(dst, text []byte) (out []byte, ok bool) {
	i := slices.IndexFunc(operations.Get(), func(o call) bool { return o.name == op })
	if i < 0 || op != "encode" && op != "decode" && op != "fix" {
		return nil
	}
	var q codeRequest
	if err := (strictjson.Reader{Hidden: operations.Get()[i].hidden()}).Read(string(request), &q); err != nil {
		return nil
	}
	q.Operation = op
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
		if longest(len(text), &q, plan) > MaxOutput || row.CopiesMark() && bytes.HasPrefix(text, byteOrderMark) {
			return dst, false
		}
		out, err := coder(dst, text)
		if err != nil && plan.Policy != bulk.Fail {
			out, err = job.Record(dst, bulk.Record{Text: text})
		}
		return out, err == nil
	}
}
