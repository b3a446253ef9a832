package dialect

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/rule"
)

// The reasons of a *percent.SyntaxError for input that a dialect refuses though
// package percent would accept it. Format is the ID of the dialect, in these errors
// and in those of package percent.
const (
	// LoneSurrogate: half of a UTF-16 pair, written as the three bytes that UTF-8
	// would give it.
	LoneSurrogate = rule.LoneSurrogate
	// RefusedCharacter: an ASCII character that the dialect does not encode.
	RefusedCharacter = rule.RefusedCharacter
	// BeyondCharset: a character that the charset of the dialect lacks.
	BeyondCharset = rule.BeyondCharset
	// NotInIRI: a character beyond ASCII that no IRI may hold.
	NotInIRI = rule.NotInIRI
	// NotInXML: a decoded character that XML does not allow.
	NotInXML = rule.NotInXML
	// EmptyText: there is nothing to encode.
	EmptyText = rule.EmptyText
	// DotSegment: the text is a dot segment, or one climbs too high.
	DotSegment = rule.DotSegment
	// TopDotSegment: there is no segment before ".." for it to remove.
	TopDotSegment = rule.TopDotSegment
	// MalformedEscape: the encoder keeps escapes, and a '%' does not begin one.
	MalformedEscape = rule.MalformedEscape
	// ForbiddenEscape: an escape that the decoder does not allow.
	ForbiddenEscape = rule.ForbiddenEscape
	// MixedEscape: an escape beyond %7F in a text with unescaped text beyond
	// ASCII.
	MixedEscape = rule.MixedEscape
)

// A DirectionError says that a dialect only decodes.
type DirectionError struct {
	// Name is the name of the dialect or implementation.
	Name string
	// Sibling is the ID of an encoder of the same program, or "".
	Sibling string
}

// Error names the dialect and what to use instead.
func (e *DirectionError) Error() string {
	text := fmt.Sprintf("dialect: %s decodes only", e.Name)
	if e.Sibling != "" {
		text += "; to encode, use " + e.Sibling
	}
	return text
}

// A FixError says that Fix does not work with a dialect.
type FixError struct {
	// Name is the name of the dialect.
	Name string
	// Reason says why, and Choice is the choice responsible.
	Reason string
	Choice Choice
}

// Error names the dialect and the choice.
func (e *FixError) Error() string {
	return fmt.Sprintf("dialect: %s cannot fix: %s (%v)", e.Name, e.Reason, e.Choice)
}

// String returns the ID.
func (d *Dialect) String() string { return d.ID }

// Encode returns s encoded, and s itself if that changes nothing. With an
// error it returns what was encoded before it. The error is a
// *percent.SyntaxError for text that the dialect refuses, and a
// *DirectionError if the dialect only decodes.
func (d *Dialect) Encode(s string) (string, error) {
	if e := d.Encoding(); e != nil && d.Encodes() {
		return e.Encode(s), nil
	}
	return code(s, d.AppendEncode)
}

// AppendEncode appends src, encoded as Encode does, to dst and returns the
// extended buffer.
func (d *Dialect) AppendEncode(dst, src []byte) ([]byte, error) {
	if !d.Encodes() {
		return dst, &DirectionError{Name: d.ID, Sibling: d.sibling}
	}
	dst, err := d.rule.AppendEncode(dst, src)
	return dst, d.named(err)
}

// Decode returns s decoded, and s itself if that changes nothing. With an
// error, a *percent.SyntaxError, it returns what was decoded before it.
func (d *Dialect) Decode(s string) (string, error) {
	if e := d.Encoding(); e != nil {
		s, err := e.Decode(s)
		return s, d.named(err)
	}
	return code(s, d.AppendDecode)
}

// AppendDecode appends src, decoded as Decode does, to dst and returns the
// extended buffer.
func (d *Dialect) AppendDecode(dst, src []byte) ([]byte, error) {
	dst, err := d.rule.AppendDecode(dst, src)
	return dst, d.named(err)
}

// Fix repairs a string that is not quite correctly encoded: escapes stay, and so
// does '+' if the dialect writes it for a space; a '%' that does not begin an escape
// becomes %25; everything else is encoded. The errors are those of Encode, and a
// *FixError if the dialect cannot fix.
func (d *Dialect) Fix(s string) (string, error) {
	if e := d.fixing(); e != nil {
		return e.Encode(s), nil
	}
	return code(s, d.AppendFix)
}

// AppendFix appends src, fixed as Fix does, to dst and returns the extended
// buffer.
func (d *Dialect) AppendFix(dst, src []byte) ([]byte, error) {
	if e := d.fixing(); e != nil {
		return e.AppendEncode(dst, src), nil
	}
	if err := d.Fixes(); err != nil {
		return dst, err
	}
	stays := "%"
	if d.Base().Space() == percent.SpacePlus {
		stays = "%+"
	}
	for n := 0; n < len(src); {
		rest := src[n:]
		end := 1
		switch _, ok := pct.Octet(rest); {
		case ok:
			end = 3
			dst = append(dst, rest[:end]...)
		case rest[0] == '%':
			dst = append(dst, "%25"...)
		case rest[0] == '+' && stays == "%+":
			dst = append(dst, '+')
		default:
			if end = bytes.IndexAny(rest, stays); end < 0 {
				end = len(rest)
			}
			var err error
			if dst, err = d.AppendEncode(dst, rest[:end]); err != nil {
				var syntax *percent.SyntaxError
				if errors.As(err, &syntax) {
					syntax.Offset += int64(n)
				}
				return dst, err
			}
		}
		n += end
	}
	return dst, nil
}

