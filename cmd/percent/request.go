package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/pct-encoded/percent/inspect"
)

// A wireRequest is an HTTP request as it is sent.
type wireRequest struct {
	method string
	url    string
	header []headerField
	body   []byte
}

type headerField struct{ name, value string }

func (r *wireRequest) get(name string) (string, bool) {
	for _, h := range r.header {
		if strings.EqualFold(h.name, name) {
			return h.value, true
		}
	}
	return "", false
}

// requestFlags describe a request: like curl does, or in a file.
type requestFlags struct {
	method string
	header []string
	data   []string
	file   string
	scheme choice
}

func (f *requestFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.method, "request", "X", "", "the `METHOD` (default GET, with -d POST)")
	flags.StringArrayVarP(&f.header, "header", "H", nil, "a header `FIELD` such as 'Host: example.com'; repeatable")
	flags.StringArrayVarP(&f.data, "data", "d", nil, "the `BODY`, or @FILE; several are joined by '&'; it is a form unless -H says otherwise")
	flags.StringVarP(&f.file, "file", "f", "", "read the request from `FILE`, raw HTTP or JSON; - for standard input")
	f.scheme.words = []string{"https", "http"}
	addChoice(cmd, &f.scheme, "scheme", "of a raw request without absolute URL (default https)")
}

// read returns the request that flags and arguments describe.
func (f *requestFlags) read(a *app, cmd *cobra.Command, args []string) (*wireRequest, error) {
	r := &wireRequest{}
	switch {
	case f.file != "" && len(args) > 0:
		return nil, usageError("leave out -f, or the URL", "the request comes from a file or from flags, not both")
	case f.file != "":
		text, err := a.readFile(f.file)
		if err != nil {
			return nil, err
		}
		name := "stdin"
		if f.file != "-" {
			name = printable(f.file)
		}
		if r, err = parseRequest(text, f.scheme.value, name); err != nil {
			return nil, err
		}
	case len(args) != 1:
		return nil, usageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s takes one URL, not %d", cmd.CommandPath(), len(args))
	default:
		r.url = args[0]
	}
	for _, field := range f.header {
		name, value, ok := strings.Cut(field, ":")
		if !ok || name == "" {
			return nil, usageError("write -H 'Name: value'", "%q is no header field", field)
		}
		r.header = append(r.header, headerField{name, strings.TrimSpace(value)})
	}
	for _, data := range f.data {
		if len(r.body) > 0 {
			r.body = append(r.body, '&')
		}
		if name, ok := strings.CutPrefix(data, "@"); ok {
			content, err := a.readFile(name)
			if err != nil {
				return nil, err
			}
			r.body = append(r.body, content...)
		} else {
			r.body = append(r.body, data...)
		}
	}
	if _, ok := r.get("Content-Type"); !ok && f.data != nil {
		r.header = append(r.header, headerField{"Content-Type", "application/x-www-form-urlencoded"})
	}
	switch {
	case f.method != "":
		r.method = f.method
	case r.method == "" && f.data != nil:
		r.method = "POST"
	case r.method == "":
		r.method = "GET"
	}
	return r, nil
}

// readFile returns what is in a file, or in standard input for "-".
func (a *app) readFile(name string) ([]byte, error) {
	var from io.Reader = a.stdin
	shown := "stdin"
	if name != "-" {
		shown = printable(name)
		file, err := os.Open(name)
		if err != nil {
			return nil, ioError(shown, err)
		}
		defer file.Close()
		from = file
	}
	text, err := io.ReadAll(io.LimitReader(from, int64(a.limit)+1))
	if err != nil {
		return nil, ioError(shown, err)
	}
	if len(text) > a.limit {
		return nil, &failure{status: statusInput, text: fmt.Sprintf("%s: more than %d bytes", shown, a.limit)}
	}
	return text, nil
}

