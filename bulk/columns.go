package bulk

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/words"
)

// A Table makes the records of a job rows, and selects the fields that the
// operation applies to. Everything else is copied unchanged: quotation marks,
// spaces, numbers, the order of members.
//
// The result has as many rows as the source, unless the policy is Skip.
type Table struct {
	Format Format
	// Delimiter separates the fields of CSV and TSV; if 0, it is ',' or a tab. It
	// must be ASCII, but not a quotation mark or a line end or, in TSV, a letter, a
	// digit or a backslash.
	Delimiter byte
	// Match finds the fields of Matches: its named groups.
	Match *regexp.Regexp
	// Columns are the fields: names in the header, or numbers from 1; members of a
	// JSON object or, with '/' in front, JSON Pointers; groups of Match, all of them
	// if Columns is empty. A row may lack what a pointer points to.
	Columns []string
	// Into are the names of columns to add for the results, one for each of Columns.
	// If empty, results replace the fields. It must be empty for a Framed operation,
	// whose results are written instead of the table.
	Into []string
	// Header says whether the first row of CSV or TSV holds names.
	Header Header
	// Newlines says how line ends in results are written where a field cannot
	// contain them.
	Newlines Newlines
}

// A Format is the format of the rows.
type Format uint8

const (
	// CSV follows RFC 4180, with LF or CRLF. A quotation mark inside an unquoted
	// field is text.
	CSV Format = iota
	// TSV has one row per line. Quotation marks have no meaning in it.
	TSV
	// JSONLines has one JSON value per line.
	JSONLines
	// Matches are the named groups of a regular expression in lines of text.
	Matches
	// WholeLines are lines that are one field each.
	WholeLines
	// Foreign is a format that another package reads and writes, such as
	// bulk/parquet. It is for [Job.Fields], not for Job.Run.
	Foreign
)

var formatWords = []string{"csv", "tsv", "jsonl", "match", "lines", "parquet"}

// String returns "csv", "tsv", "jsonl", "match", "lines" or, for Foreign, "parquet".
func (f Format) String() string { return words.Of(formatWords, f) }

// LookupFormat returns the format with that word. The error for an unknown word lists
// the words.
func LookupFormat(word string) (Format, error) {
	return words.Lookup[Format]("bulk", "format", formatWords, word)
}

// A Header says whether the first row holds the names of columns.
type Header uint8

const (
	// HeaderAuto: it does if one of Columns is a name, or if the fields of the row
	// are distinct words.
	HeaderAuto Header = iota
	// HeaderYes: it holds names.
	HeaderYes
	// HeaderNo: it holds data.
	HeaderNo
)

var headerWords = []string{"auto", "yes", "no"}

// String returns "auto", "yes" or "no".
func (h Header) String() string { return words.Of(headerWords, h) }

// LookupHeader returns the Header with that word. The error for an unknown word lists
// the words.
func LookupHeader(word string) (Header, error) {
	return words.Lookup[Header]("bulk", "header", headerWords, word)
}

// Newlines says how a result is written to a field that cannot contain a line end.
type Newlines uint8

const (
	// NewlinesEscape writes \n, \r, \t and \\.
	NewlinesEscape Newlines = iota
	// NewlinesSpace writes a space for each line end and tab.
	NewlinesSpace
	// NewlinesError makes them a flaw.
	NewlinesError
	// NewlinesKept writes them as they are, so that a line may become several. It is
	// for WholeLines only.
	NewlinesKept
)

var newlinesWords = []string{"escape", "space", "error", "kept"}

// String returns "escape", "space", "error" or "kept".
func (n Newlines) String() string { return words.Of(newlinesWords, n) }

// LookupNewlines returns the Newlines with that word. The error for an unknown word
// lists the words.
func LookupNewlines(word string) (Newlines, error) {
	return words.Lookup[Newlines]("bulk", "newlines", newlinesWords, word)
}

// Reasons for flaws that occur only in tables.
const (
	NewlineInField    percent.Reason = "line end or tab in the result"
	UnterminatedQuote percent.Reason = "unterminated quotation mark"
	TooManyFields     percent.Reason = "row has more fields than the header"
	InvalidJSON       percent.Reason = "invalid JSON"
	LoneSurrogate     percent.Reason = "lone surrogate"
	NotUTF8Element    percent.Reason = "result is not UTF-8, and an array element has no name to change"
	Base64Exists      percent.Reason = "result is not UTF-8, and the row already has a member of that name plus _base64"
	MemberExists      percent.Reason = "row already has a member of the name to add"
	NotUTF8String     percent.Reason = "result is not UTF-8, as a string must be"
	NotAnObject       percent.Reason = "row is not a JSON object"
	TooManyFound      percent.Reason = "more than 262144 fields in a row to decode"
)

