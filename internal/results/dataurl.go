package results

import "github.com/pct-encoded/percent/scheme/dataurl"

// A DataURL is what a data: URL holds.
type DataURL struct{ dataurl.Data }

// JSON returns the type and the body.
func (d DataURL) JSON() any {
	v := struct {
		Type string `json:"type"`
		Body []byte `json:"body"`
	}{d.Type.String(), d.Body}
	if d.Type.Type == "" {
		v.Type = "text/plain;charset=US-ASCII"
	}
	return v
}

// Page returns the body.
func (d DataURL) Page(Style) string { return string(d.Body) }

// AppendFramed appends the body, with no line end after it.
func (d DataURL) AppendFramed(dst []byte, f Frame) []byte {
	return appendNUL(append(dst, d.Body...), f)
}
