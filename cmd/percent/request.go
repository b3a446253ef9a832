package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/views"
)

// requestFlags describe a request: like curl does, or in a file.
type requestFlags struct {
	method string
	header []string
	data   []string
	encode []string
	file   string
	entry  int
	scheme flags.Word
}

func (f *requestFlags) add(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVarP(&f.method, "request", "X", "", "the `METHOD` (default GET, with -d POST)")
	set.VarP((*flags.List)(&f.header), "header", "H", "a header `FIELD` such as 'Host: example.com'; repeatable")
	set.VarP((*flags.List)(&f.data), "data", "d", "the `BODY`, or @FILE; several are joined by '&'; it is a form unless -H says otherwise")
	set.Var((*flags.List)(&f.encode), "data-urlencode", "like -d, but encode the content, as curl does: `CONTENT`, =CONTENT, NAME=CONTENT, @FILE or NAME@FILE; repeatable")
	set.StringVarP(&f.file, "file", "f", "", "read the request from `FILE`: raw HTTP, JSON, a curl command, what curl -v prints, or a HAR archive; - for standard input")
	set.IntVar(&f.entry, "entry", 0, "take request `N` of a file with several, counted from 1")
	f.scheme.Words = []string{"https", "http"}
	addChoice(cmd, &f.scheme, "scheme", "the scheme of a raw request whose URL is not absolute (default https)")
}

// read returns the request that flags and arguments describe.
func (f *requestFlags) read(a *stream.Streams, cmd *cobra.Command, args []string) (*httprequest.Request, error) {
	r := &httprequest.Request{}
	switch {
	case f.file != "" && len(args) > 0:
		return nil, term.UsageError("leave out -f, or the URL", "the request comes from a file or from flags, not both")
	case f.file != "":
		text, err := a.ReadFile(f.file)
		if err != nil {
			return nil, err
		}
		list, err := httprequest.Parse(text, cmp.Or(f.scheme.Value, "https"), a.ReadFile)
		if err != nil {
			var known *term.Failure
			if errors.As(err, &known) {
				return nil, err
			}
			bad := syntaxError(err)
			return nil, bad.failure(named(stream.ShownName(f.file)))
		}
		if r, err = f.choose(list); err != nil {
			return nil, err
		}
		if r.NoBody && f.data == nil && f.encode == nil {
			a.UI.Note("%s does not hold the body; give it with -d", stream.ShownName(f.file))
		}
	case len(args) != 1:
		return nil, term.UsageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s takes one URL, not %d", cmd.CommandPath(), len(args))
	default:
		r.URL = args[0]
	}
	for _, field := range f.header {
		name, value, ok := strings.Cut(field, ":")
		if !ok || name == "" {
			return nil, term.UsageError("write -H 'Name: value'", "%q is not a header field", field)
		}
		r.Header = append(r.Header, httprequest.Field{Name: name, Value: strings.TrimSpace(value)})
	}
	send := func(content []byte) {
		if len(r.Body) > 0 {
			r.Body = append(r.Body, '&')
		}
		r.Body = append(r.Body, content...)
	}
	spaces := false
	for _, data := range f.data {
		content := []byte(data)
		if name, ok := strings.CutPrefix(data, "@"); ok {
			var err error
			if content, err = a.ReadFile(name); err != nil {
				return nil, err
			}
		} else {
			spaces = spaces || strings.Contains(data, " ")
		}
		send(content)
	}
	if _, typed := r.Get("Content-Type"); spaces && (!typed || r.IsForm()) {
		a.UI.Note("-d is sent as it is, and a form holds no raw spaces; --data-urlencode encodes them")
	}
	for _, data := range f.encode {
		encoded, err := httprequest.URLEncodedData(data, a.ReadFile)
		if err != nil {
			return nil, err
		}
		send(encoded)
	}
	hasData := f.data != nil || f.encode != nil
	if _, ok := r.Get("Content-Type"); !ok && hasData {
		r.Header = append(r.Header, httprequest.Field{Name: "Content-Type", Value: "application/x-www-form-urlencoded"})
	}
	switch {
	case f.method != "":
		r.Method = f.method
	case r.Method == "" && hasData:
		r.Method = "POST"
	case r.Method == "":
		r.Method = "GET"
	}
	return r, nil
}

// choose returns the request that --entry names, or the only one.
func (f *requestFlags) choose(list []*httprequest.Request) (*httprequest.Request, error) {
	name := stream.ShownName(f.file)
	switch {
	case f.entry < 0 || f.entry > len(list) || len(list) == 0:
		return nil, term.UsageError("", "%s: there is no request %d, but %s", name, f.entry, term.Count(int64(len(list)), "request"))
	case f.entry == 0 && len(list) > 1:
		return nil, term.UsageError("choose one with --entry", "%s holds %d requests", name, len(list))
	}
	return list[max(f.entry, 1)-1], nil
}

// oneLine refuses a value that would not stay in one header field.
func oneLine(name, value string) error {
	if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7F }) {
		return term.UsageError("", "%s holds a control character, which no header field may: %q", name, value)
	}
	return nil
}