// Fixes returns nil if the dialect can fix. Otherwise it returns the error that Fix
// gives for any text: a *DirectionError if the dialect only decodes, a *FixError if
// one of its choices depends on the whole text, or if its decoder refuses its own
// output.
func (d *Dialect) Fixes() error {
	if !d.Encodes() {
		return &DirectionError{Name: d.ID, Sibling: d.sibling}
	}
	r := d.rule.Encode
	if r == nil {
		return nil
	}
	because := func(key Key, reason string) error {
		for _, c := range d.Choices() {
			if c.Key == key {
				return &FixError{Name: d.ID, Reason: reason, Choice: c}
			}
		}
		return nil
	}
	for _, whole := range []struct {
		key  Key
		made bool
	}{
		{keyNUL, r.NUL != 0},
		{keyBOM, r.BOM != 0},
		{keyEmpty, r.Empty != 0},
		{keyDot, r.Dot != 0},
		{keySegments, r.Segments != 0},
		{keyColon, r.Colon != ""},
	} {
		if whole.made {
			return because(whole.key, "it treats a text as a whole")
		}
	}
	switch {
	case r.Beyond == rule.BeyondLatin1 || r.Beyond == rule.BeyondUnicode:
		return because(keyBeyond, "its escapes are not all escapes elsewhere")
	case r.Points != rule.PointsNone && r.Charset != "":
		return because(keyCharset, "what it writes is not UTF-8")
	}
	return nil
}

// fixing returns an encoding that does what Fix does, or nil if d has no Encoding.
func (d *Dialect) fixing() *percent.Encoding {
	if !d.Encodes() {
		return nil
	}
	return d.rule.Fixing()
}

// code returns what appendTo makes of s, or s itself if that is the same.
func code(s string, appendTo func(dst, src []byte) ([]byte, error)) (string, error) {
	out, err := appendTo(nil, []byte(s))
	if string(out) == s {
		return s, err
	}
	return string(out), err
}

// named returns err with the ID of d as the format of a *percent.SyntaxError.
func (d *Dialect) named(err error) error {
	if syntax, ok := err.(*percent.SyntaxError); ok {
		syntax.Format = d.ID
	}
	return err
}

// NewEncoder returns a writer that encodes what is written to it and writes the
// result to w. The caller must Close it, which does not close w. If d has an
// Encoding, it streams in constant memory. Otherwise a choice of d may depend on
// the whole text, so it buffers everything; Close then writes the result and
// returns the errors of AppendEncode.
func NewEncoder(d *Dialect, w io.Writer) io.WriteCloser {
	if e := d.Encoding(); e != nil && d.Encodes() {
		return percent.NewEncoder(e, w)
	}
	return &holder{d: d, w: w}
}

// A holder is an encoder that buffers everything until Close.
type holder struct {
	d    *Dialect
	w    io.Writer
	held []byte
	done bool
}

var errClosed = errors.New("dialect: write to a closed encoder")

func (h *holder) Write(p []byte) (int, error) {
	switch {
	case h.done:
		return 0, errClosed
	case !h.d.Encodes():
		return 0, &DirectionError{Name: h.d.ID, Sibling: h.d.sibling}
	}
	h.held = append(h.held, p...)
	return len(p), nil
}

func (h *holder) Close() error {
	if h.done {
		return nil
	}
	h.done = true
	out, err := h.d.AppendEncode(nil, h.held)
	h.held = nil
	if n, failed := h.w.Write(out); failed != nil {
		return failed
	} else if n < len(out) {
		return io.ErrShortWrite
	}
	return err
}

// NewDecoder returns a reader that decodes what it reads from r. It returns the
// bytes before an error, and then the error. If d has an Encoding, it streams in
// constant memory; otherwise it reads all of r before it returns the first byte.
func NewDecoder(d *Dialect, r io.Reader) io.Reader {
	if e := d.Encoding(); e != nil {
		return &reader{d: d, r: percent.NewDecoder(e, r)}
	}
	return &reader{d: d, r: r, held: true}
}

// A reader decodes, and names the dialect in errors.
type reader struct {
	d    *Dialect
	r    io.Reader
	held bool // and not yet read
	out  []byte
	err  error // for when out is empty
}

func (r *reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if r.held {
		r.held = false
		in, failed := io.ReadAll(r.r)
		if r.out, r.err = r.d.AppendDecode(nil, in); r.err == nil {
			r.err = failed
		}
		if r.err == nil {
			r.err = io.EOF
		}
	}
	if len(r.out) > 0 {
		n := copy(p, r.out)
		r.out = r.out[n:]
		return n, nil
	}
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.r.Read(p)
	return n, r.d.named(err)
}
