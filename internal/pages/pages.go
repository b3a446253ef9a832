// Package pages writes what the command shows of results: pages of text for a terminal,
// as wide and as colourful as a term.Style says. Package results has the same results for
// --json, and the packages below this one what other programs read.
package pages

// Detail says how much a page shows.
type Detail int8

// Details.
const (
	Brief        Detail = iota
	BriefForUser        // brief, with a line that says how to see more
	Full
)
