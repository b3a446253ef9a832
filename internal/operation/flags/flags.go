// Package flags makes flags from the choices of operations, for the commands percent
// and percent-beam.
package flags

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/internal/operation"
)

// Add adds a flag to set for each choice of o that the front end on has, unless set has
// a flag of that name. The flags write to r.
func Add(set *pflag.FlagSet, o *operation.Operation, r *operation.Request, on operation.Front) {
	for i := range o.Choices {
		c := &o.Choices[i]
		if c.On&on == 0 || set.Lookup(c.Name) != nil {
			continue
		}
		switch f := c.Field(r).(type) {
		case *bool:
			set.BoolVar(f, c.Name, false, c.Help)
		case *string:
			switch {
			case c.Words != nil:
				AddWord(set, &Word{Words: c.Words, to: f}, c.Name, c.Help)
			case c.Filled != "":
				set.Var(&filled{c, f}, c.Name, c.Help)
			default:
				set.StringVarP(f, c.Name, c.Letter, "", c.Help)
			}
		case **int:
			set.Var(&number{c, f}, c.Name, c.Help)
		case **string:
			set.Var(&optional{f}, c.Name, c.Help)
		case *int64:
			set.Int64Var(f, c.Name, 0, c.Help)
		case *time.Duration:
			set.DurationVar(f, c.Name, c.Default, c.Help)
		case *[]string:
			if c.Separated {
				set.StringSliceVar(f, c.Name, nil, c.Help)
			} else {
				set.VarP((*List)(f), c.Name, c.Letter, c.Help)
			}
		}
	}
}

// AddTable adds the flags that select the fields of a table, except those of the
// formats in without. The flags write to t.
func AddTable(set *pflag.FlagSet, t *operation.Table, without ...string) {
	formats := []string{"csv", "tsv", "jsonl", "parquet"}
	for i, help := range []string{
		"read CSV; the values are the fields of --column",
		"read tab-separated values, which have no quoting",
		"read JSON Lines; the values are members of objects",
		"read and write Parquet; --column selects values by name or, within groups, by path",
	} {
		if slices.Contains(without, formats[i]) {
			continue
		}
		set.BoolFunc(formats[i], help, func(text string) error {
			given, err := strconv.ParseBool(text)
			if err != nil {
				return err
			}
			if !given {
				if t.Format == formats[i] {
					t.Format = ""
				}
				return nil
			}
			if t.Format != "" && t.Format != formats[i] {
				return &operation.UsageError{Hint: "use one of them", Text: "--csv, --tsv, --jsonl, --parquet and --match cannot be used together"}
			}
			t.Format = formats[i]
			return nil
		})
	}
	set.StringVar(&t.Delimiter, "delimiter", "", "the `CHARACTER` between fields (default a comma or a tab)")
	set.StringVar(&t.Match, "match", "", "take the values from the named groups of `REGEX` in each line, such as (?P<url>...)")
	set.Var((*Names)(&t.Columns), "column", "the `NAME` or number of a column, or a JSON Pointer; several separated by commas")
	set.Var((*Names)(&t.Into), "into", "write the results to a new column of this `NAME` instead of replacing the fields; one --into for each --column")
	AddWord(set, &Word{Words: []string{"auto", "yes", "no"}, to: &t.Header}, "header", "whether the first row holds the names of columns (default auto)")
	AddWord(set, &Word{Words: []string{"escape", "space", "error"}, to: &t.Newlines}, "newlines", "if a result cannot hold a line end or tab, write \\n or \\t, write a space, or treat the result as malformed (default escape in tables)")
}

// A Word is a flag that takes one of a few words.
type Word struct {
	Words []string // the default first
	Value string   // "" until it is set
	to    *string  // Set also writes Value here, unless nil
}

// Set sets the flag. The error does not name the words: see [Word.Words].
func (w *Word) Set(s string) error {
	if !slices.Contains(w.Words, s) {
		return errors.New("unknown word")
	}
	if w.Value = s; w.to != nil {
		*w.to = s
	}
	return nil
}

// String returns the word, or "" if the flag is not set.
func (w *Word) String() string { return w.Value }

// longestType is how many columns the words may take in the list of flags, whose second
// column begins after the longest type.
const longestType = 26

// Type returns the words or, if they are too long, WORD.
func (w *Word) Type() string {
	if all := strings.Join(w.Words, "|"); len(all) <= longestType {
		return all
	}
	return "WORD"
}

// AddWord adds w to set. The help lists the words unless help or the type of the flag
// already does.
func AddWord(set *pflag.FlagSet, w *Word, name, help string) {
	if w.Type() == "WORD" && !strings.Contains(help, strings.Join(w.Words[1:], ", ")) {
		help += ": " + strings.Join(w.Words, ", ")
	}
	set.Var(w, name, help)
}

// A List is a flag that may be repeated. pflag's own type allocates 4 KiB, for a CSV
// writer, in every command that has one.
type List []string

// Set adds text.
func (l *List) Set(text string) error {
	*l = append(*l, text)
	return nil
}

// String returns the texts with spaces between them.
func (l *List) String() string { return strings.Join(*l, " ") }

// Type returns a name in which cobra looks for "Array" when it completes flags.
func (l *List) Type() string { return "textArray" }

// A filled is a flag for a text that must not be empty.
type filled struct {
	choice *operation.Choice
	to     *string
}

// Set sets the flag. An empty text is a *operation.UsageError.
func (f *filled) Set(s string) error {
	if s == "" {
		return f.choice.OutOfRange()
	}
	*f.to = s
	return nil
}

func (f *filled) String() string {
	if f.to == nil {
		return ""
	}
	return *f.to
}

func (f *filled) Type() string { return "string" }

// An optional is a flag for a text that is nil until it is set: an empty text is another
// than none.
type optional struct{ to **string }

// Set sets the flag.
func (o *optional) Set(s string) error {
	*o.to = &s
	return nil
}

func (o *optional) String() string {
	if o.to == nil || *o.to == nil {
		return ""
	}
	return **o.to
}

func (o *optional) Type() string { return "string" }

// A number is a flag for a number within bounds.
type number struct {
	choice *operation.Choice
	to     **int
}

// Set sets the flag. A number out of bounds is a *operation.UsageError.
func (n *number) Set(s string) error {
	i, err := strconv.Atoi(s)
	if err != nil && n.choice.Least == math.MinInt {
		return err // any number is in bounds
	}
	if err != nil || i < n.choice.Least || n.choice.Most > 0 && i > n.choice.Most {
		return n.choice.OutOfRange()
	}
	*n.to = &i
	return nil
}

func (n *number) String() string {
	if n.to == nil || *n.to == nil {
		return ""
	}
	return strconv.Itoa(**n.to)
}

func (n *number) Type() string { return "int" }
