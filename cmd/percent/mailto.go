package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/mailto"
)

func init() { register(newMailto) }

func newMailto(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mailto",
		Short: "mailto: URIs: recipients, headers and body",
		Long: `mailto reads and writes mailto: URIs (RFC 6068). A space is never '+' in them, and
'+' is itself.`,
		GroupID: groupURI,
	}
	cmd.AddCommand(
		parsing(a, &cobra.Command{
			Use:   "parse [flags] [URI...]",
			Short: "a mailto: URI to JSON",
			Long: `parse prints a JSON object with the content of each mailto: URI, decoded: to, an
array of addresses, headers, an array of objects of name and value, of which body
is one, and fragment.`,
			Example: `  percent mailto parse 'mailto:chris@example.com?subject=100%25&body=line%0D%0Aline'`,
		}, func(s string) (o object, err error) {
			u, err := mailto.Parse(s)
			if err != nil {
				return o, err
			}
			o.list("to", u.To)
			if len(u.Headers) > 0 {
				var headers []object
				for _, h := range u.Headers {
					headers = append(headers, pair(h.Name, h.Value))
				}
				o.objects("headers", headers)
			}
			o.some("fragment", u.Fragment)
			return o, nil
		}, nil),
		building(a, &cobra.Command{
			Use:   "build [flags] [OBJECT...]",
			Short: "JSON to a mailto: URI",
			Long: `build prints the mailto: URI of each JSON object as parse writes it. The fragment,
which means nothing, is left out. Line ends are only in a body, as CR LF; in an
address or another header they are refused.`,
			Example: `  percent mailto build '{"to":["chris@example.com"],"headers":[{"name":"subject","value":"a & b"}]}'`,
		}, `{"to":["chris@example.com"],"headers":[{"name":"subject","value":"a & b"}]}`, func(m *members) (string, error) {
			m.hints = map[string]string{}
			for _, name := range []string{"subject", "body", "cc", "bcc"} {
				m.hints[name] = fmt.Sprintf(`write "headers":[{"name":%q,"value":…}]`, name)
			}
			u := mailto.URL{To: m.texts("to")}
			for _, h := range m.objects("headers") {
				u.Headers = append(u.Headers, mailto.Header{Name: h.must("name"), Value: h.must("value")})
			}
			m.text("fragment")
			return u.Build()
		}),
	)
	return family(cmd)
}
