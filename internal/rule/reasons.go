package rule

import "github.com/pct-encoded/percent"

// The reasons for which rules refuse input that package percent would accept. Package
// dialect documents them.
const (
	LoneSurrogate    percent.Reason = "lone surrogate"
	RefusedCharacter percent.Reason = "refused character"
	BeyondCharset    percent.Reason = "character beyond the charset"
	NotInIRI         percent.Reason = "not a character of an IRI"
	NotInXML         percent.Reason = "character that XML does not allow"
	EmptyText        percent.Reason = "empty text"
	DotSegment       percent.Reason = "dot segment"
	TopDotSegment    percent.Reason = "dot segment without a segment before it"
	MalformedEscape  percent.Reason = "malformed escape"
	ForbiddenEscape  percent.Reason = "forbidden escape"
	MixedEscape      percent.Reason = "escape beside unescaped text"
)
