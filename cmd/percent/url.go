package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/views"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/weburl"
)

func init() { register("url", newURL) }

func newURL(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "url",
		Short: "URLs as browsers read them",
		Long: `url does what the URL Standard says, as browsers, Node.js and Deno do: it lets
spaces, tabs and backslashes pass and writes every URL in one canonical form. The
commands of uri go by the grammar of RFC 3986 instead, and change no byte that
they were not asked to change.

What cannot be parsed ends a command with status 3.`,
		GroupID: groupURI,
	}
	cmd.AddCommand(newURLParse(a), newURLResolve(a), newURLGet(a), newURLSet(a), newURLCanonical(a), newURLCheck(a))
	return family(cmd)
}

// A urlPart is a component by the name that JavaScript has for it.
type urlPart struct {
	name string
	get  func(weburl.URL) string
	set  func(weburl.URL, string) (weburl.URL, error) // nil where it cannot be set
}

var urlParts = []urlPart{
	{"href", weburl.URL.Href, weburl.URL.WithHref},
	{"origin", weburl.URL.Origin, nil},
	{"protocol", weburl.URL.Protocol, weburl.URL.WithProtocol},
	{"username", weburl.URL.Username, weburl.URL.WithUsername},
	{"password", weburl.URL.Password, weburl.URL.WithPassword},
	{"host", weburl.URL.Host, weburl.URL.WithHost},
	{"hostname", weburl.URL.Hostname, weburl.URL.WithHostname},
	{"port", weburl.URL.Port, weburl.URL.WithPort},
	{"pathname", weburl.URL.Pathname, weburl.URL.WithPathname},
	{"search", weburl.URL.Search, weburl.URL.WithSearch},
	{"hash", weburl.URL.Hash, weburl.URL.WithHash},
}

// readableURL is the whole URL for people, which only get prints.
var readableURL = urlPart{name: "readable", get: weburl.URL.Readable}

// searchPrefix begins the name of a search parameter: search.q.
const searchPrefix = "search."

// lookupURLPart returns the component of that name, or the search parameter that
// it names.
func lookupURLPart(name string) (urlPart, error) {
	if key, ok := strings.CutPrefix(name, searchPrefix); ok {
		return urlPart{
			name: name,
			get: func(u weburl.URL) string {
				value, _ := u.SearchParams().Get(key)
				return value
			},
			set: func(u weburl.URL, value string) (weburl.URL, error) {
				params := u.SearchParams()
				params.Set(key, value)
				return u.WithSearchParams(params)
			},
		}, nil
	}
	if name == readableURL.name {
		return readableURL, nil
	}
	i := slices.IndexFunc(urlParts, func(p urlPart) bool { return p.name == name })
	if i < 0 {
		hint := "the components are " + strings.Join(urlPartNames(), ", ") + ", search.NAME for a parameter, and readable for all of it"
		near := words.Nearest(name, urlPartNames())
		for theirs, ours := range operation.PartOf {
			if ours == name && theirs != "domain" {
				near = theirs
			}
		}
		return urlPart{}, term.UsageError(words.DidYouMean(near, hint), "unknown component %q", name)
	}
	return urlParts[i], nil
}

func urlPartNames() []string {
	var names []string
	for _, p := range urlParts {
		names = append(names, p.name)
	}
	return names
}

// A urlRun is one run of a command whose values are URLs.
type urlRun struct {
	*valueJob
	base, charset string
	parser        weburl.Parser
}

func newURLRun(a *app) *urlRun {
	r := &urlRun{valueJob: newValueJob(a, "fail", "keep", "replace", "skip")}
	r.let = "kept as written"
	return r
}

func (r *urlRun) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.base, "base", "", "resolve what is relative against this `URL`")
	r.addCharset(cmd)
}

// addCharset adds the flags of addTo other than --base.
func (r *urlRun) addCharset(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.charset, "charset", "", "the charset of the page, in which browsers write queries, by any `LABEL` of the Encoding Standard")
	r.valueJob.addTo(cmd)
}

// start reads --base and --charset.
func (r *urlRun) start() error {
	if r.base != "" {
		u, err := weburl.Parse(r.base)
		if err != nil {
			return term.UsageError("a base is an absolute URL", "--base: %s", badURL(err).text)
		}
		r.parser.Base = u
	}
	var err error
	if r.parser.Charset, err = charsetOf(r.charset); err != nil {
		return err
	}
	if r.word() == "replace" {
		r.let = "replaced by nothing"
	}
	return nil
}

