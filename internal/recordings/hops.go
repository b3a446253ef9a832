package recordings

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Hop is what a server or a proxy, in one configuration, was seen to make of request
// targets.
type Hop struct {
	// Hop names server and configuration, such as nginx:proxy_pass=/.
	Hop     string `json:"hop"`
	Server  string `json:"server"`
	Version string `json:"version"`
	// As is the version of the recording beside it that has what this one leaves out: all
	// that both versions were seen to do alike. It is empty for a recording that has all.
	As string `json:"as,omitempty"`
	// Config holds the lines of configuration that matter, or the call.
	Config string `json:"config"`
	// Sees has those of rule, forward, app and status that this hop shows.
	Sees []string `json:"sees"`
	// Seen has one entry for each target, in the order of the file of targets.
	Seen []Sight `json:"-"`
}

// Sight is what was seen for one request target. A nil slice is what was not seen or does
// not apply; an empty one is an empty path.
type Sight struct {
	Rule    []byte // the path that rules for locations and access matched
	Forward []byte // the request target that was passed on
	App     []byte // the path that the application or the file system was given
	Status  []byte // 200 and the like, "301 LOCATION", "0.9" or "closed"
}

// HopFile returns the name of the file that holds the recording of a hop. The recording of
// another version stands beside it, as that of NAME@VERSION.
func HopFile(hop string) string {
	safe := func(r rune) rune {
		if strings.ContainsRune("=.-,@", r) || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}
	return strings.Map(safe, hop) + ".txt.gz"
}

// ReadTargets reads a file of request targets.
func ReadTargets(path string) ([][]byte, error) {
	lines, err := readGzipLines(path)
	if err != nil {
		return nil, err
	}
	targets := make([][]byte, len(lines))
	for i, line := range lines {
		if targets[i], err = UnescapeTarget(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	return targets, nil
}

// RenderTargets returns the file of request targets that ReadTargets reads.
func RenderTargets(targets [][]byte) ([]byte, error) {
	var b []byte
	for _, t := range targets {
		b = append(AppendTarget(b, t), '\n')
	}
	return compressed(b)
}

// ReadHop reads the recording of a hop, with what it leaves out.
func ReadHop(path string) (*Hop, error) {
	lines, err := readGzipLines(path)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: empty", path)
	}
	h := &Hop{}
	d := json.NewDecoder(strings.NewReader(lines[0]))
	d.DisallowUnknownFields()
	if err := d.Decode(h); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if h.As == "" {
		h.Seen = make([]Sight, len(lines)-1)
	} else {
		whole, err := ReadHop(filepath.Join(filepath.Dir(path), HopFile(h.Hop)))
		if err != nil {
			return nil, err
		}
		if whole.Version != h.As || whole.As != "" {
			return nil, fmt.Errorf("%s: as version %s, and the recording beside it is of %s", path, h.As, whole.Version)
		}
		h.Seen = whole.Seen
	}
	for i, line := range lines[1:] {
		if h.As != "" {
			number, rest, _ := strings.Cut(line, "\t")
			if i, err = strconv.Atoi(number); err != nil || i < 0 || i >= len(h.Seen) {
				return nil, fmt.Errorf("%s: %q is the number of no target", path, number)
			}
			line = rest
		}
		if err := h.Seen[i].parse(line); err != nil {
			return nil, fmt.Errorf("%s: %w in %q", path, err, line)
		}
	}
	return h, nil
}

// ReadHopVersion reads the recording of a hop in one version from a folder: the one that has
// all, or that of another version beside it.
func ReadHopVersion(folder, name, version string) (*Hop, error) {
	h, err := ReadHop(filepath.Join(folder, HopFile(name)))
	if err != nil || h.Version == version {
		return h, err
	}
	return ReadHop(filepath.Join(folder, HopFile(name+"@"+version)))
}

// parse reads a line of a recording.
func (s *Sight) parse(line string) (err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 4 {
		return fmt.Errorf("%d fields, not 4", len(fields))
	}
	*s = Sight{}
	for k, to := range []*[]byte{&s.Rule, &s.Forward, &s.App, &s.Status} {
		if fields[k] == "-" {
			continue
		}
		if *to, err = UnescapeTarget(fields[k]); err != nil {
			return err
		}
	}
	return nil
}

// line returns the line that parse reads.
func (s Sight) line() string {
	line := appendField(nil, s.Rule)
	for _, field := range [][]byte{s.Forward, s.App, s.Status} {
		line = appendField(append(line, '\t'), field)
	}
	return string(line) + "\n"
}

// Render returns the file that ReadHop reads. whole is the recording of the version that As
// names, or nil.
func (h *Hop) Render(whole *Hop) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(h); err != nil {
		return nil, err
	}
	for i, s := range h.Seen {
		switch line := s.line(); {
		case h.As == "":
			b.WriteString(line)
		case line != whole.Seen[i].line():
			fmt.Fprintf(&b, "%d\t%s", i, line)
		}
	}
	return compressed(b.Bytes())
}

// appendField appends a field of a recording: "-" where nothing was seen, so that a path
// of that one octet is \x2d.
func appendField(dst, field []byte) []byte {
	switch {
	case field == nil:
		return append(dst, '-')
	case len(field) == 1 && field[0] == '-':
		return append(dst, `\x2d`...)
	}
	return AppendTarget(dst, field)
}

// AppendTarget appends octets as files of targets and of hops have them: 21 to 7E stand
// for themselves, but \ is \\ and all others are \xHH in lower case.
func AppendTarget(dst, octets []byte) []byte {
	for _, c := range octets {
		switch {
		case c == '\\':
			dst = append(dst, `\\`...)
		case 0x21 <= c && c <= 0x7e:
			dst = append(dst, c)
		default:
			dst = fmt.Appendf(dst, `\x%02x`, c)
		}
	}
	return dst
}

// UnescapeTarget undoes AppendTarget. Anything that AppendTarget does not write is an
// error.
func UnescapeTarget(s string) ([]byte, error) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '\\':
			out = append(out, s[i])
		case strings.HasPrefix(s[i:], `\\`):
			out = append(out, '\\')
			i++
		case strings.HasPrefix(s[i:], `\x`) && len(s) >= i+4:
			octet, err := hex.DecodeString(s[i+2 : i+4])
			if err != nil {
				return nil, fmt.Errorf("%q: %w", s, err)
			}
			out = append(out, octet[0])
			i += 3
		default:
			return nil, fmt.Errorf("%q: a \\ that begins no escape", s)
		}
	}
	if again := string(AppendTarget(nil, out)); again != s && !(s == `\x2d` && again == "-") {
		return nil, fmt.Errorf("%q is not in the written form, which is %q", s, again)
	}
	return out, nil
}

// compressed returns b in gzip, without a name or a time.
func compressed(b []byte) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(b)
	if err := errors.Join(err, z.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// readGzipLines returns the lines of a compressed file, the last of which must be ended.
func readGzipLines(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	text, ended := strings.CutSuffix(string(b), "\n")
	if !ended {
		return nil, fmt.Errorf("%s: the last line has no end", path)
	}
	return strings.Split(text, "\n"), nil
}