// parseRequest reads a request, raw HTTP or JSON.
func parseRequest(text []byte, scheme, name string) (*wireRequest, error) {
	malformed := func(format string, args ...any) error {
		return &failure{status: statusInput, text: name + ": " + fmt.Sprintf(format, args...)}
	}
	if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 && trimmed[0] == '{' {
		return parseJSONRequest(trimmed, malformed)
	}
	r := &wireRequest{}
	for number, rest := 1, text; ; number++ {
		line, after, found := bytes.Cut(rest, []byte("\n"))
		rest = after
		line = bytes.TrimSuffix(line, []byte("\r"))
		switch {
		case number == 1:
			parts := strings.Split(string(line), " ")
			if len(parts) < 2 {
				return nil, malformed("line 1 is no request line such as \"GET /path HTTP/1.1\"")
			}
			last := len(parts)
			if last > 2 && strings.HasPrefix(parts[last-1], "HTTP/") {
				last--
			}
			r.method, r.url = parts[0], strings.Join(parts[1:last], " ")
		case len(line) == 0:
			r.body = r.cutBody(rest)
			return r.located(scheme, malformed)
		default:
			name, value, ok := strings.Cut(string(line), ":")
			if !ok || name == "" {
				return nil, malformed("line %d is no header field", number)
			}
			r.header = append(r.header, headerField{name, strings.Trim(value, " \t")})
		}
		if !found {
			return r.located(scheme, malformed)
		}
	}
}

// cutBody returns the body that begins rest: as long as Content-Length says, and
// without that field all but the line end that an editor puts behind it.
func (r *wireRequest) cutBody(rest []byte) []byte {
	if length, ok := r.get("Content-Length"); ok {
		if n, err := strconv.ParseUint(length, 10, 62); err == nil && n <= uint64(len(rest)) {
			return rest[:n]
		}
		return rest
	}
	return bytes.TrimSuffix(bytes.TrimSuffix(rest, []byte("\n")), []byte("\r"))
}

// located makes the URL of a raw request absolute.
func (r *wireRequest) located(scheme string, malformed func(string, ...any) error) (*wireRequest, error) {
	if !strings.HasPrefix(r.url, "/") && strings.Contains(r.url, "://") {
		return r, nil
	}
	host, ok := r.get("Host")
	if !ok {
		return nil, malformed("the request has no Host field")
	}
	if scheme == "" {
		scheme = "https"
	}
	r.url = scheme + "://" + host + r.url
	return r, nil
}

func parseJSONRequest(text []byte, malformed func(string, ...any) error) (*wireRequest, error) {
	var o struct {
		Method     string          `json:"method"`
		URL        string          `json:"url"`
		Headers    json.RawMessage `json:"headers"`
		Body       string          `json:"body"`
		BodyBase64 []byte          `json:"body_base64"`
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&o); err != nil {
		return nil, malformed("%v", err)
	}
	r := &wireRequest{method: o.Method, url: o.URL, body: o.BodyBase64}
	if r.body == nil {
		r.body = []byte(o.Body)
	}
	if o.URL == "" {
		return nil, malformed("there is no \"url\"")
	}
	var list [][2]string
	var object map[string]string
	switch {
	case o.Headers == nil:
	case json.Unmarshal(o.Headers, &list) == nil:
		for _, h := range list {
			r.header = append(r.header, headerField{h[0], h[1]})
		}
	case json.Unmarshal(o.Headers, &object) == nil:
		for name, value := range object {
			r.header = append(r.header, headerField{name, value})
		}
		sort.Slice(r.header, func(i, j int) bool { return r.header[i].name < r.header[j].name })
	default:
		return nil, malformed("\"headers\" is neither an object nor a list of pairs")
	}
	return r, nil
}

// secret returns a secret from an environment variable, from a file or, on a
// terminal, from whoever sits there. There is no flag for the secret itself:
// command lines are seen by other users and kept in histories.
func (a *app) secret(variable, file, what string) (string, error) {
	if file != "" {
		text, err := a.readFile(file)
		return strings.TrimRight(string(text), "\r\n"), err
	}
	if value, ok := os.LookupEnv(variable); ok {
		return value, nil
	}
	if in, ok := a.stdin.(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		fmt.Fprintf(a.ui.stderr, "%s: ", what)
		text, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(a.ui.stderr)
		if err != nil {
			return "", ioError("stdin", err)
		}
		return string(text), nil
	}
	return "", usageError("set "+variable+", or give a file", "no %s", what)
}