// badURL returns what err says of a URL.
func badURL(err error) *notLegal {
	var e *percent.SyntaxError
	if !errors.As(err, &e) {
		panic("percent: unexpected error of a URL: " + err.Error())
	}
	bad := &notLegal{offset: e.Offset, reason: string(e.Reason), text: views.RefusalText(*e)}
	if e.Bytes == "" && e.Offset > 0 && e.Field == "" {
		bad.text = fmt.Sprintf("%s at byte %d", e.Reason, e.Offset)
	}
	switch e.Reason {
	case weburl.PortInvalid, weburl.PortOutOfRange:
		if e.Bytes == "" {
			bad.hint = "in a password, write '/' as %2F, '?' as %3F and '#' as %23"
		}
	case weburl.MissingSchemeNonRelativeURL:
		bad.hint = "a relative URL needs --base"
	case weburl.DomainToASCII:
		bad.hint = "a domain name cannot have that"
	}
	return bad
}

// parsed returns what is done for each value: f appends what becomes of a URL.
func (r *urlRun) parsed(f func(o *recordObject, dst []byte, v value, u weburl.URL) ([]byte, error)) func(o *recordObject, dst []byte, v value) ([]byte, error) {
	return func(o *recordObject, dst []byte, v value) ([]byte, error) {
		u, err := r.parser.Parse(string(v.text))
		if err != nil {
			bad := badURL(err)
			if r.word() == "keep" {
				dst = append(dst, v.text...)
			}
			return dst, bad
		}
		return f(o, dst, v, u)
	}
}

// run reads --base and --charset and does the job.
func (r *urlRun) run(cmd *cobra.Command, args []string, done string) error {
	if err := r.start(); err != nil {
		return err
	}
	return r.valueJob.run(cmd, args, done)
}

func appendHref(_ *recordObject, dst []byte, _ value, u weburl.URL) ([]byte, error) {
	return u.AppendHref(dst), nil
}

func newURLParse(a *app) *cobra.Command {
	r := newURLRun(a)
	r.framed, r.inOrder = true, true
	var explain bool
	var found explained
	cmd := &cobra.Command{
		Use:   "parse [flags] [URL...]",
		Short: "show the components of a URL as a browser has them",
		Long: `parse prints the components of each URL under the names that JavaScript has
for them, and its origin. --explain adds the validation errors of the Standard: what
browsers accept although it is wrong, and at which byte. After the first 10,000 of a
URL, validation errors are only counted.`,
		Example: `  percent url parse 'HTTP://ex%41mple.com:80/a\b?q=é'
  percent url parse --base https://example.com/a/b ../c
  percent url parse --explain 'http:\\0x7f.1/'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if explain {
				r.parser.OnError = found.add
			}
			parse := r.parsed(func(o *recordObject, dst []byte, v value, u weburl.URL) ([]byte, error) {
				if r.json {
					o.Result = newURLView(u)
					return dst, nil
				}
				if r.values > 1 {
					dst = append(dst, '\n')
				}
				for _, p := range urlParts {
					if text := p.get(u); text != "" {
						dst = fmt.Appendf(dst, "%-8s  %s\n", p.name, excerpt.Name(text))
					}
				}
				return dst, nil
			})
			r.convert = func(o *recordObject, dst []byte, v value) ([]byte, error) {
				found.first, found.more = found.first[:0], 0
				dst, err := parse(o, dst, v)
				if explain && r.json {
					view, _ := o.Result.(*urlView) // nil where it cannot be parsed
					o.Result = explainedURL{view, validationErrors(found.first), found.more}
					return dst, err
				}
				for _, e := range found.first {
					dst = fmt.Appendf(dst, "! %s\n", e)
				}
				if found.more > 0 {
					dst = fmt.Appendf(dst, "! and %s\n", term.Count(found.more, "more validation error"))
				}
				return dst, err
			}
			return r.run(cmd, args, "parsed")
		},
	}
	cmd.Flags().BoolVar(&explain, "explain", false, "show the validation errors")
	r.addTo(cmd)
	return cmd
}

// A urlView is a URL in JSON, under the names of urlParts.
type urlView struct {
	protocols.BrowserURL
	HostKind string `json:"host_kind"`
}

func newURLView(u weburl.URL) *urlView {
	return &urlView{protocols.NewBrowserURL(u), u.HostKind().String()}
}

// maxValidationErrors is how many validation errors of a URL --explain shows. Every
// byte of a text can be one, and to show it takes some forty times its memory.
const maxValidationErrors = 10_000

// explained are the validation errors of a URL.
type explained struct {
	first []weburl.ValidationError
	more  int64 // that are not in first
}

func (x *explained) add(e weburl.ValidationError) {
	if len(x.first) == maxValidationErrors {
		x.more++
		return
	}
	x.first = append(x.first, e)
}

// An explainedURL is a URL, or nil where it cannot be parsed, and what is wrong
// with it.
type explainedURL struct {
	URL    *urlView          `json:",inline"`
	Errors []validationError `json:"validation_errors"`
	More   int64             `json:"more_validation_errors,omitempty"`
}

// A validationError is one in JSON.
type validationError struct {
	Name   string `json:"name"`
	Offset int64  `json:"offset"`
	Text   string `json:"text"`
}

func validationErrors(found []weburl.ValidationError) []validationError {
	list := []validationError{}
	for _, e := range found {
		list = append(list, validationError{string(e.Name), e.Offset, e.Bytes})
	}
	return list
}

func newURLResolve(a *app) *cobra.Command {
	r := newURLRun(a)
	r.leading = 1
	cmd := &cobra.Command{
		Use:   "resolve [flags] BASE [REF...]",
		Short: "where a link leads to on a page",
		Long: `resolve prints where each REF leads to on a page whose address is BASE, as a browser
follows it. ` + "`percent uri resolve`" + ` does so by RFC 3986.`,
		Example: `  percent url resolve https://example.com/a/b ../c '?q=1' //example.org
  percent url resolve https://example.com/ < links.txt`,
		Args: atLeast("a base"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.base = args[0]
			r.convert = r.parsed(appendHref)
			return r.run(cmd, args[1:], "resolved")
		},
	}
	r.addCharset(cmd)
	return cmd
}

