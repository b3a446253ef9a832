package main

import (
	"cmp"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// requestFlags describe a request, by flags like those of curl or in a file.
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
	set.VarP((*flags.List)(&f.data), "data", "d", "the `BODY`, or @FILE for its content; repeated values are joined with '&'; the body is a form unless -H sets another Content-Type")
	set.Var((*flags.List)(&f.encode), "data-urlencode", "like -d, but encode the content, as curl does: `CONTENT`, =CONTENT, NAME=CONTENT, @FILE or NAME@FILE; repeatable")
	set.StringVarP(&f.file, "file", "f", "", "read the request from `FILE`: raw HTTP, JSON, a curl command, the output of curl -v, or a HAR archive; - for standard input")
	set.IntVar(&f.entry, "entry", 0, "use request `N` of a file with several requests, counted from 1")
	f.scheme.Words = []string{"https", "http"}
	records.AddChoice(cmd, &f.scheme, "scheme", "the scheme of a raw request without an absolute URL (default https)")
}

// read returns the request that flags and arguments describe.
func (f *requestFlags) read(a *stream.Streams, l records.Line) (*httprequest.Request, error) {
	r := &httprequest.Request{}
	switch {
	case f.file != "" && len(l.Args) > 0:
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
			bad := records.SyntaxError(err)
			return nil, bad.Failure(records.Named(stream.ShownName(f.file)))
		}
		if r, err = f.choose(list); err != nil {
			return nil, err
		}
		if r.NoBody && f.data == nil && f.encode == nil {
			a.UI.Note("%s does not contain the body; pass the body with -d", stream.ShownName(f.file))
		}
	case len(l.Args) != 1:
		return nil, term.UsageError("`"+l.Command+" --help` shows its usage", "%s takes one URL, not %d", l.Command, len(l.Args))
	default:
		r.URL = l.Args[0]
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
	if named, field, differ := r.Hosts(); differ {
		a.UI.Note("the host of the URL is %s, and that of the Host field is %s; a server may use either", excerpt.Name(named), excerpt.Name(field))
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
// one, and an unset variable in a script makes it empty.
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
// terminal, from a prompt. There is no flag for the secret itself, because other
// users can see command lines and shells keep them in histories.
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
	return "", term.UsageError("set "+variable+", or pass a file", "no %s", what)
}
