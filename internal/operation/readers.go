package operation

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/reader"
)

func readingsOf(c *Call) (results.Result, error) {
	readers := reader.All()
	if len(c.Only) > 0 {
		readers = nil
		for _, word := range c.Only {
			found, err := readersNamed(strings.TrimSpace(word), "--only: ")
			if err != nil {
				return nil, err
			}
			for _, r := range found {
				if !slices.ContainsFunc(readers, func(q reader.Reader) bool { return q.String() == r.String() }) {
					readers = append(readers, r)
				}
			}
		}
	}
	return c.Readings(c.Values[0], readers, time.Now())
}

// Readings returns what readers make of a URL in the versions that r asks for. The error is
// a *UsageError. For now, see [results.NewReadings].
func (r *Request) Readings(url string, readers []reader.Reader, now time.Time) (results.Readings, error) {
	readers, missing, err := reader.In(r.Past(), readers)
	if err != nil {
		return results.Readings{}, r.notThen(err)
	}
	return results.NewReadings(url, readers, missing, now), nil
}

// Past returns the past that a request asks for.
func (r *Request) Past() program.Past { return program.Past{Versions: r.VersionOf, AsOf: r.AsOf} }

// notThen returns a *UsageError for a past of the request that has no meaning or is not known.
func (r *Request) notThen(err error) error {
	var past *program.PastError
	if !errors.As(err, &past) {
		return err
	}
	choice := "version-of"
	if past.Text == r.AsOf {
		choice = "as-of"
	}
	return usage("", "--%s: %v", choice, err).of(choice, UnknownWord)
}

func listReaders(c *Call) (results.Result, error) {
	list := reader.All()
	if len(c.Values) > 0 {
		list = nil
	}
	for _, name := range c.Values {
		found, err := readersNamed(name, "")
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return results.NewReaders(list), nil
}

func showReader(c *Call) (results.Result, error) {
	r, err := lookupReader(c.Values[0])
	if err != nil {
		return nil, err
	}
	return results.NewReaderDetail(r), nil
}

func diffReaders(c *Call) (results.Result, error) {
	a, b, err := twoReaders(c)
	if err != nil {
		return nil, err
	}
	return results.NewReadersDiff(a, b), nil
}

func splitReaders(c *Call) (results.Result, error) {
	a, b, err := twoReaders(c)
	if err != nil {
		return nil, err
	}
	most, err := c.limitOf(reader.DefaultLimit)
	if err != nil {
		return nil, err
	}
	return results.NewReadersSplit(a, b, most), nil
}

func twoReaders(c *Call) (a, b reader.Reader, err error) {
	if a, err = lookupReader(c.Values[0]); err == nil {
		b, err = lookupReader(c.Values[1])
	}
	return a, b, err
}

// readersNamed returns the readers whose names begin with a word; where names what the
// word is in.
func readersNamed(word, where string) ([]reader.Reader, error) {
	found := results.ReadersNamed(word)
	if len(found) == 0 {
		_, err := reader.Lookup(word)
		return nil, notKnown(err, "readers", where)
	}
	return found, nil
}

// lookupReader returns the reader with a name.
func lookupReader(name string) (reader.Reader, error) {
	r, err := reader.Lookup(name)
	return r, notKnown(err, "readers", "")
}

// notKnown returns a *UsageError for a name that no program of a kind has; where names
// what it is in, and what calls the programs. It returns other errors as they are.
func notKnown(err error, what, where string) error {
	var unknown *program.UnknownError
	if !errors.As(err, &unknown) {
		return err
	}
	hint := words.DidYouMean(unknown.Suggestion, "`percent "+unknown.Kind+"s list` lists the "+what)
	return usage(hint, "%sno %s is called %q", where, unknown.Kind, unknown.Name)
}
