package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
)

// Many dialects are no percent.Encoding: they make choices that concern a whole
// value, or refuse some. Their values are held and coded one by one.

// changes reports which of the flags that change an encoding is used, or "".
func (f *dialectFlags) changes() string {
	for _, flag := range []struct{ name, value string }{
		{"--keep", f.keep}, {"--escape", f.escape}, {"--space", f.space.value}, {"--hex", f.hex.value},
	} {
		if flag.value != "" {
			return flag.name
		}
	}
	return ""
}

// unchanged refuses to change a dialect that is more than five choices.
func (f *dialectFlags) unchanged(d *dialect.Dialect) error {
	flag := f.changes()
	if flag == "" {
		return nil
	}
	name := f.as
	if name == "" {
		name = d.ID
	}
	return usageError("`percent dialects show "+name+"` tells them", "%s cannot change %s, which makes choices of its own", flag, name)
}

// decodesOnly returns the usage error for encoding with a dialect that name
// stands for and that only decodes, or nil.
func decodesOnly(d *dialect.Dialect, name string) error {
	if d.Encodes() {
		return nil
	}
	var only *dialect.DirectionError
	_, err := d.AppendEncode(nil, nil)
	hint := "`percent dialects list --implementations` lists those that encode"
	if errors.As(err, &only) && only.Sibling != "" {
		hint = "to encode, use --as " + only.Sibling
	}
	return usageError(hint, "%s only decodes", name)
}

// encodes makes j ready to encode by its dialect, which was called name.
func (j *job) encodes(name string) error {
	if err := decodesOnly(j.dialect, name); err != nil {
		return err
	}
	if j.enc != nil {
		return nil
	}
	if word := j.policy.word(); word == "keep" || word == "replace" {
		return usageError("it takes fail or skip there", "--on-error %s is for decoding: an encoder that refuses a value writes none", word)
	}
	j.hold = true
	return nil
}

// encodeByDialect encodes one value by the dialect's own function.
func encodeByDialect(j *job, dst, text []byte, at place) ([]byte, *flaw) {
	out, err := j.dialect.AppendEncode(dst, text)
	if err == nil {
		return out, nil
	}
	return out, j.refuses(err, 0, at)
}

// refuses returns the flaw for which an encoder refuses what stands at an offset
// of the value, and counts it unless it ends the command.
func (j *job) refuses(err error, offset int, at place) *flaw {
	f := flawOf(err)
	f.Offset += int64(offset)
	if j.policy.word() != "fail" {
		j.policy.add(at, f)
	}
	return f
}

// flawOf returns the flaw that a dialect's error tells of.
func flawOf(err error) *flaw {
	var refused *dialect.RefusedError
	var syntax *percent.SyntaxError
	switch {
	case errors.As(err, &refused):
		return &flaw{SyntaxError: percent.SyntaxError{Offset: refused.Offset, Bytes: refused.Bytes}, refused: refused.Reason}
	case errors.As(err, &syntax):
		return &flaw{SyntaxError: *syntax}
	}
	panic(fmt.Sprintf("percent: unexpected error of a dialect: %v", err))
}

// wholeChoices are the choices that concern a value from its beginning to its
// end. Fixing works on what stands between escapes, so that a dialect that makes
// one of them cannot be fixed by.
var wholeChoices = []string{
	"NUL", "byte order mark", "empty text", "text of full stops", "path segments",
	"colon in the first segment", "what is put around",
}

// fixes makes j ready to fix by its dialect, which was called name.
func (j *job) fixes(name string) error {
	if err := decodesOnly(j.dialect, name); err != nil {
		return err
	}
	if j.enc != nil {
		j.enc = fixing(j.enc)
		return nil
	}
	for _, c := range j.dialect.Choices() {
		if c.Beyond && slices.Contains(wholeChoices, c.Name) {
			return usageError("`percent dialects show "+name+"` tells its choices",
				"fix cannot work by %s, which treats a text as a whole: %s", name, choiceText(c))
		}
	}
	j.hold = true
	j.one = fixByDialect
	return nil
}

// fixByDialect fixes one value by the dialect's own function: escapes stay, a
// stray '%' becomes %25, and what stands between is encoded.
func fixByDialect(j *job, dst, text []byte, at place) ([]byte, *flaw) {
	plus := j.dialect.Base().Space() == percent.SpacePlus
	for n := 0; n < len(text); {
		rest := text[n:]
		switch c := rest[0]; {
		case c == '%' && len(rest) > 2 && isHex(rest[1]) && isHex(rest[2]):
			dst = append(dst, rest[:3]...)
			n += 3
		case c == '%':
			dst = append(dst, "%25"...)
			n++
		case c == '+' && plus:
			// It is legal where it stands: a space.
			dst = append(dst, c)
			n++
		default:
			end := bytes.IndexByte(rest, '%')
			if end < 0 {
				end = len(rest)
			}
			if i := bytes.IndexByte(rest[:end], '+'); plus && i >= 0 {
				end = i
			}
			out, err := j.dialect.AppendEncode(dst, rest[:end])
			if err != nil {
				return out, j.refuses(err, n, at)
			}
			dst = out
			n += end
		}
	}
	return dst, nil
}

// byDialect decodes by a dialect's own function.
func (d *decoding) byDialect(j *job, cmd *cobra.Command, args []string) error {
	j.hold = true
	j.one = d.oneByDialect
	if err := j.run(cmd, args); err != nil {
		return err
	}
	j.policy.report(j.ui)
	if j.verbose {
		j.ui.note("decoded %s as %s", count(j.values, "value"), j.dialect.ID)
	}
	return nil
}

// oneByDialect decodes one value. Behind what is malformed it begins anew.
func (d *decoding) oneByDialect(j *job, dst, text []byte, at place) (out []byte, first *flaw) {
	for n := 0; ; {
		var err error
		dst, err = j.dialect.AppendDecode(dst, text[n:])
		if err == nil {
			return dst, first
		}
		f := flawOf(err)
		n += int(f.Offset)
		f.Offset = int64(n)
		if first == nil {
			first = f
		}
		written, skip, stop := j.policy.meet(at, f)
		if stop {
			return dst, first
		}
		if skip == 0 {
			// The value as a whole is refused.
			return append(dst, text[n:]...), first
		}
		dst = append(dst, written...)
		n += skip
	}
}
