package layers

import (
	"iter"

	"github.com/pct-encoded/percent/inspect/internal/text"
)

// MaxInput is the longest text, in bytes, that Of takes: 1 MiB, a hundred times what
// servers accept as a URL.
const MaxInput = text.MaxInput

// LimitError says that a text is too long.
type LimitError = text.LimitError

type (
	// A Lookalike is a piece of text that another encoding than percent-encoding
	// seems to have written. Nothing here undoes it.
	Lookalike = text.Lookalike
	// A LookalikeKind is which encoding that is.
	LookalikeKind = text.LookalikeKind
)

// The kinds of lookalikes.
const (
	NumericReference = text.NumericReference // &#233; or &#xE9; of HTML and XML
	NamedReference   = text.NamedReference   // &amp; or another of the names of HTML, with its ';'
	EscapedReference = text.EscapedReference // a reference that is percent-encoded: %26amp%3B
	PercentU         = text.PercentU         // %u00E9 of ECMAScript's escape
	BackslashU       = text.BackslashU       // \u00e9 of JSON, JavaScript and Java
	BackslashX       = text.BackslashX       // \xe9 of C, Python and log files
	QuotedPrintable  = text.QuotedPrintable  // =C3=A9 of mail (RFC 2045 section 6.7)
)

// Lookalikes yields what looks like another encoding in s, from left to right.
// It takes "=C3" for quoted-printable only if every '=' in s begins such a code
// and one of the octets needs it: "=20" could be a value.
func Lookalikes(s string) iter.Seq[Lookalike] { return text.Lookalikes(s) }