func newURLGet(a *app) *cobra.Command {
	r := newURLRun(a)
	r.leading = 1
	cmd := &cobra.Command{
		Use:   "get [flags] COMPONENT [URL...]",
		Short: "one component of a URL",
		Long: `get prints one component of each URL: href, origin, protocol, username,
password, host, hostname, port, pathname, search or hash, as JavaScript's URL has
them, or search.NAME, the first search parameter of that name, decoded. A missing
component gives an empty line.`,
		Example: `  percent url get hostname 'http://EX%41MPLE.com:80/'
  percent url get search.q 'https://example.com/?q=a+b'
  percent url get readable 'https://xn--bcher-kva.example/%C3%BCber%20uns'
  percent url get origin < urls.txt`,
		Args: atLeast("a component"),
		RunE: func(cmd *cobra.Command, args []string) error {
			part, err := lookupURLPart(args[0])
			if err != nil {
				return err
			}
			r.convert = r.parsed(func(_ *recordObject, dst []byte, _ value, u weburl.URL) ([]byte, error) {
				return append(dst, part.get(u)...), nil
			})
			return r.run(cmd, args[1:], "read")
		},
		ValidArgsFunction: completeFirst(append(urlPartNames(), readableURL.name)...),
	}
	r.addColumns(cmd)
	r.addTo(cmd)
	return cmd
}

