package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/iri"
)

func init() { register("iri", newIRI) }

func newIRI(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "iri",
		Short: "IRIs to URIs and back, and URIs for people to read",
		Long: `iri maps between IRIs, which may hold characters beyond ASCII, and URIs, which may
not (RFC 3987). Hosts are mapped by UTS #46 with the tables of Unicode ` + iri.UnicodeVersion + `.`,
		GroupID: groupURI,
	}
	cmd.AddCommand(newIRIToURI(a), newIRIFromURI(a), newIRIReadable(a))
	return family(cmd)
}

// hostFlag adds the flag that says how hosts are written.
func hostFlag(cmd *cobra.Command, c *flags.Word) {
	c.Words = []string{"idna", "percent"}
	addChoice(cmd, c, "host", "a host beyond ASCII in \"xn--\" labels (idna) or in escapes (percent) (default idna)")
}

func hostMode(c flags.Word) iri.HostMode { return pick(c, iri.HostIDNA, iri.HostPercent) }

func newIRIToURI(a *app) *cobra.Command {
	r := newValueJob(a, "fail", "escape", "skip")
	r.let = "escaped"
	var host flags.Word
	var nfc bool
	cmd := &cobra.Command{
		Use:   "to-uri [flags] [IRI...]",
		Short: "the URI of an IRI",
		Long: `to-uri maps each IRI reference, or each line of standard input or of the files of
-f, to a URI: RFC 3987 section 3.1. Characters beyond ASCII become the escapes of
their UTF-8, the host becomes ASCII by IDNA, and everything else stays as it is.
A URI stays the same.`,
		Example: `  percent iri to-uri http://例え.jp/引き出し
  percent iri to-uri --host percent http://bücher.example/
  percent iri to-uri --on-error escape < links.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			strict := iri.Converter{}.WithHost(hostMode(host))
			if nfc {
				strict = strict.WithForm(iri.NFC)
			}
			lenient := strict.WithIllegal(iri.IllegalEscaped)
			r.convert = func(_ *recordObject, dst []byte, v value) ([]byte, error) {
				s := string(v.text)
				out, err := strict.ToURI(s)
				if err != nil {
					bad := badIRI(err)
					if r.word() == "escape" {
						if out, err = lenient.ToURI(s); err != nil {
							return dst, err
						}
						dst = append(dst, out...)
					}
					return dst, bad
				}
				return append(dst, out...), nil
			}
			return r.run(cmd, args, "mapped")
		},
	}
	hostFlag(cmd, &host)
	cmd.Flags().BoolVar(&nfc, "nfc", false, "normalize to NFC first, for text that does not come from Unicode")
	r.addTo(cmd)
	return cmd
}

func newIRIFromURI(a *app) *cobra.Command {
	r := newValueJob(a)
	var host flags.Word
	cmd := &cobra.Command{
		Use:   "from-uri [flags] [URI...]",
		Short: "the IRI of a URI",
		Long: `from-uri maps each URI reference, or each line of standard input or of the files
of -f, to an IRI: RFC 3987 section 3.2. Escapes that spell a character that an IRI
may hold are decoded; those of reserved characters, of what is not UTF-8 and of
bidirectional formatting characters stay. It is exact, but not meant for people: see
readable.`,
		Example: `  percent iri from-uri http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c := iri.Converter{}.WithHost(hostMode(host))
			r.convert = func(_ *recordObject, dst []byte, v value) ([]byte, error) {
				return append(dst, c.FromURI(string(v.text))...), nil
			}
			return r.run(cmd, args, "mapped")
		},
	}
	hostFlag(cmd, &host)
	r.addTo(cmd)
	return cmd
}

func newIRIReadable(a *app) *cobra.Command {
	r := newValueJob(a)
	r.convert = func(_ *recordObject, dst []byte, v value) ([]byte, error) {
		return append(dst, iri.Readable(string(v.text))...), nil
	}
	cmd := &cobra.Command{
		Use:   "readable [flags] [URI...]",
		Short: "a URI for people to read",
		Long: `readable prints each URI or IRI reference, or each line of standard input or of
the files of -f, so that people can read it: what cannot mislead is decoded, and
reserved characters, spaces, controls, bidirectional and invisible characters stay
encoded. A host is in Unicode only where it is not confusable. The result leads
back to the same URI: to-uri --on-error escape.`,
		Example: `  percent iri readable https://xn--bcher-kva.example/%C3%BCber%20uns`,
	}
	return r.ready(cmd, "mapped")
}
