package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/uritrim"
	"github.com/pct-encoded/percent/uri"
)

// assignment is an argument of set, such as port=8080, :path=/a%20b, path+=c or
// query:q=text.
var assignment = regexp.MustCompile(`^(:?)(?:query:(.*?)|([A-Za-z]+))(\+?)=`)

// A change is what set does to a URI: one of several where there are several
// values to choose from.
type change struct {
	what   string // is changed
	values []string
	apply  func(u uri.URI, value string) (uri.URI, error)
}

func newURISet(a *app) *cobra.Command {
	r := newValueJob(a, "fail", "keep", "skip")
	var without, iterate, trim []string
	cmd := &cobra.Command{
		Use:   "set [flags] COMPONENT=DATA... [--] [URI...]",
		Short: "change components of a URI, and no other byte",
		Long: `set changes components of each URI reference, or of each line of standard input
or of the files of -f. host=DATA takes data, in which what the component cannot
hold is encoded, '%' too; :host=TEXT takes text that is encoded already. In a path
'/' stays a delimiter. Every other byte stays as it is.

query:NAME=DATA gives the parameter NAME of the query one value, and query:NAME+=DATA
adds one; a space becomes %20, which forms read as well. path+=DATA adds a segment, in which '/' is data.
--without removes a component or a parameter, --trim parameters by a pattern. With
--iterate there is one URI for each of several values.

The first arguments of these forms are the changes; everything after -- is a URI. For
a URI that cannot have the new value, such as mailto:x and a host, --on-error decides.`,
		Example: `  percent uri set port=8443 https://example.com/a%2fb
  percent uri set query:page=2 'https://example.com/list?page=1&lang=en'
  percent uri set path+='Q1 & Q2' https://example.com/reports
  percent uri set --trim 'utm_*' --without fragment < urls.txt
  percent uri set --iterate 'port=80 8080' http://example.com
  percent uri set :path=/a%2Fb http://example.com`,
		RunE: func(cmd *cobra.Command, args []string) error {
			changes, err := changesOf(cmd, args, without, trim)
			if err != nil {
				return err
			}
			r.leading = len(changes) - len(without) - min(1, len(trim))
			for _, text := range iterate {
				c, ok, err := changeOf(text)
				switch {
				case err != nil:
					return err
				case !ok:
					return term.UsageError("write --iterate 'port=80 8080'", "--iterate takes a component and values with spaces between them, not %q", text)
				}
				c.values = strings.Fields(c.values[0])
				changes = append(changes, c)
			}
			switch {
			case len(changes) == 0:
				return term.UsageError("write host=example.org, or :path=/a%20b for what is encoded already", "there is nothing to set")
			case len(iterate) > 0 && r.json:
				return term.UsageError("leave out --json", "--iterate makes several URIs of one, and JSON shows one")
			}
			for _, c := range changes {
				if err := c.possible(); err != nil {
					return err
				}
			}
			r.convert = takeURI(func(_ *recordObject, dst []byte, v value, u uri.URI) ([]byte, error) {
				end := r.sep.String()
				if r.sep == nothing {
					end = "\n"
				}
				begin := len(dst)
				dst, err := applyAll(dst, begin, changes, u, end)
				if err != nil {
					if dst = dst[:begin]; r.word() == "keep" {
						dst = append(dst, v.text...)
					}
				}
				return dst, err
			})
			return r.run(cmd, args[r.leading:], "changed")
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, name := range operation.PartNames() {
				names = append(names, name+"=")
			}
			return append(names, "path+=", "query:"), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
	}
	cmd.Flags().Var((*flags.List)(&without), "without", "remove the component `NAME`, or the parameter query:NAME; repeatable")
	cmd.Flags().Var((*flags.List)(&trim), "trim", "remove the parameters whose names match `PATTERN`, such as utm_*; repeatable")
	cmd.Flags().Var((*flags.List)(&iterate), "iterate", "one URI for each value in `COMPONENT=VALUES`, which spaces separate; repeatable")
	_ = cmd.RegisterFlagCompletionFunc("without", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return append(operation.PartNames(), "query:"), cobra.ShellCompDirectiveNoFileComp
	})
	_ = cmd.RegisterFlagCompletionFunc("trim", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"utm_*"}, cobra.ShellCompDirectiveNoFileComp
	})
	r.addTo(cmd)
	return cmd
}

// changesOf returns the changes that the first arguments and the flags ask for,
// those of the arguments first.
func changesOf(cmd *cobra.Command, args, without, trim []string) (changes []change, err error) {
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		args = args[:dash]
	}
	for _, arg := range args {
		c, ok, err := changeOf(arg)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		changes = append(changes, c)
	}
	for _, name := range without {
		c := change{what: name, values: []string{""}}
		if key, ok := strings.CutPrefix(name, "query:"); ok {
			c.apply = func(u uri.URI, _ string) (uri.URI, error) {
				return editQuery(u, func(q *form.Query) { q.Delete(key) })
			}
		} else {
			p, err := lookupPart(name)
			if err != nil {
				return nil, err
			}
			c.apply = func(u uri.URI, _ string) (uri.URI, error) { return u.Without(p) }
		}
		changes = append(changes, c)
	}
	if len(trim) > 0 {
		if _, err := uritrim.DropParameters(uri.URI{}, trim...); err != nil {
			return nil, term.UsageError("write \\ in front of a literal [", "--trim does not take a pattern like that: %v", err)
		}
		changes = append(changes, change{what: "query", values: []string{""}, apply: func(u uri.URI, _ string) (uri.URI, error) {
			return uritrim.DropParameters(u, trim...)
		}})
	}
	return changes, nil
}