func newURLSet(a *app) *cobra.Command {
	r := newURLRun(a)
	var without []string
	cmd := &cobra.Command{
		Use:   "set [flags] COMPONENT=TEXT... [--] [URL...]",
		Short: "change components of a URL as JavaScript does",
		Long: `set changes components of each URL as assigning to them in JavaScript does,
and writes the URL in its canonical form: what a component cannot hold is encoded,
search.NAME=VALUE sets a search parameter, and search.NAME+=VALUE adds one. --without
removes a component or all parameters of a name. Where JavaScript takes only part of the
new value, as 8 of port=8x, a note says what was left out. Where it ignores all of the
value, because the URL cannot have it, set treats the URL as one that cannot be parsed.

The first arguments of these forms are the changes; everything after -- is a URL.
` + "`percent uri set`" + ` changes no other byte.`,
		Example: `  percent url set hostname=example.org https://example.com/a
  percent url set search.q='a b' hash=top https://example.com/?q=1
  percent url set --without hash --without search.utm_source < urls.txt
  percent url set protocol=https < urls.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			changes, n, err := urlChanges(args, cmd.ArgsLenAtDash(), without)
			if err != nil {
				return err
			}
			r.leading = n
			r.convert = r.parsed(func(_ *recordObject, dst []byte, v value, u weburl.URL) ([]byte, error) {
				for _, c := range changes {
					var err error
					if u, err = c.apply(u); err != nil {
						bad := c.bad(err)
						bad.offset, bad.hint = 0, ""
						if r.word() == "keep" {
							dst = append(dst, v.text...)
						}
						return dst, bad
					}
				}
				return u.AppendHref(dst), nil
			})
			err = r.run(cmd, args[n:], "changed")
			for _, c := range changes {
				c.left.tell(r.ui)
			}
			return err
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, p := range urlParts {
				if p.set != nil {
					names = append(names, p.name+"=")
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
	}
	cmd.Flags().StringArrayVar(&without, "without", nil, "remove this `COMPONENT`: username, password, port, search, hash, or search.NAME; repeatable")
	_ = cmd.RegisterFlagCompletionFunc("without", cobra.FixedCompletions(urlRemovable, cobra.ShellCompDirectiveNoFileComp))
	r.addTo(cmd)
	return cmd
}

// urlRemovable are the components that a URL need not have.
var urlRemovable = []string{"username", "password", "port", "search", "hash"}

// A urlChange is what set does to a URL.
type urlChange struct {
	urlPart
	value string
	left  *leftOut
}

// apply makes the change. Without an error the URL has the value, or what JavaScript
// takes of it.
func (c urlChange) apply(u weburl.URL) (weburl.URL, error) {
	u, err := c.set(u, c.value)
	if weburl.TookPart(err) {
		c.left.add(c, err)
		return u, nil
	}
	return u, err
}

// bad returns what err says of the change.
func (c urlChange) bad(err error) *notLegal {
	bad := badURL(err)
	var e *percent.SyntaxError
	if errors.As(err, &e) {
		bad.text = cannotBecome(c.name, c.value) + ": " + string(e.Reason)
		if e.Bytes != "" && e.Bytes != c.value {
			bad.text += " " + term.Quoted(e.Bytes)
		}
	}
	return bad
}

// cannotBecome begins an error about the new value of a component. Values that hold
// passwords are not shown.
func cannotBecome(name, value string) string {
	switch {
	case name == "password", strings.Contains(value, "@"), name == "userinfo" && strings.Contains(value, ":"):
		value = "what was given"
	default:
		value = term.Quoted(value)
	}
	return excerpt.Name(name) + " cannot become " + value
}

// A leftOut counts the URLs that have taken only part of a value.
type leftOut struct {
	count atomic.Int64
	text  atomic.Pointer[string] // what to say of it
}

// add counts a URL of which err says what was left out.
func (l *leftOut) add(c urlChange, err error) {
	l.count.Add(1)
	var e *percent.SyntaxError
	if l.text.Load() != nil || !errors.As(err, &e) {
		return
	}
	text := fmt.Sprintf("%s=%s: ", c.name, term.Quoted(c.value))
	if e.Bytes == "" {
		text += fmt.Sprintf("there is no port at byte %d, and the old one stays", e.Offset)
	} else {
		text += fmt.Sprintf("%s at byte %d was left out", term.Quoted(e.Bytes), e.Offset)
	}
	if e.Reason != weburl.Ignored && e.Bytes != "" {
		text += " (" + string(e.Reason) + ")"
	}
	l.text.CompareAndSwap(nil, &text)
}

// tell says what was left out.
func (l *leftOut) tell(u *term.UI) {
	if n := l.count.Load(); n > 0 {
		u.Note("%s, as in JavaScript, in %s", *l.text.Load(), term.Count(n, "value"))
	}
}

// urlChanges returns the changes that the first n arguments and --without ask for.
// What no URL can take is a usage error.
func urlChanges(args []string, dash int, without []string) (changes []urlChange, n int, err error) {
	for _, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		if !ok || dash >= 0 && n >= dash || strings.ContainsAny(name, ":/?#") {
			break
		}
		key, adds := strings.CutSuffix(name, "+")
		adds = adds && strings.HasPrefix(name, searchPrefix)
		if adds {
			name = key
		}
		part, err := lookupURLPart(name)
		if err != nil {
			return nil, 0, err
		}
		if part.set == nil {
			return nil, 0, term.UsageError("set href, or the other components", "%s cannot be set: it follows from the others", name)
		}
		if adds {
			key := strings.TrimPrefix(name, searchPrefix)
			part.set = func(u weburl.URL, value string) (weburl.URL, error) {
				params := u.SearchParams()
				params.Append(key, value)
				return u.WithSearchParams(params)
			}
		}
		changes = append(changes, urlChange{part, value, new(leftOut)})
		n++
	}
	for _, name := range without {
		part, err := lookupURLPart(name)
		if err != nil {
			return nil, 0, err
		}
		key, isParam := strings.CutPrefix(name, searchPrefix)
		set := part.set
		switch {
		case isParam:
			part.set = func(u weburl.URL, _ string) (weburl.URL, error) {
				params := u.SearchParams()
				if params.Delete(key); len(params) == len(u.SearchParams()) {
					return u, nil // and the query stays as it is written
				}
				return u.WithSearchParams(params)
			}
		case slices.Contains(urlRemovable, name):
			part.set = func(u weburl.URL, _ string) (weburl.URL, error) {
				// What cannot have the component has none.
				u, _ = set(u, "")
				return u, nil
			}
		default:
			return nil, 0, term.UsageError("those that can are "+strings.Join(urlRemovable, ", ")+" and search.NAME", "--without: %s cannot be taken away", name)
		}
		changes = append(changes, urlChange{part, "", new(leftOut)})
	}
	if len(changes) == 0 {
		return nil, 0, term.UsageError("write hostname=example.org, or search.q=1", "there is nothing to set")
	}
	for _, c := range changes {
		// One of these takes what any URL can take.
		var first error
		taken := false
		for _, text := range []string{"http://h/", "foo://h/", "file://h/"} {
			u, _ := weburl.Parse(text)
			_, err := c.set(u, c.value)
			first = cmp.Or(first, err)
			taken = taken || err == nil || weburl.TookPart(err)
		}
		if !taken {
			return nil, 0, term.UsageError("", "%s", c.bad(first).text)
		}
	}
	return changes, n, nil
}

func newURLCanonical(a *app) *cobra.Command {
	r := newRowJob(a, "url canonical")
	r.let = "kept as written"
	cmd := &cobra.Command{
		Use:   "canonical [flags] [URL...]",
		Short: "the one form in which browsers write a URL",
		Long: `canonical prints each URL, or each line of standard input or of the files of -f, as
a browser writes it after parsing: what a crawler uses as the key of a page. For what
cannot be parsed, --on-error keep writes the text as it was, replace an empty line,
and skip nothing.`,
		Example: `  percent url canonical 'HTTP://EXAMPLE.com:80/a/../b c'
  percent url canonical --on-error skip -f urls.txt -o canonical.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := r.prepare(); err != nil {
				return err
			}
			if r.word() == "replace" {
				r.let = "replaced by nothing"
			}
			r.convertBy(func(err error) error { return badURL(err) })
			return r.run(cmd, args, "written")
		},
	}
	r.addColumns(cmd)
	r.addTo(cmd)
	return cmd
}

