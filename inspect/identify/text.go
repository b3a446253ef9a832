package identify

import "github.com/pct-encoded/percent/inspect/internal/text"

// MaxInput is how long all samples of Identify may be together, in bytes: 1 MiB.
const MaxInput = text.MaxInput

// LimitError says that the samples are too long.
type LimitError = text.LimitError
