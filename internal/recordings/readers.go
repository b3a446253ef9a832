package recordings

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Kinds of recordings of readers of URLs.
const (
	Accessors = "accessors" // what a parser's accessors give
	Client    = "client"    // what a client connects to and sends
)

// The parts of a URL and of a connection, in the order of Answer.Fields.
var (
	AccessorFields = []string{"scheme", "user", "password", "host", "port", "path", "query", "fragment"}
	ClientFields   = []string{"address", "port", "name", "host", "target"}
)

// Verdicts of an answer.
const (
	URLRead    = '=' // the fields say how
	URLRefused = '!' // an error, an exception, null; of a client: it connected to nothing
	URLNoInput = '?' // the URL cannot be given to it: NUL in a C string, say
)

// ReaderHeader is the first line of a recording of a reader.
type ReaderHeader struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Program string `json:"program"`
	Kind    string `json:"kind"`
	Call    string `json:"call"`
	// Corpus is the SHA-256 of the corpus as Escape writes it, a line a URL, at the time of
	// the recording: URLs are only added at its end.
	Corpus string `json:"corpus"`
	// Same names the recording, NAME@VERSION, whose answers these are; the file then has no others.
	Same string `json:"same,omitempty"`
}

// A Field is a part that a reader gives, if it gives it.
type Field struct {
	Text    string
	Present bool
}

// An Answer is what a reader makes of one URL. Fields is nil unless Verdict is URLRead.
type Answer struct {
	Verdict byte
	Fields  []Field
}

// ReaderRecording is what one version of a reader makes of the corpus.
type ReaderRecording struct {
	ReaderHeader
	Answers []Answer
}

// AnswersOf reports whether the recording answers urls, or as many of the first as there were
// when it was made.
func (r *ReaderRecording) AnswersOf(urls []string) bool {
	return len(r.Answers) <= len(urls) && CorpusSum(urls[:len(r.Answers)]) == r.Corpus
}

// ID returns NAME@VERSION, which is the name of the file before ".txt.gz".
func (h *ReaderHeader) ID() string { return h.Name + "@" + h.Version }

// Names returns the names of the fields of an answer.
func (h *ReaderHeader) Names() []string {
	if h.Kind == Client {
		return ClientFields
	}
	return AccessorFields
}

// EscapeURL writes octets beyond 0x21..0x7E as \xHH and a backslash as two.
func EscapeURL(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			b.WriteString(`\\`)
		case c > ' ' && c < 0x7F:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	return b.String()
}

// UnescapeURL reads what EscapeURL writes, and any printable octet as \xHH.
func UnescapeURL(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c <= ' ' || c >= 0x7F:
			return "", fmt.Errorf("octet %#02x in %q", c, s)
		case c != '\\':
			b.WriteByte(c)
		case strings.HasPrefix(s[i:], `\\`):
			b.WriteByte('\\')
			i++
		default:
			if !strings.HasPrefix(s[i:], `\x`) || len(s) < i+4 {
				return "", fmt.Errorf("bad escape in %q", s)
			}
			o, err := hex.DecodeString(s[i+2 : i+4])
			if err != nil {
				return "", fmt.Errorf("bad escape in %q", s)
			}
			b.Write(o)
			i += 3
		}
	}
	return b.String(), nil
}

// RenderCorpus writes URLs, a line each.
func RenderCorpus(urls []string) []byte {
	var b bytes.Buffer
	for _, u := range urls {
		b.WriteString(EscapeURL(u) + "\n")
	}
	return b.Bytes()
}

// ReadCorpus reads the URLs that readers are asked.
func ReadCorpus(path string) ([]string, error) {
	text, err := unzipped(path)
	if err != nil {
		return nil, err
	}
	var urls []string
	for line := range strings.Lines(text) {
		u, err := UnescapeURL(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		urls = append(urls, u)
	}
	return urls, nil
}

// CorpusSum returns what ReaderHeader.Corpus holds.
func CorpusSum(urls []string) string {
	sum := sha256.Sum256(RenderCorpus(urls))
	return hex.EncodeToString(sum[:])
}

// String writes the answer as a line of a recording has it.
func (a Answer) String() string {
	line := string(rune(a.Verdict))
	for _, f := range a.Fields {
		switch {
		case !f.Present:
			line += "\t-"
		case f.Text == "-":
			line += "\t" + `\x2d`
		default:
			line += "\t" + EscapeURL(f.Text)
		}
	}
	return line
}

// Render writes the recording, without its answers where Same is set, as gzip has it.
func (r *ReaderRecording) Render() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r.ReaderHeader); err != nil {
		return nil, err
	}
	if r.Same == "" {
		for _, a := range r.Answers {
			b.WriteString(a.String() + "\n")
		}
	}
	return Zip(b.Bytes())
}

// Zip compresses b, without a name or a time.
func Zip(b []byte) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(b)
	if err = errors.Join(err, z.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// ReadReader reads a recording, and the one that it names as the same.
func ReadReader(path string) (*ReaderRecording, error) {
	r, err := readReader(path)
	if err != nil || r.Same == "" {
		return r, err
	}
	same, err := readReader(filepath.Join(filepath.Dir(path), r.Same+".txt.gz"))
	if err != nil {
		return nil, err
	}
	if same.Name != r.Name || same.Same != "" || r.Answers != nil {
		return nil, fmt.Errorf("%s: it cannot be the same as %s", path, r.Same)
	}
	r.Answers = same.Answers
	return r, nil
}

func readReader(path string) (*ReaderRecording, error) {
	text, err := unzipped(path)
	if err != nil {
		return nil, err
	}
	r := &ReaderRecording{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSuffix(line, "\n")
		if number == 1 {
			d := json.NewDecoder(strings.NewReader(line))
			d.DisallowUnknownFields()
			err = d.Decode(&r.ReaderHeader)
		} else {
			var a Answer
			a, err = parseAnswer(line, len(r.Names()))
			r.Answers = append(r.Answers, a)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	return r, nil
}

func parseAnswer(line string, fields int) (Answer, error) {
	if line == string(rune(URLRefused)) || line == string(rune(URLNoInput)) {
		return Answer{Verdict: line[0]}, nil
	}
	texts := strings.Split(line, "\t")
	if texts[0] != string(rune(URLRead)) || len(texts) != fields+1 {
		return Answer{}, fmt.Errorf("the answer %.60q does not have %d fields", line, fields)
	}
	a := Answer{Verdict: URLRead}
	for _, t := range texts[1:] {
		if t == "-" {
			a.Fields = append(a.Fields, Field{})
			continue
		}
		s, err := UnescapeURL(t)
		if err != nil {
			return Answer{}, err
		}
		a.Fields = append(a.Fields, Field{s, true})
	}
	return a, nil
}

func unzipped(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return string(text), nil
}