func newURLCheck(a *app) *cobra.Command {
	r := newURLRun(a)
	r.policy.Words = nil
	r.report = true
	cmd := &cobra.Command{
		Use:   "check [flags] [URL...]",
		Short: "whether a browser can parse a URL",
		Long: `check prints a line for each URL that a browser cannot parse, with the place and the
name that the Standard has for the reason. The status is 1 if there is one and 0
otherwise.`,
		Example: `  percent url check https://example.com/ http://a.b.0x/
  percent url check -f urls.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := r.start(); err != nil {
				return err
			}
			var failed atomic.Int64
			r.each = bulk.Func(func(dst []byte, rec bulk.Record) ([]byte, error) {
				_, err := r.parser.Parse(string(rec.Text))
				if err == nil {
					return dst, nil
				}
				failed.Add(1)
				v, bad := r.valueOf(rec), badURL(err)
				if !r.json {
					return append(dst, v.place.String()+": "+bad.text+"\n"...), nil
				}
				o := r.object(v)
				o.fault(bad.offset, v.offset+bad.offset, bad.reason)
				return append(dst, strictjson.Line(o)...), nil
			}).Framed()
			err := r.job.run(cmd, args)
			if failed.Load() > 0 && (err == nil || errors.Is(err, term.ErrQuiet)) {
				return term.ErrFindings
			}
			return err
		},
	}
	r.addTo(cmd)
	return cmd
}
