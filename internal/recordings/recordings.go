// Package recordings reads the recordings of folder interop, which is a module
// of its own: what was asked of each implementation, and what it answered.
package recordings

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/wtf8"
)

// An Implementation is one recorded function. Cases holds its inputs in the
// order in which they were asked, but for those that cannot be given to it.
type Implementation struct {
	ID, Kind, Language, Version, Call, Units, File string
	Cases                                          []Case
}

// A Case is one input and the answer to it. Name is unique within an
// implementation: that of a string or code point, "single 37" or "escape 37".
type Case struct {
	Name   string
	Input  []byte
	Output []byte
	Failed bool
}

// Encoder reports whether the implementation encodes; the others decode.
func (m *Implementation) Encoder() bool { return m.Kind == "encoder" }

type result struct {
	output       []byte
	failed, none bool
	message      string
}

func (r *result) UnmarshalJSON(b []byte) error {
	switch b[0] {
	case 'n':
		r.none = true
		return nil
	case '"':
		var s string
		err := json.Unmarshal(b, &s)
		r.output = []byte(s)
		return err
	}
	var o struct{ Hex, Error *string }
	if err := json.Unmarshal(b, &o); err != nil {
		return err
	}
	if o.Hex == nil {
		r.failed, r.message = true, *o.Error
		return nil
	}
	var err error
	r.output, err = hex.DecodeString(*o.Hex)
	return err
}

// Read reads the folder interop: the implementations of these files of
// recordings, such as "node", and without any, all of them by file. They come in
// the order in which they stand there.
func Read(folder string, names ...string) ([]*Implementation, error) {
	type named struct{ Name, Hex string }
	var inputs struct {
		Points           []string
		Strings, Awkward []named
	}
	if err := readJSON(filepath.Join(folder, "inputs.json"), &inputs); err != nil {
		return nil, err
	}
	if len(names) == 0 {
		names = []string{"*"}
	}
	var files []string
	for _, name := range names {
		found, err := filepath.Glob(filepath.Join(folder, "recordings", name+".json"))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	var all []*Implementation
	for _, file := range files {
		var f struct {
			Implementations []struct {
				ID, Kind, Language, Version, Call, Units string
				Single, Escapes                          []result
				Points, Strings, Awkward                 map[string]result
			}
		}
		if err := readJSON(file, &f); err != nil {
			return nil, err
		}
		for _, j := range f.Implementations {
			m := &Implementation{
				ID: j.ID, Kind: j.Kind, Language: j.Language, Version: j.Version, Call: j.Call, Units: j.Units,
				File: strings.TrimSuffix(filepath.Base(file), ".json"),
			}
			add := func(name string, input []byte, r result) {
				if r.failed && strings.Contains(r.message, "did not survive") && m.Units != "bytes" {
					// A mark that comes first joined the recorder's own x.
					if first, _ := utf8.DecodeRune(input); unicode.Is(unicode.M, first) {
						return
					}
				}
				if !r.none {
					m.Cases = append(m.Cases, Case{name, input, r.output, r.failed})
				}
			}
			for i, r := range j.Single {
				input := []byte{byte(i)}
				if j.Units != "bytes" {
					input = []byte(string(rune(i)))
				}
				add("single "+strconv.Itoa(i), input, r)
			}
			for i, r := range j.Escapes {
				add("escape "+strconv.Itoa(i), fmt.Appendf(nil, "%%%02X", i), r)
			}
			for _, p := range inputs.Points {
				if r, ok := j.Points[p]; ok {
					n, err := strconv.ParseUint(p[2:], 16, 32)
					if err != nil {
						return nil, err
					}
					add(p, wtf8.AppendRune(nil, rune(n)), r)
				}
			}
			lists := []struct {
				inputs  []named
				results map[string]result
			}{{inputs.Strings, j.Strings}, {inputs.Awkward, j.Awkward}}
			for _, l := range lists {
				for _, n := range l.inputs {
					r, ok := l.results[n.Name]
					if !ok {
						continue
					}
					input, err := hex.DecodeString(n.Hex)
					if err != nil {
						return nil, err
					}
					add(n.Name, input, r)
				}
			}
			all = append(all, m)
		}
	}
	return all, nil
}

func readJSON(path string, v any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
