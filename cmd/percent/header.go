package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/header"
)

func init() { register(newHeader) }

func newHeader(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "header",
		Short: "header fields that hold percent-encoding",
		Long: `header reads and writes the values of header fields and of their parameters.
Values are without the name of the field. What build prints never holds a line
end or NUL: a value that would need one is refused.`,
		GroupID: groupProtocol,
	}
	cmd.AddCommand(newExtValue(a), newDisposition(a), newDisplayString(a))
	return family(cmd)
}

func newExtValue(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ext-value",
		Short: "extended parameter values: UTF-8'en'%E2%82%AC",
		Long: `ext-value reads and writes extended values, those of parameters whose name ends in
an asterisk (RFC 8187).`,
	}
	convert := func(mode header.Mode) func(string) (object, error) {
		return func(s string) (o object, err error) {
			v, err := header.ParseExtValue(s, mode)
			if err != nil {
				return o, err
			}
			o.text("charset", v.Charset)
			o.some("language", v.Language)
			o.text("value", v.Value)
			return o, nil
		}
	}
	cmd.AddCommand(
		parsing(a, &cobra.Command{
			Use:   "parse [flags] [VALUE...]",
			Short: "an extended value to JSON",
			Long: `parse prints a JSON object with the charset, the language and the value of each
extended value, in UTF-8. With --on-error keep, it reads every charset, values in
quotes, and what should have been escaped.`,
			Example: `  percent header ext-value parse "UTF-8'en'%E2%82%AC%20rates"`,
		}, convert(header.Strict), convert(header.Tolerant)),
		building(a, &cobra.Command{
			Use:   "build [flags] [OBJECT...]",
			Short: "JSON to an extended value",
			Long: `build prints the extended value of each JSON object: value, and language if there
is one. It writes UTF-8, whatever charset says.`,
			Example: `  percent header ext-value build '{"value":"€ rates","language":"en"}'`,
		}, `{"value":"€ rates","language":"en"}`, func(m *members) (string, error) {
			m.just("charset")
			return header.ExtValue{Language: m.just("language"), Value: m.must("value")}.Build()
		}),
	)
	return family(cmd)
}

func newDisposition(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "disposition",
		Short: "Content-Disposition with filename and filename*",
		Long:  "disposition reads and writes the value of Content-Disposition in HTTP (RFC 6266).",
	}
	convert := func(mode header.Mode) func(string) (object, error) {
		return func(s string) (o object, err error) {
			d, err := header.ParseDisposition(s, mode)
			if err != nil {
				return o, err
			}
			o.text("type", d.Type)
			o.some("filename", d.Filename)
			o.some("language", d.Language)
			o.some("fallback", d.Fallback)
			if len(d.Params) > 0 {
				var params []object
				for _, p := range d.Params {
					q := pair(p.Name, p.Value)
					q.some("language", p.Language)
					params = append(params, q)
				}
				o.objects("params", params)
			}
			return o, nil
		}
	}
	cmd.AddCommand(
		parsing(a, &cobra.Command{
			Use:   "parse [flags] [VALUE...]",
			Short: "Content-Disposition to JSON",
			Long: `parse prints a JSON object with what each value of Content-Disposition says: type,
filename, language, fallback (the plain filename beside filename*) and params. The
filename is what the sender wrote: it may hold a path. An empty one is left out, and
is none to build. With --on-error keep, a
filename* that cannot be read gives way to filename.`,
			Example: `  percent header disposition parse "attachment; filename=r.txt; filename*=UTF-8''%E2%82%AC.txt"`,
		}, convert(header.Strict), convert(header.Tolerant)),
		building(a, &cobra.Command{
			Use:   "build [flags] [OBJECT...]",
			Short: "JSON to Content-Disposition",
			Long: `build prints the value of Content-Disposition for each JSON object: type
(attachment without one), filename, language, fallback and params, an array of
objects of name, value and language. A filename that not everybody reads alike
is in filename*, behind a fallback in ASCII.`,
			Example: `  percent header disposition build '{"type":"attachment","filename":"€ rates.txt"}'`,
		}, `{"type":"attachment","filename":"€ rates.txt"}`, func(m *members) (string, error) {
			d := header.Disposition{
				Type: m.just("type"), Filename: m.just("filename"), Language: m.just("language"), Fallback: m.just("fallback"),
			}
			if d.Type == "" {
				d.Type = "attachment"
			}
			for _, p := range m.objects("params") {
				d.Params = append(d.Params, header.Param{Name: p.must("name"), Value: p.must("value"), Language: p.just("language")})
			}
			return d.Build()
		}),
	)
	return family(cmd)
}

func newDisplayString(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "display-string",
		Short: "Display Strings of Structured Fields",
		Long:  "display-string reads and writes Display Strings (RFC 9651), such as %\"f%c3%bc\".",
	}
	cmd.AddCommand(
		parsing(a, &cobra.Command{
			Use:   "parse [flags] [VALUE...]",
			Short: "a Display String to JSON",
			Long: `parse prints a JSON object with the value of each Display String. Its escapes have
digits in lower case, and it is UTF-8.`,
			Example: `  percent header display-string parse '%"f%c3%bc"'`,
		}, func(s string) (o object, err error) {
			text, err := header.ParseDisplayString(s)
			o.text("value", text)
			return o, err
		}, nil),
		building(a, &cobra.Command{
			Use:     "build [flags] [OBJECT...]",
			Short:   "JSON to a Display String",
			Long:    "build prints the Display String of the value in each JSON object.",
			Example: `  percent header display-string build '{"value":"fü"}'`,
		}, `{"value":"fü"}`, func(m *members) (string, error) { return header.BuildDisplayString(m.must("value")) }),
	)
	return family(cmd)
}
