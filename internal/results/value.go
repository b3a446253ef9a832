package results

import "github.com/pct-encoded/percent/internal/strictjson"

// A Value is what a text becomes that is parsed, built or converted.
type Value struct {
	View any    // a struct with JSON tags or, if it is nil,
	Text string // another text
	Hint string // what is surprising about it, or ""
}

// JSON returns the struct, or one with the text.
func (v Value) JSON() any {
	if v.View != nil {
		return v.View
	}
	return struct {
		Output string `json:"output"`
	}{v.Text}
}

// Page returns the text, or the struct as JSON.
func (v Value) Page(Style) string {
	if v.View != nil {
		return string(strictjson.Append(nil, v.View))
	}
	return v.Text
}

// ValueHint returns the hint.
func (v Value) ValueHint() string { return v.Hint }

// PageHint returns "".
func (v Value) PageHint() string { return "" }
