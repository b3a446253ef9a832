package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/uritrim"
	"github.com/pct-encoded/percent/uri"
)

func init() {
	register("normalize", func(a *app) *cobra.Command {
		cmd := newNormalize(a)
		cmd.GroupID = groupURI
		return cmd
	})
}

func newNormalize(a *app) *cobra.Command {
	r := newValueJob(a, "keep", "fail", "skip")
	r.let = "normalized all the same"
	var n uritrim.Normalizer
	var rungs [4]bool
	cmd := &cobra.Command{
		Use:   "normalize [flags] [URI...]",
		Short: "the normal form of a URI",
		Long: `normalize writes each URI reference, or each line of standard input or of the
files of -f, by RFC 3986 section 6.2: scheme and host in lower case, digits of
escapes in upper case, escapes of unreserved characters decoded, dot segments
removed, and default ports and empty paths as the scheme defines them. A relative
reference keeps its leading "..". No reserved character is decoded, and no new
escape appears. Normalizing twice changes nothing more.

With --case, --percent-encoding, --dot-segments or --scheme, only the steps that are
named are taken. The flags that begin with --unsafe can change what the URI
identifies; use them only if you know the server.

Text that is not a URI is normalized as far as its parts can be recognized, and a
note says so; --on-error fail refuses it.`,
		Example: `  percent normalize 'HTTP://Example.com:80/%7euser/./a/../b%2fc'
  percent normalize -f urls.txt -o normal.txt
  percent normalize --case --percent-encoding < urls.txt
  percent normalize --unsafe-drop-tracking --unsafe-drop-fragment < urls.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			for i, climb := range rungs {
				if climb {
					n.Rungs |= 1 << i
				}
			}
			if n.Rungs == 0 {
				n.Rungs = uri.AllRungs
			}
			if _, err := uritrim.DropParameters(uri.URI{}, n.DropParameters...); err != nil {
				return usageError("write \\ in front of a literal [", "--unsafe-drop-parameter does not take a pattern like that: %v", err)
			}
			r.convert = takeURI(func(_ *recordObject, dst []byte, _ value, u uri.URI) ([]byte, error) {
				return n.Append(dst, u), nil
			})
			return r.run(cmd, args, "normalized")
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&rungs[0], "case", false, "take only the steps that are named: case of scheme, host and escapes")
	flags.BoolVar(&rungs[1], "percent-encoding", false, "take only the steps that are named: decode escapes of unreserved characters")
	flags.BoolVar(&rungs[2], "dot-segments", false, "take only the steps that are named: remove dot segments")
	flags.BoolVar(&rungs[3], "scheme", false, "take only the steps that are named: default ports, empty paths and the like")
	flags.BoolVar(&n.SortQuery, "unsafe-sort-query", false, "sort the pieces of the query by name")
	flags.BoolVar(&n.DropFragment, "unsafe-drop-fragment", false, "drop the fragment")
	flags.BoolVar(&n.DropIndex, "unsafe-drop-index", false, "drop index.html and the like from the end of the path")
	flags.BoolVar(&n.DropTracking, "unsafe-drop-tracking", false, "drop utm_source, fbclid and the like from the query")
	// An array, not a slice: a comma is part of a pattern.
	flags.Var((*textList)(&n.DropParameters), "unsafe-drop-parameter", "drop the parameters whose name matches `PATTERN` (* and ?) from the query; repeatable")
	r.addColumns(cmd)
	r.addTo(cmd)
	return cmd
}
