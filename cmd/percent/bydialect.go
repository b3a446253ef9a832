package main

import (
	"errors"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
)

// Many dialects are not a percent.Encoding: they make choices that concern a whole
// value, or refuse some. Their values are held and coded one by one.

// changes reports which of the flags that change an encoding is used, or "".
func (f *dialectFlags) changes() string {
	if f.all {
		return "--escape-all"
	}
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
	return usageError("`percent dialects show "+name+"` tells them", "%s cannot change %s, which has rules of its own", flag, name)
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
	if word := j.policy.word(); j.enc == nil && (word == "keep" || word == "replace") {
		return usageError("it takes fail or skip there", "--on-error %s is for decoding: an encoder that refuses a value writes none", word)
	}
	return nil
}

// obeys makes j do what --on-error says, where the dialect keeps malformed escapes
// by itself: to tell of each that is kept, as --errors does, it must not. One that is more than an encoding cannot be told to.
func (j *job) obeys() error {
	word := j.policy.value
	switch {
	case (word == "" || word == "keep") && !j.columns.lists(word):
	case j.enc != nil && j.enc.Malformed() == percent.MalformedKept:
		j.enc = j.enc.WithMalformed(percent.MalformedRefused)
	case word != "" && word != "keep" && j.enc == nil && j.refusesNothing():
		return usageError("leave out --on-error, or take another dialect",
			"--on-error %s has nothing to do: %s decodes whatever it is given, as the program does", word, j.dialect.ID)
	}
	return nil
}

// refusesNothing reports whether the dialect decodes what others refuse.
func (j *job) refusesNothing() bool {
	for _, s := range []string{"%zz", "%", "%4", "%FF", "é", "%u12", "%00"} {
		if _, err := j.dialect.AppendDecode(nil, []byte(s)); err != nil {
			return false
		}
	}
	return true
}

// fixes makes j ready to fix by its dialect, which was called name.
func (j *job) fixes(name string) error {
	if err := decodesOnly(j.dialect, name); err != nil {
		return err
	}
	var cannot *dialect.FixError
	if errors.As(j.dialect.Fixes(), &cannot) {
		return usageError("`percent dialects show "+name+"` tells its choices", "fix cannot work by %s: %s (%v)", name, cannot.Reason, cannot.Choice)
	}
	return nil
}
