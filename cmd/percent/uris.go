package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/uri"
)

func init() { register(newURI) }

func newURI(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "uri",
		Short: "URIs by their components",
		Long: `uri takes URI references apart by the grammar of RFC 3986 and works on their
components. An escape hides a delimiter from the parser: a reference is taken
apart first, and each component is decoded once.

What is no URI ends a command with status 3; --on-error keep takes it apart as
well as can be.`,
		GroupID: groupURI,
	}
	cmd.AddCommand(newURIParse(a), newURIBuild(a), newURIGet(a), newURISet(a), newURIResolve(a),
		newNormalize(a), newURICompare(a), newURISegments(a))
	return family(cmd)
}

// partNames are the names of the parts of a reference.
func partNames() []string {
	var names []string
	for _, p := range uri.Parts() {
		names = append(names, p.String())
	}
	return names
}

func newURIParse(a *app) *cobra.Command {
	r := newReferences(a, "fail", "keep", "skip")
	r.framed = true
	r.convert = takeURI(func(o *object, dst []byte, v value, u uri.URI) ([]byte, error) {
		if r.json {
			uriJSON(o, u)
			return dst, nil
		}
		return appendParts(dst, u, r.values > 1, r.sep), nil
	})
	cmd := &cobra.Command{
		Use:   "parse [flags] [URI...]",
		Short: "show the components of a URI",
		Long: `parse prints the components of each URI reference, each as written and, where
that is something else, decoded. With --json, what it prints is enough to put the
reference together again, byte for byte, as build does.`,
		Example: `  percent uri parse 'https://user@example.com:8080/a%2Fb?q=1#top'
  percent uri parse --json < urls.txt`,
		RunE:              func(cmd *cobra.Command, args []string) error { return r.run(cmd, args, "parsed") },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	r.addTo(cmd)
	return cmd
}

// appendParts appends a table of the parts of u, behind an empty line if it is
// not the first: names, what is written, and what that is decoded.
func appendParts(dst []byte, u uri.URI, behind bool, sep separator) []byte {
	var rows [][3]string
	width := 0
	for _, p := range uri.Parts() {
		c := u.Get(p)
		if !c.Present || p == uri.User && !u.Get(uri.Password).Present {
			continue
		}
		row := [3]string{p.String(), printable(c.Raw)}
		if text := c.Text(); text != c.Raw && p != uri.Authority {
			row[2] = printable(text)
			width = max(width, utf8.RuneCountInString(row[1]))
		}
		rows = append(rows, row)
	}
	if behind && sep == lines {
		dst = append(dst, '\n')
	}
	for _, row := range rows {
		switch {
		case row[2] != "":
			dst = fmt.Appendf(dst, "%-9s  %-*s  %s\n", row[0], width, row[1], row[2])
		case row[1] != "":
			dst = fmt.Appendf(dst, "%-9s  %s\n", row[0], row[1])
		default:
			dst = append(append(dst, row[0]...), '\n')
		}
	}
	if sep == nuls {
		dst = append(dst, 0)
	}
	return dst
}

// uriJSON adds the parts of u. docs/command.md has the schema.
func uriJSON(o *object, u uri.URI) {
	var decoded object
	for _, p := range uri.Parts() {
		c := u.Get(p)
		if !c.Present {
			continue
		}
		o.text(p.String(), c.Raw)
		if text := c.Text(); text != c.Raw && p != uri.Authority {
			decoded.text(p.String(), text)
		}
		if p == uri.Host {
			o.add("host_kind", u.HostKind().String())
		}
		if p == uri.Path {
			segmentsJSON(o, &decoded, u)
		}
	}
	o.object("decoded", decoded)
}

func segmentsJSON(o, decoded *object, u uri.URI) {
	raw, text, same := []string{}, []string{}, true
	for _, s := range u.Segments() {
		raw = append(raw, s.Raw())
		text = append(text, s.Text())
		same = same && s.Raw() == s.Text()
	}
	o.list("segments", raw)
	if !same {
		decoded.list("segments", text)
	}
}

func newURIBuild(a *app) *cobra.Command {
	r := newReferences(a)
	r.bom = false
	r.convert = func(_ *object, dst []byte, v value) ([]byte, error) {
		u, bad := buildURI(v)
		if bad != nil {
			return dst, bad
		}
		return append(dst, u.String()...), nil
	}
	cmd := &cobra.Command{
		Use:   "build [flags] [OBJECT...]",
		Short: "put a URI together from what parse --json printed",
		Long: `build makes a URI reference of each JSON object, or of each line of standard
input: of the components that parse --json prints, as written. Only the outermost
matter where some hold others, so that a component is changed by leaving these
out: scheme, authority (or userinfo, host and port), path, query, fragment. Keys
that it does not know are ignored.`,
		Example: `  percent uri parse --json < urls.txt | percent uri build
  percent uri build '{"scheme":"http","host":"example.com","path":"/a%2Fb"}'`,
		RunE:              func(cmd *cobra.Command, args []string) error { return r.run(cmd, args, "built") },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	r.addTo(cmd)
	return cmd
}

// buildURI returns the reference whose parts are in the JSON object v.
func buildURI(v value) (uri.URI, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(v.text, &members); err != nil {
		return uri.URI{}, &failure{status: statusInput, text: fmt.Sprintf("%s: no JSON object: %v", v.place, err)}
	}
	parts := map[uri.Part]string{}
	for _, p := range uri.Parts() {
		var err error
		if text, ok := members[p.String()]; ok {
			var s string
			err = json.Unmarshal(text, &s)
			parts[p] = s
		} else if raw, ok := members[p.String()+"_base64"]; ok {
			var b []byte
			err = json.Unmarshal(raw, &b)
			parts[p] = string(b)
		}
		if err != nil {
			return uri.URI{}, &failure{status: statusInput, text: fmt.Sprintf("%s: %v is no text: %v", v.place, p, err)}
		}
	}
	// Parts of a part that is there say nothing more.
	if _, ok := parts[uri.Authority]; ok {
		for p := uri.Userinfo; p <= uri.Port; p++ {
			delete(parts, p)
		}
	}
	if _, ok := parts[uri.Userinfo]; ok {
		delete(parts, uri.User)
		delete(parts, uri.Password)
	}
	u, err := uri.Compose(parts)
	if bad := badURI(err, cannotKeep); bad != nil {
		return uri.URI{}, &failure{status: statusInput, text: fmt.Sprintf("%s: %v in the component", v.place, bad)}
	}
	return u, nil
}

func newURIGet(a *app) *cobra.Command {
	r := newReferences(a, "fail", "keep", "skip")
	r.leading = 1
	cmd := &cobra.Command{
		Use:   "get [flags] TEMPLATE [URI...]",
		Short: "fill a template from the components of a URI",
		Long: `get prints TEMPLATE for each URI reference, or each line of standard input or of
the files of -f. In it, {host} is a component decoded and {:host} as written, {uri}
the whole reference, {{ and }} a brace. A component that is missing is nothing.
The name of one component alone will do, too: host for {host}.

The components are scheme, authority, userinfo, user, password, host, zone, port,
path, query and fragment.`,
		Example: `  percent uri get host https://example.com/a
  percent uri get '{scheme}://{:host}' < urls.txt
  percent uri get '{path} and {:path}' https://example.com/caf%C3%A9`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("`"+cmd.CommandPath()+" --help` shows what it holds", "%s takes a template", cmd.CommandPath())
			}
			t, err := parseTemplate(args[0])
			if err != nil {
				return err
			}
			r.convert = takeURI(func(_ *object, dst []byte, _ value, u uri.URI) ([]byte, error) {
				return t.Append(dst, u), nil
			})
			return r.run(cmd, args[1:], "read")
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return partNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	r.addTo(cmd)
	return cmd
}

// parseTemplate parses a template, or the name of one component.
func parseTemplate(s string) (*uri.Template, error) {
	text := s
	if !strings.ContainsAny(s, "{}") {
		text = "{" + s + "}"
	}
	t, err := uri.ParseTemplate(text)
	if err == nil {
		return t, nil
	}
	bad := err.(*uri.TemplateError)
	name := strings.Trim(bad.Text, "{:}")
	hint := "the components are " + strings.Join(partNames(), ", ")
	if near := nearest(name, partNames()); near != "" {
		hint = "did you mean {" + near + "}? " + hint
	}
	if text != s {
		return nil, usageError(hint, "unknown component %q", s)
	}
	if !strings.HasSuffix(bad.Text, "}") || bad.Text == "}" {
		hint = "write {{ and }} for braces that are meant"
	}
	return nil, usageError(hint, "invalid template: %q at byte %d", bad.Text, bad.Offset)
}

// assignment is an argument of set, such as port=8080 or :path=/a%20b.
var assignment = regexp.MustCompile(`^(:?)([A-Za-z]+)=`)

// A change is what set does to a component.
type change struct {
	part  uri.Part
	value string
	apply func(uri.URI, change) (uri.URI, error)
}

func newURISet(a *app) *cobra.Command {
	r := newReferences(a, "fail", "keep", "skip")
	var without []string
	cmd := &cobra.Command{
		Use:   "set [flags] COMPONENT=DATA... [--] [URI...]",
		Short: "change components of a URI, and no other byte",
		Long: `set changes components of each URI reference, or of each line of standard input
or of the files of -f. host=DATA takes data, in which what the component cannot
hold is encoded, '%' too; :host=TEXT takes text that is encoded already. In a path
'/' stays a delimiter. Every other byte stays as it is.

The first arguments that look like that are the changes; behind -- all are URIs.`,
		Example: `  percent uri set port=8443 https://example.com/a%2fb
  percent uri set 'query=100%' --without fragment < urls.txt
  percent uri set :path=/a%2Fb http://example.com`,
		RunE: func(cmd *cobra.Command, args []string) error {
			changes, err := assignments(cmd, args)
			if err != nil {
				return err
			}
			r.leading = len(changes)
			for _, name := range without {
				p, err := lookupPart(name)
				if err != nil {
					return err
				}
				changes = append(changes, change{part: p, apply: func(u uri.URI, c change) (uri.URI, error) { return u.Without(c.part) }})
			}
			if len(changes) == 0 {
				return usageError("write host=example.org, or :path=/a%20b for what is encoded already", "there is nothing to set")
			}
			r.convert = takeURI(func(_ *object, dst []byte, v value, u uri.URI) ([]byte, error) {
				for _, c := range changes {
					var err error
					if u, err = c.apply(u, c); err != nil {
						text := badURI(err, cannotKeep).Error()
						return dst, usageError("", "%s: %v cannot become %q: %s", v.place, c.part, c.value, text)
					}
				}
				return append(dst, u.String()...), nil
			})
			return r.run(cmd, args[r.leading:], "changed")
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			names := partNames()
			for i := range names {
				names[i] += "="
			}
			return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
	}
	cmd.Flags().StringArrayVar(&without, "without", nil, "remove the component `NAME`; repeatable")
	_ = cmd.RegisterFlagCompletionFunc("without", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return partNames(), cobra.ShellCompDirectiveNoFileComp
	})
	r.addTo(cmd)
	return cmd
}

func lookupPart(name string) (uri.Part, error) {
	p, ok := uri.LookupPart(name)
	if !ok {
		hint := "the components are " + strings.Join(partNames(), ", ")
		if near := nearest(name, partNames()); near != "" {
			hint = "did you mean " + near + "? " + hint
		}
		return 0, usageError(hint, "unknown component %q", name)
	}
	return p, nil
}

// assignments returns the changes that the first arguments ask for.
func assignments(cmd *cobra.Command, args []string) (changes []change, err error) {
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		args = args[:dash]
	}
	for _, arg := range args {
		m := assignment.FindStringSubmatch(arg)
		if m == nil {
			break
		}
		p, err := lookupPart(m[2])
		if err != nil {
			return nil, err
		}
		c := change{part: p, value: arg[len(m[0]):]}
		c.apply = func(u uri.URI, c change) (uri.URI, error) { return u.WithData(c.part, c.value) }
		if m[1] != "" {
			c.apply = func(u uri.URI, c change) (uri.URI, error) { return u.With(c.part, c.value) }
		}
		changes = append(changes, c)
	}
	return changes, nil
}

func newURIResolve(a *app) *cobra.Command {
	r := newReferences(a, "fail", "keep", "skip")
	r.leading = 1
	var compatible bool
	cmd := &cobra.Command{
		Use:   "resolve [flags] BASE [REF...]",
		Short: "what references mean at a base URI",
		Long: `resolve prints the URI that each REF, or each line of standard input or of the
files of -f, means where BASE is the base URI: RFC 3986 section 5. A base without a
scheme gives a relative reference.`,
		Example: `  percent uri resolve http://a/b/c/d;p?q ../g '?y' '#s'
  percent uri resolve https://example.com/dir/ < links.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s takes a base URI", cmd.CommandPath())
			}
			base, err := uri.Parse(args[0])
			if err != nil {
				if r.word() != "keep" {
					return badURI(err, canKeep).(*notLegal).failure(named("base"))
				}
				base = uri.ParseLenient(args[0])
			}
			resolve := base.Resolve
			if compatible {
				resolve = base.ResolveCompatible
			}
			r.convert = takeURI(func(_ *object, dst []byte, _ value, u uri.URI) ([]byte, error) {
				return append(dst, resolve(u).String()...), nil
			})
			return r.run(cmd, args[1:], "resolved")
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().BoolVar(&compatible, "compatible", false, "take a REF with the scheme of the base for one without: \"http:g\" is \"g\"")
	r.addTo(cmd)
	return cmd
}

func newURICompare(*app) *cobra.Command {
	var asJSON bool
	p := &policy{choice: choice{words: []string{"fail", "keep"}}}
	cmd := &cobra.Command{
		Use:   "compare [flags] A B",
		Short: "whether two URIs are equivalent, and where they differ",
		Long: `compare climbs the ladder of RFC 3986 section 6.2 with both references: case,
percent-encoding, dot-segments, scheme. It prints "identical", "equivalent by" the
rung on which they meet, or the first difference. Then the status is 1.`,
		Example: `  percent uri compare /%7Euser /~user
  percent uri compare '/path?key=value' /path%3Fkey=value`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s takes two URIs, not %d", cmd.CommandPath(), len(args))
			}
			var both [2]uri.URI
			for i, s := range args {
				u, err := uri.Parse(s)
				if err != nil {
					if p.word() == "fail" {
						return badURI(err, canKeep).(*notLegal).failure(named(fmt.Sprintf("arg %d", i+1)))
					}
					u = uri.ParseLenient(s)
				}
				both[i] = u
			}
			c := uri.Compare(both[0], both[1])
			line := []byte(c.String() + "\n")
			if asJSON {
				line = comparisonJSON(args, c)
			}
			if _, err := cmd.OutOrStdout().Write(line); err != nil {
				return err
			}
			if !c.Equivalent {
				return errFindings
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	addChoice(cmd, &p.choice, "on-error", onErrorUsage(p.words))
	return cmd
}

func comparisonJSON(args []string, c uri.Comparison) []byte {
	var o object
	o.text("a", args[0])
	o.text("b", args[1])
	o.add("equivalent", c.Equivalent)
	if c.Equivalent {
		if c.Rung != 0 {
			o.add("rung", c.Rung.String())
		}
		return o.line()
	}
	o.add("component", c.Part.String())
	o.add("offset_a", c.OffsetA)
	o.add("offset_b", c.OffsetB)
	o.text("text_a", c.TextA)
	o.text("text_b", c.TextB)
	o.add("reason", c.Why.String())
	return o.line()
}

func newURISegments(a *app) *cobra.Command {
	r := newReferences(a, "fail", "keep", "skip")
	r.framed = true
	var raw bool
	r.convert = takeURI(func(o *object, dst []byte, v value, u uri.URI) ([]byte, error) {
		if r.json {
			var decoded object
			segmentsJSON(o, &decoded, u)
			o.object("decoded", decoded)
			return dst, nil
		}
		end := "\n"
		if r.sep == nuls {
			end = r.sep.text()
		}
		for _, s := range u.Segments() {
			if raw {
				dst = append(dst, s.Raw()...)
			} else {
				dst = append(dst, s.Text()...)
			}
			dst = append(dst, end...)
		}
		return dst, nil
	})
	cmd := &cobra.Command{
		Use:   "segments [flags] [URI...]",
		Short: "the segments of the path of a URI, decoded",
		Long: `segments prints the segments of the path of each URI reference, one a line, each
decoded once: "%2F" stays inside its segment. A segment may hold a line end; -0
writes NUL behind each instead.`,
		Example: `  percent uri segments https://example.com/path%2Fto/file
  percent uri segments --json < urls.txt`,
		RunE:              func(cmd *cobra.Command, args []string) error { return r.run(cmd, args, "read") },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().BoolVar(&raw, "raw", false, "write the segments as they stand, with their escapes")
	r.addTo(cmd)
	return cmd
}
