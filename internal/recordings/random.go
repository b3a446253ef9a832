package recordings

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
)

// RandomInputs are the random inputs that package interop generated for each kind and
// units of implementations. They are stored so that recordings can be replayed without
// generating them again.
type RandomInputs struct {
	// Generator is the version of the code that generated them from Seed.
	Generator int
	Seed      uint64
	Classes   []RandomClass
}

// A RandomClass holds the inputs of implementations of one kind and units.
type RandomClass struct {
	Kind, Units string
	Inputs      [][]byte
}

// ReadRandomInputs reads random/inputs.json.
func ReadRandomInputs(path string) (*RandomInputs, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Generator int
		Seed      uint64
		Classes   []struct {
			Kind, Units string
			Inputs      []string
		}
	}
	if err := json.Unmarshal(b, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	in := &RandomInputs{Generator: file.Generator, Seed: file.Seed}
	for _, c := range file.Classes {
		class := RandomClass{Kind: c.Kind, Units: c.Units}
		for _, s := range c.Inputs {
			octets, err := hex.DecodeString(s)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			class.Inputs = append(class.Inputs, octets)
		}
		in.Classes = append(in.Classes, class)
	}
	return in, nil
}

// Render returns the file random/inputs.json.
func (in *RandomInputs) Render() []byte {
	b := fmt.Appendf(nil, "{\"generator\": %d, \"seed\": %d, \"classes\": [", in.Generator, in.Seed)
	for i, c := range in.Classes {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "\n{\"kind\": %q, \"units\": %q, \"inputs\": [", c.Kind, c.Units)
		for j, octets := range c.Inputs {
			switch {
			case j == 0:
				b = append(b, '\n')
			case j%20 == 0:
				b = append(b, ",\n"...)
			default:
				b = append(b, ", "...)
			}
			b = fmt.Appendf(b, "\"%x\"", octets)
		}
		b = append(b, "]}"...)
	}
	return append(b, "\n]}\n"...)
}

// Questions returns the inputs of implementations of that kind and those units.
func (in *RandomInputs) Questions(kind, units string) []Question {
	i := slices.IndexFunc(in.Classes, func(c RandomClass) bool { return c.Kind == kind && c.Units == units })
	if i < 0 {
		return nil
	}
	var questions []Question
	for n, octets := range in.Classes[i].Inputs {
		questions = append(questions, Question{"random", Input{strconv.Itoa(n), octets}})
	}
	return questions
}

// A RandomRecording is one file of the folder random, written by one recorder.
type RandomRecording struct {
	Recorder        string           `json:"recorder"`
	Implementations []*RandomAnswers `json:"implementations"`
}

// RandomAnswers holds the answers of an implementation to the random inputs of its
// kind and units: a character for each answer, and a hash over all of them, which also
// detects differences that the characters do not show.
type RandomAnswers struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Units   string `json:"units"`
	Version string `json:"version"`
	Sum     string `json:"sum"`
	Answers string `json:"answers"`
	// Questions is filled by Read.
	Questions []Question `json:"-"`
}

// ReadRandomRecording reads one file of the folder random.
func ReadRandomRecording(path string) (*RandomRecording, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rec, err := ParseRandomRecording(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rec, nil
}

// ParseRandomRecording reads the text of a file of the folder random.
func ParseRandomRecording(file []byte) (*RandomRecording, error) {
	rec := &RandomRecording{}
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	return rec, d.Decode(rec)
}

// Render returns the file of rec: one line per implementation, by kind and ID.
func (rec *RandomRecording) Render() []byte {
	slices.SortFunc(rec.Implementations, func(a, b *RandomAnswers) int {
		return compareIDs(a.Kind, a.ID, b.Kind, b.ID)
	})
	b := append([]byte(`{"recorder": `), appendString(nil, rec.Recorder)...)
	b = append(b, ",\n\"implementations\": ["...)
	for i, m := range rec.Implementations {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '\n')
		for j, f := range [][2]string{
			{"id", m.ID},
			{"kind", m.Kind},
			{"units", m.Units},
			{"version", m.Version},
			{"sum", m.Sum},
			{"answers", m.Answers},
		} {
			b = append(b, []string{"{", ", "}[min(j, 1)]...)
			b = appendString(append(appendString(b, f[0]), ": "...), f[1])
		}
		b = append(b, '}')
	}
	return append(b, "\n]}\n"...)
}