// expectFlags compare what was made with what somebody else has.
type expectFlags struct {
	expect string
	json   bool
}

func (f *expectFlags) add(cmd *cobra.Command, what string) {
	cmd.Flags().StringVar(&f.expect, "expect", "", "compare with the "+what+" in `TEXT`, or in @FILE, and name the mistake")
}

// compareObject is what --json writes for --expect. docs/signatures.md has the
// schema.
type compareObject struct {
	Equal    bool            `json:"equal"`
	Offset   *int            `json:"offset,omitempty"`
	Part     string          `json:"part,omitempty"`
	Ours     string          `json:"ours"`
	Expected string          `json:"expected"`
	Mistakes []mistakeObject `json:"mistakes"`
}

type mistakeObject struct {
	ID      string `json:"id"`
	In      string `json:"in"` // "expected" or "ours"
	Where   string `json:"where,omitempty"`
	Detail  string `json:"detail,omitempty"`
	Message string `json:"message"`
	Fix     string `json:"fix"`
}

// text returns what --expect says.
func (f *expectFlags) text(a *app) (string, error) {
	name, ok := strings.CutPrefix(f.expect, "@")
	if !ok {
		return f.expect, nil
	}
	text, err := a.readFile(name)
	return strings.TrimRight(string(text), "\r\n"), err
}

func mistakeObjects(c *inspect.Comparison) []mistakeObject {
	list := []mistakeObject{}
	for _, m := range c.Mistakes {
		list = append(list, mistakeObject{m.ID, sideName(m.Side), m.Where, m.Detail, inspect.Describe(m.ID), inspect.FixFor(m.ID)})
	}
	return list
}

// run compares ours, a text of that format, and reports to out. It returns a
// failure of status 1 where they differ.
func (f *expectFlags) run(a *app, out io.Writer, ours, what string, format inspect.Format) error {
	expected, err := f.text(a)
	if err != nil {
		return err
	}
	c := inspect.Compare(ours, expected, format)
	if f.json {
		o := compareObject{Equal: c.Equal(), Part: c.Part, Ours: ours, Expected: expected, Mistakes: mistakeObjects(c)}
		if !c.Equal() {
			o.Offset = &c.Offset
		}
		if _, err := out.Write(marshalJSON(o)); err != nil {
			return err
		}
	} else if c.Equal() {
		_, err := fmt.Fprintf(out, "the %s is the expected one\n", what)
		return err
	} else {
		where := ""
		if c.Part != "" {
			where = ", " + c.Part
		}
		fmt.Fprintf(out, "first difference at byte %d%s\n  ours:     %s\n  expected: %s\n", c.Offset, where, around(ours, c.Offset), around(expected, c.Offset))
		for _, m := range c.Mistakes {
			fmt.Fprintf(out, "%s %s: %s\n", map[inspect.Side]string{inspect.Second: "expected has", inspect.First: "ours has"}[m.Side], m.ID, strings.TrimPrefix(m.String(), m.ID+": "))
		}
		if len(c.Mistakes) == 0 {
			fmt.Fprintln(out, "no single mistake explains the difference")
		}
	}
	if c.Equal() {
		return nil
	}
	return &failure{status: statusFindings, text: fmt.Sprintf("the %s is not the expected one: byte %d", what, c.Offset)}
}

func sideName(s inspect.Side) string {
	if s == inspect.First {
		return "ours"
	}
	return "expected"
}

// around returns what stands at that index of s, with some text before it,
// quoted.
func around(s string, at int) string {
	const before, after = 24, 36
	start, end := max(0, at-before), min(len(s), at+after)
	text := fmt.Sprintf("%q", s[start:end])
	if start > 0 {
		text = "…" + text
	}
	if end < len(s) {
		text += "…"
	}
	return text
}

// findings turns an error into a failure of that status.
func asFailure(status int, err error) error {
	var known *failure
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &failure{status: status, text: err.Error()}
}
