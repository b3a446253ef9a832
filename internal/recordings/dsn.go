package recordings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A DSNHeader is the first line of a recording of a driver.
type DSNHeader struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Family  string `json:"family"` // of the cases, such as "postgresql"
	Call    string `json:"call"`
	Day     string `json:"day"`
	Cases   string `json:"cases"` // as CorpusSum returns it
}

// A DSN is what a driver read in the URIs of a family.
type DSN struct {
	DSNHeader
	Answers []DSNAnswer // in the order of the cases
}

// A DSNAnswer is what a driver read in one URI, or its error.
type DSNAnswer struct {
	Refused bool
	Error   string
	Parts   [5]*string // user, password, host, port, database; nil is absent
	Options [][2]string
}

// Render returns the file that ReadDSN reads.
func (d *DSN) Render() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(d.DSNHeader); err != nil {
		return nil, err
	}
	for _, a := range d.Answers {
		if a.Refused {
			b.WriteString("!\t" + EscapeURL(a.Error) + "\n")
			continue
		}
		b.WriteByte('=')
		for _, part := range a.Parts {
			switch {
			case part == nil:
				b.WriteString("\t-")
			case *part == "-":
				b.WriteString("\t\\x2d")
			default:
				b.WriteString("\t" + EscapeURL(*part))
			}
		}
		for _, o := range a.Options {
			b.WriteString("\t" + strings.ReplaceAll(EscapeURL(o[0]), "=", `\x3d`) + "=" + EscapeURL(o[1]))
		}
		b.WriteByte('\n')
	}
	return Zip(b.Bytes())
}

// ReadDSN reads the recording of a driver.
func ReadDSN(path string) (*DSN, error) {
	text, err := unzipped(path)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	d := &DSN{Answers: make([]DSNAnswer, len(lines)-1)}
	if err := json.Unmarshal([]byte(lines[0]), &d.DSNHeader); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i, line := range lines[1:] {
		if err := d.Answers[i].parse(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+2, err)
		}
	}
	return d, nil
}

func (a *DSNAnswer) parse(line string) (err error) {
	fields := strings.Split(line, "\t")
	if fields[0] == "!" && len(fields) == 2 {
		a.Refused = true
		a.Error, err = UnescapeURL(fields[1])
		return err
	}
	if fields[0] != "=" || len(fields) < 1+len(a.Parts) {
		return fmt.Errorf("no answer: %q", line)
	}
	for i := range a.Parts {
		if field := fields[1+i]; field != "-" {
			text, err := UnescapeURL(field)
			if err != nil {
				return err
			}
			a.Parts[i] = &text
		}
	}
	for _, field := range fields[1+len(a.Parts):] {
		name, value, _ := strings.Cut(field, "=")
		var o [2]string
		if o[0], err = UnescapeURL(name); err != nil {
			return err
		}
		if o[1], err = UnescapeURL(value); err != nil {
			return err
		}
		a.Options = append(a.Options, o)
	}
	return nil
}
