package main

import (
	"errors"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
)

// Many dialects are not a percent.Encoding: they make choices that concern a whole
// value, or refuse some. Their values are held and coded one by one.

// refusesOnly refuses policies that mean nothing to an encoder that refuses values
// as a whole.
func (j *job) refusesOnly() error {
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
	var cannot *dialect.FixError
	if errors.As(j.dialect.Fixes(), &cannot) {
		return usageError("`percent dialects show "+name+"` tells its choices", "fix cannot work by %s: %s (%v)", name, cannot.Reason, cannot.Choice)
	}
	return nil
}
