package stream

import (
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// Options hold where values come from, what separates them and where the
// results go.
type Options struct {
	Files  []string
	Output string
	NUL    bool
	Whole  bool
	asIs   bool // control characters reach a terminal unchanged
	Pages  bool // the output is pages, which quote values
	UTF16  bool // it is read as what it is
	Bodies bool // results may be compressed files themselves
	AsIs   bool // values may be compressed files themselves
	Resume bool // continue where an earlier run ended

	Progress flags.Word // how to show progress
}

// AddTo adds the flags to a set.
func (f *Options) AddTo(set *pflag.FlagSet) {
	// Not split at commas, which file names may contain.
	set.VarP((*flags.List)(&f.Files), "file", "f", "read values from `FILE`, - for standard input; repeatable")
	set.VarP((*OutputName)(&f.Output), "output", "o", "write to `FILE`, which must not be an input")
	set.BoolVarP(&f.NUL, "null", "0", false, "separate values with NUL, in input and output")
	set.BoolVar(&f.Whole, "whole", false, "read each input as one value, including its line ends, and add nothing to it")
	f.Progress.Words = []string{"auto", "never", "json"}
	flags.AddWord(set, &f.Progress, "progress", "report progress on standard error: if it is a terminal, never, or as one JSON object per second (default auto)")
	if !f.Pages && set.Lookup("raw") == nil { // some commands have a --raw about escapes
		set.BoolVar(&f.asIs, "raw", false, "write control characters unchanged on a terminal, too; in other output they are never changed")
	}
}

// An OutputName is a flag that names a file to write. It refuses an empty name, the
// result of an unset variable in a script.
type OutputName string

// Set sets the name.
func (n *OutputName) Set(name string) error {
	if name == "" {
		return &operation.UsageError{Text: "the name of a file is missing"}
	}
	*n = OutputName(name)
	return nil
}

// String returns the name.
func (n *OutputName) String() string { return string(*n) }

// Type returns what the help of the flag calls its value.
func (n *OutputName) Type() string { return "string" }

// Separator returns the separator that the flags choose.
func (f *Options) Separator() Separator {
	switch {
	case f.NUL:
		return NULs
	case f.Whole:
		return Nothing
	}
	return Lines
}

// A Separator is what ends a value in an input.
type Separator = bulk.Separator

const (
	// Lines end at LF.
	Lines = bulk.Lines
	// NULs end at the octet 0.
	NULs = bulk.NULs
	// Nothing separates values: each input is one.
	Nothing = bulk.Whole
)