// TableStats are the counts of a job on a table.
type TableStats struct {
	// Header is the number of header rows; Records counts them, too.
	Header int64 `json:"header"`
	// Guessed: whether the first row is a header was guessed from its fields.
	Guessed bool `json:"guessed,omitempty"`
	// Fields is the number of fields that the operation was applied to, and Changed
	// the number of them that it changed.
	Fields  int64 `json:"fields"`
	Changed int64 `json:"changed"`
	// Flawed is the number of fields with a flaw, Malformed the number of flaws, and
	// Rows the number of rows with one. Flaws that are only noted do not count.
	Flawed    int64 `json:"flawed"`
	Malformed int64 `json:"malformed"`
	Rows      int64 `json:"rows"`
	// Skipped is the number of rows that were dropped.
	Skipped int64 `json:"skipped"`
	// NotUTF8 is the number of results that are not UTF-8, StillEncoded the number
	// that still contain an escape, and Pluses the number of fields that contained a
	// '+'.
	NotUTF8      int64 `json:"not_utf8"`
	StillEncoded int64 `json:"still_encoded"`
	Pluses       int64 `json:"pluses"`
	// Newlines is the number of results with a line end or a tab that the field
	// cannot contain.
	Newlines int64 `json:"newlines"`
	// Missing is the number of named fields that rows lack, and NotText the number of
	// named JSON members that are not strings, which stay as they are.
	Missing int64 `json:"missing"`
	NotText int64 `json:"not_text"`
	// Ragged is the number of rows that are shorter or longer than the header.
	Ragged int64 `json:"ragged"`
}

func (s *TableStats) add(t *TableStats) {
	s.Header += t.Header
	s.Guessed = s.Guessed || t.Guessed
	s.Fields += t.Fields
	s.Changed += t.Changed
	s.Flawed += t.Flawed
	s.Malformed += t.Malformed
	s.Rows += t.Rows
	s.Skipped += t.Skipped
	s.NotUTF8 += t.NotUTF8
	s.StillEncoded += t.StillEncoded
	s.Pluses += t.Pluses
	s.Newlines += t.Newlines
	s.Missing += t.Missing
	s.NotText += t.NotText
	s.Ragged += t.Ragged
	*t = TableStats{}
}

// A ColumnError says that a table lacks a column, or that one cannot be added.
type ColumnError struct {
	Source string
	// Column is the column as Table names it.
	Column string
	Reason ColumnReason
	// Names are the columns of the table, if known.
	Names []string
}

// A ColumnReason is what is wrong with a column.
type ColumnReason string

// What can be wrong with a column.
const (
	NoSuchColumn    ColumnReason = "no such column"
	SeveralColumns  ColumnReason = "several columns of that name"
	NoHeader        ColumnReason = "without a header, columns are named by number"
	ColumnExists    ColumnReason = "a column of that name already exists"
	ColumnTwice     ColumnReason = "the same column twice"
	OtherHeader     ColumnReason = "header differs from that of the first source"
	NoSuchMember    ColumnReason = "no such member in the first rows"
	NoSuchGroup     ColumnReason = "no such group in the regular expression"
	TooLargeANumber ColumnReason = "the table has fewer columns"
	// OnlyColumn: the policy is Null, and the row of an empty field without quotation
	// marks would be a blank line.
	OnlyColumn ColumnReason = "null in the only column would be a blank line, which many programs skip"
)

// Error names the source and the column.
func (e *ColumnError) Error() string {
	if e.Column == "" {
		return e.Source + ": " + string(e.Reason)
	}
	return fmt.Sprintf("%s: column %q: %s", e.Source, e.Column, e.Reason)
}

// A ColumnsError says that the first row of a source has more fields than MaxColumns.
type ColumnsError struct{ Source string }

// Error names the source and the limit.
func (e *ColumnsError) Error() string {
	return fmt.Sprintf("%s: first row has more than %d fields", Place(e.Source, 1), MaxColumns)
}

// check returns an error for a table that no source can satisfy.
func (t *Table) check() error {
	bad := func(option, reason string) error { return &OptionError{Option: option, Reason: reason} }
	switch {
	case len(t.Into) > 0 && len(t.Into) != len(t.Columns):
		return bad("into", "it must have one name for each column")
	case len(t.Into) > 0 && (t.Format == Matches || t.Format == WholeLines):
		return bad("into", "lines have no columns to add to")
	case t.Format == Matches && t.Match == nil:
		return bad("match", "there is no regular expression")
	case t.Format == Matches && !slices.ContainsFunc(t.Match.SubexpNames(), func(s string) bool { return s != "" }):
		return bad("match", "no group has a name, such as (?P<url>...)")
	case t.Newlines == NewlinesKept && t.Format != WholeLines:
		return bad("newlines", "a line end in a field would end the row")
	case len(t.Columns) == 0 && t.Format != Matches && t.Format != WholeLines:
		return bad("column", "no column is named")
	case strings.IndexByte("\"\r\n", t.Delimiter) >= 0 && t.Delimiter != 0:
		return bad("delimiter", "it cannot be a quotation mark or a line end")
	case t.Delimiter >= utf8.RuneSelf:
		return bad("delimiter", "it must be ASCII")
	case t.Format == TSV && inEscapes.Byte[t.Delimiter] != 0:
		return bad("delimiter", "in TSV, it cannot be a letter, a digit or a backslash, since escapes contain these")
	}
	for i, name := range t.Into {
		if slices.Contains(t.Into[:i], name) {
			return &ColumnError{Column: name, Reason: ColumnTwice}
		}
	}
	return nil
}

// inEscapes are the bytes that occur in the escapes of TSV for delimiters and line
// ends; the delimiter must not be one of them. All letters are refused to keep the
// rule simple.
var inEscapes = func() *kernel.Set {
	s := kernel.SetOf('\\')
	for b := range byte(0x80) {
		if unicode.IsLetter(rune(b)) || unicode.IsDigit(rune(b)) {
			s.Add(b)
		}
	}
	return s
}()

func (t *Table) delimiter() byte {
	switch {
	case t.Delimiter != 0:
		return t.Delimiter
	case t.Format == TSV:
		return '\t'
	}
	return ','
}
