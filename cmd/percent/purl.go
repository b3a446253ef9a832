package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/purl"
)

func init() { register(newPurl) }

func newPurl(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "purl",
		Short: "package URLs: pkg:npm/%40angular/animation",
		Long: `purl reads and writes package URLs (ECMA-427). build writes the canonical form, so
that parse and build together make any package URL canonical.`,
		GroupID: groupURI,
	}
	cmd.AddCommand(
		parsing(a, &cobra.Command{
			Use:   "parse [flags] [PURL...]",
			Short: "a package URL to JSON",
			Long: `parse prints a JSON object with the components of each package URL, decoded: type,
namespace, name, version, qualifiers, an object, and subpath. What is not there is
left out.`,
			Example: `  percent purl parse 'pkg:deb/debian/curl@7.50.3-1?arch=i386'
  percent purl parse < purls.txt | percent purl build`,
		}, func(s string) (o object, err error) {
			p, err := purl.Parse(s)
			if err != nil {
				return o, err
			}
			o.text("type", p.Type)
			o.some("namespace", p.Namespace)
			o.text("name", p.Name)
			o.some("version", p.Version)
			if len(p.Qualifiers) > 0 {
				var qualifiers object
				for _, q := range p.Qualifiers {
					qualifiers.text(q.Key, q.Value)
				}
				o.object("qualifiers", qualifiers)
			}
			o.some("subpath", p.Subpath)
			return o, nil
		}, nil),
		building(a, &cobra.Command{
			Use:     "build [flags] [OBJECT...]",
			Short:   "JSON to a package URL",
			Long:    "build prints the canonical package URL of each JSON object as parse writes it.",
			Example: `  percent purl build '{"type":"npm","namespace":"@angular","name":"animation","version":"12.3.1"}'`,
		}, `{"type":"npm","namespace":"@angular","name":"animation","version":"12.3.1"}`, func(m *members) (string, error) {
			p := purl.PackageURL{Type: m.must("type"), Namespace: m.just("namespace"), Name: m.must("name"), Version: m.just("version")}
			names, values := m.entries("qualifiers")
			for i, value := range values {
				p.Qualifiers = append(p.Qualifiers, purl.Qualifier{Key: names[i], Value: value})
			}
			p.Subpath = m.just("subpath")
			return p.Build()
		}),
	)
	return family(cmd)
}
