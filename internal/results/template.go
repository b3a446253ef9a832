package results

import "github.com/pct-encoded/percent"

// TemplateVariables are the names of the variables of a URI Template.
type TemplateVariables []string

// JSON returns the names.
func (v TemplateVariables) JSON() any {
	return struct {
		Variables []string `json:"variables"`
	}{v}
}

// Page returns a line for each name.
func (v TemplateVariables) Page(Style) string { return string(v.AppendFramed(nil, Frame{})) }

// AppendFramed appends the page.
func (v TemplateVariables) AppendFramed(dst []byte, _ Frame) []byte {
	for _, name := range v {
		dst = append(append(dst, name...), '\n')
	}
	return dst
}

// A TemplateExpansion is what a URI Template was expanded to, or why it was not.
type TemplateExpansion struct {
	Template string
	Output   *string              // nil if there is none
	Wrong    *percent.SyntaxError // the first malformed part, or nil
	Hint     string               // what is surprising about it, or ""
}

// JSON returns what --json writes for a value that is an argument.
func (e *TemplateExpansion) JSON() any {
	v := struct {
		Source       string  `json:"source"`
		Number       int64   `json:"number"`
		Input        string  `json:"input"`
		Output       *string `json:"output,omitempty"`
		Offset       *int64  `json:"offset,omitempty"`
		StreamOffset *int64  `json:"stream_offset,omitempty"`
		Reason       string  `json:"reason,omitempty"`
	}{Source: "arguments", Number: 1, Input: e.Template, Output: e.Output}
	if e.Wrong != nil {
		v.Offset, v.StreamOffset, v.Reason = &e.Wrong.Offset, &e.Wrong.Offset, string(e.Wrong.Reason)
	}
	return v
}

// Page returns the output.
func (e *TemplateExpansion) Page(Style) string { return *e.Output + "\n" }

// ValueHint returns the hint.
func (e *TemplateExpansion) ValueHint() string { return e.Hint }

// PageHint returns "".
func (e *TemplateExpansion) PageHint() string { return "" }
