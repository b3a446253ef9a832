package main

import (
	"cmp"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/words"
)

// chosen returns the value of the enumeration that c names or, if c is not set, that
// of its first word.
func chosen[T words.Enumeration](c flags.Word) T {
	value, _ := words.Value[T](cmp.Or(c.Value, c.Words[0]))
	return value
}

// lookup returns the dialect that name means, and its name for dialect.Lookup.
// A note reports a name that differs from the given one.
func lookup(u *term.UI, name string) (*dialect.Dialect, string, error) {
	d, found, err := operation.Dialect(name)
	if err == nil && found != name {
		u.Note("%s", operation.Taken(name, found))
	}
	return d, found, records.BadRequest(err)
}