// changeOf returns the change that an argument asks for, and whether it is one.
func changeOf(arg string) (c change, ok bool, err error) {
	m := assignment.FindStringSubmatchIndex(arg)
	if m == nil {
		return c, false, nil
	}
	raw, adds := m[3] > m[2], m[9] > m[8]
	c.values = []string{arg[m[1]:]}
	if m[4] >= 0 {
		name := arg[m[4]:m[5]]
		c.what = "query:" + name
		if raw {
			return c, false, term.UsageError("leave out the colon; :query=TEXT takes a whole query that is encoded already", "a parameter takes data, which is encoded")
		}
		c.apply = func(u uri.URI, value string) (uri.URI, error) {
			return editQuery(u, func(q *form.Query) {
				if adds {
					q.Append(name, value)
				} else {
					q.Set(name, value)
				}
			})
		}
		return c, true, nil
	}
	p, err := lookupPart(arg[m[6]:m[7]])
	if err != nil {
		return c, false, err
	}
	c.what = p.String()
	switch {
	case adds && p != uri.Path:
		return c, false, term.UsageError("path+=SEGMENT adds a segment, query:NAME+=DATA a parameter", "nothing can be added to %v", p)
	case adds:
		c.apply = func(u uri.URI, value string) (uri.URI, error) { return addSegment(u, value, raw) }
	case raw:
		c.apply = func(u uri.URI, value string) (uri.URI, error) { return u.With(p, value) }
	default:
		c.apply = func(u uri.URI, value string) (uri.URI, error) { return u.WithData(p, value) }
	}
	return c, true, nil
}

// One of these takes what any URI can take.
var anyURI = []string{"http://h/", "http://[::1]/", "a:b", ""}

// possible returns a usage error for a value that no URI can take.
func (c change) possible() error {
	for _, value := range c.values {
		var first error
		if !slices.ContainsFunc(anyURI, func(text string) bool {
			_, err := c.apply(uri.ParseLenient(text), value)
			if first == nil {
				first = err
			}
			return err == nil
		}) {
			return term.UsageError("", "%s", c.bad(value, first).text)
		}
	}
	return nil
}

// bad returns what err says of a value.
func (c change) bad(value string, err error) *notLegal {
	bad := syntaxError(err)
	return &notLegal{
		reason: cmp.Or(bad.reason, bad.text),
		text:   cannotBecome(c.what, value) + ": " + bad.text,
	}
}

// applyAll appends the URIs that come of changes to u, with end between them.
// What stands before begin belongs to other values.
func applyAll(dst []byte, begin int, changes []change, u uri.URI, end string) ([]byte, error) {
	if len(changes) == 0 {
		if len(dst) > begin {
			dst = append(dst, end...)
		}
		return append(dst, u.String()...), nil
	}
	c := changes[0]
	for _, value := range c.values {
		changed, err := c.apply(u, value)
		if err != nil {
			return dst, c.bad(value, err)
		}
		if dst, err = applyAll(dst, begin, changes[1:], changed, end); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// What uri set makes of names and values in a query: it writes a space as %20, which
// every reader of forms and of anything else understands. A '+' that is there is read
// as its place has it.
var (
	formParameters  = form.Standard.WithEncoding(form.Percent20)
	plainParameters = form.Standard.WithEncoding(form.Percent20.WithPlus(percent.PlusLiteral))
)

// editQuery returns u with the pairs of its query edited. A query of which nothing is
// left goes with its '?'.
func editQuery(u uri.URI, edit func(q *form.Query)) (uri.URI, error) {
	text := u.String()
	lo, hi := operation.Query(text, "url")
	rules := plainParameters
	if uri.QueryIsForm(u.Scheme()) {
		rules = formParameters
	}
	q, err := rules.Edit(text[lo:hi])
	if err != nil {
		return u, err
	}
	edit(q)
	return uri.ParseLenient(withQuery(text, lo, hi, q.String())), nil
}

// addSegment returns u with a segment after its path, or where the path ends with
// '/' in place of the empty one there.
func addSegment(u uri.URI, value string, raw bool) (uri.URI, error) {
	path := u.Path().Raw
	if !raw {
		relative, err := uri.JoinSegments(value)
		switch {
		case err != nil:
			return u, err
		case path == "" && !u.Get(uri.Authority).Present:
			return u.With(uri.Path, relative)
		}
		value = percent.PathSegment.Encode(value)
	}
	if !strings.HasSuffix(path, "/") && (path != "" || u.Get(uri.Authority).Present) {
		path += "/"
	}
	return u.With(uri.Path, path+value)
}
