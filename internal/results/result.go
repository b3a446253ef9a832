package results

import "github.com/pct-encoded/percent/internal/cli/term"

// A Result is what an operation found out.
type Result interface {
	// JSON returns the struct that --json writes, whose tags are the keys.
	JSON() any
	// Page returns the result as text.
	Page(s Style) string
}

// A Judged is a result that answers a question.
type Judged interface {
	// Judge returns the answer.
	Judge() Verdict
}

// A Noted is a result with something to say beside its page.
type Noted interface {
	// Note returns a line, or "".
	Note() string
}

// A Hinted is a result that may surprise.
type Hinted interface {
	// ValueHint returns what is surprising about the value, or "".
	ValueHint() string
	// PageHint returns what is surprising about the page, or "".
	PageHint() string
}

// A Framed is a result of a value whose page has line ends of its own.
type Framed interface {
	// AppendFramed appends the page to dst, as it stands in the output.
	AppendFramed(dst []byte, f Frame) []byte
}

// A Frame is where a result stands in the output.
type Frame struct {
	Nth int64  // which of the results it is, from 1
	End string // what ends a value: "\n", NUL or, where each input is a value, ""
}

// A Titled is a result of a value that may hold a secret.
type Titled interface {
	// Title returns the value without it, which stands over the page in its place.
	Title() string
}

// An Omitter is a result of a line of a file, of which only those have pages that have
// something in them.
type Omitter interface {
	Titled
	// Omitted reports whether there is nothing in it.
	Omitted() bool
}

// A Several is a result of which --json writes several objects.
type Several interface {
	// Objects returns structs as JSON does.
	Objects() []any
}

// A Recorded is a result that can stand in a column.
type Recorded interface {
	// AppendRecord appends what the field holds to dst.
	AppendRecord(dst []byte) []byte
}

// A Verdict is the answer to a question, which the exit status of a command tells.
type Verdict int8

// Verdicts.
const (
	None      Verdict = iota // there is nothing of the kind
	Found                    // findings or differences, or no match
	Undecided                // the question was not answered
)

// A Style says how a page is written.
type Style struct {
	term.Style
	Detail Detail
}

// Detail says how much a page shows.
type Detail int8

// Details.
const (
	Brief        Detail = iota
	BriefForUser        // brief, with a line that says how to see more
	Full
)

// foundIf returns the verdict of a question that was answered.
func foundIf(found bool) Verdict {
	if found {
		return Found
	}
	return None
}
