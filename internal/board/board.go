// Package board has every recorded function that names a specification, or is defined by
// one, and what it does otherwise.
package board

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
)

// A Row is a function and the specification that it names.
type Row struct {
	Function, Language, Version string // its ID, and the newest program that was recorded
	Specification, Section, URL string
	// Failing is how many of the Tried inputs it answers otherwise than the
	// specification demands.
	Failing, Tried int
	// Input is a shortest of these, Got the answer and Want what is demanded, quoted as
	// in Go; an answer that is empty is a failure.
	Input, Got, Want string
	// Claim is the URL of what says that the function follows the specification, and empty
	// where its name or its call says so.
	Claim string
}

// Rows returns all rows, sorted by specification, section and function.
func Rows() []Row { return rows.Get() }

var rows = lazy.Value[[]Row]{Make: func() []Row {
	var rows []Row
	var spec []string
	for line := range strings.Lines(table) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if line[0] == '=' {
			spec = f
			continue
		}
		failing, _ := strconv.Atoi(f[3])
		tried, _ := strconv.Atoi(f[4])
		rows = append(rows, Row{f[0], f[1], f[2], spec[0][1:], spec[1], spec[2], failing, tried, f[5], f[6], f[7], f[8]})
	}
	return rows
}}
