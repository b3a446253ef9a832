package program

import (
	"strings"
	"time"

	"github.com/pct-encoded/percent/internal/lazy"
)

// dates are the days of recordings, by name@version, and of releases, by version and the
// beginnings of names.
var dates = lazy.Value[dated]{Make: func() dated {
	d := dated{recorded: map[string]string{}, released: map[string][]release{}}
	for line := range strings.Lines(recordedDays) {
		day, list, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		for id := range strings.FieldsSeq(list) {
			d.recorded[id] = day
		}
	}
	for line := range strings.Lines(releaseDays) {
		f := strings.Fields(line)
		d.released[f[1]] = append(d.released[f[1]], release{f[0], f[2]})
	}
	return d
}}

type dated struct {
	recorded map[string]string
	released map[string][]release
}

type release struct{ name, day string }

// Recorded returns the day on which the Version was recorded, such as 2026-11-24, or "" for
// a program that was not recorded.
func (p *Program) Recorded() string {
	if p.provenance != Recorded {
		return ""
	}
	return dates.Get().recorded[p.String()]
}

// Released returns a day since which the Version is out, or "" if that is not known.
func (p *Program) Released() string {
	for _, r := range dates.Get().released[p.Version()] {
		if begins(p.name, r.name, afterName) {
			return r.day
		}
	}
	return ""
}

// afterName are the octets that end the beginning of a name which stands for all that
// begin so.
const afterName = ".:"

// Old says of a day of recording that it is more than a year before now: "recorded in 2024".
// It returns "" for a later day, none, and a zero now.
func Old(day string, now time.Time) string {
	if t, err := time.Parse(time.DateOnly, day); err == nil && t.AddDate(1, 0, 0).Before(now) {
		return "recorded in " + day[:len("2006")]
	}
	return ""
}