// secret returns a secret, which must not be empty: anyone can sign with an empty
// one, and a variable that is set from another is empty where that is missing.
func secret(a *stream.Streams, variable, file, what string) (string, error) {
	text, err := secretOrEmpty(a, variable, file, what)
	if err == nil && text == "" {
		return "", noSecret(variable, file, what)
	}
	return text, err
}

// noSecret returns the error for a secret that is empty.
func noSecret(variable, file, what string) error {
	from := "the " + what
	if _, ok := os.LookupEnv(variable); file != "" {
		from += " in " + stream.ShownName(file)
	} else if ok {
		from += " in " + variable
	}
	return term.UsageError("anyone can sign with an empty secret", "%s is empty", from)
}

// secretOrEmpty returns a secret from an environment variable, from a file or, on a
// terminal, from a prompt. There is no flag for the secret itself:
// command lines are seen by other users and kept in histories.
func secretOrEmpty(a *stream.Streams, variable, file, what string) (string, error) {
	if file != "" {
		text, err := a.ReadFile(file)
		return strings.TrimRight(string(text), "\r\n"), err
	}
	if value, ok := os.LookupEnv(variable); ok {
		return value, nil
	}
	if text, asked, err := a.UI.AskSecret(a.Stdin, what); asked {
		return text, err
	}
	return "", term.UsageError("set "+variable+", or give a file", "no %s", what)
}

// A signedText is a kind of text that is signed.
type signedText struct {
	what   string
	format compare.Format
}

var (
	baseString       = signedText{"base string", compare.BaseString}
	canonicalRequest = signedText{"canonical request", compare.CanonicalRequest}
)

// expectFlags compare the text that is signed with what somebody else has.
type expectFlags struct {
	expects bool // --expect is given
	signedText
	expect string
	json   bool
}

func (f *expectFlags) add(cmd *cobra.Command, t signedText) {
	f.signedText = t
	more := ""
	if t == canonicalRequest {
		more = "; TEXT may be the SignatureDoesNotMatch of AWS"
	}
	// An empty TEXT is compared, too: a script whose variable is not set must not pass.
	cmd.Flags().Var(&expectedText{f}, "expect", "compare with the "+t.what+" in `TEXT`, or in @FILE, and name the mistake"+more)
	cmd.Flags().BoolVar(&f.json, "json", false, "write one JSON object")
}

// An expectedText is the flag --expect.
type expectedText struct{ *expectFlags }

func (t *expectedText) Set(text string) error {
	t.expect, t.expects = text, true
	return nil
}

func (t *expectedText) String() string {
	if t.expectFlags == nil {
		return ""
	}
	return t.expect
}

func (t *expectedText) Type() string { return "string" }

// A signing is what was made of a request.
type signing struct {
	text   string // that is signed
	result string
	object any    // of --json
	steps  string // to it
}

// signingFlags say what is printed of a signing: the result, every step to it, or
// how the text differs from what was expected.
type signingFlags struct {
	expectFlags
	explain bool
}

func (f *signingFlags) add(cmd *cobra.Command, t signedText) {
	cmd.Flags().BoolVar(&f.explain, "explain", false, "print every step")
	f.expectFlags.add(cmd, t)
}

func (f *signingFlags) print(a *stream.Streams, out io.Writer, s signing) error {
	switch {
	case f.json && !f.expects:
		return printJSON(out, s.object)
	case f.explain && !f.json:
		if _, err := io.WriteString(out, s.steps); err != nil || !f.expects {
			return err
		}
	case !f.expects:
		_, err := fmt.Fprintln(out, s.result)
		return err
	}
	return f.compared(a, out, s.text)
}

// text returns what --expect says.
func (f *expectFlags) text(a *stream.Streams) (string, error) {
	expected := f.expect
	if name, ok := strings.CutPrefix(f.expect, "@"); ok {
		text, err := a.ReadFile(name)
		if err != nil {
			return "", err
		}
		expected = strings.TrimRight(string(text), "\r\n")
	}
	if m, ok := httprequest.ParseMismatch(expected); ok {
		return m.CanonicalRequest, nil
	}
	return expected, nil
}

// compared compares ours with what is expected, and reports to out. Where they
// differ it returns a failure of status 1.
func (f *expectFlags) compared(a *stream.Streams, out io.Writer, ours string) error {
	expected, err := f.text(a)
	if err != nil {
		return err
	}
	c := compare.Compare(ours, expected, f.format)
	if f.json {
		err = printJSON(out, views.NewExpectation(c, ours, expected))
	} else {
		err = f.printComparison(out, c, ours, expected, "expected")
	}
	if err != nil {
		return err
	}
	if c.Equal() {
		return nil
	}
	return &term.Failure{Status: term.StatusFindings, Text: fmt.Sprintf("the %s is not the expected one: byte %d", f.what, c.Offset)}
}

// printComparison prints how ours differs from theirs, which is what was expected
// or signed.
func (f *expectFlags) printComparison(out io.Writer, c *compare.Comparison, ours, theirs, whose string) error {
	page := pages.SignedText{Comparison: c, What: f.what, Whose: whose, Ours: ours, Theirs: theirs}
	_, err := io.WriteString(out, page.Page())
	return err
}

// asFailure returns err as a failure of that status, unless it is a failure.
func asFailure(status int, err error) error {
	var known *term.Failure
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &term.Failure{Status: status, Text: err.Error()}
}