// A Tally turns answers into a RandomAnswers.
type Tally struct {
	answers []byte
	sum     hash.Hash
}

// The characters for answers without an output. Those for outputs are in outputMarks.
const (
	Refused       = '!'
	Inexpressible = '-'
	outputMarks   = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._"
)

// Add adds the answer to the next input and returns its character.
func (t *Tally) Add(r Result) byte {
	if t.sum == nil {
		t.sum = sha256.New()
	}
	mark := byte(Refused)
	switch {
	case r.Inexpressible:
		mark = Inexpressible
	case r.Message == "":
		mark = OutputMark(r.Output)
		fmt.Fprintf(t.sum, "=%d:%s", len(r.Output), r.Output)
	}
	if mark == Refused || mark == Inexpressible {
		t.sum.Write([]byte{mark})
	}
	t.answers = append(t.answers, mark)
	return mark
}

// OutputMark returns the character of an output. It hashes by FNV-1a.
func OutputMark(b []byte) byte {
	h := uint64(0xcbf29ce484222325)
	for _, c := range b {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	// The low bits of FNV-1a depend on the low bits of the octets only.
	h ^= h >> 32
	return outputMarks[(h^h>>16^h>>8)%64]
}

// Answers returns the characters of all answers.
func (t *Tally) Answers() string { return string(t.answers) }

// Sum returns the hash of all answers.
func (t *Tally) Sum() string {
	if t.sum == nil {
		return ""
	}
	return hex.EncodeToString(t.sum.Sum(nil)[:16])
}

// Differs calls f with each input that the implementation can be given, until an answer
// differs from the recorded one, and returns that input. If only the hash differs, the
// input is unknown, and its name is "random".
func (a *RandomAnswers) Differs(f func(src []byte) ([]byte, error)) (q Question, got []byte, err error, differs bool) {
	var t Tally
	for i, q := range a.Questions {
		if a.Answers[i] == Inexpressible {
			t.Add(Result{Inexpressible: true})
			continue
		}
		got, err := f(q.Octets)
		r := Result{Output: got}
		if err != nil {
			r.Message = err.Error()
			if r.Message == "" {
				r.Message = "error"
			}
		}
		if t.Add(r) != a.Answers[i] {
			return q, got, err, true
		}
	}
	if t.Sum() != a.Sum {
		return Question{Section: "random"}, nil, nil, true
	}
	return Question{}, nil, nil, false
}

// randomInputs holds the parsed random/inputs.json of each folder.
var randomInputs sync.Map

// readRandom returns the random answers of a recorder, by ID. Programs that can no
// longer be installed have none.
func readRandom(folder, recorder string) (map[string]*RandomAnswers, error) {
	folder = filepath.Join(folder, "random")
	file := filepath.Join(folder, recorder+".json")
	rec, err := ReadRandomRecording(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	in, ok := randomInputs.Load(folder)
	if !ok {
		if in, err = ReadRandomInputs(filepath.Join(folder, "inputs.json")); err != nil {
			return nil, err
		}
		randomInputs.Store(folder, in)
	}
	all := map[string]*RandomAnswers{}
	type class struct{ kind, units string }
	asked := map[class][]Question{}
	for _, a := range rec.Implementations {
		c := class{a.Kind, a.Units}
		if asked[c] == nil {
			asked[c] = in.(*RandomInputs).Questions(a.Kind, a.Units)
		}
		a.Questions = asked[c]
		if len(a.Questions) == 0 || len(a.Answers) != len(a.Questions) {
			return nil, fmt.Errorf("%s: %s has %d answers to %d inputs", file, a.ID, len(a.Answers), len(a.Questions))
		}
		all[a.ID] = a
	}
	return all, nil
}
