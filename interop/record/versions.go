package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/pct-encoded/percent/internal/recordings"
)

// recordVersions returns the function that records the versions of a program, or of
// those given only.
func recordVersions(wanted []string) (func(name string) (note string, err error), error) {
	in, err := recordings.ReadInputs("inputs.json")
	if err != nil {
		return nil, fmt.Errorf("%w (run it in the folder interop)", err)
	}
	return func(name string) (string, error) { return overVersions(in, name, wanted) }, nil
}

// overVersions runs one recorder for each version and writes its file. Versions that
// are not wanted, or cannot be installed here, keep their answers.
func overVersions(in *recordings.Inputs, name string, wanted []string) (note string, err error) {
	releases, err := recordings.ReadReleases(filepath.Join("recorders", name, "versions"))
	if err != nil {
		return "", err
	}
	path := filepath.Join("versions", name+".json")
	old, err := recordings.ReadHistory(path, in)
	if errors.Is(err, os.ErrNotExist) {
		old, err = &recordings.History{}, nil
	}
	if err != nil {
		return "", err
	}
	history := &recordings.History{Recorder: name}
	series := map[string]*recordings.Series{}
	add := func(release string, m *recordings.Implementation) error {
		s := series[m.ID]
		if s == nil {
			s = &recordings.Series{ID: m.ID, Kind: m.Kind, Units: m.Units}
			series[m.ID] = s
			history.Series = append(history.Series, s)
		}
		if m.Kind != s.Kind || m.Units != s.Units {
			return fmt.Errorf("%s is of another kind, or has other units, in version %s", m.ID, release)
		}
		s.Language, s.Call = m.Language, m.Call
		s.Versions = append(s.Versions, &recordings.Versioned{Release: release, Implementation: m})
		return nil
	}
	recorded, missing := 0, ""
	var fresh []*recordings.Implementation
	for _, r := range releases {
		var answers []*recordings.Implementation
		if len(wanted) == 0 || slices.Contains(wanted, r.Version) {
			answers, err = oneVersion(in, name, r.Version)
			switch {
			case errors.Is(err, errNotInstalled):
				missing += fmt.Sprintf("; %s %v, kept", r.Version, err)
			case err != nil:
				return "", fmt.Errorf("version %s: %w", r.Version, err)
			default:
				recorded++
				fresh = append(fresh, answers...)
			}
		}
		if answers == nil {
			for _, s := range old.Series {
				for _, v := range s.Versions {
					if v.Release == r.Version {
						answers = append(answers, v.Implementation)
					}
				}
			}
		}
		for _, m := range answers {
			if err := add(r.Version, m); err != nil {
				return "", err
			}
		}
	}
	if recorded == 0 {
		return "nothing recorded" + missing, nil
	}
	var before []*recordings.Implementation
	for _, s := range old.Series {
		for _, v := range s.Versions {
			before = append(before, v.Implementation)
		}
	}
	if err := recordings.Recorded(".", recordings.NewAnswers(before, fresh, in), today()); err != nil {
		return "", err
	}
	return fmt.Sprintf("recorded %d versions%s", recorded, missing), write(path, history.Render(in))
}

// oneVersion asks one version everything.
func oneVersion(in *recordings.Inputs, name, version string) ([]*recordings.Implementation, error) {
	offered, err := list(name, version)
	if err != nil {
		return nil, err
	}
	questions := func(m *recordings.Implementation) []recordings.Question { return in.Questions(m.Kind, m.Units) }
	return offered, ask(name, version, offered, questions, (*recordings.Implementation).Set)
}
