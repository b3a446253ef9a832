package term

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// A VisibleWriter writes text to a terminal so that all of it is visible: control
// characters, characters that change the direction of text, and octets that are not
// UTF-8 become \x1b, \u202e and \xff. Line ends and tabs stay.
type VisibleWriter struct {
	Out      io.WriteCloser
	Pen      Pen    // for replaced characters
	Painted  bool   // sequences of a Pen are not replaced
	OnMasked func() // called at the first replacement, or nil

	cut []byte // an incomplete character or line end, held back
}

// Sequences are all that a Pen writes.
var Sequences = [][]byte{
	[]byte("\x1b[m"), []byte("\x1b[1m"), []byte("\x1b[2m"), []byte("\x1b[7m"), []byte("\x1b[31m"), []byte("\x1b[32m"),
	[]byte("\x1b[33m"), []byte("\x1b[36m"),
}

// Write writes p, except for an incomplete character or line end at its end.
func (v *VisibleWriter) Write(p []byte) (int, error) {
	text := p
	if len(v.cut) > 0 {
		text = append(v.cut, p...)
	}
	var out []byte
	out, text = v.appendVisible(nil, text, false)
	v.cut = bytes.Clone(text)
	if _, err := v.Out.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close writes what was held back and closes the terminal.
func (v *VisibleWriter) Close() error {
	if len(v.cut) > 0 {
		out, _ := v.appendVisible(nil, v.cut, true)
		v.cut = nil
		if _, err := v.Out.Write(out); err != nil {
			return err
		}
	}
	return v.Out.Close()
}

// appendVisible appends text to dst. Unless last is set, it returns an incomplete
// character or line end at the end of text as cut.
func (v *VisibleWriter) appendVisible(dst, text []byte, last bool) (out, cut []byte) {
	for len(text) > 0 {
		if text[0] == '\r' && !last && len(text) == 1 {
			return dst, text
		}
		if text[0] == '\r' && len(text) > 1 && text[1] == '\n' {
			dst, text = append(dst, "\r\n"...), text[2:]
			continue
		}
		if n := v.ownAt(text); n > 0 {
			dst, text = append(dst, text[:n]...), text[n:]
			continue
		}
		if !last && !utf8.FullRune(text) {
			return dst, text
		}
		r, n := utf8.DecodeRune(text)
		if isHarmless(r) && (r != utf8.RuneError || n > 1) {
			dst = append(dst, text[:n]...)
		} else {
			dst = append(dst, v.Pen.Paint("7", visibleRune(r, text[:n]))...)
			if v.OnMasked != nil {
				v.OnMasked()
				v.OnMasked = nil
			}
		}
		text = text[n:]
	}
	return dst, nil
}

// ownAt returns the length of a sequence of a Pen at the beginning of text.
func (v *VisibleWriter) ownAt(text []byte) int {
	if !v.Painted || text[0] != 0x1b {
		return 0
	}
	for _, p := range Sequences {
		if bytes.HasPrefix(text, p) {
			return len(p)
		}
	}
	return 0
}

// isHarmless reports whether a terminal merely displays r. Joiners do no harm:
// scripts and emoji need them.
func isHarmless(r rune) bool {
	return r == '\n' || r == '\t' || r == 0x200C || r == 0x200D || unicode.IsGraphic(r)
}

// visibleRune returns how r, whose bytes are text, is shown.
func visibleRune(r rune, text []byte) string {
	switch {
	case len(text) == 1:
		return fmt.Sprintf(`\x%02x`, text[0])
	case r <= 0xFFFF:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// harmless returns text for a terminal, on one line.
func harmless(text string) string {
	for i, r := range text {
		if r == '\n' || !isHarmless(r) || r == utf8.RuneError {
			var v VisibleWriter
			out, _ := v.appendVisible([]byte(text[:i]), []byte(text[i:]), true)
			return string(bytes.ReplaceAll(out, []byte{'\n'}, []byte(`\n`)))
		}
	}
	return text
}
