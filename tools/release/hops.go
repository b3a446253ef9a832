package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/pct-encoded/percent/internal/recordings"
)

// hopsData is the folder of the recordings of servers, in the project's folder.
var hopsData = filepath.Join("interop", "hops")

// hops packs what servers make of request targets, as data for others.
func (r *release) hops([]artefact) error { return r.data("hops", hopsData, tablesOfHops) }

type hopRow struct {
	ID      string   `json:"id"`
	Server  string   `json:"server"`
	Version string   `json:"version"`
	Config  string   `json:"config"`
	Sees    []string `json:"sees"`
}

type targetRow struct {
	ID     int    `json:"id"`
	Target string `json:"target"`
}

type sightRow struct {
	Hop     string  `json:"hop"`
	Target  int     `json:"target"`
	Rule    *string `json:"rule,omitempty"`
	Forward *string `json:"forward,omitempty"`
	App     *string `json:"app,omitempty"`
	Status  *string `json:"status,omitempty"`
}

// tablesOfHops reads the recordings of a folder.
func tablesOfHops(folder string) ([]table, error) {
	targets, err := recordings.ReadTargets(filepath.Join(folder, "targets.txt.gz"))
	if err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(folder, "recordings", "*.txt.gz"))
	if err != nil || len(names) == 0 {
		return nil, errors.Join(err, fmt.Errorf("%s holds no recordings", folder))
	}
	var hops []*recordings.Hop
	ids := map[*recordings.Hop]string{}
	for _, name := range names {
		h, err := recordings.ReadHop(name)
		if err != nil {
			return nil, err
		}
		hops, ids[h] = append(hops, h), h.Hop
		if h.As != "" {
			ids[h] += "@" + h.Version
		}
	}
	octets := func(b []byte) *string {
		if b == nil {
			return nil
		}
		text := string(recordings.AppendTarget(nil, b))
		return &text
	}
	return []table{
		{"hops.jsonl", func(write func(any) error) error {
			for _, h := range hops {
				if err := write(hopRow{ids[h], h.Server, h.Version, h.Config, h.Sees}); err != nil {
					return err
				}
			}
			return nil
		}},
		{"targets.jsonl", func(write func(any) error) error {
			for i, t := range targets {
				if err := write(targetRow{i, *octets(t)}); err != nil {
					return err
				}
			}
			return nil
		}},
		{"sights.jsonl", func(write func(any) error) error {
			for _, h := range hops {
				for i, s := range h.Seen {
					if err := write(sightRow{ids[h], i, octets(s.Rule), octets(s.Forward), octets(s.App), octets(s.Status)}); err != nil {
						return err
					}
				}
			}
			return nil
		}},
	}, nil
}
