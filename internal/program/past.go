package program

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Past says in which versions programs are asked. The zero Past means all that were
// recorded, of which the newest comes first.
type Past struct {
	// Versions are names of programs, or the beginnings of names before one of ".:", each
	// with a version, such as "httpx=0.23" or "nginx=1.22.1". A version stands for the
	// latest one recorded that begins with it, or for itself if it lies between two that
	// were recorded and behave alike. The last name that fits counts.
	Versions []string
	// AsOf, if not "", is a day, a month or a year, such as "2023-06": programs that
	// Versions does not name are asked in the newest version recorded that was out at its
	// end.
	AsOf string
}

// check returns an error for a Past that has no meaning.
func (past *Past) check() error {
	for _, text := range past.Versions {
		if name, version, ok := strings.Cut(text, "="); !ok || name == "" || version == "" {
			return &PastError{Text: text, Reason: "is not a name and a version, such as httpx=0.23"}
		}
	}
	if d := past.AsOf; d != "" && !slices.ContainsFunc([]string{time.DateOnly, "2006-01", "2006"}, func(layout string) bool { _, err := time.Parse(layout, d); return err == nil }) {
		return &PastError{Text: d, Reason: "is not a day, a month or a year, such as 2023-06"}
	}
	return nil
}

// version returns the version that Versions asks of a name, and the word that it uses.
func (past *Past) version(name string) (word, version string, ok bool) {
	for _, text := range slices.Backward(past.Versions) {
		if word, version, ok = strings.Cut(text, "="); ok && begins(name, word, afterName) {
			return word, version, true
		}
	}
	return "", "", false
}

// A PastError reports a part of a [Past] that has no meaning, that names no program, or a
// version of which it is not known what the program does.
type PastError struct {
	Text   string // of Versions, or AsOf
	Reason string
	Known  string // the versions recorded, or ""
}

// Error gives the text and the reason.
func (e *PastError) Error() string {
	if e.Known != "" {
		return fmt.Sprintf("%q %s: recorded are %s", e.Text, e.Reason, e.Known)
	}
	return fmt.Sprintf("%q %s", e.Text, e.Reason)
}

// In returns programs of the list as they were in the past, in their order. All versions of
// a program that the past does not ask for stay; of any other there is one, which is
// pinned. missing has the names of those of which no version is known to have been there.
// Programs that are pinned already stay as they are. The error is a *PastError.
func (l *List[P]) In(past Past, programs []P) (list []P, missing []string, err error) {
	if err := past.check(); err != nil {
		return nil, nil, err
	}
	found, failed := map[string]bool{}, map[string]error{}
	for _, p := range programs {
		word, version, asked := past.version(p.Name())
		switch {
		case p.Pinned() || !asked && past.AsOf == "":
			list = append(list, p)
			continue
		case slices.ContainsFunc(list, func(q P) bool { return q.Pinned() && q.Name() == p.Name() }) || slices.Contains(missing, p.Name()):
			continue
		}
		q, ok := l.asOf(p.Name(), past.AsOf)
		if asked {
			if q, ok = l.Near(p.Name(), version); ok {
				found[word] = true
			} else if failed[word] == nil {
				failed[word] = &PastError{Text: word + "=" + version, Reason: "is not recorded, nor between two versions that behave alike", Known: l.known(p.Name())}
			}
		}
		if ok {
			list = append(list, q)
		} else {
			missing = append(missing, p.Name())
		}
	}
	for _, text := range past.Versions {
		word, _, _ := strings.Cut(text, "=")
		switch {
		case found[word]:
		case failed[word] != nil:
			return nil, nil, failed[word]
		case !slices.ContainsFunc(l.All(), func(p P) bool { return begins(p.Name(), word, afterName) }):
			return nil, nil, &PastError{Text: text, Reason: "names no " + l.Kind}
		}
	}
	return list, missing, nil
}

// known returns the versions of a name that were recorded, in words.
func (l *List[P]) known(name string) string {
	var versions []string
	for _, e := range l.history(name) {
		versions = append(versions, e.version)
	}
	return strings.Join(versions, ", ") + " of " + name
}

// Near returns the program of a name in the latest version recorded that begins with one, or
// in one between two that were recorded and behave alike, which is of numbers and full stops.
func (l *List[P]) Near(name, version string) (p P, ok bool) {
	history := l.history(name)
	after := len(history)
	for i, e := range slices.Backward(history) {
		if rest, found := strings.CutPrefix(e.version, version); found && (rest == "" || rest[0] < '0' || rest[0] > '9') {
			return e.program.At(e.version), true
		}
		if CompareVersions(e.version, version) > 0 {
			after = i
		}
	}
	if after > 0 && after < len(history) && IsVersion(version) {
		if a, b := history[after-1], history[after]; any(a.program) == any(b.program) {
			return a.program.At(version), true
		}
	}
	return p, false
}

// IsVersion reports whether a text is numbers with full stops between them, and no range of
// versions.
func IsVersion(text string) bool {
	for number := range strings.SplitSeq(text, ".") {
		if number == "" || strings.Trim(number, "0123456789") != "" {
			return false
		}
	}
	return true
}

// asOf returns the program of a name in the newest version that was out at the end of a day,
// a month or a year. It is not known if none was, or if a newer one may have been: one whose
// day is not known, unless an older one of the same line, such as 3.13.5 for 3.13.18, came
// later than that.
func (l *List[P]) asOf(name, end string) (p P, ok bool) {
	history := l.history(name)
	isLater := func(day string) bool { return day != "" && day[:min(len(day), len(end))] > end }
	for i, e := range slices.Backward(history) {
		q := e.program.At(e.version)
		line, _ := cutLast(e.version)
		switch day := q.Released(); {
		case isLater(day):
		case day != "":
			return q, true
		case !slices.ContainsFunc(history[:i], func(older edition[P]) bool {
			start, dotted := cutLast(older.version)
			return dotted && start == line && isLater(older.program.At(older.version).Released())
		}):
			return p, false
		}
	}
	return p, false
}

// cutLast returns a version without its last number, if it has a full stop.
//
//go:noinline
func cutLast(version string) (line string, ok bool) {
	i := strings.LastIndexByte(version, '.')
	return version[:max(0, i)], i >= 0
}
