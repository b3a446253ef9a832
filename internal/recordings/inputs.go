package recordings

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/wtf8"
)

// Kinds of implementation.
const (
	Encoder = "encoder"
	Decoder = "decoder"
)

// Units of the input an implementation takes.
const (
	Bytes = "bytes" // any octets
	Text  = "text"  // Unicode scalar values
	UTF16 = "utf16" // text that may hold lone surrogates
)

// An Input is a named input. Octets need not be UTF-8. A lone surrogate is written as
// the three octets ED A0..BF xx.
type Input struct {
	Name   string
	Octets []byte
}

// Inputs are the inputs for all implementations.
type Inputs struct {
	Points  []Input // code points beyond U+00FF, surrogates last
	Strings []Input // for encoders
	Awkward []Input // for decoders
}

// A Question is an input with the section of the recording that holds its answer.
type Question struct {
	Section string // "single", "escapes", "points", "strings" or "awkward"
	Input
}

// ReadInputs reads inputs.json.
func ReadInputs(path string) (*Inputs, error) {
	type named struct{ Name, Hex string }
	var file struct {
		Points  []string
		Bytes   string
		Strings []named
		Awkward []named
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	in := &Inputs{}
	for _, p := range file.Points {
		cp, err := strconv.ParseUint(strings.TrimPrefix(p, "U+"), 16, 32)
		if err != nil || cp < 0x100 || cp > utf8.MaxRune {
			return nil, fmt.Errorf("%s: bad code point %q", path, p)
		}
		in.Points = append(in.Points, Input{p, wtf8.AppendRune(nil, rune(cp))})
	}
	list := func(src []named) ([]Input, error) {
		var out []Input
		seen := map[string]bool{}
		for _, n := range src {
			b, err := hex.DecodeString(n.Hex)
			if err != nil || n.Name == "" || seen[n.Name] {
				return nil, fmt.Errorf("%s: bad or repeated input %q", path, n.Name)
			}
			seen[n.Name] = true
			out = append(out, Input{n.Name, b})
		}
		return out, nil
	}
	if in.Strings, err = list(file.Strings); err != nil {
		return nil, err
	}
	if in.Awkward, err = list(file.Awkward); err != nil {
		return nil, err
	}
	return in, nil
}

// Questions returns the inputs for implementations of that kind and those units, in
// the order in which they are asked and recorded. Encoders get every single octet
// (units bytes) or every code point U+0000..U+00FF as "single", then points and
// strings; decoders get the same "single", then the 256 escapes %00..%FF in upper
// case, then the awkward inputs. Invalid UTF-8 is only for units bytes, lone surrogates
// are for bytes and utf16, and the code points of "points" are for text and utf16.
func (in *Inputs) Questions(kind, units string) []Question {
	var questions []Question
	for i := range 256 {
		b := []byte{byte(i)}
		if units != Bytes {
			b = wtf8.AppendRune(nil, rune(i))
		}
		questions = append(questions, Question{"single", Input{strconv.Itoa(i), b}})
	}
	add := func(section string, list []Input) {
		for _, c := range list {
			if suits(units, c.Octets) {
				questions = append(questions, Question{section, c})
			}
		}
	}
	if kind == Decoder {
		for i := range 256 {
			questions = append(questions, Question{"escapes", Input{strconv.Itoa(i), fmt.Appendf(nil, "%%%02X", i)}})
		}
		add("awkward", in.Awkward)
		return questions
	}
	if units != Bytes {
		add("points", in.Points)
	}
	add("strings", in.Strings)
	return questions
}

// suits reports whether octets can be given to an implementation of those units.
func suits(units string, octets []byte) bool {
	switch units {
	case Bytes:
		return true
	case UTF16:
		return validWTF8(octets)
	}
	return utf8.Valid(octets)
}

// validWTF8 reports whether b is UTF-8 apart from surrogates that do not form a pair.
func validWTF8(b []byte) bool {
	afterHigh := false
	for s := string(b); s != ""; {
		r, n, ok := wtf8.Decode(s)
		if !ok || afterHigh && wtf8.IsLow(r) {
			return false
		}
		afterHigh = wtf8.IsHigh(r)
		s = s[n:]
	}
	return true
}
